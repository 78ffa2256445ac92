/* SPDX-License-Identifier: MIT
 * wasm_libc.c -- the few standard functions that the core needs: the WebAssembly module has
 * no imports and no C library. Memory is a fixed arena of blocks; freed ones are reused.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- bytes and strings ---- */

void *
memcpy(void *restrict to, const void *restrict from, size_t count)
{
    unsigned char *t = to;
    const unsigned char *f = from;

    while (count-- > 0)
        *t++ = *f++;
    return to;
}

void *
memset(void *to, int byte, size_t count)
{
    unsigned char *t = to;

    while (count-- > 0)
        *t++ = (unsigned char)byte;
    return to;
}

int
memcmp(const void *a, const void *b, size_t count)
{
    const unsigned char *x = a, *y = b;

    for (; count > 0; x++, y++, count--) {
        if (*x != *y)
            return *x - *y;
    }
    return 0;
}

size_t
strlen(const char *s)
{
    size_t length = 0;

    while (s[length])
        length++;
    return length;
}

char *
strcpy(char *restrict to, const char *restrict from)
{
    return memcpy(to, from, strlen(from) + 1);
}

int
strncmp(const char *a, const char *b, size_t count)
{
    for (; count > 0; a++, b++, count--) {
        if (*a != *b || !*a)
            return (unsigned char)*a - (unsigned char)*b;
    }
    return 0;
}

int
strcmp(const char *a, const char *b)
{
    return strncmp(a, b, SIZE_MAX);
}

size_t
strnlen(const char *s, size_t most)
{
    size_t length = 0;

    while (length < most && s[length])
        length++;
    return length;
}

char *
strncpy(char *restrict to, const char *restrict from, size_t count)
{
    size_t length = strnlen(from, count);

    memcpy(to, from, length);
    memset(to + length, 0, count - length);
    return to;
}

char *
strchr(const char *s, int c)
{
    for (; *s != (char)c; s++) {
        if (!*s)
            return NULL;
    }
    return (char *)(uintptr_t)s;
}

void *
memchr(const void *at, int byte, size_t count)
{
    const unsigned char *bytes = at;

    for (size_t i = 0; i < count; i++) {
        if (bytes[i] == (unsigned char)byte)
            return (void *)(uintptr_t)(bytes + i);
    }
    return NULL;
}

size_t
strspn(const char *s, const char *accept)
{
    size_t length = 0;

    while (s[length] && strchr(accept, s[length]))
        length++;
    return length;
}

size_t
strcspn(const char *s, const char *reject)
{
    size_t length = 0;

    while (s[length] && !strchr(reject, s[length]))
        length++;
    return length;
}

void *
memmove(void *to, const void *from, size_t count)
{
    unsigned char *t = to;
    const unsigned char *f = from;

    if (t < f)
        return memcpy(to, from, count);
    while (count-- > 0)
        t[count] = f[count];
    return to;
}

/* ---- memory ---- */

enum { ARENA = 12 << 20, ALIGN = 16 };

/* Before each block: how big it is, header included; where the one before it begins; whether it is in use. The
 * blocks lie one after the other; two free ones never do. */
struct block {
    uint32_t size, before, used, spare;
};

static _Alignas(16) unsigned char arena[ARENA];
static uint32_t top,
    last; /* the first byte that never was in a block; the last block, if top > 0 */
static uint32_t rover; /* where the next search begins */

static struct block *
block_at(uint32_t at)
{
    return (struct block *)(void *)(arena + at);
}

static uint32_t
place_of(const struct block *block)
{
    return (uint32_t)((const unsigned char *)block - arena);
}

/* Of a free block the part that is not needed becomes one of its own. */
static void
split(struct block *block, uint32_t whole)
{
    uint32_t at = place_of(block), rest = block->size - whole;

    if (rest <= sizeof *block + ALIGN)
        return;
    block->size = whole;
    *block_at(at + whole) = (struct block){.size = rest, .before = at};
    if (last == at)
        last = at + whole;
    else
        block_at(at + whole + rest)->before = at + whole;
}

/* The first free block that is big enough, from `from` to `past`. */
static struct block *
search(uint32_t from, uint32_t past, uint32_t whole)
{
    for (uint32_t at = from; at < past; at += block_at(at)->size) {
        struct block *block = block_at(at);

        if (!block->used && block->size >= whole) {
            split(block, whole);
            return block;
        }
    }
    return NULL;
}

