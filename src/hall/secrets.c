/* SPDX-License-Identifier: MIT
 * secrets.c -- see secrets.h. */
#include "hall_parts.h"

#include <stdlib.h>
#include <string.h>

#include "rng.h"

static const char letters[] = "abcdefghijklmnopqrstuvwxyz23456789";

enum { LETTERS = sizeof letters - 1, FAIR = 256 / LETTERS * LETTERS };

/* Bytes that would favour the first letters are thrown away. */
static bool
random_text(bool (*random)(void *self, void *out, size_t len), void *self, char *out,
            size_t len)
{
    size_t done = 0;

    while (done < len) {
        uint8_t bytes[64];

        if (!random(self, bytes, sizeof bytes))
            return false;
        for (size_t i = 0; i < sizeof bytes && done < len; i++) {
            if (bytes[i] < FAIR)
                out[done++] = letters[bytes[i] % LETTERS];
        }
    }
    out[len] = 0;
    return true;
}

static bool
is_text(const char *text, size_t len, size_t wanted)
{
    if (len != wanted)
        return false;
    for (size_t i = 0; i < len; i++) {
        if (!text[i] || !strchr(letters, text[i]))
            return false;
    }
    return true;
}

/* The same names follow from a seed after a restart. */
static bool
is_in_use(const struct hall *hall, const char *id)
{
    struct store_action *actions;
    struct store_table row;
    struct oops why;
    int count;

    if (!store_load(hall->host.store, id, &row, &actions, &count, &why))
        return false;
    free(actions);
    return true;
}

bool
secret_id(struct hall *hall, char out[SECRET_ID + 1])
{
    if (!hall->options.seeded) {
        bool fine = random_text(hall->host.random, hall->host.self, out, SECRET_ID);

        if (hall->options.at_home)
            out[0] = '0';
        return fine;
    }
    do {
        uint64_t rng = rng_stream(hall->options.seed, 0, ++hall->names);

        for (int i = 0; i < SECRET_ID; i++)
            out[i] = letters[rng_below(&rng, LETTERS)];
        if (hall->options.at_home)
            out[0] = '0';
        out[SECRET_ID] = 0;
    } while (is_in_use(hall, out));
    return true;
}

bool
secret_token(const struct hall *hall, char out[SECRET_TOKEN + 1])
{
    return hall_new_token(hall->host.random, hall->host.self, out);
}

bool
hall_new_token(bool (*random)(void *self, void *out, size_t len), void *self,
               char out[HALL_TOKEN + 1])
{
    return random_text(random, self, out, HALL_TOKEN);
}

bool
secret_seed(const struct hall *hall, const char *id, int moment, enum secret_use use,
            int number, uint64_t *out)
{
    uint64_t table = rng_stream(hall->options.seed, 1, rng_seed_from_text(id));

    if (!hall->options.seeded)
        return hall->host.random(hall->host.self, out, sizeof *out);
    *out = rng_stream(table, (uint64_t)moment, (uint64_t)use << 32 | (uint32_t)number);
    return true;
}

bool
secret_id_is_one(const struct hall *hall, const char *text, size_t len)
{
    return hall->options.at_home && len > 0 && text[0] == '0'
               ? is_text(text + 1, len - 1, SECRET_ID - 1)
               : is_text(text, len, SECRET_ID);
}

bool
secret_hash(const struct hall *hall, const char *token, size_t len, uint8_t out[SECRET_HASH])
{
    return is_text(token, len, SECRET_TOKEN) && hall->host.seal(hall->host.self, token, out);
}

/* Takes as long whatever the bytes are. */
bool
secret_same(const uint8_t a[SECRET_HASH], const uint8_t b[SECRET_HASH])
{
    volatile uint8_t differ = 0;

    for (int i = 0; i < SECRET_HASH; i++)
        differ = (uint8_t)(differ | (a[i] ^ b[i]));
    return differ == 0;
}
