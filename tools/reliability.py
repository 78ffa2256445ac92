#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""reliability.py -- does a chance of 30 % win 30 times in 100? Compares what an analysis says with how the games ended.

  reliability.py [--each N] [--svg OUT.svg] [--json] ANALYSES...

ANALYSES are files of `khepri analyse --json`, one game a line, of one game and any numbers of players. Of each game N moments
(20) count, evenly spread from the first to the last but one. At each of them the chance of every seat counts. They are put into
tenths. A tenth's line says what was said on average, how many of these seats won, and an interval of 95 %. Moments of a game
have one end in common, so the interval is by games. It is the same however many moments of a game count.

`error` is the mean distance of said from won over all tenths, weighted by their sizes. `luck alone` is the error that
chances without any fault show with so few games. `score` is the Brier score: the mean square of said less won, 0 if all is
known. `fair` is that of somebody who gives each seat the same chance.

  khepri simulate ra --players 3 --games 500 --policy hard --seed 1 --records games.jsonl
  khepri analyse --json games.jsonl > analyses.json
  reliability.py --svg reliability.svg analyses.json
"""
import argparse
import json
import math
import os
import random
import sys
from collections import defaultdict

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import plots                                        # noqa: E402

TENTHS = 10
TRIALS = 40             # how often luck alone is drawn


def moments_of(game, each):
    """[(chances, results)] of moments spread evenly over a game; the last moment is its result."""
    moments = game["moments"]
    won = moments[-1]["win"]
    last = len(moments) - 1
    at = range(last) if last <= each else (round(i * (last - 1) / max(each - 1, 1)) for i in range(each))
    return [(moments[n]["win"], won) for n in at]


def tenth_of(chance):
    return min(int(chance * TENTHS), TENTHS - 1)


def tenths(games):
    """For each tenth: how many chances, their mean, the share that won, and half of its interval of 95 %."""
    rows = []
    for tenth in range(TENTHS):
        sums = []
        for game in games:
            mine = [(chance, won) for chances, results in game for chance, won in zip(chances, results) if tenth_of(chance) == tenth]
            if mine:
                sums.append((len(mine), sum(c for c, _ in mine), sum(w for _, w in mine)))
        count = sum(n for n, _, _ in sums)
        if not count:
            continue
        said, won = sum(c for _, c, _ in sums) / count, sum(w for _, _, w in sums) / count
        spread = math.sqrt(sum((w - won * n) ** 2 for n, _, w in sums)) / count
        rows.append({"tenth": tenth, "count": count, "games": len(sums), "said": said, "won": won, "interval": 1.96 * spread})
    return rows


def error_of(rows):
    return sum(r["count"] * abs(r["said"] - r["won"]) for r in rows) / sum(r["count"] for r in rows)


def luck_alone(games, rng):
    """The error if every chance were right: of each moment a winner is drawn by its chances, one draw deciding for the whole game."""
    found = []
    for _ in range(TRIALS):
        drawn = []
        for game in games:
            point = rng.random()
            drawn.append([(chances, one_winner(chances, point)) for chances, _ in game])
        found.append(error_of(tenths(drawn)))
    return sum(found) / TRIALS


def one_winner(chances, point):
    left = point * sum(chances)
    for seat, chance in enumerate(chances):
        left -= chance
        if left < 0:
            break
    return [float(i == seat) for i in range(len(chances))]


def judged(games, players, rng):
    rows = tenths(games)
    pairs = [(c, w) for game in games for chances, won in game for c, w in zip(chances, won)]
    return {"players": players, "games": len(games), "positions": sum(map(len, games)), "tenths": rows, "error": error_of(rows),
            "luck_alone": luck_alone(games, rng), "score": sum((c - w) ** 2 for c, w in pairs) / len(pairs),
            "fair": sum((1 / players - w) ** 2 for _, w in pairs) / len(pairs)}


def table(found):
    yield "| players | games | positions | error | luck alone | score | fair |"
    yield "|---|---|---|---|---|---|---|"
    for one in found:
        yield (f"| {one['players']} | {one['games']} | {one['positions']} | {one['error']:.1%} | {one['luck_alone']:.1%} | {one['score']:.3f} "
               f"| {one['fair']:.3f} |")
    for one in found:
        yield ""
        yield f"| {one['players']} players: said | won | chances | games |"
        yield "|---|---|---|---|"
        for r in one["tenths"]:
            yield f"| {r['said']:.1%} | {r['won']:.1%} ± {100 * r['interval']:.1f} | {r['count']} | {r['games']} |"


def drawn(found, title):
    """A square for each number of players: said to the right, won upwards; on the diagonal all would be right."""
    side, body = 220, []
    for panel, one in enumerate(found):
        left, bottom = 60 + (side + 60) * (panel % 2), 50 + side + (side + 70) * (panel // 2)

        def at(share, left=left):
            return left + side * share

        def up(share, bottom=bottom):
            return bottom - side * share

        body.append(plots.text(left, bottom - side - 10, f"{one['players']} players, {one['games']} games"))
        for share in (0, 0.5, 1):
            body += [plots.line(left, up(share), left + side, up(share), "faint"), plots.text(left - 8, up(share) + 4, f"{share:.0%}", "end"),
                     plots.text(at(share), bottom + 18, f"{share:.0%}", "middle")]
        body.append(plots.line(left, bottom, left + side, bottom - side, "axis"))
        for r in one["tenths"]:
            low, high = max(0, r["won"] - r["interval"]), min(1, r["won"] + r["interval"])
            body.append(plots.line(at(r["said"]), up(low), at(r["said"]), up(high), "axis"))
            body.append(f'<circle cx="{at(r["said"]):.1f}" cy="{up(r["won"]):.1f}" r="4" fill="{plots.INKS[0]}"/>')
    high = 70 + (side + 70) * ((len(found) + 1) // 2)
    return plots.svg(2 * (side + 60) + 60, high, title, body)


def read(paths, each):
    """{players: [moments of a game]}, and the game's name."""
    by_players, names = defaultdict(list), set()
    for path in paths:
        with (sys.stdin if path == "-" else open(path, encoding="utf-8")) as file:
            for number, line in enumerate(file, 1):
                try:
                    game = json.loads(line)
                    names.add(game["game"])
                    by_players[len(game["moments"][-1]["win"])].append(moments_of(game, each))
                except (ValueError, KeyError, IndexError, TypeError):
                    sys.exit(f"reliability.py: line {number} of {path} is not what khepri analyse --json writes")
    if len(names) != 1:
        sys.exit(f"reliability.py: analyses of one game are needed, not of {' and '.join(sorted(names)) or 'none'}")
    return by_players, names.pop()


