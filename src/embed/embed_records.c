/* SPDX-License-Identifier: MIT
 * embed_records.c -- see khepri/records.h: the records and positions of src/wire for embedders. */
#include "khepri/records.h"

#include <assert.h>
#include <string.h>

#include "embed_parts.h"
#include "json_read.h"
#include "moves.h"
#include "options.h"
#include "position.h"
#include "position_string.h"
#include "record.h"

_Static_assert((int)KHEPRI_WHY_ROOM >= (int)REFUSAL_ROOM, "every sentence fits");
_Static_assert(sizeof(struct khepri_move) == sizeof(((struct move *)0)->text),
               "a public move is a move's text");

bool
embed_refuse(struct khepri_why *out, const struct refusal *why)
{
    if (out)
        memcpy(out->text, why->text, sizeof why->text);
    return false;
}

/* ---- moves ---- */

void
khepri_write_move(const struct game *game, const void *st, int seat, game_action action,
                  struct khepri_move *out)
{
    struct move move;

    out->text[0] = 0;
    if (game->write_action(st, action, move.text, GAME_TEXT_ROOM) < 0)
        return;
    moves_write(game, st, seat, action, &move);
    memcpy(out->text, move.text, sizeof out->text);
}

bool
khepri_read_move(const struct game *game, const void *st, const char *text, int *seat,
                 game_action *out, struct khepri_why *why)
{
    struct refusal refusal;
    struct move move;
    enum game_err err = moves_read(game, st, text, &move);

    if (err != GAME_OK) {
        refuse_action(&refusal, game, st, text, err);
        return embed_refuse(why, &refusal);
    }
    *seat = move.seat;
    *out = move.action;
    return true;
}

bool
khepri_apply_move(const struct game *game, void *st, const char *text, struct game_log *log,
                  struct khepri_why *why)
{
    struct refusal refusal;
    enum game_err err = moves_apply(game, st, text, log);

    if (err == GAME_OK)
        return true;
    refuse_action(&refusal, game, st, text, err);
    return embed_refuse(why, &refusal);
}

/* ---- storage ---- */

/* The caller's storage, taken from the front. */
struct storage {
    char *at;
    size_t left;
};

/* `size` bytes, aligned for any type; NULL without room. */
static void *
take(struct storage *storage, size_t size)
{
    enum { ALIGN = 16 };
    void *at = storage->at;

    if (size > SIZE_MAX - ALIGN || storage->left < (size + ALIGN - 1) / ALIGN * ALIGN)
        return NULL;
    size = (size + ALIGN - 1) / ALIGN * ALIGN;
    storage->at += size;
    storage->left -= size;
    return at;
}

size_t
khepri_record_room(const char *text, size_t len)
{
    enum { ALIGNED = 3 * 16 };

    return sizeof(struct record) + json_room(text, len) * sizeof(struct json) + len + ALIGNED;
}

/* Reads a copy of the text into the storage. */
static const struct json *
read_text(const char *text, size_t len, struct storage *storage, struct refusal *why)
{
    size_t count = json_room(text, len);
    struct json *values = take(storage, count * sizeof *values);
    char *copy = take(storage, len);
    struct json_fault fault;
    const struct json *root;

    if (!values || !copy) {
        refuse(why, "the storage is too small; khepri_record_room() says how much is needed");
        return NULL;
    }
    if (len)
        memcpy(copy, text, len);
    root = json_read(copy, len, values, count, &fault);
    if (!root)
        refuse(why, "the text is not JSON: %s, at line %zu, column %zu", fault.what, fault.line,
               fault.column);
    return root;
}

/* ---- a game begins ---- */

bool
khepri_begin(const char *name, int seats, const char *options, const struct game **game,
             union games_state *out, struct khepri_why *why)
{
    enum { VALUES = 1024, ROOM = 16384 };
    const struct game *found = games_find(name);
    union games_options chosen;
    union games_state begun;
    struct json values[VALUES];
    char copy[ROOM];
    struct json_fault fault;
    const struct json *root = NULL;
    struct refusal refusal;
    size_t len = options ? strlen(options) : 0;
    bool good = true;

