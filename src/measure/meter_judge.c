/* SPDX-License-Identifier: MIT
 * meter_judge.c -- see meter_judge.h. */
#include "meter_judge.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "document.h"
#include "lines.h"
#include "outside.h"
#include "player_words.h"
#include "position.h"
#include "record.h"
#include "rng.h"
#include "thinking.h"

enum { MOST_ANSWERS = 1000000 };

/* A file being gone through, and the player who is asked. */
struct going {
    struct meter_judge *j;
    const struct game *game;
    struct ai_player bot;
    struct outside *program;
    struct ai_advice *advice;
    uint64_t seed;
    int room;
};

/* ---- the player ---- */

static bool
find_player(struct going *going, const struct game *game, struct refusal *why)
{
    struct meter_judge *j = going->j;
    int length = j->outside ? (int)strcspn(j->word, "=") : (int)strlen(j->word);

    snprintf(j->label, sizeof j->label, "%.*s", length, j->word);
    going->game = game;
    if (j->outside) {
        going->program = outside_create(j->word + length + 1);
        return going->program || refuse(why, "there is not memory enough");
    }
    return player_bot("bot", j->word, game, &going->bot, why);
}

/* The number of its choice among the legal actions; advice->count is 0 where it gives none. */
static int
ask(struct going *going, const union games_state *state, int seat, const game_action *actions,
    int count)
{
    struct meter_judge *j = going->j;
    uint64_t rng = rng_stream(going->seed, (uint64_t)j->count, 0);
    union games_state seen;
    struct thinking thinking;
    game_action action = actions[0];
    int which = 0;

    going->game->observe(state, seat, &seen);
    going->advice->count = 0;
    if (j->outside) {
        struct outside_question question = {going->game, &seen, seat, rng_next(&rng),
                                            j->limit_ms};
        char told[OUTSIDE_TOLD_ROOM];

        if (outside_ask(going->program, &question, &action, told) != OUTSIDE_FINE) {
            j->faults++;
            if (j->told)
                j->told(j, told);
        }
    } else {
        thinking_begin(&thinking, &going->bot, 0);
        action = going->bot.bot->choose(going->game, &seen, seat, &rng, &thinking.limits,
                                        going->advice);
    }
    while (which < count - 1 && actions[which] != action)
        which++;
    return which;
}

/* ---- a position ---- */

bool
meter_read_values(const struct json *list, int count, long long *out)
{
    const struct json *e = json_first(list);

    if (json_count(list) != (size_t)count)
        return false;
    for (int i = 0; i < count; i++, e = json_next(list, e)) {
        if (!json_as_whole(e, &out[i]) || out[i] < -METER_MOST || out[i] > METER_MOST)
            return false;
    }
    return true;
}

/* The same of all actions of a position, each divided by `unit`. */
static bool
read_values(const struct json *list, int count, double unit, double out[AI_OPTIONS])
{
    long long values[AI_OPTIONS];

    if (!meter_read_values(list, count, values))
        return false;
    for (int i = 0; i < count; i++)
        out[i] = (double)values[i] / unit;
    return true;
}

static int
best_of(const double *values, int count)
{
    int best = 0;

    for (int i = 1; i < count; i++)
        best = values[i] > values[best] ? i : best;
    return best;
}

/* The mean squared error of the player's own estimates over the actions. */
static void
see_error(const struct going *going, int seat, const double *truth, int count,
          struct meter_answer *answer)
{
    if (going->j->outside || !going->bot.bot->wins || going->advice->count != count)
        return;
    answer->reckons = true;
    for (int i = 0; i < count; i++) {
        double off = going->advice->options[i].win[seat] - truth[i];

        answer->wrong += off * off / count;
    }
}

static bool
judge_position(struct going *going, const union games_state *state, const struct json *position,
               int kind, struct refusal *why)
{
    struct meter_judge *j = going->j;
    const struct json *exact = json_member(position, "exact");
    const struct json *rolled = json_member(position, "rolled");
    game_seats seats = going->game->to_move(state);
    int seat = seats ? __builtin_ctz(seats) : GAME_NATURE, count, chosen, best;
    game_action actions[GAMES_MAX_ACTIONS];
    double truth[AI_OPTIONS], other[AI_OPTIONS];
    struct meter_answer *answer = &j->answers[j->count];

    count = seat == GAME_NATURE ? 0 : going->game->actions(state, seat, actions);
    if (count < 2 || count > AI_OPTIONS)
        return refuse(why, "there is nothing to choose in a position");
    if (!read_values(exact ? exact : json_member(position, "deep"), count, METER_SURE, truth))
        return refuse(why, "a position should have %d numbers in \"%s\"", count,
                      exact ? "exact" : "deep");
    chosen = ask(going, state, seat, actions, count);
    best = best_of(truth, count);
    *answer = (struct meter_answer){.game = j->games,
                                    .kind = kind,
                                    .part = meter_part(going->game, state),
                                    .differs = truth[chosen] < truth[best],
                                    .exact = exact != NULL,
                                    .loss = truth[best] - truth[chosen]};
    if (exact)
        see_error(going, seat, truth, count, answer);
    if (rolled && !read_values(rolled, count, METER_SURE, other))
        return refuse(why, "a position should have %d numbers in \"rolled\"", count);
    if (rolled)
        answer->rolled = other[best] - other[chosen];
    answer->has_rolled = rolled != NULL;
    if (exact && !read_values(json_member(position, "points"), count, METER_POINT, other))
        return refuse(why, "a position should have %d numbers in \"points\"", count);
    if (exact)
        answer->points = other[best_of(other, count)] - other[chosen];
    j->kinds[kind].answers++;
    j->count++;
    return true;
}

