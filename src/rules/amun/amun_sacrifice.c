/* SPDX-License-Identifier: MIT
 * amun_sacrifice.c -- phase 4 of Amun-Re: sealed offers, corrections, rewards.
 */
#include "amun_moves.h"

#include <string.h>

/* ---- phase 4: the sacrifice ---- */

static void
clear_offers(struct amun_state *s)
{
    s->total = 0;
    s->made = s->steals = s->corrects = s->due = 0;
    memset(s->offer, 0, sizeof s->offer);
    memset(s->sold, 0, sizeof s->sold);
}

void
amun_begin_offers(struct amun_state *s)
{
    s->phase = AMUN_OFFER;
    s->turn = 0;
    clear_offers(s);
}

/* [AR-SAC-06, AR-REW-07]: then income begins with the new starting player. */
static void
settle_sacrifice(struct amun_state *s, struct game_log *log)
{
    uint8_t order[AMUN_SEATS];

    amun_rank(s, order);
    for (int i = 0; i < s->seats; i++) {
        if (s->steals >> i & 1) {
            amun_earn(s, i, 3);
            amun_report(log, AMUN_EV_STOLE, i, 0, 3);
        }
    }
    s->starting = order[0];
    amun_report(log, AMUN_EV_STARTING, s->starting, 0, 0);
    clear_offers(s);
    s->phase = AMUN_INCOME;
    amun_begin_income(s, s->starting, log);
}

static void
next_reward(struct amun_state *s, struct game_log *log)
{
    uint8_t order[AMUN_SEATS];

    amun_reward_order(s, order);
    for (int i = 0; i < s->seats; i++) {
        if (s->due >> order[i] & 1) {
            s->turn = order[i];
            return;
        }
    }
    s->turn = 0;
    settle_sacrifice(s, log);
}

static void
begin_rewards(struct amun_state *s, struct game_log *log)
{
    uint8_t order[AMUN_SEATS];

    s->phase = AMUN_REWARD;
    s->temple = (uint8_t)amun_temple_space(&s->options.board, s->total);
    amun_report(log, AMUN_EV_TOTAL, GAME_NATURE, 0, s->total);
    amun_report(log, AMUN_EV_TEMPLE, GAME_NATURE, 0, s->temple);
    amun_rank(s, order);
    for (int i = 0; i < s->seats; i++) {
        int items = amun_items_due(s, order[i]);

        if (items) {
            s->due |= (uint8_t)(1u << order[i]);
            amun_report(log, AMUN_EV_REWARD_DUE, order[i], i + 1, items);
        }
    }
    next_reward(s, log);
}

/* The next seat that corrects, clockwise from the starting player [AR-SAC-03]. */
static void
next_correction(struct amun_state *s, struct game_log *log)
{
    int seat = s->starting;

    if (!s->due) {
        begin_rewards(s, log);
        return;
    }
    while (!(s->due >> seat & 1))
        seat = amun_left_of(s, seat);
    s->phase = AMUN_CORRECT;
    s->turn = (uint8_t)seat;
}

void
amun_correct(struct amun_state *s, int by, struct game_log *log)
{
    s->total += by;
    s->due = (uint8_t)(s->due & ~(1u << s->turn));
    amun_report(log, AMUN_EV_CORRECTED, s->turn, 0, by);
    next_correction(s, log);
}

static void
reveal_one(struct amun_state *s, int seat, struct game_log *log)
{
    bool steals = s->steals >> seat & 1, corrects = s->corrects >> seat & 1;
    int offer = steals ? -3 : s->offer[seat];

    for (int card = 0; card < AMUN_CARDS; card++) {
        int count = s->sold[seat][card];

        if (!count)
            continue;
        s->hand[seat][card] = (uint8_t)(s->hand[seat][card] - count);
        s->discard[card] = (uint8_t)(s->discard[card] + count);
        amun_earn(s, seat, count);
        amun_report(log, AMUN_EV_SOLD, seat, count, card);
    }
    if (corrects)
        amun_discard(s, seat, AMUN_CORRECTION);
    s->gold[seat] = (int16_t)(s->gold[seat] - s->offer[seat]);
    s->total += offer;
    amun_report(log, AMUN_EV_OFFERED, seat, corrects, offer);
}

static void
reveal(struct amun_state *s, struct game_log *log)
{
    for (int i = 0, seat = s->starting; i < s->seats; i++, seat = amun_left_of(s, seat))
        reveal_one(s, seat, log);
    s->due = s->corrects;
    next_correction(s, log);
}

void
amun_seal(struct amun_state *s, int seat, game_action a, struct game_log *log)
{
    unsigned bit = 1u << seat, corrects = a & 1u;

    if (amun_verb(a) == AMUN_V_SELL) {
        s->sold[seat][amun_arg(a)]++;
        return; /* hidden until the reveal */
    }
    if (amun_verb(a) == AMUN_V_STEAL)
        s->steals |= (uint8_t)bit;
    else
        s->offer[seat] = (int16_t)(amun_arg(a) >> 1);
    if (corrects)
        s->corrects |= (uint8_t)bit;
    s->made |= (uint8_t)bit;
    amun_report(log, AMUN_EV_SEALED, seat, 0, 0);
    if (s->made == (1u << s->seats) - 1)
        reveal(s, log);
}

/* After a choice, a card or a placement: continues when nothing of it is left. */
void
amun_continue_reward(struct amun_state *s, struct game_log *log)
{
    if (!s->to_draw && !s->to_farm && !s->to_build)
        next_reward(s, log);
}

void
amun_take_reward(struct amun_state *s, game_action a, struct game_log *log)
{
    int arg = amun_arg(a);

    if (amun_verb(a) == AMUN_V_REWARD) {
        s->to_draw = (uint8_t)(arg >> 4 & 3);
        s->to_farm = (uint8_t)(arg >> 2 & 3);
        s->to_build = (uint8_t)(arg & 3);
        s->due = (uint8_t)(s->due & ~(1u << s->turn));
        amun_report(log, AMUN_EV_REWARD, s->turn, 0,
                    100 * s->to_draw + 10 * s->to_farm + s->to_build);
    } else if (amun_verb(a) == AMUN_V_FARMER) {
        s->to_farm--;
        amun_place_farmer(s, arg, 0, log);
    } else {
        s->to_build--;
        amun_set_stone(s, arg, 0, log);
    }
    amun_continue_reward(s, log);
}
