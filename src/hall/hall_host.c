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
