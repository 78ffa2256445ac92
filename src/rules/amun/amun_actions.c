/* SPDX-License-Identifier: MIT
 * amun_actions.c -- legal actions: whether one action is legal, and the lists of actions and
 * chances.
 */
#include "amun_parts.h"

#include "minmax.h"

int
amun_cards_left(const struct amun_state *s)
{
    return amun_count(s->deck) + amun_count(s->discard);
}

int
amun_price(int count)
{
    return count * (count + 1) / 2;
}

/* ---- supplies and places ---- */

static int
stones_on_board(const struct amun_state *s)
{
    int sum = 0;

    for (int p = 0; p < AMUN_PROVINCES; p++)
        sum += s->stones[p];
    return sum;
}

static int
pyramids_on_board(const struct amun_state *s)
{
    int sum = 0;

    for (int p = 0; p < AMUN_PROVINCES; p++)
        sum += s->pyramids[p];
    return sum;
}

static int
farmers_on_board(const struct amun_state *s)
{
    int sum = 0;

    for (int p = 0; p < AMUN_PROVINCES; p++)
        sum += s->farmers[p] + s->free_farmers[p];
    return sum;
}

int
amun_left(const struct amun_state *s, enum amun_supply supply)
{
    int used = 0;

    if (!s->options.supplies_limited)
        return 9999;
    switch (supply) {
    case AMUN_STONES:
        used = stones_on_board(s);
        break;
    case AMUN_PYRAMIDS:
        used = pyramids_on_board(s);
        break;
    case AMUN_FARMERS:
        used = farmers_on_board(s);
        break;
    case AMUN_SUPPLIES:
        break;
    }
    return s->options.board.supplies[supply] - used;
}

bool
amun_stone_fits(const struct amun_state *s, int province)
{
    return !s->options.supplies_limited ||
           (amun_left(s, AMUN_STONES) > 0 &&
            (s->stones[province] < 2 || amun_left(s, AMUN_PYRAMIDS) > 0));
}

/* Farms of a province without a farmer [AR-FARM-02]. */
static int
empty_farms_of(const struct amun_state *s, int province)
{
    return s->options.board.provinces[province].farms - s->farmers[province];
}

int
amun_all_empty_farms(const struct amun_state *s, int seat)
{
    int sum = 0;

    AMUN_EACH(province, s->owned[seat])
    {
        sum += empty_farms_of(s, (int)province);
    }
    return sum;
}

int
amun_most_stones(const struct amun_state *s, int seat)
{
    int places = 0;

    if (!s->options.supplies_limited)
        return 9999;
    AMUN_EACH(province, s->owned[seat])
    {
        places += 2 - s->stones[province];
    }
    return int_min(amun_left(s, AMUN_STONES), places + 3 * amun_left(s, AMUN_PYRAMIDS));
}

int
amun_limit(const struct amun_state *s, int seat)
{
    int limit = 0;

    AMUN_EACH(province, s->owned[seat])
    {
        if (s->options.board.provinces[province].limit > limit)
            limit = s->options.board.provinces[province].limit;
    }
    return limit;
}

int
amun_purse(const struct amun_state *s, int seat)
{
    return int_min(s->gold[seat] + amun_count(s->sold[seat]), AMUN_MOST_GOLD);
}

/* ---- phases 1 and 2 ---- */

bool
amun_card_pending(const struct amun_state *s)
{
    int last = s->offered_count - 1;

    return last >= 0 &&
           amun_count(s->free_cards[last]) <
               s->options.board.provinces[s->offered[last]].free_cards &&
           amun_cards_left(s) > 0;
}

int
amun_lowest_space(const struct amun_state *s, int seat, int province)
{
    int lowest = 0;

    for (int i = 0; i < s->seats; i++) {
        int above = s->space[i] + 1 + (s->blockade >> i & 1);

        if (i != seat && s->marker[i] == province && above > lowest)
            lowest = above;
    }
    return lowest;
}

bool
amun_must_bid(const struct amun_state *s, int seat)
{
    if (s->marker[seat] == AMUN_NONE)
        return true;
    for (int i = 0; i < s->seats; i++) {
        if (s->marker[i] == s->marker[seat] && s->space[i] > s->space[seat])
            return true;
    }
    return false;
}

