/* SPDX-License-Identifier: MIT
 * store_faults_test.c -- the SQLite store when things go wrong: power cuts, errors of the disk, a full disk, and
 * damaged files. What was confirmed is there afterwards, or the store refuses with a sentence. */
#include <dirent.h>
#include <errno.h>
#include <semaphore.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "fault_vfs.h"
#include "rng.h"
#include "store_copy.h"

enum { TABLES = 6, BATCHES = 40, CUTS = 100, ERRORS = 100, DAMAGES = 300, FILE_MOST = 4 << 20 };

/* One run: each batch adds some actions to one table, or the table. */
struct at_work {
    struct store *store;
    char folder[64], path[96];
    int submitted[TABLES], confirmed[TABLES]; /* actions, -1: no table yet */
    int done, failed, warnings;
    sem_t woken; /* by the store: there is something to collect */
    uint64_t luck;
};

static void
wake(void *arg)
{
    struct at_work *w = arg;

    sem_post(&w->woken);
}

static void
hear(void *arg, enum store_level level, const char *text)
{
    struct at_work *w = arg;

    assert_true(strlen(text) > 10);
    w->warnings += level == STORE_WARN;
}

static bool
open_store(struct at_work *w, struct oops *why)
{
    const struct store_log log = {hear, w};

    w->store = store_sqlite_open(w->path, wake, w, &log, why);
    return w->store != NULL;
}

static void
empty_folder(const struct at_work *w)
{
    DIR *folder = opendir(w->folder);
    char name[400];

    for (struct dirent *entry; (entry = readdir(folder));) {
        snprintf(name, sizeof name, "%s/%s", w->folder, entry->d_name);
        if (entry->d_name[0] != '.')
            assert_int_equal(unlink(name), 0);
    }
    closedir(folder);
}

static int
set_up(void **state)
{
    struct at_work *w = calloc(1, sizeof *w);

    strcpy(w->folder, "/tmp/khepri-faults-XXXXXX");
    if (!mkdtemp(w->folder))
        return -1;
    snprintf(w->path, sizeof w->path, "%s/test.sqlite", w->folder);
    sem_init(&w->woken, 0, 0);
    *state = w;
    return 0;
}

static int
tear_down(void **state)
{
    struct at_work *w = *state;

    fault_vfs_reset();
    empty_folder(w);
    rmdir(w->folder);
    sem_destroy(&w->woken);
    free(w);
    return 0;
}

/* ---- work ---- */

static void
name_of(int table, char id[STORE_ID_ROOM])
{
    snprintf(id, STORE_ID_ROOM, "table%07d", table);
}

static void
on_done(void *arg, const char *error)
{
    struct at_work *w = arg;

    w->done++;
    w->failed += error != NULL;
}

static bool
commit(struct at_work *w, struct store_batch *batch)
{
    int done = w->done, failed = w->failed;

    store_submit(w->store, batch, on_done, w);
    while (w->done == done) {
        while (sem_wait(&w->woken) != 0)
            assert_int_equal(errno, EINTR);
        store_collect(w->store);
    }
    return w->failed == failed;
}

static void
fill_table(struct store_table *table, int number)
{
    *table = (struct store_table){.game = "ra", .players = 2, .created = 1000 + number};
    name_of(number, table->id);
    memset(table->options, 'a' + number,
           sizeof table->options - 1); /* much, so that the WAL fills up */
    table->seats[0] = (struct store_seat){.kind = STORE_PERSON, .name = "Anna"};
    table->seats[1] = (struct store_seat){.kind = STORE_BOT, .name = "Nefer", .bot = "rule"};
}

static struct store_action
action_of(int table, int seq)
{
    struct store_action action = {.seq = seq, .seat = seq % 2};

    snprintf(action.action, sizeof action.action, "bid:%d-%d", table, seq);
    snprintf(action.key, sizeof action.key, "key %d %d", table, seq);
    return action;
}

