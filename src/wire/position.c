/* SPDX-License-Identifier: MIT
 * position.c -- see position.h. The game's reader takes the keys that do not follow from
 * others. The rules check the state and write it out, and the input is compared with that,
 * key by key. So no derived key can be wrong, and what the program wrote is always accepted. */
#include "position.h"

#include <stdio.h>
#include <string.h>

#include "document.h"
#include "field.h"
#include "game_wire.h"
#include "options.h"

/* ---- what was given against what follows ---- */

/* One comparison: the keys of lists that are sets in this game, and why it failed. */
struct comparison {
    const char *const *sets;
    struct refusal *why;
};

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
differs(const struct json *right, const struct json *given, const struct place *place,
        const struct comparison *c)
{
    char path[80], wanted[2 * REFUSAL_ROOM]; /* what does not fit is cut off the sentence too */
    struct text t = text_in(wanted, sizeof wanted);

    json_put(&t, right);
    write_place(place, path, sizeof path);
    if (!given)
        return refuse(c->why, "the state has no \"%s\"; it should be %s", path, wanted);
    return refuse(c->why, "\"%s\" should be %s, as it follows from the rest", path, wanted);
}

static size_t
count_of(const struct json *list, const struct json *wanted)
{
    size_t count = 0;

    for (const struct json *e = json_first(list); e; e = json_next(list, e))
        count += json_same(wanted, e);
    return count;
}

/* Lists of numbers and names under these keys are sets: their order says nothing. */
static bool
is_set(const struct comparison *c, const char *key)
{
    static const char *const common[] = {"to_act", "winners", NULL};

    return key && (text_find(common, key) >= 0 || (c->sets && text_find(c->sets, key) >= 0));
}

static bool same(const struct json *right, const struct json *given, const struct place *place,
                 const struct comparison *c);

static bool
same_list(const struct json *right, const struct json *given, const struct place *place,
          const struct comparison *c)
{
    const struct json *other = json_first(given);
    struct place inside = {.in = place};

    if (json_kind(given) != JSON_KIND_LIST || json_count(given) != json_count(right))
        return differs(right, given, place, c);
    for (const struct json *e = json_first(right); e; e = json_next(right, e)) {
        if (place && is_set(c, place->key)) {
            if (count_of(given, e) != count_of(right, e))
                return differs(right, given, place, c);
        } else if (!same(e, other, &inside, c)) {
            return false;
        }
        other = json_next(given, other);
        inside.index++;
    }
    return true;
}

/* Further keys of `given` are ignored here; a reader that refuses them has done so before. */
static bool
same_object(const struct json *right, const struct json *given, const struct place *place,
            const struct comparison *c)
{
    if (json_kind(given) != JSON_KIND_OBJECT)
        return differs(right, given, place, c);
    for (const struct json *e = json_first(right); e; e = json_next(right, e)) {
        const struct place inside = {.in = place, .key = json_name(e)};
        const struct json *other = json_member(given, json_name(e));

        if (!other && json_is_nil(e) && !place && strcmp(json_name(e), "result") == 0)
            continue; /* may be left out while the game goes on */
        if (!place && strcmp(json_name(e), "options") == 0)
            continue; /* may be partial; it was read key by key */
        if (!same(e, other, &inside, c))
            return false;
    }
    return true;
}

static bool
same(const struct json *right, const struct json *given, const struct place *place,
     const struct comparison *c)
{
    if (!given)
        return differs(right, given, place, c);
    if (json_kind(right) == JSON_KIND_OBJECT)
        return same_object(right, given, place, c);
    if (json_kind(right) == JSON_KIND_LIST)
        return same_list(right, given, place, c);
    return json_same(right, given) || differs(right, given, place, c);
}

/* Whether what was given is what the program writes of the state. */
static bool
is_as_written(const struct game *game, const union games_state *st, const struct json *given,
              struct refusal *why)
{
    char written[GAMES_STATE_ROOM];
    struct document right = {0};
    int len = game->write_state(st, written, sizeof written);
    const struct comparison c = {.sets = game_wire(game)->sets, .why = why};
    bool good;

    if (len < 0)
        return refuse(why, "the state is too large");
    if (document_read(&right, written, (size_t)len, NULL))
        good = same(right.root, given, NULL, &c);
    else
        good = refuse(why, "there is not memory enough to check the state");
    document_finish(&right);
    return good;
}

/* The game as it begins with the options and the number of players of the state. */
static bool
read_begin(const struct game *game, const struct json *json, union games_state *out,
           struct refusal *why)
{
    union games_options options;
    const struct json *given = field_member(json, "the state", "options", why);
    const struct json *seats;
    long long players;

    game->defaults(&options);
    if (!given || !options_read(game, given, &options, why))
        return false;
    seats = field_member(json, "the state", "players", why);
    if (!seats)
        return false;
    if (!json_as_whole(seats, &players))
        return refuse(why, "\"players\" of the state should be a whole number from %d to %d",
                      game->min_seats, game->max_seats);
    return options_setup(game, &options, players, out, why);
}

static bool
read_any(const struct json *json, bool view, const struct game **game, union games_state *out,
         struct refusal *why)
{
    const struct json *name = field_member(json, "the state", "game", why);
    const struct game_wire *wire;
    const char *wrong;

    if (!name)
        return false;
    *game = json_as_text(name) ? games_find(json_as_text(name)) : NULL;
    if (!*game)
        return refuse(why, "\"game\" of the state is not a game that is known; %s are",
                      game_names("\"", " and ").text);
    wire = game_wire(*game);
    if (!wire->read)
        return refuse(why, "positions of %s cannot be given, only whole games", (*game)->name);
    memset(out, 0, sizeof *out);
    if (!read_begin(*game, json, out, why) || !wire->read(json, view, out, why))
        return false;
    wrong = wire->fault ? wire->fault(out) : (*game)->check(out);
    if (wrong)
        return refuse(why, "the state is not consistent: %s", wrong);
    return is_as_written(*game, out, json, why);
}

bool
position_read(const struct json *json, const struct game **game, union games_state *out,
              struct refusal *why)
{
    return read_any(json, false, game, out, why);
}

bool
position_read_view(const struct json *json, const struct game **game, union games_state *out,
                   struct refusal *why)
{
    return read_any(json, true, game, out, why);
}

bool
position_known(const struct game *game)
{
    return game_wire(game)->read != NULL;
}

bool
position_shows(const struct game *game, const union games_state *st, int seat)
{
    return !game_wire(game)->shows || game_wire(game)->shows(st, seat);
}
