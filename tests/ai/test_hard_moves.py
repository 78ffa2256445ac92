# SPDX-License-Identifier: MIT
"""Whole games of `hard` are played as they are written down in tests/golden/hard-*.jsonl. With new nets, or another search, they
are others: pytest tests/ai/test_hard_moves.py --accept writes them anew. Which game, and for how many players, each file says
in its first line."""
import json
import pathlib

import pytest

from program import ROOT, khepri


@pytest.mark.parametrize("name", ["2p", "3p", "4p", "5p", "amun_re-3p", "amun_re-4p", "amun_re-5p"])
def test_hard_plays_as_written_down(name, accept):
    path = pathlib.Path(ROOT, "tests", "golden", f"hard-{name}.jsonl")
    text = path.read_text(encoding="utf-8")
    first = json.loads(text.split("\n", 1)[0])
    now = khepri("simulate", first["game"], "--players", len(first["players"]), "--games", "2", "--seed", "golden", "--policy", "hard",
                 "--records", "-", status=0).stdout
    if accept:
        path.write_text(now, encoding="utf-8")
    elif now != text:
        for game, (before, after) in enumerate(zip(map(json.loads, text.splitlines()), map(json.loads, now.splitlines()))):
            pairs = enumerate(zip(before["actions"], after["actions"]))
            print(f"game {game + 1}:", next((f"action {i} was {a}, is {b}" for i, (a, b) in pairs if a != b), "no action differs"))
        pytest.fail("hard plays other games now; --accept writes them down")
