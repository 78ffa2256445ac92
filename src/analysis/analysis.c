/* SPDX-License-Identifier: MIT
 * analysis.c -- see analysis.h. */
#include "analysis.h"

#include <string.h>

#include "ai_luck.h"
#include "game_why.h"
#include "moves.h"
#include "rng.h"
#include "smooth.h"

static const char no_net[] = "there is no net for this game yet, and so no analysis";

const char *
analysis_begin(struct analysis *a, const struct game *game, int seats, const void *start,
               const struct teacher *teacher, struct analysis_moment *moments, int room)
{
    memset(a, 0, sizeof *a);
    a->game = game;
    a->seats = seats;
    a->teacher = *teacher;
    memcpy(&a->now, start, game->state_size);
    a->moments = moments;
    a->room = room;
    return teacher->bot->wins ? NULL : "this bot does not estimate chances of winning";
}

/* ---- one action ---- */

/* By a quick search, which sees the difference that an outcome makes. The chances come from the next moment then. */
static void
quick_luck(const struct analysis *a, game_action action, struct analysis_moment *m)
{
    double win[GAME_MAX_SEATS];
    int32_t rest = 0;
    int last = a->seats - 1;

    ai_luck(a->game, &a->now, action, true, win);
    for (int i = 0; i < last; i++) {
        m->luck[i] = (int32_t)(win[i] * ESTIMATE_SURE);
        rest -= m->luck[i];
    }
    m->luck[last] = rest;
}

static bool
is_quick_luck(const struct analysis *a, int at)
{
    return a->quick || (at > 0 && game_why(a->game)->quick_luck && ai_luck_known(a->game));
}

static const char *
look_at_nature(struct analysis *a, game_action action, struct analysis_moment *m)
{
    struct estimate after;

    if (a->quick)
        return NULL;
    if (is_quick_luck(a, a->count)) {
        quick_luck(a, action, m);
        return NULL;
    }
    if (!estimate_chance(a->game, &a->now, a->seats, action, &m->before, &after))
        return no_net;
    for (int i = 0; i < a->seats; i++)
        m->luck[i] = after.win[i] - m->before.win[i];
    return NULL;
}

/* The cost of the action for the seat and its gains for the others, by the advice on the seat's
 * view. Of what the teacher measures, a part is real. */
static void
compare(const struct analysis *a, game_action action, struct analysis_moment *m)
{
    const struct game_why *game = game_why(a->game);
    int believed = game->believed ? game->believed(&a->now, action) : 100;

    for (int i = 0; i < a->hint.count; i++) {
        const struct hint_action *option = &a->hint.actions[i];

        if (option->action != action)
            continue;
        m->loss = option->loss * believed / 100;
        for (int j = 0; j < a->seats; j++)
            m->given[j] = j == m->seat ? 0
                                       : (option->after.win[j] - a->hint.now.win[j]) *
                                             (option->loss ? believed : 100) / 100;
    }
}

/* The advice of the teacher; and where the action cost something by it, that of a bot that looks deeper. */
static const char *
advise(struct analysis *a, int seat, game_action action, struct analysis_moment *m)
{
    const struct game_why *game = game_why(a->game);
    const struct ai_bot *second = game->second ? ai_find(game->second, a->game) : NULL;
    struct teacher teacher = a->teacher;
    union games_state seen;
    const char *why;

    teacher.seed = rng_stream(teacher.seed, (uint64_t)a->count, (uint64_t)seat);
    a->game->observe(&a->now, seat, &seen);
    why = hint_ask(a->game, &seen, a->seats, seat, &teacher, false, &a->hint);
    if (why)
        return why;
    compare(a, action, m);
    if (m->loss < ANALYSIS_WORTH_NAMING || !second || second == teacher.bot)
        return NULL;
    teacher.bot = second;
    why = hint_ask(a->game, &seen, a->seats, seat, &teacher, false, &a->hint);
    compare(a, action, m);
    return why;
}

