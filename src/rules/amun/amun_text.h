/* SPDX-License-Identifier: MIT
 * amun_text.h -- the names in actions and states of Amun-Re.
 */
/* clang-format off */
#ifndef KHEPRI_AMUN_TEXT_H
#define KHEPRI_AMUN_TEXT_H

#include "amun_parts.h"

#include "text.h"

extern const char *const amun_province_names[AMUN_PROVINCES + 1];
extern const char *const amun_card_names[AMUN_CARDS + 1];

/* Names of option values, ended by NULL; the empty name is no value. */
extern const char *const amun_printed_names[], *const amun_supplies_names[], *const amun_side_names[],
    *const amun_tie_names[];

#endif
