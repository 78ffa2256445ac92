# SPDX-License-Identifier: MIT
"""test_refusals.py -- what the server does not do: every refusal of docs/protocol.md, and garbage on every way in."""
import json
import random
import socket
import time

import visitor

BOT = {"kind": "bot", "bot": "random"}
ANNA = {"kind": "person", "name": "Anna"}
FINE = {"game": "ra", "players": 3, "seats": [ANNA, BOT, BOT], "start": True}


def refused(answer, status, code, *words):
    assert answer[0] == status, (answer, "should be", status, code)
    assert answer[1]["ok"] is False and answer[1]["code"] == code, answer
    for word in words:
        assert word in answer[1]["error"], (answer, "should say", word)
    assert len(answer[1]["error"]) > 10 and "\n" not in answer[1]["error"], answer


def but(**changes):
    return {key: value for key, value in {**FINE, **changes}.items() if value is not None}


def a_turn_of_a_person(server, table, tokens):
    """The view when it is a person's turn; in an auction before it (a bot drew a Ra tile) persons pass."""
    while True:
        view = server.look(table["id"], tokens.values())["view"]
        if view["legal"] and view["state"]["phase"] == "turn":
            return view
        for seat in view["legal"]:
            server.act(table["id"], int(seat), view["seq"], "pass", f"k{view['seq']}", tokens[int(seat)])
        time.sleep(0.02)


def test_a_table_is_refused_for_each_wrong_field(server):
    wrong = [
        (but(game=None), "game"), (but(game="chess"), "must name a game: ra or amun_re"), (but(game=3), "game"), (but(game="ra\u0000"), "which none may"),
        (but(players=None), "players"), (but(players=1), "2 to 5"), (but(players=6), "2 to 5"), (but(players="3"), "players"),
        (but(players=3.5), "players"), (but(players=2**63), None), (but(players=-1), "players"), (but(players=True), "players"),
        (but(seats=None), "seats"), (but(seats={}), "seats"), (but(seats=[ANNA, BOT]), "3 seats"),
        (but(seats=[ANNA, BOT, BOT, BOT]), "3 seats"), (but(seats=[ANNA, BOT, 7]), "kind"),
        (but(seats=[ANNA, BOT, {"kind": "cat"}]), "seat 2"), (but(seats=[ANNA, BOT, {"kind": "bot"}]), "rule"),
        (but(seats=[ANNA, BOT, {"kind": "bot", "bot": "x" * 5000}]), "rule"),
        (but(seats=[ANNA, BOT, {"kind": "bot", "bot": "../../etc"}]), "rule"),
        (but(options=[]), None), (but(options={"edition": "1987"}), "2016"), (but(options={"colour": "red"}), "colour"),
        (but(options={"empty_invoke": "perhaps"}), "true"), (but(options={"edition": "x" * 100000}), None),
        (but(players=2, seats=[ANNA, BOT], options={"edition": "1999"}), None),
        (but(public="yes"), "public"), (but(start=1), "start"),
        (but(hints="yes"), "hints"), (but(pace="slow"), '"pace" must be "human" or "off"'), (but(pace=7), "pace"),
        (but(stand_ins="maybe"), '"stand_ins" must be "return", "stay" or "none"'), (but(stand_ins=2), "stand_ins"),
    ]
    for name in ["", " ", "x" * 25, "a\nb", "a\u0085b", "\u202egnp", 7, None, "\u200b", "\x7f",
                 "An\u200bna", "An\u00adna", "Anna\u200d", "Anna\ufe0f", "\u200dAnna", "\u3164", "\u2800", "Anna\U000e0041", "a\ue000", "\ufeffAnna",
                 "\u2066Anna", "\u0645\u06cc\u200c"]:
        wrong.append((but(seats=[{"kind": "person", "name": name}, BOT, BOT]), "at least one visible"))
    for body, word in wrong:
        refused(server.post("/api/1/tables", body), 400, "bad_request", *([word] if word else []))
    assert server.get("/api/1/tables")[1]["tables"] == []
    for name in ["A", "x" * 24, "Ägypten", "\U0001f99e" * 24, "\u2764\ufe0f\u200d\U0001f525", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "Anna B", 'He said "no"\\', "<script>"]:
        status, made = server.post("/api/1/tables", but(seats=[{"kind": "person", "name": name}, BOT, BOT]))
        assert status == 201 and made["table"]["seats"][0]["name"] == name, (name, made)


def test_a_wrong_move_of_a_record_is_refused_with_its_step(server):
    record = {"format": "khepri-record/1", "game": "ra", "players": ["A", "B"], "actions": ["deal:1,2", "draw", "pass"]}
    refused(server.post("/api/1/replay", {"record": record}), 400, "bad_request", 'step 2: "pass" is not legal now')


