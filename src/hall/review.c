/* SPDX-License-Identifier: MIT
 * review.c -- reviews: all steps of a table, its record, and records from elsewhere. */
#include "hall_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "match_json.h"
#include "moves.h"
#include "record.h"

static void
answer_grown(struct hall *hall, const struct ask *ask,
             void (*write)(struct text *t, const void *arg), const void *arg)
{
    size_t len;
    char *at = document_written(write, arg, &len);
    struct hall_reply reply = {
        .status = 200, .type = "application/json", .body = at, .len = len};

    if (at)
        hall->host.reply(hall->host.self, ask->to, &reply);
    else
        ask_refuse(hall, ask, API_BUSY, "there is not enough memory");
    free(at);
}

/* ---- the log of a table ---- */

struct log_of {
    const struct table *table;
    game_seats readers;
};

static void
write_log(struct text *t, const void *arg)
{
    const struct log_of *log_of = arg;
    const struct match *match = log_of->table->match;

    json_open(t, '{');
    json_key_bool(t, "ok", true);
    json_key(t, "steps");
    json_match_steps(t, match, log_of->readers, 0, match->moment);
    json_close(t, '}');
}

void
review_log(struct hall *hall, struct table *table, struct ask *ask)
{
    struct log_of log_of = {table, table_seats_of(&table->row, &ask->tokens)};

    answer_grown(hall, ask, write_log, &log_of);
    ask_destroy(ask);
}

/* ---- the record of a table ---- */

bool
list_actions(const struct match *match, struct action_list *out)
{
    union games_state state = match->start;

    for (int i = 0; i < match->count; i++) {
        struct move move;

        moves_write(match->game, &state, match->log[i].seat, match->log[i].action, &move);
        if (!action_list_add(out, move.text) ||
            match->game->apply(&state, match->log[i].seat, match->log[i].action, NULL) !=
                GAME_OK)
            return false;
    }
    return true;
}

static bool
somebody_left(const struct store_table *row)
{
    for (int i = 0; i < row->players; i++) {
        if (row->seats[i].person[0])
            return true;
    }
    return false;
}

static void
write_meta(struct text *t, const void *of)
{
    const struct store_table *row = of;
    char date[24];

    write_date(row->created, date);
    date[10] = 0;
    json_open(t, '{');
    json_key_text(t, "date", date);
    json_key_text(t, "table", row->id);
    json_key_open(t, "bots", '[');
    for (int i = 0; i < row->players; i++)
        json_text(t, row->seats[i].bot[0] ? row->seats[i].bot : "human");
    json_close(t, ']');
    if (somebody_left(row)) {
        json_key_open(t, "left", '{'); /* who began in a seat in which a bot ended */
        for (int i = 0; i < row->players; i++) {
            char seat[2] = {(char)('0' + i), 0};

            if (row->seats[i].person[0])
                json_key_text(t, seat, row->seats[i].person);
        }
        json_close(t, '}');
    }
    json_close(t, '}');
}

/* The record's line with a line feed, on the heap; NULL without memory. */
static char *
record_of(const struct table *table, size_t *len)
{
    const char *names[STORE_SEATS];
    struct action_list actions = {0};
    char *line = NULL, *whole;

    for (int i = 0; i < table->row.players; i++)
        names[i] = table->row.seats[i].kind == STORE_OPEN ? "open" : table->row.seats[i].name;
    if (list_actions(table->match, &actions))
        line = record_line(&(struct record_text){.game = table->game,
                                                 .state = &table->match->state,
                                                 .seats = table->row.players,
                                                 .names = names,
                                                 .actions = &actions,
                                                 .meta = write_meta,
                                                 .meta_of = &table->row});
    action_list_finish(&actions);
    *len = line ? strlen(line) + 1 : 0;
    whole = line ? realloc(line, *len + 1) : NULL;
    if (whole)
        memcpy(whole + *len - 1, "\n", 2);
    else
        free(line);
    return whole;
}

void
answer_record(struct hall *hall, struct table *table, struct ask *ask)
{
    char filename[64];
    size_t len;
    char *text = record_of(table, &len);

    if (text) {
        snprintf(filename, sizeof filename, "%s-%s.jsonl", table->row.game, table->row.id);
        hall->host.reply(hall->host.self, ask->to,
                         &(struct hall_reply){.status = 200,
                                              .type = "application/x-ndjson",
                                              .body = text,
                                              .len = len,
                                              .filename = filename});
    } else {
        ask_refuse(hall, ask, API_BUSY, "there is not enough memory");
    }
    free(text);
    ask_destroy(ask);
}

