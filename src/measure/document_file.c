/* SPDX-License-Identifier: MIT
 * document_file.c -- see document_file.h. */
#include "document_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "file_bytes.h"

enum { MOST_BYTES = 64 << 20 };

const struct json *
document_file(struct document *d, const char *path, struct refusal *why)
{
    struct json_fault fault;
    size_t len = 0;
    char *at = file_bytes(path, MOST_BYTES, &len);

    d->root = NULL;
    if (!at)
        refuse(why, "%s", strerror(errno));
    else if (!document_read(d, at, len, &fault))
        refuse(why, "%s, in line %zu at column %zu", fault.what, fault.line, fault.column);
    free(at);
    return d->root;
}
