/* SPDX-License-Identifier: MIT
 * bench_ra.h -- what khepri bench measures of Ra alone: the kernel, and steps with sets of actions. */
/* clang-format off */
#ifndef KHEPRI_BENCH_RA_H
#define KHEPRI_BENCH_RA_H

#include <stdint.h>

#include "khepri/ra.h"

/* All per second of processor time; bench_ra_threads adds up what so many threads do at the same time, each in
 * a second of its own. */
double bench_ra_playouts(int players, double seconds, uint64_t seed);
double bench_ra_threads(int players, int threads, double seconds);
double bench_ra_checked(int players, double seconds, uint64_t seed);    /* ra_apply and ra_step_legal */
double bench_ra_unchecked(int players, double seconds, uint64_t seed);  /* ra_step_apply and ra_step_legal */
double bench_ra_batch(int players, double seconds, uint64_t seed);      /* ra_batch_step, all arrays written */

/* So many playouts from seed 1, and a number that hangs on all their results: for counting instructions. */
uint64_t bench_ra_fixed(int players, uint64_t games);

#endif
