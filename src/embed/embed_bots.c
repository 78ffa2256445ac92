/* SPDX-License-Identifier: MIT
 * embed_bots.c -- see khepri/bots.h: the bots of src/ai and the hints of src/analysis for embedders. */
#include "khepri/bots.h"

#include <string.h>

#include "ai.h"
#include "analysis.h"
#include "embed_parts.h"
#include "moves.h"
#include "thinking.h"

_Static_assert((int)KHEPRI_HINT_ROOM >= (int)HINT_ROOM, "every hint fits");

/* A bot inside is the bot outside: only its name is another. */
static const struct ai_bot *
within(const struct khepri_bot *bot)
{
    return (const struct ai_bot *)bot;
}

const struct khepri_bot *
khepri_bot_at(const struct game *game, int i)
{
    return (const struct khepri_bot *)ai_bot_at(game, i);
}

const char *
khepri_bot_name(const struct khepri_bot *bot)
{
    return within(bot)->name;
}

const char *
khepri_bot_line(const struct khepri_bot *bot)
{
    return within(bot)->line;
}

bool
khepri_bot_searches(const struct khepri_bot *bot)
{
    return within(bot)->searches;
}

bool
khepri_bot_hints(const struct khepri_bot *bot)
{
    return within(bot)->wins;
}

bool
khepri_find_bot(const struct game *game, const char *word, const struct khepri_bot **out,
                struct khepri_limits *limits, struct khepri_why *why)
{
    struct ai_player player;

    if (!ai_read_word(word, game, &player)) {
        const char *fault = ai_limit_fault(word, game);
        struct refusal refusal;
        char known[400];
        struct text t = text_in(known, sizeof known);

        ai_list(game, &t);
        if (fault)
            refuse(&refusal, "%s: %s", quote(word).text, fault);
        else
            refuse(&refusal, "there is no bot %s for %s; known are: %s", quote(word).text,
                   game->name, known);
        return embed_refuse(why, &refusal);
    }
    *out = (const struct khepri_bot *)player.bot;
    if (limits)
        *limits = (struct khepri_limits){player.positions, player.ms};
    return true;
}

/* A search begins now; *t must stay where it is until it has ended. */
static const struct ai_limits *
begin_search(struct thinking *t, const struct khepri_bot *bot,
             const struct khepri_limits *limits)
{
    struct ai_player player = {.bot = within(bot)};

    if (limits) {
        player.positions = limits->positions;
        player.ms = limits->ms;
    }
    thinking_begin(t, &player, 0);
    return &t->limits;
}

game_action
khepri_choose(const struct khepri_bot *bot, const struct game *game, const void *seen, int seat,
              uint64_t *rng, const struct khepri_limits *limits)
{
    struct thinking thinking;

    return within(bot)->choose(game, seen, seat, rng, begin_search(&thinking, bot, limits),
                               NULL);
}

/* ---- chances of winning ---- */

bool
khepri_value(const struct game *game, const void *state, struct khepri_value *out)
{
    struct ai_value value;

    memset(&value, 0, sizeof value);
    if (!ai_value(game, state, &value))
        return false;
    memcpy(out->win, value.win, sizeof out->win);
    memcpy(out->score, value.score, sizeof out->score);
    return true;
}

static int
refuse_text(struct khepri_why *why, const char *sentence)
{
    struct refusal refusal;

    refuse(&refusal, "%s", sentence);
    embed_refuse(why, &refusal);
    return -1;
}

static int
length_or_refuse(const struct text *t, struct khepri_why *why)
{
    return text_length(t) >= 0 ? text_length(t) : refuse_text(why, "the buffer is too small");
}

static bool
estimates(const struct khepri_bot *bot, const struct game *game, struct khepri_why *why)
{
    struct refusal refusal;

    return hint_estimates(within(bot), game, refusal.text, sizeof refusal.text) ||
           embed_refuse(why, &refusal);
}

int
khepri_hint(const struct khepri_bot *bot, const struct game *game, const void *seen, int seat,
            uint64_t seed, const struct khepri_limits *limits, char *buf, size_t room,
            struct khepri_why *why)
{
    struct thinking thinking;
    const struct teacher teacher = {within(bot), seed, begin_search(&thinking, bot, limits)};
    struct hint hint;
    const char *wrong;
    struct text t = text_in(buf, room);

    if (!estimates(bot, game, why))
        return -1;
    wrong = hint_ask(game, seen, game->seats(seen), seat, &teacher, true, &hint);
    if (wrong)
        return refuse_text(why, wrong);
    json_hint(&t, &hint);
    return length_or_refuse(&t, why);
}

size_t
khepri_analysis_room(size_t moves)
{
    return ANALYSIS_ROOM(moves);
}

size_t
khepri_analysis_storage(size_t moves)
{
    return sizeof(struct analysis) + (moves + 1) * sizeof(struct analysis_moment);
}

/* Why the analysis refused move `step`: an illegal one is named, and what would be legal. */
static int
refuse_step(const struct analysis *a, const char *text, size_t step, const char *wrong,
            struct khepri_why *why)
{
    union games_state next = a->now;
    struct refusal refusal;
    enum game_err err = moves_apply(a->game, &next, text, NULL);

    if (err == GAME_OK)
        return refuse_text(why, wrong);
    refuse_action(&refusal, a->game, &a->now, text, err);
    refuse_at_step(&refusal, step);
    embed_refuse(why, &refusal);
    return -1;
}

int
khepri_analyse(const struct khepri_bot *bot, const struct game *game, const void *start,
               const struct khepri_move *moves, size_t count, uint64_t seed,
               const struct khepri_limits *limits, void *storage, size_t storage_room,
               char *buf, size_t room, struct khepri_why *why)
{
    struct analysis *a = storage;
    const struct teacher teacher = {within(bot), seed, NULL};
    struct text t = text_in(buf, room);
    const char *wrong;

    if (!estimates(bot, game, why))
        return -1;
    if (storage_room < khepri_analysis_storage(count))
        return refuse_text(why, "the storage is too small");
    wrong = analysis_begin(a, game, game->seats(start), start, &teacher,
                           (struct analysis_moment *)(a + 1), (int)count + 1);
    if (wrong)
        return refuse_text(why, wrong);
    for (size_t i = 0; i < count; i++) {
        struct thinking thinking;

        a->teacher.limits = begin_search(&thinking, bot, limits);
        wrong = analysis_step(a, moves[i].text);
        if (wrong)
            return refuse_step(a, moves[i].text, i, wrong, why);
    }
    a->teacher.limits = NULL;
    analysis_end(a);
    json_analysis(&t, a);
    return length_or_refuse(&t, why);
}
