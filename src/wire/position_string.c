/* SPDX-License-Identifier: MIT
 * position_string.c -- see position_string.h. GAME.1.SYMBOLS: a symbol is a letter of base64url, so it has a value of
 * 0 to 63. A game brings a list of the words of its JSON (game_wire.h). A key is left out when it follows from the
 * key before it. The last four symbols are a checksum. Strings that people keep depend on all numbers here. */
#include "position_string.h"

#include <string.h>

#include "document.h"
#include "game_wire.h"
#include "option_table.h"
#include "position.h"

/* clang-format off */
enum symbol {
    SMALL = 0,                  /* 0..31: the number itself */
    NIL = 32, NO, YES,
    LIST, OBJECT, END,          /* a list or an object is open; the innermost one ends */
    NO_LIST, NO_OBJECT,         /* [] and {} */
    LARGE, MINUS,               /* then the number, or the number without its sign, in groups */
    STRING, NAME,               /* then the length in groups and two symbols for each byte: a value, a key */
    KEYS,                       /* KEYS + w / 64, then w % 64: the key of that place in the list */
    WORDS = KEYS + 10,          /* the same of a value */
    SYMBOLS = 64
};
/* clang-format on */

enum {
    MOST_WORDS = 10 * SYMBOLS,
    GROUP = 32,
    SUM = POSITION_STRING_SUM,
    VERSION = 1,
    FIRST = -1
};

static const char letters[SYMBOLS + 1] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/* ---- keys that follow ---- */

/* What writer and reader both know: after which key which key came last; at first the order of the list. */
struct order {
    const char *const *words;
    int count;
    int16_t after[MOST_WORDS + 1]; /* [key + 1]; FIRST + 1: the first key of an object */
};

static void
order_init(struct order *order, const struct game *game)
{
    static const char *const none[] = {NULL};

    order->words = game_wire(game)->words ? game_wire(game)->words : none;
    for (order->count = 0; order->words[order->count] && order->count < MOST_WORDS;)
        order->count++;
    for (int i = 0; i <= MOST_WORDS; i++)
        order->after[i] = (int16_t)i;
}

static int
order_find(const struct order *order, const char *word)
{
    int at = text_find(order->words, word);

    return at < order->count ? at : -1;
}

/* The key that is left out after `key`; a number beyond the list stands for none. */
static int
order_next(const struct order *order, int key)
{
    return order->after[key + 1];
}

static void
order_learn(struct order *order, int *key, int next)
{
    order->after[*key + 1] = (int16_t)next;
    *key = next;
}

/* ---- the checksum ---- */

void
position_string_sum(const char *at, size_t len, char out[POSITION_STRING_SUM])
{
    uint32_t sum = UINT32_C(2166136261); /* FNV-1a */

    for (size_t i = 0; i < len; i++)
        sum = (sum ^ (uint8_t)at[i]) * UINT32_C(16777619);
    sum ^= sum >> 24;
    for (int i = 0; i < SUM; i++)
        out[i] = letters[sum >> (6 * i) & (SYMBOLS - 1)];
}

/* ---- writing ---- */

static void
put(struct text *t, unsigned symbol)
{
    text_char(t, letters[symbol % SYMBOLS]);
}

static void
put_groups(struct text *t, unsigned long long number)
{
    for (; number >= GROUP; number /= GROUP)
        put(t, GROUP + (unsigned)(number % GROUP));
    put(t, (unsigned)number);
}

static void
put_string(struct text *t, unsigned symbol, const char *string)
{
    put(t, symbol);
    put_groups(t, strlen(string));
    for (; *string; string++) {
        put(t, (uint8_t)*string / 16);
        put(t, (uint8_t)*string % 16);
    }
}

/* From a list of words, else letter by letter. */
static void
put_word(struct text *t, int at, unsigned first, unsigned other, const char *word)
{
    if (at < 0) {
        put_string(t, other, word);
    } else {
        put(t, first + (unsigned)at / SYMBOLS);
        put(t, (unsigned)at % SYMBOLS);
    }
}

static void
put_number(struct text *t, const struct json *value)
{
    long long number = 0;

    json_as_int(value, &number); /* states hold no others */
    if (number >= 0 && number < GROUP)
        put(t, (unsigned)number);
    else
        put(t, number < 0 ? MINUS : LARGE);
    if (number < 0)
        put_groups(t, 0 - (unsigned long long)number);
    else if (number >= GROUP)
        put_groups(t, (unsigned long long)number);
}

static void put_value(struct text *t, struct order *order, const struct json *value);

