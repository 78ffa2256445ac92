/* SPDX-License-Identifier: MIT
 * series.c -- see series.h. Threads take the games of one round by a counter; when the round is
 * through, its games are handed out in order, and the next round begins. */
#include "series.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "moves.h"
#include "random_play.h"
#include "record.h"
#include "rng.h"

enum { ROUND = 64, CHANCE_STREAM = 100 };

struct round {
    const struct series *series;
    unsigned long long first; /* number of the round's first game */
    int count;
    struct series_game *played; /* count of them */
    atomic_int next;
    atomic_bool no_memory;
};

/* ---- one game ---- */

static bool
note(json_t *actions, const struct game *game, const void *st, int seat, game_action action)
{
    struct move move;

    if (!actions)
        return true;
    moves_write(game, st, seat, action, &move);
    return json_array_append_new(actions, json_string(move.text)) == 0;
}

static int
first_seat(game_seats seats)
{
    int seat = 0;

    while (!(seats >> seat & 1))
        seat++;
    return seat;
}

/* Plays to the end, noting the actions unless `actions` is NULL. False without memory. */
static bool
play(const struct series *series, unsigned long long g, union games_state *st, json_t *actions,
     unsigned long long *decisions)
{
    const struct game *game = series->game;
    uint64_t seed = rng_seed_from_text(series->seed);
    uint64_t chance = rng_stream(seed, g, CHANCE_STREAM), choice[GAME_MAX_SEATS];
    game_seats seats;

    *st = series->start;
    for (int i = 0; i < series->seats; i++)
        choice[i] = rng_stream(seed, g, (uint64_t)i);
    while ((seats = game->to_move(st)) != 0) {
        int seat = first_seat(seats);
        game_action action;

        if (seat == GAME_NATURE) {
            action = random_chance(game, st, &chance);
        } else {
            const struct ai_bot *bot = series->policies[series_policy(series, g, seat)];
            union games_state seen;

            game->observe(st, seat, &seen);
            action = bot->choose(game, &seen, seat, &choice[seat], NULL);
            ++*decisions;
        }
        if (!note(actions, game, st, seat, action))
            return false;
        if (game->apply(st, seat, action, NULL) != GAME_OK)
            abort(); /* a bot of ours chose what is not legal: a bug, and no game to go on with */
    }
    return true;
}

static char *
make_record(const struct series *series, unsigned long long g, const void *st, json_t *actions)
{
    char names[GAME_MAX_SEATS][64];
    const char *by_seat[GAME_MAX_SEATS];
    json_t *bots = json_array(), *meta, *record;
    char *line;

    for (int i = 0; i < series->seats; i++) {
        int policy = series_policy(series, g, i);

        snprintf(names[i], sizeof names[i], "%s %d", series->policies[policy]->name,
                 policy + 1);
        by_seat[i] = names[i];
        json_array_append_new(bots, json_string(series->policies[policy]->name));
    }
    meta =
        json_pack("{s:s,s:I,s:o}", "seed", series->seed, "number", (json_int_t)g, "bots", bots);
    record =
        meta ? record_create(series->game, st, series->seats, by_seat, actions, meta) : NULL;
    line = record ? record_line(record) : NULL;
    json_decref(meta);
    json_decref(record);
    return line;
}

static bool
play_one(const struct series *series, unsigned long long g, struct series_game *out)
{
    union games_state st;
    json_t *actions = series->records ? json_array() : NULL;
    bool good = play(series, g, &st, actions, &out->decisions);

    good = series->game->result(&st, &out->result) && good;
    if (good && series->records) {
        out->record = make_record(series, g, &st, actions);
        good = out->record != NULL;
    }
    json_decref(actions);
    return good;
}

/* ---- a round of games ---- */

static void *
work(void *context)
{
    struct round *round = context;
    int i;

    while ((i = atomic_fetch_add(&round->next, 1)) < round->count) {
        if (!play_one(round->series, round->first + (unsigned long long)i, &round->played[i]))
            atomic_store(&round->no_memory, true);
    }
    return NULL;
}

/* All threads but one are new; the caller's is the last. */
static enum series_end
play_round(struct round *round)
{
    pthread_t threads[256];
    int started = 0, wanted = round->series->threads - 1;

    while (started < wanted && started < 256 &&
           pthread_create(&threads[started], NULL, work, round) == 0)
        started++;
    work(round);
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    if (started < wanted)
        return SERIES_NO_THREAD;
    return atomic_load(&round->no_memory) ? SERIES_NO_MEMORY : SERIES_DONE;
}

static enum series_end
hand_out(struct round *round, series_sink sink, void *context)
{
    enum series_end end = SERIES_DONE;

    for (int i = 0; i < round->count; i++) {
        if (end == SERIES_DONE &&
            !sink(context, round->first + (unsigned long long)i, &round->played[i]))
            end = SERIES_STOPPED;
        free(round->played[i].record);
    }
    return end;
}

enum series_end
series_play(const struct series *series, series_sink sink, void *context)
{
    unsigned long long room = (unsigned long long)ROUND * (unsigned long long)series->threads;
    struct series_game *played = malloc(room * sizeof *played);
    enum series_end end = played ? SERIES_DONE : SERIES_NO_MEMORY;

    for (unsigned long long first = 0; first < series->games && end == SERIES_DONE;
         first += room) {
        unsigned long long left = series->games - first;
        struct round round = {.series = series,
                              .first = first,
                              .count = (int)(left < room ? left : room),
                              .played = played};

        for (int i = 0; i < round.count; i++)
            played[i] = (struct series_game){.record = NULL};
        end = play_round(&round);
        if (end == SERIES_DONE)
            end = hand_out(&round, sink, context);
        else
            for (int i = 0; i < round.count; i++)
                free(played[i].record);
    }
    free(played);
    return end;
}
