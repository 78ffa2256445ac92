/* SPDX-License-Identifier: MIT
 * ra_typed.c -- see ra_typed.h. */
#include "ra_typed.h"

#include <string.h>

#include "phrase.h"

struct verb_word {
    const char *word;
    enum ra_verb verb;
};

/* The first that begins with what was typed counts, so the short forms stand first. */
/* clang-format off */
static const struct verb_word verb_words[] = {
    {"draw", RA_V_DRAW}, {"invoke", RA_V_INVOKE}, {"ra", RA_V_INVOKE}, {"pass", RA_V_PASS},
    {"bid", RA_V_BID}, {"take", RA_V_TAKE}, {"god", RA_V_TAKE}, {"end", RA_V_END},
    {"done", RA_V_END}, {"x", RA_V_DISCARD}, {"discard", RA_V_DISCARD}, {"lose", RA_V_DISCARD},
};
/* clang-format on */

enum { WORD_ROOM = 32 };

/* The next word of a line, in lower case; ':' parts words too. Returns what follows. */
static const char *
next_word(const char *line, char word[WORD_ROOM])
{
    size_t len = 0;

    while (*line == ' ' || *line == '\t' || *line == ':')
        line++;
    while (*line && *line != ' ' && *line != '\t' && *line != ':') {
        char c = *line++;

        if (c >= 'A' && c <= 'Z')
            c = (char)(c - 'A' + 'a');
        if (len < WORD_ROOM - 1)
            word[len++] = c == '-' ? '_' : c;
    }
    word[len] = 0;
    return line;
}

/* A whole number 0..99 and nothing else; -1 if it is none. */
static int
read_number(const char *word)
{
    int number = 0;

    for (int i = 0; word[i]; i++) {
        if (word[i] < '0' || word[i] > '9' || i == 2)
            return -1;
        number = number * 10 + word[i] - '0';
    }
    return word[0] ? number : -1;
}

static bool
begins(const char *word, const char *with)
{
    return strncmp(word, with, strlen(with)) == 0;
}

static bool
find_verb(const char *word, enum ra_verb *out)
{
    for (size_t i = 0; word[0] && i < sizeof verb_words / sizeof *verb_words; i++) {
        if (begins(verb_words[i].word, word)) {
            *out = verb_words[i].verb;
            return true;
        }
    }
    return false;
}

/* The kind a word begins; the 2016 name of unrest counts too. */
static bool
kind_fits(int kind, const char *word)
{
    return begins(ra_kind_name((enum ra_kind)kind), word) ||
           (kind == RA_UNREST && begins("war", word));
}

static enum words
refused(struct text *why, const char *id)
{
    text_put(why, phrase(id));
    return WORDS_REFUSED;
}

/* Of the legal actions with this verb, the one whose kind begins with `word`. */
static enum words
choose_kind(const game_action *legal, int count, enum ra_verb verb, const char *word,
            game_action *out, struct text *why)
{
    int found = 0;

    for (int i = 0; i < count; i++) {
        if (ra_verb(legal[i]) == verb && kind_fits(ra_arg(legal[i]), word)) {
            *out = legal[i];
            found++;
        }
    }
    if (found == 1)
        return WORDS_ACTION;
    fill(why, phrase(found ? "term.ra.many.tiles" : "term.ra.no.tile"),
         &(struct filling){.what = word});
    return WORDS_REFUSED;
}

static enum words
choose(const struct ra_state *s, int seat, enum ra_verb verb, const char *word,
       game_action *out, struct text *why)
{
    game_action legal[RA_MAX_ACTIONS], wanted = (game_action)verb << 24;
    int count = ra_actions(s, seat, legal), of_verb = 0;

    for (int i = 0; i < count; i++)
        of_verb += ra_verb(legal[i]) == verb;
    if (!of_verb)
        return refused(why, "term.refused");
    if (verb == RA_V_TAKE || verb == RA_V_DISCARD) {
        if (!word[0] && of_verb > 1)
            return refused(why, "term.ra.which.tile");
        return choose_kind(legal, count, verb, word, out, why);
    }
    if (verb == RA_V_BID) {
        if (read_number(word) < 0)
            return refused(why, "term.ra.which.sun");
        wanted = ra_bid(read_number(word));
    } else if (word[0]) {
        return WORDS_UNKNOWN;
    }
    for (int i = 0; i < count; i++) {
        if (legal[i] == wanted) {
            *out = wanted;
            return WORDS_ACTION;
        }
    }
    return refused(why, "term.ra.no.sun");
}

enum words
ra_typed(const void *st, int seat, const char **line, game_action *out, struct text *why)
{
    char first[WORD_ROOM], second[WORD_ROOM], third[WORD_ROOM];
    enum ra_verb verb;

    *line = next_word(*line, first);
    *line = next_word(*line, second);
    *line = next_word(*line, third);
    if (third[0])
        return WORDS_UNKNOWN;
    if (!second[0] && read_number(first) >= 0)
        return choose(st, seat, RA_V_BID, first, out, why);
    if (!find_verb(first, &verb))
        return WORDS_UNKNOWN;
    return choose(st, seat, verb, second, out, why);
}
