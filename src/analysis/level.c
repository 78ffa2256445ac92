/* SPDX-License-Identifier: MIT
 * level.c -- see level.h. */
#ifndef KHEPRI_NO_NETS

#include "level.h"

#include "bits.h"
#include "game_mind.h"
#include "random_play.h"
#include "rng.h"

/* Plays of the first position, where the net's judgement ends; and the moments on either side whose plays count too. */
enum { FIRST = 64, NEAR = 24 };

/* ---- playing on ---- */

static void
play_on(const struct game *game, const struct ai_bot *bot, union games_state *s, uint64_t *rng)
{
    for (game_seats movers = game->to_move(s); movers; movers = game->to_move(s)) {
        int seat = movers >> GAME_NATURE & 1 ? GAME_NATURE : bits_lowest(movers);
        union games_state seen;
        game_action action;

        if (seat == GAME_NATURE) {
            action = random_chance(game, s, rng);
        } else {
            game->observe(s, seat, &seen);
            action = bot->choose(game, &seen, seat, rng, NULL, NULL);
        }
        game->apply(s, seat, action, NULL);
    }
}

static bool
has_plays(const struct analysis *a)
{
    int at = a->count - 1;

    while (at >= 0 && !a->moments[at].plays)
        at--;
    return at >= 0;
}

void
level_play(struct analysis *a, struct analysis_moment *m)
{
    int (*plays)(const void *state) = game_mind(a->game)->plays;
    const struct ai_bot *bot = ai_find("hard", a->game);
    int64_t win[GAME_MAX_SEATS] = {0};

    m->plays = plays && !a->quick ? plays(&a->now) : 0;
    if (m->plays && m->plays < FIRST && !has_plays(a))
        m->plays = FIRST;
    for (int i = 0; i < m->plays; i++) {
        uint64_t rng = rng_stream(a->teacher.seed, (uint64_t)a->count, (uint64_t)i);
        union games_state s = a->now;
        struct estimate end;

        play_on(a->game, bot, &s, &rng);
        estimate_state(a->game, &s, a->seats, &end);
        for (int j = 0; j < a->seats; j++)
            win[j] += end.win[j];
    }
    for (int j = 0; m->plays && j < a->seats; j++)
        m->level[j] = (int32_t)(win[j] / m->plays);
}

/* ---- all moments ---- */

/* What the action changed for the seat, as it was judged alone. */
static int32_t
change(const struct analysis_moment *m, int seat)
{
    return m->seat == GAME_NATURE ? m->luck[seat] : m->seat == seat ? -m->loss : m->given[seat];
}

/* Chances are not below 0, and add up. */
static void
put_right(int32_t *win, int seats)
{
    int32_t rest = ESTIMATE_SURE;
    int most = 0;

    for (int i = 0; i < seats; i++) {
        win[i] = win[i] < 0 ? 0 : win[i];
        rest -= win[i];
        most = win[i] > win[most] ? i : most;
    }
    win[most] += rest;
}

/* The chance of a seat at that moment by the plays from the moments `from` to `to`. */
static int32_t
mean_of_plays(const struct analysis *a, int at, int from, int to, int seat)
{
    int64_t sum = 0, plays = 0;
    int32_t path = 0;

    for (int i = at; i <= to; i++) {
        sum += (int64_t)a->moments[i].plays * (a->moments[i].level[seat] - path);
        plays += a->moments[i].plays;
        path += change(&a->moments[i], seat);
    }
    path = 0;
    for (int i = at - 1; i >= from; i--) {
        path += change(&a->moments[i], seat);
        sum += (int64_t)a->moments[i].plays * (a->moments[i].level[seat] + path);
        plays += a->moments[i].plays;
    }
    return (int32_t)(sum / plays);
}

static void
level_moment(struct analysis *a, int first, int at)
{
    int last = a->count - 1, near = last - at < NEAR ? last - at : NEAR;
    int from = at - near < first ? first : at - near;
    int32_t *win = a->moments[at].before.win;

    for (int i = 0; i < a->seats; i++)
        win[i] = mean_of_plays(a, at, from, at + near, i);
    put_right(win, a->seats);
}

void
level_all(struct analysis *a)
{
    int first = 0;

    while (first < a->count && !a->moments[first].plays)
        first++;
    for (int at = first; at < a->count; at++) {
        if (a->moments[at].plays)
            level_moment(a, first, at);
    }
    for (int at = a->count - 1; at >= first; at--) {
        struct analysis_moment *m = &a->moments[at];

        if (m->seat != GAME_NATURE) {
            for (int i = 0; i < a->seats; i++)
                m->before.win[i] = m[1].before.win[i] - change(m, i);
            put_right(m->before.win, a->seats);
        }
    }
    for (int at = first; at < a->count; at++) {
        struct analysis_moment *m = &a->moments[at];

        for (int i = 0; m->seat == GAME_NATURE && i < a->seats; i++)
            m->luck[i] = m[1].before.win[i] - m->before.win[i];
    }
}

#endif
