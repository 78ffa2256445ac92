/* SPDX-License-Identifier: MIT
 * bot_moves.c -- games between bots, by the public headers alone: bot_moves GAME SEATS BOT GAMES. It writes every move,
 * and of each game positions, chances of winning, hints and the record: on any machine the same bytes. */
#include <khepri/bots.h>
#include <khepri/chance.h>

#include <stdio.h>
#include <stdlib.h>

enum { MOST = 1000, TOLD = 15 };

struct player {
    const struct game *game;
    const struct khepri_bot *bot;
    struct khepri_limits limits;
    int seats;
};

/* What a program asks about a position. */
static bool
tell(const struct player *p, const union games_state *now, const union games_state *seen,
     int seat)
{
    static char position[KHEPRI_POSITION_ROOM], hint[KHEPRI_HINT_ROOM];
    struct khepri_value value;
    struct khepri_why why;

    if (khepri_write_position(p->game, now, position, sizeof position) < 0)
        return false;
    puts(position);
    if (khepri_value(p->game, now, &value)) {
        for (int i = 0; i < p->seats; i++)
            printf("%a %a\n", value.win[i], value.score[i]);
    }
    if (khepri_bot_hints(p->bot)) {
        if (khepri_hint(p->bot, p->game, seen, seat, 7, &p->limits, hint, sizeof hint, &why) <
            0)
            return false;
        puts(hint);
    }
    return true;
}

/* The record is read back to its end. */
static bool
replays(const char *text, size_t len)
{
    size_t room = khepri_record_room(text, len);
    void *storage = malloc(room);
    struct khepri_record r;
    struct khepri_why why;
    bool good = storage && khepri_record_open(&r, text, len, storage, room, &why);

    while (good && r.step < r.steps)
        good = khepri_record_step(&r, NULL, NULL, &why);
    good = good && khepri_record_check(&r, &why);
    free(storage);
    return good;
}

static bool
play(const struct player *p, union games_state *now, uint64_t seed)
{
    static const char *const names[GAME_MAX_SEATS] = {"A", "B", "C", "D", "E"};
    static struct khepri_move moves[MOST];
    static char text[KHEPRI_RECORD_HEAD + 6 * GAME_MAX_SEATS + MOST * (KHEPRI_MOVE_ROOM + 3)];
    uint64_t rng = khepri_stream(seed, 1, 2);
    size_t count = 0;
    int len;

    for (game_seats who; (who = p->game->to_move(now)) != 0; count++) {
        int seat = game_first_seat(who);
        union games_state seen;
        game_action action;

        if (seat == GAME_NATURE) {
            action = khepri_pick_chance(p->game, now, &rng);
        } else {
            p->game->observe(now, seat, &seen);
            action = khepri_choose(p->bot, p->game, &seen, seat, &rng, &p->limits);
            if (count / TOLD != (count + 1) / TOLD && !tell(p, now, &seen, seat))
                return false;
        }
        if (count == MOST)
            return false;
        khepri_write_move(p->game, now, seat, action, &moves[count]);
        puts(moves[count].text);
        if (p->game->apply(now, seat, action, NULL) != GAME_OK)
            return false;
    }
    len = khepri_write_record(p->game, now, names, moves, count, text, sizeof text);
    return len > 0 && puts(text) >= 0 && replays(text, (size_t)len);
}

int
main(int argc, char **argv)
{
    struct player p;
    struct khepri_why why;
    union games_state start;

    if (argc != 5)
        return 2;
    p.seats = atoi(argv[2]);
    for (int i = 0; i < atoi(argv[4]); i++) {
        if (!khepri_begin(argv[1], p.seats, NULL, &p.game, &start, &why) ||
            !khepri_find_bot(p.game, argv[3], &p.bot, &p.limits, &why)) {
            puts(why.text);
            return 1;
        }
        if (!play(&p, &start, (uint64_t)i))
            return 1;
    }
    return 0;
}
