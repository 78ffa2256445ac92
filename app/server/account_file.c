/* SPDX-License-Identifier: MIT
 * account_file.c -- see account_file.h. */
#include "account_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file_bytes.h"
#include "text.h"

enum { FILE_MOST = 1 << 20, LINE_ROOM = 128, WORDS = 4 };

const char account_name_rule[] =
    "the name of a bot account has 1 to 24 of a-z, 0-9 and -, begins with a letter, and is not that of a "
    "built-in bot";

static bool
is_built_in(const char *name)
{
    for (int g = 0; games_list[g]; g++) {
        if (ai_find_in(ai_bot_at, name, games_list[g]))
            return true;
    }
    return false;
}

bool
account_name_fits(const char *name)
{
    size_t len = strlen(name);

    return len >= 1 && len <= ACCOUNT_NAME_MOST && name[0] >= 'a' && name[0] <= 'z' &&
           strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == len && !is_built_in(name);
}

void
account_list_finish(struct account_list *list)
{
    free(list->at);
    *list = (struct account_list){0};
}

/* ---- reading ---- */

static int
digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool
read_hash(const char *text, uint8_t out[STORE_HASH])
{
    if (strlen(text) != 2 * (size_t)STORE_HASH)
        return false;
    for (int i = 0; i < STORE_HASH; i++) {
        int high = digit(text[2 * i]), low = digit(text[2 * i + 1]);

        if (high < 0 || low < 0)
            return false;
        out[i] = (uint8_t)(high << 4 | low);
    }
    return true;
}

static bool
is_there(const struct account_list *list, const char *name)
{
    for (int i = 0; i < list->count; i++) {
        if (strcmp(list->at[i].name, name) == 0)
            return true;
    }
    return false;
}

/* One line, which is taken apart. NULL, or what is wrong with it. */
static const char *
read_line(char *line, struct account_list *out)
{
    char *words[WORDS] = {NULL}, *rest = line;
    struct hall_account account = {0};
    int count = 0;

    for (char *word; count < WORDS && (word = strtok_r(rest, " \t\r", &rest)) && *word != '#';)
        words[count++] = word;
    if (count == 0)
        return NULL;
    if (count == WORDS || count < 2 || (count == 3 && strcmp(words[2], "join") != 0))
        return "a line should be NAME HASH, or NAME HASH join";
    if (!account_name_fits(words[0]))
        return account_name_rule;
    if (is_there(out, words[0]))
        return "there is an account of this name already";
    if (!read_hash(words[1], account.hash))
        return "the hash should have 64 hexadecimal digits, as khepri bot-account writes it";
    if (out->count == ACCOUNTS_MOST)
        return "there are more than 1000 accounts";
    strcpy(account.name, words[0]);
    account.may_join = count == 3;
    out->at[out->count++] = account;
    return NULL;
}

bool
account_file_read(const char *path, struct account_list *out, struct oops *why)
{
    size_t len;
    char *bytes = file_bytes(path, FILE_MOST, &len), *text = NULL, *rest, *line;
    const char *wrong = NULL;
    int number = 0;

    *out = (struct account_list){0};
    snprintf(why->text, sizeof why->text, "cannot read %.200s: %s", path, strerror(errno));
    if (!bytes)
        return false;
    out->at = calloc(ACCOUNTS_MOST, sizeof *out->at);
    text = malloc(len + 1);
    if (!out->at || !text) {
        snprintf(why->text, sizeof why->text, "there is not enough memory");
        goto fail;
    }
    memcpy(text, bytes, len);
    text[len] = 0;
    if (memchr(
            text, 0,
            len)) { /* it would hide the accounts behind it, which the next change would drop */
        snprintf(why->text, sizeof why->text,
                 "%.180s has NUL bytes, so it is damaged: put back a copy of it", path);
        goto fail;
    }
    rest = text;
    while (!wrong && (line = strsep(&rest, "\n"))) {
        number++;
        wrong = read_line(line, out);
    }
    snprintf(why->text, sizeof why->text, "%.80s, line %d: %s", path, number,
             wrong ? wrong : "");
    if (wrong)
        goto fail;
    free(text);
    free(bytes);
    return true;
fail:
    free(text);
    free(bytes);
    account_list_finish(out);
    return false;
}

/* ---- writing ---- */

bool
account_file_write(const char *path, const struct account_list *list, struct oops *why)
{
    size_t room = LINE_ROOM * (size_t)(list->count + 2);
    char *bytes = malloc(room), digits[2 * STORE_HASH + 1];
    struct text t = text_in(bytes, bytes ? room : 0);
    bool fine;

    if (!bytes) {
        snprintf(why->text, sizeof why->text, "there is not enough memory");
        return false;
    }
    text_put(
        &t,
        "# bot accounts of khepri serve: NAME HASH [join]; khepri bot-account writes this file\n");
    for (int i = 0; i < list->count; i++) {
        for (int j = 0; j < STORE_HASH; j++)
            snprintf(digits + 2 * (size_t)j, 3, "%02x", list->at[i].hash[j]);
        text_put(&t, list->at[i].name);
        text_put(&t, " ");
        text_put(&t, digits);
        text_put(&t, list->at[i].may_join ? " join\n" : "\n");
    }
    fine = file_replace(path, bytes, t.len);
    if (!fine)
        snprintf(why->text, sizeof why->text, "cannot write %.200s: %s", path, strerror(errno));
    free(bytes);
    return fine;
}

bool
account_file_has_changed(const char *path, struct account_look *look)
{
    struct stat now = {0};
    bool same;

    (void)stat(path, &now); /* one that is not there is told when it is read */
    same = look->looked && now.st_ino == look->last.st_ino &&
           now.st_size == look->last.st_size &&
           now.st_mtim.tv_sec == look->last.st_mtim.tv_sec &&
           now.st_mtim.tv_nsec == look->last.st_mtim.tv_nsec;
    look->last = now;
    look->looked = true;
    return !same;
}
