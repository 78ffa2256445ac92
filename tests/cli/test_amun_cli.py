# SPDX-License-Identifier: MIT
"""Amun-Re through the program: what simulate writes, replay accepts, with all options and boards. Every
state is taken back by `position` byte for byte. Views have the holes they should, and are no positions.
Broken boards and states are refused, each with a sentence."""
import copy
import functools
import json
import os
import re
import tempfile

import pytest

from program import ROOT, engine, khepri

BOARD = os.path.join(ROOT, "data", "board-2003.json")
board = json.load(open(BOARD, encoding="utf-8"))


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
    assert reply["ok"] is False, what + " is refused"
    assert bool(re.fullmatch(r"[^\n.]+(\.[^\n. ][^\n.]*)*", reply.get("error", ""))), what + ": one sentence"


# ---- games, records, traces ----

SETS = [[], ["supplies=limited"], ["baharya_printed_farmers=0", "gold_tie_ranks=drop_one"],
        ["side_award_min_pyramids=0", "board=2003"]]
OWN = change(change(board, ["name"], "\u00e4nother \"board\""), ["provinces", "baharya", "farms"], 3)
plain = {k: v for k, v in OWN.items() if k not in ("grades", "notes")}
plain["provinces"] = {n: {k: v for k, v in p.items() if k != "grades"} for n, p in OWN["provinces"].items()}


@functools.lru_cache(maxsize=None)
def played(players, options, seed):
    """The records of some games, as simulate wrote them, and their traces: pairs of a state's text and the line."""
    words = [w for o in options for w in ("--option", o)]
    made = khepri("simulate", "amun_re", "--players", players, "--games", "2", "--seed", seed, "--records", "-", *words, status=0)
    traces = [(line[line.index('"state":') + 8:-1], json.loads(line))
              for line in khepri("replay", "--trace", "-", text=made.stdout).stdout.splitlines() if '"state"' in line]
    return made.stdout, traces


def play(players, options):
    """Plays, checks what was written, and returns the records."""
    text, traces = played(players, tuple(options), seed_of(players, options))
    records = [json.loads(line) for line in text.splitlines()]
    checked = khepri("replay", "-", text=text)
    assert (checked.returncode == 0 and
            [json.loads(line) for line in checked.stdout.splitlines()] ==
            [{"line": i + 1, "ok": True, "actions": len(r["actions"]), "result": r["result"]} for i, r in enumerate(records)]), "replay accepts"
    assert all(t["legal"] == sorted(t["legal"]) and t.get("action") in t["legal"] + [None] for _, t in traces), "legal is sorted, and holds the action"
    assert all(t["to_act"] == t["state"]["to_act"] for _, t in traces), "to_act is that of the state"
    return records


def seed_of(players, options):
    return f"{players} players, {[os.path.basename(option) for option in options]}"     # without the folder, which differs each time


@functools.lru_cache(maxsize=None)
def traced():
    """The traces of games with every number of players, every set of options, and a changed board."""
    traces = []
    for players in (3, 4, 5):
        for options in SETS:
            traces += played(players, tuple(options), seed_of(players, options))[1]
    with tempfile.TemporaryDirectory() as folder:
        for board_file in (OWN, board):
            path = os.path.join(folder, "board.json")
            with open(path, "w", encoding="utf-8") as file:
                json.dump(board_file, file)
            traces += played(4, ("board=" + path,), seed_of(4, ["board=" + path]))[1]
            played.cache_clear()                    # the file is another now
    return traces


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("options", SETS, ids=["plain", "limited", "two", "board"])
def test_games_are_written_and_accepted(players, options):
    wanted = {key: int(value) if value.isdigit() else value for key, value in (o.split("=") for o in options if o != "board=2003")}
    for record in play(players, options):
        assert record.get("options", {}) == wanted, "only unusual options are written"


def test_a_board_of_ones_own():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "board.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(OWN, file)
        for record in play(4, ["board=" + path]):
            assert record["options"] == {"board": plain}, "an own board stands in the record whole"
        played.cache_clear()                        # the file is another now
        with open(path, "w", encoding="utf-8") as file:
            json.dump(board, file)
        for record in play(4, ["board=" + path]):
            assert "options" not in record, "the default board goes by its name"
        with open(path, "w", encoding="utf-8") as f:
            f.write("{")
        broken = khepri("simulate", "amun_re", "--players", "4", "--games", "1", "--option", "board=" + path)
        assert broken.returncode == 2 and len(broken.stderr.splitlines()) == 1, "a file that is no board is refused"


# ---- positions: taken back, byte for byte ----

@functools.lru_cache(maxsize=None)
def few():
    return [t for n, t in enumerate(traced()) if n % 9 == 0 or t[1]["state"]["phase"] in
            ("start", "correct", "scoring", "over") or (t[1]["state"]["phase"] == "income" and n % 2)]