/* In AMUN_BID: the cards that must go with a bid in a province (AMUN_WITH_OVERBID or 0). -1 if the seat may
 * not bid there [AR-BID-08, AR-CARD-02]. */
static int
bid_needs(const struct amun_state *s, int seat, int province)
{
    if (s->marker[seat] != province || (s->overbid_power >> seat & 1))
        return 0;
    return s->hand[seat][AMUN_OVERBID] ? AMUN_WITH_OVERBID : -1;
}

static bool
may_block(const struct amun_state *s, int seat)
{
    return s->hand[seat][AMUN_BLOCKADE] && !(s->blockade >> seat & 1);
}

static uint32_t
on_offer(const struct amun_state *s)
{
    uint32_t set = 0;

    for (int i = 0; i < s->offered_count; i++)
        set |= UINT32_C(1) << s->offered[i];
    return set;
}

static bool
is_legal_bid(const struct amun_state *s, int seat, game_action a)
{
    int province = (int)(a >> 8 & 0xffff), space = (int)(a >> 2 & 0x3f), with = (int)(a & 3);

    return province < AMUN_PROVINCES && (on_offer(s) >> province & 1) &&
           space < s->options.board.bid_count &&
           space >= amun_lowest_space(s, seat, province) &&
           s->options.board.bid_numbers[space] <= s->gold[seat] && /* [AR-BID-10] */
           (with & AMUN_WITH_OVERBID) == bid_needs(s, seat, province) &&
           (!(with & AMUN_WITH_BLOCKADE) || may_block(s, seat));
}

/* ---- phase 3 ---- */

static bool
may_buy(const struct amun_state *s, int count)
{
    return count >= 1 && !s->bought && !s->farmers_bought && !s->stones_bought &&
           count <= amun_limit(s, s->turn) && amun_price(count) <= s->gold[s->turn] &&
           count <= amun_cards_left(s); /* [AR-POW-01, AR-POW-04] */
}

static bool
may_buy_farmers(const struct amun_state *s)
{
    return !s->stones_bought && s->farmers_bought + 1 <= s->gold[s->turn] &&
           amun_left(s, AMUN_FARMERS) > 0;
}

static bool
may_farm(const struct amun_state *s, int province)
{
    return amun_owns(s, s->turn, province) &&
           empty_farms_of(s, province) > 0; /* [AR-FARM-02] */
}

static bool
may_place_free_farmer(const struct amun_state *s)
{
    return s->hand[s->turn][AMUN_FREE_FARMER] && !(s->played & 1) &&
           amun_left(s, AMUN_FARMERS) > 0;
}

static bool
may_use_builder(const struct amun_state *s)
{
    return s->hand[s->turn][AMUN_BUILDER] && !(s->played & 2) &&
           amun_left(s, AMUN_PYRAMIDS) > 0;
}

static bool
is_legal_action(const struct amun_state *s, game_action a)
{
    int arg = amun_arg(a);

    switch ((int)amun_verb(a)) { /* as int: the other verbs belong to other phases */
    case AMUN_V_SELL:
        return arg < AMUN_CARDS && s->hand[s->turn][arg];
    case AMUN_V_BUY:
        return may_buy(s, arg);
    case AMUN_V_FARMER:
        return may_farm(s, arg) && may_buy_farmers(s);
    case AMUN_V_STONE:
        return amun_owns(s, s->turn, arg) && s->stones_bought + 1 <= s->gold[s->turn] &&
               amun_stone_fits(s, arg);
    case AMUN_V_FREE_FARMER:
        return amun_owns(s, s->turn, arg) && may_place_free_farmer(s);
    case AMUN_V_BUILDER:
        return amun_owns(s, s->turn, arg) && s->stones[arg] == 2 && may_use_builder(s);
    case AMUN_V_END:
        return arg == 0;
    default:
        return false;
    }
}

/* ---- phases 4 to 6 ---- */

