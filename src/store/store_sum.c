/* SPDX-License-Identifier: MIT
 * store_sum.c -- see store_sum.h. */
#include "store_sum.h"

static const uint64_t BASIS = 0xcbf29ce484222325u;

static uint64_t
add_byte(uint64_t sum, uint8_t byte)
{
    return (sum ^ byte) * 0x100000001b3u;
}

static uint64_t
add_bytes(uint64_t sum, const uint8_t *at, size_t len)
{
    for (size_t i = 0; i < len; i++)
        sum = add_byte(sum, at[i]);
    return sum;
}

/* With its final 0, so that the border between two texts counts. */
static uint64_t
add_text(uint64_t sum, const char *text)
{
    do
        sum = add_byte(sum, (uint8_t)*text);
    while (*text++);
    return sum;
}

static uint64_t
add_int(uint64_t sum, int64_t number)
{
    for (int i = 0; i < 64; i += 8)
        sum = add_byte(sum, (uint8_t)((uint64_t)number >> i));
    return sum;
}

int64_t
store_sum_table(const struct store_table *table)
{
    uint64_t sum = add_text(BASIS, table->id);

    sum = add_text(sum, table->game);
    sum = add_text(sum, table->options);
    sum = add_int(sum, table->players);
    sum = add_int(sum, table->status);
    sum = add_int(sum, table->open_to_all);
    sum = add_int(sum, table->hints);
    sum = add_int(sum, table->pace);
    sum = add_int(sum, table->stand_ins);
    sum = add_int(sum, table->created);
    sum = add_int(sum, table->maker);
    return (int64_t)add_text(sum, table->rematch);
}

int64_t
store_sum_seat(const char *id, int seat, const struct store_seat *of)
{
    uint64_t sum = add_int(add_text(BASIS, id), seat);

    sum = add_int(sum, of->kind);
    sum = add_text(sum, of->name);
    sum = add_text(sum, of->bot);
    sum = add_text(sum, of->person);
    return (int64_t)add_bytes(sum, of->token, STORE_HASH);
}

int64_t
store_sum_ban(const struct store_ban *ban)
{
    return (int64_t)add_text(add_int(BASIS, ban->kind), ban->what);
}

int64_t
store_sum_action(const char *id, const struct store_action *of, int64_t made)
{
    uint64_t sum = add_int(add_text(BASIS, id), of->seq);

    sum = add_int(sum, of->seat);
    sum = add_text(sum, of->action);
    return (int64_t)add_int(add_text(sum, of->key), made);
}
