/* SPDX-License-Identifier: MIT
 * nearest.c -- see nearest.h. */
#include "nearest.h"

#include <stdio.h>
#include <string.h>

#include "minmax.h"

enum { LONGEST = 31 };

/* The number of single letters to add, drop or change to make `a` of `b` (Levenshtein). */
static int
distance(const char *a, const char *b)
{
    int row[LONGEST + 1];
    int width = (int)strlen(b);

    for (int j = 0; j <= width; j++)
        row[j] = j;
    for (int i = 1; a[i - 1]; i++) {
        int diagonal = row[0];

        row[0] = i;
        for (int j = 1; j <= width; j++) {
            int changed = diagonal + (a[i - 1] != b[j - 1]);

            diagonal = row[j];
            row[j] = int_min(changed, int_min(row[j], row[j - 1]) + 1);
        }
    }
    return row[width];
}

void
nearest_offer(struct nearest *nearest, const char *candidate)
{
    int away;

    if (strlen(nearest->word) > LONGEST || strlen(candidate) > LONGEST)
        return;
    away = distance(nearest->word, candidate);
    if (2 * away > (int)strlen(candidate) || (nearest->best && away >= nearest->away))
        return;
    nearest->best = candidate;
    nearest->away = away;
}

const char *
nearest_question(const struct nearest *nearest, const char *prefix, char out[NEAREST_ROOM])
{
    *out = 0;
    if (nearest->best)
        snprintf(out, NEAREST_ROOM, "; did you mean '%s%s'?", prefix, nearest->best);
    return out;
}