static bool
is_legal_offer(const struct amun_state *s, int seat, game_action a)
{
    int arg = amun_arg(a);
    bool with = a & 1u;

    if (amun_verb(a) == AMUN_V_SELL)
        return arg < AMUN_CARDS && amun_unsold(s, seat, arg);
    if (with && !amun_unsold(s, seat, AMUN_CORRECTION))
        return false;
    if (amun_verb(a) == AMUN_V_STEAL)
        return arg <= 1;
    return amun_verb(a) == AMUN_V_OFFER && arg >> 1 >= 1 && arg >> 1 <= amun_purse(s, seat);
}

static bool
is_legal_reward(const struct amun_state *s, game_action a)
{
    int arg = amun_arg(a), cards = arg >> 4, farmers = arg >> 2 & 3, stones = arg & 3;

    if (!(s->due >> s->turn & 1)) /* chosen: the items to place [AR-REW-05, 06] */
        return (a == amun_act(AMUN_V_FARMER, arg) && s->to_farm && may_farm(s, arg) &&
                amun_left(s, AMUN_FARMERS) > 0) ||
               (a == amun_act(AMUN_V_STONE, arg) && s->to_build && amun_owns(s, s->turn, arg) &&
                amun_stone_fits(s, arg));
    return amun_verb(a) == AMUN_V_REWARD && cards <= 3 &&
           cards + farmers + stones <= amun_items_due(s, s->turn) &&
           cards <= amun_cards_left(s) && farmers <= amun_all_empty_farms(s, s->turn) &&
           farmers <= amun_left(s, AMUN_FARMERS) && stones <= amun_most_stones(s, s->turn);
}

static bool
can_play_eight(const struct amun_state *s)
{
    return s->eight_gold == AMUN_NONE && s->hand[s->turn][AMUN_EIGHT_GOLD] && s->owned[s->turn];
}

static bool
can_play_harvest(const struct amun_state *s, int province)
{
    return s->harvest == AMUN_NONE && s->hand[s->turn][AMUN_HARVEST] &&
           amun_owns(s, s->turn, province) && amun_farmers_in(s, province) > 0;
}

static bool
can_play_bonus(const struct amun_state *s, int card)
{
    return card >= AMUN_POWER_BONUS && card < AMUN_CARDS && s->hand[s->turn][card] &&
           !(s->bonuses >> card & 1) && amun_bonus_holds(s, s->turn, card);
}

bool
amun_can_use(const struct amun_state *s)
{
    if (s->phase == AMUN_INCOME) {
        if (can_play_eight(s))
            return true;
        if (s->harvest != AMUN_NONE || !s->hand[s->turn][AMUN_HARVEST])
            return false;
        AMUN_EACH(province, s->owned[s->turn])
        {
            if (can_play_harvest(s, (int)province))
                return true;
        }
        return false;
    }
    for (int card = AMUN_POWER_BONUS; card < AMUN_CARDS; card++) {
        if (can_play_bonus(s, card))
            return true;
    }
    return false;
}

static bool
is_legal_income(const struct amun_state *s, game_action a)
{
    int arg = amun_arg(a);

    return a == amun_act(AMUN_V_END, 0) ||
           (a == amun_act(AMUN_V_EIGHT_GOLD, arg) && amun_owns(s, s->turn, arg) &&
            can_play_eight(s)) ||
           (a == amun_act(AMUN_V_HARVEST, arg) && can_play_harvest(s, arg));
}

/* ---- nature ---- */

static bool
draws_card(const struct amun_state *s)
{
    return s->phase != AMUN_DRAWING || amun_card_pending(s);
}

static bool
is_legal_chance(const struct amun_state *s, game_action a)
{
    int arg = amun_arg(a);

    if (s->phase == AMUN_START)
        return a == amun_act(AMUN_V_START, arg) && arg < s->seats;
    if (draws_card(s))
        return a == amun_act(AMUN_V_CARD, arg) && arg < AMUN_CARDS && amun_draw_from(s)[arg];
    return a == amun_act(AMUN_V_PROVINCE, arg) && arg < AMUN_PROVINCES &&
           (s->province_deck >> arg & 1);
}

