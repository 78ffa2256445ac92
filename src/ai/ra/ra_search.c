/* SPDX-License-Identifier: MIT
 * ra_search.c -- see ra_search.h. */
#include "ra_search.h"

#include <string.h>

#include "bits.h"
#include "ra_step.h"
#include "ra_thumb.h"

/* The weight of one point of lead, in chance of winning: enough to break ties, and no more;
 * playing for points loses games. */
enum { USE_OF_POINT = RA_SURE / 400 / RA_POINT, DEEPEST_TAKE = 2, MOST_SEARCHED = 2 };

int32_t
ra_use(const struct ra_value *value, int seats, int seat)
{
    int32_t ahead = seats * value->score[seat];

    for (int i = 0; i < seats; i++)
        ahead -= value->score[i];
    return value->win[seat] + ahead / (seats - 1) * USE_OF_POINT;
}

static void
value_of_end(const struct ra_state *s, struct ra_value *out)
{
    memset(out, 0, sizeof *out);
    out->win[ra_winner(s)] = RA_SURE;
    for (int i = 0; i < s->seats; i++)
        out->score[i] = s->score[i] * RA_POINT;
}

/* ---- nature ---- */

/* `ra`: the value after a Ra tile if it is known already, else NULL. */
static void
value_of_draw(const struct ra_judge *judge, const struct ra_state *s, const struct ra_value *ra,
              struct ra_value *out)
{
    int64_t win[RA_SEATS] = {0}, score[RA_SEATS] = {0}, total = 0;

    for (int kind = 0; kind < RA_KINDS; kind++) {
        struct ra_state after = *s;
        struct ra_value value;

        if (!s->bag[kind])
            continue;
        if (kind == RA_RA && ra) {
            value = *ra;
        } else {
            ra_step_chance(&after, ra_tile(kind));
            ra_search_after(judge, &after, &value);
        }
        for (int i = 0; i < s->seats; i++) {
            win[i] += (int64_t)value.win[i] * s->bag[kind];
            score[i] += (int64_t)value.score[i] * s->bag[kind];
        }
        total += s->bag[kind];
    }
    memset(out, 0, sizeof *out);
    for (int i = 0; i < s->seats; i++) {
        out->win[i] = (int32_t)(win[i] / total);
        out->score[i] = (int32_t)(score[i] / total);
    }
}

/* ---- auctions ---- */

/* The near-best window of an answer: 4 % of winning, by the judge. */
enum { DOUBT = RA_SURE / 25 };

/* The number of heuristic answers of twelve, by the number of players: with more players the
 * judge knows less about each. */
enum { TWELVE = 12 };
static const int16_t BY_THUMB[RA_SEATS + 1] = {0, 0, 0, 2, 4, 4};

struct auction {
    const struct ra_judge *judge;
    const struct ra_state *s;
    /* the value and end if this sun is the highest bid and the later seats play on as assumed */
    struct ra_value value[RA_SUNS + 1];
    uint8_t end[RA_SUNS + 1];
    struct ra_outlook outlook;
    struct ra_thumb thumb;
};

void
ra_search_settle(struct ra_state *s, int sun)
{
    s->high_sun = (uint8_t)sun;
    for (int i = 0; sun && i < s->seats; i++) {
        if (s->ready[i] >> sun & 1)
            s->high_seat = (uint8_t)i;
    }
    s->bidder = s->turn; /* the last seat to be asked passes */
    ra_step_apply(s, RA_STEP_PASS);
}

/* The suns of `suns` that are higher than `high`. */
static uint32_t
above(uint32_t suns, int high)
{
    return suns & ~((UINT32_C(2) << high) - 1);
}

/* How many seats may still be asked after the one that is asked now. */
static int
places_left(const struct ra_state *s)
{
    return (s->turn - s->bidder + s->seats) % s->seats;
}

