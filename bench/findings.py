#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""findings.py -- what one hostile visitor can do to the others of a khepri serve, in figures.

Each finding is an attack from addresses of this machine (127.0.0.2 and on), or a fault of the data file. It gets a server of its own.
Servers begin with options that the first version knew too, so that any two versions can be compared.

  python3 bench/findings.py                             all of it, about four minutes
  python3 bench/findings.py thinking bodies             some of it
  python3 bench/findings.py --program OLD/app/khepri    another version
  python3 bench/findings.py --json                      a line of JSON for each figure

Build with -Dbuildtype=release first. The attacker runs on the same processors, so compare versions on one quiet machine.
A finding that could not be measured says so, and the status is 1.
"""
import argparse
import contextlib
import io
import json
import multiprocessing
import os
import random
import resource
import select
import selectors
import shutil
import socket
import sqlite3
import stat
import statistics
import subprocess
import sys
import tempfile
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests", "pylib"))
import visitor                                      # noqa: E402
from neighbours import BODIES, MASTERS, THEM, post  # noqa: E402

VISITOR = "127.0.0.3"                               # the address of the visitor whose waits are measured
UNLIMITED = "requests=0 messages=0 tables=0 hints=0"    # for attacks that use up something else than a rate
TWO = [{"kind": "person", "name": "Anna"}, {"kind": "open"}]
PAGE = os.sysconf("SC_PAGE_SIZE")
MIB = 1 << 20


class Host(visitor.Server):
    """A server of the program that is measured. Without `rates` its limits are those that a host gets."""

    def __init__(self, o, *options, rates="", **how):
        super().__init__(*options, seed=None, rates=rates, program=o.program, **how)

    def __exit__(self, kind, value, trace):
        with contextlib.redirect_stdout(io.StringIO()):     # its journal is for tests
            super().__exit__(kind, value, trace)

    def make(self, body, source):
        return self.ask("POST", "/api/1/tables", body, source=source)

    def seconds(self):
        """Of a processor, by the threads that there are."""
        total, tasks = 0, f"/proc/{self.process.pid}/task"
        for task in os.listdir(tasks):
            with open(f"{tasks}/{task}/schedstat", encoding="ascii") as file:
                total += int(file.read().split()[0])
        return total / 1e9

    def resident(self):
        with open(f"/proc/{self.process.pid}/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * PAGE


class Report:
    def __init__(self, as_json):
        self.as_json, self.name = as_json, ""

    def say(self, figure, **values):
        if self.as_json:
            print(json.dumps({"finding": self.name, "figure": figure, **values}), flush=True)
        else:
            print(f"{self.name}: {figure}", flush=True)


def progress(text):
    print(f"findings: {text}", file=sys.stderr, flush=True)


def p90(values):
    return sorted(values)[len(values) * 9 // 10]


def spread(values, unit="ms"):
    """Median, p90 and worst of seconds, in words and as values."""
    if not values:
        return "no answer", {"count": 0}
    factor, places = (1000, 2) if unit == "ms" else (1, 3)
    middle, high, worst = (round(factor * x, places) for x in (statistics.median(values), p90(values), max(values)))
    return (f"median {middle} {unit}, p90 {high} {unit}, worst {worst} {unit} ({len(values)} times)",
            {f"median_{unit}": middle, f"p90_{unit}": high, f"worst_{unit}": worst, "count": len(values)})


class Busy:
    """What part of a processor a server uses from now on."""

    def __init__(self, server):
        self.server, self.began, self.used = server, time.monotonic(), server.seconds()

    def percent(self):
        return round(100 * (self.server.seconds() - self.used) / (time.monotonic() - self.began))


def timed(work):
    began = time.monotonic()
    work()
    return time.monotonic() - began


def watch_if_let_in(server, source, **how):
    """A WebSocket, or None if this address gets none."""
    try:
        line = server.watch(source=source, **how)
    except OSError:
        return None
    if line.accepted:
        return line
    line.close()
    return None


def close_all(lines):
    for line in lines:
        line.close()


# ---- 1: one visitor takes all thinking ----

def make_tables(server, seats, most=62):
    """As many tables as one address may make at once."""
    tables, refused = [], 0
    while len(tables) < most and refused < 3:
        status, made = server.make({"game": "ra", "players": 5, "seats": seats, "start": True, "pace": "off"}, THEM)
        tables += [made] if status == 201 else []
        refused += status != 201
    return tables


def look_at_masters(server, over):
    """Tables of five masters, each watched so that it goes on. Their number."""
    lines = [server.watch(made["table"]["id"], source=THEM) for made in make_tables(server, MASTERS)]
    threading.Thread(target=read_on, args=(lines, over), daemon=True).start()
    return len(lines)


def read_on(lines, over):
    chosen = selectors.DefaultSelector()
    for line in lines:
        chosen.register(line.socket, selectors.EVENT_READ)
    while not over.is_set() and chosen.get_map():
        for key, _ in chosen.select(0.2):
            try:
                gone = not key.fileobj.recv(1 << 20)
            except OSError:
                gone = True
            if gone:
                chosen.unregister(key.fileobj)
    close_all(lines)


def play_with_masters(server, over):
    """Tables of a person, who acts at once, and four masters. Their number."""
    tables = make_tables(server, [TWO[0], *MASTERS[1:]])
    for made in tables:
        line = server.watch(made["table"]["id"], made["tokens"].values(), source=THEM)
        threading.Thread(target=act_at_once, args=(line, over), daemon=True).start()
    return len(tables)


def act_at_once(line, over):
    dice = random.Random(1)
    while not over.is_set():
        try:
            message = line.hear(60)
        except TimeoutError:                        # its bots still think
            continue
        if message is None:                         # the server has ended
            break
        view = message.get("view") or {"legal": {}}
        if "0" in view["legal"] and view["seq"] == view["last"]:
            line.say({"op": "act", "id": 1, "seat": 0, "seq": view["seq"], "action": dice.choice(view["legal"]["0"]), "key": str(view["seq"])})
    line.close()


def hear_reply(line, number, seconds=120):
    while True:
        message = line.hear_op("reply", seconds)
        if message.get("id") == number:
            return message


class Player:
    """A visitor at tables of Ra with two `hard` bots. Counts the seconds of their moves and of hints, and the hints that were refused."""

    def __init__(self, server):
        self.server, self.moves, self.hints, self.refused, self.turns, self.dice = server, [], [], 0, 0, random.Random(1)

    def play(self, seconds, most):
        """For so long; when there are `most` moves, a third of that will do."""
        self.began, self.seconds, self.most = time.monotonic(), seconds, most
        while not self.has_enough():
            status, made = self.server.make({"game": "ra", "players": 3, "pace": "off", "start": True, "hints": True,
                                             "seats": [TWO[0]] + [{"kind": "bot", "bot": "hard"}] * 2}, VISITOR)
            if status != 201:
                raise AssertionError(f"the visitor gets no table: {made}")
            line = self.server.watch(made["table"]["id"], made["tokens"].values(), source=VISITOR)
            self.play_on(line, line.hear_op("table", 60)["view"])
            line.close()

    def has_enough(self):
        passed = time.monotonic() - self.began
        return passed >= self.seconds or (passed >= self.seconds / 3 and len(self.moves) >= self.most)

    def play_on(self, line, view):
        while not view["state"]["result"] and not self.has_enough():
            bot_acts = view["state"]["to_act"] in ([1], [2])
            if "0" in view["legal"] and view["seq"] == view["last"]:
                self.turns += 1
                time.sleep(0.3)                     # as people do; and hints have a rate
                if self.turns % 2:                  # else a slow server tells of hints alone
                    self.ask_hint(line, view)
                line.say({"op": "act", "id": 2, "seat": 0, "seq": view["seq"], "action": self.dice.choice(view["legal"]["0"]), "key": str(view["seq"])})
            began = time.monotonic()
            view = line.hear_op("step", 120)["view"]
            if bot_acts:
                self.moves.append(time.monotonic() - began)

    def ask_hint(self, line, view):
        began = time.monotonic()
        line.say({"op": "hint", "id": 1, "seat": 0, "seq": view["seq"]})
        if hear_reply(line, 1)["ok"]:
            self.hints.append(time.monotonic() - began)
        else:
            self.refused += 1


def thinking(o, report):
    attacks = (("with nobody else", None), ("while another watches {} tables of five master bots", look_at_masters),
               ("while another plays at {} tables with four master bots", play_with_masters))
    for words, attack in attacks:
        with Host(o) as server:
            over = threading.Event()
            tables = attack(server, over) if attack else 0
            player = Player(server)
            try:
                time.sleep(3 if attack else 0)      # until all think
                busy = Busy(server)
                player.play(50 if attack else 24, 40)
                percent = busy.percent()
            finally:
                over.set()
        for what, waits, goal, refused in (("a hard bot's move", player.moves, 1.5, 0), ("a hint", player.hints, 2.5, player.refused)):
            told, values = spread(waits, "s")
            no = f", {refused} refused" if refused else ""
            report.say(f"{what} {words.format(tables)}: {told}{no}; goal {goal} s; the server uses {percent} % of a processor",
                       what=what, attack=attack and attack.__name__, attackers_tables=tables, refused=refused, percent=percent, **values)


# ---- 2: large bodies stop the loop ----

def wait_like_others(server, seconds):
    """Seconds that a visitor's requests and pings take."""
    requests, pings, until = [], [], time.monotonic() + seconds
    line = server.watch(source=VISITOR)
    while time.monotonic() < until:
        requests.append(timed(lambda: server.ask("GET", "/api/1/tables", source=VISITOR)))
        line.say({"op": "ping"})
        pings.append(timed(lambda: line.hear_op("pong", 60)))
        time.sleep(0.05)
    line.close()
    return requests, pings


