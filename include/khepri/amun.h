/* SPDX-License-Identifier: MIT
 * amun.h -- the rules of Amun-Re (Reiner Knizia, edition of 2003).
 *
 * One struct holds a whole game; copy it with '='. Decks have no order: they are a count for each
 * kind, and each draw is an action of nature. Hands, the deck, cards lying face down and sealed
 * offers are hidden; what a seat may see is a state too, with a `veil`.
 * The board is data in the options, so a state needs nothing else.
 * Marks such as [AR-BID-05] cite passages of rules/amun-re.md.
 */
/* clang-format off */
#ifndef KHEPRI_AMUN_H
#define KHEPRI_AMUN_H

#include "khepri/game.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    AMUN_SEATS = 5, AMUN_FEWEST_SEATS = 3, AMUN_ROUNDS = 6,
    AMUN_SPACES = 16,                   /* bid numbers of a board, at most */
    AMUN_NAME_ROOM = 64,                /* the name of a board, with its 0 */
    AMUN_MOST_GOLD = 9999,              /* no seat ever has more; the rest would stay in the bank */
    AMUN_MOST_POINTS = 9999, AMUN_MOST_PYRAMIDS = 999, AMUN_MOST_FREE_FARMERS = 99,
    AMUN_NONE = 0xff                    /* no seat, no province */
};

enum amun_phase {
    AMUN_START, AMUN_DRAWING, AMUN_BID, AMUN_ACTIONS, AMUN_OFFER, AMUN_CORRECT, AMUN_REWARD, AMUN_INCOME,
    AMUN_SCORING, AMUN_OVER, AMUN_PHASES
};

enum amun_province {                    /* in the order of records */
    AMUN_ABU, AMUN_ABYDOS, AMUN_AMARNA, AMUN_AVARIS, AMUN_BAHARYA, AMUN_BERENIKE, AMUN_BUTO, AMUN_DAKHLA,
    AMUN_DAMANHUR, AMUN_EDFU, AMUN_KHARGA, AMUN_MEMPHIS, AMUN_MENDES, AMUN_SAWU, AMUN_THEBES,
    AMUN_PROVINCES
};

enum amun_card {                        /* power cards, in the order of records [AR-COMP-02] */
    AMUN_BLOCKADE, AMUN_OVERBID, AMUN_FREE_FARMER, AMUN_BUILDER, AMUN_CORRECTION, AMUN_EIGHT_GOLD, AMUN_HARVEST,
    AMUN_POWER_BONUS, AMUN_FARMER_BONUS, AMUN_EGYPT_BONUS, AMUN_SIDE_BONUS, AMUN_BANK_BONUS,
    AMUN_CARDS
};

enum amun_side     { AMUN_WEST, AMUN_EAST };
enum amun_egypt    { AMUN_LOWER, AMUN_UPPER };
enum amun_supply   { AMUN_STONES, AMUN_PYRAMIDS, AMUN_FARMERS, AMUN_SUPPLIES };

/* What is printed in a province [AR-COMP-03]. */
struct amun_ground {
    uint8_t side, egypt, bank;          /* enum amun_side, enum amun_egypt, 1 on a bank of the Nile */
    uint8_t farms, printed_farmers, limit;
    uint8_t free_cards, free_stones, free_gold;
    uint8_t income_always, income_camel, temples;
};

struct amun_board {
    int16_t  bid_numbers[AMUN_SPACES];  /* rising from 0; 0 after the last */
    int16_t  temple_limits[3];          /* the highest totals of the temple spaces 1 to 3 [AR-SAC-04] */
    uint8_t  bid_count;
    uint8_t  power_cards[AMUN_CARDS];
    uint8_t  supplies[AMUN_SUPPLIES];
    struct amun_ground provinces[AMUN_PROVINCES];
    char     name[AMUN_NAME_ROOM];      /* zeros after its end */
};

struct amun_options {
    struct amun_board board;
    uint8_t baharya_printed_farmers;    /* in place of the board's: 2, the default, or 0 [AR-FARM-03] */
    uint8_t supplies_limited;           /* 1: stones, pyramids and farmers can run out [AR-STONE-05] */
    uint8_t side_award_min;             /* pyramids that a side award needs: 1, the default, or 0 */
    uint8_t gold_tie_drop_one;          /* 1: any tie in gold drops one rank only [AR-SCORE-06] */
};

/* Bits of amun_state.veil: what this state hides. The number of cards of a hidden hand, deck or province
 * stands in the place of the first kind; the other places are 0. A hidden offer is all zero
 * except for its bit in `made`. */
