/* SPDX-License-Identifier: MIT
 * metrics_answer.c -- /metrics: what was counted, and how things are at the moment. */
#include "server_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "net_words.h"
#include "khepri/version.h"

static bool
may_read(const struct server *server, const char *address)
{
    const char *const *readers = server->options.metrics_for;
    char known[NET_ADDRESS_ROOM];

    for (; readers && *readers; readers++) {
        net_canonical(*readers, known);
        if (strcmp(known, address) == 0)
            return true;
    }
    return false;
}

static void
write_net(struct text *t, const struct server *server)
{
    struct net_load load = server->net->load(server->net);

    metrics_write(t, "khepri_connections", "gauge",
                  "Open connections, WebSockets and HTTP requests.", load.connections);
    metrics_write(t, "khepri_queued_bytes", "gauge", "Messages that wait to be sent.",
                  (double)load.queued);
    metrics_write(t, "khepri_body_bytes", "gauge", "Bodies of requests in flight.",
                  (double)load.held);
}

static void
write_hall(struct text *t, const struct server *server)
{
    static const char tables[] = "khepri_tables_in_memory";
    static const char *const words[] = {
        [STORE_WAITING] = "waiting", [STORE_PLAYING] = "playing", [STORE_OVER] = "over"};
    struct hall_counts counts = hall_count(server->hall);

    metrics_write(t, "khepri_websockets", "gauge", "Open WebSockets.", counts.visitors);
    metrics_begin(t, tables, "gauge", "Tables in memory, by status.");
    for (int status = 0; status <= STORE_OVER; status++)
        metrics_sample(t, tables, "status", words[status], counts.tables[status]);
    if (counts.stored >= 0)
        metrics_write(t, "khepri_tables_stored", "gauge", "Tables in the store.",
                      (double)counts.stored);
    metrics_write(t, "khepri_analyses_bytes", "gauge",
                  "Analyses of finished games that are kept, at most 16 MiB.",
                  (double)counts.analyses);
    metrics_write(t, "khepri_commits_in_flight", "gauge", "Changes on their way to the disk.",
                  counts.commits);
}

static void
write_thinkers(struct text *t, const struct server *server)
{
    static const char waiting[] = "khepri_thoughts_waiting";
    static const char *const ranks[] = {
        [PIECE_FOR_PEOPLE] = "people", [PIECE_FOR_BOTS] = "bots"};
    struct thinkers_load load = thinkers_load(server->thinkers);

    metrics_write(t, "khepri_thinkers", "gauge", "Threads on which bots think.", load.threads);
    metrics_write(t, "khepri_thinkers_busy", "gauge", "Those of them that think.", load.busy);
    metrics_begin(
        t, waiting, "gauge",
        "Moves, hints and analyses waiting for a thread: for people, or of bots alone.");
    for (int rank = 0; rank < PIECE_RANKS; rank++)
        metrics_sample(t, waiting, "for", ranks[rank], load.waiting[rank]);
}

static void
write_files(struct text *t, const struct server *server)
{
    static const char name[] = "khepri_data_bytes";
    static const char *const ends[] = {"", "-wal"};
    const char *data = server->options.data;
    struct stat facts;

    if (!data || stat(data, &facts) != 0)
        return;
    metrics_begin(t, name, "gauge", "The files of the tables.");
    for (int i = 0; i < 2; i++) {
        char path[4200];

        snprintf(path, sizeof path, "%s%s", data, ends[i]);
        if (stat(path, &facts) == 0)
            metrics_sample(t, name, "file", i == 0 ? "tables" : "wal", (double)facts.st_size);
    }
}

/* Resident memory never shrinks much; this tells whether something is kept. */
static void
write_heap(struct text *t)
{
#ifdef __GLIBC__
    struct mallinfo2 heap = mallinfo2();

    if (heap.uordblks > 0) /* another allocator, as a sanitizer's, does not say */
        metrics_write(t, "khepri_heap_bytes", "gauge", "Memory that the program has allocated.",
                      (double)(heap.uordblks + heap.hblkhd));
#else
    (void)t;
#endif
}

static void
write_process(struct text *t, const struct server *server)
{
    uv_rusage_t usage;
    size_t memory;

    metrics_begin(t, "khepri_info", "gauge", "The version of the program.");
    metrics_sample(t, "khepri_info", "version", KHEPRI_VERSION, 1);
    metrics_write(t, "khepri_loop_idle_seconds_total", "counter",
                  "How long the event loop had nothing to do.",
                  (double)uv_metrics_idle_time(server->loop) / 1e9);
    if (uv_getrusage(&usage) == 0)
        metrics_write(t, "process_cpu_seconds_total", "counter", "Processor time.",
                      (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                          (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6);
    if (uv_resident_set_memory(&memory) == 0)
        metrics_write(t, "process_resident_memory_bytes", "gauge", "Memory in use.",
                      (double)memory);
    write_heap(t);
}

bool
metrics_answer(struct server *server, const struct net_request *request)
{
    struct net_reply reply = {.status = 503};
    char *text;
    struct text t;

    if (strcmp(request->path, "/metrics") != 0 || request->method != NET_GET ||
        !may_read(server, request->address))
        return false;
    text = malloc(METRICS_ROOM);
    if (text) {
        t = text_in(text, METRICS_ROOM);
        write_process(&t, server);
        write_net(&t, server);
        write_hall(&t, server);
        write_thinkers(&t, server);
        write_files(&t, server);
        metrics_write_all(&t, &server->metrics);
        if (text_length(&t) >= 0)
            reply = (struct net_reply){.status = 200,
                                       .type = "text/plain; version=0.0.4; charset=utf-8",
                                       .body = text,
                                       .body_len = t.len};
    }
    server->net->reply(server->net, request->id, &reply);
    free(text);
    return true;
}
