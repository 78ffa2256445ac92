/* SPDX-License-Identifier: MIT
 * analysis.h -- evaluates a game action by action: the cost of each decision, the luck, and the
 * chances of winning. Its JSON is described in khepri-records(7), "ANALYSES".
 *
 * The work is done in slices, one action each, so that the caller can show progress, or stop:
 *
 *     analysis_begin(&a, game, seats, &start, &teacher, moments, room);
 *     for each action: analysis_step(&a, text) or analysis_act(&a, seat, action);
 *     analysis_end(&a);
 *     json_analysis(&t, &a);
 *
 * With `quick` set after analysis_begin() there are only the chances, as the net sees each decision. A moment before
 * chance has those after it. There is no luck, no decision is compared, nothing is smoothed, and there are no sums.
 * It takes a small part of the time.
 *
 * Each moment is judged by itself, so several may share the work. Each goes through the whole game with a struct of its
 * own. It judges its part of the moments by analysis_act(), and passes the rest by with analysis_pass(). One of them
 * gets the moments of the others, byte by byte, before its analysis_end().
 *
 * The caller provides the storage; nothing is allocated or freed. The result reveals everything
 * about every seat: show it to nobody while the game runs.
 *
 * All numbers add up exactly, for every seat (units of estimate.h):
 *
 *     result = start + luck - loss + given + revised
 *
 * luck: at each action of nature the value after it less the mean over all possible outcomes, in the light of the
 * whole game (smooth.h). loss: the cost of the seat's own decisions against the best, as far as a measured loss is to
 * be believed (game_why.h). given: how far the decisions of the others changed the chance of this seat, in the light of
 * the whole game. What a secret choice changed beyond its cost is by what the others chose at the same time, so it is
 * given too. revised: how far its other decisions did, less their cost. That is noise; a better teacher makes it
 * smaller.
 */
/* clang-format off */
#ifndef KHEPRI_ANALYSIS_H
#define KHEPRI_ANALYSIS_H

#include "hint.h"

enum {
    ANALYSIS_WORST = 8,                         /* decisions listed for a seat, at most ... */
    ANALYSIS_WORTH_NAMING = ESTIMATE_SURE / 200 /* ... if they cost at least this */
};

/* Enough bytes for the JSON of an analysis of that number of actions. */
#define ANALYSIS_ROOM(actions) ((size_t)2048 * (size_t)((actions) + 1) + 8192)

/* The position before an action, and the action. */
struct analysis_moment {
    struct estimate before;                     /* of the whole state; after the last action: the result. By the net;
                                                   after analysis_end() in the light of the whole game (smooth.h) */
    uint8_t seat;                               /* the seat that acted; GAME_NATURE; GAME_MAX_SEATS after the last
                                                   action */
    bool    choice;                             /* a seat had more than one action */
    bool    sealed;                             /* others chose in secret at the same time */
    char    action[GAME_TEXT_ROOM + 2], best[GAME_TEXT_ROOM + 2];   /* as in the record; nature has no best */
    int32_t loss;                               /* of the seat that decided */
    int32_t luck[GAME_MAX_SEATS];               /* of nature */
    int32_t off[GAME_MAX_SEATS], doubt;         /* of smooth_all() */
    int32_t given[GAME_MAX_SEATS];              /* of a decision: its effect on the other seats; after analysis_end()
                                                   of a sealed one also that of the others' on this seat */
    struct fact_list facts, best_facts;         /* of a decision worth naming: what followed from it, and from the
                                                   best */
};

struct analysis_seat {
    int     decisions;                          /* moments with a choice */
    int32_t start, luck, loss, given, revised, result;      /* chance to win; result: as far as the game went */
    int     worst[ANALYSIS_WORST], worst_count; /* moments, the costliest first */
};

struct analysis {
    const struct game      *game;
    int                     seats;
    struct teacher          teacher;
    union games_state       now;
    struct analysis_moment *moments;            /* provided by the caller: [room], one more than there are actions */
    int                     count, room;        /* actions seen */
    bool                    quick, ended;
    bool                    no_hindsight;       /* set after analysis_begin(): chances, luck and given as each moment
                                                   was judged alone, without smooth.h */
    struct analysis_seat    of[GAME_MAX_SEATS]; /* after analysis_end() */
    struct hint             hint;               /* of the current decision */
};

/* NULL, or a constant sentence: why this game or this bot allows no analysis. */
const char *analysis_begin(struct analysis *a, const struct game *game, int seats, const void *start,
                           const struct teacher *teacher, struct analysis_moment *moments, int room);

/* The next action, as text as in the record, or as a code. NULL, or a sentence why it is
 * refused; then nothing has changed. */
const char *analysis_step(struct analysis *a, const char *text);
const char *analysis_act(struct analysis *a, int seat, game_action action);

/* The next action, whose moment somebody else judges: it is left as it is. Refuses as analysis_act() does. */
const char *analysis_pass(struct analysis *a, int seat, game_action action);

/* Call it after the last action. */
void analysis_end(struct analysis *a);

/* The analysis as JSON, after analysis_end(). */
void json_analysis(struct text *t, const struct analysis *a);

#endif
