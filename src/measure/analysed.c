/* SPDX-License-Identifier: MIT
 * analysed.c -- see analysed.h. */
#include "analysed.h"

#include <stdlib.h>
#include <string.h>

#include "thinking.h"

static bool
no_memory(struct refusal *why)
{
    return refuse(why, "there is not memory enough to analyse the game");
}

static bool
step(struct analysed *out, const char *action, const struct analysed_how *how,
     struct refusal *why)
{
    const char *wrong;
    struct thinking thinking;

    thinking_begin(&thinking, how->player, 0);
    out->analysis->teacher.limits = &thinking.limits;
    wrong = analysis_step(out->analysis, action);
    out->analysis->teacher.limits = NULL;
    return wrong ? refuse(why, "%s", wrong) : true;
}

bool
analysed_make(struct analysed *out, const struct game *game, int seats,
              const union games_state *start, const struct action_list *actions,
              const struct analysed_how *how, struct refusal *why)
{
    size_t count = actions->count;
    struct teacher teacher = {how->player->bot, 0, NULL};
    const char *wrong;

    out->analysis = malloc(sizeof *out->analysis);
    out->moments = calloc(count + 1, sizeof *out->moments);
    out->states = calloc(count + 1, sizeof *out->states);
    if (!out->analysis || !out->moments || !out->states)
        return no_memory(why);
    wrong = analysis_begin(out->analysis, game, seats, start, &teacher, out->moments,
                           (int)count + 1);
    if (wrong)
        return refuse(why, "%s", wrong);
    out->analysis->no_hindsight = how->no_hindsight;
    for (size_t i = 0; i < count; i++) {
        out->states[i] = out->analysis->now;
        if (!step(out, actions->text[i], how, why))
            return false;
        if (how->told && !how->told(how->self, i + 1))
            return refuse(why, "the analysis was stopped");
    }
    out->states[count] = out->analysis->now;
    analysis_end(out->analysis);
    return true;
}

bool
analysed_record(struct analysed *out, const struct record *r, const struct analysed_how *how,
                struct refusal *why)
{
    struct action_list actions = {0};
    bool good = action_list_read(&actions, r->list)
                    ? analysed_make(out, r->game, r->seats, &r->state, &actions, how, why)
                    : no_memory(why);

    action_list_finish(&actions);
    return good;
}

void
analysed_finish(struct analysed *out)
{
    free(out->analysis);
    free(out->moments);
    free(out->states);
    memset(out, 0, sizeof *out);
}

bool
analysed_bot(const char *word, const struct game *game, struct ai_player *out,
             struct refusal *why)
{
    char known[200];

    hint_bots(game, known, sizeof known);
    if (!*known)
        return refuse(why, "no bot estimates chances of winning in %s yet", game->name);
    if (!word)
        word = ai_find("expert", game) ? "expert" : "hard";
    if (!ai_read_word(word, game, out) && ai_limit_fault(word, game))
        return refuse(why, "%s: %s", quote(word).text, ai_limit_fault(word, game));
    if (!ai_read_word(word, game, out))
        return refuse(why, "there is no bot %s for %s; these estimate chances of winning: %s",
                      quote(word).text, game->name, known);
    return hint_estimates(out->bot, game, why->text, sizeof why->text);
}

char *
analysed_json(const struct analysed *of)
{
    size_t room = ANALYSIS_ROOM(of->analysis->count);
    char *buf = malloc(room);
    struct text t = text_in(buf, buf ? room : 0);

    if (!buf)
        return NULL;
    json_analysis(&t, of->analysis);
    if (text_length(&t) >= 0)
        return buf;
    free(buf);
    return NULL;
}
