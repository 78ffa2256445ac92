/* SPDX-License-Identifier: MIT
 * amun_batch.c -- see khepri/batch.h: numbers of actions, and games stepped at once. */
#include "khepri/batch.h"

#include <string.h>

#include "amun_parts.h"
#include "amun_step.h"
#include "batch_parts.h"
#include "bits.h"
#include "rng.h"

/* ---- numbers of actions ---- */

static int
number_of_bid(const struct amun_state *s, game_action a)
{
    int province = (int)(a >> 8 & 0xffff), space = (int)(a >> 2 & 0x3f), place = 0;

    while (place < s->offered_count && s->offered[place] != province)
        place++;
    return place < s->offered_count
               ? AMUN_BATCH_BID + 32 * place + 2 * space + (int)(a & AMUN_WITH_BLOCKADE)
               : -1;
}

int
amun_batch_number(const struct amun_state *s, game_action a)
{
    /* clang-format off */
    static const int16_t first[] = {
        [AMUN_V_END] = AMUN_BATCH_END, [AMUN_V_CORRECT] = AMUN_BATCH_CORRECT, [AMUN_V_STEAL] = AMUN_BATCH_STEAL,
        [AMUN_V_BUY] = AMUN_BATCH_BUY, [AMUN_V_SELL] = AMUN_BATCH_SELL, [AMUN_V_BONUS] = AMUN_BATCH_BONUS,
        [AMUN_V_FARMER] = AMUN_BATCH_FARMER, [AMUN_V_STONE] = AMUN_BATCH_STONE,
        [AMUN_V_FREE_FARMER] = AMUN_BATCH_FREE_FARMER, [AMUN_V_BUILDER] = AMUN_BATCH_BUILDER,
        [AMUN_V_EIGHT_GOLD] = AMUN_BATCH_EIGHT_GOLD, [AMUN_V_HARVEST] = AMUN_BATCH_HARVEST,
        [AMUN_V_REWARD] = AMUN_BATCH_REWARD, [AMUN_V_OFFER] = AMUN_BATCH_OFFER};
    /* clang-format on */
    enum amun_verb verb = amun_verb(a);

    if (verb == AMUN_V_BID)
        return number_of_bid(s, a);
    if (verb == AMUN_V_OFFER && amun_arg(a) > 2 * AMUN_BATCH_MOST_OFFER + 1)
        return -1;
    return verb < AMUN_V_SELL ? -1 : first[verb] + amun_arg(a); /* nature's have none */
}

/* The bid of a number. Whether the overbid card goes with it follows from the state. */
static game_action
bid_of(const struct amun_state *s, int seat, int at)
{
    int province = s->offered[at / 32];
    int with = at & 1;

    if (at / 32 >= s->offered_count)
        return 0;
    if (s->marker[seat] == province && !(s->overbid_power >> seat & 1))
        with |= AMUN_WITH_OVERBID;
    return amun_bid(province, at % 32 / 2, with);
}

/* Ranges of numbers that are a verb and an argument, ascending by their ends. */
static game_action
plain_action(int number)
{
    static const struct {
        int16_t end, first;
        uint8_t verb;
    } ranges[] = {{AMUN_BATCH_END + 1, AMUN_BATCH_END, AMUN_V_END},
                  {AMUN_BATCH_CORRECT + 2, AMUN_BATCH_CORRECT, AMUN_V_CORRECT},
                  {AMUN_BATCH_STEAL + 2, AMUN_BATCH_STEAL, AMUN_V_STEAL},
                  {AMUN_BATCH_SELL, AMUN_BATCH_BUY, AMUN_V_BUY},
                  {AMUN_BATCH_SELL + AMUN_CARDS, AMUN_BATCH_SELL, AMUN_V_SELL},
                  {AMUN_BATCH_FARMER, AMUN_BATCH_BONUS, AMUN_V_BONUS},
                  {AMUN_BATCH_STONE, AMUN_BATCH_FARMER, AMUN_V_FARMER},
                  {AMUN_BATCH_FREE_FARMER, AMUN_BATCH_STONE, AMUN_V_STONE},
                  {AMUN_BATCH_BUILDER, AMUN_BATCH_FREE_FARMER, AMUN_V_FREE_FARMER},
                  {AMUN_BATCH_EIGHT_GOLD, AMUN_BATCH_BUILDER, AMUN_V_BUILDER},
                  {AMUN_BATCH_HARVEST, AMUN_BATCH_EIGHT_GOLD, AMUN_V_EIGHT_GOLD},
                  {AMUN_BATCH_REWARD, AMUN_BATCH_HARVEST, AMUN_V_HARVEST},
                  {AMUN_BATCH_BID, AMUN_BATCH_REWARD, AMUN_V_REWARD}};
    int i = 0;

    while (number >= ranges[i].end)
        i++;
    return amun_act((enum amun_verb)ranges[i].verb, number - ranges[i].first);
}

