/* SPDX-License-Identifier: MIT
 * ra_lessons.h -- games of Ra that a net plays against itself, and what is to be learned from them: a lesson for each
 * turn. What is to be said of a position is part what the search one turn ahead said, part what was to be said of
 * the next one, TD(lambda); beyond a move that was made only to try something, nothing.
 */
/* clang-format off */
#ifndef KHEPRI_RA_LESSONS_H
#define KHEPRI_RA_LESSONS_H

#include "training.h"

extern const struct train_game ra_lessons;

#endif
