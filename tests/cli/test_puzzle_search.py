# SPDX-License-Identifier: MIT
"""A few of the stored puzzles are searched again, with other dice: the best action is the stored one."""
import pathlib

import pytest

from program import khepri

PUZZLES = sorted((pathlib.Path(__file__).resolve().parents[2] / "data" / "puzzles").glob("*.jsonl"))


@pytest.mark.parametrize("path", PUZZLES, ids=lambda p: p.stem)
def test_a_new_search_agrees(path):
    khepri("puzzle", "check", path, "--search", "master:50000", "--every", "6", "--seed", "again", status=0)