def bodies(o, report):
    for kind, body in [("none", None), *BODIES.items()]:
        with Host(o) as server:
            crowd = [multiprocessing.Process(target=post, args=(server.port, body), daemon=True) for _ in range(8 if body else 0)]
            for one in crowd:
                one.start()
            try:
                time.sleep(1)
                busy = Busy(server)
                requests, pings = wait_like_others(server, 5)
                percent = busy.percent()
            finally:
                for one in crowd:
                    one.terminate()
                    one.join()
        against = f"while eight clients of one address send bodies of 1 MiB of {kind}" if body else "with nobody else"
        for what, waits in (("another's request", requests), ("another's ping", pings)):
            words, values = spread(waits)
            report.say(f"{what} {against}: {words}; goal p90 40 ms; the server uses {percent} % of a processor",
                       what=what, bodies=kind, percent=percent, **values)


# ---- 3: sockets run out ----

def open_sockets(server, addresses, each):
    """As many WebSockets as each address gets, up to `each`; three refusals in a row are enough."""
    lines = []
    for address in addresses:
        refused = opened = 0
        while refused < 3 and opened < each:
            line = watch_if_let_in(server, address)
            lines += [line] if line else []
            refused, opened = (0, opened + 1) if line else (refused + 1, opened)
    return lines


