/* SPDX-License-Identifier: MIT
 * load.h -- what the files of the load generator share.
 *
 * The load is open: each action has a time at which it is due, whatever the server does, and its duration counts from
 * then. A desk is a table with a WebSocket of its own; it holds the tokens of all seats. Idle desks only watch, and
 * desks of bots are there so that the server thinks.
 */
/* clang-format off */
#ifndef KHEPRI_LOAD_H
#define KHEPRI_LOAD_H

#include <stdint.h>
#include <stdio.h>

#include "histogram.h"
#include "json_read.h"
#include "khepri/games.h"
#include "load_wire.h"
#include "rng.h"

enum { LOAD_TABLES = 100000, LOAD_VALUES = 65536, LOAD_ID = 13, LOAD_TOKEN = 33, LOAD_ACTION = 64,
    LOAD_SEATS = GAME_MAX_SEATS };

struct load_options {
    const char *server, *game, *level, *log;
    int    players;                 /* of a table of persons: the fewest that the game allows */
    int    rate, tables, seconds, warm_up, idle, bots, patience;
    uint64_t seed;
    bool   json;
};

enum desk_kind { DESK_PERSONS, DESK_BOTS, DESK_IDLE, DESK_PROBE };

struct desk {
    struct load *load;
    struct wire live, http;
    enum desk_kind kind;
    bool   ready;                   /* an action may be sent */
    bool   waits;                   /* for the reply to one */
    bool   there;                   /* it has seen its table at least once */
    bool   sealed;                  /* it is in a sealed moment: its views keep their number */
    bool   over;                    /* its game is; another is to be made */
    char   id[LOAD_ID], tokens[LOAD_SEATS][LOAD_TOKEN];
    int    seq, seat, sent_seq;
    char   action[LOAD_ACTION];
    uint64_t due, ready_at, key;    /* us */
    struct desk *next;              /* in the queue of those that are ready */
};

/* What /metrics said; known: it could be read. */
struct load_facts { bool known; double cpu, memory, commits, commit_seconds; };

struct load {
    struct load_options options;
    struct sockaddr_in server;
    int    epoll, timer;            /* the timer is -1 until the load begins */
    struct desk *desks;             /* persons, then bots, then idle ones */
    struct desk probe;              /* reads /metrics while the load is on */
    int    count, there, making;
    struct desk *first, *last;      /* ready, in that order */
    uint64_t rng;
    struct json *values;
    FILE  *log;
    uint64_t began;                 /* when the first action was due, us; 0: not yet */
    uint64_t due, sent, done, refused, games, keys;
    uint64_t starved;               /* actions that waited for a table */
    struct histogram durations, lateness;
    char   idle_table[LOAD_ID];     /* that all idle desks watch; "": it is not made yet */
    struct load_facts before_idle, idle, before, after;
    double own_before, own_after;   /* processor seconds of this program */
    uint64_t measured_from, measured_to;
    char   why[200];                /* why it cannot go on; "": it can */
};

/* ---- load_desk.c ---- */

/* The request for a table that a desk needs, or a probe's for /metrics; all that follows comes by desk_stir(). */
void desk_begin(struct desk *desk);

/* Something happened on a wire of the desk. */
void desk_stir(struct desk *desk, struct wire *wire);

/* Sends the action of a desk that is ready. */
void desk_act(struct desk *desk, uint64_t due);

void load_fail(struct load *load, const char *why);

/* ---- load_report.c ---- */

/* What /metrics said, or asks it now, blocking. */
struct load_facts load_facts_in(const char *text);
struct load_facts load_facts_of(const struct load *load);
uint64_t load_now(void);            /* us, never going back */
double load_own_cpu(void);
void load_report(const struct load *load);

#endif
