/* SPDX-License-Identifier: MIT
 * position.c -- see position.h. A game's reader takes what does not follow from the rest; the rules
 * check it and write it out; and what was given is compared with that, key by key. So nothing that
 * follows can be given wrong, and what the program wrote is always taken back. */
#include "position.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record.h"

/* ---- shared by the readers ---- */

const json_t *
position_member(const json_t *object, const char *where, const char *key, struct refusal *why)
{
    const json_t *value = json_object_get(object, key);

    if (!json_is_object(object))
        refuse(why, "%s should be an object", where);
    else if (!value)
        refuse(why, "%s has no \"%s\"", where, key);
    return value;
}

bool
position_number(const json_t *object, const char *where, const char *key, int low, int high,
                int *out, struct refusal *why)
{
    const json_t *value = position_member(object, where, key, why);
    long long number;

    if (!value)
        return false;
    if (!json_whole(value, &number) || number < low || number > high)
        return refuse(why, "\"%s\" of %s should be a whole number from %d to %d", key, where,
                      low, high);
    *out = (int)number;
    return true;
}

bool
position_name(const json_t *json, const char *what, const char *const *names, int count,
              int *out, struct refusal *why)
{
    const char *text = json_string_value(json);

    for (int i = 0; text && i < count; i++) {
        if (strcmp(text, names[i]) == 0) {
            *out = i;
            return true;
        }
    }
    if (!text)
        return refuse(why, "%s should be a string", what);
    return refuse(why, "%s is not %s", quote(text).text, what);
}

bool
position_set(const json_t *object, const char *where, const char *key, uint32_t *out,
             struct refusal *why)
{
    const json_t *list = position_member(object, where, key, why);

    if (!list)
        return false;
    if (!json_is_array(list))
        return refuse(why, "\"%s\" of %s should be a list of numbers", key, where);
    *out = 0;
    for (size_t i = 0; i < json_array_size(list); i++) {
        long long number;

        if (!json_whole(json_array_get(list, i), &number) || number < 0 || number > 31)
            return refuse(why, "\"%s\" of %s holds something that is not a number of the game",
                          key, where);
        if (*out >> number & 1)
            return refuse(why, "\"%s\" of %s names %lld twice", key, where, number);
        *out |= UINT32_C(1) << number;
    }
    return true;
}

/* ---- what was given against what follows ---- */

struct place {
    const struct place *in; /* NULL: the state itself */
    const char *key; /* NULL in a list */
    size_t index;
};

static void
write_place(const struct place *place, char *buf, size_t room)
{
    size_t length;

    buf[0] = 0;
    if (!place)
        return;
    write_place(place->in, buf, room);
    length = strlen(buf);
    if (place->key)
        snprintf(buf + length, room - length, "%s%s", length ? "." : "", place->key);
    else
        snprintf(buf + length, room - length, "[%zu]", place->index);
}

static bool
differs(const json_t *right, const json_t *given, const struct place *place,
        struct refusal *why)
{
    char path[80];
    char *wanted = json_dumps(right, JSON_COMPACT | JSON_ENCODE_ANY);

    write_place(place, path, sizeof path);
    if (!given)
        refuse(why, "the state has no \"%s\"; it should be %s", path,
               wanted ? wanted : "given");
    else
        refuse(why, "\"%s\" should be %s, as it follows from the rest", path,
               wanted ? wanted : "something else");
    free(wanted);
    return false;
}

/* Numbers, or names. */
static bool
is_element(const json_t *element, const json_t *wanted)
{
    long long number;

    return json_is_integer(wanted)
               ? json_whole(element, &number) && number == json_integer_value(wanted)
               : json_equal(element, wanted);
}

static size_t
count_of(const json_t *list, const json_t *wanted)
{
    size_t count = 0;

    for (size_t i = 0; i < json_array_size(list); i++)
        count += is_element(json_array_get(list, i), wanted);
    return count;
}

/* Lists of numbers and names under these keys are sets: their order says nothing. */
static bool
is_set(const char *key)
{
    static const char *const keys[] = {"to_act",        "ready",         "spent",    "passed",
                                       "winners",       "province_deck", "blockade", "cards",
                                       "overbid_power", "bonuses",       "sold",     NULL};

    for (int i = 0; key && keys[i]; i++) {
        if (strcmp(keys[i], key) == 0)
            return true;
    }
    return false;
}

static bool
same(const json_t *right, const json_t *given, const struct place *place, struct refusal *why);

