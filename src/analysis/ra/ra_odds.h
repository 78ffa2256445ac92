/* SPDX-License-Identifier: MIT
 * ra_odds.h -- the contents of the bag of Ra, which everybody at the table can derive, and the
 * exact chances that follow from it.
 */
/* clang-format off */
#ifndef KHEPRI_RA_ODDS_H
#define KHEPRI_RA_ODDS_H

#include "khepri/ra.h"
#include "text.h"

enum { RA_ODDS_DRAWS = 12 };

struct ra_odds {
    int tiles;                          /* in the bag; 0: nothing to report */
    int of[RA_KINDS];                   /* of each kind */
    double full[RA_ODDS_DRAWS];            /* [k-1]: the chance that k draws fill the Ra track, which ends the epoch */
};

void ra_odds_of(const struct ra_state *s, struct ra_odds *out);

/* {"tiles":101,"kinds":{"ra":[18,0.17822],...},"epoch_ends":[0,0.03089,...]}: the kinds in the
 * bag, their number, and the chance that the next tile is one of them. */
void ra_json_odds(struct text *t, const struct ra_odds *odds);

#endif
