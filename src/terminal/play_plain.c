/* SPDX-License-Identifier: MIT
 * play_plain.c -- the terminal's table of a game that brings none. It shows the state as it is written, the
 * legal actions as they are in records, and events by their names.
 */
#include "play_plain.h"

#include <string.h>

#include "phrase.h"

enum { MOST_SHOWN = 40 };

/* The members of a state, a line each. */
static void
put_members(const char *json, struct text *out)
{
    bool quoted = false;
    int depth = 0;

    for (const char *at = json; *at; at++) {
        if (*at == '"')
            quoted = !quoted; /* no text of a state needs an escape */
        if (!quoted && (*at == '}' || *at == ']'))
            depth--;
        if (!quoted && depth == 1 && *at == ',')
            text_put(out, "\n  ");
        else if (depth > 0)
            text_char(out, *at);
        if (!quoted && (*at == '{' || *at == '['))
            depth++;
    }
    text_char(out, '\n');
}

static void
show(const struct speech *speech, struct text *out)
{
    char state[GAMES_STATE_ROOM];
    int32_t scores[GAME_MAX_SEATS];

    speech->game->scores(speech->seen, scores);
    for (int i = 0; i < speech->game->seats(speech->seen); i++) {
        fill(out, phrase("term.plain.seat"),
             &(struct filling){.player = speech->names[i], .count = i, .n = (int)scores[i]});
        text_char(out, '\n');
    }
    if (speech->game->write_state(speech->seen, state, sizeof state) < 0)
        return;
    text_put(out, "  ");
    put_members(state, out);
}

static void
show_actions(const struct speech *speech, struct text *out)
{
    game_action legal[GAMES_MAX_ACTIONS];
    int count = speech->seat < 0 ? 0 : speech->game->actions(speech->seen, speech->seat, legal);

    for (int i = 0; i < count && i < MOST_SHOWN; i++) {
        char text[GAME_TEXT_ROOM];

        speech->game->write_action(speech->seen, legal[i], text, sizeof text);
        put_format(out, "  %d  %s\n", i + 1, text);
    }
    if (count > MOST_SHOWN) {
        text_put(out, "  ");
        fill(out, phrase("term.plain.more"), &(struct filling){.count = count - MOST_SHOWN});
        text_char(out, '\n');
    }
}

static void
show_result(const struct speech *speech, struct text *out)
{
    struct game_result result;

    if (!speech->game->result(speech->seen, &result))
        return;
    put_format(out, "%s\n", phrase("term.final"));
    for (int i = 0; i < speech->game->seats(speech->seen); i++) {
        text_put(out, "  ");
        fill(out, phrase(result.winners >> i & 1 ? "term.plain.won" : "term.plain.score"),
             &(struct filling){.player = speech->names[i], .n = (int)result.scores[i]});
        text_char(out, '\n');
    }
}

static void
speak(const struct speech *speech, const struct game_log *log, struct text *out)
{
    for (int i = 0; i < log->count; i++) {
        const struct game_event *e = &log->at[i];
        bool seat = e->seat < speech->game->seats(speech->seen);

        put_format(out, "%s%s%s", seat ? speech->names[e->seat] : phrase("plain.chance"),
                   phrase("term.colon"), speech->game->event_name(e->kind));
        if (e->count)
            put_format(out, "%s%d", phrase("comma"), e->count);
        if (e->detail == GAME_HIDDEN)
            put_format(out, "%s%s", phrase("comma"), phrase("term.plain.hidden"));
        else
            put_format(out, "%s%d", phrase("comma"), (int)e->detail);
        text_char(out, '\n');
    }
}

static void
show_nothing(const struct speech *speech, const struct game_log *log, struct text *out)
{
    (void)speech, (void)log, (void)out;
}

static bool
answer_nothing(const struct speech *speech, const char *word, const char *argument,
               struct text *out)
{
    (void)speech, (void)word, (void)argument, (void)out;
    return false;
}

/* The number of an action in the list, or its text; 0 if it is neither. */
static int
place_of(const struct game *game, const void *st, const game_action *legal, int count,
         const char *word, size_t length)
{
    int number = 0;

    for (int i = 0; i < count; i++) {
        char text[GAME_TEXT_ROOM];

        game->write_action(st, legal[i], text, sizeof text);
        if (strlen(text) == length && memcmp(text, word, length) == 0)
            return i + 1;
    }
    for (size_t i = 0; i < length; i++) {
        if (word[i] < '0' || word[i] > '9' || number > count)
            return 0;
        number = 10 * number + (word[i] - '0');
    }
    return number <= count ? number : 0;
}

static enum words
read_action(const struct game *game, const void *st, int seat, const char **line,
            game_action *out, struct text *why)
{
    game_action legal[GAMES_MAX_ACTIONS], meant;
    int count = game->actions(st, seat, legal);
    const char *word = *line + strspn(*line, " \t");
    size_t length = strcspn(word, " \t");
    int place = place_of(game, st, legal, count, word, length);
    char text[GAME_TEXT_ROOM];

    if (place > 0) {
        *out = legal[place - 1];
        *line = word + length;
        return WORDS_ACTION;
    }
    if (length == 0 || length >= sizeof text)
        return WORDS_UNKNOWN;
    memcpy(text, word, length);
    text[length] = 0;
    if (game->read_action(st, text, &meant) != GAME_OK)
        return WORDS_UNKNOWN;
    text_put(why, phrase("term.refused"));
    return WORDS_REFUSED;
}

#define X(id, ID)                                                                              \
    static enum words read_##id(const void *st, int seat, const char **line, game_action *out, \
                                struct text *why)                                              \
    {                                                                                          \
        return read_action(&id##_game, st, seat, line, out, why);                              \
    }
#include "khepri/games.def"
#undef X

static const struct play_game plain[] = {
#define X(id, ID)                                                                              \
    {.game = &id##_game,                                                                       \
     .title = #id,                                                                             \
     .words = "term.plain.words",                                                              \
     .prefix = #id ".",                                                                        \
     .show = show,                                                                             \
     .show_actions = show_actions,                                                             \
     .show_result = show_result,                                                               \
     .speak = speak,                                                                           \
     .show_sheet = show_nothing,                                                               \
     .answer = answer_nothing,                                                                 \
     .read = read_##id},
#include "khepri/games.def"
#undef X
};

const struct play_game *
play_plain_of(const struct game *game)
{
    int i = 0;

    while (plain[i].game != game)
        i++; /* every game of the list has one */
    return &plain[i];
}