def self_test():
    rng = random.Random(1)
    honest, proud = [], []
    for _ in range(3000):
        chance = rng.random()
        won = float(rng.random() < chance)
        honest.append([([chance, 1 - chance], [won, 1 - won])])
        more = min(1, max(0, 0.5 + 2 * (chance - 0.5)))
        proud.append([([more, 1 - more], [won, 1 - won])])
    good, bad = judged(honest, 2, rng), judged(proud, 2, rng)
    assert good["error"] < 2 * good["luck_alone"] < 0.03, good
    assert bad["error"] > 5 * bad["luck_alone"], bad
    assert good["score"] < bad["score"] and good["score"] < good["fair"], (good["score"], bad["score"])
    inside = sum(abs(r["said"] - r["won"]) <= r["interval"] for r in good["tenths"])
    assert inside >= 8 and sum(abs(r["said"] - r["won"]) <= r["interval"] for r in bad["tenths"]) < 5, inside
    doubled = tenths([game * 2 for game in honest])
    assert all(abs(a["interval"] - b["interval"]) < 1e-9 for a, b in zip(doubled, good["tenths"])), "the interval is by games"
    whole = {"moments": [{"win": [n / 10, 1 - n / 10]} for n in range(11)]}
    assert [round(chances[0], 1) for chances, _ in moments_of(whole, 4)] == [0, 0.3, 0.6, 0.9]
    assert drawn([good], "t").count("<circle") == 10 and len(list(table([good]))) == 16
    print("reliability: self-test ok")


def main():
    parser = argparse.ArgumentParser(prog="reliability.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("analyses", nargs="*", metavar="ANALYSES", help="files of khepri analyse --json; - is standard input")
    parser.add_argument("--each", type=int, default=20, metavar="N", help="how many moments of a game count (20)")
    parser.add_argument("--svg", metavar="OUT.svg", help="draw it too")
    parser.add_argument("--json", action="store_true", help="all figures as JSON in place of tables")
    parser.add_argument("--self-test", action="store_true", help="show that it tells right chances from wrong ones")
    args = parser.parse_args()
    if args.self_test:
        return self_test()
    if not args.analyses or args.each < 1:
        parser.error("it needs files of khepri analyse --json, and at least one moment of each game")
    by_players, name = read(args.analyses, args.each)
    found = [judged(by_players[players], players, random.Random(players)) for players in sorted(by_players)]
    if args.svg:
        with open(args.svg, "w", encoding="utf-8") as out:
            out.write(drawn(found, f"{name}: chances said, and games won"))
    print(json.dumps({"game": name, "found": found}) if args.json else "\n".join(table(found)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
