/* SPDX-License-Identifier: MIT
 * ra_ending.c -- see ra_ending.h. */
#include "ra_ending.h"

#include <stdlib.h>
#include <string.h>

#include "bits.h"
#include "ra_final.h"
#include "ra_step.h"
#include "ra_hash.h"

_Static_assert((int)RA_EMPTY == (int)RA_KINDS, "empty spaces come after all kinds");

enum {
    LEAST_ROOM = 1 << 10,
    MOST_ROOM =
        1
        << 16, /* of the transposition table; more than three quarters full, it becomes slow */
    ASK_EVERY = 64,
    FEW_DRAWS = 2
};

struct known {
    uint64_t key; /* 0: none */
    int32_t win;
};

struct ending {
    const struct ai_limits *limits;
    int seat;
    struct ra_final final;
    int draws; /* tiles drawn since the current action */
    uint64_t count, most; /* positions searched for the current action */
    uint32_t kept, room; /* entries of the table */
    struct known known[];
};

bool
ra_ending_is(const struct ra_state *s)
{
    uint32_t ready = 0;

    for (int i = 0; i < s->seats; i++)
        ready |= s->ready[i]; /* each sun exists once */
    return s->epoch == RA_EPOCHS && ready && !(ready & (ready - 1)) && ra_step_legal(s) &&
           s->ready[ra_search_seat(s)];
}

/* ---- what is alike ---- */

/* Sorts the kinds first .. first + count - 1 by how many are in the display, on the track and in
 * the bag: they all score alike. The display has three bits for each. */
static void
sort_kinds(struct ra_state *s, int seat, int first, int count, uint8_t *on_track)
{
    uint32_t places[RA_MONUMENTS];
    ra_display *display = &s->tiles[seat], held = 0, one = ra_one_tile((enum ra_kind)first);
    int shift = bits_lowest64(one);

    for (int i = 0; i < count; i++) {
        uint32_t place = (uint32_t)(*display >> (shift + 3 * i) & 7) << 16 |
                         (uint32_t)on_track[first + i] << 8 | s->bag[first + i];
        int j = i;

        for (; j > 0 && places[j - 1] < place; j--)
            places[j] = places[j - 1];
        places[j] = place;
    }
    for (int i = 0; i < count; i++) {
        held |= (ra_display)(places[i] >> 16) << (3 * i);
        on_track[first + i] = (uint8_t)(places[i] >> 8 & 0xff);
        s->bag[first + i] = (uint8_t)(places[i] & 0xff);
    }
    *display = (*display & ~(((UINT64_C(1) << (3 * count)) - 1) << shift)) | held << shift;
}

/* One of all positions that are alike; the order of the track does not matter either. */
static void
sort_all(struct ra_state *s, int seat)
{
    uint8_t on_track[RA_KINDS + 1] = {0};
    int at = 0;

    for (int i = 0; i < RA_TRACK; i++)
        on_track[s->track[i]]++;
    sort_kinds(s, seat, RA_ASTRONOMY, RA_CIVILISATIONS, on_track);
    sort_kinds(s, seat, RA_FORTRESS, RA_MONUMENTS, on_track);
    for (int kind = 0; kind <= RA_KINDS; kind++) {
        for (int i = 0; i < on_track[kind]; i++)
            s->track[at++] = (uint8_t)kind;
    }
}

static struct known *
find(struct ending *e, uint64_t key)
{
    uint64_t at = key >> 24 & (e->room - 1);

    while (e->known[at].key && e->known[at].key != key)
        at = (at + 1) & (e->room - 1);
    return &e->known[at];
}

/* ---- what may happen ---- */

static bool solve(struct ending *e, const struct ra_state *s, int32_t *win);

static int32_t
chance_at_end(const struct ending *e, ra_display tiles, bool sold)
{
    return ra_final_wins(&e->final, tiles, sold) ? RA_ENDING_SURE : 0;
}

