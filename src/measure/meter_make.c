/* SPDX-License-Identifier: MIT
 * meter_make.c -- games, positions picked from them, and their truths; see meter.h. */
#include "meter.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ai_luck.h"
#include "document.h"
#include "game_meter.h"
#include "meter_shard.h"
#include "moves.h"
#include "random_play.h"
#include "record.h"
#include "rng.h"
#include "series.h"

enum { MOST_FAIR = 4096, MOST_KINDS = 8, FIRST_ENDING = 1000000 };
enum { PICK_STREAM = 200, TRUTH_STREAM = 201, ROLL_STREAM = 202, CHANCE_STREAM = 100 };

/* What each legal action is worth, by METER_SURE or METER_POINT. */
struct truth {
    int32_t of[AI_OPTIONS];
    int count; /* 0: not asked for */
};

/* A decision of a game being made into positions. */
struct fair {
    size_t at; /* the number of actions before it */
    int seat;
    const char *kind;
    bool picked, rolled;
    union games_state state;
    struct truth deep, by_rollouts; /* found when it is picked */
};

struct making {
    const struct meter_plan *plan;
    uint64_t seed, g;
    union games_state state;
    struct action_list actions;
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
    m->actions.count = 0;
    m->count = 0;
    while ((seats = game->to_move(&m->state)) != 0) {
        int seat = game_first_seat(seats);
        struct move move;
        game_action action;

        if (seat != GAME_NATURE && m->count < MOST_FAIR && meter_is_fair(game, &m->state, seat))
            m->fair[m->count++] = (struct fair){.at = m->actions.count,
                                                .seat = seat,
                                                .kind = meter_kind(game, &m->state),
                                                .state = m->state};
        action = seat == GAME_NATURE
                     ? random_chance(game, &m->state, &chance)
                     : ask(game, &m->plan->policy, &m->state, seat, &choice[seat], NULL);
        moves_write(game, &m->state, seat, action, &move);
        if (!action_list_add(&m->actions, move.text))
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

static void
deep_truth(const struct making *m, const struct fair *fair, uint64_t stream, struct truth *out)
{
    struct ai_advice *advice = m->advice;
    uint64_t rng = rng_stream(m->seed, m->g << 16 | fair->at, stream);

    ask(m->plan->game, &m->plan->deep, &fair->state, fair->seat, &rng, advice);
    out->count = advice->count;
    for (int i = 0; i < advice->count; i++)
        out->of[i] = (int32_t)llround(METER_SURE * advice->options[i].win[fair->seat]);
}

/* The seat's luck-adjusted share of the win when `policy` plays on for all; each `run` has its own chance. */
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

/* By the bot that plays the games, to the end. */
static void
rolled_by_policy(const struct making *m, const struct fair *fair, struct truth *out)
{
    const struct game *game = m->plan->game;
    uint64_t seed = rng_stream(m->seed, m->g << 16 | fair->at, ROLL_STREAM);
    game_action actions[GAMES_MAX_ACTIONS];

    out->count = game->actions(&fair->state, fair->seat, actions);
    for (int i = 0; i < out->count; i++) {
        union games_state after = fair->state;
        double sum = 0;

        if (game->apply(&after, fair->seat, actions[i], NULL) != GAME_OK)
            abort();
        for (uint64_t run = 0; run < m->plan->rollouts; run++)
            sum += roll_out(m, after, fair->seat, seed, run);
        out->of[i] = (int32_t)llround(METER_SURE * sum / (double)m->plan->rollouts);
    }
}

/* By the game's own way. False without memory. */
static bool
rolled_by_game(const struct making *m, const struct fair *fair, struct truth *out)
{
    const struct meter_rolls rolls = {
        .runs = m->plan->rollouts,
        .turns = m->plan->turns,
        .seed = rng_stream(m->seed, m->g << 16 | fair->at, ROLL_STREAM)};
    double win[AI_OPTIONS];
    int count = m->brings->roll(&fair->state, fair->seat, &rolls, win);

    if (count < 0)
        return false;
    out->count = count;
    for (int i = 0; i < count; i++)
        out->of[i] = (int32_t)llround(METER_SURE * win[i]);
    return true;
}

static bool
rolled_truth(const struct making *m, const struct fair *fair, struct truth *out)
{
    if (m->rolls)
        return rolled_by_game(m, fair, out);
    if (m->brings->plays_on)
        deep_truth(m, fair, ROLL_STREAM, out);
    else
        rolled_by_policy(m, fair, out);
    return true;
}

static void
tell(const struct making *m, uint64_t done)
{
    if (m->plan->told)
        m->plan->told(m->plan->self, done);
}

/* Both truths of a position. False without memory. */
static bool
find_truths(struct making *m, struct fair *fair)
{
    deep_truth(m, fair, TRUTH_STREAM, &fair->deep);
    if (fair->rolled && m->plan->rollouts && !rolled_truth(m, fair, &fair->by_rollouts))
        return false;
    tell(m, ++m->done);
    return true;
}

/* ---- lines ---- */

static void
write_truth(struct text *t, const char *key, const struct truth *truth)
{
    json_key_open(t, key, '[');
    for (int i = 0; i < truth->count; i++)
        json_int(t, truth->of[i]);
    json_close(t, ']');
}

static void
write_position(struct text *t, const struct making *m, const struct fair *fair)
{
    json_open(t, '{');
    json_key_int(t, "at", (long long)fair->at);
    json_key_text(t, "kind", fair->kind);
    write_truth(t, "deep", &fair->deep);
    if (fair->rolled && m->plan->rollouts)
        write_truth(t, "rolled", &fair->by_rollouts);
    json_close(t, '}');
}

/* How many fair decisions of each kind the game had. */
static void
write_kinds(struct text *t, const struct making *m)
{
    const char *kinds[MOST_KINDS];
    size_t count = list_kinds(m, kinds);

    json_key_open(t, "decisions", '{');
    for (size_t k = 0; k < count; k++) {
        int n = 0;

        for (size_t i = 0; i < m->count; i++)
            n += strcmp(m->fair[i].kind, kinds[k]) == 0;
        json_key_int(t, kinds[k], n);
    }
    json_close(t, '}');
}

static void
write_meter(struct text *t, const void *of)
{
    const struct making *m = of;
    const struct meter_plan *plan = m->plan;

    json_open(t, '{');
    json_key_open(t, "meter", '{');
    json_key_text(t, "seed", plan->seed);
    json_key_int(t, "number", (long long)m->g);
    json_key_text(t, "deep", plan->deep_word);
    json_key_int(t, "rollouts", (long long)plan->rollouts);
    json_key_int(t, "turns", (long long)(m->rolls ? plan->turns : 0));
    write_kinds(t, m);
    json_key_open(t, "positions", '[');
    for (size_t i = 0; i < m->count; i++) {
        if (m->fair[i].picked)
            write_position(t, m, &m->fair[i]);
    }
    json_close(t, ']');
    json_close(t, '}');
    json_close(t, '}');
}

static char *
make_line(struct making *m)
{
    const struct meter_plan *plan = m->plan;
    const char *names[GAME_MAX_SEATS];

    for (int i = 0; i < plan->seats; i++)
        names[i] = plan->policy_word;
    for (size_t i = 0; i < m->count; i++) {
        if (m->fair[i].picked && !find_truths(m, &m->fair[i]))
            return NULL;
    }
    return record_line(&(struct record_text){plan->game, &m->state, plan->seats, names,
                                             &m->actions, write_meter, m});
}

static bool
make_game(struct making *m, FILE *to)
{
    char *line;
    bool good;

    if (!play(m))
        return false;
    pick(m);
    line = make_line(m);
    good = line && fprintf(to, "%s\n", line) > 0;
    free(line);
    return good;
}

/* ---- endings ---- */

/* An ending with what each action is worth. */
struct ending {
    const struct making *m;
    struct truth win, points;
    char state[GAMES_STATE_ROOM];
};

static void
write_ending(struct text *t, const void *arg)
{
    const struct ending *ending = arg;

    json_open(t, '{');
    json_key_open(t, "meter", '{');
    json_key_text(t, "seed", ending->m->plan->seed);
    json_key_int(t, "number", (long long)ending->m->g);
    json_close(t, '}');
    json_key_text(t, "kind", "ending");
    write_truth(t, "exact", &ending->win);
    write_truth(t, "points", &ending->points);
    json_key_literal(t, "state", ending->state);
    json_close(t, '}');
}

/* False if that is too much to solve. */
static bool
solve_ending(struct ending *ending, struct fair *fair, uint64_t *rng)
{
    const struct making *m = ending->m;
    double win[GAMES_MAX_ACTIONS], points[GAMES_MAX_ACTIONS];
    game_action actions[GAMES_MAX_ACTIONS];
    int count;

    if (!m->brings->solve(m->solver, &fair->state, rng, win, points) ||
        m->plan->game->write_state(&fair->state, ending->state, sizeof ending->state) < 0)
        return false;
    count = m->plan->game->actions(&fair->state, fair->seat, actions);
    ending->win.count = ending->points.count = count;
    for (int i = 0; i < count; i++) {
        ending->win.of[i] = (int32_t)llround(METER_SURE * win[i]);
        ending->points.of[i] = (int32_t)llround(METER_POINT * points[i]);
    }
    return true;
}

/* One ending at most of each further game, so that each stands for itself. */
static bool
make_ending(struct making *m, FILE *to, uint64_t *made)
{
    uint64_t rng = rng_stream(m->seed, m->g, PICK_STREAM);
    struct ending ending = {.m = m};
    bool good = play(m), solved = false;
    char *text;

    while (good && !solved && pick_one(m, "ending", &rng, false)) {
        for (size_t i = 0; i < m->count; i++) {
            if (m->fair[i].picked)
                solved = solve_ending(&ending, &m->fair[i], &rng);
            if (m->fair[i].picked)
                m->fair[i].kind = ""; /* no more */
            m->fair[i].picked = false;
        }
    }
    if (solved) {
        text = document_written(write_ending, &ending, NULL);
        good = text && fprintf(to, "%s\n", text) > 0;
        free(text);
        ++*made;
    }
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
    good = good && (plan->parts == 1 || meter_shard_begin(plan, to));
    m.g = (uint64_t)plan->part - 1;
    for (; good && m.g < plan->games; m.g += (uint64_t)plan->parts)
        good = make_game(&m, to);
    m.g = FIRST_ENDING;
    for (; good && plan->part == plan->parts && endings < plan->endings; m.g++) {
        good = make_ending(&m, to, &endings);
        tell(&m, m.done + endings);
    }
    action_list_finish(&m.actions);
    free(m.fair);
    free(m.advice);
    if (m.solver)
        brings->endings_destroy(m.solver);
    return good;
}
