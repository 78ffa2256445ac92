/* SPDX-License-Identifier: MIT
 * amun_words.c -- see amun_words.h. Each word of expect() is a small function that reads what the line
 * says, compares it with the position, and writes down what it found. */
#include "amun_words.h"

#include <string.h>

#include "bits.h"

const struct names amun_provinces = {AMUN_PROVINCES, amun_province_name};
const struct names amun_cards = {AMUN_CARDS, amun_card_name};

static int
sum_of(const uint8_t cards[AMUN_CARDS])
{
    int sum = 0;

    for (int card = 0; card < AMUN_CARDS; card++)
        sum += cards[card];
    return sum;
}

static bool
same_cards(struct found *f, struct words *w, const uint8_t cards[AMUN_CARDS], bool exactly)
{
    int counts[AMUN_CARDS];

    for (int card = 0; card < AMUN_CARDS; card++)
        counts[card] = cards[card];
    return same_counts(f, w, amun_cards, counts, exactly);
}

/* The seats of a set, as numbers in ascending order. */
static bool
same_seats(struct found *f, struct words *w, unsigned seats)
{
    unsigned wanted = 0;
    int seat;

    for (seat = 0; seat < AMUN_SEATS; seat++) {
        if (seats >> seat & 1)
            say_number(f, seat);
    }
    while (words_number(w, &seat))
        wanted |= 1u << seat;
    return wanted == seats;
}

static bool
same_provinces(struct found *f, struct words *w, const uint8_t *list, int count)
{
    bool same = true;
    int province;

    for (int i = 0; i < count; i++) {
        say(f, amun_province_name(list[i]));
        same = words_name(w, amun_provinces, &province) && province == list[i] && same;
    }
    return same && !words_name(w, amun_provinces, &province);
}

static bool
same_set(struct found *f, struct words *w, uint32_t set)
{
    uint8_t list[AMUN_PROVINCES];
    int count = 0;

    for (int province = 0; province < AMUN_PROVINCES; province++) {
        if (set >> province & 1)
            list[count++] = (uint8_t)province;
    }
    return same_provinces(f, w, list, count);
}

static bool
same_to_act(struct found *f, struct words *w, const struct amun_state *s)
{
    game_seats seats = amun_to_move(s);

    if (seats == 0)
        return same_word(f, w, "nobody");
    if (seats == 1u << GAME_NATURE)
        return same_word(f, w, "chance");
    return same_seats(f, w, seats);
}

static bool
same_or_none(struct found *f, struct words *w, int number)
{
    return number == AMUN_NONE ? same_word(f, w, "none") : same_number(f, w, number);
}

/* ---- a seat ---- */

static bool
same_tally(struct found *f, struct words *w, struct amun_tally tally)
{
    const struct {
        const char *name;
        int points;
    } lines[] = {{"pyramids", tally.pyramids},
                 {"sets", tally.sets},
                 {"sides", tally.sides},
                 {"temples", tally.temples},
                 {"total", tally.total}};
    bool same = true;

    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        if (words_peek(w, lines[i].name) && words_next(w)) {
            say(f, lines[i].name);
            same = same_number(f, w, lines[i].points) && same;
        }
    }
    return same;
}

static bool
same_marker(struct found *f, struct words *w, const struct amun_state *s, int seat)
{
    if (s->marker[seat] == AMUN_NONE)
        return same_word(f, w, "none");
    return same_word(f, w, amun_province_name(s->marker[seat])) &&
           same_number(f, w, s->options.board.bid_numbers[s->space[seat]]);
}

static bool
holds_of_seat(struct found *f, struct words *w, const struct amun_state *s, int seat)
{
    int temple;

    say(f, w->word);
    if (strcmp(w->word, "gold") == 0)
        return same_number(f, w, s->gold[seat]);
    if (strcmp(w->word, "score") == 0)
        return same_number(f, w, s->score[seat]);
    if (strcmp(w->word, "cards") == 0)
        return same_cards(f, w, s->hand[seat], true);
    if (strcmp(w->word, "provinces") == 0)
        return same_set(f, w, s->owned[seat]);
    if (strcmp(w->word, "marker") == 0)
        return same_marker(f, w, s, seat);
    if (strcmp(w->word, "counts") == 0)
        return same_tally(f, w, amun_score(s, seat));
    if (strcmp(w->word, "income") == 0 && words_number(w, &temple)) {
        say_number(f, temple);
        return same_number(f, w, amun_income(s, seat, temple));
    }
    return false;
}

/* ---- a province ---- */

