# SPDX-License-Identifier: MIT
"""test_shown.py -- text from outside never controls the terminal: a name in a record may hold ESC, BEL or C1."""
import json
import re
import subprocess

import pytest

from program import PROGRAM, khepri

CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
EVIL = ["\x1b]0;owned\x07Eve\x1b[31m", "C1\u009b31m\u0085", "\x7f\x1b[2J\u202eA\u2066B\u2069"]


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    made = tmp_path_factory.mktemp("shown") / "made.jsonl"
    assert khepri("simulate", "ra", "--players", "3", "--games", "1", "--records", made).returncode == 0
    return {**json.loads(made.read_text()), "players": EVIL}


def said(*words, **more):
    run = subprocess.run([PROGRAM, *map(str, words)], capture_output=True, stdin=subprocess.DEVNULL, **more)
    return (run.stdout + run.stderr).decode()  # and it is UTF-8


def broken(record):
    """Records with something wrong in each place that a sentence may quote."""
    evil = EVIL[0] + EVIL[1]
    yield {**record, "game": evil}
    yield {**record, "format": evil}
    yield {**record, "options": {"edition": evil}}
    yield {**record, "options": {evil: 1}}
    yield {**record, "actions": [evil]}
    yield {**record, "result": {evil: 1}}
    yield {**record, evil: 1}
    yield {**record, "meta": {"bots": [evil, evil, evil]}}


@pytest.mark.parametrize("ascii", [True, False], ids=["escaped", "raw"])
@pytest.mark.parametrize("words", [["show"], ["show", "--json"], ["show", "--step", "3"], ["analyse", "--bot", "hard"],
                                   ["analyse", "--bot", "hard", "--json"], ["replay"], ["replay", "--trace"],
                                   ["play", "ra", "--plain", "--save", "/dev/null", "--load"]], ids=" ".join)
def test_names_and_faults_of_records(record, tmp_path, words, ascii):
    for number, one in enumerate([record, *broken(record)]):
        # DEL and C1 may stand in a string of JSON as they are
        file = tmp_path / f"{number}.jsonl"
        file.write_text(json.dumps(one, ensure_ascii=ascii) + "\n")
        text = said(*words, file)
        assert text and not CONTROLS.search(text), one


def test_several_games(record, tmp_path):
    file = tmp_path / "two.jsonl"
    file.write_text(2 * (json.dumps(record) + "\n"))
    text = said("show", file)
    assert "?]0;owned?Eve?[31m" in text and not CONTROLS.search(text)


@pytest.mark.parametrize("words", [["\x1b[31m"], ["show", "\x1b[31m"], ["play", "\x1b[31m"], ["play", "ra", "--load", "\x1b[31m"],
                                   ["serve", "--data", "\x1b[31m/x"], ["analyse", "--bot", "\x1b[31m", "-"],
                                   ["show", "--position", "\x1b[31m"], ["simulate", "ra", "--players", "\x1b[31m"]],
                         ids=lambda words: words[0].replace("\x1b", "ESC"))
def test_words_that_are_refused(words):
    text = said(*words)
    assert text and not CONTROLS.search(text)


def test_json_stays_the_same_text(record, tmp_path):
    """The escapes are JSON's own, so a program reads the names as they were."""
    file = tmp_path / "one.jsonl"
    file.write_text(json.dumps(record) + "\n")
    assert json.loads(said("show", "--json", file))["players"] == EVIL
