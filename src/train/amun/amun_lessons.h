/* SPDX-License-Identifier: MIT
 * amun_lessons.h -- self-play games of Amun-Re, and the training examples from them: one for
 * each decision, and for each round that starts. The net values plans by the position right
 * after them. Offers are a small game of their own, solved by regret matching. The net sees
 * full states, hidden hands included; the bot that uses it samples hidden information.
 */
/* clang-format off */
#ifndef KHEPRI_AMUN_LESSONS_H
#define KHEPRI_AMUN_LESSONS_H

#include "training.h"

extern const struct train_game amun_lessons;

#endif
