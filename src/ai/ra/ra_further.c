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

/* The maximum of positions of a search of two turns, and of the exact search for each action. With many tiles in
 * the bag the exact search ends within few positions, or not within thousands. With few tiles, where the nets err
 * most, thousands often suffice. */
enum { TURNS = 2, DEEP_MOST = 20000 };
enum { FEW_TILES = 16, EXACT_MOST = 300, EXACT_MOST_OF_FEW = 3000 };

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
    struct ra_deep *d = ra_deep_create_on(*judge, limits, DEEP_MOST);
    struct ra_option deeper[RA_MAX_ACTIONS];

    if (d && (all ? ra_deep_search(d, s, TURNS, deeper) : ra_deep_close(d, s, CLOSE, deeper)))
        memcpy(options, deeper, (size_t)count * sizeof *options);
    free(d);
}

static uint64_t
exact_most(const struct ra_state *s)
{
    int tiles = 0;

    for (int kind = 0; kind < RA_KINDS; kind++)
        tiles += s->bag[kind];
    return tiles <= FEW_TILES ? EXACT_MOST_OF_FEW : EXACT_MOST;
}

void
ra_lone_solve(const struct ra_state *s, const struct ai_limits *limits,
              struct ra_option *options, int count)
{
    int32_t win[RA_MAX_ACTIONS];
    int known;

    if (!ra_ending_is(s))
        return;
    known = ra_ending_solve(s, limits, exact_most(s), win);
    if (known)
        ra_ending_put_all(s, win, known == count, options, count);
}

static void
search_again(const struct ra_judge *judge, const struct ra_state *s,
             const struct ai_limits *limits, struct ra_option *options, int count)
{
    if (is_open(options, count))
        look_further(judge, s, limits, true, options, count);
    ra_lone_solve(s, limits, options, count);
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

/* The judge of this thread where it keeps one, else one on *net. */
static struct ra_judge
judge_of(const struct ra_state *s, const struct ai_limits *limits, struct ra_net *net)
{
    const int16_t *weights = ra_bot_weights(limits, s->seats);
    struct ra_judge judge;

    return ra_net_keep(weights, s->seats, &judge) ? judge : ra_net_judge(net, weights);
}

int
ra_near_search(const struct ra_state *s, const struct ai_limits *limits,
               struct ra_option *options)
{
    struct ra_net net;
    struct ra_judge judge = judge_of(s, limits, &net);

    return ra_near_search_by(&judge, s, limits, options);
}

int
ra_hard_search(const struct ra_state *s, const struct ai_limits *limits,
               struct ra_option *options)
{
    struct ra_net net;
    struct ra_judge judge = judge_of(s, limits, &net);
    int count = ra_near_search_by(&judge, s, limits, options);

    if (!ra_lone_is(s) && is_open(options, count))
        look_further(&judge, s, limits, false, options, count);
    return count;
}

#endif
