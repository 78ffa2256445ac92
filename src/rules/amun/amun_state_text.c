/* SPDX-License-Identifier: MIT
 * amun_state_text.c -- a state or a view as JSON, with the keys in the order of
 * khepri-records(7).
 */
#include "amun_text.h"

#include <string.h>

static const char *const phase_names[AMUN_PHASES] = {
    "start",   "provinces", "bid",    "actions", "offer",
    "correct", "reward",    "income", "scoring", "over"};

static const char seat_keys[AMUN_SEATS][2] = {"0", "1", "2", "3", "4"};

/* Lists of cards are sorted by name. */
static const uint8_t by_name[AMUN_CARDS] = {
    AMUN_BANK_BONUS,  AMUN_BLOCKADE,   AMUN_BUILDER,      AMUN_CORRECTION,
    AMUN_EGYPT_BONUS, AMUN_EIGHT_GOLD, AMUN_FARMER_BONUS, AMUN_FREE_FARMER,
    AMUN_HARVEST,     AMUN_OVERBID,    AMUN_POWER_BONUS,  AMUN_SIDE_BONUS,
};

/* ---- small values ---- */

/* A province, or null for AMUN_NONE. */
static void
put_province(struct text *t, const char *key, int province)
{
    if (province == AMUN_NONE)
        json_key_null(t, key);
    else
        json_key_text(t, key, amun_province_names[province]);
}

static void
put_provinces(struct text *t, const char *key, uint32_t set)
{
    json_key_open(t, key, '[');
    AMUN_EACH(province, set)
    {
        json_text(t, amun_province_names[province]);
    }
    json_close(t, ']');
}

/* {"builder":1}: kinds with a count above zero. */
static void
put_counts(struct text *t, const char *key, const uint8_t cards[AMUN_CARDS])
{
    json_key_open(t, key, '{');
    for (int card = 0; card < AMUN_CARDS; card++) {
        if (cards[card])
            json_key_int(t, amun_card_names[card], cards[card]);
    }
    json_close(t, '}');
}

/* ["builder","builder"], or [null,null] under a veil. */
static void
put_cards(struct text *t, const char *key, const uint8_t cards[AMUN_CARDS], bool veiled)
{
    json_key_open(t, key, '[');
    for (int i = 0; i < AMUN_CARDS; i++) {
        int card = veiled ? i : by_name[i];

        for (int n = 0; n < cards[card]; n++) {
            if (veiled)
                json_literal(t, "null");
            else
                json_text(t, amun_card_names[card]);
        }
    }
    json_close(t, ']');
}

/* ---- options ---- */

static void
put_temple_ranges(struct text *t, const struct amun_board *board)
{
    json_key_open(t, "temple_ranges", '[');
    for (int space = 1; space <= 4; space++) {
        json_open(t, '{');
        json_key_int(t, "space", space);
        if (space > 1)
            json_key_int(t, "min", board->temple_limits[space - 2] + 1);
        else
            json_key_null(t, "min");
        if (space < 4)
            json_key_int(t, "max", board->temple_limits[space - 1]);
        else
            json_key_null(t, "max");
        json_close(t, '}');
    }
    json_close(t, ']');
}

static void
put_ground(struct text *t, const char *name, const struct amun_ground *ground)
{
    json_key_open(t, name, '{');
    json_key_text(t, "side", ground->side == AMUN_WEST ? "west" : "east");
    json_key_text(t, "egypt", ground->egypt == AMUN_LOWER ? "lower" : "upper");
    json_key_bool(t, "bank", ground->bank);
    json_key_int(t, "farms", ground->farms);
    json_key_int(t, "printed_farmers", ground->printed_farmers);
    json_key_int(t, "limit", ground->limit);
    json_key_open(t, "free", '{');
    json_key_int(t, "cards", ground->free_cards);
    json_key_int(t, "stones", ground->free_stones);
    json_key_int(t, "gold", ground->free_gold);
    json_close(t, '}');
    json_key_int(t, "income_always", ground->income_always);
    json_key_int(t, "income_camel", ground->income_camel);
    json_key_int(t, "temples", ground->temples);
    json_close(t, '}');
}

