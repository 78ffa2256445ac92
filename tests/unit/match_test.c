/* SPDX-License-Identifier: MIT
 * match_test.c -- turns are proposed, and change nothing until they are accepted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "match.h"
#include "moves.h"
#include "random_play.h"

static struct match *
new_match(int seats)
{
    union games_options options;
    struct match *match;

    ra_game.defaults(&options);
    match = match_create(&ra_game, seats, &options);
    assert_non_null(match);
    return match;
}

/* What is proposed most often: one action. */
static enum match_err
propose(struct match *match, int seat, int seq, const char *text, const char *key,
        uint64_t seed, struct match_turn *turn, int *at)
{
    struct match_request request = {seat, seq, &text, 1, key};
    struct match_fault fault;
    enum match_err err = match_propose(match, &request, seed, turn, &fault);

    *at = fault.at;
    return err;
}

static int
seat_to_move(const struct match *match)
{
    for (int i = 0; i < match->seats; i++) {
        if (match_to_move(match) >> i & 1)
            return i;
    }
    return -1;
}

/* Accepts a random legal turn of whoever is to act, with this key. */
static void
play_one(struct match *match, uint64_t *rng, const char *key)
{
    struct match_turn turn;
    char text[GAME_TEXT_ROOM];
    int seat = seat_to_move(match), repeated;
    game_action action = random_action(match->game, &match->state, seat, rng);

    match->game->write_action(&match->state, action, text, sizeof text);
    assert_int_equal(propose(match, seat, match->moment, text, key, (*rng)++, &turn, &repeated),
                     MATCH_OK);
    match_accept(match, &turn);
}

static void
begin(struct match *match, uint64_t seed)
{
    struct match_turn turn;

    assert_int_equal(match_propose_chance(match, seed, &turn), MATCH_OK);
    match_accept(match, &turn);
}

static void
a_proposal_changes_nothing(void **state)
{
    struct match *match = new_match(3);
    struct match_turn turn;
    struct ra_state before;
    int repeated, seat;

    (void)state;
    assert_int_equal(propose(match, 0, 0, "draw", "k", 1, &turn, &repeated), MATCH_NOT_YOU);
    begin(match, 1);
    assert_int_equal(match->count, 1);
    seat = seat_to_move(match);
    before = match->state.ra;
    assert_int_equal(propose(match, seat, 1, "draw", "k", 2, &turn, &repeated), MATCH_OK);
    assert_int_equal(turn.count, 2);
    assert_string_equal(turn.entries[0].text, "draw");
    assert_int_equal(turn.entries[1].seat, GAME_NATURE);
    assert_memory_equal(&before, &match->state.ra, sizeof before);
    assert_int_equal(match->count, 1);
    assert_int_equal(propose(match, seat, 1, "invoke", "k", 2, &turn, &repeated),
                     MATCH_OK); /* the first was dropped */
    match_accept(match, &turn);
    assert_int_equal(propose(match, seat, 1, "draw", "k", 3, &turn, &repeated), MATCH_REPEAT);
    assert_int_equal(repeated, 1);
    match_destroy(match);
}

static void
each_refusal_has_its_name(void **state)
{
    struct match *match = new_match(3);
    struct match_turn turn;
    int repeated, seat;

    (void)state;
    begin(match, 5);
    seat = seat_to_move(match);
    assert_int_equal(propose(match, seat, 0, "draw", NULL, 1, &turn, &repeated), MATCH_STALE);
    assert_int_equal(propose(match, seat, 2, "draw", NULL, 1, &turn, &repeated), MATCH_STALE);
    assert_int_equal(propose(match, (seat + 1) % 3, 1, "draw", NULL, 1, &turn, &repeated),
                     MATCH_NOT_YOU);
    assert_int_equal(propose(match, -1, 1, "draw", NULL, 1, &turn, &repeated), MATCH_NOT_YOU);
    assert_int_equal(propose(match, GAME_NATURE, 1, "tile:ra", NULL, 1, &turn, &repeated),
                     MATCH_NOT_YOU);
    assert_int_equal(propose(match, seat, 1, "dance", NULL, 1, &turn, &repeated), MATCH_FORMAT);
    assert_int_equal(propose(match, seat, 1, "bid:9", NULL, 1, &turn, &repeated),
                     MATCH_ILLEGAL);
    assert_int_equal(match_propose_chance(match, 1, &turn), MATCH_NOT_YOU);
    assert_int_equal(match->count, 1);
    match_destroy(match);
}

