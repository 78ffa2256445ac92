/* SPDX-License-Identifier: MIT
 * ra_rule.c -- the rule bot of Ra: a heuristic that can be stated in words.
 *
 *   1. A tile is worth what it adds to the score sheet, now and in later epochs (ra_worth.c).
 *   2. A sun is worth its share of the tiles still to come; near the end of an epoch that is little.
 *   3. Bid when the lot is worth more than the sun, and no more than it takes to win.
 *   4. Draw while a further tile should earn more than the next Ra tile may cost; else invoke.
 *   5. Spend a god on a tile that is worth clearly more than the god's own two points.
 *   6. Lose the tiles that matter least.
 *
 * All its inputs are public. It uses no randomness, so it always plays alike.
 */
#include "ai_parts.h"

#include "ra_thumb.h"

/* After a draw another seat may invoke first. */
static const double LATER = 0.92;

/* The current decision. */
struct table {
    const struct ra_state *s;
    struct ra_outlook outlook;
    int seat;
    uint8_t lot[RA_TRACK];
    int lot_size;
};

static struct table
look_at(const struct ra_state *s, int seat, const struct ra_taste *taste)
{
    struct table t = {.s = s, .outlook = ra_look_ahead(s, seat, taste), .seat = seat};

    t.lot_size = ra_thumb_track(s, t.lot);
    return t;
}

/* ---- turns ---- */

/* The value of an auction of the first `lot_size` tiles that this seat starts: all others
 * answer first. `forced`: the seat must bid if nobody else does. */
static double
value_of_auction(const struct table *t, int lot_size, bool forced)
{
    struct ra_thumb lot = ra_thumb_lot(&t->outlook, t->lot, lot_size);
    double theirs = 0, ours;
    int high = 0, sun;

    for (int i = 1; i < t->s->seats; i++) {
        int bid;
        double profit = ra_thumb_profit(&lot, (t->seat + i) % t->s->seats, high, &bid);

        if (bid) {
            high = bid;
            theirs = profit;
        }
    }
    sun = ra_thumb_lowest(t->s->ready[t->seat], high);
    ours = sun ? lot.gain[t->seat] - ra_thumb_sun_cost(&lot, t->seat, sun) : -1e9;
    theirs = ra_thumb_envy(&lot, theirs);
    if (forced && high == 0)
        return ours;
    return ours > theirs ? ours : theirs;
}

static double
value_of_invoking(const struct table *t)
{
    return value_of_auction(t, t->lot_size, t->lot_size < RA_TRACK);
}

/* The ready suns are lost when the Ra track is full. */
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

/* The value of the tile beyond that of the god, and of waiting. */
static double
value_of_taking(const struct table *t, int kind)
{
    uint8_t tile = (uint8_t)kind;

    return ra_lot_gain(&t->outlook, t->seat, &tile, 1) - 2 - patience(t);
}

/* ---- all together ---- */

static double
value_of(const struct table *t, const struct ra_thumb *lot, game_action a)
{
    switch (ra_verb(a)) {
    case RA_V_DRAW:
        return value_of_drawing(t);
    case RA_V_INVOKE:
        return value_of_invoking(t);
    case RA_V_TAKE:
        return value_of_taking(t, ra_arg(a));
    case RA_V_BID:
        return ra_thumb_bid(lot, t->seat, t->s->high_sun, ra_arg(a));
    case RA_V_PASS:
        return ra_thumb_pass(lot, t->seat, t->s->high_sun);
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
    struct ra_thumb lot = ra_thumb_lot(&t.outlook, t.lot, t.lot_size);
    double values[RA_MAX_ACTIONS];

    (void)rng;
    for (int i = 0; i < count; i++) {
        values[i] = value_of(&t, &lot, legal[i]);
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

AI_BOT(ra_rule_bot, "rule", choose_rule, "a heuristic that counts points");
AI_BOT(ra_novice_bot, "novice", choose_novice, "like rule, but often at random");
AI_BOT(ra_easy_bot, "easy", choose_rule, "a heuristic that counts points");
AI_BOT(ra_builder_bot, "easy:builder", choose_builder, "like rule, but fond of monuments");
AI_BOT(ra_priest_bot, "easy:priest", choose_priest, "like rule, but fond of gods and pharaohs");
AI_BOT(ra_farmer_bot, "easy:farmer", choose_farmer, "like rule, but fond of the Nile");
AI_BOT(ra_gambler_bot, "easy:gambler", choose_gambler,
       "like rule, but hopes for the next tile");
