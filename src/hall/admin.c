/* SPDX-License-Identifier: MIT
 * admin.c -- what only the host of a server may ask: docs/protocol.md, "For the host". It tells what spectators may see
 * and the addresses of visitors; never a token or what is hidden in a game. Each change is in the log. */
#include "hall_parts.h"

#include <stdlib.h>
#include <string.h>

enum { ROWS_MOST = 1000, BANS_MOST = 1000, NOTICE_MOST = 500, VISITOR_ROOM = 160 };

static void
refuse_and_end(struct hall *hall, struct ask *ask, const char *sentence)
{
    ask_refuse_and_end(hall, ask, API_BAD_REQUEST, sentence);
}

/* {"ok":true,"NUMBER":...} */
static void
tell_number(struct hall *hall, struct ask *ask, const char *name, int number)
{
    char buf[128];
    struct page page = {.at = buf, .room = sizeof buf, .t = text_in(buf, sizeof buf)};

    ask_begin(ask, &page.t);
    json_key_int(&page.t, name, number);
    json_close(&page.t, '}');
    ask_answer(hall, ask, 200, &page);
}

static void
answer_number(struct hall *hall, struct ask *ask, const char *name, int number)
{
    tell_number(hall, ask, name, number);
    ask_destroy(ask);
}

/* ---- looking ---- */

static void
admin_status(struct hall *hall, struct ask *ask)
{
    const struct hall_options *o = &hall->options;
    struct hall_counts counts = hall_count(hall);
    char buf[1024];
    struct page page = {.at = buf, .room = sizeof buf, .t = text_in(buf, sizeof buf)};
    struct oops why;

    if (counts.stored < 0)
        counts.stored = store_count(hall->host.store, STORE_COUNT_ALL, 0, 0, &why);
    ask_begin(ask, &page.t);
    json_key_int(&page.t, "websockets", counts.visitors);
    json_key_int(&page.t, "waiting", counts.tables[STORE_WAITING]);
    json_key_int(&page.t, "playing", counts.tables[STORE_PLAYING]);
    json_key_int(&page.t, "over", counts.tables[STORE_OVER]);
    json_key_int(&page.t, "stored", counts.stored);
    json_key_bool(&page.t, "drained", hall->no_new_tables);
    json_key_open(&page.t, "limits", '{');
    json_key_int(&page.t, "tables", o->tables);
    json_key_int(&page.t, "tables_each", o->tables_each);
    json_key_int(&page.t, "listed_each", o->listed_each);
    json_key_int(&page.t, "idle", o->idle / 1000);
    json_key_int(&page.t, "bot_games", o->bots_games);
    json_key_int(&page.t, "bots_rate", o->bots_rate);
    json_close(&page.t, '}');
    json_close(&page.t, '}');
    ask_answer(hall, ask, 200, &page);
    ask_destroy(ask);
}

static int
count_watchers(const struct table *table)
{
    int count = 0;

    for (const struct visitor *v = table->visitors; v; v = v->beside)
        count++;
    return count;
}

/* The tables in memory, the last that was used first. */
static void
admin_tables(struct hall *hall, struct ask *ask)
{
    int count = hall->table_count < ROWS_MOST ? hall->table_count : ROWS_MOST;
    struct page page;

    if (!page_open(&page, (size_t)(count + 1) * (TABLE_ROOM + 128))) {
        ask_refuse_and_end(hall, ask, API_BUSY, "there is not enough memory");
        return;
    }
    ask_begin(ask, &page.t);
    json_key_open(&page.t, "tables", '[');
    for (const struct table *table = hall->newest; table && count > 0;
         table = table->older, count--) {
        json_open(&page.t, '{');
        json_key_int(&page.t, "watchers", count_watchers(table));
        json_key_int(&page.t, "idle", (long long)(hall_now(hall) - table->used_at) / 1000);
        json_key(&page.t, "table");
        json_table(hall, &page.t, &table->row);
        json_close(&page.t, '}');
    }
    json_close(&page.t, ']');
    json_close(&page.t, '}');
    ask_answer(hall, ask, 200, &page);
    page_close(&page);
    ask_destroy(ask);
}

static int
by_address(const void *a, const void *b)
{
    const struct visitor *const *x = a, *const *y = b;

    return strcmp((*x)->address, (*y)->address);
}

