/* SPDX-License-Identifier: MIT
 * lobby.c -- before and after the game: tables are made, seats taken, games started, and played again. */
#include "hall_parts.h"

#include <stdlib.h>
#include <string.h>

/* ---- answering ---- */

/* {"ok":true,"table":...} and, if there are any, the tokens of the seats that are new. */
void
lobby_answer(struct hall *hall, struct ask *ask, int status, const struct store_table *row,
             bool tokens)
{
    struct page page;

    if (!page_open(&page, TABLE_ROOM + 1024)) {
        ask_refuse(hall, ask, API_BUSY, "there is not enough memory");
        return;
    }
    ask_begin(ask, &page.t);
    json_key(&page.t, "table");
    json_table(hall, &page.t, row);
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
    if (ask->joins)
        json_key_int(&page.t, "seat", ask->seat);
    if (ask->joins && ask->secret[ask->seat][0])
        json_key_text(&page.t, "token", ask->secret[ask->seat]);
    json_close(&page.t, '}');
    ask_answer(hall, ask, status, &page);
    page_close(&page);
}

bool
lobby_new_secret(struct hall *hall, struct ask *ask, struct store_seat *seat, int number)
{
    return secret_token(hall, ask->secret[number]) &&
           secret_hash(hall, ask->secret[number], SECRET_TOKEN, seat->token);
}

