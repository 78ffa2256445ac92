/* SPDX-License-Identifier: MIT
 * ra_deep.h -- a search of two turns for Ra, of all actions or of the close ones alone.
 */
/* clang-format off */
#ifndef KHEPRI_RA_DEEP_H
#define KHEPRI_RA_DEEP_H

#include "ai.h"
#include "ra_search.h"

enum { RA_DEEP_CACHE = 1 << 12 };

/* The percentage of answers in an auction that are assumed to be best (struct ra_judge): a
 * deeper search predicts the best answers better. */
enum { RA_DEEP_SURE = 60 };

/* An entry of the transposition table. */
struct ra_deep_known { uint64_t hash; struct ra_value value; };

/* The memory of one decision; large. */
struct ra_deep {
    const struct ai_limits *limits;             /* never NULL */
    uint64_t positions, most;                   /* evaluated so far; the maximum */
    bool over;                                  /* a limit was reached: later results are invalid */
    struct ra_judge net_judge;                  /* evaluates positions ... */
    struct ra_judge judge;                      /* ... and this one counts them */
    int count;                                  /* entries of the transposition table ... */
    uint16_t place[RA_DEEP_CACHE];              /* ... by hash: the number of an entry from 1, or 0 */
    struct ra_deep_known known[RA_DEEP_CACHE];
};

/* NULL without memory. What net_judge evaluates by must outlive it. `most`: the maximum number of positions. Free it
 * with free(). */
struct ra_deep *ra_deep_create(struct ra_judge net_judge, const struct ai_limits *limits, uint64_t most);

/* Searches all legal actions two turns ahead into out[RA_MAX_ACTIONS]. A position after the first turn is worth its
 * best action one turn ahead. Returns their number, or 0 if a limit was reached: *out is then invalid. */
int ra_deep_search(struct ra_deep *d, const struct ra_state *s, struct ra_option *out);

/* Searches all legal actions one turn ahead, and two turns ahead those that lose less than `close` against the best.
 * Returns their number like ra_deep_search(). The second turn begins at few places: the end of an auction that is
 * expected, a Ra tile and some other tiles. What it changes there is added to the mean over all answers and tiles one
 * turn ahead. So it is much faster than ra_deep_search(), and does not rely on seats that bid as expected. */
int ra_deep_close(struct ra_deep *d, const struct ra_state *s, int32_t close, struct ra_option *out);

/* A number for a position, whatever the order of the tiles on its track. Rollouts draw their tiles by it, so that of
 * ra_hash.h in its place would change moves. */
uint64_t ra_deep_hash(const struct ra_state *s);

#endif
