# SPDX-License-Identifier: MIT
"""What the rules do, as numbers that a refactoring may not change. After a change of the rules --accept writes them
anew, to be reviewed like code: pytest tests/cli/test_fingerprints.py --accept"""
import json
import os

import pytest

from program import ROOT, khepri


def golden(name, lines, accept):
    """The lines must be those of the file."""
    path = os.path.join(ROOT, "tests", "golden", name)
    if accept:
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
    with open(path, encoding="utf-8") as file:
        assert lines == file.read().splitlines()


def asked(name):
    with open(os.path.join(ROOT, "tests", "golden", name), encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def perft(question):
    options = [word for key, value in question["options"].items() for word in ("--option", f"{key}={str(value).lower()}")]
    return khepri("perft", question["game"], "--players", question["players"], "--depth", len(question["perft"]), "--json", *options,
                  status=0).stdout.splitlines()[0]


@pytest.mark.parametrize("name", ["ra.perft", "amun.perft"])
def test_perft(name, accept):
    """Each line of the file says what to count."""
    golden(name, [perft(question) for question in asked(name)], accept)


def test_signature_quick(accept):
    golden("signature_quick.txt", khepri("signature", "--games", 25, status=0).stdout.splitlines(), accept)


def test_signature_whole(accept):
    golden("signature.txt", khepri("signature", status=0).stdout.splitlines(), accept)
