/* SPDX-License-Identifier: MIT
 * ra_why.c -- the subjects of Ra. After two seats have exchanged all of a kind, the position
 * has the same tiles, suns and points.
 */
#include "game_why.h"

#include <string.h>

#include "ra_fact.h"
#include "ra_odds.h"

/* Exchanges the tiles of the kinds first..last. */
static bool
exchange_tiles(struct ra_state *s, int seat, int other, int first, int last)
{
    ra_display mine = 0, theirs = 0;

    for (int kind = first; kind <= last; kind++) {
        ra_display one = ra_one_tile((enum ra_kind)kind);

        mine += one * (ra_display)ra_held(s->tiles[seat], (enum ra_kind)kind);
        theirs += one * (ra_display)ra_held(s->tiles[other], (enum ra_kind)kind);
    }
    s->tiles[seat] = s->tiles[seat] - mine + theirs;
    s->tiles[other] = s->tiles[other] - theirs + mine;
    return true;
}

static bool
gods(union games_state *st, int seat, int other)
{
    return exchange_tiles(&st->ra, seat, other, RA_GOD, RA_GOD);
}

static bool
pharaohs(union games_state *st, int seat, int other)
{
    return exchange_tiles(&st->ra, seat, other, RA_PHARAOH, RA_PHARAOH);
}

static bool
river(union games_state *st, int seat, int other)
{
    return exchange_tiles(&st->ra, seat, other, RA_NILE, RA_FLOOD);
}

static bool
gold(union games_state *st, int seat, int other)
{
    return exchange_tiles(&st->ra, seat, other, RA_GOLD, RA_GOLD);
}

static bool
civilisation(union games_state *st, int seat, int other)
{
    return exchange_tiles(&st->ra, seat, other, RA_ASTRONOMY, RA_ART);
}

static bool
monuments(union games_state *st, int seat, int other)
{
    return exchange_tiles(&st->ra, seat, other, RA_FORTRESS, RA_TEMPLE);
}

/* With a bid on the table suns cannot change hands: see ra_check(). */
static bool
suns(union games_state *st, int seat, int other)
{
    struct ra_state *s = &st->ra;
    uint32_t ready = s->ready[seat], spent = s->spent[seat];

    s->ready[seat] = s->ready[other];
    s->spent[seat] = s->spent[other];
    s->ready[other] = ready;
    s->spent[other] = spent;
    return true;
}

static bool
score(union games_state *st, int seat, int other)
{
    struct ra_state *s = &st->ra;
    int16_t mine = s->score[seat];

    s->score[seat] = s->score[other];
    s->score[other] = mine;
    for (int epoch = 0; epoch < RA_EPOCHS; epoch++) {
        int16_t of_mine = s->epoch_score[epoch][seat];

        s->epoch_score[epoch][seat] = s->epoch_score[epoch][other];
        s->epoch_score[epoch][other] = of_mine;
    }
    return true;
}

/* The Ra track half full, the other Ra tiles in the bag. */
static bool
time_left(union games_state *st, int seat, int other)
{
    struct ra_state *s = &st->ra;
    int half = ra_track_length(s->seats) / 2;

    (void)seat;
    (void)other;
    s->bag[RA_RA] = (uint8_t)(s->bag[RA_RA] + s->ra_tiles - half);
    s->ra_tiles = (uint8_t)half;
    return true;
}

/* Nothing on the auction track. */
static bool
lot(union games_state *st, int seat, int other)
{
    (void)seat;
    (void)other;
    memset(st->ra.track, RA_EMPTY, sizeof st->ra.track);
    return true;
}

static const struct why_subject subjects[] = {
    {"suns", false, suns},
    {"score", false, score},
    {"pharaohs", false, pharaohs},
    {"nile", false, river},
    {"civilisation", false, civilisation},
    {"monuments", false, monuments},
    {"gods", false, gods},
    {"gold", false, gold},
    {"time", true, time_left},
    {"lot", true, lot},
    {0},
};

static void
json_odds(struct text *t, const void *seen)
{
    struct ra_odds odds;

    ra_odds_of(seen, &odds);
    if (odds.tiles == 0)
        return;
    json_key(t, "odds");
    ra_json_odds(t, &odds);
}

/* A pass does not lose what it seems: the others are worse at taking the lot than the judge thinks. */
static int
believed(const void *state, game_action action)
{
    const struct ra_state *s = state;

    return s->phase == RA_AUCTION && action == ra_pass() ? 30 : 100;
}

static const struct doubt doubt = {.luck = 15, .judged = 40, .each = 30};

const struct game_why ra_why = {
    .subjects = subjects,
    .odds = json_odds,
    .facts = ra_facts,
    .second = "expert",
    .believed = believed,
    .doubt = &doubt,
};
