/* SPDX-License-Identifier: MIT
 * api.c -- the HTTP side of docs/protocol.md: which path means what. Any other path is not
 * found, and no path ever names a file. */
#include "hall_parts.h"

#include <stdlib.h>
#include <string.h>

#include "match_json.h"
#include "options.h"

static const char tables_path[] = "/api/1/tables", home_path[] = "/api/1/local/tables";

enum { VALUES_MOST = 65536 }; /* JSON values of a body, so that none is costly to read */

/* ---- what was sent ---- */

/* The scheme, in any case of letters (RFC 9110), and a space. */
static bool
is_bearer(const char *header)
{
    static const char scheme[] = "bearer";

    for (int i = 0; scheme[i]; i++) {
        if (header[i] != scheme[i] && header[i] != scheme[i] - 'a' + 'A')
            return false;
    }
    return header[sizeof scheme - 1] == ' ';
}

/* "Bearer TOKEN", or several tokens separated by commas. What is no token is ignored, but
 * noted: the caller needs it to choose between 401 and 403. */
static bool
read_tokens(const struct hall *hall, const char *header, struct tokens *out)
{
    if (!is_bearer(header))
        return header[0] == 0;
    header += 7;
    while (*header && out->count < ASK_TOKENS) {
        size_t len = strcspn(header, ", ");

        if (len > 0 && !secret_hash(hall, header, len, out->hash[out->count]))
            memset(out->hash[out->count], 0xff, SECRET_HASH);
        out->count += len > 0;
        header += len;
        header += strspn(header, ", ");
    }
    return *header == 0;
}

static struct ask *
read_ask(struct hall *hall, const struct hall_request *request)
{
    struct ask *ask = calloc(1, sizeof *ask);
    struct json_fault fault;

    if (!ask) {
        refuse_http(hall, request->who, API_BUSY, NULL, "there is not enough memory");
        return NULL;
    }
    ask->to = request->who;
    ask->of_host = request->host;
    strncpy(ask->address, request->address, sizeof ask->address - 1);
    if (!read_tokens(hall, request->authorization, &ask->tokens)) {
        ask_refuse(hall, ask, API_BAD_REQUEST,
                   "Authorization must be \"Bearer\" and at most %d tokens separated by commas",
                   ASK_TOKENS);
        goto fail;
    }
    account_resolve(hall, &ask->tokens);
    if (account_shown(&ask->tokens) && !account_may_ask(hall, account_shown(&ask->tokens))) {
        ask_refuse(hall, ask, API_TOO_MANY,
                   "a bot account may send %d request%s in a second; please wait a moment",
                   hall->options.bots_rate, hall->options.bots_rate == 1 ? "" : "s");
        goto fail;
    }
    if (request->method == HALL_POST && request->len > 0) {
        ask->document.most = VALUES_MOST;
        ask->body = document_read(&ask->document, request->body, request->len, &fault);
        if (!ask->body)
            ask_refuse(hall, ask, API_BAD_REQUEST,
                       "the body must be a JSON object: %s, in line %zu at column %zu",
                       fault.what, fault.line, fault.column);
        else if (!is_kind(ask->body, JSON_KIND_OBJECT))
            ask_refuse(hall, ask, API_BAD_REQUEST, "the body must be a JSON object");
        if (!is_kind(ask->body, JSON_KIND_OBJECT))
            goto fail;
    }
    return ask;
fail:
    ask_destroy(ask);
    return NULL;
}

/* ---- what needs no table ---- */

static void
say_ok(struct hall *hall, hall_who to)
{
    hall->host.reply(
        hall->host.self, to,
        &(struct hall_reply){
            .status = 200, .type = "application/json", .body = "{\"ok\":true}", .len = 11});
}

/* ---- whether it is ready ---- */

/* How long a proof holds, and how long /ready waits for one: a load balancer gives up soon. */
enum { PROOF_MS = 1000 };

static const char silent[] = "the store does not answer just now";

/* Answers all that wait for the proof; NULL: the store takes writes. */
static void
answer_waiting(struct hall *hall, const char *why_not)
{
    while (hall->proving) {
        struct ask *ask = hall->proving;

        hall->proving = ask->next;
        if (why_not)
            ask_refuse(hall, ask, API_BUSY, "%s", why_not);
        else
            say_ok(hall, ask->to);
        ask_destroy(ask);
    }
}

static void
proved(struct hall *hall, struct table *none, struct ask *proof)
{
    (void)none;
    (void)proof;
    hall->proof_until = 0;
    answer_waiting(hall, NULL);
}

