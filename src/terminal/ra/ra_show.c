/* SPDX-License-Identifier: MIT
 * ra_show.c -- see ra_show.h. */
#include "ra_show.h"

#include <string.h>

#include "columns.h"
#include "letters.h"
#include "minmax.h"
#include "phrase.h"
#include "ra_speak.h"

enum { LABEL = 24 };

/* ---- pieces ---- */

static void
put_suns(struct text *out, uint32_t suns)
{
    if (!suns) {
        text_char(out, ' ');
        text_put(out, phrase("term.none"));
    }
    for (int sun = 1; sun <= RA_SUNS; sun++) {
        if (suns >> sun & 1) {
            text_char(out, ' ');
            text_int(out, sun);
        }
    }
}

/* "16.5 %" of part in whole, rounded to tenths. */
static void
put_percent(struct text *out, int part, int whole)
{
    int tenths = whole ? (2000 * part + whole) / (2 * whole) : 0;

    text_int(out, tenths / 10);
    text_put(out, phrase("term.point"));
    text_int(out, tenths % 10);
    text_put(out, " %");
}

static int
tiles_in_bag(const struct ra_state *s)
{
    int tiles = 0;

    for (int kind = 0; kind < RA_KINDS; kind++)
        tiles += s->bag[kind];
    return tiles;
}

/* ---- the table ---- */

static void
put_lot(const struct speech *speech, const struct ra_state *s, struct text *out)
{
    char tiles[1024];
    struct text list = text_in(tiles, sizeof tiles);

    for (int i = 0; i < RA_TRACK; i++) {
        if (s->track[i] == RA_EMPTY)
            continue;
        if (list.len)
            text_put(&list, phrase("comma"));
        text_put(&list, ra_kind_phrase(speech, s->track[i]));
    }
    if (!list.len)
        text_put(&list, phrase("term.ra.empty"));
    fill(out, phrase("term.ra.track"), &(struct filling){.n = ra_lot_size(s), .what = tiles});
    text_char(out, '\n');
}

/* The rows of the printed display, in its order. */
static void
put_display(const struct speech *speech, ra_display d, struct text *out)
{
    char tiles[1024];
    struct text list = text_in(tiles, sizeof tiles);

    for (int kind = RA_GOD; kind <= RA_TEMPLE; kind++) {
        int held = ra_held(d, (enum ra_kind)kind);

        if (!held)
            continue;
        if (list.len)
            text_put(&list, phrase("comma"));
        text_put(&list, ra_kind_phrase(speech, kind));
        text_char(&list, ' ');
        text_int(&list, held);
    }
    if (!list.len)
        text_put(&list, phrase("term.ra.no.tiles"));
    text_put(out, "  ");
    fill(out, phrase("term.ra.tiles"), &(struct filling){.what = tiles});
    text_char(out, '\n');
}

static void
put_player(const struct speech *speech, const struct ra_state *s, int seat, struct text *out)
{
    text_put(out, speech->names[seat]);
    text_put(out, phrase("term.colon"));
    fill(out, plural("points", s->score[seat]), &(struct filling){.n = s->score[seat]});
    text_put(out, phrase("term.ra.suns"));
    put_suns(out, s->ready[seat]);
    text_put(out, phrase("term.ra.spent"));
    put_suns(out, s->spent[seat]);
    text_char(out, '\n');
    put_display(speech, s->tiles[seat], out);
}

static const char *
bidder_phrase(const struct ra_state *s, int seat)
{
    if (s->bid[seat])
        return "term.ra.bid";
    if (s->passed >> seat & 1)
        return "term.ra.passed";
    if (s->phase == RA_AUCTION && seat == s->bidder)
        return "term.ra.answers";
    return s->ready[seat] >> (s->high_sun + 1) ? "term.ra.later" : "term.ra.cannot";
}

static void
put_auction(const struct speech *speech, const struct ra_state *s, struct text *out)
{
    int seat = s->turn;

    fill(out,
         phrase(s->cause == RA_BY_TILE ? "term.ra.auction.drawn" : "term.ra.auction.invoked"),
         &(struct filling){.player = speech->names[s->turn]});
    do {
        if (++seat == s->seats)
            seat = 0;
        text_put(out, phrase(seat == (s->turn + 1) % s->seats ? "term.colon" : "comma"));
        fill(out, phrase(bidder_phrase(s, seat)),
             &(struct filling){.player = speech->names[seat], .n = s->bid[seat]});
    } while (seat != s->turn);
    put_format(out, "%s\n", phrase("stop"));
}

