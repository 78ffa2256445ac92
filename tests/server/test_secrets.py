# SPDX-License-Identifier: MIT
"""test_secrets.py -- whole games of Amun-Re: nothing that leaves the server tells what its reader may not know.

Two ways, neither of which asks the server what is secret. The first keeps every byte that each visitor got. After the game it is compared
with the true states (khepri replay --trace), reduced by the rules for views in khepri-records(7). The second
stops a game and changes in the data file what is hidden from a reader. It shows that the reader gets the same bytes from both."""
import copy
import json
import os
import random
import re
import shutil
import sqlite3
import subprocess
import tempfile
import time

import pytest

import visitor
from program import PROGRAM


# ---- what may be seen, read from the records' manual page ----

def seen_by(state, seats):
    """The true state as a visitor with these seats may see it. It shares with the true one what is the same."""
    seen = {**state, "deck": {**state["deck"], "kinds": None},
            "provinces": {name: {**province, "cards": [None] * len(province["cards"])} for name, province in state["provinces"].items()},
            "seats": [seat if number in seats else {**seat, "cards": {"count": sum(seat["cards"].values())}}
                      for number, seat in enumerate(state["seats"])]}
    if state["phase"] == "offer":
        offers = {number: offer if int(number) in seats else {"sealed": True} for number, offer in state["sacrifice"]["offers"].items()
                  if int(number) in seats or "gold" in offer or "steal" in offer}
        seen["sacrifice"] = {**state["sacrifice"], "offers": offers}
    return seen


def hidden_drawer(trace, i):
    """The one that may know the card drawn as action i: a seat, "nobody", or None if it is no card."""
    action, state = trace[i]["action"], trace[i]["state"]
    if not action.startswith("card:"):
        return None
    if state["phase"] == "provinces":
        return "nobody"
    if state["turn"]:
        return state["turn"]["seat"]
    return state["sacrifice"]["placing"]["seat"]


def moments_of(trace):
    """The public moment at which each state of the game stood: it rests while offers are sealed."""
    moments, sealed = [], None
    for i, line in enumerate(trace):
        if line["state"]["phase"] != "offer":
            sealed = None
        elif sealed is None:
            sealed = i
        moments.append(i if sealed is None else sealed)
    return moments


class Checker:
    """What one visitor got, against the truth."""

    def __init__(self, trace, seats):
        self.trace, self.seats, self.moments = trace, seats, moments_of(trace)
        self.newest = 0                             # the first true state that a message may be about
        self.views = self.steps = self.hidden = 0

    def step(self, step, what):
        """A step is told when it is no secret that it happened, and tells only what its readers may know."""
        i = step["seq"]
        line = self.trace[i]
        drawer = hidden_drawer(self.trace, i)
        known = drawer is None or drawer in self.seats
        seat, action = line["action"].split("/") if "/" in line["action"] else (line["to_act"], line["action"])
        chance = seat == "chance"
        if not chance and not isinstance(seat, str):
            seat = seat[0]
        assert step["seat"] == (None if chance else int(seat)), (what, step, line["to_act"], line["action"])
        assert step["action"] == (action if known else None), (what, step, action)
        self.hidden += not known
        for event in step["events"]:
            if event["event"] == "free_card":
                assert event["detail"] is None, (what, step)
            elif event["event"] in ("drew", "took_card"):
                assert (event["detail"] is not None) == (event["seat"] in self.seats), (what, step)
        self.steps += 1

    def view(self, view, looking_back=False):
        seq = view["seq"]
        fits = [i for i, moment in enumerate(self.moments) if moment == seq]
        past = view["last"] > seq                   # a moment gone by: what was so then, action for action
        if past:
            fits = [seq]
            assert view["legal"] == {}, view
        elif not looking_back:
            fits = [i for i in fits if i >= self.newest]
        states = [(i, seen_by(self.trace[i]["state"], self.seats)) for i in fits]
        same = [i for i, state in states if state == view["state"]]
        assert same and view["last"] in self.moments, f"moment {seq} for {self.seats}: {view['state']} is not {states[:1]}"
        if not looking_back and not past:
            self.newest = same[0]
        for seat, legal in view["legal"].items():
            assert int(seat) in self.seats
            truth = [a.split("/")[-1] for a in self.trace[same[0]]["legal"] if "/" not in a or a.startswith(seat + "/")]
            assert sorted(legal) == sorted(truth), (seat, legal, truth)
        if view["step"]:
            assert view["step"]["seq"] == seq - 1
            self.step(view["step"], f"moment {seq}")
        self.views += 1

    def message(self, message):
        known = {"table": {"op", "table", "view"}, "step": {"op", "table", "view"}, "reply": {"op", "id", "ok", "seq", "applied", "view", "error", "code"}}
        assert set(message) <= known[message["op"]], message
        if message["op"] == "reply":
            return
        if message["op"] == "table":
            assert message["table"]["seq"] == message["view"]["seq"], message
        self.view(message["view"])


