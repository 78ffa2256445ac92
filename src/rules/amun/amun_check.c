/* SPDX-License-Identifier: MIT
 * amun_check.c -- checks that a state is consistent: nothing counted twice, nothing missing,
 * all parts fit the phase. The state need not be reachable. Debug builds check after each
 * action; bad positions are refused.
 */
#include "amun_parts.h"

#include <string.h>

#define REQUIRE(condition, sentence)                                                           \
    do {                                                                                       \
        if (!(condition))                                                                      \
            return sentence;                                                                   \
    } while (0)

static uint32_t
offered_set(const struct amun_state *s)
{
    uint32_t set = 0;

    for (int i = 0; i < s->offered_count; i++)
        set |= UINT32_C(1) << s->offered[i];
    return set;
}

static const char *
check_ranges(const struct amun_state *s)
{
    REQUIRE(s->seats >= AMUN_FEWEST_SEATS && s->seats <= AMUN_SEATS,
            "the game is played by 3 to 5");
    REQUIRE(s->phase < AMUN_PHASES, "there is no such phase");
    REQUIRE(s->round >= 1 && s->round <= AMUN_ROUNDS, "the round must be 1 to 6");
    REQUIRE(s->starting < s->seats || (s->phase == AMUN_START && s->starting == AMUN_NONE),
            "the starting player must be a seat");
    REQUIRE(s->turn < s->seats, "there is no such seat");
    REQUIRE(s->temple <= 4, "the temple track has the spaces 1 to 4");
    REQUIRE(!s->temple == (s->round == 1 && s->phase < AMUN_REWARD),
            "the temple has a space from the first sacrifice on, and none before");
    for (int i = 0; i < s->seats; i++) {
        REQUIRE(s->gold[i] >= 0 && s->gold[i] <= AMUN_MOST_GOLD,
                "a seat's gold must be 0 to 9999");
        REQUIRE(s->score[i] >= 0 && s->score[i] <= AMUN_MOST_POINTS,
                "a score must be 0 to 9999");
    }
    return NULL;
}

/* [AR-COMP-02]: every power card is somewhere, once. */
static const char *
check_cards(const struct amun_state *s)
{
    for (int card = 0; card < AMUN_CARDS; card++) {
        int count = s->deck[card] + s->discard[card];

        for (int i = 0; i < s->seats; i++) {
            count += s->hand[i][card] + s->free_cards[i][card];
            count += (card == AMUN_BLOCKADE && (s->blockade >> i & 1)) ||
                     (card == AMUN_OVERBID && (s->overbid_power >> i & 1));
        }
        REQUIRE(count == s->options.board.power_cards[card],
                "the power cards in the deck, the discards, the hands and on the board are not "
                "those of the game");
    }
    return NULL;
}

/* ---- provinces ---- */

/* [AR-PROV-05, AR-FLOW-03]: cards drawn, on offer and owned fit the round and the phase. */
static const char *
check_deck_of_provinces(const struct amun_state *s)
{
    int before = (s->round - 1) % 3; /* rounds of this kingdom that are over */
    bool bidding = s->phase <= AMUN_BID;
    uint32_t owned = 0, offered = 0;

    REQUIRE(!(s->province_deck & s->drawn), "a province is both drawn and face down");
    if (s->round <= 3)
        REQUIRE((s->province_deck | s->drawn) == (1u << AMUN_PROVINCES) - 1,
                "in the old kingdom each of the 15 provinces is drawn or face down");
    else
        REQUIRE(bits_count(s->province_deck | s->drawn) == 3 * s->seats,
                "in the new kingdom three provinces for each player are in play");
    REQUIRE(s->phase == AMUN_BID       ? s->offered_count == s->seats
            : s->phase == AMUN_DRAWING ? s->offered_count <= s->seats
                                       : !s->offered_count,
            "there must be a province on offer for each player while they bid, and none after");
    for (int i = 0; i < s->offered_count; i++) {
        REQUIRE(s->offered[i] < AMUN_PROVINCES && !(offered >> s->offered[i] & 1),
                "a province is on offer twice");
        offered |= UINT32_C(1) << s->offered[i];
    }
    for (int i = 0; i < s->seats; i++) {
        REQUIRE(!(s->owned[i] & (owned | offered)),
                "a province has an owner and is on offer or has another");
        owned |= s->owned[i];
        REQUIRE(bits_count(s->owned[i]) == before + !bidding,
                "each player must own as many provinces as rounds of this kingdom have been "
                "bid for");
    }
    REQUIRE((owned | offered) == s->drawn,
            "the provinces drawn in this kingdom are those that are owned or on offer");
    return NULL;
}

