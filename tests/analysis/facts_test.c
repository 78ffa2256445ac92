/* SPDX-License-Identifier: MIT
 * facts_test.c -- every fact that explains an action is true: who gets the lot, what it is worth, what a draw
 * risks, which province costs how much. All numbers are found again without the code that told them, and a number
 * that is off by one is found out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "amun_bots.h"
#include "amun_fact.h"
#include "amun_offers.h"
#include "amun_search.h"
#include "analysis.h"
#include "moves.h"
#include "random_play.h"
#include "rng.h"

static struct hint hint;

/* The number of that name in a fact. */
static int
number(const struct fact *fact, const char *name)
{
    for (int i = 0; i < FACT_NUMBERS && fact->kind->number[i].name; i++) {
        if (strcmp(fact->kind->number[i].name, name) == 0)
            return fact->number[i];
    }
    fail_msg("%s has no %s", fact->kind->name, name);
    return 0;
}

static bool
is(const struct fact *fact, const char *kind)
{
    return strcmp(fact->kind->name, kind) == 0;
}

/* Every action of a decision is explained, what costs much too, unless it has more than this. That is rare. */
enum { EXPLAINED = 64 };

static void
check_told(void)
{
    static char json[HINT_ROOM];
    struct text t = text_in(json, sizeof json);

    json_hint(&t, &hint);
    assert_true(text_length(&t) > 0);
    for (int i = 0; i < hint.count && hint.count <= EXPLAINED; i++)
        assert_true(hint.actions[i].facts);
    for (int i = 0; i < hint.told; i++) {
        t = text_in(json, FACTS_MOST * 64);
        json_facts(&t, &hint.facts[i]);
        assert_true(text_length(&t) > 0);
    }
}

/* Asks `hard` about a position; the seat to move is asked, the lowest of several. */
static void
ask(const struct game *game, const void *st, int seat)
{
    struct teacher teacher = {ai_find("hard", game), 1, NULL};
    union games_state seen;

    game->observe(st, seat, &seen);
    assert_null(hint_ask(game, &seen, game->seats(st), seat, &teacher, true, &hint));
    check_told();
}

typedef bool checker(const void *st, const struct hint_action *action, const struct fact *fact);

/* Every fact of the hint holds, and none with a number that is one more. Returns how many there are. */
static int
check_facts(const void *st, checker *holds)
{
    int count = 0;

    for (int i = 0; i < hint.count; i++) {
        const struct hint_action *action = &hint.actions[i];
        const struct fact_list *list = action->facts ? &hint.facts[action->facts - 1] : NULL;

        for (int j = 0; list && j < list->count; j++, count++) {
            if (!holds(st, action, &list->facts[j]))
                fail_msg("'%s' is not true of action %x", list->facts[j].kind->name,
                         (unsigned)action->action);
            for (int k = 0; k < FACT_NUMBERS && list->facts[j].kind->number[k].name; k++) {
                struct fact wrong = list->facts[j];

                wrong.number[k]++;
                if (!fact_in(list, &wrong) && holds(st, action, &wrong))
                    fail_msg("'%s' may be wrong unnoticed", wrong.kind->name);
            }
        }
    }
    return count;
}

/* ---- Ra: points counted once more ---- */

typedef int counts[RA_KINDS];

static int
sum(const counts of, int first, int last)
{
    int all = 0;

    for (int kind = first; kind <= last; kind++)
        all += of[kind];
    return all;
}

static int
different(const counts of, int first, int last)
{
    int all = 0;

    for (int kind = first; kind <= last; kind++)
        all += of[kind] > 0;
    return all;
}

static void
tiles_of(const struct ra_state *s, int seat, counts out)
{
    for (int kind = 0; kind < RA_KINDS; kind++)
        out[kind] = kind < RA_FUNERAL ? ra_held(s->tiles[seat], (enum ra_kind)kind) : 0;
}

