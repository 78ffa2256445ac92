/* SPDX-License-Identifier: MIT
 * analysis_test.c -- what players are told is true: the sums of an analysis, the odds of the bag, the terms of
 * a hint. No test here depends on the weights of the nets. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analysis.h"
#include "game_why.h"
#include "ra_odds.h"
#include "moves.h"
#include "random_play.h"
#include "rng.h"
#include "smooth.h"

enum { ROOM = 2048 };

static struct analysis analysis;
static struct analysis_moment moments[ROOM];
static struct hint hint;

/* Plays a game of Ra by chance, and stops after `most` actions. Every `step`-th from `part` on is judged, and the
 * others are passed by. */
static void
analyse_part(int seats, uint64_t seed, int most, int part, int step)
{
    struct teacher teacher = {ai_find("hard", &ra_game), 1, NULL};
    struct ra_options options = {.edition = RA_2016, .empty_invoke = 1};
    struct ra_state s;
    uint64_t rng = rng_stream(seed, 0, 0);

    assert_int_equal(ra_setup(&s, seats, &options), GAME_OK);
    assert_null(analysis_begin(&analysis, &ra_game, seats, &s, &teacher, moments, ROOM));
    for (int i = 0; i < most && ra_to_move(&s); i++) {
        int seat = moves_single_seat(ra_to_move(&s));
        game_action action = seat == GAME_NATURE ? random_chance(&ra_game, &s, &rng)
                                                 : random_action(&ra_game, &s, seat, &rng);

        assert_null((i % step == part ? analysis_act : analysis_pass)(&analysis, seat, action));
        assert_int_equal(ra_apply(&s, seat, action, NULL), GAME_OK);
    }
    assert_memory_equal(&s, &analysis.now, sizeof s);
}

/* The whole game up to there. */
static void
analyse(int seats, uint64_t seed, int most)
{
    analyse_part(seats, seed, most, 0, 1);
    analysis_end(&analysis);
}

/* The same game without a look at it, into analysis.now. */
static void
play_on(int seats, uint64_t seed, int most)
{
    struct ra_options options = {.edition = RA_2016, .empty_invoke = 1};
    struct ra_state *s = &analysis.now.ra;
    uint64_t rng = rng_stream(seed, 0, 0);

    assert_int_equal(ra_setup(s, seats, &options), GAME_OK);
    for (int i = 0; i < most && ra_to_move(s); i++) {
        int seat = moves_single_seat(ra_to_move(s));
        game_action action = seat == GAME_NATURE ? random_chance(&ra_game, s, &rng)
                                                 : random_action(&ra_game, s, seat, &rng);

        assert_int_equal(ra_apply(s, seat, action, NULL), GAME_OK);
    }
}

/* Start, luck and decisions lead to the result, exactly. */
static void
sums_are_exact(void **state)
{
    (void)state;
    for (int seats = 2; seats <= 5; seats++) {
        int64_t luck = 0;

        analyse(seats, 5, ROOM);
        for (int i = 0; i < seats; i++) {
            const struct analysis_seat *of = &analysis.of[i];
            int32_t by_decisions = 0;

            for (int at = 0; at < analysis.count; at++) {
                int32_t change = moments[at + 1].before.win[i] - moments[at].before.win[i];

                if (moments[at].seat ==
                    GAME_NATURE) /* all of it is luck, and nothing else is */
                    assert_int_equal(change, moments[at].luck[i]);
                else
                    by_decisions += change;
            }
            assert_int_equal(of->start + of->luck + by_decisions, of->result);
            assert_int_equal(of->start + of->luck - of->loss + of->given + of->revised,
                             of->result);
            assert_int_equal(of->result, ra_winner(&analysis.now.ra) == i ? ESTIMATE_SURE : 0);
            luck += of->luck;
        }
        assert_int_equal(luck, 0);
    }
}

