# SPDX-License-Identifier: MIT
"""test_rulecover.py -- tools/rulecover.py must find each fault that it promises to find."""
import os
import subprocess
import sys

import pytest

from program import ROOT

RULES = """# Rules

Words before the first chapter need no mark.

## 1. Tossing (X-TOSS-01..02)

The coin is tossed
once. [X-TOSS-01] Heads wins. [X-TOSS-01]

*Example. Heads: it wins.*

| a | table |
|---|---|

Tails loses. [X-TOSS-02]
"""
TESTS = """#include "t.h"

RULE("X-TOSS-01", "The coin is tossed once.")
{
}

RULE("X-TOSS-01",
     "Heads "
     "wins.")
{
}

RULE("X-TOSS-02", "Tails loses.")
{
}
"""
CASES = [
    ("nothing is wrong", None, None, ""),
    ("a passage without a test", None, ('RULE("X-TOSS-02", "Tails loses.")\n{\n}\n', ""), "no test of [X-TOSS-02]"),
    ("the other passage of a clause without one", None, ('"Heads "\n     "wins."', '"The coin is tossed once."'),
     "no test of [X-TOSS-01] 'Heads wins.'"),
    ("a quote that has changed", ("Tails loses.", "Tails never wins."), None, "does not say 'Tails loses.'"),
    ("a mark that is not there", None, ('"X-TOSS-02"', '"X-TOSS-09"'), "the rules have no [X-TOSS-09]"),
    ("a promised clause that is missing", ("01..02", "01..03"), None, "the clause [X-TOSS-03] is missing"),
    ("a mark that no heading promises", ("01..02", "01..01"), None, "no heading promises [X-TOSS-02]"),
    ("a sentence without a mark", ("Tails loses. [X-TOSS-02]", "Tails loses. [X-TOSS-02] Nobody cries."), None,
     "text without a mark: 'Nobody cries.'"),
    ("a mark without a sentence", ("loses. [X-TOSS-02]", "loses. [X-TOSS-02] [X-TOSS-02]"), None, "no text of its own"),
    ("a test that is hidden from the tool", None, ('RULE("X-TOSS-02"', '  RULE("X-TOSS-02"'), "does not begin a line"),
    ("no rules at all", (RULES, ""), None, "wrong folder"),
]


def changed(text, change):
    if change is None:
        return text
    assert change[0] in text, change
    return text.replace(change[0], change[1], 1)


@pytest.mark.parametrize("name,rules,tests,complaint", CASES, ids=[case[0] for case in CASES])
def test_it_finds(name, rules, tests, complaint, tmp_path):
    (tmp_path / "rules").mkdir()
    (tmp_path / "tests" / "rules").mkdir(parents=True)
    (tmp_path / "rules" / "x.md").write_text(changed(RULES, rules), encoding="utf-8")
    (tmp_path / "tests" / "rules" / "x.c").write_text(changed(TESTS, tests), encoding="utf-8")
    done = subprocess.run([sys.executable, os.path.join(ROOT, "tools", "rulecover.py"), tmp_path], capture_output=True, text=True, check=False)
    assert complaint in done.stdout and (done.returncode == 0) == (complaint == "") and not done.stderr, f"{name}: {done}"
