/* SPDX-License-Identifier: MIT
 * frozen_net.c -- see frozen_net.h; the form of the file is that of net_file.h. */
#include "frozen_net.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net_file.h"

static uint64_t
get(const uint8_t *at, int bytes)
{
    uint64_t number = 0;

    for (int i = bytes - 1; i >= 0; i--)
        number = number << 8 | at[i];
    return number;
}

/* Of each game, by its number in files. */
static const struct form {
    const struct game *game;
    int fewest, most, weights;
    struct net_shape shape;
} forms[] = {
    {&ra_game, 2, RA_SEATS, RA_NET_WEIGHTS, {RA_COMMON_USED, RA_SEAT_USED}},
    {&amun_game,
     AMUN_FEWEST_SEATS,
     AMUN_SEATS,
     AMUN_NET_WEIGHTS,
     {AMUN_COMMON_USED, AMUN_SEAT_USED}},
};

/* What is wrong with the bytes, as the end of a sentence, or NULL. */
static const char *
take(struct frozen_net *net, const uint8_t *bytes, size_t length)
{
    const struct form *form;

    if (length < NET_FILE_HEAD || memcmp(bytes, "khepri n", 8) != 0)
        return "is no net";
    if (get(bytes + 13, 3) >= sizeof forms / sizeof *forms)
        return "is for no game that there is";
    form = &forms[get(bytes + 13, 3)];
    if (get(bytes + 8, 4) != NET_FILE_VERSION || get(bytes + 16, 4) != (uint64_t)form->weights)
        return "is a net of another version";
    net->game = form->game;
    net->seats = bytes[12];
    if (length != NET_FILE_HEAD + 2 * (size_t)form->weights || net->seats < form->fewest ||
        net->seats > form->most)
        return "is not whole";
    net->hash = get(bytes + 32, 8);
    for (int i = 0; i < form->weights; i++)
        net->weights[i] = (int16_t)get(bytes + NET_FILE_HEAD + 2 * i, 2);
    if (train_hash(net->weights, form->weights) != net->hash)
        return "does not have the hash it says";
    return net_fault(form->shape, net->weights) ? "has weights that are too large" : NULL;
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
