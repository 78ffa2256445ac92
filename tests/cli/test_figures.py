# SPDX-License-Identifier: MIT
"""The figures of strength in the documents are by players that still make the same moves (tools/figures.py)."""
import json
import os
import shutil
import subprocess
import sys

from program import ROOT

TOOL = os.path.join(ROOT, "tools", "figures.py")
MOVES = os.path.join("tests", "golden", "moves.json")


def check(root):
    return subprocess.run([sys.executable, TOOL, "--root", root, "check"], capture_output=True, text=True, check=False)


def test_figures_hold():
    done = check(ROOT)
    assert done.returncode == 0, done.stdout + done.stderr


def test_figures_of_other_players_are_refused(tmp_path):
    """Each row by `hard` against `rule` with four players is named, and no other, when `hard` plays otherwise there."""
    for path in ("docs", os.path.join("data", "frozen")):
        shutil.copytree(os.path.join(ROOT, path), tmp_path / path)
    with open(os.path.join(ROOT, MOVES), encoding="utf-8") as file:
        moves = json.load(file)
    moves["ra 4 hard"] = moves["ra 5 hard"]
    (tmp_path / MOVES).parent.mkdir(parents=True)
    (tmp_path / MOVES).write_text(json.dumps(moves), encoding="utf-8")
    done = check(tmp_path)
    with open(os.path.join(ROOT, "docs", "figures.json"), encoding="utf-8") as file:
        rows = [row for row in json.load(file) if "figure" in row and "hard" in row.get("field", []) and row["game"] == "ra"
                and row["players"] == 4]
    lines = done.stdout.splitlines()
    assert rows and len(lines) == len(rows) and done.returncode == 1, done.stdout + done.stderr
    for line, row in zip(lines, rows):
        assert line.startswith(f"{row['name']} (khepri arena ra --players 4 --field hard,"), line
        assert "moves of hard;" in line and f"tools/figures.py run {row['name']}" in line, line
