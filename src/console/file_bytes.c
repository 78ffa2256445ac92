/* SPDX-License-Identifier: MIT
 * file_bytes.c -- see file_bytes.h. */
#include "file_bytes.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* All that is left of a stream. NULL, with errno. */
static char *
read_all(FILE *from, size_t most, size_t *len)
{
    size_t room = 4096, count = 0;
    char *at = malloc(room), *grown;

    while (at) {
        count += fread(at + count, 1, room - count, from);
        if (count < room && !ferror(from) && count <= most) {
            *len = count;
            return at;
        }
        if (ferror(from) || count > most) {
            errno = count > most ? EFBIG : errno;
            break;
        }
        room *= 2;
        grown = realloc(at, room);
        if (!grown)
            break;
        at = grown;
    }
    free(at);
    return NULL;
}

char *
file_bytes(const char *path, size_t most, size_t *len)
{
    FILE *from = fopen(path, "rb");
    char *at = from ? read_all(from, most, len) : NULL;
    int fault = errno;

    if (from)
        fclose(from);
    errno = fault;
    return at;
}

/* A renamed file survives a power failure only if its folder is flushed too. Not every file
 * system supports that (EINVAL), and not every writable folder is readable. */
static bool
flush_folder(char *path)
{
    char *slash = strrchr(path, '/');
    int at, fault;

    if (slash)
        slash[slash == path] = 0;
    at = open(slash ? path : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (at < 0)
        return errno == EACCES;
    fault = fsync(at) == 0 || errno == EINVAL ? 0 : errno;
    close(at);
    errno = fault;
    return !fault;
}

static bool
write_out(const char *path, const void *bytes, size_t len)
{
    FILE *to = fopen(path, "wb");
    bool good =
        to && fwrite(bytes, 1, len, to) == len && fflush(to) == 0 && fsync(fileno(to)) == 0;
    int fault = errno;

    if (to && fclose(to) != 0 && good) {
        good = false;
        fault = errno;
    }
    if (!good && to)
        unlink(path);
    errno = fault;
    return good;
}

bool
file_replace(const char *path, const void *bytes, size_t len)
{
    size_t room = strlen(path) + sizeof ".new";
    char *beside = malloc(room);
    bool good;
    int fault;

    if (!beside)
        return false;
    snprintf(beside, room, "%s.new", path);
    good = write_out(beside, bytes, len) && rename(beside, path) == 0 && flush_folder(beside);
    fault = errno;
    free(beside);
    errno = fault;
    return good;
}