static void
not_proved(struct hall *hall, struct table *none, struct ask *proof)
{
    (void)none;
    (void)proof;
    hall->proof_until = 0;
    answer_waiting(hall, "nothing can be stored just now");
}

/* Writes a batch without changes, unless one is on its way. False without memory. */
static bool
begin_proof(struct hall *hall)
{
    struct store_batch *batch = hall->proof_until ? NULL : store_batch_create();
    struct ask *proof = batch ? calloc(1, sizeof *proof) : NULL;

    if (!proof) {
        store_batch_destroy(batch);
        return hall->proof_until;
    }
    proof->done = proved;
    proof->undone = not_proved;
    hall->proof_until = hall_now(hall) + PROOF_MS;
    commit_alone(hall, proof, batch);
    return true;
}

/* The hall is ready if its store takes writes. A write in the last second proves it. */
static void
answer_ready(struct hall *hall, struct ask *ask)
{
    uint64_t now = hall_now(hall);
    bool good = hall->proved_at && now - hall->proved_at < PROOF_MS;
    bool late = !good && hall->proof_until && now >= hall->proof_until;

    if (hall->draining || hall->no_new_tables) {
        ask_refuse(hall, ask, API_BUSY,
                   hall->draining ? "the server is shutting down"
                                  : "the server will be started again soon");
    } else if (late || store_is_away(hall->host.store)) {
        ask_refuse(hall, ask, API_BUSY, silent);
    } else if (good) {
        say_ok(hall, ask->to);
    } else {
        ask->next = hall->proving;
        hall->proving = ask;
        if (!begin_proof(hall))
            answer_waiting(hall, "there is not enough memory");
        return;
    }
    ask_destroy(ask);
}

void
api_tick(struct hall *hall)
{
    if (hall_now(hall) >= hall->proof_until)
        answer_waiting(hall, silent);
}

static void
json_offer(const struct hall *hall, struct text *t, const struct game *game)
{
    json_open(t, '{');
    json_game(t, game);
    json_key_open(t, "bots", '[');
    for (int i = 0; hall->host.bots(game, i); i++)
        json_text(t, hall->host.bots(game, i)->name);
    json_close(t, ']');
    json_close(t, '}');
}

static void
answer_games(struct hall *hall, struct ask *ask)
{
    char buf[8192];
    struct page page = {.at = buf, .room = sizeof buf, .t = text_in(buf, sizeof buf)};

    ask_begin(ask, &page.t);
    json_key(&page.t, "games");
    json_open(&page.t, '[');
    for (int i = 0; games_list[i]; i++)
        json_offer(hall, &page.t, games_list[i]);
    json_close(&page.t, ']');
    json_close(&page.t, '}');
    ask_answer(hall, ask, 200, &page);
    ask_destroy(ask);
}

/* A table whose maker is gone leaves the list, so that nobody new waits there. Its link still opens it. */
static bool
is_on_list(struct hall *hall, const struct store_table *row)
{
    const struct table *table;

    if (lobby_first_open_seat(row) < 0)
        return false;
    if (hall->host.date(hall->host.self) - row->created < LISTED_FOR)
        return true;
    table = table_in_memory(hall, row->id);
    return table ? table_online(table) != 0 : row->elsewhere != 0;
}

static void
answer_list(struct hall *hall, struct ask *ask)
{
    struct store_table *rows = malloc(LIST_MOST * sizeof *rows);
    struct page page = {0};
    struct oops why = {"there is not enough memory"};
    int count =
        rows ? store_list(hall->host.store, STORE_WAITING, true, LIST_MOST, rows, &why) : -1;

    if (count < 0 || !page_open(&page, (size_t)(count + 1) * TABLE_ROOM)) {
        if (!store_is_away(hall->host.store))
            hall_say(hall, HALL_ERROR, "store", "%s", why.text);
        ask_refuse(hall, ask, API_BUSY, "the list of tables cannot be read just now");
    } else {
        ask_begin(ask, &page.t);
        json_key(&page.t, "tables");
        json_open(&page.t, '[');
        for (int i = 0; i < count; i++) {
            if (is_on_list(hall, &rows[i]))
                json_table(hall, &page.t, &rows[i]);
        }
        json_close(&page.t, ']');
        json_close(&page.t, '}');
        ask_answer(hall, ask, 200, &page);
        page_close(&page);
    }
    free(rows);
    ask_destroy(ask);
}

/* ---- what concerns one table ---- */

