/* SPDX-License-Identifier: MIT
 * rules_amun_provinces.c -- chapter 4 of rules/amun-re.md: phase 1, the provinces on offer. */
#include <stdio.h>
#include <string.h>

#include "t_amun.h"

RULE("AR-PROV-01",
     "As many province cards are drawn as there are players, and these provinces are on offer "
     "this round.")
{
    begin("players 4");
    play("start:1", "province:sawu", "province:abu", "province:mendes");
    expect("phase provinces", "to_act chance", "offered sawu abu mendes", "province_deck 12");
    play("province:avaris");
    expect("phase bid", "to_act 1", "offered sawu abu mendes avaris", "province_deck 11");
    writes("'offered':['sawu','abu','mendes','avaris']");
    scene("players 3 round 5 phase provinces", "0 provinces sawu", "1 provinces mendes",
          "2 provinces edfu");
    play("province:abu", "province:avaris", "province:abydos");
    expect("offered abu avaris abydos", "phase bid", "province_deck 3");
}

RULE("AR-PROV-02",
     "Free material is put on some of them: a power card on Buto, Dakhla and Edfu, two on "
     "Thebes, a stone on Abydos, two on Memphis, and 12 gold on Dakhla besides its card. All "
     "others get nothing.")
{
    begin("players 5");
    play("start:0", "province:buto harvest", "province:dakhla builder",
         "province:edfu eight_gold", "province:thebes overbid overbid", "province:abydos");
    expect("phase bid", "buto cards harvest", "dakhla cards builder", "edfu cards eight_gold",
           "thebes cards overbid 2", "abydos stones 1 cards", "deck_size 29");
    writes(
        "'dakhla':{'owner':null,'farmers':0,'free_farmers':0,'stones':0,'pyramids':0,'gold':12,"
        "'cards':['builder']}",
        "'thebes':{'owner':null,'farmers':0,'free_farmers':0,'stones':0,'pyramids':0,'gold':0,"
        "'cards':['overbid','overbid']}",
        "'abydos':{'owner':null,'farmers':0,'free_farmers':0,'stones':1,'pyramids':0,'gold':0,"
        "'cards':[]}");
    begin("players 5");
    play("start:0", "province:memphis", "province:baharya", "province:sawu", "province:abu",
         "province:damanhur");
    expect("phase bid", "memphis stones 2", "baharya stones 0 cards", "deck_size 34");
    writes("'baharya':{'owner':null,'farmers':0,'free_farmers':0,'stones':0,'pyramids':0,"
           "'gold':0,'cards':[]}");
    begin("players 5");
    play("start:0", "province:amarna", "province:avaris", "province:berenike",
         "province:kharga", "province:mendes");
    expect("phase bid", "deck_size 34", "amarna stones 0", "kharga stones 0");
    for (int p = 0; p < AMUN_PROVINCES; p++)
        assert_int_equal(table()->stones[p] + table()->pyramids[p] + table()->farmers[p], 0);
}

RULE("AR-PROV-02", "In the new kingdom they get it again.")
{
    scene("players 3 round 5 phase provinces", "0 provinces mendes", "1 provinces sawu",
          "2 provinces avaris",
          "in_play mendes sawu avaris dakhla thebes memphis abu edfu buto");
    play("province:dakhla correction", "province:thebes harvest builder", "province:memphis");
    expect("phase bid", "dakhla cards correction", "thebes cards harvest builder",
           "memphis stones 2");
    writes("'pyramids':0,'gold':12,'cards':['correction']");
    saw("- province_drawn dakhla (12)", "- free_stone memphis");
}

RULE("AR-PROV-03",
     "Free power cards come from the top of the deck and lie face down; nobody looks at them "
     "before they are taken.")
{
    begin("players 3");
    play("start:0", "province:buto");
    expect("deck harvest 5");
    play("card:harvest");
    expect("deck harvest 4", "deck_size 35");
    saw("- free_card harvest (buto)");
    play("province:thebes builder blockade", "province:sawu");
    for (int seat = -1; seat < 3; seat++) {
        shows(seat, "'deck':{'count':33,'kinds':null}",
              "'buto':{'owner':null,'farmers':0,'free_farmers':0,'stones':0,'pyramids':0,"
              "'gold':0,'cards':[null]}",
              "'gold':0,'cards':[null,null]}");
    }
    writes("'cards':['harvest']", "'cards':['blockade','builder']");
    play("0 bid:buto:0", "1 bid:thebes:0", "2 bid:sawu:0");
    expect("0 cards builder harvest"); /* of the start, and what lay there */
    shows(0, "'cards':{'builder':1,'harvest':1}");
    shows(1, "'cards':{'count':2}", "'cards':{'blockade':1,'builder':2}");
    saw("0 took_card harvest (buto)", "1 took_card blockade (thebes)");
}

RULE("AR-PROV-04",
     "If a free stone is the third in a province, the three become a pyramid at once, before "
     "the bidding.")
{
    scene("players 3 round 4 phase provinces", "abydos stones 2 pyramids 1",
          "memphis stones 2 pyramids 5");
    play("province:abydos");
    expect("abydos stones 0 pyramids 2", "phase provinces");
    saw("- free_stone abydos", "- pyramid abydos");
    play("province:memphis");
    expect("memphis stones 1 pyramids 6"); /* the first of the two, and then there is one */
    scene("players 3 round 4 phase provinces", "memphis stones 1");
    play("province:memphis");
    expect("memphis stones 0 pyramids 1");
    scene("players 3 round 4 phase provinces", "abydos stones 1 pyramids 1");
    play("province:abydos");
    expect("abydos stones 2 pyramids 1");
}

/* Draws, bids 0, does nothing and offers the -3 card until the round is over. */
static void
dull_round(void)
{
    const struct amun_state *s = table();

    while (s->phase == AMUN_DRAWING) {
        struct game_chance chances[AMUN_MAX_CHANCES];
        char action[GAME_TEXT_ROOM];

        assert_true(amun_chances(s, chances) > 0);
        amun_write_action(s, chances[0].action, action, sizeof action);
        play(action);
    }
    for (int i = 0, players = s->seats; i < players; i++) {
        char action[GAME_TEXT_ROOM];

        snprintf(action, sizeof action, "%d bid:%s:0", s->turn,
                 amun_province_name(s->offered[i]));
        play(action);
    }
    play("all end", "all offer:steal");
    play("all end"); /* of those who could play a card */
    play("all end");
}

RULE("AR-PROV-05",
     "The old kingdom uses three province cards for each player, and the new kingdom uses the "
     "same ones again, all of them; they never run out.")
{
    static const int unused[] = {[3] = 6, [4] = 3, [5] = 0};

    for (int players = 3; players <= 5; players++) {
        char line[16];
        unsigned used = 0;

        snprintf(line, sizeof line, "players %d", players);
        begin(line);
        play("start:0");
        for (int round = 1; round <= 6; round++) {
            int left = round <= 3 ? 15 - players * round : players * (6 - round);
            int face_down = 0;

            assert_int_equal(table()->round, round);
            dull_round();
            if (round == 3)
                used = table()->province_deck;
            if (round == 6)
                break;
            for (int p = 0; p < AMUN_PROVINCES; p++)
                face_down += table()->province_deck >> p & 1;
            assert_int_equal(face_down, round == 3 ? 3 * players : left);
        }
        expect("over", "province_deck 0");
        assert_int_equal(table()->drawn, used); /* the same cards */
        assert_int_equal(15 - 3 * players, unused[players]);
    }
}