static const char *
check_supplies(const struct amun_state *s)
{
    REQUIRE(amun_left(s, AMUN_STONES) >= 0, "more stones are on the board than there are");
    REQUIRE(amun_left(s, AMUN_PYRAMIDS) >= 0, "more pyramids are on the board than there are");
    REQUIRE(amun_left(s, AMUN_FARMERS) >= 0, "more farmers are on the board than there are");
    return NULL;
}

static const char *
check_buildings(const struct amun_state *s)
{
    uint32_t building = s->drawn, owned = s->drawn & ~offered_set(s);

    if (s->round > 3)
        building |= s->province_deck; /* [AR-KING-02] */
    for (int p = 0; p < AMUN_PROVINCES; p++) {
        bool mine = owned >> p & 1;

        REQUIRE(s->stones[p] <= 2, "a province has 0 to 2 stones: three become a pyramid");
        REQUIRE(s->pyramids[p] <= AMUN_MOST_PYRAMIDS, "a province has at most 999 pyramids");
        REQUIRE((building >> p & 1) || (!s->stones[p] && !s->pyramids[p]),
                "stones or pyramids stand in a province that was never drawn");
        REQUIRE(s->farmers[p] <= s->options.board.provinces[p].farms,
                "a province has more farmers than farms");
        REQUIRE(s->free_farmers[p] <= AMUN_MOST_FREE_FARMERS,
                "a province has at most 99 farmers on flat land");
        REQUIRE(mine || (!s->farmers[p] && !s->free_farmers[p]),
                "farmers stand only in provinces that are owned");
    }
    return check_supplies(s);
}

/* [AR-PROV-02, AR-POW-04]: cards lie on the provinces unless none was left to draw. */
static const char *
check_free_cards(const struct amun_state *s)
{
    for (int i = 0; i < AMUN_SEATS; i++) {
        int lie = amun_count(s->free_cards[i]), due;
        bool last = s->phase == AMUN_DRAWING && i == s->offered_count - 1;

        if (i >= s->offered_count) {
            REQUIRE(!lie, "free cards lie on provinces on offer only");
            continue;
        }
        due = s->options.board.provinces[s->offered[i]].free_cards;
        REQUIRE(lie <= due, "more free cards lie on a province than its board shows");
        if (lie < due && !last)
            REQUIRE(!(s->phase == AMUN_DRAWING ? amun_cards_left(s) : amun_count(s->deck)),
                    "free cards are missing on a province though there were cards to draw");
    }
    return NULL;
}

/* ---- phases 1 to 3 ---- */

/* Nobody has acted yet: exactly the state of the setup. */
static const char *
check_start(const struct amun_state *s)
{
    struct amun_state fresh;

    REQUIRE(amun_setup(&fresh, s->seats, &s->options) == GAME_OK &&
                !memcmp(s, &fresh, sizeof fresh),
            "before the starting player is chosen everything must be as at the start");
    return NULL;
}

static const char *
check_no_bids(const struct amun_state *s)
{
    REQUIRE(!s->blockade && !s->overbid_power, "bidding cards are active only in the bidding");
    for (int i = 0; i < AMUN_SEATS; i++)
        REQUIRE(s->marker[i] == AMUN_NONE && !s->space[i],
                "bidding markers stand on the board only in the bidding");
    return NULL;
}

/* [AR-BID-05, AR-CARD-01]: the markers on one province, in pairs. */
static const char *
check_markers(const struct amun_state *s)
{
    uint32_t offered = offered_set(s);

    for (int i = 0; i < s->seats; i++) {
        if (s->marker[i] == AMUN_NONE)
            continue;
        REQUIRE(s->marker[i] < AMUN_PROVINCES && (offered >> s->marker[i] & 1),
                "a bidding marker stands on a province that is not on offer");
        REQUIRE(s->space[i] < s->options.board.bid_count &&
                    s->options.board.bid_numbers[s->space[i]] <= s->gold[i],
                "a bidding marker stands on a number that its owner cannot pay");
        for (int j = 0; j < s->seats; j++) {
            if (j == i || s->marker[j] != s->marker[i] || s->space[j] < s->space[i])
                continue;
            REQUIRE(s->space[j] != s->space[i],
                    "two bidding markers stand on one number of a province");
            REQUIRE(s->space[j] > s->space[i] + (s->blockade >> i & 1),
                    "a bidding marker stands too near above one that is blocked");
        }
    }
    return NULL;
}

