# SPDX-License-Identifier: MIT
"""test_crash.py -- the server ends, in order or not: whatever was acknowledged or shown is there afterwards."""
import json
import os
import random
import signal
import sqlite3
import subprocess
import tempfile
import threading
import time

import visitor
from program import PROGRAM


class Player(threading.Thread):
    """Plays the persons of one table by HTTP until the line breaks, and remembers what it was told."""

    def __init__(self, server, table, tokens, seed):
        super().__init__(daemon=True)
        self.server, self.table, self.tokens, self.dice = server, table, tokens, random.Random(seed)
        self.promised = {}                          # seq -> action, as acknowledged
        self.error = None
        self.over = False

    def run(self):
        try:
            while True:
                view = self.server.look(self.table, self.tokens.values())["view"]
                if view["state"]["result"]:
                    self.over = True
                    return
                if not view["legal"]:
                    time.sleep(0.01)                # bots are at it
                for seat, legal in view["legal"].items():
                    action = self.dice.choice(legal)
                    status, answer = self.server.act(self.table, int(seat), view["seq"], action, f"{view['seq']}", self.tokens[int(seat)])
                    if status == 200:
                        self.promised[answer["applied"]] = action
                    elif status not in (409, 503):
                        raise AssertionError((status, answer))
        except OSError:
            pass
        except Exception as reason:
            self.error = reason


class Onlooker(threading.Thread):
    """Listens at one table until the line breaks, and remembers every step."""

    def __init__(self, server, table):
        super().__init__(daemon=True)
        self.line = server.watch(table)
        self.seen = {}
        self.said_closing = False

    def run(self):
        while True:
            try:
                message = self.line.hear()
            except (TimeoutError, ValueError):
                return
            if message is None:
                return
            if message["op"] == "closing":
                self.said_closing = True
            if message["op"] == "step":
                self.seen[message["view"]["step"]["seq"]] = message["view"]["step"]


def play_and(server, how, acknowledged=120, tables=8):
    """Plays at some tables; does `how` once a number of actions were acknowledged, in the midst of the games."""
    players, onlookers = [], []
    for i in range(tables):
        table, tokens = server.table([["person", "random", "random"], ["person", "person", "person"]][i % 2])
        onlookers.append(Onlooker(server, table["id"]))
        players.append(Player(server, table["id"], tokens, i))
    for thread in players + onlookers:
        thread.start()
    while sum(len(p.promised) for p in players) < acknowledged and any(p.is_alive() for p in players):
        time.sleep(0.005)
    how()
    for thread in players + onlookers:
        thread.join()
    return players, onlookers


def check_kept(server, players, onlookers):
    promised = shown = 0
    for player, onlooker in zip(players, onlookers):
        assert player.error is None, player.error
        status, log = server.get(f"/api/1/tables/{player.table}/log")
        assert status == 200, log
        for seq, action in player.promised.items():
            assert log["steps"][seq]["action"] == action, (player.table, seq, action, log["steps"][seq:seq + 2])
            promised += 1
        for seq, step in onlooker.seen.items():
            assert log["steps"][seq] == step, (player.table, seq)
            shown += 1
        assert [s["seq"] for s in log["steps"]] == list(range(len(log["steps"])))
    return promised, shown


def test_nothing_acknowledged_is_lost_by_kill():
    with visitor.Server() as server:
        everybody = ([], [])
        for _ in range(3):
            players, onlookers = play_and(server, server.kill)
            server.start()
            everybody[0].extend(players)
            everybody[1].extend(onlookers)
            promised, shown = check_kept(server, *everybody)
        assert promised > 50 and shown > 100, (promised, shown)
        print(f"# {promised} acknowledged and {shown} shown actions, all there after 3 kills")
        unfinished = [p for p in everybody[0] if not p.over]
        assert unfinished, "nothing was under way when it was killed"
        for player in unfinished[::4]:              # and games go on to their end
            again = Player(server, player.table, player.tokens, 5)
            again.run()
            assert again.over and again.error is None, (again.error, player.table)
        assert server.end() == 0
        database = sqlite3.connect(server.data)
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        for (table,) in database.execute("SELECT id FROM tables WHERE status = 2").fetchall()[:5]:
            count, last = database.execute("SELECT count(*), max(seq) FROM actions WHERE table_id = ?", (table,)).fetchone()
            assert count == last + 1
        text = json.dumps([list(map(str, row)) for row in database.execute("SELECT * FROM seats")])
        for player in everybody[0]:
            for token in player.tokens.values():
                assert token not in text and token not in server.journal(), "a token is stored or logged in the clear"
        database.close()


