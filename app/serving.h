/* SPDX-License-Identifier: MIT
 * serving.h -- khepri serve while it runs, and its command line.
 */
#ifndef KHEPRI_SERVING_H
#define KHEPRI_SERVING_H

#include "command_options.h"
#include "net_handed.h"
#include "net_lws.h"
#include "net_unix.h"
#include "bell.h"
#include "server.h"

enum { PATH_ROOM = 4096, HOSTS_MOST = 16, READERS_MOST = 16, BELOW_MOST = 64 };

struct serving {
    char address[NET_ADDRESS_ROOM];
    int port;
    struct net_unix socket; /* path: where it is, or ""; fd: that is ours, or -1 */
    struct net_unix admin; /* the same for khepri admin */
    char data[PATH_ROOM];
    const char *hosts[HOSTS_MOST + 1], *proxies[NET_PROXIES + 1], *seed;
    char *settings; /* the text of --config */
    const char *readers[READERS_MOST + 1]; /* of /metrics */
    int reader_count;
    int proxy_count, listener; /* a socket that was handed over, or -1 */
    int host_count;
    char ws_path[BELOW_MOST + 3];
    bool open, admin_page;
    int sockets; /* as told; 0: not */
    struct net_limits limits;
    struct server_options options;

    uv_loop_t loop;
    uv_signal_t term, interrupt, hangup;
    struct bell stored;
    uv_timer_t ending;
    uv_process_t browser;
    bool has_browser; /* it was started, and is not known to have ended */
    uint64_t give_up_at;
    struct store *store;
    struct server *server;
    struct net_lws *net;
};

/* Reads the command line and the file of --config into *s, which has the values that hold without them. False: a
 * sentence was printed, or the help, and line->status is how to exit. */
bool serving_read(struct command_line *line, struct serving *s);

/* Whether only this machine can reach the server. */
bool serving_is_private(const struct serving *s);

#endif
