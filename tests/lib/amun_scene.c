/* SPDX-License-Identifier: MIT
 * amun_scene.c -- positions and events of Amun-Re in the words of the rules tests.
 *
 * A scene starts from a new game and overwrites what the lines name. What a consistent position needs
 * beyond that is filled in as t_amun.h says. */
#include <stdio.h>
#include <string.h>

#include "amun_words.h"
#include "bits.h"
#include "t_amun.h"

struct scene {
    struct amun_state *s;
    struct amun_options options;
    int seats, next_temple, rest_to; /* rest_to: the seat with "cards rest", or -1 */
    int deck[AMUN_CARDS], discard[AMUN_CARDS];
    bool deck_given, discard_given, turn_given, temple_given;
    uint8_t lying[AMUN_PROVINCES][AMUN_CARDS];
};

/* ---- options ---- */

static void
read_bid_numbers(struct scene *scene, struct words *w)
{
    struct amun_board *board = &scene->options.board;
    int number;

    memset(board->bid_numbers, 0, sizeof board->bid_numbers);
    for (board->bid_count = 0; board->bid_count < AMUN_SPACES && words_number(w, &number);)
        board->bid_numbers[board->bid_count++] = (int16_t)number;
}

static const char *
read_options(struct scene *scene, const char *line)
{
    struct words w = {.rest = line};
    int province, number;

    while (words_next(&w)) {
        struct words key = w;

        if (strcmp(w.word, "players") == 0) {
            words_number(&w, &scene->seats);
        } else if (strcmp(w.word, "next_temple") == 0) {
            words_number(&w, &scene->next_temple);
        } else if (strcmp(w.word, "bid_numbers") == 0) {
            read_bid_numbers(scene, &w);
        } else if (strcmp(w.word, "free_cards") == 0) {
            if (!words_name(&w, amun_provinces, &province) || !words_number(&w, &number))
                return "free_cards wants a province and a number";
            scene->options.board.provinces[province].free_cards = (uint8_t)number;
        } else if (strcmp(w.word, "baharya_printed_farmers") == 0 ||
                   strcmp(w.word, "supplies") == 0 ||
                   strcmp(w.word, "side_award_min_pyramids") == 0 ||
                   strcmp(w.word, "gold_tie_ranks") == 0 || strcmp(w.word, "board") == 0) {
            words_next(&w);
            if (amun_game.set_option(&scene->options, key.word, w.word) != GAME_OK)
                return "no such option";
        }
    }
    return NULL;
}

/* Ranges that send the total of nothing but -3 cards to space `next_temple`. */
static void
bend_ranges(struct scene *scene)
{
    for (int space = 1; space <= 3 && scene->next_temple; space++)
        scene->options.board.temple_limits[space - 1] =
            (int16_t)(-3 * scene->seats + space - scene->next_temple);
}

static const char *
read_all_options(struct scene *scene, const char *const *lines)
{
    const char *wrong = NULL;

    amun_game.defaults(&scene->options);
    for (int i = 0; lines[i] && !wrong; i++)
        wrong = read_options(scene, lines[i]);
    bend_ranges(scene);
    return wrong;
}

/* ---- lines ---- */

static uint16_t
read_set(struct words *w)
{
    unsigned set = 0;
    int province;

    while (words_name(w, amun_provinces, &province))
        set |= 1u << province;
    return (uint16_t)set;
}

static void
read_cards(struct words *w, uint8_t cards[AMUN_CARDS])
{
    int counts[AMUN_CARDS] = {0};

    words_counts(w, amun_cards, counts);
    for (int card = 0; card < AMUN_CARDS; card++)
        cards[card] = (uint8_t)(cards[card] + counts[card]);
}