static const struct visitor **
sorted_visitors(const struct hall *hall, int count)
{
    const struct visitor **list = calloc((size_t)count + 1, sizeof(const struct visitor *));
    int at = 0;

    for (int i = 0; i < BUCKETS && list; i++) {
        for (const struct visitor *v = hall->visitors[i]; v; v = v->next)
            list[at++] = v;
    }
    if (list)
        qsort(list, (size_t)at, sizeof *list, by_address);
    return list;
}

/* The addresses from which WebSockets are open; how many, and how many of them watch a table. */
static void
admin_visitors(struct hall *hall, struct ask *ask)
{
    int count = hall_count(hall).visitors, rows = 0;
    const struct visitor **list = sorted_visitors(hall, count);
    struct page page = {0};

    if (!list ||
        !page_open(&page,
                   (size_t)(count < ROWS_MOST ? count : ROWS_MOST) * VISITOR_ROOM + 256)) {
        free(list);
        ask_refuse_and_end(hall, ask, API_BUSY, "there is not enough memory");
        return;
    }
    ask_begin(ask, &page.t);
    json_key_open(&page.t, "visitors", '[');
    for (int i = 0, end; i < count && rows < ROWS_MOST; i = end, rows++) {
        int watching = 0;

        for (end = i; end < count && by_address(&list[i], &list[end]) == 0; end++)
            watching += list[end]->table != NULL;
        json_open(&page.t, '{');
        json_key_text(&page.t, "address", list[i]->address);
        json_key_int(&page.t, "websockets", end - i);
        json_key_int(&page.t, "watching", watching);
        json_close(&page.t, '}');
    }
    json_close(&page.t, ']');
    json_close(&page.t, '}');
    ask_answer(hall, ask, 200, &page);
    page_close(&page);
    free(list);
    ask_destroy(ask);
}

static void
admin_bans(struct hall *hall, struct ask *ask)
{
    struct page page;

    if (!page_open(&page, 256 + (size_t)hall->ban_count * (6 * STORE_NAME_ROOM + 32))) {
        ask_refuse_and_end(hall, ask, API_BUSY, "there is not enough memory");
        return;
    }
    ask_begin(ask, &page.t);
    for (int kind = 0; kind < STORE_BANS; kind++) {
        json_key_open(&page.t, kind == STORE_BAN_ADDRESS ? "addresses" : "names", '[');
        for (int i = 0; i < hall->ban_count; i++) {
            if ((int)hall->bans[i].kind == kind)
                json_text(&page.t, hall->bans[i].what);
        }
        json_close(&page.t, ']');
    }
    json_close(&page.t, '}');
    ask_answer(hall, ask, 200, &page);
    page_close(&page);
    ask_destroy(ask);
}

/* ---- bans ---- */

/* It is stored; from now on it holds. */
static void
ban_added(struct hall *hall, struct table *none, struct ask *ask)
{
    int closed = bans_add(hall, ask->ban);

    (void)none;
    hall_say(hall, HALL_WARN, "admin", "%s '%s'",
             ask->ban->kind == STORE_BAN_ADDRESS ? "banned address" : "muted name",
             ask->ban->what);
    tell_number(hall, ask, "closed", closed);
}

static void
ban_taken(struct hall *hall, struct table *none, struct ask *ask)
{
    (void)none;
    bans_take(hall, ask->ban);
    hall_say(hall, HALL_WARN, "admin", "%s '%s'",
             ask->ban->kind == STORE_BAN_ADDRESS ? "no longer banned: address"
                                                 : "no longer muted: name",
             ask->ban->what);
    tell_number(hall, ask, "closed", 0);
}

static void
store_ban(struct hall *hall, struct ask *ask, struct store_batch *batch, bool fine)
{
    if (fine) {
        commit_alone(hall, ask, batch);
        return;
    }
    store_batch_destroy(batch);
    ask_refuse_and_end(hall, ask, API_BUSY, "there is not enough memory");
}

