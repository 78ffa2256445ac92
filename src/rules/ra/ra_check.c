/* SPDX-License-Identifier: MIT
 * ra_check.c -- checks that a state is consistent: nothing counted twice, nothing missing, all
 * parts fit the phase. The state need not be reachable. Debug builds check after each action;
 * bad positions are refused.
 */
#include "ra_parts.h"

#include <string.h>

enum { MOST_POINTS = 9999 }; /* scores fit the struct with much to spare [RA-THM-10] */

#define REQUIRE(condition, sentence)                                                           \
    do {                                                                                       \
        if (!(condition))                                                                      \
            return sentence;                                                                   \
    } while (0)

static const char *
check_ranges(const struct ra_state *s)
{
    REQUIRE(s->options.edition <= RA_2016 && s->options.empty_invoke <= 1 &&
                s->options.god_disaster >= RA_AFTER_ALL &&
                s->options.god_disaster <= RA_IGNORED,
            "an option has no such value");
    REQUIRE(s->seats >= (s->options.edition == RA_1999 ? 3 : 2) && s->seats <= RA_SEATS,
            "the edition is not played by so many players");
    REQUIRE(s->phase < RA_PHASES, "there is no such phase");
    REQUIRE(s->epoch >= 1 && s->epoch <= RA_EPOCHS, "the epoch must be 1, 2 or 3");
    REQUIRE(s->turn < s->seats && s->owed_seat < s->seats && s->bidder < s->seats &&
                s->high_seat < s->seats,
            "there is no such seat");
    REQUIRE(s->ra_tiles < ra_track_length(s->seats),
            "the Ra track must have an empty space left: a full one ends the epoch");
    REQUIRE(s->takes <= RA_TRACK && s->waiting <= 1,
            "more tiles were taken by gods than can be");
    for (int i = 0; i < s->seats; i++) {
        REQUIRE(s->score[i] >= 0 && s->score[i] <= MOST_POINTS, "a score must be 0 to 9999");
        for (int e = 0; e < RA_EPOCHS; e++)
            REQUIRE(s->epoch_score[e][i] >= -MOST_POINTS && s->epoch_score[e][i] <= MOST_POINTS,
                    "an epoch's total must be -9999 to 9999");
    }
    for (int e = s->phase == RA_OVER ? RA_EPOCHS : s->epoch - 1; e < RA_EPOCHS; e++) {
        for (int i = 0; i < RA_SEATS; i++)
            REQUIRE(!s->epoch_score[e][i], "an epoch has a total before it was scored");
    }
    return NULL;
}

/* [RA-SETUP-04, RA-WIN-02]: each sun in one place, the same number for each seat. */
static const char *
check_suns(const struct ra_state *s)
{
    uint32_t in_play = ra_suns_in_play(s->seats), seen;
    int each = s->seats <= 3 ? 4 : 3;

    REQUIRE(s->centre_sun >= 1 && s->centre_sun <= RA_SUNS && (in_play >> s->centre_sun & 1),
            "the centre sun is not one of the suns in play");
    seen = UINT32_C(1) << s->centre_sun;
    for (int i = 0; i < s->seats; i++) {
        int count = 0;

        REQUIRE(!(s->ready[i] & s->spent[i]), "a sun is both ready and spent");
        REQUIRE(!((s->ready[i] | s->spent[i]) & seen), "a sun is in two places");
        seen |= s->ready[i] | s->spent[i];
        for (int sun = 0; sun < 32; sun++)
            count += ((s->ready[i] | s->spent[i]) >> sun & 1) != 0;
        REQUIRE(count == each, "each player must own as many suns as at the beginning");
    }
    REQUIRE(seen == in_play, "the suns are not those of this number of players");
    return NULL;
}

static int
taken_of(const struct ra_state *s, int kind)
{
    int count = 0;

    for (int i = 0; i < s->takes; i++)
        count += s->taken[i] == kind;
    return count;
}

