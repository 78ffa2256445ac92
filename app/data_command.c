/* SPDX-License-Identifier: MIT
 * data_command.c -- khepri backup, restore, copy-data and check-data: the data of a server as a
 * whole. */
#include "command.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command_options.h"
#include "document.h"
#include "hall.h"
#include "progress.h"
#include "store_copy.h"
#include "text.h"

static const char about_backup[] =
    "Usage: khepri backup [--json] FILE TO\n"
    "\n"
    "Copies the data file of a server to a new file, as it is at one moment. The server may go on\n"
    "meanwhile. The copy is complete, checked and flushed to disk when its name appears.\n";

static const char examples_backup[] =
    "Exit status: 0 done, 2 not done: there is no new file then.\n"
    "\n"
    "Examples:\n"
    "  khepri backup khepri.sqlite backup.sqlite\n"
    "  khepri check-data backup.sqlite\n";

static const char about_restore[] =
    "Usage: khepri restore [OPTION]... FROM FILE\n"
    "\n"
    "Puts a backup in the place of a data file. FROM is checked first, and stays as it is. FILE must not\n"
    "be in use, and is not overwritten: with --replace the old file gets another name.\n";

static const char examples_restore[] =
    "Exit status: 0 done, 2 not done: FILE is as it was.\n"
    "\n"
    "Examples:\n"
    "  khepri restore backup.sqlite new.sqlite\n"
    "  khepri restore --replace backup.sqlite khepri.sqlite\n";

static const char about_copy[] =
    "Usage: khepri copy-data [--json] FROM TO\n"
    "\n"
    "Copies all tables from a data file to PostgreSQL, or back; each is a file or a postgres:// address.\n"
    "Servers may use FROM meanwhile: what is copied is as it was at one moment. TO must be a new file, or\n"
    "a database without tables, and has all tables afterwards, or none.\n";

static const char examples_copy[] =
    "Exit status: 0 done, 2 not done: TO is as it was.\n"
    "\n"
    "Examples:\n"
    "  khepri copy-data khepri.sqlite postgres://localhost/khepri\n"
    "  khepri copy-data postgres://localhost/khepri khepri.sqlite\n";

static const char about_check[] =
    "Usage: khepri check-data [--json] FILE\n"
    "\n"
    "Reads all of a data file, also while a server uses it: whether it is damaged or incomplete, what is\n"
    "in it, and whether the rules accept the stored actions of each table. It changes nothing. FILE may\n"
    "be a postgres:// address.\n";

static const char examples_check[] =
    "Exit status: 0 all is well, 1 something is wrong, 2 the file cannot be opened.\n"
    "\n"
    "Example:\n"
    "  khepri check-data khepri.sqlite\n";

/* ---- what is printed ---- */

static void
put_facts(struct text *t, const struct store_facts *facts)
{
    json_key_int(t, "schema", facts->schema);
    json_key_int(t, "newest_schema", facts->newest_schema);
    json_key_int(t, "bytes", facts->bytes);
    json_key_int(t, "wal_bytes", facts->wal_bytes);
    json_key_int(t, "tables_waiting", facts->waiting);
    json_key_int(t, "tables_playing", facts->playing);
    json_key_int(t, "tables_over", facts->over);
    json_key_int(t, "actions", facts->actions);
    json_key_bool(t, "in_use", facts->live);
}

static void
print_facts(const char *path, const struct store_facts *facts)
{
    int64_t tables = facts->waiting + facts->playing + facts->over;

    printf("%s: ", path);
    if (facts->bytes > 0) /* of a database that was filled it is not known */
        printf("%" PRId64 " bytes, ", facts->bytes);
    printf("%" PRId64 " table%s (%" PRId64 " waiting, %" PRId64 " playing, %" PRId64
           " over), %" PRId64 " action%s, schema %d\n",
           tables, command_plural(tables), facts->waiting, facts->playing, facts->over,
           facts->actions, command_plural(facts->actions), facts->schema);
}

/* The sentence on stderr, and with --json also as an object. */
static int
failed(const char *name, bool json, int status, const char *sentence)
{
    char buf[6 * sizeof(struct oops) + 64]; /* a byte may take six */
    struct text t = text_in(buf, sizeof buf);

    if (json) {
        json_open(&t, '{');
        json_key_bool(&t, "ok", false);
        json_key_text(&t, "error", sentence);
        json_close(&t, '}');
        puts(buf);
    }
    command_trouble(name, "%s", sentence);
    return command_close_output(name, status);
}

