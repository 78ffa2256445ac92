/* SPDX-License-Identifier: MIT
 * server.c -- the hall on the net: wires it to the store, the transport, the clock and the thinkers. */
#include "server_parts.h"

#include <assert.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "net_unix.h"
#include "net_words.h"

enum {
    SWEEP_MS = 10 * 1000,
    BOTS_MS = 1000,
    RESUME_MS = 5,
    TIDY_MS = 3600 * 1000,
    SLICE_MS = 40,
    SIGN_IN_RATE = 1,
    SIGN_IN_BURST = 10
};

/* ---- what the hall asks of its host ---- */

static uint64_t
clock_of(void *self)
{
    const struct server *server = self;

    return uv_now(server->loop);
}

static int64_t
date_of(void *self)
{
    (void)self;
    return (int64_t)time(NULL);
}

/* In stock, because each action asks for 8 bytes. What was handed out is wiped: tokens are made of it. */
static bool
random_of(void *self, void *out, size_t len)
{
    struct server *server = self;
    uint8_t *from;

    if (len > LUCK_ROOM)
        return getrandom(out, len, 0) == (ssize_t)len;
    if (server->luck_left < len) {
        if (getrandom(server->luck, LUCK_ROOM, 0) != LUCK_ROOM)
            return false;
        server->luck_left = LUCK_ROOM;
    }
    from = server->luck + LUCK_ROOM - server->luck_left;
    memcpy(out, from, len);
    explicit_bzero(from, len);
    server->luck_left -= len;
    return true;
}

bool
server_seal(void *self, const char token[HALL_TOKEN], uint8_t out[STORE_HASH])
{
    (void)self;
    return EVP_Digest(token, HALL_TOKEN, out, NULL, EVP_sha256(), NULL) == 1;
}

static bool
may(void *self, enum hall_cost cost, const char *address)
{
    struct server *server = self;

    struct net_limiter *const limiters[] = {[HALL_NEW_TABLE] = server->makers,
                                            [HALL_STUDY] = server->askers,
                                            [HALL_SIGN_IN] = server->signers};

    return net_limiter_take(limiters[cost], address, uv_now(server->loop));
}

/* All that come by a Unix socket without a proxy are one visitor. */
static bool
address_of(void *self, const char *text, char out[HALL_ADDRESS_ROOM])
{
    char address[NET_ADDRESS_ROOM] = NET_UNIX_ADDRESS;

    (void)self;
    if (strcmp(text, NET_UNIX_ADDRESS) != 0 && !net_address(text, address))
        return false;
    net_household(address, out);
    return true;
}

static void
say(void *self, enum hall_level level, const char *event, const char *text)
{
    const struct server *server = self;

    journal_say(&server->options.journal, (enum journal_level)level, event, "%s", text);
}

static void
reply(void *self, hall_who who, const struct hall_reply *reply)
{
    struct server *server = self;

    if (who & ADMIN_WHO) {
        admin_socket_reply(server->admin, who, reply);
        return;
    }
    server->net->reply(server->net, who,
                       &(struct net_reply){.status = reply->status,
                                           .type = reply->type,
                                           .body = reply->body,
                                           .body_len = reply->len,
                                           .filename = reply->filename,
                                           .allow = reply->allow,
                                           .retry_after = reply->retry_after,
                                           .goes_on = reply->goes_on});
}

static void
send_text(void *self, hall_who who, const char *text, size_t len)
{
    struct server *server = self;

    server->metrics.said++;
    server->metrics.said_bytes += len;
    server->net->send(server->net, who, text, len);
}

static void
bye(void *self, hall_who who, enum hall_bye code, const char *why)
{
    static const int codes[] = {[HALL_BYE_GOING] = NET_BYE_GOING,
                                [HALL_BYE_LATER] = NET_BYE_LATER,
                                [HALL_BYE_IDLE] = NET_BYE_POLICY,
                                [HALL_BYE_BANNED] = NET_BYE_POLICY};
    struct server *server = self;

    server->net->close(server->net, who, codes[code], why);
}

