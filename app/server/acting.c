/* SPDX-License-Identifier: MIT
 * acting.c -- a seat acts; and those who look on are told what is now so. */
#include "server_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "match_json.h"
#include "record.h"

/* ---- telling ---- */

/* Whether these seats see something else than they did. */
static bool
sees_change(const struct table *table, game_seats readers, const union games_state *before)
{
    union games_state then, now;

    match_observe(table->game, before, readers, &then);
    match_observe(table->game, &table->match->state, readers, &now);
    return memcmp(&then, &now, table->game->state_size) != 0;
}

/* Calls `write` once for each different set of seats that is watching, and sends what it wrote. With
 * `before`, only to those who see the table change from that state. */
static void
tell(struct server *server, struct table *table, int seq, const union games_state *before,
     void (*write)(struct server *server, struct text *t, struct table *table,
                   game_seats readers, int seq))
{
    bool told[1u << GAME_MAX_SEATS] = {false};

    for (const struct visitor *v = table->visitors; v; v = v->beside) {
        struct page page;

        if (told[v->seats])
            continue;
        told[v->seats] = true;
        if (before && !sees_change(table, v->seats, before))
            continue;
        if (!page_open(&page, TABLE_ROOM + VIEW_ROOM + 256))
            return;
        write(server, &page.t, table, v->seats, seq);
        for (const struct visitor *w = v; w; w = w->beside) {
            if (w->seats == v->seats)
                server->net->send(server->net, w->id, page.at, page.t.len);
        }
        page_close(&page);
    }
}

static void
write_table(struct server *server, struct text *t, struct table *table, game_seats readers,
            int seq)
{
    json_open(t, '{');
    json_key_text(t, "op", "table");
    json_key(t, "table");
    json_table(server, t, &table->row);
    json_key(t, "view");
    if (table->row.status == STORE_WAITING)
        json_literal(t, "null");
    else
        json_match_view(t, table->match, readers, seq);
    json_close(t, '}');
}

static void
write_step(struct server *server, struct text *t, struct table *table, game_seats readers,
           int seq)
{
    (void)server;
    json_open(t, '{');
    json_key_text(t, "op", "step");
    json_key_text(t, "table", table->row.id);
    json_key(t, "view");
    json_match_view(t, table->match, readers, seq);
    json_close(t, '}');
}

void
tell_table(struct server *server, struct table *table)
{
    table->away = table_away(server, table);
    tell(server, table, table->match->moment, NULL, write_table);
}

void
tell_newcomer(struct server *server, struct table *table, const struct visitor *v)
{
    struct page page;

    if (!page_open(&page, TABLE_ROOM + VIEW_ROOM + 256)) {
        server->net->close(server->net, v->id, NET_BYE_LATER, "there is not enough memory");
        return;
    }
    write_table(server, &page.t, table, v->seats, table->match->moment);
    server->net->send(server->net, v->id, page.at, page.t.len);
    page_close(&page);
}

void
tell_turn(struct server *server, struct table *table, const struct match_turn *turn)
{
    const struct match *match = table->match;
    int from = match->log[turn->first].moment;

    for (int seq = from + 1; seq <= match->moment; seq++)
        tell(server, table, seq, NULL, write_step);
    if (from == match->moment) { /* it was done in secret */
        union games_state before;

        match_before(match, turn->first, &before);
        tell(server, table, from, &before, write_table);
    }
    if (table->row.status == STORE_OVER)
        tell_table(server, table);
}

/* ---- acting ---- */

static void
answer_act(struct server *server, const struct ask *ask, int seq, int applied)
{
    char buf[512];
    struct page page = {.at = buf, .room = sizeof buf, .t = text_in(buf, sizeof buf)};

    ask_begin(ask, &page.t);
    json_key(&page.t, "seq");
    json_int(&page.t, seq);
    json_key(&page.t, "applied");
    json_int(&page.t, applied);
    json_close(&page.t, '}');
    ask_answer(server, ask, 200, &page);
}

static void
acted(struct server *server, struct table *table, struct ask *ask)
{
    int first = ask->turn->first;

    answer_act(server, ask, match_after(table->match, first), table->match->log[first].moment);
    tell_turn(server, table, ask->turn);
}

/* What an act or a try asks for. */
struct wish {
    struct match_request request;
    const char *texts[MATCH_LIST];
};

static void
refuse_wish(struct server *server, const struct table *table, const struct ask *ask,
            const struct match_request *request, enum match_err err,
            const struct match_fault *fault)
{
    struct refusal why;

    match_refusal(&why, table->match, request, err, fault, ask->run == act_try);
    ask_refuse(server, ask,
               err == MATCH_STALE    ? API_STALE
               : err == MATCH_MEMORY ? API_BUSY
                                     : API_ILLEGAL,
               "%s", why.text);
}

/* Characters of valid UTF-8: all bytes but those that continue one. */
static size_t
characters(const char *text)
{
    size_t count = 0;

    for (; *text; text++)
        count += ((unsigned char)*text & 0xc0) != 0x80;
    return count;
}

