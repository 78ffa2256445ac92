/* SPDX-License-Identifier: MIT
 * engine.c -- see engine.h.
 *
 * A request is done as a whole or not at all: everything that can be refused is computed
 * first, and the game changes last.
 */
#include "engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ai.h"
#include "analysed.h"
#include "document.h"
#include "hint.h"
#include "moves_json.h"
#include "options.h"
#include "position.h"
#include "position_string.h"
#include "random_play.h"
#include "record.h"
#include "rng.h"
#include "thinking.h"

enum {
    REPLY_ROOM = (4 << 20) + ENGINE_LONGEST_LINE /* for all that is ever legal, and an "id" */,
    SEED_ROOM = 256,
    CHANCE_STREAM = 100
};

/* An action that was made, and the state before it. */
struct made {
    union games_state before;
    char text[GAME_TEXT_ROOM + 2];
};

struct engine {
    const struct game *game; /* NULL: no game yet */
    union games_state now;
    int seats;
    bool from_position; /* such a game has no beginning, so no record */
    char seed[SEED_ROOM];
    struct made *made; /* owned */
    size_t count, room;
    bool quit;
    struct document request; /* what is being answered */
    struct hint hint;
    char reply[REPLY_ROOM];
};

typedef bool (*operation)(struct engine *e, const struct json *request, struct text *t,
                          struct refusal *why);

/* ---- small questions about a request ---- */

/* An optional string. Refused: a value of another kind, or one too long. */
static bool
optional_string(const struct json *request, const char *key, const char *fallback,
                const char **out, struct refusal *why)
{
    const struct json *value = json_member(request, key);

    *out = value ? json_as_text(value) : fallback;
    if (value && (!*out || strlen(*out) >= SEED_ROOM))
        return refuse(why, "\"%s\" should be a string of at most %d bytes", key, SEED_ROOM - 1);
    return true;
}

static bool
read_seat(const struct engine *e, const struct json *value, int *out, struct refusal *why)
{
    long long seat;

    if (!json_as_whole(value, &seat) || seat < 0 || seat >= e->seats)
        return refuse(why, "\"seat\" should be a seat of this game, 0 to %d", e->seats - 1);
    *out = (int)seat;
    return true;
}

static uint64_t
stream(const struct engine *e, uint64_t which)
{
    return rng_stream(rng_seed_from_text(e->seed), e->count, which);
}

static bool
refuse_no_game(struct refusal *why)
{
    return refuse(why, "there is no game yet; begin one with \"new\" or \"position\"");
}

/* ---- beginning ---- */

static void
begin(struct engine *e, const struct game *game, const union games_state *st, long long seats,
      const char *seed)
{
    e->game = game;
    e->now = *st;
    e->seats = (int)seats;
    e->from_position = false;
    e->count = 0;
    snprintf(e->seed, sizeof e->seed, "%s", seed);
}

static bool
op_new(struct engine *e, const struct json *request, struct text *t, struct refusal *why)
{
    const char *word = json_as_text(json_member(request, "game"));
    const struct game *game = word ? games_find(word) : NULL;
    union games_options options;
    union games_state st;
    const char *seed;
    long long players;

    (void)t;
    if (!game)
        return refuse(why, "\"game\" should be the name of a game: %s",
                      game_names("\"", " or ").text);
    if (!json_as_whole(json_member(request, "players"), &players))
        return refuse(why, "\"players\" should be the number of players, %d to %d",
                      game->min_seats, game->max_seats);
    game->defaults(&options);
    if (!options_read(game, json_member(request, "options"), &options, why) ||
        !options_setup(game, &options, players, &st, why) ||
        !optional_string(request, "seed", "0", &seed, why))
        return false;
    begin(e, game, &st, players, seed);
    return true;
}

/* A state, or with `view` what a seat sees of one: an object or a position string. */
static bool
read_state(const struct json *request, const char *key, bool view, const struct game **game,
           union games_state *out, struct refusal *why)
{
    const struct json *state = json_member(request, key);
    const char *word = json_as_text(state);

    if (word)
        return position_read_line(word, strlen(word), view, game, out, why);
    if (state && json_kind(state) == JSON_KIND_OBJECT)
        return (view ? position_read_view : position_read)(state, game, out, why);
    refuse(why, "\"%s\" should be a state, an object or a position string", key);
    return false;
}

