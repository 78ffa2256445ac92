/* SPDX-License-Identifier: MIT
 * board.c -- khepri board: the board of Amun-Re as a table, each cell with how far it is to be trusted. */
#include <stdlib.h>
#include <string.h>

#include "amun_board_file.h"
#include "board.h"
#include "command.h"
#include "command_options.h"
#include "record.h"

static const char name[] = "board";

static const char about[] =
    "Usage: khepri board [OPTION]... amun_re [FILE]\n"
    "\n"
    "Prints the board of Amun-Re: what is printed in each province, the bid numbers, the temple's ranges,\n"
    "the power cards and the supplies. A mark behind a value says how it is known, where the rulebook does\n"
    "not give it. FILE is a board of your own, which is checked first; 'khepri simulate amun_re' and others\n"
    "play on it with --option board=FILE.\n";

static const char examples[] =
    "Examples:\n"
    "  khepri board amun_re\n"
    "  khepri board --json amun_re > my-board.json && khepri board amun_re my-board.json\n";

/* How a cell is known, by its grade: the rulebook needs no mark. */
static const struct {
    const char *grade;
    char mark;
    const char *says;
} grades[] = {
    {"source", '+', "another source says so"},
    {"deduced", '~', "deduced from counts, geography and what players reported"},
    {"guess", '?', "a guess inside the known bounds"},
};

static char
mark_of(const json_t *cells, const char *key)
{
    const char *grade =
        json_string_value(json_object_get(json_object_get(cells, "grades"), key));

    for (size_t i = 0; grade && i < sizeof grades / sizeof grades[0]; i++) {
        if (strcmp(grade, grades[i].grade) == 0)
            return grades[i].mark;
    }
    return ' ';
}

/* A value with its mark, the value as wide as its column. */
static void
print_cell(int width, const char *text, char mark)
{
    int length = (int)strlen(text);

    printf("  %*s%s%c", width - length, "", text, mark);
}

/* Of nothing a dot. */
static void
print_number(int width, long long number, char mark)
{
    char text[24];

    snprintf(text, sizeof text, "%lld", number);
    print_cell(width, number ? text : ".", mark);
}

static long long
number_of(const json_t *cells, const char *key)
{
    long long number = 0;

    json_whole(json_object_get(cells, key), &number);
    return number;
}

static void
print_province(const char *province, const json_t *cells)
{
    const json_t *goods = json_object_get(cells, "free");
    char mark = mark_of(cells, "free");

    printf("%-9s", province);
    print_cell(4, json_string_value(json_object_get(cells, "side")), mark_of(cells, "side"));
    print_cell(5, json_string_value(json_object_get(cells, "egypt")), mark_of(cells, "egypt"));
    print_cell(4, json_is_true(json_object_get(cells, "bank")) ? "yes" : "no",
               mark_of(cells, "bank"));
    print_number(5, number_of(cells, "farms"), mark_of(cells, "farms"));
    print_number(7, number_of(cells, "printed_farmers"), mark_of(cells, "printed_farmers"));
    print_number(5, number_of(cells, "limit"), mark_of(cells, "limit"));
    print_number(5, number_of(goods, "cards"), mark);
    print_number(6, number_of(goods, "stones"), mark);
    print_number(4, number_of(goods, "gold"), mark);
    print_number(6, number_of(cells, "income_always"), mark_of(cells, "income_always"));
    print_number(5, number_of(cells, "income_camel"), mark_of(cells, "income_camel"));
    print_number(7, number_of(cells, "temples"), mark_of(cells, "temples"));
    puts("");
}

/* A line of its own ends with the mark of all that is on it. */
static void
end_line(char mark)
{
    if (mark != ' ')
        printf(" %c", mark);
    putchar('\n');
}

static void
print_ranges(const json_t *board)
{
    const json_t *ranges = json_object_get(board, "temple_ranges");

    printf("temple      ");
    for (size_t i = 0; i < json_array_size(ranges); i++) {
        const json_t *range = json_array_get(ranges, i);

        printf("%s", i ? ", " : "");
        if (json_is_null(json_object_get(range, "min")))
            printf("to %lld", number_of(range, "max"));
        else if (json_is_null(json_object_get(range, "max")))
            printf("from %lld", number_of(range, "min"));
        else
            printf("%lld to %lld", number_of(range, "min"), number_of(range, "max"));
        printf(": space %zu", i + 1);
    }
    end_line(mark_of(board, "temple_ranges"));
}

