/* SPDX-License-Identifier: MIT
 * amun_bidding.c -- see amun_bidding.h.
 *
 * The judge is asked once what a province at a price is worth to a seat, in a few outcomes of
 * the whole bidding. The bidding is searched on these numbers. Some bids ahead have all
 * sensible answers. Then each seat in turn makes its greedy bid at the lowest price. The judge
 * values the outcome again, so the value of an option is that of a position, not of an
 * estimate.
 */
#include "amun_bidding.h"

#include <string.h>

#include "amun_step.h"
#include "bits.h"
#include "rng.h"

enum { NONE = 0xff, SETTLED = 256, ANSWERS = 4, HIGHER = 2, ODDS = 1024 };

/* The markers; places are indices of the provinces on offer. */
struct node {
    uint8_t place[AMUN_SEATS], space[AMUN_SEATS];
    uint8_t top[AMUN_SEATS]; /* of a place: the seat that holds it */
    uint8_t bar[AMUN_SEATS]; /* ... and the lowest space that may be bid */
    uint8_t may_raise; /* seats that may go higher in the same place */
    uint8_t waiting; /* seats that still have to bid: without a marker, or overbid */
    uint8_t blockade, turn;
};

_Static_assert(AMUN_SPACES + 2 < 64, "spaces are bits of a word, with room above for bars");

struct settled {
    uint64_t key; /* 0: empty */
    struct amun_value value;
};

struct market {
    const struct amun_judge *judge;
    amun_evaluator *evaluate;
    const struct amun_effort *effort;
    const struct amun_state *s;
    uint64_t chance;
    int32_t own[AMUN_SEATS]
               [AMUN_SEATS]; /* the value of a place for a seat, without its price */
    int32_t cost[AMUN_SEATS][AMUN_SPACES]; /* ... and the cost of paying */
    uint64_t payable[AMUN_SEATS]; /* the spaces that a seat has the gold for */
    int32_t mood[AMUN_SEATS][AMUN_SEATS]; /* own, with the noise of this sample */
    struct settled known[SETTLED];
};

/* ---- what bids are reckoned in ---- */

/* log2 in units of 2^-10: the bits, and a parabola between powers of two. */
static int32_t
log_of(int32_t x)
{
    int32_t whole = 0, rest;

    while (x >> (whole + 1))
        whole++;
    rest = (int32_t)(((int64_t)(x - (1 << whole)) << 10) >> whole);
    return (whole << 10) + rest + (rest * (1024 - rest) >> 10) * 354 / 1024;
}

/* Chances of winning do not add up, but odds multiply. So values of provinces and prices are
 * added as log-odds, away from both ends, where points decide. */
static int32_t
odds(const struct amun_value *value, int seats, int seat)
{
    int32_t win = amun_use(value, seats, seat), edge = AMUN_SURE / 200;

    win = win < edge ? edge + (win - edge) / 8 : win;
    win = win < edge / 2 ? edge / 2 : win > AMUN_SURE - edge ? AMUN_SURE - edge : win;
    return log_of(win) - log_of(AMUN_SURE - win);
}

/* ---- settlements ---- */

static bool
can_pay(const struct amun_state *s, int seat, int space)
{
    return space < s->options.board.bid_count &&
           s->options.board.bid_numbers[space] <= s->gold[seat];
}

/* The value if the bidding that has come to *s ends with the markers there. */
static const struct amun_value *
settle(struct market *m, const struct amun_state *s, const struct node *end)
{
    struct amun_state after;
    struct settled *place;
    uint64_t key = 1, rng = m->chance;
    int last = s->seats - 1;

    for (int i = 0; i < s->seats; i++)
        key = key << 7 | (uint64_t)end->place[i] << 4 | end->space[i];
    key = key << 10 | (uint64_t)s->blockade << 5 | s->overbid_power;
    place = &m->known[rng_mix(key) & (SETTLED - 1)];
    if (place->key == key)
        return &place->value;
    place->key = key;
    after = *s;
    for (int i = 0; i < s->seats; i++) {
        after.marker[i] = s->offered[end->place[i]];
        after.space[i] = end->space[i];
    }
    after.turn = (uint8_t)last;
    amun_step(&after, last, amun_bid(after.marker[last], after.space[last], 0));
    m->evaluate(m->judge, &after, m->effort, &rng, &place->value);
    return &place->value;
}

