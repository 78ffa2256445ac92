/* SPDX-License-Identifier: MIT
 * server_parts.h -- what the files of app/server share.
 */
/* clang-format off */
#ifndef KHEPRI_SERVER_PARTS_H
#define KHEPRI_SERVER_PARTS_H

#include "account_file.h"
#include "admin_socket.h"
#include "hall.h"
#include "metrics.h"
#include "server.h"
#include "thinkers.h"

enum { LUCK_ROOM = 256 /* as many as the kernel gives at once in any case */ };

struct server {
    uv_loop_t          *loop;
    struct net         *net;
    struct hall        *hall;
    struct server_options options;
    struct net_limiter *makers;     /* of new tables */
    struct net_limiter *askers;     /* of hints and analyses */
    struct net_limiter *signers;    /* of attempts to sign in at the page of the host */
    struct thinkers    *thinkers;
    struct admin_socket *admin;     /* NULL: there is none */
    struct account_look looked;     /* at the file of bot accounts */
    struct metrics      metrics;
    uint8_t             luck[LUCK_ROOM];    /* random bytes not yet handed out: the last luck_left of them */
    size_t              luck_left;
    uv_timer_t          alarm, sweep, resume, tidy, bots;
};

/* /metrics, for those who may read it. False: it is as if there were no such address. */
bool metrics_answer(struct server *server, const struct net_request *request);

/* Is it the path of a file that is part of the program? */
bool assets_have(const char *path);

/* False if there is no such file. A path of "" is none of this server's. */
bool assets_answer(const struct server *server, const struct net_request *request);

#endif
