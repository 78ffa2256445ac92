#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Bots judged in the positions of Amun-Re in data/meters: chance loses most, the rule bot less, the net least, by both answers of the
judge. The bounds are far from what was measured. Usage: stored_amun.py KHEPRI FILE"""
import json
import subprocess
import sys

BOTS = ("random", "rule", "hard")
passed = failed = 0


def check(what, good):
    global passed, failed
    passed += bool(good)
    failed += not good
    if not good:
        print("FAILED:", what)


words = [word for bot in BOTS for word in ("--bot", bot)]
out = subprocess.run([sys.argv[1], "meter", sys.argv[2], *words, "--json"], capture_output=True, text=True, check=True).stdout
rows = dict(zip(BOTS, map(json.loads, out.splitlines())))
for key in ("loss", "loss_by_rollouts"):
    loss = {bot: row[key][0] for bot, row in rows.items()}
    print(key, loss)
    check(f"{key}: chance loses much", loss["random"] > 0.03)
    check(f"{key}: rule less than chance", loss["rule"] < 0.75 * loss["random"])
    check(f"{key}: hard less than rule, and little", loss["hard"] < 0.9 * loss["rule"] and loss["hard"] < 0.035)
check("positions of all kinds", {"bid", "buy", "reward", "correction"} <= set(rows["hard"]["kinds"]))
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
