/* SPDX-License-Identifier: MIT
 * refusal.c -- see refusal.h. */
#include "refusal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "moves_json.h"

/* Cuts a text back to its last whole UTF-8 character. */
static size_t
whole_characters(const char *text, size_t length)
{
    size_t start = length;

    while (start > 0 && ((unsigned char)text[start - 1] & 0xc0) == 0x80)
        start--;
    if (start == 0)
        return length;
    unsigned char lead = (unsigned char)text[start - 1];
    size_t need = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;

    return length - (start - 1) >= need ? length : start - 1;
}

bool
refuse(struct refusal *why, const char *format, ...)
{
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vsnprintf(why->text, sizeof why->text, format, arguments);
    va_end(arguments);
    if (length < 0)
        why->text[0] = 0;
    if (length >= (int)sizeof why->text) {
        size_t kept = whole_characters(why->text, sizeof why->text - 5);

        memcpy(why->text + kept, "...", 4);
    }
    return false;
}

bool
refuse_at_step(struct refusal *why, size_t step)
{
    const struct refusal sentence = *why;

    return refuse(why, "step %zu: %s", step, sentence.text);
}

struct quoted
quote(const char *text)
{
    struct quoted out;
    size_t length = strlen(text), room = sizeof out.text - 6;
    size_t kept = length <= room ? length : whole_characters(text, room);
    char *end = out.text;

    *end++ = '"';
    for (size_t i = 0, len; i < kept; i += len) {
        len = text_shown_character(text + i, kept - i);
        if (!len)
            *end++ = '?';
        memcpy(end, text + i, len);
        end += len;
        len = len ? len : 1;
    }
    memcpy(end, length > kept ? "...\"" : "\"", length > kept ? 5 : 2);
    return out;
}

/* "bid:9, bid:12 or pass"; "tile:god, tile:gold, ... (21 in all)" when the list is long. */
static void
name_moves(const struct move *moves, int count, char *buf, size_t room)
{
    enum { SHOWN = 12 };
    int shown = count <= SHOWN ? count : SHOWN - 2;
    struct text list = text_in(buf, room);

    for (int i = 0; i < shown; i++) {
        text_between(&list, i, count, " or ");
        text_put(&list, moves[i].text);
    }
    if (shown < count)
        snprintf(buf + list.len, room - list.len, ", ... (%d in all)", count);
}

bool
refuse_action(struct refusal *why, const struct game *game, const void *st, const char *text,
              enum game_err err)
{
    char list[400], who[24];
    int count = 0;
    struct move *moves;
    game_seats seats = game->to_move(st);
    const char *fault = err == GAME_FORMAT ? "is no action of the game" : "is not legal now";

    if (seats == 0)
        return refuse(why, "%s comes after the end: the game is over and nothing may follow",
                      quote(text).text);
    moves = moves_create(game, st, &count);
    if (!moves)
        return refuse(why, "%s %s", quote(text).text, fault);
    name_moves(moves, count, list, sizeof list);
    free(moves);
    if (seats >> GAME_NATURE & 1)
        return refuse(why, "%s %s: chance decides, by %s", quote(text).text, fault, list);
    if (moves_single_seat(seats) < 0)
        snprintf(who, sizeof who, "the seats to act");
    else
        snprintf(who, sizeof who, "seat %d", moves_single_seat(seats));
    return refuse(why, "%s %s: %s may choose %s", quote(text).text, fault, who, list);
}
