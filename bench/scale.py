#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scale.py -- measures what docs/scale.md needs, and prints it as a table: run it on a quiet machine.

  python3 bench/scale.py                  all of it, about four minutes
  python3 bench/scale.py --only sqlite    a part: sqlite, idle, bots, postgres

Build with -Dbuildtype=release first. The generator runs on the same processors; what it says about itself is a column.
"""
import argparse
import glob
import json
import math
import multiprocessing
import os
import resource
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests", "pylib"))
import visitor                                      # noqa: E402

OPEN = ["--metrics", "127.0.0.1", "--limit", "sockets-each=100000", "--limit", "tables-each=1000000"]
HEAD = ("what", "asked a second", "acknowledged", "p50 ms", "p99 ms", "server us an action", "database us an action", "bytes a socket", "generator %", "note")
TICK = os.sysconf("SC_CLK_TCK")
WORK = 20000                                        # numbers to add up: less than a millisecond
SPARE_FILES, SPARE_SOCKETS = 100, 30                # what a process has open besides its idle sockets; those of the server that are not idle


def allow_files(number):
    """Raises the limit of open files of this process, and so of those that it begins; how many there may be."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for ends in ((max(number, soft), max(number, hard)), (hard, hard)):    # root may raise the second too
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, ends)
            break
        except (ValueError, OSError):
            pass
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


def slow(seconds):
    """The same short work is done again and again. Returns the share of the time that went into rounds of three times the shortest and
    more, and the longest round in milliseconds. A virtual machine whose processors others share is slow at times. If that is 1 % of the time or
    more, a p99 tells of the machine."""
    rounds = []
    last = begin = time.perf_counter()
    while last - begin < seconds:
        sum(range(WORK))
        now = time.perf_counter()
        rounds.append(now - last)
        last = now
    least = 3 * min(rounds)
    return sum(took for took in rounds if took >= least) / sum(rounds), max(rounds) * 1e3


def begin_load(o, server, *words):
    return subprocess.Popen([o.load, "--server", f"127.0.0.1:{server.port}", "--seconds", str(o.seconds), "--warm-up", str(o.warm_up), "--json", *map(str, words)],
                            stdout=subprocess.PIPE, text=True)


def finish_load(load):
    out = load.communicate()[0]
    return json.loads(out) if load.returncode in (0, 1) else None


def row(what, found, database=None, more=()):
    """A line of the table; `more`: what other generators found at the same time."""
    all_found = [found, *more]
    if None in all_found:
        print(f"| {what} |" + " |" * (len(HEAD) - 2) + " it could not be measured: see above |", flush=True)
        return
    acknowledged = sum(f["measured_per_second"] for f in all_found)
    worst = max(all_found, key=lambda f: f["us"]["p99"])
    cost = sum(f["server_us_per_action"] * f["us"]["count"] for f in all_found) / max(1, sum(f["us"]["count"] for f in all_found))
    cells = [what, sum(f["rate"] for f in all_found), acknowledged, f"{worst['us']['p50'] / 1e3:.1f}", f"{worst['us']['p99'] / 1e3:.1f}",
             f"{cost:.0f}" if acknowledged else "", "" if database is None else f"{database:.0f}",
             found["bytes_per_idle_socket"] if found["idle"] else "", sum(f["own_percent"] for f in all_found), worst["limited_by"]]
    print("| " + " | ".join(map(str, cells)) + " |", flush=True)