def served_after(server, source):
    """Milliseconds of the first request that is served, of five; None if none is."""
    for _ in range(5):
        began = time.monotonic()
        try:
            if server.ask("GET", "/health", source=source)[0] == 200:
                return round(1000 * (time.monotonic() - began), 1)
        except OSError:
            pass
        time.sleep(0.2)
    return None


def eight_addresses(o, report):
    with Host(o, rates=UNLIMITED) as server:
        lines = open_sockets(server, [f"127.0.0.{i}" for i in range(10, 18)], 600)
        try:
            ms, line = served_after(server, "127.0.0.18"), watch_if_let_in(server, "127.0.0.18")
            told = f"is served in {ms} ms" if ms is not None else "is not served"
            report.say(f"eight addresses hold {len(lines)} WebSockets; a ninth {told}, and gets {'a' if line else 'no'} WebSocket",
                       held=len(lines), ninth_ms=ms, ninth_websocket=line is not None)
            close_all([line] if line else [])
        finally:
            close_all(lines)


def one_network(o, report):
    with Host(o, "--proxy", "127.0.0.1", rates=UNLIMITED) as server:
        lines = [watch_if_let_in(server, None, headers=f"X-Forwarded-For: 2001:db8:0:1::{i:x}\r\n") for i in range(1, 701)]
        held = [line for line in lines if line]
        report.say(f"one IPv6 network (/64), an address for each WebSocket: {len(held)} of 700 are let in", held=len(held), asked=700)
        close_all(held)