static void
on_alarm(uv_timer_t *timer)
{
    struct server *server = timer->data;

    hall_tick(server->hall);
}

static void
wake(void *self, uint64_t ms)
{
    struct server *server = self;

    uv_timer_start(&server->alarm, on_alarm, ms, 0);
}

static uint64_t
commit_begins(void *self)
{
    (void)self;
    return uv_hrtime();
}

static void
commit_ends(void *self, uint64_t mark, int actions)
{
    struct server *server = self;

    metrics_time(&server->metrics.commits, (uv_hrtime() - mark) / 1000);
    if (actions < 0)
        server->metrics.commits_failed++;
    else
        server->metrics.actions += (uint64_t)actions;
}

/* ---- thinking ---- */

/* A thought of the hall on the thinkers' threads; it lies in the thought. */
struct job {
    struct piece piece; /* first, so that it can be found from it */
    struct server *server;
    struct hall_thought *thought;
    uint64_t slice_ends;
};

static_assert(sizeof(struct job) <= HALL_HOST_ROOM, "a thought has room for the host's job");

static struct job *
job_of(const struct hall_thought *thought)
{
    return (struct job *)(void *)thought->host;
}

static bool
is_enough(void *self)
{
    struct job *job = self;

    return job->piece.limits.stop(&job->piece) || uv_hrtime() >= job->slice_ends;
}

static void
work(struct piece *piece) /* on a thread: touches nothing but the job */
{
    struct job *job = (struct job *)piece;

    job->slice_ends = uv_hrtime() + (uint64_t)SLICE_MS * 1000000u;
    hall_think(job->thought, &piece->limits, is_enough, job);
}

static void
back(struct piece *piece, bool worked)
{
    struct job *job = (struct job *)piece;

    hall_thought(job->server->hall, job->thought, worked);
}

static void
think(void *self, struct hall_thought *thought)
{
    struct server *server = self;
    struct job *job = job_of(thought);

    *job = (struct job){.server = server, .thought = thought};
    job->piece.owner = thought->owner;
    job->piece.rank = thought->for_people ? PIECE_FOR_PEOPLE : PIECE_FOR_BOTS;
    job->piece.work = work;
    job->piece.done = back;
    thinkers_add(server->thinkers, &job->piece, thought->bot.positions, thought->ms);
}

static void
drop(void *self, struct hall_thought *thought)
{
    (void)self;
    piece_stop(&job_of(thought)->piece);
}

static uint64_t
thinking(void *self, const struct hall_thought *thought)
{
    uint64_t began = atomic_load(&job_of(thought)->piece.began);

    (void)self;
    return began ? (uv_hrtime() - began) / 1000000u : 0;
}

static int
waiting(void *self, uint32_t owner)
{
    struct server *server = self;

    return thinkers_waiting(server->thinkers, owner);
}

/* ---- what the transport calls ---- */

static void
on_open(void *self, net_id id, const char *address)
{
    struct server *server = self;
    char household[NET_ADDRESS_ROOM];

    server->metrics.opened++;
    journal_websocket(server->options.access, id, address);
    net_household(address, household);
    hall_open(server->hall, id, household);
}

static void
on_message(void *self, net_id id, const char *text, size_t len)
{
    struct server *server = self;

    server->metrics.heard++;
    server->metrics.heard_bytes += len;
    hall_message(server->hall, id, text, len);
}

static void
on_close(void *self, net_id id)
{
    struct server *server = self;

    hall_close(server->hall, id);
}

/* What follows the path of this server, with a slash; "" if the address is not below it. */
static const char *
below(const struct server *server, const char *path)
{
    size_t len = strlen(server->options.path);

    return strncmp(path, server->options.path, len) == 0 ? path + len - 1 : "";
}

