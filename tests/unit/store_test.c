/* SPDX-License-Identifier: MIT
 * store_test.c -- one contract, kept by all stores: in memory, in SQLite and in PostgreSQL. */
#include <semaphore.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "own_postgres.h"
#include "store.h"
#include "store_sqlite_parts.h"

enum place { MEMORY, SQLITE, POSTGRES };

struct at_work {
    struct store *store; /* NULL: there is no PostgreSQL */
    enum place place;
    char folder[64], path[96];
    int done, failed;
    sem_t woken;
};

static void
wake(void *arg) /* on the store's thread */
{
    struct at_work *w = arg;

    sem_post(&w->woken);
}

static _Atomic int errors; /* in the log */

static void
print_log(void *arg, enum store_level level, const char *text)
{
    (void)arg;
    errors += level == STORE_ERROR;
    print_message("# %s\n", text);
}

static const struct store_log printed = {print_log, NULL};

static struct own_postgres postgres; /* one for all tests */

static struct store *
open_store(struct at_work *w)
{
    struct oops why;
    struct store *store =
        w->place == SQLITE     ? store_sqlite_open(w->path, wake, w, &printed, &why)
        : w->place == POSTGRES ? store_pg_open(postgres.url, wake, w, &printed, &why)
                               : store_mem_open();

    if (!store)
        fail_msg("%s", why.text);
    return store;
}

static int
set_up(void **state, enum place place)
{
    struct at_work *w = calloc(1, sizeof *w);

    sem_init(&w->woken, 0, 0);
    w->place = place;
    strcpy(w->folder, "/tmp/khepri-store-XXXXXX");
    if (!mkdtemp(w->folder))
        return -1;
    snprintf(w->path, sizeof w->path, "%s/test.sqlite", w->folder);
    if (place != POSTGRES || postgres.pid > 0)
        w->store = open_store(w);
    *state = w;
    return 0;
}

static int
in_memory(void **state)
{
    return set_up(state, MEMORY);
}

static int
in_sqlite(void **state)
{
    return set_up(state, SQLITE);
}

/* Each test has an empty database; the first that fails to get one says why. */
static int
in_postgres(void **state)
{
    if (own_postgres_missing())
        return set_up(state, POSTGRES);
    if (postgres.pid == 0 && !own_postgres_create(&postgres))
        return -1;
    return own_postgres_run(&postgres, "DROP SCHEMA IF EXISTS khepri CASCADE")
               ? set_up(state, POSTGRES)
               : -1;
}

static int
tear_down(void **state)
{
    struct at_work *w = *state;
    static const char *const endings[] = {"", "-wal", "-shm"};
    char name[128];

    store_close(w->store);
    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "%s%s", w->path, endings[i]);
        unlink(name);
    }
    rmdir(w->folder);
    sem_destroy(&w->woken);
    free(w);
    return 0;
}

static void
count_done(void *arg, const char *error)
{
    struct at_work *w = arg;

    w->done++;
    w->failed += error != NULL;
}

/* Waits until `done` batches are done. */
static void
collect_until(struct at_work *w, int done)
{
    store_collect(w->store);
    while (w->done < done) {
        sem_wait(&w->woken);
        store_collect(w->store);
    }
    assert_int_equal(w->done, done);
}

/* Submits and waits; true if it was committed. */
static bool
commit(struct at_work *w, struct store_batch *batch)
{
    int done = w->done, failed = w->failed;

    store_submit(w->store, batch, count_done, w);
    collect_until(w, done + 1);
    return w->failed == failed;
}

static struct store_table
example(const char *id)
{
    struct store_table table = {.game = "ra",
                                .options = "{\"edition\":\"2005\"}",
                                .players = 3,
                                .open_to_all = true,
                                .created = 1234567890};

    strcpy(table.id, id);
    table.seats[0] = (struct store_seat){.kind = STORE_PERSON, .name = "Änna \"1\""};
    memset(table.seats[0].token, 0xa5, STORE_HASH);
    table.seats[1] = (struct store_seat){.kind = STORE_BOT, .name = "Nefer", .bot = "rule"};
    return table;
}

