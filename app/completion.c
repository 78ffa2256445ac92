/* SPDX-License-Identifier: MIT
 * completion.c -- see completion.h. */
#include "completion.h"

#include <stdio.h>
#include <string.h>

#include "command.h"
#include "completion_rows.h"
#include "khepri/games.h"

static const char name[] = "completion";

static const char about[] =
    "Usage: khepri completion bash|zsh|fish\n"
    "\n"
    "Prints a script that lets a shell complete commands, games and options after 'khepri'.\n"
    "'meson install' puts the scripts where the shells look for them. By hand: bash reads one by\n"
    "'. <(khepri completion bash)' in ~/.bashrc; zsh as a file _khepri in a folder of $fpath; fish as\n"
    "khepri.fish in ~/.config/fish/completions.\n";

static const char examples[] = "Examples:\n"
                               "  khepri completion bash\n"
                               "  khepri completion zsh\n"
                               "  khepri completion fish\n";

struct shell {
    const char *name;
    void (*script)(const struct command *commands);
};

/* ---- the scripts ---- */

/* Prints the options of a command, asked of the command itself. */
static void
print_options(const struct command *command, const char *shell)
{
    char word[sizeof COMPLETION_WORD + 8], first[32];
    char *argv[] = {first, word, NULL};

    snprintf(first, sizeof first, "%s", command->name);
    snprintf(word, sizeof word, COMPLETION_WORD "%s", shell);
    command->run(2, argv);
}

static void
print_commands(const struct command *commands)
{
    for (const struct command *c = commands; c->name; c++)
        printf("%s ", c->name);
}

static void
print_games(void)
{
    for (const struct game *const *game = games_list; *game; game++)
        printf("%s%s", game == games_list ? "" : " ", (*game)->name);
}

static void
script_of_bash(const struct command *commands)
{
    puts("# bash completion of khepri\n_khepri() {\n"
         "    local word=${COMP_WORDS[COMP_CWORD]} words");
    fputs("    if [ \"$COMP_CWORD\" -eq 1 ]; then\n        words='", stdout);
    print_commands(commands);
    puts("help --help --version'\n    else case ${COMP_WORDS[1]} in");
    for (const struct command *c = commands; c->name; c++) {
        printf("        %s) words='--help", c->name);
        print_options(c, "bash");
        puts("' ;;");
    }
    fputs("        help) words='", stdout);
    print_commands(commands);
    fputs("' ;;\n        esac\n        [[ $word = -* ]] || words=\"", stdout);
    print_games();
    puts(" $words\"\n    fi\n"
         "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
         "}\ncomplete -o bashdefault -o default -F _khepri khepri");
}

static void
script_of_zsh(const struct command *commands)
{
    puts("#compdef khepri\n_khepri() {\n    local -a commands=(");
    for (const struct command *c = commands; c->name; c++) {
        printf("        '%s:", c->name);
        completion_quoted(c->line, ":\\");
        puts("'");
    }
    puts(
        "    )\n    if (( CURRENT == 2 )); then\n        _describe command commands\n"
        "        return\n    fi\n    local command=$words[2]\n    shift words\n    (( CURRENT-- ))\n"
        "    case $command in");
    for (const struct command *c = commands; c->name; c++) {
        printf("    %s) _arguments '--help[this text]'", c->name);
        print_options(c, "zsh");
        fputs(" \\\n        '*:game or file:{_alternative \"games:game:(", stdout);
        print_games();
        puts(")\" \"files:file:_files\"}' ;;");
    }
    puts("    help) _describe command commands ;;\n    esac\n}\n_khepri \"$@\"");
}

static void
script_of_fish(const struct command *commands)
{
    puts("# fish completion of khepri");
    for (const struct command *c = commands; c->name; c++) {
        printf("complete -c khepri -n __fish_use_subcommand -f -a %s -d '", c->name);
        completion_quoted(c->line, "");
        puts("'");
    }
    fputs("complete -c khepri -n 'not __fish_use_subcommand' -a '", stdout);
    print_games();
    puts("'\ncomplete -c khepri -l help -d 'explains the command'");
    for (const struct command *c = commands; c->name; c++)
        print_options(c, "fish");
}

static const struct shell shells[] = {
    {"bash", script_of_bash}, {"zsh", script_of_zsh}, {"fish", script_of_fish}};

static const struct shell *
shell_of(const char *word)
{
    for (size_t i = 0; i < sizeof shells / sizeof shells[0]; i++) {
        if (strcmp(word, shells[i].name) == 0)
            return &shells[i];
    }
    return NULL;
}

int
completion_run(const struct command *commands, int argc, char **argv)
{
    const struct command_option options[] = {{0}};
    struct command_line line = {name, about, examples, argc, argv, EXIT_TROUBLE, 0};
    const struct shell *shell;

    if (!command_line_read(&line, options))
        return line.status;
    if (line.count != 1 || !(shell = shell_of(line.words[0])))
        return command_usage(name, "a shell is needed: 'bash', 'zsh' or 'fish'%s%.60s%s",
                             line.count == 1 ? ", not '" : "",
                             line.count == 1 ? line.words[0] : "", line.count == 1 ? "'" : "");
    shell->script(commands);
    return command_close_output(name, EXIT_DONE);
}
