#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the server lets everybody reckon in Amun-Re, against the model's reckoning.

Usage: amun_insight.py KHEPRI [SEED]. Games of the model are shown by the server at moments
picked by chance; state and insight of each view must be the model's. Exit status 1 if not.
"""

import http.client
import json
import random
import re
import subprocess
import sys
import tempfile

import amun_model
from amun_differential import games, play
from compare import Report

MOMENTS = 12  # of each game


def ask(connection, record, at):
    body = json.dumps({"record": record, "at": at})
    connection.request("POST", "/api/1/replay", body, {"Content-Type": "application/json"})
    return json.loads(connection.getresponse().read())


def compare(connection, report, rng, record):
    state = amun_model.new(len(record["players"]), record["options"])
    steps = len(record["actions"])
    moments = set(rng.sample(range(steps + 1), min(steps + 1, MOMENTS)) + [steps])
    for step, action in enumerate(record["actions"] + [None]):
        if step in moments:
            reply = ask(connection, record, step)
            seen = reply.get("view", {})
            case = {"step": step, "phase": state["phase"], "error": reply.get("error")}
            report.check("view", amun_model.view(state, None), seen.get("state"), step, case)
            report.check("insight", amun_model.insight(state), seen.get("insight", 0), step, case)
        if action is not None:
            amun_model.apply(state, action)


def main():
    rng = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    report = Report()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.argv[1], "serve", "--listen", "127.0.0.1:0", "--rate", "requests=0",
                   "--data", folder + "/tables.sqlite"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            port = int(re.search(r":(\d+)/", server.stdout.readline())[1])
            connection = http.client.HTTPConnection("127.0.0.1", port)
            for place, (players, options, leaning) in enumerate(games(rng, 1)):
                if place % 3 == 0:
                    compare(connection, report, rng, play(rng, players, options, leaning))
        finally:
            server.terminate()
            server.wait()
    for what, (times, _, case) in sorted(report.differences.items()):
        print(f"DIFFERS {times} times: {what}\n  {json.dumps(case)}")
    print(f"{report.checks} checks, {len(report.differences)} kinds of difference")
    return 1 if report.differences else 0


if __name__ == "__main__":
    sys.exit(main())