/* What the seat would score with these tiles if the epoch ended now, without suns. */
static int
points_with(const struct ra_state *s, int seat, const counts of)
{
    static const int civilisation[] = {-5, 0, 0, 5, 10, 15};
    static const int kinds[] = {0, 1, 2, 3, 4, 5, 6, 10, 15};
    int points = 2 * of[RA_GOD] + 3 * of[RA_GOLD], most = 0, fewest = 99;

    points += of[RA_FLOOD] ? of[RA_FLOOD] + of[RA_NILE] : 0;
    points += civilisation[different(of, RA_ASTRONOMY, RA_ART)];
    for (int i = 0; i < s->seats; i++) {
        int held = i == seat ? of[RA_PHARAOH] : ra_held(s->tiles[i], RA_PHARAOH);

        most = held > most ? held : most;
        fewest = held < fewest ? held : fewest;
    }
    if (most > fewest)
        points += of[RA_PHARAOH] == most ? 5 : of[RA_PHARAOH] == fewest ? -2 : 0;
    if (s->epoch < RA_EPOCHS)
        return points;
    points += kinds[different(of, RA_FORTRESS, RA_TEMPLE)];
    for (int kind = RA_FORTRESS; kind <= RA_TEMPLE; kind++)
        points += of[kind] >= 5 ? 15 : of[kind] == 4 ? 10 : of[kind] == 3 ? 5 : 0;
    return points;
}

/* The most points after giving up `owed` tiles among first..last, by trying every way. */
static int
best_without(const struct ra_state *s, int seat, counts of, int owed, int first, int last)
{
    int best = -999;

    if (owed == 0)
        return points_with(s, seat, of);
    for (int kind = first; kind <= last; kind++) {
        int points;

        if (!of[kind])
            continue;
        of[kind]--;
        points = best_without(s, seat, of, owed - 1, kind, last);
        of[kind]++;
        best = points > best ? points : best;
    }
    return best;
}

/* Nobody gives up more than they have. */
static int
owed(const counts of, int count, int first, int last)
{
    int held = sum(of, first, last);

    return count < held ? count : held;
}

static void
lose(counts of, int kind, int count)
{
    of[kind] = of[kind] > count ? of[kind] - count : 0;
}

/* The most after two earthquakes or unrests: civilisation and monuments do not affect each other. */
static int
worth_of(const struct ra_state *s, int seat, const uint8_t track[RA_TRACK])
{
    counts of, before;
    int struck[4] = {0}, floods, whole, left = 0;

    tiles_of(s, seat, of);
    memcpy(before, of, sizeof before);
    for (int i = 0; i < RA_TRACK; i++) {
        if (track[i] >= RA_FUNERAL && track[i] < RA_KINDS)
            struck[track[i] - RA_FUNERAL]++;
        else if (track[i] != RA_EMPTY)
            of[track[i]]++;
    }
    lose(of, RA_PHARAOH, 2 * struck[0]);
    floods = of[RA_FLOOD] < 2 * struck[1] ? of[RA_FLOOD] : 2 * struck[1];
    lose(of, RA_FLOOD, floods);
    lose(of, RA_NILE, 2 * struck[1] - floods);
    whole = points_with(s, seat, of);
    left += best_without(s, seat, of, owed(of, 2 * struck[2], RA_ASTRONOMY, RA_ART),
                         RA_ASTRONOMY, RA_ART) -
            whole;
    left += best_without(s, seat, of, owed(of, 2 * struck[3], RA_FORTRESS, RA_TEMPLE),
                         RA_FORTRESS, RA_TEMPLE) -
            whole;
    return whole + left - points_with(s, seat, before);
}

