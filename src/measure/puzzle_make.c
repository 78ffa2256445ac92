/* SPDX-License-Identifier: MIT
 * puzzle_make.c -- puzzles chosen from files of meters; see puzzle.h. */
#include "puzzle.h"

#include <stdlib.h>
#include <string.h>

#include "action_list.h"
#include "document_file.h"
#include "hint.h"
#include "meter.h"
#include "moves.h"
#include "player_words.h"
#include "record.h"
#include "rng.h"
#include "thinking.h"

enum { MOST_OF_GAME = 16 };

static const char *const levels[PUZZLE_LEVELS - 1] = {"easy", "medium"};

/* A file of meters being gone through. */
struct making {
    const struct puzzle_plan *plan;
    const struct json *meter; /* of the game at hand */
    struct hint *hint;
    struct record r;
    struct action_list actions; /* those before the position */
    FILE *to;
    unsigned long long *made, of_game;
    struct {
        char kind[PUZZLE_TEXT];
        int level;
    } of[MOST_OF_GAME]; /* the puzzles of this game */
    struct puzzle p;
};

long long
puzzle_margin(const long long *values, int count, int best)
{
    long long next = values[best ? 0 : 1];

    for (int i = 0; i < count; i++)
        next = i != best && values[i] > next ? values[i] : next;
    return values[best] - next;
}

/* Is it one: a decision of one seat, with an action that both ways of finding values call the best, by enough? */
static bool
is_puzzle(struct making *m, const struct json *position)
{
    const struct game *game = m->r.game;
    game_seats seats = game->to_move(&m->r.state);
    struct puzzle *p = &m->p;

    if (__builtin_popcount(seats) != 1 || game_first_seat(seats) == GAME_NATURE)
        return false;
    p->seat = game_first_seat(seats);
    p->count = game->actions(&m->r.state, p->seat, p->actions);
    if (p->count < 2 || p->count > PUZZLE_ACTIONS ||
        !meter_read_values(json_member(position, "deep"), p->count, p->win) ||
        !meter_read_values(json_member(position, "rolled"), p->count, p->second))
        return false;
    p->best = 0;
    for (int i = 1; i < p->count; i++)
        p->best = p->win[i] > p->win[p->best] ? i : p->best;
    p->margin = puzzle_margin(p->win, p->count, p->best);
    return p->margin >= (long long)m->plan->margin &&
           2 * puzzle_margin(p->second, p->count, p->best) >= (long long)m->plan->margin;
}

/* ---- how hard it is ---- */

/* How often the bot finds the best action. */
static bool
finds(const struct making *m, const char *word, uint64_t *right, struct refusal *why)
{
    const struct game *game = m->r.game;
    uint64_t seed = rng_seed_from_text(m->plan->seed);
    union games_state seen;
    struct ai_player bot;

    if (!player_bot("bot", word, game, &bot, why))
        return false;
    *right = 0;
    game->observe(&m->r.state, m->p.seat, &seen);
    for (uint64_t i = 0; i < m->plan->asks; i++) {
        uint64_t rng = rng_stream(seed, i, m->r.step);
        struct thinking thinking;

        thinking_begin(&thinking, &bot, 0);
        *right += bot.bot->choose(game, &seen, m->p.seat, &rng, &thinking.limits, NULL) ==
                  m->p.actions[m->p.best];
    }
    return true;
}

static bool
find_level(struct making *m, struct refusal *why)
{
    uint64_t right;

    for (m->p.level = 1; m->p.level < PUZZLE_LEVELS; m->p.level++) {
        if (!finds(m, levels[m->p.level - 1], &right, why))
            return false;
        if (2 * right > m->plan->asks)
            break;
    }
    return true;
}

/* ---- a line ---- */

static void
write_values(struct text *t, const char *key, const long long *values, int count)
{
    json_key_open(t, key, '[');
    for (int i = 0; i < count; i++)
        json_int(t, values[i]);
    json_close(t, ']');
}

/* What the bot that explains expects after each action: points, and how the auction ends where it belongs to one. */
static void
write_facts(struct text *t, const struct making *m)
{
    const struct hint *hint = m->hint;
    bool ends = false;

    json_key_open(t, "score", '[');
    for (int i = 0; i < hint->count; i++) {
        json_score(t, hint->actions[i].after.score[m->p.seat]);
        ends = ends || hint->actions[i].ends.there;
    }
    json_close(t, ']');
    if (!ends)
        return;
    json_key_open(t, "ends", '[');
    for (int i = 0; i < hint->count; i++) {
        const struct ai_end *end = &hint->actions[i].ends;

        json_open(t, '[');
        if (end->there && end->seat < 0)
            json_int(t, -1);
        if (end->there && end->seat >= 0) {
            json_int(t, end->seat);
            json_int(t, end->with);
        }
        json_close(t, ']');
    }
    json_close(t, ']');
}

static void
write_meta(struct text *t, const void *of)
{
    const struct making *m = of;
    const struct puzzle *p = &m->p;
    struct move move;

    json_open(t, '{');
    json_key_open(t, "puzzle", '{');
    json_key_text(t, "id", p->id);
    json_key_text(t, "kind", p->kind);
    json_key_int(t, "seat", p->seat);
    json_key_int(t, "level", p->level);
    json_key_text(t, "deep", json_as_text(json_member(m->meter, "deep")));
    json_key_open(t, "actions", '[');
    for (int i = 0; i < p->count; i++) {
        moves_write(m->r.game, &m->r.state, p->seat, p->actions[i], &move);
        json_text(t, move.text);
    }
    json_close(t, ']');
    write_values(t, "win", p->win, p->count);
    write_values(t, "second", p->second, p->count);
    json_key_int(t, "margin", p->margin);
    write_facts(t, m);
    json_close(t, '}');
    json_close(t, '}');
}

