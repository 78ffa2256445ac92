# SPDX-License-Identifier: MIT
"""test_admin.py -- khepri admin: what the host sees and does, who may not, and what is never told."""
import json
import os
import socket
import stat

import pytest
import visitor
from program import khepri


class Hosted(visitor.Server):
    """A server with a host, who has bans in a file."""

    def __init__(self, folder, *options):
        self.path, self.bans = os.path.join(folder, "admin.sock"), os.path.join(folder, "bans.txt")
        super().__init__("--admin", self.path, "--bans", self.bans, *options, folder=str(folder))

    def admin(self, *words, status=0):
        done = khepri("admin", "--socket", self.path, *words, status=status)
        assert (done.stderr == "") == (status == 0), done
        return done.stdout if status == 0 else done.stderr

    def told(self, *words):
        return json.loads(self.admin("--json", *words))

    def raw(self, text):
        with socket.socket(socket.AF_UNIX) as line:
            line.connect(self.path)
            line.sendall(text)
            line.settimeout(visitor.PATIENCE)
            answer = b""
            try:
                while piece := line.recv(65536):
                    answer += piece
            except ConnectionResetError:            # it ended before it had read all
                pass
        return answer


@pytest.fixture
def hosted(tmp_path):
    with Hosted(tmp_path) as server:
        yield server
        server.must_end_well()
        assert not os.path.exists(server.path)


def until_closed(watcher):
    while watcher.hear() is not None:
        pass
    return watcher.close_code


def test_the_socket_is_for_its_owner_alone(hosted):
    assert stat.S_IMODE(os.stat(hosted.path).st_mode) == 0o600
    for path in ("/api/1/admin", "/admin"):
        assert hosted.post(path, {"do": "status"})[0] == 404, "not by the net"
    assert b'"ok":false' in hosted.raw(b"no JSON\n") and b'"do\\"' in hosted.raw(b'{"do":"dance"}\n')
    assert hosted.raw(b"x" * 9000) == b"", "a line without an end"
    assert b'"ok":true' in hosted.raw(b'{"do":"status"}\nmore')


def test_what_the_host_sees_has_no_secrets(hosted):
    table, tokens = hosted.table(["person", "person"])
    hosted.table(["person", "person", "person"], game="amun_re")
    watcher = hosted.watch(table["id"], tokens.values())
    watcher.hear_op("table")
    shown = hosted.told("tables")
    assert {entry["table"]["id"]: entry["watchers"] for entry in shown["tables"]}[table["id"]] == 1
    assert hosted.told("visitors")["visitors"] == [{"address": "127.0.0.1", "websockets": 1, "watching": 1}]
    status = hosted.told("status")
    assert (status["playing"], status["stored"], status["websockets"], status["drained"]) == (2, 2, 1, False)
    assert status["limits"]["tables_each"] == 1000
    said = "".join(hosted.admin(*words) for json_too in ([], ["--json"]) for words in ([*json_too, "tables"], [*json_too, "visitors"], [*json_too, "status"]))
    assert "Player 0 | Player 1" in said and "127.0.0.1" in said and "tables stored: 2 of 1000000" in said
    for hidden in [*tokens.values(), "hand", "token", "view", "state\""]:
        assert hidden not in said, hidden


def test_a_table_is_ended(hosted):
    table, tokens = hosted.table(["person", "person"])
    other, _ = hosted.table(["person", "person"])
    watcher = hosted.watch(table["id"], tokens.values())
    watcher.hear_op("table")
    hosted.admin("end", table["id"])
    assert until_closed(watcher) == 1001
    assert hosted.get(f"/api/1/tables/{table['id']}")[0] == 404 and hosted.get(f"/api/1/tables/{other['id']}")[0] == 200
    assert "there is no such table" in hosted.admin("end", table["id"], status=1)
    assert "must be the name of a table" in hosted.admin("end", "../etc", status=1)
    assert [entry["table"]["id"] for entry in hosted.told("tables")["tables"]] == [other["id"]]
    assert f"ended table {table['id']}" in hosted.journal()


def test_an_address_is_banned_until_it_is_not(hosted):
    table, tokens = hosted.table(["person", "person"])
    watcher, far = hosted.watch(table["id"], source="127.0.0.1"), hosted.watch(table["id"], source="127.0.0.9")
    far.hear_op("table")
    assert "1 WebSockets closed" in hosted.admin("ban", "127.0.0.9")
    assert until_closed(far) == 1008
    assert hosted.ask("GET", "/api/1/games", source="127.0.0.9")[0] == 403 and hosted.ask("GET", "/health", source="127.0.0.9")[0] == 200
    assert until_closed(hosted.watch(table["id"], source="127.0.0.9")) == 1008
    assert hosted.look(table["id"]), "others go on"
    watcher.hear_op("table")
    assert "banned already" in hosted.admin("ban", "127.0.0.9", status=1)
    assert hosted.admin("bans") == "address 127.0.0.9\n"
    assert "banned address '127.0.0.9'" in hosted.journal()
    hosted.admin("unban", "127.0.0.9")
    assert hosted.ask("GET", "/api/1/games", source="127.0.0.9")[0] == 200
    assert "is not banned" in hosted.admin("unban", "127.0.0.9", status=1)


