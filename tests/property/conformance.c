/* SPDX-License-Identifier: MIT
 * conformance.c -- what every game of games_list must fulfil, whatever its rules. The properties of
 * the contract in khepri/game.h are checked at every state of random games, for all options and
 * numbers of players. A third game gets these tests for nothing.
 *
 *   conformance [GAMES [SEED [EVERY]]]   games for each table, or for one table in EVERY; all 1
 *
 * All small codes are tried at each third state, some codes of any form at every one; the JSON is
 * read at each third.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "document.h"
#include "khepri/games.h"
#include "lean.h"
#include "moves_json.h"
#include "options.h"
#include "position.h"
#include "position_string.h"
#include "random_play.h"
#include "record.h"
#include "rng.h"

enum { KINDS = 32, ARGUMENTS = 32, MOST_STEPS = 5000, EVENTS = 1024, PROPERTIES = 64 };

static struct {
    const struct game *game;
    char table[160]; /* which table, for messages */
    int seats, step, every, tables;
    long states, refusals, failed;
    struct {
        const char *says;
        long checked, failed;
    } properties[PROPERTIES];
} run;

/* Counts a property as checked, and says where it first fails. */
static bool
holds(bool condition, const char *says)
{
    int p = 0;

    while (run.properties[p].says && run.properties[p].says != says)
        p++;
    if (!run.properties[p].says) { /* a compiler may keep two copies of one sentence */
        for (p = 0; run.properties[p].says && strcmp(run.properties[p].says, says) != 0;)
            p++;
    }
    if (p == PROPERTIES - 1)
        abort(); /* the table is too small */
    run.properties[p].says = says;
    run.properties[p].checked++;
    if (condition)
        return true;
    if (run.properties[p].failed++ == 0)
        printf("# failed: %s\n#   %s, step %d\n", says, run.table, run.step);
    return false;
}

/* ---- storage ---- */

static bool
same(const void *a, const void *b)
{
    return memcmp(a, b, run.game->state_size) == 0;
}

/* Also the bytes between the members. */
static bool
untouched_bytes(const void *a, const void *b, size_t size)
{
    return memcmp(a, b, size) == 0;
}

static void
copy(void *to, const void *from)
{
    memcpy(to, from, run.game->state_size);
}

/* ---- lists ---- */

static bool
is_in(game_action action, const game_action *list, int count)
{
    for (int i = 0; i < count; i++) {
        if (list[i] == action)
            return true;
    }
    return false;
}

/* The actions of a seat or nature's outcomes, with all that must be true of such a list. */
static int
list_of(const void *st, int seat, game_action list[GAME_MOST_ACTIONS])
{
    struct game_chance chances[GAME_MOST_CHANCES];
    bool moves = run.game->to_move(st) >> (seat & 7) & 1;
    int count, most;

    if (seat == GAME_NATURE) {
        count = run.game->chances(st, chances);
        most = run.game->max_chances;
        for (int i = 0; i < count; i++) {
            list[i] = chances[i].action;
            holds(chances[i].weight > 0, "an outcome of nature has a weight");
        }
        holds(run.game->actions(st, seat, list + count) == 0,
              "nature has outcomes, not actions");
    } else {
        count = run.game->actions(st, seat, list);
        most = run.game->max_actions;
    }
    holds(count <= most, "no list is longer than announced");
    holds((count > 0) == moves, "a list is empty exactly when the seat is not to move");
    for (int i = 1; i < count; i++)
        holds(list[i - 1] < list[i], "lists are ascending, without duplicates");
    return count;
}

static void
check_movers(const void *st)
{
    game_seats movers = run.game->to_move(st);

    holds(movers == 1u << GAME_NATURE || movers < 1u << run.seats,
          "either nature is to move, or seats of the game are");
    holds(run.game->chances(st, (struct game_chance[GAME_MOST_CHANCES]){{0, 0}}) == 0 ||
              movers == 1u << GAME_NATURE,
          "nature has outcomes only when it is to move");
    holds(!run.game->sealed(st) || (movers && movers != 1u << GAME_NATURE),
          "only seats act in secret");
    holds(run.game->sealed(st) || !(movers & (movers - 1)),
          "several seats are to move only while they act in secret");
}

/* ---- actions ---- */

