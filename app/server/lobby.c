/* SPDX-License-Identifier: MIT
 * lobby.c -- before and after the game: tables are made, seats taken, games started, and played again. */
#include "server_parts.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "options.h"
#include "record.h"

/* ---- reading ---- */

/* The next code point of valid UTF-8; *at moves on behind it. */
static uint32_t
code_point(const unsigned char **at)
{
    const unsigned char *p = *at;
    int more = p[0] < 0x80 ? 0 : p[0] < 0xe0 ? 1 : p[0] < 0xf0 ? 2 : 3;
    uint32_t c = more == 0 ? p[0] : p[0] & (0x3fu >> more);

    for (int i = 1; i <= more; i++)
        c = c << 6 | (p[i] & 0x3f);
    *at = p + more + 1;
    return c;
}

/* 1 to 24 characters, none of them a control character, not even those that turn the writing
 * direction around; something must be there to be seen. */
static bool
read_name(const json_t *json, char out[STORE_NAME_ROOM])
{
    const char *text = json_string_value(json);
    const unsigned char *at = (const unsigned char *)text;
    int count = 0, seen = 0;

    if (!text || strlen(text) >= STORE_NAME_ROOM)
        return false;
    while (*at) {
        uint32_t c = code_point(&at);

        if (c < 0x20 || (c >= 0x7f && c < 0xa0) || (c >= 0x202a && c <= 0x202e) ||
            (c >= 0x2066 && c <= 0x2069))
            return false;
        seen += c != ' ' && c != 0xa0 && !(c >= 0x2000 && c <= 0x200f) && c != 0x3000;
        count++;
    }
    if (count < 1 || count > 24 || seen == 0)
        return false;
    strcpy(out, text);
    return true;
}

static const char name_rule[] =
    "a name has 1 to 24 characters, none of them a control character";

bool
lobby_read_bot(const json_t *json, const struct game *game, struct store_seat *out,
               struct refusal *why)
{
    const char *name = json_string_value(json_object_get(json, "bot"));
    char list[1000];
    struct text t = text_in(list, sizeof list);
    struct ai_player player;

    if (name && strlen(name) < sizeof out->bot && ai_read_word(name, game, &player)) {
        strcpy(out->bot, name);
        return true;
    }
    ai_list(game, &t);
    return refuse(why, "\"bot\" must name one of the bots of %s: %s", game->name, list);
}

/* Bots that were given no name of their own. */
void
lobby_name_bot(struct store_seat *seat, int number)
{
    static const char *const names[] = {"Nefer", "Senbi",   "Iti",  "Hapu",
                                        "Meret", "Djehuti", "Teti", "Ipi"};

    strcpy(seat->name, names[number % 8]);
}

static bool
read_seat(const json_t *json, const struct game *game, int number, struct store_seat *out,
          struct refusal *why)
{
    const char *kind = json_string_value(json_object_get(json, "kind"));
    const json_t *name = json_object_get(json, "name");

    *out = (struct store_seat){.kind = STORE_OPEN};
    if (!kind)
        return refuse(why, "seat %d needs a \"kind\": person, bot or open", number);
    if (strcmp(kind, "open") == 0)
        return true;
    if (strcmp(kind, "person") == 0) {
        out->kind = STORE_PERSON;
        return read_name(name, out->name) || refuse(why, "seat %d: %s", number, name_rule);
    }
    if (strcmp(kind, "bot") != 0)
        return refuse(why, "seat %d has an unknown kind; it may be person, bot or open",
                      number);
    out->kind = STORE_BOT;
    lobby_name_bot(out, number);
    if (name && !(json_is_string(name) && json_string_length(name) == 0) &&
        !read_name(name, out->name))
        return refuse(why, "seat %d: %s", number, name_rule);
    return lobby_read_bot(json, game, out, why);
}

static bool
read_flag(const json_t *body, const char *key, bool otherwise, bool *out, struct refusal *why)
{
    const json_t *json = json_object_get(body, key);

    *out = json ? json_is_true(json) : otherwise;
    return !json || json_is_boolean(json) || refuse(why, "\"%s\" must be true or false", key);
}

