/* SPDX-License-Identifier: MIT
 * ra_deep.h -- a search of several turns for Ra. The first turn is searched in full
 * (ra_search.h). Later turns are pruned: only near-best actions are searched deeper, and a few
 * tiles represent all tiles that may be drawn. What a deeper search changes for these is
 * assumed to hold for the others, on top of their own values one turn ahead.
 */
/* clang-format off */
#ifndef KHEPRI_RA_DEEP_H
#define KHEPRI_RA_DEEP_H

#include "ai.h"
#include "ra_net.h"
#include "ra_search.h"

enum { RA_DEEP_MOST = 8, RA_DEEP_CACHE = 1 << 12 };

/* The percentage of answers in an auction that are assumed to be best (struct ra_judge): a
 * deeper search predicts the best answers better. */
enum { RA_DEEP_SURE = 60 };

/* An entry of the transposition table. */
struct ra_deep_known { uint64_t hash; int depth; struct ra_value value; };

/* A judge that counts the positions it evaluates. */
struct ra_deep;
struct ra_deep_level { struct ra_deep *deep; struct ra_judge net_judge, judge; };

/* The memory of one decision; large. */
struct ra_deep {
    const struct ai_limits *limits;             /* never NULL */
    uint64_t positions, most;                   /* evaluated so far; the maximum */
    bool over;                                  /* a limit was reached: later results are invalid */
    bool stopped;                               /* ... because limits->stop() said so */
    int depth;                                  /* turns to search after the first, in the current search */
    struct ra_deep_level level[RA_DEEP_MOST];   /* by remaining turns */
    int count;                                  /* entries of the transposition table ... */
    uint16_t place[RA_DEEP_CACHE];              /* ... by hash: the number of an entry from 1, or 0 */
    struct ra_deep_known known[RA_DEEP_CACHE];
    struct ra_net net[];                        /* one for each level, or none */
};

/* NULL without memory. `most`: the maximum number of positions. Free it with free(). */
struct ra_deep *ra_deep_create(const int16_t *weights, const struct ai_limits *limits, uint64_t most);

/* The same on a net that is in use already; for two turns, since the positions of different levels are far apart.
 * Auctions are solved once (struct ra_judge), so `most` is reached later. */
struct ra_deep *ra_deep_create_on(struct ra_judge net_judge, const struct ai_limits *limits, uint64_t most);

/* Raises the maximum number of positions, those so far included; false if a limit is reached. */
bool ra_deep_more(struct ra_deep *d, uint64_t most);

/* Searches all legal actions `turns` ahead, 1 to RA_DEEP_MOST, into out[RA_MAX_ACTIONS].
 * Returns their number, or 0 if a limit was reached: *out is then invalid. */
int ra_deep_search(struct ra_deep *d, const struct ra_state *s, int turns, struct ra_option *out);

/* Searches all legal actions one turn ahead, and two turns ahead those that lose less than `close` against the best.
 * Returns their number like ra_deep_search(). The second turn begins at few places: the end of an auction that is
 * expected, a Ra tile and some other tiles. What it changes there is added to the mean over all answers and tiles one
 * turn ahead. So it is much faster than ra_deep_search(), and does not rely on seats that bid as expected. */
int ra_deep_close(struct ra_deep *d, const struct ra_state *s, int32_t close, struct ra_option *out);

/* The hash of a position; the order of the tiles on the track does not matter. */
uint64_t ra_deep_hash(const struct ra_state *s);

#endif
