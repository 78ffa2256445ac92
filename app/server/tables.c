/* SPDX-License-Identifier: MIT
 * tables.c -- the tables in memory: found, loaded, changed through the store, and let go again. */
#include "server_parts.h"

#include <stdlib.h>
#include <string.h>

#include "options.h"

enum { IDLE_MS = 60 * 1000, AWAY_TIMES = 5 };

static unsigned
bucket_of(const char *id)
{
    unsigned h = 0x811c9dc5u;

    for (; *id; id++)
        h = (h ^ (unsigned char)*id) * 0x01000193u;
    return (h ^ h >> 15) % BUCKETS;
}

struct table *
table_in_memory(struct server *server, const char *id)
{
    struct table *table = server->tables[bucket_of(id)];

    while (table && strcmp(table->row.id, id) != 0)
        table = table->next;
    return table;
}

game_seats
table_seats_of(const struct store_table *row, const struct tokens *tokens)
{
    game_seats seats = 0;

    for (int i = 0; i < row->players; i++) {
        for (int j = 0; j < tokens->count && row->seats[i].kind == STORE_PERSON; j++) {
            if (secret_same(row->seats[i].token, tokens->hash[j]))
                seats = (game_seats)(seats | 1u << i);
        }
    }
    return seats;
}

game_seats
table_online(const struct table *table)
{
    game_seats seats = 0;

    for (const struct visitor *v = table->visitors; v; v = v->beside)
        seats |= v->seats;
    return seats;
}

void
table_heard(struct table *table, game_seats seats)
{
    for (int i = 0; i < table->row.players; i++) {
        if (seats >> i & 1)
            table->heard_at[i] = uv_now(table->server->loop);
    }
}

/* Away is who is not there and was not heard of for a while; or who is there, but has held up the game
 * for long. It hangs on nothing that is hidden: who is to act, everybody sees. */
game_seats
table_away(const struct server *server, const struct table *table)
{
    game_seats online = table_online(table), away = 0, acting;
    uint64_t now = uv_now(server->loop), patience = (uint64_t)server->options.away;

    if (table->row.status != STORE_PLAYING || table->row.stand_ins == STORE_NONE)
        return 0;
    acting = match_to_move(table->match);
    for (int i = 0; i < table->row.players; i++) {
        uint64_t since = table->heard_at[i];
        bool there = online >> i & 1;

        if (there && table->moved_at > since)
            since = table->moved_at;
        if (table->row.seats[i].kind == STORE_PERSON && (!there || acting >> i & 1) &&
            now >= since + (there ? AWAY_TIMES * patience : patience))
            away = (game_seats)(away | 1u << i);
    }
    return away;
}

/* ---- loading ---- */

/* A match as the row describes it, before its first action; NULL if this program has no such game. */
struct match *
match_of_row(const struct store_table *row, const struct game **game)
{
    union games_options options;
    union games_state state;
    struct refusal why;
    json_t *json = json_loads(row->options, JSON_REJECT_DUPLICATES, NULL);
    struct match *match = NULL;

    *game = games_find(row->game);
    if (*game && json) {
        (*game)->defaults(&options);
        if (options_read(*game, json, &options, &why) &&
            options_setup(*game, &options, row->players, &state, &why))
            match = match_create(*game, row->players, &options);
    }
    json_decref(json);
    return match;
}

static bool
restore(struct table *table, const struct store_action *actions, int count)
{
    table->match = match_of_row(&table->row, &table->game);
    if (!table->match)
        return false;
    for (int i = 0; i < count; i++) {
        if (actions[i].seq != i ||
            !match_restore(table->match, actions[i].seat, actions[i].action, actions[i].key))
            return false;
    }
    return true;
}

static void
on_handle_closed(uv_handle_t *handle)
{
    struct table *table = handle->data;

    match_destroy(table->match);
    free(table);
}

static void
let_go(struct table *table)
{
    table->closing = true;
    uv_close((uv_handle_t *)&table->timer, on_handle_closed);
}

/* Takes a table out of memory. Nobody may be at it. */
void
table_close(struct server *server, struct table *table)
{
    struct table **at = &server->tables[bucket_of(table->row.id)];

    while (*at != table)
        at = &(*at)->next;
    *at = table->next;
    server->table_count--;
    while (table->queue) {
        struct ask *ask = table->queue;

        table->queue = ask->next;
        ask_destroy(ask);
    }
    ask_destroy(table->committing);
    let_go(table);
}

static bool
is_idle(const struct table *table)
{
    return !table->committing && !table->queue && !table->visitors && table->bot == BOT_IDLE;
}

