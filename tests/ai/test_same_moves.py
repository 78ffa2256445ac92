# SPDX-License-Identifier: MIT
"""Whole games of each level make the moves whose hashes are in tests/golden/moves.json: a faster way to think must not think
otherwise. With new nets, or another search, they do: pytest tests/ai/test_same_moves.py --accept writes the hashes anew."""
import hashlib
import json
import pathlib

import pytest

from program import ROOT, khepri

PATH = pathlib.Path(ROOT, "tests", "golden", "moves.json")
TASTES = {"easy:builder": 20, "easy:priest": 20, "easy:farmer": 20, "easy:gambler": 20}
GAMES = {"ra": {"rule": 100, "novice": 20, "easy": 100, **TASTES, "medium": 25, "hard": 25, "expert": 3, "master:2000": 1},
         "amun_re": {"rule": 20, "easy": 20, "medium": 3, "hard": 1, "expert": 1, "master:2000": 1}}
CASES = [(game, players, level) for game, levels in GAMES.items() for level in levels
         for players in range(2 if game == "ra" else 3, 6)]


def moves(game, players, level):
    lines = khepri("simulate", game, "--players", players, "--games", GAMES[game][level], "--seed", "moves", "--policy", level,
                   "--records", "-", status=0).stdout.splitlines()
    actions = [json.loads(line)["actions"] for line in lines]
    return hashlib.sha256(json.dumps(actions).encode()).hexdigest()


@pytest.mark.parametrize("game,players,level", CASES)
def test_moves_are_the_same(game, players, level, accept):
    stored = json.loads(PATH.read_text(encoding="utf-8")) if PATH.exists() else {}
    name = f"{game} {players} {level}"
    found = moves(game, players, level)
    if accept:
        stored[name] = found
        PATH.write_text(json.dumps(stored, indent=1, sort_keys=True) + "\n", encoding="utf-8")
        return
    assert stored.get(name) == found, f"{GAMES[game][level]} games of {name} (seed moves) have other moves; --accept keeps them"
