/* SPDX-License-Identifier: MIT
 * toy.c -- see toy.h. */
#include "khepri/toy.h"

#include <string.h>

#include "rng.h"
#include "text.h"

/* ---- options ---- */

static const char *const cards_values[] = {"3", "5", NULL};

static const struct game_option option_table[] = {
    {"cards", GAME_FORM_NUMBER, false, cards_values, "3"},
    {NULL, GAME_FORM_TEXT, false, NULL, NULL},
};

static void
defaults(void *options)
{
    ((struct toy_options *)options)->cards = 3;
}

static enum game_err
set_option(void *options, const char *key, const char *value)
{
    bool three = text_same(value, cards_values[0]);

    if (!text_same(key, option_table[0].key) || (!three && !text_same(value, cards_values[1])))
        return GAME_SETUP;
    ((struct toy_options *)options)->cards = three ? 3 : 5;
    return GAME_OK;
}

static int
write_option(const void *st, int option, char *buf, size_t room)
{
    struct text t = text_in(buf, room);

    (void)option;
    text_int(&t, ((const struct toy_state *)st)->cards);
    return text_length(&t);
}

/* ---- play ---- */

static enum game_err
setup(void *st, int seats, const void *options)
{
    const struct toy_options *o = options;
    struct toy_state *s = st;

    if (seats < 2 || seats > TOY_SEATS || (o->cards != 3 && o->cards != 5))
        return GAME_SETUP;
    memset(s, 0, sizeof *s);
    s->seats = (uint8_t)seats;
    s->cards = o->cards;
    for (int i = 0; i < seats; i++)
        s->hand[i] = (uint8_t)((1u << o->cards) - 1);
    return GAME_OK;
}

static int
seats_of(const void *st)
{
    return ((const struct toy_state *)st)->seats;
}

static game_seats
to_move(const void *st)
{
    const struct toy_state *s = st;
    game_seats seats = 0;

    if (s->round == s->cards)
        return 0;
    if (!s->prize)
        return 1u << GAME_NATURE;
    for (int i = 0; i < s->seats; i++)
        seats |= (game_seats)((s->bid[i] == TOY_NO_BID) << i);
    return seats;
}

static bool
sealed(const void *st)
{
    return ((const struct toy_state *)st)->prize != 0;
}

static int
actions(const void *st, int seat, game_action *out)
{
    const struct toy_state *s = st;
    int count = 0;

    if (seat < 0 || seat >= s->seats || !(to_move(s) >> seat & 1))
        return 0;
    for (int card = 1; card <= s->cards; card++) {
        if (s->hand[seat] >> (card - 1) & 1)
            out[count++] = (game_action)TOY_V_BID << 24 | (game_action)card;
    }
    return count;
}

static int
chances(const void *st, struct game_chance *out)
{
    if (to_move(st) != 1u << GAME_NATURE)
        return 0;
    for (int i = 0; i < TOY_PRIZES; i++) {
        out[i] = (struct game_chance){(game_action)TOY_V_PRIZE << 24 | (game_action)(i + 1), 1};
    }
    return TOY_PRIZES;
}

static void
report(struct game_log *log, game_seats seen_by, enum toy_event kind, int seat, int detail)
{
    if (log && log->count < log->room)
        log->at[log->count++] =
            (struct game_event){(uint8_t)kind, (uint8_t)seat, seen_by, 0, detail};
}

/* Shows the bids and gives the prize to the highest, if it is one alone. */
static void
reveal(struct toy_state *s, struct game_log *log)
{
    int best = 0, winner = -1;

    for (int i = 0; i < s->seats; i++) {
        report(log, 0xff, TOY_EV_SHOWN, i, s->bid[i]);
        if (s->bid[i] == best)
            winner = -1;
        if (s->bid[i] > best) {
            best = s->bid[i];
            winner = i;
        }
        s->hand[i] = (uint8_t)(s->hand[i] & ~(1u << (s->bid[i] - 1)));
    }
    if (winner >= 0) {
        s->score[winner] = (uint8_t)(s->score[winner] + s->prize);
        report(log, 0xff, TOY_EV_WON, winner, s->score[winner]);
    }
    memset(s->bid, 0, sizeof s->bid);
    s->prize = 0;
    s->round++;
}

