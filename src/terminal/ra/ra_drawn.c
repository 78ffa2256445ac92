/* SPDX-License-Identifier: MIT
 * ra_drawn.c -- see ra_drawn.h. */
#include "ra_drawn.h"

#include <string.h>

#include "letters.h"
#include "minmax.h"
#include "phrase.h"
#include "ra_speak.h"

enum {
    GAP = 3,
    NAME = 4,
    NAME_ROOM = 15,
    POINTS = 20,
    POINTS_ROOM = 11,
    SUNS = 33,
    STATUS_ROOM = 18
};

/* No two kinds have the same shape, so that colours only help. */
/* clang-format off */
static const struct sign kinds[RA_KINDS] = {
    [RA_RA] = {"☼", '*', INK_ALARM}, [RA_GOD] = {"★", 'G', INK_GOLD}, [RA_PHARAOH] = {"♛", 'P', INK_VIOLET},
    [RA_NILE] = {"≈", '~', INK_WATER}, [RA_FLOOD] = {"≋", '=', INK_WATER}, [RA_GOLD] = {"◉", '$', INK_GOLD},
    [RA_ASTRONOMY] = {"✦", 'a', INK_GREEN}, [RA_AGRICULTURE] = {"♣", 'g', INK_GREEN},
    [RA_WRITING] = {"✎", 'w', INK_GREEN}, [RA_RELIGION] = {"☥", 'r', INK_GREEN}, [RA_ART] = {"♪", 't', INK_GREEN},
    [RA_FORTRESS] = {"▣", 'F', INK_CLAY}, [RA_OBELISK] = {"▮", 'I', INK_CLAY}, [RA_PALACE] = {"⌂", 'H', INK_CLAY},
    [RA_PYRAMID] = {"▲", 'A', INK_CLAY}, [RA_SPHINX] = {"Ω", 'S', INK_CLAY}, [RA_STATUE] = {"♙", 'i', INK_CLAY},
    [RA_STEP_PYRAMID] = {"△", 'Z', INK_CLAY}, [RA_TEMPLE] = {"∏", 'M', INK_CLAY},
    [RA_FUNERAL] = {"†", 'x', INK_ALARM}, [RA_DROUGHT] = {"○", 'o', INK_ALARM}, [RA_UNREST] = {"‡", '!', INK_ALARM},
    [RA_EARTHQUAKE] = {"↯", '%', INK_ALARM},
};
/* clang-format on */
static const struct sign space = {"·", '.', INK_DIM}, on_turn = {"▶", '>', INK_BOLD};

/* ---- the middle of the table ---- */

/* The Ra track, the sun in the centre, the bag. */
static void
draw_middle(const struct ra_state *s, struct drawing *d)
{
    int column = 2, bag = 0, row = 1;

    for (int kind = 0; kind < RA_KINDS; kind++)
        bag += s->bag[kind];
    column += drawing_line(d, row, column, INK_PLAIN, phrase("ra.table.ratrack")) + 1;
    for (int i = 0; i < ra_track_length(s->seats); i++)
        drawing_sign(d, row, column++, i < s->ra_tiles ? &kinds[RA_RA] : &space);
    column += GAP;
    column += drawing_line(d, row, column, INK_PLAIN, phrase("ra.table.centre")) + 1;
    column += drawing_int(d, row, column, INK_GOLD, "(", s->centre_sun, ")") + GAP;
    column += drawing_line(d, row, column, INK_PLAIN, phrase("ra.odds.title")) + 1;
    column += drawing_int(d, row, column, INK_BOLD, "", bag, "") + 2;
    drawing_sign(d, row, column, &kinds[RA_RA]);
    column += 2;
    column += drawing_int(d, row, column, INK_BOLD, "", s->bag[RA_RA], " ");
    if (bag)
        drawing_int(d, row, column, INK_PLAIN, "(", (200 * s->bag[RA_RA] + bag) / (2 * bag),
                    " %)");
}

/* How many tiles fit beside each other: all, or half of them. */
static int
tiles_in_row(const struct drawing *d, const struct speech *speech)
{
    int widest = 0;

    for (int kind = 0; kind < RA_KINDS; kind++) {
        const char *name = ra_kind_phrase(speech, kind);

        widest = int_max(widest, letters_width(name, strlen(name)));
    }
    return (d->width - 1) / RA_TRACK - 1 >= widest + 3 ? RA_TRACK : RA_TRACK / 2;
}

/* Returns the row of the line below the lot. */
static int
draw_lot(const struct speech *speech, const struct ra_state *s, struct drawing *d, int row)
{
    int in_row = tiles_in_row(d, speech), last = d->width - 1;

    for (int i = 0; i < RA_TRACK; i++) {
        int at = i % in_row, top = row + i / in_row * 2;
        int left = at * last / in_row, right = (at + 1) * last / in_row;

        drawing_frame(d, top, left, top + 2, right);
        if (s->track[i] == RA_EMPTY) {
            drawing_sign(d, top + 1, left + 2, &space);
            continue;
        }
        drawing_sign(d, top + 1, left + 2, &kinds[s->track[i]]);
        drawing_put(d, top + 1, left + 4, right - left - 4, INK_PLAIN,
                    ra_kind_phrase(speech, s->track[i]));
    }
    return row + RA_TRACK / in_row * 2;
}

