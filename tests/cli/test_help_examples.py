# SPDX-License-Identifier: MIT
"""test_help_examples.py -- the examples in the help of each subcommand run, as they stand there."""
import os
import re
import subprocess

import pytest

from program import PROGRAM

NOT_RUN = {"serve", "play",      # they wait for people; they have tests of their own ...
           "bot", "bot-account",    # ... a bot and its server too: server/test_bot_command.py, docs/bots.md ...
           "admin",                 # ... server/test_admin.py ...
           "backup", "restore", "copy-data", "check-data"}   # ... and so have those that need what a server stored: server/test_copies.py
QUICKER = {"bench": "--tenths 0 --rounds 1", "arena": "--deals 4", "simulate": "--games 20"}    # said after an example, it counts


def run(command, folder=None):
    path = os.path.dirname(PROGRAM) + os.pathsep + os.environ["PATH"]
    return subprocess.run(command, shell=True, capture_output=True, text=True, cwd=folder, stdin=subprocess.DEVNULL,
                          env={**os.environ, "PATH": path}, check=False)


def examples():
    """The commands of each help, which may need the files of the one before."""
    found = {}
    for command in re.findall(r"^  ([a-z-]+) +\S", run("khepri --help").stdout, re.M):
        shown = run(f"khepri {command} --help").stdout
        if command not in NOT_RUN:
            found[command] = re.findall(r"^  ((?:khepri|printf) .*)$", shown[shown.index("\nExample"):], re.M)
    return found


EXAMPLES = examples()


def test_there_are_examples():
    assert len(EXAMPLES) > 5 and all(EXAMPLES.values()), EXAMPLES


@pytest.mark.parametrize("command", EXAMPLES)
def test_the_examples_of(command, tmp_path):
    for example in EXAMPLES[command]:
        done = run(f"{example} {QUICKER.get(command, '')}", tmp_path)
        file = re.search(r"> ?(\S+)$", example)
        said = (tmp_path / file[1]).read_text(encoding="utf-8") if file else done.stdout + done.stderr
        assert done.returncode == 0 and said, f"{example}: {done.returncode}\n{done.stderr}"