static void
print_counts(const char *title, const json_t *board, const char *key)
{
    const char *kind;
    json_t *count;
    int column = printf("%-12s", title), shown = 0;

    json_object_foreach(json_object_get(board, key), kind, count)
    {
        long long number = 0;

        json_whole(count, &number);
        if (column > 80)
            column = printf(",\n%-12s", "") - 2;
        else if (shown)
            column += printf(", ");
        column += printf("%s %lld", kind, number);
        shown++;
    }
    end_line(mark_of(board, key));
}

static void
print_board(const json_t *board)
{
    const json_t *numbers = json_object_get(board, "bid_numbers");

    printf("The board \"%s\" of Amun-Re\n\n",
           json_string_value(json_object_get(board, "name")));
    printf("%-9s  %4s   %5s   %4s   %5s   %7s   %5s   %5s   %6s   %4s   %6s   %5s\n", "", "",
           "", "Nile", "", "printed", "card", "free", "free", "free", "income", "with");
    printf("%-9s  %4s   %5s   %4s   %5s   %7s   %5s   %5s   %6s   %4s   %6s   %5s   %7s\n",
           "province", "side", "Egypt", "bank", "farms", "farmers", "limit", "cards", "stones",
           "gold", "always", "camel", "temples");
    for (int p = 0; p < AMUN_PROVINCES; p++)
        print_province(
            amun_province_name(p),
            json_object_get(json_object_get(board, "provinces"), amun_province_name(p)));
    printf("\nbid numbers ");
    for (size_t i = 0; i < json_array_size(numbers); i++)
        printf("%s%lld", i ? " " : "",
               (long long)json_integer_value(json_array_get(numbers, i)));
    end_line(mark_of(board, "bid_numbers"));
    print_ranges(board);
    print_counts("power cards", board, "power_cards");
    print_counts("supplies", board, "supplies");
    printf("\nWithout a mark: the rulebook says so.\n");
    for (size_t i = 0; i < sizeof grades / sizeof grades[0]; i++)
        printf("%c  %s\n", grades[i].mark, grades[i].says);
}

/* The board of a file, or the default one with its grades. NULL, and a sentence on stderr. */
static json_t *
load(const char *path)
{
    struct amun_board board;
    struct refusal why;
    json_error_t error;
    json_t *json = path ? json_load_file(path, JSON_REJECT_DUPLICATES, &error)
                        : json_loads(amun_board_file, 0, &error);

    if (!json) {
        command_trouble(name, "the board %.200s could not be read: %s", path ? path : "2003",
                        error.text);
        return NULL;
    }
    if (amun_board_read(json, &board, &why))
        return json;
    command_trouble(name, "the board %.200s is not one: %s", path ? path : "2003", why.text);
    json_decref(json);
    return NULL;
}

int
command_board(int argc, char **argv)
{
    bool as_json = false;
    const struct command_option options[] = {
        {"json", NULL, "the default board as it would stand in such a FILE", .flag = &as_json},
        {0}};
    struct command_line line = {name, about, examples, argc, argv, EXIT_TROUBLE, 0};
    json_t *board;
    int status = EXIT_DONE;

    if (!command_line_read(&line, options))
        return line.status;
    if (line.count < 1 || line.count > 2)
        return command_usage(
            name, "a game is needed that has a board, 'amun_re', and at most a file");
    if (strcmp(line.words[0], "amun_re") != 0 && strcmp(line.words[0], "amun-re") != 0)
        return command_usage(name, "there is no board of '%.60s'; there is one of 'amun_re'",
                             line.words[0]);
    if (as_json && line.count == 1) {
        fputs(amun_board_file, stdout);
        return command_close_output(name, EXIT_DONE);
    }
    board = load(line.count == 2 ? line.words[1] : NULL);
    if (!board)
        return EXIT_TROUBLE;
    if (!as_json)
        print_board(board);
    else if (json_dumpf(board, stdout, JSON_INDENT(1)) == 0)
        putchar('\n');
    else if (!ferror(stdout))
        status = command_trouble(name, "there is not memory enough");
    json_decref(board);
    return command_close_output(name, status);
}
