/* SPDX-License-Identifier: MIT
 * typing.c -- see typing.h. */
#include "typing.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "screen.h"

static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
static volatile sig_atomic_t interrupted, continued;

static void
on_signal(int number)
{
    if (number == SIGCONT)
        continued = 1;
    else
        interrupted = 1;
}

/* Where to read from. A terminal is opened once more, to be read without waiting. For Ctrl-C takes away what was typed,
 * also between poll and read, and read would then wait where signals are blocked. The standard input, which the shell
 * shares, stays as it is. */
static int
open_input(void)
{
    const char *terminal = ttyname(STDIN_FILENO);
    int own = terminal ? open(terminal, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) : -1;

    return own >= 0 ? own : STDIN_FILENO;
}

/* After Ctrl-Z and 'fg' the shell has written below the prompt, and set the terminal as it likes it. */
static void
show_again(const struct typing *typing)
{
    continued = 0;
    if (typing->edit) {
        line_edit_redraw(typing->edit);
    } else if (isatty(typing->input)) {
        fputs(typing->prompt, stdout);
        fflush(stdout);
    }
}

/* Reads more bytes after those in the buffer; none if it is full or the input has ended. */
static void
read_more(struct typing *typing)
{
    struct pollfd input = {.fd = typing->input, .events = POLLIN};
    ssize_t got;

    if (typing->from) {
        memmove(typing->bytes, typing->bytes + typing->from, typing->to - typing->from);
        typing->to -= typing->from;
        typing->from = 0;
    }
    if (ppoll(&input, 1, NULL, &typing->waiting) < 0 || interrupted) {
        typing->ended = interrupted || errno != EINTR;
        if (!typing->ended && continued)
            show_again(typing);
        return;
    }
    got = read(typing->input, typing->bytes + typing->to, sizeof typing->bytes - typing->to);
    if (got > 0)
        typing->to += (size_t)got;
    else
        typing->ended = !got || (errno != EINTR && errno != EAGAIN);
}

/* The next byte; -1 at the end of the input or after a signal. */
static int
next_byte(void *of)
{
    struct typing *typing = of;

    while (typing->from == typing->to && !typing->ended && !interrupted)
        read_more(typing);
    if (typing->from == typing->to || interrupted)
        return -1;
    return (unsigned char)typing->bytes[typing->from++];
}

static bool
read_line(struct typing *typing, char line[TYPING_LINE], bool *too_long)
{
    *too_long = false;
    line[0] = 0;
    for (;;) {
        const char *begin = typing->bytes + typing->from;
        size_t there = typing->to - typing->from, len;
        const char *end = memchr(begin, '\n', there);

        if (interrupted || (!end && typing->ended && (!there || *too_long)))
            return *too_long && !interrupted;
        len = end ? (size_t)(end - begin) : there;
        if (end || typing->ended) {
            typing->from += len + (end != NULL);
            *too_long = *too_long || len >= TYPING_LINE;
            len = *too_long ? 0 : len;
            memcpy(line, begin, len);
            line[len] = 0;
            line[strcspn(line, "\r")] = 0;
            return true;
        }
        if (there == sizeof typing->bytes) {
            *too_long = true;
            typing->from = typing->to;
        }
        read_more(typing);
    }
}

/* ---- for the caller ---- */

void
typing_begin(struct typing *typing)
{
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    sigset_t ours;

    memset(typing, 0, sizeof *typing);
    typing->input = open_input();
    sigemptyset(&ours);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        sigaddset(&ours, numbers[i]);
        sigaction(numbers[i], &action, NULL);
    }
    sigaddset(&ours, SIGCONT);
    sigaction(SIGCONT, &action, NULL);
    sigprocmask(SIG_BLOCK, &ours, &typing->before);
    typing->waiting = typing->before;
    sigdelset(&typing->waiting, SIGCONT);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sigdelset(&typing->waiting, numbers[i]);
    typing->edit = screen_edits() ? line_edit_open(next_byte, typing) : NULL;
}

void
typing_finish(struct typing *typing)
{
    line_edit_close(typing->edit);
    typing->edit = NULL;
    if (typing->input != STDIN_FILENO)
        close(typing->input);
    sigprocmask(SIG_SETMASK, &typing->before, NULL);
}

bool
typing_interrupted(void)
{
    sigset_t pending;

    sigemptyset(&pending);
    sigpending(&pending);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (sigismember(&pending, numbers[i]) == 1)
            return true;
    }
    return interrupted;
}

void
typing_offer(struct typing *typing, line_edit_offer *offer, const void *of)
{
    if (typing->edit)
        line_edit_offers(typing->edit, offer, of);
}

void
typing_forget(struct typing *typing)
{
    if (typing->edit)
        line_edit_forget(typing->edit);
}

bool
typing_ask(struct typing *typing, const char *prompt, char line[TYPING_LINE], bool *too_long)
{
    if (typing->edit)
        return line_edit_ask(typing->edit, prompt, line, TYPING_LINE, too_long);
    typing->prompt = prompt;
    fputs(prompt, stdout);
    fflush(stdout);
    return read_line(typing, line, too_long);
}
