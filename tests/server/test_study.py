# SPDX-License-Identifier: MIT
"""test_study.py -- hints at the table and analyses of finished games: who gets them, what is in them, and what they cost."""
import json
import time

import visitor


def hint(server, table, seat, seq, tokens):
    return server.post(f"/api/1/tables/{table}/hint", {"seat": seat, "seq": seq}, tokens)


def made(server, seats, **more):
    status, answer = server.post("/api/1/tables", {"game": "ra", "players": len(seats), "start": True, **more,
                                                   "seats": [{"kind": "person", "name": f"P{i}"} if seat == "person" else
                                                             {"kind": "bot", "bot": seat} for i, seat in enumerate(seats)]})
    assert status == 201, answer
    return answer["table"]["id"], {int(seat): token for seat, token in answer["tokens"].items()}, answer["table"]


def check_hint(given, legal, players, seat):
    assert {"bot", "best", "win", "score", "actions", "why"} <= set(given), given
    assert len(given["win"]) == len(given["score"]) == players
    assert abs(sum(given["win"]) - 1) < 1e-9, given["win"]
    assert sorted(option["action"] for option in given["actions"]) == sorted(legal), (given, legal)
    best = next(option for option in given["actions"] if option["action"] == given["best"])
    assert best["loss"] == 0 and best["win"] == given["win"][seat], (best, given["win"])
    for option in given["actions"]:
        assert option["loss"] >= 0 and len(option["wins"]) == players and abs(sum(option["wins"]) - 1) < 1e-9, option


def test_who_plays_alone_gets_hints():
    with visitor.Server() as server:
        table, tokens, shown = made(server, ["person", "rule", "rule"])
        assert shown["hints"] is True
        line = server.watch(table, tokens.values())
        hinted = 0
        while hinted < 12:
            seen = server.look(table, tokens.values())
            view = seen["view"]
            if seen["table"]["status"] == "over":
                break
            if not view["legal"]:
                time.sleep(0.002)
                continue
            legal = view["legal"]["0"]
            if hinted % 2:
                line.say({"op": "hint", "id": hinted, "seat": 0, "seq": view["seq"]})
                answer = line.hear_op("reply")
                assert answer.pop("op") == "reply" and answer.pop("id") == hinted
            else:
                status, answer = hint(server, table, 0, view["seq"], [tokens[0]])
                assert status == 200, answer
            assert answer["ok"] and answer["seq"] == view["seq"], answer
            check_hint(answer["hint"], legal, 3, 0)
            assert hint(server, table, 0, view["seq"], [tokens[0]])[1]["hint"] == answer["hint"]    # the same again
            hinted += 1
            status, done = server.act(table, 0, view["seq"], answer["hint"]["best"], f"k{hinted}", tokens[0])
            assert status == 200, done
        assert hinted == 12 or seen["table"]["status"] == "over", hinted
        server.end()
        assert "ThreadSanitizer" not in server.journal(), server.journal()


def test_nobody_else_gets_any():
    with visitor.Server() as server:
        table, tokens, shown = made(server, ["person", "person"])
        assert shown["hints"] is False
        status, answer = hint(server, table, 0, 1, tokens.values())
        assert (status, answer["code"]) == (409, "conflict") and "no hints at this table" in answer["error"], answer
        table, tokens, shown = made(server, ["person", "person"], hints=True)
        view = server.look(table, tokens.values())["view"]
        seat = int(next(iter(view["legal"])))
        path = f"/api/1/tables/{table}/hint"
        for body, shown, status, code in [
                ({"seat": seat, "seq": 1}, [], 401, "no_token"), ({"seat": seat, "seq": 1}, [tokens[1 - seat]], 403, "forbidden"),
                ({"seat": seat, "seq": 1}, ["a" * 32], 403, "forbidden"), ({"seat": 1 - seat, "seq": 1}, [tokens[1 - seat]], 409, "conflict"),
                ({"seat": seat, "seq": 0}, [tokens[seat]], 409, "stale"), ({"seat": seat, "seq": 9}, [tokens[seat]], 409, "stale"),
                ({"seat": seat}, [tokens[seat]], 400, "bad_request"), ({"seat": 2, "seq": 1}, [tokens[seat]], 400, "bad_request"),
                ({"seat": "0", "seq": 1}, [tokens[seat]], 400, "bad_request"), ({"seat": seat, "seq": 1.5}, [tokens[seat]], 400, "bad_request")]:
            got, answer = server.post(path, body, shown)
            assert (got, answer["code"]) == (status, code), (body, got, answer)
        for seq, says in ((0, "moved on: its newest moment is 1"), (9, "there is no moment 9 yet")):
            assert says in hint(server, table, seat, seq, [tokens[seat]])[1]["error"]
        status, answer = hint(server, table, seat, 1, [tokens[seat]])
        assert status == 200, answer
        check_hint(answer["hint"], view["legal"][str(seat)], 2, seat)
        assert server.get(path, tokens.values())[0] == 405
        waiting = server.post("/api/1/tables", {"game": "ra", "players": 2, "hints": True, "seats": [{"kind": "person", "name": "A"}, {"kind": "open"}]})[1]
        status, answer = hint(server, waiting["table"]["id"], 0, 0, waiting["tokens"].values())
        assert (status, answer["error"]) == (409, "the game has not started"), answer


