/* SPDX-License-Identifier: MIT
 * hint.c -- see hint.h. */
#include "hint.h"

#include <string.h>

#include "game_why.h"
#include "moves.h"
#include "rng.h"

/* The best is in `out->best`; if it is not in the list, there is nothing to compare with. */
static const struct hint_action *
best_of(const struct hint *hint)
{
    for (int i = 0; i < hint->count; i++) {
        if (hint->actions[i].action == hint->best)
            return &hint->actions[i];
    }
    return NULL;
}

static void
take_advice(const struct ai_advice *advice, struct hint *out)
{
    const struct hint_action *best;

    out->count = advice->count;
    for (int i = 0; i < advice->count; i++) {
        const struct ai_option *option = &advice->options[i];

        out->actions[i].action = option->action;
        out->actions[i].ends = option->ends;
        estimate_round(option->win, option->score, out->seats, &out->actions[i].after);
    }
    best = best_of(out);
    if (!best) {
        out->count = 0;
        return;
    }
    out->now = best->after;
    for (int i = 0; i < out->count; i++) {
        int32_t loss = out->now.win[out->seat] - out->actions[i].after.win[out->seat];

        out->actions[i].loss = loss > 0 ? loss : 0;
    }
}

/* Full states that look the same to the seat; returns their number. */
static int
guess(const struct hint *hint, uint64_t seed, union games_state out[WHY_GUESSES])
{
    int count = hint->game->hides ? WHY_GUESSES : 1;

    for (int g = 0; g < count; g++) {
        uint64_t rng = rng_stream(seed, (uint64_t)g, 0);

        out[g] = hint->seen;
        if (count > 1)
            hint->game->sample(&out[g], hint->seat, &rng);
    }
    return count;
}

static void
explain(struct hint *out, uint64_t seed)
{
    union games_state states[WHY_GUESSES];
    struct why_term terms[WHY_MOST];
    int guesses = guess(out, seed, states);
    int count = why_terms(out->game, states, guesses, out->seats, out->seat, HINT_LEAST, terms);

    out->terms = count < HINT_TERMS ? count : HINT_TERMS;
    memcpy(out->why, terms, (size_t)out->terms * sizeof *terms);
}

void
hint_facts(const struct hint *hint, game_action action, struct fact_list *out)
{
    const struct game_why *game = game_why(hint->game);

    out->count = 0;
    for (int i = 0; game->facts && i < hint->count; i++) {
        if (hint->actions[i].action == action)
            game->facts(hint, &hint->actions[i], out);
    }
}

/* The best action, then the likeliest to win of those that are not told yet; NULL after the last. */
static struct hint_action *
next_to_tell(struct hint *hint)
{
    struct hint_action *next = NULL;

    for (int i = 0; i < hint->count; i++) {
        struct hint_action *one = &hint->actions[i];
        int32_t win = one->after.win[hint->seat];

        if (!hint->told && one->action == hint->best)
            return one;
        if (!one->facts && (!next || win > next->after.win[hint->seat]))
            next = one;
    }
    return next;
}

static void
tell_facts(struct hint *out)
{
    struct hint_action *next = next_to_tell(out);

    for (; next && out->told < HINT_TOLD; next = next_to_tell(out)) {
        hint_facts(out, next->action, &out->facts[out->told]);
        next->facts = ++out->told;
    }
}

void
hint_bots(const struct game *game, char *out, size_t room)
{
    struct text t = text_in(out, room);
    const struct ai_bot *bot;

    for (int i = 0; (bot = ai_bot_at(game, i)) != NULL; i++) {
        if (!bot->wins)
            continue;
        text_put(&t, t.len ? ", " : "");
        text_put(&t, bot->name);
    }
}

bool
hint_estimates(const struct ai_bot *bot, const struct game *game, char *out, size_t room)
{
    struct text t = text_in(out, room);

    if (bot->wins)
        return true;
    text_put(&t, bot->name);
    text_put(&t, " does not estimate chances of winning; these do: ");
    hint_bots(game, out + t.len, room - t.len);
    return false;
}

const char *
hint_ask(const struct game *game, const void *seen, int seats, int seat,
         const struct teacher *teacher, bool whole, struct hint *out)
{
    struct ai_advice advice = {.count = 0};
    uint64_t rng = teacher->seed;

    if (!(game->to_move(seen) >> seat & 1))
        return "this seat is not to act, and so there is nothing to hint at";
    if (!teacher->bot->wins)
        return "this bot does not estimate chances of winning";
    memset(out, 0, sizeof *out);
    out->game = game;
    out->bot = teacher->bot;
    out->seats = seats;
    out->seat = seat;
    memcpy(&out->seen, seen, game->state_size);
    out->best = teacher->bot->choose(game, seen, seat, &rng, teacher->limits, &advice);
    take_advice(&advice, out);
    out->whole = whole;
    if (whole)
        explain(out, teacher->seed);
    if (whole)
        tell_facts(out);
    return NULL;
}

/* ---- JSON ---- */

static void
json_action(struct text *t, const struct hint *hint, game_action action)
{
    struct move move;

    moves_write(hint->game, &hint->seen, hint->seat, action, &move);
    json_text(t, move.text);
}

static void
json_ends(struct text *t, const struct ai_end *ends)
{
    if (!ends->there)
        return;
    json_key(t, "ends");
    if (ends->seat < 0) {
        json_literal(t, "null");
        return;
    }
    json_open(t, '{');
    json_key_int(t, "seat", ends->seat);
    json_key_int(t, "sun", ends->with);
    json_close(t, '}');
}

static void
json_option(struct text *t, const struct hint *hint, const struct hint_action *action)
{
    json_open(t, '{');
    json_key(t, "action");
    json_action(t, hint, action->action);
    json_key(t, "win");
    json_win(t, action->after.win[hint->seat]);
    json_key(t, "score");
    json_score(t, action->after.score[hint->seat]);
    json_key(t, "loss");
    json_win(t, action->loss);
    json_key(t, "wins");
    json_wins(t, action->after.win, hint->seats);
    json_key(t, "scores");
    json_scores(t, action->after.score, hint->seats);
    json_ends(t, &action->ends);
    if (action->facts) {
        json_key(t, "facts");
        json_facts(t, &hint->facts[action->facts - 1]);
    }
    json_close(t, '}');
}

static void
json_why(struct text *t, const struct hint *hint)
{
    json_key_open(t, "why", '[');
    for (int i = 0; i < hint->terms; i++) {
        json_open(t, '{');
        json_key_text(t, "term", hint->why[i].term);
        json_key_text(t, "of", hint->why[i].table ? "table" : "own");
        json_key(t, "by");
        json_win(t, hint->why[i].by);
        json_close(t, '}');
    }
    json_close(t, ']');
}

void
json_hint_members(struct text *t, const struct hint *hint)
{
    json_key_text(t, "bot", hint->bot->name);
    json_key(t, "best");
    json_action(t, hint, hint->best);
    if (hint->count) {
        json_key(t, "win");
        json_wins(t, hint->now.win, hint->seats);
        json_key(t, "score");
        json_scores(t, hint->now.score, hint->seats);
    }
    json_key_open(t, "actions", '[');
    for (int i = 0; i < hint->count; i++)
        json_option(t, hint, &hint->actions[i]);
    json_close(t, ']');
    json_why(t, hint);
    if (hint->whole && game_why(hint->game)->odds)
        game_why(hint->game)->odds(t, &hint->seen);
}

void
json_hint(struct text *t, const struct hint *hint)
{
    json_open(t, '{');
    json_hint_members(t, hint);
    json_close(t, '}');
}
