/* SPDX-License-Identifier: MIT
 * amun_drawn.c -- see amun_drawn.h. */
#include "amun_drawn.h"

#include <string.h>

#include "amun_show.h"
#include "amun_speak.h"
#include "letters.h"
#include "minmax.h"
#include "phrase.h"

enum {
    SIDE = 2,
    RIVER = 5,
    MAP_ROWS = 4,
    MAP_COLUMNS = 4,
    PARTS = 5,
    MOST_SHAPES = 6,
    TALL = 36,
    NUMBER = 4
};

/* clang-format off */
static const struct sign seats[AMUN_SEATS] = {
    {"●", '@', INK_SEATS}, {"■", '#', INK_SEATS + 1}, {"◆", '&', INK_SEATS + 2}, {"★", '%', INK_SEATS + 3},
    {"✚", '+', INK_SEATS + 4}};
static const struct sign farmer = {"♟", 'f', INK_GREEN}, farm = {"◦", 'o', INK_GREEN}, pyramid = {"▲", 'A', INK_GOLD},
    stone = {"▪", 's', INK_CLAY}, temple = {"∏", 'T', INK_VIOLET}, water = {"≈", '~', INK_WATER},
    blank = {"·", '.', INK_DIM}, on_turn = {"▶", '>', INK_BOLD}, on_offer = {"?", '?', INK_ALARM};

/* Where a province lies: its row from north to south; 0 and 1 lie west of the Nile, 2 and 3 east of it. */
static const struct { uint8_t row, column; } places[AMUN_PROVINCES] = {
    [AMUN_DAMANHUR] = {0, 0}, [AMUN_BUTO] = {0, 1}, [AMUN_MENDES] = {0, 2}, [AMUN_AVARIS] = {0, 3},
    [AMUN_BAHARYA] = {1, 0}, [AMUN_MEMPHIS] = {1, 1}, [AMUN_AMARNA] = {1, 2},
    [AMUN_DAKHLA] = {2, 0}, [AMUN_ABYDOS] = {2, 1}, [AMUN_THEBES] = {2, 2}, [AMUN_SAWU] = {2, 3},
    [AMUN_KHARGA] = {3, 0}, [AMUN_EDFU] = {3, 1}, [AMUN_ABU] = {3, 2}, [AMUN_BERENIKE] = {3, 3},
};
/* clang-format on */

/* The only place of the map without a province shows the temple's track. */
enum { FREE_ROW = 1, FREE_COLUMN = 3 };

/* ---- a province ---- */

/* Things of a kind, and their number. */
struct part {
    const struct sign *sign;
    int count;
};

static int
width_of(int count, bool shapes)
{
    return shapes ? count : count > 9 ? 3 : 2;
}

/* Things as shapes where they fit, else as a number and a shape. */
static void
draw_parts(struct drawing *d, int row, int column, int room, const struct part parts[PARTS])
{
    int width = 0;
    bool shapes = true;

    for (int i = 0; i < PARTS; i++) {
        shapes = shapes && parts[i].count <= MOST_SHAPES;
        width += parts[i].count + (parts[i].count && parts[i].sign != &farm);
    }
    shapes = shapes && width <= room;
    for (int i = 0; i < PARTS; i++) {
        if (!parts[i].count)
            continue;
        if (!shapes)
            drawing_int(d, row, column, parts[i].sign->ink, "", parts[i].count, "");
        for (int n = 0; n < (shapes ? parts[i].count : 1); n++)
            drawing_sign(d, row, column + (shapes ? n : width_of(parts[i].count, false) - 1),
                         parts[i].sign);
        column += width_of(parts[i].count, shapes);
        /* Empty farms follow the farmers on the others. */
        column += parts[i].sign != &farmer || !shapes || !parts[i + 1].count;
    }
}

/* What is printed there and counts for whoever owns it, in words. */
static void
put_printed(const struct amun_state *s, int province, struct text *out)
{
    const struct amun_ground *ground = &s->options.board.provinces[province];

    fill(out, phrase("term.amun.limit"), &(struct filling){.n = ground->limit});
    if (ground->income_always) {
        text_put(out, phrase("comma"));
        fill(out, phrase("term.amun.income"), &(struct filling){.n = ground->income_always});
    }
    if (ground->income_camel) {
        text_put(out, phrase("comma"));
        fill(out, phrase("term.amun.camel"), &(struct filling){.n = ground->income_camel});
    }
}

/* The same in the width of a province, at least 16 columns: "limit 1 +8[1-2]", with the spaces of the temple that give
 * the income. */
