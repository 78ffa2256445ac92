/* SPDX-License-Identifier: MIT
 * ra_actions.c -- legal actions: lists of actions and chances, and whether an action is legal.
 */
#include "ra_parts.h"

#include "bits.h"

bool
ra_can_take(const struct ra_state *s)
{
    if (!ra_count(s->tiles[s->turn], RA_GOD))
        return false;
    for (int i = 0; i < RA_TRACK; i++) {
        if (s->track[i] != RA_EMPTY && s->track[i] != RA_GOD)
            return true;
    }
    return false;
}

bool
ra_is_forced(const struct ra_state *s)
{
    return s->cause == RA_BY_INVOKING && s->bidder == s->turn && !s->high_sun &&
           ra_lot_size(s) < RA_TRACK; /* [RA-INV-02, 03] */
}

bool
ra_has_choice(ra_display d, int owed, int first, int last)
{
    return ra_held_range(d, first, last) > owed && ra_different(d, first, last) > 1;
}

/* The set of kinds on the auction track, as bits. */
static uint32_t
kinds_on_track(const struct ra_state *s)
{
    uint32_t kinds = 0;

    for (int i = 0; i < RA_TRACK; i++)
        kinds |= UINT32_C(1) << s->track[i];
    return kinds & ~(UINT32_C(1) << RA_EMPTY);
}

static bool
may_draw(const struct ra_state *s)
{
    return ra_lot_size(s) < RA_TRACK; /* [RA-DRAW-04] */
}

static bool
may_invoke(const struct ra_state *s)
{
    return s->options.empty_invoke || kinds_on_track(s); /* [RA-INV-01] */
}

/* Is it a kind that a god of the seat on turn may take [RA-GOD-02]? */
static bool
may_take(const struct ra_state *s, int kind)
{
    return kind != RA_GOD && kind < RA_KINDS && (kinds_on_track(s) >> kind & 1) &&
           ra_count(s->tiles[s->turn], RA_GOD);
}

static bool
may_discard(const struct ra_state *s, int kind)
{
    return (s->owed_unrest ? ra_is_civilisation(kind) : ra_is_monument(kind)) &&
           ra_count(s->tiles[s->owed_seat], kind);
}

static bool
is_deal(const struct ra_state *s, game_action a)
{
    uint32_t seen = 0;

    for (int i = 0; i < s->seats; i++)
        seen |= UINT32_C(1) << (a >> 4 * i & 15);
    return seen == (UINT32_C(2) << s->seats) - 2 &&
           (a & 0xffffff) >> 4 * s->seats == 0; /* each group once, nothing above */
}

static bool
is_legal_turn(const struct ra_state *s, game_action a)
{
    return (a == ra_draw() && may_draw(s)) || (a == ra_invoke() && may_invoke(s)) ||
           (a == ra_take(ra_arg(a)) && may_take(s, ra_arg(a)));
}

bool
ra_is_legal(const struct ra_state *s, game_action a)
{
    int arg = ra_arg(a);

    switch ((enum ra_phase)s->phase) {
    case RA_DEAL:
        return ra_verb(a) == RA_V_DEAL && is_deal(s, a);
    case RA_TURN:
        return is_legal_turn(s, a);
    case RA_DRAW:
        return a == ra_tile(arg) && arg < RA_KINDS && s->bag[arg];
    case RA_AUCTION:
        return (a == ra_pass() && !ra_is_forced(s)) ||
               (a == ra_bid(arg) && arg <= RA_SUNS && (ra_biddable(s, s->bidder) >> arg & 1));
    case RA_GODS:
        return a == ra_end() || (a == ra_take(arg) && may_take(s, arg));
    case RA_DISCARD:
        return a == ra_discard(arg) && may_discard(s, arg);
    case RA_OVER:
    case RA_PHASES:
        break;
    }
    return false;
}

static int
list_takes(const struct ra_state *s, game_action *out)
{
    uint32_t kinds;
    int count = 0;

    if (!ra_count(s->tiles[s->turn], RA_GOD))
        return 0;
    kinds = kinds_on_track(s) & ~(UINT32_C(1) << RA_GOD);
    for (int kind = 0; kind < RA_KINDS; kind++) {
        if (kinds >> kind & 1)
            out[count++] = ra_take(kind);
    }
    return count;
}

static int
list_bids(const struct ra_state *s, game_action *out)
{
    uint32_t suns = ra_biddable(s, s->bidder);
    int count = 0;

    if (!ra_is_forced(s))
        out[count++] = ra_pass();
    for (; suns; suns &= suns - 1)
        out[count++] = ra_bid(bits_lowest(suns));
    return count;
}

static int
list_discards(const struct ra_state *s, game_action *out)
{
    int count = 0;

    for (int kind = RA_ASTRONOMY; kind <= RA_TEMPLE; kind++) {
        if (may_discard(s, kind))
            out[count++] = ra_discard(kind);
    }
    return count;
}

int
ra_actions(const struct ra_state *s, int seat, game_action *out)
{
    int count = 0;

    if (seat < 0 || seat >= GAME_NATURE || !(ra_to_move(s) >> seat & 1))
        return 0;
    switch ((enum ra_phase)s->phase) {
    case RA_TURN:
        if (may_draw(s))
            out[count++] = ra_draw();
        if (may_invoke(s))
            out[count++] = ra_invoke();
        return count + list_takes(s, out + count);
    case RA_GODS:
        count = list_takes(s, out);
        out[count++] = ra_end();
        return count;
    case RA_AUCTION:
        return list_bids(s, out);
    case RA_DISCARD:
        return list_discards(s, out);
    case RA_DEAL:
    case RA_DRAW:
    case RA_OVER:
    case RA_PHASES:
        break;
    }
    return 0;
}

/* The next permutation in ascending order, in place; false after the last. */
static bool
next_permutation(uint8_t *p, int n)
{
    int i = n - 2, j = n - 1;
    uint8_t keep;

    while (i >= 0 && p[i] > p[i + 1])
        i--;
    if (i < 0)
        return false;
    while (p[j] < p[i])
        j--;
    keep = p[i], p[i] = p[j], p[j] = keep;
    for (int a = i + 1, b = n - 1; a < b; a++, b--)
        keep = p[a], p[a] = p[b], p[b] = keep;
    return true;
}

static int
list_deals(const struct ra_state *s, struct game_chance *out)
{
    uint8_t groups[RA_SEATS] = {1, 2, 3, 4, 5};
    int count = 0;

    do {
        game_action a = 0;

        for (int i = 0; i < s->seats; i++)
            a = a << 4 | groups[i];
        out[count++] = (struct game_chance){(game_action)RA_V_DEAL << 24 | a, 1};
    } while (next_permutation(groups, s->seats));
    return count;
}

int
ra_chances(const struct ra_state *s, struct game_chance *out)
{
    int count = 0;

    if (s->phase == RA_DEAL)
        return list_deals(s, out);
    if (s->phase == RA_DRAW) {
        for (int kind = 0; kind < RA_KINDS; kind++) {
            if (s->bag[kind])
                out[count++] = (struct game_chance){ra_tile(kind), s->bag[kind]};
        }
    }
    return count;
}
