/* SPDX-License-Identifier: MIT
 * hall.h -- the host of all tables, without I/O: the live protocol of docs/protocol.md, bytes in,
 * bytes out.
 *
 * The caller brings in requests, messages, thoughts and the time; the hall answers through the
 * functions of struct hall_host. None of these may call the hall back: what is done at once is
 * reported later, from the caller's loop. All of it happens on one thread, hall_think() excepted.
 */
/* clang-format off */
#ifndef KHEPRI_HALL_H
#define KHEPRI_HALL_H

#include "ai.h"
#include "khepri/games.h"
#include "store.h"

enum { HALL_ADDRESS_ROOM = 48, HALL_TOKEN = 32, HALL_HOST_ROOM = 192, HALL_BODY_MOST = 256 * 1024,
    HALL_RECORD_MOST = 1024 * 1024 };

struct hall;
typedef uint64_t hall_who;          /* one WebSocket, or one HTTP request; 0 is nobody */

enum hall_method { HALL_GET, HALL_HEAD, HALL_POST, HALL_OTHER };
enum hall_bye { HALL_BYE_GOING, HALL_BYE_LATER, HALL_BYE_IDLE, HALL_BYE_BANNED };
enum hall_level { HALL_ERROR, HALL_WARN, HALL_INFO, HALL_DEBUG };
enum hall_cost { HALL_NEW_TABLE, HALL_STUDY, HALL_SIGN_IN };      /* what has a rate limit of its own */

/* One HTTP request. Everything it points to is gone when hall_http() returns. */
struct hall_request {
    hall_who         who;           /* to be answered by exactly one reply, now or later */
    enum hall_method method;
    const char      *path;          /* decoded, without the query */
    const char      *authorization; /* the header, or "" */
    const char      *address;       /* stands for the client: for rate limits and shares */
    const char      *body;          /* ends in a 0 that len does not count */
    size_t           len;
    bool             host;          /* by the socket of the host of the server; see hall_let_host_in() */
};

struct hall_reply {
    int         status;
    const char *type;               /* the media type */
    const char *body;
    size_t      len;
    const char *filename;           /* offered as a download of that name, or NULL */
    const char *allow;              /* the methods allowed, for status 405; or NULL */
    int         retry_after;        /* seconds after which the same may be asked again; 0: not known */
    bool        goes_on;            /* the body is the beginning of a stream: send() adds to it, close() ends it */
};

/* ---- thinking ---- */

enum hall_task { HALL_CHOOSE, HALL_HINT, HALL_REVIEW };

/* Work for a bot, to be done by hall_think() on any thread. It is the host's from think() until it
 * calls hall_thought(). A review is done in slices: the hall asks again until it is finished. */
struct hall_thought {
    enum hall_task     task;
    const struct game *game;
    struct ai_player   bot;
    int                seats, seat;
    union games_state  state;       /* what the seat may see; a review: the start of the game */
    uint64_t           rng;
    uint32_t           ms;          /* time to think by the clock, 0: without a clock */
    uint32_t           owner;       /* a number for who asked for it; all owners are to have equal shares */
    bool               for_people;  /* false: for a table of bots only, so it can wait */
    char               table[STORE_ID_ROOM];

    struct hall_act   *log;         /* a review: the actions of the game */
    int                count, at;   /* ... how many, how many are done */

    game_action        answer;      /* of a choice */
    char              *text;        /* JSON of a hint or a finished review, on the heap; NULL: none */
    size_t             len;
    char              *early;       /* a review's chances before it is finished, in JSON on the heap; NULL: none yet */
    size_t             early_len;
    const char        *why;         /* a constant sentence: why there is no text */

    void             (*done)(struct hall *hall, struct hall_thought *thought, bool worked);
    void             (*scrap)(struct hall_thought *thought);    /* frees `private`; NULL: nothing to free */
    void              *private;     /* of hall_think() */
    _Alignas(16) unsigned char host[HALL_HOST_ROOM];    /* of the host */
};

struct hall_act { game_action action; int seat; };

/* Does the work, or a slice of it, until `enough` says so. Touches nothing but the thought. */
void hall_think(struct hall_thought *thought, const struct ai_limits *limits, bool (*enough)(void *self), void *self);

/* ---- the host ---- */

/* Those marked "or NULL" may be NULL: then nothing is above the rate, no thought is dropped, and none waits. */
struct hall_host {
    void         *self;
    ai_bots_at   *bots;             /* those that may be seated; one without choose() thinks elsewhere, by think().
                                     * NULL: ai_bot_at */
    struct store *store;            /* where tables are kept; the host calls hall_collect() when it has news */

    uint64_t (*clock)(void *self);  /* milliseconds, never going back */
    int64_t  (*date)(void *self);   /* seconds since 1970 */
    bool     (*random)(void *self, void *out, size_t len);
    bool     (*seal)(void *self, const char token[HALL_TOKEN], uint8_t out[STORE_HASH]);   /* the hash that is stored */
    bool     (*may)(void *self, enum hall_cost cost, const char *address);  /* false: above the rate; or NULL */
    /* Reads an address that a person wrote, into the form that stands for a client in hall_request. False: it is none.
     * Or NULL: any text of that length is taken as it is. */
    bool     (*address)(void *self, const char *text, char out[HALL_ADDRESS_ROOM]);
    void     (*say)(void *self, enum hall_level level, const char *event, const char *text);

    void (*reply)(void *self, hall_who who, const struct hall_reply *reply);    /* the body is copied */
    void (*send)(void *self, hall_who who, const char *text, size_t len);
    void (*close)(void *self, hall_who who, enum hall_bye code, const char *why);

