# SPDX-License-Identifier: MIT
"""test_bots.py -- bot accounts: made by the host, invited to seats, told what their own seat may see, kept within limits."""
import os

import botline
from visitor import processor_seconds, until

EVENTS = "/api/1/bot/events"


def table_with(server, *seats, game="ra", start=False, public=False, tokens=(), **more):
    """A table; a seat is "person", "open", "@NAME" for an invited account, or a built-in bot."""
    listed = []
    for i, seat in enumerate(seats):
        if seat == "person":
            listed.append({"kind": "person", "name": f"Player {i}"})
        elif seat == "open" or seat[0] == "@":
            listed.append({"kind": "open"} | ({"invite": seat[1:]} if seat[0] == "@" else {}))
        else:
            listed.append({"kind": "bot", "bot": seat})
    status, made = server.ask("POST", "/api/1/tables", {"game": game, "players": len(seats), "seats": listed, "start": start,
                                                        "public": public, **more}, tokens)
    assert status == 201, made
    return made["table"], made["tokens"]


def accept(server, name, table):
    status, said = server.post(f"/api/1/tables/{table}/join", {}, [server.bots[name]])
    assert status == 200, said
    return said


def play(server, name, turn, action=None):
    view = turn["view"]
    legal = view["legal"][str(turn["seat"])]
    return server.act(turn["table"], turn["seat"], view["seq"], action or legal[0], f"{name}{view['seq']}-{len(legal)}", server.bots[name])


def test_a_challenge_is_accepted_and_played_to_the_end():
    with botline.Server("scarab") as server:
        line = server.line("scarab")
        assert line.hear() == {"event": "hello", "bot": "scarab", "games": 8}
        table, tokens = table_with(server, "person", "@scarab", "random")
        assert table["seats"][1] == {"kind": "open", "name": "", "invited": "scarab"}
        challenge = line.hear()
        assert challenge["event"] == "challenge" and challenge["seat"] == 1 and challenge["table"]["id"] == table["id"]
        said = accept(server, "scarab", table["id"])
        assert said["seat"] == 1 and "token" not in said, "the account's own token is good for the seat"
        assert said["table"]["seats"][1] == {"kind": "bot", "bot": "scarab", "name": "scarab", "account": True, "online": True, "away": False}
        me = server.watch(table["id"], [tokens["0"]])
        me.hear_op("table")
        assert server.post(f"/api/1/tables/{table['id']}/start", {}, [tokens["0"]])[0] == 200
        start = line.hear()
        assert start["event"] == "start" and start["seat"] == 1
        turns, over = 0, None
        seen = server.look(table["id"], [tokens["0"]])
        while over is None:
            view = seen["view"]
            if view["legal"].get("0"):
                server.act(table["id"], 0, view["seq"], view["legal"]["0"][0], f"p{view['seq']}", tokens["0"])
            elif 1 in (view["state"]["to_act"] or []):
                event = line.hear_event("turn")
                assert event["view"]["seq"] == view["seq"] and list(event["view"]["legal"]) == ["1"] and event["game"] == "ra"
                status, said = play(server, "scarab", event)
                assert status == 200, said
                turns += 1
            if view["state"]["result"]:
                over = line.hear_event("end")
            else:
                seen = next_look(server, me, table, tokens, view)
        assert over["view"]["state"]["result"] and over["table"]["status"] == "over" and turns > 5
        status, record = server.get(f"/api/1/tables/{table['id']}/record")
        assert status == 200 and record["meta"]["bots"] == ["human", "scarab", "random"]
        server.must_end_well()


def next_look(server, me, table, tokens, before):
    """How the table stands, once it has moved on."""
    while True:
        seen = server.look(table["id"], [tokens["0"]])
        if seen["view"]["seq"] != before["seq"]:
            return seen
        assert me.hear() is not None


