/* SPDX-License-Identifier: MIT
 * ra_survey.c -- see ra_survey.h. `hard` plays against itself. On the way its net is asked what one more
 * tile would be worth to a seat, and what its suns are worth to it.
 */
#include "ra_survey.h"

#include <math.h>
#include <string.h>

#include "arena_stats.h"
#include "bits.h"
#include "ra_net.h"
#include "ra_step.h"
#include "rng.h"

enum { LOOKED_AT_IN = 8, TILE_KINDS = 11 };

static const char *const tile_names[TILE_KINDS] = {
    "god",
    "gold",
    "pharaoh",
    "flood",
    "nile, with a flood",
    "nile, without",
    "civilisation, new",
    "civilisation, held",
    "monument, new",
    "monument, second",
    "monument, third",
};

/* Values of a game depend on each other, so an interval is taken from the spread of the games. */
struct mean {
    double sum, squares;
    long count;
    struct {
        double sum;
        long count;
    } here; /* in the game at hand */
    double sum_sum, sum_count, count_count; /* products of these, summed over the games */
    long games; /* in which there was a value */
};

struct survey {
    int seats;
    struct mean tile_win[TILE_KINDS][RA_EPOCHS], tile_points[TILE_KINDS][RA_EPOCHS];
    struct mean sun_win[RA_SUNS + 1][RA_EPOCHS];
    struct mean seat_win[RA_SEATS], seat_score[RA_SEATS];
    struct mean score, winner, last, lead;
};

static void
add(struct mean *m, double value)
{
    m->sum += value;
    m->squares += value * value;
    m->count++;
    m->here.sum += value;
    m->here.count++;
}

static void
end_game(struct mean *m, int means)
{
    for (int i = 0; i < means; i++, m++) {
        double count = (double)m->here.count;

        m->sum_sum += m->here.sum * m->here.sum;
        m->sum_count += m->here.sum * count;
        m->count_count += count * count;
        m->games += m->here.count > 0;
        m->here.sum = 0;
        m->here.count = 0;
    }
}

static double
mean_of(const struct mean *m)
{
    return m->count ? m->sum / (double)m->count : 0;
}

static double
spread_of(const struct mean *m)
{
    double mean = mean_of(m);

    return m->count > 1 ? sqrt(fmax(0, m->squares - (double)m->count * mean * mean) /
                               (double)(m->count - 1))
                        : 0;
}

/* Half the interval of 95 %; 0 where one game says nothing of its width. */
static double
within(const struct mean *m)
{
    double mean = mean_of(m), games = (double)m->games;
    double squares = m->sum_sum - 2 * mean * m->sum_count + mean * mean * m->count_count;

    return m->games > 1 ? stats_student(games - 1) *
                              sqrt(fmax(0, squares) * games / (games - 1)) / (double)m->count
                        : 0;
}

/* ---- asking the net ---- */

/* Which of tile_names a tile would be for this display, or -1. */
static int
tile_of(ra_display d, int kind)
{
    int held;

    if (kind == RA_GOD || kind == RA_GOLD)
        return kind == RA_GOLD;
    if (kind == RA_PHARAOH || kind == RA_FLOOD)
        return 2 + (kind == RA_FLOOD);
    if (kind == RA_NILE)
        return 4 + (ra_held(d, RA_FLOOD) == 0);
    if (!ra_one_tile((enum ra_kind)kind))
        return -1;
    held = ra_held(d, (enum ra_kind)kind);
    if (kind < RA_FORTRESS)
        return 6 + (held > 0);
    return held < 3 ? 8 + held : -1;
}

static void
ask_for_tiles(struct survey *v, const struct ra_judge *judge, const struct ra_state *s,
              int seat, const struct ra_value *now)
{
    for (int kind = 0; kind < RA_KINDS; kind++) {
        int tile = tile_of(s->tiles[seat], kind), epoch = s->epoch - 1;
        struct ra_state with = *s;
        struct ra_value then;

        if (tile < 0 || !s->bag[kind])
            continue;
        with.bag[kind]--;
        with.tiles[seat] += ra_one_tile((enum ra_kind)kind);
        judge->value(judge->self, &with, &then);
        add(&v->tile_win[tile][epoch], (double)(then.win[seat] - now->win[seat]) / RA_SURE);
        add(&v->tile_points[tile][epoch],
            (double)(then.score[seat] - now->score[seat]) / RA_POINT);
    }
}

