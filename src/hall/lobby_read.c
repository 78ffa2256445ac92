/* SPDX-License-Identifier: MIT
 * lobby_read.c -- requests for tables and seats, read: what is wrong is refused with a sentence. */
#include "hall_parts.h"

#include <string.h>

#include "options.h"
#include "seen.h"

/* The next code point of valid UTF-8; *at moves on behind it. */
static uint32_t
code_point(const unsigned char **at)
{
    const unsigned char *p = *at;
    int more = p[0] < 0x80 ? 0 : p[0] < 0xe0 ? 1 : p[0] < 0xf0 ? 2 : 3;
    uint32_t c = more == 0 ? p[0] : p[0] & (0x3fu >> more);

    for (int i = 1; i <= more; i++)
        c = c << 6 | (p[i] & 0x3f);
    *at = p + more + 1;
    return c;
}

/* Joiners and variants are unseen after a letter of Europe, or alone; joiners at the end too. */
enum { JOINED_FROM = 0x600 };

/* 1 to 24 characters that can be seen, spaces between them. */
bool
read_name_text(const char *text, char out[STORE_NAME_ROOM])
{
    const unsigned char *at = (const unsigned char *)text;
    uint32_t before = 0; /* 0: nothing that can be joined */
    bool joiner = false;
    int count = 0, seen = 0;

    if (!text || strlen(text) >= STORE_NAME_ROOM)
        return false;
    while (*at) {
        uint32_t c = code_point(&at);
        enum seen kind = seen_kind(c);
        bool joins = kind == SEEN_JOINER || kind == SEEN_VARIANT;

        joiner = kind == SEEN_JOINER;
        if (kind == SEEN_NEVER || (joins && before < JOINED_FROM))
            return false;
        before = joiner || kind == SEEN_SPACE ? 0 : joins ? before : c;
        seen += !joins && before;
        count++;
    }
    if (count < 1 || count > 24 || seen == 0 || joiner)
        return false;
    strcpy(out, text);
    return true;
}

bool
read_name(const struct json *json, char out[STORE_NAME_ROOM])
{
    return read_name_text(json_as_text(json), out);
}

const char name_rule[] =
    "a name has 1 to 24 characters, at least one visible; control characters and others that nobody "
    "sees are not allowed";

bool
read_bot(const struct hall *hall, const struct json *json, const struct game *game,
         struct store_seat *out, struct refusal *why)
{
    const char *name = json_as_text(json_member(json, "bot")), *fault;
    char list[1000];
    struct text t = text_in(list, sizeof list);
    struct ai_player player;

    if (name && strlen(name) < sizeof out->bot &&
        ai_read_word_in(hall->host.bots, name, game, &player)) {
        strcpy(out->bot, name);
        return true;
    }
    fault = name ? ai_limit_fault_in(hall->host.bots, name, game) : NULL;
    if (fault)
        return refuse(why, "\"bot\" %s: %s", quote(name).text, fault);
    ai_list_in(hall->host.bots, game, &t);
    return refuse(why, "\"bot\" must name one of the bots of %s: %s", game->name, list);
}

static bool
is_called(const struct store_table *row, const char *name)
{
    for (int i = 0; i < row->players; i++) {
        if (strcmp(row->seats[i].name, name) == 0)
            return true;
    }
    return false;
}

void
name_bots(struct store_table *row)
{
    static const char *const names[] = {"Nefer", "Senbi",   "Iti",  "Hapu",
                                        "Meret", "Djehuti", "Teti", "Ipi"};

    for (int i = 0; i < row->players; i++) {
        int n = i;

        if (row->seats[i].kind != STORE_BOT || row->seats[i].name[0])
            continue;
        while (is_called(row, names[n % 8]))
            n++; /* it ends: there are as many names as seats */
        strcpy(row->seats[i].name, names[n % 8]);
    }
}

/* An open seat may be kept for a bot account. */
static bool
read_invitation(const struct hall *hall, const struct json *json, int number,
                struct store_seat *out, struct refusal *why)
{
    const char *name = json_as_text(json);

    if (!json)
        return true;
    if (!name || !account_find(hall, name))
        return refuse(why,
                      "seat %d: \"invite\" must name a bot account of this server; "
                      "GET /api/1/bots lists them",
                      number);
    strcpy(out->bot, name);
    return true;
}

bool
read_seat(const struct hall *hall, const struct json *json, const struct game *game, int number,
          struct store_seat *out, struct refusal *why)
{
    const char *kind = json_as_text(json_member(json, "kind"));
    const struct json *name = json_member(json, "name");

    *out = (struct store_seat){.kind = STORE_OPEN};
    if (!kind)
        return refuse(why, "seat %d needs a \"kind\": person, bot or open", number);
    if (strcmp(kind, "open") == 0)
        return read_invitation(hall, json_member(json, "invite"), number, out, why);
    if (strcmp(kind, "person") == 0) {
        out->kind = STORE_PERSON;
        if (!read_name(name, out->name))
            return refuse(why, "seat %d: %s", number, name_rule);
        return !is_banned(hall, STORE_BAN_NAME, out->name) ||
               refuse(why, "seat %d: %s", number, mute_sentence);
    }
    if (strcmp(kind, "bot") != 0)
        return refuse(why, "seat %d has an unknown kind; it may be person, bot or open",
                      number);
    out->kind = STORE_BOT;
    if (name && !json_is(name, "") && !read_name(name, out->name))
        return refuse(why, "seat %d: %s", number, name_rule);
    if (is_banned(hall, STORE_BAN_NAME, out->name))
        return refuse(why, "seat %d: %s", number, mute_sentence);
    return read_bot(hall, json, game, out, why);
}