static bool
op_position(struct engine *e, const struct json *request, struct text *t, struct refusal *why)
{
    const struct game *game;
    union games_state st;
    const char *seed;

    (void)t;
    if (!json_member(request, "state"))
        return refuse(
            why,
            "\"state\" is needed: the state to begin from, an object or a position string");
    if (!read_state(request, "state", false, &game, &st, why) ||
        !optional_string(request, "seed", "0", &seed, why))
        return false;
    begin(e, game, &st, game->seats(&st), seed);
    e->from_position = true;
    return true;
}

/* ---- looking ---- */

static bool
op_legal(struct engine *e, const struct json *request, struct text *t, struct refusal *why)
{
    const struct json *seat = json_member(request, "seat");
    int which = ANY_SEAT, count = 0;
    struct move *moves;

    if (seat && !read_seat(e, seat, &which, why))
        return false;
    moves = moves_create(e->game, &e->now, &count);
    if (!moves)
        return refuse(why, "there is not memory enough to list what is legal");
    json_key(t, "to_act");
    json_to_act(t, e->game->to_move(&e->now));
    json_key(t, "legal");
    json_moves(t, moves, count, which);
    free(moves);
    return true;
}

static bool
write_state(const struct engine *e, const char *key, const union games_state *st,
            struct text *t, struct refusal *why)
{
    char buf[GAMES_STATE_ROOM];

    if (e->game->write_state(st, buf, sizeof buf) < 0)
        return refuse(why, "the state is too large to be written");
    json_key_literal(t, key, buf);
    return true;
}

static bool
op_state(struct engine *e, const struct json *request, struct text *t, struct refusal *why)
{
    (void)request;
    return write_state(e, "state", &e->now, t, why);
}

static bool
op_view(struct engine *e, const struct json *request, struct text *t, struct refusal *why)
{
    const struct json *seat = json_member(request, "seat");
    union games_state seen;
    int which = GAME_SPECTATOR;

    if (!seat)
        return refuse(why, "\"seat\" is needed: 0 to %d, or null for somebody who looks on",
                      e->seats - 1);
    if (!json_is_nil(seat) && !read_seat(e, seat, &which, why))
        return false;
    e->game->observe(&e->now, which, &seen);
    return write_state(e, "view", &seen, t, why);
}

/* The actions so far. False without memory. */
static bool
actions_made(const struct engine *e, struct action_list *out)
{
    for (size_t i = 0; i < e->count; i++) {
        if (!action_list_add(out, e->made[i].text))
            return false;
    }
    return true;
}

static void
write_seed(struct text *t, const void *seed)
{
    json_open(t, '{');
    json_key_text(t, "seed", seed);
    json_close(t, '}');
}

static bool
op_record(struct engine *e, const struct json *request, struct text *t, struct refusal *why)
{
    static const char *const names[GAME_MAX_SEATS] = {"Player 1", "Player 2", "Player 3",
                                                      "Player 4", "Player 5"};
    struct action_list actions = {0};
    bool good;

    (void)request;
    if (e->from_position)
        return refuse(why, "a game begun with \"position\" has no beginning, and so no record");
    good = actions_made(e, &actions);
    if (good) {
        json_key(t, "record");
        record_write(t, &(struct record_text){e->game, &e->now, e->seats, names, &actions,
                                              write_seed, e->seed});
    }
    action_list_finish(&actions);
    return good || refuse(why, "there is not memory enough to write the record");
}

/* ---- acting ---- */

/* Notes the move and the state before it; false without memory. */
static bool
note(struct engine *e, const char *text)
{
    if (e->count == e->room) {
        size_t room = e->room ? 2 * e->room : 256;
        struct made *made = realloc(e->made, room * sizeof *made);

        if (!made)
            return false;
        e->made = made;
        e->room = room;
    }
    e->made[e->count].before = e->now;
    snprintf(e->made[e->count].text, sizeof e->made[e->count].text, "%s", text);
    return true;
}