bool
amun_is_legal(const struct amun_state *s, int seat, game_action a)
{
    if (seat == GAME_NATURE)
        return is_legal_chance(s, a);
    switch ((enum amun_phase)s->phase) {
    case AMUN_BID:
        if (amun_verb(a) == AMUN_V_SELL)
            return amun_arg(a) < AMUN_CARDS && s->hand[seat][amun_arg(a)];
        return amun_verb(a) == AMUN_V_BID && is_legal_bid(s, seat, a);
    case AMUN_ACTIONS:
        return is_legal_action(s, a);
    case AMUN_OFFER:
        return is_legal_offer(s, seat, a);
    case AMUN_CORRECT:
        return amun_verb(a) == AMUN_V_CORRECT && amun_arg(a) <= 1;
    case AMUN_REWARD:
        return is_legal_reward(s, a);
    case AMUN_INCOME:
        return is_legal_income(s, a);
    case AMUN_SCORING:
        return a == amun_act(AMUN_V_END, 0) ||
               (a == amun_act(AMUN_V_BONUS, amun_arg(a)) && can_play_bonus(s, amun_arg(a)));
    case AMUN_START:
    case AMUN_DRAWING:
    case AMUN_OVER:
    case AMUN_PHASES:
        break;
    }
    return false;
}

/* ---- lists ---- */

static int
list_sales(const struct amun_state *s, int seat, game_action *out)
{
    int count = 0;

    for (int card = 0; card < AMUN_CARDS; card++) {
        if (amun_unsold(s, seat, card)) /* only in AMUN_OFFER anything is sealed */
            out[count++] = amun_act(AMUN_V_SELL, card);
    }
    return count;
}

static int
list_bids(const struct amun_state *s, int seat, game_action *out)
{
    const struct amun_board *board = &s->options.board;
    bool block = may_block(s, seat);
    int count = 0;

    AMUN_EACH(province, on_offer(s))
    {
        int with = bid_needs(s, seat, (int)province);
        int space = amun_lowest_space(s, seat, (int)province);

        for (; with >= 0 && space < board->bid_count; space++) {
            if (board->bid_numbers[space] > s->gold[seat])
                break;
            out[count++] = amun_bid((int)province, space, with);
            if (block)
                out[count++] = amun_bid((int)province, space, with | AMUN_WITH_BLOCKADE);
        }
    }
    return count + list_sales(s, seat, out + count);
}

static int
list_actions(const struct amun_state *s, game_action *out)
{
    uint32_t mine = s->owned[s->turn];
    bool limited = s->options.supplies_limited;
    int count = list_sales(s, s->turn, out);

    for (int k = 1; may_buy(s, k); k++)
        out[count++] = amun_act(AMUN_V_BUY, k);
    if (may_buy_farmers(s)) {
        AMUN_EACH(province, mine)
        {
            if (empty_farms_of(s, (int)province) > 0)
                out[count++] = amun_act(AMUN_V_FARMER, (int)province);
        }
    }
    if (s->stones_bought + 1 <= s->gold[s->turn]) {
        AMUN_EACH(province, mine)
        {
            if (!limited || amun_stone_fits(s, (int)province))
                out[count++] = amun_act(AMUN_V_STONE, (int)province);
        }
    }
    if (may_place_free_farmer(s)) {
        AMUN_EACH(province, mine)
        {
            out[count++] = amun_act(AMUN_V_FREE_FARMER, (int)province);
        }
    }
    if (may_use_builder(s)) {
        AMUN_EACH(province, mine)
        {
            if (s->stones[province] == 2)
                out[count++] = amun_act(AMUN_V_BUILDER, (int)province);
        }
    }
    out[count++] = amun_act(AMUN_V_END, 0);
    return count;
}

static int
list_offers(const struct amun_state *s, int seat, game_action *out)
{
    int count = list_sales(s, seat, out), purse = amun_purse(s, seat);
    bool correction = amun_unsold(s, seat, AMUN_CORRECTION);

    for (int gold = 1; gold <= purse; gold++) {
        out[count++] = amun_offer(gold, false);
        if (correction)
            out[count++] = amun_offer(gold, true);
    }
    out[count++] = amun_act(AMUN_V_STEAL, 0);
    if (correction)
        out[count++] = amun_act(AMUN_V_STEAL, 1);
    return count;
}

