/* SPDX-License-Identifier: MIT
 * amun_closing.c -- the end of a round of Amun-Re: income (phase 5), and scoring (phase 6) if a
 * kingdom ends.
 */
#include "amun_moves.h"

#include <string.h>

/* ---- phase 5: income ---- */

static void begin_scoring(struct amun_state *s, struct game_log *log);

static void
end_round(struct amun_state *s, struct game_log *log)
{
    s->turn = s->eight_gold = s->harvest = 0;
    if (s->round % 3 == 0) {
        begin_scoring(s, log);
    } else {
        s->round++;
        amun_begin_round(s, log);
    }
}

static void
take_income(struct amun_state *s, struct game_log *log)
{
    int sum = 0;

    AMUN_EACH(province, s->owned[s->turn])
    {
        struct amun_yield yield = amun_yield_of(s, (int)province, s->temple);

        sum += yield.harvest + yield.further;
        if (yield.eight) {
            amun_report(log, AMUN_EV_EIGHT_GOLD, s->turn, (int)province, yield.further);
            continue;
        }
        if (yield.harvest)
            amun_report(log, AMUN_EV_HARVESTED, s->turn, (int)province, yield.harvest);
        if (yield.further)
            amun_report(log, AMUN_EV_FURTHER_INCOME, s->turn, (int)province, yield.further);
    }
    amun_earn(s, s->turn, sum);
    amun_report(log, AMUN_EV_INCOME, s->turn, 0, sum);
}

/* Asks `seat`, or the seats after it, until one has a card to play [AR-INC-01]. */
void
amun_begin_income(struct amun_state *s, int seat, struct game_log *log)
{
    do {
        s->turn = (uint8_t)seat;
        s->eight_gold = s->harvest = AMUN_NONE;
        if (amun_can_use(s))
            return;
        take_income(s, log);
        seat = amun_left_of(s, seat);
    } while (seat != s->starting);
    end_round(s, log);
}

void
amun_end_income(struct amun_state *s, struct game_log *log)
{
    int next = amun_left_of(s, s->turn);

    take_income(s, log);
    if (next == s->starting)
        end_round(s, log);
    else
        amun_begin_income(s, next, log);
}

void
amun_use_income_card(struct amun_state *s, game_action a, struct game_log *log)
{
    int province = amun_arg(a);

    if (amun_verb(a) == AMUN_V_EIGHT_GOLD) {
        amun_discard(s, s->turn, AMUN_EIGHT_GOLD);
        amun_report(log, AMUN_EV_PLAYED, s->turn, province, AMUN_EIGHT_GOLD);
        s->eight_gold = (uint8_t)province;
    } else {
        amun_discard(s, s->turn, AMUN_HARVEST);
        amun_report(log, AMUN_EV_PLAYED, s->turn, province, AMUN_HARVEST);
        s->harvest = (uint8_t)province;
    }
    if (!amun_can_use(s))
        amun_end_income(s, log);
}

/* ---- phase 6: scoring ---- */

/* [AR-KING-01..03] */
static void
end_kingdom(struct amun_state *s, struct game_log *log)
{
    amun_report(log, AMUN_EV_KINGDOM_ENDED, GAME_NATURE, 0, 0);
    s->province_deck = s->drawn;
    s->drawn = 0;
    s->round++;
    memset(s->owned, 0, sizeof s->owned);
    memset(s->farmers, 0, sizeof s->farmers);
    memset(s->free_farmers, 0, sizeof s->free_farmers);
    amun_begin_round(s, log);
}

/* [AR-AMB-15]: leftover cards are sold; then gold is ranked [AR-SCORE-06]. */
static void
end_game(struct amun_state *s, struct game_log *log)
{
    for (int i = 0; i < s->seats; i++) {
        int count = amun_count(s->hand[i]);

        for (int card = 0; card < AMUN_CARDS; card++)
            s->discard[card] = (uint8_t)(s->discard[card] + s->hand[i][card]);
        memset(s->hand[i], 0, sizeof s->hand[i]);
        amun_earn(s, i, count);
        if (count)
            amun_report(log, AMUN_EV_CASHED, i, count, count);
    }
    for (int i = 0; i < s->seats; i++) {
        int rank, points = amun_gold_points(s, i, &rank);

        amun_gain(s, i, points);
        amun_report(log, AMUN_EV_SCORE_GOLD, i, rank, points);
        amun_report(log, AMUN_EV_SCORED, i, 0, s->score[i]);
    }
    s->phase = AMUN_OVER;
    for (int i = 0; i < s->seats; i++) {
        if (amun_winners(s) >> i & 1)
            amun_report(log, AMUN_EV_GAME_OVER, i, 0, 0);
    }
}

static void
end_scoring(struct amun_state *s, struct game_log *log)
{
    s->turn = 0;
    s->bonuses = 0;
    if (s->round == AMUN_ROUNDS)
        end_game(s, log);
    else
        end_kingdom(s, log);
}

static void
ask_bonus(struct amun_state *s, int seat, struct game_log *log)
{
    do {
        s->turn = (uint8_t)seat;
        s->bonuses = 0;
        if (amun_can_use(s))
            return;
        seat = amun_left_of(s, seat);
    } while (seat != s->starting);
    end_scoring(s, log);
}

void
amun_end_bonuses(struct amun_state *s, struct game_log *log)
{
    int next = amun_left_of(s, s->turn);

    if (next == s->starting)
        end_scoring(s, log);
    else
        ask_bonus(s, next, log);
}

void
amun_use_bonus(struct amun_state *s, int card, struct game_log *log)
{
    amun_discard(s, s->turn, card);
    s->bonuses |= (uint16_t)(1u << card);
    amun_gain(s, s->turn, 3); /* [AR-SCORE-05] */
    amun_report(log, AMUN_EV_SCORE_BONUS, s->turn, card, 3);
    amun_report(log, AMUN_EV_SCORED, s->turn, 0, s->score[s->turn]);
    if (!amun_can_use(s))
        amun_end_bonuses(s, log);
}

static void
begin_scoring(struct amun_state *s, struct game_log *log)
{
    s->phase = AMUN_SCORING;
    for (int i = 0; i < s->seats; i++) {
        struct amun_tally t = amun_score(s, i); /* depends on the board only */

        amun_gain(s, i, t.total);
        if (!log)
            continue;
        amun_report(log, AMUN_EV_SCORE_PYRAMIDS, i, 0, t.pyramids);
        amun_report(log, AMUN_EV_SCORE_SETS, i, amun_sets_of(s, i), t.sets);
        for (int side = AMUN_WEST; side <= AMUN_EAST; side++) {
            if (amun_has_side(s, i, side))
                amun_report(log, AMUN_EV_SCORE_SIDE, i, side, 5);
        }
        amun_report(log, AMUN_EV_SCORE_TEMPLES, i, amun_temples_of(s, i), t.temples);
        amun_report(log, AMUN_EV_SCORED, i, 0, s->score[i]);
    }
    ask_bonus(s, s->starting, log);
}
