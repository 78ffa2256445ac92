/* SPDX-License-Identifier: MIT
 * amun_score.c -- income of provinces [AR-INC], points [AR-SCORE], ranks of offers [AR-REW],
 * and the winner [AR-END].
 */
#include "amun_parts.h"

#include "minmax.h"

int
amun_owner(const struct amun_state *s, int province)
{
    for (int i = 0; i < s->seats; i++) {
        if (s->owned[i] >> province & 1)
            return i;
    }
    return AMUN_NONE;
}

int
amun_hand_size(const struct amun_state *s, int seat)
{
    return amun_count(s->hand[seat]);
}

/* ---- income ---- */

int
amun_farmers_in(const struct amun_state *s, int province)
{
    int printed = province == AMUN_BAHARYA
                      ? s->options.baharya_printed_farmers /* [AR-FARM-03] */
                      : s->options.board.provinces[province].printed_farmers;

    return s->farmers[province] + s->free_farmers[province] + printed;
}

static int
further_income(const struct amun_ground *ground, int temple)
{
    return ground->income_always + (temple <= 2 ? ground->income_camel : 0);
}

int
amun_income(const struct amun_state *s, int seat, int temple)
{
    int sum = 0;

    AMUN_EACH(province, s->owned[seat])
    {
        sum += amun_farmers_in(s, (int)province) * temple +
               further_income(&s->options.board.provinces[province], temple);
    }
    return sum;
}

/* [AR-CARD-06]: 8 gold replaces, [AR-CARD-07]: harvest increase adds. */
struct amun_yield
amun_yield_of(const struct amun_state *s, int province, int temple)
{
    int each = temple + (s->harvest == province);

    if (s->eight_gold == province)
        return (struct amun_yield){.further = 8, .eight = true};
    return (struct amun_yield){
        .harvest = amun_farmers_in(s, province) * each,
        .further = further_income(&s->options.board.provinces[province], temple)};
}

/* ---- the sacrifice ---- */

int
amun_temple_space(const struct amun_board *board, int32_t total)
{
    int space = 1;

    while (space < 4 && total > board->temple_limits[space - 1])
        space++;
    return space;
}

void
amun_rank(const struct amun_state *s, uint8_t order[AMUN_SEATS])
{
    for (int i = 0, seat = s->starting; i < s->seats; i++, seat = amun_left_of(s, seat)) {
        int at = i, offer = s->offer[seat]; /* 0 for the -3 card: below every gold */

        for (; at > 0 && s->offer[order[at - 1]] < offer; at--)
            order[at] = order[at - 1];
        order[at] = (uint8_t)seat;
    }
}

void
amun_reward_order(const struct amun_state *s, uint8_t order[AMUN_SEATS])
{
    uint8_t rank[AMUN_SEATS];
    int count = 2;

    amun_rank(s, rank);
    order[0] = rank[0];
    order[1] = rank[1];
    for (int i = 0, seat = s->starting; i < s->seats; i++, seat = amun_left_of(s, seat)) {
        if (seat != rank[0] && seat != rank[1])
            order[count++] = (uint8_t)seat;
    }
}

int
amun_items_due(const struct amun_state *s, int seat)
{
    int above = 0;
    bool first = true; /* of equal offers the one nearer to the starting player */

    if (s->steals >> seat & 1)
        return 0; /* [AR-REW-03] */
    for (int i = 0, other = s->starting; i < s->seats; i++, other = amun_left_of(s, other)) {
        if (other == seat)
            first = false;
        else
            above += s->offer[other] > s->offer[seat] ||
                     (first && s->offer[other] == s->offer[seat]);
    }
    return above == 0 ? 3 : above == 1 ? 2 : 1;
}

/* ---- scoring ---- */

int
amun_pyramids_of(const struct amun_state *s, int seat)
{
    int sum = 0;

    AMUN_EACH(province, s->owned[seat])
    {
        sum += s->pyramids[province];
    }
    return sum;
}

static int
stones_of(const struct amun_state *s, int seat)
{
    int sum = 0;

    AMUN_EACH(province, s->owned[seat])
    {
        sum += s->stones[province];
    }
    return sum;
}

int
amun_temples_of(const struct amun_state *s, int seat)
{
    int sum = 0;

    AMUN_EACH(province, s->owned[seat])
    {
        sum += s->options.board.provinces[province].temples;
    }
    return sum;
}

