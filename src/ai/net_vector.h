/* SPDX-License-Identifier: MIT
 * net_vector.h -- a way to evaluate value nets by vector instructions (net_way.h), for the files that include it once.
 * Such a file defines NET_TARGET, the attributes of its functions, and
 *
 *   vec                  a vector of integers; it has VEC_WORDS words of 16 bits
 *   vec_load, vec_store  from and to any address
 *   vec_words            the same word of 32 bits everywhere
 *   vec_low, vec_high    the words of 16 bits of two vectors in turn: of the lower halves, of the upper halves
 *   vec_add_dot          words of 32 bits, and added to each the products of two neighbouring words of 16 bits
 *   vec_add, vec_less    sum and difference of words of 32 bits
 *   vec_down             words of 32 bits divided by a power of two
 *   vec_pack             the words of two vectors as words of 16 bits, within bounds; undoes vec_low and vec_high
 *   vec_clamp            words of 16 bits, kept between 0 and NET_ACTIVE_MOST
 *   vec_sum              the sum of the words of 32 bits
 *   vec_differ           a set with VEC_BITS bits for each word of 16 bits: 1 in the lowest of them if the words differ
 *
 * and VEC_SEATS, the number of seats whose second layer is computed at a time.
 *
 * Wider vectors may have vec_low, vec_high and vec_pack work on each 128 bits alone: sums then have an order of
 * their own, which vec_pack undoes.
 *
 * The first layer is updated incrementally, by two features at a time: a dot product with their two differences.
 */
/* clang-format off */
#include <string.h>

#include "bits.h"

enum {
    HALF = VEC_WORDS / 2,                       /* words of 32 bits in a vector */
    BLOCKS = NET_HIDDEN / VEC_WORDS,            /* vectors of 16 bits in a row of the first layer */
    SECOND_VECS = NET_SECOND / HALF, SECOND_BLOCKS = NET_SECOND / VEC_WORDS
};

_Static_assert(NET_COMMON_ROOM % VEC_WORDS == 0 && NET_SEAT_ROOM % VEC_WORDS == 0, "lists are whole vectors");

static inline NET_TARGET void
find_changes(const int16_t *now, const int16_t *then, int count, struct net_changes *out)
{
    int found = 0;

    for (int at = 0; at < count; at += VEC_WORDS) {
        for (uint32_t set = vec_differ(vec_load(now + at), vec_load(then + at)); set; set &= set - 1) {
            int f = at + bits_lowest(set) / VEC_BITS;

            out->row[found] = (uint16_t)(f * NET_HIDDEN);
            out->by[found++] = (int16_t)(now[f] - then[f]);
        }
    }
    out->count = found;
}

/* Changes are taken two at a time. */
static inline void
make_even(struct net_changes *c)
{
    c->row[c->count] = 0;
    c->by[c->count] = 0;
}

/* Two differences as one word. */
static inline NET_TARGET vec
differences(const struct net_changes *c, int i)
{
    int32_t both;

    memcpy(&both, c->by + i, sizeof both);
    return vec_words(both);
}

/* Adds what changes of features add to two vectors of sums, by rows of weights. */
#define ADD_ROWS(rows, c, i, by, low, high)                                                             \
    do {                                                                                                \
        vec a_ = vec_load((rows) + (c)->row[i]), b_ = vec_load((rows) + (c)->row[(i) + 1]);             \
        (low) = vec_add_dot(low, vec_low(a_, b_), by);                                                  \
        (high) = vec_add_dot(high, vec_high(a_, b_), by);                                               \
    } while (0)

/* The sums of a block of columns. */
static inline NET_TARGET void
sum_block(const struct net *net, const struct net_changes *changes, const struct net_firsts *from, int block,
          struct net_firsts *to)
{
    const struct net_places at = net_places(net->shape);
    const int column = block * VEC_WORDS;
    vec low = vec_load(from->all + column), high = vec_load(from->all + column + HALF);

    for (int i = 0; i < changes[NET_SEATS].count; i += 2) {
        vec by = differences(&changes[NET_SEATS], i);

        ADD_ROWS(net->weights + column, &changes[NET_SEATS], i, by, low, high);
    }
    for (int k = 0; k < net->seats; k++) {
        const int16_t *own = net->weights + at.own + column, *other = net->weights + at.other + column;
        const struct net_changes *c = &changes[k];
        vec my_low = vec_load(from->seat[k] + column), my_high = vec_load(from->seat[k] + column + HALF);
        vec other_low = vec_words(0), other_high = vec_words(0);

        if (!c->count && from == to)
            continue;
        for (int i = 0; i < c->count; i += 2) {
            vec by = differences(c, i);

            ADD_ROWS(own, c, i, by, my_low, my_high);
            ADD_ROWS(other, c, i, by, other_low, other_high);
        }
        low = vec_add(low, other_low);
        high = vec_add(high, other_high);
        vec_store(to->seat[k] + column, vec_less(my_low, other_low));
        vec_store(to->seat[k] + column + HALF, vec_less(my_high, other_high));
    }
    vec_store(to->all + column, low);
    vec_store(to->all + column + HALF, high);
}

static NET_TARGET void
move(const struct net *net, struct net_changes *changes, struct net_firsts *sums)
{
    make_even(&changes[NET_SEATS]);
    for (int k = 0; k < net->seats; k++)
        make_even(&changes[k]);
    for (int block = 0; block < BLOCKS; block++)
        sum_block(net, changes, sums, block, sums);
}

