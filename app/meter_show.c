/* SPDX-License-Identifier: MIT
 * meter_show.c -- see meter_show.h. */
#include "meter_show.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "document.h"
#include "json_double.h"

enum { PARTS = 3, DIGITS = 8 /* of figures in JSON */ };

static void
show_interval(FILE *to, const struct meter_judge *j, enum meter_figure figure, int kind,
              int part, int digits, int width)
{
    struct stats_interval x;
    char text[64];

    if (!meter_mean(j, figure, kind, part, &x))
        snprintf(text, sizeof text, "-");
    else if (!isfinite(x.low))
        snprintf(text, sizeof text, "%.*f", digits, x.middle);
    else
        snprintf(text, sizeof text, "%.*f +- %.*f", digits, x.middle, digits, x.middle - x.low);
    fprintf(to, "  %-*s", width, text);
}

static void
show_cells(FILE *to, const struct meter_judge *j, int kind, int part)
{
    struct stats_interval differs;

    show_interval(to, j, METER_LOSS, kind, part, 5, 18);
    if (meter_mean(j, METER_DIFFERS, kind, part, &differs))
        fprintf(to, "  %5.1f %%", 100 * differs.middle);
    else
        fprintf(to, "  %7s", "-");
    show_interval(to, j, METER_ROLLED, kind, part, 4, 16);
}

static void
show_heading(FILE *to, const struct meter_judge *j)
{
    bool again = meter_plays_on(games_find(j->game));
    int endings = 0, positions, games;

    for (int i = 0; i < j->count; i++)
        endings += j->answers[i].exact;
    positions = j->count - endings;
    games = j->games - endings;
    fprintf(to, "%s: %s, %d players; %d position%s of %d game%s by %s", j->path, j->game,
            j->seats, positions, command_plural(positions), games, command_plural(games),
            j->deep);
    if (again)
        fputs(j->rollouts ? ", asked twice\n" : "\n", to);
    else
        fprintf(to, " and %lld rollout%s; %d ending%s solved\n", j->rollouts,
                command_plural(j->rollouts), endings, command_plural(endings));
    fprintf(to, "  %-16s  %-18s  %7s  %-16s", "player", "loss", "differs",
            again ? "asked again" : "by rollouts");
    if (endings)
        fprintf(to, "  %-18s  %-16s  %s", "endings: loss", "points", "error");
    fputc('\n', to);
}

static void
show_endings(FILE *to, const struct meter_judge *j)
{
    struct stats_interval wrong;

    if (!meter_mean(j, METER_ENDING_LOSS, -1, -1, &wrong))
        return;
    show_interval(to, j, METER_ENDING_LOSS, -1, -1, 5, 18);
    show_interval(to, j, METER_ENDING_POINTS, -1, -1, 3, 16);
    if (meter_mean(j, METER_ENDING_WRONG, -1, -1, &wrong))
        fprintf(to, "  %.4f", sqrt(wrong.middle));
    else
        fputs("  -", to);
}

void
meter_show_row(FILE *to, const struct meter_judge *j, bool first, bool kinds)
{
    struct stats_interval there;

    if (first)
        show_heading(to, j);
    fprintf(to, "  %-16s", j->label);
    show_cells(to, j, -1, -1);
    show_endings(to, j);
    fputc('\n', to);
    for (int kind = 0; kinds && kind < j->kind_count; kind++) {
        if (!meter_mean(j, METER_LOSS, kind, -1, &there))
            continue;
        fprintf(to, "    %-14s", j->kinds[kind].name);
        show_cells(to, j, kind, -1);
        fputc('\n', to);
    }
    for (int part = 1; kinds && part <= PARTS; part++) {
        if (!meter_mean(j, METER_LOSS, -1, part, &there))
            continue;
        fprintf(to, "    %s %-*d", j->game[0] == 'r' ? "epoch" : "kingdom",
                j->game[0] == 'r' ? 8 : 6, part);
        show_cells(to, j, -1, part);
        fputc('\n', to);
    }
}

/* ---- JSON ---- */

static void
put(struct text *t, const char *key, const struct meter_judge *j, enum meter_figure figure,
    int kind, int part)
{
    struct stats_interval x;

    if (!meter_mean(j, figure, kind, part, &x))
        return;
    json_key_open(t, key, '[');
    json_double(t, x.middle, DIGITS);
    json_double(t, x.low, DIGITS);
    json_double(t, x.high, DIGITS);
    json_close(t, ']');
}

static void
put_figures(struct text *t, const struct meter_judge *j, int kind, int part)
{
    put(t, "loss", j, METER_LOSS, kind, part);
    put(t, "differs", j, METER_DIFFERS, kind, part);
    put(t, "loss_by_rollouts", j, METER_ROLLED, kind, part);
}

static void
write_parts(struct text *t, const struct meter_judge *j)
{
    json_key_open(t, "kinds", '{');
    for (int kind = 0; kind < j->kind_count; kind++) {
        json_key_escaped(t, j->kinds[kind].name);
        json_open(t, '{');
        put_figures(t, j, kind, -1);
        json_close(t, '}');
    }
    json_close(t, '}');
    json_key_open(t, "parts", '{');
    for (int part = 1; part <= PARTS; part++) {
        char name[8];

        snprintf(name, sizeof name, "%d", part);
        json_key_open(t, name, '{');
        put_figures(t, j, -1, part);
        json_close(t, '}');
    }
    json_close(t, '}');
}

static void
write_judged(struct text *t, const void *arg)
{
    const struct meter_judge *j = arg;

    json_open(t, '{');
    put_figures(t, j, -1, -1);
    json_key_text(t, "file", j->path);
    json_key_text(t, "player", j->label);
    json_key_text(t, "game", j->game);
    json_key_int(t, "players", j->seats);
    json_key_int(t, "games", j->games);
    json_key_int(t, "positions", j->count);
    json_key_text(t, "truth", j->deep);
    json_key_int(t, "rollouts", j->rollouts);
    json_key_int(t, "faults", j->faults);
    put(t, "ending_loss", j, METER_ENDING_LOSS, -1, -1);
    put(t, "ending_points", j, METER_ENDING_POINTS, -1, -1);
    put(t, "ending_error_squared", j, METER_ENDING_WRONG, -1, -1);
    write_parts(t, j);
    json_close(t, '}');
}

bool
meter_show_json(FILE *to, const struct meter_judge *j)
{
    char *line = document_written(write_judged, j, NULL);

    if (line)
        fprintf(to, "%s\n", line);
    free(line);
    return line != NULL;
}
