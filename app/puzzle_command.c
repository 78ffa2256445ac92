/* SPDX-License-Identifier: MIT
 * puzzle_command.c -- khepri puzzle: decisions with one best action, made from meters, checked and shown. */
#include "command.h"

#include <stdlib.h>
#include <string.h>

#include "command_options.h"
#include "meter.h"
#include "moves.h"
#include "player_words.h"
#include "puzzle.h"
#include "rng.h"
#include "thinking.h"

static const char name[] = "puzzle";

static const char about[] =
    "Usage: khepri puzzle make FILE... [OPTION]... > PUZZLES\n"
    "       khepri puzzle check PUZZLES... [--search BOT [--every N]]\n"
    "       khepri puzzle show PUZZLES... [--id ID]\n"
    "\n"
    "Puzzles for the page: decisions in which one action is clearly the best.\n"
    "make chooses them from files of khepri meter --make, in which both ways of finding values agree.\n"
    "check tests them by the rules and by their values, and with --search asks a bot again.\n";

static const char examples[] =
    "Status: 0 done, 1 a bot found another best action, 2 not done.\n"
    "\n"
    "Examples:\n"
    "  khepri meter --make ra --players 2 --games 2 --each 6 --rolled 6 --rollouts 4 --endings 0 "
    "--deep hard > few\n"
    "  khepri puzzle make few --margin 1 > puzzles\n"
    "  khepri puzzle check puzzles\n";

enum { MOST = 1000 };
enum { TO_MAKE, TO_CHECK, TO_SHOW };
static const char *const verbs[] = {"make", "check", "show"};

struct request {
    struct puzzle_plan plan;
    const char *search, *id;
    uint64_t every;
    unsigned long long count, differs, level[PUZZLE_LEVELS];
    struct ai_advice *advice;
};

/* ---- check ---- */

/* What a bot says of the puzzle now: the number of the best action. */
static bool
search(struct request *r, const struct puzzle *p, int *best, struct refusal *why)
{
    uint64_t rng = rng_stream(rng_seed_from_text(r->plan.seed), r->count, 0);
    struct ai_player bot;
    struct thinking thinking;
    union games_state seen;
    game_action action;

    if (!player_bot("bot", r->search, p->game, &bot, why))
        return false;
    p->game->observe(&p->state, p->seat, &seen);
    thinking_begin(&thinking, &bot, 0);
    action = bot.bot->choose(p->game, &seen, p->seat, &rng, &thinking.limits, r->advice);
    for (*best = 0; *best < p->count - 1 && p->actions[*best] != action; ++*best) {
    }
    return true;
}

static bool
check_one(void *self, const struct puzzle *p, struct refusal *why)
{
    struct request *r = self;
    int best = p->best;
    struct move wanted, chosen;

    if (r->search && r->count % r->every == 0 && !search(r, p, &best, why))
        return false;
    if (best != p->best) {
        moves_write(p->game, &p->state, p->seat, p->actions[p->best], &wanted);
        moves_write(p->game, &p->state, p->seat, p->actions[best], &chosen);
        printf("%s %s: %s is stored as the best, %s chooses %s, which is worth %.1f %% less\n",
               p->game->name, p->id, wanted.text, r->search, chosen.text,
               100.0 * (double)(p->win[p->best] - p->win[best]) / METER_SURE);
        r->differs++;
    }
    r->count++;
    r->level[p->level - 1]++;
    return true;
}

/* ---- show ---- */

static bool
show_one(void *self, const struct puzzle *p, struct refusal *why)
{
    struct request *r = self;
    struct move move;

    (void)why;
    if (r->id && strcmp(r->id, p->id) != 0)
        return true;
    r->count++;
    moves_write(p->game, &p->state, p->seat, p->actions[p->best], &move);
    printf("%-8s %-16s %d players  seat %d  %-11s level %d  best %s by %.1f %%\n",
           p->game->name, p->id, p->seats, p->seat, p->kind, p->level, move.text,
           100.0 * (double)p->margin / METER_SURE);
    for (int i = 0; r->id && i < p->count; i++) {
        moves_write(p->game, &p->state, p->seat, p->actions[i], &move);
        printf("  %-24s %6.2f %%  %6.2f %%\n", move.text,
               100.0 * (double)p->win[i] / METER_SURE,
               100.0 * (double)p->second[i] / METER_SURE);
    }
    return true;
}

