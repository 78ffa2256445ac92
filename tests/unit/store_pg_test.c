/* SPDX-License-Identifier: MIT
 * store_pg_test.c -- what only the PostgreSQL store promises: several servers at once, connections that are lost at
 * any moment, and databases that are not its own. */
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "own_postgres.h"
#include "store.h"

static struct own_postgres postgres;

/* A server's store, and what it was told last. */
struct node {
    struct store *store;
    sem_t woken;
    int done;
    const char *error;
    char logged[STORE_LOG_ROOM];
    pthread_mutex_t mutex; /* guards `logged` */
};

/* Not on the stack of a case: one that fails leaves it at once, while threads of a store still write here. */
static struct node nodes[2];

static void
wake(void *arg) /* on the store's thread */
{
    struct node *node = arg;

    sem_post(&node->woken);
}

static void
keep_log(void *arg, enum store_level level, const char *text) /* on any thread */
{
    struct node *node = arg;

    (void)level;
    pthread_mutex_lock(&node->mutex);
    snprintf(node->logged, sizeof node->logged, "%s", text);
    pthread_mutex_unlock(&node->mutex);
}

static void
assert_logged(struct node *node, const char *part)
{
    pthread_mutex_lock(&node->mutex);
    if (!strstr(node->logged, part))
        fail_msg("'%s' is not in the log: %s", part, node->logged);
    pthread_mutex_unlock(&node->mutex);
}

static void
try_to_open(struct node *node, const char *url, struct oops *why)
{
    const struct store_log log = {keep_log, node};

    *node = (struct node){.done = 0};
    sem_init(&node->woken, 0, 0);
    pthread_mutex_init(&node->mutex, NULL);
    node->store = store_pg_open(url, wake, node, &log, why);
}

static void
open_node(struct node *node)
{
    struct oops why;

    try_to_open(node, postgres.url, &why);
    if (!node->store)
        fail_msg("%s", why.text);
}

static void
close_node(struct node *node)
{
    store_close(node->store);
    node->store = NULL;
    sem_destroy(&node->woken);
    pthread_mutex_destroy(&node->mutex);
}

static void
keep_result(void *arg, const char *error)
{
    struct node *node = arg;

    node->done++;
    node->error = error;
}

static void
submit(struct node *node, const char *id, int seq)
{
    struct store_batch *batch = store_batch_create();
    struct store_action action = {.seq = seq, .action = "draw"};
    struct store_table table = {.game = "ra", .options = "{}", .players = 2};

    memcpy(table.id, id, STORE_ID_ROOM);
    assert_true(seq < 0 ? store_new_table(batch, &table)
                        : store_add_action(batch, id, &action));
    store_submit(node->store, batch, keep_result, node);
}

/* The result of what was submitted last. */
static const char *
result(struct node *node, int done)
{
    store_collect(node->store);
    while (node->done < done) {
        sem_wait(&node->woken);
        store_collect(node->store);
    }
    return node->error;
}

static const char *
put(struct node *node, const char *id, int seq)
{
    submit(node, id, seq);
    return result(node, node->done + 1);
}

static int
count_actions(struct node *node, const char *id)
{
    struct store_table table;
    struct store_action *actions;
    struct oops why;
    int count;

    if (!store_load(node->store, id, &table, &actions, &count, &why))
        return -1;
    free(actions);
    return count;
}

static const char id[STORE_ID_ROOM] = "aaaaaaaaaaaa";

static void
one_of_two_servers_is_first(void **state)
{
    int done[2];

    (void)state;
    open_node(&nodes[0]);
    open_node(&nodes[1]);
    assert_null(put(&nodes[0], id, -1));
    assert_ptr_equal(put(&nodes[1], id, -1), store_lost);
    done[0] = nodes[0].done;
    done[1] = nodes[1].done;
    for (int seq = 0; seq < 200; seq++) {
        const char *a, *b;

        submit(&nodes[0], id, seq);
        submit(&nodes[1], id, seq);
        a = result(&nodes[0], done[0] + 1 + seq);
        b = result(&nodes[1], done[1] + 1 + seq);
        assert_true((!a && b == store_lost) || (!b && a == store_lost));
    }
    assert_int_equal(count_actions(&nodes[0], id), 200);
    close_node(&nodes[0]);
    close_node(&nodes[1]);
}

static const char *
change(struct node *node, uint32_t version)
{
    struct store_batch *batch = store_batch_create();
    struct store_table table = {
        .game = "ra", .options = "{}", .players = 2, .version = version};

    memcpy(table.id, id, STORE_ID_ROOM);
    assert_true(store_set_table(batch, &table));
    store_submit(node->store, batch, keep_result, node);
    return result(node, node->done + 1);
}