static bool
put(struct at_work *w, const struct store_table *table, bool new)
{
    struct store_batch *batch = store_batch_create();

    assert_true(new ? store_new_table(batch, table) : store_set_table(batch, table));
    return commit(w, batch);
}

static bool
add(struct at_work *w, const char *id, int seq, int seat, const char *key)
{
    struct store_batch *batch = store_batch_create();
    struct store_action action = {.seq = seq, .seat = seat, .action = "draw"};

    strcpy(action.key, key);
    assert_true(store_add_action(batch, id, &action));
    return commit(w, batch);
}

static int
count_actions(struct at_work *w, const char *id)
{
    struct store_table table;
    struct store_action *actions;
    struct oops why;
    int count;

    if (!store_load(w->store, id, &table, &actions, &count, &why))
        return -1;
    free(actions);
    return count;
}

static void
a_table_comes_back_as_it_was(void **state)
{
    struct at_work *w = *state;
    struct store_table in = example("aaaaaaaaaaaa"), out;
    struct store_action *actions;
    struct oops why;
    int count;

    assert_false(store_load(w->store, in.id, &out, &actions, &count, &why));
    assert_string_equal(why.text, "");
    assert_true(put(w, &in, true));
    assert_true(store_load(w->store, in.id, &out, &actions, &count, &why));
    assert_memory_equal(&in, &out, sizeof in);
    assert_int_equal(count, 0);
    in.status = STORE_OVER;
    in.hints = true;
    in.pace = STORE_PACE_OFF;
    in.stand_ins = STORE_NONE;
    strcpy(in.rematch, "bbbbbbbbbbbb");
    in.seats[0] = (struct store_seat){.kind = STORE_OPEN};
    strcpy(in.seats[1].person, "Benoît"); /* who left, and may come back */
    memset(in.seats[1].token, 0x5a, STORE_HASH);
    assert_true(put(w, &in, false));
    assert_true(store_load(w->store, in.id, &out, &actions, &count, &why));
    in.version = store_is_shared(w->store) ? 1 : 0;
    assert_memory_equal(&in, &out, sizeof in);
}

static void
a_key_is_taken_once_among_the_nearest(void **state)
{
    struct at_work *w = *state;
    struct store_table table = example("aaaaaaaaaaaa");

    assert_true(put(w, &table, true));
    for (int i = 0; i < STORE_KEYS_NEAR; i++) {
        char key[16];

        snprintf(key, sizeof key, "k%d", i);
        assert_true(add(w, table.id, i, 1, key));
        assert_false(add(w, table.id, i, 0, "other")); /* there already */
        assert_false(add(w, table.id, i + 2, 0, "other")); /* not the next */
        assert_false(add(w, table.id, i + 1, 1, "k0"));
        assert_false(add(w, table.id, i + 1, 1, key));
    }
    assert_true(add(w, table.id, STORE_KEYS_NEAR, 0, "k0")); /* of another seat */
    assert_int_equal(count_actions(w, table.id), STORE_KEYS_NEAR + 1);
}

static void
what_does_not_fit_is_refused_whole(void **state)
{
    struct at_work *w = *state;
    struct store_table table = example("aaaaaaaaaaaa"), other = example("bbbbbbbbbbbb");
    struct store_batch *batch;
    struct store_action late = {.seq = 7, .action = "draw"};

    assert_false(put(w, &table, false)); /* not there yet */
    assert_false(add(w, table.id, 0, 0, ""));
    assert_true(put(w, &table, true));
    assert_false(put(w, &table, true)); /* there already */
    assert_false(add(w, table.id, 1, 0, "")); /* not the next */
    assert_true(add(w, table.id, 0, 0, "k"));
    assert_false(add(w, table.id, 0, 0, "")); /* there already */
    assert_false(add(w, table.id, 1, 0, "k")); /* the key was used */
    assert_true(add(w, table.id, 1, 1, "k")); /* by this seat it was not */
    assert_true(add(w, table.id, 2, 7, ""));
    assert_true(add(w, table.id, 3, 7, "")); /* no key is no key twice */
    assert_int_equal(count_actions(w, table.id), 4);

    batch = store_batch_create(); /* good, good, bad: nothing of it */
    table.status = STORE_OVER;
    assert_true(store_set_table(batch, &table));
    assert_true(store_new_table(batch, &other));
    assert_true(store_add_action(batch, table.id, &late));
    assert_false(commit(w, batch));
    assert_int_equal(count_actions(w, other.id), -1);
    assert_int_equal(count_actions(w, table.id), 4);
}