void
ra_show_table(const struct speech *speech, struct text *out)
{
    const struct ra_state *s = speech->seen;
    int bag = tiles_in_bag(s);
    char centre[16], percent[16];
    struct text sun = text_in(centre, sizeof centre), share = text_in(percent, sizeof percent);

    text_int(&sun, s->centre_sun);
    put_percent(&share, s->bag[RA_RA], bag);
    fill(out, phrase("term.ra.line"),
         &(struct filling){.n = s->epoch,
                           .rank = s->ra_tiles,
                           .count = ra_track_length(s->seats),
                           .what = centre});
    fill(out, phrase("term.ra.bag"),
         &(struct filling){.count = bag, .n = s->bag[RA_RA], .what = percent});
    text_char(out, '\n');
    put_lot(speech, s, out);
    for (int i = 0; i < s->seats; i++)
        put_player(speech, s, i, out);
    if (s->cause != RA_NO_AUCTION)
        put_auction(speech, s, out);
}

/* ---- actions ---- */

static void
put_action(const struct speech *speech, game_action a, struct text *out)
{
    bool tile = ra_verb(a) == RA_V_TAKE || ra_verb(a) == RA_V_DISCARD;
    const char *typed = ra_verb(a) == RA_V_DRAW      ? "d"
                        : ra_verb(a) == RA_V_INVOKE  ? "i"
                        : ra_verb(a) == RA_V_TAKE    ? "t "
                        : ra_verb(a) == RA_V_DISCARD ? "x "
                        : ra_verb(a) == RA_V_END     ? "e"
                        : ra_verb(a) == RA_V_PASS    ? "p"
                                                     : "";

    ra_put_action(speech, a, out);
    text_put(out, " (");
    text_put(out, typed);
    if (tile)
        text_put(out, ra_kind_name((enum ra_kind)ra_arg(a)));
    if (ra_verb(a) == RA_V_BID)
        text_int(out, ra_arg(a));
    text_char(out, ')');
}

void
ra_show_actions(const struct speech *speech, struct text *out)
{
    const struct ra_state *s = speech->seen;
    game_action legal[RA_MAX_ACTIONS];
    int count = ra_actions(s, speech->seat, legal);
    char all[4096];
    struct text list = text_in(all, sizeof all);

    for (int i = 0; i < count; i++) {
        if (i)
            text_put(&list, phrase(i == count - 1 ? "term.or" : "comma"));
        put_action(speech, legal[i], &list);
    }
    fill(out, phrase("term.may"),
         &(struct filling){.player = speech->names[speech->seat], .what = all});
    text_char(out, '\n');
}

/* ---- tables of points ---- */

/* The lines of the score sheet, with the count beside the points where there is one to show. */
struct sheet {
    int points[RA_SEATS][10];
    int count[RA_SEATS][10]; /* -1: no count */
    int total[RA_SEATS];
    bool third;
};

static const char *const sheet_ids[] = {
    "ra.category.gods",          "ra.category.pharaohs",     "ra.category.river",
    "ra.category.gold",          "ra.category.civilisation", "ra.category.monument_kinds",
    "ra.category.monument_sets", "ra.category.suns"};

enum { SHEET_LINES = 8, SHEET_EARLY_LINES = 5 };

static void
put_sheet(const struct speech *speech, const struct sheet *sheet, int seats, struct text *out)
{
    struct columns columns;

    columns_begin(&columns, out, speech->names, seats, LABEL);
    for (int line = 0; line < (sheet->third ? SHEET_LINES : SHEET_EARLY_LINES); line++) {
        columns_row(&columns, phrase(sheet_ids[line]));
        for (int i = 0; i < seats; i++) {
            char cell[32];
            struct text t = text_in(cell, sizeof cell);

            if (sheet->count[i][line] >= 0)
                put_format(&t, "(%d) ", sheet->count[i][line]);
            text_int(&t, sheet->points[i][line]);
            columns_cell(&columns, cell);
        }
    }
    columns_row(&columns, phrase("ra.category.total"));
    for (int i = 0; i < seats; i++)
        columns_number(&columns, sheet->total[i]);
}

static void
show_scores(const struct speech *speech, struct text *out)
{
    const struct ra_state *s = speech->seen;
    struct sheet sheet = {.third = s->epoch == RA_EPOCHS};

    memset(sheet.count, -1, sizeof sheet.count);
    for (int i = 0; i < s->seats; i++) {
        struct ra_tally t = ra_score(s, i);
        const int16_t lines[SHEET_LINES] = {t.gods,          t.pharaohs,     t.river,
                                            t.gold,          t.civilisation, t.monument_kinds,
                                            t.monument_sets, t.suns};

        for (int line = 0; line < SHEET_LINES; line++)
            sheet.points[i][line] = lines[line];
        sheet.total[i] = t.total;
    }
    text_put(out, phrase("term.ra.now"));
    text_char(out, '\n');
    put_sheet(speech, &sheet, s->seats, out);
}

