/* SPDX-License-Identifier: MIT
 * store_transfer.c -- see store_copy.h: all tables from one store to another. */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store_copy.h"
#include "store_file.h"

enum { AT_ONCE = 200 };

struct transfer {
    struct store *from, *to;
    int on_their_way;
    const char *error;
    sem_t woken;
    char logged[STORE_LOG_ROOM]; /* why the last batch was not written */
};

/* ---- what is shown ---- */

/* Of "?password=abc&sslpassword=def" the values. */
static void
drop_passwords(char *url)
{
    for (char *at = strchr(url, '?'); at; at = strchr(at + 1, '&')) {
        size_t name = strcspn(at + 1, "=&");
        char *value = at + 1 + name + 1;

        if (at[1 + name] == '=' && name >= 8 && memcmp(value - 9, "password", 8) == 0) {
            const char *rest = value + strcspn(value, "&");

            memmove(value, rest, strlen(rest) + 1);
        }
    }
}

const char *
store_shown(const char *text, char out[STORE_SHOWN_ROOM])
{
    const char *who = strstr(text, "://"), *host;
    size_t user = 0;

    if (!store_is_url(text))
        return text;
    who += 3;
    host = who + strcspn(who, "@/");
    if (*host == '@')
        user = strcspn(who, ":@");
    else
        host = who;
    snprintf(out, STORE_SHOWN_ROOM, "%.*s%s", (int)(who + user - text), text, host);
    drop_passwords(out);
    return out;
}

/* Does a word of the text, as libpq separates them, begin a setting with one of these names? */
static bool
has_settings(const char *text)
{
    static const char *const names[] = {"host", "hostaddr", "port",   "dbname",
                                        "user", "password", "service"};
    static const char blanks[] = " \t\n";

    for (text += strspn(text, blanks); *text; text += strspn(text, blanks)) {
        size_t len = strcspn(text, "= \t\n");
        bool is_set = text[len + strspn(text + len, blanks)] == '=';

        for (size_t i = 0; i < sizeof names / sizeof *names && is_set; i++) {
            if (strlen(names[i]) == len && strncmp(names[i], text, len) == 0)
                return true;
        }
        text += strcspn(text, blanks);
    }
    return false;
}

bool
store_is_other_address(const char *text)
{
    return !store_is_url(text) && (strstr(text, "://") || has_settings(text));
}

/* ---- the stores ---- */

static void
wake(void *arg) /* on the store's thread */
{
    struct transfer *t = arg;

    sem_post(&t->woken);
}

static void
keep_log(void *arg, enum store_level level, const char *text) /* before the batch is reported */
{
    struct transfer *t = arg;

    if (level == STORE_ERROR)
        snprintf(t->logged, sizeof t->logged, "%s", text);
}

static void
put(void *arg, const char *error)
{
    struct transfer *t = arg;

    t->on_their_way--;
    if (error)
        t->error = error;
}

static void
wait_for(struct transfer *t, int most)
{
    store_collect(t->to);
    while (t->on_their_way > most) {
        sem_wait(&t->woken);
        store_collect(t->to);
    }
}

static bool
copy_table(struct transfer *t, const char *id, struct store_facts *out, struct oops *why)
{
    struct store_table *table = malloc(sizeof *table);
    struct store_batch *batch = store_batch_create();
    struct store_action *actions = NULL;
    int count;
    bool fine = table && batch;

    if (!fine)
        snprintf(why->text, sizeof why->text, "there is not enough memory");
    fine = fine && store_load(t->from, id, table, &actions, &count, why);
    if (fine) {
        out->actions += count;
        *(table->status == STORE_WAITING   ? &out->waiting
          : table->status == STORE_PLAYING ? &out->playing
                                           : &out->over) += 1;
        fine = store_new_table(batch, table);
        for (int i = 0; i < count && fine; i++)
            fine = store_add_action(batch, id, &actions[i]);
        if (!fine)
            snprintf(why->text, sizeof why->text, "there is not enough memory");
    }
    free(actions);
    free(table);
    if (fine) {
        t->on_their_way++;
        store_submit(t->to, batch, put, t);
        wait_for(t, AT_ONCE);
    } else {
        store_batch_destroy(batch);
    }
    return fine;
}

