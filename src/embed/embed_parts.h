/* SPDX-License-Identifier: MIT
 * embed_parts.h -- what the files of src/embed share: sentences of the parts inside, given to the caller.
 */
/* clang-format off */
#ifndef KHEPRI_EMBED_PARTS_H
#define KHEPRI_EMBED_PARTS_H

#include "khepri/records.h"
#include "refusal.h"

/* Gives the sentence to the caller; returns false. `out` may be NULL. */
bool embed_refuse(struct khepri_why *out, const struct refusal *why);

#endif
