# SPDX-License-Identifier: MIT
"""checker.py -- what the tools that check the tree have in common: their options and their last line."""
import argparse
import os

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def options(about, self_test, build, *more):
    """Reads the options of a checker; None once --self-test has run.

    `build`: it looks at a build folder, else at the tree. `more`: pairs of names and words for add_argument().
    """
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    if build:
        parser.add_argument("build", nargs="?", help="the build folder")
    else:
        parser.add_argument("--root", default=ROOT, help="the tree")
    for names, words in more:
        parser.add_argument(*names, **words)
    parser.add_argument("--self-test", action="store_true", help="show that the checker can fail")
    args = parser.parse_args()
    if args.self_test:
        self_test()
        return None
    if build and not args.build:
        parser.error("which build folder?")
    return args


def verdict(name, faults, found):
    """Prints the faults and what was looked at; the status of the program."""
    print("\n".join([*faults, f"{name}: {found}, {len(faults)} faults"]))
    return 1 if faults else 0
