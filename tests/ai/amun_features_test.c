/* SPDX-License-Identifier: MIT
 * amun_features_test.c -- what a net sees of Amun-Re: within bounds, and the same for every seat. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "amun_features.h"
#include "bits.h"
#include "random_play.h"
#include "rng.h"

enum { GAMES = 9 };

static void
begin(struct amun_state *s, int seats)
{
    struct amun_options options;

    amun_game.defaults(&options);
    assert_int_equal(amun_setup(s, seats, &options), GAME_OK);
}

static void
one_step(struct amun_state *s, uint64_t *rng)
{
    int seat = bits_lowest(amun_to_move(s));
    game_action a = seat == GAME_NATURE ? random_chance(&amun_game, s, rng)
                                        : random_action(&amun_game, s, seat, rng);

    assert_int_equal(amun_apply(s, seat, a, NULL), GAME_OK);
}

/* Calls `look` for each position of random games with 3 to 5 players. */
static void
each_position(void (*look)(const struct amun_state *s))
{
    for (int game = 0; game < GAMES; game++) {
        uint64_t rng = rng_stream(5, (uint64_t)game, 0);
        struct amun_state s;

        begin(&s, 3 + game % 3);
        while (s.phase != AMUN_OVER) {
            if (s.phase != AMUN_START)
                look(&s);
            one_step(&s, &rng);
        }
        look(&s);
    }
}

/* ---- bounds ---- */

static void
check_list(const int16_t *list, int used, int room)
{
    for (int i = 0; i < used; i++)
        assert_in_range(list[i] + NET_FEATURE_MOST, 0, 2 * NET_FEATURE_MOST);
    for (int i = used; i < room; i++)
        assert_int_equal(list[i], 0);
}

static void
check_lists(const struct amun_state *s)
{
    struct net_lists f;

    memset(&f, 0x55, sizeof f);
    amun_features(s, &f);
    check_list(f.common, AMUN_COMMON_USED, NET_COMMON_ROOM);
    for (int i = 0; i < s->seats; i++)
        check_list(f.seat[i], AMUN_SEAT_USED, NET_SEAT_ROOM);
}

/* The same table, where all have very much of everything. */
static void
check_riches(const struct amun_state *s)
{
    struct amun_state rich = *s;

    check_lists(s);
    for (int i = 0; i < s->seats; i++) {
        rich.gold[i] = i % 2 ? AMUN_MOST_GOLD : 0;
        rich.score[i] = i % 2 ? AMUN_MOST_POINTS : 0;
    }
    for (int p = 0; p < AMUN_PROVINCES; p++) {
        rich.pyramids[p] = AMUN_MOST_PYRAMIDS;
        rich.free_farmers[p] = AMUN_MOST_FREE_FARMERS;
        rich.options.board.provinces[p].free_cards = 9;
        rich.options.board.provinces[p].temples = 9;
        rich.options.board.provinces[p].limit = 9;
    }
    check_lists(&rich);
}

static void
lists_are_within_bounds(void **state)
{
    (void)state;
    each_position(check_riches);
}

/* ---- everybody moves on by one seat ---- */

static uint8_t
moved(int seat, int seats)
{
    return seat < seats ? (uint8_t)((seat + 1) % seats) : (uint8_t)seat;
}

static uint8_t
moved_set(unsigned set, int seats)
{
    return (uint8_t)((set << 1 | set >> (seats - 1)) & ((1u << seats) - 1));
}

static struct amun_state
move_on(const struct amun_state *s)
{
    struct amun_state to = *s;
    int n = s->seats;
    bool asks = s->phase == AMUN_BID || s->phase == AMUN_ACTIONS || s->phase == AMUN_CORRECT ||
                s->phase == AMUN_REWARD || s->phase == AMUN_INCOME || s->phase == AMUN_SCORING;

    for (int i = 0; i < n; i++) {
        int j = moved(i, n);

        to.gold[j] = s->gold[i];
        to.score[j] = s->score[i];
        to.offer[j] = s->offer[i];
        to.owned[j] = s->owned[i];
        to.marker[j] = s->marker[i];
        to.space[j] = s->space[i];
        memcpy(to.hand[j], s->hand[i], sizeof to.hand[j]);
        memcpy(to.sold[j], s->sold[i], sizeof to.sold[j]);
    }
    to.blockade = moved_set(s->blockade, n);
    to.overbid_power = moved_set(s->overbid_power, n);
    to.made = moved_set(s->made, n);
    to.steals = moved_set(s->steals, n);
    to.corrects = moved_set(s->corrects, n);
    to.due = moved_set(s->due, n);
    to.starting = moved(s->starting, n);
    to.turn = asks ? moved(s->turn, n) : s->turn;
    return to;
}

