/* SPDX-License-Identifier: MIT
 * amun_at.c -- see amun_at.h. */
#include "amun_at.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "moves.h"

struct amun_state s;

static const uint8_t all[AMUN_PROVINCES] = {
    AMUN_ABU,      AMUN_ABYDOS,  AMUN_AMARNA, AMUN_AVARIS,   AMUN_BAHARYA,
    AMUN_BERENIKE, AMUN_BUTO,    AMUN_DAKHLA, AMUN_DAMANHUR, AMUN_EDFU,
    AMUN_KHARGA,   AMUN_MEMPHIS, AMUN_MENDES, AMUN_SAWU,     AMUN_THEBES};

void
check(void)
{
    const char *wrong = amun_check(&s);

    if (wrong)
        fail_msg("the state is not consistent: %s", wrong);
}

void
begin(int seats)
{
    struct amun_options options;

    amun_game.defaults(&options);
    assert_int_equal(amun_setup(&s, seats, &options), GAME_OK);
}

void
set_option(const char *key, const char *value)
{
    assert_int_equal(amun_game.set_option(&s.options, key, value), GAME_OK);
}

void
play(const char *text)
{
    if (moves_apply(&amun_game, &s, text, NULL) != GAME_OK)
        fail_msg("%s should be legal", text);
    check();
}

void
refuse(const char *text)
{
    struct amun_state before = s;

    if (moves_apply(&amun_game, &s, text, NULL) == GAME_OK)
        fail_msg("%s should be refused", text);
    assert_memory_equal(&s, &before, sizeof s);
}

void
begin_at(int seats, int round, enum amun_phase phase, const uint8_t wanted[][3], int given)
{
    int each = (round - 1) % 3 + 1;
    uint32_t taken = 0;

    begin(seats);
    s.round = (uint8_t)round;
    s.phase = (uint8_t)phase;
    s.starting = 0;
    s.temple = round > 1 || phase >= AMUN_REWARD ? 2 : 0;
    for (int i = 0; i < given; i++) {
        for (int k = 0; k < each; k++) {
            s.owned[i] |= (uint16_t)(1u << wanted[i][k]);
            taken |= UINT32_C(1) << wanted[i][k];
        }
    }
    for (int i = given, p = 0; i < seats; i++) {
        for (int k = 0; k < each; p++) {
            if (taken >> all[p] & 1)
                continue;
            s.owned[i] |= (uint16_t)(1u << all[p]);
            taken |= UINT32_C(1) << all[p];
            k++;
        }
    }
    s.drawn = (uint16_t)taken;
    s.province_deck = (uint16_t)(((1u << AMUN_PROVINCES) - 1) & ~taken);
    for (int p = AMUN_PROVINCES - 1, over = 15 - 3 * seats; round > 3 && over; p--) {
        if (s.province_deck >> p & 1) {
            s.province_deck = (uint16_t)(s.province_deck & ~(1u << p));
            over--;
        }
    }
}

void
give(int seat, enum amun_card card, int count)
{
    s.hand[seat][card] = (uint8_t)(s.hand[seat][card] + count);
    s.deck[card] = (uint8_t)(s.deck[card] - count);
}

void
empty_hands(void)
{
    for (int i = 0; i < s.seats; i++) {
        s.deck[AMUN_BUILDER] = (uint8_t)(s.deck[AMUN_BUILDER] + s.hand[i][AMUN_BUILDER]);
        s.hand[i][AMUN_BUILDER] = 0;
    }
}

void
begin_offers(int seats, int round, int gold)
{
    begin_at(seats, round, AMUN_OFFER, NULL, 0);
    empty_hands();
    for (int i = 0; i < seats; i++)
        s.gold[i] = (int16_t)gold;
}

void
score_now(int temple)
{
    for (int i = 0; i < s.seats - 1; i++) {
        char text[] = "0/offer:steal";

        text[0] = (char)('0' + i);
        play(text);
    }
    play(temple == 1 ? "offer:steal" : temple == 2 ? "offer:15" : "offer:25");
    while (s.phase == AMUN_REWARD)
        play("reward:0,0,0");
}
