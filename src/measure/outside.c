/* SPDX-License-Identifier: MIT
 * outside.c -- see outside.h. Both pipes are read and written without waiting in any one of them. So
 * a program that does not listen costs its limit and no more. */
#include "outside.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "document.h"
#include "khepri/games.h"
#include "moves.h"
#include "refusal.h"
#include "text.h"

enum { LONGEST_ANSWER = 1 << 20, WORDS_ROOM = 512, SH_NOT_RUN = 126, SH_NOT_FOUND = 127 };

struct outside {
    const char *command;
    pid_t pid; /* 0: not running */
    int to, from;
    unsigned long long asked; /* the id of the last question */
    char *answer; /* LONGEST_ANSWER bytes; what has come and was not used yet */
    size_t len;
    struct document document; /* the answer */
    bool answered; /* since it was started; true at first, for the benefit of the doubt */
    bool lives; /* it has answered at some time */
    int ends; /* how often it ended by itself before it ever answered */
    bool not_found; /* the last of these times sh had no command to run */
};

/* ---- the process ---- */

struct outside *
outside_create(const char *command)
{
    struct outside *program = calloc(1, sizeof *program);

    if (!program)
        return NULL;
    program->command = command;
    program->answered = true;
    program->answer = malloc(LONGEST_ANSWER);
    if (program->answer)
        return program;
    free(program);
    return NULL;
}

/* A process group of its own, so that what the program started ends with it. */
static bool
spawn(struct outside *program, int in, int out)
{
    char *argv[] = {(char[]){"sh"}, (char[]){"-c"}, NULL, NULL};
    posix_spawn_file_actions_t files;
    posix_spawnattr_t how;
    sigset_t pipes;
    int err;

    argv[2] = strdup(program->command);
    if (!argv[2])
        return false;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, in, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
    posix_spawnattr_init(&how);
    sigemptyset(&pipes);
    sigaddset(&pipes, SIGPIPE);
    posix_spawnattr_setsigdefault(&how, &pipes);
    posix_spawnattr_setpgroup(&how, 0);
    posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
    err = posix_spawn(&program->pid, "/bin/sh", &files, &how, argv, environ);
    posix_spawnattr_destroy(&how);
    posix_spawn_file_actions_destroy(&files);
    free(argv[2]);
    if (err != 0)
        program->pid = 0;
    errno = err;
    return err == 0;
}

/* Ends what runs; returns how it ended, as waitpid tells, and as itself if it had ended before. */
static int
stop(struct outside *program)
{
    int status = 0;

    close(program->to);
    close(program->from);
    kill(-program->pid, SIGKILL);
    while (waitpid(program->pid, &status, 0) < 0 && errno == EINTR)
        continue;
    program->pid = 0;
    return status;
}

static bool
start(struct outside *program)
{
    int in[2], out[2], err;
    bool good;

    if (pipe2(in, O_CLOEXEC) != 0)
        return false;
    if (pipe2(out, O_CLOEXEC) != 0) {
        close(in[0]);
        close(in[1]);
        return false;
    }
    good = spawn(program, in[0], out[1]);
    close(in[0]);
    close(out[1]);
    program->to = in[1];
    program->from = out[0];
    program->len = 0;
    if (good && fcntl(program->to, F_SETFL, O_NONBLOCK) == 0 &&
        fcntl(program->from, F_SETFL, O_NONBLOCK) == 0)
        return true;
    err = errno;
    if (good) {
        stop(program);
    } else {
        close(program->to);
        close(program->from);
    }
    errno = err;
    return false;
}

void
outside_destroy(struct outside *program)
{
    if (!program)
        return;
    if (program->pid)
        stop(program);
    document_finish(&program->document);
    free(program->answer);
    free(program);
}

/* ---- time ---- */

static long long
milliseconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- a question and its answer ---- */

