/* SPDX-License-Identifier: MIT
 * amun_properties.c -- what holds in every game of Amun-Re. Secrets reach nobody whom they do not concern,
 * on any way. Gold, scores and hands are what the events add up to. Biddings end in time.
 *
 *   amun_properties [GAMES [SEED]]      20 and 1 by default
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "khepri/amun.h"
#include "lean.h"
#include "rng.h"
#include "view.h"

enum { LISTED = GAME_MOST_ACTIONS, MOST_FAULTS = 20 };

static struct {
    long leaks, sums, biddings, checked[AMUN_PHASES];
    int failed;
    char where[128];
} run;

static void
must(bool condition, const char *what)
{
    if (condition)
        return;
    if (run.failed++ < MOST_FAULTS)
        printf("# failed: %s\n#   %s\n", what, run.where);
}

/* ---- secrets ---- */

/* A step as it goes over the wire to one seat. */
static int
write_step(char *buf, size_t room, const struct amun_state *after, int seat, int actor,
           const char *action, const struct game_log *log)
{
    game_seats readers = (game_seats)(seat < 0 ? 0 : 1u << seat);
    const struct view_step step = {
        .seq = 7, .seat = actor, .action = action, .events = log->at, .count = log->count};
    const struct view view = {.game = &amun_game,
                              .state = after,
                              .seq = 8,
                              .last = 8,
                              .seats = after->seats,
                              .readers = readers,
                              .step = &step};
    struct text t = text_in(buf, room);

    json_view(&t, &view);
    return text_length(&t);
}

/* Two things that `actor` (or nature for `owner`) may do: everybody else must find no difference. */
static void
check_no_difference(const struct amun_state *s, int actor, int owner, game_action a,
                    game_action b)
{
    static char one[VIEW_ROOM], two[VIEW_ROOM], text_a[GAME_TEXT_ROOM], text_b[GAME_TEXT_ROOM];
    static struct game_event events_a[AMUN_MAX_EVENTS], events_b[AMUN_MAX_EVENTS];
    struct game_log log_a = {events_a, 0, AMUN_MAX_EVENTS},
                    log_b = {events_b, 0, AMUN_MAX_EVENTS};
    struct amun_state after_a = *s, after_b = *s, seen_a, seen_b;

    amun_write_action(s, a, text_a, sizeof text_a);
    amun_write_action(s, b, text_b, sizeof text_b);
    must(amun_apply(&after_a, actor, a, &log_a) == GAME_OK &&
             amun_apply(&after_b, actor, b, &log_b) == GAME_OK,
         "both may happen");
    for (int seat = GAME_SPECTATOR; seat < s->seats; seat++) {
        if (seat == owner)
            continue;
        amun_observe(&after_a, seat, &seen_a);
        amun_observe(&after_b, seat, &seen_b);
        must(!memcmp(&seen_a, &seen_b, sizeof seen_a), "two secrets look alike");
        must(write_step(one, sizeof one, &after_a, seat, actor, text_a, &log_a) > 0 &&
                 write_step(two, sizeof two, &after_b, seat, actor, text_b, &log_b) > 0 &&
                 !strcmp(one, two),
             "two secrets are told in the same bytes");
        run.leaks++;
    }
}

/* Cards: whatever nature draws for somebody, the others see the same. But the hand may decide at once who
 * acts next, as where phase 5 or 6 begins with the last card of a reward. */
static void
check_cards(const struct amun_state *s)
{
    struct game_chance chances[AMUN_MAX_CHANCES];
    int count = amun_chances(s, chances);
    bool last =
        s->phase == AMUN_REWARD && s->to_draw == 1 && !s->to_farm && !s->to_build && !s->due;

    if (amun_verb(chances[0].action) != AMUN_V_CARD || last)
        return;
    for (int i = 1; i < count; i++)
        check_no_difference(s, GAME_NATURE, s->phase == AMUN_DRAWING ? -2 : s->turn,
                            chances[0].action, chances[i].action);
}

/* Offers: before the last is in, whatever one seat seals, the others see the same; that it sells they do
 * not see at all. */
static void
check_offers(const struct amun_state *s, uint64_t *rng)
{
    static game_action list[LISTED];
    game_seats movers = amun_to_move(s);

    for (int seat = 0; seat < s->seats; seat++) {
        int count = amun_actions(s, seat, list);
        game_action a, b;

        if (!(movers >> seat & 1))
            continue;
        if (amun_verb(list[0]) == AMUN_V_SELL) {
            struct amun_state after = *s, before_seen, after_seen;

            must(amun_apply(&after, seat, list[0], NULL) == GAME_OK, "a card can be sold");
            amun_observe(s, seat ? 0 : 1, &before_seen);
            amun_observe(&after, seat ? 0 : 1, &after_seen);
            must(!memcmp(&before_seen, &after_seen, sizeof after_seen),
                 "a sale that is sealed cannot be seen");
        }
        a = list[count - 1];
        do
            b = list[rng_below(rng, (uint32_t)count)];
        while (amun_verb(b) == AMUN_V_SELL);
        if ((movers & (movers - 1)) != 0) /* not the last, who reveals */
            check_no_difference(s, seat, seat, a, b);
    }
}

/* ---- what the public log adds up to [AR-INFO-02] ---- */

struct ledger {
    int gold[AMUN_SEATS], score[AMUN_SEATS], cards[AMUN_SEATS];
};

