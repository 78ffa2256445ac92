# SPDX-License-Identifier: MIT
"""The words of the program: each subcommand explains itself, and wrong words are
answered with a sentence and the nearest right one."""
import os
import re
import shutil
import subprocess

import pytest

from program import ROOT, khepri


COMMANDS = re.findall(r"^  ([a-z-]+) +\S", khepri("--help").stdout, re.M)


def test_help_names_the_commands():
    assert khepri("--help").returncode == 0 and {"simulate", "replay", "engine"} <= set(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_explains_itself(command):
    with open(os.path.join(ROOT, "man", "khepri.6"), encoding="utf-8") as file:
        assert f"\n.SS khepri {command}" in file.read().replace("\\-", "-"), f"the man page has {command}"
    shown = khepri(command, "--help")
    assert shown.returncode == 0 and shown.stdout.startswith("Usage: khepri " + command), f"{command} --help"
    assert "\nExample" in shown.stdout, f"{command} --help has examples"
    assert max(map(len, shown.stdout.splitlines())) <= 120, f"{command} --help fits a terminal"
    wrong = khepri(command, "--no-such-option")
    assert wrong.returncode == 2 and wrong.stderr.count("\n") == 2 and "--no-such-option" in wrong.stderr, f"{command} --no-such-option: a sentence and status 2"


@pytest.mark.parametrize("command,games", [("simulate", "ra or amun_re"), ("arena", "ra or amun_re"), ("play", "ra or amun_re"),
                                           ("train", "ra or amun_re"), ("survey", "ra"), ("exploit", "amun_re")])
def test_help_names_the_games(command, games):
    assert f"\nGAME is {games}.\n" in khepri(command, "--help").stdout


def test_version_and_no_words():
    assert re.fullmatch(r"khepri \d+\.\d+\.\d+\n", khepri("--version").stdout), "--version"
    assert khepri().returncode == 2 and "Usage" in khepri().stderr, "no words: help and status 2"


WRONG = {
    ("simulate", "ra", "--games"): "option '--games' needs a value",
    ("simulate", "ra", "--json=1"): "option '--json=1' takes no value",
    ("simulate", "ra", "--threads", "0"): "--threads takes a whole number from 1 to 256, not '0'",
    ("simulate", "ra", "--games", "18446744073709551617"): "--games takes a whole number from 1 to",
    ("simulate", "ra", "--games", "-1"): "not '-1'",
    ("simulate", "-x"): "there is no option '-x'",
    ("train", "ra", "--rate", "1.5"): "--rate takes a number from 0 to 1, not '1.5'",
    ("train", "ra", "--lambda", "nan"): "--lambda takes a number from 0 to 1, not 'nan'",
    ("arena", "--merge", "x", "--deals", "5"): "--merge only takes files, --json and --anchor",
    ("meter", "--make", "ra", "--bot", "rule"): "--make takes",
    ("meter", "x", "--bot", "rule", "--games", "1"): "the others are for --make",
    ("play", "ra", "--save", "x" * 1100): "at most 1023 bytes",
    ("play", "ra", "--save", ""): "--save takes the name of a file, not ''",
    ("play", "ra", "--load", ""): "--load takes the name of a file, not ''",
    ("--help", "x"): "there is no command 'x'",
    ("-h", "serve", "x"): "'x' is not understood: nothing may follow 'serve'",
    ("--version", "--json"): "'--json' is not understood: nothing may follow '--version'",
    ("help", "serve", "x"): "'x' is not understood: nothing may follow 'serve'"}


@pytest.mark.parametrize("words", WRONG, ids=lambda words: " ".join(words)[:60])
def test_wrong_words_get_a_sentence(words):
    says = WRONG[words]
    wrong = khepri(*words)
    assert wrong.returncode == 2 and says in wrong.stderr and wrong.stderr.count("\n") == 2 and not wrong.stdout, f"{' '.join(words)[:60]}: {wrong.stderr}"


@pytest.mark.parametrize("words,says", {
    ("simulate", "ra", "--playrs", "3"): "there is no option '--playrs'; did you mean '--players'?",
    ("play", "-players", "3", "ra"): "there is no option '-players'; did you mean '--players'?",
    ("simulate", "ra", "-players", "3"): "there is no option '-players'; did you mean '--players'?",
    ("simulate", "ra", "--seed", "-p", "-players=3"): "there is no option '-players=3'; did you mean '--players'?",
    ("play", "ra", "-hints", "off"): "there is no option '-hints'; did you mean '--hints'?",
    ("replay", "-trace", "x.jsonl"): "there is no option '-trace'; did you mean '--trace'?",
    ("show", "-line", "1", "r.jsonl"): "there is no option '-line'; did you mean '--line'?",
    ("simulate", "ra", "--seeed=2"): "there is no option '--seeed=2'; did you mean '--seed'?",
    ("play", "amun-re"): "there is no game 'amun-re'; did you mean 'amun_re'?",
    ("bench", "Ra"): "there is no game 'Ra'; did you mean 'ra'?",
    ("signature", "chess"): "there is no game 'chess'; there are 'ra' and 'amun_re'"}.items())
def test_the_nearest_option_or_game_is_offered(words, says):
    wrong = khepri(*words)
    assert wrong.returncode == 2 and says in wrong.stderr and wrong.stderr.count("\n") == 2 and not wrong.stdout, wrong.stderr


@pytest.mark.parametrize("count, game, deal", [("1", "1 game,", "1 deal x"), ("2", "2 games,", "2 deals x")])
def test_one_is_no_plural(count, game, deal):
    assert f" {game}" in khepri("simulate", "ra", "--players", "2", "--games", count).stdout.splitlines()[0]
    assert f" {deal}" in khepri("arena", "ra", "--players", "2", "--field", "rule,random", "--deals", count).stdout.splitlines()[0]


def test_help_of_a_command():
    assert khepri("help").stdout == khepri("--help").stdout and khepri("-V").stdout == khepri("--version").stdout
    assert khepri("help", "simulate").stdout == khepri("--help", "simulate").stdout == khepri("simulate", "--help").stdout
    assert all(khepri("simulate", *words).stdout == khepri("simulate", "--help").stdout for words in (["-h"], ["-help"], ["ra", "-h", "-x"]))
    wrong = khepri("help", "simulat")
    assert wrong.returncode == 2 and "did you mean 'simulate'" in wrong.stderr


def completed(script, *words):
    """What bash offers after these words, by the script."""
    line = " ".join(f"'{word}'" for word in ("khepri", *words))
    asked = f"COMP_WORDS=({line}); COMP_CWORD={len(words)}; _khepri; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    return subprocess.run(["bash", "-c", script + asked], capture_output=True, text=True, check=True).stdout.split()


def test_completion_of_bash():
    script = khepri("completion", "bash").stdout
    assert set(completed(script, "")) >= set(COMMANDS) | {"help"}
    assert completed(script, "simu") == ["simulate"] and completed(script, "help", "rep") == ["replay"]
    assert completed(script, "simulate", "--pl") == ["--players"] and "amun_re" in completed(script, "play", "")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_knows_every_option(shell):
    script = khepri("completion", shell).stdout
    for command in COMMANDS:
        for option in re.findall(r"^  --([a-z-]+)", khepri(command, "--help").stdout, re.M):
            assert re.search(rf"(--|-l ){option}\b", script), f"{command} --{option}"
    if shutil.which(shell):
        checked = subprocess.run([shell, "-n"], input=script, capture_output=True, text=True, check=False)
        assert checked.returncode == 0, checked.stderr
    wrong = khepri("completion", "tcsh")
    assert wrong.returncode == 2 and "a shell is needed: 'bash', 'zsh' or 'fish', not 'tcsh'" in wrong.stderr


@pytest.mark.parametrize("word,near", {"simulat": "simulate", "reply": "replay", "engin": "engine", "Bench": "bench"}.items())
def test_the_nearest_word_is_offered(word, near):
    wrong = khepri(word)
    assert wrong.returncode == 2 and f"did you mean '{near}'" in wrong.stderr, f"{word}: did you mean {near}"


def test_a_word_near_to_nothing():
    assert "did you mean" not in khepri("x" * 200).stderr and khepri("x" * 200).returncode == 2, "a word near to nothing"