/* {"ok":true,...,"view":...} of one moment; with the table if no moment was asked for. */
static void
answer_view(struct hall *hall, struct table *table, struct ask *ask, bool with_table, int seq)
{
    struct page page;

    if (!page_open_wide(hall, &page)) {
        ask_refuse(hall, ask, API_BUSY, "there is not enough memory");
        return;
    }
    ask_begin(ask, &page.t);
    if (with_table) {
        json_key(&page.t, "table");
        json_table(hall, &page.t, &table->row);
    }
    json_key(&page.t, "view");
    if (table->row.status == STORE_WAITING)
        json_literal(&page.t, "null");
    else
        json_match_view(&page.t, table->match, table_seats_of(&table->row, &ask->tokens), seq);
    json_close(&page.t, '}');
    ask_answer(hall, ask, 200, &page);
    page_close_wide(hall, &page);
}

static void
look(struct hall *hall, struct table *table, struct ask *ask)
{
    answer_view(hall, table, ask, true, table->match->moment);
    ask_destroy(ask);
}

static void
look_back(struct hall *hall, struct table *table, struct ask *ask)
{
    if (table->row.status == STORE_WAITING)
        ask_refuse(hall, ask, API_NOT_FOUND, "the game has not started");
    else if (ask->seat > table->match->moment)
        ask_refuse(hall, ask, API_NOT_FOUND, "the newest moment of this table is %d",
                   table->match->moment);
    else
        answer_view(hall, table, ask, false, ask->seat);
    ask_destroy(ask);
}

struct route {
    const char *word; /* what follows the table's name; "": nothing */
    enum hall_method method;
    ask_step run;
    bool queued; /* it may change the table, so it waits for its turn */
};

/* clang-format off */
static const struct route routes[] = {
    {"",         HALL_GET,  look,          false},
    {"/log",     HALL_GET,  review_log,    false},
    {"/record",  HALL_GET,  review_record, false},
    {"/join",    HALL_POST, inviting_join, true},
    {"/decline", HALL_POST, inviting_decline, true},
    {"/seats",   HALL_POST, lobby_seats,   true},
    {"/start",   HALL_POST, lobby_start,   true},
    {"/act",     HALL_POST, act_run,       true},
    {"/try",     HALL_POST, act_try,       false},
    {"/hint",    HALL_POST, study_hint,    false},
    {"/analysis", HALL_GET, study_analysis, false},
    {"/rematch", HALL_POST, lobby_rematch, true},
    {"/replace", HALL_POST, leaving_replace, true},
    {"/return",  HALL_POST, leaving_return, true},
};
static const struct route home_routes[] = {
    {"",         HALL_GET,  home_look,     false},
    {"/record",  HALL_GET,  home_record,   false},
    {"/forget",  HALL_POST, home_forget,   true},
};
/* clang-format on */

/* "/at/17": the moment, or -1. */
static int
read_moment(const char *rest)
{
    int moment = 0;

    if (strncmp(rest, "/at/", 4) != 0 || strlen(rest) > 10 || !rest[4])
        return -1;
    for (const char *p = rest + 4; *p; p++) {
        if (*p < '0' || *p > '9')
            return -1;
        moment = 10 * moment + (*p - '0');
    }
    return moment;
}

static const struct route *
find_route(const char *rest, bool home, struct route *moment, int *seq)
{
    const struct route *list = home ? home_routes : routes;
    size_t count =
        home ? sizeof home_routes / sizeof *home_routes : sizeof routes / sizeof *routes;

    *seq = read_moment(rest);
    *moment = (struct route){"/at/", HALL_GET, look_back, false};
    if (*seq >= 0 && !home)
        return moment;
    for (size_t i = 0; i < count; i++) {
        if (strcmp(list[i].word, rest) == 0)
            return &list[i];
    }
    return NULL;
}

static const char only_read[] = "this address is only to be read, with GET";

static bool
method_fits(struct hall *hall, const struct hall_request *request, enum hall_method wanted)
{
    if (request->method == wanted || (wanted == HALL_GET && request->method == HALL_HEAD))
        return true;
    refuse_http(hall, request->who, API_METHOD, wanted == HALL_GET ? "GET, HEAD" : "POST",
                wanted == HALL_GET ? only_read : "this address takes POST");
    return false;
}

static void
answer_table_path(struct hall *hall, const struct hall_request *request, const char *id,
                  bool home)
{
    struct route moment;
    const struct route *route;
    char name[STORE_ID_ROOM] = "";
    struct oops why = {""};
    struct table *table;
    struct ask *ask;
    int seq;

    route = strlen(id) >= SECRET_ID && secret_id_is_one(hall, id, strcspn(id, "/"))
                ? find_route(id + SECRET_ID, home, &moment, &seq)
                : NULL;
    if (!route) {
        refuse_http(hall, request->who, API_NOT_FOUND, NULL, "there is no such address");
        return;
    }
    if (!method_fits(hall, request, route->method) || !(ask = read_ask(hall, request)))
        return;
    memcpy(name, id, SECRET_ID);
    table = table_visit(hall, name, &why);
    if (table)
        table_stir(table);
    ask->run = route->run;
    ask->seat = seq;
    if (table && route->queued) {
        table_ask(hall, table, ask);
    } else if (table) {
        route->run(hall, table, ask);
    } else {
        ask_refuse(hall, ask, why.text[0] ? API_BUSY : API_NOT_FOUND, "%s",
                   why.text[0] ? why.text : "there is no such table");
        ask_destroy(ask);
    }
}

