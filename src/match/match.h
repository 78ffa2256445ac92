/* SPDX-License-Identifier: MIT
 * match.h -- one table being played, without I/O: the log of actions, and the state it leads to.
 *
 * A move is made in two steps, so that nobody hears of it before it is safe: propose() works out the
 * whole turn (the action, and what nature does after it) and changes nothing; when the host has
 * stored it, accept() makes it so. All chance comes from the seed the host hands in.
 */
/* clang-format off */
#ifndef KHEPRI_MATCH_H
#define KHEPRI_MATCH_H

#include "khepri/games.h"

enum { MATCH_KEY_ROOM = 260, MATCH_TURN = 64 };

struct match_entry {
    game_action action;
    uint8_t     seat;               /* or GAME_NATURE */
    char       *key;                /* of the request that made it; NULL: none */
};

/* Owned by the host. The log is the truth, the state follows from it. */
struct match {
    const struct game  *game;
    int                 seats;
    union games_state   start;      /* before the first action */
    union games_state   state;      /* after the last */
    struct match_entry *log;
    int                 count, room;
};

#define MATCH_ERRORS(X)                                                                         \
    X(OK,      "ok")                                                                            \
    X(REPEAT,  "this request has been answered before")                                         \
    X(STALE,   "the table has moved on")                                                        \
    X(NOT_YOU, "this seat is not to act")                                                       \
    X(ILLEGAL, "this action is not legal now")                                                  \
    X(FORMAT,  "this is not an action of the game")                                             \
    X(MEMORY,  "there is not enough memory")

enum match_err {
#define X(name, text) MATCH_##name,
    MATCH_ERRORS(X)
#undef X
};

/* What a move would do: entries first..first+count-1 of the log, as they will be. */
struct match_turn {
    int first, count;
    struct { game_action action; int seat; char text[GAME_TEXT_ROOM]; } entries[MATCH_TURN];
    char key[MATCH_KEY_ROOM];       /* belongs to the first entry; "": none */
    union games_state after;
};

/* Sets up a game; nothing has happened yet. NULL without memory, or if there is no such game. */
struct match *match_create(const struct game *game, int seats, const union games_options *options);
void match_destroy(struct match *match);

/* Who is to act, {GAME_NATURE} before the start; empty when it is over. */
game_seats match_to_move(const struct match *match);
bool match_is_over(const struct match *match);

/* The turn that begins with `text` by `seat`, answering moment `seq`. REPEAT: the key was used by
 * this seat before, at *repeated. Anything but OK: *out is not to be used. */
enum match_err match_propose(struct match *match, int seat, int seq, const char *text, const char *key,
                             uint64_t seed, struct match_turn *out, int *repeated) GAME_CHECKED;

/* The turn in which nature alone acts, as at the beginning. NOT_YOU if it is not her move. */
enum match_err match_propose_chance(struct match *match, uint64_t seed, struct match_turn *out) GAME_CHECKED;

/* Makes a proposed turn part of the game. It must be the next one, and cannot fail. */
void match_accept(struct match *match, const struct match_turn *turn);

/* Appends one action as it was stored. False, nothing changed, if the rules refuse it. */
bool match_restore(struct match *match, int seat, const char *text, const char *key) GAME_CHECKED;

/* The moment right after what was begun by the action at `seq`: what the answer to it names. */
int match_after(const struct match *match, int seq);

/* The state at moment `seq` (0..count) into *out, and the events of the action that led there into
 * *log, which may be NULL. */
void match_at(const struct match *match, int seq, union games_state *out, struct game_log *log);

#endif
