/* SPDX-License-Identifier: MIT
 * mind.c -- the work of a hall_thought, on whatever thread the host chooses. */
#include <stdlib.h>

#include "analysis.h"
#include "hall.h"
#include "hint.h"

/* A review in progress. */
struct review {
    struct analysis analysis;
    struct analysis_moment *moments;
};

static void
hint(struct hall_thought *thought, const struct ai_limits *limits)
{
    struct teacher teacher = {.bot = thought->bot.bot, .limits = limits};
    struct hint *found = malloc(sizeof *found);
    char *text = malloc(HINT_ROOM);
    struct text t;

    thought->why = "there was not enough memory for the hint";
    if (found && text)
        thought->why = hint_ask(thought->game, &thought->state, thought->seats, thought->seat,
                                &teacher, true, found);
    if (!thought->why) {
        t = text_in(text, HINT_ROOM);
        json_hint(&t, found);
        thought->text = text;
        thought->len = t.len;
        text = NULL;
    }
    free(text);
    free(found);
}

static void
scrap(struct hall_thought *thought)
{
    struct review *review = thought->private;

    if (review)
        free(review->moments);
    free(review);
    free(thought->early);
    thought->private = NULL;
    thought->early = NULL;
}

/* The chances alone come first, and are told at once; then the game is gone through again. */
static void
begin_pass(struct hall_thought *thought, struct review *review, bool quick)
{
    struct teacher teacher = {.bot = thought->bot.bot};

    thought->why =
        analysis_begin(&review->analysis, thought->game, thought->seats, &thought->state,
                       &teacher, review->moments, thought->count + 1);
    review->analysis.quick = quick;
}

static struct review *
begin_review(struct hall_thought *thought)
{
    struct review *review = calloc(1, sizeof *review);

    thought->private = review;
    thought->scrap = scrap;
    thought->why = "there was not enough memory for the analysis";
    if (!review)
        return NULL;
    review->moments = calloc((size_t)thought->count + 1, sizeof *review->moments);
    if (review->moments)
        begin_pass(thought, review, true);
    return thought->why ? NULL : review;
}

/* It is kept for long, so it gives back what it does not need. */
static char *
write_pass(struct hall_thought *thought, struct review *review, size_t *len)
{
    size_t room = ANALYSIS_ROOM(thought->count);
    char *text = malloc(room), *less;
    struct text t;

    analysis_end(&review->analysis);
    if (text) {
        t = text_in(text, room);
        json_analysis(&t, &review->analysis);
        *len = t.len;
    }
    if (!text || text_length(&t) < 0) {
        thought->why = "there was not enough memory for the analysis";
        return text;
    }
    less = realloc(text, *len + 1);
    return less ? less : text;
}

static void
end_pass(struct hall_thought *thought, struct review *review)
{
    if (!review->analysis.quick) {
        thought->text = write_pass(thought, review, &thought->len);
        return;
    }
    thought->early = write_pass(thought, review, &thought->early_len);
    if (!thought->why)
        begin_pass(thought, review, false);
}

static void
review_on(struct hall_thought *thought, const struct ai_limits *limits,
          bool (*enough)(void *self), void *self)
{
    struct review *review = thought->private ? thought->private : begin_review(thought);

    while (review && !thought->why && !thought->text && !enough(self)) {
        struct analysis *a = &review->analysis;

        a->teacher.limits = limits;
        if (a->count < thought->count)
            thought->why =
                analysis_act(a, thought->log[a->count].seat, thought->log[a->count].action);
        else
            end_pass(thought, review);
        thought->at = a->quick ? 0 : a->count;
    }
}

void
hall_think(struct hall_thought *thought, const struct ai_limits *limits,
           bool (*enough)(void *self), void *self)
{
    switch (thought->task) {
    case HALL_CHOOSE:
        thought->answer = thought->bot.bot->choose(thought->game, &thought->state,
                                                   thought->seat, &thought->rng, limits, NULL);
        break;
    case HALL_HINT:
        hint(thought, limits);
        break;
    case HALL_REVIEW:
        review_on(thought, limits, enough, self);
        break;
    }
}
