/* SPDX-License-Identifier: MIT
 * wasm_teacher.c -- hints and analyses of the current game, a few actions a call, so that
 * progress can be shown.
 */
#include "wasm_parts.h"

#include <stdlib.h>
#include <string.h>

#include "analysis.h"
#include "refusal.h"

static int
refuse_hint(const char *why)
{
    return wasm_refuse("conflict", why);
}

/* Reads the word of a bot that gives hints, as wasm_read_bot() does any. */
static bool
read_teacher(struct ai_player *out, int *length)
{
    struct refusal why;

    if (!wasm_read_bot(wasm.in, out, length))
        return false;
    if (hint_estimates(out->bot, wasm.match->game, why.text, sizeof why.text))
        return true;
    *length = refuse_hint(why.text);
    return false;
}

int
wasm_hint(int seat, uint64_t seed)
{
    const struct match *match = wasm.match;
    union games_state seen;
    struct ai_player player;
    struct ai_limits limits = {.positions = 0};
    struct teacher teacher = {.seed = seed, .limits = &limits};
    struct hint hint;
    struct text t;
    const char *why;
    int length;

    if (!read_teacher(&player, &length))
        return length;
    if (seat < 0 || seat >= match->seats)
        return refuse_hint("there is no such seat");
    teacher.bot = player.bot;
    limits.positions = player.positions;
    match->game->observe(&match->state, seat, &seen);
    why = hint_ask(match->game, &seen, match->seats, seat, &teacher, true, &hint);
    if (why)
        return refuse_hint(why);
    t = wasm_answer();
    json_key_int(&t, "seq", match->moment);
    json_key(&t, "hint");
    json_hint(&t, &hint);
    json_close(&t, '}');
    return wasm_length(&t);
}

/* ---- for a hall in another instance ---- */

static union games_state seen_elsewhere;

void *
wasm_seen(void)
{
    return &seen_elsewhere;
}

int
wasm_think(int seat, uint64_t seed)
{
    struct ai_player player;
    struct ai_limits limits = {.positions = 0};
    struct text t;
    int length;

    if (!wasm_read_bot(wasm.in, &player, &length))
        return length;
    limits.positions = player.positions;
    t = wasm_answer();
    json_key_int(
        &t, "action",
        player.bot->choose(wasm.match->game, &seen_elsewhere, seat, &seed, &limits, NULL));
    json_close(&t, '}');
    return wasm_length(&t);
}

int
wasm_think_hint(int seat, uint64_t seed)
{
    const struct match *match = wasm.match;
    struct ai_player player;
    struct teacher teacher = {.seed = seed};
    struct hint hint;
    struct text t;
    const char *why;
    int length;

    if (!read_teacher(&player, &length))
        return length;
    teacher.bot = player.bot;
    why = hint_ask(match->game, &seen_elsewhere, match->seats, seat, &teacher, true, &hint);
    if (why)
        return refuse_hint(why);
    t = wasm_answer();
    json_key(&t, "hint");
    json_hint(&t, &hint);
    json_close(&t, '}');
    return wasm_length(&t);
}

/* ---- a game gone through ---- */

static const char not_begun[] = "no analysis was begun";

static void
forget(void)
{
    struct analysis *a = wasm.analysis;

    if (a)
        free(a->moments);
    free(a);
    wasm.analysis = NULL;
}

static struct analysis *
room_for(int actions)
{
    struct analysis *a = malloc(sizeof *a);
    struct analysis_moment *moments = malloc(sizeof *moments * (size_t)(actions + 1));

    if (!a || !moments) {
        free(moments);
        free(a);
        return NULL;
    }
    a->moments = moments;
    return a;
}

int
wasm_analyse(uint64_t seed)
{
    const struct match *match = wasm.match;
    struct ai_player player;
    struct teacher teacher = {.seed = seed, .limits = &wasm.limits};
    struct text t;
    const char *why;
    int length;

    if (!read_teacher(&player, &length))
        return length;
    wasm.limits = (struct ai_limits){.positions = player.positions};
    forget();
    wasm.analysis = room_for(match->count);
    if (!wasm.analysis)
        return wasm_refuse("busy", "there is not enough memory");
    teacher.bot = player.bot;
    why = analysis_begin(wasm.analysis, match->game, match->seats, &match->start, &teacher,
                         wasm.analysis->moments, match->count + 1);
    if (why) {
        forget();
        return refuse_hint(why);
    }
    t = wasm_answer();
    json_close(&t, '}');
    return wasm_length(&t);
}

int
wasm_analyse_quickly(void)
{
    struct text t;

    if (!wasm.analysis)
        return refuse_hint(not_begun);
    wasm.analysis->quick = true;
    t = wasm_answer();
    json_close(&t, '}');
    return wasm_length(&t);
}

/* Answers how far it is, and finishes the analysis after the last action. */
static int
answer_progress(const char *why)
{
    const struct match *match = wasm.match;
    struct analysis *a = wasm.analysis;
    struct text t;

    if (why)
        return refuse_hint(why);
    t = wasm_answer();
    json_key_open(&t, "progress", '[');
    json_int(&t, a->count);
    json_int(&t, match->count);
    json_close(&t, ']');
    if (a->count == match->count) {
        analysis_end(a);
        json_key(&t, "analysis");
        json_analysis(&t, a);
    }
    json_close(&t, '}');
    return wasm_length(&t);
}

/* The next action, judged or passed by. */
static const char *
next_action(const char *(*how)(struct analysis *, int, game_action))
{
    const struct match *match = wasm.match;
    struct analysis *a = wasm.analysis;

    return how(a, match->log[a->count].seat, match->log[a->count].action);
}

static const char *
pass_to(int at)
{
    const char *why = NULL;

    while (!why && wasm.analysis->count < at)
        why = next_action(analysis_pass);
    return why;
}

int
wasm_analyse_on(int most)
{
    const char *why = wasm.analysis ? NULL : not_begun;

    for (; !why && most > 0 && wasm.analysis->count < wasm.match->count; most--)
        why = next_action(analysis_act);
    return answer_progress(why);
}

int
wasm_analyse_at(int at)
{
    struct analysis *a = wasm.analysis;
    struct text t;
    const char *why;

    if (!a)
        return refuse_hint(not_begun);
    if (at < a->count || at >= wasm.match->count)
        return refuse_hint("there is no such action ahead");
    why = pass_to(at);
    why = why ? why : next_action(analysis_act);
    if (why)
        return refuse_hint(why);
    t = wasm_answer();
    json_close(&t, '}');
    return wasm_length(&t);
}

void *
wasm_analyse_moment(int at)
{
    struct analysis *a = wasm.analysis;

    return a && at >= 0 && at < wasm.match->count ? &a->moments[at] : NULL;
}

int
wasm_analyse_moment_size(void)
{
    return (int)sizeof(struct analysis_moment);
}

int
wasm_analyse_end(void)
{
    return answer_progress(wasm.analysis ? pass_to(wasm.match->count) : not_begun);
}