/* ---- a line ---- */

/* The number of a kind, a new one if need be; -1 if there are too many. */
static int
kind_number(struct meter_judge *j, const char *kind)
{
    for (int i = 0; i < j->kind_count; i++) {
        if (strcmp(j->kinds[i].name, kind) == 0)
            return i;
    }
    if (j->kind_count == METER_KINDS || strlen(kind) >= METER_KIND_ROOM)
        return -1;
    snprintf(j->kinds[j->kind_count].name, METER_KIND_ROOM, "%s", kind);
    return j->kind_count++;
}

static bool
count_decisions(struct meter_judge *j, const struct json *decisions, struct refusal *why)
{
    if (json_kind(decisions) != JSON_KIND_OBJECT)
        return true;
    for (const struct json *e = json_first(decisions); e; e = json_next(decisions, e)) {
        int which = kind_number(j, json_name(e));
        long long count;

        if (which < 0 || !json_as_whole(e, &count) || count < 0 || count > METER_MOST)
            return refuse(why, "its \"decisions\" should be a number for each kind");
        j->kinds[which].decisions += count;
    }
    return true;
}

static bool
go_through(struct going *going, struct record *r, const struct json *positions,
           struct refusal *why)
{
    const struct json *position = json_first(positions);

    for (size_t i = 0; position; i++, position = json_next(positions, position)) {
        const char *kind = json_as_text(json_member(position, "kind"));
        int which = kind ? kind_number(going->j, kind) : -1;
        long long at;

        if (which < 0 || !json_as_whole(json_member(position, "at"), &at) ||
            at < (long long)r->step || (size_t)at > r->actions)
            return refuse(why,
                          "position %zu should have a \"kind\", and an \"at\" behind the "
                          "one before",
                          i);
        while (r->step < (size_t)at) {
            if (!record_step(r, NULL, why))
                return refuse_at_step(why, r->step);
        }
        if (going->j->count == going->room)
            return refuse(why, "there are more than %d positions", going->room);
        if (!judge_position(going, &r->state, position, which, why))
            return false;
    }
    return true;
}

static bool
judge_line(struct going *going, const struct json *json, struct refusal *why)
{
    const struct json *meter = json_member(json_member(json, "meta"), "meter");
    const char *deep = json_as_text(json_member(meter, "deep"));
    struct meter_judge *j = going->j;
    struct record r;

    if (!record_open(&r, json, why))
        return false;
    if (!deep || !json_as_whole(json_member(meter, "rollouts"), &j->rollouts))
        return refuse(why,
                      "it is a record without the \"meter\" that khepri meter --make writes");
    if (!going->game) {
        snprintf(j->game, sizeof j->game, "%s", r.game->name);
        snprintf(j->deep, sizeof j->deep, "%.63s", deep);
        j->seats = r.seats;
        if (!find_player(going, r.game, why))
            return false;
    }
    if (going->game != r.game || j->seats != r.seats)
        return refuse(why, "it is of another game, or number of players, than the first line");
    if (!count_decisions(j, json_member(meter, "decisions"), why) ||
        !go_through(going, &r, json_member(meter, "positions"), why))
        return false;
    j->games++;
    return true;
}

/* An ending: the state itself. */
static bool
judge_ending(struct going *going, const struct json *json, struct refusal *why)
{
    const struct game *game;
    union games_state state;
    int kind = kind_number(going->j, "ending");

    if (!position_read(json_member(json, "state"), &game, &state, why))
        return false;
    if (!going->game)
        return refuse(why, "the first line should be that of a game");
    if (going->game != game || going->j->seats != game->seats(&state))
        return refuse(why, "it is of another game, or number of players, than the first line");
    if (kind < 0 || going->j->count == going->room)
        return refuse(why, "there are more than %d positions", going->room);
    if (!judge_position(going, &state, json, kind, why))
        return false;
    going->j->games++;
    return true;
}

