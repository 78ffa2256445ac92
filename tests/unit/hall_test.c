/* SPDX-License-Identifier: MIT
 * hall_test.c -- the hall with a host that only keeps a list of what it was asked for: nothing is stored,
 * thought or waited for until the test does it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hall.h"
#include "rng.h"

enum { EFFECTS = 400, ASKER = 1000 };

enum kind { REPLY, SEND, BYE, WAKE, THINK, DROP };

struct effect {
    enum kind kind;
    hall_who who;
    int status;
    uint64_t ms;
    struct hall_thought *thought;
    char *text;
};

struct fake {
    struct hall *hall;
    struct store *store;
    uint64_t clock, rng;
    hall_who last; /* request */
    const char *from; /* whose requests they are */
    int64_t date;
    struct effect effects[EFFECTS];
    int count;
};

/* ---- the host ---- */

static struct effect *
note(void *self, enum kind kind)
{
    struct fake *f = self;

    assert_true(f->count < EFFECTS);
    f->effects[f->count] = (struct effect){.kind = kind};
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
    (void)self;
    (void)level;
    (void)event;
    (void)text;
}

static void
reply(void *self, hall_who who, const struct hall_reply *reply)
{
    struct effect *e = note(self, REPLY);

    e->who = who;
    e->status = reply->status;
    e->text = strndup(reply->body, reply->len);
}

static void
send_text(void *self, hall_who who, const char *text, size_t len)
{
    struct effect *e = note(self, SEND);

    e->who = who;
    e->text = strndup(text, len);
}

static void
bye(void *self, hall_who who, enum hall_bye code, const char *why)
{
    struct effect *e = note(self, BYE);

    e->who = who;
    e->status = (int)code;
    e->text = strdup(why);
}

static void
wake(void *self, uint64_t ms)
{
    note(self, WAKE)->ms = ms;
}

static void
think(void *self, struct hall_thought *thought)
{
    note(self, THINK)->thought = thought;
}

static void
drop(void *self, struct hall_thought *thought)
{
    note(self, DROP)->thought = thought;
}

static void
begin(struct fake *f, uint64_t seed)
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
                                                        .seed = seed});
    assert_non_null(f->hall);
}

static void
forget(struct fake *f)
{
    for (int i = 0; i < f->count; i++)
        free(f->effects[i].text);
    f->count = 0;
}

static void
end(struct fake *f)
{
    hall_end(f->hall);
    for (int i = 0; i < f->count; i++) {
        bool dropped = false; /* it came back in the test */

        for (int j = 0; j < f->count; j++)
            dropped = dropped || (j != i && f->effects[j].thought == f->effects[i].thought);
        if (f->effects[i].kind == THINK && !dropped)
            hall_thought(f->hall, f->effects[i].thought, false);
    }
    forget(f);
    hall_destroy(f->hall);
    store_close(f->store);
}

/* ---- what a test does ---- */

static int
count_of(const struct fake *f, enum kind kind)
{
    int count = 0;

    for (int i = 0; i < f->count; i++)
        count += f->effects[i].kind == kind;
    return count;
}

static struct effect *
find(struct fake *f, enum kind kind)
{
    for (int i = 0; i < f->count; i++) {
        if (f->effects[i].kind == kind)
            return &f->effects[i];
    }
    return NULL;
}