static void
survey_places(struct market *m)
{
    int seats = m->s->seats, count = 0;
    int64_t sum[AMUN_SEATS][AMUN_SEATS] = {{0}};

    for (int by = 1; by < seats; by++) {
        if (seats % 2 == 0 && by % 2 == 0)
            continue; /* two markers would be in one place */
        for (int from = 0; from < seats; from++) {
            struct node end = {0};
            const struct amun_value *value;

            for (int i = 0; i < seats; i++)
                end.place[i] = (uint8_t)((i * by + from) % seats);
            value = settle(m, m->s, &end);
            for (int i = 0; i < seats; i++)
                sum[i][end.place[i]] += odds(value, seats, i);
        }
        count++;
    }
    for (int i = 0; i < seats; i++) {
        for (int p = 0; p < seats; p++)
            m->own[i][p] = (int32_t)(sum[i][p] / count);
    }
}

/* Every second space is asked for; the others are interpolated by gold. */
static void
survey_costs(struct market *m, int seat)
{
    const int16_t *numbers = m->s->options.board.bid_numbers;
    int seats = m->s->seats, before = 0, most = 0;
    struct node end = {0};
    int32_t nothing;

    for (int i = 0; i < seats; i++)
        end.place[i] = (uint8_t)i;
    nothing = odds(settle(m, m->s, &end), seats, seat);
    while (can_pay(m->s, seat, most + 1))
        most++;
    for (int space = 2; before < most; space += 2) {
        int now = space < most ? space : most, between = numbers[now] - numbers[before];

        end.space[seat] = (uint8_t)now;
        m->cost[seat][now] = nothing - odds(settle(m, m->s, &end), seats, seat);
        for (int k = before + 1; k < now; k++) {
            int64_t part = numbers[k] - numbers[before];

            m->cost[seat][k] =
                m->cost[seat][before] +
                (int32_t)((m->cost[seat][now] - m->cost[seat][before]) * part / between);
        }
        before = now;
    }
}

static void
survey(struct market *m, const struct amun_judge *judge, amun_evaluator *evaluate,
       const struct amun_state *s, const struct amun_effort *effort, uint64_t *rng)
{
    m->judge = judge;
    m->evaluate = evaluate;
    m->effort = effort;
    m->s = s;
    m->chance = rng_next(rng);
    for (int i = 0; i < s->seats; i++) {
        m->payable[i] = 0;
        for (int space = 0; space < AMUN_SPACES; space++)
            m->payable[i] |= (uint64_t)can_pay(s, i, space) << space;
    }
    memset(m->known, 0, sizeof m->known);
    memset(m->cost, 0, sizeof m->cost);
    survey_places(m);
    for (int i = 0; i < s->seats; i++)
        survey_costs(m, i);
}

/* The values for seats other than `seat` are uncertain; the first sample has no noise. */
static void
change_mood(struct market *m, int seat, uint64_t *rng)
{
    int seats = m->s->seats;

    for (int i = 0; i < seats; i++) {
        int32_t low = m->own[i][0], high = low, swing;

        for (int p = 1; p < seats; p++) {
            low = m->own[i][p] < low ? m->own[i][p] : low;
            high = m->own[i][p] > high ? m->own[i][p] : high;
        }
        swing = high - low + ODDS / 2;
        for (int p = 0; p < seats; p++) {
            int32_t by = (int32_t)rng_below(rng, (uint32_t)swing) +
                         (int32_t)rng_below(rng, (uint32_t)swing) - swing;

            m->mood[i][p] = m->own[i][p] + (i == seat ? 0 : by);
        }
    }
}

