/* SPDX-License-Identifier: MIT
 * bot_account.c -- khepri bot-account: who may play on a server as a bot, and with which token. */
#include "command.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "account_file.h"
#include "command_options.h"
#include "file_bytes.h"
#include "server.h"

static const char name[] = "bot-account";

static const char about[] =
    "Usage: khepri bot-account [OPTION]... FILE [NAME]\n"
    "\n"
    "Makes an account for a bot that plays on your server over the network, and prints its token, once.\n"
    "FILE is what 'khepri serve --bots FILE' reads; it is made if it is not there, and keeps only a hash of\n"
    "the token. If there is such an account, it gets a new token and the old one is good for nothing.\n"
    "Without NAME the accounts are listed. A server that runs takes a change up by itself.\n";

static const char examples[] = "Exit status: 0 done, 2 not done: FILE is as it was.\n"
                               "\n"
                               "Examples:\n"
                               "  khepri bot-account bots.txt scarab > scarab.token\n"
                               "  khepri bot-account bots.txt\n";

static bool
randomness(void *self, void *out, size_t len)
{
    (void)self;
    return getrandom(out, len, 0) == (ssize_t)len;
}

static struct hall_account *
find(const struct account_list *list, const char *wanted)
{
    for (int i = 0; i < list->count; i++) {
        if (strcmp(list->at[i].name, wanted) == 0)
            return &list->at[i];
    }
    return NULL;
}

static int
show(const struct account_list *list)
{
    for (int i = 0; i < list->count; i++)
        printf("%s%s\n", list->at[i].name, list->at[i].may_join ? " join" : "");
    return EXIT_DONE;
}

static int
take_away(const char *path, struct account_list *list, const char *wanted)
{
    struct hall_account *account = find(list, wanted);
    struct oops why;

    if (!account)
        return command_trouble(name, "there is no account '%.40s' in %.200s", wanted, path);
    *account = list->at[--list->count];
    return account_file_write(path, list, &why) ? EXIT_DONE
                                                : command_trouble(name, "%s", why.text);
}

static int
give(const char *path, struct account_list *list, const char *wanted, bool join)
{
    struct hall_account *account = find(list, wanted);
    char token[HALL_TOKEN + 1];
    struct oops why;

    if (!account && list->count == ACCOUNTS_MOST)
        return command_trouble(name, "there are %d accounts, which is the limit",
                               ACCOUNTS_MOST);
    if (!account)
        account = &list->at[list->count++];
    if (!hall_new_token(randomness, NULL, token) || !server_seal(NULL, token, account->hash))
        return command_trouble(name, "the system gives no randomness for a token");
    strcpy(account->name, wanted);
    account->may_join = join;
    if (!file_may_replace(path))
        return command_trouble(name, "cannot write %.200s: %s", path, strerror(errno));
    puts(token); /* before the old one is lost: nobody can ask for it again */
    if (command_close_output(name, EXIT_DONE) != EXIT_DONE)
        return EXIT_TROUBLE;
    if (account_file_write(path, list, &why))
        return EXIT_DONE;
    return command_trouble(name, "%s; so the token printed is good for nothing", why.text);
}

/* The accounts of the file; none if it is not there and one is to be made. */
static bool
open_list(const char *path, bool to_make, struct account_list *list)
{
    struct oops why;

    if (to_make && access(path, F_OK) != 0 && errno == ENOENT) {
        *list = (struct account_list){calloc(ACCOUNTS_MOST, sizeof *list->at), 0};
        if (list->at)
            return true;
        command_trouble(name, "there is not enough memory");
        return false;
    }
    if (account_file_read(path, list, &why))
        return true;
    command_trouble(name, "%s", why.text);
    return false;
}

int
command_bot_account(int argc, char **argv)
{
    bool join = false, take = false;
    const struct command_option options[] = {
        {"join", NULL,
         "it may take open seats of public tables; else only those it is invited to",
         .flag = &join},
        {"remove", NULL, "remove the account", .flag = &take},
        {0}};
    struct command_line line = {name, about, examples, argc, argv, EXIT_TROUBLE, 0};
    struct account_list list;
    const char *wanted;
    int status;

    if (!command_line_read(&line, options))
        return line.status;
    if (line.count < 1 || line.count > 2)
        return command_usage(name, "it takes the name of a file, and the name of an account");
    wanted = line.count == 2 ? line.words[1] : NULL;
    if (!wanted && (join || take))
        return command_usage(name, "--join and --remove need the name of an account");
    if (join && take)
        return command_usage(name, "--join and --remove do not go together");
    if (wanted && !account_name_fits(wanted))
        return command_usage(name, "'%.40s' does not do: %s", wanted, account_name_rule);
    if (!open_list(line.words[0], wanted && !take, &list))
        return EXIT_TROUBLE;
    status = !wanted ? show(&list)
             : take  ? take_away(line.words[0], &list, wanted)
                     : give(line.words[0], &list, wanted, join);
    account_list_finish(&list);
    return status == EXIT_DONE ? command_close_output(name, status) : status;
}