def test_after_a_lost_connection_all_games_are_told_again():
    with botline.Server("scarab", "ibis") as server:
        line = server.line("scarab")
        tables = [table_with(server, "@scarab", "@ibis", tokens=[server.bots["scarab"]])[0] for _ in range(3)]
        assert [t["seats"][0]["kind"] for t in tables] == ["bot"] * 3, "a bot that makes a table and invites itself has its seat"
        for table in tables:
            accept(server, "ibis", table["id"])
            assert server.post(f"/api/1/tables/{table['id']}/start", {}, [server.bots["scarab"]])[0] == 200
        turns = {}
        for name in ("scarab", "ibis"):
            other = server.line(name)
            told = [other.hear()["event"] for _ in range(4)]
            assert told[0] == "hello" and sorted(told[1:])[0] in ("start", "turn")
            other.close()
        assert line.hear_event("elsewhere")["event"] == "elsewhere" and line.hear() is None, "the first stream was ended"
        for again in (False, True):
            if again:
                server.kill()
                server.start()
            for name in ("scarab", "ibis"):
                one = server.line(name)
                started = set()
                to_act = [t["id"] for t in tables if server.look(t["id"])["view"]["state"]["to_act"] == [("scarab", "ibis").index(name)]]
                while len(started) < 3 or set(turns.get(name, {})) != set(to_act):
                    event = one.hear_event("start", "turn")
                    if event["event"] == "start":
                        started.add(event["table"]["id"])
                    else:
                        turns.setdefault(name, {})[event["table"]] = event
                assert started == {t["id"] for t in tables}
                one.close()
            assert len(turns.get("scarab", {})) + len(turns.get("ibis", {})) == 3, "each table has one seat to act"
            turns = {}
        server.must_end_well()


def test_a_stream_shows_its_own_seat_only():
    """Amun-Re: in the sealed moment a bot is told once, and hears nothing of what the other offers."""
    with botline.Server("scarab", "ibis") as server:
        lines = {name: server.line(name) for name in ("scarab", "ibis")}
        table, tokens = table_with(server, "@scarab", "@ibis", "person", game="amun_re", pace="off")
        for name in lines:
            accept(server, name, table["id"])
        server.post(f"/api/1/tables/{table['id']}/start", {}, [tokens["2"]])
        names = ["scarab", "ibis"]
        while True:
            view = server.look(table["id"], [tokens["2"]])["view"]
            to_act = view["state"]["to_act"]
            if len(to_act) > 1:
                break
            if to_act == [2]:
                server.act(table["id"], 2, view["seq"], view["legal"]["2"][0], f"p{view['seq']}", tokens["2"])
                continue
            turn = lines[names[to_act[0]]].hear_event("turn")
            check_own(server, names[to_act[0]], turn)
            if turn["view"]["seq"] == view["seq"]:
                status, said = play(server, names[to_act[0]], turn)
                assert status == 200, said
        turns = {name: sealed_turn(server, names.index(name), name, lines[name], view["seq"]) for name in names}
        status, said = play(server, "scarab", turns["scarab"], next(a for a in turns["scarab"]["view"]["legal"]["0"] if a.startswith("offer:")))
        assert status == 200, said
        other, _ = table_with(server, "person", "@ibis")
        event = lines["ibis"].hear()
        assert event["event"] == "challenge" and event["table"]["id"] == other["id"], "nothing was told of another's offer"
        server.must_end_well()


def sealed_turn(server, seat, name, line, seq):
    while True:
        turn = line.hear_event("turn")
        check_own(server, name, turn)
        if turn["view"]["seq"] == seq:
            assert turn["seat"] == seat
            return turn


def check_own(server, name, turn):
    """What the event shows is what a look with the bot's token shows."""
    seen = server.look(turn["table"], [server.bots[name]])["view"]
    if seen["seq"] == turn["view"]["seq"]:
        assert seen == turn["view"]