def test_bodies_that_are_not_json_objects_are_refused(server):
    table, tokens = server.table(["person", "random"])
    bodies = [b"{", b"[]", b"7", b'"x"', b"null", b"{}{}", b'{"game":"ra","game":"ra"}', b'{"game":"\xff"}', b"\x00", b"\xef\xbb\xbf{}",
              b"[" * 100000, b'{"a":' * 5000 + b"1" + b"}" * 5000, b'{"game":"\\ud800"}', b"{'game':'ra'}", b'{"players":1e999}',
              b'{"players":99999999999999999999}', random.Random(1).randbytes(2000)]
    for path in ["/api/1/tables", "/api/1/replay", f"/api/1/tables/{table['id']}/act", f"/api/1/tables/{table['id']}/join"]:
        for body in bodies:
            refused(server.ask("POST", path, body, [tokens[0]]), 400, "bad_request")
    refused(server.ask("POST", "/api/1/replay", b'{"record":[' + b"[]," * 70000 + b"[]]}"), 400, "bad_request", "too many values")
    refused(server.ask("POST", "/api/1/replay", b'{"record":1,\n "at":nil}'), 400, "bad_request", "in line 2 at column 7")
    refused(server.ask("POST", "/api/1/tables", b" " * (256 * 1024 + 1)), 413, "too_large", "it may have 256 KiB")
    refused(server.ask("POST", "/api/1/replay", b" " * (1024 * 1024 + 1)), 413, "too_large", "it may have 1024 KiB")
    refused(server.ask("GET", "/api/1/games", headers={"Authorization": "Bearer " + "a" * 600}), 413, "too_large", "may have 511 bytes")
    refused(server.ask("POST", "/api/1/tables", b" " * (256 * 1024)), 400, "bad_request")


def test_an_action_is_refused_for_each_wrong_field(server):
    table, tokens = server.table(["person", "person", "random"])
    at = f"/api/1/tables/{table['id']}"
    view = a_turn_of_a_person(server, table, tokens)
    seat = int(next(iter(view["legal"])))
    fine = {"seat": seat, "seq": view["seq"], "action": "draw", "key": "k"}
    for field in fine:
        for value in [None, [], {}, 1.5, -1, 2**40, "", "x" * 5000, True, "draw\n", "\U0001f99e" * 65]:
            if field == "key" and isinstance(value, str) and 1 <= len(value) <= 64:
                continue                            # a key is any text
            body = {k: v for k, v in {**fine, field: value}.items() if v is not None}
            status, answer = server.post(at + "/act", body, tokens.values())
            assert status in (400, 409, 403) and not answer["ok"], (field, value, answer)
    for change, words in [({"seat": 9}, '"seat" must be a seat of this table, a whole number from 0 to 2'), ({"seat": "0"}, '"seat" must be'),
                          ({"seq": 1.5}, '"seq" must be the moment that is answered'), ({"action": 7}, '"action" must be a text of at most 63 bytes'),
                          ({"actions": ["draw"]}, "not both"), ({"key": ""}, '"key" must be any text of 1 to 64 characters')]:
        refused(server.post(at + "/act", {**fine, **change}, tokens.values()), 400, "bad_request", words)
    several = {"seat": seat, "seq": view["seq"], "key": "k"}
    for actions, words in [(["draw"] * 33, '"actions" must be a list of 1 to 32 texts'), ([], "a list of 1 to 32"), ("draw", "a list of 1 to 32"),
                           (["draw", 5], '"actions" must be a list of 1 to 32 texts'), (["draw", "x" * 64], 'action 2 of "actions" must be a text of at most 63')]:
        refused(server.post(at + "/act", {**several, "actions": actions}, tokens.values()), 400, "bad_request", words)
    refused(server.post(at + "/act", several, tokens.values()), 400, "bad_request", 'either "action" (a text) or "actions" (a list) is needed')
    refused(server.post(at + "/act", {**fine, "seat": 2}, tokens.values()), 403, "forbidden", "seat 2")
    refused(server.post(at + "/act", fine), 401, "no_token")
    refused(server.post(at + "/act", fine, ["a" * 32]), 403, "forbidden")
    refused(server.post(at + "/act", fine, ["rubbish", "more"]), 403, "forbidden")
    refused(server.post(at + "/act", fine, [tokens[1 - seat]]), 403, "forbidden")
    refused(server.ask("POST", at + "/act", fine, headers={"Authorization": "Basic " + tokens[seat]}), 400, "bad_request")
    refused(server.ask("POST", at + "/act", fine, headers={"Authorization": "Bearer " + ",".join(["a" * 32] * 9)}), 400, "bad_request")
    refused(server.post(at + "/act", {**fine, "seq": view["seq"] - 1}, tokens.values()), 409, "stale", str(view["seq"]))
    for what in ("/act", "/try"):
        refused(server.post(at + what, {**fine, "seq": view["seq"] + 1}, tokens.values()), 409, "stale", f"there is no moment {view['seq'] + 1} yet")
    refused(server.post(at + "/act", {**fine, "action": "bid:9"}, tokens.values()), 409, "illegal", "draw")
    refused(server.post(at + "/act", {**fine, "action": "tile:ra"}, tokens.values()), 409, "illegal")
    refused(server.post(at + "/act", {**fine, "action": "fly"}, tokens.values()), 409, "illegal", "draw")
    refused(server.post(at + "/act", {**fine, "seat": 1 - seat}, tokens.values()), 409, "illegal", "turn")
    assert server.look(table["id"])["view"]["seq"] == view["seq"], "a refused action changed the table"


