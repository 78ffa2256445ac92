/* SPDX-License-Identifier: MIT
 * ra_scene.c -- positions and events in the words of the rules tests.
 *
 * A scene starts from a dealt game and overwrites what the lines name, so that fields nobody speaks
 * of are as the rules leave them. The bag gets every tile that is nowhere else. */
#include <stdio.h>
#include <string.h>

#include "bits.h"
#include "t_ra.h"
#include "ra_words.h"

/* ---- reading a scene ---- */

enum { EDITION_NOT_NAMED = 0xff };

struct scene {
    struct ra_state *s;
    struct ra_options options;
    int seats, bag[RA_KINDS], box[RA_KINDS];
    bool bag_given, suns_given[RA_SEATS];
};

/* Where a kind's bits are in a display: see ra_display in ra.h. */
static int
display_shift(int kind)
{
    static const int shifts[] = {
        [RA_GOD] = 0, [RA_PHARAOH] = 4, [RA_NILE] = 9, [RA_FLOOD] = 14, [RA_GOLD] = 18};

    return kind <= RA_GOLD ? shifts[kind] : 21 + 3 * (kind - RA_ASTRONOMY);
}

static const char *
read_seat(struct scene *scene, struct words *w, int seat)
{
    struct ra_state *s = scene->s;
    int counts[RA_KINDS] = {0}, score;

    if (seat >= scene->seats)
        return "no such seat";
    while (words_next(w)) {
        if (strcmp(w->word, "suns") == 0) {
            s->ready[seat] = words_suns(w);
            scene->suns_given[seat] = true;
        } else if (strcmp(w->word, "spent") == 0) {
            s->spent[seat] = words_suns(w);
            scene->suns_given[seat] = true;
        } else if (strcmp(w->word, "score") == 0 && words_number(w, &score)) {
            s->score[seat] = (int16_t)score;
        } else if (strcmp(w->word, "tiles") == 0) {
            words_counts(w, ra_kinds, counts);
        } else {
            return "a word about a seat is not known";
        }
    }
    for (int kind = RA_GOD; kind < RA_FUNERAL; kind++)
        s->tiles[seat] += (ra_display)counts[kind] << display_shift(kind);
    return NULL;
}

static const char *
read_stock(struct scene *scene, struct words *w)
{
    if (strcmp(w->word, "bag") == 0) {
        scene->bag_given = true;
        words_counts(w, ra_kinds, scene->bag);
    } else {
        words_counts(w, ra_kinds, scene->box);
    }
    return NULL;
}

static const char *
read_number(struct scene *scene, struct words *w)
{
    const struct {
        const char *name;
        uint8_t *field;
    } numbers[] = {
        {"epoch", &scene->s->epoch},
        {"turn", &scene->s->turn},
        {"ra", &scene->s->ra_tiles},
        {"centre", &scene->s->centre_sun},
    };

    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        int number;

        if (strcmp(w->word, numbers[i].name) == 0 && words_number(w, &number)) {
            *numbers[i].field = (uint8_t)number;
            return NULL;
        }
    }
    return "a word of the scene is not known";
}

static const char *
read_line(struct scene *scene, const char *line)
{
    struct words w = {.rest = line};
    const char *wrong = NULL;
    int seat, kind, space = 0;

    if (words_number(&w, &seat))
        return read_seat(scene, &w, seat);
    while (!wrong && words_next(&w)) {
        if (strcmp(w.word, "players") == 0 || strcmp(w.word, "edition") == 0 ||
            strcmp(w.word, "god_disaster") == 0 || strcmp(w.word, "empty_invoke") == 0) {
            words_next(&w); /* read before: see read_options */
        } else if (strcmp(w.word, "track") == 0) {
            while (space < RA_TRACK && words_kind(&w, &kind))
                scene->s->track[space++] = (uint8_t)kind;
        } else if (strcmp(w.word, "bag") == 0 || strcmp(w.word, "box") == 0) {
            wrong = read_stock(scene, &w);
        } else {
            wrong = read_number(scene, &w);
        }
    }
    return wrong;
}

static enum ra_edition unnamed_edition = RA_2016;

void
t_set_edition(enum ra_edition edition)
{
    unnamed_edition = edition;
}

static const char *
read_options(struct scene *scene, const char *line)
{
    struct words w = {.rest = line};

    while (words_next(&w)) {
        struct words key = w;

        if (strcmp(w.word, "players") == 0)
            words_number(&w, &scene->seats);
        else if ((strcmp(w.word, "edition") == 0 || strcmp(w.word, "god_disaster") == 0 ||
                  strcmp(w.word, "empty_invoke") == 0) &&
                 words_next(&w) &&
                 ra_game.set_option(&scene->options, key.word, w.word) != GAME_OK)
            return "no such option";
    }
    return NULL;
}

/* Players and options of all lines; what they do not name is the default. */
static const char *
read_all_options(struct scene *scene, const char *const *lines)
{
    const char *wrong = NULL;

    ra_game.defaults(&scene->options);
    scene->options.edition = EDITION_NOT_NAMED;
    for (int i = 0; lines[i] && !wrong; i++)
        wrong = read_options(scene, lines[i]);
    if (scene->options.edition == EDITION_NOT_NAMED)
        scene->options.edition =
            (uint8_t)(scene->seats == 2 && unnamed_edition == RA_1999 ? RA_2005
                                                                      : unnamed_edition);
    return wrong;
}

/* ---- filling in what was not said ---- */

