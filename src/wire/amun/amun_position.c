/* SPDX-License-Identifier: MIT
 * amun_position.c -- a state of Amun-Re from JSON: the keys that do not follow from others.
 *
 * Counts are checked here, before they are packed; amun_check() checks whether the parts fit together.
 * The view of a seat is read with the veil of the deck set, and what is null in it is under a veil. */
#include "amun_position.h"

#include <stdio.h>
#include <string.h>

#include "amun_board.h"
#include "field.h"

enum { MOST_CARDS = 20 };

static const char *const phase_names[] = {"start",   "provinces", "bid",    "actions", "offer",
                                          "correct", "reward",    "income", "scoring", "over"};

static const char the_state[] = "the state";

/* ---- what a seat sees ---- */

static bool
is_view(const struct amun_state *s)
{
    return s->veil & AMUN_VEIL_DECK;
}

/* A pile of which only the number is told: in the place of the first kind. */
static bool
read_hidden(const struct json *object, const char *where, uint8_t cards[AMUN_CARDS],
            struct refusal *why)
{
    int count;

    if (!field_number(object, where, "count", 0, 255, &count, why))
        return false;
    cards[0] = (uint8_t)count;
    return true;
}

/* ---- names, sets, cards ---- */

static void
list_provinces(const char *names[AMUN_PROVINCES])
{
    for (int p = 0; p < AMUN_PROVINCES; p++)
        names[p] = amun_province_name(p);
}

static bool
read_province(const struct json *json, int *out, struct refusal *why)
{
    const char *names[AMUN_PROVINCES];

    list_provinces(names);
    return field_name(json, "a province", names, AMUN_PROVINCES, out, why);
}

/* Provinces in order, none twice, at most `room`; returns how many in *count. */
static bool
read_province_list(const struct json *json, const char *key, uint8_t *out, int room, int *count,
                   struct refusal *why)
{
    const struct json *list = field_member(json, the_state, key, why);
    uint32_t seen = 0;

    if (!list)
        return false;
    if (json_kind(list) != JSON_KIND_LIST || json_count(list) > (size_t)room)
        return refuse(why, "\"%s\" should be a list of at most %d provinces", key, room);
    *count = (int)json_count(list);
    for (int i = 0; i < *count; i++) {
        int province;

        if (!read_province(json_element(list, (size_t)i), &province, why))
            return false;
        if (seen >> province & 1)
            return refuse(why, "\"%s\" names %s twice", key, amun_province_name(province));
        seen |= UINT32_C(1) << province;
        out[i] = (uint8_t)province;
    }
    return true;
}

static bool
read_card(const struct json *json, int *out, struct refusal *why)
{
    const char *names[AMUN_CARDS];

    if (json_is_nil(json))
        return refuse(why, "a card is null: what a seat sees is not a whole state");
    for (int card = 0; card < AMUN_CARDS; card++)
        names[card] = amun_card_name(card);
    return field_name(json, "a kind of power card", names, AMUN_CARDS, out, why);
}

/* ["builder","builder"], or [null,null] under a veil */
static bool
read_card_list(const struct json *object, const char *where, const char *key, bool veiled,
               uint8_t count[AMUN_CARDS], struct refusal *why)
{
    const struct json *list = field_member(object, where, key, why);

    if (!list)
        return false;
    if (json_kind(list) != JSON_KIND_LIST)
        return refuse(why, "\"%s\" of %s should be a list of power cards", key, where);
    for (const struct json *e = json_first(list); e; e = json_next(list, e)) {
        int card = 0; /* that of a card under a veil */

        if (!(veiled && json_is_nil(e)) && !read_card(e, &card, why))
            return false;
        if (count[card] == MOST_CARDS)
            return refuse(why, "\"%s\" of %s holds more %s than there can be", key, where,
                          amun_card_name(card));
        count[card]++;
    }
    return true;
}

