# SPDX-License-Identifier: MIT
"""The lessons of data/lessons: whatever a learner may choose, all that follows is legal. Every wrong move
that has a reason is possible and wrong. Every sentence exists in every language."""
import itertools
import json
import pathlib
import re

import pytest

from program import engine

ROOT = pathlib.Path(__file__).resolve().parents[2]
LESSONS = sorted((ROOT / "data" / "lessons").glob("*.json"))
MEMBERS = {"say", "accept", "wrong", "then"}


def read(path):
    return json.loads(path.read_text(encoding="utf-8"))


def fits(pattern, action):
    return action.startswith(pattern[:-1]) if pattern.endswith("*") else pattern == action


class Table:
    """A lesson's game so far, and what the engine says of it: asked anew each time, a line for each action."""

    def __init__(self, lesson):
        self.new = {"op": "new", "game": lesson["game"], "players": lesson["players"], "options": lesson["options"]}
        self.seat, self.actions = lesson["seat"], list(lesson["start"])

    def legal(self):
        *replies, last = engine(self.new, *({"op": "apply", "action": a} for a in self.actions), {"op": "legal"})
        for action, reply in zip([None] + self.actions, replies):
            assert reply["ok"], (action, reply)
        return last

    def own(self, action, legal):
        """As a record writes it: where several act at once, with the seat."""
        return f"{self.seat}/{action}" if len(legal["to_act"]) > 1 else action


def choices(step, table):
    """What may be done at a step, a list of actions each; patterns as the legal actions that fit."""
    legal = table.legal()
    found = []
    for way in step["accept"]:
        if way.endswith("*"):
            found += [[a] for a in legal["legal"] if fits(table.own(way, legal), a)]
        else:
            found.append([table.own(a, legal) for a in way.split(" ")])
    return legal, found


def play(lesson, pick, met=None):
    """Plays the lesson, step i by the pick[i]-th way that it accepts; returns how many ways each step had.
    `met` gathers the reasons for wrong moves that could be heard."""
    table, ways = Table(lesson), []
    for i, step in enumerate(lesson["steps"]):
        if "accept" in step:
            legal, found = choices(step, table)
            assert table.seat in legal["to_act"], step
            assert found, step
            ways.append(len(found))
            chosen = found[pick.get(i, 0)]
            assert chosen[0] in legal["legal"], (step, legal)
            wished = {a for way in found for a in way}
            for pattern in step.get("wrong", {}) if met is not None else ():
                own = "*" if pattern == "*" else table.own(pattern, legal)
                if [a for a in legal["legal"] if fits(own, a) and a not in wished]:
                    met.add((step["say"], pattern))
            table.actions += chosen
        table.actions += step.get("then", [])
    table.legal()
    return ways


def every_way(lesson, met=None):
    """Plays the lesson in all the ways that it accepts."""
    asking = [i for i, step in enumerate(lesson["steps"]) if "accept" in step]
    picks = list(itertools.product(*(range(n) for n in play(lesson, {}))))
    assert len(asking) >= 8 and len(picks) <= 256
    for pick in picks:
        play(lesson, dict(zip(asking, pick)), met)


@pytest.mark.parametrize("path", LESSONS, ids=lambda p: p.stem)
def test_every_way_through_is_legal_and_every_reason_is_possible(path):
    lesson, met = read(path), set()
    every_way(lesson, met)
    assert [(s["say"], p) for s in lesson["steps"] for p in s.get("wrong", {}) if (s["say"], p) not in met] == []


@pytest.mark.parametrize("path", LESSONS, ids=lambda p: p.stem)
def test_sentences_are_there_in_every_language(path):
    lesson = read(path)
    keys = [key for step in lesson["steps"] for key in (step["say"], *step.get("wrong", {}).values())]
    languages = [p.stem for p in (ROOT / "lang").glob("*.json") if "." not in p.stem]
    assert {"en", "de"} <= set(languages)
    for language in languages:
        words = read(ROOT / "lang" / f"learn.{language}.json")
        assert [key for key in keys if not words.get(key)] == [], language
    assert {member for step in lesson["steps"] for member in step} <= MEMBERS
    assert lesson["format"] == "khepri-lesson/1"
    prefix = f"lesson.{lesson['steps'][0]['say'].split('.')[1]}."
    english = read(ROOT / "lang" / "learn.en.json")
    assert {key for key in english if key.startswith(prefix)} == set(keys), "a sentence that no step says"


def test_a_ra_tile_that_the_learner_draws_does_not_let_somebody_else_bid_last():
    lesson = read(next(p for p in LESSONS if p.stem == "ra"))
    table, english, met = Table(lesson), read(ROOT / "lang" / "learn.en.json"), 0
    for step in lesson["steps"]:
        reason = step.get("wrong", {}).get("draw")
        if reason:
            *_, drawn = engine(table.new, *({"op": "apply", "action": a} for a in [*table.actions, "draw", "tile:ra"]), {"op": "state"})
            assert drawn["state"]["auction"]["ra_player"] == lesson["seat"], "the learner is asked last"
            assert not re.search(r"tile (could|may) be [^.:]*Ra", english[reason]), reason
            met += 1
        table.actions += [*step.get("accept", [""])[0].split(), *step.get("then", [])]
    assert met == 4


def test_a_lesson_can_be_wrong():
    lesson = read(LESSONS[-1])
    step = next(s for s in lesson["steps"] if s.get("then"))
    step["then"] = step["then"][:1] * 9
    with pytest.raises(AssertionError):
        play(lesson, {})
