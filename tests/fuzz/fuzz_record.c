/* SPDX-License-Identifier: MIT
 * fuzz_record.c -- any bytes as the line of a record. A record that holds is written again from where it
 * led to, and that one must hold too and lead to the same state. */
#include <string.h>

#include "fuzz.h"
#include "record.h"

static void
write_again(const struct record *r)
{
    const char *names[GAME_MAX_SEATS];
    struct record second;
    struct refusal why;
    json_t *again, *parsed;
    char *line;

    for (int seat = 0; seat < r->seats; seat++)
        names[seat] = record_player(r, seat);
    again = record_create(r->game, &r->state, r->seats, names,
                          json_object_get(r->json, "actions"), NULL);
    MUST(again);
    line = record_line(again);
    MUST(line && !strchr(line, '\n'));
    parsed = record_parse(line, strlen(line), &why);
    MUST(parsed && record_replay(&second, parsed, &why));
    MUST(second.step == r->step && memcmp(&second.state, &r->state, r->game->state_size) == 0);
    json_decref(parsed);
    json_decref(again);
    free(line);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct refusal why = {""};
    struct record r;
    json_t *json = record_parse((const char *)data, size, &why);

    if (json && record_replay(&r, json, &why))
        write_again(&r);
    else
        MUST(why.text[0] && strlen(why.text) < sizeof why.text && !strchr(why.text, '\n'));
    json_decref(json);
    return 0;
}
