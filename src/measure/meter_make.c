/* SPDX-License-Identifier: MIT
 * meter_make.c -- games, positions picked from them, and their truths; see meter.h. */
#include "meter.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ai_luck.h"
#include "game_meter.h"
#include "moves.h"
#include "random_play.h"
#include "record.h"
#include "rng.h"
#include "series.h"

enum { MOST_FAIR = 4096, MOST_KINDS = 8, FIRST_ENDING = 1000000 };
enum { PICK_STREAM = 200, TRUTH_STREAM = 201, ROLL_STREAM = 202, CHANCE_STREAM = 100 };

/* A decision of a game being made into positions. */
struct fair {
    size_t at; /* so many actions come before it */
    int seat;
    const char *kind;
    bool picked, rolled;
    union games_state state;
};

struct making {
    const struct meter_plan *plan;
    uint64_t seed, g;
    union games_state state;
    json_t *actions;
    struct fair *fair;
    size_t count;
    struct ai_advice *advice;
    const struct game_meter *brings;
    bool rolls; /* by the game's own way */
    void *solver; /* of endings */
    uint64_t done; /* truths found */
};

static game_action
ask(const struct game *game, const struct ai_player *player, const void *state, int seat,
    uint64_t *rng, struct ai_advice *advice)
{
    struct ai_limits limits = {.positions = player->positions};
    union games_state seen;

    game->observe(state, seat, &seen);
    return player->bot->choose(game, &seen, seat, rng, &limits, advice);
}

/* ---- a game ---- */

static bool
play(struct making *m)
{
    const struct game *game = m->plan->game;
    uint64_t chance = rng_stream(m->seed, m->g, CHANCE_STREAM), choice[GAME_MAX_SEATS];
    game_seats seats;

    for (int i = 0; i < m->plan->seats; i++)
        choice[i] = rng_stream(m->seed, m->g, (uint64_t)i);
    m->state = m->plan->start;
    m->count = 0;
    while ((seats = game->to_move(&m->state)) != 0) {
        int seat = game_first_seat(seats);
        struct move move;
        game_action action;

        if (seat != GAME_NATURE && m->count < MOST_FAIR && meter_is_fair(game, &m->state, seat))
            m->fair[m->count++] = (struct fair){.at = json_array_size(m->actions),
                                                .seat = seat,
                                                .kind = meter_kind(game, &m->state),
                                                .state = m->state};
        action = seat == GAME_NATURE
                     ? random_chance(game, &m->state, &chance)
                     : ask(game, &m->plan->policy, &m->state, seat, &choice[seat], NULL);
        moves_write(game, &m->state, seat, action, &move);
        if (json_array_append_new(m->actions, json_string(move.text)) != 0)
            return false;
        if (game->apply(&m->state, seat, action, NULL) != GAME_OK)
            abort(); /* a bot of ours chose what is not legal */
    }
    return true;
}

/* ---- which positions ---- */

static size_t
list_kinds(const struct making *m, const char *kinds[MOST_KINDS])
{
    size_t count = 0;

    for (size_t i = 0; i < m->count; i++) {
        size_t k = 0;

        while (k < count && strcmp(kinds[k], m->fair[i].kind) != 0)
            k++;
        if (k == count && count < MOST_KINDS)
            kinds[count++] = m->fair[i].kind;
    }
    return count;
}

/* One more of that kind at random; false if there is none left. */
static bool
pick_one(struct making *m, const char *kind, uint64_t *rng, bool rolled)
{
    uint32_t left = 0, which;

    for (size_t i = 0; i < m->count; i++)
        left += !m->fair[i].picked && strcmp(m->fair[i].kind, kind) == 0;
    which = left ? rng_below(rng, left) : 0;
    for (size_t i = 0; left && i < m->count; i++) {
        if (m->fair[i].picked || strcmp(m->fair[i].kind, kind) != 0 || which--)
            continue;
        m->fair[i].picked = true;
        m->fair[i].rolled = rolled;
        break;
    }
    return left > 0;
}

/* All kinds in turn, so that rare ones are there too; endings have lines of their own. */
static void
pick(struct making *m)
{
    uint64_t rng = rng_stream(m->seed, m->g, PICK_STREAM), picked = 0, more = 1;
    const char *kinds[MOST_KINDS];
    size_t count = list_kinds(m, kinds);

    while (picked < m->plan->each && more) {
        more = 0;
        for (size_t k = 0; k < count && picked < m->plan->each; k++) {
            bool rolled = picked * m->plan->rolled % m->plan->each < m->plan->rolled;

            if (strcmp(kinds[k], "ending") != 0 && pick_one(m, kinds[k], &rng, rolled)) {
                picked++;
                more++;
            }
        }
    }
}

