/* SPDX-License-Identifier: MIT
 * engine.h -- the bot protocol of khepri engine: one JSON request in, one JSON reply out, no I/O.
 */
/* clang-format off */
#ifndef KHEPRI_ENGINE_H
#define KHEPRI_ENGINE_H

#include <stdbool.h>
#include <stddef.h>

enum { ENGINE_LONGEST_LINE = 1 << 20 };     /* bytes of a request */

/* A conversation: a game, or none yet, and the actions made. */
struct engine;

struct engine *engine_create(void);         /* NULL without memory */
void engine_destroy(struct engine *e);      /* NULL is allowed */

/* Carries out the request line[len], without its line feed. Returns the reply, a JSON object
 * without a line feed that says "ok"; it is valid until the next call. A refused request changes
 * nothing. `cut`: the request was longer than ENGINE_LONGEST_LINE, and these bytes are its
 * beginning; it is refused. */
const char *engine_answer(struct engine *e, const char *line, size_t len, bool cut);

/* True after {"op":"quit"}. */
bool engine_has_quit(const struct engine *e);

#endif