static const char *
read_seat(struct scene *scene, struct words *w, int seat)
{
    struct amun_state *s = scene->s;
    int number;

    if (seat >= scene->seats)
        return "no such seat";
    while (words_next(w)) {
        if (strcmp(w->word, "gold") == 0 && words_number(w, &number)) {
            s->gold[seat] = (int16_t)number;
        } else if (strcmp(w->word, "score") == 0 && words_number(w, &number)) {
            s->score[seat] = (int16_t)number;
        } else if (strcmp(w->word, "cards") == 0) {
            read_cards(w, s->hand[seat]);
        } else if (strcmp(w->word, "rest") == 0) {
            scene->rest_to = seat;
        } else if (strcmp(w->word, "provinces") == 0) {
            s->owned[seat] = read_set(w);
        } else {
            return "a word about a seat is not known";
        }
    }
    return NULL;
}

static const char *
read_province(struct scene *scene, struct words *w, int province)
{
    struct amun_state *s = scene->s;

    while (words_next(w)) {
        struct words key = *w;
        int number;

        if (strcmp(key.word, "cards") == 0) {
            read_cards(w, scene->lying[province]);
            continue;
        }
        if (!words_number(w, &number))
            return "a word about a province wants a number";
        if (strcmp(key.word, "farmers") == 0)
            s->farmers[province] = (uint8_t)number;
        else if (strcmp(key.word, "free") == 0)
            s->free_farmers[province] = (uint8_t)number;
        else if (strcmp(key.word, "stones") == 0)
            s->stones[province] = (uint8_t)number;
        else if (strcmp(key.word, "pyramids") == 0)
            s->pyramids[province] = (uint16_t)number;
        else
            return "a word about a province is not known";
    }
    return NULL;
}

static const char *
read_phase(struct scene *scene, struct words *w)
{
    static const char *const names[] = {"provinces", "bid", "actions", "offer"};
    static const uint8_t phases[] = {AMUN_DRAWING, AMUN_BID, AMUN_ACTIONS, AMUN_OFFER};

    words_next(w);
    for (size_t i = 0; i < sizeof phases; i++) {
        if (strcmp(w->word, names[i]) == 0) {
            scene->s->phase = phases[i];
            return NULL;
        }
    }
    return "a scene cannot be in this phase";
}

static void
read_offered(struct scene *scene, struct words *w)
{
    struct amun_state *s = scene->s;
    int province;

    while (s->offered_count < AMUN_SEATS && words_name(w, amun_provinces, &province))
        s->offered[s->offered_count++] = (uint8_t)province;
}

static const char *
read_number(struct scene *scene, struct words *w)
{
    struct amun_state *s = scene->s;
    struct words key = *w;
    int number;

    if (!words_number(w, &number))
        return "a word of the scene is not known";
    if (strcmp(key.word, "round") == 0) {
        s->round = (uint8_t)number;
    } else if (strcmp(key.word, "starting") == 0) {
        s->starting = (uint8_t)number;
    } else if (strcmp(key.word, "turn") == 0) {
        s->turn = (uint8_t)number;
        scene->turn_given = true;
    } else if (strcmp(key.word, "temple") == 0) {
        s->temple = (uint8_t)number;
        scene->temple_given = true;
    } else {
        return "a word of the scene is not known";
    }
    return NULL;
}

/* Words that read_options() has read before. */
static bool
skips_option(struct words *w)
{
    static const char *const ones[] = {"players",
                                       "next_temple",
                                       "baharya_printed_farmers",
                                       "supplies",
                                       "side_award_min_pyramids",
                                       "gold_tie_ranks",
                                       "board"};
    int number;

    for (size_t i = 0; i < sizeof ones / sizeof ones[0]; i++) {
        if (strcmp(w->word, ones[i]) == 0)
            return words_next(w);
    }
    if (strcmp(w->word, "free_cards") == 0)
        return words_next(w) && words_number(w, &number);
    if (strcmp(w->word, "bid_numbers") != 0)
        return false;
    while (words_number(w, &number))
        ;
    return true;
}

