/* SPDX-License-Identifier: MIT
 * fuzz_position.c -- any bytes as the JSON of a state. One that is taken is consistent, reads back from
 * its own JSON as itself, and can be played on from: each action listed is made. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "moves_json.h"
#include "position.h"
#include "record.h"

static void
play_on(const struct game *game, const union games_state *st)
{
    int count = 0;
    struct move *moves = moves_create(game, st, &count);

    MUST((count == 0) == (game->to_move(st) == 0));
    for (int i = 0; i < count; i++) {
        union games_state after = *st;

        MUST(moves_apply(game, &after, moves[i].text, NULL) == GAME_OK);
        MUST(!game->check(&after));
    }
    free(moves);
}

static void
read_back(const struct game *game, const union games_state *st)
{
    char text[GAMES_STATE_ROOM];
    int len = game->write_state(st, text, sizeof text);
    const struct game *which = NULL;
    union games_state back;
    struct refusal why;
    json_t *json;

    MUST(len > 0);
    json = record_parse(text, (size_t)len, &why);
    MUST(json && position_read(json, &which, &back, &why) && which == game);
    MUST(memcmp(&back, st, game->state_size) == 0);
    json_decref(json);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct refusal why = {""};
    const struct game *game = NULL;
    union games_state st;
    json_t *json = record_parse((const char *)data, size, &why);

    if (json && position_read(json, &game, &st, &why)) {
        MUST(!game->check(&st));
        read_back(game, &st);
        play_on(game, &st);
    } else {
        MUST(why.text[0] && strlen(why.text) < sizeof why.text && !strchr(why.text, '\n'));
    }
    json_decref(json);
    return 0;
}
