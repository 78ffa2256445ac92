#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""boards.py -- do the players of Amun-Re hold their strength on boards whose guessed cells differ?

  boards.py make BOARD FOLDER [--count N] [--seed S]      writes N boards (20) into FOLDER
  boards.py compare DEFAULT.json BOARD.json...            what arenas on such boards say, beside the default's

BOARD is the default board, as `khepri board --json amun_re` writes it. Its cells marked `guess` are changed at
random: farms by up to 2 and power limits by up to 1. The bounds are those that the rulebook leaves. `compare` reads
the results of `khepri arena --json` and takes the first player of the field. Each board counts once. The error
(95 %) of all is taken from the spread of the boards, that of the default from its own interval.

  khepri board --json amun_re > default.json
  boards.py make default.json boards
  khepri arena amun_re --players 5 --field hard,rule --deals 12 --option board=boards/1.json --json > 1.json
"""
import argparse
import copy
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile

CHANGES = {"farms": (-2, -1, 0, 1, 2), "limit": (-1, 0, 1)}
MOST = {"farms": 6, "limit": 4}
# What the examples of the rulebook say of a guessed cell.
LEAST = {("abu", "farms"): 2, ("memphis", "farms"): 1}
TOPS = {("avaris", "limit"): 3}


def varied(board, chance):
    """The board with other numbers in its guessed cells."""
    board = copy.deepcopy(board)
    for name, province in sorted(board["provinces"].items()):
        for cell, changes in CHANGES.items():
            if province["grades"][cell] == "guess":
                most = TOPS.get((name, cell), MOST[cell])
                province[cell] = min(max(province[cell] + chance.choice(changes), LEAST.get((name, cell), 0)), most)
    return board


def make(path, folder, count, seed):
    with open(path, encoding="utf-8") as file:
        board = json.load(file)
    os.makedirs(folder, exist_ok=True)
    for n in range(1, count + 1):
        with open(os.path.join(folder, f"{n}.json"), "w", encoding="utf-8") as file:
            json.dump(varied(board, random.Random(f"{seed} {n}")), file, indent=1)
            file.write("\n")


def share_of(path):
    """(games, share of wins and half of its interval, the same luck-adjusted) of the first player, in percent."""
    with open(path, encoding="utf-8") as file:
        result = json.load(file)
    first = result["players"][0]
    shares = [(100 * first[kind], 50 * (first[kind + "_95"][1] - first[kind + "_95"][0])) for kind in ("win_share", "adjusted_share")]
    return result["games"], shares[0], shares[1]


def mean_of(values):
    """The mean of the boards and its error."""
    return statistics.fmean(values), 1.96 * statistics.stdev(values) / len(values) ** 0.5


def compare(default, boards):
    """Lines of text: each board, all of them, the default, and the difference, as shares and luck-adjusted."""
    def line(name, games, *shares):
        return f"{name:<10}{games:>7} games  " + "  ".join(f"{mean:6.1f} % +- {error:4.1f}" for mean, error in shares)

    found = [share_of(path) for path in boards]
    yield f"{'':24}share            luck-adjusted"
    for path, one in zip(boards, found):
        yield line(os.path.splitext(os.path.basename(path))[0], *one)
    games, *own = share_of(default)
    means = [mean_of([one[kind][0] for one in found]) for kind in (1, 2)]
    yield line("all", sum(one[0] for one in found), *means)
    yield line("default", games, *own)
    yield line("difference", 0, *((mean - other, (error ** 2 + wide ** 2) ** 0.5) for (mean, error), (other, wide) in zip(means, own)))


def self_test():
    def province(farms, limit, grade):
        return {"farms": farms, "limit": limit, "grades": {"farms": grade, "limit": grade}}

    board = {"provinces": {"abu": province(2, 1, "guess"), "edfu": province(6, 4, "guess"), "memphis": province(3, 3, "source")}}
    seen = [varied(board, random.Random(n))["provinces"] for n in range(200)]
    assert {one["abu"]["farms"] for one in seen} == {2, 3, 4} and {one["edfu"]["farms"] for one in seen} == {4, 5, 6}
    assert {one["abu"]["limit"] for one in seen} == {0, 1, 2} and {one["edfu"]["limit"] for one in seen} == {3, 4}
    assert all(one["memphis"] == board["provinces"]["memphis"] for one in seen)
    assert varied(board, random.Random("1 1")) == varied(board, random.Random("1 1"))

    def result(folder, name, share):
        first = {"win_share": share, "win_share_95": [share - 0.02, share + 0.02], "adjusted_share": share, "adjusted_share_95": [share - 0.01, share + 0.01]}
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            json.dump({"games": 100, "players": [first, {}]}, file)
        return os.path.join(folder, name)

    with tempfile.TemporaryDirectory() as folder:
        default, *others = [result(folder, f"{n}.json", share) for n, share in enumerate((0.5, 0.4, 0.5, 0.6))]
        last = subprocess.run([sys.executable, __file__, "compare", default, *others], text=True, check=True, capture_output=True).stdout.splitlines()[-3:]
        assert [" ".join(row.split()) for row in last] == ["all 300 games 50.0 % +- 11.3 50.0 % +- 11.3", "default 100 games 50.0 % +- 2.0 50.0 % +- 1.0",
                                                           "difference 0 games 0.0 % +- 11.5 0.0 % +- 11.4"], last
        with open(os.path.join(folder, "board"), "w", encoding="utf-8") as file:
            json.dump(board, file)
        made = os.path.join(folder, "made")
        subprocess.run([sys.executable, __file__, "make", os.path.join(folder, "board"), made, "--count", "3"], check=True)
        assert sorted(os.listdir(made)) == ["1.json", "2.json", "3.json"]
    print("boards: self-test ok")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--self-test", action="store_true", help="test this tool")
    commands = parser.add_subparsers(dest="command")
    maker = commands.add_parser("make", help="write boards whose guessed cells differ")
    maker.add_argument("board", help="the default board as JSON")
    maker.add_argument("folder", help="where the boards go")
    maker.add_argument("--count", type=int, default=20, help="how many boards (20)")
    maker.add_argument("--seed", default="1", help="other boards for another seed (1)")
    comparer = commands.add_parser("compare", help="compare results of arenas")
    comparer.add_argument("default", help="the result on the default board")
    comparer.add_argument("boards", nargs="+", help="the results on two or more other boards")
    args = parser.parse_args()
    if args.self_test:
        return self_test()
    if args.command == "make":
        return make(args.board, args.folder, args.count, args.seed)
    if args.command == "compare" and len(args.boards) > 1:
        print("\n".join(compare(args.default, args.boards)))
        return 0
    parser.error("make or compare? comparing needs the default board and two others at least")


if __name__ == "__main__":
    sys.exit(main())