/* The board as a value in a JSON text. */
static void
put_board(struct text *t, const struct amun_board *board)
{
    if (!memcmp(board, &amun_board_2003, sizeof *board)) {
        json_text(t, board->name);
        return;
    }
    json_open(t, '{');
    json_key_text(t, "name", board->name);
    json_key_open(t, "bid_numbers", '[');
    for (int i = 0; i < board->bid_count; i++)
        json_int(t, board->bid_numbers[i]);
    json_close(t, ']');
    put_temple_ranges(t, board);
    json_key_open(t, "power_cards", '{');
    for (int card = 0; card < AMUN_CARDS; card++)
        json_key_int(t, amun_card_names[card], board->power_cards[card]);
    json_close(t, '}');
    json_key_open(t, "supplies", '{');
    json_key_int(t, "stones", board->supplies[AMUN_STONES]);
    json_key_int(t, "pyramids", board->supplies[AMUN_PYRAMIDS]);
    json_key_int(t, "farmers", board->supplies[AMUN_FARMERS]);
    json_close(t, '}');
    json_key_open(t, "provinces", '{');
    for (int p = 0; p < AMUN_PROVINCES; p++)
        put_ground(t, amun_province_names[p], &board->provinces[p]);
    json_close(t, '}');
    json_close(t, '}');
}

int
amun_write_board(const struct amun_board *board, char *buf, size_t room)
{
    struct text t = text_in(buf, room);

    put_board(&t, board);
    return text_length(&t);
}

static void
put_options(struct text *t, const struct amun_options *o)
{
    json_key_open(t, "options", '{');
    json_key_literal(t, "baharya_printed_farmers",
                     amun_printed_names[o->baharya_printed_farmers]);
    json_key_text(t, "supplies", amun_supplies_names[o->supplies_limited]);
    json_key_literal(t, "side_award_min_pyramids", amun_side_names[o->side_award_min]);
    json_key_text(t, "gold_tie_ranks", amun_tie_names[o->gold_tie_drop_one]);
    json_key(t, "board");
    put_board(t, &o->board);
    json_close(t, '}');
}

/* ---- the board ---- */

static void
put_to_act(struct text *t, const struct amun_state *s)
{
    game_seats movers = amun_to_move(s);

    if (movers >> GAME_NATURE)
        json_key_text(t, "to_act", "chance");
    else
        json_key_set(t, "to_act", movers);
}

static void
put_piles(struct text *t, const struct amun_state *s)
{
    json_key_open(t, "deck", '{');
    json_key_int(t, "count", amun_count(s->deck));
    if (s->veil & AMUN_VEIL_DECK)
        json_key_null(t, "kinds");
    else
        put_counts(t, "kinds", s->deck);
    json_close(t, '}');
    put_counts(t, "discard", s->discard);
    put_provinces(t, "province_deck", s->province_deck);
    json_key_open(t, "offered", '[');
    for (int i = 0; i < s->offered_count; i++)
        json_text(t, amun_province_names[s->offered[i]]);
    json_close(t, ']');
}

static void
put_one_province(struct text *t, const struct amun_state *s, int province)
{
    static const uint8_t no_cards[AMUN_CARDS] = {0};
    int owner = amun_owner(s, province), place = 0;

    while (place < s->offered_count && s->offered[place] != province)
        place++;
    json_key_open(t, amun_province_names[province], '{');
    if (owner == AMUN_NONE)
        json_key_null(t, "owner");
    else
        json_key_int(t, "owner", owner);
    json_key_int(t, "farmers", s->farmers[province]);
    json_key_int(t, "free_farmers", s->free_farmers[province]);
    json_key_int(t, "stones", s->stones[province]);
    json_key_int(t, "pyramids", s->pyramids[province]);
    if (place < s->offered_count) {
        json_key_int(t, "gold", s->options.board.provinces[province].free_gold);
        put_cards(t, "cards", s->free_cards[place], s->veil & AMUN_VEIL_DECK);
    } else {
        json_key_int(t, "gold", 0);
        put_cards(t, "cards", no_cards, false);
    }
    json_close(t, '}');
}

