#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""khepri survey counts what it says: games, seats, tiles; the same seed, the same survey. Usage: survey.py KHEPRI"""
import json
import subprocess
import sys

khepri = sys.argv[1]
passed = failed = 0


def check(what, good):
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    if not good:
        print("FAILED:", what)


def survey(*words):
    return subprocess.run([khepri, "survey", *words], capture_output=True, text=True)


for players in (2, 3, 4, 5):
    said = survey("ra", "--players", str(players), "--games", "4", "--json").stdout
    told = json.loads(said)
    check(f"{players}: the same again", survey("ra", "--players", str(players), "--games", "4", "--json").stdout == said)
    check(f"{players}: each game is won by one seat", abs(sum(s["win"]["mean"] for s in told["seats"]) - 1) < 1e-4)
    check(f"{players}: each seat has a score in each game", told["score"]["count"] == 4 * players)
    check(f"{players}: the winner leads, and the last is behind",
          told["last"]["mean"] <= told["score"]["mean"] <= told["winner"]["mean"] and told["lead"]["mean"] >= 0)
    check(f"{players}: three epochs of each tile", len(told["tiles"]) == 33 and {t["epoch"] for t in told["tiles"]} == {1, 2, 3})
    suns = {s["sun"] for s in told["suns"]}
    check(f"{players}: all suns but the first centre sun are looked at in epoch 1", len(suns) in ({2: 8, 3: 12, 4: 12, 5: 15}[players],))
    check(f"{players}: all chances are chances", all(abs(t["value"]["mean"]) <= 1 for t in told["tiles"] + told["suns"]))
table = survey("ra", "--players", "3", "--games", "2")
check("the table has its parts", all(word in table.stdout for word in ("a sun that can still be bid", "monument, third", "lead of the winner")))
check("and says nothing else", table.stderr == "" and table.returncode == 0)
for words in (["amun_re", "--players", "3"], ["ra"], ["ra", "--players", "6"], ["ra", "--players", "3", "--games", "0"], ["ra", "--wrong"], []):
    told = survey(*words)
    check(f"refused: {words}", told.returncode == 2 and told.stderr.startswith("khepri survey: ") and told.stdout == "")
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
