/* SPDX-License-Identifier: MIT
 * amun_facts.c -- see amun_facts.h. */
#include "amun_facts.h"

#include <string.h>
#include <strings.h>

#include "amun_board_file.h"
#include "amun_show.h"
#include "amun_speak.h"
#include "document.h"
#include "phrase.h"
#include "screen.h"

/* ---- how far the board is to be trusted ---- */

/* Of which cells of a province the default board is a guess: bits in this order. */
enum cell { SIDE, EGYPT, BANK, FARMS, PRINTED, LIMIT, FREE, ALWAYS, CAMEL, TEMPLES, CELLS };

enum { TABLE = 70 };

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

static void
put_fact(struct text *out, const char *what, int number, uint32_t guesses, enum cell cell)
{
    put_format(out, "  %s: %d%s\n", what, number, guesses >> cell & 1 ? " (a guess)" : "");
}

static void
put_ground(const struct amun_state *s, int province, uint32_t guesses, struct text *out)
{
    const struct amun_ground *ground = &s->options.board.provinces[province];
    int printed =
        amun_farmers_in(s, province) - s->farmers[province] - s->free_farmers[province];

    put_fact(out, "Power cards its owner may buy in a turn", ground->limit, guesses, LIMIT);
    put_fact(out, "Farms", ground->farms, guesses, FARMS);
    if (printed)
        put_fact(out, "Printed farmers", printed, guesses, PRINTED);
    if (ground->free_cards)
        put_fact(out, "Free power cards", ground->free_cards, guesses, FREE);
    if (ground->free_stones)
        put_fact(out, "Free stones", ground->free_stones, guesses, FREE);
    if (ground->free_gold)
        put_fact(out, "Free gold", ground->free_gold, guesses, FREE);
    if (ground->income_always)
        put_fact(out, "Further income, always", ground->income_always, guesses, ALWAYS);
    if (ground->income_camel)
        put_fact(out, "Further income while the temple is on space 1 or 2",
                 ground->income_camel, guesses, CAMEL);
    if (ground->temples)
        put_fact(out, "Temples, each worth the temple's space in points", ground->temples,
                 guesses, TEMPLES);
}

static void
put_standing(const struct speech *speech, int province, struct text *out)
{
    const struct amun_state *s = speech->seen;
    int owner = amun_owner(s, province);

    put_format(out, "  Owner: %s.", owner == AMUN_NONE ? "nobody" : speech->names[owner]);
    put_format(out, " Farmers on farms %d, on flat land %d; stones %d, pyramids %d.\n",
               s->farmers[province], s->free_farmers[province], s->stones[province],
               s->pyramids[province]);
}

static void
put_province(const struct speech *speech, const struct json *board, int province,
             struct text *out)
{
    const struct amun_state *s = speech->seen;
    uint32_t guesses = board ? guesses_of(board, province) : 0;

    put_format(out, "%s: ", amun_province_phrase(province));
    amun_put_place(s, province, out);
    text_put(out, s->options.board.provinces[province].bank ? ".\n" : ", not on the Nile.\n");
    put_ground(s, province, guesses, out);
    put_standing(speech, province, out);
    if (guesses)
        text_put(out, "  A guess: the printed board was not at hand for it; 'khepri board "
                      "amun_re' tells more.\n");
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
        put_format(out, "%s'provinces' lists all fifteen; 'province memphis' explains one.\n",
                   *name ? "There is no such province. " : "Which province? ");
    document_finish(&document);
}

/* ---- all of them ---- */

/* Of one province. */
struct row {
    int province;
    const struct amun_ground *ground;
    uint32_t guesses;
    int owner;
    const char *side, *egypt;
};

/* Is the window too narrow for the table of them? */
static bool
is_narrow(void)
{
    return screen_width() < TABLE;
}

static void
put_graded(struct text *out, int number, int width, bool guess)
{
    char cell[16];
    struct text t = text_in(cell, sizeof cell);

    text_int(&t, number);
    put_cell(out, cell, width, true);
    text_char(out, guess ? '?' : ' ');
}

