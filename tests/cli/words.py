#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The words of the program: each subcommand explains itself, and wrong words are
answered with a sentence and the nearest right one. Usage: words.py KHEPRI"""
import os
import re
import subprocess
import sys

khepri = os.path.abspath(sys.argv[1])
passed = failed = 0


def check(what, good):
    global passed, failed
    if good:
        passed += 1
    else:
        failed += 1
        print("FAILED:", what)


def run(*words):
    return subprocess.run([khepri, *words], capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)


top = run("--help")
commands = re.findall(r"^  ([a-z]+) +\S", top.stdout, re.M)
check("khepri --help names the commands", top.returncode == 0 and {"simulate", "replay", "engine"} <= set(commands))
page = open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../man/khepri.6"), encoding="utf-8").read()
for command in commands:
    check(f"the man page has {command}", f"\n.SS khepri {command}" in page)
    shown = run(command, "--help")
    check(f"{command} --help", shown.returncode == 0 and shown.stdout.startswith("Usage: khepri " + command))
    check(f"{command} --help has examples", "\nExample" in shown.stdout)
    check(f"{command} --help fits a terminal", max(map(len, shown.stdout.splitlines())) <= 120)
    wrong = run(command, "--no-such-option")
    check(f"{command} --no-such-option: a sentence and status 2",
          wrong.returncode == 2 and wrong.stderr.count("\n") == 2 and "--no-such-option" in wrong.stderr)

check("--version", re.fullmatch(r"khepri \d+\.\d+\.\d+\n", run("--version").stdout))
check("no words: help and status 2", run().returncode == 2 and "Usage" in run().stderr)
for words, says in {
        ("simulate", "ra", "--games"): "option '--games' needs a value",
        ("simulate", "ra", "--json=1"): "option '--json=1' takes no value",
        ("simulate", "ra", "--threads", "0"): "--threads takes a whole number from 1 to 256, not '0'",
        ("simulate", "ra", "--games", "18446744073709551617"): "--games takes a whole number from 1 to",
        ("simulate", "ra", "--games", "-1"): "not '-1'",
        ("simulate", "-x"): "there is no option '-x'",
        ("train", "ra", "--rate", "1.5"): "--rate takes a number from 0 to 1, not '1.5'",
        ("train", "ra", "--lambda", "nan"): "--lambda takes a number from 0 to 1, not 'nan'",
        ("arena", "--merge", "x", "--deals", "5"): "--merge only takes files, --json and --anchor",
        ("meter", "--make", "ra", "--bot", "rule"): "--make takes",
        ("meter", "x", "--bot", "rule", "--games", "1"): "the others are for --make",
        ("play", "ra", "--save", "x" * 1100): "at most 1023 bytes"}.items():
    wrong = run(*words)
    check(f"{' '.join(words)[:60]}: {wrong.stderr}",
          wrong.returncode == 2 and says in wrong.stderr and wrong.stderr.count("\n") == 2 and not wrong.stdout)

for word, near in {"simulat": "simulate", "reply": "replay", "engin": "engine", "Bench": "bench"}.items():
    wrong = run(word)
    check(f"{word}: did you mean {near}", wrong.returncode == 2 and f"did you mean '{near}'" in wrong.stderr)
check("a word near to nothing", "did you mean" not in run("x" * 200).stderr and run("x" * 200).returncode == 2)
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
