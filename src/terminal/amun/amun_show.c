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

    text_put(out, phrase(ground->side == AMUN_WEST ? "term.amun.west" : "term.amun.east"));
    text_put(out, phrase("comma"));
    text_put(out, phrase(ground->egypt == AMUN_LOWER ? "term.amun.lower" : "term.amun.upper"));
    if (!ground->bank)
        return;
    text_put(out, phrase("comma"));
    text_put(out, phrase("term.amun.nile"));
}

void
amun_put_cards(const uint8_t cards[AMUN_CARDS], struct text *out)
{
    bool first = true;

    for (int card = 0; card < AMUN_CARDS; card++) {
        if (!cards[card])
            continue;
        text_put(out, first ? "" : phrase("comma"));
        fill(out, cards[card] > 1 ? phrase("term.amun.times") : "{what}",
             &(struct filling){.what = amun_card_phrase(card), .n = cards[card]});
        first = false;
    }
    if (first)
        text_put(out, phrase("term.amun.cards.none"));
}

/* ", two farmers" unless there are none. */
static void
put_more(struct text *out, const char *item, int count)
{
    if (!count)
        return;
    text_put(out, phrase("comma"));
    amun_put_items(out, item, count);
}

/* ", income +3" unless the number is 0. */
static void
put_number(struct text *out, const char *id, int number)
{
    if (!number)
        return;
    text_put(out, phrase("comma"));
    fill(out, phrase(id), &(struct filling){.n = number});
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
    put_number(out, "term.amun.income", ground->income_always);
    put_number(out, "term.amun.camel", ground->income_camel);
}

/* ---- what is on offer ---- */

static void
put_markers(const struct speech *speech, int province, struct text *out)
{
    const struct amun_state *s = speech->seen;
    const int16_t *numbers = s->options.board.bid_numbers;
    char bids[1024];
    struct text list = text_in(bids, sizeof bids);
    int highest = -1;

    for (int i = 0; i < s->seats; i++) {
        if (s->marker[i] == province && s->space[i] > highest)
            highest = s->space[i];
    }
    for (int space = 0; space < s->options.board.bid_count; space++) {
        for (int i = 0; i < s->seats; i++) {
            if (s->marker[i] != province || s->space[i] != space)
                continue;
            text_put(&list, list.len ? phrase("comma") : "");
            fill(&list, phrase("term.amun.bid"),
                 &(struct filling){.player = speech->names[i], .n = numbers[space]});
            text_put(&list, s->blockade >> i & 1 ? phrase("term.amun.blockade") : "");
            text_put(&list, space < highest ? phrase("term.amun.overbid") : "");
        }
    }
    text_put(out, "    ");
    fill(out, phrase(list.len ? "term.amun.bids" : "term.amun.bids.none"),
         &(struct filling){.what = bids});
    text_char(out, '\n');
}

/* ", free: one power card and 2 gold". */
void
amun_put_free(const struct amun_state *s, int at, struct text *out)
{
    int cards = count_cards(s->free_cards[at]);
    int gold = s->options.board.provinces[s->offered[at]].free_gold;
    char goods[256];
    struct text list = text_in(goods, sizeof goods);

    if (!cards && !gold)
        return;
    if (cards)
        amun_put_items(&list, "card", cards);
    text_put(&list, cards && gold ? phrase("term.amun.and") : "");
    if (gold)
        fill(&list, phrase("term.amun.gold"), &(struct filling){.n = gold});
    text_put(out, phrase("comma"));
    fill(out, phrase("term.amun.free"), &(struct filling){.what = goods});
}

static void
put_offered(const struct speech *speech, int at, struct text *out)
{
    const struct amun_state *s = speech->seen;
    int province = s->offered[at];
    const struct amun_ground *ground = &s->options.board.provinces[province];
    int printed =
        amun_farmers_in(s, province) - s->farmers[province] - s->free_farmers[province];

    put_format(out, "  %s%s", amun_province_phrase(province), phrase("term.colon"));
    amun_put_place(s, province, out);
    text_put(out, phrase("term.semicolon"));
    fill(out, phrase("term.amun.limit"), &(struct filling){.n = ground->limit});
    put_more(out, "farm", ground->farms);
    put_number(out, "term.amun.printed", printed);
    put_ground(s, province, out);
    put_more(out, "stone", s->stones[province]);
    put_more(out, "pyramid", s->pyramids[province]);
    amun_put_free(s, at, out);
    put_format(out, "%s\n", phrase("stop"));
    put_markers(speech, province, out);
}

static void
put_all_offered(const struct speech *speech, struct text *out)
{
    const struct amun_state *s = speech->seen;
    const struct amun_board *board = &s->options.board;

    char numbers[256];
    struct text list = text_in(numbers, sizeof numbers);

    if (!s->offered_count)
        return;
    for (int i = 0; i < board->bid_count; i++)
        put_format(&list, "%s%d", i ? phrase("comma") : "", board->bid_numbers[i]);
    fill(out, phrase("term.amun.offer"), &(struct filling){.what = numbers});
    text_char(out, '\n');
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
    put_format(out, ")%s", phrase("term.colon"));
    amun_put_items(out, "farmer", amun_farmers_in(s, province));
    text_put(out, phrase("comma"));
    fill(out, plural("term.amun.empty", empty), &(struct filling){.n = empty});
    put_more(out, "stone", s->stones[province]);
    put_more(out, "pyramid", s->pyramids[province]);
    put_ground(s, province, out);
    put_format(out, "%s\n", phrase("stop"));
}

