/* SPDX-License-Identifier: MIT
 * store_pg_parts.h -- what the files of the PostgreSQL store share.
 *
 * Several servers may use one database. So nothing here is true because this process wrote it last. What a batch needs
 * to find is part of each statement. A batch that finds something else was too late (store_lost).
 *
 * The order of the files, none of which calls one after it: store_pg_sql, store_pg_db, store_pg_schema, store_pg_read,
 * store_pg_present, store_pg_nodes, store_pg_batch, store_pg_write, store_pg, store_pg_whole.
 */
/* clang-format off */
#ifndef KHEPRI_STORE_PG_PARTS_H
#define KHEPRI_STORE_PG_PARTS_H

#include <libpq-fe.h>

#include "store_queue.h"
#include "store_report.h"

enum pg_sql {
    PG_BEGIN,
    PG_BEGIN_READING,
    PG_COMMIT,
    PG_ROLLBACK,
    PG_NUMBER,
    PG_OUTCOME,
    PG_IS_OURS,
    PG_PROVE,
    PG_NEW_TABLE,
    PG_SET_TABLE,
    PG_PUT_SEAT,
    PG_ADD_ACTION,
    PG_REMOVE_TABLE,
    PG_LOAD_TABLE,
    PG_LOAD_ACTIONS,
    PG_LIST,
    PG_LIST_JOINABLE,
    PG_COUNT_ALL,
    PG_COUNT_UNFINISHED,
    PG_COUNT_LISTED,
    PG_LIST_OLD,
    PG_NEXT,
    PG_CLAIM,
    PG_RELEASE,
    PG_SOON,
    PG_TELL,
    PG_ADD_BAN,
    PG_REMOVE_BAN,
    PG_BANS,
    PG_STATEMENTS
};

enum { PG_VALUES = 14, PG_PAYLOAD = 7900, PG_URL_ROOM = 4096, PG_READ_MS = 3000, PG_WRITE_MS = 10000, PG_AGAIN_MS = 50,
    PG_TELLER = 16, PG_REST_TIMES = 4 };

/* ---- statements (store_pg_sql.c) ---- */

extern const char *const store_pg_sql[PG_STATEMENTS];

/* ---- one connection (store_pg_db.c) ---- */

/* One connection, in pipeline mode once its statements are prepared. Used by one thread. */
struct pg_desk {
    PGconn *conn;                   /* NULL: not connected */
    int patience;                   /* ms that store_pg_query(), what uses it, and preparing wait; 0: any time */
    bool silent;                    /* the connection was given up because the server did not answer in time */
    char reason[STORE_LOG_ROOM];    /* why something failed last */
};

/* The values of a statement, as text. Numbers are kept in `digits`. */
struct pg_values {
    const char *at[PG_VALUES];
    char digits[PG_VALUES][24];
    int count;
};
void store_pg_text(struct pg_values *v, const char *text);              /* "" is a text */
void store_pg_text_or_null(struct pg_values *v, const char *text);      /* "" is NULL */
void store_pg_number(struct pg_values *v, int64_t number);

/* The database as messages name it: without a password. */
void store_pg_name(const char *url, char *out, size_t room);

/* Refuses an address that libpq does not understand, or takes otherwise than it was meant. It ends a password at / or
 * @, and its messages quote the rest as the name of a host. False: a sentence without any of it. */
bool store_pg_takes_url(const char *url, struct oops *why);

/* Connects, with the settings that all connections have. False: desk->reason. */
bool store_pg_connect(struct pg_desk *desk, const char *url);
/* Prepares all statements; from then on there are only pipelines. */
bool store_pg_prepare(struct pg_desk *desk);

/* The same for the writer. Its statements find their rows by keys, so one plan suits all values. To make a plan for the
 * values of each action takes three times the instructions of storing it. */
bool store_pg_prepare_to_write(struct pg_desk *desk);
void store_pg_disconnect(struct pg_desk *desk);

/* The time in ms, never going back. */
int64_t store_pg_now(void);

/* Outside a pipeline: statements without results; one text or number. */
bool store_pg_run(struct pg_desk *desk, const char *text);
/* The last result of these statements, to be cleared; NULL: none came in time. */
PGresult *store_pg_query(struct pg_desk *desk, const char *text);
bool store_pg_ask(struct pg_desk *desk, const char *text, int64_t *out);

/* Adds a statement to the pipeline; ends the pipeline. Statements after one that failed are not run. */
bool store_pg_send(struct pg_desk *desk, enum pg_sql which, const struct pg_values *values);
bool store_pg_sync(struct pg_desk *desk);
/* The result of the next statement, to be cleared. NULL: the connection is lost, or given up when `ms` are over (0: any
 * time). */
PGresult *store_pg_result(struct pg_desk *desk, int ms);
/* The end of the pipeline, after the results of all statements. */
bool store_pg_synced(struct pg_desk *desk, int ms);
bool store_pg_is_lost(const struct pg_desk *desk);

/* Keeps what the server said of a statement; false. */
bool store_pg_fail(struct pg_desk *desk, const char *at, const PGresult *result);
/* The first two, or all five, letters of the SQLSTATE. */
bool store_pg_state_is(const PGresult *result, const char *state);
/* Does the server say that it ends the connection? */
bool store_pg_is_ending(const PGresult *result);