#define AMUN_VEIL_HAND(seat)  ((uint16_t)(1u << (seat)))
#define AMUN_VEIL_OFFER(seat) ((uint16_t)(1u << ((seat) + 5)))
#define AMUN_VEIL_DECK        ((uint16_t)(1u << 10))    /* and the cards lying face down */

struct amun_state {
    int32_t  total;                     /* of the sacrifice, corrections included; else 0 */
    struct amun_options options;
    int16_t  gold[AMUN_SEATS];
    int16_t  score[AMUN_SEATS];
    int16_t  offer[AMUN_SEATS];         /* gold offered; 0: none, or the -3 card */
    uint16_t pyramids[AMUN_PROVINCES];
    uint16_t owned[AMUN_SEATS];         /* bit: the seat owns the province */
    uint16_t province_deck;             /* bit: its card lies face down in the supply */
    uint16_t drawn;                     /* bit: its card was drawn in this kingdom */
    uint16_t veil;                      /* what is hidden; 0 in a full state */
    uint16_t bonuses;                   /* in AMUN_SCORING: kinds of card played by `turn` */
    uint8_t  hand[AMUN_SEATS][AMUN_CARDS];
    uint8_t  deck[AMUN_CARDS];
    uint8_t  discard[AMUN_CARDS];
    uint8_t  free_cards[AMUN_SEATS][AMUN_CARDS];    /* face down on offered[i] */
    uint8_t  sold[AMUN_SEATS][AMUN_CARDS];          /* sealed with the offer; in the hand till the reveal */
    uint8_t  offered[AMUN_SEATS];       /* provinces on offer, in the order drawn */
    uint8_t  offered_count;
    uint8_t  farmers[AMUN_PROVINCES];   /* on farms; printed ones apart */
    uint8_t  free_farmers[AMUN_PROVINCES];          /* on flat land */
    uint8_t  stones[AMUN_PROVINCES];
    uint8_t  marker[AMUN_SEATS];        /* the province of the bidding marker, or AMUN_NONE ... */
    uint8_t  space[AMUN_SEATS];         /* ... and the index of its number */
    uint8_t  blockade, overbid_power;   /* seats whose card is active [AR-CARD-01, 02] */
    uint8_t  turn;                      /* the seat that acts or acted last; 0 if none does */
    uint8_t  bought, stones_bought, farmers_bought; /* in this turn of AMUN_ACTIONS */
    uint8_t  played;                    /* in AMUN_ACTIONS: bit 0 free farmer, bit 1 builder */
    uint8_t  to_draw;                   /* cards bought or rewarded that are still to draw */
    uint8_t  to_farm, to_build;         /* rewarded farmers and stones still to place */
    uint8_t  made, steals, corrects;    /* seats: offer sealed, by the -3 card, with a correction */
    uint8_t  due;                       /* seats that still correct or choose a reward */
    uint8_t  eight_gold, harvest;       /* in AMUN_INCOME: the province, or AMUN_NONE; else 0 */
    uint8_t  seats, phase, round;
    uint8_t  starting;                  /* the holder of the pharaoh; AMUN_NONE in AMUN_START */
    uint8_t  temple;                    /* space 1 to 4; 0: off the track */
    uint8_t  spare[2];                  /* zero; fills the struct */
};

#ifndef __cplusplus
_Static_assert(sizeof(struct amun_ground) == 12, "no padding: memcmp compares boards");
_Static_assert(sizeof(struct amun_board) == 2 * AMUN_SPACES + 6 + 1 + AMUN_CARDS + 3 + 12 * AMUN_PROVINCES +
                                            AMUN_NAME_ROOM,
               "no padding: memcmp compares boards");
_Static_assert(sizeof(struct amun_options) == sizeof(struct amun_board) + 4, "no padding: memcmp compares states");
_Static_assert(sizeof(struct amun_state) == offsetof(struct amun_state, spare) + 2 &&
               sizeof(struct amun_state) % 4 == 0,
               "no padding: memcmp compares states");
_Static_assert(offsetof(struct amun_state, hand) == 4 + sizeof(struct amun_options) + 30 + 30 + 10 + 8,
               "no padding among the words");
#endif

