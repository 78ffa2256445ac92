/* SPDX-License-Identifier: MIT
 * net_vector.h -- a way to evaluate value nets by vector instructions (net_way.h), for the files that include it once.
 * Such a file defines NET_TARGET, the attributes of its functions, and
 *
 *   vec                  a vector of integers; it has VEC_WORDS words of 16 bits
 *   vec_load, vec_store  from and to any address
 *   vec_words            the same word of 32 bits everywhere
 *   vec_low, vec_high    the words of 16 bits of two vectors in turn: of the lower halves, of the upper halves
 *   vec_add_dot          words of 32 bits, and added to each the products of two neighbouring words of 16 bits
 *   vec_add              the sum of words of 32 bits
 *   vec_down             words of 32 bits divided by a power of two
 *   vec_pack             the words of two vectors as words of 16 bits, within bounds; undoes vec_low and vec_high
 *   vec_clamp            words of 16 bits, kept between 0 and NET_ACTIVE_MOST
 *   vec_sum              the sum of the words of 32 bits
 *   vec_differ           a set with VEC_BITS bits for each word of 16 bits: 1 in the lowest of them if the words differ
 *
 * and VEC_SEATS, the number of seats whose second layer is computed at a time. VEC_CHAINS is the number of its sums for
 * each output: one need not wait for another.
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
    WIDE = 2,                                   /* vectors of 16 bits of a row of the first layer, at a time */
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

/* Adds what two changes of features add to the sums of some columns, by their rows of weights. */
static inline NET_TARGET __attribute__((always_inline)) void
add_two(const int16_t *rows, const struct net_changes *c, int i, vec by, vec sums[2 * WIDE])
{
    const int16_t *first = rows + c->row[i], *second = rows + c->row[i + 1];

#pragma GCC unroll 8
    for (int v = 0; v < WIDE; v++) {
        vec a = vec_load(first + v * VEC_WORDS), b = vec_load(second + v * VEC_WORDS);

        sums[2 * v] = vec_add_dot(sums[2 * v], vec_low(a, b), by);
        sums[2 * v + 1] = vec_add_dot(sums[2 * v + 1], vec_high(a, b), by);
    }
}

static inline NET_TARGET __attribute__((always_inline)) void
load_sums(const int32_t *from, vec sums[2 * WIDE])
{
#pragma GCC unroll 8
    for (int v = 0; v < 2 * WIDE; v++)
        sums[v] = vec_load(from + v * HALF);
}

static inline NET_TARGET __attribute__((always_inline)) void
store_sums(const vec sums[2 * WIDE], int32_t *to)
{
#pragma GCC unroll 8
    for (int v = 0; v < 2 * WIDE; v++)
        vec_store(to + v * HALF, sums[v]);
}

/* The sums of WIDE vectors of columns from this one on, which stay in registers. */
static inline NET_TARGET __attribute__((always_inline)) void
sum_columns(const struct net *net, const struct net_changes *changes, const struct net_firsts *from, int column,
            struct net_firsts *to)
{
    const int16_t *common = net->common + column, *other = net->other + column, *apart = net->apart + column;
    vec all[2 * WIDE], mine[2 * WIDE];

    load_sums(from->all + column, all);
    for (int i = 0; i < changes[NET_SEATS].count; i += 2)
        add_two(common, &changes[NET_SEATS], i, differences(&changes[NET_SEATS], i), all);
    for (int k = 0; k < net->seats; k++) {
        const struct net_changes *c = &changes[k];

        if (!c->count && from == to)
            continue;
        load_sums(from->seat[k] + column, mine);
        for (int i = 0; i < c->count; i += 2) {
            vec by = differences(c, i);

            add_two(other, c, i, by, all);
            add_two(apart, c, i, by, mine);
        }
        store_sums(mine, to->seat[k] + column);
    }
    store_sums(all, to->all + column);
}

static inline NET_TARGET void
sum_changes(const struct net *net, const struct net_changes *changes, const struct net_firsts *from,
            struct net_firsts *to)
{
    for (int column = 0; column < NET_HIDDEN; column += WIDE * VEC_WORDS)
        sum_columns(net, changes, from, column, to);
}

