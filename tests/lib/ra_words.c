/* SPDX-License-Identifier: MIT
 * ra_words.c -- see ra_words.h. Each word of expect() is a small function that reads what the line
 * says, compares it with the position, and writes down what it found. */
#include "ra_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "t_ra.h"

static const char *
kind_name(int kind)
{
    return ra_kind_name((enum ra_kind)kind);
}

const struct names ra_kinds = {RA_KINDS, kind_name};

int
t_box(const struct ra_state *s, int kind)
{
    int rest = ra_kind_count((enum ra_kind)kind) - s->bag[kind];

    if (kind == RA_RA)
        return rest - s->ra_tiles;
    for (int space = 0; space < RA_TRACK; space++)
        rest -= s->track[space] == kind;
    for (int seat = 0; seat < s->seats; seat++)
        rest -= ra_held(s->tiles[seat], (enum ra_kind)kind);
    if (kind >= RA_FUNERAL && s->waiting) {
        for (int i = 0; i < s->takes; i++)
            rest -= s->taken[i] == kind; /* waits for the end of the god action [RA-GOD-07] */
    }
    return rest;
}

bool
words_kind(struct words *w, int *out)
{
    if (words_peek(w, "-") && words_next(w)) {
        *out = RA_EMPTY;
        return true;
    }
    return words_name(w, ra_kinds, out);
}

uint32_t
words_suns(struct words *w)
{
    uint32_t suns = 0;
    int sun;

    while (words_number(w, &sun))
        suns |= 1u << sun;
    return suns;
}

/* ---- what was found ---- */

static bool
same_suns(struct found *f, struct words *w, uint32_t suns)
{
    for (int sun = 31; sun >= 0; sun--) {
        if (suns >> sun & 1)
            say_number(f, sun);
    }
    return words_suns(w) == suns;
}

static bool
same_track(struct found *f, struct words *w, const struct ra_state *s)
{
    bool same = true;

    for (int space = 0; space < RA_TRACK; space++) {
        int kind = RA_EMPTY;

        words_kind(w, &kind);
        same = same && kind == s->track[space];
        say(f, s->track[space] == RA_EMPTY ? "-" : ra_kind_name((enum ra_kind)s->track[space]));
    }
    return same;
}

static bool
same_to_act(struct found *f, struct words *w, const struct ra_state *s)
{
    game_seats seats = ra_to_move(s);

    if (seats == 0)
        return same_word(f, w, "nobody");
    if (seats == 1u << GAME_NATURE)
        return same_word(f, w, "chance");
    for (int seat = 0; seat < RA_SEATS; seat++) {
        if (seats == 1u << seat)
            return same_number(f, w, seat);
    }
    return same_word(f, w, "several");
}

static bool
same_tally(struct found *f, struct words *w, struct ra_tally tally)
{
    const struct {
        const char *name;
        int points;
    } lines[] = {
        {"gods", tally.gods},
        {"pharaohs", tally.pharaohs},
        {"river", tally.river},
        {"gold", tally.gold},
        {"civilisation", tally.civilisation},
        {"monument_kinds", tally.monument_kinds},
        {"monument_sets", tally.monument_sets},
        {"suns", tally.suns},
        {"total", tally.total},
    };
    bool same = true;

    while (same && words_next(w)) {
        bool known = false;

        for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
            if (strcmp(w->word, lines[i].name) != 0)
                continue;
            say(f, lines[i].name);
            same = same_number(f, w, lines[i].points) && same;
            known = true;
        }
        same = same && known;
    }
    return same;
}

/* ---- the words about a seat, and about the table ---- */

static void
count_display(const struct ra_state *s, int seat, int counts[RA_KINDS])
{
    for (int kind = 0; kind < RA_KINDS; kind++)
        counts[kind] = ra_held(s->tiles[seat], (enum ra_kind)kind);
}

