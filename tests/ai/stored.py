#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Bots judged in the positions of data/meters: chance loses most, the rule bot less, the nets least; and in endings that
were solved the nets lose few points, and `master` next to no chance to win. The bounds are far from what was measured.
Usage: stored.py KHEPRI FILE..."""
import json
import subprocess
import sys

BOTS = ("random", "rule", "hard", "expert", "master:20000")
passed = failed = 0


def check(what, good):
    global passed, failed
    passed += bool(good)
    failed += not good
    if not good:
        print("FAILED:", what)


for path in sys.argv[2:]:
    words = [word for bot in BOTS for word in ("--bot", bot)]
    out = subprocess.run([sys.argv[1], "meter", path, *words, "--json"], capture_output=True, text=True, check=True).stdout
    rows = dict(zip(BOTS, map(json.loads, out.splitlines())))
    loss = {bot: row["loss"][0] for bot, row in rows.items()}
    print(path, loss, {bot: row["ending_points"][0] for bot, row in rows.items()})
    check(f"{path}: chance loses much", loss["random"] > 0.015)
    check(f"{path}: rule less than chance", loss["rule"] < 0.75 * loss["random"])
    check(f"{path}: hard less than rule", loss["hard"] < 0.75 * loss["rule"] and loss["hard"] < 0.006)
    check(f"{path}: expert little", loss["expert"] < 0.004)
    check(f"{path}: master less than hard", loss["master:20000"] < loss["hard"])
    check(f"{path}: master in endings next to nothing", rows["master:20000"]["ending_loss"][0] < 0.004)
    check(f"{path}: endings", rows["expert"]["ending_points"][0] < 0.5 * rows["random"]["ending_points"][0])
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