/* Moments that others judged make the same whole. */
static void
parts_make_the_whole(void **state)
{
    static struct analysis_moment found[ROOM];
    static char whole[ANALYSIS_ROOM(ROOM)], parts[ANALYSIS_ROOM(ROOM)];
    struct text t = text_in(whole, sizeof whole), u = text_in(parts, sizeof parts);

    (void)state;
    analyse(3, 6, ROOM);
    json_analysis(&t, &analysis);
    for (int part = 1; part < 3; part++) {
        memset(moments, 0, sizeof moments);
        analyse_part(3, 6, ROOM, part, 3);
        for (int i = part; i < analysis.count; i += 3)
            found[i] = moments[i];
    }
    memset(moments, 0, sizeof moments);
    analyse_part(3, 6, ROOM, 0, 3);
    for (int i = 0; i < analysis.count; i++) {
        if (i % 3)
            moments[i] = found[i];
    }
    analysis_end(&analysis);
    json_analysis(&u, &analysis);
    assert_true(text_length(&t) > 0 && text_length(&u) > 0);
    assert_string_equal(whole, parts);
}

/* A first look has the chances of the net at decisions, and those after it before chance. */
static void
a_first_look_has_the_chances_of_the_net(void **state)
{
    static struct analysis_moment seen[ROOM];
    static char json[ANALYSIS_ROOM(ROOM)];
    struct teacher teacher = {ai_find("hard", &ra_game), 1, NULL};
    struct text t = text_in(json, sizeof json);
    struct ra_options options = {.edition = RA_2016, .empty_invoke = 1};
    struct estimate expected;
    union games_state s;
    uint64_t rng = rng_stream(5, 0, 0);

    (void)state;
    assert_int_equal(ra_setup(&s.ra, 3, &options), GAME_OK);
    assert_null(analysis_begin(&analysis, &ra_game, 3, &s, &teacher, moments, ROOM));
    analysis.quick = true;
    while (ra_to_move(&s.ra)) {
        int seat = moves_single_seat(ra_to_move(&s.ra));
        game_action action = seat == GAME_NATURE ? random_chance(&ra_game, &s, &rng)
                                                 : random_action(&ra_game, &s, seat, &rng);
        const struct analysis_moment *m = &moments[analysis.count];

        assert_true(estimate_state(&ra_game, &s, 3, &expected));
        assert_null(analysis_act(&analysis, seat, action));
        if (seat != GAME_NATURE)
            assert_memory_equal(m->before.win, expected.win, 3 * sizeof *expected.win);
        assert_int_equal(ra_apply(&s.ra, seat, action, NULL), GAME_OK);
    }
    memcpy(seen, moments, (size_t)analysis.count * sizeof *seen);
    analysis_end(&analysis);
    for (int i = 0; i < analysis.count; i++)
        assert_memory_equal(&moments[i].before,
                            moments[i].seat == GAME_NATURE ? &moments[i + 1].before
                                                           : &seen[i].before,
                            sizeof expected);
    assert_int_equal(moments[analysis.count].before.win[ra_winner(&s.ra)], ESTIMATE_SURE);
    json_analysis(&t, &analysis);
    assert_true(text_length(&t) > 0);
    assert_non_null(strstr(json, "\"preliminary\":true"));
    assert_null(strstr(json, "\"luck\":"));
    assert_null(strstr(json, "\"loss\":"));
    assert_null(strstr(json, "\"best\":"));
    assert_null(strstr(json, "\"seats\":"));
}

/* What the chances do at a decision is what it gave the others. */
static void
check_decision(const struct analysis_moment *m)
{
    int sum = 0;

    for (int i = 0; i < analysis.seats; i++) {
        assert_true(m->before.win[i] >= 0);
        sum += m->before.win[i];
        if (m->seat != i)
            assert_int_equal(m[1].before.win[i] - m->before.win[i], m->given[i]);
    }
    assert_int_equal(sum, ESTIMATE_SURE);
}

static void
what_is_revised_is_of_ones_own_decisions(void **state)
{
    (void)state;
    analyse(4, 5, ROOM);
    for (int at = 0; at < analysis.count; at++) {
        if (moments[at].seat != GAME_NATURE)
            check_decision(&moments[at]);
    }
    for (int i = 0; i < 4; i++) {
        int32_t own = 0;

        for (int at = 0; at < analysis.count; at++)
            own += moments[at].seat == i ? moments[at + 1].before.win[i] -
                                               moments[at].before.win[i] + moments[at].loss
                                         : 0;
        assert_int_equal(own, analysis.of[i].revised);
    }
}

