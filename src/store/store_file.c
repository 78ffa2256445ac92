/* SPDX-License-Identifier: MIT
 * store_file.c -- see store_file.h. */
#include "store_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAME_ROOM = STORE_PATH_ROOM + 16, URI_ROOM = 3 * STORE_PATH_ROOM + 32, PAUSE_MS = 20 };

static bool
refuse(struct oops *why, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool
refuse(struct oops *why, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(why->text, sizeof why->text, format, arguments);
    va_end(arguments);
    return false;
}

/* ---- names ---- */

void
store_file_write_folder(const char *path, char out[STORE_PATH_ROOM])
{
    const char *slash = strrchr(path, '/');

    if (slash)
        snprintf(out, STORE_PATH_ROOM, "%.*s", (int)(slash == path ? 1 : slash - path), path);
    else
        snprintf(out, STORE_PATH_ROOM, ".");
}

bool
store_file_flush_folder(const char *path)
{
    char folder[STORE_PATH_ROOM];
    int fd, saved;
    bool fine;

    store_file_write_folder(path, folder);
    fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    fine = fd >= 0 && fsync(fd) == 0;
    saved = errno;
    if (fd >= 0)
        close(fd);
    errno = saved;
    return fine;
}

bool
store_file_rename_new(const char *from, const char *to)
{
    if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0)
        return true;
    if (errno != EINVAL && errno != ENOSYS) /* a file system that does not know it */
        return false;
    return link(from, to) == 0 && unlink(from) == 0;
}

bool
store_file_make_beside(const char *path, char *out, size_t room)
{
    int fd;

    if (snprintf(out, room, "%s.XXXXXX", path) >= (int)room) {
        errno = ENAMETOOLONG;
        return false;
    }
    fd = mkostemp(out, O_CLOEXEC);
    if (fd < 0)
        return false;
    close(fd);
    return true;
}

/* ---- creating ---- */

/* The ending of a file with content beside this one: "-wal" or "-journal", or NULL. */
static const char *
left_beside(const char *path)
{
    static const char *const endings[] = {"-wal", "-journal"};
    char name[NAME_ROOM];
    struct stat about;

    for (int i = 0; i < 2; i++) {
        snprintf(name, sizeof name, "%s%s", path, endings[i]);
        if (stat(name, &about) == 0 && about.st_size > 0)
            return endings[i];
    }
    return NULL;
}

/* Anything beside a file that is missing is what is left of it. */
bool
store_file_nothing_is_left(const char *path, struct oops *why)
{
    const char *ending = left_beside(path);

    if (!ending)
        return true;
    return refuse(why,
                  "%.100s is missing, but its %s is there: put the file back, or move "
                  "that away to begin anew",
                  path, ending);
}

/* Writes the schema into a file with another name, so that nobody ever finds half a file. */
static bool
create(const struct store_file *file, struct oops *why)
{
    char name[NAME_ROOM];
    sqlite3 *db = NULL;
    bool fine;

    if (!store_file_nothing_is_left(file->path, why))
        return false;
    if (!store_file_make_beside(file->path, name, sizeof name))
        return refuse(why, "cannot create %.160s: %s", file->path, strerror(errno));
    fine = store_db_open(&db, name, SQLITE_OPEN_READWRITE, NULL, why);
    if (fine && !store_db_migrate(db))
        fine = store_db_oops(why, "cannot create", file->path, db);
    sqlite3_close(db);
    if (fine &&
        (!store_file_rename_new(name, file->path) || !store_file_flush_folder(file->path)) &&
        errno != EEXIST) /* by another one, at the same time */
        fine = refuse(why, "cannot create %.160s: %s", file->path, strerror(errno));
    unlink(name);
    return fine;
}

/* ---- looking ---- */

static bool
resolve(struct store_file *file, const char *path, struct oops *why)
{
    char *real = realpath(path, NULL);
    int len = snprintf(file->path, sizeof file->path, "%s", real ? real : path);

    free(real);
    return len < (int)sizeof file->path || refuse(why, "the name of the data file is too long");
}

/* The name by which SQLite reads a file as one that nobody changes, without its WAL. */
static void
write_unchanging(const char *path, char uri[URI_ROOM])
{
    uri += sprintf(uri, "file:");
    for (; *path; path++)
        uri += sprintf(uri, strchr("%?#", *path) ? "%%%02X" : "%c", (unsigned char)*path);
    sprintf(uri, "?immutable=1");
}

