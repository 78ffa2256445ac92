/* SPDX-License-Identifier: MIT
 * frozen_net.c -- see frozen_net.h. */
#include "frozen_net.h"

#include <stdio.h>
#include <stdlib.h>

static const char *
take(struct frozen_net *net, const uint8_t *bytes, size_t length)
{
    struct net_head head;
    const char *wrong = net_read(bytes, length, &head, net->weights);

    if (!wrong) {
        net->game = head.game;
        net->seats = head.seats;
        net->hash = head.hash;
    }
    return wrong;
}

struct frozen_net *
frozen_net_read(const char *path, struct refusal *why)
{
    static const size_t room = NET_FILE_MOST + 1; /* one more: to see what is too long */
    struct frozen_net *net = malloc(sizeof *net);
    uint8_t *bytes = malloc(room);
    FILE *file = net && bytes ? fopen(path, "rb") : NULL;
    const char *wrong;

    if (file) {
        size_t length = fread(bytes, 1, room, file);

        wrong = ferror(file) ? "cannot be read" : take(net, bytes, length);
        fclose(file);
    } else {
        wrong = net && bytes ? "cannot be opened" : "needs memory that is not there";
    }
    free(bytes);
    if (!wrong)
        return net;
    refuse(why, "the net '%.200s' %s", path, wrong);
    free(net);
    return NULL;
}
