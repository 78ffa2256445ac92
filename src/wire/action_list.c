/* SPDX-License-Identifier: MIT
 * action_list.c -- see action_list.h. */
#include "action_list.h"

#include <stdlib.h>
#include <string.h>

bool
action_list_add(struct action_list *list, const char *text)
{
    size_t len = strlen(text);

    if (len >= sizeof *list->text)
        return false;
    if (list->count == list->room) {
        size_t room = list->room ? 2 * list->room : 64;
        void *grown = realloc(list->text, room * sizeof *list->text);

        if (!grown)
            return false;
        list->text = grown;
        list->room = room;
    }
    memcpy(list->text[list->count++], text, len + 1);
    return true;
}

bool
action_list_read(struct action_list *list, const struct json *from)
{
    for (const struct json *e = json_first(from); e; e = json_next(from, e)) {
        if (!json_as_text(e) || !action_list_add(list, json_as_text(e)))
            return false;
    }
    return true;
}

void
action_list_finish(struct action_list *list)
{
    free(list->text);
    memset(list, 0, sizeof *list);
}