static int
tiles_lost(const struct ra_state *s, int seat, int disaster)
{
    counts of;
    int due = 0, held = 0;

    tiles_of(s, seat, of);
    for (int i = 0; i < RA_TRACK; i++) {
        if (s->track[i] < RA_FUNERAL)
            of[s->track[i]]++;
        due += s->track[i] == disaster ? 2 : 0;
    }
    held = disaster == RA_FUNERAL   ? of[RA_PHARAOH]
           : disaster == RA_DROUGHT ? of[RA_FLOOD] + of[RA_NILE]
           : disaster == RA_UNREST  ? sum(of, RA_ASTRONOMY, RA_ART)
                                    : sum(of, RA_FORTRESS, RA_TEMPLE);
    return held < due ? held : due;
}

/* ---- Ra: each kind of fact ---- */

static bool
auction_holds(const struct ra_state *s, const struct ai_end *end, const struct fact *fact)
{
    int own = worth_of(s, hint.seat, s->track);

    if (is(fact, "unsold"))
        return end->seat < 0 && number(fact, "count") == ra_lot_size(s) &&
               number(fact, "own") == own;
    if (is(fact, "taken"))
        return end->seat == hint.seat && number(fact, "sun") == end->with &&
               number(fact, "own") == own;
    if (is(fact, "centre"))
        return end->seat == hint.seat && number(fact, "sun") == s->centre_sun;
    if (is(fact, "lot"))
        return end->seat != hint.seat && number(fact, "seat") == end->seat &&
               number(fact, "sun") == end->with && number(fact, "own") == own &&
               number(fact, "theirs") == worth_of(s, end->seat, s->track) &&
               (s->ready[end->seat] >> end->with & 1) &&
               end->with > s->high_sun - (end->seat == s->high_seat);
    if (is(fact, "struck"))
        return number(fact, "seat") == end->seat && number(fact, "kind") >= RA_FUNERAL &&
               number(fact, "kind") < RA_KINDS &&
               number(fact, "count") == tiles_lost(s, end->seat, number(fact, "kind"));
    return false;
}

/* The suns that are ready after the auction. */
static bool
suns_hold(const struct ra_state *s, const struct ai_end *end, const struct fact *fact)
{
    int own = 0, next = 0, holder = -1, mine = 0, others = 0;

    for (int i = 0; i < s->seats; i++) {
        for (int sun = 1; sun <= RA_SUNS; sun++) {
            if (!(s->ready[i] >> sun & 1) || (i == end->seat && sun == end->with))
                continue;
            mine += i == hint.seat;
            others += i != hint.seat;
            if (i == hint.seat && sun > own)
                own = sun;
            if (i != hint.seat && sun > next) {
                next = sun;
                holder = i;
            }
        }
    }
    if (is(fact, "epoch_over"))
        return mine + others == 0 && number(fact, "count") == s->epoch;
    if (is(fact, "spent"))
        return !mine && others > 0 && number(fact, "count") == others;
    if (is(fact, "alone"))
        return mine > 0 && !others && number(fact, "count") == mine;
    return (is(fact, "top_sun") ? own > next : is(fact, "below") && own && own < next) &&
           number(fact, "sun") == own && number(fact, "seat") == holder &&
           number(fact, "next") == next;
}

static bool
draw_holds(const struct ra_state *s, const struct fact *fact)
{
    int tiles = 0, disasters = 0, better = 0, empty = 0;
    int own = worth_of(s, hint.seat, s->track);

    while (s->track[empty] != RA_EMPTY)
        empty++;
    for (int kind = 0; kind < RA_KINDS; kind++) {
        uint8_t track[RA_TRACK];

        memcpy(track, s->track, sizeof track);
        track[empty] = (uint8_t)kind;
        tiles += s->bag[kind];
        disasters += kind >= RA_FUNERAL ? s->bag[kind] : 0;
        better += kind != RA_RA && worth_of(s, hint.seat, track) > own ? s->bag[kind] : 0;
    }
    if (is(fact, "open"))
        return number(fact, "count") == ra_lot_size(s) && number(fact, "own") == own;
    if (number(fact, "tiles") != tiles)
        return false;
    if (is(fact, "last_ra"))
        return s->ra_tiles == ra_track_length(s->seats) - 1 && number(fact, "own") == own &&
               number(fact, "count") == s->bag[RA_RA];
    return number(fact, "count") == (is(fact, "ra_next")    ? s->bag[RA_RA]
                                     : is(fact, "better")   ? better
                                     : is(fact, "disaster") ? disasters
                                                            : -1);
}

