/* SPDX-License-Identifier: MIT
 * fuzz_engine.c -- any bytes as a conversation with khepri engine: exactly one reply to each line that is
 * not blank, up to the end or to {"op":"quit"}, each a JSON object that says "ok". */
#define _GNU_SOURCE
#include <getopt.h>
#include <stdbool.h>
#include <string.h>

#include "command.h"
#include "document.h"
#include "fuzz.h"

/* Lines that are not blanks, tabs and carriage returns alone. */
static int
requests(const uint8_t *data, size_t size)
{
    int count = 0;

    for (size_t start = 0, end; start < size; start = end + 1) {
        const uint8_t *feed = memchr(data + start, '\n', size - start);
        bool blank = true;

        end = feed ? (size_t)(feed - data) : size;
        for (size_t i = start; i < end; i++)
            blank = blank && (data[i] == ' ' || data[i] == '\t' || data[i] == '\r');
        count += !blank;
    }
    return count;
}

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

static int
replies(const char *out, size_t len)
{
    int count = 0;

    while (len > 0) {
        const char *feed = memchr(out, '\n', len);
        size_t line = feed ? (size_t)(feed - out) : 0;

        MUST(feed);
        check_reply(out, line);
        count++;
        out += line + 1;
        len -= line + 1;
    }
    return count;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char word[] = "engine", *argv[] = {word, NULL}, *out = NULL;
    FILE *in = size ? fmemopen((void *)(uintptr_t)data, size, "rb") : NULL;
    FILE *old_in = stdin, *old_out = stdout, *memory;
    size_t len = 0;
    int count;

    if (!in)
        return 0;
    memory = open_memstream(&out, &len);
    MUST(memory);
    stdin = in;
    stdout = memory;
    optind = 0; /* getopt begins anew */
    MUST(command_engine(1, argv) == EXIT_DONE);
    stdin = old_in;
    stdout = old_out;
    fclose(in);
    fclose(memory);
    count = replies(out, len);
    MUST(count <= requests(data, size));
    MUST(count == requests(data, size) || memmem(data, size, "quit", 4) ||
         memchr(data, '\\', size));
    free(out);
    return 0;
}
