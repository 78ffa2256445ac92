/* SPDX-License-Identifier: MIT
 * net_probe.h -- tests whether an address can be listened on, before libwebsockets does. Its
 * own failure on a port in use leaves timers on the loop that never end.
 */
/* clang-format off */
#ifndef KHEPRI_NET_PROBE_H
#define KHEPRI_NET_PROBE_H

#include <stdbool.h>

#include "oops.h"

/* Can a socket be bound to that numeric address and port (0: any)? Else false, and why. Of an interface it is only
 * known that it is there. */
bool net_can_listen(const char *address, int port, struct oops *why);

#endif