/* The line that is sent; the caller frees it. NULL without memory. */
static char *
write_question(const struct outside *program, const struct outside_question *q,
               const game_action *legal, int count)
{
    size_t room = GAMES_STATE_ROOM + WORDS_ROOM + (size_t)count * (sizeof(struct move) + 4);
    char *line = malloc(room), *state = malloc(GAMES_STATE_ROOM), seed[24];
    struct text t = text_in(line, line ? room : 0);
    struct move move;

    if (!line || !state || q->game->write_state(q->seen, state, GAMES_STATE_ROOM) < 0) {
        free(line);
        free(state);
        return NULL;
    }
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)q->seed);
    json_open(&t, '{');
    json_key_int(&t, "id", (long long)program->asked);
    json_key_text(&t, "op", "suggest");
    json_key_int(&t, "seat", q->seat);
    json_key_int(&t, "ms", q->limit_ms);
    json_key_text(&t, "seed", seed);
    json_key_literal(&t, "view", state);
    json_key_open(&t, "legal", '[');
    for (int i = 0; i < count; i++) {
        moves_write(q->game, q->seen, q->seat, legal[i], &move);
        json_text(&t, move.text);
    }
    json_close(&t, ']');
    json_close(&t, '}');
    text_char(&t, '\n');
    free(state);
    if (text_length(&t) >= 0)
        return line;
    free(line); /* cut: the other side would wait for its end */
    return NULL;
}

/* One step of the talk: writes what can be written, reads what has come. False when the program is gone. */
static bool
move_bytes(struct outside *program, const char **line, int wait_ms)
{
    struct pollfd two[2] = {{.fd = program->from, .events = POLLIN},
                            {.fd = **line ? program->to : -1, .events = POLLOUT}};
    ssize_t count;

    if (poll(two, 2, wait_ms) < 0)
        return errno == EINTR;
    if (two[1].revents) {
        count = write(program->to, *line, strlen(*line));
        if (count < 0 && errno != EAGAIN && errno != EINTR)
            return false;
        *line += count > 0 ? count : 0;
    }
    if (!two[0].revents)
        return true;
    count = read(program->from, program->answer + program->len, LONGEST_ANSWER - program->len);
    if (count > 0)
        program->len += (size_t)count;
    return count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR));
}

/* Sends the line and waits for a whole one; its length, without line feed, in *len. */
static enum outside_fault
talk(struct outside *program, const char *line, long long deadline, size_t *len)
{
    for (;;) {
        char *end = memchr(program->answer, '\n', program->len);
        long long left = deadline - milliseconds();

        if (end) {
            *len = (size_t)(end - program->answer);
            return OUTSIDE_FINE;
        }
        if (program->len == LONGEST_ANSWER)
            return OUTSIDE_BAD;
        if (left <= 0)
            return OUTSIDE_LATE;
        if (!move_bytes(program, &line, left < 60000 ? (int)left : 60000))
            return OUTSIDE_CRASH;
    }
}

static enum outside_fault
bad(char told[OUTSIDE_TOLD_ROOM], const char *what, const char *word)
{
    snprintf(told, OUTSIDE_TOLD_ROOM, "%s%s", what, word);
    return OUTSIDE_BAD;
}

static enum outside_fault
read_answer(const struct outside *program, const struct outside_question *q,
            const struct json *json, const game_action *legal, int count, game_action *out,
            char told[OUTSIDE_TOLD_ROOM])
{
    const char *error = json_as_text(json_member(json, "error"));
    const char *text = json_as_text(json_member(json, "action"));
    bool ok = false, said = json_as_bool(json_member(json, "ok"), &ok);
    long long number;

    if (!json_as_whole(json_member(json, "id"), &number) || number != (long long)program->asked)
        return bad(told, "gave an answer without the \"id\" of the question", "");
    if (said && !ok && error)
        return bad(told, "refused the question: ", quote(error).text);
    if (!ok || !text)
        return bad(
            told, "gave an answer that is not {\"id\":...,\"ok\":true,\"action\":\"...\"}", "");
    for (int i = 0; i < count; i++) {
        struct move move;

        moves_write(q->game, q->seen, q->seat, legal[i], &move);
        if (strcmp(move.text, text) == 0) {
            *out = legal[i];
            return OUTSIDE_FINE;
        }
    }
    return bad(told, "chose what is not legal: ", quote(text).text);
}