static void
on_http(void *self, const struct net_request *whole)
{
    static const enum hall_method methods[] = {HALL_GET, HALL_HEAD, HALL_POST, HALL_OTHER};
    struct server *server = self;
    char household[NET_ADDRESS_ROOM];
    struct net_request own = *whole, *request = &own;

    own.path = below(server, whole->path);
    if ((!hall_has_path(request->path) || assets_have(request->path)) &&
        (metrics_answer(server, request) || assets_answer(server, request)))
        return;
    net_household(request->address, household);
    hall_http(server->hall, &(struct hall_request){.who = request->id,
                                                   .method = methods[request->method],
                                                   .path = request->path,
                                                   .authorization = request->authorization,
                                                   .address = household,
                                                   .body = request->body,
                                                   .len = request->body_len});
}

static void
on_served(void *self, const struct net_served *served)
{
    struct server *server = self;

    server->metrics.answered[served->status < METRICS_STATUSES ? served->status : 0]++;
    if (!served->went_on)
        metrics_time(&server->metrics.requests, served->us);
    journal_request(server->options.access, served);
}

static size_t
body_limit(void *self, const char *path)
{
    return strcmp(below(self, path), "/api/1/replay") == 0 ? HALL_RECORD_MOST : HALL_BODY_MOST;
}

/* ---- bot accounts ---- */

bool
server_read_bots(struct server *server, struct oops *why)
{
    struct account_list list;
    bool fine;

    if (!server->options.bots)
        return true;
    if (!server->looked.looked)
        (void)account_file_has_changed(server->options.bots, &server->looked);
    if (!account_file_read(server->options.bots, &list, why))
        return false;
    fine = hall_set_accounts(server->hall, list.at, list.count);
    if (!fine)
        snprintf(why->text, sizeof why->text,
                 "there is not enough memory for the bot accounts");
    account_list_finish(&list);
    return fine;
}

static void
on_bots(uv_timer_t *timer)
{
    struct server *server = timer->data;
    struct oops why;

    if (account_file_has_changed(server->options.bots, &server->looked) &&
        !server_read_bots(server, &why))
        journal_say(&server->options.journal, JOURNAL_WARN, "bots",
                    "%s; the accounts stay as they were", why.text);
}

bool
server_read_bans(struct server *server, struct oops *why)
{
    return hall_read_bans(server->hall, why);
}

/* ---- the slow clock ---- */

static void
on_sweep(uv_timer_t *timer)
{
    const struct server *server = timer->data;

    hall_sweep(server->hall);
}

static void
on_resume(uv_timer_t *timer)
{
    const struct server *server = timer->data;

    if (hall_resume_next(server->hall) == 0)
        uv_timer_stop(timer);
}

static void
on_tidy(uv_timer_t *timer)
{
    const struct server *server = timer->data;

    hall_tidy(server->hall, server->options.keep, server->options.waiting);
}

/* ---- beginning and end ---- */

static struct hall *
make_hall(struct server *server, struct store *store)
{
    const struct hall_host host = {.self = server,
                                   .store = store,
                                   .clock = clock_of,
                                   .date = date_of,
                                   .random = random_of,
                                   .seal = server_seal,
                                   .may = may,
                                   .address = address_of,
                                   .say = say,
                                   .reply = reply,
                                   .send = send_text,
                                   .close = bye,
                                   .wake = wake,
                                   .think = think,
                                   .drop = drop,
                                   .thinking = thinking,
                                   .waiting = waiting,
                                   .commit_begins = commit_begins,
                                   .commit_ends = commit_ends};

    return hall_create(&host, &(struct hall_options){.bot_delay = server->options.bot_delay,
                                                     .away = server->options.away,
                                                     .bot_limit = server->options.bot_limit,
                                                     .tables = server->options.tables,
                                                     .tables_each = server->options.tables_each,
                                                     .listed_each = server->options.listed_each,
                                                     .bots_games = server->options.bots_games,
                                                     .bots_rate = server->options.bots_rate,
                                                     .idle = 1000 * server->options.idle,
                                                     .seeded = server->options.seeded,
                                                     .seed = server->options.seed});
}