static void
put_board_state(struct text *t, const struct amun_state *s)
{
    json_key_open(t, "provinces", '{');
    for (int p = 0; p < AMUN_PROVINCES; p++) {
        bool drawn = s->drawn >> p & 1;

        if (drawn || s->stones[p] || s->pyramids[p])
            put_one_province(t, s, p);
    }
    json_close(t, '}');
}

/* ---- what the phases need ---- */

static void
put_bids(struct text *t, const struct amun_state *s)
{
    json_key_open(t, "markers", '{');
    for (int i = 0; i < s->seats; i++) {
        if (s->marker[i] == AMUN_NONE)
            continue;
        json_key_open(t, seat_keys[i], '{');
        json_key_text(t, "province", amun_province_names[s->marker[i]]);
        json_key_int(t, "number", s->options.board.bid_numbers[s->space[i]]);
        json_close(t, '}');
    }
    json_close(t, '}');
    json_key_set(t, "blockade", s->blockade);
    json_key_set(t, "overbid_power", s->overbid_power);
}

static void
put_turn(struct text *t, const struct amun_state *s)
{
    const char *step = s->stones_bought                 ? "stones"
                       : s->bought || s->farmers_bought ? "farmers"
                                                        : "cards";

    if (s->phase != AMUN_ACTIONS) {
        json_key_null(t, "turn");
        return;
    }
    json_key_open(t, "turn", '{');
    json_key_int(t, "seat", s->turn);
    json_key_int(t, "bought", s->bought);
    json_key_int(t, "to_draw", s->to_draw);
    json_key_int(t, "farmers", s->farmers_bought);
    json_key_int(t, "stones", s->stones_bought);
    json_key_bool(t, "free_farmer", s->played & 1);
    json_key_bool(t, "builder", s->played & 2);
    json_key_text(t, "step", step);
    json_close(t, '}');
}

static void
put_offer(struct text *t, const struct amun_state *s, int seat)
{
    bool made = s->made >> seat & 1, sealed = s->veil & AMUN_VEIL_OFFER(seat);

    if (!made && !amun_count(s->sold[seat]))
        return;
    json_key_open(t, seat_keys[seat], '{');
    if (sealed) {
        json_key_bool(t, "sealed", true);
        json_close(t, '}');
        return;
    }
    if (made && (s->steals >> seat & 1))
        json_key_bool(t, "steal", true);
    else if (made)
        json_key_int(t, "gold", s->offer[seat]);
    if (made)
        json_key_bool(t, "correction", s->corrects >> seat & 1);
    put_cards(t, "sold", s->sold[seat], false);
    json_close(t, '}');
}

static void
put_rewards_due(struct text *t, const struct amun_state *s)
{
    uint8_t order[AMUN_SEATS];

    json_key_open(t, "rewards_due", '[');
    if (s->phase == AMUN_REWARD) {
        amun_reward_order(s, order);
        for (int i = 0; i < s->seats; i++) {
            if (!(s->due >> order[i] & 1))
                continue;
            json_open(t, '{');
            json_key_int(t, "seat", order[i]);
            json_key_int(t, "items", amun_items_due(s, order[i]));
            json_close(t, '}');
        }
    }
    json_close(t, ']');
    if (!s->to_draw && !s->to_farm && !s->to_build) {
        json_key_null(t, "placing");
        return;
    }
    json_key_open(t, "placing", '{');
    json_key_int(t, "seat", s->turn);
    json_key_int(t, "cards", s->to_draw);
    json_key_int(t, "farmers", s->to_farm);
    json_key_int(t, "stones", s->to_build);
    json_close(t, '}');
}

