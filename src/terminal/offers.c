/* SPDX-License-Identifier: MIT
 * offers.c -- see offers.h. */
#include "offers.h"

#include <string.h>

static void
put_line(struct text *out, const char *line)
{
    text_put(out, line);
    text_char(out, '\n');
}

/* An action of records as it may be typed: "bid abydos 3" for "bid:abydos:3". */
static void
put_action(const struct play_game *table, const char *action, struct text *out)
{
    for (; *action; action++)
        text_char(out, *action == ':' && table->blanks ? ' ' : *action);
    text_char(out, '\n');
}

void
offers_list(const struct session *play, int seat, struct text *out)
{
    static const char *const words[] = {"table", "log",  "save", "load",
                                        "hint",  "quit", "?",    NULL};
    const struct play_game *table = play->table;
    game_action legal[GAMES_MAX_ACTIONS];
    struct look look;
    int count;

    session_look(play, seat, &look);
    count = play->game->actions(&look.seen, seat, legal);
    for (int i = 0; i < count; i++) {
        char text[GAME_TEXT_ROOM];

        play->game->write_action(&look.seen, legal[i], text, sizeof text);
        if (!table->blanks || !strchr(text, ','))
            put_action(table, text, out);
    }
    for (int i = 0; words[i]; i++)
        put_line(out, words[i]);
    for (int i = 0; table->questions && table->questions[i]; i++)
        put_line(out, table->questions[i]);
    if (table->price)
        put_line(out, "price");
    if (table->same_turn)
        put_line(out, "undo");
}
