/* SPDX-License-Identifier: MIT
 * answers.c -- replies, by HTTP or WebSocket. */
#include "hall_parts.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

bool
page_open_wide(struct hall *hall, struct page *page)
{
    enum { ROOM = TABLE_ROOM + VIEW_ROOM + 256 };

    if (!hall->wide)
        return page_open(page, ROOM);
    *page = (struct page){.at = hall->wide, .room = ROOM, .t = text_in(hall->wide, ROOM)};
    hall->wide = NULL;
    return true;
}

void
page_close_wide(struct hall *hall, struct page *page)
{
    if (hall->wide)
        free(page->at);
    else
        hall->wide = page->at;
    page->at = NULL;
}

bool
is_kind(const struct json *value, enum json_kind kind)
{
    return json_kind(value) == kind;
}

static void
begin(const struct ask *ask, struct text *t, const char *ok)
{
    json_open(t, '{');
    if (ask->live) {
        json_key_text(t, "op", "reply");
        if (ask->id[0])
            json_key_literal(t, "id", ask->id);
    }
    json_key_literal(t, "ok", ok);
}

void
ask_begin(const struct ask *ask, struct text *t)
{
    begin(ask, t, "true");
}

static void
answer(struct hall *hall, const struct ask *ask, int status, int retry_after,
       const struct page *page)
{
    struct hall_reply reply = {.status = status,
                               .type = "application/json",
                               .body = page->at,
                               .len = page->t.len,
                               .retry_after = retry_after};

    if (text_length(&page->t) < 0)
        hall_say(hall, HALL_ERROR, "answer", "an answer was longer than its room");
    if (!ask->to)
        return;
    if (ask->live)
        hall->host.send(hall->host.self, ask->to, page->at, page->t.len);
    else
        hall->host.reply(hall->host.self, ask->to, &reply);
}

void
ask_answer(struct hall *hall, const struct ask *ask, int status, const struct page *page)
{
    answer(hall, ask, status, 0, page);
}

void
ask_refuse(struct hall *hall, const struct ask *ask, enum api_code code, const char *format,
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
    /* Waiting makes no room where it is tables that are too many. */
    answer(hall, ask, codes[code].status, code == API_TOO_MANY ? 1 : 0, &page);
}

void
ask_refuse_and_end(struct hall *hall, struct ask *ask, enum api_code code, const char *sentence)
{
    ask_refuse(hall, ask, code, "%s", sentence);
    ask_destroy(ask);
}

void
refuse_http(struct hall *hall, hall_who to, enum api_code code, const char *allow,
            const char *sentence)
{
    char buf[1024];
    struct text t = text_in(buf, sizeof buf);
    struct hall_reply reply = {
        .status = codes[code].status, .type = "application/json", .body = buf, .allow = allow};

    json_open(&t, '{');
    json_key_bool(&t, "ok", false);
    json_key_text(&t, "error", sentence);
    json_key_text(&t, "code", codes[code].name);
    json_close(&t, '}');
    reply.len = t.len;
    hall->host.reply(hall->host.self, to, &reply);
}

void
ask_forget_body(struct ask *ask)
{
    document_finish(&ask->document);
    ask->document = (struct document){0};
    ask->body = NULL;
}

void
ask_begin_again(struct ask *ask)
{
    free(ask->row);
    free(ask->turn);
    ask->row = NULL;
    ask->turn = NULL;
    ask->done = ask->undone = NULL;
    ask->joins = false;
    memset(ask->secret, 0, sizeof ask->secret);
}

void
ask_destroy(struct ask *ask)
{
    if (!ask)
        return;
    document_finish(&ask->document);
    free(ask->row);
    free(ask->ban);
    free(ask->turn);
    free(ask);
}
