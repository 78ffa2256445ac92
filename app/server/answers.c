/* SPDX-License-Identifier: MIT
 * answers.c -- what goes out to whoever asked, by HTTP or WebSocket; and a table as JSON. */
#include "server_parts.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const struct {
    int status;
    const char *name;
} codes[] = {
#define X(id, status, name) {status, name},
    API_CODES(X)
#undef X
};

bool
page_open(struct page *page, size_t room)
{
    page->at = malloc(room);
    page->room = room;
    if (page->at)
        page->t = text_in(page->at, room);
    return page->at;
}

void
page_close(struct page *page)
{
    free(page->at);
    page->at = NULL;
}

char *
page_grown(void (*write)(struct text *t, const void *arg), const void *arg, size_t *len)
{
    for (size_t room = 64 * 1024; room <= (size_t)64 * 1024 * 1024; room *= 2) {
        char *at = malloc(room);
        struct text t;

        if (!at)
            return NULL;
        t = text_in(at, room);
        write(&t, arg);
        if (text_length(&t) >= 0) {
            *len = t.len;
            return at;
        }
        free(at);
    }
    return NULL;
}

static void
echo_id(struct text *t, const json_t *id)
{
    if (json_is_integer(id)) {
        json_key_int(t, "id", json_integer_value(id));
    } else if (json_is_string(id)) {
        json_key_text(t, "id", json_string_value(id));
    }
}

static void
begin(const struct ask *ask, struct text *t, const char *ok)
{
    json_open(t, '{');
    if (ask->live) {
        json_key_text(t, "op", "reply");
        echo_id(t, ask->id);
    }
    json_key_literal(t, "ok", ok);
}

void
ask_begin(const struct ask *ask, struct text *t)
{
    begin(ask, t, "true");
}

void
ask_answer(struct server *server, const struct ask *ask, int status, const struct page *page)
{
    struct net_reply reply = {.status = status,
                              .type = "application/json",
                              .body = page->at,
                              .body_len = page->t.len};

    if (text_length(&page->t) < 0)
        journal_say(&server->options.journal, JOURNAL_ERROR, "answer",
                    "an answer was longer than its room");
    if (!ask->to)
        return;
    if (ask->live)
        server->net->send(server->net, ask->to, page->at, page->t.len);
    else
        server->net->reply(server->net, ask->to, &reply);
}

void
ask_refuse(struct server *server, const struct ask *ask, enum api_code code, const char *format,
           ...)
{
    char sentence[REFUSAL_ROOM];
    char buf[6 * REFUSAL_ROOM + 512];
    struct page page = {.at = buf, .room = sizeof buf, .t = text_in(buf, sizeof buf)};
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    begin(ask, &page.t, "false");
    json_key(&page.t, "error");
    json_text(&page.t, sentence);
    json_key(&page.t, "code");
    json_text(&page.t, codes[code].name);
    json_close(&page.t, '}');
    ask_answer(server, ask, codes[code].status, &page);
}

void
ask_refuse_and_end(struct server *server, struct ask *ask, enum api_code code,
                   const char *sentence)
{
    ask_refuse(server, ask, code, "%s", sentence);
    ask_destroy(ask);
}

void
refuse_http(struct server *server, net_id to, enum api_code code, const char *allow,
            const char *sentence)
{
    char buf[1024];
    struct text t = text_in(buf, sizeof buf);
    struct net_reply reply = {
        .status = codes[code].status, .type = "application/json", .body = buf, .allow = allow};

    json_open(&t, '{');
    json_key_bool(&t, "ok", false);
    json_key_text(&t, "error", sentence);
    json_key_text(&t, "code", codes[code].name);
    json_close(&t, '}');
    reply.body_len = t.len;
    server->net->reply(server->net, to, &reply);
}

void
ask_forget_body(struct ask *ask)
{
    json_decref(ask->body);
    ask->body = NULL;
}

void
ask_destroy(struct ask *ask)
{
    if (!ask)
        return;
    json_decref(ask->id);
    json_decref(ask->body);
    free(ask->row);
    free(ask->turn);
    free(ask);
}

/* ---- a table ---- */

const char *const table_paces[] = {"human", "off", NULL};
const char *const table_stand_ins[] = {"return", "stay", "none", NULL};

static void
json_seat(struct text *t, const struct store_seat *seat, bool online, bool away)
{
    static const char *const kinds[] = {"open", "person", "bot"};

    json_open(t, '{');
    json_key_text(t, "kind", kinds[seat->kind]);
    if (seat->kind == STORE_BOT) {
        json_key_text(t, "bot", seat->bot);
    }
    json_key_text(t, "name", seat->kind == STORE_OPEN ? "" : seat->name);
    if (seat->kind == STORE_PERSON) {
        json_key_bool(t, "online", online);
        json_key_bool(t, "away", away);
    } else if (seat->person[0]) {
        json_key_text(t, "for", seat->person);
    }
    json_close(t, '}');
}

void
json_table(struct server *server, struct text *t, const struct store_table *row)
{
    static const char *const statuses[] = {"waiting", "playing", "over"};
    const struct table *table = table_in_memory(server, row->id);
    game_seats online = table ? table_online(table) : 0;
    game_seats away = table ? table_away(server, table) : 0;
    char when[40];
    time_t created = (time_t)row->created;
    struct tm tm;

    gmtime_r(&created, &tm);
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", &tm);
    json_open(t, '{');
    json_key_text(t, "id", row->id);
    json_key_text(t, "game", row->game);
    json_key_literal(t, "options", row->options);
    json_key_int(t, "players", row->players);
    json_key_text(t, "status", statuses[row->status]);
    json_key_bool(t, "public", row->open_to_all);
    json_key_bool(t, "hints", row->hints);
    json_key_text(t, "pace", table_paces[row->pace]);
    json_key_text(t, "stand_ins", table_stand_ins[row->stand_ins]);
    json_key_open(t, "seats", '[');
    for (int i = 0; i < row->players; i++)
        json_seat(t, &row->seats[i], online >> i & 1, away >> i & 1);
    json_close(t, ']');
    json_key_int(t, "seq", table && table->match ? table->match->moment : 0);
    json_key_text(t, "created", when);
    json_key(t, "rematch");
    if (row->rematch[0])
        json_text(t, row->rematch);
    else
        json_literal(t, "null");
    json_close(t, '}');
}
