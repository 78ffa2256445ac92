#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What a visitor of khepri serve waits for, alone and while another address does its worst.

There are two attacks, each with the default limits. `thinking` makes as many tables of five `master` bots as it may and keeps
looking at them; `bodies` posts large bodies, eight at a time. The visitor plays at a table with `hard` bots, asks for
hints, and pings. Prints a line of JSON for each figure: milliseconds at the median, at p90 and at worst.
The attacker runs on the same machine, so compare two programs on one machine, not figures of different ones.

  bench/neighbours.py [--program FILE] [--moves N] [thinking|bodies]...
"""
import argparse
import json
import multiprocessing
import os
import random
import socket
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests", "pylib"))
THEM = "127.0.0.2"
MASTERS = [{"kind": "bot", "bot": "master:10000ms"}] * 5
BODIES = {
    "lists": b'{"record":[' + b"[]," * 340000 + b"[]]}",
    "objects": b'{"record":[' + b'{"a":1},' * 120000 + b"{}]}",
    "keys": b'{"record":{' + b",".join(b'"%06x":1' % i for i in range(85000)) + b"}}",
    "text": b'{"record":"' + b"\\u00e9" * 170000 + b'"}',
}


def think(port):
    """Makes tables and looks at them, for ever."""
    import visitor
    server = visitor.Server.__new__(visitor.Server)
    server.port, tables = port, []
    while True:
        status, made = server.ask("POST", "/api/1/tables", {"game": "ra", "players": 5, "seats": MASTERS, "start": True}, source=THEM)
        if status == 201:
            tables.append(made["table"]["id"])
        else:
            for table in tables:
                server.ask("GET", f"/api/1/tables/{table}", source=THEM)
            time.sleep(1)


def post(port, body):
    head = f"POST /api/1/replay HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: {len(body)}\r\n\r\n".encode()
    while True:
        try:
            with socket.create_connection(("127.0.0.1", port), source_address=(THEM, 0)) as line:
                line.sendall(head + body)
                while line.recv(65536):
                    pass
        except OSError:
            pass


def say(what, when, seconds):
    if not seconds:
        print(json.dumps({"what": what, "attack": when, "count": 0}), flush=True)
        return
    times = sorted(1000 * s for s in seconds)
    print(json.dumps({"what": what, "attack": when, "count": len(times), "median_ms": round(times[len(times) // 2], 1),
                      "p90_ms": round(times[len(times) * 9 // 10], 1), "worst_ms": round(times[-1], 1)}), flush=True)


def play(server, moves, dice):
    """Seconds of the bots' moves and of hints."""
    waits, hints = [], []
    while len(waits) < moves:
        status, made = server.post("/api/1/tables", {"game": "ra", "players": 3, "pace": "off", "start": True, "hints": True,
                                                     "seats": [{"kind": "person", "name": "Anna"}] + [{"kind": "bot", "bot": "hard"}] * 2})
        assert status == 201, made
        line = server.watch(made["table"]["id"], made["tokens"].values())
        view = line.hear_op("table")["view"]
        while not view["state"]["result"] and len(waits) < moves:
            bot_acts = view["state"]["to_act"] in ([1], [2])
            if "0" in view["legal"] and view["seq"] == view["last"]:
                began = time.monotonic()
                line.say({"op": "hint", "id": 1, "seat": 0, "seq": view["seq"]})
                if line.hear_op("reply")["ok"]:
                    hints.append(time.monotonic() - began)
                line.say({"op": "act", "id": 2, "seat": 0, "seq": view["seq"], "action": dice.choice(view["legal"]["0"]), "key": str(view["seq"])})
            began = time.monotonic()
            view = line.hear_op("step")["view"]
            if bot_acts:
                waits.append(time.monotonic() - began)
        line.close()
    return waits, hints


def ping(server, count):
    waits, line = [], server.watch()
    for _ in range(count):
        began = time.monotonic()
        line.say({"op": "ping"})
        line.hear_op("pong")
        waits.append(time.monotonic() - began)
        time.sleep(0.05)
    line.close()
    return waits


def attacked(server, name, moves):
    dice = random.Random(1)
    if name in ("none", "thinking"):
        waits, hints = play(server, moves, dice)
        say("a hard bot's move", name, waits)
        say("a hint", name, hints)
    if name != "thinking":
        say("a ping", name, ping(server, 5 * moves))


def run(name, moves):
    import visitor
    jobs = {"none": [(None, None)], "thinking": [(think, ())], "bodies": [(post, (body,)) for body in BODIES.values()]}[name]
    for target, words in jobs:
        with visitor.Server("--thinkers", "2", seed=None, rates="") as server:
            crowd = [multiprocessing.Process(target=target, args=(server.port, *words), daemon=True)
                     for _ in range({"none": 0, "thinking": 1, "bodies": 8}[name])]
            for one in crowd:
                one.start()
            if name == "thinking":
                time.sleep(3)                       # until its tables are there
            shown = name if name != "bodies" else "bodies of " + next(n for n, b in BODIES.items() if b == words[0])
            attacked(server, shown, moves)
            for one in crowd:
                one.terminate()
                one.join()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=os.path.join(ROOT, "build", "app", "khepri"), help="the khepri to measure (build/app/khepri)")
    parser.add_argument("--moves", type=int, default=60, help="moves of bots to wait for, and a fifth of the pings (60)")
    parser.add_argument("attacks", nargs="*", metavar="thinking|bodies", help="none given: both, and the visitor alone")
    options = parser.parse_args()
    os.environ["KHEPRI"] = os.path.abspath(options.program)
    for name in options.attacks or ["none", "thinking", "bodies"]:
        run(name, options.moves)


if __name__ == "__main__":
    main()