def test_each_state_is_taken_back():
    requests = []
    for text, trace in few():
        requests += ['{"op":"position","state":' + text + "}", '{"op":"state"}', '{"op":"legal"}']
    replies = khepri("engine", text="\n".join(requests) + "\n").stdout.splitlines()
    for i, (text, trace) in enumerate(few()):
        what = f"{trace['state']['phase']}, line {trace['line']}, step {trace['step']}"
        assert json.loads(replies[3 * i])["ok"], what + ": taken"
        assert replies[3 * i + 1] == '{"ok":true,"state":' + text + "}", what + ": the same bytes"
        legal = json.loads(replies[3 * i + 2])
        assert (legal["legal"], legal["to_act"]) == (trace["legal"], trace["to_act"]), what + ": the same to do"
    assert ({t["state"]["phase"] for _, t in few()} == {
        "start", "provinces", "bid", "actions", "offer", "correct", "reward", "income", "scoring", "over"}), "every phase was tried"


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


def test_views_have_the_holes_they_should():
    some = [t for n, t in enumerate(few()) if n % 3 == 0 or t[1]["state"]["phase"] == "offer"]
    requests = []
    for text, trace in some:
        requests.append('{"op":"position","state":' + text + "}")
        requests += [{"op": "view", "seat": seat} for seat in [None, *range(trace["state"]["players"])]]
    replies = iter(engine(*requests))
    views = []
    for text, trace in some:
        next(replies)
        for seat in [None, *range(trace["state"]["players"])]:
            reply = next(replies)
            views.append((seat, reply["view"]))
            assert look(trace["state"], reply["view"], seat), f"the view of {seat}, {trace['state']['phase']}"
    for (seat, view), reply in zip(views[::7], engine(*[{"op": "position", "state": v} for _, v in views[::7]])):
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
OPTIONS = [{"board": "2004"}, {"board": 7}, {"baharya_printed_farmers": 1}, {"side_award_min_pyramids": True}, {"supplies": True}, {"edition": "2003"},
           {"gold_tie_ranks": "drop"}]


def test_broken_boards_are_refused():
    requests = [{"op": "new", "game": "amun_re", "players": 4, "options": {"board": change(board, p, v)}}
                for p, v in FAULTS]
    for (path, value), reply in zip(FAULTS, engine(*requests)):
        refused(f"a board with {'.'.join(map(str, path))} = {value}", reply)


def test_a_key_that_no_board_has_is_named():
    for path, where in ([], "the board"), (["supplies"], '"supplies" of the board'):
        reply, = engine({"op": "new", "game": "amun_re", "players": 4, "options": {"board": change(board, path + ["foo"], 1)}})
        assert reply["error"] == f'the key "foo" of {where} is not known'


def test_wrong_options_are_refused():
    for options, reply in zip(OPTIONS, engine(*[{"op": "new", "game": "amun_re", "players": 4, "options": o}
                                               for o in OPTIONS])):
        refused(f"options {options}", reply)


def test_notes_and_grades_may_be_there():
    assert (engine(*[{"op": "new", "game": "amun_re", "players": 4, "options": {
        "board": board}}, {"op": "state"}])[1]["state"]["options"]["board"] == "2003"), "notes and grades may be there"


# ---- states that are none: each from a good one, with one thing spoilt ----


def first(phase, good=lambda s: True):
    return next(t["state"] for _, t in traced() if t["state"]["phase"] == phase and good(t["state"]))


def spoil(state, path, value):
    return {"op": "position", "state": change(state, path, value)}


def test_spoilt_states_are_refused():
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
    for (state, path, value), reply in zip(SPOILT, engine(*[spoil(*s) for s in SPOILT])):
        refused(f"{state['phase']} with {'.'.join(map(str, path))} = {json.dumps(value) if value is not ... else 'nothing'}",
                reply)
    assert (all(r["ok"] for r in engine(
        *[{"op": "position", "state": s} for s in (bid, acting, offer, correct, reward, placing, income, scoring, over)]))), "the good ones are taken"
    shuffled = change(change(bid, ["province_deck"], bid["province_deck"][::-1]), ["unknown"], 1)
    assert engine(*[{"op": "position", "state": shuffled}])[0]["ok"], "sets in any order and unknown keys are taken"


# ---- the board as a table ----

def test_the_board_as_a_table():
    table = khepri("board", "amun_re").stdout
    for province, cells in board["provinces"].items():
        row = next((line for line in table.splitlines() if line.startswith(province)), "")
        assert (row.count("?") == list(cells["grades"].values()).count("guess") and
              row.count("~") == list(cells["grades"].values()).count("deduced")), f"the table shows {province}"
    assert khepri("board", "--json", "amun_re").stdout == open(BOARD, encoding="utf-8").read(), "board --json is the file"
