/* SPDX-License-Identifier: MIT
 * play.c -- khepri play: a game at one terminal, line by line; a person against bots, or several
 * people taking turns.
 */
#include "command.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command_options.h"
#include "game_setup.h"
#include "letters.h"
#include "phrase.h"
#include "play_table.h"
#include "session.h"
#include "rng.h"
#include "screen.h"
#include "seen.h"
#include "spoken.h"

static const char name[] = "play";

static const char about[] =
    "Usage: khepri play GAME [OPTION]...\n"
    "       khepri play [OPTION]... --position POSITION\n"
    "\n"
    "Plays a game at this terminal, line by line: you against bots, or several people taking turns. If\n"
    "the game has secrets, the screen is cleared between two people, and Enter shows the next hand.\n";

static const char examples[] =
    "In the game, '?' lists the commands and shows the rules. Ctrl-C and the end of input leave the\n"
    "game saved. The file holds everything: whoever may read it can see all hands.\n"
    "\n"
    "Examples:\n"
    "  khepri play ra\n"
    "  khepri play ra --players 4 --name Anna --name Ben --option edition=2005\n"
    "  khepri play amun_re --name Anna --name Ben --players 4\n"
    "  khepri play ra --load game.jsonl\n"
    "  khepri play --position \"$(khepri show --step 50 --as-position game.jsonl)\"\n";

enum { NAMES = GAME_MAX_SEATS };

/* What the command line said. */
struct request {
    struct game_setup setup;
    const char *names[NAMES], *bot, *seed, *save, *load, *position, *hints;
    int name_count;
    enum screen_colour colour;
    bool plain;
};

/* ---- the command line ---- */

/* Is there anything in a name that people see? What is no text is shown as question marks. */
static bool
is_visible(const char *text)
{
    for (size_t left = strlen(text); left > 0;) {
        struct letter letter = letter_at(text, left);

        if (seen_kind(letter.code) == SEEN_CLEARLY || !text_shown_character(text, left))
            return true;
        text += letter.bytes;
        left -= letter.bytes;
    }
    return false;
}

static bool
add_name(const char *command, void *into, const char *text)
{
    struct request *r = into;

    for (int i = 0; i < r->name_count; i++) {
        if (strcmp(r->names[i], text) == 0) {
            command_usage(command, "--name '%.60s' is given twice; each person needs their own",
                          text);
            return false;
        }
    }
    if (*text && !is_visible(text)) {
        command_usage(command,
                      "--name '%.60s' shows nothing; a name has at least one visible "
                      "character",
                      text);
        return false;
    }
    if (r->name_count < NAMES && *text && strlen(text) < SESSION_NAME_ROOM) {
        r->names[r->name_count++] = text;
        return true;
    }
    command_usage(command, "--name takes 1 to %d bytes, and is given at most %d times",
                  SESSION_NAME_ROOM - 1, NAMES);
    return false;
}

static bool
read_hints(const char *command, void *into, const char *text)
{
    struct request *r = into;

    r->hints = text;
    if (strcmp(text, "on") == 0 || strcmp(text, "off") == 0)
        return true;
    command_usage(command, "--hints takes 'on' or 'off', not '%.60s'", text);
    return false;
}

static bool
read_colour(const char *command, void *into, const char *text)
{
    static const char *const words[] = {
        [SCREEN_AUTO] = "auto", [SCREEN_ALWAYS] = "always", [SCREEN_NEVER] = "never", NULL};
    struct request *r = into;
    int found = text_find(words, text);

    if (found < 0)
        command_usage(command, "--colour takes 'auto', 'always' or 'never', not '%.60s'", text);
    else
        r->colour = (enum screen_colour)found;
    return found >= 0;
}

/* The first option that was given and says how a game begins; NULL: none. At a position a person may be named. */
static const char *
beginning_of(const struct request *r)
{
    return r->setup.players        ? "--players"
           : r->setup.option_count ? "--option"
           : r->position           ? NULL
           : r->name_count         ? "--name"
           : r->bot                ? "--bot"
           : r->hints              ? "--hints"
                                   : NULL;
}

/* Refuses what says how a game begins where one goes on, which has its players, options and seats. */
static bool
begins_once(const struct request *r)
{
    const char *given = r->load || r->position ? beginning_of(r) : NULL;

    if (given)
        command_usage(name, "%s goes on with a game as it is; leave %s out",
                      r->load ? "--load" : "--position", given);
    return !given;
}

