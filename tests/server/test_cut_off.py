# SPDX-License-Identifier: MIT
"""test_cut_off.py -- a server that is cut off from the database while another is not: silence, not a closed connection.

The first server reaches PostgreSQL through a relay. It is cut off by a relay that forwards nothing for a while, or, as
root, by a network namespace whose link goes down. What took how long is printed, not checked."""
import contextlib
import ctypes
import os
import socket
import subprocess
import threading
import time

import pytest

import visitor
from test_postgres import Player, made, must_be_kept, wait_for_promises
from test_unix import Local

LIBC = ctypes.CDLL(None, use_errno=True)


class Relay:
    """Forwards bytes to PostgreSQL's socket; while it is cut, none, and it closes nothing."""

    def __init__(self, postgres, listener):
        self.target = os.path.join(postgres.folder, ".s.PGSQL.5432")
        self.listener = listener
        self.passes = threading.Event()
        self.passes.set()
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                near, _ = self.listener.accept()
                self.passes.wait()
                threading.Thread(target=self.join, args=(near,), daemon=True).start()

    def join(self, near):
        far = socket.socket(socket.AF_UNIX)
        try:
            far.connect(self.target)
        except OSError:
            near.close()
            return
        back = threading.Thread(target=self.forward, args=(far, near), daemon=True)
        back.start()
        self.forward(near, far)
        back.join()
        near.close()
        far.close()

    def forward(self, source, to):
        with contextlib.suppress(OSError):
            while piece := source.recv(65536):
                self.passes.wait()
                to.sendall(piece)
        self.passes.wait()
        with contextlib.suppress(OSError):
            to.shutdown(socket.SHUT_WR)

    def close(self):
        self.passes.set()
        self.listener.close()


class CutByRelay:
    def __init__(self, postgres):
        listener = socket.create_server(("127.0.0.1", 0))
        self.relay = Relay(postgres, listener)
        self.url = f"postgres://khepri@127.0.0.1:{listener.getsockname()[1]}/postgres"
        self.enter = None

    def cut(self):
        self.relay.passes.clear()

    def mend(self):
        self.relay.passes.set()

    def close(self):
        self.relay.close()


def enter(name):
    """Moves this thread into a network namespace; what it opens there stays there."""
    with open(f"/run/netns/{name}", encoding="ascii") as file:
        if LIBC.setns(file.fileno(), 0x40000000) != 0:
            raise OSError(ctypes.get_errno(), "setns")


class CutByNamespaces:
    """Two namespaces of their own, with one link: the server is in one, the relay's socket in the other."""

    def __init__(self, postgres):
        self.near, self.far = (f"khepri-{side}-{os.getpid()}" for side in ("near", "far"))
        if os.getuid() != 0:
            pytest.skip("only root can make network namespaces")
        try:
            for name in (self.near, self.far):
                self.ip("netns", "add", name)
            self.ip("-n", self.near, "link", "add", "link0", "type", "veth", "peer", "name", "link0", "netns", self.far)
            for name, address in ((self.near, "198.18.0.1/30"), (self.far, "198.18.0.2/30")):
                self.ip("-n", name, "address", "add", address, "dev", "link0")
                self.ip("-n", name, "link", "set", "link0", "up")
        except (OSError, subprocess.CalledProcessError) as reason:
            self.close()
            pytest.skip(f"network namespaces cannot be made here: {reason}")
        made = []
        maker = threading.Thread(target=lambda: (enter(self.far), made.append(socket.create_server(("198.18.0.2", 0)))))
        maker.start()
        maker.join()
        self.relay = Relay(postgres, made[0])
        self.url = f"postgres://khepri@198.18.0.2:{made[0].getsockname()[1]}/postgres"

    def ip(self, *words):
        subprocess.run(["ip", *words], check=True, capture_output=True, text=True)

    def enter(self):
        enter(self.near)

    def cut(self):
        self.ip("-n", self.far, "link", "set", "link0", "down")

    def mend(self):
        self.ip("-n", self.far, "link", "set", "link0", "up")

    def close(self):
        if hasattr(self, "relay"):
            self.relay.close()
        for name in (self.near, self.far):
            subprocess.run(["ip", "netns", "delete", name], check=False, capture_output=True)


@pytest.fixture(params=[CutByRelay, CutByNamespaces], ids=["by a relay", "by namespaces"])
def cutter(request, postgres):
    one = request.param(postgres)
    yield one
    one.close()


