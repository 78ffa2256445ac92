/* SPDX-License-Identifier: MIT
 * series.c -- see series.h. Threads take the games of a round by a counter. Between its own games the caller's thread
 * passes on those that are played, in order. */
#include "series.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "ai_luck.h"
#include "moves.h"
#include "random_play.h"
#include "record.h"
#include "rng.h"
#include "thinking.h"

enum { ROUND = 64, CHANCE_STREAM = 100, KINDS_STREAM = 1000 };

/* A game of a round, and whether it is played. */
struct slot {
    struct series_game game;
    atomic_bool played;
};

struct round {
    const struct series *series;
    series_sink sink;
    void *context;
    unsigned long long first; /* number of the round's first game */
    int count, passed; /* games, and how many of them the sink has had */
    struct slot *slots; /* count of them */
    atomic_int next;
    atomic_bool no_memory, hopeless,
        enough; /* ... or a program does not start, or the sink said so */
};

/* A thread, and the programs it talks with: a process for each place that a player has. */
struct worker {
    struct round *round;
    bool first; /* the caller's thread */
    struct outside *programs[SERIES_PLAYERS][GAME_MAX_SEATS];
};

/* ---- which game is which ---- */

int
series_line_up(const struct series *series, unsigned long long g)
{
    return (int)(g / (unsigned long long)series->seats %
                 (unsigned long long)series->line_up_count);
}

unsigned long long
series_deal(const struct series *series, unsigned long long g)
{
    unsigned long long each =
        (unsigned long long)series->seats * (unsigned long long)series->line_up_count;

    return series->duplicate
               ? series->first_deal + (series->deal_step ? series->deal_step : 1) * (g / each)
               : g;
}

int
series_player(const struct series *series, unsigned long long g, int seat)
{
    return series->line_ups[series_line_up(series, g)].player[series_place(series, g, seat)];
}

/* ---- one game ---- */

/* One stream for each draw, not for each kind: the next draw is the same whatever this one
 * consumed. */
game_action
series_chance(const struct game *game, const void *st, uint64_t seed, unsigned long long deal,
              uint32_t counts[256])
{
    struct game_chance outcomes[GAME_MOST_CHANCES];
    uint64_t kind, rng;
    int count = game->chances(st, outcomes);

    (void)count;
    kind = outcomes[0].action >> 24;
    rng = rng_stream(seed, deal, KINDS_STREAM + (kind << 32 | counts[kind]++));
    return random_chance(game, st, &rng);
}

static bool
note(struct action_list *actions, const struct game *game, const void *st, int seat,
     game_action action)
{
    struct move move;

    if (!actions)
        return true;
    moves_write(game, st, seat, action, &move);
    return action_list_add(actions, move.text);
}

/* A game being played, and who plays it. */
struct playing {
    const struct series *series;
    struct worker *worker;
    unsigned long long g;
    uint64_t seed, chance, choice[GAME_MAX_SEATS];
    uint32_t counts[256];
    struct series_game *out;
    double luck[GAME_MAX_SEATS];
};

/* Asks the program of that seat; if it fails, a random action is played. False without
 * memory. */
static bool
ask_program(struct playing *p, const void *seen, int seat, game_action *action)
{
    const struct series *series = p->series;
    int player = series_player(series, p->g, seat);
    struct outside **program = &p->worker->programs[player][series_place(series, p->g, seat)];
    struct outside_question question = {series->game, seen, seat, rng_next(&p->choice[seat]),
                                        series->limit_ms};
    char told[OUTSIDE_TOLD_ROOM];
    enum outside_fault fault;

    if (!*program)
        *program = outside_create(series->players[player].program);
    if (!*program)
        return false;
    if (outside_never_starts(
            *program)) { /* the game is played to its end, for the others in its round */
        *action = random_action(series->game, seen, seat, &p->choice[seat]);
        return true;
    }
    fault = outside_ask(*program, &question, action, told);
    if (fault == OUTSIDE_FINE)
        return true;
    *action = random_action(series->game, seen, seat, &p->choice[seat]);
    p->out->faults[seat][fault]++;
    if (!p->out->fault[0]) {
        p->out->fault_seat = seat;
        snprintf(p->out->fault, sizeof p->out->fault, "%s", told);
    }
    if (outside_never_starts(*program))
        p->out->hopeless = 1 + seat;
    return true;
}

