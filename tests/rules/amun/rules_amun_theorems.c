/* SPDX-License-Identifier: MIT
 * rules_amun_theorems.c -- chapter 19 of rules/amun-re.md: facts that follow. Each is checked where it is
 * tightest, and in random games. */
#include <stdio.h>
#include <string.h>

#include "t_amun.h"

#include "lean.h"
#include "rng.h"

static const char *const tables[] = {[3] = "players 3", [4] = "players 4", [5] = "players 5"};

/* ---- the bidding ---- */

static int
markers_on(const struct amun_state *s, int province)
{
    int count = 0;

    for (int i = 0; i < s->seats; i++)
        count += s->marker[i] == province;
    return count;
}

/* Whether a higher marker stands on the seat's card, worked out apart from the rules. */
static bool
overbid(const struct amun_state *s, int seat)
{
    for (int i = 0; i < s->seats; i++) {
        if (s->marker[i] == s->marker[seat] && s->space[i] > s->space[seat])
            return true;
    }
    return false;
}

typedef game_action
bidder(const struct amun_state *s, const game_action *list, int count, uint64_t *rng);

static game_action
any_bid(const struct amun_state *s, const game_action *list, int count, uint64_t *rng)
{
    (void)s;
    return list[rng_below(rng, (uint32_t)count)];
}

/* All cards but one are opened first; then each step is as small as can be, with some wavering. */
static game_action
slow_bid(const struct amun_state *s, const game_action *list, int count, uint64_t *rng)
{
    game_action best = list[0];
    int best_space = 99, unmarked = 0;

    for (int i = 0; i < s->offered_count; i++)
        unmarked += markers_on(s, s->offered[i]) == 0;
    for (int i = 0; i < count; i++) {
        int province = (int)(list[i] >> 8 & 0xff), space = (int)(list[i] >> 2 & 0x3f);

        if (amun_verb(list[i]) != AMUN_V_BID)
            continue;
        space += unmarked > 1 || markers_on(s, province) ? 0 : 50;
        if (space < best_space || (space == best_space && rng_below(rng, 4) == 0)) {
            best_space = space;
            best = list[i];
        }
    }
    return best;
}

/* Plays the bidding from the table on; all theorems about it are looked at on the way. */
static int
play_bidding(bidder *how, uint64_t *rng)
{
    struct amun_state s = *table(), before;
    int placements = 0;

    while (s.phase == AMUN_BID) {
        game_action list[512], a;
        int count = amun_actions(&s, s.turn, list), zeros = 0;

        assert_true(count <= 512);
        for (int i = 0; i < count; i++) {
            bool bid = amun_verb(list[i]) == AMUN_V_BID;

            zeros += bid && !(list[i] & 0xff) && !markers_on(&s, (int)(list[i] >> 8 & 0xff));
        }
        assert_true(zeros > 0); /* [AR-THM-01] */
        a = how(&s, list, count, rng);
        placements += amun_verb(a) == AMUN_V_BID;
        before = s;
        assert_int_equal(amun_apply(&s, s.turn, a, NULL), GAME_OK);
        assert_null(amun_check(&s));
        for (int i = 0; i < s.seats && s.phase == AMUN_BID; i++) {
            if (i != before.turn && before.marker[i] != AMUN_NONE && overbid(&before, i))
                assert_true(overbid(&s, i)); /* [AR-THM-03] */
        }
    }
    for (int i = 0; i < s.seats; i++)
        assert_true(s.gold[i] >= 0); /* [AR-THM-04] */
    return placements;
}

static void
bidding_scene(int players, bool rich)
{
    const char *gold[] = {"0 gold 99 cards blockade", "1 gold 99 cards overbid 2",
                          "2 gold 99 cards blockade"};

    if (rich)
        scene(tables[players], "phase bid", "0 gold 99", "1 gold 99", "2 gold 99");
    else
        scene(tables[players], "phase bid", gold[0], gold[1], gold[2]);
}

RULE("AR-THM-01",
     "Whoever must bid always can: some card without a marker is there to take with 0.")
{
    uint64_t rng = 1;

    for (int i = 0; i < 300; i++) {
        bidding_scene(3 + i % 3, false);
        play_bidding(any_bid, &rng);
    }
    scene("players 4 phase bid offered abu sawu mendes avaris", "3 gold 0", "0 cards blockade");
    play("0 bid:abu:3+blockade", "1 bid:sawu:1", "2 bid:mendes:1");
    legal("3 bid:avaris:0");
}