/* While a seat that acts in secret is not done, nobody else sees that it has acted at all. */
static void
check_sealed(const void *st, const void *after, int seat)
{
    union games_state seen, seen_after;

    if (!run.game->sealed(st) || !run.game->sealed(after) ||
        !(run.game->to_move(after) >> seat & 1))
        return;
    for (int other = GAME_SPECTATOR; other < run.seats; other++) {
        if (other == seat)
            continue;
        run.game->observe(st, other, &seen);
        run.game->observe(after, other, &seen_after);
        holds(same(&seen, &seen_after), "nobody sees what was done in secret");
    }
}

static void
check_accepted(const void *st, int seat, game_action action)
{
    union games_state with_log, without;
    struct game_event events[EVENTS];
    struct game_log log = {events, 0, EVENTS}, narrow = {events, 0, 1};

    copy(&with_log, st);
    copy(&without, st);
    if (!holds(run.game->apply(&with_log, seat, action, &log) == GAME_OK,
               "every action listed is accepted"))
        return;
    holds(run.game->apply(&without, seat, action, NULL) == GAME_OK && same(&with_log, &without),
          "a log makes no difference");
    holds(!run.game->check(&with_log), "the state after an action is consistent");
    holds(!same(&with_log, st), "an action changes the state");
    check_sealed(st, &with_log, seat);
    holds(log.count <= run.game->max_events, "no action reports more events than announced");
    for (int i = 0; i < log.count; i++)
        holds(run.game->event_name(events[i].kind) != NULL, "every event has a name");
    copy(&without, st);
    holds(run.game->apply(&without, seat, action, &narrow) == GAME_OK && narrow.count <= 1 &&
              same(&with_log, &without),
          "a log that is too small loses events and nothing else");
}

static void
check_refused(const void *st, union games_state *trial, int seat, game_action action,
              bool moves)
{
    enum game_err err = run.game->apply(trial, seat, action, NULL);

    run.refusals++;
    holds(err == (moves ? GAME_ILLEGAL : GAME_NOT_YOU),
          "every action not listed is refused, for the right reason");
    if (!holds(same(trial, st), "a refusal leaves every byte as it was"))
        copy(trial, st);
}

/* Every code of small kinds and arguments at each third state, and always some of any form, from
 * every seat. */
static void
check_refusals(const void *st, uint64_t *rng)
{
    union games_state trial;

    copy(&trial, st);
    for (int seat = -2; seat <= GAME_NATURE + 1; seat++) {
        static game_action list[GAME_MOST_ACTIONS];
        bool moves = seat >= 0 && seat <= GAME_NATURE && (run.game->to_move(st) >> seat & 1);
        bool all = moves && run.states % 3 == 0;
        int count = moves ? list_of(st, seat, list) : 0, tries = moves ? 64 : 8;

        for (int i = 0; i < (all ? KINDS * ARGUMENTS : tries); i++) {
            int code = all ? i : (int)rng_below(rng, KINDS * ARGUMENTS);
            game_action action =
                (game_action)(code / ARGUMENTS) << 24 | (game_action)(code % ARGUMENTS);

            if (!is_in(action, list, count))
                check_refused(st, &trial, seat, action, moves);
        }
        for (int i = 0; i < tries; i++) {
            game_action action = (game_action)rng_next(rng);

            if (i % 2) /* near a legal one */
                action = (count ? list[i % count] : 0) ^ (game_action)1 << rng_below(rng, 32);
            if (!is_in(action, list, count))
                check_refused(st, &trial, seat, action, moves);
        }
    }
}

/* ---- text ---- */

static void
check_action_text(const void *st, game_action action)
{
    char text[GAME_TEXT_ROOM], cut[GAME_TEXT_ROOM];
    int len = run.game->write_action(st, action, text, sizeof text);
    game_action back = ~action;

    if (!holds(len > 0 && len < GAME_TEXT_ROOM && (int)strlen(text) == len,
               "an action has a text that fits"))
        return;
    holds(run.game->read_action(st, text, &back) == GAME_OK && back == action,
          "the text of an action reads back as the action");
    holds(strpbrk(text, " \t\n/\"\\") == NULL, "the text of an action needs no quoting");
    memset(cut, '#', sizeof cut);
    holds(run.game->write_action(st, action, cut, (size_t)len) == -1 && cut[len] == '#',
          "an action that does not fit is not written past its room");
    text[len - 1] = (char)(text[len - 1] ^ 1);
    back = ~action;
    if (run.game->read_action(st, text, &back) == GAME_OK)
        holds(back != action, "another text is not the same action");
}

