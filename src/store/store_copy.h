/* SPDX-License-Identifier: MIT
 * store_copy.h -- data files as wholes: copied, put back, looked through; safe beside a server that uses them.
 */
/* clang-format off */
#ifndef KHEPRI_STORE_COPY_H
#define KHEPRI_STORE_COPY_H

#include "store.h"

/* What is in a data file. */
struct store_facts {
    int     schema, newest_schema;
    int64_t bytes, wal_bytes;
    int64_t waiting, playing, over; /* tables by status */
    int64_t actions;
    bool    live;                   /* a server is using it */
    bool    cut_off;                /* its WAL ends in the middle of a commit */
};

struct store_copying {
    const char *from, *to;
    bool  incomplete;               /* take a file whose WAL is missing or damaged, with what is there */
    bool  replace;                  /* if `to` exists, give it another name */
    bool  for_server;               /* by root: to the owner of what was there, or of the folder */
    void (*show)(void *arg, uint64_t done, uint64_t all);   /* pages; may be NULL */
    bool (*is_stopped)(void *arg);  /* as by a signal: nothing is to be left of the copy; may be NULL */
    void *arg;
};

/* False, with a sentence: it is to stop. */
bool store_copying_goes_on(const struct store_copying *how, struct oops *why);

enum { STORE_KEPT_ROOM = 4200 };

/* Copies a sound data file, as it is at one moment, to a new one. The copy is complete, without a WAL, flushed, and for
 * its owner only. It has its name only when it is all that. `kept` becomes the new name of what was replaced, or "".
 * False and a sentence: nothing is at `to` that was not there. */
bool store_copy(const struct store_copying *how, struct store_facts *out, char kept[STORE_KEPT_ROOM],
                struct oops *why);

/* A data file to be read, by store_load() and store_next() only; close it with store_close(). It is checked as at the
 * start of a server, and then all of it; nothing is changed. All is read as it is at one moment. */
struct store *store_sqlite_read(const char *path, struct store_facts *facts, struct oops *why);

/* The same of a PostgreSQL database, which has been set up. */
struct store *store_pg_read(const char *url, struct store_facts *facts, struct oops *why);

/* A PostgreSQL database to be filled; it must have no tables yet. Nothing of it is there before store_pg_filled(): then
 * all is, or, with a sentence, nothing. */
struct store *store_pg_fill(const char *url, const struct store_log *log, struct oops *why);
bool store_pg_filled(struct store *store, struct store_facts *out, struct oops *why);

/* How a file or an address is named to people: an address without its passwords, in `out`. */
enum { STORE_SHOWN_ROOM = 4096 };
const char *store_shown(const char *text, char out[STORE_SHOWN_ROOM]);

/* Whether it is the address of a database, written otherwise than store_is_url() knows: with "://", or as libpq's
 * "host=... password=...". Taken for the name of a file, it would be there with its password. */
bool store_is_other_address(const char *text);

/* Copies all tables from a data file or database to a new file, or to a database without tables, as they are at one
 * moment. `show` counts tables. False and a sentence: nothing was copied. */
bool store_transfer(const struct store_copying *how, struct store_facts *out, struct oops *why);

#endif
