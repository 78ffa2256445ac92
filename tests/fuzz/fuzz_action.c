/* SPDX-License-Identifier: MIT
 * fuzz_action.c -- any text as an action, before the deal and after. What is taken for an action must be
 * its one canonical text: records compare actions as exact strings. */
#include <string.h>

#include "fuzz.h"
#include "khepri/games.h"

static void
read_back(const struct ra_state *s, const char *text)
{
    char again[GAME_TEXT_ROOM];
    struct ra_state copy = *s;
    game_action action;
    int len;

    if (ra_read_action(s, text, &action) != GAME_OK)
        return;
    len = ra_write_action(s, action, again, sizeof again);
    MUST(len > 0 && strcmp(text, again) == 0);
    for (int seat = -1; seat <= GAME_NATURE; seat++) {
        if (ra_apply(&copy, seat, action, NULL) == GAME_OK) {
            MUST(!ra_check(&copy));
            copy = *s;
        }
        MUST(memcmp(&copy, s, sizeof copy) == 0);
    }
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct ra_options options = {RA_2016, RA_IMMEDIATE, 1};
    char *text = malloc(size + 1);
    struct ra_state s;
    game_action deal;

    MUST(text);
    memcpy(text, data, size);
    text[size] = 0;
    for (int seats = 2; seats <= RA_SEATS; seats++) {
        static const char *const deals[] = {"deal:1,2", "deal:1,2,3", "deal:1,2,3,4",
                                            "deal:1,2,3,4,5"};

        MUST(ra_setup(&s, seats, &options) == GAME_OK);
        read_back(&s, text);
        MUST(ra_read_action(&s, deals[seats - 2], &deal) == GAME_OK);
        MUST(ra_apply(&s, GAME_NATURE, deal, NULL) == GAME_OK);
        read_back(&s, text);
        MUST(ra_apply(&s, s.turn, ra_draw(), NULL) == GAME_OK);
        read_back(&s, text);
        MUST(ra_apply(&s, GAME_NATURE, ra_tile(RA_RA), NULL) == GAME_OK);
        read_back(&s, text);
    }
    free(text);
    return 0;
}