static bool
read_options(const struct game *game, const json_t *body, struct store_table *row,
             struct refusal *why)
{
    union games_options options;
    union games_state state;
    json_t *unusual;
    size_t length = 0;

    game->defaults(&options);
    if (!options_read(game, json_object_get(body, "options"), &options, why) ||
        !options_setup(game, &options, row->players, &state, why))
        return false;
    unusual = options_unusual(game, &state);
    if (unusual)
        length = json_dumpb(unusual, row->options, sizeof row->options - 1,
                            JSON_COMPACT | JSON_SORT_KEYS);
    json_decref(unusual);
    if (length == 0 || length >= sizeof row->options)
        return refuse(why, "the options are too long");
    row->options[length] = 0;
    return true;
}

/* One word of a list that NULL ends; the first if none is given. */
static bool
read_choice(const json_t *body, const char *key, const char *const words[], int *out,
            struct refusal *why)
{
    const json_t *json = json_object_get(body, key);
    const char *word = json_string_value(json);
    char buf[100];
    struct text list = text_in(buf, sizeof buf);

    *out = 0;
    if (!json)
        return true;
    for (int i = 0; words[i]; i++) {
        *out = i;
        if (word && strcmp(word, words[i]) == 0)
            return true;
        text_put(&list, i == 0 ? "\"" : words[i + 1] ? "\", \"" : "\" or \"");
        text_put(&list, words[i]);
    }
    return refuse(why, "\"%s\" must be %s\"", key, buf);
}

/* Whether one person plays, against bots: then nobody is there to be wronged by a hint. */
static bool
is_alone(const struct store_table *row)
{
    int persons = 0, open = 0;

    for (int i = 0; i < row->players; i++) {
        persons += row->seats[i].kind == STORE_PERSON;
        open += row->seats[i].kind == STORE_OPEN;
    }
    return persons == 1 && open == 0;
}

/* What is agreed on with the table, beside the game's own options. */
static bool
read_settings(const json_t *body, struct store_table *row, struct refusal *why)
{
    int pace = 0, stand_ins = 0;

    if (!read_flag(body, "public", false, &row->open_to_all, why) ||
        !read_flag(body, "hints", is_alone(row), &row->hints, why) ||
        !read_choice(body, "pace", table_paces, &pace, why) ||
        !read_choice(body, "stand_ins", table_stand_ins, &stand_ins, why))
        return false;
    row->pace = (enum store_pace)pace;
    row->stand_ins = (enum store_stand_ins)stand_ins;
    return true;
}

static bool
refuse_game(struct refusal *why)
{
    char list[200];
    struct text t = text_in(list, sizeof list);

    for (int i = 0; games_list[i]; i++) {
        text_put(&t, i == 0 ? "" : games_list[i + 1] ? ", " : " or ");
        text_put(&t, games_list[i]->name);
    }
    return refuse(why, "\"game\" must name a game: %s", list);
}

static bool
read_table(const json_t *body, struct store_table *row, struct refusal *why)
{
    const char *name = json_string_value(json_object_get(body, "game"));
    const struct game *game = name ? games_find(name) : NULL;
    const json_t *seats = json_object_get(body, "seats");
    long long players;

    if (!game)
        return refuse_game(why);
    if (!json_whole(json_object_get(body, "players"), &players) || players < game->min_seats ||
        players > game->max_seats)
        return refuse(why, "\"players\" must be a whole number from %d to %d", game->min_seats,
                      game->max_seats);
    strcpy(row->game, game->name);
    row->players = (int)players;
    if (!read_options(game, body, row, why))
        return false;
    if (!json_is_array(seats) || json_array_size(seats) != (size_t)players)
        return refuse(why, "\"seats\" must be a list of %d seats, one for each player",
                      row->players);
    for (int i = 0; i < row->players; i++) {
        if (!read_seat(json_array_get(seats, (size_t)i), game, i, &row->seats[i], why))
            return false;
    }
    return read_settings(body, row, why);
}

/* ---- answering ---- */