/* On a terminal: what takes long without a count. progress_wipe() removes it. */
static void
show_phase(const char *text)
{
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r%s ...\033[K", text);
}

/* ---- signals ---- */

static atomic_int signalled;

static void
on_signal(int number)
{
    atomic_store(&signalled, number);
}

static bool
is_stopped(void *arg)
{
    (void)arg;
    return atomic_load(&signalled) != 0;
}

/* The first signal ends a copy, and leaves nothing of it; the second ends the program at once. */
static void
listen_for_signals(struct store_copying *how)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    const struct sigaction action = {.sa_handler = on_signal,
                                     .sa_flags = (int)(SA_RESETHAND | SA_RESTART)};
    struct sigaction before;

    for (int i = 0; i < 3; i++) {
        if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(numbers[i], &action, NULL);
    }
    how->is_stopped = is_stopped;
}

/* After what was stopped is removed: the program ends as by the signal. */
static int
not_copied(const char *name, bool json, const struct oops *why)
{
    int status = failed(name, json, EXIT_TROUBLE, why->text);

    if (is_stopped(NULL))
        raise(atomic_load(&signalled));
    return status;
}

/* A password may be in it, so it is not repeated. */
static int
refuse_address(const char *name)
{
    return command_usage(name, "such an address is not supported; write the name of a file, or "
                               "a postgres:// address");
}

/* ---- backup and restore ---- */

static void
show_pages(void *arg, uint64_t done, uint64_t all)
{
    struct progress *progress = arg;

    if (progress->all == 0)
        progress_begin(progress, "pages", all);
    progress_show(progress, done, "");
    if (done == all)
        show_phase("checking the copy");
}

/* What was copied, where to, and the new name of the file that was there, or "". */
struct copied {
    const struct store_copying *how;
    const struct store_facts *facts;
    const char *kept;
};

static void
write_copied(struct text *t, const void *arg)
{
    const struct copied *copied = arg;

    json_open(t, '{');
    json_key_bool(t, "ok", true);
    json_key_text(t, "from", copied->how->from);
    json_key_text(t, "to", copied->how->to);
    if (copied->kept[0])
        json_key_text(t, "replaced", copied->kept);
    else
        json_key_null(t, "replaced");
    put_facts(t, copied->facts);
    json_close(t, '}');
}

/* A text as a line. False without memory; it ends in a sentence. */
static bool
print_written(const char *name, void (*write)(struct text *t, const void *arg), const void *arg)
{
    char *line = document_written(write, arg, NULL);

    if (line)
        puts(line);
    else
        command_trouble(name, "it is done, but there is not enough memory to say so in JSON");
    free(line);
    return line != NULL;
}

static int
print_copied(const char *name, const struct copied *copied, bool json)
{
    if (json)
        return print_written(name, write_copied, copied) ? command_close_output(name, EXIT_DONE)
                                                         : EXIT_TROUBLE;
    print_facts(copied->how->to, copied->facts);
    if (copied->kept[0])
        printf("the file that was there is %s now\n", copied->kept);
    return command_close_output(name, EXIT_DONE);
}

static int
copy_command(struct command_line *line, struct store_copying *how, bool json)
{
    struct progress progress = {0};
    char kept[STORE_KEPT_ROOM];
    struct store_facts facts;
    struct oops why;
    bool fine;

    if (line->count != 2)
        return command_usage(line->name,
                             "two files are needed: the one to copy, and the new one");
    how->from = line->words[0];
    how->to = line->words[1];
    if (store_is_url(how->from) || store_is_url(how->to) || store_is_other_address(how->from) ||
        store_is_other_address(how->to))
        return command_usage(
            line->name, "a file is needed; khepri copy-data copies from and to PostgreSQL");
    how->show = show_pages;
    how->arg = &progress;
    listen_for_signals(how);
    fine = store_copy(how, &facts, kept, &why);
    progress_wipe();
    if (!fine)
        return not_copied(line->name, json, &why);
    return print_copied(line->name, &(struct copied){how, &facts, kept}, json);
}

