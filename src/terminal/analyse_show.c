/* SPDX-License-Identifier: MIT
 * analyse_show.c -- see analyse_show.h. */
#include "analyse_show.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "columns.h"
#include "fact_show.h"
#include "file_bytes.h"
#include "minmax.h"
#include "moves.h"
#include "phrase.h"
#include "play_game.h"
#include "screen.h"

enum { LABEL = 22, NUMBER = 9, PLOT_LEFT = 8, PLOT_WIDTH = 70, PLOT_HEIGHT = 11, WORST = 8 };

void
put_percent(struct text *out, int32_t win, bool sign, int width)
{
    char number[32];
    int32_t size = win < 0 ? -win : win,
            tenths = (size + ESTIMATE_SURE / 2000) / (ESTIMATE_SURE / 1000);

    snprintf(number, sizeof number, "%s%d.%d %%",
             tenths == 0 ? ""
             : win < 0   ? "-"
             : sign      ? "+"
                         : "",
             (int)(tenths / 10), (int)(tenths % 10));
    put_cell(out, decimal(number), width, true);
}

/* ---- the table ---- */

static void
put_chance(struct columns *columns, int32_t win, bool sign)
{
    char number[32];
    struct text t = text_in(number, sizeof number);

    put_percent(&t, win, sign, NUMBER);
    columns_cell(columns, number);
}

static void
put_row(struct columns *columns, const struct analysis *a, const char *id, size_t field,
        bool sign)
{
    columns_row(columns, phrase(id));
    for (int i = 0; i < a->seats; i++) {
        const char *at = (const char *)&a->of[i] + field;
        int32_t value;

        memcpy(&value, at, sizeof value);
        put_chance(columns, value, sign);
    }
}

/* A loss is told with the sign that it has in the sum. */
static void
put_losses(struct columns *columns, const struct analysis *a)
{
    columns_row(columns, phrase("analysis.loss"));
    for (int i = 0; i < a->seats; i++)
        put_chance(columns, -a->of[i].loss, true);
}

static void
put_rates(struct columns *columns, const struct analysis *a)
{
    columns_row(columns, phrase("analysis.decisions"));
    for (int i = 0; i < a->seats; i++)
        columns_number(columns, a->of[i].decisions);
    columns_row(columns, phrase("analysis.per"));
    for (int i = 0; i < a->seats; i++) {
        char number[32];

        snprintf(number, sizeof number, "%.2f %%",
                 a->of[i].decisions ? 100.0 * a->of[i].loss / ESTIMATE_SURE / a->of[i].decisions
                                    : 0);
        columns_cell(columns, decimal(number));
    }
}

void
analyse_table(const struct analysed_game *game, struct text *out)
{
    const struct analysis *a = game->of->analysis;
    struct columns columns;

    columns_begin(&columns, out, game->names, a->seats, LABEL);
    put_row(&columns, a, "analysis.start", offsetof(struct analysis_seat, start), false);
    put_row(&columns, a, "analysis.luck", offsetof(struct analysis_seat, luck), true);
    put_losses(&columns, a);
    put_row(&columns, a, "analysis.given", offsetof(struct analysis_seat, given), true);
    put_row(&columns, a, "analysis.revised", offsetof(struct analysis_seat, revised), true);
    put_row(&columns, a, "analysis.result", offsetof(struct analysis_seat, result), false);
    put_rates(&columns, a);
}

/* ---- the dearest decisions ---- */

/* The moments that are named for any seat, the dearest first; returns how many. */
static int
list_worst(const struct analysis *a, int out[GAME_MAX_SEATS * ANALYSIS_WORST])
{
    int count = 0;

    for (int i = 0; i < a->seats; i++) {
        for (int w = 0; w < a->of[i].worst_count; w++) {
            int index = a->of[i].worst[w], at = count++;

            while (at > 0 && a->moments[out[at - 1]].loss < a->moments[index].loss) {
                out[at] = out[at - 1];
                at--;
            }
            out[at] = index;
        }
    }
    return count;
}

