#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The program against the plain model of the rules in amun_model.py, step by step.

  simulated  games of the program's own bots
  biased     games that the model plays with leanings that random play never has
  broken     records of either with one wrong action, a wrong result, header or board
  walks      games given to the engine: state, actions, views of all, undo, what is refused
  positions  states of such games, and likely but unreachable ones, given to the engine

For every step who is to act, what is legal, the whole state and the closing line must be
the same. Usage: amun_differential.py KHEPRI [--seed S] [--simulated N] [--biased N]
[--broken N] [--walks N] [--positions N] [--quick]; N counts rounds over players, options and
boards. Prints every kind of difference with its smallest case, and the branches of the rules
that no game reached. The exit status is 1 when there is any difference.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

import amun_boards
import amun_model
import amun_mutations
from amun_model import BONUSES, CARDS, PROVINCES
from compare import (
    Dialogue, Report, broken_action, broken_result, compare_trace, record_of, text)
from copied import copied

# What a leaning makes likelier: groups of actions (see group), kinds of cards as they are
# drawn. All else weighs 1. "number" is which of several numbers is liked.
LEANINGS = {
    "even": {},
    "sellers": {"sell": 12},
    "spenders": {"sell": 3, "stone": 12, "farmer": 12, "buy": 6, "end": 0.05, "number": "high"},
    "stealers": {"steal": 30, "steal+correction": 30, "sell": 0.3},
    "offerers": {"offer": 20, "offer+correction": 20, "number": "high"},
    "level": {"offer": 20, "number": "low", "sell": 0.1, "buy": 0.2, "stone": 0.5},
    "correctors": {
        "card:correction": 40, "offer+correction": 20, "steal+correction": 8, "buy": 20,
        "reward cards": 9, "sell": 0.05,
    },
    "bidders": {
        "card:blockade": 40, "card:overbid": 40, "bid+blockade": 6, "bid+overbid": 30,
        "bid crowd": 20, "buy": 20, "sell": 0.05, "number": "low", "reward cards": 9,
    },
    "builders": {
        "card:builder": 9, "stone": 20, "builder": 20, "end": 0.2, "sell": 0.1,
        "reward stones": 20, "province again": 9,
    },
    "peasants": {
        "card:free_farmer": 20, "farmer": 20, "free_farmer": 9, "end": 0.2, "sell": 0.1,
        "reward farmers": 20, "card:farmer_bonus": 9,
    },
    "misers": {
        **{"card:" + kind: 20 for kind in BONUSES + ("harvest", "eight_gold")}, "buy": 20,
        "sell": 0.02, "bonus": 8, "harvest": 6, "eight_gold": 6, "reward cards": 20,
    },
    "idlers": {"end": 90, "steal": 60, "sell": 0.02, "reward nothing": 90, "number": "low"},
    "hoarders": {"buy": 60, "reward cards": 60, "sell": 0.01, "end": 0.5, "number": "high"},
    "turncoats": {
        "card:correction": 20, "buy": 9, "reward cards": 9, "sell": 2, "offer+correction": 8,
    },
    "losers": {"sell": 9, "bid crowd": 9, "offer": 20, "number": "high", "end": 0.2},
}


# Boards and leanings that belong together.
PAIRS = (
    (amun_boards.blank, "idlers"), (amun_boards.blank, "losers"), (amun_boards.blank, "level"),
    (amun_boards.duel, "bidders"), (amun_boards.scales, "turncoats"),
    (amun_boards.scales, "correctors"), (amun_boards.few_cards, "hoarders"),
    (amun_boards.scarce, "builders"), (amun_boards.scarce, "peasants"),
    (amun_boards.jubilee, "misers"), (amun_boards.wild, "spenders"),
)


def configurations():
    for players in (3, 4, 5):
        for printed in (2, 0):
            for supplies in ("unlimited", "limited"):
                for least in (1, 0):
                    for ranks in ("drop_all", "drop_one"):
                        yield players, {
                            "baharya_printed_farmers": printed, "supplies": supplies,
                            "side_award_min_pyramids": least, "gold_tie_ranks": ranks,
                        }


def minimal_options(options):
    """What a writer puts down: only what differs from the default."""
    least = {}
    for name, value in options.items():
        if name == "board":
            if value != "2003":
                least[name] = value
        elif value != amun_model.OPTIONS[name][0]:
            least[name] = value
    return least


