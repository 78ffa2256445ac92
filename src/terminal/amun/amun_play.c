/* SPDX-License-Identifier: MIT
 * amun_play.c -- what Amun-Re brings to the terminal. */
#include <string.h>

#include "amun_drawn.h"
#include "amun_facts.h"
#include "amun_sheet.h"
#include "amun_show.h"
#include "amun_speak.h"
#include "amun_typed.h"
#include "phrase.h"
#include "play_game.h"

extern const char *const rules_amun[]; /* rules/amun-re.md in each language */

static const char *const questions[] = {"score", "province", "provinces",
                                        "hand",  "cards",    NULL};

static bool
answer(const struct speech *speech, const char *word, const char *argument, struct text *out)
{
    if (!strcmp(word, "score"))
        amun_show_scores(speech, out);
    else if (!strcmp(word, "province"))
        amun_explain_province(speech, argument, out);
    else if (!strcmp(word, "provinces"))
        amun_list_provinces(speech, out);
    else if (!strcmp(word, "hand"))
        amun_explain_hand(speech, out);
    else if (!strcmp(word, "cards"))
        amun_explain_cards(speech, out);
    else
        return false;
    return true;
}

static void
name_bid(const struct amun_state *s, int arg, struct text *out)
{
    put_format(out, "bid %d for %s", s->options.board.bid_numbers[arg >> 2 & 0x3f],
               amun_province_phrase(arg >> 8));
    if (arg & AMUN_WITH_BLOCKADE)
        put_format(out, " with %s", amun_card_phrase(AMUN_BLOCKADE));
    if (arg & AMUN_WITH_OVERBID)
        put_format(out, "%s %s", arg & AMUN_WITH_BLOCKADE ? " and" : " with",
                   amun_card_phrase(AMUN_OVERBID));
}

static void
name_offer(game_action a, struct text *out)
{
    if (amun_verb(a) == AMUN_V_STEAL)
        text_put(out, "offer the -3 card");
    else
        put_format(out, "offer %d gold", amun_arg(a) >> 1);
    if (amun_arg(a) & 1)
        put_format(out, " with %s", amun_card_phrase(AMUN_CORRECTION));
}

/* "farmer in Abu", for the price of a whole line and for hints. */
static void
name_action(const void *st, game_action a, struct text *out)
{
    const char *place = amun_arg(a) < AMUN_PROVINCES ? amun_province_phrase(amun_arg(a)) : "";
    char text[GAME_TEXT_ROOM];

    switch ((int)amun_verb(a)) { /* as int: the others are told as in records */
    case AMUN_V_FARMER:
        put_format(out, "farmer in %s", place);
        break;
    case AMUN_V_STONE:
        put_format(out, "stone in %s", place);
        break;
    case AMUN_V_FREE_FARMER:
        put_format(out, "Free farmer in %s", place);
        break;
    case AMUN_V_BUILDER:
        put_format(out, "Builder in %s", place);
        break;
    case AMUN_V_BUY:
        amun_put_items(out, "card", amun_arg(a));
        break;
    case AMUN_V_SELL:
        put_format(out, "sell %s", amun_card_phrase(amun_arg(a)));
        break;
    case AMUN_V_BID:
        name_bid(st, amun_arg(a), out);
        break;
    case AMUN_V_OFFER:
    case AMUN_V_STEAL:
        name_offer(a, out);
        break;
    case AMUN_V_END:
        text_put(out, "be done");
        break;
    default:
        amun_write_action(st, a, text, sizeof text);
        text_put(out, text);
    }
}

/* Only in the turn of phase 3 something is bought. */
static int
price(const void *before, const void *after, int seat)
{
    const struct amun_state *from = before, *to = after;

    return from->phase == AMUN_ACTIONS ? from->gold[seat] - to->gold[seat] : 0;
}

static bool
same_turn(const void *before, const void *after)
{
    const struct amun_state *from = before, *to = after;

    return from->phase == to->phase && from->round == to->round && from->turn == to->turn;
}

const struct play_game play_amun = {
    .game = &amun_game,
    .title = "Amun-Re",
    .words = "term.amun.words",
    .rules = rules_amun,
    .mark = "AR-",
    .prefix = "amun.",
    .blanks = true,
    .questions = questions,
    .show = amun_show_table,
    .draw = amun_draw_table,
    .show_actions = amun_show_actions,
    .show_result = amun_show_result,
    .speak = amun_speak,
    .show_sheet = amun_show_sheet,
    .answer = answer,
    .read = amun_typed,
    .name_action = name_action,
    .price = price,
    .same_turn = same_turn,
};
