/* SPDX-License-Identifier: MIT
 * assets.c -- the files that are part of the program: the browser client's, and the description of
 * the interface. By exact name only. */
#include "server_parts.h"

#include <string.h>

#include "assets.h"

static const struct asset *
find(const char *path)
{
    for (const struct asset *asset = web_assets; asset->path; asset++) {
        if (strcmp(asset->path, path) == 0)
            return asset;
    }
    return NULL;
}

bool
assets_have(const char *path)
{
    return find(path) != NULL;
}

/* Whether a header that lists words separated by commas has this one, and not as one
 * that is hardly wanted (";q=0", ";q=0.5"). */
static bool
lists(const char *header, const char *word)
{
    size_t len = strlen(word);

    for (const char *at = strstr(header, word); at; at = strstr(at + 1, word)) {
        const char *after = at + len + strspn(at + len, " ");
        bool alone = (at == header || at[-1] == ' ' || at[-1] == ',') &&
                     (*after == 0 || *after == ',' || *after == ';');

        if (alone && strncmp(after, ";q=0", 4) != 0)
            return true;
    }
    return false;
}

/* Leads whoever came by a wrong address to the first page, which says so in their language. */
static void
answer_lost(const struct server *server, const struct net_request *request)
{
    const char *path = server->options.path;
    char page[512];
    struct text t = text_in(page, sizeof page);

    text_put(&t,
             "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Khepri</title>"
             "<meta http-equiv=\"refresh\" content=\"0;url=");
    text_put(&t, path);
    text_put(&t, "#/lost\"><a href=\"");
    text_put(&t, path);
    text_put(&t, "#/lost\">Khepri</a>\n");
    server->net->reply(server->net, request->id,
                       &(struct net_reply){.status = 404,
                                           .type = "text/html; charset=utf-8",
                                           .body = page,
                                           .body_len = t.len});
}

bool
assets_answer(const struct server *server, const struct net_request *request)
{
    struct net *net = server->net;
    const struct asset *asset = find(request->path);
    struct net_reply reply = {.status = 200, .lasting = true};

    if (!asset && (request->method != NET_GET || !find("/")))
        return false;
    if (!asset) {
        answer_lost(server, request);
        return true;
    }
    if (request->method != NET_GET && request->method != NET_HEAD) {
        static const char body[] =
            "{\"ok\":false,\"error\":\"this address is only to be read, with GET\",\"code\":\"method\"}";

        net->reply(net, request->id,
                   &(struct net_reply){.status = 405,
                                       .type = "application/json",
                                       .body = body,
                                       .body_len = sizeof body - 1,
                                       .allow = "GET, HEAD"});
        return true;
    }
    reply.etag = asset->etag;
    reply.cache = asset->immutable ? "public, max-age=31536000, immutable" : "no-cache";
    if (strstr(request->if_none_match, asset->etag) ||
        strcmp(request->if_none_match, "*") == 0) {
        reply.status = 304;
    } else {
        bool small = asset->gz && lists(request->accept_encoding, "gzip");

        reply.type = asset->type;
        reply.body = (const char *)(small ? asset->gz : asset->at);
        reply.body_len = small ? asset->gz_len : asset->len;
        reply.encoding = small ? "gzip" : NULL;
    }
    net->reply(net, request->id, &reply);
    return true;
}
