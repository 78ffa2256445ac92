/* SPDX-License-Identifier: MIT
 * command_options.c -- see command_options.h. */
#include "command_options.h"

#include <assert.h>
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "file_bytes.h"
#include "completion_rows.h"
#include "nearest.h"
#include "option_table.h"

/* What getopt_long returns for the first row; below are letters. */
enum {
    FIRST_ROW = 256,
    WORD_ROOM = 40,
    HELP_COLUMN = 23,
    WHERE_ROOM = 260,
    SETTINGS_MOST = 1 << 20
};

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

/* ---- a file of settings ---- */

static void
unknown_option(const char *command, const char *word, const struct command_option *options,
               const char *prefix)
{
    char name[WORD_ROOM], question[NEAREST_ROOM];
    struct nearest nearest = {.word = name};

    snprintf(name, sizeof name, "%.*s", (int)strcspn(word + strspn(word, "-"), "="),
             word + strspn(word, "-"));
    for (; options->name; options++)
        nearest_offer(&nearest, options->name);
    command_usage(command, "there is no option '%.60s'%s", word,
                  nearest_question(&nearest, prefix, question));
}

/* A line without the spaces around it; "" for a comment. */
static char *
trimmed(char *line)
{
    char *end;

    line += strspn(line, " \t\r");
    end = line + strlen(line);
    while (end > line && strchr(" \t\r", end[-1]))
        end--;
    *end = 0;
    return *line == '#' ? end : line;
}

/* "KEY = VALUE". `where` begins the sentence of a refusal. */
static bool
take_setting(const char *where, const struct command_option *options, char *line)
{
    const struct command_option *option = options;
    size_t len = strcspn(line, " \t:=");
    char *equals = line + len + strspn(line + len, " \t"), *value;

    if (*equals != '=') { /* the rest is not repeated: it may be an address with a password */
        command_usage(where, "'%.*s' should be followed by '=' and a value, as keep = 30",
                      len < 60 ? (int)len : 60, line);
        return false;
    }
    *equals = 0;
    line = trimmed(line);
    value = trimmed(equals + 1);
    while (option->name && (strcmp(option->name, line) != 0 || option->settings))
        option++;
    if (!option->name) {
        unknown_option(where, line, options, "");
        return false;
    }
    if (!option->flag)
        return take_value(where, option, value);
    if (strcmp(value, "yes") != 0 && strcmp(value, "no") != 0) {
        command_usage(where, "%s should be yes or no, not '%.60s'", line, value);
        return false;
    }
    *option->flag = value[0] == 'y';
    return true;
}

/* The values stay in the text of the file. */
static bool
read_settings(struct command_line *line, const struct command_option *options,
              const struct command_option *row, const char *path)
{
    char where[WHERE_ROOM], *next, *text;
    size_t len;

    if (*row->settings) {
        command_usage(line->name, "one file of settings at a time, please");
        return false;
    }
    *row->settings = text = file_bytes(path, SETTINGS_MOST, &len);
    if (!text) {
        command_trouble(line->name, "'%.200s' cannot be read: %s", path, strerror(errno));
        return false;
    }
    text[len] = 0;
    if (memchr(text, 0, len)) { /* it would hide the settings behind it */
        command_trouble(line->name, "'%.200s' has NUL bytes, so it is no text", path);
        return false;
    }
    if (strncmp(text, "\xef\xbb\xbf", 3) == 0) /* a byte order mark, which some editors write */
        text += 3;
    for (int number = 1; text; text = next, number++) {
        next = strchr(text, '\n');
        if (next)
            *next++ = 0;
        snprintf(where, sizeof where, "%s: %.200s:%d", line->name, path, number);
        text = trimmed(text);
        if (*text && !take_setting(where, options, text))
            return false;
    }
    return true;
}

/* ---- the command line ---- */

/* Of several letters behind one dash, as in -players, getopt_long has read only `letter`, the first, and
 * still stands at their word. NULL: it does not. */
static const char *
word_of_letters(const struct command_line *line, int letter)
{
    const char *here = optind < line->count ? line->words[optind] : "";

    return here[0] == '-' && letter && here[1] == letter && here[2] ? here : NULL;
}

/* -hints is no -h: a word that only begins like -help is none of ours. */
static bool
asks_for_help(const struct command_line *line)
{
    const char *word = word_of_letters(line, 'h');

    return !word || strcmp(word, "-help") == 0;
}

/* What to say of a word that getopt_long refused: of '?', or of a letter. */
static void
bad_option(const struct command_line *line, int letter, const struct command_option *options)
{
    const char *command = line->name, *word = word_of_letters(line, letter);

    if (!word)
        word = line->words[optind - 1];
    /* getopt_long leaves optopt 0 for an unknown long option, else the option's own value. */
    if (optopt == 0 || strncmp(word, "--", 2) != 0)
        unknown_option(command, word, options, "--");
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

/* Reads the file of settings that the command line names: before all else, so that the command line has the last
 * word. The words are left in their order for those who read them next. */
static bool
find_settings(struct command_line *line, const struct command_option *options,
              const struct option known[])
{
    const struct command_option *row = options;
    char **words;
    bool fine = true;
    int found;

    while (row->name && !row->settings)
        row++;
    if (!row->name)
        return true;
    words = malloc((size_t)line->count * sizeof *words);
    if (!words) {
        command_trouble(line->name, "there is not enough memory");
        return false;
    }
    memcpy(words, line->words, (size_t)line->count * sizeof *words);
    while (fine && (found = getopt_long(line->count, words, "h", known, NULL)) != -1) {
        if (found == FIRST_ROW + (int)(row - options))
            fine = read_settings(line, options, row, optarg);
    }
    free(words);
    optind = 0; /* once more, from the beginning */
    return fine;
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
    if (!find_settings(line, options, known))
        return false;
    while ((found = getopt_long(line->count, line->words, "h", known, NULL)) != -1) {
        if (found >= FIRST_ROW && options[found - FIRST_ROW].settings)
            continue;
        if (found == 'h' && asks_for_help(line))
            line->status = show_help(line, options);
        else if (found < FIRST_ROW)
            bad_option(line, found == 'h' ? 'h' : optopt, options);
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