/* Two seats by hand: the estimates say 50 % throughout, and seat 0 wins. Every fourth action is of chance, and
 * brings seat 0 a percent that the next decision takes back. Every eighth decision has no choice. */
enum { MADE_UP = 400, PERCENT = ESTIMATE_SURE / 100 };

static void
make_up(void)
{
    memset(&analysis, 0, sizeof analysis);
    memset(moments, 0, sizeof moments);
    analysis.seats = 2;
    analysis.moments = moments;
    analysis.count = MADE_UP;
    for (int at = 0; at <= MADE_UP; at++) {
        struct analysis_moment *m = &moments[at];

        m->before.win[0] = at == MADE_UP ? ESTIMATE_SURE
                           : at % 4 == 1 ? 51 * PERCENT
                                         : 50 * PERCENT;
        m->before.win[1] = ESTIMATE_SURE - m->before.win[0];
        m->seat = (uint8_t)(at % 4 == 0 ? GAME_NATURE : 1 - at % 2);
        m->choice = at % 4 && at % 8 != 7;
        if (at % 4 == 0)
            m->luck[0] = PERCENT, m->luck[1] = -PERCENT;
        if (at % 4 == 1)
            m->loss = PERCENT, m->given[1] = PERCENT;
    }
}

static void
what_the_end_shows_is_smoothed(void **state)
{
    (void)state;
    make_up();
    smooth_all(&analysis);
    assert_int_equal(moments[0].before.win[0], 50 * PERCENT);
    assert_int_equal(moments[MADE_UP].before.win[0], ESTIMATE_SURE);
    assert_true(abs(moments[MADE_UP / 2].before.win[0] - 50 * PERCENT) <
                5 * PERCENT); /* many estimates say so */
    for (int at = 0; at < MADE_UP; at++) {
        const struct analysis_moment *m = &moments[at];
        int32_t change = m[1].before.win[0] - m->before.win[0];

        assert_int_equal(m->before.win[0] + m->before.win[1], ESTIMATE_SURE);
        if (m->seat == GAME_NATURE)
            assert_int_equal(m->luck[0], PERCENT); /* luck is measured, and so it stays */
        else if (!m->choice)
            assert_int_equal(change, 0);
        else if (at % 4 != 1)
            assert_true(change >= 0 &&
                        change < 4 * PERCENT); /* 50 % are spread over many decisions */
        if (m->seat == 1)
            assert_int_equal(m->given[0], change);
    }
}

/* Of two that choose in secret at the same time each knows its own choice. What it changed beyond its cost is by the
 * other's, and no error of the judge. */
static void
what_was_chosen_in_secret_is_given(void **state)
{
    (void)state;
    make_up();
    for (int at = 0; at < MADE_UP; at++)
        moments[at].sealed = moments[at].choice && at % 8 < 3;
    smooth_all(&analysis);
    for (int at = 0; at < MADE_UP; at++) {
        const struct analysis_moment *m = &moments[at];

        if (m->seat == GAME_NATURE)
            continue;
        for (int i = 0; i < 2; i++) {
            int32_t change = m[1].before.win[i] - m->before.win[i];

            assert_int_equal(m->given[i], i != m->seat ? change
                                          : m->sealed  ? change + m->loss
                                                       : 0);
        }
    }
}

/* A whole game of Amun-Re: only what is not sealed is revised. */
static void
offers_are_no_noise(void **state)
{
    struct teacher teacher = {ai_find("hard", &amun_game), 1, NULL};
    struct amun_options options;
    union games_state s;
    uint64_t rng = rng_stream(3, 0, 0);
    int32_t revised[3] = {0};
    int offers = 0;

    (void)state;
    amun_game.defaults(&options);
    assert_int_equal(amun_game.setup(&s, 3, &options), GAME_OK);
    assert_null(analysis_begin(&analysis, &amun_game, 3, &s, &teacher, moments, ROOM));
    for (game_seats seats; (seats = amun_game.to_move(&s));) {
        int seat = game_first_seat(seats);
        game_action action = seat == GAME_NATURE ? random_chance(&amun_game, &s, &rng)
                                                 : random_action(&amun_game, &s, seat, &rng);

        assert_null(analysis_act(&analysis, seat, action));
        assert_int_equal(moments[analysis.count - 1].sealed, amun_game.sealed(&s));
        assert_int_equal(amun_game.apply(&s, seat, action, NULL), GAME_OK);
    }
    analysis_end(&analysis);
    for (int at = 0; at < analysis.count; at++) {
        const struct analysis_moment *m = &moments[at];

        offers += m->sealed;
        if (m->seat < 3 && !m->sealed)
            revised[m->seat] += m[1].before.win[m->seat] - m->before.win[m->seat] + m->loss;
    }
    assert_true(offers >= 6 * 3);
    for (int i = 0; i < 3; i++)
        assert_int_equal(revised[i], analysis.of[i].revised);
}

