/* SPDX-License-Identifier: MIT
 * amun_playout.c -- see amun_playout.h. Each phase of a round is a loop of its own
 * (amun_playout_bids.h, _turns.h, _offers.h, _income.h), on the table of amun_table.h.
 *
 * Gains, in games of four players a second on one busy machine (clang 14, -O3; the yardstick of
 * `khepri bench` made 0.8 M a second there):
 *
 *   the checked rules, by lists of actions                                          58 k
 *   legal actions counted and not listed, on the state of the rules                 79 k
 *   the table: a phase calls the next without testing the phase; three places a
 *   seat; hands as words; the highest bid of each province and the seats to bid
 *   kept, in place of comparing all markers; sealed actions done at once           210 k
 *   a turn in local variables, its sets updated incrementally; the ranks in gold
 *   without a branch                                                               235 k
 *
 * In the second line a game took 149,000 instructions, and callgrind predicted 1,375 branch
 * mispredictions; now it is 51,000 and 147. Single optimizations, each measured by removing it
 * from the table's first version:
 *
 *   - loops over seats of a constant length save 8 % of the instructions and 5 % of the time;
 *   - places found by multiplication in place of loops save 74 mispredictions and hardly any time;
 *   - doing five verbs at once, times 0 or 1, costs 7 % more instructions than a switch and is
 *     2 % faster.
 */
#include "amun_playout.h"

#include "amun_playout_bids.h"
#include "amun_playout_income.h"
#include "amun_playout_offers.h"
#include "amun_playout_turns.h"

/* [AR-KING-01..03] */
static inline void
end_kingdom(struct amun_table *t)
{
    t->province_deck = t->drawn;
    t->drawn = 0;
    t->held = 0;
    for (int p = 0; p < AMUN_PROVINCES; p++) {
        t->left[AMUN_FARMERS] += t->farmers[p] + t->free_farmers[p];
        t->farmers[p] = t->free_farmers[p] = 0;
    }
    for (int i = 0; i < AMUN_SEATS; i++)
        t->mine[i][0] = t->mine[i][1] = t->mine[i][2] = AMUN_BARREN;
}

/* [AR-AMB-15]: cards left over are sold. */
FOR_SEATS void
cash_in(struct amun_table *t, int n)
{
    for (int i = 0; i < n; i++) {
        earn(t, i, amun_pack_size(t->hand[i]));
        discard(t, i, t->hand[i]);
    }
}

/* ---- the course of a game ---- */

/* From any phase to the end: the first round starts in the current phase. */
FOR_SEATS void
play(struct amun_table *t, int n)
{
    enum amun_phase phase = (enum amun_phase)t->phase;

    if (phase == AMUN_START)
        t->starting = (uint8_t)pick(t, n); /* [AR-SETUP-07] */
    for (;; t->round++, phase = AMUN_START) {
        if (phase <= AMUN_DRAWING) {
            play_drawing(t, n);
            begin_bids(t, n);
        }
        if (phase <= AMUN_BID)
            play_bids(t, n);
        if (phase <= AMUN_ACTIONS) {
            play_turns(t, n);
            begin_offers(t, n);
        }
        if (phase <= AMUN_OFFER)
            play_offers(t, n);
        if (phase <= AMUN_CORRECT) {
            play_corrections(t);
            begin_rewards(t, n);
        }
        if (phase <= AMUN_REWARD) {
            play_rewards(t, n);
            t->turn = t->starting;
        }
        if (phase <= AMUN_INCOME) {
            play_incomes(t, n);
            if (t->round % 3 != 0)
                continue;
            begin_scoring(t, n);
        }
        play_scoring(t, n);
        if (t->round == AMUN_ROUNDS)
            break;
        end_kingdom(t);
    }
    cash_in(t, n);
}

/* [AR-SCORE-06]; without a branch except for the option, since the branch predictor cannot know
 * who is richer. */
static void
score_gold(struct amun_state *s)
{
    static const uint8_t points[AMUN_SEATS] = {6, 4, 2, 0, 0};

    for (int i = 0; i < s->seats; i++) {
        int rank = 0, gained;

        for (int j = 0; j < s->seats; j++)
            rank += s->gold[j] > s->gold[i];
        gained = s->options.gold_tie_drop_one ? amun_gold_points(s, i, &rank) : points[rank];
        s->score[i] = (int16_t)int_min(s->score[i] + gained, AMUN_MOST_POINTS);
    }
}

void
amun_playout(struct amun_state *s, uint64_t *rng)
{
    struct amun_table t;

    if (s->phase == AMUN_OVER)
        return;
    amun_table_set(&t, s);
    t.rng = *rng;
    if (t.seats == 3)
        play(&t, 3);
    else if (t.seats == 4)
        play(&t, 4);
    else
        play(&t, 5);
    *rng = t.rng;
    amun_table_end(&t, s);
    score_gold(s);
}
