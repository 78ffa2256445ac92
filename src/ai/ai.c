/* SPDX-License-Identifier: MIT
 * ai.c -- the bots of a game, their names, and `random`, which plays any game. */
#include "ai_parts.h"
#include "game_mind.h"

#include <string.h>

#include "random_play.h"
#include "rng.h"

/* ---- by chance ---- */

static game_action
choose_any(const struct game *game, const void *seen, int seat, uint64_t *rng,
           const struct ai_limits *limits, struct ai_advice *advice)
{
    (void)limits;
    if (advice) {
        game_action legal[GAME_MOST_ACTIONS];

        ai_advise(advice, legal, NULL, game->actions(seen, seat, legal));
    }
    return random_action(game, seen, seat, rng);
}

static const struct ai_bot random_bot = {
    .name = "random",
    .line = "any legal action, all equally likely",
    .choose = choose_any,
};

const struct ai_bot *
ai_bot_at(const struct game *game, int i)
{
    const struct ai_bot *const *own = game_mind(game)->bots;
    int count = 0;

    while (own && own[count])
        count++;
    return i < 0 ? NULL : i < count ? own[i] : i == count ? &random_bot : NULL;
}

const struct ai_bot *
ai_find_in(ai_bots_at *at, const char *name, const struct game *game)
{
    const struct ai_bot *bot = NULL;

    for (int i = 0; (bot = at(game, i)) && strcmp(bot->name, name) != 0; i++)
        ;
    return bot;
}

const struct ai_bot *
ai_find(const char *name, const struct game *game)
{
    return ai_find_in(ai_bot_at, name, game);
}

/* ---- words ---- */

enum { MOST_POSITIONS = 1000000000, MOST_MS = 600000 };

/* The number from 1 to `most` at the start of the text, which advances past it; else 0. */
static uint64_t
read_number(const char **text, uint64_t most)
{
    uint64_t number = 0;

    for (; **text >= '0' && **text <= '9'; ++*text) {
        number = 10 * number + (uint64_t)(**text - '0');
        if (number > most)
            return 0;
    }
    return number;
}

static bool
read_limit(const char *text, struct ai_player *out)
{
    uint64_t number = read_number(&text, MOST_POSITIONS);

    if (number && !*text) {
        out->positions = number;
        return true;
    }
    if (!number || number > MOST_MS || strcmp(text, "ms") != 0)
        return false;
    out->ms = (uint32_t)number;
    return true;
}

bool
ai_read_word_in(ai_bots_at *at, const char *word, const struct game *game,
                struct ai_player *out)
{
    struct ai_player player = {.bot = ai_find_in(at, word, game)};
    size_t length = strlen(word), colon = length;
    char name[32];

    while (colon > 0 && word[colon] != ':')
        colon--;
    if (!player.bot && colon > 0 && colon < sizeof name) {
        memcpy(name, word, colon);
        name[colon] = 0;
        player.bot = ai_find_in(at, name, game);
        if (player.bot && (!player.bot->searches || !read_limit(word + colon + 1, &player)))
            player.bot = NULL;
    }
    if (player.bot)
        *out = player;
    return player.bot != NULL;
}

const char *
ai_limit_fault_in(ai_bots_at *at, const char *word, const struct game *game)
{
    const struct ai_bot *bot;
    struct ai_player player;
    size_t length = strlen(word);
    char name[32];

    while (length > 0 && word[length] != ':')
        length--;
    if (length == 0 || length >= sizeof name)
        return NULL;
    memcpy(name, word, length);
    name[length] = 0;
    bot = ai_find_in(at, name, game);
    if (!bot || ai_find_in(at, word, game))
        return NULL;
    if (!bot->searches) /* what has no digits may have been meant for a personality */
        return word[length + 1] >= '0' && word[length + 1] <= '9'
                   ? "this bot takes no limit, as it does not search"
                   : NULL;
    return read_limit(word + length + 1, &player)
               ? NULL
               : "the limit should be 1 to 1000000000 positions, or 1ms to 600000ms";
}

const char *
ai_limit_fault(const char *word, const struct game *game)
{
    return ai_limit_fault_in(ai_bot_at, word, game);
}

bool
ai_read_word(const char *word, const struct game *game, struct ai_player *out)
{
    return ai_read_word_in(ai_bot_at, word, game, out);
}

void
ai_write_word(const struct ai_player *player, struct text *t)
{
    text_put(t, player->bot->name);
    if (player->positions || player->ms)
        text_char(t, ':');
    if (player->positions)
        text_int(t, (long long)player->positions);
    else if (player->ms)
        text_int(t, player->ms);
    text_put(t, player->ms && !player->positions ? "ms" : "");
}

void
ai_list_in(ai_bots_at *at, const struct game *game, struct text *t)
{
    bool first = true;

    const struct ai_bot *bot;

    for (int i = 0; (bot = at(game, i)) != NULL; i++) {
        text_put(t, first ? "" : ", ");
        text_put(t, bot->name);
        if (bot->searches) {
            text_put(t, " (or, with a limit, ");
            text_put(t, bot->name);
            text_put(t, ":20000, ");
            text_put(t, bot->name);
            text_put(t, ":100ms)");
        }
        first = false;
    }
}

void
ai_list(const struct game *game, struct text *t)
{
    ai_list_in(ai_bot_at, game, t);
}

/* ---- values ---- */

bool
ai_value(const struct game *game, const void *state, struct ai_value *out)
{
    const struct game_mind *mind = game_mind(game);

    if (mind->value)
        mind->value(state, out);
    return mind->value != NULL;
}