/* The seat takes the lot on the track, which ends the game unless a disaster lets it choose. */
static bool
takes_all(const struct ending *e, const struct ra_state *s, int32_t *win)
{
    ra_display tiles;

    if (!ra_final_take(s, e->seat, &tiles))
        return false;
    *win = chance_at_end(e, tiles, true);
    return true;
}

/* Does the action end the game at once? It bids the sun, or gives up the last tile for a disaster that came
 * with the lot. */
static bool
ends_all(const struct ending *e, const struct ra_state *s, int action, int32_t *win)
{
    if (s->phase == RA_AUCTION && action > RA_STEP_PASS)
        return takes_all(e, s, win);
    if (s->phase != RA_DISCARD || s->ready[e->seat] || s->owed_unrest + s->owed_earthquake != 1)
        return false;
    *win = chance_at_end(
        e, s->tiles[e->seat] - ra_one_tile((enum ra_kind)(action - RA_STEP_DISCARD)), true);
    return true;
}

/* The best of the actions numbered `from` or more. Tiles are discarded in the order of their
 * kinds: the result is the same. */
static bool
solve_actions(struct ending *e, const struct ra_state *s, int from, int32_t *win)
{
    *win = 0;
    for (uint64_t legal = ra_step_legal(s) >> from << from; legal && *win < RA_ENDING_SURE;
         legal &= legal - 1) {
        int action = bits_lowest64(legal);
        struct ra_state after;
        int32_t chance;

        if (ends_all(e, s, action, &chance)) {
            *win = chance > *win ? chance : *win;
            continue;
        }
        after = *s;
        ra_step_apply(&after, action);
        if (!(s->phase == RA_DISCARD && after.phase == RA_DISCARD
                  ? solve_actions(e, &after, action, &chance)
                  : solve(e, &after, &chance)))
            return false;
        *win = chance > *win ? chance : *win;
    }
    return true;
}

/* Is that bag more than the limit allows? In 1,500 endings, 300 positions were enough for bags of up to 12
 * tiles. They were enough for larger ones only where one tile, or two, decided. */
static bool
is_too_full(const struct ending *e, const struct ra_state *s)
{
    uint64_t tiles = 0;

    for (int kind = 0; kind < RA_KINDS; kind++)
        tiles += s->bag[kind];
    return tiles * tiles > e->most;
}

static bool
solve_tiles(struct ending *e, const struct ra_state *s, int32_t *win)
{
    int64_t sum = 0, tiles = 0;

    for (int kind = 0; kind < RA_KINDS; kind++) {
        struct ra_state after;
        int32_t chance;

        if (!s->bag[kind])
            continue;
        if (kind == RA_RA && s->ra_tiles + 1 == ra_track_length(s->seats)) {
            chance = chance_at_end(e, s->tiles[e->seat], false);
        } else {
            after = *s;
            ra_step_chance(&after, ra_tile(kind));
            if (!solve(e, &after, &chance))
                return false;
        }
        sum += (int64_t)chance * s->bag[kind];
        tiles += s->bag[kind];
    }
    *win = (int32_t)(sum / tiles);
    return true;
}

static bool
solve_draw(struct ending *e, const struct ra_state *s, int32_t *win)
{
    bool known;

    if (e->draws >= FEW_DRAWS && is_too_full(e, s))
        return false;
    e->draws++;
    known = solve_tiles(e, s, win);
    e->draws--;
    return known;
}

/* Does the seat win if it takes nothing more, or the tiles on the track now? Then the search
 * can stop. */
static bool
is_won(struct ending *e, const struct ra_state *s, bool *won)
{
    struct ra_state last;
    int32_t win = 0;

    *won = ra_final_wins(&e->final, s->tiles[e->seat], false);
    if (*won || !(ra_step_legal(s) >> RA_STEP_INVOKE & 1))
        return true;
    if (!takes_all(e, s, &win)) {
        last = *s;
        ra_step_apply(&last, RA_STEP_INVOKE);
        ra_step_apply(&last, RA_STEP_BID + bits_lowest(s->ready[e->seat]));
        if (!solve(e, &last, &win))
            return false;
    }
    *won = win == RA_ENDING_SURE;
    return true;
}