bool
read_flag(const struct json *body, const char *key, bool otherwise, bool *out,
          struct refusal *why)
{
    const struct json *json = json_member(body, key);

    *out = json ? json_is_yes(json) : otherwise;
    return !json || is_kind(json, JSON_KIND_BOOL) ||
           refuse(why, "\"%s\" must be true or false", key);
}

/* A value without spaces, the keys of objects in order. */
static void
put_sorted(struct text *t, const struct json *value)
{
    const char *last = NULL;

    if (json_kind(value) != JSON_KIND_OBJECT) {
        json_put(t, value);
        return;
    }
    json_open(t, '{');
    for (size_t i = 0; i < json_count(value); i++) {
        const struct json *least = NULL;

        for (const struct json *e = json_first(value); e; e = json_next(value, e)) {
            if ((!last || strcmp(json_name(e), last) > 0) &&
                (!least || strcmp(json_name(e), json_name(least)) < 0))
                least = e;
        }
        last = json_name(least);
        json_key(t, last);
        put_sorted(t, least);
    }
    json_close(t, '}');
}

/* The options that differ from the game's default, as they are stored. */
bool
row_options(const struct game *game, const void *state, struct store_table *row,
            struct refusal *why)
{
    char buf[STORE_OPTIONS_ROOM * 2];
    struct text t = text_in(buf, sizeof buf);
    struct text sorted = text_in(row->options, sizeof row->options);
    struct document document = {0};
    bool fine;

    json_options(&t, game, state);
    fine = text_length(&t) >= 0 && document_read(&document, buf, t.len, NULL);
    if (fine)
        put_sorted(&sorted, document.root);
    document_finish(&document);
    return (fine && text_length(&sorted) >= 0) || refuse(why, "the options are too long");
}

static bool
read_options(const struct game *game, const struct json *body, struct store_table *row,
             struct refusal *why)
{
    union games_options options;
    union games_state state;

    game->defaults(&options);
    return options_read(game, json_member(body, "options"), &options, why) &&
           options_setup(game, &options, row->players, &state, why) &&
           row_options(game, &state, row, why);
}

/* One word of a list that NULL ends; the first if none is given. */
static bool
read_choice(const struct json *body, const char *key, const char *const words[], int *out,
            struct refusal *why)
{
    const struct json *json = json_member(body, key);
    const char *word = json_as_text(json);
    char buf[100];
    struct text list = text_in(buf, sizeof buf);

    *out = 0;
    if (!json)
        return true;
    for (int i = 0; words[i]; i++) {
        *out = i;
        if (word && strcmp(word, words[i]) == 0)
            return true;
        text_put(&list, i == 0 ? "\"" : words[i + 1] ? "\", \"" : "\" or \"");
        text_put(&list, words[i]);
    }
    return refuse(why, "\"%s\" must be %s\"", key, buf);
}

/* Whether one person plays against bots: then a hint is unfair to nobody. */
static bool
is_alone(const struct store_table *row)
{
    int persons = 0, open = 0;

    for (int i = 0; i < row->players; i++) {
        persons += row->seats[i].kind == STORE_PERSON;
        open += row->seats[i].kind == STORE_OPEN;
    }
    return persons == 1 && open == 0;
}

/* What is agreed on with the table, beside the game's own options. */
static bool
read_settings(const struct json *body, struct store_table *row, struct refusal *why)
{
    int pace = 0, stand_ins = 0;

    if (!read_flag(body, "public", false, &row->open_to_all, why) ||
        !read_flag(body, "hints", is_alone(row), &row->hints, why) ||
        !read_choice(body, "pace", table_paces, &pace, why) ||
        !read_choice(body, "stand_ins", table_stand_ins, &stand_ins, why))
        return false;
    row->pace = (enum store_pace)pace;
    row->stand_ins = (enum store_stand_ins)stand_ins;
    return true;
}

bool
read_table(const struct hall *hall, const struct json *body, struct store_table *row,
           struct refusal *why)
{
    const char *name = json_as_text(json_member(body, "game"));
    const struct game *game = name ? games_find(name) : NULL;
    const struct json *seats = json_member(body, "seats");
    long long players;

    if (!game)
        return refuse(why, "\"game\" must name a game: %s", game_names("", " or ").text);
    if (!json_as_whole(json_member(body, "players"), &players) || players < game->min_seats ||
        players > game->max_seats)
        return refuse(why, "\"players\" must be a whole number from %d to %d", game->min_seats,
                      game->max_seats);
    strcpy(row->game, game->name);
    row->players = (int)players;
    if (!read_options(game, body, row, why))
        return false;
    if (!is_kind(seats, JSON_KIND_LIST) || json_count(seats) != (size_t)players)
        return refuse(why, "\"seats\" must be a list of %d seats, one for each player",
                      row->players);
    for (int i = 0; i < row->players; i++) {
        if (!read_seat(hall, json_element(seats, (size_t)i), game, i, &row->seats[i], why))
            return false;
    }
    name_bots(row);
    return read_settings(body, row, why);
}
