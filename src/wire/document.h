/* SPDX-License-Identifier: MIT
 * document.h -- JSON with storage from the heap: a text read into values, and a text of unknown length.
 */
/* clang-format off */
#ifndef KHEPRI_DOCUMENT_H
#define KHEPRI_DOCUMENT_H

#include "json_read.h"
#include "refusal.h"
#include "text.h"

/* Zeroed at first but for `most`; read as often as you like, in the same storage; then document_finish(). */
struct document {
    const struct json *root;        /* what was read last; NULL: nothing */
    char *text;                     /* owned */
    struct json *values;            /* owned */
    size_t text_room, values_room;
    size_t most;                    /* values that a text may hold; 0: as many as it likes */
};

/* Reads a copy of the bytes. Returns the root; NULL when refused. `fault` may be NULL. */
const struct json *document_read(struct document *d, const char *at, size_t len, struct json_fault *fault);

/* The same of a line, with the sentence about what is wrong and in which column. */
const struct json *document_line(struct document *d, const char *at, size_t len, struct refusal *why);

void document_finish(struct document *d);

/* A text of unknown length: `write` is called with ever more room until it fits. NULL without memory; the caller
 * frees it. `len` may be NULL. */
char *document_written(void (*write)(struct text *t, const void *arg), const void *arg, size_t *len);

#endif
