/* SPDX-License-Identifier: MIT
 * amun_board.c -- a board of Amun-Re from JSON, in the form of data/board-2003.json. All of it must be there, each cell
 * in its range, and nothing else but "grades" and "notes", which explain it to people. */
#include <stdio.h>
#include <string.h>

#include "amun_board.h"
#include "field.h"

enum { MOST_NUMBER = 999, MOST_TOTAL = 9999, MOST_CARDS = 20, MOST_SUPPLY = 99 };

static const char the_board[] = "the board";

/* Refuses keys that are not among `known`, ended by NULL. */
static bool
only_keys(const struct json *object, const char *where, const char *const *known,
          struct refusal *why)
{
    for (const struct json *e = json_first(object); e; e = json_next(object, e)) {
        int i = 0;

        while (known[i] && strcmp(known[i], json_name(e)) != 0)
            i++;
        if (!known[i])
            return refuse(why, "the key %s of %s is not known", quote(json_name(e)).text,
                          where);
    }
    return true;
}

static bool
read_name(const struct json *json, struct amun_board *out, struct refusal *why)
{
    const struct json *name = field_member(json, the_board, "name", why);
    const char *text = json_as_text(name);
    size_t length = text ? strlen(text) : 0;

    if (!name)
        return false;
    if (length < 1 || length >= sizeof out->name)
        return refuse(why, "\"name\" of the board should be a string of 1 to %zu bytes",
                      sizeof out->name - 1);
    memcpy(out->name, text, length);
    return true;
}

static bool
read_numbers(const struct json *json, struct amun_board *out, struct refusal *why)
{
    const struct json *list = field_member(json, the_board, "bid_numbers", why);
    size_t count = json_count(list);
    long long before = -1;

    if (!list)
        return false;
    if (json_kind(list) != JSON_KIND_LIST || count < 2 || count > AMUN_SPACES)
        return refuse(why, "\"bid_numbers\" of the board should be a list of 2 to %d numbers",
                      AMUN_SPACES);
    for (size_t i = 0; i < count; i++) {
        long long number;

        if (!json_as_whole(json_element(list, i), &number) || number <= before ||
            number > MOST_NUMBER || (i == 0 && number != 0))
            return refuse(why, "\"bid_numbers\" of the board should rise from 0, none above %d",
                          MOST_NUMBER);
        out->bid_numbers[i] = (int16_t)number;
        before = number;
    }
    out->bid_count = (uint8_t)count;
    return true;
}

/* One end of a range: the number it must be, or null for none. */
static bool
is_end(const struct json *value, bool none, long long wanted)
{
    long long number;

    return none ? json_is_nil(value) : json_as_whole(value, &number) && number == wanted;
}

static bool
read_range(const struct json *range, int space, struct amun_board *out, struct refusal *why)
{
    static const char *const keys[] = {"space", "min", "max", NULL};
    int16_t *limits = out->temple_limits;
    long long max = 0;

    if (json_kind(range) != JSON_KIND_OBJECT)
        return refuse(why, "\"temple_ranges\" of the board should hold objects");
    if (!only_keys(range, "a temple range of the board", keys, why))
        return false;
    if (!is_end(json_member(range, "space"), false, space) ||
        !is_end(json_member(range, "min"), space == 1, space == 1 ? 0 : limits[space - 2] + 1))
        return refuse(why,
                      "the temple range of space %d should begin where the one before ends, "
                      "without a gap, the first with \"min\" null",
                      space);
    if (space == 4)
        return is_end(json_member(range, "max"), true, 0) ||
               refuse(why, "\"max\" of the last temple range should be null");
    if (!json_as_whole(json_member(range, "max"), &max) || max > MOST_TOTAL ||
        max < -MOST_TOTAL || (space > 1 && max <= limits[space - 2]))
        return refuse(why,
                      "\"max\" of the temple range of space %d should be a whole number of its "
                      "range, at most %d",
                      space, MOST_TOTAL);
    limits[space - 1] = (int16_t)max;
    return true;
}

static bool
read_ranges(const struct json *json, struct amun_board *out, struct refusal *why)
{
    const struct json *list = field_member(json, the_board, "temple_ranges", why);

    if (!list)
        return false;
    if (json_kind(list) != JSON_KIND_LIST || json_count(list) != 4)
        return refuse(why, "\"temple_ranges\" of the board should be a list of 4, one a space");
    for (int space = 1; space <= 4; space++) {
        if (!read_range(json_element(list, (size_t)space - 1), space, out, why))
            return false;
    }
    return true;
}

static bool
read_cards(const struct json *json, struct amun_board *out, struct refusal *why)
{
    const struct json *cards = field_member(json, the_board, "power_cards", why);
    const char *names[AMUN_CARDS + 1] = {NULL};

    for (int card = 0; card < AMUN_CARDS; card++)
        names[card] = amun_card_name(card);
    for (int card = 0; cards && card < AMUN_CARDS; card++) {
        int number;

        if (!field_number(cards, "\"power_cards\"", names[card],
                          card == AMUN_BUILDER ? AMUN_SEATS : 0, MOST_CARDS, &number, why))
            return false;
        out->power_cards[card] = (uint8_t)number;
    }
    return cards && only_keys(cards, "\"power_cards\" of the board", names, why);
}

