/* SPDX-License-Identifier: MIT
 * seen.c -- see seen.h. */
#include "seen.h"

#include <stdbool.h>

struct range {
    uint32_t first, last;
};

static bool
is_in(uint32_t c, const struct range *ranges)
{
    for (; ranges->last; ranges++) {
        if (c >= ranges->first && c <= ranges->last)
            return true;
    }
    return false;
}

/* clang-format off */
/* Two names that look the same must be the same. These are control characters, soft hyphen, fillers, marks of
 * direction, separators, tags, private use. */
static const struct range unseen[] = {
    {0x00, 0x1f}, {0x7f, 0x9f}, {0xad, 0xad}, {0x34f, 0x34f}, {0x61c, 0x61c}, {0x115f, 0x1160},
    {0x17b4, 0x17b5}, {0x180b, 0x180f}, {0x200b, 0x200b}, {0x200e, 0x200f}, {0x2028, 0x202e},
    {0x2060, 0x206f}, {0x2800, 0x2800}, {0x3164, 0x3164}, {0xe000, 0xf8ff}, {0xfeff, 0xfeff},
    {0xffa0, 0xffa0}, {0xfff0, 0xfffb}, {0xfffe, 0xffff}, {0xe0000, 0x10ffff}, {0, 0}};

static const struct range joiners[] = {{0x200c, 0x200d}, {0, 0}};
static const struct range variants[] = {{0xfe00, 0xfe0f}, {0, 0}};

static const struct range spaces[] = {
    {' ', ' '}, {0xa0, 0xa0}, {0x1680, 0x1680}, {0x2000, 0x200a}, {0x202f, 0x202f}, {0x205f, 0x205f},
    {0x3000, 0x3000}, {0, 0}};
/* clang-format on */

enum seen
seen_kind(uint32_t code)
{
    return is_in(code, joiners)    ? SEEN_JOINER
           : is_in(code, variants) ? SEEN_VARIANT
           : is_in(code, spaces)   ? SEEN_SPACE
           : is_in(code, unseen)   ? SEEN_NEVER
                                   : SEEN_CLEARLY;
}
