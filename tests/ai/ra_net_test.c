/* SPDX-License-Identifier: MIT
 * ra_net_test.c -- the value net, the search on it, and the bot that plays by both. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ai.h"
#include "bits.h"
#include "net_way.h"
#include "ra_hash.h"
#include "ra_net.h"
#include "ra_step.h"
#include "rng.h"

enum { GAMES = 6 };

/* Calls `look` for each position of random games in which a seat is to act. */
static void
each_position(void (*look)(const struct ra_state *s, uint64_t *rng))
{
    for (int game = 0; game < GAMES; game++) {
        uint64_t rng = rng_stream(11, (uint64_t)game, 0);
        struct ra_options options = {.edition = (uint8_t)(game < 4 ? RA_2016 : RA_2005),
                                     .empty_invoke = 1};
        struct ra_state s;

        assert_int_equal(ra_setup(&s, 2 + game % 4, &options), GAME_OK);
        while (s.phase != RA_OVER) {
            if (ra_step_legal(&s) && rng_below(&rng, 4) == 0)
                look(&s, &rng);
            ra_step_random(&s, &rng);
        }
    }
}

/* ---- numbers of states ---- */

/* A state some way into a game. */
static struct ra_state
state_in_play(void)
{
    uint64_t rng = rng_stream(5, 0, 0);
    struct ra_options options = {.edition = RA_2016};
    struct ra_state s;

    assert_int_equal(ra_setup(&s, 4, &options), GAME_OK);
    for (int i = 0; i < 60 || ra_lot_size(&s) < 3; i++)
        ra_step_random(&s, &rng);
    return s;
}

static void
flip(struct ra_state *s, size_t bit)
{
    unsigned char *bytes = (unsigned char *)s;

    bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
}

/* No bit makes up for another one. */
static void
two_bits_change_the_hash(void **state)
{
    struct ra_state s = state_in_play();
    uint64_t hash = ra_hash(&s, 7);

    (void)state;
    assert_true(ra_hash(&s, 8) != hash);
    for (size_t a = 0; a < 8 * sizeof s; a++) {
        flip(&s, a);
        assert_true(ra_hash(&s, 7) != hash);
        for (size_t b = 0; b < a; b++) {
            flip(&s, b);
            if (ra_hash(&s, 7) == hash)
                fail_msg("bits %zu and %zu", a, b);
            flip(&s, b);
        }
        flip(&s, a);
    }
}

static void
the_order_of_tiles_is_no_matter(void **state)
{
    struct ra_state s = state_in_play(), other = s;

    (void)state;
    for (int i = 0; i < RA_TRACK; i++)
        other.track[i] = s.track[RA_TRACK - 1 - i];
    assert_true(ra_hash(&other, 0) != ra_hash(&s, 0));
    assert_true(ra_hash_unordered(&other) == ra_hash_unordered(&s));
    for (int i = 0; i < RA_TRACK; i++) {
        other = s;
        other.track[i] = (uint8_t)((s.track[i] + 1) % (RA_KINDS + 1));
        assert_true(ra_hash_unordered(&other) != ra_hash_unordered(&s));
    }
    other = s;
    other.score[1]++;
    assert_true(ra_hash_unordered(&other) != ra_hash_unordered(&s));
}

/* ---- the net ---- */

static void
nets_have_no_fault(void **state)
{
    static int16_t weights[RA_NET_WEIGHTS];
    struct net_places at = net_places(RA_NET_SHAPE);

    (void)state;
    for (int seats = 2; seats <= RA_SEATS; seats++)
        assert_null(net_fault(RA_NET_SHAPE, ra_net_weights(seats)));
    assert_null(ra_net_weights(1));
    weights[5] = NET_WEIGHT_MOST;
    assert_null(net_fault(RA_NET_SHAPE, weights));
    weights[5]++;
    assert_non_null(net_fault(RA_NET_SHAPE, weights));
    weights[5] = 0;
    for (int j = 0; j < 15; j++)
        weights[at.second + j * NET_SECOND] = 8000;
    assert_null(net_fault(RA_NET_SHAPE, weights));
    weights[at.second + 15 * NET_SECOND] = -1;
    assert_non_null(net_fault(RA_NET_SHAPE, weights));
    weights[at.second + 15 * NET_SECOND] = 0;
    for (int k = 0; k < 16; k++)
        weights[at.last + 2 * k + 1] = -8000;
    assert_non_null(net_fault(RA_NET_SHAPE, weights));
}

