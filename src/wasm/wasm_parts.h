/* SPDX-License-Identifier: MIT
 * wasm_parts.h -- what the files of the WebAssembly module share: its one table, its two buffers of text.
 *
 * Two games are two instances of the module, each with a memory of its own. That is why this part alone has a
 * variable outside functions.
 */
/* clang-format off */
#ifndef KHEPRI_WASM_PARTS_H
#define KHEPRI_WASM_PARTS_H

#include "ai.h"
#include "match.h"
#include "text.h"
#include "view.h"
#include "wasm_api.h"

/* The whole module answers with analyses, half a kilobyte an action. */
#ifdef KHEPRI_NO_NETS
enum { WASM_IN = 1 << 20, WASM_OUT = 2 * VIEW_ROOM };
#else
enum { WASM_IN = 1 << 20, WASM_OUT = 2 * VIEW_ROOM };
#endif

struct wasm {
    struct match *match;            /* NULL: no game was begun */
    unsigned char *net;             /* the file of a net, or NULL */
    int net_size;                   /* how many bytes */
    struct analysis *analysis;      /* that is under way, or NULL */
    struct ai_limits limits;        /* of the bot that analyses */
    char in[WASM_IN + 2];           /* two bytes more, always 0: what is read ends */
    char out[WASM_OUT];
};

extern struct wasm wasm;

/* The text after the one at `at`; an empty one at the end of the buffer. */
const char *wasm_next(const char *at);

/* `out` as an empty text; and how long it is now, or 0 if it did not fit. */
struct text wasm_out(void);
int wasm_length(const struct text *t);

/* {"ok":true and {"ok":false,"error":...,"code":...}: an answer begun, a refusal whole. */
struct text wasm_answer(void);
int wasm_refuse(const char *code, const char *sentence);

/* Queues an effect of the hall; false if it did not fit. */
bool wasm_effect(const struct text *t);

/* (whole) Whether the game begun has its net. */
bool wasm_has_net(void);

/* The bot that a word names, which has all it needs; or false, and the refusal's length. */
bool wasm_read_bot(const char *word, struct ai_player *out, int *length);

#endif
