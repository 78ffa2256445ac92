/* SPDX-License-Identifier: MIT
 * amun_facts.c -- see amun_facts.h. */
#include "amun_facts.h"

#include <string.h>
#include <strings.h>

#include "amun_board_file.h"
#include "amun_show.h"
#include "amun_speak.h"
#include "document.h"
#include "letters.h"
#include "minmax.h"
#include "phrase.h"
#include "screen.h"

/* ---- how far the board is to be trusted ---- */

/* Of which cells of a province the default board is a guess: bits in this order. */
enum cell { SIDE, EGYPT, BANK, FARMS, PRINTED, LIMIT, FREE, ALWAYS, CAMEL, TEMPLES, CELLS };

static uint32_t
guesses_of(const struct json *board, int province)
{
    static const char *const keys[CELLS] = {
        "side",  "egypt", "bank",          "farms",        "printed_farmers",
        "limit", "free",  "income_always", "income_camel", "temples"};
    const struct json *provinces = json_member(board, "provinces");
    const struct json *grades =
        json_member(json_member(provinces, amun_province_name(province)), "grades");
    uint32_t found = 0;

    for (int i = 0; i < CELLS; i++) {
        if (json_is(json_member(grades, keys[i]), "guess"))
            found |= UINT32_C(1) << i;
    }
    return found;
}

/* The board that is played on, with its grades: only the default one has any. NULL else. */
static const struct json *
graded_board(struct document *d, const struct amun_state *s)
{
    if (memcmp(&s->options.board, &amun_board_2003, sizeof amun_board_2003) != 0)
        return NULL;
    return document_read(d, amun_board_file, strlen(amun_board_file), NULL);
}

/* ---- one province ---- */

static int
printed_farmers(const struct amun_state *s, int province)
{
    return amun_farmers_in(s, province) - s->farmers[province] - s->free_farmers[province];
}

static void
put_fact(struct text *out, const char *what, int number, bool guess)
{
    put_format(out, "  %s%s%d%s\n", phrase(what), phrase("term.colon"), number,
               guess ? "?" : "");
}

/* Begins the next thing of a list. */
static struct text *
next_of(struct text *list)
{
    text_put(list, list->len ? phrase("comma") : "");
    return list;
}

/* What whoever gets the province takes there, once. */
static void
put_free(const struct amun_ground *ground, struct text *list)
{
    if (ground->free_cards)
        amun_put_items(next_of(list), "card", ground->free_cards);
    if (ground->free_stones)
        amun_put_items(next_of(list), "stone", ground->free_stones);
    if (ground->free_gold)
        fill(next_of(list), phrase("term.amun.gold"),
             &(struct filling){.n = ground->free_gold});
}

static void
put_ground(const struct amun_state *s, int province, uint32_t guesses, struct text *out)
{
    const struct amun_ground *ground = &s->options.board.provinces[province];
    char goods[256];
    struct text list = text_in(goods, sizeof goods);

    put_fact(out, "amun.word.limit", ground->limit, guesses >> LIMIT & 1);
    put_fact(out, "amun.word.farms", ground->farms, guesses >> FARMS & 1);
    if (printed_farmers(s, province))
        put_fact(out, "amun.word.printed_farmers", printed_farmers(s, province),
                 guesses >> PRINTED & 1);
    put_free(ground, &list);
    if (list.len)
        put_format(out, "  %s%s%s%s\n", phrase("amun.word.free"), phrase("term.colon"), goods,
                   guesses >> FREE & 1 ? "?" : "");
    if (ground->income_always)
        put_fact(out, "amun.word.income_always", ground->income_always, guesses >> ALWAYS & 1);
    if (ground->income_camel)
        put_fact(out, "amun.word.income_camel", ground->income_camel, guesses >> CAMEL & 1);
    if (ground->temples)
        put_fact(out, "amun.word.temples", ground->temples, guesses >> TEMPLES & 1);
}

static void
put_standing(const struct speech *speech, int province, struct text *out)
{
    const struct amun_state *s = speech->seen;
    int owner = amun_owner(s, province);

    put_format(out, "  %s%s%s\n", phrase("amun.word.owner"), phrase("term.colon"),
               owner == AMUN_NONE ? phrase("amun.word.nobody") : speech->names[owner]);
    put_fact(out, "amun.word.farmers", s->farmers[province], false);
    put_fact(out, "amun.word.free_farmers", s->free_farmers[province], false);
    put_fact(out, "amun.word.stones", s->stones[province], false);
    put_fact(out, "amun.word.pyramids", s->pyramids[province], false);
}

