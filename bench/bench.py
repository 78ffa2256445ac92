#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""bench.py -- the speed of Khepri over time.

  bench.py record KHEPRI [GAME] [--rounds R]   measures, and appends a line to bench/history/GAME.jsonl
  bench.py compare GAME [--last N]             the lines of the history, in yardsticks, and what has changed
  bench.py instructions KHEPRI [GAME]          counts the instructions of a playout by valgrind, and
                                               compares them with bench/instructions.json: 1 if there are more
                                               than 3 % more, 77 (skipped) where there is nothing to compare with
  bench.py instructions KHEPRI [GAME] --minds  the same for games of the bot `hard`; 10 % more are allowed
  bench.py instructions KHEPRI [GAME] --accept writes the count into that file
  bench.py matrix                              builds with gcc and clang, with and without PGO, and measures each

Times depend on the machine and on what else it does. So they are compared as multiples of the yardstick that
was measured in the same run. Only instruction counts are a test.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
STORED = os.path.join(HERE, "instructions.json")
TOLERANCE = 0.03
MINDS_TOLERANCE = 0.10
MINDS_GAMES = {"ra": 4, "amun_re": 1}
SKIPPED = 77


def output(*command, **more):
    return subprocess.run(command, check=True, capture_output=True, text=True, **more).stdout


def history(game):
    return os.path.join(HERE, "history", f"{game}.jsonl")


# ---- history ----

def record(args):
    line = json.loads(output(args.khepri, "bench", "--json", "--rounds", str(args.rounds), args.game))
    line["commit"] = output("git", "-C", ROOT, "rev-parse", "--short=12", "HEAD").strip()
    if output("git", "-C", ROOT, "status", "--porcelain", "--untracked-files=no"):
        line["commit"] += "+"
    line["load"] = round(os.getloadavg()[0], 1)
    with open(history(args.game), "a", encoding="utf-8") as out:
        out.write(json.dumps(line, separators=(",", ":")) + "\n")
    print_line(line, None)
    return 0


def ratios(line):
    """What a line measured, in games or steps a yardstick."""
    yard = line["yardstick_per_s"]
    found = {}
    for players, figures in line["players"].items():
        for key in ("games_per_s", "kernel_games_per_s"):
            if key in figures:
                found[f"{'kernel' if 'kernel' in key else 'rules'} {players}p"] = figures[key] / yard
    for key in ("checked_mask_steps_per_s", "unchecked_steps_per_s", "batch_steps_per_s"):
        if key in line:
            found[key.replace("_steps_per_s", "").replace("_", " ")] = line[key] / yard
    return found


def print_line(line, before):
    print(f"{line['date']} {line['commit']} {line['compiler'].strip()}, {line['flags'].strip()}, {line['processor']}, "
          f"load {line.get('load', '?')}")
    old = ratios(before) if before else {}
    for name, value in ratios(line).items():
        change = f" {value / old[name] - 1:+7.1%}" if name in old else ""
        print(f"  {name:<14} {value:9.3f} a yardstick{change}")


def compare(args):
    with open(history(args.game), encoding="utf-8") as lines:
        every = [json.loads(line) for line in lines]
    before = {}
    for number, line in enumerate(every):
        kind = (line["compiler"], line["flags"])
        if number >= len(every) - args.last:
            print_line(line, before.get(kind))
        before[kind] = line
    return 0


# ---- instructions ----

def count(khepri, game, games, *more):
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out", khepri, "bench",
                               "--fixed", str(games), *more, game], check=True, capture_output=True, text=True)
    found = re.search(r"Collected : (\d+)", done.stderr)
    if not found:
        raise SystemExit(f"bench.py: valgrind told no count:\n{done.stderr}")
    return int(found[1])


def vectors(about):
    """The vectors that nets use under valgrind, which hides AVX-512 from a program."""
    return "AVX2" if about["vectors"].startswith("AVX-512") else about["vectors"]


def counted(args):
    """What is counted, in which games, of how many, and how many more instructions are allowed."""
    if args.minds:
        games = MINDS_GAMES[args.game]
        return f"{args.game} minds", "hard against itself", round(count(args.khepri, args.game, games, "--minds") / games), MINDS_TOLERANCE
    each = (count(args.khepri, args.game, 1500) - count(args.khepri, args.game, 500)) / 1000  # without the start
    return args.game, "the kernel", round(each), TOLERANCE


