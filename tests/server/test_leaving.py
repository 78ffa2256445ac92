# SPDX-License-Identifier: MIT
"""test_leaving.py -- somebody leaves, a bot plays on in that seat, and they come back: who may ask, what their token opens, sudden ends."""
import random
import sqlite3
import time

import visitor

EVER, NEVER = ("--away", "0"), ("--away", "86400")


def replace(server, table, seat, tokens, bot="random"):
    return server.post(f"/api/1/tables/{table}/replace", {"seat": seat, "bot": bot}, tokens)


def take_back(server, table, seat, tokens):
    return server.post(f"/api/1/tables/{table}/return", {"seat": seat}, tokens)


def seat_of(answer, seat):
    return answer["table"]["seats"][seat]


def who_acts(server, table, tokens):
    """(seat, its first legal action, the view): of the persons whose tokens these are."""
    view = server.look(table, tokens.values())["view"]
    seat, legal = next(iter(view["legal"].items()))
    return int(seat), legal[0], view


def play_on(server, table, tokens, done, seconds=visitor.PATIENCE):
    """Plays the persons by chance until done(seen)."""
    dice, until = random.Random(7), time.monotonic() + seconds
    while time.monotonic() < until:
        seen = server.look(table, tokens.values())
        if done(seen):
            return seen
        if not seen["view"]["legal"]:
            time.sleep(0.002)
            continue
        seat, legal = next(iter(seen["view"]["legal"].items()))
        key = f"{seen['view']['seq']}.{dice.random()}"
        status, answer = server.act(table, int(seat), seen["view"]["seq"], dice.choice(legal), key, tokens[int(seat)])
        assert status in (200, 409), answer
    raise AssertionError("no end")


def test_one_leaves_and_comes_back():
    with visitor.Server(*NEVER, delay=60000) as server:
        table, tokens = server.table(["person", "person", "random"])
        table = table["id"]
        while True:                                 # until it is a person's turn: the bot would rest for ever
            acts = server.look(table, tokens.values())["view"]["legal"]
            if acts:
                break
            made, tokens = server.table(["person", "person", "random"])
            table = made["id"]
        seat = int(next(iter(acts)))
        other = 1 - seat
        before = server.look(table, [tokens[seat]])
        lines = [server.watch(table, [tokens[seat]]), server.watch(table, [tokens[other]]), server.watch(table)]
        for line in lines:
            line.hear_op("table")
        status, answer = replace(server, table, seat, [tokens[seat]], "rule")
        assert status == 200 and seat_of(answer, seat)["for"] == f"Player {seat}" and seat_of(answer, seat)["bot"] == "rule", answer
        assert seat_of(answer, seat)["kind"] == "bot" and "online" not in seat_of(answer, seat), answer
        for line in lines:                          # all are told, and the leaver watches like anybody
            heard = line.hear_op("table")
            while "for" not in seat_of(heard, seat):
                heard = line.hear_op("table")
            assert heard["view"]["legal"] == {}, heard["view"]["legal"]
        seen = server.look(table, [tokens[seat]])
        assert seen["view"] == server.look(table)["view"] and seen["view"]["legal"] == {}
        action = acts[str(seat)][0]
        for wanted, shown in ((403, tokens[seat]), (403, tokens[other])):
            status, answer = server.act(table, seat, seen["view"]["seq"], action, "k", shown)
            assert status == wanted, (status, answer)
        for way in ("start", "rematch", "replace"):
            status, answer = server.post(f"/api/1/tables/{table}/{way}", {"seat": other, "bot": "random"}, [tokens[seat]])
            assert (status, answer["code"]) == (403, "forbidden"), (way, answer)

        assert take_back(server, table, seat, [])[0] == 401
        assert take_back(server, table, seat, [tokens[other]])[0] == 403
        assert take_back(server, table, seat, ["a" * 32])[0] == 403
        assert take_back(server, table, 7, [tokens[seat]])[0] == 400
        assert take_back(server, table, other, [tokens[seat]])[1]["error"] == "nobody has left this seat"
        assert take_back(server, table, 2, [tokens[seat]])[1]["error"] == "nobody has left this seat"
        status, answer = take_back(server, table, seat, [tokens[seat]])
        assert status == 200 and seat_of(answer, seat)["kind"] == "person" and seat_of(answer, seat)["name"] == f"Player {seat}", answer
        assert "for" not in seat_of(answer, seat)
        assert server.look(table, [tokens[seat]])["view"] == before["view"]     # the bot, still at rest, has done nothing
        heard = lines[0].hear_op("table")
        assert list(heard["view"]["legal"]) == [str(seat)], heard["view"]["legal"]
        assert server.act(table, seat, before["view"]["seq"], action, "k", tokens[seat])[0] == 200
        assert take_back(server, table, seat, [tokens[seat]])[0] == 409


