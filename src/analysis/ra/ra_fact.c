/* SPDX-License-Identifier: MIT
 * ra_fact.c -- see ra_fact.h. The search says how the auction ends; all else follows from the rules. */
#include "ra_fact.h"

#include <string.h>

enum { LOG_ROOM = 2 * RA_MAX_EVENTS };

static const char *
kind_word(int kind)
{
    return ra_kind_name((enum ra_kind)kind);
}

static const struct fact_kind
    lot = {"lot", {{"seat", NULL}, {"sun", NULL}, {"theirs", NULL}, {"own", NULL}}},
    taken = {"taken", {{"sun", NULL}, {"own", NULL}}}, centre = {"centre", {{"sun", NULL}}},
    unsold = {"unsold", {{"count", NULL}, {"own", NULL}}},
    struck = {"struck", {{"seat", NULL}, {"kind", kind_word}, {"count", NULL}}},
    over = {"epoch_over", {{"count", NULL}}},
    top = {"top_sun", {{"sun", NULL}, {"seat", NULL}, {"next", NULL}}},
    below = {"below", {{"sun", NULL}, {"seat", NULL}, {"next", NULL}}},
    alone = {"alone", {{"count", NULL}}}, spent = {"spent", {{"count", NULL}}},
    open = {"open", {{"count", NULL}, {"own", NULL}}},
    ra_next = {"ra_next", {{"count", NULL}, {"tiles", NULL}}},
    last_ra = {"last_ra", {{"count", NULL}, {"tiles", NULL}, {"own", NULL}}},
    disaster = {"disaster", {{"count", NULL}, {"tiles", NULL}}},
    better = {"better", {{"count", NULL}, {"tiles", NULL}}},
    tile = {"tile", {{"kind", kind_word}, {"own", NULL}}},
    lost = {"lost", {{"kind", kind_word}, {"own", NULL}}};

#define ADD(list, kind, ...) fact_add(list, &(kind), (const int[FACT_NUMBERS]){__VA_ARGS__})

static int
highest(uint32_t suns)
{
    int sun = 0;

    for (; suns >> 1; suns >>= 1)
        sun++;
    return sun;
}

static int
how_many(uint32_t suns)
{
    return __builtin_popcount(suns);
}

/* What the lot is worth to the seat in points of this epoch, its sun aside. */
static int
lot_worth(const struct ra_state *s, int seat)
{
    int worth[RA_SEATS];

    ra_lot_worth(s, seat, 0, worth);
    return worth[seat];
}

/* ---- auctions ---- */

/* Plays the auction as the search expects it to end. False if the rules do not allow that. */
static bool
play_out(struct ra_state *s, const struct ai_end *end, struct game_log *log)
{
    while (s->phase == RA_AUCTION) {
        int seat = s->bidder;
        bool takes = seat == end->seat && end->with > s->high_sun;

        if (ra_apply(s, seat, takes ? ra_bid(end->with) : ra_pass(), log) != GAME_OK)
            return false;
    }
    return true;
}

static void
tell_suns(const struct ra_state *s, int seat, const struct ai_end *end, struct fact_list *out)
{
    uint32_t ready[RA_SEATS] = {0}, others = 0;
    int own, next, holder = 0, count = 0;

    for (int i = 0; i < s->seats; i++) {
        ready[i] = s->ready[i] & ~(i == end->seat ? UINT32_C(1) << end->with : 0);
        others |= i == seat ? 0 : ready[i];
        count += i == seat ? 0 : how_many(ready[i]);
    }
    own = highest(ready[seat]);
    next = highest(others);
    for (int i = 0; i < s->seats; i++)
        holder = i != seat && next && (ready[i] >> next & 1) ? i : holder;
    if (!own && !next)
        return;
    if (!own)
        ADD(out, spent, count);
    else if (!next)
        ADD(out, alone, how_many(ready[seat]));
    else if (own > next)
        ADD(out, top, own, holder, next);
    else
        ADD(out, below, own, holder, next);
}

