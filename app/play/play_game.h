/* SPDX-License-Identifier: MIT
 * play_game.h -- the seam of the terminal: what a game brings to the table in words. What is common
 * (lines, saved games, the log, the curtain, taking back) is in session.c and play_table.c.
 */
/* clang-format off */
#ifndef KHEPRI_PLAY_GAME_H
#define KHEPRI_PLAY_GAME_H

#include "khepri/games.h"
#include "text.h"

/* Who sits where, and the table as the one who reads may see it; the pointers are the caller's. */
struct speech {
    const char *names[GAME_MAX_SEATS];
    const void *seen;                   /* an observation of `seat` */
    int seat;                           /* or GAME_SPECTATOR */
};

enum words { WORDS_ACTION, WORDS_UNKNOWN, WORDS_REFUSED };

struct play_game {
    const struct game *game;
    const char *title;
    const char *words;                  /* what '?' says before it lists the chapters */
    const char *rules, *mark;           /* the rulebook, and how its marks begin: "RA-" */
    const char *prefix;                 /* how the ids of its phrases begin: "ra." */
    bool secrets;                       /* seats have hands that the others at the screen must not see */

    /* The whole table; what speech->seat may do now, each with its short form; the final ranking. */
    void (*show)(const struct speech *speech, struct text *out);
    void (*show_actions)(const struct speech *speech, struct text *out);
    void (*show_result)(const struct speech *speech, struct text *out);

    /* What happened, in sentences, a line each; and the sheet of a scoring among it, as a table. Details
     * that are not for speech->seat are GAME_HIDDEN. */
    void (*speak)(const struct speech *speech, const struct game_log *log, struct text *out);
    void (*show_sheet)(const struct speech *speech, const struct game_log *log, struct text *out);

    /* Answers a question of the game's own ("score"). False if it is none. */
    bool (*answer)(const struct speech *speech, const char *word, const char *argument, struct text *out);

    /* The next action on a line, as `seat` may type it in the position st. WORDS_ACTION: in *out, and
     * *line goes on behind it. WORDS_REFUSED: it means an action, but not one to be done now, or
     * more than one; `why` says so. WORDS_UNKNOWN: not the words of an action at all. */
    enum words (*read)(const void *st, int seat, const char **line, game_action *out, struct text *why);

    /* The rest may be NULL. An action in a few words, without a full stop; what going from one position
     * to the other costs the seat in gold; are both in the same turn, so that it may be taken back? */
    void (*name_action)(const void *st, game_action a, struct text *out);
    int  (*price)(const void *before, const void *after, int seat);
    bool (*same_turn)(const void *before, const void *after);

    /* What a hint adds of what chance may bring. */
    void (*tell_odds)(const void *seen, struct text *out);
};

/* How the terminal plays that game, or NULL. */
const struct play_game *play_game_of(const struct game *game);

#endif