def test_games_of_bots_go_on_by_themselves_after_a_restart():
    with visitor.Server() as server:
        waiting = set()
        while not waiting:                          # they are fast; until some are caught in the midst of it
            tables = [server.table(["random"] * 5)[0]["id"] for _ in range(5)]
            server.kill()
            database = sqlite3.connect(server.data)
            waiting = {t for t in tables if database.execute("SELECT status FROM tables WHERE id = ?", (t,)).fetchone() == (1,)}
            database.close()
            server.start()
        until = time.monotonic() + visitor.PATIENCE
        while waiting and time.monotonic() < until:
            time.sleep(0.3)
            waiting = {t for t in waiting if server.look(t)["table"]["status"] != "over"}
        assert not waiting, "a game of bots did not go on"


def test_tables_of_long_ago_are_removed_where_that_is_wished():
    with visitor.Server() as server:
        names = [server.table(["person", "person"])[0]["id"] for _ in range(230)]
        assert server.end() == 0
        old, used, new = names[:220], names[220:225], names[225:]
        database = sqlite3.connect(server.data)
        database.execute("UPDATE tables SET sum = NULL, created = created - 31 * 86400 WHERE id NOT IN (%s)" % ",".join("?" * 5), new)
        database.execute("UPDATE actions SET sum = NULL, made = made - 31 * 86400 WHERE table_id NOT IN (%s)" % ",".join("?" * 10), used + new)
        database.commit()
        database.close()
        server.start()                              # as ever: nothing is removed
        assert server.look(old[0])["table"]["id"] == old[0]
        server.options += ["--keep", "30"]
        server.end()
        server.start()
        until, database = time.monotonic() + visitor.PATIENCE, sqlite3.connect(server.data)
        while any(server.get(f"/api/1/tables/{id}")[0] != 404 for id in old[:3] + old[-3:]):
            assert time.monotonic() < until
            time.sleep(0.05)
        for id in used + new:
            assert server.look(id)["table"]["status"] == "playing"
        assert all(server.get(f"/api/1/tables/{id}")[0] == 404 for id in old)
        while [database.execute(f"SELECT count(DISTINCT table_id) FROM {name}").fetchone() for name in ("seats", "actions")] != [(10,), (10,)]:
            assert time.monotonic() < until         # refused at once, they go from the file one after the other
            time.sleep(0.05)
        assert server.end() == 0
        database.close()


def test_told_to_end_it_commits_says_so_and_goes():
    with visitor.Server() as server:
        status = []
        players, onlookers = play_and(server, lambda: status.append(server.end()), tables=12)
        assert status == [0], status
        assert all(o.said_closing for o in onlookers), "somebody was not told of the end"
        assert all(o.line.close_code == 1001 for o in onlookers), [o.line.close_code for o in onlookers]
        assert '"level":"error"' not in server.journal(), server.journal()
        assert not os.path.exists(server.data + "-wal") or os.path.getsize(server.data + "-wal") == 0
        server.start()
        check_kept(server, players, onlookers)
        assert server.end() == 0


def test_interrupts_end_it_too_and_early():
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        with visitor.Server(enter=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL)) as server:    # the tests may run under nohup
            server.process.send_signal(number)
            server.process.send_signal(number)
            assert server.process.wait(visitor.PATIENCE) == 0


def test_under_nohup_a_closed_terminal_does_not_end_it():
    with visitor.Server(enter=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN)) as server:
        server.process.send_signal(signal.SIGHUP)
        assert server.get("/health")[0] == 200
        server.must_end_well()


def test_a_second_server_on_the_same_file_is_refused():
    with visitor.Server() as server:
        other = subprocess.run([PROGRAM, "serve", "--listen", "127.0.0.1:0", "--data", server.data], capture_output=True, text=True)
        assert other.returncode == 2 and other.stdout == "" and "another khepri serve" in other.stderr, other
        taken = subprocess.run([PROGRAM, "serve", "--listen", f"127.0.0.1:{server.port}", "--data", server.data + ".2"],
                               capture_output=True, text=True)
        assert taken.returncode == 2 and "cannot listen" in taken.stderr and taken.stdout == "", taken
        assert server.get("/health")[0] == 200