static void
actions_come_back_in_order_with_their_keys(void **state)
{
    struct at_work *w = *state;
    struct store_table table = example("aaaaaaaaaaaa"), out;
    struct store_batch *batch = store_batch_create();
    struct store_action *actions;
    struct oops why;
    int count;

    assert_true(store_new_table(batch, &table));
    for (int i = 0; i < 600; i++) {
        struct store_action action = {.seq = i, .seat = i % 3};

        snprintf(action.action, sizeof action.action, "bid:%d", i);
        if (i % 2)
            snprintf(action.key, sizeof action.key, "kéy %d", i);
        assert_true(store_add_action(batch, table.id, &action));
    }
    assert_true(commit(w, batch));
    assert_true(store_load(w->store, table.id, &out, &actions, &count, &why));
    assert_int_equal(count, 600);
    for (int i = 0; i < count; i++) {
        char text[32];

        snprintf(text, sizeof text, "bid:%d", i);
        assert_string_equal(actions[i].action, text);
        assert_int_equal(actions[i].seq, i);
        assert_int_equal(actions[i].seat, i % 3);
        snprintf(text, sizeof text, "kéy %d", i);
        assert_string_equal(actions[i].key, i % 2 ? text : "");
    }
    free(actions);
}

static void
tables_are_listed_newest_first(void **state)
{
    struct at_work *w = *state;
    struct store_table *out = calloc(10, sizeof *out);
    struct oops why;

    for (int i = 0; i < 8; i++) {
        struct store_table table = example("aaaaaaaaaaaa");

        table.id[11] = (char)('a' + i);
        table.created += i;
        table.open_to_all = i != 3;
        table.status = i == 4 ? STORE_PLAYING : STORE_WAITING;
        if (i == 5)
            table.seats[2] = table.seats[1]; /* no open seat */
        assert_true(put(w, &table, true));
    }
    assert_int_equal(store_list(w->store, STORE_WAITING, true, 10, out, &why), 5);
    assert_string_equal(out[0].id, "aaaaaaaaaaah");
    assert_string_equal(out[1].id, "aaaaaaaaaaag");
    assert_string_equal(out[2].id, "aaaaaaaaaaac");
    assert_string_equal(out[0].seats[0].name, "Änna \"1\"");
    assert_int_equal(store_list(w->store, STORE_WAITING, true, 2, out, &why), 2);
    assert_int_equal(store_list(w->store, STORE_WAITING, false, 10, out, &why), 7);
    assert_int_equal(store_list(w->store, STORE_PLAYING, false, 10, out, &why), 1);
    assert_int_equal(store_list(w->store, STORE_OVER, false, 10, out, &why), 0);
    free(out);
}

/* The work of SQLite in this thread: it calls this again and again while it runs a statement. */
static _Thread_local int work_done;

static int
count_work(void *arg)
{
    (void)arg;
    work_done++;
    return 0;
}

/* Called by SQLite for each new connection. */
static int
watch_work(sqlite3 *db, char **error, const void *api)
{
    (void)error;
    (void)api;
    sqlite3_progress_handler(db, 1, count_work, NULL);
    return SQLITE_OK;
}

static int
in_sqlite_watched(void **state)
{
    assert_int_equal(sqlite3_auto_extension((void (*)(void))watch_work), SQLITE_OK);
    return in_sqlite(state);
}

static int
tear_down_watched(void **state)
{
    sqlite3_reset_auto_extension();
    return tear_down(state);
}

