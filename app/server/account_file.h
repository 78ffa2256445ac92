/* SPDX-License-Identifier: MIT
 * account_file.h -- the file of the bot accounts of a server: a line for each, NAME HASH [join].
 *
 * The host changes it while the server runs (khepri bot-account). It holds no token, only hashes.
 */
/* clang-format off */
#ifndef KHEPRI_ACCOUNT_FILE_H
#define KHEPRI_ACCOUNT_FILE_H

#include <sys/stat.h>

#include "hall.h"

enum { ACCOUNTS_MOST = 1000, ACCOUNT_NAME_MOST = 24 };

extern const char account_name_rule[];
/* Whether a bot account may have that name. */
bool account_name_fits(const char *name);

struct account_list { struct hall_account *at; int count; };

/* Reads the file. False, and a sentence, if it cannot be read or a line is not understood. The list is to be freed. */
bool account_file_read(const char *path, struct account_list *out, struct oops *why);

/* Writes it whole, or not at all: false, and a sentence. */
bool account_file_write(const char *path, const struct account_list *list, struct oops *why);

void account_list_finish(struct account_list *list);

/* Whether the file is another than when this was asked last; true the first time. */
struct account_look { struct stat last; bool looked; };
bool account_file_has_changed(const char *path, struct account_look *look);

#endif