static const char *
read_line(struct scene *scene, const char *line)
{
    struct words w = {.rest = line};
    const char *wrong = NULL;
    int number;

    if (words_number(&w, &number))
        return read_seat(scene, &w, number);
    if (words_name(&w, amun_provinces, &number))
        return read_province(scene, &w, number);
    while (!wrong && words_next(&w)) {
        if (skips_option(&w))
            continue;
        if (strcmp(w.word, "phase") == 0) {
            wrong = read_phase(scene, &w);
        } else if (strcmp(w.word, "offered") == 0) {
            read_offered(scene, &w);
        } else if (strcmp(w.word, "in_play") == 0) {
            scene->s->province_deck = read_set(&w);
        } else if (strcmp(w.word, "deck") == 0) {
            scene->deck_given = true;
            words_counts(&w, amun_cards, scene->deck);
        } else if (strcmp(w.word, "discard") == 0) {
            scene->discard_given = true;
            words_counts(&w, amun_cards, scene->discard);
        } else {
            wrong = read_number(scene, &w);
        }
    }
    return wrong;
}

/* ---- filling in what was not said ---- */

static unsigned
offered_set(const struct amun_state *s)
{
    unsigned set = 0;

    for (int i = 0; i < s->offered_count; i++)
        set |= 1u << s->offered[i];
    return set;
}

/* The next province to fill in: the first that is free, those with printed free cards last. */
static int
next_free(const struct amun_state *s, unsigned taken, unsigned wanted)
{
    for (int pass = 0; pass < 2; pass++) {
        for (int p = 0; p < AMUN_PROVINCES; p++) {
            bool cards = s->options.board.provinces[p].free_cards > 0;

            if (!(taken >> p & 1) && (wanted >> p & 1) && cards == (pass == 1))
                return p;
        }
    }
    return AMUN_NONE;
}

static const char *
fill_provinces(struct scene *scene)
{
    struct amun_state *s = scene->s;
    unsigned all = (1u << AMUN_PROVINCES) - 1, taken = offered_set(s);
    unsigned wanted = s->round > 3 && s->province_deck != all ? s->province_deck : all;
    int each = (s->round - 1) % 3 + (s->phase > AMUN_BID), p;

    for (int i = 0; i < scene->seats; i++)
        taken |= s->owned[i];
    for (int i = 0; i < scene->seats; i++) {
        while (bits_count(s->owned[i]) < each &&
               (p = next_free(s, taken, wanted)) != AMUN_NONE) {
            s->owned[i] |= (uint16_t)(1u << p);
            taken |= 1u << p;
        }
    }
    while (s->phase == AMUN_BID && s->offered_count < scene->seats &&
           (p = next_free(s, taken, wanted)) != AMUN_NONE) {
        s->offered[s->offered_count++] = (uint8_t)p;
        taken |= 1u << p;
    }
    s->drawn = (uint16_t)taken;
    if (s->round <= 3)
        wanted = all;
    for (p = 0; p < AMUN_PROVINCES && s->round > 3; p++) {
        if (s->stones[p] || s->pyramids[p])
            taken |= 1u << p;
    }
    while (s->round > 3 && bits_count(taken) < 3 * scene->seats &&
           (p = next_free(s, taken, wanted)) != AMUN_NONE)
        taken |= 1u << p;
    s->province_deck = (uint16_t)((s->round > 3 ? taken : all) & ~(unsigned)s->drawn);
    return NULL;
}

static void
place_free_cards(struct scene *scene)
{
    struct amun_state *s = scene->s;

    for (int i = 0; i < s->offered_count; i++)
        memcpy(s->free_cards[i], scene->lying[s->offered[i]], sizeof s->free_cards[i]);
}

/* Cards of a kind that are neither in the deck nor among the discards. */
static int
cards_placed(const struct amun_state *s, int card)
{
    int count = 0;

    for (int i = 0; i < s->seats; i++)
        count += s->hand[i][card] + s->free_cards[i][card];
    return count;
}

static const char *
fill_piles(struct scene *scene)
{
    struct amun_state *s = scene->s;

    place_free_cards(scene);
    for (int card = 0; card < AMUN_CARDS; card++) {
        int rest = s->options.board.power_cards[card] - cards_placed(s, card);
        int discard = scene->discard[card], deck = rest - discard;

        if (scene->deck_given) {
            deck = scene->deck[card];
            discard = scene->discard_given ? discard : rest - deck;
        }
        rest -= deck + discard;
        if (deck < 0 || discard < 0 || rest < 0 || (rest > 0 && scene->rest_to < 0))
            return "the cards of a kind do not add up";
        s->deck[card] = (uint8_t)deck;
        s->discard[card] = (uint8_t)discard;
        if (rest)
            s->hand[scene->rest_to][card] = (uint8_t)(s->hand[scene->rest_to][card] + rest);
    }
    return NULL;
}