static inline NET_TARGET void
sum_all(const struct net *net, const struct net_sums *from, const struct net_lists *now, struct net_firsts *to)
{
    struct net_changes changes[NET_SEATS + 1]; /* the last of the table */

    find_changes(now->common, from->at.common, net->shape.common, &changes[NET_SEATS]);
    make_even(&changes[NET_SEATS]);
    for (int k = 0; k < net->seats; k++) {
        find_changes(now->seat[k], from->at.seat[k], net->shape.seat, &changes[k]);
        make_even(&changes[k]);
    }
    for (int block = 0; block < BLOCKS; block++)
        sum_block(net, changes, &from->first, block, to);
}

static NET_TARGET void
sum_from(const struct net *net, const struct net_sums *from, struct net_sums *to)
{
    sum_all(net, from, &to->at, &to->first);
}

/* ---- from sums to numbers ---- */

/* Rows of the second layer in pairs, as vec_low() and vec_high() mix them; the last layer by columns. */
static NET_TARGET void
open_net(struct net *net)
{
    const int16_t *from = net->weights + net_places(net->shape).second;
    const int16_t *last = from + NET_HIDDEN * NET_SECOND + NET_SECOND;
    int16_t *to = net->second;

    for (int j = 0; j < NET_HIDDEN; j += 2, from += 2 * NET_SECOND) {
        for (int k = 0; k < NET_SECOND; k += VEC_WORDS, to += 2 * VEC_WORDS) {
            vec a = vec_load(from + k), b = vec_load(from + NET_SECOND + k);

            vec_store(to, vec_low(a, b));
            vec_store(to + VEC_WORDS, vec_high(a, b));
        }
    }
    for (int k = 0; k < NET_SECOND; k++) {
        net->last[k] = last[2 * k];
        net->last[NET_SECOND + k] = last[2 * k + 1];
    }
}

/* The second layer and the last, for some seats with the activations `first`; their number is a constant. */
static inline NET_TARGET __attribute__((always_inline)) void
finish(const struct net *net, int16_t (*first)[NET_HIDDEN], const int seats, int32_t (*out)[2])
{
    const int16_t *adds = net->weights + net_places(net->shape).second_add, *last_add = adds + 3 * NET_SECOND;
    const vec one = vec_words(NET_ACTIVE), none = vec_words(0);
    vec sums[VEC_SEATS][SECOND_VECS];

#pragma GCC unroll 8
    for (int i = 0; i < seats; i++) {
#pragma GCC unroll 8
        for (int k = 0; k < SECOND_BLOCKS; k++) {
            vec add = vec_load(adds + k * VEC_WORDS);

            sums[i][2 * k] = vec_add_dot(none, vec_low(add, none), one);
            sums[i][2 * k + 1] = vec_add_dot(none, vec_high(add, none), one);
        }
    }
    /* unrolled, so that the sums stay in registers */
#pragma GCC unroll 8
    for (int j = 0; j < NET_HIDDEN; j += 2) {
        const int16_t *rows = net->second + j * NET_SECOND;

#pragma GCC unroll 8
        for (int i = 0; i < seats; i++) {
            int32_t both;
            vec by;

            memcpy(&both, first[i] + j, sizeof both);
            by = vec_words(both);
#pragma GCC unroll 8
            for (int k = 0; k < SECOND_VECS; k++)
                sums[i][k] = vec_add_dot(sums[i][k], vec_load(rows + k * VEC_WORDS), by);
        }
    }
#pragma GCC unroll 8
    for (int i = 0; i < seats; i++) {
        vec win = none, score = none;

#pragma GCC unroll 8
        for (int k = 0; k < SECOND_BLOCKS; k++) {
            vec low = vec_down(sums[i][2 * k], NET_SECOND_SHIFT), high = vec_down(sums[i][2 * k + 1], NET_SECOND_SHIFT);
            vec active = vec_clamp(vec_pack(low, high));

            win = vec_add_dot(win, active, vec_load(net->last + k * VEC_WORDS));
            score = vec_add_dot(score, active, vec_load(net->last + NET_SECOND + k * VEC_WORDS));
        }
        out[i][0] = last_add[0] * NET_ACTIVE + vec_sum(win);
        out[i][1] = last_add[1] * NET_ACTIVE + vec_sum(score);
    }
}

/* For all seats, VEC_SEATS of them at a time. */
static inline NET_TARGET void
finish_all(const struct net *net, int16_t (*first)[NET_HIDDEN], int32_t (*out)[2])
{
    int k = 0;

#if VEC_SEATS > 1
    switch (net->seats) {
    case 2:
        finish(net, first, 2, out);
        return;
    case 3:
        finish(net, first, 3, out);
        return;
    case 4:
        finish(net, first, 4, out);
        return;
    case 5:
        finish(net, first, 5, out);
        return;
    }
#endif
    for (; k < net->seats; k++)
        finish(net, first + k, 1, out + k);
}

static NET_TARGET void
read_ends(const struct net *net, const struct net_firsts *sums, int32_t (*out)[2])
{
    int16_t first[NET_SEATS][NET_HIDDEN];

    for (int k = 0; k < net->seats; k++) {
        for (int j = 0; j < NET_HIDDEN; j += VEC_WORDS) {
            vec low = vec_add(vec_load(sums->all + j), vec_load(sums->seat[k] + j));
            vec high = vec_add(vec_load(sums->all + j + HALF), vec_load(sums->seat[k] + j + HALF));

            low = vec_down(low, NET_FIRST_SHIFT);
            high = vec_down(high, NET_FIRST_SHIFT);
            vec_store(first[k] + j, vec_clamp(vec_pack(low, high)));
        }
    }
    finish_all(net, first, out);
}

static NET_TARGET void
ends(const struct net *net, const struct net_sums *near, const struct net_lists *now, int32_t (*out)[2])
{
    struct net_firsts sums;

    sum_all(net, near, now, &sums);
    read_ends(net, &sums, out);
}