def test_the_scheme_of_a_token_may_be_written_in_any_case(server):
    table, tokens = server.table(["person", "person"])
    at = f"/api/1/tables/{table['id']}"
    legal = server.look(table["id"], tokens.values())["view"]["legal"]
    seat = next(iter(legal))
    for scheme in ("Bearer", "bearer", "BEARER", "bEaReR"):
        assert server.ask("GET", at, headers={"Authorization": f"{scheme} {tokens[int(seat)]}"})[1]["view"]["legal"] == legal, scheme
    for scheme in ("Basic", "Bear", "Bearers", "bearer,", "be@rer"):
        refused(server.ask("GET", at, headers={"Authorization": f"{scheme} {tokens[int(seat)]}"}), 400, "bad_request")
    refused(server.ask("GET", at, headers={"Authorization": "bearer"}), 400, "bad_request")


def test_the_same_key_does_nothing_twice(server):
    table, tokens = server.table(["person", "person"])
    view = server.look(table["id"], tokens.values())["view"]
    seat = int(next(iter(view["legal"])))
    first = server.act(table["id"], seat, view["seq"], "draw", "once", tokens[seat])
    assert first[0] == 200 and first[1]["applied"] == view["seq"] and first[1]["seq"] == view["seq"] + 2, first
    for action in ("draw", "invoke", "nonsense"):
        assert server.act(table["id"], seat, view["seq"], action, "once", tokens[seat]) == first
    after = server.look(table["id"], tokens.values())["view"]
    assert after["seq"] == first[1]["seq"]
    other = 1 - seat
    if str(other) in after["legal"]:            # the key is the seat's own: another may use the same
        answer = server.act(table["id"], other, after["seq"], after["legal"][str(other)][0], "once", tokens[other])
        assert answer[0] == 200 and answer[1]["applied"] == after["seq"], answer
    server.kill()
    server.start()
    assert server.act(table["id"], seat, view["seq"], "draw", "once", tokens[seat]) == first, "forgotten by a restart"


def test_a_key_is_known_however_long_ago_it_was_used(server):
    table, tokens = server.table(["person", "person"])
    asked = []
    while len(asked) < 60:                          # many more than the store looks at itself
        view = server.look(table["id"], tokens.values())["view"]
        if view["state"]["result"]:
            break
        (seat, legal), = view["legal"].items()
        word = next(iter(legal))
        asked.append((int(seat), view["seq"], word, f"key {len(asked)}"))
        assert server.act(table["id"], *asked[-1], tokens[int(seat)])[0] == 200
    assert len(asked) > 30
    log = server.get(f"/api/1/tables/{table['id']}/log")
    for again in range(2):
        for request in asked:
            status, answer = server.act(table["id"], *request, tokens[request[0]])
            assert status == 200 and answer["applied"] == request[1], (again, request, status, answer)
        assert server.get(f"/api/1/tables/{table['id']}/log") == log
        server.kill()
        server.start()


def test_seats_are_taken_and_given_by_the_rules(server):
    table, tokens = server.table(["person", "open", "open"], public=True)
    at = f"/api/1/tables/{table['id']}"
    mine = [tokens[0]]
    assert table["status"] == "waiting", "a table with open seats does not start"
    assert [t["id"] for t in server.get("/api/1/tables")[1]["tables"]] == [table["id"]]
    assert server.get(at)[1]["view"] is None
    refused(server.get(at + "/at/0"), 404, "not_found")
    assert server.get(at + "/log")[1]["steps"] == []
    refused(server.post(at + "/start", {}, mine), 409, "conflict", "open")
    refused(server.post(at + "/start", {}), 401, "no_token")
    refused(server.post(at + "/seats", {"seat": 1, "kind": "bot", "bot": "random"}), 401, "no_token")
    refused(server.post(at + "/seats", {"seat": 1, "kind": "bot", "bot": "random"}, ["b" * 32]), 403, "forbidden")
    refused(server.post(at + "/seats", {"seat": 9, "kind": "bot", "bot": "random"}, mine), 400, "bad_request")
    refused(server.post(at + "/seats", {"seat": 1, "kind": "person", "name": "Me"}, mine), 400, "bad_request", "join")
    refused(server.post(at + "/join", {"seat": 0, "name": "Ben"}), 409, "conflict")
    for wrong in ("x", None, {}, [], [1], ["1"] * 40, -1, 3, 1.5):
        refused(server.post(at + "/join", {"seat": wrong, "name": "Ben"}), 400, "bad_request")
    refused(server.post(at + "/join", {}), 400, "bad_request", "24 characters")
    refused(server.post(at + "/act", {"seat": 0, "seq": 0, "action": "draw", "key": "k"}, mine), 409, "conflict", "started")
    refused(server.post(at + "/rematch", {}, mine), 409, "conflict", "over")
    status, joined = server.post(at + "/join", {"name": "Ben"})
    assert status == 200 and joined["seat"] == 1 and len(joined["token"]) == 32, joined
    assert joined["table"]["seats"][1] == {"kind": "person", "name": "Ben", "online": False, "away": False}
    refused(server.post(at + "/seats", {"seat": 1, "kind": "open"}, mine), 403, "forbidden", "another")
    status, changed = server.post(at + "/seats", {"seat": 1, "kind": "open"}, [joined["token"]])
    assert status == 200 and changed["table"]["seats"][1] == {"kind": "open", "name": ""}
    refused(server.post(at + "/seats", {"seat": 1, "kind": "open"}, [joined["token"]]), 403, "forbidden")
    for seat in (1, 2):
        assert server.post(at + "/seats", {"seat": seat, "kind": "bot", "bot": "random"}, mine)[0] == 200
    refused(server.post(at + "/join", {"name": "Cat"}), 409, "conflict")
    assert server.get("/api/1/tables")[1]["tables"] == [], "nobody can join any more"
    status, begun = server.post(at + "/start", {}, mine)
    assert status == 200 and begun["table"]["status"] == "playing", begun
    refused(server.post(at + "/start", {}, mine), 409, "conflict")
    refused(server.post(at + "/seats", {"seat": 1, "kind": "open"}, mine), 409, "conflict")
    refused(server.post(at + "/join", {"name": "Cat"}), 409, "conflict")