/* The greatest score that a net can say, which search adds up and multiplies. */
static void
scores_are_cut_off(void **state)
{
    static int16_t weights[RA_NET_WEIGHTS];
    static struct ra_net net;
    struct net_places at = net_places(RA_NET_SHAPE);
    struct ra_state s = state_in_play();
    struct ra_option options[RA_MAX_ACTIONS];
    struct ra_judge judge;
    int count;

    (void)state;
    for (int k = 0; k < NET_SECOND; k++) {
        weights[at.second + NET_HIDDEN * NET_SECOND + k] = NET_WEIGHT_MOST;
        weights[at.last + 2 * k + 1] = 3500;
    }
    assert_null(net_fault(RA_NET_SHAPE, weights));
    while (s.phase != RA_TURN) {
        uint64_t rng = 1;

        ra_step_random(&s, &rng);
    }
    judge = ra_net_judge(&net, weights);
    judge.sure = 60;
    count = ra_search(&judge, &s, options);
    for (int i = 0; i < count; i++)
        assert_in_range(options[i].value.score[0], 1, NET_POINTS_MOST * NET_POINT);
    assert_int_equal(options[0].value.score[0], NET_POINTS_MOST * NET_POINT);
}

static void
look_at_chances(const struct ra_state *s, uint64_t *rng)
{
    struct ra_net net;
    struct ra_judge judge = ra_net_judge(&net, ra_net_weights(s->seats));
    struct ra_value value;
    int32_t sum = 0;

    (void)rng;
    judge.begin(judge.self, s);
    judge.value(judge.self, s, &value);
    for (int i = 0; i < s->seats; i++) {
        assert_in_range(value.win[i], 0, RA_SURE);
        sum += value.win[i];
    }
    assert_in_range(sum, RA_SURE - RA_SEATS, RA_SURE);
}

static void
chances_add_up(void **state)
{
    (void)state;
    each_position(look_at_chances);
}

/* A judge that comes from other positions of the game must say what one says that knows none. */
static void
look_along_the_way(const struct ra_state *s, uint64_t *rng)
{
    struct ra_net net, other;
    struct ra_judge judge = ra_net_judge(&net, ra_net_weights(s->seats));
    struct ra_follower follower;
    struct net_lists from, scratch;
    struct ra_state now = *s;

    ra_follow_nothing(&follower, &from);
    judge.begin(judge.self, s);
    for (int i = 0; i < 20 && now.phase != RA_OVER; i++) {
        struct ra_judge anew = ra_net_judge(&other, ra_net_weights(s->seats));
        struct ra_value there, here;

        judge.value(judge.self, &now, &there);
        anew.begin(anew.self, &now);
        anew.value(anew.self, &now, &here);
        assert_memory_equal(&there, &here, sizeof here);
        if (i && now.epoch != follower.s.epoch)
            ra_follow_nothing(&follower, &from);
        ra_follow(&follower, &now, &from);
        ra_features(&now, &scratch);
        assert_memory_equal(&from, &scratch, sizeof from);
        ra_step_random(&now, rng);
    }
}

static void
differences_give_the_same(void **state)
{
    (void)state;
    each_position(look_along_the_way);
}

static int16_t wild[RA_NET_WEIGHTS];

static void
find_changes(const struct net_lists *from, const struct net_lists *to, int seats,
             struct net_changes *out)
{
    struct net_lists lists = *from;

    for (int i = 0; i <= NET_SEATS; i++)
        out[i].count = 0;
    for (int f = 0; f < RA_COMMON_USED; f++)
        net_change(&out[NET_SEATS], lists.common, f, to->common[f]);
    for (int i = 0; i < seats; i++) {
        for (int f = 0; f < RA_SEAT_USED; f++)
            net_change(&out[i], lists.seat[i], f, to->seat[i][f]);
    }
}

/* All ways of this processor, from this position and from none. The nets are the built-in one and
 * one whose weights are as large as may be. */