    if (!found || len >= ROOM) {
        if (!found)
            refuse(&refusal, "the game %s is not known; %s are", quote(name).text,
                   game_names("\"", " and ").text);
        else
            refuse(&refusal, "the options have more than %d bytes", ROOM - 1);
        return embed_refuse(why, &refusal);
    }
    if (options) {
        memcpy(copy, options, len + 1);
        root = json_read(copy, len, values, VALUES, &fault);
        if (!root)
            good = refuse(&refusal, "the options are not JSON: %s, at column %zu", fault.what,
                          fault.column);
    }
    found->defaults(&chosen);
    if (!good || !options_read(found, root, &chosen, &refusal) ||
        !options_setup(found, &chosen, seats, &begun, &refusal))
        return embed_refuse(why, &refusal);
    *game = found;
    memcpy(out, &begun, found->state_size);
    return true;
}

int
khepri_write_options(const struct game *game, const void *st, char *buf, size_t room)
{
    struct text t = text_in(buf, room);

    json_options(&t, game, st);
    return text_length(&t);
}

/* ---- records ---- */

bool
khepri_record_open(struct khepri_record *r, const char *text, size_t len, void *storage,
                   size_t room, struct khepri_why *why)
{
    struct storage left = {storage, room};
    struct record *inside = take(&left, sizeof *inside);
    struct refusal refusal;
    const struct json *json = NULL;

    if (!inside)
        refuse(&refusal,
               "the storage is too small; khepri_record_room() says how much is needed");
    else
        json = read_text(text, len, &left, &refusal);
    if (!json || !record_open(inside, json, &refusal))
        return embed_refuse(why, &refusal);
    *r = (struct khepri_record){.game = inside->game,
                                .seats = inside->seats,
                                .state = &inside->state,
                                .steps = inside->actions,
                                .inside = inside};
    for (int i = 0; i < r->seats; i++)
        r->names[i] = record_player(inside, i);
    return true;
}

bool
khepri_record_step(struct khepri_record *r, struct khepri_move *move, struct game_log *log,
                   struct khepri_why *why)
{
    struct record *inside = r->inside;
    const struct json *next = inside->next;
    struct refusal refusal;

    if (r->step == r->steps) {
        refuse(&refusal, "the record has no further move");
        return embed_refuse(why, &refusal);
    }
    if (!record_step(inside, log, &refusal))
        return embed_refuse(why, &refusal);
    r->step = inside->step;
    if (move) {
        const char *text = json_as_text(next);

        memcpy(move->text, text, strlen(text) + 1); /* of a move that was made, so it fits */
    }
    return true;
}

bool
khepri_record_check(const struct khepri_record *r, struct khepri_why *why)
{
    struct refusal refusal;

    return record_check_result(r->inside, &refusal) || embed_refuse(why, &refusal);
}

int
khepri_write_record(const struct game *game, const void *st, const char *const *names,
                    const struct khepri_move *moves, size_t count, char *buf, size_t room)
{
    typedef char move_text[KHEPRI_MOVE_ROOM];
    struct text t = text_in(buf, room);
    /* Only read, although the list could also grow. */
    const struct action_list actions = {.text = (move_text *)moves, .count = count};

    record_write(&t, &(struct record_text){.game = game,
                                           .state = st,
                                           .seats = game->seats(st),
                                           .names = names,
                                           .actions = &actions});
    return text_length(&t);
}

/* ---- positions ---- */

bool
khepri_read_position(const char *text, size_t len, bool view, void *storage, size_t room,
                     const struct game **game, union games_state *out, struct khepri_why *why)
{
    struct storage left = {storage, room};
    struct refusal refusal;
    const struct json *json;
    const struct game *found;
    union games_state state;
    bool good;

    if (position_is_string(text, len))
        good = position_read_line(text, len, view, &found, &state, &refusal);
    else
        good = (json = read_text(text, len, &left, &refusal)) != NULL &&
               (view ? position_read_view : position_read)(json, &found, &state, &refusal);
    if (!good)
        return embed_refuse(why, &refusal);
    *game = found;
    memcpy(out, &state, found->state_size);
    return true;
}

int
khepri_write_position(const struct game *game, const void *st, char *buf, size_t room)
{
    struct text t = text_in(buf, room);

    return position_string_write(&t, game, st) ? text_length(&t) : -1;
}
