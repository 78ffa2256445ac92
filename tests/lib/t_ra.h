/* SPDX-License-Identifier: MIT
 * t_ra.h -- the words of Ra in the tests of the rules.
 *
 * Every test runs once for each edition. A scene or a game that names none must go the same way in all
 * of them (two players play 2005 instead of 1999). After every action 180 tiles are somewhere.
 *
 * scene() is a position on somebody's turn. Words, in lines as one likes:
 *   players N    edition Y    god_disaster W    empty_invoke true|false     epoch N    turn SEAT
 *   ra N (tiles on the Ra track)    centre SUN    track KIND... ("-": an empty space)
 *   bag KIND N ... (exactly this; the rest is in the box)    box KIND N ... (out of the bag)
 *   SEAT suns N...    SEAT spent N...    SEAT score N    SEAT tiles KIND [N] ...
 * A line that begins with a number is about that seat. The rest is as at the start: ten points, no
 * tiles, and group i+1 of the suns for seat i. In the bag are all tiles that are nowhere else. Once any
 * suns or a centre sun are named, the rest is dealt from the lowest. A seat that is not named gets ready
 * suns; a seat with too few gets the missing ones spent.
 *
 * expect():
 *   phase W    to_act SEAT|chance|nobody    turn SEAT    epoch N    ra N    centre SUN    over
 *   track KIND... (exactly, "-" an empty space)    lot N    left N (tiles in the bag)
 *   bag KIND N ...    box KIND N ... (only the kinds named)    high SUN (0: none)    winner SEAT
 *   SEAT suns N... / spent N... / tiles KIND [N] ... (exactly)    SEAT has KIND N ... (only these)
 *   SEAT score N    SEAT bid SUN    SEAT passed    SEAT owes UNREST EARTHQUAKE    SEAT net EPOCH N
 *   SEAT counts W N ... (ra_score now: gods pharaohs river gold civilisation monument_kinds
 *                        monument_sets suns total)
 *
 * An event is "SEAT NAME DETAIL (COUNT)", kinds by their names; parts that are nought are left out.
 */
/* clang-format off */
#ifndef KHEPRI_T_RA_H
#define KHEPRI_T_RA_H

#include "khepri/ra.h"

#include "t.h"

static inline const struct ra_state *table(void) { return (const struct ra_state *)t_table(); }

/* The words of an event. */
void t_event(const struct game_event *event, char *buf, size_t room);

/* Tiles of a kind in the box: those that are nowhere else [RA-EPOCH-09]. */
int t_box(const struct ra_state *s, int kind);

/* Sets *s up from the lines of a scene, or as a new game; returns NULL or a sentence about what is wrong. */
const char *t_position(struct ra_state *s, const char *const *lines);
const char *t_new_game(struct ra_state *s, const char *const *lines);

/* The edition of scenes and games that name none; RA_2016 at first. */
void t_set_edition(enum ra_edition edition);

#endif