static const char *
fill_suns(struct scene *scene)
{
    struct ra_state *s = scene->s;
    uint32_t left = ra_suns_in_play(s->seats) & ~(1u << s->centre_sun);
    int each = s->seats <= 3 ? 4 : 3;
    bool given = s->centre_sun != 1;

    for (int seat = 0; seat < s->seats; seat++)
        given = given || scene->suns_given[seat];
    for (int seat = 0; seat < s->seats && !given; seat++)
        s->ready[seat] = ra_sun_group(s->seats, seat + 1);

    for (int seat = 0; seat < s->seats; seat++) {
        if (left != (left | s->ready[seat] | s->spent[seat]))
            return "a sun is in two places or not in play";
        left &= ~(s->ready[seat] | s->spent[seat]);
    }
    for (int seat = 0; seat < s->seats; seat++) {
        while (left && bits_count(s->ready[seat] | s->spent[seat]) < each) {
            uint32_t lowest = left & ~(left - 1);

            if (scene->suns_given[seat])
                s->spent[seat] |= lowest;
            else
                s->ready[seat] |= lowest;
            left &= ~lowest;
        }
    }
    return left ? "a seat has too many suns" : NULL;
}

static const char *
fill_bag(struct scene *scene)
{
    struct ra_state *s = scene->s;

    memset(s->bag, 0, sizeof s->bag);
    for (int kind = 0; kind < RA_KINDS; kind++) {
        int rest = t_box(s, kind); /* the bag being empty, all that is nowhere else */
        int bag = scene->bag_given ? scene->bag[kind] : rest - scene->box[kind];

        if (rest < 0 || bag < 0 || bag > rest)
            return "there are not so many tiles of a kind";
        s->bag[kind] = (uint8_t)bag;
    }
    return NULL;
}

/* A game in which seat i was dealt group i+1; then nothing in front of anybody. */
static const char *
deal(struct scene *scene)
{
    static const char *const deals[] = {
        [2] = "deal:1,2", [3] = "deal:1,2,3", [4] = "deal:1,2,3,4", [5] = "deal:1,2,3,4,5"};
    struct ra_state *s = scene->s;
    game_action action;

    if (ra_setup(s, scene->seats, &scene->options) != GAME_OK)
        return "no such game";
    if (ra_read_action(s, deals[scene->seats], &action) != GAME_OK ||
        ra_apply(s, GAME_NATURE, action, NULL) != GAME_OK)
        return "the suns could not be dealt";
    memset(s->ready, 0, sizeof s->ready);
    memset(s->spent, 0, sizeof s->spent);
    s->turn = 0;
    return NULL;
}

const char *
t_new_game(struct ra_state *s, const char *const *lines)
{
    struct scene scene = {.s = s, .seats = 3};
    const char *wrong = NULL;

    wrong = read_all_options(&scene, lines);
    if (!wrong && ra_setup(s, scene.seats, &scene.options) != GAME_OK)
        wrong = "there is no such game";
    return wrong;
}

const char *
t_position(struct ra_state *s, const char *const *lines)
{
    struct scene scene = {.s = s, .seats = 3};
    const char *wrong = NULL;

    wrong = read_all_options(&scene, lines);
    if (!wrong)
        wrong = deal(&scene);
    for (int i = 0; lines[i] && !wrong; i++)
        wrong = read_line(&scene, lines[i]);
    if (!wrong)
        wrong = fill_suns(&scene);
    if (!wrong)
        wrong = fill_bag(&scene);
    if (!wrong && s->ready[s->turn] == 0)
        wrong = "the seat on turn has no ready sun";
    return wrong;
}

/* ---- events ---- */

/* Whether the detail of an event is a kind of tile. */
static bool
names_a_kind(int event)
{
    return event == RA_EV_TILE_DRAWN || event == RA_EV_GOT_TILE || event == RA_EV_GOD_TOOK ||
           event == RA_EV_DISASTER || event == RA_EV_LOST;
}

/* Whether 0 is worth saying: points. */
static bool
names_points(int event)
{
    return event >= RA_EV_TALLY_GODS && event <= RA_EV_SCORED;
}

void
t_event(const struct game_event *event, char *buf, size_t room)
{
    int len = snprintf(buf, room, "%d %s", event->seat, ra_game.event_name(event->kind));

    if (names_a_kind(event->kind))
        len += snprintf(buf + len, room - (size_t)len, " %s",
                        ra_kind_name((enum ra_kind)event->detail));
    else if (event->detail != 0 || names_points(event->kind))
        len += snprintf(buf + len, room - (size_t)len, " %d", (int)event->detail);
    if (event->count != 0)
        snprintf(buf + len, room - (size_t)len, " (%d)", event->count);
}

/* ---- Ra as the game of a test program ---- */

static const char *
any_new_game(void *s, const char *const *lines)
{
    return t_new_game(s, lines);
}

static const char *
any_position(void *s, const char *const *lines)
{
    return t_position(s, lines);
}

static const char *
any_check(const void *s)
{
    for (int kind = 0; kind < RA_KINDS; kind++) {
        if (t_box(s, kind) < 0)
            return "there are more tiles of a kind than the game has";
    }
    return NULL;
}

static bool
any_holds(const void *s, const char *line, char *found, size_t room)
{
    return words_hold(s, line, found, room);
}

static const char *const editions[] = {"1999", "2005", "2016", NULL};

static void
begin_run(int run)
{
    t_set_edition((enum ra_edition)run);
}

const struct t_game t_game = {
    .game = &ra_game,
    .draws = "tile:",
    .runs = editions,
    .begin_run = begin_run,
    .new_game = any_new_game,
    .position = any_position,
    .check = any_check,
    .holds = any_holds,
    .event = t_event,
};
