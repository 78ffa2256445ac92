/* SPDX-License-Identifier: MIT
 * ra_properties.c -- what is true of every game of Ra, whoever plays it [RA-THM]. Tiles and suns are
 * never lost or doubled, and the box gives nothing back. Going round the table changes nothing,
 * and the bounds hold. conformance.c has what is true of every game at all.
 *
 *   ra_properties [GAMES]       so many games of each test and number of players; 40 by default
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lean.h"
#include "rng.h"
#include "t_ra.h"

/* ---- walking through games ---- */

struct step {
    struct ra_state before, after;
    int seat;
    game_action action;
    const struct game_event *events;
    int event_count;
};

typedef void watch(const struct step *step, void *notes);

static struct ra_state
new_game(int players, uint64_t seed)
{
    struct ra_state s;
    struct ra_options options = {.edition = (uint8_t)(players == 2 ? 1 + seed % 2 : seed % 3),
                                 .god_disaster = (uint8_t)(seed / 3 % 4),
                                 .empty_invoke = seed / 12 % 2 == 0};

    assert_int_equal(ra_setup(&s, players, &options), GAME_OK);
    return s;
}

/* Plays a game to its end and shows each step. */
static void
walk(int players, uint64_t seed, watch *see, void *notes)
{
    struct ra_state s = new_game(players, seed);
    uint64_t rng = rng_stream(seed, (uint64_t)players, 1);
    struct lean lean = leans[rng_below(&rng, LEANS)];

    while (ra_to_move(&s)) {
        struct game_event events[RA_MAX_EVENTS];
        struct game_log log = {events, 0, RA_MAX_EVENTS};
        struct step step = {.before = s, .events = events};

        step.seat = lean_seat(&ra_game, &s, &rng);
        step.action = lean_choice(&ra_game, &s, step.seat, lean, &rng);
        assert_int_equal(ra_apply(&s, step.seat, step.action, &log), GAME_OK);
        step.after = s;
        step.event_count = log.count;
        see(&step, notes);
    }
}

static int
games_wanted(void **state)
{
    return *(int *)*state;
}

/* ---- nothing is lost ---- */

static void
see_tiles(const struct step *step, void *notes)
{
    int *boxed = notes, all = 0;

    for (int kind = 0; kind < RA_KINDS; kind++) {
        int before = t_box(&step->before, kind), after = t_box(&step->after, kind);

        assert_true(before >= 0);
        assert_true(after >= before); /* [RA-EPOCH-09] what is in the box stays there */
        boxed[kind] += after - before;
        all += after + step->after.bag[kind] + (kind == RA_RA ? step->after.ra_tiles : 0);
        for (int seat = 0; seat < step->after.seats; seat++)
            all += ra_held(step->after.tiles[seat], (enum ra_kind)kind);
        for (int i = 0; step->after.waiting && i < step->after.takes; i++)
            all += step->after.taken[i] == kind && kind >= RA_FUNERAL;
    }
    assert_int_equal(all + ra_lot_size(&step->after), RA_TILES);
    assert_true(memcmp(step->before.bag, step->after.bag, sizeof step->after.bag) == 0 ||
                ra_verb(step->action) == RA_V_TILE);
}

static void
tiles_are_never_lost_or_doubled(void **state)
{
    int boxed[RA_KINDS] = {0};

    for (int players = 2; players <= 5; players++) {
        for (int i = 0; i < games_wanted(state); i++)
            walk(players, (uint64_t)i, see_tiles, boxed);
    }
    for (int kind = 0; kind < RA_KINDS; kind++)
        assert_true(boxed[kind] > 0); /* every kind went there somewhere */
}

static int
sun_sum(uint32_t suns)
{
    int sum = 0;

    for (int sun = 1; sun < 32; sun++)
        sum += (suns >> sun & 1) ? sun : 0;
    return sum;
}

static void
see_suns(const struct step *step, void *notes)
{
    static const int sums[] = {[2] = 45, [3] = 91, [4] = 91, [5] = 136}; /* [RA-SETUP-04] */
    const struct ra_state *s = &step->after;
    int sum = s->centre_sun, *moved = notes;

    for (int seat = 0; seat < s->seats; seat++) {
        assert_int_equal(s->ready[seat] & s->spent[seat], 0);
        sum += sun_sum(s->ready[seat] | s->spent[seat]);
    }
    assert_int_equal(sum, sums[s->seats]);
    *moved += s->centre_sun != step->before.centre_sun;
}

