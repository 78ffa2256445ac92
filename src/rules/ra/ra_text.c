/* SPDX-License-Identifier: MIT
 * ra_text.c -- texts of Ra: actions, the JSON state of records, names of kinds and events; and
 * the table that makes the rules a `struct game`.
 */
#include "ra_parts.h"

#include <string.h>

#include "adapters.h"
#include "text.h"

/* clang-format off */
static const char *const kind_names[RA_KINDS + 1] = {
    "ra",       "god",     "pharaoh", "nile",    "flood",  "gold",   "astronomy",    "agriculture",
    "writing",  "religion", "art",    "fortress", "obelisk", "palace", "pyramid",     "sphinx",
    "statue",   "step_pyramid", "temple", "funeral", "drought", "unrest", "earthquake", NULL,
};
/* clang-format on */

static const char *const phase_names[RA_PHASES] = {"deal", "turn",    "draw", "auction",
                                                   "gods", "discard", "over"};
static const char *const edition_names[] = {"1999", "2005", "2016", NULL};
static const char *const god_disaster_names[] = {"by_edition", "after_all", "immediate",
                                                 "ignored", NULL};
static const char *const switch_names[] = {"false", "true", NULL};
static const char *const switch_values[] = {"true", "false", NULL};

const char *
ra_kind_name(enum ra_kind kind)
{
    return (unsigned)kind < RA_KINDS ? kind_names[kind] : NULL;
}

/* ---- options ---- */

/* clang-format off */
static const struct game_option option_table[] = {
    {"edition", GAME_FORM_TEXT, false, edition_names, "2016"},
    {"god_disaster", GAME_FORM_TEXT, false, god_disaster_names + RA_AFTER_ALL,
        "by edition: after_all, in 2016 immediate"},
    {"empty_invoke", GAME_FORM_BOOLEAN, false, switch_values, "true"},
    {NULL, GAME_FORM_TEXT, false, NULL, NULL},
};
/* clang-format on */

static int
ra_write_option(const struct ra_state *s, int option, char *buf, size_t room)
{
    const char *const in_force[] = {edition_names[s->options.edition],
                                    god_disaster_names[s->options.god_disaster],
                                    switch_names[s->options.empty_invoke]};
    struct text t = text_in(buf, room);

    if ((unsigned)option >= sizeof in_force / sizeof *in_force)
        return -1;
    text_put(&t, in_force[option]);
    return text_length(&t);
}

static void
ra_defaults(struct ra_options *o)
{
    *o = (struct ra_options){
        .edition = RA_2016, .god_disaster = RA_GOD_DISASTER_BY_EDITION, .empty_invoke = 1};
}

static enum game_err
ra_set_option(struct ra_options *o, const char *key, const char *value)
{
    const struct {
        const char *key;
        const char *const *names;
        uint8_t *at;
    } known[] = {{"edition", edition_names, &o->edition},
                 {"god_disaster", god_disaster_names, &o->god_disaster},
                 {"empty_invoke", switch_names, &o->empty_invoke}};

    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        int at = text_same(key, known[i].key) ? text_find(known[i].names, value) : -1;

        if (at < 0 ||
            (known[i].names == god_disaster_names && at == RA_GOD_DISASTER_BY_EDITION))
            continue;
        *known[i].at = (uint8_t)at;
        return GAME_OK;
    }
    return GAME_SETUP;
}

/* ---- actions ---- */

static const char *const verb_names[] = {
    [RA_V_DEAL] = "deal",     [RA_V_TILE] = "tile", [RA_V_DRAW] = "draw",
    [RA_V_INVOKE] = "invoke", [RA_V_TAKE] = "take", [RA_V_END] = "end",
    [RA_V_PASS] = "pass",     [RA_V_BID] = "bid",   [RA_V_DISCARD] = "discard",
};

/* Four bits for each seat, a group of suns. */
static bool
is_deal(const struct ra_state *s, game_action groups)
{
    for (int i = 0; i < s->seats; i++, groups >>= 4) {
        if ((groups & 15) < 1 || (groups & 15) > s->seats)
            return false;
    }
    return groups == 0;
}

