/* SPDX-License-Identifier: MIT
 * ra_parts.h -- what the files of src/rules/ra share: fields of a display, categories, small predicates.
 */
/* clang-format off */
#ifndef KHEPRI_RA_PARTS_H
#define KHEPRI_RA_PARTS_H

#include "khepri/ra.h"

/* The bit field of a kind in a display: see the drawing at ra_display. Width 0: never held. */
struct ra_field { uint8_t shift, bits; };
extern const struct ra_field ra_fields[RA_KINDS];

/* The masks of the categories in a display. */
#define RA_CIVILISATION_MASK (UINT64_C(0x7fff) << 21)
#define RA_MONUMENT_MASK     (UINT64_C(0xffffff) << 36)
#define RA_KEPT_MASK         (UINT64_C(0x3ff) << 4 | RA_MONUMENT_MASK)  /* pharaohs, Niles, monuments [RA-EPOCH-07] */

/* ra_held inlined, for the files here. */
static inline int
ra_count(ra_display d, int kind)
{
    return (int)(d >> ra_fields[kind].shift & ((UINT64_C(1) << ra_fields[kind].bits) - 1));
}

static inline ra_display ra_one(int kind)        { return UINT64_C(1) << ra_fields[kind].shift; }
static inline uint32_t ra_sun(int sun)          { return UINT32_C(1) << sun; }
static inline bool ra_is_disaster(int kind)      { return kind >= RA_FUNERAL && kind <= RA_EARTHQUAKE; }
static inline bool ra_is_civilisation(int kind)  { return kind >= RA_ASTRONOMY && kind <= RA_ART; }
static inline bool ra_is_monument(int kind)      { return kind >= RA_FORTRESS && kind <= RA_TEMPLE; }
static inline int  ra_left_of(const struct ra_state *s, int seat) { return seat + 1 == s->seats ? 0 : seat + 1; }

/* The number of tiles of the kinds first..last in a display, and of different kinds. */
int ra_held_range(ra_display d, int first, int last);
int ra_different(ra_display d, int first, int last);

/* The suns of `seat` that are higher than the highest bid: the legal bids [RA-AUC-03]. */
static inline uint32_t
ra_biddable(const struct ra_state *s, int seat)
{
    return s->ready[seat] & ~((UINT32_C(2) << s->high_sun) - 1);
}

/* May the seat on turn take a tile with a god: one held, and a tile that is not a god [RA-GOD-02, 03]. */
bool ra_can_take(const struct ra_state *s);

/* Must the Ra player bid: they invoked, the track is not full, nobody bid [RA-INV-02]. */
bool ra_is_forced(const struct ra_state *s);

/* Is there a choice in what to discard: more held than owed, and of different kinds [RA-DIS-04]. */
bool ra_has_choice(ra_display d, int owed, int first, int last);

/* Is `a` a legal action of the seat to move. */
bool ra_is_legal(const struct ra_state *s, game_action a);

/* Does a legal action: ra_apply without its checks. */
void ra_act(struct ra_state *s, game_action a, struct game_log *log);

/* What seats are compared by: the highest and the lowest number that any of them has. */
struct ra_range { int high, low; };
struct ra_ranks { struct ra_range pharaohs, suns; };
#define RA_NO_RANKS {{0, INT32_MAX}, {0, INT32_MAX}}

/* Takes a seat with that many pharaohs, and with suns of that sum, into the comparison. */
void ra_rank(struct ra_ranks *r, int pharaohs, int suns);

/* The points of a seat for these, once all are compared. */
int16_t ra_pharaoh_points(const struct ra_ranks *r, int pharaohs);
int16_t ra_sun_points(const struct ra_ranks *r, int suns);

/* The points of a display for all other kinds of tiles, in that epoch. */
int ra_display_points(ra_display d, int epoch);

/* ra_score() of all seats. */
void ra_score_all(const struct ra_state *s, struct ra_tally out[RA_SEATS]);

/* The sum of a seat's suns, ready and spent [RA-SCORE-09]. */
int ra_sun_sum(const struct ra_state *s, int seat);

/* The seat that owns the highest sun [RA-TURN-01, RA-END-02], of the seats in the set. */
int ra_highest_sun_owner(const struct ra_state *s, game_seats among);

static inline void
ra_report(struct game_log *log, enum ra_event kind, int seat, int count, int detail)
{
    if (log && log->count < log->room) {
        log->at[log->count++] = (struct game_event){
            .kind = (uint8_t)kind, .seat = (uint8_t)seat, .seen_by = 0xff, .count = (uint8_t)count, .detail = detail};
    }
}

#endif
