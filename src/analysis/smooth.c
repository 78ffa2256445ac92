/* SPDX-License-Identifier: MIT
 * smooth.c -- see smooth.h. */
#include "smooth.h"

#include <string.h>

#include "game_why.h"

/* The variance of an estimate, in millionths: many of them err alike. */
enum { OF_ESTIMATE = 100000 };

static const struct doubt usual = {.each = 300};

/* Fractions are in 65536ths. */
enum { WHOLE = 1 << 16 };

/* What the action changed for the seat, as it was judged alone. */
static int32_t
change(const struct analysis_moment *m, int seat)
{
    return m->seat == GAME_NATURE ? m->luck[seat] : m->seat == seat ? -m->loss : m->given[seat];
}

/* The mean square of what the action was measured to change, in millionths. */
static int64_t
mean_square(const struct analysis_moment *m, int seats)
{
    int64_t sum = 0;

    for (int i = 0; i < seats; i++)
        sum += (int64_t)change(m, i) * change(m, i);
    return sum / seats / (ESTIMATE_SURE / 1000) / (ESTIMATE_SURE / 1000);
}

/* The variance of what the action changes beyond that, in millionths. */
static int32_t
unseen(const struct analysis *a, const struct analysis_moment *m)
{
    const struct doubt *doubt = game_why(a->game)->doubt;

    doubt = doubt ? doubt : &usual;
    if (m->seat == GAME_NATURE)
        return (int32_t)(mean_square(m, a->seats) * doubt->luck / 100);
    if (!m->choice)
        return 0;
    return (int32_t)(mean_square(m, a->seats) * doubt->judged / 100) + doubt->each;
}

/* Forwards, a Kalman filter. `off` of each moment becomes the distance of the seat's chance from the start and the
 * changes on the way. The estimates up to there show it. `doubt` is the variance of that. Returns all changes. */
static int32_t
filter(struct analysis *a, int seat)
{
    int32_t start = a->moments[0].before.win[seat], path = 0;
    int64_t off = 0, doubt = 0;

    for (int t = 0; t < a->count; t++) {
        struct analysis_moment *m = &a->moments[t];
        int64_t gain = doubt * WHOLE / (doubt + OF_ESTIMATE);

        off += gain * (m->before.win[seat] - start - path - off) / WHOLE;
        doubt -= gain * doubt / WHOLE;
        m->off[seat] = (int32_t)off;
        m->doubt = (int32_t)doubt;
        doubt += unseen(a, m);
        path += change(m, seat);
    }
    return path;
}

/* Backwards from the end, which is known. Then `off` is what all estimates show. */
static void
smooth(struct analysis *a, int seat, int32_t path)
{
    const struct analysis_moment *end = &a->moments[a->count];
    int64_t off = end->before.win[seat] - a->moments[0].before.win[seat] - path;

    for (int t = a->count - 1; t > 0; t--) {
        struct analysis_moment *m = &a->moments[t];

        if (unseen(a, m))
            off = m->off[seat] + (off - m->off[seat]) * m->doubt / (m->doubt + unseen(a, m));
        m->off[seat] = (int32_t)off;
    }
}

/* Chances are not below 0, and add up. */
static void
put_right(int32_t *win, int seats)
{
    int32_t rest = ESTIMATE_SURE;
    int most = 0;

    for (int i = 0; i < seats; i++) {
        win[i] = win[i] < 0 ? 0 : win[i];
        rest -= win[i];
        most = win[i] > win[most] ? i : most;
    }
    win[most] += rest;
}

static void
set_chances(struct analysis *a)
{
    int32_t at[GAME_MAX_SEATS];

    memcpy(at, a->moments[0].before.win, sizeof at);
    for (int t = 1; t < a->count; t++) {
        struct analysis_moment *m = &a->moments[t];

        for (int i = 0; i < a->seats; i++) {
            at[i] += change(&m[-1], i);
            m->before.win[i] = at[i] + m->off[i];
        }
        put_right(m->before.win, a->seats);
    }
}

/* What the chances say of an action, in place of what was judged of it alone. */
static void
set_changes(struct analysis *a)
{
    for (int t = 0; t < a->count; t++) {
        struct analysis_moment *m = &a->moments[t];

        for (int i = 0; i < a->seats; i++) {
            int32_t by = m[1].before.win[i] - m->before.win[i];

            if (m->seat == GAME_NATURE)
                m->luck[i] = by;
            else if (m->seat != i)
                m->given[i] = by;
            else if (m->sealed)
                m->given[i] = by + m->loss;
        }
    }
}

void
smooth_all(struct analysis *a)
{
    for (int i = 0; i < a->seats; i++)
        smooth(a, i, filter(a, i));
    set_chances(a);
    set_changes(a);
}
