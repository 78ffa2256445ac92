/* SPDX-License-Identifier: MIT
 * amun_text.c -- texts of Amun-Re: options, actions, and the table that makes the rules a
 * `struct game`.
 */
#include "amun_text.h"

#include <string.h>

#include "adapters.h"

/* ---- options ---- */

static const char *const printed_values[] = {"2", "0", NULL};
static const char *const side_values[] = {"1", "0", NULL};
static const char *const board_values[] = {"2003", NULL};

enum option { PRINTED_FARMERS, SUPPLIES, SIDE_AWARD, GOLD_TIE, BOARD };

/* clang-format off */
static const struct game_option option_table[] = {
    [PRINTED_FARMERS] = {"baharya_printed_farmers", GAME_FORM_NUMBER, false, printed_values, "2"},
    [SUPPLIES] = {"supplies", GAME_FORM_TEXT, false, amun_supplies_names, "unlimited"},
    [SIDE_AWARD] = {"side_award_min_pyramids", GAME_FORM_NUMBER, false, side_values, "1"},
    [GOLD_TIE] = {"gold_tie_ranks", GAME_FORM_TEXT, false, amun_tie_names, "drop_all"},
    [BOARD] = {"board", GAME_FORM_TEXT, true, board_values, "2003"},
    {NULL, GAME_FORM_TEXT, false, NULL, NULL},
};
/* clang-format on */

static int
amun_write_option(const struct amun_state *s, int option, char *buf, size_t room)
{
    const struct amun_options *o = &s->options;
    const char *const in_force[] = {
        [PRINTED_FARMERS] = amun_printed_names[o->baharya_printed_farmers],
        [SUPPLIES] = amun_supplies_names[o->supplies_limited],
        [SIDE_AWARD] = amun_side_names[o->side_award_min],
        [GOLD_TIE] = amun_tie_names[o->gold_tie_drop_one],
        [BOARD] = board_values[0],
    };
    struct text t = text_in(buf, room);

    if ((unsigned)option >= sizeof in_force / sizeof *in_force)
        return -1;
    if (option == BOARD && memcmp(&o->board, &amun_board_2003, sizeof o->board) != 0)
        return amun_write_board(&o->board, buf, room);
    text_put(&t, in_force[option]);
    return text_length(&t);
}

static void
amun_defaults(struct amun_options *o)
{
    memset(o, 0, sizeof *o);
    o->board = amun_board_2003;
    o->baharya_printed_farmers = 2;
    o->side_award_min = 1;
}

static enum game_err
amun_set_option(struct amun_options *o, const char *key, const char *value)
{
    const struct {
        const char *key;
        const char *const *names;
        uint8_t *at;
    } known[] = {{"baharya_printed_farmers", amun_printed_names, &o->baharya_printed_farmers},
                 {"supplies", amun_supplies_names, &o->supplies_limited},
                 {"side_award_min_pyramids", amun_side_names, &o->side_award_min},
                 {"gold_tie_ranks", amun_tie_names, &o->gold_tie_drop_one}};

    if (text_same(key, "board") && text_same(value, amun_board_2003.name)) {
        o->board = amun_board_2003;
        return GAME_OK;
    }
    for (size_t i = 0; i < sizeof known / sizeof *known && *value; i++) {
        int at = text_same(key, known[i].key) ? text_find(known[i].names, value) : -1;

        if (at < 0)
            continue;
        *known[i].at = (uint8_t)at;
        return GAME_OK;
    }
    return GAME_SETUP;
}

/* ---- actions ---- */

static const char *const verb_names[] = {
    [AMUN_V_START] = "start",
    [AMUN_V_PROVINCE] = "province",
    [AMUN_V_CARD] = "card",
    [AMUN_V_BID] = "bid",
    [AMUN_V_SELL] = "sell",
    [AMUN_V_BUY] = "buy",
    [AMUN_V_FARMER] = "farmer",
    [AMUN_V_STONE] = "stone",
    [AMUN_V_FREE_FARMER] = "free_farmer",
    [AMUN_V_BUILDER] = "builder",
    [AMUN_V_END] = "end",
    [AMUN_V_OFFER] = "offer",
    [AMUN_V_STEAL] = "offer",
    [AMUN_V_CORRECT] = "correct",
    [AMUN_V_REWARD] = "reward",
    [AMUN_V_EIGHT_GOLD] = "eight_gold",
    [AMUN_V_HARVEST] = "harvest",
    [AMUN_V_BONUS] = "bonus",
};

enum argument { NOTHING, NUMBER, PROVINCE, CARD, SPECIAL };

