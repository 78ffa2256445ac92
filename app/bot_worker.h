/* SPDX-License-Identifier: MIT
 * bot_worker.h -- khepri bot: turns wait in a queue, and threads answer them, each with a process of the program.
 */
/* clang-format off */
#ifndef KHEPRI_BOT_WORKER_H
#define KHEPRI_BOT_WORKER_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "document.h"
#include "khepri/game.h"
#include "net_client.h"

enum { BOT_THREADS_MOST = 64, BOT_PATIENCE_MS = 30000, BOT_TOKEN_ROOM = 64 };

struct bot_turn;

/* What all threads of khepri bot share. */
struct bot_site {
    struct net_url url;
    char        token[BOT_TOKEN_ROOM];
    const char *program;            /* a command for sh; NULL: a bot of ours */
    const char *word;               /* that bot, as "hard" */
    int         limit_ms;           /* what the program has for an answer */
    uint64_t    seed;
    pthread_t   main;               /* to be woken by SIGUSR1 when `hopeless` is set */
    atomic_bool ending, hopeless;   /* hopeless: the program does not start */
    pthread_mutex_t lock;
    pthread_cond_t  more;
    struct bot_turn *first, *last;
    pthread_t   threads[BOT_THREADS_MOST];
    int         count;
};

/* Asks the program for the first action of `game`, or if NULL of any game, before anybody waits for its answers.
 * Any answer is good, and so is none in some seconds. False, and a sentence on stderr, if the program ends instead. */
bool bot_program_starts(const struct bot_site *site, const struct game *game);

/* Begins `count` threads. False if the system gives none. */
bool bot_workers_begin(struct bot_site *site, int count);

/* Lets them end their present turn, and waits for them. */
void bot_workers_end(struct bot_site *site);

/* Queues a turn: the line of the event, which is copied. False without memory. */
bool bot_workers_add(struct bot_site *site, const char *line, size_t len);

/* Sends a request, a POST if it has a body, and reads the answer into *document. The status, or 0 and a sentence. */
int bot_ask(const struct bot_site *site, const char *path, const char *body, struct document *document,
            struct oops *why);

/* The sentence of an answer that was refused. */
const char *bot_refusal(const struct document *document);

#endif