def no_files_left(o, report):
    files = 200
    with Host(o, rates=UNLIMITED, enter=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))) as server:
        lines = [socket.create_connection(("127.0.0.1", server.port), source_address=(f"127.0.0.{10 + i % 8}", 0)) for i in range(2 * files)]
        time.sleep(1)
        busy = Busy(server)
        time.sleep(3)
        percent = busy.percent()
        close_all(lines)
        ms = served_after(server, VISITOR)
        told = f"served in {ms} ms" if ms is not None else "not served"
        report.say(f"400 idle connections to a server that may open 200 files: {percent} % of a processor; when they are gone, another is {told}",
                   percent=percent, afterwards_ms=ms)


def sockets(o, report):
    eight_addresses(o, report)
    one_network(o, report)
    no_files_left(o, report)


# ---- 4: who does not read ----

def kernel_bytes():
    """What all TCP sockets of this machine hold in the kernel: those of other programs too."""
    with open("/proc/net/sockstat", encoding="ascii") as file:
        return int(next(row for row in file if row.startswith("TCP:")).split()[-1]) * PAGE


def server_sockets(port):
    """How many are connected, and what lies in the kernel's buffers of the server's sockets, sent to it and by it."""
    with open("/proc/net/tcp", encoding="ascii") as file:
        rows = [row.split() for row in file if f":{port:04X} " in row]
    own = [row for row in rows if row[1].endswith(f":{port:04X}") and row[3] != "0A"]
    queues = [row[4].split(":") for row in own]
    return sum(row[3] == "01" for row in own), sum(int(out, 16) + int(into, 16) for out, into in queues)


