/* SPDX-License-Identifier: MIT
 * bots.c -- the seats of bots. They think on worker threads, from the view of their seat, at
 * a pace that people can follow.
 *
 * A table has at most one bot thinking. The table's timer checks the bot's time limit while
 * it thinks, and then ends its rest. If a bot is far too late, or its action is illegal, a
 * random action is played, so that no bot can block a table. */
#include "hall_parts.h"

#include <stdlib.h>
#include <string.h>

#include "random_play.h"

/* One question to a bot. Owned by the host until it comes back. */
struct question {
    struct hall_thought thought; /* first, so that it can be found from it */
    unsigned number; /* which of its table's thoughts it is */
};

/* In a seeded hall no clock decides: SEEDED_POSITIONS are then the limit of who searches and has none. */
enum { OVERDUE_TIMES = 2, CUSTOM_MS = 300, SEEDED_POSITIONS = 2000 };

/* A table of bots only rests when nobody has looked at it for so long. */
enum { UNWATCHED_MS = 60 * 1000 };

/* People play for so long after the last of them acted. Tables of bots alone then act so far apart.
 * Those whose turn falls within BOTS_TOGETHER_MS act at its end: one commit holds up people less than
 * many do. */
enum { GIVE_WAY_MS = 10 * 1000, BOTS_APART_MS = 2, BOTS_TOGETHER_MS = 25 };

/* After its own action a bot rests this part of the time. */
enum { OWN_PART = 3 };

/* The time limit of this bot: at most the hall's, and the default if neither time nor
 * positions were given. */
static uint32_t
time_of(const struct hall *hall, const struct ai_player *bot)
{
    uint32_t most = (uint32_t)hall->options.bot_limit;
    uint32_t ms = bot->ms ? bot->ms : bot->positions ? most : CUSTOM_MS;

    return ms < most ? ms : most;
}

/* ---- what it has chosen ---- */

/* The game's number for a legal action, or 0, which is none. */
static bool
is_legal(const struct table *table, game_action action)
{
    game_action legal[GAMES_MAX_ACTIONS];
    int count = table->game->actions(&table->planned, table->bot_seat, legal);

    for (int i = 0; i < count; i++) {
        if (legal[i] == action)
            return true;
    }
    return false;
}

/* Adds an action to what the bot will do; if it is not legal, one by chance. */
static void
choose(struct table *table, game_action action, uint64_t *rng)
{
    struct hall *hall = table->hall;
    enum game_err err;

    if (!is_legal(table, action)) {
        hall_say(hall, HALL_WARN, "bot", "table %s: seat %d is played for by chance",
                 table->row.id, table->bot_seat);
        action = random_action(table->game, &table->planned, table->bot_seat, rng);
    }
    table->game->write_action(&table->planned, action, table->chosen[table->chosen_count],
                              GAME_TEXT_ROOM);
    err = table->game->apply(&table->planned, table->bot_seat, action, NULL);
    if (err == GAME_OK) /* it always is: the action is legal */
        table->chosen_count++;
}

/* While seats act in secret, a bot acts once, with everything it has to do. If it rested
 * between a sale and the offer, its pace would reveal the sale. */
static bool
has_more_to_choose(const struct table *table)
{
    return table->chosen_count < MATCH_LIST && table->game->sealed(&table->planned) &&
           (table->game->to_move(&table->planned) >> table->bot_seat & 1);
}

static void
choose_by_chance(struct table *table)
{
    uint64_t rng = 0;

    if (!table_seed(table, SEED_STAND_IN, table->bot_seat, &rng))
        return; /* move() gives up, and says so */
    do {
        choose(table, 0, &rng);
    } while (has_more_to_choose(table));
}

/* ---- moving ---- */

static void
moved(struct hall *hall, struct table *table, struct ask *ask)
{
    table->bot = BOT_IDLE;
    tell_since(hall, table, ask->turn->first);
}

static void
not_moved(struct hall *hall, struct table *table, struct ask *ask)
{
    (void)hall;
    (void)ask;
    table->bot = BOT_IDLE;
}

/* Reports that not even a random action was possible: never silently. */
static void
give_up(struct hall *hall, struct table *table, struct ask *ask, const char *what)
{
    hall_say(hall, HALL_ERROR, "bot", "table %s: %s", table->row.id, what);
    table->bot = BOT_IDLE;
    ask_destroy(ask);
}

static enum match_err
propose(struct table *table, uint64_t seed, struct match_turn *turn)
{
    const char *texts[MATCH_LIST];
    struct match_request request = {.seat = table->bot_seat,
                                    .seq = table->match->moment,
                                    .texts = texts,
                                    .count = table->chosen_count};
    struct match_fault fault;

    if (match_to_move(table->match) == 1u << GAME_NATURE)
        return match_propose_chance(table->match, seed, turn);
    if (table->chosen_count == 0 || !(match_to_move(table->match) >> table->bot_seat & 1))
        return MATCH_NOT_YOU;
    for (int i = 0; i < table->chosen_count; i++)
        texts[i] = table->chosen[i];
    return match_propose(table->match, &request, seed, turn, &fault);
}

