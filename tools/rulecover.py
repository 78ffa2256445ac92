#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Do the rules in rules/*.md and the RULE tests in tests/rules/ cover each other?

A heading such as "## 7. Auctions (RA-AUC-01..08)" promises the clauses of its chapter. A passage is
the text of a paragraph up to a mark such as [RA-AUC-03] (from the mark before it, if the paragraph has
several). A test begins with RULE("RA-AUC-03", "the passage word for word").

It is an error when
  - a promised clause has no passage, or a passage has a mark that no heading promises;
  - a paragraph of a chapter ends without a mark (tables, headings and examples in *italics* may);
  - a passage has no test;
  - a test names a mark that does not exist, or quotes what its passage does not say (any more).

Usage: rulecover.py [SOURCE_ROOT]; exit status 1 when there is an error, each on a line of its own.
"""
import pathlib
import re
import sys

MARK = re.compile(r"\[([A-Z]+-[A-Z]+-\d\d)\]")
PROMISE = re.compile(r"^#+ .*\(([A-Z]+-[A-Z]+)-(\d\d)\.\.(\d\d)\)\s*$")
RULE = re.compile(r'^RULE\(\s*"([^"]*)",\s*((?:"(?:[^"\\]|\\.)*"\s*)+)\)', re.M)
RULE_START = re.compile(r"^\s*RULE\(", re.M)
LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')


def one_line(text):
    return " ".join(text.split())


def paragraphs(text):
    """(line number, text) of each block of lines between blank lines."""
    block, start = [], 0
    for number, line in enumerate(text.split("\n") + [""], 1):
        if line.strip():
            if not block:
                start = number
            block.append(line)
        elif block:
            yield start, "\n".join(block)
            block = []


def read_rules(path, errors):
    """The clauses promised {mark: place} and the passages [(mark, text, place)] of one file."""
    promised, passages, in_chapter = {}, [], False
    strict = path.name != "rulings.md"      # there a ruling has a mark and its reason has none
    for line, block in paragraphs(path.read_text(encoding="utf-8")):
        place = f"{path.name}:{line}"
        if block.startswith("#"):
            match = PROMISE.match(block)
            if match:
                for number in range(int(match[2]), int(match[3]) + 1):
                    promised[f"{match[1]}-{number:02}"] = place
            if match or block.startswith("## "):
                in_chapter = bool(match)
            continue
        if block.startswith("|"):
            continue
        start = 0
        for match in MARK.finditer(block):
            if in_chapter:
                text = one_line(block[start:match.start()])
                if not text:
                    errors.append(f"{place}: the mark [{match[1]}] has no text of its own")
                passages.append((match[1], text, place))
            start = match.end()
        rest = one_line(block[start:])
        if in_chapter and strict and rest and not rest.startswith(("*Example", "These are not rules")):
            errors.append(f"{place}: text without a mark: '{rest[:60]}'")
    return promised, passages


def read_tests(path, errors):
    """The tests [(mark, quote, place)] of one source file."""
    source = path.read_text(encoding="utf-8")
    tests = []
    for match in RULE.finditer(source):
        quote = "".join(LITERAL.findall(match[2])).replace('\\"', '"').replace("\\\\", "\\")
        place = f"{path.name}:{source.count(chr(10), 0, match.start()) + 1}"
        tests.append((match[1], one_line(quote), place))
    if len(tests) != len(RULE_START.findall(source)):
        errors.append(f"{path.name}: a RULE( that does not begin a line or has no plain strings")
    return tests


def compare(promised, passages, tests, errors):
    tested, texts = set(), {}
    for mark, text, place in passages:
        texts.setdefault(mark, []).append(text)
        if mark not in promised:
            errors.append(f"{place}: no heading promises [{mark}]")
    for mark, place in promised.items():
        if mark not in texts:
            errors.append(f"{place}: the clause [{mark}] is missing")
    for mark, quote, place in tests:
        if mark not in texts:
            errors.append(f"{place}: the rules have no [{mark}]")
        elif quote not in texts[mark]:
            errors.append(f"{place}: [{mark}] does not say '{quote[:70]}'")
        else:
            tested.add((mark, quote))
    for mark, text, place in passages:
        if (mark, text) not in tested:
            errors.append(f"{place}: no test of [{mark}] '{text[:70]}'")


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    errors, promised, passages, tests = [], {}, [], []
    for path in sorted((root / "rules").glob("*.md")):
        more, found = read_rules(path, errors)
        promised.update(more)
        passages += found
    for path in sorted((root / "tests" / "rules").rglob("*.c")):
        tests += read_tests(path, errors)
    compare(promised, passages, tests, errors)
    if not promised or not tests:
        errors.append("no rules or no tests were found: wrong folder?")
    for error in errors:
        print(error)
    print(f"{len(promised)} clauses, {len(passages)} passages, {len(tests)} tests, {len(errors)} errors")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
