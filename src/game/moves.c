/* SPDX-License-Identifier: MIT
 * moves.c -- see moves.h. The order of a list is that of the texts' bytes, so that it does not
 * depend on how a game numbers its actions. */
#include "moves.h"

#include <assert.h>

#include "text.h"

static bool
text_before(const char *a, const char *b)
{
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return (unsigned char)*a < (unsigned char)*b;
}

/* Insertion: lists are short, and come nearly in order. */
static void
sort_by_text(struct move *moves, int count)
{
    for (int i = 1; i < count; i++) {
        struct move moving = moves[i];
        int at = i;

        for (; at > 0 && text_before(moving.text, moves[at - 1].text); at--)
            moves[at] = moves[at - 1];
        moves[at] = moving;
    }
}

int
moves_single_seat(game_seats seats)
{
    for (int seat = 0; seat <= GAME_NATURE; seat++) {
        if (seats == 1u << seat)
            return seat;
    }
    return -1;
}

void
moves_write(const struct game *game, const void *st, int seat, game_action action,
            struct move *out)
{
    bool several = moves_single_seat(game->to_move(st)) < 0;
    int length;

    out->seat = seat;
    out->action = action;
    if (several) {
        out->text[0] = (char)('0' + seat);
        out->text[1] = '/';
    }
    length = game->write_action(st, action, out->text + (several ? 2 : 0), GAME_TEXT_ROOM);
    assert(length > 0);
    (void)length;
}

static int
list_chances(const struct game *game, const void *st, struct move *out)
{
    struct game_chance outcomes[MOVES_ROOM];
    int count = game->chances(st, outcomes);

    for (int i = 0; i < count; i++)
        moves_write(game, st, GAME_NATURE, outcomes[i].action, &out[i]);
    return count;
}

int
moves_list(const struct game *game, const void *st, struct move *out)
{
    game_seats seats = game->to_move(st);
    int count = 0;

    if (seats >> GAME_NATURE & 1)
        count = list_chances(game, st, out);
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++) {
        game_action actions[MOVES_ROOM];
        int here = seats >> seat & 1 ? game->actions(st, seat, actions) : 0;

        assert(count + here <= MOVES_ROOM);
        for (int i = 0; i < here; i++)
            moves_write(game, st, seat, actions[i], &out[count++]);
    }
    sort_by_text(out, count);
    return count;
}

enum game_err
moves_read(const struct game *game, const void *st, const char *text, struct move *out)
{
    game_seats seats = game->to_move(st);
    const char *action = text;
    enum game_err err;

    out->seat = moves_single_seat(seats);
    if (seats == 0)
        return GAME_NOT_YOU;
    if (out->seat < 0) {
        if (text[0] < '0' || text[0] >= '0' + GAME_MAX_SEATS || text[1] != '/')
            return GAME_FORMAT;
        out->seat = text[0] - '0';
        action = text + 2;
    }
    err = game->read_action(st, action, &out->action);
    if (err != GAME_OK)
        return err;
    moves_write(game, st, out->seat, out->action, out);
    return text_same(out->text, text) ? GAME_OK
                                      : GAME_FORMAT; /* only the canonical text is one */
}

enum game_err
moves_apply(const struct game *game, void *st, const char *text, struct game_log *log)
{
    struct move move;
    enum game_err err = moves_read(game, st, text, &move);

    if (err != GAME_OK)
        return err;
    return game->apply(st, move.seat, move.action, log);
}
