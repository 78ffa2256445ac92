/* SPDX-License-Identifier: MIT
 * hall_bots_test.c -- when the hall asks for a bot's move, for whom, and when the bot moves. */
#include <malloc.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hall_fake.h"

static bool
enough(void *self)
{
    (void)self;
    return false;
}

static void
a_bot_thinks_once_rests_and_then_moves(void **state)
{
    struct fake f;
    struct fake_table made;
    struct hall_thought *thought;

    (void)state;
    fake_begin(&f, 4);
    made = fake_make(&f, BOT "," BOT, 2, 0);
    thought = fake_thought(&f);
    assert_int_equal(thought->task, HALL_CHOOSE);
    fake_forget(&f);
    for (int i = 0; i < 3; i++) { /* a lookup starts nothing */
        fake_ask(&f, HALL_GET, made.path, NULL, NULL);
        assert_int_equal(fake_count(&f, FAKE_THINK), 0);
        fake_forget(&f);
    }
    hall_think(thought, NULL, enough, NULL);
    hall_thought(f.hall, thought, true);
    assert_int_equal(fake_find(&f, FAKE_WAKE)->ms,
                     0); /* nobody is there who would have to follow */
    assert_int_equal(fake_count(&f, FAKE_THINK), 0);
    assert_true(fake_stands_at(&f, &made, 1));
    hall_tick(f.hall);
    assert_true(fake_stands_at(&f, &made, 1)); /* it is being committed */
    hall_collect(f.hall);
    thought = fake_thought(&f); /* and the next bot thinks */
    fake_forget(&f);
    hall_thought(f.hall, thought, false);
    fake_end(&f);
}

/* Room is taken for the longest text there can be, and analyses are kept. */
static void
an_analysis_gives_back_the_room_that_it_did_not_need(void **state)
{
    struct hall_thought thought, *choice;
    struct fake f;

    (void)state;
    fake_begin(&f, 4);
    fake_make(&f, BOT "," BOT, 2, 0);
    choice = fake_thought(&f);
    thought = (struct hall_thought){.task = HALL_REVIEW,
                                    .game = choice->game,
                                    .bot = choice->bot,
                                    .seats = choice->seats,
                                    .state = choice->state};
    thought.bot.bot = ai_find_in(ai_bot_at, "hard", choice->game);
    hall_think(&thought, NULL, enough, NULL);
    assert_null(thought.why);
    assert_int_equal(strlen(thought.text), thought.len);
    assert_in_range(malloc_usable_size(thought.text), thought.len + 1, thought.len + 64);
    free(thought.text);
    thought.scrap(&thought);
    fake_end(&f);
}

/* Lets *self steps be done. */
static bool
counted(void *self)
{
    int *left = self;

    return (*left)-- == 0;
}

/* A game of one action, gone through for its chances, and then in whole. */
static void
an_analysis_has_its_chances_before_its_end(void **state)
{
    struct hall_thought thought, *choice;
    struct hall_act log;
    struct fake f;
    int steps = 2;

    (void)state;
    fake_begin(&f, 4);
    fake_make(&f, BOT "," BOT, 2, 0);
    choice = fake_thought(&f);
    hall_think(choice, NULL, enough, NULL);
    log = (struct hall_act){choice->answer, choice->seat};
    thought = (struct hall_thought){.task = HALL_REVIEW,
                                    .game = choice->game,
                                    .seats = choice->seats,
                                    .state = choice->state,
                                    .log = &log,
                                    .count = 1};
    thought.bot.bot = ai_find_in(ai_bot_at, "hard", choice->game);
    hall_think(&thought, NULL, counted, &steps);
    assert_null(thought.why);
    assert_null(thought.text);
    assert_int_equal(thought.at, 0);
    assert_non_null(thought.early);
    assert_int_equal(strlen(thought.early), thought.early_len);
    assert_non_null(strstr(thought.early, "\"preliminary\":true"));
    hall_think(&thought, NULL, enough, NULL);
    assert_null(thought.why);
    assert_int_equal(thought.at, 1);
    assert_null(strstr(thought.text, "\"preliminary\""));
    free(thought.text);
    thought.scrap(&thought);
    fake_end(&f);
}

