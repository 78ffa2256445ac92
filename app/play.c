/* SPDX-License-Identifier: MIT
 * play.c -- khepri play: a game at one terminal, line by line; a person against bots, or several
 * people taking turns.
 */
#include "command.h"

#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "game_setup.h"
#include "play/rulebook.h"
#include "play/session.h"
#include "play/show.h"
#include "play/words.h"
#include "random_play.h"
#include "rng.h"

static const char name[] = "play";

static const char help[] =
    "Usage: khepri play ra [OPTION]...\n"
    "\n"
    "Plays Ra at this terminal, line by line: you against bots, or several people taking turns.\n"
    "\n"
    "  --players N          how many play (3)\n"
    "  --name NAME          a person at the table; may be given once for each (one: you)\n"
    "  --bot BOT            who plays the other seats (rule; 'khepri simulate --help' names all)\n"
    "  --option KEY=VALUE   an option of the game, as edition=1999; may be given several times\n"
    "  --seed S             a number or any text: the same tiles in the same order again\n"
    "  --save FILE          where the game is kept (a file of your own state directory)\n"
    "  --load FILE          go on with a saved game, or look at a finished one\n"
    "  --help               this text\n"
    "\n"
    "In the game, '?' explains words and rules. Ctrl-C and the end of input leave the game saved.\n"
    "\n"
    "Examples:\n"
    "  khepri play ra\n"
    "  khepri play ra --players 4 --name Anna --name Ben --option edition=2005\n"
    "  khepri play ra --load game.jsonl\n";

static const char words_help[] =
    "Words, each of which may be shortened to what tells it apart:\n"
    "  d   draw a tile              i   invoke Ra\n"
    "  9   bid sun 9 (or: bid 9)    p   pass\n"
    "  t nile   spend a god for a Nile tile        e   be done with the gods\n"
    "  x art    lose an Art tile to a disaster\n"
    "  table    the whole table again (or an empty line)\n"
    "  score    what each would score if the epoch ended now\n"
    "  lot      what the lot on the track would be worth to each\n"
    "  odds     what is left in the bag\n"
    "  log [n]  the last n sentences (20)\n"
    "  save [FILE], load FILE       keep the game, go on with another\n"
    "  quit     leave; the game is saved\n"
    "  ? 7, ? auctions, ? RA-AUC-03     what the rules say; the chapters are:\n";

enum { LINE_ROOM = 512, OUT_ROOM = 16384, WIDTH = 79, NAMES = GAME_MAX_SEATS };

/* What the command line said. */
struct request {
    struct game_setup setup;
    const char *names[NAMES], *bot, *seed, *save, *load;
    int name_count;
};

enum next { NEXT_GO_ON, NEXT_LEAVE };

static volatile sig_atomic_t interrupted;

static void
on_signal(int number)
{
    (void)number;
    interrupted = 1;
}

/* Without SA_RESTART, so that a wait for input ends. */
static void
catch_signals(void)
{
    struct sigaction action = {.sa_handler = on_signal};

    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
}

/* ---- the command line ---- */

static bool
read_option(int option, char **argv, struct request *r)
{
    switch (option) {
    case 'p':
        return command_number(name, "--players", optarg, 2, GAME_MAX_SEATS, &r->setup.players);
    case 'n':
        if (r->name_count == NAMES || !*optarg || strlen(optarg) >= SESSION_NAME_ROOM) {
            command_usage(name, "--name takes 1 to %d bytes, and is given at most %d times",
                          SESSION_NAME_ROOM - 1, NAMES);
            return false;
        }
        r->names[r->name_count++] = optarg;
        return true;
    case 'b':
        r->bot = optarg;
        return true;
    case 'o':
        return game_setup_option(name, &r->setup, optarg);
    case 's':
        r->seed = optarg;
        return true;
    case 'f':
        r->save = optarg;
        return true;
    case 'l':
        r->load = optarg;
        return true;
    default:
        command_bad_option(name, argv);
        return false;
    }
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

/* Where a game is kept when nothing is said: the state directory of the desktop's conventions. */
static void
default_path(char *path, size_t room)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    char folder[900];

    if (state && *state)
        snprintf(folder, sizeof folder, "%s/khepri", state);
    else if (home && *home)
        snprintf(folder, sizeof folder, "%s/.local/state/khepri", home);
    else
        snprintf(folder, sizeof folder, ".");
    for (char *slash = folder + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = 0;
        mkdir(folder, 0777); /* that it is there is shown by the save */
        *slash = '/';
    }
    mkdir(folder, 0777);
    snprintf(path, room, "%s/ra-%ld.jsonl", folder, (long)getpid());
}