/* A game says how far its judge is to be believed. Then luck takes its share of what the end shows. A decision that
 * was judged to change more takes more of it. */
static void
what_is_doubted_takes_its_share(void **state)
{
    int32_t by_luck = 0, judged = 0, plain = 0;

    (void)state;
    make_up();
    analysis.game = &ra_game;
    smooth_all(&analysis);
    assert_int_equal(moments[0].before.win[0], 50 * PERCENT);
    assert_int_equal(moments[MADE_UP].before.win[0], ESTIMATE_SURE);
    for (int at = 0; at < MADE_UP; at++) {
        const struct analysis_moment *m = &moments[at];
        int32_t change = m[1].before.win[0] - m->before.win[0];

        assert_int_equal(m->before.win[0] + m->before.win[1], ESTIMATE_SURE);
        if (m->seat == GAME_NATURE) {
            assert_int_equal(m->luck[0], change);
            assert_int_equal(m->luck[1], -change);
            by_luck += change - PERCENT;
        } else if (!m->choice) {
            assert_int_equal(change, 0);
        } else if (at % 4 == 1) {
            judged += change + PERCENT;
        } else if (at % 4 == 2) {
            plain += change;
        }
    }
    assert_true(by_luck > 5 * PERCENT && by_luck < 30 * PERCENT);
    assert_true(judged > plain + 3 * PERCENT && plain > 5 * PERCENT);
}

/* Before the deal all seats are alike; what the deal makes of that is luck. */
static void
everybody_begins_with_a_fair_share(void **state)
{
    (void)state;
    for (int seats = 2; seats <= 5; seats++) {
        analyse(seats, 6, 1);
        for (int i = 0; i < seats; i++) {
            assert_true(abs(moments[0].before.win[i] - ESTIMATE_SURE / seats) <= seats);
            assert_int_equal(moments[0].luck[i],
                             moments[1].before.win[i] - moments[0].before.win[i]);
        }
    }
}

/* Luck is measured from the mean: over all that nature might do it comes to nothing. */
static void
check_mean(const struct ra_state *s)
{
    struct game_chance chances[RA_MAX_CHANCES];
    int64_t sum[RA_SEATS] = {0}, total = 0;
    struct estimate mean, after;
    int count = ra_chances(s, chances);

    for (int c = 0; c < count; c++) {
        assert_true(estimate_chance(&ra_game, s, 3, chances[c].action, &mean, &after));
        for (int i = 0; i < 3; i++)
            sum[i] += (int64_t)(after.win[i] - mean.win[i]) * chances[c].weight;
        total += chances[c].weight;
    }
    for (int i = 0; i < 3; i++)
        assert_true(llabs(sum[i]) <= 2 * total); /* what rounding the mean leaves */
}

static void
luck_has_no_favourite(void **state)
{
    int seen = 0;

    (void)state;
    for (uint64_t seed = 0; seed < 30; seed++) {
        struct ra_state s;

        play_on(3, seed, 2 + 3 * (int)seed);
        s = analysis.now.ra;
        if (s.phase != RA_TURN || ra_lot_size(&s) == RA_TRACK)
            continue;
        assert_int_equal(ra_apply(&s, s.turn, ra_draw(), NULL), GAME_OK);
        check_mean(&s);
        seen++;
    }
    assert_true(seen > 3);
}

