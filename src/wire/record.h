/* SPDX-License-Identifier: MIT
 * record.h -- records of games: "khepri-record/1", one JSON object on one line. Reading takes a
 * record apart and checks it by the rules, action by action; writing makes one.
 */
/* clang-format off */
#ifndef KHEPRI_RECORD_H
#define KHEPRI_RECORD_H

#include <jansson.h>

#include "khepri/games.h"
#include "refusal.h"

enum { RECORD_MAX_BYTES = 16 << 20 };   /* no reader of ours takes a longer line */

/* JSON from bytes that end in 0 at at[len], strictly: one value, UTF-8, no key twice. NULL when refused. */
json_t *record_parse(const char *at, size_t len, struct refusal *why);

/* A whole number of any spelling (3, 3.0). False, *out untouched or rubbish, for anything else. */
bool json_whole(const json_t *json, long long *out);

/* A record being replayed: storage is the caller's, between record_open and record_close. */
struct record {
    const struct game *game;
    int seats;
    union games_options options;
    union games_state state;        /* where the replay stands */
    size_t step, actions;           /* actions made; actions in all */
    const json_t *json;             /* the whole record, borrowed from the caller */
};

/* Checks the header and sets the game up. `json` must live as long as the record. Refused: *r is
 * not to be used. */
bool record_open(struct record *r, const json_t *json, struct refusal *why);

/* The name of a player, as the record says. */
const char *record_player(const struct record *r, int seat);

/* The action that comes next, as JSON; NULL after the last. */
const json_t *record_next(const struct record *r);

/* Makes it. Refused: *r is as it was, and r->step is the step of the refusal. `log` may be NULL. */
bool record_step(struct record *r, struct game_log *log, struct refusal *why);

/* After the last action: is the result, if the record gives one, the right one? */
bool record_check_result(const struct record *r, struct refusal *why);

/* All of the above. True if the record holds; else *r stands at the refused step. */
bool record_replay(struct record *r, const json_t *json, struct refusal *why);

/* {"scores":[...],"winners":[...]} of a finished game, else null. */
json_t *record_result(const struct game *game, const void *st, int seats);

/* A new record. `names` by seat; `actions` a list of texts; `st` the state they led to; `meta` may
 * be NULL. References of its own are kept. NULL without memory. */
json_t *record_create(const struct game *game, const void *st, int seats, const char *const *names,
                      json_t *actions, json_t *meta);

/* The line of a record, without a line feed; the caller frees it. NULL without memory. */
char *record_line(const json_t *record);

#endif
