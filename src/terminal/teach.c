/* SPDX-License-Identifier: MIT
 * teach.c -- see teach.h. */
#include "teach.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyse_show.h"
#include "fact_show.h"
#include "letters.h"
#include "minmax.h"
#include "patience.h"
#include "phrase.h"
#include "rng.h"
#include "screen.h"
#include "typing.h"

enum { NAME = 24, NUMBER = 9, TERM = 18, INDENT = 4 };

static void
put_number(struct text *out, int32_t score, int width)
{
    char number[32];

    snprintf(number, sizeof number, "%.1f", (double)score / ESTIMATE_POINT);
    put_cell(out, decimal(number), width, true);
}

/* A phrase of the game that is played. */
static const char *
own_phrase(const struct session *play, const char *group, const char *name)
{
    char id[64];
    struct text t = text_in(id, sizeof id);

    text_put(&t, play->table->prefix);
    text_put(&t, group);
    return phrase_of(id, name);
}

/* ---- a hint ---- */

/* In a window too narrow for all columns, the numbers of an action stand below it. */
static bool
is_narrow(void)
{
    return screen_width() < NAME + 3 * NUMBER;
}

static void
put_line_below(struct text *out)
{
    text_char(out, '\n');
    put_cell(out, "", INDENT, false);
}

static void
put_ends(const struct session *play, const struct hint_action *action, struct text *out)
{
    struct filling with = {.n = action->ends.with};

    if (!action->ends.there)
        return;
    if (is_narrow())
        put_line_below(out);
    else
        text_put(out, "  ");
    if (action->ends.seat >= 0)
        with.player = play->names[action->ends.seat];
    fill(out, own_phrase(play, "hint.ends.", with.player ? "seat" : "nobody"), &with);
}

static void
put_name(struct text *out, const struct hint *hint, int at)
{
    const struct hint_action *action = &hint->actions[at];

    text_put(out, action->action == hint->best ? "> " : "  ");
    put_action(out, hint->game, &hint->seen, action->action);
}

/* The column of the actions: wide enough for them if the terminal is, and never so narrow that they look alike. */
static int
name_width(const struct hint *hint)
{
    int width = 0;

    if (is_narrow())
        return INDENT;
    for (int i = 0; i < hint->count; i++) {
        char words[200];
        struct text name = text_in(words, sizeof words);

        put_name(&name, hint, i);
        width = int_max(width, letters_width(words, name.len));
    }
    return int_max(int_min(width, screen_width() - 3 * NUMBER), NAME);
}

static void
put_actions(const struct session *play, const struct hint *hint, struct text *out)
{
    int width = name_width(hint);

    put_cell(out, "", width, false);
    put_cell(out, phrase("hint.win"), NUMBER, true);
    put_cell(out, phrase("hint.score"), NUMBER, true);
    put_cell(out, phrase("hint.loss"), NUMBER, true);
    text_char(out, '\n');
    for (int i = 0; i < hint->count; i++) {
        const struct hint_action *action = &hint->actions[i];
        char words[200];
        struct text name = text_in(words, sizeof words);

        put_name(&name, hint, i);
        if (is_narrow()) {
            text_put(out, words);
            put_line_below(out);
        } else {
            put_cell(out, words, width, false);
        }
        put_percent(out, action->after.win[hint->seat], false, NUMBER);
        put_number(out, action->after.score[hint->seat], NUMBER);
        if (action->loss < ESTIMATE_SURE / 2000) /* it would be 0.0 % */
            put_cell(out, "-", NUMBER, true);
        else
            put_percent(out, action->loss, false, NUMBER);
        put_ends(play, action, out);
        text_char(out, '\n');
    }
}

/* The column of the terms, wide enough for those of any language. */
static int
term_width(const struct session *play, const struct hint *hint)
{
    int width = TERM;

    for (int i = 0; i < hint->terms; i++) {
        const char *term = own_phrase(play, "why.", hint->why[i].term);

        width = int_max(width, letters_width(term, strlen(term)));
    }
    return width;
}

static void
put_why(const struct session *play, const struct hint *hint, struct text *out)
{
    struct filling with = {.player = play->names[hint->seat]};
    int width = term_width(play, hint);
    bool own = false;

    text_char(out, '\n');
    fill(out, phrase("why.title"), &with);
    text_char(out, '\n');
    for (int i = 0; i < hint->terms; i++) {
        const struct why_term *term = &hint->why[i];

        text_put(out, "  ");
        put_cell(out, own_phrase(play, "why.", term->term), width, false);
        put_percent(out, term->by, true, NUMBER);
        if (term->table)
            put_format(out, "  %s", own_phrase(play, "why.about.", term->term));
        own = own || !term->table;
        text_char(out, '\n');
    }
    if (own)
        put_format(out, "  (%s)\n", phrase("why.about.own"));
    if (!hint->terms) {
        text_put(out, "  ");
        text_put(out, phrase("why.none"));
        text_char(out, '\n');
    }
}