def deaf(server, table, tokens, source):
    """A client with little room of its own: what it does not read stays with the server."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.bind((source, 0))
    line.connect(("127.0.0.1", server.port))
    client = visitor.Socket(server.port, table, tokens, line=line)
    line.setblocking(False)
    return client


def ask_more(clients, frames, chosen):
    """Each asks for the whole table again, within its rate; who cannot send stops. The number that still go on."""
    for client in [c for c in clients if c in chosen]:
        try:
            if client.socket.send(frames) < len(frames):
                chosen.discard(client)
        except OSError:
            chosen.discard(client)
    return len(chosen)


def buffers(o, report):
    with Host(o) as server:
        table, tokens = server.table(["person"] * 5)
        before, resident = kernel_bytes(), server.resident()
        clients = []
        try:
            clients += [deaf(server, table["id"], tokens.values(), THEM) for _ in range(o.clients)]
            words = json.dumps({"op": "watch", "table": table["id"], "tokens": list(tokens.values())}).encode()
            chosen, most, unread, grown, connected = set(clients), 0, 0, 0, 0
            ask_more(clients, clients[0].frame(1, words) * 100, chosen)
            until = time.monotonic() + 25
            while time.monotonic() < until and chosen:
                time.sleep(1)
                ask_more(clients, clients[0].frame(1, words) * 25, chosen)
                connected, queued = server_sockets(server.port)
                most, unread, grown = max(most, kernel_bytes() - before), max(unread, queued), max(grown, server.resident() - resident)
        finally:
            close_all(clients)
        report.say(f"{o.clients} WebSockets that never read: the kernel holds up to {most / MIB:.0f} MiB more ({most / o.clients / 1024:.0f} KiB each), "
                   f"{unread / MIB:.0f} MiB of it unread at the server's sockets; the server grows by up to {grown / MIB:.0f} MiB; "
                   f"at last {connected} are still connected", clients=o.clients, connected=connected,
                   kernel_bytes=most, unread_bytes=unread, server_bytes=grown)


# ---- 5: the list, storage, a stand-in of another's choice ----

def list_taken(o, report):
    with Host(o, rates=UNLIMITED) as server:
        body = {"game": "ra", "players": 2, "public": True, "seats": TWO}
        others = {server.make(body, VISITOR)[1]["table"]["id"] for _ in range(5)}
        made = sum(server.make(body, THEM)[0] == 201 for _ in range(120))
        listed = [table["id"] for table in server.get("/api/1/tables")[1]["tables"]]
        left = sum(one in others for one in listed)
        report.say(f"the public list: one address makes {made} of 120 tables and has {len(listed) - left} of 100 places; "
                   f"of 5 tables that another had made, {left} are still listed", made=made, places=len(listed) - left, others_left=left)


def tables_kept(o, report):
    with Host(o, rates=UNLIMITED) as server:
        body, made, most = {"game": "ra", "players": 2, "seats": TWO}, 0, 1200
        while made < most and server.make(body, THEM)[0] == 201:
            made += 1
        told = f"{made}, then it is refused" if made < most else f"all {made} that were tried"
        report.say(f"storage: tables that one address may keep: {told}", kept=made, tried=most)


def stand_in_chosen(o, report):
    with Host(o, "--away", "0", rates=UNLIMITED) as server:
        table, tokens = server.table(["person"] * 3)
        line = server.watch(table["id"], [tokens[0]])
        line.hear_op("table", 60)
        until = time.monotonic() + visitor.PATIENCE
        while not server.look(table["id"])["table"]["seats"][1]["away"] and time.monotonic() < until:
            time.sleep(0.2)
        status, answer = server.post(f"/api/1/tables/{table['id']}/replace", {"seat": 1, "bot": "random"}, [tokens[0]])
        line.close()
        seat = server.look(table["id"])["table"]["seats"][1]
        plays = seat.get("bot", "nobody") if seat["kind"] == "bot" else "nobody"
        report.say(f"a stand-in: an opponent asks for random in the seat of somebody who is away: {plays} plays"
                   + ("" if status == 200 else f" ({answer.get('error')})"), status=status, plays=plays)


def lists(o, report):
    list_taken(o, report)
    tables_kept(o, report)
    stand_in_chosen(o, report)


# ---- 6: the data file ----

def try_to_serve(o, path, look=()):
    """Begins a server on a file. (whether it began, the last line it wrote, the statuses of these paths)"""
    with tempfile.TemporaryFile() as log:
        program = subprocess.Popen([o.program, "serve", "--listen", "127.0.0.1:0", "--data", path], stdout=subprocess.PIPE, stderr=log)
        try:
            if not select.select([program.stdout], [], [], 30)[0]:
                raise TimeoutError("a server neither began nor ended in 30 seconds")
            line, statuses = program.stdout.readline().decode(), []
            if line.startswith("listening on http://"):
                probe = visitor.Server.__new__(visitor.Server)
                probe.port = int(line.rstrip("/\n").rsplit(":", 1)[1])
                statuses = [probe.get(where)[0] for where in look]
        finally:
            program.kill()
            program.wait()
            program.stdout.close()
        log.seek(0)
        said = log.read().decode(errors="replace").strip().splitlines()
    last = said[-1] if said else ""
    return bool(line), json.loads(last)["text"] if last.startswith("{") else last, statuses


def how_it_went(began, said, folder):
    said = said.replace(folder + os.sep, "")
    if not began:
        return "refused, " + (f"'{said}'" if said else "without a word")
    return "started, and said " + (f"'{said}'" if said else "nothing")


def fill(o, folder, tables=3):
    """A file with some tables, closed in order: its path and the tables' paths."""
    with Host(o, folder=folder) as server:
        looks = ["/api/1/tables/" + server.table(["person", "person"])[0]["id"] for _ in range(tables)]
        server.end()
    return os.path.join(folder, "khepri.sqlite"), looks