/* The seats that have not placed yet are the last from the starting player on, and the first of
 * them acts. When all have placed, a seat that is overbid acts [AR-BID-02, 07]. */
static const char *
check_bids(const struct amun_state *s)
{
    const char *wrong = check_markers(s);
    game_seats placed = 0;

    REQUIRE(!wrong, wrong);
    for (int i = 0, seat = s->starting; i < s->seats; i++, seat = amun_left_of(s, seat)) {
        if (s->marker[seat] == AMUN_NONE)
            continue;
        REQUIRE(bits_count(placed) == i, "a seat has bid before its turn");
        placed |= (game_seats)(1u << seat);
    }
    for (int i = s->seats; i < AMUN_SEATS; i++)
        REQUIRE(s->marker[i] == AMUN_NONE, "a seat that there is not has bid");
    REQUIRE(!(s->blockade & ~placed) && !(s->overbid_power & ~placed),
            "a bidding card is active of a seat that has not bid");
    if (bits_count(placed) < s->seats) {
        REQUIRE(!s->overbid_power, "nobody overbids on their own province before all have bid");
        REQUIRE(s->turn == (s->starting + bits_count(placed)) % s->seats,
                "the seat to act must be the first that has not bid yet");
    } else {
        REQUIRE(amun_must_bid(s, s->turn), "the seat to act must be one that is overbid");
    }
    return NULL;
}

static int
sum_over(const struct amun_state *s, int seat, const uint8_t count[AMUN_PROVINCES])
{
    int sum = 0;

    AMUN_EACH(province, s->owned[seat])
    {
        sum += count[province];
    }
    return sum;
}

static const char *
check_turn(const struct amun_state *s)
{
    REQUIRE(s->bought <= amun_limit(s, s->turn),
            "more power cards were bought than the provinces allow");
    REQUIRE(s->to_draw <= s->bought && s->to_draw <= amun_cards_left(s),
            "more power cards are to be drawn than were bought or are left");
    REQUIRE(!s->to_draw || (!s->farmers_bought && !s->stones_bought),
            "cards that were bought are drawn before farmers and stones are bought");
    REQUIRE(s->farmers_bought <= sum_over(s, s->turn, s->farmers),
            "more farmers were bought in this turn than stand on the seat's farms");
    REQUIRE(s->stones_bought <=
                sum_over(s, s->turn, s->stones) + 3 * amun_pyramids_of(s, s->turn),
            "more stones were bought in this turn than the seat's provinces can hold of it");
    REQUIRE(!(s->played & 1) || sum_over(s, s->turn, s->free_farmers),
            "a free farmer was played in this turn, but none stands in the seat's provinces");
    REQUIRE(!(s->played & 2) || amun_pyramids_of(s, s->turn),
            "a builder was played in this turn, but no pyramid stands in the seat's provinces");
    return NULL;
}

static const char *
check_no_turn(const struct amun_state *s)
{
    REQUIRE(!s->bought && !s->farmers_bought && !s->stones_bought && !s->played,
            "only in the phase actions things are bought");
    REQUIRE(s->phase == AMUN_REWARD || !s->to_draw, "no cards are to be drawn in this phase");
    return NULL;
}

/* ---- phase 4 ---- */

static const char *
check_no_offers(const struct amun_state *s)
{
    int sum = s->made | s->steals | s->corrects | s->due;

    for (int i = 0; i < AMUN_SEATS; i++)
        sum |= s->offer[i] | amun_count(s->sold[i]);
    REQUIRE(!sum && !s->total, "there is no sacrifice in this phase");
    return NULL;
}

/* An offer is gold or the -3 card; without an offer all is zero [AR-SAC-01]. */
static const char *
check_each_offer(const struct amun_state *s)
{
    REQUIRE(!(s->made >> s->seats) && !(s->steals & ~s->made) && !(s->corrects & ~s->made),
            "a seat that has made no offer has put something in");
    for (int i = 0; i < AMUN_SEATS; i++) {
        bool gold = (s->made >> i & 1) && !(s->steals >> i & 1);

        REQUIRE(gold ? s->offer[i] >= 1 && s->offer[i] <= AMUN_MOST_GOLD : !s->offer[i],
                "an offer is 1 gold or more, or the -3 card");
    }
    return NULL;
}

