/* SPDX-License-Identifier: MIT
 * letters.c -- see letters.h. */
#include "letters.h"

#include <string.h>

#include "text.h"

struct range {
    uint32_t first, last;
};

static bool
is_in(uint32_t code, const struct range *ranges, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (code >= ranges[i].first && code <= ranges[i].last)
            return true;
    }
    return false;
}

static int
columns_of(uint32_t code)
{
    /* What Unicode calls wide or fullwidth, as far as it is in use; and marks that combine. */
    static const struct range wide[] = {
        {0x1100, 0x115f}, {0x2e80, 0x303e},   {0x3041, 0x4dbf},   {0x4e00, 0xa4cf},
        {0xac00, 0xd7a3}, {0xf900, 0xfaff},   {0xfe30, 0xfe6f},   {0xff00, 0xff60},
        {0xffe0, 0xffe6}, {0x1f300, 0x1f64f}, {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd}};
    static const struct range none[] = {
        {0xad, 0xad}, {0x300, 0x36f}, {0x200b, 0x200f}, {0xfe00, 0xfe0f}};

    if (is_in(code, none, sizeof none / sizeof *none))
        return 0;
    return is_in(code, wide, sizeof wide / sizeof *wide) ? 2 : 1;
}

struct letter
letter_at(const char *at, size_t left)
{
    size_t bytes = text_character(at, left);
    uint32_t code = (unsigned char)*at;

    if (bytes <= 1)
        return (struct letter){code, 1, 1};
    code &= 0x7fu >> bytes;
    for (size_t i = 1; i < bytes; i++)
        code = code << 6 | ((unsigned char)at[i] & 0x3f);
    return (struct letter){code, bytes, columns_of(code)};
}

int
letters_width(const char *text, size_t len)
{
    int columns = 0;

    for (size_t at = 0; at < len;) {
        struct letter letter = letter_at(text + at, len - at);

        columns += letter.columns;
        at += letter.bytes;
    }
    return columns;
}

static bool
is_one_of(struct letter letter, const char *all)
{
    size_t len = strlen(all);

    for (size_t at = 0; at < len;) {
        struct letter one = letter_at(all + at, len - at);

        if (one.code == letter.code)
            return true;
        at += one.bytes;
    }
    return false;
}

bool
letters_may_part(struct letter before, struct letter after)
{
    if (before.columns < 2 && after.columns < 2)
        return false;
    return !is_one_of(before, "「『（([“") &&
           !is_one_of(
               after,
               "」』）)]”、。，．,.:;!?！？：；・…ーぁぃぅぇぉっゃゅょァィゥェォッャュョ％%");
}