/* False if the command is to exit with line->status. */
static bool
read_command_line(struct command_line *line, struct request *r)
{
    /* clang-format off */
    const struct command_option options[] = {
        {"players", "N", "how many play (3)", .number = &r->setup.players, 2, GAME_MAX_SEATS},
        {"name", "NAME", "a person at the table; may be given once for each (one: $USER)", .take = add_name, .into = r},
        {"bot", "BOT", "who plays the other seats (rule; 'khepri simulate --help' names all)", .text = &r->bot},
        {"option", "KEY=VALUE", "an option of the game, as edition=1999; may be given several times",
            .take = game_setup_option, .into = &r->setup},
        {"seed", "S", "a number or any text: the same tiles or cards by the same chance again", .text = &r->seed},
        {"save", "FILE", "where the game is kept (in $XDG_STATE_HOME/khepri, ~/.local/state/khepri)", .text = &r->save},
        {"hints", "on|off", "may people ask for hints (on where one plays against bots, else off)",
            .take = read_hints, .into = r},
        SPOKEN_OPTION,
        {"colour", "WHEN", "colours: auto (at a terminal, without NO_COLOR), always or never",
            .take = read_colour, .into = r},
        {"plain", NULL, "whole lines only, for screen readers: nothing drawn, edited, coloured or cleared",
            .flag = &r->plain},
        {"load", "FILE", "go on with a saved game, or look at a finished one", .text = &r->load},
        {"position", "POSITION", "begin here, as 'khepri show --as-position' writes it; such a game is not kept",
            .text = &r->position},
        {0}};
    /* clang-format on */

    if (!command_line_read(line, options))
        return false;
    if ((r->save && !*r->save) || (r->load && !*r->load)) {
        command_usage(name, "%s takes the name of a file, not ''",
                      r->save && !*r->save ? "--save" : "--load");
        return false;
    }
    if (!r->position)
        return game_setup_words(line, &r->setup) && begins_once(r);
    if (line->count || r->load || r->save)
        command_usage(
            name, "--position says which game it is, and such a game is not kept; leave %s out",
            line->count ? "GAME"
            : r->load   ? "--load"
                        : "--save");
    return !line->count && !r->load && !r->save && begins_once(r);
}

static uint64_t
seed_of(const struct request *r)
{
    uint64_t seed = 0;

    if (r->seed)
        return rng_seed_from_text(r->seed);
    if (getrandom(&seed, sizeof seed, 0) != (ssize_t)sizeof seed)
        seed = (uint64_t)getpid();
    return seed;
}

/* The file the game is kept in. */
static bool
keep_in(struct session *play, const char *path)
{
    if (snprintf(play->file.path, sizeof play->file.path, "%s", path) <
        (int)sizeof play->file.path)
        return true;
    command_usage(name, "the name of a file has at most %zu bytes, and '%.60s...' has %zu",
                  sizeof play->file.path - 1, path, strlen(path));
    return false;
}

/* Makes what is missing of a folder, which can then take a file. */
static bool
make_folders(char *folder)
{
    char *slash = folder;
    int fault = 0;

    do {
        slash = strchr(slash + 1, '/');
        if (slash)
            *slash = 0;
        fault = mkdir(folder, 0777) == 0 ? 0 : errno;
        if (fault && access(folder, F_OK) == 0) /* as most are */
            fault = 0;
        if (!fault && slash)
            *slash = '/';
    } while (!fault && slash);
    if (!fault && access(folder, W_OK | X_OK) != 0)
        fault = errno;
    if (fault)
        command_trouble(
            name,
            "the folder '%.200s' for saved games cannot be used: %s; name a file with --save",
            folder, strerror(fault));
    return !fault;
}

/* Where a game is kept when nothing is said: the state directory of the desktop's conventions. */
static bool
keep_in_default(struct session *play)
{
    char folder[900], path[sizeof folder + 100];

    if (!command_folder("XDG_STATE_HOME", ".local/state", folder, sizeof folder)) {
        command_trouble(name,
                        "there is no home folder to save the game in, or its name is too long; "
                        "name a file with --save");
        return false;
    }
    if (!make_folders(folder))
        return false;
    snprintf(path, sizeof path, "%s/%s-%ld.jsonl", folder, play->game->name, (long)getpid());
    if (!keep_in(play, path))
        return false;
    /* One of a process of that number, long ago, stays. The name is far from too long. */
    return access(path, F_OK) != 0 || session_step_aside(play);
}

/* The file that --save names, looked at before the game is dealt. */
static bool
keep_in_named(struct session *play, const char *path)
{
    struct refusal why;
    bool taken;

    if (!keep_in(play, path))
        return false;
    if (session_may_save(play, path, &taken, &why))
        return true;
    command_trouble(name, "%s", why.text);
    return false;
}

static const char *
own_name(void)
{
    const char *user = getenv("USER");

    return user && is_visible(user) && strlen(user) < SESSION_NAME_ROOM ? user : "Anna";
}

/* Where people are seated from: in a game that is begun at a position with the seat to move. */
static int
first_seat(const struct session *play)
{
    game_seats movers = play->midway ? play->game->to_move(&play->state) : 0;
    int seat = 0;

    while (seat < play->seats && !(movers >> seat & 1))
        seat++;
    return seat % play->seats;
}

