/* SPDX-License-Identifier: MIT
 * study.c -- hints on the move at hand, and analyses of games that are over. The host thinks about both.
 *
 * A hint, its size and the time it takes depend only on what the asking seat may see. An analysis
 * uses everything, so there is none before the game is over and everything is public. It is made in
 * slices, kept as long as there is room, and given to whoever asks again. */
#include "hall_parts.h"

#include <stdlib.h>
#include <string.h>

#include "match_json.h"
#include "option_table.h"
#include "record.h"
#include "rng.h"

enum {
    HINT_MS = 1000,
    WAITING_MOST = 16, /* with more than this of their own in the queue, nobody gets a hint */
    STUDIES_MOST = 16, /* under way at once ... */
    STUDIES_EACH = 4, /* ... and for one visitor */
    KEPT_MOST = 16 * 1024 * 1024, /* bytes of analyses that are kept */
    KEPT_AT_HOME = 1024 * 1024
};

/* The best of these bots that estimates chances of winning. NULL: the game has none. */
static const struct ai_bot *
teacher_of(const struct hall *hall, const struct game *game, const char *const names[])
{
    for (int i = 0; names[i]; i++) {
        const struct ai_bot *bot = ai_find_in(hall->host.bots, names[i], game);

        if (bot && bot->wins)
            return bot;
    }
    return NULL;
}

/* ---- hints ---- */

/* One question for a hint. Owned by the host until it comes back. */
struct riddle {
    struct hall_thought thought; /* first, so that it can be found from it */
    struct ask *ask;
    int moment;
};

static void
answer_hint(struct hall *hall, const struct riddle *r)
{
    struct page page;

    if (!page_open(&page, r->thought.len + 512)) {
        ask_refuse(hall, r->ask, API_BUSY, "there is not enough memory");
        return;
    }
    ask_begin(r->ask, &page.t);
    json_key(&page.t, "seq");
    json_int(&page.t, r->moment);
    json_key(&page.t, "hint");
    json_literal(&page.t, r->thought.text);
    json_close(&page.t, '}');
    ask_answer(hall, r->ask, 200, &page);
    page_close(&page);
}

static void
solved(struct hall *hall, struct hall_thought *thought, bool worked)
{
    struct riddle *r = (struct riddle *)thought;
    struct table *table = table_in_memory(hall, thought->table);

    if (table)
        table->hinting = (game_seats)(table->hinting & ~(1u << thought->seat));
    if (!worked)
        ask_refuse(hall, r->ask, API_BUSY, "%s",
                   thought->why ? thought->why : "the server is shutting down");
    else if (thought->why)
        ask_refuse(hall, r->ask, API_CONFLICT, "%s", thought->why);
    else
        answer_hint(hall, r);
    ask_destroy(r->ask);
    free(thought->text);
    free(r);
}

/* Whether there may be a hint for this seat now; answered if not. */
static bool
may_have_hint(struct hall *hall, const struct table *table, const struct ask *ask, int seat,
              long long seq)
{
    struct refusal why;

    if (!table->row.hints)
        ask_refuse(hall, ask, API_CONFLICT,
                   "there are no hints at this table: that was agreed on when it was made");
    else if (table->row.status != STORE_PLAYING)
        ask_refuse(hall, ask, API_CONFLICT, "%s",
                   table->row.status == STORE_OVER ? "the game is over"
                                                   : "the game has not started");
    else if (seq != table->match->moment && !match_refuse_moment(&why, table->match, seq))
        ask_refuse(hall, ask, API_STALE, "%s", why.text);
    else if (!(match_to_move(table->match) >> seat & 1))
        ask_refuse(hall, ask, API_CONFLICT, "it is not the turn of seat %d", seat);
    else if (table->hinting >> seat & 1)
        ask_refuse(hall, ask, API_TOO_MANY, "a hint for this seat is being worked out");
    else if (hall->host.waiting(hall->host.self, hall_owner(ask->address)) > WAITING_MOST)
        ask_refuse(hall, ask, API_BUSY, "too much is being thought about just now");
    else if (!hall_may(hall, HALL_STUDY, ask->address))
        ask_refuse(hall, ask, API_TOO_MANY, "too many hints; please wait a little");
    else
        return true;
    return false;
}

