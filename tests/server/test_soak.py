# SPDX-License-Identifier: MIT
"""test_soak.py -- the soak: a short one has everything on and measures; a made-up one that leaks is told from one that does not."""
import csv
import os
import subprocess
import sys

import pytest
from program import ROOT

SOAK = os.path.join(ROOT, "bench", "soak.py")


def soak(*words, status):
    done = subprocess.run([sys.executable, SOAK, *map(str, words)], capture_output=True, text=True, check=False)
    assert done.returncode == status, (done.returncode, done.stdout, done.stderr)
    return done.stdout + done.stderr


def rows(folder):
    with open(folder / "soak.csv", newline="", encoding="ascii") as file:
        return [{name: float(value) for name, value in row.items()} for row in csv.DictReader(file)]


def test_a_short_one_measures_a_server_that_is_used(tmp_path):
    said = soak(tmp_path, "--seconds", 4, "--every", 0.5, "--pause", 0.05, "--rate", 60, "--tables", 4, "--idle", 10, status=0)
    assert "no verdict" in said and "wrong:" not in said, said
    for work in ("play", "vanish", "dawdle", "invite", "look_around", "back_up"):
        assert f'"{work}": ' in said, said
    last = rows(tmp_path)[-1]
    assert len(rows(tmp_path)) >= 2 and last["seconds"] >= 4
    assert last["resident"] > last["heap"] >= 0 and last["threads"] >= 2 and last["files"] > last["websockets"] >= 0
    assert last["tables_stored"] > 0 and last["data"] > 0 and last["wal"] > 0 and last["cpu_seconds"] > 0
    assert (tmp_path / "soak.svg").read_text(encoding="utf-8").count("<polyline") == 6
    assert "name a fresh folder" in soak(tmp_path, status=2)


def make_up(folder, column=None, an_hour=0):
    """Two hours: a jump in the warm-up, a saw, an outlier, and what one column grows by."""
    names = ("seconds", "resident", "heap", "analyses", "files", "threads", "wal", "data", "cpu_seconds", "actions", "tables_stored")
    with open(folder / "soak.csv", "w", newline="", encoding="ascii") as file:
        writer = csv.writer(file)
        writer.writerow(names)
        for i in range(241):
            row = dict.fromkeys(names, 50 << 20) | {"seconds": 30 * i, "files": 300 + i % 7, "threads": 4, "data": 1000 * i}
            row["analyses"] = 40000 * i
            row["heap"] += row["analyses"]
            row["resident"] += row["analyses"] + (i % 10 << 16) - (30 << 20 if i < 20 else 0) + (90 << 20 if i == 200 else 0)
            if column:
                row[column] += an_hour * 30 * i / 3600
            writer.writerow(row.values())


@pytest.mark.parametrize("column, an_hour, grows", [(None, 0, False), ("resident", 3 << 20, False), ("resident", 5 << 20, True),
                                                    ("heap", 3 << 20, True), ("files", 6, True), ("threads", 2, True), ("data", 1 << 30, False)])
def test_it_tells_what_grows(column, an_hour, grows, tmp_path):
    make_up(tmp_path, column, an_hour)
    said = soak(tmp_path, "--judge", status=1 if grows else 0)
    assert ("verdict: 1 of 5 grow" if grows else "verdict: flat") in said, said
    assert [line.split()[0] for line in said.splitlines() if line.endswith("GROWS")] == ([column] if grows else []), said
