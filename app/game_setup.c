/* SPDX-License-Identifier: MIT
 * game_setup.c -- see game_setup.h. */
#include "game_setup.h"

#include <string.h>

#include "command.h"
#include "document_file.h"
#include "nearest.h"
#include "options.h"
#include "player_words.h"

bool
game_setup_option(const char *command, void *setup, const char *text)
{
    struct game_setup *s = setup;

    if (s->option_count == GAME_SETUP_OPTIONS) {
        command_usage(command, "no game has as many options as that");
        return false;
    }
    s->options[s->option_count++] = text;
    return true;
}

bool
game_setup_words(const struct command_line *line, struct game_setup *setup)
{
    if (line->count < 1) {
        command_usage(line->name, "a game is needed: %s", game_names("'", " or ").text);
        return false;
    }
    if (line->count > 1) {
        command_usage(line->name, "one game at a time, please");
        return false;
    }
    setup->game = line->words[0];
    return true;
}

/* The value of an option that can be an object, from a file of it: a board. */
static bool
read_object(const char *command, const struct game *game, const char *key, const char *path,
            union games_options *out)
{
    struct document document = {0};
    struct refusal why;
    bool good = false;

    if (!document_file(&document, path, &why))
        command_trouble(command, "the board %.200s could not be read: %s", path, why.text);
    else if (!options_object(game, key, document.root, out, &why))
        command_trouble(command, "the board %.200s is not one: %s", path, why.text);
    else
        good = true;
    document_finish(&document);
    return good;
}

static bool
set_option(const char *command, const struct game *game, union games_options *options,
           const char *text)
{
    const char *value = strchr(text, '=');
    const struct game_option *option;
    struct refusal why;
    char key[64];
    size_t length = value ? (size_t)(value - text) : 0;

    if (!value || length == 0 || length >= sizeof key) {
        command_usage(command, "--option takes KEY=VALUE, not '%.60s'", text);
        return false;
    }
    memcpy(key, text, length);
    key[length] = 0;
    option = options_find(game, key);
    if (option && option->object && strcmp(value + 1, option->values[0]) != 0)
        return read_object(command, game, key, value + 1, options);
    if (options_set(game, options, key, value + 1, &why))
        return true;
    command_usage(command, "%s", why.text);
    return false;
}

const struct game *
game_setup_find(const char *command, const char *word)
{
    const struct game *found = games_find(word);
    struct nearest nearest = {.word = word};
    char question[NEAREST_ROOM];

    for (const struct game *const *game = games_list; *game; game++)
        nearest_offer(&nearest, (*game)->name);
    if (!found && nearest.best)
        command_usage(command, "there is no game '%.60s'%s", word,
                      nearest_question(&nearest, "", question));
    else if (!found)
        command_usage(command, "there is no game '%.60s'; there are %s", word,
                      game_names("'", " and ").text);
    return found;
}

bool
game_setup_start(const char *command, const struct game_setup *setup, const struct game **game,
                 union games_state *out)
{
    union games_options options;
    struct refusal why;

    *game = game_setup_find(command, setup->game);
    if (!*game)
        return false;
    if (setup->players == 0) {
        command_usage(command, "--players is needed: how many play");
        return false;
    }
    (*game)->defaults(&options);
    for (int i = 0; i < setup->option_count; i++) {
        if (!set_option(command, *game, &options, setup->options[i]))
            return false;
    }
    if (options_setup(*game, &options, (long long)setup->players, out, &why))
        return true;
    command_usage(command, "%s", why.text);
    return false;
}

bool
game_setup_bot(const char *command, const char *what, const char *word, const struct game *game,
               struct ai_player *out)
{
    struct refusal why;

    if (player_bot(what, word, game, out, &why))
        return true;
    command_trouble(command, "%s", why.text);
    return false;
}