def test_a_game_with_secrets_keeps_them(server):
    status, made = server.post("/api/1/tables", {"game": "amun_re", "players": 3, "start": True,
                                                 "seats": [{"kind": "person", "name": n} for n in "ABC"]})
    assert status == 201, made
    at, tokens = f"/api/1/tables/{made['table']['id']}", made["tokens"]
    refused(server.get(at + "/record"), 409, "conflict", "secrets")
    sealed = False
    for _ in range(3000):
        view = server.get(at, tokens.values())[1]["view"]
        if view["state"]["result"]:
            break
        for seat in view["legal"]:
            mine = server.get(at, [tokens[seat]])[1]["view"]
            for other, hand in enumerate(mine["state"]["seats"]):
                if str(other) != seat:
                    assert set(hand["cards"]) <= {"count"}, (seat, other, hand)
        if len(view["legal"]) > 1:
            seat, other = list(view["legal"])[:2]
            answer = server.post(at + "/act", {"seat": int(seat), "seq": view["seq"], "action": "offer:9999", "key": "x"}, [tokens[seat]])
            refused(answer, 409, "illegal", f"seat {seat}")
            assert server.act(made["table"]["id"], int(seat), view["seq"], view["legal"][seat][-1], f"o{view['seq']}", tokens[seat])[0] == 200
            last = server.get(at)[1]["view"]
            for step in server.get(at + "/log", [tokens[other]])[1]["steps"][view["seq"]:] + [last["step"]]:
                assert "offer" not in json.dumps(step["action"]), step
            sealed = True
            break
        seat = next(iter(view["legal"]))
        assert server.act(made["table"]["id"], int(seat), view["seq"], view["legal"][seat][-1], str(view["seq"]), tokens[seat])[0] == 200
    assert sealed, "no offering came"


def test_only_the_exact_addresses_exist(server):
    table, _ = server.table(["random", "random"])
    one = table["id"]
    paths = ["/nothing", "/api", "/api/", "/api/1", "/api/1/", "/api/2/tables", "/api/1/tables/", f"/api/1/tables/{one}/",
             f"/api/1/tables/{one}/at", f"/api/1/tables/{one}/at/", f"/api/1/tables/{one}/at/x", f"/api/1/tables/{one}/at/-1",
             f"/api/1/tables/{one}/at/99999999999", f"/api/1/tables/{one}/at/1/2", f"/api/1/tables/{one}/nothing",
             f"/api/1/tables/{one}x", f"/api/1/tables/{one[:-1]}", "/api/1/tables/" + "a" * 12, "/api/1/tables/" + "A" * 12,
             f"/api/1/tables/{one}/at/900", "/..", "/../", "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2fetc/passwd",
             "/.git/config", "//etc/passwd", "/index.html/../../etc/passwd", "/%00", "/a%00b", "/" + "x" * 300, "/" + "x" * 3000,
             "/khepri.sqlite", "/%c0%ae%c0%ae/etc/passwd", "/\\..\\etc"]
    for path in paths:
        try:
            status, answer = server.ask("GET", path)
        except OSError:
            status, answer = 400, "hung up on, which an address as malformed as this may be"
            assert "%" in path or ".." in path or len(path) > 1000, path
        assert status in (404, 403, 400) or (status == 200 and path in ("/..", "/../", "/%00")), (path, status, answer)
        assert b"root:" not in (answer if isinstance(answer, bytes) else json.dumps(answer).encode()), path
    for path, right in [("/health", "GET"), ("/ready", "GET"), ("/api/1/games", "GET"), ("/", "GET"), (f"/api/1/tables/{one}", "GET"),
                        (f"/api/1/tables/{one}/act", "POST"), (f"/api/1/tables/{one}/join", "POST"), ("/api/1/replay", "POST")]:
        for method in ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"]:
            if method != right:
                status, headers, content = server.ask_raw(method, path)
                assert status == 405 and right in headers["allow"], (method, path, status, headers, content)
                assert json.loads(content)["code"] == "method"
    for path, right in [("/api/1/tables", "GET, HEAD, POST"), ("/api/1/bot/events", "GET"), (f"/api/1/tables/{one}/log", "GET, HEAD")]:
        for method in ["PUT", "DELETE", "PATCH", "OPTIONS"]:
            for body in (None, "{}", "x" * 10000):
                status, headers, content = server.ask_raw(method, path, body)
                assert (status, headers["allow"]) == (405, right), (method, path, status, headers, content)
                assert json.loads(content)["error"].startswith("this address takes GET, and POST" if "POST" in right else "this address is only to be read")
    assert server.ask("GET", "/api/1/tables", "{}") == (400, {"ok": False, "error": "GET and HEAD take no body", "code": "bad_request"})
    status, headers, content = server.ask_raw("HEAD", "/")
    assert status == 200 and content == b"" and int(headers["content-length"]) > 100