/* ---- what is true ---- */

static json_t *
deep_truth(const struct making *m, const struct fair *fair, uint64_t stream)
{
    struct ai_advice *advice = m->advice;
    uint64_t rng = rng_stream(m->seed, m->g << 16 | fair->at, stream);
    json_t *list = json_array();

    ask(m->plan->game, &m->plan->deep, &fair->state, fair->seat, &rng, advice);
    for (int i = 0; i < advice->count; i++)
        json_array_append_new(
            list, json_integer(llround(METER_SURE * advice->options[i].win[fair->seat])));
    return list;
}

/* The seat's share of a victory when `policy` plays on for all, less luck; the same chance for each `run`. */
static double
roll_out(const struct making *m, union games_state state, int of, uint64_t seed, uint64_t run)
{
    const struct game *game = m->plan->game;
    uint32_t counts[256] = {0};
    uint64_t rng = rng_stream(seed, run, 0);
    double less = 0, luck[GAME_MAX_SEATS];
    struct game_result result;
    game_seats seats;

    while ((seats = game->to_move(&state)) != 0) {
        int seat = game_first_seat(seats);
        game_action action;

        if (seat == GAME_NATURE) {
            action = series_chance(game, &state, seed, run, counts);
            ai_luck(game, &state, action, false, luck);
            less += luck[of];
        } else {
            action = ask(game, &m->plan->policy, &state, seat, &rng, NULL);
        }
        if (game->apply(&state, seat, action, NULL) != GAME_OK)
            abort();
    }
    game->result(&state, &result);
    return (result.winners >> of & 1 ? 1.0 / __builtin_popcount(result.winners) : 0) - less;
}

/* By the bot that plays the games, to the end. NULL without memory. */
static json_t *
rolled_by_policy(const struct making *m, const struct fair *fair)
{
    const struct game *game = m->plan->game;
    uint64_t seed = rng_stream(m->seed, m->g << 16 | fair->at, ROLL_STREAM);
    game_action actions[GAMES_MAX_ACTIONS];
    int count = game->actions(&fair->state, fair->seat, actions);
    json_t *list = json_array();

    for (int i = 0; list && i < count; i++) {
        union games_state after = fair->state;
        double sum = 0;

        if (game->apply(&after, fair->seat, actions[i], NULL) != GAME_OK)
            abort();
        for (uint64_t run = 0; run < m->plan->rollouts; run++)
            sum += roll_out(m, after, fair->seat, seed, run);
        json_array_append_new(
            list, json_integer(llround(METER_SURE * sum / (double)m->plan->rollouts)));
    }
    return list;
}

/* By the game's own way. NULL without memory. */
static json_t *
rolled_by_game(const struct making *m, const struct fair *fair)
{
    const struct meter_rolls rolls = {
        .runs = m->plan->rollouts,
        .turns = m->plan->turns,
        .seed = rng_stream(m->seed, m->g << 16 | fair->at, ROLL_STREAM)};
    double win[AI_OPTIONS];
    int count = m->brings->roll(&fair->state, fair->seat, &rolls, win);
    json_t *list = count >= 0 ? json_array() : NULL;

    for (int i = 0; list && i < count; i++)
        json_array_append_new(list, json_integer(llround(METER_SURE * win[i])));
    return list;
}

static json_t *
rolled_truth(const struct making *m, const struct fair *fair)
{
    if (m->rolls)
        return rolled_by_game(m, fair);
    if (m->brings->plays_on)
        return deep_truth(m, fair, ROLL_STREAM);
    return rolled_by_policy(m, fair);
}

/* ---- lines ---- */

static void
tell(const struct making *m, uint64_t done)
{
    if (m->plan->told)
        m->plan->told(m->plan->self, done);
}

static json_t *
position_of(struct making *m, const struct fair *fair)
{
    json_t *position = json_pack("{s:I,s:s,s:o}", "at", (json_int_t)fair->at, "kind",
                                 fair->kind, "deep", deep_truth(m, fair, TRUTH_STREAM));

    if (position && fair->rolled && m->plan->rollouts &&
        json_object_set_new(position, "rolled", rolled_truth(m, fair)) != 0) {
        json_decref(position);
        position = NULL;
    }
    tell(m, ++m->done);
    return position;
}

/* How many fair decisions of each kind the game had. */
static json_t *
count_kinds(const struct making *m)
{
    const char *kinds[MOST_KINDS];
    size_t count = list_kinds(m, kinds);
    json_t *all = json_object();

    for (size_t k = 0; k < count; k++) {
        int n = 0;

        for (size_t i = 0; i < m->count; i++)
            n += strcmp(m->fair[i].kind, kinds[k]) == 0;
        json_object_set_new(all, kinds[k], json_integer(n));
    }
    return all;
}

