/* SPDX-License-Identifier: MIT
 * ra_state_words.c -- the words of the JSON of a state of Ra, as position strings number them: new ones at the end. */
#include "ra_position.h"

/* clang-format off */
const char *const ra_state_words[] = {
    "options", "players", "epoch", "phase", "to_act", "on_turn", "ra_tiles", "ra_track",
    "track", "centre_sun", "auction", "god_action", "owed", "bag", "seats", "epoch_scores",
    "result",
    "edition", "god_disaster", "empty_invoke",
    "ra_player", "cause", "high", "bids", "passed",
    "ready", "spent", "score", "tiles",
    "seat", "sun", "taken", "disasters", "scores", "winners",
    "ra", "god", "pharaoh", "nile", "flood", "gold", "astronomy", "agriculture", "writing",
    "religion", "art", "fortress", "obelisk", "palace", "pyramid", "sphinx", "statue",
    "step_pyramid", "temple", "funeral", "drought", "unrest", "earthquake",
    "0", "1", "2", "3", "4",
    "deal", "turn", "draw", "gods", "discard", "over", "1999", "2005", "2016", "by_edition",
    "after_all", "immediate", "ignored", "invoke", "chance",
    NULL};
/* clang-format on */
