# SPDX-License-Identifier: MIT
"""test_admin.py -- khepri admin: what the host sees and does, who may not, and what is never told."""
import json
import os
import signal
import socket
import sqlite3
import stat
import subprocess

import pytest
import visitor
from program import PROGRAM, khepri


class Hosted(visitor.Server):
    """A server with a host."""

    def __init__(self, folder, *options, **more):
        self.path = os.path.join(folder, "admin.sock")
        super().__init__("--admin", self.path, *options, folder=str(folder), **more)

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


def test_a_server_that_hangs_is_not_waited_for(hosted):
    hosted.process.send_signal(signal.SIGSTOP)
    said = hosted.admin("status", status=2)
    hosted.process.send_signal(signal.SIGCONT)
    assert said.endswith("has not answered for 15 seconds: it hangs, or is stopped; what was asked may still be done\n"), said
    assert said.count("\n") == 1 and "tables stored: 0" in hosted.admin("status")


def test_who_may_not_ask_is_told_who_may(hosted, tmp_path):
    for folder in (tmp_path, *list(tmp_path.parents)[:2]):
        os.chmod(folder, 0o755)
    os.chmod(hosted.path, 0)
    done = subprocess.run([PROGRAM, "admin", "--socket", hosted.path, "status"], capture_output=True, text=True, check=False,
                          user=65534 if os.getuid() == 0 else None)
    assert done.returncode == 2 and done.stderr == f"khepri admin: you may not ask the server at {hosted.path}; its user may, and root\n", done


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
    assert "1 move, 1 watcher, " in said and " 1 WebSocket, 1 at a table" in said, said
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
    assert "banned; 1 WebSocket closed" in hosted.admin("ban", "127.0.0.9")
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


def test_what_is_no_address_is_not_banned(hosted):
    for word in ("foo", "1.2.3.4.5", "192.0.2.7/24", "2001:db8::/64", "192.0.2.7 ", "localhost", "", "x" * 500):
        for command in ("ban", "unban"):
            assert f"'{word[:60]}' is no address, such as 192.0.2.7" in hosted.admin(command, word, status=1)
    assert "must be one that visitors lists" in hosted.raw(b'{"do":"ban","address":7}\n').decode()
    assert hosted.told("bans")["addresses"] == []
    for word in ("2001:DB8:1:2:3::4", "::ffff:192.0.2.7", "[2001:db8:9::1]", "unix"):
        hosted.admin("ban", word)
    assert sorted(hosted.told("bans")["addresses"]) == ["192.0.2.7", "2001:db8:1:2::", "2001:db8:9::", "unix"]
    assert "banned already" in hosted.admin("ban", "2001:db8:1:2::5", status=1)


def test_an_old_ban_that_is_no_address_can_be_taken_away(tmp_path):
    with Hosted(tmp_path) as server:
        assert server.end() == 0
        database = sqlite3.connect(server.data)
        database.execute("INSERT INTO bans (kind, what) VALUES (0, 'foo')")
        database.commit()
        database.close()
        server.start()
        assert server.admin("bans") == "address foo\n"
        server.admin("unban", "foo")
        assert server.admin("bans") == ""
        server.must_end_well()


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


def test_bans_outlast_any_end_of_the_program(tmp_path):
    listed = {"ok": True, "addresses": ["127.0.0.9", "2001:db8:1:2::"], "names": ["Name # 1"]}
    with Hosted(tmp_path) as server:
        for words in (["ban", "2001:db8:1:2:3::4"], ["ban", "127.0.0.9"], ["ban", "192.0.2.1"], ["unban", "192.0.2.1"], ["mute", "Name # 1"]):
            server.admin(*words)
        for end in (server.kill, server.must_end_well):
            end()
            server.start()
            assert server.told("bans") == listed
            assert server.ask("GET", "/api/1/games", source="127.0.0.9")[0] == 403, "from the first request on"
        server.must_end_well()
    copy = str(tmp_path / "copy.sqlite")
    khepri("backup", server.data, copy, status=0)
    with Hosted(tmp_path, data=copy) as other:
        assert other.told("bans") == listed
        other.must_end_well()


def test_a_ban_that_cannot_be_kept_is_refused(tmp_path):
    with Hosted(tmp_path) as server:
        os.rename(server.data + "-wal", server.data + "-away")
        assert "could not be stored" in server.admin("ban", "127.0.0.9", status=1)
        os.rename(server.data + "-away", server.data + "-wal")
        assert server.told("bans")["addresses"] == []
        assert server.ask("GET", "/api/1/games", source="127.0.0.9")[0] == 200
        assert "moved or removed: put both back" in server.journal()
        server.admin("ban", "127.0.0.9")
        assert server.end() == 0


def test_a_damaged_ban_is_noticed(tmp_path):
    with Hosted(tmp_path) as server:
        server.admin("mute", "Somebody")
        server.must_end_well()
    database = sqlite3.connect(server.data)
    database.execute("UPDATE bans SET what = 'Somebodx'")
    database.commit()
    database.close()
    says = "a ban in the data file is damaged; 'khepri restore' a backup"
    assert says in khepri("check-data", server.data, status=1).stderr
    assert says in khepri("serve", "--listen", "127.0.0.1:0", "--data", server.data, status=2).stderr


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
    assert hosted.admin("drain", "on") == "1 game is being played\n"
    status, said = hosted.post("/api/1/tables", {"game": "ra", "players": 2, "seats": [{"kind": "open"}, {"kind": "person", "name": "A"}]})
    assert status == 503 and "will be started again soon" in said["error"], said
    assert hosted.get("/ready")[0] == 503
    seen = hosted.look(table["id"], tokens.values())
    seat, legal = next((int(seat), legal) for seat, legal in seen["view"]["legal"].items() if legal)
    assert hosted.act(table["id"], seat, seen["view"]["seq"], legal[0], "k", tokens[seat])[0] == 200, "games go on"
    assert hosted.told("status")["drained"] is True
    hosted.admin("drain", "off")
    assert hosted.get("/ready")[0] == 200


@pytest.mark.parametrize("words, says", [([], "it needs a command"), (["dance"], "there is no command 'dance'"), (["end"], "end needs a word: end TABLE"),
                                         (["drain"], "drain needs a word: drain on|off"), (["announce", "a", "b"], "announce takes one word; put quotes"),
                                         (["status", "x"], "status takes no word"), (["drain", "maybe"], "drain takes on or off"),
                                         (["--socket", "/none/such", "status"], "is it run with --admin /none/such?")])
def test_what_cannot_be_asked_gets_a_sentence(words, says):
    done = khepri("admin", *words, status=2)
    assert done.stdout == "" and says in done.stderr, done
