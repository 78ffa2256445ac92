/* SPDX-License-Identifier: MIT
 * amun_wire.c -- see game_wire.h: Amun-Re. */
#include "amun_position.h"

#include <string.h>

/* What the numbers of an event are, where they are not just numbers. */
struct meaning {
    bool card, province_in_detail, province_in_count;
};

static struct meaning
meaning_of(enum amun_event kind)
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
detail(const struct game_event *event)
{
    struct meaning meaning = meaning_of((enum amun_event)event->kind);

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
knows(game_seats readers, const struct view_step *step)
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

static const char *
province(const struct game_event *event)
{
    return event->count < AMUN_PROVINCES &&
                   meaning_of((enum amun_event)event->kind).province_in_count
               ? amun_province_name(event->count)
               : NULL;
}

static void
json_bonuses(struct text *t, const struct amun_state *s, int seat)
{
    json_open(t, '[');
    for (int card = 0; card < AMUN_CARDS; card++) {
        if (amun_bonus_holds(s, seat, card))
            json_text(t, amun_card_name(card));
    }
    json_close(t, ']');
}

static void
json_now(struct text *t, struct amun_tally tally)
{
    /* clang-format off */
    const struct { const char *name; int points; } lines[] = {
        {"pyramids", tally.pyramids}, {"sets", tally.sets}, {"sides", tally.sides},
        {"temples", tally.temples}, {"total", tally.total},
    };
    /* clang-format on */

    json_open(t, '{');
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        json_key_int(t, lines[i].name, lines[i].points);
    }
    json_close(t, '}');
}

/* What lies open on the board, counted: no card in a hand plays a part. */
static void
insight(struct text *t, const void *seen)
{
    const struct amun_state *s = seen;

    json_open(t, '{');
    json_key_open(t, "now", '[');
    for (int i = 0; i < s->seats; i++)
        json_now(t, amun_score(s, i));
    json_close(t, ']');
    json_key_open(t, "income", '[');
    for (int i = 0; i < s->seats; i++) {
        json_open(t, '[');
        for (int temple = 1; temple <= 4; temple++)
            json_int(t, amun_income(s, i, temple));
        json_close(t, ']');
    }
    json_close(t, ']');
    json_key_open(t, "bonus", '[');
    for (int i = 0; i < s->seats; i++)
        json_bonuses(t, s, i);
    json_close(t, ']');
    json_close(t, '}');
}

static const char *const sets[] = {"province_deck", "blockade", "cards", "overbid_power",
                                   "bonuses",       "sold",     NULL};

const struct game_wire amun_wire = {
    .detail = detail,
    .province = province,
    .knows = knows,
    .insight = insight,
    .sets = sets,
#ifndef KHEPRI_NO_NETS /* the small WebAssembly module reads no positions and no boards */
    .read = amun_position_read,
    .words = amun_state_words,
    .fault = amun_position_fault,
    .shows = amun_position_shows,
    .option = amun_position_option,
#endif
};
