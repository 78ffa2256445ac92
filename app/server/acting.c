/* SPDX-License-Identifier: MIT
 * acting.c -- a seat acts; and those who look on are told what is now so. */
#include "server_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record.h"

/* ---- telling ---- */

void
view_of_table(struct text *t, const struct table *table, game_seats readers, int seq)
{
    const struct match *match = table->match;
    struct game_event events[GAMES_MAX_EVENTS];
    struct game_log log = {.at = events, .room = GAMES_MAX_EVENTS};
    union games_state before, state;
    char action[GAME_TEXT_ROOM] = "";
    struct view_step step = {.seq = seq - 1, .action = action, .events = events};

    match_at(match, seq, &state, &log);
    if (seq > 0) {
        match_at(match, seq - 1, &before, NULL);
        step.seat = match->log[seq - 1].seat;
        step.count = log.count;
        table->game->write_action(&before, match->log[seq - 1].action, action, sizeof action);
    }
    json_view(t, &(struct view){.game = table->game,
                                .state = &state,
                                .seq = seq,
                                .last = match->count,
                                .seats = match->seats,
                                .readers = readers,
                                .step = seq > 0 ? &step : NULL});
}

/* Calls `write` once for each different set of seats that is watching, and sends what it wrote. */
static void
tell(struct server *server, struct table *table, int seq,
     void (*write)(struct server *server, struct text *t, struct table *table,
                   game_seats readers, int seq))
{
    bool told[1u << GAME_MAX_SEATS] = {false};

    for (const struct visitor *v = table->visitors; v; v = v->beside) {
        struct page page;

        if (told[v->seats])
            continue;
        told[v->seats] = true;
        if (!page_open(&page, TABLE_ROOM + VIEW_ROOM + 256))
            return;
        write(server, &page.t, table, v->seats, seq);
        for (const struct visitor *w = v; w; w = w->beside) {
            if (w->seats == v->seats)
                server->net->send(server->net, w->id, page.at, page.t.len);
        }
        page_close(&page);
    }
}

static void
write_table(struct server *server, struct text *t, struct table *table, game_seats readers,
            int seq)
{
    json_open(t, '{');
    json_key(t, "op");
    json_text(t, "table");
    json_key(t, "table");
    json_table(server, t, &table->row);
    json_key(t, "view");
    if (table->row.status == STORE_WAITING)
        json_literal(t, "null");
    else
        view_of_table(t, table, readers, seq);
    json_close(t, '}');
}

static void
write_step(struct server *server, struct text *t, struct table *table, game_seats readers,
           int seq)
{
    (void)server;
    json_open(t, '{');
    json_key(t, "op");
    json_text(t, "step");
    json_key(t, "table");
    json_text(t, table->row.id);
    json_key(t, "view");
    view_of_table(t, table, readers, seq);
    json_close(t, '}');
}

void
tell_table(struct server *server, struct table *table)
{
    tell(server, table, table->match->count, write_table);
}

void
tell_turn(struct server *server, struct table *table, int from, int to)
{
    for (int seq = from + 1; seq <= to; seq++)
        tell(server, table, seq, write_step);
    if (table->row.status == STORE_OVER)
        tell_table(server, table);
}

/* ---- acting ---- */

static void
answer_act(struct server *server, const struct ask *ask, int seq, int applied)
{
    char buf[512];
    struct page page = {.at = buf, .room = sizeof buf, .t = text_in(buf, sizeof buf)};

    ask_begin(ask, &page.t);
    json_key(&page.t, "seq");
    json_int(&page.t, seq);
    json_key(&page.t, "applied");
    json_int(&page.t, applied);
    json_close(&page.t, '}');
    ask_answer(server, ask, 200, &page);
}

static void
acted(struct server *server, struct table *table, struct ask *ask)
{
    int first = ask->turn->first;

    answer_act(server, ask, match_after(table->match, first), first);
    tell_turn(server, table, first, first + ask->turn->count);
}

/* "bid:9, bid:12 or pass": of this seat only, since what others may do can be a secret. */
static void
name_legal(const struct table *table, int seat, char *buf, size_t room)
{
    enum { SHOWN = 10 };
    game_action legal[GAMES_MAX_ACTIONS];
    int count = table->game->actions(&table->match->state, seat, legal);
    int shown = count < SHOWN ? count : SHOWN;
    size_t length = 0;

    buf[0] = 0;
    for (int i = 0; i < shown && length < room; i++) {
        char text[GAME_TEXT_ROOM];
        const char *before = i == 0 ? "" : i == count - 1 ? " or " : ", ";

        table->game->write_action(&table->match->state, legal[i], text, sizeof text);
        length += (size_t)snprintf(buf + length, room - length, "%s%s", before, text);
    }
    if (shown < count && length < room)
        snprintf(buf + length, room - length, ", ... (%d in all)", count);
}

