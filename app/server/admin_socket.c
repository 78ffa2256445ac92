/* SPDX-License-Identifier: MIT
 * admin_socket.c -- see admin_socket.h. */
#include "admin_socket.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

struct admin_line {
    uv_pipe_t pipe; /* first, so that it can be found from it */
    struct admin_socket *at;
    struct admin_line *next;
    hall_who who;
    uv_write_t write;
    char *answer;
    size_t len;
    char text[ADMIN_LINE_MOST + 1];
};

struct admin_socket {
    uv_pipe_t listener; /* first, too */
    struct hall *hall;
    struct admin_line *lines;
    hall_who last;
    bool stopped; /* to be freed with the last handle */
};

static void
free_if_done(struct admin_socket *at)
{
    if (at->stopped && !at->lines)
        free(at);
}

static void
on_listener_closed(uv_handle_t *handle)
{
    struct admin_socket *at = (struct admin_socket *)handle;

    at->stopped = true;
    free_if_done(at);
}

static void
on_line_closed(uv_handle_t *handle)
{
    struct admin_line *line = (struct admin_line *)handle;
    struct admin_socket *at = line->at;
    struct admin_line **where = &at->lines;

    while (*where != line)
        where = &(*where)->next;
    *where = line->next;
    free(line->answer);
    free(line);
    free_if_done(at);
}

static void
end_line(struct admin_line *line)
{
    line->who = 0;
    if (!uv_is_closing((uv_handle_t *)&line->pipe))
        uv_close((uv_handle_t *)&line->pipe, on_line_closed);
}

static void
on_written(uv_write_t *write, int status)
{
    (void)status; /* who has left does not want it */
    end_line((struct admin_line *)write->handle);
}

void
admin_socket_reply(struct admin_socket *at, hall_who who, const struct hall_reply *reply)
{
    struct admin_line *line = at->lines;
    uv_buf_t buf;

    while (line && line->who != who)
        line = line->next;
    if (!line)
        return;
    line->who = 0;
    line->answer = malloc(reply->len + 1);
    if (!line->answer) {
        end_line(line);
        return;
    }
    memcpy(line->answer, reply->body, reply->len);
    line->answer[reply->len] = '\n';
    buf = uv_buf_init(line->answer, (unsigned)reply->len + 1);
    if (uv_write(&line->write, (uv_stream_t *)&line->pipe, &buf, 1, on_written) != 0)
        end_line(line);
}

static void
ask(struct admin_line *line, size_t len)
{
    struct admin_socket *at = line->at;

    line->who = ADMIN_WHO | ++at->last;
    line->text[len] = 0;
    uv_read_stop((uv_stream_t *)&line->pipe);
    hall_http(at->hall, &(struct hall_request){.who = line->who,
                                               .method = HALL_POST,
                                               .path = "/api/1/admin",
                                               .authorization = "",
                                               .address = "unix",
                                               .body = line->text,
                                               .len = len,
                                               .host = true});
}

static void
give_room(uv_handle_t *handle, size_t wanted, uv_buf_t *buf)
{
    struct admin_line *line = (struct admin_line *)handle;

    (void)wanted;
    *buf = uv_buf_init(line->text + line->len, (unsigned)(ADMIN_LINE_MOST - line->len));
}

static void
on_read(uv_stream_t *stream, ssize_t count, const uv_buf_t *buf)
{
    struct admin_line *line = (struct admin_line *)stream;
    const char *end;

    (void)buf;
    if (count < 0) { /* also when the line is too long: no room is left */
        end_line(line);
        return;
    }
    line->len += (size_t)count;
    end = memchr(line->text, '\n', line->len);
    if (end)
        ask(line, (size_t)(end - line->text));
}

static void
on_connection(uv_stream_t *listener, int status)
{
    struct admin_socket *at = (struct admin_socket *)listener;
    struct admin_line *line = status == 0 ? calloc(1, sizeof *line) : NULL;
    int count = 0;

    if (!line)
        return;
    for (const struct admin_line *other = at->lines; other; other = other->next)
        count++;
    line->at = at;
    line->next = at->lines;
    at->lines = line;
    uv_pipe_init(at->listener.loop, &line->pipe, 0);
    if (uv_accept(listener, (uv_stream_t *)&line->pipe) != 0 || count >= ADMIN_LINES_MOST ||
        uv_read_start((uv_stream_t *)&line->pipe, give_room, on_read) != 0)
        end_line(line);
}

struct admin_socket *
admin_socket_create(uv_loop_t *loop, int fd, struct hall *hall)
{
    struct admin_socket *at = calloc(1, sizeof *at);
    int own;

    if (!at)
        return NULL;
    at->hall = hall;
    uv_pipe_init(loop, &at->listener, 0);
    own = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    if (own < 0 || uv_pipe_open(&at->listener, own) != 0 ||
        uv_listen((uv_stream_t *)&at->listener, ADMIN_LINES_MOST, on_connection) != 0) {
        admin_socket_stop(at);
        return NULL;
    }
    hall_let_host_in(hall);
    return at;
}

void
admin_socket_stop(struct admin_socket *at)
{
    if (!at)
        return;
    for (struct admin_line *line = at->lines; line; line = line->next)
        end_line(line);
    uv_close((uv_handle_t *)&at->listener, on_listener_closed);
}