static void
look_from_each_seat(const struct amun_state *s)
{
    struct amun_state to = move_on(s);
    struct net_lists here, there;

    assert_null(amun_check(&to));
    amun_features(s, &here);
    amun_features(&to, &there);
    assert_memory_equal(here.common, there.common, sizeof here.common);
    for (int i = 0; i < s->seats; i++)
        assert_memory_equal(here.seat[i], there.seat[moved(i, s->seats)], sizeof here.seat[i]);
}

static void
all_seats_are_alike(void **state)
{
    (void)state;
    each_position(look_from_each_seat);
}

/* ---- from a similar position ---- */

/* How often a position was read from a base of its own phase, and how often the base changes. */
static int similar, now_and_then;

static void
compare_with(const struct amun_base *base, const struct net_lists *near,
             const struct amun_state *s)
{
    struct net_lists plain, from;

    memset(&plain, 0x55, sizeof plain);
    memset(&from, 0x33, sizeof from);
    amun_features(s, &plain);
    amun_features_from(base, near, s, &from);
    assert_memory_equal(plain.common, from.common, sizeof plain.common);
    assert_memory_equal(plain.seat, from.seat, (size_t)s->seats * sizeof plain.seat[0]);
    similar += base->s.phase == s->phase && base->s.round == s->round;
}

/* What plans and samples of hidden information change: gold, hands, the temple, buildings. */
static void
compare_changed(const struct amun_base *base, const struct net_lists *near,
                const struct amun_state *s)
{
    for (int seat = 0; seat < s->seats; seat++) {
        struct amun_state to = *s;

        to.gold[seat] = (int16_t)(to.gold[seat] + 3);
        compare_with(base, near, &to);
        to.hand[seat][(similar + seat) % AMUN_CARDS]++;
        compare_with(base, near, &to);
        to.temple = (uint8_t)(1 + similar % 4);
        compare_with(base, near, &to);
        to.pyramids[similar % AMUN_PROVINCES]++;
        compare_with(base, near, &to);
        to = *s;
        to.due = (uint8_t)(to.due ^ 1u << seat);
        compare_with(base, near, &to);
        to.farmers[similar % AMUN_PROVINCES] ^= 1;
        compare_with(base, near, &to);
    }
}

static void
look_from_a_base(const struct amun_state *s)
{
    static struct amun_base base;
    static struct net_lists near;

    if (now_and_then++ % 5 == 0 || base.s.seats != s->seats)
        amun_base_read(s, &base, &near);
    compare_with(&base, &near, s);
    if (s->phase == base.s.phase && s->phase != AMUN_OVER)
        compare_changed(&base, &near, s);
}

static void
a_base_changes_nothing(void **state)
{
    (void)state;
    similar = 0;
    each_position(look_from_a_base);
    assert_true(similar > 5000);
}

/* ---- what is as good as done ---- */

/* Of the last bid of a round, which leaves nobody overbid, the lists speak before the others have paid. */
static int settled;

