/* SPDX-License-Identifier: MIT
 * server_test.c -- the server without sockets and disk: what it does when the store fails, a bot fails,
 * a visitor is slow; and its small tools. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <uv.h>

#include "hall_parts.h"
#include "net_home.h"
#include "net_mem.h"
#include "server_parts.h"
#include "store_parts.h"

/* The linker leads all allocations of ours here; the next one of just that size fails. */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);

static _Atomic size_t fails;

static bool
must_fail(size_t size)
{
    size_t wanted = size;

    return size > 0 && atomic_compare_exchange_strong(&fails, &wanted, 0);
}

void *
__wrap_malloc(size_t size)
{
    return must_fail(size) ? NULL : __real_malloc(size);
}

void *
__wrap_calloc(size_t count, size_t size)
{
    return must_fail(count * size) ? NULL : __real_calloc(count, size);
}

struct place {
    uv_loop_t loop;
    struct store *store;
    struct server *server;
    struct net_mem *mem;
};

static int
set_up_with(void **state, int bot_delay)
{
    struct place *p = calloc(1, sizeof *p);
    struct net_limits limits = net_limits_default();
    struct server_options options = {.path = "/",
                                     .bot_delay = bot_delay,
                                     .bot_limit = 2000,
                                     .journal = {.level = JOURNAL_ERROR}};
    struct net_handler handler;

    uv_loop_init(&p->loop);
    p->store = store_mem_open();
    p->server = server_create(&p->loop, p->store, &options);
    handler = server_handler(p->server);
    limits.queue_bytes = 64 * 1024;
    p->mem = net_mem_create(&limits, &handler);
    server_set_net(p->server, net_mem_net(p->mem));
    *state = p;
    return 0;
}

static int
set_up(void **state)
{
    return set_up_with(state, 0);
}

/* Bots rest for an hour: what they do within a test, they do at once. */
static int
set_up_at_leisure(void **state)
{
    return set_up_with(state, 3600 * 1000);
}

/* Whether a thread is at work for a table. */
static bool
is_thinking(const struct place *p)
{
    const struct hall *hall = p->server->hall;

    for (int i = 0; i < BUCKETS; i++) {
        for (const struct table *table = hall->tables[i]; table; table = table->next) {
            if (table->asked || table->hinting)
                return true;
        }
    }
    return false;
}

/* Whether something is due: a commit, or the rest of a bot that is over. */
static bool
is_due(const struct place *p)
{
    const struct hall *hall = p->server->hall;

    return hall_busy(hall) > 0 || (hall->alarms && hall->alarms->alarm <= hall_now(hall));
}

/* Lets the next things happen. Where nothing is due it waits for an event: a thread that is done, or a timer. */
static void
step(struct place *p)
{
    uv_run(&p->loop, is_due(p) ? UV_RUN_NOWAIT : UV_RUN_ONCE);
    server_collect(p->server);
}

/* Lets everything happen that is due, however slow the threads are. */
static void
settle(struct place *p)
{
    while (is_due(p) || is_thinking(p))
        step(p);
}

static int
tear_down(void **state)
{
    struct place *p = *state;

    settle(p);
    server_stop(p->server);
    uv_run(&p->loop, UV_RUN_DEFAULT);
    server_destroy(p->server);
    net_mem_destroy(p->mem);
    store_close(p->store);
    assert_int_equal(uv_loop_close(&p->loop), 0);
    free(p);
    return 0;
}

/* The status and, in *answer, the text of the answer; whatever else is due waits. */
static int
ask(struct place *p, enum net_method method, const char *path, const char *token,
    const char *body, char **answer)
{
    struct net_request request = {.method = method,
                                  .path = path,
                                  .authorization = token,
                                  .body = body,
                                  .body_len = body ? strlen(body) : 0};
    net_id id = net_mem_ask(p->mem, &request);
    int status;

    while (!(status = net_mem_answer(p->mem, id, answer)))
        step(p);
    return status;
}