def test_the_journal_is_json_whatever_is_asked():
    with visitor.Server("--log-level", "debug") as server:
        for path in ("/%ff%c3x", "/" + "%c3%a9" * 60, "/%22%5c%01%7f"):
            assert server.ask("GET", "/api" + path)[0] == server.ask_raw("GET", path)[0] == 404, path
        assert server.end() == 0
        said = [json.loads(line)["text"] for line in server.journal().splitlines()]
        assert "/api/??x" in said, said


def test_assets_come_with_their_guards(server):
    status, headers, page = server.ask_raw("GET", "/")
    assert status == 200 and headers["content-type"].startswith("text/html")
    for name, part in {"content-security-policy": "frame-ancestors 'none'", "x-content-type-options": "nosniff",
                       "referrer-policy": "no-referrer", "cache-control": "no-cache"}.items():
        assert part in headers[name], (name, headers)
    assert "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'" in headers["content-security-policy"]
    assert "content-security-policy" in server.ask_raw("GET", "/nothing")[1]
    status, again, content = server.ask_raw("GET", "/", headers={"If-None-Match": headers["etag"]})
    assert status == 304 and content == b"", status
    assert server.ask_raw("GET", "/", headers={"If-None-Match": '"other"'})[0] == 200
    status, packed, content = server.ask_raw("GET", "/", headers={"Accept-Encoding": "gzip"})
    assert status == 200
    if packed.get("content-encoding") == "gzip":
        import gzip
        assert gzip.decompress(content) == page


def test_a_foreign_page_gets_nowhere(server):
    own = f"http://127.0.0.1:{server.port}"
    table, _ = server.table(["random", "random"])
    for origin in ["http://evil.example", "null", "https://127.0.0.1", own + ".evil.example", "http://localhost:%d" % server.port,
                   own + "/", "ftp://127.0.0.1:%d" % server.port, "file://"]:
        refused(server.ask("POST", "/api/1/tables", FINE, headers={"Origin": origin}), 403, "forbidden")
        foreign = server.watch(table["id"] if False else None, origin=origin)
        assert foreign.status == 403 and not foreign.accepted, (origin, foreign.status)
        foreign.close()
    assert server.ask("POST", "/api/1/tables", FINE, headers={"Origin": own})[0] == 201
    for how in [{"origin": own}, {"origin": None}]:
        ours = server.watch(table["id"], **how)
        assert ours.accepted and ours.hear_op("table")["table"]["id"] == table["id"]
        ours.close()
    assert server.watch(protocol=None).status == 400
    assert server.watch(protocol="http").status == 400
    assert server.watch(protocol="khepri-2").status == 400
    assert server.watch(path="/").status == 404
    assert server.watch(path="/wsx").status == 404


def test_rubbish_on_a_websocket_is_answered_or_closes_it(server):
    table, tokens = server.table(["person", "random"])
    line = server.watch(table["id"], tokens.values())
    line.hear_op("table")
    for message in ["", "x", "{", "[]", "7", "null", "{}", '{"op":7}', '{"op":"fly"}', '{"op":"watch"}', '{"op":"watch","table":7}',
                    '{"op":"watch","table":"x","tokens":7}', '{"op":"watch","table":"x","tokens":[7]}', '{"op":"ping","op":"ping"}',
                    '{"op":"watch","table":"%s"}' % ("a" * 12), '{"op":"watch","table":"../etc"}', "[" * 5000,
                    '{"op":"watch","table":"%s","tokens":%s}' % (table["id"], json.dumps(["a"] * 9))]:
        line.say(message)
        answer = line.hear_op("error")
        assert answer["code"] in ("bad_request", "not_found") and answer["error"], (message, answer)
    for message in [{}, {"id": 1}, {"id": "x", "seat": 0}, {"id": [1], "seat": 0, "seq": 1, "action": "draw"}, {"id": 2, "seat": 0, "seq": 0, "action": "draw", "key": "k"}]:
        line.say({"op": "act", **message})
        answer = line.hear_op("reply")
        assert answer["ok"] is False and answer.get("id") == (message.get("id") if isinstance(message.get("id"), (int, str)) else None), answer
    line.say({"op": "ping"})
    assert line.hear() == {"op": "pong"}

    nobody = server.watch()
    nobody.say({"op": "act", "id": 1, "seat": 0, "seq": 1, "action": "draw", "key": "k"})
    assert nobody.hear() == {"op": "reply", "id": 1, "ok": False, "error": "watch a table first", "code": "conflict"}
    onlooker = server.watch(table["id"])
    onlooker.hear_op("table")
    onlooker.say({"op": "act", "id": 1, "seat": 0, "seq": 1, "action": "draw", "key": "k"})
    assert onlooker.hear_op("reply")["code"] == "no_token"

    def closes(frames, *codes):
        it = server.watch(table["id"])
        it.hear_op("table")
        try:
            it.send_bytes(frames(it))
        except OSError:
            pass
        while it.hear() is not None:
            pass
        assert it.close_code in codes, (it.close_code, codes)

    closes(lambda s: s.frame(2, b"{}"), 1003)
    closes(lambda s: s.frame(1, b" " * (16 * 1024 + 1)), 1009)
    closes(lambda s: s.frame(1, b" " * 9000, final=False) + s.frame(0, b" " * 9000), 1009)
    closes(lambda s: s.frame(1, b"\xff\xfe"), 1007, None)
    closes(lambda s: s.frame(0, b"{}"), 1002, None)
    closes(lambda s: bytes([0xF1, 0x80]) + random.Random(2).randbytes(4), 1002, None)
    closes(lambda s: s.frame(9, b"x" * 200), 1002, None)
    closes(lambda s: bytes([0x81, 0xFF]) + b"\xff" * 8 + random.Random(3).randbytes(64), 1002, 1009, None)

    pieces = server.watch()
    whole = json.dumps({"op": "watch", "table": table["id"]}).encode()
    pieces.send_bytes(pieces.frame(1, whole[:5], final=False))
    pieces.send_bytes(pieces.frame(9, b"in between"))
    for i in range(5, len(whole), 7):
        pieces.send_bytes(pieces.frame(0, whole[i:i + 7], final=i + 7 >= len(whole)))
    assert pieces.hear_op("table")["table"]["id"] == table["id"]
    drop = server.watch(table["id"])
    slowly = drop.frame(1, b'{"op":"ping"}')
    drop.hear_op("table")
    for byte in slowly:
        drop.send_bytes(bytes([byte]))
    assert drop.hear_op("pong")
    line.say({"op": "ping"})
    while (message := line.hear())["op"] != "pong":
        assert message["op"] in ("table", "step"), message


