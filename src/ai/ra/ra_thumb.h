/* SPDX-License-Identifier: MIT
 * ra_thumb.h -- a bidding heuristic for Ra. `rule` bids by it, and stronger bots use it to
 * model opponents who count points.
 */
/* clang-format off */
#ifndef KHEPRI_RA_THUMB_H
#define KHEPRI_RA_THUMB_H

#include "ra_worth.h"

/* A lot in an auction: the gain of each seat, in points. `s` has the last seat to be asked
 * (s->turn) and the ready suns. Both `s` and the outlook must outlive it. */
struct ra_thumb { const struct ra_state *s; const struct ra_outlook *outlook; double gain[RA_SEATS]; };

/* The first `count` of the tiles kinds[] as a lot. */
struct ra_thumb ra_thumb_lot(const struct ra_outlook *o, const uint8_t *kinds, int count);

/* The tiles on the track as a lot, in order; returns their number. */
int ra_thumb_track(const struct ra_state *s, uint8_t kinds[RA_TRACK]);

/* The lowest of the suns that is higher than `high`, or 0. */
int ra_thumb_lowest(uint32_t suns, int high);

/* The profit of `seat` if it takes the lot with its lowest sun above `high`, which goes to
 * *sun. 0 and no sun (0) if there is nothing to gain. */
double ra_thumb_profit(const struct ra_thumb *t, int seat, int high, int *sun);

/* The value for `seat` of passing when `high` is the highest bid (0: none), and of bidding the
 * higher `sun`. */
double ra_thumb_pass(const struct ra_thumb *t, int seat, int high);
double ra_thumb_bid(const struct ra_thumb *t, int seat, int high, int sun);

/* The own loss that a rival's `profit` means. */
double ra_thumb_envy(const struct ra_thumb *t, double profit);

/* The cost of a sun by the estimate of `seat`. */
double ra_thumb_sun_cost(const struct ra_thumb *t, int seat, int sun);

/* What a seat expects of a bid with each of its suns: the chance that no later seat bids more, and the profit if so.
 * It does not depend on the bids before. */
struct ra_thumb_hopes { double chance[RA_SUNS + 1], profit[RA_SUNS + 1]; };

/* Those of `seat` for the set `suns`, into the places of *out that belong to them. */
void ra_thumb_hope(const struct ra_thumb *t, int seat, uint32_t suns, struct ra_thumb_hopes *out);

/* The answer of `seat` when `high` is the highest bid: a higher sun, or `high` for a pass;
 * `forced`: it must bid. The seat has a higher sun, and *hopes has its higher suns. */
int ra_thumb_answer(const struct ra_thumb *t, const struct ra_thumb_hopes *hopes, int seat, int high, bool forced);

#endif