/* The possible highest bids before the seat at `place` from now is asked. */
static uint32_t
bids_before(const struct ra_state *s, int place)
{
    uint32_t bids = UINT32_C(1) << s->high_sun;

    for (int i = 0; i < place; i++)
        bids |= above(s->ready[(s->bidder + i) % s->seats], s->high_sun);
    return bids;
}

static bool
must_bid(const struct ra_state *s, int seat, int high)
{
    return seat == s->turn && !high && s->cause == RA_BY_INVOKING &&
           ra_lot_size(s) < RA_TRACK && s->ready[seat];
}

/* What is left of DOUBT when an answer of this use is given in place of the best. */
static int64_t
margin(int32_t use, int32_t most)
{
    return (DOUBT - ((int64_t)most - use)) / 16;
}

/* The mean over the near-best answers. A seat that knows more, or less, than the judge
 * sometimes chooses another one. So the weight of an answer is the square of its margin over a
 * loss of DOUBT. Often one answer alone is near. */
static void
mean_of_answers(struct auction *a, uint32_t answers, const int32_t *use, int32_t most,
                struct ra_value *out)
{
    int64_t win[RA_SEATS] = {0}, score[RA_SEATS] = {0}, total = 0;
    uint32_t near = 0;

    for (; answers; answers &= answers - 1) {
        int sun = bits_lowest(answers);

        near |= (uint32_t)(margin(use[sun], most) > 0) << sun;
    }
    if (!(near & (near - 1))) {
        *out = a->value[bits_lowest(near)];
        return;
    }
    for (; near; near &= near - 1) {
        int sun = bits_lowest(near);
        int64_t better = margin(use[sun], most);

        for (int i = 0; i < a->s->seats; i++) {
            win[i] += better * better * a->value[sun].win[i];
            score[i] += better * better * a->value[sun].score[i];
        }
        total += better * better;
    }
    memset(out, 0, sizeof *out);
    for (int i = 0; i < a->s->seats; i++) {
        out->win[i] = (int32_t)(win[i] / total);
        out->score[i] = (int32_t)(score[i] / total);
    }
}

/* The mean if `part` of `whole` answers are that one. */
static void
mix_in(const struct ra_value *answer, int part, int whole, int seats, struct ra_value *mean)
{
    for (int i = 0; part && i < seats; i++) {
        mean->win[i] += (answer->win[i] - mean->win[i]) * part / whole;
        mean->score[i] += (answer->score[i] - mean->score[i]) * part / whole;
    }
}

/* The seat that is asked, and its suns above the highest bid so far. What it makes of them is the same whatever is bid
 * before it. */
struct asked {
    int seat;
    uint32_t suns;
    int32_t use[RA_SUNS + 1];
    struct ra_thumb_hopes hopes;
};

/* The value for the seat of being asked when `high` is the highest bid; the later seats are
 * solved already. */
static void
ask(struct auction *a, struct asked *asked, int high)
{
    uint32_t answers = above(asked->suns, high);
    int32_t *use = asked->use, most = INT32_MIN;
    int seat = asked->seat;
    bool forced = must_bid(a->s, seat, high);
    struct ra_value mean;
    int best = high, seats = a->s->seats;

    if (!answers)
        return;
    if (!forced) {
        answers |= UINT32_C(1) << high; /* a pass */
        use[high] = ra_use(&a->value[high], seats, seat);
    }
    for (uint32_t rest = answers; rest; rest &= rest - 1) {
        int sun = bits_lowest(rest);

        if (use[sun] > most) {
            most = use[sun];
            best = sun;
        }
    }
    a->end[high] = a->end[best];
    mean_of_answers(a, answers, use, most, &mean);
    mix_in(&a->value[best], a->judge->sure, 100, seats, &mean);
    if (BY_THUMB[seats])
        mix_in(&a->value[ra_thumb_answer(&a->thumb, &asked->hopes, seat, high, forced)],
               BY_THUMB[seats], TWELVE, seats, &mean);
    a->value[high] = mean;
}