static NET_TARGET void
move(const struct net *net, struct net_changes *changes, struct net_firsts *sums)
{
    make_even(&changes[NET_SEATS]);
    for (int k = 0; k < net->seats; k++)
        make_even(&changes[k]);
    sum_changes(net, changes, sums, sums);
}

/* `changes`: the last are those of the table. */
static inline NET_TARGET void
find_all_changes(const struct net *net, const struct net_lists *now, const struct net_lists *then,
                 struct net_changes *changes)
{
    find_changes(now->common, then->common, net->shape.common, &changes[NET_SEATS]);
    make_even(&changes[NET_SEATS]);
    for (int k = 0; k < net->seats; k++) {
        find_changes(now->seat[k], then->seat[k], net->shape.seat, &changes[k]);
        make_even(&changes[k]);
    }
}

static inline NET_TARGET void
sum_all(const struct net *net, const struct net_sums *from, const struct net_lists *now, struct net_firsts *to)
{
    struct net_changes changes[NET_SEATS + 1];

    find_all_changes(net, now, &from->at, changes);
    sum_changes(net, changes, &from->first, to);
}

static NET_TARGET void
go(const struct net *net, const struct net_lists *now, struct net_sums *sums)
{
    struct net_changes changes[NET_SEATS + 1];

    find_all_changes(net, now, &sums->at, changes);
    sum_changes(net, changes, &sums->first, &sums->first);
    memcpy(sums->at.common, now->common, sizeof sums->at.common);
    memcpy(sums->at.seat, now->seat, (size_t)net->seats * sizeof sums->at.seat[0]);
}

static NET_TARGET void
sum_from(const struct net *net, const struct net_sums *from, struct net_sums *to)
{
    sum_all(net, from, &to->at, &to->first);
}

/* ---- from sums to numbers ---- */

/* The first layer of a seat's own list, less that of the others' lists. */
static inline NET_TARGET void
open_first(struct net *net)
{
    const int16_t *own = net->weights + net_places(net->shape).own;

    for (int i = 0; i < net->shape.seat * NET_HIDDEN; i++)
        net->apart[i] = (int16_t)(own[i] - net->other[i]);
}

/* Rows of the second layer in pairs, as vec_low() and vec_high() mix them; the last layer by columns. */
static NET_TARGET void
open_net(struct net *net)
{
    const int16_t *from = net->weights + net_places(net->shape).second, *adds = from + NET_HIDDEN * NET_SECOND;
    const int16_t *last = adds + NET_SECOND;
    const vec one = vec_words(NET_ACTIVE), none = vec_words(0);
    int16_t *to = net->second;

    open_first(net);
    for (int j = 0; j < NET_HIDDEN; j += 2, from += 2 * NET_SECOND) {
        for (int k = 0; k < NET_SECOND; k += VEC_WORDS, to += 2 * VEC_WORDS) {
            vec a = vec_load(from + k), b = vec_load(from + NET_SECOND + k);

            vec_store(to, vec_low(a, b));
            vec_store(to + VEC_WORDS, vec_high(a, b));
        }
    }
    for (int k = 0; k < NET_SECOND; k += VEC_WORDS) {
        vec add = vec_load(adds + k);

        vec_store(net->second_add + k, vec_add_dot(none, vec_low(add, none), one));
        vec_store(net->second_add + k + HALF, vec_add_dot(none, vec_high(add, none), one));
    }
    for (int k = 0; k < NET_SECOND; k++) {
        net->last[k] = last[2 * k];
        net->last[NET_SECOND + k] = last[2 * k + 1];
    }
}

