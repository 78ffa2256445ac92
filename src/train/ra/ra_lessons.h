/* SPDX-License-Identifier: MIT
 * ra_lessons.h -- self-play games of Ra, and the training examples from them: one for each
 * turn. The target is TD(lambda): part the value of the search one turn ahead, part the target
 * of the next position. Nothing is passed back across a random move.
 */
/* clang-format off */
#ifndef KHEPRI_RA_LESSONS_H
#define KHEPRI_RA_LESSONS_H

#include "training.h"

extern const struct train_game ra_lessons;

#endif
