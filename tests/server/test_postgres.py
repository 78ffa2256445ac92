# SPDX-License-Identifier: MIT
"""test_postgres.py -- a server on PostgreSQL: what it acknowledged is there, whatever is killed meanwhile."""
import random
import subprocess
import threading

import pytest

import visitor
from program import PROGRAM
from visitor import until


class Player(threading.Thread):
    """Plays the persons of one table by HTTP, at whichever of the servers answers, until told to stop; remembers what was promised."""

    def __init__(self, servers, table, tokens, seed):
        super().__init__(daemon=True)
        self.servers, self.table, self.tokens, self.dice = servers, table, tokens, random.Random(seed)
        self.promised = {}                          # seq -> action, as acknowledged
        self.over = self.stop = False
        self.error = None

    def turn(self, server):
        status, seen = server.get(f"/api/1/tables/{self.table}", self.tokens.values())
        if status == 503:
            visitor.time.sleep(0.01)
            return
        assert status == 200, (status, seen)
        view = seen["view"]
        self.over = bool(view["state"]["result"])
        if not view["legal"]:
            visitor.time.sleep(0.01)                # bots are at it
        for seat, legal in view["legal"].items():
            action = self.dice.choice(legal)
            status, answer = server.act(self.table, int(seat), view["seq"], action, f"{view['seq']} {action}", self.tokens[int(seat)])
            assert status in (200, 409, 503), (status, answer)
            if status == 200:
                self.promised[answer["applied"]] = action

    def run(self):
        try:
            while not self.over and not self.stop:
                try:
                    self.turn(self.dice.choice(self.servers))
                except OSError:
                    visitor.time.sleep(0.01)        # killed meanwhile: others may be there
        except Exception as reason:
            self.error = reason


def must_be_kept(server, players):
    """Each acknowledged action is in the log of its table, which has no gap."""
    count = 0
    for player in players:
        assert player.error is None, player.error
        status, log = server.get(f"/api/1/tables/{player.table}/log")
        while status == 503:                        # it has not seen yet that the database is there again
            visitor.time.sleep(0.01)
            status, log = server.get(f"/api/1/tables/{player.table}/log")
        assert status == 200, log
        for seq, action in player.promised.items():
            assert log["steps"][seq]["action"] == action, (player.table, seq, action, log["steps"][seq:seq + 2])
        assert [s["seq"] for s in log["steps"]] == list(range(len(log["steps"])))
        count += len(player.promised)
    return count


def wait_for_promises(players, more):
    until = sum(len(p.promised) for p in players) + more
    while sum(len(p.promised) for p in players) < until and any(p.is_alive() for p in players):
        visitor.time.sleep(0.005)


def test_nothing_acknowledged_is_lost_by_kill(postgres):
    with visitor.Server(data=postgres.url) as server:
        players = [Player([server], *made(server, i), i) for i in range(6)]
        for player in players:
            player.start()
        for kill, start in [(server.kill, server.start), (lambda: None, lambda: None)] + 2 * [(postgres.kill, postgres.start)]:
            wait_for_promises(players, 30)
            kill()
            start()
        wait_for_promises(players, 30)
        for player in players:
            player.stop = True
            player.join()
        promised = must_be_kept(server, players)
        assert promised > 60, promised
        print(f"# {promised} acknowledged actions, all there after a kill of the server and two of PostgreSQL")
        until(lambda: server.get("/ready") == (200, {"ok": True}))
        text = str(postgres.sql("SELECT * FROM khepri.seats"))
        assert not any(token in text or token in server.journal() for player in players for token in player.tokens.values())
        assert server.end() == 0


def made(server, number):
    table, tokens = server.table([["person", "random", "random"], ["person", "person", "person"]][number % 2])
    return table["id"], tokens