/* {"builder":1}: unknown kinds are refused. */
static bool
read_counts(const struct json *object, const char *where, uint8_t count[AMUN_CARDS],
            struct refusal *why)
{
    size_t known = 0;

    if (!object)
        return false;
    if (json_kind(object) != JSON_KIND_OBJECT)
        return refuse(why, "%s should be an object of power cards and their numbers%s", where,
                      json_is_nil(object) ? "; what a seat sees is not a whole state" : "");
    for (int card = 0; card < AMUN_CARDS; card++) {
        const char *key = amun_card_name(card);
        int number = 0;

        if (!json_member(object, key))
            continue;
        if (!field_number(object, where, key, 0, MOST_CARDS, &number, why))
            return false;
        count[card] = (uint8_t)number;
        known++;
    }
    if (known != json_count(object))
        return refuse(why, "%s names a power card that there is not%s", where,
                      json_member(object, "count") ? "; what a seat sees is not a whole state"
                                                   : "");
    return true;
}

/* A list of seats as a set of bits. */
static bool
read_seats_set(const struct json *json, const char *where, const char *key, int seats,
               uint8_t *out, struct refusal *why)
{
    uint32_t set;

    if (!field_set(json, where, key, &set, why))
        return false;
    if (set >> seats)
        return refuse(why, "\"%s\" of %s names a seat that there is not", key, where);
    *out = (uint8_t)set;
    return true;
}

/* An object whose keys are seats: the entry of a seat, and whether there is another key. */
static const struct json *
entry_of(const struct json *object, int seat)
{
    char key[2] = {(char)('0' + seat), 0};

    return json_member(object, key);
}

static bool
only_seats(const struct json *object, const char *what, int seats, struct refusal *why)
{
    size_t known = 0;

    if (json_kind(object) != JSON_KIND_OBJECT)
        return refuse(why, "%s should be an object with seats as keys", what);
    for (int i = 0; i < seats; i++)
        known += entry_of(object, i) != NULL;
    if (known != json_count(object))
        return refuse(why, "%s names a seat that there is not", what);
    return true;
}

/* ---- the frame: round, phase ---- */

static bool
read_frame(const struct json *json, struct amun_state *s, struct refusal *why)
{
    const struct json *phase, *temple;
    int number, which;

    phase = field_member(json, the_state, "phase", why);
    if (!phase ||
        !field_name(phase, "a phase of Amun-Re", phase_names, AMUN_PHASES, &which, why) ||
        !field_number(json, the_state, "round", 1, AMUN_ROUNDS, &number, why))
        return false;
    s->phase = (uint8_t)which;
    s->round = (uint8_t)number;
    number = AMUN_NONE; /* null in the phase start, as it follows from it */
    if (s->phase != AMUN_START &&
        !field_number(json, the_state, "starting", 0, s->seats - 1, &number, why))
        return false;
    s->starting = (uint8_t)number;
    temple = field_member(json, the_state, "temple", why);
    if (!temple || json_is_nil(temple))
        return temple != NULL;
    if (!field_number(json, the_state, "temple", 1, 4, &number, why))
        return false;
    s->temple = (uint8_t)number;
    return true;
}

/* Whom the state asks, where it is said nowhere else. */
static bool
read_to_act(const struct json *json, struct amun_state *s, struct refusal *why)
{
    const struct json *list = field_member(json, the_state, "to_act", why);
    long long seat;

    if (!list)
        return false;
    if (s->phase != AMUN_BID && s->phase != AMUN_INCOME && s->phase != AMUN_SCORING)
        return true;
    if (json_count(list) != 1 || !json_as_whole(json_element(list, 0), &seat) || seat < 0 ||
        seat >= s->seats)
        return refuse(why, "\"to_act\" should be a list of one seat in this phase");
    s->turn = (uint8_t)seat;
    return true;
}

/* ---- the board ---- */