def finished(server, seats):
    table, tokens, _ = made(server, seats)
    until = time.monotonic() + visitor.PATIENCE
    while server.look(table)["table"]["status"] != "over":
        assert time.monotonic() < until
        time.sleep(0.01)
    return table


def analysis_of(server, table):
    """The analysis, and how far it was at each time of asking."""
    told, until = [], time.monotonic() + visitor.PATIENCE
    while time.monotonic() < until:
        status, answer = server.get(f"/api/1/tables/{table}/analysis")
        assert status == 200 and answer["ok"], answer
        if answer["done"]:
            return answer["analysis"], told
        assert 0 <= answer["progress"][0] <= answer["progress"][1], answer
        assert answer.get("analysis", {"preliminary": True})["preliminary"] is True, answer
        told.append(answer["progress"][0])
        time.sleep(0.02)
    raise AssertionError("no end")


def test_finished_games_are_analysed():
    with visitor.Server() as server:
        table = finished(server, ["random", "random"])
        given, told = analysis_of(server, table)
        assert told == sorted(told), told
        steps = server.get(f"/api/1/tables/{table}/log")[1]["steps"]
        final = server.look(table)["view"]["state"]["result"]
        assert given["game"] == "ra" and given["players"] == 2 and len(given["moments"]) == len(steps) + 1, (len(given["moments"]), len(steps))
        for moment, step in zip(given["moments"], steps):
            assert moment["index"] == step["seq"] and moment.get("seat") == step["seat"], (moment, step)
            assert abs(sum(moment["win"]) - 1) < 1e-9, moment
        last = given["moments"][-1]
        assert [round(win * len(final["winners"])) for win in last["win"]] == [int(seat in final["winners"]) for seat in range(2)], (last, final)
        assert len(given["seats"]) == 2 and all(seat["decisions"] > 0 and seat["loss"] >= 0 for seat in given["seats"])
        again, told = analysis_of(server, table)    # it is kept
        assert again == given and told == []
        server.kill()
        server.start()                              # and made again, the same, where it was not
        again, told = analysis_of(server, table)
        assert again == given


def test_games_that_go_on_are_not():
    with visitor.Server() as server:
        table, tokens, _ = made(server, ["person", "person"])
        for shown in ((), tokens.values()):
            status, answer = server.get(f"/api/1/tables/{table}/analysis", shown)
            assert (status, answer["code"]) == (409, "conflict") and "when the game is over" in answer["error"], answer
        assert server.get("/api/1/tables/aaaaaaaaaaaa/analysis")[0] == 404
        assert server.post(f"/api/1/tables/{table}/analysis")[0] == 405
        waiting = server.post("/api/1/tables", {"game": "ra", "players": 2, "seats": [{"kind": "person", "name": "A"}, {"kind": "open"}]})[1]
        assert server.get(f"/api/1/tables/{waiting['table']['id']}/analysis")[0] == 409