int
command_backup(int argc, char **argv)
{
    struct store_copying how = {0};
    bool json = false;
    const struct command_option options[] = {
        {"json", NULL, "print one JSON object", .flag = &json}, {0}};
    struct command_line line = {
        "backup", about_backup, examples_backup, argc, argv, EXIT_TROUBLE, 0};

    return command_line_read(&line, options) ? copy_command(&line, &how, json) : line.status;
}

int
command_restore(int argc, char **argv)
{
    struct store_copying how = {0};
    bool json = false;
    /* clang-format off */
    const struct command_option options[] = {
        {"replace", NULL, "if FILE exists, rename it to FILE.before-TIME", .flag = &how.replace},
        {"incomplete", NULL, "accept FROM without its -wal, or with a damaged one: what was in it is lost",
            .flag = &how.incomplete},
        {"json", NULL, "print one JSON object", .flag = &json},
        {0}};
    /* clang-format on */
    struct command_line line = {
        "restore", about_restore, examples_restore, argc, argv, EXIT_TROUBLE, 0};

    how.for_server = true;
    return command_line_read(&line, options) ? copy_command(&line, &how, json) : line.status;
}

/* ---- copy-data ---- */

static void
show_tables(void *arg, uint64_t done, uint64_t all)
{
    struct progress *progress = arg;

    if (progress->all == 0)
        progress_begin(progress, "tables", all);
    progress_show(progress, done, "");
}

int
command_copy_data(int argc, char **argv)
{
    struct progress progress = {0};
    struct store_copying how = {.show = show_tables, .arg = &progress};
    char from[STORE_SHOWN_ROOM], to[STORE_SHOWN_ROOM];
    struct store_facts facts;
    bool json = false, fine;
    const struct command_option options[] = {
        {"json", NULL, "print one JSON object", .flag = &json}, {0}};
    struct command_line line = {"copy-data",  about_copy, examples_copy, argc, argv,
                                EXIT_TROUBLE, 0};
    struct oops why = {"there is not enough memory"};

    if (!command_line_read(&line, options))
        return line.status;
    if (line.count != 2)
        return command_usage(line.name,
                             "a file or an address is needed to copy from, and one to copy to");
    how.from = line.words[0];
    how.to = line.words[1];
    if (store_is_other_address(how.from) || store_is_other_address(how.to))
        return refuse_address(line.name);
    if (!store_is_url(how.from) && access(how.from, R_OK) != 0) {
        snprintf(why.text, sizeof why.text, "'%.150s' cannot be opened: %s", how.from,
                 strerror(errno));
        return failed(line.name, json, EXIT_TROUBLE, why.text);
    }
    listen_for_signals(&how);
    fine = store_transfer(&how, &facts, &why);
    progress_wipe();
    if (!fine)
        return not_copied(line.name, json, &why);
    how.from = store_shown(how.from, from);
    how.to = store_shown(how.to, to);
    return print_copied(line.name, &(struct copied){&how, &facts, ""}, json);
}

/* ---- check-data ---- */

enum { BAD_MOST = 100, BAD_SHOWN = 20 };

struct bad {
    char id[STORE_ID_ROOM];
    int at;
};

struct checking {
    const char *path;
    struct store *store;
    struct store_facts facts;
    struct bad bad[BAD_MOST]; /* tables, and the action that the rules refuse; -1: unreadable */
    int64_t bad_count, replayed;
};

static void
check_table(struct checking *c, const char *id)
{
    struct store_action *actions;
    struct store_table table;
    struct oops why;
    int count, at = -1;

    c->replayed++;
    if (store_load(c->store, id, &table, &actions, &count, &why)) {
        bool holds = hall_log_holds(&table, actions, count, &at);

        free(actions);
        if (holds)
            return;
    } else if (!why.text[0]) {
        return; /* a server removed it meanwhile */
    }
    if (c->bad_count < BAD_MOST) {
        struct bad *bad = &c->bad[c->bad_count];

        bad->at = at;
        memcpy(bad->id, id, sizeof bad->id);
    }
    c->bad_count++;
}

