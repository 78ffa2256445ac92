/* SPDX-License-Identifier: MIT
 * view.c -- see view.h. Whatever the caller passes, match_observe() and the seen_by of
 * events remove here what the readers may not know. */
#include "view.h"

#include "game_wire.h"
#include "match.h"

/* Whether `readers` may see every event of the step, or it was sealed then and has been revealed. */
static bool
sees_all(game_seats readers, const struct view_step *step)
{
    if (step->open && step->seat != GAME_NATURE)
        return true;
    for (int i = 0; i < step->count; i++) {
        game_seats seen_by = step->events[i].seen_by;

        if (seen_by != 0xff && !(seen_by & readers))
            return false;
    }
    return true;
}

static void
json_event(struct text *t, const struct game *game, game_seats readers,
           const struct game_event *event)
{
    const struct game_wire *wire = game_wire(game);
    const char *name = wire->detail ? wire->detail(event) : NULL,
               *province = wire->province ? wire->province(event) : NULL;
    bool hidden = event->detail == GAME_HIDDEN ||
                  !(event->seen_by & (readers | 1u << GAME_NATURE) || event->seen_by == 0xff);

    json_open(t, '{');
    json_key_text(t, "event", game->event_name(event->kind));
    json_key_int(t, "seat", event->seat);
    json_key_int(t, "count", event->count);
    json_key(t, "detail");
    if (hidden)
        json_literal(t, "null");
    else if (name)
        json_text(t, name);
    else
        json_int(t, event->detail);
    if (province) {
        json_key_text(t, "province", province);
    }
    json_close(t, '}');
}

void
json_step(struct text *t, const struct game *game, game_seats readers,
          const struct view_step *step)
{
    const struct game_wire *wire = game_wire(game);
    bool known = (wire->knows ? wire->knows : sees_all)(readers, step);

    json_open(t, '{');
    json_key_int(t, "seq", step->seq);
    json_key(t, "seat");
    if (step->seat == GAME_NATURE || (!known && step->count == 0)) /* even that it was sold */
        json_literal(t, "null");
    else
        json_int(t, step->seat);
    json_key(t, "action");
    if (known)
        json_text(t, step->action);
    else
        json_literal(t, "null");
    json_key_open(t, "events", '[');
    for (int i = 0; i < step->count; i++)
        json_event(t, game, readers, &step->events[i]);
    json_close(t, ']');
    json_close(t, '}');
}

static void
json_legal(struct text *t, const struct view *view)
{
    game_seats asked = (game_seats)(view->seq == view->last ? view->readers : 0);

    asked &= view->game->to_move(view->state);
    json_open(t, '{');
    for (int seat = 0; seat < view->seats; seat++) {
        char key[2] = {(char)('0' + seat), 0};
        game_action legal[GAMES_MAX_ACTIONS];
        int count;

        if (!(asked >> seat & 1))
            continue;
        json_key_open(t, key, '[');
        count = view->game->actions(view->state, seat, legal);
        for (int i = 0; i < count; i++) {
            char text[GAME_TEXT_ROOM];

            view->game->write_action(view->state, legal[i], text, sizeof text);
            json_text(t, text);
        }
        json_close(t, ']');
    }
    json_close(t, '}');
}

void
json_view(struct text *t, const struct view *view)
{
    union games_state seen;
    char state[GAMES_STATE_ROOM];
    int len;

    match_observe(view->game, view->state, view->readers, &seen);
    len = view->game->write_state(&seen, state, sizeof state);
    json_open(t, '{');
    json_key_int(t, "seq", view->seq);
    json_key_int(t, "last", view->last);
    json_key(t, "state");
    if (len >= 0)
        json_ready(t, state, (size_t)len);
    else
        json_literal(t, "null");
    json_key(t, "legal");
    json_legal(t, view);
    json_key(t, "insight");
    if (game_wire(view->game)->insight && view->game->to_move(&seen) != 0)
        game_wire(view->game)->insight(t, &seen);
    else
        json_literal(t, "null");
    json_key(t, "step");
    if (view->step)
        json_step(t, view->game, view->readers, view->step);
    else
        json_literal(t, "null");
    json_close(t, '}');
}
