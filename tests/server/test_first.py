# SPDX-License-Identifier: MIT
"""test_first.py -- the server in short: a person and two bots play to the end, somebody watches, and it ends in order."""

import visitor


def test_a_game_from_table_to_result():
    with visitor.Server() as server:
        table, tokens = server.table(["person", "random", "random"])
        me = server.watch(table["id"], [tokens[0]])
        other = server.watch(table["id"])
        first = me.hear_op("table")
        assert first["table"]["status"] == "playing" and first["table"]["seats"][0]["online"]
        view, seen, heard = first["view"], [], []
        while not view["state"]["result"]:
            legal = view["legal"].get("0")
            if legal:
                me.say({"op": "act", "id": view["seq"], "seat": 0, "seq": view["seq"], "action": legal[0], "key": f"k{view['seq']}"})
            while True:
                message = me.hear()
                if message["op"] == "reply":
                    assert message["ok"] and message["applied"] == message["id"], message
                elif message["op"] == "step":
                    view = message["view"]
                    assert view["step"]["seq"] == view["seq"] - 1
                    seen.append(view["step"])
                    break
        assert me.hear_op("table")["table"]["status"] == "over"
        while not heard or heard[-1]["seq"] < view["seq"] - 1:
            heard.append(other.hear_op("step")["view"]["step"])
        assert heard[-len(seen):] == seen[-len(heard):], "two visitors saw different games"
        status, log = server.get(f"/api/1/tables/{table['id']}/log")
        assert status == 200 and [s["seq"] for s in log["steps"]] == list(range(view["seq"]))
        assert log["steps"][-len(seen):] == seen
        once_more(server, table, tokens, me)
        assert server.end() == 0
        assert '"level":"error"' not in server.journal()


def once_more(server, table, tokens, me):
    status, answer = server.post(f"/api/1/tables/{table['id']}/rematch", {}, [tokens[0]])
    again = answer["table"]
    assert status == 201 and again["status"] == "waiting" and again["id"] != table["id"], answer
    assert [seat["kind"] for seat in again["seats"]] == ["bot", "person", "bot"], "everybody moves on by one seat"
    assert list(answer["tokens"]) == ["1"] and answer["tokens"]["1"] != tokens[0]
    assert me.hear_op("table")["table"]["rematch"] == again["id"], "whoever watches is told"
    status, answer = server.post(f"/api/1/tables/{table['id']}/rematch", {}, [tokens[0]])
    assert status == 200 and answer["table"]["rematch"] == again["id"] and answer["tokens"] == {}
    status, answer = server.post(f"/api/1/tables/{again['id']}/start", {}, [tokens[0]])
    assert status == 403, "the token of the old table opens nothing at the new one"