void
tables_sweep(struct server *server)
{
    uint64_t patience = server->table_count > TABLES_MOST ? 0 : IDLE_MS;
    uint64_t now = uv_now(server->loop);

    for (int i = 0; i < BUCKETS; i++) {
        struct table *next;

        for (struct table *table = server->tables[i]; table; table = next) {
            next = table->next;
            if (is_idle(table) && now - table->used_at >= patience)
                table_close(server, table);
            else if (table->visitors && table->away != table_away(server, table))
                tell_table(server, table);
        }
    }
}

/* Whether it is an old table that is being removed; it is not to be taken into memory any more. */
static bool
is_going(const struct server *server, const char *id)
{
    for (int i = 0; i < server->going_count; i++) {
        if (strcmp(server->going[i], id) == 0)
            return true;
    }
    return false;
}

static void
say_unloaded(const struct server *server, const char *id, const struct oops *why)
{
    journal_say(&server->options.journal, JOURNAL_ERROR, "load", "table %s: %s", id, why->text);
}

struct table *
table_find(struct server *server, const char *id, struct oops *why)
{
    struct table *table = table_in_memory(server, id);
    struct store_action *actions;
    int count;
    bool fine;

    why->text[0] = 0;
    if (table)
        goto found;
    if (is_going(server, id))
        return NULL;
    table = calloc(1, sizeof *table);
    if (!table) {
        strcpy(why->text, "there is not enough memory");
        return NULL;
    }
    if (!store_load(server->store, id, &table->row, &actions, &count, why)) {
        if (why->text[0])
            say_unloaded(server, id, why);
        free(table);
        return NULL;
    }
    table->server = server;
    uv_timer_init(server->loop, &table->timer);
    table->timer.data = table;
    fine = restore(table, actions, count);
    free(actions);
    if (!fine) {
        strcpy(why->text, "this table was stored by another version of the program");
        say_unloaded(server, id, why);
        let_go(table);
        return NULL;
    }
    if (server->table_count >= TABLES_MOST)
        tables_sweep(server);
    table->next = server->tables[bucket_of(id)];
    server->tables[bucket_of(id)] = table;
    server->table_count++;
    table->moved_at = uv_now(server->loop);
    table->mover = GAME_NATURE;
    table_heard(table, (game_seats)~0u);
found:
    table->used_at = uv_now(server->loop);
    bots_consider(server, table);
    return table;
}

/* ---- changing ---- */

static void
run_next(struct server *server, struct table *table)
{
    while (!table->committing && table->queue) {
        struct ask *ask = table->queue;

        table->queue = ask->next;
        if (!table->queue)
            table->queue_last = NULL;
        table->queued--;
        ask->next = NULL;
        ask->run(server, table, ask);
    }
    bots_consider(server, table);
}

static bool
is_plain(const json_t *value)
{
    if (!json_is_array(value))
        return !json_is_object(value);
    for (size_t i = 0; i < json_array_size(value); i++) {
        if (i == MATCH_LIST || !json_is_string(json_array_get(value, i)))
            return false;
    }
    return true;
}

/* Of what somebody sent, what is asked of tables, and null for what is too much for any of it: parsed JSON
 * takes seventy times the room of its text, and here it may wait. NULL without memory. */
static json_t *
plain_body(const json_t *body)
{
    static const char *const keys[] = {"seat", "seq",  "action", "actions",
                                       "key",  "name", "kind",   "bot"};
    json_t *plain = json_object();

    for (size_t i = 0; i < sizeof keys / sizeof *keys && plain; i++) {
        json_t *value = json_object_get(body, keys[i]);

        if (value &&
            json_object_set_new(plain, keys[i],
                                is_plain(value) ? json_incref(value) : json_null()) != 0) {
            json_decref(plain);
            plain = NULL;
        }
    }
    return plain;
}

/* Makes the ask fit to wait. */
static bool
trim(struct ask *ask)
{
    json_t *plain = ask->body ? plain_body(ask->body) : NULL;
    bool fine = plain || !ask->body;

    json_decref(ask->body);
    ask->body = plain;
    return fine;
}

void
table_ask(struct server *server, struct table *table, struct ask *ask)
{
    if (server->draining) {
        ask_refuse(server, ask, API_BUSY,
                   "the server is shutting down; please try again shortly");
        ask_destroy(ask);
    } else if (table->queued >= QUEUE_MOST && ask->to) {
        ask_refuse(server, ask, API_BUSY,
                   "too much is being asked of this table at once; please try again");
        ask_destroy(ask);
    } else if (!trim(ask)) {
        ask_refuse_and_end(server, ask, API_BUSY, "there is not enough memory");
    } else {
        if (table->queue_last)
            table->queue_last->next = ask;
        else
            table->queue = ask;
        table->queue_last = ask;
        table->queued++;
        run_next(server, table);
    }
}

