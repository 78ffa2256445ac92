/* SPDX-License-Identifier: MIT
 * line_edit.c -- see line_edit.h. libedit asks us for each letter, so that waiting for one stays where signals are let
 * through (typing.c). */
#include "line_edit.h"

#include <histedit.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "letters.h"
#include "wrapped.h"

enum { REMEMBERED = 200, OFFER_ROOM = 1 << 17, SHOWN_ROOM = 1 << 14 };

struct line_edit {
    EditLine *el;
    History *history;
    line_edit_byte *byte;
    void *of;
    line_edit_offer *offer;
    const void *offer_of;
    const char *prompt;
};

static struct line_edit *
edit_of(EditLine *el)
{
    void *edit = NULL;

    el_get(el, EL_CLIENTDATA, &edit);
    return edit;
}

static char *
prompt_of(EditLine *el)
{
    return (char *)edit_of(el)->prompt; /* which libedit only reads */
}

/* A whole letter from its bytes. */
static int
next_letter(EditLine *el, wchar_t *out)
{
    struct line_edit *edit = edit_of(el);
    char bytes[4];
    size_t len = 0, wanted = 1;

    do {
        int byte = edit->byte(edit->of);

        if (byte < 0)
            return 0;
        bytes[len++] = (char)byte;
        if (len == 1)
            wanted = byte < 0xc0 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    } while (len < wanted);
    *out = (wchar_t)letter_at(bytes, len).code;
    return 1;
}

/* ---- completion ---- */

/* What was typed so far, in the part of the line after the last comma, and what goes on from it. */
struct goings {
    const char *typed;
    size_t len;
    char common[256]; /* what all have in common, after what was typed */
    int count;
    struct text shown;
};

/* Is the word among those shown already? Blanks part them. */
static bool
is_shown(const struct text *shown, const char *word, size_t len)
{
    for (const char *at = shown->at; *at;) {
        size_t there = strcspn(at, " ");

        if (there == len && memcmp(at, word, len) == 0)
            return true;
        at += there + strspn(at + there, " ");
    }
    return false;
}

/* The rest of an offer up to the end of its next word, with the blank behind that. */
static void
take_offer(struct goings *g, const char *offer, size_t len)
{
    const char *rest = offer + g->len;
    size_t left = len - g->len, word = 0, same = 0;
    size_t first = g->len;

    while (word < left && rest[word] != ' ')
        word++;
    word += word < left;
    while (first > 0 && offer[first - 1] != ' ')
        first--;
    if (word >= sizeof g->common)
        return;
    if (g->count == 0) {
        memcpy(g->common, rest, word);
        g->common[word] = 0;
    }
    while (g->common[same] && same < word && g->common[same] == rest[same])
        same++;
    if (g->count > 0 && same == word && !g->common[same])
        return; /* it was there already */
    g->common[same] = 0;
    len = g->len - first + word - (word && rest[word - 1] == ' ');
    if (is_shown(&g->shown, offer + first, len))
        return;
    text_put(&g->shown, g->count++ ? "  " : "");
    text_bytes(&g->shown, offer + first, len);
}

static void
take_offers(struct goings *g, const char *offers)
{
    for (const char *at = offers; *at;) {
        size_t len = strcspn(at, "\n");

        if (len > g->len && memcmp(at, g->typed, g->len) == 0)
            take_offer(g, at, len);
        at += len + (at[len] == '\n');
    }
}

/* Where the action begins that the cursor is in: after the last comma or semicolon. */
static const char *
beginning(const char *line, size_t len)
{
    const char *begin = line + len;

    while (begin > line && begin[-1] != ',' && begin[-1] != ';')
        begin--;
    while (begin < line + len && *begin == ' ')
        begin++;
    return begin;
}

