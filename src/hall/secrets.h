/* SPDX-License-Identifier: MIT
 * secrets.h -- randomness from the host: names of tables, tokens of seats, seeds for chance. For tests names
 * and chance can follow from a seed instead; tokens never do.
 */
/* clang-format off */
#ifndef KHEPRI_SECRETS_H
#define KHEPRI_SECRETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hall;

enum { SECRET_ID = 12, SECRET_TOKEN = 32, SECRET_HASH = 32 };

/* All false when the host has no randomness to give. The name is one that no table has. */
bool secret_id(struct hall *hall, char out[SECRET_ID + 1]);
bool secret_token(const struct hall *hall, char out[SECRET_TOKEN + 1]);

/* A seed for chance at a moment of a table; `number` tells several of the same use apart. In a seeded hall it depends
 * on the arguments only, so neither speed, nor other tables, nor a restart changes a game. */
enum secret_use { SEED_NATURE, SEED_BOT, SEED_STAND_IN, SEED_REST };
bool secret_seed(const struct hall *hall, const char *id, int moment, enum secret_use use, int number, uint64_t *out);

/* Whether a text could be such a name: 12 of a-z, 2-9; at home 0 and 11 of them. */
bool secret_id_is_one(const struct hall *hall, const char *text, size_t len);

/* The hash of a token; false if it is none (not 32 of a-z, 2-9). */
bool secret_hash(const struct hall *hall, const char *token, size_t len, uint8_t out[SECRET_HASH]);

/* Compares in a time that does not tell where the difference is. */
bool secret_same(const uint8_t a[SECRET_HASH], const uint8_t b[SECRET_HASH]);

#endif
