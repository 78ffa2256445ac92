/* SPDX-License-Identifier: MIT
 * adapters.h -- the functions of struct game, which take void pointers, from functions of one game that take
 * its own structs.
 *
 * GAME_ADAPTERS(ra) defines any_setup() as a call of ra_setup(), and so on. GAME_ADAPTED(ra, RA) sets the members of
 * struct game that come from them, and the sizes. A game may as well write functions with void pointers itself.
 */
/* clang-format off */
#ifndef KHEPRI_ADAPTERS_H
#define KHEPRI_ADAPTERS_H

#include "khepri/game.h"

/* The small WebAssembly module reads no states; without the checkers it is a tenth smaller. */
#ifdef KHEPRI_NO_NETS
#define GAME_ADAPT_CHECK(game)
#define GAME_CHECK NULL
#else
#define GAME_ADAPT_CHECK(game) static const char *any_check(const void *s) { return game##_check(s); }
#define GAME_CHECK any_check
#endif

#define GAME_ADAPTERS(game)                                                                     \
    static void          any_defaults(void *options) { game##_defaults(options); }              \
    static enum game_err any_set_option(void *options, const char *key, const char *value)      \
                         { return game##_set_option(options, key, value); }                     \
    static enum game_err any_setup(void *s, int seats, const void *options)                     \
                         { return game##_setup(s, seats, options); }                            \
    static game_seats    any_to_move(const void *s) { return game##_to_move(s); }               \
    static int           any_actions(const void *s, int seat, game_action *out)                 \
                         { return game##_actions(s, seat, out); }                               \
    static int           any_chances(const void *s, struct game_chance *out)                    \
                         { return game##_chances(s, out); }                                     \
    static enum game_err any_apply(void *s, int seat, game_action a, struct game_log *log)      \
                         { return game##_apply(s, seat, a, log); }                              \
    static void          any_scores(const void *s, int32_t out[GAME_MAX_SEATS])                 \
                         { game##_scores(s, out); }                                             \
    static bool          any_result(const void *s, struct game_result *out)                     \
                         { return game##_result(s, out); }                                      \
    static int           any_write_action(const void *s, game_action a, char *buf, size_t room) \
                         { return game##_write_action(s, a, buf, room); }                       \
    static enum game_err any_read_action(const void *s, const char *text, game_action *out)     \
                         { return game##_read_action(s, text, out); }                           \
    static int           any_write_state(const void *s, char *buf, size_t room)                 \
                         { return game##_write_state(s, buf, room); }                           \
    static int           any_write_option(const void *s, int option, char *buf, size_t room)    \
                         { return game##_write_option(s, option, buf, room); }                  \
    GAME_ADAPT_CHECK(game)                                                                      \
    static int           any_seats(const void *s) { return ((const struct game##_state *)s)->seats; }

#define GAME_ADAPTED(game, GAME)                                                                \
    .state_size = sizeof(struct game##_state), .options_size = sizeof(struct game##_options),   \
    .max_seats = GAME##_SEATS, .max_actions = GAME##_MAX_ACTIONS,                               \
    .max_chances = GAME##_MAX_CHANCES, .max_events = GAME##_MAX_EVENTS,                         \
    .defaults = any_defaults, .set_option = any_set_option, .setup = any_setup,                 \
    .to_move = any_to_move, .actions = any_actions, .chances = any_chances, .apply = any_apply, \
    .scores = any_scores, .result = any_result, .event_name = game##_event_name,                \
    .write_action = any_write_action, .read_action = any_read_action,                           \
    .write_state = any_write_state, .write_option = any_write_option,                           \
    .check = GAME_CHECK, .seats = any_seats

#endif