/* One pyramid in each of three provinces [AR-SCORE-02]. */
int
amun_sets_of(const struct amun_state *s, int seat)
{
    int fewest = AMUN_MOST_PYRAMIDS, provinces = 0;

    AMUN_EACH(province, s->owned[seat])
    {
        fewest = int_min(fewest, s->pyramids[province]);
        provinces++;
    }
    return provinces == 3 ? fewest : 0;
}

/* The best province of a side for a seat: pyramids first, then stones; -1 without one [AR-SCORE-03]. */
static int
best_on_side(const struct amun_state *s, int seat, int side)
{
    int best = -1;

    AMUN_EACH(province, s->owned[seat])
    {
        int worth = s->pyramids[province] * 4 + s->stones[province];

        if (s->options.board.provinces[province].side == side && worth > best)
            best = worth;
    }
    return best;
}

bool
amun_has_side(const struct amun_state *s, int seat, int side)
{
    int mine = best_on_side(s, seat, side);

    if (mine < 0 || mine / 4 < s->options.side_award_min)
        return false;
    for (int i = 0; i < s->seats; i++) {
        if (best_on_side(s, i, side) > mine)
            return false;
    }
    return true;
}

struct amun_tally
amun_score(const struct amun_state *s, int seat)
{
    struct amun_tally t;

    t.pyramids = (int16_t)amun_pyramids_of(s, seat); /* [AR-SCORE-01] */
    t.sets = (int16_t)(3 * amun_sets_of(s, seat));
    t.sides =
        (int16_t)(5 * (amun_has_side(s, seat, AMUN_WEST) + amun_has_side(s, seat, AMUN_EAST)));
    t.temples = (int16_t)(amun_temples_of(s, seat) * s->temple); /* [AR-SCORE-04] */
    t.total = (int16_t)(t.pyramids + t.sets + t.sides + t.temples);
    return t;
}

/* The number of a seat's provinces, and the inputs of bonus cards. */
struct holding {
    int provinces, power, farmers, upper, east, banks;
};

static struct holding
holding_of(const struct amun_state *s, int seat)
{
    struct holding h = {0};

    AMUN_EACH(province, s->owned[seat])
    {
        const struct amun_ground *ground = &s->options.board.provinces[province];

        h.provinces++;
        h.power += ground->limit + ground->free_cards;
        h.farmers += amun_farmers_in(s, (int)province);
        h.upper += ground->egypt == AMUN_UPPER;
        h.east += ground->side == AMUN_EAST;
        h.banks += ground->bank;
    }
    return h;
}

bool
amun_bonus_holds(const struct amun_state *s, int seat, int card)
{
    struct holding h = holding_of(s, seat);

    if (h.provinces != 3)
        return false;
    switch (card) {
    case AMUN_POWER_BONUS:
        return h.power >= 7;
    case AMUN_FARMER_BONUS:
        return h.farmers >= 9;
    case AMUN_EGYPT_BONUS:
        return h.upper % 3 == 0;
    case AMUN_SIDE_BONUS:
        return h.east % 3 == 0;
    case AMUN_BANK_BONUS:
        return h.banks % 3 == 0;
    default:
        return false;
    }
}

int
amun_gold_points(const struct amun_state *s, int seat, int *rank)
{
    static const uint8_t points[AMUN_SEATS] = {6, 4, 2, 0, 0};
    int above = 0, groups = 0; /* seats with more gold; ranks that drop by the smaller option */

    for (int i = 0; i < s->seats; i++) {
        int same = 0, before = 0;

        if (s->gold[i] <= s->gold[seat])
            continue;
        above++;
        for (int j = 0; j < s->seats; j++) {
            same += s->gold[j] == s->gold[i];
            before += j < i && s->gold[j] == s->gold[i];
        }
        if (!before) /* the first of a group counts for all [AR-AMB-13] */
            groups += same > 1 ? 2 : 1;
    }
    *rank = (s->options.gold_tie_drop_one ? groups : above) + 1;
    return points[*rank - 1];
}

game_seats
amun_winners(const struct amun_state *s)
{
    game_seats winners = 0;
    int64_t best = -1;

    for (int i = 0; i < s->seats; i++) {
        int64_t worth = ((int64_t)s->score[i] << 32) + ((int64_t)amun_pyramids_of(s, i) << 8) +
                        stones_of(s, i); /* at most 6 stones */

        if (worth > best) {
            best = worth;
            winners = 0;
        }
        if (worth == best)
            winners |= (game_seats)(1u << i);
    }
    return winners;
}