/* Would read_action() make this code of some text? No others may look for names. */
static bool
is_well_formed(const struct ra_state *s, game_action a)
{
    const game_action arg = a & 0xffffff;

    switch ((int)ra_verb(a)) { /* as int: the code may be of no verb */
    case RA_V_DEAL:
        return is_deal(s, arg);
    case RA_V_TILE:
    case RA_V_TAKE:
    case RA_V_DISCARD:
        return arg < RA_KINDS;
    case RA_V_BID:
        return arg >= 1 && arg <= RA_SUNS;
    case RA_V_DRAW:
    case RA_V_INVOKE:
    case RA_V_END:
    case RA_V_PASS:
        return arg == 0;
    }
    return false;
}

int
ra_write_action(const struct ra_state *s, game_action a, char *buf, size_t room)
{
    struct text t = text_in(buf, room);
    int arg = ra_arg(a);

    if (!is_well_formed(s, a))
        return -1;
    text_put(&t, verb_names[ra_verb(a)]);
    switch (ra_verb(a)) {
    case RA_V_DEAL:
        for (int i = s->seats - 1; i >= 0; i--) {
            text_char(&t, i == s->seats - 1 ? ':' : ',');
            text_int(&t, a >> 4 * i & 15);
        }
        break;
    case RA_V_TILE:
    case RA_V_TAKE:
    case RA_V_DISCARD:
        text_char(&t, ':');
        text_put(&t, kind_names[arg]);
        break;
    case RA_V_BID:
        text_char(&t, ':');
        text_int(&t, arg);
        break;
    case RA_V_DRAW:
    case RA_V_INVOKE:
    case RA_V_END:
    case RA_V_PASS:
        break;
    }
    return text_length(&t);
}

/* "2,1,3" for three seats; each number one digit 1..seats. */
static enum game_err
read_deal(const struct ra_state *s, const char *text, game_action *out)
{
    game_action a = 0;

    for (int i = 0; i < s->seats; i++) {
        if (*text < '1' || *text >= '1' + s->seats)
            return GAME_FORMAT;
        a = a << 4 | (game_action)(*text++ - '0');
        if (*text != (i < s->seats - 1 ? ',' : 0))
            return GAME_FORMAT;
        text += *text == ',';
    }
    *out = (game_action)RA_V_DEAL << 24 | a;
    return GAME_OK;
}

/* A sun, 1..16, without leading zeros. */
static enum game_err
read_sun(const char *text, game_action *out)
{
    int sun = 0;

    for (int i = 0; text[i]; i++) {
        if (i == 2 || text[i] < (i == 0 ? '1' : '0') || text[i] > '9')
            return GAME_FORMAT;
        sun = sun * 10 + (text[i] - '0');
    }
    if (sun < 1 || sun > RA_SUNS)
        return GAME_FORMAT;
    *out = ra_bid(sun);
    return GAME_OK;
}

static enum game_err
read_kind(int verb, const char *text, game_action *out)
{
    int kind = text_find(kind_names, text);

    if (kind < 0)
        return GAME_FORMAT;
    *out = (game_action)verb << 24 | (game_action)kind;
    return GAME_OK;
}

enum game_err
ra_read_action(const struct ra_state *s, const char *text, game_action *out)
{
    char verb_text[16];
    size_t len = 0;

    while (text[len] && text[len] != ':') {
        if (len == sizeof verb_text - 1)
            return GAME_FORMAT;
        verb_text[len] = text[len];
        len++;
    }
    verb_text[len] = 0;
    for (int verb = RA_V_DEAL; verb <= RA_V_DISCARD; verb++) {
        bool bare =
            verb == RA_V_DRAW || verb == RA_V_INVOKE || verb == RA_V_END || verb == RA_V_PASS;

        if (!text_same(verb_text, verb_names[verb]) || (text[len] == 0) != bare)
            continue;
        if (bare) {
            *out = (game_action)verb << 24;
            return GAME_OK;
        }
        if (verb == RA_V_DEAL)
            return read_deal(s, text + len + 1, out);
        if (verb == RA_V_BID)
            return read_sun(text + len + 1, out);
        return read_kind(verb, text + len + 1, out);
    }
    return GAME_FORMAT;
}

