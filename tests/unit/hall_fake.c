/* SPDX-License-Identifier: MIT
 * hall_fake.c -- see hall_fake.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hall_fake.h"
#include "rng.h"

enum { ASKER = 1000 };

static struct fake_effect *
note(void *self, enum fake_kind kind)
{
    struct fake *f = self;

    assert_true(f->count < FAKE_EFFECTS);
    f->effects[f->count] = (struct fake_effect){.kind = kind};
    return &f->effects[f->count++];
}

static uint64_t
clock_of(void *self)
{
    return ((struct fake *)self)->clock;
}

static int64_t
date_of(void *self)
{
    return ((struct fake *)self)->date;
}

static bool
random_of(void *self, void *out, size_t len)
{
    struct fake *f = self;

    for (size_t i = 0; i < len; i++)
        ((uint8_t *)out)[i] = (uint8_t)rng_next(&f->rng);
    return true;
}

static void
say(void *self, enum hall_level level, const char *event, const char *text)
{
    struct fake *f = self;

    (void)event;
    (void)text;
    f->errors += level == HALL_ERROR;
}

static void
reply(void *self, hall_who who, const struct hall_reply *reply)
{
    struct fake_effect *e = note(self, FAKE_REPLY);

    e->who = who;
    e->status = reply->status;
    e->text = strndup(reply->body, reply->len);
}

static void
send_text(void *self, hall_who who, const char *text, size_t len)
{
    struct fake_effect *e = note(self, FAKE_SEND);

    e->who = who;
    e->text = strndup(text, len);
}

static void
bye(void *self, hall_who who, enum hall_bye code, const char *why)
{
    struct fake_effect *e = note(self, FAKE_BYE);

    e->who = who;
    e->status = (int)code;
    e->text = strdup(why);
}

static void
wake(void *self, uint64_t ms)
{
    note(self, FAKE_WAKE)->ms = ms;
}

static void
think(void *self, struct hall_thought *thought)
{
    note(self, FAKE_THINK)->thought = thought;
}

static void
drop(void *self, struct hall_thought *thought)
{
    note(self, FAKE_DROP)->thought = thought;
}

static void
begin(struct fake *f, uint64_t seed, bool at_home)
{
    struct hall_host host = {.self = f,
                             .clock = clock_of,
                             .date = date_of,
                             .random = random_of,
                             .seal = hall_seal_open,
                             .say = say,
                             .reply = reply,
                             .send = send_text,
                             .close = bye,
                             .wake = wake,
                             .think = think,
                             .drop = drop};

    *f = (struct fake){.store = store_mem_open(), .clock = 1000, .rng = seed, .last = ASKER};
    f->date = 1793361600; /* 2026-10-30T12:00:00Z */
    host.store = f->store;
    f->hall = hall_create(&host, &(struct hall_options){.bot_delay = 700,
                                                        .away = 60000,
                                                        .bot_limit = 2000,
                                                        .tables = 12,
                                                        .tables_each = 6,
                                                        .listed_each = 3,
                                                        .idle = 300000,
                                                        .seeded = true,
                                                        .seed = seed,
                                                        .at_home = at_home});
    assert_non_null(f->hall);
}

void
fake_begin(struct fake *f, uint64_t seed)
{
    begin(f, seed, false);
}

void
fake_begin_at_home(struct fake *f, uint64_t seed)
{
    begin(f, seed, true);
}

void
fake_forget(struct fake *f)
{
    for (int i = 0; i < f->count; i++)
        free(f->effects[i].text);
    f->count = 0;
}

void
fake_end(struct fake *f)
{
    hall_end(f->hall);
    for (int i = 0; i < f->count; i++) {
        bool dropped = false; /* it came back in the test */

        for (int j = 0; j < f->count; j++)
            dropped = dropped || (j != i && f->effects[j].thought == f->effects[i].thought);
        if (f->effects[i].kind == FAKE_THINK && !dropped)
            hall_thought(f->hall, f->effects[i].thought, false);
    }
    fake_forget(f);
    hall_destroy(f->hall);
    store_close(f->store);
}