static void
put_province(const struct speech *speech, const struct json *board, int province,
             struct text *out)
{
    uint32_t guesses = board ? guesses_of(board, province) : 0;

    put_format(out, "%s%s", amun_province_phrase(province), phrase("term.colon"));
    amun_put_place(speech->seen, province, out);
    put_format(out, "%s\n", phrase("stop"));
    put_ground(speech->seen, province, guesses, out);
    put_standing(speech, province, out);
    if (guesses)
        put_format(out, "  ?  %s\n", phrase("amun.word.guess"));
}

void
amun_explain_province(const struct speech *speech, const char *name, struct text *out)
{
    struct document document = {0};
    const struct json *board = graded_board(&document, speech->seen);
    bool found = false;

    for (int i = 0; *name && i < AMUN_PROVINCES; i++) {
        if (strncasecmp(amun_province_name(i), name, strlen(name)) == 0) {
            put_province(speech, board, i, out);
            found = true;
        }
    }
    if (!found)
        put_format(out, "%s\n",
                   phrase(*name ? "term.amun.province.none" : "term.amun.province.which"));
    document_finish(&document);
}

/* ---- all of them ---- */

enum { CELL = 160 };
enum column { PROVINCE, BANK_SIDE, LAND, NILE, CARDS, FIELDS, OWNER, ALSO, COLUMNS };

/* A row for each province, below one of headings. */
struct table {
    char cell[1 + AMUN_PROVINCES][COLUMNS][CELL];
    int width[COLUMNS];
};

/* The beginning of an empty cell. */
static struct text
cell_of(struct table *table, int row, enum column column)
{
    return text_in(table->cell[row][column], CELL);
}

static void
set_cell(struct table *table, int row, enum column column, const char *words)
{
    struct text t = cell_of(table, row, column);

    text_put(&t, words);
}

static void
set_number(struct table *table, int row, enum column column, int number, bool guess)
{
    struct text t = cell_of(table, row, column);

    text_int(&t, number);
    text_char(&t, guess ? '?' : ' ');
}

/* What the owner gets there, and when. */
static void
put_also(const struct amun_state *s, int province, struct text *list)
{
    const struct amun_ground *ground = &s->options.board.provinces[province];
    const struct filling always = {.n = ground->income_always},
                         camel = {.n = ground->income_camel};

    put_free(ground, list);
    if (ground->income_always)
        fill(next_of(list), phrase("term.amun.income"), &always);
    if (ground->income_camel) {
        fill(next_of(list), phrase("term.amun.income"), &camel);
        text_put(list, " [1-2]");
    }
    if (ground->temples)
        amun_put_items(next_of(list), "temple", ground->temples);
    if (printed_farmers(s, province))
        fill(next_of(list), phrase("term.amun.printed"),
             &(struct filling){.n = printed_farmers(s, province)});
}

static void
set_row(struct table *table, const struct speech *speech, const struct json *board,
        int province)
{
    const struct amun_state *s = speech->seen;
    const struct amun_ground *ground = &s->options.board.provinces[province];
    uint32_t guesses = board ? guesses_of(board, province) : 0;
    int row = 1 + province, owner = amun_owner(s, province);
    struct text also = cell_of(table, row, ALSO);

    set_cell(table, row, PROVINCE, amun_province_phrase(province));
    set_cell(table, row, BANK_SIDE,
             phrase(ground->side == AMUN_WEST ? "term.amun.west" : "term.amun.east"));
    set_cell(table, row, LAND,
             phrase(ground->egypt == AMUN_LOWER ? "term.amun.lower" : "term.amun.upper"));
    set_cell(table, row, NILE, ground->bank ? phrase("term.amun.nile") : "");
    set_number(table, row, CARDS, ground->limit, guesses >> LIMIT & 1);
    set_number(table, row, FIELDS, ground->farms, guesses >> FARMS & 1);
    set_cell(table, row, OWNER, owner == AMUN_NONE ? "" : speech->names[owner]);
    put_also(s, province, &also);
}

/* Returns the width of the widest line. */
static int
measure(struct table *table)
{
    int whole = -1;

    for (int column = 0; column < COLUMNS; column++) {
        for (int row = 0; row <= AMUN_PROVINCES; row++) {
            const char *cell = table->cell[row][column];

            table->width[column] =
                int_max(table->width[column], letters_width(cell, strlen(cell)));
        }
        whole += table->width[column] + 1;
    }
    return whole;
}