def empty_it(path):
    with open(path, "wb"):
        pass


def damage(path):
    """The first page of all actions is filled with ones."""
    database = sqlite3.connect(path)
    (page,), (size,) = [database.execute(ask).fetchone() for ask in ("SELECT rootpage FROM sqlite_master WHERE name = 'actions'", "PRAGMA page_size")]
    database.close()
    with open(path, "r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)


def say_start(report, what, folder, result, count):
    began, said, statuses = result
    told = f", {statuses.count(200)} of {count} tables are there" if began else ""
    report.say(f"{what}: {how_it_went(began, said, folder)}{told}", what=what, began=began, said=said.replace(folder + os.sep, ""),
               tables=statuses.count(200) if began else None, of=count)


def use_twice(o, report, folder):
    with Host(o, folder=folder) as server:
        looks = ["/api/1/tables/" + server.table(["person", "person"])[0]["id"]]
        mode = stat.S_IMODE(os.stat(server.data).st_mode)
        report.say(f"a new data file has mode {mode:04o} (umask 0022)", mode=f"{mode:04o}")
        for what, name, link in (("the same file", "khepri.sqlite", None), ("a symbolic link to it", "symbolic", os.symlink),
                                 ("a hard link to it", "hard", os.link)):
            path = os.path.join(folder, name)
            if link:
                link(server.data, path)
            say_start(report, f"a second server on {what}, in use", folder, try_to_serve(o, path, looks), 1)
            if link:
                os.unlink(path)


def copy_without_wal(o, report, folder):
    copy = os.path.join(folder, "copy.sqlite")
    with Host(o, folder=folder) as server:
        looks = ["/api/1/tables/" + server.table(["person", "person"])[0]["id"] for _ in range(3)]
        shutil.copy(server.data, copy)
    say_start(report, "a copy without its -wal", folder, try_to_serve(o, copy, looks), 3)


def data(o, report):
    os.umask(0o022)
    with tempfile.TemporaryDirectory(prefix="khepri-findings-") as top:
        folders = [os.path.join(top, name) for name in "abcd"]
        for folder in folders:
            os.mkdir(folder)
        use_twice(o, report, folders[0])
        for folder, what, harm in ((folders[1], "a file truncated to nothing", empty_it), (folders[2], "a file with a damaged page", damage)):
            path, looks = fill(o, folder)
            harm(path)
            say_start(report, what, folder, try_to_serve(o, path, looks), len(looks))
        copy_without_wal(o, report, folders[3])


# ---- 7: each load sweeps all tables ----

def settle(server):
    """Waits until a server that began again has taken up its games."""
    for _ in range(40):
        busy = Busy(server)
        time.sleep(0.5)
        if busy.percent() < 3:
            return
    progress("the server did not come to rest")


def sweep(o, report):
    """Games are held in memory by who watches them. The tables that are loaded wait for a player, so a server that begins again has none of them."""
    for held in (100, 2200):
        with Host(o, rates=UNLIMITED) as server:
            game, waits = {"game": "ra", "players": 5, "seats": [TWO[0]] * 5, "start": True}, {"game": "ra", "players": 2, "seats": TWO}
            games = [server.make(game, f"127.0.1.{1 + i // 100}")[1]["table"]["id"] for i in range(held)]
            waiting = [server.make(waits, f"127.0.2.{1 + i // 100}")[1]["table"]["id"] for i in range(400)]
            server.end()
            server.start()
            lines = [server.watch(table, source=f"127.0.0.{10 + i // 400}") for i, table in enumerate(games)]
            try:
                for line in lines:
                    line.hear_op("table", 60)
                settle(server)
                used = server.seconds()
                loads = [timed(lambda: server.look(table)) for table in waiting]
                used = 1000 * (server.seconds() - used) / len(loads)
            finally:
                close_all(lines)
            words, values = spread(loads)
            report.say(f"loading a table while {held} are watched: {used:.2f} ms of a processor each; {words}",
                       held=held, processor_ms=round(used, 2), **values)


# ---- 8: what is missing ----

def missing(o, report):
    def words(*command):
        done = subprocess.run([o.program, *command], capture_output=True, text=True, check=False)
        return set((done.stdout + done.stderr).split())

    commands, options = words("--help"), words("serve", "--help")
    found = {name: name in commands for name in ("admin", "backup", "restore", "check-data", "copy-data")}
    found |= {name: name in options for name in ("--config", "--metrics", "--access-log", "--admin", "--limit", "--path")}
    with Host(o, *(["--metrics", "127.0.0.1"] if found["--metrics"] else [])) as server:
        status = server.get("/metrics")[0]
    there, not_there = ([name for name, is_there in found.items() if is_there == sought] for sought in (True, False))
    report.say(f"there: {', '.join(there) or 'nothing'}; missing: {', '.join(not_there) or 'nothing'}; GET /metrics answers {status}",
               there=there, missing=not_there, metrics=status)


FINDINGS = {"thinking": thinking, "bodies": bodies, "sockets": sockets, "buffers": buffers, "list": lists, "data": data, "sweep": sweep, "missing": missing}


def raise_files():
    """Room for the sockets of the attacks: in this process, and in the servers that it begins."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    if hard != resource.RLIM_INFINITY and hard < 5000:
        progress(f"at most {hard} files may be open: the sockets end before the server's limit")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=os.environ.get("KHEPRI") or os.path.join(ROOT, "build", "app", "khepri"),
                        help="the khepri to measure ($KHEPRI, else build/app/khepri)")
    parser.add_argument("--json", action="store_true", help="lines of JSON")
    parser.add_argument("--clients", type=int, default=200, help="WebSockets that never read, at most 500 (200)")
    parser.add_argument("findings", nargs="*", metavar="FINDING", help=f"{', '.join(FINDINGS)}; none given: all")
    o = parser.parse_args()
    o.program = os.path.abspath(o.program)
    for name in o.findings:
        if name not in FINDINGS:
            parser.error(f"there is no finding '{name}'; there are {', '.join(FINDINGS)}")
    if not os.access(o.program, os.X_OK):
        parser.error(f"{o.program} is no program; build it, or name another with --program")
    if not 1 <= o.clients <= 500:
        parser.error("--clients is 1 to 500: one address may have no more WebSockets")
    visitor.PATIENCE = 60                           # a server that answers no more is a finding too
    raise_files()
    report, failed = Report(o.json), 0
    for name in o.findings or FINDINGS:
        report.name = name
        progress(f"{name}; load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
        began = time.monotonic()
        try:
            FINDINGS[name](o, report)
        except (AssertionError, OSError, ValueError, KeyError, TypeError) as why:
            failed = 1
            report.say(f"could not be measured: {type(why).__name__}: {why}", failed=True)
        progress(f"{name} took {time.monotonic() - began:.0f} s")
    return failed


if __name__ == "__main__":
    sys.exit(main())
