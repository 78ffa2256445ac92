/* SPDX-License-Identifier: MIT
 * drawing.c -- see drawing.h. */
#include "drawing.h"

#include <stdio.h>
#include <string.h>

#include "letters.h"
#include "phrase.h"
#include "text.h"

/* The directions in which a line leaves a spot. */
enum { NORTH = 1, EAST = 2, SOUTH = 4, WEST = 8 };

/* By the directions of struct spot.frame. */
static const char *const frames[16] = {" ", "│", "─", "└", "│", "│", "┌", "├",
                                       "─", "┘", "─", "┴", "┐", "┤", "┬", "┼"};
static const char ascii_frames[] = " |-+||++-+-+++++";

/* What begins an ink on a terminal; ESC [ 0 m ends it. */
static const char *const inks[] = {"1;34",
                                   "1;31",
                                   "1;36",
                                   "1;33",
                                   "1;35", /* the seats */
                                   [INK_WATER] = "36",
                                   [INK_GREEN] = "32",
                                   [INK_GOLD] = "33",
                                   [INK_CLAY] = "31",
                                   [INK_VIOLET] = "35",
                                   [INK_ALARM] = "1;31",
                                   [INK_BOLD] = "1",
                                   [INK_DIM] = "2",
                                   [INK_PLAIN] = ""};

void
drawing_begin(struct drawing *d, int width, int tall, bool shapes)
{
    memset(d, 0, sizeof *d);
    d->width = width < DRAWING_COLUMNS ? width : DRAWING_COLUMNS;
    d->tall = tall;
    d->shapes = shapes;
}

/* The spot, or NULL outside; the drawing grows to hold it. */
static struct spot *
spot_at(struct drawing *d, int row, int column)
{
    if (row < 0 || row >= DRAWING_ROWS || column < 0 || column >= d->width)
        return NULL;
    if (row >= d->height)
        d->height = row + 1;
    return &d->at[row][column];
}

static void
join(struct drawing *d, int row, int column, int directions)
{
    struct spot *spot = spot_at(d, row, column);

    if (!spot)
        return;
    spot->frame = (uint8_t)(spot->frame | directions);
    spot->ink = INK_DIM;
}

void
drawing_across(struct drawing *d, int row, int from, int to)
{
    for (int column = from; column <= to; column++)
        join(d, row, column, (column > from ? WEST : 0) | (column < to ? EAST : 0));
}

void
drawing_down(struct drawing *d, int column, int from, int to)
{
    for (int row = from; row <= to; row++)
        join(d, row, column, (row > from ? NORTH : 0) | (row < to ? SOUTH : 0));
}

void
drawing_frame(struct drawing *d, int row, int column, int last_row, int last_column)
{
    drawing_across(d, row, column, last_column);
    drawing_across(d, last_row, column, last_column);
    drawing_down(d, column, row, last_row);
    drawing_down(d, last_column, row, last_row);
}

/* ---- texts ---- */

/* A letter in its spot, and nothing in the second one of a wide letter. */
static void
place(struct drawing *d, int row, int column, enum ink ink, const char *bytes,
      struct letter letter)
{
    struct spot *spot = spot_at(d, row, column);

    if (!spot || letter.bytes >= sizeof spot->bytes)
        return;
    *spot = (struct spot){.len = (uint8_t)letter.bytes, .ink = (uint8_t)ink};
    memcpy(spot->bytes, bytes, letter.bytes);
    spot = letter.columns == 2 ? spot_at(d, row, column + 1) : NULL;
    if (spot)
        *spot = (struct spot){.bytes = "\n", .len = 0, .ink = (uint8_t)ink};
}

/* A mark that combines with the letter before it. */
static void
combine(struct drawing *d, int row, int column, const char *bytes, size_t len)
{
    struct spot *spot = column >= 0 ? spot_at(d, row, column) : NULL;

    if (!spot || !spot->len || spot->len + len > sizeof spot->bytes)
        return;
    memcpy(spot->bytes + spot->len, bytes, len);
    spot->len = (uint8_t)(spot->len + len);
}

