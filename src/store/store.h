/* SPDX-License-Identifier: MIT
 * store.h -- persistent storage: tables, their seats, and every action.
 *
 * A store keeps bytes and text and knows no game. Writes are collected in a batch, which is
 * committed as a whole or not at all. They run elsewhere (SQLite: on a thread of the store,
 * several batches in one commit) and are reported in store_collect, on the caller's thread.
 * Reads run immediately and see what has been committed.
 */
/* clang-format off */
#ifndef KHEPRI_STORE_H
#define KHEPRI_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "oops.h"

enum {
    STORE_SEATS = 8, STORE_ID_ROOM = 13, STORE_NAME_ROOM = 100, STORE_WORD_ROOM = 32,
    STORE_OPTIONS_ROOM = 4096, STORE_ACTION_ROOM = 64, STORE_KEY_ROOM = 260, STORE_HASH = 32,
    STORE_KEYS_NEAR = 8
};

enum store_kind { STORE_OPEN, STORE_PERSON, STORE_BOT };
enum store_status { STORE_WAITING, STORE_PLAYING, STORE_OVER };

/* The settings of a table. The first of each is the value of tables from before it existed. */
enum store_pace { STORE_PACE_HUMAN, STORE_PACE_OFF };
enum store_stand_ins { STORE_RETURN, STORE_STAY, STORE_NONE };

struct store_seat {
    enum store_kind kind;
    char    name[STORE_NAME_ROOM];
    char    bot[STORE_WORD_ROOM];
    char    person[STORE_NAME_ROOM];/* the person whose seat a bot has taken; "" otherwise */
    uint8_t token[STORE_HASH];      /* the hash of the token of a person, or of one who left; else zero */
};

struct store_table {
    char    id[STORE_ID_ROOM];
    char    game[STORE_WORD_ROOM];
    char    options[STORE_OPTIONS_ROOM];    /* JSON, opaque to the store */
    int     players;
    enum store_status status;
    bool    open_to_all;            /* listed for everybody */
    bool    hints;                  /* hints are allowed */
    enum store_pace pace;           /* of bots among people */
    enum store_stand_ins stand_ins; /* bots for people who leave: they may return, they may not, there are none */
    int64_t created;                /* seconds since 1970 */
    char    rematch[STORE_ID_ROOM]; /* the table that continues this one, or "" */
    uint32_t maker;                 /* a number for who made it, 0: not known; opaque to the store */
    uint32_t version;               /* how often it was changed, in a store that several servers share; else 0 */
    uint32_t elsewhere;             /* seats that were said to be present at other servers; never written */
    struct store_seat seats[STORE_SEATS];
};

struct store_action {
    int  seq;                       /* 0, 1, 2, ... at each table */
    int  seat;
    char action[STORE_ACTION_ROOM];
    char key[STORE_KEY_ROOM];       /* the idempotency key of the request, or "" */
    int64_t made;                   /* seconds since 1970; 0 in an action that is added: now */
};

/* Changes that belong together. The caller owns it until it is submitted; then the store does.
 * An empty one tests whether the store accepts writes. */
struct store_batch;
struct store_batch *store_batch_create(void);
void store_batch_destroy(struct store_batch *batch);

/* Each returns false without memory: the batch is then useless. A new table must not exist. A
 * changed one must, with the version of what it replaces. An action must be the next one of its table, and its seat
 * must not have used its key in the last STORE_KEYS_NEAR actions. Whoever adds it looks at those before. */
bool store_new_table(struct store_batch *batch, const struct store_table *table);
bool store_set_table(struct store_batch *batch, const struct store_table *table);
bool store_add_action(struct store_batch *batch, const char *id, const struct store_action *action);

/* Deletes a table with its seats and actions; the table must exist. */
bool store_remove_table(struct store_batch *batch, const char *id);

/* Whom the host of the server keeps out, and which names nobody may take. Adding one that is there, or taking away one
 * that is not, is no error. Where servers share the store, the second may fail as store_lost. */
enum store_ban_kind { STORE_BAN_ADDRESS, STORE_BAN_NAME, STORE_BANS };
struct store_ban { enum store_ban_kind kind; char what[STORE_NAME_ROOM]; };
bool store_add_ban(struct store_batch *batch, const struct store_ban *ban);
bool store_remove_ban(struct store_batch *batch, const struct store_ban *ban);

/* The result of a batch: NULL when it is committed, else a sentence. store_lost, told by its address: what is stored
 * is not what the batch follows, because another server was first; load it again. */
extern const char store_lost[];
typedef void (*store_done)(void *arg, const char *error);

/* What store_count() counts. Unfinished: waiting or playing. Listed: public and waiting, with an open seat. */
enum store_count { STORE_COUNT_ALL, STORE_COUNT_UNFINISHED, STORE_COUNT_LISTED };

struct store;
struct store_news;
struct store_methods {
    void (*submit)(struct store *store, struct store_batch *batch);
    int  (*collect)(struct store *store);
    bool (*load)(struct store *store, const char *id, struct store_table *table,
                 struct store_action **actions, int *count, struct oops *why);
    int  (*list)(struct store *store, enum store_status status, bool joinable, int most,
                 struct store_table *out, struct oops *why);
    int64_t (*count)(struct store *store, enum store_count what, uint32_t maker, int64_t since, struct oops *why);
    int  (*list_old)(struct store *store, bool waiting, int64_t before, int most, char (*ids)[STORE_ID_ROOM],
                     struct oops *why);
    void (*close)(struct store *store);
    int  (*next)(struct store *store, int64_t *row, char id[STORE_ID_ROOM], struct oops *why);   /* or NULL */
    int  (*bans)(struct store *store, struct store_ban **out, struct oops *why);
    const struct store_shared *shared;  /* NULL: one server has it to itself */
};
struct store_shared {
    bool (*load_since)(struct store *store, const char *id, int seq, struct store_table *table,
                       struct store_action **actions, int *count, struct oops *why);
    bool (*news)(struct store *store, struct store_news *out);
    int64_t (*claim)(struct store *store, const char *id, int64_t held);
    void (*release)(struct store *store, const char *id, int64_t held);
    void (*present)(struct store *store, const char *id, uint32_t seats);
    bool (*away)(struct store *store);
};
struct store { const struct store_methods *methods; };