static void
check_position(const void *st, const struct json *json)
{
    const struct game *game = NULL;
    union games_state back;
    struct refusal why;

    memset(&back, 0x5a, sizeof back);
    holds(position_read(json, &game, &back, &why) && game == run.game && same(st, &back),
          "the JSON of a state reads back as the state");
}

/* Written and read back; cut, or with one letter changed, it is refused. */
static void
check_position_string(const void *st)
{
    static char line[GAMES_STATE_ROOM];
    struct text t = text_in(line, sizeof line);
    const struct game *game = NULL;
    union games_state back;
    struct refusal why = {""};
    size_t at, len;

    if (!holds(position_string_write(&t, run.game, st) && text_length(&t) > 8,
               "a state is written as a position string"))
        return;
    len = t.len;
    memset(&back, 0x5a, sizeof back);
    holds(strspn(line, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.") ==
              len,
          "a position string needs no quotes");
    holds(position_read_line(line, len, false, &game, &back, &why) && game == run.game &&
              same(st, &back),
          "a position string reads back as the state");
    at = (size_t)run.step % len;
    line[at] = line[at] == 'z' ? 'y' : 'z';
    holds(!position_read_line(line, len, false, &game, &back, &why) && why.text[0],
          "a position string with another letter is refused");
    line[at] = line[at] == 'z' ? 'A' : 'B';
    holds(!position_read_line(line, at, false, &game, &back, &why) && why.text[0],
          "a part of a position string is refused");
}

/* What the JSON of a state says of the result: null, or all scores and the seats that won. */
static void
check_result_text(const void *st, const struct json *json)
{
    char said[512], expected[512];
    struct text dumped = text_in(said, sizeof said), t = text_in(expected, sizeof expected);

    json_result(&t, run.game, st, run.seats);
    json_put(&dumped, json_member(json, "result"));
    holds(strcmp(said, expected) == 0, "the JSON says the result, scores and winners");
}

static void
check_state_text(const void *st)
{
    static char text[GAMES_STATE_ROOM], again[GAMES_STATE_ROOM], to_act[256];
    int len = run.game->write_state(st, text, sizeof text), len2;
    struct text movers = text_in(to_act, sizeof to_act);
    char dumped[256];
    struct text who = text_in(dumped, sizeof dumped);
    struct document document = {0};
    const struct json *json;
    long long players = 0;

    memset(again, '#', sizeof again);
    len2 = run.game->write_state(st, again, sizeof again);
    if (!holds(len > 0 && len == len2 && memcmp(text, again, (size_t)len + 1) == 0,
               "a state is written in the same bytes each time"))
        return;
    json = document_read(&document, text, (size_t)len, NULL);
    if (!holds(json != NULL, "a state is written as JSON"))
        return;
    json_as_int(json_member(json, "players"), &players);
    holds(json_is(json_member(json, "game"), run.game->name) && players == run.seats,
          "the JSON names the game and the number of players");
    json_to_act(&movers, run.game->to_move(st));
    json_put(&who, json_member(json, "to_act"));
    holds(strcmp(dumped, to_act) == 0, "the JSON says who is to act");
    check_result_text(st, json);
    if (position_known(run.game)) {
        check_position(st, json);
        check_position_string(st);
    }
    document_finish(&document);

    memset(again, '#', sizeof again);
    holds(run.game->write_state(st, again, (size_t)len) == -1 && again[len] == '#',
          "a state that does not fit is not written past its room");
}

/* ---- what seats see ---- */

static void
check_observation(const void *st, uint64_t *rng)
{
    for (int seat = GAME_SPECTATOR; seat < run.seats; seat++) {
        union games_state seen, guess, seen_again;
        game_action of_truth[GAME_MOST_ACTIONS], of_seen[GAME_MOST_ACTIONS];
        int count;

        memset(&seen, 0x5a, sizeof seen);
        run.game->observe(st, seat, &seen);
        copy(&guess, &seen);
        run.game->sample(&guess, seat, rng);
        holds(run.game->hides || same(st, &seen), "a game that hides nothing shows all");
        run.game->observe(&guess, seat, &seen_again);
        holds(same(&seen, &seen_again), "a guess looks the same from where it was guessed");
        holds(!run.game->check(&guess), "a guess is a consistent state");
        holds(run.game->to_move(&seen) == run.game->to_move(st) &&
                  run.game->to_move(&guess) == run.game->to_move(st),
              "who is to move is no secret");
        holds(run.game->sealed(&seen) == run.game->sealed(st) &&
                  run.game->sealed(&guess) == run.game->sealed(st),
              "that seats act in secret is none");
        if (seat == GAME_SPECTATOR)
            continue;
        count = run.game->actions(st, seat, of_truth);
        holds(run.game->actions(&seen, seat, of_seen) == count &&
                  memcmp(of_truth, of_seen, (size_t)count * sizeof *of_seen) == 0,
              "a seat finds its actions in what it sees");
        holds(run.game->actions(&guess, seat, of_seen) == count &&
                  memcmp(of_truth, of_seen, (size_t)count * sizeof *of_seen) == 0,
              "what a seat may do does not hang on what it cannot know");
    }
}

/* Two seats that may act at once: in either order the same game, and neither changes what the other
 * may do. */
static void
check_commuting(const void *st, uint64_t *rng)
{
    game_seats movers = run.game->to_move(st);

    for (int a = 0; a < run.seats; a++) {
        for (int b = a + 1; b < run.seats; b++) {
            static game_action list[GAME_MOST_ACTIONS], later[GAME_MOST_ACTIONS];
            union games_state first, second;
            game_action of_a, of_b;
            int count;

            if (!(movers >> a & 1) || !(movers >> b & 1))
                continue;
            count = run.game->actions(st, a, list);
            of_a = list[rng_below(rng, (uint32_t)count)];
            count = run.game->actions(st, b, list);
            of_b = list[rng_below(rng, (uint32_t)count)];
            copy(&first, st);
            copy(&second, st);
            holds(run.game->apply(&first, a, of_a, NULL) == GAME_OK &&
                      run.game->actions(&first, b, later) == count &&
                      memcmp(list, later, (size_t)count * sizeof *list) == 0,
                  "of seats that may act at once none changes what another may do");
            holds(run.game->apply(&first, b, of_b, NULL) == GAME_OK &&
                      run.game->apply(&second, b, of_b, NULL) == GAME_OK &&
                      run.game->apply(&second, a, of_a, NULL) == GAME_OK &&
                      same(&first, &second),
                  "of seats that may act at once the order makes no difference");
        }
    }
}

static void
check_result(const void *st)
{
    struct game_result result, untouched;
    int32_t scores[GAME_MAX_SEATS];
    bool over = run.game->to_move(st) == 0;

    memset(&result, 0x5a, sizeof result);
    memset(&untouched, 0x5a, sizeof untouched);
    holds(run.game->result(st, &result) == over,
          "there is a result exactly when the game is over");
    run.game->scores(st, scores);
    for (int seat = run.seats; seat < GAME_MAX_SEATS; seat++)
        holds(scores[seat] == 0, "a seat that does not play has no score");
    if (!over) {
        holds(untouched_bytes(&result, &untouched, sizeof result),
              "without a result nothing is written");
        return;
    }
    holds(result.winners != 0 && result.winners < 1u << run.seats,
          "the winners are seats of the game");
    for (int seat = 0; seat < run.seats; seat++)
        holds(result.scores[seat] == scores[seat], "the result has the last scores");
}

/* ---- games ---- */

static void
check_state(const void *st, uint64_t *rng)
{
    run.states++;
    holds(!run.game->check(st), "every state is consistent");
    check_movers(st);
    check_result(st);
    if (run.states % 3 == 1)
        check_state_text(st);
    holds(run.game->seats(st) == run.seats, "a state says how many play");
    check_observation(st, rng);
    check_commuting(st, rng);
    check_refusals(st, rng);
    for (int seat = 0; seat <= GAME_NATURE; seat++) {
        game_action list[GAME_MOST_ACTIONS];
        int count = list_of(st, seat, list);

        for (int i = 0; i < count; i++) {
            check_accepted(st, seat, list[i]);
            check_action_text(st, list[i]);
        }
    }
}

static void
play_game(const union games_state *start, struct lean lean, uint64_t *rng)
{
    union games_state state = *start, replay = *start;

    for (run.step = 0; run.game->to_move(&state) && run.step < MOST_STEPS; run.step++) {
        int seat = lean_seat(run.game, &state, rng);
        game_action action;

        check_state(&state, rng);
        action = lean_choice(run.game, &state, seat, lean, rng);
        if (run.game->apply(&state, seat, action, NULL) != GAME_OK)
            break; /* reported above */
        holds(run.game->apply(&replay, seat, action, NULL) == GAME_OK && same(&state, &replay),
              "the same actions give the same game");
    }
    check_state(&state, rng);
    holds(run.game->to_move(&state) == 0, "every game ends");
}

static void
play_table(const union games_options *options, int seats, int games, uint64_t seed)
{
    union games_state state, before;

    memset(&state, 0x5a, sizeof state);
    before = state;
    run.seats = seats;
    run.step = 0;
    if (run.game->setup(&state, seats, options) != GAME_OK) {
        holds(untouched_bytes(&state, &before, sizeof state), "a setup refused writes nothing");
        return;
    }
    holds(seats >= run.game->min_seats && seats <= run.game->max_seats,
          "no game is set up for other numbers of seats than announced");
    if (run.tables++ % run.every)
        return;
    for (int i = 0; i < games; i++) {
        uint64_t rng = rng_stream(seed, (uint64_t)i, (uint64_t)run.tables);

        play_game(&state, leans[rng_below(&rng, LEANS)], &rng);
    }
}

/* A state says the option that it was set up with, and how many play. */
static void
check_in_force(const union games_options *options, const struct game_option *option,
               const char *value)
{
    union games_state state;
    char text[GAMES_OPTION_ROOM];
    int number = (int)(option - run.game->options);

    for (int seats = run.game->min_seats; seats <= run.game->max_seats; seats++) {
        if (run.game->setup(&state, seats, options) != GAME_OK)
            continue;
        holds(run.game->write_option(&state, number, text, sizeof text) == (int)strlen(value) &&
                  strcmp(text, value) == 0,
              "the value in force is the one that was set");
        holds(run.game->write_option(&state, number, text, strlen(value)) < 0,
              "the value in force is refused where it has no room");
    }
}

/* Every value of every option from `option` on, and each left as it is; then all numbers of seats. */
static void
play_options(const union games_options *options, const struct game_option *option, int games,
             uint64_t seed)
{
    size_t len = strlen(run.table);

    if (!option->key) {
        for (int seats = run.game->min_seats - 2; seats <= run.game->max_seats + 2; seats++) {
            snprintf(run.table + len, sizeof run.table - len, " seats %d", seats);
            play_table(options, seats, games, seed);
        }
        run.table[len] = 0;
        return;
    }
    play_options(options, option + 1, games, seed);
    for (int i = 0; option->values[i]; i++) {
        union games_options chosen = *options, untouched;

        if (!holds(run.game->set_option(&chosen, option->key, option->values[i]) == GAME_OK,
                   "every value of an option can be set"))
            continue;
        check_in_force(&chosen, option, option->values[i]);
        untouched = chosen;
        holds(run.game->set_option(&chosen, option->key, "no such value") == GAME_SETUP &&
                  run.game->set_option(&chosen, "no such key", option->values[i]) ==
                      GAME_SETUP &&
                  untouched_bytes(&chosen, &untouched, sizeof chosen),
              "an unknown option or value is refused and changes nothing");
        snprintf(run.table + len, sizeof run.table - len, " %s=%s", option->key,
                 option->values[i]);
        play_options(&chosen, option + 1, games, seed);
        run.table[len] = 0;
    }
}

/* TAP: one line for each property. */
static int
report(void)
{
    int count = 0, failed = 0;

    while (run.properties[count].says)
        count++;
    printf("1..%d\n", count);
    for (int i = 0; i < count; i++) {
        bool good = run.properties[i].failed == 0;

        failed += !good;
        printf("%s %d - %s (%ld times", good ? "ok" : "not ok", i + 1, run.properties[i].says,
               run.properties[i].checked);
        printf(good ? ")\n" : ", %ld failed)\n", run.properties[i].failed);
    }
    printf("# %ld states, %ld refusals\n", run.states, run.refusals);
    return failed > 0 || count == 0;
}

int
main(int argc, char **argv)
{
    int games = argc > 1 ? atoi(argv[1]) : 1;
    uint64_t seed = rng_seed_from_text(argc > 2 ? argv[2] : "1");

    run.every = argc > 3 ? atoi(argv[3]) : 1;

    for (int i = 0; games_list[i]; i++) {
        union games_options options;

        run.game = games_list[i];
        memset(&options, 0, sizeof options);
        run.game->defaults(&options);
        snprintf(run.table, sizeof run.table, "%s", run.game->name);
        play_options(&options, run.game->options, games, seed);
    }
    return report();
}
