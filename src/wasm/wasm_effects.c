/* SPDX-License-Identifier: MIT
 * wasm_effects.c -- the queue of effects of the hall, which the module's caller takes out one by one.
 */
#include <stdlib.h>
#include <string.h>

#include "wasm_parts.h"

struct effect {
    struct effect *next;
    size_t len;
    char text[];
};

static struct {
    struct effect *first, *last;
} queue;

bool
wasm_effect(const struct text *t)
{
    struct effect *effect = text_length(t) < 0 ? NULL : malloc(sizeof *effect + t->len);

    if (!effect)
        return false;
    effect->next = NULL;
    effect->len = t->len;
    memcpy(effect->text, t->at, t->len);
    if (queue.last)
        queue.last->next = effect;
    else
        queue.first = effect;
    queue.last = effect;
    return true;
}

int
wasm_hall_effect(void)
{
    struct effect *effect = queue.first;
    int length = 0;

    if (!effect)
        return 0;
    queue.first = effect->next;
    if (!queue.first)
        queue.last = NULL;
    length = (int)effect->len;
    memcpy(wasm.out, effect->text, effect->len);
    free(effect);
    return length;
}
