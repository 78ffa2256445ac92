/* SPDX-License-Identifier: MIT
 * load_desk.c -- one table of the load generator: made, watched, played at; another one when its game is over. */
#include <stdlib.h>
#include <string.h>

#include "load.h"

void
load_fail(struct load *load, const char *why)
{
    if (!load->why[0])
        snprintf(load->why, sizeof load->why, "%s", why);
}

static void
put_seat(struct text *t, const struct desk *desk)
{
    json_open(t, '{');
    json_key_text(t, "kind", desk->kind == DESK_BOTS ? "bot" : "person");
    if (desk->kind == DESK_BOTS)
        json_key_text(t, "bot", desk->load->options.level);
    else
        json_key_text(t, "name", "Load");
    json_close(t, '}');
}

static void
open_live(struct desk *desk)
{
    struct load *load = desk->load;

    if (!wire_open(&desk->live, &load->server, load->epoll, desk) || !wire_upgrade(&desk->live))
        load_fail(load, "the server takes no more WebSockets; see its --limit sockets-each");
}

void
desk_begin(struct desk *desk)
{
    char body[512];
    struct text t = text_in(body, sizeof body);
    int players = desk->load->options.players;

    if (desk->kind == DESK_BOTS && players < 3)
        players = 3;
    desk->ready = desk->sealed = false;
    desk->sent_seq = -1;
    if (desk->kind == DESK_IDLE && desk->load->idle_table[0]) {
        memcpy(desk->id, desk->load->idle_table, sizeof desk->id);
        open_live(desk);
        return;
    }
    if (desk->kind == DESK_PROBE) {
        (void)(wire_open(&desk->http, &desk->load->server, desk->load->epoll, desk) &&
               wire_ask(&desk->http, "/metrics", NULL)); /* else it is not known */
        return;
    }
    json_open(&t, '{');
    json_key_text(&t, "game", desk->load->options.game);
    json_key_int(&t, "players", players);
    json_key_open(&t, "seats", '[');
    for (int i = 0; i < players; i++)
        put_seat(&t, desk);
    json_close(&t, ']');
    json_key_bool(&t, "start", true);
    json_close(&t, '}');
    if (!wire_open(&desk->http, &desk->load->server, desk->load->epoll, desk) ||
        !wire_ask(&desk->http, "/api/1/tables", body))
        load_fail(desk->load, "the server cannot be reached");
}

static void
watch(struct desk *desk)
{
    char text[512];
    struct text t = text_in(text, sizeof text);

    json_open(&t, '{');
    json_key_text(&t, "op", "watch");
    json_key_text(&t, "table", desk->id);
    json_key_open(&t, "tokens", '[');
    for (int i = 0; i < LOAD_SEATS && desk->tokens[i][0]; i++)
        json_text(&t, desk->tokens[i]);
    json_close(&t, ']');
    json_close(&t, '}');
    if (!wire_say(&desk->live, text, t.len))
        load_fail(desk->load, "a WebSocket broke");
}

static void
keep(char *to, size_t room, const char *from)
{
    snprintf(to, room, "%s", from ? from : "");
}

/* What the server had done when it was measured first. */
static void
take_facts(struct desk *desk)
{
    char *body;
    size_t len;

    if (wire_answer(&desk->http, &body, &len) == 200)
        desk->load->before = load_facts_in(body);
    wire_close(&desk->http);
}

/* The table was made: its name and the tokens of its seats. */
static void
take_made(struct desk *desk)
{
    struct load *load = desk->load;
    const struct json *root, *tokens;
    char *body;
    size_t len;
    int i = 0, status = wire_answer(&desk->http, &body, &len);

    root = status == 201 ? json_read(body, len, load->values, LOAD_VALUES, NULL) : NULL;
    wire_close(&desk->http);
    if (!root) {
        snprintf(load->why, sizeof load->why,
                 "the server made no table (status %d); its limits may be too low: --rate "
                 "requests=0 tables=0, --limit sockets-each, tables-each",
                 status);
        return;
    }
    keep(desk->id, sizeof desk->id,
         json_as_text(json_member(json_member(root, "table"), "id")));
    memset(desk->tokens, 0, sizeof desk->tokens);
    tokens = json_member(root, "tokens");
    for (const struct json *e = json_first(tokens); e && i < LOAD_SEATS;
         e = json_next(tokens, e))
        keep(desk->tokens[i++], LOAD_TOKEN, json_as_text(e));
    if (desk->kind == DESK_IDLE)
        memcpy(load->idle_table, desk->id, sizeof desk->id);
    if (desk->live.upgraded)
        watch(desk);
    else
        open_live(desk);
}

