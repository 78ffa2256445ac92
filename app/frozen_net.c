/* SPDX-License-Identifier: MIT
 * frozen_net.c -- see frozen_net.h; the form of the file is that of net_file.h. */
#include "frozen_net.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net_file.h"
#include "ra_step.h"

static uint64_t
get(const uint8_t *at, int bytes)
{
    uint64_t number = 0;

    for (int i = bytes - 1; i >= 0; i--)
        number = number << 8 | at[i];
    return number;
}

/* What is wrong with the bytes, as the end of a sentence, or NULL. */
static const char *
take(struct frozen_net *net, const uint8_t *bytes, size_t length)
{
    if (length < NET_FILE_HEAD || memcmp(bytes, "khepri n", 8) != 0)
        return "is no net";
    if (get(bytes + 8, 4) != NET_FILE_VERSION || get(bytes + 16, 4) != RA_NET_WEIGHTS)
        return "is a net of another version";
    net->seats = (int)get(bytes + 12, 4); /* and 256 for another game than Ra */
    if (length != NET_FILE_HEAD + 2 * RA_NET_WEIGHTS || net->seats < 2 || net->seats > RA_SEATS)
        return "is not whole";
    net->hash = get(bytes + 32, 8);
    for (int i = 0; i < RA_NET_WEIGHTS; i++)
        net->weights[i] = (int16_t)get(bytes + NET_FILE_HEAD + 2 * i, 2);
    if (train_hash(net->weights, RA_NET_WEIGHTS) != net->hash)
        return "does not have the hash it says";
    return net_fault(RA_NET_SHAPE, net->weights) ? "has weights that are too large" : NULL;
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

game_action
frozen_net_choose(const struct frozen_net *net, const void *seen)
{
    struct ra_net memory;
    struct ra_judge judge = ra_net_judge(&memory, net->weights);
    struct ra_option options[RA_MAX_ACTIONS];
    int count = ra_search(&judge, seen, options);

    return ra_step_action(options[ra_search_best(options, count)].action);
}
