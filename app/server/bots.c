/* SPDX-License-Identifier: MIT
 * bots.c -- the seats that think for themselves: on worker threads, from what their seat may see, at
 * a pace that people can follow.
 *
 * A table has at most one bot thinking. Its timer runs: while the bot thinks, whether it minds its
 * clock; when it is done, how long the table still rests. A bot that answers much too late, or with
 * what is not legal, is played for by chance, so that no bot can hold up a table. */
#include "server_parts.h"

#include <stdlib.h>
#include <string.h>

#include "random_play.h"
#include "thinking.h"

/* One question to a bot. Owned by the thinkers until it comes back. */
struct question {
    struct piece piece; /* first, so that it can be found from it */
    struct server *server;
    char table[STORE_ID_ROOM];
    unsigned thought;
    const struct game *game;
    struct ai_player bot;
    union games_state seen;
    int seat;
    uint64_t rng;
    game_action answer;
};

enum { OVERDUE_TIMES = 2 };

/* After its own action a bot rests this part of the time. */
enum { OWN_PART = 3 };

static void
think(struct piece *piece) /* on a thread: touches nothing but the question */
{
    struct question *q = (struct question *)piece;

    q->answer = q->bot.bot->choose(q->game, &q->seen, q->seat, &q->rng, &piece->limits, NULL);
}

/* For how long this bot may think: no longer than bots may here, and where neither time nor positions
 * were said, for its custom. */
static uint32_t
time_of(const struct server *server, const struct ai_player *bot)
{
    uint32_t most = (uint32_t)server->options.bot_limit;
    uint32_t ms = bot->ms ? bot->ms : bot->positions ? most : THINKING_MS;

    return ms < most ? ms : most;
}

/* ---- what it has chosen ---- */

/* The game's number for a legal action, or 0, which is none. */
static bool
is_legal(const struct table *table, game_action action)
{
    game_action legal[GAMES_MAX_ACTIONS];
    int count = table->game->actions(&table->planned, table->bot_seat, legal);

    for (int i = 0; i < count; i++) {
        if (legal[i] == action)
            return true;
    }
    return false;
}

/* Adds an action to what the bot will do; if it is not legal, one by chance. */
static void
choose(struct table *table, game_action action, uint64_t *rng)
{
    struct server *server = table->server;
    enum game_err err;

    if (!is_legal(table, action)) {
        journal_say(&server->options.journal, JOURNAL_WARN, "bot",
                    "table %s: seat %d is played for by chance", table->row.id,
                    table->bot_seat);
        action = random_action(table->game, &table->planned, table->bot_seat, rng);
    }
    table->game->write_action(&table->planned, action, table->chosen[table->chosen_count],
                              GAME_TEXT_ROOM);
    err = table->game->apply(&table->planned, table->bot_seat, action, NULL);
    if (err == GAME_OK) /* it always is: the action is legal */
        table->chosen_count++;
}

/* Where seats act in secret, a bot acts but once, with all it has to do: were it to rest between a sale
 * and the offer, its pace would tell of the sale. */
static bool
has_more_to_choose(const struct table *table)
{
    return table->chosen_count < MATCH_LIST && table->game->sealed(&table->planned) &&
           (table->game->to_move(&table->planned) >> table->bot_seat & 1);
}

static void
choose_by_chance(struct table *table)
{
    uint64_t rng = 0;

    if (!secret_seed(&rng))
        return; /* move() gives up, and says so */
    do {
        choose(table, 0, &rng);
    } while (has_more_to_choose(table));
}

/* ---- moving ---- */

