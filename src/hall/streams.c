/* SPDX-License-Identifier: MIT
 * streams.c -- what bot accounts are told: a response that goes on, with an event on each line.
 *
 * Nothing is queued for a bot that is not there. Its games are known, so whoever connects is told how each of them
 * stands, and after that what changes. Each event shows what the bot's own seat may see and nothing else. */
#include "hall_parts.h"

#include <stdio.h>

#include "match_json.h"

enum { EVENT_ROOM = TABLE_ROOM + VIEW_ROOM + 512 };

static bool
event_open(struct page *page, const char *event)
{
    if (!page_open(page, EVENT_ROOM))
        return false;
    json_open(&page->t, '{');
    json_key_text(&page->t, "event", event);
    return true;
}

static void
event_send(struct hall *hall, const struct account *account, struct page *page)
{
    json_close(&page->t, '}');
    text_char(&page->t, '\n');
    if (text_length(&page->t) < 0)
        hall_say(hall, HALL_ERROR, "event", "an event was longer than its room");
    else
        hall->host.send(hall->host.self, account->stream, page->at, page->t.len);
    page_close(page);
}

/* An event without anything else. */
static void
say(struct hall *hall, const struct account *account, const char *event)
{
    struct page page;

    if (event_open(&page, event))
        event_send(hall, account, &page);
}

static void
hang_up(struct hall *hall, struct account *account, const char *event, const char *why)
{
    hall_who who = account->stream;

    if (!who)
        return;
    say(hall, account, event);
    account->stream = 0;
    hall->host.close(hall->host.self, who, HALL_BYE_GOING, why);
}

/* ---- how a game stands ---- */

/* False without memory: it will be told at the next occasion. */
static bool
tell_table_of(struct hall *hall, const struct account *account, const struct table *table,
              const char *event, int seat, bool view)
{
    struct page page;

    if (!event_open(&page, event))
        return false;
    json_key(&page.t, "table");
    json_table(hall, &page.t, &table->row);
    json_key_int(&page.t, "seat", seat);
    if (view) {
        json_key(&page.t, "view");
        json_match_view(&page.t, table->match, (game_seats)(1u << seat), table->match->moment);
    }
    event_send(hall, account, &page);
    return true;
}

/* What tells one turn of a seat from another: the moment, and how often the seat has acted in it in secret. What the
 * others do in secret is no new turn. */
static uint64_t
turn_of(const struct match *match, int seat)
{
    uint64_t acted = 0;

    for (int i = match->count - 1; i >= 0 && match->log[i].moment >= match->moment; i--)
        acted += match->log[i].seat == seat;
    return (uint64_t)match->moment << 32 | (acted + 1);
}

static void
tell_turn_of(struct hall *hall, const struct account *account, struct account_game *game,
             const struct table *table, int seat)
{
    uint64_t turn = turn_of(table->match, seat);
    char key[32];
    struct page page;

    if (!(match_to_move(table->match) >> seat & 1) || turn == game->turn ||
        !event_open(&page, "turn"))
        return;
    json_key_text(&page.t, "table", table->row.id);
    json_key_text(&page.t, "game", table->row.game);
    json_key_int(&page.t, "seat", seat);
    snprintf(key, sizeof key, "%u-%u", (unsigned)(turn >> 32), (unsigned)(turn & 0xffffffffu));
    json_key_text(&page.t, "key", key);
    json_key(&page.t, "view");
    json_match_view(&page.t, table->match, (game_seats)(1u << seat), table->match->moment);
    event_send(hall, account, &page);
    game->turn = turn;
}

static void
tell_gone(struct hall *hall, const struct account *account, const char *id)
{
    struct page page;

    if (!event_open(&page, "gone"))
        return;
    json_key_text(&page.t, "table", id);
    event_send(hall, account, &page);
}

/* Tells what this bot does not know yet. A game that is over, or no longer its own, is forgotten when it was told. */
static void
tell_game(struct hall *hall, struct account *account, struct account_game *game,
          const struct table *table)
{
    int seat = account_seat(&table->row, account);
    bool fresh = game->told != game->stage;

    if (!account->stream)
        return;
    switch (game->stage) {
    case ACCOUNT_INVITED:
        if (fresh && !tell_table_of(hall, account, table, "challenge",
                                    account_invited_seat(&table->row, account), false))
            return;
        break;
    case ACCOUNT_SEATED:
    case ACCOUNT_NEW:
        break;
    case ACCOUNT_PLAYS:
        if (fresh && !tell_table_of(hall, account, table, "start", seat, false))
            return;
        tell_turn_of(hall, account, game, table, seat);
        break;
    case ACCOUNT_OVER:
        if (tell_table_of(hall, account, table, "end", seat, true))
            account_forget(account, game);
        return;
    case ACCOUNT_GONE:
        tell_gone(hall, account, game->id);
        account_forget(account, game);
        return;
    }
    game->told = game->stage;
}

/* Only tables that have, or had, something to do with an account. */
static bool
concerns_account(const struct table *table)
{
    for (int i = 0; i < table->row.players; i++) {
        if (table->row.seats[i].kind != STORE_BOT && table->row.seats[i].bot[0])
            return true;
    }
    return table->of_accounts;
}

