/* SPDX-License-Identifier: MIT
 * player_words.c -- see player_words.h. */
#include "player_words.h"

#include <stdio.h>
#include <string.h>

bool
player_word(const char **list, char word[PLAYER_WORD_ROOM])
{
    size_t length = strcspn(*list, ",");
    size_t kept = length < PLAYER_WORD_ROOM ? length : PLAYER_WORD_ROOM - 1;

    memcpy(word, *list, kept);
    word[kept] = 0;
    *list = (*list)[length] ? *list + length + 1 : NULL;
    return kept == length;
}

const struct ai_bot *
player_bot(const char *command, const char *what, const char *word, const struct game *game)
{
    const struct ai_bot *bot = ai_find(word, game);

    if (bot)
        return bot;
    fprintf(stderr, "khepri %s: there is no %s '%s' for %s; there is", command, what, word,
            game->name);
    for (int i = 0; ai_bots[i]; i++) {
        if (ai_find(ai_bots[i]->name, game) == ai_bots[i])
            fprintf(stderr, "%s %s", i == 0 ? "" : ",", ai_bots[i]->name);
    }
    fputc('\n', stderr);
    return NULL;
}