static void
a_game_comes_back_from_its_log(void **state)
{
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct match *match = new_match(2 + (int)(seed % 4)), *again = new_match(match->seats);
        union games_state at, step = match->start;
        uint64_t rng = seed * 1000;
        char key[32] = "k0000";

        (void)state;
        begin(match, seed);
        for (int n = 0; !match_is_over(match); n++) {
            key[1] = (char)('0' + n / 1000 % 10);
            key[2] = (char)('0' + n / 100 % 10);
            key[3] = (char)('0' + n / 10 % 10);
            key[4] = (char)('0' + n % 10);
            play_one(match, &rng, key);
        }
        for (int i = 0; i < match->count; i++) {
            char text[GAME_TEXT_ROOM];

            match_at(match, i, &at, NULL, NULL);
            assert_memory_equal(&at, &step, ra_game.state_size);
            ra_game.write_action(&step, match->log[i].action, text, sizeof text);
            assert_true(match_restore(again, match->log[i].seat, text, match->log[i].key));
            assert_int_equal(
                ra_game.apply(&step, match->log[i].seat, match->log[i].action, NULL), GAME_OK);
            assert_true(match_after(match, i) > i && match_after(match, i) <= match->count);
        }
        assert_memory_equal(&again->state, &match->state, ra_game.state_size);
        assert_false(match_restore(again, 0, "draw", ""));
        match_destroy(match);
        match_destroy(again);
    }
}

/* ---- lists, trying, secrecy: Amun-Re ---- */

static struct match *
new_amun(int seats, uint64_t seed)
{
    union games_options options;
    struct match *match;

    amun_game.defaults(&options);
    match = match_create(&amun_game, seats, &options);
    assert_non_null(match);
    begin(match, seed);
    return match;
}

/* Plays at random until `phase` of Amun-Re, or the end. */
static bool
play_to(struct match *match, int phase, uint64_t *rng)
{
    while (!match_is_over(match) && match->state.amun.phase != phase)
        play_one(match, rng, NULL);
    return !match_is_over(match);
}

static enum match_err
propose_list(struct match *match, int seat, int count, const char *const *texts,
             struct match_turn *turn, struct match_fault *fault)
{
    struct match_request request = {seat, match->moment, texts, count, "list"};

    return match_propose(match, &request, 7, turn, fault);
}

static void
a_list_is_made_as_a_whole(void **state)
{
    struct match *match = new_amun(3, 1);
    struct match_turn turn;
    struct match_fault fault;
    uint64_t rng = 1;
    int seat, count;

    (void)state;
    assert_true(play_to(match, AMUN_ACTIONS, &rng));
    seat = match->state.amun.turn;
    match->state.amun.gold[seat] = 20; /* enough for all of it */
    count = match->count;
    {
        const char *const fine[] = {"buy:1"}, *const early[] = {"buy:1", "end"},
                          *const wrong[] = {"end", "end"}, *const none[] = {"dance", "end"};

        assert_int_equal(propose_list(match, seat, 1, fine, &turn, &fault), MATCH_OK);
        assert_int_equal(turn.count, 2);
        assert_int_equal(propose_list(match, seat, 2, early, &turn, &fault), MATCH_CHANCE);
        assert_int_equal(fault.at, 0);
        assert_int_equal(propose_list(match, seat, 2, wrong, &turn, &fault), MATCH_NOT_YOU);
        assert_int_equal(fault.at, 1);
        assert_int_equal(propose_list(match, seat, 2, none, &turn, &fault), MATCH_FORMAT);
        assert_int_equal(fault.at, 0);
    }
    assert_int_equal(match->count, count);
    match_destroy(match);
}

static void
a_list_with_a_key_is_one_request(void **state)
{
    int lists = 0;

    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct match *match = new_amun(4, seed);
        struct match_turn turn;
        struct match_fault fault;
        uint64_t rng = seed;
        char farmer[GAME_TEXT_ROOM];
        const char *texts[] = {farmer, "end"};
        game_action legal[GAMES_MAX_ACTIONS];
        int seat, count, first;

        assert_true(play_to(match, AMUN_ACTIONS, &rng));
        seat = match->state.amun.turn;
        count = amun_actions(&match->state.amun, seat, legal);
        for (int i = 0; i < count; i++) {
            if (amun_verb(legal[i]) != AMUN_V_FARMER)
                continue;
            amun_game.write_action(&match->state, legal[i], farmer, sizeof farmer);
            first = match->count;
            assert_int_equal(propose_list(match, seat, 2, texts, &turn, &fault), MATCH_OK);
            assert_int_equal(turn.count, 2);
            assert_string_equal(turn.entries[0].text, farmer);
            match_accept(match, &turn);
            assert_int_equal(match->count, first + 2);
            assert_int_equal(match_after(match, first), first + 2);
            assert_int_equal(propose_list(match, seat, 2, texts, &turn, &fault), MATCH_REPEAT);
            assert_int_equal(fault.at, first);
            lists++;
            break;
        }
        match_destroy(match);
    }
    assert_true(lists > 5);
}

