/* SPDX-License-Identifier: MIT
 * arena_plan.c -- see arena_plan.h. */
#include "arena_plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "document.h"

/* ---- the field ---- */

/* "name=rest" cut at the first '='; false without one or with a name that is empty or too long. */
static bool
cut_label(const char *text, char name[PLAYER_WORD_ROOM], const char **rest)
{
    size_t length = strcspn(text, "=");

    if (text[length] != '=' || length == 0 || length >= PLAYER_WORD_ROOM)
        return false;
    memcpy(name, text, length);
    name[length] = 0;
    *rest = text + length + 1;
    return true;
}

static int
find_player(const struct arena_plan *plan, const char *name)
{
    for (int i = 0; i < plan->players; i++) {
        if (strcmp(plan->player[i].name, name) == 0)
            return i;
    }
    return -1;
}

/* What follows the '=' of the program called `name`, or NULL. */
static const char *
find_program(const char *name, const char *const *programs, int count)
{
    for (int i = 0; i < count; i++) {
        char label[PLAYER_WORD_ROOM];
        const char *command;

        if (cut_label(programs[i], label, &command) && strcmp(label, name) == 0)
            return command;
    }
    return NULL;
}

static bool
read_programs(const char *const *programs, int count, struct refusal *why)
{
    for (int i = 0; i < count; i++) {
        char label[PLAYER_WORD_ROOM];
        const char *command;

        if (!cut_label(programs[i], label, &command) || !*command || strchr(label, ','))
            return refuse(why, "--program takes NAME=COMMAND, not %s", quote(programs[i]).text);
        if (find_program(label, programs, i))
            return refuse(why, "two programs are called %s", quote(label).text);
    }
    return true;
}

/* The name in the field as a player, a new one or one that is there already. */
static bool
take_player(struct arena_plan *plan, const char *word, const char *const *programs,
            int program_count, int *out, struct refusal *why)
{
    struct arena_player player = {.program = NULL};
    const char *bot = word;
    int known;

    if (!strchr(word, '='))
        snprintf(player.name, sizeof player.name, "%s", word);
    else if (!cut_label(word, player.name, &bot) || !*bot)
        return refuse(why, "a player is NAME or NAME=BOT, not %s", quote(word).text);
    if (!*word)
        return refuse(why, "the field has an empty name");
    snprintf(player.bot, sizeof player.bot, "%s", bot);
    player.program = find_program(player.bot, programs, program_count);
    known = find_player(plan, player.name);
    if (known >= 0 && strcmp(plan->player[known].bot, player.bot) != 0)
        return refuse(why, "%s is two different players; give one another name",
                      quote(player.name).text);
    if (known < 0 && plan->players == ARENA_PLAYERS)
        return refuse(why, "the field has more than %d different players", ARENA_PLAYERS);
    if (known < 0) {
        plan->player[plan->players] = player;
        known = plan->players++;
    }
    *out = known;
    return true;
}

static bool
all_play(const struct arena_plan *plan, const char *const *programs, int count,
         struct refusal *why)
{
    for (int i = 0; i < count; i++) {
        bool plays = false;

        for (int k = 0; k < plan->players; k++)
            plays = plays || plan->player[k].program == strchr(programs[i], '=') + 1;
        if (!plays)
            return refuse(why, "the program %s is not in the field", quote(programs[i]).text);
    }
    return true;
}

/* ---- line-ups ---- */

static void
add_line_up(struct arena_plan *plan, const int times[ARENA_PLAYERS])
{
    struct series_line_up *line_up = &plan->line_ups[plan->line_up_count++];
    int place = 0;

    for (int i = 0; i < plan->players; i++) {
        for (int k = 0; k < times[i]; k++)
            line_up->player[place++] = (uint8_t)i;
    }
}

/* All ways to fill `left` places from player `from` on: each at most once where there are enough players,
 * else each at least once. */
static void
fill_places(struct arena_plan *plan, int times[ARENA_PLAYERS], int from, int left)
{
    bool enough = plan->players >= plan->seats;
    int others = plan->players - from - 1;

    if (from == plan->players) {
        add_line_up(plan, times);
        return;
    }
    for (int k = enough ? 1 : left - others; k >= (enough ? 0 : 1); k--) {
        if (k > left || (enough ? left - k > others : left - k < others) ||
            (others == 0 && k != left))
            continue;
        times[from] = k;
        fill_places(plan, times, from + 1, left - k);
    }
}

