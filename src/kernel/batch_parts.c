/* SPDX-License-Identifier: MIT
 * batch_parts.c -- see batch_parts.h; and rewards. */
#include "batch_parts.h"

#include <string.h>

#include "bits.h"

/* The bits of one word that are `count`, at most 64. */
static void
put_word(uint64_t word, int count, uint8_t *out)
{
    int at = 0;

    for (; at + 8 <= count; at += 8)
        batch_put_eight(out + at, batch_spread((uint32_t)(word >> at & 0xff)));
    for (; at < count; at++)
        out[at] = word >> at & 1;
}

/* Large sets are mostly words without a bit. */
void
batch_put_bytes(const uint64_t *mask, int count, uint8_t *out)
{
    for (; count >= 64; count -= 64, out += 64, mask++) {
        if (*mask)
            put_word(*mask, 64, out);
        else
            memset(out, 0, 64);
    }
    if (count)
        put_word(*mask, count, out);
}

/* Twice the place of a seat, from 0: the mean of the places that equal seats share. */
static int
twice_place(const struct game_result *result, int seats, int seat)
{
    int place = 0;

    for (int other = 0; other < seats; other++) {
        bool won = result->winners >> seat & 1, other_won = result->winners >> other & 1;
        bool equal = won == other_won && result->scores[other] == result->scores[seat];

        if (other == seat)
            continue;
        if (equal)
            place++;
        else if (won != other_won ? other_won : result->scores[other] > result->scores[seat])
            place += 2;
    }
    return place;
}

void
khepri_reward(const struct game_result *result, int seats, enum batch_reward reward,
              float out[GAME_MAX_SEATS])
{
    float others = (float)(seats - 1);
    int winners = bits_count(result->winners), sum = 0;

    memset(out, 0, GAME_MAX_SEATS * sizeof *out);
    for (int i = 0; i < seats; i++)
        sum += result->scores[i];
    for (int i = 0; i < seats; i++) {
        int score = result->scores[i];

        switch (reward) {
        case BATCH_WIN:
            if (winners < seats)
                out[i] = result->winners >> i & 1 ? 1.0f / (float)winners
                                                  : -1.0f / (float)(seats - winners);
            break;
        case BATCH_RANK:
            out[i] = 1.0f - (float)twice_place(result, seats, i) / others;
            break;
        case BATCH_SCORE:
            out[i] = (float)score - (float)(sum - score) / others;
            break;
        case BATCH_REWARDS:
            break;
        }
    }
}

void
batch_put_end(const struct game *game, const void *st, enum batch_reward reward,
              const struct batch_out *out, size_t i)
{
    struct game_result result;
    int seats = game->seats(st);

    if (!game->result(st, &result))
        return; /* cannot be: the game is over */
    if (out->rewards)
        khepri_reward(&result, seats, reward, out->rewards + i * GAME_MAX_SEATS);
    if (out->last_scores) {
        memset(out->last_scores + i * GAME_MAX_SEATS, 0,
               GAME_MAX_SEATS * sizeof *out->last_scores);
        memcpy(out->last_scores + i * GAME_MAX_SEATS, result.scores,
               (size_t)seats * sizeof *result.scores);
    }
}
