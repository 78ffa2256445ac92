/* SPDX-License-Identifier: MIT
 * t.h -- the language in which the tests of the rules are written.
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
 * Every test runs once for each edition: a scene or a game that names none must go the same way in all
 * of them (two players play 2005 instead of 1999).
 *
 * There is one table, and every word here is about it. Each test begins with a scene() or with
 * begin(). After every action the position is checked as a whole: ra_check() and the 180 tiles.
 * tools/rulecover.py reads the RULE lines: each passage of rules/ has one, word for word.
 */
/* clang-format off */
#ifndef KHEPRI_T_H
#define KHEPRI_T_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "khepri/ra.h"

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

/* A new game before the suns are dealt: begin("players 3 edition 2005"). no_game(...): it must be refused. */
#define begin(...)   t_begin(T_LINES(__VA_ARGS__))
#define no_game(...) t_no_game(T_LINES(__VA_ARGS__))

/* A position on somebody's turn. Words, in lines as one likes:
 *   players N    edition Y    god_disaster W    empty_invoke true|false     epoch N    turn SEAT
 *   ra N (tiles on the Ra track)    centre SUN    track KIND... ("-": an empty space)
 *   bag KIND N ... (exactly this; the rest is in the box)    box KIND N ... (out of the bag)
 *   SEAT suns N...    SEAT spent N...    SEAT score N    SEAT tiles KIND [N] ...
 * A line that begins with a number is about that seat. What is not said is as at the start: ten points,
 * no tiles, group i+1 of the suns for seat i, and all tiles that are nowhere else in the bag. Once any
 * suns or a centre sun are named, a seat of which nothing was said gets suns that are left, ready, and one
 * with too few named gets the missing ones from those left, spent; always the lowest first. */
#define scene(...) t_scene(T_LINES(__VA_ARGS__))

/* Actions, each of which must be accepted: "2 bid:9" is seat 2's, "tile:nile" and "deal:2,1" nature's, and
 * "2 draw nile" is short for "2 draw", "tile:nile". */
#define play(...) t_play(T_LINES(__VA_ARGS__))

/* An action that must be refused for this reason, leaving every byte of the state as it was. */
#define refuse(step, reason) t_refuse(__FILE__, __LINE__, (step), (reason))

/* What must hold now:
 *   phase W    to_act SEAT|chance|nobody    turn SEAT    epoch N    ra N    centre SUN    over
 *   track KIND... (exactly, "-" an empty space)    lot N    left N (tiles in the bag)
 *   bag KIND N ...    box KIND N ... (only the kinds named)    high SUN (0: none)    winner SEAT
 *   SEAT suns N... / spent N... / tiles KIND [N] ... (exactly)    SEAT has KIND N ... (only these)
 *   SEAT score N    SEAT bid SUN    SEAT passed    SEAT owes UNREST EARTHQUAKE    SEAT net EPOCH N
 *   SEAT counts W N ... (ra_score now: gods pharaohs river gold civilisation monument_kinds
 *                        monument_sets suns total) */
#define expect(...) t_expect(T_LINES(__VA_ARGS__))

/* All legal actions of a seat, in order: "1 pass bid:9"; "1" alone: none. */
#define legal(line) t_legal(__FILE__, __LINE__, (line))

/* Events of the last play(), each as t_event() words it: "1 won 9 (4)". saw_not: it did not happen. */
#define saw(...)     t_saw(__FILE__, __LINE__, 1, (const char *const[]){__VA_ARGS__, 0})
#define saw_not(...) t_saw(__FILE__, __LINE__, 0, (const char *const[]){__VA_ARGS__, 0})

/* The table, to look at; and how many of nature's outcomes are possible now, and of what weight. */
const struct ra_state *table(void);
int chance_count(void);
uint32_t chance_weight(const char *action);

void t_begin(const char *file, int line, const char *const *lines);
void t_no_game(const char *file, int line, const char *const *lines);
void t_scene(const char *file, int line, const char *const *lines);
void t_play(const char *file, int line, const char *const *steps);
void t_refuse(const char *file, int line, const char *step, enum game_err reason);
void t_expect(const char *file, int line, const char *const *lines);
void t_legal(const char *file, int line, const char *text);
void t_saw(const char *file, int line, int wanted, const char *const *events);

/* "SEAT NAME DETAIL (COUNT)", kinds by their names; parts that are nought are left out. */
void t_event(const struct game_event *event, char *buf, size_t room);

/* Tiles of a kind in the box: those that are nowhere else [RA-EPOCH-09]. */
int t_box(const struct ra_state *s, int kind);

/* Sets *s up from the lines of a scene, or as a new game; returns NULL or a sentence about what is wrong. */
const char *t_position(struct ra_state *s, const char *const *lines);
const char *t_new_game(struct ra_state *s, const char *const *lines);

/* The edition of scenes and games that name none; RA_2016 at first. */
void t_set_edition(enum ra_edition edition);

#endif
