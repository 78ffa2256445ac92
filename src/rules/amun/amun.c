/* SPDX-License-Identifier: MIT
 * amun.c -- the course of a game of Amun-Re: phases 1 to 3, and the effect of each action. The
 * sacrifice is in amun_sacrifice.c, income and scoring in amun_closing.c.
 *
 * Whatever needs no decision runs at once, up to the next decision. So in every state a seat
 * (or nature) is to act, or the game is over. Nature draws bought or rewarded cards one by one;
 * until the last is drawn (`to_draw`) it is nature's move.
 */
#include "amun_moves.h"

#include <assert.h>
#include <string.h>

#include "minmax.h"

/* [AR-POW-04]: an empty deck is made of the discards when a card is drawn. */
static void
draw_card(struct amun_state *s, int card, struct game_log *log)
{
    if (!amun_count(s->deck)) {
        amun_report(log, AMUN_EV_RESHUFFLED, GAME_NATURE, 0, amun_count(s->discard));
        memcpy(s->deck, s->discard, sizeof s->deck);
        memset(s->discard, 0, sizeof s->discard);
    }
    s->deck[card]--;
}

/* ---- phase 2: bidding ---- */

static void
take_free_goods(struct amun_state *s, int seat, int place, struct game_log *log)
{
    int province = s->offered[place], gold = s->options.board.provinces[province].free_gold;

    if (gold) {
        amun_earn(s, seat, gold);
        amun_report(log, AMUN_EV_FREE_GOLD, seat, province, gold);
    }
    for (int card = 0; card < AMUN_CARDS; card++) {
        s->hand[seat][card] = (uint8_t)(s->hand[seat][card] + s->free_cards[place][card]);
        for (int i = 0; i < s->free_cards[place][card]; i++)
            amun_report_to(log, (game_seats)(1u << seat), AMUN_EV_TOOK_CARD, seat, province,
                           card);
    }
}

static void
begin_actions(struct amun_state *s, int seat)
{
    s->phase = AMUN_ACTIONS;
    s->turn = (uint8_t)seat;
    s->bought = s->farmers_bought = s->stones_bought = s->played = 0;
}

/* [AR-BID-11, 12]: all pay, then they take the goods; the active cards are discarded. */
static void
settle_bids(struct amun_state *s, struct game_log *log)
{
    for (int i = 0, seat = s->starting; i < s->seats; i++, seat = amun_left_of(s, seat)) {
        int price = s->options.board.bid_numbers[s->space[seat]], place = 0;

        s->gold[seat] = (int16_t)(s->gold[seat] - price);
        s->owned[seat] |= (uint16_t)(1u << s->marker[seat]);
        amun_report(log, AMUN_EV_PAID, seat, s->marker[seat], price);
        while (s->offered[place] != s->marker[seat])
            place++;
        take_free_goods(s, seat, place, log);
        s->discard[AMUN_BLOCKADE] =
            (uint8_t)(s->discard[AMUN_BLOCKADE] + (s->blockade >> seat & 1));
        s->discard[AMUN_OVERBID] =
            (uint8_t)(s->discard[AMUN_OVERBID] + (s->overbid_power >> seat & 1));
    }
    s->blockade = s->overbid_power = s->offered_count = 0;
    memset(s->marker, AMUN_NONE, sizeof s->marker);
    memset(s->space, 0, sizeof s->space);
    memset(s->offered, 0, sizeof s->offered);
    memset(s->free_cards, 0, sizeof s->free_cards);
    begin_actions(s, s->starting);
}

/* The next to act is the first seat to the left without a marker or overbid [AR-BID-02, 07,
 * 09]. While some have not placed yet, that is one of them. */
static void
next_bidder(struct amun_state *s, struct game_log *log)
{
    int seat = s->turn;

    do {
        seat = amun_left_of(s, seat);
        if (amun_must_bid(s, seat)) {
            s->turn = (uint8_t)seat;
            return;
        }
    } while (seat != s->turn);
    settle_bids(s, log);
}

