/* SPDX-License-Identifier: MIT
 * amun_show.c -- see amun_show.h. */
#include "amun_show.h"

#include "amun_speak.h"
#include "phrase.h"

/* ---- pieces ---- */

void
amun_put_place(const struct amun_state *s, int province, struct text *out)
{
    const struct amun_ground *ground = &s->options.board.provinces[province];

    put_format(out, "%s, %s Egypt%s", ground->side == AMUN_WEST ? "west" : "east",
               ground->egypt == AMUN_LOWER ? "lower" : "upper",
               ground->bank ? ", on the Nile" : "");
}

void
amun_put_cards(const uint8_t cards[AMUN_CARDS], struct text *out)
{
    bool first = true;

    for (int card = 0; card < AMUN_CARDS; card++) {
        if (!cards[card])
            continue;
        put_format(out, "%s%s", first ? "" : ", ", amun_card_phrase(card));
        if (cards[card] > 1)
            put_format(out, " (%d times)", cards[card]);
        first = false;
    }
    if (first)
        text_put(out, "none");
}

/* ", two farmers" unless there are none. */
static void
put_more(struct text *out, const char *item, int count)
{
    if (!count)
        return;
    text_put(out, ", ");
    amun_put_items(out, item, count);
}

static int
count_cards(const uint8_t cards[AMUN_CARDS])
{
    int count = 0;

    for (int card = 0; card < AMUN_CARDS; card++)
        count += cards[card];
    return count;
}

/* What is printed there and matters to whoever owns it. */
static void
put_ground(const struct amun_state *s, int province, struct text *out)
{
    const struct amun_ground *ground = &s->options.board.provinces[province];

    put_more(out, "temple", ground->temples);
    if (ground->income_always)
        put_format(out, ", income +%d", ground->income_always);
    if (ground->income_camel)
        put_format(out, ", income +%d while the temple is on space 1 or 2",
                   ground->income_camel);
}

/* ---- what is on offer ---- */

static void
put_markers(const struct speech *speech, int province, struct text *out)
{
    const struct amun_state *s = speech->seen;
    const int16_t *numbers = s->options.board.bid_numbers;
    int highest = -1;
    bool any = false;

    for (int i = 0; i < s->seats; i++) {
        if (s->marker[i] == province && s->space[i] > highest)
            highest = s->space[i];
    }
    for (int space = 0; space < s->options.board.bid_count; space++) {
        for (int i = 0; i < s->seats; i++) {
            if (s->marker[i] != province || s->space[i] != space)
                continue;
            put_format(out, "%s%s %d%s%s", any ? ", " : "    Bids: ", speech->names[i],
                       numbers[space], s->blockade >> i & 1 ? " with a blockade" : "",
                       space < highest ? " (overbid)" : "");
            any = true;
        }
    }
    text_put(out, any ? ".\n" : "    No bid yet.\n");
}

static void
put_offered(const struct speech *speech, int at, struct text *out)
{
    const struct amun_state *s = speech->seen;
    int province = s->offered[at], cards = count_cards(s->free_cards[at]);
    const struct amun_ground *ground = &s->options.board.provinces[province];
    int printed =
        amun_farmers_in(s, province) - s->farmers[province] - s->free_farmers[province];

    put_format(out, "  %s: ", amun_province_phrase(province));
    amun_put_place(s, province, out);
    text_put(out, "; card limit ");
    text_int(out, ground->limit);
    put_more(out, "farm", ground->farms);
    if (printed)
        put_format(out, ", %d printed farmers", printed);
    put_ground(s, province, out);
    put_more(out, "stone", s->stones[province]);
    put_more(out, "pyramid", s->pyramids[province]);
    if (cards)
        put_format(out, ", free: %d power card%s", cards, cards > 1 ? "s" : "");
    if (ground->free_gold)
        put_format(out, "%s %d gold", cards ? " and" : ", free:", ground->free_gold);
    text_put(out, ".\n");
    put_markers(speech, province, out);
}