/* {"ok":true,"table":...} and, if there are any, the tokens of the seats that are new. */
static void
answer_with_table(struct server *server, struct ask *ask, int status,
                  const struct store_table *row, bool tokens)
{
    struct page page;

    if (!page_open(&page, TABLE_ROOM + 1024)) {
        ask_refuse(server, ask, API_BUSY, "there is not enough memory");
        return;
    }
    ask_begin(ask, &page.t);
    json_key(&page.t, "table");
    json_table(server, &page.t, row);
    if (tokens) {
        json_key(&page.t, "tokens");
        json_open(&page.t, '{');
        for (int i = 0; i < row->players; i++) {
            char key[2] = {(char)('0' + i), 0};

            if (ask->secret[i][0]) {
                json_key(&page.t, key);
                json_text(&page.t, ask->secret[i]);
            }
        }
        json_close(&page.t, '}');
    }
    if (ask->run == lobby_join) {
        json_key(&page.t, "seat");
        json_int(&page.t, ask->seat);
        json_key(&page.t, "token");
        json_text(&page.t, ask->secret[ask->seat]);
    }
    json_close(&page.t, '}');
    ask_answer(server, ask, status, &page);
    page_close(&page);
}

static bool
new_secret(struct ask *ask, struct store_seat *seat, int number)
{
    return secret_token(ask->secret[number]) &&
           secret_hash(ask->secret[number], SECRET_TOKEN, seat->token);
}

/* A copy of the row, to be changed and stored; NULL, the ask answered and ended, without memory. */
struct store_table *
lobby_copy_row(struct server *server, struct ask *ask, const struct store_table *row)
{
    ask->row = malloc(sizeof *ask->row);
    if (ask->row)
        *ask->row = *row;
    else
        ask_refuse_and_end(server, ask, API_BUSY, "there is not enough memory");
    return ask->row;
}

static bool
has_open_seat(const struct store_table *row)
{
    for (int i = 0; i < row->players; i++) {
        if (row->seats[i].kind == STORE_OPEN)
            return true;
    }
    return false;
}

/* ---- a new table ---- */

static void
created(struct server *server, struct table *none, struct ask *ask)
{
    struct oops why;
    struct table *table = NULL;

    (void)none;
    if (ask->row->status == STORE_PLAYING)
        table = table_find(server, ask->row->id, &why); /* its bots begin */
    answer_with_table(server, ask, 201, table ? &table->row : ask->row, true);
}

static void
store_created(struct server *server, struct ask *ask)
{
    struct store_batch *batch = store_batch_create();

    if (batch && store_new_table(batch, ask->row) &&
        (!ask->turn || batch_turn(batch, ask->row->id, ask->turn))) {
        ask->done = created;
        commit_alone(server, ask, batch);
        return;
    }
    store_batch_destroy(batch);
    ask_refuse_and_end(server, ask, API_BUSY, "there is not enough memory");
}

/* The first moment of a table that starts as it is made. */
static bool
start_new(struct server *server, struct ask *ask)
{
    const struct game *game;
    struct match *match = match_of_row(ask->row, &game);
    bool fine = match && begin_game(server, match, ask);

    match_destroy(match);
    ask->row->status = STORE_PLAYING;
    return fine;
}

void
lobby_create(struct server *server, struct ask *ask)
{
    struct refusal why;
    bool start, fine = true;

    ask->row = calloc(1, sizeof *ask->row);
    if (!ask->row || !secret_id(ask->row->id)) {
        ask_refuse_and_end(server, ask, API_BUSY, "there is not enough memory");
        return;
    }
    if (!read_table(ask->body, ask->row, &why) ||
        !read_flag(ask->body, "start", false, &start, &why)) {
        ask_refuse_and_end(server, ask, API_BAD_REQUEST, why.text);
        return;
    }
    ask->row->created = (int64_t)time(NULL);
    for (int i = 0; i < ask->row->players; i++) {
        if (ask->row->seats[i].kind == STORE_PERSON)
            fine = fine && new_secret(ask, &ask->row->seats[i], i);
    }
    if (start && !has_open_seat(ask->row))
        fine = fine && start_new(server, ask);
    if (!net_limiter_take(server->makers, ask->address, uv_now(server->loop)))
        ask_refuse_and_end(server, ask, API_TOO_MANY,
                           "too many new tables; please wait a little");
    else if (!fine)
        ask_refuse_and_end(server, ask, API_BUSY, "the server cannot make a table just now");
    else
        store_created(server, ask);
}