int
drawing_put(struct drawing *d, int row, int column, int room, enum ink ink, const char *words)
{
    const char *more = d->shapes ? "…" : ".";
    size_t len = strlen(words);
    int used = 0, last = column - 1;

    if (column + room > d->width)
        room = d->width - column;
    if (room <= 0)
        return 0;
    for (size_t at = 0; at < len;) {
        struct letter letter = letter_at(words + at, len - at);
        int left = letters_width(words + at, len - at);

        if (used + left > room && used + letter.columns > room - 1) {
            place(d, row, column + used, ink, more, letter_at(more, strlen(more)));
            return used + 1;
        }
        if (letter.columns == 0) {
            combine(d, row, last, words + at, letter.bytes);
        } else {
            last = column + used;
            place(d, row, last, ink, words + at, letter);
        }
        used += letter.columns;
        at += letter.bytes;
    }
    return used;
}

int
drawing_line(struct drawing *d, int row, int column, enum ink ink, const char *words)
{
    return drawing_put(d, row, column, d->width - 1 - column, ink, words);
}

int
drawing_int(struct drawing *d, int row, int column, enum ink ink, const char *before,
            int number, const char *after)
{
    char digits[32];
    struct text t = text_in(digits, sizeof digits);

    put_format(&t, "%s%d%s", before, number, after);
    return drawing_line(d, row, column, ink, digits);
}

int
drawing_title(struct drawing *d, int row, int column, enum ink ink, const char *words)
{
    char padded[256];
    struct text t = text_in(padded, sizeof padded);

    put_format(&t, " %s ", words);
    return drawing_line(d, row, column, ink, padded);
}

void
drawing_right(struct drawing *d, int row, int column, int room, enum ink ink, const char *words)
{
    int width = letters_width(words, strlen(words)), blank = width < room ? room - width : 0;

    drawing_put(d, row, column + blank, room - blank, ink, words);
}

void
drawing_sign(struct drawing *d, int row, int column, const struct sign *sign)
{
    char ascii[2] = {sign->ascii, 0};

    drawing_put(d, row, column, 1, sign->ink, d->shapes ? sign->shape : ascii);
}

/* ---- printing ---- */

static bool
is_second_half(const struct spot *spot)
{
    return !spot->len && spot->bytes[0] == '\n';
}

static bool
is_blank(const struct spot *spot)
{
    return !spot->frame && !is_second_half(spot) &&
           (!spot->len || (spot->len == 1 && spot->bytes[0] == ' '));
}

static void
print_spot(const struct drawing *d, const struct spot *spot)
{
    if (spot->len)
        fwrite(spot->bytes, 1, spot->len, stdout);
    else if (is_second_half(spot))
        return;
    else if (d->shapes)
        fputs(frames[spot->frame & 15], stdout);
    else
        putchar(ascii_frames[spot->frame & 15]);
}

static void
print_row(const struct drawing *d, const struct spot *row, bool colours)
{
    int ink = INK_PLAIN, end = d->width;

    while (end > 0 && is_blank(&row[end - 1]))
        end--;
    for (int column = 0; column < end; column++) {
        int wanted = is_blank(&row[column]) ? ink : row[column].ink;

        if (colours && wanted != ink) {
            fputs("\033[0", stdout);
            printf("%s%sm", *inks[wanted] ? ";" : "", inks[wanted]);
            ink = wanted;
        }
        print_spot(d, &row[column]);
    }
    if (ink != INK_PLAIN)
        fputs("\033[0m", stdout);
    putchar('\n');
}

void
drawing_print(const struct drawing *d, bool colours)
{
    for (int row = 0; row < d->height; row++)
        print_row(d, d->at[row], colours);
}
