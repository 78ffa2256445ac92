/* SPDX-License-Identifier: MIT
 * offers.h -- what a person may type at a table, for completion.
 */
/* clang-format off */
#ifndef KHEPRI_OFFERS_H
#define KHEPRI_OFFERS_H

#include "session.h"

/* The legal actions of `seat` and the words of the table, each with a line feed at its end. */
void offers_list(const struct session *play, int seat, struct text *out);

#endif