/* ---- the state as JSON: records.md section 3, in its order of keys ---- */

static void
write_options(struct text *t, const struct ra_options *o)
{
    json_key_open(t, "options", '{');
    json_key_text(t, "edition", edition_names[o->edition]);
    json_key_text(t, "god_disaster", god_disaster_names[o->god_disaster]);
    json_key_literal(t, "empty_invoke", switch_names[o->empty_invoke]);
    json_close(t, '}');
}

static void
write_turn(struct text *t, const struct ra_state *s)
{
    game_seats movers = ra_to_move(s);

    json_key(t, "to_act");
    if (movers >> GAME_NATURE) {
        json_text(t, "chance");
    } else {
        json_open(t, '[');
        for (int i = 0; i < s->seats; i++) {
            if (movers >> i & 1)
                json_int(t, i);
        }
        json_close(t, ']');
    }
    json_key(t, "on_turn");
    if (s->phase == RA_DEAL || s->phase == RA_OVER)
        json_literal(t, "null");
    else
        json_int(t, s->turn);
}

static void
write_track(struct text *t, const struct ra_state *s)
{
    json_key_open(t, "track", '[');
    for (int i = 0; i < RA_TRACK; i++) {
        if (s->track[i] == RA_EMPTY)
            json_literal(t, "null");
        else
            json_text(t, kind_names[s->track[i]]);
    }
    json_close(t, ']');
}

static void
write_auction(struct text *t, const struct ra_state *s)
{
    static const char seat_keys[RA_SEATS][2] = {"0", "1", "2", "3", "4"};

    json_key(t, "auction");
    if (s->cause == RA_NO_AUCTION) {
        json_literal(t, "null");
        return;
    }
    json_open(t, '{');
    json_key_int(t, "ra_player", s->turn);
    json_key_text(t, "cause", s->cause == RA_BY_TILE ? "ra" : "invoke");
    json_key(t, "high");
    if (s->high_sun) {
        json_open(t, '{');
        json_key_int(t, "seat", s->high_seat);
        json_key_int(t, "sun", s->high_sun);
        json_close(t, '}');
    } else {
        json_literal(t, "null");
    }
    json_key_open(t, "bids", '{');
    for (int i = 0; i < s->seats; i++) {
        if (s->bid[i]) {
            json_key_int(t, seat_keys[i], s->bid[i]);
        }
    }
    json_close(t, '}');
    json_key_set(t, "passed", s->passed);
    json_close(t, '}');
}

static void
write_god_action(struct text *t, const struct ra_state *s)
{
    json_key(t, "god_action");
    if (!s->takes) {
        json_literal(t, "null");
        return;
    }
    json_open(t, '{');
    json_key_int(t, "seat", s->turn);
    json_key_open(t, "taken", '[');
    for (int i = 0; i < s->takes; i++)
        json_text(t, kind_names[s->taken[i]]);
    json_close(t, ']');
    json_key_open(t, "disasters", '[');
    for (int i = 0; s->waiting && i < s->takes; i++) {
        if (ra_is_disaster(s->taken[i]))
            json_text(t, kind_names[s->taken[i]]);
    }
    json_close(t, ']');
    json_close(t, '}');
}

static void
write_owed(struct text *t, const struct ra_state *s)
{
    json_key(t, "owed");
    if (s->phase != RA_DISCARD) {
        json_literal(t, "null");
        return;
    }
    json_open(t, '{');
    json_key_int(t, "seat", s->owed_seat);
    json_key_int(t, "unrest", s->owed_unrest);
    json_key_int(t, "earthquake", s->owed_earthquake);
    json_close(t, '}');
}

