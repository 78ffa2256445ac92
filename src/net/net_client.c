/* SPDX-License-Identifier: MIT
 * net_client.c -- see net_client.h. HTTP/1.0 is asked for, so that no proxy cuts the response into chunks. */
#include "net_client.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PIECE = 16 * 1024, HEAD_MOST = 1024 };

struct net_call {
    int fd;
    SSL_CTX *trust; /* NULL: no TLS */
    SSL *ssl;
    char *in;
    size_t len, at; /* bytes that came; of these, used up */
    bool ended;
};

/* ---- addresses ---- */

bool
net_url_read(const char *text, struct net_url *out, struct oops *why)
{
    const char *host, *end, *colon;
    size_t len;

    *out = (struct net_url){.tls = strncmp(text, "https://", 8) == 0};
    snprintf(why->text, sizeof why->text,
             "'%.100s' should be an address as http://127.0.0.1:7272 or https://example.org",
             text);
    if (!out->tls && strncmp(text, "http://", 7) != 0)
        return false;
    host = text + (out->tls ? 8 : 7);
    end = host + strcspn(host, "/");
    colon = memchr(host, ':', (size_t)(end - host));
    if (*host == '[') { /* an IPv6 address, which has colons of its own */
        const char *bracket = memchr(host, ']', (size_t)(end - host));

        if (!bracket)
            return false;
        colon = bracket[1] == ':' ? bracket + 1 : NULL;
        len = (size_t)(bracket - ++host);
    } else {
        len = (size_t)((colon ? colon : end) - host);
    }
    if (len == 0 || len >= sizeof out->host || strpbrk(text, " \t\r\n"))
        return false;
    memcpy(out->host, host, len);
    strcpy(out->port, out->tls ? "443" : "80");
    if (colon) {
        size_t digits = (size_t)(end - colon - 1);

        if (digits < 1 || digits > 5 || strspn(colon + 1, "0123456789") != digits)
            return false;
        memcpy(out->port, colon + 1, digits);
        out->port[digits] = 0;
    }
    len = strlen(end);
    while (len > 0 && end[len - 1] == '/')
        len--;
    if (len >= sizeof out->below)
        return false;
    memcpy(out->below, end, len);
    return true;
}

/* ---- bytes ---- */

static bool
fail(struct oops *why, const char *what, const char *more)
{
    snprintf(why->text, sizeof why->text, "%.60s%.160s", what, more);
    return false;
}

/* Waits until the socket can be read or written. */
static bool
wait_for(const struct net_call *call, short events, int patience, struct oops *why)
{
    struct pollfd one = {.fd = call->fd, .events = events};
    int ready = poll(&one, 1, patience);

    if (ready > 0)
        return true;
    return fail(why, ready == 0 ? "the server is silent" : "waiting for the server failed: ",
                ready == 0 ? "" : strerror(errno));
}

/* After a step of TLS that was not done: waits for what it wants. False if it failed. */
static bool
go_on(const struct net_call *call, int result, int patience, struct oops *why)
{
    int wants = SSL_get_error(call->ssl, result);
    const char *reason;
    long verdict;

    if (wants == SSL_ERROR_WANT_READ)
        return wait_for(call, POLLIN, patience, why);
    if (wants == SSL_ERROR_WANT_WRITE)
        return wait_for(call, POLLOUT, patience, why);
    verdict = SSL_get_verify_result(call->ssl);
    if (verdict != X509_V_OK)
        return fail(why, "the server's certificate is not trusted: ",
                    X509_verify_cert_error_string(verdict));
    reason = ERR_reason_error_string(ERR_peek_last_error());
    return fail(why, "TLS failed: ", reason ? reason : "the connection was closed");
}

