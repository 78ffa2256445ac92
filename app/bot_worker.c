/* SPDX-License-Identifier: MIT
 * bot_worker.c -- see bot_worker.h. */
#include "bot_worker.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "command.h"
#include "khepri/games.h"
#include "outside.h"
#include "position.h"
#include "random_play.h"
#include "rng.h"
#include "store_thread.h"
#include "thinking.h"

enum {
    BODY_ROOM = 512,
    PATH_ROOM = 128,
    FIRST_WAIT_MS = 250,
    LAST_WAIT_MS = 8000,
    TRIAL_MS = 5000,
    STEP_MS = 50
};

struct bot_turn {
    struct bot_turn *next;
    size_t len;
    char line[];
};

/* A turn as it was read. */
struct turn {
    const char *table, *key;
    const struct game *game;
    union games_state seen;
    long long seat, seq;
    uint64_t rng;
};

/* ---- requests ---- */

int
bot_ask(const struct bot_site *site, const char *path, const char *body,
        struct document *document, struct oops *why)
{
    struct net_ask ask = {.method = body ? "POST" : "GET",
                          .path = path,
                          .token = site->token,
                          .body = body,
                          .patience = BOT_PATIENCE_MS};
    int status = 0;
    struct net_call *call = net_call_open(&site->url, &ask, &status, why);
    size_t len;
    const char *line = call ? net_call_line(call, BOT_PATIENCE_MS, &len, why) : NULL;

    if (line && !document_read(document, line, len, NULL)) {
        snprintf(why->text, sizeof why->text, "the answer is no JSON (status %d)", status);
        line = NULL;
    } else if (call && !line && !why->text[0]) {
        snprintf(why->text, sizeof why->text, "the answer is empty (status %d)", status);
    }
    net_call_close(call);
    return line ? status : 0;
}

const char *
bot_refusal(const struct document *document)
{
    const char *sentence = json_as_text(json_member(document->root, "error"));

    return sentence ? sentence : "without a reason";
}

/* Waits, but not when all is to end. */
static void
rest(const struct bot_site *site, int ms)
{
    for (int slept = 0; slept < ms && !site->ending; slept += STEP_MS)
        nanosleep(&(struct timespec){.tv_nsec = STEP_MS * 1000000L}, NULL);
}

/* Tries until the server has answered. The key makes sure that it is done once. */
static void
act(const struct bot_site *site, const struct turn *turn, const char *action)
{
    char path[PATH_ROOM], body[BODY_ROOM];
    struct text t = text_in(body, sizeof body);
    struct document answer = {0};
    struct oops why;

    snprintf(path, sizeof path, "/api/1/tables/%.20s/act", turn->table);
    json_open(&t, '{');
    json_key_int(&t, "seat", turn->seat);
    json_key_int(&t, "seq", turn->seq);
    json_key_text(&t, "action", action);
    json_key_text(&t, "key", turn->key);
    json_close(&t, '}');
    for (int wait = FIRST_WAIT_MS; !site->ending;
         wait = wait < LAST_WAIT_MS ? 2 * wait : wait) {
        int status = bot_ask(site, path, body, &answer, &why);

        if (status >= 400 && status != 429 && status != 503)
            command_trouble("bot", "%s: '%s' was refused: %s", turn->table, action,
                            bot_refusal(&answer));
        if (status != 0 && status != 429 && status != 503)
            break;
        if (status == 0)
            command_trouble("bot", "%s: %s; trying again", turn->table, why.text);
        rest(site, wait);
    }
    document_finish(&answer);
}

/* ---- turns ---- */

static bool
read_turn(const struct bot_site *site, const struct json *event, struct turn *out,
          struct refusal *why)
{
    const struct json *view = json_member(event, "view");

    out->table = json_as_text(json_member(event, "table"));
    out->key = json_as_text(json_member(event, "key"));
    if (!out->table || !out->key || !json_as_whole(json_member(event, "seat"), &out->seat) ||
        out->seat < 0 || out->seat >= GAME_MAX_SEATS ||
        !json_as_whole(json_member(view, "seq"), &out->seq))
        return refuse(why, "an event \"turn\" without table, key, seat or view");
    if (!position_read_view(json_member(view, "state"), &out->game, &out->seen, why))
        return false;
    if (!(out->game->to_move(&out->seen) >> out->seat & 1))
        return refuse(why, "an event \"turn\" of a seat that is not to act");
    out->rng =
        rng_stream(site->seed, rng_seed_from_text(out->table), rng_seed_from_text(out->key));
    return true;
}

static bool
choose_ours(const struct bot_site *site, struct turn *turn, game_action *out)
{
    struct ai_player player;
    struct thinking thinking;

    if (!ai_read_word(site->word, turn->game, &player)) {
        command_trouble("bot", "%s: there is no bot '%s' of this game", turn->table,
                        site->word);
        return false;
    }
    thinking_begin(&thinking, &player, THINKING_MS);
    *out = player.bot->choose(turn->game, &turn->seen, (int)turn->seat, &turn->rng,
                              &thinking.limits, NULL);
    return true;
}

/* A program that fails is asked again if it has just been started; else chance plays, so that nobody has to wait. */
static bool
choose_theirs(struct bot_site *site, struct outside *program, struct turn *turn,
              game_action *out)
{
    struct outside_question question = {turn->game, &turn->seen, (int)turn->seat,
                                        rng_next(&turn->rng), site->limit_ms};
    char told[OUTSIDE_TOLD_ROOM];
    enum outside_fault fault = OUTSIDE_CRASH;

    for (int i = 0; i < OUTSIDE_TRIES && fault == OUTSIDE_CRASH; i++) {
        fault = outside_ask(program, &question, out, told);
        if (fault == OUTSIDE_FINE)
            return true;
        command_trouble("bot", "%s: the program %s", turn->table, told);
        if (outside_never_starts(program)) {
            site->hopeless = true;
            pthread_kill(site->main, SIGUSR1);
            return false;
        }
    }
    command_trouble("bot", "%s: chance plays in its place", turn->table);
    *out = random_action(turn->game, &turn->seen, (int)turn->seat, &turn->rng);
    return true;
}

