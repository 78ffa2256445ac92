/* SPDX-License-Identifier: MIT
 * fault_vfs.c -- see fault_vfs.h. What is flushed is kept in memory beside the real file. */
#include "fault_vfs.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rng.h"

/* In every build: the release build drops assert(), and what stands in it. */
static void
must(bool good)
{
    if (!good)
        abort();
}

enum { SECTOR = 512, NAMES_MOST = 16, NAME_ROOM = 256 };

/* A write, or with bytes == NULL a truncation to `at`. */
struct change {
    struct change *next;
    int64_t at;
    int len;
    unsigned char *bytes;
};

struct disk_file {
    char name[NAME_ROOM];
    unsigned char *kept; /* as it was at the last flush */
    int64_t kept_len, kept_room;
    struct change *first, *last; /* since then */
    bool exists;
    bool name_kept; /* the folder was flushed, or it was there before */
};

static struct {
    pthread_mutex_t mutex; /* the store writes and reads on two threads */
    sqlite3_vfs vfs, *real;
    struct disk_file files[NAMES_MOST];
    int count;
    uint64_t done, fail_at, cut_at;
    int error;
    bool lasting;
} disk = {.mutex = PTHREAD_MUTEX_INITIALIZER};

struct open_file {
    sqlite3_file base;
    struct disk_file *file; /* NULL: the shared memory's, or temporary */
    sqlite3_file *real;
};

/* ---- what goes wrong ---- */

/* SQLITE_OK, or what this operation is to return. */
static int
operate(void)
{
    disk.done++;
    if (disk.cut_at && disk.done >= disk.cut_at)
        return SQLITE_IOERR;
    if (disk.fail_at &&
        (disk.done == disk.fail_at || (disk.lasting && disk.done > disk.fail_at)))
        return disk.error;
    return SQLITE_OK;
}

static bool
is_off(void)
{
    return disk.cut_at && disk.done >= disk.cut_at;
}

/* ---- what is kept ---- */

static void
forget_changes(struct disk_file *file)
{
    while (file->first) {
        struct change *change = file->first;

        file->first = change->next;
        free(change->bytes);
        free(change);
    }
    file->last = NULL;
}

static void
grow(struct disk_file *file, int64_t len)
{
    if (len > file->kept_room) {
        file->kept_room = 2 * len;
        file->kept = realloc(file->kept, (size_t)file->kept_room);
    }
    if (len > file->kept_len) {
        memset(file->kept + file->kept_len, 0, (size_t)(len - file->kept_len));
        file->kept_len = len;
    }
}

/* Makes a change last: all of it, or the sectors that chance picks. */
static void
keep(struct disk_file *file, const struct change *change, uint64_t *luck)
{
    if (!change->bytes) {
        if (!luck || rng_below(luck, 2))
            file->kept_len = change->at < file->kept_len ? change->at : file->kept_len;
        return;
    }
    for (int from = 0; from < change->len;
         from += SECTOR - (int)((change->at + from) % SECTOR)) {
        int room = SECTOR - (int)((change->at + from) % SECTOR);
        int len = change->len - from < room ? change->len - from : room;

        if (luck && rng_below(luck, 2))
            continue;
        grow(file, change->at + from + len);
        memcpy(file->kept + change->at + from, change->bytes + from, (size_t)len);
    }
}

static void
add_change(struct disk_file *file, int64_t at, const void *bytes, int len)
{
    struct change *change = calloc(1, sizeof *change);

    change->at = at;
    change->len = len;
    if (bytes) {
        change->bytes = malloc((size_t)len);
        memcpy(change->bytes, bytes, (size_t)len);
    }
    if (file->last)
        file->last->next = change;
    else
        file->first = change;
    file->last = change;
}

static void
read_kept(struct disk_file *file)
{
    FILE *from = fopen(file->name, "rb");

    if (!from)
        return;
    fseek(from, 0, SEEK_END);
    grow(file, ftell(from));
    rewind(from);
    must(fread(file->kept, 1, (size_t)file->kept_len, from) == (size_t)file->kept_len);
    fclose(from);
    file->name_kept = true;
}

