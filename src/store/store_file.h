/* SPDX-License-Identifier: MIT
 * store_file.h -- the data file as a file: created whole, locked, readable for its owner only, refused where
 * SQLite would silently begin with less than was stored.
 */
/* clang-format off */
#ifndef KHEPRI_STORE_FILE_H
#define KHEPRI_STORE_FILE_H

#include <sys/types.h>

#include "store.h"
#include "store_db.h"
#include "store_wal.h"

enum { STORE_PATH_ROOM = 4096 };

struct store_file {
    char  path[STORE_PATH_ROOM];    /* without symbolic links: SQLite keeps the WAL beside this name */
    int   fd;                       /* holds the lock; -1: none. To be closed after all of SQLite's connections */
    dev_t device;
    ino_t inode;
    bool  live;                     /* looked at while a server uses it: what it does is in no file yet */
    struct store_wal  wal;          /* as it was found */
    struct store_mark mark;         /* of the main file alone */
};

/* Finds, or creates, the file and locks it for this process. The lock is on the file itself, so any name of it
 * finds it in use; it ends with the process. A command that reads the file is waited for. False and a sentence if it
 * is in use, or cannot be what a server left. */
bool store_file_open(struct store_file *file, const char *path, const struct store_log *log, struct oops *why);
void store_file_close(struct store_file *file);

/* Takes the file, once it is known to be ours, from all but its owner; reports that on `log`. */
void store_file_mend(const struct store_file *file, const struct store_log *log);

/* After a refusal, with SQLite's connections closed: removes the empty WAL that looking at the database made. */
void store_file_tidy(const struct store_file *file);

/* The same for reading: nothing is created or mended. A server that has the file open goes on (`live`); where
 * there is none, no server can start until this is closed. `incomplete`: what a WAL lost is not looked for. */
bool store_file_look(struct store_file *file, const char *path, bool incomplete, struct oops *why);

/* Opens the database of a file that was looked at, for reading only. */
bool store_file_read(const struct store_file *file, sqlite3 **db, struct oops *why);

/* With the database open: does its WAL belong to it, and is it there? */
bool store_file_is_complete(const struct store_file *file, sqlite3 *db, struct oops *why);

/* Is the file still at its name, with its WAL? What is written elsewhere would be lost. */
bool store_file_is_there(const struct store_file *file);

/* False if the file is missing while its WAL is there. */
bool store_file_nothing_is_left(const char *path, struct oops *why);

/* Gives a file a name that is not taken yet; false: errno says why. */
bool store_file_rename_new(const char *from, const char *to);

/* The folder of a path. */
void store_file_write_folder(const char *path, char out[STORE_PATH_ROOM]);

/* Flushes the folder of a file: a new name is then durable. */
bool store_file_flush_folder(const char *path);

/* Writes the file's new name, "PATH.XXXXXX", to `out` and creates it, for its owner only. */
bool store_file_make_beside(const char *path, char *out, size_t room);

#endif
