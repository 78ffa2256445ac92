/* SPDX-License-Identifier: MIT
 * records.h -- games and positions as JSON (khepri-records(7)): read, checked by the rules, and written.
 *
 * What is read and written is in storage of the caller's; the work of a call may use the heap. Refused input changes
 * nothing but `why`, which then holds one sentence: what is wrong, where, and what would be right. `why` may be NULL.
 */
/* clang-format off */
#ifndef KHEPRI_RECORDS_H
#define KHEPRI_RECORDS_H

#include "khepri/games.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    KHEPRI_WHY_ROOM = 600,                      /* bytes of a sentence, with its 0 */
    KHEPRI_MOVE_ROOM = GAME_TEXT_ROOM + 2,      /* bytes of a move's text, with its 0 */
    KHEPRI_POSITION_ROOM = GAMES_STATE_ROOM,    /* bytes of a position string, with its 0 */
    KHEPRI_RECORD_HEAD = GAMES_OPTION_ROOM + 4096       /* bytes of a record without its names and moves */
};

struct khepri_why { char text[KHEPRI_WHY_ROOM]; };

/* A move as records write it: the text of an action, with the seat in front while several seats may act
   ("2/offer:7"). */
struct khepri_move { char text[KHEPRI_MOVE_ROOM]; };

/* ---- moves ---- */

/* The move of a seat (or GAME_NATURE), whose action must be legal. A code that is no action gives an empty text. */
void khepri_write_move(const struct game *game, const void *st, int seat, game_action action, struct khepri_move *out);

/* The seat and the action of a text, legal or not. */
bool khepri_read_move(const struct game *game, const void *st, const char *text, int *seat, game_action *out,
                      struct khepri_why *why) GAME_CHECKED;

/* Reads a move and applies it. `log` may be NULL. */
bool khepri_apply_move(const struct game *game, void *st, const char *text, struct game_log *log,
                       struct khepri_why *why) GAME_CHECKED;

/* ---- a game begins ---- */

/* Starts a game of that name, with options as a JSON object ("{\"edition\":\"1999\"}"; NULL: the defaults). */
bool khepri_begin(const char *name, int seats, const char *options, const struct game **game, union games_state *out,
                  struct khepri_why *why) GAME_CHECKED;

/* The options of a state that are not the defaults, as a JSON object. Returns its length, -1 if `room` is too small. */
int khepri_write_options(const struct game *game, const void *st, char *buf, size_t room);

/* ---- records ---- */

/* A record that is being replayed: to be read only. It points into the storage. */
struct khepri_record {
    const struct game       *game;
    int                      seats;
    const union games_state *state;             /* where the replay stands */
    size_t                   step, steps;       /* moves made; moves in all */
    const char              *names[GAME_MAX_SEATS];     /* of the players */
    void                    *inside;
};

/* Bytes of storage that suffice to read the text, whatever it is. */
size_t khepri_record_room(const char *text, size_t len);

/* Reads the set-up and the list of moves. `storage` must be aligned as malloc() aligns, and outlive the record. */
bool khepri_record_open(struct khepri_record *r, const char *text, size_t len, void *storage, size_t room,
                        struct khepri_why *why) GAME_CHECKED;

/* Makes the next move; false also after the last. `move` and `log` may be NULL. */
bool khepri_record_step(struct khepri_record *r, struct khepri_move *move, struct game_log *log,
                        struct khepri_why *why) GAME_CHECKED;

/* After the last move: is the result, if the record gives one, the right one? */
bool khepri_record_check(const struct khepri_record *r, struct khepri_why *why) GAME_CHECKED;

/* Writes a record on one line. `st` is the state that the moves led to. Returns the length without the closing 0, or
 * -1 if `room` is too small. KHEPRI_RECORD_HEAD, six bytes for each byte of a name and KHEPRI_MOVE_ROOM + 3 for each
 * move suffice. */
int khepri_write_record(const struct game *game, const void *st, const char *const *names,
                        const struct khepri_move *moves,
                        size_t count, char *buf, size_t room);

/* ---- positions ---- */

/* Reads a state as write_state() writes it, or a position string; with `view` also what one seat sees. Any consistent
 * state is taken. The storage is as for records. */
bool khepri_read_position(const char *text, size_t len, bool view, void *storage, size_t room, const struct game **game,
                          union games_state *out, struct khepri_why *why) GAME_CHECKED;

/* Writes a state, or what one seat sees, as a position string (khepri-records(7), "POSITION STRINGS"). It is
 * one word of letters, digits, '.', '-' and '_' to paste and to link. Returns its length without the closing 0. It
 * returns -1 without memory, or if `room` is too small: KHEPRI_POSITION_ROOM suffices. */
int khepri_write_position(const struct game *game, const void *st, char *buf, size_t room);

#ifdef __cplusplus
}
#endif

#endif