def act_for(server, table, tokens):
    """Whoever is to act there does; the moment after."""
    while True:
        view = server.look(table, tokens.values())["view"]
        for seat, legal in view["legal"].items():
            status, answer = server.act(table, int(seat), view["seq"], legal[0], f"{seat} {view['seq']}", tokens[int(seat)])
            assert status in (200, 409), (status, answer)
            if status == 200:
                return answer["seq"]


def steps(server, table):
    status, log = server.get(f"/api/1/tables/{table}/log")
    assert status == 200, log
    return log["steps"]


def play_until_the_bot_acts(server, table, tokens):
    """Seat 0 is a person's, seat 1 a bot's."""
    before = len(steps(server, table))
    while all(step["seat"] != 1 for step in steps(server, table)[before:]):
        if server.look(table, tokens.values())["view"]["legal"]:
            act_for(server, table, tokens)
        time.sleep(0.01)


class Late(threading.Thread):
    """An action at a server that is cut off: its answer, once there is one."""

    def __init__(self, server, table, tokens):
        super().__init__(daemon=True)
        self.answer = None
        view = server.look(table, tokens.values())["view"]
        (seat, legal), = view["legal"].items()
        self.seq, self.action = view["seq"], legal[0]
        self.act = lambda: server.act(table, int(seat), self.seq, self.action, "late", tokens[int(seat)])
        self.start()

    def run(self):
        self.answer = self.act()


def hear_the_end(line):
    while line.hear():
        pass


def wait_until_known(postgres):
    """Both servers have looked around since both are there: a server that knows of no other sends nobody away."""
    began = postgres.sql("SELECT now()")[0][0]
    while postgres.sql(f"SELECT count(*) FROM nodes WHERE at > '{began}'") != [["2"]]:
        time.sleep(0.05)


def test_a_server_that_is_cut_off_acknowledges_nothing_and_others_serve(postgres, cutter, tmp_path):
    with Local(tmp_path / "one.sock", folder=str(tmp_path), data=cutter.url, enter=cutter.enter) as one, \
            visitor.Server(data=postgres.url, seed=None) as two:
        wait_until_known(postgres)
        people, people_tokens = one.table(["person"] * 2)
        bots, bots_tokens = one.table(["person", "random"])
        alone = made(one, 1)
        players = [Player([one], table["id"], tokens, i) for i, (table, tokens) in enumerate(one.table(["person"] * 3) for _ in range(4))]
        act_for(one, bots["id"], bots_tokens)       # the other server may not play these bots
        line = one.watch(people["id"], people_tokens.values())
        line.hear_op("table")
        for player in players:
            player.start()
        wait_for_promises(players, 20)

        cutter.cut()
        began = time.monotonic()
        seq = act_for(two, people["id"], people_tokens)
        took = {"an action at the other server": time.monotonic() - began}
        play_until_the_bot_acts(two, bots["id"], bots_tokens)
        took["the bot there"] = time.monotonic() - began
        hear_the_end(line)
        took["watchers sent away"] = time.monotonic() - began
        late = Late(one, *alone)
        line = two.watch(people["id"], people_tokens.values())
        assert line.hear_op("table")["view"]["seq"] == seq
        act_for(two, people["id"], people_tokens)
        assert line.hear_op("step")["view"]["seq"] > seq
        line.close()
        promised = [(player.table, dict(player.promised)) for player in players]
        for table, actions in promised:
            stored = steps(two, table)
            assert all(stored[seq]["action"] == action for seq, action in actions.items()), "it acknowledged what is not stored"
        assert late.answer is None or late.answer[0] == 503, late.answer

        cutter.mend()
        wait_for_promises(players, 20)
        for player in players:
            player.stop = True
        for player in players:
            player.join()
        late.join()
        assert late.answer[0] == 503 or (late.answer[0] == 200 and steps(two, alone[0])[late.seq]["action"] == late.action), late.answer
        promised = must_be_kept(one, players)
        assert must_be_kept(two, players) == promised > 40
        for table in (people, bots):                # what it could not read it reads again soon
            while steps(one, table["id"]) != steps(two, table["id"]):
                time.sleep(0.01)
        assert "was read anew" not in one.journal() + two.journal()
        print(f"# {promised} acknowledged actions, all there; seconds after the cut: " + ", ".join(f"{what} {s:.1f}" for what, s in took.items()))
        assert one.end() == 0
        two.must_end_well()
