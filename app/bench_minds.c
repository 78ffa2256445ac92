/* SPDX-License-Identifier: MIT
 * bench_minds.c -- see bench_minds.h: games of `hard` against itself, and its net alone. */
#include "bench_minds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ai.h"
#include "game_mind.h"
#include "khepri/games.h"
#include "net_way.h"
#include "playouts.h"
#include "random_play.h"
#include "rng.h"

static const char BOT[] = "hard";

enum { FIXED_PLAYERS = 4 };

bool
bench_minds_there(const struct game *game)
{
    const struct game_mind *mind = game_mind(game);

    return ai_find(BOT, game) && mind->weights && mind->weights(game->max_seats);
}

/* ---- games ---- */

struct play {
    const struct game *game;
    const struct ai_bot *bot;
    union games_state start;
    uint64_t rng, games, decisions, sum;
};

static struct play
play_of(const struct game *game, int players)
{
    return (struct play){
        .game = game, .bot = ai_find(BOT, game), .start = bench_start(game, players), .rng = 1};
}

static uint64_t
play_game(void *context)
{
    struct play *p = context;
    union games_state st = p->start, seen;
    game_seats seats;

    while ((seats = p->game->to_move(&st)) != 0) {
        int seat = game_first_seat(seats);
        game_action action;

        if (seat == GAME_NATURE) {
            action = random_chance(p->game, &st, &p->rng);
        } else {
            p->game->observe(&st, seat, &seen);
            action = p->bot->choose(p->game, &seen, seat, &p->rng, NULL, NULL);
            p->decisions++;
        }
        if (p->game->apply(&st, seat, action, NULL) != GAME_OK)
            abort(); /* a bot chooses among the legal actions */
        p->sum = p->sum * 31 + action;
    }
    p->games++;
    return 1;
}

uint64_t
bench_minds_fixed(const struct game *game, uint64_t games)
{
    struct play p = play_of(game, FIXED_PLAYERS);

    for (uint64_t i = 0; i < games; i++)
        play_game(&p);
    return p.sum;
}

/* ---- the net alone ---- */

/* From one position to the next about as many features change as in games of Ra: 5 of the table, 3 of each seat. */
enum { STEPS = 16, TABLE_CHANGES = 5, SEAT_CHANGES = 3, ROUNDS = 32 };

/* Steps there, and the same steps back. */
struct evaluations {
    struct net net;
    struct net_sums now;
    struct net_changes steps[2 * STEPS][NET_SEATS + 1];
    int64_t sum;
};

static void
change(int16_t *list, int count, int changes, uint64_t *rng, struct net_changes *out)
{
    while (out->count < changes) {
        int f = (int)rng_below(rng, (uint32_t)count);

        net_change(out, list, f, list[f] ^ NET_UNIT);
    }
}

static void
change_all(const struct net *net, struct net_lists *lists, int table, int seat, uint64_t *rng,
           struct net_changes *out)
{
    change(lists->common, net->shape.common, table, rng, &out[NET_SEATS]);
    for (int i = 0; i < net->seats; i++)
        change(lists->seat[i], net->shape.seat, seat, rng, &out[i]);
}

static void
turn_back(const struct net_changes *there, struct net_changes *back)
{
    for (int k = 0; k <= NET_SEATS; k++) {
        back[k] = there[k];
        for (int i = 0; i < there[k].count; i++)
            back[k].by[i] = (int16_t)-there[k].by[i];
    }
}

static uint64_t
evaluate(void *context)
{
    struct evaluations *e = context;

    for (int i = 0; i < 2 * STEPS * ROUNDS; i++) {
        int32_t win[NET_SEATS], score[NET_SEATS];

        net_move(&e->net, e->steps[i % (2 * STEPS)], &e->now);
        net_read_value(&e->net, &e->now, win, score);
        e->sum += win[0];
    }
    return 2 * STEPS * ROUNDS;
}

/* Positions a second. */
static double
measure_net(const struct game *game, int players, double seconds)
{
    static struct evaluations e; /* too large for a stack */
    const struct game_mind *mind = game_mind(game);
    uint64_t rng = 1;

    memset(&e, 0, sizeof e);
    net_open(&e.net, mind->weights(players), mind->shape);
    e.net.seats = players;
    change_all(&e.net, &e.now.at, mind->shape.common / 4, mind->shape.seat / 6, &rng,
               e.steps[0]);
    memset(e.steps[0], 0, sizeof e.steps[0]);
    net_sum(&e.net, &e.now);
    for (int i = 0; i < STEPS; i++) {
        change_all(&e.net, &e.now.at, TABLE_CHANGES, SEAT_CHANGES, &rng, e.steps[i]);
        turn_back(e.steps[i], e.steps[2 * STEPS - 1 - i]);
    }
    return bench_rate(seconds, evaluate, &e);
}

/* ---- all together ---- */

/* The net's best round, and games of all rounds: each costs another amount. */
struct speeds {
    double positions, seconds;
    struct play play;
};

static const char *
way_in_use(void)
{
    int i = 0;

    while (net_way_at(i + 1))
        i++;
    return net_way_at(i)->name;
}

static void
measure(const struct game *game, int players, double seconds, struct speeds *s)
{
    double positions = measure_net(game, players, seconds);
    uint64_t before = s->play.games;
    double games = bench_rate(seconds, play_game, &s->play);

    s->seconds += (double)(s->play.games - before) / games;
    if (positions > s->positions)
        s->positions = positions;
}

static void
print(const struct game *game, int players, const struct speeds *s, bool json)
{
    double decisions = (double)s->play.decisions / s->seconds;
    double games = (double)s->play.games / s->seconds;

    if (json)
        printf("%s\"%d\":{\"net_positions_per_s\":%.0f,\"net_seats_per_s\":%.0f,"
               "\"decisions_per_s\":%.1f,\"games_per_s\":%.2f}",
               players == game->min_seats ? "" : ",", players, s->positions,
               s->positions * players, decisions, games);
    else
        printf("%7d %15.0f %15.0f %12.0f %10.1f\n", players, s->positions,
               s->positions * players, decisions, games);
}

void
bench_minds(const struct game *game, double seconds, int rounds, double yardstick, bool json)
{
    struct speeds speeds[GAME_MAX_SEATS + 1];

    for (int n = game->min_seats; n <= game->max_seats; n++)
        speeds[n] = (struct speeds){.play = play_of(game, n)};
    for (int round = 0; round < rounds; round++) {
        for (int n = game->min_seats; n <= game->max_seats; n++)
            measure(game, n, seconds, &speeds[n]);
    }
    if (json)
        printf(",\"yardstick_per_s\":%.0f,\"bot\":\"%s\",\"vectors\":\"%s\",\"minds\":{",
               yardstick, BOT, way_in_use());
    else
        printf("yardstick %.0f a second; the nets use %s\n\n%s against itself\n"
               "players net positions/s     net seats/s  decisions/s    games/s\n",
               yardstick, way_in_use(), BOT);
    for (int n = game->min_seats; n <= game->max_seats; n++)
        print(game, n, &speeds[n], json);
    if (json)
        puts("}}");
}
