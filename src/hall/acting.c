/* SPDX-License-Identifier: MIT
 * acting.c -- a seat acts, or tries what an action would bring. */
#include "hall_parts.h"

#include <stdlib.h>
#include <string.h>

#include "match_json.h"

static void
answer_act(struct hall *hall, const struct ask *ask, int seq, int applied)
{
    char buf[512];
    struct page page = {.at = buf, .room = sizeof buf, .t = text_in(buf, sizeof buf)};

    ask_begin(ask, &page.t);
    json_key(&page.t, "seq");
    json_int(&page.t, seq);
    json_key(&page.t, "applied");
    json_int(&page.t, applied);
    json_close(&page.t, '}');
    ask_answer(hall, ask, 200, &page);
}

static void
acted(struct hall *hall, struct table *table, struct ask *ask)
{
    int first = ask->turn->first;

    if (table_has_person(&table->row))
        hall->acted_at = hall_now(hall);
    answer_act(hall, ask, match_after(table->match, first), table->match->log[first].moment);
    tell_since(hall, table, ask->turn->first);
}

/* What an act or a try asks for. */
struct wish {
    struct match_request request;
    const char *texts[MATCH_LIST];
};

static void
refuse_wish(struct hall *hall, const struct table *table, const struct ask *ask,
            const struct match_request *request, enum match_err err,
            const struct match_fault *fault)
{
    struct refusal why;

    match_refusal(&why, table->match, request, err, fault, ask->run == act_try);
    ask_refuse(hall, ask,
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
read_actions(const struct json *body, struct wish *out, struct refusal *why)
{
    const struct json *one = json_member(body, "action"), *list = json_member(body, "actions");
    size_t count = one ? 1 : json_kind(list) == JSON_KIND_LIST ? json_count(list) : 0;
    const struct json *at = one ? one : json_first(list);

    if (!one == !list)
        return refuse(why, "either \"action\" (a text) or \"actions\" (a list) is needed%s",
                      one ? ", not both" : "");
    if (count < 1 || count > MATCH_LIST)
        return refuse(why, "\"actions\" must be a list of 1 to %d texts", MATCH_LIST);
    for (size_t i = 0; i < count; i++, at = json_next(list, at)) {
        out->texts[i] = json_as_text(at);
        if (out->texts[i] && strlen(out->texts[i]) < GAME_TEXT_ROOM)
            continue;
        if (one)
            return refuse(why, "\"action\" must be a text of at most %d bytes",
                          GAME_TEXT_ROOM - 1);
        return refuse(why, "action %zu of \"actions\" must be a text of at most %d bytes",
                      i + 1, GAME_TEXT_ROOM - 1);
    }
    out->request.texts = out->texts;
    out->request.count = (int)count;
    return true;
}

static bool
read_key(const struct json *json, struct wish *out, struct refusal *why)
{
    size_t length;

    out->request.key = json_as_text(json);
    length = out->request.key ? characters(out->request.key) : 0;
    return (length >= 1 && length <= 64) ||
           refuse(why, "\"key\" must be any text of 1 to 64 characters, new for each request");
}

static bool
read_wish(const struct table *table, const struct ask *ask, struct wish *out,
          struct refusal *why)
{
    enum { MOST_SEQ = 1000000 };
    long long seat, seq;

    if (!json_as_whole(json_member(ask->body, "seat"), &seat) || seat < 0 ||
        seat >= GAME_MAX_SEATS)
        return refuse(why, "\"seat\" must be a seat of this table, a whole number from 0 to %d",
                      table->row.players - 1);
    if (!json_as_whole(json_member(ask->body, "seq"), &seq) || seq < 0 || seq > MOST_SEQ)
        return refuse(why, "\"seq\" must be the moment that is answered, 0 to %d", MOST_SEQ);
    out->request.seat = (int)seat;
    out->request.seq = (int)seq;
    return read_actions(ask->body, out, why) &&
           (ask->run == act_try || read_key(json_member(ask->body, "key"), out, why));
}

bool
act_may(struct hall *hall, const struct table *table, const struct ask *ask, int seat)
{
    if (table_seats_of(&table->row, &ask->tokens) >> seat & 1)
        return true;
    if (ask->tokens.count == 0)
        ask_refuse(hall, ask, API_NO_TOKEN, "to act for a seat needs its token");
    else
        ask_refuse(hall, ask, API_FORBIDDEN, "the token shown is not that of seat %d", seat);
    return false;
}

/* Reads the request. False, and answered, if it is wrong or not allowed to this visitor. */
static bool
wish_of(struct hall *hall, const struct table *table, const struct ask *ask, struct wish *out)
{
    struct refusal why;

    if (!read_wish(table, ask, out, &why)) {
        ask_refuse(hall, ask, API_BAD_REQUEST, "%s", why.text);
        return false;
    }
    if (!act_may(hall, table, ask, out->request.seat))
        return false;
    if (table->row.status != STORE_WAITING)
        return true;
    ask_refuse(hall, ask, API_CONFLICT, "the game has not started");
    return false;
}

void
act_run(struct hall *hall, struct table *table, struct ask *ask)
{
    struct wish wish = {0};
    struct match_fault fault = {0};
    uint64_t seed;
    enum match_err err;

    if (!wish_of(hall, table, ask, &wish))
        goto end;
    table_heard(table, (game_seats)(1u << wish.request.seat));
    ask->seat = wish.request.seat;
    ask->turn = malloc(sizeof *ask->turn);
    err = ask->turn && table_seed(table, SEED_NATURE, 0, &seed)
              ? match_propose(table->match, &wish.request, seed, ask->turn, &fault)
              : MATCH_MEMORY;
    if (err == MATCH_OK) {
        ask->done = acted;
        table_commit(hall, table, ask, NULL);
        return;
    }
    if (err == MATCH_REPEAT)
        answer_act(hall, ask, match_after(table->match, fault.at),
                   table->match->log[fault.at].moment);
    else
        refuse_wish(hall, table, ask, &wish.request, err, &fault);
end:
    ask_destroy(ask);
}

/* ---- trying ---- */

static void
answer_try(struct hall *hall, const struct table *table, const struct ask *ask, int seat,
           const union games_state *state)
{
    struct page page;

    if (!page_open(&page, VIEW_ROOM + 256)) {
        ask_refuse(hall, ask, API_BUSY, "there is not enough memory");
        return;
    }
    ask_begin(ask, &page.t);
    json_key(&page.t, "view");
    json_match_try(&page.t, table->match, seat, state);
    json_close(&page.t, '}');
    ask_answer(hall, ask, 200, &page);
    page_close(&page);
}

void
act_try(struct hall *hall, struct table *table, struct ask *ask)
{
    struct wish wish = {0};
    struct match_fault fault;
    union games_state state;
    enum match_err err;

    if (wish_of(hall, table, ask, &wish)) {
        table_heard(table, (game_seats)(1u << wish.request.seat));
        err = match_try(table->match, &wish.request, &state, &fault);
        if (err == MATCH_OK)
            answer_try(hall, table, ask, wish.request.seat, &state);
        else
            refuse_wish(hall, table, ask, &wish.request, err, &fault);
    }
    ask_destroy(ask);
}
