/* SPDX-License-Identifier: MIT
 * cmocka.h -- as much of cmocka as the tests of the rules use, for WebAssembly. That cannot jump out of
 * a test that fails. So the program says where, and ends there with status 1.
 */
/* clang-format off */
#ifndef KHEPRI_WASM_CMOCKA_H
#define KHEPRI_WASM_CMOCKA_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct CMUnitTest {
    const char *name;
    void (*test_func)(void **state);
    int (*setup_func)(void **state);
    int (*teardown_func)(void **state);
    void *initial_state;
};

static inline void
_fail(const char *file, int line)
{
    printf("%s:%d: failed\n", file, line);
    exit(1);
}

static inline int
_cmocka_run_group_tests(const char *group, const struct CMUnitTest *tests, size_t count, void *set_up, void *tear_down)
{
    (void)set_up;
    (void)tear_down;
    for (size_t i = 0; i < count; i++) {
        void *state = tests[i].initial_state;

        if (tests[i].setup_func)
            tests[i].setup_func(&state);
        tests[i].test_func(&state);
        printf("ok - %s %s\n", group, tests[i].name);
    }
    return 0;
}

#define assert_true(c)              ((c) ? (void)0 : _fail(__FILE__, __LINE__))
#define assert_false(c)             assert_true(!(c))
#define assert_null(p)              assert_true((p) == NULL)
#define assert_int_equal(a, b)      assert_true((uintmax_t)(a) == (uintmax_t)(b))
#define assert_memory_equal(a, b, n)    assert_true(memcmp(a, b, n) == 0)
#define assert_string_equal(a, b)       assert_true(strcmp(a, b) == 0)
#define assert_string_not_equal(a, b)   assert_true(strcmp(a, b) != 0)

#endif
