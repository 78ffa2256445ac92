/* SPDX-License-Identifier: MIT
 * drawing.h -- a table drawn with letters: frames that join, signs, texts in ink; then printed,
 * with colours or without.
 */
/* clang-format off */
#ifndef KHEPRI_DRAWING_H
#define KHEPRI_DRAWING_H

#include <stdbool.h>
#include <stdint.h>

enum { DRAWING_WIDTH = 79, DRAWING_ROWS = 72, DRAWING_COLUMNS = 120 }; /* at least DRAWING_WIDTH columns */

/* What a thing is painted in. The first five are those of the seats. */
enum ink {
    INK_SEATS, INK_WATER = 5, INK_GREEN, INK_GOLD, INK_CLAY, INK_VIOLET, INK_ALARM, INK_BOLD, INK_DIM, INK_PLAIN
};

/* A thing as a shape of one column, and where only ASCII can be shown. */
struct sign { const char *shape; char ascii; enum ink ink; };

struct spot { char bytes[8]; uint8_t len, ink, frame; };

struct drawing {
    int width, height, tall;            /* tall: the lines that the window has */
    bool shapes;
    struct spot at[DRAWING_ROWS][DRAWING_COLUMNS];
};

void drawing_begin(struct drawing *d, int width, int tall, bool shapes);

/* A line from one spot to another to the right of it, or below it. Where lines meet, they are joined. */
void drawing_across(struct drawing *d, int row, int from, int to);
void drawing_down(struct drawing *d, int column, int from, int to);
void drawing_frame(struct drawing *d, int row, int column, int last_row, int last_column);

/* Writes in at most `room` columns, cut with an ellipsis; returns the columns used. What is beyond the drawing
 * is left out. */
int drawing_put(struct drawing *d, int row, int column, int room, enum ink ink, const char *words);

/* The same, at the right end of the room. */
void drawing_right(struct drawing *d, int row, int column, int room, enum ink ink, const char *words);

/* These write up to the right edge: words; a number between two words; words between two blanks, for a line of the
 * frame. */
int drawing_line(struct drawing *d, int row, int column, enum ink ink, const char *words);
int drawing_int(struct drawing *d, int row, int column, enum ink ink, const char *before, int number,
                const char *after);
int drawing_title(struct drawing *d, int row, int column, enum ink ink, const char *words);

/* A sign takes one column. */
void drawing_sign(struct drawing *d, int row, int column, const struct sign *sign);

/* Prints it on stdout. */
void drawing_print(const struct drawing *d, bool colours);

#endif
