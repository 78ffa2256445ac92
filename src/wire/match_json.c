/* SPDX-License-Identifier: MIT
 * match_json.c -- see match_json.h. */
#include "match_json.h"

#include <stdio.h>

#include "view.h"

/* ---- showing ---- */

void
json_match_view(struct text *t, const struct match *match, game_seats readers, int seq)
{
    struct game_event events[GAMES_MAX_EVENTS];
    struct game_log log = {.at = events, .room = GAMES_MAX_EVENTS};
    union games_state state;
    char action[GAME_TEXT_ROOM] = "";
    struct view_step step = {.seq = seq - 1, .action = action, .events = events, .open = true};

    match_at(match, seq, &state, action, &log);
    if (seq > 0) {
        step.seat = match->log[seq - 1].seat;
        step.count = log.count;
    }
    json_view(t, &(struct view){.game = match->game,
                                .state = &state,
                                .seq = seq,
                                .last = match->moment,
                                .seats = match->seats,
                                .readers = readers,
                                .step = seq > 0 ? &step : NULL});
}

void
json_match_try(struct text *t, const struct match *match, int seat,
               const union games_state *state)
{
    json_view(t, &(struct view){.game = match->game,
                                .state = state,
                                .seq = match->moment,
                                .last = match->moment,
                                .seats = match->seats,
                                .readers = (game_seats)(1u << seat)});
}

static void
write_steps(struct text *t, const struct match *match, game_seats readers, int first, int past)
{
    union games_state state;

    match_before(match, first, &state);
    json_open(t, '[');
    for (int i = first; i < past; i++) {
        struct game_event events[GAMES_MAX_EVENTS];
        struct game_log log = {.at = events, .room = GAMES_MAX_EVENTS};
        char action[GAME_TEXT_ROOM];

        match->game->write_action(&state, match->log[i].action, action, sizeof action);
        if (match->game->apply(&state, match->log[i].seat, match->log[i].action, &log) !=
            GAME_OK)
            break; /* cannot be: it was applied before */
        json_step(t, match->game, readers,
                  &(struct view_step){.seq = i,
                                      .seat = match->log[i].seat,
                                      .action = action,
                                      .events = events,
                                      .count = log.count,
                                      .open = true});
    }
    json_close(t, ']');
}

void
json_match_steps(struct text *t, const struct match *match, game_seats readers, int first,
                 int past)
{
    /* what is sealed is no part of it yet */
    write_steps(t, match, readers, first, past < match->moment ? past : match->moment);
}

void
json_match_replay_steps(struct text *t, const struct match *match, int first, int past)
{
    write_steps(t, match, 0, first, past < match->count ? past : match->count);
}

void
json_match_replay(struct text *t, const struct match *match, int at)
{
    struct game_event events[GAMES_MAX_EVENTS];
    struct game_log log = {.at = events, .room = GAMES_MAX_EVENTS};
    union games_state state;
    char action[GAME_TEXT_ROOM] = "";
    struct view_step step = {.seq = at - 1, .action = action, .events = events, .open = true};

    match_before(match, at > 0 ? at - 1 : 0, &state);
    if (at > 0) {
        const struct match_entry *entry = &match->log[at - 1];

        step.seat = entry->seat;
        match->game->write_action(&state, entry->action, action, sizeof action);
        if (match->game->apply(&state, entry->seat, entry->action, &log) != GAME_OK)
            return; /* cannot be: it was applied before */
        step.count = log.count;
    }
    json_view(t, &(struct view){.game = match->game,
                                .state = &state,
                                .seq = at,
                                .last = match->count,
                                .seats = match->seats,
                                .step = at > 0 ? &step : NULL});
}

/* ---- refusing ---- */

/* "bid:9, bid:12 or pass" */
static void
name_legal(const struct game *game, const union games_state *state, int seat, char *buf,
           size_t room)
{
    enum { SHOWN = 10 };
    game_action legal[GAMES_MAX_ACTIONS];
    int count = game->actions(state, seat, legal);
    int shown = count < SHOWN ? count : SHOWN;
    struct text list = text_in(buf, room);

    for (int i = 0; i < shown; i++) {
        char text[GAME_TEXT_ROOM];

        game->write_action(state, legal[i], text, sizeof text);
        text_between(&list, i, count, " or ");
        text_put(&list, text);
    }
    if (shown < count)
        snprintf(buf + list.len, room - list.len, ", ... (%d in all)", count);
}

/* "\"stone:abu\"", of a list "action 2 of 4, \"stone:abu\",". */
static void
name_action(const struct match_request *request, int at, char *buf, size_t room)
{
    struct quoted text = quote(request->texts[at]);

    if (request->count == 1)
        snprintf(buf, room, "%s", text.text);
    else
        snprintf(buf, room, "action %d of %d, %s,", at + 1, request->count, text.text);
}

bool
match_refuse_moment(struct refusal *why, const struct match *match, long long seq)
{
    if (seq > match->moment)
        return refuse(why, "there is no moment %lld yet: the newest of this table is %d", seq,
                      match->moment);
    return refuse(why, "the table has moved on: its newest moment is %d", match->moment);
}

void
match_refusal(struct refusal *why, const struct match *match,
              const struct match_request *request, enum match_err err,
              const struct match_fault *fault, bool trying)
{
    char legal[400], action[200];

    if (err == MATCH_STALE) {
        match_refuse_moment(why, match, request->seq);
        return;
    }
    if (err == MATCH_MEMORY) {
        refuse(why, "there is not enough memory");
        return;
    }
    name_action(request, fault->at, action, sizeof action);
    if (err == MATCH_NOT_YOU && fault->at > 0) {
        refuse(why, "%s comes when it is no longer the turn of seat %d", action, request->seat);
    } else if (err == MATCH_NOT_YOU && match_is_over(match)) {
        refuse(why, "the game is over");
    } else if (err == MATCH_NOT_YOU) {
        refuse(why, "it is not the turn of seat %d", request->seat);
    } else if (err == MATCH_CHANCE) {
        refuse(why, "%s is followed by chance, so it must be the last of a list", action);
    } else if (err == MATCH_HIDDEN) {
        refuse(why, "%s brings what seat %d cannot know before%s", action, request->seat,
               trying ? "; it cannot be tried" : ", so it must be the last of a list");
    } else {
        name_legal(match->game, &fault->state, request->seat, legal, sizeof legal);
        refuse(why, "%s is %s: seat %d may choose %s", action,
               err == MATCH_FORMAT ? "no action of the game" : "not legal now", request->seat,
               legal);
    }
}