static int
list_rewards(const struct amun_state *s, game_action *out)
{
    int items = amun_items_due(s, s->turn);
    int cards = int_min(items, amun_cards_left(s));
    int farmers = int_min(amun_all_empty_farms(s, s->turn), amun_left(s, AMUN_FARMERS));
    int stones = amun_most_stones(s, s->turn), count = 0;

    for (int c = 0; c <= cards; c++) {
        for (int f = 0; f <= farmers && c + f <= items; f++) {
            for (int n = 0; n <= stones && c + f + n <= items; n++)
                out[count++] = amun_reward(c, f, n);
        }
    }
    return count;
}

static int
list_placements(const struct amun_state *s, game_action *out)
{
    int count = 0;

    if (s->to_farm && amun_left(s, AMUN_FARMERS) > 0) {
        AMUN_EACH(province, s->owned[s->turn])
        {
            if (empty_farms_of(s, (int)province) > 0)
                out[count++] = amun_act(AMUN_V_FARMER, (int)province);
        }
    }
    if (s->to_build) {
        AMUN_EACH(province, s->owned[s->turn])
        {
            if (amun_stone_fits(s, (int)province))
                out[count++] = amun_act(AMUN_V_STONE, (int)province);
        }
    }
    return count;
}

static int
list_income(const struct amun_state *s, game_action *out)
{
    int count = 0;

    out[count++] = amun_act(AMUN_V_END, 0);
    if (can_play_eight(s)) {
        AMUN_EACH(province, s->owned[s->turn])
        {
            out[count++] = amun_act(AMUN_V_EIGHT_GOLD, (int)province);
        }
    }
    AMUN_EACH(province, s->owned[s->turn])
    {
        if (can_play_harvest(s, (int)province))
            out[count++] = amun_act(AMUN_V_HARVEST, (int)province);
    }
    return count;
}

static int
list_bonuses(const struct amun_state *s, game_action *out)
{
    int count = 0;

    out[count++] = amun_act(AMUN_V_END, 0);
    for (int card = AMUN_POWER_BONUS; card < AMUN_CARDS; card++) {
        if (can_play_bonus(s, card))
            out[count++] = amun_act(AMUN_V_BONUS, card);
    }
    return count;
}

int
amun_actions(const struct amun_state *s, int seat, game_action *out)
{
    if (seat < 0 || seat >= GAME_NATURE || !(amun_to_move(s) >> seat & 1))
        return 0;
    switch ((enum amun_phase)s->phase) {
    case AMUN_BID:
        return list_bids(s, seat, out);
    case AMUN_ACTIONS:
        return list_actions(s, out);
    case AMUN_OFFER:
        return list_offers(s, seat, out);
    case AMUN_CORRECT:
        out[0] = amun_act(AMUN_V_CORRECT, 0);
        out[1] = amun_act(AMUN_V_CORRECT, 1);
        return 2;
    case AMUN_REWARD:
        return s->due >> seat & 1 ? list_rewards(s, out) : list_placements(s, out);
    case AMUN_INCOME:
        return list_income(s, out);
    case AMUN_SCORING:
        return list_bonuses(s, out);
    case AMUN_START:
    case AMUN_DRAWING:
    case AMUN_OVER:
    case AMUN_PHASES:
        break;
    }
    return 0;
}

int
amun_chances(const struct amun_state *s, struct game_chance *out)
{
    const uint8_t *cards;
    int count = 0;

    if (amun_to_move(s) != 1u << GAME_NATURE)
        return 0;
    if (s->phase == AMUN_START) {
        for (int seat = 0; seat < s->seats; seat++)
            out[count++] = (struct game_chance){amun_act(AMUN_V_START, seat), 1};
        return count;
    }
    if (!draws_card(s)) {
        AMUN_EACH(province, s->province_deck)
        {
            out[count++] = (struct game_chance){amun_act(AMUN_V_PROVINCE, (int)province), 1};
        }
        return count;
    }
    cards = amun_draw_from(s);
    for (int card = 0; card < AMUN_CARDS; card++) {
        if (cards[card])
            out[count++] = (struct game_chance){amun_act(AMUN_V_CARD, card), cards[card]};
    }
    return count;
}
