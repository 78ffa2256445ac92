/* SPDX-License-Identifier: MIT
 * amun_typed.c -- see amun_typed.h. */
#include "amun_typed.h"

#include <string.h>

#include "amun_speak.h"
#include "phrase.h"

enum {
    WORD_ROOM = 32,
    CANONICAL_ROOM = GAME_TEXT_ROOM,
    EVERY_PROVINCE = (1 << AMUN_PROVINCES) - 1
};

/* What is being read: the position, where the line goes on, and where a refusal is put. */
struct reader {
    const struct amun_state *s;
    const char *at;
    struct text *why;
    int count;
    game_action legal[AMUN_MAX_ACTIONS];
};

/* ---- words ---- */

static bool
is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static bool
is_stop(char c)
{
    return !c || c == ',' || c == ';';
}

static bool
begins(const char *word, const char *with)
{
    return strncmp(word, with, strlen(with)) == 0;
}

/* "bid 3 for Abydos" means as much as "bid 3 Abydos". */
static bool
is_filler(const char *word)
{
    static const char *const fillers[] = {"a",  "an", "the",  "for",  "in",   "on",
                                          "to", "of", "with", "gold", "play", "place"};

    for (size_t i = 0; i < sizeof fillers / sizeof *fillers; i++) {
        if (!strcmp(word, fillers[i]))
            return true;
    }
    return false;
}

/* The next word of this action, in lower case; false at its end. A plus sign begins a word. */
static bool
next_word(const char **at, char word[WORD_ROOM])
{
    do {
        size_t len = 0;

        while (is_blank(**at))
            (*at)++;
        while (!is_stop(**at) && !is_blank(**at) && (**at != '+' || !len)) {
            char c = *(*at)++;

            if (c >= 'A' && c <= 'Z')
                c = (char)(c - 'A' + 'a');
            if (len < WORD_ROOM - 1) {
                word[len] = c == '-' && len ? '_' : c;
                len++;
            }
        }
        word[len] = 0;
    } while (is_filler(word));
    return word[0] != 0;
}

/* A whole number 0..9999; -1 if it is none. */
static int
read_number(const char *word)
{
    int number = 0, digits = 0;

    for (; word[digits]; digits++) {
        if (word[digits] < '0' || word[digits] > '9' || digits == 4)
            return -1;
        number = number * 10 + word[digits] - '0';
    }
    return digits ? number : -1;
}

/* With a sentence of the catalogue; `with` is NULL where there is nothing to fill in. */
static enum words
refuse_with(struct reader *r, const char *id, const struct filling *with)
{
    fill(r->why, phrase(id), with ? with : &(const struct filling){0});
    return WORDS_REFUSED;
}

/* The same about a word. */
static enum words
refuse_word(struct reader *r, const char *id, const char *word)
{
    return refuse_with(r, id, &(struct filling){.what = word});
}

/* ---- among what is legal ---- */

static bool
is_legal(const struct reader *r, game_action a)
{
    for (int i = 0; i < r->count; i++) {
        if (r->legal[i] == a)
            return true;
    }
    return false;
}

static int
count_of(const struct reader *r, enum amun_verb verb)
{
    int count = 0;

    for (int i = 0; i < r->count; i++)
        count += amun_verb(r->legal[i]) == verb;
    return count;
}

/* The provinces, or the kinds of card, that a verb may name now. */
static uint32_t
arguments_of(const struct reader *r, enum amun_verb verb)
{
    uint32_t set = 0;

    for (int i = 0; i < r->count; i++) {
        if (amun_verb(r->legal[i]) == verb)
            set |= UINT32_C(1) << (verb == AMUN_V_BID ? r->legal[i] >> 8 & 0xff
                                                      : (uint32_t)amun_arg(r->legal[i]));
    }
    return set;
}

typedef const char *naming(int thing);

static void
put_list(struct text *out, uint32_t set, naming *name)
{
    bool first = true;

    for (int i = 0; i < 32; i++) {
        if (!(set >> i & 1))
            continue;
        put_format(out, "%s%s", first ? "" : phrase("comma"), name(i));
        first = false;
    }
}