static void
look_at_the_last_bid(const struct amun_state *s)
{
    struct net_lists before, after;
    game_action legal[AMUN_MAX_ACTIONS];
    int count = s->phase == AMUN_BID ? amun_actions(s, s->turn, legal) : 0;

    for (int k = 0; k < count; k++) {
        struct amun_state next = *s;

        if (amun_verb(legal[k]) != AMUN_V_BID)
            continue;
        assert_int_equal(amun_apply(&next, s->turn, legal[k], NULL), GAME_OK);
        if (next.phase != AMUN_ACTIONS)
            continue;
        amun_features(s, &before);
        amun_features(&next, &after);
        for (int i = 0; i < s->seats; i++) {
            if (i == s->turn || !(next.owned[i] >> s->marker[i] & 1))
                continue;
            assert_memory_equal(before.seat[i] + AMUN_SF_PROVINCE,
                                after.seat[i] + AMUN_SF_PROVINCE,
                                AMUN_PROVINCES * sizeof before.seat[i][0]);
            assert_memory_equal(before.seat[i] + AMUN_SF_GOLD_PARTS,
                                after.seat[i] + AMUN_SF_GOLD_PARTS,
                                4 * sizeof before.seat[i][0]);
            settled++;
        }
    }
}

/* An income is in the purse when the temple stands. */
static void
look_at_incomes(const struct amun_state *s)
{
    struct net_lists now, later;
    struct amun_state next = *s;

    look_at_the_last_bid(s);
    if (s->phase != AMUN_INCOME)
        return;
    assert_int_equal(amun_apply(&next, s->turn, amun_act(AMUN_V_END, 0), NULL), GAME_OK);
    if (next.phase != AMUN_INCOME)
        return;
    amun_features(s, &now);
    amun_features(&next, &later);
    for (int i = 0; i < s->seats; i++) {
        for (int part = 0; part < 4; part++)
            assert_int_equal(now.seat[i][AMUN_SF_GOLD_PARTS + part],
                             later.seat[i][AMUN_SF_GOLD_PARTS + part]);
    }
    settled++;
}

static void
what_is_settled_counts(void **state)
{
    (void)state;
    settled = 0;
    each_position(look_at_incomes);
    assert_true(settled > 50);
}

/* ---- a table by hand ---- */

static void
a_first_bid(void **state)
{
    struct amun_state s;
    struct net_lists f;

    (void)state;
    begin(&s, 3);
    assert_int_equal(amun_apply(&s, GAME_NATURE, amun_act(AMUN_V_START, 1), NULL), GAME_OK);
    for (int p = 0; p < 3; p++) {
        static const int drawn[3] = {AMUN_MENDES, AMUN_BERENIKE, AMUN_SAWU};

        assert_int_equal(amun_apply(&s, GAME_NATURE, amun_act(AMUN_V_PROVINCE, drawn[p]), NULL),
                         GAME_OK);
    }
    assert_int_equal(amun_apply(&s, 1, amun_bid(AMUN_BERENIKE, 3, 0), NULL), GAME_OK);
    amun_features(&s, &f);
    assert_int_equal(f.common[AMUN_CF_OPEN + AMUN_MENDES], NET_UNIT);
    assert_int_equal(f.common[AMUN_CF_OPEN + AMUN_BERENIKE], 0);
    assert_int_equal(f.common[AMUN_CF_TO_ACT + 2], NET_UNIT);
    assert_int_equal(f.seat[1][AMUN_SF_PROVINCE + AMUN_BERENIKE], NET_UNIT);
    assert_int_equal(f.seat[1][AMUN_SF_GOLD + 6], 14 * NET_UNIT / 10); /* 20 less 6 */
    assert_int_equal(f.seat[1][AMUN_SF_INCOME + 1], 3 * NET_UNIT); /* 8, three times */
    assert_int_equal(f.seat[1][AMUN_SF_MARKER + 3], NET_UNIT);
    assert_int_equal(f.seat[1][AMUN_SF_THREAT + 2], NET_UNIT);
    assert_int_equal(f.seat[2][AMUN_SF_ON_TURN], NET_UNIT);
    assert_int_equal(f.seat[2][AMUN_SF_ORDER + 1], NET_UNIT);
    assert_int_equal(f.seat[0][AMUN_SF_HAND + AMUN_BUILDER], NET_UNIT);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_are_within_bounds),
        cmocka_unit_test(all_seats_are_alike),
        cmocka_unit_test(a_base_changes_nothing),
        cmocka_unit_test(what_is_settled_counts),
        cmocka_unit_test(a_first_bid),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