/* Runs when the table is free: the bot's actions, or nature's, become a turn. */
static void
move(struct hall *hall, struct table *table, struct ask *ask)
{
    uint64_t seed;

    if (ask->thought != table->thought) { /* its seat was taken from it meanwhile */
        ask_destroy(ask);
        return;
    }
    ask->turn = malloc(sizeof *ask->turn);
    ask->done = moved;
    ask->undone = not_moved;
    if (!ask->turn || !table_seed(table, SEED_NATURE, 0, &seed))
        give_up(hall, table, ask, "no memory or no randomness");
    else if (propose(table, seed, ask->turn) == MATCH_OK)
        table_commit(hall, table, ask, NULL);
    else
        give_up(hall, table, ask, "its action was refused");
}

static void
make_move(struct hall *hall, struct table *table)
{
    struct ask *ask = calloc(1, sizeof *ask);

    if (!ask || hall->draining) {
        table->bot = BOT_IDLE;
        free(ask);
        return;
    }
    table->bot = BOT_WAITS;
    ask->run = move;
    ask->thought = table->thought;
    table_ask(hall, table, ask);
}

/* Whether the bot has been thinking for much longer than it may. Waiting for a thread does
 * not count. */
static bool
is_overdue(const struct table *table)
{
    const struct hall_host *host = &table->hall->host;
    uint64_t limit = (uint64_t)table->hall->options.bot_limit;

    return table->asked && !table->hall->options.seeded &&
           host->thinking(host->self, table->asked) > OVERDUE_TIMES * limit;
}

/* Whether the table is as it is stored. If not, it is looked at later, or gone. */
static bool
is_up_to_date(struct table *table)
{
    struct oops why;

    return !table->doubted || table->committing ||
           table_read_again(table->hall, table, &why) == TABLE_THERE;
}

static void
on_alarm(struct table *table)
{
    if (!is_up_to_date(table))
        return;
    if (table->bot == BOT_IDLE) { /* maybe no other server plays its bots now */
        table_stir(table);
        return;
    }
    if (table->bot == BOT_THINKS) {
        if (!is_overdue(table)) {
            table_set_alarm(table, (uint64_t)table->hall->options.bot_limit);
            return;
        }
        table_drop_question(table);
        choose_by_chance(table);
    }
    make_move(table->hall, table);
}

void
bots_tick(struct hall *hall)
{
    uint64_t now = hall_now(hall);

    while (hall->alarms && hall->alarms->alarm <= now) {
        struct table *table = hall->alarms;

        table_no_alarm(table);
        on_alarm(table);
    }
}

int
hall_rest(int delay, bool own, uint64_t draw)
{
    static const int percent[8] = {60, 70, 80, 90, 100, 110, 130, 160};

    return (int)((int64_t)delay * percent[draw >> 61] / 100 / (own ? OWN_PART : 1));
}

/* While people play, bots among themselves take turns: all their tables together act once in
 * BOTS_APART_MS. The loop and the disk are for everybody, and such bots act thousands of times in
 * a second if they may. */
static int
rest_among_bots(struct hall *hall, const struct table *table)
{
    uint64_t now = hall_now(hall), due;

    if (!hall->acted_at || now - hall->acted_at >= GIVE_WAY_MS)
        return 0;
    hall->bots_due = (hall->bots_due > now ? hall->bots_due : now) + BOTS_APART_MS;
    due = (hall->bots_due / BOTS_TOGETHER_MS + 1) * BOTS_TOGETHER_MS;
    return due > table->moved_at ? (int)(due - table->moved_at) : 0;
}

/* How long this table's bot rests after the last public event. The time is random, so it says nothing about
 * what the bot holds or found. It is shorter after the bot's own action, since a turn can have ten actions.
 * Where no person has to follow, others go first. A bot that may think for a second takes a second even if
 * it has only one action. A fast answer would give that away. */
static int
rest_of(struct hall *hall, const struct table *table, const struct ai_player *bot)
{
    bool own = table->mover == table->bot_seat;
    int delay = hall->options.bot_delay, rest, time;
    uint64_t draw;

    if (hall->options
            .at_home) /* nobody is there from whom the pace would have to hide anything */
        return table->row.pace == STORE_PACE_OFF ? 0 : own ? delay / OWN_PART : delay;
    if (!table_has_person(&table->row))
        return rest_among_bots(hall, table);
    rest = table->row.pace == STORE_PACE_OFF                      ? 0
           : table_seed(table, SEED_REST, table->bot_seat, &draw) ? hall_rest(delay, own, draw)
                                                                  : delay;
    time = bot && bot->bot->searches && !bot->positions && match_has_secrets(table->match)
               ? (int)time_of(hall, bot)
               : 0;
    return rest > time ? rest : time;
}

