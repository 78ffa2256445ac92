# SPDX-License-Identifier: MIT
"""The program against models of the rules that were written from the rules alone. --seed chooses other games;
differential.py and amun_differential.py, run by hand, play as many as you like."""
import random

import pytest

import amun_differential
import amun_model
import differential
import visitor
from compare import Report
from program import PROGRAM

MOMENTS = 12  # of each game


def same(report):
    report.print_differences()
    print(f"# {report.games} games, {report.steps} steps, {report.checks} other checks, {len(report.mutations)} kinds of mutation")
    assert report.steps + report.checks > 100 and not report.differences, sorted(report.differences)


def test_quick_ra(seed):
    """A few games of each kind, with leanings that random play never has."""
    report = Report()
    differential.quick(PROGRAM, report, random.Random(seed))
    same(report)


def test_quick_amun_re(seed):
    """A few games of each kind, and a walk."""
    report = Report()
    amun_differential.quick(PROGRAM, report, random.Random(seed))
    same(report)


@pytest.mark.parametrize("part", differential.PARTS)
def test_long_ra(part, seed):
    report = Report()
    differential.PARTS[part](PROGRAM, report, random.Random(seed), differential.ROUNDS[part])
    same(report)


@pytest.mark.parametrize("part", amun_differential.PARTS)
def test_long_amun_re(part, seed):
    report = Report()
    amun_differential.PARTS[part](PROGRAM, report, random.Random(seed), amun_differential.ROUNDS[part])
    same(report)


def test_insight_of_amun_re(seed):
    """What the server computes for everybody: games of the model are shown by the server at moments picked by chance.
    State and insight of each view must be the model's."""
    report, rng = Report(), random.Random(seed)
    with visitor.Server() as server:
        for place, (players, options, leaning) in enumerate(amun_differential.games(rng, 1)):
            if place % 3 == 0:
                compare_views(server, report, rng, amun_differential.play(rng, players, options, leaning))
    same(report)


def compare_views(server, report, rng, record):
    state = amun_model.new(len(record["players"]), record["options"])
    steps = len(record["actions"])
    moments = set(rng.sample(range(steps + 1), min(steps + 1, MOMENTS)) + [steps])
    for step, action in enumerate(record["actions"] + [None]):
        if step in moments:
            reply = server.post("/api/1/replay", {"record": record, "at": step})[1]
            seen = reply.get("view", {})
            case = {"step": step, "phase": state["phase"], "error": reply.get("error")}
            report.check("view", amun_model.view(state, None), seen.get("state"), step, case)
            report.check("insight", amun_model.insight(state), seen.get("insight", 0), step, case)
        if action is not None:
            amun_model.apply(state, action)
