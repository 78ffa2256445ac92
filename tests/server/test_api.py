# SPDX-License-Identifier: MIT
"""test_api.py -- docs/api says what the server does: each request and message of played games fits its schema."""
import os
import re

import pytest

import botline
import schema
from program import ROOT
from visitor import until

ANY = "messages.json#/$defs/"


class Checked(botline.Server):
    """Compares each answer with openapi.json, and notes which operations were answered."""

    def __init__(self, *names, **how):
        self.answered = set()
        super().__init__(*names, **how)

    def ask(self, method, path, body=None, tokens=(), headers=None, source=None):
        status, answer = super().ask(method, path, body, tokens, headers, source)
        reference = schema.reply_schema(method, path, status)
        if body is not None and status < 300:
            schema.must_fit(body, request_schema(method, path))
        schema.must_fit(answer, reference)
        self.answered.add((method, re.sub(r"/at/\d+$", "/at/{seq}", re.sub(r"/tables/[a-z2-9]{12}", "/tables/{id}", path)), status < 300))
        return status, answer


def request_schema(method, path):
    for template, operations in schema.document("openapi.json")["paths"].items():
        if re.fullmatch(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(template)), path):
            return "openapi.json" + operations[method.lower()]["requestBody"]["content"]["application/json"]["schema"]["$ref"]
    raise AssertionError(path)


def hear(line, *ops):
    while True:
        message = line.hear()
        assert message is not None
        schema.must_fit(message, ANY + "server")
        if message["op"] in ops:
            return message


def say(line, message):
    schema.must_fit(message, ANY + "client")
    line.say(message)


def play_on(server, table, line, events, tokens):
    """Anna by WebSocket and the bot by HTTP play until the game is over; all of it fits."""
    where = f"/api/1/tables/{table}"
    while True:
        view = server.look(table, tokens)["view"]
        if view["state"]["result"]:
            break
        for seat, legal in view["legal"].items():
            body = {"seat": int(seat), "seq": view["seq"], "action": legal[0], "key": f"{view['seq']} {seat} {len(legal)}"}
            if seat == "0":
                say(line, {"op": "act", "id": view["seq"], **body})
                hear(line, "reply")
            else:
                server.post(f"{where}/act", body, tokens)
            break
        else:
            hear(line, "step", "table")
    while True:
        event = events.hear()
        schema.must_fit(event, "openapi.json#/components/schemas/BotEvent")
        if event["event"] == "end":
            return


@pytest.mark.parametrize("game", ["ra", "amun_re"])
def test_a_played_game_is_as_the_schemas_say(game):
    with Checked("scarab") as server:
        bot = server.bots["scarab"]
        events = server.line("scarab")
        for path in ("/health", "/ready", "/api/1/games", "/api/1/bots", "/api/1/tables"):
            assert server.get(path)[0] == 200
        seats = [{"kind": "person", "name": "Anna"}, {"kind": "open"}, {"kind": "open"}]
        status, made = server.post("/api/1/tables", {"game": game, "players": 3, "seats": seats, "public": True, "hints": True})
        assert status == 201
        table, anna = made["table"]["id"], made["tokens"]["0"]
        where = f"/api/1/tables/{table}"
        line = server.watch()
        say(line, {"op": "watch", "table": table, "tokens": [anna]})
        hear(line, "table")
        for body, who in (({"seat": 1, "kind": "open", "invite": "scarab"}, anna), ({"seat": 2, "kind": "bot", "bot": "random"}, anna)):
            assert server.post(f"{where}/seats", body, [who])[0] == 200
        assert server.post(f"{where}/decline", {}, [bot])[0] == 200
        assert server.post(f"{where}/seats", {"seat": 1, "kind": "open", "invite": "scarab"}, [anna])[0] == 200
        assert server.post(f"{where}/join", {}, [bot])[0] == 200
        assert server.post(f"{where}/start", {}, [anna])[0] == 200
        while hear(line, "table")["table"]["status"] != "playing":
            pass
        refusals(server, where, anna, bot)
        seq = server.look(table)["view"]["seq"]
        say(line, {"op": "ping"})
        hear(line, "pong")
        line.say({"op": "dance"})
        hear(line, "error")
        say(line, {"op": "hint", "id": "h", "seat": 0, "seq": seq})
        hear(line, "reply")
        play_on(server, table, line, events, [anna, bot])
        assert server.get(f"{where}/at/0")[0] == server.get(f"{where}/log")[0] == 200
        status, record = server.get(f"{where}/record")
        assert status == 200
        assert server.get("/api/1/openapi.json") == (200, schema.document("openapi.json"))
        assert server.get("/api/1/messages.json") == (200, schema.document("messages.json"))
        assert server.post("/api/1/replay", {"record": record, "at": 3, "steps": True})[0] == 200
        until(lambda: server.get(f"{where}/analysis")[1]["done"])
        assert server.post(f"{where}/rematch", {}, [anna])[0] == 201
        assert server.post(f"{where}/rematch", {}, [anna])[0] == 200
        person(server, game)
        listed = {(method.upper(), path) for path, operations in schema.document("openapi.json")["paths"].items() for method in operations if method != "parameters"}
        done = {(method, path) for method, path, good in server.answered if good}
        # What the host of the server asks is in test_admin_page.py.
        elsewhere = {("GET", "/api/1/bot/events"), ("POST", "/api/1/admin"), ("POST", "/api/1/admin/sign-in")}
        assert listed - done == elsewhere, "each operation was done once, at least"
        server.must_end_well()


