/* SPDX-License-Identifier: MIT
 * amun_fact.h -- the facts of Amun-Re: which province at which price, the gold left, what stands there, what the
 * sacrifice brings. A quick search plays the decision to its end: one course of it, or of sealed offers some trials.
 */
/* clang-format off */
#ifndef KHEPRI_AMUN_FACT_H
#define KHEPRI_AMUN_FACT_H

#include "fact.h"
#include "hint.h"

/* The trials of an offer; and the most positions of each decision on the way. */
enum { AMUN_FACT_TRIALS = 8, AMUN_FACT_MOST = 600 };

/* What follows from an action of the hint. Nothing where this program has no nets. */
void amun_facts(const struct hint *hint, const struct hint_action *action, struct fact_list *out);

/* A full state that looks as the hint's to its seat, in which no offer is sealed; and the generator of trial
 * `trial`. All actions of a hint are followed from the same one. */
void     amun_fact_start(const struct hint *hint, struct amun_state *out);
uint64_t amun_fact_chance(int trial);

#endif