void
streams_settle(struct hall *hall)
{
    for (struct table *table = account_first(hall) ? hall->stirred : NULL; table;
         table = table->stirred) {
        if (!concerns_account(table))
            continue;
        table->of_accounts = true;
        account_note(hall, &table->row);
        for (struct account *a = account_first(hall); a; a = a->next) {
            struct account_game *game = account_game(a, table->row.id);

            if (game)
                tell_game(hall, a, game, table);
        }
    }
}

/* ---- lines ---- */

/* Everybody at its tables sees whether it is there. */
static void
tell_presence(struct hall *hall, const struct account *account)
{
    for (int i = 0; i < account->count; i++) {
        struct table *table = table_in_memory(hall, account->games[i].id);
        int seat = table ? account_seat(&table->row, account) : -1;

        if (seat < 0)
            continue;
        table_heard(table, (game_seats)(1u << seat));
        tell_table(hall, table);
    }
}

/* Its tables are looked at when the event at hand is over, as if something had happened there. */
static void
stir_games(struct hall *hall, struct account *account)
{
    struct oops why;

    for (int i = account->count - 1; i >= 0; i--) {
        struct account_game *game = &account->games[i];
        struct table *table = table_find(hall, game->id, &why);

        game->told = ACCOUNT_NEW;
        game->turn = 0;
        if (!table) { /* it was deleted, or cannot be read, which was logged */
            tell_gone(hall, account, game->id);
            account_forget(account, game);
            continue;
        }
        table->of_accounts = true;
        table_stir(table);
    }
}

static void
write_hello(const struct hall *hall, const struct account *account, struct text *t)
{
    json_open(t, '{');
    json_key_text(t, "event", "hello");
    json_key_text(t, "bot", account->name);
    json_key_int(t, "games", hall->options.bots_games);
    json_close(t, '}');
    text_char(t, '\n');
}

void
streams_open(struct hall *hall, struct ask *ask)
{
    struct account *account = account_shown(&ask->tokens);
    char buf[256];
    struct text t = text_in(buf, sizeof buf);
    struct hall_reply reply = {
        .status = 200, .type = "application/x-ndjson", .body = buf, .goes_on = true};

    if (hall->draining) {
        ask_refuse(hall, ask, API_BUSY,
                   "the server is shutting down; please try again shortly");
    } else if (account) {
        hang_up(hall, account, "elsewhere", "the bot has connected again");
        write_hello(hall, account, &t);
        reply.len = t.len;
        account->stream = ask->to;
        hall->host.reply(hall->host.self, ask->to, &reply);
        tell_presence(hall, account);
        stir_games(hall, account);
    } else {
        ask_refuse(hall, ask, ask->tokens.count ? API_FORBIDDEN : API_NO_TOKEN,
                   ask->tokens.count ? "this token is of no bot account"
                                     : "this needs the token of a bot account");
    }
    ask_destroy(ask);
}

bool
streams_close(struct hall *hall, hall_who who)
{
    for (struct account *a = account_first(hall); a; a = a->next) {
        if (a->stream == who) {
            a->stream = 0;
            tell_presence(hall, a);
            return true;
        }
    }
    return false;
}

void
streams_keep_alive(struct hall *hall)
{
    for (const struct account *a = account_first(hall); a; a = a->next) {
        if (a->stream)
            hall->host.send(hall->host.self, a->stream, "\n", 1);
    }
}

void
streams_say_closing(struct hall *hall, const char *why)
{
    for (struct account *a = account_first(hall); a; a = a->next)
        hang_up(hall, a, "closing", why);
}

/* ---- which accounts there are ---- */

void
streams_resume(struct hall *hall, const struct store_table *rows, int count)
{
    for (int i = 0; i < count && account_first(hall); i++)
        account_note(hall, &rows[i]);
}

bool
hall_set_accounts(struct hall *hall, const struct hall_account *list, int count)
{
    bool fine = accounts_set(hall, list, count);

    for (struct account *a = account_first(hall); a; a = a->next) {
        if (a->gone)
            hang_up(hall, a, "closing", "the host has closed this account");
    }
    for (int i = 0; i < BUCKETS; i++) { /* a token that was good may not be so any more */
        for (struct visitor *v = hall->visitors[i]; v; v = v->next) {
            account_resolve(hall, &v->tokens);
            if (v->table)
                visitor_opens(v, table_seats_of(&v->table->row, &v->tokens));
        }
    }
    return fine;
}

void
streams_list(struct hall *hall, struct ask *ask)
{
    int count = 0;
    struct page page;

    for (const struct account *a = account_first(hall); a; a = a->next)
        count += !a->gone;
    if (!page_open(&page, 256 + (size_t)count * 256)) {
        ask_refuse_and_end(hall, ask, API_BUSY, "there is not enough memory");
        return;
    }
    ask_begin(ask, &page.t);
    json_key_open(&page.t, "bots", '[');
    for (const struct account *a = account_first(hall); a; a = a->next) {
        if (a->gone)
            continue;
        json_open(&page.t, '{');
        json_key_text(&page.t, "name", a->name);
        json_key_bool(&page.t, "online", a->stream);
        json_key_int(&page.t, "playing", account_count(a, ACCOUNT_SEATED, ACCOUNT_PLAYS));
        json_key_int(&page.t, "games", hall->options.bots_games);
        json_close(&page.t, '}');
    }
    json_close(&page.t, ']');
    json_close(&page.t, '}');
    ask_answer(hall, ask, 200, &page);
    page_close(&page);
    ask_destroy(ask);
}