static void
look_by_thumb(struct auction *a)
{
    uint8_t kinds[RA_TRACK];
    int count = ra_thumb_track(a->s, kinds);

    a->outlook = ra_look_ahead(a->s, a->s->bidder, &ra_no_taste);
    a->thumb = ra_thumb_lot(&a->outlook, kinds, count);
}

static uint32_t
ends_of(const struct auction *a)
{
    uint32_t ends = bids_before(a->s, places_left(a->s) + 1);

    if (must_bid(a->s, a->s->turn, a->s->high_sun))
        ends &= ~UINT32_C(1); /* somebody must bid */
    return ends;
}

/* The values of the ends with these suns. */
static void
value_suns(struct auction *a, uint32_t suns)
{
    for (; suns; suns &= suns - 1) {
        int sun = bits_lowest(suns);
        struct ra_state after = *a->s;

        ra_search_settle(&after, sun);
        ra_search_after(a->judge, &after, &a->value[sun]);
        a->end[sun] = (uint8_t)sun;
    }
}

/* The values of all ends of the auction. If it is solved once, they are found seat by seat. The lot of a seat is
 * the same whatever it gives, so a net has less to change. */
static void
value_ends(struct auction *a)
{
    uint32_t ends = ends_of(a);

    for (int i = 0; a->judge->once && i < a->s->seats; i++) {
        value_suns(a, ends & a->s->ready[i]);
        ends &= ~a->s->ready[i];
    }
    value_suns(a, ends);
}

/* The same for two auctions of the same tiles and suns. The positions at their ends differ little. */
static void
value_both_ends(struct auction *a, struct auction *b)
{
    uint32_t of_a = ends_of(a), of_b = ends_of(b);
    struct auction *first = a, *second = b;

    for (int i = 0; i <= a->s->seats; i++) {
        uint32_t suns = i < a->s->seats ? a->s->ready[i] : 1; /* at last no sun */

        for (uint32_t set = suns & (of_a | of_b); set; set &= set - 1) {
            uint32_t sun = set & ~(set - 1);
            struct auction *keep = first;

            value_suns(first, sun & (first == a ? of_a : of_b));
            value_suns(second, sun & (second == a ? of_a : of_b));
            first = second;
            second = keep;
        }
    }
}

static void
look_at_suns(const struct auction *a, int seat, struct asked *out)
{
    const struct ra_state *s = a->s;

    out->seat = seat;
    out->suns = above(s->ready[seat], s->high_sun);
    for (uint32_t rest = out->suns; rest; rest &= rest - 1) {
        int sun = bits_lowest(rest);

        out->use[sun] = ra_use(&a->value[sun], s->seats, seat);
    }
    if (BY_THUMB[s->seats])
        ra_thumb_hope(&a->thumb, seat, out->suns, &out->hopes);
}

/* Backward induction, from the last seat to be asked to the one at `first` from now. The array
 * is updated in place: entries of higher bids still belong to the later seat when a lower one
 * needs them. */
static void
ask_from(struct auction *a, int first)
{
    const struct ra_state *s = a->s;

    if (BY_THUMB[s->seats])
        look_by_thumb(a);
    for (int place = places_left(s); place >= first; place--) {
        struct asked asked;

        look_at_suns(a, (s->bidder + place) % s->seats, &asked);
        for (uint32_t bids = asked.suns ? bids_before(s, place) : 0; bids; bids &= bids - 1)
            ask(a, &asked, bits_lowest(bids));
    }
}

static int
solve(struct auction *a)
{
    value_ends(a);
    ask_from(a, 0);
    return a->end[a->s->high_sun];
}

int
ra_search_bidding(const struct ra_judge *judge, const struct ra_state *s)
{
    struct auction a = {.judge = judge, .s = s};

    return solve(&a);
}

int
ra_search_auction(const struct ra_judge *judge, const struct ra_state *s)
{
    judge->begin(judge->self, s);
    return ra_search_bidding(judge, s);
}

int
ra_search_sold(const struct ra_judge *judge, const struct ra_state *s, struct ra_value *out)
{
    struct auction a = {.judge = judge, .s = s};
    int sun = solve(&a);

    *out = a.value[s->high_sun];
    return sun;
}