/* Those of a set whose names begin with a word; one that is called just so is the only one. */
static uint32_t
named(uint32_t set, naming *name, const char *word)
{
    uint32_t found = 0;

    for (int i = 0; i < 32; i++) {
        if (!(set >> i & 1))
            continue;
        if (!strcmp(name(i), word))
            return UINT32_C(1) << i;
        if (begins(name(i), word))
            found |= UINT32_C(1) << i;
    }
    return found;
}

static int
lowest(uint32_t set)
{
    int i = 0;

    while (!(set >> i & 1))
        i++;
    return i;
}

/* The one of `set` that the next word names, into *out; without a word, the only one there is. Else *out is 0. */
static enum words
choose(struct reader *r, uint32_t set, naming *name, naming *full, int *out)
{
    char word[WORD_ROOM], names[1024];
    struct text list = text_in(names, sizeof names);
    bool named_one = next_word(&r->at, word);
    uint32_t found = named_one ? named(set, name, word) : set & (set - 1) ? 0 : set;

    *out = 0;
    if (found && !(found & (found - 1))) {
        *out = lowest(found);
        return WORDS_ACTION;
    }
    put_list(&list, found ? found : set, full);
    if (!named_one)
        return refuse_word(r, "term.amun.which", names);
    return refuse_with(r, found ? "term.amun.ambiguous" : "term.amun.impossible",
                       &(struct filling){.what = word, .kind = names});
}

/* ---- bids ---- */

/* A sentence with the numbers that may be bid for a province. */
static enum words
refuse_number(struct reader *r, const char *id, int province)
{
    char numbers[512];
    struct text out = text_in(numbers, sizeof numbers);

    for (int i = 0; i < r->count; i++) {
        game_action a = r->legal[i];

        if (amun_verb(a) != AMUN_V_BID || (int)(a >> 8 & 0xff) != province ||
            (a & AMUN_WITH_BLOCKADE))
            continue;
        put_format(&out, "%s%d", out.len ? phrase("comma") : "",
                   r->s->options.board.bid_numbers[a >> 2 & 0x3f]);
    }
    return refuse_with(
        r, id, &(struct filling){.province = amun_province_phrase(province), .what = numbers});
}

/* What goes with a bid, "+blockade +overbid"; -1, and a sentence, for anything else. */
static int
read_extras(struct reader *r)
{
    char word[WORD_ROOM];
    int with = 0;

    while (next_word(&r->at, word)) {
        const char *name = word + (word[0] == '+');

        if (*name && begins("blockade", name)) {
            with |= AMUN_WITH_BLOCKADE;
        } else if (*name && begins("overbid", name)) {
            with |= AMUN_WITH_OVERBID;
        } else {
            refuse_word(r, "term.amun.bid.word", word);
            return -1;
        }
    }
    return with;
}

static enum words
finish_bid(struct reader *r, int province, int number, game_action *out)
{
    const struct amun_board *board = &r->s->options.board;
    int with = read_extras(r), space = 0;

    if (with < 0)
        return WORDS_REFUSED;
    while (space < board->bid_count && board->bid_numbers[space] != number)
        space++;
    *out = amun_bid(province, space, with);
    if (space < board->bid_count && is_legal(r, *out))
        return WORDS_ACTION;
    if (is_legal(r, amun_bid(province, space, with ^ AMUN_WITH_OVERBID)))
        return refuse_with(
            r, with & AMUN_WITH_OVERBID ? "term.amun.bid.higher" : "term.amun.bid.overbid",
            NULL);
    if (is_legal(r, amun_bid(province, space, with ^ AMUN_WITH_BLOCKADE)))
        return refuse_with(r, "term.amun.bid.blockade", NULL);
    return refuse_number(r, "term.amun.bid.may", province);
}

/* Province and number, in either order. `number`: -1 if none was read yet. */
static enum words
read_bid(struct reader *r, int number, game_action *out)
{
    uint32_t set = arguments_of(r, AMUN_V_BID);
    const char *behind = r->at;
    char word[WORD_ROOM];
    enum words found;
    int province;

    if (number < 0 && next_word(&behind, word) && read_number(word) >= 0) {
        number = read_number(word);
        r->at = behind;
    }
    found = choose(r, set, amun_province_name, amun_province_phrase, &province);
    if (found != WORDS_ACTION)
        return found;
    if (number < 0) {
        number = next_word(&r->at, word) ? read_number(word) : -1;
        if (number < 0)
            return refuse_number(r, "term.amun.bid.much", province);
    }
    return finish_bid(r, province, number, out);
}