/* Cuts the text after `before` out of an answer, up to the next quotation mark. */
static void
cut(const char *answer, const char *before, char *out, size_t room)
{
    const char *at = strstr(answer, before);

    assert_non_null(at);
    at += strlen(before);
    snprintf(out, room, "%.*s", (int)strcspn(at, "\""), at);
}

static void
make_table_with(struct place *p, const char *settings, const char *seats, int players,
                char id[16], char token[48])
{
    char body[512], *answer;

    snprintf(body, sizeof body,
             "{\"game\":\"ra\",\"players\":%d,\"seats\":[%s],\"start\":true%s}", players, seats,
             settings);
    assert_int_equal(ask(p, NET_POST, "/api/1/tables", NULL, body, &answer), 201);
    cut(answer, "\"id\":\"", id, 16);
    strcpy(token, "Bearer ");
    if (strstr(answer, "\"0\":\""))
        cut(answer, "\"0\":\"", token + 7, 40);
    free(answer);
}

static void
make_table(struct place *p, const char *seats, int players, char id[16], char token[48])
{
    make_table_with(p, "", seats, players, id, token);
}

/* Whether a table's answer says `wanted`. */
static bool
says(struct place *p, const char *id, const char *wanted)
{
    char path[96], *answer;
    bool there;

    snprintf(path, sizeof path, "/api/1/tables/%s", id);
    assert_int_equal(ask(p, NET_GET, path, NULL, NULL, &answer), 200);
    there = strstr(answer, wanted);
    free(answer);
    return there;
}

/* Waits until a table's answer says `wanted`; meson ends the test if it never does. */
static void
comes_to(struct place *p, const char *id, const char *wanted)
{
    while (!says(p, id, wanted))
        step(p);
}

#define PERSON "{\"kind\":\"person\",\"name\":\"Anna\"}"
#define BOT "{\"kind\":\"bot\",\"bot\":\"random\"}"

static void
what_cannot_be_stored_is_not_done(void **state)
{
    struct place *p = *state;
    char id[16], token[48], path[64], act[80], first[100], *answer;

    store_mem_set_failing(p->store, true);
    assert_int_equal(ask(p, NET_POST, "/api/1/tables", NULL,
                         "{\"game\":\"ra\",\"players\":2,\"seats\":[" BOT "," BOT "]}",
                         &answer),
                     503);
    assert_non_null(strstr(answer, "\"busy\""));
    free(answer);
    assert_int_equal(ask(p, NET_GET, "/ready", NULL, NULL, &answer), 503);
    free(answer);
    store_mem_set_failing(p->store, false);
    assert_int_equal(ask(p, NET_GET, "/ready", NULL, NULL, &answer), 200);
    free(answer);

    make_table(p, PERSON "," PERSON, 2, id, token);
    snprintf(path, sizeof path, "/api/1/tables/%s", id);
    snprintf(act, sizeof act, "/api/1/tables/%s/act", id);
    store_mem_set_failing(p->store, true);
    for (int seat = 0; seat < 2; seat++) {
        snprintf(first, sizeof first,
                 "{\"seat\":%d,\"seq\":1,\"action\":\"draw\",\"key\":\"k\"}", seat);
        assert_int_not_equal(ask(p, NET_POST, act, token, first, &answer), 200);
        free(answer);
    }
    assert_int_equal(ask(p, NET_GET, path, NULL, NULL, &answer), 200);
    assert_non_null(strstr(answer, "\"seq\":1,\"last\":1"));
    free(answer);
    store_mem_set_failing(p->store, false);
}

