/* SPDX-License-Identifier: MIT
 * amun_thumb.c -- a judge by heuristics: the estimates of amun_worth.h as points added to the
 * score, and chances of winning by the differences. It uses only + - * / on floating point: the
 * same everywhere.
 */
#include "amun_search.h"

#include "amun_worth.h"

#include <string.h>

/* The value of an item of a reward, in points. */
static const double ITEM = 1.0;
/* The value of a gold beyond the estimate, which counts items only; measured against the rule
 * bot. */
static const double GOLD[AMUN_ROUNDS + 1] = {0, 0.4, 0.4, 0.4, 0.28, 0.28, 0.1};

/* exp(x) for x from about -20 to 0, approximately. */
static double
power(double x)
{
    double y = 1 + x / 64;

    if (y < 0.5)
        return 0;
    for (int i = 0; i < 6; i++)
        y *= y;
    return y;
}

static void
begin(void *self, const struct amun_state *s)
{
    (void)self;
    (void)s;
}

static int
after_start(const struct amun_state *s, int seat)
{
    return (seat - s->starting + s->seats) % s->seats;
}

/* The outlook treats the current turn of buying as done; here it is still to come for some
 * seats. */
static double
points_of(const struct amun_state *s, int seat)
{
    struct amun_outlook outlook = amun_look_ahead(s, seat);
    double points = s->score[seat];

    if (s->phase == AMUN_ACTIONS) {
        bool waits = after_start(s, seat) >= after_start(s, s->turn);

        outlook.buying = false;
        outlook.turns += waits;
        outlook.turns_here += waits;
    }
    if (s->phase == AMUN_REWARD && (s->due >> seat & 1))
        points += ITEM * amun_items_due(s, seat);
    return points + GOLD[s->round] * s->gold[seat] + amun_worth(&outlook, s, seat);
}

static void
value(void *self, const struct amun_state *s, struct amun_value *out)
{
    double points[AMUN_SEATS], most = -1e9, sum = 0, chance[AMUN_SEATS];
    double spread = 6 + 2.5 * (AMUN_ROUNDS - s->round);

    (void)self;
    memset(out, 0, sizeof *out);
    for (int i = 0; i < s->seats; i++) {
        points[i] = points_of(s, i);
        most = points[i] > most ? points[i] : most;
    }
    for (int i = 0; i < s->seats; i++)
        sum += chance[i] = power((points[i] - most) / spread);
    for (int i = 0; i < s->seats; i++) {
        out->win[i] = (int32_t)(chance[i] / sum * AMUN_SURE);
        out->score[i] = (int32_t)(points[i] * AMUN_POINT);
    }
}

const struct amun_judge amun_thumb_judge = {NULL, begin, value, NULL};
