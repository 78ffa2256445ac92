/* SPDX-License-Identifier: MIT
 * fact_show.h -- actions in a few words, and the facts of hints and analyses as sentences.
 */
/* clang-format off */
#ifndef KHEPRI_FACT_SHOW_H
#define KHEPRI_FACT_SHOW_H

#include "fact.h"
#include "play_game.h"

/* An action in a few words. */
void put_action(struct text *out, const struct game *game, const union games_state *st, game_action action);

/* The position that the facts are about, and who decides there; `you`: they read this themselves. */
struct fact_reader {
    const struct game *game;
    const union games_state *st;
    const char *const *names;
    int  seat;
    bool you;
};

/* "    After "pass": ..." in one line, which may be long: what follows from the action and is not true of the other
 * one too. Nothing if nothing is left. */
void put_facts(struct text *out, const struct fact_reader *reader, game_action action, const struct fact_list *facts,
               const struct fact_list *other);

#endif
