/* SPDX-License-Identifier: MIT
 * fuzz_hall.c -- any bytes as what visitors send to the hall: HTTP requests and WebSocket messages, line by line. Each
 * request gets one answer, each answer is JSON that says "ok" or why not, and the hall goes on.
 *
 *   g PATH, h PATH, x PATH      GET, HEAD, another method
 *   p PATH BODY                 POST
 *   a TEXT                      the Authorization header from here on
 *   o1, c1, m1 TEXT             WebSocket 1 (to 4) opens, closes, sends a message
 *   t5, f                       five seconds pass; the store fails, or no longer
 *   b2                          there are two bot accounts from here on (0 to 2)
 *   e, l                        who reads the newest stream goes away; requests are of the host, or no longer
 *   w                           the disk and the bots take their time until the next w
 *
 * In a line $T is the table made last, $A and $B are its first two tokens, $Q is the newest moment told of.
 * $C and $D are the tokens of the bot accounts "carnelian" and "dune". */
#include <string.h>

#include "document.h"
#include "fuzz.h"
#include "hall.h"
#include "rng.h"

enum {
    LINES = 40,
    THOUGHTS = 64,
    WORKED = 24,
    SOCKETS = 5,
    ACCOUNTS = 2,
    ROOM = 1 << 16,
    FIRST_REQUEST = 100
};

struct place {
    struct hall *hall;
    struct store *store;
    uint64_t clock, rng;
    bool failing, by_host, waits, open[SOCKETS], streams[LINES];
    char authorization[600];
    char table[16], token[2][40], moment[12];
    int answers[LINES], requests;
    struct hall_thought *thoughts[THOUGHTS];
    int thought_count, thought_total;
};

static const char *const account_names[ACCOUNTS] = {"carnelian", "dune"};
static const char *const account_tokens[ACCOUNTS] = {"cccccccccccccccccccccccccccccccc",
                                                     "dddddddddddddddddddddddddddddddd"};

/* ---- what is said to visitors ---- */

/* The text after `before` up to a character that ends it. */
static void
cut(const char *text, const char *before, const char *ends, char *out, size_t room)
{
    const char *at = strstr(text, before);
    size_t len = at ? strcspn(at + strlen(before), ends) : room;

    if (len > 0 && len < room) {
        memcpy(out, at + strlen(before), len);
        out[len] = 0;
    }
}

static void
listen_to(struct place *p, const char *text)
{
    cut(text, "\"id\":\"", "\"", p->table, sizeof p->table);
    cut(text, "\"0\":\"", "\"", p->token[0], sizeof p->token[0]);
    cut(text, "\"1\":\"", "\"", p->token[1], sizeof p->token[1]);
    cut(text, "\"last\":", ",}", p->moment, sizeof p->moment);
}

/* `word` is what every message of the kind has, or NULL. */
static void
check_said(struct place *p, const char *at, size_t len, const char *word)
{
    struct document said = {0};
    char *text = malloc(len + 1);
    const char *error;
    bool ok;

    MUST(text);
    memcpy(text, at, len);
    text[len] = 0;
    MUST(strlen(text) == len && document_read(&said, text, len, NULL));
    MUST(json_kind(said.root) == JSON_KIND_OBJECT);
    if (json_as_bool(json_member(said.root, "ok"), &ok) && !ok) {
        error = json_as_text(json_member(said.root, "error"));
        MUST(error && *error && !strchr(error, '\n') &&
             json_as_text(json_member(said.root, "code")));
    }
    MUST(!word || json_as_text(json_member(said.root, word)));
    listen_to(p, text);
    document_finish(&said);
    free(text);
}

/* ---- the host ---- */

static uint64_t
clock_of(void *self)
{
    return ((struct place *)self)->clock;
}

static int64_t
date_of(void *self)
{
    return 1793361600 + (int64_t)((struct place *)self)->clock / 1000;
}

static bool
random_of(void *self, void *out, size_t len)
{
    for (size_t i = 0; i < len; i++)
        ((uint8_t *)out)[i] = (uint8_t)rng_next(&((struct place *)self)->rng);
    return true;
}

static void
say(void *self, enum hall_level level, const char *event, const char *text)
{
    (void)self;
    (void)level;
    MUST(*event && !strchr(text, '\n'));
}