static void
a_change_of_what_was_changed_meanwhile_is_lost(void **state)
{
    (void)state;
    open_node(&nodes[0]);
    open_node(&nodes[1]);
    assert_null(put(&nodes[0], id, -1));
    assert_null(change(&nodes[0], 0));
    assert_ptr_equal(change(&nodes[1], 0), store_lost);
    assert_null(change(&nodes[1], 1));
    close_node(&nodes[0]);
    close_node(&nodes[1]);
}

/* Waits for news of this kind; what is told of other things is left out. */
static struct store_news
hear(struct node *node, enum store_news_kind kind)
{
    struct store_news news;

    for (;;) {
        while (store_next_news(node->store, &news)) {
            if (news.kind == kind)
                return news;
        }
        sem_wait(&node->woken);
    }
}

/* Waits until the server is told that this table changed, or that anything may have: that stands for all changes. */
static void
hear_of_change(struct node *node, const char *table)
{
    struct store_news news;

    for (;;) {
        while (store_next_news(node->store, &news)) {
            if (news.kind == STORE_NEWS_CHANGED)
                assert_string_equal(news.id, table);
            if (news.kind == STORE_NEWS_CHANGED || news.kind == STORE_NEWS_DOUBT)
                return;
        }
        sem_wait(&node->woken);
    }
}

static void
a_server_hears_what_others_changed(void **state)
{
    struct store_table table;
    struct store_action *actions;
    struct store_news news;
    struct oops why;
    int count;

    (void)state;
    open_node(&nodes[0]);
    open_node(&nodes[1]);
    hear(&nodes[0], STORE_NEWS_DOUBT); /* both begin with that */
    hear(&nodes[1], STORE_NEWS_DOUBT);
    assert_null(put(&nodes[0], id, -1));
    hear_of_change(&nodes[1], id);
    for (int seq = 0; seq < 3; seq++)
        assert_null(put(&nodes[1], id, seq));
    hear_of_change(&nodes[0], id);
    assert_true(store_load_since(nodes[0].store, id, 1, &table, &actions, &count, &why));
    assert_int_equal(count, 2);
    assert_int_equal(actions[0].seq, 1);
    free(actions);
    while (store_next_news(nodes[1].store, &news)) /* what it did itself is no news */
        assert_int_not_equal(news.kind, STORE_NEWS_CHANGED);
    close_node(&nodes[0]);
    close_node(&nodes[1]);
}

static void
a_claim_ends_with_its_server(void **state)
{
    int64_t held;

    (void)state;
    open_node(&nodes[0]);
    open_node(&nodes[1]);
    held = store_claim(nodes[0].store, id, 0);
    assert_true(held != 0);
    assert_true(store_claim(nodes[0].store, id, held) == held);
    assert_true(store_claim(nodes[1].store, id, 0) == 0);
    store_release(nodes[0].store, id, held);
    assert_true(store_claim(nodes[1].store, id, 0) != 0);
    close_node(&nodes[1]);
    assert_string_equal(hear(&nodes[0], STORE_NEWS_LEFT).id, id);
    assert_true(store_claim(nodes[0].store, id, 0) != 0);
    close_node(&nodes[0]);
}

static void
a_claim_ends_with_the_connection(void **state)
{
    int64_t held;

    (void)state;
    open_node(&nodes[0]);
    hear(&nodes[0], STORE_NEWS_DOUBT); /* it begins with that */
    held = store_claim(nodes[0].store, id, 0);
    assert_true(held != 0);
    own_postgres_kill(&postgres);
    assert_true(own_postgres_start(&postgres));
    hear(&nodes[0], STORE_NEWS_DOUBT);
    assert_true(store_claim(nodes[0].store, id, held) == 0);
    close_node(&nodes[0]);
}

static void
a_server_that_was_taken_for_dead_begins_anew(void **state)
{
    int64_t held;

    (void)state;
    open_node(&nodes[0]);
    hear(&nodes[0], STORE_NEWS_DOUBT); /* it begins with that */
    held = store_claim(nodes[0].store, id, 0);
    assert_true(held != 0);
    assert_true(own_postgres_run(&postgres, "DELETE FROM khepri.nodes"));
    hear(&nodes[0], STORE_NEWS_DOUBT);
    assert_true(store_claim(nodes[0].store, id, held) == 0);
    assert_true(store_claim(nodes[0].store, id, 0) != 0);
    close_node(&nodes[0]);
}

