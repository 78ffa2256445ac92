/* SPDX-License-Identifier: MIT
 * amun_state_words.c -- the words of the JSON of a state of Amun-Re, as position strings number them:
 * new ones at the end. */
#include "amun_position.h"

/* clang-format off */
const char *const amun_state_words[] = {
    "options", "players", "round", "phase", "to_act", "starting", "temple", "deck", "discard",
    "province_deck", "offered", "provinces", "markers", "blockade", "overbid_power", "turn",
    "sacrifice", "income", "bonuses", "seats", "result",
    "baharya_printed_farmers", "supplies", "side_award_min_pyramids", "gold_tie_ranks", "board",
    "count", "kinds",
    "owner", "farmers", "free_farmers", "stones", "pyramids", "gold", "cards",
    "province", "number",
    "seat", "bought", "to_draw", "step",
    "free_farmer", "builder",
    "offers", "total", "corrections_due", "rewards_due", "placing",
    "steal", "correction", "sold", "sealed", "items",
    "score", "scores", "winners",
    "0", "1", "2", "3", "4",
    "overbid", "eight_gold", "harvest", "power_bonus", "farmer_bonus", "egypt_bonus",
    "side_bonus", "bank_bonus",
    "abu", "abydos", "amarna", "avaris", "baharya", "berenike", "buto", "dakhla", "damanhur",
    "edfu", "kharga", "memphis", "mendes", "sawu", "thebes",
    "start", "bid", "actions", "offer", "correct", "reward", "scoring", "over", "chance",
    "unlimited", "limited", "drop_all", "drop_one", "2003",
    "name", "bid_numbers", "temple_ranges", "power_cards", "space", "min", "max", "side",
    "egypt", "bank", "farms", "printed_farmers", "limit", "free", "income_always",
    "income_camel", "temples", "west", "east", "lower", "upper",
    NULL};
/* clang-format on */
