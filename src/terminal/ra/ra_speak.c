/* SPDX-License-Identifier: MIT
 * ra_speak.c -- see ra_speak.h. */
#include "ra_speak.h"

#include "phrase.h"

enum { KINDS_ROOM = 512 };

const char *
ra_kind_phrase(const struct speech *speech, int kind)
{
    const struct ra_state *s = speech->seen;

    if (kind == RA_UNREST && s->options.edition == RA_2016)
        return phrase("ra.kind.unrest.2016");
    return phrase_of("ra.kind.", ra_kind_name((enum ra_kind)kind));
}

void
ra_put_action(const struct speech *speech, game_action a, struct text *out)
{
    static const char *const ids[] = {[RA_V_DRAW] = "term.ra.draw",
                                      [RA_V_INVOKE] = "term.ra.invoke",
                                      [RA_V_TAKE] = "term.ra.take",
                                      [RA_V_END] = "term.ra.end",
                                      [RA_V_BID] = "term.ra.bids",
                                      [RA_V_PASS] = "term.ra.pass",
                                      [RA_V_DISCARD] = "term.ra.discard",
                                      [RA_V_DEAL] = NULL,
                                      [RA_V_TILE] = NULL};
    enum ra_verb verb = ra_verb(a);
    bool tile = verb == RA_V_TAKE || verb == RA_V_DISCARD;
    struct filling with = {.n = ra_arg(a),
                           .kind = tile ? ra_kind_phrase(speech, ra_arg(a)) : ""};

    if (ids[verb])
        fill(out, phrase(ids[verb]), &with);
}

static bool
is_tally(int kind)
{
    return kind >= RA_EV_TALLY_GODS && kind <= RA_EV_TALLY_TOTAL;
}

static bool
names_kind(int kind)
{
    return kind == RA_EV_TILE_DRAWN || kind == RA_EV_GOT_TILE || kind == RA_EV_GOD_TOOK ||
           kind == RA_EV_DISASTER || kind == RA_EV_LOST;
}

static bool
counts_tiles(int kind)
{
    return kind == RA_EV_WON || kind == RA_EV_DISASTER || kind == RA_EV_LOST;
}

static void
speak_event(const struct speech *speech, const struct game_event *e, const char *kinds,
            struct text *out)
{
    char id[64];
    struct text t = text_in(id, sizeof id);
    struct filling with = {.player = e->seat < GAME_MAX_SEATS ? speech->names[e->seat] : "",
                           .kind = kinds,
                           .count = e->count,
                           .n = e->detail};

    text_put(&t, "ra.event.");
    text_put(&t, ra_game.event_name(e->kind));
    if (e->kind == RA_EV_EPOCH_ENDED)
        text_put(&t, e->count ? ".full" : ".suns");
    fill(out, plural(id, counts_tiles(e->kind) ? e->count : e->detail), &with);
    text_char(out, '\n');
}

void
ra_speak(const struct speech *speech, const struct game_log *log, struct text *out)
{
    for (int i = 0; i < log->count; i++) {
        char kinds[KINDS_ROOM];
        struct text list = text_in(kinds, sizeof kinds);

        if (is_tally(log->at[i].kind))
            continue;
        if (names_kind(log->at[i].kind))
            text_put(&list, ra_kind_phrase(speech, log->at[i].detail));
        while (log->at[i].kind == RA_EV_GOT_TILE && i + 1 < log->count &&
               log->at[i + 1].kind == RA_EV_GOT_TILE) {
            text_put(&list, phrase("comma"));
            text_put(&list, ra_kind_phrase(speech, log->at[++i].detail));
        }
        speak_event(speech, &log->at[i], kinds, out);
    }
}
