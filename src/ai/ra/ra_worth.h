/* SPDX-License-Identifier: MIT
 * ra_worth.h -- estimates of the value of tiles, lots and suns of Ra for a seat, in points. The
 * rule bot uses them; they are a starting point for other bots.
 */
/* clang-format off */
#ifndef KHEPRI_RA_WORTH_H
#define KHEPRI_RA_WORTH_H

#include "khepri/ra.h"

/* A taste: the weight of each part of the score sheet, 1 for its face value. `suns` is for
 * keeping them, `later` for tiles that may still be drawn. */
struct ra_taste { double gods, pharaohs, river, gold, civilisations, monuments, suns, later; };

/* What is still to come in this epoch, and the standing of all seats. Made once for a decision.
 * `taste` is that of `seat`; the others are assumed to have none. */
struct ra_outlook {
    const struct ra_state *s;
    int    seat;
    struct ra_taste taste;
    double tiles_to_come;           /* tiles that will be drawn before the Ra track is full, Ra apart */
    double epoch_left;              /* the rough share of the epoch still ahead: 1 at its start, 0 at its end */
    int    epochs_after;            /* epochs after this one */
    int    ready_suns;              /* of all seats together */
    double sun_keep;                /* ra_sun_keep() */
    int    most_pharaohs[RA_SEATS], fewest_pharaohs[RA_SEATS];      /* among the others of each seat */
};

extern const struct ra_taste ra_no_taste;
struct ra_outlook ra_look_ahead(const struct ra_state *s, int seat, const struct ra_taste *taste);

/* The gain of `seat` by the tiles of a lot: kinds[count], disasters included. */
double ra_lot_gain(const struct ra_outlook *o, int seat, const uint8_t *kinds, int count);

/* The loss if a tile of `kind` leaves a display. */
double ra_tile_loss(const struct ra_outlook *o, int seat, ra_display d, int kind);

/* The expected earnings of any ready sun in this epoch if it is kept now. */
static inline double ra_sun_keep(const struct ra_outlook *o) { return o->sun_keep; }

/* The cost of bidding `sun` and winning: the expected earnings of keeping it, and the later
 * effect of exchanging it for the centre sun. */
double ra_sun_cost(const struct ra_outlook *o, int sun);

#endif
