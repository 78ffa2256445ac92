/* SPDX-License-Identifier: MIT
 * embed.c -- what an embedder writes, with the installed headers and library only. It plays each game between
 * bots, writes its record and its last position and reads them back. It asks for a hint and an analysis. Not part of
 * the build; ./check compiles it through pkg-config and CMake, against the shared and the static library. */
#include <khepri/bots.h>
#include <khepri/chance.h>
#include <khepri/version.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1000 };

struct game_made {
    const struct game *game;
    union games_state start, now;
    struct khepri_move moves[MOST];
    size_t count;
};

/* A function of the program that the library has too, inside: they do not clash. */
void text_put(const char *what);

void
text_put(const char *what)
{
    fputs(what, stdout);
}

static int
fail(const char *what, const struct khepri_why *why)
{
    fprintf(stderr, "%s: %s\n", what, why ? why->text : "failed");
    return 1;
}

static int
play(struct game_made *made, const char *name, const char *word, uint64_t seed)
{
    struct khepri_why why;
    const struct khepri_bot *bot;
    struct khepri_limits limits;
    uint64_t rng = khepri_stream(seed, 0, 0);

    if (!khepri_begin(name, 3, NULL, &made->game, &made->start, &why) ||
        !khepri_find_bot(made->game, word, &bot, &limits, &why))
        return fail(name, &why);
    made->now = made->start;
    made->count = 0;
    for (game_seats who; (who = made->game->to_move(&made->now)) != 0; made->count++) {
        int seat = game_first_seat(who);
        union games_state seen;
        game_action action;

        if (seat == GAME_NATURE) {
            action = khepri_pick_chance(made->game, &made->now, &rng);
        } else {
            made->game->observe(&made->now, seat, &seen);
            action = khepri_choose(bot, made->game, &seen, seat, &rng, &limits);
        }
        khepri_write_move(made->game, &made->now, seat, action, &made->moves[made->count]);
        if (made->game->apply(&made->now, seat, action, NULL) != GAME_OK)
            return fail(made->moves[made->count].text, NULL);
    }
    return 0;
}

/* The record of the game leads to the same state. */
static int
record(const struct game_made *made)
{
    const char *const names[] = {"Anna", "Ben", "Cleo \"the cat\""};
    size_t room = KHEPRI_RECORD_HEAD + 6 * 40 + made->count * (KHEPRI_MOVE_ROOM + 3),
           storage_room;
    char *text = malloc(room);
    void *storage;
    struct khepri_record r;
    struct khepri_why why;
    int len = khepri_write_record(made->game, &made->now, names, made->moves, made->count, text,
                                  room);

    if (len < 0)
        return fail("record", NULL);
    storage_room = khepri_record_room(text, (size_t)len);
    storage = malloc(storage_room);
    if (!khepri_record_open(&r, text, (size_t)len, storage, storage_room, &why))
        return fail("record", &why);
    while (r.step < r.steps) {
        if (!khepri_record_step(&r, NULL, NULL, &why))
            return fail("record", &why);
    }
    if (!khepri_record_check(&r, &why) || strcmp(r.names[2], names[2]) != 0 ||
        memcmp(r.state, &made->now, made->game->state_size) != 0)
        return fail("record", &why);
    free(storage);
    text[len / 2] = 0; /* not a record any more: refused with a sentence */
    storage = malloc(storage_room);
    if (khepri_record_open(&r, text, (size_t)len, storage, storage_room, &why) ||
        !strchr(why.text, ' '))
        return fail("a broken record", NULL);
    free(storage);
    free(text);
    return 0;
}

static int
position(const struct game_made *made)
{
    static char text[GAMES_STATE_ROOM];
    int len = made->game->write_state(&made->now, text, sizeof text);
    size_t room = khepri_record_room(text, (size_t)len);
    void *storage = malloc(room);
    const struct game *game;
    union games_state state;
    struct khepri_why why;

    if (!khepri_read_position(text, (size_t)len, false, storage, room, &game, &state, &why))
        return fail("position", &why);
    free(storage);
    return game == made->game && memcmp(&state, &made->now, game->state_size) == 0
               ? 0
               : fail("position", NULL);
}

static int
think(const struct game_made *made)
{
    static char text[KHEPRI_HINT_ROOM];
    size_t storage_room = khepri_analysis_storage(made->count),
           room = khepri_analysis_room(made->count);
    void *storage = malloc(storage_room);
    char *analysis = malloc(room);
    const struct khepri_bot *bot;
    union games_state st = made->start, seen;
    struct khepri_why why;
    uint64_t rng = 1;
    int seat;

    if (!khepri_find_bot(made->game, "hard", &bot, NULL, &why))
        return fail("hard", &why);
    khepri_settle_chance(made->game, &st, &rng, NULL);
    seat = game_first_seat(made->game->to_move(&st));
    made->game->observe(&st, seat, &seen);
    if (khepri_hint(bot, made->game, &seen, seat, 1, NULL, text, sizeof text, &why) < 0)
        return fail("hint", &why);
    if (khepri_hint(bot, made->game, &seen, (seat + 1) % 3, 1, NULL, text, sizeof text, &why) >=
        0)
        return fail("a hint for a seat that is not to move", NULL);
    if (khepri_analyse(bot, made->game, &made->start, made->moves, made->count, 1, NULL,
                       storage, storage_room, analysis, room, &why) < 0)
        return fail("analysis", &why);
    free(storage);
    free(analysis);
    return 0;
}

int
main(void)
{
    struct game_made *made = malloc(sizeof *made);

    if (strcmp(khepri_version(), KHEPRI_VERSION) != 0 || !KHEPRI_AT_LEAST(0, 1, 0) ||
        KHEPRI_AT_LEAST(99, 0, 0))
        return fail("the version", NULL);
    for (int i = 0; games_list[i]; i++) {
        struct game_result result;

        if (play(made, games_list[i]->name, "rule", 1) || record(made) || position(made) ||
            think(made) || !made->game->result(&made->now, &result))
            return 1;
        text_put(games_list[i]->name);
        printf(": %d moves, seat 0 has %d points\n", (int)made->count, (int)result.scores[0]);
    }
    free(made);
    return 0;
}
