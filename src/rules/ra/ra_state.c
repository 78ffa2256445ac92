/* SPDX-License-Identifier: MIT
 * ra_state.c -- the state of Ra: the components, setup, and whose move it is.
 */
#include "ra_parts.h"

#include <string.h>

#define SUN(n) (UINT32_C(1) << (n))

static const uint8_t track_length[RA_SEATS + 1] = {0, 0, 6, 8, 9, 10}; /* [RA-SETUP-08] */

/* clang-format off */
static const uint8_t kind_count[RA_KINDS] = {            /* [RA-COMP-01] */
    30, 8, 25, 25, 12, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 2, 2, 4, 2,
};

static const uint32_t sun_groups[RA_SEATS + 1][RA_SEATS] = {     /* [RA-SETUP-05] */
    [2] = {SUN(9) | SUN(6) | SUN(5) | SUN(2), SUN(8) | SUN(7) | SUN(4) | SUN(3)},
    [3] = {SUN(13) | SUN(8) | SUN(5) | SUN(2), SUN(12) | SUN(9) | SUN(6) | SUN(3),
           SUN(11) | SUN(10) | SUN(7) | SUN(4)},
    [4] = {SUN(13) | SUN(6) | SUN(2), SUN(12) | SUN(7) | SUN(3), SUN(11) | SUN(8) | SUN(4),
           SUN(10) | SUN(9) | SUN(5)},
    [5] = {SUN(16) | SUN(7) | SUN(2), SUN(15) | SUN(8) | SUN(3), SUN(14) | SUN(9) | SUN(4),
           SUN(13) | SUN(10) | SUN(5), SUN(12) | SUN(11) | SUN(6)},
};
/* clang-format on */

int
ra_track_length(int seats)
{
    return track_length[seats];
}

uint32_t
ra_suns_in_play(int seats)
{
    uint32_t suns = SUN(1);

    for (int i = 0; i < seats; i++)
        suns |= sun_groups[seats][i];
    return suns;
}

uint32_t
ra_sun_group(int seats, int group)
{
    return sun_groups[seats][group - 1];
}

int
ra_kind_count(enum ra_kind kind)
{
    return kind_count[kind];
}

/* Counts the spaces that are not RA_EMPTY, all eight at once. Kinds are below 32, so empty
 * spaces become 0 and the others 1 to 31; adding 31 carries into bit 5 for the latter. */
int
ra_lot_size(const struct ra_state *s)
{
    uint64_t spaces;

    memcpy(&spaces, s->track, sizeof spaces);
    spaces ^= UINT64_C(0x0101010101010101) * RA_EMPTY;
    spaces += UINT64_C(0x0101010101010101) * 31;
    spaces = spaces >> 5 & UINT64_C(0x0101010101010101);
    return (int)((spaces * UINT64_C(0x0101010101010101)) >> 56);
}

int
ra_highest_sun_owner(const struct ra_state *s, game_seats among)
{
    int owner = -1;
    uint32_t best = 0;

    for (int i = 0; i < s->seats; i++) {
        uint32_t suns = s->ready[i] | s->spent[i];

        if ((among >> i & 1) &&
            suns > best) { /* the highest bit decides: each sun exists once */
            best = suns;
            owner = i;
        }
    }
    return owner;
}

/* ---- setup ---- */

static bool
fill_options(struct ra_options *o)
{
    static const uint8_t by_edition[] = {
        [RA_1999] = RA_AFTER_ALL, [RA_2005] = RA_AFTER_ALL, [RA_2016] = RA_IMMEDIATE};

    if (o->edition > RA_2016 || o->god_disaster > RA_IGNORED || o->empty_invoke > 1)
        return false;
    if (o->god_disaster == RA_GOD_DISASTER_BY_EDITION)
        o->god_disaster = by_edition[o->edition];
    return true;
}

enum game_err
ra_setup(struct ra_state *s, int seats, const struct ra_options *options)
{
    struct ra_options filled = *options;

    if (!fill_options(&filled))
        return GAME_SETUP;
    if (seats < (filled.edition == RA_1999 ? 3 : 2) || seats > RA_SEATS) /* [RA-SETUP-01] */
        return GAME_SETUP;

    memset(s, 0, sizeof *s);
    s->options = filled;
    s->seats = (uint8_t)seats;
    s->phase = RA_DEAL;
    s->epoch = 1;
    s->centre_sun = 1; /* [RA-SETUP-07] */
    memcpy(s->bag, kind_count, sizeof s->bag);
    memset(s->track, RA_EMPTY, sizeof s->track);
    for (int i = 0; i < seats; i++)
        s->score[i] = 10; /* [RA-SETUP-03] */
    return GAME_OK;
}

game_seats
ra_to_move(const struct ra_state *s)
{
    switch ((enum ra_phase)s->phase) {
    case RA_DEAL:
    case RA_DRAW:
        return 1u << GAME_NATURE;
    case RA_TURN:
    case RA_GODS:
        return (game_seats)(1u << s->turn);
    case RA_AUCTION:
        return (game_seats)(1u << s->bidder);
    case RA_DISCARD:
        return (game_seats)(1u << s->owed_seat);
    case RA_OVER:
    case RA_PHASES:
        break;
    }
    return 0;
}
