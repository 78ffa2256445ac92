# SPDX-License-Identifier: MIT
"""What the program says to broken records and broken requests, sentence by sentence, as it stands in
golden/*.out. Also what it says to bytes that do not even make text. pytest --accept writes the files anew,
to be reviewed like code."""
import json
import os
import subprocess

import pytest

from program import PROGRAM

folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "golden")


def run(words, data):
    return subprocess.run([PROGRAM, *words], input=data, capture_output=True, check=False)


def golden(case, words, status, accept):
    with open(os.path.join(folder, case + ".in"), "rb") as file:
        given = file.read()
    path = os.path.join(folder, case + ".out")
    result = run(words, given)
    if accept:
        with open(path, "wb") as file:
            file.write(result.stdout)
    with open(path, "rb") as file:
        expected = file.read().splitlines()
    lines = result.stdout.splitlines()
    assert len(lines) == len(expected), f"{case}: {len(expected)} lines, not {len(lines)}"
    for wanted, line in zip(expected, lines):
        assert wanted == line, f"{case}:\n  expected {wanted.decode()}\n  came     {line.decode()}"
    assert result.returncode == status, f"{case}: exit status {status}, not {result.returncode}"
    assert result.stderr == b"", f"{case}: nothing on stderr"
    return [json.loads(line) for line in lines]


def refusals(lines):
    return {line["error"] for line in lines if not line["ok"]}


def test_broken_records(accept):
    records = golden("broken_records", ["replay", "-"], 1, accept)
    assert len(refusals(records)) >= 20, "20 different sentences at least about records"


def test_broken_requests(accept):
    requests = golden("broken_requests", ["engine"], 0, accept)
    assert len(refusals(requests)) >= 20, "20 different sentences at least about requests"


def test_the_trace_of_a_refusal(accept):
    golden("trace_of_a_refusal", ["replay", "--trace", "-"], 1, accept)


GOOD = b'{"format":"khepri-record/1","game":"ra","players":["A","B"],"actions":[]}'
ODD_LINES = [
    (b"\0", "the line is not JSON: it holds a NUL byte, at column 1"),
    (GOOD[:-1] + b',"x":"\0"}', "the line is not JSON: it holds a NUL byte, at column 79"),
    (GOOD[:-1] + b',"x":"\xff"}', "the line is not JSON: a byte is not UTF-8, at column 79"),
    (b"\xef\xbb\xbf" + GOOD, None),
    (b"[" * 100000, None),
    (b" " * ((16 << 20) + 1), "the line is longer than 16 MiB, the most a record may have"),
]


def test_odd_lines_of_records():
    result = run(["replay", "-"], b"\n".join([line for line, _ in ODD_LINES] + [GOOD.replace(b",", b" ,\t"), b"", b" \t\r", GOOD]))
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    for number, ((_, sentence), line) in enumerate(zip(ODD_LINES, lines), 1):
        assert (line["line"] == number and not line["ok"] and line["step"] == 0 and
              (sentence is None or line["error"] == sentence)), f"odd line {number}: {line}"
    assert ([line for line in lines if line["ok"]] ==
          [{"line": n, "ok": True, "actions": 0, "result": None} for n in (7, 10)]), "after all of these a good line is good"


def test_odd_lines_of_requests():
    result = run(["engine"], b'{"id":1,"x":"' + b"y" * (1 << 20) + b'"}\n{"id":2,"op":"\0"}\n\n \r\n{"id":"\xff"}\n{"id":3,"op":"quit"}\n{"op":"quit"}')
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(line.get("id"), line["ok"]) for line in lines] == [(1, False), (2, False), (None, False), (3, True)], f"the engine answers odd lines, too: {lines}"


def test_every_reader_names_the_step_of_a_wrong_move():
    record = b'{"format":"khepri-record/1","game":"ra","players":["A","B"],"actions":["deal:1,2","draw","pass"]}'
    for words in (["show", "-"], ["analyse", "-"]):
        result = run(words, b"\n" + record)
        assert b'line 2: step 2: "pass" is not legal now' in result.stderr, words
    reply = json.loads(run(["engine"], b'{"op":"analyse","record":' + record + b"}\n").stdout)
    assert reply["error"].startswith('step 2: "pass" is not legal now')


def test_no_line_is_so_long_that_it_ends_the_engine():
    result = run(["engine"], b"x" * (18 << 20) + b'\n{"id":1,"op":"new","game":"ra","players":3}\n')
    long, good = [json.loads(line) for line in result.stdout.splitlines()]
    assert long == {"ok": False, "error": "the line is longer than 1 MiB, the most a request may have"}
    assert good == {"id": 1, "ok": True} and (result.returncode, result.stderr) == (0, b"")


def test_files_that_are_not_there(tmp_path):
    assert run(["replay", str(tmp_path / "none")], b"").returncode == 2, "a file that is not there: status 2"
    assert run(["replay", str(tmp_path)], b"").returncode == 2, "a folder: status 2"
    assert run(["simulate", "ra", "--players", "3", "--records", str(tmp_path)], b"").returncode == 2, "records nowhere to go: status 2"


@pytest.mark.parametrize("words", [[], ["replai"], ["replay"], ["replay", "a", "b"], ["replay", "--tracing", "-"], ["engine", "x"], ["simulate"],
                                   ["simulate", "go"], ["simulate", "ra"], ["simulate", "ra", "--players", "6"], ["simulate", "ra", "--players", "x"],
                                   ["simulate", "ra", "--players", "2", "--option", "edition=1999"], ["simulate", "ra", "--players", "3", "--option", "x"],
                                   ["simulate", "ra", "--players", "3", "--policy", "genius"], ["simulate", "ra", "--players"],
                                   ["simulate", "ra", "--players", "2", "--policy", "random,random,random"]], ids=" ".join)
def test_wrong_words(words):
    result = run(words, b"")
    assert result.returncode == 2 and result.stderr and not result.stdout, f"{words}: a sentence and status 2"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full")
def test_a_full_disk():
    full = subprocess.run(f"'{PROGRAM}' replay - > /dev/full", input=GOOD, shell=True, capture_output=True, check=False)
    assert full.returncode == 2 and b"No space" in full.stderr, "a full disk: status 2 and a sentence"
    full = run(["simulate", "ra", "--players", "3", "--records", "/dev/full"], b"")
    assert full.returncode == 2 and b"No space" in full.stderr, "a full disk for records: status 2 and a sentence"