static bool
same_free_cards(struct found *f, struct words *w, const struct amun_state *s, int province)
{
    static const uint8_t none[AMUN_CARDS];
    const uint8_t *cards = none;

    for (int i = 0; i < s->offered_count; i++) {
        if (s->offered[i] == province)
            cards = s->free_cards[i];
    }
    return same_cards(f, w, cards, true);
}

static bool
holds_of_province(struct found *f, struct words *w, const struct amun_state *s, int province)
{
    say(f, w->word);
    if (strcmp(w->word, "owner") == 0)
        return same_or_none(f, w, amun_owner(s, province));
    if (strcmp(w->word, "farmers") == 0)
        return same_number(f, w, s->farmers[province]);
    if (strcmp(w->word, "free") == 0)
        return same_number(f, w, s->free_farmers[province]);
    if (strcmp(w->word, "stones") == 0)
        return same_number(f, w, s->stones[province]);
    if (strcmp(w->word, "pyramids") == 0)
        return same_number(f, w, s->pyramids[province]);
    if (strcmp(w->word, "cards") == 0)
        return same_free_cards(f, w, s, province);
    return false;
}

/* ---- the table ---- */

static bool
holds_of_piles(struct found *f, struct words *w, const struct amun_state *s)
{
    if (strcmp(w->word, "offered") == 0)
        return same_provinces(f, w, s->offered, s->offered_count);
    if (strcmp(w->word, "deck") == 0)
        return same_cards(f, w, s->deck, false);
    if (strcmp(w->word, "deck_size") == 0)
        return same_number(f, w, sum_of(s->deck));
    if (strcmp(w->word, "discard") == 0)
        return same_cards(f, w, s->discard, true);
    if (strcmp(w->word, "province_deck") == 0)
        return same_number(f, w, bits_count(s->province_deck));
    if (strcmp(w->word, "blockade") == 0)
        return same_seats(f, w, s->blockade);
    if (strcmp(w->word, "overbid_power") == 0)
        return same_seats(f, w, s->overbid_power);
    return false;
}

static bool
holds_of_sacrifice(struct found *f, struct words *w, const struct amun_state *s)
{
    if (strcmp(w->word, "total") == 0)
        return same_number(f, w, s->total);
    if (strcmp(w->word, "due") == 0)
        return same_seats(f, w, s->due);
    if (strcmp(w->word, "placing") == 0) {
        bool cards = same_number(f, w, s->to_draw), farmers = same_number(f, w, s->to_farm);

        return same_number(f, w, s->to_build) && cards && farmers;
    }
    return holds_of_piles(f, w, s);
}

static bool
holds_of_table(struct found *f, struct words *w, const struct amun_state *s)
{
    static const char *const phases[AMUN_PHASES] = {"start",   "provinces", "bid",    "actions",
                                                    "offer",   "correct",   "reward", "income",
                                                    "scoring", "over"};

    say(f, w->word);
    if (strcmp(w->word, "phase") == 0)
        return same_word(f, w, phases[s->phase]);
    if (strcmp(w->word, "over") == 0)
        return s->phase == AMUN_OVER && amun_to_move(s) == 0;
    if (strcmp(w->word, "to_act") == 0)
        return same_to_act(f, w, s);
    if (strcmp(w->word, "turn") == 0)
        return same_number(f, w, s->turn);
    if (strcmp(w->word, "round") == 0)
        return same_number(f, w, s->round);
    if (strcmp(w->word, "starting") == 0)
        return same_or_none(f, w, s->starting);
    if (strcmp(w->word, "temple") == 0)
        return same_number(f, w, s->temple);
    if (strcmp(w->word, "winners") == 0)
        return same_seats(f, w, s->phase == AMUN_OVER ? amun_winners(s) : 0u);
    return holds_of_sacrifice(f, w, s);
}

bool
amun_line_holds(const struct amun_state *s, const char *line, char *found, size_t room)
{
    struct words w = {.rest = line};
    struct found f = {.at = found, .room = room};
    int seat = -1, province = -1;
    bool holds = true;

    found[0] = 0;
    if (words_number(&w, &seat))
        say_number(&f, seat);
    else if (words_name(&w, amun_provinces, &province))
        say(&f, amun_province_name(province));
    if (seat >= s->seats || !*w.rest)
        return false;
    while (holds && words_next(&w)) {
        holds = seat >= 0       ? holds_of_seat(&f, &w, s, seat)
                : province >= 0 ? holds_of_province(&f, &w, s, province)
                                : holds_of_table(&f, &w, s);
    }
    return holds;
}
