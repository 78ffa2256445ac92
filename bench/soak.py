#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""soak.py -- runs khepri serve for hours with everything on, and says whether what it uses stays flat.

A server of its own gets games of all kinds from the load generator, and people who play against bots.
They ask for hints and analyses. A bot account plays, event streams are open, and others watch.
Some visitors vanish, or never read. Backups are made all the while.
At intervals what it uses goes into soak.csv. At the end there are a table, a plot (soak.svg) and a verdict.

The verdict is about the slope after the warm-up. It is the median of the slopes between all pairs of samples (Theil and Sen):
a few outliers do not move it. It is flat if that is at most the bound of the column in an hour.
"""
import argparse
import csv
import json
import os
import random
import re
import signal
import socket
import statistics
import struct
import subprocess
import sys
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests", "pylib"))
import visitor                                      # noqa: E402
from program import PROGRAM                         # noqa: E402

MIB = 1 << 20
# What is judged: the column, what it may grow by in an hour, and how it is shown.
# Analyses are kept in a bounded room, which takes hours to fill: they are not in what is judged.
JUDGED = [("resident", 4 * MIB, MIB, "MiB"), ("heap", 2 * MIB, MIB, "MiB"), ("files", 4, 1, ""), ("threads", 1, 1, ""), ("wal", 4 * MIB, MIB, "MiB")]
COLUMNS = ["seconds", "resident", "heap", "analyses", "files", "threads", "wal", "data", "cpu_seconds", "actions", "tables_in_memory", "tables_stored",
           "websockets", "connections", "queued_bytes", "thoughts_waiting"]
SAMPLES_LEAST = 30                                  # after the warm-up; with fewer there is no verdict
METRIC = re.compile(r"^([a-z_]+)(?:\{[^}]*\})? (\S+)$", re.MULTILINE)


# ---- what the server uses ----

def sample(server, began):
    """One row: from the system, and the sums of what /metrics says. Each hour the server counts its tables anew, and does
    not tell their number until it has: then it is 0."""
    status, _, body = server.ask_raw("GET", "/metrics")
    if status != 200:
        raise OSError(f"/metrics: status {status}")
    sums = {}
    for name, value in METRIC.findall(body.decode()):
        sums[name] = sums.get(name, 0) + float(value)
    process = f"/proc/{server.process.pid}"
    with open(process + "/status", encoding="ascii") as file:
        facts = dict(line.split(":\t", 1) for line in file.read().splitlines() if ":\t" in line)
    sizes = [os.path.getsize(server.data + end) if os.path.exists(server.data + end) else 0 for end in ("-wal", "")]
    return [round(time.monotonic() - began, 1), int(facts["VmRSS"].split()[0]) * 1024, sums.get("khepri_heap_bytes", 0),
            sums["khepri_analyses_bytes"], len(os.listdir(process + "/fd")), int(facts["Threads"]), *sizes, sums["process_cpu_seconds_total"],
            sums["khepri_actions_total"], sums["khepri_tables_in_memory"], sums.get("khepri_tables_stored", 0), sums["khepri_websockets"],
            sums["khepri_connections"], sums["khepri_queued_bytes"], sums["khepri_thoughts_waiting"]]


# ---- visitors ----

class Visitors:
    """Threads that do what visitors do until `over`; whatever they find wrong is in `wrong`."""

    def __init__(self, server, levels, pause, seed):
        self.server, self.pause, self.seed = server, pause, seed
        self.over = threading.Event()
        self.wrong, self.begun, self.threads = [], {}, []
        self.games = server.get("/api/1/games")[1]["games"]
        self.levels = {game["name"]: [bot for bot in game["bots"] if bot in levels] for game in self.games}

    def start(self, work, number):
        for i in range(number):
            thread = threading.Thread(target=self.repeat, args=(work, random.Random(f"{self.seed} {work.__name__} {i}")), daemon=True)
            thread.start()
            self.threads.append(thread)

    def repeat(self, work, dice):
        while not self.over.is_set():
            self.begun[work.__name__] = self.begun.get(work.__name__, 0) + 1
            try:
                work(dice)
            except Exception as why:                # whatever a visitor meets is a finding, and the others go on
                if not self.over.is_set():
                    self.wrong.append(f"{work.__name__}: {type(why).__name__}: {why}")
                    self.over.wait(1)

    def game_with_bots(self, dice, public=False):
        game = dice.choice(self.games)
        seats = ["person"] + [dice.choice(self.levels[game["name"]]) for _ in range(game["min_players"] - 1 + dice.randrange(2))]
        if public:
            seats[1] = "open"
        return self.server.table(seats, game=game["name"], start=not public, public=public)

    def play(self, dice):
        """A whole game against bots, slowly; then its analysis, its record, and the record sent in."""
        table, tokens = self.game_with_bots(dice)
        self.play_on(dice, table["id"], tokens[0])

    def play_on(self, dice, table, token):
        watcher = self.server.watch(table, [token])
        while not self.over.is_set():
            message = watcher.hear()
            if message is None:
                raise ConnectionError("the server closed a WebSocket")
            if message["op"] == "table" and message["table"]["status"] == "over":
                break
            legal = (message.get("view") or {}).get("legal", {}).get("0")
            if not legal:
                continue
            self.over.wait(self.pause * dice.random() * 2)
            if dice.random() < 0.1:
                watcher.say({"op": "hint", "id": 1, "seat": 0, "seq": message["view"]["seq"]})
            watcher.say({"op": "act", "id": 2, "seat": 0, "seq": message["view"]["seq"], "action": dice.choice(legal), "key": str(dice.random())})
        watcher.close()
        if not self.over.is_set():
            self.study(table)

    def study(self, table):
        while not self.over.is_set():
            status, told = self.server.get(f"/api/1/tables/{table}/analysis")
            if status != 200 or told["done"]:
                break
            self.over.wait(1)
        status, record = self.server.get(f"/api/1/tables/{table}/record")
        if status == 200:
            self.server.post("/api/1/replay", {"record": record, "steps": True})

    def vanish(self, dice):
        """Opens a table, and is gone: in order, at once, or after a while in which nothing is read."""
        self.over.wait(self.pause * 4 * dice.random())
        table, tokens = self.game_with_bots(dice)
        watcher = self.server.watch(table["id"], tokens.values())
        how = dice.randrange(4)
        if how == 0:
            watcher.hear()
        elif how == 1:
            watcher.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        elif how == 2:
            self.over.wait(self.pause * 40)
        else:
            watcher.socket.shutdown(socket.SHUT_WR)
        watcher.close()

    def dawdle(self, dice):
        """Half a request, and nothing more."""
        self.over.wait(self.pause * 4 * dice.random())
        with self.server.connect() as line:
            line.sendall(b"POST /api/1/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{"[:dice.randrange(1, 90)])
            line.settimeout(120)
            try:
                line.recv(1000)
            except OSError:                         # it waits as long as it likes, and ends as it likes
                pass

    def invite(self, dice):
        """A public table, which the bot account joins; nobody waits for it for ever."""
        table, tokens = self.game_with_bots(dice, public=True)
        for _ in range(30):
            self.over.wait(self.pause / 3)
            if self.over.is_set() or self.server.look(table["id"])["table"]["seats"][1]["kind"] != "open":
                break
        else:
            return
        self.server.post(f"/api/1/tables/{table['id']}/start", {}, [tokens[0]])
        self.play_on(dice, table["id"], tokens[0])

    def look_around(self, dice):
        self.over.wait(self.pause * 2 * dice.random())
        for path in ("/", "/api/1/games", "/api/1/tables", "/api/1/bots", "/no-such-page"):
            self.server.get(path)

    def back_up(self, dice):
        """A copy while the server runs, checked."""
        self.over.wait(self.pause * 60 * (0.5 + dice.random()))
        copy = os.path.join(self.server.folder, "copy.sqlite")
        for words in (["backup", self.server.data, copy], ["check-data", copy]):
            done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, check=False)
            if done.returncode != 0:
                raise AssertionError(f"{words[0]}: {done.stderr.strip()}")
        os.remove(copy)


# ---- the run ----

def accounts(folder):
    """A file of bot accounts, and the files of their tokens."""
    path, tokens = os.path.join(folder, "bots.txt"), []
    for name in ("player", "listener"):
        made = subprocess.run([PROGRAM, "bot-account", "--join", path, name], capture_output=True, text=True, check=True)
        tokens.append(os.path.join(folder, name + ".token"))
        with open(tokens[-1], "w", encoding="ascii") as file:
            file.write(made.stdout)
    return path, tokens


def open_stream(server, token_file):
    """An event stream of a bot account that nobody reads."""
    with open(token_file, encoding="ascii") as file:
        token = file.read().strip()
    line = server.connect()
    line.sendall(f"GET /api/1/bot/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n\r\n".encode())
    return line


def helpers(server, visitors, tokens, o):
    """The programs that play along: a load for each game, and the bot account's player."""
    address = f"127.0.0.1:{server.port}"
    loads = [[o.load, "--server", address, "--game", game["name"], "--rate", str(max(1, o.rate // len(visitors.games))), "--tables",
              str(o.tables), "--idle", str(o.idle // len(visitors.games)), "--seconds", str(o.seconds + 30), "--warm-up", "0", "--json"]
             for game in visitors.games]
    player = [PROGRAM, "bot", "--server", f"http://{address}", "--token-file", tokens[0], "--bot", o.levels.split(",")[0], "--join"]
    started = []
    for i, words in enumerate([*loads, player]):
        with open(os.path.join(server.folder, f"helper-{i}.log"), "wb") as log:
            started.append(subprocess.Popen(words, stdout=log, stderr=log))
    return started


def watch_over(server, programs, writer, file, o):
    began = time.monotonic()
    due = began
    while time.monotonic() - began < o.seconds:
        writer.writerow(sample(server, began))
        file.flush()
        for program in programs:
            if program.poll() is not None:
                return f"{program.args[0]} ended with status {program.returncode}; see the helper-*.log in {server.folder}"
        due += o.every
        time.sleep(max(0, min(due, began + o.seconds) - time.monotonic()))
    writer.writerow(sample(server, began))
    return None


def run(o):
    os.makedirs(o.folder, exist_ok=True)
    path = os.path.join(o.folder, "soak.csv")
    bots, tokens = accounts(o.folder)
    options = ["--metrics", "127.0.0.1", "--bots", bots, "--access-log", "networks", "--log-level", "warn", "--keep", "1", "--limit", "sockets-each=20000",
               "--limit", "tables-each=1000000", "--limit", "listed-each=100000", "--away", "5"]
    server = visitor.Server(*options, folder=o.folder, delay=700, seed=None)
    with open(path, "w", newline="", encoding="ascii") as file:
        visitors = Visitors(server, o.levels.split(","), o.pause, o.seed)
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        stream = open_stream(server, tokens[1])
        programs = helpers(server, visitors, tokens, o)
        signal.signal(signal.SIGTERM, lambda *_: sys.exit("soak: it was told to end"))
        signal.signal(signal.SIGINT, signal.getsignal(signal.SIGTERM))
        for work, number in ((visitors.play, o.players), (visitors.vanish, 3), (visitors.dawdle, 2), (visitors.invite, 1),
                             (visitors.look_around, 1), (visitors.back_up, 1)):
            visitors.start(work, number)
        try:
            trouble = watch_over(server, programs, writer, file, o)
        finally:
            visitors.over.set()
            for program in programs:
                program.terminate()
                program.wait()
            stream.close()
            ended = server.end()
        journal = [line for line in server.journal().splitlines() if '"level":"error"' in line or '"level":"warn"' in line]
    print("visitors began:", json.dumps(visitors.begun))
    for what in visitors.wrong[:20] + journal[:20]:
        print("wrong:", what)
    if trouble or ended != 0:
        print("soak:", trouble or f"the server ended with status {ended}", file=sys.stderr)
        return 2
    return max(judge(path, o.warm_up), 1 if visitors.wrong or journal else 0)


# ---- the verdict ----

def slope(points):
    """The median of the slopes between all pairs, in an hour."""
    return statistics.median((y2 - y1) / (x2 - x1) * 3600 for i, (x1, y1) in enumerate(points) for x2, y2 in points[i + 1:])


def judge(path, warm_up):
    """Prints the table; 0 if all is flat, 1 if not."""
    with open(path, newline="", encoding="ascii") as file:
        rows = [{name: float(value) for name, value in row.items()} for row in csv.DictReader(file)]
    after = [row for row in rows if row["seconds"] >= warm_up * rows[-1]["seconds"]]
    actions, cpu, data = (rows[-1][name] - rows[0][name] for name in ("actions", "cpu_seconds", "data"))
    print(f"{rows[-1]['seconds'] / 3600:.2f} hours, {len(rows)} samples, {actions:.0f} actions stored, {rows[-1]['tables_stored']:.0f} tables, "
          f"{cpu:.0f} s of processor, {data / max(1, actions):.0f} bytes of the file an action")
    print(f"{'after the warm-up':<18} {'first':>9} {'least':>9} {'median':>9} {'most':>9} {'last':>9} {'an hour':>9} {'bound':>8}")
    grows = 0
    for name, bound, unit, word in JUDGED:
        kept = [row.get("analyses", 0) if name in ("resident", "heap") else 0 for row in after]
        values = [(row[name] - bytes) / unit for row, bytes in zip(after, kept)]
        found = unit * slope([(row["seconds"], value) for row, value in zip(after, values)]) if len(after) >= 2 else 0
        flat = found <= bound
        grows += not flat
        print(f"{name + (' ' + word if word else ''):<18} {values[0]:9.2f} {min(values):9.2f} {statistics.median(values):9.2f} {max(values):9.2f} "
              f"{values[-1]:9.2f} {found / unit:+9.3f} {bound / unit:8.2f}  {'flat' if flat else 'GROWS'}")
    subprocess.run([sys.executable, os.path.join(ROOT, "tools", "plots.py"), "soak", path[:-4] + ".svg", path], check=True)
    if len(after) < SAMPLES_LEAST:
        print(f"no verdict: {len(after)} samples after the warm-up, {SAMPLES_LEAST} are needed")
        return 0
    print("verdict:", f"{grows} of {len(JUDGED)} grow" if grows else "flat")
    return 1 if grows else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", help="where the server's file, its log and soak.csv go; a fresh one")
    parser.add_argument("--seconds", type=int, default=7200)
    parser.add_argument("--every", type=float, default=30, help="seconds between two samples")
    parser.add_argument("--load", default=os.environ.get("KHEPRI_LOAD") or os.path.join(ROOT, "build", "bench", "load"))
    parser.add_argument("--rate", type=int, default=30, help="actions a second of the load generator, all games together")
    parser.add_argument("--tables", type=int, default=40, help="its tables for each game")
    parser.add_argument("--idle", type=int, default=200, help="its WebSockets that only watch")
    parser.add_argument("--players", type=int, default=4, help="people who play against bots")
    parser.add_argument("--levels", default="easy,rule,hard,expert", help="these bots")
    parser.add_argument("--pause", type=float, default=3, help="seconds that people think, on average; other pauses are multiples of it")
    parser.add_argument("--warm-up", type=float, default=0.25, help="the share of the time that is not judged")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--judge", action="store_true", help="only judge the soak.csv that is in FOLDER")
    o = parser.parse_args()
    if o.judge:
        return judge(os.path.join(o.folder, "soak.csv"), o.warm_up)
    if os.path.exists(os.path.join(o.folder, "khepri.sqlite")):
        print(f"soak: {o.folder} has the file of an earlier run; name a fresh folder, or --judge it", file=sys.stderr)
        return 2
    return run(o)


if __name__ == "__main__":
    sys.exit(main())