    /* The host is to call hall_tick() `ms` from now; a later call replaces an earlier one. */
    void (*wake)(void *self, uint64_t ms);

    void     (*think)(void *self, struct hall_thought *thought);    /* queues it; hall_thought() follows, later */
    void     (*drop)(void *self, struct hall_thought *thought);     /* not wanted; hall_thought() follows; or NULL */
    uint64_t (*thinking)(void *self, const struct hall_thought *thought); /* ms since it began, 0: it waits; or NULL */
    int      (*waiting)(void *self, uint32_t owner);    /* how many thoughts of an owner wait to be begun; or NULL */

    /* For a host that measures commits; both may be NULL. `mark` is the host's own; `actions` were stored,
     * -1: the commit failed. */
    uint64_t (*commit_begins)(void *self);
    void     (*commit_ends)(void *self, uint64_t mark, int actions);
};

/* A `seal` that keeps tokens as they are, for a host where they are no secret. */
bool hall_seal_open(void *self, const char token[HALL_TOKEN], uint8_t out[STORE_HASH]);

struct hall_options {
    int bot_delay;                  /* ms from one action to a bot's next among people, on average; 0: at once */
    int away;                       /* ms after which a bot may play for a person who is not there */
    int bot_limit;                  /* ms that a bot may think at most */
    int tables;                     /* how many tables may be stored; 0 here and below: any number */
    int tables_each;                /* how many of one visitor may be waiting or playing */
    int listed_each;                /* how many of one visitor may be in the list of tables to join */
    int bots_games;                 /* how many games one bot account may play at once */
    int bots_rate;                  /* how many requests it may send in a second */
    int idle;                       /* ms after which a WebSocket that watches no table is closed; 0: never */
    bool seeded;                    /* for tests: all chance but tokens follows from it, and no clock ends a thought */
    uint64_t seed;
    bool at_home;                   /* all persons sit at this screen: names of tables begin with 0, tokens are
                                     * told again, and /api/1/local answers (docs/wasm.md) */
};

/* NULL without memory. */
struct hall *hall_create(const struct hall_host *host, const struct hall_options *options);
void hall_destroy(struct hall *hall);
void hall_set_delay(struct hall *hall, int bot_delay);

/* The bot accounts that there are from now on; those that are not in the list any more are closed. To be called before
 * hall_resume() too. False without memory for all of them. */
struct hall_account { char name[STORE_WORD_ROOM]; uint8_t hash[STORE_HASH]; bool may_join; };
bool hall_set_accounts(struct hall *hall, const struct hall_account *list, int count);

/* Takes up the bans of the store, before anybody is let in. False, and a sentence, if they cannot be read. */
bool hall_read_bans(struct hall *hall, struct oops *why);

/* From now on /api/1/admin answers requests whose `host` is set. With a page of the host it also answers those with the
 * token of somebody who signed in there. `page` is the address of the client, as "https://play.example.org/". */
void hall_let_host_in(struct hall *hall);
void hall_let_host_sign_in(struct hall *hall, const char *page);

/* A new token, for a seat or a bot account. False without randomness. */
bool hall_new_token(bool (*random)(void *self, void *out, size_t len), void *self, char out[HALL_TOKEN + 1]);

/* What happens outside. */
void hall_http(struct hall *hall, const struct hall_request *request);
void hall_open(struct hall *hall, hall_who who, const char *address);
void hall_message(struct hall *hall, hall_who who, const char *text, size_t len);
void hall_close(struct hall *hall, hall_who who);
void hall_collect(struct hall *hall);               /* the store has something to collect */
void hall_thought(struct hall *hall, struct hall_thought *thought, bool worked); /* not worked: dropped unbegun */
void hall_tick(struct hall *hall);                  /* the time asked for has come */
void hall_sweep(struct hall *hall);                 /* every few seconds: lets idle tables go, tells who is away */

/* What there is at the moment; `stored` is -1 until it was first asked for. */
struct hall_counts { int tables[STORE_OVER + 1], visitors, commits; int64_t stored; size_t analyses; /* bytes */ };
struct hall_counts hall_count(const struct hall *hall);

/* Whether this table is in memory. */
bool hall_has(struct hall *hall, const char *id);

/* A table as JSON; `seq` is the newest moment of one that is not in memory. */
void hall_write_row(struct hall *hall, struct text *t, const struct store_table *row, int seq);

/* Whether the hall answers this path at all; the rest are files of the host. */
bool hall_has_path(const char *path);

/* Takes up the tables that were playing when the program ended: lists them, then loads one at each call. Returns how
 * many are left. */
int hall_resume(struct hall *hall);
int hall_resume_next(struct hall *hall);

/* Removes tables that nobody acted at for `days`, and those that have waited for players for `waiting` days (0: never).
 * Tables in memory stay; a few go at a time. To be called now and then. Where the date seems to have leapt,
 * nothing is removed for a day. */
void hall_tidy(struct hall *hall, int days, int waiting);

/* Do the rules accept the stored actions of a table, from the first to the last? Else *at is the first that they
 * refuse; 0 too if the game or its options are unknown. */
bool hall_log_holds(const struct store_table *row, const struct store_action *actions, int count, int *at);

/* Begins to end: visitors are told, nothing new is begun. hall_busy(): how many commits are under way. */
void hall_drain(struct hall *hall);
int  hall_busy(const struct hall *hall);

/* Lets go of all visitors, without a word. After this only hall_thought() may come, then hall_destroy(). */
void hall_end(struct hall *hall);

/* How long a bot rests that rests `delay` ms on average, less after its `own` action.
 * `draw` chooses among a few times. */
int hall_rest(int delay, bool own, uint64_t draw);

#endif
