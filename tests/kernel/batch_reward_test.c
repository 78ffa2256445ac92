/* SPDX-License-Identifier: MIT
 * batch_reward_test.c -- the rewards of a finished game, ties included. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "khepri/batch.h"

static void
expect(const struct game_result *result, int seats, enum batch_reward reward,
       const float *wanted)
{
    float got[GAME_MAX_SEATS] = {9, 9, 9, 9, 9}, sum = 0;

    khepri_reward(result, seats, reward, got);
    for (int i = 0; i < GAME_MAX_SEATS; i++) {
        assert_true(got[i] > wanted[i] - 0.0001f && got[i] < wanted[i] + 0.0001f);
        sum += got[i];
    }
    assert_true(sum > -0.001f && sum < 0.001f);
}

static void
one_winner(void **state)
{
    const struct game_result result = {{30, 10, 20, 0, 0}, 1u << 0};

    (void)state;
    expect(&result, 3, BATCH_WIN, (const float[]){1, -0.5f, -0.5f, 0, 0});
    expect(&result, 3, BATCH_RANK, (const float[]){1, -1, 0, 0, 0});
    expect(&result, 3, BATCH_SCORE, (const float[]){15, -15, 0, 0, 0});
}

static void
equal_scores(void **state)
{
    const struct game_result by_tie_breaker = {{20, 20, 5, 5, 0}, 1u << 1};
    const struct game_result shared = {{20, 20, 5, 5, 0}, 3u};
    const struct game_result all = {{7, 7, 0, 0, 0}, 3u};

    (void)state;
    expect(&by_tie_breaker, 4, BATCH_WIN, (const float[]){-1 / 3.f, 1, -1 / 3.f, -1 / 3.f, 0});
    expect(&by_tie_breaker, 4, BATCH_RANK, (const float[]){1 / 3.f, 1, -2 / 3.f, -2 / 3.f, 0});
    expect(&shared, 4, BATCH_WIN, (const float[]){0.5f, 0.5f, -0.5f, -0.5f, 0});
    expect(&shared, 4, BATCH_RANK, (const float[]){2 / 3.f, 2 / 3.f, -2 / 3.f, -2 / 3.f, 0});
    expect(&all, 2, BATCH_WIN, (const float[]){0, 0, 0, 0, 0});
    expect(&all, 2, BATCH_RANK, (const float[]){0, 0, 0, 0, 0});
    expect(&all, 2, BATCH_SCORE, (const float[]){0, 0, 0, 0, 0});
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(one_winner),
                                       cmocka_unit_test(equal_scores)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
