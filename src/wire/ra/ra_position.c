/* SPDX-License-Identifier: MIT
 * ra_position.c -- a state of Ra from JSON: the keys that do not follow from others.
 *
 * Counts are checked here, before they are packed; ra_check() checks whether the parts fit together. */
#include "ra_position.h"

#include <stdio.h>
#include <string.h>

#include "field.h"

enum { MOST_POINTS = 9999 };

static const char *const phase_names[] = {"deal", "turn",    "draw", "auction",
                                          "gods", "discard", "over"};
static const char *const cause_names[] = {"ra", "invoke"};

static const char the_state[] = "the state";

/* A list of tile kinds, at most `room` of them. With `gaps` null is RA_EMPTY. */
static bool
read_kinds(const struct json *list, const char *what, bool gaps, uint8_t *out, size_t room,
           struct refusal *why)
{
    const char *names[RA_KINDS];

    for (int kind = 0; kind < RA_KINDS; kind++)
        names[kind] = ra_kind_name((enum ra_kind)kind);
    if (json_kind(list) != JSON_KIND_LIST || json_count(list) > room)
        return refuse(why, "%s should be a list of at most %zu tiles", what, room);
    for (const struct json *tile = json_first(list); tile; tile = json_next(list, tile)) {
        int kind = RA_EMPTY;

        if (!(gaps && json_is_nil(tile)) &&
            !field_name(tile, "a kind of tile", names, RA_KINDS, &kind, why))
            return false;
        *out++ = (uint8_t)kind;
    }
    return true;
}

/* {"pharaoh":2,"nile":1}: unknown kinds are refused. */
static bool
read_counts(const struct json *object, const char *where, uint8_t count[RA_KINDS],
            struct refusal *why)
{
    size_t known = 0;

    if (json_kind(object) != JSON_KIND_OBJECT)
        return refuse(why, "%s should be an object of kinds and their numbers", where);
    for (int kind = 0; kind < RA_KINDS; kind++) {
        const char *key = ra_kind_name((enum ra_kind)kind);
        int number = 0;

        if (!json_member(object, key))
            continue;
        if (!field_number(object, where, key, 0, ra_kind_count((enum ra_kind)kind), &number,
                          why))
            return false;
        count[kind] = (uint8_t)number;
        known++;
    }
    if (known != json_count(object))
        return refuse(why, "%s names a kind of tile that there is not", where);
    return true;
}

static bool
read_seat(const struct json *json, int seat, struct ra_state *s, struct refusal *why)
{
    uint8_t count[RA_KINDS] = {0};
    char where[16], tiles_where[32];
    const struct json *tiles;
    int score;

    snprintf(where, sizeof where, "seats[%d]", seat);
    snprintf(tiles_where, sizeof tiles_where, "\"tiles\" of %s", where);
    if (!field_set(json, where, "ready", &s->ready[seat], why) ||
        !field_set(json, where, "spent", &s->spent[seat], why) ||
        !field_number(json, where, "score", 0, MOST_POINTS, &score, why))
        return false;
    s->score[seat] = (int16_t)score;
    tiles = field_member(json, where, "tiles", why);
    if (!tiles || !read_counts(tiles, tiles_where, count, why))
        return false;
    for (int kind = 0; kind < RA_KINDS; kind++) {
        if (count[kind] && !ra_one_tile((enum ra_kind)kind))
            return refuse(why, "%s holds %s, which nobody can hold", tiles_where,
                          ra_kind_name((enum ra_kind)kind));
        s->tiles[seat] += ra_one_tile((enum ra_kind)kind) * count[kind];
    }
    return true;
}

static bool
read_seats(const struct json *json, struct ra_state *s, struct refusal *why)
{
    const struct json *seats = field_member(json, the_state, "seats", why);

    if (!seats)
        return false;
    if (json_kind(seats) != JSON_KIND_LIST || json_count(seats) != s->seats)
        return refuse(why,
                      "\"seats\" should be a list with an object for each of the %d players",
                      s->seats);
    for (int i = 0; i < s->seats; i++) {
        if (!read_seat(json_element(seats, (size_t)i), i, s, why))
            return false;
    }
    return true;
}