static const char *
look_at_decision(struct analysis *a, int seat, game_action action, struct analysis_moment *m)
{
    struct move best;
    const char *why;

    if (a->quick)
        return estimate_state(a->game, &a->now, a->seats, &m->before) ? NULL : no_net;
    why = advise(a, seat, action, m);
    if (why)
        return why;
    m->sealed = a->game->sealed(&a->now);
    m->choice = a->hint.count != 1; /* 0: too many to list */
    if (a->hint.count)
        m->before = a->hint.now;
    else if (!estimate_state(a->game, &a->now, a->seats, &m->before))
        return no_net;
    if (m->loss >= ANALYSIS_WORTH_NAMING) {
        hint_facts(&a->hint, action, &m->facts);
        hint_facts(&a->hint, a->hint.best, &m->best_facts);
    }
    moves_write(a->game, &a->now, seat, a->hint.best, &best);
    memcpy(m->best, best.text, sizeof m->best);
    return NULL;
}

/* The state after the action. */
static const char *
act(const struct analysis *a, int seat, game_action action, union games_state *next)
{
    *next = a->now;
    if (a->count + 1 >= a->room)
        return "there is no room for that number of actions";
    return a->game->apply(next, seat, action, NULL) == GAME_OK
               ? NULL
               : "this action is not legal here";
}

const char *
analysis_pass(struct analysis *a, int seat, game_action action)
{
    union games_state next;
    const char *why = act(a, seat, action, &next);

    if (why)
        return why;
    a->now = next;
    a->count++;
    return NULL;
}

const char *
analysis_act(struct analysis *a, int seat, game_action action)
{
    struct analysis_moment *m = &a->moments[a->count];
    union games_state next;
    struct move move;
    const char *why = act(a, seat, action, &next);

    if (why)
        return why;
    memset(m, 0, sizeof *m);
    m->seat = (uint8_t)seat;
    moves_write(a->game, &a->now, seat, action, &move);
    memcpy(m->action, move.text, sizeof m->action);
    why = seat == GAME_NATURE ? look_at_nature(a, action, m)
                              : look_at_decision(a, seat, action, m);
    if (why)
        return why;
    a->now = next;
    a->count++;
    return NULL;
}

const char *
analysis_step(struct analysis *a, const char *text)
{
    struct move move;

    if (moves_read(a->game, &a->now, text, &move) != GAME_OK)
        return "this is not an action of the game";
    return analysis_act(a, move.seat, move.action);
}

/* ---- all of them ---- */

static void
name_if_bad(struct analysis_seat *of, const struct analysis_moment *moments, int index)
{
    int at = of->worst_count;

    if (moments[index].loss < ANALYSIS_WORTH_NAMING)
        return;
    while (at > 0 && moments[of->worst[at - 1]].loss < moments[index].loss)
        at--;
    if (at == ANALYSIS_WORST)
        return;
    if (of->worst_count < ANALYSIS_WORST)
        of->worst_count++;
    for (int i = of->worst_count - 1; i > at; i--)
        of->worst[i] = of->worst[i - 1];
    of->worst[at] = index;
}

static void
add_moment(struct analysis *a, int index)
{
    const struct analysis_moment *m = &a->moments[index];

    for (int i = 0; i < a->seats; i++) {
        a->of[i].luck += m->luck[i];
        a->of[i].given += m->given[i];
    }
    if (m->seat >= a->seats || !m->choice)
        return;
    a->of[m->seat].decisions++;
    a->of[m->seat].loss += m->loss;
    name_if_bad(&a->of[m->seat], a->moments, index);
}

/* The value at the end: the result; of an unfinished game the net's value, or before chance the
 * mean. */
static void
look_at_end(struct analysis *a, struct analysis_moment *m)
{
    memset(m, 0, sizeof *m);
    m->seat = GAME_MAX_SEATS;
    estimate_state(a->game, &a->now, a->seats, &m->before);
}

