/* SPDX-License-Identifier: MIT
 * store_pg_none.c -- what a program without PostgreSQL says to whoever asks for it. */
#include <stdio.h>

#include "store_copy.h"

static void
refuse(struct oops *why)
{
    snprintf(why->text, sizeof why->text,
             "this khepri was built without PostgreSQL: build it where libpq-dev is installed");
}

struct store *
store_pg_open(const char *url, void (*wake)(void *arg), void *arg, const struct store_log *log,
              struct oops *why)
{
    (void)url;
    (void)wake;
    (void)arg;
    (void)log;
    refuse(why);
    return NULL;
}

struct store *
store_pg_read(const char *url, struct store_facts *facts, struct oops *why)
{
    (void)url;
    (void)facts;
    refuse(why);
    return NULL;
}

struct store *
store_pg_fill(const char *url, const struct store_log *log, struct oops *why)
{
    (void)url;
    (void)log;
    refuse(why);
    return NULL;
}

bool
store_pg_filled(struct store *store, struct store_facts *out, struct oops *why)
{
    (void)store;
    (void)out;
    refuse(why);
    return false;
}