static bool
read_piles(const struct json *json, struct amun_state *s, struct refusal *why)
{
    const struct json *deck = field_member(json, the_state, "deck", why);
    const struct json *kinds = deck ? field_member(deck, "\"deck\"", "kinds", why) : NULL;
    uint8_t names[AMUN_PROVINCES];
    int count;

    if (!kinds)
        return false;
    if (!json_is_nil(kinds))
        s->veil = 0; /* all is told */
    if (!(is_view(s) ? read_hidden(deck, "\"deck\"", s->deck, why)
                     : read_counts(kinds, "\"kinds\" of \"deck\"", s->deck, why)) ||
        !read_counts(field_member(json, the_state, "discard", why), "\"discard\"", s->discard,
                     why) ||
        !read_province_list(json, "province_deck", names, AMUN_PROVINCES, &count, why))
        return false;
    for (int i = 0; i < count; i++)
        s->province_deck |= (uint16_t)(1u << names[i]);
    if (!read_province_list(json, "offered", s->offered, s->seats, &count, why))
        return false;
    s->offered_count = (uint8_t)count;
    return true;
}

static bool
read_owner(const struct json *json, const char *where, int province, struct amun_state *s,
           struct refusal *why)
{
    const struct json *owner = field_member(json, where, "owner", why);
    int seat;

    if (!owner || json_is_nil(owner))
        return owner != NULL;
    if (!field_number(json, where, "owner", 0, s->seats - 1, &seat, why))
        return false;
    s->owned[seat] |= (uint16_t)(1u << province);
    s->drawn |= (uint16_t)(1u << province);
    return true;
}

static bool
read_one_province(const struct json *json, int province, struct amun_state *s,
                  struct refusal *why)
{
    char where[32];
    int farmers, free_farmers, stones, pyramids;

    snprintf(where, sizeof where, "%s", amun_province_name(province));
    if (!read_owner(json, where, province, s, why) ||
        !field_number(json, where, "farmers", 0, 9, &farmers, why) ||
        !field_number(json, where, "free_farmers", 0, AMUN_MOST_FREE_FARMERS, &free_farmers,
                      why) ||
        !field_number(json, where, "stones", 0, 2, &stones, why) ||
        !field_number(json, where, "pyramids", 0, AMUN_MOST_PYRAMIDS, &pyramids, why))
        return false;
    s->farmers[province] = (uint8_t)farmers;
    s->free_farmers[province] = (uint8_t)free_farmers;
    s->stones[province] = (uint8_t)stones;
    s->pyramids[province] = (uint16_t)pyramids;
    for (int i = 0; i < s->offered_count; i++) {
        if (s->offered[i] == province)
            return read_card_list(json, where, "cards", is_view(s), s->free_cards[i], why);
    }
    return true;
}

static bool
read_provinces(const struct json *json, struct amun_state *s, struct refusal *why)
{
    const struct json *provinces = field_member(json, the_state, "provinces", why);
    size_t known = 0;

    if (!provinces)
        return false;
    if (json_kind(provinces) != JSON_KIND_OBJECT)
        return refuse(why, "\"provinces\" should be an object");
    for (int p = 0; p < AMUN_PROVINCES; p++) {
        const struct json *one = json_member(provinces, amun_province_name(p));

        known += one != NULL;
        if (one && !read_one_province(one, p, s, why))
            return false;
    }
    if (known != json_count(provinces))
        return refuse(why, "\"provinces\" names a province that there is not");
    for (int i = 0; i < s->offered_count; i++)
        s->drawn |= (uint16_t)(1u << s->offered[i]);
    return true;
}

static bool
read_marker(const struct json *marker, int seat, struct amun_state *s, struct refusal *why)
{
    const struct amun_board *board = &s->options.board;
    const struct json *name;
    char where[32];
    int province, number, space = 0;

    snprintf(where, sizeof where, "the marker of seat %d", seat);
    name = field_member(marker, where, "province", why);
    if (!name || !read_province(name, &province, why) ||
        !field_number(marker, where, "number", 0, 999, &number, why))
        return false;
    while (space < board->bid_count && board->bid_numbers[space] != number)
        space++;
    if (space == board->bid_count)
        return refuse(why, "%s stands on %d, which is no number of the board", where, number);
    s->marker[seat] = (uint8_t)province;
    s->space[seat] = (uint8_t)space;
    return true;
}