static const char *
check_sealed(const struct amun_state *s)
{
    REQUIRE(s->made != (1u << s->seats) - 1, "when all have offered the offers are revealed");
    REQUIRE(!s->total && !s->due, "while offers are sealed nothing is added up");
    for (int i = 0; i < s->seats; i++) {
        for (int card = 0; card < AMUN_CARDS; card++)
            REQUIRE(s->sold[i][card] <= s->hand[i][card],
                    "a seat has sold a card with its offer that it does not hold");
        REQUIRE(!(s->corrects >> i & 1) || amun_unsold(s, i, AMUN_CORRECTION),
                "a seat corrects with a card that it does not hold");
        REQUIRE(s->offer[i] <= amun_purse(s, i), "a seat has offered more gold than it has");
    }
    return NULL;
}

/* After the reveal: the total is the sum of the offers and of the corrections [AR-SAC-03]. */
static const char *
check_total(const struct amun_state *s, int corrections)
{
    int32_t difference = s->total;

    REQUIRE(s->made == (1u << s->seats) - 1, "all offers are in when they are revealed");
    for (int i = 0; i < s->seats; i++)
        difference -= s->steals >> i & 1 ? -3 : s->offer[i];
    REQUIRE(difference % 3 == 0 && difference >= -3 * corrections &&
                difference <= 3 * corrections && (difference / 3 - corrections) % 2 == 0,
            "the total is not that of the offers and the corrections made");
    for (int card = 0; card < AMUN_CARDS; card++) {
        int count = card == AMUN_CORRECTION ? bits_count(s->corrects) : 0;

        for (int i = 0; i < s->seats; i++)
            count += s->sold[i][card];
        REQUIRE(count <= s->options.board.power_cards[card],
                "more cards of a kind were sold and played with the offers than there are");
        REQUIRE(s->phase == AMUN_REWARD || count <= s->discard[card],
                "the cards sold and played with the offers lie among the discards");
    }
    return NULL;
}

static const char *
check_correct(const struct amun_state *s)
{
    const char *wrong = check_total(s, bits_count(s->corrects & ~(unsigned)s->due));
    bool before = true;

    REQUIRE(!wrong, wrong);
    REQUIRE(s->due && !(s->due & ~s->corrects),
            "who is due to correct has put in a correction card");
    for (int i = 0, seat = s->starting; i < s->seats; i++, seat = amun_left_of(s, seat)) {
        if (before && (s->due >> seat & 1)) {
            REQUIRE(s->turn == seat, "the seat to act must be the first that is to correct");
            before = false;
        }
        REQUIRE(before || !(s->corrects >> seat & 1) || (s->due >> seat & 1),
                "seats correct clockwise from the starting player");
    }
    return NULL;
}

static const char *
check_placing(const struct amun_state *s)
{
    REQUIRE(s->to_draw + s->to_farm + s->to_build <= amun_items_due(s, s->turn),
            "more is to be placed than the seat's reward");
    REQUIRE(s->to_draw <= amun_cards_left(s), "more cards are to be drawn than are left");
    REQUIRE(s->to_farm <= amun_all_empty_farms(s, s->turn) &&
                s->to_farm <= amun_left(s, AMUN_FARMERS),
            "more farmers are to be placed than there are farms or farmers for");
    REQUIRE(s->to_build <= amun_most_stones(s, s->turn),
            "more stones are to be placed than there are left");
    return NULL;
}

static const char *
check_reward(const struct amun_state *s)
{
    const char *wrong = check_total(s, bits_count(s->corrects));
    bool placing = s->to_draw || s->to_farm || s->to_build, reached = false;
    uint8_t order[AMUN_SEATS];

    REQUIRE(!wrong, wrong);
    REQUIRE(s->temple == amun_temple_space(&s->options.board, s->total),
            "the temple stands where the total of the sacrifice puts it");
    amun_reward_order(s, order);
    for (int i = 0; i < s->seats; i++) {
        bool now = order[i] == s->turn, due = s->due >> order[i] & 1;

        if (!amun_items_due(s, order[i])) {
            REQUIRE(!due && !now, "who played the -3 card gets no reward");
            continue;
        }
        REQUIRE(due == (reached || (now && !placing)),
                "rewards are chosen in the order of the offers");
        reached = reached || now;
    }
    return check_placing(s);
}

