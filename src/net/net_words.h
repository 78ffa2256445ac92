/* SPDX-License-Identifier: MIT
 * net_words.h -- reading what clients write into headers: addresses, names, lengths. No sockets.
 */
/* clang-format off */
#ifndef KHEPRI_NET_WORDS_H
#define KHEPRI_NET_WORDS_H

#include "net.h"

/* The canonical form of an address: an IPv4-mapped one, as by a socket on [::], becomes IPv4. Other texts are
 * copied as far as there is room. */
void net_canonical(const char *text, char out[NET_ADDRESS_ROOM]);

/* Does Host ("NAME:PORT", "[::1]:PORT") name this server: by an address, as localhost, or by one of `names`, which NULL
 * ends? */
bool net_host_is(const char *host, const char *const *names);

/* Does Origin ("http://HOST", "https://HOST") name the same server as Host? */
bool net_origin_is(const char *origin, const char *host);

/* An address that a person wrote, in canonical form. False: it is none, as a name or a word is not. */
bool net_address(const char *text, char out[NET_ADDRESS_ROOM]);

/* The last address of X-Forwarded-For, in canonical form; a client may have forged everything before it. False if there
 * is none. */
bool net_forwarded(const char *list, char out[NET_ADDRESS_ROOM]);

/* Content-Length: digits and nothing else; -1 for other texts. */
long long net_length(const char *text);

#endif
