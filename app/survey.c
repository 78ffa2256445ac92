/* SPDX-License-Identifier: MIT
 * survey.c -- khepri survey: what the nets make of Ra. `hard` plays against itself, and on the way its net is asked
 * what it would be worth to a seat to hold a tile more, and what its suns are worth to it.
 */
#include "command.h"

#include <math.h>
#include <string.h>

#include "bits.h"
#include "command_options.h"
#include "game_setup.h"
#include "progress.h"
#include "ra_net.h"
#include "ra_step.h"
#include "rng.h"
#include "text.h"

static const char name[] = "survey";

static const char about[] =
    "Usage: khepri survey ra --players N [OPTION]...\n"
    "\n"
    "What the net of 'hard' makes of Ra: the worth of each sun and of each kind of tile by epoch, seats from the\n"
    "one who begins, and scores. 'hard' plays all seats; on every eighth turn or so its net is asked, for each seat, how the\n"
    "chance to win changes with one tile more from the bag, or if one of its suns could not be bid any more.\n";

static const char examples[] = "Examples:\n"
                               "  khepri survey ra --players 3 --games 20\n"
                               "  khepri survey ra --players 5 --games 20 --seed 2 --json\n";

enum { MOST_GAMES = 1000000, LOOKED_AT_IN = 8, TILE_KINDS = 11 };

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

