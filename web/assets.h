/* SPDX-License-Identifier: MIT
 * assets.h -- the browser client's files, built into the program (tools/embed.py writes them).
 */
/* clang-format off */
#ifndef WEB_ASSETS_H
#define WEB_ASSETS_H

#include <stdbool.h>
#include <stddef.h>

struct asset {
    const char *path;               /* as requested: "/", "/favicon.svg", "/app-0123456789.js" */
    const char *type;               /* the Content-Type */
    const char *etag;               /* with its quotes */
    const unsigned char *at;
    size_t len;
    const unsigned char *gz;        /* the same bytes with gzip, for who accepts that */
    size_t gz_len;
    bool immutable;                 /* its name changes with its content: may be kept for ever */
};

/* In order of path; the last has a NULL path. Never empty: "/" is always there. */
extern const struct asset web_assets[];

#endif