static struct riddle *
make_riddle(struct hall *hall, const struct table *table, struct ask *ask, int seat)
{
    static const char *const names[] = {"expert", "hard", NULL};
    struct riddle *r = calloc(1, sizeof *r);

    if (!r) {
        ask_refuse(hall, ask, API_BUSY, "there is not enough memory");
        return NULL;
    }
    r->thought = (struct hall_thought){.task = HALL_HINT,
                                       .game = table->game,
                                       .bot = {.bot = teacher_of(hall, table->game, names)},
                                       .seats = table->row.players,
                                       .seat = seat,
                                       .ms = hall->options.seeded ? 0 : HINT_MS,
                                       .owner = hall_owner(ask->address),
                                       .for_people = true,
                                       .done = solved};
    if (!r->thought.bot.bot) {
        ask_refuse(hall, ask, API_CONFLICT, "nobody gives hints on this game yet");
        free(r);
        return NULL;
    }
    r->ask = ask;
    r->moment = table->match->moment;
    memcpy(r->thought.table, table->row.id, sizeof r->thought.table);
    table->game->observe(&table->match->state, seat, &r->thought.state);
    return r;
}

void
study_hint(struct hall *hall, struct table *table, struct ask *ask)
{
    long long seat, seq;
    struct riddle *r = NULL;

    if (!json_as_whole(json_member(ask->body, "seat"), &seat) || seat < 0 ||
        seat >= table->row.players || !json_as_whole(json_member(ask->body, "seq"), &seq))
        ask_refuse(hall, ask, API_BAD_REQUEST,
                   "a hint needs \"seat\", a seat of this table, and \"seq\", whole numbers");
    else if (act_may(hall, table, ask, (int)seat) &&
             may_have_hint(hall, table, ask, (int)seat, seq))
        r = make_riddle(hall, table, ask, (int)seat);
    if (!r || hall->draining) {
        if (r)
            ask_refuse(hall, ask, API_BUSY, "the server is shutting down");
        free(r);
        ask_destroy(ask);
        return;
    }
    ask_forget_body(ask);
    table_heard(table, (game_seats)(1u << seat));
    table->hinting = (game_seats)(table->hinting | 1u << seat);
    hall->host.think(hall->host.self, &r->thought);
}

/* ---- analyses ---- */

/* The analysis of one game: in progress (then the host owns it), done, or failed. */
struct study {
    struct hall_thought thought; /* first, so that it can be found from it */
    struct study *next; /* of the hall; the one that was asked for last is first */
    bool under_way;
    int at; /* actions looked at */
    char *early; /* its chances meanwhile; NULL: not yet, or not any more */
    size_t early_len;
};

/* What is not needed any more once it is made, or cannot be. */
static void
study_close(struct study *study)
{
    study->under_way = false;
    if (study->thought.scrap)
        study->thought.scrap(&study->thought);
    study->thought.scrap = NULL;
    free(study->thought.log);
    free(study->thought.early);
    free(study->early);
    study->thought.log = NULL;
    study->thought.early = study->early = NULL;
}

/* The thought is the host's again while its chances are told. */
static void
take_early(struct study *study)
{
    struct hall_thought *thought = &study->thought;

    if (!thought->early)
        return;
    free(study->early);
    study->early = thought->early;
    study->early_len = thought->early_len;
    thought->early = NULL;
}

static void
study_free(struct study *study)
{
    study_close(study);
    free(study->thought.text);
    free(study);
}

static void
studied(struct hall *hall, struct hall_thought *thought, bool worked)
{
    struct study *study = (struct study *)thought;

    study->at = thought->at;
    take_early(study);
    if (worked && !thought->text && !thought->why && !hall->draining)
        hall->host.think(hall->host.self, thought);
    else
        study_close(study);
}

static size_t
bytes_of(const struct study *study)
{
    return study->under_way ? 0 : study->thought.len + sizeof *study;
}