static void
every_sun_is_in_one_place(void **state)
{
    int moved = 0;

    for (int players = 2; players <= 5; players++) {
        for (int i = 0; i < games_wanted(state); i++)
            walk(players, (uint64_t)i, see_suns, &moved);
    }
    assert_true(moved > 0);
}

/* ---- round the table ---- */

/* The same game seen from `by` seats further round. */
static struct ra_state
rotated(const struct ra_state *s, int by)
{
    struct ra_state r = *s;
    bool on_turn = s->phase != RA_DEAL && s->phase != RA_OVER;

    r.passed = 0;
    for (int i = 0; i < s->seats; i++) {
        int to = (i + by) % s->seats;

        r.tiles[to] = s->tiles[i];
        r.ready[to] = s->ready[i];
        r.spent[to] = s->spent[i];
        r.score[to] = s->score[i];
        r.bid[to] = s->bid[i];
        for (int e = 0; e < RA_EPOCHS; e++)
            r.epoch_score[e][to] = s->epoch_score[e][i];
        r.passed |= (uint8_t)((s->passed >> i & 1) << to);
    }
    r.turn = (uint8_t)(on_turn ? (s->turn + by) % s->seats : 0);
    r.bidder = (uint8_t)(s->phase == RA_AUCTION ? (s->bidder + by) % s->seats : 0);
    r.high_seat = (uint8_t)(s->high_sun ? (s->high_seat + by) % s->seats : 0);
    r.owed_seat = (uint8_t)(s->phase == RA_DISCARD ? (s->owed_seat + by) % s->seats : 0);
    return r;
}

/* A deal names a group for each seat; all other actions are the same from any seat. */
static game_action
rotated_action(const struct ra_state *s, game_action a, int by)
{
    game_action r = 0;

    if (ra_verb(a) != RA_V_DEAL)
        return a;
    for (int i = 0; i < s->seats; i++) {
        int from = s->seats - 1 - i, to = s->seats - 1 - (i + by) % s->seats;

        r |= (a >> 4 * from & 15) << 4 * to;
    }
    return (game_action)RA_V_DEAL << 24 | r;
}

static void
see_rotation(const struct step *step, void *notes)
{
    int *compared = notes;

    for (int by = 1; by < step->before.seats; by++) {
        struct ra_state s = rotated(&step->before, by), after = rotated(&step->after, by);
        int seat =
            step->seat == GAME_NATURE ? GAME_NATURE : (step->seat + by) % step->before.seats;

        assert_int_equal(ra_apply(&s, seat, rotated_action(&s, step->action, by), NULL),
                         GAME_OK);
        assert_memory_equal(&s, &after, sizeof s);
        if (s.phase == RA_OVER)
            assert_int_equal(ra_winner(&s), (ra_winner(&step->after) + by) % s.seats);
        ++*compared;
    }
}

static void
going_round_the_table_changes_nothing(void **state)
{
    int compared = 0;

    for (int players = 2; players <= 5; players++) {
        for (int i = 0; i < games_wanted(state); i++)
            walk(players, (uint64_t)i, see_rotation, &compared);
    }
    assert_true(compared > 0);
}

/* ---- what a lot is worth ---- */

static ra_display
one_tile(int kind)
{
    static const int shifts[] = {
        [RA_GOD] = 0, [RA_PHARAOH] = 4, [RA_NILE] = 9, [RA_FLOOD] = 14, [RA_GOLD] = 18};

    return UINT64_C(1) << (kind <= RA_GOLD ? shifts[kind] : 21 + 3 * (kind - RA_ASTRONOMY));
}

static int
held_of(ra_display d, int first, int last)
{
    int held = 0;

    for (int kind = first; kind <= last; kind++)
        held += ra_held(d, (enum ra_kind)kind);
    return held;
}

/* The best total of `seat` when `owed` more tiles of first..last are lost, none before `from`: every
 * way is tried; INT16_MIN if there is none. */
static int
best_total(const struct ra_state *s, int seat, int owed, int from, int first, int last,
           ra_display *best)
{
    int most = INT16_MIN;

    if (owed == 0 || held_of(s->tiles[seat], first, last) == 0) {
        *best = s->tiles[seat];
        return ra_score(s, seat).total;
    }
    for (int kind = from; kind <= last; kind++) {
        struct ra_state less = *s;
        ra_display left;
        int total;

        if (!ra_held(s->tiles[seat], (enum ra_kind)kind))
            continue;
        less.tiles[seat] -= one_tile(kind);
        total = best_total(&less, seat, owed - 1, kind, first, last, &left);
        if (total > most) {
            most = total;
            *best = left;
        }
    }
    return most;
}