static void
put_printed_short(const struct amun_state *s, int province, struct text *out)
{
    const struct amun_ground *ground = &s->options.board.provinces[province];

    fill(out, phrase("term.amun.limit.short"), &(struct filling){.n = ground->limit});
    if (ground->income_always)
        put_format(out, " +%d", ground->income_always);
    if (ground->income_camel)
        put_format(out, " +%d[1-2]", ground->income_camel);
}

/* The owner's sign and name, at the right end of the room behind the name of the province. */
static void
draw_owner(const struct speech *speech, struct drawing *d, int row, int column, int room,
           int owner)
{
    const char *name = speech->names[owner];
    int width = int_min(letters_width(name, strlen(name)), room - 2);

    if (width <= 0)
        return;
    drawing_sign(d, row, column + room - width - 2, &seats[owner]);
    drawing_put(d, row, column + room - width, width, seats[owner].ink, name);
}

static void
draw_province(const struct speech *speech, struct drawing *d, int row, int column, int room,
              int province)
{
    const struct amun_state *s = speech->seen;
    const struct amun_ground *ground = &s->options.board.provinces[province];
    int owner = amun_owner(s, province);
    bool offered = amun_is_on_offer(s, province);
    enum ink ink = owner != AMUN_NONE ? seats[owner].ink : offered ? INK_BOLD : INK_PLAIN;
    const struct part parts[PARTS] = {{&farmer, amun_farmers_in(s, province)},
                                      {&farm, ground->farms - s->farmers[province]},
                                      {&pyramid, s->pyramids[province]},
                                      {&stone, s->stones[province]},
                                      {&temple, ground->temples}};
    int used = drawing_put(d, row, column, room, ink, amun_province_phrase(province)) + 1;

    if (owner != AMUN_NONE)
        draw_owner(speech, d, row, column + used, room - used, owner);
    else if (offered)
        drawing_sign(d, row, column + room - 1, &on_offer);
    draw_parts(d, row + 1, column, room, parts);
    if (d->tall >= TALL) {
        char printed[256];
        struct text t = text_in(printed, sizeof printed);

        put_printed_short(s, province, &t);
        drawing_put(d, row + 2, column, room, INK_DIM, printed);
    }
}

/* ---- the map ---- */

/* The temple on its track, whose spaces say what a farmer harvests. */
static void
draw_temple(const struct amun_state *s, struct drawing *d, int row, int column, int room)
{
    drawing_put(d, row, column, room, INK_BOLD, phrase("amun.word.temple"));
    for (int at = 1; at <= 4; at++) {
        bool here = s->temple == at;
        int left = column + (at - 1) * 4;

        drawing_put(d, row + 1, left, 1, INK_VIOLET, here ? "[" : " ");
        drawing_int(d, row + 1, left + 1, here ? INK_VIOLET : INK_DIM, "", at, "");
        drawing_put(d, row + 1, left + 2, 1, INK_VIOLET, here ? "]" : " ");
    }
}

static void
draw_river(struct drawing *d, int row, int last, int column)
{
    for (int y = row; y <= last; y++) {
        for (int x = 1 + y % 2; x < RIVER - 1; x += 2)
            drawing_sign(d, y, column + x, &water);
    }
}

/* Returns the row of its lower edge. */
static int
draw_map(const struct speech *speech, struct drawing *d, int top)
{
    const struct amun_state *s = speech->seen;
    int high = d->tall >= TALL ? 4 : 3, room = (d->width - RIVER - 6) / MAP_COLUMNS;
    int last = top + MAP_ROWS * high, bank = SIDE * (room + 1), east = bank + RIVER + 1;

    draw_river(d, top, last, bank + 1);
    for (int province = 0; province < AMUN_PROVINCES; province++) {
        int row = top + places[province].row * high, at = places[province].column;
        int column = at < SIDE ? at * (room + 1) : east + (at - SIDE) * (room + 1);

        drawing_frame(d, row, column, row + high, column + room + 1);
        draw_province(speech, d, row + 1, column + 2, room - 1, province);
    }
    draw_temple(s, d, top + FREE_ROW * high + 1, east + (FREE_COLUMN - SIDE) * (room + 1) + 2,
                room - 1);
    drawing_title(d, top, 2, INK_DIM, phrase("amun.egypt.lower"));
    drawing_title(d, top + MAP_ROWS / 2 * high, 2, INK_DIM, phrase("amun.egypt.upper"));
    drawing_title(d, top, east + 2, INK_DIM, phrase("term.amun.east"));
    return last;
}

/* What the signs mean. */
static void
draw_legend(struct drawing *d, int row)
{
    static const struct {
        const struct sign *sign;
        const char *id;
    } signs[] = {{&farmer, "amun.word.farmers"},
                 {&farm, "amun.word.farms"},
                 {&pyramid, "amun.word.pyramids"},
                 {&stone, "amun.word.stones"},
                 {&temple, "amun.word.temples"}};
    int column = 1;

    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        drawing_sign(d, row, column, signs[i].sign);
        column += 2 + drawing_line(d, row, column + 2, INK_DIM, phrase(signs[i].id)) + 2;
    }
}

