/* SPDX-License-Identifier: MIT
 * net_vector.h -- a way to evaluate value nets by vector instructions (net_way.h), for the files that include it once.
 * Such a file defines NET_TARGET, the attributes of its functions, and
 *
 *   vec                  a vector of integers; it has VEC_WORDS words of 16 bits
 *   vec_load, vec_store  from and to any address
 *   vec_words            the same word of 32 bits everywhere
 *   vec_less16           the difference of words of 16 bits
 *   vec_low, vec_high    the words of 16 bits of two vectors in turn: of the lower halves, of the upper halves
 *   vec_dot              the sum of the products of two neighbouring words each, as a word of 32 bits
 *   vec_add              of words of 32 bits
 *   vec_down             words of 32 bits divided by a power of two
 *   vec_pack             the words of two vectors as words of 16 bits, within bounds; undoes vec_low and vec_high
 *   vec_clamp            words of 16 bits, kept between 0 and NET_ACTIVE_MOST
 *   vec_sum              the sum of the words of 32 bits
 *   vec_differ           a set with VEC_BITS bits for each word of 16 bits: 1 in the lowest of them if the words differ
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

/* Features that changed: their rows, and by how much. An even number, the last perhaps by 0. */
struct changes { int count; uint16_t row[NET_SEAT_ROOM]; int16_t by[NET_SEAT_ROOM]; };

static inline NET_TARGET void
find_changes(const int16_t *now, const int16_t *then, int count, struct changes *out)
{
    int found = 0;

    for (int at = 0; at < count; at += VEC_WORDS) {
        for (uint32_t set = vec_differ(vec_load(now + at), vec_load(then + at)); set; set &= set - 1) {
            unsigned f = (unsigned)at + (unsigned)bits_lowest(set) / VEC_BITS;

            out->row[found] = (uint16_t)(f * NET_HIDDEN);
            out->by[found++] = (int16_t)(now[f] - then[f]);
        }
    }
    out->row[found] = 0; /* there is room: a list is longer than its features */
    out->by[found] = 0;
    out->count = (found + 1) & ~1;
}

/* Two differences as one word. */
static inline NET_TARGET vec
differences(const struct changes *c, int i)
{
    int32_t both;

    memcpy(&both, c->by + i, sizeof both);
    return vec_words(both);
}

/* The sums of a block of columns: `all`, and seat[] of each seat. */
static inline NET_TARGET void
sum_block(const struct net *net, const struct changes *changes, const struct net_sums *from, int block, int32_t *all,
          int32_t (*seat)[NET_HIDDEN])
{
    const struct net_places at = net_places(net->shape);
    const int column = block * VEC_WORDS;
    vec low = vec_load(from->all + column), high = vec_load(from->all + column + HALF);

    for (int i = 0; i < changes[NET_SEATS].count; i += 2) {
        const int16_t *rows = net->weights + column;
        vec by = differences(&changes[NET_SEATS], i), a = vec_load(rows + changes[NET_SEATS].row[i]);
        vec b = vec_load(rows + changes[NET_SEATS].row[i + 1]);

        low = vec_add(low, vec_dot(vec_low(a, b), by));
        high = vec_add(high, vec_dot(vec_high(a, b), by));
    }
    for (int k = 0; k < net->seats; k++) {
        const int16_t *own = net->weights + at.own + column, *other = net->weights + at.other + column;
        const struct changes *c = &changes[k];
        vec my_low = vec_load(from->seat[k] + column), my_high = vec_load(from->seat[k] + column + HALF);

        for (int i = 0; i < c->count; i += 2) {
            vec by = differences(c, i), a = vec_load(other + c->row[i]), b = vec_load(other + c->row[i + 1]);

            low = vec_add(low, vec_dot(vec_low(a, b), by));
            high = vec_add(high, vec_dot(vec_high(a, b), by));
            a = vec_less16(vec_load(own + c->row[i]), a);
            b = vec_less16(vec_load(own + c->row[i + 1]), b);
            my_low = vec_add(my_low, vec_dot(vec_low(a, b), by));
            my_high = vec_add(my_high, vec_dot(vec_high(a, b), by));
        }
        vec_store(seat[k] + column, my_low);
        vec_store(seat[k] + column + HALF, my_high);
    }
    vec_store(all + column, low);
    vec_store(all + column + HALF, high);
}

