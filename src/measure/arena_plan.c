/* SPDX-License-Identifier: MIT
 * arena_plan.c -- see arena_plan.h. */
#include "arena_plan.h"

#include <stdio.h>
#include <string.h>

#include "record.h"

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

static json_t *
write_field(const struct arena_plan *plan)
{
    int count = plan->mixed ? plan->players : plan->seats;
    json_t *field = json_array();

    for (int i = 0; field && i < count; i++) {
        int player = plan->mixed ? i : plan->line_ups[0].player[i];
        const struct arena_player *who = &plan->player[player];
        char label[ARENA_LABEL_ROOM];

        snprintf(label, sizeof label, "%s%s%s", who->name,
                 strcmp(who->name, who->bot) ? "=" : "",
                 strcmp(who->name, who->bot) ? who->bot : "");
        json_array_append_new(field, json_string(label));
    }
    return field;
}

static json_t *
write_programs(const struct arena_plan *plan)
{
    json_t *programs = json_array();

    for (int i = 0; programs && i < plan->players; i++) {
        const struct arena_player *who = &plan->player[i];
        bool written = false;

        for (int k = 0; k < i; k++)
            written = written || plan->player[k].program == who->program;
        if (who->program && !written)
            json_array_append_new(programs, json_sprintf("%s=%s", who->bot, who->program));
    }
    return programs;
}

/* By their hashes: where the files lay does not matter. */
static json_t *
write_nets(const struct arena_plan *plan)
{
    json_t *nets = json_array();

    for (int i = 0; nets && i < plan->players; i++) {
        const struct arena_player *who = &plan->player[i];

        if (who->net[0])
            json_array_append_new(nets, json_sprintf("%s=%s", who->name, who->net));
    }
    return nets;
}

static bool
read_nets(struct arena_plan *plan, const json_t *list, struct refusal *why)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *text = json_string_value(json_array_get(list, i)), *hash = "";
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

json_t *
arena_plan_write(const struct arena_plan *plan)
{
    return json_pack("{s:s,s:O,s:i,s:s,s:I,s:b,s:o,s:o,s:o,s:i,s:b,s:b}", "game", plan->game,
                     "options", plan->options, "players", plan->seats, "seed", plan->seed,
                     "deals", (json_int_t)plan->deals, "mixed", plan->mixed, "field",
                     write_field(plan), "programs", write_programs(plan), "nets",
                     write_nets(plan), "ms", plan->limit_ms, "luck", plan->luck, "luck_ahead",
                     plan->luck_ahead);
}

/* The names of the field with commas between them; false if they are none. */
static bool
join(const json_t *list, char *out, size_t room)
{
    size_t length = 0;

    *out = 0;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *word = json_string_value(json_array_get(list, i));
        int more =
            word ? snprintf(out + length, room - length, "%s%s", i ? "," : "", word) : -1;

        if (more < 0 || (size_t)more >= room - length)
            return false;
        length += (size_t)more;
    }
    return json_is_array(list) && json_array_size(list) > 0;
}

bool
arena_plan_read(struct arena_plan *plan, const json_t *json, struct refusal *why)
{
    const char *game = json_string_value(json_object_get(json, "game"));
    const char *seed = json_string_value(json_object_get(json, "seed"));
    const json_t *list = json_object_get(json, "programs");
    const char *programs[ARENA_PLAYERS] = {NULL};
    size_t count = json_array_size(list);
    char field[ARENA_PLAYERS * ARENA_LABEL_ROOM];
    long long seats, deals, ms;

    *plan =
        (struct arena_plan){.mixed = json_is_true(json_object_get(json, "mixed")),
                            .luck = json_is_true(json_object_get(json, "luck")),
                            .luck_ahead = json_is_true(json_object_get(json, "luck_ahead"))};
    if (!game || !games_find(game) || !seed || strlen(seed) >= sizeof plan->seed ||
        !json_is_object(json_object_get(json, "options")) ||
        !json_whole(json_object_get(json, "players"), &seats) || seats < 2 ||
        seats > GAME_MAX_SEATS || !json_whole(json_object_get(json, "deals"), &deals) ||
        deals < 1 || deals > ARENA_GAMES || !json_whole(json_object_get(json, "ms"), &ms) ||
        ms < 0 || ms > INT32_MAX || !json_is_array(list) || count > ARENA_PLAYERS ||
        !join(json_object_get(json, "field"), field, sizeof field))
        return refuse(why, "it is not what 'khepri arena --json' writes");
    for (size_t i = 0; i < count; i++) {
        programs[i] = json_string_value(json_array_get(list, i));
        if (!programs[i])
            return refuse(why, "a program in it is no text");
    }
    snprintf(plan->game, sizeof plan->game, "%s", game);
    snprintf(plan->seed, sizeof plan->seed, "%s", seed);
    plan->seats = (int)seats;
    plan->deals = (unsigned long long)deals;
    plan->limit_ms = (int)ms;
    if (!arena_plan_field(plan, field, programs, (int)count, why) ||
        !read_nets(plan, json_object_get(json, "nets"), why))
        return false;
    plan->options = json_incref(json_object_get(json, "options"));
    return true;
}
