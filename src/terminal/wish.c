/* SPDX-License-Identifier: MIT
 * wish.c -- see wish.h. */
#include "wish.h"

#include <string.h>

#include "phrase.h"

static bool
is_rest(const char *line)
{
    return line[strspn(line, " \t,;")] != 0;
}

static void
describe(const struct play_game *table, const void *st, game_action a, int price,
         struct wish *out)
{
    if (!table->name_action)
        return;
    if (out->count)
        text_put(&out->words, phrase("term.semicolon"));
    table->name_action(st, a, &out->words);
    if (price) {
        text_put(&out->words, " (");
        text_int(&out->words, price);
        text_char(&out->words, ')');
    }
}

/* Does the action in the trial position, and records it. */
static void
try_action(const struct play_game *table, union games_state *trial, int seat, game_action a,
           struct wish *out)
{
    union games_state before = *trial;
    int price = 0;

    if (table->game->apply(trial, seat, a, NULL) != GAME_OK)
        return; /* the words of a game find legal actions only */
    if (table->price)
        price = table->price(&before, trial, seat);
    describe(table, &before, a, price, out);
    out->actions[out->count++] = a;
    out->price += price;
}

/* Why nothing can follow on the line; NULL if something can. */
static const char *
barrier(const struct play_game *table, const union games_state *trial, int seat, int count)
{
    game_seats movers = table->game->to_move(trial);

    if (count == WISH_MOST)
        return phrase("term.line.many");
    if (movers >> seat & 1)
        return NULL;
    if (movers >> GAME_NATURE & 1)
        return phrase("term.line.cards");
    return phrase("term.line.ends");
}

enum words
wish_read(const struct play_game *table, const struct speech *speech, const char *line,
          struct wish *out, struct text *why)
{
    union games_state trial;
    uint64_t rng = 0;

    memcpy(&trial, speech->seen, table->game->state_size);
    table->game->sample(&trial, speech->seat, &rng);
    out->count = out->price = 0;
    out->words = text_in(out->room, sizeof out->room);
    do {
        const char *wall = barrier(table, &trial, speech->seat, out->count);
        game_action action;
        enum words found = WORDS_REFUSED;

        if (wall)
            text_put(why, wall);
        else
            found = table->read(&trial, speech->seat, &line, &action, why);
        if (found == WORDS_REFUSED && (out->count || is_rest(line)))
            text_put(why, phrase("term.line.none"));
        if (found != WORDS_ACTION)
            return found;
        try_action(table, &trial, speech->seat, action, out);
    } while (is_rest(line));
    return WORDS_ACTION;
}
