/* SPDX-License-Identifier: MIT
 * ban_file.h -- the file of khepri serve --bans: on each line "address ADDRESS" or "name NAME"; # begins a comment.
 */
/* clang-format off */
#ifndef KHEPRI_BAN_FILE_H
#define KHEPRI_BAN_FILE_H

#include "hall.h"
#include "oops.h"

/* Reads it into a new array, to be freed; one that is not there has none. The number, or -1 with a sentence. */
int ban_file_read(const char *path, struct hall_ban **out, struct oops *why);

/* Replaces it as a whole. False, and a sentence, if it cannot be written: it is as it was then. */
bool ban_file_write(const char *path, const struct hall_ban *list, int count, struct oops *why);

#endif
