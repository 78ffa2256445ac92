/* SPDX-License-Identifier: MIT
 * load_report.c -- what the load generator found, as a table or as JSON; the clock, and what /metrics says. */
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "load.h"

enum { METRICS_MOST = 64 * 1024 };

/* Beyond these the figures tell of the generator, not of the server. */
static const double busy_most = 0.85;
enum { LATE_MOST = 2000 };

uint64_t
load_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000u + (uint64_t)now.tv_nsec / 1000u;
}

double
load_own_cpu(void)
{
    struct rusage usage;

    getrusage(RUSAGE_SELF, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static double
metric(const char *text, const char *name)
{
    const char *at = strstr(text, name);

    return at ? strtod(at + strlen(name), NULL) : 0;
}

struct load_facts
load_facts_in(const char *text)
{
    return (struct load_facts){
        .known = true,
        .cpu = metric(text, "\nprocess_cpu_seconds_total "),
        .memory = metric(text, "\nprocess_resident_memory_bytes "),
        .commits = metric(text, "\nkhepri_commit_duration_seconds_count "),
        .commit_seconds = metric(text, "\nkhepri_commit_duration_seconds_sum ")};
}

struct load_facts
load_facts_of(const struct load *load)
{
    static const char ask[] = "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n";
    struct load_facts facts = {0};
    char *text = malloc(METRICS_MOST + 1);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    size_t len = 0;
    ssize_t came;

    if (text && fd >= 0 &&
        connect(fd, (const struct sockaddr *)&load->server, sizeof load->server) == 0 &&
        send(fd, ask, sizeof ask - 1, MSG_NOSIGNAL) == (ssize_t)sizeof ask - 1) {
        while (len < METRICS_MOST && (came = recv(fd, text + len, METRICS_MOST - len, 0)) > 0)
            len += (size_t)came;
        text[len] = 0;
        if (strncmp(text, "HTTP/1.1 200", 12) == 0)
            facts = load_facts_in(text);
    }
    if (fd >= 0)
        close(fd);
    free(text);
    return facts;
}

/* How much of a processor this program took while it measured. */
static double
own_share(const struct load *load)
{
    double seconds = (double)(load->measured_to - load->measured_from) / 1e6;

    return seconds > 0 ? (load->own_after - load->own_before) / seconds : 0;
}

static const char *
limit_of(const struct load *load)
{
    if (load->sent < load->due || load->done + load->refused < load->sent)
        return "not all actions were sent and answered in time";
    if (load->options.rate > 0 && own_share(load) > busy_most)
        return "the generator itself had no more processor: the figures are its own";
    if (histogram_at(&load->lateness, 0.99) > LATE_MOST)
        return "the generator itself was late: the figures are its own";
    if (load->starved * 100 > load->due)
        return "too few tables: actions waited until one was ready";
    return "";
}

static void
put_durations(struct text *t, const char *key, const struct histogram *histogram)
{
    json_key_open(t, key, '{');
    json_key_int(t, "count", (long long)histogram->count);
    json_key_int(t, "p50", (long long)histogram_at(histogram, 0.5));
    json_key_int(t, "p90", (long long)histogram_at(histogram, 0.9));
    json_key_int(t, "p99", (long long)histogram_at(histogram, 0.99));
    json_key_int(t, "p999", (long long)histogram_at(histogram, 0.999));
    json_key_int(t, "most", (long long)histogram->most);
    json_close(t, '}');
}

/* Of the server, per action that was acknowledged while it was measured; -1: not known. */
static double
cost_of(const struct load *load)
{
    double actions = (double)load->durations.count;

    return load->before.known && load->after.known && actions > 0
               ? (load->after.cpu - load->before.cpu) / actions * 1e6
               : -1;
}

static double
per_idle(const struct load *load)
{
    return load->idle.known && load->options.idle > 0
               ? (load->idle.memory - load->before_idle.memory) / load->options.idle
               : -1;
}

static double
batch_of(const struct load *load)
{
    double commits = load->after.commits - load->before.commits;

    return load->after.known && commits > 0
               ? (load->after.commit_seconds - load->before.commit_seconds) / commits * 1e6
               : -1;
}

static double
rate_of(const struct load *load)
{
    double seconds = (double)(load->measured_to - load->measured_from) / 1e6;

    return seconds > 0 ? (double)load->durations.count / seconds : 0;
}

static void
report_json(const struct load *load)
{
    char buf[2048];
    struct text t = text_in(buf, sizeof buf);

    json_open(&t, '{');
    json_key_int(&t, "rate", load->options.rate);
    json_key_int(&t, "tables", load->options.tables);
    json_key_int(&t, "idle", load->options.idle);
    json_key_int(&t, "bots", load->options.bots);
    json_key_int(&t, "due", (long long)load->due);
    json_key_int(&t, "sent", (long long)load->sent);
    json_key_int(&t, "acknowledged", (long long)load->done);
    json_key_int(&t, "refused", (long long)load->refused);
    json_key_int(&t, "games", (long long)load->games);
    json_key_int(&t, "measured_per_second", (long long)(rate_of(load) + 0.5));
    put_durations(&t, "us", &load->durations);
    put_durations(&t, "late_us", &load->lateness);
    json_key_int(&t, "starved", (long long)load->starved);
    json_key_int(&t, "own_percent", (long long)(100 * own_share(load) + 0.5));
    json_key_int(&t, "server_us_per_action", (long long)cost_of(load));
    json_key_int(&t, "commit_us", (long long)batch_of(load));
    json_key_int(&t, "bytes_per_idle_socket", (long long)per_idle(load));
    json_key_text(&t, "limited_by", limit_of(load));
    json_close(&t, '}');
    puts(buf);
}

static void
print_durations(const char *name, const struct histogram *histogram)
{
    printf("%-24s %10llu %8.2f %8.2f %8.2f %8.2f %8.2f\n", name,
           (unsigned long long)histogram->count, (double)histogram_at(histogram, 0.5) / 1e3,
           (double)histogram_at(histogram, 0.9) / 1e3,
           (double)histogram_at(histogram, 0.99) / 1e3,
           (double)histogram_at(histogram, 0.999) / 1e3, (double)histogram->most / 1e3);
}

void
load_report(const struct load *load)
{
    double average[3] = {0};

    if (load->options.json) {
        report_json(load);
        return;
    }
    printf("%-24s %10s %8s %8s %8s %8s %8s\n", "ms", "count", "p50", "p90", "p99", "p99.9",
           "most");
    print_durations("due to acknowledged", &load->durations);
    print_durations("generator late by", &load->lateness);
    printf(
        "\n%llu actions due, %llu sent, %llu acknowledged (%.0f a second), %llu refused; %llu "
        "games ended\n",
        (unsigned long long)load->due, (unsigned long long)load->sent,
        (unsigned long long)load->done, rate_of(load), (unsigned long long)load->refused,
        (unsigned long long)load->games);
    if (cost_of(load) >= 0)
        printf("the server took %.0f us of processor an action; a commit took %.0f us\n",
               cost_of(load), batch_of(load));
    if (load->options.idle > 0 && per_idle(load) >= 0)
        printf("each idle WebSocket took %.0f bytes of the server's memory\n", per_idle(load));
    printf("the generator took %.0f %% of a processor; quantiles are at most 0.8 %% too high\n",
           100 * own_share(load));
    if (getloadavg(average, 3) == 3)
        printf("load average %.1f, %.1f, %.1f\n", average[0], average[1], average[2]);
    if (limit_of(load)[0])
        printf("NOTE: %s\n", limit_of(load));
}