static void
nobody_hears_before_it_is_stored(void **state)
{
    static const char *const wanted[] = {"\"op\":\"reply\"", "\"seq\":2,\"last\":3",
                                         "\"seq\":3,\"last\":3"};
    struct place *p = *state;
    char id[16], token[48], text[160], *message = NULL;
    net_id line = net_mem_open(p->mem, "10.0.0.1");

    for (int tries = 0; tries < 50; tries++) { /* until Anna is the one who begins */
        free(message);
        make_table(p, PERSON "," PERSON, 2, id, token);
        snprintf(text, sizeof text, "{\"op\":\"watch\",\"table\":\"%s\",\"tokens\":[\"%s\"]}",
                 id, token + 7);
        net_mem_message(p->mem, line, text);
        message = net_mem_take(p->mem, line);
        assert_non_null(strstr(message, "\"op\":\"table\""));
        if (strstr(message, "\"to_act\":[0]"))
            break;
    }
    assert_non_null(strstr(message, "\"to_act\":[0]"));
    free(message);
    net_mem_message(
        p->mem, line,
        "{\"op\":\"act\",\"id\":1,\"seat\":0,\"seq\":1,\"action\":\"draw\",\"key\":\"k\"}");
    assert_null(net_mem_take(p->mem, line));
    settle(p);
    for (int i = 0; i < 3; i++) {
        message = net_mem_take(p->mem, line);
        assert_non_null(message);
        assert_non_null(strstr(message, wanted[i]));
        free(message);
    }
}

static void
bots_get_over_a_store_that_fails_for_a_while(void **state)
{
    struct place *p = *state;
    char id[16], token[48];

    make_table(p, BOT "," BOT, 2, id, token);
    store_mem_set_failing(p->store, true);
    settle(p); /* until a bot was refused and rests */
    assert_true(says(p, id, "\"status\":\"playing\""));
    store_mem_set_failing(p->store, false);
    comes_to(p, id, "\"status\":\"over\"");
}

static void
games_get_over_a_lack_of_memory(void **state)
{
    const size_t sizes[] = {sizeof(struct store_table), sizeof(struct store_change),
                            sizeof(struct match_turn), sizeof(struct store_batch)};
    struct place *p = *state;
    char ids[4][16], token[48];

    for (int i = 0; i < 4; i++) {
        make_table(p, BOT "," BOT, 2, ids[i], token);
        assert_true(says(p, ids[i], "\"status\":\"playing\""));
        atomic_store(&fails, sizes[i]);
        while (atomic_load(
            &fails)) /* until the allocation was asked for, at the game's end at the latest */
            step(p);
    }
    for (int i = 0; i < 4; i++)
        comes_to(p, ids[i], "\"status\":\"over\"");
}

static void
stored(void *arg, const char *error)
{
    (void)arg;
    assert_null(error);
}

static void
a_bot_that_is_no_more_is_played_for_by_chance(void **state)
{
    struct place *p = *state;
    struct store_table table = {.id = "aaaaaaaaaaaa",
                                .game = "ra",
                                .options = "{}",
                                .players = 3,
                                .status = STORE_PLAYING};
    struct store_batch *batch = store_batch_create();

    for (int i = 0; i < 3; i++)
        table.seats[i] =
            (struct store_seat){.kind = STORE_BOT, .name = "Old", .bot = "forgotten"};
    assert_true(store_new_table(batch, &table));
    store_submit(p->store, batch, stored, NULL);
    store_collect(p->store);
    server_resume(p->server);
    comes_to(p, table.id, "\"status\":\"over\"");
}

/* A table of Anna and two bots at which a bot begins. */
static void
make_table_of_a_bots_turn(struct place *p, const char *settings, char id[16], char token[48])
{
    char path[64], *answer;
    bool bot = false;

    for (int i = 0; i < 100 && !bot; i++) {
        make_table_with(p, settings, PERSON "," BOT "," BOT, 3, id, token);
        snprintf(path, sizeof path, "/api/1/tables/%s/at/1", id);
        assert_int_equal(ask(p, NET_GET, path, NULL, NULL, &answer), 200);
        bot = !strstr(answer, "\"to_act\":[0]");
        free(answer);
    }
    assert_true(bot);
}

