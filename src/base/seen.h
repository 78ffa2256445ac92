/* SPDX-License-Identifier: MIT
 * seen.h -- which characters of a name can be seen.
 */
/* clang-format off */
#ifndef KHEPRI_SEEN_H
#define KHEPRI_SEEN_H

#include <stdint.h>

/* SEEN_NEVER: characters that nobody sees, or that change how others are shown. SEEN_JOINER and SEEN_VARIANT: those
 * that join or vary the character before them, as in Persian and in emoji. */
enum seen { SEEN_CLEARLY, SEEN_SPACE, SEEN_NEVER, SEEN_JOINER, SEEN_VARIANT };

/* Of a code point. */
enum seen seen_kind(uint32_t code);

#endif
