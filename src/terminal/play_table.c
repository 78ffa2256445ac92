/* SPDX-License-Identifier: MIT
 * play_table.c -- see play_table.h. */
#include "play_table.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "offers.h"
#include "patience.h"
#include "phrase.h"
#include "random_play.h"
#include "rng.h"
#include "rulebook.h"
#include "screen.h"
#include "teach.h"
#include "typing.h"
#include "wish.h"
#include "wrapped.h"

enum { NOBODY = -1 };

enum next { NEXT_GO_ON, NEXT_LEAVE };

/* The person at the screen, and what is on it. */
struct sitting {
    struct session *play;
    struct typing typing;
    int seat; /* or NOBODY */
    size_t shown; /* the number of actions when the table was shown; SIZE_MAX: never */
    union games_state last; /* the position then */
};

/* ---- lines ---- */

/* Splits a line at its first blank: the word, and the trimmed argument. */
static char *
split(char *line)
{
    char *argument = line + strcspn(line, " \t");

    if (*argument)
        *argument++ = 0;
    return argument + strspn(argument, " \t");
}

/* ---- what is told ---- */

/* A sentence that is complete, as why a file cannot be read. */
static void
tell(const char *sentence)
{
    char shown[REFUSAL_ROOM];
    struct text out = text_in(shown, sizeof shown);

    text_shown(&out, sentence);
    wrapped_print(shown);
}

/* The table as a drawing where the screen can show one; what it does not tell goes to `out`.
 * False: nothing is drawn. */
static bool
draw_table(const struct play_game *table, const struct speech *speech, struct text *out)
{
    enum screen_signs signs = screen_signs();
    struct drawing drawing;

    if (!table->draw || signs == SCREEN_WORDS)
        return false;
    drawing_begin(&drawing, screen_width(), screen_height(), signs == SCREEN_SHAPES);
    table->draw(speech, &drawing, out);
    drawing_print(&drawing, screen_colours());
    return true;
}

static void
show_everything(const struct sitting *at)
{
    char lines[SESSION_LINES_ROOM];
    struct text out = text_in(lines, sizeof lines);
    struct look look;

    session_look(at->play, at->seat, &look);
    if (!draw_table(at->play->table, &look.speech, &out))
        at->play->table->show(&look.speech, &out);
    at->play->table->show_actions(&look.speech, &out);
    wrapped_print(lines);
}

static void
show_actions(const struct sitting *at)
{
    char lines[SESSION_LINES_ROOM];
    struct text out = text_in(lines, sizeof lines);
    struct look look;

    session_look(at->play, at->seat, &look);
    at->play->table->show_actions(&look.speech, &out);
    wrapped_print(lines);
}

static void
show_news(const struct sitting *at)
{
    wrapped_print(session_news(at->play, at->seat));
}

void
play_show_result(const struct session *play)
{
    char lines[SESSION_LINES_ROOM];
    struct text out = text_in(lines, sizeof lines);
    struct look look;

    if (play->game->to_move(&play->state))
        return;
    session_look(play, GAME_SPECTATOR, &look);
    play->table->show_result(&look.speech, &out);
    wrapped_print(lines);
}

static void
show_log(const struct sitting *at, const char *argument)
{
    const struct roll *log = &session_ear(at->play, at->seat)->log;
    long wanted = *argument ? strtol(argument, NULL, 10) : 20;
    size_t from = log->len;

    if (wanted < 1) {
        say("term.log.few", NULL);
        return;
    }
    while (from > 0 && (from == log->len || log->at[from - 1] != '\n' || --wanted > 0))
        from--;
    wrapped_print(log->len ? log->at + from : phrase("term.log.none"));
}

/* The rules in the language of the game, in English where nobody has translated them; NULL where there are none. */
static const char *
rules_of(const struct play_game *table)
{
    const char *said = table->rules ? table->rules[phrase_language()] : NULL;

    return said || !table->rules ? said : table->rules[LANG_EN];
}

static void
explain(const struct play_game *table, const char *topic)
{
    const char *rules = rules_of(table);

    if (!*topic) {
        wrapped_words(phrase(table->words));
        if (rules)
            rulebook_chapters(rules);
    } else if (!rules || !rulebook_topic(rules, table->mark, topic, stdout)) {
        say("term.rule.unknown", &(struct filling){.what = topic});
    }
}

/* ---- saved games ---- */

static void clear_screen(void);