static void
take_away(struct ra_state *s, int seat, int kind, int count)
{
    while (count-- > 0 && ra_held(s->tiles[seat], (enum ra_kind)kind))
        s->tiles[seat] -= one_tile(kind);
}

/* The position after `seat` won the lot with `sun` and lost what it needs least, worked out the long way. */
static struct ra_state
after_winning(const struct ra_state *before, int seat, int sun)
{
    struct ra_state s = *before;
    int count[RA_KINDS + 1] = {0};
    ra_display best;

    for (int space = 0; space < RA_TRACK; space++) {
        count[s.track[space]]++;
        if (s.track[space] < RA_FUNERAL)
            s.tiles[seat] += one_tile(s.track[space]);
    }
    if (sun) {
        s.ready[seat] &= ~(UINT32_C(1) << sun);
        s.spent[seat] |= UINT32_C(1) << s.centre_sun;
    }
    take_away(&s, seat, RA_PHARAOH, 2 * count[RA_FUNERAL]);
    for (int i = 0; i < 2 * count[RA_DROUGHT]; i++)
        take_away(&s, seat, ra_held(s.tiles[seat], RA_FLOOD) ? RA_FLOOD : RA_NILE, 1);
    best_total(&s, seat, 2 * count[RA_UNREST], RA_ASTRONOMY, RA_ASTRONOMY, RA_ART, &best);
    s.tiles[seat] = best;
    best_total(&s, seat, 2 * count[RA_EARTHQUAKE], RA_FORTRESS, RA_FORTRESS, RA_TEMPLE, &best);
    s.tiles[seat] = best;
    return s;
}

static void
see_worth(const struct step *step, void *notes)
{
    const struct ra_state *s = &step->before;
    int *compared = notes;

    if (s->phase != RA_TURN || s->ra_tiles > 5)
        return;
    for (int seat = 0; seat < s->seats; seat++) {
        for (int sun = 0; sun <= RA_SUNS; sun++) {
            struct ra_state after;
            int worth[RA_SEATS];

            if (sun && !(s->ready[seat] >> sun & 1))
                continue;
            after = after_winning(s, seat, sun);
            ra_lot_worth(s, seat, sun, worth);
            for (int i = 0; i < s->seats; i++)
                assert_int_equal(worth[i], ra_score(&after, i).total - ra_score(s, i).total);
            ++*compared;
        }
    }
}

static void
a_lot_is_worth_what_winning_it_changes(void **state)
{
    int compared = 0;

    for (int players = 2; players <= 5; players++) {
        for (int i = 0; i < games_wanted(state) / 4; i++)
            walk(players, (uint64_t)i, see_worth, &compared);
    }
    assert_true(compared > 0);
}

/* ---- bounds ---- */

/* What happened in a game, for the bounds of [RA-THM-01..07]. */
struct tallies {
    int draws, turns, god_actions, clearings, won[RA_EPOCHS], by_ra[RA_EPOCHS];
    int suns_ended, track_ended, discards, forced, most_actions, most_events;
};

static void
see_bounds(const struct step *step, void *notes)
{
    struct tallies *t = notes;
    const struct ra_state *s = &step->before;
    game_action actions[64];
    int count = step->seat == GAME_NATURE ? 0 : ra_actions(s, step->seat, actions);

    t->draws += s->phase == RA_DRAW;
    t->turns += s->phase == RA_TURN;
    t->god_actions += s->phase == RA_TURN && ra_verb(step->action) == RA_V_TAKE;
    t->discards += s->phase == RA_DISCARD;
    t->forced += s->phase == RA_AUCTION && count > 0 && ra_verb(actions[0]) == RA_V_BID;
    t->most_actions = count > t->most_actions ? count : t->most_actions;
    t->most_events = step->event_count > t->most_events ? step->event_count : t->most_events;
    if (step->seat != GAME_NATURE) /* [RA-THM-01] */
        assert_true(s->bag[RA_RA] >= 30 - (3 * ra_track_length(s->seats) - 1));
    for (int i = 0; i < step->event_count; i++) {
        int kind = step->events[i].kind;

        t->won[s->epoch - 1] += kind == RA_EV_WON;
        t->by_ra[s->epoch - 1] += kind == RA_EV_RA_DRAWN && step->after.phase == RA_AUCTION;
        t->clearings += kind == RA_EV_TRACK_CLEARED;
        t->suns_ended += kind == RA_EV_EPOCH_ENDED && step->events[i].count == 0;
        t->track_ended += kind == RA_EV_EPOCH_ENDED && step->events[i].count == 1;
    }
    if (step->after.cause == RA_BY_TILE) /* [RA-THM-05] */
        assert_true(ra_lot_size(&step->after) <= 7);
    for (int seat = 0; seat < s->seats; seat++) /* [RA-THM-10] */
        assert_in_range(step->after.score[seat], 0, 328);
}

