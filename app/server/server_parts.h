/* SPDX-License-Identifier: MIT
 * server_parts.h -- what the files of app/server share. All of it happens on the loop's thread but a
 * bot's thinking.
 *
 * What is in memory is what is committed. A change is worked out, stored, and only then made and told
 * (table_commit); meanwhile whatever else is asked of the same table waits in its queue. So nobody
 * ever hears of something that a crash could take back.
 */
/* clang-format off */
#ifndef KHEPRI_SERVER_PARTS_H
#define KHEPRI_SERVER_PARTS_H

#include <jansson.h>

#include "ai.h"
#include "match.h"
#include "refusal.h"
#include "secrets.h"
#include "server.h"
#include "text.h"
#include "thinkers.h"
#include "view.h"

enum {
    ASK_TOKENS = 8, QUEUE_MOST = 64, LIST_MOST = 100, BUCKETS = 1024, TABLES_MOST = 2000,
    SEAT_ROOM = 6 * STORE_NAME_ROOM + 128,
    TABLE_ROOM = STORE_OPTIONS_ROOM + STORE_SEATS * SEAT_ROOM + 512,
    BODY_MOST = 256 * 1024, RECORD_MOST = 1024 * 1024
};

#define API_CODES(X)                        \
    X(BAD_REQUEST, 400, "bad_request")      \
    X(NO_TOKEN,    401, "no_token")         \
    X(FORBIDDEN,   403, "forbidden")        \
    X(NOT_FOUND,   404, "not_found")        \
    X(METHOD,      405, "method")           \
    X(STALE,       409, "stale")            \
    X(ILLEGAL,     409, "illegal")          \
    X(CONFLICT,    409, "conflict")         \
    X(TOO_LARGE,   413, "too_large")        \
    X(TOO_MANY,    429, "too_many")         \
    X(BUSY,        503, "busy")

enum api_code {
#define X(id, status, name) API_##id,
    API_CODES(X)
#undef X
};

struct table;
struct ask;

typedef void (*ask_step)(struct server *server, struct table *table, struct ask *ask);

/* The hashes of the seat tokens that somebody showed. */
struct tokens { uint8_t hash[ASK_TOKENS][SECRET_HASH]; int count; };

/* One thing somebody wants, from when it is understood until it is answered. Owned by whoever
 * handles it; ask_destroy() at the end of each way. */
struct ask {
    struct ask *next;               /* in a table's queue */
    net_id      to;                 /* whom to answer; 0: nobody (a bot, the clock) */
    bool        live;               /* by WebSocket; `id` is to be echoed */
    json_t     *id, *body;
    struct tokens tokens;
    char        address[NET_ADDRESS_ROOM];
    ask_step    run;                /* with its table free */
    ask_step    done;               /* after the commit; tells and answers */
    struct store_table *row;        /* the table as it will be; NULL: only a move is made */
    struct match_turn  *turn;       /* the move that is being made; NULL: none */
    char        secret[STORE_SEATS][SECRET_TOKEN + 1];  /* new tokens, to be told once */
    int         seat;
    unsigned    thought;            /* of a bot: which of its thoughts it is */
};

/* Somebody looking on through a WebSocket. */
struct visitor {
    struct visitor *next;           /* in its bucket */
    struct visitor *beside;         /* at the same table */
    net_id          id;
    struct table   *table;          /* NULL: at none yet */
    char            address[NET_ADDRESS_ROOM];
    struct tokens   tokens;
    game_seats      seats;          /* that the tokens open at this table */
};

/* A table in memory; there is at most one for each in the store. */
struct table {
    struct table      *next;        /* in its bucket */
    struct store_table row;
    const struct game *game;
    struct match      *match;
    struct ask        *committing;  /* what is on its way to the disk */
    struct ask        *queue, *queue_last;
    int                queued;
    struct visitor    *visitors;
    uint64_t           used_at, moved_at;
    int                mover;       /* who acted at moved_at, if nature had no part in it; else GAME_NATURE */
    uint64_t           heard_at[STORE_SEATS];   /* when a person was last heard of */
    game_seats         away;        /* as the watchers were told */
    game_seats         hinting;     /* for whom a hint is being worked out */
    struct server     *server;
    uv_timer_t         timer;       /* of the bot to act */
    enum { BOT_IDLE, BOT_THINKS, BOT_WAITS } bot;
    int                bot_seat;
    unsigned           thought;     /* tells an answer that came too late */
    struct piece      *asked;       /* of the bot that thinks; NULL: none */
    union games_state  planned;     /* where the bot's actions so far lead */
    char               chosen[MATCH_LIST][GAME_TEXT_ROOM];
    int                chosen_count;
    bool               closing;
};

struct server {
    uv_loop_t         *loop;
    struct store      *store;
    struct net        *net;
    struct server_options options;
    struct net_limiter *makers;
    struct thinkers   *thinkers;
    struct net_limiter *askers;     /* of what is costly to think about */
    struct study      *studies;     /* the one that was asked for last is first */
    uv_timer_t         sweep, resume, tidy;
    char             (*going)[STORE_ID_ROOM];   /* old tables on their way out of the store */
    int                going_count, gone;
    struct table      *tables[BUCKETS];
    struct visitor    *visitors[BUCKETS];
    int                table_count, under_way;
    char             (*resumable)[STORE_ID_ROOM];
    int                resumable_count;
    uint64_t           proved_at;   /* when the store last took a write */
    bool               draining;
};