/* ---- the bidding ---- */

static bool
must_bid(const struct node *node, int seat)
{
    return node->place[seat] == NONE || node->top[node->place[seat]] != seat;
}

static struct node
node_of(const struct amun_state *s)
{
    struct node node = {.turn = s->turn, .blockade = s->blockade};

    memset(node.top, NONE, sizeof node.top);
    for (int i = 0; i < s->seats; i++) {
        if ((s->overbid_power >> i & 1) || s->hand[i][AMUN_OVERBID])
            node.may_raise |= (uint8_t)(1u << i);
        node.place[i] = NONE;
        for (int p = 0; p < s->offered_count; p++) {
            int above = s->space[i] + 1 + (s->blockade >> i & 1);

            if (s->marker[i] != s->offered[p])
                continue;
            node.place[i] = (uint8_t)p;
            node.space[i] = s->space[i];
            if (above > node.bar[p]) {
                node.bar[p] = (uint8_t)above;
                node.top[p] = (uint8_t)i;
            }
        }
    }
    for (int i = 0; i < s->seats; i++)
        node.waiting |= (uint8_t)(must_bid(&node, i) << i);
    return node;
}

/* The next seat to bid, from `turn` on; NONE when the bidding is over. */
static int
next_to_bid(const struct node *node)
{
    uint32_t set = node->waiting, from_turn = set >> node->turn << node->turn;

    if (!set)
        return NONE;
    return bits_lowest(from_turn ? from_turn : set);
}

static void
place_marker(struct node *node, int seat, int place, int space, int seats)
{
    if (node->top[place] != NONE)
        node->waiting |= (uint8_t)(1u << node->top[place]);
    node->waiting &= (uint8_t)(~(1u << seat));
    node->place[seat] = (uint8_t)place;
    node->space[seat] = (uint8_t)space;
    node->top[place] = (uint8_t)seat;
    node->bar[place] = (uint8_t)(space + 1 + (node->blockade >> seat & 1));
    node->turn = (uint8_t)(seat + 1 == seats ? 0 : seat + 1);
}

static int32_t
gain(const struct market *m, int seat, int place, int space)
{
    return m->mood[seat][place] - m->cost[seat][space];
}

struct answer {
    uint8_t place, space;
    int32_t gain;
};

/* The best bids of `seat` if it could keep the province, best first. */
static int
answers(const struct market *m, const struct node *node, int seat, int most, int higher,
        struct answer *out)
{
    int count = 0;

    for (int p = 0; p < m->s->seats; p++) {
        if (p == node->place[seat] && !(node->may_raise >> seat & 1))
            continue;
        for (int space = node->bar[p]; space <= node->bar[p] + higher; space++) {
            struct answer a;
            int at = count;

            if (!(m->payable[seat] >> space & 1))
                break;
            a = (struct answer){(uint8_t)p, (uint8_t)space, gain(m, seat, p, space)};
            if (at == most && a.gain <= out[at - 1].gain)
                break; /* higher spaces cost more */
            at = at == most ? at - 1 : at;
            for (; at > 0 && out[at - 1].gain < a.gain; at--)
                out[at] = out[at - 1];
            out[at] = a;
            count = count < most ? count + 1 : most;
        }
    }
    return count;
}

/* The first of the best bids at the lowest price; false if there is none. */
static bool
best_answer(const struct market *m, const struct node *node, int seat, struct answer *out)
{
    int32_t most = INT32_MIN;

    for (int p = 0; p < m->s->seats; p++) {
        int space = node->bar[p];
        int32_t mine;

        if (!(m->payable[seat] >> space & 1) ||
            (p == node->place[seat] && !(node->may_raise >> seat & 1)))
            continue;
        mine = gain(m, seat, p, space);
        if (mine > most) {
            most = mine;
            *out = (struct answer){(uint8_t)p, (uint8_t)space, mine};
        }
    }
    return most > INT32_MIN;
}

