/* SPDX-License-Identifier: MIT
 * amun_sheet.c -- see amun_sheet.h. */
#include "amun_sheet.h"

#include <string.h>

#include "amun_speak.h"
#include "columns.h"
#include "phrase.h"

enum { LABEL = 24, SHEET_LINES = 4 };

/* Points for provinces, with how many sets or temples they are for; -1: no such number. */
struct sheet {
    int points[AMUN_SEATS][SHEET_LINES];
    int count[AMUN_SEATS][SHEET_LINES];
};

/* A sentence of the catalogue as a line. */
static void
put_line_of(struct text *out, const char *id)
{
    put_format(out, "%s\n", phrase(id));
}

static void
put_line(struct columns *columns, const struct sheet *sheet, int line)
{
    static const char *const ids[SHEET_LINES] = {"pyramids", "sets", "sides", "temples"};

    columns_row(columns, phrase_of("amun.category.", ids[line]));
    for (int i = 0; i < columns->seats; i++) {
        char cell[32];
        struct text t = text_in(cell, sizeof cell);

        if (sheet->count[i][line] >= 0)
            put_format(&t, "(%d) ", sheet->count[i][line]);
        text_int(&t, sheet->points[i][line]);
        columns_cell(columns, cell);
    }
}

static void
put_sheet(const struct speech *speech, const struct sheet *sheet, int seats, struct text *out)
{
    struct columns columns;

    columns_begin(&columns, out, speech->names, seats, LABEL);
    for (int line = 0; line < SHEET_LINES; line++)
        put_line(&columns, sheet, line);
    columns_row(&columns, phrase("amun.category.total"));
    for (int i = 0; i < seats; i++) {
        int total = 0;

        for (int line = 0; line < SHEET_LINES; line++)
            total += sheet->points[i][line];
        columns_number(&columns, total);
    }
}

static void
put_incomes(const struct speech *speech, const struct amun_state *s, struct text *out)
{
    struct columns columns;

    put_line_of(out, "term.amun.sheet.income");
    columns_begin(&columns, out, speech->names, s->seats, LABEL);
    for (int temple = 1; temple <= 4; temple++) {
        char label[64];
        struct text t = text_in(label, sizeof label);

        text_put(&t, "  ");
        fill(&t, phrase(temple == s->temple ? "term.amun.sheet.here" : "term.amun.sheet.space"),
             &(struct filling){.n = temple});
        columns_row(&columns, label);
        for (int i = 0; i < s->seats; i++)
            columns_number(&columns, amun_income(s, i, temple));
    }
}

/* The seats that could score with a bonus card now, each with its cards. */
static void
put_bonuses(const struct speech *speech, const struct amun_state *s, struct text *out)
{
    char all[1024];
    struct text list = text_in(all, sizeof all);

    for (int i = 0; i < s->seats; i++) {
        bool first = true;

        for (int card = AMUN_POWER_BONUS; card < AMUN_CARDS; card++) {
            if (!amun_bonus_holds(s, i, card))
                continue;
            if (first)
                put_format(&list, "%s%s%s", list.len ? phrase("term.semicolon") : "",
                           speech->names[i], phrase("term.colon"));
            put_format(&list, "%s%s", first ? "" : phrase("comma"), amun_card_phrase(card));
            first = false;
        }
    }
    fill(out, phrase("term.amun.sheet.bonus"),
         &(struct filling){.what = list.len ? all : phrase("term.amun.sheet.nobody")});
    text_char(out, '\n');
}

void
amun_show_scores(const struct speech *speech, struct text *out)
{
    const struct amun_state *s = speech->seen;
    struct sheet sheet;

    memset(sheet.count, -1, sizeof sheet.count);
    for (int i = 0; i < s->seats; i++) {
        struct amun_tally t = amun_score(s, i);
        const int16_t lines[SHEET_LINES] = {t.pyramids, t.sets, t.sides, t.temples};

        for (int line = 0; line < SHEET_LINES; line++)
            sheet.points[i][line] = lines[line];
    }
    put_line_of(out, "term.amun.sheet.now");
    put_sheet(speech, &sheet, s->seats, out);
    put_bonuses(speech, s, out);
    put_incomes(speech, s, out);
}

static void
note_tally(struct sheet *sheet, const struct game_event *e)
{
    switch (e->kind) {
    case AMUN_EV_SCORE_PYRAMIDS:
        sheet->points[e->seat][0] = e->detail;
        break;
    case AMUN_EV_SCORE_SETS:
        sheet->points[e->seat][1] = e->detail;
        sheet->count[e->seat][1] = e->count;
        break;
    case AMUN_EV_SCORE_SIDE:
        sheet->points[e->seat][2] += e->detail;
        break;
    default: /* AMUN_EV_SCORE_TEMPLES */
        sheet->points[e->seat][3] = e->detail;
        sheet->count[e->seat][3] = e->count;
    }
}

void
amun_show_sheet(const struct speech *speech, const struct game_log *log, struct text *out)
{
    const struct amun_state *s = speech->seen;
    struct sheet sheet = {0};
    bool scored = false;

    memset(sheet.count, -1, sizeof sheet.count);
    for (int i = 0; i < log->count; i++) {
        if (!amun_is_tally(log->at[i].kind))
            continue;
        note_tally(&sheet, &log->at[i]);
        scored = true;
    }
    if (!scored)
        return;
    put_line_of(out, "term.amun.sheet.scored");
    put_sheet(speech, &sheet, s->seats, out);
}

/* "  1. Anna, 30 points, wins" */
static void
put_place(const struct speech *speech, int place, int seat, int score, bool wins,
          struct text *out)
{
    char points[64];
    struct text t = text_in(points, sizeof points);

    fill(&t, plural("points", score), &(struct filling){.n = score});
    put_format(out, "  %d. %s%s", place, speech->names[seat], phrase("comma"));
    fill(out, wins ? phrase("term.amun.wins") : "{what}", &(struct filling){.what = points});
    text_char(out, '\n');
}

void
amun_show_result(const struct speech *speech, struct text *out)
{
    const struct amun_state *s = speech->seen;
    game_seats winners = amun_winners(s), left = (game_seats)((1u << s->seats) - 1);
    bool tied = false;
    int highest = 0;

    put_line_of(out, "term.final");
    for (int place = 1; left; place++) {
        int best = -1;

        for (int i = 0; i < s->seats; i++) {
            if (!(left >> i & 1))
                continue;
            if (best < 0 || s->score[i] > s->score[best] ||
                (s->score[i] == s->score[best] && (winners >> i & 1) > (winners >> best & 1)))
                best = i;
        }
        left &= (game_seats) ~(1u << best);
        if (place == 1)
            highest = s->score[best];
        put_place(speech, place, best, s->score[best], winners >> best & 1, out);
        tied = tied || (!(winners >> best & 1) && s->score[best] == highest);
    }
    if (tied)
        put_line_of(out, "term.amun.tie");
}