static void
bots_take_their_time_among_people_only(void **state)
{
    struct place *p = *state;
    char id[16], token[48];

    make_table(p, BOT "," BOT, 2, id, token);
    comes_to(p, id, "\"status\":\"over\"");
    make_table_of_a_bots_turn(p, ",\"pace\":\"off\"", id, token);
    comes_to(p, id, "\"to_act\":[0]");
    make_table_of_a_bots_turn(p, "", id, token);
    settle(p);
    assert_true(says(p, id, "\"last\":1,")); /* only the tiles have been dealt */
}

static void
a_bots_rest_is_drawn_from_a_few_times(void **state)
{
    int sum = 0, least = 1000, most = 0;

    (void)state;
    for (uint64_t i = 0; i < 8; i++) {
        int rest = hall_rest(1000, false, i << 61);

        assert_int_equal(hall_rest(1000, false, i << 61 | 12345), rest);
        assert_int_equal(hall_rest(0, false, i << 61), 0);
        assert_int_equal(hall_rest(60000, false, i << 61), 60 * rest);
        assert_int_equal(hall_rest(1000, true, i << 61), rest / 3);
        sum += rest;
        least = rest < least ? rest : least;
        most = rest > most ? rest : most;
    }
    assert_int_equal(sum, 8000); /* the delay is what it is on average */
    assert_in_range(least, 500, 700);
    assert_in_range(most, 1500, 1700);
}

static void
a_visitor_who_does_not_read_is_closed(void **state)
{
    struct place *p = *state;
    char id[16], token[48], text[100], *message;
    net_id deaf, other;

    make_table(p, PERSON "," PERSON, 2, id, token);
    deaf = net_mem_open(p->mem, "10.0.0.1");
    other = net_mem_open(p->mem, "10.0.0.2");
    snprintf(text, sizeof text, "{\"op\":\"watch\",\"table\":\"%s\"}", id);
    for (int i = 0; i < 100; i++) {
        net_mem_message(p->mem, deaf, text);
        net_mem_message(p->mem, other, text);
        while ((message = net_mem_take(p->mem, other)))
            free(message);
    }
    assert_int_equal(net_mem_closed(p->mem, deaf), NET_BYE_LATER);
    assert_int_equal(net_mem_closed(p->mem, other), 0);
    net_mem_leave(p->mem, other);
}

static void
who_comes_sees_who_is_there(void **state)
{
    struct place *p = *state;
    char id[16], token[48], text[160], *message;
    net_id anna, other;

    make_table(p, PERSON "," PERSON, 2, id, token);
    anna = net_mem_open(p->mem, "10.0.0.1");
    other = net_mem_open(p->mem, "10.0.0.2");
    snprintf(text, sizeof text, "{\"op\":\"watch\",\"table\":\"%s\",\"tokens\":[\"%s\"]}", id,
             token + 7);
    net_mem_message(p->mem, anna, text);
    free(net_mem_take(p->mem, anna));
    snprintf(text, sizeof text, "{\"op\":\"watch\",\"table\":\"%s\"}", id);
    net_mem_message(p->mem, other, text);
    message = net_mem_take(p->mem, other);
    assert_non_null(message);
    assert_non_null(strstr(message, "\"name\":\"Anna\",\"online\":true,"));
    free(message);
    assert_null(net_mem_take(p->mem, other));
    assert_null(net_mem_take(p->mem, anna)); /* for her nothing has changed */
    net_mem_leave(p->mem, anna);
    message = net_mem_take(p->mem, other);
    assert_non_null(message);
    assert_null(strstr(message, "\"online\":true"));
    free(message);
    net_mem_leave(p->mem, other);
}

