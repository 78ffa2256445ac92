/* SPDX-License-Identifier: MIT
 * ra_play.c -- what Ra brings to the terminal. */
#include "phrase.h"
#include "play_game.h"
#include "ra_drawn.h"
#include "ra_hint.h"
#include "ra_show.h"
#include "ra_speak.h"
#include "ra_typed.h"

extern const char *const rules_ra[]; /* rules/ra.md in each language, by tools/text_to_c.py */

static const char *const questions[] = {"score", "lot", "odds", NULL};

static void
name_action(const void *st, game_action a, struct text *out)
{
    const struct speech speech = {.seen = st, .seat = GAME_SPECTATOR};
    enum ra_verb verb = ra_verb(a);
    char text[GAME_TEXT_ROOM];

    if (verb != RA_V_DEAL && verb != RA_V_TILE)
        ra_put_action(&speech, a, out);
    else if (ra_write_action(st, a, text, sizeof text) > 0)
        text_put(out, text);
}

/* The edition of 2016 calls unrest war. */
static const char *
fact_word(const void *st, const char *word)
{
    const struct speech speech = {.seen = st, .seat = GAME_SPECTATOR};

    return text_same(word, ra_kind_name(RA_UNREST)) ? ra_kind_phrase(&speech, RA_UNREST) : NULL;
}

const struct play_game play_ra = {
    .game = &ra_game,
    .title = "Ra",
    .words = "term.ra.words",
    .rules = rules_ra,
    .mark = "RA-",
    .prefix = "ra.",
    .blanks = true,
    .questions = questions,
    .show = ra_show_table,
    .draw = ra_draw_table,
    .show_actions = ra_show_actions,
    .show_result = ra_show_result,
    .speak = ra_speak,
    .show_sheet = ra_show_sheet,
    .answer = ra_answer,
    .read = ra_typed,
    .name_action = name_action,
    .fact_word = fact_word,
    .tell_odds = ra_tell_odds,
};