/* ---- gods and disasters ---- */

/* The best action of the set for `seat`. */
static void
best_of(const struct ra_judge *judge, const struct ra_state *s, int seat, uint64_t actions,
        struct ra_value *out)
{
    int32_t most = INT32_MIN;

    for (; actions; actions &= actions - 1) {
        struct ra_state after = *s;
        struct ra_value value;
        int32_t use;

        ra_step_apply(&after, bits_lowest64(actions));
        ra_search_after(judge, &after, &value);
        use = ra_use(&value, s->seats, seat);
        if (use > most) {
            most = use;
            *out = value;
        }
    }
}

/* If more than two tiles must go, each is chosen as if it were the last. */
static void
value_of_many_discards(const struct ra_judge *judge, const struct ra_state *s,
                       struct ra_value *out)
{
    struct ra_state best = *s;
    int32_t most = INT32_MIN;

    for (uint64_t actions = ra_step_legal(s); actions; actions &= actions - 1) {
        struct ra_state after = *s;
        struct ra_value value;
        int32_t use;

        ra_step_apply(&after, bits_lowest64(actions));
        if (after.phase == RA_OVER)
            value_of_end(&after, &value);
        else
            judge->value(judge->self, &after, &value);
        use = ra_use(&value, s->seats, s->owed_seat);
        if (use > most) {
            most = use;
            best = after;
        }
    }
    ra_search_after(judge, &best, out);
}

/* ---- all together ---- */

void
ra_search_after(const struct ra_judge *judge, const struct ra_state *s, struct ra_value *out)
{
    switch ((enum ra_phase)s->phase) {
    case RA_DRAW:
        value_of_draw(judge, s, NULL, out);
        break;
    case RA_AUCTION:
        ra_search_sold(judge, s, out);
        break;
    case RA_GODS:
        best_of(judge, s, s->turn,
                s->takes < DEEPEST_TAKE ? ra_step_legal(s) : UINT64_C(1) << RA_STEP_END, out);
        break;
    case RA_DISCARD:
        if (s->owed_unrest + s->owed_earthquake <= MOST_SEARCHED)
            best_of(judge, s, s->owed_seat, ra_step_legal(s), out);
        else
            value_of_many_discards(judge, s, out);
        break;
    case RA_OVER:
        value_of_end(s, out);
        break;
    case RA_TURN:
    case RA_DEAL:
    case RA_PHASES:
        judge->value(judge->self, s, out);
        break;
    }
}

int
ra_search_seat(const struct ra_state *s)
{
    return s->phase == RA_AUCTION ? s->bidder : s->phase == RA_DISCARD ? s->owed_seat : s->turn;
}

/* The answers of the seat that is asked: those of all later seats are the same for each of its own. */
static int
search_answers(const struct ra_judge *judge, const struct ra_state *s, uint64_t actions,
               struct ra_option *out)
{
    struct auction a = {.judge = judge, .s = s};
    int count = 0;

    value_ends(&a);
    ask_from(&a, 1);
    for (; actions; actions &= actions - 1) {
        int action = bits_lowest64(actions);
        int high = action == RA_STEP_PASS ? s->high_sun : action - RA_STEP_BID;

        out[count++] = (struct ra_option){
            action, a.end[high], ra_use(&a.value[high], s->seats, s->bidder), a.value[high]};
    }
    return count;
}

/* Is there an auction of the same lot whether the seat invokes Ra or draws a Ra tile? */
static bool
is_sold_twice(const struct ra_state *s, uint64_t actions)
{
    const uint64_t both = 1u << RA_STEP_DRAW | 1u << RA_STEP_INVOKE;

    return s->phase == RA_TURN && (actions & both) == both && s->bag[RA_RA] &&
           s->ra_tiles + 1 < ra_track_length(s->seats);
}