static int
work_of_listing(struct store *store, int wanted)
{
    struct store_table *out = calloc(10, sizeof *out);
    struct oops why;

    work_done = 0;
    assert_int_equal(store_list(store, STORE_WAITING, true, 10, out, &why), wanted);
    free(out);
    return work_done;
}

static void
sqlite_finds_what_can_be_joined_among_many(void **state)
{
    struct at_work *w = *state;
    struct store_table table = example("aaaaaaaaaaaa");
    struct store_batch *batch = store_batch_create();
    int alone, among;

    table.players = 2;
    table.seats[1].kind = STORE_OPEN;
    for (int i = 0; i < 3; i++, table.id[11]++)
        assert_true(put(w, &table, true));
    alone = work_of_listing(w->store, 3);
    for (int i = 0; i < 1000; i++) { /* private ones, and full ones that nobody starts */
        snprintf(table.id, sizeof table.id, "z%011d", i);
        table.open_to_all = i % 2;
        table.seats[1].kind = i % 2 ? STORE_BOT : STORE_OPEN;
        table.created++;
        assert_true(store_new_table(batch, &table));
    }
    assert_true(commit(w, batch));
    among = work_of_listing(w->store, 3);
    assert_true(alone > 0);
    assert_in_range(among, 1, 2 * alone);
}

static int64_t second; /* of the clock */

static int64_t
now(void)
{
    return second;
}

/* Anybody may ask for a list as often as they like, and the log is not to grow with that. */
static void
sqlite_leaves_a_damaged_table_out_and_says_so_once_in_a_minute(void **state)
{
    struct at_work *w = *state;
    struct store_table sound = example("aaaaaaaaaaaa"), damaged = example("bbbbbbbbbbbb");
    struct store_table *out = calloc(10, sizeof *out);
    struct oops why;
    sqlite3 *db;

    assert_non_null(out);
    assert_true(put(w, &sound, true));
    assert_true(put(w, &damaged, true));
    assert_int_equal(sqlite3_open(w->path, &db), SQLITE_OK);
    assert_int_equal(
        sqlite3_exec(db, "UPDATE seats SET name = 'x' WHERE table_id > 'b'", NULL, NULL, NULL),
        SQLITE_OK);
    sqlite3_close(db);
    ((struct store_sqlite *)w->store)->left_out.now = now;
    errors = 0;
    for (second = 1; second <= 61; second++) {
        assert_int_equal(store_list(w->store, STORE_WAITING, true, 10, out, &why), 1);
        assert_string_equal(out[0].id, sound.id);
        assert_int_equal(errors, second <= 60 ? 1 : 2);
    }
    free(out);
}

static void
tables_of_a_maker_are_counted(void **state)
{
    struct at_work *w = *state;
    struct store_table table = example("aaaaaaaaaaaa");
    struct oops why;

    table.players = 2;
    for (int i = 0; i < 24;
         i++) { /* of 2 makers, of 3 statuses, half of them public, half with an open seat */
        table.maker = 7 + (uint32_t)i % 2;
        table.status = (enum store_status)(i / 2 % 3);
        table.open_to_all = i / 6 % 2;
        table.seats[1].kind = i / 12 ? STORE_OPEN : STORE_BOT;
        table.created = 1000 + i;
        assert_true(put(w, &table, true));
        table.id[11]++;
    }
    assert_int_equal(store_count(w->store, STORE_COUNT_ALL, 0, 0, &why), 24);
    assert_int_equal(store_count(w->store, STORE_COUNT_UNFINISHED, 7, 0, &why), 8);
    assert_int_equal(store_count(w->store, STORE_COUNT_UNFINISHED, 9, 0, &why), 0);
    assert_int_equal(store_count(w->store, STORE_COUNT_UNFINISHED, 7, 1011, &why), 4);
    assert_int_equal(store_count(w->store, STORE_COUNT_LISTED, 7, 0, &why), 1);
    assert_int_equal(store_count(w->store, STORE_COUNT_LISTED, 7, 1018, &why), 0);
}

