/* SPDX-License-Identifier: MIT
 * wasm_hall.c -- the hall in a page: the exports that bring it requests, messages, thoughts and the time.
 */
#include <stdlib.h>
#include <string.h>

#include "hall.h"
#include "moves.h"
#include "option_table.h"
#include "rng.h"
#include "wasm_parts.h"
#include "wasm_store.h"

enum { BOTS_MOST = 64, HOME_MS = 10000 };

static struct home {
    struct hall *hall;
    uint64_t clock, rng;
    int64_t date;
    bool seeded;
    uint64_t seed;
    struct ai_bot bots[BOTS_MOST]; /* with those that think elsewhere */
    const struct game *plays[BOTS_MOST]; /* whose each is */
    int bot_count;
    struct hall_thought *thoughts; /* with the module's caller */
    uint32_t thought_count; /* how many there ever were: their numbers */
} home;

/* What the host keeps in a thought. */
struct asked {
    struct hall_thought *next;
    uint32_t number;
};

_Static_assert(sizeof(struct asked) <= HALL_HOST_ROOM, "a thought has room for its host");

/* ---- effects ---- */

static struct text
begin(const char *word)
{
    struct text t = wasm_out();

    json_open(&t, '{');
    json_key_text(&t, "do", word);
    return t;
}

static void
end(struct text *t)
{
    json_close(t, '}');
    wasm_effect(t);
}

/* ---- what the hall asks of its host ---- */

static uint64_t
clock_of(void *self)
{
    (void)self;
    return home.clock;
}

static int64_t
date_of(void *self)
{
    (void)self;
    return home.date;
}

static bool
random_of(void *self, void *out, size_t len)
{
    unsigned char *at = out;

    (void)self;
    for (size_t i = 0; i < len; i++) {
        if (i % 8 == 0)
            home.rng = rng_next(&home.rng);
        at[i] = (unsigned char)(home.rng >> 8 * (i % 8));
    }
    return true;
}

static void
say(void *self, enum hall_level level, const char *event, const char *text)
{
    struct text t = begin("trouble");

    (void)self;
    (void)event;
    if (level > HALL_WARN)
        return;
    json_key_text(&t, "error", text);
    end(&t);
}

static void
reply(void *self, hall_who who, const struct hall_reply *reply)
{
    struct text t = begin("reply");

    (void)self;
    json_key_int(&t, "who", (long long)who);
    json_key_int(&t, "status", reply->status);
    json_key(&t, "body");
    text_bytes(&t, reply->body, reply->len);
    end(&t);
}

static void
send_text(void *self, hall_who who, const char *text, size_t len)
{
    struct text t = begin("send");

    (void)self;
    json_key_int(&t, "who", (long long)who);
    json_key(&t, "message");
    text_bytes(&t, text, len);
    end(&t);
}

static void
bye(void *self, hall_who who, enum hall_bye code, const char *why)
{
    (void)who;
    (void)code;
    say(self, HALL_ERROR, "close", why);
}

static void
wake(void *self, uint64_t ms)
{
    struct text t = begin("wake");

    (void)self;
    json_key_int(&t, "ms", (long long)ms);
    end(&t);
}

/* ---- thinking ---- */

/* A review is passed as its whole game: the caller analyses it with the whole module. */
static void
write_game(struct text *t, const struct hall_thought *thought)
{
    const struct game *game = thought->game;
    union games_state state = thought->state;

    json_key(t, "options");
    json_options(t, game, &state);
    json_key_open(t, "actions", '[');
    for (int i = 0; i < thought->count; i++) {
        struct move move;

        moves_write(game, &state, thought->log[i].seat, thought->log[i].action, &move);
        json_text(t, move.text);
        if (game->apply(&state, thought->log[i].seat, thought->log[i].action, NULL) != GAME_OK)
            break; /* cannot be: it was applied before */
    }
    json_close(t, ']');
}

static struct asked *
asked_of(struct hall_thought *thought)
{
    return (struct asked *)thought->host;
}

static void
think(void *self, struct hall_thought *thought)
{
    static const char *const tasks[] = {"choose", "hint", "review"};
    struct text t = begin("think");

    (void)self;
    /* The slices of a review have one number: the host's room begins as zeros. */
    if (asked_of(thought)->number == 0)
        asked_of(thought)->number = ++home.thought_count;
    asked_of(thought)->next = home.thoughts;
    home.thoughts = thought;
    json_key_int(&t, "thought", asked_of(thought)->number);
    json_key_text(&t, "task", tasks[thought->task]);
    json_key_text(&t, "game", thought->game->name);
    json_key_int(&t, "players", thought->seats);
    json_key_int(&t, "seat", thought->seat);
    json_key_text(&t, "bot", thought->bot.bot->name);
    json_key_bool(&t, "here", thought->task == HALL_CHOOSE && thought->bot.bot->choose);
    json_key_bool(&t, "searches", thought->bot.bot->searches);
    json_key_int(&t, "positions", (long long)thought->bot.positions);
    json_key_int(&t, "ms", thought->ms);
    json_key_int(&t, "at", thought->at);
    if (thought->task == HALL_REVIEW && thought->at == 0)
        write_game(&t, thought);
    end(&t);
}

static struct hall_thought *
thought_at(uint32_t number)
{
    struct hall_thought *thought = home.thoughts;

    while (thought && asked_of(thought)->number != number)
        thought = asked_of(thought)->next;
    return thought;
}

