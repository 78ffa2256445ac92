#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The rule bot beats random play as it should, for each number of players, and its advice is legal and
leads to what it chose. Usage: bots.py KHEPRI [GAMES]"""
import json
import subprocess
import sys

khepri = sys.argv[1]
games = sys.argv[2] if len(sys.argv) > 2 else "200"
passed = failed = 0


def check(what, good):
    global passed, failed
    if good:
        passed += 1
    else:
        failed += 1
        print("FAILED:", what)


def run(*words, text=""):
    return subprocess.run([khepri, *words], input=text, capture_output=True, text=True, check=True).stdout


for players in range(2, 6):
    table = json.loads(run("simulate", "ra", "--players", str(players), "--games", games, "--policy", "rule,random",
                           "--threads", "2", "--json"))
    share = table["policies"][0]["win_share"]
    print(f"{players} players: rule wins {100 * share:.1f} % of {games} games against random")
    check(f"{players} players: at least 95 % are won", table["policies"][0]["policy"] == "rule" and share >= 0.95)
    check(f"{players} players: all games are won by somebody",
          abs(sum(row["wins"] for row in table["policies"]) - int(games)) < 1e-6)

record = json.loads(run("simulate", "ra", "--players", "3", "--games", "1", "--policy", "rule", "--records", "-",
                        "--seed", "5").splitlines()[0])
requests = ['{"op":"new","game":"ra","players":3}']
for action in record["actions"]:
    requests += ['{"op":"legal"}', '{"op":"suggest"}', json.dumps({"op": "apply", "action": action})]
replies = [json.loads(line) for line in run("engine", text="\n".join(requests)).splitlines()][1:]
for legal, advice, applied, action in zip(replies[::3], replies[1::3], replies[2::3], record["actions"]):
    if legal["to_act"] == "chance":
        check("no advice while chance decides", not advice["ok"])
        continue
    check("the advice is what the bot played", advice["action"] == action and applied["ok"])
    check("all legal actions are weighed", sorted(o["action"] for o in advice["actions"]) == legal["legal"])
    check("the best is chosen", max(o["score"] for o in advice["actions"]) ==
          [o["score"] for o in advice["actions"] if o["action"] == action][0])
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