static bool
read_bids(const struct json *json, struct amun_state *s, struct refusal *why)
{
    const struct json *markers = field_member(json, the_state, "markers", why);

    memset(s->marker, AMUN_NONE, sizeof s->marker);
    if (!markers || !only_seats(markers, "\"markers\"", s->seats, why))
        return false;
    for (int i = 0; i < s->seats; i++) {
        if (entry_of(markers, i) && !read_marker(entry_of(markers, i), i, s, why))
            return false;
    }
    return read_seats_set(json, the_state, "blockade", s->seats, &s->blockade, why) &&
           read_seats_set(json, the_state, "overbid_power", s->seats, &s->overbid_power, why);
}

/* ---- the phases ---- */

static bool
read_turn(const struct json *json, struct amun_state *s, struct refusal *why)
{
    const struct json *turn = field_member(json, the_state, "turn", why);
    int seat, bought, to_draw, farmers, stones;
    bool free_farmer = false, builder = false;

    if (!turn || s->phase != AMUN_ACTIONS)
        return turn != NULL; /* null then, as it follows from the phase */
    if (!field_number(turn, "\"turn\"", "seat", 0, s->seats - 1, &seat, why) ||
        !field_number(turn, "\"turn\"", "bought", 0, 9, &bought, why) ||
        !field_number(turn, "\"turn\"", "to_draw", 0, 9, &to_draw, why) ||
        !field_number(turn, "\"turn\"", "farmers", 0, 27, &farmers, why) ||
        !field_number(turn, "\"turn\"", "stones", 0, 255, &stones, why) ||
        !field_flag(turn, "\"turn\"", "free_farmer", &free_farmer, why) ||
        !field_flag(turn, "\"turn\"", "builder", &builder, why))
        return false;
    s->turn = (uint8_t)seat;
    s->bought = (uint8_t)bought;
    s->to_draw = (uint8_t)to_draw;
    s->farmers_bought = (uint8_t)farmers;
    s->stones_bought = (uint8_t)stones;
    s->played = (uint8_t)(free_farmer | builder << 1);
    return true;
}

static bool
read_offer(const struct json *offer, int seat, struct amun_state *s, struct refusal *why)
{
    char where[32];
    int gold;
    bool steal = false, correction = false;

    snprintf(where, sizeof where, "the offer of seat %d", seat);
    if (json_member(offer, "sealed") && is_view(s)) {
        s->veil |= AMUN_VEIL_OFFER(seat);
        s->made |= (uint8_t)(1u << seat);
        return true;
    }
    if (json_member(offer, "sealed"))
        return refuse(why, "%s is sealed: what a seat sees is not a whole state", where);
    if (!read_card_list(offer, where, "sold", false, s->sold[seat], why))
        return false;
    if (!json_member(offer, "gold") && !json_member(offer, "steal")) {
        if (json_count(json_member(offer, "sold")) == 0)
            return refuse(why, "%s is nothing yet and should not be there", where);
        return true;
    }
    if (json_member(offer, "steal") && !field_flag(offer, where, "steal", &steal, why))
        return false;
    if (json_member(offer, "steal") && (!steal || json_member(offer, "gold")))
        return refuse(why, "%s is either gold or \"steal\":true", where);
    if (!steal) {
        if (!field_number(offer, where, "gold", 1, AMUN_MOST_GOLD, &gold, why))
            return false;
        s->offer[seat] = (int16_t)gold;
    }
    if (!field_flag(offer, where, "correction", &correction, why))
        return false;
    s->made |= (uint8_t)(1u << seat);
    s->steals |= (uint8_t)(steal << seat);
    s->corrects |= (uint8_t)(correction << seat);
    return true;
}

