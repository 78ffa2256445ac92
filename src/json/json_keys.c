/* SPDX-License-Identifier: MIT
 * json_keys.c -- the keys of an object as a crit-bit tree. The time to find a duplicate key
 * grows with its length, not with the number of keys.
 *
 * Each key but the first adds a branch: the bit in which it differs from its nearest
 * neighbour. Branches further down look at later bits. A reference is twice the distance
 * from the object to a key, plus one if it means the key's branch. */
#include "json_parts.h"

/* Which way a byte goes: `bits` has all bits set but the one that decides. */
static int
side(uint8_t bits, unsigned char byte)
{
    return (1 + (bits | byte)) >> 8;
}

static unsigned char
byte_of(const char *name, size_t len, size_t at)
{
    return at < len ? (unsigned char)name[at] : 0;
}

/* The key most like this one. Below a branch that looks beyond the name, any will do: that of the branch. */
static const struct json *
nearest(const struct json *object, const char *name, size_t len)
{
    uint32_t at = object->branch[1];

    while (at & 1) {
        const struct json *key = object + (at >> 1);

        if (key->count > len)
            return key;
        at = key->branch[side(key->bits, byte_of(name, len, key->count))];
    }
    return object + (at >> 1);
}

/* Where two names differ first; false if nowhere. */
static bool
differ(const struct json *key, const char *name, size_t len, uint32_t *byte, uint8_t *bits)
{
    unsigned int apart = 0;
    size_t at = 0;

    for (; at <= len && !apart; at++)
        apart = (unsigned int)(byte_of(key->text, key->len, at) ^ byte_of(name, len, at));
    if (!apart)
        return false;
    while (apart & (apart - 1))
        apart &= apart - 1;
    *byte = (uint32_t)at - 1;
    *bits = (uint8_t)~apart;
    return true;
}

bool
json_keys_add(struct json *object, struct json *key)
{
    uint32_t *at = &object->branch[1], own = 2 * (uint32_t)(key - object), byte;
    const struct json *near;
    uint8_t bits;
    int other;

    if (!*at) {
        *at = own;
        return true;
    }
    near = nearest(object, key->text, key->len);
    if (!differ(near, key->text, key->len, &byte, &bits))
        return false;
    while (*at & 1) {
        struct json *branch = object + (*at >> 1);

        if (branch->count > byte || (branch->count == byte && branch->bits > bits))
            break;
        at = &branch->branch[side(branch->bits, byte_of(key->text, key->len, branch->count))];
    }
    other = side(bits, byte_of(near->text, near->len, byte));
    key->count = byte;
    key->bits = bits;
    key->branch[other] = *at;
    key->branch[1 - other] = own;
    *at = own + 1;
    return true;
}

const struct json *
json_keys_find(const struct json *object, const char *name)
{
    size_t len = text_size(name);
    const struct json *key;
    uint32_t byte;
    uint8_t bits;

    if (!object->branch[1])
        return NULL;
    key = nearest(object, name, len);
    return differ(key, name, len, &byte, &bits) ? NULL : key;
}
