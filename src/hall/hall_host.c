/* SPDX-License-Identifier: MIT
 * hall_host.c -- what the parts of the hall ask of the host (struct hall_host). */
#include "hall_parts.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static bool
may_always(void *self, enum hall_cost cost, const char *address)
{
    (void)self;
    (void)cost;
    (void)address;
    return true;
}

static bool
take_any(void *self, const char *text, char out[HALL_ADDRESS_ROOM])
{
    (void)self;
    if (!*text || strlen(text) >= HALL_ADDRESS_ROOM)
        return false;
    strcpy(out, text);
    return true;
}

static void
drop_nothing(void *self, struct hall_thought *thought)
{
    (void)self;
    (void)thought;
}

static uint64_t
not_begun(void *self, const struct hall_thought *thought)
{
    (void)self;
    (void)thought;
    return 0;
}

static int
none_waits(void *self, uint32_t owner)
{
    (void)self;
    (void)owner;
    return 0;
}

static uint64_t
begin_nothing(void *self)
{
    (void)self;
    return 0;
}

static void
end_nothing(void *self, uint64_t mark, int actions)
{
    (void)self;
    (void)mark;
    (void)actions;
}

struct hall_host
hall_host_filled(const struct hall_host *host)
{
    struct hall_host filled = *host;

    filled.bots = host->bots ? host->bots : ai_bot_at;
    filled.may = host->may ? host->may : may_always;
    filled.address = host->address ? host->address : take_any;
    filled.drop = host->drop ? host->drop : drop_nothing;
    filled.thinking = host->thinking ? host->thinking : not_begun;
    filled.waiting = host->waiting ? host->waiting : none_waits;
    filled.commit_begins = host->commit_begins ? host->commit_begins : begin_nothing;
    filled.commit_ends = host->commit_ends ? host->commit_ends : end_nothing;
    return filled;
}

bool
hall_seal_open(void *self, const char token[HALL_TOKEN], uint8_t out[STORE_HASH])
{
    (void)self;
    memcpy(out, token, HALL_TOKEN);
    return true;
}

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