/* The moment stands still while offers are sealed, whoever is first; then all is told in order. */
static void
secrecy_stops_the_moment(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        struct match *match = new_amun(5, seed), *again = new_amun(5, seed);
        uint64_t rng = seed;
        int moment, arrived = 0, first;

        assert_true(play_to(match, AMUN_OFFER, &rng));
        moment = match->moment;
        first = match->count;
        assert_int_equal(moment, first);
        while (match->state.amun.phase == AMUN_OFFER) {
            struct match_turn turn;
            game_seats movers = match_to_move(match);
            char text[GAME_TEXT_ROOM];
            int seat = (int)(rng % 5), at;

            rng = rng * 6364136223846793005u + 1442695040888963407u;
            if (!(movers >> seat & 1)) {
                assert_int_equal(propose(match, seat, moment, "offer:1", NULL, 1, &turn, &at),
                                 MATCH_NOT_YOU);
                continue;
            }
            amun_game.write_action(&match->state,
                                   random_action(match->game, &match->state, seat, &rng), text,
                                   sizeof text);
            assert_int_equal(match->moment, moment);
            assert_int_equal(propose(match, seat, match->count + 1, text, NULL, 1, &turn, &at),
                             MATCH_STALE);
            assert_int_equal(propose(match, seat, moment, text, "k", 1, &turn, &at), MATCH_OK);
            match_accept(match, &turn);
            arrived++;
            break;
        }
        assert_int_equal(arrived, 1);
        assert_int_equal(match->moment, moment); /* of five seats one has acted */
        assert_int_equal(match_after(match, first), moment);
        while (match->state.amun.phase == AMUN_OFFER)
            play_one(match, &rng, NULL);
        assert_int_equal(match->moment, match->count);
        assert_int_equal(match_after(match, first), moment); /* as it was told then */
        for (int i = 1; i < match->count; i++) {
            union games_state st;
            char text[GAME_TEXT_ROOM];

            match_at(match, i + 1, &st, text, NULL);
            if (again->count == i) { /* both begin alike */
                assert_true(match_restore(again, match->log[i].seat, text, NULL));
                assert_int_equal(again->log[i].moment, match->log[i].moment);
            }
        }
        match_destroy(match);
        match_destroy(again);
    }
}

/* Where several act the text names the seat; refused, it changes nothing. */
static void
moves_come_back_as_records_write_them(void **state)
{
    struct match *match = new_amun(4, 5), *again = match_create_at(&amun_game, &match->start);
    uint64_t rng = 5;

    (void)state;
    assert_non_null(again);
    while (!match_is_over(match))
        play_one(match, &rng, NULL);
    for (int i = 0; i < match->count; i++) {
        struct move move;

        moves_write(&amun_game, &again->state, match->log[i].seat, match->log[i].action, &move);
        if (amun_game.sealed(&again->state))
            assert_false(match_restore_move(again, move.text + 2));
        assert_int_equal(again->count, i);
        assert_true(match_restore_move(again, move.text));
        assert_int_equal(again->log[i].seat, match->log[i].seat);
    }
    assert_memory_equal(&again->state, &match->state, amun_game.state_size);
    assert_false(match_restore_move(again, "end"));
    assert_int_equal(again->moment, match->moment);
    match_destroy(match);
    match_destroy(again);
}

/* What trying shows is what then is so, and where it is silent something hidden came out. */
static void
trying_tells_the_truth_and_no_more(void **state)
{
    int tried = 0, hidden = 0;

    (void)state;
    for (uint64_t seed = 1; seed <= 8; seed++) {
        struct match *match = new_amun(3 + (int)(seed % 3), seed);
        uint64_t rng = seed;

        while (!match_is_over(match)) {
            struct match other = *match;
            struct match_fault fault;
            union games_state state_tried, of_other, truth;
            char text[GAME_TEXT_ROOM];
            const char *texts[] = {text};
            int seat = seat_to_move(match);
            struct match_request request = {seat, match->moment, texts, 1, NULL};
            game_action action = random_action(match->game, &match->state, seat, &rng);
            enum match_err err, err_other;

            amun_game.write_action(&match->state, action, text, sizeof text);
            err = match_try(match, &request, &state_tried, &fault);
            /* With other secrets the answer is the same. */
            amun_game.observe(&match->state, seat, &other.state);
            amun_game.sample(&other.state, seat, &rng);
            err_other = match_try(&other, &request, &of_other, &fault);
            assert_int_equal(err, err_other);
            if (err == MATCH_OK) {
                assert_memory_equal(&state_tried, &of_other, amun_game.state_size);
                truth = match->state;
                assert_int_equal(amun_apply(&truth.amun, seat, action, NULL), GAME_OK);
                amun_game.observe(&truth, seat, &of_other);
                assert_memory_equal(&state_tried, &of_other, amun_game.state_size);
                tried++;
            } else {
                assert_int_equal(err, MATCH_HIDDEN);
                hidden++;
            }
            play_one(match, &rng, NULL);
        }
        match_destroy(match);
    }
    print_message("# %d tried, %d not told\n", tried, hidden);
    assert_true(tried > 500 && hidden > 50);
}