/* All tables of the newest schema, and its bans; of an older one a server first makes that. */
static bool
check_tables(struct checking *c, struct oops *why)
{
    struct store_ban *bans = NULL;
    const int64_t all = c->facts.waiting + c->facts.playing + c->facts.over;
    struct progress progress;
    char id[STORE_ID_ROOM];
    int64_t row = 0;
    int more = 0;

    progress_begin(&progress, "tables", (uint64_t)(all > 0 ? all : 1));
    while (c->facts.schema == c->facts.newest_schema &&
           (more = store_next(c->store, &row, id, why)) > 0) {
        check_table(c, id);
        if (c->replayed <= all) /* a server may make more */
            progress_show(&progress, (uint64_t)c->replayed, "");
    }
    progress_wipe();
    if (more == 0 && c->facts.schema == c->facts.newest_schema)
        more = store_bans(c->store, &bans, why) < 0 ? -1 : 0;
    free(bans);
    return more == 0;
}

static void
write_checked(struct text *t, const void *arg)
{
    const struct checking *c = arg;

    json_open(t, '{');
    json_key_bool(t, "ok", c->bad_count == 0);
    json_key_text(t, "file", c->path);
    put_facts(t, &c->facts);
    json_key_bool(t, "wal_cut_off", c->facts.cut_off);
    json_key_int(t, "replayed", c->replayed);
    json_key_int(t, "refused", c->bad_count);
    json_key_open(t, "refused_tables", '[');
    for (int i = 0; i < c->bad_count && i < BAD_MOST; i++) {
        json_open(t, '{');
        json_key_text(t, "table", c->bad[i].id);
        json_key_int(t, "action", c->bad[i].at);
        json_close(t, '}');
    }
    json_close(t, ']');
    json_close(t, '}');
}

static void
print_text(const char *path, const struct checking *c)
{
    print_facts(path, &c->facts);
    if (c->facts.cut_off)
        puts("the end of its -wal is cut off: after a power cut nothing confirmed is lost, "
             "otherwise the last actions are");
    for (int i = 0; i < c->bad_count && i < BAD_SHOWN; i++) {
        if (c->bad[i].at < 0)
            printf("table %s: it cannot be read\n", c->bad[i].id);
        else
            printf("table %s: the rules refuse action %d\n", c->bad[i].id, c->bad[i].at);
    }
    if (c->facts.schema != c->facts.newest_schema)
        printf(
            "the games are not replayed: schema %d is older than %d, which the next start of "
            "a server makes of it\n",
            c->facts.schema, c->facts.newest_schema);
    else if (c->bad_count == 0)
        printf("%sthe rules accept %s%" PRId64 " table%s\n",
               c->facts.cut_off ? "" : "nothing is damaged, and ",
               c->replayed == 1 ? "" : "all ", c->replayed, command_plural(c->replayed));
    else
        printf("of %" PRId64 " table%s, %" PRId64 " %s refused\n", c->replayed,
               command_plural(c->replayed), c->bad_count, c->bad_count == 1 ? "is" : "are");
}

int
command_check_data(int argc, char **argv)
{
    static const char name[] = "check-data";
    struct checking c = {0};
    char shown[STORE_SHOWN_ROOM];
    bool json = false, fine;
    const struct command_option options[] = {
        {"json", NULL, "print one JSON object", .flag = &json}, {0}};
    struct command_line line = {name, about_check, examples_check, argc, argv, EXIT_TROUBLE, 0};
    struct oops why = {"there is not enough memory"};

    if (!command_line_read(&line, options))
        return line.status;
    if (line.count != 1)
        return command_usage(name, "the name of one data file is needed");
    if (store_is_other_address(line.words[0]))
        return refuse_address(name);
    if (!store_is_url(line.words[0]) && access(line.words[0], R_OK) != 0) {
        snprintf(why.text, sizeof why.text, "'%.150s' cannot be opened: %s", line.words[0],
                 strerror(errno));
        return failed(name, json, EXIT_TROUBLE, why.text);
    }
    show_phase("reading all pages");
    c.store = (store_is_url(line.words[0]) ? store_pg_read : store_sqlite_read)(line.words[0],
                                                                                &c.facts, &why);
    progress_wipe();
    fine = c.store && check_tables(&c, &why);
    store_close(c.store);
    if (!fine)
        return failed(name, json, EXIT_FOUND, why.text);
    c.path = store_shown(line.words[0], shown);
    if (json && !print_written(name, write_checked, &c))
        return EXIT_TROUBLE;
    if (!json)
        print_text(c.path, &c);
    return command_close_output(name, c.bad_count == 0 ? EXIT_DONE : EXIT_FOUND);
}
