# SPDX-License-Identifier: MIT
"""Bots judged in the positions of data/meters: chance loses most, the rule bot less, the nets least. In endings that
were solved the nets lose few points, and `master` next to no chance to win. The bounds are far from what was measured."""
import json
import os

import pytest

from program import ROOT, khepri

BOTS = ("random", "rule", "hard", "expert", "master:20000")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_stored_positions_of(players):
    path = os.path.join(ROOT, "data", "meters", f"ra-{players}.jsonl")
    words = [word for bot in BOTS for word in ("--bot", bot)]
    out = khepri("meter", path, *words, "--json", status=0).stdout
    rows = dict(zip(BOTS, map(json.loads, out.splitlines())))
    loss = {bot: row["loss"][0] for bot, row in rows.items()}
    print("#", loss, {bot: row["ending_points"][0] for bot, row in rows.items()})
    assert loss["random"] > 0.015, "chance loses much"
    assert loss["rule"] < 0.75 * loss["random"], "rule less than chance"
    assert loss["hard"] < 0.75 * loss["rule"] and loss["hard"] < 0.006, "hard less than rule"
    assert loss["expert"] < 0.004, "expert little"
    assert loss["master:20000"] < loss["hard"], "master less than hard"
    assert rows["master:20000"]["ending_loss"][0] < 0.004, "master in endings next to nothing"
    assert rows["expert"]["ending_points"][0] < 0.5 * rows["random"]["ending_points"][0], "endings"
