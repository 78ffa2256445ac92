#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares what the program prints with a golden file, line by line. With --accept the file is written
anew, to be reviewed like code.
Usage: compare.py [--accept] FILE KHEPRI WORD...       the whole output
       compare.py [--accept] FILE.perft KHEPRI         each line of the file says what to count"""
import difflib
import json
import subprocess
import sys

words = [word for word in sys.argv[1:] if word != "--accept"]
path, khepri, command = words[0], words[1], words[2:]


def run(*arguments):
    return subprocess.run([khepri, *arguments], capture_output=True, text=True, check=True).stdout.splitlines()


def perft(line):
    asked = json.loads(line)
    options = [word for key, value in asked["options"].items()
               for word in ("--option", f"{key}={str(value).lower()}")]
    return run("perft", asked["game"], "--players", str(asked["players"]), "--depth", str(len(asked["perft"])),
               "--json", *options)[0]


expected = open(path, encoding="utf-8").read().splitlines()
lines = run(*command) if command else [perft(line) for line in expected]
if "--accept" in sys.argv:
    open(path, "w", encoding="utf-8").write("\n".join(lines) + "\n")
difference = list(difflib.unified_diff(expected, lines, path, "now", lineterm="", n=0))
print("\n".join(difference))
wrong = sum(line.startswith("+") and not line.startswith("+++") for line in difference)
wrong = max(wrong, sum(line.startswith("-") and not line.startswith("---") for line in difference))
print(f"{len(expected) - min(wrong, len(expected))} passed, {wrong} failed")
sys.exit(wrong > 0)
