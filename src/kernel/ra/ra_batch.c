/* SPDX-License-Identifier: MIT
 * ra_batch.c -- see khepri/batch.h. */
#include "khepri/batch.h"

#include <string.h>

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
    PASSED_OF_SEAT = 36
};

static int
decider(const struct ra_state *s)
{
    return bits_lowest(ra_to_move(s));
}

/* Eight bits of a set as eight bytes, 0 or 1, the lowest first. */
static uint64_t
spread(uint32_t bits)
{
    const uint64_t each = UINT64_C(0x8040201008040201);
    uint64_t chosen = (UINT64_C(0x0101010101010101) * (bits & 0xff)) & each;

    return (chosen + (UINT64_C(0x8080808080808080) - each)) >> 7 & UINT64_C(0x0101010101010101);
}

/* The lowest byte first, on any machine. */
static void
put_eight(uint8_t *out, uint64_t eight)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(out, &eight, sizeof eight); /* gcc 12 turns the loop into eight stores */
#else
    for (int i = 0; i < 8; i++)
        out[i] = (uint8_t)(eight >> 8 * i);
#endif
}

static void
observe_seat(const struct ra_state *s, int seat, uint8_t *out)
{
    ra_display d = s->tiles[seat];
    uint32_t ready = s->ready[seat] >> 1, spent = s->spent[seat] >> 1;

    put_eight(out + SUNS_OF_SEAT, spread(ready) + 2 * spread(spent));
    put_eight(out + SUNS_OF_SEAT + 8, spread(ready >> 8) + 2 * spread(spent >> 8));
    out += TILES_OF_SEAT;
    out[0] = d & 15;
    out[1] = d >> 4 & 31;
    out[2] = d >> 9 & 31;
    out[3] = d >> 14 & 15;
    for (int i = 0; i < 14; i++) /* gold, civilisations, monuments: three bits each */
        out[4 + i] = d >> (18 + 3 * i) & 7;
    out -= TILES_OF_SEAT;
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

static void
observe(const struct ra_state *s, uint8_t out[RA_BATCH_FEATURES])
{
    int me = decider(s), seat = me;

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
}

_Static_assert(AT_TRACK - RA_GOD + RA_EMPTY == AT_BAG,
               "the count of empty spaces is overwritten");

/* Nature moves until a seat is to decide or the game is over. */
static void
let_nature_move(struct ra_batch_game *game)
{
    while (game->state.phase == RA_DEAL || game->state.phase == RA_DRAW)
        ra_step_nature(&game->state, &game->rng);
}

enum game_err
ra_batch_begin(struct ra_batch_game *games, size_t count, int players,
               const struct ra_options *options, uint64_t seed)
{
    struct ra_state start;
    enum game_err err = ra_setup(&start, players, options);

    for (size_t i = 0; err == GAME_OK && i < count; i++) {
        games[i] = (struct ra_batch_game){start, start, rng_stream(seed, i, 0)};
        let_nature_move(&games[i]);
    }
    return err;
}

static void
look(const struct ra_state *s, size_t i, uint64_t *masks, uint8_t *observations, uint8_t *seats)
{
    if (masks)
        masks[i] = ra_step_legal(s);
    if (observations)
        observe(s, observations + i * RA_BATCH_FEATURES);
    if (seats)
        seats[i] = (uint8_t)decider(s);
}

void
ra_batch_look(const struct ra_batch_game *games, size_t count, uint64_t *masks,
              uint8_t *observations, uint8_t *seats)
{
    for (size_t i = 0; i < count; i++)
        look(&games[i].state, i, masks, observations, seats);
}

static void
reward(const struct ra_state *s, float out[RA_SEATS])
{
    int winner = ra_winner(s);

    for (int i = 0; i < s->seats; i++)
        out[i] = i == winner ? 1.0f : -1.0f / (float)(s->seats - 1);
}

enum game_err
ra_batch_step(struct ra_batch_game *games, size_t count, const int8_t *actions, uint64_t *masks,
              uint8_t *observations, uint8_t *seats, float *rewards, uint8_t *done, size_t *at)
{
    for (size_t i = 0; i < count; i++) {
        struct ra_batch_game *game = &games[i];
        bool over;

        if (actions[i] < 0 || actions[i] >= RA_BATCH_ACTIONS ||
            !(ra_step_legal(&game->state) >> actions[i] & 1)) {
            *at = i;
            return GAME_ILLEGAL;
        }
        ra_step_apply(&game->state, actions[i]);
        let_nature_move(game);
        over = game->state.phase == RA_OVER;
        if (rewards) {
            memset(rewards + i * RA_SEATS, 0, RA_SEATS * sizeof *rewards);
            if (over)
                reward(&game->state, rewards + i * RA_SEATS);
        }
        if (done)
            done[i] = over;
        if (over) {
            game->state = game->start;
            let_nature_move(game);
        }
        look(&game->state, i, masks, observations, seats);
    }
    return GAME_OK;
}