static void
the_best_action_costs_nothing(void **state)
{
    (void)state;
    analyse(4, 9, ROOM);
    for (int i = 0; i < 4; i++) {
        const struct analysis_seat *of = &analysis.of[i];
        int32_t loss = 0, decisions = 0;

        for (int at = 0; at < analysis.count; at++) {
            const struct analysis_moment *m = &moments[at];

            if (m->seat != i)
                continue;
            assert_true(m->loss >= 0);
            assert_int_equal(m->given[i], 0);
            if (strcmp(m->action, m->best) == 0)
                assert_int_equal(m->loss, 0);
            loss += m->loss;
            decisions += m->choice;
        }
        assert_int_equal(loss, of->loss);
        assert_int_equal(decisions, of->decisions);
        assert_true(of->worst_count > 0); /* who plays by chance errs */
        for (int w = 1; w < of->worst_count; w++)
            assert_true(moments[of->worst[w - 1]].loss >= moments[of->worst[w]].loss);
        for (int at = 0; of->worst_count < ANALYSIS_WORST && at < analysis.count; at++)
            assert_true(moments[at].seat != i || moments[at].loss < ANALYSIS_WORTH_NAMING ||
                        moments[at].loss >= moments[of->worst[of->worst_count - 1]].loss);
    }
}

/* The advice of a bot about a decision of the game that was analysed; Ra's bots throw no dice for it. */
static int32_t
loss_by(const char *bot, const struct ra_state *s, int seat, game_action action)
{
    struct teacher teacher = {ai_find(bot, &ra_game), 1, NULL};

    assert_null(hint_ask(&ra_game, s, s->seats, seat, &teacher, false, &hint));
    for (int i = 0; i < hint.count; i++) {
        if (hint.actions[i].action == action)
            return hint.actions[i].loss;
    }
    fail();
    return 0;
}

/* What seems to cost something is looked at again by a bot that looks deeper, and of a pass a part is believed.
 * Returns whether it was such a pass. */
static bool
check_loss(const struct analysis_moment *m, const struct ra_state *s, game_action action,
           int *again)
{
    bool pass = s->phase == RA_AUCTION && action == ra_pass();
    int part = pass ? 30 : 100;
    int32_t loss = loss_by("hard", s, m->seat, action) * part / 100;
    struct move best;

    if (loss >= ANALYSIS_WORTH_NAMING) {
        loss = loss_by("expert", s, m->seat, action) * part / 100;
        ++*again;
    }
    moves_write(&ra_game, s, m->seat, hint.best, &best);
    assert_int_equal(m->loss, loss);
    assert_string_equal(m->best, best.text);
    return pass && loss > 0;
}

/* By chance, but nobody bids who may pass. */
static game_action
timid_action(const struct ra_state *s, int seat, uint64_t *rng)
{
    struct ra_state after = *s;

    if (seat == GAME_NATURE)
        return random_chance(&ra_game, s, rng);
    if (s->phase == RA_AUCTION && ra_apply(&after, seat, ra_pass(), NULL) == GAME_OK)
        return ra_pass();
    return random_action(&ra_game, s, seat, rng);
}

static void
a_loss_is_looked_at_twice(void **state)
{
    struct teacher teacher = {ai_find("hard", &ra_game), 1, NULL};
    struct ra_options options = {.edition = RA_2016, .empty_invoke = 1};
    struct ra_state s;
    uint64_t rng = 4;
    int again = 0, passes = 0;

    (void)state;
    assert_int_equal(ra_setup(&s, 3, &options), GAME_OK);
    assert_null(analysis_begin(&analysis, &ra_game, 3, &s, &teacher, moments, ROOM));
    while (ra_to_move(&s)) {
        int seat = moves_single_seat(ra_to_move(&s));
        game_action action = timid_action(&s, seat, &rng);

        assert_null(analysis_act(&analysis, seat, action));
        if (seat != GAME_NATURE)
            passes += check_loss(&moments[analysis.count - 1], &s, action, &again);
        assert_int_equal(ra_apply(&s, seat, action, NULL), GAME_OK);
    }
    assert_true(again > 3 && passes > 0);
}