/* The mark in the main file, without its WAL. Unreadable while a checkpoint is half done. */
static struct store_mark
mark_of_main(const char *path)
{
    struct store_mark mark = {.state = STORE_MARK_NONE};
    char uri[URI_ROOM];
    sqlite3 *db = NULL;

    write_unchanging(path, uri);
    if (sqlite3_open_v2(uri, &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL) == SQLITE_OK)
        mark = store_mark_read(db);
    sqlite3_close(db);
    return mark;
}

/* To read a file that a server left, SQLite makes a -wal and a -shm. Where that cannot be, as on a read-only disk,
 * it can read one that is complete in itself as unchanging. Our lock keeps it so. */
bool
store_file_read(const struct store_file *file, sqlite3 **db, struct oops *why)
{
    char folder[STORE_PATH_ROOM], uri[URI_ROOM];

    store_file_write_folder(file->path, folder);
    if (file->live || left_beside(file->path) || access(folder, W_OK) == 0)
        return store_db_open(db, file->path, SQLITE_OPEN_READONLY, NULL, why);
    write_unchanging(file->path, uri);
    return store_db_open(db, uri, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL, why);
}

static bool
is_usual(struct store_file *file, struct oops *why)
{
    struct stat about;

    if (fstat(file->fd, &about) != 0)
        return refuse(why, "cannot read %.160s: %s", file->path, strerror(errno));
    file->device = about.st_dev;
    file->inode = about.st_ino;
    if (!S_ISREG(about.st_mode))
        return refuse(why, "%.160s is not a regular file", file->path);
    if (about.st_size == 0)
        return refuse(
            why,
            "%.100s is empty, and a data file never is: put a backup in its place, or "
            "remove it to begin anew",
            file->path);
    if (about.st_nlink > 1)
        return refuse(
            why,
            "%.100s has %d names (hard links), but its -wal only one: copy it instead "
            "with 'khepri backup', and remove the other name",
            file->path, (int)about.st_nlink);
    return true;
}

static bool
look_inside(struct store_file *file, struct oops *why)
{
    if (!store_wal_look(file->path, &file->wal))
        return refuse(why, "cannot read %.150s-wal: %s", file->path, strerror(errno));
    if (store_wal_is_damaged(&file->wal))
        return refuse(why,
                      "%.90s-wal is damaged: the last actions are lost; restore a backup, or "
                      "'khepri restore --incomplete' what is left",
                      file->path);
    file->mark = mark_of_main(file->path);
    return true;
}

/* ---- opening ---- */

static void
mend_mode(const char *name, const struct store_log *log)
{
    char text[STORE_LOG_ROOM];
    struct stat about;

    if (lstat(name, &about) != 0 || !S_ISREG(about.st_mode) || (about.st_mode & 077) == 0)
        return;
    if (chmod(name, 0600) == 0)
        snprintf(text, sizeof text,
                 "%.160s had mode %04o, so others could read or change it: it is 0600 now",
                 name, (unsigned)(about.st_mode & 07777));
    else
        snprintf(text, sizeof text, "%.160s has mode %04o, so others can read or change it: %s",
                 name, (unsigned)(about.st_mode & 07777), strerror(errno));
    log->say(log->arg, STORE_WARN, text);
}

void
store_file_mend(const struct store_file *file, const struct store_log *log)
{
    static const char *const endings[] = {"", "-wal", "-shm"};
    char name[NAME_ROOM];

    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "%s%s", file->path, endings[i]);
        mend_mode(name, log);
    }
}

