/* SPDX-License-Identifier: MIT
 * ra_final.c -- see ra_final.h. */
#include "ra_final.h"

#include "bits.h"
#include "minmax.h"
#include "ra_parts.h"

static uint32_t
suns_of(const struct ra_state *s, int seat, int giver)
{
    uint32_t suns = s->ready[seat] | s->spent[seat];

    return seat == giver ? (suns & ~s->ready[seat]) | ra_sun(s->centre_sun) : suns;
}

void
ra_final_read(const struct ra_state *s, int seat, struct ra_final *out)
{
    out->seat = seat;
    out->seats = s->seats;
    for (int i = 0; i < s->seats; i++) {
        out->pharaohs[i] = ra_count(s->tiles[i], RA_PHARAOH);
        out->rest[i] = s->score[i];
        if (i != seat)
            out->rest[i] += ra_display_points(s->tiles[i], s->epoch);
    }
    for (int sold = 0; sold < 2; sold++) {
        struct ra_ranks ranks = RA_NO_RANKS;

        for (int i = 0; i < s->seats; i++) {
            out->sets[sold][i] = suns_of(s, i, sold ? seat : -1);
            ra_rank(&ranks, 0, bits_sum(out->sets[sold][i]));
        }
        for (int i = 0; i < s->seats; i++)
            out->suns[sold][i] = ra_sun_points(&ranks, bits_sum(out->sets[sold][i]));
    }
}

bool
ra_final_wins(const struct ra_final *f, ra_display tiles, bool sold)
{
    struct ra_ranks ranks = RA_NO_RANKS;
    int mine = ra_count(tiles, RA_PHARAOH);
    int score = f->rest[f->seat] + ra_display_points(tiles, RA_EPOCHS) + f->suns[sold][f->seat];

    for (int i = 0; i < f->seats; i++)
        ra_rank(&ranks, i == f->seat ? mine : f->pharaohs[i], 0);
    score = int_max(0, score + ra_pharaoh_points(&ranks, mine)); /* [RA-SCORE-01] */
    for (int i = 0; i < f->seats; i++) {
        int theirs = f->rest[i] + f->suns[sold][i] + ra_pharaoh_points(&ranks, f->pharaohs[i]);

        if (i == f->seat)
            continue;
        theirs = int_max(0, theirs);
        if (theirs > score ||
            (theirs == score && f->sets[sold][i] > f->sets[sold][f->seat])) /* [RA-END-02] */
            return false;
    }
    return true;
}

bool
ra_final_take(const struct ra_state *s, int seat, ra_display *out)
{
    ra_display tiles = s->tiles[seat];

    for (int i = 0; i < RA_TRACK; i++) {
        int kind = s->track[i];

        if (ra_is_disaster(kind))
            return false;
        if (kind != RA_EMPTY)
            tiles += ra_one(kind);
    }
    *out = tiles;
    return true;
}
