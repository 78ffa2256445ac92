/* SPDX-License-Identifier: MIT
 * fuzz_game.c -- bytes as choices through a whole game. The first two choose the table. Each further one
 * chooses from the list; a high byte instead tries an action made of the next bytes. */
#include <string.h>

#include "fuzz.h"
#include "khepri/games.h"
#include "position.h"
#include "random_play.h"
#include "document.h"

enum { MOST_STEPS = 4000, TRY_ANYTHING = 0xf8, AMUN = 240 };

/* The first byte says how many play, the second what: from AMUN on Amun-Re, else Ra. */
static bool
begin(const struct game **game, union games_state *st, struct bytes *b)
{
    uint8_t table = bytes_next(b), rules = bytes_next(b);
    union games_options options;

    memset(&options, 0, sizeof options);
    if (rules >= AMUN) {
        *game = &amun_game;
        amun_game.defaults(&options);
        options.amun.baharya_printed_farmers = rules & 1 ? 2 : 0;
        options.amun.supplies_limited = rules >> 1 & 1;
        options.amun.side_award_min = rules >> 2 & 1;
        options.amun.gold_tie_drop_one = rules >> 3 & 1;
    } else {
        *game = &ra_game;
        options.ra = (struct ra_options){.edition = rules % 4,
                                         .god_disaster = rules / 4 % 5,
                                         .empty_invoke = rules / 20 % 3};
    }
    return (*game)->setup(st, table % 8, &options) == GAME_OK;
}

/* An action of any form by anybody: accepted exactly if it is listed, else nothing changes. */
static void
try_anything(const struct game *game, union games_state *st, struct bytes *b)
{
    union games_state before = *st;
    int seat = (int8_t)bytes_next(b), count = 0;
    game_action action = 0, list[GAME_MOST_ACTIONS];
    struct game_chance chances[GAME_MOST_CHANCES];
    bool listed = false;

    for (int i = 0; i < 4; i++)
        action = action << 8 | bytes_next(b);
    if (seat == GAME_NATURE) {
        count = game->chances(st, chances);
        for (int i = 0; i < count; i++)
            listed |= chances[i].action == action;
    } else {
        count = game->actions(st, seat, list);
        for (int i = 0; i < count; i++)
            listed |= list[i] == action;
    }
    MUST((game->apply(st, seat, action, NULL) == GAME_OK) == listed);
    MUST(listed || memcmp(&before, st, game->state_size) == 0);
}

static void
choose(const struct game *game, union games_state *st, uint8_t byte)
{
    game_seats movers = game->to_move(st);
    struct game_event events[GAMES_MAX_EVENTS];
    struct game_log log = {events, 0, GAMES_MAX_EVENTS};
    game_action list[GAME_MOST_ACTIONS];
    struct game_chance chances[GAME_MOST_CHANCES];
    int seat = 0, count;

    while (!(movers >> seat & 1))
        seat++;
    if (seat == GAME_NATURE) {
        count = game->chances(st, chances);
        list[0] = chances[byte % count].action;
    } else {
        count = game->actions(st, seat, list);
        list[0] = list[byte % count];
    }
    MUST(game->apply(st, seat, list[0], &log) == GAME_OK);
}

static void
check_text(const struct game *game, const union games_state *st)
{
    char text[GAMES_STATE_ROOM];
    int len = game->write_state(st, text, sizeof text);
    const struct game *same;
    union games_state back;
    struct document json = {0};
    struct refusal why;

    MUST(len > 0 && document_line(&json, text, (size_t)len, &why));
    if (position_known(game)) {
        MUST(position_read(json.root, &same, &back, &why) && same == game);
        MUST(memcmp(&back, st, game->state_size) == 0);
    }
    document_finish(&json);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bytes b = {data, size};
    const struct game *game;
    union games_state st;

    if (!begin(&game, &st, &b))
        return 0;
    for (int step = 0; step < MOST_STEPS && b.left && game->to_move(&st); step++) {
        uint8_t byte = bytes_next(&b);

        if (byte >= TRY_ANYTHING)
            try_anything(game, &st, &b);
        else
            choose(game, &st, byte);
        MUST(!game->check(&st));
    }
    check_text(game, &st);
    return 0;
}
