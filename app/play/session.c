/* SPDX-License-Identifier: MIT
 * session.c -- see session.h. */
#include "session.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "moves.h"
#include "rng.h"
#include "show.h"

bool
session_init(struct session *play, const struct game *game, const union games_state *start,
             int seats, uint64_t seed)
{
    memset(play, 0, sizeof *play);
    play->game = game;
    play->state = *start;
    play->seats = seats;
    play->chance = rng_stream(seed, 0, GAME_NATURE);
    play->choices = rng_stream(seed, 1, 0);
    play->actions = json_array();
    return play->actions != NULL;
}

void
session_finish(struct session *play)
{
    json_decref(play->actions);
    free(play->log);
    memset(play, 0, sizeof *play);
}

struct speech
session_speech(const struct session *play)
{
    struct speech speech = {.war = play->state.ra.options.edition == RA_2016};

    for (int i = 0; i < GAME_MAX_SEATS; i++)
        speech.names[i] = play->names[i];
    return speech;
}

static bool
keep_log(struct session *play, const struct text *sentences)
{
    if (play->log_len + sentences->len + 1 > play->log_room) {
        size_t room = 2 * play->log_room + sentences->len + SESSION_LOG_ROOM;
        char *grown = realloc(play->log, room);

        if (!grown)
            return false;
        play->log = grown;
        play->log_room = room;
    }
    memcpy(play->log + play->log_len, sentences->at, sentences->len + 1);
    play->log_len += sentences->len;
    return true;
}

bool
session_act(struct session *play, int seat, game_action action, struct text *out)
{
    struct game_event events[GAMES_MAX_EVENTS];
    struct game_log log = {events, 0, GAMES_MAX_EVENTS};
    struct speech speech = session_speech(play);
    struct move move;
    char lines[SESSION_LOG_ROOM];
    struct text sentences = text_in(lines, sizeof lines);

    moves_write(play->game, &play->state, seat, action, &move);
    if (json_array_append_new(play->actions, json_string(move.text)) != 0)
        return false;
    if (play->game->apply(&play->state, seat, action, &log) != GAME_OK)
        abort(); /* the callers choose from the legal actions only */
    speak(&speech, &log, &sentences);
    if (!keep_log(play, &sentences))
        return false;
    text_put(out, lines);
    show_sheet(&speech, &log, play->seats, out);
    return true;
}

static json_t *
meta_of(const struct session *play)
{
    json_t *meta = json_object(), *bots = json_array();

    for (int i = 0; i < play->seats; i++)
        json_array_append_new(bots, json_string(play->bots[i] ? play->bots[i]->name : "human"));
    json_object_set_new(meta, "bots", bots);
    return meta;
}

static char *
session_line(const struct session *play)
{
    const char *names[GAME_MAX_SEATS];
    json_t *meta = meta_of(play), *record;
    char *line;

    for (int i = 0; i < play->seats; i++)
        names[i] = play->names[i];
    record = record_create(play->game, &play->state, play->seats, names, play->actions, meta);
    line = record ? record_line(record) : NULL;
    json_decref(record);
    json_decref(meta);
    return line;
}

bool
session_save(const struct session *play, const char *path, struct refusal *why)
{
    char beside[1100];
    char *line = session_line(play);
    FILE *to;
    bool good;

    if (!line)
        return refuse(why, "There is not enough memory to save the game.");
    snprintf(beside, sizeof beside, "%s.new", path);
    to = fopen(beside, "w");
    good = to && fprintf(to, "%s\n", line) >= 0 && fflush(to) == 0 && fsync(fileno(to)) == 0;
    if (to && fclose(to) != 0)
        good = false;
    free(line);
    if (good && rename(beside, path) == 0)
        return true;
    refuse(why, "The game could not be saved in %s: %s.", path, strerror(errno));
    if (to)
        unlink(beside);
    return false;
}

/* The whole first line of a file, with a 0 at its end; the caller frees it. */
static char *
read_line_of(const char *path, size_t *len, struct refusal *why)
{
    FILE *from = fopen(path, "r");
    char *line = NULL;
    size_t room = 0;
    ssize_t got = from ? getline(&line, &room, from) : -1;

    if (got < 0) {
        refuse(why, "%s could not be read: %s.", path,
               from && !ferror(from) ? "it is empty" : strerror(errno));
        free(line);
        line = NULL;
    } else {
        *len = (size_t)got;
    }
    if (from)
        fclose(from);
    return line;
}

/* Bots and names of a record, whose replay stands at the end in *r. */
static void
seat_everybody(struct session *play, const struct record *r)
{
    const json_t *bots = json_object_get(json_object_get(r->json, "meta"), "bots");

    for (int i = 0; i < r->seats; i++) {
        const char *bot = json_string_value(json_array_get(bots, (size_t)i));

        snprintf(play->names[i], sizeof play->names[i], "%s", record_player(r, i));
        play->bots[i] = bot ? ai_find(bot, r->game) : NULL;
    }
}

/* Replays a parsed record into a fresh session. */
static bool
replay_into(struct session *play, const json_t *json, uint64_t seed, struct refusal *why)
{
    struct record r;
    char lines[2 * SESSION_LOG_ROOM];

    if (!record_replay(&r, json, why) || !record_open(&r, json, why))
        return false;
    if (r.game != &ra_game)
        return refuse(why, "The terminal plays ra only; simulate, replay and engine take %s.",
                      r.game->name);
    if (!session_init(play, r.game, &r.state, r.seats, seed))
        return refuse(why, "There is not enough memory to load the game.");
    seat_everybody(play, &r);
    for (size_t i = 0; i < r.actions; i++) {
        const char *action = json_string_value(record_next(&r));
        struct text out = text_in(lines, sizeof lines);
        struct move move;

        if (!action || moves_read(play->game, &play->state, action, &move) != GAME_OK ||
            !session_act(play, move.seat, move.action, &out) || !record_step(&r, NULL, why)) {
            session_finish(play);
            return refuse(why, "There is not enough memory to load the game.");
        }
    }
    return true;
}

bool
session_load(struct session *play, const char *path, uint64_t seed, struct refusal *why)
{
    struct session loaded;
    size_t len = 0;
    char *line = read_line_of(path, &len, why);
    json_t *json = line ? record_parse(line, len, why) : NULL;
    bool good = json && replay_into(&loaded, json, seed, why);

    json_decref(json);
    free(line);
    if (!good)
        return false;
    if (play->game)
        session_finish(play);
    *play = loaded;
    return true;
}