static const uint8_t arguments[] = {
    [AMUN_V_START] = NUMBER,
    [AMUN_V_PROVINCE] = PROVINCE,
    [AMUN_V_CARD] = CARD,
    [AMUN_V_BID] = SPECIAL,
    [AMUN_V_SELL] = CARD,
    [AMUN_V_BUY] = NUMBER,
    [AMUN_V_FARMER] = PROVINCE,
    [AMUN_V_STONE] = PROVINCE,
    [AMUN_V_FREE_FARMER] = PROVINCE,
    [AMUN_V_BUILDER] = PROVINCE,
    [AMUN_V_END] = NOTHING,
    [AMUN_V_OFFER] = SPECIAL,
    [AMUN_V_STEAL] = SPECIAL,
    [AMUN_V_CORRECT] = SPECIAL,
    [AMUN_V_REWARD] = SPECIAL,
    [AMUN_V_EIGHT_GOLD] = PROVINCE,
    [AMUN_V_HARVEST] = PROVINCE,
    [AMUN_V_BONUS] = CARD,
};

enum { MOST_NUMBER = 99999 }; /* of five digits, as read_number() takes them */

/* Would read_action() make this code of some text? No others may look for names. */
static bool
is_well_formed(const struct amun_state *s, game_action a)
{
    int verb = (int)(a >> 24), arg = amun_arg(a);

    if (verb < AMUN_V_START || verb > AMUN_V_BONUS)
        return false;
    switch ((enum argument)arguments[verb]) {
    case NOTHING:
        return arg == 0;
    case NUMBER:
        return arg <= MOST_NUMBER;
    case PROVINCE:
        return arg < AMUN_PROVINCES;
    case CARD:
        return arg < AMUN_CARDS;
    case SPECIAL:
        break;
    }
    if (verb == AMUN_V_BID)
        return arg >> 8 < AMUN_PROVINCES && (arg >> 2 & 0x3f) < s->options.board.bid_count;
    if (verb == AMUN_V_OFFER)
        return arg >> 1 <= MOST_NUMBER;
    return arg < (verb == AMUN_V_REWARD ? 4 << 4 : 2);
}

static void
write_special(struct text *t, const struct amun_state *s, game_action a)
{
    int arg = amun_arg(a);

    switch ((int)amun_verb(a)) { /* as int: the others have plain arguments */
    case AMUN_V_BID:
        text_put(t, amun_province_names[arg >> 8]);
        text_char(t, ':');
        text_int(t, s->options.board.bid_numbers[arg >> 2 & 0x3f]);
        if (arg & AMUN_WITH_BLOCKADE)
            text_put(t, "+blockade");
        if (arg & AMUN_WITH_OVERBID)
            text_put(t, "+overbid");
        break;
    case AMUN_V_OFFER:
    case AMUN_V_STEAL:
        if (amun_verb(a) == AMUN_V_STEAL)
            text_put(t, "steal");
        else
            text_int(t, arg >> 1);
        if (arg & 1)
            text_put(t, "+correction");
        break;
    case AMUN_V_CORRECT:
        text_put(t, arg ? "+3" : "-3");
        break;
    case AMUN_V_REWARD:
        text_int(t, arg >> 4);
        text_char(t, ',');
        text_int(t, arg >> 2 & 3);
        text_char(t, ',');
        text_int(t, arg & 3);
        break;
    }
}

int
amun_write_action(const struct amun_state *s, game_action a, char *buf, size_t room)
{
    struct text t = text_in(buf, room);
    enum amun_verb verb = amun_verb(a);

    if (!is_well_formed(s, a))
        return -1;
    text_put(&t, verb_names[verb]);
    if (arguments[verb] != NOTHING)
        text_char(&t, ':');
    switch ((enum argument)arguments[verb]) {
    case NOTHING:
        break;
    case NUMBER:
        text_int(&t, amun_arg(a));
        break;
    case PROVINCE:
        text_put(&t, amun_province_names[amun_arg(a)]);
        break;
    case CARD:
        text_put(&t, amun_card_names[amun_arg(a)]);
        break;
    case SPECIAL:
        write_special(&t, s, a);
        break;
    }
    return text_length(&t);
}

/* An integer without sign or leading zeros, of at most five digits; -1 if there is none.
 * Advances *text past it. */
static int
read_number(const char **text)
{
    const char *at = *text;
    int number = 0;

    if (*at < '0' || *at > '9' || (at[0] == '0' && at[1] >= '0' && at[1] <= '9'))
        return -1;
    for (; *at >= '0' && *at <= '9'; at++) {
        number = number * 10 + (*at - '0');
        if (number > MOST_NUMBER)
            return -1;
    }
    *text = at;
    return number;
}

/* Is `word` at *text? Advances past it then. */
static bool
skip(const char **text, const char *word)
{
    const char *at = *text;

    for (; *word; word++, at++) {
        if (*at != *word)
            return false;
    }
    *text = at;
    return true;
}