/* The kinds of events, in game_event.kind: `seat` did it or got it. A province is a number of enum amun_province. */
#define AMUN_EVENTS(X)                                                                               \
    X(STARTS,           "starts")           /* seat holds the pharaoh at the start */                 \
    X(ROUND_BEGAN,      "round_began")      /* round `detail`; `seat` starts */                       \
    X(PROVINCE_DRAWN,   "province_drawn")   /* province `detail` is on offer; count: gold on it */    \
    X(FREE_CARD,        "free_card")        /* a card onto province `count`; detail: its kind, hidden from all */ \
    X(FREE_STONE,       "free_stone")       /* a stone in province `detail` */                        \
    X(PYRAMID,          "pyramid")          /* province `detail` got a pyramid; seat: its owner, or 7 */ \
    X(RESHUFFLED,       "reshuffled")       /* the discards, `detail` cards, became the deck */       \
    X(BID,              "bid")              /* seat's marker went to province `count`, number `detail` */ \
    X(PLAYED,           "played")           /* seat played card `detail`, on province `count` (255: on none) */ \
    X(PAID,             "paid")             /* seat paid `detail` for province `count` */             \
    X(FREE_GOLD,        "free_gold")        /* seat took `detail` gold that lay in province `count` */ \
    X(TOOK_CARD,        "took_card")        /* seat took a card of kind `detail`, hidden, from province `count` */ \
    X(SOLD,             "sold")             /* seat sold `count` cards of kind `detail` for 1 gold each */ \
    X(BOUGHT_CARDS,     "bought_cards")     /* seat bought `count` cards for `detail` gold */         \
    X(DREW,             "drew")             /* seat drew a card of kind `detail`, hidden from others */ \
    X(FARMER,           "farmer")           /* seat placed a farmer in province `detail` for `count` gold */ \
    X(STONE,            "stone")            /* seat placed a stone in province `detail` for `count` gold */ \
    X(TURN_ENDED,       "turn_ended")       /* seat's actions are done */                             \
    X(SEALED,           "sealed")           /* seat has sealed an offer */                            \
    X(OFFERED,          "offered")          /* seat's offer: `detail` gold, -3: the card; count 1: corrected */ \
    X(CORRECTED,        "corrected")        /* seat corrected the total by `detail` */                \
    X(TOTAL,            "total")            /* the sacrifice comes to `detail` */                     \
    X(TEMPLE,           "temple")           /* the temple stands on space `detail` */                 \
    X(REWARD_DUE,       "reward_due")       /* seat, of rank `count`, may choose `detail` items */    \
    X(REWARD,           "reward")           /* seat chose cards, farmers, stones: detail is 100 C + 10 F + S */ \
    X(STOLE,            "stole")            /* seat's -3 card brought `detail` gold */                \
    X(STARTING,         "starting")         /* seat is the starting player now */                     \
    X(HARVESTED,        "harvested")        /* seat's farmers in province `count` gave `detail` gold */ \
    X(FURTHER_INCOME,   "further_income")   /* province `count` gave seat `detail` gold more */       \
    X(EIGHT_GOLD,       "eight_gold")       /* seat took `detail` gold in place of all income of province `count` */ \
    X(INCOME,           "income")           /* seat's income: `detail` gold in all */                 \
    X(SCORE_PYRAMIDS,   "score_pyramids")   /* seat: `detail` points for pyramids */                  \
    X(SCORE_SETS,       "score_sets")       /* seat: `count` complete sets, `detail` points */        \
    X(SCORE_SIDE,       "score_side")       /* seat: `detail` points on side `count` (0 west, 1 east) */ \
    X(SCORE_TEMPLES,    "score_temples")    /* seat: `count` temples, `detail` points */              \
    X(SCORE_BONUS,      "score_bonus")      /* seat played bonus card `count`: `detail` points */     \
    X(CASHED,           "cashed")           /* seat sold `count` cards left over for `detail` gold */ \
    X(SCORE_GOLD,       "score_gold")       /* seat is of rank `count` in gold: `detail` points */    \
    X(SCORED,           "scored")           /* seat's score is now `detail` */                        \
    X(KINGDOM_ENDED,    "kingdom_ended")    /* owners and farmers are taken off the board */          \
    X(GAME_OVER,        "game_over")        /* seat won */

enum amun_event {
#define X(id, name) AMUN_EV_##id,
    AMUN_EVENTS(X)
#undef X
    AMUN_EV_COUNT
};

/* What a seat would score for its provinces if the kingdom ended now; without bonus cards and gold. */
struct amun_tally { int16_t pyramids, sets, sides, temples, total; };

extern const struct game amun_game;     /* the functions below, as the common contract */

/* The printed board, with the readings of data/board-2003.json. */
extern const struct amun_board amun_board_2003;

/* Starts a game of 3..5 players. GAME_SETUP, and *s untouched, for any other number or option. */
enum game_err amun_setup(struct amun_state *s, int seats, const struct amun_options *options) GAME_CHECKED;

/* The seats that may act: one seat, {GAME_NATURE}, nobody, or, while offers are sealed, all seats that have not
   offered. */
game_seats amun_to_move(const struct amun_state *s);

enum { AMUN_MAX_ACTIONS = 2 * (AMUN_MOST_GOLD + 1) + AMUN_CARDS, AMUN_MAX_CHANCES = AMUN_PROVINCES,
    AMUN_MAX_EVENTS = 256 };

