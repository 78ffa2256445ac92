/* SPDX-License-Identifier: MIT
 * session.h -- a game at one terminal: the seats, the actions, what each reader has been told,
 * and the file that keeps it.
 */
/* clang-format off */
#ifndef KHEPRI_SESSION_H
#define KHEPRI_SESSION_H

#include "ai.h"
#include "document.h"
#include "play_game.h"
#include "record.h"

enum { SESSION_NAME_ROOM = 100, SESSION_LINES_ROOM = 65536, SESSION_PATH_ROOM = 1024 };

/* A growing text; at is NULL while it is empty. */
struct roll { char *at; size_t len, room; };

/* What one seat, or a spectator, has been told. */
struct ear {
    struct roll log;                            /* all sentences so far, a line each */
    struct roll news;                           /* what was not shown yet, score sheets included */
    size_t told;                                /* the number of actions that were shown */
};

/* A file of the game, and the fingerprint of the line that this program last read or wrote there; 0: none. */
struct kept_file { char path[SESSION_PATH_ROOM]; uint64_t line; };

/* The caller provides storage; session_init or session_load, then session_finish. */
struct session {
    const struct play_game *table;
    const struct game *game;                    /* table->game */
    union games_state start, state;
    bool midway;                                /* it began at a position, so there is no record of it */
    int seats;
    char names[GAME_MAX_SEATS][SESSION_NAME_ROOM];
    struct ai_player bots[GAME_MAX_SEATS];      /* .bot NULL: a person */
    bool hints;                                 /* the players agreed to allow them */
    struct action_list actions;                 /* from the first */
    struct document meta;                       /* of the record that was loaded; its root is NULL: none */
    bool looked_at;                             /* it was over when it was loaded from `file` */
    int own;                                    /* the number of latest actions that may be undone ... */
    int own_seat;                               /* ... by the seat that did them */
    int last_seat;                              /* the seat that acted last, nature excluded; -1: nobody */
    uint64_t chance, choices;                   /* generators of nature and of the bots */
    struct ear ears[GAME_MAX_SEATS + 1];        /* the last: of a spectator */
    struct kept_file file;                      /* where it is saved; the path "": nowhere yet */
    struct kept_file copy;                      /* the other file that was saved last; the path "": none */
};

/* A reader's view of the game, with its storage: call session_look, then use ->speech. */
struct look { struct speech speech; union games_state seen; };

/* A new game of `seats`; names and bots are filled in by the caller afterwards. */
void session_init(struct session *play, const struct play_game *table, const union games_state *start, int seats,
                  uint64_t seed);
void session_finish(struct session *play);

/* Gives a seat a name that can be shown and saved. It is cut to fit. A question mark replaces
 * everything that is not UTF-8 or would control the terminal. */
void session_set_name(struct session *play, int seat, const char *name);

int session_people(const struct session *play);

/* The table as `seat` (or GAME_SPECTATOR) may see it; borrows from *play. */
void session_look(const struct session *play, int seat, struct look *out);

/* What `seat` has been told: a game without hidden information has one ear for all. */
struct ear *session_ear(struct session *play, int seat);

/* What `seat` was not shown yet, "" if nothing; it counts as shown afterwards. Valid until the
 * next action. */
const char *session_news(struct session *play, int seat);

/* Does a legal action of `seat` (or nature); everybody's ear gets the sentences. False without
 * memory. */
bool session_act(struct session *play, int seat, game_action action);

/* Undoes the latest action of `seat`. False if there is none that may be undone. */
bool session_undo(struct session *play, int seat);

/* May the record be written to `path`? A regular file there must be empty, or hold this game as far as it had come.
 * False, and why; `taken` says whether a file of something else is the reason. */
bool session_may_save(const struct session *play, const char *path, bool *taken, struct refusal *why);

/* Can what was saved there be loaded again? Not from a device. */
bool session_keeps(const char *path);

/* Writes the record to `path`, whole or not at all. What is there must be what this program last read or wrote there,
 * or as session_may_save asks, whose answer this is. */
bool session_save(struct session *play, const char *path, bool *taken, struct refusal *why);

/* The game is saved beside its own file from now on, in the first that does not exist: g-2.jsonl beside g.jsonl. False
 * if the name would be too long; nothing has changed. */
bool session_step_aside(struct session *play);

/* The game of a record, before its first action, in storage that holds nothing yet. The whole record is checked;
 * refused, *play holds nothing. */
bool session_begin(struct session *play, const struct json *json, uint64_t seed, struct refusal *why);

/* A game from a position (position_string.h). Its seats are named by their numbers, from 0; nobody has a bot yet. It
 * has no beginning, so it cannot be saved. Refused, *play holds nothing. */
bool session_begin_at(struct session *play, const char *position, size_t len, uint64_t seed, struct refusal *why);

/* Reads a record in place of the current game; the bots of meta.bots play their seats. A file
 * of several records is refused, because this one will overwrite it. If refused, *play is
 * unchanged. On an all-zero *play it starts one. */
bool session_load(struct session *play, const char *path, uint64_t seed, struct refusal *why);

#endif
