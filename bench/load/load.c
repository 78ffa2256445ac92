/* SPDX-License-Identifier: MIT
 * load.c -- an open-loop load on a running khepri serve: durable actions at a given rate, idle WebSockets, and
 * tables of bots that think meanwhile. A duration counts from the time at which its action was due, so a server
 * that stands still is not spared. */
#include "load.h"

#include <arpa/inet.h>
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "khepri/games.h"
#include "net_files.h"

enum {
    EVENTS = 256,
    AT_ONCE = 32,
    STEP_LEAST = 100,
    STEP_MOST = 1000,
    TROUBLE = 2,
    SPARE_FILES = 64
};

static const char help[] =
    "Usage: load [OPTION]...\n"
    "\n"
    "Loads a running khepri serve of this machine and says how long actions took until they were\n"
    "on disk and acknowledged. Start the server with\n"
    "  khepri serve --listen 127.0.0.1:7272 --data FILE --metrics 127.0.0.1 --rate requests=0\n"
    "    --rate bodies=0 --rate messages=0 --rate tables=0 --limit sockets-each=20000\n"
    "    --limit tables-each=1000000 --bot-delay 0\n"
    "\n"
    "  --server ADDR:PORT  where it listens; 127.0.0.1:7272 if not given\n"
    "  --rate N        actions due in a second; 100 if not given\n"
    "  --tables N      tables of the fewest persons of the game that they are spread over; 200 if not given\n"
    "  --seconds N     how long; 10 if not given\n"
    "  --warm-up N     seconds before that, which are not measured; 2 if not given\n"
    "  --idle N        WebSockets that only watch; 0 if not given\n"
    "  --bots N        tables of three bots, one of which thinks at each moment; 0 if not given\n"
    "  --level WORD    which bots; hard if not given\n"
    "  --game WORD     the first game if not given\n"
    "  --seed N        which actions are chosen; 1 if not given\n"
    "  --patience N    seconds to wait for the last answers; 30 if not given\n"
    "  --log FILE      write the table, seat and key of each action that was acknowledged\n"
    "  --json          the result as JSON\n"
    "\n"
    "Exit status: 0 all actions were acknowledged, 1 some were not, 2 it could not begin or go on.\n";

/* ---- what was asked for ---- */

static bool
read_number(const char *text, int most, int *out)
{
    char *end;
    long number = strtol(text, &end, 10);

    if (!*text || *end || number < 0 || number > most) {
        fprintf(stderr, "load: '%s' should be a number up to %d\n", text, most);
        return false;
    }
    *out = (int)number;
    return true;
}

static bool
read_option(struct load_options *o, int letter, const char *value)
{
    int seed;

    switch (letter) {
    case 'r':
        return read_number(value, 1000000, &o->rate);
    case 't':
        return read_number(value, LOAD_TABLES, &o->tables);
    case 's':
        return read_number(value, 86400, &o->seconds);
    case 'w':
        return read_number(value, 3600, &o->warm_up);
    case 'i':
        return read_number(value, LOAD_TABLES, &o->idle);
    case 'b':
        return read_number(value, LOAD_TABLES, &o->bots);
    case 'p':
        return read_number(value, 3600, &o->patience);
    case 'd':
        if (!read_number(value, 1000000000, &seed))
            return false;
        o->seed = (uint64_t)seed;
        return true;
    case 'S':
        o->server = value;
        return true;
    case 'l':
        o->level = value;
        return true;
    case 'g':
        o->game = value;
        return true;
    case 'L':
        o->log = value;
        return true;
    case 'j':
        o->json = true;
        return true;
    case 'h':
        fputs(help, stdout);
        exit(0);
    default:
        return false; /* getopt has said why */
    }
}