static void
look_in_each_way(const struct ra_state *s, uint64_t *rng)
{
    const int16_t *nets[] = {ra_net_weights(s->seats), wild};
    static struct net_changes changes[NET_SEATS + 1];
    const struct net_way *way;
    struct ra_state after = *s;
    struct net_lists now;

    ra_step_apply(&after, bits_lowest64(ra_step_legal(s)));
    if (after.phase == RA_DRAW)
        ra_step_random(&after, rng);
    ra_features(&after, &now);
    for (int k = 0; k < 2; k++) {
        int32_t plain[2][RA_SEATS] = {{0}};

        for (int i = 0; (way = net_way_at(i)) != NULL; i++) {
            int32_t far[2][RA_SEATS] = {{0}}, near[2][RA_SEATS] = {{0}};
            int32_t moved[2][RA_SEATS] = {{0}};
            struct net net = {.seats = s->seats};
            struct net_sums here, there;

            net_way_open(way, &net, nets[k], RA_NET_SHAPE);
            ra_features(s, &here.at);
            net_sum(&net, &here);
            there.at = now;
            net_sum(&net, &there);
            net_read_value(&net, &there, far[0], far[1]);
            net_sum_from(&net, &here, &there);
            net_read_value(&net, &there, near[0], near[1]);
            find_changes(&here.at, &now, s->seats, changes);
            net_move(&net, changes, &here);
            net_read_value(&net, &here, moved[0], moved[1]);
            if (i == 0)
                memcpy(plain, far, sizeof plain);
            assert_memory_equal(far, plain, sizeof plain);
            assert_memory_equal(near, plain, sizeof plain);
            assert_memory_equal(moved, plain, sizeof plain);
        }
    }
}

static void
each_way_gives_the_same(void **state)
{
    const struct net_places at = net_places(RA_NET_SHAPE);
    uint64_t rng = 77;

    (void)state;
    for (int i = 0; i < at.weights; i++) {
        int most = i < at.second ? NET_WEIGHT_MOST : NET_ROW_MOST / (NET_HIDDEN + 1);

        wild[i] = (int16_t)((int)rng_below(&rng, (uint32_t)(2 * most + 1)) - most);
    }
    assert_null(net_fault(RA_NET_SHAPE, wild));
    each_position(look_in_each_way);
    for (int i = 0; net_way_at(i); i++)
        print_message("# %s\n", net_way_at(i)->name);
}

/* ---- everybody moves on by one seat ---- */

static uint8_t
moved(int seat, int seats)
{
    return (uint8_t)((seat + 1) % seats);
}

static struct ra_state
move_on(const struct ra_state *s)
{
    struct ra_state to = *s;

    for (int i = 0; i < s->seats; i++) {
        int j = moved(i, s->seats);

        to.tiles[j] = s->tiles[i];
        to.ready[j] = s->ready[i];
        to.spent[j] = s->spent[i];
        to.score[j] = s->score[i];
        to.bid[j] = s->bid[i];
        for (int e = 0; e < RA_EPOCHS; e++)
            to.epoch_score[e][j] = s->epoch_score[e][i];
    }
    to.passed = (uint8_t)(s->passed << 1 | s->passed >> (s->seats - 1));
    to.passed &= (uint8_t)((1u << s->seats) - 1);
    to.turn = moved(s->turn, s->seats);
    to.bidder = s->phase == RA_AUCTION ? moved(s->bidder, s->seats) : 0;
    to.high_seat = s->high_sun ? moved(s->high_seat, s->seats) : 0;
    to.owed_seat = s->owed_unrest || s->owed_earthquake ? moved(s->owed_seat, s->seats) : 0;
    return to;
}

static void
look_from_each_seat(const struct ra_state *s, uint64_t *rng)
{
    const struct ai_bot *hard = ai_find("hard", &ra_game);
    struct ra_state to = move_on(s);
    struct ai_advice here, there;
    int seat = bits_lowest(ra_to_move(s));
    game_action action = hard->choose(&ra_game, s, seat, rng, NULL, &here);
    uint64_t kept = *rng;

    assert_null(ra_check(&to));
    assert_int_equal(hard->choose(&ra_game, &to, moved(seat, s->seats), rng, NULL, &there),
                     action);
    assert_int_equal(kept, *rng);
    assert_int_equal(here.count, there.count);
    for (int i = 0; i < here.count; i++) {
        assert_int_equal(here.options[i].action, there.options[i].action);
        assert_true(here.options[i].win[seat] == there.options[i].win[moved(seat, s->seats)]);
        assert_true(here.options[i].score[seat] ==
                    there.options[i].score[moved(seat, s->seats)]);
    }
}

static void
all_seats_are_alike(void **state)
{
    (void)state;
    each_position(look_from_each_seat);
}

