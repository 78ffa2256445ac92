/* SPDX-License-Identifier: MIT
 * home.c -- further requests when all persons sit at this screen: telling tokens again,
 * records of running games, tables from records, forgetting tables. */
#include "hall_parts.h"

#include <stdlib.h>
#include <string.h>

#include "moves.h"
#include "option_table.h"
#include "record.h"

/* At home a token is stored as it is. */
static void
show_tokens(struct ask *ask, const struct store_table *row)
{
    for (int i = 0; i < row->players; i++) {
        if (row->seats[i].kind == STORE_PERSON)
            memcpy(ask->secret[i], row->seats[i].token, SECRET_TOKEN);
    }
}

void
home_look(struct hall *hall, struct table *table, struct ask *ask)
{
    show_tokens(ask, &table->row);
    lobby_answer(hall, ask, 200, &table->row, true);
    ask_destroy(ask);
}

void
home_record(struct hall *hall, struct table *table, struct ask *ask)
{
    answer_record(hall, table, ask);
}

static void
forgotten(struct hall *hall, struct table *table, struct ask *ask)
{
    char buf[64];
    struct page page = {.at = buf, .room = sizeof buf, .t = text_in(buf, sizeof buf)};

    table_turn_out(hall, table, NULL);
    table->gone = true;
    ask_begin(ask, &page.t);
    json_close(&page.t, '}');
    ask_answer(hall, ask, 200, &page);
}

void
home_forget(struct hall *hall, struct table *table, struct ask *ask)
{
    struct store_batch *batch = store_batch_create();

    if (batch && store_remove_table(batch, table->row.id)) {
        ask->done = forgotten;
        table_commit(hall, table, ask, batch);
        return;
    }
    store_batch_destroy(batch);
    ask_refuse_and_end(hall, ask, API_BUSY, "there is not enough memory");
}

/* ---- a table made of a record ---- */

/* A seat as the record has it: its bot, if this program has it, else a person. */
static void
seat_of_record(const struct hall *hall, const struct record *r, int i, struct store_seat *out)
{
    const struct json *bots = json_member(json_member(r->json, "meta"), "bots");
    const char *word = json_as_text(json_element(bots, (size_t)i));
    struct ai_player player;
    bool named = read_name_text(record_player(r, i), out->name);

    out->kind = STORE_PERSON;
    if (word && strlen(word) < sizeof out->bot &&
        ai_read_word_in(hall->host.bots, word, r->game, &player)) {
        out->kind = STORE_BOT;
        strcpy(out->bot, word);
    } else if (!named) {
        out->name[0] = (char)('1' + i);
    }
}

static bool
read_seats(const struct hall *hall, const struct json *seats, const struct record *r,
           struct store_table *row, struct refusal *why)
{
    if (!is_kind(seats, JSON_KIND_LIST)) {
        for (int i = 0; i < r->seats; i++)
            seat_of_record(hall, r, i, &row->seats[i]);
        return true;
    }
    if (json_count(seats) != (size_t)r->seats)
        return refuse(why, "\"seats\" must be a list of %d seats, one for each player",
                      r->seats);
    for (int i = 0; i < r->seats; i++) {
        if (!read_seat(hall, json_element(seats, (size_t)i), r->game, i, &row->seats[i], why))
            return false;
        if (row->seats[i].kind == STORE_OPEN)
            return refuse(why, "a game that is going on has no open seats");
    }
    return true;
}

static bool
read_import(const struct hall *hall, const struct json *body, struct store_table *row,
            struct refusal *why)
{
    const struct json *record = json_member(body, "record");
    struct record r;
    int persons = 0;

    if (!is_kind(record, JSON_KIND_OBJECT))
        return refuse(why, "\"record\" must be a record: an object of khepri-record/1");
    if (!record_replay(&r, record, why))
        return false;
    strcpy(row->game, r.game->name);
    row->players = r.seats;
    row->status = r.game->to_move(&r.state) == 0 ? STORE_OVER : STORE_PLAYING;
    if (!row_options(r.game, &r.state, row, why) ||
        !read_seats(hall, json_member(body, "seats"), &r, row, why))
        return false;
    name_bots(row);
    for (int i = 0; i < row->players; i++)
        persons += row->seats[i].kind == STORE_PERSON;
    row->hints = persons == 1;
    return true;
}

/* The actions of a record that holds, as rows. */
static bool
batch_record(struct store_batch *batch, const char *id, const struct json *record)
{
    struct record r;
    struct refusal why;
    bool fine = batch && record_open(&r, record, &why);

    while (fine && r.next) {
        struct store_action action = {.seq = (int)r.step};
        struct move move;

        fine = moves_read(r.game, &r.state, json_as_text(r.next), &move) == GAME_OK;
        if (!fine)
            break;
        action.seat = move.seat;
        r.game->write_action(&r.state, move.action, action.action, sizeof action.action);
        fine = record_step(&r, NULL, &why) && store_add_action(batch, id, &action);
    }
    return fine;
}

void
home_import(struct hall *hall, struct ask *ask)
{
    struct store_batch *batch = store_batch_create();
    struct refusal why;
    bool fine = true;

    ask->row = calloc(1, sizeof *ask->row);
    if (!batch || !ask->row || !secret_id(hall, ask->row->id)) {
        store_batch_destroy(batch);
        ask_refuse_and_end(hall, ask, API_BUSY, "there is not enough memory");
        return;
    }
    if (!read_import(hall, ask->body, ask->row, &why)) {
        store_batch_destroy(batch);
        ask_refuse_and_end(hall, ask, API_BAD_REQUEST, why.text);
        return;
    }
    ask->row->created = hall->host.date(hall->host.self);
    for (int i = 0; i < ask->row->players; i++) {
        if (ask->row->seats[i].kind == STORE_PERSON)
            fine = fine && lobby_new_secret(hall, ask, &ask->row->seats[i], i);
    }
    fine = fine && store_new_table(batch, ask->row) &&
           batch_record(batch, ask->row->id, json_member(ask->body, "record"));
    if (fine) {
        ask->done = lobby_created;
        commit_alone(hall, ask, batch);
        return;
    }
    store_batch_destroy(batch);
    ask_refuse_and_end(hall, ask, API_BUSY, "there is not enough memory");
}
