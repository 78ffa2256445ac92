/* SPDX-License-Identifier: MIT
 * rules_theorems.c -- chapter 14 of rules/ra.md: facts that follow. Each is checked where it is
 * tightest; tests/property/conformance.c holds them against many random games as well. */
#include <string.h>

#include "t_ra.h"

#include "random_play.h"
#include "rng.h"

/* How a game without anybody in it went. */
struct course {
    int drawn, turns, clearings, won[RA_EPOCHS], fewest_ra_in_bag;
};

typedef game_action choice(const struct ra_state *s, int seat, uint64_t *rng);

static int
mover(const struct ra_state *s)
{
    int seat = 0;

    while (!(ra_to_move(s) >> seat & 1))
        seat++;
    return seat;
}

/* Nature keeps the Ra tiles back for as long as there are others. */
static game_action
late_ra(const struct ra_state *s, uint64_t *rng)
{
    struct game_chance chances[RA_MAX_CHANCES];
    int count = ra_chances(s, chances);

    if (s->phase == RA_DRAW)
        return chances[count - 1].action; /* ascending: Ra comes first in the list */
    return chances[rng_below(rng, (uint32_t)count)].action;
}

/* Plays a whole game in which every player follows `how`; keeps the last state in *s. */
static struct course
course_of(struct ra_state *s, choice *how, bool ra_late, uint64_t seed)
{
    struct course c = {.fewest_ra_in_bag = 30};
    uint64_t rng = seed;

    while (ra_to_move(s)) {
        struct game_event events[RA_MAX_EVENTS];
        struct game_log log = {events, 0, RA_MAX_EVENTS};
        int seat = mover(s), epoch = s->epoch;
        game_action action;

        if (seat != GAME_NATURE) {
            action = how(s, seat, &rng);
            c.turns += s->phase == RA_TURN;
            if (s->bag[RA_RA] < c.fewest_ra_in_bag)
                c.fewest_ra_in_bag = s->bag[RA_RA];
        } else {
            action = ra_late ? late_ra(s, &rng) : random_chance(&ra_game, s, &rng);
            c.drawn += s->phase == RA_DRAW;
        }
        assert_int_equal(ra_apply(s, seat, action, &log), GAME_OK);
        for (int i = 0; i < log.count; i++) {
            c.won[epoch - 1] += events[i].kind == RA_EV_WON;
            c.clearings += events[i].kind == RA_EV_TRACK_CLEARED;
        }
    }
    return c;
}

/* Draws while possible, invokes on a full track, never bids unless forced. */
static game_action
draw_and_pass(const struct ra_state *s, int seat, uint64_t *rng)
{
    game_action actions[RA_MAX_ACTIONS];
    int count = ra_actions(s, seat, actions);

    (void)rng;
    assert_true(count > 0);
    return actions[0];
}

/* Invokes on every turn and bids the lowest sun possible. */
static game_action
invoke_and_bid(const struct ra_state *s, int seat, uint64_t *rng)
{
    game_action actions[RA_MAX_ACTIONS];
    int count = ra_actions(s, seat, actions);

    (void)rng;
    for (int i = 0; i < count; i++) {
        if (ra_verb(actions[i]) == RA_V_INVOKE || ra_verb(actions[i]) == RA_V_BID)
            return actions[i];
    }
    return actions[0];
}

static game_action
anything(const struct ra_state *s, int seat, uint64_t *rng)
{
    return random_action(&ra_game, s, seat, rng);
}

static struct ra_state
fresh(int players)
{
    static const char *const lines[] = {
        [2] = "players 2", [3] = "players 3", [4] = "players 4", [5] = "players 5"};

    begin(lines[players]);
    return *table();
}

RULE("RA-THM-01",
     "The bag never runs out: whenever a player is to act it holds at least one Ra tile, and "
     "no rule for an empty bag is needed.")
{
    static const int fewest[] = {[2] = 13, [3] = 7, [4] = 4, [5] = 1};

    for (int players = 2; players <= 5; players++) {
        struct ra_state s = fresh(players);
        struct course c = course_of(&s, draw_and_pass, true, 1);

        assert_int_equal(c.fewest_ra_in_bag, fewest[players]); /* reached, and never passed */
        for (uint64_t seed = 1; seed <= 50; seed++) {
            s = fresh(players);
            c = course_of(&s, seed % 2 ? anything : draw_and_pass, false, seed);
            assert_true(c.fewest_ra_in_bag >= fewest[players]);
        }
    }
}

