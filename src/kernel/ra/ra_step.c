/* SPDX-License-Identifier: MIT
 * ra_step.c -- see ra_step.h. The moves are those of ra.c, entered behind its checks and
 * without events. New here is the set of legal actions in one word.
 */
#include "ra_step.h"

#include "bits.h"
#include "ra_parts.h"
#include "rng.h"

/* The kinds on the track as a set of bits; with the bit of RA_EMPTY if there is an empty space.
 */
static inline uint32_t
kinds_on_track(const struct ra_state *s)
{
    uint32_t kinds = 0;

    for (int i = 0; i < RA_TRACK; i++)
        kinds |= UINT32_C(1) << s->track[i];
    return kinds;
}

/* The kinds that a god of the seat on turn can take; the number of a take is that of its kind. */
static inline uint64_t
takes(const struct ra_state *s, uint32_t kinds)
{
    const uint32_t takable = (UINT32_C(1) << RA_EMPTY) - (UINT32_C(1) << RA_PHARAOH);

    return s->tiles[s->turn] & 15 ? kinds & takable : 0;
}

static uint64_t
discards(const struct ra_state *s)
{
    /* civilisations and monuments lie one after the other, three bits each */
    uint64_t fields =
        s->tiles[s->owed_seat] >> 21 & (s->owed_unrest ? 0x7fff : UINT64_C(0x7fffff8000));
    uint64_t legal = 0;

    for (int at = RA_STEP_DISCARD + RA_ASTRONOMY; fields; fields >>= 3, at++)
        legal |= (uint64_t)((fields & 7) != 0) << at;
    return legal;
}

uint64_t
ra_step_legal(const struct ra_state *s)
{
    uint32_t kinds;

    switch ((enum ra_phase)s->phase) {
    case RA_TURN:
        kinds = kinds_on_track(s);
        return (uint64_t)(kinds >> RA_EMPTY & 1) << RA_STEP_DRAW |
               (uint64_t)(s->options.empty_invoke || kinds != UINT32_C(1) << RA_EMPTY)
                   << RA_STEP_INVOKE |
               takes(s, kinds);
    case RA_GODS:
        return takes(s, kinds_on_track(s)) | UINT64_C(1) << RA_STEP_END;
    case RA_AUCTION:
        return ((uint64_t)ra_biddable(s, s->bidder) | !ra_is_forced(s)) << RA_STEP_BID;
    case RA_DISCARD:
        return discards(s);
    case RA_DEAL:
    case RA_DRAW:
    case RA_OVER:
    case RA_PHASES:
        break;
    }
    return 0;
}

game_action
ra_step_action(int number)
{
    if (number == RA_STEP_DRAW)
        return ra_draw();
    if (number == RA_STEP_INVOKE)
        return ra_invoke();
    if (number < RA_STEP_END)
        return ra_take(number - RA_STEP_TAKE);
    if (number == RA_STEP_END)
        return ra_end();
    if (number == RA_STEP_PASS)
        return ra_pass();
    if (number < RA_STEP_DISCARD + RA_ASTRONOMY)
        return ra_bid(number - RA_STEP_BID);
    return ra_discard(number - RA_STEP_DISCARD);
}

int
ra_step_number(game_action a)
{
    static const int8_t first[] = {
        [RA_V_DRAW] = RA_STEP_DRAW,      [RA_V_INVOKE] = RA_STEP_INVOKE,
        [RA_V_TAKE] = RA_STEP_TAKE,      [RA_V_END] = RA_STEP_END,
        [RA_V_PASS] = RA_STEP_PASS,      [RA_V_BID] = RA_STEP_BID,
        [RA_V_DISCARD] = RA_STEP_DISCARD};

    return first[ra_verb(a)] + ra_arg(a);
}

void
ra_step_apply(struct ra_state *s, int number)
{
    ra_act(s, ra_step_action(number), NULL);
}

void
ra_step_chance(struct ra_state *s, game_action a)
{
    ra_act(s, a, NULL);
}

static void
deal(struct ra_state *s, uint64_t *rng)
{
    uint8_t groups[RA_SEATS] = {1, 2, 3, 4, 5};
    uint64_t word = rng_next(rng);
    game_action a = 0;

    for (int i = s->seats - 1; i > 0; i--) {
        uint32_t j = rng_pick(&word, (uint32_t)i + 1);
        uint8_t keep = groups[i];

        groups[i] = groups[j];
        groups[j] = keep;
    }
    for (int i = 0; i < s->seats; i++)
        a = a << 4 | groups[i];
    ra_act(s, (game_action)RA_V_DEAL << 24 | a, NULL);
}

void
ra_step_nature(struct ra_state *s, uint64_t *rng)
{
    uint32_t left = 0, which;
    int kind = 0;

    if (s->phase == RA_DEAL) {
        deal(s, rng);
        return;
    }
    for (int k = 0; k < RA_KINDS; k++)
        left += s->bag[k];
    which = rng_pick_one(rng, left);
    while (which >= s->bag[kind])
        which -= s->bag[kind++];
    ra_act(s, ra_tile(kind), NULL);
}

void
ra_step_random(struct ra_state *s, uint64_t *rng)
{
    uint64_t legal = ra_step_legal(s);

    if (!legal) {
        ra_step_nature(s, rng);
        return;
    }
    ra_step_apply(s, bits_nth(legal, (int)rng_pick_one(rng, (uint32_t)bits_count(legal))));
}
