/* SPDX-License-Identifier: MIT
 * fuzz_game.c -- bytes as choices through a whole game: the table by the first two, then of what is
 * listed the one that a byte says; a high byte tries an action made of the next ones instead. */
#include <string.h>

#include "fuzz.h"
#include "khepri/games.h"
#include "position.h"
#include "random_play.h"
#include "record.h"

enum { MOST_STEPS = 4000, TRY_ANYTHING = 0xf8 };

static bool
begin(union games_state *st, struct bytes *b)
{
    uint8_t table = bytes_next(b), rules = bytes_next(b);
    union games_options options;

    memset(&options, 0, sizeof options);
    options.ra = (struct ra_options){
        .edition = rules % 4, .god_disaster = rules / 4 % 5, .empty_invoke = rules / 20 % 3};
    return ra_game.setup(st, table % 8, &options) == GAME_OK;
}

/* An action of any form by anybody: accepted exactly if it is listed, else nothing changes. */
static void
try_anything(union games_state *st, struct bytes *b)
{
    union games_state before = *st;
    int seat = (int8_t)bytes_next(b), count = 0;
    game_action action = 0, list[GAME_MOST_ACTIONS];
    struct game_chance chances[GAME_MOST_CHANCES];
    bool listed = false;

    for (int i = 0; i < 4; i++)
        action = action << 8 | bytes_next(b);
    if (seat == GAME_NATURE) {
        count = ra_game.chances(st, chances);
        for (int i = 0; i < count; i++)
            listed |= chances[i].action == action;
    } else {
        count = ra_game.actions(st, seat, list);
        for (int i = 0; i < count; i++)
            listed |= list[i] == action;
    }
    MUST((ra_game.apply(st, seat, action, NULL) == GAME_OK) == listed);
    MUST(listed || memcmp(&before, st, sizeof before) == 0);
}

static void
choose(union games_state *st, uint8_t byte)
{
    game_seats movers = ra_game.to_move(st);
    struct game_event events[GAMES_MAX_EVENTS];
    struct game_log log = {events, 0, GAMES_MAX_EVENTS};
    game_action list[GAME_MOST_ACTIONS];
    struct game_chance chances[GAME_MOST_CHANCES];
    int seat = 0, count;

    while (!(movers >> seat & 1))
        seat++;
    if (seat == GAME_NATURE) {
        count = ra_game.chances(st, chances);
        list[0] = chances[byte % count].action;
    } else {
        count = ra_game.actions(st, seat, list);
        list[0] = list[byte % count];
    }
    MUST(ra_game.apply(st, seat, list[0], &log) == GAME_OK);
}

static void
check_text(const union games_state *st)
{
    char text[GAMES_STATE_ROOM];
    int len = ra_game.write_state(st, text, sizeof text);
    const struct game *game;
    union games_state back;
    struct refusal why;
    json_t *json;

    MUST(len > 0);
    json = record_parse(text, (size_t)len, &why);
    MUST(json && position_read(json, &game, &back, &why));
    MUST(memcmp(&back, st, sizeof back) == 0);
    json_decref(json);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bytes b = {data, size};
    union games_state st;

    if (!begin(&st, &b))
        return 0;
    for (int step = 0; step < MOST_STEPS && b.left && ra_game.to_move(&st); step++) {
        uint8_t byte = bytes_next(&b);

        if (byte >= TRY_ANYTHING)
            try_anything(&st, &b);
        else
            choose(&st, byte);
        MUST(!ra_game.check(&st));
    }
    check_text(&st);
    return 0;
}
