/* SPDX-License-Identifier: MIT
 * fuzz_record.c -- any bytes as the line of a record. A record that holds is written again from where it
 * led to, and that one must hold too and lead to the same state. */
#include <string.h>

#include "document.h"
#include "fuzz.h"
#include "record.h"

static void
write_again(const struct record *r)
{
    const char *names[GAME_MAX_SEATS];
    struct action_list actions = {0};
    struct document parsed = {0};
    struct record second;
    struct refusal why;
    char *line;

    for (int seat = 0; seat < r->seats; seat++)
        names[seat] = record_player(r, seat);
    MUST(action_list_read(&actions, r->list));
    line = record_line(&(struct record_text){.game = r->game,
                                             .state = &r->state,
                                             .seats = r->seats,
                                             .names = names,
                                             .actions = &actions});
    MUST(line && !strchr(line, '\n'));
    MUST(document_line(&parsed, line, strlen(line), &why) &&
         record_replay(&second, parsed.root, &why));
    MUST(second.step == r->step && memcmp(&second.state, &r->state, r->game->state_size) == 0);
    document_finish(&parsed);
    action_list_finish(&actions);
    free(line);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct refusal why = {""};
    struct document json = {0};
    struct record r;

    if (document_line(&json, (const char *)data, size, &why) &&
        record_replay(&r, json.root, &why))
        write_again(&r);
    else
        MUST(why.text[0] && strlen(why.text) < sizeof why.text && !strchr(why.text, '\n'));
    document_finish(&json);
    return 0;
}
