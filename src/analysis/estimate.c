/* SPDX-License-Identifier: MIT
 * estimate.c -- see estimate.h. */
#include "estimate.h"

#include <string.h>

#include "ai.h"
#include "khepri/games.h"

/* The rounding remainder goes to the largest chance, so that the chances add up. */
static void
add_up(int32_t *win, int seats)
{
    int likeliest = 0, rest = ESTIMATE_SURE;

    for (int i = 0; i < seats; i++) {
        rest -= win[i];
        if (win[i] > win[likeliest])
            likeliest = i;
    }
    win[likeliest] += rest;
}

static int32_t
rounded(double value, int32_t unit)
{
    return (int32_t)(value * unit + (value < 0 ? -0.5 : 0.5));
}

void
estimate_round(const double *win, const double *score, int seats, struct estimate *out)
{
    memset(out, 0, sizeof *out);
    for (int i = 0; i < seats; i++) {
        out->win[i] = rounded(win[i], ESTIMATE_SURE);
        out->score[i] = rounded(score[i], ESTIMATE_POINT);
    }
    add_up(out->win, seats);
}

static void
of_result(const struct game_result *result, int seats, struct estimate *out)
{
    int winners = 0;

    memset(out, 0, sizeof *out);
    for (int i = 0; i < seats; i++)
        winners += result->winners >> i & 1;
    for (int i = 0; i < seats; i++) {
        out->win[i] = (result->winners >> i & 1) ? ESTIMATE_SURE / winners : 0;
        out->score[i] = result->scores[i] * ESTIMATE_POINT;
    }
    add_up(out->win, seats);
}

bool
estimate_state(const struct game *game, const void *st, int seats, struct estimate *out)
{
    struct game_result result;
    struct ai_value value;

    if (game->result(st, &result)) {
        of_result(&result, seats, out);
        return true;
    }
    if (!ai_value(game, st, &value))
        return false;
    estimate_round(value.win, value.score, seats, out);
    return true;
}

/* Rounded to the nearest, halves away from zero. */
static int32_t
divided(int64_t sum, int64_t by)
{
    return (int32_t)((sum + (sum < 0 ? -by : by) / 2) / by);
}

bool
estimate_chance(const struct game *game, const void *st, int seats, game_action action,
                struct estimate *mean, struct estimate *after)
{
    struct game_chance chances[GAME_MOST_CHANCES];
    int count = game->chances(st, chances);
    int64_t win[GAME_MAX_SEATS] = {0}, score[GAME_MAX_SEATS] = {0}, total = 0;

    for (int c = 0; c < count; c++) {
        union games_state next;
        struct estimate one;

        memcpy(&next, st, game->state_size);
        if (game->apply(&next, GAME_NATURE, chances[c].action, NULL) != GAME_OK ||
            !estimate_state(game, &next, seats, &one))
            return false;
        for (int i = 0; i < seats; i++) {
            win[i] += (int64_t)one.win[i] * chances[c].weight;
            score[i] += (int64_t)one.score[i] * chances[c].weight;
        }
        total += chances[c].weight;
        if (chances[c].action == action)
            *after = one;
    }
    if (!total)
        return false;
    memset(mean, 0, sizeof *mean);
    for (int i = 0; i < seats; i++) {
        mean->win[i] = divided(win[i], total);
        mean->score[i] = divided(score[i], total);
    }
    add_up(mean->win, seats);
    return true;
}

/* ---- JSON ---- */

/* A fraction without trailing zeros. */
static void
json_units(struct text *t, int32_t units, int32_t unit)
{
    char buf[32];
    struct text number = text_in(buf, sizeof buf);
    int32_t rest = units < 0 ? -units : units;

    if (units < 0)
        text_char(&number, '-');
    text_int(&number, rest / unit);
    rest %= unit;
    if (rest)
        text_char(&number, '.');
    while (rest) {
        unit /= 10;
        text_int(&number, rest / unit);
        rest %= unit;
    }
    json_literal(t, buf);
}

void
json_win(struct text *t, int32_t win)
{
    json_units(t, win, ESTIMATE_SURE);
}

void
json_score(struct text *t, int32_t score)
{
    json_units(t, score, ESTIMATE_POINT);
}

void
json_wins(struct text *t, const int32_t *win, int seats)
{
    json_open(t, '[');
    for (int i = 0; i < seats; i++)
        json_win(t, win[i]);
    json_close(t, ']');
}

void
json_scores(struct text *t, const int32_t *score, int seats)
{
    json_open(t, '[');
    for (int i = 0; i < seats; i++)
        json_score(t, score[i]);
    json_close(t, ']');
}
