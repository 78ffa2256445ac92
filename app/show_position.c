/* SPDX-License-Identifier: MIT
 * show_position.c -- see show_position.h. */
#include "show_position.h"

#include <stdio.h>

#include "position_string.h"
#include "wrapped.h"

void
show_table(const struct session *play, int seat)
{
    char lines[SESSION_LINES_ROOM];
    struct text out = text_in(lines, sizeof lines);
    struct look look;

    session_look(play, seat, &look);
    play->table->show(&look.speech, &out);
    if (seat != GAME_SPECTATOR && play->game->to_move(&play->state) >> seat & 1)
        play->table->show_actions(&look.speech, &out);
    wrapped_print(lines);
}

bool
show_state(const struct game *game, const union games_state *st, bool as_string)
{
    char state[GAMES_STATE_ROOM];
    struct text t = text_in(state, sizeof state);

    if (as_string ? !position_string_write(&t, game, st) || t.full
                  : game->write_state(st, state, sizeof state) < 0)
        return false;
    puts(state);
    return true;
}
