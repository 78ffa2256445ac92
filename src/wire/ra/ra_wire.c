/* SPDX-License-Identifier: MIT
 * ra_wire.c -- see game_wire.h: Ra. Everybody knows everything [RA-INFO]. */
#include "ra_position.h"

/* Those whose detail is a kind of tile. */
static bool
names_kind(enum ra_event kind)
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

static const char *
detail(const struct game_event *event)
{
    return names_kind((enum ra_event)event->kind) ? ra_kind_name((enum ra_kind)event->detail)
                                                  : NULL;
}

static void
insight(struct text *t, const void *seen)
{
    const struct ra_state *s = seen;
    int bag = 0;

    json_open(t, '{');
    json_key_open(t, "now", '[');
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
            json_key_int(t, lines[j].name, lines[j].points);
        }
        json_close(t, '}');
    }
    json_close(t, ']');
    json_key_open(t, "lot", '[');
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
    json_key_open(t, "ra_chance", '[');
    json_int(t, s->bag[RA_RA]);
    json_int(t, bag);
    json_close(t, ']');
    json_close(t, '}');
}

static bool
knows(game_seats readers, const struct view_step *step)
{
    (void)readers;
    (void)step;
    return true;
}

static const char *const sets[] = {"ready", "spent", "passed", NULL};

const struct game_wire ra_wire = {
    .detail = detail,
    .knows = knows,
    .insight = insight,
    .sets = sets,
#ifndef KHEPRI_NO_NETS /* the small WebAssembly module reads no positions */
    .read = ra_position_read,
    .words = ra_state_words,
#endif
};
