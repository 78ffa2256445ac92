/* SPDX-License-Identifier: MIT
 * ra_rule.c -- the rule bot of Ra: sound play by rules that can be said in words.
 *
 *   1. A tile is worth what it adds to the score sheet, now and in the epochs to come (ra_worth.c).
 *   2. A sun is worth its share of the tiles still to come; near the end of an epoch that is little.
 *   3. Bid when the lot is worth more than the sun, and no more than it takes to win.
 *   4. Draw while a further tile should bring more than the next Ra tile may cost; else invoke.
 *   5. A god is for a tile that is worth clearly more than the god's own two points.
 *   6. Lose the tiles that are missed least.
 *
 * Everything it looks at is public. It uses no chance, so it always plays alike.
 */
#include "ai_parts.h"

#include "ra_worth.h"

/* How sure one is that others bid as reckoned, and how much of a rival's profit is one's own loss. */
static const double SURE_TO_LOSE = 0.75, SURE_TO_WIN = 0.92, ENVY = 0.4;
/* After a draw somebody else may call first. */
static const double LATER = 0.92;

/* The decision at hand. */
struct table {
    const struct ra_state *s;
    struct ra_outlook outlook;
    int seat;
    uint8_t lot[RA_TRACK];
    int lot_size;
};

/* What each seat gains by a lot. */
struct gains {
    double of[RA_SEATS];
};

static struct table
look_at(const struct ra_state *s, int seat, const struct ra_taste *taste)
{
    struct table t = {.s = s, .outlook = ra_look_ahead(s, seat, taste), .seat = seat};

    for (int i = 0; i < RA_TRACK; i++) {
        if (s->track[i] != RA_EMPTY)
            t.lot[t.lot_size++] = s->track[i];
    }
    return t;
}

static struct gains
gains_of(const struct table *t, int lot_size)
{
    struct gains gains = {{0}};

    for (int i = 0; i < t->s->seats; i++)
        gains.of[i] = ra_lot_gain(&t->outlook, i, t->lot, lot_size);
    return gains;
}

/* ---- auctions ---- */

static int
lowest_above(uint32_t suns, int high)
{
    for (int sun = high + 1; sun <= RA_SUNS; sun++) {
        if (suns >> sun & 1)
            return sun;
    }
    return 0;
}

/* The profit of `seat` if it takes the lot with the lowest sun above `high`; nothing to gain: 0. */
static double
profit_above(const struct table *t, const struct gains *gains, int seat, int high, int *sun)
{
    double profit;

    *sun = lowest_above(t->s->ready[seat], high);
    if (*sun == 0)
        return 0;
    profit = gains->of[seat] - ra_sun_cost(&t->outlook, *sun);
    if (profit <= 0)
        *sun = 0;
    return profit > 0 ? profit : 0;
}

static double
own_sun_cost(const struct table *t, int sun)
{
    return t->outlook.taste.suns * ra_sun_cost(&t->outlook, sun);
}

static double
share_of_envy(const struct table *t, double profit)
{
    return -ENVY * profit / (t->s->seats - 1);
}

/* What it means to let the lot go: somebody behind us, or the highest bidder, has it. */
static double
value_of_passing(const struct table *t, const struct gains *gains)
{
    const struct ra_state *s = t->s;
    double profit = 0;
    int high = s->high_sun;

    if (high)
        profit = gains->of[s->high_seat] - ra_sun_cost(&t->outlook, high);
    for (int seat = t->seat; seat != s->turn;) {
        int sun;
        double theirs;

        seat = (seat + 1) % s->seats;
        theirs = profit_above(t, gains, seat, high, &sun);
        if (sun) {
            high = sun;
            profit = theirs;
        }
    }
    return share_of_envy(t, profit > 0 ? profit : 0);
}

/* The chance that nobody behind us bids more than `sun`. */
static double
chance_to_win(const struct table *t, const struct gains *gains, int sun)
{
    double chance = 1;

    for (int seat = t->seat; seat != t->s->turn;) {
        int theirs;

        seat = (seat + 1) % t->s->seats;
        if (lowest_above(t->s->ready[seat], sun) == 0)
            continue;
        profit_above(t, gains, seat, sun, &theirs);
        chance *= theirs ? 1 - SURE_TO_LOSE : SURE_TO_WIN;
    }
    return chance;
}

static double
value_of_bid(const struct table *t, const struct gains *gains, int sun)
{
    double chance = chance_to_win(t, gains, sun);
    double profit = gains->of[t->seat] - own_sun_cost(t, sun);

    return chance * profit + (1 - chance) * value_of_passing(t, gains);
}

/* ---- turns ---- */

/* What an auction of the first `lot_size` tiles brings when we call it: everybody else answers
 * first, then we. `forced`: we must bid if nobody does. */
static double
value_of_auction(const struct table *t, int lot_size, bool forced)
{
    struct gains gains = gains_of(t, lot_size);
    double theirs = 0, ours;
    int high = 0, sun;

    for (int i = 1; i < t->s->seats; i++) {
        int bid;
        double profit = profit_above(t, &gains, (t->seat + i) % t->s->seats, high, &bid);

        if (bid) {
            high = bid;
            theirs = profit;
        }
    }
    sun = lowest_above(t->s->ready[t->seat], high);
    ours = sun ? gains.of[t->seat] - own_sun_cost(t, sun) : -1e9;
    if (forced && high == 0)
        return ours;
    return ours > share_of_envy(t, theirs) ? ours : share_of_envy(t, theirs);
}