static void
add_ban(struct hall *hall, struct ask *ask)
{
    struct store_batch *batch;

    if (hall->ban_count >= BANS_MOST) {
        ask_refuse_and_end(hall, ask, API_CONFLICT, "there are 1000 bans, which is the limit");
        return;
    }
    batch = store_batch_create();
    ask->done = ban_added;
    store_ban(hall, ask, batch, batch && store_add_ban(batch, ask->ban));
}

/* All that fit it: names may be written in several ways. */
static void
take_ban(struct hall *hall, struct ask *ask)
{
    struct store_batch *batch = store_batch_create();
    bool fine = batch;

    ask->done = ban_taken;
    for (int i = 0; i < hall->ban_count && fine; i++) {
        if (ban_fits(&hall->bans[i], ask->ban->kind, ask->ban->what))
            fine = store_remove_ban(batch, &hall->bans[i]);
    }
    store_ban(hall, ask, batch, fine);
}

/* What is banned, as it is stored. NULL: a sentence was told. A ban of an earlier version may be no address: it goes as
 * it was written. */
static const char *
read_banned(struct hall *hall, struct ask *ask, const char *what, bool add,
            char address[HALL_ADDRESS_ROOM])
{
    if (what && !add && is_banned(hall, STORE_BAN_ADDRESS, what))
        return what;
    if (what && hall->host.address(hall->host.self, what, address))
        return address;
    if (what)
        ask_refuse(hall, ask, API_BAD_REQUEST,
                   "'%.60s' is no address, such as 192.0.2.7 or 2001:db8::7", what);
    else
        ask_refuse(hall, ask, API_BAD_REQUEST, "\"address\" must be one that visitors lists");
    ask_destroy(ask);
    return NULL;
}

static void
change_ban(struct hall *hall, struct ask *ask, enum store_ban_kind kind, bool add)
{
    static const char *const as_it_is[][STORE_BANS] = {
        {"this address is not banned", "this name is not muted"},
        {"this address is banned already", "this name is muted already"}};
    const char *what =
        json_as_text(json_member(ask->body, kind == STORE_BAN_ADDRESS ? "address" : "name"));
    char name[STORE_NAME_ROOM], address[HALL_ADDRESS_ROOM];

    if (kind == STORE_BAN_ADDRESS && !(what = read_banned(hall, ask, what, add, address)))
        return;
    if (kind == STORE_BAN_NAME && (!what || !read_name_text(what, name))) {
        refuse_and_end(hall, ask, name_rule);
    } else if (add && kind == STORE_BAN_ADDRESS && !ask->of_host &&
               strcmp(what, ask->address) == 0) {
        ask_refuse_and_end(hall, ask, API_CONFLICT,
                           "you come from this address yourself; 'khepri admin ban' on the "
                           "server can ban it");
    } else if (is_banned(hall, kind, what) == add) {
        ask_refuse_and_end(hall, ask, add ? API_CONFLICT : API_NOT_FOUND, as_it_is[add][kind]);
    } else if (!(ask->ban = calloc(1, sizeof *ask->ban))) {
        ask_refuse_and_end(hall, ask, API_BUSY, "there is not enough memory");
    } else {
        ask->ban->kind = kind;
        strcpy(ask->ban->what, what);
        (add ? add_ban : take_ban)(hall, ask);
    }
}

static void
admin_ban(struct hall *hall, struct ask *ask)
{
    change_ban(hall, ask, STORE_BAN_ADDRESS, true);
}

static void
admin_unban(struct hall *hall, struct ask *ask)
{
    change_ban(hall, ask, STORE_BAN_ADDRESS, false);
}

static void
admin_mute(struct hall *hall, struct ask *ask)
{
    change_ban(hall, ask, STORE_BAN_NAME, true);
}

static void
admin_unmute(struct hall *hall, struct ask *ask)
{
    change_ban(hall, ask, STORE_BAN_NAME, false);
}

/* ---- tables ---- */

static void
ended(struct hall *hall, struct table *table, struct ask *ask)
{
    char buf[64];
    struct page page = {.at = buf, .room = sizeof buf, .t = text_in(buf, sizeof buf)};

    table_turn_out(hall, table, "the host of this server has ended this table");
    table->gone = true;
    if (hall->stored > 0)
        hall->stored--;
    hall_say(hall, HALL_WARN, "admin", "ended table %s", table->row.id);
    ask_begin(ask, &page.t);
    json_close(&page.t, '}');
    ask_answer(hall, ask, 200, &page);
}