/* A tile that a god takes, or one that a disaster costs. */
static bool
tile_holds(const struct ra_state *s, const struct hint_action *action, const struct fact *fact)
{
    counts before, after;
    bool god = is(fact, "tile");

    tiles_of(s, hint.seat, before);
    memcpy(after, before, sizeof after);
    if (number(fact, "kind") != ra_arg(action->action))
        return false;
    after[god ? RA_GOD : number(fact, "kind")]--;
    after[number(fact, "kind")] += god;
    return number(fact, "own") ==
           points_with(s, hint.seat, after) - points_with(s, hint.seat, before);
}

static bool
ra_holds(const void *st, const struct hint_action *action, const struct fact *fact)
{
    const struct ra_state *s = st;

    if (ra_verb(action->action) == RA_V_DRAW)
        return draw_holds(s, fact);
    if (is(fact, "tile") || is(fact, "lost"))
        return tile_holds(s, action, fact);
    return auction_holds(s, &action->ends, fact) || suns_hold(s, &action->ends, fact);
}

/* Plays by `rule`, which plays like a person; `look` sees every position where somebody decides. */
static void
play(const struct game *game, int seats, uint64_t seed, void (*look)(const void *st, int seat))
{
    const struct ai_bot *rule = ai_find("rule", game);
    union games_options options;
    union games_state st, seen;
    uint64_t rng = rng_stream(seed, 0, 0);

    game->defaults(&options);
    assert_int_equal(game->setup(&st, seats, &options), GAME_OK);
    while (game->to_move(&st)) {
        int seat = game_first_seat(game->to_move(&st));
        game_action action;

        if (seat == GAME_NATURE) {
            action = random_chance(game, &st, &rng);
        } else {
            look(&st, seat);
            game->observe(&st, seat, &seen);
            action = rng_below(&rng, 6) ? rule->choose(game, &seen, seat, &rng, NULL, NULL)
                                        : random_action(game, &st, seat, &rng);
        }
        assert_int_equal(game->apply(&st, seat, action, NULL), GAME_OK);
    }
}

static int told, looked, sample;

static void
look_at_ra(const void *st, int seat)
{
    if (looked++ % sample)
        return;
    ask(&ra_game, st, seat);
    told += check_facts(st, ra_holds);
}

static void
facts_of_ra_are_true(void **state)
{
    (void)state;
    sample = 2;
    for (int seats = 2; seats <= 5; seats++) {
        told = looked = 0;
        for (uint64_t seed = 0; seed < 2; seed++)
            play(&ra_game, seats, seed, look_at_ra);
        print_message("# %d players: %d facts of Ra\n", seats, told);
        assert_true(told > 500);
    }
}

/* ---- where the search says that an auction ends ---- */

static int ended, alike;

/* Each seat in turn bids as `hard` does: that ends as the hint says, but for seats of equal mind. */
static void
look_at_end(const void *st, int seat)
{
    const struct ra_state *s = st;
    struct ra_state now = *s;
    struct ai_end end = {.there = false};
    uint64_t rng = 1;

    if (s->phase != RA_AUCTION || looked++ % sample)
        return;
    ask(&ra_game, s, seat);
    for (int i = 0; i < hint.count; i++) {
        if (hint.actions[i].action == hint.best)
            end = hint.actions[i].ends;
    }
    while (now.phase == RA_AUCTION && now.high_sun >= s->high_sun) {
        struct ra_state before = now;
        game_action action = hint.bot->choose(&ra_game, &now, now.bidder, &rng, NULL, NULL);

        assert_int_equal(ra_apply(&now, now.bidder, action, NULL), GAME_OK);
        if (now.phase != RA_AUCTION) { /* the last one was asked */
            int sun = ra_verb(action) == RA_V_BID ? ra_arg(action) : before.high_sun;

            alike += end.with == sun;
            ended++;
        }
    }
}

