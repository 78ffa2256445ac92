/* SPDX-License-Identifier: MIT
 * meter_judge.h -- a player asked in all positions of a file, and what its choices lose there.
 */
/* clang-format off */
#ifndef KHEPRI_METER_JUDGE_H
#define KHEPRI_METER_JUDGE_H

#include "arena_stats.h"
#include "meter.h"

enum { METER_PLAYERS = 16, METER_KINDS = 12, METER_KIND_ROOM = 16 };

/* One answer. Losses are in chances of winning. `rolled`: by how much the best action of `deep` is better in rollouts;
 * it may be negative. For a solved ending: the `points` lost, and the error of the player's own estimates. */
struct meter_answer {
    int game, kind, part;
    bool differs, has_rolled, exact, reckons;
    double loss, rolled, points, wrong;
};

struct meter_kind_count { char name[METER_KIND_ROOM]; long long decisions; int answers; };

struct meter_judge {
    const char *path, *word;        /* given: the file; a bot's word, or a program's "NAME=COMMAND" */
    bool outside;
    int limit_ms;
    const char *seed;
    /* Hears of each fault of a program, after it is counted: "ended with status 1"; NULL: nobody. */
    void (*told)(const struct meter_judge *j, const char *fault);

    char label[METER_KIND_ROOM * 2], game[16], deep[64];    /* found: who, and what of */
    int seats, games;
    long long rollouts;
    struct meter_kind_count kinds[METER_KINDS];
    int kind_count;
    struct meter_answer *answers;   /* owned */
    int count, faults;
};

/* Asks the player in all positions of the file. False, and a sentence in *why: the file is none of positions, or
 * the player none. Free what was found with meter_judge_free() in both cases. */
bool meter_judge(struct meter_judge *j, struct refusal *why);
void meter_judge_free(struct meter_judge *j);

/* What is asked of the answers, and of which: a kind and a part, or -1 for any. */
enum meter_figure { METER_LOSS, METER_DIFFERS, METER_ROLLED, METER_ENDING_LOSS, METER_ENDING_POINTS,
    METER_ENDING_WRONG };

/* The mean over the decisions of a game, as often as kinds occur in games, with the interval by games. False if there
 * is nothing to go by. */
bool meter_mean(const struct meter_judge *j, enum meter_figure figure, int kind, int part,
                struct stats_interval *out);

#endif
