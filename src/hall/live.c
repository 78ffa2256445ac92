/* SPDX-License-Identifier: MIT
 * live.c -- the WebSocket side of docs/protocol.md: who watches which table, and acts there. */
#include "hall_parts.h"

#include <stdlib.h>
#include <string.h>

static struct visitor **
place_of(struct hall *hall, hall_who id)
{
    struct visitor **at = &hall->visitors[(id >> 16 ^ id) % BUCKETS];

    while (*at && (*at)->id != id)
        at = &(*at)->next;
    return at;
}

void
live_open(struct hall *hall, hall_who id, const char *address)
{
    struct visitor *v = calloc(1, sizeof *v);
    struct visitor **at = place_of(hall, id);

    if (!v) {
        hall->host.close(hall->host.self, id, HALL_BYE_LATER, "there is not enough memory");
        return;
    }
    if (is_banned(hall, STORE_BAN_ADDRESS, address)) {
        hall->host.close(hall->host.self, id, HALL_BYE_BANNED, ban_sentence);
        free(v);
        return;
    }
    v->id = id;
    v->since = hall_now(hall);
    strncpy(v->address, address, sizeof v->address - 1);
    *at = v;
}

/* Takes a visitor away from its table; the others see if a seat is no longer watched. */
static void
leave(struct hall *hall, struct visitor *v)
{
    struct table *table = v->table;
    struct visitor **at;
    game_seats before;

    if (!table)
        return;
    before = table_online(table);
    table_heard(table, v->seats);
    for (at = &table->visitors; *at != v; at = &(*at)->beside)
        ;
    *at = v->beside;
    visitor_opens(v, 0);
    v->table = NULL;
    v->since = hall_now(hall);
    table_used(table);
    table_announce(table);
    if (table_online(table) != before)
        tell_table(hall, table);
}

void
live_close(struct hall *hall, hall_who id)
{
    struct visitor **at = place_of(hall, id), *v = *at;

    if (!v)
        return; /* an HTTP request whose asker has left: its answer will be dropped */
    *at = v->next;
    leave(hall, v);
    free(v);
}

static void
say_error(struct hall *hall, hall_who id, const char *code, const char *sentence)
{
    char buf[1024];
    struct text t = text_in(buf, sizeof buf);

    json_open(&t, '{');
    json_key_text(&t, "op", "error");
    json_key_text(&t, "code", code);
    json_key_text(&t, "error", sentence);
    json_close(&t, '}');
    hall->host.send(hall->host.self, id, t.at, t.len);
}

static bool
read_tokens(const struct hall *hall, const struct json *list, struct tokens *out)
{
    *out = (struct tokens){0};
    if (!list)
        return true;
    if (!is_kind(list, JSON_KIND_LIST) || json_count(list) > ASK_TOKENS)
        return false;
    for (const struct json *e = json_first(list); e; e = json_next(list, e)) {
        const char *token = json_as_text(e);

        if (!token)
            return false;
        if (!secret_hash(hall, token, strlen(token), out->hash[out->count]))
            memset(out->hash[out->count], 0xff, SECRET_HASH);
        out->count++;
    }
    account_resolve(hall, out);
    return true;
}

/* A visitor sits down: the whole table for it, and for the others if a seat is now watched. */
static void
sit(struct hall *hall, struct visitor *v, struct table *table)
{
    game_seats before = table_online(table);

    v->table = table;
    visitor_opens(v, table_seats_of(&table->row, &v->tokens));
    v->beside = table->visitors;
    table->visitors = v;
    table_heard(table, v->seats);
    table_announce(table);
    if ((before | v->seats) != before)
        tell_table(hall, table);
    else
        tell_newcomer(hall, table, v);
}

static void
watch(struct hall *hall, struct visitor *v, const struct json *message)
{
    const char *name = json_as_text(json_member(message, "table"));
    struct tokens tokens;
    struct table *table;
    struct oops why = {""};

    if (!name || !read_tokens(hall, json_member(message, "tokens"), &tokens)) {
        say_error(hall, v->id, "bad_request",
                  "watch needs \"table\", and \"tokens\" as a list of at most 8 texts");
        return;
    }
    table = secret_id_is_one(hall, name, strlen(name)) ? table_visit(hall, name, &why) : NULL;
    if (!table) {
        say_error(hall, v->id, why.text[0] ? "busy" : "not_found",
                  why.text[0] ? why.text : "there is no such table");
        return;
    }
    table_stir(table);
    leave(hall, v);
    v->tokens = tokens;
    sit(hall, v, table);
}

