/* SPDX-License-Identifier: MIT
 * ra.c -- the course of a game of Ra: phases, and the effect of each action.
 *
 * The bag has no order. A draw is two actions, the player's `draw` and then nature's `tile`;
 * between them the phase is RA_DRAW. Whatever needs no decision runs at once, up to the next
 * decision. So in every state a seat (or nature) is to act, or the game is over.
 */
#include "ra_parts.h"

#include <assert.h>
#include <string.h>

#include "minmax.h"

/* ---- epochs and turns ---- */

static void
begin_epoch(struct ra_state *s, struct game_log *log)
{
    s->phase = RA_TURN;
    s->turn = (uint8_t)ra_highest_sun_owner(s, 0x1f); /* [RA-TURN-01] */
    ra_report(log, RA_EV_EPOCH_BEGAN, s->turn, 0, s->epoch);
}

static void
report_tally(const struct ra_state *s, int seat, struct ra_tally t, struct game_log *log)
{
    ra_display d = s->tiles[seat];
    int floods = ra_count(d, RA_FLOOD), sets = 0;

    for (int kind = RA_FORTRESS; kind <= RA_TEMPLE; kind++)
        sets += ra_count(d, kind) >= 3;
    ra_report(log, RA_EV_TALLY_GODS, seat, ra_count(d, RA_GOD), t.gods);
    ra_report(log, RA_EV_TALLY_PHARAOHS, seat, ra_count(d, RA_PHARAOH), t.pharaohs);
    ra_report(log, RA_EV_TALLY_FLOODS, seat, floods, 0);
    ra_report(log, RA_EV_TALLY_RIVER, seat, ra_count(d, RA_NILE) + floods, t.river);
    ra_report(log, RA_EV_TALLY_GOLD, seat, ra_count(d, RA_GOLD), t.gold);
    ra_report(log, RA_EV_TALLY_CIVILISATION, seat, ra_different(d, RA_ASTRONOMY, RA_ART),
              t.civilisation);
    if (s->epoch == RA_EPOCHS) {
        ra_report(log, RA_EV_TALLY_MONUMENT_KINDS, seat,
                  ra_different(d, RA_FORTRESS, RA_TEMPLE), t.monument_kinds);
        ra_report(log, RA_EV_TALLY_MONUMENT_SETS, seat, sets, t.monument_sets);
        ra_report(log, RA_EV_TALLY_SUNS, seat, ra_sun_sum(s, seat), t.suns);
    }
    ra_report(log, RA_EV_TALLY_TOTAL, seat, 0, t.total);
}

/* [RA-SCORE-01]: the net of the epoch, then the floor at zero. */
static void
score_epoch(struct ra_state *s, struct game_log *log)
{
    struct ra_tally tallies[RA_SEATS];

    ra_score_all(s, tallies);
    for (int i = 0; i < s->seats; i++) {
        int sum = s->score[i] + tallies[i].total;

        if (log)
            report_tally(s, i, tallies[i], log);
        s->epoch_score[s->epoch - 1][i] = tallies[i].total;
        s->score[i] = (int16_t)(sum < 0 ? 0 : sum);
        ra_report(log, RA_EV_SCORED, i, 0, s->score[i]);
    }
}

static void
end_auction(struct ra_state *s)
{
    s->cause = RA_NO_AUCTION;
    s->high_seat = s->high_sun = s->passed = s->bidder = 0;
    memset(s->bid, 0, sizeof s->bid);
}

static void
clear_track(struct ra_state *s)
{
    memset(s->track, RA_EMPTY, sizeof s->track);
}

/* Scores, turns the suns up, removes what does not stay [RA-EPOCH-02..08]. */
static void
end_epoch(struct ra_state *s, bool track_full, struct game_log *log)
{
    ra_report(log, RA_EV_EPOCH_ENDED, s->turn, track_full, s->epoch);
    score_epoch(s, log);
    for (int i = 0; i < s->seats; i++) {
        s->ready[i] |= s->spent[i]; /* [RA-EPOCH-06] */
        s->spent[i] = 0;
        s->tiles[i] &= RA_KEPT_MASK; /* [RA-EPOCH-07] */
    }
    clear_track(s); /* [RA-EPOCH-03] */
    s->ra_tiles = 0;
    end_auction(s);
    if (s->epoch < RA_EPOCHS) {
        s->epoch++;
        begin_epoch(s, log);
    } else {
        s->phase = RA_OVER;
        s->turn = 0;
        if (log)
            ra_report(log, RA_EV_GAME_OVER, ra_winner(s), 0, 0);
    }
}

