/* SPDX-License-Identifier: MIT
 * live.c -- the WebSocket side of docs/protocol.md: who watches which table, and acts there. */
#include "server_parts.h"

#include <stdlib.h>
#include <string.h>

static struct visitor **
place_of(struct server *server, net_id id)
{
    struct visitor **at = &server->visitors[(id >> 16 ^ id) % BUCKETS];

    while (*at && (*at)->id != id)
        at = &(*at)->next;
    return at;
}

void
live_on_open(void *self, net_id id, const char *address)
{
    struct server *server = self;
    struct visitor *v = calloc(1, sizeof *v);
    struct visitor **at = place_of(server, id);

    if (!v) {
        server->net->close(server->net, id, NET_BYE_LATER, "there is not enough memory");
        return;
    }
    v->id = id;
    strncpy(v->address, address, sizeof v->address - 1);
    *at = v;
}

/* Takes a visitor away from its table; the others see if a seat is no longer watched. */
static void
leave(struct server *server, struct visitor *v)
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
    v->table = NULL;
    v->seats = 0;
    table->used_at = uv_now(server->loop);
    if (table_online(table) != before)
        tell_table(server, table);
}

void
live_on_close(void *self, net_id id)
{
    struct server *server = self;
    struct visitor **at = place_of(server, id), *v = *at;

    if (!v)
        return; /* an HTTP request whose asker has left: its answer will be dropped */
    *at = v->next;
    leave(server, v);
    free(v);
}

static void
say_error(struct server *server, net_id id, const char *code, const char *sentence)
{
    char buf[1024];
    struct text t = text_in(buf, sizeof buf);

    json_open(&t, '{');
    json_key_text(&t, "op", "error");
    json_key_text(&t, "code", code);
    json_key_text(&t, "error", sentence);
    json_close(&t, '}');
    server->net->send(server->net, id, t.at, t.len);
}

static bool
read_tokens(const json_t *list, struct tokens *out)
{
    *out = (struct tokens){0};
    if (!list)
        return true;
    if (!json_is_array(list) || json_array_size(list) > ASK_TOKENS)
        return false;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *token = json_array_get(list, i);

        if (!json_is_string(token))
            return false;
        if (!secret_hash(json_string_value(token), json_string_length(token),
                         out->hash[out->count]))
            memset(out->hash[out->count], 0xff, SECRET_HASH);
        out->count++;
    }
    return true;
}

/* A visitor sits down: the whole table for it, and for the others if a seat is now watched. */
static void
sit(struct server *server, struct visitor *v, struct table *table)
{
    game_seats before = table_online(table);

    v->table = table;
    v->seats = table_seats_of(&table->row, &v->tokens);
    v->beside = table->visitors;
    table->visitors = v;
    table_heard(table, v->seats);
    if ((before | v->seats) != before)
        tell_table(server, table);
    else
        tell_newcomer(server, table, v);
}

static void
watch(struct server *server, struct visitor *v, const json_t *message)
{
    const json_t *name = json_object_get(message, "table");
    struct tokens tokens;
    struct table *table;
    struct oops why = {""};

    if (!json_is_string(name) || !read_tokens(json_object_get(message, "tokens"), &tokens)) {
        say_error(server, v->id, "bad_request",
                  "watch needs \"table\", and \"tokens\" as a list of at most 8 texts");
        return;
    }
    table = secret_id_is_one(json_string_value(name), json_string_length(name))
                ? table_find(server, json_string_value(name), &why)
                : NULL;
    if (!table) {
        say_error(server, v->id, why.text[0] ? "busy" : "not_found",
                  why.text[0] ? why.text : "there is no such table");
        return;
    }
    leave(server, v);
    v->tokens = tokens;
    sit(server, v, table);
}

/* Acts, which waits for its turn at the table; or tries or asks for a hint, which do not. */
static void
act(struct server *server, struct visitor *v, json_t *message, ask_step run)
{
    struct ask *ask = calloc(1, sizeof *ask);
    json_t *id = json_object_get(message, "id");

    if (!ask) {
        say_error(server, v->id, "busy", "there is not enough memory");
        return;
    }
    ask->to = v->id;
    ask->live = true;
    ask->run = run;
    ask->tokens = v->tokens;
    memcpy(ask->address, v->address, sizeof ask->address);
    ask->body = json_incref(message);
    ask->id = json_is_integer(id) || (json_is_string(id) && json_string_length(id) <= 64)
                  ? json_incref(id)
                  : NULL;
    if (v->table) {
        v->table->used_at = uv_now(server->loop);
        if (run == act_run)
            table_ask(server, v->table, ask);
        else
            run(server, v->table, ask);
        return;
    }
    ask_refuse(server, ask, API_CONFLICT, "watch a table first");
    ask_destroy(ask);
}

void
live_on_message(void *self, net_id id, const char *text, size_t len)
{
    struct server *server = self;
    struct visitor *v = *place_of(server, id);
    json_t *message;
    const char *op;

    if (!v)
        return;
    message = json_loadb(text, len, JSON_REJECT_DUPLICATES, NULL);
    op = json_string_value(json_object_get(message, "op"));
    if (!json_is_object(message))
        say_error(server, id, "bad_request", "a message must be a JSON object");
    else if (op && strcmp(op, "ping") == 0)
        server->net->send(server->net, id, "{\"op\":\"pong\"}", 13);
    else if (op && strcmp(op, "watch") == 0)
        watch(server, v, message);
    else if (op && strcmp(op, "act") == 0)
        act(server, v, message, act_run);
    else if (op && strcmp(op, "try") == 0)
        act(server, v, message, act_try);
    else if (op && strcmp(op, "hint") == 0)
        act(server, v, message, study_hint);
    else
        say_error(server, id, "bad_request", "\"op\" must be watch, act, try, hint or ping");
    json_decref(message);
}

void
live_say_closing(struct server *server)
{
    for (int i = 0; i < BUCKETS; i++) {
        for (const struct visitor *v = server->visitors[i]; v; v = v->next) {
            server->net->send(server->net, v->id, "{\"op\":\"closing\"}", 16);
            server->net->close(server->net, v->id, NET_BYE_GOING,
                               "the server is shutting down");
        }
    }
}
