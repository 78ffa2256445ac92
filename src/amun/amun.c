/* SPDX-License-Identifier: MIT
 * amun.c -- the course of a game of Amun-Re: setup, phases, and what each action does.
 *
 * The one thing to know: whatever needs no decision runs at once, up to the next one, so a state is
 * always one where somebody (or nature) is to act, or the end. Cards bought or rewarded are drawn by
 * nature one by one; until the last is drawn (`to_draw`) it is nature's move.
 */
#include "amun_parts.h"

#include <assert.h>
#include <string.h>

static void begin_offers(struct amun_state *s);
static void begin_rewards(struct amun_state *s, struct game_log *log);
static void begin_round(struct amun_state *s, struct game_log *log);

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

/* ---- gold, cards, stones ---- */

static void
earn(struct amun_state *s, int seat, int gold)
{
    s->gold[seat] = (int16_t)amun_lesser(s->gold[seat] + gold, AMUN_MOST_GOLD);
}

static void
score(struct amun_state *s, int seat, int points)
{
    s->score[seat] = (int16_t)amun_lesser(s->score[seat] + points, AMUN_MOST_POINTS);
}

static void
discard(struct amun_state *s, int seat, int card)
{
    s->hand[seat][card]--;
    s->discard[card]++;
}

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

static void
build_pyramid(struct amun_state *s, int seat, int province, struct game_log *log)
{
    s->pyramids[province] =
        (uint16_t)amun_lesser(s->pyramids[province] + 1, AMUN_MOST_PYRAMIDS);
    amun_report(log, AMUN_EV_PYRAMID, seat, 0, province);
}

/* [AR-STONE-02]: the third becomes a pyramid. */
static void
place_stone(struct amun_state *s, int seat, int province, struct game_log *log)
{
    if (++s->stones[province] == 3) {
        s->stones[province] = 0;
        build_pyramid(s, seat, province, log);
    }
}

/* ---- phase 2: bidding ---- */