def test_raw_rubbish_on_the_port_harms_nobody(server):
    dice = random.Random(7)
    table, _ = server.table(["random", "random"])
    host = f"Host: 127.0.0.1:{server.port}\r\n"
    texts = [b"", b"\r\n\r\n", b"\x00" * 1000, b"GET", b"GET / HTTP/9.9\r\n\r\n", b"GET /\r\n\r\n", b"GET  HTTP/1.1\r\n\r\n",
             b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\x00" * 30, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"a" * 500,
             ("GET / HTTP/1.1\r\n" + host + "X: " + "y" * 100000 + "\r\n\r\n").encode(),
             ("GET / HTTP/1.1\r\n" + host + "X: y\r\n" * 5000 + "\r\n").encode(),
             ("POST /api/1/tables HTTP/1.1\r\n" + host + "Content-Length: -5\r\n\r\n{}").encode(),
             ("POST /api/1/tables HTTP/1.1\r\n" + host + "Content-Length: 99999999999999999999\r\n\r\n{}").encode(),
             ("POST /api/1/tables HTTP/1.1\r\n" + host + "Content-Length: 5x\r\n\r\n{}").encode(),
             ("POST /api/1/tables HTTP/1.1\r\n" + host + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}x").encode(),
             ("POST /api/1/tables HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n").encode(),
             ("GET /health HTTP/1.1\r\n" + host + "Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n\r\n").encode(),
             ("GET /ws HTTP/1.1\r\n" + host + "Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n").encode(),
             ("GET /ws HTTP/1.1\r\n" + host + "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 99\r\nSec-WebSocket-Protocol: khepri-1\r\n\r\n").encode(),
             ("GET /health HTTP/1.1\r\n" + host + "\r\n").encode() * 50,
             ("GET /api/1/games HTTP/1.1\r\n" + host + "\r\nPOST /api/1/tables HTTP/1.1\r\n" + host + "Content-Length: 2\r\n\r\n{}GET /health HTTP/1.1\r\n" + host + "\r\n").encode(),
             ("POST /api/1/tables HTTP/1.1\r\n" + host + "Content-Length: 500\r\n\r\n{").encode()]
    base = ("POST /api/1/tables HTTP/1.1\r\n" + host + "Content-Length: 60\r\nAuthorization: Bearer x\r\n\r\n" + json.dumps(FINE)).encode()
    for _ in range(300):
        broken = bytearray(base)
        for _ in range(dice.randrange(1, 8)):
            broken[dice.randrange(len(broken))] = dice.randrange(256)
        texts.append(bytes(broken[:dice.randrange(len(broken))]))
    texts += [dice.randbytes(dice.randrange(1, 3000)) for _ in range(100)]
    for text in texts:
        with socket.create_connection(("127.0.0.1", server.port), timeout=visitor.PATIENCE) as line:
            try:
                line.sendall(text)
                line.shutdown(socket.SHUT_WR)
                line.settimeout(0.02)
                answer = line.recv(65536)
                assert not answer.startswith(b"HTTP") or answer.split()[1] != b"500", (text[:200], answer[:200])
            except (TimeoutError, OSError):
                pass
    for text in texts[-60:]:
        line = server.watch(table["id"])
        assert line.accepted
        line.send_bytes(text)
        line.close()
    assert server.look(table["id"])["table"]["id"] == table["id"]