static void
among_people_a_bot_rests(void **state)
{
    struct fake f;
    struct hall_thought *thought = NULL;
    const struct fake_effect *rest;

    (void)state;
    for (uint64_t seed = 5; !thought; seed++) { /* until a bot begins */
        fake_begin(&f, seed);
        fake_make(&f, ANNA "," BOT "," BOT, 3, 1);
        if (fake_find(&f, FAKE_THINK))
            thought = fake_thought(&f);
        else
            fake_end(&f);
    }
    fake_forget(&f);
    hall_think(thought, NULL, enough, NULL);
    hall_thought(f.hall, thought, true);
    rest = fake_find(&f, FAKE_WAKE);
    assert_non_null(rest);
    assert_in_range(rest->ms, 420, 1120); /* 60 to 160 % of 700 */
    fake_end(&f);
}

/* How long a table of bots alone waits after what a bot of it has thought; its move is not made. */
static uint64_t
wait_of(struct fake *f, struct hall_thought *thought)
{
    fake_forget(f);
    hall_think(thought, NULL, enough, NULL);
    hall_thought(f->hall, thought, true);
    assert_non_null(fake_find(f, FAKE_WAKE));
    return fake_find(f, FAKE_WAKE)->ms;
}

/* Adds the thoughts that the host was asked for to those that are out: the next look at a table empties the list.
 * Returns how many there are. */
static int
note_thoughts(const struct fake *f, struct hall_thought **out, int count)
{
    for (int i = 0; i < f->count; i++) {
        if (f->effects[i].kind == FAKE_THINK)
            out[count++] = f->effects[i].thought;
    }
    return count;
}

static void
bots_among_themselves_take_turns_while_people_play(void **state)
{
    struct fake f;
    struct fake_table people, bots[11];
    struct hall_thought *thoughts[11], *out[22];
    const char *said;
    char address[16]; /* a visitor may make a few tables */
    int moved = 0, out_count;

    (void)state;
    fake_begin(&f, 4);
    f.clock = 1010;
    people = fake_make(&f, ANNA "," BEN, 2, 2);
    for (int i = 0; i < 11; i++) {
        fake_forget(&f);
        snprintf(address, sizeof address, "192.0.2.%d", i);
        f.from = address;
        bots[i] = fake_make(&f, BOT "," BOT, 2, 0);
        thoughts[i] = fake_thought(&f);
    }
    assert_int_equal(wait_of(&f, thoughts[0]), 0); /* nobody has acted yet */
    fake_draw(&f, &people, fake_seat_to_act(&f, &people), 1);
    hall_collect(f.hall);
    assert_int_equal(fake_answer(&f, &said), 200);
    for (int i = 1; i < 11; i++) {
        hall_think(thoughts[i], NULL, enough, NULL);
        hall_thought(f.hall, thoughts[i], true);
    }
    hall_tick(f.hall);
    hall_collect(f.hall);
    out_count = note_thoughts(&f, out, 0); /* that of the first table, which has moved */
    for (int i = 1; i < 11; i++)
        assert_true(fake_stands_at(&f, &bots[i], 1));
    f.clock = 1025; /* several move at once, in one commit; the others have their time later */
    hall_tick(f.hall);
    hall_collect(f.hall);
    out_count = note_thoughts(&f, out, out_count);
    for (int i = 1; i < 11; i++)
        moved += !fake_stands_at(&f, &bots[i], 1);
    assert_int_equal(moved, 7);
    f.clock = 1050;
    fake_forget(&f);
    hall_tick(f.hall);
    hall_collect(f.hall);
    out_count = note_thoughts(&f, out, out_count);
    assert_false(fake_stands_at(&f, &bots[10], 1));
    for (int i = 0; i < out_count; i++)
        hall_thought(f.hall, out[i], false);
    fake_forget(&f);
    fake_end(&f);
}

static void
bots_among_themselves_do_not_storm_a_broken_disk(void **state)
{
    struct fake f;
    struct fake_table people, bots;
    struct hall_thought *thought;

    (void)state;
    fake_begin(&f, 4);
    people = fake_make(&f, ANNA "," BEN, 2, 2);
    fake_forget(&f);
    bots = fake_make(&f, BOT "," BOT, 2, 0);
    thought = fake_thought(&f);
    fake_draw(&f, &people, fake_seat_to_act(&f, &people), 1);
    hall_collect(f.hall);
    store_mem_set_failing(f.store, true);
    assert_in_range(wait_of(&f, thought), 1, 50);
    f.clock += 50;
    fake_forget(&f);
    hall_tick(f.hall);
    hall_collect(f.hall);
    thought = fake_thought(&f); /* the move was not stored, so it thinks again */
    assert_int_equal(wait_of(&f, thought), 1000);
    assert_true(fake_stands_at(&f, &bots, 1));
    fake_end(&f);
}