def with_board(rng, options, number):
    """Two of three games on an own board."""
    options = dict(options)
    if number % 3:
        options["board"] = rng.choice(amun_boards.KINDS)(rng)
    return options


# ---- The games of the model --------------------------------------------------------------


def group(state, action):
    """The word that a leaning has for an action."""
    verb, _, what = action.rpartition("/")[2].partition(":")
    if verb == "offer":
        amount, _, suffix = what.partition("+")
        return ("steal" if amount == "steal" else "offer") + ("+" + suffix if suffix else "")
    if verb == "bid":
        if "+" in what:
            return "bid+overbid" if "overbid" in what else "bid+blockade"
        taken = [marker["province"] for marker in state["markers"].values()]
        return "bid crowd" if what.partition(":")[0] in taken else "bid"
    if verb == "reward":
        cards, farmers, stones = (int(number) for number in what.split(","))
        most = max(cards, farmers, stones)
        if not most:
            return "reward nothing"
        return "reward " + ("cards", "farmers", "stones")[(cards, farmers, stones).index(most)]
    if verb == "province":
        return "province again" if what in state["provinces"] else "province"
    return verb


def number_in(action):
    digits = "".join(c for c in action.rpartition("/")[2] if c.isdigit())
    return int(digits or 0)


def choose(rng, leaning, state, legal):
    if legal[0].startswith("card:"):
        kinds = state["deck"]["kinds"] or state["discard"]
        weights = [kinds[action[5:]] * leaning.get(action, 1) for action in legal]
        return rng.choices(legal, weights)[0]
    groups = {}
    for action in legal:
        groups.setdefault(group(state, action), []).append(action)
    weights = [leaning.get(word, 1) for word in groups]
    of_group = groups[rng.choices(list(groups), weights)[0]]
    liked = leaning.get("number")
    if liked and rng.random() < 0.8:
        numbers = [number_in(action) for action in of_group]
        best = max(numbers) if liked == "high" else min(numbers)
        of_group = [a for a, number in zip(of_group, numbers) if number == best]
    return rng.choice(of_group)


def play(rng, players, options, leaning):
    """A game of the model; now and then it is broken off."""
    state = amun_model.new(players, options)
    actions = []
    stop = rng.randrange(10, 300) if rng.random() < 0.08 else None
    while state["phase"] != "over" and len(actions) != stop:
        action = choose(rng, leaning, state, amun_model.legal(state))
        amun_model.apply(state, action)
        actions.append(action)
    return record_of(
        amun_model, players, minimal_options(options), actions, state["result"])


def games(rng, rounds):
    """(players, options, leaning): each round gives every configuration another leaning, and
    then every pair some configuration."""
    leanings = list(LEANINGS.values())
    first = rng.randrange(len(leanings))
    for number in range(first, first + rounds):
        several = list(configurations())
        for place, (players, options) in enumerate(several):
            leaning = leanings[(number + place) % len(leanings)]
            yield players, with_board(rng, options, place + number), leaning
        yield from paired(rng, several)


def paired(rng, several):
    for board, word in PAIRS:
        players, options = rng.choice(several)
        yield players, dict(options, board=board(rng)), LEANINGS[word]


def biased(khepri, report, rng, rounds):
    records = [play(rng, *game) for game in games(rng, rounds)]
    if rounds > 1:
        for players in (3, 4, 5):
            board = {"board": amun_boards.rich(rng)}
            records.append(play(rng, players, board, LEANINGS["spenders"]))
    compare_trace(amun_model, khepri, report, records, "biased")


# ---- Simulated games ---------------------------------------------------------------------


def simulate(khepri, rng, players, options, folder):
    command = [
        khepri, "simulate", "amun_re", "--players", str(players), "--games", "1", "--seed",
        str(rng.randrange(10**9)), "--policy", rng.choice(["random", "rule", "rule,random"]),
        "--records", "-",
    ]
    for name, value in options.items():
        if isinstance(value, dict):
            path = os.path.join(folder, "board.json")
            with open(path, "w", encoding="utf-8") as file:
                json.dump(value, file)
            value = path
        command += ["--option", f"{name}={value}"]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return [json.loads(line) for line in output.splitlines() if line.startswith("{")]


