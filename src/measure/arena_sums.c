/* SPDX-License-Identifier: MIT
 * arena_sums.c -- see arena_sums.h. */
#include "arena_sums.h"

#include <string.h>

/* What all shards may say each without an overflow of their sum. */
#define ARENA_MOST (INT64_MAX / ARENA_SHARDS)

/* ---- counting ---- */

/* A deal's victories less its luck, by ARENA_FINE. */
static int64_t
less_luck(int64_t wins, int64_t luck)
{
    int64_t fine = ARENA_FINE * luck, half = fine < 0 ? -SERIES_LUCK / 2 : SERIES_LUCK / 2;

    return wins * (ARENA_FINE / ARENA_WIN) - (fine + half) / SERIES_LUCK;
}

static void
end_deal(struct arena_sums *sums, struct arena_deal *deal)
{
    sums->deals++;
    for (int a = 0; a < ARENA_PLAYERS; a++) {
        int64_t adjusted = less_luck(deal->wins[a], deal->luck[a]);

        sums->adjusted[a] += adjusted;
        sums->adjusted_squares[a] += adjusted * adjusted;
        sums->all.wins[a] += deal->wins[a];
        sums->all.score[a] += deal->score[a];
        sums->score_squares[a] += deal->score[a] * deal->score[a];
        for (int b = 0; b < ARENA_PLAYERS; b++)
            sums->wins_products[a][b] += deal->wins[a] * deal->wins[b];
        for (int kind = 0; kind < OUTSIDE_FAULTS; kind++)
            sums->all.faults[a][kind] += deal->faults[a][kind];
    }
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++) {
        int64_t adjusted = less_luck(deal->seat_wins[seat], deal->seat_luck[seat]);

        sums->seat_adjusted[seat] += adjusted;
        sums->seat_adjusted_squares[seat] += adjusted * adjusted;
        sums->all.seat_wins[seat] += deal->seat_wins[seat];
        sums->all.seat_score[seat] += deal->seat_score[seat];
        sums->seat_wins_squares[seat] += deal->seat_wins[seat] * deal->seat_wins[seat];
        sums->seat_score_squares[seat] += deal->seat_score[seat] * deal->seat_score[seat];
        for (int i = 0; i < ARENA_LINE_UPS; i++)
            sums->all.place_wins[i][seat] += deal->place_wins[i][seat];
    }
    sums->all.decisions += deal->decisions;
    memset(deal, 0, sizeof *deal);
}

bool
arena_sums_game(struct arena_sums *sums, struct arena_deal *deal, const struct series *series,
                unsigned long long g, const struct series_game *played)
{
    const struct game_result *result = &played->result;
    int share = ARENA_WIN / __builtin_popcount(result->winners);

    for (int seat = 0; seat < series->seats; seat++) {
        int player = series_player(series, g, seat);
        int won = result->winners >> seat & 1 ? share : 0;

        deal->wins[player] += won;
        deal->seat_wins[seat] += won;
        deal->score[player] += result->scores[seat];
        deal->seat_score[seat] += result->scores[seat];
        deal->luck[player] += played->luck[seat];
        deal->seat_luck[seat] += played->luck[seat];
        deal->place_wins[series_line_up(series, g)][series_place(series, g, seat)] += won;
        for (int kind = 0; kind < OUTSIDE_FAULTS; kind++)
            deal->faults[player][kind] += played->faults[seat][kind];
    }
    deal->decisions += (int64_t)played->decisions;
    if (series_deal(series, g) == series_deal(series, g + 1))
        return false;
    end_deal(sums, deal);
    return true;
}

/* ---- the sums as lists of numbers ---- */

/* Each list by its name, so that adding, writing and reading go through the same. */
struct part {
    const char *name;
    int64_t *at;
    int rows, columns, stride;
};

enum { PARTS = 16 };

static void
list_parts(struct arena_sums *s, const struct arena_plan *plan, struct part parts[PARTS])
{
    int players = plan ? plan->players : ARENA_PLAYERS;
    int seats = plan ? plan->seats : GAME_MAX_SEATS;
    int line_ups = plan ? plan->line_up_count : ARENA_LINE_UPS;
    int luck = plan ? plan->luck : 1; /* without, the lists are empty */
    const struct part all[PARTS] = {
        {"deals", &s->deals, 1, 1, 1},
        {"decisions", &s->all.decisions, 1, 1, 1},
        {"wins", s->all.wins, 1, players, ARENA_PLAYERS},
        {"wins_products", s->wins_products[0], players, players, ARENA_PLAYERS},
        {"score", s->all.score, 1, players, ARENA_PLAYERS},
        {"score_squares", s->score_squares, 1, players, ARENA_PLAYERS},
        {"seat_wins", s->all.seat_wins, 1, seats, GAME_MAX_SEATS},
        {"seat_wins_squares", s->seat_wins_squares, 1, seats, GAME_MAX_SEATS},
        {"seat_score", s->all.seat_score, 1, seats, GAME_MAX_SEATS},
        {"seat_score_squares", s->seat_score_squares, 1, seats, GAME_MAX_SEATS},
        {"place_wins", s->all.place_wins[0], line_ups, seats, GAME_MAX_SEATS},
        {"adjusted", s->adjusted, luck, players, ARENA_PLAYERS},
        {"adjusted_squares", s->adjusted_squares, luck, players, ARENA_PLAYERS},
        {"seat_adjusted", s->seat_adjusted, luck, seats, GAME_MAX_SEATS},
        {"seat_adjusted_squares", s->seat_adjusted_squares, luck, seats, GAME_MAX_SEATS},
        {"faults", s->all.faults[0], players, OUTSIDE_FAULTS, OUTSIDE_FAULTS},
    };

    memcpy(parts, all, sizeof all);
}

