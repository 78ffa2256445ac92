/* SPDX-License-Identifier: MIT
 * amun_features.h -- what a value net sees of a position of Amun-Re: whole numbers, so that every machine
 * sees the same. Any state that tells all will do, whoever is to act: what is hidden from a player has to be
 * filled in before (amun_sample), so that a net learns from, and is asked about, games as they truly stand.
 *
 * Each seat has a list of its own, from its own point of view, and what all share is a further list. What is
 * as good as done counts as done: a marker that is not overbid has taken its province and paid for it,
 * and when the temple stands, the income of the round is in the purse. So most of what a net must know
 * looks the same in all phases of a round. Two things nobody knows count by their number only: cards
 * face down in a province, and cards bought that are still to be drawn. Offers sealed are not looked at.
 */
/* clang-format off */
#ifndef KHEPRI_AMUN_FEATURES_H
#define KHEPRI_AMUN_FEATURES_H

#include "khepri/amun.h"

#include "value_net.h"

/* Of a seat: name, how many. "Here" is in this kingdom, "others" means the best of them. */
#define AMUN_SEAT_FEATURES(X)                                                                       \
    X(ORDER, 5)             /* seats from the one that starts, or will next: which */               \
    X(ON_TURN, 1)                                                                                   \
    X(TO_DO, 9)             /* in this phase: see the code */                                       \
    X(GOLD, 7)              /* with so many turns of buying to come */                              \
    X(GOLD_PARTS, 4)        /* of the gold: the first pieces, the next ... */                       \
    X(GOLD_RANK, 5)         /* how many others have more */                                         \
    X(GOLD_LEAD, 2)         /* over the others: always, and with no turn to come */                 \
    X(GOLD_POINTS, 2)       /* if gold were ranked now: always, and with no turn to come */         \
    X(INCOME, 3)            /* still to come here: by farmers, always, and if the temple is low */  \
    X(EMPTY_FARMS, 3)       /* with 1, 2, 3 turns here to come */                                   \
    X(LIMIT, 5)             /* of cards that can be bought: which, with a turn here to come */      \
    X(PROVINCE, 15)         /* which */                                                             \
    X(PYRAMIDS, 2)          /* in each kingdom */                                                   \
    X(BUILT, 3)             /* in the highest province, the next, the lowest; stones as thirds */   \
    X(SETS, 1)              /* complete ones */                                                     \
    X(SET_STONES, 8)        /* that are missing for one more pyramid in each: which */              \
    X(ONE_STONE, 4)         /* provinces with one stone: how many */                                \
    X(TWO_STONES, 4)                                                                                \
    X(WEST, 7)              /* best province there, less that of others: which span */              \
    X(EAST, 7)                                                                                      \
    X(SIDE_LEAD, 4)         /* the same as a number; less the best that may still be acquired */    \
    X(TEMPLES, 5)           /* how many */                                                          \
    X(TEMPLE_POINTS, 1)                                                                             \
    X(NOW, 3)               /* points if the kingdom were scored now, with 0, 1, 2 rounds to go */  \
    X(LEAD_NOW, 3)          /* of all points then, over the others, likewise */                     \
    X(LEAD_AT_END, 1)       /* in the last round, gold ranked too */                                \
    X(SCORE, 1)                                                                                     \
    X(LEAD, 2)              /* of the score over the others, in each kingdom */                     \
    X(PLACE, 5)             /* how many others have more points if scored now */                    \
    X(HAND, 12)             /* of each kind that may still be of use */                             \
    X(HAND_REST, 2)         /* cards of no use but their gold; cards that nobody has seen yet */    \
    X(REACH, 5)             /* of each bonus: how near its provinces are */                         \
    X(BONUS, 5)             /* the same, where the card is held */                                  \
    X(MARKER, 9)            /* a marker that is not overbid: which space */                         \
    X(THREAT, 5)            /* seats that may yet bid above it: how many */                         \
    X(ACTIVE, 2)            /* blockade, overbid */

/* Of the table. */
#define AMUN_COMMON_FEATURES(X)                                                                     \
    X(ONE, 1)               /* always 1 */                                                          \
    X(STAGE, 7)             /* of the round */                                                      \
    X(ROUND, 6)                                                                                     \
    X(TEMPLE, 5)            /* 0: none yet */                                                       \
    X(TEMPLE_NEXT, 4)       /* while corrections are made: where it would stand */                  \
    X(OPEN, 15)             /* on offer, and nobody stands there */                                 \
    X(TO_COME, 15)          /* not drawn yet */                                                     \
    X(STANDS, 15)           /* what is built in each province */                                    \
    X(ALL, 3)               /* gold, farmers, cards of all seats */                                 \
    X(TO_ACT, 6)            /* how many seats have still to act in this phase */

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
_Static_assert((int)AMUN_COMMON_USED <= (int)NET_COMMON_ROOM && (int)AMUN_SEAT_USED <= (int)NET_SEAT_ROOM,
               "the lists have room");
#endif

/* Of a state whose veil is 0. */
void amun_features(const struct amun_state *s, struct net_lists *out);

#endif