/* ---- answers (answers.c) ---- */

/* A text on the heap, for JSON that is then sent. */
struct page { char *at; size_t room; struct text t; };
bool page_open(struct page *page, size_t room);
void page_close(struct page *page);

/* A text of unknown length: `write` is called with ever more room until it fits. NULL without memory. */
char *page_grown(void (*write)(struct text *t, const void *arg), const void *arg, size_t *len);

void ask_refuse(struct server *server, const struct ask *ask, enum api_code code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void ask_refuse_and_end(struct server *server, struct ask *ask, enum api_code code, const char *sentence);
void ask_answer(struct server *server, const struct ask *ask, int status, const struct page *page);
/* What was sent has been read, and the ask is going to wait: for the disk, for a thread. */
void ask_forget_body(struct ask *ask);
void ask_destroy(struct ask *ask);
/* Begins {"ok":true, or the WebSocket's {"op":"reply","id":...,"ok":true, */
void ask_begin(const struct ask *ask, struct text *t);

void refuse_http(struct server *server, net_id to, enum api_code code, const char *allow, const char *sentence);
void json_table(struct server *server, struct text *t, const struct store_table *row);
/* The words for enum store_pace and enum store_stand_ins, each ended by NULL. */
extern const char *const table_paces[], *const table_stand_ins[];

/* ---- tables (tables.c) ---- */

/* The table of that name, from memory or the store; NULL if there is none, or with a sentence in *why. */
struct table *table_find(struct server *server, const char *id, struct oops *why);
struct table *table_in_memory(struct server *server, const char *id);
void table_ask(struct server *server, struct table *table, struct ask *ask);
/* Hands ask->row and ask->turn to the store, then calls ask->done; refuses if that fails. Extra
 * changes may be in `batch` already (NULL: none). */
void table_commit(struct server *server, struct table *table, struct ask *ask, struct store_batch *batch);
/* The same for what concerns no table in memory. */
void commit_alone(struct server *server, struct ask *ask, struct store_batch *batch);
bool batch_turn(struct store_batch *batch, const char *id, const struct match_turn *turn);
game_seats table_seats_of(const struct store_table *row, const struct tokens *tokens);
game_seats table_online(const struct table *table);
/* The persons who have not been heard of for so long that a bot may be asked to play for them. */
game_seats table_away(const struct server *server, const struct table *table);
void table_heard(struct table *table, game_seats seats);
void tables_sweep(struct server *server);
void table_close(struct server *server, struct table *table);
/* The first moment: what nature deals. Fills ask->turn. */
bool begin_game(struct server *server, struct match *match, struct ask *ask);
struct match *match_of_row(const struct store_table *row, const struct game **game);

/* ---- the parts ---- */

void tell_table(struct server *server, struct table *table);
/* The same to one of them alone, who has just come. */
void tell_newcomer(struct server *server, struct table *table, const struct visitor *v);
/* What a turn that is now part of the game has brought, to those who may know of it. */
void tell_turn(struct server *server, struct table *table, const struct match_turn *turn);

/* Helpers of the lobby. Those that return false or NULL have answered and ended the ask. */
bool lobby_may_manage(struct server *server, const struct table *table, struct ask *ask);
struct store_table *lobby_copy_row(struct server *server, struct ask *ask, const struct store_table *row);
int  lobby_seat_in_body(const struct ask *ask, const struct table *table);
bool lobby_read_bot(const json_t *json, const struct game *game, struct store_seat *out, struct refusal *why);
void lobby_name_bot(struct store_seat *seat, int number);
void lobby_seats_changed(struct server *server, struct table *table, struct ask *ask);

void lobby_create(struct server *server, struct ask *ask);
void lobby_join(struct server *server, struct table *table, struct ask *ask);
void lobby_seats(struct server *server, struct table *table, struct ask *ask);
void lobby_start(struct server *server, struct table *table, struct ask *ask);
void lobby_rematch(struct server *server, struct table *table, struct ask *ask);
void leaving_replace(struct server *server, struct table *table, struct ask *ask);
void leaving_return(struct server *server, struct table *table, struct ask *ask);
/* False, answered, unless the seat is among those whose token was shown. */
bool act_may(struct server *server, const struct table *table, const struct ask *ask, int seat);
void act_run(struct server *server, struct table *table, struct ask *ask);
void act_try(struct server *server, struct table *table, struct ask *ask);

void bots_consider(struct server *server, struct table *table);
/* Whatever a bot was about to do in a seat that is no longer its own. */
void bots_forget(struct table *table);
/* How long a bot rests among people that rests `delay` on average, less after its `own` action: `draw` says which of a few
 * times it is. */
int bots_rest(int delay, bool own, uint64_t draw);

void study_hint(struct server *server, struct table *table, struct ask *ask);
void study_analysis(struct server *server, struct table *table, struct ask *ask);
void studies_destroy(struct server *server);

void review_log(struct server *server, struct table *table, struct ask *ask);
void review_record(struct server *server, struct table *table, struct ask *ask);
void review_replay(struct server *server, struct ask *ask);

void api_on_http(void *self, const struct net_request *request);
size_t api_body_limit(void *self, const char *path);
bool assets_answer(struct server *server, const struct net_request *request);

void live_on_open(void *self, net_id id, const char *address);
void live_on_message(void *self, net_id id, const char *text, size_t len);
void live_on_close(void *self, net_id id);
void live_say_closing(struct server *server);

#endif
