/* SPDX-License-Identifier: MIT
 * value_net.h -- value nets for any game: their layout, their integer weights, and their
 * evaluation of a position. All arithmetic is on integers, or exact, so a net gives the same
 * result on every machine.
 *
 * The input of a position is one list of features for the table, and one for each seat from its
 * own point of view. For each seat a first layer computes NET_HIDDEN sums over the table's
 * list, the seat's own list, and those of the others with shared weights. The activation is a
 * ReLU. A second layer and two outputs follow: the strength of the seat and its final score.
 * A softmax of the strengths over the seats gives the chances of winning. All seats use the same weights, so
 * each position gives one training example for each player.
 *
 * Weights are in units of 1 / NET_WEIGHT, in this order:
 *
 *   - the first layer (table, own, others): a row of NET_HIDDEN for each feature;
 *   - the second layer: a row of NET_SECOND for each of NET_HIDDEN, then its biases;
 *   - the last layer: a row of two for each of NET_SECOND, then its biases.
 */
/* clang-format off */
#ifndef KHEPRI_VALUE_NET_H
#define KHEPRI_VALUE_NET_H

#include <stdint.h>

enum {
    NET_SEATS = 5, NET_HIDDEN = 64, NET_SECOND = 32,
    NET_WEIGHT = 1024,
    NET_UNIT = 16, NET_FEATURE_MOST = 255,      /* features: the value of 1; the largest absolute value */
    NET_SURE = 1 << 20, NET_POINT = 256,        /* outputs: a certain win; a point */
    NET_SCORE_UNIT = 32,                        /* the points of the net's score of 1 */
    NET_POINTS_MOST = 10000,                    /* a score is cut off there, so that sums of scores cannot overflow */
    NET_COMMON_MOST = 104, NET_SEAT_MOST = 184, /* features of a net */
    NET_COMMON_ROOM = 128, NET_SEAT_ROOM = 192, /* lists are compared in vectors, so they are padded with zeros */
    NET_ALIGN = 64,                             /* bytes of a cache line: a vector across two is slow to load */

    /* The largest absolute weight, so that no sum can overflow. The first layer has at most
     * NET_COMMON_MOST + NET_SEATS * NET_SEAT_MOST inputs. An activation is at most
     * NET_ACTIVE_MOST, and a row of the other layers adds up to at most NET_ROW_MOST;
     * net_fault() checks this. */
    NET_WEIGHT_MOST = 8191, NET_ACTIVE_MOST = 16383, NET_ROW_MOST = 120000
};

/* The numbers of features: of the table, and of a seat. */
struct net_shape { int common, seat; };

struct net_lists { int16_t common[NET_COMMON_ROOM], seat[NET_SEATS][NET_SEAT_ROOM]; };

/* Offsets of the layers of a net of that layout, and its number of weights. */
struct net_places { int common, own, other, second, second_add, last, last_add, weights; };

static inline struct net_places
net_places(struct net_shape shape)
{
    struct net_places at = {.own = shape.common * NET_HIDDEN};

    at.other = at.own + shape.seat * NET_HIDDEN;
    at.second = at.other + shape.seat * NET_HIDDEN;
    at.second_add = at.second + NET_HIDDEN * NET_SECOND;
    at.last = at.second_add + NET_SECOND;
    at.last_add = at.last + NET_SECOND * 2;
    at.weights = at.last_add + 2;
    return at;
}

/* The same as a constant. */
#define NET_WEIGHTS(common, seat) \
    (((common) + 2 * (seat)) * NET_HIDDEN + NET_HIDDEN * NET_SECOND + NET_SECOND + NET_SECOND * 2 + 2)

/* The room for the weights of a net of any shape. */
enum { NET_ROOM = NET_WEIGHTS(NET_COMMON_MOST, NET_SEAT_MOST) };

/* NULL, or a constant sentence that says why these weights are refused. */
const char *net_fault(struct net_shape shape, const int16_t *weights);

/* A net in use. `apart` is the first layer of a seat's own list less that of the others' lists. `second`, `second_add`
 * and `last` are the other layers in the order that suits this processor. What has a net or sums in it is aligned to
 * NET_ALIGN bytes, so it must not come from malloc(), which promises less. */
struct net_way;
struct net {
    const struct net_way *way;                  /* how it is evaluated: net_way.h */
    const int16_t *weights;
    struct net_shape shape;
    int seats;
    const int16_t *common, *other;              /* the first layer of the table's list, and of the others' lists */
    _Alignas(NET_ALIGN) int16_t apart[NET_SEAT_MOST * NET_HIDDEN];
    _Alignas(NET_ALIGN) int16_t second[NET_HIDDEN * NET_SECOND], last[2 * NET_SECOND];
    _Alignas(NET_ALIGN) int32_t second_add[NET_SECOND];
};

/* A net with these weights, which net_fault() must accept; the caller sets the number of seats. */
void net_open(struct net *net, const int16_t *weights, struct net_shape shape);

/* The first layer's sums of a position. One is of the table and all seats as others. For each seat there is what it
 * adds by its own list less what it adds to others. Their order is that of the way in use (net_way.h). */
struct net_firsts { _Alignas(NET_ALIGN) int32_t all[NET_HIDDEN], seat[NET_SEATS][NET_HIDDEN]; };

/* A position's features and their sums. */
struct net_sums { struct net_lists at; struct net_firsts first; };

/* The sums of to->at, from scratch or by the difference to another position, which is faster. */
void net_sum(const struct net *net, struct net_sums *to);
void net_sum_from(const struct net *net, const struct net_sums *from, struct net_sums *to);

/* Goes on to the position of these lists, in place. */
void net_go(const struct net *net, const struct net_lists *now, struct net_sums *sums);

/* Features of a list that changed: where the rows of their weights are, and by how much. A feature may be there several
 * times; there is room for one more than is ever used. */
enum { NET_CHANGES = 2 * NET_SEAT_ROOM };
struct net_changes { int count; uint16_t row[NET_CHANGES]; int16_t by[NET_CHANGES]; };

/* Sets a feature of a list, which is noted among the changes. */
static inline void
net_change(struct net_changes *c, int16_t *list, int f, int value)
{
    int by = value - list[f];

    if (!by)
        return;
    list[f] = (int16_t)value;
    c->row[c->count] = (uint16_t)(f * NET_HIDDEN);
    c->by[c->count++] = (int16_t)by;
}

/* Sums follow changes of the seats' lists, changes[0..], and of the table's list, changes[NET_SEATS]. The lists of
 * sums->at are not touched. */
void net_move(const struct net *net, struct net_changes *changes, struct net_sums *sums);

/* The evaluation of the position whose sums these are. The units are 1 / NET_SURE and 1 / NET_POINT; seats that do not
 * play are left alone. */
void net_read_value(const struct net *net, const struct net_sums *sums, int32_t *win, int32_t *score);

#endif
