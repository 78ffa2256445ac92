/* SPDX-License-Identifier: MIT
 * arena_show.c -- see arena_show.h. */
#include "arena_show.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* All that is worked out, once for both forms. */
struct ratings {
    struct plackett found;
    struct plackett_table tables[ARENA_LINE_UPS];
};

static const char *const fault_names[OUTSIDE_FAULTS] = {"crashes", "bad_answers", "late"};

static struct ratings *
rate(const struct arena_outcome *o)
{
    struct ratings *ratings = malloc(sizeof *ratings);

    if (ratings && arena_rate(o->sums, o->plan, o->anchor, &ratings->found, ratings->tables))
        return ratings;
    free(ratings);
    return NULL;
}

struct figures {
    struct stats_interval wins, adjusted, score;
    bool luck; /* `adjusted` is there, and ... */
    double narrowed; /* ... its interval so many times as narrow; 0 where there is none */
};

static struct figures
work_out(const struct stats_sample *share, double most, const struct stats_sample *adjusted,
         const struct stats_sample *score, bool luck)
{
    double before = stats_variance(share), after = stats_variance(adjusted);

    return (struct figures){stats_share(share, most), stats_mean(adjusted), stats_mean(score),
                            luck, before > 0 && after > 0 ? sqrt(before / after) : 0};
}

static struct figures
player_figures(const struct arena_outcome *o, int player)
{
    struct stats_sample share = arena_win_share(o->sums, o->plan, player);
    struct stats_sample adjusted = arena_adjusted_share(o->sums, o->plan, player);
    struct stats_sample score = arena_score(o->sums, o->plan, player);

    return work_out(&share, arena_plan_most(o->plan, player), &adjusted, &score, o->plan->luck);
}

static struct figures
seat_figures(const struct arena_outcome *o, int seat)
{
    struct stats_sample share = arena_seat_share(o->sums, o->plan, seat);
    struct stats_sample adjusted = arena_seat_adjusted_share(o->sums, o->plan, seat);
    struct stats_sample score = arena_seat_score(o->sums, o->plan, seat);

    return work_out(&share, 1, &adjusted, &score, o->plan->luck);
}

static double
table_games(const struct arena_outcome *o)
{
    return (double)o->sums->deals * o->plan->seats;
}

/* ---- the table ---- */

static int
name_width(const struct arena_plan *plan)
{
    int width = 8;

    for (int i = 0; i < plan->players; i++) {
        int length = (int)strlen(plan->player[i].name);

        width = length > width ? length : width;
    }
    return width;
}

static void
print_share(FILE *to, const struct stats_interval *share)
{
    char interval[48] = "";

    if (isfinite(share->low))
        snprintf(interval, sizeof interval, "(%.2f to %.2f)", 100 * share->low,
                 100 * share->high);
    fprintf(to, "  %6.2f %%  %-17s", 100 * share->middle, interval);
}

static void
print_row(FILE *to, int width, const char *name, const struct figures *figures)
{
    const struct stats_interval *score = &figures->score;

    fprintf(to, "  %-*s", width, name);
    print_share(to, &figures->wins);
    if (figures->luck) {
        print_share(to, &figures->adjusted);
        if (figures->narrowed > 0)
            fprintf(to, "  %8.2f", figures->narrowed);
        else
            fprintf(to, "  %8s", "-");
    }
    fprintf(to, "  %7.2f", score->middle);
    if (isfinite(score->low))
        fprintf(to, " +- %.2f", score->middle - score->low);
    fputc('\n', to);
}

static void
print_rows(FILE *to, const struct arena_outcome *o)
{
    const struct arena_plan *plan = o->plan;
    int width = name_width(plan);

    fprintf(to, "  %-*s  %8s  %-17s", width, "player", "share", "(95 % interval)");
    if (plan->luck)
        fprintf(to, "  %8s  %-17s  %s", "adjusted", "(95 % interval)", "narrower");
    fputs("  mean score\n", to);
    for (int i = 0; i < plan->players; i++) {
        struct figures figures = player_figures(o, i);

        print_row(to, width, plan->player[i].name, &figures);
    }
    fputc('\n', to);
    for (int i = 0; i < plan->seats; i++) {
        struct figures figures = seat_figures(o, i);
        char name[16];

        snprintf(name, sizeof name, "seat %d", i);
        print_row(to, width, name, &figures);
    }
}

static void
print_line_up(FILE *to, const struct arena_plan *plan, const struct plackett_table *table)
{
    for (int i = 0; i < plan->seats; i++)
        fprintf(to, "%s%s", i ? ", " : "", plan->player[table->player[i]].name);
}

