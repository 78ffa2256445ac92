/* SPDX-License-Identifier: MIT
 * action_list.h -- actions as texts, in the order in which they were made, on the heap.
 */
/* clang-format off */
#ifndef KHEPRI_ACTION_LIST_H
#define KHEPRI_ACTION_LIST_H

#include <stdbool.h>

#include "json_read.h"
#include "khepri/game.h"

/* Zeroed at first; then action_list_finish(). */
struct action_list { char (*text)[GAME_TEXT_ROOM + 2]; size_t count, room; };

/* Adds one; false without memory, or if it is longer than any action. */
bool action_list_add(struct action_list *list, const char *text);

/* Adds those of a JSON list. False as above, and if one is no string. */
bool action_list_read(struct action_list *list, const struct json *from);

void action_list_finish(struct action_list *list);

#endif
