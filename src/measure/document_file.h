/* SPDX-License-Identifier: MIT
 * document_file.h -- a file of JSON.
 */
/* clang-format off */
#ifndef KHEPRI_DOCUMENT_FILE_H
#define KHEPRI_DOCUMENT_FILE_H

#include "document.h"

/* Reads a file into a document, whose root is NULL when refused: then *why says what is wrong with it. */
const struct json *document_file(struct document *d, const char *path, struct refusal *why);

/* Gives each line of a file but blank ones to `reader`, which ends it by false and a reason. False, and why with
 * the path and the line, where a line or the file cannot be read or has more bytes than `longest`. */
typedef bool document_reader(void *self, const struct json *json, struct refusal *why);
bool document_file_lines(const char *path, size_t longest, document_reader *reader, void *self, struct refusal *why);

#endif
