/* SPDX-License-Identifier: MIT
 * sentences.c -- see sentences.h. */
#include "sentences.h"

#include <string.h>

#include "catalogue.h"

/* The sentence of that id, or NULL. */
static const char *
find_phrase(const char *id)
{
    size_t low = 0, high = lang_phrase_count;

    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = strcmp(id, lang_phrases[middle].id);

        if (order == 0)
            return lang_phrases[middle].text[LANG_EN];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

const char *
phrase(const char *id)
{
    const char *found = find_phrase(id);

    return found ? found : id;
}

const char *
kind_phrase(const struct speech *speech, int kind)
{
    char id[64];
    struct text t = text_in(id, sizeof id);
    const char *found;

    if (kind == RA_UNREST && speech->war)
        return phrase("kind.unrest.2016");
    text_put(&t, "kind.");
    text_put(&t, ra_kind_name((enum ra_kind)kind));
    found = find_phrase(id);
    return found ? found : ra_kind_name((enum ra_kind)kind);
}

/* What the placeholders of one sentence stand for. */
struct filling {
    const char *player, *kind;
    int count, n;
};

/* Appends a template with its {placeholders} filled in. */
static void
fill(struct text *out, const char *template, const struct filling *with)
{
    while (*template) {
        const char *end = *template == '{' ? strchr(template, '}') : NULL;
        size_t len = end ? (size_t)(end - template) - 1 : 0;

        if (!end) {
            text_char(out, *template ++);
            continue;
        }
        if (len == 6 && !memcmp(template + 1, "player", len))
            text_put(out, with->player);
        else if (len == 4 && !memcmp(template + 1, "kind", len))
            text_put(out, with->kind);
        else if (len == 5 && !memcmp(template + 1, "count", len))
            text_int(out, with->count);
        else
            text_int(out, with->n);
        template = end + 1;
    }
}

/* The plural form: ".zero" and ".one" where the catalogue has them. */
static const char *
plural(const char *id, int number)
{
    char form[80];
    struct text t = text_in(form, sizeof form);
    const char *found;

    if (number != 0 && number != 1)
        return phrase(id);
    text_put(&t, id);
    text_put(&t, number ? ".one" : ".zero");
    found = phrase(form);
    return found == form ? phrase(id) : found;
}

static bool
is_tally(int kind)
{
    return kind >= RA_EV_TALLY_GODS && kind <= RA_EV_TALLY_TOTAL;
}

static bool
names_kind(int kind)
{
    return kind == RA_EV_TILE_DRAWN || kind == RA_EV_GOT_TILE || kind == RA_EV_GOD_TOOK ||
           kind == RA_EV_DISASTER || kind == RA_EV_LOST;
}

static bool
counts_tiles(int kind)
{
    return kind == RA_EV_WON || kind == RA_EV_DISASTER || kind == RA_EV_LOST;
}

static void
speak_event(const struct speech *speech, const struct game_event *e, const char *kinds,
            struct text *out)
{
    char id[64];
    struct text t = text_in(id, sizeof id);
    struct filling with = {speech->names[e->seat], kinds, e->count, e->detail};

    text_put(&t, "event.");
    text_put(&t, ra_game.event_name(e->kind));
    if (e->kind == RA_EV_EPOCH_ENDED)
        text_put(&t, e->count ? ".full" : ".suns");
    fill(out, plural(id, counts_tiles(e->kind) ? e->count : e->detail), &with);
    text_char(out, '\n');
}

void
speak(const struct speech *speech, const struct game_log *log, struct text *out)
{
    for (int i = 0; i < log->count; i++) {
        char kinds[SENTENCE_ROOM];
        struct text list = text_in(kinds, sizeof kinds);

        if (is_tally(log->at[i].kind))
            continue;
        if (names_kind(log->at[i].kind))
            text_put(&list, kind_phrase(speech, log->at[i].detail));
        while (log->at[i].kind == RA_EV_GOT_TILE && i + 1 < log->count &&
               log->at[i + 1].kind == RA_EV_GOT_TILE) {
            text_put(&list, ", ");
            text_put(&list, kind_phrase(speech, log->at[++i].detail));
        }
        speak_event(speech, &log->at[i], kinds, out);
    }
}