/* ---- the schema (store_pg_schema.c) ---- */

/* Refuses a database that is not Khepri's, or of a newer Khepri; makes or migrates the schema. */
bool store_pg_set_up(struct pg_desk *desk, const char *name, struct oops *why);

/* Refuses a schema that is not the newest. */
bool store_pg_is_newest(struct pg_desk *desk, const char *name, struct oops *why);
int  store_pg_version(void);

/* ---- the store ---- */

/* The seats of a table that are present here; -1: it is only told that something changed. */
struct pg_present { char id[STORE_ID_ROOM]; int64_t seats; };

struct store_pg {
    struct store store;             /* first, so that it can be found from it */
    char url[PG_URL_ROOM], name[160];
    struct pg_desk writer, reader;
    bool held;                      /* all is read in one transaction, which the reader is in */
    int64_t writer_id;              /* its row in writers */
    int64_t read_tried_at;          /* when the reader last tried to connect, in ms */
    int64_t away_since;             /* of the writer: ms; 0: it is not away */
    struct store_report report;
    struct store_queue queue;
    char payload[PG_PAYLOAD];       /* of the writer: the tables that it changed, to be told to others */
    char teller[PG_TELLER + 1];     /* its first word, writer_id: what this server told is no news to it */

    struct pg_desk listener;        /* of the listening thread */
    pthread_t thread;
    bool listening;
    bool converted;                 /* by a newer program: the schema is not ours any more */
    int64_t others;                 /* how many other servers there were a second ago */
    int pipe[2];                    /* wakes the thread */
    pthread_mutex_t mutex;          /* guards the following */
    bool ending, doubts, cut_off;
    int64_t node;                   /* this server's number; 0: it is not connected */
    struct store_news *news;
    int news_count, news_taken, news_room;
    struct pg_present *present;     /* to be said, and told to other servers */
    int present_count, present_room;
};

/* ---- reading, on the caller's thread (store_pg_read.c) ---- */

bool store_pg_load(struct store *base, const char *id, struct store_table *table, struct store_action **actions,
                   int *count, struct oops *why);
int  store_pg_list(struct store *base, enum store_status status, bool joinable, int most, struct store_table *out,
                   struct oops *why);
int64_t store_pg_count(struct store *base, enum store_count what, uint32_t maker, int64_t since, struct oops *why);
int  store_pg_list_old(struct store *base, bool waiting, int64_t before, int most, char (*ids)[STORE_ID_ROOM],
                            struct oops *why);

bool store_pg_load_since(struct store *base, const char *id, int seq, struct store_table *table,
                         struct store_action **actions, int *count, struct oops *why);
int  store_pg_next(struct store *base, int64_t *row, char id[STORE_ID_ROOM], struct oops *why);
int  store_pg_bans(struct store *base, struct store_ban **out, struct oops *why);
/* Runs a statement of a name and a node; how many rows it changed, -1 on failure. */
int  store_pg_change(struct store_pg *store, enum pg_sql which, const char *id, int64_t node);

/* Connects the reader of a server. False: its reason. */
bool store_pg_connect_reader(struct store_pg *store);

/* This server's number; 0: the listening thread is not connected. */
int64_t store_pg_node(struct store_pg *store);

/* ---- who is present (store_pg_present.c) ---- */

/* To be said on the listening thread: the seats that are present here; that a table changed. */
void store_pg_present(struct store *base, const char *id, uint32_t seats);
void store_pg_tell_changed(struct store_pg *store, const char *id);
/* Says it. False: the connection is lost. */
bool store_pg_say_present(struct store_pg *store);

/* ---- other servers (store_pg_nodes.c) ---- */

enum { PG_NODE_LOCK = 1265136754 };     /* an advisory lock of this and the number of a server */

/* The listening thread. False: a sentence. */
bool store_pg_listen(struct store_pg *store, struct oops *why);
void store_pg_listen_no_more(struct store_pg *store);
bool store_pg_news(struct store *base, struct store_news *out);
int64_t store_pg_claim(struct store *base, const char *id, int64_t held);
void store_pg_release(struct store *base, const char *id, int64_t held);
bool store_pg_away(struct store *base);

/* ---- the statements of batches, on the writer's thread (store_pg_batch.c) ---- */

/* What became of them: ready to be committed; one batch has a result now; to be tried again; the connection is lost. */
enum pg_outcome { PG_GOOD, PG_BAD, PG_AGAIN, PG_AWAY };

extern const char store_pg_not_written[];

/* Begins a transaction with all batches that have no result yet. The other takes what comes back, and the
 * transaction's number. */
bool store_pg_send_group(struct store_pg *store, const struct store_batch *first);
enum pg_outcome store_pg_take_group(struct store_pg *store, struct store_batch *first, int64_t *number);
/* Writes one batch in the transaction that is open. False: desk->reason. */
bool store_pg_write_one(struct pg_desk *desk, struct store_batch *batch);

/* ---- writing, on the writer's thread (store_pg_write.c): struct store_work ---- */

void store_pg_write(void *store, struct store_batch *first);
void store_pg_tell(void *store);

#endif