static void
auctions_end_as_the_search_says(void **state)
{
    (void)state;
    sample = 4;
    looked = 0;
    for (int seats = 2; seats <= 5; seats++)
        play(&ra_game, seats, 9, look_at_end);
    print_message("# %d of %d auctions end as told\n", alike, ended);
    assert_true(ended > 50 && 20 * alike >= 19 * ended);
}

/* ---- Amun-Re ---- */

/* The decision that an action belongs to, played to its end once more, by the checked rules where nothing is drawn. */
static struct amun_state after;
static struct game_event events[AMUN_MAX_EVENTS];
static struct game_log paid = {events, 0, AMUN_MAX_EVENTS};

static void
take_plan(int seat, const struct amun_plan *plan, bool checked, uint64_t *rng)
{
    if (!checked) {
        amun_follow(&after, seat, plan, rng);
        return;
    }
    for (int i = 0; i < plan->count; i++)
        assert_int_equal(amun_apply(&after, seat, plan->actions[i], &paid), GAME_OK);
}

static void
follow_decision(game_action action)
{
    struct amun_net net;
    struct amun_judge judge = amun_net_judge(&net, amun_net_weights(hint.seats));
    struct amun_plan first = {.count = 1, .actions = {action}};
    int phase = hint.seen.amun.phase;
    bool all = phase == AMUN_BID || phase == AMUN_CORRECT;
    uint64_t rng = amun_fact_chance(0);

    amun_fact_start(&hint, &after);
    paid.count = 0;
    take_plan(hint.seat, &first, all, &rng);
    while (after.phase == phase && (all || (amun_to_move(&after) >> hint.seat & 1))) {
        struct amun_option options[AMUN_MOST_PLANS];
        int seat = all ? game_first_seat(amun_to_move(&after)) : hint.seat;
        int count = amun_bot_search(&judge, &after, seat, &amun_quick, 1, AMUN_FACT_MOST, NULL,
                                    &rng, options);

        take_plan(seat, &options[amun_search_best(options, count, &rng)].plan, all, &rng);
    }
}

static bool
was_paid(int seat, int province, int price)
{
    for (int i = 0; i < paid.count; i++) {
        if (events[i].kind == AMUN_EV_PAID && events[i].seat == seat &&
            events[i].count == province && events[i].detail == price)
            return true;
    }
    return false;
}

static int
income_of(const struct amun_state *s, int seat, int space)
{
    int gold = 0;

    for (int p = 0; p < AMUN_PROVINCES; p++) {
        const struct amun_ground *ground = &s->options.board.provinces[p];

        if (amun_owner(s, p) == seat)
            gold += amun_farmers_in(s, p) * space + ground->income_always +
                    (space < 3 ? ground->income_camel : 0);
    }
    return gold;
}

/* 1 if the seat has the best province of that side. */
static int
leads(const struct amun_state *s, int seat, int side)
{
    int best = 0, own = 0;

    for (int p = 0; p < AMUN_PROVINCES; p++) {
        int worth = s->pyramids[p] ? 4 * s->pyramids[p] + s->stones[p] : 0;

        if (s->options.board.provinces[p].side != side || amun_owner(s, p) == AMUN_NONE)
            continue;
        best = worth > best ? worth : best;
        own = amun_owner(s, p) == seat && worth > own ? worth : own;
    }
    return own > 0 && own == best;
}