static bool
write_all(struct net_call *call, const char *text, size_t len, int patience, struct oops *why)
{
    while (len > 0) {
        ssize_t sent;

        ERR_clear_error();
        sent = call->ssl ? SSL_write(call->ssl, text, (int)len)
                         : send(call->fd, text, len, MSG_NOSIGNAL);
        if (sent > 0) {
            text += sent;
            len -= (size_t)sent;
            continue;
        }
        if (call->ssl && !go_on(call, (int)sent, patience, why))
            return false;
        if (!call->ssl && errno != EAGAIN && errno != EINTR)
            return fail(why, "sending failed: ", strerror(errno));
        if (!call->ssl && !wait_for(call, POLLOUT, patience, why))
            return false;
    }
    return true;
}

/* Reads what has come, at least a byte unless it is the end. */
static bool
read_some(struct net_call *call, int patience, struct oops *why)
{
    ssize_t got;

    if (call->at > 0) {
        call->len -= call->at;
        memmove(call->in, call->in + call->at, call->len);
        call->at = 0;
    }
    if (call->len + 1 >= NET_LINE_MOST)
        return fail(why, "the server sent a line longer than 1 MiB", "");
    for (;;) {
        size_t room = NET_LINE_MOST - call->len - 1;

        ERR_clear_error();
        got = call->ssl ? SSL_read(call->ssl, call->in + call->len, (int)room)
                        : recv(call->fd, call->in + call->len, room, 0);
        if (got > 0) {
            call->len += (size_t)got;
            return true;
        }
        call->ended =
            call->ssl ? SSL_get_error(call->ssl, (int)got) == SSL_ERROR_ZERO_RETURN : got == 0;
        if (call->ended)
            return true;
        if (call->ssl && !go_on(call, (int)got, patience, why))
            return false;
        if (!call->ssl && errno != EAGAIN && errno != EINTR)
            return fail(why, "the connection broke: ", strerror(errno));
        if (!call->ssl && !wait_for(call, POLLIN, patience, why))
            return false;
    }
}

/* ---- connecting ---- */

static int
connect_one(const struct addrinfo *where, int patience)
{
    static const int on = 1;
    int fd = socket(where->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    struct pollfd one = {.fd = fd, .events = POLLOUT};
    int fault = 0;
    socklen_t size = sizeof fault;

    if (fd < 0)
        return -1;
    (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (connect(fd, where->ai_addr, where->ai_addrlen) == 0)
        return fd;
    if (errno == EINPROGRESS) {
        if (poll(&one, 1, patience) <= 0)
            fault = ETIMEDOUT;
        else if (getsockopt(fd, SOL_SOCKET, SO_ERROR, &fault, &size) != 0)
            fault = errno;
        if (fault == 0)
            return fd;
        errno = fault;
    }
    fault = errno;
    close(fd);
    errno = fault;
    return -1;
}

static bool
connect_to(struct net_call *call, const struct net_url *url, int patience, struct oops *why)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *found;
    int fault = getaddrinfo(url->host, url->port, &hints, &found);

    if (fault != 0) {
        snprintf(why->text, sizeof why->text, "there is no host '%.100s': %s", url->host,
                 gai_strerror(fault));
        return false;
    }
    for (const struct addrinfo *at = found; at && call->fd < 0; at = at->ai_next)
        call->fd = connect_one(at, patience);
    fault = errno;
    freeaddrinfo(found);
    if (call->fd >= 0)
        return true;
    snprintf(why->text, sizeof why->text, "cannot connect to %.100s port %s: %s", url->host,
             url->port, strerror(fault));
    return false;
}

static bool
begin_tls(struct net_call *call, const struct net_url *url, int patience, struct oops *why)
{
    unsigned char address[sizeof(struct in6_addr)];
    bool number = inet_pton(AF_INET, url->host, address) == 1 ||
                  inet_pton(AF_INET6, url->host, address) == 1;
    int result;

    call->trust = SSL_CTX_new(TLS_client_method());
    call->ssl = call->trust && SSL_CTX_set_default_verify_paths(call->trust) == 1
                    ? SSL_new(call->trust)
                    : NULL;
    if (!call->ssl || SSL_set_fd(call->ssl, call->fd) != 1 ||
        (number ? X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(call->ssl), url->host)
                : SSL_set1_host(call->ssl, url->host)) != 1 ||
        (!number && SSL_set_tlsext_host_name(call->ssl, url->host) != 1))
        return fail(why, "TLS could not be set up", "");
    SSL_set_verify(call->ssl, SSL_VERIFY_PEER, NULL);
    while ((result = SSL_connect(call->ssl)) != 1) {
        if (!go_on(call, result, patience, why))
            return false;
    }
    return true;
}