static const char *
own_name(void)
{
    const char *user = getenv("USER");

    return user && *user && strlen(user) < SESSION_NAME_ROOM ? user : "Anna";
}

/* Names and bots of a new game: people first, then bots. */
static bool
seat_people(struct session *play, struct request *r)
{
    static const char *const bot_names[NAMES] = {"Nefer", "Hori", "Meret", "Senbi", "Tiy"};
    const struct ai_bot *bot = ai_find(r->bot, play->game);

    if (!bot) {
        command_usage(name, "there is no bot '%s' for %s; 'rule' and 'random' are there",
                      r->bot, play->game->name);
        return false;
    }
    if (r->name_count == 0)
        r->names[r->name_count++] = own_name();
    if (r->name_count > play->seats) {
        command_usage(name, "%d names are too many for %d players", r->name_count, play->seats);
        return false;
    }
    for (int i = 0; i < play->seats; i++) {
        play->bots[i] = i < r->name_count ? NULL : bot;
        snprintf(play->names[i], SESSION_NAME_ROOM, "%s",
                 play->bots[i] ? bot_names[i] : r->names[i]);
    }
    return true;
}

static bool
begin(struct session *play, struct request *r)
{
    const struct game *game;
    union games_state start;
    struct refusal why;

    if (r->load) {
        if (!session_load(play, r->load, seed_of(r), &why)) {
            command_trouble(name, "%s", why.text);
            return false;
        }
        snprintf(play->path, sizeof play->path, "%s", r->save ? r->save : r->load);
        return true;
    }
    if (!game_setup_start(name, &r->setup, &game, &start))
        return false;
    if (game != &ra_game) {
        command_trouble(name, "the terminal plays ra only; simulate, replay and engine take %s",
                        game->name);
        return false;
    }
    if (!session_init(play, game, &start, (int)r->setup.players, seed_of(r))) {
        command_trouble(name, "the game could not be started");
        return false;
    }
    if (!seat_people(play, r))
        return false;
    if (r->save)
        snprintf(play->path, sizeof play->path, "%s", r->save);
    else
        default_path(play->path, sizeof play->path);
    return true;
}

/* ---- at the table ---- */

/* Prints lines no wider than a terminal, broken at blanks and indented where they go on. */
static void
print(const struct text *out)
{
    for (const char *line = out->at; *line;) {
        size_t rest = strcspn(line, "\n"), width = WIDTH;

        while (rest > width) {
            size_t cut = width;

            while (cut > 1 && line[cut] != ' ')
                cut--;
            printf("%.*s\n    ", (int)cut, line);
            line += cut + strspn(line + cut, " ");
            rest = strcspn(line, "\n");
            width = WIDTH - 4;
        }
        printf("%.*s\n", (int)rest, line);
        line += rest + (line[rest] == '\n');
    }
}

static void
save_to(struct session *play, const char *path)
{
    struct refusal why;

    if (session_save(play, path, &why))
        printf("Saved in %s.\n", path);
    else
        printf("%s\n", why.text);
}