void
review_record(struct hall *hall, struct table *table, struct ask *ask)
{
    if (match_has_secrets(table->match)) { /* the record would tell them */
        ask_refuse(hall, ask, API_CONFLICT,
                   "this game has secrets; its record can be had when it is over");
        ask_destroy(ask);
        return;
    }
    answer_record(hall, table, ask);
}

/* ---- a record from elsewhere ---- */

struct replay_of {
    const struct json *record;
    size_t at;
    bool steps;
    game_seats readers;
};

/* Applies the next action of a record. Sealed actions are open to whoever has the record,
 * and "2/offer:7" is shown as "offer:7", since the seat is told apart. */
static bool
replay_step(struct record *r, struct view_step *step, struct game_event *events)
{
    struct game_log log = {.at = events, .room = GAMES_MAX_EVENTS};
    const char *text = json_as_text(r->next);
    struct refusal why;
    struct move move;

    step->seq = (int)r->step;
    if (moves_read(r->game, &r->state, text, &move) != GAME_OK || !record_step(r, &log, &why))
        return false;
    step->seat = move.seat;
    step->action = text[1] == '/' ? text + 2 : text;
    step->events = events;
    step->count = log.count;
    step->open = true;
    return true;
}

static void
write_replay(struct text *t, const void *arg)
{
    const struct replay_of *replay = arg;
    struct record r;
    struct refusal why;
    struct game_event events[GAMES_MAX_EVENTS] = {{0}}, kept[GAMES_MAX_EVENTS];
    struct view_step step = {0}, here = {0};
    union games_state state;

    if (!record_open(&r, replay->record, &why))
        return; /* cannot be: it was replayed before */
    state = r.state;
    json_open(t, '{');
    json_key_bool(t, "ok", true);
    if (replay->steps) {
        json_key_open(t, "steps", '[');
    }
    while (r.next && replay_step(&r, &step, events)) {
        if (replay->steps)
            json_step(t, r.game, replay->readers, &step);
        if (r.step == replay->at) {
            state = r.state;
            here = step;
            here.events = memcpy(kept, events, sizeof kept);
        }
    }
    if (replay->steps)
        json_close(t, ']');
    json_key_open(t, "players", '[');
    for (int i = 0; i < r.seats; i++)
        json_text(t, record_player(&r, i));
    json_close(t, ']');
    json_key(t, "view");
    json_view(t, &(struct view){.game = r.game,
                                .state = &state,
                                .seq = (int)replay->at,
                                .last = (int)r.actions,
                                .seats = r.seats,
                                .readers = replay->readers,
                                .step = replay->at > 0 ? &here : NULL});
    json_close(t, '}');
}

/* With whose eyes: "seats", a list of seats of the record, or nobody's. */
static bool
read_readers(const struct json *list, int seats, game_seats *out)
{
    *out = 0;
    if (!list)
        return true;
    for (const struct json *e = json_first(list); e; e = json_next(list, e)) {
        long long seat;

        if (!json_as_whole(e, &seat) || seat < 0 || seat >= seats)
            return false;
        *out = (game_seats)(*out | 1u << seat);
    }
    return is_kind(list, JSON_KIND_LIST);
}

void
review_replay(struct hall *hall, struct ask *ask)
{
    struct replay_of replay = {.record = json_member(ask->body, "record")};
    const struct json *at = json_member(ask->body, "at"),
                      *steps = json_member(ask->body, "steps");
    struct record r;
    struct refusal why;
    long long moment;

    if (!is_kind(replay.record, JSON_KIND_OBJECT)) {
        ask_refuse(hall, ask, API_BAD_REQUEST,
                   "\"record\" must be a record: an object of khepri-record/1");
    } else if (!record_replay(&r, replay.record, &why)) {
        ask_refuse(hall, ask, API_BAD_REQUEST, "%s", why.text);
    } else if ((steps && !is_kind(steps, JSON_KIND_BOOL)) ||
               (at &&
                (!json_as_whole(at, &moment) || moment < 0 || moment > (long long)r.actions))) {
        ask_refuse(
            hall, ask, API_BAD_REQUEST,
            "\"at\" must be a moment of the record, 0 to %zu, and \"steps\" true or false",
            r.actions);
    } else if (!read_readers(json_member(ask->body, "seats"), r.seats, &replay.readers)) {
        ask_refuse(hall, ask, API_BAD_REQUEST,
                   "\"seats\" must be a list of seats of the record, 0 to %d", r.seats - 1);
    } else {
        replay.at = at ? (size_t)moment : r.actions;
        replay.steps = json_is_yes(steps);
        answer_grown(hall, ask, write_replay, &replay);
    }
    ask_destroy(ask);
}
