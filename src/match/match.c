/* SPDX-License-Identifier: MIT
 * match.c -- see match.h. Room for a turn, and for its key, is found when it is proposed: accepting
 * it, after it is on disk, must not fail. */
#include "match.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "random_play.h"

struct match *
match_create(const struct game *game, int seats, const union games_options *options)
{
    struct match *match;

    assert(game->state_size <= sizeof match->state);
    match = calloc(1, sizeof *match);
    if (!match)
        return NULL;
    match->game = game;
    match->seats = seats;
    if (game->setup(&match->start, seats, options) != GAME_OK) {
        free(match);
        return NULL;
    }
    match->state = match->start;
    return match;
}

void
match_destroy(struct match *match)
{
    if (!match)
        return;
    for (int i = 0; i < match->room; i++)
        free(match->log[i].key);
    free(match->log);
    free(match);
}

game_seats
match_to_move(const struct match *match)
{
    return match->game->to_move(&match->state);
}

bool
match_is_over(const struct match *match)
{
    return match_to_move(match) == 0;
}

/* Room for `more` entries; those beyond `count` are zero but for a key that waits to be used. */
static bool
reserve(struct match *match, int more)
{
    int room = match->room ? match->room : 128;
    struct match_entry *grown;

    if (match->count + more <= match->room)
        return true;
    while (room < match->count + more)
        room *= 2;
    grown = realloc(match->log, (size_t)room * sizeof *grown);
    if (!grown)
        return false;
    memset(grown + match->room, 0, (size_t)(room - match->room) * sizeof *grown);
    match->log = grown;
    match->room = room;
    return true;
}

/* Puts a copy of the key where the next entry will be. */
static bool
reserve_key(struct match *match, const char *key)
{
    struct match_entry *next = &match->log[match->count];

    free(next->key);
    next->key = NULL;
    if (!key || !*key)
        return true;
    next->key = malloc(strlen(key) + 1);
    if (next->key)
        strcpy(next->key, key);
    return next->key;
}

static int
find_key(const struct match *match, int seat, const char *key)
{
    for (int i = 0; i < match->count && key && *key; i++) {
        if (match->log[i].seat == seat && match->log[i].key &&
            strcmp(match->log[i].key, key) == 0)
            return i;
    }
    return -1;
}

static bool
add(const struct match *match, struct match_turn *turn, int seat, game_action action)
{
    int i = turn->count;

    match->game->write_action(&turn->after, action, turn->entries[i].text, GAME_TEXT_ROOM);
    if (match->game->apply(&turn->after, seat, action, NULL) != GAME_OK)
        return false;
    turn->entries[i].action = action;
    turn->entries[i].seat = seat;
    turn->count++;
    return true;
}

/* Lets nature act until somebody else must, or the turn is full; the host then asks again. */
static void
add_chances(const struct match *match, struct match_turn *turn, uint64_t seed)
{
    uint64_t rng = seed;

    while (turn->count < MATCH_TURN &&
           match->game->to_move(&turn->after) == 1u << GAME_NATURE) {
        bool fine =
            add(match, turn, GAME_NATURE, random_chance(match->game, &turn->after, &rng));

        assert(fine); /* what chances() lists, apply() takes */
        (void)fine;
    }
}

static enum match_err
begin(struct match *match, const char *key, struct match_turn *out)
{
    if (!reserve(match, MATCH_TURN) || !reserve_key(match, key))
        return MATCH_MEMORY;
    memset(out, 0, sizeof *out);
    out->first = match->count;
    out->after = match->state;
    if (key)
        memcpy(out->key, key,
               strlen(key) < sizeof out->key ? strlen(key) : sizeof out->key - 1);
    return MATCH_OK;
}

/* "bid:9", not "bid:09": there is one text for each action. */
static bool
is_canonical(const struct match *match, game_action action, const char *text)
{
    char canonical[GAME_TEXT_ROOM];

    match->game->write_action(&match->state, action, canonical, sizeof canonical);
    return strcmp(canonical, text) == 0;
}

enum match_err
match_propose(struct match *match, int seat, int seq, const char *text, const char *key,
              uint64_t seed, struct match_turn *out, int *repeated)
{
    game_action action;
    enum match_err err;
    int before = find_key(match, seat, key);

    if (before >= 0) {
        *repeated = before;
        return MATCH_REPEAT;
    }
    if (seq != match->count)
        return MATCH_STALE;
    if (seat < 0 || seat >= match->seats || !(match_to_move(match) >> seat & 1))
        return MATCH_NOT_YOU;
    if (match->game->read_action(&match->state, text, &action) != GAME_OK ||
        !is_canonical(match, action, text))
        return MATCH_FORMAT;
    err = begin(match, key, out);
    if (err)
        return err;
    if (!add(match, out, seat, action))
        return MATCH_ILLEGAL;
    add_chances(match, out, seed);
    return MATCH_OK;
}

enum match_err
match_propose_chance(struct match *match, uint64_t seed, struct match_turn *out)
{
    enum match_err err;

    if (match_to_move(match) != 1u << GAME_NATURE)
        return MATCH_NOT_YOU;
    err = begin(match, NULL, out);
    if (!err)
        add_chances(match, out, seed);
    return err;
}

void
match_accept(struct match *match, const struct match_turn *turn)
{
    assert(turn->first == match->count && match->count + turn->count <= match->room);
    for (int i = 0; i < turn->count; i++) {
        struct match_entry *entry = &match->log[match->count++];

        entry->action = turn->entries[i].action;
        entry->seat = (uint8_t)turn->entries[i].seat;
    }
    match->state = turn->after;
}

bool
match_restore(struct match *match, int seat, const char *text, const char *key)
{
    game_action action;

    if (match->game->read_action(&match->state, text, &action) != GAME_OK ||
        !reserve(match, 1) || !reserve_key(match, key) ||
        match->game->apply(&match->state, seat, action, NULL) != GAME_OK)
        return false;
    match->log[match->count].action = action;
    match->log[match->count++].seat = (uint8_t)seat;
    return true;
}

int
match_after(const struct match *match, int seq)
{
    int after = seq + 1;

    while (after < match->count && match->log[after].seat == GAME_NATURE)
        after++;
    return after;
}

void
match_at(const struct match *match, int seq, union games_state *out, struct game_log *log)
{
    assert(seq >= 0 && seq <= match->count);
    *out = match->start;
    for (int i = 0; i < seq; i++) {
        enum game_err err = match->game->apply(out, match->log[i].seat, match->log[i].action,
                                               i == seq - 1 ? log : NULL);

        assert(err == GAME_OK); /* it was applied before */
        (void)err;
    }
}
