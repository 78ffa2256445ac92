/* SPDX-License-Identifier: MIT
 * leaving.c -- a player leaves during the game: a bot takes the seat, and they may come back.
 *
 * While the bot plays, the token of the player who left allows only coming back. So nobody sees through
 * a seat that they do not play. Everything is stored before anybody hears of it. */
#include "hall_parts.h"

#include <string.h>

/* ---- a bot for somebody ---- */

static bool
others_remain(const struct store_table *row, int seat)
{
    for (int i = 0; i < row->players; i++) {
        if (i != seat && row->seats[i].kind == STORE_PERSON && !account_sits(&row->seats[i]))
            return true;
    }
    return false;
}

/* Why no bot may take this seat now, on the request of these tokens; NULL: one may. */
static const char *
why_not(const struct hall *hall, const struct table *table, const struct ask *ask, int seat)
{
    bool own = table_seats_of(&table->row, &ask->tokens) >> seat & 1;

    if (table->row.status != STORE_PLAYING)
        return table->row.status == STORE_OVER
                   ? "the game is over"
                   : "the game has not started; before that, seats are given with seats";
    if (table->row.stand_ins == STORE_NONE)
        return "at this table no bot plays for anybody: that was agreed on when it was made";
    if (table->row.seats[seat].kind != STORE_PERSON)
        return "a bot sits there already";
    if (!own && !(table_away(hall, table) >> seat & 1))
        return "this person has not been away for long enough";
    if (!others_remain(&table->row, seat))
        return "nobody but bots would be left; the game waits for you instead";
    return NULL;
}

/* Whom others may seat for somebody: always the same strong bot, so that nobody gains by the choice. */
static void
fix_stand_in(const struct hall *hall, const struct game *game, struct store_seat *bot)
{
    const struct ai_bot *fixed = ai_find_in(hall->host.bots, "hard", game);

    if (!fixed)
        fixed = hall->host.bots(game, 0);
    if (fixed && strlen(fixed->name) < sizeof bot->bot)
        strcpy(bot->bot, fixed->name);
}

static void
seat_stand_in(struct store_table *row, int seat, const struct store_seat *bot)
{
    struct store_seat *to = &row->seats[seat];
    struct store_seat left = *to;

    *to = *bot;
    to->kind = STORE_BOT;
    name_bots(row);
    memcpy(to->person, left.name, sizeof to->person);
    if (row->stand_ins == STORE_RETURN)
        memcpy(to->token, left.token, sizeof to->token);
}

void
leaving_replace(struct hall *hall, struct table *table, struct ask *ask)
{
    struct store_seat bot = {0};
    struct refusal why;
    const char *refused;
    int seat;

    if (!lobby_may_manage(hall, table, ask) ||
        (seat = lobby_seat_in_body(hall, table, ask)) < 0)
        return;
    if (!read_bot(hall, ask->body, table->game, &bot, &why)) {
        ask_refuse_and_end(hall, ask, API_BAD_REQUEST, why.text);
    } else if ((refused = why_not(hall, table, ask, seat))) {
        ask_refuse_and_end(hall, ask, API_CONFLICT, refused);
    } else if (lobby_copy_row(hall, ask, &table->row)) {
        if (!(table_seats_of(&table->row, &ask->tokens) >> seat & 1))
            fix_stand_in(hall, table->game, &bot);
        seat_stand_in(ask->row, seat, &bot);
        ask->done = lobby_seats_changed;
        table_commit(hall, table, ask, NULL);
    }
}

/* ---- back again ---- */

static void
returned(struct hall *hall, struct table *table, struct ask *ask)
{
    if (table->bot_seat == ask->seat)
        table_forget_bot(table);
    table_heard(table, (game_seats)(1u << ask->seat));
    lobby_seats_changed(hall, table, ask);
}

static bool
shows_token_of(const struct ask *ask, const struct store_seat *seat)
{
    for (int i = 0; i < ask->tokens.count; i++) {
        if (secret_same(seat->token, ask->tokens.hash[i]))
            return true;
    }
    return false;
}

void
leaving_return(struct hall *hall, struct table *table, struct ask *ask)
{
    int seat = lobby_seat_in_body(hall, table, ask);
    const struct store_seat *from = &table->row.seats[seat < 0 ? 0 : seat];

    if (seat < 0)
        return;
    if (ask->tokens.count == 0) {
        ask_refuse_and_end(hall, ask, API_NO_TOKEN,
                           "to take a seat again needs the token it had");
    } else if (from->kind != STORE_BOT || !from->person[0]) {
        ask_refuse_and_end(hall, ask, API_CONFLICT, "nobody has left this seat");
    } else if (table->row.stand_ins != STORE_RETURN) {
        ask_refuse_and_end(
            hall, ask, API_CONFLICT,
            "at this table who has left does not come back: that was agreed on when it was made");
    } else if (!shows_token_of(ask, from)) {
        ask_refuse_and_end(hall, ask, API_FORBIDDEN,
                           "the token shown is not that of who left this seat");
    } else if (lobby_copy_row(hall, ask, &table->row)) {
        struct store_seat *to = &ask->row->seats[seat];

        *to = (struct store_seat){.kind = STORE_PERSON};
        memcpy(to->name, from->person, sizeof to->name);
        memcpy(to->token, from->token, sizeof to->token);
        ask->seat = seat;
        ask->done = returned;
        table_commit(hall, table, ask, NULL);
    }
}