static void
reply(void *self, hall_who who, const struct hall_reply *reply)
{
    struct place *p = self;

    MUST(who >= FIRST_REQUEST && who < FIRST_REQUEST + (hall_who)p->requests);
    MUST(++p->answers[who - FIRST_REQUEST] == 1);
    MUST(reply->status >= 200 && reply->status < 504 && reply->type);
    p->streams[who - FIRST_REQUEST] = reply->goes_on;
    MUST(!reply->goes_on || (reply->len > 0 && reply->body[reply->len - 1] == '\n'));
    check_said(p, reply->body, reply->len, reply->goes_on ? "event" : NULL);
}

static bool
is_stream(const struct place *p, hall_who who)
{
    return who >= FIRST_REQUEST && who < FIRST_REQUEST + LINES &&
           p->streams[who - FIRST_REQUEST];
}

static void
send_text(void *self, hall_who who, const char *text, size_t len)
{
    struct place *p = self;

    if (is_stream(p, who)) {
        MUST(len > 0 && memchr(text, '\n', len) == text + len - 1);
        if (len > 1) /* an empty line shows that the hall is there */
            check_said(p, text, len, "event");
        return;
    }
    MUST(who > 0 && who < SOCKETS && p->open[who]);
    check_said(p, text, len, "op");
}

static void
bye(void *self, hall_who who, enum hall_bye code, const char *why)
{
    struct place *p = self;

    (void)code;
    MUST(*why);
    if (is_stream(p, who))
        p->streams[who - FIRST_REQUEST] = false;
    else
        MUST(who > 0 && who < SOCKETS);
}

static void
wake(void *self, uint64_t ms)
{
    (void)self;
    (void)ms;
}

static void
think(void *self, struct hall_thought *thought)
{
    struct place *p = self;

    MUST(p->thought_count < THOUGHTS);
    p->thoughts[p->thought_count++] = thought;
}

/* The quick ones only. */
static const struct ai_bot *
bots_at(const struct game *game, int i)
{
    static const char *const names[] = {"rule", "random"};

    return i < 2 ? ai_find(names[i], game) : NULL;
}

/* ---- what visitors do ---- */

static bool
never(void *self)
{
    (void)self;
    return false;
}

/* What is stored, thought or due by now; bots think for a while only. */
static void
settle(struct place *p, bool ending)
{
    hall_collect(p->hall);
    while (p->thought_count > 0) {
        struct hall_thought *thought = p->thoughts[--p->thought_count];
        bool works = !ending && ++p->thought_total < WORKED;

        if (works)
            hall_think(thought, NULL, never, NULL);
        hall_thought(p->hall, thought, works);
        hall_collect(p->hall);
    }
    hall_tick(p->hall);
    hall_collect(p->hall);
}

/* A line with its $ words replaced, ending in 0. */
static size_t
fill_in(const struct place *p, const uint8_t *at, size_t len, char *out)
{
    size_t n = 0;

    for (size_t i = 0; i < len && n + 64 < ROOM; i++) {
        uint8_t next = i + 1 < len ? at[i + 1] : 0;
        const char *word = at[i] != '$'  ? NULL
                           : next == 'T' ? p->table
                           : next == 'A' ? p->token[0]
                           : next == 'B' ? p->token[1]
                           : next == 'Q' ? p->moment
                           : next == 'C' ? account_tokens[0]
                           : next == 'D' ? account_tokens[1]
                                         : NULL;

        if (word) {
            strcpy(out + n, word);
            n += strlen(word);
            i++;
        } else {
            out[n++] = (char)at[i];
        }
    }
    out[n] = 0;
    return n;
}

static void
request(struct place *p, enum hall_method method, char *path, size_t len)
{
    char *body = method == HALL_POST ? memchr(path, ' ', len) : NULL;

    if (body)
        *body++ = 0;
    hall_http(p->hall, &(struct hall_request){.who = FIRST_REQUEST + (hall_who)p->requests++,
                                              .method = method,
                                              .path = path,
                                              .authorization = p->authorization,
                                              .address = "192.0.2.1",
                                              .body = body ? body : "",
                                              .len = body ? len - (size_t)(body - path) : 0,
                                              .host = p->by_host});
}

static void
have_accounts(struct place *p, int count)
{
    struct hall_account list[ACCOUNTS] = {{{0}, {0}, false}};

    for (int i = 0; i < count; i++) {
        strcpy(list[i].name, account_names[i]);
        MUST(hall_seal_open(NULL, account_tokens[i], list[i].hash));
        list[i].may_join = i == 0;
    }
    MUST(hall_set_accounts(p->hall, list, count));
}

