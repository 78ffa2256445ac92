/* SPDX-License-Identifier: MIT
 * bots.c -- the seats that think for themselves: on worker threads, from what their seat may see, at
 * a pace that people can follow.
 *
 * A table has at most one bot thinking. Its timer runs: while the bot thinks, how long it may; when
 * it is done, how long the table still rests. A bot that answers too late, or with what is not
 * legal, is played for by chance, so that no bot can hold up a table. */
#include "server_parts.h"

#include <stdlib.h>
#include <string.h>

#include "random_play.h"

/* One question to a bot. Owned by libuv's pool until it comes back. */
struct question {
    uv_work_t work;
    struct server *server;
    char table[STORE_ID_ROOM];
    unsigned thought;
    const struct game *game;
    const struct ai_bot *bot;
    union games_state seen;
    int seat;
    uint64_t rng;
    game_action answer;
};

static void
think(uv_work_t *work) /* on a worker thread: touches nothing but the question */
{
    struct question *q = work->data;

    q->answer = q->bot->choose(q->game, &q->seen, q->seat, &q->rng, NULL);
}

static bool
is_legal(const struct table *table, int seat, game_action action)
{
    game_action legal[GAMES_MAX_ACTIONS];
    int count = table->game->actions(&table->match->state, seat, legal);

    for (int i = 0; i < count; i++) {
        if (legal[i] == action)
            return true;
    }
    return false;
}

static void
moved(struct server *server, struct table *table, struct ask *ask)
{
    table->bot = BOT_IDLE;
    tell_turn(server, table, ask->turn->first, ask->turn->first + ask->turn->count);
}

/* What is to be said when even chance cannot move: never silently. */
static void
give_up(struct server *server, struct table *table, struct ask *ask, const char *what)
{
    journal_say(&server->options.journal, JOURNAL_ERROR, "bot", "table %s: %s", table->row.id,
                what);
    table->bot = BOT_IDLE;
    ask_destroy(ask);
}

/* Runs when the table is free: the bot's action, or nature's, becomes a turn. */
static void
move(struct server *server, struct table *table, struct ask *ask)
{
    char text[GAME_TEXT_ROOM];
    uint64_t seed;
    int repeated;
    enum match_err err;

    ask->turn = malloc(sizeof *ask->turn);
    ask->done = moved;
    if (!ask->turn || !secret_seed(&seed)) {
        give_up(server, table, ask, "no memory or no randomness");
        return;
    }
    if (match_to_move(table->match) == 1u << GAME_NATURE) {
        err = match_propose_chance(table->match, seed, ask->turn);
    } else {
        if (!(match_to_move(table->match) >> table->bot_seat & 1)) {
            give_up(server, table, ask, "the bot's turn has passed");
            return;
        }
        if (!is_legal(table, table->bot_seat, table->chosen)) {
            journal_say(&server->options.journal, JOURNAL_WARN, "bot",
                        "table %s: seat %d is played for by chance", table->row.id,
                        table->bot_seat);
            table->chosen =
                random_action(table->game, &table->match->state, table->bot_seat, &seed);
        }
        table->game->write_action(&table->match->state, table->chosen, text, sizeof text);
        err = match_propose(table->match, table->bot_seat, table->match->count, text, NULL,
                            seed, ask->turn, &repeated);
    }
    if (err == MATCH_OK)
        table_commit(server, table, ask, NULL);
    else
        give_up(server, table, ask, "its action was refused");
}

static void
make_move(struct server *server, struct table *table)
{
    struct ask *ask = calloc(1, sizeof *ask);

    if (!ask || server->draining) {
        table->bot = BOT_IDLE;
        free(ask);
        return;
    }
    table->bot = BOT_WAITS;
    ask->run = move;
    table_ask(server, table, ask);
}

static void
on_timer(uv_timer_t *timer)
{
    struct table *table = timer->data;

    if (table->bot == BOT_THINKS) {
        table->thought++; /* the answer, should it come, is too late */
        table->chosen = 0; /* no action of any game: chance will play */
    }
    make_move(table->server, table);
}

static void
rest_then_move(struct server *server, struct table *table, int delay)
{
    uint64_t now = uv_now(server->loop), due = table->moved_at + (uint64_t)delay;

    table->bot = BOT_WAITS;
    uv_timer_start(&table->timer, on_timer, due > now ? due - now : 0, 0);
}

static void
thought(uv_work_t *work, int status)
{
    struct question *q = work->data;
    struct table *table = table_in_memory(q->server, q->table);

    if (status == 0 && table && table->bot == BOT_THINKS && table->thought == q->thought) {
        table->chosen = q->answer;
        rest_then_move(q->server, table, q->server->options.bot_delay);
    }
    free(q);
}

static int
bot_to_move(const struct table *table)
{
    game_seats seats = match_to_move(table->match);

    for (int i = 0; i < table->row.players; i++) {
        if (seats >> i & 1 && table->row.seats[i].kind == STORE_BOT)
            return i;
    }
    return -1;
}

static bool
ask_bot(struct server *server, struct table *table, int seat)
{
    struct question *q = calloc(1, sizeof *q);

    if (!q || !secret_seed(&q->rng))
        goto fail;
    q->server = server;
    memcpy(q->table, table->row.id, sizeof q->table);
    q->thought = ++table->thought;
    q->game = table->game;
    q->bot = ai_find(table->row.seats[seat].bot, table->game);
    q->seat = seat;
    q->work.data = q;
    if (!q->bot)
        goto fail; /* a bot this program does not have: chance plays */
    table->game->observe(&table->match->state, seat, &q->seen);
    if (uv_queue_work(server->loop, &q->work, think, thought) != 0)
        goto fail;
    return true;
fail:
    free(q);
    return false;
}

void
bots_consider(struct server *server, struct table *table)
{
    int seat;

    if (table->row.status != STORE_PLAYING || table->committing || table->bot != BOT_IDLE ||
        server->draining || table->closing)
        return;
    if (match_to_move(table->match) == 1u << GAME_NATURE) {
        rest_then_move(server, table, 0);
        return;
    }
    seat = bot_to_move(table);
    if (seat < 0)
        return;
    table->bot_seat = seat;
    if (ask_bot(server, table, seat)) {
        table->bot = BOT_THINKS;
        uv_timer_start(&table->timer, on_timer, (uint64_t)server->options.bot_limit, 0);
    } else {
        table->chosen = 0;
        rest_then_move(server, table, server->options.bot_delay);
    }
}
