/* SPDX-License-Identifier: MIT
 * document_file.h -- a file of JSON.
 */
/* clang-format off */
#ifndef KHEPRI_DOCUMENT_FILE_H
#define KHEPRI_DOCUMENT_FILE_H

#include "document.h"

/* Reads a file into a document, whose root is NULL when refused: then *why says what is wrong with it. */
const struct json *document_file(struct document *d, const char *path, struct refusal *why);

#endif
