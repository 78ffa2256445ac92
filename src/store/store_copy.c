/* SPDX-License-Identifier: MIT
 * store_copy.c -- see store_copy.h. */
#include "store_copy.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "store_facts.h"
#include "store_file.h"

enum { PAGES_AT_ONCE = 256, PAUSE_MS = 5, NAME_ROOM = STORE_PATH_ROOM + 64 };

static bool
system_failed(struct oops *why, const char *what, const char *path)
{
    snprintf(why->text, sizeof why->text, "cannot %s %.150s: %s", what, path, strerror(errno));
    return false;
}

/* ---- copying ---- */

bool
store_copying_goes_on(const struct store_copying *how, struct oops *why)
{
    if (!how->is_stopped || !how->is_stopped(how->arg))
        return true;
    snprintf(why->text, sizeof why->text, "it was stopped; nothing was copied");
    return false;
}

/* The source is in a transaction, so that all pages are of one moment, whatever a server commits. */
static bool
copy_pages(sqlite3 *from, sqlite3 *to, const struct store_copying *how, struct oops *why)
{
    sqlite3_backup *backup = sqlite3_backup_init(to, "main", from, "main");
    int result = SQLITE_OK;
    bool goes_on = true;

    if (!backup)
        return store_db_oops(why, "cannot write", how->to, to);
    do {
        result = sqlite3_backup_step(backup, PAGES_AT_ONCE);
        if (how->show && sqlite3_backup_pagecount(backup) > 0)
            how->show(
                how->arg,
                (uint64_t)(sqlite3_backup_pagecount(backup) - sqlite3_backup_remaining(backup)),
                (uint64_t)sqlite3_backup_pagecount(backup));
        if (result == SQLITE_BUSY || result == SQLITE_LOCKED)
            sqlite3_sleep(PAUSE_MS);
        goes_on = store_copying_goes_on(how, why);
    } while (goes_on &&
             (result == SQLITE_OK || result == SQLITE_BUSY || result == SQLITE_LOCKED));
    if (sqlite3_backup_finish(backup) == SQLITE_OK || !goes_on)
        return goes_on;
    return store_db_oops(why, "cannot copy to", how->to, to);
}

/* Makes of the copied pages a file that needs no other. */
static bool
finish_copy(sqlite3 *to, const char *name, const struct store_copying *how,
            struct store_facts *out, struct oops *why)
{
    if (!store_db_is_sound(to, how->from, why))
        return false;
    if (!store_db_run(to, "PRAGMA journal_mode = DELETE") ||
        (store_mark_read(to).state != STORE_MARK_NONE && !store_mark_close(to)))
        return store_db_oops(why, "cannot write", how->to, to);
    return store_facts_read(to, name, out, why);
}

static bool
copy_db(const struct store_file *file, const char *name, const struct store_copying *how,
        struct store_facts *out, struct oops *why)
{
    sqlite3 *from = NULL, *to = NULL;
    bool fine = store_file_read(file, &from, why) &&
                store_db_open(&to, name, SQLITE_OPEN_READWRITE, NULL, why) &&
                store_db_is_ours(from, file->path, why) &&
                (how->incomplete || store_file_is_complete(file, from, why));

    if (fine && !store_db_run(from, "BEGIN; SELECT count(*) FROM sqlite_schema"))
        fine = store_db_oops(why, "cannot read", file->path, from);
    fine = fine && copy_pages(from, to, how, why) && finish_copy(to, name, how, out, why);
    sqlite3_close(to);
    sqlite3_close(from);
    return fine;
}

static bool
flush(const char *name, struct oops *why)
{
    int fd = open(name, O_RDONLY | O_CLOEXEC);
    bool fine = (fd >= 0 && fsync(fd) == 0) || system_failed(why, "write", name);

    if (fd >= 0)
        close(fd);
    return fine;
}

/* ---- what is replaced ---- */