static void
what_is_refused_has_not_happened(void **state)
{
    struct teacher rule = {ai_find("rule", &ra_game), 1, NULL};
    static struct analysis before;
    struct ra_state s = {.seats = 2};

    (void)state;
    analyse(2, 1, 9);
    before = analysis;
    assert_non_null(analysis_step(&analysis, "nonsense"));
    assert_non_null(analysis_step(&analysis, "deal:1,2"));
    assert_int_equal(analysis.count, 9);
    assert_memory_equal(&analysis.now, &before.now, sizeof before.now);
    analysis.room = 10;
    assert_non_null(analysis_act(&analysis, analysis.now.ra.turn, ra_draw()));
    assert_non_null(analysis_pass(&analysis, analysis.now.ra.turn, ra_draw()));
    assert_non_null(analysis_begin(&analysis, &ra_game, 2, &s, &rule, moments, ROOM));
}

/* ---- hints ---- */

static void
ask(const struct ra_state *s)
{
    struct teacher teacher = {ai_find("hard", &ra_game), 1, NULL};

    assert_null(hint_ask(&ra_game, s, s->seats, moves_single_seat(ra_to_move(s)), &teacher,
                         true, &hint));
}

/* Every term again, by hand: the position with that one thing exchanged. */
static int32_t
chance_of(const struct ra_state *s, int seat)
{
    struct estimate estimate;

    assert_null(ra_check(s));
    assert_true(estimate_state(&ra_game, s, s->seats, &estimate));
    return estimate.win[seat];
}

static void
the_terms_are_true(void **state)
{
    int seen = 0;

    (void)state;
    for (uint64_t seed = 20; seed < 26; seed++) {
        struct why_term terms[WHY_MOST];
        union games_state st;
        int count, seat;

        play_on(2, seed, 60 + (int)seed);
        st = analysis.now;
        if (st.ra.phase != RA_TURN)
            continue;
        seat = st.ra.turn;
        count = why_terms(&ra_game, &st, 1, 2, seat, 1, terms);
        for (int i = 0; i < count; i++) {
            struct ra_state other = st.ra;

            assert_true(i == 0 || abs(terms[i - 1].by) >= abs(terms[i].by));
            if (strcmp(terms[i].term, "lot") == 0) {
                memset(other.track, RA_EMPTY, sizeof other.track);
            } else if (strcmp(terms[i].term, "score") == 0) {
                other.score[0] = st.ra.score[1];
                other.score[1] = st.ra.score[0];
                for (int e = 0; e < RA_EPOCHS; e++) {
                    other.epoch_score[e][0] = st.ra.epoch_score[e][1];
                    other.epoch_score[e][1] = st.ra.epoch_score[e][0];
                }
            } else if (strcmp(terms[i].term, "suns") == 0) {
                other.ready[0] = st.ra.ready[1];
                other.ready[1] = st.ra.ready[0];
                other.spent[0] = st.ra.spent[1];
                other.spent[1] = st.ra.spent[0];
            } else {
                continue;
            }
            seen++;
            assert_int_equal(terms[i].by, chance_of(&st.ra, seat) - chance_of(&other, seat));
        }
    }
    assert_true(seen > 3);
}

/* All exchanges give a position of the rules, or none is made. */
static void
exchanges_keep_to_the_rules(void **state)
{
    int made = 0;

    (void)state;
    play_on(4, 33, 120);
    for (const struct why_subject *subject = ra_why.subjects; subject->term; subject++) {
        for (int other = 0; other < 4; other++) {
            union games_state st = analysis.now;

            if (other == st.ra.turn || !subject->change(&st, st.ra.turn, other))
                continue;
            made += ra_check(&st.ra) == NULL;
            for (int kind = 0; kind < RA_KINDS; kind++) {
                int before = analysis.now.ra.bag[kind], after = st.ra.bag[kind];

                for (int i = 0; i < 4; i++) {
                    before += ra_held(analysis.now.ra.tiles[i], (enum ra_kind)kind);
                    after += ra_held(st.ra.tiles[i], (enum ra_kind)kind);
                }
                before += kind == RA_RA ? analysis.now.ra.ra_tiles : 0;
                after += kind == RA_RA ? st.ra.ra_tiles : 0;
                assert_int_equal(before, after);
            }
        }
    }
    assert_true(made >= 20);
}

