/* SPDX-License-Identifier: MIT
 * ra_playout.h -- random games of Ra, played to their end as fast as possible. The rules are
 * exactly those of ra.h, without checks and without events. khepri bench and tests use them; no
 * bot does.
 *
 * Every decision is uniform over the legal actions, every tile uniform over the bag (up to a
 * bias below 2^-40, from multiplying instead of rejecting). The use of random bits is part of
 * the interface, so that the checked rules can replay a game, as tests/kernel does:
 *
 *   - A pick among n is rng_pick() from a word; the word that it leaves is for the next pick. Words
 *     come from rng_next().
 *   - A word at the start picks a tile of the bag, the one that will be drawn next. The bag is the
 *     kinds in ascending order; the last of the bag fills the place of a tile that is picked.
 *   - Each turn takes a word for everything that follows: a pick from the list of ra_actions(); after
 *     a draw, a pick of the tile to be drawn after this one; in an auction, a pick for each seat from
 *     the left of the Ra player on, able to bid or not. There 0 is `pass`, if that is allowed, and
 *     then come the bids, the highest sun first.
 *   - Each further take with a god, and each discard, takes a new word for its pick from ra_actions().
 *   - The deal takes a word: for i from the last seat to seat 1, seat i swaps groups with the pick
 *     among i + 1.
 *   - A game that starts during a draw, an auction or the like first gets to the next turn by
 *     ra_step_random().
 */
/* clang-format off */
#ifndef KHEPRI_RA_PLAYOUT_H
#define KHEPRI_RA_PLAYOUT_H

#include "khepri/ra.h"

/* Plays *s, any consistent state, to its end: afterwards s->phase is RA_OVER. */
void ra_playout(struct ra_state *s, uint64_t *rng);

#endif