struct mean {
    double sum, squares;
    long count;
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

/* Half the interval of 95 %. */
static double
within(const struct mean *m)
{
    return m->count > 1 ? 1.96 * spread_of(m) / sqrt((double)m->count) : 0;
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
}

/* ---- showing ---- */

static void
show_epochs(const struct mean of[RA_EPOCHS], double times)
{
    for (int e = 0; e < RA_EPOCHS; e++) {
        if (of[e].count > 1)
            printf("  %6.2f +-%5.2f", times * mean_of(&of[e]), times * within(&of[e]));
        else
            printf("  %14s", "");
    }
}

static void
show(const struct survey *v, unsigned long long games)
{
    printf(
        "ra, %d players, %llu games of hard against itself; +- is the interval of 95 %% of the mean\n",
        v->seats, games);
    printf("\na sun that can still be bid: chance to win, %%\n  sun  %14s  %14s  %14s\n",
           "epoch 1", "epoch 2", "epoch 3");
    for (int sun = 1; sun <= RA_SUNS; sun++) {
        if (!v->sun_win[sun][0].count)
            continue;
        printf("  %3d", sun);
        show_epochs(v->sun_win[sun], 100);
        putchar('\n');
    }
    printf("\none tile more: chance to win, %%\n  %-20s %14s  %14s  %14s\n", "", "epoch 1",
           "epoch 2", "epoch 3");
    for (int tile = 0; tile < TILE_KINDS; tile++) {
        printf("  %-18s", tile_names[tile]);
        show_epochs(v->tile_win[tile], 100);
        putchar('\n');
    }
    printf("\none tile more: points at the end\n");
    for (int tile = 0; tile < TILE_KINDS; tile++) {
        printf("  %-18s", tile_names[tile]);
        show_epochs(v->tile_points[tile], 1);
        putchar('\n');
    }
    printf("\nseats from the one who begins\n");
    for (int i = 0; i < v->seats; i++)
        printf("  %d  wins %5.2f %% +- %.2f  score %5.2f +- %.2f\n", i,
               100 * mean_of(&v->seat_win[i]), 100 * within(&v->seat_win[i]),
               mean_of(&v->seat_score[i]), within(&v->seat_score[i]));
    printf("\nscore %.1f (spread %.1f), winner %.1f, last %.1f, lead of the winner %.1f\n",
           mean_of(&v->score), spread_of(&v->score), mean_of(&v->winner), mean_of(&v->last),
           mean_of(&v->lead));
}

static void
json_mean(const char *key, const struct mean *m)
{
    printf("\"%s\":{\"mean\":%.5f,\"interval\":%.5f,\"spread\":%.5f,\"count\":%ld}", key,
           mean_of(m), within(m), spread_of(m), m->count);
}

static void
json_epochs(const char *what, const char *of, const struct mean m[RA_EPOCHS], bool comma)
{
    for (int e = 0; e < RA_EPOCHS; e++) {
        printf("%s\n{\"%s\":\"%s\",\"epoch\":%d,", comma || e ? "," : "", what, of, e + 1);
        json_mean("value", &m[e]);
        putchar('}');
    }
}

static void
show_json(const struct survey *v, unsigned long long games)
{
    bool comma = false;

    printf("{\"game\":\"ra\",\"players\":%d,\"games\":%llu,\"suns\":[", v->seats, games);
    for (int sun = 1; sun <= RA_SUNS; sun++) {
        char number[4];

        if (!v->sun_win[sun][0].count)
            continue;
        snprintf(number, sizeof number, "%d", sun);
        json_epochs("sun", number, v->sun_win[sun], comma);
        comma = true;
    }
    fputs("],\"tiles\":[", stdout);
    for (int tile = 0; tile < TILE_KINDS; tile++)
        json_epochs("tile", tile_names[tile], v->tile_win[tile], tile > 0);
    fputs("],\"tiles_points\":[", stdout);
    for (int tile = 0; tile < TILE_KINDS; tile++)
        json_epochs("tile", tile_names[tile], v->tile_points[tile], tile > 0);
    fputs("],\"seats\":[", stdout);
    for (int i = 0; i < v->seats; i++) {
        printf("%s\n{\"from_starter\":%d,", i ? "," : "", i);
        json_mean("win", &v->seat_win[i]);
        putchar(',');
        json_mean("score", &v->seat_score[i]);
        putchar('}');
    }
    fputs("],\n", stdout);
    json_mean("score", &v->score);
    putchar(',');
    json_mean("winner", &v->winner);
    putchar(',');
    json_mean("last", &v->last);
    putchar(',');
    json_mean("lead", &v->lead);
    fputs("}\n", stdout);
}

/* ---- the command line ---- */

struct request {
    struct game_setup setup;
    const char *seed;
    uint64_t games;
    bool json;
};

/* False when there is nothing left to do; line->status is then what to exit with. */
static bool
read_command_line(struct command_line *line, struct request *r)
{
    /* clang-format off */
    const struct command_option options[] = {
        {"players", "N", "how many play", .number = &r->setup.players, 2, RA_SEATS},
        {"games", "G", "how many games (1000)", .number = &r->games, 1, MOST_GAMES},
        {"seed", "S", "a number or any text (1); the same seed, the same survey", .text = &r->seed},
        {"json", NULL, "JSON in place of the tables", .flag = &r->json},
        {0}};
    /* clang-format on */

    if (!command_line_read(line, options) || !game_setup_words(line, &r->setup))
        return false;
    if (strcmp(r->setup.game, "ra") != 0)
        command_usage(name, "there is a survey of ra only, not of '%s'", r->setup.game);
    else if (!r->setup.players)
        command_usage(name, "--players is needed: 2 to %d", RA_SEATS);
    else
        return true;
    return false;
}

int
command_survey(int argc, char **argv)
{
    struct ra_net net;
    struct request r = {.seed = "1", .games = 1000};
    struct survey v = {0};
    struct ra_judge judge;
    struct ra_options options;
    struct progress progress;
    struct ra_state s;
    struct command_line line = {name, about, examples, argc, argv, EXIT_TROUBLE, 0};
    uint64_t seed;

    if (!read_command_line(&line, &r))
        return line.status;
    seed = rng_seed_from_text(r.seed);
    v.seats = (int)r.setup.players;
    judge = ra_net_judge(&net, ra_net_weights(v.seats));
    ra_game.defaults(&options);
    if (ra_setup(&s, v.seats, &options) != GAME_OK)
        return command_trouble(name, "the game cannot be set up");
    progress_begin(&progress, "games", r.games);
    for (uint64_t game = 0; game < r.games; game++) {
        play(&v, &judge, s, rng_stream(seed, 1, game));
        progress_show(&progress, game + 1, "");
    }
    (r.json ? show_json : show)(&v, r.games);
    return command_close_output(name, EXIT_DONE);
}
