/* SPDX-License-Identifier: MIT
 * t.c -- the table of the rules tests: play, refuse, expect; and the program that runs every RULE.
 *
 * The only thing kept between calls is the table itself; each test sets it up anew. */
#include "t.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "t_words.h"

enum { LOG_ROOM = 512, RULES_ROOM = 400 };

static struct {
    struct ra_state state;
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
    char state[4096];
    va_list args;

    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    if (ra_write_state(&now.state, state, sizeof state) >= 0)
        fprintf(stderr, "\n  the table: %s\n", state);
    _fail(file, line);
    abort(); /* _fail jumps out of the test */
}

const struct ra_state *
table(void)
{
    return &now.state;
}

static void
check_table(const char *file, int line, const char *after)
{
    const char *wrong = ra_check(&now.state);

    if (wrong)
        wrong_here(file, line, "after '%s' the position is not consistent: %s", after, wrong);
    for (int kind = 0; kind < RA_KINDS; kind++) {
        if (t_box(&now.state, kind) < 0)
            wrong_here(file, line, "after '%s' there are too many tiles: %s", after,
                       ra_kind_name((enum ra_kind)kind));
    }
}

void
t_begin(const char *file, int line, const char *const *lines)
{
    const char *wrong = t_new_game(&now.state, lines);

    if (wrong)
        wrong_here(file, line, "the game cannot begin: %s", wrong);
    check_table(file, line, "begin");
}

void
t_no_game(const char *file, int line, const char *const *lines)
{
    struct ra_state before;

    memset(&now.state, 0x5a, sizeof now.state);
    before = now.state;
    if (!t_new_game(&now.state, lines))
        wrong_here(file, line, "the game '%s' should be refused", lines[0]);
    if (memcmp(&before, &now.state, sizeof before) != 0)
        wrong_here(file, line, "the game '%s' was refused but changed the state", lines[0]);
}

void
t_scene(const char *file, int line, const char *const *lines)
{
    const char *wrong = t_position(&now.state, lines);

    if (wrong)
        wrong_here(file, line, "the scene is wrong: %s", wrong);
    check_table(file, line, "scene");
}

/* One action by one seat; the events join those of the present play(). */
static enum game_err
act(int seat, const char *text)
{
    struct game_log log = {now.events, now.event_count, LOG_ROOM};
    game_action action;
    enum game_err err = ra_read_action(&now.state, text, &action);

    if (err == GAME_OK)
        err = ra_apply(&now.state, seat, action, &log);
    if (err == GAME_OK)
        now.event_count = log.count;
    return err;
}

/* Splits "2 bid:9" into seat and action; without a number in front it is nature's. */
static const char *
split_step(const char *step, int *seat)
{
    *seat = GAME_NATURE;
    if (step[0] >= '0' && step[0] <= '9' && step[1] == ' ') {
        *seat = step[0] - '0';
        return step + 2;
    }
    return step;
}

static void
must(const char *file, int line, const char *step, int seat, const char *action)
{
    enum game_err err = act(seat, action);

    if (err != GAME_OK)
        wrong_here(file, line, "'%s' was refused: %s", step, game_err_text(err));
    check_table(file, line, step);
}

void
t_play(const char *file, int line, const char *const *steps)
{
    now.event_count = 0;
    for (; *steps; steps++) {
        int seat;
        const char *action = split_step(*steps, &seat);

        if (strncmp(action, "draw ", 5) == 0) {
            char tile[40];

            snprintf(tile, sizeof tile, "tile:%s", action + 5);
            must(file, line, *steps, seat, "draw");
            must(file, line, *steps, GAME_NATURE, tile);
        } else {
            must(file, line, *steps, seat, action);
        }
    }
}

void
t_refuse(const char *file, int line, const char *step, enum game_err reason)
{
    struct ra_state before = now.state;
    int seat;
    const char *action = split_step(step, &seat);
    enum game_err err = act(seat, action);

    if (err != reason)
        wrong_here(file, line, "'%s' should be refused because '%s', but: %s", step,
                   game_err_text(reason), game_err_text(err));
    if (memcmp(&before, &now.state, sizeof before) != 0)
        wrong_here(file, line, "'%s' was refused but changed the state", step);
}

void
t_expect(const char *file, int line, const char *const *lines)
{
    for (; *lines; lines++) {
        char found[400];

        if (!words_hold(&now.state, *lines, found, sizeof found))
            wrong_here(file, line, "expected '%s', found '%s'", *lines, found);
    }
}

void
t_legal(const char *file, int line, const char *text)
{
    game_action actions[RA_MAX_ACTIONS];
    char found[400];
    int seat = text[0] - '0', count = ra_actions(&now.state, seat, actions), len;

    len = snprintf(found, sizeof found, "%d", seat);
    for (int i = 0; i < count; i++) {
        char action[GAME_TEXT_ROOM];

        ra_write_action(&now.state, actions[i], action, sizeof action);
        len += snprintf(found + len, sizeof found - (size_t)len, " %s", action);
    }
    if (strcmp(found, text) != 0)
        wrong_here(file, line, "legal actions should be '%s', are '%s'", text, found);
}

void
t_saw(const char *file, int line, int wanted, const char *const *events)
{
    for (; *events; events++) {
        char all[LOG_ROOM * 12] = "";
        size_t len = 0;
        int seen = 0;

        for (int i = 0; i < now.event_count; i++) {
            char text[64];

            t_event(&now.events[i], text, sizeof text);
            seen |= strcmp(text, *events) == 0;
            if (len < sizeof all - 80)
                len += (size_t)snprintf(all + len, sizeof all - len, "\n  %s", text);
        }
        if (seen != wanted)
            wrong_here(file, line, "the event '%s' %s; there were:%s", *events,
                       wanted ? "did not happen" : "should not have happened", all);
    }
}

int
chance_count(void)
{
    struct game_chance chances[RA_MAX_CHANCES];

    return ra_chances(&now.state, chances);
}

uint32_t
chance_weight(const char *action)
{
    struct game_chance chances[RA_MAX_CHANCES];
    int count = ra_chances(&now.state, chances);
    game_action wanted;

    if (ra_read_action(&now.state, action, &wanted) != GAME_OK)
        return 0;
    for (int i = 0; i < count; i++) {
        if (chances[i].action == wanted)
            return chances[i].weight;
    }
    return 0;
}

int
main(void)
{
    static const char *const editions[] = {"1999", "2005", "2016"};
    static struct CMUnitTest tests[RULES_ROOM];
    static char names[RULES_ROOM][48];
    size_t count = 0;
    int failed = 0;

    for (const struct t_rule *rule = first_rule; rule && count < RULES_ROOM;
         rule = rule->next) {
        const char *slash = strrchr(rule->file, '/');

        snprintf(names[count], sizeof names[count], "%s %s:%d", rule->mark,
                 slash ? slash + 1 : rule->file, rule->line);
        tests[count].name = names[count];
        tests[count++].test_func = rule->run;
    }
    for (int edition = RA_1999; edition <= RA_2016; edition++) {
        t_set_edition((enum ra_edition)edition);
        failed += _cmocka_run_group_tests(editions[edition], tests, count, NULL, NULL);
    }
    return count == 0 || failed != 0;
}