/* The totals of the epochs that were scored: as many lists as there were. */
static bool
read_epoch_scores(const struct json *json, struct ra_state *s, struct refusal *why)
{
    const struct json *epochs = field_member(json, the_state, "epoch_scores", why);
    size_t scored = s->phase == RA_OVER ? RA_EPOCHS : (size_t)s->epoch - 1;

    if (!epochs)
        return false;
    if (json_kind(epochs) != JSON_KIND_LIST || json_count(epochs) != scored)
        return refuse(why,
                      "\"epoch_scores\" should hold a list for each epoch scored, %zu in all",
                      scored);
    for (size_t e = 0; e < scored; e++) {
        const struct json *totals = json_element(epochs, e);

        if (json_kind(totals) != JSON_KIND_LIST || json_count(totals) != s->seats)
            return refuse(why,
                          "each list in \"epoch_scores\" should hold %d numbers, one a seat",
                          s->seats);
        for (int i = 0; i < s->seats; i++) {
            long long total;

            if (!json_as_whole(json_element(totals, (size_t)i), &total) ||
                total < -MOST_POINTS || total > MOST_POINTS)
                return refuse(why,
                              "\"epoch_scores\" should hold whole numbers from -9999 to 9999");
            s->epoch_score[e][i] = (int16_t)total;
        }
    }
    return true;
}

static bool
read_bids(const struct json *auction, struct ra_state *s, struct refusal *why)
{
    const struct json *bids = field_member(auction, "the auction", "bids", why);
    uint32_t passed;
    size_t known = 0;

    if (!bids || !field_set(auction, "the auction", "passed", &passed, why))
        return false;
    if (json_kind(bids) != JSON_KIND_OBJECT)
        return refuse(why,
                      "\"bids\" of the auction should be an object of seats and their suns");
    if (passed >> s->seats)
        return refuse(why, "\"passed\" of the auction names a seat that there is not");
    s->passed = (uint8_t)passed;
    for (int i = 0; i < s->seats; i++) {
        char key[2] = {(char)('0' + i), 0};
        int sun = 0;

        if (!json_member(bids, key))
            continue;
        if (!field_number(bids, "bids", key, 1, RA_SUNS, &sun, why))
            return false;
        s->bid[i] = (uint8_t)sun;
        known++;
        if (sun > s->high_sun) {
            s->high_sun = (uint8_t)sun;
            s->high_seat = (uint8_t)i;
        }
    }
    if (known != json_count(bids))
        return refuse(why, "\"bids\" of the auction names a seat that there is not");
    return true;
}

/* Who is asked now: the first to the left of the Ra player that has not answered and can bid. */
static void
find_bidder(struct ra_state *s)
{
    int high = 0;

    for (int i = 1; i <= s->seats; i++) {
        int seat = (s->turn + i) % s->seats;

        s->bidder = (uint8_t)seat;
        if (s->bid[seat])
            high = s->bid[seat];
        else if (!(s->passed >> seat & 1) && s->ready[seat] & ~((UINT32_C(2) << high) - 1))
            return;
    }
}

static bool
read_auction(const struct json *json, struct ra_state *s, struct refusal *why)
{
    const struct json *auction = field_member(json, the_state, "auction", why), *cause;
    int which;

    if (!auction || json_is_nil(auction))
        return auction != NULL;
    cause = field_member(auction, "the auction", "cause", why);
    if (!cause ||
        !field_name(cause, "a cause of an auction, \"ra\" or \"invoke\"", cause_names, 2,
                    &which, why) ||
        !read_bids(auction, s, why))
        return false;
    s->cause = (uint8_t)(which == 0 ? RA_BY_TILE : RA_BY_INVOKING);
    if (s->phase == RA_AUCTION)
        find_bidder(s);
    return true;
}