static void
write_seats(struct text *t, const struct ra_state *s)
{
    json_key_open(t, "seats", '[');
    for (int i = 0; i < s->seats; i++) {
        json_open(t, '{');
        json_key_set(t, "ready", s->ready[i]);
        json_key_set(t, "spent", s->spent[i]);
        json_key_int(t, "score", s->score[i]);
        json_key_open(t, "tiles", '{');
        for (int kind = 0; kind < RA_KINDS; kind++) {
            int held = ra_count(s->tiles[i], kind);

            if (held) {
                json_key_int(t, kind_names[kind], held);
            }
        }
        json_close(t, '}');
        json_close(t, '}');
    }
    json_close(t, ']');
}

static void
write_result(struct text *t, const struct ra_state *s)
{
    int scored = s->phase == RA_OVER ? RA_EPOCHS : s->epoch - 1;

    json_key_open(t, "epoch_scores", '[');
    for (int e = 0; e < scored; e++) {
        json_open(t, '[');
        for (int i = 0; i < s->seats; i++)
            json_int(t, s->epoch_score[e][i]);
        json_close(t, ']');
    }
    json_close(t, ']');
    json_key(t, "result");
    if (s->phase != RA_OVER) {
        json_literal(t, "null");
        return;
    }
    json_open(t, '{');
    json_key_open(t, "scores", '[');
    for (int i = 0; i < s->seats; i++)
        json_int(t, s->score[i]);
    json_close(t, ']');
    json_key_set(t, "winners", UINT32_C(1) << ra_winner(s));
    json_close(t, '}');
}

int
ra_write_state(const struct ra_state *s, char *buf, size_t room)
{
    struct text text = text_in(buf, room), *t = &text;

    json_open(t, '{');
    json_key_text(t, "game", "ra");
    write_options(t, &s->options);
    json_key_int(t, "players", s->seats);
    json_key_int(t, "epoch", s->epoch);
    json_key_text(t, "phase", phase_names[s->phase]);
    write_turn(t, s);
    json_key_int(t, "ra_tiles", s->ra_tiles);
    json_key_int(t, "ra_track", ra_track_length(s->seats));
    write_track(t, s);
    json_key_int(t, "centre_sun", s->centre_sun);
    write_auction(t, s);
    write_god_action(t, s);
    write_owed(t, s);
    json_key_open(t, "bag", '{');
    for (int kind = 0; kind < RA_KINDS; kind++) {
        if (s->bag[kind]) {
            json_key_int(t, kind_names[kind], s->bag[kind]);
        }
    }
    json_close(t, '}');
    write_seats(t, s);
    write_result(t, s);
    json_close(t, '}');
    return text_length(t);
}

/* ---- Ra as a struct game ---- */

static const char *
ra_event_name(int kind)
{
    static const char *const names[RA_EV_COUNT] = {
#define X(id, name) name,
        RA_EVENTS(X)
#undef X
    };
    return kind >= 0 && kind < RA_EV_COUNT ? names[kind] : NULL;
}

static void
ra_scores(const struct ra_state *s, int32_t out[GAME_MAX_SEATS])
{
    for (int i = 0; i < GAME_MAX_SEATS; i++)
        out[i] = s->score[i];
}

static bool
ra_result(const struct ra_state *s, struct game_result *out)
{
    if (s->phase != RA_OVER)
        return false;
    ra_scores(s, out->scores);
    out->winners = (game_seats)(1u << ra_winner(s));
    return true;
}

/* clang-format off */
GAME_ADAPTERS(ra)
/* clang-format on */

static bool
never_sealed(const void *s)
{
    (void)s;
    return false;
}

/* [RA-INFO-02]: nothing in a state is hidden. */
static void
observe_all(const void *s, int seat, void *out)
{
    (void)seat;
    memcpy(out, s, sizeof(struct ra_state));
}
static void
sample_nothing(void *seen, int seat, uint64_t *rng)
{
    (void)seen, (void)seat, (void)rng;
}

const struct game ra_game = {
    .name = "ra",
    GAME_ADAPTED(ra, RA),
    .min_seats = 2,
    .sealed = never_sealed,
    .observe = observe_all,
    .sample = sample_nothing,
    .options = option_table,
    .hides = false,
};