/* The members but for that of the name `but`, which may be NULL. */
static void
put_members(struct text *t, struct order *order, const struct json *object, const char *but)
{
    int key = FIRST;

    for (const struct json *e = json_first(object); e; e = json_next(object, e)) {
        int at = order_find(order, json_name(e));

        if (but && text_same(json_name(e), but))
            continue;
        if (at < 0 || at != order_next(order, key))
            put_word(t, at, KEYS, NAME, json_name(e));
        if (at >= 0)
            order_learn(order, &key, at);
        put_value(t, order, e);
    }
    put(t, END);
}

static void
put_list(struct text *t, struct order *order, const struct json *list)
{
    for (const struct json *e = json_first(list); e; e = json_next(list, e))
        put_value(t, order, e);
    put(t, END);
}

static void
put_value(struct text *t, struct order *order, const struct json *value)
{
    bool empty = json_count(value) == 0;

    switch (json_kind(value)) {
    case JSON_KIND_BOOL:
        put(t, json_is_yes(value) ? YES : NO);
        return;
    case JSON_KIND_NUMBER:
        put_number(t, value);
        return;
    case JSON_KIND_STRING:
        put_word(t, order_find(order, json_as_text(value)), WORDS, STRING, json_as_text(value));
        return;
    case JSON_KIND_LIST:
        put(t, empty ? NO_LIST : LIST);
        if (!empty)
            put_list(t, order, value);
        return;
    case JSON_KIND_OBJECT:
        put(t, empty ? NO_OBJECT : OBJECT);
        if (!empty)
            put_members(t, order, value, NULL);
        return;
    case JSON_KIND_NULL:
    case JSON_KIND_NONE:
    case JSON_KIND_KEY:
        put(t, NIL);
    }
}

bool
position_string_write(struct text *t, const struct game *game, const void *st)
{
    char state[GAMES_STATE_ROOM];
    int len = game->write_state(st, state, sizeof state);
    struct document json = {0};
    struct order order;
    size_t from = t->len;
    char sum[SUM];

    if (len < 0 || !document_read(&json, state, (size_t)len, NULL))
        return false;
    order_init(&order, game);
    text_put(t, game->name);
    text_char(t, '.');
    text_int(t, VERSION);
    text_char(t, '.');
    put_members(t, &order, json.root, "game");
    document_finish(&json);
    position_string_sum(t->at + from, t->len - from, sum);
    text_bytes(t, sum, SUM);
    return true;
}

/* ---- reading ---- */

struct reader {
    const char *at;
    size_t left;
    struct order order;
    struct text *json;
    int depth;
    bool bad; /* what was read is no value */
};

/* The next symbol; END, and r->bad, when there is none. */
static unsigned
next(struct reader *r)
{
    const char *letter = r->left ? memchr(letters, *r->at, SYMBOLS) : NULL;

    if (!letter || r->bad || r->json->full) {
        r->bad = true;
        return END;
    }
    r->at++;
    r->left--;
    return (unsigned)(letter - letters);
}

/* Groups of five bits, the lowest first. More than `most` is bad. So is a group, even of zero, that stands only for
 * more: without that a long row of zeros would carry `unit` past its range. */
static long long
next_groups(struct reader *r, long long most)
{
    long long number = 0, unit = 1;
    unsigned group;

    do {
        group = next(r);
        number += (long long)(group % GROUP) * unit;
        unit *= GROUP;
        r->bad = r->bad || number > most || (group >= GROUP && unit > most);
    } while (group >= GROUP && !r->bad);
    return r->bad ? 0 : number;
}

/* A string of the game's list, or of its own letters into buf[room]; "" when it is bad. */
static const char *
next_word(struct reader *r, unsigned symbol, unsigned first, char *buf, size_t room)
{
    if (symbol >= KEYS) {
        int at = (int)((symbol - first) * SYMBOLS + next(r));

        r->bad = r->bad || at >= r->order.count;
        return r->bad ? "" : r->order.words[at];
    }
    size_t len = (size_t)next_groups(r, (long long)room - 1);

    for (size_t i = 0; i < len; i++) {
        unsigned high = next(r), low = next(r);

        r->bad = r->bad || high >= 16 || low >= 16 || high + low == 0;
        buf[i] = (char)(high * 16 + low);
    }
    buf[len] = 0;
    return r->bad ? "" : buf;
}

static void value(struct reader *r, unsigned symbol);

/* Up to END. */
static void
members(struct reader *r)
{
    char buf[200];
    int key = FIRST;

    for (unsigned symbol = next(r); symbol != END; symbol = next(r)) {
        int at = order_next(&r->order, key);

        if (symbol == NAME || (symbol >= KEYS && symbol < WORDS)) {
            const char *name = next_word(r, symbol, KEYS, buf, sizeof buf);

            at = order_find(&r->order, name);
            json_key_escaped(r->json, name);
            symbol = next(r);
        } else if (at < r->order.count) {
            json_key(r->json, r->order.words[at]);
        } else {
            r->bad = true;
        }
        if (at >= 0 && at < r->order.count)
            order_learn(&r->order, &key, at);
        value(r, symbol);
    }
}