def simulated(khepri, report, rng, rounds):
    records = []
    with tempfile.TemporaryDirectory() as folder:
        for number in range(rounds):
            for place, (players, options) in enumerate(configurations()):
                options = with_board(rng, options, place + number)
                written = simulate(khepri, rng, players, options, folder)
                report.check("simulated: games written", 1, len(written), 0, options)
                for game in written:
                    report.check("simulated: options written", minimal_options(options),
                                 game.get("options", {}), 0, options)
                    report.check(
                        "simulated: result written", True, bool(game.get("result")), 0, None)
                records += written
    compare_trace(amun_model, khepri, report, records, "simulated")


# ---- Broken records ----------------------------------------------------------------------


def plausible():
    """All that could stand in some state, and what looks like it."""
    strings = ["end", "", "pass", "start", "bid", "offer", "buy", "reward", "correct", "ends"]
    strings += [f"start:{seat}" for seat in range(-1, 6)]
    for name in PROVINCES + ("cairo", "Abu", ""):
        for verb in ("province", "farmer", "stone", "free_farmer", "builder", "eight_gold",
                     "harvest", "bid"):
            strings.append(f"{verb}:{name}")
        for number in (0, 1, 2, 3, 6, 10, 15, 21, 28, 36, 45):
            for suffix in ("", "+blockade", "+overbid", "+blockade+overbid"):
                strings.append(f"bid:{name}:{number}{suffix}")
        strings += [f"bid:{name}:0+overbid+blockade", f"bid:{name}:00", f"bid:{name}:-1",
                    f"bid:{name}:+1", f"bid:{name}:1+correction", f"bid:{name}:0+blockade+blockade"]
    for kind in CARDS + ("cat", ""):
        strings += [f"sell:{kind}", f"card:{kind}", f"bonus:{kind}", kind]
    for number in list(range(0, 60)) + ["01", "-1", "+1", "99999999999999999999", "1.0", ""]:
        strings += [f"offer:{number}", f"offer:{number}+correction", f"buy:{number}"]
    strings += ["offer:steal", "offer:steal+correction", "offer:-3", "offer:steal+blockade"]
    for value in ("+3", "-3", "3", "0", "+6", "+03"):
        strings.append(f"correct:{value}")
    for cards in range(5):
        for farmers in range(5):
            strings += [f"reward:{cards},{farmers},{stones}" for stones in range(5)]
    strings += ["reward:0,0", "reward:0,0,0,0", "reward:1", "reward:0, 0,0", "reward:-1,0,0"]
    return strings


PLAUSIBLE = plausible()


def bent(rng, action):
    """Something close to this action."""
    return rng.choice([
        action + " ", " " + action, action + ":", action + ":1", action.upper(), action[:-1],
        action + "0", action.replace(":", ":0"), action.replace(":", ":+"),
        action.replace(":", " "), "0/" + action, "1/" + action, action.rpartition("/")[2],
        action + "+blockade", action + "+overbid", action + "+correction", "00/" + action,
        "5/" + action.rpartition("/")[2], action.replace("/", ":"), action + "\x00",
    ])


