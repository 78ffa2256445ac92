/* SPDX-License-Identifier: MIT
 * play_game.h -- the interface of a game to the terminal. The common part (lines, saved games,
 * the log, the curtain, undo) is in session.c and play_table.c.
 */
/* clang-format off */
#ifndef KHEPRI_PLAY_GAME_H
#define KHEPRI_PLAY_GAME_H

#include "drawing.h"
#include "khepri/games.h"
#include "text.h"

/* The seats, and the table as the reader may see it; the caller owns the pointers. */
struct speech {
    const struct game *game;
    const char *names[GAME_MAX_SEATS];
    const void *seen;                   /* the view of `seat` */
    int seat;                           /* or GAME_SPECTATOR */
};

enum words { WORDS_ACTION, WORDS_UNKNOWN, WORDS_REFUSED };

struct play_game {
    const struct game *game;
    const char *title;
    const char *words;                  /* the id of the text of '?' before the list of chapters */
    const char *const *rules;           /* the rulebook in each language, or NULL there; NULL: there is none */
    const char *mark;                   /* the prefix of its marks: "RA-" */
    const char *prefix;                 /* the prefix of the ids of its phrases: "ra." */
    bool blanks;                        /* read() takes actions of records with a blank for each colon */
    const char *const *questions;       /* the words that answer() knows, ended by NULL; NULL: none */

    /* The whole table; what speech->seat may do now, each with its short form; the final ranking. */
    void (*show)(const struct speech *speech, struct text *out);
    void (*show_actions)(const struct speech *speech, struct text *out);
    void (*show_result)(const struct speech *speech, struct text *out);

    /* The table drawn, and in sentences what the drawing does not show. NULL: it is told by show() alone. */
    void (*draw)(const struct speech *speech, struct drawing *drawing, struct text *out);

    /* Events in sentences, a line each; and the sheet of a scoring among them, as a table.
     * Details that are not for speech->seat are GAME_HIDDEN. */
    void (*speak)(const struct speech *speech, const struct game_log *log, struct text *out);
    void (*show_sheet)(const struct speech *speech, const struct game_log *log, struct text *out);

    /* Answers a question specific to the game ("score"). False if it is none. */
    bool (*answer)(const struct speech *speech, const char *word, const char *argument, struct text *out);

    /* The next action on a line, as `seat` may type it in the position st. WORDS_ACTION: in
     * *out, and *line advances past it. WORDS_REFUSED: it means an action that is not possible
     * now, or more than one; `why` explains. WORDS_UNKNOWN: not an action at all. */
    enum words (*read)(const void *st, int seat, const char **line, game_action *out, struct text *why);

    /* The rest may be NULL. `name_action`: an action in a few words, without a full stop. `price`: the gold that it
     * takes to go from one position to the other. `same_turn`: are both in the same turn, so that it may be undone? */
    void (*name_action)(const void *st, game_action a, struct text *out);
    int  (*price)(const void *before, const void *after, int seat);
    bool (*same_turn)(const void *before, const void *after);

    /* A word of a fact where this position has another one for it than the catalogue; else NULL. */
    const char *(*fact_word)(const void *st, const char *word);

    /* What a hint adds about chance. */
    void (*tell_odds)(const void *seen, struct text *out);
};

/* The table of a game in the terminal: as src/terminal/<game> defines it (play_<game>), or the plain one. */
const struct play_game *play_game_of(const struct game *game);

#endif