int
fake_count(const struct fake *f, enum fake_kind kind)
{
    int count = 0;

    for (int i = 0; i < f->count; i++)
        count += f->effects[i].kind == kind;
    return count;
}

struct fake_effect *
fake_find(struct fake *f, enum fake_kind kind)
{
    for (int i = 0; i < f->count; i++) {
        if (f->effects[i].kind == kind)
            return &f->effects[i];
    }
    return NULL;
}

void
fake_ask(struct fake *f, enum hall_method method, const char *path, const char *token,
         const char *body)
{
    char bearer[64] = "";

    if (token)
        snprintf(bearer, sizeof bearer, "Bearer %s", token);
    hall_http(f->hall, &(struct hall_request){.who = ++f->last,
                                              .method = method,
                                              .path = path,
                                              .authorization = bearer,
                                              .address = f->from ? f->from : "here",
                                              .body = body ? body : "",
                                              .len = body ? strlen(body) : 0});
}

int
fake_answer(struct fake *f, const char **text)
{
    const struct fake_effect *e = fake_find(f, FAKE_REPLY);

    assert_int_equal(fake_count(f, FAKE_REPLY), 1);
    assert_int_equal(e->who, f->last);
    *text = e->text;
    return e->status;
}

static void
cut(const char *text, const char *before, char *out, size_t room)
{
    const char *at = strstr(text, before);

    assert_non_null(at);
    at += strlen(before);
    snprintf(out, room, "%.*s", (int)strcspn(at, "\""), at);
}

struct fake_table
fake_make(struct fake *f, const char *seats, int players, int persons)
{
    char body[300];
    const char *text;
    struct fake_table made;

    snprintf(body, sizeof body,
             "{\"game\":\"ra\",\"players\":%d,\"seats\":[%s],\"start\":true}", players, seats);
    fake_ask(f, HALL_POST, "/api/1/tables", NULL, body);
    hall_collect(f->hall);
    assert_int_equal(fake_answer(f, &text), 201);
    cut(text, "\"id\":\"", made.id, sizeof made.id);
    snprintf(made.path, sizeof made.path, "/api/1/tables/%s", made.id);
    for (int i = 0; i < persons; i++) {
        char key[16];

        snprintf(key, sizeof key, "\"%d\":\"", i);
        cut(text, key, made.tokens[i], sizeof made.tokens[i]);
    }
    return made;
}

void
fake_draw(struct fake *f, const struct fake_table *made, int seat, int seq)
{
    char path[80], body[100];

    snprintf(path, sizeof path, "%s/act", made->path);
    snprintf(body, sizeof body, "{\"seat\":%d,\"seq\":%d,\"action\":\"draw\",\"key\":\"k%d\"}",
             seat, seq, seq);
    fake_ask(f, HALL_POST, path, made->tokens[seat], body);
}

int
fake_seat_to_act(struct fake *f, const struct fake_table *made)
{
    const char *text;
    int seat;

    fake_forget(f);
    fake_ask(f, HALL_GET, made->path, NULL, NULL);
    assert_int_equal(fake_answer(f, &text), 200);
    seat = strstr(text, "\"to_act\":[1]") ? 1 : 0;
    fake_forget(f);
    return seat;
}

void
fake_watch(struct fake *f, hall_who who, const struct fake_table *made)
{
    char text[100];
    int len = snprintf(text, sizeof text, "{\"op\":\"watch\",\"table\":\"%s\"}", made->id);

    hall_open(f->hall, who, "here");
    hall_message(f->hall, who, text, (size_t)len);
}

struct hall_thought *
fake_thought(struct fake *f)
{
    assert_int_equal(fake_count(f, FAKE_THINK), 1);
    return fake_find(f, FAKE_THINK)->thought;
}

bool
fake_stands_at(struct fake *f, const struct fake_table *made, int seq)
{
    char wanted[40];
    const char *text;
    bool there;

    fake_forget(f);
    fake_ask(f, HALL_GET, made->path, NULL, NULL);
    assert_int_equal(fake_answer(f, &text), 200);
    snprintf(wanted, sizeof wanted, "\"view\":{\"seq\":%d,\"last\":%d,", seq, seq);
    there = strstr(text, wanted);
    fake_forget(f);
    return there;
}
