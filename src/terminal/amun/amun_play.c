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

/* A phrase of the catalogue, and with what it is done: ", with the bidding blockade". */
static void
put_with(struct text *out, const char *id)
{
    text_put(out, phrase("comma"));
    text_put(out, phrase(id));
}

static void
name_bid(const struct amun_state *s, int arg, struct text *out)
{
    fill(out, phrase("amun.action.bid"),
         &(struct filling){.n = s->options.board.bid_numbers[arg >> 2 & 0x3f],
                           .province = amun_province_phrase(arg >> 8)});
    if (arg & AMUN_WITH_BLOCKADE)
        put_with(out, "amun.action.bid.blockade");
    if (arg & AMUN_WITH_OVERBID)
        put_with(out, "amun.action.bid.overbid");
}

static void
name_offer(game_action a, struct text *out)
{
    if (amun_verb(a) == AMUN_V_STEAL)
        text_put(out, phrase("amun.action.steal"));
    else
        fill(out, phrase("amun.action.offer"), &(struct filling){.n = amun_arg(a) >> 1});
    if (amun_arg(a) & 1)
        put_with(out, "amun.action.offer.correction");
}

static void
name_reward(int arg, struct text *out)
{
    char bytes[128];
    struct text items = text_in(bytes, sizeof bytes);
    int count = amun_put_reward(&items, (int[]){arg >> 4, arg >> 2 & 3, arg & 3});

    fill(out, plural("amun.action.reward", count), &(struct filling){.what = bytes});
}

/* The phrase of an action that names at most one province or one card. NULL: it is another. */
static const char *
simple_action(game_action a)
{
    switch ((int)amun_verb(a)) { /* as int: the others are told otherwise */
    case AMUN_V_SELL:
        return phrase("amun.action.sell");
    case AMUN_V_BONUS:
        return phrase("amun.action.bonus");
    case AMUN_V_FARMER: /* without its price, which `price` tells beside it */
        return plural("amun.action.farmer", 0);
    case AMUN_V_STONE:
        return plural("amun.action.stone", 0);
    case AMUN_V_FREE_FARMER:
        return phrase("amun.action.free_farmer");
    case AMUN_V_BUILDER:
        return phrase("amun.action.builder");
    case AMUN_V_EIGHT_GOLD:
        return phrase("amun.action.eight_gold");
    case AMUN_V_HARVEST:
        return phrase("amun.action.harvest");
    case AMUN_V_END:
        return phrase("amun.action.end");
    case AMUN_V_CORRECT:
        return phrase(amun_arg(a) ? "amun.action.correct.up" : "amun.action.correct.down");
    default:
        return NULL;
    }
}

/* As the browser names it: for the price of a whole line and for hints. */
static void
name_action(const void *st, game_action a, struct text *out)
{
    const char *simple = simple_action(a);
    int arg = amun_arg(a);
    char text[GAME_TEXT_ROOM];

    if (simple) {
        fill(
            out, simple,
            &(struct filling){.province = arg < AMUN_PROVINCES ? amun_province_phrase(arg) : "",
                              .kind = arg < AMUN_CARDS ? amun_card_phrase(arg) : ""});
        return;
    }
    switch ((int)amun_verb(a)) { /* as int: what chance does is told as in records */
    case AMUN_V_BUY:
        fill(out, plural("amun.action.buy", arg),
             &(struct filling){.count = arg, .n = arg * (arg + 1) / 2});
        break;
    case AMUN_V_BID:
        name_bid(st, arg, out);
        break;
    case AMUN_V_OFFER:
    case AMUN_V_STEAL:
        name_offer(a, out);
        break;
    case AMUN_V_REWARD:
        name_reward(arg, out);
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
