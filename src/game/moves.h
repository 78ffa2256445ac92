/* SPDX-License-Identifier: MIT
 * moves.h -- moves as text, for any game: "draw", "tile:nile", "2/offer:7".
 *
 * An action's text has the seat in front only while more than one seat may act; otherwise the
 * state determines the seat (or nature).
 */
/* clang-format off */
#ifndef KHEPRI_MOVES_H
#define KHEPRI_MOVES_H

#include "khepri/game.h"

struct move { int seat; game_action action; char text[GAME_TEXT_ROOM + 2]; };

/* The number of moves now: the actions of all seats that may act, or the outcomes of chance. */
int moves_count(const struct game *game, const void *st);

/* All moves, sorted by text, into out[moves_count()]. Returns their number, 0 when the game is
 * over. */
int moves_list(const struct game *game, const void *st, struct move *out);

/* The move of `text`, legal or not. GAME_FORMAT if it is not the text of a move; GAME_NOT_YOU
 * when the game is over. */
enum game_err moves_read(const struct game *game, const void *st, const char *text, struct move *out) GAME_CHECKED;

/* Reads a move and does it. If it is refused: an error, *st unchanged. `log` may be NULL. */
enum game_err moves_apply(const struct game *game, void *st, const char *text, struct game_log *log) GAME_CHECKED;

/* The text of an action of `seat` (or GAME_NATURE), which is legal in *st, into out->text. */
void moves_write(const struct game *game, const void *st, int seat, game_action action, struct move *out);

/* The only seat to act, GAME_NATURE, or -1 if none or several are to act. */
int moves_single_seat(game_seats seats);

#endif
