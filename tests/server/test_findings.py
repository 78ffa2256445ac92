# SPDX-License-Identifier: MIT
"""test_findings.py -- bench/findings.py still measures: what it says of the lists and the data file, and what it could not measure."""
import json
import os
import subprocess
import sys

from program import PROGRAM, ROOT


def findings(*words, program=PROGRAM):
    return subprocess.run([sys.executable, os.path.join(ROOT, "bench", "findings.py"), "--program", program, "--json", *words],
                          capture_output=True, text=True, check=False)


def measured(*words):
    done = findings(*words)
    assert done.returncode == 0, (done.stdout, done.stderr)
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_one_address_takes_no_places_of_others():
    taken, kept, stand_in = measured("list")
    assert taken["places"] == taken["made"] == 10 and taken["others_left"] == 5, taken
    assert 0 < kept["kept"] < kept["tried"], kept
    assert stand_in["plays"] == "hard", stand_in


def test_a_faulty_data_file_is_refused():
    mode, *starts = measured("data")
    assert mode["mode"] == "0600", mode
    assert len(starts) == 6 and not any(start["began"] for start in starts), starts
    words = ["using", "using", "using", "is empty", "is damaged", "-wal is missing"]
    assert all(word in start["said"] for word, start in zip(words, starts)), starts


def test_what_cannot_be_measured_is_said():
    done = findings("data", program="/bin/false")
    assert done.returncode == 1 and json.loads(done.stdout.splitlines()[-1])["failed"], (done.stdout, done.stderr)
    done = findings("none")
    assert done.returncode == 2 and "there is no finding 'none'" in done.stderr, done.stderr
