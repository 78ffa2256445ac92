/* SPDX-License-Identifier: MIT
 * ban_file.c -- see ban_file.h. */
#include "ban_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file_bytes.h"
#include "text.h"

enum { FILE_MOST = 1 << 20, LINE_ROOM = STORE_NAME_ROOM + 16 };

static const char *const words[] = {"address ", "name "};

/* NULL, or what is wrong with the line. */
static const char *
read_line(const char *line, struct hall_ban *list, int *count)
{
    int kind = 0;

    if (!*line || *line == '#')
        return NULL;
    while (kind < HALL_BANS && strncmp(line, words[kind], strlen(words[kind])) != 0)
        kind++;
    if (kind == HALL_BANS)
        return "it should begin with 'address' or 'name'";
    line += strlen(words[kind]);
    if (!*line || strlen(line) >= sizeof list->what)
        return "the address or the name is empty, or too long";
    if (*count == HALL_BANS_MOST)
        return "there are more than 1000 bans";
    list[*count].kind = (enum hall_ban_kind)kind;
    strcpy(list[(*count)++].what, line);
    return NULL;
}

int
ban_file_read(const char *path, struct hall_ban **out, struct oops *why)
{
    size_t len = 0;
    char *bytes, *rest, *line;
    const char *wrong = NULL;
    int count = 0, number = 0;

    errno = 0;
    bytes = file_bytes(path, FILE_MOST, &len);
    snprintf(why->text, sizeof why->text, "cannot read %.200s: %s", path, strerror(errno));
    if (!bytes && errno != ENOENT)
        return -1;
    *out = calloc(HALL_BANS_MOST, sizeof **out);
    rest = *out && bytes ? strndup(bytes, len) : NULL;
    free(bytes);
    bytes = rest;
    while (rest && !wrong && (line = strsep(&rest, "\n"))) {
        number++;
        wrong = read_line(line, *out, &count);
    }
    free(bytes);
    if (*out && !wrong)
        return count;
    if (wrong)
        snprintf(why->text, sizeof why->text, "%.80s, line %d: %s", path, number, wrong);
    else
        snprintf(why->text, sizeof why->text, "there is not enough memory");
    free(*out);
    *out = NULL;
    return -1;
}

bool
ban_file_write(const char *path, const struct hall_ban *list, int count, struct oops *why)
{
    size_t room = (size_t)LINE_ROOM * ((size_t)count + 2);
    char *bytes = malloc(room);
    struct text t = text_in(bytes, bytes ? room : 0);
    bool fine;

    if (!bytes) {
        snprintf(why->text, sizeof why->text, "there is not enough memory");
        return false;
    }
    text_put(&t, "# bans of khepri serve, which writes this file: khepri admin ban, mute\n");
    for (int i = 0; i < count; i++) {
        text_put(&t, words[list[i].kind]);
        text_put(&t, list[i].what);
        text_char(&t, '\n');
    }
    fine = file_replace(path, bytes, t.len);
    if (!fine)
        snprintf(why->text, sizeof why->text, "cannot write %.200s: %s", path, strerror(errno));
    free(bytes);
    return fine;
}
