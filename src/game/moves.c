/* SPDX-License-Identifier: MIT
 * moves.c -- see moves.h. A list is sorted by the bytes of its texts, so it does not depend on
 * how a game numbers its actions.
 */
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

/* Sifts moves[at] down in the heap of the first `count`, the last text on top. */
static void
sink(struct move *moves, int at, int count)
{
    struct move moving = moves[at];
    int below;

    for (; (below = 2 * at + 1) < count; at = below) {
        if (below + 1 < count && text_before(moves[below].text, moves[below + 1].text))
            below++;
        if (!text_before(moving.text, moves[below].text))
            break;
        moves[at] = moves[below];
    }
    moves[at] = moving;
}

static void
sort_many(struct move *moves, int count)
{
    for (int i = count / 2 - 1; i >= 0; i--)
        sink(moves, i, count);
    for (int left = count - 1; left > 0; left--) {
        struct move last = moves[0];

        moves[0] = moves[left];
        moves[left] = last;
        sink(moves, 0, left);
    }
}

/* Insertion sort for short lists: they come nearly sorted. */
static void
sort_by_text(struct move *moves, int count)
{
    enum { SHORT = 48 };

    if (count > SHORT) {
        sort_many(moves, count);
        return;
    }
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
    struct game_chance outcomes[GAME_MOST_CHANCES];
    int count = game->chances(st, outcomes);

    for (int i = 0; i < count; i++)
        moves_write(game, st, GAME_NATURE, outcomes[i].action, &out[i]);
    return count;
}

int
moves_count(const struct game *game, const void *st)
{
    game_seats seats = game->to_move(st);
    struct game_chance outcomes[GAME_MOST_CHANCES];
    int count = seats >> GAME_NATURE & 1 ? game->chances(st, outcomes) : 0;

    for (int seat = 0; seat < GAME_MAX_SEATS; seat++) {
        game_action actions[GAME_MOST_ACTIONS];

        count += seats >> seat & 1 ? game->actions(st, seat, actions) : 0;
    }
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
        game_action actions[GAME_MOST_ACTIONS];
        int here = seats >> seat & 1 ? game->actions(st, seat, actions) : 0;

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
                                      : GAME_FORMAT; /* only the canonical text is accepted */
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
