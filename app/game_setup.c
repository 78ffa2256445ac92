/* SPDX-License-Identifier: MIT
 * game_setup.c -- see game_setup.h. */
#include "game_setup.h"

#include <string.h>

#include "command.h"
#include "options.h"

bool
game_setup_option(const char *command, struct game_setup *setup, const char *text)
{
    if (setup->option_count == GAME_SETUP_OPTIONS) {
        command_usage(command, "no game has as many options as that");
        return false;
    }
    setup->options[setup->option_count++] = text;
    return true;
}

bool
game_setup_words(const char *command, struct game_setup *setup, int count, char **words)
{
    if (count != 1) {
        command_usage(command,
                      count < 1 ? "a game is needed: 'ra'" : "one game at a time, please");
        return false;
    }
    setup->game = words[0];
    return true;
}

static bool
set_option(const char *command, const struct game *game, union games_options *options,
           const char *text)
{
    const char *value = strchr(text, '=');
    struct refusal why;
    char key[64];
    size_t length = value ? (size_t)(value - text) : 0;

    if (!value || length == 0 || length >= sizeof key) {
        command_usage(command, "--option takes KEY=VALUE, not '%.60s'", text);
        return false;
    }
    memcpy(key, text, length);
    key[length] = 0;
    if (options_set(game, options, key, value + 1, &why))
        return true;
    command_usage(command, "%s", why.text);
    return false;
}

bool
game_setup_start(const char *command, const struct game_setup *setup, const struct game **game,
                 union games_state *out)
{
    union games_options options;
    struct refusal why;

    *game = games_find(setup->game);
    if (!*game) {
        command_usage(command, "there is no game '%.60s'; there is 'ra'", setup->game);
        return false;
    }
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