/* A mean over all outcomes of chance takes long. So the one that came stands for them, less its luck if that is
 * known. */
static void
fill_chance(struct analysis *a)
{
    for (int i = a->count - 1; i >= 0; i--) {
        struct analysis_moment *m = &a->moments[i];

        if (m->seat != GAME_NATURE || !is_quick_luck(a, i))
            continue;
        m->before = m[1].before;
        for (int seat = 0; seat < a->seats; seat++)
            m->before.win[seat] -= m->luck[seat];
    }
}

void
analysis_end(struct analysis *a)
{
    look_at_end(a, &a->moments[a->count]);
    a->ended = true;
    fill_chance(a);
    if (a->quick)
        return;
    if (!a->no_hindsight)
        smooth_all(a);
    memset(a->of, 0, sizeof a->of);
    for (int i = 0; i < a->count; i++)
        add_moment(a, i);
    for (int i = 0; i < a->seats; i++) {
        struct analysis_seat *of = &a->of[i];

        of->start = a->moments[0].before.win[i];
        of->result = a->moments[a->count].before.win[i];
        of->revised = of->result - of->start - of->luck + of->loss - of->given;
    }
}

/* ---- JSON ---- */

static void
json_moment(struct text *t, const struct analysis *a, int index)
{
    const struct analysis_moment *m = &a->moments[index];

    json_open(t, '{');
    json_key_int(t, "index", index);
    json_key(t, "win");
    json_wins(t, m->before.win, a->seats);
    json_key(t, "score");
    json_scores(t, m->before.score, a->seats);
    if (m->action[0]) {
        json_key_text(t, "action", m->action);
    }
    if (m->seat == GAME_NATURE && !a->quick) {
        json_key(t, "luck");
        json_wins(t, m->luck, a->seats);
    } else if (m->seat < a->seats) {
        json_key_int(t, "seat", m->seat);
    }
    if (m->best[0]) {
        json_key_text(t, "best", m->best);
        json_key(t, "loss");
        json_win(t, m->loss);
    }
    if (m->facts.count + m->best_facts.count) {
        json_key(t, "facts");
        json_facts(t, &m->facts);
        json_key(t, "best_facts");
        json_facts(t, &m->best_facts);
    }
    json_close(t, '}');
}

static void
json_sum(struct text *t, const char *key, int32_t win)
{
    json_key(t, key);
    json_win(t, win);
}

static void
json_seat(struct text *t, const struct analysis_seat *of)
{
    json_open(t, '{');
    json_key_int(t, "decisions", of->decisions);
    json_sum(t, "loss", of->loss);
    json_sum(t, "loss_per_decision",
             of->decisions ? (of->loss + of->decisions / 2) / of->decisions : 0);
    json_sum(t, "start", of->start);
    json_sum(t, "luck", of->luck);
    json_sum(t, "given", of->given);
    json_sum(t, "revised", of->revised);
    json_sum(t, "result", of->result);
    json_key_open(t, "worst", '[');
    for (int i = 0; i < of->worst_count; i++)
        json_int(t, of->worst[i]);
    json_close(t, ']');
    json_close(t, '}');
}

void
json_analysis(struct text *t, const struct analysis *a)
{
    json_open(t, '{');
    json_key_text(t, "game", a->game->name);
    json_key_int(t, "players", a->seats);
    json_key_text(t, "bot", a->teacher.bot->name);
    if (a->quick)
        json_key_bool(t, "preliminary", true);
    json_key_open(t, "moments", '[');
    for (int i = 0; i <= a->count; i++)
        json_moment(t, a, i);
    json_close(t, ']');
    if (!a->quick) {
        json_key_open(t, "seats", '[');
        for (int i = 0; i < a->seats; i++)
            json_seat(t, &a->of[i]);
        json_close(t, ']');
    }
    json_close(t, '}');
}
