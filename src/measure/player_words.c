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

bool
player_bot(const char *command, const char *what, const char *word, const struct game *game,
           struct ai_player *out)
{
    char list[1000];
    struct text t = text_in(list, sizeof list);

    if (ai_read_word(word, game, out))
        return true;
    ai_list(game, &t);
    fprintf(stderr, "khepri %s: there is no %s '%s' for %s; there is %s\n", command, what, word,
            game->name, list);
    return false;
}