/* [RA-TURN-02, 04, 05, 06]: the next seat clockwise with a ready sun; there is one. */
static void
next_turn(struct ra_state *s)
{
    int seat = s->turn;

    do
        seat = ra_left_of(s, seat);
    while (!s->ready[seat] && seat != s->turn);
    assert(s->ready[seat]);
    s->turn = (uint8_t)seat;
    s->phase = RA_TURN;
}

/* ---- disasters ---- */

static void
lose(struct ra_state *s, int seat, int kind, int count, struct game_log *log)
{
    if (count > 0) {
        s->tiles[seat] -= ra_one(kind) * (unsigned)count;
        ra_report(log, RA_EV_LOST, seat, count, kind);
    }
}

static void continue_gods(struct ra_state *s, struct game_log *log);
static void close_gods(struct ra_state *s);

/* All debts are paid: continues what was interrupted. */
static void
after_debts(struct ra_state *s, struct game_log *log)
{
    s->owed_seat = 0;
    if (s->takes) {
        if (s->options.god_disaster == RA_IMMEDIATE)
            continue_gods(s, log);
        else
            close_gods(s); /* [RA-GOD-07] after all: the action had ended before */
        return;
    }
    end_auction(s);
    for (int i = 0; i < s->seats; i++) {
        if (s->ready[i]) {
            next_turn(s);
            return;
        }
    }
    end_epoch(s, false, log); /* [RA-EPOCH-02], after the disasters [RA-WIN-05] */
}

/* Pays what can be paid without a choice; stops at the first choice. Unrest comes first. */
static void
pay_debts(struct ra_state *s, struct game_log *log)
{
    struct {
        uint8_t *owed, first, last;
    } debts[] = {{&s->owed_unrest, RA_ASTRONOMY, RA_ART},
                 {&s->owed_earthquake, RA_FORTRESS, RA_TEMPLE}};

    s->phase = RA_DISCARD;
    for (int d = 0; d < 2; d++) {
        int owed = *debts[d].owed;

        if (owed && ra_has_choice(s->tiles[s->owed_seat], owed, debts[d].first, debts[d].last))
            return;
        for (int kind = debts[d].first; owed && kind <= debts[d].last; kind++) {
            int count = int_min(owed, ra_count(s->tiles[s->owed_seat], kind));

            lose(s, s->owed_seat, kind, count, log);
            owed -= count;
        }
        *debts[d].owed = 0;
    }
    after_debts(s, log);
}

/* Carries out count[k] disasters of kind RA_FUNERAL + k on `seat` [RA-DIS-01..08]. */
static void
carry_out(struct ra_state *s, int seat, const int count[4], struct game_log *log)
{
    ra_display d = s->tiles[seat];
    int funeral = int_min(2 * count[0], ra_count(d, RA_PHARAOH));
    int floods = int_min(2 * count[1], ra_count(d, RA_FLOOD)); /* [RA-DIS-05] floods go first */
    int niles = int_min(2 * count[1] - floods, ra_count(d, RA_NILE));
    int unrest = int_min(2 * count[2], ra_held_range(d, RA_ASTRONOMY, RA_ART));
    int earthquake = int_min(2 * count[3], ra_held_range(d, RA_FORTRESS, RA_TEMPLE));
    const int cost[4] = {funeral, floods + niles, unrest, earthquake};

    for (int k = 0; k < 4; k++) {
        if (count[k])
            ra_report(log, RA_EV_DISASTER, seat, cost[k], RA_FUNERAL + k);
    }
    lose(s, seat, RA_PHARAOH, funeral, log);
    lose(s, seat, RA_FLOOD, floods, log);
    lose(s, seat, RA_NILE, niles, log);
    s->owed_seat = (uint8_t)seat;
    s->owed_unrest = (uint8_t)unrest;
    s->owed_earthquake = (uint8_t)earthquake;
    pay_debts(s, log);
}

