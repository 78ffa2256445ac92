/* SPDX-License-Identifier: MIT
 * amun_table.h -- the layout of a game of Amun-Re during a playout. It has the numbers of
 * struct amun_state that random play needs, in the form that is fastest to use, and nothing
 * else.
 *
 * A seat has at most three provinces, so the table has three places for a seat. What may be
 * done in them is a set of three bits. No loop over provinces is longer. An empty place holds
 * BARREN, a sixteenth province of zeros; so sums over a seat's provinces are always sums of
 * three.
 */
/* clang-format off */
#ifndef KHEPRI_AMUN_TABLE_H
#define KHEPRI_AMUN_TABLE_H

#include "khepri/amun.h"

#include "bits.h"

/* ---- packs of cards, and other words of fields ---- */

/* Cards by kind, five bits each: a box has at most 20 of a kind. Adding and removing is one
 * addition. */
typedef uint64_t amun_pack;

#define AMUN_FIELDS UINT64_C(0x0fffffffffffffff)    /* 60 bits: 12 fields of 5, 6 of 10, 5 of 12 */
#define AMUN_EACH_KIND (AMUN_FIELDS / 31)           /* 1 in every field */
#define AMUN_EACH_PAIR (AMUN_FIELDS / 1023)
#define AMUN_EACH_OFFER (AMUN_FIELDS / 4095)
#define AMUN_EACH_VERB (UINT64_C(0x00ffffffffffffff) / 255)

enum { AMUN_KIND = 5, AMUN_PAIR = 10, AMUN_OFFERED = 12, AMUN_VERB = 8 };   /* bits of the fields */

static inline amun_pack amun_one(int card)                  { return UINT64_C(1) << AMUN_KIND * card; }
static inline int       amun_of(amun_pack pack, int card)   { return (int)(pack >> AMUN_KIND * card & 31); }

/* 1 for each kind that is present. */
static inline amun_pack
amun_kinds(amun_pack pack)
{
    return (pack | pack >> 1 | pack >> 2 | pack >> 3 | pack >> 4) & AMUN_EACH_KIND;
}

/* Of such a set. Each field of the product has the sum of all fields up to it. */
static inline int amun_count_kinds(amun_pack kinds)         { return (int)(kinds * AMUN_EACH_KIND >> 55 & 31); }

static inline uint64_t
amun_pairs(amun_pack pack)
{
    return (pack & AMUN_EACH_PAIR * 31) + (pack >> AMUN_KIND & AMUN_EACH_PAIR * 31);
}

/* All cards: two kinds are at most 40, all at most 240, which fit into ten bits. */
static inline int amun_pack_size(amun_pack pack)
{
    return (int)(amun_pairs(pack) * AMUN_EACH_PAIR >> 50 & 1023);
}

/* The bit where the first field above k starts. Each field is less than half of its capacity,
 * so one subtraction compares all without borrows between fields. If none is above, the number
 * is undefined. */
static inline int
amun_above(uint64_t fields, uint64_t each, int bits, int k)
{
    uint64_t half = each << (bits - 1);

    return bits_lowest64((((fields | half) - each * (uint64_t)(k + 1)) & half) | UINT64_C(1) << 63) - (bits - 1);
}

/* The k-th kind of a set, as a pack of one card. */
static inline amun_pack
amun_nth_kind(amun_pack kinds, int k)
{
    return UINT64_C(1) << amun_above(kinds * AMUN_EACH_KIND, AMUN_EACH_KIND, AMUN_KIND, k);
}

/* ---- sets of up to 32 ---- */

/* Both without a branch: the number depends on the game, and a loop would be mispredicted. */
static inline int
amun_count_bits(uint32_t set)
{
    set -= set >> 1 & 0x55555555;
    set = (set & 0x33333333) + (set >> 2 & 0x33333333);
    set = (set + (set >> 4)) & 0x0f0f0f0f;
    return (int)(set * 0x01010101 >> 24);
}