def test_without_the_database_it_is_not_ready_and_says_why(postgres):
    with visitor.Server(data=postgres.url) as server:
        table, tokens = server.table(["person", "person"])
        assert server.get("/ready") == (200, {"ok": True})
        postgres.kill()
        # It hears that its connection is closed, and waits for no commit.
        until(lambda: server.get("/ready") == (503, {"ok": False, "error": "the store does not answer just now", "code": "busy"}))
        for path in 5 * ["/api/1/tables", "/api/1/tables/aaaaaaaaaaaa"]:
            assert server.get(path)[0] == 503
        assert server.journal().count("the connection to the database is lost") == 1
        assert '"event":"store"' not in server.journal() and '"event":"load"' not in server.journal(), "that it is away was told"
        status, answer = server.post("/api/1/tables", {"game": "ra", "players": 2, "seats": [{"kind": "open"}] * 2})
        assert status == 503 and answer["code"] == "busy", answer
        assert server.get("/health") == (200, {"ok": True})
        assert "the database is away" in server.journal()
        postgres.start()
        until(lambda: server.get("/ready")[0] == 200)
        assert "writing works again, after " in server.journal()
        until(lambda: "the database is there again" in server.journal())
        assert server.look(table["id"], tokens.values())["table"]["status"] == "playing"
        assert server.end() == 0


def test_a_locked_table_holds_up_the_server_for_less_than_a_silent_database(postgres):
    """Half a second instead of three: everybody waits for what is read."""
    with visitor.Server(data=postgres.url) as server:
        with subprocess.Popen(["psql", "-qAtX", postgres.url], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as psql:
            psql.stdin.write("BEGIN; LOCK TABLE khepri.actions; SELECT 'locked';\n")
            psql.stdin.flush()
            assert psql.stdout.readline() == "locked\n"
            assert server.get("/api/1/tables/aaaaaaaaaaaa")[0] == 503
            psql.stdin.close()                      # which ends the transaction
        assert "read: canceling statement due to lock timeout" in server.journal()
        until(lambda: server.get("/api/1/tables/aaaaaaaaaaaa")[0] == 404)
        assert server.end() == 0


def test_an_address_without_a_database_is_refused():
    for address in ("postgres://khepri:secret@/none?host=/nowhere", "postgresql://khepri:secret@127.0.0.1:1/none"):
        done = subprocess.run([PROGRAM, "serve", "--listen", "127.0.0.1:0", "--data", address], capture_output=True, text=True)
        assert done.returncode == 2 and done.stdout == "", done
        assert done.stderr.startswith("khepri serve: ") and done.stderr.count("\n") == 1 and "secret" not in done.stderr, done
        assert "/none" in done.stderr or "without PostgreSQL" in done.stderr, done


@pytest.mark.parametrize("address", [
    "postgres://khepri:hid/den@localhost/none",     # for libpq the port is "hid", and the database "den@localhost/none"
    "postgres://khepri:x@hidden@localhost/none",    # the host is "hidden@localhost"
    "postgres://khepri:hid%zden@localhost/none",
    "postgres://khepri:hidden@[::1]x/none",
    "postgres://khepri@localhost/none?password=hid%zzden",
])
def test_an_address_with_an_odd_password_is_refused_without_it(address, tmp_path):
    for words in (["serve", "--listen", "127.0.0.1:0", "--data", address], ["check-data", address], ["copy-data", address, str(tmp_path / "copy")]):
        done = subprocess.run([PROGRAM, *words], capture_output=True, text=True)
        assert done.returncode in (1, 2) and done.stdout == "" and done.stderr.count("\n") == 1, done
        assert not any(part in done.stderr for part in ("hid", "den")), done
        assert "%2F for /" in done.stderr or "without PostgreSQL" in done.stderr, done


def test_sockets_with_an_at_and_several_hosts_are_no_odd_password():
    for hosts in ("/nowhere/a@b", "@nowhere", "/nowhere,@nowhere&port=1,2"):
        done = subprocess.run([PROGRAM, "check-data", f"postgres://khepri@/none?host={hosts}"], capture_output=True, text=True)
        assert done.returncode in (1, 2) and "%2F for /" not in done.stderr, done