/* [RA-COMP-01, RA-THM-01]: no kind above its number, and enough Ra tiles left to end the game. */
static const char *
check_tiles(const struct ra_state *s)
{
    int count[RA_KINDS + 1], on_track = 0;

    for (int kind = 0; kind < RA_KINDS; kind++) {
        count[kind] = s->bag[kind];
        for (int i = 0; i < s->seats; i++)
            count[kind] += ra_count(s->tiles[i], kind);
    }
    for (int i = 0; i < RA_TRACK; i++) {
        REQUIRE(s->track[i] <= RA_EMPTY && s->track[i] != RA_RA,
                "the auction track holds something that is not a tile of it");
        on_track += s->track[i] != RA_EMPTY;
        if (s->track[i] != RA_EMPTY)
            count[s->track[i]]++;
    }
    for (int i = 0; i < s->takes; i++) {
        REQUIRE(s->taken[i] < RA_KINDS && s->taken[i] != RA_RA && s->taken[i] != RA_GOD,
                "a god cannot take such a tile");
    }
    for (int kind = 0; kind < RA_KINDS; kind++) {
        int gone = taken_of(s, kind) - ra_held(s->tiles[s->turn], (enum ra_kind)kind);

        count[kind] += gone > 0 ? gone : 0; /* not in the display: lost again, or waiting */
    }
    count[RA_GOD] += s->takes;
    count[RA_RA] += s->ra_tiles;
    REQUIRE(on_track + s->takes <= RA_TRACK,
            "more tiles were taken by gods than lay on the track");
    for (int kind = 0; kind < RA_KINDS; kind++)
        REQUIRE(count[kind] <= ra_kind_count((enum ra_kind)kind),
                "there are more tiles of a kind than in the game");
    if (s->phase != RA_OVER) {
        REQUIRE(s->bag[RA_RA] >=
                    (RA_EPOCHS + 1 - s->epoch) * ra_track_length(s->seats) - s->ra_tiles,
                "too few Ra tiles are left in the bag for the epochs to come");
    }
    return NULL;
}

/* Nobody has acted yet: exactly the state of the setup. */
static const char *
check_deal(const struct ra_state *s)
{
    struct ra_state fresh;

    REQUIRE(ra_setup(&fresh, s->seats, &s->options) == GAME_OK &&
                !memcmp(s, &fresh, sizeof fresh),
            "before the deal everything must be as at the start of a game");
    return NULL;
}

static const char *
check_over(const struct ra_state *s)
{
    REQUIRE(s->epoch == RA_EPOCHS, "a game that is over is in epoch 3");
    REQUIRE(!s->ra_tiles && !ra_lot_size(s), "the tracks of a game that is over are empty");
    REQUIRE(!s->turn, "nobody is on turn when the game is over");
    for (int i = 0; i < s->seats; i++) {
        REQUIRE(!s->spent[i], "all suns of a game that is over are ready");
        REQUIRE(!(s->tiles[i] & ~RA_KEPT_MASK),
                "only pharaohs, Niles and monuments stay when the game is over");
    }
    return NULL;
}

/* Follows the order of an auction from the left of the Ra player to `last` (a seat, not
 * included). Bids rise; a seat that passed could have bid; a seat that is not named could not.
 * `ready[]` are the suns at the time of bidding. [RA-AUC-02..05] */
static const char *
check_answers(const struct ra_state *s, const uint32_t ready[], int asked)
{
    int seat = s->turn, high = 0, high_seat = 0;

    for (int i = 1; i <= s->seats; i++) {
        bool could, answered;

        seat = ra_left_of(s, seat);
        could = (ready[seat] & ~((UINT32_C(2) << high) - 1)) != 0;
        answered = s->bid[seat] || (s->passed >> seat & 1);
        REQUIRE(!s->bid[seat] || !(s->passed >> seat & 1), "a seat both bid and passed");
        if (i > asked) {
            REQUIRE(!answered, "a seat answered before it was asked");
            continue;
        }
        REQUIRE(could == answered, could ? "a seat that can bid was not asked"
                                         : "a seat answered that could not bid");
        if (s->bid[seat]) {
            REQUIRE(s->bid[seat] <= RA_SUNS && s->bid[seat] > high &&
                        (ready[seat] >> s->bid[seat] & 1),
                    "a bid must be a ready sun of the seat and higher than the bids before");
            high = s->bid[seat];
            high_seat = seat;
        }
    }
    REQUIRE(s->high_sun == high && s->high_seat == high_seat,
            "the highest bid does not follow from the bids");
    return NULL;
}

/* A running auction: the next to answer is the bidder. */
static const char *
check_auction(const struct ra_state *s)
{
    const char *wrong;
    int asked = 0, lot = ra_lot_size(s);

    REQUIRE(s->cause == RA_BY_TILE || s->cause == RA_BY_INVOKING, "an auction needs a cause");
    REQUIRE(s->cause != RA_BY_TILE || s->ra_tiles,
            "an auction by a Ra tile needs one on the Ra track");
    REQUIRE(s->cause != RA_BY_TILE || lot < RA_TRACK,
            "a Ra tile cannot be drawn with a full auction track");
    REQUIRE(s->cause != RA_BY_INVOKING || lot || s->options.empty_invoke,
            "by the option empty_invoke nobody may invoke on an empty track");
    REQUIRE(s->ready[s->turn], "the Ra player must have a ready sun");
    for (int seat = s->turn; (seat = ra_left_of(s, seat)) != s->bidder && asked < s->seats;)
        asked++;
    wrong = check_answers(s, s->ready, asked);
    REQUIRE(!wrong, wrong);
    REQUIRE(ra_biddable(s, s->bidder), "the seat that is to answer cannot bid");
    return NULL;
}