/* Each seat in turn makes its greedy bid. */
static void
run_on(const struct market *m, struct node *node)
{
    int seats = m->s->seats;

    for (int seat; (seat = next_to_bid(node)) != NONE;) {
        struct answer best;

        if (!best_answer(m, node, seat, &best))
            return; /* not reached under the rules */
        place_marker(node, seat, best.place, best.space, seats);
    }
}

/* The outcome, with `ahead` bids searched. */
static void
search(const struct market *m, struct node *node, int ahead)
{
    struct answer list[ANSWERS];
    struct node best = *node;
    int seats = m->s->seats, seat = next_to_bid(node), count;
    int32_t most = INT32_MIN;

    if (ahead == 0 || seat == NONE) {
        run_on(m, node);
        return;
    }
    count = answers(m, node, seat, ANSWERS, HIGHER, list);
    for (int i = 0; i < count; i++) {
        struct node after = *node;
        int32_t mine;

        place_marker(&after, seat, list[i].place, list[i].space, seats);
        search(m, &after, ahead - 1);
        mine = gain(m, seat, after.place[seat], after.space[seat]);
        if (mine > most) {
            most = mine;
            best = after;
        }
    }
    *node = best;
}

/* ---- all together ---- */

/* Adds the outcome of the bid in the current sample. */
static void
add_outcome(struct market *m, game_action a, struct amun_value *sum)
{
    struct amun_state after = *m->s;
    struct amun_value value;
    uint64_t rng = m->chance;

    amun_step(&after, m->s->turn, a);
    if (after.phase == AMUN_BID) {
        struct node node = node_of(&after);

        search(m, &node, m->effort->ahead);
        value = *settle(m, &after, &node);
    } else {
        m->evaluate(m->judge, &after, m->effort, &rng, &value);
    }
    for (int i = 0; i < m->s->seats; i++) {
        sum->win[i] += value.win[i] / m->effort->moods;
        sum->score[i] += value.score[i] / m->effort->moods;
    }
}

/* The bids that are searched: all, or those not much above the lowest. */
static int
list_bids(const struct amun_state *s, int jumps, game_action *out)
{
    game_action legal[256];
    struct node node = node_of(s);
    int all = amun_actions(s, s->turn, legal), count = 0;

    for (int i = 0; i < all && amun_verb(legal[i]) == AMUN_V_BID; i++) {
        int place = 0;

        while (s->offered[place] != (legal[i] >> 8 & 0xff))
            place++;
        if ((int)(legal[i] >> 2 & 63) <= node.bar[place] + jumps)
            out[count++] = legal[i];
    }
    return count;
}

int
amun_search_bids(const struct amun_judge *judge, amun_evaluator *evaluate,
                 const struct amun_state *s, const struct amun_effort *effort, uint64_t *rng,
                 struct amun_option *out)
{
    game_action bids[AMUN_MOST_PLANS];
    struct market m;
    int count = list_bids(s, effort->jumps, bids);

    survey(&m, judge, evaluate, s, effort, rng);
    for (int i = 0; i < count; i++) {
        memset(&out[i], 0, sizeof out[i]);
        out[i].plan = (struct amun_plan){.count = 1, .actions = {bids[i]}};
    }
    for (int mood = 0; mood < effort->moods; mood++) {
        memcpy(m.mood, m.own, sizeof m.mood);
        if (mood)
            change_mood(&m, s->turn, rng);
        for (int i = 0; i < count; i++)
            add_outcome(&m, bids[i], &out[i].value);
    }
    for (int i = 0; i < count; i++)
        out[i].use = amun_use(&out[i].value, s->seats, s->turn);
    return count;
}

void
amun_value_of_bidding(const struct amun_judge *judge, amun_evaluator *evaluate,
                      const struct amun_state *s, const struct amun_effort *effort,
                      uint64_t *rng, struct amun_value *out)
{
    struct amun_option options[AMUN_MOST_PLANS];
    int count = amun_search_bids(judge, evaluate, s, effort, rng, options);

    *out = options[amun_search_best(options, count, rng)].value;
}