static inline NET_TARGET void
sum_all(const struct net *net, const struct net_sums *from, const struct net_lists *now, int32_t *all,
        int32_t (*seat)[NET_HIDDEN])
{
    struct changes changes[NET_SEATS + 1]; /* the last of the table */

    find_changes(now->common, from->at.common, net->shape.common, &changes[NET_SEATS]);
    for (int k = 0; k < net->seats; k++)
        find_changes(now->seat[k], from->at.seat[k], net->shape.seat, &changes[k]);
    for (int block = 0; block < BLOCKS; block++)
        sum_block(net, changes, from, block, all, seat);
}

static NET_TARGET void
sum_from(const struct net *net, const struct net_sums *from, struct net_sums *to)
{
    sum_all(net, from, &to->at, to->all, to->seat);
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

/* The second layer and the last, for one seat with the activations `first`. */
static inline NET_TARGET void
finish(const struct net *net, const int16_t *first, int32_t *out)
{
    const int16_t *adds = net->weights + net_places(net->shape).second_add, *last_add = adds + 3 * NET_SECOND;
    const vec one = vec_words(NET_ACTIVE), none = vec_words(0);
    vec sums[SECOND_VECS], win = none, score = none;

#pragma GCC unroll 8
    for (int k = 0; k < SECOND_BLOCKS; k++) {
        vec add = vec_load(adds + k * VEC_WORDS);

        sums[2 * k] = vec_dot(vec_low(add, none), one);
        sums[2 * k + 1] = vec_dot(vec_high(add, none), one);
    }
    /* unrolled, so that the sums stay in registers */
#pragma GCC unroll 8
    for (int j = 0; j < NET_HIDDEN; j += 2) {
        const int16_t *rows = net->second + j * NET_SECOND;
        int32_t both;
        vec by;

        memcpy(&both, first + j, sizeof both);
        by = vec_words(both);
#pragma GCC unroll 8
        for (int k = 0; k < SECOND_VECS; k++)
            sums[k] = vec_add(sums[k], vec_dot(vec_load(rows + k * VEC_WORDS), by));
    }
#pragma GCC unroll 8
    for (int k = 0; k < SECOND_BLOCKS; k++) {
        vec low = vec_down(sums[2 * k], NET_SECOND_SHIFT), high = vec_down(sums[2 * k + 1], NET_SECOND_SHIFT);
        vec active = vec_clamp(vec_pack(low, high));

        win = vec_add(win, vec_dot(active, vec_load(net->last + k * VEC_WORDS)));
        score = vec_add(score, vec_dot(active, vec_load(net->last + NET_SECOND + k * VEC_WORDS)));
    }
    out[0] = last_add[0] * NET_ACTIVE + vec_sum(win);
    out[1] = last_add[1] * NET_ACTIVE + vec_sum(score);
}

static NET_TARGET void
ends(const struct net *net, const struct net_sums *near, const struct net_lists *now, int32_t (*out)[2])
{
    int32_t all[NET_HIDDEN], seat[NET_SEATS][NET_HIDDEN];

    sum_all(net, near, now, all, seat);
    for (int k = 0; k < net->seats; k++) {
        int16_t first[NET_HIDDEN];

        for (int j = 0; j < NET_HIDDEN; j += VEC_WORDS) {
            vec low = vec_add(vec_load(all + j), vec_load(seat[k] + j));
            vec high = vec_add(vec_load(all + j + HALF), vec_load(seat[k] + j + HALF));

            vec_store(first + j, vec_clamp(vec_pack(vec_down(low, NET_FIRST_SHIFT), vec_down(high, NET_FIRST_SHIFT))));
        }
        finish(net, first, out[k]);
    }
}
