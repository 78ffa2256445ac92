/* SPDX-License-Identifier: MIT
 * fuzz_position.c -- any bytes as the JSON of a state. One that is taken is consistent, reads back from
 * its own JSON as itself, and can be played on from: each action listed is made. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "moves_json.h"
#include "position.h"
#include "document.h"

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
    struct document json = {0};
    struct refusal why;

    MUST(len > 0 && document_line(&json, text, (size_t)len, &why));
    MUST(position_read(json.root, &which, &back, &why) && which == game);
    MUST(memcmp(&back, st, game->state_size) == 0);
    document_finish(&json);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct refusal why = {""};
    const struct game *game = NULL;
    union games_state st;
    struct document json = {0};

    if (document_line(&json, (const char *)data, size, &why) &&
        position_read(json.root, &game, &st, &why)) {
        MUST(!game->check(&st));
        read_back(game, &st);
        play_on(game, &st);
    } else {
        MUST(why.text[0] && strlen(why.text) < sizeof why.text && !strchr(why.text, '\n'));
    }
    document_finish(&json);
    return 0;
}
