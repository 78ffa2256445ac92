/* SPDX-License-Identifier: MIT
 * file_bytes.h -- all bytes of a file, read or written.
 */
/* clang-format off */
#ifndef KHEPRI_FILE_BYTES_H
#define KHEPRI_FILE_BYTES_H

#include <stdbool.h>
#include <stddef.h>

/* Reads a file of at most `most` bytes; the caller frees them. NULL, and errno says why. */
char *file_bytes(const char *path, size_t most, size_t *len);

/* Writes a file whole or not at all, also when the power fails: beside it as PATH.new, which then takes its place.
 * It belongs to whom the old one did, and keeps its mode; a link to a file stays one. A device, as /dev/null, is
 * written into; a folder, and what else is no regular file, is refused. False, and errno says why; what was there
 * before is there still, and nothing is beside it. But if only the folder could not be flushed, the new file is there:
 * whether it outlives a power failure is not known. */
bool file_replace(const char *path, const void *bytes, size_t len);

/* Would file_replace be allowed to write there? For those who work long before they write. It changes nothing; false,
 * and errno says why. */
bool file_may_replace(const char *path);

#endif