/* Gives a thought back to the hall. */
static void
give_back(struct hall_thought *thought, bool worked)
{
    struct hall_thought **at = &home.thoughts;

    while (*at != thought)
        at = &asked_of(*at)->next;
    *at = asked_of(thought)->next;
    hall_thought(home.hall, thought, worked);
}

void *
wasm_hall_seen(uint32_t number)
{
    struct hall_thought *thought = thought_at(number);

    return thought ? &thought->state : NULL;
}

int
wasm_hall_seen_size(void)
{
    return (int)sizeof(union games_state);
}

void
wasm_hall_choose(uint32_t number)
{
    struct hall_thought *thought = thought_at(number);
    struct ai_limits limits = {0};

    if (!thought)
        return;
    limits.positions = thought->bot.positions;
    thought->answer = thought->bot.bot->choose(thought->game, &thought->state, thought->seat,
                                               &thought->rng, &limits, NULL);
    give_back(thought, true);
}

void
wasm_hall_thought(uint32_t number, int worked, uint32_t value)
{
    struct hall_thought *thought = thought_at(number);
    size_t len = strlen(wasm.in);

    if (!thought)
        return;
    if (thought->task == HALL_CHOOSE)
        thought->answer = (game_action)value;
    else if (thought->task == HALL_REVIEW)
        thought->at = (int)value;
    if (worked && len > 0) {
        char *text = malloc(len + 1);

        if (!text)
            thought->why = "there was not enough memory for it";
        else
            memcpy(text, wasm.in, len + 1);
        if (thought->task == HALL_REVIEW && thought->at < thought->count) {
            thought->early = text;
            thought->early_len = len;
        } else {
            thought->text = text;
            thought->len = len;
        }
    } else if (!worked) {
        thought->why = "what it is thought over with could not be had";
    }
    give_back(thought, worked);
}

/* ---- its life ---- */

/* The list of bots in `in`, each a game and a name; those that this module has think here. */
static void
read_bots(void)
{
    const char *at = wasm.in;
    int count = 0;

    while (*at && count < BOTS_MOST) {
        const struct game *game = games_find(at);
        const char *name = wasm_next(at);
        const struct ai_bot *own = game ? ai_find(name, game) : NULL;
        char *copy = malloc(strlen(name) + 1);

        at = wasm_next(name);
        if (!game || !copy) {
            free(copy);
            continue;
        }
        strcpy(copy, name);
        home.bots[count] =
            own ? *own : (struct ai_bot){.wins = true, .searches = text_same(copy, "master")};
        home.bots[count].name = copy;
        home.plays[count] = game;
        home.bot_count = ++count;
    }
}

static const struct ai_bot *
bot_at(const struct game *game, int i)
{
    for (int at = 0; at < home.bot_count; at++) {
        if (home.plays[at] == game && i-- == 0)
            return &home.bots[at];
    }
    return NULL;
}

int
wasm_hall_begin(int bot_delay)
{
    struct hall_host host = {
        .store = wasm_store_open(),
        .clock = clock_of,
        .date = date_of,
        .random = random_of,
        .seal = hall_seal_open, /* they only tell the seats at one screen apart */
        .say = say,
        .reply = reply,
        .send = send_text,
        .close = bye,
        .wake = wake,
        .think = think};

    read_bots();
    host.bots = home.bot_count ? bot_at : NULL;
    home.hall = hall_create(&host, &(struct hall_options){.bot_delay = bot_delay,
                                                          .away = HOME_MS,
                                                          .bot_limit = HOME_MS,
                                                          .seeded = home.seeded,
                                                          .seed = home.seed,
                                                          .at_home = true});
    wasm_store_serves(home.hall);
    return home.hall != NULL;
}

void
wasm_hall_seed(uint64_t seed)
{
    home.seeded = true;
    home.seed = seed;
}

void
wasm_hall_delay(int bot_delay)
{
    hall_set_delay(home.hall, bot_delay);
}

void
wasm_hall_now(uint64_t clock, int64_t date, uint64_t seed)
{
    home.clock = clock;
    home.date = date;
    home.rng = seed;
}

/* ---- what happens ---- */

void
wasm_hall_request(uint32_t who, int method)
{
    const char *path = wasm.in, *authorization = wasm_next(path),
               *body = wasm_next(authorization);

    hall_http(home.hall, &(struct hall_request){.who = who,
                                                .method = (enum hall_method)method,
                                                .path = path,
                                                .authorization = authorization,
                                                .address = "",
                                                .body = body,
                                                .len = strlen(body)});
}

void
wasm_hall_open(uint32_t who)
{
    hall_open(home.hall, who, "");
}

void
wasm_hall_message(uint32_t who)
{
    hall_message(home.hall, who, wasm.in, strlen(wasm.in));
}

void
wasm_hall_close(uint32_t who)
{
    hall_close(home.hall, who);
}

void
wasm_hall_tick(void)
{
    hall_tick(home.hall);
}

void
wasm_hall_sweep(void)
{
    hall_sweep(home.hall);
}

/* ---- what is kept ---- */

int
wasm_hall_has(void)
{
    return hall_has(home.hall, wasm.in) || wasm_store_has(wasm.in);
}

int
wasm_hall_put(void)
{
    return wasm_store_put(wasm.in, strlen(wasm.in));
}

int
wasm_hall_row(void)
{
    struct text t = wasm_out();

    return wasm_store_row(wasm.in, strlen(wasm.in), &t) ? wasm_length(&t) : 0;
}

void
wasm_hall_committed(int kept)
{
    wasm_store_committed(kept ? NULL : "the page could not keep it");
    hall_collect(home.hall);
}
