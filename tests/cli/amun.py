#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Amun-Re through the program: what simulate writes, replay accepts, with all options and boards; every
state is taken back by `position` byte for byte; views have the holes they should, and are no positions;
broken boards and states are refused, each with a sentence.
Usage: amun.py KHEPRI BOARD.json [GAMES]"""
import copy
import json
import os
import re
import subprocess
import sys
import tempfile

khepri, board_path = sys.argv[1], sys.argv[2]
games = sys.argv[3] if len(sys.argv) > 3 else "2"
board = json.load(open(board_path, encoding="utf-8"))
passed = failed = 0


def check(what, good):
    global passed, failed
    if good:
        passed += 1
    else:
        failed += 1
        print("FAILED:", what)


def run(*words, text=""):
    return subprocess.run([khepri, *words], input=text, capture_output=True, text=True, check=False)


def engine(requests):
    """One reply a request."""
    lines = [r if isinstance(r, str) else json.dumps(r) for r in requests]
    replies = run("engine", text="".join(line + "\n" for line in lines)).stdout.splitlines()
    assert len(replies) == len(requests), "one reply a request"
    return [json.loads(reply) for reply in replies]


def change(value, path, new):
    changed = copy.deepcopy(value)
    at = changed
    for key in path[:-1]:
        at = at[key]
    if new is ...:
        del at[path[-1]]
    else:
        at[path[-1]] = new
    return changed


def refused(what, reply):
    check(what + " is refused", reply["ok"] is False)
    check(what + ": one sentence", bool(re.fullmatch(r"[^\n.]+(\.[^\n. ][^\n.]*)*", reply.get("error", ""))))


# ---- games, records, traces ----

SETS = [[], ["supplies=limited"], ["baharya_printed_farmers=0", "gold_tie_ranks=drop_one"],
        ["side_award_min_pyramids=0", "board=2003"]]
traced = []


def play(players, options):
    what = f"{players} players, {[os.path.basename(option) for option in options]}" # also the seed: without the folder, which is another each time
    words = [w for o in options for w in ("--option", o)]
    made = run("simulate", "amun_re", "--players", str(players), "--games", games, "--seed", what, "--records", "-",
               *words)
    check(what + ": simulate ends well", made.returncode == 0)
    records = [json.loads(line) for line in made.stdout.splitlines()]
    checked = run("replay", "-", text=made.stdout)
    check(what + ": replay accepts", checked.returncode == 0 and
          [json.loads(line) for line in checked.stdout.splitlines()] ==
          [{"line": i + 1, "ok": True, "actions": len(r["actions"]), "result": r["result"]}
           for i, r in enumerate(records)])
    steps = []
    for line in run("replay", "--trace", "-", text=made.stdout).stdout.splitlines():
        if '"state"' in line:
            steps.append((line[line.index('"state":') + 8:-1], json.loads(line)))
    check(what + ": legal is sorted, and holds the action", all(
        t["legal"] == sorted(t["legal"]) and t.get("action") in t["legal"] + [None] for _, t in steps))
    check(what + ": to_act is that of the state", all(t["to_act"] == t["state"]["to_act"] for _, t in steps))
    traced.extend(steps)
    return records


for players in (3, 4, 5):
    for options in SETS:
        wanted = {key: int(value) if value.isdigit() else value
                  for key, value in (o.split("=") for o in options if o != "board=2003")}
        for record in play(players, options):
            check("only unusual options are written", record.get("options", {}) == wanted)

own = change(change(board, ["name"], "\u00e4nother \"board\""), ["provinces", "baharya", "farms"], 3)
plain = {k: v for k, v in own.items() if k not in ("grades", "notes")}
plain["provinces"] = {n: {k: v for k, v in p.items() if k != "grades"} for n, p in own["provinces"].items()}
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "board.json")
    json.dump(own, open(path, "w", encoding="utf-8"))
    for record in play(4, ["board=" + path]):
        check("an own board stands in the record whole", record["options"] == {"board": plain})
    json.dump(board, open(path, "w", encoding="utf-8"))
    for record in play(4, ["board=" + path]):
        check("the default board goes by its name", "options" not in record)
    with open(path, "w", encoding="utf-8") as f:
        f.write("{")
    broken = run("simulate", "amun_re", "--players", "4", "--games", "1", "--option", "board=" + path)
    check("a file that is no board is refused", broken.returncode == 2 and len(broken.stderr.splitlines()) == 1)

# ---- positions: taken back, byte for byte ----

few = [t for n, t in enumerate(traced) if n % 9 == 0 or t[1]["state"]["phase"] in
       ("start", "correct", "scoring", "over") or (t[1]["state"]["phase"] == "income" and n % 2)]
requests = []
for text, trace in few:
    requests += ['{"op":"position","state":' + text + "}", '{"op":"state"}', '{"op":"legal"}']
replies = run("engine", text="\n".join(requests) + "\n").stdout.splitlines()
for i, (text, trace) in enumerate(few):
    what = f"{trace['state']['phase']}, line {trace['line']}, step {trace['step']}"
    check(what + ": taken", json.loads(replies[3 * i])["ok"])
    check(what + ": the same bytes", replies[3 * i + 1] == '{"ok":true,"state":' + text + "}")
    legal = json.loads(replies[3 * i + 2])
    check(what + ": the same to do", (legal["legal"], legal["to_act"]) == (trace["legal"], trace["to_act"]))
check("every phase was tried", {t["state"]["phase"] for _, t in few} == {
    "start", "provinces", "bid", "actions", "offer", "correct", "reward", "income", "scoring", "over"})

# ---- views ----


def look(state, view, seat):
    """What a view of `seat` must be, made from the state."""
    right = copy.deepcopy(state)
    right["deck"]["kinds"] = None
    for p in right["provinces"].values():
        p["cards"] = [None] * len(p["cards"])
    for i, s in enumerate(right["seats"]):
        if i != seat:
            s["cards"] = {"count": sum(s["cards"].values())}
    if state["phase"] == "offer":
        for i in [i for i in right["sacrifice"]["offers"] if int(i) != seat]:
            offer = right["sacrifice"]["offers"].pop(i)
            if "correction" in offer:
                right["sacrifice"]["offers"][i] = {"sealed": True}
    return right == view


some = [t for n, t in enumerate(few) if n % 3 == 0 or t[1]["state"]["phase"] == "offer"]
requests = []
for text, trace in some:
    requests.append('{"op":"position","state":' + text + "}")
    requests += [{"op": "view", "seat": seat} for seat in [None, *range(trace["state"]["players"])]]
replies = iter(engine(requests))
views = []
for text, trace in some:
    next(replies)
    for seat in [None, *range(trace["state"]["players"])]:
        reply = next(replies)
        views.append((seat, reply["view"]))
        check(f"the view of {seat}, {trace['state']['phase']}", look(trace["state"], reply["view"], seat))
for (seat, view), reply in zip(views[::7], engine([{"op": "position", "state": v} for _, v in views[::7]])):
    refused("a view as a position", reply)

# ---- boards that are none ----

FAULTS = [(["name"], ""), (["name"], 3), (["name"], "x" * 64), (["name"], ...),
          (["bid_numbers"], [0]), (["bid_numbers"], [1, 2]), (["bid_numbers"], [0, 3, 3]),
          (["bid_numbers"], [0, 1000]), (["bid_numbers"], list(range(17))), (["bid_numbers", 2], "3"),
          (["temple_ranges"], []), (["temple_ranges", 0, "min"], 0), (["temple_ranges", 1, "min"], 4),
          (["temple_ranges", 1, "max"], 2), (["temple_ranges", 3, "max"], 99), (["temple_ranges", 2, "space"], 4),
          (["temple_ranges", 2, "colour"], "red"), (["power_cards", "builder"], 4), (["power_cards", "harvest"], 21),
          (["power_cards", "harvest"], ...), (["power_cards", "joker"], 1), (["supplies", "stones"], 100),
          (["supplies", "gold"], 1), (["supplies"], ...), (["provinces", "abu"], ...), (["provinces", "cairo"], {}),
          (["provinces", "abu", "side"], "north"), (["provinces", "abu", "egypt"], 1),
          (["provinces", "abu", "bank"], 1), (["provinces", "abu", "farms"], 10), (["provinces", "abu", "farms"], 1.5),
          (["provinces", "abu", "limit"], -1), (["provinces", "abu", "temples"], ...),
          (["provinces", "abu", "income_always"], 100), (["provinces", "abu", "free"], None),
          (["provinces", "abu", "free", "gold"], 100), (["provinces", "abu", "free", "corn"], 1),
          (["provinces", "abu", "colour"], "red"), (["colour"], "red"), (["provinces"], [])]
requests = [{"op": "new", "game": "amun_re", "players": 4, "options": {"board": change(board, p, v)}}
            for p, v in FAULTS]
for (path, value), reply in zip(FAULTS, engine(requests)):
    refused(f"a board with {'.'.join(map(str, path))} = {value}", reply)
OPTIONS = [{"board": "2004"}, {"board": 7}, {"baharya_printed_farmers": 1}, {"side_award_min_pyramids": True}, {"supplies": True}, {"edition": "2003"},
           {"gold_tie_ranks": "drop"}]
for options, reply in zip(OPTIONS, engine([{"op": "new", "game": "amun_re", "players": 4, "options": o}
                                           for o in OPTIONS])):
    refused(f"options {options}", reply)
check("notes and grades may be there", engine([{"op": "new", "game": "amun_re", "players": 4, "options": {
    "board": board}}, {"op": "state"}])[1]["state"]["options"]["board"] == "2003")

# ---- states that are none: each from a good one, with one thing spoilt ----


def first(phase, good=lambda s: True):
    return next(t["state"] for _, t in traced if t["state"]["phase"] == phase and good(t["state"]))


def spoil(state, path, value):
    return {"op": "position", "state": change(state, path, value)}


bid = first("bid", lambda s: len(s["markers"]) == 2 and s["players"] == 4)
acting = first("actions", lambda s: s["round"] == 2 and s["to_act"] != "chance")
offer = first("offer", lambda s: any("gold" in o for o in s["sacrifice"]["offers"].values()))
correct, reward = first("correct"), first("reward", lambda s: not s["sacrifice"]["placing"])
placing = first("reward", lambda s: s["sacrifice"]["placing"])
income, scoring, over = first("income"), first("scoring"), first("over")
owned = next(n for n, p in acting["provinces"].items() if p["owner"] is not None)
seat = next(s for s, o in offer["sacrifice"]["offers"].items() if "gold" in o)
marked = next(iter(bid["markers"]))
free = next(n for n in ("abu", "sawu", "kharga", "mendes", "avaris") if n in acting["province_deck"])
SPOILT = [
    (bid, ["seats", 0, "gold"], 10000), (bid, ["seats", 0, "gold"], -1), (bid, ["seats", 0, "score"], "0"),
    (bid, ["seats", 0, "cards", "builder"], 9), (bid, ["seats", 0, "cards", "joker"], 1), (bid, ["seats"], []),
    (bid, ["deck", "count"], 1), (bid, ["deck", "kinds", "builder"], 0), (bid, ["discard"], {"builder": 1}),
    (bid, ["phase"], "auction"), (bid, ["phase"], "actions"), (bid, ["phase"], "start"), (bid, ["phase"], "over"),
    (bid, ["round"], 7), (bid, ["round"], 2), (bid, ["temple"], 3), (bid, ["starting"], None), (bid, ["starting"], 4),
    (bid, ["to_act"], [0, 1]), (bid, ["to_act"], []), (bid, ["to_act"], [int(marked)]), (bid, ["to_act"], "chance"),
    (bid, ["province_deck"], bid["province_deck"][1:]), (bid, ["province_deck", 0], bid["offered"][0]),
    (bid, ["province_deck", 0], "cairo"), (bid, ["offered"], bid["offered"][1:]),
    (bid, ["offered", 0], bid["offered"][1]), (bid, ["provinces", bid["offered"][0], "owner"], 0),
    (bid, ["provinces", bid["offered"][0], "gold"], 5), (bid, ["provinces", bid["offered"][0], "cards"], ["joker"]),
    (bid, ["provinces", "cairo"], {}), (bid, ["markers", marked, "number"], 2),
    (bid, ["markers", marked, "number"], 36), (bid, ["markers", marked, "province"], bid["province_deck"][0]),
    (bid, ["markers", "7"], bid["markers"][marked]), (bid, ["blockade"], [0]), (bid, ["overbid_power"], [9]),
    (bid, ["turn"], {"seat": 0}), (bid, ["sacrifice"], {}), (bid, ["income"], {}), (bid, ["bonuses"], []),
    (bid, ["result"], {}), (bid, ["options", "board"], "mine"), (bid, ["players"], 5), (bid, ["markers"], ...),
    (acting, ["provinces", owned, "owner"], None), (acting, ["provinces", owned, "stones"], 3),
    (acting, ["provinces", owned, "farmers"], 9), (acting, ["provinces", owned, "pyramids"], -1),
    (acting, ["provinces", free], acting["provinces"][owned]), (acting, ["turn"], None),
    (acting, ["turn", "bought"], 9), (acting, ["turn", "to_draw"], 1 if not acting["turn"]["bought"] else 9),
    (acting, ["turn", "farmers"], 27), (acting, ["turn", "step"], "bid"), (acting, ["turn", "builder"], 1),
    (acting, ["markers"], bid["markers"]), (acting, ["blockade"], [0]), (acting, ["offered"], [owned]),
    (offer, ["sacrifice"], None), (offer, ["sacrifice", "offers", seat, "gold"], 0),
    (offer, ["sacrifice", "offers", seat, "gold"], 9999), (offer, ["sacrifice", "offers", seat, "steal"], True),
    (offer, ["sacrifice", "offers", seat, "sold"], ["bank_bonus"] * 3), (offer, ["sacrifice", "total"], 3),
    (offer, ["sacrifice", "offers", seat], {"sold": []}), (offer, ["to_act"], [int(seat)]),
    (offer, ["sacrifice", "offers", "9"], {"gold": 1, "correction": False, "sold": []}),
    (correct, ["sacrifice", "total"], correct["sacrifice"]["total"] + 1),
    (correct, ["sacrifice", "total"], correct["sacrifice"]["total"] + 30),
    (correct, ["sacrifice", "corrections_due"], []), (correct, ["discard", "correction"], ...),
    (reward, ["temple"], reward["temple"] % 4 + 1), (reward, ["sacrifice", "rewards_due"], []),
    (reward, ["sacrifice", "rewards_due", 0, "items"], 4), (reward, ["sacrifice", "rewards_due"], [{"seat": 9}]),
    (placing, ["sacrifice", "placing", "cards"], 4), (placing, ["sacrifice", "placing"], None),
    (placing, ["sacrifice", "placing", "stones"], 4), (placing, ["sacrifice", "placing", "seat"], 9),
    (income, ["income"], None), (income, ["income", "eight_gold"], "cairo"), (income, ["temple"], None),
    (income, ["to_act"], [9]), (income, ["sacrifice"], reward["sacrifice"]),
    (scoring, ["bonuses"], ["builder"]), (scoring, ["round"], 4), (scoring, ["bonuses"], None),
    (over, ["round"], 3), (over, ["result", "scores", 0], over["result"]["scores"][0] + 1), (over, ["result"], None),
    (over, ["seats", 0, "cards"], {"builder": 1}), (over, ["to_act"], [0]),
]
for (state, path, value), reply in zip(SPOILT, engine([spoil(*s) for s in SPOILT])):
    refused(f"{state['phase']} with {'.'.join(map(str, path))} = {json.dumps(value) if value is not ... else 'nothing'}",
            reply)
check("the good ones are taken", all(r["ok"] for r in engine(
    [{"op": "position", "state": s} for s in (bid, acting, offer, correct, reward, placing, income, scoring, over)])))
shuffled = change(change(bid, ["province_deck"], bid["province_deck"][::-1]), ["unknown"], 1)
check("sets in any order and unknown keys are taken", engine([{"op": "position", "state": shuffled}])[0]["ok"])

# ---- the board as a table ----

table = run("board", "amun_re").stdout
for province, cells in board["provinces"].items():
    row = next((line for line in table.splitlines() if line.startswith(province)), "")
    check(f"the table shows {province}", row.count("?") == list(cells["grades"].values()).count("guess") and
          row.count("~") == list(cells["grades"].values()).count("deduced"))
check("board --json is the file", run("board", "--json", "amun_re").stdout == open(board_path, encoding="utf-8").read())

print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
