/* SPDX-License-Identifier: MIT
 * session.c -- see session.h. */
#include "session.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file_bytes.h"
#include "lines.h"
#include "moves.h"
#include "phrase.h"
#include "position_string.h"
#include "rng.h"

void
session_init(struct session *play, const struct play_game *table,
             const union games_state *start, int seats, uint64_t seed)
{
    memset(play, 0, sizeof *play);
    play->table = table;
    play->game = table->game;
    play->start = play->state = *start;
    play->seats = seats;
    play->chance = rng_stream(seed, 0, GAME_NATURE);
    play->choices = rng_stream(seed, 1, 0);
    play->last_seat = -1;
}

static void
forget_ears(struct session *play)
{
    for (int i = 0; i <= GAME_MAX_SEATS; i++) {
        free(play->ears[i].log.at);
        free(play->ears[i].news.at);
        play->ears[i] = (struct ear){.told = play->ears[i].told};
    }
}

void
session_finish(struct session *play)
{
    action_list_finish(&play->actions);
    document_finish(&play->meta);
    forget_ears(play);
    memset(play, 0, sizeof *play);
}

void
session_set_name(struct session *play, int seat, const char *name)
{
    char *to = play->names[seat], *end = to + SESSION_NAME_ROOM - 1;

    while (*name) {
        size_t len = text_shown_character(name, strlen(name)), taken = len ? len : 1;

        if (taken > (size_t)(end - to))
            break;
        memcpy(to, len ? name : "?", taken);
        to += taken;
        name += taken;
    }
    *to = 0;
}

int
session_people(const struct session *play)
{
    int people = 0;

    for (int i = 0; i < play->seats; i++)
        people += !play->bots[i].bot;
    return people;
}

void
session_look(const struct session *play, int seat, struct look *out)
{
    for (int i = 0; i < GAME_MAX_SEATS; i++)
        out->speech.names[i] = play->names[i];
    play->game->observe(&play->state, seat, &out->seen);
    out->speech.game = play->game;
    out->speech.seen = &out->seen;
    out->speech.seat = seat;
}

/* The ear of `seat`. */
static int
hearing(const struct session *play, int seat)
{
    return play->game->hides && seat >= 0 && !play->bots[seat].bot ? seat : GAME_SPECTATOR;
}

struct ear *
session_ear(struct session *play, int seat)
{
    seat = hearing(play, seat);
    return &play->ears[seat == GAME_SPECTATOR ? GAME_MAX_SEATS : seat];
}

static bool
append(struct roll *roll, const struct text *lines)
{
    if (roll->len + lines->len + 1 > roll->room) {
        size_t room = 2 * (roll->len + lines->len) + 4096;
        char *grown = realloc(roll->at, room);

        if (!grown)
            return false;
        roll->at = grown;
        roll->room = room;
    }
    memcpy(roll->at + roll->len, lines->at, lines->len + 1);
    roll->len += lines->len;
    return true;
}

const char *
session_news(struct session *play, int seat)
{
    struct ear *ear = session_ear(play, seat);

    ear->told = play->actions.count;
    if (!ear->news.len)
        return "";
    ear->news.len = 0; /* the next one writes over it */
    return ear->news.at;
}

/* Tells one reader the events, without what is hidden from them. */
static bool
tell(struct session *play, int seat, const struct game_log *log)
{
    struct game_event events[GAMES_MAX_EVENTS];
    struct game_log heard = {events, log->count, GAMES_MAX_EVENTS};
    struct ear *ear = session_ear(play, seat);
    struct look look;
    char lines[SESSION_LINES_ROOM], sheets[SESSION_LINES_ROOM];
    struct text sentences = text_in(lines, sizeof lines);
    struct text sheet = text_in(sheets, sizeof sheets);

    for (int i = 0; i < log->count; i++) {
        events[i] = log->at[i];
        if (events[i].seen_by != 0xff && (seat < 0 || !(events[i].seen_by >> seat & 1)))
            events[i].detail = GAME_HIDDEN;
    }
    session_look(play, seat, &look);
    play->table->speak(&look.speech, &heard, &sentences);
    play->table->show_sheet(&look.speech, &heard, &sheet);
    if (!append(&ear->log, &sentences))
        return false;
    return play->actions.count <= ear->told ||
           (append(&ear->news, &sentences) && append(&ear->news, &sheet));
}

static bool
tell_all(struct session *play, const struct game_log *log)
{
    bool good = tell(play, GAME_SPECTATOR, log);

    for (int i = 0; i < play->seats; i++)
        good = good && (hearing(play, i) == GAME_SPECTATOR || tell(play, i, log));
    return good;
}

