/* SPDX-License-Identifier: MIT
 * strength.c -- one `hard` against `rule` in all other seats: strength PLAYERS DEALS [SEED]. Every deal is played once
 * with `hard` in each seat. The error is computed by deal, since the games of a deal are correlated.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "ra_net.h"
#include "ra_lessons.h"

int
main(int argc, char **argv)
{
    int seats = argc > 2 ? atoi(argv[1]) : 0, deals = argc > 2 ? atoi(argv[2]) : 0;
    uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1000;
    double sum = 0, squares = 0, mean, error;

    if (argc > 4 || seats < 2 || seats > RA_SEATS || deals < 2) {
        fputs("usage: strength PLAYERS DEALS [SEED]: players 2 to 5, deals 2 or more\n",
              stderr);
        return 2;
    }
    for (int deal = 0; deal < deals; deal++) {
        double share =
            (double)ra_lessons.measure(ra_net_weights(seats), seats, seed + (uint64_t)deal) /
            seats;

        sum += share;
        squares += share * share;
    }
    mean = sum / deals;
    error = sqrt((squares - deals * mean * mean) / (deals - 1) / deals);
    printf("%d players, %d games: hard wins %.1f %% +- %.1f (95 %%), fair %.1f\n", seats,
           deals * seats, 100 * mean, 196 * error, 100.0 / seats);
    return 0;
}