static void
put_player(const struct speech *speech, int seat, struct text *out)
{
    const struct amun_state *s = speech->seen;

    char cards[64];
    struct text hand = text_in(cards, sizeof cards);

    amun_put_items(&hand, "card", amun_hand_size(s, seat));
    fill(out, phrase("term.amun.player"),
         &(struct filling){.player = speech->names[seat],
                           .points = s->score[seat],
                           .n = s->gold[seat],
                           .what = cards});
    text_put(out, s->starting == seat ? phrase("term.amun.pharaoh") : "");
    text_put(out, s->owned[seat] ? "" : phrase("term.amun.homeless"));
    put_format(out, "%s\n", phrase("stop"));
    for (int province = 0; province < AMUN_PROVINCES; province++) {
        if (s->owned[seat] >> province & 1)
            put_owned(s, province, out);
    }
}

bool
amun_is_on_offer(const struct amun_state *s, int province)
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
    char waiting[1024];
    struct text list = text_in(waiting, sizeof waiting);

    for (int province = 0; province < AMUN_PROVINCES; province++) {
        if (!(s->stones[province] || s->pyramids[province]) ||
            amun_owner(s, province) != AMUN_NONE || amun_is_on_offer(s, province))
            continue;
        put_format(&list, "%s%s", list.len ? phrase("term.semicolon") : "",
                   amun_province_phrase(province));
        put_more(&list, "stone", s->stones[province]);
        put_more(&list, "pyramid", s->pyramids[province]);
    }
    if (!list.len)
        return;
    fill(out, phrase("term.amun.later"), &(struct filling){.what = waiting});
    text_char(out, '\n');
}

/* ---- the sacrifice ---- */

static void
put_revealed(const struct speech *speech, int seat, struct text *out)
{
    const struct amun_state *s = speech->seen;

    fill(out, phrase(s->steals >> seat & 1 ? "term.amun.stolen" : "term.amun.given"),
         &(struct filling){.player = speech->names[seat], .n = s->offer[seat]});
    if (s->corrects >> seat & 1)
        text_put(out, phrase("term.amun.corrected"));
}

void
amun_put_sacrifice(const struct speech *speech, struct text *out)
{
    const struct amun_state *s = speech->seen;
    bool open = s->phase == AMUN_CORRECT || s->phase == AMUN_REWARD;

    char offers[1024];
    struct text list = text_in(offers, sizeof offers);

    if (!open && s->phase != AMUN_OFFER)
        return;
    for (int i = 0; i < s->seats; i++) {
        text_put(&list, i ? phrase("comma") : "");
        if (open)
            put_revealed(speech, i, &list);
        else
            fill(&list, phrase(s->made >> i & 1 ? "term.amun.sealed" : "term.amun.unsealed"),
                 &(struct filling){.player = speech->names[i]});
    }
    if (open)
        fill(&list, phrase("term.amun.total"), &(struct filling){.n = (int)s->total});
    fill(out, phrase("term.amun.sacrifice"), &(struct filling){.what = offers});
    text_char(out, '\n');
}

void
amun_put_ranges(const struct amun_state *s, struct text *out)
{
    const int16_t *limits = s->options.board.temple_limits;

    fill(out, phrase("term.amun.ranges"),
         &(struct filling){.n = limits[0], .count = limits[1], .rank = limits[2]});
    text_char(out, '\n');
}

void
amun_put_hand(const struct amun_state *s, int seat, struct text *out)
{
    char cards[512], sold[512];
    struct text hand = text_in(cards, sizeof cards), away = text_in(sold, sizeof sold);

    amun_put_cards(s->hand[seat], &hand);
    fill(out, phrase("term.amun.hand"), &(struct filling){.what = cards});
    if (s->phase == AMUN_OFFER && count_cards(s->sold[seat])) {
        amun_put_cards(s->sold[seat], &away);
        fill(out, phrase("term.amun.selling"), &(struct filling){.what = sold});
    }
    put_format(out, "%s\n", phrase("stop"));
}

void
amun_put_round(const struct amun_state *s, struct text *out)
{
    static const char *const phases[AMUN_PHASES] = {"start",   "provinces", "bid",    "actions",
                                                    "offer",   "correct",   "reward", "income",
                                                    "scoring", "over"};

    fill(out, phrase(s->round <= AMUN_ROUNDS / 2 ? "term.amun.old" : "term.amun.new"),
         &(struct filling){.n = s->round,
                           .count = AMUN_ROUNDS,
                           .what = phrase_of("term.amun.phase.", phases[s->phase])});
}

void
amun_put_deck(const struct amun_state *s, struct text *out)
{
    fill(out, phrase("term.amun.deck"),
         &(struct filling){.n = count_cards(s->deck), .count = count_cards(s->discard)});
}

void
amun_put_waiting_hand(const struct speech *speech, struct text *out)
{
    const struct amun_state *s = speech->seen;

    if (speech->seat != GAME_SPECTATOR && !(speech->game->to_move(s) >> speech->seat & 1))
        amun_put_hand(s, speech->seat, out);
}

void
amun_show_table(const struct speech *speech, struct text *out)
{
    const struct amun_state *s = speech->seen;

    amun_put_round(s, out);
    if (s->temple)
        fill(out, phrase("term.amun.temple"), &(struct filling){.n = s->temple});
    amun_put_deck(s, out);
    text_char(out, '\n');
    put_all_offered(speech, out);
    for (int i = 0; i < s->seats; i++)
        put_player(speech, i, out);
    put_ownerless(s, out);
    amun_put_sacrifice(speech, out);
    amun_put_waiting_hand(speech, out);
}
