/* SPDX-License-Identifier: MIT
 * net_probe.h -- can one listen there? Asked before libwebsockets is, whose own refusal of a taken
 * port leaves timers on the loop that never end.
 */
/* clang-format off */
#ifndef KHEPRI_NET_PROBE_H
#define KHEPRI_NET_PROBE_H

#include <stdbool.h>

#include "oops.h"

/* Whether a socket can be bound to that numeric address and port (0: any); else false, and why. */
bool net_can_listen(const char *address, int port, struct oops *why);

#endif