/* The file of that name; one not seen before is flushed, if it is there. */
static struct disk_file *
find(const char *name)
{
    struct disk_file *file;

    for (int i = 0; i < disk.count; i++) {
        if (strcmp(disk.files[i].name, name) == 0)
            return &disk.files[i];
    }
    must(disk.count < NAMES_MOST);
    file = &disk.files[disk.count++];
    *file = (struct disk_file){.exists = access(name, F_OK) == 0};
    snprintf(file->name, sizeof file->name, "%s", name);
    read_kept(file);
    return file;
}

/* ---- methods of files ---- */

static sqlite3_file *
real(sqlite3_file *base)
{
    return ((struct open_file *)base)->real;
}

static int
do_close(sqlite3_file *base)
{
    return real(base)->pMethods->xClose(real(base));
}

static int
do_read(sqlite3_file *base, void *to, int len, sqlite3_int64 at)
{
    return is_off() ? SQLITE_IOERR_READ : real(base)->pMethods->xRead(real(base), to, len, at);
}

static int
do_write(sqlite3_file *base, const void *from, int len, sqlite3_int64 at)
{
    struct open_file *open = (struct open_file *)base;
    int result;

    pthread_mutex_lock(&disk.mutex);
    result = operate();
    if (result == SQLITE_OK || disk.done == disk.cut_at)
        add_change(open->file, at, from, len); /* under way as the power goes */
    if (result == SQLITE_OK)
        result = open->real->pMethods->xWrite(open->real, from, len, at);
    pthread_mutex_unlock(&disk.mutex);
    return result;
}

static int
do_truncate(sqlite3_file *base, sqlite3_int64 len)
{
    struct open_file *open = (struct open_file *)base;
    int result;

    pthread_mutex_lock(&disk.mutex);
    result = operate();
    if (result == SQLITE_OK) {
        add_change(open->file, len, NULL, 0);
        result = open->real->pMethods->xTruncate(open->real, len);
    }
    pthread_mutex_unlock(&disk.mutex);
    return result;
}

/* Nothing is really flushed: that is what the model is for. */
static int
do_sync(sqlite3_file *base, int flags)
{
    struct disk_file *file = ((struct open_file *)base)->file;
    int result;

    (void)flags;
    pthread_mutex_lock(&disk.mutex);
    result = operate();
    if (result == SQLITE_OK) {
        for (struct change *c = file->first; c; c = c->next)
            keep(file, c, NULL);
        forget_changes(file);
        file->name_kept = true; /* SQLite flushes the folder of a new journal or WAL with it */
    }
    pthread_mutex_unlock(&disk.mutex);
    return result;
}

static int
do_size(sqlite3_file *base, sqlite3_int64 *len)
{
    return is_off() ? SQLITE_IOERR_FSTAT : real(base)->pMethods->xFileSize(real(base), len);
}

static int
do_lock(sqlite3_file *base, int how)
{
    return real(base)->pMethods->xLock(real(base), how);
}

static int
do_unlock(sqlite3_file *base, int how)
{
    return real(base)->pMethods->xUnlock(real(base), how);
}

static int
do_check_lock(sqlite3_file *base, int *out)
{
    return real(base)->pMethods->xCheckReservedLock(real(base), out);
}

static int
do_control(sqlite3_file *base, int verb, void *arg)
{
    return real(base)->pMethods->xFileControl(real(base), verb, arg);
}

static int
do_sector(sqlite3_file *base)
{
    (void)base;
    return SECTOR;
}

static int
do_traits(sqlite3_file *base)
{
    (void)base;
    return SQLITE_IOCAP_POWERSAFE_OVERWRITE; /* as the usual one says */
}

static int
do_shm_map(sqlite3_file *base, int page, int size, int extend, void volatile **out)
{
    return real(base)->pMethods->xShmMap(real(base), page, size, extend, out);
}

static int
do_shm_lock(sqlite3_file *base, int offset, int n, int flags)
{
    return real(base)->pMethods->xShmLock(real(base), offset, n, flags);
}

static void
do_shm_barrier(sqlite3_file *base)
{
    real(base)->pMethods->xShmBarrier(real(base));
}

static int
do_shm_unmap(sqlite3_file *base, int remove)
{
    return real(base)->pMethods->xShmUnmap(real(base), remove && !is_off());
}

/* ---- the file system ---- */

