/* SPDX-License-Identifier: MIT
 * fingerprints.c -- counts the fingerprints of tests/golden/signature_quick.txt anew, on a machine for which the
 * program is not built: fingerprints FILE. Each line that is another is written; status 1. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "khepri/amun.h"
#include "khepri/ra.h"
#include "signature.h"

enum { GAMES = 25, TEXT_EACH = 50 }; /* as `khepri signature --games 25` has it */

union options {
    struct ra_options ra;
    struct amun_options amun;
};

union state {
    struct ra_state ra;
    struct amun_state amun;
};

/* "GAME N players KEY=VALUE... HASH": whether it is so; false too for what cannot be read. */
static bool
holds(char *line)
{
    const struct game *game = strncmp(line, "ra ", 3) == 0 ? &ra_game : &amun_game;
    char *word = strtok(line, " "), *hash = NULL;
    union options options;
    union state start, scratch;
    char counted[17];
    int players;

    word = strtok(NULL, " ");
    if (!word || sscanf(word, "%d", &players) != 1 || !strtok(NULL, " "))
        return false;
    game->defaults(&options);
    while ((word = strtok(NULL, " \r\n")) != NULL) {
        char *value = strchr(word, '=');

        if (!value) {
            hash = word;
            break;
        }
        *value = '\0';
        if (game->set_option(&options, word, value + 1) != GAME_OK)
            return false;
    }
    if (!hash || game->setup(&start, players, &options) != GAME_OK)
        return false;
    snprintf(counted, sizeof counted, "%016" PRIx64,
             signature(game, &start, GAMES, TEXT_EACH, &scratch));
    return strcmp(counted, hash) == 0;
}

int
main(int argc, char **argv)
{
    FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
    char line[300], copy[300];
    int good = 0, bad = 0;

    while (file && fgets(line, sizeof line, file)) {
        if (strstr(line, " all "))
            continue;
        memcpy(copy, line, sizeof copy);
        if (holds(copy)) {
            good++;
        } else {
            bad++;
            printf("not so here: %s", line);
        }
    }
    printf("ok - %d fingerprints, %d others\n", good, bad);
    return good > 0 && bad == 0 ? 0 : 1;
}
