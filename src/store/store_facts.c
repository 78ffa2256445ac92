/* SPDX-License-Identifier: MIT
 * store_facts.c -- see store_facts.h. */
#include "store_facts.h"

#include <stdio.h>
#include <sys/stat.h>

#include "store_file.h"

static int64_t
size_of(const char *path, const char *ending)
{
    char name[STORE_PATH_ROOM + 80];
    struct stat about;

    snprintf(name, sizeof name, "%s%s", path, ending);
    return stat(name, &about) == 0 ? about.st_size : 0;
}

bool
store_facts_read(sqlite3 *db, const char *path, struct store_facts *out, struct oops *why)
{
    int64_t schema;

    *out = (struct store_facts){.newest_schema = store_db_version(),
                                .bytes = size_of(path, ""),
                                .wal_bytes = size_of(path, "-wal")};
    if (!store_db_number(db, "PRAGMA user_version", &schema) ||
        !store_db_number(db, "SELECT count(*) FROM tables WHERE status = 0", &out->waiting) ||
        !store_db_number(db, "SELECT count(*) FROM tables WHERE status = 1", &out->playing) ||
        !store_db_number(db, "SELECT count(*) FROM tables WHERE status = 2", &out->over) ||
        !store_db_number(db, "SELECT count(*) FROM actions", &out->actions))
        return store_db_oops(why, "cannot read", path, db);
    out->schema = (int)schema;
    return true;
}