static void
answer(struct bot_site *site, struct outside *program, const struct bot_turn *from)
{
    struct document event = {0};
    struct turn *turn = calloc(1, sizeof *turn);
    struct refusal why = {"there is not enough memory"};
    char text[GAME_TEXT_ROOM];
    game_action action;

    if (!turn || !document_line(&event, from->line, from->len, &why) ||
        !read_turn(site, event.root, turn, &why)) {
        command_trouble("bot", "what the server sent is not understood: %s", why.text);
    } else if (program ? choose_theirs(site, program, turn, &action)
                       : choose_ours(site, turn, &action)) {
        turn->game->write_action(&turn->seen, action, text, sizeof text);
        act(site, turn, text);
    }
    free(turn);
    document_finish(&event);
}

static struct bot_turn *
next_turn(struct bot_site *site)
{
    struct bot_turn *turn;

    pthread_mutex_lock(&site->lock);
    while (!site->first && !site->ending && !site->hopeless)
        pthread_cond_wait(&site->more, &site->lock);
    turn = site->ending || site->hopeless ? NULL : site->first;
    if (turn) {
        site->first = turn->next;
        if (!site->first)
            site->last = NULL;
    }
    pthread_mutex_unlock(&site->lock);
    return turn;
}

static void *
work(void *arg)
{
    struct bot_site *site = arg;
    struct outside *program = site->program ? outside_create(site->program) : NULL;
    struct bot_turn *turn;

    if (site->program && !program) {
        command_trouble("bot", "there is not enough memory for the program");
        site->hopeless = true;
        pthread_kill(site->main, SIGUSR1);
        return NULL;
    }
    while ((turn = next_turn(site))) {
        answer(site, program, turn);
        free(turn);
    }
    outside_destroy(program);
    return NULL;
}

/* ---- before the first turn ---- */

/* Asks for the first decision of a game. */
static enum outside_fault
ask_first(const struct bot_site *site, struct outside *program, const struct game *game,
          char told[OUTSIDE_TOLD_ROOM])
{
    uint64_t rng = rng_stream(site->seed, 0, 0);
    union games_options options;
    union games_state state, seen;
    struct outside_question question = {.game = game, .seen = &seen};
    game_action action;

    game->defaults(&options);
    if (game->setup(&state, game->max_seats, &options) != GAME_OK)
        return OUTSIDE_FINE; /* no game allows that, so there is nothing to ask */
    while (game->to_move(&state) >> GAME_NATURE & 1)
        (void)game->apply(&state, GAME_NATURE, random_chance(game, &state, &rng), NULL);
    question.seat = game_first_seat(game->to_move(&state));
    question.seed = rng_next(&rng);
    question.limit_ms = site->limit_ms < TRIAL_MS ? site->limit_ms : TRIAL_MS;
    game->observe(&state, question.seat, &seen);
    return outside_ask(program, &question, &action, told);
}

bool
bot_program_starts(const struct bot_site *site, const struct game *game)
{
    struct outside *program = outside_create(site->program);
    char told[OUTSIDE_TOLD_ROOM] = "";
    enum outside_fault fault = OUTSIDE_CRASH;
    const struct game *const *next = games_list;

    if (!program) {
        command_trouble("bot", "there is not enough memory for the program");
        return false;
    }
    /* a program may know one game only, and end when it is asked about another */
    for (int i = 0; i < OUTSIDE_TRIES && fault == OUTSIDE_CRASH && !outside_not_found(program);
         i++) {
        fault = ask_first(site, program, game ? game : *next, told);
        next = next[1] ? next + 1 : games_list;
    }
    outside_destroy(program);
    if (fault == OUTSIDE_CRASH)
        command_trouble("bot", "the program does not start: '%.100s' %s", site->program, told);
    return fault != OUTSIDE_CRASH;
}

/* ---- the queue ---- */

bool
bot_workers_begin(struct bot_site *site, int count)
{
    site->main = pthread_self();
    pthread_mutex_init(&site->lock, NULL);
    pthread_cond_init(&site->more, NULL);
    while (site->count < count && store_thread_create(&site->threads[site->count], work, site))
        site->count++;
    return site->count == count;
}

void
bot_workers_end(struct bot_site *site)
{
    pthread_mutex_lock(&site->lock);
    site->ending = true;
    pthread_cond_broadcast(&site->more);
    pthread_mutex_unlock(&site->lock);
    while (site->count > 0)
        pthread_join(site->threads[--site->count], NULL);
    while (site->first) {
        struct bot_turn *turn = site->first;

        site->first = turn->next;
        free(turn);
    }
    pthread_cond_destroy(&site->more);
    pthread_mutex_destroy(&site->lock);
}

bool
bot_workers_add(struct bot_site *site, const char *line, size_t len)
{
    struct bot_turn *turn = malloc(sizeof *turn + len + 1);

    if (!turn)
        return false;
    turn->next = NULL;
    turn->len = len;
    memcpy(turn->line, line, len);
    turn->line[len] = 0;
    pthread_mutex_lock(&site->lock);
    if (site->last)
        site->last->next = turn;
    else
        site->first = turn;
    site->last = turn;
    pthread_cond_signal(&site->more);
    pthread_mutex_unlock(&site->lock);
    return true;
}