/* "dakhla:10+blockade+overbid" */
static enum game_err
read_bid(const struct amun_state *s, const char *text, game_action *out)
{
    int province = 0, number, space = 0, with = 0;

    for (; province < AMUN_PROVINCES; province++) {
        const char *at = text;

        if (skip(&at, amun_province_names[province]) && skip(&at, ":")) {
            text = at;
            break;
        }
    }
    number = read_number(&text);
    while (space < s->options.board.bid_count && s->options.board.bid_numbers[space] != number)
        space++;
    if (province == AMUN_PROVINCES || space == s->options.board.bid_count)
        return GAME_FORMAT;
    with |= skip(&text, "+blockade") ? AMUN_WITH_BLOCKADE : 0;
    with |= skip(&text, "+overbid") ? AMUN_WITH_OVERBID : 0;
    *out = amun_bid(province, space, with);
    return *text ? GAME_FORMAT : GAME_OK;
}

static enum game_err
read_offer(const char *text, game_action *out)
{
    bool steal = skip(&text, "steal");
    int gold = steal ? 0 : read_number(&text);
    bool correction = skip(&text, "+correction");

    if (gold < 0 || *text)
        return GAME_FORMAT;
    *out = steal ? amun_act(AMUN_V_STEAL, correction) : amun_offer(gold, correction);
    return GAME_OK;
}

/* "1,0,2" */
static enum game_err
read_reward(const char *text, game_action *out)
{
    int items[3];

    for (int i = 0; i < 3; i++) {
        items[i] = read_number(&text);
        if (items[i] < 0 || items[i] > 3 || *text != (i < 2 ? ',' : 0))
            return GAME_FORMAT;
        text += i < 2;
    }
    *out = amun_reward(items[0], items[1], items[2]);
    return GAME_OK;
}

static enum game_err
read_special(const struct amun_state *s, enum amun_verb verb, const char *text,
             game_action *out)
{
    if (verb == AMUN_V_BID)
        return read_bid(s, text, out);
    if (verb == AMUN_V_OFFER)
        return read_offer(text, out);
    if (verb == AMUN_V_REWARD)
        return read_reward(text, out);
    if (!text_same(text, "+3") && !text_same(text, "-3"))
        return GAME_FORMAT;
    *out = amun_act(AMUN_V_CORRECT, *text == '+');
    return GAME_OK;
}

static enum game_err
read_argument(const struct amun_state *s, enum amun_verb verb, const char *text,
              game_action *out)
{
    int arg = -1;

    switch ((enum argument)arguments[verb]) {
    case NOTHING:
        break;
    case NUMBER:
        arg = read_number(&text);
        arg = *text ? -1 : arg;
        break;
    case PROVINCE:
        arg = text_find(amun_province_names, text);
        break;
    case CARD:
        arg = text_find(amun_card_names, text);
        break;
    case SPECIAL:
        return read_special(s, verb, text, out);
    }
    if (arg < 0)
        return GAME_FORMAT;
    *out = amun_act(verb, arg);
    return GAME_OK;
}

enum game_err
amun_read_action(const struct amun_state *s, const char *text, game_action *out)
{
    if (text_same(text, "end")) {
        *out = amun_act(AMUN_V_END, 0);
        return GAME_OK;
    }
    for (int verb = AMUN_V_START; verb <= AMUN_V_BONUS; verb++) {
        const char *at = text;

        if (arguments[verb] != NOTHING && skip(&at, verb_names[verb]) && skip(&at, ":"))
            return read_argument(s, (enum amun_verb)verb, at, out);
    }
    return GAME_FORMAT;
}

/* ---- Amun-Re as a struct game ---- */

static const char *
amun_event_name(int kind)
{
    static const char *const names[AMUN_EV_COUNT] = {
#define X(id, name) name,
        AMUN_EVENTS(X)
#undef X
    };
    return kind >= 0 && kind < AMUN_EV_COUNT ? names[kind] : NULL;
}

static void
amun_scores(const struct amun_state *s, int32_t out[GAME_MAX_SEATS])
{
    for (int i = 0; i < GAME_MAX_SEATS; i++)
        out[i] = s->score[i];
}

static bool
amun_result(const struct amun_state *s, struct game_result *out)
{
    if (s->phase != AMUN_OVER)
        return false;
    amun_scores(s, out->scores);
    out->winners = amun_winners(s);
    return true;
}

static bool
amun_sealed(const void *s) /* offers [AR-SAC-01] */
{
    return ((const struct amun_state *)s)->phase == AMUN_OFFER;
}

static void
any_observe(const void *s, int seat, void *out)
{
    amun_observe(s, seat, out);
}

static void
any_sample(void *seen, int seat, uint64_t *rng)
{
    amun_sample(seen, seat, rng);
}

/* clang-format off */
GAME_ADAPTERS(amun)
/* clang-format on */

const struct game amun_game = {
    .name = "amun_re",
    GAME_ADAPTED(amun, AMUN),
    .min_seats = AMUN_FEWEST_SEATS,
    .sealed = amun_sealed,
    .observe = any_observe,
    .sample = any_sample,
    .options = option_table,
    .hides = true,
};
