/* SPDX-License-Identifier: MIT
 * own_postgres.c -- see own_postgres.h. PostgreSQL refuses to run as root: then it runs as "postgres" or "nobody". */
#include "own_postgres.h"

#include <glob.h>
#include <grp.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LOOK_MS = 10, READY_LINE = 8 };

/* The folder of its programs: Debian keeps them out of PATH. The newest, if there are several. */
static bool
find_programs(char *out, size_t room)
{
    static const char *const places[] = {"/usr/lib/postgresql/*/bin/postgres",
                                         "/usr/pgsql-*/bin/postgres", "/usr/bin/postgres",
                                         "/usr/local/bin/postgres"};
    bool found = false;

    for (size_t i = 0; i < sizeof places / sizeof *places && !found; i++) {
        glob_t files;

        if (glob(places[i], 0, NULL, &files) == 0) {
            const char *last = files.gl_pathv[files.gl_pathc - 1];

            snprintf(out, room, "%.*s", (int)(strrchr(last, '/') - last), last);
            found = true;
            globfree(&files);
        }
    }
    return found;
}

static const struct passwd *
other_user(void)
{
    const struct passwd *user = getpwnam("postgres");

    return user ? user : getpwnam("nobody");
}

const char *
own_postgres_missing(void)
{
    char programs[128];

    if (!find_programs(programs, sizeof programs))
        return "PostgreSQL is not installed";
    return geteuid() != 0 || other_user() ? NULL : "PostgreSQL does not run as root";
}

/* Begins a program of PostgreSQL, which ends with the test; its output goes to a file in the folder. It looks for the
 * other programs beside its own name, which the first word becomes, with its folder. */
static pid_t
begin(const struct own_postgres *pg, const char **words)
{
    const struct passwd *user = geteuid() == 0 ? other_user() : NULL;
    pid_t pid = fork();
    char path[192];

    if (pid != 0)
        return pid;
    snprintf(path, sizeof path, "%s/log", pg->folder);
    if (user &&
        (setgroups(0, NULL) != 0 || setgid(user->pw_gid) != 0 || setuid(user->pw_uid) != 0))
        _exit(1);
    prctl(PR_SET_PDEATHSIG, SIGQUIT);
    if (!freopen("/dev/null", "r", stdin) || !freopen(path, "a", stdout) || dup2(1, 2) < 0 ||
        chdir(pg->folder) != 0)
        _exit(1);
    snprintf(path, sizeof path, "%s/%s", pg->programs, words[0]);
    words[0] = path;
    execv(path, (char *const *)words);
    _exit(1);
}

/* Whether the file that the server writes says that it is ready. */
static bool
is_ready(const struct own_postgres *pg)
{
    char path[96], line[256];
    bool ready = false;
    FILE *file;

    snprintf(path, sizeof path, "%s/data/postmaster.pid", pg->folder);
    file = fopen(path, "r");
    for (int i = 1; file && i <= READY_LINE && fgets(line, sizeof line, file); i++) {
        if (i == 1 && atoi(line) != pg->pid)
            break;
        ready = i == READY_LINE && strncmp(line, "ready", 5) == 0;
    }
    if (file)
        fclose(file);
    return ready;
}

bool
own_postgres_start(struct own_postgres *pg)
{
    char data[80], folder[64];
    const char *words[] = {"postgres",
                           "-D",
                           data,
                           "-k",
                           folder,
                           "-c",
                           "listen_addresses=",
                           "-c",
                           "fsync=off",
                           "-c",
                           "max_connections=40",
                           NULL};

    snprintf(data, sizeof data, "%s/data", pg->folder);
    memcpy(folder, pg->folder, sizeof folder);
    pg->pid = begin(pg, words);
    while (pg->pid > 0 && !is_ready(pg)) {
        const struct timespec time = {.tv_nsec = LOOK_MS * 1000000L};

        if (waitpid(pg->pid, NULL, WNOHANG) == pg->pid)
            pg->pid = 0;
        nanosleep(&time, NULL);
    }
    return pg->pid > 0;
}

/* Why a program of PostgreSQL ended, in its own words. */
static void
show_log(const struct own_postgres *pg)
{
    char path[96], line[512];
    FILE *file;

    snprintf(path, sizeof path, "%s/log", pg->folder);
    file = fopen(path, "r");
    fprintf(stderr, "# PostgreSQL in %s did not start:%s\n", pg->folder, file ? "" : " no log");
    while (file && fgets(line, sizeof line, file))
        fprintf(stderr, "#   %.*s\n", (int)strcspn(line, "\n"), line);
    if (file)
        fclose(file);
}

bool
own_postgres_create(struct own_postgres *pg)
{
    char data[80];
    const char *words[] = {"initdb", "-D", data,   "-U",         "khepri", "-A",
                           "trust",  "-E", "UTF8", "--locale=C", "-N",     NULL};
    int status = 1;
    pid_t pid;

    *pg = (struct own_postgres){.folder = "/tmp/khepri-pg-XXXXXX"};
    if (!find_programs(pg->programs, sizeof pg->programs) || !mkdtemp(pg->folder))
        return false;
    if (geteuid() == 0 && chown(pg->folder, other_user()->pw_uid, other_user()->pw_gid) != 0)
        return false;
    snprintf(data, sizeof data, "%s/data", pg->folder);
    snprintf(pg->url, sizeof pg->url, "postgres://khepri@/postgres?host=%s", pg->folder);
    pid = begin(pg, words);
    if (pid > 0 && waitpid(pid, &status, 0) == pid && status == 0 && own_postgres_start(pg))
        return true;
    show_log(pg);
    return false;
}

void
own_postgres_kill(struct own_postgres *pg)
{
    if (pg->pid <= 0)
        return;
    kill(pg->pid, SIGQUIT);
    waitpid(pg->pid, NULL, 0);
    pg->pid = 0;
}

static bool
shell(const char *command)
{
    int status = 1;
    pid_t pid = fork();

    if (pid == 0) {
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(1);
    }
    return pid > 0 && waitpid(pid, &status, 0) == pid && status == 0;
}

static bool
psql(const struct own_postgres *pg, const char *statements, const char *then)
{
    char command[2048];

    snprintf(
        command, sizeof command,
        "PGOPTIONS='-c client_min_messages=error' psql -qAtX -v ON_ERROR_STOP=1 '%s' -c \"%s\" "
        "2>&1 | %s",
        pg->url, statements, then);
    return shell(command);
}

bool
own_postgres_run(const struct own_postgres *pg, const char *statements)
{
    return psql(pg, statements, "(! grep -i error >&2)");
}

bool
own_postgres_wait(const struct own_postgres *pg, const char *query)
{
    for (int i = 0; i < 60 * 1000 / LOOK_MS; i++) {
        const struct timespec time = {.tv_nsec = LOOK_MS * 1000000L};

        if (psql(pg, query, "grep -q ."))
            return true;
        nanosleep(&time, NULL);
    }
    return false;
}

void
own_postgres_destroy(struct own_postgres *pg)
{
    char command[96];

    own_postgres_kill(pg);
    snprintf(command, sizeof command, "rm -rf '%s'", pg->folder);
    if (!shell(command))
        fprintf(stderr, "cannot remove %s\n", pg->folder);
}
