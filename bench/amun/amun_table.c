/* SPDX-License-Identifier: MIT
 * amun_table.c -- see amun_table.h: converts a state to a table, and back at the end.
 */
#include "amun_table.h"

#include <string.h>

#include "amun_parts.h"
#include "minmax.h"

enum { VERY_MANY = 1 << 20 }; /* no game uses that many */

static amun_pack
pack_of(const uint8_t cards[AMUN_CARDS])
{
    amun_pack pack = 0;

    for (int card = AMUN_CARDS - 1; card >= 0; card--)
        pack = pack << AMUN_KIND | cards[card];
    return pack;
}

static void
set_provinces(struct amun_table *t, const struct amun_state *s)
{
    for (int p = 0; p < AMUN_PROVINCES; p++) {
        const struct amun_ground *ground = &t->board->provinces[p];

        t->pyramids[p] = s->pyramids[p];
        t->stones[p] = s->stones[p];
        t->farmers[p] = s->farmers[p];
        t->free_farmers[p] = s->free_farmers[p];
        t->farms[p] = ground->farms;
        t->printed[p] = ground->printed_farmers;
        t->limit[p] = ground->limit;
        t->further[1][p] = ground->income_always;
        t->further[0][p] = (uint8_t)(ground->income_always + ground->income_camel);
        t->traits[p] =
            (uint16_t)(ground->egypt << AMUN_IS_UPPER | ground->side << AMUN_IS_EAST |
                       ground->bank << AMUN_IS_BANK | ground->temples << AMUN_HAS_TEMPLES |
                       (ground->limit + ground->free_cards) << AMUN_HAS_POWER);
    }
    t->printed[AMUN_BAHARYA] = s->options.baharya_printed_farmers; /* [AR-FARM-03] */
    for (int i = 0; i < AMUN_SUPPLIES; i++)
        t->left[i] =
            s->options.supplies_limited ? amun_left(s, (enum amun_supply)i) : VERY_MANY;
}

static void
set_seats(struct amun_table *t, const struct amun_state *s)
{
    for (int i = 0; i < s->seats; i++) {
        int at = 0;

        t->hand[i] = pack_of(s->hand[i]);
        t->gold[i] = s->gold[i];
        t->score[i] = s->score[i];
        t->offer[i] = s->offer[i];
        memset(t->mine[i], AMUN_BARREN, sizeof t->mine[i]);
        AMUN_EACH(province, s->owned[i])
        {
            t->mine[i][at++] = (uint8_t)province;
        }
    }
    t->held =
        (uint8_t)((s->round - 1) % 3 + (s->phase > AMUN_BID)); /* the same for each seat */
}

/* The place of `province` among those of the seat on turn. */
static uint8_t
place_of(const struct amun_table *t, int province)
{
    uint8_t place = 0;

    while (place < AMUN_PLACES && t->mine[t->turn][place] != province)
        place++;
    return place < AMUN_PLACES ? place : AMUN_NOWHERE;
}

static void
set_offered(struct amun_table *t, const struct amun_state *s)
{
    for (int i = 0; i < s->offered_count; i++) {
        int province = s->offered[i];

        t->offered |= UINT32_C(1) << province;
        t->lying[province] = pack_of(s->free_cards[i]);
    }
    if (s->phase == AMUN_DRAWING && s->offered_count) {
        t->last = s->offered[s->offered_count - 1];
        t->cards_due = (uint8_t)(t->board->provinces[t->last].free_cards -
                                 amun_pack_size(t->lying[t->last]));
    }
    t->offered_count = s->offered_count;
}

static void
set_bids(struct amun_table *t, const struct amun_state *s)
{
    int at = 0;

    memset(t->place, AMUN_NOWHERE, sizeof t->place);
    memcpy(t->space, s->space, sizeof t->space);
    t->blockade = s->blockade;
    t->overbid = s->overbid_power;
    AMUN_EACH(province, t->offered)
    {
        t->province_at[at] = (uint8_t)province;
        for (int i = 0; i < s->seats; i++) {
            int above = s->space[i] + 1 + (s->blockade >> i & 1);

            if (s->marker[i] != province)
                continue;
            t->place[i] = (uint8_t)at;
            if (above <= t->lowest[at])
                continue;
            t->lowest[at] =
                (uint8_t)above; /* of all who stand here, the highest bidder is on top */
            t->highest[at] = (uint8_t)(1u << i);
        }
        at++;
    }
    for (int i = 0; i < s->seats; i++)
        t->bidders |= (uint8_t)(amun_must_bid(s, i) << i);
}