static void
end_it(struct hall *hall, struct table *table, struct ask *ask)
{
    struct store_batch *batch = store_batch_create();

    if (batch && store_remove_table(batch, table->row.id)) {
        ask->done = ended;
        table_commit(hall, table, ask, batch);
        return;
    }
    store_batch_destroy(batch);
    ask_refuse_and_end(hall, ask, API_BUSY, "there is not enough memory");
}

static void
admin_end(struct hall *hall, struct ask *ask)
{
    const char *id = json_as_text(json_member(ask->body, "table"));
    struct oops why = {""};
    char name[STORE_ID_ROOM];
    struct table *table;

    if (!id || strlen(id) != SECRET_ID || !secret_id_is_one(hall, id, SECRET_ID)) {
        refuse_and_end(hall, ask,
                       "\"table\" must be the name of a table, of 12 letters and digits");
        return;
    }
    memcpy(name, id, sizeof name);
    table = table_visit(hall, name, &why);
    if (!table) {
        ask_refuse_and_end(hall, ask, why.text[0] ? API_BUSY : API_NOT_FOUND,
                           why.text[0] ? why.text : "there is no such table");
        return;
    }
    ask->run = end_it;
    table_ask(hall, table, ask);
}

/* ---- everybody ---- */

static void
admin_announce(struct hall *hall, struct ask *ask)
{
    const char *said = json_as_text(json_member(ask->body, "text"));
    char buf[6 * NOTICE_MOST + 64];
    struct text t = text_in(buf, sizeof buf);
    int told = 0;

    if (!said || !*said || strlen(said) > NOTICE_MOST) {
        refuse_and_end(hall, ask, "\"text\" must have 1 to 500 bytes");
        return;
    }
    json_open(&t, '{');
    json_key_text(&t, "op", "notice");
    json_key_text(&t, "text", said);
    json_close(&t, '}');
    for (int i = 0; i < BUCKETS; i++) {
        for (const struct visitor *v = hall->visitors[i]; v; v = v->next, told++)
            hall->host.send(hall->host.self, v->id, t.at, t.len);
    }
    hall_say(hall, HALL_WARN, "admin", "announced to %d: %s", told, said);
    answer_number(hall, ask, "told", told);
}

static void
admin_drain(struct hall *hall, struct ask *ask)
{
    const struct json *on = json_member(ask->body, "on");

    if (!is_kind(on, JSON_KIND_BOOL)) {
        refuse_and_end(hall, ask, "\"on\" must be true or false");
        return;
    }
    hall->no_new_tables = json_is_yes(on);
    hall_say(hall, HALL_WARN, "admin", "new tables are %s",
             hall->no_new_tables ? "refused from now on" : "allowed again");
    answer_number(hall, ask, "playing", hall_count(hall).tables[STORE_PLAYING]);
}

/* ---- all of it ---- */

void
admin_run(struct hall *hall, struct ask *ask)
{
    static const struct {
        const char *word;
        void (*run)(struct hall *hall, struct ask *ask);
    } commands[] = {
        {"status", admin_status},     {"tables", admin_tables},  {"visitors", admin_visitors},
        {"accounts", streams_list},   {"bans", admin_bans},      {"end", admin_end},
        {"ban", admin_ban},           {"unban", admin_unban},    {"mute", admin_mute},
        {"link", signing_link},       {"sign_out", signing_out}, {"unmute", admin_unmute},
        {"announce", admin_announce}, {"drain", admin_drain}};
    const struct json *word = json_member(ask->body, "do");

    if (!signing_is_host(hall, ask))
        return;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (json_is(word, commands[i].word)) {
            commands[i].run(hall, ask);
            return;
        }
    }
    refuse_and_end(
        hall, ask,
        "\"do\" must be one of status, tables, visitors, accounts, bans, end, ban, unban, mute, "
        "unmute, announce, drain, link, sign_out");
}

void
hall_let_host_in(struct hall *hall)
{
    hall->admin = admin_run;
}

void
hall_let_host_sign_in(struct hall *hall, const char *page)
{
    strncpy(hall->page, page, sizeof hall->page - 1);
    hall->sign_in = signing_in;
}
