# SPDX-License-Identifier: MIT
"""Bots judged in the positions of Amun-Re in data/meters: chance loses most, the rule bot less, the net least, by both answers of the
judge. The bounds are far from what was measured."""
import json
import os

import pytest

from program import ROOT, khepri

BOTS = ("random", "rule", "hard")


@pytest.mark.parametrize("players", [3, 4])
def test_stored_positions_of(players):
    path = os.path.join(ROOT, "data", "meters", f"amun_re-{players}.jsonl")
    words = [word for bot in BOTS for word in ("--bot", bot)]
    out = khepri("meter", path, *words, "--json", status=0).stdout
    rows = dict(zip(BOTS, map(json.loads, out.splitlines())))
    for key in ("loss", "loss_by_rollouts"):
        loss = {bot: row[key][0] for bot, row in rows.items()}
        print("#", key, loss)
        assert loss["random"] > 0.03, f"{key}: chance loses much"
        assert loss["rule"] < 0.75 * loss["random"], f"{key}: rule less than chance"
        assert loss["hard"] < 0.9 * loss["rule"] and loss["hard"] < 0.035, f"{key}: hard less than rule, and little"
    assert {"bid", "buy", "reward", "correction"} <= set(rows["hard"]["kinds"]), "positions of all kinds"
