/* SPDX-License-Identifier: MIT
 * screen.h -- what the terminal of a game may be used for: its size, colours, drawings, and editing of lines.
 */
/* clang-format off */
#ifndef KHEPRI_SCREEN_H
#define KHEPRI_SCREEN_H

#include <stdbool.h>

enum screen_colour { SCREEN_AUTO, SCREEN_ALWAYS, SCREEN_NEVER };

/* For the rest of the program. Plain: whole lines only, for screen readers: nothing drawn, edited, coloured or
 * cleared. */
void screen_choose(enum screen_colour colour, bool plain);

/* The columns that a line may have: those of the terminal but one, 39 to 119; 79 where there is none. */
int screen_width(void);

/* The lines that the window shows; 24 where nobody knows. */
int screen_height(void);

/* How a table may be drawn. SCREEN_WORDS: not at all, for what is no terminal, for a narrow one, and where whole lines
 * were chosen. SCREEN_ASCII: by ASCII alone. SCREEN_SHAPES: by shapes, where the terminal shows UTF-8. */
enum screen_signs { SCREEN_WORDS, SCREEN_ASCII, SCREEN_SHAPES };
enum screen_signs screen_signs(void);

/* May standard output have colours: at a terminal and without NO_COLOR, or as was chosen. */
bool screen_colours(void);

/* Are lines edited as they are typed: at a terminal that can move its cursor. */
bool screen_edits(void);

/* May the screen be cleared? */
bool screen_clears(void);

/* Does the environment say that the letters are UTF-8? */
bool screen_utf8(void);

#endif
