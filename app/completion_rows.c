/* SPDX-License-Identifier: MIT
 * completion_rows.c -- see completion_rows.h. */
#include "completion_rows.h"

#include <stdio.h>
#include <string.h>

void
completion_quoted(const char *text, const char *escaped)
{
    for (const char *p = text; *p && *p != '\n'; p++) {
        if (*p == '\'')
            fputs("'\\''", stdout);
        else if (strchr(escaped, *p))
            printf("\\%c", *p);
        else
            putchar(*p);
    }
}

/* Is the value the name of a file? Else, is it one of some words, as in "on|off"? */
static bool
names_file(const char *value)
{
    return strstr(value, "FILE") || strstr(value, "FOLDER") || strstr(value, "DIR");
}

static bool
is_choice(const char *value)
{
    return strchr(value, '|') != NULL;
}

static void
print_choices(const char *value)
{
    for (; *value; value++)
        putchar(*value == '|' ? ' ' : *value);
}

/* ---- the options of a command ---- */

static void
option_of_bash(const struct command_option *option)
{
    printf(" --%s", option->name);
}

static void
option_of_zsh(const struct command_option *option)
{
    printf(" \\\n        '*--%s[", option->name);
    completion_quoted(option->help, "[]:\\");
    putchar(']');
    if (option->value) {
        putchar(':');
        completion_quoted(option->value, "[]:\\");
        putchar(':');
        if (names_file(option->value))
            fputs("_files", stdout);
        else if (is_choice(option->value)) {
            putchar('(');
            print_choices(option->value);
            putchar(')');
        }
    }
    putchar('\'');
}

static void
option_of_fish(const char *command, const struct command_option *option)
{
    printf("complete -c khepri -n '__fish_seen_subcommand_from %s' -l %s", command,
           option->name);
    if (option->value && names_file(option->value))
        fputs(" -rF", stdout);
    else if (option->value)
        fputs(" -x", stdout);
    if (option->value && is_choice(option->value)) {
        fputs(" -a '", stdout);
        print_choices(option->value);
        putchar('\'');
    }
    fputs(" -d '", stdout);
    completion_quoted(option->help, "");
    fputs("'\n", stdout);
}

void
completion_options(const char *shell, const char *command, const struct command_option *options)
{
    for (; options->name; options++) {
        if (strcmp(shell, "bash") == 0)
            option_of_bash(options);
        else if (strcmp(shell, "zsh") == 0)
            option_of_zsh(options);
        else if (strcmp(shell, "fish") == 0)
            option_of_fish(command, options);
    }
}
