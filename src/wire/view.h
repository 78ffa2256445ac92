/* SPDX-License-Identifier: MIT
 * view.h -- one moment of a game for the browser (docs/protocol.md): state, legal actions, insight, and
 * the step that led there.
 */
/* clang-format off */
#ifndef KHEPRI_VIEW_H
#define KHEPRI_VIEW_H

#include "khepri/games.h"
#include "text.h"

enum { VIEW_STEP_ROOM = GAMES_MAX_EVENTS * 120 + 256,
    VIEW_LEGAL_ROOM = 1 << 19 /* offers of five seats rich beyond all play */,
       VIEW_ROOM = GAMES_STATE_ROOM + VIEW_STEP_ROOM + VIEW_LEGAL_ROOM + 8192 };

/* One action: the moment before it, who made it (GAME_NATURE: chance), its text, its events. */
struct view_step {
    int seq, seat;
    const char *action;
    const struct game_event *events;
    int count;
    bool open;                      /* it was sealed and has been revealed: everybody knows the action */
};

struct view {
    const struct game *game;
    const void *state;              /* the truth: the view is taken here */
    int seq, last;
    int seats;                      /* at the table */
    game_seats readers;             /* the seats whose view it is; 0: a spectator's */
    const struct view_step *step;   /* NULL at moment 0 */
};

/* Each writes at most VIEW_STEP_ROOM and VIEW_ROOM bytes. */
void json_step(struct text *t, const struct game *game, game_seats readers, const struct view_step *step);
void json_view(struct text *t, const struct view *view);

#endif