static bool
copy_bans(struct transfer *t, struct oops *why)
{
    struct store_batch *batch = store_batch_create();
    struct store_ban *bans = NULL;
    int count = batch ? store_bans(t->from, &bans, why) : -1;
    bool fine = count >= 0;

    for (int i = 0; i < count && fine; i++)
        fine = store_add_ban(batch, &bans[i]);
    if (!batch || (count >= 0 && !fine))
        snprintf(why->text, sizeof why->text, "there is not enough memory");
    free(bans);
    if (fine && count > 0) {
        t->on_their_way++;
        store_submit(t->to, batch, put, t);
        batch = NULL;
    }
    store_batch_destroy(batch);
    return fine;
}

static bool
copy_all(struct transfer *t, const struct store_copying *how, const struct store_facts *facts,
         struct store_facts *out, struct oops *why)
{
    const int64_t all = facts->waiting + facts->playing + facts->over;
    char id[STORE_ID_ROOM];
    int64_t row = 0, done = 0;
    int more = copy_bans(t, why) ? 1 : -1;

    while (more > 0 && !t->error && (more = store_next(t->from, &row, id, why)) > 0) {
        if (!copy_table(t, id, out, why) || !store_copying_goes_on(how, why))
            more = -1;
        if (more < 0)
            break;
        done++;
        if (how->show)
            how->show(how->arg, (uint64_t)done, (uint64_t)all);
    }
    wait_for(t, 0);
    if (t->error)
        snprintf(why->text, sizeof why->text, "%.200s", t->logged[0] ? t->logged : t->error);
    else if (more == 0 && (done != all || out->actions != facts->actions))
        snprintf(why->text, sizeof why->text, "not all of the tables could be read");
    else
        return more == 0;
    return false;
}

/* ---- where it goes ---- */

static bool
to_database(struct transfer *t, const struct store_copying *how,
            const struct store_facts *facts, struct store_facts *out, struct oops *why)
{
    const struct store_log log = {keep_log, t};
    bool fine;

    t->to = store_pg_fill(how->to, &log, why);
    fine = t->to && copy_all(t, how, facts, out, why) && store_pg_filled(t->to, out, why);
    store_close(t->to);
    return fine;
}

static void
remove_all(const char *path)
{
    static const char *const endings[] = {"", "-wal", "-shm"};
    char name[STORE_PATH_ROOM + 80];

    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "%s%s", path, endings[i]);
        unlink(name);
    }
}

/* It has its name when it is whole. */
static bool
to_file(struct transfer *t, const struct store_copying *how, const struct store_facts *facts,
        struct store_facts *out, struct oops *why)
{
    const struct store_log log = {keep_log, t};
    char name[STORE_PATH_ROOM + 64];
    struct store_facts found;
    struct store *check;
    bool fine;

    if (access(how->to, F_OK) == 0) {
        snprintf(why->text, sizeof why->text, "%.150s exists, and is not overwritten", how->to);
        return false;
    }
    if (!store_file_nothing_is_left(how->to, why))
        return false;
    if (!store_file_make_beside(how->to, name, sizeof name)) {
        snprintf(why->text, sizeof why->text, "cannot create a file beside %.150s", how->to);
        return false;
    }
    unlink(name); /* the store makes it whole */
    t->to = store_sqlite_open(name, wake, t, &log, why);
    fine = t->to && copy_all(t, how, facts, out, why);
    store_close(t->to);
    check = fine ? store_sqlite_read(name, &found, why) : NULL;
    store_close(check);
    fine = check && store_file_rename_new(name, how->to) && store_file_flush_folder(how->to);
    if (check && !fine)
        snprintf(why->text, sizeof why->text, "cannot write %.150s", how->to);
    if (fine)
        *out = found;
    else
        remove_all(name);
    return fine;
}

bool
store_transfer(const struct store_copying *how, struct store_facts *out, struct oops *why)
{
    struct transfer t = {.error = NULL};
    char from[STORE_SHOWN_ROOM];
    struct store_facts facts;
    bool fine = false;

    *out = (struct store_facts){0};
    t.from =
        (store_is_url(how->from) ? store_pg_read : store_sqlite_read)(how->from, &facts, why);
    if (!t.from)
        return false;
    sem_init(&t.woken, 0, 0);
    if (facts.schema != facts.newest_schema)
        snprintf(
            why->text, sizeof why->text,
            "schema %d of %.100s is older than %d, which the next start of a server makes of it",
            facts.schema, store_shown(how->from, from), facts.newest_schema);
    else
        fine = (store_is_url(how->to) ? to_database : to_file)(&t, how, &facts, out, why);
    store_close(t.from);
    sem_destroy(&t.woken);
    out->live = facts.live;
    return fine;
}