static int
do_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *base, int flags, int *out)
{
    static const sqlite3_io_methods methods = {
        2,         do_close,   do_read,     do_write,       do_truncate,  do_sync,
        do_size,   do_lock,    do_unlock,   do_check_lock,  do_control,   do_sector,
        do_traits, do_shm_map, do_shm_lock, do_shm_barrier, do_shm_unmap, NULL,
        NULL};
    struct open_file *open = (struct open_file *)base;
    bool is_new;
    int result = SQLITE_OK;

    (void)vfs;
    open->base.pMethods = NULL;
    open->real = (sqlite3_file *)(open + 1);
    pthread_mutex_lock(&disk.mutex);
    if (is_off()) {
        pthread_mutex_unlock(&disk.mutex);
        return SQLITE_CANTOPEN;
    }
    must(name);
    is_new = access(name, F_OK) != 0;
    if (is_new && (flags & SQLITE_OPEN_CREATE))
        result = operate();
    open->file = find(name);
    if (result == SQLITE_OK)
        result = disk.real->xOpen(disk.real, name, open->real, flags, out);
    if (result == SQLITE_OK) {
        open->base.pMethods = &methods;
        if (is_new) { /* nothing of a deleted file of that name */
            forget_changes(open->file);
            open->file->kept_len = 0;
            open->file->name_kept = false;
        }
        open->file->exists = true;
    }
    pthread_mutex_unlock(&disk.mutex);
    return result == SQLITE_OK ? result : SQLITE_CANTOPEN;
}

static int
do_delete(sqlite3_vfs *vfs, const char *name, int flush)
{
    int result;

    (void)vfs;
    pthread_mutex_lock(&disk.mutex);
    result = operate();
    if (result == SQLITE_OK) {
        struct disk_file *file = find(name);

        result = disk.real->xDelete(disk.real, name, 0);
        file->exists = false;
        if (flush) {
            forget_changes(file);
            file->kept_len = 0;
            file->name_kept = false;
        }
    }
    pthread_mutex_unlock(&disk.mutex);
    return result;
}

static int
do_access(sqlite3_vfs *vfs, const char *name, int flags, int *out)
{
    (void)vfs;
    return is_off() ? SQLITE_IOERR_ACCESS : disk.real->xAccess(disk.real, name, flags, out);
}

void
fault_vfs_install(void)
{
    disk.real = sqlite3_vfs_find(NULL);
    disk.vfs = *disk.real;
    disk.vfs.pNext = NULL;
    disk.vfs.zName = "fault";
    disk.vfs.szOsFile = (int)sizeof(struct open_file) + disk.real->szOsFile;
    disk.vfs.xOpen = do_open;
    disk.vfs.xDelete = do_delete;
    disk.vfs.xAccess = do_access;
    must(sqlite3_vfs_register(&disk.vfs, 1) == SQLITE_OK);
}

void
fault_vfs_reset(void)
{
    for (int i = 0; i < disk.count; i++) {
        forget_changes(&disk.files[i]);
        free(disk.files[i].kept);
    }
    disk.count = 0;
    disk.done = disk.fail_at = disk.cut_at = 0;
}

void
fault_vfs_fail(uint64_t at, int error, bool lasting)
{
    pthread_mutex_lock(&disk.mutex);
    disk.fail_at = at;
    disk.error = error;
    disk.lasting = lasting;
    pthread_mutex_unlock(&disk.mutex);
}

void
fault_vfs_cut(uint64_t at)
{
    disk.cut_at = at;
}

uint64_t
fault_vfs_operations(void)
{
    return disk.done;
}

/* A file that was deleted without a flush of the folder may be back, with what was flushed of it. A new one whose
 * folder was not flushed may be gone. */
void
fault_vfs_wake_up(uint64_t seed)
{
    uint64_t luck = rng_mix(seed + 1);

    for (int i = 0; i < disk.count; i++) {
        struct disk_file *file = &disk.files[i];
        bool there = file->exists == file->name_kept ? file->exists : rng_below(&luck, 2);
        FILE *to;

        for (struct change *c = file->first; c; c = c->next)
            keep(file, c, &luck);
        if (!there) {
            unlink(file->name);
            continue;
        }
        to = fopen(file->name, "wb");
        must(to && fwrite(file->kept, 1, (size_t)file->kept_len, to) == (size_t)file->kept_len);
        fclose(to);
    }
}