def test_only_who_is_away_is_replaced_by_others():
    with visitor.Server(*NEVER) as server:
        table, tokens = server.table(["person"] * 3)
        table = table["id"]
        status, answer = replace(server, table, 1, [tokens[0]])
        assert (status, answer["error"]) == (409, "this person has not been away for long enough"), answer
        assert not any(seat["away"] for seat in server.look(table)["table"]["seats"])
    with visitor.Server(*EVER, delay=60000) as server:
        table, tokens = server.table(["person"] * 3)
        table = table["id"]
        acts, action, view = who_acts(server, table, tokens)
        first, second = (seat for seat in range(3) if seat != acts)
        line = server.watch(table, [tokens[first]])
        line.hear_op("table")
        other = server.watch(table, [tokens[second]])
        shown = other.hear_op("table")["table"]["seats"]
        assert not shown[first]["away"] and shown[acts]["away"], shown
        status, answer = replace(server, table, first, [tokens[second]])
        assert (status, answer["code"]) == (409, "conflict"), answer
        line.close()                                # and now they are gone
        heard = other.hear_op("table")
        while not seat_of(heard, first)["away"]:
            heard = other.hear_op("table")
        assert replace(server, table, first, [])[0] == 401
        assert replace(server, table, first, ["a" * 32])[0] == 403
        assert replace(server, table, 9, [tokens[second]])[0] == 400
        status, answer = replace(server, table, first, [tokens[second]], "nobody")
        assert status == 400 and "one of the bots" in answer["error"], answer
        status, answer = replace(server, table, first, [tokens[second]])
        assert status == 200 and seat_of(answer, first)["for"], answer
        assert replace(server, table, first, [tokens[second]])[1]["error"] == "a bot sits there already"
        assert replace(server, table, acts, [tokens[second]])[0] == 200         # who is to act, and does not
        for own in (second, acts):
            status, answer = replace(server, table, second, [tokens[own]])
            assert status == (409 if own == second else 403), answer
        assert "nobody but bots" in replace(server, table, second, [tokens[second]])[1]["error"]


def test_nobody_chooses_a_weak_stand_in_for_another():
    """Whatever an opponent asks for, the seat gets the same strong bot; for your own seat you may choose."""
    with visitor.Server(*EVER) as server:
        for game, players in (("ra", 4), ("amun_re", 4)):
            table, tokens = server.table(["person"] * players, game=game)
            for seat, by, bot, sits in [(1, 0, "random", "hard"), (2, 0, "rule", "hard"), (0, 0, "rule", "rule")]:
                status, answer = replace(server, table["id"], seat, [tokens[by]], bot)
                assert status == 200 and seat_of(answer, seat)["bot"] == sits, (game, seat, answer)
            assert replace(server, table["id"], 2, [tokens[3]], "nobody")[0] == 400


def test_what_was_agreed_on_holds():
    with visitor.Server(*EVER) as server:
        seats = [{"kind": "person", "name": f"P{i}"} for i in range(3)]
        made = {}
        for word in ("stay", "none"):
            status, made[word] = server.post("/api/1/tables", {"game": "ra", "players": 3, "seats": seats, "stand_ins": word, "start": True})
            assert status == 201 and made[word]["table"]["stand_ins"] == word
        status, answer = replace(server, made["none"]["table"]["id"], 0, [made["none"]["tokens"]["0"]])
        assert status == 409 and "agreed on" in answer["error"], answer
        table, tokens = made["stay"]["table"]["id"], made["stay"]["tokens"]
        status, answer = replace(server, table, 0, [tokens["0"]])
        assert status == 200 and seat_of(answer, 0)["for"] == "P0", answer
        status, answer = take_back(server, table, 0, [tokens["0"]])
        assert status == 409 and "does not come back" in answer["error"], answer
        server.end()
        database = sqlite3.connect(server.data)     # such a token is not even kept
        assert database.execute("SELECT token FROM seats WHERE table_id = ? AND seat = 0", (table,)).fetchone()[0] in (None, b"\0" * 32)
        database.close()
        server.start()
        assert replace(server, server.table(["person", "open"])[0]["id"], 0, [])[0] == 401
        waiting, own = server.table(["person", "open"])
        status, answer = replace(server, waiting["id"], 0, [own[0]])
        assert status == 409 and "not started" in answer["error"], answer