static bool
act(struct engine *e, const char *text, struct refusal *why)
{
    union games_state next = e->now;
    enum game_err err = moves_apply(e->game, &next, text, NULL);

    if (err != GAME_OK)
        return refuse_action(why, e->game, &e->now, text, err);
    if (!note(e, text))
        return refuse(why, "there is not memory enough to go on");
    e->now = next;
    e->count++;
    return true;
}

static bool
op_apply(struct engine *e, const struct json *request, struct text *t, struct refusal *why)
{
    const char *action = json_as_text(json_member(request, "action"));

    (void)t;
    if (!action)
        return refuse(why, "\"action\" should be a string, such as \"draw\" or \"tile:nile\"");
    return act(e, action, why);
}

static bool
op_chance(struct engine *e, const struct json *request, struct text *t, struct refusal *why)
{
    uint64_t rng;
    struct move move;

    (void)request;
    if (!(e->game->to_move(&e->now) >> GAME_NATURE & 1))
        return refuse(why, "chance has nothing to decide now; \"legal\" says who is to act");
    rng = stream(e, CHANCE_STREAM);
    moves_write(e->game, &e->now, GAME_NATURE, random_chance(e->game, &e->now, &rng), &move);
    if (!act(e, move.text, why))
        return false;
    json_key_text(t, "action", move.text);
    return true;
}

static bool
op_undo(struct engine *e, const struct json *request, struct text *t, struct refusal *why)
{
    (void)request;
    (void)t;
    if (e->count == 0)
        return refuse(why, "there is no action to take back: the game stands where it began");
    e->now = e->made[--e->count].before;
    return true;
}

static bool
op_quit(struct engine *e, const struct json *request, struct text *t, struct refusal *why)
{
    (void)request;
    (void)t;
    (void)why;
    e->quit = true;
    return true;
}

/* ---- asking a bot ---- */

static bool
find_bot(const struct engine *e, const struct json *request, struct ai_player *bot,
         struct refusal *why)
{
    const char *word, *fault;
    char known[1000];
    struct text list = text_in(known, sizeof known);

    if (!optional_string(request, "bot", "rule", &word, why))
        return false;
    if (ai_read_word(word, e->game, bot))
        return true;
    fault = ai_limit_fault(word, e->game);
    if (fault)
        return refuse(why, "%s: %s", quote(word).text, fault);
    ai_list(e->game, &list);
    return refuse(why, "there is no bot %s for %s; there is %s", quote(word).text,
                  e->game->name, known);
}

/* The seat to advise: the one to act, or of several the one that the request names. */
static bool
find_advised(const struct engine *e, const struct json *request, int *seat, struct refusal *why)
{
    game_seats seats = e->game->to_move(&e->now);
    const struct json *given = json_member(request, "seat");

    if (seats == 0)
        return refuse(why, "the game is over; nobody is to act");
    if (seats >> GAME_NATURE & 1)
        return refuse(why, "chance decides now, no seat is to act");
    *seat = moves_single_seat(seats);
    if (given && !read_seat(e, given, seat, why))
        return false;
    if (*seat < 0)
        return refuse(why, "several seats may act; \"seat\" should say which one asks");
    if (!(seats >> *seat & 1))
        return refuse(why, "seat %d is not to act now", *seat);
    return true;
}

/* For a bot without chances of winning: how the actions compare, in points. */
static void
write_worths(const struct engine *e, const struct ai_bot *bot, int seat,
             const struct ai_advice *advice, struct text *t)
{
    json_key_open(t, "actions", '[');
    for (int i = 0; i < advice->count; i++) {
        double worth = advice->options[i].worth;
        struct move move;
        char score[32];

        moves_write(e->game, &e->now, seat, advice->options[i].action, &move);
        if (worth > -0.0005 && worth < 0.0005)
            worth = 0; /* without a sign */
        snprintf(score, sizeof score, "%.3f", worth);
        json_open(t, '{');
        json_key_text(t, "action", move.text);
        if (bot->scores) {
            json_key_literal(t, "score", score);
        }
        json_close(t, '}');
    }
    json_close(t, ']');
}

static void
write_action(const struct engine *e, int seat, game_action action, struct text *t)
{
    struct move move;

    moves_write(e->game, &e->now, seat, action, &move);
    json_key_text(t, "action", move.text);
}

