/* SPDX-License-Identifier: MIT
 * secrets.c -- see secrets.h. */
#include "hall_parts.h"

#include <string.h>

static const char letters[] = "abcdefghijklmnopqrstuvwxyz23456789";

enum { LETTERS = sizeof letters - 1, FAIR = 256 / LETTERS * LETTERS };

/* Bytes that would favour the first letters are thrown away. */
static bool
random_text(const struct hall *hall, char *out, size_t len)
{
    size_t done = 0;

    while (done < len) {
        uint8_t bytes[64];

        if (!hall->host.random(hall->host.self, bytes, sizeof bytes))
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

bool
secret_id(const struct hall *hall, char out[SECRET_ID + 1])
{
    return random_text(hall, out, SECRET_ID);
}

bool
secret_token(const struct hall *hall, char out[SECRET_TOKEN + 1])
{
    return random_text(hall, out, SECRET_TOKEN);
}

bool
secret_seed(const struct hall *hall, uint64_t *out)
{
    return hall->host.random(hall->host.self, out, sizeof *out);
}

bool
secret_id_is_one(const char *text, size_t len)
{
    return is_text(text, len, SECRET_ID);
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