static void
print_log(const struct session *play, const char *argument)
{
    long wanted = *argument ? strtol(argument, NULL, 10) : 20;
    size_t at = play->log_len;

    if (wanted < 1) {
        puts("How many sentences? 'log 50' shows the last fifty.");
        return;
    }
    while (at > 0 && (at == play->log_len || play->log[at - 1] != '\n' || --wanted > 0))
        at--;
    fputs(play->log ? play->log + at : "Nothing has happened yet.\n", stdout);
}

static void
explain(const char *topic)
{
    if (!*topic) {
        fputs(words_help, stdout);
        rulebook_chapters(stdout);
    } else if (!rulebook_topic(topic, stdout)) {
        printf("The rules do not speak of '%s'. '?' alone lists the chapters.\n", topic);
    }
}

static void
show_everything(const struct session *play, int seat, struct text *out)
{
    struct speech speech = session_speech(play);

    show_table(&speech, &play->state.ra, out);
    show_actions(&speech, &play->state.ra, seat, out);
}

static void
load_from(struct session *play, const char *path)
{
    struct refusal why;
    char keep[sizeof play->path];

    snprintf(keep, sizeof keep, "%s", path);
    if (!*path)
        puts("Which file? 'load game.jsonl' goes on with the game kept there.");
    else if (!session_load(play, path, rng_next(&play->chance), &why))
        printf("%s\n", why.text);
    else {
        snprintf(play->path, sizeof play->path, "%s", keep);
        printf("Loaded %s.\n", keep);
    }
}

/* The words that look and do not act. False if `line` is none of them. */
static bool
answer_question(struct session *play, int seat, const char *word, const char *argument,
                struct text *out)
{
    struct speech speech = session_speech(play);
    const struct ra_state *s = &play->state.ra;

    if (!*word || !strcmp(word, "table"))
        show_everything(play, seat, out);
    else if (!strcmp(word, "score"))
        show_scores(&speech, s, out);
    else if (!strcmp(word, "odds"))
        show_odds(&speech, s, out);
    else if (!strcmp(word, "lot"))
        show_lot(&speech, s, out);
    else if (!strcmp(word, "log"))
        print_log(play, argument);
    else if (word[0] == '?' || !strcmp(word, "help") || !strcmp(word, "rules"))
        explain(word[0] == '?' && word[1] ? word + 1 : argument);
    else if (!strcmp(word, "save"))
        save_to(play, *argument ? argument : play->path);
    else if (!strcmp(word, "load"))
        load_from(play, argument);
    else
        return false;
    return true;
}

/* Parts a line at its first blank: the word, and the argument without blanks around it. */
static char *
split(char *line)
{
    char *argument = line + strcspn(line, " \t");

    if (*argument)
        *argument++ = 0;
    return argument + strspn(argument, " \t");
}

/* Saves after each action of a person, so that pulling the plug loses nothing; speaks only of trouble. */
static void
keep(const struct session *play, struct text *out)
{
    struct refusal why;

    if (!session_save(play, play->path, &why)) {
        text_put(out, why.text);
        text_char(out, '\n');
    }
}

/* One line of one person. */
static enum next
obey(struct session *play, int seat, char *line)
{
    static const char unknown[] = "That is no word of this table. '?' lists the words.\n";
    struct speech speech = session_speech(play);
    char typed[LINE_ROOM], lines[OUT_ROOM];
    struct text out = text_in(lines, sizeof lines);
    game_action action;
    char *argument;

    line += strspn(line, " \t");
    line[strcspn(line, "\r\n")] = 0;
    snprintf(typed, sizeof typed, "%s", line);
    argument = split(line);
    if (!strcmp(line, "quit") || !strcmp(line, "q") || !strcmp(line, "exit"))
        return NEXT_LEAVE;
    if (!answer_question(play, seat, line, argument, &out)) {
        switch (words_action(&play->state.ra, seat, typed, &action, &out)) {
        case WORDS_ACTION:
            if (!session_act(play, seat, action, &out))
                text_put(&out, "There is not enough memory to go on.\n");
            keep(play, &out);
            break;
        case WORDS_REFUSED:
            text_char(&out, '\n');
            show_actions(&speech, &play->state.ra, seat, &out);
            break;
        case WORDS_UNKNOWN:
            text_put(&out, unknown);
            break;
        }
    }
    print(&out);
    return NEXT_GO_ON;
}