static int
worth_now(const struct amun_state *s, int seat, int *built, int *loose)
{
    int provinces = 0, fewest = 999, temples = 0;

    *built = *loose = 0;
    for (int p = 0; p < AMUN_PROVINCES; p++) {
        if (amun_owner(s, p) != seat)
            continue;
        provinces++;
        *built += s->pyramids[p];
        *loose += s->stones[p];
        fewest = s->pyramids[p] < fewest ? s->pyramids[p] : fewest;
        temples += s->options.board.provinces[p].temples;
    }
    return *built + (provinces == 3 ? 3 * fewest : 0) + temples * s->temple +
           5 * leads(s, seat, AMUN_WEST) + 5 * leads(s, seat, AMUN_EAST);
}

/* ---- the sacrifice ---- */

static int items_in[AMUN_FACT_TRIALS], space_in[AMUN_FACT_TRIALS];

/* Each trial once more by the checked rules: rewards and the temple's space are read from what they report. */
static void
follow_offer(game_action action)
{
    struct amun_net net;
    struct amun_judge judge = amun_net_judge(&net, amun_net_weights(hint.seats));
    uint64_t rng = amun_fact_chance(-1);
    struct amun_offers offers;

    amun_fact_start(&hint, &after);
    judge.begin(judge.self, &after);
    amun_solve_offers(&judge, amun_value_of, &after, &amun_quick, &rng, &offers);
    for (int trial = 0; trial < AMUN_FACT_TRIALS; trial++) {
        struct amun_plan own = {.count = 1, .actions = {action}};

        rng = amun_fact_chance(trial);
        amun_fact_start(&hint, &after);
        paid.count = 0;
        for (int i = 0; i < hint.seats; i++) {
            if (i != hint.seat)
                take_plan(i, amun_draw_offer(&offers, i, &rng), true, &rng);
        }
        take_plan(hint.seat, &own, true, &rng);
        while (after.phase == AMUN_CORRECT) {
            struct amun_option options[AMUN_MOST_PLANS];
            int count = amun_bot_search(&judge, &after, after.turn, &amun_quick, 1,
                                        AMUN_FACT_MOST, NULL, &rng, options);

            take_plan(after.turn, &options[amun_search_best(options, count, &rng)].plan, true,
                      &rng);
        }
        items_in[trial] = 0;
        for (int i = 0; i < paid.count; i++) {
            if (events[i].kind == AMUN_EV_TEMPLE)
                space_in[trial] = events[i].detail;
            if (events[i].kind == AMUN_EV_REWARD_DUE && events[i].seat == hint.seat)
                items_in[trial] = events[i].detail;
        }
    }
}

/* Does `value` come `times` times, nothing more often, and nothing higher as often? */
static bool
comes(const int *values, int value, int times)
{
    int found = 0;

    for (int i = 0; i < AMUN_FACT_TRIALS; i++) {
        int same = 0;

        for (int j = 0; j < AMUN_FACT_TRIALS; j++)
            same += values[j] == values[i];
        found += values[i] == value;
        if (same > times || (same == times && values[i] > value))
            return false;
    }
    return found > 0 && found == times;
}

static bool
offer_holds(const struct amun_state *s, game_action action, const struct fact *fact)
{
    int gold = s->gold[hint.seat];

    for (int card = 0; card < AMUN_CARDS; card++)
        gold += s->sold[hint.seat][card];
    if (is(fact, "gold"))
        return number(fact, "gold") ==
               (amun_verb(action) == AMUN_V_STEAL ? gold + 3 : gold - (amun_arg(action) >> 1));
    if (is(fact, "items"))
        return number(fact, "of") == AMUN_FACT_TRIALS &&
               comes(items_in, number(fact, "items"), number(fact, "count"));
    if (is(fact, "temple"))
        return number(fact, "of") == AMUN_FACT_TRIALS &&
               comes(space_in, number(fact, "space"), number(fact, "count"));
    if (is(fact, "harvest")) {
        int space = number(fact, "space"), times = 0;

        for (int i = 0; i < AMUN_FACT_TRIALS; i++)
            times += space_in[i] == space;
        return comes(space_in, space, times) &&
               number(fact, "gold") == income_of(s, hint.seat, space);
    }
    return false;
}

