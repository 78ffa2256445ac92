/* SPDX-License-Identifier: MIT
 * amun_batch_observe.c -- what a seat sees of Amun-Re, as bytes: the table in khepri/batch.h. Nothing is read here
 * that amun_observe() hides: of other hands and of the deck the number of cards, of sealed offers nothing.
 */
#include <string.h>

#include "amun_parts.h"
#include "batch_parts.h"

/* The offsets of an observation. */
enum {
    AT_PHASE = 0,
    AT_ROUND = 10,
    AT_TURN = 16,
    AT_DECIDER = 21,
    AT_STARTING = 26,
    AT_TEMPLE = 31,
    AT_TOTAL = 35,
    AT_DECK = 36,
    AT_DISCARD = 37,
    AT_HAND = 49,
    AT_SOLD = 61,
    AT_TO_DRAW = 73,
    AT_BOUGHT = 76,
    AT_PLAYED = 79,
    AT_BONUSES = 81,
    AT_OPTIONS = 86,
    AT_PLAYS = 90,
    OWNER = 0,
    PLACE = 1,
    FACE_DOWN = 2,
    FARMERS = 3,
    FREE_FARMERS = 4,
    STONES = 5,
    PYRAMIDS = 6,
    CARDS_HERE = 7,
    EIGHT_GOLD = 8,
    HARVEST = 9,
    MARKERS = 10,
    SIGNED = 64
};

static uint8_t
byte(int number)
{
    return (uint8_t)(number < 0 ? 0 : number < 255 ? number : 255);
}

/* The distance of `seat` to the left of `from`. */
static int
places_left(const struct amun_state *s, int from, int seat)
{
    return seat >= from ? seat - from : seat - from + s->seats;
}

static void
observe_table(const struct amun_state *s, int me, uint8_t *out)
{
    game_seats to_move = amun_to_move(s);

    out[AT_PHASE + s->phase] = 1;
    if (s->round)
        out[AT_ROUND + s->round - 1] = 1;
    out[AT_TURN + places_left(s, me, s->turn)] = 1;
    if (to_move && !(to_move >> GAME_NATURE & 1))
        out[AT_DECIDER + places_left(s, me, bits_lowest(to_move))] = 1;
    if (s->starting != AMUN_NONE)
        out[AT_STARTING + places_left(s, me, s->starting)] = 1;
    if (s->temple)
        out[AT_TEMPLE + s->temple - 1] = 1;
    out[AT_TOTAL] = byte(s->total + SIGNED);
    out[AT_DECK] = byte(amun_count(s->deck));
    memcpy(out + AT_DISCARD, s->discard, AMUN_CARDS);
    memcpy(out + AT_HAND, s->hand[me], AMUN_CARDS);
    memcpy(out + AT_SOLD, s->sold[me], AMUN_CARDS);
    out[AT_TO_DRAW] = s->to_draw;
    out[AT_TO_DRAW + 1] = s->to_farm;
    out[AT_TO_DRAW + 2] = s->to_build;
    out[AT_BOUGHT] = s->bought;
    out[AT_BOUGHT + 1] = s->stones_bought;
    out[AT_BOUGHT + 2] = s->farmers_bought;
    out[AT_PLAYED] = s->played & 1;
    out[AT_PLAYED + 1] = s->played >> 1 & 1;
    for (int card = AMUN_POWER_BONUS; card < AMUN_CARDS; card++)
        out[AT_BONUSES + card - AMUN_POWER_BONUS] = s->bonuses >> card & 1;
    out[AT_OPTIONS] = s->options.baharya_printed_farmers;
    out[AT_OPTIONS + 1] = s->options.supplies_limited;
    out[AT_OPTIONS + 2] = s->options.side_award_min;
    out[AT_OPTIONS + 3] = s->options.gold_tie_drop_one;
}

static void
observe_seat(const struct amun_state *s, int seat, bool open, uint8_t *out)
{
    out[0] = byte(s->gold[seat]);
    out[1] = byte(s->score[seat]);
    out[2] = byte(amun_count(s->hand[seat]));
    out[3] = s->made >> seat & 1;
    if (open) { /* [AR-SAC-01] */
        out[4] = byte(s->offer[seat]);
        out[5] = s->steals >> seat & 1;
        out[6] = s->corrects >> seat & 1;
    }
    out[7] = s->due >> seat & 1;
    out[8] = s->blockade >> seat & 1;
    out[9] = s->overbid_power >> seat & 1;
}

/* The rows of provinces that need no seat and no place. */
static void
observe_provinces(const struct amun_state *s, uint8_t row[][AMUN_PROVINCES])
{
    batch_put_eight(row[FACE_DOWN], batch_spread(s->province_deck));
    batch_put_eight(row[FACE_DOWN] + 8, batch_spread((uint32_t)s->province_deck >> 8));
    memcpy(row[FARMERS], s->farmers, AMUN_PROVINCES); /* the row before wrote one byte more */
    memcpy(row[FREE_FARMERS], s->free_farmers, AMUN_PROVINCES);
    memcpy(row[STONES], s->stones, AMUN_PROVINCES);
    for (int province = 0; province < AMUN_PROVINCES; province++)
        row[PYRAMIDS][province] = byte(s->pyramids[province]);
    if (s->phase != AMUN_INCOME)
        return;
    if (s->eight_gold != AMUN_NONE)
        row[EIGHT_GOLD][s->eight_gold] = 1;
    if (s->harvest != AMUN_NONE)
        row[HARVEST][s->harvest] = 1;
}

void
amun_batch_observe(const struct amun_state *s, int me, uint8_t out[AMUN_BATCH_FEATURES])
{
    typedef uint8_t of_provinces[AMUN_PROVINCES];
    of_provinces *row = (of_provinces *)(out + AMUN_BATCH_PROVINCES_FROM);

    memset(out, 0, AMUN_BATCH_FEATURES);
    observe_table(s, me, out);
    observe_provinces(s, row);
    for (int place = 0; place < s->offered_count; place++) {
        row[PLACE][s->offered[place]] = (uint8_t)(place + 1);
        row[CARDS_HERE][s->offered[place]] = byte(amun_count(s->free_cards[place]));
    }
    for (int i = 0, seat = me; i < s->seats; i++, seat = amun_left_of(s, seat)) {
        uint8_t *of = out + AMUN_BATCH_SEATS_FROM + i * AMUN_BATCH_SEAT_FEATURES;

        out[AT_PLAYS + i] = 1;
        observe_seat(s, seat, seat == me || s->phase != AMUN_OFFER, of);
        if (s->phase == AMUN_BID && s->marker[seat] != AMUN_NONE)
            row[MARKERS + i][s->marker[seat]] = (uint8_t)(s->space[seat] + 1);
        AMUN_EACH(province, s->owned[seat])
        {
            row[OWNER][province] = (uint8_t)(i + 1);
            of[10] = byte(of[10] + s->pyramids[province]);
            of[11]++;
        }
    }
}
