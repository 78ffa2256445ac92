/* SPDX-License-Identifier: MIT
 * command_options.c -- see command_options.h. */
#include "command_options.h"

#include <assert.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "completion.h"
#include "nearest.h"
#include "option_table.h"

/* What getopt_long returns for the first row; below are letters. */
enum { FIRST_ROW = 256, WORD_ROOM = 40, HELP_COLUMN = 23 };

/* ---- help ---- */

/* "--games G" */
static int
write_word(const struct command_option *option, char word[WORD_ROOM])
{
    return snprintf(word, WORD_ROOM, "--%s%s%s", option->name, option->value ? " " : "",
                    option->value ? option->value : "");
}

/* Where the sentences begin: all in one column, and words too long for it have a line of their own. */
static int
help_column(const struct command_option *options)
{
    int column = (int)sizeof "  --help   " - 1;
    char word[WORD_ROOM];

    for (; options->name; options++) {
        int needs = (int)sizeof "     " - 1 + write_word(options, word);

        if (needs > column && needs <= HELP_COLUMN)
            column = needs;
    }
    return column;
}

static void
show_option(const struct command_option *option, int column)
{
    char word[WORD_ROOM];
    int used = 2 + write_word(option, word);

    if (option->heading)
        printf("\n%s\n", option->heading);
    printf("  %s", word);
    if (used >= column) {
        putchar('\n');
        used = 0;
    }
    for (const char *line = option->help; line; used = 0) {
        int length = (int)strcspn(line, "\n");

        printf("%*s%.*s\n", column - used, "", length, line);
        line = line[length] ? line + length + 1 : NULL;
    }
}

static int
show_help(const struct command_line *line, const struct command_option *options)
{
    int column = help_column(options), count = 0;

    while (options[count].name)
        count++;
    printf("%s\n", line->about);
    if (strstr(line->about, "GAME"))
        printf("GAME is %s.\n\n", game_names_of(options[count].plays, "", " or ").text);
    for (int i = 0; i < count; i++)
        show_option(&options[i], column);
    show_option(&(struct command_option){.name = "help", .help = "this text"}, column);
    printf("\n%s", line->examples);
    return command_close_output("help", EXIT_DONE);
}

/* ---- values ---- */

bool
command_number(const char *command, const char *option, const char *text, uint64_t low,
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
        command_usage(command, "%s takes a whole number from %llu to %llu, not '%.60s'", option,
                      (unsigned long long)low, (unsigned long long)high, text);
        return false;
    }
    *out = number;
    return true;
}

static bool
read_fraction(const char *command, const char *option, const char *text, double *out)
{
    char *end;
    double fraction = strtod(text, &end);

    if (end != text && *end == 0 && fraction >= 0 && fraction <= 1) {
        *out = fraction;
        return true;
    }
    command_usage(command, "%s takes a number from 0 to 1, not '%.60s'", option, text);
    return false;
}

static bool
take_value(const char *command, const struct command_option *option, const char *value)
{
    char word[WORD_ROOM];

    snprintf(word, sizeof word, "--%s", option->name);
    if (option->number)
        return command_number(command, word, value, option->low, option->high, option->number);
    if (option->fraction)
        return read_fraction(command, word, value, option->fraction);
    if (option->take)
        return option->take(command, option->into, value);
    if (option->text)
        *option->text = value;
    else
        *option->flag = true;
    return true;
}

/* ---- the command line ---- */

static void
unknown_option(const char *command, const char *word, const struct command_option *options)
{
    char name[WORD_ROOM], question[NEAREST_ROOM];
    struct nearest nearest = {.word = name};

    snprintf(name, sizeof name, "%.*s", (int)strcspn(word + strspn(word, "-"), "="),
             word + strspn(word, "-"));
    for (; options->name; options++)
        nearest_offer(&nearest, options->name);
    command_usage(command, "there is no option '%.60s'%s", word,
                  nearest_question(&nearest, "--", question));
}

/* What to say of '?' from getopt_long. */
static void
bad_option(const char *command, const char *word, const struct command_option *options)
{
    /* getopt_long leaves optopt 0 for an unknown long option, else the option's own value. */
    if (optopt == 0 || strncmp(word, "--", 2) != 0)
        unknown_option(command, word, options);
    else
        command_usage(command,
                      strchr(word, '=') ? "option '%.60s' takes no value"
                                        : "option '%.60s' needs a value",
                      word);
}

/* Is it the question of a completion script? Then it is answered. */
static bool
asks_for_completion(struct command_line *line, const struct command_option *options)
{
    const char *word = line->count == 2 ? line->words[1] : "";

    if (strncmp(word, COMPLETION_WORD, sizeof COMPLETION_WORD - 1) != 0)
        return false;
    completion_options(word + sizeof COMPLETION_WORD - 1, line->name, options);
    line->status = EXIT_DONE;
    return true;
}

bool
command_line_read(struct command_line *line, const struct command_option *options)
{
    struct option known[COMMAND_OPTIONS_MOST + 2] = {{"help", no_argument, NULL, 'h'}};
    int found;

    for (int i = 0; options[i].name; i++) {
        assert(i < COMMAND_OPTIONS_MOST && !options[i].flag == !!options[i].value);
        known[i + 1] =
            (struct option){options[i].name, options[i].value ? required_argument : no_argument,
                            NULL, FIRST_ROW + i};
    }
    if (asks_for_completion(line, options))
        return false;
    opterr = 0;
    while ((found = getopt_long(line->count, line->words, "h", known, NULL)) != -1) {
        if (found == 'h')
            line->status = show_help(line, options);
        else if (found == '?')
            bad_option(line->name, line->words[optind - 1], options);
        if (found < FIRST_ROW || !take_value(line->name, &options[found - FIRST_ROW], optarg))
            return false;
        line->used |= UINT32_C(1) << options[found - FIRST_ROW].group;
    }
    line->count -= optind;
    line->words += optind;
    return true;
}

bool
command_take_shard(const char *command, void *into, const char *value)
{
    struct command_shard *shard = into, read;
    int used = 0;

    if (sscanf(value, "%3d/%3d%n", &read.part, &read.parts, &used) == 2 && value[used] == 0 &&
        read.part >= 1 && read.part <= read.parts && read.parts <= COMMAND_SHARDS) {
        *shard = read;
        return true;
    }
    command_usage(command, "--shard takes I/N, such as 1/4, with N up to %d, not '%.60s'",
                  COMMAND_SHARDS, value);
    return false;
}
