/* SPDX-License-Identifier: MIT
 * thinkers_test.c -- the threads that think: owners take turns, people come first, no more at once than there are,
 * stopped at once. */
#include <semaphore.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmocka.h>

#include "thinkers.h"

enum { PIECES = 12 };

struct job {
    struct piece piece;
    struct test *test;
    int number, slices, done, worked;
};

struct test {
    uv_loop_t loop;
    struct thinkers *thinkers;
    sem_t begun, go;
    atomic_int at_once, most, count;
    int order[8 * PIECES];
    struct job jobs[PIECES];
};

static void
begin(struct test *t, int threads)
{
    memset(t, 0, sizeof *t);
    uv_loop_init(&t->loop);
    sem_init(&t->begun, 0, 0);
    sem_init(&t->go, 0, 0);
    t->thinkers = thinkers_create(&t->loop, threads);
    assert_non_null(t->thinkers);
    for (int i = 0; i < PIECES; i++)
        t->jobs[i] = (struct job){.test = t, .number = i};
}

static void
end(struct test *t)
{
    thinkers_end(t->thinkers);
    uv_run(&t->loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&t->loop), 0);
    thinkers_destroy(t->thinkers);
    sem_destroy(&t->begun);
    sem_destroy(&t->go);
}

static void
count(struct piece *piece, bool worked)
{
    struct job *job = (struct job *)piece;

    job->done++;
    job->worked += worked;
}

/* One more slice, at the end of the queue. */
static void
count_or_go_on(struct piece *piece, bool worked)
{
    struct job *job = (struct job *)piece;

    count(piece, worked);
    if (worked && --job->slices > 0)
        thinkers_add(job->test->thinkers, piece, 0, 0);
}

static void
note_order(struct piece *piece)
{
    struct job *job = (struct job *)piece;
    struct test *t = job->test;

    t->order[atomic_fetch_add(&t->count, 1)] = job->number;
}

static void
wait_for_leave(struct piece *piece)
{
    struct test *t = ((struct job *)piece)->test;
    int now = atomic_fetch_add(&t->at_once, 1) + 1, most = atomic_load(&t->most);

    while (now > most && !atomic_compare_exchange_weak(&t->most, &most, now))
        ;
    sem_post(&t->begun);
    sem_wait(&t->go);
    atomic_fetch_sub(&t->at_once, 1);
}

static void
think_until_stopped(struct piece *piece)
{
    sem_post(&((struct job *)piece)->test->begun);
    while (!piece->limits.stop(piece->limits.self))
        uv_sleep(1);
}

static void
add(struct test *t, int i, void (*work)(struct piece *piece), uint32_t ms)
{
    t->jobs[i].piece.work = work;
    t->jobs[i].piece.done = count;
    thinkers_add(t->thinkers, &t->jobs[i].piece, 0, ms);
}

static void
add_for(struct test *t, int i, uint32_t owner, enum piece_rank rank)
{
    t->jobs[i].piece.owner = owner;
    t->jobs[i].piece.rank = rank;
    add(t, i, note_order, 0);
}

static bool
all_done(const struct test *t, int jobs)
{
    for (int i = 0; i < jobs; i++) {
        if (t->jobs[i].done == 0 || t->jobs[i].slices > 0)
            return false;
    }
    return true;
}

static void
run_until_done(struct test *t, int jobs)
{
    while (!all_done(t, jobs))
        uv_run(&t->loop, UV_RUN_ONCE);
}

static void
who_comes_first_is_served_first(void **state)
{
    struct test t;

    (void)state;
    begin(&t, 1);
    add(&t, 0, wait_for_leave, 0);
    for (int i = 1; i < PIECES; i++)
        add(&t, i, note_order, 0);
    sem_wait(&t.begun);
    assert_int_equal(thinkers_waiting(t.thinkers, 0), PIECES - 1);
    sem_post(&t.go);
    run_until_done(&t, PIECES);
    assert_int_equal(thinkers_waiting(t.thinkers, 0), 0);
    for (int i = 1; i < PIECES; i++)
        assert_int_equal(t.order[i - 1], i);
    end(&t);
}

