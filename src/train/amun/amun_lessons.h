/* SPDX-License-Identifier: MIT
 * amun_lessons.h -- games of Amun-Re that a net plays against itself, and what is to be learned from them: a
 * lesson for each decision, and for each round that begins. Plans are weighed by what the net says of the
 * position right after them; offers are a small game of their own, in which all try again and again what they would rather
 * have offered. The net sees all, hidden hands too: the bot that uses it guesses what it does not see.
 */
/* clang-format off */
#ifndef KHEPRI_AMUN_LESSONS_H
#define KHEPRI_AMUN_LESSONS_H

#include "training.h"

extern const struct train_game amun_lessons;

#endif