/* What the bot does, and all that it thinks of it. */
static bool
advise(struct engine *e, const struct teacher *teacher, int seat, struct text *t,
       struct refusal *why)
{
    union games_state seen;
    const char *wrong;

    e->game->observe(&e->now, seat, &seen);
    if (!teacher->bot->wins) {
        struct ai_advice advice;
        uint64_t rng = teacher->seed;

        write_action(e, seat,
                     teacher->bot->choose(e->game, &seen, seat, &rng, teacher->limits, &advice),
                     t);
        write_worths(e, teacher->bot, seat, &advice, t);
        return true;
    }
    wrong = hint_ask(e->game, &seen, e->seats, seat, teacher, true, &e->hint);
    if (wrong)
        return refuse(why, "%s", wrong);
    write_action(e, seat, e->hint.best, t);
    json_hint_members(t, &e->hint);
    return true;
}

static bool
can_see(const struct engine *e, int seat, struct refusal *why)
{
    if (!position_shows(e->game, &e->now, seat))
        return refuse(why, "the view hides the cards of seat %d, who is to be advised", seat);
    return true;
}

static bool
suggest(struct engine *e, const struct json *request, struct text *t, struct refusal *why)
{
    const struct json *ms = json_member(request, "ms");
    struct ai_player bot;
    struct thinking thinking;
    struct teacher teacher;
    const char *seed;
    long long time;
    int seat = 0;

    if (ms && (!json_as_whole(ms, &time) || time < 1))
        return refuse(why, "\"ms\" should be a whole number of milliseconds, 1 or more");
    if (!find_bot(e, request, &bot, why) || !find_advised(e, request, &seat, why) ||
        !can_see(e, seat, why) || !optional_string(request, "seed", e->seed, &seed, why))
        return false;
    if (ms)
        bot.ms = (uint32_t)(time < THINKING_MOST_MS ? time : THINKING_MOST_MS);
    thinking_begin(&thinking, &bot, THINKING_MS);
    teacher = (struct teacher){bot.bot,
                               rng_stream(rng_seed_from_text(seed), e->count, (uint64_t)seat),
                               &thinking.limits};
    return advise(e, &teacher, seat, t, why);
}

/* Of the engine's game, or of a view that was sent along and is looked at once. */
static bool
op_suggest(struct engine *e, const struct json *request, struct text *t, struct refusal *why)
{
    const struct json *view = json_member(request, "view");
    const struct game *game = e->game;
    union games_state now = e->now;
    int seats = e->seats;
    size_t count = e->count;
    bool good;

    if (!view && !game)
        return refuse_no_game(why);
    if (!view)
        return suggest(e, request, t, why);
    good = read_state(request, "view", true, &e->game, &e->now, why);
    e->count = 0; /* how far the engine's game is must not change the dice */
    if (good)
        e->seats = e->game->seats(&e->now);
    good = good && suggest(e, request, t, why);
    e->game = game;
    e->now = now;
    e->seats = seats;
    e->count = count;
    return good;
}

/* ---- a whole game ---- */

static bool
write_analysis(const struct game *game, int seats, const union games_state *start,
               const struct action_list *actions, const struct json *request, struct text *t,
               struct refusal *why)
{
    struct analysed analysed = {0};
    struct ai_player player;
    struct analysed_how how = {.player = &player};
    const char *word;
    char *json = NULL;
    bool good;

    if (!optional_string(request, "bot", NULL, &word, why) ||
        !analysed_bot(word, game, &player, why))
        return false;
    good = analysed_make(&analysed, game, seats, start, actions, &how, why);
    if (good)
        json = analysed_json(&analysed);
    analysed_finish(&analysed);
    if (json) {
        json_key_literal(t, "analysis", json);
    }
    free(json);
    return json   ? true
           : good ? refuse(why, "there is not memory enough to write the analysis")
                  : false;
}

/* Of a record that was sent along. */
static bool
analyse_record(const struct json *given, const struct json *request, struct text *t,
               struct refusal *why)
{
    struct action_list actions = {0};
    struct record r, whole;
    bool good;

    if (!record_replay(&whole, given, why) || !record_open(&r, given, why))
        return false;
    good = action_list_read(&actions, r.list)
               ? write_analysis(r.game, r.seats, &r.state, &actions, request, t, why)
               : refuse(why, "there is not memory enough to analyse the game");
    action_list_finish(&actions);
    return good;
}