/* One has asked for nine things, two others for one each; a tenth is for a table of bots only, and came first. */
static void
owners_take_turns_and_people_come_first(void **state)
{
    static const int wanted[] = {2, 10, 11, 3, 4, 5, 6, 7, 8, 9, 1};
    struct test t;

    (void)state;
    begin(&t, 1);
    add(&t, 0, wait_for_leave, 0);
    sem_wait(&t.begun);
    add_for(&t, 1, 1, PIECE_FOR_BOTS);
    for (int i = 2; i < 10; i++)
        add_for(&t, i, 1, PIECE_FOR_PEOPLE);
    add_for(&t, 10, 2, PIECE_FOR_PEOPLE);
    add_for(&t, 11, 3, PIECE_FOR_PEOPLE);
    assert_int_equal(thinkers_waiting(t.thinkers, 1), 9);
    assert_int_equal(thinkers_waiting(t.thinkers, 2), 1);
    assert_int_equal(thinkers_waiting(t.thinkers, 4), 0);
    sem_post(&t.go);
    run_until_done(&t, PIECES);
    for (int i = 0; i < 11; i++)
        assert_int_equal(t.order[i], wanted[i]);
    end(&t);
}

enum { A_DAY = 24 * 3600 * 1000 };

/* The clocks here run for a day: only the sharing ends the first pieces, and so the test. */
static void
nobody_keeps_all_threads_from_another(void **state)
{
    struct test t;

    (void)state;
    begin(&t, 2);
    for (int i = 0; i < 2; i++) {
        t.jobs[i].piece.owner = 1;
        add(&t, i, think_until_stopped, A_DAY);
    }
    sem_wait(&t.begun);
    sem_wait(&t.begun);
    t.jobs[2].piece.owner = 2;
    add(&t, 2, note_order, A_DAY);
    while (!t.jobs[2].done)
        uv_run(&t.loop, UV_RUN_ONCE);
    assert_int_equal(t.jobs[0].piece.stopped + t.jobs[1].piece.stopped, 0);
    end(&t);
}

static void
bots_among_themselves_give_way_to_people(void **state)
{
    struct test t;

    (void)state;
    begin(&t, 1);
    t.jobs[0].piece.rank = PIECE_FOR_BOTS;
    add(&t, 0, think_until_stopped, A_DAY);
    sem_wait(&t.begun);
    add(&t, 1, note_order, A_DAY); /* of the same owner even */
    run_until_done(&t, 2);
    assert_int_equal(t.jobs[0].worked, 1);
    end(&t);
}

/* Ten owners for one thread: none has it for as long as it was told. */
static void
a_crowd_speeds_up_the_clocks(void **state)
{
    struct test t;

    (void)state;
    begin(&t, 1);
    add(&t, 0, think_until_stopped, A_DAY);
    sem_wait(&t.begun);
    for (int i = 1; i < 10; i++)
        add_for(&t, i, (uint32_t)i, PIECE_FOR_PEOPLE);
    run_until_done(&t, 10);
    end(&t);
}

static void
note_niceness(struct piece *piece)
{
    struct test *t = ((struct job *)piece)->test;

    t->order[0] = getpriority(PRIO_PROCESS, (id_t)gettid());
}

static void
those_who_think_are_nice(void **state)
{
    int own = getpriority(PRIO_PROCESS, 0);
    struct test t;

    (void)state;
    begin(&t, 1);
    add(&t, 0, note_niceness, 0);
    run_until_done(&t, 1);
    assert_int_equal(t.order[0], own + 10 < 19 ? own + 10 : 19);
    assert_int_equal(getpriority(PRIO_PROCESS, 0), own);
    end(&t);
}