static void
put_all_offered(const struct speech *speech, struct text *out)
{
    const struct amun_state *s = speech->seen;
    const struct amun_board *board = &s->options.board;

    if (!s->offered_count)
        return;
    text_put(out, "On offer, for bids of ");
    for (int i = 0; i < board->bid_count; i++)
        put_format(out, "%s%d", i ? ", " : "", board->bid_numbers[i]);
    text_put(out, ":\n");
    for (int i = 0; i < s->offered_count; i++)
        put_offered(speech, i, out);
}

/* ---- what each owns ---- */

static void
put_owned(const struct amun_state *s, int province, struct text *out)
{
    const struct amun_ground *ground = &s->options.board.provinces[province];
    int empty = ground->farms - s->farmers[province];

    put_format(out, "  %s (", amun_province_phrase(province));
    amun_put_place(s, province, out);
    text_put(out, "): ");
    amun_put_items(out, "farmer", amun_farmers_in(s, province));
    put_format(out, ", %d empty farm%s", empty, empty == 1 ? "" : "s");
    put_more(out, "stone", s->stones[province]);
    put_more(out, "pyramid", s->pyramids[province]);
    put_ground(s, province, out);
    text_put(out, ".\n");
}

static void
put_player(const struct speech *speech, int seat, struct text *out)
{
    const struct amun_state *s = speech->seen;

    put_format(out, "%s: %d point%s, %d gold, ", speech->names[seat], s->score[seat],
               s->score[seat] == 1 ? "" : "s", s->gold[seat]);
    amun_put_items(out, "card", amun_hand_size(s, seat));
    if (s->starting == seat)
        text_put(out, ", holds the pharaoh");
    text_put(out, s->owned[seat] ? ".\n" : ", no province.\n");
    for (int province = 0; province < AMUN_PROVINCES; province++) {
        if (s->owned[seat] >> province & 1)
            put_owned(s, province, out);
    }
}

static bool
is_on_offer(const struct amun_state *s, int province)
{
    for (int i = 0; i < s->offered_count; i++) {
        if (s->offered[i] == province)
            return true;
    }
    return false;
}

/* Stones and pyramids that wait for an owner of the new kingdom. */
static void
put_ownerless(const struct amun_state *s, struct text *out)
{
    bool first = true;

    for (int province = 0; province < AMUN_PROVINCES; province++) {
        if (!(s->stones[province] || s->pyramids[province]) ||
            amun_owner(s, province) != AMUN_NONE || is_on_offer(s, province))
            continue;
        put_format(out, "%s%s", first ? "Still to come: " : "; ",
                   amun_province_phrase(province));
        put_more(out, "stone", s->stones[province]);
        put_more(out, "pyramid", s->pyramids[province]);
        first = false;
    }
    if (!first)
        text_put(out, ".\n");
}

/* ---- the sacrifice ---- */

static void
put_revealed(const struct speech *speech, int seat, struct text *out)
{
    const struct amun_state *s = speech->seen;

    if (s->steals >> seat & 1)
        put_format(out, "%s the -3 card", speech->names[seat]);
    else
        put_format(out, "%s %d gold", speech->names[seat], s->offer[seat]);
    if (s->corrects >> seat & 1)
        text_put(out, " with a correction");
}

static void
put_sacrifice(const struct speech *speech, struct text *out)
{
    const struct amun_state *s = speech->seen;
    bool open = s->phase == AMUN_CORRECT || s->phase == AMUN_REWARD;

    if (!open && s->phase != AMUN_OFFER)
        return;
    text_put(out, "Sacrifice: ");
    for (int i = 0; i < s->seats; i++) {
        if (i)
            text_put(out, ", ");
        if (open)
            put_revealed(speech, i, out);
        else
            put_format(out, "%s %s", speech->names[i],
                       s->made >> i & 1 ? "has sealed an offer" : "has still to offer");
    }
    if (open)
        put_format(out, "; total %d", (int)s->total);
    text_put(out, ".\n");
}