/* ---- a file ---- */

static bool
judge_lines(struct going *going, struct lines *lines, struct document *document,
            struct refusal *why)
{
    enum lines_next next;
    struct refusal reason;

    while ((next = lines_next(lines)) != LINES_END && next != LINES_FAILED) {
        const struct json *json;
        bool good;

        if (next == LINES_BLANK)
            continue;
        json =
            next == LINES_ONE ? document_line(document, lines->at, lines->len, &reason) : NULL;
        if (next == LINES_TOO_LONG)
            refuse(&reason, "it is longer than any record");
        good = json &&
               (json_member(json, "state") ? judge_ending : judge_line)(going, json, &reason);
        if (!good)
            return refuse(why, "'%.200s', line %llu: %.300s", going->j->path, lines->number,
                          reason.text);
    }
    if (next == LINES_FAILED)
        return refuse(why, "'%.200s' cannot be read: %s", going->j->path, strerror(errno));
    return going->j->count || refuse(why, "'%.200s' has no positions", going->j->path);
}

bool
meter_judge(struct meter_judge *j, struct refusal *why)
{
    struct going going = {.j = j, .seed = rng_seed_from_text(j->seed), .room = MOST_ANSWERS};
    FILE *file = fopen(j->path, "rb");
    struct document document = {0};
    struct lines lines;
    bool good = false;

    if (!file)
        return refuse(why, "'%.200s' cannot be opened: %s", j->path, strerror(errno));
    j->answers = calloc(MOST_ANSWERS, sizeof *j->answers);
    going.advice = malloc(sizeof *going.advice);
    lines_init(&lines, file, RECORD_MAX_BYTES);
    if (j->answers && going.advice)
        good = judge_lines(&going, &lines, &document, why);
    else
        refuse(why, "there is not memory enough");
    lines_finish(&lines);
    document_finish(&document);
    free(going.advice);
    outside_destroy(going.program);
    fclose(file);
    return good;
}

void
meter_judge_free(struct meter_judge *j)
{
    free(j->answers);
    j->answers = NULL;
}

/* ---- means ---- */

/* True, and the value, if the answer belongs to the figure. */
static bool
figure_of(const struct meter_answer *a, enum meter_figure figure, double *out)
{
    switch (figure) {
    case METER_LOSS:
        *out = a->loss;
        return !a->exact;
    case METER_DIFFERS:
        *out = a->differs;
        return !a->exact;
    case METER_ROLLED:
        *out = a->rolled;
        return a->has_rolled;
    case METER_ENDING_LOSS:
        *out = a->loss;
        return a->exact;
    case METER_ENDING_POINTS:
        *out = a->points;
        return a->exact;
    case METER_ENDING_WRONG:
        *out = a->wrong;
        return a->exact && a->reckons;
    }
    return false;
}

/* Kinds count as often as they occur in games, however many of them were asked. */
static double
weight_of(const struct meter_judge *j, const int asked[METER_KINDS], int kind)
{
    return j->kinds[kind].decisions ? (double)j->kinds[kind].decisions / asked[kind] : 1;
}

bool
meter_mean(const struct meter_judge *j, enum meter_figure figure, int kind, int part,
           struct stats_interval *out)
{
    int asked[METER_KINDS] = {0}, games = 0;
    double sum = 0, weights = 0, squares = 0, value;

    for (int i = 0; i < j->count; i++) {
        if (figure_of(&j->answers[i], figure, &value))
            asked[j->answers[i].kind]++;
    }
    for (int pass = 0; pass < 2; pass++) { /* the mean; then how far each game is from it */
        double of_game = 0;
        bool any = false;

        for (int i = 0; i < j->count; i++) {
            const struct meter_answer *a = &j->answers[i];
            double weight;

            if (figure_of(a, figure, &value) && (kind < 0 || a->kind == kind) &&
                (part < 0 || a->part == part)) {
                weight = weight_of(j, asked, a->kind);
                any = true;
                if (pass == 0) {
                    sum += weight * value;
                    weights += weight;
                } else {
                    of_game += weight * (value - sum / weights);
                }
            }
            if (i + 1 == j->count || j->answers[i + 1].game != a->game) {
                games += pass == 1 && any;
                squares += of_game * of_game;
                of_game = 0;
                any = false;
            }
        }
    }
    if (weights <= 0)
        return false;
    *out = (struct stats_interval){sum / weights, -HUGE_VAL, HUGE_VAL};
    if (games > 1) {
        double half = stats_student(games - 1) * sqrt(squares * games / (games - 1)) / weights;

        out->low = out->middle - half;
        out->high = out->middle + half;
    }
    return true;
}
