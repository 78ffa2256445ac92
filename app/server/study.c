/* SPDX-License-Identifier: MIT
 * study.c -- hints on the move at hand, and analyses of games that are over. Both are worked out by the
 * thinkers.
 *
 * A hint knows what the seat that asks may see, and nothing else; neither do the time it takes, nor
 * the size of it, hang on anything more. An analysis knows everything, and so there is none before the
 * end, when everything lies open. It is made in slices, kept as long as there is room, and given to
 * whoever asks again. */
#include "server_parts.h"

#include <stdlib.h>
#include <string.h>

#include "analysis.h"
#include "record.h"

enum {
    HINT_MS = 1000,
    SLICE_MS = 40,
    WAITING_MOST = 64, /* more than this in the queue, and nobody is told to wait for a hint */
    STUDIES_MOST = 16, /* under way at once */
    KEPT_MOST = 16 * 1024 * 1024 /* bytes of analyses that are kept */
};

/* The best of the bots that reckon with chances to win and are worth listening to. NULL: the game has none. */
static const struct ai_bot *
teacher_of(const struct game *game, const char *const names[])
{
    for (int i = 0; names[i]; i++) {
        const struct ai_bot *bot = ai_find(names[i], game);

        if (bot && bot->wins)
            return bot;
    }
    return NULL;
}

/* ---- hints ---- */

/* One question for a hint. Owned by the thinkers until it comes back. */
struct riddle {
    struct piece piece; /* first, so that it can be found from it */
    struct server *server;
    struct ask *ask;
    char table[STORE_ID_ROOM];
    const struct game *game;
    const struct ai_bot *bot;
    union games_state seen;
    int seats, seat, moment;
    const char *why; /* there is none */
    struct hint hint;
};

static void
solve(struct piece *piece) /* on a thread: touches nothing but the riddle */
{
    struct riddle *r = (struct riddle *)piece;
    struct teacher teacher = {.bot = r->bot, .limits = &piece->limits};

    r->why = hint_ask(r->game, &r->seen, r->seats, r->seat, &teacher, true, &r->hint);
}

static void
answer_hint(struct riddle *r)
{
    struct page page;

    if (!page_open(&page, HINT_ROOM + 512)) {
        ask_refuse(r->server, r->ask, API_BUSY, "there is not enough memory");
        return;
    }
    ask_begin(r->ask, &page.t);
    json_key(&page.t, "seq");
    json_int(&page.t, r->moment);
    json_key(&page.t, "hint");
    json_hint(&page.t, &r->hint);
    json_close(&page.t, '}');
    ask_answer(r->server, r->ask, 200, &page);
    page_close(&page);
}

static void
solved(struct piece *piece, bool worked)
{
    struct riddle *r = (struct riddle *)piece;
    struct table *table = table_in_memory(r->server, r->table);

    if (table)
        table->hinting = (game_seats)(table->hinting & ~(1u << r->seat));
    if (!worked)
        ask_refuse(r->server, r->ask, API_BUSY, "the server is shutting down");
    else if (r->why)
        ask_refuse(r->server, r->ask, API_CONFLICT, "%s", r->why);
    else
        answer_hint(r);
    ask_destroy(r->ask);
    free(r);
}

/* Whether there may be a hint for this seat now; answered if not. */
static bool
may_have_hint(struct server *server, const struct table *table, const struct ask *ask, int seat,
              long long seq)
{
    if (!table->row.hints)
        ask_refuse(server, ask, API_CONFLICT,
                   "there are no hints at this table: that was agreed on when it was made");
    else if (table->row.status != STORE_PLAYING)
        ask_refuse(server, ask, API_CONFLICT, "%s",
                   table->row.status == STORE_OVER ? "the game is over"
                                                   : "the game has not started");
    else if (seq != table->match->moment)
        ask_refuse(server, ask, API_STALE, "the table has moved on: its newest moment is %d",
                   table->match->moment);
    else if (!(match_to_move(table->match) >> seat & 1))
        ask_refuse(server, ask, API_CONFLICT, "it is not the turn of seat %d", seat);
    else if (table->hinting >> seat & 1)
        ask_refuse(server, ask, API_TOO_MANY, "a hint for this seat is being worked out");
    else if (thinkers_waiting(server->thinkers) > WAITING_MOST)
        ask_refuse(server, ask, API_BUSY, "too much is being thought about just now");
    else if (!net_limiter_take(server->askers, ask->address, uv_now(server->loop)))
        ask_refuse(server, ask, API_TOO_MANY, "too many hints; please wait a little");
    else
        return true;
    return false;
}