/* Several readers see the hands of all of them, and nobody else's. */
static void
readers_see_together(void **state)
{
    struct match *match = new_amun(5, 3);
    uint64_t rng = 3;

    (void)state;
    while (!match_is_over(match)) {
        for (game_seats readers = 0; readers < 1u << 5; readers++) {
            union games_state seen;
            const struct amun_state *s = &match->state.amun;

            match_observe(match->game, &match->state, readers, &seen);
            for (int i = 0; i < 5; i++) {
                bool mine = readers >> i & 1;

                assert_int_equal(!(seen.amun.veil & AMUN_VEIL_HAND(i)), mine);
                assert_int_equal(amun_hand_size(&seen.amun, i), amun_hand_size(s, i));
                if (mine) {
                    assert_memory_equal(seen.amun.hand[i], s->hand[i], sizeof s->hand[i]);
                    assert_memory_equal(seen.amun.sold[i], s->sold[i], sizeof s->sold[i]);
                    assert_int_equal(seen.amun.offer[i], s->offer[i]);
                } else if (s->phase == AMUN_OFFER) {
                    assert_int_equal(seen.amun.offer[i], 0);
                    assert_int_equal((seen.amun.steals | seen.amun.corrects) >> i & 1, 0);
                }
                for (int card = 1; card < AMUN_CARDS; card++)
                    assert_true(mine || seen.amun.hand[i][card] == 0);
            }
            for (int card = 1; card < AMUN_CARDS; card++)
                assert_int_equal(seen.amun.deck[card], 0);
        }
        play_one(match, &rng, NULL);
    }
    match_destroy(match);
}

/* ---- looking back ---- */

static int applied;

static enum game_err
counting_apply(void *st, int seat, game_action a, struct game_log *log)
{
    applied++;
    return amun_game.apply(st, seat, a, log);
}

static void
looking_back_is_no_replay(void **state)
{
    struct game counting = amun_game;
    struct match *match = new_amun(5, 2);
    union games_state st;
    uint64_t rng = 2;

    (void)state;
    while (!match_is_over(match))
        play_one(match, &rng, NULL);
    counting.apply = counting_apply;
    match->game = &counting;
    for (int seq = 0; seq <= match->count; seq++) {
        applied = 0;
        match_at(match, seq, &st, NULL, NULL);
        assert_true(applied <= MATCH_MARK);
    }
    match->game = &amun_game;
    match_destroy(match);
}

static void
a_game_begins_at_any_state(void **state)
{
    struct match *match = new_match(3), *other;
    struct match_turn turn;
    uint64_t rng = 4;

    (void)state;
    assert_int_equal(match_propose_chance(match, 1, &turn), MATCH_OK);
    match_accept(match, &turn);
    for (int i = 0; i < 9 && !match_is_over(match); i++)
        play_one(match, &rng, "");
    other = match_create_at(match->game, &match->state);
    assert_non_null(other);
    assert_int_equal(other->seats, 3);
    assert_int_equal(other->count, 0);
    assert_int_equal(other->moment, 0);
    assert_memory_equal(&other->start, &match->state, match->game->state_size);
    while (!match_is_over(match)) {
        uint64_t same = rng;

        play_one(match, &rng, "");
        play_one(other, &same, "");
        assert_int_equal(rng, same);
        assert_memory_equal(&other->state, &match->state, match->game->state_size);
    }
    assert_true(match_is_over(other));
    match_destroy(other);
    match_destroy(match);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_proposal_changes_nothing),
        cmocka_unit_test(each_refusal_has_its_name),
        cmocka_unit_test(a_game_comes_back_from_its_log),
        cmocka_unit_test(a_game_begins_at_any_state),
        cmocka_unit_test(a_list_is_made_as_a_whole),
        cmocka_unit_test(a_list_with_a_key_is_one_request),
        cmocka_unit_test(secrecy_stops_the_moment),
        cmocka_unit_test(moves_come_back_as_records_write_them),
        cmocka_unit_test(trying_tells_the_truth_and_no_more),
        cmocka_unit_test(readers_see_together),
        cmocka_unit_test(looking_back_is_no_replay),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