static bool
read_god_action(const struct json *json, struct ra_state *s, struct refusal *why)
{
    const struct json *action = field_member(json, the_state, "god_action", why), *taken,
                      *disasters;

    if (!action || json_is_nil(action))
        return action != NULL;
    taken = field_member(action, "the god action", "taken", why);
    if (!taken ||
        !read_kinds(taken, "\"taken\" of the god action", false, s->taken, RA_TRACK, why))
        return false;
    disasters = field_member(action, "the god action", "disasters", why);
    if (!disasters)
        return false;
    if (json_count(taken) == 0)
        return refuse(why, "a god action has taken a tile at least, or is null");
    s->takes = (uint8_t)json_count(taken);
    s->waiting = json_count(disasters) > 0;
    return true;
}

static bool
read_owed(const struct json *json, struct ra_state *s, struct refusal *why)
{
    const struct json *owed = field_member(json, the_state, "owed", why);
    int seat, unrest, earthquake;

    if (!owed || json_is_nil(owed))
        return owed != NULL;
    if (!field_number(owed, "\"owed\"", "seat", 0, s->seats - 1, &seat, why) ||
        !field_number(owed, "\"owed\"", "unrest", 0, 8, &unrest, why) ||
        !field_number(owed, "\"owed\"", "earthquake", 0, 4, &earthquake, why))
        return false;
    s->owed_seat = (uint8_t)seat;
    s->owed_unrest = (uint8_t)unrest;
    s->owed_earthquake = (uint8_t)earthquake;
    return true;
}

static bool
read_board(const struct json *json, struct ra_state *s, struct refusal *why)
{
    const struct json *track = field_member(json, the_state, "track", why), *bag;
    int ra_tiles, centre_sun;

    if (!track || !read_kinds(track, "\"track\"", true, s->track, RA_TRACK, why))
        return false;
    if (json_count(track) != RA_TRACK)
        return refuse(why, "\"track\" should have 8 entries, null for an empty space");
    if (!field_number(json, the_state, "ra_tiles", 0, ra_kind_count(RA_RA), &ra_tiles, why) ||
        !field_number(json, the_state, "centre_sun", 1, RA_SUNS, &centre_sun, why))
        return false;
    s->ra_tiles = (uint8_t)ra_tiles;
    s->centre_sun = (uint8_t)centre_sun;
    bag = field_member(json, the_state, "bag", why);
    return bag && read_counts(bag, "\"bag\"", s->bag, why);
}

/* Epoch, phase, and whose turn it is. */
static bool
read_frame(const struct json *json, struct ra_state *s, struct refusal *why)
{
    const struct json *phase, *turn;
    int number, epoch, which;

    if (!field_number(json, the_state, "epoch", 1, RA_EPOCHS, &epoch, why))
        return false;
    s->epoch = (uint8_t)epoch;
    phase = field_member(json, the_state, "phase", why);
    if (!phase || !field_name(phase, "a phase of Ra", phase_names, RA_PHASES, &which, why))
        return false;
    s->phase = (uint8_t)which;
    turn = field_member(json, the_state, "on_turn", why);
    if (!turn || s->phase == RA_DEAL || s->phase == RA_OVER)
        return turn != NULL; /* null then, as it follows from the phase */
    if (!field_number(json, the_state, "on_turn", 0, s->seats - 1, &number, why))
        return false;
    s->turn = (uint8_t)number;
    return true;
}

static bool
read_ra(const struct json *json, struct ra_state *out, struct refusal *why)
{
    const struct ra_state begun = *out;

    memset(out, 0, sizeof *out);
    out->options = begun.options;
    out->seats = begun.seats;
    return read_frame(json, out, why) && read_board(json, out, why) &&
           read_seats(json, out, why) && read_epoch_scores(json, out, why) &&
           read_auction(json, out, why) && read_god_action(json, out, why) &&
           read_owed(json, out, why);
}

bool
ra_position_read(const struct json *json, bool view, union games_state *out,
                 struct refusal *why)
{
    (void)view; /* a view of Ra is the whole state */
    return read_ra(json, &out->ra, why);
}
