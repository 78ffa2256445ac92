/* SPDX-License-Identifier: MIT
 * accounts.c -- bot accounts: programs elsewhere that the host of the server lets play, known by a name and a token.
 *
 * The seat of such a bot has the kind of a person and the account's name in `bot`. An open seat with a name there
 * is kept for that bot, who is invited to it. So nothing more is stored with a table, and a new token of an account
 * is good for all its seats at once. */
#include "hall_parts.h"

#include <stdlib.h>
#include <string.h>

enum { SECOND = 1000, OVER_MOST = 64, INVITED_MOST = 64 };

struct account *
account_find(const struct hall *hall, const char *name)
{
    struct account *account = account_first(hall);

    while (account && (account->gone || strcmp(account->name, name) != 0))
        account = account->next;
    return account;
}

void
account_resolve(const struct hall *hall, struct tokens *tokens)
{
    tokens->account = NULL;
    for (struct account *a = account_first(hall); a; a = a->next) {
        for (int i = 0; i < tokens->count && !a->gone; i++) {
            if (secret_same(a->hash, tokens->hash[i]))
                tokens->account = a;
        }
    }
}

bool
account_sits(const struct store_seat *seat)
{
    return seat->kind == STORE_PERSON && seat->bot[0];
}

bool
account_is_invited(const struct store_seat *seat)
{
    return seat->kind == STORE_OPEN && seat->bot[0];
}

struct account *
account_of_seat(const struct hall *hall, const struct store_seat *seat)
{
    return seat->kind != STORE_BOT && seat->bot[0] ? account_find(hall, seat->bot) : NULL;
}

int
account_seat(const struct store_table *row, const struct account *account)
{
    for (int i = 0; i < row->players; i++) {
        if (account_sits(&row->seats[i]) && strcmp(row->seats[i].bot, account->name) == 0)
            return i;
    }
    return -1;
}

int
account_invited_seat(const struct store_table *row, const struct account *account)
{
    for (int i = 0; i < row->players; i++) {
        if (account_is_invited(&row->seats[i]) && strcmp(row->seats[i].bot, account->name) == 0)
            return i;
    }
    return -1;
}

void
account_take_seat(const struct account *account, struct store_seat *seat)
{
    *seat = (struct store_seat){.kind = STORE_PERSON};
    strcpy(seat->bot, account->name);
    strcpy(seat->name, account->name);
}

/* ---- limits ---- */

bool
account_may_ask(struct hall *hall, struct account *account)
{
    uint64_t now = hall_now(hall);

    if (hall->options.bots_rate == 0)
        return true;
    if (now - account->second >= SECOND) {
        account->second = now;
        account->asked = 0;
    }
    return account->asked++ < hall->options.bots_rate;
}

int
account_count(const struct account *account, enum account_stage from, enum account_stage to)
{
    int count = 0;

    for (int i = 0; i < account->count; i++)
        count += account->games[i].stage >= from && account->games[i].stage <= to;
    return count;
}

bool
account_has_room(const struct hall *hall, const struct account *account)
{
    return hall->options.bots_games == 0 ||
           account_count(account, ACCOUNT_SEATED, ACCOUNT_PLAYS) + account->joining <
               hall->options.bots_games;
}

const char *
account_why_not_invited(const struct hall *hall, const struct store_table *row, int seat)
{
    const struct account *account = account_of_seat(hall, &row->seats[seat]);

    if (!account)
        return "there is no such bot account here any more";
    for (int i = 0; i < row->players; i++) {
        if (i != seat && row->seats[i].kind != STORE_BOT &&
            strcmp(row->seats[i].bot, account->name) == 0)
            return "this bot has a seat at this table already, or is invited to one";
    }
    if (account_count(account, ACCOUNT_INVITED, ACCOUNT_INVITED) >= INVITED_MOST)
        return "too many invitations wait for this bot; please choose another, or try later";
    return NULL;
}

/* ---- its games ---- */