def test_only_who_is_invited_comes_unless_the_host_lets_it():
    with botline.Server("scarab", "ibis", join=["ibis"]) as server:
        public, tokens = table_with(server, "person", "open", "@scarab", public=True)
        private, _ = table_with(server, "person", "open")
        where = f"/api/1/tables/{public['id']}"
        scarab, ibis = [server.bots["scarab"]], [server.bots["ibis"]]
        status, said = server.post(f"{where}/join", {"seat": 1}, scarab)
        assert status == 409 and "invited" in said["error"], said
        assert server.post(f"{where}/join", {"seat": 2, "name": "Ben"})[0] == 409, "the seat is kept"
        assert server.post(f"{where}/join", {"seat": 2}, ibis)[0] == 409
        assert server.post(f"/api/1/tables/{private['id']}/join", {}, ibis)[0] == 409
        assert server.post(f"{where}/decline", {}, ibis)[0] == 409
        assert server.post(f"{where}/decline", {})[0] == 401
        assert server.post(f"{where}/decline", {}, [tokens["0"]])[0] == 403
        status, said = server.post(f"{where}/decline", {}, scarab)
        assert status == 200 and said["table"]["seats"][2] == {"kind": "open", "name": ""}
        status, said = server.post(f"{where}/join", {}, ibis)
        assert status == 200 and said["seat"] == 1 and said["table"]["seats"][1]["bot"] == "ibis"
        assert server.post(f"{where}/join", {}, ibis)[0] == 409, "one seat of a table"
        status, said = server.post(f"{where}/seats", {"seat": 2, "kind": "open", "invite": "ibis"}, [tokens["0"]])
        assert status == 409 and "already" in said["error"], said
        status, said = server.post(f"{where}/seats", {"seat": 2, "kind": "open", "invite": "nobody"}, [tokens["0"]])
        assert status == 400 and "/api/1/bots" in said["error"], said
        status, said = server.post(f"{where}/seats", {"seat": 1, "kind": "bot", "bot": "random"}, [tokens["0"]])
        assert status == 200, "before the start who manages the table may give the seat to another"
        assert server.get("/api/1/bots")[1]["bots"] == [{"name": name, "online": False, "playing": 0, "games": 8} for name in ("ibis", "scarab")]
        status, said = server.get("/api/1/tables")
        assert [t["id"] for t in said["tables"]] == [public["id"]]
        server.must_end_well()


def test_limits_of_games_and_requests():
    with botline.Server("scarab", "ibis", options=["--limit", "bot-games=2", "--rate", "bots=5"]) as server:
        tables = [table_with(server, "person", "@scarab")[0]["id"] for _ in range(3)]
        assert [server.post(f"/api/1/tables/{t}/join", {}, [server.bots["scarab"]])[0] for t in tables] == [200, 200, 409]
        seen = [server.ask("GET", f"/api/1/tables/{tables[0]}", None, [server.bots["ibis"]])]
        while seen[-1][0] == 200:                   # faster than five a second
            seen.append(server.ask("GET", f"/api/1/tables/{tables[0]}", None, [server.bots["ibis"]]))
        assert len(seen) > 1 and seen[-1][0] == 429 and "5 requests" in seen[-1][1]["error"], seen[-1]
        assert server.get(f"/api/1/tables/{tables[0]}")[0] == 200, "others are not kept out"
        server.must_end_well()


def test_who_sends_no_more_is_gone():
    """The stream ends, and the server sleeps until then. A blank line may come before on a busy machine, but not one after the other."""
    with botline.Server("scarab") as server:
        line = server.line("scarab")
        assert line.hear()["event"] == "hello"
        began = processor_seconds(server.process)
        line.send_no_more()
        assert b"" in [line.answer.readline() for _ in range(4)]
        assert processor_seconds(server.process) - began < 0.5
        line.close()
        server.must_end_well()


def test_a_seat_that_is_left_goes_to_another():
    with botline.Server("scarab", options=["--away", "0"]) as server:
        line = server.line("scarab")
        table, tokens = table_with(server, "person", "@scarab")
        accept(server, "scarab", table["id"])
        server.post(f"/api/1/tables/{table['id']}/start", {}, [tokens["0"]])
        assert line.hear_event("start")["seat"] == 1
        line.close()
        where = f"/api/1/tables/{table['id']}"
        until(lambda: server.look(table["id"])["table"]["seats"][1]["away"])    # it has heard that the line is closed
        status, said = server.post(f"{where}/replace", {"seat": 0, "bot": "random"}, [tokens["0"]])
        assert status == 409 and "nobody but bots" in said["error"], "a game does not go on without a person"
        status, said = server.post(f"{where}/replace", {"seat": 1, "bot": "random"}, [tokens["0"]])
        assert status == 200 and said["table"]["seats"][1]["for"] == "scarab", said
        assert server.post(f"{where}/return", {"seat": 1}, [server.bots["scarab"]])[0] == 403
        line = server.line("scarab")
        assert line.hear_event("gone")["table"] == table["id"]
        server.must_end_well()