static void
put_words(const struct analysed_game *game, int index, const char *text, struct text *out)
{
    const struct analysis *a = game->of->analysis;
    const union games_state *st = &game->of->states[index];
    struct move move;

    if (moves_read(a->game, st, text, &move) == GAME_OK)
        put_action(out, a->game, st, move.action);
    else
        text_put(out, text);
}

/* What followed from the action, and what would have from the best. */
static void
put_follows(const struct analysed_game *game, int index, struct text *out)
{
    const struct analysis *a = game->of->analysis;
    const struct analysis_moment *m = &game->of->moments[index];
    const union games_state *st = &game->of->states[index];
    const struct fact_reader reader = {
        .game = a->game, .st = st, .names = game->names, .seat = m->seat};
    struct move done, best;

    if (moves_read(a->game, st, m->action, &done) != GAME_OK ||
        moves_read(a->game, st, m->best, &best) != GAME_OK)
        return;
    put_facts(out, &reader, done.action, &m->facts, &m->best_facts);
    put_facts(out, &reader, best.action, &m->best_facts, &m->facts);
}

/* What a decision lost, who made it, and what was better. */
static void
put_loss(const struct analysed_game *game, int index, struct text *out)
{
    const struct analysis_moment *m = &game->of->moments[index];
    char done[200], better[200];
    struct text what = text_in(done, sizeof done), kind = text_in(better, sizeof better);
    struct filling with = {.player = game->names[m->seat], .what = done, .kind = better};

    put_words(game, index, m->action, &what);
    put_words(game, index, m->best, &kind);
    put_percent(out, -m->loss, true, NUMBER);
    text_put(out, "  ");
    fill(out, phrase("analysis.better"), &with);
}

static void
put_decision(const struct analysed_game *game, int index, struct text *out)
{
    char number[16];

    snprintf(number, sizeof number, "%d", index);
    put_cell(out, number, 5, true);
    put_loss(game, index, out);
    text_char(out, '\n');
    put_follows(game, index, out);
}

void
analyse_worst(const struct analysed_game *game, struct text *out)
{
    int worst[GAME_MAX_SEATS * ANALYSIS_WORST];
    int count = list_worst(game->of->analysis, worst);

    text_put(out, phrase(count ? "analysis.worst" : "analysis.none"));
    text_char(out, '\n');
    for (int i = 0; i < count && i < WORST; i++)
        put_decision(game, worst[i], out);
}

/* ---- the plot ---- */

/* The moment that stands in a column of `width`. */
static int
moment_of(const struct analysis *a, int column, int width)
{
    return (int)((int64_t)column * a->count / (width - 1));
}

static void
draw(const struct analysis *a, int width, char rows[PLOT_HEIGHT][PLOT_WIDTH + 1])
{
    for (int row = 0; row < PLOT_HEIGHT; row++) {
        memset(rows[row], ' ', (size_t)width);
        rows[row][width] = 0;
    }
    for (int column = 0; column < width; column++) {
        const struct estimate *at = &a->moments[moment_of(a, column, width)].before;

        for (int i = 0; i < a->seats; i++) {
            int up = (int)((int64_t)at->win[i] * (PLOT_HEIGHT - 1) + ESTIMATE_SURE / 2) /
                     ESTIMATE_SURE;
            char *place = &rows[PLOT_HEIGHT - 1 - up][column];

            *place = *place == ' ' ? (char)('A' + i) : '*';
        }
    }
}

void
analyse_plot(const struct analysed_game *game, struct text *out)
{
    const struct analysis *a = game->of->analysis;
    char rows[PLOT_HEIGHT][PLOT_WIDTH + 1], number[16];
    int width = int_min(PLOT_WIDTH, screen_width() - PLOT_LEFT);

    text_put(out, phrase("analysis.chances"));
    text_put(out, phrase("term.colon"));
    for (int i = 0; i < a->seats; i++) {
        text_put(out, i ? "  " : "");
        text_char(out, (char)('A' + i));
        text_char(out, ' ');
        text_put(out, game->names[i]);
    }
    text_char(out, '\n');
    draw(a, width, rows);
    for (int row = 0; row < PLOT_HEIGHT; row++) {
        snprintf(number, sizeof number, "%d %%",
                 100 * (PLOT_HEIGHT - 1 - row) / (PLOT_HEIGHT - 1));
        put_cell(out, number, PLOT_LEFT - 2, true);
        text_put(out, " |");
        text_put(out, rows[row]);
        text_char(out, '\n');
    }
    put_cell(out, "0", PLOT_LEFT + 1, true);
    snprintf(number, sizeof number, "%d", a->count);
    put_cell(out, number, width - 1, true);
    text_char(out, '\n');
}

