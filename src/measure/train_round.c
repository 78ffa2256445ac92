/* SPDX-License-Identifier: MIT
 * train_round.c -- see train_round.h. */
#include "train_round.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_THREADS = 256 };

/* ---- room ---- */

bool
train_round_room(struct train_games *games, uint64_t first, uint64_t count)
{
    games->first = first;
    games->count = count;
    games->of = calloc(count ? count : 1, sizeof *games->of);
    return games->of;
}

void
train_round_free(struct train_games *games)
{
    for (uint64_t g = 0; games->of && g < games->count; g++)
        free(games->of[g].of);
    free(games->of);
    games->of = NULL;
}

bool
train_round_put(struct train_games *games, uint64_t number, const struct lesson *lessons,
                int count)
{
    struct game_lessons *to = &games->of[number - games->first];

    to->of = malloc((size_t)(count ? count : 1) * sizeof *lessons);
    if (!to->of)
        return false;
    memcpy(to->of, lessons, (size_t)count * sizeof *lessons);
    to->count = count;
    return true;
}

/* ---- playing ---- */

struct work {
    const struct train *t;
    struct train_games *games;
    unsigned long long step;
    atomic_ullong next;
    atomic_bool no_memory;
};

static void *
work(void *context)
{
    struct work *w = context;
    int most = train_games[w->t->plan.game]->most_lessons;
    struct lesson *room = malloc((size_t)most * sizeof *room);
    unsigned long long g;

    if (!room)
        atomic_store(&w->no_memory, true);
    while (room && (g = atomic_fetch_add(&w->next, w->step)) < w->games->count) {
        uint64_t number = w->games->first + g;

        if (!w->games->of[g].of &&
            !train_round_put(w->games, number, room, train_play(w->t, number, room)))
            atomic_store(&w->no_memory, true);
    }
    free(room);
    return NULL;
}

bool
train_round_play(const struct train *t, struct train_games *games, int threads, int part,
                 int parts)
{
    struct work w = {.t = t,
                     .games = games,
                     .step = (unsigned long long)parts,
                     .next = (unsigned long long)part - 1};
    pthread_t others[MOST_THREADS];
    int started = 0;

    while (started < threads - 1 && started < MOST_THREADS &&
           pthread_create(&others[started], NULL, work, &w) == 0)
        started++;
    work(&w); /* the caller's thread is one of them */
    for (int i = 0; i < started; i++)
        pthread_join(others[i], NULL);
    return !atomic_load(&w.no_memory);
}