static json_t *
make_line(struct making *m)
{
    const struct meter_plan *plan = m->plan;
    const char *names[GAME_MAX_SEATS];
    json_t *positions = json_array(), *meta, *record = NULL;

    for (int i = 0; i < plan->seats; i++)
        names[i] = plan->policy_word;
    for (size_t i = 0; i < m->count; i++) {
        if (m->fair[i].picked &&
            json_array_append_new(positions, position_of(m, &m->fair[i])) != 0) {
            json_decref(positions);
            return NULL;
        }
    }
    meta =
        json_pack("{s:{s:s,s:I,s:s,s:I,s:I,s:o,s:o}}", "meter", "seed", plan->seed, "number",
                  (json_int_t)m->g, "deep", plan->deep_word, "rollouts",
                  (json_int_t)plan->rollouts, "turns", (json_int_t)(m->rolls ? plan->turns : 0),
                  "decisions", count_kinds(m), "positions", positions);
    if (meta)
        record = record_create(plan->game, &m->state, plan->seats, names, m->actions, meta);
    json_decref(meta);
    return record;
}

static bool
make_game(struct making *m, FILE *to)
{
    json_t *record = NULL;
    char *line = NULL;
    bool good;

    m->actions = json_array();
    good = m->actions && play(m);
    if (good) {
        pick(m);
        record = make_line(m);
        line = record ? record_line(record) : NULL;
        good = line && fprintf(to, "%s\n", line) > 0;
    }
    free(line);
    json_decref(record);
    json_decref(m->actions);
    return good;
}

/* ---- endings ---- */

/* NULL if that is too much to solve. */
static json_t *
ending_line(const struct making *m, struct fair *fair, uint64_t *rng)
{
    double win[GAMES_MAX_ACTIONS], points[GAMES_MAX_ACTIONS];
    game_action actions[GAMES_MAX_ACTIONS];
    char state[GAMES_STATE_ROOM];
    json_t *wins, *all;

    if (!m->brings->solve(m->solver, &fair->state, rng, win, points) ||
        m->plan->game->write_state(&fair->state, state, sizeof state) < 0)
        return NULL;
    wins = json_array();
    all = json_array();
    for (int i = 0; i < m->plan->game->actions(&fair->state, fair->seat, actions); i++) {
        json_array_append_new(wins, json_integer(llround(METER_SURE * win[i])));
        json_array_append_new(all, json_integer(llround(METER_POINT * points[i])));
    }
    return json_pack("{s:{s:s,s:I},s:s,s:o,s:o,s:o}", "meter", "seed", m->plan->seed, "number",
                     (json_int_t)m->g, "kind", "ending", "exact", wins, "points", all, "state",
                     json_loads(state, 0, NULL));
}

/* One ending at most of each further game, so that each stands for itself. */
static bool
make_ending(struct making *m, FILE *to, uint64_t *made)
{
    uint64_t rng = rng_stream(m->seed, m->g, PICK_STREAM);
    json_t *line = NULL;
    char *text = NULL;
    bool good;

    m->actions = json_array();
    good = m->actions && play(m);
    while (good && !line && pick_one(m, "ending", &rng, false)) {
        for (size_t i = 0; i < m->count; i++) {
            if (m->fair[i].picked)
                line = ending_line(m, &m->fair[i], &rng);
            if (m->fair[i].picked)
                m->fair[i].kind = ""; /* no more */
            m->fair[i].picked = false;
        }
    }
    if (line) {
        text = record_line(line);
        good = text && fprintf(to, "%s\n", text) > 0;
        ++*made;
    }
    free(text);
    json_decref(line);
    json_decref(m->actions);
    return good;
}

bool
meter_make(const struct meter_plan *plan, FILE *to)
{
    const struct game_meter *brings = game_meter(plan->game);
    struct making m = {.plan = plan,
                       .seed = rng_seed_from_text(plan->seed),
                       .brings = brings,
                       .rolls =
                           brings->roll && strcmp(plan->policy_word, brings->rolls_for) == 0};
    uint64_t endings = 0;
    bool good;

    m.fair = malloc(MOST_FAIR * sizeof *m.fair);
    m.advice = malloc(sizeof *m.advice);
    m.solver = brings->solve ? brings->endings_create() : NULL;
    good = m.fair && m.advice && (m.solver || !brings->solve);
    for (; good && m.g < plan->games; m.g++)
        good = make_game(&m, to);
    for (m.g = FIRST_ENDING; good && endings < plan->endings; m.g++) {
        good = make_ending(&m, to, &endings);
        tell(&m, m.done + endings);
    }
    free(m.fair);
    free(m.advice);
    if (m.solver)
        brings->endings_destroy(m.solver);
    return good;
}