static void
put_table(const struct table *table, struct text *out)
{
    for (int row = 0; row <= AMUN_PROVINCES; row++) {
        for (int column = 0; column < ALSO; column++) {
            put_cell(out, table->cell[row][column], table->width[column],
                     row && (column == CARDS || column == FIELDS));
            text_char(out, ' ');
        }
        put_format(out, "%s\n", table->cell[row][ALSO]);
    }
}

/* The row of a province as a sentence, for a narrow window. */
static void
put_row_in_words(const struct speech *speech, const struct table *table, int province,
                 struct text *out)
{
    const struct amun_state *s = speech->seen;
    const struct amun_ground *ground = &s->options.board.provinces[province];
    const char(*cell)[CELL] = table->cell[1 + province];

    text_put(out, cell[PROVINCE]);
    if (cell[OWNER][0])
        put_format(out, " (%s)", cell[OWNER]);
    text_put(out, phrase("term.colon"));
    amun_put_place(s, province, out);
    text_put(out, phrase("term.semicolon"));
    fill(out, phrase("term.amun.limit"), &(struct filling){.n = ground->limit});
    text_put(out, strchr(cell[CARDS], '?') ? "?" : "");
    text_put(out, phrase("comma"));
    amun_put_items(out, "farm", ground->farms);
    text_put(out, strchr(cell[FIELDS], '?') ? "?" : "");
    put_format(out, "%s%s%s\n", cell[ALSO][0] ? phrase("comma") : "", cell[ALSO],
               phrase("stop"));
}

void
amun_list_provinces(const struct speech *speech, struct text *out)
{
    struct document document = {0};
    const struct json *board = graded_board(&document, speech->seen);
    struct table table = {0};

    set_cell(&table, 0, PROVINCE, phrase("amun.word.province"));
    set_cell(&table, 0, CARDS, phrase("term.amun.column.limit"));
    set_cell(&table, 0, FIELDS, phrase("amun.word.farms"));
    set_cell(&table, 0, OWNER, phrase("amun.word.owner"));
    for (int i = 0; i < AMUN_PROVINCES; i++)
        set_row(&table, speech, board, i);
    if (measure(&table) <= screen_width()) {
        put_table(&table, out);
        put_format(out, "%s\n", phrase("term.amun.column.limit.what"));
    } else {
        for (int i = 0; i < AMUN_PROVINCES; i++)
            put_row_in_words(speech, &table, i, out);
    }
    put_format(out, "%s\n", phrase("term.amun.column.also"));
    if (board)
        put_format(out, "?  %s\n", phrase("amun.word.guess"));
    document_finish(&document);
}

/* ---- cards ---- */

static void
put_card(int card, int count, struct text *out)
{
    char id[64];
    struct text t = text_in(id, sizeof id);

    put_format(&t, "amun.card.%s.what", amun_card_name(card));
    text_put(out, "  ");
    fill(out, count > 1 ? phrase("term.amun.times") : "{what}",
         &(struct filling){.what = amun_card_phrase(card), .n = count});
    text_put(out, phrase("stop"));
    fill(out, phrase("term.sentence"), &(struct filling){.what = phrase(id)});
    text_char(out, '\n');
}

void
amun_explain_hand(const struct speech *speech, struct text *out)
{
    const struct amun_state *s = speech->seen;

    if (speech->seat < 0 || !amun_hand_size(s, speech->seat)) {
        put_format(out, "%s\n", phrase("term.amun.hand.none"));
        return;
    }
    put_format(out, "%s\n", phrase("term.amun.hand.all"));
    for (int card = 0; card < AMUN_CARDS; card++) {
        if (s->hand[speech->seat][card])
            put_card(card, s->hand[speech->seat][card], out);
    }
}

void
amun_explain_cards(const struct speech *speech, struct text *out)
{
    const struct amun_state *s = speech->seen;

    put_format(out, "%s\n", phrase("term.amun.cards"));
    for (int card = 0; card < AMUN_CARDS; card++)
        put_card(card, s->options.board.power_cards[card], out);
    put_format(out, "%s%s", phrase("amun.word.discard"), phrase("term.colon"));
    amun_put_cards(s->discard, out);
    put_format(out, "%s\n", phrase("stop"));
}
