/* SPDX-License-Identifier: MIT
 * sha256.h -- SHA-256 (FIPS 180-4) of a few bytes: what is kept of a seat's token. A token has 160
 * random bits, so neither salt nor slowness is needed.
 */
/* clang-format off */
#ifndef KHEPRI_SHA256_H
#define KHEPRI_SHA256_H

#include <stddef.h>
#include <stdint.h>

void sha256(const void *bytes, size_t len, uint8_t out[32]);

#endif