/* Counts the actions that may be undone: those of one seat in one turn, as long as nobody else
 * and no chance has acted. */
static void
count_own(struct session *play, int seat, const union games_state *before)
{
    game_seats bit = (game_seats)(1u << seat);
    bool own = seat != GAME_NATURE && play->table->same_turn &&
               play->table->same_turn(before, &play->state) &&
               (play->game->to_move(&play->state) & bit);

    play->own = !own ? 0 : play->own_seat == seat ? play->own + 1 : 1;
    play->own_seat = seat;
    if (seat != GAME_NATURE)
        play->last_seat = seat;
}

bool
session_act(struct session *play, int seat, game_action action)
{
    struct game_event events[GAMES_MAX_EVENTS];
    struct game_log log = {events, 0, GAMES_MAX_EVENTS};
    union games_state before = play->state;
    struct move move;

    moves_write(play->game, &play->state, seat, action, &move);
    if (!action_list_add(&play->actions, move.text))
        return false;
    if (play->game->apply(&play->state, seat, action, &log) != GAME_OK)
        abort(); /* the callers choose from the legal actions only */
    count_own(play, seat, &before);
    return tell_all(play, &log);
}

/* Replays from the start, with the first `count` of these actions. */
static bool
replay(struct session *play, const struct action_list *actions, size_t count)
{
    play->state = play->start;
    play->own = 0;
    play->last_seat = -1;
    forget_ears(play);
    for (size_t i = 0; i < count; i++) {
        struct move move;

        if (moves_read(play->game, &play->state, actions->text[i], &move) != GAME_OK)
            abort(); /* it was legal before */
        if (!session_act(play, move.seat, move.action))
            return false;
    }
    for (int i = 0; i <= GAME_MAX_SEATS; i++) {
        if (play->ears[i].told > count)
            play->ears[i].told = count;
    }
    return true;
}

bool
session_undo(struct session *play, int seat)
{
    struct action_list actions = play->actions;
    bool good;

    if (!play->own || play->own_seat != seat)
        return false;
    play->actions = (struct action_list){0};
    good = replay(play, &actions, actions.count - 1);
    action_list_finish(&actions);
    return good;
}

/* ---- a game from a position ---- */

bool
session_begin_at(struct session *play, const char *position, size_t len, uint64_t seed,
                 struct refusal *why)
{
    const struct game *game;
    union games_state start;

    if (!position_read_line(position, len, false, &game, &start, why))
        return false;
    session_init(play, play_game_of(game), &start, game->seats(&start), seed);
    play->midway = true;
    for (int i = 0; i < play->seats; i++) {
        char seat[SESSION_NAME_ROOM];
        struct text t = text_in(seat, sizeof seat);

        fill(&t, phrase("lobby.seat"), &(struct filling){.n = i});
        session_set_name(play, i, seat);
    }
    return true;
}

/* ---- the file ---- */

static void
write_bots(struct text *t, const struct session *play)
{
    json_key_open(t, "bots", '[');
    for (int i = 0; i < play->seats; i++) {
        char word[SESSION_NAME_ROOM];
        struct text bot = text_in(word, sizeof word);

        if (play->bots[i].bot)
            ai_write_word(&play->bots[i], &bot);
        else
            text_put(&bot, "human");
        json_text(t, word);
    }
    json_close(t, ']');
}

/* Unknown members stay as they were, in their place. */
static void
write_meta(struct text *t, const void *of)
{
    const struct session *play = of;
    const struct json *meta =
        json_kind(play->meta.root) == JSON_KIND_OBJECT ? play->meta.root : NULL;

    json_open(t, '{');
    for (const struct json *e = json_first(meta); e; e = json_next(meta, e)) {
        if (strcmp(json_name(e), "bots") == 0) {
            write_bots(t, play);
        } else if (strcmp(json_name(e), "hints") == 0) {
            json_key_bool(t, "hints", play->hints);
        } else {
            json_key_escaped(t, json_name(e));
            json_put(t, e);
        }
    }
    if (!json_member(meta, "bots"))
        write_bots(t, play);
    if (!json_member(meta, "hints"))
        json_key_bool(t, "hints", play->hints);
    json_close(t, '}');
}

static char *
session_line(const struct session *play)
{
    const char *names[GAME_MAX_SEATS];

    for (int i = 0; i < play->seats; i++)
        names[i] = play->names[i];
    return record_line(&(struct record_text){play->game, &play->state, play->seats, names,
                                             &play->actions, write_meta, play});
}