bool
arena_plan_field(struct arena_plan *plan, const char *field, const char *const *programs,
                 int program_count, struct refusal *why)
{
    int places = 0, times[ARENA_PLAYERS] = {0}, player = 0;

    plan->players = plan->line_up_count = 0;
    if (!read_programs(programs, program_count, why))
        return false;
    for (const char *list = field; list; places++) {
        char word[PLAYER_WORD_ROOM];

        if (!player_word(&list, word))
            return refuse(why, "%s... is too long for a player", quote(word).text);
        if (!plan->mixed && places == plan->seats)
            return refuse(why, "the field has more than the %d players of a game", plan->seats);
        if (!take_player(plan, word, programs, program_count, &player, why))
            return false;
        if (plan->mixed && places >= plan->players)
            return refuse(why, "%s is in the mixed field twice", quote(word).text);
        plan->line_ups[0].player[plan->mixed ? 0 : places] = (uint8_t)player;
    }
    if (!all_play(plan, programs, program_count, why))
        return false;
    if (!plan->mixed) {
        for (; places < plan->seats; places++) /* the last stands for all that follow */
            plan->line_ups[0].player[places] = (uint8_t)player;
        plan->line_up_count = 1;
        return true;
    }
    if (plan->players < 2)
        return refuse(why, "a mixed field needs two players at least");
    fill_places(plan, times, 0, plan->seats);
    return true;
}

bool
arena_plan_net(struct arena_plan *plan, const char *text, int *player, const char **net,
               struct refusal *why)
{
    char label[PLAYER_WORD_ROOM];

    if (!cut_label(text, label, net) || !**net)
        return refuse(why, "--net takes PLAYER=FILE, not %s", quote(text).text);
    *player = find_player(plan, label);
    if (*player < 0)
        return refuse(why, "--net names %s, who does not play", quote(label).text);
    if (plan->player[*player].net[0])
        return refuse(why, "--net gives %s two nets", quote(label).text);
    return true;
}

int
arena_plan_games(const struct arena_plan *plan)
{
    return plan->line_up_count * plan->seats;
}

int
arena_plan_player(const struct arena_plan *plan, const char *name)
{
    return find_player(plan, name);
}

int
arena_plan_sits(const struct arena_plan *plan, int player)
{
    int places = 0;

    for (int i = 0; i < plan->line_up_count; i++) {
        for (int place = 0; place < plan->seats; place++)
            places += plan->line_ups[i].player[place] == player;
    }
    return places * plan->seats;
}

double
arena_plan_most(const struct arena_plan *plan, int player)
{
    int line_ups = 0;

    for (int i = 0; i < plan->line_up_count; i++)
        line_ups += memchr(plan->line_ups[i].player, player, (size_t)plan->seats) != NULL;
    return (double)line_ups * plan->seats / arena_plan_sits(plan, player);
}

/* ---- JSON ---- */

/* "key=value" as a string, or the key alone if there is no value. */
static void
json_pair(struct text *t, const char *key, const char *value)
{
    size_t room = strlen(key) + (value ? strlen(value) : 0) + 2;
    char *pair = malloc(room);

    if (!pair) {
        t->full = true;
        return;
    }
    snprintf(pair, room, "%s%s%s", key, value ? "=" : "", value ? value : "");
    json_text(t, pair);
    free(pair);
}

static void
write_field(struct text *t, const struct arena_plan *plan)
{
    int count = plan->mixed ? plan->players : plan->seats;

    json_key_open(t, "field", '[');
    for (int i = 0; i < count; i++) {
        int player = plan->mixed ? i : plan->line_ups[0].player[i];
        const struct arena_player *who = &plan->player[player];

        json_pair(t, who->name, strcmp(who->name, who->bot) ? who->bot : NULL);
    }
    json_close(t, ']');
}

static void
write_programs(struct text *t, const struct arena_plan *plan)
{
    json_key_open(t, "programs", '[');
    for (int i = 0; i < plan->players; i++) {
        const struct arena_player *who = &plan->player[i];
        bool written = false;

        for (int k = 0; k < i; k++)
            written = written || plan->player[k].program == who->program;
        if (who->program && !written)
            json_pair(t, who->bot, who->program);
    }
    json_close(t, ']');
}

/* By their hashes: where the files lay does not matter. */
static void
write_nets(struct text *t, const struct arena_plan *plan)
{
    json_key_open(t, "nets", '[');
    for (int i = 0; i < plan->players; i++) {
        if (plan->player[i].net[0])
            json_pair(t, plan->player[i].name, plan->player[i].net);
    }
    json_close(t, ']');
}