/* Whoever reads the newest stream goes away. */
static void
leave_stream(struct place *p)
{
    int at = LINES - 1;

    while (at >= 0 && !p->streams[at])
        at--;
    if (at < 0)
        return;
    p->streams[at] = false;
    hall_close(p->hall, FIRST_REQUEST + (hall_who)at);
}

static void
use_socket(struct place *p, char verb, hall_who who, const char *text, size_t len)
{
    if (who < 1 || who >= SOCKETS || p->open[who] == (verb == 'o'))
        return;
    if (verb == 'o') {
        p->open[who] = true;
        hall_open(p->hall, who, "192.0.2.2");
    } else if (verb == 'c') {
        p->open[who] = false;
        hall_close(p->hall, who);
    } else {
        hall_message(p->hall, who, text, len);
    }
}

static void
do_line(struct place *p, char *line, size_t len)
{
    char *rest = len > 2 ? line + 2 : line + len;
    size_t left = len > 2 ? len - 2 : 0;
    unsigned digit = len > 1 ? (unsigned)(unsigned char)line[1] - '0' : 0;

    switch (line[0]) {
    case 'g':
        request(p, HALL_GET, rest, left);
        break;
    case 'h':
        request(p, HALL_HEAD, rest, left);
        break;
    case 'x':
        request(p, HALL_OTHER, rest, left);
        break;
    case 'p':
        request(p, HALL_POST, rest, left);
        break;
    case 'a':
        snprintf(p->authorization, sizeof p->authorization, "%.599s", rest);
        break;
    case 'o':
    case 'c':
        use_socket(p, line[0], digit, "", 0);
        break;
    case 'm':
        use_socket(p, 'm', digit, len > 3 ? line + 3 : "", len > 3 ? len - 3 : 0);
        break;
    case 't':
        p->clock += 1000u * (digit & 0xff);
        hall_sweep(p->hall);
        break;
    case 'f':
        p->failing = !p->failing;
        store_mem_set_failing(p->store, p->failing);
        break;
    case 'b':
        if (digit <= ACCOUNTS)
            have_accounts(p, (int)digit);
        break;
    case 'e':
        leave_stream(p);
        break;
    case 'l':
        p->by_host = !p->by_host;
        break;
    case 'w':
        p->waits = !p->waits;
        break;
    default:
        break;
    }
}

static void
begin(struct place *p)
{
    struct hall_host host = {.self = p,
                             .bots = bots_at,
                             .clock = clock_of,
                             .date = date_of,
                             .random = random_of,
                             .seal = hall_seal_open,
                             .say = say,
                             .reply = reply,
                             .send = send_text,
                             .close = bye,
                             .wake = wake,
                             .think = think};

    *p = (struct place){.store = store_mem_open(), .clock = 1000, .rng = 1};
    MUST(p->store);
    host.store = p->store;
    p->hall = hall_create(&host, &(struct hall_options){.bot_delay = 0,
                                                        .away = 5000,
                                                        .bot_limit = 1000,
                                                        .tables = 20,
                                                        .tables_each = 10,
                                                        .listed_each = 5,
                                                        .bots_games = 3,
                                                        .bots_rate = 30,
                                                        .idle = 60000,
                                                        .seeded = true,
                                                        .seed = 1});
    MUST(p->hall);
    hall_let_host_in(p->hall);
    hall_let_host_sign_in(p->hall, "/");
    have_accounts(p, ACCOUNTS);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char line[ROOM];
    struct place p;
    const uint8_t *at = data, *end = data + size;

    begin(&p);
    for (int i = 0; i < LINES && at < end; i++) {
        const uint8_t *feed = memchr(at, '\n', (size_t)(end - at)), *stop = feed ? feed : end;

        do_line(&p, line, fill_in(&p, at, (size_t)(stop - at), line));
        if (!p.waits)
            settle(&p, false);
        at = stop + 1;
    }
    hall_drain(p.hall);
    settle(&p, true);
    for (int i = 0; i < p.requests; i++)
        MUST(p.answers[i] == 1);
    MUST(hall_busy(p.hall) == 0);
    hall_end(p.hall);
    hall_destroy(p.hall);
    store_close(p.store);
    return 0;
}