static bool
is_listed(const struct toy_state *s, int seat, game_action a)
{
    game_action list[TOY_MAX_ACTIONS];
    int count = actions(s, seat, list);

    if (seat == GAME_NATURE)
        return a >> 24 == TOY_V_PRIZE && (a & 0xffffff) >= 1 && (a & 0xffffff) <= TOY_PRIZES;
    for (int i = 0; i < count; i++) {
        if (list[i] == a)
            return true;
    }
    return false;
}

static enum game_err
apply(void *st, int seat, game_action a, struct game_log *log)
{
    struct toy_state *s = st;
    int arg = (int)(a & 0xff);

    if (seat < 0 || seat > GAME_NATURE || !(to_move(s) >> seat & 1))
        return GAME_NOT_YOU;
    if (!is_listed(s, seat, a))
        return GAME_ILLEGAL;
    if (seat == GAME_NATURE) {
        s->prize = (uint8_t)arg;
        report(log, 0xff, TOY_EV_PRIZE, 0, arg);
        return GAME_OK;
    }
    for (int i = 0; i < s->seats; i++) {
        if (s->bid[i] == TOY_HIDDEN_BID)
            return GAME_ILLEGAL; /* a view is not to be played on */
    }
    s->bid[seat] = (uint8_t)arg;
    report(log, (game_seats)(1u << seat), TOY_EV_SEALED, seat, arg);
    if (to_move(s) == 0)
        reveal(s, log);
    return GAME_OK;
}

static void
scores(const void *st, int32_t out[GAME_MAX_SEATS])
{
    const struct toy_state *s = st;

    for (int i = 0; i < GAME_MAX_SEATS; i++)
        out[i] = i < s->seats ? s->score[i] : 0;
}

static bool
result(const void *st, struct game_result *out)
{
    const struct toy_state *s = st;
    int best = 0;

    if (s->round < s->cards)
        return false;
    scores(s, out->scores);
    out->winners = 0;
    for (int i = 0; i < s->seats; i++)
        best = s->score[i] > best ? s->score[i] : best;
    for (int i = 0; i < s->seats; i++)
        out->winners |= (game_seats)((s->score[i] == best) << i);
    return true;
}

/* ---- what is secret: sealed bids ---- */

static void
observe(const void *st, int seat, void *out)
{
    struct toy_state *seen = out;

    memcpy(seen, st, sizeof *seen);
    for (int i = 0; i < seen->seats; i++) {
        if (i != seat && seen->bid[i] != TOY_NO_BID)
            seen->bid[i] = TOY_HIDDEN_BID;
    }
}

static void
sample(void *st, int seat, uint64_t *rng)
{
    struct toy_state *seen = st;

    (void)seat;
    for (int i = 0; i < seen->seats; i++) {
        if (seen->bid[i] != TOY_HIDDEN_BID)
            continue;
        do
            seen->bid[i] = (uint8_t)(1 + rng_below(rng, seen->cards));
        while (!(seen->hand[i] >> (seen->bid[i] - 1) & 1));
    }
}

/* ---- text ---- */

static const char *const verbs[] = {[TOY_V_PRIZE] = "prize:", [TOY_V_BID] = "bid:"};

static int
write_action(const void *st, game_action a, char *buf, size_t room)
{
    struct text t = text_in(buf, room);

    (void)st;
    text_put(&t, verbs[a >> 24]);
    text_int(&t, a & 0xff);
    return text_length(&t);
}

static enum game_err
read_action(const void *st, const char *text, game_action *out)
{
    for (game_action verb = TOY_V_PRIZE; verb <= TOY_V_BID; verb++) {
        for (game_action arg = 1; arg <= TOY_MOST_CARDS; arg++) {
            char buf[GAME_TEXT_ROOM];

            write_action(st, verb << 24 | arg, buf, sizeof buf);
            if (text_same(text, buf)) {
                *out = verb << 24 | arg;
                return GAME_OK;
            }
        }
    }
    return GAME_FORMAT;
}