static bool
read_options(int argc, char **argv, struct load_options *o)
{
    static const struct option options[] = {{"server", required_argument, NULL, 'S'},
                                            {"rate", required_argument, NULL, 'r'},
                                            {"tables", required_argument, NULL, 't'},
                                            {"seconds", required_argument, NULL, 's'},
                                            {"warm-up", required_argument, NULL, 'w'},
                                            {"idle", required_argument, NULL, 'i'},
                                            {"bots", required_argument, NULL, 'b'},
                                            {"level", required_argument, NULL, 'l'},
                                            {"game", required_argument, NULL, 'g'},
                                            {"seed", required_argument, NULL, 'd'},
                                            {"patience", required_argument, NULL, 'p'},
                                            {"log", required_argument, NULL, 'L'},
                                            {"json", no_argument, NULL, 'j'},
                                            {"help", no_argument, NULL, 'h'},
                                            {0}};
    int letter;

    while ((letter = getopt_long(argc, argv, "", options, NULL)) >= 0) {
        if (!read_option(o, letter, optarg))
            return false;
    }
    if (!games_find(o->game)) {
        fprintf(stderr, "load: there is no game '%s'\n", o->game);
        return false;
    }
    o->players = games_find(o->game)->min_seats;
    return optind == argc && (o->tables > 0 || o->rate == 0);
}

static bool
read_server(const char *text, struct sockaddr_in *out)
{
    char host[64];
    int port;

    *out = (struct sockaddr_in){.sin_family = AF_INET};
    if (sscanf(text, "%63[0-9.]:%d", host, &port) == 2 && port > 0 && port < 65536 &&
        inet_pton(AF_INET, host, &out->sin_addr) == 1) {
        out->sin_port = htons((uint16_t)port);
        return true;
    }
    fprintf(stderr, "load: --server '%s' should be as 127.0.0.1:7272\n", text);
    return false;
}

/* ---- the loop ---- */

/* Lets what happened on the sockets be dealt with; waits for at most so long. */
static void
turn(struct load *load, int ms)
{
    struct epoll_event events[EVENTS];
    int count = epoll_wait(load->epoll, events, EVENTS, ms);

    for (int i = 0; i < count && !load->why[0]; i++) {
        struct desk *desk = events[i].data.ptr;
        uint64_t times;

        if (!desk &&
            read(load->timer, &times, sizeof times) < 0) /* it goes on when it is read */
            continue;
        if (desk && desk->http.fd >= 0)
            desk_stir(desk, &desk->http);
        if (desk && desk->live.fd >= 0)
            desk_stir(desk, &desk->live);
    }
}

/* Opens the desks up to that number, a few at once, until each has seen its table. */
static void
open_desks(struct load *load, int upto)
{
    uint64_t heard = load_now();
    int there = load->there;

    while (load->there < upto && !load->why[0]) {
        while (load->count < upto && load->count - load->there < AT_ONCE) {
            struct desk *desk = &load->desks[load->count++];

            desk_begin(desk);
        }
        turn(load, 10);
        if (load->there > there)
            heard = load_now();
        there = load->there;
        if (load_now() - heard > (uint64_t)load->options.patience * 1000000u)
            load_fail(load, "the server does not answer");
    }
}

/* Sends what is due by now, as long as tables are ready. */
static void
send_due(struct load *load, uint64_t now)
{
    uint64_t spacing = 1000000u / (uint64_t)load->options.rate;

    while (load->sent < load->due && load->first) {
        struct desk *desk = load->first;
        uint64_t due = load->began + load->sent * 1000000u / (uint64_t)load->options.rate;

        load->first = desk->next;
        if (!load->first)
            load->last = NULL;
        if (load->measured_from && due >= load->measured_from) {
            uint64_t able = desk->ready_at > due ? desk->ready_at : due;

            histogram_add(&load->lateness, now > able ? now - able : 0);
            load->starved += desk->ready_at > due + spacing;
        }
        desk_act(desk, due);
    }
}

static void
begin_measuring(struct load *load)
{
    load->measured_from = load_now();
    load->own_before = load_own_cpu();
    desk_begin(&load->probe);
}

