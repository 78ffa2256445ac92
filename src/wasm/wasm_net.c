/* SPDX-License-Identifier: MIT
 * wasm_net.c -- the net of the current game, from the bytes of a file that the caller
 * fetched; checked before a bot may use it.
 */
#include "wasm_parts.h"

#include <stdlib.h>

#include "net_given.h"
#include "net_read.h"
#include "refusal.h"

/* NULL, or what is wrong with the file, whose weights are made numbers where they stand. */
static const char *
fault_of(unsigned char *file, int size, char *buf, size_t room)
{
    const struct match *match = wasm.match;
    int16_t *weights = (int16_t *)(void *)(file + NET_FILE_HEAD);
    struct text t = text_in(buf, room);
    struct net_head head;
    const char *wrong = net_read(file, (size_t)size, &head, weights);

    if (wrong) {
        text_put(&t, "the file ");
        text_put(&t, wrong);
        return buf;
    }
    if (head.game != match->game)
        return "the net is of another game";
    if (head.seats != match->seats)
        return "the net is for another number of players";
    net_give(head.game, head.seats, weights);
    return NULL;
}

static void
forget(void)
{
    free(wasm.net);
    wasm.net = NULL;
    net_give(NULL, 0, NULL);
}

unsigned char *
wasm_net_room(int size)
{
    forget();
    if (size < 0 || size > NET_FILE_MOST)
        return NULL;
    wasm.net = malloc((size_t)size);
    wasm.net_size = size;
    return wasm.net;
}

int
wasm_net(void)
{
    char says[80];
    const char *fault = wasm.net ? fault_of(wasm.net, wasm.net_size, says, sizeof says)
                                 : "there is no room for the net";
    struct text t;

    if (fault) {
        forget();
        return wasm_refuse("net", fault);
    }
    t = wasm_answer();
    json_close(&t, '}');
    return wasm_length(&t);
}

bool
wasm_has_net(void)
{
    return net_given(wasm.match->game, wasm.match->seats) != NULL;
}