static void
put_sacrifice(struct text *t, const struct amun_state *s)
{
    if (s->phase != AMUN_OFFER && s->phase != AMUN_CORRECT && s->phase != AMUN_REWARD) {
        json_key_null(t, "sacrifice");
        return;
    }
    json_key_open(t, "sacrifice", '{');
    json_key_open(t, "offers", '{');
    for (int i = 0; i < s->seats; i++)
        put_offer(t, s, i);
    json_close(t, '}');
    if (s->phase == AMUN_OFFER)
        json_key_null(t, "total");
    else
        json_key_int(t, "total", s->total);
    json_key_open(t, "corrections_due", '[');
    for (int i = 0, seat = s->starting; s->phase == AMUN_CORRECT && i < s->seats; i++) {
        if (s->due >> seat & 1)
            json_int(t, seat);
        seat = amun_left_of(s, seat);
    }
    json_close(t, ']');
    put_rewards_due(t, s);
    json_close(t, '}');
}

static void
put_cards_used(struct text *t, const struct amun_state *s)
{
    if (s->phase == AMUN_INCOME) {
        json_key_open(t, "income", '{');
        put_province(t, "eight_gold", s->eight_gold);
        put_province(t, "harvest", s->harvest);
        json_close(t, '}');
    } else {
        json_key_null(t, "income");
    }
    if (s->phase != AMUN_SCORING) {
        json_key_null(t, "bonuses");
        return;
    }
    json_key_open(t, "bonuses", '[');
    for (int i = 0; i < AMUN_CARDS; i++) {
        if (s->bonuses >> by_name[i] & 1)
            json_text(t, amun_card_names[by_name[i]]);
    }
    json_close(t, ']');
}

/* ---- the seats ---- */

static void
put_all_seats(struct text *t, const struct amun_state *s)
{
    json_key_open(t, "seats", '[');
    for (int i = 0; i < s->seats; i++) {
        json_open(t, '{');
        json_key_int(t, "gold", s->gold[i]);
        json_key_int(t, "score", s->score[i]);
        if (s->veil & AMUN_VEIL_HAND(i)) {
            json_key_open(t, "cards", '{');
            json_key_int(t, "count", amun_count(s->hand[i]));
            json_close(t, '}');
        } else {
            put_counts(t, "cards", s->hand[i]);
        }
        json_close(t, '}');
    }
    json_close(t, ']');
}

static void
put_result(struct text *t, const struct amun_state *s)
{
    if (s->phase != AMUN_OVER) {
        json_key_null(t, "result");
        return;
    }
    json_key_open(t, "result", '{');
    json_key_open(t, "scores", '[');
    for (int i = 0; i < s->seats; i++)
        json_int(t, s->score[i]);
    json_close(t, ']');
    json_key_set(t, "winners", amun_winners(s));
    json_close(t, '}');
}

int
amun_write_state(const struct amun_state *s, char *buf, size_t room)
{
    struct text text = text_in(buf, room), *t = &text;

    json_open(t, '{');
    json_key_text(t, "game", "amun_re");
    put_options(t, &s->options);
    json_key_int(t, "players", s->seats);
    json_key_int(t, "round", s->round);
    json_key_text(t, "phase", phase_names[s->phase]);
    put_to_act(t, s);
    if (s->starting == AMUN_NONE)
        json_key_null(t, "starting");
    else
        json_key_int(t, "starting", s->starting);
    if (s->temple)
        json_key_int(t, "temple", s->temple);
    else
        json_key_null(t, "temple");
    put_piles(t, s);
    put_board_state(t, s);
    put_bids(t, s);
    put_turn(t, s);
    put_sacrifice(t, s);
    put_cards_used(t, s);
    put_all_seats(t, s);
    put_result(t, s);
    json_close(t, '}');
    return text_length(t);
}
