/* SPDX-License-Identifier: MIT
 * amun_moves.c -- actions that several phases of Amun-Re share: farmers, stones, pyramids, and
 * the start of a round.
 */
#include "amun_moves.h"

#include "minmax.h"

void
amun_begin_round(struct amun_state *s, struct game_log *log)
{
    s->phase = AMUN_DRAWING;
    s->turn = 0;
    amun_report(log, AMUN_EV_ROUND_BEGAN, s->starting, 0, s->round);
}

void
amun_build_pyramid(struct amun_state *s, int seat, int province, struct game_log *log)
{
    s->pyramids[province] = (uint16_t)int_min(s->pyramids[province] + 1, AMUN_MOST_PYRAMIDS);
    amun_report(log, AMUN_EV_PYRAMID, seat, 0, province);
}

/* [AR-STONE-02]: the third becomes a pyramid. */
void
amun_place_stone(struct amun_state *s, int seat, int province, struct game_log *log)
{
    if (++s->stones[province] == 3) {
        s->stones[province] = 0;
        amun_build_pyramid(s, seat, province, log);
    }
}

void
amun_place_farmer(struct amun_state *s, int province, int price, struct game_log *log)
{
    s->farmers[province]++;
    s->gold[s->turn] = (int16_t)(s->gold[s->turn] - price);
    amun_report(log, AMUN_EV_FARMER, s->turn, price, province);
}

void
amun_set_stone(struct amun_state *s, int province, int price, struct game_log *log)
{
    s->gold[s->turn] = (int16_t)(s->gold[s->turn] - price);
    amun_report(log, AMUN_EV_STONE, s->turn, price, province);
    amun_place_stone(s, s->turn, province, log);
}