static void
draw_titles(const struct speech *speech, const struct ra_state *s, struct drawing *d, int row)
{
    char epoch[] = "ra.epoch.0", lot[128], who[256];
    struct text t = text_in(lot, sizeof lot), cause = text_in(who, sizeof who);
    int column = 2;

    epoch[sizeof epoch - 2] = (char)('0' + s->epoch);
    drawing_title(d, 0, 2, INK_BOLD, phrase(epoch));
    put_format(&t, "%s %d/%d", phrase("ra.table.track"), ra_lot_size(s), RA_TRACK);
    column += drawing_title(d, row, column, INK_BOLD, lot) + GAP;
    if (s->cause == RA_NO_AUCTION)
        return;
    fill(&cause, phrase(s->cause == RA_BY_TILE ? "ra.auction.drawn" : "ra.auction.invoked"),
         &(struct filling){.player = speech->names[s->turn]});
    drawing_title(d, row, column, INK_ALARM, who);
}

/* ---- the seats ---- */

static int
draw_suns(struct drawing *d, int row, int column, uint32_t suns, bool ready)
{
    int from = column;

    for (int sun = 1; sun <= RA_SUNS; sun++) {
        if (!(suns >> sun & 1))
            continue;
        column += ready ? drawing_int(d, row, column, INK_GOLD, "(", sun, ")")
                        : drawing_int(d, row, column, INK_DIM, "[", sun, "]");
        column++;
    }
    return column - from;
}

/* What a seat does in the auction. */
static const char *
bidder_phrase(const struct ra_state *s, int seat)
{
    if (s->bid[seat])
        return "ra.auction.bid";
    if (s->passed >> seat & 1)
        return "ra.auction.passed";
    if (s->phase == RA_AUCTION && seat == s->bidder)
        return "ra.auction.asked";
    return s->ready[seat] >> (s->high_sun + 1) ? "ra.auction.later" : "ra.auction.cannot";
}

static void
draw_status(const struct ra_state *s, struct drawing *d, int row, int seat)
{
    char words[256];
    struct text t = text_in(words, sizeof words);

    if (s->cause == RA_NO_AUCTION)
        return;
    fill(&t, phrase(bidder_phrase(s, seat)), &(struct filling){.n = s->bid[seat]});
    drawing_right(d, row, d->width - 2 - STATUS_ROOM, STATUS_ROOM,
                  s->high_sun && seat == s->high_seat ? INK_BOLD : INK_PLAIN, words);
}

/* The tiles of a seat, in as many rows as they need. Returns the row behind them. */
static int
draw_tiles(const struct speech *speech, const struct ra_state *s, struct drawing *d, int row,
           int seat)
{
    int column = NAME;

    for (int kind = RA_GOD; kind <= RA_TEMPLE; kind++) {
        int held = ra_held(s->tiles[seat], (enum ra_kind)kind), width;
        const char *name = ra_kind_phrase(speech, kind);

        if (!held)
            continue;
        width = letters_width(name, strlen(name)) + 3 + (held > 9 ? 2 : 1);
        if (column > NAME && column + width > d->width - 2) {
            row++;
            column = NAME;
        }
        drawing_sign(d, row, column, &kinds[kind]);
        drawing_put(d, row, column + 2, width, INK_PLAIN, name);
        drawing_int(d, row, column + width - (held > 9 ? 2 : 1), INK_BOLD, "", held, "");
        column += width + 2;
    }
    if (!s->tiles[seat])
        drawing_line(d, row, column, INK_DIM, phrase("term.ra.no.tiles"));
    return row + 1;
}

static int
draw_seat(const struct speech *speech, const struct ra_state *s, struct drawing *d, int row,
          int seat)
{
    char points[64];
    struct text t = text_in(points, sizeof points);
    int column = SUNS;

    if (ra_to_move(s) >> seat & 1)
        drawing_sign(d, row, 2, &on_turn);
    drawing_put(d, row, NAME, NAME_ROOM, (enum ink)(INK_SEATS + seat), speech->names[seat]);
    fill(&t, plural("points", s->score[seat]), &(struct filling){.n = s->score[seat]});
    drawing_right(d, row, POINTS, POINTS_ROOM, INK_BOLD, points);
    column += draw_suns(d, row, column, s->ready[seat], true);
    draw_suns(d, row, column, s->spent[seat], false);
    draw_status(s, d, row, seat);
    return draw_tiles(speech, s, d, row + 1, seat);
}

void
ra_draw_table(const struct speech *speech, struct drawing *d, struct text *out)
{
    const struct ra_state *s = speech->seen;
    int last = d->width - 1, row, top = 2;

    (void)out;
    row = draw_lot(speech, s, d, top);
    draw_middle(s, d);
    for (int seat = 0; seat < s->seats; seat++) {
        int under = draw_seat(speech, s, d, row + 1, seat);

        drawing_across(d, under, 0, last);
        row = under;
    }
    drawing_across(d, 0, 0, last);
    drawing_down(d, 0, 0, row);
    drawing_down(d, last, 0, row);
    draw_titles(speech, s, d, top);
}
