/* SPDX-License-Identifier: MIT
 * ra_further.c -- see ra_further.h. */
#ifndef KHEPRI_NO_NETS

#include "ra_further.h"

#include <stdlib.h>
#include <string.h>

#include "ra_bots.h"
#include "ra_deep.h"
#include "ra_ending.h"
#include "ra_net.h"
#include "ra_step.h"

/* The maximum of positions of a search of two turns, and of the exact search of `hard` for each action. With many
 * tiles in the bag the exact search ends within few positions, or not within thousands. With few tiles, where the
 * nets err most, thousands often suffice. */
enum { DEEP_MOST = 20000, EXACT_MOST = 3000 };
enum { FEW_TILES = 16, PART_OF_MANY = 10 };

/* Of actions that differ by more, a second turn seldom chooses another one: five sixths of its
 * gain are in half of the decisions. */
enum { CLOSE = RA_SURE / 25 };

bool
ra_lone_is(const struct ra_state *s)
{
    int seat = ra_search_seat(s);

    if (!ra_step_legal(s) || !s->ready[seat])
        return false;
    for (int i = 0; i < s->seats; i++) {
        if (i != seat && s->ready[i])
            return false;
    }
    return true;
}

/* Is there another action close to the best? */
static bool
is_open(const struct ra_option *options, int count)
{
    int best = ra_search_best(options, count);

    for (int i = 0; i < count; i++) {
        if (options[i].use != options[best].use && options[best].use - options[i].use < CLOSE)
            return true;
    }
    return false;
}

/* Two turns ahead: all actions, or only the close ones. */
static void
look_further(const struct ra_judge *judge, const struct ra_state *s,
             const struct ai_limits *limits, bool all, struct ra_option *options, int count)
{
    struct ra_deep *d = ra_deep_create(*judge, limits, DEEP_MOST);
    struct ra_option deeper[RA_MAX_ACTIONS];

    if (d && (all ? ra_deep_search(d, s, deeper) : ra_deep_close(d, s, CLOSE, deeper)))
        memcpy(options, deeper, (size_t)count * sizeof *options);
    free(d);
}

static int
tiles_left(const struct ra_state *s)
{
    int tiles = 0;

    for (int kind = 0; kind < RA_KINDS; kind++)
        tiles += s->bag[kind];
    return tiles;
}

int
ra_lone_solve(const struct ra_state *s, const struct ai_limits *limits, uint64_t most,
              int32_t *win)
{
    if (!ra_ending_is(s))
        return 0;
    if (most < EXACT_MOST)
        most = EXACT_MOST;
    return ra_ending_solve(s, limits, tiles_left(s) <= FEW_TILES ? most : most / PART_OF_MANY,
                           win);
}

static void
search_again(const struct ra_judge *judge, const struct ra_state *s,
             const struct ai_limits *limits, struct ra_option *options, int count)
{
    int32_t win[RA_MAX_ACTIONS];
    int known;

    if (is_open(options, count))
        look_further(judge, s, limits, true, options, count);
    known = ra_lone_solve(s, limits, EXACT_MOST, win);
    if (known)
        ra_ending_put_all(s, win, known == count, options, count);
}

int
ra_near_search_by(const struct ra_judge *judge, const struct ra_state *s,
                  const struct ai_limits *limits, struct ra_option *options)
{
    int count = ra_search(judge, s, options);

    if (count > 1 && ra_lone_is(s))
        search_again(judge, s, limits, options, count);
    return count;
}

int
ra_near_search(const struct ra_state *s, const struct ai_limits *limits,
               struct ra_option *options)
{
    struct ra_net net;
    struct ra_judge judge = ra_bot_judge(s, limits, &net);

    return ra_near_search_by(&judge, s, limits, options);
}

int
ra_hard_search(const struct ra_state *s, const struct ai_limits *limits,
               struct ra_option *options)
{
    struct ra_net net;
    struct ra_judge judge = ra_bot_judge(s, limits, &net);
    int count = ra_near_search_by(&judge, s, limits, options);

    if (!ra_lone_is(s) && is_open(options, count))
        look_further(&judge, s, limits, false, options, count);
    return count;
}

#endif
