#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""winners.py -- how many points win, and by how many.

  khepri replay games.jsonl | tools/winners.py

Prints a line for each number of players. It has the mean and standard deviation of the winner's points, the mean
margin over the second, and the mean of all seats. The error (95 %) is taken from the spread of the games.
Results of human games are reported in this form, so bots can be compared with people.

Exit status: 0 done, 1 a record was refused, 2 nothing to read.
"""
import argparse
import json
import statistics
import subprocess
import sys


def summary(results):
    """(players, games, winner, deviation, error, margin, all seats) for each number of players."""
    kinds = {}
    for scores in results:
        kinds.setdefault(len(scores), []).append(sorted(scores, reverse=True))
    for players, games in sorted(kinds.items()):
        best = [scores[0] for scores in games]
        spread = statistics.stdev(best) if len(games) > 1 else float("nan")
        yield (players, len(games), statistics.fmean(best), spread, 1.96 * spread / len(games) ** 0.5,
               statistics.fmean(scores[0] - scores[1] for scores in games),
               statistics.fmean(score for scores in games for score in scores))


def line(players, games, winner, spread, error, margin, everybody):
    return (f"{players} players, {games} games: the winner has {winner:.1f} +- {error:.1f} points (standard deviation {spread:.1f}), "
            f"{margin:.1f} more than the second; all seats {everybody:.1f}")


def self_test():
    [(players, games, winner, spread, error, margin, everybody)] = summary([[10, 30, 20], [40, 30, 20]])
    assert (players, games, winner, margin, everybody) == (3, 2, 35, 10, 25)
    assert abs(spread - 50 ** 0.5) < 1e-9 and abs(error - 1.96 * 5) < 1e-9
    assert len(list(summary([[1, 2], [1, 2, 3]]))) == 2
    good = '{"line":1,"ok":true,"result":{"scores":[3,1],"winners":[0]}}\n'
    for given, status in ((good, 0), (good + '{"line":2,"ok":false,"error":"cut off"}\n', 1), ("", 2)):
        done = subprocess.run([sys.executable, __file__], input=given, text=True, check=False, capture_output=True)
        assert done.returncode == status, (given, done)
    print("winners: self-test ok")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--self-test", action="store_true", help="test this tool")
    if parser.parse_args().self_test:
        return self_test()
    lines = [json.loads(text) for text in sys.stdin]
    for one in summary(one["result"]["scores"] for one in lines if one["ok"] and one.get("result")):
        print(line(*one))
    refused = [one for one in lines if not one["ok"]]
    for one in refused:
        print(f"winners.py: record {one['line']} is left out: {one['error']}", file=sys.stderr)
    if not lines:
        print("winners.py: there is no result to read; khepri replay writes some", file=sys.stderr)
        return 2
    return int(bool(refused))


if __name__ == "__main__":
    sys.exit(main())