/* ---- the other verbs ---- */

static enum words
read_place(struct reader *r, enum amun_verb verb, game_action *out)
{
    int province;
    enum words found =
        choose(r, arguments_of(r, verb), amun_province_name, amun_province_phrase, &province);

    if (found == WORDS_ACTION)
        *out = amun_act(verb, province);
    return found;
}

static enum words
read_card(struct reader *r, enum amun_verb verb, game_action *out)
{
    int card;
    enum words found =
        choose(r, arguments_of(r, verb), amun_card_name, amun_card_phrase, &card);

    if (found == WORDS_ACTION)
        *out = amun_act(verb, card);
    return found;
}

static enum words
read_buy(struct reader *r, game_action *out)
{
    char word[WORD_ROOM];
    int number = next_word(&r->at, word) ? read_number(word) : -1;
    const char *behind = r->at;

    *out = amun_act(AMUN_V_BUY, number < 0 ? 0 : number);
    if (number >= 0 && next_word(&behind, word) &&
        (begins("cards", word) || begins("power", word)))
        r->at = behind + strcspn(behind, ",;");
    if (number >= 0 && is_legal(r, *out))
        return WORDS_ACTION;
    return refuse_with(r, "term.amun.buy.how", &(struct filling){.n = count_of(r, AMUN_V_BUY)});
}

/* "+correction" or nothing behind an offer. 1, 0, or -1 and a sentence. */
static int
read_correction(struct reader *r)
{
    char word[WORD_ROOM];

    if (!next_word(&r->at, word))
        return 0;
    if (begins("correction", word + (word[0] == '+')) && word[word[0] == '+'])
        return 1;
    refuse_word(r, "term.amun.offer.word", word);
    return -1;
}

static enum words
finish_offer(struct reader *r, int number, bool steal, game_action *out)
{
    int with = read_correction(r), most = 0;

    if (with < 0)
        return WORDS_REFUSED;
    *out = steal ? amun_act(AMUN_V_STEAL, with) : amun_offer(number < 0 ? 0 : number, with > 0);
    if (is_legal(r, *out))
        return WORDS_ACTION;
    for (int i = 0; i < r->count; i++) {
        if (amun_verb(r->legal[i]) == AMUN_V_OFFER)
            most = amun_arg(r->legal[i]) >> 1;
    }
    if (with && is_legal(r, *out ^ 1u))
        return refuse_with(r, "term.amun.offer.card", NULL);
    if (!most)
        return refuse_with(r, "term.amun.offer.no.gold", NULL);
    return refuse_with(r, "term.amun.offer.may", &(struct filling){.n = most});
}

static enum words
read_offer(struct reader *r, game_action *out)
{
    char word[WORD_ROOM];

    if (!next_word(&r->at, word))
        return finish_offer(r, -1, false, out);
    if (begins("steal", word) || !strcmp(word, "-3"))
        return finish_offer(r, 0, true, out);
    return finish_offer(r, read_number(word), false, out);
}

static enum words
read_correct(struct reader *r, const char *word, game_action *out)
{
    bool up = !strcmp(word, "+3") || !strcmp(word, "3") || (*word && begins("raise", word));
    bool down = !strcmp(word, "-3") || (*word && begins("lower", word));

    if (!up && !down)
        return refuse_with(r, "term.amun.correct.how", NULL);
    for (int i = 0; i < r->count; i++) {
        char text[CANONICAL_ROOM];

        amun_write_action(r->s, r->legal[i], text, sizeof text);
        if (!strcmp(text, up ? "correct:+3" : "correct:-3")) {
            *out = r->legal[i];
            return WORDS_ACTION;
        }
    }
    return refuse_with(r, "term.amun.correct.not", NULL);
}

/* ---- rewards ---- */

/* Adds "c", "ccs", "cards", "stone" to counts of cards, farmers and stones, `times` each. */
static bool
add_items(const char *word, int times, int counts[3])
{
    static const char *const names[] = {"cards", "farmers", "stones"};
    static const char letters[] = "cfs";

    for (int i = 0; i < 3; i++) {
        if (word[1] && begins(names[i], word)) {
            counts[i] += times;
            return true;
        }
    }
    if (strspn(word, letters) != strlen(word))
        return false;
    for (; *word; word++)
        counts[strchr(letters, *word) - letters] += times;
    return true;
}