/* Where the one number a player has fits worst: strength need not be a ladder. */
static void
print_misfit(FILE *to, const struct arena_outcome *o, const struct ratings *ratings)
{
    double worst = -1;
    int table = 0, place = 0;

    for (int i = 0; i < o->plan->line_up_count; i++) {
        for (int k = 0; k < o->plan->seats; k++) {
            double off = fabs(ratings->tables[i].wins[k] / table_games(o) -
                              plackett_expected(&ratings->found, &ratings->tables[i], k));

            if (off > worst) {
                worst = off;
                table = i;
                place = k;
            }
        }
    }
    fputs("  The ratings fit worst in the line-up ", to);
    print_line_up(to, o->plan, &ratings->tables[table]);
    fprintf(to, ":\n  %s won %.2f %%, and by the ratings %.2f %%.\n",
            o->plan->player[ratings->tables[table].player[place]].name,
            100 * ratings->tables[table].wins[place] / table_games(o),
            100 * plackett_expected(&ratings->found, &ratings->tables[table], place));
}

static void
print_ratings(FILE *to, const struct arena_outcome *o, const struct ratings *ratings)
{
    const struct arena_plan *plan = o->plan;

    if (plan->players < 2)
        return;
    fprintf(to, "\n  %-*s  rating  (95 %% interval)\n", name_width(plan), "player");
    for (int i = 0; i < plan->players; i++) {
        fprintf(to, "  %-*s  %6.0f", name_width(plan), plan->player[i].name,
                ratings->found.rating[i]);
        if (i == o->anchor)
            fputs("  by definition\n", to);
        else if (o->sums->deals < 2)
            fputc('\n', to);
        else
            fprintf(to, "  (%.0f to %.0f)\n", ratings->found.rating[i] - ratings->found.half[i],
                    ratings->found.rating[i] + ratings->found.half[i]);
    }
    if (plan->line_up_count > 1)
        print_misfit(to, o, ratings);
}

static void
print_test(FILE *to, const struct arena_outcome *o)
{
    const char *name = o->plan->player[o->test.player].name;

    if (!o->test.asked)
        return;
    fprintf(to, "\n  Test: is the %sshare of %s %.2f %% or less, or %.2f %% or more? ",
            o->plan->luck ? "adjusted " : "", name, 100 * o->test.low, 100 * o->test.high);
    if (o->test.verdict == STATS_OPEN)
        fprintf(to, "Open after %lld deals.\n", (long long)o->sums->deals);
    else
        fprintf(to, "The %s, decided after %lld deals.\n",
                o->test.verdict == STATS_LOW ? "first" : "second", (long long)o->sums->deals);
    if (o->test.verdict != STATS_OPEN)
        fputs("  Stopped there, the share above lies a little too far on that side.\n", to);
}

static void
print_faults(FILE *to, const struct arena_outcome *o)
{
    for (int i = 0; i < o->plan->players; i++) {
        const int64_t *faults = o->sums->faults[i];

        if (faults[OUTSIDE_CRASH] + faults[OUTSIDE_BAD] + faults[OUTSIDE_LATE] > 0)
            fprintf(to,
                    "\n  Faults of %s: %lld crashes, %lld bad answers, %lld times late; chance "
                    "played for it.\n",
                    o->plan->player[i].name, (long long)faults[OUTSIDE_CRASH],
                    (long long)faults[OUTSIDE_BAD], (long long)faults[OUTSIDE_LATE]);
    }
}

bool
arena_show_table(FILE *to, const struct arena_outcome *o)
{
    struct ratings *ratings = rate(o);
    const struct arena_plan *plan = o->plan;

    if (!ratings)
        return false;
    fprintf(to,
            "%s, %d players, %lld deals x %d line-up%s x %d rotations = %lld games, seed %s",
            plan->game, plan->seats, (long long)o->sums->deals, plan->line_up_count,
            plan->line_up_count > 1 ? "s" : "", plan->seats,
            (long long)o->sums->deals * arena_plan_games(plan), plan->seed);
    if (o->shards > 1)
        fprintf(to, ", shard %d of %d", o->shard, o->shards);
    fprintf(to, "\nfair share %.2f %%, %lld decisions\n\n", 100.0 / plan->seats,
            (long long)o->sums->decisions);
    print_rows(to, o);
    print_ratings(to, o, ratings);
    print_test(to, o);
    print_faults(to, o);
    free(ratings);
    return true;
}

/* ---- JSON ---- */

