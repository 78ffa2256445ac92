/* SPDX-License-Identifier: MIT
 * ra_playout.c -- see ra_playout.h. It plays a turn at a time with as few unpredictable
 * branches as possible. A misprediction costs as much as some fifty instructions, and random
 * play consists of such branches.
 *
 * Gains, in games of four players a second on one machine (clang 14, -O3; the yardstick of
 * `khepri bench` made 0.85 M a second there):
 *
 *   the checked rules, by lists of actions                                         0.20 M
 *   auctions without branches: `struct hand` answers a bid by two shifts, and a
 *   seat that cannot bid picks `pass` of one option; the next tile is drawn in
 *   advance; tiles on the track as one sum                                         0.56 M
 *   one random word a turn, each pick leaving the rest of it (rng_pick); all hands
 *   made in one pass without branches; sums of fields by one multiplication        0.74 M
 *   passing is a byte that holds the bid so far, which takes the comparison out of
 *   the chain from bid to bid; suns written as 3 n throughout; the bag filled
 *   eight tiles at a time; one branch less in the choice of a turn                 0.97 M
 *
 * Of 139 mispredictions a game 54 are left, 31 of them in the choice between draw and invoke.
 */
#include "ra_playout.h"

#include <string.h>

#include "bits.h"
#include "ra_parts.h"
#include "ra_step.h"
#include "rng.h"

#define THIRDS UINT64_C(0x1249249249249249) /* the lowest bit of each field of three */
#define EACH_HEIGHT (THIRDS & ((UINT64_C(1) << 51) - 1))

/* 1 for each height below a sun, given as 3 * sun: its contribution to `above`. */
#define BELOW(high) (EACH_HEIGHT & ((UINT64_C(1) << (high)) - 1))

enum {
    UNIT = 3, /* bits a level of `above`; a sun n is written 3 n */
    GODS = 15, /* the field of gods in a display */
    HEIGHTS = UNIT * RA_SUNS + 1,
    PASS = 1, /* of the options in `above` */
    BAG_ROOM = RA_TILES + 32
};

/* clang-format off */

/* The suns that a seat can bid, stored so that one shift answers "how many are higher than this
 * bid" and "which". A set of bits would need a population count and a search for the k-th. */
struct hand {
    uint64_t above;                     /* 3 bits for each height 0..16: the ready suns above it, and 1 for passing */
    uint64_t suns;                      /* byte 0: 0, for passing; bytes 1..4: 3 * sun, the highest first */
};

/* A game during a playout. What changes at each turn is in local variables. */
struct table {
    ra_display  tiles[RA_SEATS];
    struct hand hands[2 * RA_SEATS];    /* hands[i] and hands[i + seats] are equal: no wrap-around */
    int16_t     score[RA_SEATS];
    int16_t     epoch_score[RA_EPOCHS][RA_SEATS];
    uint8_t     owner[HEIGHTS];         /* by 3 * sun: the seat that owns it; of the centre sun, the last that did */
    uint8_t     counts[RA_KINDS];       /* the bag by kinds ... */
    uint8_t     bag[BAG_ROOM];          /* ... and tile by tile, the first `left` of them */
    uint8_t     centre;                 /* 3 * sun */
    uint8_t     epoch, god_disaster, empty_invoke;
};

/* The tiles on the auction track: only their number counts, not their place. */
struct lot {
    ra_display tiles;                   /* all but disasters: winning the lot adds this */
    uint32_t   woe;                     /* disasters: a byte a kind */
    uint32_t   size;
};

static const uint8_t most_suns[RA_SEATS + 1] = {0, 0, 9, 13, 13, 16}; /* in play are 1 to this */

static const uint8_t track_length[RA_SEATS + 1] = {0, 0, 6, 8, 9, 10}; /* a constant if n is one */

