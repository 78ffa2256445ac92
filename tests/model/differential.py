#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The program against the plain model of the rules in ra_model.py, step by step.

  simulated  games of the program's own bots
  biased     games that the model plays with leanings that random play never has
  broken     records of either with one wrong action or a wrong result
  positions  states of such games, and likely but unreachable ones, given to the engine
  mutations  states that break one sentence of what `position` demands

For every step who is to act, what is legal, the whole state and the closing line must be
the same. Usage: differential.py KHEPRI [--seed S] [--simulated N] [--biased N]
[--broken N] [--positions N]; N counts rounds over all editions, players and options.
Prints every kind of difference with its smallest case; exit status 1 when there is any.
"""

import argparse
import json
import random
import subprocess
import sys

import mutations
import ra_model
from compare import (
    Dialogue, Report, broken_action, broken_result, compare_trace, record_of, text)
from copied import copied

LEANINGS = {
    # What a leaning makes likelier: actions by verb, tiles by kind. All else weighs 1.
    "even": {},
    "draws": {"draw": 40, "pass": 6},
    "shy": {"draw": 25, "pass": 40, "end": 0.2},
    "loud": {"invoke": 25, "bid": 10},
    "pious": {"tile:god": 12, "take": 12, "draw": 6, "bid": 2, "end": 0.1},
    "plagued": {
        "draw": 8, "pass": 5, "take": 6, "tile:god": 6, "tile:ra": 0.3, "tile:funeral": 20,
        "tile:drought": 20, "tile:unrest": 25, "tile:earthquake": 20,
    },
    "builders": {
        "draw": 12, "pass": 4, "tile:ra": 0.4, "take": 5, "tile:unrest": 6, "tile:earthquake": 9,
        **{"tile:" + kind: 4 for kind in ra_model.CIVILIZATION + ra_model.MONUMENTS},
    },
    "late_ra": {"draw": 30, "pass": 15, "tile:ra": 0.0001},
    "early_ra": {"draw": 30, "pass": 3, "tile:ra": 12},
    "hoarder": {
        "draw": 12, "tile:ra": 0.6, "tile:unrest": 4, "tile:god": 4, "take": 8,
        "tile:temple": 15, "tile:palace": 15, "tile:statue": 15,
    },
}


def configurations():
    for edition, numbers in ra_model.EDITIONS.items():
        for players in numbers:
            for god_disaster in ("after_all", "immediate", "ignored"):
                for empty_invoke in (True, False):
                    yield players, {
                        "edition": edition,
                        "god_disaster": god_disaster,
                        "empty_invoke": empty_invoke,
                    }


# ---- Records -----------------------------------------------------------------------------


def minimal_options(options):
    """What a writer puts down: only what differs from the default."""
    least = {}
    if options["edition"] != "2016":
        least["edition"] = options["edition"]
    if options["god_disaster"] != ra_model.GOD_DISASTER[options["edition"]]:
        least["god_disaster"] = options["god_disaster"]
    if not options["empty_invoke"]:
        least["empty_invoke"] = False
    return least


def weigh(leaning, state, action):
    verb = action.partition(":")[0]
    weight = leaning.get(action, leaning.get(verb, 1))
    if leaning is LEANINGS["hoarder"] and state["phase"] == "auction":
        eager = state["to_act"][0] == 0
        weight = 30 if eager == (verb == "bid") else 1
    return weight


def play(rng, players, options, leaning):
    """A game of the model; now and then it is broken off."""
    state = ra_model.new(players, options)
    actions = []
    stop = rng.randrange(10, 300) if rng.random() < 0.08 else None
    while state["phase"] != "over" and len(actions) != stop:
        legal = ra_model.legal(state)
        weights = [weigh(leaning, state, action) for action in legal]
        if state["phase"] == "draw":
            # As many chances as tiles, then the leaning.
            weights = [w * state["bag"][a[5:]] for w, a in zip(weights, legal)]
        action = rng.choices(legal, weights)[0]
        ra_model.apply(state, action)
        actions.append(action)
    return state, record_of(ra_model, players, options, actions, state["result"])


# ---- Simulated games ---------------------------------------------------------------------


def simulated(khepri, report, rng, rounds):
    policies = ["random", "rule", "rule,random"]
    for _ in range(rounds):
        records = []
        for players, options in configurations():
            command = [
                khepri, "simulate", "ra", "--players", str(players), "--games", "2",
                "--seed", str(rng.randrange(10**9)), "--policy", rng.choice(policies),
                "--records", "-",
            ]
            for name, value in options.items():
                written = value if isinstance(value, str) else json.dumps(value)
                command += ["--option", f"{name}={written}"]
            output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
            games = [json.loads(line) for line in output.splitlines() if line.startswith("{")]
            report.check("simulated: games written", 2, len(games), 0, command)
            for game in games:
                report.check(
                    "simulated: options written", minimal_options(options),
                    game.get("options", {}), 0, command,
                )
                report.check("simulated: result written", True, bool(game.get("result")), 0, None)
            records += games
        compare_trace(ra_model, khepri, report, records, "simulated")


def quick(khepri, report, rng):
    """One game of each fifth configuration: all numbers of players, editions and options are among them."""
    leanings = list(LEANINGS.values())
    chosen = enumerate(list(configurations())[::5], rng.randrange(len(leanings)))
    records = [play(rng, *game, leanings[place % len(leanings)])[1] for place, game in chosen]
    compare_trace(ra_model, khepri, report, records, "quick")


def biased(khepri, report, rng, rounds):
    """Each round gives every configuration another leaning; as many rounds as there are
    leanings see all pairs."""
    leanings = list(LEANINGS.values())
    first = rng.randrange(len(leanings))
    for number in range(first, first + rounds):
        records = []
        for place, (players, options) in enumerate(configurations()):
            leaning = leanings[(number + place) % len(leanings)]
            records.append(play(rng, players, options, leaning)[1])
        compare_trace(ra_model, khepri, report, records, "biased")


# ---- Broken records ----------------------------------------------------------------------


def wrong_action(rng, state):
    """Something close to right that the model refuses."""
    legal = ra_model.legal(state)
    kinds = list(ra_model.TILES) + ["war", "Ra", "", "step pyramid", "ra "]
    near = rng.choice(legal) if legal else "draw"
    choices = [
        "draw", "invoke", "pass", "end", "", "skip", "deal", "deal:1,1,1", "deal:1,2,3",
        "deal:1,2", "deal:3,2,1,4", "deal:0,1,2", "tile", "take", "bid", "discard", "bid:",
        f"bid:{rng.randrange(-1, 19)}", f"bid:{rng.randrange(-1, 19)}", "bid:99999999999999999999",
        "take:" + rng.choice(kinds), "tile:" + rng.choice(kinds), "discard:" + rng.choice(kinds),
        near + " ", " " + near, near + ":", near + ":1", near.upper(), near[:-1], near + "0",
        near.replace(":", ":0"), near.replace(":", ":+"), near.replace(":", " "), "0/" + near,
        near.replace(",", ", "),
    ]
    while True:
        action = rng.choice(choices)
        if action not in legal:
            return action


def broken_header(rng, record):
    players = record["players"]
    return rng.choice([
        dict(record, format="khepri-record/2"),
        dict(record, game="senet"),
        dict(record, options={"edition": "2004"}),
        dict(record, options={"god_disaster": "never"}),
        dict(record, options={"empty_invoke": "maybe"}),
        dict(record, options={"shuffle": True}),
        dict(record, options={"edition": "1999"}, players=["a", "b"]),
        dict(record, players=players[:1]),
        dict(record, players=(players * 6)[:6]),
    ])


def broken(khepri, report, rng, rounds):
    for _ in range(rounds):
        records = []
        for players, options in configurations():
            leaning = rng.choice(list(LEANINGS.values()))
            record = play(rng, players, options, leaning)[1]
            records += [broken_action(rng, ra_model, record, wrong_action) for _ in range(2)]
            records += [broken_result(rng, record), broken_header(rng, record)]
            unfinished = record["actions"][: rng.randrange(len(record["actions"]))]
            records.append(record_of(ra_model, players, options, unfinished))
        compare_trace(ra_model, khepri, report, records, "broken")


# ---- The engine --------------------------------------------------------------------------


def ask_about(dialogue, state, what):
    """The state, what is legal in it and every seat's view."""
    state = copied(state)
    size = len(text(state))
    dialogue.ask(f"{what}: state", {"op": "state"}, {"ok": True, "state": state}, size)
    dialogue.ask(
        f"{what}: legal", {"op": "legal"},
        {"ok": True, "to_act": state["to_act"], "legal": ra_model.legal(state)}, size,
    )


