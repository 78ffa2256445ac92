/* SPDX-License-Identifier: MIT
 * amun_thumb.c -- a judge by rules of thumb: what amun_worth.h says of each seat, as points to be added
 * to those it has, and chances to win by how far these are apart. Only + - * / on fractions: everywhere the
 * same. */
#include "amun_search.h"

#include "amun_worth.h"

#include <string.h>

/* e to the power x, for x from about -20 to 0, roughly. */
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

static void
value(void *self, const struct amun_state *s, struct amun_value *out)
{
    double points[AMUN_SEATS], most = -1e9, sum = 0, chance[AMUN_SEATS];
    double spread = 2.5 + 0.8 * (AMUN_ROUNDS - s->round);

    (void)self;
    memset(out, 0, sizeof *out);
    for (int i = 0; i < s->seats; i++) {
        struct amun_outlook outlook = amun_look_ahead(s, i);

        points[i] = s->score[i] + amun_worth(&outlook, s, i);
        most = points[i] > most ? points[i] : most;
    }
    for (int i = 0; i < s->seats; i++)
        sum += chance[i] = power((points[i] - most) / spread);
    for (int i = 0; i < s->seats; i++) {
        out->win[i] = (int32_t)(chance[i] / sum * AMUN_SURE);
        out->score[i] = (int32_t)(points[i] * AMUN_POINT);
    }
}

const struct amun_judge amun_thumb_judge = {NULL, begin, value};
