/* SPDX-License-Identifier: MIT
 * playthrough.c -- games of Ra written down step by step, to be read and compared.
 *
 *   playthrough FILE...                  plays each again; a difference fails, with the first line of it
 *   playthrough --accept FILE...         rewrites the files as the rules play them now
 *   playthrough --extend N SEED FILE     adds up to N steps by chance, and rewrites the file
 *
 * The input lines of a file begin with "#" (what it shows), "new" or "scene" (the start), and ">" (an action). A start
 * is in the words of tests/lib/t_ra.h. All other lines follow from these. They are the table, the seats that
 * changed, the seats to act with their legal actions, and the events.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lean.h"
#include "rng.h"
#include "t_ra.h"

enum { MOST_LINES = 400, LINE_ROOM = 240, TEXT_ROOM = 1 << 20 };

struct play {
    char given[MOST_LINES][LINE_ROOM]; /* the lines that are given */
    int count;
    struct ra_state state;
    bool begun;
    char seat_lines[RA_SEATS][LINE_ROOM]; /* as last told */
    char text[TEXT_ROOM];
    size_t len;
};

static void tell(struct play *p, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void
tell(struct play *p, const char *format, ...)
{
    va_list args;
    int len;

    va_start(args, format);
    len = vsnprintf(p->text + p->len, sizeof p->text - p->len, format, args);
    va_end(args);
    if (len < 0 || (size_t)len >= sizeof p->text - p->len) {
        fprintf(stderr, "playthrough: a file too long\n");
        exit(2);
    }
    p->len += (size_t)len;
}

/* ---- the table in a few lines ---- */

static void
tell_track(struct play *p)
{
    const struct ra_state *s = &p->state;
    int last = RA_TRACK;

    while (last > 0 && s->track[last - 1] == RA_EMPTY)
        last--;
    tell(p, "   track");
    for (int i = 0; i < last; i++)
        tell(p, " %s", s->track[i] == RA_EMPTY ? "-" : ra_kind_name((enum ra_kind)s->track[i]));
    tell(p, last ? "\n" : " is empty\n");
}

static void
tell_frame(struct play *p)
{
    static const char *const phases[RA_PHASES] = {"deal", "turn",    "draw", "auction",
                                                  "gods", "discard", "over"};
    const struct ra_state *s = &p->state;
    int bag = 0;

    for (int kind = 0; kind < RA_KINDS; kind++)
        bag += s->bag[kind];
    tell(p, "   epoch %d, %s", s->epoch, phases[s->phase]);
    if (s->phase != RA_DEAL && s->phase != RA_OVER)
        tell(p, ", turn of %d", s->turn);
    tell(p, ", ra %d of %d, centre %d, bag %d\n", s->ra_tiles, ra_track_length(s->seats),
         s->centre_sun, bag);
    tell_track(p);
}

static size_t
put(char *line, size_t len, const char *format, ...) __attribute__((format(printf, 3, 4)));

static size_t
put(char *line, size_t len, const char *format, ...)
{
    va_list args;
    int more;

    va_start(args, format);
    more = vsnprintf(line + len, LINE_ROOM - len, format, args);
    va_end(args);
    return more < 0 || len + (size_t)more >= LINE_ROOM ? LINE_ROOM - 1 : len + (size_t)more;
}

static void
tell_seat(struct play *p, int seat)
{
    const struct ra_state *s = &p->state;
    char line[LINE_ROOM];
    size_t len = put(line, 0, "   %d: suns", seat);

    for (int sun = RA_SUNS; sun > 0; sun--) {
        if (s->ready[seat] >> sun & 1)
            len = put(line, len, " %d", sun);
    }
    len = put(line, len, " | spent");
    for (int sun = RA_SUNS; sun > 0; sun--) {
        if (s->spent[seat] >> sun & 1)
            len = put(line, len, " %d", sun);
    }
    len = put(line, len, " | %d points |", s->score[seat]);
    for (int kind = 0; kind < RA_KINDS; kind++) {
        int held = ra_held(s->tiles[seat], (enum ra_kind)kind);

        if (held)
            len = put(line, len, held > 1 ? " %s %d" : " %s", ra_kind_name((enum ra_kind)kind),
                      held);
    }
    if (strcmp(line, p->seat_lines[seat]) == 0)
        return; /* nothing new */
    strcpy(p->seat_lines[seat], line);
    tell(p, "%s\n", line);
}

static void
tell_legal(struct play *p)
{
    const struct ra_state *s = &p->state;
    game_seats movers = ra_to_move(s);
    struct game_chance chances[RA_MAX_CHANCES];

    if (movers == 0) {
        struct game_result result;

        ra_game.result(s, &result);
        tell(p, "   over: seat %d won\n", ra_winner(s));
    } else if (movers >> GAME_NATURE) {
        tell(p, "   chance: %d outcomes\n", ra_chances(s, chances));
    }
    for (int seat = 0; seat < s->seats; seat++) {
        game_action actions[RA_MAX_ACTIONS];
        int count = ra_actions(s, seat, actions);

        for (int i = 0; i < count; i++) {
            char action[GAME_TEXT_ROOM];

            ra_write_action(s, actions[i], action, sizeof action);
            if (i == 0)
                tell(p, "   to act %d:", seat);
            tell(p, i == count - 1 ? " %s\n" : " %s", action);
        }
    }
}

static void
tell_position(struct play *p)
{
    tell_frame(p);
    for (int seat = 0; seat < p->state.seats; seat++)
        tell_seat(p, seat);
    tell_legal(p);
}

/* ---- playing ---- */

/* "> 2 bid:9" or "> tile:nile". */
static bool
step(struct play *p, const char *line)
{
    struct game_event events[RA_MAX_EVENTS];
    struct game_log log = {events, 0, RA_MAX_EVENTS};
    const char *text = line + 2;
    int seat = GAME_NATURE;
    game_action action;
    enum game_err err;

    if (text[0] >= '0' && text[0] <= '9' && text[1] == ' ') {
        seat = text[0] - '0';
        text += 2;
    }
    err = ra_read_action(&p->state, text, &action);
    if (err == GAME_OK)
        err = ra_apply(&p->state, seat, action, &log);
    if (err != GAME_OK) {
        fprintf(stderr, "'%s' was refused: %s\n", line, game_err_text(err));
        return false;
    }
    for (int i = 0; i < log.count; i++) {
        char event[64];

        t_event(&events[i], event, sizeof event);
        tell(p, "   . %s\n", event);
    }
    tell_position(p);
    return true;
}

/* The lines that say how the game begins, without their first word. */
static bool
begin_play(struct play *p, int first)
{
    const char *lines[MOST_LINES + 1];
    int count = 0;
    const char *wrong;
    bool new_game = strncmp(p->given[first], "new", 3) == 0;

    for (int i = first; i < p->count && p->given[i][0] != '>'; i++) {
        if (p->given[i][0] != '#')
            lines[count++] = p->given[i] + strcspn(p->given[i], " ");
    }
    lines[count] = NULL;
    for (int i = 0; i < count; i++)
        lines[i] += lines[i][0] == ' ';
    wrong = new_game ? t_new_game(&p->state, lines) : t_position(&p->state, lines);
    if (wrong)
        fprintf(stderr, "the game cannot begin: %s\n", wrong);
    return !wrong;
}

/* Plays what is given and writes it all down in p->text. */
static bool
perform(struct play *p)
{
    p->len = 0;
    p->begun = false;
    memset(p->seat_lines, 0, sizeof p->seat_lines);
    for (int i = 0; i < p->count; i++) {
        const char *line = p->given[i];

        if (line[0] != '>') {
            tell(p, "%s\n", line);
            if (line[0] != '#' && !p->begun && !(p->begun = begin_play(p, i)))
                return false;
            if (i + 1 == p->count || p->given[i + 1][0] == '>')
                tell_position(p);
            continue;
        }
        tell(p, "%s\n", line);
        if (!p->begun || !step(p, line))
            return false;
    }
    return p->begun;
}

/* ---- files ---- */

static char *
load(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text = calloc(1, TEXT_ROOM);

    if (!file || !text || fread(text, 1, TEXT_ROOM - 1, file) == 0) {
        fprintf(stderr, "playthrough: cannot read %s\n", path);
        exit(2);
    }
    fclose(file);
    return text;
}

static void
keep_given(struct play *p, const char *text)
{
    p->count = 0;
    while (*text && p->count < MOST_LINES) {
        size_t len = strcspn(text, "\n");

        if (len < LINE_ROOM && (*text == '#' || *text == '>' || *text == 'n' || *text == 's')) {
            memcpy(p->given[p->count], text, len);
            p->given[p->count++][len] = 0;
        }
        text += len + (text[len] == '\n');
    }
}

static bool
save(const char *path, const struct play *p)
{
    FILE *file = fopen(path, "wb");
    bool good = file && fwrite(p->text, 1, p->len, file) == p->len;

    return file && fclose(file) == 0 && good;
}

static bool
compare(const char *path, const char *then, const char *now)
{
    int line = 1;

    if (strcmp(then, now) == 0)
        return true;
    while (*then && *now) {
        size_t a = strcspn(then, "\n"), b = strcspn(now, "\n");

        if (a != b || memcmp(then, now, a) != 0)
            break;
        then += a + (then[a] == '\n');
        now += b + (now[b] == '\n');
        line++;
    }
    printf("# %s:%d differs\n#   was: %.*s\n#   is:  %.*s\n", path, line,
           (int)strcspn(then, "\n"), then, (int)strcspn(now, "\n"), now);
    return false;
}

/* Adds steps by chance to what is given. The play must have been performed. */
static void
extend(struct play *p, int steps, uint64_t seed)
{
    struct ra_state s = p->state;
    uint64_t rng = seed;

    for (; steps > 0 && p->count < MOST_LINES && ra_to_move(&s); steps--) {
        int seat = lean_seat(&ra_game, &s, &rng);
        game_action action = lean_choice(&ra_game, &s, seat, leans[0], &rng);
        char *line = p->given[p->count++];
        size_t len = put(line, 0, seat == GAME_NATURE ? "> " : "> %d ", seat);

        ra_write_action(&s, action, line + len, LINE_ROOM - len);
        if (ra_apply(&s, seat, action, NULL) != GAME_OK)
            abort();
    }
}

int
main(int argc, char **argv)
{
    static struct play play;
    bool accept = argc > 1 && strcmp(argv[1], "--accept") == 0;
    bool longer = argc == 5 && strcmp(argv[1], "--extend") == 0;
    int first = longer ? 4 : accept ? 2 : 1, failed = 0;

    printf("1..%d\n", argc - first);
    for (int i = first; i < argc; i++) {
        char *then = load(argv[i]);
        bool good;

        keep_given(&play, then);
        good = perform(&play);
        if (good && longer) {
            extend(&play, atoi(argv[2]), rng_seed_from_text(argv[3]));
            good = perform(&play);
        }
        if (good)
            good = accept || longer ? save(argv[i], &play) : compare(argv[i], then, play.text);
        failed += !good;
        printf("%s %d - %s\n", good ? "ok" : "not ok", i - first + 1, argv[i]);
        free(then);
    }
    return failed > 0 || argc <= first;
}
