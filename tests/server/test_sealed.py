# SPDX-License-Identifier: MIT
"""test_sealed.py -- Amun-Re at the server: offers in any order, lists, trying, sudden ends, a changed board."""
import calendar
import json
import os
import random
import time

import visitor
from program import ROOT

BOARD = os.path.join(ROOT, "data", "board-2003.json")


def act(server, table, tokens, seat, view, actions, key):
    body = {"seat": seat, "seq": view["seq"], "key": key}
    body.update({"actions": actions} if isinstance(actions, list) else {"action": actions})
    return server.post(f"/api/1/tables/{table}/act", body, [tokens[seat]])


def play_until(server, table, tokens, dice, done, hold=False):
    """Plays all persons at random, without sales, until done(view); returns that view of all seats. With `hold` nobody offers."""
    until, number = time.monotonic() + visitor.PATIENCE, 0
    while time.monotonic() < until:
        view = server.look(table, tokens.values())["view"]
        if done(view):
            return view
        if not view["legal"] or (hold and view["state"]["phase"] == "offer"):
            time.sleep(0.002)                       # bots are at it
            continue
        seat, legal = next(iter(view["legal"].items()))
        legal = [a for a in legal if not a.startswith("sell:")]
        buys = [a for a in legal if a.startswith("buy:")]
        number += 1
        status, answer = act(server, table, tokens, int(seat), view, dice.choice(buys or legal), f"p{view['seq']}.{number}")
        assert status == 200, answer
    raise AssertionError("no end")


def at_offers(server, players=3, holding=True, seed=1):
    """A table of persons where all are to offer, and a seat that holds a card: (table, tokens, view, seat, card)."""
    dice = random.Random(seed)
    while True:
        table, tokens = server.table(["person"] * players, game="amun_re")
        view = play_until(server, table["id"], tokens, dice, lambda view: view["state"]["phase"] == "offer")
        for seat, legal in view["legal"].items():
            for action in legal:
                if action.startswith("sell:"):
                    return table["id"], tokens, view, int(seat), action


def test_who_is_slower_is_not_stale():
    with visitor.Server() as server:
        table, tokens, view, first, sale = at_offers(server)
        moment, others = view["seq"], [seat for seat in range(3) if seat != first]
        lines = {seat: server.watch(table, [tokens[seat]]) for seat in range(3)}
        lines[None] = server.watch(table)

        def new(seat):
            lines[seat].say({"op": "ping"})
            heard = []
            while (message := lines[seat].hear())["op"] != "pong":
                heard.append(message)
            return heard

        for seat in [*lines, *lines]:               # how it was, and who sat down after
            new(seat)
        answer = act(server, table, tokens, first, view, sale, "a")
        assert answer == (200, {"ok": True, "seq": moment, "applied": moment}), answer
        mine = new(first)
        assert [m["op"] for m in mine] == ["table"] and mine[0]["view"]["seq"] == moment
        assert mine[0]["view"]["state"]["sacrifice"]["offers"] == {str(first): {"sold": [sale[5:]]}}
        assert not new(others[0]) and not new(others[1]) and not new(None)

        assert act(server, table, tokens, first, view, "offer:steal", "b") == answer
        for seat in (first, others[0], others[1], None):
            heard = new(seat)
            assert [m["op"] for m in heard] == ["table"], (seat, heard)
            assert heard[0]["table"]["seq"] == heard[0]["view"]["seq"] == heard[0]["view"]["last"] == moment
            shown = heard[0]["view"]["state"]["sacrifice"]["offers"][str(first)]
            assert shown == ({"steal": True, "correction": False, "sold": [sale[5:]]} if seat == first else {"sealed": True}), shown
        assert len(server.get(f"/api/1/tables/{table}/log")[1]["steps"]) == moment
        status, late = act(server, table, tokens, first, view, "offer:steal", "c")
        assert (status, late["error"]) == (409, f"it is not the turn of seat {first}"), late

        assert act(server, table, tokens, others[1], view, "offer:steal", "a") == answer
        assert [m["op"] for m in new(others[0])] == ["table"]
        status, last = act(server, table, tokens, others[0], view, "offer:steal", "a")
        assert status == 200 and last["applied"] == moment and last["seq"] > moment, last
        for key, seat in (("a", first), ("b", first), ("a", others[1])):        # asked again: the same answer
            assert act(server, table, tokens, seat, view, "offer:steal", key) == answer
        for seat in lines:
            steps = [m for m in new(seat) if m["op"] == "step"]
            assert [m["view"]["step"]["seq"] for m in steps] == list(range(moment, last["seq"]))
            assert [(m["view"]["step"]["seat"], m["view"]["step"]["action"]) for m in steps[:4]] == \
                [(first, sale), (first, "offer:steal"), (others[1], "offer:steal"), (others[0], "offer:steal")]
        status, late = act(server, table, tokens, first, view, "offer:steal", "d")
        assert (status, late["code"]) == (409, "stale"), late