void
arena_sums_add(struct arena_sums *sums, const struct arena_sums *more)
{
    struct part to[PARTS], from[PARTS];
    struct arena_sums copy = *more;

    list_parts(sums, NULL, to);
    list_parts(&copy, NULL, from);
    for (int i = 0; i < PARTS; i++) {
        for (int k = 0; k < to[i].rows * to[i].columns; k++)
            to[i].at[k] += from[i].at[k];
    }
}

static int64_t *
number_at(const struct part *part, int k)
{
    return &part->at[k / part->columns * part->stride + k % part->columns];
}

void
json_arena_sums(struct text *t, const struct arena_sums *sums, const struct arena_plan *plan)
{
    struct arena_sums copy = *sums;
    struct part parts[PARTS];

    list_parts(&copy, plan, parts);
    json_open(t, '{');
    for (int i = 0; i < PARTS; i++) {
        json_key_open(t, parts[i].name, '[');
        for (int k = 0; k < parts[i].rows * parts[i].columns; k++)
            json_int(t, *number_at(&parts[i], k));
        json_close(t, ']');
    }
    json_close(t, '}');
}

static bool
read_part(const struct part *part, const struct json *list, struct refusal *why)
{
    int count = part->rows * part->columns, k = 0;

    if (json_count(list) != (size_t)count)
        return refuse(why, "its sums should have \"%s\", a list of %d whole numbers",
                      part->name, count);
    for (const struct json *e = json_first(list); e; e = json_next(list, e), k++) {
        long long number;

        if (!json_as_int(e, &number) || number > ARENA_MOST || number < -ARENA_MOST)
            return refuse(why, "number %d of \"%s\" in its sums is none or too large", k + 1,
                          part->name);
        *number_at(part, k) = number;
    }
    return true;
}

bool
arena_sums_read(struct arena_sums *sums, const struct arena_plan *plan, const struct json *json,
                struct refusal *why)
{
    struct part parts[PARTS];

    memset(sums, 0, sizeof *sums);
    list_parts(sums, plan, parts);
    for (int i = 0; i < PARTS; i++) {
        if (!read_part(&parts[i], json_member(json, parts[i].name), why))
            return false;
    }
    if (sums->deals < 1 || (unsigned long long)sums->deals > plan->deals)
        return refuse(why, "its sums are of %lld deal%s, and there should be at most %llu",
                      (long long)sums->deals, sums->deals == 1 ? "" : "s", plan->deals);
    return true;
}

/* ---- samples ---- */

static struct stats_sample
sample(const struct arena_sums *sums, int64_t sum, int64_t squares, double each)
{
    return (struct stats_sample){(double)sums->deals, (double)sum / each,
                                 (double)squares / (each * each)};
}

struct stats_sample
arena_win_share(const struct arena_sums *sums, const struct arena_plan *plan, int player)
{
    return sample(sums, sums->all.wins[player], sums->wins_products[player][player],
                  (double)ARENA_WIN * arena_plan_sits(plan, player));
}

struct stats_sample
arena_adjusted_share(const struct arena_sums *sums, const struct arena_plan *plan, int player)
{
    return sample(sums, sums->adjusted[player], sums->adjusted_squares[player],
                  (double)ARENA_FINE * arena_plan_sits(plan, player));
}

struct stats_sample
arena_seat_adjusted_share(const struct arena_sums *sums, const struct arena_plan *plan,
                          int seat)
{
    return sample(sums, sums->seat_adjusted[seat], sums->seat_adjusted_squares[seat],
                  (double)ARENA_FINE * arena_plan_games(plan));
}

struct stats_sample
arena_score(const struct arena_sums *sums, const struct arena_plan *plan, int player)
{
    return sample(sums, sums->all.score[player], sums->score_squares[player],
                  arena_plan_sits(plan, player));
}

struct stats_sample
arena_seat_share(const struct arena_sums *sums, const struct arena_plan *plan, int seat)
{
    return sample(sums, sums->all.seat_wins[seat], sums->seat_wins_squares[seat],
                  (double)ARENA_WIN * arena_plan_games(plan));
}

struct stats_sample
arena_seat_score(const struct arena_sums *sums, const struct arena_plan *plan, int seat)
{
    return sample(sums, sums->all.seat_score[seat], sums->seat_score_squares[seat],
                  arena_plan_games(plan));
}

bool
arena_rate(const struct arena_sums *sums, const struct arena_plan *plan, int anchor,
           struct plackett *out, struct plackett_table tables[ARENA_LINE_UPS])
{
    double deals = (double)sums->deals, unit = (double)ARENA_WIN * ARENA_WIN;

    *out = (struct plackett){.players = plan->players,
                             .seats = plan->seats,
                             .anchor = anchor,
                             .tables = tables,
                             .table_count = plan->line_up_count};
    for (int i = 0; i < plan->line_up_count; i++) {
        for (int place = 0; place < plan->seats; place++) {
            tables[i].player[place] = plan->line_ups[i].player[place];
            tables[i].wins[place] = (double)sums->all.place_wins[i][place] / ARENA_WIN;
        }
    }
    for (int a = 0; a < plan->players; a++) {
        for (int b = 0; b < plan->players; b++) {
            double means = (double)sums->all.wins[a] * (double)sums->all.wins[b] / deals;
            double spread = (double)sums->wins_products[a][b] - means;

            out->spread[a][b] = deals > 1 ? spread / unit * deals / (deals - 1) : 0;
        }
    }
    return plackett_fit(out);
}