/* The same of Amun-Re. */
static void
exchanges_of_amun_keep_to_the_rules(void **state)
{
    struct amun_state s;
    union games_options options;
    uint64_t rng = 8;
    int made = 0, tried = 0;

    (void)state;
    amun_game.defaults(&options);
    assert_int_equal(amun_setup(&s, 4, &options.amun), GAME_OK);
    while (amun_to_move(&s)) {
        game_seats movers = amun_to_move(&s);
        int seat = 0;

        while (!(movers >> seat & 1))
            seat++;
        for (const struct why_subject *subject = amun_why.subjects;
             seat != GAME_NATURE && subject->term; subject++) {
            union games_state other = {.amun = s}, back;

            tried++;
            assert_true(subject->change(&other, seat, (seat + 1) % 4));
            made += amun_check(&other.amun) == NULL;
            back = other;
            assert_true(subject->change(&back, seat, (seat + 1) % 4));
            assert_memory_equal(&back.amun, &s, sizeof s);
        }
        assert_int_equal(amun_game.apply(&s, seat,
                                         seat == GAME_NATURE
                                             ? random_chance(&amun_game, &s, &rng)
                                             : random_action(&amun_game, &s, seat, &rng),
                                         NULL),
                         GAME_OK);
    }
    assert_true(made > tried / 2);
}

/* A bid's end is what the bidding comes to: who holds the sun that is named. */
static void
ends_name_who_holds_the_sun(void **state)
{
    int seen = 0;

    (void)state;
    for (uint64_t seed = 40; seed < 60; seed++) {
        play_on(3, seed, 30 + (int)seed);
        if (analysis.now.ra.phase != RA_AUCTION)
            continue;
        ask(&analysis.now.ra);
        for (int i = 0; i < hint.count; i++) {
            struct ai_end end = hint.actions[i].ends;

            assert_true(end.there);
            assert_true(end.seat < 0 ? end.with == 0
                                     : analysis.now.ra.ready[end.seat] >> end.with & 1);
            seen++;
        }
    }
    assert_true(seen > 8);
}

/* ---- odds ---- */

/* n over k, for small numbers. */
static double
choose(int n, int k)
{
    double result = 1;

    if (k > n)
        return 0;
    for (int i = 0; i < k; i++)
        result = result * (n - i) / (i + 1);
    return result;
}

static void
the_epoch_ends_as_often_as_the_bag_says(void **state)
{
    struct ra_odds odds;

    (void)state;
    for (int length = 1; length < 100; length += 7) {
        const struct ra_state *s = &analysis.now.ra;
        int wanted, ra, others;

        play_on(4, 70, length);
        ra_odds_of(s, &odds);
        wanted = ra_track_length(4) - s->ra_tiles;
        ra = s->bag[RA_RA];
        others = odds.tiles - ra;
        for (int k = 1; k <= RA_ODDS_DRAWS; k++) {
            double chance = 1;

            for (int i = 0; i < wanted && i <= k; i++)
                chance -= choose(ra, i) * choose(others, k - i) / choose(odds.tiles, k);
            assert_true(odds.full[k - 1] > chance - 1e-9 && odds.full[k - 1] < chance + 1e-9);
        }
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_are_exact),
        cmocka_unit_test(parts_make_the_whole),
        cmocka_unit_test(a_first_look_has_the_chances_of_the_net),
        cmocka_unit_test(what_is_revised_is_of_ones_own_decisions),
        cmocka_unit_test(what_the_end_shows_is_smoothed),
        cmocka_unit_test(what_was_chosen_in_secret_is_given),
        cmocka_unit_test(offers_are_no_noise),
        cmocka_unit_test(what_is_doubted_takes_its_share),
        cmocka_unit_test(everybody_begins_with_a_fair_share),
        cmocka_unit_test(luck_has_no_favourite),
        cmocka_unit_test(the_best_action_costs_nothing),
        cmocka_unit_test(a_loss_is_looked_at_twice),
        cmocka_unit_test(what_is_refused_has_not_happened),
        cmocka_unit_test(the_terms_are_true),
        cmocka_unit_test(exchanges_keep_to_the_rules),
        cmocka_unit_test(exchanges_of_amun_keep_to_the_rules),
        cmocka_unit_test(ends_name_who_holds_the_sun),
        cmocka_unit_test(the_epoch_ends_as_often_as_the_bag_says),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
