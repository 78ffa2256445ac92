/* SPDX-License-Identifier: MIT
 * session.h -- a game at one terminal: who sits where, what was done, and the file that keeps it.
 */
/* clang-format off */
#ifndef KHEPRI_SESSION_H
#define KHEPRI_SESSION_H

#include <jansson.h>

#include "ai.h"
#include "record.h"
#include "sentences.h"

enum { SESSION_NAME_ROOM = 100, SESSION_LOG_ROOM = 4096 };

/* Storage is the caller's; session_init or session_load, then session_finish. */
struct session {
    const struct game *game;
    union games_state state;
    int seats;
    char names[GAME_MAX_SEATS][SESSION_NAME_ROOM];
    const struct ai_bot *bots[GAME_MAX_SEATS];  /* NULL: a person */
    json_t *actions;                            /* texts, from the first */
    uint64_t chance, choices;                   /* generators of nature and of the bots */
    char *log;                                  /* all sentences so far, a line each */
    size_t log_len, log_room;
    char path[1024];                            /* the file it is saved in; "" none yet */
};

/* A new game of `seats`; names and bots are filled in by the caller afterwards. */
bool session_init(struct session *play, const struct game *game, const union games_state *start, int seats,
                  uint64_t seed);
void session_finish(struct session *play);

/* Who and which words the sentences use; borrows from *play. */
struct speech session_speech(const struct session *play);

/* Makes a legal action of `seat` (or nature) and puts its sentences, and the score sheet when an
 * epoch ended, into `out`. False without memory. */
bool session_act(struct session *play, int seat, game_action action, struct text *out);

/* Writes the record to `path`, whole or not at all. */
bool session_save(const struct session *play, const char *path, struct refusal *why);

/* Reads a record in place of the present game; seats that meta.bots names are played by those bots.
 * Refused: *play is as it was. On an all-zero *play it starts one. */
bool session_load(struct session *play, const char *path, uint64_t seed, struct refusal *why);

#endif