/* The name of the bot in a seat. A person who has that name leaves to the bot that of their own seat. */
static const char *
bot_name(const struct session *play, int seat)
{
    static const char *const names_by_seat[NAMES] = {"Nefer", "Hori", "Meret", "Senbi", "Tiy"};
    int i = 0;

    while (i < play->seats) {
        bool taken = !play->bots[i].bot && strcmp(play->names[i], names_by_seat[seat]) == 0;

        seat = taken ? i : seat;
        i = taken ? 0 : i + 1;
    }
    return names_by_seat[seat];
}

/* Names and bots of a new game: people first, then bots. */
static bool
seat_people(struct session *play, struct request *r)
{
    struct ai_player bot;
    char list[1000];
    struct text t = text_in(list, sizeof list);

    if (!r->bot)
        bot = (struct ai_player){.bot = ai_bot_at(play->game, 0)};
    else if (!ai_read_word(r->bot, play->game, &bot)) {
        const char *fault = ai_limit_fault(r->bot, play->game);

        if (fault) {
            command_usage(name, "--bot %s: %s", r->bot, fault);
            return false;
        }
        ai_list(play->game, &t);
        command_usage(name, "there is no bot '%s' for %s; there is %s", r->bot,
                      play->game->name, list);
        return false;
    }
    if (r->name_count == 0)
        r->names[r->name_count++] = own_name();
    if (r->name_count > play->seats) {
        command_usage(name, "%d names are too many for %d players", r->name_count, play->seats);
        return false;
    }
    for (int i = 0; i < play->seats; i++) {
        int seat = (first_seat(play) + i) % play->seats;

        play->bots[seat] = i < r->name_count ? (struct ai_player){.bot = NULL} : bot;
        session_set_name(play, seat, play->bots[seat].bot ? "" : r->names[i]);
    }
    for (int seat = 0; seat < play->seats; seat++) {
        if (play->bots[seat].bot)
            session_set_name(play, seat, bot_name(play, seat));
    }
    play->hints = r->hints ? !strcmp(r->hints, "on") : session_people(play) <= 1;
    return true;
}

/* The game of the file must be the one that the command line names. */
static bool
is_game_named(const struct session *play, const struct request *r)
{
    const struct game *named = game_setup_find(name, r->setup.game);

    if (named && named != play->game)
        command_usage(
            name, "%.200s is a game of %s, not of %s: 'khepri play %s --load %.200s' opens it",
            r->load, play->game->name, named->name, play->game->name, r->load);
    return named == play->game;
}

static bool
begin(struct session *play, struct request *r)
{
    const struct play_game *table;
    const struct game *game;
    union games_state start;
    struct refusal why;

    if (r->load) {
        if (!session_load(play, r->load, seed_of(r), &why)) {
            command_trouble(name, "%s", why.text);
            return false;
        }
        if (!is_game_named(play, r))
            return false;
        play->looked_at = !r->save && !play->game->to_move(&play->state);
        return r->save ? keep_in_named(play, r->save) : keep_in(play, r->load);
    }
    if (r->position) {
        if (session_begin_at(play, r->position, strlen(r->position), seed_of(r), &why))
            return seat_people(play, r);
        command_trouble(name, "%s", why.text);
        return false;
    }
    r->setup.players = r->setup.players ? r->setup.players : 3;
    if (!game_setup_start(name, &r->setup, &game, &start))
        return false;
    table = play_game_of(game);
    session_init(play, table, &start, (int)r->setup.players, seed_of(r));
    if (!seat_people(play, r))
        return false;
    return r->save ? keep_in_named(play, r->save) : keep_in_default(play);
}

static void
tell_where(const struct session *play)
{
    if (!session_keeps(play->file.path)) {
        say("term.save.device", &(struct filling){.what = play->file.path});
        return;
    }
    say_unbroken("term.saved",
                 &(struct filling){.kind = play->game->name, .what = play->file.path});
    if (play->game->hides)
        say("term.saved.hands", NULL);
}

static int
leave(struct session *play, bool was_over)
{
    struct refusal why;

    play_show_result(play);
    play_look_back(play, was_over);
    if (play->looked_at || play->midway) { /* nothing has changed, or there is no record */
        session_finish(play);
        return command_close_output(name, EXIT_DONE);
    }
    if (!play_keep(play, &why)) {
        session_finish(play);
        return command_trouble(name, "%s", why.text);
    }
    putchar('\n');
    tell_where(play);
    session_finish(play);
    return command_close_output(name, EXIT_DONE);
}

int
command_play(int argc, char **argv)
{
    struct request r = {0};
    struct command_line line = {name, about, examples, argc, argv, EXIT_TROUBLE, 0};
    struct session play = {0};
    bool over;

    speak_as_environment();
    if (!read_command_line(&line, &r))
        return line.status;
    screen_choose(r.colour, r.plain);
    if (!begin(&play, &r)) {
        session_finish(&play);
        return EXIT_TROUBLE;
    }
    say("term.begin", &(struct filling){.what = play.table->title});
    over = !play.game->to_move(&play.state);
    play_at_table(&play);
    return leave(&play, r.load && over);
}