def test_what_is_no_request_is_answered_and_logged():
    def answered(text):
        with server.connect() as line:
            line.sendall(text + f"Host: 127.0.0.1:{server.port}\r\n\r\n".encode())
            got = b""
            while piece := line.recv(65536):
                got += piece
        head, _, body = got.partition(b"\r\n\r\n")
        assert b"\r\nx-content-type-options: nosniff" in head.lower(), got
        return int(head.split()[1]), json.loads(body)

    with visitor.Server("--access-log", "addresses") as server:
        for text in (b"FOO / HTTP/1.1\r\n", b"TRACE /health HTTP/1.1\r\n", b"CONNECT x:1 HTTP/1.1\r\n", b"garbage\r\n", b"\x16\x03\x01\x02\0\x01"):
            status, answer = answered(text)
            assert (status, answer["code"]) == (400, "bad_request") and "begins with GET, HEAD or POST" in answer["error"], (text, answer)
        for text in (b"GET /%s HTTP/1.1\r\n", b"POST /%s HTTP/1.1\r\nContent-Length: 0\r\n"):
            status, answer = answered(text % (b"a" * 9000))
            assert (status, answer["code"]) == (414, "too_large"), (text, answer)
        assert answered(b"GET /health?%s HTTP/1.1\r\n" % (b"a" * 9000)) == (200, {"ok": True}), "a query is not read"
        server.must_end_well()
        logged = [json.loads(line) for line in server.journal().splitlines()][:8]
        assert [(line["method"], line["status"]) for line in logged] == [("other", 400)] * 5 + [("GET", 414), ("POST", 414), ("GET", 200)], logged


def test_a_length_that_is_no_number_gets_a_sentence(server):
    """Whether a body follows it or not: libwebsockets reads a length of its own from the same header."""
    def answered(headers, body):
        with server.connect() as line:
            line.sendall(f"POST /api/1/tables HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n{headers}\r\n{body}".encode())
            got = b""
            while piece := line.recv(65536):
                got += piece
        head, _, text = got.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 400 "), (headers, body, got)
        return json.loads(text)["error"]

    for length in ("+2", "0x2", "2, 2", "2x", "-2", "\t2", "2\r\nContent-Length: 2", "2\r\nTransfer-Encoding: chunked"):
        for body in [""] if visitor.READS_ON else ["{}", ""]:
            assert answered(f"Content-Length: {length}\r\n", body) == "a body is sent with one Content-Length in digits", (length, body)


def test_a_second_request_at_once_is_not_served():
    """One request a connection; what comes behind it must neither be taken for something else nor hold up anybody.
    With libwebsockets 4.3 it costs even the first answer."""
    with visitor.Server() as server:
        host = f"Host: 127.0.0.1:{server.port}\r\n"
        get = f"GET /health HTTP/1.1\r\n{host}\r\n"
        post = f"POST /api/1/tables HTTP/1.1\r\n{host}Content-Length: 2\r\n\r\n{{}}"
        for first, answered in [(get + get, True), (get + post, True), (post + get, False), (post + post, False), (post.replace(": 2", ": 0")[:-2] + get, None), (post + "\r\n", False),
                                (get + "x" * 100000, True), (post + "x" * 100000, False)]:
            with socket.create_connection(("127.0.0.1", server.port), timeout=visitor.PATIENCE) as line:
                answer = b""
                try:
                    line.sendall(first.encode())
                    while piece := line.recv(65536):
                        answer += piece
                except ConnectionError:
                    pass
                assert answer.count(b"HTTP/1.1 ") <= 1, answer
                if answered and len(first) < 1000 and (answer or not visitor.READS_ON):
                    assert b"connection: close" in answer and b'{"ok":true}' in answer, answer
        assert server.get("/health")[0] == 200 and server.get("/api/1/tables")[1]["tables"] == []
        assert server.end() == 0


def test_a_name_that_is_not_ours_gets_nowhere():
    """A foreign page may let its own name lead to us; then it is of our origin, but we are not called by that name."""
    def asks(server, host):
        path, body = "/api/1/tables", json.dumps(FINE)
        return [server.ask("GET", "/api/1/games", headers={"Host": host})[0],
                server.ask("POST", path, body, headers={"Host": host, "Origin": f"http://{host}"})[0],
                visitor.Socket(server.port, headers="", host=host, origin=f"http://{host}").status]

    with visitor.Server() as server:
        for host in ("127.0.0.1", f"localhost:{server.port}", f"[::1]:{server.port}", "192.0.2.7:80", f"LOCALHOST:{server.port}"):
            assert asks(server, host) == [200, 201, 101], (host, asks(server, host))
        for host in ("evil.example", f"evil.example:{server.port}", "localhost.evil.example", "1.2.3", "127.0.0.1.evil.example", "[::1", "::g"):
            assert asks(server, host) == [403, 403, 403], (host, asks(server, host))
        status, answer = server.ask("GET", "/health", headers={"Host": "evil.example"})
        assert status == 403 and "--host" in answer["error"], answer
        assert server.ask("POST", "/api/1/tables", b"", headers={"Host": "evil.example"})[0] == 403, "also without a body"
    with visitor.Server("--host", "tables.example", "--host", "other.example") as server:
        assert asks(server, "tables.example") == asks(server, "Other.Example:8080") == asks(server, "127.0.0.1") == [200, 201, 101]
        assert asks(server, "evil.example") == [403, 403, 403]
    with visitor.Server("--proxy", "127.0.0.1", seed=None) as server:
        assert asks(server, "any.example") == [200, 201, 101]


