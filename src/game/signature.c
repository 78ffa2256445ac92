/* SPDX-License-Identifier: MIT
 * signature.c -- see signature.h. It hashes what the contract says of a state, never the bytes
 * of the struct. So the layout of a state may change without changing the signature.
 */
#include "signature.h"

#include <string.h>

#include "moves.h"
#include "random_play.h"
#include "rng.h"

/* FNV-1a, eight bytes at a time and mixed. */
static void
hash_number(uint64_t *hash, uint64_t number)
{
    *hash = (*hash ^ number) * UINT64_C(0x100000001b3);
    *hash ^= *hash >> 29;
}

static void
hash_text(uint64_t *hash, const char *text)
{
    for (; *text; text++)
        hash_number(hash, (unsigned char)*text);
}

/* Hashes the position and picks what happens next. */
static struct move
hash_moves(uint64_t *hash, const struct game *game, const void *st, uint64_t *rng)
{
    game_seats seats = game->to_move(st);
    struct move next = {.seat = -1};

    hash_number(hash, seats);
    if (seats >> GAME_NATURE & 1) {
        struct game_chance outcomes[GAME_MOST_CHANCES];
        int count = game->chances(st, outcomes);

        for (int i = 0; i < count; i++)
            hash_number(hash, (uint64_t)outcomes[i].action << 32 | outcomes[i].weight);
        next.seat = GAME_NATURE;
        next.action = random_chance(game, st, rng);
    }
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++) {
        game_action actions[GAME_MOST_ACTIONS];
        int count = seats >> seat & 1 ? game->actions(st, seat, actions) : 0;

        for (int i = 0; i < count; i++)
            hash_number(hash, (uint64_t)seat << 32 | actions[i]);
        if (count > 0 && next.seat < 0) {
            next.seat = seat;
            next.action = actions[rng_below(rng, (uint32_t)count)];
        }
    }
    return next;
}

static void
hash_position(uint64_t *hash, const struct game *game, const void *st, bool text)
{
    char json[SIGNATURE_TEXT_ROOM];
    int32_t scores[GAME_MAX_SEATS] = {0};

    game->scores(st, scores);
    for (int i = 0; i < GAME_MAX_SEATS; i++)
        hash_number(hash, (uint32_t)scores[i]);
    if (text && game->write_state(st, json, sizeof json) >= 0)
        hash_text(hash, json);
}

uint64_t
signature(const struct game *game, const void *start, int games, int text_each, void *scratch)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);

    for (int g = 0; g < games; g++) {
        uint64_t rng = rng_stream(0, (uint64_t)g, 0);
        struct move next;

        memcpy(scratch, start, game->state_size);
        do {
            hash_position(&hash, game, scratch, g % text_each == 0);
            next = hash_moves(&hash, game, scratch, &rng);
        } while (next.seat >= 0 &&
                 game->apply(scratch, next.seat, next.action, NULL) == GAME_OK);
    }
    return hash;
}