static void
a_cut_connection_is_made_again(void **state)
{
    (void)state;
    open_node(&nodes[0]);
    assert_null(put(&nodes[0], id, -1));
    assert_true(own_postgres_run(&postgres,
                                 "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                                 " WHERE application_name = 'khepri'"));
    assert_null(put(&nodes[0], id, 0));
    (void)count_actions(&nodes[0], id); /* the reader may only now see that it is cut */
    for (int i = 0; i < 1000000 && count_actions(&nodes[0], id) < 0; i++)
        ;
    assert_int_equal(count_actions(&nodes[0], id), 1);
    close_node(&nodes[0]);
}

/* Sends signals to a thread again and again. */
struct pest {
    pthread_t thread, victim;
    atomic_bool over;
};

static void
ignore(int number)
{
    (void)number;
}

static void *
send_signals(void *arg)
{
    struct pest *pest = arg;

    while (!atomic_load(&pest->over)) {
        pthread_kill(pest->victim, SIGUSR1);
        nanosleep(&(struct timespec){.tv_nsec = 20000}, NULL);
    }
    return NULL;
}

static void
a_signal_ends_no_reading(void **state)
{
    struct sigaction action = {.sa_handler = ignore};
    struct pest pest = {.victim = pthread_self()};
    int good = 0;

    (void)state;
    open_node(&nodes[0]);
    assert_null(put(&nodes[0], id, -1));
    assert_int_equal(count_actions(&nodes[0], id), 0);
    assert_int_equal(sigaction(SIGUSR1, &action, NULL), 0);
    assert_int_equal(pthread_create(&pest.thread, NULL, send_signals, &pest), 0);
    for (int i = 0; i < 500; i++)
        good += count_actions(&nodes[0], id) == 0;
    atomic_store(&pest.over, true);
    pthread_join(pest.thread, NULL);
    assert_int_equal(good, 500);
    close_node(&nodes[0]);
}

static void
what_is_submitted_waits_for_the_server(void **state)
{
    (void)state;
    open_node(&nodes[0]);
    assert_null(put(&nodes[0], id, -1));
    own_postgres_kill(&postgres);
    submit(&nodes[0], id, 0);
    submit(&nodes[0], id, 1);
    assert_true(own_postgres_start(&postgres));
    assert_null(result(&nodes[0], 3));
    close_node(&nodes[0]);
    open_node(&nodes[0]);
    assert_int_equal(count_actions(&nodes[0], id), 2);
    close_node(&nodes[0]);
}

/* Waits for the writer to be in its commit, and cuts its connection there. */
static void
cut_the_commit(const char *wait)
{
    char query[300];

    snprintf(query, sizeof query,
             "SELECT pid FROM pg_stat_activity WHERE application_name = 'khepri' AND %s", wait);
    assert_true(own_postgres_wait(&postgres, query));
    snprintf(query, sizeof query,
             "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name ="
             " 'khepri' AND %s",
             wait);
    assert_true(own_postgres_run(&postgres, query));
}

/* A standby that does not exist: the server has committed, and waits before it says so. */
static void
a_commit_that_was_made_is_not_made_again(void **state)
{
    (void)state;
    open_node(&nodes[0]);
    assert_null(put(&nodes[0], id, -1));
    assert_true(
        own_postgres_run(&postgres, "ALTER SYSTEM SET synchronous_standby_names = 'nobody'"));
    assert_true(own_postgres_run(&postgres, "SELECT pg_reload_conf()"));
    assert_true(own_postgres_wait(&postgres,
                                  "SELECT 1 FROM pg_stat_activity WHERE current_setting("
                                  "'synchronous_standby_names') = 'nobody'"));
    assert_null(nodes[0].error);
    submit(&nodes[0], id, 0);
    cut_the_commit("wait_event = 'SyncRep'");
    assert_null(result(&nodes[0], 2));
    assert_int_equal(count_actions(&nodes[0], id), 1);
    assert_true(own_postgres_run(&postgres, "ALTER SYSTEM RESET synchronous_standby_names"));
    assert_true(own_postgres_run(&postgres, "SELECT pg_reload_conf()"));
    close_node(&nodes[0]);
}

/* A trigger that runs in the commit waits for a lock: the server has not committed. */
static void
a_commit_that_was_not_made_is_made_again(void **state)
{
    (void)state;
    open_node(&nodes[0]);
    assert_null(put(&nodes[0], id, -1));
    assert_true(own_postgres_run(
        &postgres, "CREATE FUNCTION khepri.wait() RETURNS trigger LANGUAGE plpgsql AS"
                   " 'BEGIN IF nextval(''khepri.once'') = 1 THEN PERFORM pg_sleep(600); END IF;"
                   " RETURN NULL; END';"
                   " CREATE SEQUENCE khepri.once;"
                   " CREATE CONSTRAINT TRIGGER late AFTER INSERT ON khepri.actions DEFERRABLE"
                   " INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION khepri.wait()"));
    submit(&nodes[0], id, 0);
    cut_the_commit("wait_event = 'PgSleep'");
    assert_null(result(&nodes[0], 2));
    assert_int_equal(count_actions(&nodes[0], id), 1);
    close_node(&nodes[0]);
}

/* Starts the server where no store finds it, and commits some transactions. Whether one got the number in the file:
 * mostly, but what else the server wrote just before the crash may have kept the number. */
static bool
commit_another_by_its_number(const char *file)
{
    struct own_postgres hidden;
    char query[300];
    bool again;

    assert_true(own_postgres_start(&postgres));
    hidden = postgres;
    snprintf(hidden.url, sizeof hidden.url, "postgres://khepri@/postgres?host=%.60s&port=5433",
             hidden.folder);
    assert_true(own_postgres_run(&hidden, "DROP TABLE IF EXISTS public.given;"
                                          "CREATE TABLE public.given (number text)"));
    for (int i = 0; i < 10; i++)
        assert_true(own_postgres_run(
            &hidden, "INSERT INTO public.given VALUES (pg_current_xact_id()::text)"));
    snprintf(
        query, sizeof query,
        "SELECT 1 / count(*) FROM (SELECT number FROM public.given UNION ALL SELECT xmin::text"
        " FROM pg_class WHERE relname = 'given') t WHERE number = trim(pg_read_file('%s'), E'\\n')",
        file);
    again = own_postgres_run(&hidden, query); /* by 0: it was not given again */
    assert_true(own_postgres_run(&hidden, "ALTER SYSTEM RESET ALL"));
    own_postgres_kill(&postgres);
    return again;
}

/* What is not yet on disk is lost when the server crashes, and with it that the transaction's number is taken. */
static void
a_commit_by_a_number_that_was_given_again_is_made_again(void **state)
{
    char file[96], query[300];

    (void)state;
    open_node(&nodes[0]);
    assert_null(put(&nodes[0], id, -1));
    assert_true(own_postgres_run(
        &postgres,
        "CREATE TABLE khepri.began AS SELECT pg_postmaster_start_time() AS at;"
        "CREATE FUNCTION khepri.wait() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN IF EXISTS"
        " (SELECT FROM khepri.began WHERE at = pg_postmaster_start_time()) THEN PERFORM"
        " pg_sleep(600); END IF; RETURN NULL; END';"
        "CREATE CONSTRAINT TRIGGER late AFTER INSERT ON khepri.actions DEFERRABLE INITIALLY"
        " DEFERRED FOR EACH ROW EXECUTE FUNCTION khepri.wait()"));
    assert_true(own_postgres_run(&postgres, "ALTER SYSTEM SET port = 5433"));
    assert_true(own_postgres_run(&postgres, "ALTER SYSTEM SET full_page_writes = off"));
    assert_true(own_postgres_run(&postgres, "ALTER SYSTEM SET wal_writer_delay = '10s'"));
    assert_true(own_postgres_run(&postgres, "SELECT pg_reload_conf()"));
    assert_true(own_postgres_wait(
        &postgres, "SELECT 1 WHERE current_setting('wal_writer_delay') = '10s'"));
    submit(&nodes[0], id, 0);
    assert_true(own_postgres_wait(
        &postgres, "SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep'"));
    snprintf(file, sizeof file, "%s/data/number", postgres.folder);
    snprintf(
        query, sizeof query,
        "COPY (SELECT backend_xid FROM pg_stat_activity WHERE wait_event = 'PgSleep') TO '%s'",
        file);
    assert_true(own_postgres_run(&postgres, query));
    own_postgres_kill(&postgres);
    if (!commit_another_by_its_number(file))
        print_message("# the number was not given again this time\n");
    assert_true(own_postgres_start(&postgres));
    assert_null(result(&nodes[0], 2));
    close_node(&nodes[0]);
    open_node(&nodes[0]);
    assert_int_equal(count_actions(&nodes[0], id), 1);
    close_node(&nodes[0]);
}

static void
failures_are_told_apart_and_logged(void **state)
{
    const char *error;

    (void)state;
    open_node(&nodes[0]);
    assert_null(put(&nodes[0], id, -1));
    assert_true(own_postgres_run(&postgres, "ALTER TABLE khepri.actions ADD CHECK (seq < 1)"));
    assert_null(put(&nodes[0], id, 0));
    error = put(&nodes[0], id, 1);
    assert_non_null(error);
    assert_ptr_not_equal(error, store_lost);
    assert_logged(&nodes[0], "action 1 of table aaaaaaaaaaaa");
    assert_logged(&nodes[0], "actions_seq_check");
    assert_ptr_equal(put(&nodes[0], id, 0), store_lost);
    close_node(&nodes[0]);
}

/* Opens, and is refused with a sentence that holds this. */
static void
refused(const char *url, const char *part)
{
    struct oops why;

    try_to_open(&nodes[0], url, &why);
    assert_null(nodes[0].store);
    if (!strstr(why.text, part) || strstr(why.text, "secret"))
        fail_msg("'%s' should hold '%s'", why.text, part);
}

static void
other_databases_are_refused(void **state)
{
    char url[256];

    (void)state;
    assert_true(
        own_postgres_run(&postgres, "CREATE SCHEMA khepri; CREATE TABLE khepri.other ()"));
    refused(postgres.url, "not one of Khepri's");
    assert_true(own_postgres_run(&postgres, "DROP SCHEMA khepri CASCADE"));
    open_node(&nodes[0]);
    close_node(&nodes[0]);
    assert_true(own_postgres_run(&postgres, "UPDATE khepri.about SET schema = 99"));
    refused(postgres.url, "newer Khepri");
    snprintf(url, sizeof url, "postgres://khepri:secret@/none?host=%s", postgres.folder);
    refused(url, "database \"none\" does not exist");
    refused("postgres://khepri:secret@/none?host=/nowhere", "/nowhere");
    refused("postgres://%zz", "%25 for %");
    assert_true(own_postgres_run(&postgres, "DROP DATABASE IF EXISTS latin"));
    assert_true(own_postgres_run(&postgres,
                                 "CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0"));
    snprintf(url, sizeof url, "postgres://khepri@/latin?host=%s", postgres.folder);
    refused(url, "should be UTF8");
}

/* ---- one server for all ---- */

static int
empty(void **state)
{
    (void)state;
    return own_postgres_run(&postgres, "DROP SCHEMA IF EXISTS khepri CASCADE") ? 0 : -1;
}

/* What a case that failed has left open. */
static int
close_nodes(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        if (nodes[i].store)
            close_node(&nodes[i]);
    }
    return 0;
}

static int
begin(void **state)
{
    (void)state;
    return own_postgres_create(&postgres) ? 0 : -1;
}

static int
end(void **state)
{
    (void)state;
    own_postgres_destroy(&postgres);
    return 0;
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(one_of_two_servers_is_first, empty, close_nodes),
        cmocka_unit_test_setup_teardown(a_change_of_what_was_changed_meanwhile_is_lost, empty,
                                        close_nodes),
        cmocka_unit_test_setup_teardown(a_server_hears_what_others_changed, empty, close_nodes),
        cmocka_unit_test_setup_teardown(a_claim_ends_with_its_server, empty, close_nodes),
        cmocka_unit_test_setup_teardown(a_claim_ends_with_the_connection, empty, close_nodes),
        cmocka_unit_test_setup_teardown(a_server_that_was_taken_for_dead_begins_anew, empty,
                                        close_nodes),
        cmocka_unit_test_setup_teardown(a_cut_connection_is_made_again, empty, close_nodes),
        cmocka_unit_test_setup_teardown(a_signal_ends_no_reading, empty, close_nodes),
        cmocka_unit_test_setup_teardown(what_is_submitted_waits_for_the_server, empty,
                                        close_nodes),
        cmocka_unit_test_setup_teardown(a_commit_that_was_made_is_not_made_again, empty,
                                        close_nodes),
        cmocka_unit_test_setup_teardown(a_commit_that_was_not_made_is_made_again, empty,
                                        close_nodes),
        cmocka_unit_test_setup_teardown(a_commit_by_a_number_that_was_given_again_is_made_again,
                                        empty, close_nodes),
        cmocka_unit_test_setup_teardown(failures_are_told_apart_and_logged, empty, close_nodes),
        cmocka_unit_test_setup_teardown(other_databases_are_refused, empty, close_nodes),
    };

    if (own_postgres_missing()) {
        printf("1..0 # SKIP %s\n", own_postgres_missing());
        return 0;
    }
    return cmocka_run_group_tests(tests, begin, end);
}