static void
what_waits_at_a_table_holds_only_what_it_needs(void **state)
{
    static const char body[] = "{\"seat\":%d,\"seq\":1,\"action\":\"draw\",\"key\":{\"a\":1},"
                               "\"actions\":[[]],\"name\":\"n\",\"more\":[{},{}]}";
    struct place *p = *state;
    struct net_request request = {.method = NET_POST};
    struct table *table;
    char id[16], token[48], path[64], text[200];
    net_id asked[4];

    make_table_with(p, "", PERSON ",{\"kind\":\"open\"}", 2, id, token);
    snprintf(path, sizeof path, "/api/1/tables/%s/join", id);
    request = (struct net_request){
        .method = NET_POST, .path = path, .body = "{\"name\":\"Ben\"}", .body_len = 14};
    net_mem_ask(p->mem, &request);
    table = table_in_memory(p->server->hall, id);
    assert_non_null(table);
    assert_non_null(table->committing);
    assert_null(table->committing->body); /* it has been read */
    settle(p);
    assert_null(table->committing);

    make_table(p, PERSON "," PERSON, 2, id, token);
    snprintf(path, sizeof path, "/api/1/tables/%s/act", id);
    request.path = path;
    request.authorization = token;
    request.body = text;
    table = table_in_memory(p->server->hall, id);
    assert_non_null(table);
    table->committing = calloc(1, sizeof *table->committing); /* something is on its way */
    for (int i = 0; i < 4; i++) {
        request.body_len = (size_t)snprintf(text, sizeof text, body, i);
        asked[i] = net_mem_ask(p->mem, &request);
    }
    assert_int_equal(table->queued, 4);
    for (const struct ask *ask = table->queue; ask; ask = ask->next) {
        assert_int_equal(json_count(ask->body), 6);
        assert_true(is_kind(json_member(ask->body, "seat"), JSON_KIND_NUMBER));
        assert_true(is_kind(json_member(ask->body, "action"), JSON_KIND_STRING));
        assert_true(json_is_nil(json_member(ask->body, "key")));
        assert_true(json_is_nil(json_member(ask->body, "actions")));
    }
    ask_destroy(table->committing);
    table->committing = NULL;
    table_close(p->server->hall, table);
    for (int i = 0; i < 4; i++)
        net_mem_leave(p->mem, asked[i]);
}

static void
a_bucket_fills_with_time(void **state)
{
    struct net_bucket bucket = {0}, free_bucket = {0}, large = {0};
    struct net_limiter *limiter = net_limiter_create(1, 2);

    (void)state;
    for (int i = 0; i < 20; i++)
        assert_true(net_bucket_take(&bucket, 10, 20, 1000));
    assert_false(net_bucket_take(&bucket, 10, 20, 1000));
    assert_false(net_bucket_take(&bucket, 10, 20, 1099));
    assert_true(net_bucket_take(&bucket, 10, 20, 1100));
    assert_false(net_bucket_take(&bucket, 10, 20, 1100));
    for (int i = 0; i < 20; i++)
        assert_true(net_bucket_take(&bucket, 10, 20, UINT64_MAX / 2));
    assert_false(net_bucket_take(&bucket, 10, 20, UINT64_MAX / 2));
    for (int i = 0; i < 10000; i++)
        assert_true(net_bucket_take(&free_bucket, 0, 0, 5));
    assert_true(net_bucket_pay(&large, 15, 10, 20, 1000));
    assert_false(net_bucket_pay(&large, 6, 10, 20, 1000)); /* and nothing was taken */
    assert_true(net_bucket_pay(&large, 5, 10, 20, 1000));
    assert_false(net_bucket_pay(&large, 21, 10, 20, UINT64_MAX / 2));

    assert_true(net_limiter_take(limiter, "10.0.0.1", 1) &&
                net_limiter_take(limiter, "10.0.0.1", 1));
    assert_false(net_limiter_take(limiter, "10.0.0.1", 1));
    assert_true(net_limiter_take(limiter, "10.0.0.2", 1));
    assert_true(net_limiter_take(limiter, "2001:db8:1:2::5", 1) &&
                net_limiter_take(limiter, "2001:db8:1:2:77::6", 1));
    assert_false(net_limiter_take(limiter, "2001:db8:1:2::7", 1)); /* one household */
    assert_false(net_limiter_take(limiter, "2001:db8:1:2:3:4:5:6", 1));
    assert_true(net_limiter_take(limiter, "2001:db8::1", 1) &&
                net_limiter_take(limiter, "2001:db8::1:0:0:1", 1));
    assert_false(net_limiter_take(limiter, "2001:db8:0:0:1:2:3:4", 1));
    assert_true(net_limiter_take(limiter, "2001:db8:1:3::7", 1));
    net_limiter_destroy(limiter);
}