static void
ask_for_suns(struct survey *v, const struct ra_judge *judge, const struct ra_state *s, int seat,
             const struct ra_value *now)
{
    for (uint32_t suns = s->ready[seat]; suns; suns &= suns - 1) {
        struct ra_state without = *s;
        struct ra_value then;
        uint32_t sun = suns & -suns;

        without.ready[seat] &= ~sun;
        without.spent[seat] |= sun;
        if (seat == s->turn && !without.ready[seat])
            continue; /* it would not be on turn */
        judge->value(judge->self, &without, &then);
        add(&v->sun_win[bits_lowest(sun)][s->epoch - 1],
            (double)(now->win[seat] - then.win[seat]) / RA_SURE);
    }
}

static void
ask(struct survey *v, const struct ra_judge *judge, const struct ra_state *s)
{
    struct ra_value now;

    judge->begin(judge->self, s);
    judge->value(judge->self, s, &now);
    for (int seat = 0; seat < s->seats; seat++) {
        ask_for_tiles(v, judge, s, seat, &now);
        ask_for_suns(v, judge, s, seat, &now);
    }
}

/* ---- games ---- */

static void
end_all(struct survey *v)
{
    for (int i = 0; i < TILE_KINDS; i++) {
        end_game(v->tile_win[i], RA_EPOCHS);
        end_game(v->tile_points[i], RA_EPOCHS);
    }
    for (int i = 0; i <= RA_SUNS; i++)
        end_game(v->sun_win[i], RA_EPOCHS);
    end_game(v->seat_win, RA_SEATS);
    end_game(v->seat_score, RA_SEATS);
    end_game(&v->score, 1);
    end_game(&v->winner, 1);
    end_game(&v->last, 1);
    end_game(&v->lead, 1);
}

static void
look_at_end(struct survey *v, const struct ra_state *s, int starter)
{
    int best = -999, second = -999, last = 999;

    for (int i = 0; i < s->seats; i++) {
        int from = (i - starter + s->seats) % s->seats, score = s->score[i];

        add(&v->seat_win[from], ra_winner(s) == i);
        add(&v->seat_score[from], score);
        add(&v->score, score);
        last = score < last ? score : last;
        if (score > best) {
            second = best;
            best = score;
        } else if (score > second) {
            second = score;
        }
    }
    add(&v->winner, s->score[ra_winner(s)]);
    add(&v->last, last);
    add(&v->lead, best - second);
}

static void
play(struct survey *v, const struct ra_judge *judge, struct ra_state s, uint64_t rng)
{
    struct ra_option options[RA_MAX_ACTIONS];
    int starter = -1;

    while (s.phase != RA_OVER) {
        if (s.phase == RA_DEAL || s.phase == RA_DRAW) {
            ra_step_nature(&s, &rng);
            continue;
        }
        if (starter < 0)
            starter = s.turn;
        if (s.phase == RA_TURN && rng_below(&rng, LOOKED_AT_IN) == 0)
            ask(v, judge, &s);
        ra_step_apply(&s,
                      options[ra_search_best(options, ra_search(judge, &s, options))].action);
    }
    look_at_end(v, &s, starter);
    end_all(v);
}

/* ---- showing ---- */

static void
show_epochs(FILE *to, const struct mean of[RA_EPOCHS], double times)
{
    for (int e = 0; e < RA_EPOCHS; e++) {
        if (of[e].games > 1)
            fprintf(to, "  %6.2f +-%5.2f", times * mean_of(&of[e]), times * within(&of[e]));
        else if (of[e].games == 1)
            fprintf(to, "  %6.2f %7s", times * mean_of(&of[e]), "");
        else
            fprintf(to, "  %14s", "");
    }
}