static bool
same_list(const json_t *right, const json_t *given, const struct place *place,
          struct refusal *why)
{
    if (!json_is_array(given) || json_array_size(given) != json_array_size(right))
        return differs(right, given, place, why);
    for (size_t i = 0; i < json_array_size(right); i++) {
        const struct place inside = {.in = place, .index = i};
        const json_t *element = json_array_get(right, i);

        if (place && is_set(place->key)) {
            if (count_of(given, element) != count_of(right, element))
                return differs(right, given, place, why);
        } else if (!same(element, json_array_get(given, i), &inside, why)) {
            return false;
        }
    }
    return true;
}

/* Keys of `given` that `right` does not have are not looked at here; a reader that minds them has
 * refused them before. */
static bool
same_object(const json_t *right, const json_t *given, const struct place *place,
            struct refusal *why)
{
    const char *key;
    json_t *value;

    if (!json_is_object(given))
        return differs(right, given, place, why);
    json_object_foreach((json_t *)right, key, value)
    {
        const struct place inside = {.in = place, .key = key};
        const json_t *other = json_object_get(given, key);

        if (!other && json_is_null(value) && !place && strcmp(key, "result") == 0)
            continue; /* may be left out while the game goes on */
        if (!place && strcmp(key, "options") == 0)
            continue; /* may be partial; it was read key by key */
        if (!same(value, other, &inside, why))
            return false;
    }
    return true;
}

static bool
same(const json_t *right, const json_t *given, const struct place *place, struct refusal *why)
{
    long long number;

    if (!given)
        return differs(right, given, place, why);
    if (json_is_object(right))
        return same_object(right, given, place, why);
    if (json_is_array(right))
        return same_list(right, given, place, why);
    if (json_is_integer(right)
            ? json_whole(given, &number) && number == json_integer_value(right)
            : json_equal(right, given))
        return true;
    return differs(right, given, place, why);
}

/* At the start everybody knows everything. */
static const char *
fault_of_start(const struct amun_state *seen)
{
    struct amun_state fresh, view;

    for (int seat = GAME_SPECTATOR; seat < seen->seats; seat++) {
        if (amun_setup(&fresh, seen->seats, &seen->options) != GAME_OK)
            break;
        amun_observe(&fresh, seat, &view);
        if (!memcmp(&view, seen, sizeof view))
            return NULL;
    }
    return "before the starting player is chosen everything must be as at the start";
}

/* What is wrong with what a seat sees: is there a whole state that looks like it? Who is asked for cards holds one that can
 * be played, and which that is only the rules know: so each kind is tried. NULL if all is well. */
static const char *
fault_of_view(const struct amun_state *seen)
{
    const char *wrong = "it shows more power cards than there are";
    bool asked = (seen->phase == AMUN_INCOME || seen->phase == AMUN_SCORING) &&
                 (seen->veil & AMUN_VEIL_HAND(seen->turn));

    if (seen->phase == AMUN_START)
        return fault_of_start(seen);
    for (int first = 0; first < (asked ? AMUN_CARDS : 1); first++) {
        struct amun_state whole;

        if (amun_position_unveil(seen, first, &whole))
            wrong = amun_check(&whole);
        if (!wrong)
            return NULL;
    }
    return wrong;
}

/* NULL, or what is wrong with the state. */
static const char *
fault_of(const struct game *game, const union games_state *st)
{
    return game == &amun_game && st->amun.veil ? fault_of_view(&st->amun) : game->check(st);
}

static bool
read_any(const json_t *json, bool view, const struct game **game, union games_state *out,
         struct refusal *why)
{
    const json_t *name = position_member(json, "the state", "game", why);
    char written[GAMES_STATE_ROOM];
    const char *wrong;
    json_t *right;
    bool good;

    if (!name)
        return false;
    *game = json_is_string(name) ? games_find(json_string_value(name)) : NULL;
    if (!*game)
        return refuse(
            why,
            "\"game\" of the state is not a game that is known; \"ra\" and \"amun_re\" are");
    memset(out, 0, sizeof *out);
    if (!(*game == &ra_game ? ra_position_read(json, &out->ra, why)
                            : amun_position_read(json, view, &out->amun, why)))
        return false;
    wrong = fault_of(*game, out);
    if (wrong)
        return refuse(why, "the state is not consistent: %s", wrong);
    if ((*game)->write_state(out, written, sizeof written) < 0)
        return refuse(why, "the state is too large");
    right = json_loads(written, 0, NULL);
    if (!right)
        return refuse(why, "there is not memory enough to check the state");
    good = same(right, json, NULL, why);
    json_decref(right);
    return good;
}

bool
position_read(const json_t *json, const struct game **game, union games_state *out,
              struct refusal *why)
{
    return read_any(json, false, game, out, why);
}

bool
position_read_view(const json_t *json, const struct game **game, union games_state *out,
                   struct refusal *why)
{
    return read_any(json, true, game, out, why);
}