/* The best action beside the one that comes closest. */
static void
put_reasons(const struct session *play, const struct hint *hint, struct text *out)
{
    const char *names[GAME_MAX_SEATS];
    const struct fact_reader reader = {
        .game = hint->game, .st = &hint->seen, .names = names, .seat = hint->seat, .you = true};
    game_action action[2] = {0};

    if (hint->told < 2)
        return;
    for (int i = 0; i < hint->seats; i++)
        names[i] = play->names[i];
    for (int i = 0; i < hint->count; i++) {
        int place = hint->actions[i].facts;

        if (place == 1 || place == 2)
            action[place - 1] = hint->actions[i].action;
    }
    put_facts(out, &reader, action[0], &hint->facts[0], &hint->facts[1]);
    put_facts(out, &reader, action[1], &hint->facts[1], &hint->facts[0]);
}

static void
put_refusal(const char *why, struct text *out)
{
    struct filling with = {.what = why};

    fill(out, phrase("hint.none"), &with);
    text_char(out, '\n');
}

/* No bot of that name can be asked. The analysis says why in English; in other languages this is a general sentence. */
static void
put_no_bot(const struct game *game, const char *word, const char *why, struct text *out)
{
    char bots[200], line[400];
    struct text general = text_in(line, sizeof line);

    hint_bots(game, bots, sizeof bots);
    fill(&general, phrase("term.teach.bots"),
         &(struct filling){.what = quote(word).text, .kind = bots});
    put_refusal(phrase_language() == LANG_EN || !*bots ? why : line, out);
}

/* Asks the bot. NULL, and why, if there is no hint; the caller frees it. */
static struct hint *
ask(const struct session *play, int seat, const struct ai_player *bot, const char **why)
{
    struct hint *hint = malloc(sizeof *hint);
    struct patience patience;
    struct teacher teacher = {bot->bot, rng_stream(0, play->actions.count, 2),
                              &patience.limits};
    struct look look;

    session_look(play, seat, &look);
    patience_begin(&patience, bot);
    *why = hint ? hint_ask(play->game, &look.seen, play->seats, seat, &teacher, true, hint)
                : "there is not memory enough";
    if (!*why)
        return hint;
    free(hint);
    return NULL;
}

static void
show_hint(const struct session *play, int seat, const struct ai_player *bot, struct text *out)
{
    struct filling with = {.what = bot->bot->name};
    const char *why;
    struct hint *hint = ask(play, seat, bot, &why);

    if (!hint) {
        put_refusal(why, out);
        return;
    }
    fill(out, phrase("hint.title"), &with);
    text_char(out, '\n');
    put_actions(play, hint, out);
    if (hint->game->sealed(&hint->seen)) /* a mixed choice: no action is best */
        put_format(out, "  (%s)\n", own_phrase(play, "hint.", "mixed"));
    put_reasons(play, hint, out);
    put_why(play, hint, out);
    if (play->table->tell_odds)
        play->table->tell_odds(&hint->seen, out);
    free(hint);
}

bool
teach_json(const struct session *play, int seat, const char *bot, struct text *out)
{
    struct ai_player player;
    struct refusal refusal;
    const char *why;
    struct hint *hint = analysed_bot(bot, play->game, &player, &refusal)
                            ? ask(play, seat, &player, &why)
                            : NULL;

    if (hint)
        json_hint(out, hint);
    free(hint);
    return hint != NULL && text_length(out) > 0;
}

/* ---- a game that is over ---- */

/* A signal ends an analysis after the action that it is at. */
static bool
goes_on(void *self, size_t done)
{
    (void)self, (void)done;
    return !typing_interrupted();
}

static void
show_analysis(const struct session *play, const struct ai_player *bot, bool graph,
              struct text *out)
{
    struct analysed of = {0};
    struct analysed_how how = {.player = bot, .told = goes_on};
    struct analysed_game game = {.of = &of};
    struct refusal why;

    for (int i = 0; i < play->seats; i++)
        game.names[i] = play->names[i];
    if (!analysed_make(&of, play->game, play->seats, &play->start, &play->actions, &how,
                       &why)) {
        put_refusal(why.text, out);
    } else if (graph) {
        analyse_plot(&game, out);
    } else {
        analyse_table(&game, out);
        text_char(out, '\n');
        analyse_worst(&game, out);
    }
    analysed_finish(&of);
}

bool
teach_after(const struct session *play)
{
    struct ai_player bot;
    struct refusal why;

    return !play->game->to_move(&play->state) && analysed_bot(NULL, play->game, &bot, &why);
}

bool
teach_answer(const struct session *play, int seat, const char *word, const char *argument,
             struct text *out)
{
    bool hint = !strcmp(word, "hint"), graph = !strcmp(word, "graph");
    bool over = !play->game->to_move(&play->state);
    struct ai_player bot;
    struct refusal why;

    if (!hint && !graph && strcmp(word, "analyse") != 0)
        return false;
    if (hint && over)
        put_refusal(phrase("term.teach.over"), out);
    else if (hint && !play->hints)
        put_format(out, "%s\n", phrase("hint.off"));
    else if (!hint && !over)
        put_format(out, "%s\n", phrase("term.teach.later"));
    else if (!analysed_bot(*argument ? argument : NULL, play->game, &bot, &why))
        put_no_bot(play->game, argument, why.text, out);
    else if (hint)
        show_hint(play, seat, &bot, out);
    else
        show_analysis(play, &bot, graph, out);
    return true;
}