/* A sentence of the catalogue about a file, with a reason where it has one. Returns false. */
static bool
refuse_file(struct refusal *why, const char *id, const char *path, const char *reason)
{
    const struct fill_more more = {.name = "why", .text = reason};
    struct text out = text_in(why->text, sizeof why->text);
    char start[200];

    snprintf(start, sizeof start, "%s", path);
    fill(&out, phrase(id), &(struct filling){.what = start, .more = &more, .more_count = 1});
    return false;
}

static bool
not_saved(struct refusal *why, const char *path)
{
    return refuse_file(why, "term.save.failed", path, strerror(errno));
}

bool
session_keeps(const char *path)
{
    struct stat saved;

    return stat(path, &saved) != 0 || S_ISREG(saved.st_mode);
}

static bool
is_json(const char *line, size_t len)
{
    struct document document = {0};
    bool read = document_read(&document, line, len, NULL) != NULL;

    document_finish(&document);
    return read;
}

/* What is wrong with a file that should hold one line; NULL: nothing, and the line is in *lines and kept in *line. */
static const char *
read_only_line(struct lines *lines, char **line, size_t *len)
{
    enum lines_next next;

    while ((next = lines_next(lines)) != LINES_END) {
        if (next == LINES_FAILED)
            return strerror(errno);
        if (next == LINES_BLANK)
            continue;
        if (*line)
            return phrase(is_json(*line, *len) ? "term.load.several" : "term.load.no.record");
        if (next == LINES_TOO_LONG)
            return phrase("term.load.long");
        *line = malloc(lines->len + 1);
        if (!*line)
            return strerror(ENOMEM);
        memcpy(*line, lines->at, lines->len + 1);
        *len = lines->len;
    }
    return *line ? NULL : phrase("term.load.empty");
}

/* The one line of a file, with a 0 at its end; the caller frees it. */
static char *
read_line_of(const char *path, size_t *len, struct refusal *why)
{
    FILE *from = fopen(path, "rb");
    char *line = NULL;
    const char *wrong = from ? NULL : strerror(errno);
    struct lines lines;

    if (from) {
        lines_init(&lines, from, RECORD_MAX_BYTES);
        wrong = read_only_line(&lines, &line, len);
        lines_finish(&lines);
        fclose(from);
    }
    if (!wrong)
        return line;
    refuse_file(why, "term.load.failed", path, wrong);
    free(line);
    return NULL;
}

/* Of a line, never 0. */
static uint64_t
fingerprint(const char *line)
{
    uint64_t print = rng_seed_from_text(line); /* a hash, as no record is a number */

    return print ? print : 1;
}

static void
write_value(struct text *t, const void *value)
{
    json_put(t, value);
}

/* Keeps the "meta" of a record. False without memory. */
static bool
keep_meta(struct session *play, const struct json *meta)
{
    size_t len = 0;
    char *text = meta ? document_written(write_value, meta, &len) : NULL;
    bool good = !meta || (text && document_read(&play->meta, text, len, NULL));

    free(text);
    return good;
}

/* Bots and names of a record. */
static void
seat_everybody(struct session *play, const struct record *r)
{
    const struct json *meta = json_member(r->json, "meta"), *bots = json_member(meta, "bots");

    for (int i = 0; i < r->seats; i++) {
        const char *bot = json_as_text(json_element(bots, (size_t)i));

        session_set_name(play, i, record_player(r, i));
        play->bots[i].bot = NULL;
        if (bot)
            (void)ai_read_word(bot, r->game,
                               &play->bots[i]); /* unknown here: a person plays it */
    }
    if (!json_as_bool(json_member(meta, "hints"), &play->hints))
        play->hints = session_people(play) <= 1;
}

/* Replays the actions of a record in its session. False without memory. */
static bool
play_again(struct session *play, const struct json *json)
{
    struct action_list actions = {0};
    bool good = action_list_read(&actions, json_member(json, "actions"));

    for (int i = 0; i <= GAME_MAX_SEATS; i++)
        play->ears[i].told = actions.count;
    good = good && replay(play, &actions, actions.count);
    action_list_finish(&actions);
    return good;
}

bool
session_begin(struct session *play, const struct json *json, uint64_t seed, struct refusal *why)
{
    struct record r;

    if (!record_replay(&r, json, why) || !record_open(&r, json, why))
        return false;
    session_init(play, play_game_of(r.game), &r.state, r.seats, seed);
    seat_everybody(play, &r);
    if (keep_meta(play, json_member(json, "meta")))
        return true;
    session_finish(play);
    return refuse(why, "%s", phrase("term.memory"));
}

/* A fault of the record, with the file that holds it. Rules and records say it in English. In other
 * languages the sentence is a general one, which says where to read it. */
static bool
fault_in(const char *path, struct refusal *why)
{
    char fault[REFUSAL_ROOM];

    if (phrase_language() != LANG_EN)
        return refuse_file(why, "term.load.fault", path, "");
    snprintf(fault, sizeof fault, "%s", why->text);
    return refuse(why, "%.200s: %s", path, fault);
}

