/* SPDX-License-Identifier: MIT
 * view.c -- see view.h. What another seat may not know is taken out here, by match_observe()
 * and by the seen_by of events, whatever the caller hands in. */
#include "view.h"

#include <string.h>

#include "match.h"

/* ---- Ra ---- */

/* Those whose detail is a kind of tile. */
static bool
ra_names_kind(enum ra_event kind)
{
    switch ((int)kind) { /* as int: the others are many */
    case RA_EV_TILE_DRAWN:
    case RA_EV_GOT_TILE:
    case RA_EV_GOD_TOOK:
    case RA_EV_DISASTER:
    case RA_EV_LOST:
        return true;
    default:
        return false;
    }
}

static void
ra_insight(struct text *t, const struct ra_state *s)
{
    int bag = 0;

    json_open(t, '{');
    json_key(t, "now");
    json_open(t, '[');
    for (int i = 0; i < s->seats; i++) {
        struct ra_tally tally = ra_score(s, i);
        /* clang-format off */
        const struct { const char *name; int points; } lines[] = {
            {"gods", tally.gods}, {"pharaohs", tally.pharaohs}, {"river", tally.river}, {"gold", tally.gold},
            {"civilisation", tally.civilisation}, {"monument_kinds", tally.monument_kinds},
            {"monument_sets", tally.monument_sets}, {"suns", tally.suns}, {"total", tally.total},
        };
        /* clang-format on */

        json_open(t, '{');
        for (size_t j = 0; j < sizeof lines / sizeof lines[0]; j++) {
            json_key(t, lines[j].name);
            json_int(t, lines[j].points);
        }
        json_close(t, '}');
    }
    json_close(t, ']');
    json_key(t, "lot");
    json_open(t, '[');
    for (int i = 0; i < s->seats; i++) {
        int worth[RA_SEATS];

        ra_lot_worth(s, i, 0, worth);
        json_open(t, '[');
        for (int j = 0; j < s->seats; j++)
            json_int(t, worth[j]);
        json_close(t, ']');
    }
    json_close(t, ']');
    for (int kind = 0; kind < RA_KINDS; kind++)
        bag += s->bag[kind];
    json_key(t, "ra_chance");
    json_open(t, '[');
    json_int(t, s->bag[RA_RA]);
    json_int(t, bag);
    json_close(t, ']');
    json_close(t, '}');
}

/* ---- Amun-Re ---- */

/* What the numbers of an event are, where they are not just numbers. */
struct meaning {
    bool card, province_in_detail, province_in_count;
};

static struct meaning
amun_meaning(enum amun_event kind)
{
    switch ((int)kind) { /* as int: the others are many */
    case AMUN_EV_FREE_CARD:
    case AMUN_EV_PLAYED:
    case AMUN_EV_TOOK_CARD:
        return (struct meaning){.card = true, .province_in_count = true};
    case AMUN_EV_SOLD:
    case AMUN_EV_DREW:
        return (struct meaning){.card = true};
    case AMUN_EV_PROVINCE_DRAWN:
    case AMUN_EV_FREE_STONE:
    case AMUN_EV_PYRAMID:
    case AMUN_EV_FARMER:
    case AMUN_EV_STONE:
        return (struct meaning){.province_in_detail = true};
    case AMUN_EV_BID:
    case AMUN_EV_PAID:
    case AMUN_EV_FREE_GOLD:
    case AMUN_EV_HARVESTED:
    case AMUN_EV_FURTHER_INCOME:
    case AMUN_EV_EIGHT_GOLD:
        return (struct meaning){.province_in_count = true};
    default:
        return (struct meaning){0};
    }
}

/* The name of what `detail` stands for, or NULL for a number. */
static const char *
amun_detail(const struct game_event *event)
{
    struct meaning meaning = amun_meaning((enum amun_event)event->kind);

    if (meaning.card)
        return amun_card_name(event->detail);
    return meaning.province_in_detail ? amun_province_name(event->detail) : NULL;
}

static bool
reported(const struct view_step *step, enum amun_event kind)
{
    for (int i = 0; i < step->count; i++) {
        if (step->events[i].kind == kind)
            return true;
    }
    return false;
}

/* May these readers know what was done? A card drawn is seen by who holds it; what is sealed, by who
 * sealed it, until the reveal says it to all [AR-SAC-01, AR-INFO-03]. */
static bool
amun_knows_action(game_seats readers, const struct view_step *step)
{
    game_seats seen_by = 0xff;

    for (int i = 0; i < step->count; i++) {
        if (step->events[i].kind == AMUN_EV_DREW || step->events[i].kind == AMUN_EV_FREE_CARD)
            seen_by = step->events[i].seen_by;
    }
    if (!step->open &&
        ((strncmp(step->action, "offer:", 6) == 0 && !reported(step, AMUN_EV_OFFERED)) ||
         (strncmp(step->action, "sell:", 5) == 0 && !reported(step, AMUN_EV_SOLD))))
        seen_by = (game_seats)(1u << step->seat);
    return seen_by == 0xff || (seen_by & readers);
}

/* ---- any game ---- */

static const char *
detail_name(const struct game *game, const struct game_event *event)
{
    if (game == &amun_game)
        return amun_detail(event);
    return ra_names_kind((enum ra_event)event->kind) ? ra_kind_name((enum ra_kind)event->detail)
                                                     : NULL;
}

static void
json_event(struct text *t, const struct game *game, game_seats readers,
           const struct game_event *event)
{
    bool hidden = event->detail == GAME_HIDDEN ||
                  !(event->seen_by & (readers | 1u << GAME_NATURE) || event->seen_by == 0xff);

    json_open(t, '{');
    json_key(t, "event");
    json_text(t, game->event_name(event->kind));
    json_key(t, "seat");
    json_int(t, event->seat);
    json_key(t, "count");
    json_int(t, event->count);
    json_key(t, "detail");
    if (hidden)
        json_literal(t, "null");
    else if (detail_name(game, event))
        json_text(t, detail_name(game, event));
    else
        json_int(t, event->detail);
    if (game == &amun_game && event->count < AMUN_PROVINCES &&
        amun_meaning((enum amun_event)event->kind).province_in_count) {
        json_key(t, "province");
        json_text(t, amun_province_name(event->count));
    }
    json_close(t, '}');
}

void
json_step(struct text *t, const struct game *game, game_seats readers,
          const struct view_step *step)
{
    bool known = game != &amun_game || amun_knows_action(readers, step);

    json_open(t, '{');
    json_key(t, "seq");
    json_int(t, step->seq);
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
    json_key(t, "events");
    json_open(t, '[');
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
        json_key(t, key);
        json_open(t, '[');
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

    match_observe(view->game, view->state, view->readers, &seen);
    json_open(t, '{');
    json_key(t, "seq");
    json_int(t, view->seq);
    json_key(t, "last");
    json_int(t, view->last);
    json_key(t, "state");
    json_literal(t, view->game->write_state(&seen, state, sizeof state) >= 0 ? state : "null");
    json_key(t, "legal");
    json_legal(t, view);
    json_key(t, "insight");
    if (view->game == &ra_game && view->game->to_move(&seen) != 0)
        ra_insight(t, &seen.ra);
    else
        json_literal(t, "null");
    json_key(t, "step");
    if (view->step)
        json_step(t, view->game, view->readers, view->step);
    else
        json_literal(t, "null");
    json_close(t, '}');
}