/* A whole number, or a text of at most 64 bytes, is echoed; anything else is not. */
static void
read_id(const struct json *id, char out[ASK_ID_ROOM])
{
    struct text t = text_in(out, ASK_ID_ROOM);
    const char *string = json_as_text(id);
    long long number;

    if (json_as_int(id, &number))
        json_int(&t, number);
    else if (string && strlen(string) <= 64)
        json_text(&t, string);
}

/* Acts, which waits for its turn at the table; or tries or asks for a hint, which do not. The message's storage
 * becomes the ask's. */
static void
act(struct hall *hall, struct visitor *v, struct document *message, ask_step run)
{
    struct ask *ask = calloc(1, sizeof *ask);

    if (!ask) {
        say_error(hall, v->id, "busy", "there is not enough memory");
        return;
    }
    ask->to = v->id;
    ask->live = true;
    ask->run = run;
    ask->tokens = v->tokens;
    memcpy(ask->address, v->address, sizeof ask->address);
    ask->document = *message;
    ask->body = message->root;
    *message = (struct document){0};
    read_id(json_member(ask->body, "id"), ask->id);
    if (account_shown(&ask->tokens) && !account_may_ask(hall, account_shown(&ask->tokens))) {
        ask_refuse_and_end(hall, ask, API_TOO_MANY, "a bot account may ask less in a second");
        return;
    }
    if (v->table) {
        table_used(v->table);
        if (run == act_run)
            table_ask(hall, v->table, ask);
        else
            run(hall, v->table, ask);
        return;
    }
    ask_refuse(hall, ask, API_CONFLICT, "watch a table first");
    ask_destroy(ask);
}

void
live_message(struct hall *hall, hall_who id, const char *text, size_t len)
{
    struct visitor *v = *place_of(hall, id);
    struct document document = {0};
    const struct json *message, *op;

    if (!v)
        return;
    message = document_read(&document, text, len, NULL);
    op = json_member(message, "op");
    if (!is_kind(message, JSON_KIND_OBJECT))
        say_error(hall, id, "bad_request", "a message must be a JSON object");
    else if (json_is(op, "ping"))
        hall->host.send(hall->host.self, id, "{\"op\":\"pong\"}", 13);
    else if (json_is(op, "watch"))
        watch(hall, v, message);
    else if (json_is(op, "act"))
        act(hall, v, &document, act_run);
    else if (json_is(op, "try"))
        act(hall, v, &document, act_try);
    else if (json_is(op, "hint"))
        act(hall, v, &document, study_hint);
    else
        say_error(hall, id, "bad_request", "\"op\" must be watch, act, try, hint or ping");
    document_finish(&document);
}

void
live_let_go(struct hall *hall)
{
    uint64_t now = hall_now(hall), patience = (uint64_t)hall->options.idle;

    if (patience == 0)
        return;
    for (int i = 0; i < BUCKETS; i++) {
        for (const struct visitor *v = hall->visitors[i]; v; v = v->next) {
            if (!v->table && now - v->since >= patience)
                hall->host.close(hall->host.self, v->id, HALL_BYE_IDLE, "no table was watched");
        }
    }
}

void
live_say_closing(struct hall *hall, const char *why)
{
    for (int i = 0; i < BUCKETS; i++) {
        for (const struct visitor *v = hall->visitors[i]; v; v = v->next) {
            hall->host.send(hall->host.self, v->id, "{\"op\":\"closing\"}", 16);
            hall->host.close(hall->host.self, v->id, HALL_BYE_GOING, why);
        }
    }
}

void
live_destroy(struct hall *hall)
{
    for (int i = 0; i < BUCKETS; i++) {
        while (hall->visitors[i]) {
            struct visitor *v = hall->visitors[i];

            hall->visitors[i] = v->next;
            if (v->table)
                v->table->visitors = NULL;
            free(v);
        }
    }
}