/* "action", a text, or "actions", a list of texts; one of the two. */
static bool
read_actions(const json_t *body, struct wish *out)
{
    const json_t *one = json_object_get(body, "action"),
                 *list = json_object_get(body, "actions");
    size_t count = one ? 1 : json_array_size(list);

    if ((one && list) || count < 1 || count > MATCH_LIST)
        return false;
    for (size_t i = 0; i < count; i++) {
        const json_t *text = one ? one : json_array_get(list, i);

        if (!json_is_string(text) || json_string_length(text) >= GAME_TEXT_ROOM)
            return false;
        out->texts[i] = json_string_value(text);
    }
    out->request.texts = out->texts;
    out->request.count = (int)count;
    return true;
}

static bool
read_wish(const struct ask *ask, struct wish *out)
{
    long long seat, seq;

    if (!json_whole(json_object_get(ask->body, "seat"), &seat) || seat < 0 ||
        seat >= GAME_MAX_SEATS || !json_whole(json_object_get(ask->body, "seq"), &seq) ||
        seq < 0 || seq > 1000000 || !read_actions(ask->body, out))
        return false;
    out->request.seat = (int)seat;
    out->request.seq = (int)seq;
    out->request.key = json_string_value(json_object_get(ask->body, "key"));
    return ask->run == act_try || (out->request.key && characters(out->request.key) >= 1 &&
                                   characters(out->request.key) <= 64);
}

bool
act_may(struct server *server, const struct table *table, const struct ask *ask, int seat)
{
    if (table_seats_of(&table->row, &ask->tokens) >> seat & 1)
        return true;
    if (ask->tokens.count == 0)
        ask_refuse(server, ask, API_NO_TOKEN, "to act for a seat needs its token");
    else
        ask_refuse(server, ask, API_FORBIDDEN, "the token shown is not that of seat %d", seat);
    return false;
}

/* Reads what is wanted. False, answered, when it cannot be, or is not this visitor's to want. */
static bool
wish_of(struct server *server, const struct table *table, const struct ask *ask,
        struct wish *out)
{
    if (!read_wish(ask, out)) {
        ask_refuse(
            server, ask, API_BAD_REQUEST,
            "an action needs \"seat\" and \"seq\" (whole numbers) and \"action\" (its text) or \"actions\" "
            "(a list of 1 to %d)%s",
            MATCH_LIST,
            ask->run == act_try
                ? ""
                : ", and \"key\" (any text of 1 to 64 characters, new for each request)");
        return false;
    }
    if (!act_may(server, table, ask, out->request.seat))
        return false;
    if (table->row.status != STORE_WAITING)
        return true;
    ask_refuse(server, ask, API_CONFLICT, "the game has not started");
    return false;
}

void
act_run(struct server *server, struct table *table, struct ask *ask)
{
    struct wish wish = {0};
    struct match_fault fault = {0};
    uint64_t seed;
    enum match_err err;

    if (!wish_of(server, table, ask, &wish))
        goto end;
    table_heard(table, (game_seats)(1u << wish.request.seat));
    ask->seat = wish.request.seat;
    ask->turn = malloc(sizeof *ask->turn);
    err = ask->turn && secret_seed(&seed)
              ? match_propose(table->match, &wish.request, seed, ask->turn, &fault)
              : MATCH_MEMORY;
    if (err == MATCH_OK) {
        ask->done = acted;
        table_commit(server, table, ask, NULL);
        return;
    }
    if (err == MATCH_REPEAT)
        answer_act(server, ask, match_after(table->match, fault.at),
                   table->match->log[fault.at].moment);
    else
        refuse_wish(server, table, ask, &wish.request, err, &fault);
end:
    ask_destroy(ask);
}

/* ---- trying ---- */

static void
answer_try(struct server *server, const struct table *table, const struct ask *ask, int seat,
           const union games_state *state)
{
    struct page page;

    if (!page_open(&page, VIEW_ROOM + 256)) {
        ask_refuse(server, ask, API_BUSY, "there is not enough memory");
        return;
    }
    ask_begin(ask, &page.t);
    json_key(&page.t, "view");
    json_match_try(&page.t, table->match, seat, state);
    json_close(&page.t, '}');
    ask_answer(server, ask, 200, &page);
    page_close(&page);
}

void
act_try(struct server *server, struct table *table, struct ask *ask)
{
    struct wish wish = {0};
    struct match_fault fault;
    union games_state state;
    enum match_err err;

    if (wish_of(server, table, ask, &wish)) {
        table_heard(table, (game_seats)(1u << wish.request.seat));
        err = match_try(table->match, &wish.request, &state, &fault);
        if (err == MATCH_OK)
            answer_try(server, table, ask, wish.request.seat, &state);
        else
            refuse_wish(server, table, ask, &wish.request, err, &fault);
    }
    ask_destroy(ask);
}