/* Seats in a list, of numbers or of objects with "seat": who is due, and the first of them. */
static bool
read_due(const struct json *sacrifice, const char *key, struct amun_state *s,
         struct refusal *why)
{
    const struct json *list = field_member(sacrifice, "\"sacrifice\"", key, why);

    if (!list)
        return false;
    if (json_kind(list) != JSON_KIND_LIST)
        return refuse(why, "\"%s\" should be a list", key);
    for (const struct json *value = json_first(list); value; value = json_next(list, value)) {
        long long seat;

        if (!json_as_whole(json_kind(value) == JSON_KIND_OBJECT ? json_member(value, "seat")
                                                                : value,
                           &seat) ||
            seat < 0 || seat >= s->seats)
            return refuse(why, "\"%s\" names something that is no seat", key);
        if (s->due >> seat & 1)
            return refuse(why, "\"%s\" names seat %lld twice", key, seat);
        if (!s->due)
            s->turn = (uint8_t)seat;
        s->due |= (uint8_t)(1u << seat);
    }
    return true;
}

static bool
read_placing(const struct json *sacrifice, struct amun_state *s, struct refusal *why)
{
    const struct json *placing = field_member(sacrifice, "\"sacrifice\"", "placing", why);
    int seat, cards, farmers, stones;

    if (!placing || json_is_nil(placing))
        return placing != NULL;
    if (!field_number(placing, "\"placing\"", "seat", 0, s->seats - 1, &seat, why) ||
        !field_number(placing, "\"placing\"", "cards", 0, 3, &cards, why) ||
        !field_number(placing, "\"placing\"", "farmers", 0, 3, &farmers, why) ||
        !field_number(placing, "\"placing\"", "stones", 0, 3, &stones, why))
        return false;
    if (!cards && !farmers && !stones)
        return refuse(why, "\"placing\" is null when nothing is to be placed");
    s->turn = (uint8_t)seat;
    s->to_draw = (uint8_t)cards;
    s->to_farm = (uint8_t)farmers;
    s->to_build = (uint8_t)stones;
    return true;
}

static bool
read_sacrifice(const struct json *json, struct amun_state *s, struct refusal *why)
{
    const struct json *sacrifice = field_member(json, the_state, "sacrifice", why), *offers;
    int total;

    if (!sacrifice || s->phase < AMUN_OFFER || s->phase > AMUN_REWARD)
        return sacrifice != NULL; /* null then */
    offers = field_member(sacrifice, "\"sacrifice\"", "offers", why);
    if (!offers || !only_seats(offers, "\"offers\"", s->seats, why))
        return false;
    for (int i = 0; i < s->seats; i++) {
        if (entry_of(offers, i) && !read_offer(entry_of(offers, i), i, s, why))
            return false;
    }
    if (s->phase == AMUN_OFFER)
        return true; /* nothing is added up, and nobody is due */
    if (!field_number(sacrifice, "\"sacrifice\"", "total", -99999, 99999, &total, why))
        return false;
    s->total = total;
    if (s->phase == AMUN_CORRECT)
        return read_due(sacrifice, "corrections_due", s, why);
    return read_due(sacrifice, "rewards_due", s, why) && read_placing(sacrifice, s, why);
}

/* A province, or null. */
static bool
read_played_on(const struct json *income, const char *key, uint8_t *out, struct refusal *why)
{
    const struct json *value = field_member(income, "\"income\"", key, why);
    int province = AMUN_NONE;

    if (!value || (!json_is_nil(value) && !read_province(value, &province, why)))
        return false;
    *out = (uint8_t)province;
    return true;
}

