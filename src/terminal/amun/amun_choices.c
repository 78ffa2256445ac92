/* SPDX-License-Identifier: MIT
 * amun_choices.c -- see amun_show.h: what may be done, in words, each with a form to type. */
#include "amun_show.h"
#include "amun_speak.h"
#include "phrase.h"

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

static void
put_indented(struct text *out, const char *id, const struct filling *with)
{
    text_put(out, "  ");
    fill(out, phrase(id), with);
}

static void
put_line(struct text *out, const char *id, const struct filling *with)
{
    put_indented(out, id, with);
    text_char(out, '\n');
}

/* "Memphis, Abu (farmer memphis)": the provinces of a verb, and a form to type. */
static void
put_places(const struct legal *legal, enum amun_verb verb, const char *word, struct text *out)
{
    bool first = true;
    int example = 0;

    for (int at = -1; next_of(legal, verb, &at);) {
        int province = amun_arg(legal->at[at]);

        text_put(out, first ? "" : phrase("comma"));
        text_put(out, amun_province_phrase(province));
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
    put_format(out, "  %s%s", what, phrase("term.colon"));
    put_places(legal, verb, word, out);
}

static void
put_sales(const struct legal *legal, struct text *out)
{
    char cards[512];
    struct text list = text_in(cards, sizeof cards);
    int example = 0;

    for (int at = -1; next_of(legal, AMUN_V_SELL, &at);) {
        if (!list.len)
            example = amun_arg(legal->at[at]);
        text_put(&list, list.len ? phrase("comma") : "");
        text_put(&list, amun_card_phrase(amun_arg(legal->at[at])));
    }
    if (!list.len)
        return;
    put_indented(out, "term.amun.sell", &(struct filling){.what = cards});
    put_format(out, " (sell %s)\n", amun_card_name(example));
}

/* One province of the bidding: its numbers, and what must go with them. */
static void
put_bids_for(const struct legal *legal, int province, struct text *out)
{
    const int16_t *numbers = legal->s->options.board.bid_numbers;
    char bids[512];
    struct text list = text_in(bids, sizeof bids);
    int first = -1, with = 0;

    for (int at = -1; next_of(legal, AMUN_V_BID, &at);) {
        game_action a = legal->at[at];
        int space = (int)(a >> 2 & 0x3f);

        if ((int)(a >> 8 & 0xff) != province || (a & AMUN_WITH_BLOCKADE))
            continue;
        put_format(&list, "%s%d", first < 0 ? "" : phrase("comma"), numbers[space]);
        with = (int)(a & AMUN_WITH_OVERBID);
        if (first < 0)
            first = space;
    }
    if (first < 0)
        return;
    put_indented(out, "term.amun.bidding",
                 &(struct filling){.province = amun_province_phrase(province), .what = bids});
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
        put_line(out, "term.amun.block", NULL);
}

static void
put_bought(const struct legal *legal, enum amun_verb verb, int price, struct text *out)
{
    bool farmer = verb == AMUN_V_FARMER;
    char what[128];
    struct text t = text_in(what, sizeof what);

    fill(&t, phrase(farmer ? "term.amun.farmer" : "term.amun.stone"),
         &(struct filling){.n = price});
    put_province_line(legal, verb, what, farmer ? "farmer" : "stone", out);
}

/* A card that is played in a province. */
static void
put_played(const struct legal *legal, enum amun_verb verb, int card, const char *word,
           struct text *out)
{
    char what[128];
    struct text t = text_in(what, sizeof what);

    fill(&t, phrase("term.amun.play"), &(struct filling){.what = amun_card_phrase(card)});
    put_province_line(legal, verb, what, word, out);
}

static void
put_purchases(const struct legal *legal, struct text *out)
{
    const struct amun_state *s = legal->s;
    char prices[512];
    struct text list = text_in(prices, sizeof prices);
    int most = count_of(legal, AMUN_V_BUY);

    for (int k = 1; k <= most; k++) {
        text_put(&list, k > 1 ? phrase("comma") : "");
        fill(&list, phrase("term.amun.for"), &(struct filling){.n = k, .count = amun_price(k)});
    }
    if (most)
        put_line(out, "term.amun.buy", &(struct filling){.what = prices, .n = most});
    put_bought(legal, AMUN_V_FARMER, s->farmers_bought + 1, out);
    put_bought(legal, AMUN_V_STONE, s->stones_bought + 1, out);
    put_played(legal, AMUN_V_FREE_FARMER, AMUN_FREE_FARMER, "free", out);
    put_played(legal, AMUN_V_BUILDER, AMUN_BUILDER, "builder", out);
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
    if (most)
        put_line(out, most == 1 ? "term.amun.one" : "term.amun.some",
                 &(struct filling){.n = most, .count = most < 3 ? most : 3});
    put_line(out, "term.amun.steal", NULL);
    if (correction)
        put_line(out, "term.amun.correction", NULL);
}

static void
put_rewards(const struct legal *legal, struct text *out)
{
    static const char *const items[] = {"card", "farmer", "stone"};
    static const char letters[] = "cfs";
    int due = amun_items_due(legal->s, legal->s->turn), most[3] = {0};
    int left = due;
    char all[512];
    struct text list = text_in(all, sizeof all);
    bool last;

    if (!count_of(legal, AMUN_V_REWARD))
        return;
    for (int at = -1; next_of(legal, AMUN_V_REWARD, &at);) {
        const int counts[] = {amun_arg(legal->at[at]) >> 4, amun_arg(legal->at[at]) >> 2 & 3,
                              amun_arg(legal->at[at]) & 3};

        for (int i = 0; i < 3; i++)
            most[i] = counts[i] > most[i] ? counts[i] : most[i];
    }
    for (int i = 0; i < 3; i++) {
        char item[128];
        struct text one = text_in(item, sizeof item);

        if (!most[i])
            continue;
        text_put(&list, list.len ? phrase("comma") : "");
        amun_put_items(&one, items[i], most[i]);
        fill(&list, phrase("term.amun.most"), &(struct filling){.what = item});
    }
    last = list.len > 0;
    text_put(out, "  ");
    fill(out, plural("term.amun.choose", due),
         &(struct filling){.n = due, .what = last ? all : phrase("term.amun.nothing")});
    text_put(out, last ? " (take " : " (take none");
    for (int i = 2; i >= 0; i--) {
        for (int n = 0; n < most[i] && left > 0; n++, left--)
            text_char(out, letters[i]);
    }
    text_put(out, left && last ? " only)\n" : ")\n");
}

static void
put_scoring(const struct legal *legal, struct text *out)
{
    for (int at = -1; next_of(legal, AMUN_V_BONUS, &at);) {
        int card = amun_arg(legal->at[at]);

        put_indented(out, "term.amun.bonus", &(struct filling){.what = amun_card_phrase(card)});
        put_format(out, " (bonus %s)\n", amun_card_name(card));
    }
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
        put_line(out, "term.amun.raise", &(struct filling){.n = (int)s->total});
        put_line(out, "term.amun.lower.it", NULL);
        break;
    case AMUN_REWARD:
        put_rewards(legal, out);
        put_province_line(legal, AMUN_V_FARMER, phrase("term.amun.reward.farmer"), "farmer",
                          out);
        put_province_line(legal, AMUN_V_STONE, phrase("term.amun.reward.stone"), "stone", out);
        break;
    case AMUN_INCOME:
        put_province_line(legal, AMUN_V_EIGHT_GOLD, phrase("term.amun.eight"), "eight", out);
        put_played(legal, AMUN_V_HARVEST, AMUN_HARVEST, "harvest", out);
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
    put_line(out, "term.amun.several", &(struct filling){.what = own});
}

void
amun_show_actions(const struct speech *speech, struct text *out)
{
    const struct amun_state *s = speech->seen;
    struct legal legal = {.s = s};

    legal.count = amun_actions(s, speech->seat, legal.at);
    amun_put_hand(s, speech->seat, out);
    if (s->phase == AMUN_OFFER)
        amun_put_ranges(s, out);
    fill(out, phrase("term.amun.may"),
         &(struct filling){.player = speech->names[speech->seat], .n = s->gold[speech->seat]});
    text_char(out, '\n');
    put_phase_actions(&legal, out);
    put_hint(s, speech->seat, out);
    if (count_of(&legal, AMUN_V_END))
        put_line(out, "term.amun.end", NULL);
}
