/* SPDX-License-Identifier: MIT
 * amun_board_command.c -- khepri board: the board of Amun-Re as a table, each cell with how far it is to be trusted. */
#include <stdlib.h>
#include <string.h>

#include "amun_board_file.h"
#include "amun_board.h"
#include "command.h"
#include "command_options.h"
#include "document_file.h"

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
mark_of(const struct json *cells, const char *key)
{
    const struct json *grade = json_member(json_member(cells, "grades"), key);

    for (size_t i = 0; i < sizeof grades / sizeof grades[0]; i++) {
        if (json_is(grade, grades[i].grade))
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
number_of(const struct json *cells, const char *key)
{
    long long number = 0;

    json_as_whole(json_member(cells, key), &number);
    return number;
}

static void
print_province(const char *province, const struct json *cells)
{
    const struct json *goods = json_member(cells, "free");
    char mark = mark_of(cells, "free");

    printf("%-9s", province);
    print_cell(4, json_as_text(json_member(cells, "side")), mark_of(cells, "side"));
    print_cell(5, json_as_text(json_member(cells, "egypt")), mark_of(cells, "egypt"));
    print_cell(4, json_is_yes(json_member(cells, "bank")) ? "yes" : "no",
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
print_ranges(const struct json *board)
{
    const struct json *ranges = json_member(board, "temple_ranges");
    int space = 0;

    printf("temple      ");
    for (const struct json *range = json_first(ranges); range;
         range = json_next(ranges, range)) {
        printf("%s", space++ ? ", " : "");
        if (json_is_nil(json_member(range, "min")))
            printf("to %lld", number_of(range, "max"));
        else if (json_is_nil(json_member(range, "max")))
            printf("from %lld", number_of(range, "min"));
        else
            printf("%lld to %lld", number_of(range, "min"), number_of(range, "max"));
        printf(": space %d", space);
    }
    end_line(mark_of(board, "temple_ranges"));
}

static void
print_counts(const char *title, const struct json *board, const char *key)
{
    const struct json *counts = json_member(board, key);
    int column = printf("%-12s", title), shown = 0;

    for (const struct json *e = json_first(counts); e; e = json_next(counts, e)) {
        long long number = 0;

        json_as_whole(e, &number);
        if (column > 80)
            column = printf(",\n%-12s", "") - 2;
        else if (shown)
            column += printf(", ");
        column += printf("%s %lld", json_name(e), number);
        shown++;
    }
    end_line(mark_of(board, key));
}

static void
print_board(const struct json *board)
{
    const struct json *numbers = json_member(board, "bid_numbers");

    printf("The board \"%s\" of Amun-Re\n\n", json_as_text(json_member(board, "name")));
    printf("%-9s  %4s   %5s   %4s   %5s   %7s   %5s   %5s   %6s   %4s   %6s   %5s\n", "", "",
           "", "Nile", "", "printed", "card", "free", "free", "free", "income", "with");
    printf("%-9s  %4s   %5s   %4s   %5s   %7s   %5s   %5s   %6s   %4s   %6s   %5s   %7s\n",
           "province", "side", "Egypt", "bank", "farms", "farmers", "limit", "cards", "stones",
           "gold", "always", "camel", "temples");
    for (int p = 0; p < AMUN_PROVINCES; p++)
        print_province(amun_province_name(p),
                       json_member(json_member(board, "provinces"), amun_province_name(p)));
    printf("\nbid numbers ");
    for (const struct json *e = json_first(numbers); e; e = json_next(numbers, e)) {
        long long number = 0;

        json_as_whole(e, &number);
        printf("%s%lld", e == json_first(numbers) ? "" : " ", number);
    }
    end_line(mark_of(board, "bid_numbers"));
    print_ranges(board);
    print_counts("power cards", board, "power_cards");
    print_counts("supplies", board, "supplies");
    printf("\nWithout a mark: the rulebook says so.\n");
    for (size_t i = 0; i < sizeof grades / sizeof grades[0]; i++)
        printf("%c  %s\n", grades[i].mark, grades[i].says);
}

/* Reads the board of a file, or the default one with its grades. False, and a sentence on stderr. */
static bool
load(struct document *d, const char *path)
{
    struct amun_board board;
    struct refusal why;

    if (path)
        document_file(d, path, &why);
    else
        document_line(d, amun_board_file, strlen(amun_board_file), &why);
    if (!d->root)
        command_trouble(name, "the board %.200s could not be read: %s", path ? path : "2003",
                        why.text);
    else if (!amun_board_read(d->root, &board, &why))
        command_trouble(name, "the board %.200s is not one: %s", path ? path : "2003",
                        why.text);
    else
        return true;
    return false;
}

static void
put_line(struct text *t, int depth)
{
    text_char(t, '\n');
    for (int i = 0; i < depth; i++)
        text_char(t, ' ');
}

/* JSON with a line for each value. Calls itself JSON_DEPTH deep at most. */
static void
put_lines(struct text *t, const struct json *value, int depth)
{
    bool object = json_kind(value) == JSON_KIND_OBJECT;

    t->comma = false; /* they are put here */
    if (json_count(value) == 0) {
        json_put(t, value);
        return;
    }
    text_char(t, object ? '{' : '[');
    for (const struct json *e = json_first(value); e; e = json_next(value, e)) {
        text_put(t, e == json_first(value) ? "" : ",");
        put_line(t, depth + 1);
        if (object) {
            t->comma = false;
            json_text(t, json_name(e));
            text_put(t, ": ");
        }
        put_lines(t, e, depth + 1);
    }
    put_line(t, depth);
    text_char(t, object ? '}' : ']');
}

static void
write_board(struct text *t, const void *board)
{
    put_lines(t, board, 0);
}

static bool
print_json(const struct json *board)
{
    char *text = document_written(write_board, board, NULL);

    if (text)
        puts(text);
    free(text);
    return text || command_trouble(name, "there is not memory enough") == EXIT_DONE;
}

int
command_board(int argc, char **argv)
{
    bool as_json = false;
    const struct command_option options[] = {
        {"json", NULL, "the default board as it would stand in such a FILE", .flag = &as_json},
        {0}};
    struct command_line line = {name, about, examples, argc, argv, EXIT_TROUBLE, 0};
    struct document document = {0};
    bool good;

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
    good = load(&document, line.count == 2 ? line.words[1] : NULL);
    if (good && as_json)
        good = print_json(document.root);
    else if (good)
        print_board(document.root);
    document_finish(&document);
    return command_close_output(name, good ? EXIT_DONE : EXIT_TROUBLE);
}