static void
bid(struct amun_state *s, game_action a, struct game_log *log)
{
    int seat = s->turn, province = (int)(a >> 8 & 0xff), space = (int)(a >> 2 & 0x3f);

    if (a & AMUN_WITH_BLOCKADE) {
        s->hand[seat][AMUN_BLOCKADE]--;
        s->blockade |= (uint8_t)(1u << seat);
        amun_report(log, AMUN_EV_PLAYED, seat, province, AMUN_BLOCKADE);
    }
    if (a & AMUN_WITH_OVERBID) {
        s->hand[seat][AMUN_OVERBID]--;
        s->overbid_power |= (uint8_t)(1u << seat);
        amun_report(log, AMUN_EV_PLAYED, seat, province, AMUN_OVERBID);
    }
    s->marker[seat] = (uint8_t)province;
    s->space[seat] = (uint8_t)space;
    amun_report(log, AMUN_EV_BID, seat, province, s->options.board.bid_numbers[space]);
    next_bidder(s, log);
}

/* [AR-SELL-01], if it is not sealed. */
static void
sell(struct amun_state *s, int card, struct game_log *log)
{
    amun_discard(s, s->turn, card);
    amun_earn(s, s->turn, 1);
    amun_report(log, AMUN_EV_SOLD, s->turn, 1, card);
}

/* ---- phase 1: the provinces on offer ---- */

/* Continues phase 1, or goes to phase 2 when all free material is placed. */
static void
continue_drawing(struct amun_state *s)
{
    if (s->offered_count < s->seats || amun_card_pending(s))
        return;
    s->phase = AMUN_BID;
    s->turn = s->starting;
}

static void
draw_province(struct amun_state *s, int province, struct game_log *log)
{
    const struct amun_ground *ground = &s->options.board.provinces[province];

    s->province_deck = (uint16_t)(s->province_deck & ~(1u << province));
    s->drawn |= (uint16_t)(1u << province);
    s->offered[s->offered_count++] = (uint8_t)province;
    amun_report(log, AMUN_EV_PROVINCE_DRAWN, GAME_NATURE, ground->free_gold, province);
    for (int i = 0; i < ground->free_stones && amun_stone_fits(s, province); i++) {
        amun_report(log, AMUN_EV_FREE_STONE, GAME_NATURE, 0, province);
        amun_place_stone(s, GAME_NATURE, province, log); /* [AR-PROV-04] */
    }
    continue_drawing(s);
}

static void
place_free_card(struct amun_state *s, int card, struct game_log *log)
{
    draw_card(s, card, log);
    s->free_cards[s->offered_count - 1][card]++;
    amun_report_to(log, AMUN_SEEN_BY_NONE, AMUN_EV_FREE_CARD, GAME_NATURE,
                   s->offered[s->offered_count - 1], card);
    continue_drawing(s);
}

/* ---- phase 3: actions ---- */

static void
buy(struct amun_state *s, int count, struct game_log *log)
{
    s->bought = s->to_draw = (uint8_t)count;
    s->gold[s->turn] = (int16_t)(s->gold[s->turn] - amun_price(count));
    amun_report(log, AMUN_EV_BOUGHT_CARDS, s->turn, count, amun_price(count));
}

static void
play_in_turn(struct amun_state *s, int card, int province, struct game_log *log)
{
    amun_discard(s, s->turn, card);
    amun_report(log, AMUN_EV_PLAYED, s->turn, province, card);
    if (card == AMUN_FREE_FARMER) {
        s->played |= 1;
        s->free_farmers[province] =
            (uint8_t)int_min(s->free_farmers[province] + 1, AMUN_MOST_FREE_FARMERS);
    } else {
        s->played |= 2;
        s->stones[province] = (uint8_t)(s->stones[province] - 2);
        amun_build_pyramid(s, s->turn, province, log);
    }
}

