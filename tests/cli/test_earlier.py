# SPDX-License-Identifier: MIT
"""tools/earlier.py: the last commit is built in a folder of its own and plays in the arena and the meter as a program."""
import json
import os
import subprocess
import sys

import pytest

from program import PROGRAM, ROOT

TOOL = os.path.join(ROOT, "tools", "earlier.py")
METER = os.path.join(ROOT, "data", "meters", "ra-2.jsonl")


@pytest.fixture(name="environ", scope="module")
def built(tmp_path_factory):
    """Where the last commit lies built."""
    if not os.path.exists(os.path.join(ROOT, ".git")):
        pytest.skip("not a repository: there is no commit to build")
    environ = dict(os.environ, KHEPRI_EARLIER=str(tmp_path_factory.mktemp("earlier")))
    done = subprocess.run([sys.executable, TOOL, "build", "HEAD"], capture_output=True, text=True, check=False, env=environ)
    assert done.returncode == 0, done.stdout + done.stderr
    assert os.access(done.stdout.strip(), os.X_OK)
    return environ


def khepri(environ, *words):
    """What the program prints, object by object; its status would be 1 if the earlier version had failed at a question."""
    done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, check=False, env=environ,
                          stdin=subprocess.DEVNULL)
    assert done.returncode == 0, done.stdout + done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize("game", ["ra", "amun_re"])
def test_arena(environ, game):
    [done] = khepri(environ, "arena", game, "--players", "3", "--field", "old,rule", "--deals", "1", "--json", "--ms", "60000",
                  "--program", f"old={sys.executable} {TOOL} play HEAD hard")
    player = done["players"][0]
    assert player["player"] == "old"
    assert player["crashes"] == player["bad_answers"] == player["late"] == 0


def test_meter(environ):
    judged = khepri(environ, "meter", METER, "--json", "--ms", "60000",
                  "--program", f"old={sys.executable} {TOOL} play HEAD hard", "--bot", "random")
    loss = {one["player"]: one["loss"][0] for one in judged}
    assert loss["old"] < loss["random"] / 2