static bool
read_supplies(const struct json *json, struct amun_board *out, struct refusal *why)
{
    static const char *const names[] = {[AMUN_STONES] = "stones",
                                        [AMUN_PYRAMIDS] = "pyramids",
                                        [AMUN_FARMERS] = "farmers",
                                        NULL};
    const struct json *supplies = field_member(json, the_board, "supplies", why);

    for (int i = 0; supplies && i < AMUN_SUPPLIES; i++) {
        int number;

        if (!field_number(supplies, "\"supplies\"", names[i], 0, MOST_SUPPLY, &number, why))
            return false;
        out->supplies[i] = (uint8_t)number;
    }
    return supplies && only_keys(supplies, "\"supplies\" of the board", names, why);
}

/* ---- provinces ---- */

struct cell {
    const char *key;
    int most;
    uint8_t *at;
};

static bool
read_cells(const struct json *json, const char *where, const struct cell *cells, size_t count,
           struct refusal *why)
{
    for (size_t i = 0; i < count; i++) {
        int number;

        if (!field_number(json, where, cells[i].key, 0, cells[i].most, &number, why))
            return false;
        *cells[i].at = (uint8_t)number;
    }
    return true;
}

/* One of two names, the first meaning 0. */
static bool
read_choice(const struct json *json, const char *where, const char *key,
            const char *const *names, uint8_t *out, struct refusal *why)
{
    const struct json *value = field_member(json, where, key, why);
    const char *text = json_as_text(value);

    if (!value)
        return false;
    *out = text && strcmp(text, names[1]) == 0;
    if (!text || (!*out && strcmp(text, names[0]) != 0))
        return refuse(why, "\"%s\" of %s should be \"%s\" or \"%s\"", key, where, names[0],
                      names[1]);
    return true;
}

static bool
read_free(const struct json *json, const char *where, struct amun_ground *out,
          struct refusal *why)
{
    static const char *const keys[] = {"cards", "stones", "gold", NULL};
    const struct cell cells[] = {{"cards", 9, &out->free_cards},
                                 {"stones", 9, &out->free_stones},
                                 {"gold", 99, &out->free_gold}};
    const struct json *goods = field_member(json, where, "free", why);

    return goods && read_cells(goods, where, cells, sizeof cells / sizeof cells[0], why) &&
           only_keys(goods, where, keys, why);
}

static bool
read_ground(const struct json *json, const char *name, struct amun_ground *out,
            struct refusal *why)
{
    static const char *const sides[] = {"west", "east"}, *const egypts[] = {"lower", "upper"};
    static const char *const keys[] = {
        "side",   "egypt", "bank",    "farms",         "printed_farmers",
        "limit",  "free",  "temples", "income_always", "income_camel",
        "grades", "notes", NULL};
    const struct cell cells[] = {
        {"farms", 9, &out->farms},
        {"printed_farmers", 9, &out->printed_farmers},
        {"limit", 9, &out->limit},
        {"income_always", 99, &out->income_always},
        {"income_camel", 99, &out->income_camel},
        {"temples", 9, &out->temples},
    };
    char where[48];
    bool bank = false;

    snprintf(where, sizeof where, "%s on the board", name);
    if (!read_choice(json, where, "side", sides, &out->side, why) ||
        !read_choice(json, where, "egypt", egypts, &out->egypt, why))
        return false;
    if (!field_flag(json, where, "bank", &bank, why))
        return false;
    out->bank = bank;
    return read_cells(json, where, cells, sizeof cells / sizeof cells[0], why) &&
           read_free(json, where, out, why) && only_keys(json, where, keys, why);
}

static bool
read_provinces(const struct json *json, struct amun_board *out, struct refusal *why)
{
    const struct json *provinces = field_member(json, the_board, "provinces", why);
    const char *names[AMUN_PROVINCES + 1] = {NULL};

    for (int p = 0; p < AMUN_PROVINCES; p++)
        names[p] = amun_province_name(p);
    for (int p = 0; provinces && p < AMUN_PROVINCES; p++) {
        const struct json *ground =
            field_member(provinces, "\"provinces\" of the board", names[p], why);

        if (!ground || !read_ground(ground, names[p], &out->provinces[p], why))
            return false;
    }
    return provinces && only_keys(provinces, "\"provinces\" of the board", names, why);
}

bool
amun_board_read(const struct json *json, struct amun_board *out, struct refusal *why)
{
    static const char *const keys[] = {"name",     "bid_numbers", "temple_ranges",
                                       "supplies", "power_cards", "provinces",
                                       "grades",   "notes",       NULL};
    struct amun_board board;

    memset(&board, 0, sizeof board);
    if (json_kind(json) != JSON_KIND_OBJECT)
        return refuse(why, "a board is an object of the form of data/board-2003.json");
    if (!only_keys(json, the_board, keys, why) || !read_name(json, &board, why) ||
        !read_numbers(json, &board, why) || !read_ranges(json, &board, why) ||
        !read_cards(json, &board, why) || !read_supplies(json, &board, why) ||
        !read_provinces(json, &board, why))
        return false;
    *out = board;
    return true;
}
