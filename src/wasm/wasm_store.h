/* SPDX-License-Identifier: MIT
 * wasm_store.h -- the store of the hall in a page: see wasm_store.c.
 */
/* clang-format off */
#ifndef KHEPRI_WASM_STORE_H
#define KHEPRI_WASM_STORE_H

#include "hall.h"
#include "text.h"

/* The one store, and the hall that it serves. */
struct store *wasm_store_open(void);
void wasm_store_serves(struct hall *hall);

/* Whether a table is at hand; and one more, from its text. False if that is none. */
bool wasm_store_has(const char *id);
bool wasm_store_put(const char *text, size_t len);

/* Writes the table of a text as a list of tables shows it. False as above. */
bool wasm_store_row(const char *text, size_t len, struct text *t);

/* The oldest commit under way is kept, or not. */
void wasm_store_committed(const char *error);

#endif