RULE("AR-THM-02",
     "The bidding always ends, after at most 19, 28 or 37 placements with three, four or five "
     "players.")
{
    static const int most[] = {[3] = 19, [4] = 28, [5] = 37};
    int longest[6] = {0};
    uint64_t rng = 2;

    for (int i = 0; i < 1500; i++) {
        int players = 3 + i % 3, placements;

        bidding_scene(players, i % 2);
        placements = play_bidding(i % 5 ? slow_bid : any_bid, &rng);
        assert_true(placements <= most[players]);
        longest[players] = placements > longest[players] ? placements : longest[players];
    }
    assert_int_equal(longest[3], 19); /* the bound is met */
}

RULE("AR-THM-03",
     "When it ends each card has exactly one marker, and nobody who is overbid is freed by "
     "anything but their own move.")
{
    uint64_t rng = 3;

    for (int i = 0; i < 300; i++) {
        bidding_scene(3 + i % 3, false);
        play_bidding(any_bid, &rng);
    }
    scene("phase bid offered abu sawu mendes");
    play("0 bid:abu:0", "1 bid:abu:1", "2 bid:abu:3", "0 bid:sawu:0", "1 bid:mendes:0");
    expect("phase actions", "abu owner 2", "sawu owner 0", "mendes owner 1");
}

RULE("AR-THM-04", "A bid that was legal can be paid when the bidding ends.")
{
    uint64_t rng = 4;

    for (int i = 0; i < 300; i++) {
        scene(tables[3 + i % 3], "phase bid", "0 gold 5 cards builder 3", "1 gold 0",
              "2 gold 15 cards harvest");
        play_bidding(any_bid, &rng);
    }
    scene("phase bid offered abu sawu mendes", "0 gold 2 cards builder");
    play("0 sell:builder", "0 bid:abu:3", "1 bid:sawu:0", "2 bid:mendes:0");
    expect("0 gold 0");
}

/* ---- whole games ---- */

/* What is looked at before each action. */
typedef void look(const struct amun_state *s);

static void
play_games(look *at, int games)
{
    for (int i = 0; i < games; i++) {
        struct amun_state s;
        uint64_t rng = (uint64_t)i + 1;

        begin(tables[3 + i % 3], i % 2 ? "supplies limited" : "supplies unlimited");
        s = *table();
        while (amun_to_move(&s)) {
            int seat = lean_seat(&amun_game, &s, &rng);
            game_action a = lean_choice(&amun_game, &s, seat, leans[i % LEANS], &rng);

            at(&s);
            assert_int_equal(amun_apply(&s, seat, a, NULL), GAME_OK);
        }
        at(&s);
    }
}

static void
look_at_owners(const struct amun_state *s)
{
    if (s->round % 3 != 0 || s->phase < AMUN_ACTIONS)
        return;
    for (int seat = 0; seat < s->seats; seat++) {
        int owned = 0;

        for (int p = 0; p < AMUN_PROVINCES; p++)
            owned += amun_owner(s, p) == seat;
        assert_int_equal(owned, 3);
    }
    for (int p = 0; p < AMUN_PROVINCES; p++)
        assert_true(amun_owner(s, p) != AMUN_NONE || (!s->stones[p] && !s->pyramids[p]));
}

RULE("AR-THM-05",
     "At each scoring every player owns exactly three provinces, and whatever has stones or "
     "pyramids has an owner.")
{
    play_games(look_at_owners, 30);
}

/* Singles and doubles that show these pyramids: at least one single in each odd province, and every
 * double broken up that is beyond the fifteenth. */
static bool
can_be_shown(const int *pyramids, int provinces)
{
    int total = 0, singles = 0;

    for (int p = 0; p < provinces; p++) {
        total += pyramids[p];
        singles += pyramids[p] % 2;
    }
    while ((total - singles) / 2 > 15)
        singles += 2;
    return singles <= 15;
}

RULE("AR-THM-06",
     "Single and double pyramids together can show every distribution of up to 45 pyramids, so "
     "their number is the only limit.")
{
    static const char *const owned[] = {"0 provinces abu abydos amarna", "0 gold 99",
                                        "1 provinces avaris baharya berenike",
                                        "2 provinces damanhur kharga mendes"};
    uint64_t rng = 6;
    int none_at_46 = 1;

    for (int i = 0; i < 3000; i++) {
        int pyramids[15] = {0};

        for (int n = 0; n < 45; n++) {
            pyramids[rng_below(&rng, 15)]++;
            assert_true(can_be_shown(pyramids, 15));
        }
        pyramids[rng_below(&rng, 15)]++;
        none_at_46 &= !can_be_shown(pyramids, 15);
    }
    assert_true(none_at_46);
    scene("round 3 supplies limited", owned[0], owned[1], owned[2], owned[3],
          "avaris pyramids 15", "baharya pyramids 15", "kharga pyramids 14", "abu stones 2",
          "amarna stones 2");
    play("0 stone:abu"); /* the 45th */
    expect("abu pyramids 1");
    refuse("0 stone:amarna", GAME_ILLEGAL);
}

