/* SPDX-License-Identifier: MIT
 * calls.h -- what the Python package calls: the public headers, and the functions of struct game as plain ones.
 */
/* clang-format off */
#ifndef KHEPRI_PYTHON_CALLS_H
#define KHEPRI_PYTHON_CALLS_H

#include <string.h>

#include "khepri/batch.h"
#include "khepri/bots.h"
#include "khepri/chance.h"
#include "khepri/version.h"

typedef union games_state py_state;

enum { PY_STATE_ROOM = GAMES_STATE_ROOM, PY_MOST_EVENTS = GAMES_MAX_EVENTS, PY_MOST_ACTIONS = GAMES_MAX_ACTIONS,
       PY_MOST_CHANCES = GAMES_MAX_CHANCES };

static const struct game *py_game(int i)                    { return games_list[i]; }
static unsigned py_to_move(const struct game *g, const py_state *s)         { return g->to_move(s); }
static int py_seats(const struct game *g, const py_state *s)                { return g->seats(s); }
static int py_actions(const struct game *g, const py_state *s, int seat, game_action *out)
{
    return g->actions(s, seat, out);
}
static int py_chances(const struct game *g, const py_state *s, struct game_chance *out)
{
    return g->chances(s, out);
}
static void py_observe(const struct game *g, const py_state *s, int seat, py_state *out)   { g->observe(s, seat, out); }
static void py_sample(const struct game *g, py_state *s, int seat, uint64_t *rng)          { g->sample(s, seat, rng); }
static void py_scores(const struct game *g, const py_state *s, int32_t *out)               { g->scores(s, out); }
static int py_result(const struct game *g, const py_state *s, struct game_result *out)     { return g->result(s, out); }
static int py_write_state(const struct game *g, const py_state *s, char *buf, size_t room)
{
    return g->write_state(s, buf, room);
}
static const char *py_event_name(const struct game *g, int kind)           { return g->event_name(kind); }
static int py_same(const struct game *g, const py_state *a, const py_state *b)
{
    return memcmp(a, b, g->state_size) == 0;
}

static int
py_apply(const struct game *g, py_state *s, const char *move, struct game_event *events, struct khepri_why *why)
{
    struct game_log log = {events, 0, PY_MOST_EVENTS};

    return khepri_apply_move(g, s, move, &log, why) ? log.count : -1;
}

/* The texts of actions of one seat, each with a line feed at its end, into buf[count * GAME_TEXT_ROOM].
 * Returns the length. */
static int
py_texts(const struct game *g, const py_state *s, const game_action *actions, int count, char *buf)
{
    int length = 0;

    for (int i = 0; i < count; i++) {
        length += g->write_action(s, actions[i], buf + length, GAME_TEXT_ROOM);
        buf[length++] = '\n';
    }
    return length;
}

/* The code of an action's text, or 0 when it is none. */
static game_action
py_read_action(const struct game *g, const py_state *s, const char *text)
{
    game_action action;

    return g->read_action(s, text, &action) == GAME_OK ? action : 0;
}

static const py_state *
py_record_state(const struct khepri_record *r)
{
    return r->state;
}

static int
py_begin(const char *name, int seats, const char *options, py_state *out, struct khepri_why *why)
{
    const struct game *game;

    return khepri_begin(name, seats, options, &game, out, why);
}

/* Batches of either game: `ra` says which. */
static size_t
py_batch_size(int ra)
{
    return ra ? sizeof(struct ra_batch_game) : sizeof(struct amun_batch_game);
}

static int
py_batch_begin(int ra, void *games, size_t count, int players, const py_state *start, uint64_t seed)
{
    return ra ? (int)ra_batch_begin(games, count, players, &start->ra.options, seed)
              : (int)amun_batch_begin(games, count, players, &start->amun.options, seed);
}

static void
py_batch_look(int ra, const void *games, size_t count, const struct batch_out *out)
{
    if (ra)
        ra_batch_look(games, count, out);
    else
        amun_batch_look(games, count, out);
}

/* -1, or the index of the first illegal action; then nothing has changed. */
static long long
py_batch_step(int ra, void *games, size_t count, const int16_t *actions, int reward, const struct batch_out *out)
{
    size_t at = 0;
    int err = ra ? (int)ra_batch_step(games, count, actions, (enum batch_reward)reward, out, &at)
                 : (int)amun_batch_step(games, count, actions, (enum batch_reward)reward, out, &at);

    return err ? (long long)at : -1;
}

static const py_state *
py_batch_state(int ra, const void *games, size_t at)
{
    return ra ? (const py_state *)(const void *)&((const struct ra_batch_game *)games)[at].state
              : (const py_state *)(const void *)&((const struct amun_batch_game *)games)[at].state;
}

static void
py_copy(const struct game *g, py_state *to, const py_state *from)
{
    memcpy(to, from, g->state_size);
}

static game_action
py_batch_action(int ra, const py_state *s, int number)
{
    return ra ? ra_batch_action(&s->ra, number) : amun_batch_action(&s->amun, number);
}

static int
py_batch_number(int ra, const py_state *s, game_action action)
{
    return ra ? ra_batch_number(&s->ra, action) : amun_batch_number(&s->amun, action);
}

static void
py_reward(const struct game_result *result, int seats, int reward, float *out)
{
    khepri_reward(result, seats, (enum batch_reward)reward, out);
}

static int
py_ones(uint64_t word)
{
    int count = 0;

    for (; word; word &= word - 1)
        count++;
    return count;
}

/* A random set bit of each mask, all equally likely; -1 for a mask that is 0. */
static void
py_batch_random(const uint64_t *masks, int words, size_t count, uint64_t *rng, int16_t *out)
{
    for (size_t i = 0; i < count; i++, masks += words) {
        int ones = 0, at = 0, bit = 0, pick;
        uint64_t word;

        for (int w = 0; w < words; w++)
            ones += py_ones(masks[w]);
        if (ones == 0) {
            out[i] = -1;
            continue;
        }
        pick = (int)((khepri_random(rng) >> 32) * (uint64_t)ones >> 32); /* the bias is below 2^-23 */
        for (int here; pick >= (here = py_ones(masks[at])); at++)
            pick -= here;
        for (word = masks[at]; pick > 0; pick--)
            word &= word - 1;
        while (!(word >> bit & 1))
            bit++;
        out[i] = (int16_t)(64 * at + bit);
    }
}

static void
py_batch_observe(int ra, const py_state *s, int seat, uint8_t *out)
{
    if (ra)
        ra_batch_observe(&s->ra, seat, out);
    else
        amun_batch_observe(&s->amun, seat, out);
}

#endif
