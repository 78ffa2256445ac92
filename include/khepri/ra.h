/* SPDX-License-Identifier: MIT
 * ra.h -- the rules of Ra (Reiner Knizia; editions 1999, 2005, 2016).
 *
 * One struct holds a whole game; copy it with '='. Everything in it is public
 * at the table. The order of the tiles in the bag is not in it. The bag is a
 * count for each kind, and each draw is an action of nature.
 * Marks such as [RA-AUC-03] cite passages of rules/ra.md.
 */
/* clang-format off */
#ifndef KHEPRI_RA_H
#define KHEPRI_RA_H

#include "khepri/game.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RA_SEATS = 5, RA_SUNS = 16, RA_TRACK = 8, RA_EPOCHS = 3, RA_TILES = 180 };

enum ra_phase { RA_DEAL, RA_TURN, RA_DRAW, RA_AUCTION, RA_GODS, RA_DISCARD, RA_OVER, RA_PHASES };

enum ra_kind {                          /* tile kinds, in the order of records */
    RA_RA, RA_GOD, RA_PHARAOH, RA_NILE, RA_FLOOD, RA_GOLD,
    RA_ASTRONOMY, RA_AGRICULTURE, RA_WRITING, RA_RELIGION, RA_ART,
    RA_FORTRESS, RA_OBELISK, RA_PALACE, RA_PYRAMID,
    RA_SPHINX, RA_STATUE, RA_STEP_PYRAMID, RA_TEMPLE,
    RA_FUNERAL, RA_DROUGHT, RA_UNREST, RA_EARTHQUAKE,
    RA_KINDS,
    RA_EMPTY = RA_KINDS,                /* an empty space of the auction track */
    RA_CIVILISATIONS = 5, RA_MONUMENTS = 8
};

enum ra_edition      { RA_1999, RA_2005, RA_2016 };
enum ra_god_disaster { RA_GOD_DISASTER_BY_EDITION, RA_AFTER_ALL, RA_IMMEDIATE, RA_IGNORED };
enum ra_cause        { RA_NO_AUCTION, RA_BY_TILE, RA_BY_INVOKING };

struct ra_options {
    uint8_t edition;                    /* enum ra_edition; RA_2016 by default */
    uint8_t god_disaster;               /* enum ra_god_disaster [RA-GOD-07]; in a state never BY_EDITION */
    uint8_t empty_invoke;               /* 1: Ra may be invoked on an empty track [RA-INV-01]; the default */
};

/* A display: all tiles in front of a seat in one word, a bit field for each kind.
 * No field can overflow: the game has no more tiles of a kind than fit [RA-COMP-01].
 *
 *   bits 0-3 god | 4-8 pharaoh | 9-13 Nile | 14-17 flood | 18-20 gold
 *   bits 21-35 five civilisations x 3 | 36-59 eight monuments x 3
 */
typedef uint64_t ra_display;

struct ra_state {
    ra_display tiles[RA_SEATS];
    uint32_t ready[RA_SEATS];           /* bit n: sun n, face up */
    uint32_t spent[RA_SEATS];           /* bit n: sun n, face down until the epoch ends */
    int16_t  score[RA_SEATS];
    int16_t  epoch_score[RA_EPOCHS][RA_SEATS];  /* net, before the floor at zero */
    uint8_t  bag[RA_KINDS];             /* how many of each kind */
    uint8_t  track[RA_TRACK];           /* the auction track, leftmost first: enum ra_kind */
    uint8_t  taken[RA_TRACK];           /* tiles taken in this god action, in order */
    uint8_t  bid[RA_SEATS];             /* in an auction: the sun bid, 0 none */
    uint8_t  passed;                    /* in an auction: bit i, seat i was asked and passed */
    uint8_t  bidder;                    /* in RA_AUCTION: the seat asked now */
    uint8_t  high_seat, high_sun;       /* highest bid so far; high_sun 0: none */
    uint8_t  cause;                     /* enum ra_cause; the Ra player is always `turn` */
    uint8_t  takes;                     /* length of taken[]; 0: no god action */
    uint8_t  waiting;                   /* 1: the disasters in taken[] wait for the end [RA-GOD-07] */
    uint8_t  owed_unrest, owed_earthquake;      /* tiles to be discarded ... */
    uint8_t  owed_seat;                 /* ... by this seat (0 when none are) */
    uint8_t  seats, turn, phase, epoch; /* turn: 0 in RA_DEAL and RA_OVER */
    uint8_t  ra_tiles, centre_sun;
    struct ra_options options;
    uint8_t  spare[9];                  /* zero; fills the struct to a multiple of 8 */
};

