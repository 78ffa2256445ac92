/* SPDX-License-Identifier: MIT
 * signing.c -- how the host of the server signs in at its page: docs/protocol.md, "The page of the host". Only whoever
 * may use the socket of khepri admin makes a link; it works once and soon ends. Hashes are kept, and only in memory. */
#include "hall_parts.h"

#include <string.h>

enum { LINK_MINUTES = 10, SESSION_HOURS = 12, MINUTE_MS = 60 * 1000, LINK_ROOM = 512 };

static void
take_back(struct pass *pass)
{
    *pass = (struct pass){.until = 0};
}

/* Whether a pass is for that, and has not ended. */
static bool
opens(const struct hall *hall, const struct pass *pass, const uint8_t hash[SECRET_HASH])
{
    return pass->until > hall_now(hall) && secret_same(pass->hash, hash);
}

/* Makes a pass that lasts so long. False without randomness. */
static bool
give(struct hall *hall, struct pass *pass, int minutes, char out[SECRET_TOKEN + 1])
{
    if (!secret_token(hall, out) || !secret_hash(hall, out, SECRET_TOKEN, pass->hash))
        return false;
    pass->until = hall_now(hall) + (uint64_t)minutes * MINUTE_MS;
    return true;
}

static struct pass *
session_of(struct hall *hall, const struct ask *ask)
{
    for (int i = 0; i < ask->tokens.count; i++) {
        for (int j = 0; j < SESSIONS_MOST; j++) {
            if (opens(hall, &hall->sessions[j], ask->tokens.hash[i]))
                return &hall->sessions[j];
        }
    }
    return NULL;
}

bool
signing_is_host(struct hall *hall, struct ask *ask)
{
    if (ask->of_host || session_of(hall, ask))
        return true;
    if (hall_may(hall, HALL_SIGN_IN, ask->address))
        ask_refuse(hall, ask, API_NO_TOKEN,
                   "sign in first: 'khepri admin link' on the server makes a link");
    else
        ask_refuse(hall, ask, API_TOO_MANY, "too many wrong tokens; please wait a moment");
    ask_destroy(ask);
    return false;
}

/* {"ok":true,"NAME":"TEXT","minutes":N} */
static void
answer_pass(struct hall *hall, struct ask *ask, const char *name, const char *said, int minutes)
{
    char buf[LINK_ROOM + 128];
    struct page page = {.at = buf, .room = sizeof buf, .t = text_in(buf, sizeof buf)};

    ask_begin(ask, &page.t);
    json_key_text(&page.t, name, said);
    json_key_int(&page.t, "minutes", minutes);
    json_close(&page.t, '}');
    ask_answer(hall, ask, 200, &page);
    ask_destroy(ask);
}

/* An earlier link ends. */
void
signing_link(struct hall *hall, struct ask *ask)
{
    char secret[SECRET_TOKEN + 1], link[LINK_ROOM];
    struct text t = text_in(link, sizeof link);

    if (!ask->of_host) {
        ask_refuse_and_end(hall, ask, API_FORBIDDEN,
                           "links are made on the server, with 'khepri admin link'");
    } else if (!hall->page[0]) {
        ask_refuse_and_end(hall, ask, API_CONFLICT,
                           "this server has no page for its host; khepri serve --admin-page "
                           "gives it one");
    } else if (!give(hall, &hall->link, LINK_MINUTES, secret)) {
        ask_refuse_and_end(hall, ask, API_BUSY, "the system gives no randomness");
    } else {
        text_put(&t, hall->page);
        text_put(&t, "#/admin/");
        text_put(&t, secret);
        hall_say(hall, HALL_WARN, "admin", "made a link to the page of the host");
        answer_pass(hall, ask, "link", link, LINK_MINUTES);
    }
}

/* The place of a new session: a free one, or that of the one that ends first. */
static struct pass *
place_for_session(struct hall *hall)
{
    struct pass *place = &hall->sessions[0];

    for (int i = 1; i < SESSIONS_MOST; i++) {
        if (hall->sessions[i].until < place->until)
            place = &hall->sessions[i];
    }
    return place;
}

void
signing_in(struct hall *hall, struct ask *ask)
{
    const char *secret = json_as_text(json_member(ask->body, "secret"));
    uint8_t hash[SECRET_HASH];
    char token[SECRET_TOKEN + 1];

    if (!hall_may(hall, HALL_SIGN_IN, ask->address)) {
        ask_refuse_and_end(hall, ask, API_TOO_MANY,
                           "too many attempts to sign in; please wait a moment");
    } else if (!secret || !secret_hash(hall, secret, strlen(secret), hash) ||
               !opens(hall, &hall->link, hash)) {
        hall_say(hall, HALL_WARN, "admin", "a wrong, used or old link was tried");
        ask_refuse_and_end(hall, ask, API_FORBIDDEN,
                           "this link has been used, or is too old; 'khepri admin link' makes "
                           "another");
    } else if (!give(hall, place_for_session(hall), SESSION_HOURS * 60, token)) {
        ask_refuse_and_end(hall, ask, API_BUSY, "the system gives no randomness");
    } else {
        take_back(&hall->link);
        hall_say(hall, HALL_WARN, "admin", "signed in at the page of the host");
        answer_pass(hall, ask, "token", token, SESSION_HOURS * 60);
    }
}

/* At the page this session, at the socket all of them and the link. */
void
signing_out(struct hall *hall, struct ask *ask)
{
    char buf[64];
    struct page page = {.at = buf, .room = sizeof buf, .t = text_in(buf, sizeof buf)};

    if (ask->of_host) {
        take_back(&hall->link);
        for (int i = 0; i < SESSIONS_MOST; i++)
            take_back(&hall->sessions[i]);
    } else {
        take_back(session_of(hall, ask));
    }
    hall_say(hall, HALL_WARN, "admin", "signed out %s",
             ask->of_host ? "everywhere" : "at the page");
    ask_begin(ask, &page.t);
    json_close(&page.t, '}');
    ask_answer(hall, ask, 200, &page);
    ask_destroy(ask);
}