# ---- a game, with everybody listening ----

class Listener:
    """A visitor with the tokens of some seats; keeps all that it hears."""

    def __init__(self, server, table, tokens, seats):
        self.server, self.table, self.seats = server, table, set(seats)
        self.tokens = [tokens[seat] for seat in seats]
        self.line = server.watch(table, self.tokens)
        self.heard = [self.line.hear_op("table")]
        self.asked = []                             # (path, answer), by HTTP

    def get(self, path):
        status, answer = self.server.get(f"/api/1/tables/{self.table}{path}", self.tokens)
        self.asked.append((path, status, answer))
        return status, answer

    def drain(self):
        """All that has come by now: what the server sent before it answered this ping."""
        self.line.say({"op": "ping"})
        new = []
        while True:
            message = self.line.hear()
            assert message, "the line is closed"
            if message["op"] == "pong":
                self.heard += new
                return new
            new.append(message)


def choose(dice, legal, phase):
    """Cards are bought, and kept for the phase of offers: sales there are what must not be seen."""
    sales = [action for action in legal if action.startswith("sell:")]
    if phase == "offer" and sales and dice.random() < 0.5:
        return dice.choice(sales)
    others = [action for action in legal if not action.startswith("sell:")]
    buys = [action for action in others if action.startswith("buy:")]
    return dice.choice(buys if buys and dice.random() < 0.7 else others)


def play(server, listeners, table, tokens, dice, until=None, look=0.1, keys="k"):
    """Plays the persons' seats at random until the game is over, or until(view) says so. Returns the refusals and answers."""
    answers, number = [], 0
    while True:
        view = server.look(table, tokens.values())["view"]
        if view["state"]["result"] or (until and until(view)):
            return answers
        if not view["legal"]:
            if view["state"]["to_act"] != "chance" and not until:
                for listener in listeners:
                    listener.drain()
            time.sleep(0.005)                       # bots are at it
            continue
        seat = int(dice.choice(sorted(view["legal"])))
        legal = view["legal"][str(seat)]
        number += 1
        if dice.random() < look:
            poke(server, listeners, table, tokens, seat, view, dice, answers)
        body = {"seat": seat, "seq": view["seq"], "action": choose(dice, legal, view["state"]["phase"]), "key": f"{keys}{number}"}
        if view["state"]["phase"] == "offer" and dice.random() < 0.3:
            sales = [a for a in legal if a.startswith("sell:")][:1]
            body["actions"] = sales + [a for a in legal if a == "offer:steal" or a == "offer:1"][-1:]
            del body["action"]
        status, answer = server.post(f"/api/1/tables/{table}/act", body, [tokens[seat]])
        assert status == 200 or answer["code"] == "stale", (status, answer, body)
        if status == 200:
            expected = {"ok": True, "seq": answer["seq"], "applied": view["seq"]}
            assert answer == expected, (answer, body)
            again = server.post(f"/api/1/tables/{table}/act", body, [tokens[seat]])
            assert again == (status, answer), (again, answer)
        for listener in listeners:
            listener.drain()


