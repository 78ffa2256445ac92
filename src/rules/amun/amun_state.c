/* SPDX-License-Identifier: MIT
 * amun_state.c -- the state of Amun-Re: valid options, setup, and whose move it is.
 */
#include "amun_parts.h"

#include <string.h>

/* ---- options ---- */

static bool
ground_good(const struct amun_ground *g)
{
    return g->side <= AMUN_EAST && g->egypt <= AMUN_UPPER && g->bank <= 1 && g->farms <= 9 &&
           g->printed_farmers <= 9 && g->limit <= 9 && g->free_cards <= 9 &&
           g->free_stones <= 9 && g->free_gold <= 99 && g->income_always <= 99 &&
           g->income_camel <= 99 && g->temples <= 9;
}

static bool
board_good(const struct amun_board *b)
{
    if (b->bid_count < 2 || b->bid_count > AMUN_SPACES || b->bid_numbers[0])
        return false;
    for (int i = 1; i < AMUN_SPACES; i++) {
        if (i < b->bid_count
                ? b->bid_numbers[i] <= b->bid_numbers[i - 1] || b->bid_numbers[i] > 999
                : b->bid_numbers[i] != 0)
            return false;
    }
    for (int i = 1; i < 3; i++) {
        if (b->temple_limits[i] <= b->temple_limits[i - 1])
            return false;
    }
    for (int card = 0; card < AMUN_CARDS; card++) {
        if (b->power_cards[card] > 20)
            return false;
    }
    for (int i = 0; i < AMUN_SUPPLIES; i++) {
        if (b->supplies[i] > 99)
            return false;
    }
    for (int p = 0; p < AMUN_PROVINCES; p++) {
        if (!ground_good(&b->provinces[p]))
            return false;
    }
    return b->power_cards[AMUN_BUILDER] >= AMUN_SEATS && !b->name[AMUN_NAME_ROOM - 1];
}

bool
amun_options_good(const struct amun_options *o)
{
    return (o->baharya_printed_farmers == 0 || o->baharya_printed_farmers == 2) &&
           o->supplies_limited <= 1 && o->side_award_min <= 1 && o->gold_tie_drop_one <= 1 &&
           board_good(&o->board);
}

/* ---- setup ---- */

enum game_err
amun_setup(struct amun_state *s, int seats, const struct amun_options *options)
{
    if (seats < AMUN_FEWEST_SEATS || seats > AMUN_SEATS || !amun_options_good(options))
        return GAME_SETUP; /* [AR-SETUP-01] */

    memset(s, 0, sizeof *s);
    s->options = *options;
    s->seats = (uint8_t)seats;
    s->phase = AMUN_START;
    s->round = 1;
    s->starting = AMUN_NONE;
    s->province_deck = (1u << AMUN_PROVINCES) - 1; /* [AR-SETUP-03] */
    memset(s->marker, AMUN_NONE, sizeof s->marker);
    memcpy(s->deck, options->board.power_cards, sizeof s->deck);
    for (int i = 0; i < seats; i++) {
        s->gold[i] = 20; /* [AR-SETUP-04] */
        s->hand[i][AMUN_BUILDER] = 1; /* [AR-SETUP-02] */
        s->deck[AMUN_BUILDER]--;
    }
    return GAME_OK;
}

game_seats
amun_to_move(const struct amun_state *s)
{
    switch ((enum amun_phase)s->phase) {
    case AMUN_START:
    case AMUN_DRAWING:
        return 1u << GAME_NATURE;
    case AMUN_ACTIONS:
    case AMUN_REWARD:
        return (game_seats)(1u << (s->to_draw ? GAME_NATURE : s->turn));
    case AMUN_OFFER:
        return (game_seats)(~s->made & ((1u << s->seats) - 1));
    case AMUN_BID:
    case AMUN_CORRECT:
    case AMUN_INCOME:
    case AMUN_SCORING:
        return (game_seats)(1u << s->turn);
    case AMUN_OVER:
    case AMUN_PHASES:
        break;
    }
    return 0;
}