static struct riddle *
make_riddle(struct server *server, const struct table *table, struct ask *ask, int seat)
{
    static const char *const names[] = {"expert", "hard", NULL};
    struct riddle *r = calloc(1, sizeof *r);

    if (!r) {
        ask_refuse(server, ask, API_BUSY, "there is not enough memory");
        return NULL;
    }
    r->game = table->game;
    r->bot = teacher_of(table->game, names);
    if (!r->bot) {
        ask_refuse(server, ask, API_CONFLICT, "nobody gives hints on this game yet");
        free(r);
        return NULL;
    }
    r->piece.work = solve;
    r->piece.done = solved;
    r->server = server;
    r->ask = ask;
    memcpy(r->table, table->row.id, sizeof r->table);
    r->seats = table->row.players;
    r->seat = seat;
    r->moment = table->match->moment;
    table->game->observe(&table->match->state, seat, &r->seen);
    return r;
}

void
study_hint(struct server *server, struct table *table, struct ask *ask)
{
    long long seat, seq;
    struct riddle *r = NULL;

    if (!json_whole(json_object_get(ask->body, "seat"), &seat) || seat < 0 ||
        seat >= table->row.players || !json_whole(json_object_get(ask->body, "seq"), &seq))
        ask_refuse(server, ask, API_BAD_REQUEST,
                   "a hint needs \"seat\", a seat of this table, and \"seq\", whole numbers");
    else if (act_may(server, table, ask, (int)seat) &&
             may_have_hint(server, table, ask, (int)seat, seq))
        r = make_riddle(server, table, ask, (int)seat);
    if (!r || server->draining) {
        if (r)
            ask_refuse(server, ask, API_BUSY, "the server is shutting down");
        free(r);
        ask_destroy(ask);
        return;
    }
    ask_forget_body(ask);
    table_heard(table, (game_seats)(1u << seat));
    table->hinting = (game_seats)(table->hinting | 1u << seat);
    thinkers_add(server->thinkers, &r->piece, 0, HINT_MS);
}

/* ---- analyses ---- */

/* The analysis of one game: under way (then the thinkers have it), made, or not to be had. */
struct study {
    struct piece piece; /* first, so that it can be found from it */
    struct study *next; /* of the server; the one that was asked for last is first */
    struct server *server;
    char table[STORE_ID_ROOM];
    bool under_way;
    struct analysis analysis;
    struct analysis_moment *moments;
    struct match_entry *log; /* without the keys */
    int count;
    atomic_int at; /* any thread: actions looked at */
    const char *why; /* there is none */
    char *text; /* when it is made */
    size_t len;
};

static void
study_free(struct study *study)
{
    free(study->moments);
    free(study->log);
    free(study->text);
    free(study);
}

static void
write_study(struct study *study)
{
    size_t room = ANALYSIS_ROOM(study->count);
    struct text t;

    analysis_end(&study->analysis);
    study->text = malloc(room);
    if (study->text) {
        t = text_in(study->text, room);
        json_analysis(&t, &study->analysis);
        study->len = t.len;
    }
    if (!study->text || text_length(&t) < 0)
        study->why = "there was not enough memory for the analysis";
}

static void
study_on(struct piece *piece) /* on a thread: touches nothing but the study */
{
    struct study *study = (struct study *)piece;
    uint64_t began = uv_hrtime();
    int at = atomic_load(&study->at);

    study->analysis.teacher.limits = &piece->limits;
    while (at < study->count && !study->why && !piece->limits.stop(piece) &&
           uv_hrtime() - began < (uint64_t)SLICE_MS * 1000000u) {
        const struct match_entry *entry = &study->log[at];

        study->why = analysis_act(&study->analysis, entry->seat, entry->action);
        atomic_store(&study->at, ++at);
    }
    if (at == study->count && !study->why)
        write_study(study);
}

/* What is not needed any more once it is made, or cannot be. */
static void
study_close(struct study *study)
{
    study->under_way = false;
    free(study->moments);
    free(study->log);
    study->moments = NULL;
    study->log = NULL;
}

static void
studied(struct piece *piece, bool worked)
{
    struct study *study = (struct study *)piece;

    if (worked && !study->text && !study->why && !study->server->draining)
        thinkers_add(study->server->thinkers, piece, 0, 0);
    else
        study_close(study);
}

/* Lets go of those that were not asked for in the longest time, until there is room again. */
static void
make_room(struct server *server)
{
    struct study **at = &server->studies;
    size_t kept = 0;

    while (*at) {
        struct study *study = *at;

        kept += study->under_way ? 0 : study->len + sizeof *study;
        if (kept > KEPT_MOST && !study->under_way) {
            *at = study->next;
            study_free(study);
        } else {
            at = &study->next;
        }
    }
}