#ifndef __cplusplus
_Static_assert(sizeof(struct ra_state) <= 192, "a state must stay cheap to copy");
_Static_assert(sizeof(struct ra_state) == offsetof(struct ra_state, spare) + 9, "no padding: memcmp compares states");
#endif

/* The kinds of events, in game_event.kind. `count` and `detail` are 0 unless stated. */
#define RA_EVENTS(X)                                                                           \
    X(DEALT,            "dealt")            /* seat got sun group `detail` (1..n) */            \
    X(EPOCH_BEGAN,      "epoch_began")      /* epoch `detail`; `seat` starts [RA-TURN-01] */    \
    X(TILE_DRAWN,       "tile_drawn")       /* seat drew kind `detail` onto the track */        \
    X(RA_DRAWN,         "ra_drawn")         /* seat drew a Ra tile; now `detail` are there */   \
    X(INVOKED,          "invoked")          /* seat invoked; `detail` tiles on the track */     \
    X(BID,              "bid")              /* seat bid sun `detail` */                         \
    X(PASSED,           "passed")           /* seat passed */                                   \
    X(NO_BID,           "no_bid")           /* everybody passed, seat being the Ra player; `detail` tiles stay */ \
    X(TRACK_CLEARED,    "track_cleared")    /* `detail` unsold tiles went to the box */         \
    X(WON,              "won")              /* seat won the lot of `count` tiles with `detail` */ \
    X(GOT_TILE,         "got_tile")         /* seat got a tile of kind `detail` */              \
    X(GOT_SUN,          "got_sun")          /* seat took the centre sun `detail`, spent */      \
    X(GOD_TOOK,         "god_took")         /* seat spent a god for a tile of kind `detail` */  \
    X(GODS_ENDED,       "gods_ended")       /* seat's god action is over: `count` tiles taken */ \
    X(DISASTER,         "disaster")         /* disaster `detail` hits seat: costs `count` tiles */ \
    X(LOST,             "lost")             /* seat lost `count` tiles of kind `detail` */      \
    X(EPOCH_ENDED,      "epoch_ended")      /* epoch `detail`; count 1: the Ra track is full, 0: by suns */ \
    X(TALLY_GODS,       "tally_gods")       /* seat: `count` gods, `detail` points */           \
    X(TALLY_PHARAOHS,   "tally_pharaohs")   /* seat: `count` pharaohs, `detail` points */       \
    X(TALLY_FLOODS,     "tally_floods")     /* seat: `count` floods; detail 0, see river */     \
    X(TALLY_RIVER,      "tally_river")      /* seat: `count` Niles and floods, `detail` points */ \
    X(TALLY_GOLD,       "tally_gold")       /* seat: `count` gold, `detail` points */           \
    X(TALLY_CIVILISATION, "tally_civilisation") /* seat: `count` different, `detail` points */  \
    X(TALLY_MONUMENT_KINDS, "tally_monument_kinds") /* epoch 3: `count` different, `detail` */  \
    X(TALLY_MONUMENT_SETS, "tally_monument_sets")   /* epoch 3: `count` kinds held 3+ times */  \
    X(TALLY_SUNS,       "tally_suns")       /* epoch 3: suns add to `count`, `detail` points */ \
    X(TALLY_TOTAL,      "tally_total")      /* seat: net `detail` points in this epoch */       \
    X(SCORED,           "scored")           /* seat's score is now `detail` */                  \
    X(GAME_OVER,        "game_over")        /* seat won */

enum ra_event {
#define X(id, name) RA_EV_##id,
    RA_EVENTS(X)
#undef X
    RA_EV_COUNT
};

/* One seat's score for an epoch, line by line as on the sheet [RA-SCORE-01..10]. */
struct ra_tally {
    int16_t gods, pharaohs, river, gold, civilisation, monument_kinds, monument_sets, suns;
    int16_t total;                      /* the sum, before the floor at zero */
};

extern const struct game ra_game;       /* the functions below, as the common contract */

/* Starts a game of `seats` players: 2..5, 3..5 in the 1999 edition [RA-SETUP-01]. GAME_SETUP,
 * and *s untouched, for any other number or option. The first action is nature's deal. */
enum game_err ra_setup(struct ra_state *s, int seats, const struct ra_options *options) GAME_CHECKED;

