#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What simulate writes, replay accepts: for every edition, number of players and option; the same
bytes whatever the number of threads. Usage: round_trip.py KHEPRI"""
import json
import subprocess
import sys

khepri = sys.argv[1]
passed = failed = 0


def run(*words, text=None):
    return subprocess.run([khepri, *words], input=text, capture_output=True, text=True)


def check(what, good):
    global passed, failed
    if good:
        passed += 1
    else:
        failed += 1
        print("FAILED:", what)


def simulate(players, edition, disaster, empty):
    what = f"{edition}, {players} players, {disaster}, empty_invoke {empty}"
    options = ["--option", f"edition={edition}", "--option", f"god_disaster={disaster}",
               "--option", f"empty_invoke={empty}"]
    made = run("simulate", "ra", "--players", str(players), "--games", "4", "--seed", what,
               "--records", "-", *options)
    check(what + ": simulate ends well", made.returncode == 0)
    records = [json.loads(line) for line in made.stdout.splitlines()]
    check(what + ": four records", len(records) == 4)
    default = {"1999": "after_all", "2005": "after_all", "2016": "immediate"}[edition]
    unusual = {}
    if edition != "2016":
        unusual["edition"] = edition
    if disaster != default:
        unusual["god_disaster"] = disaster
    if empty != "true":
        unusual["empty_invoke"] = False
    check(what + ": only unusual options are written",
          all(r.get("options", {}) == unusual for r in records))
    checked = run("replay", "-", text=made.stdout)
    closing = [json.loads(line) for line in checked.stdout.splitlines()]
    check(what + ": replay accepts", checked.returncode == 0 and
          closing == [{"line": i + 1, "ok": True, "actions": len(r["actions"]), "result": r["result"]}
                      for i, r in enumerate(records)])
    trace = [json.loads(line) for line in run("replay", "--trace", "-", text=made.stdout).stdout.splitlines()]
    steps = [t for t in trace if "state" in t]
    check(what + ": one trace line an action and one more",
          [(t["line"], t["step"], t.get("action")) for t in steps] ==
          [(i + 1, n, a) for i, r in enumerate(records) for n, a in enumerate(r["actions"] + [None])])
    check(what + ": legal is sorted, and holds the action",
          all(t["legal"] == sorted(t["legal"]) and t.get("action", None) in t["legal"] + [None] for t in steps))
    check(what + ": to_act is that of the state", all(t["to_act"] == t["state"]["to_act"] for t in steps))


for edition in ("1999", "2005", "2016"):
    for players in range(3 if edition == "1999" else 2, 6):
        for disaster in ("after_all", "immediate", "ignored"):
            for empty in ("true", "false"):
                simulate(players, edition, disaster, empty)

words = ["simulate", "ra", "--players", "4", "--games", "150", "--seed", "9", "--records", "-"]
one = run(*words)
check("three threads write what one does", one.stdout == run(*words, "--threads", "3").stdout and one.stdout)
check("another seed writes something else", one.stdout != run(*words[:-4], "--seed", "10", "--records", "-").stdout)
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