static unsigned char
complete(EditLine *el, int key)
{
    struct line_edit *edit = edit_of(el);
    const LineInfo *line = el_line(el);
    const char *begin = beginning(line->buffer, (size_t)(line->cursor - line->buffer));
    char *offers = malloc(OFFER_ROOM), *shown = malloc(SHOWN_ROOM);
    struct text all = text_in(offers, offers ? OFFER_ROOM : 0);
    struct goings g = {.typed = begin,
                       .len = (size_t)(line->cursor - begin),
                       .shown = text_in(shown, shown ? SHOWN_ROOM : 0)};
    unsigned char done = CC_REFRESH_BEEP;

    (void)key;
    if (offers && shown && edit->offer) {
        edit->offer(edit->offer_of, &all);
        take_offers(&g, offers);
    }
    if (g.count && g.common[0]) {
        done = el_insertstr(el, g.common) == 0 ? CC_REFRESH : CC_REFRESH_BEEP;
    } else if (g.count > 1) {
        putchar('\n');
        wrapped_print(shown);
        fflush(stdout);
        done = CC_REDISPLAY;
    }
    free(offers);
    free(shown);
    return done;
}

/* ---- the line ---- */

/* libedit counts letters by the locale. */
static void
letters_of_utf8(void)
{
    setlocale(LC_CTYPE, "");
    if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0)
        setlocale(LC_CTYPE, "C.UTF-8");
}

struct line_edit *
line_edit_open(line_edit_byte *byte, void *of)
{
    struct line_edit *edit = calloc(1, sizeof *edit);
    HistEvent event;

    if (!edit)
        return NULL;
    letters_of_utf8();
    edit->byte = byte;
    edit->of = of;
    edit->prompt = "";
    edit->el = el_init("khepri", stdin, stdout, stderr);
    edit->history = history_init();
    if (!edit->el || !edit->history) {
        line_edit_close(edit);
        return NULL;
    }
    history(edit->history, &event, H_SETSIZE, REMEMBERED);
    history(edit->history, &event, H_SETUNIQUE, 1);
    el_set(edit->el, EL_CLIENTDATA, edit);
    el_set(edit->el, EL_EDITOR, "emacs");
    el_set(edit->el, EL_SIGNAL, 0);
    el_set(edit->el, EL_HIST, history, edit->history);
    el_set(edit->el, EL_PROMPT_ESC, prompt_of, '\1');
    el_set(edit->el, EL_GETCFN, next_letter);
    el_set(edit->el, EL_ADDFN, "khepri-complete", "completes what is typed", complete);
    el_set(edit->el, EL_BIND, "^I", "khepri-complete", NULL);
    el_source(edit->el, NULL); /* ~/.editrc, as in other programs */
    return edit;
}

void
line_edit_close(struct line_edit *edit)
{
    if (!edit)
        return;
    if (edit->history)
        history_end(edit->history);
    if (edit->el)
        el_end(edit->el);
    free(edit);
}

void
line_edit_offers(struct line_edit *edit, line_edit_offer *offer, const void *of)
{
    edit->offer = offer;
    edit->offer_of = of;
}

bool
line_edit_ask(struct line_edit *edit, const char *prompt, char *line, size_t room,
              bool *too_long)
{
    const char *typed;
    HistEvent event;
    size_t len;
    int count = 0;

    fflush(stdout);
    edit->prompt = prompt;
    el_resize(edit->el);
    typed = el_gets(edit->el, &count);
    *too_long = false;
    line[0] = 0;
    if (!typed || count <= 0)
        return false;
    len = strcspn(typed, "\r\n");
    *too_long = len >= room;
    if (!*too_long) {
        memcpy(line, typed, len);
        line[len] = 0;
    }
    if (*line && !*too_long)
        history(edit->history, &event, H_ENTER, line);
    return true;
}

void
line_edit_redraw(struct line_edit *edit)
{
    /* libedit would set nothing in the mode that it believes in. */
    el_set(edit->el, EL_PREP_TERM, 0);
    el_set(edit->el, EL_PREP_TERM, 1);
    el_set(edit->el, EL_REFRESH);
}

void
line_edit_forget(struct line_edit *edit)
{
    HistEvent event;

    history(edit->history, &event, H_CLEAR);
}
