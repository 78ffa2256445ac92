/* SPDX-License-Identifier: MIT
 * player_words.c -- see player_words.h. */
#include "player_words.h"

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
player_bot(const char *what, const char *word, const struct game *game, struct ai_player *out,
           struct refusal *why)
{
    char list[1000];
    struct text t = text_in(list, sizeof list);

    if (ai_read_word(word, game, out))
        return true;
    if (ai_limit_fault(word, game))
        return refuse(why, "%s: %s", quote(word).text, ai_limit_fault(word, game));
    ai_list(game, &t);
    return refuse(why, "there is no %s '%.60s' for %s; there is %s", what, word, game->name,
                  list);
}
