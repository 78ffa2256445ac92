#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Whole games of `hard` are played as they are written down in hard-*.jsonl; with new nets, or another search, they are others:
hard.py --accept KHEPRI writes all of them anew. Which game, and for how many players, each file says in its first line.
Usage: hard.py [--accept] KHEPRI [FILE...]"""
import json
import pathlib
import subprocess
import sys

words = [word for word in sys.argv[1:] if word != "--accept"]
files = [pathlib.Path(word) for word in words[1:]] or sorted(pathlib.Path(__file__).parent.glob("hard-*.jsonl"))
wrong = 0

for path in files:
    text = path.read_text(encoding="utf-8")
    first = json.loads(text.split("\n", 1)[0])
    now = subprocess.run([words[0], "simulate", first["game"], "--players", str(len(first["players"])), "--games", "2", "--seed", "golden",
                          "--policy", "hard", "--records", "-"], capture_output=True, text=True, check=True).stdout
    if "--accept" in sys.argv:
        path.write_text(now, encoding="utf-8")
    elif now != text:
        wrong += 1
        print(f"FAILED: {path.name}: hard plays other games now; hard.py --accept writes them down")
        for game, (before, after) in enumerate(zip(map(json.loads, text.splitlines()), map(json.loads, now.splitlines()))):
            pairs = enumerate(zip(before["actions"], after["actions"]))
            print(f"  game {game + 1}:", next((f"action {i} was {a}, is {b}" for i, (a, b) in pairs if a != b), "no action differs"))
print(f"{len(files) - wrong} passed, {wrong} failed")
sys.exit(wrong > 0)