static void
discard(struct ra_state *s, int kind, struct game_log *log)
{
    lose(s, s->owed_seat, kind, 1, log);
    if (s->owed_unrest)
        s->owed_unrest--;
    else
        s->owed_earthquake--;
    pay_debts(s, log);
}

/* ---- gods ---- */

static void
close_gods(struct ra_state *s)
{
    s->takes = 0;
    memset(s->taken, 0, sizeof s->taken);
    next_turn(s);
}

/* The god action ends, by choice or because nothing is left to do. */
static void
end_gods(struct ra_state *s, struct game_log *log)
{
    int count[4] = {0};

    ra_report(log, RA_EV_GODS_ENDED, s->turn, s->takes, 0);
    if (!s->waiting) {
        close_gods(s);
        return;
    }
    s->waiting = 0; /* [RA-GOD-07]: everything is placed, now the disasters */
    for (int i = 0; i < s->takes; i++) {
        if (ra_is_disaster(s->taken[i]))
            count[s->taken[i] - RA_FUNERAL]++;
    }
    carry_out(s, s->turn, count, log);
}

static void
continue_gods(struct ra_state *s, struct game_log *log)
{
    if (ra_can_take(s))
        s->phase = RA_GODS;
    else
        end_gods(s, log);
}

static void
take(struct ra_state *s, int kind, struct game_log *log)
{
    int space = 0, count[4] = {0};

    while (s->track[space] != kind)
        space++;
    s->track[space] = RA_EMPTY; /* [RA-GOD-05] the gap stays until a draw fills it */
    s->tiles[s->turn] -= ra_one(RA_GOD);
    s->taken[s->takes++] = (uint8_t)kind;
    ra_report(log, RA_EV_GOD_TOOK, s->turn, 0, kind);
    if (!ra_is_disaster(kind)) {
        s->tiles[s->turn] += ra_one(kind);
    } else if (s->options.god_disaster == RA_AFTER_ALL) {
        s->waiting = 1;
    } else if (s->options.god_disaster == RA_IMMEDIATE) {
        count[kind - RA_FUNERAL] = 1;
        carry_out(s, s->turn, count, log);
        return;
    }
    continue_gods(s, log);
}

/* ---- auctions ---- */

/* The winner takes the lot, exchanges suns, suffers the disasters [RA-WIN-01..05]. */
static void
win_lot(struct ra_state *s, struct game_log *log)
{
    int winner = s->high_seat, count[4] = {0};
    bool disasters = false;

    ra_report(log, RA_EV_WON, winner, ra_lot_size(s), s->high_sun);
    for (int i = 0; i < RA_TRACK; i++) {
        int kind = s->track[i];

        if (kind == RA_EMPTY)
            continue;
        if (ra_is_disaster(kind)) {
            disasters = true;
            count[kind - RA_FUNERAL]++;
        } else {
            s->tiles[winner] += ra_one(kind);
            ra_report(log, RA_EV_GOT_TILE, winner, 0, kind);
        }
    }
    clear_track(s);
    s->ready[winner] &= ~ra_sun(s->high_sun);
    s->spent[winner] |= ra_sun(s->centre_sun);
    ra_report(log, RA_EV_GOT_SUN, winner, 0, s->centre_sun);
    s->centre_sun = s->high_sun;
    if (disasters)
        carry_out(s, winner, count, log);
    else
        after_debts(s, log);
}

static void
settle_auction(struct ra_state *s, struct game_log *log)
{
    s->bidder = 0;
    if (s->high_sun) {
        win_lot(s, log);
        return;
    }
    if (s->cause ==
        RA_BY_INVOKING) { /* [RA-AUC-07]: the track was full, or somebody had to bid */
        ra_report(log, RA_EV_TRACK_CLEARED, s->turn, 0, ra_lot_size(s));
        clear_track(s);
    } else {
        ra_report(log, RA_EV_NO_BID, s->turn, 0, ra_lot_size(s)); /* [RA-AUC-06] */
    }
    end_auction(s);
    next_turn(s);
}