/* ---- seats ---- */

/* After seats changed: who watches may watch from another seat now. */
void
lobby_seats_changed(struct server *server, struct table *table, struct ask *ask)
{
    for (struct visitor *v = table->visitors; v; v = v->beside)
        v->seats = table_seats_of(&table->row, &v->tokens);
    answer_with_table(server, ask, 200, &table->row, false);
    tell_table(server, table);
}

static int
first_open_seat(const struct store_table *row)
{
    for (int i = 0; i < row->players; i++) {
        if (row->seats[i].kind == STORE_OPEN)
            return i;
    }
    return -1;
}

/* The "seat" of the body, or -1. */
int
lobby_seat_in_body(const struct ask *ask, const struct table *table)
{
    long long seat;

    return json_whole(json_object_get(ask->body, "seat"), &seat) && seat >= 0 &&
                   seat < table->row.players
               ? (int)seat
               : -1;
}

void
lobby_join(struct server *server, struct table *table, struct ask *ask)
{
    bool given = json_object_get(ask->body, "seat");
    int seat = given ? lobby_seat_in_body(ask, table) : first_open_seat(&table->row);
    char name[STORE_NAME_ROOM];

    if (!read_name(json_object_get(ask->body, "name"), name)) {
        ask_refuse_and_end(server, ask, API_BAD_REQUEST, name_rule);
    } else if (given && seat < 0) {
        ask_refuse_and_end(server, ask, API_BAD_REQUEST,
                           "\"seat\" must be a seat of this table, counted from 0");
    } else if (table->row.status != STORE_WAITING) {
        ask_refuse_and_end(server, ask, API_CONFLICT,
                           "the game has started; no seat can be taken any more");
    } else if (seat < 0 || table->row.seats[seat].kind != STORE_OPEN) {
        ask_refuse_and_end(server, ask, API_CONFLICT,
                           seat < 0 ? "no seat is open at this table"
                                    : "this seat is not open");
    } else if (lobby_copy_row(server, ask, &table->row)) {
        struct store_seat *to = &ask->row->seats[seat];

        *to = (struct store_seat){.kind = STORE_PERSON};
        strcpy(to->name, name);
        ask->seat = seat;
        ask->done = lobby_seats_changed;
        if (new_secret(ask, to, seat))
            table_commit(server, table, ask, NULL);
        else
            ask_refuse_and_end(server, ask, API_BUSY,
                               "the server cannot make a token just now");
    }
}

/* Whether the ask shows a token of this table; answered and ended if it does not. */
bool
lobby_may_manage(struct server *server, const struct table *table, struct ask *ask)
{
    if (table_seats_of(&table->row, &ask->tokens))
        return true;
    if (ask->tokens.count == 0)
        ask_refuse_and_end(server, ask, API_NO_TOKEN,
                           "this needs the token of a seat of the table");
    else
        ask_refuse_and_end(server, ask, API_FORBIDDEN, "this token is of no seat of the table");
    return false;
}

void
lobby_seats(struct server *server, struct table *table, struct ask *ask)
{
    int seat = lobby_seat_in_body(ask, table);
    struct store_seat changed;
    struct refusal why;

    if (!lobby_may_manage(server, table, ask))
        return;
    if (seat < 0) {
        ask_refuse_and_end(server, ask, API_BAD_REQUEST,
                           "\"seat\" must be a seat of this table, counted from 0");
    } else if (!read_seat(ask->body, table->game, seat, &changed, &why)) {
        ask_refuse_and_end(server, ask, API_BAD_REQUEST, why.text);
    } else if (changed.kind == STORE_PERSON) {
        ask_refuse_and_end(server, ask, API_BAD_REQUEST,
                           "a person takes an open seat with join");
    } else if (table->row.status != STORE_WAITING) {
        ask_refuse_and_end(server, ask, API_CONFLICT,
                           "the game has started; the seats stay as they are");
    } else if (table->row.seats[seat].kind == STORE_PERSON &&
               !(table_seats_of(&table->row, &ask->tokens) >> seat & 1)) {
        ask_refuse_and_end(server, ask, API_FORBIDDEN, "this seat is another person's");
    } else if (lobby_copy_row(server, ask, &table->row)) {
        ask->row->seats[seat] = changed;
        ask->done = lobby_seats_changed;
        table_commit(server, table, ask, NULL);
    }
}