static void
one_bad_batch_spoils_no_other(void **state)
{
    struct at_work *w = *state;
    struct store_table table = example("aaaaaaaaaaaa");

    assert_true(put(w, &table, true));
    for (int i = 0; i < 40; i++) { /* together, so that they share a commit */
        struct store_batch *batch = store_batch_create();
        struct store_action action = {.seq = i % 2 ? 999 : i / 2, .action = "draw"};

        assert_true(store_add_action(batch, table.id, &action));
        store_submit(w->store, batch, count_done, w);
    }
    collect_until(w, 41);
    assert_int_equal(w->failed, 20);
    assert_int_equal(count_actions(w, table.id), 20);
}

static void
old_tables_are_found_and_removed_whole(void **state)
{
    struct at_work *w = *state;
    struct store_table table = example("aaaaaaaaaaaa");
    struct store_batch *batch = store_batch_create();
    char ids[4][STORE_ID_ROOM];
    struct oops why;
    const int64_t before = table.created + 3;

    for (int i = 0; i < 5; i++, table.id[11]++) {
        assert_true(put(w, &table, true));
        table.created++;
    }
    assert_true(add(w, "aaaaaaaaaaab", 0, 0, "k")); /* acted at just now */
    assert_int_equal(store_list_old(w->store, true, before, 4, ids, &why), 2);
    assert_string_equal(ids[0], "aaaaaaaaaaaa");
    assert_string_equal(ids[1], "aaaaaaaaaaac");
    assert_int_equal(store_list_old(w->store, true, before, 1, ids, &why), 1);
    assert_int_equal(store_list_old(w->store, true, (int64_t)time(NULL) + 9, 4, ids, &why), 4);
    assert_int_equal(store_list_old(w->store, false, before, 4, ids, &why), 0);
    strcpy(table.id, "aaaaaaaaaaac");
    table.created = before - 1;
    table.status = STORE_PLAYING;
    assert_true(put(w, &table, false));
    assert_int_equal(store_list_old(w->store, false, before, 4, ids, &why), 1);
    assert_string_equal(ids[0], "aaaaaaaaaaac");
    assert_int_equal(store_list_old(w->store, true, before, 4, ids, &why), 1);
    assert_string_equal(ids[0], "aaaaaaaaaaaa");

    assert_true(store_remove_table(batch, "aaaaaaaaaaab"));
    assert_true(store_remove_table(batch, "aaaaaaaaaaaa"));
    assert_true(store_remove_table(batch, "zzzzzzzzzzzz")); /* none of it: there is no such */
    assert_false(commit(w, batch));
    assert_int_equal(count_actions(w, "aaaaaaaaaaab"), 1);
    assert_int_equal(count_actions(w, "aaaaaaaaaaaa"), 0);
    batch = store_batch_create();
    assert_true(store_remove_table(batch, "aaaaaaaaaaab"));
    assert_true(commit(w, batch));
    assert_int_equal(count_actions(w, "aaaaaaaaaaab"), -1);
    assert_false(add(w, "aaaaaaaaaaab", 1, 0, ""));
    assert_int_equal(store_list(w->store, STORE_WAITING, false, 0, NULL, &why), 0);
    table = example("aaaaaaaaaaab");
    assert_true(put(w, &table, true)); /* nothing of it is left that would be in the way */
    assert_int_equal(count_actions(w, "aaaaaaaaaaab"), 0);
}

static bool
change_ban(struct at_work *w, bool (*how)(struct store_batch *, const struct store_ban *),
           enum store_ban_kind kind, const char *what)
{
    struct store_batch *batch = store_batch_create();
    struct store_ban ban = {.kind = kind};

    strcpy(ban.what, what);
    assert_true(how(batch, &ban));
    return commit(w, batch);
}

