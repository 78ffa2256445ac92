/* SPDX-License-Identifier: MIT
 * ra_play.c -- what Ra brings to the terminal. */
#include "phrase.h"
#include "play_game.h"
#include "ra_hint.h"
#include "ra_show.h"
#include "ra_speak.h"
#include "ra_typed.h"

extern const char *const rules_ra[]; /* rules/ra.md in each language, by tools/text_to_c.py */

static const char words[] =
    "Words, each of which may be shortened to what tells it apart:\n"
    "  d   draw a tile              i   invoke Ra\n"
    "  9   bid sun 9 (or: bid 9)    p   pass\n"
    "  t nile   spend a god for a Nile tile        e   be done with the gods\n"
    "  x art    lose an Art tile to a disaster\n"
    "  table    the whole table again (or an empty line)\n"
    "  score    what each would score if the epoch ended now\n"
    "  lot      what the lot on the track would be worth to each\n"
    "  odds     what is left in the bag\n"
    "  hint     what each action leads to, and why (hint BOT: as that bot sees it)\n"
    "  log [n]  the last n sentences (20)\n"
    "  save [FILE], load FILE       keep the game, go on with another\n"
    "  quit     leave; the game is saved\n"
    "  ? 7, ? auctions, ? RA-AUC-03     what the rules say; the chapters are:\n";

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
    .words = words,
    .rules = rules_ra,
    .mark = "RA-",
    .prefix = "ra.",
    .blanks = true,
    .questions = questions,
    .show = ra_show_table,
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