/* The line of the sheet that a tally event is for; -1 for the others. */
static int
sheet_line(int kind)
{
    static const uint8_t kinds[SHEET_LINES] = {
        RA_EV_TALLY_GODS,          RA_EV_TALLY_PHARAOHS,     RA_EV_TALLY_RIVER,
        RA_EV_TALLY_GOLD,          RA_EV_TALLY_CIVILISATION, RA_EV_TALLY_MONUMENT_KINDS,
        RA_EV_TALLY_MONUMENT_SETS, RA_EV_TALLY_SUNS};

    for (int line = 0; line < SHEET_LINES; line++) {
        if (kinds[line] == kind)
            return line;
    }
    return -1;
}

void
ra_show_sheet(const struct speech *speech, const struct game_log *log, struct text *out)
{
    const struct ra_state *s = speech->seen;
    struct sheet sheet = {0};
    int epoch = 0;

    for (int i = 0; i < log->count; i++) {
        const struct game_event *e = &log->at[i];
        int line = sheet_line(e->kind);

        if (e->kind == RA_EV_EPOCH_ENDED)
            epoch = e->detail;
        if (e->kind == RA_EV_TALLY_TOTAL)
            sheet.total[e->seat] = e->detail;
        if (line >= 0) {
            sheet.points[e->seat][line] = e->detail;
            sheet.count[e->seat][line] = e->count;
        }
    }
    if (!epoch)
        return;
    sheet.third = epoch == RA_EPOCHS;
    fill(out, phrase("term.ra.sheet"), &(struct filling){.n = epoch});
    text_char(out, '\n');
    put_sheet(speech, &sheet, s->seats, out);
}

static void
show_odds(const struct speech *speech, struct text *out)
{
    const struct ra_state *s = speech->seen;
    int bag = tiles_in_bag(s), label = 14;

    text_put(out, phrase("term.ra.odds"));
    text_char(out, '\n');
    for (int kind = 0; kind < RA_KINDS; kind++) {
        const char *name = ra_kind_phrase(speech, kind);

        label = int_max(label, letters_width(name, strlen(name)) + 1);
    }
    for (int kind = 0; kind < RA_KINDS; kind++) {
        char percent[16];
        struct text share = text_in(percent, sizeof percent);

        put_percent(&share, s->bag[kind], bag);
        text_put(out, "  ");
        put_cell(out, ra_kind_phrase(speech, kind), label, false);
        put_cell(out, "", s->bag[kind] < 10 ? 1 : 0, false);
        text_int(out, s->bag[kind]);
        put_cell(out, percent, 2 + (int)sizeof "100.0 %" - 1, true);
        text_char(out, '\n');
    }
}

static void
show_lot(const struct speech *speech, struct text *out)
{
    const struct ra_state *s = speech->seen;
    put_lot(speech, s, out);
    for (int i = 0; i < s->seats; i++) {
        int worth[RA_SEATS];
        char all[512];
        struct text list = text_in(all, sizeof all);

        ra_lot_worth(s, i, 0, worth);
        for (int j = 0; j < s->seats; j++) {
            if (!worth[j] && j != i)
                continue;
            if (list.len)
                text_put(&list, phrase("comma"));
            text_put(&list, speech->names[j]);
            text_put(&list, worth[j] < 0 ? " " : " +");
            text_int(&list, worth[j]);
        }
        fill(out, phrase("term.ra.if"),
             &(struct filling){.player = speech->names[i], .what = all});
        text_char(out, '\n');
    }
    text_put(out, phrase("term.ra.if.note"));
    text_char(out, '\n');
}

void
ra_show_result(const struct speech *speech, struct text *out)
{
    const struct ra_state *s = speech->seen;
    int winner = ra_winner(s);
    game_seats left = (game_seats)((1u << s->seats) - 1);

    text_put(out, phrase("term.final"));
    text_char(out, '\n');
    for (int place = 1; place <= s->seats; place++) {
        int best = place == 1 ? winner : -1;

        for (int i = 0; place > 1 && i < s->seats; i++) {
            if ((left >> i & 1) && (best < 0 || s->score[i] > s->score[best]))
                best = i;
        }
        left &= (game_seats) ~(1u << best);
        text_put(out, "  ");
        text_int(out, place);
        text_put(out, ". ");
        text_put(out, speech->names[best]);
        text_put(out, phrase("comma"));
        fill(out, plural("points", s->score[best]), &(struct filling){.n = s->score[best]});
        text_char(out, '\n');
    }
    for (int i = 0; i < s->seats; i++) {
        if (i != winner && s->score[i] == s->score[winner]) {
            text_put(out, phrase("term.ra.tie"));
            text_char(out, '\n');
            break;
        }
    }
}

bool
ra_answer(const struct speech *speech, const char *word, const char *argument, struct text *out)
{
    (void)argument;
    if (!strcmp(word, "score"))
        show_scores(speech, out);
    else if (!strcmp(word, "odds"))
        show_odds(speech, out);
    else if (!strcmp(word, "lot"))
        show_lot(speech, out);
    else
        return false;
    return true;
}