def test_a_sudden_end_keeps_what_is_sealed():
    with visitor.Server() as server:
        table, tokens, view, first, sale = at_offers(server, seed=2)
        others = [seat for seat in range(3) if seat != first]
        promised = act(server, table, tokens, first, view, sale, "a")
        act(server, table, tokens, others[0], view, "offer:steal", "a")
        seen = {seat: server.look(table, [tokens[seat]]) for seat in range(3)}
        server.kill()
        server.start()
        assert {seat: server.look(table, [tokens[seat]]) for seat in range(3)} == seen
        assert act(server, table, tokens, first, view, sale, "a") == promised
        assert act(server, table, tokens, first, view, ["offer:steal"], "b")[0] == 200
        server.kill()
        server.start()
        assert server.look(table)["view"]["seq"] == view["seq"]
        assert act(server, table, tokens, others[1], view, "offer:steal", "a")[0] == 200
        steps = server.get(f"/api/1/tables/{table}/log")[1]["steps"][view["seq"]:]
        assert [(s["seat"], s["action"]) for s in steps[:4]] == [(first, sale), (others[0], "offer:steal"), (first, "offer:steal"), (others[1], "offer:steal")]


def test_the_date_of_the_moment_is_kept_and_tells_nothing_of_what_is_sealed():
    with visitor.Server() as server:
        table, tokens, view, first, sale = at_offers(server, seed=2)
        moved = server.look(table)["table"]["moved"]
        assert abs(time.time() - calendar.timegm(time.strptime(moved, "%Y-%m-%dT%H:%M:%SZ"))) < 86400, moved
        while calendar.timegm(time.strptime(moved, "%Y-%m-%dT%H:%M:%SZ")) >= int(time.time()):
            time.sleep(0.01)                        # the next date is another one
        act(server, table, tokens, first, view, sale, "a")
        assert server.look(table)["table"]["moved"] == moved, "nobody learns when a card was sold"
        act(server, table, tokens, (first + 1) % 3, view, "offer:steal", "a")
        assert server.look(table)["table"]["moved"] == moved, "the others still make their offers: it is the same moment"
        server.kill()
        server.start()
        assert server.look(table)["table"]["moved"] == moved
        for seat in (first, (first + 2) % 3):
            act(server, table, tokens, seat, view, "offer:steal", "b")
        later = server.look(table)["table"]["moved"]
        assert later > moved
        server.kill()
        server.start()
        assert server.look(table)["table"]["moved"] == later
        waiting, _ = server.table(["person", "open"], start=False)
        assert server.look(waiting["id"])["table"]["moved"] is None


def test_lists_are_done_as_a_whole_or_not_at_all():
    with visitor.Server() as server:
        table, tokens, view, first, sale = at_offers(server, seed=3)
        moment = view["seq"]
        for actions, error in (([], None), (["end"] * 33, None), (["x" * 64], None), ([1], None), ("offer:1 ", "no action"),
                               ([sale, "dance"], f"action 2 of 2, \"dance\", is no action of the game: seat {first} may choose "),
                               ([sale, "offer:999"], "action 2 of 2, \"offer:999\", is not legal now: seat "),
                               (["offer:steal", "end"], f"action 2 of 2, \"end\", comes when it is no longer the turn of seat {first}")):
            status, answer = act(server, table, tokens, first, view, actions, "bad")
            assert status == (400 if error is None else 409), (actions, answer)
            assert not error or error in answer["error"], answer
        body = {"seat": first, "seq": moment, "key": "k", "action": sale, "actions": [sale]}
        assert server.post(f"/api/1/tables/{table}/act", body, [tokens[first]])[0] == 400
        assert server.look(table, tokens.values())["view"] == view                # nothing has changed
        body = {"seat": first, "seq": moment, "actions": [sale]}
        status, tried = server.post(f"/api/1/tables/{table}/try", body, [tokens[first]])
        assert status == 200 and tried["view"]["state"]["sacrifice"]["offers"] == {str(first): {"sold": [sale[5:]]}}, tried
        assert tried["view"]["legal"][str(first)] and set(tried["view"]["legal"]) == {str(first)}
        status, refused = server.post(f"/api/1/tables/{table}/try", {**body, "seq": moment + 1}, [tokens[first]])
        assert (status, refused["code"]) == (409, "stale")
        assert server.post(f"/api/1/tables/{table}/try", body, [tokens[(first + 1) % 3]])[0] == 403
        assert server.post(f"/api/1/tables/{table}/try", body)[0] == 401
        assert server.look(table, tokens.values())["view"] == view
        assert act(server, table, tokens, first, view, [sale, "offer:steal"], "good") == (200, {"ok": True, "seq": moment, "applied": moment})
        for seat in range(3):
            if seat != first:
                last = server.look(table, tokens.values())["view"]
                if len(last["state"]["to_act"]) == 1:           # this offer opens all: it is not to be foreseen
                    body = {"seat": seat, "seq": moment, "action": "offer:steal"}
                    status, answer = server.post(f"/api/1/tables/{table}/try", body, [tokens[seat]])
                    assert (status, answer["error"]) == (409, f"\"offer:steal\" brings what seat {seat} cannot know before; it cannot be tried"), answer
                    status, answer = act(server, table, tokens, seat, view, ["offer:steal", "reward:0,0,0"], "more")
                    assert status == 409 and "so it must be the last of a list" in answer["error"], answer
                assert act(server, table, tokens, seat, view, "offer:steal", "good")[0] == 200
        steps = server.get(f"/api/1/tables/{table}/log")[1]["steps"][moment:]
        assert [s["action"] for s in steps[:2]] == [sale, "offer:steal"]