struct server *
server_create(uv_loop_t *loop, struct store *store, const struct server_options *options)
{
    struct server *server = calloc(1, sizeof *server);

    if (!server)
        return NULL;
    server->loop = loop;
    server->options = *options;
    server->makers = net_limiter_create(options->tables_rate, options->tables_burst);
    server->askers = net_limiter_create(options->hints_rate, options->hints_burst);
    server->signers = net_limiter_create(SIGN_IN_RATE, SIGN_IN_BURST);
    server->hall = make_hall(server, store);
    if (server->hall && options->admin)
        server->admin = admin_socket_create(loop, *options->admin, server->hall);
    if (server->makers && server->askers && server->signers && server->hall &&
        (server->admin || !options->admin))
        server->thinkers = thinkers_create(loop, options->thinkers > 0 ? options->thinkers
                                                                       : thinkers_useful());
    if (!server->thinkers) {
        admin_socket_stop(server->admin);
        server_destroy(server);
        return NULL;
    }
    uv_timer_init(loop, &server->alarm);
    uv_timer_init(loop, &server->sweep);
    uv_timer_init(loop, &server->resume);
    uv_timer_init(loop, &server->tidy);
    uv_timer_init(loop, &server->bots);
    server->alarm.data = server->sweep.data = server->resume.data = server->tidy.data =
        server->bots.data = server;
    uv_timer_start(&server->sweep, on_sweep, SWEEP_MS, SWEEP_MS);
    if (options->bots)
        uv_timer_start(&server->bots, on_bots, BOTS_MS, BOTS_MS);
    return server;
}

struct net_handler
server_handler(struct server *server)
{
    return (struct net_handler){.self = server,
                                .on_open = on_open,
                                .on_message = on_message,
                                .on_http = on_http,
                                .on_close = on_close,
                                .on_served = on_served,
                                .body_limit = body_limit};
}

void
server_set_net(struct server *server, struct net *net)
{
    server->net = net;
}

void
server_let_host_sign_in(struct server *server, const char *page)
{
    hall_let_host_sign_in(server->hall, page);
}

void
server_resume(struct server *server)
{
    int count = hall_resume(server->hall);

    if (server->options.keep > 0 || server->options.waiting > 0) {
        on_tidy(&server->tidy); /* before any of them is taken up again */
        uv_timer_start(&server->tidy, on_tidy, TIDY_MS, TIDY_MS);
    }
    if (count > 0)
        uv_timer_start(&server->resume, on_resume, RESUME_MS, RESUME_MS);
}

void
server_collect(struct server *server)
{
    hall_collect(server->hall);
}

void
server_drain(struct server *server)
{
    thinkers_stop(server->thinkers);
    hall_drain(server->hall);
}

bool
server_is_drained(const struct server *server)
{
    return hall_busy(server->hall) == 0;
}

void
server_stop(struct server *server)
{
    admin_socket_stop(server->admin);
    hall_end(server->hall);
    thinkers_end(server->thinkers);
    uv_close((uv_handle_t *)&server->alarm, NULL);
    uv_close((uv_handle_t *)&server->sweep, NULL);
    uv_close((uv_handle_t *)&server->resume, NULL);
    uv_close((uv_handle_t *)&server->tidy, NULL);
    uv_close((uv_handle_t *)&server->bots, NULL);
}

void
server_destroy(struct server *server)
{
    if (!server)
        return;
    net_limiter_destroy(server->makers);
    net_limiter_destroy(server->askers);
    net_limiter_destroy(server->signers);
    thinkers_destroy(server->thinkers);
    hall_destroy(server->hall);
    free(server);
}
