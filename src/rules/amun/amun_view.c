/* SPDX-License-Identifier: MIT
 * amun_view.c -- hidden information [AR-INFO]: a state with it blanked, and the blanks filled
 * in at random. Hidden are the kinds (never the numbers) of cards in other hands, in the deck
 * and face down on provinces. So are offers until they are revealed.
 */
#include "amun_parts.h"

#include <string.h>

#include "rng.h"

/* Blanks a pile of cards: their number moves to the place of the first kind. */
static void
turn_over(uint8_t cards[AMUN_CARDS])
{
    int count = amun_count(cards);

    memset(cards, 0, AMUN_CARDS);
    cards[0] = (uint8_t)count;
}

static void
hide_offer(struct amun_state *s, int seat)
{
    uint8_t others = (uint8_t)(~(1u << seat));

    s->veil |= AMUN_VEIL_OFFER(seat);
    s->offer[seat] = 0;
    s->steals &= others;
    s->corrects &= others;
    memset(s->sold[seat], 0, sizeof s->sold[seat]);
}

void
amun_observe(const struct amun_state *s, int seat, struct amun_state *out)
{
    *out = *s;
    out->veil |= AMUN_VEIL_DECK;
    turn_over(out->deck);
    for (int i = 0; i < out->offered_count; i++)
        turn_over(out->free_cards[i]); /* [AR-PROV-03] */
    for (int i = 0; i < out->seats; i++) {
        if (i == seat)
            continue;
        out->veil |= AMUN_VEIL_HAND(i); /* [AR-INFO-03] */
        turn_over(out->hand[i]);
        if (out->phase == AMUN_OFFER)
            hide_offer(out, i); /* [AR-SAC-01] */
    }
}

/* ---- guessing ---- */

/* One card of the kinds in `kinds`, at random, from `pool` to `to`. False if there is none. */
static bool
deal(uint8_t pool[AMUN_CARDS], uint32_t kinds, uint8_t to[AMUN_CARDS], uint64_t *rng)
{
    int count = 0, pick, card = 0;

    for (int i = 0; i < AMUN_CARDS; i++)
        count += kinds >> i & 1 ? pool[i] : 0;
    if (!count)
        return false;
    pick = (int)rng_below(rng, (uint32_t)count);
    for (;; card++) {
        int here = kinds >> card & 1 ? pool[card] : 0;

        if (pick < here)
            break;
        pick -= here;
    }
    pool[card]--;
    to[card]++;
    return true;
}

/* All hidden cards. */
static void
gather(const struct amun_state *s, uint8_t pool[AMUN_CARDS])
{
    for (int card = 0; card < AMUN_CARDS; card++) {
        int seen = s->discard[card];

        for (int i = 0; i < s->seats; i++) {
            if (!(s->veil & AMUN_VEIL_HAND(i)))
                seen += s->hand[i][card];
            seen += (card == AMUN_BLOCKADE && (s->blockade >> i & 1)) ||
                    (card == AMUN_OVERBID && (s->overbid_power >> i & 1));
        }
        pool[card] = (uint8_t)(s->options.board.power_cards[card] - seen);
    }
}

/* The kinds of which the seat asked in phases 5 and 6 holds at least one: no other seat would
 * be asked. */
static uint32_t
kinds_to_hold(const struct amun_state *s)
{
    struct amun_state probe = *s;
    uint32_t kinds = 0;

    if (s->phase != AMUN_INCOME && s->phase != AMUN_SCORING)
        return 0;
    memset(probe.hand[s->turn], 0, sizeof probe.hand[s->turn]);
    for (int card = 0; card < AMUN_CARDS; card++) {
        probe.hand[s->turn][card] = 1;
        if (amun_can_use(&probe))
            kinds |= UINT32_C(1) << card;
        probe.hand[s->turn][card] = 0;
    }
    return kinds;
}

static void
refill(uint8_t cards[AMUN_CARDS], uint8_t pool[AMUN_CARDS], uint64_t *rng)
{
    int count = amun_count(cards);

    memset(cards, 0, AMUN_CARDS);
    while (count-- > 0)
        deal(pool, ~0u, cards, rng);
}

/* Deals the pool to all hidden places. With `first` the seat on turn first gets one of those
 * kinds. */
static void
deal_all(struct amun_state *s, uint8_t pool[AMUN_CARDS], uint32_t first, uint64_t *rng)
{
    uint8_t given[AMUN_CARDS] = {0};
    bool gave = first && deal(pool, first, given, rng);

    for (int i = 0; i < s->seats; i++) {
        uint8_t rest[AMUN_CARDS] = {0};
        bool has = gave && i == s->turn;

        if (!(s->veil & AMUN_VEIL_HAND(i)))
            continue;
        rest[0] = (uint8_t)(amun_count(s->hand[i]) - has);
        refill(rest, pool, rng);
        for (int card = 0; card < AMUN_CARDS; card++)
            s->hand[i][card] = (uint8_t)(rest[card] + (has ? given[card] : 0));
    }
    for (int i = 0; i < s->offered_count; i++)
        refill(s->free_cards[i], pool, rng);
    refill(s->deck, pool, rng);
}

static bool
holds_one(const uint8_t cards[AMUN_CARDS], uint32_t kinds)
{
    for (int card = 0; card < AMUN_CARDS; card++) {
        if ((kinds >> card & 1) && cards[card])
            return true;
    }
    return false;
}

/* Rejection sampling: all deals in which the asked seat holds the required card are equally
 * likely. If that fails, the seat is given one. */
static void
guess_cards(struct amun_state *s, uint64_t *rng)
{
    enum { TRIES = 24 };
    uint8_t pool[AMUN_CARDS], left[AMUN_CARDS];
    uint32_t kinds = kinds_to_hold(s);
    bool bound = kinds && (s->veil & AMUN_VEIL_HAND(s->turn));

    gather(s, pool);
    for (int i = 0; i < TRIES; i++) {
        struct amun_state guess = *s;

        memcpy(left, pool, sizeof left);
        deal_all(&guess, left, 0, rng);
        if (!bound || holds_one(guess.hand[s->turn], kinds)) {
            *s = guess;
            return;
        }
    }
    deal_all(s, pool, kinds, rng);
}

/* A random legal offer of a seat that has sealed one; nothing is known about it. */
static void
guess_offer(struct amun_state *s, int seat, uint64_t *rng)
{
    int gold = (int)rng_below(rng, (uint32_t)s->gold[seat] + 1);

    if (gold)
        s->offer[seat] = (int16_t)gold;
    else
        s->steals |= (uint8_t)(1u << seat);
    if (s->hand[seat][AMUN_CORRECTION] && rng_below(rng, 2))
        s->corrects |= (uint8_t)(1u << seat);
}

void
amun_sample(struct amun_state *seen, int seat, uint64_t *rng)
{
    (void)seat; /* the veil has all information */
    if (!(seen->veil & AMUN_VEIL_DECK))
        return;
    if (seen->phase == AMUN_START) { /* everybody knows the start [AR-SETUP-02] */
        struct amun_options options = seen->options;

        if (amun_setup(seen, seen->seats, &options) == GAME_OK)
            return;
    }
    guess_cards(seen, rng);
    for (int i = 0; i < seen->seats; i++) {
        if ((seen->veil & AMUN_VEIL_OFFER(i)) && (seen->made >> i & 1))
            guess_offer(seen, i, rng);
    }
    seen->veil = 0;
}
