/* SPDX-License-Identifier: MIT
 * amun_names.c -- the names of Amun-Re: provinces, cards, values of options.
 */
#include "amun_text.h"

/* clang-format off */
const char *const amun_province_names[AMUN_PROVINCES + 1] = {
    "abu", "abydos", "amarna", "avaris", "baharya", "berenike", "buto", "dakhla", "damanhur", "edfu", "kharga",
    "memphis", "mendes", "sawu", "thebes", NULL,
};

const char *const amun_card_names[AMUN_CARDS + 1] = {
    "blockade", "overbid", "free_farmer", "builder", "correction", "eight_gold", "harvest", "power_bonus",
    "farmer_bonus", "egypt_bonus", "side_bonus", "bank_bonus", NULL,
};
/* clang-format on */

const char *
amun_province_name(int province)
{
    return (unsigned)province < AMUN_PROVINCES ? amun_province_names[province] : NULL;
}

const char *
amun_card_name(int card)
{
    return (unsigned)card < AMUN_CARDS ? amun_card_names[card] : NULL;
}

/* The index of a name is its value. */
const char *const amun_printed_names[] = {"0", "", "2", NULL};
const char *const amun_supplies_names[] = {"unlimited", "limited", NULL};
const char *const amun_side_names[] = {"0", "1", NULL};
const char *const amun_tie_names[] = {"drop_all", "drop_one", NULL};
