/* SPDX-License-Identifier: MIT
 * completion.c -- see completion.h. */
#include "completion.h"

#include <stdio.h>
#include <string.h>

#include "command.h"
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

/* ---- words that a shell must not read as its own ---- */

/* The first line of a text in single quotes; zsh reads brackets and colons of descriptions as its own. */
static void
print_quoted(const char *text, const char *escaped)
{
    for (const char *p = text; *p && *p != '\n'; p++) {
        if (*p == '\'')
            fputs("'\\''", stdout);
        else if (strchr(escaped, *p))
            printf("\\%c", *p);
        else
            putchar(*p);
    }
}

/* Is the value the name of a file? Else, is it one of some words, as in "on|off"? */
static bool
names_file(const char *value)
{
    return strstr(value, "FILE") || strstr(value, "FOLDER") || strstr(value, "DIR");
}

static bool
is_choice(const char *value)
{
    return strchr(value, '|') != NULL;
}

static void
print_choices(const char *value)
{
    for (; *value; value++)
        putchar(*value == '|' ? ' ' : *value);
}

/* ---- the options of a command ---- */

static void
option_of_bash(const char *command, const struct command_option *option)
{
    (void)command;
    printf(" --%s", option->name);
}

static void
option_of_zsh(const char *command, const struct command_option *option)
{
    (void)command;
    printf(" \\\n        '*--%s[", option->name);
    print_quoted(option->help, "[]:\\");
    putchar(']');
    if (option->value) {
        putchar(':');
        print_quoted(option->value, "[]:\\");
        putchar(':');
        if (names_file(option->value))
            fputs("_files", stdout);
        else if (is_choice(option->value)) {
            putchar('(');
            print_choices(option->value);
            putchar(')');
        }
    }
    putchar('\'');
}

static void
option_of_fish(const char *command, const struct command_option *option)
{
    printf("complete -c khepri -n '__fish_seen_subcommand_from %s' -l %s", command,
           option->name);
    if (option->value && names_file(option->value))
        fputs(" -rF", stdout);
    else if (option->value)
        fputs(" -x", stdout);
    if (option->value && is_choice(option->value)) {
        fputs(" -a '", stdout);
        print_choices(option->value);
        putchar('\'');
    }
    fputs(" -d '", stdout);
    print_quoted(option->help, "");
    fputs("'\n", stdout);
}

struct shell {
    const char *name;
    void (*script)(void);
    void (*option)(const char *command, const struct command_option *option);
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
print_commands(void)
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
script_of_bash(void)
{
    puts("# bash completion of khepri\n_khepri() {\n"
         "    local word=${COMP_WORDS[COMP_CWORD]} words");
    fputs("    if [ \"$COMP_CWORD\" -eq 1 ]; then\n        words='", stdout);
    print_commands();
    puts("help --help --version'\n    else case ${COMP_WORDS[1]} in");
    for (const struct command *c = commands; c->name; c++) {
        printf("        %s) words='--help", c->name);
        print_options(c, "bash");
        puts("' ;;");
    }
    fputs("        help) words='", stdout);
    print_commands();
    fputs("' ;;\n        esac\n        [[ $word = -* ]] || words=\"", stdout);
    print_games();
    puts(" $words\"\n    fi\n"
         "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
         "}\ncomplete -o bashdefault -o default -F _khepri khepri");
}

static void
script_of_zsh(void)
{
    puts("#compdef khepri\n_khepri() {\n    local -a commands=(");
    for (const struct command *c = commands; c->name; c++) {
        printf("        '%s:", c->name);
        print_quoted(c->line, ":\\");
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
script_of_fish(void)
{
    puts("# fish completion of khepri");
    for (const struct command *c = commands; c->name; c++) {
        printf("complete -c khepri -n __fish_use_subcommand -f -a %s -d '", c->name);
        print_quoted(c->line, "");
        puts("'");
    }
    fputs("complete -c khepri -n 'not __fish_use_subcommand' -a '", stdout);
    print_games();
    puts("'\ncomplete -c khepri -l help -d 'explains the command'");
    for (const struct command *c = commands; c->name; c++)
        print_options(c, "fish");
}

static const struct shell shells[] = {{"bash", script_of_bash, option_of_bash},
                                      {"zsh", script_of_zsh, option_of_zsh},
                                      {"fish", script_of_fish, option_of_fish}};

static const struct shell *
shell_of(const char *word)
{
    for (size_t i = 0; i < sizeof shells / sizeof shells[0]; i++) {
        if (strcmp(word, shells[i].name) == 0)
            return &shells[i];
    }
    return NULL;
}

void
completion_options(const char *shell, const char *command, const struct command_option *options)
{
    const struct shell *s = shell_of(shell);

    for (; s && options->name; options++)
        s->option(command, options);
}

int
command_completion(int argc, char **argv)
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
    shell->script();
    return command_close_output(name, EXIT_DONE);
}