static bool
choose(struct playing *p, const void *st, int seat, game_action *action)
{
    const struct series *series = p->series;
    const struct series_player *player = &series->players[series_player(series, p->g, seat)];
    struct thinking thinking;
    union games_state seen;

    p->out->decisions++;
    series->game->observe(st, seat, &seen);
    if (!player->bot.bot)
        return ask_program(p, &seen, seat, action);
    thinking_begin(&thinking, &player->bot, 0); /* no clock but one asked for: repeatable */
    thinking.limits.net = player->net ? player->net->weights : NULL;
    *action = player->bot.bot->choose(series->game, &seen, seat, &p->choice[seat],
                                      &thinking.limits, NULL);
    return true;
}

static game_action
choose_chance(struct playing *p, const void *st)
{
    const struct game *game = p->series->game;
    unsigned long long deal = series_deal(p->series, p->g);
    game_action action = p->series->duplicate
                             ? series_chance(game, st, p->seed, deal, p->counts)
                             : random_chance(game, st, &p->chance);
    double luck[GAME_MAX_SEATS];

    if (p->series->luck) {
        ai_luck(game, st, action, p->series->luck_ahead, luck);
        for (int i = 0; i < p->series->seats; i++)
            p->luck[i] += luck[i];
    }
    return action;
}

/* Plays to the end, noting the actions unless `actions` is NULL. False without memory. */
static bool
play(struct playing *p, union games_state *st, struct action_list *actions)
{
    const struct game *game = p->series->game;
    unsigned long long deal = series_deal(p->series, p->g);
    game_seats seats;

    *st = p->series->start;
    p->seed = rng_seed_from_text(p->series->seed);
    p->chance = rng_stream(p->seed, deal, CHANCE_STREAM);
    for (int i = 0; i < p->series->seats; i++)
        p->choice[i] = rng_stream(p->seed, deal, (uint64_t)i);
    while ((seats = game->to_move(st)) != 0) {
        int seat = game_first_seat(seats);
        game_action action;

        if (seat != GAME_NATURE) {
            if (!choose(p, st, seat, &action))
                return false;
        } else {
            action = choose_chance(p, st);
        }
        if (!note(actions, game, st, seat, action))
            return false;
        if (game->apply(st, seat, action, NULL) != GAME_OK)
            abort(); /* a bot of ours chose what is not legal: a bug, and no game to go on with */
    }
    for (int i = 0; i < p->series->seats; i++)
        p->out->luck[i] = llround(SERIES_LUCK * p->luck[i]);
    return true;
}

/* One game of a series, for its "meta". */
struct numbered {
    const struct series *series;
    unsigned long long g;
};

static void
write_meta(struct text *t, const void *of)
{
    const struct numbered *game = of;
    const struct series *series = game->series;

    json_open(t, '{');
    json_key_text(t, "seed", series->seed);
    json_key_int(t, "number", (long long)game->g);
    json_key_open(t, "bots", '[');
    for (int i = 0; i < series->seats; i++)
        json_text(t, series->players[series_player(series, game->g, i)].name);
    json_close(t, ']');
    json_close(t, '}');
}

static char *
make_record(const struct series *series, unsigned long long g, const void *st,
            const struct action_list *actions)
{
    const struct numbered number = {series, g};
    char names[GAME_MAX_SEATS][64];
    const char *by_seat[GAME_MAX_SEATS];

    for (int i = 0; i < series->seats; i++) {
        const char *player = series->players[series_player(series, g, i)].name;

        snprintf(names[i], sizeof names[i], "%s %d", player, series_place(series, g, i) + 1);
        by_seat[i] = names[i];
    }
    return record_line(&(struct record_text){series->game, st, series->seats, by_seat, actions,
                                             write_meta, &number});
}

