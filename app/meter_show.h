/* SPDX-License-Identifier: MIT
 * meter_show.h -- what a meter says of a player, as a row of a table and as JSON.
 */
/* clang-format off */
#ifndef KHEPRI_METER_SHOW_H
#define KHEPRI_METER_SHOW_H

#include "meter_judge.h"

/* A row, behind a heading where `first`; `kinds`: the sorts of decisions below it. */
void meter_show_row(FILE *to, const struct meter_judge *j, bool first, bool kinds);

/* One line. False without memory. */
bool meter_show_json(FILE *to, const struct meter_judge *j);

#endif
