/* SPDX-License-Identifier: MIT
 * stdlib.h -- of the WebAssembly build: memory from one fixed arena, see wasm_libc.c.
 */
/* clang-format off */
#ifndef KHEPRI_WASM_STDLIB_H
#define KHEPRI_WASM_STDLIB_H

#include <stddef.h>

void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *at, size_t size);
void  free(void *at);

#endif