size_t
studies_bytes(const struct hall *hall)
{
    size_t kept = 0;

    for (const struct study *study = hall->studies; study; study = study->next)
        kept += bytes_of(study);
    return kept;
}

/* Drops the analyses that were not asked for in the longest time, until there is room. */
static void
make_room(struct hall *hall)
{
    struct study **at = &hall->studies;
    size_t kept = 0;

    while (*at) {
        struct study *study = *at;

        kept += bytes_of(study);
        if (kept > (hall->options.at_home ? KEPT_AT_HOME : KEPT_MOST) && !study->under_way) {
            *at = study->next;
            study_free(study);
        } else {
            at = &study->next;
        }
    }
}

void
studies_destroy(struct hall *hall)
{
    while (hall->studies) {
        struct study *study = hall->studies;

        hall->studies = study->next;
        study_free(study);
    }
}

/* The study of this table, which is then the first of them all; NULL: there is none. */
static struct study *
find_study(struct hall *hall, const char *id)
{
    for (struct study **at = &hall->studies; *at; at = &(*at)->next) {
        struct study *study = *at;

        if (strcmp(study->thought.table, id) != 0)
            continue;
        *at = study->next;
        study->next = hall->studies;
        hall->studies = study;
        return study;
    }
    return NULL;
}

/* How many are under way, of all owners or of this one. */
static int
studies_under_way(const struct hall *hall, const uint32_t *owner)
{
    int count = 0;

    for (const struct study *study = hall->studies; study; study = study->next)
        count += study->under_way && (!owner || study->thought.owner == *owner);
    return count;
}

static struct study *
make_study(const struct match *match, const char *name, const struct ai_bot *bot,
           uint32_t owner)
{
    struct study *study = calloc(1, sizeof *study);

    if (!study)
        return NULL;
    study->thought = (struct hall_thought){.task = HALL_REVIEW,
                                           .game = match->game,
                                           .bot = {.bot = bot},
                                           .seats = match->seats,
                                           .count = match->count,
                                           .state = match->start,
                                           .owner = owner,
                                           .for_people = true,
                                           .done = studied};
    study->thought.log = calloc((size_t)match->count + 1, sizeof *study->thought.log);
    if (!study->thought.log) {
        study_free(study);
        return NULL;
    }
    for (int i = 0; i < match->count; i++)
        study->thought.log[i] = (struct hall_act){match->log[i].action, match->log[i].seat};
    memcpy(study->thought.table, name, sizeof study->thought.table);
    return study;
}

/* Begins one. NULL, answered, if that cannot be just now. */
static struct study *
begin_study(struct hall *hall, const struct match *match, const char *name,
            const struct ask *ask)
{
    static const char *const names[] = {"hard", NULL};
    const struct ai_bot *bot = teacher_of(hall, match->game, names);
    struct study *study = NULL;
    uint32_t owner = hall_owner(ask->address);

    if (!bot)
        ask_refuse(hall, ask, API_CONFLICT, "there is no analysis of this game yet");
    else if (studies_under_way(hall, &owner) >= STUDIES_EACH)
        ask_refuse(hall, ask, API_TOO_MANY,
                   "%d games are being analysed for you; please wait for one of them",
                   STUDIES_EACH);
    else if (studies_under_way(hall, NULL) >= STUDIES_MOST || hall->draining)
        ask_refuse(hall, ask, API_BUSY,
                   "too many games are being analysed just now; please try again shortly");
    else if (!hall_may(hall, HALL_STUDY, ask->address))
        ask_refuse(hall, ask, API_TOO_MANY, "too many analyses; please wait a little");
    else if (!(study = make_study(match, name, bot, owner)))
        ask_refuse(hall, ask, API_BUSY, "there is not enough memory");
    if (!study)
        return NULL;
    make_room(hall);
    study->next = hall->studies;
    hall->studies = study;
    study->under_way = true;
    hall->host.think(hall->host.self, &study->thought);
    return study;
}

