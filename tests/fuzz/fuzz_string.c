/* SPDX-License-Identifier: MIT
 * fuzz_string.c -- any bytes as a position string, and the same with a checksum that fits. A string that is taken gives
 * a consistent state, which is written and read back as itself; any other gives one sentence. */
#include <string.h>

#include "fuzz.h"
#include "position_string.h"

enum { MOST = GAMES_STATE_ROOM };

static void
read_back(const struct game *game, const union games_state *st)
{
    char text[MOST], again[MOST];
    struct text t = text_in(text, sizeof text), t2 = text_in(again, sizeof again);
    const struct game *which = NULL;
    union games_state back;
    struct refusal why;

    MUST(!game->check(st));
    MUST(position_string_write(&t, game, st) && text_length(&t) > 0);
    MUST(position_read_line(text, t.len, false, &which, &back, &why) && which == game);
    MUST(memcmp(&back, st, game->state_size) == 0);
    MUST(position_string_write(&t2, game, &back) && strcmp(text, again) == 0);
}

static void
try(const char *at, size_t len)
{
    struct refusal why = {""};
    const struct game *game = NULL;
    union games_state st;

    if (position_read_line(at, len, false, &game, &st, &why))
        read_back(game, &st);
    else
        MUST(why.text[0] && strlen(why.text) < sizeof why.text && !strchr(why.text, '\n'));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[MOST + POSITION_STRING_SUM];

    try((const char *)data, size);
    if (size < MOST) {
        memcpy(text, data, size);
        position_string_sum(text, size, text + size);
        try(text, size + POSITION_STRING_SUM);
    }
    return 0;
}