static json_t *
number(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *
row(const char *key, json_t *label, const struct figures *figures)
{
    const struct stats_interval *wins = &figures->wins, *score = &figures->score;

    json_t *row =
        json_pack("{s:o,s:f,s:[ff],s:f,s:[oo]}", key, label, "win_share", wins->middle,
                  "win_share_95", wins->low, wins->high, "mean_score", score->middle,
                  "mean_score_95", number(score->low), number(score->high));

    if (figures->luck && row) {
        json_object_set_new(row, "adjusted_share", json_real(figures->adjusted.middle));
        json_object_set_new(
            row, "adjusted_share_95",
            json_pack("[oo]", number(figures->adjusted.low), number(figures->adjusted.high)));
        json_object_set_new(row, "narrower",
                            figures->narrowed > 0 ? json_real(figures->narrowed) : json_null());
    }
    return row;
}

static json_t *
player_rows(const struct arena_outcome *o, const struct ratings *ratings)
{
    json_t *list = json_array();

    for (int i = 0; i < o->plan->players; i++) {
        struct figures figures = player_figures(o, i);
        json_t *one = row("player", json_string(o->plan->player[i].name), &figures);
        double rating = ratings->found.rating[i], half = ratings->found.half[i];

        json_object_set_new(one, "rating", json_real(rating));
        if (o->sums->deals < 2)
            half = HUGE_VAL;
        json_object_set_new(one, "rating_95",
                            json_pack("[oo]", number(rating - half), number(rating + half)));
        for (int kind = 0; kind < OUTSIDE_FAULTS && o->plan->player[i].program; kind++)
            json_object_set_new(one, fault_names[kind], json_integer(o->sums->faults[i][kind]));
        json_array_append_new(list, one);
    }
    return list;
}

static json_t *
seat_rows(const struct arena_outcome *o)
{
    json_t *list = json_array();

    for (int i = 0; i < o->plan->seats; i++) {
        struct figures figures = seat_figures(o, i);

        json_array_append_new(list, row("seat", json_integer(i), &figures));
    }
    return list;
}

/* By place: what each won, and what it would have won by the ratings. */
static json_t *
line_up_rows(const struct arena_outcome *o, const struct ratings *ratings)
{
    json_t *list = json_array();

    for (int i = 0; i < o->plan->line_up_count; i++) {
        const struct plackett_table *table = &ratings->tables[i];
        json_t *names = json_array(), *shares = json_array(), *expected = json_array();

        for (int k = 0; k < o->plan->seats; k++) {
            json_array_append_new(names, json_string(o->plan->player[table->player[k]].name));
            json_array_append_new(shares, json_real(table->wins[k] / table_games(o)));
            json_array_append_new(expected,
                                  json_real(plackett_expected(&ratings->found, table, k)));
        }
        json_array_append_new(list, json_pack("{s:o,s:o,s:o}", "players", names, "win_share",
                                              shares, "win_share_by_ratings", expected));
    }
    return list;
}

static json_t *
test_row(const struct arena_test *test, const struct arena_plan *plan)
{
    static const char *const verdicts[] = {
        [STATS_OPEN] = "open", [STATS_LOW] = "low", [STATS_HIGH] = "high"};

    return json_pack("{s:s,s:f,s:f,s:s}", "player", plan->player[test->player].name, "low",
                     test->low, "high", test->high, "verdict", verdicts[test->verdict]);
}

static json_t *
outcome_json(const struct arena_outcome *o, const struct ratings *ratings)
{
    json_t *all = json_pack("{s:o}", "arena", arena_plan_write(o->plan));

    if (!all)
        return NULL;
    if (o->shards > 1)
        json_object_set_new(all, "shard", json_pack("[ii]", o->shard, o->shards));
    json_object_set_new(all, "games", json_integer(o->sums->deals * arena_plan_games(o->plan)));
    json_object_set_new(all, "players", player_rows(o, ratings));
    json_object_set_new(all, "seats", seat_rows(o));
    json_object_set_new(all, "line_ups", line_up_rows(o, ratings));
    if (o->test.asked)
        json_object_set_new(all, "test", test_row(&o->test, o->plan));
    if (json_object_set_new(all, "sums", arena_sums_write(o->sums, o->plan)) == 0)
        return all;
    json_decref(all);
    return NULL;
}

bool
arena_show_json(FILE *to, const struct arena_outcome *o)
{
    struct ratings *ratings = rate(o);
    json_t *all = ratings ? outcome_json(o, ratings) : NULL;
    char *line = all ? json_dumps(all, JSON_COMPACT | JSON_REAL_PRECISION(10)) : NULL;

    if (line)
        fprintf(to, "%s\n", line);
    free(line);
    json_decref(all);
    free(ratings);
    return line != NULL;
}
