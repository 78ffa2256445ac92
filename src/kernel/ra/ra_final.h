/* SPDX-License-Identifier: MIT
 * ra_final.h -- the winner of a game of Ra that ends now, for searches of endings. Only one seat still has a sun,
 * and only its tiles change. So what the others score is counted once.
 */
/* clang-format off */
#ifndef KHEPRI_RA_FINAL_H
#define KHEPRI_RA_FINAL_H

#include "khepri/ra.h"

/* Points for suns, and suns as sets that are compared for ties: [0] if the seat keeps its sun, [1] if it gives it. */
struct ra_final {
    int seat, seats;
    int rest[RA_SEATS];                         /* score, and of the others points for all but pharaohs and suns */
    int pharaohs[RA_SEATS];                     /* of the others */
    int suns[2][RA_SEATS];
    uint32_t sets[2][RA_SEATS];
};

/* Of a state in the last epoch, where `seat` has the only sun. */
void ra_final_read(const struct ra_state *s, int seat, struct ra_final *out);

/* Does the seat win if the game ends with these tiles in its display; `sold`: it gave its sun for the last lot. */
bool ra_final_wins(const struct ra_final *f, ra_display tiles, bool sold);

/* The display of the seat after it takes the lot on the track; false if a disaster is among it. */
bool ra_final_take(const struct ra_state *s, int seat, ra_display *out);

#endif