static void
put_temple_ranges(const struct amun_state *s, struct text *out)
{
    const int16_t *limits = s->options.board.temple_limits;

    put_format(
        out,
        "The temple goes to space 1 for a total up to %d, 2 up to %d, 3 up to %d, 4 above; "
        "each farmer harvests as much gold as its space says.\n",
        limits[0], limits[1], limits[2]);
}

static void
put_hand(const struct amun_state *s, int seat, struct text *out)
{
    put_format(out, "Your power cards: ");
    amun_put_cards(s->hand[seat], out);
    if (s->phase == AMUN_OFFER && count_cards(s->sold[seat])) {
        text_put(out, "; of these you sell with the offer: ");
        amun_put_cards(s->sold[seat], out);
    }
    text_put(out, ".\n");
}

void
amun_show_table(const struct speech *speech, struct text *out)
{
    static const char *const phases[AMUN_PHASES] = {
        "start",      "provinces", "bidding", "actions", "sacrifice",
        "correction", "rewards",   "income",  "scoring", "the game is over"};
    const struct amun_state *s = speech->seen;

    put_format(out, "Round %d of %d, %s kingdom, %s. ", s->round, AMUN_ROUNDS,
               s->round <= AMUN_ROUNDS / 2 ? "old" : "new", phases[s->phase]);
    if (s->temple)
        put_format(out, "The temple is on space %d. ", s->temple);
    put_format(out, "Deck: %d, discards: %d.\n", count_cards(s->deck), count_cards(s->discard));
    put_all_offered(speech, out);
    for (int i = 0; i < s->seats; i++)
        put_player(speech, i, out);
    put_ownerless(s, out);
    put_sacrifice(speech, out);
    if (speech->seat != GAME_SPECTATOR && !(speech->game->to_move(s) >> speech->seat & 1))
        put_hand(s, speech->seat, out); /* who is to act sees it with the actions */
}

/* ---- what may be done ---- */

/* The legal actions of the one who reads. */
struct legal {
    const struct amun_state *s;
    int count;
    game_action at[AMUN_MAX_ACTIONS];
};

static bool
next_of(const struct legal *legal, enum amun_verb verb, int *at)
{
    while (++*at < legal->count) {
        if (amun_verb(legal->at[*at]) == verb)
            return true;
    }
    return false;
}

static int
count_of(const struct legal *legal, enum amun_verb verb)
{
    int count = 0;

    for (int at = -1; next_of(legal, verb, &at);)
        count++;
    return count;
}

/* "Memphis, Abu (farmer memphis)": the provinces of a verb, and a form to type. */
static void
put_places(const struct legal *legal, enum amun_verb verb, const char *word, struct text *out)
{
    bool first = true;
    int example = 0;

    for (int at = -1; next_of(legal, verb, &at);) {
        int province = amun_arg(legal->at[at]);

        put_format(out, "%s%s", first ? "" : ", ", amun_province_phrase(province));
        if (first)
            example = province;
        first = false;
    }
    put_format(out, " (%s %s)\n", word, amun_province_name(example));
}

static void
put_province_line(const struct legal *legal, enum amun_verb verb, const char *what,
                  const char *word, struct text *out)
{
    if (!count_of(legal, verb))
        return;
    put_format(out, "  %s: ", what);
    put_places(legal, verb, word, out);
}

static void
put_sales(const struct legal *legal, struct text *out)
{
    bool first = true;
    int example = 0;

    for (int at = -1; next_of(legal, AMUN_V_SELL, &at); first = false) {
        if (first)
            example = amun_arg(legal->at[at]);
        put_format(out, "%s%s", first ? "  sell a power card for 1 gold: " : ", ",
                   amun_card_phrase(amun_arg(legal->at[at])));
    }
    if (!first)
        put_format(out, " (sell %s)\n", amun_card_name(example));
}

