/* SPDX-License-Identifier: MIT
 * document_file.c -- see document_file.h. */
#include "document_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "file_bytes.h"
#include "lines.h"

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

static bool
read_lines(struct document *d, struct lines *lines, const char *path, document_reader *reader,
           void *self, struct refusal *why)
{
    enum lines_next next;
    struct refusal reason;

    while ((next = lines_next(lines)) != LINES_END && next != LINES_FAILED) {
        const struct json *json = NULL;

        if (next == LINES_BLANK)
            continue;
        if (next == LINES_TOO_LONG)
            refuse(&reason, "it is longer than any line should be");
        else
            json = document_line(d, lines->at, lines->len, &reason);
        if (!json || !reader(self, json, &reason))
            return refuse(why, "'%.200s', line %llu: %.300s", path, lines->number, reason.text);
    }
    if (next == LINES_FAILED)
        return refuse(why, "'%.200s' cannot be read: %s", path, strerror(errno));
    return true;
}

bool
document_file_lines(const char *path, size_t longest, document_reader *reader, void *self,
                    struct refusal *why)
{
    FILE *file = fopen(path, "rb");
    struct document document = {0};
    struct lines lines;
    bool good;

    if (!file)
        return refuse(why, "'%.200s' cannot be opened: %s", path, strerror(errno));
    lines_init(&lines, file, longest);
    good = read_lines(&document, &lines, path, reader, self, why);
    lines_finish(&lines);
    document_finish(&document);
    fclose(file);
    return good;
}