/* What a bot is told is its observation; it must choose as if it had seen all, and there is advice
 * for each legal action. */
static void
look_at_a_view(const struct ra_state *s, uint64_t *rng)
{
    const struct ai_bot *hard = ai_find("hard", &ra_game);
    int seat = bits_lowest(ra_to_move(s)), count;
    game_action legal[RA_MAX_ACTIONS], action;
    struct ra_state seen;
    struct ai_advice advice;
    double most = -1;

    ra_game.observe(s, seat, &seen);
    action = hard->choose(&ra_game, &seen, seat, rng, NULL, &advice);
    ra_game.sample(&seen, seat, rng);
    assert_int_equal(action, hard->choose(&ra_game, &seen, seat, rng, NULL, NULL));
    count = ra_actions(s, seat, legal);
    assert_int_equal(count, advice.count);
    for (int i = 0; i < count; i++) {
        assert_int_equal(legal[i], advice.options[i].action);
        assert_true(advice.options[i].win[seat] >= 0 && advice.options[i].win[seat] <= 1);
        most = advice.options[i].win[seat] > most ? advice.options[i].win[seat] : most;
    }
    for (int i = 0; i < count; i++) {
        if (advice.options[i].action == action) /* points may outweigh a very little */
            assert_true(advice.options[i].win[seat] > most - 0.25);
    }
}

static void
a_view_is_enough(void **state)
{
    (void)state;
    each_position(look_at_a_view);
}

/* ---- auctions ---- */

/* An auction that is solved once must give what a search of each answer gives. */
static void
look_once(const struct ra_state *s, uint64_t *rng)
{
    struct ra_net net;
    struct ra_judge judge = ra_net_judge(&net, ra_net_weights(s->seats));
    struct ra_option once[RA_MAX_ACTIONS], each[RA_MAX_ACTIONS];
    int count;

    (void)rng;
    assert_true(judge.once);
    count = ra_search(&judge, s, once);
    judge.once = false;
    assert_int_equal(ra_search(&judge, s, each), count);
    for (int i = 0; i < count; i++) {
        assert_int_equal(once[i].action, each[i].action);
        assert_int_equal(once[i].end, each[i].end);
        assert_int_equal(once[i].use, each[i].use);
        assert_memory_equal(&once[i].value, &each[i].value, sizeof once[i].value);
    }
}

static void
once_is_enough(void **state)
{
    (void)state;
    each_position(look_once);
}

/* An auction: its mean result, and how it ends when everybody gives the best answer. */
struct talk {
    double win[RA_SEATS], score[RA_SEATS];
    int end;
    bool close; /* two answers are too near to each other to tell which is better */
};

static double
use_of(const struct talk *talk, int seats, int seat)
{
    double others = 0;

    for (int i = 0; i < seats; i++)
        others += talk->score[i];
    return talk->win[seat] +
           (seats * talk->score[seat] - others) / (seats - 1) * (RA_SURE / 400 / RA_POINT);
}

static void
value_of_ending(const struct ra_judge *judge, const struct ra_state *s, struct talk *out)
{
    struct ra_value value = {{0}, {0}};

    if (s->phase == RA_TURN) {
        judge->value(judge->self, s, &value);
    } else {
        assert_int_equal(s->phase, RA_OVER);
        value.win[ra_winner(s)] = RA_SURE;
        for (int i = 0; i < s->seats; i++)
            value.score[i] = s->score[i] * RA_POINT;
    }
    for (int i = 0; i < s->seats; i++) {
        out->win[i] = value.win[i];
        out->score[i] = value.score[i];
    }
    out->end = -1;
    out->close = false;
}

/* Of twelve seats some say what the bot `rule` says, by the number of players. */
static void
mix_in_rule(const struct ra_state *s, const struct talk *of, struct talk *mean)
{
    const struct ai_bot *rule = ai_find("rule", &ra_game);
    double share = (s->seats > 3 ? 4 : s->seats == 3 ? 2 : 0) / 12.0;
    int said = ra_step_number(rule->choose(&ra_game, s, s->bidder, NULL, NULL, NULL)), at = 0;

    for (uint64_t legal = ra_step_legal(s); bits_lowest64(legal) != said; legal &= legal - 1)
        at++;
    for (int i = 0; i < s->seats; i++) {
        mean->win[i] += share * (of[at].win[i] - mean->win[i]);
        mean->score[i] += share * (of[at].score[i] - mean->score[i]);
    }
}

