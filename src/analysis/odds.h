/* SPDX-License-Identifier: MIT
 * odds.h -- the contents of the bag of Ra, which everybody at the table can derive, and the
 * exact chances that follow from it.
 */
/* clang-format off */
#ifndef KHEPRI_ODDS_H
#define KHEPRI_ODDS_H

#include "khepri/ra.h"
#include "text.h"

enum { ODDS_DRAWS = 12 };

struct odds {
    int tiles;                          /* in the bag; 0: nothing to report */
    int of[RA_KINDS];                   /* of each kind */
    double full[ODDS_DRAWS];            /* [k-1]: the chance that k draws fill the Ra track, which ends the epoch */
};

void odds_of(const struct ra_state *s, struct odds *out);

/* {"tiles":101,"kinds":{"ra":[18,0.17822],...},"epoch_ends":[0,0.03089,...]}: the kinds in the
 * bag, their number, and the chance that the next tile is one of them. */
void json_odds(struct text *t, const struct odds *odds);

#endif
