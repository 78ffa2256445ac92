#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""judged_anew.py -- how far an analysis disagrees with itself.

  khepri analyse --json games.jsonl | tools/judged_anew.py [--most PERCENT]

For each seat an analysis adds up exactly: result = start + luck - loss + given + revised. What is `revised` was
neither luck nor anybody's choice: the bot judged a later position in another way than an earlier one. This
prints the mean of its absolute value for a seat and game, in percent of winning, and beside it the other parts.
The error (95 %) is taken from the spread of the games. A better judge makes it smaller.

Exit status: 0 done, 1 it is more than --most, 2 nothing to read.
"""
import argparse
import json
import statistics
import subprocess
import sys

PARTS = ("revised", "luck", "loss", "given")


def of_game(analysis):
    """The mean absolute value of each part over the seats, in percent."""
    seats = analysis["seats"]
    return {part: 100 * statistics.fmean(abs(seat[part]) for seat in seats) for part in PARTS}


def summary(analyses):
    """For each game and number of players, the number of games, the means, and the error of `revised`."""
    kinds = {}
    for one in analyses:
        kinds.setdefault((one["game"], one["players"], one["bot"]), []).append(of_game(one))
    for kind, games in sorted(kinds.items()):
        means = {part: statistics.fmean(game[part] for game in games) for part in PARTS}
        spread = statistics.stdev(game["revised"] for game in games) if len(games) > 1 else float("nan")
        yield kind, len(games), means, 1.96 * spread / len(games) ** 0.5


def line(kind, games, means, error):
    game, players, bot = kind
    others = ", ".join(f"{part} {means[part]:.1f}" for part in PARTS[1:])
    return f"{game}, {players} players, {games} games judged by {bot}: revised {means['revised']:.1f} % +- {error:.1f} ({others})"


def self_test():
    def toy(*revised):
        return {"game": "toy", "players": len(revised), "bot": "b",
                "seats": [{"revised": one, "luck": -0.5, "loss": 0.01, "given": 0} for one in revised]}

    [(kind, games, means, error)] = summary([toy(0.1, -0.1), toy(0.2, -0.4)])
    assert (kind, games) == (("toy", 2, "b"), 2)
    assert abs(means["revised"] - 20) < 1e-9 and abs(means["luck"] - 50) < 1e-9 and abs(means["loss"] - 1) < 1e-9
    assert abs(error - 1.96 * 10) < 1e-9, error   # games of 10 and 30: standard deviation 10 * sqrt(2)
    assert len(list(summary([toy(0.1, 0), toy(0.1, 0, 0)]))) == 2
    text = json.dumps(toy(0.1, -0.1)) + "\n"
    for given, most, status in ((text, 11, 0), (text, 9, 1), ("", 11, 2)):
        done = subprocess.run([sys.executable, __file__, "--most", str(most)], input=given, text=True, check=False, capture_output=True)
        assert done.returncode == status, (most, done)
    print("judged_anew: self-test ok")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--most", type=float, default=100, help="the most that is good enough, in percent")
    parser.add_argument("--self-test", action="store_true", help="test this tool")
    args = parser.parse_args()
    if args.self_test:
        return self_test()
    found = list(summary(json.loads(one) for one in sys.stdin))
    for one in found:
        print(line(*one))
    if not found:
        print("judged_anew.py: there is no analysis to read; khepri analyse --json writes some", file=sys.stderr)
        return 2
    return int(any(means["revised"] > args.most for _, _, means, _ in found))


if __name__ == "__main__":
    sys.exit(main())
