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

ENGLISH, ENGLISH_TESTS = [text.replace("Tails loses.", "Tails loses -2 of four coins (X-TOSS-01).") for text in (RULES, TESTS)]
ENGLISH = ENGLISH.replace("it wins", "it wins 3").replace("|---|---|\n", "|---|---|\n| one | 10 |\n")
RULINGS = """# Rulings

## Open questions (X-AMB-01..01)

### Is it 5?

It is. [X-AMB-01]

## What is asked (X-ASK-01..01)

All is. [X-ASK-01]
"""
RULING_TESTS = 'RULE("X-AMB-01", "It is.")\nRULE("X-ASK-01", "All is.")\n'
TRANSLATION = """# Regeln

Vorrede.

## 1. Werfen (X-TOSS-01..02)

Die Münze wird 1 Mal geworfen. [X-TOSS-01]
Kopf gewinnt. [X-TOSS-01]

*Beispiel. Kopf: gewinnt 3.*

| ein | Ding |
|---|---|
| eins | 10 |

Zahl verliert \u22122 von 4 Münzen (X-TOSS-01). [X-TOSS-02]
"""
TRANSLATED_RULINGS = """# Entscheidungen

## Offenes (X-AMB-01..01)

### Sind es 5?

Ja. [X-AMB-01]
"""
TRANSLATED = [
    ("nothing is wrong", None, None, ""),
    ("a passage that is missing", ("Kopf gewinnt. [X-TOSS-01]", ""), None, "has example where the English text has [X-TOSS-01]"),
    ("marks in another order", ("geworfen. [X-TOSS-01]", "geworfen. [X-TOSS-02]"), None, "has [X-TOSS-02] where the English text has [X-TOSS-01]"),
    ("a passage too much", ("4 Münzen (X-TOSS-01). [X-TOSS-02]", "4 Münzen (X-TOSS-01). [X-TOSS-02] Noch. [X-TOSS-02]"), None, "where the English text has the end of the chapter"),
    ("a chapter of other clauses", ("01..02", "01..03"), None, "the chapters are"),
    ("another number of a chapter", ("## 1.", "## 2."), None, "heading leaves out 1"),
    ("another number in digits", ("\u22122 von", "\u22123 von"), None, "[X-TOSS-02] leaves out -2"),
    ("a sign that is lost", ("\u22122 von", "2 von"), None, "[X-TOSS-02] leaves out -2"),
    ("another number for a word", ("4 Münzen", "5 Münzen"), None, "[X-TOSS-02] says 5"),
    ("another mark in the text", ("(X-TOSS-01)", "(X-TOSS-02)"), None, "[X-TOSS-02] leaves out X-TOSS-01"),
    ("another number in an example", ("gewinnt 3", "gewinnt 4"), None, "example leaves out 3"),
    ("another number in a table", ("| 10 |", "| 11 |"), None, "row 3 of the table has other numbers"),
    ("a number in another cell", ("| eins | 10 |", "| eins 10 | |"), None, "row 3 of the table has other numbers"),
    ("a row of a table that is missing", ("| eins | 10 |", ""), None, "has table of 2 rows where"),
    ("another number in a question", None, ("5?", "6?"), "question leaves out 5"),
    ("open questions that are missing", None, ("X-AMB-01..01", "X-ASK-01..01"), "the chapters are"),
]


def changed(text, change):
    if change is None:
        return text
    assert change[0] in text, change
    return text.replace(change[0], change[1], 1)


@pytest.mark.parametrize("rules,tests,complaint", [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_it_finds(rules, tests, complaint, tmp_path):
    (tmp_path / "rules").mkdir()
    (tmp_path / "tests" / "rules").mkdir(parents=True)
    (tmp_path / "rules" / "x.md").write_text(changed(RULES, rules), encoding="utf-8")
    (tmp_path / "tests" / "rules" / "x.c").write_text(changed(TESTS, tests), encoding="utf-8")
    judged(tmp_path, complaint)


def translated_source(folder, rules, rulings):
    for name, text in (("rules/x.md", ENGLISH), ("rules/rulings.md", RULINGS), ("rules/de/x.de.md", changed(TRANSLATION, rules)),
                       ("rules/de/rulings.de.md", changed(TRANSLATED_RULINGS, rulings)), ("tests/rules/x.c", ENGLISH_TESTS + RULING_TESTS)):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def judged(folder, complaint):
    done = subprocess.run([sys.executable, os.path.join(ROOT, "tools", "rulecover.py"), folder], capture_output=True, text=True, check=False)
    assert complaint in done.stdout and (done.returncode == 0) == (complaint == "") and not done.stderr, done


@pytest.mark.parametrize("rules,rulings,complaint", [case[1:] for case in TRANSLATED], ids=[case[0] for case in TRANSLATED])
def test_it_compares_a_translation(rules, rulings, complaint, tmp_path):
    translated_source(tmp_path, rules, rulings)
    judged(tmp_path, complaint)


def test_it_wants_all_files_of_a_language(tmp_path):
    translated_source(tmp_path, None, None)
    (tmp_path / "rules" / "de" / "rulings.de.md").rename(tmp_path / "rules" / "de" / "y.de.md")
    judged(tmp_path, "de/rulings.de.md: is missing")
    judged(tmp_path, "de/y.de.md: translates no rules")