/* ---- the drawing ---- */

enum { SVG_WIDTH = 800, SVG_HEIGHT = 320, SVG_LEFT = 44, SVG_TOP = 28, SVG_BOTTOM = 296 };

/* XML has no room for control characters either. */
static void
svg_text(FILE *to, const char *text)
{
    for (size_t len; *text; text += len ? len : 1) {
        len = text_shown_character(text, strlen(text));
        if (!len)
            fputc('?', to);
        else if (len == 1 && strchr("<>&\"", *text))
            fprintf(to, "&#%d;", *text);
        else
            fwrite(text, 1, len, to);
    }
}

static double
svg_x(const struct analysis *a, int moment)
{
    return SVG_LEFT + (double)moment / (a->count ? a->count : 1) * (SVG_WIDTH - SVG_LEFT - 8);
}

static double
svg_y(int32_t win)
{
    return SVG_BOTTOM - (double)win / ESTIMATE_SURE * (SVG_BOTTOM - SVG_TOP);
}

static void
svg_seat(FILE *to, const struct analysed_game *game, int seat)
{
    static const char *const colours[GAME_MAX_SEATS] = {"#c0392b", "#1f6fb2", "#2e8b57",
                                                        "#b8860b", "#7d3c98"};
    const struct analysis *a = game->of->analysis;
    const struct analysis_seat *of = &a->of[seat];

    fprintf(to, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\" points=\"",
            colours[seat]);
    for (int i = 0; i <= a->count; i++)
        fprintf(to, "%.1f,%.1f ", svg_x(a, i), svg_y(a->moments[i].before.win[seat]));
    fputs("\"/>\n", to);
    for (int w = 0; w < of->worst_count; w++) {
        char line[600];
        struct text told = text_in(line, sizeof line);

        put_loss(game, of->worst[w], &told);
        fprintf(to, "<circle r=\"3\" fill=\"%s\" cx=\"%.1f\" cy=\"%.1f\"><title>%d: ",
                colours[seat], svg_x(a, of->worst[w]),
                svg_y(a->moments[of->worst[w]].before.win[seat]), of->worst[w]);
        svg_text(to, line + strspn(line, " "));
        fputs("</title></circle>\n", to);
    }
    fprintf(to, "<text x=\"%d\" y=\"16\" fill=\"%s\">", SVG_LEFT + 150 * seat, colours[seat]);
    svg_text(to, game->names[seat]);
    fputs("</text>\n", to);
}

bool
analyse_svg(const struct analysed_game *game, const char *path)
{
    char *drawn = NULL;
    size_t len = 0;
    FILE *to = open_memstream(&drawn, &len);
    bool good;
    int fault;

    if (!to)
        return false;
    fprintf(
        to,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" "
        "font-size=\"13\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
        SVG_WIDTH, SVG_HEIGHT);
    for (int percent = 0; percent <= 100; percent += 25) {
        double y = svg_y(percent * (ESTIMATE_SURE / 100));

        fprintf(to,
                "<path d=\"M%d %.1fH%d\" stroke=\"#ccc\"/><text x=\"%d\" y=\"%.1f\" "
                "text-anchor=\"end\" fill=\"#555\">%d %%</text>\n",
                SVG_LEFT, y, SVG_WIDTH - 8, SVG_LEFT - 4, y + 4, percent);
    }
    for (int i = 0; i < game->of->analysis->seats; i++)
        svg_seat(to, game, i);
    fputs("</svg>\n", to);
    good = !ferror(to);
    good = fclose(to) == 0 && good && file_replace(path, drawn, len);
    fault = errno;
    free(drawn);
    errno = fault;
    return good;
}