#define TILE(shift) UINT64_C(1) << (shift)
static const ra_display one_tile[RA_KINDS + 1] = {
    0, TILE(0), TILE(4), TILE(9), TILE(14), TILE(18), TILE(21), TILE(24), TILE(27), TILE(30), TILE(33),
    TILE(36), TILE(39),
    TILE(42), TILE(45), TILE(48), TILE(51), TILE(54), TILE(57),
};
static const uint32_t one_woe[RA_KINDS + 1] = {
    [RA_FUNERAL] = 1, [RA_DROUGHT] = 1 << 8, [RA_UNREST] = 1 << 16, [RA_EARTHQUAKE] = 1 << 24};
/* clang-format on */

/* ---- small sums ---- */

/* A bit for each field of three bits that is not empty. */
static inline uint64_t
fields_used(uint64_t fields)
{
    return (fields | fields >> 1 | fields >> 2) & THIRDS;
}

/* The sum of up to eight fields of three bits, in fields of six and by one multiplication. */
static inline uint32_t
sum_fields(uint64_t fields)
{
    uint64_t pairs = (fields & 07070707) + (fields >> 3 & 07070707);

    return (uint32_t)(pairs * 01010101 >> 18 & 63);
}

static inline uint64_t
civilisations(ra_display d)
{
    return d >> 21 & 0x7fff;
}

static inline uint64_t
monuments(ra_display d)
{
    return d >> 36 & 0xffffff;
}

/* The k-th lowest bit of a set, from 0, as a number. */
static uint32_t
nth_bit(uint32_t set, uint32_t k)
{
    for (; k; k--)
        set &= set - 1;
    return (uint32_t)__builtin_ctz(set);
}

/* ---- suns ---- */

/* Makes the hands of all seats, from the suns that are `ready`. The owner of the others is
 * RA_SEATS, which has a place as well, so there is no branch. */
static inline __attribute__((always_inline)) void
give_hands(struct table *t, const int n, const uint8_t owner[HEIGHTS])
{
    struct hand hands[RA_SEATS + 1];
    const int suns = most_suns[n];

    for (int i = 0; i <= RA_SEATS; i++)
        hands[i] = (struct hand){EACH_HEIGHT, 0};
    for (int sun = 1; sun <= suns; sun++) {
        struct hand *hand = &hands[owner[UNIT * sun]];

        hand->above += BELOW(UNIT * sun);
        hand->suns = (hand->suns | (uint64_t)(UNIT * sun)) << 8; /* the highest comes first */
    }
    for (int i = 0; i < n; i++)
        t->hands[i] = t->hands[i + n] = hands[i];
}

/* ---- disasters ---- */

static ra_display
lose(ra_display d, int shift, uint32_t bits, uint32_t count)
{
    uint32_t held = (uint32_t)(d >> shift) & bits;

    return d - ((uint64_t)(count < held ? count : held) << shift);
}

/* Discards `owed` of the tiles in `fields` three-bit fields from `shift` on, at random where there is
 * a choice [RA-DIS-04]. */
static ra_display
discard(ra_display d, int shift, uint64_t mask, uint32_t owed, uint64_t *rng)
{
    while (owed) {
        uint64_t fields = d >> shift & mask;
        uint32_t different, at, places[RA_MONUMENTS];

        if (sum_fields(fields) <= owed)
            return d & ~(mask << shift);
        different = 0;
        for (at = 0; at < RA_MONUMENTS; at++) {
            if (fields >> 3 * at & 7)
                places[different++] = at;
        }
        at = places[different > 1 ? rng_pick_one(rng, different) : 0];
        d -= UINT64_C(1) << shift << 3 * at;
        owed--;
    }
    return d;
}

/* [RA-DIS-01..08] */
static __attribute__((noinline)) ra_display
strike(ra_display d, uint32_t woe, uint64_t *rng)
{
    uint32_t drought = 2 * (woe >> 8 & 255), floods = (uint32_t)(d >> 14) & 15;

    d = lose(d, 4, 31, 2 * (woe & 255));
    d = lose(d, 14, 15, drought);
    d = lose(d, 9, 31, drought > floods ? drought - floods : 0);
    d = discard(d, 21, 0x7fff, 2 * (woe >> 16 & 255), rng);
    return discard(d, 36, 0xffffff, 2 * (woe >> 24), rng);
}

