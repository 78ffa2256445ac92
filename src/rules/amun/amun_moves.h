/* SPDX-License-Identifier: MIT
 * amun_moves.h -- where the phases of Amun-Re go on to each other: what the files of moves (amun.c, amun_sacrifice.c,
 * amun_closing.c, amun_moves.c) ask of one another. All of it is for moves that are known to be legal.
 */
/* clang-format off */
#ifndef KHEPRI_AMUN_MOVES_H
#define KHEPRI_AMUN_MOVES_H

#include "amun_parts.h"
#include "minmax.h"

static inline void
amun_earn(struct amun_state *s, int seat, int gold)
{
    s->gold[seat] = (int16_t)int_min(s->gold[seat] + gold, AMUN_MOST_GOLD);
}

static inline void
amun_gain(struct amun_state *s, int seat, int points)
{
    s->score[seat] = (int16_t)int_min(s->score[seat] + points, AMUN_MOST_POINTS);
}

static inline void
amun_discard(struct amun_state *s, int seat, int card)
{
    s->hand[seat][card]--;
    s->discard[card]++;
}

/* Phase 1 of a round. */
void amun_begin_round(struct amun_state *s, struct game_log *log);

/* A stone or a pyramid for a province, caused by `seat` (or nature); the third stone becomes a
 * pyramid [AR-STONE-02]. */
void amun_place_stone(struct amun_state *s, int seat, int province, struct game_log *log);
void amun_build_pyramid(struct amun_state *s, int seat, int province, struct game_log *log);

/* A farmer or a stone that the seat on turn pays for. */
void amun_place_farmer(struct amun_state *s, int province, int price, struct game_log *log);
void amun_set_stone(struct amun_state *s, int province, int price, struct game_log *log);

/* Phase 4; the last sealed offer reveals all. */
void amun_begin_offers(struct amun_state *s);
void amun_seal(struct amun_state *s, int seat, game_action a, struct game_log *log);
void amun_correct(struct amun_state *s, int by, struct game_log *log);
void amun_take_reward(struct amun_state *s, game_action a, struct game_log *log);

/* After a choice, a card or a placement: continues when nothing of the reward is left. */
void amun_continue_reward(struct amun_state *s, struct game_log *log);

/* Phase 5: asks `seat`, or the seats after it, until one has a card to play [AR-INC-01]. */
void amun_begin_income(struct amun_state *s, int seat, struct game_log *log);
void amun_use_income_card(struct amun_state *s, game_action a, struct game_log *log);
void amun_end_income(struct amun_state *s, struct game_log *log);

/* Phase 6. */
void amun_use_bonus(struct amun_state *s, int card, struct game_log *log);
void amun_end_bonuses(struct amun_state *s, struct game_log *log);

#endif
