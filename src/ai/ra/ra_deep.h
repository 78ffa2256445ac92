/* SPDX-License-Identifier: MIT
 * ra_deep.h -- Ra looked several turns ahead. The first turn is searched in full (ra_search.h); those behind it where it
 * may matter: the actions that are nearly as good as the best, and of the tiles that may be drawn a few that
 * stand for all. What these gain or lose by being looked at more closely is taken to hold for the others;
 * their own values one turn ahead are all reckoned with.
 */
/* clang-format off */
#ifndef KHEPRI_RA_DEEP_H
#define KHEPRI_RA_DEEP_H

#include "ai.h"
#include "ra_net.h"
#include "ra_search.h"

enum { RA_DEEP_MOST = 8, RA_DEEP_CACHE = 1 << 12 };

/* Of a hundred answers in an auction so many are taken to be the best by the judge (struct ra_judge): who looks further
 * sees better what others find best. */
enum { RA_DEEP_SURE = 60 };

/* What was found out of a position; `depth` 0: nothing. */
struct ra_deep_known { uint64_t hash; int depth; struct ra_value value; };

/* A judge for the positions after one, who counts them. */
struct ra_deep;
struct ra_deep_level { struct ra_deep *deep; struct ra_net net; struct ra_judge net_judge, judge; };

/* The memory of one decision; large. */
struct ra_deep {
    const struct ai_limits *limits;             /* never NULL */
    uint64_t positions, most;                   /* valued so far; may be valued */
    bool over;                                  /* the limits were reached: what is found from now on is nothing */
    bool stopped;                               /* ... because limits->stop() said so */
    int depth;                                  /* turns looked ahead behind the first, of the search at hand */
    struct ra_deep_level level[RA_DEEP_MOST];   /* by turns still to be looked ahead */
    struct ra_deep_known known[RA_DEEP_CACHE];
};

/* NULL without memory. `most`: how many positions at the most; freed with free(). */
struct ra_deep *ra_deep_create(const int16_t *weights, const struct ai_limits *limits, uint64_t most);

/* From now on so many positions at the most, those so far counted in; false if the limits are reached. */
bool ra_deep_more(struct ra_deep *d, uint64_t most);

/* All legal actions looked `turns` ahead, 1 to RA_DEEP_MOST, into out[RA_MAX_ACTIONS]; returns how many, or 0 when the
 * limits were reached: *out is then not to be used. */
int ra_deep_search(struct ra_deep *d, const struct ra_state *s, int turns, struct ra_option *out);

/* Of a position; the order of the tiles on the track is all the same. */
uint64_t ra_deep_hash(const struct ra_state *s);

#endif