/* Is the word behind the comma another item of the same reward, and not an action: no word, or another
 * item, follows it? */
static bool
another_item(const char *at)
{
    char word[WORD_ROOM], then[WORD_ROOM];
    int counts[3] = {0};

    if (*at != ',')
        return false;
    at++;
    return next_word(&at, word) && (read_number(word) >= 0 || add_items(word, 1, counts)) &&
           (!next_word(&at, then) || !strcmp(then, "only") || add_items(then, 1, counts));
}

static enum words
finish_reward(struct reader *r, const int counts[3], bool only, game_action *out)
{
    int chosen = counts[0] + counts[1] + counts[2], due = amun_items_due(r->s, r->s->turn);

    if (chosen > 3)
        return refuse_with(r, "term.amun.reward.much", NULL);
    *out = amun_reward(counts[0], counts[1], counts[2]);
    if (!is_legal(r, *out)) {
        fill(r->why, plural("term.amun.reward.may", due), &(struct filling){.n = due});
        return WORDS_REFUSED;
    }
    if (chosen < due && !only)
        return refuse_with(r, "term.amun.reward.left",
                           &(struct filling){.n = chosen, .count = due});
    return WORDS_ACTION;
}

static enum words
read_reward(struct reader *r, game_action *out)
{
    char word[WORD_ROOM];
    int counts[3] = {0}, times = 1;
    bool only = false;

    do {
        if (*r->at == ',')
            r->at++;
        while (next_word(&r->at, word)) {
            if (!strcmp(word, "only") || !strcmp(word, "none") || !strcmp(word, "nothing")) {
                only = true;
            } else if (read_number(word) >= 0 && read_number(word) <= 3) {
                times = read_number(word);
            } else if (add_items(word, times, counts)) {
                times = 1;
            } else {
                return refuse_word(r, "term.amun.reward.word", word);
            }
        }
    } while (another_item(r->at));
    return finish_reward(r, counts, only, out);
}

/* ---- the line ---- */

/* The first that begins with what was typed, and may be done, counts. */
/* clang-format off */
static const struct {
    const char *word;
    enum amun_verb verb;
} verb_words[] = {
    {"bid", AMUN_V_BID}, {"farmer", AMUN_V_FARMER}, {"stone", AMUN_V_STONE}, {"sell", AMUN_V_SELL},
    {"buy", AMUN_V_BUY}, {"builder", AMUN_V_BUILDER}, {"free_farmer", AMUN_V_FREE_FARMER},
    {"end", AMUN_V_END}, {"done", AMUN_V_END}, {"offer", AMUN_V_OFFER}, {"steal", AMUN_V_STEAL},
    {"correct", AMUN_V_CORRECT}, {"raise", AMUN_V_CORRECT}, {"lower", AMUN_V_CORRECT},
    {"take", AMUN_V_REWARD}, {"choose", AMUN_V_REWARD}, {"reward", AMUN_V_REWARD},
    {"eight_gold", AMUN_V_EIGHT_GOLD}, {"harvest", AMUN_V_HARVEST}, {"bonus", AMUN_V_BONUS},
};
/* clang-format on */

/* Cards are not played by a slip of one letter. */
static bool
plays_card(enum amun_verb verb)
{
    return verb == AMUN_V_FREE_FARMER || verb == AMUN_V_BUILDER;
}

static bool
is_offer(enum amun_verb verb)
{
    return verb == AMUN_V_OFFER || verb == AMUN_V_STEAL;
}

/* 0 if no verb begins so. Where none that does may be done now, the first of them. */
static enum amun_verb
find_verb(const struct reader *r, const char *word)
{
    enum amun_verb found = (enum amun_verb)0;

    for (size_t i = 0; i < sizeof verb_words / sizeof *verb_words; i++) {
        enum amun_verb verb = verb_words[i].verb;

        if (!begins(verb_words[i].word, word) || (!word[1] && plays_card(verb)))
            continue;
        if (count_of(r, verb) || (verb == AMUN_V_OFFER && count_of(r, AMUN_V_STEAL)))
            return verb;
        if (!found)
            found = verb;
    }
    return found;
}

