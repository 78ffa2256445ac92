/* SPDX-License-Identifier: MIT
 * match.c -- see match.h. Memory for a turn, its key and its marks is allocated when the
 * turn is proposed: accept() runs after the commit and must not fail. */
#include "match_parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "moves.h"
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

struct match *
match_create_at(const struct game *game, const union games_state *state)
{
    struct match *match = calloc(1, sizeof *match);

    if (!match)
        return NULL;
    match->game = game;
    match->seats = game->seats(state);
    match->start = match->state = *state;
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
    free(match->marks);
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

bool
match_has_secrets(const struct match *match)
{
    union games_state seen;

    if (!match->game->hides || match_is_over(match))
        return false;
    match->game->observe(&match->state, GAME_SPECTATOR, &seen);
    return memcmp(&seen, &match->state, match->game->state_size) != 0;
}

/* Room for `more` entries; those beyond `count` are zero but for a key that waits to be used. */
static bool
reserve(struct match *match, int more)
{
    int room = match->room ? match->room : 4 * MATCH_MARK;
    struct match_entry *grown;
    union games_state *marks;

    if (match->count + more <= match->room)
        return true;
    while (room < match->count + more)
        room *= 2;
    marks = realloc(match->marks, (size_t)(room / MATCH_MARK) * sizeof *marks);
    if (!marks)
        return false;
    match->marks = marks;
    grown = realloc(match->log, (size_t)room * sizeof *grown);
    if (!grown)
        return false;
    memset(grown + match->room, 0, (size_t)(room - match->room) * sizeof *grown);
    match->log = grown;
    match->room = room;
    return true;
}

/* Makes the next action, for which there is room, part of the game. False if the rules refuse it. */
static bool
append(struct match *match, int seat, game_action action)
{
    struct match_entry *entry = &match->log[match->count];
    bool secret = match->game->sealed(&match->state);

    if (match->game->apply(&match->state, seat, action, NULL) != GAME_OK)
        return false;
    entry->action = action;
    entry->seat = (uint8_t)seat;
    entry->moment = match->moment;
    match->count++;
    if (!secret || !match->game->sealed(&match->state))
        match->moment = match->count;
    if (match->count % MATCH_MARK == 0)
        match->marks[match->count / MATCH_MARK - 1] = match->state;
    return true;
}

static uint32_t
sum_of(const char *key)
{
    uint32_t sum = 0x811c9dc5u;

    while (*key)
        sum = (sum ^ (uint8_t)*key++) * 0x01000193u;
    return sum;
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
    next->key_sum = sum_of(key);
    return next->key;
}

/* Each request looks at the whole log: by the sums, which lie beside each other, and not at each key. */
static int
find_key(const struct match *match, int seat, const char *key)
{
    uint32_t sum = key ? sum_of(key) : 0;

    for (int i = 0; i < match->count && key && *key; i++) {
        const struct match_entry *entry = &match->log[i];

        if (entry->seat == seat && entry->key_sum == sum && entry->key &&
            strcmp(entry->key, key) == 0)
            return i;
    }
    return -1;
}

static bool
add(const struct match *match, struct match_turn *turn, int seat, game_action action)
{
    int i = turn->count;

    memset(&turn->entries[i], 0, sizeof turn->entries[i]);
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
    out->first = match->count; /* the entries, 8 KB, are set one by one */
    out->count = 0;
    memset(out->key, 0, sizeof out->key);
    out->after = match->state;
    if (key)
        memcpy(out->key, key,
               strlen(key) < sizeof out->key ? strlen(key) : sizeof out->key - 1);
    return MATCH_OK;
}

/* The actions of a request, one after the other, on the truth. */
static enum match_err
add_list(const struct match *match, const struct match_request *request,
         struct match_turn *turn, struct match_fault *fault)
{
    for (fault->at = 0; fault->at < request->count; fault->at++) {
        game_action action;
        enum match_err err = match_read(match->game, &turn->after, request->seat,
                                        request->texts[fault->at], &action);

        if (!err && !add(match, turn, request->seat, action))
            err = MATCH_ILLEGAL;
        if (err)
            return err;
    }
    return MATCH_OK;
}

enum match_err
match_propose(struct match *match, const struct match_request *request, uint64_t seed,
              struct match_turn *out, struct match_fault *fault)
{
    enum match_err err;

    fault->state = match->state;
    fault->at = find_key(match, request->seat, request->key);
    if (fault->at >= 0)
        return MATCH_REPEAT;
    fault->at = 0;
    if (request->seq != match->moment)
        return MATCH_STALE;
    assert(request->count >= 1 && request->count <= MATCH_LIST);
    err = request->count > 1 ? match_foresee(match, request, fault) : MATCH_OK;
    if (!err)
        err = begin(match, request->key, out);
    if (!err)
        err = add_list(match, request, out, fault);
    if (!err)
        add_chances(match, out, seed);
    return err;
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
        bool fine = append(match, turn->entries[i].seat, turn->entries[i].action);

        assert(fine); /* it was applied when it was proposed */
        (void)fine;
    }
}

bool
match_restore(struct match *match, int seat, const char *text, const char *key)
{
    game_action action;

    return match->game->read_action(&match->state, text, &action) == GAME_OK &&
           reserve(match, 1) && reserve_key(match, key) && append(match, seat, action);
}

bool
match_restore_move(struct match *match, const char *text)
{
    struct move move;

    return moves_read(match->game, &match->state, text, &move) == GAME_OK &&
           reserve(match, 1) && reserve_key(match, NULL) &&
           append(match, move.seat, move.action);
}

int
match_after(const struct match *match, int i)
{
    int after = i + 1;

    while (after < match->count && match->log[i].key && !match->log[after].key &&
           match->log[after].seat == match->log[i].seat)
        after++; /* of the same list */
    while (after < match->count && match->log[after].seat == GAME_NATURE)
        after++;
    return after < match->count ? match->log[after].moment : match->moment;
}

/* Makes the action of entry `i` again. */
static void
repeat(const struct match *match, int i, union games_state *st, struct game_log *log)
{
    enum game_err err = match->game->apply(st, match->log[i].seat, match->log[i].action, log);

    assert(err == GAME_OK); /* it was applied before */
    (void)err;
}

void
match_before(const struct match *match, int i, union games_state *out)
{
    int mark = i / MATCH_MARK;

    assert(i >= 0 && i <= match->count);
    *out = mark > 0 ? match->marks[mark - 1] : match->start;
    for (int j = mark * MATCH_MARK; j < i; j++)
        repeat(match, j, out, NULL);
}

void
match_at(const struct match *match, int seq, union games_state *out, char *action,
         struct game_log *log)
{
    assert(seq >= 0 && seq <= match->count);
    match_before(match, seq > 0 ? seq - 1 : 0, out);
    if (seq > 0) {
        if (action)
            match->game->write_action(out, match->log[seq - 1].action, action, GAME_TEXT_ROOM);
        repeat(match, seq - 1, out, log);
    }
    if (seq == match->moment)
        *out = match->state;
}