/* Asks the next seat from `seat` on that can bid; the Ra player is the last [RA-AUC-02, 05]. */
static void
ask_from(struct ra_state *s, int seat, struct game_log *log)
{
    while (!ra_biddable(s, seat)) {
        if (seat == s->turn) {
            settle_auction(s, log);
            return;
        }
        seat = ra_left_of(s, seat);
    }
    s->bidder = (uint8_t)seat;
}

static void
open_auction(struct ra_state *s, enum ra_cause cause, struct game_log *log)
{
    s->cause = (uint8_t)cause;
    s->phase = RA_AUCTION;
    ask_from(s, ra_left_of(s, s->turn), log);
}

static void
answer(struct ra_state *s, game_action a, struct game_log *log)
{
    int seat = s->bidder;

    if (ra_verb(a) == RA_V_PASS) {
        s->passed |= (uint8_t)(1u << seat);
        ra_report(log, RA_EV_PASSED, seat, 0, 0);
    } else {
        s->bid[seat] = s->high_sun = (uint8_t)ra_arg(a);
        s->high_seat = (uint8_t)seat;
        ra_report(log, RA_EV_BID, seat, 0, ra_arg(a));
    }
    if (seat == s->turn)
        settle_auction(s, log);
    else
        ask_from(s, ra_left_of(s, seat), log);
}

/* ---- nature ---- */

static void
deal(struct ra_state *s, game_action a, struct game_log *log)
{
    for (int i = 0; i < s->seats; i++) {
        int group = (int)(a >> (4 * (s->seats - 1 - i)) & 15);

        s->ready[i] = ra_sun_group(s->seats, group); /* [RA-SETUP-06] */
        ra_report(log, RA_EV_DEALT, i, 0, group);
    }
    begin_epoch(s, log);
}

static void
place_tile(struct ra_state *s, int kind, struct game_log *log)
{
    int space = 0;

    s->bag[kind]--;
    if (kind == RA_RA) {
        s->ra_tiles++;
        ra_report(log, RA_EV_RA_DRAWN, s->turn, 0, s->ra_tiles);
        if (s->ra_tiles == ra_track_length(s->seats))
            end_epoch(s, true, log); /* [RA-DRAW-06] */
        else
            open_auction(s, RA_BY_TILE, log); /* [RA-DRAW-05] */
        return;
    }
    while (s->track[space] != RA_EMPTY) /* [RA-DRAW-03] leftmost */
        space++;
    s->track[space] = (uint8_t)kind;
    ra_report(log, RA_EV_TILE_DRAWN, s->turn, 0, kind);
    next_turn(s);
}

/* ---- the door ---- */

static void
take_turn(struct ra_state *s, game_action a, struct game_log *log)
{
    if (ra_verb(a) == RA_V_DRAW) {
        s->phase = RA_DRAW;
    } else if (ra_verb(a) == RA_V_INVOKE) {
        ra_report(log, RA_EV_INVOKED, s->turn, 0, ra_lot_size(s));
        open_auction(s, RA_BY_INVOKING, log);
    } else {
        take(s, ra_arg(a), log);
    }
}

void
ra_act(struct ra_state *s, game_action a, struct game_log *log)
{
    switch ((enum ra_phase)s->phase) {
    case RA_DEAL:
        deal(s, a, log);
        break;
    case RA_TURN:
        take_turn(s, a, log);
        break;
    case RA_DRAW:
        place_tile(s, ra_arg(a), log);
        break;
    case RA_AUCTION:
        answer(s, a, log);
        break;
    case RA_GODS:
        if (ra_verb(a) == RA_V_END)
            end_gods(s, log);
        else
            take(s, ra_arg(a), log);
        break;
    case RA_DISCARD:
        discard(s, ra_arg(a), log);
        break;
    case RA_OVER:
    case RA_PHASES:
        break;
    }
}

enum game_err
ra_apply(struct ra_state *s, int seat, game_action a, struct game_log *log)
{
    if (seat < 0 || seat > GAME_NATURE || !(ra_to_move(s) >> seat & 1))
        return GAME_NOT_YOU;
    if (!ra_is_legal(s, a))
        return GAME_ILLEGAL;
    ra_act(s, a, log);
    assert(!ra_check(s));
    return GAME_OK;
}