/* ---- bids ---- */

/* The numbers of the bids, and on them the markers on a province. */
static void
draw_markers(const struct amun_state *s, struct drawing *d, int row, int column, int province)
{
    for (int space = 0; space < s->options.board.bid_count; space++) {
        bool taken = false;

        for (int seat = 0; seat < s->seats; seat++) {
            if (s->marker[seat] != province || s->space[seat] != space)
                continue;
            drawing_sign(d, row, column + space * NUMBER + 2, &seats[seat]);
            if (s->blockade >> seat & 1)
                drawing_put(d, row, column + space * NUMBER + 1, 1, INK_ALARM, "!");
            taken = true;
        }
        if (!taken)
            drawing_sign(d, row, column + space * NUMBER + 2, &blank);
    }
}

/* Returns the row behind the bids. */
static int
draw_bids(const struct speech *speech, struct drawing *d, int row)
{
    const struct amun_state *s = speech->seen;
    const struct amun_board *board = &s->options.board;
    int column = 14, beside = column + board->bid_count * NUMBER + 2;

    if (!s->offered_count)
        return row;
    drawing_line(d, row, 1, INK_BOLD, phrase("amun.word.price"));
    for (int space = 0; space < board->bid_count; space++) {
        char digits[16];
        struct text t = text_in(digits, sizeof digits);

        text_int(&t, board->bid_numbers[space]);
        drawing_right(d, row, column + space * NUMBER, NUMBER - 1, INK_BOLD, digits);
    }
    for (int i = 0; i < s->offered_count; i++) {
        char printed[512];
        struct text t = text_in(printed, sizeof printed);

        put_printed(s, s->offered[i], &t);
        amun_put_free(s, i, &t);
        row++;
        drawing_put(d, row, 1, column - 2, INK_BOLD, amun_province_phrase(s->offered[i]));
        draw_markers(s, d, row, column, s->offered[i]);
        if (letters_width(printed, t.len) > d->width - beside)
            drawing_put(d, ++row, 3, d->width - 3, INK_DIM, printed);
        else
            drawing_put(d, row, beside, d->width - beside, INK_DIM, printed);
    }
    return row + 1;
}

/* ---- the seats ---- */

static void
draw_seat(const struct speech *speech, struct drawing *d, int row, int seat)
{
    const struct amun_state *s = speech->seen;
    char points[64], gold[64], cards[64];
    struct text score = text_in(points, sizeof points), coins = text_in(gold, sizeof gold),
                hand = text_in(cards, sizeof cards);

    if (amun_to_move(s) >> seat & 1)
        drawing_sign(d, row, 1, &on_turn);
    drawing_sign(d, row, 3, &seats[seat]);
    drawing_put(d, row, 5, 16, (enum ink)(INK_SEATS + seat), speech->names[seat]);
    fill(&score, plural("points", s->score[seat]), &(struct filling){.n = s->score[seat]});
    drawing_right(d, row, 22, 10, INK_BOLD, points);
    fill(&coins, phrase("term.amun.gold"), &(struct filling){.n = s->gold[seat]});
    drawing_right(d, row, 33, 12, INK_GOLD, gold);
    amun_put_items(&hand, "card", amun_hand_size(s, seat));
    drawing_put(d, row, 48, 18, INK_PLAIN, cards);
    if (s->starting == seat)
        drawing_put(d, row, 67, 12, INK_VIOLET, phrase("amun.word.pharaoh"));
}

/* ---- the table ---- */

static void
draw_heading(const struct amun_state *s, struct drawing *d)
{
    char round[256], deck[128];
    struct text t = text_in(round, sizeof round), cards = text_in(deck, sizeof deck);
    int used;

    amun_put_round(s, &t);
    amun_put_deck(s, &cards);
    used = drawing_put(d, 0, 1, d->width - 1, INK_BOLD, round);
    drawing_right(d, 0, used + 1, d->width - used - 2, INK_DIM, deck);
}

void
amun_draw_table(const struct speech *speech, struct drawing *d, struct text *out)
{
    const struct amun_state *s = speech->seen;
    int row;

    draw_heading(s, d);
    row = draw_map(speech, d, 1) + 1;
    draw_legend(d, row++);
    row = draw_bids(speech, d, row);
    for (int seat = 0; seat < s->seats; seat++)
        draw_seat(speech, d, row++, seat);
    amun_put_sacrifice(speech, out);
    amun_put_waiting_hand(speech, out);
}