RULE("RA-THM-02",
     "At most 150 tiles and three full Ra tracks are drawn in a game: 168, 174, 177 or 180 "
     "tiles with two, three, four or five players. At least none is.")
{
    static const int most[] = {[2] = 168, [3] = 174, [4] = 177, [5] = 180};

    for (int players = 2; players <= 5; players++) {
        struct ra_state s = fresh(players);
        struct course c = course_of(&s, draw_and_pass, true, 1);

        assert_int_equal(c.drawn, most[players]);
        assert_int_equal(c.clearings, 18);
        s = fresh(players);
        c = course_of(&s, invoke_and_bid, false, 1);
        assert_int_equal(c.drawn, 0);
        for (uint64_t seed = 1; seed <= 50; seed++) {
            s = fresh(players);
            assert_true(course_of(&s, anything, false, seed).drawn <= most[players]);
        }
    }
}

RULE("RA-THM-03", "The last ready sun of an epoch is always spent by the Ra player.")
{
    int ended_by_suns = 0;

    for (uint64_t seed = 1; seed <= 200; seed++) {
        struct ra_state s = fresh(2 + (int)(seed % 4));
        uint64_t rng = seed;

        while (ra_to_move(&s)) {
            struct game_event events[RA_MAX_EVENTS];
            struct game_log log = {events, 0, RA_MAX_EVENTS};
            int seat = mover(&s), ra_player = s.turn, winner = s.cause ? s.high_seat : -1;
            game_action action = seat == GAME_NATURE ? random_chance(&ra_game, &s, &rng)
                                 : seed % 2          ? invoke_and_bid(&s, seat, &rng)
                                                     : anything(&s, seat, &rng);

            assert_int_equal(ra_apply(&s, seat, action, &log), GAME_OK);
            for (int i = 0; i < log.count; i++) {
                if (events[i].kind == RA_EV_WON)
                    winner = events[i].seat;
                if (events[i].kind != RA_EV_EPOCH_ENDED || events[i].count == 1)
                    continue;
                assert_int_equal(winner, ra_player);
                ended_by_suns++;
            }
        }
    }
    assert_true(ended_by_suns >=
                300); /* in half of the games nobody draws: all their epochs end so */
}

RULE("RA-THM-04", "When an epoch ends because all suns are spent, the auction track is empty.")
{
    /* If the lot were not taken its tiles would be cleared into the box. */
    scene("turn 0", "track nile pharaoh temple", "0 suns 13", "1 suns", "2 suns");
    play("0 invoke", "0 bid:13");
    expect("epoch 2", "0 tiles nile pharaoh temple", "box nile 0 pharaoh 0 temple 0");
    for (uint64_t seed = 1; seed <= 100; seed++) {
        struct ra_state s = fresh(2 + (int)(seed % 4)), before;
        uint64_t rng = seed;

        while (ra_to_move(&s)) {
            struct game_event events[RA_MAX_EVENTS];
            struct game_log log = {events, 0, RA_MAX_EVENTS};
            int seat = mover(&s), cleared;

            before = s;
            assert_int_equal(ra_apply(&s, seat,
                                      seat == GAME_NATURE ? random_chance(&ra_game, &s, &rng)
                                                          : anything(&s, seat, &rng),
                                      &log),
                             GAME_OK);
            cleared = ra_lot_size(&before);
            for (int i = 0; i < log.count; i++) {
                if (events[i].kind == RA_EV_WON)
                    cleared -= events[i].count;
                if (events[i].kind == RA_EV_EPOCH_ENDED && events[i].count == 0)
                    assert_int_equal(cleared, 0);
            }
        }
    }
}