static void
moved(struct server *server, struct table *table, struct ask *ask)
{
    table->bot = BOT_IDLE;
    tell_turn(server, table, ask->turn);
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

static enum match_err
propose(struct table *table, uint64_t seed, struct match_turn *turn)
{
    const char *texts[MATCH_LIST];
    struct match_request request = {.seat = table->bot_seat,
                                    .seq = table->match->moment,
                                    .texts = texts,
                                    .count = table->chosen_count};
    struct match_fault fault;

    if (match_to_move(table->match) == 1u << GAME_NATURE)
        return match_propose_chance(table->match, seed, turn);
    if (table->chosen_count == 0 || !(match_to_move(table->match) >> table->bot_seat & 1))
        return MATCH_NOT_YOU;
    for (int i = 0; i < table->chosen_count; i++)
        texts[i] = table->chosen[i];
    return match_propose(table->match, &request, seed, turn, &fault);
}

/* Runs when the table is free: the bot's actions, or nature's, become a turn. */
static void
move(struct server *server, struct table *table, struct ask *ask)
{
    uint64_t seed;

    if (ask->thought != table->thought) { /* its seat was taken from it meanwhile */
        ask_destroy(ask);
        return;
    }
    ask->turn = malloc(sizeof *ask->turn);
    ask->done = moved;
    if (!ask->turn || !secret_seed(&seed))
        give_up(server, table, ask, "no memory or no randomness");
    else if (propose(table, seed, ask->turn) == MATCH_OK)
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
    ask->thought = table->thought;
    table_ask(server, table, ask);
}

/* The answer, should it come, is too late. */
static void
drop_question(struct table *table)
{
    table->thought++;
    if (table->asked)
        piece_stop(table->asked);
    table->asked = NULL;
}

/* Whether the bot has been thinking for much longer than it may; while it waits for its turn it is not. */
static bool
is_overdue(const struct table *table)
{
    uint64_t began = table->asked ? atomic_load(&table->asked->began) : 0;
    uint64_t limit = (uint64_t)table->server->options.bot_limit * 1000000u;

    return began && uv_hrtime() - began > OVERDUE_TIMES * limit;
}

static void
on_timer(uv_timer_t *timer)
{
    struct table *table = timer->data;

    if (table->bot == BOT_THINKS) {
        if (!is_overdue(table)) {
            uv_timer_start(timer, on_timer, (uint64_t)table->server->options.bot_limit, 0);
            return;
        }
        drop_question(table);
        choose_by_chance(table);
    }
    make_move(table->server, table);
}

static bool
has_person(const struct store_table *row)
{
    for (int i = 0; i < row->players; i++) {
        if (row->seats[i].kind == STORE_PERSON)
            return true;
    }
    return false;
}

int
bots_rest(int delay, bool own, uint64_t draw)
{
    static const int percent[8] = {60, 70, 80, 90, 100, 110, 130, 160};

    return (int)((int64_t)delay * percent[draw >> 61] / 100 / (own ? OWN_PART : 1));
}

/* How long this table's bot rests after what everybody saw last: drawn, so that it tells nothing of
 * what the bot holds or found; less where that was its own doing, since a turn of Amun-Re can be of ten
 * actions; and not at all where nobody plays who would have to follow. A bot that may think for a second
 * needs a second, had it but one action: else its answer at once would tell of that. */
static int
rest_of(const struct server *server, const struct table *table, const struct ai_player *bot)
{
    int delay = server->options.bot_delay, rest, time;
    uint64_t draw;

    if (!has_person(&table->row))
        return 0;
    rest = table->row.pace == STORE_PACE_OFF ? 0
           : secret_seed(&draw) ? bots_rest(delay, table->mover == table->bot_seat, draw)
                                : delay;
    time = bot && bot->bot->searches && !bot->positions && match_has_secrets(table->match)
               ? (int)time_of(server, bot)
               : 0;
    return rest > time ? rest : time;
}

static void
rest_then_move(struct server *server, struct table *table, int delay)
{
    uint64_t now = uv_now(server->loop), due = table->moved_at + (uint64_t)delay;

    table->bot = BOT_WAITS;
    uv_timer_start(&table->timer, on_timer, due > now ? due - now : 0, 0);
}

static void thought(struct piece *piece, bool worked);

/* Asks the bot for its next action. The question goes to it whether it is then used or not. */
static bool
send_question(struct table *table, struct question *q)
{
    if (!secret_seed(&q->rng))
        return false;
    table->game->observe(&table->planned, table->bot_seat, &q->seen);
    table->asked = &q->piece;
    thinkers_add(table->server->thinkers, &q->piece, q->bot.positions,
                 time_of(table->server, &q->bot));
    return true;
}

static void
thought(struct piece *piece, bool worked)
{
    struct question *q = (struct question *)piece;
    struct table *table = table_in_memory(q->server, q->table);

    if (table && table->asked == piece)
        table->asked = NULL;
    if (worked && table && table->bot == BOT_THINKS && table->thought == q->thought &&
        !q->server->draining) {
        choose(table, q->answer, &q->rng);
        if (has_more_to_choose(table) && send_question(table, q))
            return;
        if (has_more_to_choose(table))
            choose_by_chance(table);
        rest_then_move(q->server, table, rest_of(q->server, table, &q->bot));
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
ask_bot(struct server *server, struct table *table)
{
    struct question *q = calloc(1, sizeof *q);

    if (!q)
        return false;
    q->server = server;
    memcpy(q->table, table->row.id, sizeof q->table);
    q->thought = ++table->thought;
    q->game = table->game;
    q->seat = table->bot_seat;
    q->piece.work = think;
    q->piece.done = thought;
    if (ai_read_word(table->row.seats[table->bot_seat].bot, table->game, &q->bot) &&
        send_question(table, q)) /* no bot: this program does not have it */
        return true;
    free(q);
    return false;
}

void
bots_forget(struct table *table)
{
    drop_question(table);
    table->bot = BOT_IDLE;
    uv_timer_stop(&table->timer);
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
    table->planned = table->match->state;
    table->chosen_count = 0;
    if (ask_bot(server, table)) {
        table->bot = BOT_THINKS;
        uv_timer_start(&table->timer, on_timer, (uint64_t)server->options.bot_limit, 0);
    } else {
        choose_by_chance(table);
        rest_then_move(server, table, rest_of(server, table, NULL));
    }
}
