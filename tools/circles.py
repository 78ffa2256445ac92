#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""circles.py BUILD -- shows that no files need each other in a circle.

Two graphs are checked. Headers: which header includes which. Objects of src/, bench/ and app/ in a build without LTO: which
object needs a symbol that another one defines, as nm tells. A circle of objects is real: no file of it can be
understood, tested or linked without all others. Calls through a function pointer do not count.
"""
import collections
import glob
import os
import re
import subprocess
import sys
import tempfile

import checker

INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.M)
# Defines again what others define, so it is a world of its own.
APART = "libwasm_native.a.p"


def circles(needs):
    """The groups of nodes that reach each other; `needs` maps a node to the nodes it needs (Tarjan)."""
    order, low, stack, found = {}, {}, [], []

    def visit(node):
        order[node] = low[node] = len(order)
        stack.append(node)
        for other in needs.get(node, ()):
            if other not in order:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], order[other])
        if low[node] == order[node]:
            at = stack.index(node)
            if len(stack) - at > 1:
                found.append(sorted(stack[at:]))
            del stack[at:]

    for node in sorted(needs):
        if node not in order:
            visit(node)
    return found


def of_headers(root):
    paths = [path for top in ("include", "src", "app", "tests", "bench")
             for path in glob.glob(os.path.join(root, top, "**", "*.h"), recursive=True)]
    names = {os.path.basename(path) for path in paths}
    return {os.path.basename(path): {os.path.basename(name) for name in INCLUDE.findall(open(path, encoding="utf-8").read())} & names
            for path in paths}


def of_objects(paths):
    """What each object needs of the others, with the symbols: {object: {object: [symbol]}}."""
    listing = subprocess.run(["nm", "-A", "-g", "-P", *paths], check=True, capture_output=True, text=True).stdout
    defined, wanted = {}, collections.defaultdict(set)
    for line in listing.splitlines():
        where, _, rest = line.partition(": ")
        symbol, kind = rest.split()[:2]
        if kind in "Uw":
            wanted[where].add(symbol)
        else:
            defined[symbol] = where
    needs = {path: collections.defaultdict(list) for path in paths}
    for where, symbols in wanted.items():
        for symbol in sorted(symbols):
            if defined.get(symbol, where) != where:
                needs[where][defined[symbol]].append(symbol)
    return needs


def name_of(path):
    """The source file of an object, as meson names objects: folder_file.c.o."""
    return os.path.basename(path).removesuffix(".o")


def judge(needs):
    faults = []
    for circle in circles(needs):
        faults.append("a circle: " + ", ".join(map(name_of, circle)))
        for node in circle:
            for other in sorted(set(needs[node]) & set(circle)):
                what = " ".join(needs[node][other]) if isinstance(needs[node], dict) else "included"
                faults.append(f"  {name_of(node)} needs {name_of(other)}: {what}")
    return faults


def self_test():
    """Two objects in a circle must be refused; in a row they must not."""
    assert circles({"a": {"b"}, "b": {"c"}, "c": set()}) == []
    assert circles({"a": {"b"}, "b": {"c", "a"}, "c": set()}) == [["a", "b"]]
    row = {"a.c": "int b(void); int a(void) { return b(); }", "b.c": "int b(void) { return 1; }"}
    circle = dict(row, **{"b.c": "int a(void); int b(void) { return a(); }"})
    for files, wrong in ((row, False), (circle, True)):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                with open(os.path.join(folder, name), "w", encoding="utf-8") as out:
                    out.write(text)
                subprocess.run(["cc", "-c", name, "-o", name + ".o"], check=True, cwd=folder)
            assert bool(judge(of_objects(sorted(glob.glob(folder + "/*.o"))))) == wrong, files
    print("circles: self-test ok")


def main():
    args = checker.options(__doc__, self_test, build=True)
    if not args:
        return 0
    paths = sorted(path for top in ("src", "bench", "app") for path in glob.glob(f"{args.build}/{top}/**/*.p/*.o", recursive=True))
    apart = [path for path in paths if APART in path]
    faults = judge(of_headers(checker.ROOT)) + judge(of_objects([path for path in paths if APART not in path]))
    faults += judge(of_objects(apart)) if apart else []
    print("\n".join(faults + [f"circles: {len(paths)} objects, {sum(not f.startswith(' ') for f in faults)} circles"]))
    return 1 if faults or not paths else 0


if __name__ == "__main__":
    sys.exit(main())