def wrong_actions(rng, state, count):
    """Strings that the model refuses, of every kind there is."""
    allowed = set(amun_model.legal(state))
    near = sorted(allowed) or ["end"]
    strings = rng.sample(PLAUSIBLE, count)
    strings += [f"{rng.randrange(6)}/{s}" for s in rng.sample(PLAUSIBLE, count // 4)]
    strings += [bent(rng, rng.choice(near)) for _ in range(count // 4)]
    return [s for s in strings if s not in allowed]


def wrong_action(rng, state):
    return wrong_actions(rng, state, 40)[0]


def broken_headers(record):
    names = record["players"]
    yield dict(record, format="khepri-record/2")
    yield dict(record, game="amun")
    yield dict(record, players=names[:2])
    yield dict(record, players=(names * 6)[:6])
    for options in (
        {"baharya_printed_farmers": 1}, {"baharya_printed_farmers": "1"},
        {"baharya_printed_farmers": True}, {"supplies": "some"}, {"supplies": True},
        {"side_award_min_pyramids": 2}, {"side_award_min_pyramids": False},
        {"gold_tie_ranks": "drop"}, {"gold_tie_ranks": 1}, {"board": "1999"}, {"board": None},
        {"board": 7}, {"board": {}}, {"board": []}, {"edition": "2003"}, {"cat": 1},
    ):
        yield dict(record, options=options)
    for board in amun_boards.broken():
        yield dict(record, options={"board": board})


def broken(khepri, report, rng, rounds):
    for _ in range(rounds):
        records = []
        for players, options, leaning in games(rng, 1):
            record = play(rng, players, options, leaning)
            if len(records) % 4 == 0:
                records += [broken_action(rng, amun_model, record, wrong_action), broken_result(rng, record)]
            stop = rng.randrange(len(record["actions"]))
            records.append(record_of(
                amun_model, players, record["options"], record["actions"][:stop]))
        records += list(broken_headers(records[0]))
        compare_trace(amun_model, khepri, report, records, "broken")


# ---- The engine --------------------------------------------------------------------------


def ask_about(dialogue, state, what, views=True):
    """The state, what is legal in it and for each seat, and everybody's view."""
    state = copied(state)
    size = len(text(state))
    legal, to_act = amun_model.legal(state), state["to_act"]
    dialogue.ask(f"{what}: state", {"op": "state"}, {"ok": True, "state": state}, size)
    expected = {"ok": True, "to_act": to_act, "legal": legal}
    dialogue.ask(f"{what}: legal", {"op": "legal"}, expected, size)
    if not views:
        return
    for seat in range(state["players"]):
        mine = [] if to_act == "chance" or seat not in to_act else [
            action for action in legal if len(to_act) == 1 or action.startswith(f"{seat}/")]
        dialogue.ask(f"{what}: legal of a seat", {"op": "legal", "seat": seat},
                     {"ok": True, "legal": mine}, size)
    for seat in [None] + list(range(state["players"])):
        dialogue.ask(f"{what}: view", {"op": "view", "seat": seat},
                     {"ok": True, "view": amun_model.view(state, seat)}, size)
    dialogue.ask(f"{what}: view of no seat", {"op": "view", "seat": state["players"]},
                 {"ok": False})
    dialogue.ask(f"{what}: legal of no seat", {"op": "legal", "seat": -1}, {"ok": False})


def ask_briefly(dialogue, state, what):
    ask_about(dialogue, state, what, views=False)


def ask_wrong(rng, dialogue, state, what, count):
    for action in wrong_actions(rng, state, count):
        dialogue.ask(f"{what}: refused", {"op": "apply", "action": action}, {"ok": False},
                     len(action))
    ask_about(dialogue, state, f"{what}, after wrong actions", views=False)


def walk(rng, dialogue, record, share):
    """One game from its beginning; now and then everything is asked."""
    players, options = len(record["players"]), record["options"]
    state = amun_model.new(players, options)
    dialogue.ask("walk: new", {"op": "new", "game": "amun_re", "players": players,
                               "options": options}, {"ok": True})
    seen = set()
    for action in record["actions"]:
        key = (state["phase"], state["to_act"] == "chance", state["round"])
        if key not in seen or rng.random() < share:
            seen.add(key)
            ask_about(dialogue, state, "walk")
            ask_wrong(rng, dialogue, state, "walk", 40)
            before = copied(state)
            dialogue.ask("walk: apply", {"op": "apply", "action": action}, {"ok": True})
            dialogue.ask("walk: undo", {"op": "undo"}, {"ok": True})
            ask_about(dialogue, before, "walk, undone", views=False)
        dialogue.ask("walk: apply", {"op": "apply", "action": action}, {"ok": True})
        amun_model.apply(state, action)
    ask_about(dialogue, state, "walk")
    ask_wrong(rng, dialogue, state, "walk", 40)


def walks(khepri, report, rng, rounds):
    for number in range(rounds):
        for place, (players, options, leaning) in enumerate(games(rng, 1)):
            if place % 4 != number % 4:
                continue
            dialogue = Dialogue()
            walk(rng, dialogue, play(rng, players, options, leaning), 0.02)
            dialogue.compare(khepri, report)


# ---- Positions ---------------------------------------------------------------------------


def positions_of(record):
    """All states of one game by phase and by whether chance is to act."""
    state = amun_model.new(len(record["players"]), record["options"])
    found = {}
    for action in record["actions"] + [None]:
        key = (state["phase"], state["to_act"] == "chance", state["round"] > 3)
        found.setdefault(key, []).append(copied(state))
        if action is not None:
            amun_model.apply(state, action)
    return found


def play_on(rng, dialogue, state, steps, what):
    """From an accepted position some steps, and back one now and then."""
    state = copied(state)
    for _ in range(steps):
        if not dialogue.step(rng, amun_model, state, what, ask_briefly):
            break


def shifted(rng, state):
    """A state like this one that need not be reachable: other gold, scores, buildings."""
    changed = copied(state)
    if state["phase"] == "start":
        return changed
    for hand in changed["seats"]:
        if state["phase"] not in ("over", "bid"):
            hand["gold"] += rng.choice([0, 0, 1, 30])
        if state["phase"] != "over":
            hand["score"] = rng.choice([0, 1, 17, 200])
    if state["phase"] == "income" and state["options"]["supplies"] == "unlimited":
        for place in changed["provinces"].values():
            if place["owner"] is None:
                continue
            place["stones"] = rng.randrange(3)
            place["pyramids"] = rng.randrange(5)
            place["free_farmers"] = rng.choice([place["free_farmers"], 3])
    return changed


def positions(khepri, report, rng, rounds):
    for number in range(rounds):
        dialogue = Dialogue()
        for place, (players, options, leaning) in enumerate(games(rng, 1)):
            if place % 3 != number % 3:
                continue
            for states in positions_of(play(rng, players, options, leaning)).values():
                state = rng.choice(states)
                for name, changed in amun_mutations.inconsistent(rng, state):
                    report.mutations.add(name)
                    dialogue.ask(f"mutation accepted: {name}", {"op": "position", "state": changed},
                                 {"ok": False}, len(text(state)))
                for state in (rng.choice(states), shifted(rng, rng.choice(states))):
                    size = len(text(state))
                    dialogue.ask("position", {"op": "position", "state": state}, {"ok": True}, size)
                    ask_about(dialogue, state, "position")
                    play_on(rng, dialogue, state, 3, "position")
                seat = rng.choice([None] + list(range(players)))
                dialogue.ask("position: a view", {
                    "op": "position", "state": amun_model.view(states[0], seat)}, {"ok": False})
        dialogue.compare(khepri, report)


# ---- All of it ---------------------------------------------------------------------------

ROUNDS = {"simulated": 1, "biased": 1, "broken": 1, "walks": 1, "positions": 1}
PARTS = {"simulated": simulated, "biased": biased, "broken": broken, "walks": walks,
         "positions": positions}


def quick(khepri, report, rng):
    """A few games of each kind, and a walk."""
    several = list(configurations())
    records = [play(rng, *game) for game in paired(rng, several)]
    with tempfile.TemporaryDirectory() as folder:
        for place in rng.sample(range(len(several)), 4):
            players, options = several[place]
            records += simulate(khepri, rng, players, options, folder)
    compare_trace(amun_model, khepri, report, records, "quick")
    dialogue = Dialogue()
    walk(rng, dialogue, play(rng, 4, {}, LEANINGS["even"]), 0)
    dialogue.compare(khepri, report)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("khepri")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quick", action="store_true")
    for part, rounds in ROUNDS.items():
        parser.add_argument(f"--{part}", type=int, default=rounds)
    arguments = parser.parse_args()
    report = Report()
    rng = random.Random(arguments.seed)
    if arguments.quick:
        quick(arguments.khepri, report, rng)
    else:
        for part, play_part in PARTS.items():
            play_part(arguments.khepri, report, rng, getattr(arguments, part))
    report.print_differences()
    missing = amun_model.never_reached()
    print(f"never reached: {'; '.join(missing) or 'nothing'}")
    print(
        f"seed {arguments.seed}: {report.games} games, {report.steps} steps, "
        f"{report.checks} other checks, {len(amun_model.BRANCHES) - len(missing)} of "
        f"{len(amun_model.BRANCHES)} branches, {len(report.mutations)} kinds of mutation, "
        f"{len(report.differences)} kinds of difference"
    )
    return 1 if report.differences else 0


if __name__ == "__main__":
    sys.exit(main())
