#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""test_toy_page.py -- the toy game in a browser: builds a tree that has it, with the client and the module, and runs toy.test.mjs."""
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import toy_tree  # noqa: E402


def must(folder, *command, **environment):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, env={**os.environ, **environment})
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-3000:]
    return done.stdout


def test_the_toy_is_played_in_a_browser(tmp_path):
    tree = str(tmp_path / "tree")
    toy_tree.make(tree)
    os.symlink(os.path.join(toy_tree.ROOT, "web", "node_modules"), os.path.join(tree, "web", "node_modules"))
    must(tree, "meson", "setup", "build", "-Dtests=false", "-Doptimization=0")
    must(tree, "ninja", "-C", "build", "app/khepri")
    said = must(tree, "node", "--test-reporter=tap", os.path.join(HERE, "toy.test.mjs"),
                KHEPRI=os.path.join(tree, "build", "app", "khepri"), KHEPRI_STATIC="")
    assert "# pass 2" in said and "# skipped 0" in said, said
