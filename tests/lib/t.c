/* SPDX-License-Identifier: MIT
 * t.c -- the table of the rules tests: play, refuse, expect; and the program that runs every RULE.
 *
 * The only thing kept between calls is the table itself; each test sets it up anew. What the words of
 * a game mean is in its `t_game`. */
#include "t.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "t_lines.h"

enum {
    LOG_ROOM = 512,
    RULES_ROOM = 400,
    RUNS_ROOM = 4,
    STATE_ROOM = 2048,
    LIST_ROOM = 32768,
    JSON_ROOM = 16384,
    WORDS_ROOM = 600
};

union any_state {
    max_align_t align;
    unsigned char bytes[STATE_ROOM];
};

static struct {
    union any_state state;
    struct game_event events[LOG_ROOM];
    int event_count;
} now;

static struct t_rule *first_rule, **next_rule = &first_rule;

void
t_register(struct t_rule *rule)
{
    *next_rule = rule;
    next_rule = &rule->next;
}

static void wrong_here(const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4), noreturn));

static void
wrong_here(const char *file, int line, const char *format, ...)
{
    static char state[JSON_ROOM];
    va_list args;

    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    if (t_game.game->write_state(&now.state, state, sizeof state) >= 0)
        fprintf(stderr, "\n  the table: %s\n", state);
    _fail(file, line);
    abort(); /* _fail jumps out of the test */
}

void *
t_table(void)
{
    return &now.state;
}

static void
check_table(const char *file, int line, const char *after)
{
    const char *wrong = t_game.game->check(&now.state);

    if (!wrong)
        wrong = t_game.check(&now.state);
    if (wrong)
        wrong_here(file, line, "after '%s' the position is not consistent: %s", after, wrong);
}

void
t_begin(const char *file, int line, const char *const *lines)
{
    const char *wrong = t_game.new_game(&now.state, lines);

    if (wrong)
        wrong_here(file, line, "the game cannot begin: %s", wrong);
    check_table(file, line, "begin");
}

void
t_no_game(const char *file, int line, const char *const *lines)
{
    union any_state before;

    memset(&now.state, 0x5a, sizeof now.state);
    before = now.state;
    if (!t_game.new_game(&now.state, lines))
        wrong_here(file, line, "the game '%s' should be refused", lines[0]);
    if (memcmp(before.bytes, now.state.bytes, STATE_ROOM) != 0)
        wrong_here(file, line, "the game '%s' was refused but changed the state", lines[0]);
}

void
t_scene(const char *file, int line, const char *const *lines)
{
    const char *wrong = t_game.position(&now.state, lines);

    if (wrong)
        wrong_here(file, line, "the scene is wrong: %s", wrong);
    check_table(file, line, "scene");
}

/* ---- actions ---- */

/* One action by one seat; the events join those of the present play(). */
static enum game_err
act(int seat, const char *text)
{
    struct game_log log = {now.events, now.event_count, LOG_ROOM};
    game_action action;
    enum game_err err = t_game.game->read_action(&now.state, text, &action);

    if (err == GAME_OK)
        err = t_game.game->apply(&now.state, seat, action, &log);
    if (err == GAME_OK)
        now.event_count = log.count;
    return err;
}

static void
must(const char *file, int line, const char *step, int seat, const char *action)
{
    enum game_err err = act(seat, action);

    if (err != GAME_OK)
        wrong_here(file, line, "'%s' was refused: %s", step, game_err_text(err));
    check_table(file, line, step);
}

/* A step word by word: who, what, and in `draws` what is drawn then. */
struct step {
    struct words draws;
    int seat;
    bool all;
    char action[GAME_TEXT_ROOM];
};

static void
read_step(struct step *step, const char *text)
{
    struct words w = {.rest = text};

    *step = (struct step){.seat = GAME_NATURE, .all = words_peek(&w, "all")};
    if (step->all)
        words_next(&w);
    else
        words_number(&w, &step->seat);
    words_next(&w);
    snprintf(step->action, sizeof step->action, "%s", w.word);
    step->draws = w;
}