def test_bots_sell_and_offer_in_one():
    """Their pace goes by what all can see, and a sale is not seen."""
    with visitor.Server() as server:
        table, tokens = server.table(["person", "random", "random", "random", "random"], game="amun_re")
        table, dice, sold = table["id"], random.Random(4), 0
        line, sealed = server.watch(table), []
        for _ in range(12):
            view = play_until(server, table, tokens, dice, lambda view: view["state"]["result"] or view["state"]["phase"] == "offer" and view["state"]["to_act"] == [0], hold=True)
            if view["state"]["result"]:
                break
            assert act(server, table, tokens, 0, view, "offer:steal", f"o{view['seq']}")[0] == 200
        play_until(server, table, tokens, dice, lambda view: view["state"]["result"])
        while (message := line.hear())["op"] != "table" or not message["view"]["state"]["result"]:
            if message["op"] == "table" and message["view"]["state"]["phase"] == "offer":
                sealed.append((message["view"]["seq"], len(message["view"]["state"]["sacrifice"]["offers"])))
        assert len(set(sealed)) == len(sealed) >= 12, sealed    # each message tells of one more offer
        sold = sum(a.split("/")[-1].startswith("sell:") for a in server.get(f"/api/1/tables/{table}/record")[1]["actions"])
        assert sold > 0


def test_a_board_of_ones_own():
    board = json.load(open(BOARD, encoding="utf-8"))
    board["name"] = "\u0001" * 63                    # what takes the most room, everywhere
    board["bid_numbers"] = [0] + list(range(985, 1000))
    for province in board["provinces"].values():
        province.update(farms=9, printed_farmers=9, limit=9, temples=9, income_always=99, income_camel=99, bank=False,
                        free={"cards": 1, "stones": 1, "gold": 99})
    options = {"board": board, "baharya_printed_farmers": 0, "side_award_min_pyramids": 0, "gold_tie_ranks": "drop_one"}
    with visitor.Server() as server:
        table, tokens = server.table(["person", "random", "random"], game="amun_re", options=options, public=True)
        table, dice = table["id"], random.Random(1)
        options = server.look(table)["table"]["options"]
        shown = options["board"]
        assert shown["bid_numbers"] == board["bid_numbers"] and shown["name"] == board["name"] and len(json.dumps(options)) > 3500
        board = shown                               # without the grades
        view = play_until(server, table, tokens, dice, lambda view: view["state"]["phase"] == "offer")
        assert view["state"]["options"]["board"] == board
        server.kill()
        server.start()
        assert server.look(table)["table"]["options"] == options
        view = play_until(server, table, tokens, dice, lambda view: view["state"]["result"])
        record = server.get(f"/api/1/tables/{table}/record")[1]
        assert record["options"] == options and record["result"] == view["state"]["result"]
        status, replayed = server.post("/api/1/replay", {"record": record})
        assert status == 200 and replayed["view"]["state"] == server.look(table)["view"]["state"]
        status, again = server.post(f"/api/1/tables/{table}/rematch", {}, [tokens[0]])
        assert status == 201 and again["table"]["options"] == options, again
        seat, token = next(iter(again["tokens"].items()))
        assert server.post(f"/api/1/tables/{again['table']['id']}/start", {}, [token])[0] == 200
        server.kill()
        server.start()
        assert server.look(again["table"]["id"], [token])["view"]["state"]["options"]["board"] == board


def test_a_record_is_looked_at_with_the_eyes_of_a_seat():
    with visitor.Server() as server:
        table, tokens = server.table(["random", "person", "random"], game="amun_re")
        table = table["id"]
        play_until(server, table, tokens, random.Random(3), lambda view: view["state"]["result"])
        record = server.get(f"/api/1/tables/{table}/record")[1]
        different = 0
        for at in range(0, len(record["actions"]), 7):
            own = server.get(f"/api/1/tables/{table}/at/{at}", [tokens[1]])[1]["view"]
            status, seen = server.post("/api/1/replay", {"record": record, "at": at, "seats": [1]})
            assert status == 200 and seen["view"] == own, (at, seen)
            different += server.post("/api/1/replay", {"record": record, "at": at})[1]["view"]["state"] != own["state"]
        assert different > 5
        steps = server.post("/api/1/replay", {"record": record, "steps": True, "seats": [1]})[1]["steps"]
        assert steps == server.get(f"/api/1/tables/{table}/log", [tokens[1]])[1]["steps"]
        for seats in ([3], [-1], ["1"], 1, {}, None):
            status, answer = server.post("/api/1/replay", {"record": record, "seats": seats})
            assert status == 400 and "seats" in answer["error"], (seats, answer)
