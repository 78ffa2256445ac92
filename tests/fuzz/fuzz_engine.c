/* SPDX-License-Identifier: MIT
 * fuzz_engine.c -- any bytes as a conversation with the engine. Each line gets one reply, up to
 * {"op":"quit"}. Each reply is one line, a JSON object that says "ok". */
#include <stdbool.h>
#include <string.h>

#include "document.h"
#include "engine.h"
#include "fuzz.h"

/* One reply: an object that says "ok", and why if not. */
static void
check_reply(const char *line, size_t len)
{
    struct document reply = {0};
    const char *error;
    bool ok = false;

    MUST(document_read(&reply, line, len, NULL));
    MUST(json_as_bool(json_member(reply.root, "ok"), &ok));
    error = json_as_text(json_member(reply.root, "error"));
    MUST(ok || (error && *error));
    document_finish(&reply);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct engine *e = engine_create();
    const char *at = (const char *)data, *end = at + size;

    MUST(e);
    while (at < end && !engine_has_quit(e)) {
        const char *feed = memchr(at, '\n', (size_t)(end - at)), *stop = feed ? feed : end;
        const char *reply =
            engine_answer(e, at, (size_t)(stop - at), stop - at > ENGINE_LONGEST_LINE);

        MUST(!strchr(reply, '\n'));
        check_reply(reply, strlen(reply));
        at = stop + 1;
    }
    engine_destroy(e);
    return 0;
}
