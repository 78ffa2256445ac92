/* SPDX-License-Identifier: MIT
 * amun_gaps.c -- how much can be gained by reading the offers of a bot: amun_gaps PLAYERS POSITIONS [SEED]. In sacrifices
 * of games between quick players by the net, the mixed offers of each effort are answered by the best that there is,
 * all combinations gone through: the mean gain of a seat, in percent of a win. 0 would be an equilibrium.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "amun_net.h"
#include "amun_offers.h"
#include "amun_step.h"
#include "bits.h"
#include "rng.h"

enum { POLICIES = 5 };
static const char *const names[POLICIES] = {"any offer", "one offer", "quick", "thorough",
                                            "deep"};

struct gaps {
    double sum[POLICIES], squares[POLICIES];
    int count;
};

/* All offers alike, or always the one that the mix has most of. */
static void
make_simple(struct amun_offers *offers, bool one)
{
    for (int i = 0; i < offers->seats; i++) {
        int most = 0;

        for (int k = 0; k < offers->count[i]; k++) {
            most = offers->share[i][k] > offers->share[i][most] ? k : most;
            offers->share[i][k] = one ? offers->share[i][k] : AMUN_SHARES / offers->count[i];
        }
        for (int k = 0; one && k < offers->count[i]; k++)
            offers->share[i][k] = k == most ? AMUN_SHARES : 0;
    }
}

/* The mix of fewer rounds, but over all offers, so that the answers are the same. */
static void
measure(const struct amun_judge *judge, const struct amun_state *s, uint64_t chance,
        struct gaps *gaps)
{
    const int rounds[POLICIES] = {12, 300, amun_quick.rounds, amun_thorough.rounds,
                                  amun_deep.rounds};

    for (int p = 0; p < POLICIES; p++) {
        struct amun_effort effort = amun_thorough;
        struct amun_offers offers;
        uint64_t rng = chance;
        double gap = 0;

        effort.rounds = rounds[p];
        judge->begin(judge->self, s);
        amun_solve_offers(judge, s, &effort, &rng, &offers);
        if (p < 2)
            make_simple(&offers, p == 1);
        for (int i = 0; i < s->seats; i++) {
            rng = chance;
            gap += 100.0 / AMUN_SURE / s->seats *
                   amun_offers_gap(judge, s, &effort, &offers, i, &rng);
        }
        gaps->sum[p] += gap;
        gaps->squares[p] += gap * gap;
    }
    gaps->count++;
}

static void
play(int seats, int positions, uint64_t seed, struct gaps *gaps)
{
    struct amun_options options;
    struct amun_state s;
    struct amun_net net;
    struct amun_judge judge = amun_net_judge(&net, amun_net_weights(seats));
    uint64_t rng = seed;

    amun_game.defaults(&options);
    if (amun_setup(&s, seats, &options) != GAME_OK)
        return;
    while (s.phase != AMUN_OVER && gaps->count < positions) {
        struct amun_option found[AMUN_MOST_PLANS];
        int seat = bits_lowest(amun_to_move(&s)), count;

        if (seat == GAME_NATURE) {
            amun_step_nature(&s, &rng);
            continue;
        }
        if (s.phase == AMUN_OFFER && !s.made)
            measure(&judge, &s, rng_next(&rng), gaps);
        count = amun_search(&judge, &s, seat, &amun_quick, &rng, found);
        amun_follow(&s, seat, &found[amun_search_best(found, count, &rng)].plan, &rng);
    }
}

int
main(int argc, char **argv)
{
    int seats = argc > 2 ? atoi(argv[1]) : 0, positions = argc > 2 ? atoi(argv[2]) : 0;
    uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
    struct gaps gaps = {{0}, {0}, 0};

    if (argc > 4 || seats < AMUN_FEWEST_SEATS || seats > AMUN_SEATS || positions < 2) {
        fputs(
            "usage: amun_gaps PLAYERS POSITIONS [SEED]: players 3 to 5, positions 2 or more\n",
            stderr);
        return 2;
    }
    while (gaps.count < positions)
        play(seats, positions, rng_stream(seed, (uint64_t)gaps.count, 0), &gaps);
    printf(
        "%d players, %d sacrifices: what a seat gains by knowing the choices of the others\n",
        seats, positions);
    for (int p = 0; p < POLICIES; p++) {
        double mean = gaps.sum[p] / positions;
        double spread = (gaps.squares[p] - positions * mean * mean) / (positions - 1);

        printf("  %-10s %6.2f %% of a win +- %.2f (95 %%)\n", names[p], mean,
               1.96 * sqrt(spread / positions));
    }
    return 0;
}