RULE("RA-THM-05", "An auction that a Ra tile caused is never for more than seven tiles.")
{
    scene("turn 0", "track nile nile nile nile nile nile nile");
    play("0 draw ra");
    expect("phase auction", "lot 7");
    scene("turn 0", "track nile nile nile nile nile nile nile nile");
    refuse("0 draw", GAME_ILLEGAL);
    for (uint64_t seed = 1; seed <= 100; seed++) {
        struct ra_state s = fresh(2 + (int)(seed % 4));
        uint64_t rng = seed;

        while (ra_to_move(&s)) {
            int seat = mover(&s);

            assert_false(s.phase == RA_AUCTION && s.cause == RA_BY_TILE && ra_lot_size(&s) > 7);
            assert_int_equal(ra_apply(&s, seat,
                                      seat == GAME_NATURE ? random_chance(&ra_game, &s, &rng)
                                                          : draw_and_pass(&s, seat, &rng),
                                      NULL),
                             GAME_OK);
        }
    }
}

RULE("RA-THM-06", "Whoever must bid always can.")
{
    scene("turn 0", "track nile", "0 suns 2", "1 suns 13",
          "2 suns 12"); /* with the lowest sun */
    play("0 invoke", "1 pass", "2 pass");
    legal("0 bid:2");
    scene("turn 0 centre 2", "0 suns 1");
    play("0 invoke", "1 pass", "2 pass");
    legal("0 bid:1");
    play("0 bid:1");
    expect("centre 1", "0 spent 2 3 4 5");
}

RULE("RA-THM-07",
     "The game always ends: at most one auction is won for each sun the players own in each "
     "epoch, full tracks are cleared at most 18 times, and players have at most 218, 236, "
     "239 or 251 turns with two, three, four or five players.")
{
    static const int suns[] = {[2] = 8, [3] = 12, [4] = 12, [5] = 15};
    static const int turns[] = {[2] = 218, [3] = 236, [4] = 239, [5] = 251};
    choice *const ways[] = {anything, draw_and_pass, invoke_and_bid};

    for (int players = 2; players <= 5; players++) {
        for (uint64_t seed = 0; seed < 60; seed++) {
            struct ra_state s = fresh(players);
            struct course c = course_of(&s, ways[seed % 3], seed % 2 == 0, seed);

            assert_int_equal(s.phase, RA_OVER);
            assert_true(c.turns <= turns[players]);
            assert_true(c.clearings <= 18);
            for (int epoch = 0; epoch < RA_EPOCHS; epoch++)
                assert_true(c.won[epoch] <= suns[players]);
        }
    }
}

RULE("RA-THM-08", "The winner is always a single player.")
{
    struct game_result result;

    scene("players 5 turn 0 ra 9 epoch 3", "0 suns 16 6 2 tiles art", "1 suns 15 7 3 tiles art",
          "2 suns 14 8 4 tiles art", "3 suns 13 9 5 tiles art", "4 suns 12 11 10 tiles art");
    play("0 draw ra"); /* sums 24, 25, 26, 27, 33 */
    expect("0 score 5", "1 score 10", "4 score 15", "winner 4");
    scene("players 2 turn 0 ra 5 epoch 3", "0 tiles art",
          "1 tiles art"); /* everything is equal */
    play("0 draw ra");
    expect("0 score 10", "1 score 10", "winner 0");
    for (uint64_t seed = 1; seed <= 100; seed++) {
        struct ra_state s = fresh(2 + (int)(seed % 4));

        course_of(&s, seed % 2 ? invoke_and_bid : anything, false, seed);
        assert_true(ra_game.result(&s, &result));
        assert_true(result.winners != 0 && (result.winners & (result.winners - 1)) == 0);
    }
}