/* Lets nature and the bots act until a person is asked or the game is over. */
static void
run_others(struct session *play)
{
    game_seats movers;

    while ((movers = play->game->to_move(&play->state)) != 0) {
        int seat = movers >> GAME_NATURE ? GAME_NATURE : 0;
        char lines[OUT_ROOM];
        struct text out = text_in(lines, sizeof lines);
        game_action action;

        while (!(movers >> seat & 1))
            seat++;
        if (seat == GAME_NATURE)
            action = random_chance(play->game, &play->state, &play->chance);
        else if (play->bots[seat])
            action =
                play->bots[seat]->choose(play->game, &play->state, seat, &play->choices, NULL);
        else
            return;
        if (!session_act(play, seat, action, &out))
            return;
        print(&out);
    }
}

static void
ask(const struct session *play, int seat)
{
    bool colour = isatty(STDOUT_FILENO) && !getenv("NO_COLOR");

    printf(colour ? "\033[1m%s>\033[0m " : "%s> ", play->names[seat]);
    fflush(stdout);
}

/* Plays until the end of the game, of the input, or of the person's patience. The table is shown
 * whenever something has happened since it was shown last. */
static void
play_on(struct session *play)
{
    size_t shown = SIZE_MAX;

    for (;;) {
        char line[LINE_ROOM], lines[OUT_ROOM];
        struct text out = text_in(lines, sizeof lines);
        game_seats movers;
        int seat = 0;

        run_others(play);
        movers = play->game->to_move(&play->state);
        if (!movers)
            return;
        while (!(movers >> seat & 1))
            seat++;
        if (shown != json_array_size(play->actions)) {
            text_char(&out, '\n');
            show_everything(play, seat, &out);
            print(&out);
        }
        shown = json_array_size(play->actions);
        ask(play, seat);
        if (!fgets(line, sizeof line, stdin) || interrupted ||
            obey(play, seat, line) == NEXT_LEAVE)
            return;
    }
}

static int
leave(struct session *play)
{
    struct refusal why;
    char lines[OUT_ROOM];
    struct text out = text_in(lines, sizeof lines);
    struct speech speech = session_speech(play);

    if (play->state.ra.phase == RA_OVER) {
        show_result(&speech, &play->state.ra, &out);
        print(&out);
    }
    if (!session_save(play, play->path, &why)) {
        session_finish(play);
        return command_trouble(name, "%s", why.text);
    }
    printf("\nThe game is saved; 'khepri play ra --load %s' opens it again.\n", play->path);
    session_finish(play);
    return command_close_output(name, EXIT_DONE);
}

int
command_play(int argc, char **argv)
{
    static const struct option options[] = {{"players", required_argument, NULL, 'p'},
                                            {"name", required_argument, NULL, 'n'},
                                            {"bot", required_argument, NULL, 'b'},
                                            {"option", required_argument, NULL, 'o'},
                                            {"seed", required_argument, NULL, 's'},
                                            {"save", required_argument, NULL, 'f'},
                                            {"load", required_argument, NULL, 'l'},
                                            {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    struct request r = {.bot = "rule", .setup = {.players = 3}};
    struct session play = {0};
    int option;

    opterr = 0;
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        if (option == 'h')
            return command_help(help);
        if (!read_option(option, argv, &r))
            return EXIT_TROUBLE;
    }
    if (!game_setup_words(name, &r.setup, argc - optind, argv + optind))
        return EXIT_TROUBLE;
    if (!begin(&play, &r)) {
        session_finish(&play);
        return EXIT_TROUBLE;
    }
    catch_signals();
    puts("Ra. Type '?' for the words and the rules.");
    play_on(&play);
    return leave(&play);
}