def sqlite(o):
    for rate in o.rates:
        with visitor.Server(*OPEN, seed=None) as server:
            row("one node, SQLite", finish_load(begin_load(o, server, "--rate", rate, "--tables", max(20, rate // 2))))
            server.end()


def idle(o):
    number = min(o.idle, allow_files(o.idle + SPARE_FILES) - SPARE_FILES)
    if number < o.idle:
        print(f"a process may open {number + SPARE_FILES} files here: {number} sockets; root may raise that, or 'ulimit -n'", file=sys.stderr)
    with visitor.Server(*OPEN, "--limit", f"sockets={number + SPARE_SOCKETS}", seed=None) as server:
        row(f"{number} idle sockets", finish_load(begin_load(o, server, "--rate", 0, "--tables", 1, "--idle", number)))
        server.end()


def bots(o):
    for number in (0, o.bots):
        with visitor.Server(*OPEN, seed=None) as server:
            row(f"{number} tables of bots that think", finish_load(begin_load(o, server, "--rate", o.rates[0] // 2, "--tables", o.rates[0] // 2, "--bots", number)))
            server.end()


def processor_of(postgres):
    """Seconds that all processes of a PostgreSQL have taken."""
    ticks = 0
    for path in glob.glob("/proc/[0-9]*/stat"):
        try:
            with open(path, encoding="utf-8") as file:
                fields = file.read().rsplit(")", 1)[1].split()
        except OSError:                             # it has just ended
            continue
        if int(path.split("/")[2]) == postgres.process.pid:
            ticks += sum(map(int, fields[11:15]))
        elif int(fields[1]) == postgres.process.pid:
            ticks += sum(map(int, fields[11:13]))
    return ticks / TICK


def spent_while(loads, database, seconds):
    """The seconds of processor that the database took in the last seconds before the first of these loads ended. Until then it makes the
    tables, and that is no action. Not a number if they ended before that."""
    samples = []
    while all(load.poll() is None for load in loads):
        samples.append((time.monotonic(), processor_of(database)))
        time.sleep(0.25)
    end = time.monotonic()
    begun = [spent for at, spent in samples if at <= end - seconds]
    return processor_of(database) - begun[-1] if begun else math.nan


def postgres(o):
    from postgres import Postgres                   # it needs pytest
    for nodes in (1, 2):
        for rate in o.rates[:2]:
            database = Postgres("fsync=on")
            servers = [visitor.Server(*OPEN, seed=None, data=database.url) for _ in range(nodes)]
            loads = [begin_load(o, server, "--rate", rate // nodes, "--tables", max(20, rate // 2 // nodes)) for server in servers]
            spent = spent_while(loads, database, o.seconds)
            found = [finish_load(load) for load in loads]
            acted = sum(f["measured_per_second"] * o.seconds for f in found if f)
            row(f"{nodes} nodes, PostgreSQL", found[0], spent / max(1, acted) * 1e6, found[1:])
            for server in servers:
                server.end()
                server.__exit__(None, None, None)
            database.close()


def main():
    parts = {part.__name__: part for part in (sqlite, idle, bots, postgres)}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=parts)
    parser.add_argument("--load", default=os.environ.get("KHEPRI_LOAD") or os.path.join(ROOT, "build", "bench", "load"))
    parser.add_argument("--rates", default="1000,3000,5000", help="actions a second")
    parser.add_argument("--seconds", type=int, default=15)
    parser.add_argument("--warm-up", type=int, default=3)
    parser.add_argument("--idle", type=int, default=20000)
    parser.add_argument("--bots", type=int, default=200)
    parser.add_argument("--alone", type=float, default=5, help="seconds of loops alone, before: how steady is the machine?")
    o = parser.parse_args()
    o.rates = [int(rate) for rate in o.rates.split(",")]
    with open("/proc/loadavg", encoding="ascii") as file:
        print(f"{os.cpu_count()} processors, load average before: {file.read().split()[0]}")
    if o.alone:
        with multiprocessing.Pool(os.cpu_count()) as pool:
            lost, longest = map(max, zip(*pool.map(slow, [o.alone] * os.cpu_count(), chunksize=1)))
        print(f"loops alone, one for each processor, were slow for {lost:.1%} of {o.alone:g} s; the longest round took {longest:.1f} ms")
    print()
    print("| " + " | ".join(HEAD) + " |\n" + "|---" * len(HEAD) + "|", flush=True)
    visitor.print = lambda *words: None             # the journals of the servers
    for name, part in parts.items():
        if o.only in (None, name):
            part(o)


if __name__ == "__main__":
    main()