/* An auction that is won, while the winner discards: suns exchanged, track empty. */
static const char *
check_settled_auction(const struct ra_state *s)
{
    uint32_t ready[RA_SEATS];

    REQUIRE(s->cause == RA_BY_TILE || s->cause == RA_BY_INVOKING, "an auction needs a cause");
    REQUIRE(s->cause != RA_BY_TILE || s->ra_tiles,
            "an auction by a Ra tile needs one on the Ra track");
    REQUIRE(!s->bidder, "nobody is asked for a bid after the auction");
    REQUIRE(!ra_lot_size(s), "the track is empty while the winner of the lot discards");
    REQUIRE(s->high_sun && s->high_seat == s->owed_seat,
            "the winner of the lot is who must discard");
    REQUIRE(s->centre_sun == s->high_sun,
            "the winning sun lies in the centre while the winner discards");
    REQUIRE(s->spent[s->owed_seat], "the winner of a lot has a spent sun");
    memcpy(ready, s->ready, sizeof ready);
    ready[s->high_seat] |= UINT32_C(1) << s->high_sun;
    REQUIRE(ready[s->turn], "the Ra player must have had a ready sun");
    return check_answers(s, ready, s->seats);
}

static const char *
check_no_auction(const struct ra_state *s)
{
    REQUIRE(s->cause == RA_NO_AUCTION && !s->high_sun && !s->high_seat && !s->passed &&
                !s->bidder,
            "there is no auction in this phase");
    for (int i = 0; i < RA_SEATS; i++)
        REQUIRE(!s->bid[i], "there is no auction in this phase");
    return NULL;
}

static bool
took_disasters(const struct ra_state *s)
{
    return taken_of(s, RA_FUNERAL) + taken_of(s, RA_DROUGHT) + taken_of(s, RA_UNREST) +
               taken_of(s, RA_EARTHQUAKE) >
           0;
}

/* The least that one disaster can leave, of the known tiles. */
static void
strike(int least[], int disaster)
{
    int first = disaster == RA_UNREST ? RA_ASTRONOMY : RA_FORTRESS;
    int last = disaster == RA_UNREST ? RA_ART : RA_TEMPLE;
    int cost = 2;

    if (disaster == RA_FUNERAL)
        first = last = RA_PHARAOH;
    if (disaster == RA_DROUGHT) { /* [RA-DIS-05] */
        cost -= least[RA_FLOOD] < 2 ? least[RA_FLOOD] : 2;
        least[RA_FLOOD] -= 2 - cost;
        first = last = RA_NILE;
    }
    for (int kind = first; kind <= last; kind++)
        least[kind] -= least[kind] < cost ? least[kind] : cost;
}

/* The taker holds the taken tiles, except what the disasters of this action can have cost. The
 * minimum is that of a seat that held nothing before and gave up all it could. [RA-GOD-01, 07] */
static const char *
check_taken(const struct ra_state *s)
{
    int least[RA_KINDS] = {0};
    bool at_once = s->options.god_disaster == RA_IMMEDIATE;
    bool at_end = s->options.god_disaster == RA_AFTER_ALL && s->phase == RA_DISCARD;

    for (int i = 0; i < s->takes; i++) {
        if (!ra_is_disaster(s->taken[i]))
            least[s->taken[i]]++;
        else if (at_once)
            strike(least, s->taken[i]);
    }
    for (int i = 0; at_end && i < s->takes; i++) {
        if (ra_is_disaster(s->taken[i]))
            strike(least, s->taken[i]);
    }
    for (int kind = RA_PHARAOH; kind <= RA_TEMPLE; kind++)
        REQUIRE(ra_held(s->tiles[s->turn], (enum ra_kind)kind) >= least[kind],
                "a tile taken with a god is not with the taker");
    return NULL;
}

