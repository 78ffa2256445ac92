#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""toy_tree.py DIR -- a copy of the source tree in DIR with the toy game added. It is added by the steps of
docs/adding-a-game.md: its folders, and three lines in two shared files. Build it as any tree.
"""
import os
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))

# (file, the line before which a line is put, that line): all that is edited outside the game's folders.
LINES = [
    ("include/khepri/games.def", "#else\n", '#include "khepri/toy.h"\n'),
    ("include/khepri/games.def", "#endif\n", "X(toy, TOY)\n"),
    ("src/khepri.map", "local:\n", "    toy_game;\n"),
]


def copy(to):
    """Copies what git knows, and the toy's folders over it."""
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in filter(None, names.split("\0")):
        if os.path.exists(os.path.join(ROOT, name)):
            os.makedirs(os.path.dirname(os.path.join(to, name)), exist_ok=True)
            shutil.copy2(os.path.join(ROOT, name), os.path.join(to, name))
    for part in ("include", "src"):
        shutil.copytree(os.path.join(HERE, part), os.path.join(to, part), dirs_exist_ok=True)


def edit(to):
    for name, before, line in LINES:
        path = os.path.join(to, name)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        if before not in text:
            sys.exit(f"toy_tree: {name} has no line {before!r}")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace(before, line + before, 1))


def make(to):
    copy(to)
    edit(to)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    make(sys.argv[1])
