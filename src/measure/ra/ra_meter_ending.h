/* SPDX-License-Identifier: MIT
 * ra_meter_ending.h -- endings of Ra solved: one seat alone still has a sun, and only one, in the last epoch. All that
 * it and nature may do is gone through, by the rules; nothing is estimated.
 */
/* clang-format off */
#ifndef KHEPRI_RA_METER_ENDING_H
#define KHEPRI_RA_METER_ENDING_H

#include "khepri/ra.h"

/* What was found out, kept for other positions of the same game. */
struct ra_meter_endings;

struct ra_meter_endings *ra_meter_endings_create(void);   /* NULL without memory */
void ra_meter_endings_destroy(struct ra_meter_endings *e);
void ra_meter_endings_forget(struct ra_meter_endings *e);

/* Of each legal action, ascending: the chance to win if all is done to win. Then the expected points if all is
 * done for points. False if that would be too much to go through. */
bool ra_meter_ending_solve(struct ra_meter_endings *e, const struct ra_state *s, double *win, double *points);

#endif
