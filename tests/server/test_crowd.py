# SPDX-License-Identifier: MIT
"""test_crowd.py -- a hundred tables at once: bots, people by script, onlookers; all see the same, all come to an end."""
import os
import random
import subprocess
import tempfile
import threading
import time

import visitor
from program import PROGRAM

TABLES, PEOPLE = 100, 30


class Person(threading.Thread):
    """Sits at a table by WebSocket, acts for its seats, and loses the line now and then."""

    def __init__(self, server, table, tokens, seed):
        super().__init__(daemon=True)
        self.server, self.table, self.tokens = server, table, tokens
        self.dice = random.Random(seed)
        self.steps, self.error, self.waits = {}, None, []

    def run(self):
        try:
            while not self.play():
                pass
        except Exception as reason:
            self.error = reason

    def play(self):
        """Until the end (True), or until we hang up (False)."""
        line = self.server.watch(self.table, self.tokens.values())
        view = line.hear_op("table")["view"]
        hang_up = self.dice.randrange(20, 120)
        while not view["state"]["result"]:
            for seat, legal in view["legal"].items():
                line.say({"op": "act", "id": view["seq"], "seat": int(seat), "seq": view["seq"], "action": self.dice.choice(legal), "key": str(view["seq"])})
            began = time.monotonic()
            while True:
                message = line.hear()
                assert message is not None, "the server hung up"
                if message["op"] == "reply":
                    assert message["ok"] or message["code"] == "stale", message
                    self.waits.append(time.monotonic() - began)
                if message["op"] == "step":
                    view = message["view"]
                    self.steps[view["step"]["seq"]] = view["step"]
                    break
            hang_up -= 1
            if hang_up == 0:
                line.close()
                return False
        line.close()
        return True


class Onlooker(threading.Thread):
    """Watches a table to its end. It listens all the time: the server gives up one that does not."""

    def __init__(self, server, table):
        super().__init__(daemon=True)
        self.line = server.watch(table)
        self.first, self.steps, self.error = None, [], None

    def run(self):
        try:
            view = self.line.hear_op("table")["view"]
            self.first = view["seq"]
            while not view["state"]["result"]:
                view = self.line.hear_op("step")["view"]
                self.steps.append(view["step"])
        except Exception as reason:
            self.error = reason


def test_a_hundred_tables_at_once():
    dice = random.Random(1)
    with visitor.Server() as server, tempfile.TemporaryDirectory() as folder:
        began = time.monotonic()
        people, tables = [], []
        for i in range(TABLES):
            seats = [dice.choice(["random", "rule"]) for _ in range(dice.randrange(2, 6))]
            if i < PEOPLE:
                seats[dice.randrange(len(seats))] = "person"
                seats[0] = "person"
            edition = dice.choice(["2005", "2016"] if len(seats) == 2 else ["1999", "2005", "2016"])
            table, tokens = server.table(seats, options={"edition": edition})
            tables.append(table["id"])
            if tokens:
                people.append(Person(server, table["id"], tokens, i))
        twins = [(Onlooker(server, t), Onlooker(server, t)) for t in tables[:5]]
        for thread in [*people, *sum(twins, ())]:
            thread.start()
        waiting, worst = set(tables), 0.0
        while waiting:
            asked = time.monotonic()
            assert server.get("/health")[0] == 200
            worst = max(worst, time.monotonic() - asked)
            time.sleep(0.2)
            waiting = {t for t in waiting if server.look(t)["table"]["status"] != "over"}
        assert not waiting, f"{len(waiting)} tables did not end: {[server.look(t)['view']['state']['to_act'] for t in list(waiting)[:5]]}"
        played = time.monotonic() - began
        for thread in [*people, *sum(twins, ())]:
            thread.join()
            assert thread.error is None, repr(thread.error)
        actions = 0
        for table in tables:
            log = server.get(f"/api/1/tables/{table}/log")[1]["steps"]
            actions += len(log)
            for person in people:
                if person.table == table:
                    assert all(log[seq] == step for seq, step in person.steps.items())
        for table, (one, other) in zip(tables, twins):
            log = server.get(f"/api/1/tables/{table}/log")[1]["steps"]
            for onlooker in (one, other):
                assert onlooker.steps == log[onlooker.first:], "an onlooker saw something else than was played"
        records = os.path.join(folder, "records")
        with open(records, "wb") as file:
            for table in tables:
                status, headers, content = server.ask_raw("GET", f"/api/1/tables/{table}/record")
                assert status == 200 and headers["content-type"] == "application/x-ndjson" and "attachment" in headers["content-disposition"]
                assert content.count(b"\n") == 1
                file.write(content)
        done = subprocess.run([PROGRAM, "replay", records], capture_output=True, text=True)
        assert done.returncode == 0 and done.stdout.count('"ok":true') == TABLES, done.stdout[-500:]
        waits = sorted(w for p in people for w in p.waits)
        print(f"# {actions} actions at {TABLES} tables in {played:.1f} s; a person waited {1000 * waits[len(waits) // 2]:.0f} ms "
              f"in the middle, {1000 * waits[-1]:.0f} ms at worst; /health {1000 * worst:.0f} ms at worst")
        assert server.end() == 0
        assert '"level":"error"' not in server.journal(), server.journal()