static bool
holding_holds(const struct fact *fact)
{
    int seat = hint.seat, built, loose, worth = worth_now(&after, seat, &built, &loose),
        held = 0;

    for (int card = 0; card < AMUN_CARDS; card++)
        held += after.hand[seat][card];
    if (is(fact, "worth"))
        return number(fact, "own") == worth;
    if (is(fact, "pyramids"))
        return number(fact, "count") == built;
    if (is(fact, "stones"))
        return number(fact, "count") == loose;
    if (is(fact, "cards"))
        return number(fact, "count") == held;
    if (is(fact, "income"))
        return number(fact, "low") == income_of(&after, seat, 1) &&
               number(fact, "high") == income_of(&after, seat, 4);
    if (is(fact, "harvest"))
        return number(fact, "space") == after.temple &&
               number(fact, "gold") == income_of(&after, seat, after.temple);
    if (is(fact, "score"))
        return number(fact, "own") == after.score[seat];
    return is(fact, "gold") && number(fact, "gold") == after.gold[seat];
}

static bool
amun_holds(const void *st, const struct hint_action *action, const struct fact *fact)
{
    static const struct hint_action *followed;
    static uint64_t followed_at;

    if (followed != action || followed_at != (uint64_t)looked) {
        if (hint.seen.amun.phase == AMUN_OFFER)
            follow_offer(action->action);
        else
            follow_decision(action->action);
        followed = action;
        followed_at = (uint64_t)looked;
    }
    if (hint.seen.amun.phase == AMUN_OFFER)
        return offer_holds(st, action->action, fact);
    if (is(fact, "keeps"))
        return was_paid(hint.seat, number(fact, "province"), number(fact, "price"));
    if (is(fact, "rival"))
        return number(fact, "province") == amun_arg(action->action) >> 8 &&
               was_paid(number(fact, "seat"), number(fact, "province"), number(fact, "price"));
    return holding_holds(fact);
}

static int by_phase[AMUN_PHASES], in_phase[AMUN_PHASES], sales;

/* A seat may ask once more after it has sold a card with its offer. */
static void
look_at_a_sale(const struct amun_state *s, int seat)
{
    for (int card = 0; card < AMUN_CARDS; card++) {
        struct amun_state sold = *s;

        if (amun_apply(&sold, seat, amun_act(AMUN_V_SELL, card), NULL) != GAME_OK)
            continue;
        looked++;
        ask(&amun_game, &sold, seat);
        check_facts(&sold, amun_holds);
        sales++;
        return;
    }
}

static void
look_at_amun(const void *st, int seat)
{
    const struct amun_state *s = st;
    int found;

    looked++;
    if (in_phase[s->phase]++ % sample)
        return;
    ask(&amun_game, st, seat);
    found = check_facts(st, amun_holds);
    told += found;
    by_phase[s->phase] += found;
    if (s->phase == AMUN_OFFER)
        look_at_a_sale(s, seat);
}

static void
facts_of_amun_are_true(void **state)
{
    (void)state;
    sample = 7;
    for (int seats = 3; seats <= 5; seats++) {
        told = looked = sales = 0;
        memset(by_phase, 0, sizeof by_phase);
        memset(in_phase, 0, sizeof in_phase);
        play(&amun_game, seats, 4, look_at_amun);
        print_message("# %d players: %d facts of Amun-Re, %d sales", seats, told, sales);
        for (int phase = AMUN_BID; phase < AMUN_OVER; phase++)
            print_message(", %d in phase %d", by_phase[phase], phase);
        print_message("\n");
        assert_true(by_phase[AMUN_BID] > 20 && by_phase[AMUN_ACTIONS] > 50 &&
                    by_phase[AMUN_OFFER] > 20 && sales > 0);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(facts_of_ra_are_true),
        cmocka_unit_test(auctions_end_as_the_search_says),
        cmocka_unit_test(facts_of_amun_are_true),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
