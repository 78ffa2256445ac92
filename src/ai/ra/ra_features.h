/* SPDX-License-Identifier: MIT
 * ra_features.h -- the features of a position of Ra for a value net, all integers. In such a
 * position a seat is on turn and no auction runs.
 *
 * Each seat has a list from its own point of view; one more list describes the table.
 */
/* clang-format off */
#ifndef KHEPRI_RA_FEATURES_H
#define KHEPRI_RA_FEATURES_H

#include "khepri/ra.h"
#include "value_net.h"

/* Features of a seat: name, count. */
#define RA_SEAT_FEATURES(X)                                                                         \
    X(DISTANCE, 5)          /* distance from the seat on turn, one-hot */                           \
    X(READY, 17)            /* which suns are ready */                                              \
    X(SPENT, 17)            /* which are spent */                                                   \
    X(READY_COUNT, 15)      /* how many are ready, in each epoch */                                 \
    X(READY_RANK, 5)        /* the number of others with a higher ready sun */                      \
    X(ALONE, 1)             /* nobody else has a ready sun */                                       \
    X(SCORE, 1)                                                                                     \
    X(LEAD, 4)              /* of the score over the best other: always, and in each epoch */       \
    X(LEAD_NOW, 4)          /* the same if the epoch ended now */                                   \
    X(TALLY, 3)             /* points if the epoch ended now, in each epoch */                      \
    X(GODS, 4)              /* 0, 1, 2, more */                                                     \
    X(PHARAOHS, 1)                                                                                  \
    X(PHARAOH_LEAD, 13)     /* over the most of the others, -6 to 6 */                              \
    X(PHARAOH_LAST, 5)      /* over the fewest of the others, -1 to 3 */                            \
    X(NILES, 3)             /* in each epoch */                                                     \
    X(FLOODS, 4)            /* 0, 1, 2, more */                                                     \
    X(RIVER, 2)             /* Niles with a flood, Niles without */                                 \
    X(GOLD, 1)                                                                                      \
    X(CIVILISATIONS, 6)     /* different ones */                                                    \
    X(CIVILISATION_MORE, 2) /* double ones; in the bag of the kinds that are missing */             \
    X(MONUMENT_KINDS, 9)                                                                            \
    X(MONUMENTS_ALIKE, 5)   /* kinds held once, twice ... */                                        \
    X(MONUMENT_POINTS, 3)   /* if they counted now, in each epoch */                                \
    X(MONUMENT_BAG, 2)      /* in the bag of kinds held twice or more, and of kinds not held */     \
    X(SUN_SUM, 3)           /* lead over the best other; the highest; the lowest */                 \
    X(LOT, 9)               /* the result of winning the lot: see the code */

/* Features of the table. */
#define RA_COMMON_FEATURES(X)                                                                       \
    X(ONE, 1)               /* always 1 */                                                          \
    X(EPOCH, 3)                                                                                     \
    X(RA_TILES, 10)                                                                                 \
    X(CENTRE, 17)                                                                                   \
    X(LOT_SIZE, 9)                                                                                  \
    X(TRACK, 23)            /* how many of each kind */                                             \
    X(BAG, 23)                                                                                      \
    X(BAG_SIZE, 1)                                                                                  \
    X(RA_SHARE, 2)          /* share of the bag; expected draws until the Ra track is full */       \
    X(SEATS_IN, 6)          /* how many seats have ready suns */                                    \
    X(READY_ALL, 3)         /* ready suns of all, in each epoch */

enum {
#define X(name, count) RA_SF_##name, RA_SF_END_##name = RA_SF_##name + (count) - 1,
    RA_SEAT_FEATURES(X)
#undef X
    RA_SEAT_USED,
#define X(name, count) RA_CF_##name, RA_CF_END_##name = RA_CF_##name + (count) - 1,
    RA_COMMON_BASE = -1,
    RA_COMMON_FEATURES(X)
#undef X
    RA_COMMON_USED
};

/* A seat's numbers, the source of its own list and of the others' lists. Sets have a bit for each kind. */
struct ra_seat_numbers {
    int gods, pharaohs, niles, floods, gold;
    int civilisations, civilisation_tiles, monument_kinds, monument_tiles, alike[8], monument_points;
    uint8_t monument[RA_MONUMENTS];
    uint32_t held;              /* civilisations and monuments that are held */
    /* 0xff for each civilisation or monument that is not held, and for monuments held twice or more; else 0 */
    uint8_t new_civilisation[8], new_monument[8], pair[8];
    int plain;                  /* points of the epoch that do not depend on a comparison */
    int ready, best_ready, sun_sum;
    int above, over, under;     /* which of READY_RANK, PHARAOH_LEAD and PHARAOH_LAST is 1 */
};

/* The tiles on the track. */
struct ra_lot { int size, monuments; uint32_t kinds; uint8_t count[RA_KINDS + 1]; };

/* Follows positions from one to the next: similar ones have most numbers in common, and few features
 * change. `changes` are those of the last step: of the seats, and last of the table. */
struct ra_follower {
    bool there;                 /* false: at no position yet, all features are 0 */
    struct ra_state s;
    struct ra_lot lot;
    struct ra_seat_numbers of[RA_SEATS];
    int bag, seats_in, suns_most, suns_fewest;
    struct net_changes changes[NET_SEATS + 1];
};

/* A follower at no position, with its lists. */
void ra_follow_nothing(struct ra_follower *w, struct net_lists *lists);

/* Goes on to a position of the same epoch and number of seats, or from none to any. The lists, which are
 * those of the position before, become those of this one. */
void ra_follow(struct ra_follower *w, const struct ra_state *s, struct net_lists *lists);

/* The features of a position. */
void ra_features(const struct ra_state *s, struct net_lists *out);

#endif