static game_action
action_of(const struct amun_state *s, int seat, int number)
{
    if (number >= AMUN_BATCH_OFFER + 2)
        return amun_act(AMUN_V_OFFER, number - AMUN_BATCH_OFFER);
    if (number >= AMUN_BATCH_BID)
        return bid_of(s, seat, number - AMUN_BATCH_BID);
    return plain_action(number);
}

/* The seat that decides: of several that choose in secret the lowest. -1 at the end. */
static int
decider(const struct amun_state *s)
{
    game_seats seats = amun_to_move(s);

    return seats ? bits_lowest(seats) : -1;
}

game_action
amun_batch_action(const struct amun_state *s, int number)
{
    int seat = decider(s);

    return seat < 0 || seat == GAME_NATURE ? 0 : action_of(s, seat, number);
}

/* ---- a step ---- */

static void
find_legal(struct amun_batch_game *game, int seat)
{
    game_action actions[AMUN_MAX_ACTIONS];
    int count = amun_actions(&game->state, seat, actions);

    memset(game->legal, 0, sizeof game->legal);
    for (int i = 0; i < count; i++) {
        int number = amun_batch_number(&game->state, actions[i]);

        if (number >= 0)
            game->legal[number / 64] |= UINT64_C(1) << number % 64;
    }
}

/* Nature moves until a seat is to decide, whose legal actions are then found; false when the game is over. */
static bool
advance(struct amun_batch_game *game)
{
    int seat;

    while ((seat = decider(&game->state)) == GAME_NATURE)
        amun_step_nature(&game->state, &game->rng);
    if (seat >= 0)
        find_legal(game, seat);
    return seat >= 0;
}

enum game_err
amun_batch_begin(struct amun_batch_game *games, size_t count, int players,
                 const struct amun_options *options, uint64_t seed)
{
    struct amun_state start;
    enum game_err err = amun_setup(&start, players, options);

    for (size_t i = 0; err == GAME_OK && i < count; i++) {
        games[i].state = games[i].start = start;
        games[i].rng = rng_stream(seed, i, 0);
        advance(&games[i]);
    }
    return err;
}

static void
views(const struct amun_state *s, uint8_t out[AMUN_SEATS * AMUN_BATCH_FEATURES])
{
    for (int seat = 0; seat < s->seats; seat++)
        amun_batch_observe(s, seat, out + seat * AMUN_BATCH_FEATURES);
    memset(out + s->seats * AMUN_BATCH_FEATURES, 0,
           (size_t)(AMUN_SEATS - s->seats) * AMUN_BATCH_FEATURES);
}

static void
look(const struct amun_batch_game *game, size_t i, const struct batch_out *out)
{
    int seat = decider(&game->state);

    if (out->masks)
        memcpy(out->masks + i * AMUN_BATCH_WORDS, game->legal, sizeof game->legal);
    if (out->legal)
        batch_put_bytes(game->legal, AMUN_BATCH_ACTIONS, out->legal + i * AMUN_BATCH_ACTIONS);
    if (out->observations)
        amun_batch_observe(&game->state, seat, out->observations + i * AMUN_BATCH_FEATURES);
    if (out->views)
        views(&game->state, out->views + i * AMUN_SEATS * AMUN_BATCH_FEATURES);
    if (out->seats)
        out->seats[i] = (uint8_t)seat;
}

void
amun_batch_look(const struct amun_batch_game *games, size_t count, const struct batch_out *out)
{
    for (size_t i = 0; i < count; i++)
        look(&games[i], i, out);
}

static bool
is_legal(const struct amun_batch_game *game, int number)
{
    return number >= 0 && number < AMUN_BATCH_ACTIONS &&
           (game->legal[number / 64] >> number % 64 & 1);
}

enum game_err
amun_batch_step(struct amun_batch_game *games, size_t count, const int16_t *actions,
                enum batch_reward reward, const struct batch_out *out, size_t *at)
{
    for (size_t i = 0; i < count; i++) {
        if (!is_legal(&games[i], actions[i])) {
            *at = i;
            return GAME_ILLEGAL;
        }
    }
    for (size_t i = 0; i < count; i++) {
        struct amun_batch_game *game = &games[i];
        int seat = decider(&game->state);
        bool over;

        amun_step(&game->state, seat, action_of(&game->state, seat, actions[i]));
        over = !advance(game);
        batch_put_done(out, i, over);
        if (over) {
            batch_put_end(&amun_game, &game->state, reward, out, i);
            if (out->last_views)
                views(&game->state, out->last_views + i * AMUN_SEATS * AMUN_BATCH_FEATURES);
            game->state = game->start;
            advance(game);
        }
        look(game, i, out);
    }
    return GAME_OK;
}
