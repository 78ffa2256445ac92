/* SPDX-License-Identifier: MIT
 * screen.c -- see screen.h. */
#include "screen.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { WIDTH = 80, LEAST = 40, MOST = 120 };

/* What the command line chose. */
static struct {
    enum screen_colour colour;
    bool plain;
} chosen;

void
screen_choose(enum screen_colour colour, bool plain)
{
    chosen.colour = colour;
    chosen.plain = plain;
}

int
screen_width(void)
{
    struct winsize size;
    int width = WIDTH;

    if (isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col)
        width = size.ws_col;
    return (width < LEAST ? LEAST : width > MOST ? MOST : width) - 1;
}

/* A terminal that does not even know where its cursor is gets plain lines. */
static bool
is_dumb(void)
{
    const char *term = getenv("TERM");

    return !term || !*term || strcmp(term, "dumb") == 0;
}

bool
screen_colours(void)
{
    const char *none = getenv("NO_COLOR");

    if (chosen.colour != SCREEN_AUTO || chosen.plain)
        return chosen.colour == SCREEN_ALWAYS;
    return isatty(STDOUT_FILENO) && !is_dumb() && !(none && *none);
}

bool
screen_edits(void)
{
    return !chosen.plain && !is_dumb() && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
}

bool
screen_clears(void)
{
    return !chosen.plain && isatty(STDOUT_FILENO);
}