static bool
read_nets(struct arena_plan *plan, const struct json *list, struct refusal *why)
{
    for (const struct json *e = json_first(list); e; e = json_next(list, e)) {
        const char *text = json_as_text(e), *hash = "";
        int player = 0;

        if (!text)
            return refuse(why, "a net in it is no text");
        if (!arena_plan_net(plan, text, &player, &hash, why))
            return false;
        if (strlen(hash) >= sizeof plan->player[player].net)
            return refuse(why, "a hash of a net has 16 digits, not %s", quote(hash).text);
        snprintf(plan->player[player].net, sizeof plan->player[player].net, "%s", hash);
    }
    return true;
}

void
json_arena_plan(struct text *t, const struct arena_plan *plan)
{
    json_open(t, '{');
    json_key_text(t, "game", plan->game);
    json_key_literal(t, "options", plan->options);
    json_key_int(t, "players", plan->seats);
    json_key_text(t, "seed", plan->seed);
    json_key_int(t, "deals", (long long)plan->deals);
    json_key_bool(t, "mixed", plan->mixed);
    write_field(t, plan);
    write_programs(t, plan);
    write_nets(t, plan);
    json_key_int(t, "ms", plan->limit_ms);
    json_key_bool(t, "luck", plan->luck);
    json_key_bool(t, "luck_ahead", plan->luck_ahead);
    json_close(t, '}');
}

/* The names of the field with commas between them; false if they are none. */
static bool
join(const struct json *list, char *out, size_t room)
{
    size_t length = 0;

    *out = 0;
    for (const struct json *e = json_first(list); e; e = json_next(list, e)) {
        const char *word = json_as_text(e);
        int more =
            word ? snprintf(out + length, room - length, "%s%s", length ? "," : "", word) : -1;

        if (more < 0 || (size_t)more >= room - length)
            return false;
        length += (size_t)more;
    }
    return json_kind(list) == JSON_KIND_LIST && json_count(list) > 0;
}

/* The numbers of a plan, and what it plays. */
static bool
read_numbers(struct arena_plan *plan, const struct json *json)
{
    const char *game = json_as_text(json_member(json, "game"));
    const char *seed = json_as_text(json_member(json, "seed"));
    long long seats, deals, ms;

    if (!game || !games_find(game) || !seed || strlen(seed) >= sizeof plan->seed ||
        !json_as_whole(json_member(json, "players"), &seats) || seats < 2 ||
        seats > GAME_MAX_SEATS || !json_as_whole(json_member(json, "deals"), &deals) ||
        deals < 1 || deals > ARENA_GAMES || !json_as_whole(json_member(json, "ms"), &ms) ||
        ms < 0 || ms > INT32_MAX)
        return false;
    *plan = (struct arena_plan){.seats = (int)seats,
                                .mixed = json_is_yes(json_member(json, "mixed")),
                                .deals = (unsigned long long)deals,
                                .limit_ms = (int)ms,
                                .luck = json_is_yes(json_member(json, "luck")),
                                .luck_ahead = json_is_yes(json_member(json, "luck_ahead"))};
    snprintf(plan->game, sizeof plan->game, "%s", game);
    snprintf(plan->seed, sizeof plan->seed, "%s", seed);
    return true;
}

static void
write_value(struct text *t, const void *value)
{
    json_put(t, value);
}

bool
arena_plan_read(struct arena_plan *plan, const struct json *json, struct refusal *why)
{
    const struct json *list = json_member(json, "programs");
    const struct json *options = json_member(json, "options");
    const char *programs[ARENA_PLAYERS] = {NULL};
    char field[ARENA_PLAYERS * ARENA_LABEL_ROOM];
    int count = 0;

    *plan = (struct arena_plan){.seats = 0};
    if (!read_numbers(plan, json) || json_kind(options) != JSON_KIND_OBJECT ||
        json_kind(list) != JSON_KIND_LIST || json_count(list) > ARENA_PLAYERS ||
        !join(json_member(json, "field"), field, sizeof field))
        return refuse(why, "it is not what 'khepri arena --json' writes");
    for (const struct json *e = json_first(list); e; e = json_next(list, e)) {
        if (!json_as_text(e))
            return refuse(why, "a program in it is no text");
        programs[count++] = json_as_text(e);
    }
    if (!arena_plan_field(plan, field, programs, count, why) ||
        !read_nets(plan, json_member(json, "nets"), why))
        return false;
    plan->options = document_written(write_value, options, NULL);
    return plan->options || refuse(why, "there is not memory enough");
}
