/* SPDX-License-Identifier: MIT
 * record.h -- records of games: "khepri-record/1", one JSON object on one line. Reading takes a
 * record apart and checks it by the rules, action by action; writing makes one.
 */
/* clang-format off */
#ifndef KHEPRI_RECORD_H
#define KHEPRI_RECORD_H

#include "action_list.h"
#include "json_read.h"
#include "khepri/games.h"
#include "refusal.h"
#include "text.h"

enum { RECORD_MAX_BYTES = 16 << 20 };   /* no reader of ours takes a longer line */

/* A record being replayed: storage is the caller's. */
struct record {
    const struct game *game;
    int seats;
    union games_options options;
    union games_state state;        /* where the replay stands */
    size_t step, actions;           /* actions made; actions in all */
    const struct json *json;        /* the whole record, borrowed from the caller */
    const struct json *list, *next; /* its actions, and the one that comes next; NULL after the last */
};

/* Checks the header and sets the game up. `json` must live as long as the record. Refused: *r is
 * not to be used. */
bool record_open(struct record *r, const struct json *json, struct refusal *why);

/* The name of a player, as the record says. */
const char *record_player(const struct record *r, int seat);

/* Makes the next action. Refused: *r is as it was, and r->step is the step of the refusal, which the sentence leaves
 * to the caller (refuse_at_step). `log` may be NULL. */
bool record_step(struct record *r, struct game_log *log, struct refusal *why);

/* After the last action: is the result, if the record gives one, the right one? */
bool record_check_result(const struct record *r, struct refusal *why);

/* Does all of the above. True if the record is valid; else *r stands at the refused step, which the sentence about
 * a move names. */
bool record_replay(struct record *r, const struct json *json, struct refusal *why);

/* {"scores":[...],"winners":[...]} of a finished game, else null. */
void json_result(struct text *t, const struct game *game, const void *st, int seats);

/* What a record is written of. */
struct record_text {
    const struct game *game;
    const void *state;              /* the state that the actions led to */
    int seats;
    const char *const *names;       /* by seat */
    const struct action_list *actions;
    void (*meta)(struct text *t, const void *of);   /* writes the object "meta"; NULL: there is none */
    const void *meta_of;
};

/* Writes it, without a line feed. */
void record_write(struct text *t, const struct record_text *of);

/* The same on the heap; the caller frees it. NULL without memory. */
char *record_line(const struct record_text *of);

#endif
