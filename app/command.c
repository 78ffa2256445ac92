/* SPDX-License-Identifier: MIT
 * command.c -- see command.h. */
#include "command.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

static void
complain(const char *name, const char *format, va_list arguments)
{
    char said[8192], shown[sizeof said];
    struct text t = text_in(shown, sizeof shown);

    vsnprintf(said, sizeof said, format, arguments);
    text_shown(&t, said); /* it may quote a file, a program or another machine */
    fprintf(stderr, "khepri %s: %s\n", name, shown);
}

int
command_usage(const char *name, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    complain(name, format, arguments);
    va_end(arguments);
    fprintf(stderr, "Try 'khepri %.*s --help'.\n", (int)strcspn(name, ":"), name);
    return EXIT_TROUBLE;
}

int
command_trouble(const char *name, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    complain(name, format, arguments);
    va_end(arguments);
    return EXIT_TROUBLE;
}

void
command_write_lines(FILE *to)
{
    /* Should it fail, lines may be cut, and nothing is lost. */
    setvbuf(to, NULL, _IOLBF, 1 << 16);
}

bool
command_folder(const char *variable, const char *below, char *out, size_t room)
{
    const char *base = getenv(variable), *home = getenv("HOME");
    int len = -1;

    if (base && *base == '/') /* the XDG specification ignores others */
        len = snprintf(out, room, "%s/khepri", base);
    else if (home && *home)
        len = snprintf(out, room, "%s/%s/khepri", home, below);
    return len >= 0 && (size_t)len < room;
}

const char *
command_plural(long long count)
{
    return count == 1 ? "" : "s";
}

int
command_close_output(const char *name, int status)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    return command_trouble(name, "writing the output failed: %s", strerror(errno));
}
