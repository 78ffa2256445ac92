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
    thought->private = NULL;
}

static struct review *
begin_review(struct hall_thought *thought)
{
    struct review *review = calloc(1, sizeof *review);
    struct teacher teacher = {.bot = thought->bot.bot};

    thought->private = review;
    thought->scrap = scrap;
    thought->why = "there was not enough memory for the analysis";
    if (!review)
        return NULL;
    review->moments = calloc((size_t)thought->count + 1, sizeof *review->moments);
    if (review->moments)
        thought->why =
            analysis_begin(&review->analysis, thought->game, thought->seats, &thought->state,
                           &teacher, review->moments, thought->count + 1);
    return thought->why ? NULL : review;
}

/* It is kept for long, so it gives back what it does not need. */
static void
write_review(struct hall_thought *thought, struct review *review)
{
    size_t room = ANALYSIS_ROOM(thought->count);
    struct text t;
    char *less;

    analysis_end(&review->analysis);
    thought->text = malloc(room);
    if (thought->text) {
        t = text_in(thought->text, room);
        json_analysis(&t, &review->analysis);
        thought->len = t.len;
    }
    if (!thought->text || text_length(&t) < 0) {
        thought->why = "there was not enough memory for the analysis";
        return;
    }
    less = realloc(thought->text, thought->len + 1);
    if (less)
        thought->text = less;
}

static void
review_on(struct hall_thought *thought, const struct ai_limits *limits,
          bool (*enough)(void *self), void *self)
{
    struct review *review = thought->private ? thought->private : begin_review(thought);

    if (!review)
        return;
    review->analysis.teacher.limits = limits;
    while (thought->at < thought->count && !thought->why && !enough(self)) {
        const struct hall_act *act = &thought->log[thought->at];

        thought->why = analysis_act(&review->analysis, act->seat, act->action);
        thought->at++;
    }
    if (thought->at == thought->count && !thought->why)
        write_review(thought, review);
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