static void
add(struct tallies *sum, const struct tallies *t)
{
    sum->god_actions += t->god_actions;
    sum->clearings += t->clearings;
    sum->discards += t->discards;
    sum->forced += t->forced;
    sum->suns_ended += t->suns_ended;
    sum->track_ended += t->track_ended;
    if (t->most_actions > sum->most_actions)
        sum->most_actions = t->most_actions;
    if (t->most_events > sum->most_events)
        sum->most_events = t->most_events;
}

static void
bounds_of_the_theorems_hold(void **state)
{
    static const int suns[] = {[2] = 8, [3] = 12, [4] = 12, [5] = 15};
    static const int turns[] = {[2] = 218, [3] = 236, [4] = 239, [5] = 251};
    struct tallies sum = {0};

    for (int players = 2; players <= 5; players++) {
        for (int i = 0; i < games_wanted(state); i++) {
            struct tallies t = {0};

            walk(players, (uint64_t)i, see_bounds, &t);
            assert_true(t.draws <= 150 + 3 * ra_track_length(players)); /* [RA-THM-02] */
            assert_true(t.turns <= turns[players]); /* [RA-THM-07] */
            assert_true(t.god_actions <= 8 && t.clearings <= 18);
            assert_int_equal(t.suns_ended + t.track_ended, RA_EPOCHS);
            for (int e = 0; e < RA_EPOCHS; e++)
                assert_true(t.won[e] <= suns[players] && t.by_ra[e] < ra_track_length(players));
            add(&sum, &t);
        }
    }
    /* None of it is idle talk: all of these happened. */
    assert_true(sum.god_actions > 0 && sum.clearings > 0 && sum.discards > 0 && sum.forced > 0);
    assert_true(sum.suns_ended > 0 && sum.track_ended > 0);
    assert_true(sum.most_actions <= RA_MAX_ACTIONS && sum.most_events <= RA_MAX_EVENTS);
    printf("# most actions %d, most events %d, %d discards, %d god actions\n", sum.most_actions,
           sum.most_events, sum.discards, sum.god_actions);
}

/* The longest list a seat can have: gods and eight kinds to take, or eight kinds to lose. */
static void
lists_fit_their_room(void **state)
{
    const char *const takes[] = {"turn 0", "track pharaoh nile flood gold art writing sphinx",
                                 "0 tiles god 8", NULL};
    const char *const losses[] = {
        "turn 0",
        "track earthquake",
        "0 suns 13 tiles fortress obelisk palace pyramid sphinx statue "
        "step_pyramid temple",
        "1 suns",
        "2 suns",
        NULL};
    game_action actions[RA_MAX_ACTIONS];
    struct ra_state s;

    (void)state;
    assert_null(t_position(&s, takes));
    assert_int_equal(ra_actions(&s, 0, actions), 9); /* draw, invoke, seven takes */
    assert_null(t_position(&s, losses));
    assert_int_equal(ra_apply(&s, 0, ra_invoke(), NULL), GAME_OK);
    assert_int_equal(ra_apply(&s, 0, ra_bid(13), NULL), GAME_OK);
    assert_int_equal(ra_actions(&s, 0, actions), 8);
}

/* What is no option is refused, and nothing written; the contract's text forms never make such. */
static void
options_out_of_range_are_refused(void **state)
{
    const struct ra_options wrong[] = {
        {3, 0, 1}, {RA_2016, 4, 1}, {RA_2016, 0, 2}, {255, 255, 255}};
    struct ra_state s, before;

    (void)state;
    memset(&s, 0x5a, sizeof s);
    before = s;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(ra_setup(&s, 3, &wrong[i]), GAME_SETUP);
        assert_memory_equal(&s, &before, sizeof s);
    }
}

int
main(int argc, char **argv)
{
    int games = argc > 1 ? atoi(argv[1]) : 40;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(tiles_are_never_lost_or_doubled, &games),
        cmocka_unit_test_prestate(every_sun_is_in_one_place, &games),
        cmocka_unit_test_prestate(going_round_the_table_changes_nothing, &games),
        cmocka_unit_test_prestate(a_lot_is_worth_what_winning_it_changes, &games),
        cmocka_unit_test_prestate(bounds_of_the_theorems_hold, &games),
        cmocka_unit_test(lists_fit_their_room),
        cmocka_unit_test(options_out_of_range_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
