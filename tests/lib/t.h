/* SPDX-License-Identifier: MIT
 * t.h -- the language in which the tests of the rules are written; t_ra.h and t_amun.h add the words of
 * the games.
 *
 *   RULE("RA-AUC-03", "the passage as it stands in rules/ra.md")
 *   {
 *       scene("players 4 turn 0", "track nile", "1 suns 7 9 13");
 *       play("0 invoke");
 *       legal("1 pass bid:7 bid:9 bid:13");
 *       refuse("2 pass", GAME_NOT_YOU);
 *       play("1 bid:9", "2 pass", "3 pass", "0 pass");
 *       expect("1 suns 7 13", "1 spent 1", "centre 9", "1 tiles nile");
 *   }
 *
 * There is one table, and every word here is about it. Each test begins with a scene() or with
 * begin(). After every action the position is checked as a whole: the game's check(), and that nothing
 * got lost. tools/rulecover.py reads the RULE lines: each passage of rules/ has one, word for word.
 */
/* clang-format off */
#ifndef KHEPRI_T_H
#define KHEPRI_T_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "khepri/game.h"

struct t_rule { const char *mark, *passage, *file; int line; void (*run)(void **cmocka_state); struct t_rule *next; };

void t_register(struct t_rule *rule);

#define T_JOIN_(a, b) a##b
#define T_JOIN(a, b)  T_JOIN_(a, b)
#define RULE(mark, passage)                                                                     \
    static void T_JOIN(rule_, __LINE__)(void **cmocka_state);                                         \
    static struct t_rule T_JOIN(entry_, __LINE__) =                                             \
        {mark, passage, __FILE__, __LINE__, T_JOIN(rule_, __LINE__), 0};                        \
    __attribute__((constructor)) static void T_JOIN(enter_, __LINE__)(void)                     \
    { t_register(&T_JOIN(entry_, __LINE__)); }                                                  \
    static void T_JOIN(rule_, __LINE__)(void **cmocka_state __attribute__((unused)))

#define T_LINES(...) __FILE__, __LINE__, (const char *const[]){__VA_ARGS__, 0}

/* A new game before nature's first action: begin("players 3 edition 2005"). no_game(...): it must be refused. */
#define begin(...)   t_begin(T_LINES(__VA_ARGS__))
#define no_game(...) t_no_game(T_LINES(__VA_ARGS__))

/* A position, in the words of the game; what is not said is as at the start. */
#define scene(...) t_scene(T_LINES(__VA_ARGS__))

/* Actions, each of which must be accepted. "2 bid:9" is seat 2's; "tile:nile" and "deal:2,1" are nature's. "all end" is
 * that of every seat which may act now, in their order. Words that follow are what nature
 * draws then: "2 draw nile" is short for "2 draw", "tile:nile", and "0 buy:2 builder harvest" for
 * "0 buy:2", "card:builder", "card:harvest". */
#define play(...) t_play(T_LINES(__VA_ARGS__))

/* An action that must be refused for this reason, leaving every byte of the state as it was. */
#define refuse(step, reason) t_refuse(__FILE__, __LINE__, (step), (reason))

/* What must hold now, in the words of the game. */
#define expect(...) t_expect(T_LINES(__VA_ARGS__))

/* All legal actions of a seat, in any order: "1 pass bid:9"; "1" alone: none. */
#define legal(line) t_legal(__FILE__, __LINE__, (line))

/* Events of the last play(), each as the game words it: "1 won 9 (4)". saw_not: it did not happen.
 * saw_in_order: these, in this order, with others between them or not. */
#define saw(...)          t_saw(__FILE__, __LINE__, 1, (const char *const[]){__VA_ARGS__, 0})
#define saw_not(...)      t_saw(__FILE__, __LINE__, 0, (const char *const[]){__VA_ARGS__, 0})
#define saw_in_order(...) t_saw_in_order(__FILE__, __LINE__, (const char *const[]){__VA_ARGS__, 0})

/* The JSON of the state, or of what a seat sees of it (-1: a spectator), must contain these pieces, written
 * with ' for ". */
#define writes(...)      t_writes(__FILE__, __LINE__, GAME_NATURE, (const char *const[]){__VA_ARGS__, 0})
#define shows(seat, ...) t_writes(__FILE__, __LINE__, (seat), (const char *const[]){__VA_ARGS__, 0})

/* The table, to look at; how many of nature's outcomes are possible now, and of what weight; a
 * seat's actions, how many there are. */
void *t_table(void);
int chance_count(void);
uint32_t chance_weight(const char *action);
int action_count(int seat);

void t_begin(const char *file, int line, const char *const *lines);
void t_no_game(const char *file, int line, const char *const *lines);
void t_scene(const char *file, int line, const char *const *lines);
void t_play(const char *file, int line, const char *const *steps);
void t_refuse(const char *file, int line, const char *step, enum game_err reason);
void t_expect(const char *file, int line, const char *const *lines);
void t_legal(const char *file, int line, const char *text);
void t_saw(const char *file, int line, int wanted, const char *const *events);
void t_saw_in_order(const char *file, int line, const char *const *events);
void t_writes(const char *file, int line, int seat, const char *const *pieces);

/* The game a test program is about, and its words. */
struct t_game {
    const struct game *game;
    const char *draws;                  /* what nature's draws begin with: "tile:" */
    const char *const *runs;            /* each test runs once for each of these, ended by NULL, ... */
    void (*begin_run)(int run);         /* ... after this was called */

    /* Set *st up from the lines; NULL, or a sentence about what is wrong with them. */
    const char *(*new_game)(void *st, const char *const *lines);
    const char *(*position)(void *st, const char *const *lines);

    const char *(*check)(const void *st);       /* beyond game->check: NULL, or what is wrong */
    bool (*holds)(const void *st, const char *line, char *found, size_t room);  /* a line of expect() */
    void (*event)(const struct game_event *event, char *buf, size_t room);
};

extern const struct t_game t_game;

#endif