static void
a_household_is_there_while_it_has_connections(void **state)
{
    struct net_homes *homes = calloc(1, sizeof *homes);
    struct net_home *one, *two;

    (void)state;
    one = net_home_enter(homes, "2001:db8:0:1::7");
    assert_ptr_equal(net_home_enter(homes, "2001:db8::1:1:2:3:4"), one); /* the same /64 */
    two = net_home_enter(homes, "192.0.2.1");
    assert_int_equal(one->open, 2);
    assert_int_equal(two->open, 1);
    net_home_leave(homes, one);
    assert_ptr_equal(net_home_find(homes, "2001:db8:0:1::"), one);
    net_home_leave(homes, one);
    assert_null(net_home_find(homes, "2001:db8:0:1::7"));
    assert_ptr_equal(net_home_find(homes, "192.0.2.1"), two);
    net_home_leave(homes, two);
    free(homes);
}

static void
tokens_are_kept_as_hashes(void **state)
{
    /* The first bytes of SHA-256 of 32 letters a. */
    static const uint8_t known[8] = {0x3b, 0xa3, 0xf5, 0xf4, 0x3b, 0x92, 0x60, 0x26};
    const struct place *p = *state;
    struct hall *hall = p->server->hall;
    char id[SECRET_ID + 1], token[SECRET_TOKEN + 1];
    uint8_t out[SECRET_HASH], again[SECRET_HASH];

    assert_true(secret_hash(hall, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", SECRET_TOKEN, out));
    assert_memory_equal(out, known, sizeof known);
    assert_true(secret_id(hall, id) && secret_id_is_one(hall, id, SECRET_ID) &&
                !secret_id_is_one(hall, id, SECRET_ID - 1));
    assert_true(secret_token(hall, token) && secret_hash(hall, token, SECRET_TOKEN, out));
    assert_false(secret_hash(hall, "short", 5, again));
    token[0] = token[0] == 'a' ? 'b' : 'a';
    assert_true(secret_hash(hall, token, SECRET_TOKEN, again));
    assert_false(secret_same(out, again));
    assert_true(secret_same(out, out));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_cannot_be_stored_is_not_done, set_up, tear_down),
        cmocka_unit_test_setup_teardown(nobody_hears_before_it_is_stored, set_up, tear_down),
        cmocka_unit_test_setup_teardown(bots_get_over_a_store_that_fails_for_a_while, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(games_get_over_a_lack_of_memory, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_bot_that_is_no_more_is_played_for_by_chance, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(bots_take_their_time_among_people_only,
                                        set_up_at_leisure, tear_down),
        cmocka_unit_test(a_bots_rest_is_drawn_from_a_few_times),
        cmocka_unit_test_setup_teardown(a_visitor_who_does_not_read_is_closed, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(who_comes_sees_who_is_there, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_waits_at_a_table_holds_only_what_it_needs, set_up,
                                        tear_down),
        cmocka_unit_test(a_bucket_fills_with_time),
        cmocka_unit_test(a_household_is_there_while_it_has_connections),
        cmocka_unit_test_setup_teardown(tokens_are_kept_as_hashes, set_up, tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