/* Enumerates the answers of an auction. An answer that loses 4 % of winning gets no weight; of the others the better
 * ones get more. Returns the result of the best answer of the seat that is asked, and in *mean the weighted mean. */
static struct talk
talk_it_through(const struct ra_judge *judge, const struct ra_state *s, struct talk *mean)
{
    struct talk of[RA_MAX_ACTIONS], best = {.end = 0};
    double use[RA_MAX_ACTIONS], most = -1e9, weights = 0;
    int count = 0;

    for (uint64_t legal = ra_step_legal(s); legal; legal &= legal - 1, count++) {
        struct ra_state after = *s;
        int action = bits_lowest64(legal);
        struct talk best_then;

        ra_step_apply(&after, action);
        if (after.phase == RA_AUCTION) {
            best_then = talk_it_through(judge, &after, &of[count]);
            of[count].end = best_then.end;
            of[count].close = best_then.close;
        } else {
            value_of_ending(judge, &after, &of[count]);
            of[count].end = action == RA_STEP_PASS ? s->high_sun : action - RA_STEP_BID;
        }
        use[count] = use_of(&of[count], s->seats, s->bidder);
        if (use[count] > most) {
            most = use[count];
            best = of[count];
        }
    }
    memset(mean, 0, sizeof *mean);
    for (int j = 0; j < count; j++) {
        double better = RA_SURE * 0.04 - (most - use[j]), weight = better * better;

        best.close |= use[j] < most && most - use[j] < 100;
        if (better <= 0)
            continue;
        weights += weight;
        for (int i = 0; i < s->seats; i++) {
            mean->win[i] += weight * of[j].win[i];
            mean->score[i] += weight * of[j].score[i];
        }
    }
    for (int i = 0; i < s->seats; i++) {
        mean->win[i] /= weights;
        mean->score[i] /= weights;
    }
    for (int i = 0; i < s->seats; i++) {
        mean->win[i] += (best.win[i] - mean->win[i]) * judge->sure / 100;
        mean->score[i] += (best.score[i] - mean->score[i]) * judge->sure / 100;
    }
    mix_in_rule(s, of, mean);
    return best;
}

static int auctions, ends;

static void
look_at_an_auction(const struct ra_state *s, uint64_t *rng)
{
    struct ra_net net;
    struct ra_judge judge = ra_net_judge(&net, ra_net_weights(s->seats));
    struct ra_option options[RA_MAX_ACTIONS];
    struct talk best, mean;
    int chosen;

    judge.sure = (int)rng_below(rng, 2) * 60;
    for (int i = 0; i < RA_TRACK; i++) {
        if (s->track[i] >= RA_FUNERAL && s->track[i] <= RA_EARTHQUAKE)
            return; /* discards are searched, not talked through */
    }
    if (s->phase != RA_AUCTION)
        return;
    chosen = ra_search_best(options, ra_search(&judge, s, options));
    best = talk_it_through(&judge, s, &mean);
    assert_float_equal(options[chosen].use, use_of(&best, s->seats, s->bidder), 100);
    for (int i = 0; !best.close && i < s->seats; i++) {
        assert_float_equal(options[chosen].value.win[i], best.win[i], 60);
        assert_float_equal(options[chosen].value.score[i], best.score[i], 4);
    }
    auctions++;
    if (best.close)
        return;
    assert_int_equal(options[chosen].end, best.end);
    assert_int_equal(ra_search_auction(&judge, s), best.end);
    ends++;
}

static void
auctions_are_solved(void **state)
{
    (void)state;
    auctions = ends = 0;
    each_position(look_at_an_auction);
    assert_true(auctions > 20);
    assert_true(ends > 15);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_bits_change_the_hash),
        cmocka_unit_test(the_order_of_tiles_is_no_matter),
        cmocka_unit_test(nets_have_no_fault),
        cmocka_unit_test(scores_are_cut_off),
        cmocka_unit_test(chances_add_up),
        cmocka_unit_test(differences_give_the_same),
        cmocka_unit_test(all_seats_are_alike),
        cmocka_unit_test(each_way_gives_the_same),
        cmocka_unit_test(a_view_is_enough),
        cmocka_unit_test(once_is_enough),
        cmocka_unit_test(auctions_are_solved),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
