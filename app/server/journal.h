/* SPDX-License-Identifier: MIT
 * journal.h -- the log of the server, one JSON object a line on standard error. It never has
 * tokens, names or bodies of requests.
 */
/* clang-format off */
#ifndef KHEPRI_JOURNAL_H
#define KHEPRI_JOURNAL_H

#include "net.h"

enum journal_level { JOURNAL_ERROR, JOURNAL_WARN, JOURNAL_INFO, JOURNAL_DEBUG };

struct journal { enum journal_level level; };

/* {"time":...,"level":...,"event":EVENT,"text":FORMAT...}, unless the level is above the journal's. */
void journal_say(const struct journal *journal, enum journal_level level, const char *event,
                 const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Who is named in the log of requests: nobody (there is none), the visitor's network, or their address. A network is an
 * IPv4 /24 or an IPv6 /48. */
enum journal_access { JOURNAL_NO_ACCESS, JOURNAL_NETWORKS, JOURNAL_ADDRESSES };

/* {"time":...,"level":"info","event":"request","id":...,"address":...,"method":...,"path":...,"status":...,"bytes":...,
 * "ms":...}, whatever the level. */
void journal_request(enum journal_access access, const struct net_served *served);

/* The same of a WebSocket that was opened: "event":"websocket", id and address. */
void journal_websocket(enum journal_access access, net_id id, const char *address);

/* "error", "warn", "info", "debug"; -1 for other words. */
int journal_level_of(const char *word);

#endif