/* Locks the file that is to be replaced; *fd is -1 if there is none. */
static bool
lock_old(const char *to, int *fd, struct oops *why)
{
    struct stat about;

    *fd = open(to, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (*fd < 0 && errno == ENOENT)
        return true;
    if (*fd < 0 || fstat(*fd, &about) != 0)
        return system_failed(why, "open", to);
    if (!S_ISREG(about.st_mode)) {
        snprintf(why->text, sizeof why->text, "%.150s is not a regular file", to);
        return false;
    }
    if (flock(*fd, LOCK_EX | LOCK_NB) == 0)
        return true;
    snprintf(why->text, sizeof why->text,
             "%.100s is in use: stop the khepri serve, or the command, that uses it", to);
    return false;
}

/* The WAL goes first: a file without it is refused by name, a WAL without its file too. */
static bool
set_aside(const char *to, char kept[STORE_KEPT_ROOM], struct oops *why)
{
    static const char *const endings[] = {"-wal", "-journal", ""};
    char from[NAME_ROOM], name[STORE_KEPT_ROOM + 16], when[32];
    time_t now = time(NULL);
    struct tm tm;

    gmtime_r(&now, &tm);
    strftime(when, sizeof when, "%Y%m%dT%H%M%SZ", &tm);
    snprintf(kept, STORE_KEPT_ROOM, "%.4096s.before-%s", to, when);
    for (int i = 0; i < 3; i++) {
        snprintf(from, sizeof from, "%s%s", to, endings[i]);
        snprintf(name, sizeof name, "%s%s", kept, endings[i]);
        if (access(from, F_OK) == 0 && !store_file_rename_new(from, name))
            return system_failed(why, "rename", from);
    }
    snprintf(from, sizeof from, "%s-shm", to);
    unlink(from);
    return true;
}

/* Root puts it where the server of another user has its file: that one is to be able to open it. */
static bool
give_away(const char *name, const char *to, struct oops *why)
{
    char folder[STORE_PATH_ROOM];
    struct stat about;

    if (geteuid() != 0)
        return true;
    store_file_write_folder(to, folder);
    if (stat(to, &about) != 0 && stat(folder, &about) != 0)
        return system_failed(why, "look at", folder);
    return chown(name, about.st_uid, about.st_gid) == 0 ||
           system_failed(why, "change the owner of", name);
}

/* The target by its real name, so that a symbolic link stays one. */
static bool
find_target(const struct store_copying *how, char to[STORE_PATH_ROOM], struct oops *why)
{
    char *real = realpath(how->to, NULL);
    bool exists = real != NULL;

    snprintf(to, STORE_PATH_ROOM, "%s", real ? real : how->to);
    free(real);
    if (how->replace)
        return true;
    if (exists)
        snprintf(why->text, sizeof why->text, "%.150s exists, and is not overwritten", to);
    return !exists && store_file_nothing_is_left(to, why);
}

static bool
put_in_place(const struct store_copying *how, const char *name, const char *to,
             char kept[STORE_KEPT_ROOM], struct oops *why)
{
    if (how->replace && access(to, F_OK) == 0 && !set_aside(to, kept, why))
        return false;
    if (!store_file_rename_new(name, to) || !store_file_flush_folder(to))
        return system_failed(why, "write", to);
    return true;
}

bool
store_copy(const struct store_copying *how, struct store_facts *out, char kept[STORE_KEPT_ROOM],
           struct oops *why)
{
    char to[STORE_PATH_ROOM], name[NAME_ROOM];
    struct store_file file;
    bool fine, live;
    int old = -1;

    kept[0] = 0;
    if (!store_file_look(&file, how->from, how->incomplete, why))
        return false;
    live = file.live;
    fine = find_target(how, to, why) && (!how->replace || lock_old(to, &old, why));
    if (fine && !store_file_make_beside(to, name, sizeof name)) {
        fine = system_failed(why, "create", to);
    } else if (fine) {
        fine = copy_db(&file, name, how, out, why) &&
               (!how->for_server || give_away(name, to, why)) && flush(name, why) &&
               store_copying_goes_on(how, why) && put_in_place(how, name, to, kept, why);
        if (!fine)
            unlink(name);
    }
    store_file_tidy(&file);
    store_file_close(&file);
    if (old >= 0)
        close(old);
    out->live = live;
    return fine;
}