static bool
read_cards_used(const struct json *json, struct amun_state *s, struct refusal *why)
{
    const struct json *income = field_member(json, the_state, "income", why);
    const struct json *bonuses = income ? field_member(json, the_state, "bonuses", why) : NULL;

    if (!bonuses)
        return false;
    if (s->phase == AMUN_INCOME)
        return read_played_on(income, "eight_gold", &s->eight_gold, why) &&
               read_played_on(income, "harvest", &s->harvest, why);
    if (s->phase != AMUN_SCORING)
        return true;
    if (json_kind(bonuses) != JSON_KIND_LIST)
        return refuse(why, "\"bonuses\" should be a list of bonus cards");
    for (const struct json *e = json_first(bonuses); e; e = json_next(bonuses, e)) {
        int card;

        if (!read_card(e, &card, why))
            return false;
        if (s->bonuses >> card & 1)
            return refuse(why, "\"bonuses\" names %s twice", amun_card_name(card));
        s->bonuses |= (uint16_t)(1u << card);
    }
    return true;
}

/* ---- the seats ---- */

static bool
read_seats(const struct json *json, struct amun_state *s, struct refusal *why)
{
    const struct json *seats = field_member(json, the_state, "seats", why);

    if (!seats)
        return false;
    if (json_kind(seats) != JSON_KIND_LIST || json_count(seats) != s->seats)
        return refuse(why,
                      "\"seats\" should be a list with an object for each of the %d players",
                      s->seats);
    for (int i = 0; i < s->seats; i++) {
        const struct json *one = json_element(seats, (size_t)i);
        const struct json *cards;
        char where[16], cards_where[32];
        int gold, score;

        snprintf(where, sizeof where, "seats[%d]", i);
        snprintf(cards_where, sizeof cards_where, "\"cards\" of %s", where);
        cards = field_member(one, where, "cards", why);
        if (!cards || !field_number(one, where, "gold", 0, AMUN_MOST_GOLD, &gold, why) ||
            !field_number(one, where, "score", 0, AMUN_MOST_POINTS, &score, why))
            return false;
        if (is_view(s) && json_member(cards, "count"))
            s->veil |= AMUN_VEIL_HAND(i);
        if (!(s->veil & AMUN_VEIL_HAND(i) ? read_hidden(cards, cards_where, s->hand[i], why)
                                          : read_counts(cards, cards_where, s->hand[i], why)))
            return false;
        s->gold[i] = (int16_t)gold;
        s->score[i] = (int16_t)score;
    }
    return true;
}

/* ---- a whole state that fits what is seen ---- */

/* Puts cards of `left` in the place of hidden ones, as they come. False when there are not enough. */
static bool
fill_pile(uint8_t left[AMUN_CARDS], uint8_t pile[AMUN_CARDS])
{
    int wanted = pile[0];

    pile[0] = 0;
    for (int card = 0; card < AMUN_CARDS; card++) {
        int here = left[card] < wanted ? left[card] : wanted;

        pile[card] = (uint8_t)(pile[card] + here);
        left[card] = (uint8_t)(left[card] - here);
        wanted -= here;
    }
    return wanted == 0;
}

/* The cards that lie under a veil. False if more are seen than there are. */
static bool
find_hidden(const struct amun_state *s, uint8_t left[AMUN_CARDS])
{
    for (int card = 0; card < AMUN_CARDS; card++) {
        int seen = s->discard[card];

        for (int i = 0; i < s->seats; i++) {
            seen += s->veil & AMUN_VEIL_HAND(i) ? 0 : s->hand[i][card];
            seen += (card == AMUN_BLOCKADE && (s->blockade >> i & 1)) ||
                    (card == AMUN_OVERBID && (s->overbid_power >> i & 1));
        }
        if (seen > s->options.board.power_cards[card])
            return false;
        left[card] = (uint8_t)(s->options.board.power_cards[card] - seen);
    }
    return true;
}

/* A whole state that looks like *seen, if there is one. The hidden cards are as they come. But the first for the hidden
 * hand of seen->turn is of the kind `first` (0: as it comes). */