/* ---- the command ---- */

static int
tell_count(const struct request *r, int verb)
{
    if (verb == TO_SHOW && r->id && !r->count)
        return command_trouble(name, "there is no puzzle '%.60s' in these files", r->id);
    if (verb != TO_MAKE && !r->count)
        return command_trouble(name, "there is no puzzle in these files");
    if (verb == TO_CHECK)
        printf("%llu puzzle%s, by level %llu, %llu, %llu; %llu with another best action\n",
               r->count, command_plural((long long)r->count), r->level[0], r->level[1],
               r->level[2], r->differs);
    if (verb == TO_MAKE && r->level[0] + r->level[1] + r->level[2] == 0)
        fprintf(stderr,
                "khepri puzzle: no position of these files is a puzzle by these limits\n");
    return command_close_output(name, r->differs ? EXIT_FOUND : EXIT_DONE);
}

static int
do_files(struct request *r, int verb, int count, char **paths)
{
    struct refusal why;

    for (int i = 0; i < count; i++) {
        bool good =
            verb == TO_MAKE
                ? puzzle_make(&r->plan, paths[i], stdout, r->level, &why)
                : puzzle_read_file(paths[i], verb == TO_CHECK ? check_one : show_one, r, &why);

        if (!good)
            return command_trouble(name, "%s", why.text);
    }
    return tell_count(r, verb);
}

static int
find_verb(const struct command_line *line)
{
    for (int v = TO_MAKE; line->count > 0 && v <= TO_SHOW; v++) {
        if (strcmp(line->words[0], verbs[v]) == 0)
            return v;
    }
    return -1;
}

int
command_puzzle(int argc, char **argv)
{
    struct request r = {
        .plan =
            {.seed = "1", .margin = 2000, .each = 2, .most = 30, .asks = 9, .explains = "hard"},
        .every = 1};
    struct command_line line = {name, about, examples, argc, argv, EXIT_TROUBLE, 0};
    /* clang-format off */
    const struct command_option options[] = {
        {"seed", "S", "the dice of the bots that are asked, a number or any text (1)", .text = &r.plan.seed,
            .group = TO_SHOW + 1},
        {"margin", "M", "make: by how much the best is better than the next, in thousandths of a percent (2000)",
            .number = &r.plan.margin, 1, METER_SURE, .group = TO_MAKE},
        {"each", "P", "make: puzzles of a game, no two of one kind and level (2)", .number = &r.plan.each, 1, MOST,
            .group = TO_MAKE},
        {"most", "L", "make: puzzles of a level (30)", .number = &r.plan.most, 1, MOST, .group = TO_MAKE},
        {"asks", "K", "make: how often each bot is asked (9)", .number = &r.plan.asks, 1, MOST, .group = TO_MAKE},
        {"confirms", "BOT", "make: a bot that must find the best action each time it is asked",
            .text = &r.plan.confirms, .group = TO_MAKE},
        {"explains", "BOT", "make: who says what happens after each action (hard)", .text = &r.plan.explains,
            .group = TO_MAKE},
        {"search", "BOT", "check: who is asked again", .text = &r.search, .group = TO_CHECK},
        {"every", "N", "check: every N-th puzzle is asked about (1)", .number = &r.every, 1, MOST, .group = TO_CHECK},
        {"id", "ID", "show: this puzzle, with the value of each action", .text = &r.id, .group = TO_SHOW},
        {0}};
    /* clang-format on */
    int verb, status;

    if (!command_line_read(&line, options))
        return line.status;
    verb = find_verb(&line);
    if (verb < 0 || line.count < 2)
        return command_usage(name, "it takes make, check or show, and then files");
    if (line.used & ~(1U << verb | 1U << (TO_SHOW + 1)))
        return command_usage(name, "an option belongs to another word than '%s'", verbs[verb]);
    r.advice = malloc(sizeof *r.advice);
    if (!r.advice)
        return command_trouble(name, "there is not memory enough");
    status = do_files(&r, verb, line.count - 1, line.words + 1);
    free(r.advice);
    return status;
}