/* ---- requests ---- */

static bool
send_request(struct net_call *call, const struct net_url *url, const struct net_ask *ask,
             struct oops *why)
{
    size_t len = ask->body ? strlen(ask->body) : 0, room = len + HEAD_MOST;
    bool six = strchr(url->host, ':'), fine;
    char *text = malloc(room), port[16] = "";
    int written;

    if (!text)
        return fail(why, "there is not enough memory", "");
    if (strcmp(url->port, url->tls ? "443" : "80") != 0)
        snprintf(port, sizeof port, ":%s", url->port);
    written =
        snprintf(text, room,
                 "%s %s%s HTTP/1.0\r\nHost: %s%s%s%s\r\n%s%s%sContent-Length: %zu\r\n"
                 "Connection: close\r\n\r\n%s",
                 ask->method, url->below, ask->path, six ? "[" : "", url->host, six ? "]" : "",
                 port, ask->token ? "Authorization: Bearer " : "", ask->token ? ask->token : "",
                 ask->token ? "\r\n" : "", len, ask->body ? ask->body : "");
    fine = written > 0 && (size_t)written < room
               ? write_all(call, text, (size_t)written, ask->patience, why)
               : fail(why, "the request is too long", "");
    free(text);
    return fine;
}

/* The status line, and the headers up to the empty line, which nobody here needs. */
static bool
read_head(struct net_call *call, int patience, int *status, struct oops *why)
{
    const char *line = net_call_line(call, patience, NULL, why);
    char *end;

    if (!line || strncmp(line, "HTTP/1.", 7) != 0 || strlen(line) < 12)
        return why->text[0] ? false : fail(why, "the server does not speak HTTP", "");
    *status = (int)strtol(line + 9, &end, 10);
    while ((line = net_call_line(call, patience, NULL, why))) {
        if (line[0] == 0 || strcmp(line, "\r") == 0)
            return true;
    }
    return why->text[0] ? false : fail(why, "the response ended too early", "");
}

struct net_call *
net_call_open(const struct net_url *url, const struct net_ask *ask, int *status,
              struct oops *why)
{
    struct net_call *call = calloc(1, sizeof *call);

    why->text[0] = 0;
    if (!call) {
        fail(why, "there is not enough memory", "");
        return NULL;
    }
    call->fd = -1;
    call->in = malloc(NET_LINE_MOST);
    if (!call->in)
        fail(why, "there is not enough memory", "");
    else if (connect_to(call, url, ask->patience, why) &&
             (!url->tls || begin_tls(call, url, ask->patience, why)) &&
             send_request(call, url, ask, why) && read_head(call, ask->patience, status, why))
        return call;
    net_call_close(call);
    return NULL;
}

void
net_call_close(struct net_call *call)
{
    if (!call)
        return;
    SSL_free(call->ssl);
    SSL_CTX_free(call->trust);
    if (call->fd >= 0)
        close(call->fd);
    free(call->in);
    free(call);
}

const char *
net_call_line(struct net_call *call, int patience, size_t *len, struct oops *why)
{
    size_t count;
    char *line, *end;

    why->text[0] = 0;
    for (;;) {
        line = call->in + call->at;
        count = call->len - call->at;
        end = memchr(line, '\n', count);
        if (end || call->ended)
            break;
        if (!read_some(call, patience, why))
            return NULL;
    }
    if (!end && count == 0)
        return NULL;
    call->at += end ? (size_t)(end - line) + 1 : count;
    count = end ? (size_t)(end - line) : count;
    line[count] = 0; /* there is room: a byte is always left */
    if (len)
        *len = count;
    return line;
}