static bool
unveil(const struct amun_state *seen, int first, struct amun_state *out)
{
    uint8_t left[AMUN_CARDS], *asked = out->hand[seen->turn];

    *out = *seen;
    out->veil = 0;
    if (!find_hidden(seen, left))
        return false;
    if (first > 0) {
        if (!left[first] || !asked[0])
            return false;
        left[first]--;
        asked[0]--;
    }
    for (int i = 0; i < seen->seats; i++) {
        if ((seen->veil & AMUN_VEIL_HAND(i)) && !fill_pile(left, out->hand[i]))
            return false;
        if ((seen->veil & AMUN_VEIL_OFFER(i)) && (seen->made >> i & 1))
            out->steals |= (uint8_t)(1u << i); /* the -3 card, which everybody has */
    }
    for (int i = 0; i < seen->offered_count; i++) {
        if (!fill_pile(left, out->free_cards[i]))
            return false;
    }
    if (first > 0)
        asked[first]++;
    return fill_pile(left, out->deck);
}

/* While offers are sealed, whose hand is hidden may seal one: that is hidden too. */
static void
veil_offers(struct amun_state *s)
{
    for (int i = 0; s->phase == AMUN_OFFER && i < s->seats; i++) {
        if (s->veil & AMUN_VEIL_HAND(i))
            s->veil |= AMUN_VEIL_OFFER(i);
    }
}

static bool
read_amun(const struct json *json, bool view, struct amun_state *out, struct refusal *why)
{
    const struct amun_state begun = *out;
    bool good;

    memset(out, 0, sizeof *out);
    out->options = begun.options;
    out->seats = begun.seats;
    out->veil = view ? AMUN_VEIL_DECK : 0;
    good = read_frame(json, out, why) && read_to_act(json, out, why) &&
           read_piles(json, out, why) && read_provinces(json, out, why) &&
           read_bids(json, out, why) && read_turn(json, out, why) &&
           read_sacrifice(json, out, why) && read_cards_used(json, out, why) &&
           read_seats(json, out, why);
    veil_offers(out);
    return good;
}

bool
amun_position_read(const struct json *json, bool view, union games_state *out,
                   struct refusal *why)
{
    return read_amun(json, view, &out->amun, why);
}

/* At the start everybody knows everything. */
static const char *
fault_of_start(const struct amun_state *seen)
{
    struct amun_state fresh, view;

    for (int seat = GAME_SPECTATOR; seat < seen->seats; seat++) {
        if (amun_setup(&fresh, seen->seats, &seen->options) != GAME_OK)
            break;
        amun_observe(&fresh, seat, &view);
        if (!memcmp(&view, seen, sizeof view))
            return NULL;
    }
    return "before the starting player is chosen everything must be as at the start";
}

/* What is wrong with what a seat sees: is there a whole state that looks like it? Who is asked for cards holds one
 * that can be played, and which that is only the rules know: so each kind is tried. NULL if all is well. */
static const char *
fault_of_view(const struct amun_state *seen)
{
    const char *wrong = "it shows more power cards than there are";
    bool asked = (seen->phase == AMUN_INCOME || seen->phase == AMUN_SCORING) &&
                 (seen->veil & AMUN_VEIL_HAND(seen->turn));

    if (seen->phase == AMUN_START)
        return fault_of_start(seen);
    for (int first = 0; first < (asked ? AMUN_CARDS : 1); first++) {
        struct amun_state whole;

        if (unveil(seen, first, &whole))
            wrong = amun_check(&whole);
        if (!wrong)
            return NULL;
    }
    return wrong;
}

const char *
amun_position_fault(const union games_state *st)
{
    return st->amun.veil ? fault_of_view(&st->amun) : amun_check(&st->amun);
}

/* A view is of use to the seat whose cards it shows. */
bool
amun_position_shows(const union games_state *st, int seat)
{
    return !(st->amun.veil & AMUN_VEIL_HAND(seat));
}

bool
amun_position_option(const struct json *json, union games_options *options, struct refusal *why)
{
    return amun_board_read(json, &options->amun.board, why);
}