def test_a_name_is_muted(hosted):
    hosted.admin("mute", "Bad Name")
    seats = [{"kind": "person", "name": "badNAME"}, {"kind": "open"}]
    status, said = hosted.post("/api/1/tables", {"game": "ra", "players": 2, "seats": seats})
    assert status == 400 and "does not allow this name" in said["error"], said
    table, _ = hosted.table(["person", "open"], start=False)
    status, said = hosted.post(f"/api/1/tables/{table['id']}/join", {"name": "Bad  Name"})
    assert status == 403 and "please choose another" in said["error"], said
    assert hosted.admin("bans") == "name Bad Name\n"
    hosted.admin("unmute", "BADNAME")
    assert hosted.post(f"/api/1/tables/{table['id']}/join", {"name": "Bad Name"})[0] == 200
    assert "a name has" in hosted.admin("mute", "\u200b", status=1)


def test_bans_outlast_a_restart(tmp_path):
    with Hosted(tmp_path) as server:
        server.admin("ban", "2001:db8:1:2:3::4")
        server.admin("mute", "Name # 1")
        server.must_end_well()
        with open(server.bans, encoding="utf-8") as file:
            assert file.read().splitlines()[1:] == ["address 2001:db8:1:2::", "name Name # 1"]
        server.start()
        assert server.told("bans") == {"ok": True, "addresses": ["2001:db8:1:2::"], "names": ["Name # 1"]}
        server.must_end_well()
        with open(server.bans, "a", encoding="utf-8") as file:
            file.write("nonsense\n")
    done = khepri("serve", "--listen", "127.0.0.1:0", "--data", tmp_path / "other.sqlite", "--bans", tmp_path / "bans.txt", status=2)
    assert "line 4: it should begin with 'address' or 'name'" in done.stderr, done


def test_a_ban_that_cannot_be_kept_is_refused(tmp_path):
    with Hosted(tmp_path, "--bans", str(tmp_path / "none" / "bans.txt")) as server:
        assert "cannot be written" in server.admin("ban", "127.0.0.9", status=1)
        assert server.told("bans")["addresses"] == []
        assert server.ask("GET", "/api/1/games", source="127.0.0.9")[0] == 200
        assert server.end() == 0


def test_everybody_hears_an_announcement(hosted):
    table, tokens = hosted.table(["person", "person"])
    watchers = [hosted.watch(table["id"], [token]) for token in tokens.values()] + [hosted.watch()]
    for watcher in watchers[:2]:
        watcher.hear_op("table")
    assert hosted.admin("announce", 'A "restart" in 5 minutes') == "told to 3\n"
    for watcher in watchers:
        assert watcher.hear_op("notice") == {"op": "notice", "text": 'A "restart" in 5 minutes'}
    assert "1 to 500 bytes" in hosted.admin("announce", "x" * 501, status=1)


def test_no_new_tables_before_a_restart(hosted):
    table, tokens = hosted.table(["person", "person"])
    assert hosted.admin("drain", "on") == "1 games are being played\n"
    status, said = hosted.post("/api/1/tables", {"game": "ra", "players": 2, "seats": [{"kind": "open"}, {"kind": "person", "name": "A"}]})
    assert status == 503 and "will be started again soon" in said["error"], said
    assert hosted.get("/ready")[0] == 503
    seen = hosted.look(table["id"], tokens.values())
    seat, legal = next((int(seat), legal) for seat, legal in seen["view"]["legal"].items() if legal)
    assert hosted.act(table["id"], seat, seen["view"]["seq"], legal[0], "k", tokens[seat])[0] == 200, "games go on"
    assert hosted.told("status")["drained"] is True
    hosted.admin("drain", "off")
    assert hosted.get("/ready")[0] == 200


@pytest.mark.parametrize("words, says", [([], "it needs a command"), (["dance"], "there is no command 'dance'"), (["end"], "end takes one word"),
                                         (["status", "x"], "status takes no word"), (["drain", "maybe"], "drain takes on or off"),
                                         (["--socket", "/none/such", "status"], "is it run with --admin /none/such?")])
def test_what_cannot_be_asked_gets_a_sentence(words, says):
    done = khepri("admin", *words, status=2)
    assert done.stdout == "" and says in done.stderr, done