/* Submits a batch and keeps what was confirmed. */
static bool
work_once(struct at_work *w)
{
    struct store_batch *batch = store_batch_create();
    int table = (int)rng_below(&w->luck, TABLES);
    int add = 1 + (int)rng_below(&w->luck, 40), from = w->confirmed[table];
    struct store_table row;

    fill_table(&row, table);
    if (from < 0) {
        assert_true(store_new_table(batch, &row));
        from = add = 0;
    } else if (rng_below(&w->luck, 3) == 0) {
        assert_true(store_set_table(batch, &row));
    }
    for (int i = from; i < from + add; i++) {
        struct store_action action = action_of(table, i);

        assert_true(store_add_action(batch, row.id, &action));
    }
    w->submitted[table] = from + add > w->submitted[table] ? from + add : w->submitted[table];
    if (!commit(w, batch))
        return false;
    w->confirmed[table] = from + add;
    return true;
}

static void
begin(struct at_work *w, uint64_t seed)
{
    empty_folder(w);
    fault_vfs_reset();
    w->luck = rng_mix(seed + 1);
    w->warnings = 0;
    for (int i = 0; i < TABLES; i++)
        w->submitted[i] = w->confirmed[i] = -1;
}

/* The actions of a table, each as it was submitted; -1: no such table, -2: refused with a sentence. */
static int
count_actions(struct at_work *w, int number)
{
    struct store_table table, wanted;
    struct store_action *actions;
    struct oops why;
    int count;

    fill_table(&wanted, number);
    if (!store_load(w->store, wanted.id, &table, &actions, &count, &why))
        return why.text[0] ? -2 : -1;
    assert_memory_equal(&table, &wanted, sizeof table);
    for (int i = 0; i < count; i++) {
        struct store_action action = action_of(number, i);

        assert_int_equal(actions[i].seq, i);
        assert_int_equal(actions[i].seat, action.seat);
        assert_string_equal(actions[i].action, action.action);
        assert_string_equal(actions[i].key, action.key);
    }
    free(actions);
    return count;
}

/* All that was confirmed, and nothing that was not submitted. */
static void
check_kept(struct at_work *w, uint64_t seed, bool exactly)
{
    for (int i = 0; i < TABLES; i++) {
        int count = count_actions(w, i);

        if (count < w->confirmed[i] || count > w->submitted[i] ||
            (exactly && count != w->confirmed[i]))
            fail_msg("seed %d, table %d: %d actions, %d confirmed, %d submitted", (int)seed, i,
                     count, w->confirmed[i], w->submitted[i]);
    }
}

/* How many operations of the file a run without faults takes. */
static uint64_t
operations_without_faults(struct at_work *w)
{
    struct oops why;

    begin(w, 0);
    assert_true(open_store(w, &why));
    for (int i = 0; i < BATCHES; i++)
        assert_true(work_once(w));
    store_close(w->store);
    return fault_vfs_operations();
}

/* ---- what a commit costs ---- */

/* Many pages, and one write to the WAL: SQLite alone makes two of each page. */
static void
a_commit_is_one_write_and_one_flush(void **state)
{
    struct at_work *w = *state;
    struct store_batch *batch = store_batch_create();
    struct oops why;
    uint64_t before;

    begin(w, 0);
    assert_true(open_store(w, &why));
    before = fault_vfs_operations();
    for (int i = 0; i < TABLES; i++) { /* each has a page of its own, at least */
        struct store_table row;

        fill_table(&row, i);
        assert_true(store_new_table(batch, &row));
    }
    assert_true(commit(w, batch));
    assert_int_equal(fault_vfs_operations() - before, 2);
    for (int i = 0; i < TABLES; i++)
        assert_int_equal(count_actions(w, i), 0);
    store_close(w->store);
}

/* ---- power cuts ---- */