/* ---- gods ---- */

/* The kinds that a god can take, as a set of bits. */
static uint32_t
kinds_to_take(const struct lot *lot)
{
    uint32_t kinds = 0;

    for (int kind = RA_PHARAOH; kind <= RA_TEMPLE; kind++)
        kinds |= (uint32_t)(ra_count(lot->tiles, kind) > 0) << kind;
    for (int k = 0; k < 4; k++)
        kinds |= (uint32_t)((lot->woe >> 8 * k & 255) > 0) << (RA_FUNERAL + k);
    return kinds;
}

/* Takes a tile with a god, and then perhaps more; all disasters hit the seat [RA-GOD-01..07]. */
static void
take_with_gods(struct table *t, struct lot *lot, uint32_t turn, uint32_t kind, uint64_t *rng)
{
    ra_display d = t->tiles[turn];
    uint32_t waiting = 0, kinds;

    for (;;) {
        d += one_tile[kind] - 1;
        lot->tiles -= one_tile[kind];
        lot->woe -= one_woe[kind];
        lot->size--;
        if (t->god_disaster == RA_AFTER_ALL)
            waiting += one_woe[kind];
        else if (t->god_disaster == RA_IMMEDIATE && kind >= RA_FUNERAL)
            d = strike(d, one_woe[kind], rng);
        kinds = d & GODS ? kinds_to_take(lot) : 0;
        if (!kinds)
            break;
        uint32_t options = (uint32_t)bits_count(kinds) + 1, which = rng_pick_one(rng, options);

        if (which == options - 1)
            break;
        kind = nth_bit(kinds, which);
    }
    t->tiles[turn] = waiting ? strike(d, waiting, rng) : d;
}

enum what { DRAW, INVOKE, TOOK };

/* A turn of a seat with a god and a tile to take. */
static __attribute__((noinline)) enum what
god_turn(struct table *t, struct lot *lot, uint32_t turn, uint64_t *word, uint64_t *rng)
{
    uint32_t kinds = kinds_to_take(lot), may_draw = lot->size < RA_TRACK;
    uint32_t which =
        rng_pick(word, may_draw + 1 + (uint32_t)bits_count(kinds)); /* not empty: may invoke */

    if (which <= may_draw)
        return which < may_draw ? DRAW : INVOKE;
    take_with_gods(t, lot, turn, nth_bit(kinds, which - 1 - may_draw), rng);
    return TOOK;
}

/* ---- the end of an epoch ---- */

static const uint8_t kinds_points[RA_MONUMENTS + 1] = {0, 1, 2, 3, 4, 5, 6, 10, 15};
static const int8_t civilisation_points[8] = {-5, 0, 0, 5, 10, 15};

/* [RA-SCORE-07, 08]. Tiles of a kind beyond two count 5 each: 1 for 3 or more, for 4 or more, for 5. */
static inline int
monument_points(ra_display d)
{
    uint64_t fields = monuments(d), ones = fields & THIRDS, twos = fields >> 1 & THIRDS;
    uint64_t fours = fields >> 2 & THIRDS;

    return kinds_points[sum_fields(fields_used(fields))] +
           5 * (int)sum_fields((fours | (twos & ones)) + fours + (fours & ones));
}

/* Adds `most` for the highest, `fewest` for the lowest; nothing if all are equal. */
static inline void
rank(const int *values, int n, int most, int fewest, int *points)
{
    int high = values[0], low = values[0];

    for (int i = 1; i < n; i++) {
        high = values[i] > high ? values[i] : high;
        low = values[i] < low ? values[i] : low;
    }
    for (int i = 0; high != low && i < n; i++)
        points[i] += (values[i] == high ? most : 0) + (values[i] == low ? fewest : 0);
}

/* [RA-SCORE-01..10, RA-EPOCH-02..08]: scores, readies the suns, removes what does not stay.
 * Returns the seat that starts the next epoch: the owner of the highest sun. */