def refusals(server, where, anna, bot):
    for path, body, tokens, wanted in (("act", {}, [anna], 400), ("act", {"seat": 0, "seq": 0, "action": "draw", "key": "k"}, [], 401),
                                       ("act", {"seat": 0, "seq": 0, "action": "draw", "key": "k"}, [bot], 403),
                                       ("act", {"seat": 0, "seq": 0, "action": "draw", "key": "k"}, [anna], 409),
                                       ("join", {"name": "Ben"}, [], 409), ("rematch", {}, [anna], 409), ("return", {"seat": 1}, [], 401)):
        assert server.post(f"{where}/{path}", body, tokens)[0] == wanted
    assert server.get("/api/1/tables/aaaaaaaaaaaa")[0] == 404


def person(server, game):
    """What needs two persons: trying, a hint, leaving and coming back."""
    seats = [{"kind": "person", "name": "Anna"}, {"kind": "person", "name": "Ben"}, {"kind": "bot", "bot": "random"}]
    status, made = server.post("/api/1/tables", {"game": game, "players": 3, "seats": seats, "hints": True, "start": True})
    assert status == 201
    where, tokens = f"/api/1/tables/{made['table']['id']}", [made["tokens"]["0"], made["tokens"]["1"]]
    while not (view := server.look(made["table"]["id"], tokens)["view"])["legal"]:
        pass                                        # until the bot has acted
    seat, legal = next(iter(view["legal"].items()))
    assert server.post(f"{where}/try", {"seat": int(seat), "seq": view["seq"], "action": legal[0]}, tokens)[0] == 200
    assert server.post(f"{where}/hint", {"seat": int(seat), "seq": view["seq"]}, tokens)[0] == 200
    assert server.post(f"{where}/replace", {"seat": 1, "bot": "random"}, [tokens[1]])[0] == 200
    assert server.post(f"{where}/return", {"seat": 1}, [tokens[1]])[0] == 200


def test_the_page_and_the_description_list_the_same_requests():
    with open(os.path.join(ROOT, "docs", "protocol.md"), encoding="utf-8") as file:
        page = set(re.findall(r"^(?:\||-) `((?:GET|POST) /\S*)` ", file.read(), re.M))
    listed = {f"{method.upper()} {path}".replace("{id}", "ID").replace("{seq}", "N")
              for path, operations in schema.document("openapi.json")["paths"].items() for method in operations if method != "parameters"}
    assert page == listed


def test_the_checker_can_fail():
    good = {"op": "step", "table": "k3fq2m7x9abc", "view": {"seq": 1, "last": 1, "state": {"game": "ra"}, "legal": {"0": ["draw"]}, "insight": None, "step": None}}
    schema.must_fit(good, ANY + "server")
    for change in ({"table": "short"}, {"more": 1}, {"view": None}, {"view": {**good["view"], "seq": -1}}, {"view": {**good["view"], "legal": {"0": [1]}}}, {"op": "stop"}):
        with pytest.raises(AssertionError):
            schema.must_fit({**good, **change}, ANY + "server")
