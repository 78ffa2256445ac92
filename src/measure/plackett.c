/* SPDX-License-Identifier: MIT
 * plackett.c -- see plackett.h. The likelihood has one maximum, found by Newton's method.
 * The error is the cluster-robust (sandwich) estimate: inverse curvature, spread of the
 * deals, inverse curvature. */
#include "plackett.h"

#include <math.h>
#include <string.h>

enum { MOST_STEPS = 200 };

typedef double matrix[PLACKETT_PLAYERS][PLACKETT_PLAYERS];

static const double points = 173.7177927613007; /* 400 / ln 10 */

double
plackett_expected(const struct plackett *p, const struct plackett_table *table, int place)
{
    double all = 0;

    for (int i = 0; i < p->seats; i++)
        all += exp(p->strength[table->player[i]] - p->strength[table->player[place]]);
    return 1 / all;
}

static double
games_of(const struct plackett *p, const struct plackett_table *table)
{
    double games = 0;

    for (int i = 0; i < p->seats; i++)
        games += table->wins[i];
    return games;
}

/* The gradient of the likelihood and its curvature, with the sign turned, at the current
 * strengths. */
static void
slopes(const struct plackett *p, double slope[PLACKETT_PLAYERS], matrix curve)
{
    memset(slope, 0, PLACKETT_PLAYERS * sizeof *slope);
    memset(curve, 0, sizeof(matrix));
    for (int t = 0; t < p->table_count; t++) {
        const struct plackett_table *table = &p->tables[t];
        double games = games_of(p, table), share[PLACKETT_PLAYERS] = {0};

        for (int i = 0; i < p->seats; i++) {
            share[table->player[i]] += plackett_expected(p, table, i);
            slope[table->player[i]] += table->wins[i];
        }
        for (int a = 0; a < p->players; a++) {
            slope[a] -= games * share[a];
            curve[a][a] += games * share[a];
            for (int b = 0; b < p->players; b++)
                curve[a][b] -= games * share[a] * share[b];
        }
    }
    for (int a = 0; a < p->players; a++) { /* the virtual game */
        double share = 1 / (1 + exp(-p->strength[a]));

        slope[a] += 0.5 - share;
        curve[a][a] += share * (1 - share);
    }
    for (int a = 0; a < p->players; a++) /* the anchor does not move */
        curve[a][p->anchor] = curve[p->anchor][a] = a == p->anchor;
    slope[p->anchor] = 0;
}

/* Gauss-Jordan elimination; the matrix is symmetric with a positive diagonal throughout. */
static bool
invert(int n, matrix from, matrix to)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            to[i][j] = i == j;
    for (int k = 0; k < n; k++) {
        double pivot = from[k][k];

        if (!(pivot > 1e-300))
            return false;
        for (int j = 0; j < n; j++) {
            from[k][j] /= pivot;
            to[k][j] /= pivot;
        }
        for (int i = 0; i < n; i++) {
            double factor = from[i][k];

            for (int j = 0; j < n && i != k; j++) {
                from[i][j] -= factor * from[k][j];
                to[i][j] -= factor * to[k][j];
            }
        }
    }
    return true;
}

/* One step of at most length 1, so that it cannot overshoot the maximum; returns its length,
 * or -1. */
static double
climb(struct plackett *p, matrix inverse)
{
    double slope[PLACKETT_PLAYERS], longest = 0, step[PLACKETT_PLAYERS] = {0};
    matrix curve;

    slopes(p, slope, curve);
    if (!invert(p->players, curve, inverse))
        return -1;
    for (int a = 0; a < p->players; a++) {
        for (int b = 0; b < p->players; b++)
            step[a] += inverse[a][b] * slope[b];
        longest = fmax(longest, fabs(step[a]));
    }
    for (int a = 0; a < p->players; a++)
        p->strength[a] += step[a] / fmax(1, longest);
    return longest;
}

static double
variance(const struct plackett *p, int player, matrix inverse)
{
    double sum = 0;

    for (int a = 0; a < p->players; a++) {
        for (int b = 0; b < p->players; b++) {
            double spread = p->spread[a][b] + (a == b ? 0.25 : 0);

            if (a != p->anchor && b != p->anchor)
                sum += inverse[player][a] * spread * inverse[player][b];
        }
    }
    return sum;
}

bool
plackett_fit(struct plackett *p)
{
    double length = 1;
    matrix inverse;

    memset(p->strength, 0, sizeof p->strength);
    for (int step = 0; step < MOST_STEPS && length > 1e-8; step++) {
        length = climb(p, inverse);
        if (length < 0)
            return false;
    }
    for (int a = 0; a < p->players; a++) {
        p->rating[a] = PLACKETT_ANCHOR + points * p->strength[a];
        p->half[a] =
            a == p->anchor ? 0 : 1.959964 * points * sqrt(fmax(0, variance(p, a, inverse)));
    }
    return length <= 1e-8;
}
