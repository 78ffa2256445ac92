/* SPDX-License-Identifier: MIT
 * tables.c -- the tables in memory: found, loaded, and let go again; their alarms. */
#include "hall_parts.h"

#include <stdlib.h>
#include <string.h>

#include "options.h"

enum { AWAY_TIMES = 5, UNLOADED_MS = 60 * 1000 };

static unsigned
bucket_of(const char *id)
{
    unsigned h = 0x811c9dc5u;

    for (; *id; id++)
        h = (h ^ (unsigned char)*id) * 0x01000193u;
    return (h ^ h >> 15) % BUCKETS;
}

struct table *
table_in_memory(struct hall *hall, const char *id)
{
    struct table *table = hall->tables[bucket_of(id)];

    while (table && strcmp(table->row.id, id) != 0)
        table = table->next;
    return table;
}

bool
table_seed(const struct table *table, enum secret_use use, int number, uint64_t *out)
{
    return secret_seed(table->hall, table->row.id, table->match->moment, use, number, out);
}

game_seats
table_seats_of(const struct store_table *row, const struct tokens *tokens)
{
    game_seats seats = 0;

    for (int i = 0; i < row->players; i++) {
        const struct account *account = account_shown(tokens);

        if (account_sits(&row->seats[i])) {
            if (account && !account->gone && strcmp(account->name, row->seats[i].bot) == 0)
                seats = (game_seats)(seats | 1u << i);
            continue;
        }
        for (int j = 0; j < tokens->count && row->seats[i].kind == STORE_PERSON; j++) {
            if (secret_same(row->seats[i].token, tokens->hash[j]))
                seats = (game_seats)(seats | 1u << i);
        }
    }
    return seats;
}

bool
table_has_person(const struct store_table *row)
{
    for (int i = 0; i < row->players; i++) {
        if (row->seats[i].kind == STORE_PERSON && !account_sits(&row->seats[i]))
            return true;
    }
    return false;
}

void
visitor_opens(struct visitor *v, game_seats seats)
{
    for (int i = 0; i < GAME_MAX_SEATS; i++)
        v->table->openers[i] += (int)(seats >> i & 1) - (int)(v->seats >> i & 1);
    v->seats = seats;
}

game_seats
table_here(const struct table *table)
{
    game_seats seats = 0;

    for (int i = 0; i < GAME_MAX_SEATS; i++)
        seats = (game_seats)(seats | (unsigned)(table->openers[i] > 0) << i);
    for (int i = 0; i < table->row.players && table->of_accounts; i++) {
        const struct account *account = account_of_seat(table->hall, &table->row.seats[i]);

        if (account && account->stream)
            seats = (game_seats)(seats | 1u << i);
    }
    return seats;
}

game_seats
table_online(const struct table *table)
{
    return (game_seats)(table_here(table) | table->row.elsewhere);
}

void
table_announce(struct table *table)
{
    game_seats here = table_here(table);

    if (here == table->announced)
        return;
    table->announced = here;
    store_present(table->hall->host.store, table->row.id, here);
}

void
table_heard(struct table *table, game_seats seats)
{
    for (int i = 0; i < table->row.players; i++) {
        if (seats >> i & 1)
            table->heard_at[i] = hall_now(table->hall);
    }
}

/* A seat is away if its player is not connected and was not heard of for a while. Or the player is connected
 * but has held up the game for long. This depends on nothing hidden: everybody sees who is to act. */
