/* SPDX-License-Identifier: MIT
 * stdio.h -- of the WebAssembly build: sentences only, with %s %.Ns %d %u %lld %llu %zu %c and %%.
 */
/* clang-format off */
#ifndef KHEPRI_WASM_STDIO_H
#define KHEPRI_WASM_STDIO_H

#include <stdarg.h>
#include <stddef.h>

int snprintf(char *buf, size_t room, const char *format, ...) __attribute__((format(printf, 3, 4)));
int vsnprintf(char *buf, size_t room, const char *format, va_list arguments) __attribute__((format(printf, 3, 0)));

#endif