static double
value_of_invoking(const struct table *t)
{
    return value_of_auction(t, t->lot_size, t->lot_size < RA_TRACK);
}

/* All our ready suns are left over when the Ra track is full. */
static double
value_of_the_end(const struct table *t)
{
    int suns = 0;

    for (int sun = 1; sun <= RA_SUNS; sun++)
        suns += (t->s->ready[t->seat] >> sun & 1) != 0;
    return -suns * t->outlook.taste.suns * ra_sun_keep(&t->outlook);
}

static double
value_of_drawing(const struct table *t)
{
    const struct ra_state *s = t->s;
    bool last_space = s->ra_tiles + 1 == ra_track_length(s->seats);
    struct table next = *t;
    double sum, total = s->bag[RA_RA];

    sum = s->bag[RA_RA] *
          (last_space ? value_of_the_end(t) : value_of_auction(t, t->lot_size, false));
    for (int kind = RA_RA + 1; kind < RA_KINDS; kind++) {
        double value;

        if (s->bag[kind] == 0)
            continue;
        next.lot[t->lot_size] = (uint8_t)kind;
        value = value_of_auction(&next, t->lot_size + 1, false);
        sum += s->bag[kind] * (value > 0 ? t->outlook.taste.later * LATER * value : value);
        total += s->bag[kind];
    }
    return sum / total;
}

/* ---- gods ---- */

/* Early in an epoch a god may wait for something better. */
static double
patience(const struct table *t)
{
    return 0.5 + 2.5 * t->outlook.epoch_left;
}

/* The worth of the tile beyond that of the god, and of waiting. */
static double
value_of_taking(const struct table *t, int kind)
{
    uint8_t tile = (uint8_t)kind;

    return ra_lot_gain(&t->outlook, t->seat, &tile, 1) - 2 - patience(t);
}

/* ---- all together ---- */

static double
value_of(const struct table *t, const struct gains *gains, game_action a)
{
    switch (ra_verb(a)) {
    case RA_V_DRAW:
        return value_of_drawing(t);
    case RA_V_INVOKE:
        return value_of_invoking(t);
    case RA_V_TAKE:
        return value_of_taking(t, ra_arg(a));
    case RA_V_BID:
        return value_of_bid(t, gains, ra_arg(a));
    case RA_V_PASS:
        return value_of_passing(t, gains);
    case RA_V_DISCARD:
        return -ra_tile_loss(&t->outlook, t->seat, t->s->tiles[t->seat], ra_arg(a));
    case RA_V_END:
    case RA_V_DEAL:
    case RA_V_TILE:
        break;
    }
    return 0;
}

static game_action
choose_by(const struct ra_taste *taste, const struct ra_state *seen, int seat, uint64_t *rng,
          struct ai_advice *advice)
{
    game_action legal[RA_MAX_ACTIONS];
    int count = ra_actions(seen, seat, legal), best = 0;
    struct table t = look_at(seen, seat, taste);
    struct gains gains = gains_of(&t, t.lot_size);
    double values[RA_MAX_ACTIONS];

    (void)rng;
    for (int i = 0; i < count; i++) {
        values[i] = value_of(&t, &gains, legal[i]);
        if (values[i] > values[best])
            best = i;
    }
    ai_advise(advice, legal, values, count);
    return legal[best];
}

/* ---- the bots ---- */

/* gods, pharaohs, river, gold, civilisations, monuments, suns, later */
static const struct ra_taste builder_taste = {0.9, 0.9, 0.9, 1, 0.9, 1.8, 1, 1};
static const struct ra_taste priest_taste = {1.6, 1.6, 0.9, 1, 1.1, 0.8, 1, 1};
static const struct ra_taste farmer_taste = {0.9, 0.9, 1.8, 1, 0.9, 0.9, 1, 1};
static const struct ra_taste gambler_taste = {1, 1, 1, 1, 1, 1, 1.3, 1.3};

AI_CHOOSE(choose_rule, ra_no_taste)
AI_CHOOSE(choose_builder, builder_taste)
AI_CHOOSE(choose_priest, priest_taste)
AI_CHOOSE(choose_farmer, farmer_taste)
AI_CHOOSE(choose_gambler, gambler_taste)

static game_action
choose_novice(const struct game *game, const void *seen, int seat, uint64_t *rng,
              const struct ai_limits *limits, struct ai_advice *advice)
{
    game_action action = choose_rule(game, seen, seat, rng, limits, advice);

    return ai_beginner(game, seen, seat, action, rng);
}

#define BOT(id, word, function, about) AI_BOT_OF(id, "ra", word, function, about)

BOT(ra_rule_bot, "rule", choose_rule, "sound play by hand-written rules");
BOT(ra_novice_bot, "novice", choose_novice, "by the rules, and often without a thought");
BOT(ra_easy_bot, "easy", choose_rule, "sound play by hand-written rules");
BOT(ra_builder_bot, "easy:builder", choose_builder, "by the rules, and fond of monuments");
BOT(ra_priest_bot, "easy:priest", choose_priest, "by the rules, and fond of gods and pharaohs");
BOT(ra_farmer_bot, "easy:farmer", choose_farmer, "by the rules, and fond of the Nile");
BOT(ra_gambler_bot, "easy:gambler", choose_gambler,
    "by the rules, and hopes for the next tile");
