/* SPDX-License-Identifier: MIT
 * server_parts.h -- what the files of app/server share.
 */
/* clang-format off */
#ifndef KHEPRI_SERVER_PARTS_H
#define KHEPRI_SERVER_PARTS_H

#include "account_file.h"
#include "hall.h"
#include "server.h"
#include "thinkers.h"

struct server {
    uv_loop_t          *loop;
    struct net         *net;
    struct hall        *hall;
    struct server_options options;
    struct net_limiter *makers;     /* of new tables */
    struct net_limiter *askers;     /* of hints and analyses */
    struct thinkers    *thinkers;
    struct account_look looked;     /* at the file of bot accounts */
    uv_timer_t          alarm, sweep, resume, tidy, bots;
};

/* False if there is no such file. */
bool assets_answer(struct net *net, const struct net_request *request);

#endif