static bool
play_one(struct worker *worker, unsigned long long g, struct series_game *out)
{
    const struct series *series = worker->round->series;
    struct playing p = {.series = series, .worker = worker, .g = g, .out = out};
    union games_state st;
    struct action_list actions = {0};
    bool good = play(&p, &st, series->records ? &actions : NULL);

    good = series->game->result(&st, &out->result) && good;
    if (good && series->records) {
        out->record = make_record(series, g, &st, &actions);
        good = out->record != NULL;
    }
    action_list_finish(&actions);
    return good;
}

/* ---- a round of games ---- */

static bool
is_stopped(struct round *round)
{
    return atomic_load(&round->hopeless) || atomic_load(&round->enough) ||
           (round->series->stop && atomic_load(round->series->stop));
}

/* To the sink, the games that are played, up to the first that is not. */
static void
pass_on(struct round *round)
{
    while (round->passed < round->count && atomic_load(&round->slots[round->passed].played)) {
        struct series_game *game = &round->slots[round->passed].game;
        unsigned long long g = round->first + (unsigned long long)round->passed++;

        if (!atomic_load(&round->enough) && !round->sink(round->context, g, game))
            atomic_store(&round->enough, true);
        free(game->record);
        game->record = NULL;
    }
}

static void *
work(void *context)
{
    struct worker *worker = context;
    struct round *round = worker->round;
    int i;

    while (!is_stopped(round) && (i = atomic_fetch_add(&round->next, 1)) < round->count) {
        struct slot *slot = &round->slots[i];
        bool good = play_one(worker, round->first + (unsigned long long)i, &slot->game);

        if (!good)
            atomic_store(&round->no_memory, true);
        if (slot->game.hopeless)
            atomic_store(&round->hopeless, true);
        atomic_store(&slot->played, good);
        if (worker->first)
            pass_on(round);
    }
    return NULL;
}

/* All threads but one are new; the caller's is the first. */
static enum series_end
play_round(struct round *round, struct worker *workers)
{
    pthread_t threads[256];
    int started = 0, wanted = round->series->threads - 1;

    workers[0].round = round;
    workers[0].first = true;
    for (int i = 1; i <= wanted; i++)
        workers[i].round = round;
    while (started < wanted && started < 256 &&
           pthread_create(&threads[started], NULL, work, &workers[started + 1]) == 0)
        started++;
    work(&workers[0]);
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    pass_on(round);
    if (started < wanted)
        return SERIES_NO_THREAD;
    if (atomic_load(&round->no_memory))
        return SERIES_NO_MEMORY;
    return round->passed < round->count || atomic_load(&round->enough) ? SERIES_STOPPED
                                                                       : SERIES_DONE;
}

static void
free_records(const struct round *round)
{
    for (int i = round->passed; i < round->count; i++)
        free(round->slots[i].game.record);
}

static void
end_programs(struct worker *workers, int count)
{
    for (int i = 0; i < count; i++) {
        for (int player = 0; player < SERIES_PLAYERS; player++) {
            for (int place = 0; place < GAME_MAX_SEATS; place++)
                outside_destroy(workers[i].programs[player][place]);
        }
    }
}

enum series_end
series_play(const struct series *series, series_sink sink, void *context)
{
    unsigned long long room = (unsigned long long)ROUND * (unsigned long long)series->threads;
    struct slot *slots = malloc(room * sizeof *slots);
    struct worker *workers = calloc((size_t)series->threads, sizeof *workers);
    enum series_end end = slots && workers ? SERIES_DONE : SERIES_NO_MEMORY;

    for (unsigned long long first = 0; first < series->games && end == SERIES_DONE;
         first += room) {
        unsigned long long left = series->games - first;
        struct round round = {.series = series,
                              .sink = sink,
                              .context = context,
                              .first = first,
                              .count = (int)(left < room ? left : room),
                              .slots = slots};

        for (int i = 0; i < round.count; i++)
            slots[i] = (struct slot){.game.record = NULL};
        end = play_round(&round, workers);
        free_records(&round);
    }
    if (workers)
        end_programs(workers, series->threads);
    free(workers);
    free(slots);
    return end;
}
