/* SPDX-License-Identifier: MIT
 * wasm_store.c -- the store of the hall in a page: tables as texts that the caller keeps
 * ("khepri-local/1").
 *
 * The caller passes the text of a table before any request for it, and keeps the texts of a
 * commit before it confirms them. So only the tables in use are here.
 */
#include "wasm_store.h"

#include <stdlib.h>
#include <string.h>

#include "hall_parts.h"
#include "store_parts.h"
#include "wasm_parts.h"

enum { AT_HAND = 8 };

static const char format[] = "khepri-local/1";

/* A table at hand. */
struct kept {
    struct kept *next; /* the one used last is first */
    struct store_table row;
    struct match *match;
    int seq; /* as the text says */
    int64_t moved; /* the date of the newest moment; 0: not known */
    const char *wrong; /* why it cannot be played; NULL: it can */
    bool touched; /* by the commit at hand */
};

static struct shelf {
    struct store store;
    struct kept *tables;
    struct store_batch *waiting, *finished, *finished_last;
    struct hall *hall;
    uint32_t number; /* of the last commit */
} shelf;

/* ---- the tables at hand ---- */

static void
drop(struct kept **at)
{
    struct kept *kept = *at;

    *at = kept->next;
    match_destroy(kept->match);
    free(kept);
}

static struct kept *
find(const char *id)
{
    for (struct kept **at = &shelf.tables; *at; at = &(*at)->next) {
        struct kept *kept = *at;

        if (strcmp(kept->row.id, id) != 0)
            continue;
        *at = kept->next;
        kept->next = shelf.tables;
        shelf.tables = kept;
        return kept;
    }
    return NULL;
}

static void
forget(const char *id)
{
    if (find(id))
        drop(&shelf.tables);
}

/* Of the tables that the hall has let go only the last few stay at hand. */
static struct kept *
add(void)
{
    struct kept **at = &shelf.tables, *kept;

    for (int i = 0; *at; i++) {
        if (i >= AT_HAND && !hall_has(shelf.hall, (*at)->row.id))
            drop(at);
        else
            at = &(*at)->next;
    }
    kept = calloc(1, sizeof *kept);
    if (kept) {
        kept->next = shelf.tables;
        shelf.tables = kept;
    }
    return kept;
}

/* ---- texts ---- */

static bool
is_one_of(const struct json *json, const char *const words[], int *out)
{
    for (*out = 0; words[*out]; ++*out) {
        if (json_is(json, words[*out]))
            return true;
    }
    *out = 0;
    return false;
}

static void
copy_text(const struct json *json, char *out, size_t room)
{
    const char *text = json_as_text(json);

    if (text && strlen(text) < room)
        strcpy(out, text);
}

static int64_t
read_digits(const char *at, int count)
{
    int64_t number = 0;

    while (count-- > 0)
        number = 10 * number + (*at++ - '0');
    return number;
}