def test_a_rematch_invites_the_bot_again():
    with botline.Server("scarab") as server:
        line = server.line("scarab")
        table, tokens = table_with(server, "person", "@scarab")
        accept(server, "scarab", table["id"])
        server.post(f"/api/1/tables/{table['id']}/start", {}, [tokens["0"]])
        while True:
            view = server.look(table["id"], [tokens["0"], server.bots["scarab"]])["view"]
            if view["state"]["result"]:
                break
            (seat, legal), = view["legal"].items()
            assert server.act(table["id"], int(seat), view["seq"], legal[0], f"k{view['seq']}", tokens["0"] if seat == "0" else server.bots["scarab"])[0] == 200
        status, said = server.post(f"/api/1/tables/{table['id']}/rematch", {}, [tokens["0"]])
        assert status == 201 and said["table"]["seats"][0] == {"kind": "open", "name": "", "invited": "scarab"}
        line.hear_event("end")
        assert line.hear_event("challenge")["table"]["id"] == said["table"]["id"]
        server.must_end_well()


def test_tokens(khepri):
    with botline.Server("scarab") as server:
        path = os.path.join(server.folder, "bots.txt")
        assert server.get(EVENTS)[0] == 401
        assert server.get(EVENTS, ["a" * 32])[0] == 403
        assert server.post(EVENTS, {}, [server.bots["scarab"]])[0] == 405
        assert server.ask("HEAD", EVENTS, None, [server.bots["scarab"]])[0] == 404
        with open(path, encoding="utf-8") as file:
            assert server.bots["scarab"] not in file.read()
        line = server.line("scarab")
        line.hear()
        fresh = botline.account(server.folder, "scarab")
        assert line.hear_event("closing") and line.hear() is None, "a new token ends what the old one began"
        assert server.get(EVENTS, [server.bots["scarab"]])[0] == 403
        server.bots["scarab"] = fresh
        line = server.line("scarab")
        assert line.hear()["event"] == "hello"
        with open(path, "a", encoding="utf-8") as file:
            file.write("nonsense\n")
        until(lambda: "the accounts stay as they were" in server.journal())     # it has looked at the file
        khepri("bot-account", path, status=2)
        server.end()
        assert line.hear_event("closing")


def test_the_command_refuses_with_a_sentence(khepri, tmp_path):
    path = str(tmp_path / "bots.txt")
    for words, sentence in (((path, "Scarab"), "a-z"), ((path, "hard"), "built-in"), ((path, "x" * 25), "24"),
                            (("--remove", path, "ibis"), "cannot read"), ((path,), "cannot read"), ((), "the name of a file"),
                            (("--join", path), "need the name"), (("--join", "--remove", path, "a"), "do not go together")):
        assert sentence in khepri("bot-account", *words, status=2).stderr, words
    assert not os.path.exists(path)
    khepri("bot-account", path, "ibis", status=0)
    khepri("bot-account", "--join", path, "scarab", status=0)
    assert khepri("bot-account", path, status=0).stdout == "ibis\nscarab join\n"
    assert "no account" in khepri("bot-account", "--remove", path, "heron", status=2).stderr
    khepri("bot-account", "--remove", path, "ibis", status=0)
    assert khepri("bot-account", path, status=0).stdout == "scarab join\n"
    with open(path, "a", encoding="utf-8") as file:
        file.write("heron 12\n")
    assert "line 3: the hash" in khepri("serve", "--bots", path, "--listen", "127.0.0.1:0", "--data", str(tmp_path / "x.sqlite"), status=2).stderr