static inline int
amun_nth_bit(uint32_t set, int k)
{
    uint32_t twos = set - (set >> 1 & 0x55555555); /* counts of two bits, of four, of eight and up to there */
    uint32_t fours = (twos & 0x33333333) + (twos >> 2 & 0x33333333);
    uint64_t eights = (fours + (fours >> 4)) & 0x0f0f0f0f, upto = eights * 0x01010101 & UINT32_MAX;
    int at = amun_above(upto, 0x01010101, 8, k), low, above;

    k -= (int)((upto - eights) >> at & 255);
    low = (int)(fours >> at & 7), above = -(k >= low), k -= low & above, at += 4 & above;
    low = (int)(twos >> at & 3), above = -(k >= low), k -= low & above, at += 2 & above;
    return at + (k >= (int)(set >> at & 1));
}

/* ---- the table ---- */

enum { AMUN_PLACES = 3, AMUN_BARREN = AMUN_PROVINCES, AMUN_NOWHERE = 7 };

struct amun_table {
    const struct amun_board *board;
    uint64_t  rng;
    amun_pack hand[AMUN_SEATS], deck, discard;
    amun_pack lying[AMUN_PROVINCES + 1];                /* face down on a province on offer */
    int32_t   gold[AMUN_SEATS], score[AMUN_SEATS];
    int32_t   offer[AMUN_SEATS], total;
    int32_t   left[AMUN_SUPPLIES];                      /* very many if supplies are unlimited */
    uint32_t  province_deck, drawn, offered;            /* sets of provinces */
    uint8_t   mine[AMUN_SEATS][4];                      /* a seat's provinces, ascending, then AMUN_BARREN */

    /* of each province */
    uint16_t  pyramids[AMUN_PROVINCES + 1];
    uint16_t  traits[AMUN_PROVINCES + 1];               /* fields of enum amun_trait: the inputs of scoring */
    uint8_t   stones[AMUN_PROVINCES + 1], free_farmers[AMUN_PROVINCES + 1];
    uint8_t   farmers[AMUN_PROVINCES + 1], farms[AMUN_PROVINCES + 1], printed[AMUN_PROVINCES + 1];
    uint8_t   limit[AMUN_PROVINCES + 1];
    uint8_t   further[2][AMUN_PROVINCES + 1];           /* income without farmers; [1]: temple on 3 or 4 */

    /* of the bidding; a place is 0 to seats - 1, of the provinces on offer in ascending order */
    uint8_t   province_at[AMUN_SEATS], lowest[AMUN_SEATS];  /* lowest: index of the next number that can be bid */
    uint8_t   highest[AMUN_SEATS];                      /* the set with the seat that bid most at a place */
    uint8_t   place[AMUN_SEATS], space[AMUN_SEATS];     /* of a seat's marker */
    uint8_t   bidders, blockade, overbid;               /* seats: still to bid; whose card is active */

    uint8_t   seats, phase, round, starting, temple, turn, held;    /* held: provinces of each seat */
    uint8_t   offered_count, last, cards_due;           /* the province drawn last, the cards still due on it */
    uint8_t   bought, farmers_bought, stones_bought, played, to_draw, to_farm, to_build;
    uint8_t   made, steals, corrects, due;
    uint8_t   eight_gold, harvest;                      /* places, or AMUN_NOWHERE */
    uint8_t   side_award_min;
    amun_pack bonuses;                                  /* kinds played by `turn` */
};

/* The shifts of the fields; of three provinces no sum is more than a field holds. */
enum amun_trait { AMUN_IS_UPPER = 0, AMUN_IS_EAST = 2, AMUN_IS_BANK = 4, AMUN_HAS_TEMPLES = 6, AMUN_HAS_POWER = 11 };
_Static_assert(3 * (9 + 9) < 1 << 6 && 3 * 9 < 1 << 5, "limits and free cards, and temples, are at most 9 each");

/* From a consistent state that is not over; and back into it when the game is over. */
void amun_table_set(struct amun_table *t, const struct amun_state *s);
void amun_table_end(const struct amun_table *t, struct amun_state *s);

#endif
