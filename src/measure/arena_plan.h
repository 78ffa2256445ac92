/* SPDX-License-Identifier: MIT
 * arena_plan.h -- what an arena plays: the field, its line-ups, the deals; from words, to and from JSON.
 * It holds what the results depend on, and so what the parts of one arena must have in common.
 */
/* clang-format off */
#ifndef KHEPRI_ARENA_PLAN_H
#define KHEPRI_ARENA_PLAN_H

#include "json_read.h"
#include "plackett.h"
#include "player_words.h"
#include "refusal.h"
#include "series.h"

enum {
    ARENA_PLAYERS = PLACKETT_PLAYERS,
    ARENA_LINE_UPS = 252,           /* 10 players at tables of 5 */
    ARENA_GAMES = 1000000000,       /* so that no sum overflows */
    ARENA_LABEL_ROOM = 2 * PLAYER_WORD_ROOM
};

/* A player: "rule", or "mine=rule", who is the same bot under another name, or a program. `net`: the hash of
 * the net from a file that the bot plays with, "" for this version's. */
struct arena_player { char name[PLAYER_WORD_ROOM], bot[PLAYER_WORD_ROOM], net[17]; const char *program; };

struct arena_plan {
    char game[16], seed[256];
    char *options;                  /* those that are not the default, as JSON; owned */
    int seats;
    bool mixed;                     /* the field makes all line-ups; else it is one */
    unsigned long long deals;       /* of all shards together */
    int limit_ms;                   /* 0 unless a program plays */
    bool luck, luck_ahead;          /* shares are adjusted for luck too, by a search one turn ahead */
    int players;                    /* different ones, in the order of the field */
    struct arena_player player[ARENA_PLAYERS];
    int line_up_count;
    struct series_line_up line_ups[ARENA_LINE_UPS];
};

/* Reads "mine=rule,rule,prog" into players and line-ups, for plan->seats and plan->mixed; `programs` are
 * "prog=command" and borrowed. What bots there are is not asked. */
bool arena_plan_field(struct arena_plan *plan, const char *field, const char *const *programs, int program_count,
                      struct refusal *why);

/* Cuts "PLAYER=NET" and finds the player, who must be there and have no net yet. */
bool arena_plan_net(struct arena_plan *plan, const char *text, int *player, const char **net, struct refusal *why);

/* The number of the player of that name, or -1. */
int arena_plan_player(const struct arena_plan *plan, const char *name);

/* The games of a deal, and the number of seats in them that a player has. Then the player's share of the wins per seat
 * if they win every game. */
int arena_plan_games(const struct arena_plan *plan);
int arena_plan_sits(const struct arena_plan *plan, int player);
double arena_plan_most(const struct arena_plan *plan, int player);

/* As a JSON object; and back: the texts are borrowed from `json`, the options are the plan's own. */
void json_arena_plan(struct text *t, const struct arena_plan *plan);
bool arena_plan_read(struct arena_plan *plan, const struct json *json, struct refusal *why);

#endif
