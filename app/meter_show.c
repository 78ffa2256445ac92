/* SPDX-License-Identifier: MIT
 * meter_show.c -- see meter_show.h. */
#include "meter_show.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PARTS = 3 };

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
    int endings = 0;

    for (int i = 0; i < j->count; i++)
        endings += j->answers[i].exact;
    fprintf(to, "%s: %s, %d players; %d positions of %d games by %s", j->path, j->game,
            j->seats, j->count - endings, j->games - endings, j->deep);
    if (again)
        fputs(j->rollouts ? ", asked twice\n" : "\n", to);
    else
        fprintf(to, " and %lld rollouts; %d endings solved\n", j->rollouts, endings);
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

static json_t *
number(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static void
put(json_t *to, const char *key, const struct meter_judge *j, enum meter_figure figure,
    int kind, int part)
{
    struct stats_interval x;

    if (meter_mean(j, figure, kind, part, &x))
        json_object_set_new(
            to, key, json_pack("[ooo]", number(x.middle), number(x.low), number(x.high)));
}

static json_t *
figures(const struct meter_judge *j, int kind, int part)
{
    json_t *all = json_object();

    put(all, "loss", j, METER_LOSS, kind, part);
    put(all, "differs", j, METER_DIFFERS, kind, part);
    put(all, "loss_by_rollouts", j, METER_ROLLED, kind, part);
    return all;
}

bool
meter_show_json(FILE *to, const struct meter_judge *j)
{
    json_t *all = figures(j, -1, -1), *kinds = json_object(), *parts = json_object();
    char *line;

    json_object_set_new(all, "file", json_string(j->path));
    json_object_set_new(all, "player", json_string(j->label));
    json_object_set_new(all, "game", json_string(j->game));
    json_object_set_new(all, "players", json_integer(j->seats));
    json_object_set_new(all, "games", json_integer(j->games));
    json_object_set_new(all, "positions", json_integer(j->count));
    json_object_set_new(all, "truth", json_string(j->deep));
    json_object_set_new(all, "rollouts", json_integer(j->rollouts));
    json_object_set_new(all, "faults", json_integer(j->faults));
    put(all, "ending_loss", j, METER_ENDING_LOSS, -1, -1);
    put(all, "ending_points", j, METER_ENDING_POINTS, -1, -1);
    put(all, "ending_error_squared", j, METER_ENDING_WRONG, -1, -1);
    for (int kind = 0; kind < j->kind_count; kind++)
        json_object_set_new(kinds, j->kinds[kind].name, figures(j, kind, -1));
    for (int part = 1; part <= PARTS; part++) {
        char name[8];

        snprintf(name, sizeof name, "%d", part);
        json_object_set_new(parts, name, figures(j, -1, part));
    }
    json_object_set_new(all, "kinds", kinds);
    json_object_set_new(all, "parts", parts);
    line = json_dumps(all, JSON_COMPACT | JSON_REAL_PRECISION(8));
    json_decref(all);
    if (line)
        fprintf(to, "%s\n", line);
    free(line);
    return line != NULL;
}