static struct block *
new_block(uint32_t whole)
{
    struct block *block = block_at(top);

    if (whole > ARENA - top)
        return NULL;
    *block = (struct block){.size = whole, .before = last};
    last = top;
    top += whole;
    return block;
}

void *
malloc(size_t size)
{
    struct block *block;
    uint32_t whole;

    if (size > ARENA - sizeof *block - ALIGN)
        return NULL;
    whole = (uint32_t)(sizeof *block + (size + ALIGN - 1) / ALIGN * ALIGN);
    block = search(rover, top, whole);
    if (!block)
        block = search(0, rover, whole);
    if (!block)
        block = new_block(whole);
    if (!block)
        return NULL;
    block->used = 1;
    rover = place_of(block);
    return block + 1;
}

/* Joins a free block with the one after it. */
static void
join(struct block *block)
{
    uint32_t at = place_of(block), next = at + block->size;

    if (next == top || block_at(next)->used)
        return;
    block->size += block_at(next)->size;
    if (last == next)
        last = at;
    else
        block_at(at + block->size)->before = at;
}

void
free(void *at)
{
    struct block *block = (struct block *)at - 1;

    if (!at)
        return;
    block->used = 0;
    join(block);
    if (place_of(block) > 0 && !block_at(block->before)->used) {
        block = block_at(block->before);
        join(block);
    }
    if (last == place_of(block)) {
        top = last;
        last = block->before;
    }
    if (rover >= place_of(block))
        rover = 0;
}

void *
calloc(size_t count, size_t size)
{
    void *at = size && count > ARENA / size ? NULL : malloc(count * size);

    return at ? memset(at, 0, count * size) : NULL;
}

void *
realloc(void *at, size_t size)
{
    size_t had = at ? ((struct block *)at - 1)->size - sizeof(struct block) : 0;
    void *grown = size <= had ? at : malloc(size);

    if (grown && grown != at && at) {
        memcpy(grown, at, had);
        free(at);
    }
    return grown;
}

/* ---- sentences ---- */

struct sentence {
    char *at;
    size_t room, length; /* length: what it would be with room enough */
};

static void
put(struct sentence *s, char c)
{
    if (s->length + 1 < s->room)
        s->at[s->length] = c;
    s->length++;
}

static void
put_number(struct sentence *s, unsigned long long rest, int negative)
{
    char digits[24];
    int count = 0;

    if (negative)
        put(s, '-');
    do {
        digits[count++] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    while (count > 0)
        put(s, digits[--count]);
}

/* What stands between the '%' and its letter. */
struct form {
    size_t most; /* characters of a string */
    int longs;
    int size; /* 1: of a size_t */
};

static const char *
read_form(const char *p, struct form *form)
{
    *form = (struct form){.most = SIZE_MAX};
    if (*p == '.') {
        for (form->most = 0, p++; *p >= '0' && *p <= '9'; p++)
            form->most = form->most * 10 + (size_t)(*p - '0');
    }
    for (; *p == 'l'; p++)
        form->longs++;
    if (*p == 'z') {
        form->size = 1;
        p++;
    }
    return p;
}

int
vsnprintf(char *buf, size_t room, const char *format, va_list arguments)
{
    struct sentence s = {.at = buf, .room = room};

    for (const char *p = format; *p; p++) {
        struct form form;

        if (*p != '%') {
            put(&s, *p);
            continue;
        }
        p = read_form(p + 1, &form);
        if (*p == 's') {
            const char *text = va_arg(arguments, const char *);

            for (size_t i = 0; i < form.most && text[i]; i++)
                put(&s, text[i]);
        } else if (*p == 'd') {
            long long n =
                form.longs > 1 ? va_arg(arguments, long long) : va_arg(arguments, int);

            put_number(&s, n < 0 ? 0ull - (unsigned long long)n : (unsigned long long)n, n < 0);
        } else if (*p == 'u') {
            put_number(&s,
                       form.longs > 1 ? va_arg(arguments, unsigned long long)
                       : form.size    ? va_arg(arguments, size_t)
                                      : va_arg(arguments, unsigned),
                       0);
        } else if (*p == 'c') {
            put(&s, (char)va_arg(arguments, int));
        } else if (*p == '%') {
            put(&s, '%');
        } else {
            __builtin_trap(); /* a form that nobody taught it */
        }
    }
    if (room > 0)
        buf[s.length < room ? s.length : room - 1] = 0;
    return (int)s.length;
}

int
snprintf(char *buf, size_t room, const char *format, ...)
{
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vsnprintf(buf, room, format, arguments);
    va_end(arguments);
    return length;
}
