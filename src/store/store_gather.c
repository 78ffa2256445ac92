/* SPDX-License-Identifier: MIT
 * store_gather.c -- see store_gather.h. Only the WAL is opened here; all other files are the usual file system's. */
#include "store_gather.h"

#include <stdio.h>
#include <string.h>

enum { ROOM = 0x1ffff /* the usual file system takes no more in one write */ };

/* The WAL, opened: what is to be written at `at`, and the usual file behind this one. */
struct wal {
    sqlite3_file base;
    sqlite3_file *usual;
    unsigned char *bytes; /* of ROOM */
    int len;
    sqlite3_int64 at;
};

static sqlite3_file *
usual(sqlite3_file *base)
{
    return ((struct wal *)base)->usual;
}

/* What fails is forgotten: it was no part of a commit, and SQLite undoes what it belonged to. */
static int
hand_on(struct wal *wal)
{
    int len = wal->len;

    wal->len = 0;
    return len == 0 ? SQLITE_OK
                    : wal->usual->pMethods->xWrite(wal->usual, wal->bytes, len, wal->at);
}

static int
wal_close(sqlite3_file *base)
{
    struct wal *wal = (struct wal *)base;
    int written = hand_on(wal), closed = wal->usual->pMethods->xClose(wal->usual);

    sqlite3_free(wal->bytes);
    return written != SQLITE_OK ? written : closed;
}

static int
wal_read(sqlite3_file *base, void *to, int len, sqlite3_int64 at)
{
    int result = hand_on((struct wal *)base);

    return result == SQLITE_OK ? usual(base)->pMethods->xRead(usual(base), to, len, at)
                               : result;
}

static int
wal_write(sqlite3_file *base, const void *from, int len, sqlite3_int64 at)
{
    struct wal *wal = (struct wal *)base;
    int result = SQLITE_OK;

    if (at != wal->at + wal->len || wal->len + len > ROOM)
        result = hand_on(wal);
    if (result != SQLITE_OK)
        return result;
    if (len > ROOM)
        return wal->usual->pMethods->xWrite(wal->usual, from, len, at);
    if (wal->len == 0)
        wal->at = at;
    memcpy(wal->bytes + wal->len, from, (size_t)len);
    wal->len += len;
    return SQLITE_OK;
}

static int
wal_truncate(sqlite3_file *base, sqlite3_int64 len)
{
    int result = hand_on((struct wal *)base);

    return result == SQLITE_OK ? usual(base)->pMethods->xTruncate(usual(base), len) : result;
}

static int
wal_sync(sqlite3_file *base, int flags)
{
    int result = hand_on((struct wal *)base);

    return result == SQLITE_OK ? usual(base)->pMethods->xSync(usual(base), flags) : result;
}

static int
wal_size(sqlite3_file *base, sqlite3_int64 *len)
{
    int result = hand_on((struct wal *)base);

    return result == SQLITE_OK ? usual(base)->pMethods->xFileSize(usual(base), len) : result;
}

static int
wal_lock(sqlite3_file *base, int how)
{
    return usual(base)->pMethods->xLock(usual(base), how);
}

static int
wal_unlock(sqlite3_file *base, int how)
{
    return usual(base)->pMethods->xUnlock(usual(base), how);
}

static int
wal_check_lock(sqlite3_file *base, int *out)
{
    return usual(base)->pMethods->xCheckReservedLock(usual(base), out);
}

static int
wal_control(sqlite3_file *base, int verb, void *arg)
{
    return usual(base)->pMethods->xFileControl(usual(base), verb, arg);
}

static int
wal_sector(sqlite3_file *base)
{
    return usual(base)->pMethods->xSectorSize(usual(base));
}

static int
wal_traits(sqlite3_file *base)
{
    return usual(base)->pMethods->xDeviceCharacteristics(usual(base));
}

/* The methods of version 1: SQLite shares and maps memory of the main file only. */
static const sqlite3_io_methods methods = {
    1,        wal_close,  wal_read,       wal_write,   wal_truncate, wal_sync,   wal_size,
    wal_lock, wal_unlock, wal_check_lock, wal_control, wal_sector,   wal_traits, NULL,
    NULL,     NULL,       NULL,           NULL,        NULL};

static int
open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *base, int flags, int *out)
{
    sqlite3_vfs *below = ((struct store_gather *)vfs)->usual;
    struct wal *wal = (struct wal *)base;
    int result;

    if (!(flags & SQLITE_OPEN_WAL))
        return below->xOpen(below, name, base, flags, out);
    *wal = (struct wal){.usual = (sqlite3_file *)(wal + 1), .bytes = sqlite3_malloc(ROOM)};
    if (!wal->bytes)
        return SQLITE_NOMEM;
    result = below->xOpen(below, name, wal->usual, flags, out);
    if (result == SQLITE_OK)
        wal->base.pMethods = &methods;
    else
        sqlite3_free(wal->bytes);
    return result;
}

bool
store_gather_init(struct store_gather *out)
{
    out->usual = sqlite3_vfs_find(NULL);
    if (!out->usual)
        return false;
    out->vfs = *out->usual;
    out->vfs.pNext = NULL;
    out->vfs.szOsFile = (int)sizeof(struct wal) + out->usual->szOsFile;
    out->vfs.xOpen = open_file;
    snprintf(out->name, sizeof out->name, "khepri-%p", (void *)out);
    out->vfs.zName = out->name;
    return sqlite3_vfs_register(&out->vfs, 0) == SQLITE_OK;
}

void
store_gather_finish(struct store_gather *gather)
{
    if (gather->name[0])
        sqlite3_vfs_unregister(&gather->vfs);
}
