/* SPDX-License-Identifier: MIT
 * match.h -- one table being played, without I/O: the log of actions, and the state it leads to.
 *
 * A move has two steps, so that nobody hears of it before it is stored. propose() computes the whole turn
 * (one action or several, and chance after them) and changes nothing. When the host has stored it,
 * accept() applies it. All chance comes from the seed that the host passes.
 *
 * The log counts actions; everything outside counts moments. They differ only while seats act in secret
 * (`sealed` in game.h): the moment stands still until the last of them has acted. Then each of the
 * actions gets a moment of its own, in the order in which they arrived.
 */
/* clang-format off */
#ifndef KHEPRI_MATCH_H
#define KHEPRI_MATCH_H

#include "khepri/games.h"

enum { MATCH_KEY_ROOM = 260, MATCH_LIST = 32 /* actions in one request */, MATCH_TURN = 96, MATCH_MARK = 32 };

struct match_entry {
    game_action action;
    uint8_t     seat;               /* or GAME_NATURE */
    uint32_t    key_sum;            /* of its key: few keys have the same */
    int         moment;             /* the moment at which it was made */
    char       *key;                /* of the request that began with it; NULL: none */
};

/* Owned by the host. The state follows from the log. */
struct match {
    const struct game  *game;
    int                 seats;
    union games_state   start;      /* before the first action */
    union games_state   state;      /* after the last */
    struct match_entry *log;
    int                 count, room;
    int                 moment;     /* the newest that is public: count, or where secrecy began */
    union games_state  *marks;      /* the state after every MATCH_MARK actions, to look back from */
};

#define MATCH_ERRORS(X)                                                                         \
    X(OK,      "ok")                                                                            \
    X(REPEAT,  "this request has been answered before")                                         \
    X(STALE,   "the table has moved on")                                                        \
    X(NOT_YOU, "this seat is not to act")                                                       \
    X(ILLEGAL, "this action is not legal now")                                                  \
    X(FORMAT,  "this is not an action of the game")                                             \
    X(CHANCE,  "chance acts before the list is at its end")                                     \
    X(HIDDEN,  "the result depends on hidden information")                                    \
    X(MEMORY,  "there is not enough memory")

enum match_err {
#define X(name, text) MATCH_##name,
    MATCH_ERRORS(X)
#undef X
};

/* A request: actions of one seat, one after the other, all of them or none. */
struct match_request {
    int seat, seq;                  /* the moment that it answers */
    const char *const *texts;
    int count;                      /* 1 to MATCH_LIST */
    const char *key;                /* NULL or "": none */
};

/* Why not: REPEAT: the entry `at` was made by this request. Else action `at` of the list was refused in
 * `state`, which tells the seat nothing it does not know. */
struct match_fault { int at; union games_state state; };

/* What a move would do: entries first..first+count-1 of the log, as they will be. */
struct match_turn {
    int first, count;
    struct { game_action action; int seat; char text[GAME_TEXT_ROOM]; } entries[MATCH_TURN];
    char key[MATCH_KEY_ROOM];       /* belongs to the first entry; "": none */
    union games_state after;
};

/* Sets up a game; nothing has happened yet. NULL without memory, or if there is no such game. */
struct match *match_create(const struct game *game, int seats, const union games_options *options);

/* The same, begun at a consistent state of any moment. NULL without memory. */
struct match *match_create_at(const struct game *game, const union games_state *state);
void match_destroy(struct match *match);

/* Who is to act, {GAME_NATURE} before the start; empty when it is over. */
game_seats match_to_move(const struct match *match);
bool match_is_over(const struct match *match);

/* Whether the state now hides something from a spectator; then the record would tell it. */
bool match_has_secrets(const struct match *match);

/* Computes the turn of a request. A list is refused if chance, or something hidden from the
 * seat, would decide what follows any action but its last. So nobody learns from a refusal
 * what a move would bring. Not OK: *out is undefined, and *fault says more. */
enum match_err match_propose(struct match *match, const struct match_request *request, uint64_t seed,
                             struct match_turn *out, struct match_fault *fault) GAME_CHECKED;

/* Where the actions of a request lead, as far as the seat can know. The state goes into *out;
 * it may be shown to this seat only. It is computed from the seat's view, and refused (HIDDEN)
 * if that does not decide it. Chance never acts, nothing is changed, and the key is ignored. */
enum match_err match_try(const struct match *match, const struct match_request *request,
                         union games_state *out, struct match_fault *fault) GAME_CHECKED;

/* The turn in which only chance acts, as at the start. NOT_YOU if chance is not to act. */
enum match_err match_propose_chance(struct match *match, uint64_t seed, struct match_turn *out) GAME_CHECKED;

/* Makes a proposed turn part of the game. It must be the next one, and cannot fail. */
void match_accept(struct match *match, const struct match_turn *turn);

/* Appends one action as it was stored. False, nothing changed, if the rules refuse it. */
bool match_restore(struct match *match, int seat, const char *text, const char *key) GAME_CHECKED;

/* The same of a move as records write it, with its seat in front where several may act. */
bool match_restore_move(struct match *match, const char *text) GAME_CHECKED;

/* The moment after the turn that entry `i` of the log began, as it was told to the seat that
 * began it. */
int match_after(const struct match *match, int i);

/* The state at moment `seq` (0..count) into *out, and the action that led there. Its text goes
 * into action[GAME_TEXT_ROOM], its events into *log; both may be NULL. Replays at most
 * MATCH_MARK actions. During a sealed phase the current moment shows the live state. */
void match_at(const struct match *match, int seq, union games_state *out, char *action, struct game_log *log);

/* The state before entry `i` of the log (0..count): what is so now, for i = count. */
void match_before(const struct match *match, int i, union games_state *out);

/* What all of `readers` together may see of a state; nobody's (0): what a spectator may. */
void match_observe(const struct game *game, const void *st, game_seats readers, union games_state *out);

#endif
