#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the program says to broken records and broken requests, sentence by sentence, as it stands in
golden/*.out; and to bytes that do not even make text. With --accept the files are written anew, to be
reviewed like code. Usage: golden.py KHEPRI [--accept]"""
import json
import os
import subprocess
import sys
import tempfile

khepri, accept = sys.argv[1], "--accept" in sys.argv
folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "golden")
passed = failed = 0


def check(what, good):
    global passed, failed
    if good:
        passed += 1
    else:
        failed += 1
        print("FAILED:", what)


def run(words, data):
    return subprocess.run([khepri, *words], input=data, capture_output=True, check=False)


def golden(case, words, status):
    given = open(os.path.join(folder, case + ".in"), "rb").read()
    path = os.path.join(folder, case + ".out")
    result = run(words, given)
    if accept:
        open(path, "wb").write(result.stdout)
    expected = open(path, "rb").read().splitlines()
    lines = result.stdout.splitlines()
    check(f"{case}: {len(expected)} lines, not {len(lines)}", len(lines) == len(expected))
    for wanted, line in zip(expected, lines):
        check(f"{case}:\n  expected {wanted.decode()}\n  came     {line.decode()}", wanted == line)
    check(f"{case}: exit status {status}, not {result.returncode}", result.returncode == status)
    check(f"{case}: nothing on stderr", result.stderr == b"")
    return [json.loads(line) for line in lines]


def refusals(lines):
    return {line["error"] for line in lines if not line["ok"]}


records = golden("broken_records", ["replay", "-"], 1)
check("20 different sentences at least about records", len(refusals(records)) >= 20)
requests = golden("broken_requests", ["engine"], 0)
check("20 different sentences at least about requests", len(refusals(requests)) >= 20)
golden("trace_of_a_refusal", ["replay", "--trace", "-"], 1)

GOOD = b'{"format":"khepri-record/1","game":"ra","players":["A","B"],"actions":[]}'
ODD_LINES = [
    (b"\0", "the line holds a NUL byte at column 1; JSON has none"),
    (GOOD[:-1] + b',"x":"\0"}', "the line holds a NUL byte at column 79; JSON has none"),
    (GOOD[:-1] + b',"x":"\xff"}', "the line is not JSON: unable to decode byte 0xff near '\"', at column 78"),
    (b"\xef\xbb\xbf" + GOOD, None),
    (b"[" * 100000, None),
    (b" " * ((16 << 20) + 1), "the line is longer than 16 MiB, the most a record may have"),
]
result = run(["replay", "-"], b"\n".join([line for line, _ in ODD_LINES] + [GOOD.replace(b",", b" ,\t"), b"", b" \t\r", GOOD]))
lines = [json.loads(line) for line in result.stdout.splitlines()]
for number, ((_, sentence), line) in enumerate(zip(ODD_LINES, lines), 1):
    check(f"odd line {number}: {line}", line["line"] == number and not line["ok"] and line["step"] == 0 and
          (sentence is None or line["error"] == sentence))
check("after all of these a good line is good", [line for line in lines if line["ok"]] ==
      [{"line": n, "ok": True, "actions": 0, "result": None} for n in (7, 10)])

result = run(["engine"], b'{"id":1,"x":"' + b"y" * (1 << 20) + b'"}\n{"id":2,"op":"\0"}\n\n \r\n{"id":"\xff"}\n{"id":3,"op":"quit"}\n{"op":"quit"}')
lines = [json.loads(line) for line in result.stdout.splitlines()]
check(f"the engine answers odd lines, too: {lines}",
      [(line.get("id"), line["ok"]) for line in lines] == [(1, False), (2, False), (None, False), (3, True)])

with tempfile.TemporaryDirectory() as temporary:
    check("a file that is not there: status 2", run(["replay", temporary + "/none"], b"").returncode == 2)
    check("a folder: status 2", run(["replay", temporary], b"").returncode == 2)
    check("records nowhere to go: status 2", run(["simulate", "ra", "--players", "3", "--records", temporary], b"").returncode == 2)
for words in ([], ["replai"], ["replay"], ["replay", "a", "b"], ["replay", "--tracing", "-"], ["engine", "x"], ["simulate"],
              ["simulate", "go"], ["simulate", "ra"], ["simulate", "ra", "--players", "6"], ["simulate", "ra", "--players", "x"],
              ["simulate", "ra", "--players", "2", "--option", "edition=1999"], ["simulate", "ra", "--players", "3", "--option", "x"],
              ["simulate", "ra", "--players", "3", "--policy", "genius"], ["simulate", "ra", "--players"],
              ["simulate", "ra", "--players", "2", "--policy", "random,random,random"]):
    result = run(words, b"")
    check(f"{words}: a sentence and status 2", result.returncode == 2 and result.stderr and not result.stdout)
if os.path.exists("/dev/full"):
    full = subprocess.run(f"'{khepri}' replay - > /dev/full", input=GOOD, shell=True, capture_output=True, check=False)
    check("a full disk: status 2 and a sentence", full.returncode == 2 and b"No space" in full.stderr)
    full = run(["simulate", "ra", "--players", "3", "--records", "/dev/full"], b"")
    check("a full disk for records: status 2 and a sentence", full.returncode == 2 and b"No space" in full.stderr)
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