static void
bans_are_kept_until_they_are_taken_away(void **state)
{
    struct at_work *w = *state;
    struct store_batch *batch = store_batch_create();
    struct store_ban *bans, more = {STORE_BAN_NAME, "Never"};
    struct oops why;

    assert_int_equal(store_bans(w->store, &bans, &why), 0);
    free(bans);
    assert_true(change_ban(w, store_add_ban, STORE_BAN_ADDRESS, "192.0.2.7"));
    assert_true(change_ban(w, store_add_ban, STORE_BAN_NAME, "192.0.2.7"));
    assert_true(change_ban(w, store_add_ban, STORE_BAN_ADDRESS, "192.0.2.7")); /* no matter */
    assert_true(store_add_ban(batch, &more));
    assert_true(store_remove_table(batch, "zzzzzzzzzzzz")); /* none of it: there is no such */
    assert_false(commit(w, batch));
    if (w->place != MEMORY) {
        store_close(w->store);
        w->store = open_store(w);
    }
    assert_int_equal(store_bans(w->store, &bans, &why), 2);
    assert_int_equal(bans[0].kind, STORE_BAN_ADDRESS);
    assert_int_equal(bans[1].kind, STORE_BAN_NAME);
    assert_string_equal(bans[1].what, "192.0.2.7");
    free(bans);
    assert_true(change_ban(w, store_remove_ban, STORE_BAN_ADDRESS, "192.0.2.7"));
    assert_int_equal(store_bans(w->store, &bans, &why), 1);
    assert_int_equal(bans[0].kind, STORE_BAN_NAME);
    free(bans);
}

static void
sqlite_keeps_what_is_submitted_when_closed(void **state)
{
    struct at_work *w = *state;
    struct store_table table = example("aaaaaaaaaaaa");
    struct store_batch *batch = store_batch_create();
    struct oops why;

    assert_null(store_sqlite_open(w->path, wake, w, &printed, &why)); /* one at a time */
    assert_non_null(strstr(why.text, "another khepri serve"));
    assert_true(store_new_table(batch, &table));
    store_submit(w->store, batch, count_done, w);
    store_close(w->store);
    assert_int_equal(w->done, 0);
    w->store = open_store(w);
    assert_int_equal(count_actions(w, table.id), 0);
}

static int
end_postgres(void **state)
{
    (void)state;
    if (postgres.folder[0])
        own_postgres_destroy(&postgres);
    return 0;
}

/* clang-format off */
#define TESTS(X)                                    \
    X(a_table_comes_back_as_it_was)                 \
    X(what_does_not_fit_is_refused_whole)           \
    X(actions_come_back_in_order_with_their_keys)   \
    X(a_key_is_taken_once_among_the_nearest)        \
    X(tables_are_listed_newest_first)               \
    X(old_tables_are_found_and_removed_whole)       \
    X(bans_are_kept_until_they_are_taken_away)      \
    X(tables_of_a_maker_are_counted)                \
    X(one_bad_batch_spoils_no_other)

#define IN(place, test) {#test " (" #place ")", test, in_##place, tear_down, NULL},
#define EVERYWHERE(test) IN(memory, test) IN(sqlite, test) \
    {#test " (postgres)", test##_or_skipped, in_postgres, tear_down, NULL},

#define OR_SKIPPED(test)                                        \
    static void                                                 \
    test##_or_skipped(void **state)                             \
    {                                                           \
        if (own_postgres_missing()) {                           \
            print_message("# %s\n", own_postgres_missing());    \
            skip();                                             \
        }                                                       \
        test(state);                                            \
    }
TESTS(OR_SKIPPED)
/* clang-format on */

int
main(void)
{
    const struct CMUnitTest tests[] = {
        TESTS(EVERYWHERE){"sqlite_finds_what_can_be_joined_among_many",
                          sqlite_finds_what_can_be_joined_among_many, in_sqlite_watched,
                          tear_down_watched, NULL},
        {"sqlite_keeps_what_is_submitted_when_closed",
         sqlite_keeps_what_is_submitted_when_closed, in_sqlite, tear_down, NULL},
        {"sqlite_leaves_a_damaged_table_out_and_says_so_once_in_a_minute",
         sqlite_leaves_a_damaged_table_out_and_says_so_once_in_a_minute, in_sqlite, tear_down,
         NULL},
    };

    return cmocka_run_group_tests(tests, NULL, end_postgres);
}