/* ---- scenes ---- */

const char *
amun_new_game(struct amun_state *s, const char *const *lines)
{
    struct scene scene = {.s = s, .seats = 3, .rest_to = -1};
    const char *wrong = read_all_options(&scene, lines);

    if (!wrong && amun_setup(s, scene.seats, &scene.options) != GAME_OK)
        wrong = "there is no such game";
    return wrong;
}

const char *
amun_position(struct amun_state *s, const char *const *lines)
{
    struct scene scene = {.s = s, .seats = 3, .rest_to = -1};
    const char *wrong = read_all_options(&scene, lines);

    if (!wrong && amun_setup(s, scene.seats, &scene.options) != GAME_OK)
        wrong = "there is no such game";
    if (wrong)
        return wrong;
    s->phase = AMUN_ACTIONS;
    s->starting = 0;
    memset(s->hand, 0, sizeof s->hand);
    for (int i = 0; lines[i] && !wrong; i++)
        wrong = read_line(&scene, lines[i]);
    if (!scene.turn_given && (s->phase == AMUN_ACTIONS || s->phase == AMUN_BID))
        s->turn = s->starting;
    if (!scene.temple_given)
        s->temple = s->round > 1 ? 2 : 0;
    if (!wrong)
        wrong = fill_provinces(&scene);
    if (!wrong)
        wrong = fill_piles(&scene);
    return wrong;
}

/* ---- events ---- */

enum part { NOTHING, NUMBER, PROVINCE, CARD, SIDE };

/* What detail and count of an event are; see amun.h. */
static const struct {
    uint8_t detail, count;
} parts[AMUN_EV_COUNT] = {
    [AMUN_EV_ROUND_BEGAN] = {NUMBER, NOTHING},
    [AMUN_EV_PROVINCE_DRAWN] = {PROVINCE, NUMBER},
    [AMUN_EV_FREE_CARD] = {CARD, PROVINCE},
    [AMUN_EV_FREE_STONE] = {PROVINCE, NOTHING},
    [AMUN_EV_PYRAMID] = {PROVINCE, NOTHING},
    [AMUN_EV_RESHUFFLED] = {NUMBER, NOTHING},
    [AMUN_EV_BID] = {NUMBER, PROVINCE},
    [AMUN_EV_PLAYED] = {CARD, PROVINCE},
    [AMUN_EV_PAID] = {NUMBER, PROVINCE},
    [AMUN_EV_FREE_GOLD] = {NUMBER, PROVINCE},
    [AMUN_EV_TOOK_CARD] = {CARD, PROVINCE},
    [AMUN_EV_SOLD] = {CARD, NUMBER},
    [AMUN_EV_BOUGHT_CARDS] = {NUMBER, NUMBER},
    [AMUN_EV_DREW] = {CARD, NOTHING},
    [AMUN_EV_FARMER] = {PROVINCE, NUMBER},
    [AMUN_EV_STONE] = {PROVINCE, NUMBER},
    [AMUN_EV_OFFERED] = {NUMBER, NUMBER},
    [AMUN_EV_CORRECTED] = {NUMBER, NOTHING},
    [AMUN_EV_TOTAL] = {NUMBER, NOTHING},
    [AMUN_EV_TEMPLE] = {NUMBER, NOTHING},
    [AMUN_EV_REWARD_DUE] = {NUMBER, NUMBER},
    [AMUN_EV_REWARD] = {NUMBER, NOTHING},
    [AMUN_EV_STOLE] = {NUMBER, NOTHING},
    [AMUN_EV_HARVESTED] = {NUMBER, PROVINCE},
    [AMUN_EV_FURTHER_INCOME] = {NUMBER, PROVINCE},
    [AMUN_EV_EIGHT_GOLD] = {NUMBER, PROVINCE},
    [AMUN_EV_INCOME] = {NUMBER, NOTHING},
    [AMUN_EV_SCORE_PYRAMIDS] = {NUMBER, NOTHING},
    [AMUN_EV_SCORE_SETS] = {NUMBER, NUMBER},
    [AMUN_EV_SCORE_SIDE] = {NUMBER, SIDE},
    [AMUN_EV_SCORE_TEMPLES] = {NUMBER, NUMBER},
    [AMUN_EV_SCORE_BONUS] = {NUMBER, CARD},
    [AMUN_EV_CASHED] = {NUMBER, NUMBER},
    [AMUN_EV_SCORE_GOLD] = {NUMBER, NUMBER},
    [AMUN_EV_SCORED] = {NUMBER, NOTHING},
};