/* The other way round of write_date(). */
static int64_t
read_date(const char *text)
{
    int64_t year, month, day, era;

    if (!text || strlen(text) != 20)
        return 0;
    month = read_digits(text + 5, 2);
    year = read_digits(text, 4) - (month <= 2);
    era = year / 400;
    year %= 400;
    day = 365 * year + year / 4 - year / 100 +
          (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + read_digits(text + 8, 2) - 1;
    return (146097 * era + day - 719468) * 86400 + read_digits(text + 11, 2) * 3600 +
           read_digits(text + 14, 2) * 60 + read_digits(text + 17, 2);
}

static const char *const kinds[] = {"open", "person", "bot", NULL};
static const char *const statuses[] = {"waiting", "playing", "over", NULL};

static void
read_seat_of(const struct json *json, struct store_seat *out)
{
    const char *token = json_as_text(json_member(json, "token"));
    int kind;

    is_one_of(json_member(json, "kind"), kinds, &kind);
    out->kind = (enum store_kind)kind;
    copy_text(json_member(json, "name"), out->name, sizeof out->name);
    copy_text(json_member(json, "bot"), out->bot, sizeof out->bot);
    copy_text(json_member(json, "for"), out->person, sizeof out->person);
    if (token && strlen(token) == STORE_HASH)
        memcpy(out->token, token, STORE_HASH);
}

static void
read_row(const struct json *json, struct store_table *out)
{
    const struct json *agreed = json_member(json, "agreed"),
                      *seats = json_member(json, "seats");
    struct text options = text_in(out->options, sizeof out->options);
    int word;

    copy_text(json_member(json, "id"), out->id, sizeof out->id);
    copy_text(json_member(json, "game"), out->game, sizeof out->game);
    copy_text(json_member(json, "rematch"), out->rematch, sizeof out->rematch);
    if (json_member(json, "options"))
        json_put(&options, json_member(json, "options"));
    else
        text_put(&options, "{}");
    out->open_to_all = json_is_yes(json_member(json, "public"));
    out->hints =
        json_is_yes(json_member(agreed, "hints")); /* older tables have nothing agreed */
    is_one_of(json_member(agreed, "pace"), table_paces, &word);
    out->pace = (enum store_pace)word;
    is_one_of(json_member(agreed, "stand_ins"), table_stand_ins, &word);
    out->stand_ins = (enum store_stand_ins)word;
    is_one_of(json_member(json, "status"), statuses, &word);
    out->status = (enum store_status)word;
    out->created = read_date(json_as_text(json_member(json, "created")));
    for (const struct json *e = json_first(seats); e && out->players < GAME_MAX_SEATS;
         e = json_next(seats, e))
        read_seat_of(e, &out->seats[out->players++]);
}

/* The seats are not kept: the game says who acts. */
static bool
restore(struct match *match, const struct json *actions)
{
    for (const struct json *e = json_first(actions); e; e = json_next(actions, e)) {
        if (!json_as_text(e) || !match_restore_move(match, json_as_text(e)))
            return false;
    }
    return true;
}

/* Reads a text. False if it is no JSON object. */
static bool
read_kept(struct kept *kept, const char *text, size_t len, bool whole)
{
    struct document document = {0};
    const struct json *json = document_read(&document, text, len, NULL);
    const struct game *game;
    long long seq = 0;

    if (is_kind(json, JSON_KIND_OBJECT)) {
        read_row(json, &kept->row);
        json_as_int(json_member(json, "seq"), &seq);
        kept->seq = (int)seq;
        kept->moved = read_date(json_as_text(json_member(json, "moved")));
        if (!json_is(json_member(json, "format"), format))
            kept->wrong = "this table was kept by another version of Khepri";
        else if (whole && (!(kept->match = match_of_row(&kept->row, &game)) ||
                           !restore(kept->match, json_member(json, "actions"))))
            kept->wrong = "this table cannot be read";
    }
    document_finish(&document);
    return json;
}

static void
write_seat(struct text *t, const struct store_seat *seat)
{
    char token[STORE_HASH + 1] = "";

    json_open(t, '{');
    json_key_text(t, "kind", kinds[seat->kind]);
    json_key_text(t, "name", seat->name);
    if (seat->kind == STORE_BOT)
        json_key_text(t, "bot", seat->bot);
    if (seat->person[0])
        json_key_text(t, "for", seat->person);
    if (seat->token[0]) {
        memcpy(token, seat->token, STORE_HASH);
        json_key_text(t, "token", token);
    }
    json_close(t, '}');
}

static bool
write_kept(struct text *t, const struct kept *kept)
{
    const struct store_table *row = &kept->row;
    struct action_list actions = {0};
    char when[24];
    bool fine = list_actions(kept->match, &actions);

    write_date(row->created, when);
    json_open(t, '{');
    json_key_text(t, "format", format);
    json_key_text(t, "id", row->id);
    json_key_text(t, "game", row->game);
    json_key_literal(t, "options", row->options);
    json_key_bool(t, "public", row->open_to_all);
    json_key_open(t, "agreed", '{');
    json_key_bool(t, "hints", row->hints);
    json_key_text(t, "pace", table_paces[row->pace]);
    json_key_text(t, "stand_ins", table_stand_ins[row->stand_ins]);
    json_close(t, '}');
    json_key_text(t, "status", statuses[row->status]);
    if (row->rematch[0])
        json_key_text(t, "rematch", row->rematch);
    else
        json_key_null(t, "rematch");
    json_key_open(t, "seats", '[');
    for (int i = 0; i < row->players; i++)
        write_seat(t, &row->seats[i]);
    json_close(t, ']');
    json_key_int(t, "seq", kept->match->moment);
    json_key_open(t, "actions", '[');
    for (size_t i = 0; i < actions.count; i++)
        json_text(t, actions.text[i]);
    json_close(t, ']');
    json_key_text(t, "created", when);
    if (kept->moved) {
        write_date(kept->moved, when);
        json_key_text(t, "moved", when);
    }
    json_close(t, '}');
    action_list_finish(&actions);
    return fine;
}

/* ---- the store ---- */

static bool
add_action(struct kept *kept, const struct store_action *action)
{
    int moment = kept->match->moment;

    if (!match_restore(kept->match, action->seat, action->action, NULL))
        return false;
    if (kept->match->moment != moment)
        kept->moved = action->made;
    return true;
}

static bool
change(const struct store_change *c)
{
    struct kept *kept = c->verb == STORE_NEW_TABLE ? add() : find(c->id);
    const struct game *game;

    if (!kept)
        return false;
    kept->touched = true;
    switch (c->verb) {
    case STORE_NEW_TABLE:
        kept->row = *c->table;
        kept->match = match_of_row(&kept->row, &game);
        return kept->match;
    case STORE_SET_TABLE:
        kept->row = *c->table;
        return true;
    case STORE_ADD_ACTION:
        return add_action(kept, &c->action);
    case STORE_REMOVE_TABLE:
        return true;
    case STORE_ADD_BAN: /* nobody is banned from their own device */
    case STORE_REMOVE_BAN:
        break;
    }
    return false;
}

static void
finish(struct store_batch *batch, const char *error)
{
    batch->error = error;
    batch->next = NULL;
    if (shelf.finished_last)
        shelf.finished_last->next = batch;
    else
        shelf.finished = batch;
    shelf.finished_last = batch;
}

/* {"do":"commit","batch":N,"keep":[...],"forget":[...]} */
static void
write_commit(struct text *t, const struct store_batch *batch)
{
    json_open(t, '{');
    json_key_text(t, "do", "commit");
    json_key_int(t, "batch", shelf.number);
    json_key_open(t, "forget", '[');
    for (const struct store_change *c = batch->first; c; c = c->next) {
        if (c->verb == STORE_REMOVE_TABLE) {
            forget(c->id);
            json_text(t, c->id);
        }
    }
    json_close(t, ']');
    json_key_open(t, "keep", '[');
    for (struct kept *kept = shelf.tables; kept; kept = kept->next) {
        if (kept->touched && !write_kept(t, kept))
            t->full = true;
        kept->touched = false;
    }
    json_close(t, ']');
    json_close(t, '}');
}

static void
submit(struct store *store, struct store_batch *batch)
{
    struct text t = wasm_out();
    bool fine = true;

    (void)store;
    for (const struct store_change *c = batch->first; c && fine; c = c->next)
        fine = change(c);
    shelf.number++;
    write_commit(&t, batch);
    if (!fine || !wasm_effect(&t)) {
        finish(batch, "there is not enough memory");
        return;
    }
    batch->next = shelf.waiting;
    shelf.waiting = batch;
    batch->error = NULL;
}

void
wasm_store_committed(const char *error)
{
    struct store_batch **at = &shelf.waiting;

    while (*at && (*at)->next) /* commits come back in their order: the oldest is last */
        at = &(*at)->next;
    if (*at) {
        struct store_batch *batch = *at;

        *at = NULL;
        finish(batch, error);
    }
}

static int
collect(struct store *store)
{
    (void)store;
    while (shelf.finished) {
        struct store_batch *batch = shelf.finished;

        shelf.finished = batch->next;
        if (!shelf.finished)
            shelf.finished_last = NULL;
        batch->done(batch->arg, batch->error);
        store_batch_destroy(batch);
    }
    return shelf.waiting != NULL;
}

static bool
load(struct store *store, const char *id, struct store_table *table,
     struct store_action **actions, int *count, struct oops *why)
{
    struct kept *kept = find(id);

    (void)store;
    if (!kept)
        return false;
    if (kept->wrong) {
        strcpy(why->text, kept->wrong);
        drop(&shelf.tables);
        return false;
    }
    *table = kept->row;
    *actions = calloc((size_t)kept->match->count + 1, sizeof **actions);
    if (!*actions) {
        strcpy(why->text, "there is not enough memory");
        return false;
    }
    for (int i = 0; i < kept->match->count; i++) {
        const struct match_entry *entry = &kept->match->log[i];
        union games_state before;

        match_before(kept->match, i, &before);
        (*actions)[i].seq = i;
        (*actions)[i].seat = entry->seat;
        (*actions)[i].made = kept->moved; /* the hall asks for that of the newest moment only */
        kept->match->game->write_action(&before, entry->action, (*actions)[i].action,
                                        GAME_TEXT_ROOM);
    }
    *count = kept->match->count;
    return true;
}

static int
list(struct store *store, enum store_status status, bool joinable, int most,
     struct store_table *out, struct oops *why)
{
    (void)store;
    (void)status;
    (void)joinable;
    (void)most;
    (void)out;
    (void)why;
    return 0;
}

static int64_t
count(struct store *store, enum store_count what, uint32_t maker, int64_t since,
      struct oops *why)
{
    (void)store;
    (void)what;
    (void)maker;
    (void)since;
    (void)why;
    return 0;
}

static int
list_old(struct store *store, bool waiting, int64_t before, int most,
         char (*ids)[STORE_ID_ROOM], struct oops *why)
{
    (void)store;
    (void)waiting;
    (void)before;
    (void)most;
    (void)ids;
    (void)why;
    return 0;
}

static void
close(struct store *store)
{
    (void)store;
}

struct store *
wasm_store_open(void)
{
    static const struct store_methods methods = {submit,   collect, load, list, count,
                                                 list_old, close,   NULL, NULL, NULL};

    shelf.store.methods = &methods;
    return &shelf.store;
}

void
wasm_store_serves(struct hall *hall)
{
    shelf.hall = hall;
}

bool
wasm_store_has(const char *id)
{
    return find(id);
}

bool
wasm_store_put(const char *text, size_t len)
{
    struct kept *kept = add();

    if (kept && read_kept(kept, text, len, true))
        return true;
    if (kept)
        drop(&shelf.tables);
    return false;
}

bool
wasm_store_row(const char *text, size_t len, struct text *t)
{
    struct kept kept = {0};

    if (!read_kept(&kept, text, len, false) || kept.wrong)
        return false;
    hall_write_row(shelf.hall, t, &kept.row, kept.seq);
    return true;
}