def poke(server, listeners, table, tokens, seat, view, dice, answers):
    """Looks at everything, and asks for what is refused."""
    listener = dice.choice(listeners)
    listener.get("")
    listener.get("/log")
    listener.get(f"/at/{dice.randrange(view['last'] + 1)}")
    listener.get(f"/at/{view['last']}")
    status, answer = listener.get(f"/at/{view['last'] + 1}")
    assert status == 404 and answer["error"] == f"the newest moment of this table is {view['last']}", answer
    status, answer = listener.get("/record")
    assert (status, answer["code"]) == (409, "conflict"), answer
    for seq, action, code in ((view["seq"], "end:nothing", "illegal"), (view["seq"] + 1, "end", "stale")):
        status, answer = server.act(table, seat, seq, action, "x", tokens[seat])
        assert (status, answer["code"]) == (409, code), answer
        answers.append((seat, view, answer))
    action = dice.choice(view["legal"][str(seat)])
    status, answer = server.post(f"/api/1/tables/{table}/try", {"seat": seat, "seq": view["seq"], "actions": [action]}, [tokens[seat]])
    assert status in (200, 409), answer
    assert status == 409 or view["state"]["phase"] != "offer" or tried_is_sealed(answer["view"]), "a try opens the offers"
    if status == 200:
        check_tried(answer["view"], view, seat)
    else:
        assert answer["error"] == f'"{action}" brings what seat {seat} cannot know before; it cannot be tried', answer


def tried_is_sealed(tried):
    return tried["state"]["phase"] == "offer"


def check_tried(tried, view, seat):
    """What was tried shows no more of others than the view before."""
    assert (tried["seq"], tried["last"], tried["step"]) == (view["seq"], view["seq"], None), tried
    state = tried["state"]
    assert state["deck"]["kinds"] is None
    assert all(card is None for province in state["provinces"].values() for card in province["cards"])
    assert all(set(other["cards"]) == {"count"} for i, other in enumerate(state["seats"]) if i != seat)
    assert set(tried["legal"]) <= {str(seat)}
    if state["phase"] == "offer":
        assert all(offer == {"sealed": True} for i, offer in state["sacrifice"]["offers"].items() if i != str(seat))


