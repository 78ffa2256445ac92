/* SPDX-License-Identifier: MIT
 * arena_show.c -- see arena_show.h. */
#include "arena_show.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "document.h"
#include "json_double.h"

enum { DIGITS = 10 /* of figures in JSON */ };

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
    double narrowed; /* ... by what factor its interval is narrower; 0 where there is none */
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
        fprintf(to, "Open after %lld deal%s.\n", (long long)o->sums->deals,
                command_plural(o->sums->deals));
    else
        fprintf(to, "The %s, decided after %lld deal%s.\n",
                o->test.verdict == STATS_LOW ? "first" : "second", (long long)o->sums->deals,
                command_plural(o->sums->deals));
    if (o->test.verdict != STATS_OPEN)
        fputs("  Stopped there, the share above lies a little too far on that side.\n", to);
}

static void
print_faults(FILE *to, const struct arena_outcome *o)
{
    for (int i = 0; i < o->plan->players; i++) {
        const int64_t *faults = o->sums->all.faults[i];
        long long crashes = faults[OUTSIDE_CRASH], bad = faults[OUTSIDE_BAD],
                  late = faults[OUTSIDE_LATE];

        if (crashes + bad + late > 0)
            fprintf(to,
                    "\n  Faults of %s: %lld crash%s, %lld bad answer%s, %lld time%s late; "
                    "chance played for it.\n",
                    o->plan->player[i].name, crashes, crashes == 1 ? "" : "es", bad,
                    command_plural(bad), late, command_plural(late));
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
            "%s, %d players, %lld deal%s x %d line-up%s x %d rotations = %lld games, seed %s",
            plan->game, plan->seats, (long long)o->sums->deals, command_plural(o->sums->deals),
            plan->line_up_count, plan->line_up_count > 1 ? "s" : "", plan->seats,
            (long long)o->sums->deals * arena_plan_games(plan), plan->seed);
    if (o->shards > 1)
        fprintf(to, ", shard %d of %d", o->shard, o->shards);
    fprintf(to, "\nfair share %.2f %%, %lld decisions\n\n", 100.0 / plan->seats,
            (long long)o->sums->all.decisions);
    print_rows(to, o);
    print_ratings(to, o, ratings);
    print_test(to, o);
    print_faults(to, o);
    free(ratings);
    return true;
}

/* ---- JSON ---- */

static void
json_range(struct text *t, const char *key, double low, double high)
{
    json_key_open(t, key, '[');
    json_double(t, low, DIGITS);
    json_double(t, high, DIGITS);
    json_close(t, ']');
}

/* The members of a row that are the same for players and seats. */
static void
write_figures(struct text *t, const struct figures *figures)
{
    const struct stats_interval *wins = &figures->wins, *score = &figures->score;

    json_key_double(t, "win_share", wins->middle, DIGITS);
    json_range(t, "win_share_95", wins->low, wins->high);
    json_key_double(t, "mean_score", score->middle, DIGITS);
    json_range(t, "mean_score_95", score->low, score->high);
    if (!figures->luck)
        return;
    json_key_double(t, "adjusted_share", figures->adjusted.middle, DIGITS);
    json_range(t, "adjusted_share_95", figures->adjusted.low, figures->adjusted.high);
    json_key_double(t, "narrower", figures->narrowed > 0 ? figures->narrowed : HUGE_VAL,
                    DIGITS);
}

static void
write_players(struct text *t, const struct arena_outcome *o, const struct ratings *ratings)
{
    json_key_open(t, "players", '[');
    for (int i = 0; i < o->plan->players; i++) {
        struct figures figures = player_figures(o, i);
        double rating = ratings->found.rating[i], half = ratings->found.half[i];

        if (o->sums->deals < 2)
            half = HUGE_VAL;
        json_open(t, '{');
        json_key_text(t, "player", o->plan->player[i].name);
        write_figures(t, &figures);
        json_key_double(t, "rating", rating, DIGITS);
        json_range(t, "rating_95", rating - half, rating + half);
        for (int kind = 0; kind < OUTSIDE_FAULTS && o->plan->player[i].program; kind++)
            json_key_int(t, fault_names[kind], o->sums->all.faults[i][kind]);
        json_close(t, '}');
    }
    json_close(t, ']');
}

static void
write_seats(struct text *t, const struct arena_outcome *o)
{
    json_key_open(t, "seats", '[');
    for (int i = 0; i < o->plan->seats; i++) {
        struct figures figures = seat_figures(o, i);

        json_open(t, '{');
        json_key_int(t, "seat", i);
        write_figures(t, &figures);
        json_close(t, '}');
    }
    json_close(t, ']');
}

/* By place: what each won, and what it would have won by the ratings. */
static void
write_line_up(struct text *t, const struct arena_outcome *o, const struct ratings *ratings,
              const struct plackett_table *table)
{
    json_open(t, '{');
    json_key_open(t, "players", '[');
    for (int k = 0; k < o->plan->seats; k++)
        json_text(t, o->plan->player[table->player[k]].name);
    json_close(t, ']');
    json_key_open(t, "win_share", '[');
    for (int k = 0; k < o->plan->seats; k++)
        json_double(t, table->wins[k] / table_games(o), DIGITS);
    json_close(t, ']');
    json_key_open(t, "win_share_by_ratings", '[');
    for (int k = 0; k < o->plan->seats; k++)
        json_double(t, plackett_expected(&ratings->found, table, k), DIGITS);
    json_close(t, ']');
    json_close(t, '}');
}

static void
write_test(struct text *t, const struct arena_test *test, const struct arena_plan *plan)
{
    static const char *const verdicts[] = {
        [STATS_OPEN] = "open", [STATS_LOW] = "low", [STATS_HIGH] = "high"};

    json_key_open(t, "test", '{');
    json_key_text(t, "player", plan->player[test->player].name);
    json_key_double(t, "low", test->low, DIGITS);
    json_key_double(t, "high", test->high, DIGITS);
    json_key_text(t, "verdict", verdicts[test->verdict]);
    json_close(t, '}');
}

/* What is written, and the ratings that were found for it. */
struct rated {
    const struct arena_outcome *o;
    const struct ratings *ratings;
};

void
arena_show_which(struct text *t, const struct arena_outcome *o)
{
    json_key(t, "arena");
    json_arena_plan(t, o->plan);
    if (o->shards > 1) {
        json_key_open(t, "shard", '[');
        json_int(t, o->shard);
        json_int(t, o->shards);
        json_close(t, ']');
    }
}

static void
write_outcome(struct text *t, const void *arg)
{
    const struct rated *rated = arg;
    const struct arena_outcome *o = rated->o;

    json_open(t, '{');
    arena_show_which(t, o);
    json_key_int(t, "games", o->sums->deals * arena_plan_games(o->plan));
    write_players(t, o, rated->ratings);
    write_seats(t, o);
    json_key_open(t, "line_ups", '[');
    for (int i = 0; i < o->plan->line_up_count; i++)
        write_line_up(t, o, rated->ratings, &rated->ratings->tables[i]);
    json_close(t, ']');
    if (o->test.asked)
        write_test(t, &o->test, o->plan);
    json_key(t, "sums");
    json_arena_sums(t, o->sums, o->plan);
    json_close(t, '}');
}

bool
arena_show_json(FILE *to, const struct arena_outcome *o)
{
    struct ratings *ratings = rate(o);
    const struct rated rated = {o, ratings};
    char *line = ratings ? document_written(write_outcome, &rated, NULL) : NULL;

    if (line)
        fprintf(to, "%s\n", line);
    free(line);
    free(ratings);
    return line != NULL;
}