def instructions(args):
    os.environ.pop("MALLOC_PERTURB_", None)     # meson sets it: filling memory takes instructions too
    if not shutil.which("valgrind"):
        print("1..0 # SKIP valgrind is not installed: no instructions were counted")
        return SKIPPED
    about = json.loads(output(args.khepri, "bench", "--json", "--tenths", "0", "--rounds", "1", *(["--minds"] if args.minds else []), args.game))
    key = f"{about['compiler'].strip()}; {about['flags'].strip()}" + (f"; {vectors(about)}" if args.minds else "")
    with open(STORED, encoding="utf-8") as file:
        every = json.load(file)
    stored = every.setdefault(f"{args.game} minds" if args.minds else args.game, {})
    if key not in stored and not args.accept:
        print(f"1..0 # SKIP no count is stored for '{key}'; bench.py instructions KHEPRI --accept stores one")
        return SKIPPED
    name, who, each, tolerance = counted(args)
    if args.accept:
        stored[key] = each
        with open(STORED, "w", encoding="utf-8") as file:
            json.dump(every, file, indent=2, sort_keys=True)
            file.write("\n")
        print(f"{name}, {key}: {each} instructions a game")
        return 0
    change = each / stored[key] - 1
    good = change <= tolerance
    print(f"{'ok' if good else 'not ok'} - a game of {who} ({args.game}) takes {each} instructions, {change:+.1%} "
          f"of {stored[key]}")
    if good and change < -tolerance:
        print("# better than stored: --accept would keep it so")
    print(f"{int(good)} passed, {int(not good)} failed")
    return 0 if good else 1


# ---- compilers ----

def build(folder, compiler, *options):
    output("meson", "setup", folder, ROOT, "--buildtype=release", "-Db_lto=true", "-Dweb=disabled", "-Dserver=disabled",
           "-Dtests=false", *options, env=dict(os.environ, CC=compiler))
    return os.path.join(folder, "app", "khepri")


def matrix(args):
    for compiler in ("gcc", "clang"):
        with tempfile.TemporaryDirectory() as folder:
            khepri = build(folder, compiler)
            output("ninja", "-C", folder, "-j2", "app/khepri")
            print(f"== {compiler}", flush=True)
            subprocess.run([khepri, "bench", args.game, "--rounds", str(args.rounds)], check=True)
            output("meson", "configure", folder, "-Db_pgo=generate")
            output("ninja", "-C", folder, "-j2", "app/khepri")
            raw = os.path.join(folder, "khepri.profraw")
            subprocess.run([khepri, "bench", args.game, "--rounds", "1"], check=True, cwd=folder, capture_output=True,
                           env=dict(os.environ, LLVM_PROFILE_FILE=raw))
            if compiler == "clang":
                tool = shutil.which("llvm-profdata") or shutil.which("llvm-profdata-14")
                output(tool, "merge", "-o", os.path.join(folder, "default.profdata"), raw)
            output("meson", "configure", folder, "-Db_pgo=use", "-Dwerror=false")
            output("ninja", "-C", folder, "-j2", "app/khepri")
            print(f"== {compiler} with PGO", flush=True)
            subprocess.run([khepri, "bench", args.game, "--rounds", str(args.rounds)], check=True)
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words = parser.add_subparsers(dest="word", required=True)
    one = words.add_parser("record")
    one.add_argument("khepri")
    one.add_argument("game", nargs="?", default="ra")
    one.add_argument("--rounds", type=int, default=5)
    two = words.add_parser("compare")
    two.add_argument("game", nargs="?", default="ra")
    two.add_argument("--last", type=int, default=5)
    three = words.add_parser("instructions")
    three.add_argument("khepri")
    three.add_argument("game", nargs="?", default="ra")
    three.add_argument("--minds", action="store_true")
    three.add_argument("--accept", action="store_true")
    four = words.add_parser("matrix")
    four.add_argument("game", nargs="?", default="ra")
    four.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    return {"record": record, "compare": compare, "instructions": instructions, "matrix": matrix}[args.word](args)


if __name__ == "__main__":
    sys.exit(main())