static void
refuse_act(struct server *server, const struct table *table, const struct ask *ask,
           enum match_err err, const char *action)
{
    char legal[400];

    switch (err) {
    case MATCH_OK:
    case MATCH_REPEAT:
        break;
    case MATCH_STALE:
        ask_refuse(server, ask, API_STALE, "the table has moved on: its newest moment is %d",
                   table->match->count);
        break;
    case MATCH_NOT_YOU:
        if (match_is_over(table->match))
            ask_refuse(server, ask, API_ILLEGAL, "the game is over");
        else
            ask_refuse(server, ask, API_ILLEGAL, "it is not the turn of seat %d", ask->seat);
        break;
    case MATCH_ILLEGAL:
    case MATCH_FORMAT:
        name_legal(table, ask->seat, legal, sizeof legal);
        ask_refuse(
            server, ask, API_ILLEGAL, "%s is %s: seat %d may choose %s", quote(action).text,
            err == MATCH_FORMAT ? "no action of the game" : "not legal now", ask->seat, legal);
        break;
    case MATCH_MEMORY:
        ask_refuse(server, ask, API_BUSY, "there is not enough memory");
        break;
    }
}

/* Characters of valid UTF-8: all bytes but those that continue one. */
static size_t
characters(const char *text)
{
    size_t count = 0;

    for (; *text; text++)
        count += ((unsigned char)*text & 0xc0) != 0x80;
    return count;
}

static bool
read_act(const struct ask *ask, long long *seat, long long *seq, const char **action,
         const char **key)
{
    const json_t *text = json_object_get(ask->body, "action"),
                 *name = json_object_get(ask->body, "key");

    *action = json_string_value(text);
    *key = json_string_value(name);
    return json_whole(json_object_get(ask->body, "seat"), seat) && *seat >= 0 &&
           *seat < GAME_MAX_SEATS && json_whole(json_object_get(ask->body, "seq"), seq) &&
           *seq >= 0 && *seq <= 1000000 && *action &&
           json_string_length(text) < GAME_TEXT_ROOM && *key && characters(*key) >= 1 &&
           characters(*key) <= 64;
}

/* False, answered, unless the seat is among those whose token was shown. */
static bool
may_act(struct server *server, const struct table *table, const struct ask *ask, long long seat)
{
    if (table_seats_of(&table->row, &ask->tokens) >> seat & 1)
        return true;
    if (ask->tokens.count == 0)
        ask_refuse(server, ask, API_NO_TOKEN, "to act for a seat needs its token");
    else
        ask_refuse(server, ask, API_FORBIDDEN, "the token shown is not that of seat %lld",
                   seat);
    return false;
}

void
act_run(struct server *server, struct table *table, struct ask *ask)
{
    long long seat, seq;
    const char *action, *key;
    uint64_t seed;
    int repeated;
    enum match_err err;

    if (!read_act(ask, &seat, &seq, &action, &key)) {
        ask_refuse(
            server, ask, API_BAD_REQUEST,
            "an action needs \"seat\" and \"seq\" (whole numbers), \"action\" (its text) and \"key\" "
            "(any text of 1 to 64 characters, new for each action)");
        goto end;
    }
    if (!may_act(server, table, ask, seat))
        goto end;
    if (table->row.status == STORE_WAITING) {
        ask_refuse(server, ask, API_CONFLICT, "the game has not started");
        goto end;
    }
    ask->seat = (int)seat;
    ask->turn = malloc(sizeof *ask->turn);
    err = ask->turn && secret_seed(&seed)
              ? match_propose(table->match, (int)seat, (int)seq, action, key, seed, ask->turn,
                              &repeated)
              : MATCH_MEMORY;
    if (err == MATCH_OK) {
        ask->done = acted;
        table_commit(server, table, ask, NULL);
        return;
    }
    if (err == MATCH_REPEAT)
        answer_act(server, ask, match_after(table->match, repeated), repeated);
    else
        refuse_act(server, table, ask, err, action);
end:
    ask_destroy(ask);
}