/* Every seat that may act now, in their order, as long as it may. */
static void
play_all(const char *file, int line, const char *text, const char *action)
{
    game_seats movers = t_game.game->to_move(&now.state);
    int seat = 0;

    if (movers & (movers - 1)) { /* several at once */
        for (; seat < GAME_NATURE; seat++) {
            if (movers >> seat & 1)
                must(file, line, text, seat, action);
        }
        return;
    }
    for (int turns = 0, done = 0; turns < GAME_MAX_SEATS; turns++) {
        movers = t_game.game->to_move(&now.state);
        for (seat = 0; seat < GAME_NATURE && !(movers >> seat & 1);)
            seat++;
        if (seat == GAME_NATURE || (done >> seat & 1))
            return;
        done |= 1 << seat;
        must(file, line, text, seat, action);
    }
}

void
t_play(const char *file, int line, const char *const *steps)
{
    now.event_count = 0;
    for (; *steps; steps++) {
        struct step step;

        read_step(&step, *steps);
        if (step.all)
            play_all(file, line, *steps, step.action);
        else
            must(file, line, *steps, step.seat, step.action);
        while (words_next(&step.draws)) {
            char draw[2 * GAME_TEXT_ROOM];

            snprintf(draw, sizeof draw, "%s%s", t_game.draws, step.draws.word);
            must(file, line, *steps, GAME_NATURE, draw);
        }
    }
}

void
t_refuse(const char *file, int line, const char *text, enum game_err reason)
{
    union any_state before = now.state;
    struct step step;
    enum game_err err;

    read_step(&step, text);
    err = act(step.seat, step.action);
    if (err != reason)
        wrong_here(file, line, "'%s' should be refused because '%s', but: %s", text,
                   game_err_text(reason), game_err_text(err));
    if (memcmp(before.bytes, now.state.bytes, STATE_ROOM) != 0)
        wrong_here(file, line, "'%s' was refused but changed the state", text);
}

/* ---- looking ---- */

void
t_expect(const char *file, int line, const char *const *lines)
{
    for (; *lines; lines++) {
        char found[400];

        if (!t_game.holds(&now.state, *lines, found, sizeof found))
            wrong_here(file, line, "expected '%s', found '%s'", *lines, found);
    }
}

static game_action list[LIST_ROOM];

int
action_count(int seat)
{
    assert(t_game.game->max_actions <= LIST_ROOM);
    return t_game.game->actions(&now.state, seat, list);
}

/* Is `word` one of the words of `text`. */
static bool
has_word(const char *text, const char *word)
{
    size_t len = strlen(word);

    for (const char *at = text; (at = strstr(at, word)) != NULL; at++) {
        if ((at == text || at[-1] == ' ') && (at[len] == ' ' || at[len] == 0))
            return true;
    }
    return false;
}

static int
word_count(const char *text)
{
    int count = 0;

    for (; *text; text++)
        count += *text != ' ' && (text[1] == ' ' || text[1] == 0);
    return count;
}

void
t_legal(const char *file, int line, const char *text)
{
    static char found[LIST_ROOM * 4];
    int seat = text[0] - '0', count = action_count(seat), len;
    bool same = word_count(text) == count + 1;

    len = snprintf(found, sizeof found, "%d", seat);
    for (int i = 0; i < count; i++) {
        char action[GAME_TEXT_ROOM];

        t_game.game->write_action(&now.state, list[i], action, sizeof action);
        same = same && has_word(text, action);
        if ((size_t)len < sizeof found - GAME_TEXT_ROOM)
            len += snprintf(found + len, sizeof found - (size_t)len, " %s", action);
    }
    if (!same)
        wrong_here(file, line, "legal actions should be '%s', are '%s'", text, found);
}