struct account_game *
account_game(struct account *account, const char *id)
{
    for (int i = 0; i < account->count; i++) {
        if (strcmp(account->games[i].id, id) == 0)
            return &account->games[i];
    }
    return NULL;
}

void
account_forget(struct account *account, struct account_game *game)
{
    *game = account->games[--account->count];
}

/* Of games that ended while the bot was not there, the last few are kept until it is told. */
static void
drop_one_over(struct account *account)
{
    if (account_count(account, ACCOUNT_OVER, ACCOUNT_GONE) < OVER_MOST)
        return;
    for (int i = 0; i < account->count; i++) {
        if (account->games[i].stage >= ACCOUNT_OVER) {
            account->count--;
            memmove(&account->games[i], &account->games[i + 1],
                    (size_t)(account->count - i) * sizeof *account->games);
            return;
        }
    }
}

struct account_game *
account_add(struct account *account, const char *id)
{
    struct account_game *grown, *game;

    drop_one_over(account);
    if (account->count == account->room) {
        int room = account->room ? 2 * account->room : 8;

        grown = realloc(account->games, (size_t)room * sizeof *grown);
        if (!grown)
            return NULL;
        account->games = grown;
        account->room = room;
    }
    game = &account->games[account->count++];
    *game = (struct account_game){0};
    strcpy(game->id, id);
    return game;
}

static enum account_stage
stage_of(const struct store_table *row, const struct account *account)
{
    if (account_seat(row, account) >= 0)
        return row->status == STORE_WAITING   ? ACCOUNT_SEATED
               : row->status == STORE_PLAYING ? ACCOUNT_PLAYS
                                              : ACCOUNT_OVER;
    return row->status == STORE_WAITING && account_invited_seat(row, account) >= 0
               ? ACCOUNT_INVITED
               : ACCOUNT_GONE;
}

void
account_note(struct hall *hall, const struct store_table *row)
{
    for (struct account *a = account_first(hall); a; a = a->next) {
        struct account_game *game = account_game(a, row->id);
        enum account_stage stage = stage_of(row, a);

        if (!game && !a->gone &&
            (stage == ACCOUNT_INVITED || stage == ACCOUNT_SEATED || stage == ACCOUNT_PLAYS))
            game = account_add(a, row->id);
        if (game)
            game->stage = stage;
    }
}

/* ---- which there are ---- */

/* A new one, in the place of an old one of that name: the games stay, all else begins anew. */
static bool
add(struct hall *hall, const struct hall_account *from)
{
    struct account *account = calloc(1, sizeof *account);

    if (!account)
        return false;
    strcpy(account->name, from->name);
    memcpy(account->hash, from->hash, sizeof account->hash);
    account->may_join = from->may_join;
    for (struct account *old = account_first(hall); old; old = old->next) {
        if (strcmp(old->name, from->name) == 0 && old->games) {
            account->games = old->games;
            account->count = old->count;
            account->room = old->room;
            old->games = NULL;
            old->count = old->room = 0;
        }
    }
    account->next = hall->accounts;
    hall->accounts = account;
    return true;
}

bool
accounts_follow(struct hall *hall, const char *id, bool named)
{
    for (struct account *a = account_first(hall); a; a = a->next) {
        if (named || (a->stream && account_game(a, id)))
            return true;
    }
    return false;
}

bool
accounts_set(struct hall *hall, const struct hall_account *list, int count)
{
    bool fine = true;

    for (struct account *a = account_first(hall); a; a = a->next) {
        bool stays = false;

        for (int i = 0; i < count && !a->gone; i++) {
            if (strcmp(list[i].name, a->name) == 0 && secret_same(list[i].hash, a->hash)) {
                a->may_join = list[i].may_join;
                stays = true;
            }
        }
        a->gone = !stays;
    }
    for (int i = 0; i < count; i++) {
        if (!account_find(hall, list[i].name))
            fine = add(hall, &list[i]) && fine;
    }
    return fine;
}

void
accounts_destroy(struct hall *hall)
{
    while (hall->accounts) {
        struct account *account = hall->accounts;

        hall->accounts = account->next;
        free(account->games);
        free(account);
    }
}