/* Long work in slices lets others in between: two of four slices each take turns. */
static void
slices_take_turns(void **state)
{
    static const int wanted[] = {1, 2, 3, 1, 2, 1, 2, 1, 2};
    struct test t;

    (void)state;
    begin(&t, 1);
    add(&t, 0, wait_for_leave, 0);
    for (int i = 1; i < 4; i++) {
        t.jobs[i].slices = i < 3 ? 4 : 1;
        add(&t, i, note_order, 0);
        t.jobs[i].piece.done = count_or_go_on;
    }
    sem_wait(&t.begun);
    sem_post(&t.go);
    run_until_done(&t, 4);
    assert_int_equal(atomic_load(&t.count), 9);
    for (int i = 0; i < 9; i++)
        assert_int_equal(t.order[i], wanted[i]);
    for (int i = 1; i < 3; i++)
        assert_int_equal(t.jobs[i].worked, 4);
    end(&t);
}

static void
no_more_work_at_once_than_there_are_threads(void **state)
{
    struct test t;

    (void)state;
    begin(&t, 3);
    for (int i = 0; i < PIECES; i++)
        add(&t, i, wait_for_leave, 0);
    for (int i = 0; i < 3; i++)
        sem_wait(&t.begun);
    assert_int_equal(atomic_load(&t.at_once), 3); /* all three are at work */
    for (int i = 0; i < PIECES; i++)
        sem_post(&t.go);
    run_until_done(&t, PIECES);
    assert_int_equal(atomic_load(&t.most), 3);
    end(&t);
}

/* Nothing here has a clock: the test ends because they are stopped. */
static void
whoever_thinks_is_stopped(void **state)
{
    struct test t;

    (void)state;
    begin(&t, 2);
    for (int i = 0; i < 5; i++)
        add(&t, i, think_until_stopped, 0);
    sem_wait(&t.begun);
    sem_wait(&t.begun);
    piece_stop(&t.jobs[0].piece); /* thinks */
    piece_stop(&t.jobs[2].piece); /* waits: never begins */
    sem_wait(&t.begun); /* 3 */
    run_until_done(&t, 1);
    while (!t.jobs[2].done)
        uv_run(&t.loop, UV_RUN_ONCE);
    assert_int_equal(t.jobs[0].worked, 1);
    assert_int_equal(t.jobs[2].worked, 0);
    assert_int_equal(t.jobs[1].done + t.jobs[3].done + t.jobs[4].done, 0);
    end(&t);
    assert_int_equal(t.jobs[1].worked + t.jobs[3].worked, 2);
    assert_int_equal(t.jobs[4].done, 1);
    assert_int_equal(t.jobs[4].worked, 0);
}

/* Whoever waits for an answer is to hear that there will be none while there is still a way to say so. */
static void
what_waits_comes_back_when_all_is_stopped(void **state)
{
    struct test t;

    (void)state;
    begin(&t, 1);
    for (int i = 0; i < 3; i++)
        add(&t, i, think_until_stopped, 0);
    sem_wait(&t.begun);
    thinkers_stop(t.thinkers);
    run_until_done(&t, 3);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(t.jobs[i].done, 1);
        assert_int_equal(t.jobs[i].worked, i == 0);
    }
    assert_int_equal(thinkers_waiting(t.thinkers, 0), 0);
    end(&t);
}

static void
a_clock_ends_it_too(void **state)
{
    struct test t;

    (void)state;
    begin(&t, 1);
    add(&t, 0, think_until_stopped, 1);
    run_until_done(&t, 1);
    assert_int_equal(t.jobs[0].worked, 1);
    assert_true(uv_hrtime() - atomic_load(&t.jobs[0].piece.began) >= 1000000);
    end(&t);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_comes_first_is_served_first),
        cmocka_unit_test(owners_take_turns_and_people_come_first),
        cmocka_unit_test(nobody_keeps_all_threads_from_another),
        cmocka_unit_test(bots_among_themselves_give_way_to_people),
        cmocka_unit_test(a_crowd_speeds_up_the_clocks),
        cmocka_unit_test(those_who_think_are_nice),
        cmocka_unit_test(slices_take_turns),
        cmocka_unit_test(no_more_work_at_once_than_there_are_threads),
        cmocka_unit_test(whoever_thinks_is_stopped),
        cmocka_unit_test(what_waits_comes_back_when_all_is_stopped),
        cmocka_unit_test(a_clock_ends_it_too),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