static bool
may_go_on(struct ending *e)
{
    if (e->count >= e->most)
        return false;
    e->count++;
    return e->count % ASK_EVERY || !e->limits->stop || !e->limits->stop(e->limits->self);
}

static bool
solve_turn(struct ending *e, const struct ra_state *s, int32_t *win)
{
    struct ra_state sorted = *s;
    struct known *known;
    uint64_t key;
    bool won = false;

    sort_all(&sorted, e->seat);
    key = ra_hash(&sorted, 0) | 1;
    known = find(e, key);
    if (known->key) {
        *win = known->win;
        return true;
    }
    if (!may_go_on(e) || !is_won(e, &sorted, &won))
        return false;
    *win = RA_ENDING_SURE;
    if (!won && !solve_actions(e, &sorted, 0, win))
        return false;
    if (e->kept < e->room / 4 * 3) {
        known = find(e, key); /* the table may have moved meanwhile */
        *known = (struct known){key, *win};
        e->kept++;
    }
    return true;
}

static bool
solve(struct ending *e, const struct ra_state *s, int32_t *win)
{
    switch ((enum ra_phase)s->phase) {
    case RA_OVER:
        *win = ra_winner(s) == e->seat ? RA_ENDING_SURE : 0;
        return true;
    case RA_DRAW:
        return solve_draw(e, s, win);
    case RA_TURN:
        return solve_turn(e, s, win);
    case RA_AUCTION:
    case RA_GODS:
    case RA_DISCARD:
    case RA_DEAL:
    case RA_PHASES:
        break;
    }
    return solve_actions(e, s, 0, win);
}

/* With a table for all positions of all actions, if that is not too large; NULL without memory. */
static struct ending *
create(uint64_t most)
{
    uint32_t room = LEAST_ROOM;
    struct ending *e;

    while (room < MOST_ROOM && room / 4 * 3 / RA_MAX_ACTIONS < most)
        room *= 2;
    e = calloc(1, sizeof *e + room * sizeof e->known[0]);
    if (e)
        e->room = room;
    return e;
}

int
ra_ending_solve(const struct ra_state *s, const struct ai_limits *limits, uint64_t most,
                int32_t *win)
{
    static const struct ai_limits none;
    struct ending *e = create(most);
    int solved = 0;

    if (e)
        ra_final_read(s, ra_search_seat(s), &e->final);
    for (uint64_t legal = ra_step_legal(s); legal; legal &= legal - 1, win++) {
        struct ra_state after = *s;

        *win = RA_ENDING_UNKNOWN;
        if (!e)
            continue;
        e->limits = limits ? limits : &none;
        e->seat = ra_search_seat(s);
        e->most = most;
        e->count = 0;
        ra_step_apply(&after, bits_lowest64(legal));
        if (!solve(e, &after, win))
            *win = RA_ENDING_UNKNOWN;
        solved += *win != RA_ENDING_UNKNOWN;
    }
    free(e);
    return solved;
}

static void
put_chance(int32_t win, int seat, int seats, struct ra_value *value)
{
    int32_t mine = win / (RA_ENDING_SURE / RA_SURE), left = RA_SURE - mine;
    int64_t others = 0;

    for (int i = 0; i < seats; i++)
        others += i == seat ? 0 : value->win[i];
    for (int i = 0; i < seats; i++) {
        if (i == seat)
            value->win[i] = mine;
        else
            value->win[i] =
                others ? (int32_t)(left * (int64_t)value->win[i] / others) : left / (seats - 1);
    }
}

void
ra_ending_put_all(const struct ra_state *s, const int32_t *win, bool all,
                  struct ra_option *options, int count)
{
    int seat = ra_search_seat(s);

    for (int i = 0; i < count; i++) {
        if (!all && win[i] != 0 && win[i] != RA_ENDING_SURE)
            continue;
        put_chance(win[i], seat, s->seats, &options[i].value);
        options[i].use = ra_use(&options[i].value, s->seats, seat);
    }
    ra_search_prefer_sure(options, count, seat);
}