static inline __attribute__((always_inline)) uint32_t
end_epoch(struct table *t, const int n)
{
    int points[RA_SEATS], pharaohs[RA_SEATS], suns[RA_SEATS + 1] = {0};
    const int highest = most_suns[n];
    uint8_t owner[HEIGHTS];

    memcpy(owner, t->owner, sizeof owner);
    owner[t->centre] = RA_SEATS; /* nobody */
    for (int i = 0; i < n; i++) {
        ra_display d = t->tiles[i];
        int floods = (int)(d >> 14 & 15), niles = (int)(d >> 9 & 31);

        pharaohs[i] = (int)(d >> 4 & 31);
        points[i] = 2 * (int)(d & GODS) + floods + (niles & -(floods > 0)) +
                    3 * (int)(d >> 18 & 7) +
                    civilisation_points[sum_fields(fields_used(civilisations(d)))];
        if (t->epoch == RA_EPOCHS)
            points[i] += monument_points(d);
        t->tiles[i] = d & RA_KEPT_MASK;
    }
    give_hands(t, n, owner);
    rank(pharaohs, n, 5, -2, points);
    if (t->epoch == RA_EPOCHS) {
        for (int sun = 1; sun <= highest; sun++)
            suns[owner[UNIT * sun]] += sun;
        rank(suns, n, 5, -5, points);
    }
    for (int i = 0; i < n; i++) {
        int sum = t->score[i] + points[i];

        t->epoch_score[t->epoch - 1][i] = (int16_t)points[i];
        t->score[i] = (int16_t)(sum < 0 ? 0 : sum);
    }
    t->epoch++;
    return owner[UNIT * highest] < RA_SEATS ? owner[UNIT * highest]
                                            : owner[UNIT * (highest - 1)];
}

/* ---- the game ---- */

/* The next seat to the left of `turn` that has a ready sun. */
static inline uint32_t
next_seat(uint32_t alive, uint32_t turn, const uint32_t n)
{
    uint32_t seat = turn + 1 + (uint32_t)__builtin_ctz((alive | alive << n) >> (turn + 1));

    return seat >= n ? seat - n : seat;
}

/* The highest bid, 3 * sun, of the auction in which hands[0] .. hands[n - 1] are asked in turn.
 * It has no branch: a seat that cannot bid picks `pass` of one option. */
static inline __attribute__((always_inline)) uint64_t
hold_auction(const struct hand *hands, const int n, uint32_t forced, uint64_t word)
{
    uint64_t high = 0;

    for (int i = 0; i < n; i++) {
        uint32_t options = (uint32_t)(hands[i].above >> high) & 7;
        uint32_t skip = i == n - 1 ? forced & (high == 0) : 0; /* [RA-INV-02]: all but `pass` */

        /* a pass leaves the bid unchanged: as if byte 0 were that bid */
        high = (hands[i].suns | high) >> 8 * (rng_pick(&word, options - skip) + skip) & 0xff;
    }
    return high;
}

/* Exchanges the suns of the winner with `high` (3 * sun); returns the seat, and in *suns_left
 * the number of suns it can still bid. */
static inline __attribute__((always_inline)) uint32_t
exchange_suns(struct table *t, const int n, uint64_t high, uint32_t *suns_left)
{
    uint32_t winner = t->owner[high];
    struct hand hand = t->hands[winner];
    uint64_t at = (hand.above >> (high - UNIT) & 7) - PASS; /* its place in suns */
    uint64_t before = (UINT64_C(1) << 8 * at) - 1;

    hand.above -= BELOW(high);
    hand.suns = (hand.suns & before) | (hand.suns >> 8 & ~before);
    t->hands[winner] = t->hands[winner + (uint32_t)n] = hand;
    t->owner[t->centre] = (uint8_t)winner;
    t->centre = (uint8_t)high;
    *suns_left = (uint32_t)(hand.above & 7) - PASS;
    return winner;
}

/* What changes at each turn. No pointer to it may leave the inline functions of this file, so
 * that its members live in registers. Functions that are called get copies. */
