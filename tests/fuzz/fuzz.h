/* SPDX-License-Identifier: MIT
 * fuzz.h -- what a fuzz target is: one function over bytes, which returns whatever they are and
 * aborts when something is wrong. With -Dfuzz=true libFuzzer calls it; always, replay_*.c calls it
 * with each file of its corpus. */
/* clang-format off */
#ifndef KHEPRI_FUZZ_H
#define KHEPRI_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Not assert(): it must hold in every kind of build. */
#define MUST(condition)                                                                        \
    do {                                                                                       \
        if (!(condition)) {                                                                    \
            fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition);     \
            abort();                                                                           \
        }                                                                                      \
    } while (0)

/* The bytes, one after the other; 0 after the last. */
struct bytes { const uint8_t *at; size_t left; };

static inline uint8_t
bytes_next(struct bytes *b)
{
    if (!b->left)
        return 0;
    b->left--;
    return *b->at++;
}

#endif