static void
show(FILE *to, const struct survey *v, unsigned long long games)
{
    fprintf(
        to,
        "ra, %d players, %llu games of hard against itself; +- is the interval of 95 %% of the mean\n",
        v->seats, games);
    fprintf(to, "\na sun that can still be bid: chance to win, %%\n  sun  %14s  %14s  %14s\n",
            "epoch 1", "epoch 2", "epoch 3");
    for (int sun = 1; sun <= RA_SUNS; sun++) {
        if (!v->sun_win[sun][0].count)
            continue;
        fprintf(to, "  %3d", sun);
        show_epochs(to, v->sun_win[sun], 100);
        fputc('\n', to);
    }
    fprintf(to, "\none tile more: chance to win, %%\n  %-20s %14s  %14s  %14s\n", "", "epoch 1",
            "epoch 2", "epoch 3");
    for (int tile = 0; tile < TILE_KINDS; tile++) {
        fprintf(to, "  %-18s", tile_names[tile]);
        show_epochs(to, v->tile_win[tile], 100);
        fputc('\n', to);
    }
    fprintf(to, "\none tile more: points at the end\n");
    for (int tile = 0; tile < TILE_KINDS; tile++) {
        fprintf(to, "  %-18s", tile_names[tile]);
        show_epochs(to, v->tile_points[tile], 1);
        fputc('\n', to);
    }
    fprintf(to, "\nseats from the one who begins\n");
    for (int i = 0; i < v->seats; i++)
        fprintf(to, "  %d  wins %5.2f %% +- %.2f  score %5.2f +- %.2f\n", i,
                100 * mean_of(&v->seat_win[i]), 100 * within(&v->seat_win[i]),
                mean_of(&v->seat_score[i]), within(&v->seat_score[i]));
    fprintf(to, "\nscore %.1f (spread %.1f), winner %.1f, last %.1f, lead of the winner %.1f\n",
            mean_of(&v->score), spread_of(&v->score), mean_of(&v->winner), mean_of(&v->last),
            mean_of(&v->lead));
}

static void
json_mean(FILE *to, const char *key, const struct mean *m)
{
    fprintf(to, "\"%s\":{\"mean\":%.5f,\"interval\":%.5f,\"spread\":%.5f,\"count\":%ld}", key,
            mean_of(m), within(m), spread_of(m), m->count);
}

static void
json_epochs(FILE *to, const char *what, const char *of, const struct mean m[RA_EPOCHS],
            bool comma)
{
    for (int e = 0; e < RA_EPOCHS; e++) {
        fprintf(to, "%s\n{\"%s\":\"%s\",\"epoch\":%d,", comma || e ? "," : "", what, of, e + 1);
        json_mean(to, "value", &m[e]);
        fputc('}', to);
    }
}

static void
show_json(FILE *to, const struct survey *v, unsigned long long games)
{
    bool comma = false;

    fprintf(to, "{\"game\":\"ra\",\"players\":%d,\"games\":%llu,\"suns\":[", v->seats, games);
    for (int sun = 1; sun <= RA_SUNS; sun++) {
        char number[4];

        if (!v->sun_win[sun][0].count)
            continue;
        snprintf(number, sizeof number, "%d", sun);
        json_epochs(to, "sun", number, v->sun_win[sun], comma);
        comma = true;
    }
    fputs("],\"tiles\":[", to);
    for (int tile = 0; tile < TILE_KINDS; tile++)
        json_epochs(to, "tile", tile_names[tile], v->tile_win[tile], tile > 0);
    fputs("],\"tiles_points\":[", to);
    for (int tile = 0; tile < TILE_KINDS; tile++)
        json_epochs(to, "tile", tile_names[tile], v->tile_points[tile], tile > 0);
    fputs("],\"seats\":[", to);
    for (int i = 0; i < v->seats; i++) {
        fprintf(to, "%s\n{\"from_starter\":%d,", i ? "," : "", i);
        json_mean(to, "win", &v->seat_win[i]);
        fputc(',', to);
        json_mean(to, "score", &v->seat_score[i]);
        fputc('}', to);
    }
    fputs("],\n", to);
    json_mean(to, "score", &v->score);
    fputc(',', to);
    json_mean(to, "winner", &v->winner);
    fputc(',', to);
    json_mean(to, "last", &v->last);
    fputc(',', to);
    json_mean(to, "lead", &v->lead);
    fputs("}\n", to);
}

void
ra_survey(const struct meter_study_plan *plan, FILE *to)
{
    struct survey v = {.seats = plan->seats};
    uint64_t seed = rng_seed_from_text(plan->seed);
    struct ra_net net;
    struct ra_judge judge = ra_net_judge(&net, ra_net_weights(plan->seats));

    for (uint64_t game = 0; game < plan->games; game++) {
        play(&v, &judge, plan->start.ra, rng_stream(seed, 1, game));
        if (plan->told)
            plan->told(plan->self, game + 1);
    }
    (plan->json ? show_json : show)(to, &v, plan->games);
}
