/* SPDX-License-Identifier: MIT
 * match_try.c -- where actions would lead, worked out from what their seat may see and nothing else.
 *
 * The truth is no part of it. The actions are made in several states that look to the seat like the
 * true one. What is hidden there is filled in by chance. Where all of them lead to what looks the same,
 * that is what the seat can know. Where they differ, something hidden would decide, and the answer
 * is no. So neither an answer nor a refusal can tell anything that the seat does not know. */
#include "match_parts.h"

#include <assert.h>
#include <string.h>

/* Guesses at what is hidden: enough that what could come out in two ways does. The first is shown. */
enum { GUESSES = 32 };

enum match_err
match_read(const struct game *game, const void *st, int seat, const char *text,
           game_action *out)
{
    char canonical[GAME_TEXT_ROOM];

    if (seat < 0 || seat >= GAME_MAX_SEATS || !(game->to_move(st) >> seat & 1))
        return MATCH_NOT_YOU;
    if (game->read_action(st, text, out) != GAME_OK)
        return MATCH_FORMAT;
    game->write_action(st, *out, canonical, sizeof canonical);
    return strcmp(canonical, text) == 0 ? MATCH_OK : MATCH_FORMAT;
}

struct guesses {
    const struct game *game;
    int seat, count;
    union games_state states[GUESSES];
};

static void
guess(const struct match *match, int seat, struct guesses *out)
{
    union games_state seen;

    out->game = match->game;
    out->seat = seat;
    match->game->observe(&match->state, seat, &seen);
    out->count = memcmp(&seen, &match->state, match->game->state_size) == 0
                     ? 1
                     : GUESSES; /* no secrets */
    for (int i = 0; i < out->count; i++) {
        uint64_t rng = 1 + (uint64_t)i; /* always the same: asking again tells nothing more */

        out->states[i] = seen;
        match->game->sample(&out->states[i], seat, &rng);
    }
}

/* Makes an action in all of them; ILLEGAL, none changed, if the rules refuse it. */
static enum match_err
make(struct guesses *guesses, const char *text)
{
    union games_state first, other;
    game_action action;
    enum match_err err =
        match_read(guesses->game, &guesses->states[0], guesses->seat, text, &action);

    for (int i = 0; !err && i < guesses->count; i++) {
        if (guesses->game->apply(&guesses->states[i], guesses->seat, action, NULL) != GAME_OK)
            err = i == 0 ? MATCH_ILLEGAL : MATCH_HIDDEN;
        if (err)
            break;
        guesses->game->observe(&guesses->states[i], guesses->seat, i == 0 ? &first : &other);
        if (i > 0 && memcmp(&first, &other, guesses->game->state_size) != 0)
            err = MATCH_HIDDEN;
    }
    return err;
}

/* Makes the first `count` actions of the request; the last of them may be followed by chance if
 * `chance_last`. */
static enum match_err
make_list(const struct match *match, struct guesses *guesses,
          const struct match_request *request, int count, bool chance_last,
          struct match_fault *fault)
{
    enum match_err err = MATCH_OK;

    guess(match, request->seat, guesses);
    for (fault->at = 0; !err && fault->at < count; fault->at++) {
        fault->state = guesses->states[0];
        err = make(guesses, request->texts[fault->at]);
        if (!err && match->game->to_move(&guesses->states[0]) == 1u << GAME_NATURE &&
            !(chance_last && fault->at == count - 1))
            err = MATCH_CHANCE;
        if (err)
            return err;
    }
    fault->state = guesses->states[0];
    return MATCH_OK;
}

enum match_err
match_foresee(const struct match *match, const struct match_request *request,
              struct match_fault *fault)
{
    struct guesses guesses;
    game_action action;
    const char *last = request->texts[request->count - 1];
    enum match_err err = make_list(match, &guesses, request, request->count - 1, false, fault);

    if (err)
        return err;
    err = match_read(match->game, &fault->state, request->seat, last, &action);
    if (!err && match->game->apply(&guesses.states[0], request->seat, action, NULL) != GAME_OK)
        err = MATCH_ILLEGAL;
    return err;
}

enum match_err
match_try(const struct match *match, const struct match_request *request,
          union games_state *out, struct match_fault *fault)
{
    struct guesses guesses;
    enum match_err err;

    assert(request->count >= 1 && request->count <= MATCH_LIST);
    fault->at = 0;
    fault->state = match->state;
    if (request->seq != match->moment)
        return MATCH_STALE;
    err = make_list(match, &guesses, request, request->count, true, fault);
    if (!err)
        match->game->observe(&guesses.states[0], request->seat, out);
    return err;
}

/* Each bit of `to` becomes that of the truth if it is so in `to` or in `from`. By words: states are long, and this is
 * done for whoever is told of each action. */
static void
blank(unsigned char *to, const unsigned char *truth, const unsigned char *from, size_t len)
{
    size_t i = 0;

    for (uint64_t a, b, c; len - i >= sizeof a; i += sizeof a) {
        memcpy(&a, to + i, sizeof a);
        memcpy(&b, truth + i, sizeof b);
        memcpy(&c, from + i, sizeof c);
        a = b ^ ((a ^ b) & (c ^ b));
        memcpy(to + i, &a, sizeof a);
    }
    for (; i < len; i++)
        to[i] = (unsigned char)(truth[i] ^ ((to[i] ^ truth[i]) & (from[i] ^ truth[i])));
}

void
match_observe(const struct game *game, const void *st, game_seats readers,
              union games_state *out)
{
    unsigned char *to = (unsigned char *)out;
    const unsigned char *truth = st;
    union games_state seen;

    memset(out, 0, sizeof *out);
    game->observe(st, GAME_SPECTATOR, out);
    /* What is blanked for all of them stays so; of the rest each bit is as at least one sees it. */
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++) {
        const unsigned char *from = (const unsigned char *)&seen;

        if (!(readers >> seat & 1))
            continue;
        game->observe(st, seat, &seen);
        blank(to, truth, from, game->state_size);
    }
}