static void
take_free_goods(struct amun_state *s, int seat, int place, struct game_log *log)
{
    int province = s->offered[place], gold = s->options.board.provinces[province].free_gold;

    if (gold) {
        earn(s, seat, gold);
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

/* [AR-BID-11, 12]: all pay, then the goods are taken; the active cards are discarded. */
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

/* Who acts next is the first to the left without a marker or overbid [AR-BID-02, 07, 09]: while some
 * have not placed yet, that is one of them. */
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

/* [AR-SELL-01], where it is not sealed. */
static void
sell(struct amun_state *s, int card, struct game_log *log)
{
    discard(s, s->turn, card);
    earn(s, s->turn, 1);
    amun_report(log, AMUN_EV_SOLD, s->turn, 1, card);
}

/* ---- phase 1: the provinces on offer ---- */

/* On with phase 1, or to phase 2 when all that is free lies there. */
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

    s->province_deck &= (uint16_t) ~(1u << province);
    s->drawn |= (uint16_t)(1u << province);
    s->offered[s->offered_count++] = (uint8_t)province;
    amun_report(log, AMUN_EV_PROVINCE_DRAWN, GAME_NATURE, ground->free_gold, province);
    for (int i = 0; i < ground->free_stones && amun_stone_fits(s, province); i++) {
        amun_report(log, AMUN_EV_FREE_STONE, GAME_NATURE, 0, province);
        place_stone(s, GAME_NATURE, province, log); /* [AR-PROV-04] */
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

static void
begin_round(struct amun_state *s, struct game_log *log)
{
    s->phase = AMUN_DRAWING;
    s->turn = 0;
    amun_report(log, AMUN_EV_ROUND_BEGAN, s->starting, 0, s->round);
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
place_farmer(struct amun_state *s, int province, int price, struct game_log *log)
{
    s->farmers[province]++;
    s->gold[s->turn] = (int16_t)(s->gold[s->turn] - price);
    amun_report(log, AMUN_EV_FARMER, s->turn, price, province);
}

static void
set_stone(struct amun_state *s, int province, int price, struct game_log *log)
{
    s->gold[s->turn] = (int16_t)(s->gold[s->turn] - price);
    amun_report(log, AMUN_EV_STONE, s->turn, price, province);
    place_stone(s, s->turn, province, log);
}

static void
play_in_turn(struct amun_state *s, int card, int province, struct game_log *log)
{
    discard(s, s->turn, card);
    amun_report(log, AMUN_EV_PLAYED, s->turn, province, card);
    if (card == AMUN_FREE_FARMER) {
        s->played |= 1;
        s->free_farmers[province] =
            (uint8_t)amun_lesser(s->free_farmers[province] + 1, AMUN_MOST_FREE_FARMERS);
    } else {
        s->played |= 2;
        s->stones[province] = (uint8_t)(s->stones[province] - 2);
        build_pyramid(s, s->turn, province, log);
    }
}

static void
end_turn(struct amun_state *s, struct game_log *log)
{
    int next = amun_left_of(s, s->turn);

    amun_report(log, AMUN_EV_TURN_ENDED, s->turn, 0, 0);
    if (next == s->starting) {
        begin_actions(s, 0); /* nobody's numbers stay behind */
        begin_offers(s);
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
        place_farmer(s, arg, ++s->farmers_bought, log);
        break;
    case AMUN_V_STONE:
        set_stone(s, arg, ++s->stones_bought, log);
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
        begin_round(s, log);
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
    earn(s, s->turn, sum);
    amun_report(log, AMUN_EV_INCOME, s->turn, 0, sum);
}

/* Asks `seat`, or who comes after it, until one has a card to play [AR-INC-01]. */
static void
ask_income(struct amun_state *s, int seat, struct game_log *log)
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

static void
end_income(struct amun_state *s, struct game_log *log)
{
    int next = amun_left_of(s, s->turn);

    take_income(s, log);
    if (next == s->starting)
        end_round(s, log);
    else
        ask_income(s, next, log);
}

static void
use_income_card(struct amun_state *s, game_action a, struct game_log *log)
{
    int province = amun_arg(a);

    if (amun_verb(a) == AMUN_V_EIGHT_GOLD) {
        discard(s, s->turn, AMUN_EIGHT_GOLD);
        amun_report(log, AMUN_EV_PLAYED, s->turn, province, AMUN_EIGHT_GOLD);
        s->eight_gold = (uint8_t)province;
    } else {
        discard(s, s->turn, AMUN_HARVEST);
        amun_report(log, AMUN_EV_PLAYED, s->turn, province, AMUN_HARVEST);
        s->harvest = (uint8_t)province;
    }
    if (!amun_can_use(s))
        end_income(s, log);
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
    begin_round(s, log);
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
        earn(s, i, count);
        if (count)
            amun_report(log, AMUN_EV_CASHED, i, count, count);
    }
    for (int i = 0; i < s->seats; i++) {
        int rank, points = amun_gold_points(s, i, &rank);

        score(s, i, points);
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

static void
end_bonuses(struct amun_state *s, struct game_log *log)
{
    int next = amun_left_of(s, s->turn);

    if (next == s->starting)
        end_scoring(s, log);
    else
        ask_bonus(s, next, log);
}

static void
use_bonus(struct amun_state *s, int card, struct game_log *log)
{
    discard(s, s->turn, card);
    s->bonuses |= (uint16_t)(1u << card);
    score(s, s->turn, 3); /* [AR-SCORE-05] */
    amun_report(log, AMUN_EV_SCORE_BONUS, s->turn, card, 3);
    amun_report(log, AMUN_EV_SCORED, s->turn, 0, s->score[s->turn]);
    if (!amun_can_use(s))
        end_bonuses(s, log);
}

static void
begin_scoring(struct amun_state *s, struct game_log *log)
{
    s->phase = AMUN_SCORING;
    for (int i = 0; i < s->seats; i++) {
        struct amun_tally t = amun_score(s, i); /* depends on the board only */

        score(s, i, t.total);
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

/* ---- phase 4: the sacrifice ---- */

static void
clear_offers(struct amun_state *s)
{
    s->total = 0;
    s->made = s->steals = s->corrects = s->due = 0;
    memset(s->offer, 0, sizeof s->offer);
    memset(s->sold, 0, sizeof s->sold);
}

static void
begin_offers(struct amun_state *s)
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
            earn(s, i, 3);
            amun_report(log, AMUN_EV_STOLE, i, 0, 3);
        }
    }
    s->starting = order[0];
    amun_report(log, AMUN_EV_STARTING, s->starting, 0, 0);
    clear_offers(s);
    s->phase = AMUN_INCOME;
    ask_income(s, s->starting, log);
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

static void
correct(struct amun_state *s, int by, struct game_log *log)
{
    s->total += by;
    s->due &= (uint8_t) ~(1u << s->turn);
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
        earn(s, seat, count);
        amun_report(log, AMUN_EV_SOLD, seat, count, card);
    }
    if (corrects)
        discard(s, seat, AMUN_CORRECTION);
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

static void
seal(struct amun_state *s, int seat, game_action a, struct game_log *log)
{
    unsigned bit = 1u << seat, corrects = a & 1u;

    if (amun_verb(a) == AMUN_V_SELL) {
        s->sold[seat][amun_arg(a)]++;
        return; /* nobody sees it before the reveal */
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

/* After a choice, a card or a placement: on when nothing of it is left. */
static void
continue_reward(struct amun_state *s, struct game_log *log)
{
    if (!s->to_draw && !s->to_farm && !s->to_build)
        next_reward(s, log);
}

static void
take_reward(struct amun_state *s, game_action a, struct game_log *log)
{
    int arg = amun_arg(a);

    if (amun_verb(a) == AMUN_V_REWARD) {
        s->to_draw = (uint8_t)(arg >> 4 & 3);
        s->to_farm = (uint8_t)(arg >> 2 & 3);
        s->to_build = (uint8_t)(arg & 3);
        s->due &= (uint8_t) ~(1u << s->turn);
        amun_report(log, AMUN_EV_REWARD, s->turn, 0,
                    100 * s->to_draw + 10 * s->to_farm + s->to_build);
    } else if (amun_verb(a) == AMUN_V_FARMER) {
        s->to_farm--;
        place_farmer(s, arg, 0, log);
    } else {
        s->to_build--;
        set_stone(s, arg, 0, log);
    }
    continue_reward(s, log);
}

/* ---- the door ---- */

/* Nature's moves, in any phase. */
static void
happen(struct amun_state *s, game_action a, struct game_log *log)
{
    int arg = amun_arg(a);

    if (s->phase == AMUN_START) {
        s->starting = (uint8_t)arg; /* [AR-SETUP-07] */
        amun_report(log, AMUN_EV_STARTS, arg, 0, 0);
        begin_round(s, log);
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
            continue_reward(s, log);
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
        seal(s, seat, a, log);
        break;
    case AMUN_CORRECT:
        correct(s, amun_arg(a) ? 3 : -3, log);
        break;
    case AMUN_REWARD:
        take_reward(s, a, log);
        break;
    case AMUN_INCOME:
        if (amun_verb(a) == AMUN_V_END)
            end_income(s, log);
        else
            use_income_card(s, a, log);
        break;
    case AMUN_SCORING:
        if (amun_verb(a) == AMUN_V_END)
            end_bonuses(s, log);
        else
            use_bonus(s, amun_arg(a), log);
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
        return GAME_ILLEGAL; /* what one seat sees is not to be played on */
    amun_move(s, seat, a, log);
    assert(!amun_check(s));
    return GAME_OK;
}