/* A god action in progress, or one whose disasters are being carried out. */
static const char *
check_god_action(const struct ra_state *s)
{
    REQUIRE(s->takes, "a god action has taken a tile");
    REQUIRE(s->ready[s->turn], "who plays gods must have a ready sun");
    if (s->phase == RA_GODS) {
        REQUIRE(ra_can_take(s), "a god action goes on only with a god and a tile to take");
        REQUIRE(s->waiting == (s->options.god_disaster == RA_AFTER_ALL && took_disasters(s)),
                "the waiting disasters do not follow from the tiles taken");
    } else {
        REQUIRE(!s->waiting, "no disaster waits while one is carried out");
    }
    return check_taken(s);
}

static const char *
check_god_debt(const struct ra_state *s)
{
    int last = s->taken[s->takes - 1];

    REQUIRE(s->owed_seat == s->turn, "who took the disaster is who must discard");
    REQUIRE(s->options.god_disaster != RA_IGNORED,
            "disasters taken by gods are ignored by option");
    if (s->options.god_disaster == RA_IMMEDIATE)
        REQUIRE((last == RA_UNREST && !s->owed_earthquake) ||
                    (last == RA_EARTHQUAKE && !s->owed_unrest),
                "the discards must be those of the disaster just taken");
    REQUIRE(
        s->owed_unrest <=
                2 * (s->options.god_disaster == RA_IMMEDIATE ? 1 : taken_of(s, RA_UNREST)) &&
            s->owed_earthquake <=
                2 * (s->options.god_disaster == RA_IMMEDIATE ? 1 : taken_of(s, RA_EARTHQUAKE)),
        "more tiles are owed than the disasters taken cost");
    return NULL;
}

static const char *
check_debts(const struct ra_state *s)
{
    ra_display d = s->tiles[s->owed_seat];
    const char *wrong = s->takes ? check_god_debt(s) : NULL;

    REQUIRE(!wrong, wrong);
    REQUIRE(s->owed_unrest <= 8 && s->owed_earthquake <= 4,
            "more tiles are owed than disasters can cost");
    REQUIRE(s->owed_unrest <= ra_held_range(d, RA_ASTRONOMY, RA_ART) &&
                s->owed_earthquake <= ra_held_range(d, RA_FORTRESS, RA_TEMPLE),
            "more tiles are owed than the seat holds");
    REQUIRE(s->owed_unrest ? ra_has_choice(d, s->owed_unrest, RA_ASTRONOMY, RA_ART)
                           : s->owed_earthquake &&
                                 ra_has_choice(d, s->owed_earthquake, RA_FORTRESS, RA_TEMPLE),
            "discards are asked for only where there is a choice");
    REQUIRE(s->bag[RA_UNREST] + (s->owed_unrest + 1) / 2 <= ra_kind_count(RA_UNREST) &&
                s->bag[RA_EARTHQUAKE] + (s->owed_earthquake + 1) / 2 <=
                    ra_kind_count(RA_EARTHQUAKE),
            "the disasters that are carried out cannot all be in the bag");
    return NULL;
}

static const char *
check_phase(const struct ra_state *s)
{
    const char *wrong = NULL;

    switch ((enum ra_phase)s->phase) {
    case RA_DEAL:
        return check_deal(s);
    case RA_OVER:
        return check_over(s);
    case RA_TURN:
        REQUIRE(s->ready[s->turn], "who is on turn must have a ready sun");
        break;
    case RA_DRAW:
        REQUIRE(s->ready[s->turn], "who is on turn must have a ready sun");
        REQUIRE(ra_lot_size(s) < RA_TRACK, "no tile is drawn with a full auction track");
        break;
    case RA_AUCTION:
        return check_auction(s);
    case RA_GODS:
        return check_god_action(s);
    case RA_DISCARD:
        wrong = s->takes ? check_god_action(s) : check_settled_auction(s);
        return wrong ? wrong : check_debts(s);
    case RA_PHASES:
        break;
    }
    return NULL;
}

const char *
ra_check(const struct ra_state *s)
{
    const char *wrong = check_ranges(s);
    bool gods = s->takes > 0;

    if (!wrong && s->phase != RA_DEAL)
        wrong = check_suns(s);
    if (!wrong)
        wrong = check_tiles(s);
    if (!wrong && s->phase != RA_AUCTION && (s->phase != RA_DISCARD || gods))
        wrong = check_no_auction(s);
    REQUIRE(!wrong, wrong);
    REQUIRE(gods || !s->waiting, "disasters wait only in a god action");
    REQUIRE(!gods || s->phase == RA_GODS || s->phase == RA_DISCARD,
            "there is no god action in this phase");
    REQUIRE(s->phase == RA_DISCARD || (!s->owed_seat && !s->owed_unrest && !s->owed_earthquake),
            "tiles are owed only in the phase discard");
    return check_phase(s);
}