/* The legal actions of `seat`, ascending, into out[AMUN_MAX_ACTIONS]; returns how many. There are more
 * than 200 only if a seat with much gold seals an offer. */
int amun_actions(const struct amun_state *s, int seat, game_action *out);

/* What nature may do, ascending, with weights, into out[AMUN_MAX_CHANCES]. */
int amun_chances(const struct amun_state *s, struct game_chance *out);

/* Does an action. If it is refused, *s is unchanged. `log` may be NULL. */
enum game_err amun_apply(struct amun_state *s, int seat, game_action a, struct game_log *log) GAME_CHECKED;

/* observe: what `seat` (or GAME_SPECTATOR) may know. sample: fills in what is hidden at random; the state
 * looks the same from that seat. */
void amun_observe(const struct amun_state *s, int seat, struct amun_state *out);
void amun_sample(struct amun_state *seen, int seat, uint64_t *rng);

/* NULL if *s is a consistent state, else a constant sentence that says what is wrong. */
const char *amun_check(const struct amun_state *s);

/* Small facts of the rules. */
struct amun_tally amun_score(const struct amun_state *s, int seat);
int  amun_income(const struct amun_state *s, int seat, int temple);     /* without cards [AR-INC-01..04] */
int  amun_price(int count);                                             /* of `count` items [AR-ACT-02] */
int  amun_farmers_in(const struct amun_state *s, int province);         /* all that harvest [AR-INC-01] */
int  amun_temple_space(const struct amun_board *board, int32_t total);  /* [AR-SAC-04] */
bool amun_bonus_holds(const struct amun_state *s, int seat, int card);  /* [AR-CARD-08..12] */
int  amun_lowest_space(const struct amun_state *s, int seat, int province); /* to bid on [AR-BID-05, AR-CARD-01] */
int  amun_hand_size(const struct amun_state *s, int seat);
int  amun_owner(const struct amun_state *s, int province);              /* a seat, or AMUN_NONE */
int  amun_items_due(const struct amun_state *s, int seat);              /* [AR-REW-01..03]; after the reveal */
game_seats amun_winners(const struct amun_state *s);                    /* [AR-END-01, 02]; of a finished game */
const char *amun_province_name(int province);                           /* the identifiers in records; */
const char *amun_card_name(int card);                                   /* NULL: there is no such thing */

/* Actions. Kind in the top byte; ascending order is the order below. */
enum amun_verb {
    AMUN_V_START = 1, AMUN_V_PROVINCE, AMUN_V_CARD, AMUN_V_BID, AMUN_V_SELL, AMUN_V_BUY, AMUN_V_FARMER, AMUN_V_STONE,
    AMUN_V_FREE_FARMER, AMUN_V_BUILDER, AMUN_V_END, AMUN_V_OFFER, AMUN_V_STEAL, AMUN_V_CORRECT, AMUN_V_REWARD,
    AMUN_V_EIGHT_GOLD, AMUN_V_HARVEST, AMUN_V_BONUS
};

static inline enum amun_verb amun_verb(game_action a)   { return (enum amun_verb)(a >> 24); }
static inline int amun_arg(game_action a)               { return (int)(a & 0xffffff); }

/* Actions with one argument: a seat, a province, a card or a number. */
static inline game_action amun_act(enum amun_verb verb, int arg) { return (game_action)verb << 24 | (game_action)arg; }

/* A bid: province, index of the number, cards played with it. */
enum { AMUN_WITH_BLOCKADE = 1, AMUN_WITH_OVERBID = 2 };
static inline game_action
amun_bid(int province, int space, int with)
{
    return (game_action)AMUN_V_BID << 24 | (game_action)province << 8 | (game_action)space << 2 | (game_action)with;
}

static inline game_action
amun_offer(int gold, bool correction)
{
    return (game_action)AMUN_V_OFFER << 24 | (game_action)gold << 1 | (game_action)correction;
}

static inline game_action
amun_reward(int cards, int farmers, int stones)
{
    return (game_action)AMUN_V_REWARD << 24 | (game_action)cards << 4 | (game_action)farmers << 2 | (game_action)stones;
}

/* Text: see struct game. `amun_write_state` is the JSON of khepri-records(7); a state with a veil is
 * written as a view. amun_write_board: the board as an object, or its name if it is the default. */
int           amun_write_action(const struct amun_state *s, game_action a, char *buf, size_t room);
enum game_err amun_read_action(const struct amun_state *s, const char *text, game_action *out) GAME_CHECKED;
int           amun_write_state(const struct amun_state *s, char *buf, size_t room);
int           amun_write_board(const struct amun_board *board, char *buf, size_t room);

#ifdef __cplusplus
}
#endif

#endif
