/* SPDX-License-Identifier: MIT
 * ra_thumb.h -- how a seat of Ra answers in an auction by rules of thumb: what the rule bot bids, and what a bot that
 * knows better must expect of somebody who counts points.
 */
/* clang-format off */
#ifndef KHEPRI_RA_THUMB_H
#define KHEPRI_RA_THUMB_H

#include "ra_worth.h"

/* A lot under the hammer: what each seat gains by it, in points. `s` tells who is asked last (s->turn) and what the ready
 * suns are; it must stay where it is, as must the outlook. */
struct ra_thumb { const struct ra_state *s; const struct ra_outlook *outlook; double gain[RA_SEATS]; };

/* The first `count` of the tiles kinds[] as a lot. */
struct ra_thumb ra_thumb_lot(const struct ra_outlook *o, const uint8_t *kinds, int count);

/* The tiles on the track as a lot, in the order they lie; returns how many. */
int ra_thumb_track(const struct ra_state *s, uint8_t kinds[RA_TRACK]);

/* The lowest of the suns that is higher than `high`, or 0. */
int ra_thumb_lowest(uint32_t suns, int high);

/* The profit of `seat` if it takes the lot with its lowest sun above `high`, which goes to *sun; 0 and no sun (0) where
 * there is nothing to gain. */
double ra_thumb_profit(const struct ra_thumb *t, int seat, int high, int *sun);

/* What it is worth to `seat` to let the lot go when `high` is the highest bid (0: none), and to bid `sun`, which is higher. */
double ra_thumb_pass(const struct ra_thumb *t, int seat, int high);
double ra_thumb_bid(const struct ra_thumb *t, int seat, int high, int sun);

/* How much of a rival's profit is one's own loss, of `profit`. */
double ra_thumb_envy(const struct ra_thumb *t, double profit);

/* The cost of a sun in the eyes of `seat`. */
double ra_thumb_sun_cost(const struct ra_thumb *t, int seat, int sun);

/* What `seat` answers when `high` is the highest bid: a higher sun, or `high` if it passes; `forced`: it must bid. It has a
 * sun that is higher. */
int ra_thumb_answer(const struct ra_thumb *t, int seat, int high, bool forced);

#endif
