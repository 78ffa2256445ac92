#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Do the rules in rules/*.md, the RULE tests in tests/rules/ and the translations in rules/CODE/ fit each other?

A heading such as "## 7. Auctions (RA-AUC-01..08)" promises the clauses of its chapter. A passage is
the text of a paragraph up to a mark such as [RA-AUC-03] (from the mark before it, if the paragraph has
several). A test begins with RULE("RA-AUC-03", "the passage word for word").

It is an error when
  - a promised clause has no passage, or a passage has a mark that no heading promises;
  - a paragraph of a chapter ends without a mark (tables, headings and examples in *italics* may);
  - a passage has no test;
  - a test names a mark that does not exist, or quotes what its passage does not say (any more).

A translation, rules/CODE/NAME.CODE.md, has what the English file has, in the same order: chapters,
marked passages, tables, examples, questions. Of rulings.md only the open questions (-AMB-) must be there.
It is an error when
  - something is missing or is too much;
  - a passage leaves out a number in digits, or a mark that the English one cites;
  - a passage has a number that the English one says neither in digits nor in words;
  - a cell of a table has other numbers than the English cell.

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
NUMBER = re.compile(r"[A-Z]+-[A-Z]+-\d\d|(?:(?<![0-9A-Za-z])-)?\d+")
WORDS = {"none nobody nothing": 0, "a an any anybody each every everybody first once one only single somebody": 1,
         "both double second twice two": 2, "third three": 3, "four": 4, "five": 5, "six sixth": 6, "seven": 7, "eight": 8,
         "nine": 9, "ten": 10, "fifteen": 15, "sixteen": 16}
VALUES = {word: str(value) for words, value in WORDS.items() for word in words.split()}


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


def numbers(text):
    """The numbers in digits, and the marks, in their order."""
    return [token if token[0].isupper() else str(int(token)) for token in NUMBER.findall(text.replace("\u2212", "-"))]


def parts(place, block):
    """(what it is, text, place) of each part of a paragraph."""
    if block.startswith("|"):
        return [(f"table of {block.count(chr(10)) + 1} rows", block, place)]
    if block.startswith("#"):
        return [("question" if block.startswith("### ") else "title", block, place)]
    if block.startswith("*") and not block.startswith("**"):
        return [("example", block, place)]
    *marked, rest = re.split(r"(?<!`)\[([A-Z]+-[A-Z]+-\d\d)\]", block)
    found = [(f"[{mark}]", text, place) for text, mark in zip(marked[::2], marked[1::2])]
    return found + [("text without a mark", rest, place)] * bool(rest.strip())


def chapters(path):
    """The parts of each chapter {its clauses, or its number if it promises none: [part]}; what is before the first is "preface"."""
    found, name = {"preface": []}, "preface"
    for line, block in paragraphs(path.read_text(encoding="utf-8")):
        place = f"{path.name}:{line}"
        if block.startswith("## "):
            match = PROMISE.match(block)
            name = f"{match[1]}-{match[2]}..{match[3]}" if match else f"chapter {len(found)}"
            found[name] = [("heading", block, place)]
        else:
            found[name] += parts(place, block)
    return found


def compare_numbers(what, english, translated, place, errors):
    """Numbers in digits stay so; an English number word may become digits."""
    left = numbers(translated)
    for number in numbers(english):
        if number in left:
            left.remove(number)
        else:
            errors.append(f"{place}: {what} leaves out {number}")
    said = {VALUES.get(word) for word in re.findall(r"[a-z]+", english.lower())}
    errors += [f"{place}: {what} says {number}, the English text does not" for number in left if number not in said]


def compare_part(one, other, errors):
    (what, english, _), (_, translated, place) = one, other
    if not what.startswith("table"):
        compare_numbers(what, english, translated, place, errors)
        return
    for row, (line, same) in enumerate(zip(english.split("\n"), translated.split("\n"))):
        if list(map(numbers, line.split("|"))) != list(map(numbers, same.split("|"))):
            errors.append(f"{place}: row {row + 1} of the table has other numbers than '{line}'")


def compare_translation(english, path, errors):
    original, translation = chapters(english), chapters(path)
    if english.name == "rulings.md":
        original = {name: found for name, found in original.items() if "-AMB-" in name or name in translation and name != "preface"}
        translation.pop("preface")
    if list(original) != list(translation):
        errors.append(f"{path.name}: the chapters are {', '.join(translation)}; those of {english.name} are {', '.join(original)}")
        return 0
    for name, found in original.items():
        kinds, same = [[part[0] for part in each] for each in (found, translation[name])]
        if kinds != same:
            first = next((i for i, (a, b) in enumerate(zip(kinds, same)) if a != b), min(len(kinds), len(same)))
            wanted, got = [(each + ["the end of the chapter"])[first] for each in (kinds, same)]
            errors.append(f"{(translation[name] + [('', '', path.name)])[first][2]}: {name} has {got} where the English text has {wanted}")
            continue
        for one, other in zip(found, translation[name]):
            compare_part(one, other, errors)
    return sum(map(len, original.values()))


def compare_translations(folder, errors):
    """How many parts were compared; each language has all files."""
    compared = 0
    for code in sorted(path.name for path in folder.iterdir() if path.is_dir()):
        expected = {f"{path.stem}.{code}.md": path for path in sorted(folder.glob("*.md"))}
        there = {path.name for path in (folder / code).iterdir()}
        for name in sorted(there ^ set(expected)):
            errors.append(f"{code}/{name}: " + ("translates no rules" if name in there else "is missing"))
        for name in sorted(there & set(expected)):
            compared += compare_translation(expected[name], folder / code / name, errors)
    return compared


def main():
    if sys.argv[1:] == ["--help"]:
        print(__doc__)
        return 0
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
    translated = compare_translations(root / "rules", errors)
    for error in errors:
        print(error)
    print(f"{len(promised)} clauses, {len(passages)} passages, {len(tests)} tests, {translated} parts translated, {len(errors)} errors")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