/* Sealed actions are done at once: nothing reads them before the reveal, so there is no reveal.
 */
static void
set_sacrifice(struct amun_table *t, const struct amun_state *s)
{
    for (int i = 0; s->phase == AMUN_OFFER && i < s->seats; i++) {
        amun_pack sold = pack_of(s->sold[i]);
        amun_pack gone = sold + (amun_one(AMUN_CORRECTION) * (s->corrects >> i & 1));

        t->hand[i] -= gone;
        t->discard += gone;
        t->gold[i] = int_min(t->gold[i] + amun_pack_size(sold), AMUN_MOST_GOLD) - s->offer[i];
        t->total += s->steals >> i & 1 ? -3 : s->offer[i];
    }
    t->total += s->total; /* 0 before the reveal */
    t->made = s->made;
    t->steals = s->steals;
    t->corrects = s->corrects;
    t->due = s->due;
}

void
amun_table_set(struct amun_table *t, const struct amun_state *s)
{
    memset(t, 0, sizeof *t);
    t->board = &s->options.board;
    t->side_award_min = s->options.side_award_min;
    t->seats = s->seats;
    t->phase = s->phase;
    t->round = s->round;
    t->starting = s->starting;
    t->temple = s->temple;
    t->turn = s->turn;
    t->deck = pack_of(s->deck);
    t->discard = pack_of(s->discard);
    t->province_deck = s->province_deck;
    t->drawn = s->drawn;
    t->bought = s->bought;
    t->farmers_bought = s->farmers_bought;
    t->stones_bought = s->stones_bought;
    t->played = s->played;
    t->to_draw = s->to_draw;
    t->to_farm = s->to_farm;
    t->to_build = s->to_build;
    for (int card = 0; card < AMUN_CARDS; card++)
        t->bonuses |= (s->bonuses >> card & 1) * amun_one(card);
    set_provinces(t, s);
    set_seats(t, s);
    set_offered(t, s);
    if (s->phase == AMUN_BID)
        set_bids(t, s);
    set_sacrifice(t, s);
    t->eight_gold = s->phase == AMUN_INCOME ? place_of(t, s->eight_gold) : AMUN_NOWHERE;
    t->harvest = s->phase == AMUN_INCOME ? place_of(t, s->harvest) : AMUN_NOWHERE;
}

void
amun_table_end(const struct amun_table *t, struct amun_state *s)
{
    const struct amun_options options = s->options;

    memset(s, 0, sizeof *s);
    s->options = options;
    s->seats = t->seats;
    s->phase = AMUN_OVER;
    s->round = t->round;
    s->starting = t->starting;
    s->temple = t->temple;
    s->province_deck = (uint16_t)t->province_deck;
    s->drawn = (uint16_t)t->drawn;
    memset(s->marker, AMUN_NONE, sizeof s->marker);
    for (int card = 0; card < AMUN_CARDS; card++) {
        s->deck[card] = (uint8_t)amun_of(t->deck, card);
        s->discard[card] = (uint8_t)amun_of(t->discard, card);
    }
    for (int i = 0; i < t->seats; i++) {
        s->gold[i] = (int16_t)t->gold[i];
        s->score[i] = (int16_t)t->score[i];
        for (int k = 0; k < AMUN_PLACES; k++)
            s->owned[i] |= (uint16_t)(1u << t->mine[i][k]);
    }
    memcpy(s->pyramids, t->pyramids, sizeof s->pyramids);
    memcpy(s->stones, t->stones, sizeof s->stones);
    memcpy(s->farmers, t->farmers, sizeof s->farmers);
    memcpy(s->free_farmers, t->free_farmers, sizeof s->free_farmers);
}