static void
run(struct load *load)
{
    const struct load_options *o = &load->options;
    uint64_t warm = (uint64_t)o->warm_up * 1000000u,
             all = warm + (uint64_t)o->seconds * 1000000u;
    uint64_t patience = (uint64_t)o->patience * 1000000u, now = load_now(), passed = 0;

    load->began = now;
    while (!load->why[0] && passed < all + patience) {
        now = load_now();
        passed = now - load->began;
        if (!load->measured_from && passed >= warm)
            begin_measuring(load);
        load->due = (passed < all ? passed : all) * (uint64_t)o->rate / 1000000u;
        if (o->rate > 0)
            send_due(load, now);
        if (passed >= all && load->sent == load->due &&
            load->done + load->refused == load->sent)
            break;
        turn(load, 1000); /* the timer is among the events */
    }
    load->measured_to = load_now();
    load->own_after = load_own_cpu();
    load->after = load_facts_of(load);
}

/* A timer wakes the loop, at a high rate ten thousand times a second: epoll_wait() counts in milliseconds. */
static bool
set_timer(struct load *load)
{
    int wished = load->options.rate > 0 ? 50000 / load->options.rate : STEP_MOST;
    int us = wished < STEP_LEAST ? STEP_LEAST : wished > STEP_MOST ? STEP_MOST : wished;
    const struct itimerspec often = {{0, us * 1000}, {0, us * 1000}};
    struct epoll_event event = {.events = EPOLLIN};

    load->timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    return load->timer >= 0 && timerfd_settime(load->timer, 0, &often, NULL) == 0 &&
           epoll_ctl(load->epoll, EPOLL_CTL_ADD, load->timer, &event) == 0;
}

static void
prepare_desks(struct load *load, int all)
{
    const struct load_options *o = &load->options;

    load->probe =
        (struct desk){.load = load, .kind = DESK_PROBE, .live = {.fd = -1}, .http = {.fd = -1}};
    for (int i = 0; i < all; i++) {
        load->desks[i] = (struct desk){.load = load, .live = {.fd = -1}, .http = {.fd = -1}};
        load->desks[i].kind = i < o->tables             ? DESK_PERSONS
                              : i < o->tables + o->bots ? DESK_BOTS
                                                        : DESK_IDLE;
    }
}

static void
load_all(struct load *load, int all)
{
    const struct load_options *o = &load->options;

    prepare_desks(load, all);
    open_desks(load,
               o->tables + o->bots + (o->idle > 0)); /* the first idle one makes their table */
    load->before_idle = load_facts_of(load);
    open_desks(load, all);
    load->idle = load_facts_of(load);
    if (!load->why[0] && !set_timer(load))
        load_fail(load, strerror(errno));
    run(load);
    if (load->timer >= 0)
        close(load->timer);
    wire_free(&load->probe.http);
    for (int i = 0; i < all; i++) {
        wire_free(&load->desks[i].live);
        wire_free(&load->desks[i].http);
    }
}

int
main(int argc, char **argv)
{
    struct load load = {.timer = -1,
                        .options = {.server = "127.0.0.1:7272",
                                    .game = games_list[0]->name,
                                    .level = "hard",
                                    .rate = 100,
                                    .tables = 200,
                                    .seconds = 10,
                                    .warm_up = 2,
                                    .patience = 30,
                                    .seed = 1}};
    const struct load_options *o = &load.options;
    struct oops why;
    int all;

    if (!read_options(argc, argv, &load.options) || !read_server(o->server, &load.server))
        return TROUBLE;
    all = o->tables + o->bots + o->idle;
    load.rng = o->seed;
    load.epoll = epoll_create1(EPOLL_CLOEXEC);
    load.desks = calloc((size_t)all + 1, sizeof *load.desks);
    load.values = malloc(LOAD_VALUES * sizeof *load.values);
    load.log = o->log ? fopen(o->log, "w") : NULL;
    if (net_files_for(all + SPARE_FILES, &why) < all)
        fprintf(stderr, "load: the limit of open files may be too low\n");
    if (load.epoll < 0 || !load.desks || !load.values || (o->log && !load.log))
        load_fail(&load, "there is no memory, or the log cannot be written");
    else
        load_all(&load, all);
    if (load.log && fclose(load.log) != 0)
        load_fail(&load, "the log could not be written");
    if (load.why[0])
        fprintf(stderr, "load: %s\n", load.why);
    load_report(&load);
    free(load.desks);
    free(load.values);
    return load.why[0] ? TROUBLE : load.done < load.due;
}