/* ---- start ---- */

static void
started(struct server *server, struct table *table, struct ask *ask)
{
    answer_with_table(server, ask, 200, &table->row, false);
    tell_table(server, table);
}

void
lobby_start(struct server *server, struct table *table, struct ask *ask)
{
    if (!lobby_may_manage(server, table, ask))
        return;
    if (table->row.status != STORE_WAITING) {
        ask_refuse_and_end(server, ask, API_CONFLICT, "the game has started already");
    } else if (has_open_seat(&table->row)) {
        ask_refuse_and_end(server, ask, API_CONFLICT,
                           "a seat is still open: wait for somebody, or seat a bot there");
    } else if (lobby_copy_row(server, ask, &table->row)) {
        ask->row->status = STORE_PLAYING;
        ask->done = started;
        if (begin_game(server, table->match, ask))
            table_commit(server, table, ask, NULL);
        else
            ask_refuse_and_end(server, ask, API_BUSY, "the game cannot be started just now");
    }
}

/* ---- once more ---- */

/* A bot that played for somebody who left plays for itself in the next game. */
static void
be_nobodys(struct store_seat *seat)
{
    memset(seat->person, 0, sizeof seat->person);
    memset(seat->token, 0, sizeof seat->token);
}

/* What the ask of a rematch carries besides the old table's row. */
static struct store_table *
next_table(struct server *server, const struct table *table, struct ask *ask)
{
    struct store_table *next = malloc(sizeof *next);
    game_seats shown = table_seats_of(&table->row, &ask->tokens);

    (void)server;
    if (!next)
        return NULL;
    *next = table->row;
    next->status = STORE_WAITING;
    next->created = (int64_t)time(NULL);
    next->rematch[0] = 0;
    if (!secret_id(next->id))
        goto fail;
    for (int i = 0; i < next->players; i++) {
        int to = (i + 1) % next->players;

        next->seats[to] = table->row.seats[i];
        if (next->seats[to].kind == STORE_BOT)
            be_nobodys(&next->seats[to]);
        if (next->seats[to].kind == STORE_PERSON && !(shown >> i & 1))
            next->seats[to] = (struct store_seat){.kind = STORE_OPEN};
        else if (next->seats[to].kind == STORE_PERSON && !new_secret(ask, &next->seats[to], to))
            goto fail;
    }
    return next;
fail:
    free(next);
    return NULL;
}

static void
rematched(struct server *server, struct table *table, struct ask *ask)
{
    struct oops why;
    const struct table *next = table_find(server, ask->row->rematch, &why);

    if (next)
        answer_with_table(server, ask, 201, &next->row, true);
    else
        ask_refuse(server, ask, API_BUSY,
                   "the new table was made, but cannot be shown just now");
    tell_table(server, table);
}

void
lobby_rematch(struct server *server, struct table *table, struct ask *ask)
{
    struct store_batch *batch = NULL;
    struct store_table *next = NULL;

    if (!lobby_may_manage(server, table, ask))
        return;
    if (table->row.status != STORE_OVER) {
        ask_refuse_and_end(server, ask, API_CONFLICT, "a rematch begins when the game is over");
        return;
    }
    if (table->row.rematch[0]) {
        answer_with_table(server, ask, 200, &table->row, true);
        ask_destroy(ask);
        return;
    }
    if (!lobby_copy_row(server, ask, &table->row))
        return;
    next = next_table(server, table, ask);
    batch = store_batch_create();
    if (!next || !batch || !store_new_table(batch, next)) {
        store_batch_destroy(batch);
        ask_refuse_and_end(server, ask, API_BUSY, "the server cannot make a table just now");
    } else {
        strcpy(ask->row->rematch, next->id);
        ask->done = rematched;
        table_commit(server, table, ask, batch);
    }
    free(next);
}