/* Commands that read the file share its lock and end soon, so they are waited for; a server does not share it. */
static bool
take_lock(struct store_file *file, const struct store_log *log)
{
    char text[STORE_LOG_ROOM];
    bool said = false;

    while (flock(file->fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        if (flock(file->fd, LOCK_SH | LOCK_NB) != 0)
            return false;
        flock(file->fd, LOCK_UN);
        if (!said) {
            snprintf(text, sizeof text,
                     "%.160s is being read by a command: waiting for its end", file->path);
            log->say(log->arg, STORE_WARN, text);
            said = true;
        }
        sqlite3_sleep(PAUSE_MS);
    }
    return true;
}

static bool
lock(struct store_file *file, const struct store_log *log, struct oops *why)
{
    char folder[STORE_PATH_ROOM];

    if (!take_lock(file, log))
        return refuse(
            why,
            "another khepri serve is using %.130s, or a command that replaces it; give this one a "
            "file of its own with --data",
            file->path);
    store_file_write_folder(file->path, folder);
    if (access(folder, W_OK | X_OK) != 0)
        return refuse(why, "cannot write in the folder of %.100s, where its -wal belongs: %s",
                      file->path, strerror(errno));
    return true;
}

bool
store_file_open(struct store_file *file, const char *path, const struct store_log *log,
                struct oops *why)
{
    char text[STORE_LOG_ROOM];

    *file = (struct store_file){.fd = -1};
    if (!resolve(file, path, why))
        return false;
    file->fd = open(file->path, O_RDWR | O_CLOEXEC);
    if (file->fd < 0 && errno == ENOENT) {
        if (!create(file, why))
            return false;
        snprintf(text, sizeof text, "%.180s is new: there was no such file", file->path);
        log->say(log->arg, STORE_INFO, text);
        file->fd = open(file->path, O_RDWR | O_CLOEXEC);
    }
    if (file->fd < 0)
        return refuse(why, "cannot open %.160s for writing: %s", file->path, strerror(errno));
    if (!lock(file, log, why) || !is_usual(file, why) || !look_inside(file, why)) {
        store_file_close(file);
        return false;
    }
    if (store_wal_is_cut_off(&file->wal)) {
        snprintf(text, sizeof text,
                 "the end of %.100s-wal was cut off, as by a power cut, and is dropped: nobody "
                 "was told of that change",
                 file->path);
        log->say(log->arg, STORE_WARN, text);
    }
    return true;
}

bool
store_file_look(struct store_file *file, const char *path, bool incomplete, struct oops *why)
{
    *file = (struct store_file){.fd = -1};
    if (!resolve(file, path, why))
        return false;
    file->fd =
        open(file->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC); /* a pipe is not waited for */
    if (file->fd < 0)
        return refuse(why, "cannot open %.160s: %s", file->path, strerror(errno));
    file->live = flock(file->fd, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (is_usual(file, why) && (file->live || incomplete || look_inside(file, why)))
        return true;
    store_file_close(file);
    return false;
}

void
store_file_close(struct store_file *file)
{
    if (file->fd >= 0)
        close(file->fd);
    file->fd = -1;
}

/* ---- with the database ---- */

bool
store_file_is_complete(const struct store_file *file, sqlite3 *db, struct oops *why)
{
    struct store_mark seen = store_mark_read(db);

    if (file->live || seen.state == STORE_MARK_NONE)
        return true;
    if (seen.state == STORE_MARK_AWAY && file->wal.bytes == 0)
        return refuse(why,
                      "%.80s was in use, and its -wal is missing: the last actions are in it; "
                      "put it back, or 'khepri restore --incomplete' what is here",
                      file->path);
    if (file->wal.frames > 0 && file->mark.state != STORE_MARK_NONE &&
        file->mark.mark != seen.mark && file->mark.mark != seen.before)
        return refuse(
            why,
            "%.80s and its -wal do not belong together, one is from another time: put "
            "both back from the same time, or move the -wal away",
            file->path);
    return true;
}

void
store_file_tidy(const struct store_file *file)
{
    static const char *const endings[] = {"-wal", "-shm"};
    char name[NAME_ROOM];
    struct stat about;

    if (file->fd < 0 || file->live || flock(file->fd, LOCK_EX | LOCK_NB) != 0)
        return;
    snprintf(name, sizeof name, "%s-wal", file->path);
    if (stat(name, &about) != 0 || about.st_size > 0)
        return;
    for (int i = 0; i < 2; i++) {
        snprintf(name, sizeof name, "%s%s", file->path, endings[i]);
        unlink(name);
    }
}

bool
store_file_is_there(const struct store_file *file)
{
    char name[NAME_ROOM];
    struct stat about;

    snprintf(name, sizeof name, "%s-wal", file->path);
    return stat(file->path, &about) == 0 && about.st_dev == file->device &&
           about.st_ino == file->inode && access(name, F_OK) == 0;
}