/* What the owner gets there, each with `before` in front. */
static void
put_also(const struct amun_state *s, int province, const char *before, struct text *out)
{
    const struct amun_ground *ground = &s->options.board.provinces[province];
    int printed =
        amun_farmers_in(s, province) - s->farmers[province] - s->free_farmers[province];
    const struct {
        const char *what;
        int number;
    } all[] = {{"cards", ground->free_cards},   {"stones", ground->free_stones},
               {"gold", ground->free_gold},     {"income", ground->income_always},
               {"camel", ground->income_camel}, {"temples", ground->temples},
               {"printed farmers", printed}};

    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (all[i].number)
            put_format(out, "%s %s %d", before, all[i].what, all[i].number);
    }
    text_char(out, '\n');
}

/* The row of a province as a sentence, for a narrow window. */
static void
put_row_in_words(const struct speech *speech, const struct row *row, struct text *out)
{
    put_format(out, "%s: %s, %s%s, limit %d%s, farms %d%s", amun_province_phrase(row->province),
               row->side, row->egypt, row->ground->bank ? ", Nile" : "", row->ground->limit,
               row->guesses >> LIMIT & 1 ? "?" : "", row->ground->farms,
               row->guesses >> FARMS & 1 ? "?" : "");
    if (row->owner != AMUN_NONE)
        put_format(out, ", owner %s", speech->names[row->owner]);
    put_also(speech->seen, row->province, ",", out);
}

static void
put_row(const struct speech *speech, const struct json *board, int province, struct text *out)
{
    const struct amun_state *s = speech->seen;
    const struct amun_ground *ground = &s->options.board.provinces[province];
    const struct row row = {province,
                            ground,
                            board ? guesses_of(board, province) : 0,
                            amun_owner(s, province),
                            ground->side == AMUN_WEST ? "west" : "east",
                            ground->egypt == AMUN_LOWER ? "lower" : "upper"};

    if (is_narrow()) {
        put_row_in_words(speech, &row, out);
        return;
    }
    put_cell(out, amun_province_phrase(province), 10, false);
    put_format(out, " %s  %s  %s ", row.side, row.egypt, ground->bank ? "yes" : "no ");
    put_graded(out, ground->limit, 5, row.guesses >> LIMIT & 1);
    put_graded(out, ground->farms, 5, row.guesses >> FARMS & 1);
    text_put(out, " ");
    put_cell(out, row.owner == AMUN_NONE ? "" : speech->names[row.owner], 10, false);
    put_also(s, province, "", out);
}

void
amun_list_provinces(const struct speech *speech, struct text *out)
{
    struct document document = {0};
    const struct json *board = graded_board(&document, speech->seen);

    if (!is_narrow())
        text_put(out, "province   side  Egypt  Nile limit  farms  owner      also\n");
    for (int i = 0; i < AMUN_PROVINCES; i++)
        put_row(speech, board, i, out);
    text_put(out,
             "limit: power cards its owner may buy in a turn; cards, stones, gold: free, for "
             "who gets the province; camel: income while the temple is on space 1 or 2.\n");
    if (board)
        text_put(out, "?  a guess: the printed board was not at hand for it.\n");
    document_finish(&document);
}

/* ---- cards ---- */

static void
put_card(int card, int count, struct text *out)
{
    char id[64];
    struct text t = text_in(id, sizeof id);

    put_format(&t, "amun.card.%s.what", amun_card_name(card));
    put_format(out, "  %s", amun_card_phrase(card));
    if (count > 1)
        put_format(out, ", %d times", count);
    put_format(out, ". %s\n", phrase(id));
}

void
amun_explain_hand(const struct speech *speech, struct text *out)
{
    const struct amun_state *s = speech->seen;

    if (speech->seat < 0 || !amun_hand_size(s, speech->seat)) {
        text_put(out, "You have no power cards.\n");
        return;
    }
    text_put(out, "Your power cards:\n");
    for (int card = 0; card < AMUN_CARDS; card++) {
        if (s->hand[speech->seat][card])
            put_card(card, s->hand[speech->seat][card], out);
    }
}

void
amun_explain_cards(const struct speech *speech, struct text *out)
{
    const struct amun_state *s = speech->seen;

    text_put(out, "All power cards, and how many there are:\n");
    for (int card = 0; card < AMUN_CARDS; card++)
        put_card(card, s->options.board.power_cards[card], out);
    text_put(out, "Discarded: ");
    amun_put_cards(s->discard, out);
    text_put(out, ".\n");
}