static int
write_part(char *buf, size_t room, enum part part, int32_t value, const char *before,
           const char *after)
{
    char digits[16];
    const char *text = digits;

    snprintf(digits, sizeof digits, "%d", (int)value);
    if (part == PROVINCE && value < AMUN_PROVINCES)
        text = amun_province_name(value);
    if (part == CARD)
        text = amun_card_name(value);
    if (part == SIDE)
        text = value == AMUN_WEST ? "west" : "east";
    if (part == NOTHING || (part == PROVINCE && value == AMUN_NONE))
        return 0;
    return snprintf(buf, room, "%s%s%s", before, text, after);
}

void
amun_event_text(const struct game_event *event, char *buf, size_t room)
{
    char seat[2] = {event->seat == GAME_NATURE ? '-' : (char)('0' + event->seat), 0};
    enum part detail = (enum part)parts[event->kind].detail;
    enum part count = (enum part)parts[event->kind].count;
    int len = snprintf(buf, room, "%s %s", seat, amun_game.event_name(event->kind));

    len += write_part(buf + len, room - (size_t)len, detail, event->detail, " ", "");
    if (count != NUMBER || event->count != 0)
        write_part(buf + len, room - (size_t)len, count, event->count, " (", ")");
}

/* ---- Amun-Re as the game of a test program ---- */

static const char *
any_new_game(void *s, const char *const *lines)
{
    return amun_new_game(s, lines);
}

static const char *
any_position(void *s, const char *const *lines)
{
    return amun_position(s, lines);
}

/* Counted anew here, whatever amun_check() counts: cards, owners, and what there is of limited supplies. */
static const char *
any_check(const void *state)
{
    const struct amun_state *s = state;
    int cards = 0, stones = 0, pyramids = 0, farmers = 0;
    unsigned owned = 0;

    for (int card = 0; card < AMUN_CARDS; card++)
        cards += s->deck[card] + s->discard[card] + cards_placed(s, card);
    if (cards + bits_count(s->blockade) + bits_count(s->overbid_power) != 39)
        return "there are not 39 power cards";
    for (int i = 0; i < s->seats; i++) {
        if (owned & s->owned[i])
            return "a province has two owners";
        owned |= s->owned[i];
    }
    for (int p = 0; p < AMUN_PROVINCES; p++) {
        stones += s->stones[p];
        pyramids += s->pyramids[p];
        farmers += s->farmers[p] + s->free_farmers[p];
    }
    if (s->options.supplies_limited && (stones > 15 || pyramids > 45 || farmers > 45))
        return "more stands on the board than the box holds";
    return NULL;
}

static bool
any_holds(const void *s, const char *line, char *found, size_t room)
{
    return amun_line_holds(s, line, found, room);
}

static void
begin_run(int run)
{
    (void)run; /* there is one edition */
}

static const char *const editions[] = {"2003", NULL};

const struct t_game t_game = {
    .game = &amun_game,
    .draws = "card:",
    .runs = editions,
    .begin_run = begin_run,
    .new_game = any_new_game,
    .position = any_position,
    .check = any_check,
    .holds = any_holds,
    .event = amun_event_text,
};
