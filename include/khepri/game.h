/* SPDX-License-Identifier: MIT
 * game.h -- the contract every game in this library fulfils.
 *
 * A game is a plain struct (its state), a set of 32-bit action codes, and the
 * functions below. Rules never allocate, print, read a clock or draw a random
 * number. An outcome of chance is an action too: the host picks it from the
 * weighted list that chances() gives. So the same actions always give the same
 * game: on a server, in a browser, in a search tree.
 */
/* clang-format off */
#ifndef KHEPRI_GAME_H
#define KHEPRI_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define GAME_MAX_SEATS  5
#define GAME_NATURE     7           /* the seat number of chance */
#define GAME_SPECTATOR  (-1)        /* the seat number of a spectator */
#define GAME_HIDDEN     INT32_MIN   /* the detail of an event that the reader may not see */
#define GAME_TEXT_ROOM  64          /* enough bytes for the text of any action, with its 0 */
#define GAME_MOST_ACTIONS 20480      /* the largest max_actions of any game ... */
#define GAME_MOST_CHANCES 256        /* ... and the largest max_chances */
#define GAME_CHECKED    __attribute__((warn_unused_result))

typedef uint32_t game_action;       /* kind << 24 | up to three 8-bit arguments */
typedef uint8_t  game_seats;        /* a set of seats: bit i is seat i, bit GAME_NATURE is chance */

#define GAME_ERRORS(X)                                                    \
    X(OK,      "ok")                                                      \
    X(SETUP,   "the game has no such number of players or option")        \
    X(NOT_YOU, "this seat is not to act")                                 \
    X(ILLEGAL, "this action is not legal now")                            \
    X(FORMAT,  "this is not an action of the game")                       \
    X(SPACE,   "the buffer is too small")

enum game_err {
#define X(name, text) GAME_##name,
    GAME_ERRORS(X)
#undef X
};

/* The sentence for an error code, without a full stop; a constant string, also for a number that is no code. */
const char *game_err_text(enum game_err err);

struct game_chance { game_action action; uint32_t weight; };

/* One thing that happened. `kind` is the game's own (ra.h lists Ra's), `seat` the seat
 * concerned; the kind defines `count` and `detail`. A reader outside seen_by gets
 * detail = GAME_HIDDEN. */
struct game_event { uint8_t kind, seat; game_seats seen_by; uint8_t count; int32_t detail; };

/* Where apply() reports: the caller's array `at` of `room` events; `count` is advanced and
 * never passes `room` (further events are dropped). */
struct game_log   { struct game_event *at; int count, room; };

/* One option of a game. Its text values are those of records; in JSON they stand as `form` says. */
enum game_form { GAME_FORM_TEXT, GAME_FORM_BOOLEAN, GAME_FORM_NUMBER };
struct game_option {
    const char        *key;         /* "edition"; NULL ends a table of options */
    enum game_form     form;
    bool               object;      /* in JSON an object of the game's own is a value too: a board */
    const char *const *values;      /* "1999", "2005", "2016", ended by NULL */
    const char        *fallback;    /* the default, in words for people */
};

/* The result of a finished game: `scores` by seat, `winners` the set of seats that won. */
struct game_result { int32_t scores[GAME_MAX_SEATS]; game_seats winners; };

/* A game by its functions. `st` points to state_size bytes of the game's own struct,
 * `options` to options_size bytes of its options struct; the caller owns all storage.
 * States have no pointers: copy with memcpy, compare with memcmp. */
struct game {
    const char *name;               /* as in records: "ra" */
    size_t      state_size, options_size;
    int         min_seats, max_seats;
    int         max_actions;        /* no list of actions() is longer */
    int         max_chances;        /* no list of chances() is longer */
    int         max_events;         /* no apply() reports more events */

    /* Options start as the game's defaults; set_option() takes the text forms of records
     * ("edition", "2005"). GAME_SETUP, nothing changed, for an unknown key or value. */
    void          (*defaults)(void *options);
    enum game_err (*set_option)(void *options, const char *key, const char *value);

    /* Starts a game of `seats` players. GAME_SETUP, *st untouched, if the game does not allow it. */
    enum game_err (*setup)(void *st, int seats, const void *options);

    /* The seats that may act now: a set, or {GAME_NATURE}; empty when the game is over. */
    game_seats    (*to_move)(const void *st);

    /* True while several seats choose secretly, in any order, with the same outcome. The others learn only
     * that a seat has finished, until the last seat has acted. */
    bool          (*sealed)(const void *st);

    /* The legal actions of `seat` into out[max_actions], ascending; returns how many, 0 when
     * the seat is not to act. For nature: chances() into out[max_chances], with weights. */
    int           (*actions)(const void *st, int seat, game_action *out);
    int           (*chances)(const void *st, struct game_chance *out);

    /* Does an action (seat GAME_NATURE for chance). If it is refused: an error, *st unchanged.
     * `log` may be NULL. */
    enum game_err (*apply)(void *st, int seat, game_action a, struct game_log *log);

    /* Current scores by seat, 0 for those that do not play; and the result, false (out untouched) while the
     * game runs. */
    void          (*scores)(const void *st, int32_t out[GAME_MAX_SEATS]);
    bool          (*result)(const void *st, struct game_result *out);

    /* observe: what `seat` (or GAME_SPECTATOR) may know, as a state with hidden information blanked.
     * sample: fills the blanks in at random; the state looks the same from that seat. */
    void          (*observe)(const void *st, int seat, void *out);
    void          (*sample)(void *seen, int seat, uint64_t *rng);

    /* Text. write_action: the action as in records, into buf[GAME_TEXT_ROOM]; returns its length. It returns -1 if
     * `room` is too small, or if read_action() makes no such code of any text. It need not be legal.
     * read_action: GAME_FORMAT if the text is no action; apply() checks whether it is legal.
     * write_state: the state as JSON (khepri-records(7)); returns its length without the closing 0,
     * or -1 if `room` is too small. An observation is written with null for what is blank.
     * event_name: the name of an event kind, "tile_drawn"; NULL for an unknown kind. */
    int           (*write_action)(const void *st, game_action a, char *buf, size_t room);
    enum game_err (*read_action)(const void *st, const char *text, game_action *out);
    int           (*write_state)(const void *st, char *buf, size_t room);
    const char   *(*event_name)(int kind);

    /* NULL if the state is consistent, else a constant sentence that says what is wrong. The member is NULL in
     * the small WebAssembly module, which reads no states. */
    const char   *(*check)(const void *st);

    /* The options in the order of records: never NULL, ended by one without a key. write_option writes the
     * value in force in a state: one of options[option].values, or an object as JSON. It writes into buf[room]
     * and returns the length, or -1 if `room` is too small or there is no such option. */
    const struct game_option *options;
    int           (*write_option)(const void *st, int option, char *buf, size_t room);

    /* The number of seats that play; and whether observe() ever hides anything from anybody. */
    int           (*seats)(const void *st);
    bool          hides;
};

/* The lowest seat of a set that is not empty: the next to act, or GAME_NATURE. */
static inline int
game_first_seat(game_seats seats)
{
    return __builtin_ctz(seats);
}

#ifdef __cplusplus
}
#endif

#endif