static void
ask(struct fake *f, enum hall_method method, const char *path, const char *token,
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

/* The status of the only answer there is; its text is valid until the effects are forgotten. */
static int
answer(struct fake *f, const char **text)
{
    const struct effect *e = find(f, REPLY);

    assert_int_equal(count_of(f, REPLY), 1);
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

#define ANNA "{\"kind\":\"person\",\"name\":\"Anna\"}"
#define BEN "{\"kind\":\"person\",\"name\":\"Ben\"}"
#define BOT "{\"kind\":\"bot\",\"bot\":\"rule\"}"

struct made {
    char path[64], id[16], tokens[2][40];
};

static struct made
make(struct fake *f, const char *seats, int players, int persons)
{
    char body[300];
    const char *text;
    struct made made;

    snprintf(body, sizeof body,
             "{\"game\":\"ra\",\"players\":%d,\"seats\":[%s],\"start\":true}", players, seats);
    ask(f, HALL_POST, "/api/1/tables", NULL, body);
    hall_collect(f->hall);
    assert_int_equal(answer(f, &text), 201);
    cut(text, "\"id\":\"", made.id, sizeof made.id);
    snprintf(made.path, sizeof made.path, "/api/1/tables/%s", made.id);
    for (int i = 0; i < persons; i++) {
        char key[8];

        snprintf(key, sizeof key, "\"%d\":\"", i);
        cut(text, key, made.tokens[i], sizeof made.tokens[i]);
    }
    return made;
}

/* Whether the table's newest moment is `seq`. */
static bool
stands_at(struct fake *f, const struct made *made, int seq)
{
    char wanted[40];
    const char *text;
    bool there;

    forget(f);
    ask(f, HALL_GET, made->path, NULL, NULL);
    assert_int_equal(answer(f, &text), 200);
    snprintf(wanted, sizeof wanted, "\"view\":{\"seq\":%d,\"last\":%d,", seq, seq);
    there = strstr(text, wanted);
    forget(f);
    return there;
}

/* Draws for whoever of two persons is to act. */
static void
draw(struct fake *f, const struct made *made, int seat, int seq)
{
    char path[80], body[100];

    snprintf(path, sizeof path, "%s/act", made->path);
    snprintf(body, sizeof body, "{\"seat\":%d,\"seq\":%d,\"action\":\"draw\",\"key\":\"k%d\"}",
             seat, seq, seq);
    ask(f, HALL_POST, path, made->tokens[seat], body);
}

static int
seat_to_act(struct fake *f, const struct made *made)
{
    const char *text;
    int seat;

    forget(f);
    ask(f, HALL_GET, made->path, NULL, NULL);
    assert_int_equal(answer(f, &text), 200);
    seat = strstr(text, "\"to_act\":[1]") ? 1 : 0;
    forget(f);
    return seat;
}

static void
watch(struct fake *f, hall_who who, const struct made *made)
{
    char text[100];
    int len = snprintf(text, sizeof text, "{\"op\":\"watch\",\"table\":\"%s\"}", made->id);

    hall_open(f->hall, who, "here");
    hall_message(f->hall, who, text, (size_t)len);
}

/* ---- the tests ---- */

static void
nothing_is_told_before_it_is_committed(void **state)
{
    struct fake f;
    struct made made;
    const char *text;
    int seat;

    (void)state;
    begin(&f, 1);
    made = make(&f, ANNA "," BEN, 2, 2);
    seat = seat_to_act(&f, &made);
    watch(&f, 7, &made);
    forget(&f);
    draw(&f, &made, seat, 1);
    assert_int_equal(f.count, 0);
    assert_true(stands_at(&f, &made, 1));
    f.last--; /* the look came after the act */
    hall_collect(f.hall);
    assert_int_equal(answer(&f, &text), 200);
    assert_string_equal(text, "{\"ok\":true,\"seq\":3,\"applied\":1}");
    assert_int_equal(count_of(&f, SEND), 2); /* the draw, and the tile */
    assert_true(f.effects[0].kind == REPLY);
    end(&f);
}

static void
what_cannot_be_committed_changes_nothing(void **state)
{
    struct fake f;
    struct made made;
    const char *text;
    int seat;

    (void)state;
    begin(&f, 2);
    made = make(&f, ANNA "," BEN, 2, 2);
    seat = seat_to_act(&f, &made);
    watch(&f, 7, &made);
    forget(&f);
    store_mem_set_failing(f.store, true);
    draw(&f, &made, seat, 1);
    hall_collect(f.hall);
    assert_int_equal(answer(&f, &text), 503);
    assert_int_equal(count_of(&f, SEND), 0);
    assert_true(stands_at(&f, &made, 1));
    store_mem_set_failing(f.store, false);
    draw(&f, &made, seat, 1);
    hall_collect(f.hall);
    assert_int_equal(answer(&f, &text), 200);
    assert_true(stands_at(&f, &made, 3));
    end(&f);
}

static void
the_same_key_gets_the_same_answer(void **state)
{
    struct fake f;
    struct made made;
    const char *text;
    char first[100];
    int seat;

    (void)state;
    begin(&f, 3);
    made = make(&f, ANNA "," BEN, 2, 2);
    seat = seat_to_act(&f, &made);
    draw(&f, &made, seat, 1);
    hall_collect(f.hall);
    assert_int_equal(answer(&f, &text), 200);
    snprintf(first, sizeof first, "%s", text);
    forget(&f);
    draw(&f, &made, seat, 1);
    assert_int_equal(answer(&f, &text), 200);
    assert_string_equal(text, first);
    assert_true(stands_at(&f, &made, 3));
    end(&f);
}

/* The thought that the host was asked for, once and no more. */
static struct hall_thought *
thought_of(struct fake *f)
{
    assert_int_equal(count_of(f, THINK), 1);
    return find(f, THINK)->thought;
}

static bool
enough(void *self)
{
    (void)self;
    return false;
}

static void
a_bot_thinks_once_rests_and_then_moves(void **state)
{
    struct fake f;
    struct made made;
    struct hall_thought *thought;

    (void)state;
    begin(&f, 4);
    made = make(&f, BOT "," BOT, 2, 0);
    thought = thought_of(&f);
    assert_int_equal(thought->task, HALL_CHOOSE);
    forget(&f);
    for (int i = 0; i < 3; i++) { /* a lookup starts nothing */
        ask(&f, HALL_GET, made.path, NULL, NULL);
        assert_int_equal(count_of(&f, THINK), 0);
        forget(&f);
    }
    hall_think(thought, NULL, enough, NULL);
    hall_thought(f.hall, thought, true);
    assert_int_equal(find(&f, WAKE)->ms, 0); /* nobody is there who would have to follow */
    assert_int_equal(count_of(&f, THINK), 0);
    assert_true(stands_at(&f, &made, 1));
    hall_tick(f.hall);
    assert_true(stands_at(&f, &made, 1)); /* it is being committed */
    hall_collect(f.hall);
    thought = thought_of(&f); /* and the next bot thinks */
    forget(&f);
    hall_thought(f.hall, thought, false);
    end(&f);
}

static void
among_people_a_bot_rests(void **state)
{
    struct fake f;
    struct hall_thought *thought = NULL;
    const struct effect *rest;

    (void)state;
    for (uint64_t seed = 5; !thought; seed++) { /* until a bot begins */
        begin(&f, seed);
        make(&f, ANNA "," BOT "," BOT, 3, 1);
        if (find(&f, THINK))
            thought = thought_of(&f);
        else
            end(&f);
    }
    forget(&f);
    hall_think(thought, NULL, enough, NULL);
    hall_thought(f.hall, thought, true);
    rest = find(&f, WAKE);
    assert_non_null(rest);
    assert_in_range(rest->ms, 420, 1120); /* 60 to 160 % of 700 */
    end(&f);
}

/* Lets a bot of the table move, and returns what the host was asked next. */
static struct hall_thought *
let_move(struct fake *f, struct hall_thought *thought)
{
    struct effect *next;

    forget(f);
    hall_think(thought, NULL, enough, NULL);
    hall_thought(f->hall, thought, true);
    hall_tick(f->hall);
    hall_collect(f->hall);
    next = find(f, THINK);
    return next ? next->thought : NULL;
}

static void
bots_do_not_play_on_for_nobody(void **state)
{
    struct fake f;
    struct made made;
    struct hall_thought *thought;

    (void)state;
    begin(&f, 4);
    made = make(&f, BOT "," BOT, 2, 0);
    thought = thought_of(&f);
    f.clock += 59 * 1000;
    thought = let_move(&f, thought);
    assert_non_null(thought);
    f.clock += 1000;
    assert_null(let_move(&f, thought)); /* a minute after somebody looked */
    forget(&f);
    ask(&f, HALL_GET, made.path, NULL, NULL);
    thought = thought_of(&f);
    watch(&f, 7, &made);
    f.clock += 3600 * 1000;
    thought = let_move(&f, thought);
    assert_non_null(thought); /* somebody watches */
    hall_close(f.hall, 7);
    f.clock += 60 * 1000;
    assert_null(let_move(&f, thought));
    f.clock += 60 * 1000;
    hall_sweep(f.hall);
    assert_false(hall_has(f.hall, made.id));
    forget(&f);
    ask(&f, HALL_GET, made.path, NULL, NULL); /* out of the store again */
    hall_thought(f.hall, thought_of(&f), false);
    forget(&f);
    end(&f);
}

static void
only_games_with_people_go_on_after_a_restart(void **state)
{
    struct fake f;
    struct made bots, people;

    (void)state;
    begin(&f, 4);
    bots = make(&f, BOT "," BOT, 2, 0);
    hall_thought(f.hall, thought_of(&f), false);
    forget(&f);
    people = make(&f, ANNA "," BEN, 2, 2);
    f.clock += 61 * 1000;
    hall_sweep(f.hall);
    assert_int_equal(hall_resume(f.hall), 1);
    assert_int_equal(hall_resume_next(f.hall), 0);
    assert_true(hall_has(f.hall, people.id));
    assert_false(hall_has(f.hall, bots.id));
    end(&f);
}

#define OPEN "{\"kind\":\"open\"}"

/* The status of a new table: at once when it is refused, else 201 when it is stored. */
static void
ask_for_table(struct fake *f, const char *from, bool public)
{
    char body[300];

    f->from = from;
    snprintf(body, sizeof body,
             "{\"game\":\"ra\",\"players\":2,\"public\":%s,\"seats\":[" ANNA "," OPEN "]}",
             public ? "true" : "false");
    ask(f, HALL_POST, "/api/1/tables", NULL, body);
}

static int
count_answers(const struct fake *f, int status)
{
    int count = 0;

    for (int i = 0; i < f->count; i++)
        count += f->effects[i].kind == REPLY && f->effects[i].status == status;
    return count;
}

static void
one_visitor_has_a_quota_of_tables(void **state)
{
    struct fake f;

    (void)state;
    begin(&f, 4);
    for (int i = 0; i < 9; i++) /* at once: none of them is stored yet */
        ask_for_table(&f, "192.0.2.1", true);
    hall_collect(f.hall);
    assert_in_range(count_answers(&f, 201), 1, 3);
    for (int i = 0; i < 9; i++) {
        ask_for_table(&f, "192.0.2.1", true);
        hall_collect(f.hall);
    }
    assert_int_equal(count_answers(&f, 201), 3);
    assert_int_equal(count_answers(&f, 429), 15);
    assert_non_null(strstr(find(&f, REPLY)->text, "3 tables from your address wait"));
    forget(&f);
    for (int i = 0; i < 9; i++) {
        ask_for_table(&f, "192.0.2.1", false);
        hall_collect(f.hall);
    }
    assert_int_equal(count_answers(&f, 201), 3); /* six in all */
    assert_int_equal(count_answers(&f, 429), 6);
    forget(&f);
    ask_for_table(&f, "192.0.2.2", true); /* others are not concerned */
    hall_collect(f.hall);
    assert_int_equal(count_answers(&f, 201), 1);
    forget(&f);
    f.date += 31 * 24 * 3600; /* what was left behind a month ago does not count */
    ask_for_table(&f, "192.0.2.1", true);
    hall_collect(f.hall);
    assert_int_equal(count_answers(&f, 201), 1);
    forget(&f);
    store_mem_set_failing(f.store, true);
    ask_for_table(&f, "192.0.2.3", true);
    hall_collect(f.hall);
    assert_int_equal(count_answers(&f, 503), 1);
    store_mem_set_failing(f.store, false);
    forget(&f);
    for (int i = 0; i < 9; i++) { /* the failed one does not count */
        ask_for_table(&f, i < 3 ? "192.0.2.3" : "192.0.2.4", true);
        hall_collect(f.hall);
    }
    assert_int_equal(count_answers(&f, 201), 4); /* twelve at this server */
    assert_int_equal(count_answers(&f, 503), 5);
    end(&f);
}

static void
ignore(void *arg, const char *error)
{
    (void)arg;
    assert_null(error);
}

static int
tables_left(struct fake *f)
{
    struct oops why;

    for (int i = 0; i < 10; i++) {
        hall_collect(f->hall);
        store_collect(f->store);
    }
    forget(f);
    return (int)store_count(f->store, STORE_COUNT_ALL, 0, 0, &why);
}

enum { A_DAY = 24 * 3600 };

static void
pass(struct fake *f, int64_t seconds)
{
    f->date += seconds;
    f->clock += (uint64_t)seconds * 1000;
}

/* Five tables of today; they may be kept for thirty days. */
static void
no_leap_of_the_date_deletes_tables(void **state)
{
    struct fake f;

    (void)state;
    begin(&f, 4);
    for (int i = 0; i < 5; i++) {
        char from[20];

        snprintf(from, sizeof from, "192.0.2.%d", i);
        ask_for_table(&f, from, false);
    }
    hall_collect(f.hall);
    forget(&f);
    pass(&f, 120);
    hall_sweep(f.hall);
    hall_tidy(f.hall, 30);
    f.date += 700 * A_DAY; /* the clock is set while we run */
    pass(&f, 3600);
    hall_tidy(f.hall, 30);
    assert_int_equal(tables_left(&f), 5);
    pass(&f, A_DAY - 3600);
    hall_tidy(f.hall, 30);
    assert_int_equal(tables_left(&f), 5);
    f.date -= 700 * A_DAY; /* somebody has mended it */
    pass(&f, 3600);
    hall_tidy(f.hall, 30);
    assert_int_equal(tables_left(&f), 5);
    pass(&f, 31 * A_DAY); /* and when time has really passed, they go */
    hall_tidy(f.hall, 30);
    assert_int_equal(tables_left(&f), 0);
    end(&f);
}

static void
at_the_start_a_strange_date_is_not_believed(void **state)
{
    struct fake f;

    (void)state;
    begin(&f, 4);
    ask_for_table(&f, "192.0.2.1", false);
    hall_collect(f.hall);
    forget(&f);
    f.date += 700 * A_DAY;
    f.clock += 120 * 1000;
    hall_sweep(f.hall);
    hall_tidy(f.hall, 30);
    assert_int_equal(tables_left(&f), 1);
    pass(&f, A_DAY - 1);
    hall_tidy(f.hall, 30);
    assert_int_equal(tables_left(&f), 1);
    pass(&f, 1); /* nobody minded for a day: it is so */
    hall_tidy(f.hall, 30);
    assert_int_equal(tables_left(&f), 0);
    end(&f);
}

static void
store_tables(struct fake *f, int count)
{
    struct store_batch *batch = store_batch_create();
    struct store_table row = {.game = "ra", .options = "{}", .players = 2};

    strcpy(row.seats[0].name, "Anna");
    row.seats[0].kind = STORE_PERSON;
    for (int i = 0; i < count; i++) {
        snprintf(row.id, sizeof row.id, "table%c%c%c%caaa", 'a' + i / 1000 % 10,
                 'a' + i / 100 % 10, 'a' + i / 10 % 10, 'a' + i % 10);
        assert_true(store_new_table(batch, &row));
    }
    store_submit(f->store, batch, ignore, NULL);
    store_collect(f->store);
}

/* Above 2,000 tables, each that is loaded costs one other, not a sweep of all. */
static void
room_for_a_table_is_made_by_letting_go_of_one(void **state)
{
    char path[64], id[16];
    int kept = 0;
    struct fake f;

    (void)state;
    begin(&f, 4);
    store_tables(&f, 2010);
    for (int i = 0; i < 2010; i++) {
        snprintf(id, sizeof id, "table%c%c%c%caaa", 'a' + i / 1000 % 10, 'a' + i / 100 % 10,
                 'a' + i / 10 % 10, 'a' + i % 10);
        snprintf(path, sizeof path, "/api/1/tables/%s", id);
        ask(&f, HALL_GET, path, NULL, NULL);
        assert_int_equal(count_answers(&f, 200), 1);
        forget(&f);
        if (i == 1999) /* the oldest is used again */
            ask(&f, HALL_GET, "/api/1/tables/tableaaaaaaa", NULL, NULL);
        forget(&f);
    }
    for (int i = 0; i < 2010; i++) {
        snprintf(id, sizeof id, "table%c%c%c%caaa", 'a' + i / 1000 % 10, 'a' + i / 100 % 10,
                 'a' + i / 10 % 10, 'a' + i % 10);
        kept += hall_has(f.hall, id);
        assert_int_equal(hall_has(f.hall, id), i == 0 || i > 10);
    }
    assert_int_equal(kept, 2000);
    end(&f);
}

static void
who_watches_nothing_is_let_go(void **state)
{
    struct fake f;
    struct made made;

    (void)state;
    begin(&f, 4);
    made = make(&f, ANNA "," BEN, 2, 2);
    watch(&f, 7, &made);
    hall_open(f.hall, 8, "here");
    forget(&f);
    f.clock += 299 * 1000;
    hall_message(f.hall, 8, "{\"op\":\"ping\"}", 13);
    forget(&f);
    hall_sweep(f.hall);
    assert_int_equal(count_of(&f, BYE), 0);
    f.clock += 1000;
    hall_sweep(f.hall);
    assert_int_equal(count_of(&f, BYE), 1);
    assert_int_equal(find(&f, BYE)->who, 8);
    assert_int_equal(find(&f, BYE)->status, HALL_BYE_IDLE);
    end(&f);
}

/* The host shares its threads by these. */
static void
a_thought_says_whose_it_is(void **state)
{
    static const char *const addresses[] = {"192.0.2.1", "192.0.2.2", "2001:db8::"};
    uint32_t owners[3];
    struct fake f;

    (void)state;
    begin(&f, 4);
    for (int i = 0; i < 3; i++) {
        f.from = addresses[i];
        make(&f, BOT "," BOT, 2, 0);
        owners[i] = thought_of(&f)->owner;
        assert_false(thought_of(&f)->for_people);
        assert_int_not_equal(owners[i], 0);
        hall_thought(f.hall, thought_of(&f), false);
        forget(&f);
    }
    assert_true(owners[0] != owners[1] && owners[1] != owners[2] && owners[0] != owners[2]);
    f.from = addresses[1];
    for (int i = 0; i < 20 && !find(&f, THINK); i++) { /* until a bot begins */
        forget(&f);
        make(&f, ANNA "," BOT, 2, 1);
    }
    assert_int_equal(thought_of(&f)->owner, owners[1]);
    assert_true(thought_of(&f)->for_people);
    end(&f);
}

static void
the_seed_decides_all_chance_but_tokens(void **state)
{
    struct fake a, b;

    (void)state;
    begin(&a, 9);
    begin(&b, 9);
    for (int i = 0; i < 2; i++) {
        struct fake *f = i == 0 ? &a : &b;
        struct made made = make(f, ANNA "," BEN, 2, 2);

        for (int seq = 1; seq < 9; seq += 2) {
            draw(f, &made, seat_to_act(f, &made), seq);
            hall_collect(f->hall);
            forget(f);
        }
        ask(f, HALL_GET, made.path, NULL, NULL);
    }
    assert_string_equal(find(&a, REPLY)->text, find(&b, REPLY)->text);
    end(&a);
    end(&b);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_told_before_it_is_committed),
        cmocka_unit_test(what_cannot_be_committed_changes_nothing),
        cmocka_unit_test(the_same_key_gets_the_same_answer),
        cmocka_unit_test(a_bot_thinks_once_rests_and_then_moves),
        cmocka_unit_test(among_people_a_bot_rests),
        cmocka_unit_test(bots_do_not_play_on_for_nobody),
        cmocka_unit_test(only_games_with_people_go_on_after_a_restart),
        cmocka_unit_test(one_visitor_has_a_quota_of_tables),
        cmocka_unit_test(no_leap_of_the_date_deletes_tables),
        cmocka_unit_test(at_the_start_a_strange_date_is_not_believed),
        cmocka_unit_test(room_for_a_table_is_made_by_letting_go_of_one),
        cmocka_unit_test(who_watches_nothing_is_let_go),
        cmocka_unit_test(a_thought_says_whose_it_is),
        cmocka_unit_test(the_seed_decides_all_chance_but_tokens),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