/* One province of the bidding: its numbers, and what must go with them. */
static void
put_bids_for(const struct legal *legal, int province, struct text *out)
{
    const int16_t *numbers = legal->s->options.board.bid_numbers;
    int first = -1, with = 0;

    for (int at = -1; next_of(legal, AMUN_V_BID, &at);) {
        game_action a = legal->at[at];
        int space = (int)(a >> 2 & 0x3f);

        if ((int)(a >> 8 & 0xff) != province || (a & AMUN_WITH_BLOCKADE))
            continue;
        if (first < 0)
            put_format(out, "  bid for %s: ", amun_province_phrase(province));
        put_format(out, "%s%d", first < 0 ? "" : ", ", numbers[space]);
        with = (int)(a & AMUN_WITH_OVERBID);
        if (first < 0)
            first = space;
    }
    if (first >= 0)
        put_format(out, " (%s %d%s)\n", amun_province_name(province), numbers[first],
                   with ? " +overbid" : "");
}

static void
put_bids(const struct legal *legal, struct text *out)
{
    bool block = false;

    for (int i = 0; i < legal->s->offered_count; i++)
        put_bids_for(legal, legal->s->offered[i], out);
    for (int at = -1; next_of(legal, AMUN_V_BID, &at);)
        block = block || (legal->at[at] & AMUN_WITH_BLOCKADE);
    if (block)
        text_put(out, "  play the Bidding blockade with a bid: put +blockade behind it\n");
}

static void
put_purchases(const struct legal *legal, struct text *out)
{
    const struct amun_state *s = legal->s;
    char what[64];
    struct text t;
    int most = count_of(legal, AMUN_V_BUY);

    for (int k = 1; k <= most; k++)
        put_format(out, "%s%d for %d",
                   k > 1 ? ", " : "  buy power cards, now or not at all: ", k, amun_price(k));
    if (most)
        put_format(out, " gold (buy %d)\n", most);
    t = text_in(what, sizeof what);
    put_format(&t, "buy a farmer for %d gold", s->farmers_bought + 1);
    put_province_line(legal, AMUN_V_FARMER, what, "farmer", out);
    t = text_in(what, sizeof what);
    put_format(&t, "buy a stone for %d gold", s->stones_bought + 1);
    put_province_line(legal, AMUN_V_STONE, what, "stone", out);
    put_province_line(legal, AMUN_V_FREE_FARMER, "play Free farmer", "free", out);
    put_province_line(legal, AMUN_V_BUILDER, "play Builder", "builder", out);
}

static void
put_offers(const struct legal *legal, struct text *out)
{
    int most = 0;
    bool correction = false;

    for (int at = -1; next_of(legal, AMUN_V_OFFER, &at);) {
        most = amun_arg(legal->at[at]) >> 1;
        correction = correction || (legal->at[at] & 1);
    }
    for (int at = -1; next_of(legal, AMUN_V_STEAL, &at);)
        correction = correction || (legal->at[at] & 1);
    if (most == 1)
        text_put(out, "  offer 1 gold (offer 1)\n");
    else if (most)
        put_format(out, "  offer 1 to %d gold (offer %d)\n", most, most < 3 ? most : 3);
    text_put(out, "  play the -3 card: 3 gold for you, but no reward (steal)\n");
    if (correction)
        text_put(out, "  add a Sacrifice correction: put +correction behind the offer\n");
}