static void
nothing_confirmed_is_lost_in_a_power_cut(void **state)
{
    struct at_work *w = *state;
    uint64_t all = operations_without_faults(w);
    int confirmed = 0;
    struct oops why;

    for (uint64_t seed = 0; seed < CUTS; seed++) {
        uint64_t luck = seed;

        begin(w, seed);
        fault_vfs_cut(1 + rng_below(&luck, (uint32_t)all));
        if (open_store(w, &why)) {
            for (int i = 0; i < BATCHES && work_once(w); i++)
                confirmed++;
            store_close(w->store);
        }
        fault_vfs_wake_up(seed);
        fault_vfs_reset();
        if (seed % 3 == 0) { /* -shm is never flushed: it may be of any time, or gone */
            char name[128];

            snprintf(name, sizeof name, "%s-shm", w->path);
            unlink(name);
        }
        if (!open_store(w, &why))
            fail_msg("seed %d: %s", (int)seed, why.text);
        check_kept(w, seed, false);
        store_close(w->store);
    }
    print_message("# %d power cuts in %d operations, %d confirmed batches\n", CUTS, (int)all,
                  confirmed);
    assert_true(confirmed > CUTS);
}

/* ---- errors ---- */

static void
what_fails_is_not_confirmed_and_the_rest_is(void **state)
{
    static const int errors[] = {SQLITE_FULL, SQLITE_IOERR_WRITE, SQLITE_IOERR_FSYNC};
    struct at_work *w = *state;
    int refused = 0, failed = 0;
    struct oops why;
    uint64_t all = operations_without_faults(w);

    for (uint64_t seed = 0; seed < ERRORS; seed++) {
        uint64_t luck = seed;

        begin(w, seed);
        fault_vfs_fail(1 + rng_below(&luck, (uint32_t)all), errors[seed % 3], seed % 2);
        if (!open_store(w, &why)) {
            refused++;
            assert_true(strlen(why.text) > 10);
        } else {
            for (int i = 0; i < BATCHES; i++)
                failed += !work_once(w);
            fault_vfs_fail(0, 0, false);
            for (int i = 0; i < 3; i++)
                assert_true(work_once(w)); /* it goes on once the disk does */
            check_kept(w, seed, true);
            store_close(w->store);
        }
        fault_vfs_reset();
        if (!open_store(w, &why))
            fail_msg("seed %d: %s", (int)seed, why.text);
        check_kept(w, seed, true);
        store_close(w->store);
    }
    print_message("# %d runs: %d failed batches, %d refused starts\n", ERRORS, failed, refused);
    assert_true(failed > ERRORS && refused > 0);
}

/* ---- damage ---- */

static const char *const endings[] = {"", "-wal", "-shm"};

struct image {
    unsigned char *bytes[3];
    long len[3]; /* -1: no such file */
};

static void
take_image(const struct at_work *w, struct image *image)
{
    for (int i = 0; i < 3; i++) {
        char name[128];
        FILE *file;

        snprintf(name, sizeof name, "%s%s", w->path, endings[i]);
        file = fopen(name, "rb");
        image->len[i] = -1;
        image->bytes[i] = malloc(FILE_MOST);
        if (!file)
            continue;
        image->len[i] = (long)fread(image->bytes[i], 1, FILE_MOST, file);
        assert_true(image->len[i] < FILE_MOST);
        fclose(file);
    }
}

static void
drop_image(struct image *image)
{
    for (int i = 0; i < 3; i++)
        free(image->bytes[i]);
}

static void
put_image(const struct at_work *w, const struct image *image)
{
    empty_folder(w);
    for (int i = 0; i < 3; i++) {
        char name[128];
        FILE *file;

        if (image->len[i] < 0)
            continue;
        snprintf(name, sizeof name, "%s%s", w->path, endings[i]);
        file = fopen(name, "wb");
        assert_int_equal(fwrite(image->bytes[i], 1, (size_t)image->len[i], file),
                         image->len[i]);
        fclose(file);
    }
}

/* Flips a bit, empties sectors, cuts a file off or removes one. */
static void
damage(const struct image *good, struct image *out, uint64_t *luck)
{
    int which = (int)rng_below(luck, 2);
    long at;

    for (int i = 0; i < 3; i++) {
        out->len[i] = good->len[i];
        memcpy(out->bytes[i], good->bytes[i], (size_t)(good->len[i] > 0 ? good->len[i] : 0));
    }
    if (out->len[which] <= 0)
        which = 0;
    at = (long)rng_below(luck, (uint32_t)out->len[which]);
    switch (rng_below(luck, 4)) {
    case 0:
        out->bytes[which][at] =
            (unsigned char)(out->bytes[which][at] ^ 1u << rng_below(luck, 8));
        break;
    case 1:
        for (long i = at / 512 * 512; i < out->len[which] && i < at / 512 * 512 + 4096; i++)
            out->bytes[which][i] = (unsigned char)rng_next(luck);
        break;
    case 2:
        out->len[which] = rng_below(luck, 3) ? at : 0;
        break;
    default:
        out->len[which] = -1;
        break;
    }
}