static void
end_turn(struct amun_state *s, struct game_log *log)
{
    int next = amun_left_of(s, s->turn);

    amun_report(log, AMUN_EV_TURN_ENDED, s->turn, 0, 0);
    if (next == s->starting) {
        begin_actions(s, 0); /* no seat's numbers remain */
        amun_begin_offers(s);
    } else {
        begin_actions(s, next);
    }
}

static void
take_action(struct amun_state *s, game_action a, struct game_log *log)
{
    int arg = amun_arg(a);

    switch ((int)amun_verb(a)) { /* as int: the other verbs belong to other phases */
    case AMUN_V_SELL:
        sell(s, arg, log);
        break;
    case AMUN_V_BUY:
        buy(s, arg, log);
        break;
    case AMUN_V_FARMER:
        amun_place_farmer(s, arg, ++s->farmers_bought, log);
        break;
    case AMUN_V_STONE:
        amun_set_stone(s, arg, ++s->stones_bought, log);
        break;
    case AMUN_V_FREE_FARMER:
        play_in_turn(s, AMUN_FREE_FARMER, arg, log);
        break;
    case AMUN_V_BUILDER:
        play_in_turn(s, AMUN_BUILDER, arg, log);
        break;
    case AMUN_V_END:
        end_turn(s, log);
        break;
    }
}

/* ---- the door ---- */

/* Nature's actions, in any phase. */
static void
happen(struct amun_state *s, game_action a, struct game_log *log)
{
    int arg = amun_arg(a);

    if (s->phase == AMUN_START) {
        s->starting = (uint8_t)arg; /* [AR-SETUP-07] */
        amun_report(log, AMUN_EV_STARTS, arg, 0, 0);
        amun_begin_round(s, log);
    } else if (amun_verb(a) == AMUN_V_PROVINCE) {
        draw_province(s, arg, log);
    } else if (s->phase == AMUN_DRAWING) {
        place_free_card(s, arg, log);
    } else {
        draw_card(s, arg, log);
        s->hand[s->turn][arg]++;
        s->to_draw--;
        amun_report_to(log, (game_seats)(1u << s->turn), AMUN_EV_DREW, s->turn, 0, arg);
        if (s->phase == AMUN_REWARD)
            amun_continue_reward(s, log);
    }
}

static void
act(struct amun_state *s, int seat, game_action a, struct game_log *log)
{
    switch ((enum amun_phase)s->phase) {
    case AMUN_BID:
        if (amun_verb(a) == AMUN_V_SELL)
            sell(s, amun_arg(a), log);
        else
            bid(s, a, log);
        break;
    case AMUN_ACTIONS:
        take_action(s, a, log);
        break;
    case AMUN_OFFER:
        amun_seal(s, seat, a, log);
        break;
    case AMUN_CORRECT:
        amun_correct(s, amun_arg(a) ? 3 : -3, log);
        break;
    case AMUN_REWARD:
        amun_take_reward(s, a, log);
        break;
    case AMUN_INCOME:
        if (amun_verb(a) == AMUN_V_END)
            amun_end_income(s, log);
        else
            amun_use_income_card(s, a, log);
        break;
    case AMUN_SCORING:
        if (amun_verb(a) == AMUN_V_END)
            amun_end_bonuses(s, log);
        else
            amun_use_bonus(s, amun_arg(a), log);
        break;
    case AMUN_START:
    case AMUN_DRAWING:
    case AMUN_OVER:
    case AMUN_PHASES:
        break;
    }
}

void
amun_move(struct amun_state *s, int seat, game_action a, struct game_log *log)
{
    if (seat == GAME_NATURE)
        happen(s, a, log);
    else
        act(s, seat, a, log);
}

enum game_err
amun_apply(struct amun_state *s, int seat, game_action a, struct game_log *log)
{
    if (seat < 0 || seat > GAME_NATURE || !(amun_to_move(s) >> seat & 1))
        return GAME_NOT_YOU;
    if (s->veil || !amun_is_legal(s, seat, a))
        return GAME_ILLEGAL; /* a view cannot be played on */
    amun_move(s, seat, a, log);
    assert(!amun_check(s));
    return GAME_OK;
}
