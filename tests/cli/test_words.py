# SPDX-License-Identifier: MIT
"""The words of the program: each subcommand explains itself, and wrong words are
answered with a sentence and the nearest right one."""
import os
import re

import pytest

from program import ROOT, khepri


COMMANDS = re.findall(r"^  ([a-z]+) +\S", khepri("--help").stdout, re.M)


def test_help_names_the_commands():
    assert khepri("--help").returncode == 0 and {"simulate", "replay", "engine"} <= set(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_explains_itself(command):
    with open(os.path.join(ROOT, "man", "khepri.6"), encoding="utf-8") as file:
        assert f"\n.SS khepri {command}" in file.read(), f"the man page has {command}"
    shown = khepri(command, "--help")
    assert shown.returncode == 0 and shown.stdout.startswith("Usage: khepri " + command), f"{command} --help"
    assert "\nExample" in shown.stdout, f"{command} --help has examples"
    assert max(map(len, shown.stdout.splitlines())) <= 120, f"{command} --help fits a terminal"
    wrong = khepri(command, "--no-such-option")
    assert wrong.returncode == 2 and wrong.stderr.count("\n") == 2 and "--no-such-option" in wrong.stderr, f"{command} --no-such-option: a sentence and status 2"


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
    ("play", "ra", "--save", "x" * 1100): "at most 1023 bytes"}


@pytest.mark.parametrize("words", WRONG, ids=lambda words: " ".join(words)[:60])
def test_wrong_words_get_a_sentence(words):
    says = WRONG[words]
    wrong = khepri(*words)
    assert wrong.returncode == 2 and says in wrong.stderr and wrong.stderr.count("\n") == 2 and not wrong.stdout, f"{' '.join(words)[:60]}: {wrong.stderr}"


@pytest.mark.parametrize("word,near", {"simulat": "simulate", "reply": "replay", "engin": "engine", "Bench": "bench"}.items())
def test_the_nearest_word_is_offered(word, near):
    wrong = khepri(word)
    assert wrong.returncode == 2 and f"did you mean '{near}'" in wrong.stderr, f"{word}: did you mean {near}"


def test_a_word_near_to_nothing():
    assert "did you mean" not in khepri("x" * 200).stderr and khepri("x" * 200).returncode == 2, "a word near to nothing"