/* ---- phases 5 and 6 ---- */

static const char *
check_income(const struct amun_state *s)
{
    REQUIRE(s->eight_gold == AMUN_NONE || amun_owns(s, s->turn, s->eight_gold),
            "8 gold was played on a province of somebody else");
    REQUIRE(s->harvest == AMUN_NONE ||
                (amun_owns(s, s->turn, s->harvest) && amun_farmers_in(s, s->harvest)),
            "a harvest increase was played where the seat has no farmer");
    REQUIRE(amun_can_use(s), "who is asked for cards at the income can play one");
    return NULL;
}

static const char *
check_scoring(const struct amun_state *s)
{
    REQUIRE(s->round % 3 == 0, "the rounds 3 and 6 are scored");
    for (int card = 0; card < 16; card++)
        REQUIRE(!(s->bonuses >> card & 1) || amun_bonus_holds(s, s->turn, card),
                "a bonus card was played whose condition does not hold");
    REQUIRE(amun_can_use(s), "who is asked for bonus cards can play one");
    return NULL;
}

static const char *
check_over(const struct amun_state *s)
{
    REQUIRE(s->round == AMUN_ROUNDS, "a game that is over is in round 6");
    for (int i = 0; i < s->seats; i++)
        REQUIRE(!amun_count(s->hand[i]), "all cards are sold when the game is over");
    return NULL;
}

/* What belongs to one phase is zero in the others. */
static const char *
check_idle(const struct amun_state *s)
{
    const char *wrong = NULL;

    if (s->phase != AMUN_BID)
        wrong = check_no_bids(s);
    if (!wrong && s->phase != AMUN_ACTIONS)
        wrong = check_no_turn(s);
    if (!wrong && (s->phase < AMUN_OFFER || s->phase > AMUN_REWARD))
        wrong = check_no_offers(s);
    REQUIRE(!wrong, wrong);
    REQUIRE(s->phase == AMUN_REWARD || (!s->to_farm && !s->to_build),
            "nothing is to be placed in this phase");
    REQUIRE(s->phase == AMUN_INCOME || (!s->eight_gold && !s->harvest),
            "income cards are on the board only in the phase income");
    REQUIRE(s->phase == AMUN_SCORING || !s->bonuses,
            "bonus cards are on the board only in the phase scoring");
    REQUIRE(s->turn == 0 ||
                (s->phase != AMUN_DRAWING && s->phase != AMUN_OFFER && s->phase != AMUN_OVER),
            "no single seat acts in this phase");
    return NULL;
}

static const char *
check_phase(const struct amun_state *s)
{
    const char *wrong;

    switch ((enum amun_phase)s->phase) {
    case AMUN_START:
        return check_start(s);
    case AMUN_DRAWING:
        REQUIRE(s->offered_count < s->seats || amun_card_pending(s),
                "when all provinces are drawn the bidding has begun");
        return NULL;
    case AMUN_BID:
        return check_bids(s);
    case AMUN_ACTIONS:
        return check_turn(s);
    case AMUN_OFFER:
        wrong = check_each_offer(s);
        return wrong ? wrong : check_sealed(s);
    case AMUN_CORRECT:
        wrong = check_each_offer(s);
        return wrong ? wrong : check_correct(s);
    case AMUN_REWARD:
        wrong = check_each_offer(s);
        return wrong ? wrong : check_reward(s);
    case AMUN_INCOME:
        return check_income(s);
    case AMUN_SCORING:
        return check_scoring(s);
    case AMUN_OVER:
        return check_over(s);
    case AMUN_PHASES:
        break;
    }
    return NULL;
}

const char *
amun_check(const struct amun_state *s)
{
    const char *wrong;

    REQUIRE(!s->veil, "what one seat sees is not a whole state");
    REQUIRE(amun_options_good(&s->options), "an option has no such value");
    wrong = check_ranges(s);
    if (!wrong && s->phase == AMUN_START)
        return check_start(s);
    if (!wrong)
        wrong = check_cards(s);
    if (!wrong)
        wrong = check_deck_of_provinces(s);
    if (!wrong)
        wrong = check_buildings(s);
    if (!wrong)
        wrong = check_free_cards(s);
    if (!wrong)
        wrong = check_idle(s);
    return wrong ? wrong : check_phase(s);
}