static void
put_rewards(const struct legal *legal, struct text *out)
{
    static const char *const items[] = {"power card", "farmer", "stone"};
    static const char letters[] = "cfs";
    int due = amun_items_due(legal->s, legal->s->turn), most[3] = {0};
    int last = 0, left = due;

    if (!count_of(legal, AMUN_V_REWARD))
        return;
    for (int at = -1; next_of(legal, AMUN_V_REWARD, &at);) {
        const int counts[] = {amun_arg(legal->at[at]) >> 4, amun_arg(legal->at[at]) >> 2 & 3,
                              amun_arg(legal->at[at]) & 3};

        for (int i = 0; i < 3; i++)
            most[i] = counts[i] > most[i] ? counts[i] : most[i];
    }
    put_format(out, "  choose %d item%s: ", due, due == 1 ? "" : "s");
    for (int i = 0; i < 3; i++) {
        if (most[i])
            put_format(out, "%sup to %d %s%s", last++ ? ", " : "", most[i], items[i],
                       most[i] == 1 ? "" : "s");
    }
    text_put(out, last ? " (take " : "nothing is left to choose (take none");
    for (int i = 2; i >= 0; i--) {
        for (int n = 0; n < most[i] && left > 0; n++, left--)
            text_char(out, letters[i]);
    }
    text_put(out, left && last ? " only)\n" : ")\n");
}

static void
put_scoring(const struct legal *legal, struct text *out)
{
    for (int at = -1; next_of(legal, AMUN_V_BONUS, &at);)
        put_format(out, "  play %s for 3 points (bonus %s)\n",
                   amun_card_phrase(amun_arg(legal->at[at])),
                   amun_card_name(amun_arg(legal->at[at])));
}

static void
put_phase_actions(const struct legal *legal, struct text *out)
{
    const struct amun_state *s = legal->s;

    switch ((int)s->phase) { /* as int: in the other phases no seat acts */
    case AMUN_BID:
        put_bids(legal, out);
        break;
    case AMUN_ACTIONS:
        put_purchases(legal, out);
        break;
    case AMUN_OFFER:
        put_offers(legal, out);
        break;
    case AMUN_CORRECT:
        put_format(out, "  raise the total of %d by 3 (+3)\n  lower it by 3 (-3)\n",
                   (int)s->total);
        break;
    case AMUN_REWARD:
        put_rewards(legal, out);
        put_province_line(legal, AMUN_V_FARMER, "place a rewarded farmer", "farmer", out);
        put_province_line(legal, AMUN_V_STONE, "place a rewarded stone", "stone", out);
        break;
    case AMUN_INCOME:
        put_province_line(legal, AMUN_V_EIGHT_GOLD,
                          "play 8 gold, in place of all income of one province", "eight", out);
        put_province_line(legal, AMUN_V_HARVEST, "play Harvest increase", "harvest", out);
        break;
    default:
        put_scoring(legal, out);
    }
    put_sales(legal, out);
}

/* Once a turn: how a whole turn is typed. */
static void
put_hint(const struct amun_state *s, int seat, struct text *out)
{
    const char *own = "";

    if (s->phase != AMUN_ACTIONS || s->bought || s->farmers_bought || s->stones_bought)
        return;
    for (int province = AMUN_PROVINCES - 1; province >= 0; province--) {
        if (s->owned[seat] >> province & 1)
            own = amun_province_name(province);
    }
    put_format(out,
               "  several on one line, done all or not at all: s %s, s %s, end; 'price' "
               "before them tells the cost, 'undo' takes back\n",
               own, own);
}

void
amun_show_actions(const struct speech *speech, struct text *out)
{
    const struct amun_state *s = speech->seen;
    struct legal legal = {.s = s};

    legal.count = amun_actions(s, speech->seat, legal.at);
    put_hand(s, speech->seat, out);
    if (s->phase == AMUN_OFFER)
        put_temple_ranges(s, out);
    put_format(out, "%s, you have %d gold. You may:\n", speech->names[speech->seat],
               s->gold[speech->seat]);
    put_phase_actions(&legal, out);
    put_hint(s, speech->seat, out);
    if (count_of(&legal, AMUN_V_END))
        text_put(out, "  be done (end)\n");
}
