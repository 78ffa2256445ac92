/* SPDX-License-Identifier: MIT
 * amun_features.h -- the features of a position of Amun-Re for a value net, all integers. The
 * state must be full, whoever is to act: amun_sample() fills in hidden information first. So
 * the net learns from full games and is asked about full states.
 *
 * Each seat has a list from its own point of view; one more list describes the table. What is
 * as good as done counts as done. A marker that is not overbid has taken its province and paid
 * for it. Once the temple is decided, the income of the round is in the purse. So a position
 * looks alike in all phases of a round. Two unknowns count only by their number: cards face
 * down in a province, and cards bought that are still to draw. Sealed offers are not looked at.
 */
/* clang-format off */
#ifndef KHEPRI_AMUN_FEATURES_H
#define KHEPRI_AMUN_FEATURES_H

#include "amun_numbers.h"
#include "value_net.h"

/* Features of a seat: name, count. "Here" is in this kingdom, "others" means the best of them. */
#define AMUN_SEAT_FEATURES(X)                                                                       \
    X(ORDER, 5)             /* distance from the starting player, this round or next, one-hot */    \
    X(ON_TURN, 1)                                                                                   \
    X(TO_DO, 9)             /* in this phase: see the code */                                       \
    X(GOLD, 7)              /* by the number of turns of buying to come */                          \
    X(GOLD_PARTS, 4)        /* of the gold: the first pieces, the next ... */                       \
    X(GOLD_RANK, 5)         /* the number of others with more */                                    \
    X(GOLD_LEAD, 2)         /* over the others: always, and with no turn to come */                 \
    X(GOLD_POINTS, 2)       /* if gold were ranked now: always, and with no turn to come */         \
    X(INCOME, 3)            /* still to come here: by farmers, always, and if the temple is low */  \
    X(EMPTY_FARMS, 3)       /* with 1, 2, 3 turns here to come */                                   \
    X(LIMIT, 5)             /* of cards that can be bought, one-hot, with a turn here to come */    \
    X(PROVINCE, 15)         /* which */                                                             \
    X(PYRAMIDS, 2)          /* in each kingdom */                                                   \
    X(BUILT, 3)             /* in the highest province, the next, the lowest; stones as thirds */   \
    X(SETS, 1)              /* complete ones */                                                     \
    X(SET_STONES, 8)        /* missing for one more pyramid in each, one-hot */                     \
    X(ONE_STONE, 4)         /* the number of provinces with one stone */                            \
    X(TWO_STONES, 4)                                                                                \
    X(WEST, 7)              /* best province there, less that of others, as a range */              \
    X(EAST, 7)                                                                                      \
    X(SIDE_LEAD, 4)         /* the same as a number; less the best that may still be acquired */    \
    X(TEMPLES, 5)           /* how many */                                                          \
    X(TEMPLE_POINTS, 1)                                                                             \
    X(NOW, 3)               /* points if the kingdom were scored now, with 0, 1, 2 rounds to go */  \
    X(LEAD_NOW, 3)          /* of all points then, over the others, likewise */                     \
    X(LEAD_AT_END, 1)       /* in the last round, gold ranked too */                                \
    X(SCORE, 1)                                                                                     \
    X(LEAD, 2)              /* of the score over the others, in each kingdom */                     \
    X(PLACE, 5)             /* the number of others with more points if scored now */               \
    X(HAND, 12)             /* of each kind that may still be useful */                             \
    X(HAND_REST, 2)         /* cards worth only their gold; cards that nobody has seen yet */       \
    X(REACH, 5)             /* how close its provinces are to each bonus */                         \
    X(BONUS, 5)             /* the same, if the card is held */                                     \
    X(MARKER, 9)            /* a marker that is not overbid: which space */                         \
    X(THREAT, 5)            /* the number of seats that may still bid above it */                   \
    X(ACTIVE, 2)            /* blockade, overbid */

/* Features of the table. */
#define AMUN_COMMON_FEATURES(X)                                                                     \
    X(ONE, 1)               /* always 1 */                                                          \
    X(STAGE, 7)             /* of the round */                                                      \
    X(ROUND, 6)                                                                                     \
    X(TEMPLE, 5)            /* 0: none yet */                                                       \
    X(TEMPLE_NEXT, 4)       /* during corrections: its expected space */                            \
    X(OPEN, 15)             /* on offer, without a marker */                                        \
    X(TO_COME, 15)          /* not drawn yet */                                                     \
    X(STANDS, 15)           /* what is built in each province */                                    \
    X(ALL, 3)               /* gold, farmers, cards of all seats */                                 \
    X(TO_ACT, 6)            /* the number of seats still to act in this phase */

enum {
#define X(name, count) AMUN_SF_##name, AMUN_SF_END_##name = AMUN_SF_##name + (count) - 1,
    AMUN_SEAT_FEATURES(X)
#undef X
    AMUN_SEAT_USED,
#define X(name, count) AMUN_CF_##name, AMUN_CF_END_##name = AMUN_CF_##name + (count) - 1,
    AMUN_COMMON_BASE = -1,
    AMUN_COMMON_FEATURES(X)
#undef X
    AMUN_COMMON_USED
};

#ifndef __cplusplus
_Static_assert((int)AMUN_COMMON_USED <= (int)NET_COMMON_MOST && (int)AMUN_SEAT_USED <= (int)NET_SEAT_MOST,
               "a net has room for the lists");
#endif

/* The features of a state whose veil is 0. */
void amun_features(const struct amun_state *s, struct net_lists *out);

/* A position and its numbers, which must not move: similar positions have most of them in common. */
struct amun_base { struct amun_state s; struct amun_numbers numbers; };

/* Makes *s the base; `lists`: its features. */
void amun_base_read(const struct amun_state *s, struct amun_base *out, struct net_lists *lists);

/* The same as amun_features(), but with the features of the base, `near`, only what differs is found anew. */
void amun_features_from(const struct amun_base *base, const struct net_lists *near, const struct amun_state *s,
                        struct net_lists *out);

#endif