static void
answer_study(struct hall *hall, const struct ask *ask, const struct study *study)
{
    const char *text = study->under_way ? study->early : study->thought.text;
    struct page page;

    if (!page_open(&page, 256 + (study->under_way ? study->early_len : study->thought.len))) {
        ask_refuse(hall, ask, API_BUSY, "there is not enough memory");
        return;
    }
    ask_begin(ask, &page.t);
    json_key(&page.t, "done");
    json_literal(&page.t, study->under_way ? "false" : "true");
    if (study->under_way) {
        json_key(&page.t, "progress");
        json_open(&page.t, '[');
        json_int(&page.t, study->at);
        json_int(&page.t, study->thought.count);
        json_close(&page.t, ']');
    }
    if (text) {
        json_key(&page.t, "analysis");
        json_literal(&page.t, text);
    }
    json_close(&page.t, '}');
    ask_answer(hall, ask, 200, &page);
    page_close(&page);
}

/* Answers with the study of that name, which begins when it is first asked for. */
static void
study_match(struct hall *hall, const struct match *match, const char *name, struct ask *ask)
{
    struct study *study = find_study(hall, name);

    if (!study)
        study = begin_study(hall, match, name, ask);
    if (study && !study->under_way && study->thought.why) {
        ask_refuse(hall, ask, hall->options.at_home ? API_BUSY : API_CONFLICT, "%s",
                   study->thought.why);
        if (hall->options.at_home) { /* what was missing then may be had another time */
            hall->studies = study->next;
            study_free(study);
        }
    } else if (study) {
        answer_study(hall, ask, study);
    }
    ask_destroy(ask);
}

void
study_analysis(struct hall *hall, struct table *table, struct ask *ask)
{
    if (table->row.status == STORE_OVER) {
        study_match(hall, table->match, table->row.id, ask);
        return;
    }
    ask_refuse(hall, ask, API_CONFLICT,
               "an analysis tells everything; it can be had when the game is over");
    ask_destroy(ask);
}

/* ---- of a record ---- */

static void
hash_text(uint64_t *hash, const char *text)
{
    for (; *text; text++)
        *hash = rng_mix(*hash + (unsigned char)*text);
}

static void
hash_options(uint64_t *hash, const struct game *game, const void *st)
{
    char options[GAMES_OPTION_ROOM + 256];
    struct text t = text_in(options, sizeof options);

    json_options(&t, game, st);
    hash_text(hash, options);
}

/* The game of a valid record, under a name that no other game has. NULL without memory. */
static struct match *
match_of_record(const struct json *record, char name[STORE_ID_ROOM])
{
    struct record r;
    struct refusal why;
    struct match *match =
        record_open(&r, record, &why) ? match_create(r.game, r.seats, &r.options) : NULL;
    uint64_t hash = (uint64_t)r.seats;

    hash_text(&hash, r.game->name);
    hash_options(&hash, r.game, &r.state);
    for (const struct json *e = r.next; match && e; e = json_next(r.list, e)) {
        hash_text(&hash, json_as_text(e));
        hash_text(&hash, ",");
        if (!match_restore_move(match, json_as_text(e))) {
            match_destroy(match);
            match = NULL;
        }
    }
    for (int i = 0; i < STORE_ID_ROOM - 1; i++, hash >>= 5)
        name[i] = (char)('A' + (hash & 31)); /* no table's name has such letters */
    name[STORE_ID_ROOM - 1] = 0;
    return match;
}

void
study_record(struct hall *hall, struct ask *ask)
{
    const struct json *record = json_member(ask->body, "record");
    char name[STORE_ID_ROOM];
    struct match *match = NULL;
    struct record r;
    struct refusal why;

    if (!is_kind(record, JSON_KIND_OBJECT))
        refuse(&why, "\"record\" must be a record: an object of khepri-record/1");
    if (!is_kind(record, JSON_KIND_OBJECT) || !record_replay(&r, record, &why)) {
        ask_refuse_and_end(hall, ask, API_BAD_REQUEST, why.text);
        return;
    }
    match = match_of_record(record, name);
    if (match)
        study_match(hall, match, name, ask);
    else
        ask_refuse_and_end(hall, ask, API_BUSY, "there is not enough memory");
    match_destroy(match);
}
