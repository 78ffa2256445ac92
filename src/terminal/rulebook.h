/* SPDX-License-Identifier: MIT
 * rulebook.h -- a rulebook (rules/ra.md and the like) inside the program, for '?' in the
 * terminal.
 */
/* clang-format off */
#ifndef KHEPRI_RULEBOOK_H
#define KHEPRI_RULEBOOK_H

#include <stdbool.h>
#include <stdio.h>

/* Prints the list of chapters on stdout, a line each. */
void rulebook_chapters(const char *rules);

/* Prints the rules on a topic: a chapter by number ("7") or by a word of its title
 * ("auctions"). A topic may also be a mark ("RA-AUC-03"; `mark` is the prefix): its rule is
 * printed alone. Of the passages with any other word, the first few are printed. False if there are none. */
bool rulebook_topic(const char *rules, const char *mark, const char *topic, FILE *to);

#endif