def test_a_proxy_says_who_asks():
    """Behind a proxy each visitor has limits of their own; and nobody else's word is taken for it."""
    rates = "requests=0 messages=0 tables=1"        # 30 at once, then one a second

    def makes(server, who):
        """How many of 30 tables a visitor may make."""
        return [server.ask("POST", "/api/1/tables", json.dumps(FINE), headers={"X-Forwarded-For": who})[0] for _ in range(30)].count(201)

    with visitor.Server("--proxy", "127.0.0.1", rates=rates, seed=None) as server:
        began = time.monotonic()
        assert makes(server, "192.0.2.1") == 30
        assert makes(server, "192.0.2.1, 192.0.2.2") == 30          # another: the last is whom the proxy saw
        assert makes(server, "2001:db8:7::1") == 30
        for before in ("192.0.2.9, ", "192.0.2.9, " * 100, "x" * 4000 + ","):   # the first again, with something written before it
            assert makes(server, before + "192.0.2.1") <= time.monotonic() - began + 1, before
            began = time.monotonic()
    for proxy in ("127.0.0.1", "0:0:0:0:0:FFFF:127.0.0.1"):         # a server that listens to IPv6 sees it as ::ffff:127.0.0.1
        with visitor.Server("--listen", "[::]:0", "--proxy", proxy, rates=rates, seed=None) as server:
            began = time.monotonic()
            assert makes(server, "192.0.2.1") == makes(server, "192.0.2.2") == 30
            assert makes(server, "[::ffff:192.0.2.1]") <= time.monotonic() - began + 1
    for proxy in ([], ["--proxy", "192.0.2.200"]):
        with visitor.Server(*proxy, rates=rates, seed=None) as server:
            began = time.monotonic()
            assert makes(server, "192.0.2.1") == 30
            assert makes(server, "192.0.2.2") <= time.monotonic() - began + 1           # we know better who that is


def test_slow_clients_are_let_go():
    with visitor.Server() as server:
        lines, began = [], time.monotonic()
        host = f"Host: 127.0.0.1:{server.port}\r\n"
        for start in ["GET / HT", f"GET / HTTP/1.1\r\n{host}X: ", f"POST /api/1/tables HTTP/1.1\r\n{host}Content-Length: 100\r\n\r\n{{"]:
            line = socket.create_connection(("127.0.0.1", server.port), timeout=visitor.PATIENCE)
            line.sendall(start.encode())
            lines.append(line)
        for _ in range(200):                        # and who only holds the line keeps nobody else out
            lines.append(socket.create_connection(("127.0.0.1", server.port), timeout=visitor.PATIENCE))
            lines[-1].sendall(b"GET / HT")
        assert server.get("/health")[0] == 200
        for line in lines:
            try:
                while line.recv(4096):
                    pass
            except ConnectionError:
                pass
            line.close()
        assert time.monotonic() - began > 5
        assert server.get("/health")[0] == 200


def watch_at_last(server):
    """A WebSocket, as soon as the limits allow one."""
    while not (line := server.watch()).accepted:
        assert line.status == 429
        line.close()
        time.sleep(0.1)
    return line


def test_rates_are_limited():
    with visitor.Server(rates="requests=1 messages=3 tables=1") as server:
        for _ in range(4):
            assert server.get("/health")[0] == 200
        while (answer := server.ask_raw("GET", "/health"))[0] == 200:      # faster than one a second
            pass
        status, headers, content = answer
        assert status == 429 and json.loads(content)["code"] == "too_many" and headers["retry-after"] == "1"
        while server.get("/health")[0] != 200:
            time.sleep(0.1)
        line = watch_at_last(server)
        for _ in range(3000):
            try:
                line.say({"op": "ping"})
            except OSError:
                break
        count = 0
        while line.hear() is not None:
            count += 1
        assert 12 <= count < 3000 and line.close_code in (1008, None), (count, line.close_code)
        while (line := server.watch()).status != 429:
            line.close()
        line.close()
        watch_at_last(server)
        assert server.end() == 0
    with visitor.Server(rates="requests=0 messages=0 tables=1") as server:
        assert [server.post("/api/1/tables", FINE)[0] for _ in range(30)] == [201] * 30
        while (answer := server.ask_raw("POST", "/api/1/tables", FINE))[0] == 201:
            pass
        refused((answer[0], json.loads(answer[2])), 429, "too_many")
        assert answer[1]["retry-after"] == "1"


def test_bodies_on_their_way_have_a_limit():
    with visitor.Server() as server:
        def comes_to(status):
            until = time.monotonic() + visitor.PATIENCE
            while server.post("/api/1/tables", FINE)[0] != status:
                assert time.monotonic() < until, status
                time.sleep(0.05)

        head = f"POST /api/1/replay HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Length: {1 << 20}\r\n\r\n{{"
        lines = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(16)]
        for line in lines[1:]:
            line.sendall(head.encode())
        assert server.post("/api/1/tables", FINE)[0] == 201
        lines[0].sendall(head.encode())
        comes_to(429)
        refused(server.post("/api/1/replay", {}), 429, "too_many", "sent at once")
        assert server.get("/health")[0] == 200
        lines[0].close()
        comes_to(201)
        for line in lines:
            line.close()


def test_a_reader_who_never_reads_is_closed_and_others_do_not_wait():
    with visitor.Server() as server:
        table, tokens = server.table(["person", "person", "person", "person", "person"])
        deaf = server.watch(table["id"], tokens.values())
        view = server.look(table["id"], tokens.values())["view"]
        deaf.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        for _ in range(3000):                      # each answer is some kilobytes that nobody reads
            try:
                deaf.say({"op": "watch", "table": table["id"], "tokens": list(tokens.values())})
            except OSError:
                break
        seat = int(next(iter(view["legal"])))
        assert server.act(table["id"], seat, view["seq"], "draw", "k", tokens[seat])[0] == 200
        deaf.close()
        assert server.end() == 0
