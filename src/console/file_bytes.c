/* SPDX-License-Identifier: MIT
 * file_bytes.c -- see file_bytes.h. */
#include "file_bytes.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

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
