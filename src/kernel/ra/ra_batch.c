/* SPDX-License-Identifier: MIT
 * ra_batch.c -- see khepri/batch.h. */
#include "khepri/batch.h"

#include <string.h>

#include "batch_parts.h"
#include "bits.h"
#include "ra_parts.h"
#include "ra_step.h"
#include "rng.h"

_Static_assert((int)RA_BATCH_TAKE == RA_STEP_TAKE && (int)RA_BATCH_END == RA_STEP_END &&
                   (int)RA_BATCH_BID == RA_STEP_BID &&
                   (int)RA_BATCH_DISCARD == RA_STEP_DISCARD &&
                   (int)RA_BATCH_ACTIONS == RA_STEP_ACTIONS,
               "actions have one numbering");

/* The offsets of an observation: the table in khepri/batch.h. */
enum {
    AT_PHASE = 0,
    AT_EPOCH = 7,
    AT_TURN = 10,
    AT_HIGH_SEAT = 15,
    AT_HIGH_SUN = 20,
    AT_INVOKED = 21,
    AT_RA_TILES = 22,
    AT_RA_SPACES = 23,
    AT_CENTRE = 24,
    AT_TRACK = 25,
    AT_BAG = 47,
    AT_OWED = 70,
    AT_GOD_DISASTER = 72,
    AT_EMPTY_INVOKE = 75,
    AT_PLAYS = 76,
    SUNS_OF_SEAT = 0,
    TILES_OF_SEAT = 16,
    SCORE_OF_SEAT = 34,
    BID_OF_SEAT = 35,
    PASSED_OF_SEAT = 36,
    AT_DECIDER = 266
};

/* The seat that decides; -1 at the end. */
static int
decider(const struct ra_state *s)
{
    game_seats seats = ra_to_move(s);

    return seats ? bits_lowest(seats) : -1;
}

static void
observe_seat(const struct ra_state *restrict s, int seat, uint8_t *restrict out)
{
    ra_display d = s->tiles[seat];
    uint32_t ready = s->ready[seat] >> 1, spent = s->spent[seat] >> 1;

    batch_put_eight(out + SUNS_OF_SEAT, batch_spread(ready) + 2 * batch_spread(spent));
    batch_put_eight(out + SUNS_OF_SEAT + 8,
                    batch_spread(ready >> 8) + 2 * batch_spread(spent >> 8));
    out[TILES_OF_SEAT] = d & 15;
    out[TILES_OF_SEAT + 1] = d >> 4 & 31;
    out[TILES_OF_SEAT + 2] = d >> 9 & 31;
    out[TILES_OF_SEAT + 3] = d >> 14 & 15;
    /* gold, civilisations, monuments: 14 of three bits each; what comes next overwrites the last two bytes */
    batch_put_eight(out + TILES_OF_SEAT + 4, batch_spread_threes(d >> 18 & 0xffffff));
    batch_put_eight(out + TILES_OF_SEAT + 12, batch_spread_threes(d >> 42 & 0x3ffff));
    out[SCORE_OF_SEAT] = (uint8_t)(s->score[seat] < 255 ? s->score[seat] : 255);
    out[BID_OF_SEAT] = s->bid[seat];
    out[PASSED_OF_SEAT] = s->passed >> seat & 1;
}

/* The distance of `seat` to the left of `from`. */
static int
places_left(const struct ra_state *s, int from, int seat)
{
    return seat >= from ? seat - from : seat - from + s->seats;
}

/* What `me` sees while `deciding` decides (-1: nobody). `restrict`, since bytes may be part of any object: without it
 * each byte that is written makes the compiler read the state again. */
static void
observe(const struct ra_state *restrict s, int me, int deciding, uint8_t *restrict out)
{
    int seat = me;

    memset(out, 0, RA_BATCH_FEATURES);
    out[AT_PHASE + s->phase] = 1;
    out[AT_EPOCH + s->epoch - 1] = 1;
    out[AT_TURN + places_left(s, me, s->turn)] = 1;
    out[AT_HIGH_SEAT + places_left(s, me, s->high_seat)] = s->high_sun > 0;
    out[AT_HIGH_SUN] = s->high_sun;
    out[AT_INVOKED] = s->cause == RA_BY_INVOKING;
    out[AT_RA_TILES] = s->ra_tiles;
    out[AT_RA_SPACES] = (uint8_t)(ra_track_length(s->seats) - s->ra_tiles);
    out[AT_CENTRE] = s->centre_sun;
    for (int i = 0; i < RA_TRACK; i++)
        out[AT_TRACK - RA_GOD + s->track[i]]++; /* RA_EMPTY lands where the bag overwrites it */
    memcpy(out + AT_BAG, s->bag, RA_KINDS);
    out[AT_OWED] = s->owed_unrest;
    out[AT_OWED + 1] = s->owed_earthquake;
    out[AT_GOD_DISASTER + s->options.god_disaster - RA_AFTER_ALL] = 1;
    out[AT_EMPTY_INVOKE] = s->options.empty_invoke;
    for (int i = 0; i < s->seats; i++) {
        out[AT_PLAYS + i] = 1;
        observe_seat(s, seat, out + RA_BATCH_SEATS_FROM + i * RA_BATCH_SEAT_FEATURES);
        seat = ra_left_of(s, seat);
    }
    if (deciding >= 0 && deciding != GAME_NATURE)
        out[AT_DECIDER + places_left(s, me, deciding)] = 1;
}

