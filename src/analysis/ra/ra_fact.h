/* SPDX-License-Identifier: MIT
 * ra_fact.h -- the facts of Ra: who gets the lot, what it is worth, which suns remain, what a draw risks.
 */
/* clang-format off */
#ifndef KHEPRI_RA_FACT_H
#define KHEPRI_RA_FACT_H

#include "fact.h"
#include "hint.h"

/* What follows from an action of the hint, which lists it. */
void ra_facts(const struct hint *hint, const struct hint_action *action, struct fact_list *out);

#endif