/* clang-format off */
static const char *const equal_sums[][6] = {    /* for every centre sun that allows it */
    {"players 2 turn 0 epoch 3 centre 1", "0 suns 9 8 3 2", "1 suns 7 6 5 4"},
    {"players 2 turn 0 epoch 3 centre 3", "0 suns 9 7 4 1", "1 suns 8 6 5 2"},
    {"players 2 turn 0 epoch 3 centre 5", "0 suns 9 8 2 1", "1 suns 7 6 4 3"},
    {"players 2 turn 0 epoch 3 centre 7", "0 suns 9 6 3 1", "1 suns 8 5 4 2"},
    {"players 2 turn 0 epoch 3 centre 9", "0 suns 8 7 2 1", "1 suns 6 5 4 3"},
    {"players 3 turn 0 epoch 3 centre 1", "0 suns 13 12 3 2", "1 suns 11 10 5 4", "2 suns 9 8 7 6"},
    {"players 3 turn 0 epoch 3 centre 4", "0 suns 13 12 3 1", "1 suns 11 10 6 2", "2 suns 9 8 7 5"},
    {"players 3 turn 0 epoch 3 centre 7", "0 suns 13 12 2 1", "1 suns 11 10 4 3", "2 suns 9 8 6 5"},
    {"players 3 turn 0 epoch 3 centre 10", "0 suns 13 11 2 1", "1 suns 12 8 4 3", "2 suns 9 7 6 5"},
    {"players 3 turn 0 epoch 3 centre 13", "0 suns 12 11 2 1", "1 suns 10 9 4 3", "2 suns 8 7 6 5"},
    {"players 4 turn 0 epoch 3 centre 3", "0 suns 13 8 1", "1 suns 12 6 4", "2 suns 11 9 2", "3 suns 10 7 5"},
    {"players 4 turn 0 epoch 3 centre 7", "0 suns 13 6 2", "1 suns 12 5 4", "2 suns 11 9 1", "3 suns 10 8 3"},
    {"players 4 turn 0 epoch 3 centre 11", "0 suns 13 6 1", "1 suns 12 5 3", "2 suns 10 8 2", "3 suns 9 7 4"},
    {"players 5 turn 0 epoch 3 centre 1", "0 suns 16 9 2", "1 suns 15 8 4", "2 suns 14 7 6", "3 suns 13 11 3",
        "4 suns 12 10 5"},
    {"players 5 turn 0 epoch 3 centre 6", "0 suns 16 9 1", "1 suns 15 8 3", "2 suns 14 7 5", "3 suns 13 11 2",
        "4 suns 12 10 4"},
    {"players 5 turn 0 epoch 3 centre 11", "0 suns 16 8 1", "1 suns 15 7 3", "2 suns 14 6 5", "3 suns 13 10 2",
        "4 suns 12 9 4"},
    {"players 5 turn 0 epoch 3 centre 16", "0 suns 15 8 1", "1 suns 14 7 3", "2 suns 13 6 5", "3 suns 12 10 2",
        "4 suns 11 9 4"},
};
/* clang-format on */

RULE("RA-THM-09", "Everybody's suns can add up to the same sum, for any number of players.")
{
    for (size_t i = 0; i < sizeof equal_sums / sizeof equal_sums[0]; i++) {
        const char *const *lines = equal_sums[i];

        scene(lines[0], lines[1], lines[2], lines[3], lines[4], lines[5]);
        for (int seat = 0; seat < table()->seats; seat++)
            assert_int_equal(ra_score(table(), seat).suns, 0);
    }
    scene("players 2 turn 0 epoch 3", "0 suns 9 6 5 3",
          "1 suns 8 7 4 2"); /* and hardly any change */
    expect("0 counts suns 5", "1 counts suns -5");
}

RULE("RA-THM-10", "No score is ever below 0 or above 328.")
{
    /* Everything one player could own at the end of the third epoch: 228 points in one go. */
    scene("turn 0 ra 7 epoch 3",
          "0 suns 13 12 11 10 tiles god 8 pharaoh 25 nile 25 flood 12 gold 5 "
          "astronomy 5 agriculture 5 writing 5 religion 5 art 5 "
          "fortress 5 obelisk 5 palace 5 pyramid 5 sphinx 5 statue 5 "
          "step_pyramid 5 temple 5");
    play("0 draw ra");
    expect("0 net 3 228");
    for (uint64_t seed = 1; seed <= 100; seed++) {
        struct ra_state s = fresh(2 + (int)(seed % 4));

        course_of(&s, anything, false, seed);
        for (int seat = 0; seat < s.seats; seat++)
            assert_true(s.score[seat] >= 0 && s.score[seat] <= 328);
    }
}