/* True: all is as it was. False: it was refused, or something was, with a sentence. */
static bool
is_right_or_refused(struct at_work *w, uint64_t seed)
{
    bool whole = true;
    struct oops why;

    if (!open_store(w, &why)) {
        assert_true(strlen(why.text) > 10);
        return false;
    }
    for (int i = 0; i < TABLES; i++) {
        int count = count_actions(w, i);

        if (count == -2)
            whole = false;
        else if (count != w->confirmed[i])
            fail_msg("seed %d, table %d: %d actions, %d confirmed, and nobody was told",
                     (int)seed, i, count, w->confirmed[i]);
    }
    store_close(w->store);
    return whole;
}

static void
damage_is_refused_or_does_no_harm(void **state)
{
    struct at_work *w = *state;
    struct image good[2], bad;
    int right = 0, refused = 0;
    struct oops why;

    begin(w, 7);
    assert_true(open_store(w, &why));
    for (int i = 0; i < BATCHES; i++)
        assert_true(work_once(w));
    take_image(w, &good[0]); /* as after a killed process */
    store_close(w->store);
    take_image(w, &good[1]); /* as after an end in order */
    take_image(w, &bad);
    for (uint64_t seed = 0; seed < DAMAGES; seed++) {
        uint64_t luck = seed;

        damage(&good[seed % 2], &bad, &luck);
        if (bad.len[0] < 0 && bad.len[1] < 0)
            continue; /* nothing is left that could tell */
        fault_vfs_reset();
        put_image(w, &bad);
        if (is_right_or_refused(w, seed))
            right++;
        else
            refused++;
    }
    drop_image(&good[0]);
    drop_image(&good[1]);
    drop_image(&bad);
    print_message("# %d damaged files: %d refused, %d without harm\n", right + refused, refused,
                  right);
    assert_true(refused > right);
}

/* ---- a signal ---- */

static int
files_in(const struct at_work *w)
{
    DIR *folder = opendir(w->folder);
    int count = 0;

    for (struct dirent *entry; (entry = readdir(folder));)
        count += entry->d_name[0] != '.';
    closedir(folder);
    return count;
}

static bool
is_set(void *flag)
{
    return *(bool *)flag;
}

static void
a_copy_that_is_stopped_leaves_nothing(void **state)
{
    struct at_work *w = *state;
    bool stop = false;
    char to[128], kept[STORE_KEPT_ROOM];
    struct store_copying how = {.from = w->path, .to = to, .is_stopped = is_set, .arg = &stop};
    struct store_batch *batch = store_batch_create();
    struct store_facts facts;
    struct store_table row;
    struct oops why;

    snprintf(to, sizeof to, "%s/copy", w->folder);
    fill_table(&row, 0);
    assert_true(open_store(w, &why) && store_new_table(batch, &row) && commit(w, batch));
    store_close(w->store);
    assert_int_equal(files_in(w), 1);
    stop = true;
    assert_false(store_copy(&how, &facts, kept, &why));
    assert_string_equal(why.text, "it was stopped; nothing was copied");
    assert_false(store_transfer(&how, &facts, &why));
    assert_string_equal(why.text, "it was stopped; nothing was copied");
    assert_int_equal(files_in(w), 1);
    stop = false;
    assert_true(store_copy(&how, &facts, kept, &why));
    assert_int_equal(files_in(w), 2);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_commit_is_one_write_and_one_flush, set_up, tear_down),
        cmocka_unit_test_setup_teardown(nothing_confirmed_is_lost_in_a_power_cut, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(what_fails_is_not_confirmed_and_the_rest_is, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(damage_is_refused_or_does_no_harm, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_copy_that_is_stopped_leaves_nothing, set_up,
                                        tear_down),
    };

    fault_vfs_install();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