def test_a_sudden_end_forgets_nothing_of_it():
    with visitor.Server(*EVER) as server:
        table, tokens = server.table(["person", "person", "person"])
        table = table["id"]
        status, _ = replace(server, table, 1, [tokens[0]])
        assert status == 200
        server.kill()
        server.start()
        seen = server.look(table)
        assert seat_of(seen, 1)["for"] == "Player 1" and seat_of(seen, 1)["kind"] == "bot", seen
        rest = {seat: tokens[seat] for seat in (0, 2)}
        play_on(server, table, rest, lambda seen: any(step["seat"] == 1 for step in server.get(f"/api/1/tables/{table}/log")[1]["steps"]))
        assert take_back(server, table, 1, [tokens[1]])[0] == 200
        server.kill()
        server.start()
        assert seat_of(server.look(table), 1)["kind"] == "person"
        assert replace(server, table, 1, [tokens[1]])[0] == 200
        play_on(server, table, rest, lambda seen: seen["table"]["status"] == "over")
        status, answer = replace(server, table, 0, [tokens[0]])
        assert (status, answer["error"]) == (409, "the game is over"), answer
        record = server.get(f"/api/1/tables/{table}/record")[1]
        assert record["meta"]["left"] == {"1": "Player 1"} and record["meta"]["bots"] == ["human", "random", "human"], record["meta"]
        status, again = server.post(f"/api/1/tables/{table}/rematch", {}, list(rest.values()))
        assert status == 201 and again["table"]["seats"][2]["kind"] == "bot" and "for" not in again["table"]["seats"][2], again
        assert take_back(server, again["table"]["id"], 2, [tokens[1]])[0] == 409
        assert take_back(server, table, 1, [tokens[1]])[0] == 200               # for the sake of the hand and the next game
        assert "error" not in server.journal(), server.journal()


def at_offers(server):
    """A table of Amun-Re where all are to offer: (table, tokens, view)."""
    table, tokens = server.table(["person"] * 3, game="amun_re")
    while True:
        view = server.look(table["id"], tokens.values())["view"]
        if view["state"]["phase"] == "offer":
            return table["id"], tokens, view
        seat, legal = next(iter(view["legal"].items()))
        buys = [a for a in legal if a.startswith("buy:")] or [a for a in legal if not a.startswith("sell:")]
        assert server.act(table["id"], int(seat), view["seq"], buys[-1], f"k{view['seq']}", tokens[int(seat)])[0] == 200


def test_a_leaver_sees_no_hand_and_his_bot_offers_in_secret():
    with visitor.Server(*EVER) as server:
        table, tokens, view = at_offers(server)
        lines = {seat: server.watch(table, [tokens[seat]]) for seat in range(3)}
        hand = server.look(table, [tokens[1]])["view"]
        assert hand != server.look(table)["view"]   # there is something to be seen
        assert replace(server, table, 1, [tokens[1]])[0] == 200
        until = time.monotonic() + visitor.PATIENCE
        while server.look(table)["view"]["state"]["sacrifice"]["offers"].get("1") != {"sealed": True} and time.monotonic() < until:
            time.sleep(0.01)
        assert server.look(table)["view"]["state"]["sacrifice"]["offers"]["1"] == {"sealed": True}
        seen = server.look(table, [tokens[1]])
        assert seen["view"] == server.look(table)["view"] and seen["view"]["seq"] == view["seq"]
        lines[1].say({"op": "ping"})
        messages = []
        while (message := lines[1].hear())["op"] != "pong":
            messages.append(message)
        assert messages[-1]["view"] == seen["view"], "the leaver still sees through the seat"
        assert server.get(f"/api/1/tables/{table}/at/{view['seq']}", [tokens[1]])[1]["view"]["state"] == seen["view"]["state"]
        for seat in (0, 2):
            assert server.act(table, seat, view["seq"], "offer:steal", "z", tokens[seat])[0] == 200
        play_on(server, table, {0: tokens[0], 2: tokens[2]}, lambda seen: seen["view"]["state"]["phase"] != "offer")


def test_a_bot_has_a_name_that_nobody_else_at_the_table_has():
    def make(server, *seats, start):
        listed = [{"kind": "person", "name": seat} if seat[0].isupper() else {"kind": "bot", "bot": seat} if seat != "open" else {"kind": seat} for seat in seats]
        status, made = server.post("/api/1/tables", {"game": "ra", "players": len(seats), "seats": listed, "public": False, "start": start})
        assert status == 201, made
        return made

    with visitor.Server() as server:
        made = make(server, "Senbi", "random", "open", "random", start=False)
        names = [seat["name"] for seat in made["table"]["seats"]]
        assert names[1] != "Senbi" and len(set(names)) == 4, names
        status, answer = server.post(f"/api/1/tables/{made['table']['id']}/seats", {"seat": 2, "kind": "bot", "bot": "random"}, [made["tokens"]["0"]])
        filled = [seat["name"] for seat in answer["table"]["seats"]]
        assert status == 200 and filled[:2] == names[:2] and filled[3] == names[3] and len(set(filled)) == 4, filled
        made = make(server, "Anna", "Nefer", start=True)
        status, answer = replace(server, made["table"]["id"], 0, [made["tokens"]["0"]])
        assert status == 200 and seat_of(answer, 0)["name"] != "Nefer" and seat_of(answer, 0)["for"] == "Anna", answer
        server.must_end_well()
