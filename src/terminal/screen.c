/* SPDX-License-Identifier: MIT
 * screen.c -- see screen.h. */
#include "screen.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { WIDTH = 80, LEAST = 40, MOST = 120, HEIGHT = 24 };

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

/* The window of standard output; a number that nobody knows is 0. */
static struct winsize
window(void)
{
    struct winsize size = {0};

    if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0)
        return (struct winsize){0};
    return size;
}

int
screen_width(void)
{
    int width = window().ws_col;

    if (!width)
        width = WIDTH;
    return (width < LEAST ? LEAST : width > MOST ? MOST : width) - 1;
}

int
screen_height(void)
{
    int height = window().ws_row;

    return height ? height : HEIGHT;
}

/* A terminal that does not even know where its cursor is gets plain lines. */
static bool
is_dumb(void)
{
    const char *term = getenv("TERM");

    return !term || !*term || strcmp(term, "dumb") == 0;
}

/* Does the environment say so, as setlocale() reads it? */
bool
screen_utf8(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);

        if (value && *value)
            return strcasestr(value, "utf-8") || strcasestr(value, "utf8");
    }
    return false;
}

enum screen_signs
screen_signs(void)
{
    const char *term = getenv("TERM");

    if (chosen.plain || !isatty(STDOUT_FILENO) || is_dumb() || screen_width() < WIDTH - 1)
        return SCREEN_WORDS;
    /* The console of Linux has letters and lines, but few shapes. */
    return screen_utf8() && term && strcmp(term, "linux") != 0 ? SCREEN_SHAPES : SCREEN_ASCII;
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
