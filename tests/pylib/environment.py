# SPDX-License-Identifier: MIT
"""environment.py -- virtual environments for tests that need packages of PyPI: pinned, with hashes. Without PyPI the tests are skipped."""
import hashlib
import os
import re
import shutil
import subprocess
import sys

import pytest

NO_INDEX = re.compile(r"NewConnectionError|NameResolutionError|ConnectTimeout|Read timed out|ProxyError|No matching distribution"
                      r"|Could not find a version")


def run(command, **more):
    return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **more)


def end_of(text):
    """The end of an output on one line, as the reason of a skipped test has to be."""
    return " ".join(text.split())[-300:]


def make(folder, requirements):
    """The Python of an environment in that folder; it is made again only when the requirements change."""
    stamp = os.path.join(folder, "made")
    with open(requirements, "rb") as file:
        wanted = sys.version + hashlib.sha256(file.read()).hexdigest()
    if os.path.exists(stamp) and open(stamp, encoding="utf-8").read() == wanted:
        return os.path.join(folder, "bin", "python")
    shutil.rmtree(folder, ignore_errors=True)
    made = run([sys.executable, "-m", "venv", folder])
    if made.returncode:
        pytest.skip(f"no virtual environment can be made (Debian: python3-venv): {end_of(made.stdout)}")
    found = os.path.join(folder, "bin", "python")
    got = run([found, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--only-binary=:all:", "--require-hashes", "-r", requirements])
    if got.returncode and NO_INDEX.search(got.stdout) and "DO NOT MATCH" not in got.stdout:
        pytest.skip(f"PyPI cannot be reached, or has nothing for this system: {end_of(got.stdout)}")
    assert got.returncode == 0, got.stdout
    with open(stamp, "w", encoding="utf-8") as file:
        file.write(wanted)
    return found