/* Solves both: the option to invoke Ra, and the value after a Ra tile. */
static void
sell_twice(const struct ra_judge *judge, const struct ra_state *s, struct ra_option *invoked,
           struct ra_value *drawn)
{
    struct ra_state by_word = *s, by_tile = *s;
    struct auction word = {.judge = judge, .s = &by_word},
                   tile = {.judge = judge, .s = &by_tile};

    ra_step_apply(&by_word, RA_STEP_INVOKE);
    ra_step_apply(&by_tile, RA_STEP_DRAW);
    ra_step_chance(&by_tile, ra_tile(RA_RA));
    value_both_ends(&word, &tile);
    ask_from(&word, 0);
    ask_from(&tile, 0);
    *invoked = (struct ra_option){
        .action = RA_STEP_INVOKE, .end = word.end[0], .value = word.value[0]};
    *drawn = tile.value[0];
}

static void
search_one(const struct ra_judge *judge, const struct ra_state *s, struct ra_option *out)
{
    struct ra_state after = *s;

    out->end = s->phase == RA_AUCTION ? s->high_sun : RA_NO_AUCTION_ENDS;
    if (out->action > RA_STEP_BID && out->action <= RA_STEP_BID + RA_SUNS)
        out->end = out->action - RA_STEP_BID;
    ra_step_apply(&after, out->action);
    if (after.phase == RA_AUCTION)
        out->end = ra_search_sold(judge, &after, &out->value);
    else
        ra_search_after(judge, &after, &out->value);
}

int
ra_search_some(const struct ra_judge *judge, const struct ra_state *s, uint64_t actions,
               struct ra_option *out)
{
    int count = 0, seat = ra_search_seat(s);

    if (s->phase == RA_AUCTION && judge->once)
        return search_answers(judge, s, actions, out);
    if (judge->once && is_sold_twice(s, actions)) {
        struct ra_state draws = *s;
        struct ra_value drawn;

        sell_twice(judge, s, &out[1], &drawn);
        ra_step_apply(&draws, RA_STEP_DRAW);
        out[0] = (struct ra_option){.action = RA_STEP_DRAW, .end = RA_NO_AUCTION_ENDS};
        value_of_draw(judge, &draws, &drawn, &out[0].value);
        actions &= ~(UINT64_C(1) << RA_STEP_DRAW | UINT64_C(1) << RA_STEP_INVOKE);
        count = 2;
    }
    for (; actions; actions &= actions - 1) {
        out[count].action = bits_lowest64(actions);
        search_one(judge, s, &out[count++]);
    }
    for (int i = 0; i < count; i++)
        out[i].use = ra_use(&out[i].value, s->seats, seat);
    return count;
}

void
ra_search_prefer_sure(struct ra_option *options, int count, int seat)
{
    int32_t most = INT32_MIN;

    for (int i = 0; i < count; i++) {
        if (options[i].value.win[seat] >= RA_CERTAIN && options[i].use > most)
            most = options[i].use;
    }
    for (int i = 0; i < count && most > INT32_MIN; i++) {
        if (options[i].value.win[seat] < RA_CERTAIN && options[i].use >= most)
            options[i].use = most - 1;
    }
}

int
ra_search(const struct ra_judge *judge, const struct ra_state *s, struct ra_option *out)
{
    int count;

    judge->begin(judge->self, s);
    count = ra_search_some(judge, s, ra_step_legal(s), out);
    ra_search_prefer_sure(out, count, ra_search_seat(s));
    return count;
}

void
ra_search_value(const struct ra_judge *judge, const struct ra_state *s, struct ra_value *out)
{
    struct ra_option options[RA_MAX_ACTIONS];

    if (ra_step_legal(s)) {
        int best = ra_search_best(options, ra_search(judge, s, options));

        *out = options[best].value;
    } else {
        judge->begin(judge->self, s);
        ra_search_after(judge, s, out);
    }
}

int
ra_search_best(const struct ra_option *options, int count)
{
    int best = 0;

    for (int i = 1; i < count; i++) {
        if (options[i].use > options[best].use)
            best = i;
    }
    return best;
}