RULE(
    "AR-THM-07",
    "More stones can lie on the board than there are in the box, and all power cards can be in "
    "hands; the rules for supplies and for drawing cover both.")
{
    scene("players 5 round 3", "0 provinces abu abydos amarna",
          "1 provinces avaris baharya buto", "2 provinces damanhur kharga mendes cards rest",
          "deck", "discard", "abu stones 2", "abydos stones 2", "amarna stones 2",
          "avaris stones 2", "baharya stones 2", "buto stones 2", "damanhur stones 2",
          "kharga stones 1");
    play("0 end", "1 end");
    expect("deck_size 0", "discard");
    refuse("2 buy:1", GAME_ILLEGAL);
    play("2 stone:mendes", "2 stone:kharga");
    expect("mendes stones 1 pyramids 0", "kharga stones 2"); /* seventeen */
}

static void
look_at_offers(const struct amun_state *s)
{
    if (s->phase != AMUN_OFFER)
        return;
    for (int seat = 0; seat < s->seats; seat++) {
        static struct amun_state after;

        after = *s;
        if (amun_to_move(s) >> seat & 1)
            assert_int_equal(amun_apply(&after, seat, amun_act(AMUN_V_STEAL, 0), NULL),
                             GAME_OK);
    }
}

RULE("AR-THM-08", "Everybody always has a legal offer.")
{
    play_games(look_at_offers, 30);
    scene("phase offer", "0 gold 0");
    legal("0 offer:steal");
}

RULE("AR-THM-09",
     "The total of a sacrifice is at least -27, and has no upper limit but the gold there is.")
{
    scene("players 5 phase offer", "0 cards correction", "1 cards correction",
          "2 cards correction", "3 cards correction");
    play("0 offer:steal+correction", "1 offer:steal+correction", "2 offer:steal+correction",
         "3 offer:steal+correction", "4 offer:steal", "0 correct:-3", "1 correct:-3",
         "2 correct:-3");
    expect("total -24", "to_act 3");
    play("3 correct:-3");
    saw("- total -27", "- temple 1");
    scene("players 5 phase offer", "0 gold 9999", "1 gold 9999", "2 gold 9999", "3 gold 9999",
          "4 gold 9999 cards correction");
    play("0 offer:9999", "1 offer:9999", "2 offer:9999", "3 offer:9999",
         "4 offer:9999+correction", "4 correct:+3");
    expect("total 49998", "temple 4");
}

RULE("AR-THM-10",
     "Selling cards only before a bid, in one's turn, with an offer and at the end loses "
     "nothing, since gold is needed nowhere else.")
{
    scene("phase bid", "0 gold 0 cards builder"); /* where gold is needed a card can bring it */
    play("0 sell:builder", "0 bid:abu:1");
    scene("0 provinces mendes gold 0 cards builder");
    play("0 sell:builder", "0 stone:mendes");
    scene("phase offer", "0 gold 0 cards builder");
    play("0 sell:builder", "0 offer:1");
    scene("phase offer round 6 next_temple 1", "0 gold 0 cards builder 8",
          "0 provinces mendes buto thebes", "1 gold 10", "1 provinces memphis dakhla abydos",
          "2 provinces edfu damanhur kharga", "2 gold 2");
    play("all offer:steal"); /* 11, 13 and 10 in the ranking */
    saw("0 cashed 8 (8)", "0 score_gold 4 (2)", "1 score_gold 6 (1)", "2 score_gold 2 (3)");

    scene("phase offer",
          "0 gold 5 cards builder correction"); /* and elsewhere nothing costs gold */
    play("0 offer:1+correction", "1 offer:2", "2 offer:steal");
    refuse("0 sell:builder", GAME_ILLEGAL);
    play("0 correct:+3");
    refuse("0 sell:builder", GAME_NOT_YOU);
    play("1 reward:1,1,0 harvest", "1 farmer:abydos");
    refuse("0 sell:builder", GAME_ILLEGAL);
}