void
studies_destroy(struct server *server)
{
    while (server->studies) {
        struct study *study = server->studies;

        server->studies = study->next;
        study_free(study);
    }
}

/* The study of this table, which is then the first of them all; NULL: there is none. */
static struct study *
find_study(struct server *server, const char *id)
{
    for (struct study **at = &server->studies; *at; at = &(*at)->next) {
        struct study *study = *at;

        if (strcmp(study->table, id) != 0)
            continue;
        *at = study->next;
        study->next = server->studies;
        server->studies = study;
        return study;
    }
    return NULL;
}

static int
studies_under_way(const struct server *server)
{
    int count = 0;

    for (const struct study *study = server->studies; study; study = study->next)
        count += study->under_way;
    return count;
}

static struct study *
make_study(const struct table *table, const struct ai_bot *bot)
{
    const struct match *match = table->match;
    struct study *study = calloc(1, sizeof *study);
    struct teacher teacher = {.bot = bot};

    if (!study)
        return NULL;
    study->count = match->count;
    study->moments = calloc((size_t)match->count + 1, sizeof *study->moments);
    study->log = calloc((size_t)match->count + 1, sizeof *study->log);
    if (!study->moments || !study->log) {
        study_free(study);
        return NULL;
    }
    for (int i = 0; i < match->count; i++)
        study->log[i] =
            (struct match_entry){.action = match->log[i].action, .seat = match->log[i].seat};
    memcpy(study->table, table->row.id, sizeof study->table);
    study->server = table->server;
    study->piece.work = study_on;
    study->piece.done = studied;
    study->why = analysis_begin(&study->analysis, match->game, match->seats, &match->start,
                                &teacher, study->moments, match->count + 1);
    return study;
}

/* Begins one. NULL, answered, if that cannot be just now. */
static struct study *
begin_study(struct server *server, const struct table *table, const struct ask *ask)
{
    static const char *const names[] = {"hard", NULL};
    const struct ai_bot *bot = teacher_of(table->game, names);
    struct study *study = NULL;

    if (!bot)
        ask_refuse(server, ask, API_CONFLICT, "there is no analysis of this game yet");
    else if (studies_under_way(server) >= STUDIES_MOST || server->draining)
        ask_refuse(server, ask, API_BUSY,
                   "too many games are being analysed just now; please try again shortly");
    else if (!net_limiter_take(server->askers, ask->address, uv_now(server->loop)))
        ask_refuse(server, ask, API_TOO_MANY, "too many analyses; please wait a little");
    else if (!(study = make_study(table, bot)))
        ask_refuse(server, ask, API_BUSY, "there is not enough memory");
    if (!study)
        return NULL;
    make_room(server);
    study->next = server->studies;
    server->studies = study;
    study->under_way = !study->why;
    if (study->under_way)
        thinkers_add(server->thinkers, &study->piece, 0, 0);
    return study;
}

static void
answer_study(struct server *server, const struct ask *ask, const struct study *study)
{
    struct page page;

    if (!page_open(&page, 256 + (study->under_way ? 0 : study->len))) {
        ask_refuse(server, ask, API_BUSY, "there is not enough memory");
        return;
    }
    ask_begin(ask, &page.t);
    json_key(&page.t, "done");
    json_literal(&page.t, study->under_way ? "false" : "true");
    if (study->under_way) {
        json_key(&page.t, "progress");
        json_open(&page.t, '[');
        json_int(&page.t, atomic_load(&study->at));
        json_int(&page.t, study->count);
        json_close(&page.t, ']');
    } else {
        json_key(&page.t, "analysis");
        json_literal(&page.t, study->text);
    }
    json_close(&page.t, '}');
    ask_answer(server, ask, 200, &page);
    page_close(&page);
}

void
study_analysis(struct server *server, struct table *table, struct ask *ask)
{
    struct study *study;

    if (table->row.status != STORE_OVER) {
        ask_refuse(server, ask, API_CONFLICT,
                   "an analysis tells everything; it can be had when the game is over");
        ask_destroy(ask);
        return;
    }
    study = find_study(server, table->row.id);
    if (!study)
        study = begin_study(server, table, ask);
    if (study && !study->under_way && study->why)
        ask_refuse(server, ask, API_CONFLICT, "%s", study->why);
    else if (study)
        answer_study(server, ask, study);
    ask_destroy(ask);
}