static void
enter(struct ledger *l, const struct game_event *e)
{
    int seat = e->seat, gold = 0, score = 0, cards = 0;

    switch ((int)e->kind) { /* as int: the others change none of it */
    case AMUN_EV_PLAYED:
        cards = -1;
        break;
    case AMUN_EV_TOOK_CARD:
    case AMUN_EV_DREW:
        cards = 1;
        break;
    case AMUN_EV_PAID:
    case AMUN_EV_BOUGHT_CARDS:
        gold = -e->detail;
        break;
    case AMUN_EV_SOLD:
        gold = e->count, cards = -e->count;
        break;
    case AMUN_EV_FARMER:
    case AMUN_EV_STONE:
        gold = -e->count;
        break;
    case AMUN_EV_OFFERED:
        gold = e->detail > 0 ? -e->detail : 0, cards = -e->count;
        break;
    case AMUN_EV_FREE_GOLD:
    case AMUN_EV_STOLE:
    case AMUN_EV_INCOME:
        gold = e->detail;
        break;
    case AMUN_EV_CASHED:
        gold = e->detail, cards = -e->count;
        break;
    case AMUN_EV_SCORE_BONUS:
        score = e->detail, cards = -1;
        break;
    case AMUN_EV_SCORE_PYRAMIDS:
    case AMUN_EV_SCORE_SETS:
    case AMUN_EV_SCORE_SIDE:
    case AMUN_EV_SCORE_TEMPLES:
    case AMUN_EV_SCORE_GOLD:
        score = e->detail;
        break;
    }
    if (seat < AMUN_SEATS) {
        l->gold[seat] += gold;
        l->score[seat] += score;
        l->cards[seat] += cards;
    }
}

static void
check_ledger(const struct amun_state *s, struct ledger *l, const struct game_log *log)
{
    for (int i = 0; i < log->count; i++)
        enter(l, &log->at[i]);
    for (int i = 0; i < s->seats; i++) {
        must(l->gold[i] == s->gold[i], "the events add up to the gold");
        must(l->score[i] == s->score[i], "the events add up to the score");
        must(l->cards[i] == amun_hand_size(s, i), "the events add up to the hand");
        run.sums++;
    }
}

/* ---- games ---- */

static struct amun_options
any_options(uint64_t *rng)
{
    struct amun_options o;

    amun_game.defaults(&o);
    o.baharya_printed_farmers = rng_below(rng, 2) ? 2 : 0;
    o.supplies_limited = (uint8_t)rng_below(rng, 2);
    o.side_award_min = (uint8_t)rng_below(rng, 2);
    o.gold_tie_drop_one = (uint8_t)rng_below(rng, 2);
    if (rng_below(rng, 4) == 0) { /* a small one, where all runs out */
        memcpy(o.board.name, "small", 6);
        memset(o.board.power_cards, 1, sizeof o.board.power_cards);
        o.board.power_cards[AMUN_BUILDER] = 6;
        o.board.supplies[AMUN_STONES] = 3;
        o.board.supplies[AMUN_PYRAMIDS] = (uint8_t)rng_below(rng, 4);
        o.board.supplies[AMUN_FARMERS] = 4;
        o.board.bid_count = 3;
        memset(&o.board.bid_numbers[3], 0, sizeof o.board.bid_numbers - 6);
    }
    return o;
}

static void
play_game(int number, uint64_t seed)
{
    static struct game_event events[AMUN_MAX_EVENTS];
    uint64_t rng = rng_stream(seed, (uint64_t)number, 0);
    struct amun_options options = any_options(&rng);
    struct lean lean = leans[rng_below(&rng, LEANS)];
    struct ledger ledger = {{0}, {0}, {0}};
    struct amun_state s;
    int bids = 0, step = 0;

    must(amun_setup(&s, 3 + number % 3, &options) == GAME_OK, "a game is set up");
    for (int i = 0; i < s.seats; i++)
        ledger.gold[i] = 20, ledger.cards[i] = 1;
    for (; amun_to_move(&s); step++) {
        struct game_log log = {events, 0, AMUN_MAX_EVENTS};
        int seat = lean_seat(&amun_game, &s, &rng);
        game_action a = lean_choice(&amun_game, &s, seat, lean, &rng);

        snprintf(run.where, sizeof run.where, "game %d, step %d", number, step);
        run.checked[s.phase]++;
        if (seat == GAME_NATURE)
            check_cards(&s);
        if (s.phase == AMUN_OFFER)
            check_offers(&s, &rng);
        bids = s.phase == AMUN_BID ? bids + (amun_verb(a) == AMUN_V_BID) : 0;
        must(bids <= options.board.bid_count * (s.seats - 1) + 1,
             "a bidding ends in time [AR-THM-02]");
        must(amun_apply(&s, seat, a, &log) == GAME_OK, "what is listed is legal");
        check_ledger(&s, &ledger, &log);
    }
    must(step < 3000, "a game ends");
}

int
main(int argc, char **argv)
{
    int games = argc > 1 ? atoi(argv[1]) : 20, seen = 0;
    uint64_t seed = rng_seed_from_text(argc > 2 ? argv[2] : "1");

    for (int i = 0; i < games; i++)
        play_game(i, seed);
    for (int phase = 0; phase < AMUN_OVER; phase++)
        seen += run.checked[phase] > 0;
    must(seen == AMUN_OVER, "every phase was seen");
    printf("# %ld views compared, %ld sums checked in %d games: %d failed\n", run.leaks,
           run.sums, games, run.failed);
    return run.failed > 0;
}
