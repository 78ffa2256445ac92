#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The rule bots beat random play as they should, for each number of players, and their advice is legal
and leads to what they chose. Usage: bots.py KHEPRI [GAMES]"""
import collections
import json
import random
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


def matches(game, fewest, wanted):
    """Rule against random, with each number of players."""
    for players in range(fewest, 6):
        table = json.loads(run("simulate", game, "--players", str(players), "--games", games, "--policy", "rule,random",
                               "--threads", "2", "--json"))
        share = table["policies"][0]["win_share"]
        print(f"{game}, {players} players: rule wins {100 * share:.1f} % of {games} games against random")
        check(f"{game}, {players} players: at least {100 * wanted:.0f} % are won",
              table["policies"][0]["policy"] == "rule" and share >= wanted)
        check(f"{game}, {players} players: all games are won by somebody",
              abs(sum(row["wins"] for row in table["policies"]) - int(games)) < 1e-6)


def records(game, players, threads):
    """The records of three games that the rule bot plays against itself."""
    return run("simulate", game, "--players", str(players), "--games", "3", "--policy", "rule", "--records", "-",
               "--seed", "5", "--threads", threads)


def advice(game, players, by_chance):
    """A game followed with `suggest`. An action that begins with `by_chance` the bot may choose otherwise."""
    text = records(game, players, "1")
    check(f"{game}: the same seed, the same games, on any number of threads", text == records(game, players, "2"))
    record = json.loads(text.splitlines()[0])
    requests = [json.dumps({"op": "new", "game": game, "players": players})]
    for action in record["actions"]:
        requests += ['{"op":"legal"}', '{"op":"suggest"}', json.dumps({"op": "apply", "action": action})]
    replies = [json.loads(line) for line in run("engine", text="\n".join(requests)).splitlines()][1:]
    for legal, told, applied, action in zip(replies[::3], replies[1::3], replies[2::3], record["actions"]):
        check(f"{game}: {action} is legal", applied["ok"])
        if legal["to_act"] == "chance":
            check(f"{game}: no advice while chance decides", not told["ok"])
            continue
        if len(legal["to_act"]) > 1:
            check(f"{game}: several may act, so none is advised without a seat", not told["ok"])
            continue
        if not action.startswith(by_chance):
            check(f"{game}: the advice is what the bot played: {action}", told["action"] == action)
        check(f"{game}: all legal actions are weighed",
              sorted(o["action"] for o in told["actions"]) == sorted(legal["legal"]))
        check(f"{game}: the best is chosen", max(o["score"] for o in told["actions"]) ==
              [o["score"] for o in told["actions"] if o["action"] == told["action"]][0])


def engine(*requests):
    return [json.loads(line) for line in run("engine", text="\n".join(map(json.dumps, requests))).splitlines()]


def add_up(*hands):
    return sum((collections.Counter(hand) for hand in hands), collections.Counter())


def secrets(players):
    """What a seat cannot see is dealt anew: the other hands and the deck, and the others' sealed offers of gold.
    The bot chooses the same, for the same reasons."""
    dice = random.Random(3)
    record = json.loads(records("amun_re", players, "1").splitlines()[0])
    start = {"op": "new", "game": "amun_re", "players": players}
    replies = engine(start, *(request for action in record["actions"]
                              for request in ({"op": "state"}, {"op": "apply", "action": action})))[1::2]
    changed = 0
    for truth in (reply["state"] for reply in replies):
        if truth["to_act"] == "chance" or dice.random() < 0.6:
            continue
        seat, other = truth["to_act"][0], json.loads(json.dumps(truth))
        hidden = [s["cards"] for i, s in enumerate(other["seats"]) if i != seat]
        offers = other["sacrifice"]["offers"] if truth["phase"] == "offer" else {}
        if any(offer.get("correction") or offer.get("sold") for offer in offers.values()):
            continue
        for by, offer in offers.items():
            if "gold" in offer:
                offer["gold"] = dice.randint(1, other["seats"][int(by)]["gold"])
        pool = list(add_up(other["deck"]["kinds"], *hidden).elements())
        dice.shuffle(pool)
        for hand in hidden:
            count = sum(hand.values())
            hand.clear()
            hand.update(collections.Counter(pool[:count]))
            del pool[:count]
        other["deck"]["kinds"] = dict(collections.Counter(pool))
        changed += other != truth
        suggest = {"op": "suggest", "seat": seat}
        told = engine({"op": "position", "state": truth}, suggest, {"op": "position", "state": other}, suggest)
        check("both positions are good", all(reply["ok"] for reply in told))
        check(f"secrets do not matter in phase {truth['phase']}", told[1] == told[3])
    check("secrets were changed", changed > 20)


matches("ra", 2, 0.95)
matches("amun_re", 3, 0.98)
advice("ra", 3, ("none",))
advice("amun_re", 4, ("offer:",))
secrets(4)
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