/* One of the legal actions of one of the seats. */
static bool
choose(struct desk *desk, const struct json *legal)
{
    const struct json *seat = json_first(legal);
    size_t count = json_count(seat);

    if (count == 0)
        return false;
    desk->seat = atoi(json_name(seat));
    keep(desk->action, sizeof desk->action,
         json_as_text(json_element(seat, rng_below(&desk->load->rng, (uint32_t)count))));
    return true;
}

static void
queue(struct desk *desk)
{
    struct load *load = desk->load;

    desk->ready = true;
    desk->ready_at = load_now();
    desk->next = NULL;
    if (load->last)
        load->last->next = desk;
    else
        load->first = desk;
    load->last = desk;
}

static void
take_view(struct desk *desk, const struct json *view)
{
    long long seq;

    if (!desk->there) {
        desk->there = true;
        desk->load->there++;
    }
    if (desk->kind != DESK_PERSONS || desk->ready ||
        !json_as_int(json_member(view, "seq"), &seq) ||
        (seq <= desk->sent_seq && !desk->sealed))
        return;
    desk->seq = (int)seq;
    desk->action[0] = 0;
    if (choose(desk, json_member(view, "legal")) && !desk->waits)
        queue(desk);
}

static void
take_reply(struct desk *desk, const struct json *message)
{
    struct load *load = desk->load;
    uint64_t now = load_now();
    long long seq;

    if (!desk->waits)
        return;
    desk->waits = false;
    if (!json_is_yes(json_member(message, "ok"))) {
        load->refused++;
        fprintf(stderr, "load: refused: %s\n", json_as_text(json_member(message, "error")));
        return;
    }
    load->done++;
    if (load->measured_from && desk->due >= load->measured_from)
        histogram_add(&load->durations, now > desk->due ? now - desk->due : 0);
    if (load->log)
        fprintf(load->log, "%s %d load-%llu\n", desk->id, desk->seat,
                (unsigned long long)desk->key);
    desk->sealed = json_as_int(json_member(message, "seq"), &seq) && seq == desk->sent_seq;
    if (desk->sealed)
        watch(desk); /* a view of the same moment may be of before the action */
    else if (desk->action[0] && desk->seq > desk->sent_seq) /* the step came before the reply */
        queue(desk);
}

static void
take_message(struct desk *desk, char *text, size_t len)
{
    const struct json *message = json_read(text, len, desk->load->values, LOAD_VALUES, NULL);
    const char *op = json_as_text(json_member(message, "op"));

    if (!op) {
        load_fail(desk->load, "a message is not JSON");
    } else if (strcmp(op, "reply") == 0) {
        take_reply(desk, message);
    } else if (strcmp(op, "step") == 0) {
        take_view(desk, json_member(message, "view"));
    } else if (strcmp(op, "table") == 0) {
        const struct json *table = json_member(message, "table");

        desk->over = json_is(json_member(table, "status"), "over") &&
                     json_is(json_member(table, "id"), desk->id) && desk->kind != DESK_IDLE;
        if (!desk->over)
            take_view(desk, json_member(message, "view"));
    } else if (strcmp(op, "closing") == 0 || strcmp(op, "error") == 0) {
        load_fail(desk->load, "the server ended, or did not understand a message");
    }
}

void
desk_stir(struct desk *desk, struct wire *wire)
{
    bool upgraded = wire->upgraded, open = wire_stir(wire);
    size_t len;
    char *text;

    if (wire == &desk->http) {
        if (!open && desk->kind == DESK_PROBE)
            take_facts(desk);
        else if (!open)
            take_made(desk);
        return;
    }
    while ((text = wire_hear(wire, &len)))
        take_message(desk, text, len);
    if (desk->over && !desk->waits && desk->http.fd < 0) {
        desk->over = false;
        desk->load->games++;
        desk_begin(desk);
    }
    if (!upgraded && wire->upgraded)
        watch(desk);
    if (!open)
        load_fail(desk->load, "the server closed a WebSocket; see its --limit and --rate");
}

void
desk_act(struct desk *desk, uint64_t due)
{
    struct load *load = desk->load;
    char text[256], key[40];
    struct text t = text_in(text, sizeof text);

    desk->ready = false;
    desk->waits = true;
    desk->due = due;
    desk->sent_seq = desk->seq;
    desk->key = ++load->keys;
    snprintf(key, sizeof key, "load-%llu", (unsigned long long)desk->key);
    json_open(&t, '{');
    json_key_text(&t, "op", "act");
    json_key_int(&t, "id", (long long)desk->key);
    json_key_int(&t, "seat", desk->seat);
    json_key_int(&t, "seq", desk->seq);
    json_key_text(&t, "action", desk->action);
    json_key_text(&t, "key", key);
    json_close(&t, '}');
    desk->action[0] = 0;
    load->sent++;
    if (!wire_say(&desk->live, text, t.len))
        load_fail(load, "a WebSocket broke");
}