/* Submits the batch. A later store_collect calls `done`, in the order of submission. */
void store_submit(struct store *store, struct store_batch *batch, store_done done, void *arg);

/* Calls `done` for finished batches; returns the number of unfinished ones. */
int store_collect(struct store *store);

/* Reads a table and its actions, in order, into a new array to be freed. On failure false, with
 * a sentence in *why, which is empty if there is no such table. */
bool store_load(struct store *store, const char *id, struct store_table *table,
                struct store_action **actions, int *count, struct oops *why);

/* Tables of a status, newest first, into out[most]; `joinable`: only public ones with an open
 * seat. Returns their number, -1 on failure. */
int store_list(struct store *store, enum store_status status, bool joinable, int most,
               struct store_table *out, struct oops *why);

/* The number of tables: all of them, or those of a maker that were created after `since`. -1 on failure. */
int64_t store_count(struct store *store, enum store_count what, uint32_t maker, int64_t since, struct oops *why);

/* The ids of tables that wait for players, or of all others, oldest first, into ids[most]. They were created, and last
 * acted at, before that time (seconds since 1970). None that another server has in use. Returns their number, -1 on
 * failure. */
int store_list_old(struct store *store, bool waiting, int64_t before, int most, char (*ids)[STORE_ID_ROOM],
                   struct oops *why);

/* All bans, in order, in a new array to be freed. Returns their number, -1 on failure. */
int store_bans(struct store *store, struct store_ban **out, struct oops *why);

/* ---- a store that several servers share ---- */

bool store_is_shared(const struct store *store);

/* What other servers did since. CHANGED: one of them changed this table; `named`: and a seat is given to somebody by
 * name. BANS: bans were added or taken away. LEFT: one that had claimed it is gone. DOUBT: anything may have changed,
 * because a connection was lost or a server is gone. CUT_OFF: the store does not answer this server, and others were
 * there a moment ago. False: nothing more. `wake` is called when there is news. */
enum store_news_kind { STORE_NEWS_CHANGED, STORE_NEWS_BANS, STORE_NEWS_LEFT, STORE_NEWS_DOUBT, STORE_NEWS_CUT_OFF };
struct store_news { enum store_news_kind kind; char id[STORE_ID_ROOM]; bool named; };
bool store_next_news(struct store *store, struct store_news *out);

/* As store_load(), with the actions from `seq` on. */
bool store_load_since(struct store *store, const char *id, int seq, struct store_table *table,
                      struct store_action **actions, int *count, struct oops *why);

/* Claims something for this server: a table whose bots it plays, or any other name. Not 0: it is ours, and `held` of
 * later calls, which only ask whether it still is. A claim ends with store_release(), and with this server's
 * connection. It spares work; what is right is decided by each batch. */
int64_t store_claim(struct store *store, const char *id, int64_t held);
void store_release(struct store *store, const char *id, int64_t held);

/* Says which seats of a table are present at this server, for `elsewhere` at the others: they are told, soon. To be
 * said again after a DOUBT; it ends with this server's connection. */
void store_present(struct store *store, const char *id, uint32_t seats);

/* Whether it is known that this server does not reach the store just now: what is submitted waits, or fails, and
 * nothing can be read. The store has told that in its log. */
bool store_is_away(struct store *store);

/* The table after row *row (0: the first), as they were made; 1: there is one, 0: no more, -1: it cannot be read. Not
 * in memory. */
int store_next(struct store *store, int64_t *row, char id[STORE_ID_ROOM], struct oops *why);

/* Waits for submitted batches, without calling `done`, and closes. Accepts NULL. */
void store_close(struct store *store);

/* In memory, for tests: batches run immediately, and store_collect calls `done`. */
struct store *store_mem_open(void);

/* Makes the next submitted batches fail, for tests. */
void store_mem_set_failing(struct store *store, bool failing);

/* Where a store reports what its caller is not told otherwise: what was mended, why a write failed.
 * `say` may be called on another thread. */
enum store_level { STORE_ERROR, STORE_WARN, STORE_INFO };
enum { STORE_LOG_ROOM = 256 };
struct store_log { void (*say)(void *arg, enum store_level level, const char *text); void *arg; };

/* In one SQLite file, created if it does not exist. `wake` is called on another thread whenever
 * store_collect has something to do. NULL and a sentence on failure, for example if another
 * process has it open, or if it is damaged. */
struct store *store_sqlite_open(const char *path, void (*wake)(void *arg), void *arg, const struct store_log *log,
                                struct oops *why);

/* In a PostgreSQL database, in its schema "khepri", which is made if it is not there. Several servers may use it at
 * once. A lost connection is made again; what was submitted meanwhile waits, for some seconds. */
bool store_is_url(const char *text);    /* postgres:// or postgresql:// */
struct store *store_pg_open(const char *url, void (*wake)(void *arg), void *arg, const struct store_log *log,
                            struct oops *why);

#endif