/* The line of `len` bytes is used up; what came after it stays for the next question. */
static enum outside_fault
use_answer(struct outside *program, const struct outside_question *q, size_t len,
           const game_action *legal, int count, game_action *out, char told[OUTSIDE_TOLD_ROOM])
{
    struct document *d = &program->document;
    enum outside_fault fault = document_read(d, program->answer, len, NULL)
                                   ? read_answer(program, q, d->root, legal, count, out, told)
                                   : bad(told, "gave an answer that is no JSON", "");

    program->len -= len + 1;
    memmove(program->answer, program->answer + len + 1, program->len);
    return fault;
}

static bool
has_ended(const struct outside *program)
{
    siginfo_t info = {0};

    return waitid(P_PID, (id_t)program->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid != 0;
}

/* A process that can be talked with no more; why, into `told`. */
static enum outside_fault
give_up(struct outside *program, enum outside_fault fault, int limit_ms,
        char told[OUTSIDE_TOLD_ROOM])
{
    int status;

    if (fault ==
        OUTSIDE_CRASH) /* it may be ending just now: its own end is told, not our kill */
        for (int i = 0; i < 100 && !has_ended(program); i++)
            nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    status = stop(program);
    program->not_found =
        fault == OUTSIDE_CRASH && WIFEXITED(status) &&
        (WEXITSTATUS(status) == SH_NOT_FOUND || WEXITSTATUS(status) == SH_NOT_RUN);
    if (fault == OUTSIDE_LATE)
        snprintf(told, OUTSIDE_TOLD_ROOM, "gave no answer in %d ms", limit_ms);
    else if (fault == OUTSIDE_BAD)
        snprintf(told, OUTSIDE_TOLD_ROOM, "gave an answer longer than 1 MiB");
    else if (WIFEXITED(status))
        snprintf(told, OUTSIDE_TOLD_ROOM, "ended with status %d%s", WEXITSTATUS(status),
                 WEXITSTATUS(status) == SH_NOT_FOUND ? ", which is 'command not found'" : "");
    else
        snprintf(told, OUTSIDE_TOLD_ROOM, "was ended by signal %d or closed its output",
                 WTERMSIG(status));
    return fault;
}

enum outside_fault
outside_ask(struct outside *program, const struct outside_question *q, game_action *out,
            char told[OUTSIDE_TOLD_ROOM])
{
    game_action legal[GAME_MOST_ACTIONS];
    int count = q->game->actions(q->seen, q->seat, legal);
    long long deadline = milliseconds() + q->limit_ms;
    enum outside_fault fault;
    size_t len = 0;
    char *line;

    if (!program->pid) {
        if (!start(program)) {
            snprintf(told, OUTSIDE_TOLD_ROOM, "could not be started: %s", strerror(errno));
            return OUTSIDE_CRASH;
        }
        deadline += program->answered ? OUTSIDE_START_MS : 0;
        program->answered = false;
    }
    program->asked++;
    line = write_question(program, q, legal, count);
    if (!line) {
        snprintf(told, OUTSIDE_TOLD_ROOM, "could not be asked: there is not memory enough");
        return OUTSIDE_CRASH;
    }
    fault = talk(program, line, deadline, &len);
    free(line);
    if (fault != OUTSIDE_FINE) {
        program->ends += fault == OUTSIDE_CRASH;
        return give_up(program, fault, q->limit_ms, told);
    }
    program->answered = program->lives = true;
    return use_answer(program, q, len, legal, count, out, told);
}

bool
outside_never_starts(const struct outside *program)
{
    return !program->lives && program->ends >= OUTSIDE_TRIES;
}

bool
outside_not_found(const struct outside *program)
{
    return program->not_found;
}