static void
tell_events(const struct game_log *log, struct fact_list *out)
{
    for (int i = 0; i < log->count; i++) {
        const struct game_event *event = &log->at[i];

        if (event->kind == RA_EV_DISASTER && event->count && out->count < FACTS_MOST - 2)
            ADD(out, struck, event->seat, event->detail, event->count);
    }
    for (int i = 0; i < log->count; i++) {
        if (log->at[i].kind == RA_EV_EPOCH_ENDED)
            ADD(out, over, log->at[i].detail);
    }
}

static void
tell_auction(const struct ra_state *s, int seat, game_action action, const struct ai_end *end,
             struct fact_list *out)
{
    struct game_event events[LOG_ROOM];
    struct game_log log = {events, 0, LOG_ROOM};
    struct ra_state after = *s;
    int own = lot_worth(s, seat);
    bool epoch_over;

    if (ra_apply(&after, seat, action, &log) != GAME_OK || !play_out(&after, end, &log))
        return;
    if (end->seat < 0)
        ADD(out, unsold, ra_lot_size(s), own);
    else if (end->seat == seat)
        ADD(out, taken, end->with, own);
    else
        ADD(out, lot, end->seat, end->with, lot_worth(s, end->seat), own);
    if (end->seat == seat)
        ADD(out, centre, s->centre_sun);
    tell_events(&log, out);
    epoch_over = out->facts[out->count - 1].kind == &over;
    if (!epoch_over)
        tell_suns(s, seat, end, out);
}

/* ---- a draw ---- */

/* Of how many tiles in the bag the next would make the lot worth more to the seat. */
static int
tiles_that_help(const struct ra_state *s, int seat)
{
    int now = lot_worth(s, seat), count = 0, place = 0;

    while (s->track[place] != RA_EMPTY)
        place++;
    for (int kind = RA_RA + 1; kind < RA_KINDS; kind++) {
        struct ra_state after = *s;

        if (s->bag[kind] == 0)
            continue; /* one more than there are: the tables of the scores end before it */
        after.track[place] = (uint8_t)kind;
        if (lot_worth(&after, seat) > now)
            count += s->bag[kind];
    }
    return count;
}

static void
tell_draw(const struct ra_state *s, int seat, struct fact_list *out)
{
    int tiles = 0, disasters = 0, ra = s->bag[RA_RA];

    for (int kind = 0; kind < RA_KINDS; kind++) {
        tiles += s->bag[kind];
        disasters += kind >= RA_FUNERAL ? s->bag[kind] : 0;
    }
    ADD(out, open, ra_lot_size(s), lot_worth(s, seat));
    if (ra && s->ra_tiles + 1 == ra_track_length(s->seats))
        ADD(out, last_ra, ra, tiles, lot_worth(s, seat));
    else if (ra)
        ADD(out, ra_next, ra, tiles);
    ADD(out, better, tiles_that_help(s, seat), tiles);
    if (disasters)
        ADD(out, disaster, disasters, tiles);
}

/* ---- all of them ---- */

/* The points of this epoch that a tile taken or given up makes. */
static int
points_by(const struct ra_state *s, int seat, int taken_kind, int given_kind)
{
    struct ra_state after = *s;

    if (taken_kind >= 0)
        after.tiles[seat] += ra_one_tile((enum ra_kind)taken_kind);
    after.tiles[seat] -= ra_one_tile((enum ra_kind)given_kind);
    return ra_score(&after, seat).total - ra_score(s, seat).total;
}

void
ra_facts(const struct hint *hint, const struct hint_action *action, struct fact_list *out)
{
    const struct ra_state *s = &hint->seen.ra;
    int arg = ra_arg(action->action);

    switch (ra_verb(action->action)) {
    case RA_V_DRAW:
        tell_draw(s, hint->seat, out);
        break;
    case RA_V_INVOKE:
    case RA_V_PASS:
    case RA_V_BID:
        if (action->ends.there)
            tell_auction(s, hint->seat, action->action, &action->ends, out);
        break;
    case RA_V_TAKE:
        if (arg < RA_FUNERAL)
            ADD(out, tile, arg, points_by(s, hint->seat, arg, RA_GOD));
        break;
    case RA_V_DISCARD:
        ADD(out, lost, arg, points_by(s, hint->seat, -1, arg));
        break;
    case RA_V_DEAL:
    case RA_V_TILE:
    case RA_V_END:
        break;
    }
}
