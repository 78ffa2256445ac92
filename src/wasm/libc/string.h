/* SPDX-License-Identifier: MIT
 * string.h -- of the WebAssembly build: what the core uses of the standard's, and no more.
 */
/* clang-format off */
#ifndef KHEPRI_WASM_STRING_H
#define KHEPRI_WASM_STRING_H

#include <stddef.h>

void  *memcpy(void *restrict to, const void *restrict from, size_t count);
void  *memset(void *to, int byte, size_t count);
int    memcmp(const void *a, const void *b, size_t count);
size_t strlen(const char *s);
char  *strcpy(char *restrict to, const char *restrict from);
int    strcmp(const char *a, const char *b);
int    strncmp(const char *a, const char *b, size_t count);
size_t strnlen(const char *s, size_t most);
char  *strncpy(char *restrict to, const char *restrict from, size_t count);
char  *strchr(const char *s, int c);
void  *memchr(const void *at, int byte, size_t count);
size_t strspn(const char *s, const char *accept);
size_t strcspn(const char *s, const char *reject);
void  *memmove(void *to, const void *from, size_t count);

#endif