game_seats
table_away(const struct hall *hall, const struct table *table)
{
    game_seats online = table_online(table), away = 0, acting;
    uint64_t now = hall_now(hall), patience = (uint64_t)hall->options.away;

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

/* ---- what is to be looked at ---- */

void
table_stir(struct table *table)
{
    if (table->is_stirred)
        return;
    table->is_stirred = true;
    table->stirred = table->hall->stirred;
    table->hall->stirred = table;
}

static void
unstir(struct table *table)
{
    struct table **at = &table->hall->stirred;

    while (*at && *at != table)
        at = &(*at)->stirred;
    if (*at)
        *at = table->stirred;
    table->is_stirred = false;
}

void
table_no_alarm(struct table *table)
{
    struct table **at = &table->hall->alarms;

    while (*at && *at != table)
        at = &(*at)->later;
    if (*at)
        *at = table->later;
    table->has_alarm = false;
}

void
table_set_alarm(struct table *table, uint64_t ms)
{
    struct table **at = &table->hall->alarms;

    table_no_alarm(table);
    table->alarm = hall_now(table->hall) + ms;
    table->has_alarm = true;
    while (*at && (*at)->alarm <= table->alarm)
        at = &(*at)->later;
    table->later = *at;
    *at = table;
}

/* ---- loading ---- */

/* A match as the row describes it, before its first action; NULL if this program has no such game. */
struct match *
match_of_row(const struct store_table *row, const struct game **game)
{
    union games_options options;
    union games_state state;
    struct refusal why;
    struct document document = {0};
    const struct json *json =
        document_read(&document, row->options, strlen(row->options), NULL);
    struct match *match = NULL;

    *game = games_find(row->game);
    if (*game && json) {
        (*game)->defaults(&options);
        if (options_read(*game, json, &options, &why) &&
            options_setup(*game, &options, row->players, &state, &why))
            match = match_create(*game, row->players, &options);
    }
    document_finish(&document);
    return match;
}

bool
table_replay(struct match *match, const struct store_action *action, int64_t *moved_on)
{
    int moment = match->moment;

    if (action->seq != match->count ||
        !match_restore(match, action->seat, action->action, action->key))
        return false;
    if (match->moment != moment)
        *moved_on = action->made;
    return true;
}

/* False at the first action that the rules refuse, *at; 0 too if there is no match. */
static bool
replay(struct match *match, const struct store_action *actions, int count, int *at,
       int64_t *moved_on)
{
    *moved_on = 0;
    for (*at = 0; match && *at < count; ++*at) {
        if (!table_replay(match, &actions[*at], moved_on))
            return false;
    }
    return match != NULL;
}

bool
table_restore(struct table *table, const struct store_table *row,
              const struct store_action *actions, int count)
{
    const struct game *game;
    struct match *match = match_of_row(row, &game);
    int64_t moved_on;
    int at;

    if (!replay(match, actions, count, &at, &moved_on)) {
        match_destroy(match);
        return false;
    }
    match_destroy(table->match);
    table->match = match;
    table->game = game;
    table->row = *row;
    table->moved_at = hall_now(table->hall);
    table->moved_on = moved_on;
    table->mover = GAME_NATURE;
    table_heard(table, (game_seats)~0u);
    return true;
}

bool
hall_log_holds(const struct store_table *row, const struct store_action *actions, int count,
               int *at)
{
    const struct game *game;
    struct match *match = match_of_row(row, &game);
    int64_t moved_on;
    bool holds = replay(match, actions, count, at, &moved_on);

    match_destroy(match);
    return holds;
}

/* ---- what happens there ---- */

void
table_drop_question(struct table *table)
{
    const struct hall_host *host = &table->hall->host;

    table->thought++;
    if (table->asked)
        host->drop(host->self, table->asked);
    table->asked = NULL;
}

void
table_forget_bot(struct table *table)
{
    table_drop_question(table);
    table->bot = BOT_IDLE;
    table_no_alarm(table);
}

void
table_see(const struct table *table, struct public_sight *out)
{
    match_observe(table->game, &table->match->state, 0, &out->state);
    out->moment = table->match->moment;
}

void
table_has_moved(struct table *table, const struct public_sight *before, int first)
{
    const struct match *match = table->match;
    struct public_sight now;

    table_see(table, &now);
    if (now.moment == before->moment &&
        memcmp(&before->state, &now.state, table->game->state_size) == 0)
        return;
    table->moved_at = hall_now(table->hall);
    table->mover = match->log[first].seat; /* chance, if it took part */
    for (int i = first; i < match->count; i++) {
        if (match->log[i].seat == GAME_NATURE)
            table->mover = GAME_NATURE;
    }
}

/* ---- the order in which they were used ---- */

static void
leave_order(struct table *table)
{
    struct hall *hall = table->hall;

    *(table->older ? &table->older->newer : &hall->oldest) = table->newer;
    *(table->newer ? &table->newer->older : &hall->newest) = table->older;
}

static void
be_newest(struct table *table)
{
    struct hall *hall = table->hall;

    table->older = hall->newest;
    table->newer = NULL;
    *(hall->newest ? &hall->newest->newer : &hall->oldest) = table;
    hall->newest = table;
}

void
table_used(struct table *table)
{
    table->used_at = hall_now(table->hall);
    leave_order(table);
    be_newest(table);
}

/* Takes a table out of memory. Nobody may be at it. */
void
table_close(struct hall *hall, struct table *table)
{
    struct table **at = &hall->tables[bucket_of(table->row.id)];

    while (*at != table)
        at = &(*at)->next;
    *at = table->next;
    leave_order(table);
    if (table->announced)
        store_present(hall->host.store, table->row.id, 0);
    if (table->claim && !hall->draining)
        store_release(hall->host.store, table->row.id, table->claim);
    hall->table_count--;
    table_no_alarm(table);
    unstir(table);
    while (table->queue) {
        struct ask *ask = table->queue;

        table->queue = ask->next;
        ask_destroy(ask);
    }
    ask_destroy(table->committing);
    match_destroy(table->match);
    free(table);
}

void
table_turn_out(struct hall *hall, struct table *table, const char *why)
{
    while (table->visitors) {
        struct visitor *v = table->visitors;

        table->visitors = v->beside;
        visitor_opens(v, 0);
        v->table = NULL;
        v->since = hall_now(hall);
        if (why)
            hall->host.close(hall->host.self, v->id, HALL_BYE_GOING, why);
    }
}

void
table_be_gone(struct hall *hall, struct table *table)
{
    table_forget_bot(table);
    table_turn_out(hall, table, "this table was deleted");
    while (table->queue) {
        struct ask *ask = table->queue;

        table->queue = ask->next;
        ask_refuse_and_end(hall, ask, API_NOT_FOUND, "there is no such table");
    }
    table_close(hall, table);
}

static bool
is_idle(const struct table *table)
{
    return !table->committing && !table->queue && !table->visitors && table->bot == BOT_IDLE;
}

void
tables_let_go(struct hall *hall, uint64_t patience)
{
    uint64_t now = hall_now(hall);

    for (int i = 0; i < BUCKETS; i++) {
        struct table *next;

        for (struct table *table = hall->tables[i]; table; table = next) {
            next = table->next;
            if (is_idle(table) && now - table->used_at >= patience)
                table_close(hall, table);
        }
    }
}

/* Lets go of one table, to make room for another. A few are looked at each time: those in use go to the end, so
 * that the next call looks at others. If all are in use, there is one more in memory. */
static void
make_room(struct hall *hall)
{
    for (int i = 0; i < EXAMINED && hall->table_count >= TABLES_MOST; i++) {
        struct table *table = hall->oldest;

        if (is_idle(table)) {
            table_close(hall, table);
            return;
        }
        leave_order(table);
        be_newest(table);
    }
}

/* Whether it is an old table that is being removed; it is not to be taken into memory any more. */
static bool
is_going(const struct hall *hall, const char *id)
{
    for (int i = 0; i < hall->going_count; i++) {
        if (strcmp(hall->going[i], id) == 0)
            return true;
    }
    return false;
}

/* Whoever has the link of a damaged table may ask for it as often as they like. So each is told once in a minute, but
 * for another reason at once, and all of them a few times. */
static bool
is_news(struct hall *hall, const char *id, const struct oops *why)
{
    uint64_t now = hall_now(hall);
    struct unloaded *place = NULL;

    for (int i = 0; i < UNLOADED_TOLD; i++) {
        struct unloaded *one = &hall->unloaded[i];

        if (one->until <= now)
            place = one;
        else if (strcmp(one->id, id) == 0 && strcmp(one->why.text, why->text) == 0)
            return false;
    }
    if (!place)
        return false;
    strcpy(place->id, id);
    place->why = *why;
    place->until = now + UNLOADED_MS;
    return true;
}

static void
say_unloaded(struct hall *hall, const char *id, const struct oops *why)
{
    if (!store_is_away(hall->host.store) && is_news(hall, id, why))
        hall_say(hall, HALL_ERROR, "load", "table %s: %s", id, why->text);
}

struct table *
table_find(struct hall *hall, const char *id, struct oops *why)
{
    struct table *table = table_in_memory(hall, id);
    struct store_table row;
    struct store_action *actions;
    int count;
    bool fine;

    why->text[0] = 0;
    if (table)
        goto found;
    if (is_going(hall, id))
        return NULL;
    table = calloc(1, sizeof *table);
    if (!table) {
        strcpy(why->text, "there is not enough memory");
        return NULL;
    }
    if (!store_load(hall->host.store, id, &row, &actions, &count, why)) {
        if (why->text[0])
            say_unloaded(hall, id, why);
        free(table);
        return NULL;
    }
    table->hall = hall;
    fine = table_restore(table, &row, actions, count);
    free(actions);
    if (!fine) {
        strcpy(why->text, "this table was stored by another version of the program");
        say_unloaded(hall, id, why);
        free(table);
        return NULL;
    }
    make_room(hall);
    table->next = hall->tables[bucket_of(id)];
    hall->tables[bucket_of(id)] = table;
    hall->table_count++;
    be_newest(table);
    table_stir(table);
found:
    table_used(table);
    return table;
}
