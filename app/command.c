/* SPDX-License-Identifier: MIT
 * command.c -- see command.h. */
#include "command.h"

#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <string.h>

static void
complain(const char *name, const char *format, va_list arguments)
{
    fprintf(stderr, "khepri %s: ", name);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
}

int
command_usage(const char *name, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    complain(name, format, arguments);
    va_end(arguments);
    fprintf(stderr, "Try 'khepri %s --help'.\n", name);
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

int
command_bad_option(const char *name, char **argv)
{
    /* getopt_long leaves optopt 0 for an unknown long option, else the option's own value. */
    const char *word = argv[optind - 1];

    if (optopt == 0 || strncmp(word, "--", 2) != 0)
        return command_usage(name, "there is no option '%s'", word);
    return command_usage(
        name, strchr(word, '=') ? "option '%s' takes no value" : "option '%s' needs a value",
        word);
}

bool
command_number(const char *name, const char *option, const char *text, uint64_t low,
               uint64_t high, uint64_t *out)
{
    uint64_t number = 0;
    bool good = *text != 0;

    for (const char *p = text; *p && good; p++) {
        uint64_t digit = (uint64_t)(*p - '0');

        good = *p >= '0' && *p <= '9' && number <= (UINT64_MAX - digit) / 10;
        if (good)
            number = number * 10 + digit;
    }
    if (!good || number < low || number > high) {
        command_usage(name, "%s takes a whole number from %llu to %llu, not '%s'", option,
                      (unsigned long long)low, (unsigned long long)high, text);
        return false;
    }
    *out = number;
    return true;
}

int
command_help(const char *text)
{
    fputs(text, stdout);
    return command_close_output("help", EXIT_DONE);
}

int
command_close_output(const char *name, int status)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    return command_trouble(name, "writing the output failed: %s", strerror(errno));
}
