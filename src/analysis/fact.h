/* SPDX-License-Identifier: MIT
 * fact.h -- what follows from an action, as facts with numbers: how the search expects the decision to end, and
 * what the rules make of that. Sentences for people are made of them; the lists of kinds are in khepri-records(7),
 * "HINTS".
 */
/* clang-format off */
#ifndef KHEPRI_FACT_H
#define KHEPRI_FACT_H

#include "text.h"

enum { FACT_NUMBERS = 4, FACTS_MOST = 8 };

/* A kind of fact, and the names of its numbers, ended by NULL. A number with `word` is written as that name: a tile, a
 * province. */
struct fact_kind {
    const char *name;
    struct { const char *name; const char *(*word)(int number); } number[FACT_NUMBERS];
};

struct fact { const struct fact_kind *kind; int16_t number[FACT_NUMBERS]; };

struct fact_list { int count; struct fact facts[FACTS_MOST]; };

/* Appends a fact; the list must have room for it. */
void fact_add(struct fact_list *list, const struct fact_kind *kind, const int numbers[FACT_NUMBERS]);

/* What is true of both choices explains neither: is this fact in the list? */
bool fact_in(const struct fact_list *list, const struct fact *fact);

/* [{"fact":"lot","seat":2,...},...] */
void json_facts(struct text *t, const struct fact_list *list);

#endif