struct now {
    struct lot lot;
    uint64_t rng, word; /* the generator, and the rest of the word of this turn */
    uint32_t turn, alive; /* alive: the seats with a ready sun */
    uint32_t ra_tiles, left; /* on the Ra track, in the bag */
    uint32_t next; /* the kind that will be drawn next */
};

/* The tile that will be drawn next, already taken out of the bag: it is known before it
 * matters, so the branch is predictable. The last pick, from an empty bag, is not used. */
static inline __attribute__((always_inline)) void
pull(struct table *t, struct now *now)
{
    uint32_t at = rng_pick(&now->word, now->left);

    now->next = t->bag[at];
    now->left -= now->left > 0;
    t->bag[at] = t->bag[now->left];
}

static inline __attribute__((always_inline)) enum what
decide(struct table *t, struct now *now)
{
    now->word = rng_next(&now->rng);
    if ((t->tiles[now->turn] & GODS) &&
        ((now->lot.tiles & ~(ra_display)GODS) || now->lot.woe)) {
        struct lot lot = now->lot;
        uint64_t rng = now->rng, word = now->word;
        enum what what = god_turn(t, &lot, now->turn, &word, &rng);

        now->lot = lot;
        now->rng = rng;
        now->word = word;
        return what;
    }
    if (now->lot.size == 0 && !t->empty_invoke)
        return DRAW;
    return now->lot.size < RA_TRACK && rng_pick(&now->word, 2) == 0 ? DRAW : INVOKE;
}

static inline __attribute__((always_inline)) void
sell_lot(struct table *t, const int n, struct now *now, enum what what)
{
    uint64_t high = hold_auction(t->hands + now->turn + 1, n,
                                 what == INVOKE && now->lot.size < RA_TRACK, now->word);
    uint32_t suns_left, winner;

    if (!high) {
        if (what == INVOKE)
            now->lot = (struct lot){0}; /* [RA-AUC-07] the track was full */
        return;
    }
    winner = exchange_suns(t, n, high, &suns_left);
    now->alive &= ~((uint32_t)!suns_left << winner);
    t->tiles[winner] += now->lot.tiles;
    if (now->lot.woe) {
        uint64_t rng = now->rng;

        t->tiles[winner] = strike(t->tiles[winner], now->lot.woe, &rng);
        now->rng = rng;
    }
    now->lot = (struct lot){0};
}

/* One turn, for a number of seats known at compile time; true if the epoch is over. */
static inline __attribute__((always_inline)) bool
take_turn(struct table *t, const int n, struct now *now)
{
    enum what what = decide(t, now);

    if (what == DRAW) {
        uint32_t kind = now->next;

        t->counts[kind]--;
        pull(t, now);
        if (kind == RA_RA) {
            if (++now->ra_tiles == track_length[n])
                return true;
            sell_lot(t, n, now, what);
        } else {
            now->lot.tiles += one_tile[kind];
            now->lot.woe += one_woe[kind];
            now->lot.size++;
        }
    } else if (what == INVOKE) {
        sell_lot(t, n, now, what);
    }
    if (!now->alive)
        return true;
    now->turn = next_seat(now->alive, now->turn, (uint32_t)n);
    return false;
}

/* Plays from the turn of a seat to the end of the game. */
static inline __attribute__((always_inline)) void
play(struct table *t, const int n, struct now now, uint64_t *rng)
{
    now.rng = *rng;
    now.word = rng_next(&now.rng);
    pull(t, &now);
    for (int i = 0; i < n; i++)
        now.alive |= (uint32_t)((t->hands[i].above & 7) > PASS) << i;
    while (t->epoch <= RA_EPOCHS) {
        while (!take_turn(t, n, &now))
            ;
        now.turn = end_epoch(t, n);
        now.lot = (struct lot){0};
        now.ra_tiles = 0;
        now.alive = (1u << n) - 1;
    }
    *rng = now.rng;
}

/* ---- to and from the struct of the rules ---- */