static bool
holds_of_seat(struct found *f, struct words *w, const struct ra_state *s, int seat)
{
    int counts[RA_KINDS], epoch;

    count_display(s, seat, counts);
    say_number(f, seat);
    if (!words_next(w))
        return false;
    say(f, w->word);
    if (strcmp(w->word, "suns") == 0)
        return same_suns(f, w, s->ready[seat]);
    if (strcmp(w->word, "spent") == 0)
        return same_suns(f, w, s->spent[seat]);
    if (strcmp(w->word, "score") == 0)
        return same_number(f, w, s->score[seat]);
    if (strcmp(w->word, "tiles") == 0)
        return same_counts(f, w, ra_kinds, counts, true);
    if (strcmp(w->word, "has") == 0)
        return same_counts(f, w, ra_kinds, counts, false);
    if (strcmp(w->word, "bid") == 0)
        return same_number(f, w, s->bid[seat]);
    if (strcmp(w->word, "passed") == 0)
        return s->passed >> seat & 1;
    if (strcmp(w->word, "counts") == 0)
        return same_tally(f, w, ra_score(s, seat));
    if (strcmp(w->word, "owes") == 0) {
        bool mine = s->owed_seat == seat, unrest = same_number(f, w, mine ? s->owed_unrest : 0);

        return same_number(f, w, mine ? s->owed_earthquake : 0) && unrest;
    }
    if (strcmp(w->word, "net") == 0 && words_number(w, &epoch)) {
        say_number(f, epoch);
        return same_number(f, w, s->epoch_score[epoch - 1][seat]);
    }
    return false;
}

static int
bag_size(const struct ra_state *s)
{
    int size = 0;

    for (int kind = 0; kind < RA_KINDS; kind++)
        size += s->bag[kind];
    return size;
}

static bool
holds_of_stock(struct found *f, struct words *w, const struct ra_state *s, bool box)
{
    int counts[RA_KINDS];

    for (int kind = 0; kind < RA_KINDS; kind++)
        counts[kind] = box ? t_box(s, kind) : s->bag[kind];
    return same_counts(f, w, ra_kinds, counts, false);
}

static bool
holds_of_table(struct found *f, struct words *w, const struct ra_state *s)
{
    static const char *const phases[RA_PHASES] = {
        [RA_DEAL] = "deal",       [RA_TURN] = "turn", [RA_DRAW] = "draw",
        [RA_AUCTION] = "auction", [RA_GODS] = "gods", [RA_DISCARD] = "discard",
        [RA_OVER] = "over",
    };

    if (!words_next(w))
        return false;
    say(f, w->word);
    if (strcmp(w->word, "phase") == 0)
        return same_word(f, w, phases[s->phase]);
    if (strcmp(w->word, "over") == 0)
        return s->phase == RA_OVER && ra_to_move(s) == 0;
    if (strcmp(w->word, "to_act") == 0)
        return same_to_act(f, w, s);
    if (strcmp(w->word, "turn") == 0)
        return same_number(f, w, s->turn);
    if (strcmp(w->word, "epoch") == 0)
        return same_number(f, w, s->epoch);
    if (strcmp(w->word, "ra") == 0)
        return same_number(f, w, s->ra_tiles);
    if (strcmp(w->word, "centre") == 0)
        return same_number(f, w, s->centre_sun);
    if (strcmp(w->word, "lot") == 0)
        return same_number(f, w, ra_lot_size(s));
    if (strcmp(w->word, "left") == 0)
        return same_number(f, w, bag_size(s));
    if (strcmp(w->word, "high") == 0)
        return same_number(f, w, s->high_sun);
    if (strcmp(w->word, "winner") == 0)
        return same_number(f, w, s->phase == RA_OVER ? ra_winner(s) : -1);
    if (strcmp(w->word, "track") == 0)
        return same_track(f, w, s);
    if (strcmp(w->word, "bag") == 0)
        return holds_of_stock(f, w, s, false);
    if (strcmp(w->word, "box") == 0)
        return holds_of_stock(f, w, s, true);
    return false;
}

bool
words_hold(const struct ra_state *s, const char *line, char *found, size_t room)
{
    struct words w = {.rest = line};
    struct found f = {.at = found, .room = room};
    int seat;
    bool holds;

    found[0] = 0;
    if (words_number(&w, &seat))
        holds = seat < s->seats && holds_of_seat(&f, &w, s, seat);
    else
        holds = holds_of_table(&f, &w, s);
    return holds && !words_next(&w); /* a word too many is a mistake in the test */
}