/* Adds to the sums of the second layer, for each seat, what two activations add; `rows`: their weights. */
static inline NET_TARGET __attribute__((always_inline)) void
add_activations(const int16_t *rows, int16_t (*first)[NET_HIDDEN], int j, const int seats,
                vec sums[VEC_SEATS][SECOND_VECS])
{
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

/* The sums begin with the biases, in the first chain of each. */
static inline NET_TARGET __attribute__((always_inline)) void
begin_chains(const struct net *net, const int seats, const int chains,
             vec chain[VEC_CHAINS][VEC_SEATS][SECOND_VECS])
{
#pragma GCC unroll 8
    for (int c = 0; c < chains; c++) {
#pragma GCC unroll 8
        for (int i = 0; i < seats; i++) {
#pragma GCC unroll 8
            for (int k = 0; k < SECOND_VECS; k++)
                chain[c][i][k] = c ? vec_words(0) : vec_load(net->second_add + k * HALF);
        }
    }
}

static inline NET_TARGET __attribute__((always_inline)) void
join_chains(const int seats, const int chains, vec chain[VEC_CHAINS][VEC_SEATS][SECOND_VECS])
{
#pragma GCC unroll 8
    for (int c = 1; c < chains; c++) {
#pragma GCC unroll 8
        for (int i = 0; i < seats; i++) {
#pragma GCC unroll 8
            for (int k = 0; k < SECOND_VECS; k++)
                chain[0][i][k] = vec_add(chain[0][i][k], chain[c][i][k]);
        }
    }
}

/* The last layer, from the sums of the second. */
static inline NET_TARGET __attribute__((always_inline)) void
read_last(const struct net *net, const vec sums[SECOND_VECS], int32_t out[2])
{
    const int16_t *last_add = net->weights + net_places(net->shape).last_add;
    vec win = vec_words(0), score = vec_words(0);

#pragma GCC unroll 8
    for (int k = 0; k < SECOND_BLOCKS; k++) {
        vec low = vec_down(sums[2 * k], NET_SECOND_SHIFT), high = vec_down(sums[2 * k + 1], NET_SECOND_SHIFT);
        vec active = vec_clamp(vec_pack(low, high));

        win = vec_add_dot(win, active, vec_load(net->last + k * VEC_WORDS));
        score = vec_add_dot(score, active, vec_load(net->last + NET_SECOND + k * VEC_WORDS));
    }
    out[0] = last_add[0] * NET_ACTIVE + vec_sum(win);
    out[1] = last_add[1] * NET_ACTIVE + vec_sum(score);
}

/* The second layer and the last, for some seats with the activations `first`. The numbers of seats and of chains are
 * constants, and all is unrolled, so that the sums stay in registers. */
static inline NET_TARGET __attribute__((always_inline)) void
finish(const struct net *net, int16_t (*first)[NET_HIDDEN], const int seats, const int chains, int32_t (*out)[2])
{
    vec chain[VEC_CHAINS][VEC_SEATS][SECOND_VECS];

    begin_chains(net, seats, chains, chain);
#pragma GCC unroll 8
    for (int j = 0; j < NET_HIDDEN; j += 2 * chains) {
#pragma GCC unroll 8
        for (int c = 0; c < chains; c++)
            add_activations(net->second + (j + 2 * c) * NET_SECOND, first, j + 2 * c, seats, chain[c]);
    }
    join_chains(seats, chains, chain);
#pragma GCC unroll 8
    for (int i = 0; i < seats; i++)
        read_last(net, chain[0][i], out[i]);
}

/* For all seats, VEC_SEATS of them at a time. With five seats there are registers for one chain only. */
static inline NET_TARGET void
finish_all(const struct net *net, int16_t (*first)[NET_HIDDEN], int32_t (*out)[2])
{
    int k = 0;

#if VEC_SEATS > 1
    switch (net->seats) {
    case 2:
        finish(net, first, 2, VEC_CHAINS, out);
        return;
    case 3:
        finish(net, first, 3, VEC_CHAINS, out);
        return;
    case 4:
        finish(net, first, 4, VEC_CHAINS, out);
        return;
    case 5:
        finish(net, first, 5, 1, out);
        return;
    }
#endif
    for (; k < net->seats; k++)
        finish(net, first + k, 1, VEC_CHAINS, out + k);
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
