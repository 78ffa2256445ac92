# SPDX-License-Identifier: MIT
"""games.py -- the games of include/khepri/games.def, for the other tools: ["ra", "amun"]."""
import os
import re

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def game_names(root=ROOT):
    """The prefixes of the games' functions, in the order of the list."""
    with open(os.path.join(root, "include", "khepri", "games.def"), encoding="utf-8") as text:
        names = re.findall(r"^X\((\w+),", text.read(), re.M)
    if not names:
        raise SystemExit("include/khepri/games.def lists no game")
    return names
