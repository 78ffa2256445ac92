/* SPDX-License-Identifier: MIT
 * ra_ending.c -- see ra_ending.h. */
#include "ra_ending.h"

#include <stdlib.h>
#include <string.h>

#include "bits.h"
#include "ra_step.h"
#include "rng.h"

enum {
    LEAST_ROOM = 1 << 10,
    MOST_ROOM =
        1
        << 16, /* of the transposition table; more than three quarters full, it becomes slow */
    ASK_EVERY = 64
};

struct known {
    uint64_t key; /* 0: none */
    int32_t win;
};

struct ending {
    const struct ai_limits *limits;
    int seat;
    uint64_t count, most; /* positions searched for the current action */
    uint32_t kept, room; /* entries of the table */
    struct known known[];
};

bool
ra_ending_is(const struct ra_state *s)
{
    uint32_t ready = 0;

    for (int i = 0; i < s->seats; i++)
        ready |= s->ready[i]; /* each sun exists once */
    return s->epoch == RA_EPOCHS && ready && !(ready & (ready - 1)) && ra_step_legal(s) &&
           s->ready[ra_search_seat(s)];
}

/* ---- what is alike ---- */

/* A kind in the display, on the track and in the bag. */
struct place {
    int held, track, bag;
};

static uint32_t
rank_of(const struct place *p)
{
    return (uint32_t)(p->held << 16 | p->track << 8 | p->bag);
}

/* Sorts the kinds first .. first + count - 1 into a canonical order: they all score alike. */
static void
sort_kinds(struct ra_state *s, int seat, int first, int count)
{
    struct place places[RA_MONUMENTS];
    int gone = 0;

    for (int i = 0; i < count; i++) {
        struct place p = {ra_held(s->tiles[seat], (enum ra_kind)(first + i)), 0,
                          s->bag[first + i]};
        int j = i;

        for (int k = 0; k < RA_TRACK; k++)
            p.track += s->track[k] == first + i;
        s->tiles[seat] -= ra_one_tile((enum ra_kind)(first + i)) * (unsigned)p.held;
        for (; j > 0 && rank_of(&places[j - 1]) < rank_of(&p); j--)
            places[j] = places[j - 1];
        places[j] = p;
    }
    for (int i = 0; i < RA_TRACK; i++) {
        if (s->track[i] >= first && s->track[i] < first + count)
            s->track[i] = RA_EMPTY;
    }
    for (int i = 0; i < count; i++) {
        s->tiles[seat] += ra_one_tile((enum ra_kind)(first + i)) * (unsigned)places[i].held;
        s->bag[first + i] = (uint8_t)places[i].bag;
        for (int k = places[i].track; k > 0; gone++) {
            if (s->track[gone] == RA_EMPTY) {
                s->track[gone] = (uint8_t)(first + i);
                k--;
            }
        }
    }
}

static void
sort_track(struct ra_state *s)
{
    for (int i = 1; i < RA_TRACK; i++) {
        uint8_t tile = s->track[i];
        int j = i;

        for (; j > 0 && s->track[j - 1] > tile; j--)
            s->track[j] = s->track[j - 1];
        s->track[j] = tile;
    }
}

static uint64_t
key_of(const struct ra_state *s)
{
    uint64_t words[sizeof *s / sizeof(uint64_t)], key = 1;

    memcpy(words, s, sizeof words);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        key = rng_mix(key + words[i] + UINT64_C(0x9e3779b97f4a7c15));
    return key | 1;
}

static struct known *
find(struct ending *e, uint64_t key)
{
    uint64_t at = key >> 24 & (e->room - 1);

    while (e->known[at].key && e->known[at].key != key)
        at = (at + 1) & (e->room - 1);
    return &e->known[at];
}

/* ---- what may happen ---- */

static bool solve(struct ending *e, const struct ra_state *s, int32_t *win);

/* The best of the actions numbered `from` or more. Tiles are discarded in the order of their
 * kinds: the result is the same. */
static bool
solve_actions(struct ending *e, const struct ra_state *s, int from, int32_t *win)
{
    *win = 0;
    for (uint64_t legal = ra_step_legal(s) >> from << from; legal && *win < RA_ENDING_SURE;
         legal &= legal - 1) {
        int action = bits_lowest64(legal);
        struct ra_state after = *s;
        int32_t chance;

        ra_step_apply(&after, action);
        if (!(s->phase == RA_DISCARD && after.phase == RA_DISCARD
                  ? solve_actions(e, &after, action, &chance)
                  : solve(e, &after, &chance)))
            return false;
        *win = chance > *win ? chance : *win;
    }
    return true;
}

static bool
solve_draw(struct ending *e, const struct ra_state *s, int32_t *win)
{
    int64_t sum = 0, tiles = 0;

    for (int kind = 0; kind < RA_KINDS; kind++) {
        struct ra_state after = *s;
        int32_t chance;

        if (!s->bag[kind])
            continue;
        ra_step_chance(&after, ra_tile(kind));
        if (!solve(e, &after, &chance))
            return false;
        sum += (int64_t)chance * s->bag[kind];
        tiles += s->bag[kind];
    }
    *win = (int32_t)(sum / tiles);
    return true;
}