def positions_of(rng, players, options):
    """A few states of one game, no two alike in phase if it can be helped."""
    leaning = rng.choice(list(LEANINGS.values()))
    _, record = play(rng, players, options, leaning)
    state = ra_model.new(players, options)
    by_phase = {}
    for action in record["actions"] + [None]:
        by_phase.setdefault(state["phase"], []).append(copied(state))
        if action is not None:
            ra_model.apply(state, action)
    return [rng.choice(states) for states in by_phase.values()]


def play_on(rng, dialogue, state, steps, what):
    """From an accepted position some steps, back one, and one wrong one."""
    state = copied(state)
    for _ in range(steps):
        if not dialogue.step(rng, ra_model, state, what, ask_about):
            break
    dialogue.ask(
        f"{what}: wrong action", {"op": "apply", "action": wrong_action(rng, state)}, {"ok": False}
    )
    ask_about(dialogue, state, f"{what}, after a wrong action")
    seat = rng.choice([None] + list(range(state["players"])))
    dialogue.ask(
        f"{what}: view", {"op": "view", "seat": seat}, {"ok": True, "view": copied(state)}
    )


def positions(khepri, report, rng, rounds):
    for _ in range(rounds):
        dialogue = Dialogue()
        former = ra_model.new(3, {})
        dialogue.ask("engine: new", {"op": "new", "game": "ra", "players": 3}, {"ok": True})
        for players, options in configurations():
            for state in positions_of(rng, players, options):
                size = len(text(state))
                for name, changed in mutations.inconsistent(rng, state):
                    report.mutations.add(name)
                    request = {"op": "position", "state": changed}
                    dialogue.ask(f"mutation accepted: {name}", request, {"ok": False}, size)
                ask_about(dialogue, former, "after refused positions")
                request = {"op": "position", "state": state}
                dialogue.ask("position of a game", request, {"ok": True}, size)
                ask_about(dialogue, state, "position")
                play_on(rng, dialogue, state, 2, "position")
                for name, changed, meant in mutations.consistent(rng, state):
                    request = {"op": "position", "state": changed}
                    dialogue.ask(f"consistent state refused: {name}", request, {"ok": True}, size)
                    ask_about(dialogue, meant, f"consistent, {name}")
                    play_on(rng, dialogue, meant, 6, f"consistent, {name}")
                request = {"op": "position", "state": state}
                dialogue.ask("position of a game", request, {"ok": True}, size)
                former = copied(state)
        dialogue.compare(khepri, report)


# ---- All of it ---------------------------------------------------------------------------


ROUNDS = {"simulated": 1, "biased": 1, "broken": 1, "positions": 1}
PARTS = {"simulated": simulated, "biased": biased, "broken": broken, "positions": positions}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("khepri")
    parser.add_argument("--seed", type=int, default=1)
    for part, rounds in ROUNDS.items():
        parser.add_argument(f"--{part}", type=int, default=rounds)
    arguments = parser.parse_args()
    report = Report()
    rng = random.Random(arguments.seed)
    for part, play_part in PARTS.items():
        play_part(arguments.khepri, report, rng, getattr(arguments, part))
    report.print_differences()
    print(
        f"seed {arguments.seed}: {report.games} games, {report.steps} steps, "
        f"{report.checks} other checks, {len(report.mutations)} kinds of mutation, "
        f"{len(report.differences)} kinds of difference"
    )
    return 1 if report.differences else 0


if __name__ == "__main__":
    sys.exit(main())
