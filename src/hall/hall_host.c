/* SPDX-License-Identifier: MIT
 * hall_host.c -- what the parts of the hall ask of the host (struct hall_host). */
#include "hall_parts.h"

#include <stdarg.h>
#include <stdio.h>

uint64_t
hall_now(const struct hall *hall)
{
    return hall->host.clock(hall->host.self);
}

bool
hall_may(const struct hall *hall, enum hall_cost cost, const char *address)
{
    return hall->host.may(hall->host.self, cost, address);
}

uint32_t
hall_owner(const char *address)
{
    uint32_t h = 0x811c9dc5u;

    if (!address[0])
        return 0;
    for (; *address; address++)
        h = (h ^ (unsigned char)*address) * 0x01000193u;
    h = (h ^ h >> 24) & 0xffffffu;
    return h ? h : 1;
}

void
hall_say(const struct hall *hall, enum hall_level level, const char *event, const char *format,
         ...)
{
    char text[300];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    hall->host.say(hall->host.self, level, event, text);
}
