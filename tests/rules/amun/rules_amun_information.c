/* SPDX-License-Identifier: MIT
 * rules_amun_information.c -- chapter 18 of rules/amun-re.md: what everybody may know. */
#include <string.h>

#include "t_amun.h"

#include "lean.h"

RULE(
    "AR-INFO-01",
    "Board, owners, markers, active cards, discards, the pharaoh, the temple, points and every "
    "payment and income are open to all.")
{
    scene("phase bid round 2 starting 1 offered edfu sawu mendes temple 3", "discard harvest 2",
          "edfu cards builder", "0 provinces abu score 3", "1 provinces buto",
          "abu farmers 1 free 2 stones 1 pyramids 4", "1 cards blockade");
    play("1 bid:mendes:3+blockade");
    for (int seat = GAME_SPECTATOR; seat < 3; seat++) {
        struct amun_state seen;

        amun_observe(table(), seat, &seen);
        assert_memory_equal(seen.owned, table()->owned, sizeof seen.owned);
        assert_memory_equal(seen.farmers, table()->farmers, sizeof seen.farmers);
        assert_memory_equal(seen.discard, table()->discard, sizeof seen.discard);
        assert_memory_equal(seen.marker, table()->marker, sizeof seen.marker);
        assert_memory_equal(seen.score, table()->score, sizeof seen.score);
        shows(seat, "'starting':1,'temple':3", "'discard':{'harvest':2}",
              "'offered':['edfu','sawu','mendes']",
              "'markers':{'1':{'province':'mendes','number':3}},'blockade':[1],"
              "'overbid_power':[]",
              "'abu':{'owner':0,'farmers':1,'free_farmers':2,'stones':1,'pyramids':4,'gold':0,"
              "'cards':[]}",
              "'score':3", "'to_act':[2]", "'round':2,'phase':'bid'");
    }
}

/* What a listener adds up from what is told to everybody. */
static void
listen(int gold[AMUN_SEATS], int cards[AMUN_SEATS], const struct game_event *e)
{
    int seat = e->seat;

    switch ((int)e->kind) { /* as int: of most kinds nothing is noted */
    case AMUN_EV_PAID:
    case AMUN_EV_BOUGHT_CARDS:
        gold[seat] -= e->detail;
        break;
    case AMUN_EV_FARMER:
    case AMUN_EV_STONE:
        gold[seat] -= e->count;
        break;
    case AMUN_EV_FREE_GOLD:
    case AMUN_EV_STOLE:
    case AMUN_EV_INCOME:
    case AMUN_EV_CASHED:
        gold[seat] += e->detail;
        cards[seat] -= e->kind == AMUN_EV_CASHED ? e->count : 0;
        break;
    case AMUN_EV_SOLD:
        gold[seat] += e->count;
        cards[seat] -= e->count;
        break;
    case AMUN_EV_OFFERED:
        gold[seat] -= e->detail > 0 ? e->detail : 0;
        cards[seat] -= e->count;
        break;
    case AMUN_EV_PLAYED:
    case AMUN_EV_SCORE_BONUS:
        cards[seat]--;
        break;
    case AMUN_EV_DREW:
    case AMUN_EV_TOOK_CARD:
        cards[seat]++;
        break;
    }
}

/* A random game in which a listener keeps the accounts. */
static void
keep_accounts(uint64_t seed)
{
    int gold[AMUN_SEATS] = {20, 20, 20, 20, 20}, cards[AMUN_SEATS] = {1, 1, 1, 1, 1};
    struct amun_state s;
    uint64_t rng = seed;

    begin(seed % 2 ? "players 4" : "players 5");
    s = *table();
    while (amun_to_move(&s)) {
        struct game_event events[AMUN_MAX_EVENTS];
        struct game_log log = {events, 0, AMUN_MAX_EVENTS};
        int seat = lean_seat(&amun_game, &s, &rng);
        game_action a = lean_choice(&amun_game, &s, seat, leans[seed % LEANS], &rng);

        assert_int_equal(amun_apply(&s, seat, a, &log), GAME_OK);
        for (int i = 0; i < log.count; i++) {
            bool secret = events[i].kind == AMUN_EV_DREW ||
                          events[i].kind == AMUN_EV_TOOK_CARD ||
                          events[i].kind == AMUN_EV_FREE_CARD;

            assert_true(secret || events[i].seen_by == 0xff);
            listen(gold, cards, &events[i]);
        }
        for (int i = 0; i < s.seats; i++) {
            assert_int_equal(gold[i], s.gold[i]);
            assert_int_equal(cards[i], amun_hand_size(&s, i));
        }
    }
}

RULE(
    "AR-INFO-02",
    "Gold is shown too, since every change of it is made in the open, save between sealing and "
    "revealing an offer.")
{
    for (uint64_t seed = 1; seed <= 24; seed++)
        keep_accounts(seed);
    scene("phase offer round 2", "0 gold 12 cards builder");
    play("0 sell:builder", "0 offer:13");
    shows(1, "{'gold':12,'score':0,'cards':{'count':1}}", "'0':{'sealed':true}");
    saw("0 sealed");
    saw_not("0 sold builder (1)", "0 offered 13");
}

RULE(
    "AR-INFO-03",
    "Which power cards the others hold is hidden, though not how many; what lies face down and "
    "the order of the deck are hidden from everybody.")
{
    struct amun_state one, other;

    scene("round 2", "0 provinces memphis edfu");
    play("0 buy:2 harvest builder");
    shows(1, "{'gold':17,'score':0,'cards':{'count':2}}", "'deck':{'count':37,'kinds':null}");
    shows(0, "'cards':{'builder':1,'harvest':1}", "'kinds':null");
    for (int i = 0; i < 2; i++) { /* what the others see of it is the same for other cards */
        static const char *const draws[] = {"0 buy:2 harvest builder",
                                            "0 buy:2 overbid overbid"};

        scene("round 2", "0 provinces memphis edfu");
        play(draws[i]);
        amun_observe(table(), 1, i ? &other : &one);
    }
    assert_memory_equal(&one, &other, sizeof one);
    for (int i = 0; i < 2; i++) {
        static const char *const draws[] = {"province:thebes harvest builder",
                                            "province:thebes blockade blockade"};

        begin("players 3");
        play("start:0", draws[i]);
        amun_observe(table(), 0, i ? &other : &one);
    }
    assert_memory_equal(&one, &other, sizeof one);
}