/* The place of an event in the last play() from `from` on; -1 if there is none. */
static int
find_event(const char *wanted, int from)
{
    for (int i = from; i < now.event_count; i++) {
        char text[96];

        t_game.event(&now.events[i], text, sizeof text);
        if (strcmp(text, wanted) == 0)
            return i;
    }
    return -1;
}

static const char *
all_events(void)
{
    static char all[LOG_ROOM * 32];
    size_t len = 0;

    all[0] = 0;
    for (int i = 0; i < now.event_count && len < sizeof all - 100; i++) {
        char text[96];

        t_game.event(&now.events[i], text, sizeof text);
        len += (size_t)snprintf(all + len, sizeof all - len, "\n  %s", text);
    }
    return all;
}

void
t_saw(const char *file, int line, int wanted, const char *const *events)
{
    for (; *events; events++) {
        if ((find_event(*events, 0) >= 0) != wanted)
            wrong_here(file, line, "the event '%s' %s; there were:%s", *events,
                       wanted ? "did not happen" : "should not happen", all_events());
    }
}

void
t_saw_in_order(const char *file, int line, const char *const *events)
{
    for (int from = 0; *events; events++) {
        int at = find_event(*events, from);

        if (at < 0)
            wrong_here(file, line, "the event '%s' did not happen, or too early; there were:%s",
                       *events, all_events());
        from = at + 1;
    }
}

void
t_writes(const char *file, int line, int seat, const char *const *pieces)
{
    static char json[JSON_ROOM];
    union any_state seen = now.state;

    if (seat != GAME_NATURE)
        t_game.game->observe(&now.state, seat, &seen);
    if (t_game.game->write_state(&seen, json, sizeof json) < 0)
        wrong_here(file, line, "the state is too long to be written");
    for (; *pieces; pieces++) {
        char piece[WORDS_ROOM];

        snprintf(piece, sizeof piece, "%s", *pieces);
        for (char *c = piece; *c; c++)
            *c = *c == '\'' ? '"' : *c;
        if (!strstr(json, piece))
            wrong_here(file, line, "'%s' is not in %s", piece, json);
    }
}

/* ---- nature ---- */

static struct game_chance chances[256];

int
chance_count(void)
{
    assert((size_t)t_game.game->max_chances <= sizeof chances / sizeof chances[0]);
    return t_game.game->chances(&now.state, chances);
}

uint32_t
chance_weight(const char *action)
{
    int count = chance_count();
    game_action wanted;

    if (t_game.game->read_action(&now.state, action, &wanted) != GAME_OK)
        return 0;
    for (int i = 0; i < count; i++) {
        if (chances[i].action == wanted)
            return chances[i].weight;
    }
    return 0;
}

static int
begin_run(void **cmocka_state)
{
    t_game.begin_run((int)(intptr_t)*cmocka_state);
    return 0;
}

int
main(void)
{
    static struct CMUnitTest tests[RULES_ROOM * RUNS_ROOM];
    static char names[RULES_ROOM * RUNS_ROOM][64];
    size_t count = 0;

    assert(t_game.game->state_size <= sizeof now.state);
    for (int run = 0; t_game.runs[run]; run++) {
        for (const struct t_rule *rule = first_rule; rule; rule = rule->next) {
            const char *slash = strrchr(rule->file, '/');

            assert(count < sizeof tests / sizeof tests[0]);
            snprintf(names[count], sizeof names[count], "%s %s %s:%d", t_game.runs[run],
                     rule->mark, slash ? slash + 1 : rule->file, rule->line);
            tests[count].name = names[count];
            tests[count].initial_state = (void *)(intptr_t)run;
            tests[count].setup_func = begin_run;
            tests[count++].test_func = rule->run;
        }
    }
    return count == 0 || _cmocka_run_group_tests("rules", tests, count, NULL, NULL) != 0;
}