/* Of the game so far, or of a record that was sent along. */
static bool
op_analyse(struct engine *e, const struct json *request, struct text *t, struct refusal *why)
{
    const struct json *given = json_member(request, "record");
    struct action_list actions = {0};
    bool good;

    if (given)
        return analyse_record(given, request, t, why);
    if (!e->game)
        return refuse_no_game(why);
    good = actions_made(e, &actions)
               ? write_analysis(e->game, e->seats, e->count ? &e->made[0].before : &e->now,
                                &actions, request, t, why)
               : refuse(why, "there is not memory enough to analyse the game");
    action_list_finish(&actions);
    return good;
}

/* ---- requests and replies ---- */

static const struct {
    const char *op;
    operation run;
    bool needs_game;
} operations[] = {
    {"new", op_new, false},         {"position", op_position, false},
    {"legal", op_legal, true},      {"apply", op_apply, true},
    {"chance", op_chance, true},    {"undo", op_undo, true},
    {"state", op_state, true},      {"view", op_view, true},
    {"suggest", op_suggest, false}, {"analyse", op_analyse, false},
    {"record", op_record, true},    {"quit", op_quit, false},
};

enum { OPERATIONS = sizeof operations / sizeof operations[0] };

static bool
carry_out(struct engine *e, const struct json *request, struct text *t, struct refusal *why)
{
    const char *op = json_as_text(json_member(request, "op"));

    if (json_kind(request) != JSON_KIND_OBJECT)
        return refuse(why, "a request is a JSON object, such as {\"op\":\"legal\"}");
    if (!op)
        return refuse(why, "a request needs \"op\", a string that says what to do");
    for (int i = 0; i < OPERATIONS; i++) {
        if (strcmp(op, operations[i].op) != 0)
            continue;
        if (operations[i].needs_game && !e->game)
            return refuse_no_game(why);
        return operations[i].run(e, request, t, why);
    }
    return refuse(
        why,
        "there is no operation %s; there are new, position, legal, apply, chance, undo, state, view, "
        "suggest, analyse, record and quit",
        quote(op).text);
}

/* The request's "id" as it stands in the line; NULL if there is none. */
static const char *
find_id(const struct json *request, const char *text, const char *line, size_t *len)
{
    const struct json *id = json_member(request, "id");
    size_t at = 0;

    if (!id)
        return NULL;
    json_place(id, text, &at, len);
    return line + at;
}

/* A reply as far as its "id", which is `len` bytes of the request. */
static struct text
begin_reply(struct engine *e, const char *id, size_t len)
{
    struct text t = text_in(e->reply, sizeof e->reply);

    json_open(&t, '{');
    if (id) {
        json_key(&t, "id");
        text_bytes(&t, id, len);
        t.comma = true;
    }
    return t;
}

const char *
engine_answer(struct engine *e, const char *line, size_t len, bool cut)
{
    struct refusal why;
    struct document *d = &e->request;
    struct json_fault fault = {NULL, 0, 0, NULL};
    bool good = false;
    const struct json *request = document_read(d, line, len, &fault);
    size_t id_len = 0;
    const char *id = find_id(request ? request : fault.part, d->text, line, &id_len);
    struct text t = begin_reply(e, id, id_len);

    json_key_bool(&t, "ok", true);
    if (cut)
        refuse(&why, "the line is longer than 1 MiB, the most a request may have");
    else if (!request)
        refuse(&why, "the line is not JSON: %s, at column %zu", fault.what, fault.column);
    else
        good = carry_out(e, request, &t, &why);
    json_close(&t, '}');
    if (!good || text_length(&t) < 0) {
        t = begin_reply(e, id, id_len);
        json_key_bool(&t, "ok", false);
        json_key_text(&t, "error", good ? "the reply is longer than a line may be" : why.text);
        json_close(&t, '}');
    }
    return e->reply;
}

bool
engine_has_quit(const struct engine *e)
{
    return e->quit;
}

struct engine *
engine_create(void)
{
    return calloc(1, sizeof(struct engine));
}

void
engine_destroy(struct engine *e)
{
    if (!e)
        return;
    document_finish(&e->request);
    free(e->made);
    free(e);
}