static void
elements(struct reader *r)
{
    for (unsigned symbol = next(r); symbol != END; symbol = next(r))
        value(r, symbol);
}

static void
container(struct reader *r, unsigned symbol)
{
    bool list = symbol == LIST;

    json_open(r->json, list ? '[' : '{');
    r->bad = r->bad || ++r->depth >= JSON_DEPTH;
    if (list)
        elements(r);
    else
        members(r);
    r->depth--;
    json_close(r->json, list ? ']' : '}');
}

static void
value(struct reader *r, unsigned symbol)
{
    enum { MOST = 1000000000 };
    static const char *const plain[] = {
        [NIL] = "null", [NO] = "false", [YES] = "true", [NO_LIST] = "[]", [NO_OBJECT] = "{}"};
    char buf[400];

    if (symbol < GROUP)
        json_int(r->json, symbol);
    else if (symbol == LARGE || symbol == MINUS)
        json_int(r->json, next_groups(r, MOST) * (symbol == LARGE ? 1 : -1));
    else if (symbol == LIST || symbol == OBJECT)
        container(r, symbol);
    else if (symbol == STRING || symbol >= WORDS)
        json_text(r->json, next_word(r, symbol, WORDS, buf, sizeof buf));
    else if (symbol < sizeof plain / sizeof plain[0] && plain[symbol])
        json_literal(r->json, plain[symbol]);
    else
        r->bad = true;
}

/* The game and the version, up to the second dot. NULL when refused. */
static const struct game *
read_head(struct reader *r, struct refusal *why)
{
    static const char form[] = "a position string begins with a game and a version";
    const char *dot = memchr(r->at, '.', r->left), *second;
    char name[32];
    size_t len = dot ? (size_t)(dot - r->at) : sizeof name;
    const struct game *game;

    if (len >= sizeof name) {
        refuse(why, "%s, as in \"%s.1.\"", form, games_list[0]->name);
        return NULL;
    }
    memcpy(name, r->at, len);
    name[len] = 0;
    game = games_find(name);
    second = memchr(dot + 1, '.', r->left - len - 1);
    if (!game)
        refuse(why, "%s, and %s is no game; %s are", form, quote(name).text,
               game_names("\"", " and ").text);
    else if (!second || second != dot + 2 || dot[1] != '0' + VERSION)
        refuse(why,
               "the version of the position string is not known; this program reads \"%s.%d.\"",
               name, VERSION);
    else {
        r->left -= (size_t)(second + 1 - r->at);
        r->at = second + 1;
        return game;
    }
    return NULL;
}

static bool
is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

bool
position_string_read(const char *at, size_t len, struct text *json, struct refusal *why)
{
    struct reader r = {.json = json};
    const struct game *game;
    char sum[SUM];

    for (; len && is_blank(*at); len--)
        at++;
    while (len && is_blank(at[len - 1]))
        len--;
    r.at = at;
    r.left = len;
    game = read_head(&r, why);
    if (!game)
        return false;
    if (r.left >= SUM)
        position_string_sum(at, len - SUM, sum);
    if (r.left < SUM || memcmp(sum, at + len - SUM, SUM) != 0)
        return refuse(why,
                      "the position string is damaged: its last %d letters do not fit the "
                      "others; copy it once more, from the first letter to the last",
                      SUM);
    r.left -= SUM;
    order_init(&r.order, game);
    json_open(json, '{');
    json_key_text(json, "game", game->name);
    members(&r);
    json_close(json, '}');
    if (r.bad || r.left || json->full)
        return refuse(why, "the position string holds no position of %s", game->name);
    return true;
}

bool
position_is_string(const char *at, size_t len)
{
    for (; len && is_blank(*at); len--)
        at++;
    return !len || (*at != '{' && *at != '[' && *at != '"');
}

bool
position_read_line(const char *at, size_t len, bool view, const struct game **game,
                   union games_state *out, struct refusal *why)
{
    char state[GAMES_STATE_ROOM];
    struct text json = text_in(state, sizeof state);
    struct document document = {0};
    bool good;

    if (position_is_string(at, len)) {
        if (!position_string_read(at, len, &json, why))
            return false;
        at = json.at;
        len = json.len;
    }
    good = document_line(&document, at, len, why) != NULL &&
           (view ? position_read_view : position_read)(document.root, game, out, why);
    document_finish(&document);
    return good;
}
