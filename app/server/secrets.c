/* SPDX-License-Identifier: MIT
 * secrets.c -- see secrets.h. */
#include "secrets.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <string.h>
#include <sys/random.h>

static const char letters[] = "abcdefghijklmnopqrstuvwxyz23456789";

enum { LETTERS = sizeof letters - 1, FAIR = 256 / LETTERS * LETTERS };

static bool
random_bytes(void *out, size_t len)
{
    return getrandom(out, len, 0) == (ssize_t)len;
}

/* Bytes that would favour the first letters are thrown away. */
static bool
random_text(char *out, size_t len)
{
    size_t done = 0;

    while (done < len) {
        uint8_t bytes[64];

        if (!random_bytes(bytes, sizeof bytes))
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
secret_id(char out[SECRET_ID + 1])
{
    return random_text(out, SECRET_ID);
}

bool
secret_token(char out[SECRET_TOKEN + 1])
{
    return random_text(out, SECRET_TOKEN);
}

bool
secret_seed(uint64_t *out)
{
    return random_bytes(out, sizeof *out);
}

bool
secret_id_is_one(const char *text, size_t len)
{
    return is_text(text, len, SECRET_ID);
}

bool
secret_hash(const char *token, size_t len, uint8_t out[SECRET_HASH])
{
    return is_text(token, len, SECRET_TOKEN) &&
           EVP_Digest(token, len, out, NULL, EVP_sha256(), NULL) == 1;
}

bool
secret_same(const uint8_t a[SECRET_HASH], const uint8_t b[SECRET_HASH])
{
    return CRYPTO_memcmp(a, b, SECRET_HASH) == 0;
}