/* What both kinds of commit need to find their way back. */
struct errand {
    struct server *server;
    struct table *table;
    struct ask *ask;
};

static void
refuse_unwritten(struct server *server, struct table *table, struct ask *ask, const char *error)
{
    journal_say(&server->options.journal, JOURNAL_ERROR, "store", "%s", error);
    server->proved_at = 0;
    ask_refuse(server, ask, API_BUSY,
               "this could not be stored, so it was not done; please try again");
    if (!table)
        return;
    if (!ask->to)
        table->bot = BOT_IDLE; /* it was a bot's, or nature's */
    table->moved_at = uv_now(server->loop) + 1000; /* a bot does not storm a broken disk */
}

/* The seat that made a turn without nature, or GAME_NATURE. */
static int
mover(const struct match_turn *turn)
{
    for (int i = 0; i < turn->count; i++) {
        if (turn->entries[i].seat == GAME_NATURE)
            return GAME_NATURE;
    }
    return turn->entries[0].seat;
}

/* Makes the turn. The clock that bots go by moves on only with what everybody can see: their pace must
 * not tell that somebody has sold something in secret. */
static void
accept_turn(struct server *server, struct table *table, const struct match_turn *turn)
{
    union games_state before, after;
    int moment = table->match->moment;

    match_observe(table->game, &table->match->state, 0, &before);
    match_accept(table->match, turn);
    match_observe(table->game, &table->match->state, 0, &after);
    if (table->match->moment == moment && memcmp(&before, &after, table->game->state_size) == 0)
        return;
    table->moved_at = uv_now(server->loop);
    table->mover = mover(turn);
}

static void
on_committed(void *arg, const char *error)
{
    struct errand *errand = arg;
    struct server *server = errand->server;
    struct table *table = errand->table;
    struct ask *ask = errand->ask;

    free(errand);
    server->under_way--;
    if (table)
        table->committing = NULL;
    if (error) {
        refuse_unwritten(server, table, ask, error);
    } else {
        server->proved_at = uv_now(server->loop);
        if (table && ask->turn)
            accept_turn(server, table, ask->turn);
        if (table && ask->row)
            table->row = *ask->row;
        ask->done(server, table, ask);
    }
    ask_destroy(ask);
    if (table)
        run_next(server, table);
}

static void
submit(struct server *server, struct table *table, struct ask *ask, struct store_batch *batch)
{
    struct errand *errand = malloc(sizeof *errand);

    if (!errand) {
        refuse_unwritten(server, table, ask, "not enough memory");
        ask_destroy(ask);
        store_batch_destroy(batch);
        return;
    }
    *errand = (struct errand){server, table, ask};
    ask_forget_body(ask);
    if (table)
        table->committing = ask;
    server->under_way++;
    store_submit(server->store, batch, on_committed, errand);
}

bool
batch_turn(struct store_batch *batch, const char *id, const struct match_turn *turn)
{
    for (int i = 0; i < turn->count; i++) {
        struct store_action action = {.seq = turn->first + i, .seat = turn->entries[i].seat};

        memcpy(action.action, turn->entries[i].text, sizeof action.action);
        if (i == 0)
            memcpy(action.key, turn->key, sizeof action.key);
        if (!store_add_action(batch, id, &action))
            return false;
    }
    return true;
}

void
table_commit(struct server *server, struct table *table, struct ask *ask,
             struct store_batch *batch)
{
    const struct game *game = table->game;
    bool fine = true;

    if (!batch)
        batch = store_batch_create();
    if (ask->turn && game->to_move(&ask->turn->after) == 0 && !ask->row) {
        ask->row = malloc(sizeof *ask->row);
        fine = ask->row;
        if (ask->row) {
            *ask->row = table->row;
            ask->row->status = STORE_OVER;
        }
    }
    fine = fine && batch && (!ask->row || store_set_table(batch, ask->row)) &&
           (!ask->turn || batch_turn(batch, table->row.id, ask->turn));
    if (fine) {
        submit(server, table, ask, batch);
        return;
    }
    refuse_unwritten(server, table, ask, "not enough memory");
    ask_destroy(ask);
    store_batch_destroy(batch);
}

void
commit_alone(struct server *server, struct ask *ask, struct store_batch *batch)
{
    submit(server, NULL, ask, batch);
}

bool
begin_game(struct server *server, struct match *match, struct ask *ask)
{
    uint64_t seed;

    (void)server;
    ask->turn = malloc(sizeof *ask->turn);
    return ask->turn && secret_seed(&seed) &&
           match_propose_chance(match, seed, ask->turn) == MATCH_OK;
}