bool
play_keep(struct session *play, struct refusal *why)
{
    struct kept_file old = play->file;
    const struct fill_more file = {.name = "file", .text = play->file.path};
    bool taken;

    if (session_save(play, play->file.path, &taken, why))
        return true;
    if (!taken || !session_step_aside(play))
        return false;
    if (!session_save(play, play->file.path, &taken, why)) {
        play->file = old;
        return false;
    }
    say("term.save.beside",
        &(struct filling){.what = old.path, .more = &file, .more_count = 1});
    return true;
}

static void
save_to(struct session *play, const char *path)
{
    struct refusal why;
    bool taken = false, own = !*path || strcmp(path, play->file.path) == 0;

    if (play->midway) {
        say("term.save.midway", NULL);
    } else if (own ? play_keep(play, &why) : session_save(play, path, &taken, &why)) {
        path = own ? play->file.path : path;
        say(session_keeps(path) ? "term.save.done" : "term.save.device",
            &(struct filling){.what = path});
    } else {
        tell(why.text);
    }
}

/* Saves after each action of a person, so that a power failure loses nothing; speaks only about
 * failures. */
static void
keep(struct session *play)
{
    struct refusal why;

    if (!play->midway && !play_keep(play, &why))
        tell(why.text);
}

static void
load_from(struct sitting *at, const char *path)
{
    struct session *play = at->play;
    struct refusal why;
    char kept[sizeof play->file.path];
    bool hide = play->game->hides && at->seat != NOBODY && session_people(play) > 1;

    snprintf(kept, sizeof kept, "%s", path);
    if (!*path) {
        say("term.load.which", NULL);
    } else if (!session_load(play, path, rng_next(&play->chance), &why)) {
        tell(why.text);
    } else {
        snprintf(play->file.path, sizeof play->file.path, "%s", kept);
        play->looked_at = !play->game->to_move(&play->state);
        at->seat = NOBODY;
        at->shown = SIZE_MAX;
        if (hide) /* the next person must not see the hand of the one who asked */
            clear_screen();
        say("term.load.done", &(struct filling){.what = kept});
    }
}

/* ---- what a person typed ---- */

/* Does the parsed actions of a line. */
static void
carry_out(struct sitting *at, const struct wish *wish)
{
    for (int i = 0; i < wish->count; i++) {
        if (!session_act(at->play, at->seat, wish->actions[i])) {
            say("term.memory", NULL);
            return;
        }
    }
    show_news(at);
    keep(at->play);
}

/* What a line would do, and what it costs. */
static void
put_price(const struct wish *wish, struct text *out)
{
    fill(out, phrase(wish->price ? "term.price.all" : "term.price.none"),
         &(struct filling){.what = wish->words.at, .n = wish->price});
    text_char(out, '\n');
}

/* Asks for confirmation before several actions that cost gold. */
static bool
confirm(struct sitting *at, const struct wish *wish)
{
    char line[TYPING_LINE], lines[sizeof wish->room + 100];
    struct text out = text_in(lines, sizeof lines);
    bool too_long;

    if (wish->count < 2 || !wish->price)
        return true;
    put_price(wish, &out);
    wrapped_print(lines);
    if (!typing_ask(&at->typing, phrase("term.confirm"), line, &too_long))
        return false;
    if (!too_long && (!*line || !strcmp(line, "y") || !strcmp(line, "yes")))
        return true;
    say("term.undone", NULL);
    return false;
}

static void
tell_price(const struct wish *wish)
{
    char lines[sizeof wish->room + 100];
    struct text out = text_in(lines, sizeof lines);

    put_price(wish, &out);
    wrapped_print(lines);
}

static void
act(struct sitting *at, const char *line, bool only_price)
{
    struct wish wish;
    struct look look;
    char lines[1024];
    struct text why = text_in(lines, sizeof lines);

    session_look(at->play, at->seat, &look);
    switch (wish_read(at->play->table, &look.speech, line, &wish, &why)) {
    case WORDS_ACTION:
        if (only_price)
            tell_price(&wish);
        else if (confirm(at, &wish))
            carry_out(at, &wish);
        break;
    case WORDS_REFUSED:
        text_char(&why, '\n');
        wrapped_print(lines);
        show_actions(at);
        break;
    case WORDS_UNKNOWN:
        say("term.word.unknown", NULL);
        break;
    }
}

static void
undo(struct sitting *at)
{
    if (!at->play->table->same_turn) {
        say("term.undo.never", NULL);
    } else if (session_undo(at->play, at->seat)) {
        say("term.undo.done", NULL);
        keep(at->play);
    } else {
        say("term.undo.none", NULL);
    }
}

