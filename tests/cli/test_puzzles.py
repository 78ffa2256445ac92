# SPDX-License-Identifier: MIT
"""khepri puzzle: the puzzles of data/puzzles hold by the rules and by their values, and spoilt ones are refused."""
import json
import pathlib
import re

import pytest

from program import khepri

ROOT = pathlib.Path(__file__).resolve().parents[2]
PUZZLES = sorted((ROOT / "data" / "puzzles").glob("*.jsonl"))
METERS = ROOT / "data" / "meters"


def lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("path", PUZZLES, ids=lambda p: p.stem)
def test_stored_puzzles_hold(path):
    said = khepri("puzzle", "check", path, status=0).stdout
    count, *levels, differs = map(int, re.findall(r"\d+", said))
    assert count >= 60
    assert len(levels) == 3 and min(levels) >= 10
    assert differs == 0
    ids = [puzzle["meta"]["puzzle"]["id"] for puzzle in lines(path)]
    assert len(set(ids)) == len(ids) == count
    assert khepri("puzzle", "show", path, status=0).stdout.count("\n") == count


def spoilt(puzzle):
    """Ways to be wrong, and what the refusal says."""
    def changed(**members):
        one = json.loads(json.dumps(puzzle))
        one["meta"]["puzzle"].update(members)
        return one
    meta = puzzle["meta"]["puzzle"]
    best = meta["win"].index(max(meta["win"]))
    yield changed(margin=meta["margin"] + 1), "margin"
    yield changed(win=meta["win"][:-1]), "win"
    yield changed(win=[-2 ** 63 if i == meta["win"].index(min(meta["win"])) else one for i, one in enumerate(meta["win"])]), "chances"
    yield changed(second=[0 if i == best else 9 for i in range(len(meta["win"]))]), "second opinion"
    yield changed(actions=meta["actions"][::-1]), "action 0"
    yield changed(actions=meta["actions"] + ["pass"]), "actions"
    yield changed(level=4), "level"
    yield changed(seat=(meta["seat"] + 1) % len(puzzle["players"])), "seat"
    yield {**puzzle, "actions": puzzle["actions"] + ["nonsense"]}, "nonsense"
    yield {**puzzle, "meta": {}}, "puzzle"


@pytest.mark.parametrize("path", PUZZLES, ids=lambda p: p.stem)
def test_spoilt_puzzles_are_refused(path, tmp_path):
    for one, word in spoilt(lines(path)[0]):
        file = tmp_path / "spoilt"
        file.write_text(json.dumps(one) + "\n", encoding="utf-8")
        told = khepri("puzzle", "check", file, status=2)
        assert word in told.stderr and told.stderr.count("\n") == 1, (word, told.stderr)


def test_made_puzzles_are_checked_again(tmp_path):
    made = khepri("puzzle", "make", METERS / "ra-3.jsonl", "--each", "2", "--most", "2", "--asks", "3", status=0).stdout
    file = tmp_path / "few"
    file.write_text(made, encoding="utf-8")
    assert 2 <= made.count("\n") <= 6
    assert re.match(r"\d+ puzzles, by level", khepri("puzzle", "check", file, "--search", "hard", "--every", "99", ).stdout.splitlines()[-1])
    one = json.loads(made.splitlines()[0])["meta"]["puzzle"]
    shown = khepri("puzzle", "show", file, "--id", one["id"], status=0).stdout
    assert shown.count("\n") == 1 + len(one["actions"])


def test_wrong_words_are_refused():
    for words in (["puzzle"], ["puzzle", "make"], ["puzzle", "solve", "x"], ["puzzle", "check", "x", "--each", "2"]):
        assert khepri(*words, status=2).stderr.count("\n") >= 1