void
ra_batch_observe(const struct ra_state *s, int me, uint8_t out[RA_BATCH_FEATURES])
{
    observe(s, me, decider(s), out);
}

_Static_assert(AT_TRACK - RA_GOD + RA_EMPTY == AT_BAG,
               "the count of empty spaces is overwritten");

/* Nature moves until a seat is to decide, whose legal actions are then found; false when the game is over. */
static bool
advance(struct ra_batch_game *game)
{
    while (game->state.phase == RA_DEAL || game->state.phase == RA_DRAW)
        ra_step_nature(&game->state, &game->rng);
    game->legal = ra_step_legal(&game->state);
    return game->state.phase != RA_OVER;
}

enum game_err
ra_batch_begin(struct ra_batch_game *games, size_t count, int players,
               const struct ra_options *options, uint64_t seed)
{
    struct ra_state start;
    enum game_err err = ra_setup(&start, players, options);

    for (size_t i = 0; err == GAME_OK && i < count; i++) {
        games[i] = (struct ra_batch_game){
            .state = start, .start = start, .rng = rng_stream(seed, i, 0)};
        advance(&games[i]);
    }
    return err;
}

game_action
ra_batch_action(const struct ra_state *s, int number)
{
    (void)s; /* as in games whose numbers depend on the state */
    return ra_step_action(number);
}

int
ra_batch_number(const struct ra_state *s, game_action a)
{
    (void)s;
    return ra_verb(a) < RA_V_DRAW ? -1 : ra_step_number(a); /* nature's have none */
}

static void
views(const struct ra_state *s, uint8_t out[RA_SEATS * RA_BATCH_FEATURES])
{
    for (int seat = 0; seat < s->seats; seat++)
        ra_batch_observe(s, seat, out + seat * RA_BATCH_FEATURES);
    memset(out + s->seats * RA_BATCH_FEATURES, 0,
           (size_t)(RA_SEATS - s->seats) * RA_BATCH_FEATURES);
}

static void
look(const struct ra_batch_game *game, size_t i, const struct batch_out *out)
{
    int seat = decider(&game->state);

    if (out->masks)
        out->masks[i] = game->legal;
    if (out->legal)
        batch_put_bytes(&game->legal, RA_BATCH_ACTIONS, out->legal + i * RA_BATCH_ACTIONS);
    if (out->observations)
        observe(&game->state, seat, seat, out->observations + i * RA_BATCH_FEATURES);
    if (out->views)
        views(&game->state, out->views + i * RA_SEATS * RA_BATCH_FEATURES);
    if (out->seats)
        out->seats[i] = (uint8_t)seat;
}

void
ra_batch_look(const struct ra_batch_game *games, size_t count, const struct batch_out *out)
{
    for (size_t i = 0; i < count; i++)
        look(&games[i], i, out);
}

enum game_err
ra_batch_step(struct ra_batch_game *games, size_t count, const int16_t *actions,
              enum batch_reward reward, const struct batch_out *out, size_t *at)
{
    for (size_t i = 0; i < count; i++) {
        if (actions[i] < 0 || actions[i] >= RA_BATCH_ACTIONS ||
            !(games[i].legal >> actions[i] & 1)) {
            *at = i;
            return GAME_ILLEGAL;
        }
    }
    for (size_t i = 0; i < count; i++) {
        struct ra_batch_game *game = &games[i];
        bool over;

        ra_step_apply(&game->state, actions[i]);
        over = !advance(game);
        batch_put_done(out, i, over);
        if (over) {
            batch_put_end(&ra_game, &game->state, reward, out, i);
            if (out->last_views)
                views(&game->state, out->last_views + i * RA_SEATS * RA_BATCH_FEATURES);
            game->state = game->start;
            advance(game);
        }
        look(game, i, out);
    }
    return GAME_OK;
}