/* The words that do nothing in the game. False if `word` is none of them. */
static bool
answer_question(struct sitting *at, const char *word, const char *argument)
{
    const struct play_game *table = at->play->table;
    char lines[SESSION_LINES_ROOM];
    struct text out = text_in(lines, sizeof lines);
    struct look look;

    session_look(at->play, at->seat, &look);
    if (!*word || !strcmp(word, "table"))
        show_everything(at);
    else if (table->answer(&look.speech, word, argument, &out) ||
             teach_answer(at->play, at->seat, word, argument, &out))
        wrapped_print(lines);
    else if (!strcmp(word, "log"))
        show_log(at, argument);
    else if (word[0] == '?' || !strcmp(word, "help") || !strcmp(word, "rules"))
        explain(table, word[0] == '?' && word[1] ? word + 1 : argument);
    else if (!strcmp(word, "save"))
        save_to(at->play, argument);
    else if (!strcmp(word, "load"))
        load_from(at, argument);
    else if (!strcmp(word, "price") && table->price)
        act(at, argument, true);
    else if (!strcmp(word, "undo"))
        undo(at);
    else
        return false;
    return true;
}

static bool
is_farewell(const char *word)
{
    return !strcmp(word, "quit") || !strcmp(word, "q") || !strcmp(word, "exit");
}

/* Handles one line of one person. */
static enum next
obey(struct sitting *at, char *line)
{
    char typed[TYPING_LINE];
    char *argument;

    line += strspn(line, " \t");
    snprintf(typed, sizeof typed, "%s", line);
    argument = split(line);
    if (is_farewell(line))
        return NEXT_LEAVE;
    if (!answer_question(at, line, argument))
        act(at, typed, false);
    return NEXT_GO_ON;
}

/* ---- whose turn it is ---- */

/* Nature, or a bot that may act; NOBODY if a person is asked or the game is over. */
static int
next_other(const struct session *play)
{
    game_seats movers = play->game->to_move(&play->state);

    if (movers >> GAME_NATURE & 1)
        return GAME_NATURE;
    for (int seat = 0; seat < play->seats; seat++) {
        if ((movers >> seat & 1) && play->bots[seat].bot)
            return seat;
    }
    return NOBODY;
}

static game_action
bot_action(struct session *play, int seat)
{
    struct patience patience;
    struct look look;

    session_look(play, seat, &look);
    patience_begin(&patience, &play->bots[seat]);
    return play->bots[seat].bot->choose(play->game, &look.seen, seat, &play->choices,
                                        &patience.limits, NULL);
}

/* Lets nature and the bots act until a person is asked or the game is over. False without memory, and after a signal:
 * what a bot chose in a hurry is not played. */
static bool
run_others(struct sitting *at)
{
    struct session *play = at->play;
    int seat;

    while ((seat = next_other(play)) != NOBODY) {
        game_action action;

        if (seat == GAME_NATURE) {
            action = random_chance(play->game, &play->state, &play->chance);
        } else {
            action = bot_action(play, seat);
        }
        if (typing_interrupted())
            return false;
        if (!session_act(play, seat, action)) {
            say("term.memory", NULL);
            return false;
        }
        if (at->seat != NOBODY || !play->game->hides)
            show_news(at);
    }
    return true;
}

/* The person who is asked next: who sits there already, if that seat may act. NOBODY: it is over. */
static int
next_person(const struct sitting *at)
{
    game_seats movers = at->play->game->to_move(&at->play->state);

    if (at->seat != NOBODY && (movers >> at->seat & 1))
        return at->seat;
    for (int seat = 0; seat < at->play->seats; seat++) {
        if (movers >> seat & 1)
            return seat;
    }
    return NOBODY;
}

/* ---- the curtain ---- */

static void
clear_screen(void)
{
    static const char rule[] = "- - - - - - - - - - - - - - - - - - - - - - - - - - - - - - -";

    if (screen_clears())
        fputs("\033[2J\033[3J\033[H", stdout); /* with the scrollback */
    else
        printf("\f\n%s\n", rule);
}

/* Waits for Enter only, so that a command typed too early shows nothing. */
static bool
wait_for_enter(struct sitting *at)
{
    char line[TYPING_LINE];
    bool too_long;

    for (;;) {
        if (!typing_ask(&at->typing, "[Enter] ", line, &too_long) || is_farewell(line))
            return false;
        if (!*line && !too_long)
            return true;
        say("term.early", NULL);
    }
}

