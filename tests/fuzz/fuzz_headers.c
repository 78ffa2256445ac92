/* SPDX-License-Identifier: MIT
 * fuzz_headers.c -- any bytes as what a client writes into headers: a line each for Host, Origin, X-Forwarded-For and
 * Content-Length. What is accepted must be what it seems to be. */
#include <string.h>

#include "fuzz.h"
#include "net_words.h"

enum { LINES = 4, LINE_ROOM = 1024 };

static const char *const names[] = {"tables.example", "other.example", NULL};

static void
check_host(const char *host)
{
    char port[LINE_ROOM + 8], longer[LINE_ROOM + 8];

    if (!net_host_is(host, names))
        return;
    snprintf(longer, sizeof longer, "%s.example", host); /* no name below another's */
    MUST(strchr(host, ':') || !net_host_is(longer, names));
    snprintf(port, sizeof port, "%s:80", host);
    MUST(strchr(host, ':') || net_host_is(port, names));
}

static void
check_origin(const char *origin, const char *host)
{
    char same[LINE_ROOM + 8];

    snprintf(same, sizeof same, "http://%s", host);
    MUST(net_origin_is(same, host));
    if (net_origin_is(origin, host))
        MUST(strlen(origin) - strlen(host) == 7 || strlen(origin) - strlen(host) == 8);
}

static void
check_forwarded(const char *list)
{
    char address[NET_ADDRESS_ROOM], again[NET_ADDRESS_ROOM], home[NET_ADDRESS_ROOM],
        other[NET_ADDRESS_ROOM];

    if (!net_forwarded(list, address))
        return;
    MUST(strspn(address, "0123456789abcdef.:") == strlen(address) && *address);
    net_canonical(address, again);
    MUST(strcmp(address, again) == 0);
    net_household(address, home);
    net_household(home, other);
    MUST(strcmp(home, other) == 0);
}

static void
check_length(const char *text)
{
    long long length = net_length(text);
    char again[LINE_ROOM];

    MUST(length >= -1);
    if (length < 0)
        return;
    snprintf(again, sizeof again, "%0*lld", (int)strlen(text), length);
    MUST(strcmp(again, text) == 0);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char lines[LINES][LINE_ROOM] = {{0}};
    const uint8_t *at = data, *end = data + size;

    for (int i = 0; i < LINES && at < end; i++) {
        const uint8_t *feed = memchr(at, '\n', (size_t)(end - at)), *stop = feed ? feed : end;
        size_t len = (size_t)(stop - at);

        memcpy(lines[i], at, len < LINE_ROOM ? len : LINE_ROOM - 1);
        at = stop + 1;
    }
    check_host(lines[0]);
    check_origin(lines[1], lines[0]);
    check_forwarded(lines[2]);
    check_length(lines[3]);
    return 0;
}
