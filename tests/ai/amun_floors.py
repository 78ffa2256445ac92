#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""One `hard` of Amun-Re wins clearly more than its share against `rule` in all other seats. Usage: amun_floors.py KHEPRI"""
import json
import subprocess
import sys

# Percent: far below what was measured (docs/ai.md), about six errors of so few games.
FLOORS = {3: 55, 4: 50, 5: 45}
passed = 0

for players, floor in FLOORS.items():
    said = subprocess.run([sys.argv[1], "arena", "amun_re", "--players", str(players), "--field", "hard,rule", "--deals", "20", "--json"],
                          capture_output=True, text=True, check=True).stdout
    share = next(100 * p["win_share"] for p in json.loads(said)["players"] if p["player"] == "hard")
    print(f"{players} players: hard wins {share:.1f} %, at least {floor}")
    passed += share >= floor
print(f"{passed} passed, {len(FLOORS) - passed} failed")
sys.exit(passed < len(FLOORS))