/* Between two people, if one must not see the hand of the other. */
static bool
draw_curtain(struct sitting *at, int from, int to)
{
    const struct session *play = at->play;

    if (from != NOBODY) {
        putchar('\n');
        say("term.curtain.away",
            &(struct filling){.player = play->names[from], .what = play->names[to]});
        if (!wait_for_enter(at))
            return false;
        clear_screen();
    }
    say("term.curtain.seat", &(struct filling){.player = play->names[to]});
    return wait_for_enter(at);
}

/* Seats a person who is asked. False: everybody leaves. */
static bool
seat_person(struct sitting *at, int seat)
{
    const struct session *play = at->play;
    bool curtain = play->game->hides && session_people(play) > 1;

    if (seat == at->seat)
        return true;
    if (curtain && !draw_curtain(at, at->seat, seat))
        return false;
    if (curtain)
        typing_forget(&at->typing);
    at->seat = seat;
    at->shown = curtain ? SIZE_MAX : at->shown;
    show_news(at);
    return true;
}

/* Has nobody else acted since the table was shown, and does the same turn go on? */
static bool
is_midst_of_turn(const struct sitting *at)
{
    const struct play_game *table = at->play->table;

    return at->shown != SIZE_MAX && at->play->last_seat == at->seat && table->same_turn &&
           table->same_turn(&at->last, &at->play->state);
}

/* Shows the table if something has happened since it was last shown; in the middle of a turn
 * only the legal actions. */
static void
show_what_is_new(struct sitting *at)
{
    size_t now = at->play->actions.count;

    if (at->shown == now)
        return;
    puts("");
    if (is_midst_of_turn(at))
        show_actions(at);
    else
        show_everything(at);
    at->shown = now;
    at->last = at->play->state;
}

static void
offer(const void *of, struct text *out)
{
    const struct sitting *at = of;

    if (at->seat != NOBODY)
        offers_list(at->play, at->seat, out);
}

/* The prompt with the name of the person, bold where there are colours: libedit counts no columns between two marks. */
static bool
ask(struct sitting *at, char line[TYPING_LINE], bool *too_long)
{
    char prompt[SESSION_NAME_ROOM + 32];
    const char *mark = at->typing.edit ? "\1" : "", *bold = screen_colours() ? "\033[1m" : "";
    const char *thin = *bold ? "\033[0m" : "";

    if (!*bold)
        mark = "";
    snprintf(prompt, sizeof prompt, "%s%s%s%s>%s%s%s ", mark, bold, mark,
             at->play->names[at->seat], mark, thin, mark);
    return typing_ask(&at->typing, prompt, line, too_long);
}

/* Handles one line of the person to act; bots and nature act first. */
static enum next
go_on(struct sitting *at)
{
    char line[TYPING_LINE];
    bool too_long;
    int seat;

    if (!run_others(at))
        return NEXT_LEAVE;
    seat = next_person(at);
    if (seat == NOBODY) {
        show_news(at);
        return NEXT_LEAVE;
    }
    if (!seat_person(at, seat))
        return NEXT_LEAVE;
    show_what_is_new(at);
    if (!ask(at, line, &too_long))
        return NEXT_LEAVE;
    if (!too_long)
        return obey(at, line);
    say("term.long", NULL);
    return NEXT_GO_ON;
}

void
play_at_table(struct session *play)
{
    struct sitting at = {.play = play, .seat = NOBODY, .shown = SIZE_MAX};

    typing_begin(&at.typing);
    typing_offer(&at.typing, offer, &at);
    while (go_on(&at) == NEXT_GO_ON)
        continue;
    typing_finish(&at.typing);
}

/* ---- when it is over ---- */

void
play_look_back(const struct session *play, bool anyway)
{
    char line[TYPING_LINE], lines[SESSION_LINES_ROOM];
    struct typing typing;
    bool too_long, wanted = teach_after(play) && (anyway || isatty(STDIN_FILENO));

    if (!wanted)
        return;
    putchar('\n');
    say("term.after", NULL);
    typing_begin(&typing);
    for (;;) {
        struct text out = text_in(lines, sizeof lines);
        char *argument;

        if (!typing_ask(&typing, "> ", line, &too_long) || (!*line && !too_long) ||
            is_farewell(line))
            break;
        argument = split(line);
        if (!too_long && teach_answer(play, GAME_SPECTATOR, line, argument, &out))
            wrapped_print(lines);
        else
            say("term.after.only", NULL);
    }
    typing_finish(&typing);
}
