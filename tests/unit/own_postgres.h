/* SPDX-License-Identifier: MIT
 * own_postgres.h -- a PostgreSQL server of a test's own, in a temporary folder, reached by a socket there.
 */
/* clang-format off */
#ifndef KHEPRI_OWN_POSTGRES_H
#define KHEPRI_OWN_POSTGRES_H

#include <stdbool.h>
#include <sys/types.h>

struct own_postgres {
    char folder[64], programs[128];
    char url[160];                  /* of its database */
    pid_t pid;                      /* 0: it does not run */
};

/* Why there can be none on this machine; NULL: there can be. */
const char *own_postgres_missing(void);

/* Makes an empty server and starts it; starts it again after own_postgres_kill(). False: it does not start. */
bool own_postgres_create(struct own_postgres *pg);
bool own_postgres_start(struct own_postgres *pg);

/* Ends it at once, as a power cut would, but for what the system has in its buffers. */
void own_postgres_kill(struct own_postgres *pg);

/* Runs statements; false: one failed. Or until a query gives a row. */
bool own_postgres_run(const struct own_postgres *pg, const char *statements);
bool own_postgres_wait(const struct own_postgres *pg, const char *query);

/* Ends it and removes its folder. */
void own_postgres_destroy(struct own_postgres *pg);

#endif
