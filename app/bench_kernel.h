/* SPDX-License-Identifier: MIT
 * bench_kernel.h -- what khepri bench measures of src/kernel: random games of both games, and steps of Ra. */
/* clang-format off */
#ifndef KHEPRI_BENCH_KERNEL_H
#define KHEPRI_BENCH_KERNEL_H

#include <stdint.h>

#include "khepri/games.h"

/* All per second of processor time; bench_ra_threads adds up what so many threads do at the same time, each in
 * a second of its own. 0 where the system gives not memory or threads enough. */
double bench_playouts(const struct game *game, int players, double seconds, uint64_t seed);
double bench_ra_threads(int players, int threads, double seconds);
double bench_ra_checked(int players, double seconds, uint64_t seed);    /* ra_apply and ra_step_legal */
double bench_ra_unchecked(int players, double seconds, uint64_t seed);  /* ra_step_apply and ra_step_legal */
double bench_ra_batch(int players, double seconds, uint64_t seed);      /* ra_batch_step, all arrays written */

/* So many playouts from seed 1, and a number that hangs on all their results: for counting instructions. */
uint64_t bench_fixed(const struct game *game, int players, uint64_t games);

#endif
