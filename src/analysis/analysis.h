/* SPDX-License-Identifier: MIT
 * analysis.h -- a finished game (or what there is of one) looked at action by action: what each decision cost, what
 * nature gave, and how the chances to win went. Its JSON is described in khepri-records(7), "ANALYSES".
 *
 * The work is done in slices, one action each, so that whoever calls can show how far it is, or stop:
 *
 *     analysis_begin(&a, game, seats, &start, &teacher, moments, room);
 *     for each action: analysis_step(&a, text) or analysis_act(&a, seat, action);
 *     analysis_end(&a);
 *     json_analysis(&t, &a);
 *
 * The storage is the caller's; nothing is allocated, and nothing is to be freed. It tells everything, of every seat:
 * show it to nobody while the game runs.
 *
 * All numbers add up, exactly, for every seat (units of estimate.h):
 *
 *     result = start + luck - loss + given + revised
 *
 * luck: at each action of nature the value after it less the mean over all that nature might have done. loss: what the
 * seat's own decisions cost it against the best. given: what those of the others cost, or brought, this
 * seat. revised: by how much the teacher came to think otherwise, looking at a later position, than it had reckoned
 * before: the better the teacher, the nearer to 0.
 */
/* clang-format off */
#ifndef KHEPRI_ANALYSIS_H
#define KHEPRI_ANALYSIS_H

#include "hint.h"

enum {
    ANALYSIS_WORST = 8,                         /* decisions that are named for a seat, at most ... */
    ANALYSIS_WORTH_NAMING = ESTIMATE_SURE / 200 /* ... if they cost as much as this */
};

/* Bytes enough for the JSON of an analysis of so many actions. */
#define ANALYSIS_ROOM(actions) ((size_t)512 * (size_t)((actions) + 1) + 8192)

/* What was so before an action, and what was done. */
struct analysis_moment {
    struct estimate before;                     /* by the net, of the whole state; after the last action: the result */
    uint8_t seat;                               /* who acted; GAME_NATURE; after the last action nobody: GAME_MAX_SEATS */
    bool    choice;                             /* a seat had more than one action */
    char    action[GAME_TEXT_ROOM + 2], best[GAME_TEXT_ROOM + 2];   /* as in the record; of nature no best */
    int32_t loss;                               /* of the seat that decided */
    int32_t luck[GAME_MAX_SEATS];               /* of nature */
    int32_t given[GAME_MAX_SEATS];              /* of a decision: what it changed for the other seats */
};

struct analysis_seat {
    int     decisions;                          /* moments with a choice */
    int32_t start, luck, loss, given, revised, result;      /* chance to win; result: as far as the game went */
    int     worst[ANALYSIS_WORST], worst_count; /* moments, the dearest first */
};

struct analysis {
    const struct game      *game;
    int                     seats;
    struct teacher          teacher;
    union games_state       now;
    struct analysis_moment *moments;            /* the caller's: [room], one more than there are actions */
    int                     count, room;        /* actions seen */
    bool                    ended;
    struct analysis_seat    of[GAME_MAX_SEATS]; /* after analysis_end() */
    struct hint             hint;               /* of the decision at hand */
};

/* NULL, or a constant sentence: why there is no analysis of such a game, or by this bot. */
const char *analysis_begin(struct analysis *a, const struct game *game, int seats, const void *start,
                           const struct teacher *teacher, struct analysis_moment *moments, int room);

/* The next action, as text as in the record, or as it is. NULL, or why not; then nothing has happened. */
const char *analysis_step(struct analysis *a, const char *text);
const char *analysis_act(struct analysis *a, int seat, game_action action);

/* After the last action that is to be looked at. */
void analysis_end(struct analysis *a);

/* The analysis as JSON, after analysis_end(). */
void json_analysis(struct text *t, const struct analysis *a);

#endif
