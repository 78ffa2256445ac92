/* SPDX-License-Identifier: MIT
 * hall_parts.h -- what the files of the hall share.
 *
 * What is in memory is what is committed. A change is computed, stored, and only then
 * applied and told (commit.c); meanwhile other requests for the table wait in its queue. So
 * nobody hears of anything that a crash could undo.
 *
 * The files have an order, and none calls one after it: answers, bans, accounts, tables, telling, streams, nodes,
 * commit, bots, quota. Then come those of what visitors ask for (acting, lobby, inviting, leaving, review, study,
 * home), then api, live, tidy, hall, signing, admin.
 */
/* clang-format off */
#ifndef KHEPRI_HALL_PARTS_H
#define KHEPRI_HALL_PARTS_H

#include "action_list.h"
#include "ai.h"
#include "document.h"
#include "hall.h"
#include "json_read.h"
#include "match.h"
#include "refusal.h"
#include "secrets.h"
#include "text.h"
#include "view.h"

enum {
    ASK_TOKENS = 8, ASK_ID_ROOM = 6 * 64 + 8, QUEUE_MOST = 64, LIST_MOST = 100, BUCKETS = 1024, TABLES_MOST = 2000,
    EXAMINED = 8,                   /* tables looked at to make room for another */
    LISTED_FOR = 24 * 3600,         /* seconds that a table is in the list of tables to join, without its persons */
    SESSIONS_MOST = 8, PAGE_ROOM = 320, UNLOADED_TOLD = 8,
    SEAT_ROOM = 6 * STORE_NAME_ROOM + 128,
    TABLE_ROOM = STORE_OPTIONS_ROOM + STORE_SEATS * SEAT_ROOM + 512
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
    X(QUOTA,       429, "too_many")         \
    X(BUSY,        503, "busy")

enum api_code {
#define X(id, status, name) API_##id,
    API_CODES(X)
#undef X
};

struct table;
struct ask;

typedef void (*ask_step)(struct hall *hall, struct table *table, struct ask *ask);

/* The hashes of the tokens that somebody showed, and the bot account whose token is among them, or NULL. */
struct tokens { uint8_t hash[ASK_TOKENS][SECRET_HASH]; int count; struct account *account; };

/* What lets somebody in until it ends: a link, or a session. */
struct pass { uint8_t hash[SECRET_HASH]; uint64_t until; };

/* How a game stands with a bot account. */
enum account_stage { ACCOUNT_NEW, ACCOUNT_INVITED, ACCOUNT_SEATED, ACCOUNT_PLAYS, ACCOUNT_OVER, ACCOUNT_GONE };

struct account_game {
    char        id[STORE_ID_ROOM];
    enum account_stage stage, told; /* as it is, and as the bot knows since it connected */
    uint64_t    turn;               /* the last turn it was told of; 0: none */
};

/* A bot account. One whose token changed is gone, and there is another of that name; none is freed before the end. */
struct account {
    struct account *next;
    char        name[STORE_WORD_ROOM];
    uint8_t     hash[SECRET_HASH];
    bool        may_join;           /* open seats of public tables, without being invited */
    bool        gone;
    hall_who    stream;             /* where it is told events; 0: it is not there */
    uint64_t    second;             /* when the second began in which it asked so often */
    int         asked;
    int         joining;            /* seats that are on their way to the store */
    struct account_game *games;
    int         count, room;
};

/* One request, from the time it is read until it is answered. Owned by its handler; every
 * path ends in ask_destroy(). */
struct ask {
    struct ask *next;               /* in a table's queue */
    hall_who      to;                 /* whom to answer; 0: nobody (a bot, the clock) */
    bool        of_host;            /* by the socket that is for the host alone */
    bool        live;               /* by WebSocket; `id` is to be echoed */
    char        id[ASK_ID_ROOM];    /* as JSON; "": none */
    struct document document;       /* storage of the body */
    const struct json *body;        /* NULL: nothing was sent, or it was read and let go */
    struct tokens tokens;
    char        address[HALL_ADDRESS_ROOM];
    ask_step    run;                /* with its table free */
    ask_step    done;               /* after the commit; tells and answers */
    ask_step    undone;             /* after a commit that failed and was refused; NULL: nothing to do */
    struct store_table *row;        /* the table as it will be; NULL: only a move is made */
    struct store_ban   *ban;        /* the ban that is added or taken away; NULL: none */
    struct match_turn  *turn;       /* the move that is being made; NULL: none */
    int64_t     made;               /* its date, in seconds since 1970 */
    char        secret[STORE_SEATS][SECRET_TOKEN + 1];  /* new tokens, to be told once */
    int         seat;
    int         tries;              /* how often another server was first */
    bool        joins;              /* `seat` has been taken, with its token, if it has one, in `secret` */
    unsigned    thought;            /* of a bot: which of its thoughts it is */
    struct ask *making;             /* the next of those that make a table (quota.c) */
    uint32_t    maker;              /* of the table that it makes ... */
    bool        listed;             /* ... and whether that will be in the list of tables to join */
};

/* A WebSocket and what it watches. */
struct visitor {
    struct visitor *next;           /* in its bucket */
    struct visitor *beside;         /* at the same table */
    hall_who          id;
    struct table   *table;          /* NULL: at none yet */
    uint64_t        since;          /* when it came, or left its table */
    char            address[HALL_ADDRESS_ROOM];
    struct tokens   tokens;
    game_seats      seats;          /* that the tokens open at this table; by visitor_opens() */
};

/* A table in memory; there is at most one for each in the store. */
struct table {
    struct table      *next;        /* in its bucket */
    struct table      *later;       /* in the list of alarms */
    struct table      *stirred;     /* in the list of tables to look at */
    struct table      *older, *newer;   /* in the order in which they were used */
    struct store_table row;
    const struct game *game;
    struct match      *match;
    struct ask        *committing;  /* what is on its way to the disk */
    struct ask        *queue, *queue_last;
    int                queued;
    struct visitor    *visitors;
    int                openers[GAME_MAX_SEATS];     /* how many of them open each seat */
    uint64_t           used_at, moved_at;
    int64_t            moved_on;    /* the date of the newest moment, in seconds since 1970; 0: not known */
    int                mover;       /* the seat that acted at moved_at; GAME_NATURE if chance took part */
    uint64_t           heard_at[STORE_SEATS];   /* when a person was last heard of */
    game_seats         away;        /* as the watchers were told */
    game_seats         announced;   /* who is here, as other servers were told */
    game_seats         hinting;     /* for whom a hint is being worked out */
    struct hall       *hall;
    uint64_t           alarm;       /* when its bot is to be looked at */
    bool               has_alarm, is_stirred;
    bool               doubted;     /* another server may have changed it: to be read again before it is used */
    int64_t            claim;       /* this server plays its bots; 0: it does not, or they had nothing to do yet */
    uint64_t           elsewhere;   /* before this, another server is believed to play them */
    bool               of_accounts; /* a bot account has, or had, to do with it */
    enum { BOT_IDLE, BOT_THINKS, BOT_WAITS } bot;
    int                bot_seat;
    unsigned           thought;     /* tells an answer that came too late */
    struct hall_thought *asked;     /* of the bot that thinks; NULL: none */
    union games_state  planned;     /* where the bot's actions so far lead */
    char               chosen[MATCH_LIST][GAME_TEXT_ROOM];
    int                chosen_count;
    bool               gone;        /* it was removed: to be closed when the event at hand is over */
};

/* A table that cannot be loaded, and why, of which the log has told; it does not again before that time. */
struct unloaded { char id[STORE_ID_ROOM]; struct oops why; uint64_t until; };

struct hall {
    struct hall_host   host;
    struct hall_options options;
    struct study      *studies;     /* the one that was asked for last is first */
    char             (*going)[STORE_ID_ROOM];   /* old tables on their way out of the store */
    int                going_count, gone;
    int64_t            tidy_date;   /* the last time tables were tidied: the date, and the clock; 0: never */
    uint64_t           tidy_clock, tidy_after;  /* not before this */
    int64_t            tidy_claim;  /* this server does it, for all of them */
    int64_t            stored;      /* tables in the store; -1: not counted yet */
    struct ask        *making;      /* tables on their way to the store */
    struct table      *tables[BUCKETS];
    struct visitor    *visitors[BUCKETS];
    struct account    *accounts;
    int                table_count, under_way;
    uint64_t           names;       /* given to tables, in a seeded hall */
    struct table      *oldest, *newest; /* of the tables in memory: used longest ago, and last */
    struct table      *alarms;      /* the first is the next */
    uint64_t           told;        /* the alarm that the host was told of; 0: none */
    uint64_t           acted_at;    /* when a person last acted; 0: nobody has */
    uint64_t           bots_due;    /* when a table of bots alone last acted, or will */
    struct table      *stirred;     /* bots_settle() will look at them */
    struct unloaded    unloaded[UNLOADED_TOLD];
    char             (*resumable)[STORE_ID_ROOM];
    int                resumable_count;
    uint64_t           proved_at;   /* when the store last took a write */
    uint64_t           proof_until; /* how long a proof on its way to the store is waited for; 0: there is none */
    struct ask        *proving;     /* requests for /ready that wait for it */
    bool               draining;
    bool               no_new_tables;   /* the host wants it, before a restart */
    struct store_ban  *bans;
    int                ban_count;
    bool               bans_doubted;    /* they could not be read when they may have changed */
    void             (*admin)(struct hall *hall, struct ask *ask);  /* NULL: the host has no say here */
    void             (*sign_in)(struct hall *hall, struct ask *ask);    /* NULL: there is no page of the host */
    char               page[PAGE_ROOM];     /* the address of the client, for links; "": none */
    char              *wide;        /* page_open_wide() takes it; NULL: it is taken, or was never there */
    struct pass        link, sessions[SESSIONS_MOST];
};

uint64_t hall_now(const struct hall *hall);
struct hall_host hall_host_filled(const struct hall_host *host);    /* with what may be NULL replaced */
bool hall_may(const struct hall *hall, enum hall_cost cost, const char *address);
/* A number for an address, 0 for "". It is stored with tables, so it has 24 bits only: enough to tell visitors apart,
 * too few to tell an address from it. */
uint32_t hall_owner(const char *address);
void hall_say(const struct hall *hall, enum hall_level level, const char *event, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* ---- answers (answers.c) ---- */

/* A text on the heap, for JSON that is then sent. */
struct page { char *at; size_t room; struct text t; };
bool page_open(struct page *page, size_t room);
void page_close(struct page *page);
/* The same with room for a table and its view. That is much, so the hall keeps one from each time to the next. */
bool page_open_wide(struct hall *hall, struct page *page);
void page_close_wide(struct hall *hall, struct page *page);

/* Whether a value is there and is of that kind. */
bool is_kind(const struct json *value, enum json_kind kind);

void ask_refuse(struct hall *hall, const struct ask *ask, enum api_code code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void ask_refuse_and_end(struct hall *hall, struct ask *ask, enum api_code code, const char *sentence);
void ask_answer(struct hall *hall, const struct ask *ask, int status, const struct page *page);
/* What was sent has been read, and the ask is going to wait: for the disk, for a thread. */
void ask_forget_body(struct ask *ask);
void ask_destroy(struct ask *ask);
/* Forgets what it was going to do: it is run again. */
void ask_begin_again(struct ask *ask);
/* Begins {"ok":true, or the WebSocket's {"op":"reply","id":...,"ok":true, */
void ask_begin(const struct ask *ask, struct text *t);
void refuse_http(struct hall *hall, hall_who to, enum api_code code, const char *allow, const char *sentence);

/* ---- bans (bans.c) ---- */

extern const char ban_sentence[], mute_sentence[];
bool ban_fits(const struct store_ban *ban, enum store_ban_kind kind, const char *what);
bool is_banned(const struct hall *hall, enum store_ban_kind kind, const char *what);
/* One was stored, or taken out of the store. The first returns how many visitors it let go of. */
int bans_add(struct hall *hall, const struct store_ban *ban);
void bans_take(struct hall *hall, const struct store_ban *ban);
/* Reads them from the store again, and lets go of visitors who are banned now. How many; -1, and a sentence, if they
 * cannot be read: then they stay as they were. bans_catch_up() reads them if that is still to be done. */
int bans_read(struct hall *hall, struct oops *why);
void bans_catch_up(struct hall *hall);

/* ---- bot accounts (accounts.c) ---- */

/* A hall in a page has no bot accounts, so that the compiler leaves out all that is for them alone. */
#ifdef KHEPRI_NO_ACCOUNTS
enum { HAS_ACCOUNTS = 0 };
#else
enum { HAS_ACCOUNTS = 1 };
#endif

/* The first account; NULL if there is none. */
static inline struct account *
account_first(const struct hall *hall)
{
    return HAS_ACCOUNTS ? hall->accounts : NULL;
}

/* The account whose token was shown; NULL if there is none. */
static inline struct account *
account_shown(const struct tokens *tokens)
{
    return HAS_ACCOUNTS ? tokens->account : NULL;
}

/* The account of that name; NULL if there is none. */
struct account *account_find(const struct hall *hall, const char *name);
/* Sets tokens->account. */
void account_resolve(const struct hall *hall, struct tokens *tokens);
bool account_sits(const struct store_seat *seat);
bool account_is_invited(const struct store_seat *seat);
/* The account that sits there or is invited; NULL if there is none, or none any more. */
struct account *account_of_seat(const struct hall *hall, const struct store_seat *seat);
/* The seat of an account at a table, or the first that it is invited to; or -1. */
int account_seat(const struct store_table *row, const struct account *account);
int account_invited_seat(const struct store_table *row, const struct account *account);
void account_take_seat(const struct account *account, struct store_seat *seat);
/* Why the account that a seat names cannot be invited there; NULL: it can. */
const char *account_why_not_invited(const struct hall *hall, const struct store_table *row, int seat);
/* May it ask something more in this second? It counts. */
bool account_may_ask(struct hall *hall, struct account *account);
/* How many games are at these stages. */
int account_count(const struct account *account, enum account_stage from, enum account_stage to);
/* May it play one more game? */
bool account_has_room(const struct hall *hall, const struct account *account);
/* Notes how a table stands with all accounts. */
void account_note(struct hall *hall, const struct store_table *row);
struct account_game *account_game(struct account *account, const char *id);
struct account_game *account_add(struct account *account, const char *id);   /* NULL without memory */
void account_forget(struct account *account, struct account_game *game);
bool accounts_set(struct hall *hall, const struct hall_account *list, int count);    /* false without memory */
void accounts_destroy(struct hall *hall);
/* Is a table that is not in memory to be taken there, since an account may be told of it? `named`: a seat is given by
 * name. */
bool accounts_follow(struct hall *hall, const char *id, bool named);

/* ---- tables (tables.c) ---- */

/* The table of that name, from memory or the store; NULL if there is none, or with a sentence in *why. */
struct table *table_find(struct hall *hall, const char *id, struct oops *why);
struct table *table_in_memory(struct hall *hall, const char *id);
/* Its bots are to be looked at when the event at hand is over. */
void table_stir(struct table *table);
/* Its bot is to be looked at in `ms`; this replaces an earlier alarm. */
void table_set_alarm(struct table *table, uint64_t ms);
void table_no_alarm(struct table *table);
game_seats table_seats_of(const struct store_table *row, const struct tokens *tokens);
/* Notes which seats of its table a visitor opens: 0 before it leaves. Thousands may watch, so that nobody asks each. */
void visitor_opens(struct visitor *v, game_seats seats);
/* Who is connected here; and who is, here or at another server. The others are told of those who are here. */
game_seats table_here(const struct table *table);
game_seats table_online(const struct table *table);
void table_announce(struct table *table);
/* The persons who have not been heard of for so long that a bot may be asked to play for them. */
game_seats table_away(const struct hall *hall, const struct table *table);
void table_heard(struct table *table, game_seats seats);
bool table_has_person(const struct store_table *row);
/* Somebody uses it now. */
void table_used(struct table *table);
/* Sends away all who watch it; without a reason they only watch it no longer. */
void table_turn_out(struct hall *hall, struct table *table, const char *why);
/* Lets go of tables that nobody used for that number of milliseconds. */
void tables_let_go(struct hall *hall, uint64_t patience);
void table_close(struct hall *hall, struct table *table);
/* It was deleted: nobody watches or asks any more, and it is no longer in memory. */
void table_be_gone(struct hall *hall, struct table *table);
/* What its bot thinks, or wants to do, is not asked for: the table is not what it was, or the seat not its own. */
void table_drop_question(struct table *table);
void table_forget_bot(struct table *table);
/* What everybody sees of a table, before something happens there. */
struct public_sight { union games_state state; int moment; };
void table_see(const struct table *table, struct public_sight *out);
/* The log has grown since, from entry `first`. The clock of the bots moves only at public events, so that their pace
 * does not reveal a secret sale. */
void table_has_moved(struct table *table, const struct public_sight *before, int first);
/* A seed for chance at this table now. */
bool table_seed(const struct table *table, enum secret_use use, int number, uint64_t *out);
struct match *match_of_row(const struct store_table *row, const struct game **game);
/* Adds a stored action to a match, and keeps its date in *moved_on if a moment came with it. False if it is not the
 * next one, or against the rules. */
bool table_replay(struct match *match, const struct store_action *action, int64_t *moved_on);
/* The table as it is stored, in the place of what is in memory. False, nothing changed, if the rules refuse it. */
bool table_restore(struct table *table, const struct store_table *row, const struct store_action *actions, int count);

/* ---- telling (telling.c) ---- */

/* The words for enum store_pace and enum store_stand_ins, each ended by NULL. */
extern const char *const table_paces[], *const table_stand_ins[];
void json_table(struct hall *hall, struct text *t, const struct store_table *row);
/* "2026-11-21T10:00:00Z", 20 characters; the first 10 are the date. */
void write_date(int64_t seconds, char out[24]);

void tell_table(struct hall *hall, struct table *table);
/* The same to one of them alone, who has just come. */
void tell_newcomer(struct hall *hall, struct table *table, const struct visitor *v);
/* Tells watchers what the log brought from entry `first` on, each what they may know. */
void tell_since(struct hall *hall, struct table *table, int first);

/* ---- events for bot accounts (streams.c) ---- */

/* Tells of the tables that were stirred. */
void streams_settle(struct hall *hall);
void streams_open(struct hall *hall, struct ask *ask);
/* Whether it was a stream. */
bool streams_close(struct hall *hall, hall_who who);
void streams_keep_alive(struct hall *hall);
void streams_say_closing(struct hall *hall, const char *why);
/* Tables of the store, as the hall begins. */
void streams_resume(struct hall *hall, const struct store_table *rows, int count);
/* The list of bot accounts. */
void streams_list(struct hall *hall, struct ask *ask);

/* ---- several servers (nodes.c) ---- */

/* May this server play the bots of this table? If not now, the table is looked at again later. */
bool table_plays_bots(struct table *table);
/* Reads a table again that another server may have changed, and tells its watchers. If it is GONE, it is no longer in
 * memory. UNKNOWN, with a sentence in *why: the store cannot be read, and the table is read again later. STRANGE: what
 * another server stored is not understood here. Nothing of it may be on its way to the store. */
enum table_now { TABLE_THERE, TABLE_GONE, TABLE_UNKNOWN, TABLE_STRANGE };
enum table_now table_read_again(struct hall *hall, struct table *table, struct oops *why);
/* table_find() for a request: the visitor may know of something newer, told by another server. So it reads again. */
struct table *table_visit(struct hall *hall, const char *id, struct oops *why);
/* Whether this server is cut off from the store, and others may not be. */
bool nodes_hear(struct hall *hall);

/* ---- commits (commit.c) ---- */

/* Queues an ask: it runs when the table is free. */
void table_ask(struct hall *hall, struct table *table, struct ask *ask);
/* Hands ask->row and ask->turn to the store, then calls ask->done; refuses if that fails. Extra
 * changes may be in `batch` already (NULL: none). */
void table_commit(struct hall *hall, struct table *table, struct ask *ask, struct store_batch *batch);
/* The same for what concerns no table in memory. */
void commit_alone(struct hall *hall, struct ask *ask, struct store_batch *batch);
/* Adds ask->turn, if there is one, with the date of now. */
bool batch_turn(struct hall *hall, struct store_batch *batch, const char *id, struct ask *ask);
/* The first moment of the table ask->row: what nature deals. Fills ask->turn. */
bool begin_game(struct hall *hall, struct match *match, struct ask *ask);

/* ---- bots (bots.c) ---- */

/* Looks at the tables that were stirred: whose bot is to act begins to think. */
void bots_settle(struct hall *hall);
/* The alarms that are due. */
void bots_tick(struct hall *hall);

/* ---- quotas (quota.c) ---- */

/* May this visitor make such a table? If not, the ask is answered, but not ended. */
bool quota_allows(struct hall *hall, const struct ask *ask, const struct store_table *row);
/* The ask's new table, *row, is on its way to the store; then it is there, or it is not. */
void quota_begin(struct hall *hall, struct ask *ask, const struct store_table *row);
void quota_end(struct hall *hall, const struct ask *ask, bool made);

/* ---- what visitors ask for ---- */

/* The reading of requests. Each false: refused, with a sentence. */
extern const char name_rule[];
bool read_name_text(const char *text, char out[STORE_NAME_ROOM]);
bool read_name(const struct json *json, char out[STORE_NAME_ROOM]);
bool read_bot(const struct hall *hall, const struct json *json, const struct game *game, struct store_seat *out,
              struct refusal *why);
bool read_seat(const struct hall *hall, const struct json *json, const struct game *game, int number,
               struct store_seat *out, struct refusal *why);
bool read_flag(const struct json *body, const char *key, bool otherwise, bool *out, struct refusal *why);
bool row_options(const struct game *game, const void *state, struct store_table *row, struct refusal *why);
bool read_table(const struct hall *hall, const struct json *body, struct store_table *row, struct refusal *why);
/* A name for each bot that was given none: one that nobody else at the table has. */
void name_bots(struct store_table *row);

/* Helpers of the lobby. Those that return false or NULL have answered and ended the ask. */
bool lobby_may_manage(struct hall *hall, const struct table *table, struct ask *ask);
struct store_table *lobby_copy_row(struct hall *hall, struct ask *ask, const struct store_table *row);
/* A seat that is open to anybody, or -1. */
int  lobby_first_open_seat(const struct store_table *row);
/* The "seat" of the body; -1: it is no seat of the table, and the ask is answered and ended. */
int  lobby_seat_in_body(struct hall *hall, const struct table *table, struct ask *ask);
void lobby_seats_changed(struct hall *hall, struct table *table, struct ask *ask);

void lobby_create(struct hall *hall, struct ask *ask);
void lobby_join(struct hall *hall, struct table *table, struct ask *ask);
void lobby_seats(struct hall *hall, struct table *table, struct ask *ask);
void lobby_start(struct hall *hall, struct table *table, struct ask *ask);
void lobby_rematch(struct hall *hall, struct table *table, struct ask *ask);
void inviting_join(struct hall *hall, struct table *table, struct ask *ask);
void inviting_decline(struct hall *hall, struct table *table, struct ask *ask);
void leaving_replace(struct hall *hall, struct table *table, struct ask *ask);
void leaving_return(struct hall *hall, struct table *table, struct ask *ask);
/* False, answered, unless the seat is among those whose token was shown. */
bool act_may(struct hall *hall, const struct table *table, const struct ask *ask, int seat);
void act_run(struct hall *hall, struct table *table, struct ask *ask);
void act_try(struct hall *hall, struct table *table, struct ask *ask);

void study_hint(struct hall *hall, struct table *table, struct ask *ask);
void study_analysis(struct hall *hall, struct table *table, struct ask *ask);
/* At home: the same of a record that was sent. */
void study_record(struct hall *hall, struct ask *ask);
/* What the analyses that are kept take. */
size_t studies_bytes(const struct hall *hall);
void studies_destroy(struct hall *hall);

void review_log(struct hall *hall, struct table *table, struct ask *ask);
void review_record(struct hall *hall, struct table *table, struct ask *ask);
/* The actions of a table as records write them. False without memory; the caller finishes the list. */
bool list_actions(const struct match *match, struct action_list *out);
/* The record, whatever it tells. */
void answer_record(struct hall *hall, struct table *table, struct ask *ask);
void review_replay(struct hall *hall, struct ask *ask);

/* What is under /api/1/local: docs/wasm.md. */
void home_look(struct hall *hall, struct table *table, struct ask *ask);
void home_record(struct hall *hall, struct table *table, struct ask *ask);
void home_forget(struct hall *hall, struct table *table, struct ask *ask);
void home_import(struct hall *hall, struct ask *ask);
/* After a new table was stored, ask->row: answers with it. */
void lobby_created(struct hall *hall, struct table *none, struct ask *ask);
/* A new token for a seat, into ask->secret too. */
bool lobby_new_secret(struct hall *hall, struct ask *ask, struct store_seat *seat, int number);
/* {"ok":true,"table":...} and, where asked for, the tokens in ask->secret. */
void lobby_answer(struct hall *hall, struct ask *ask, int status, const struct store_table *row, bool tokens);

/* For the host of the server (signing.c, admin.c). The first: false, answered and ended, unless it is the host. */
bool signing_is_host(struct hall *hall, struct ask *ask);
void signing_link(struct hall *hall, struct ask *ask);
void signing_in(struct hall *hall, struct ask *ask);
void signing_out(struct hall *hall, struct ask *ask);
void admin_run(struct hall *hall, struct ask *ask);

void api_request(struct hall *hall, const struct hall_request *request);
/* Refuses who has waited too long for a proof that the store takes writes. */
void api_tick(struct hall *hall);
void live_open(struct hall *hall, hall_who who, const char *address);
void live_message(struct hall *hall, hall_who who, const char *text, size_t len);
void live_close(struct hall *hall, hall_who who);
/* Closes those that have been at no table for too long. */
void live_let_go(struct hall *hall);
void live_say_closing(struct hall *hall, const char *why);
/* Forgets all visitors, without a word. */
void live_destroy(struct hall *hall);

#endif