/* The seats that may act: one seat, {GAME_NATURE} when suns are dealt or a tile is drawn, or nobody. */
game_seats ra_to_move(const struct ra_state *s);

enum { RA_MAX_ACTIONS = 16, RA_MAX_CHANCES = 120, RA_MAX_EVENTS = 128 };

/* The legal actions of `seat`, ascending, into out[RA_MAX_ACTIONS]; returns how many. */
int ra_actions(const struct ra_state *s, int seat, game_action *out);

/* What nature may do, ascending, with weights, into out[RA_MAX_CHANCES]: the deals of the
 * sun groups, or the kinds left in the bag. Returns how many; 0 when it is not nature's move. */
int ra_chances(const struct ra_state *s, struct game_chance *out);

/* Does an action. If it is refused, *s is unchanged. `log` may be NULL. */
enum game_err ra_apply(struct ra_state *s, int seat, game_action a, struct game_log *log) GAME_CHECKED;

/* What `seat` would score if the epoch ended now; suns and monuments count in the third
 * epoch. Pure, and cheap enough for search. */
struct ra_tally ra_score(const struct ra_state *s, int seat);

/* How each seat's net of this epoch would change if `seat` won the lot on the track with sun
 * `sun` (0: ignore suns). out[i] is for seat i. Disasters are carried out; where there is a
 * choice, the seat keeps what scores most now. */
void ra_lot_worth(const struct ra_state *s, int seat, int sun, int out[RA_SEATS]);

/* The winner, by score and then by the highest sun owned [RA-END-02]. Of a finished game. */
int ra_winner(const struct ra_state *s);

/* NULL if *s is a consistent state, else a constant sentence that says what is wrong. */
const char *ra_check(const struct ra_state *s);

/* Small facts of the rules. */
int      ra_track_length(int seats);                    /* usable Ra spaces [RA-SETUP-08] */
uint32_t ra_suns_in_play(int seats);                    /* bit n: sun n [RA-SETUP-04] */
uint32_t ra_sun_group(int seats, int group);            /* groups 1..seats [RA-SETUP-05] */
int      ra_kind_count(enum ra_kind kind);              /* tiles of a kind in the game [RA-COMP-01] */
const char *ra_kind_name(enum ra_kind kind);            /* the identifier in records; NULL: no kind */
int      ra_held(ra_display d, enum ra_kind kind);      /* tiles of a kind in a display; 0 for Ra and disasters */
ra_display ra_one_tile(enum ra_kind kind);              /* one tile, to be added to a display; 0 for Ra and disasters */
int      ra_lot_size(const struct ra_state *s);         /* tiles on the auction track */

/* Actions. Kind in the top byte; ascending order is the order below. */
enum ra_verb { RA_V_DEAL = 1, RA_V_TILE, RA_V_DRAW, RA_V_INVOKE, RA_V_TAKE, RA_V_END, RA_V_PASS, RA_V_BID,
    RA_V_DISCARD };

static inline enum ra_verb ra_verb(game_action a) { return (enum ra_verb)(a >> 24); }
static inline int          ra_arg(game_action a)  { return (int)(a & 0xff); }

static inline game_action ra_draw(void)         { return (game_action)RA_V_DRAW << 24; }
static inline game_action ra_invoke(void)       { return (game_action)RA_V_INVOKE << 24; }
static inline game_action ra_end(void)          { return (game_action)RA_V_END << 24; }
static inline game_action ra_pass(void)         { return (game_action)RA_V_PASS << 24; }
static inline game_action ra_bid(int sun)       { return (game_action)RA_V_BID << 24 | (game_action)sun; }
static inline game_action ra_tile(int kind)     { return (game_action)RA_V_TILE << 24 | (game_action)kind; }
static inline game_action ra_take(int kind)     { return (game_action)RA_V_TAKE << 24 | (game_action)kind; }
static inline game_action ra_discard(int kind)  { return (game_action)RA_V_DISCARD << 24 | (game_action)kind; }
/* RA_V_DEAL: four bits a seat, seat 0 highest: the group (1..n) that each seat gets. */

/* Text: see struct game. `ra_write_state` is the JSON of khepri-records(7). */
int           ra_write_action(const struct ra_state *s, game_action a, char *buf, size_t room);
enum game_err ra_read_action(const struct ra_state *s, const char *text, game_action *out) GAME_CHECKED;
int           ra_write_state(const struct ra_state *s, char *buf, size_t room);

#ifdef __cplusplus
}
#endif

#endif
