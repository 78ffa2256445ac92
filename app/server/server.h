/* SPDX-License-Identifier: MIT
 * server.h -- tables on the net: what khepri serve runs, and what tests drive without sockets.
 */
/* clang-format off */
#ifndef KHEPRI_SERVER_H
#define KHEPRI_SERVER_H

#include <uv.h>

#include "hall.h"
#include "journal.h"
#include "net.h"
#include "store.h"

struct server_options {
    int bot_delay;                  /* ms from one action to a bot's next among people, on average; 0: at once */
    int away;                       /* ms after which one who is not there may be played for by a bot */
    int tables_rate, tables_burst;  /* new tables from one address, a second and at once; 0: any */
    int hints_rate, hints_burst;    /* hints and analyses that one address may ask for; 0: any */
    int keep;                       /* days after which a table that nobody acted at is removed; 0: never */
    int waiting;                    /* days that a table may wait for its players; 0: for ever */
    int tables, tables_each, listed_each;   /* how many there may be, as in struct hall_options */
    const char *path;               /* what all addresses begin with, as "/khepri/"; "/": nothing */
    const char *bots;               /* the file of bot accounts; NULL: there are none */
    int bots_games, bots_rate;      /* their limits, as in struct hall_options */
    int idle;                       /* seconds after which a WebSocket that watches no table is closed; 0: never */
    int bot_limit;                  /* ms that a bot may think at most; after much longer it is played for by chance */
    int thinkers;                   /* threads for all that is thought; 0: as many as are useful */
    bool seeded;                    /* for tests: games follow from the seed, tokens do not */
    uint64_t seed;
    enum journal_access access;     /* the log of requests */
    const char *const *metrics_for; /* the addresses that may read /metrics, ended by NULL; NULL: none */
    const int *admin;               /* a listening socket for khepri admin, which stays the caller's; NULL: none */
    const char *data;               /* the file of the tables, whose size is told there; NULL: none */
    struct journal journal;
};

/* Works on `loop` with `store`, both of which outlive it. NULL without memory. */
struct server;
struct server *server_create(uv_loop_t *loop, struct store *store, const struct server_options *options);

/* Reads the file of bot accounts, before server_resume(); it is read again when it changes. False, and a sentence, if
 * it cannot be read. */
bool server_read_bots(struct server *server, struct oops *why);

/* Reads the bans. False, and a sentence, if they cannot be read. */
bool server_read_bans(struct server *server, struct oops *why);

/* The hash of a token. */
bool server_seal(void *self, const char token[HALL_TOKEN], uint8_t out[STORE_HASH]);

/* What the transport is to call, and the transport it answers through. */
struct net_handler server_handler(struct server *server);
void server_set_net(struct server *server, struct net *net);

/* There is a page for the host of the server; `page` is the address of the client. Needs options.admin. */
void server_let_host_sign_in(struct server *server, const char *page);

/* Takes up games that were going on when the last server ended. */
void server_resume(struct server *server);

/* To be called on the loop when the store has something to collect. */
void server_collect(struct server *server);

/* Begins to close: visitors are told, nothing new is begun. */
void server_drain(struct server *server);

/* True when nothing is under way to the store any more. */
bool server_is_drained(const struct server *server);

/* Closes its handles on the loop, which is then to run until it ends by itself; then destroy. */
void server_stop(struct server *server);
void server_destroy(struct server *server);

#endif
