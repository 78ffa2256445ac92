#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""fnlen.py -- lists functions longer than 60 lines in src/ and app/, and lines of C longer than 120 columns.

A function, in the house style, runs from the line with its name to the closing brace in column 0. Its return type
stands on the line above. An exception goes into ALLOWED below with its
reason. One that is no longer needed is a fault too. Width counts in all C of the tree.
"""
import os
import re
import sys

import checker

LIMIT = 60
WIDTH = 120
C_FOLDERS = ("app", "bench", "bind", "include", "lang", "src", "tests")
ALLOWED = {
    # ("src/rules/ra/ra.c", "name"): "why it reads better whole",
}
NAME = re.compile(r"^(?:[A-Za-z_][\w \t*]*?[\s*])?([A-Za-z_]\w*)\s*\(")


def functions(lines):
    """Yields (name, first line, number of lines), lines counted from 1."""
    start = name = None
    for number, line in enumerate(lines, 1):
        if line[:1] not in (" ", "\t", "#", "/", "*", "{", "}", "\n", ""):
            match = NAME.match(line)
            if match and not line.rstrip().endswith(";") and not line.startswith(("typedef", "else")):
                start, name = number, match[1]
        if line.rstrip() == "}" and start is not None:
            yield name, start, number - start + 1
            start = None
        elif line.startswith("};"):
            start = None


def check(root, tops, allowed):
    faults, count, longest, used = [], 0, 0, set()
    for top in tops:
        for folder, _, names in sorted(os.walk(os.path.join(root, top))):
            for file in sorted(names):
                if not file.endswith((".c", ".h")):
                    continue
                full = os.path.join(folder, file)
                path = os.path.relpath(full, root)
                for name, line, length in functions(open(full, encoding="utf-8").readlines()):
                    count += 1
                    longest = max(longest, length)
                    if length > LIMIT and (path, name) in allowed:
                        used.add((path, name))
                    elif length > LIMIT:
                        faults.append(f"{path}:{line}: {name} has {length} lines, {LIMIT} are allowed")
    faults += [f"{path}: {name} needs no exception any more" for path, name in allowed if (path, name) not in used]
    return faults, count, longest


def wide(path, lines):
    """A sentence for each line that is too wide."""
    return [f"{path}:{number}: {len(line.rstrip())} columns, {WIDTH} are allowed"
            for number, line in enumerate(lines, 1) if len(line.rstrip()) > WIDTH]


def check_width(root, tops):
    faults = []
    for top in tops:
        for folder, folders, names in sorted(os.walk(os.path.join(root, top))):
            folders[:] = [name for name in folders if name != "node_modules"]
            for file in sorted(name for name in names if name.endswith((".c", ".h"))):
                full = os.path.join(folder, file)
                faults += wide(os.path.relpath(full, root), open(full, encoding="utf-8"))
    return faults


def self_test():
    def made(length):
        return ["static int\n", "f(int a,\n", "  int b)\n", "{\n"] + ["    a++;\n"] * (length - 4) + ["}\n"]

    assert list(functions(made(60))) == [("f", 2, 60)], list(functions(made(60)))
    assert list(functions(made(10) + ["\n"] + made(70)))[1] == ("f", 14, 70)
    assert list(functions(["const int table[] = {\n"] + ["    1,\n"] * 100 + ["};\n"])) == []
    faults, _, _ = check(os.path.dirname(os.path.abspath(__file__)), [], {("a.c", "gone"): "none"})
    assert len(faults) == 1, "an exception without need must be refused"
    assert wide("a.c", ["x" * 120 + "\n", "ä" * 120 + "\n"]) == []
    assert wide("a.c", ["\n", "x" * 121 + "\n"]) == ["a.c:2: 121 columns, 120 are allowed"]
    print("fnlen: self-test ok")


def main():
    args = checker.options(__doc__, self_test, build=False)
    if not args:
        return 0
    faults, count, longest = check(args.root, ["src", "app"], ALLOWED)
    faults += check_width(args.root, C_FOLDERS)
    return checker.verdict("fnlen", faults, f"{count} functions, the longest has {longest} lines") or int(not count)


if __name__ == "__main__":
    sys.exit(main())
