# SPDX-License-Identifier: MIT
"""test_load.py -- the load generator: it finishes, counts all, and what the server acknowledged is in the store, killed or not."""
import importlib
import json
import os
import re
import sqlite3
import subprocess
import sys

import pytest
import visitor
from program import ROOT

LOAD = os.environ.get("KHEPRI_LOAD") or os.path.join(ROOT, "build", "bench", "load")
OPEN = ["--metrics", "127.0.0.1", "--limit", "sockets-each=5000", "--limit", "tables-each=100000"]


def load(server, *words, status=0):
    done = subprocess.run([LOAD, "--server", f"127.0.0.1:{server.port}", "--json", *words], capture_output=True, text=True, check=False)
    assert done.returncode == status, (done.returncode, done.stdout, done.stderr)
    return json.loads(done.stdout) if status == 0 else done.stderr


def stored_keys(path):
    """table, seat and key of each action that came by a request."""
    with sqlite3.connect(path) as data:
        return data.execute("SELECT table_id || ' ' || seat || ' ' || key FROM actions WHERE key IS NOT NULL").fetchall()


@pytest.mark.parametrize("kill", [False, True])
def test_each_acknowledged_action_is_stored(kill, tmp_path):
    log = tmp_path / "acknowledged"
    with visitor.Server(*OPEN, folder=str(tmp_path)) as server:
        found = load(server, "--rate", "400", "--tables", "6", "--seconds", "2", "--warm-up", "1", "--log", str(log))
        assert found["due"] == found["sent"] == found["acknowledged"] == 3 * 400 and found["refused"] == 0, found
        assert 0 < found["us"]["count"] <= 2 * 400 and found["late_us"]["count"] == found["us"]["count"], found
        assert 0 < found["us"]["p50"] <= found["us"]["p90"] <= found["us"]["p99"] <= found["us"]["most"], found
        assert found["games"] > 0, "games end, and others begin"
        assert found["server_us_per_action"] > 0 and found["commit_us"] > 0, found
        if kill:
            server.kill()
        else:
            server.must_end_well()
        acknowledged = log.read_text().splitlines()
        stored = [key for key, in stored_keys(server.data)]
        assert len(acknowledged) == 3 * 400 and sorted(acknowledged) == sorted(stored)


def test_a_game_of_three_with_sealed_moments():
    with visitor.Server(*OPEN) as server:
        found = load(server, "--game", "amun_re", "--rate", "300", "--tables", "6", "--seconds", "2", "--warm-up", "0")
        assert found["due"] == found["acknowledged"] == 2 * 300 and found["refused"] == 0, found
        server.must_end_well()


def test_idle_visitors_and_bots_that_think():
    with visitor.Server(*OPEN) as server:
        found = load(server, "--rate", "50", "--tables", "5", "--seconds", "1", "--warm-up", "0", "--idle", "40", "--bots", "3", "--level", "easy")
        assert found["acknowledged"] == 50 and found["idle"] == 40 and found["bots"] == 3, found
        server.must_end_well()


def is_let_in(server):
    try:
        return server.get("/health")[0] == 200
    except ConnectionError:
        return False


def test_it_says_why_it_cannot_go_on():
    with visitor.Server("--limit", "tables-each=3") as server:
        assert "the server made no table (status 429)" in load(server, "--tables", "5", status=2)
        server.must_end_well()
    with visitor.Server("--limit", "sockets-each=3") as server:
        said = load(server, "--tables", "5", status=2)
        assert "see its --limit" in said or "its limits may be too low" in said, said
        visitor.until(lambda: is_let_in(server))    # it has seen that the sockets of the load are gone
        server.must_end_well()


@pytest.mark.parametrize("words", [["--rate", "x"], ["--tables", "0"], ["--server", "there"], ["--nonsense"], ["more"], ["--game", "none"]])
def test_a_wrong_option_is_refused(words):
    done = subprocess.run([LOAD, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 2 and done.stdout == "", done


def test_the_table_for_the_model_of_scale():
    words = ["--rates", "50", "--seconds", "1", "--warm-up", "0", "--idle", "20", "--bots", "1", "--alone", "0.05"]
    for part, rows in (("sqlite", 1), ("idle", 1), ("bots", 2)):
        done = subprocess.run([sys.executable, os.path.join(ROOT, "bench", "scale.py"), "--only", part, *words], capture_output=True, text=True, check=True)
        table = [line.split(" | ") for line in done.stdout.splitlines() if line.startswith("| ")]
        assert len(table) == 1 + rows and {len(line) for line in table} == {10}, done.stdout
        assert part == "idle" or all(int(line[2]) > 0 for line in table[1:]), done.stdout
        assert re.search(r"slow for [0-9.]+% of 0.05 s; the longest round took [0-9.]+ ms", done.stdout), done.stdout


def test_a_machine_that_is_slow_at_times_is_told(monkeypatch):
    monkeypatch.syspath_prepend(os.path.join(ROOT, "bench"))
    scale = importlib.import_module("scale")
    clock = iter([0, .001, .005, .006, .0135, .0155, .02])      # rounds of 1, 4, 1, 7.5, 2 and 4.5 ms
    monkeypatch.setattr(scale.time, "perf_counter", lambda: next(clock))
    lost, longest = scale.slow(.02)
    assert lost == pytest.approx(.016 / .02) and longest == pytest.approx(7.5)