static enum words
read_verb(struct reader *r, enum amun_verb verb, const char *word, game_action *out)
{
    char amount[WORD_ROOM];

    switch ((int)verb) { /* as int: chance has verbs of its own */
    case AMUN_V_BID:
        return read_bid(r, -1, out);
    case AMUN_V_SELL:
    case AMUN_V_BONUS:
        return read_card(r, verb, out);
    case AMUN_V_BUY:
        return read_buy(r, out);
    case AMUN_V_OFFER:
        return read_offer(r, out);
    case AMUN_V_STEAL:
        return finish_offer(r, 0, true, out);
    case AMUN_V_CORRECT:
        if (begins("correct", word)) {
            next_word(&r->at, amount);
            return read_correct(r, amount, out);
        }
        return read_correct(r, word, out);
    case AMUN_V_REWARD:
        return read_reward(r, out);
    case AMUN_V_END:
        *out = amun_act(AMUN_V_END, 0);
        return WORDS_ACTION;
    default:
        return read_place(r, verb, out);
    }
}

/* A number at the beginning: an offer, a correction, a bid "3 abydos", or the card 8 gold. */
static enum words
read_leading_number(struct reader *r, const char *word, game_action *out)
{
    switch (r->s->phase) {
    case AMUN_OFFER:
        return finish_offer(r, read_number(word), !strcmp(word, "-3"), out);
    case AMUN_CORRECT:
        return read_correct(r, word, out);
    case AMUN_BID:
        return read_bid(r, read_number(word), out);
    case AMUN_INCOME:
        if (!strcmp(word, "8") && count_of(r, AMUN_V_EIGHT_GOLD))
            return read_place(r, AMUN_V_EIGHT_GOLD, out);
        break;
    default:
        break;
    }
    return refuse_with(r, "term.amun.number", NULL);
}

/* An action as it stands in a record: "farmer:abu", "reward:1,1,1". */
static enum words
read_canonical(struct reader *r, game_action *out)
{
    size_t len = strcspn(r->at, " \t"), kept = len;
    char text[CANONICAL_ROOM];

    while (kept && is_stop(r->at[kept - 1]))
        kept--;
    if (kept >= sizeof text)
        return WORDS_UNKNOWN;
    memcpy(text, r->at, kept);
    text[kept] = 0;
    if (amun_read_action(r->s, text, out) != GAME_OK)
        return WORDS_UNKNOWN;
    r->at += len;
    if (is_legal(r, *out))
        return WORDS_ACTION;
    return refuse_word(r, "term.amun.not.now", text);
}

static enum words
read_action(struct reader *r, game_action *out)
{
    char word[WORD_ROOM];
    const char *begin;
    enum amun_verb verb;
    bool province;

    if (memchr(r->at, ':', strcspn(r->at, " \t")))
        return read_canonical(r, out);
    begin = r->at;
    if (!next_word(&r->at, word))
        return WORDS_UNKNOWN;
    if (read_number(word + (*word == '+' || *word == '-')) >= 0)
        return read_leading_number(r, word, out);
    province = named(arguments_of(r, AMUN_V_BID), amun_province_name, word) != 0;
    verb = province && word[1] ? (enum amun_verb)0 : find_verb(r, word);
    if (!verb && province) { /* a single letter names one if it begins no verb */
        r->at = begin;
        return read_bid(r, -1, out);
    }
    if (!verb && word[1] && named(EVERY_PROVINCE, amun_province_name, word)) {
        if (r->s->phase != AMUN_BID)
            return refuse_word(r, "term.amun.not.now", word);
        r->at = begin; /* which ones are on offer */
        return read_bid(r, -1, out);
    }
    if (!verb)
        return WORDS_UNKNOWN;
    if (is_offer(verb) && !count_of(r, AMUN_V_OFFER) && !count_of(r, AMUN_V_STEAL))
        return refuse_with(r, "term.amun.offer.later", NULL);
    if (!count_of(r, verb) && verb != AMUN_V_OFFER)
        return refuse_word(r, "term.amun.not.now", word);
    return read_verb(r, verb, word, out);
}

enum words
amun_typed(const void *st, int seat, const char **line, game_action *out, struct text *why)
{
    struct reader r = {.s = st, .at = *line, .why = why};
    enum words found;

    r.count = amun_actions(st, seat, r.legal);
    while (*r.at && (is_stop(*r.at) || is_blank(*r.at)))
        r.at++;
    found = read_action(&r, out);
    *line = r.at;
    return found;
}
