/* SPDX-License-Identifier: MIT
 * inviting.c -- bot accounts take seats: those they are invited to, or open ones, if the host lets them. */
#include "hall_parts.h"

#include <string.h>

/* Why this account may not take that seat, -1 for none; NULL: it may. */
static const char *
why_not(const struct hall *hall, const struct store_table *row, const struct account *account,
        int seat)
{
    bool invited = seat >= 0 && account_is_invited(&row->seats[seat]) &&
                   strcmp(row->seats[seat].bot, account->name) == 0;

    if (account->gone)
        return "the host has closed this account";
    if (row->status != STORE_WAITING)
        return "the game has started; no seat can be taken any more";
    if (account_seat(row, account) >= 0)
        return "this bot has a seat at this table already";
    if (!invited && !account->may_join)
        return "this bot takes only seats that it is invited to: that is how the host wants it";
    if (!invited && !row->open_to_all)
        return "this table is not public, and the bot is not invited to it";
    if (seat < 0)
        return "no seat is open at this table";
    if (!invited && (row->seats[seat].kind != STORE_OPEN || row->seats[seat].bot[0]))
        return "this seat is not open";
    if (!account_has_room(hall, account))
        return "this bot plays as many games at once as the host allows";
    return NULL;
}

static void
leave_door(struct ask *ask)
{
    if (account_shown(&ask->tokens) && account_shown(&ask->tokens)->joining > 0)
        account_shown(&ask->tokens)->joining--;
}

static void
joined(struct hall *hall, struct table *table, struct ask *ask)
{
    leave_door(ask);
    account_note(hall, &table->row);
    lobby_seats_changed(hall, table, ask);
}

static void
not_joined(struct hall *hall, struct table *table, struct ask *ask)
{
    (void)hall;
    (void)table;
    leave_door(ask);
}

void
inviting_join(struct hall *hall, struct table *table, struct ask *ask)
{
    struct account *account = account_shown(&ask->tokens);
    bool given = json_member(ask->body, "seat");
    int seat;
    const char *refused;

    if (!account) {
        lobby_join(hall, table, ask);
        return;
    }
    seat = given ? lobby_seat_in_body(hall, table, ask)
                 : account_invited_seat(&table->row, account);
    if (given && seat < 0)
        return;
    if (!given && seat < 0)
        seat = lobby_first_open_seat(&table->row);
    refused = why_not(hall, &table->row, account, seat);
    if (refused) {
        ask_refuse_and_end(hall, ask, API_CONFLICT, refused);
    } else if (lobby_copy_row(hall, ask, &table->row)) {
        account_take_seat(account, &ask->row->seats[seat]);
        ask->seat = seat;
        ask->joins = true;
        ask->done = joined;
        ask->undone = not_joined;
        account->joining++;
        table_commit(hall, table, ask, NULL);
    }
}

void
inviting_decline(struct hall *hall, struct table *table, struct ask *ask)
{
    struct account *account = account_shown(&ask->tokens);
    int seat = account ? account_invited_seat(&table->row, account) : -1;

    if (!account) {
        ask_refuse_and_end(hall, ask, ask->tokens.count ? API_FORBIDDEN : API_NO_TOKEN,
                           "this needs the token of the bot account that is invited");
        return;
    }
    if (seat < 0)
        seat = account_seat(&table->row, account);
    if (seat < 0) {
        ask_refuse_and_end(hall, ask, API_CONFLICT, "this bot is not invited to this table");
    } else if (table->row.status != STORE_WAITING) {
        ask_refuse_and_end(hall, ask, API_CONFLICT,
                           "the game has started; the seats stay as they are");
    } else if (lobby_copy_row(hall, ask, &table->row)) {
        ask->row->seats[seat] = (struct store_seat){.kind = STORE_OPEN};
        ask->done = lobby_seats_changed;
        table_commit(hall, table, ask, NULL);
    }
}