bool
session_load(struct session *play, const char *path, uint64_t seed, struct refusal *why)
{
    struct session loaded;
    size_t len = 0;
    char *line = read_line_of(path, &len, why);
    uint64_t print = line ? fingerprint(line) : 0;
    struct document document = {0};
    bool good = line && ((document_line(&document, line, len, why) &&
                          session_begin(&loaded, document.root, seed, why)) ||
                         fault_in(path, why));

    if (good && !play_again(&loaded, document.root)) {
        session_finish(&loaded);
        good = refuse(why, "%s", phrase("term.memory"));
    }
    document_finish(&document);
    free(line);
    if (!good)
        return false;
    if (play->game)
        session_finish(play);
    *play = loaded;
    play->file.line = print;
    return true;
}

/* ---- a file that is there already ---- */

/* What tells one game from another before its first action: the game, its options, the seats. NULL without memory. */
static char *
header_line(const struct session *play)
{
    const struct action_list none = {0};
    const char *names[GAME_MAX_SEATS];

    for (int i = 0; i < play->seats; i++)
        names[i] = play->names[i];
    return record_line(
        &(struct record_text){play->game, &play->start, play->seats, names, &none, NULL, NULL});
}

/* Is `old` this game when it had come less far, or just as far? */
static bool
is_earlier(const struct session *old, const struct session *play)
{
    char *then = header_line(old), *now = header_line(play);
    bool same = then && now && strcmp(then, now) == 0;

    free(then);
    free(now);
    same = same && old->actions.count <= play->actions.count;
    for (size_t i = 0; same && i < old->actions.count; i++)
        same = strcmp(old->actions.text[i], play->actions.text[i]) == 0;
    return same;
}

static bool
holds_this_game(const struct session *play, const char *path)
{
    struct session *old = calloc(1, sizeof *old);
    struct refusal why;
    bool holds = false;

    if (old && session_load(old, path, 0, &why)) {
        holds = is_earlier(old, play);
        session_finish(old);
    }
    free(old);
    return holds;
}

bool
session_may_save(const struct session *play, const char *path, bool *taken, struct refusal *why)
{
    struct stat old;
    bool there = stat(path, &old) == 0 && S_ISREG(old.st_mode) && old.st_size > 0;

    *taken = there && !holds_this_game(play, path);
    if (*taken)
        return refuse_file(why, "term.save.taken", path, "");
    return file_may_replace(path) || not_saved(why, path);
}

/* Has nobody else written to the file since this program did? Not of a device, where reading may wait for ever. */
static bool
is_as_left(const struct kept_file *file)
{
    struct stat there;
    struct refusal why;
    size_t len;
    char *line = NULL;
    bool same;

    if (file->line && stat(file->path, &there) == 0 && S_ISREG(there.st_mode))
        line = read_line_of(file->path, &len, &why);
    same = line && fingerprint(line) == file->line;
    free(line);
    return same;
}

bool
session_save(struct session *play, const char *path, bool *taken, struct refusal *why)
{
    struct kept_file *file = strcmp(path, play->file.path) == 0 ? &play->file : &play->copy;
    bool known = strcmp(path, file->path) == 0;
    uint64_t print;
    char *line;
    size_t len;
    bool good;

    *taken = false;
    if (!(known && is_as_left(file)) && !session_may_save(play, path, taken, why))
        return false;
    line = session_line(play);
    if (!line)
        return refuse(why, "%s", phrase("term.memory"));
    print = fingerprint(line);
    len = strlen(line);
    line[len] = '\n'; /* in place of the 0, which nobody reads */
    good = file_replace(path, line, len + 1);
    free(line);
    if (!good)
        return not_saved(why, path);
    if (!known)
        snprintf(file->path, sizeof file->path, "%s", path);
    file->line = print;
    return true;
}

bool
session_step_aside(struct session *play)
{
    char path[SESSION_PATH_ROOM];
    const char *own = play->file.path, *slash = strrchr(own, '/'), *dot = strrchr(own, '.');
    const char *name = slash ? slash + 1 : own;
    size_t stem = dot && dot > name ? (size_t)(dot - own) : strlen(own);
    int i = 2, len;

    do
        len = snprintf(path, sizeof path, "%.*s-%d%s", (int)stem, own, i++, own + stem);
    while (len < (int)sizeof path && access(path, F_OK) == 0);
    if (len >= (int)sizeof path)
        return false;
    play->file = (struct kept_file){.line = 0};
    snprintf(play->file.path, sizeof play->file.path, "%s", path);
    return true;
}