/* A copy of the row, to be changed and stored; NULL, the ask answered and ended, without memory. */
struct store_table *
lobby_copy_row(struct hall *hall, struct ask *ask, const struct store_table *row)
{
    ask->row = malloc(sizeof *ask->row);
    if (ask->row)
        *ask->row = *row;
    else
        ask_refuse_and_end(hall, ask, API_BUSY, "there is not enough memory");
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

static bool
has_account(const struct store_table *row)
{
    for (int i = 0; i < row->players; i++) {
        if (account_sits(&row->seats[i]) || account_is_invited(&row->seats[i]))
            return true;
    }
    return false;
}

/* Why these invitations are not possible; NULL: they are. A bot account that invites itself sits down. */
static const char *
invite(const struct hall *hall, const struct account *maker, struct store_table *row)
{
    for (int i = 0; i < row->players; i++) {
        const char *refused =
            account_is_invited(&row->seats[i]) ? account_why_not_invited(hall, row, i) : NULL;

        if (refused)
            return refused;
    }
    for (int i = 0; i < row->players; i++) {
        if (!maker || !account_is_invited(&row->seats[i]) ||
            strcmp(row->seats[i].bot, maker->name) != 0)
            continue;
        if (!account_has_room(hall, maker))
            return "this bot plays as many games at once as the host allows";
        account_take_seat(maker, &row->seats[i]);
    }
    return NULL;
}

/* ---- a new table ---- */

void
lobby_created(struct hall *hall, struct table *none, struct ask *ask)
{
    struct oops why;
    struct table *table = NULL;

    (void)none;
    quota_end(hall, ask, true);
    if (ask->row->status != STORE_WAITING || has_account(ask->row))
        table = table_find(hall, ask->row->id, &why); /* its bots begin, or are told */
    lobby_answer(hall, ask, 201, table ? &table->row : ask->row, true);
}

static void
not_created(struct hall *hall, struct table *none, struct ask *ask)
{
    (void)none;
    quota_end(hall, ask, false);
}

static void
store_created(struct hall *hall, struct ask *ask, struct store_batch *batch)
{
    if (batch && store_new_table(batch, ask->row) &&
        batch_turn(hall, batch, ask->row->id, ask)) {
        ask->done = lobby_created;
        ask->undone = not_created;
        quota_begin(hall, ask, ask->row);
        commit_alone(hall, ask, batch);
        return;
    }
    store_batch_destroy(batch);
    ask_refuse_and_end(hall, ask, API_BUSY, "there is not enough memory");
}

/* The first moment of a table that starts as it is made. */
static bool
start_new(struct hall *hall, struct ask *ask)
{
    const struct game *game;
    struct match *match = match_of_row(ask->row, &game);
    bool fine = match && begin_game(hall, match, ask);

    match_destroy(match);
    ask->row->status = STORE_PLAYING;
    return fine;
}

void
lobby_create(struct hall *hall, struct ask *ask)
{
    struct refusal why;
    const char *refused;
    bool start, fine = true;

    ask->row = calloc(1, sizeof *ask->row);
    if (!ask->row || !secret_id(hall, ask->row->id)) {
        ask_refuse_and_end(hall, ask, API_BUSY, "there is not enough memory");
        return;
    }
    if (!read_table(hall, ask->body, ask->row, &why) ||
        !read_flag(ask->body, "start", false, &start, &why)) {
        ask_refuse_and_end(hall, ask, API_BAD_REQUEST, why.text);
        return;
    }
    refused = invite(hall, account_shown(&ask->tokens), ask->row);
    if (refused) {
        ask_refuse_and_end(hall, ask, API_CONFLICT, refused);
        return;
    }
    ask->row->created = hall->host.date(hall->host.self);
    ask->row->maker = hall_owner(ask->address);
    for (int i = 0; i < ask->row->players; i++) {
        if (ask->row->seats[i].kind == STORE_PERSON && !account_sits(&ask->row->seats[i]))
            fine = fine && lobby_new_secret(hall, ask, &ask->row->seats[i], i);
    }
    if (start && !has_open_seat(ask->row))
        fine = fine && start_new(hall, ask);
    if (!quota_allows(hall, ask, ask->row))
        ask_destroy(ask);
    else if (!hall_may(hall, HALL_NEW_TABLE, ask->address))
        ask_refuse_and_end(hall, ask, API_TOO_MANY,
                           "too many new tables; please wait a little");
    else if (!fine)
        ask_refuse_and_end(hall, ask, API_BUSY, "the server cannot make a table just now");
    else
        store_created(hall, ask, store_batch_create());
}

/* ---- seats ---- */

/* After seats changed: who watches may watch from another seat now. */
void
lobby_seats_changed(struct hall *hall, struct table *table, struct ask *ask)
{
    for (struct visitor *v = table->visitors; v; v = v->beside)
        visitor_opens(v, table_seats_of(&table->row, &v->tokens));
    lobby_answer(hall, ask, 200, &table->row, false);
    tell_table(hall, table);
}

int
lobby_first_open_seat(const struct store_table *row)
{
    for (int i = 0; i < row->players; i++) {
        if (row->seats[i].kind == STORE_OPEN && !row->seats[i].bot[0])
            return i;
    }
    return -1;
}

int
lobby_seat_in_body(struct hall *hall, const struct table *table, struct ask *ask)
{
    long long seat;

    if (json_as_whole(json_member(ask->body, "seat"), &seat) && seat >= 0 &&
        seat < table->row.players)
        return (int)seat;
    ask_refuse_and_end(hall, ask, API_BAD_REQUEST,
                       "\"seat\" must be a seat of this table, counted from 0");
    return -1;
}

void
lobby_join(struct hall *hall, struct table *table, struct ask *ask)
{
    bool given = json_member(ask->body, "seat");
    char name[STORE_NAME_ROOM];
    int seat;

    if (!read_name(json_member(ask->body, "name"), name)) {
        ask_refuse_and_end(hall, ask, API_BAD_REQUEST, name_rule);
        return;
    }
    if (is_banned(hall, STORE_BAN_NAME, name)) {
        ask_refuse_and_end(hall, ask, API_FORBIDDEN, mute_sentence);
        return;
    }
    seat = given ? lobby_seat_in_body(hall, table, ask) : lobby_first_open_seat(&table->row);
    if (given && seat < 0)
        return;
    if (table->row.status != STORE_WAITING) {
        ask_refuse_and_end(hall, ask, API_CONFLICT,
                           "the game has started; no seat can be taken any more");
    } else if (seat >= 0 && account_is_invited(&table->row.seats[seat])) {
        ask_refuse_and_end(hall, ask, API_CONFLICT,
                           "this seat is kept for a bot that is invited");
    } else if (seat < 0 || table->row.seats[seat].kind != STORE_OPEN) {
        ask_refuse_and_end(hall, ask, API_CONFLICT,
                           seat < 0 ? "no seat is open at this table"
                                    : "this seat is not open");
    } else if (lobby_copy_row(hall, ask, &table->row)) {
        struct store_seat *to = &ask->row->seats[seat];

        *to = (struct store_seat){.kind = STORE_PERSON};
        strcpy(to->name, name);
        ask->seat = seat;
        ask->joins = true;
        ask->done = lobby_seats_changed;
        if (lobby_new_secret(hall, ask, to, seat))
            table_commit(hall, table, ask, NULL);
        else
            ask_refuse_and_end(hall, ask, API_BUSY, "the server cannot make a token just now");
    }
}

/* Whether the ask shows a token of this table; answered and ended if it does not. */
bool
lobby_may_manage(struct hall *hall, const struct table *table, struct ask *ask)
{
    if (table_seats_of(&table->row, &ask->tokens))
        return true;
    if (ask->tokens.count == 0)
        ask_refuse_and_end(hall, ask, API_NO_TOKEN,
                           "this needs the token of a seat of the table");
    else
        ask_refuse_and_end(hall, ask, API_FORBIDDEN, "this token is of no seat of the table");
    return false;
}

void
lobby_seats(struct hall *hall, struct table *table, struct ask *ask)
{
    struct store_seat changed;
    struct refusal why;
    const char *refused;
    int seat;

    if (!lobby_may_manage(hall, table, ask) ||
        (seat = lobby_seat_in_body(hall, table, ask)) < 0)
        return;
    if (!read_seat(hall, ask->body, table->game, seat, &changed, &why)) {
        ask_refuse_and_end(hall, ask, API_BAD_REQUEST, why.text);
    } else if (changed.kind == STORE_PERSON) {
        ask_refuse_and_end(hall, ask, API_BAD_REQUEST, "a person takes an open seat with join");
    } else if (table->row.status != STORE_WAITING) {
        ask_refuse_and_end(hall, ask, API_CONFLICT,
                           "the game has started; the seats stay as they are");
    } else if (table->row.seats[seat].kind == STORE_PERSON &&
               !account_sits(&table->row.seats[seat]) &&
               !(table_seats_of(&table->row, &ask->tokens) >> seat & 1)) {
        ask_refuse_and_end(hall, ask, API_FORBIDDEN, "this seat is another person's");
    } else if (lobby_copy_row(hall, ask, &table->row)) {
        ask->row->seats[seat] = changed;
        name_bots(ask->row);
        refused =
            account_is_invited(&changed) ? account_why_not_invited(hall, ask->row, seat) : NULL;
        ask->done = lobby_seats_changed;
        if (refused)
            ask_refuse_and_end(hall, ask, API_CONFLICT, refused);
        else
            table_commit(hall, table, ask, NULL);
    }
}

/* ---- start ---- */

static void
started(struct hall *hall, struct table *table, struct ask *ask)
{
    lobby_answer(hall, ask, 200, &table->row, false);
    tell_table(hall, table);
}

void
lobby_start(struct hall *hall, struct table *table, struct ask *ask)
{
    if (!lobby_may_manage(hall, table, ask))
        return;
    if (table->row.status != STORE_WAITING) {
        ask_refuse_and_end(hall, ask, API_CONFLICT, "the game has started already");
    } else if (has_open_seat(&table->row)) {
        ask_refuse_and_end(hall, ask, API_CONFLICT,
                           "a seat is still open: wait for somebody, or seat a bot there");
    } else if (lobby_copy_row(hall, ask, &table->row)) {
        ask->row->status = STORE_PLAYING;
        ask->done = started;
        if (begin_game(hall, table->match, ask))
            table_commit(hall, table, ask, NULL);
        else
            ask_refuse_and_end(hall, ask, API_BUSY, "the game cannot be started just now");
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

/* A bot account is asked whether it plays again. */
static void
be_invited(struct store_seat *seat)
{
    struct store_seat invited = {.kind = STORE_OPEN};

    memcpy(invited.bot, seat->bot, sizeof invited.bot);
    *seat = invited;
}

/* What the ask of a rematch carries besides the old table's row. */
static struct store_table *
next_table(struct hall *hall, const struct table *table, struct ask *ask)
{
    struct store_table *next = malloc(sizeof *next);
    game_seats shown = table_seats_of(&table->row, &ask->tokens);

    if (!next)
        return NULL;
    *next = table->row;
    next->status = STORE_WAITING;
    next->created = hall->host.date(hall->host.self);
    next->maker = hall_owner(ask->address);
    next->rematch[0] = 0;
    if (!secret_id(hall, next->id))
        goto fail;
    for (int i = 0; i < next->players; i++) {
        int to = (i + 1) % next->players;

        next->seats[to] = table->row.seats[i];
        if (next->seats[to].kind == STORE_BOT)
            be_nobodys(&next->seats[to]);
        if (account_sits(&next->seats[to]))
            be_invited(&next->seats[to]);
        else if (next->seats[to].kind == STORE_PERSON && !(shown >> i & 1))
            next->seats[to] = (struct store_seat){.kind = STORE_OPEN};
        else if (next->seats[to].kind == STORE_PERSON &&
                 !lobby_new_secret(hall, ask, &next->seats[to], to))
            goto fail;
    }
    return next;
fail:
    free(next);
    return NULL;
}

static void
rematched(struct hall *hall, struct table *table, struct ask *ask)
{
    struct oops why;
    const struct table *next;

    quota_end(hall, ask, true);
    next = table_find(hall, ask->row->rematch, &why);
    if (next)
        lobby_answer(hall, ask, 201, &next->row, true);
    else
        ask_refuse(hall, ask, API_BUSY, "the new table was made, but cannot be shown just now");
    tell_table(hall, table);
}

void
lobby_rematch(struct hall *hall, struct table *table, struct ask *ask)
{
    struct store_batch *batch = NULL;
    struct store_table *next = NULL;

    if (!lobby_may_manage(hall, table, ask))
        return;
    if (table->row.status != STORE_OVER) {
        ask_refuse_and_end(hall, ask, API_CONFLICT, "a rematch begins when the game is over");
        return;
    }
    if (table->row.rematch[0]) {
        lobby_answer(hall, ask, 200, &table->row, true);
        ask_destroy(ask);
        return;
    }
    if (!lobby_copy_row(hall, ask, &table->row))
        return;
    next = next_table(hall, table, ask);
    if (next && !quota_allows(hall, ask, next)) {
        free(next);
        ask_destroy(ask);
        return;
    }
    batch = store_batch_create();
    if (!next || !batch || !store_new_table(batch, next)) {
        store_batch_destroy(batch);
        ask_refuse_and_end(hall, ask, API_BUSY, "the server cannot make a table just now");
    } else {
        strcpy(ask->row->rematch, next->id);
        ask->done = rematched;
        ask->undone = not_created;
        quota_begin(hall, ask, next);
        table_commit(hall, table, ask, batch);
    }
    free(next);
}