def trace_of(record):
    """Every true state of a game."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        file.write(json.dumps(record) + "\n")
        file.flush()
        lines = subprocess.run([PROGRAM, "replay", "--trace", file.name], capture_output=True, text=True, check=True).stdout.splitlines()
    return [json.loads(line) for line in lines][:-1]


def check(trace, listener):
    checker = Checker(trace, listener.seats)
    for message in listener.heard:
        checker.message(message)
    for before, message in zip(listener.heard, listener.heard[1:]):
        if message["op"] == "table" and message["view"]["state"]["phase"] == "offer":
            assert message["view"]["state"] != before["view"]["state"], "a message that says nothing new says that something happened"
    last = [m["view"]["seq"] for m in listener.heard if m["op"] in ("table", "step")]
    assert last == sorted(last) and last[-1] == len(trace) - 1
    told = [m["view"]["step"]["seq"] for m in listener.heard if m["op"] == "step"]
    assert told == list(range(told[0], len(trace) - 1)), "each step once, in order"
    for path, status, answer in listener.asked:
        if status != 200:
            continue
        if path == "/log":
            for i, step in enumerate(answer["steps"]):
                assert step["seq"] == i
                checker.step(step, "log")
            assert all(checker.moments[i] == i for i in [len(answer["steps"])]), "the log ends at a public moment"
        else:
            if path == "":
                assert answer["table"]["seq"] == answer["view"]["seq"]
            checker.newest = 0
            checker.view(answer["view"], looking_back=path.startswith("/at/"))
    return checker


def whole_game(seats, seed, groups):
    """A game of these seats, heard by visitors with the seats of each group; (trace, checkers, listeners)."""
    dice = random.Random(seed)
    with visitor.Server() as server:
        table, tokens = server.table(seats, game="amun_re", public=True)
        table = table["id"]
        listeners = [Listener(server, table, tokens, group) for group in groups]
        play(server, listeners, table, tokens, dice)
        for listener in listeners:
            listener.drain()
        status, record = server.get(f"/api/1/tables/{table}/record")
        assert status == 200 and record["result"], record
        assert server.get("/api/1/tables") == (200, {"ok": True, "tables": []})
        journal = server.journal()
    trace = trace_of(record)
    for word in ("offer:", "sell:", "card:"):
        assert word not in journal, journal
    return trace, [check(trace, listener) for listener in listeners], listeners


def summary(trace, checkers):
    sealed = sum(line["state"]["phase"] == "offer" for line in trace)
    sales = sum("/sell:" in line.get("action", "") for line in trace)
    print(f"# {len(trace)} states, {sealed} of them sealed, {sales} secret sales; " +
          ", ".join(f"{sorted(c.seats)}: {c.views} views {c.steps} steps {c.hidden} hidden" for c in checkers))
    assert sealed >= 18 and all(c.hidden > 0 for c in checkers)
    return sales


def test_games_of_every_size():
    """With three to five players, bots among them, and several persons at one screen."""
    sales = 0
    for seed, seats, groups in ((1, ["person"] * 3, [[], [0], [1], [2]]),
                                (2, ["person", "rule", "person", "random"], [[], [0], [2]]),
                                (3, ["person", "person", "random", "person", "person"], [[], [0, 3], [1, 4], [0, 1, 3, 4]])):
        trace, checkers, _ = whole_game(seats, seed, groups)
        sales += summary(trace, checkers)
    assert sales > 0


def test_the_checks_can_fail():
    """Each kind of leak, made by hand in what was heard, is found."""
    trace, _, listeners = whole_game(["person"] * 3, 5, [[0]])
    listener = listeners[0]
    heard, moments = listener.heard, moments_of(trace)

    def leak(spoil, wanted):
        listener.heard = copy.deepcopy(heard)
        for message in listener.heard:
            if "view" in message and wanted(message["view"]):
                spoil(message)
                break
        else:
            raise AssertionError("nothing to spoil")
        try:
            check(trace, listener)
        except AssertionError:
            return
        raise AssertionError(f"not found: {spoil.__name__}")

    def true_of(view):
        return trace[max(i for i, moment in enumerate(moments) if moment == view["seq"])]["state"]

    def a_hand(message):
        view = message["view"]
        view["state"]["seats"][1]["cards"] = true_of(view)["seats"][1]["cards"]

    def the_deck(message):
        view = message["view"]
        view["state"]["deck"]["kinds"] = true_of(view)["deck"]["kinds"]

    def a_free_card(message):
        for name, province in message["view"]["state"]["provinces"].items():
            province["cards"] = true_of(message["view"])["provinces"][name]["cards"]

    def an_offer(message):
        offers = message["view"]["state"]["sacrifice"]["offers"]
        offers["1"] = {"gold": 1, "correction": False, "sold": []}

    def a_sale(message):
        message["view"]["state"]["sacrifice"]["offers"]["2"] = {"sold": ["builder"]}

    def a_drawn_card(message):
        message["view"]["step"]["action"] = "card:builder"

    def a_counter(message):
        message["view"]["seq"] += 1

    leak(a_hand, lambda view: view["state"]["phase"] == "actions")
    leak(the_deck, lambda view: view["seq"] > 5)
    leak(a_free_card, lambda view: any(p["cards"] for p in view["state"]["provinces"].values()))
    leak(an_offer, lambda view: view["state"]["phase"] == "offer" and "1" in view["state"]["sacrifice"]["offers"])
    leak(a_sale, lambda view: view["state"]["phase"] == "offer" and "2" not in view["state"]["sacrifice"]["offers"])
    leak(a_drawn_card, lambda view: view["step"] and view["step"]["seat"] is None and view["step"]["action"] is None)
    leak(a_counter, lambda view: view["state"]["phase"] == "offer")


# ---- the same game with other secrets ----

class Engine:
    """The rules, as a program: what a list of actions by seat leads to."""

    def __init__(self):
        self.process = subprocess.Popen([PROGRAM, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, **request):
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def states(self, players, rows):
        """All states of a game, or None if a row is refused."""
        assert self.ask(op="new", game="amun_re", players=players)["ok"]
        states = [self.ask(op="state")["state"]]
        for seat, action in rows:
            many = isinstance(states[-1]["to_act"], list) and len(states[-1]["to_act"]) > 1
            if not self.ask(op="apply", action=f"{seat}/{action}" if many else action)["ok"]:
                return None
            states.append(self.ask(op="state")["state"])
        return states

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


def public(states):
    """Those that are moments of their own, and what is so now."""
    end = next((i for i, state in enumerate(states) if state["phase"] == "offer" and all(s["phase"] == "offer" for s in states[i:])), len(states))
    return states[:end] + states[-1:]


def other_secrets(dice, rows, sealed):
    """The rows with something else that somebody might not know: of the last `sealed` ones an offer or a sale, or two cards exchanged."""
    rows = list(rows)
    cards = [i for i, (_, action) in enumerate(rows) if action.startswith("card:")]
    if not sealed or dice.random() < 0.2:
        i, j = dice.sample(cards, 2)
        rows[i], rows[j] = (rows[i][0], rows[j][1]), (rows[j][0], rows[i][1])
        return rows
    i = len(rows) - 1 - dice.randrange(sealed)
    seat, action = rows[i]
    if action.startswith("offer:"):
        rows[i] = (seat, f"offer:{dice.randrange(1, 12)}")
        if dice.random() < 0.5:
            rows.insert(i, (seat, "sell:" + dice.choice(["builder", "correction", "free_farmer", "blockade", "harvest", "eight_gold"])))
    else:
        del rows[i]
    return rows


def everything(server, table, tokens, seats, count):
    """Every byte that a visitor with these seats gets without changing anything."""
    mine = [tokens[seat] for seat in seats]
    base = f"/api/1/tables/{table}"
    got = [server.ask_raw("GET", path, None, mine)[0::2] for path in
           [base, base + "/log", base + "/record", "/api/1/tables"] + [f"{base}/at/{n}" for n in range(count + 3) if n % 6 == 0 or n > count - 12]]
    view = server.look(table, mine)["view"]
    for seat in range(5):
        token = [tokens[seat]] if seat in seats else mine
        legal = view["legal"].get(str(seat), ["end", "offer:1", "offer:steal", "sell:builder", "end:1"])
        for action in legal[:12] + legal[-3:]:
            for body in ({"action": action}, {"actions": [action, "offer:1"]}, {"actions": [action, "end", "dance"]}):
                got.append(server.ask_raw("POST", base + "/try", {"seat": seat, "seq": view["seq"], **body}, token)[0::2])
        for body in ({"action": "dance"}, {"actions": ["sell:builder", "dance"]}, {"actions": legal[:1] + ["dance"]}, {"actions": legal[-1:] + ["dance"]},
                     *({"actions": [a, "dance", "dance"]} for a in legal if a.startswith("offer:"))):
            for seq in (view["seq"], view["seq"] + 1):
                got.append(server.ask_raw("POST", base + "/act", {"seat": seat, "seq": seq, "key": f"no{seat}", **body}, token)[0::2])
    line = server.watch(table, mine)
    got.append(line.hear())
    line.close()
    return got, view


def and_then(server, table, tokens, seats, view):
    """What a seat gets when it acts, while others still may."""
    if len(view["state"]["to_act"]) < 2 or not view["legal"]:
        return []
    seat = int(min(view["legal"]))
    line = server.watch(table, [tokens[s] for s in seats])
    got = [line.hear()]
    body = {"seat": seat, "seq": view["seq"], "key": "mine", "action": [a for a in view["legal"][str(seat)] if a.startswith("offer:")][0]}
    got.append(server.ask_raw("POST", f"/api/1/tables/{table}/act", body, [tokens[seat]])[0::2])
    got.append(line.hear())
    line.say({"op": "ping"})
    got.append(line.hear())
    line.close()
    return got


def with_rows(folder, table, rows):
    """A copy of the folder in which the table has other rows."""
    twin = tempfile.mkdtemp(prefix="khepri-test-")
    shutil.copy(os.path.join(folder, "khepri.sqlite"), twin)
    with sqlite3.connect(os.path.join(twin, "khepri.sqlite")) as data:
        data.execute("DELETE FROM actions WHERE table_id = ?", (table,))
        data.executemany("INSERT INTO actions (table_id, seq, seat, action, key, made) VALUES (?, ?, ?, ?, NULL, 0)",
                         [(table, i, seat, action) for i, (seat, action) in enumerate(rows)])
    data.close()
    return twin


def without_date(heard):
    """What was heard, without the date of the newest moment: two servers play it at different times. What is sealed does not move that
    date, as test_sealed.py shows."""
    if isinstance(heard, bytes):
        return re.sub(rb'"moved":"[^"]*"', b'"moved":"then"', heard)
    if isinstance(heard, dict):
        return {key: "then" if key == "moved" and value else without_date(value) for key, value in heard.items()}
    return [without_date(one) for one in heard] if isinstance(heard, (list, tuple)) else heard


def heard_of(folder, table, rows, tokens, seats, count):
    """What these seats hear of the table, if its rows are these."""
    copied = with_rows(folder, table, rows)
    with visitor.Server(folder=copied) as server:
        got, view = everything(server, table, tokens, seats, count)
        got += and_then(server, table, tokens, seats, view)
        journal = server.journal()
        assert server.end() == 0
    shutil.rmtree(copied)
    return without_date(got) + [journal]


def looks_like(states, seen, seats):
    return len(states) == len(seen) and all(seen_by(state, seats) == one for state, one in zip(states, seen))


def stopped_games(folder, seed, wanted):
    """Tables that stand in the midst of a game: [(id, tokens, players, rows)]."""
    dice, found = random.Random(seed), []
    with visitor.Server(folder=folder) as server:
        for phase, left in wanted:
            players = dice.choice([3, 4, 5])
            table, tokens = server.table(["person"] * players, game="amun_re", public=True)
            rounds = dice.choice([2, 3])

            def until(view):
                state = view["state"]
                return state["round"] >= rounds and state["phase"] == phase and (not left or len(state["to_act"]) == left)
            play(server, [], table["id"], tokens, dice, until=until, look=0)
            if not server.look(table["id"])["view"]["state"]["result"]:     # it may never have come to that
                found.append((table["id"], tokens, players))
        assert server.end() == 0
    with sqlite3.connect(os.path.join(folder, "khepri.sqlite")) as data:
        rows = {table: [(seat, action) for seat, action in
                        data.execute("SELECT seat, action FROM actions WHERE table_id = ? ORDER BY seq", (table,))] for table, _, _ in found}
    data.close()
    return [(table, tokens, players, rows[table]) for table, tokens, players in found]


@pytest.mark.parametrize("wanted", [[("bid", 0), ("offer", 2), ("offer", 1), ("reward", 0)],
                                    [("actions", 0), ("offer", 3), ("offer", 1), ("offer", 1)]], ids=["some", "more"])
def test_other_secrets_sound_the_same(wanted):
    dice, engine, twins, sealed = random.Random(11), Engine(), 0, 0
    folder = tempfile.mkdtemp(prefix="khepri-test-")
    try:
        for table, tokens, players, rows in stopped_games(folder, 6, wanted):
            known = {}                              # seats -> what they hear of the game as it was
            truth = public(engine.states(players, rows))
            to_act = truth[-1]["to_act"]
            for seats in [[], to_act[:1], to_act[:1], [dice.randrange(players)], [0, players - 1]]:    # who is to act has the most to try
                seen = [seen_by(state, seats) for state in truth]
                for _ in range(60):
                    sealed_rows = len(rows) + 1 - len(truth) if truth[-1]["phase"] == "offer" else 0
                    other = other_secrets(dice, rows, sealed_rows)
                    states = engine.states(players, other) if other != rows else None
                    if states and looks_like(public(states), seen, seats):
                        break
                else:
                    continue
                if tuple(seats) not in known:
                    known[tuple(seats)] = heard_of(folder, table, rows, tokens, seats, len(truth))
                one, two = known[tuple(seats)], heard_of(folder, table, other, tokens, seats, len(truth))
                for a, b in zip(one, two):
                    assert a == b, f"{seats} of {table} hears the difference: {a!r} and {b!r}"
                assert len(one) == len(two)
                twins += 1
                sealed += truth[-1]["phase"] == "offer"
    finally:
        engine.close()
        shutil.rmtree(folder, ignore_errors=True)
    print(f"# {twins} games with other secrets, {sealed} of them while offers were sealed")
    assert twins >= 6 and sealed >= 3