static void
rest_then_move(struct hall *hall, struct table *table, int delay)
{
    uint64_t now = hall_now(hall), due = table->moved_at + (uint64_t)delay;

    table->bot = BOT_WAITS;
    table_set_alarm(table, due > now ? due - now : 0);
}

/* Sets what the bot may think within. */
static void
limit(const struct hall *hall, struct question *q)
{
    struct ai_player *bot = &q->thought.bot;

    if (!hall->options.seeded || bot->ms)
        q->thought.ms = time_of(hall, bot);
    else if (!bot->positions)
        bot->positions = SEEDED_POSITIONS;
}

/* Asks the bot for its next action. The question goes to it whether it is then used or not. */
static bool
send_question(struct table *table, struct question *q)
{
    struct hall *hall = table->hall;

    int number = table->chosen_count * STORE_SEATS + table->bot_seat;

    if (!table_seed(table, SEED_BOT, number, &q->thought.rng))
        return false;
    table->game->observe(&table->planned, table->bot_seat, &q->thought.state);
    table->asked = &q->thought;
    hall->host.think(hall->host.self, &q->thought);
    return true;
}

static void
thought(struct hall *hall, struct hall_thought *of, bool worked)
{
    struct question *q = (struct question *)of;
    struct table *table = table_in_memory(hall, of->table);

    if (table && table->asked == of)
        table->asked = NULL;
    if (worked && table && table->bot == BOT_THINKS && table->thought == q->number &&
        !hall->draining) {
        choose(table, of->answer, &of->rng);
        if (has_more_to_choose(table) && send_question(table, q))
            return;
        if (has_more_to_choose(table))
            choose_by_chance(table);
        rest_then_move(hall, table, rest_of(hall, table, &of->bot));
    } else if (table && table->bot == BOT_THINKS && table->thought == q->number) {
        table->bot = BOT_IDLE; /* it could not think; whoever comes next has it asked again */
        table_no_alarm(table);
    }
    free(q);
}

static int
bot_to_move(const struct table *table)
{
    game_seats seats = match_to_move(table->match);

    for (int i = 0; i < table->row.players; i++) {
        if (seats >> i & 1 && table->row.seats[i].kind == STORE_BOT)
            return i;
    }
    return -1;
}

static bool
ask_bot(struct hall *hall, struct table *table)
{
    struct question *q = calloc(1, sizeof *q);

    if (!q)
        return false;
    q->number = ++table->thought;
    q->thought = (struct hall_thought){.task = HALL_CHOOSE,
                                       .game = table->game,
                                       .seats = table->row.players,
                                       .seat = table->bot_seat,
                                       .owner = table->row.maker,
                                       .for_people = table_has_person(&table->row),
                                       .done = thought};
    memcpy(q->thought.table, table->row.id, sizeof q->thought.table);
    if (ai_read_word_in(hall->host.bots, table->row.seats[table->bot_seat].bot, table->game,
                        &q->thought.bot)) {
        limit(hall, q);
        if (send_question(table, q))
            return true;
    } /* no bot: this program does not have it */
    free(q);
    return false;
}

/* Bots stop when nobody watches; the next visitor wakes them. */
static bool
is_unwatched(const struct hall *hall, const struct table *table)
{
    return !hall->options.at_home && !table_has_person(&table->row) && !table->visitors &&
           hall_now(hall) - table->used_at >= UNWATCHED_MS;
}

static void
consider(struct hall *hall, struct table *table)
{
    int seat;

    if (table->row.status != STORE_PLAYING || table->committing || table->bot != BOT_IDLE ||
        hall->draining || is_unwatched(hall, table))
        return;
    if (table->doubted) {
        table_set_alarm(table, 0);
        return;
    }
    seat = bot_to_move(table);
    if ((seat < 0 && match_to_move(table->match) != 1u << GAME_NATURE) ||
        !table_plays_bots(table))
        return;
    if (seat < 0) {
        rest_then_move(hall, table, 0);
        return;
    }
    table->bot_seat = seat;
    table->planned = table->match->state;
    table->chosen_count = 0;
    if (ask_bot(hall, table)) {
        table->bot = BOT_THINKS;
        if (!hall->options.at_home) /* there nobody knows how long it thinks */
            table_set_alarm(table, (uint64_t)hall->options.bot_limit);
    } else {
        choose_by_chance(table);
        rest_then_move(hall, table, rest_of(hall, table, NULL));
    }
}

void
bots_settle(struct hall *hall)
{
    while (hall->stirred) {
        struct table *table = hall->stirred;

        hall->stirred = table->stirred;
        table->is_stirred = false;
        consider(hall, table);
    }
}