def test_what_is_costly_is_limited():
    with visitor.Server(rates="requests=0 messages=0 tables=0 hints=1") as server:
        table, tokens, _ = made(server, ["person", "person"], hints=True)
        view = server.look(table, tokens.values())["view"]
        seat = int(next(iter(view["legal"])))
        line = server.watch(table, tokens.values())
        line.hear_op("table")
        for i in range(60):
            line.say({"op": "hint", "id": i, "seat": seat, "seq": 1})
        answers = [line.hear_op("reply") for _ in range(60)]
        assert sorted(answer["id"] for answer in answers) == list(range(60))
        refused = [answer["code"] for answer in answers if not answer["ok"]]
        assert any(answer["ok"] for answer in answers) and refused and set(refused) == {"too_many"}, answers
        line.say({"op": "act", "id": 99, "seat": seat, "seq": 1, "action": view["legal"][str(seat)][0], "key": "k"})
        assert line.hear_op("reply")["ok"]          # who asks too much can still play


def test_levels_play_at_a_table():
    """One of each kind of word; none of them ever answers with what is not legal, nor too late."""
    with visitor.Server() as server:
        words = ["novice", "easy:builder", "medium", "expert", "master:20ms"]
        table = server.table(words)[0]["id"]
        assert [seat["bot"] for seat in server.look(table)["table"]["seats"]] == words
        until = time.monotonic() + visitor.PATIENCE
        while (steps := server.get(f"/api/1/tables/{table}/log")[1]["steps"])[-1]["seq"] < 60:
            assert time.monotonic() < until
            time.sleep(0.05)
        assert {step["seat"] for step in steps} == {None, 0, 1, 2, 3, 4}
        for wrong in ("master:0ms", "master:20s", "novice:20", "easy:nobody", "master:", ":20ms", "master:999999999999ms"):
            status, answer = server.post("/api/1/tables", {"game": "ra", "players": 2, "seats": [{"kind": "bot", "bot": wrong}, {"kind": "open"}]})
            words = ("one of the bots of ra", "master") if wrong in ("easy:nobody", ":20ms") else (f'"bot" "{wrong}": ', " limit")
            assert status == 400 and all(word in answer["error"] for word in words), (wrong, answer)
        assert server.end() == 0                    # the master in the midst of it
        assert server.journal() == "", server.journal()


def test_hints_of_amun_re_come_from_what_is_seen():
    """Hints at every phase until the offers are opened; what is said there are actions of the seat."""
    with visitor.Server() as server:
        seats = [{"kind": "person", "name": "A"}, {"kind": "bot", "bot": "random"}, {"kind": "bot", "bot": "random"}]
        status, made_one = server.post("/api/1/tables", {"game": "amun_re", "players": 3, "start": True, "seats": seats})
        assert status == 201, made_one
        table, tokens, number, phases = made_one["table"]["id"], [made_one["tokens"]["0"]], 0, set()
        while "offer" not in phases:
            view = server.look(table, tokens)["view"]
            if not view["legal"]:
                time.sleep(0.002)
                continue
            status, answer = hint(server, table, 0, view["seq"], tokens)
            assert status == 200, answer
            legal, best = view["legal"]["0"], answer["hint"]["best"].removeprefix("0/")
            assert best in legal, (best, legal)
            listed = [option["action"].removeprefix("0/") for option in answer["hint"]["actions"]]
            assert not listed or sorted(listed) == sorted(legal), (listed, legal)
            phases.add(view["state"]["phase"])
            number += 1
            assert server.act(table, 0, view["seq"], best, f"k{number}", tokens[0])[0] == 200


def test_it_ends_while_it_studies():
    with visitor.Server("--thinkers", "1") as server:
        tables = [finished(server, ["random"] * 3) for _ in range(2)]
        for table in tables:
            assert server.get(f"/api/1/tables/{table}/analysis")[0] == 200
        alone, tokens, _ = made(server, ["person", "person"], hints=True)
        line = server.watch(alone, tokens.values())
        seat = line.hear_op("table")["view"]["state"]["to_act"][0]
        line.say({"op": "hint", "id": 1, "seat": seat, "seq": 1})
        assert server.end() == 0
        assert '"level":"error"' not in server.journal(), server.journal()