/* What happens after each action, as the bot that explains expects. */
static bool
find_facts(struct making *m, struct refusal *why)
{
    const struct game *game = m->r.game;
    struct teacher teacher = {.seed = rng_seed_from_text(m->plan->seed)};
    const char *cannot;
    struct ai_player bot;
    union games_state seen;

    if (!player_bot("bot", m->plan->explains, game, &bot, why))
        return false;
    teacher.bot = bot.bot;
    game->observe(&m->r.state, m->p.seat, &seen);
    cannot = hint_ask(game, &seen, m->r.seats, m->p.seat, &teacher, false, m->hint);
    if (cannot)
        return refuse(why, "%s: %s", m->plan->explains, cannot);
    return m->hint->count == m->p.count ||
           refuse(why, "%s does not say what each action is worth", m->plan->explains);
}

static bool
write_puzzle(struct making *m, struct refusal *why)
{
    const char *names[GAME_MAX_SEATS];
    long long number = 0;
    char *line;

    json_as_whole(json_member(m->meter, "number"), &number);
    snprintf(m->p.id, sizeof m->p.id, "%d-%lld-%zu", m->r.seats, number, m->r.step);
    if (!find_facts(m, why))
        return false;
    for (int i = 0; i < m->r.seats; i++)
        names[i] = record_player(&m->r, i);
    line = record_line(&(struct record_text){m->r.game, &m->r.state, m->r.seats, names,
                                             &m->actions, write_meta, m});
    if (!line)
        return refuse(why, "there is not memory enough");
    fprintf(m->to, "%s\n", line);
    free(line);
    m->made[m->p.level - 1]++;
    snprintf(m->of[m->of_game].kind, PUZZLE_TEXT, "%s", m->p.kind);
    m->of[m->of_game++].level = m->p.level;
    return true;
}

/* ---- a game ---- */

/* Of each game one of a kind and level, so that they are not all alike. */
static bool
is_new(const struct making *m)
{
    if (m->of_game == m->plan->each || m->of_game == MOST_OF_GAME ||
        m->made[m->p.level - 1] == m->plan->most)
        return false;
    for (unsigned long long k = 0; k < m->of_game; k++) {
        if (m->of[k].level == m->p.level && strcmp(m->of[k].kind, m->p.kind) == 0)
            return false;
    }
    return true;
}

/* Writes the position if it is a puzzle that is wanted. */
static bool
take_position(struct making *m, const struct json *position, const char *kind,
              struct refusal *why)
{
    uint64_t right = m->plan->asks;

    snprintf(m->p.kind, sizeof m->p.kind, "%s", kind);
    if (!is_puzzle(m, position))
        return true;
    if (!find_level(m, why))
        return false;
    if (!is_new(m))
        return true;
    if (m->plan->confirms && !finds(m, m->plan->confirms, &right, why))
        return false;
    return right < m->plan->asks || write_puzzle(m, why);
}

static bool
step_to(struct making *m, size_t at, struct refusal *why)
{
    while (m->r.step < at) {
        const char *text = json_as_text(m->r.next);

        if (!text || !action_list_add(&m->actions, text))
            return refuse(why, "there is not memory enough, or an action is no text");
        if (!record_step(&m->r, NULL, why))
            return refuse_at_step(why, m->r.step);
    }
    return true;
}

/* A bot that does not exist is refused even if no position is put to it. */
static bool
find_bots(const struct making *m, struct refusal *why)
{
    struct ai_player bot;

    return player_bot("bot", m->plan->explains, m->r.game, &bot, why) &&
           (!m->plan->confirms || player_bot("bot", m->plan->confirms, m->r.game, &bot, why));
}

static bool
go_through(struct making *m, const struct json *json, struct refusal *why)
{
    const struct json *positions;

    m->meter = json_member(json_member(json, "meta"), "meter");
    positions = json_member(m->meter, "positions");
    m->actions.count = 0;
    m->of_game = 0;
    if (json_member(json, "state"))
        return true; /* an ending has no game before it */
    if (!record_open(&m->r, json, why) || !find_bots(m, why))
        return false;
    if (!json_as_text(json_member(m->meter, "deep")))
        return refuse(why,
                      "it is a record without the \"meter\" that khepri meter --make writes");
    for (const struct json *e = json_first(positions); e; e = json_next(positions, e)) {
        const char *kind = json_as_text(json_member(e, "kind"));
        long long at;

        if (!kind || !json_as_whole(json_member(e, "at"), &at) || at < (long long)m->r.step ||
            (size_t)at > m->r.actions)
            return refuse(why, "a position should have a \"kind\", and an \"at\" behind the "
                               "one before");
        if (!step_to(m, (size_t)at, why) || !take_position(m, e, kind, why))
            return false;
    }
    return true;
}

static bool
make_line(void *self, const struct json *json, struct refusal *why)
{
    return go_through(self, json, why);
}

bool
puzzle_make(const struct puzzle_plan *plan, const char *path, FILE *to,
            unsigned long long made[PUZZLE_LEVELS], struct refusal *why)
{
    struct making *m = calloc(1, sizeof *m);
    struct hint *hint = malloc(sizeof *hint);
    bool good = m && hint;

    if (good) {
        m->plan = plan;
        m->hint = hint;
        m->to = to;
        m->made = made;
        good = document_file_lines(path, RECORD_MAX_BYTES, make_line, m, why);
        action_list_finish(&m->actions);
    } else {
        refuse(why, "there is not memory enough");
    }
    free(hint);
    free(m);
    return good;
}
