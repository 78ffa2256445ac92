/* SPDX-License-Identifier: MIT
 * document.c -- see document.h. */
#include "document.h"

#include <stdlib.h>
#include <string.h>

/* Storage of at least this many bytes, what it held forgotten. */
static bool
make_room(void **at, size_t *room, size_t wanted)
{
    if (*room >= wanted)
        return true;
    free(*at);
    *room = 0;
    *at = malloc(wanted + wanted / 2);
    if (*at)
        *room = wanted + wanted / 2;
    return *at != NULL;
}

static bool
has_room(struct document *d, size_t len, size_t values)
{
    void *text = d->text, *all = d->values;
    bool good = make_room(&text, &d->text_room, len ? len : 1) &&
                make_room(&all, &d->values_room, values * sizeof *d->values);

    d->text = text;
    d->values = all;
    return good;
}

const struct json *
document_read(struct document *d, const char *at, size_t len, struct json_fault *fault)
{
    size_t values = json_room(at, len);

    if (d->most && values > d->most)
        values = d->most;
    d->root = NULL;
    if (!has_room(d, len, values)) {
        if (fault)
            *fault = (struct json_fault){"there is not memory enough for it", 1, 1, NULL};
        return NULL;
    }
    if (len)
        memcpy(d->text, at, len);
    d->root = json_read(d->text, len, d->values, values, fault);
    return d->root;
}

const struct json *
document_line(struct document *d, const char *at, size_t len, struct refusal *why)
{
    struct json_fault fault;

    if (!document_read(d, at, len, &fault))
        refuse(why, "the line is not JSON: %s, at column %zu", fault.what, fault.column);
    return d->root;
}

void
document_finish(struct document *d)
{
    free(d->text);
    free(d->values);
    memset(d, 0, sizeof *d);
}

char *
document_written(void (*write)(struct text *t, const void *arg), const void *arg, size_t *len)
{
    for (size_t room = 4096; room <= (size_t)64 << 20; room *= 4) {
        char *at = malloc(room);
        struct text t;

        if (!at)
            return NULL;
        t = text_in(at, room);
        write(&t, arg);
        if (text_length(&t) >= 0) {
            if (len)
                *len = t.len;
            return at;
        }
        free(at);
    }
    return NULL;
}