/* Writes the tiles of each kind one after the other, eight or 32 at a time; the next kind
 * overwrites what is too much. Returns their number. */
static uint32_t
fill_bag(const uint8_t counts[RA_KINDS], uint8_t bag[BAG_ROOM])
{
    uint32_t left = 0;

    for (unsigned kind = 0; kind < RA_KINDS; kind++) {
        uint64_t tiles[4];

        tiles[0] = tiles[1] = tiles[2] = tiles[3] = UINT64_C(0x0101010101010101) * kind;
        if (counts[kind] > 8)
            memcpy(bag + left, tiles, 32);
        else
            memcpy(bag + left, tiles, 8);
        left += counts[kind];
    }
    return left;
}

static inline __attribute__((always_inline)) struct now
lay_out(struct table *t, const struct ra_state *s, const int n)
{
    struct now start = {.turn = s->turn, .ra_tiles = s->ra_tiles};
    uint8_t ready[HEIGHTS];

    memcpy(t->tiles, s->tiles, sizeof t->tiles);
    memcpy(t->score, s->score, sizeof t->score);
    memcpy(t->epoch_score, s->epoch_score, sizeof t->epoch_score);
    memcpy(t->counts, s->bag, sizeof t->counts);
    start.left = fill_bag(t->counts, t->bag);
    for (int i = 0; i < RA_TRACK; i++) {
        start.lot.tiles += one_tile[s->track[i]];
        start.lot.woe += one_woe[s->track[i]];
        start.lot.size += s->track[i] != RA_EMPTY;
    }
    memset(ready, RA_SEATS, sizeof ready);
    for (int i = 0; i < n; i++) {
        for (uint32_t suns = s->ready[i]; suns; suns &= suns - 1)
            t->owner[UNIT * bits_lowest(suns)] = ready[UNIT * bits_lowest(suns)] = (uint8_t)i;
        for (uint32_t suns = s->spent[i]; suns; suns &= suns - 1)
            t->owner[UNIT * bits_lowest(suns)] = (uint8_t)i;
    }
    give_hands(t, n, ready);
    t->centre = (uint8_t)(UNIT * s->centre_sun);
    t->epoch = s->epoch;
    t->god_disaster = s->options.god_disaster;
    t->empty_invoke = s->options.empty_invoke;
    return start;
}

/* The end of the game: what is not named here is unchanged since the start of a turn. */
static void
write_back(const struct table *t, struct ra_state *s)
{
    memcpy(s->tiles, t->tiles, sizeof s->tiles);
    memcpy(s->score, t->score, sizeof s->score);
    memcpy(s->epoch_score, t->epoch_score, sizeof s->epoch_score);
    memcpy(s->bag, t->counts, sizeof s->bag);
    memset(s->track, RA_EMPTY, sizeof s->track);
    for (int i = 0; i < s->seats; i++) {
        s->ready[i] = s->spent[i] = 0;
        for (uint64_t suns = t->hands[i].suns >> 8; suns; suns >>= 8)
            s->ready[i] |= UINT32_C(1) << (suns & 0xff) / UNIT;
    }
    s->centre_sun = t->centre / UNIT;
    s->ra_tiles = s->turn = 0;
    s->phase = RA_OVER;
    s->epoch = RA_EPOCHS;
}

static inline __attribute__((always_inline)) void
play_for(struct ra_state *s, const int n, uint64_t *rng)
{
    struct table t;

    play(&t, n, lay_out(&t, s, n), rng);
    write_back(&t, s);
}

void
ra_playout(struct ra_state *s, uint64_t *rng)
{
    while (s->phase != RA_TURN && s->phase != RA_OVER)
        ra_step_random(s, rng);
    if (s->phase == RA_OVER)
        return;
    switch (s->seats) {
    case 2:
        play_for(s, 2, rng);
        break;
    case 3:
        play_for(s, 3, rng);
        break;
    case 4:
        play_for(s, 4, rng);
        break;
    default:
        play_for(s, 5, rng);
        break;
    }
}