/* Lets a bot of the table move, and returns what the host was asked next. */
static struct hall_thought *
let_move(struct fake *f, struct hall_thought *thought)
{
    struct fake_effect *next;

    fake_forget(f);
    hall_think(thought, NULL, enough, NULL);
    hall_thought(f->hall, thought, true);
    hall_tick(f->hall);
    hall_collect(f->hall);
    next = fake_find(f, FAKE_THINK);
    return next ? next->thought : NULL;
}

static void
bots_do_not_play_on_for_nobody(void **state)
{
    struct fake f;
    struct fake_table made;
    struct hall_thought *thought;

    (void)state;
    fake_begin(&f, 4);
    made = fake_make(&f, BOT "," BOT, 2, 0);
    thought = fake_thought(&f);
    f.clock += 59 * 1000;
    thought = let_move(&f, thought);
    assert_non_null(thought);
    f.clock += 1000;
    assert_null(let_move(&f, thought)); /* a minute after somebody looked */
    fake_forget(&f);
    fake_ask(&f, HALL_GET, made.path, NULL, NULL);
    thought = fake_thought(&f);
    fake_watch(&f, 7, &made);
    f.clock += 3600 * 1000;
    thought = let_move(&f, thought);
    assert_non_null(thought); /* somebody watches */
    hall_close(f.hall, 7);
    f.clock += 60 * 1000;
    assert_null(let_move(&f, thought));
    f.clock += 60 * 1000;
    hall_sweep(f.hall);
    assert_false(hall_has(f.hall, made.id));
    fake_forget(&f);
    fake_ask(&f, HALL_GET, made.path, NULL, NULL); /* out of the store again */
    hall_thought(f.hall, fake_thought(&f), false);
    fake_forget(&f);
    fake_end(&f);
}

static void
only_games_with_people_go_on_after_a_restart(void **state)
{
    struct fake f;
    struct fake_table bots, people;

    (void)state;
    fake_begin(&f, 4);
    bots = fake_make(&f, BOT "," BOT, 2, 0);
    hall_thought(f.hall, fake_thought(&f), false);
    fake_forget(&f);
    people = fake_make(&f, ANNA "," BEN, 2, 2);
    f.clock += 61 * 1000;
    hall_sweep(f.hall);
    assert_int_equal(hall_resume(f.hall), 1);
    assert_int_equal(hall_resume_next(f.hall), 0);
    assert_true(hall_has(f.hall, people.id));
    assert_false(hall_has(f.hall, bots.id));
    fake_end(&f);
}

/* The host shares its threads by these. */
static void
a_thought_says_whose_it_is(void **state)
{
    static const char *const addresses[] = {"192.0.2.1", "192.0.2.2", "2001:db8::"};
    uint32_t owners[3];
    struct fake f;

    (void)state;
    fake_begin(&f, 4);
    for (int i = 0; i < 3; i++) {
        f.from = addresses[i];
        fake_make(&f, BOT "," BOT, 2, 0);
        owners[i] = fake_thought(&f)->owner;
        assert_false(fake_thought(&f)->for_people);
        assert_int_not_equal(owners[i], 0);
        hall_thought(f.hall, fake_thought(&f), false);
        fake_forget(&f);
    }
    assert_true(owners[0] != owners[1] && owners[1] != owners[2] && owners[0] != owners[2]);
    f.from = addresses[1];
    for (int i = 0; i < 20 && !fake_find(&f, FAKE_THINK); i++) { /* until a bot begins */
        fake_forget(&f);
        fake_make(&f, ANNA "," BOT, 2, 1);
    }
    assert_int_equal(fake_thought(&f)->owner, owners[1]);
    assert_true(fake_thought(&f)->for_people);
    fake_end(&f);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bot_thinks_once_rests_and_then_moves),
        cmocka_unit_test(an_analysis_gives_back_the_room_that_it_did_not_need),
        cmocka_unit_test(an_analysis_has_its_chances_before_its_end),
        cmocka_unit_test(among_people_a_bot_rests),
        cmocka_unit_test(bots_among_themselves_take_turns_while_people_play),
        cmocka_unit_test(bots_among_themselves_do_not_storm_a_broken_disk),
        cmocka_unit_test(bots_do_not_play_on_for_nobody),
        cmocka_unit_test(only_games_with_people_go_on_after_a_restart),
        cmocka_unit_test(a_thought_says_whose_it_is),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