static void
put_seat(struct text *t, const struct toy_state *s, int seat)
{
    json_open(t, '{');
    json_key_set(t, "cards", (uint32_t)s->hand[seat] << 1);
    json_key_bool(t, "sealed", s->bid[seat] != TOY_NO_BID);
    json_key(t, "bid");
    if (s->bid[seat] == TOY_NO_BID || s->bid[seat] == TOY_HIDDEN_BID)
        json_literal(t, "null");
    else
        json_int(t, s->bid[seat]);
    json_key_int(t, "score", s->score[seat]);
    json_close(t, '}');
}

static void
put_result(struct text *t, const struct toy_state *s)
{
    struct game_result r;

    json_key(t, "result");
    if (!result(s, &r)) {
        json_literal(t, "null");
        return;
    }
    json_open(t, '{');
    json_key_open(t, "scores", '[');
    for (int i = 0; i < s->seats; i++)
        json_int(t, r.scores[i]);
    json_close(t, ']');
    json_key_set(t, "winners", r.winners);
    json_close(t, '}');
}

static int
write_state(const void *st, char *buf, size_t room)
{
    const struct toy_state *s = st;
    struct text t = text_in(buf, room);
    game_seats movers = to_move(s);

    json_open(&t, '{');
    json_key_text(&t, "game", toy_game.name);
    json_key_open(&t, "options", '{');
    json_key_int(&t, "cards", s->cards);
    json_close(&t, '}');
    json_key_int(&t, "players", s->seats);
    json_key_int(&t, "round", s->round);
    json_key_int(&t, "prize", s->prize);
    if (movers >> GAME_NATURE & 1)
        json_key_text(&t, "to_act", "chance");
    else
        json_key_set(&t, "to_act", movers);
    json_key_open(&t, "seats", '[');
    for (int i = 0; i < s->seats; i++)
        put_seat(&t, s, i);
    json_close(&t, ']');
    put_result(&t, s);
    json_close(&t, '}');
    return text_length(&t);
}

static const char *
event_name(int kind)
{
    static const char *const names[] = {
#define X(id, name) name,
        TOY_EVENTS(X)
#undef X
    };

    return kind >= 0 && kind < TOY_EV_COUNT ? names[kind] : NULL;
}

static const char *
check(const void *st)
{
    const struct toy_state *s = st;

    if (s->seats < 2 || s->seats > TOY_SEATS || (s->cards != 3 && s->cards != 5) ||
        s->round > s->cards || s->prize > TOY_PRIZES)
        return "a number is out of range";
    for (int i = 0; i < s->seats; i++) {
        int left = 0;

        for (int card = 0; card < 8; card++)
            left += s->hand[i] >> card & 1;
        if (left != s->cards - s->round || s->hand[i] >> s->cards)
            return "a hand has as many cards as rounds are left";
        if (s->bid[i] != TOY_NO_BID && s->bid[i] != TOY_HIDDEN_BID &&
            (!s->prize || s->bid[i] > s->cards || !(s->hand[i] >> (s->bid[i] - 1) & 1)))
            return "a bid is a card of the hand";
    }
    return NULL;
}

const struct game toy_game = {
    .name = "toy",
    .state_size = sizeof(struct toy_state),
    .options_size = sizeof(struct toy_options),
    .min_seats = 2,
    .max_seats = TOY_SEATS,
    .max_actions = TOY_MAX_ACTIONS,
    .max_chances = TOY_MAX_CHANCES,
    .max_events = TOY_MAX_EVENTS,
    .defaults = defaults,
    .set_option = set_option,
    .setup = setup,
    .to_move = to_move,
    .sealed = sealed,
    .actions = actions,
    .chances = chances,
    .apply = apply,
    .scores = scores,
    .result = result,
    .observe = observe,
    .sample = sample,
    .write_action = write_action,
    .read_action = read_action,
    .write_state = write_state,
    .event_name = event_name,
    .check = check,
    .options = option_table,
    .write_option = write_option,
    .seats = seats_of,
    .hides = true,
};