/* ---- all of it ---- */

static void
answer_plain(struct hall *hall, const struct hall_request *request, enum hall_method method,
             void (*run)(struct hall *hall, struct ask *ask))
{
    struct ask *ask;

    if (!method_fits(hall, request, method) || !(ask = read_ask(hall, request)))
        return;
    if (method == HALL_POST && hall->draining) {
        ask_refuse(hall, ask, API_BUSY,
                   "the server is shutting down; please try again shortly");
        ask_destroy(ask);
        return;
    }
    run(hall, ask);
}

/* The list of tables, to which a POST adds one. */
static void
answer_tables(struct hall *hall, const struct hall_request *request)
{
    if (request->method == HALL_POST)
        answer_plain(hall, request, HALL_POST, lobby_create);
    else if (request->method != HALL_OTHER)
        answer_plain(hall, request, HALL_GET, answer_list);
    else
        refuse_http(hall, request->who, API_METHOD, "GET, HEAD, POST",
                    "this address takes GET, and POST for a new table");
}

/* A stream has no HEAD. */
static void
answer_events(struct hall *hall, const struct hall_request *request)
{
    if (request->method == HALL_GET)
        answer_plain(hall, request, HALL_GET, streams_open);
    else
        refuse_http(hall, request->who, API_METHOD, "GET", only_read);
}

bool
hall_has_path(const char *path)
{
    return strcmp(path, "/health") == 0 || strcmp(path, "/ready") == 0 ||
           strncmp(path, "/api/", 5) == 0;
}

/* What follows a folder's name and "/", or NULL. */
static const char *
below(const char *path, const char *folder)
{
    size_t len = strlen(folder);

    return strncmp(path, folder, len) == 0 && path[len] == '/' ? path + len + 1 : NULL;
}

void
api_request(struct hall *hall, const struct hall_request *request)
{
    const char *path = request->path;

    hall_say(hall, HALL_DEBUG, "http", "%.80s", path);
    if (!request->host && strncmp(path, "/api/", 5) == 0 &&
        is_banned(hall, STORE_BAN_ADDRESS, request->address)) {
        refuse_http(hall, request->who, API_FORBIDDEN, NULL, ban_sentence);
    } else if (hall->admin && (request->host || hall->sign_in) &&
               strcmp(path, "/api/1/admin") == 0) {
        answer_plain(hall, request, HALL_POST, hall->admin);
    } else if (hall->sign_in && strcmp(path, "/api/1/admin/sign-in") == 0) {
        answer_plain(hall, request, HALL_POST, hall->sign_in);
    } else if (strcmp(path, "/health") == 0) {
        if (method_fits(hall, request, HALL_GET))
            say_ok(hall, request->who);
    } else if (strcmp(path, "/ready") == 0) {
        answer_plain(hall, request, HALL_GET, answer_ready);
    } else if (strcmp(path, "/api/1/games") == 0) {
        answer_plain(hall, request, HALL_GET, answer_games);
    } else if (strcmp(path, "/api/1/replay") == 0) {
        answer_plain(hall, request, HALL_POST, review_replay);
    } else if (strcmp(path, "/api/1/bots") == 0) {
        answer_plain(hall, request, HALL_GET, streams_list);
    } else if (strcmp(path, "/api/1/bot/events") == 0 && request->method != HALL_HEAD) {
        answer_events(hall, request);
    } else if (strcmp(path, tables_path) == 0) {
        answer_tables(hall, request);
    } else if (below(path, tables_path)) {
        answer_table_path(hall, request, below(path, tables_path), false);
    } else if (hall->options.at_home && below(path, home_path)) {
        answer_table_path(hall, request, below(path, home_path), true);
    } else if (hall->options.at_home && strcmp(path, "/api/1/local/import") == 0) {
        answer_plain(hall, request, HALL_POST, home_import);
    } else if (hall->options.at_home && strcmp(path, "/api/1/local/analysis") == 0) {
        answer_plain(hall, request, HALL_POST, study_record);
    } else {
        refuse_http(hall, request->who, API_NOT_FOUND, NULL, "there is no such address");
    }
}