def test_what_cannot_begin_says_why():
    with tempfile.TemporaryDirectory() as folder:
        text = os.path.join(folder, "text")
        with open(text, "w", encoding="utf-8") as file:
            file.write("this is no database, but it is long enough to look at\n" * 100)
        foreign = os.path.join(folder, "foreign.sqlite")
        database = sqlite3.connect(foreign)
        database.execute("CREATE TABLE recipes (name TEXT)")
        database.close()
        newer = os.path.join(folder, "newer.sqlite")
        database = sqlite3.connect(newer)
        database.executescript("PRAGMA application_id = 1265135730; PRAGMA user_version = 99; CREATE TABLE t (x)")
        database.close()
        for words, sentence in [(["--data", text], "not a database"), (["--data", foreign], "not one of Khepri's"),
                                (["--data", newer], "newer"), (["--data", folder], "cannot"), (["--data", folder + "/no/such"], "cannot"),
                                (["--data", ""], "--data"), (["--listen", "nonsense"], "--listen"), (["--listen", "127.0.0.1:99999"], "65535"),
                                (["--listen", "::1:80"], "--listen"), (["--listen", "192.0.2.1:0"], "cannot listen"),
                                (["--bot-delay", "-1"], "--bot-delay"), (["--rate", "cats=3"], "--rate"), (["--rate", "requests"], "--rate"),
                                (["--log-level", "loud"], "--log-level"), (["--host", "a:80"], "--host"), (["--host", ""], "--host"), (["--proxy", "me"], "--proxy"),
                                (["--away", "-1"], "--away"), (["--keep", "0"], "--keep"), (["--thinkers", "0"], "--thinkers"), (["--nothing"], "--nothing"), (["more"], "more")]:
            listen = [] if "--listen" in words else ["--listen", "127.0.0.1:0"]
            data = [] if "--data" in words else ["--data", os.path.join(folder, "fine.sqlite")]
            done = subprocess.run([PROGRAM, "serve", *listen, *data, *words], capture_output=True, text=True)
            assert done.returncode == 2 and done.stdout == "", (words, done)
            assert sentence in done.stderr and done.stderr.startswith("khepri serve: "), (words, done.stderr)


def test_what_cannot_be_read_is_not_gone():
    """Whoever is told that a table is gone forgets it: so that is said of no table that is there."""
    with visitor.Server() as server:
        other = server.table(["person", "person"])[0]["id"]

        def unread(words):
            status, answer = server.get(f"/api/1/tables/{other}")
            assert status == 503 and answer["code"] == "busy" and words in answer["error"], answer
            line = server.watch(other)
            said = line.hear_op("error")
            line.close()
            assert said["code"] == "busy" and words in said["error"], said
            assert f"table {other}: " in server.journal() and words in server.journal(), server.journal()
            assert server.end() == 0

        server.end()
        database = sqlite3.connect(server.data)
        database.execute("UPDATE actions SET sum = NULL, action = 'nonsense'")
        database.commit()
        (page,), (size,) = [database.execute(ask).fetchone() for ask in
                            ("SELECT rootpage FROM sqlite_schema WHERE name = 'actions'", "PRAGMA page_size")]
        database.close()
        server.start()
        unread("another version")
        server.start()
        assert server.get(f"/api/1/tables/{other}")[0] == 503   # told for this reason, and then at once for another
        with open(server.data, "r+b") as file:      # damage that comes while it runs; test_data.py: before it starts
            file.seek((page - 1) * size)
            file.write(b"\xff" * size)
        assert server.get("/ready")[0] == 200       # a commit, so that no page comes from the cache of the reader
        unread("cannot read the data file")


def test_who_cannot_write_is_not_ready():
    with visitor.Server(file_bytes=300000) as server:
        assert server.get("/ready") == (200, {"ok": True})
        refused = 0
        for _ in range(200):                        # what is too much for a game may be enough to prove it
            body = {"game": "ra", "players": 3, "seats": [{"kind": "person", "name": "x" * 24}] * 3, "start": True}
            if server.post("/api/1/tables", body)[0] == 201:
                continue
            status, answer = server.get("/ready")
            refused += 1
            if status == 503:
                break
            assert refused < 20, "it takes no writes, and is ready for them"
        assert answer["code"] == "busy", answer
        assert server.get("/health") == (200, {"ok": True})
        server.kill()