/* Does the seat win if it takes nothing more, or the tiles on the track now? Then the search
 * can stop. */
static bool
is_won(struct ending *e, const struct ra_state *s, bool *won)
{
    struct ra_state last = *s;
    int32_t win = 0;

    last.ra_tiles = (uint8_t)(ra_track_length(s->seats) - 1);
    last.phase = RA_DRAW;
    last.bag[RA_RA] = 1;
    ra_step_chance(&last, ra_tile(RA_RA));
    *won = ra_winner(&last) == e->seat;
    if (*won || !(ra_step_legal(s) >> RA_STEP_INVOKE & 1))
        return true;
    last = *s;
    ra_step_apply(&last, RA_STEP_INVOKE);
    ra_step_apply(&last, RA_STEP_BID + bits_lowest(s->ready[e->seat]));
    if (!solve(e, &last, &win))
        return false;
    *won = win == RA_ENDING_SURE;
    return true;
}

static bool
may_go_on(struct ending *e)
{
    if (e->count >= e->most)
        return false;
    e->count++;
    return e->count % ASK_EVERY || !e->limits->stop || !e->limits->stop(e->limits->self);
}

static bool
solve_turn(struct ending *e, const struct ra_state *s, int32_t *win)
{
    struct ra_state sorted = *s;
    struct known *known;
    uint64_t key;
    bool won = false;

    sort_kinds(&sorted, e->seat, RA_ASTRONOMY, RA_CIVILISATIONS);
    sort_kinds(&sorted, e->seat, RA_FORTRESS, RA_MONUMENTS);
    sort_track(&sorted);
    key = key_of(&sorted);
    known = find(e, key);
    if (known->key) {
        *win = known->win;
        return true;
    }
    if (!may_go_on(e) || !is_won(e, &sorted, &won))
        return false;
    *win = RA_ENDING_SURE;
    if (!won && !solve_actions(e, &sorted, 0, win))
        return false;
    if (e->kept < e->room / 4 * 3) {
        known = find(e, key); /* the table may have moved meanwhile */
        *known = (struct known){key, *win};
        e->kept++;
    }
    return true;
}

static bool
solve(struct ending *e, const struct ra_state *s, int32_t *win)
{
    switch ((enum ra_phase)s->phase) {
    case RA_OVER:
        *win = ra_winner(s) == e->seat ? RA_ENDING_SURE : 0;
        return true;
    case RA_DRAW:
        return solve_draw(e, s, win);
    case RA_TURN:
        return solve_turn(e, s, win);
    case RA_AUCTION:
    case RA_GODS:
    case RA_DISCARD:
    case RA_DEAL:
    case RA_PHASES:
        break;
    }
    return solve_actions(e, s, 0, win);
}

/* With a table for all positions of all actions, if that is not too large; NULL without memory. */
static struct ending *
create(uint64_t most)
{
    uint32_t room = LEAST_ROOM;
    struct ending *e;

    while (room < MOST_ROOM && room / 4 * 3 / RA_MAX_ACTIONS < most)
        room *= 2;
    e = calloc(1, sizeof *e + room * sizeof e->known[0]);
    if (e)
        e->room = room;
    return e;
}

int
ra_ending_solve(const struct ra_state *s, const struct ai_limits *limits, uint64_t most,
                int32_t *win)
{
    static const struct ai_limits none;
    struct ending *e = create(most);
    int solved = 0;

    for (uint64_t legal = ra_step_legal(s); legal; legal &= legal - 1, win++) {
        struct ra_state after = *s;

        *win = RA_ENDING_UNKNOWN;
        if (!e)
            continue;
        e->limits = limits ? limits : &none;
        e->seat = ra_search_seat(s);
        e->most = most;
        e->count = 0;
        ra_step_apply(&after, bits_lowest64(legal));
        if (!solve(e, &after, win))
            *win = RA_ENDING_UNKNOWN;
        solved += *win != RA_ENDING_UNKNOWN;
    }
    free(e);
    return solved;
}

void
ra_ending_put(int32_t win, int seat, int seats, struct ra_value *value)
{
    int32_t mine = win / (RA_ENDING_SURE / RA_SURE), left = RA_SURE - mine;
    int64_t others = 0;

    for (int i = 0; i < seats; i++)
        others += i == seat ? 0 : value->win[i];
    for (int i = 0; i < seats; i++) {
        if (i == seat)
            value->win[i] = mine;
        else
            value->win[i] =
                others ? (int32_t)(left * (int64_t)value->win[i] / others) : left / (seats - 1);
    }
}

void
ra_ending_put_all(const struct ra_state *s, const int32_t *win, bool all,
                  struct ra_option *options, int count)
{
    int seat = ra_search_seat(s);

    for (int i = 0; i < count; i++) {
        if (!all && win[i] != 0 && win[i] != RA_ENDING_SURE)
            continue;
        ra_ending_put(win[i], seat, s->seats, &options[i].value);
        options[i].use = ra_use(&options[i].value, s->seats, seat);
    }
    ra_search_prefer_sure(options, count, seat);
}
