/* SPDX-License-Identifier: MIT
 * file_bytes.h -- all bytes of a file.
 */
/* clang-format off */
#ifndef KHEPRI_FILE_BYTES_H
#define KHEPRI_FILE_BYTES_H

#include <stddef.h>

/* Reads a file of at most `most` bytes; the caller frees them. NULL, and errno says why. */
char *file_bytes(const char *path, size_t most, size_t *len);

#endif
