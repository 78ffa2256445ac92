#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""One `hard` wins clearly more than its share against `rule` in all other seats. Usage: floors.py STRENGTH"""
import subprocess
import sys

# Percent: about four errors below what was measured.
FLOORS = {2: 74, 3: 45, 4: 26, 5: 21}
passed = 0

for players, floor in FLOORS.items():
    said = subprocess.run([sys.argv[1], str(players), "200"], capture_output=True, text=True, check=True).stdout
    share = float(said.split("wins ")[1].split(" %")[0])
    print(said.strip(), "- at least", floor)
    passed += share >= floor
print(f"{passed} passed, {len(FLOORS) - passed} failed")
sys.exit(passed < len(FLOORS))
