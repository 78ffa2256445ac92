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

/* From this chance on a win is certain: means of certain wins are rounded down. */
enum { CERTAIN = RA_SURE - 256 };

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

static void
value_of_draw(const struct ra_judge *judge, const struct ra_state *s, struct ra_value *out)
{
    int64_t win[RA_SEATS] = {0}, score[RA_SEATS] = {0}, total = 0;

    for (int kind = 0; kind < RA_KINDS; kind++) {
        struct ra_state after = *s;
        struct ra_value value;

        if (!s->bag[kind])
            continue;
        ra_step_chance(&after, ra_tile(kind));
        ra_search_after(judge, &after, &value);
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
enum { DOUBT = RA_SURE / 25, MOST_ANSWERS = RA_SUNS + 1 };

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

/* The mean over the near-best answers. A seat that knows more, or less, than the judge
 * sometimes chooses another one. So the weight of an answer is the square of its margin over a
 * loss of DOUBT. */
static void
mean_of_answers(struct auction *a, uint32_t answers, const int32_t *use, int32_t most,
                struct ra_value *out)
{
    int64_t win[RA_SEATS] = {0}, score[RA_SEATS] = {0}, total = 0;

    for (; answers; answers &= answers - 1) {
        int sun = bits_lowest(answers);
        int64_t better = (DOUBT - ((int64_t)most - use[sun])) / 16;

        if (better <= 0)
            continue;
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

/* The value for `seat` of being asked when `high` is the highest bid; the later seats are
 * solved already. */
static void
ask(struct auction *a, int seat, int high)
{
    uint32_t answers = above(a->s->ready[seat], high);
    int32_t use[MOST_ANSWERS], most = INT32_MIN;
    bool forced = must_bid(a->s, seat, high);
    struct ra_value mean;
    int best = high, seats = a->s->seats;

    if (!answers)
        return;
    if (!forced)
        answers |= UINT32_C(1) << high; /* a pass */
    for (uint32_t rest = answers; rest; rest &= rest - 1) {
        int sun = bits_lowest(rest);

        use[sun] = ra_use(&a->value[sun], a->s->seats, seat);
        if (use[sun] > most) {
            most = use[sun];
            best = sun;
        }
    }
    a->end[high] = a->end[best];
    mean_of_answers(a, answers, use, most, &mean);
    mix_in(&a->value[best], a->judge->sure, 100, seats, &mean);
    if (BY_THUMB[seats])
        mix_in(&a->value[ra_thumb_answer(&a->thumb, seat, high, forced)], BY_THUMB[seats],
               TWELVE, seats, &mean);
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

/* The values of all ends of the auction. */
static void
value_ends(struct auction *a)
{
    const struct ra_state *s = a->s;
    uint32_t ends = bids_before(s, places_left(s) + 1);

    if (must_bid(s, s->turn, s->high_sun))
        ends &= ~UINT32_C(1); /* somebody must bid */
    for (; ends; ends &= ends - 1) {
        int sun = bits_lowest(ends);
        struct ra_state after = *s;

        ra_search_settle(&after, sun);
        ra_search_after(a->judge, &after, &a->value[sun]);
        a->end[sun] = (uint8_t)sun;
    }
}

/* Backward induction, from the last seat to be asked to the one at `first` from now. The array
 * is updated in place: entries of higher bids still belong to the later seat when a lower one
 * needs them. */
static void
solve_from(struct auction *a, int first)
{
    const struct ra_state *s = a->s;

    if (BY_THUMB[s->seats])
        look_by_thumb(a);
    value_ends(a);
    for (int place = places_left(s); place >= first; place--) {
        for (uint32_t bids = bids_before(s, place); bids; bids &= bids - 1)
            ask(a, (s->bidder + place) % s->seats, bits_lowest(bids));
    }
}

static int
solve(struct auction *a)
{
    solve_from(a, 0);
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
        value_of_draw(judge, s, out);
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

    solve_from(&a, 1);
    for (; actions; actions &= actions - 1) {
        int action = bits_lowest64(actions);
        int high = action == RA_STEP_PASS ? s->high_sun : action - RA_STEP_BID;

        out[count++] = (struct ra_option){
            action, a.end[high], ra_use(&a.value[high], s->seats, s->bidder), a.value[high]};
    }
    return count;
}

int
ra_search_some(const struct ra_judge *judge, const struct ra_state *s, uint64_t actions,
               struct ra_option *out)
{
    int count = 0, seat = ra_search_seat(s);

    if (s->phase == RA_AUCTION && judge->once)
        return search_answers(judge, s, actions, out);
    for (; actions; actions &= actions - 1) {
        struct ra_option *option = &out[count++];
        struct ra_state after = *s;

        option->action = bits_lowest64(actions);
        option->end = s->phase == RA_AUCTION ? s->high_sun : RA_NO_AUCTION_ENDS;
        if (option->action > RA_STEP_BID && option->action <= RA_STEP_BID + RA_SUNS)
            option->end = option->action - RA_STEP_BID;
        ra_step_apply(&after, option->action);
        if (after.phase == RA_AUCTION)
            option->end = ra_search_sold(judge, &after, &option->value);
        else
            ra_search_after(judge, &after, &option->value);
        option->use = ra_use(&option->value, s->seats, seat);
    }
    return count;
}

void
ra_search_prefer_sure(struct ra_option *options, int count, int seat)
{
    int32_t most = INT32_MIN;

    for (int i = 0; i < count; i++) {
        if (options[i].value.win[seat] >= CERTAIN && options[i].use > most)
            most = options[i].use;
    }
    for (int i = 0; i < count && most > INT32_MIN; i++) {
        if (options[i].value.win[seat] < CERTAIN && options[i].use >= most)
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
