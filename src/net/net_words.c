/* SPDX-License-Identifier: MIT
 * net_words.c -- see net_words.h. */
#include "net_words.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { LENGTH_DIGITS = 15 };

void
net_canonical(const char *text, char out[NET_ADDRESS_ROOM])
{
    static const unsigned char mapped[12] = {[10] = 0xff, [11] = 0xff};
    unsigned char bytes[16];
    size_t len = strlen(text);

    len = len < NET_ADDRESS_ROOM ? len : NET_ADDRESS_ROOM - 1;
    memmove(out, text, len);
    out[len] = 0;
    if (inet_pton(AF_INET6, out, bytes) != 1)
        return;
    if (memcmp(bytes, mapped, sizeof mapped) == 0)
        inet_ntop(AF_INET, bytes + sizeof mapped, out, NET_ADDRESS_ROOM);
    else
        inet_ntop(AF_INET6, bytes, out, NET_ADDRESS_ROOM);
}

/* Is it a numeric address: "192.0.2.1", "[2001:db8::1]", and not a name, even one of digits and
 * dots? Without brackets into `out`. */
static bool
read_address(const char *text, size_t len, char out[NET_ADDRESS_ROOM])
{
    unsigned char bytes[16];

    if (len >= 2 && text[0] == '[' && text[len - 1] == ']') {
        text++;
        len -= 2;
    }
    if (len == 0 || len >= NET_ADDRESS_ROOM)
        return false;
    memcpy(out, text, len);
    out[len] = 0;
    return inet_pton(AF_INET, out, bytes) == 1 || inet_pton(AF_INET6, out, bytes) == 1;
}

/* Are these bytes that word, in capitals or not? */
static bool
is_word(const char *text, size_t len, const char *word)
{
    return strlen(word) == len && strncasecmp(text, word, len) == 0;
}

bool
net_host_is(const char *host, const char *const *names)
{
    const char *colon = strrchr(host, ':');
    size_t len = colon && !strchr(colon, ']') ? (size_t)(colon - host) : strlen(host);
    char address[NET_ADDRESS_ROOM];

    if (is_word(host, len, "localhost") || read_address(host, len, address))
        return true;
    for (; *names; names++) {
        if (is_word(host, len, *names))
            return true;
    }
    return false;
}

bool
net_origin_is(const char *origin, const char *host)
{
    size_t scheme = strncmp(origin, "http://", 7) == 0    ? 7
                    : strncmp(origin, "https://", 8) == 0 ? 8
                                                          : 0;

    return scheme > 0 && strcasecmp(origin + scheme, host) == 0;
}

bool
net_address(const char *text, char out[NET_ADDRESS_ROOM])
{
    char address[NET_ADDRESS_ROOM];

    if (!read_address(text, strlen(text), address))
        return false;
    net_canonical(address, out);
    return true;
}

bool
net_forwarded(const char *list, char out[NET_ADDRESS_ROOM])
{
    const char *last = strrchr(list, ',');

    last = last ? last + 1 : list;
    return net_address(last + strspn(last, " "), out);
}

long long
net_length(const char *text)
{
    size_t digits = strspn(text, "0123456789");

    return digits > 0 && digits <= LENGTH_DIGITS && !text[digits] ? strtoll(text, NULL, 10)
                                                                  : -1;
}
