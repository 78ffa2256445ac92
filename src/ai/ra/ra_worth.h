/* SPDX-License-Identifier: MIT
 * ra_worth.h -- what tiles, lots and suns of Ra are worth to a seat, in points: the estimates of the
 * rule bot, and a place to begin for other bots.
 */
/* clang-format off */
#ifndef KHEPRI_RA_WORTH_H
#define KHEPRI_RA_WORTH_H

#include "khepri/ra.h"

/* What a player likes, beside the score sheet: 1 for what it is worth. `suns` is for keeping them, `later`
 * for what may still be drawn. */
struct ra_taste { double gods, pharaohs, river, gold, civilisations, monuments, suns, later; };

/* What is still to come in this epoch, and how all seats stand. Made once for a decision. `taste` is that
 * of `seat`; the others are taken to go by the score sheet. */
struct ra_outlook {
    const struct ra_state *s;
    int    seat;
    struct ra_taste taste;
    double tiles_to_come;           /* tiles that will be drawn before the Ra track is full, Ra apart */
    double epoch_left;              /* about how much of the epoch is ahead: 1 at its beginning, 0 at its end */
    int    epochs_after;            /* epochs after this one */
    int    ready_suns;              /* of all seats together */
    int    most_pharaohs[RA_SEATS], fewest_pharaohs[RA_SEATS];      /* among the others of each seat */
};

extern const struct ra_taste ra_no_taste;
struct ra_outlook ra_look_ahead(const struct ra_state *s, int seat, const struct ra_taste *taste);

/* What `seat` gains by the tiles of a lot: kinds[count], disasters and all. */
double ra_lot_gain(const struct ra_outlook *o, int seat, const uint8_t *kinds, int count);

/* What is lost with a tile of `kind` of a display. */
double ra_tile_loss(const struct ra_outlook *o, int seat, ra_display d, int kind);

/* What any ready sun should still bring in this epoch if it is kept now. */
double ra_sun_keep(const struct ra_outlook *o);

/* What it costs to bid `sun` and win: what keeping it would have brought, and what the exchange for
 * the centre sun means for later. */
double ra_sun_cost(const struct ra_outlook *o, int sun);

#endif
