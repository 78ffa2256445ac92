#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""figures.py -- measures what the documents say of the players' strength, and refuses what is out of date.

  figures.py list [ROW]...       the commands of the rows, and which are measured
  figures.py run [ROW]...        measures rows (all) by the program as committed, and writes the tables
  figures.py tables              writes the tables into the documents
  figures.py check               are all figures by players that still play so, and are the tables theirs?

A ROW is a name in docs/figures.json, or a pattern like 'ra-*'. Rows without a figure and those out of date come
first. `run` may be interrupted: the arena's checkpoints lie in build-figures. A figure has its commit, date, seed
and number of games, and for each player the hash of its moves from tests/golden/moves.json. The test same_moves
compares these hashes with the program. So a figure stays valid while its players make the same moves.

Exit status: 0 done, 1 a figure is out of date or could not be measured, 2 wrong use.
"""
import argparse
import datetime
import fnmatch
import hashlib
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

import earlier

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROWS, MOVES = os.path.join("docs", "figures.json"), os.path.join("tests", "golden", "moves.json")
PAGES = [os.path.join("docs", name) for name in ("how-strong-they-are.md",)]
# A figure is by the program of a commit, so these must be as committed.
SOURCES = ["app", "data", "include", "src", "meson.build", "meson_options.txt", MOVES]
# The budget of the stored moves, in place of any other.
STORED = {"master": "master:2000"}
BEGIN, END = "<!-- figures: {} -->", "<!-- end of figures -->"
HASH = 12       # digits kept of a hash
MOST_THREADS = 256      # that the arena takes

# What `khepri exploit` measures, in the words of the page.
OFFERS = {"any": "uniformly random", "likeliest": "always the most likely one of the mixed strategy",
          "quick": "12 rounds of regret matching, as in self-play", "thorough": "80 rounds", "deep": "300 rounds",
          "hard": "`hard` as it plays", "hidden": "the same, against a seat that sees its own cards only"}


class Wrong(Exception):
    """A sentence for the reader."""


def read(root, path):
    with open(os.path.join(root, path), encoding="utf-8") as file:
        return json.load(file)


def replace(path, text):
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(path + ".new", path)


def write_rows(root, rows):
    lines = ",\n".join(" " + json.dumps(row, ensure_ascii=False) for row in rows)
    replace(os.path.join(root, ROWS), f"[\n{lines}\n]\n")


# ---- what a row is by ----

def command(row):
    """The words after `khepri`."""
    words = [row["command"], row["game"], "--players", row["players"]]
    if row["command"] == "exploit":
        words += ["--games", row["games"]]
    else:
        words += ["--field", ",".join(row["field"]), "--deals", row["deals"]]
    words += ["--seed", row["seed"]]
    for name, path in row.get("nets", {}).items():
        words += ["--net", f"{name}={path}"]
    for name, what in row.get("programs", {}).items():
        words += ["--program", f"{name}=tools/earlier.py play {what}", "--ms", 60000]
    return [str(word) for word in words + row.get("more", [])]


def moves_of(root, row, player, hashes):
    """What stays equal while that player makes the same moves."""
    name, _, bot = player.rpartition("=")
    if player in row.get("programs", {}):
        return row["programs"][player]
    level = STORED.get(bot.split(":")[0], bot)
    key = f"{row['game']} {row['players']} {level}"
    if key not in hashes:
        raise Wrong(f"{MOVES} has no moves of '{key}', so nothing shows whether a figure of {bot} is out of date")
    digits = hashes[key][:HASH]
    if name in row.get("nets", {}):
        with open(os.path.join(root, row["nets"][name]), "rb") as file:
            digits += "+" + hashlib.sha256(file.read()).hexdigest()[:HASH]
    return digits


def players_of(row):
    return row["field"] if row["command"] == "arena" else ["hard"]


def all_moves(root, row, hashes):
    return {player: moves_of(root, row, player, hashes) for player in players_of(row)}


def fault_of(root, row, hashes):
    """Why the figure of a row does not hold; None if it does, or if there is none."""
    if "figure" not in row:
        return None
    if row["figure"]["by"] != command(row):
        return "is by another command"
    now, then = all_moves(root, row, hashes), row["figure"]["moves"]
    other = [player for player in now if then.get(player) != now[player]]
    return f"is by other moves of {', '.join(other)}" if other else None


# ---- tables ----

def percent(value):
    """[mean, low, high] as text."""
    return f"{100 * value[0]:.1f} % ± {50 * (value[2] - value[1]):.1f}"


def source(row):
    figure = row.get("figure", {})
    return [row["seed"], f"`{figure['commit']}`" if figure else "", figure.get("date", "")]


def shown(row, player):
    _, _, bot = player.rpartition("=")
    if player in row.get("programs", {}):
        commit, bot = row["programs"][player].split()
        return f"`{bot}` of {commit}"
    return f"`{bot}`" + (f" with `{row['nets'][player.split('=')[0]]}`" if "=" in player else "")


def arena_cells(row):
    figure, fair = row.get("figure"), f"{100 / row['players']:.1f}".replace(".0", "")
    one, others = (shown(row, player) for player in players_of(row))
    share = [percent(figure["share"]), percent(figure["adjusted"]) if figure.get("adjusted") else ""] if figure \
        else ["not measured yet", ""]
    return [str(row["players"]), one, others, str(figure["games"] if figure else ""), *share, fair, *source(row)]


def gain(value):
    return f"{100 * value[0]:.2f} ± {50 * (value[2] - value[1]):.2f}"


def exploit_table(rows):
    def numbers(kind):
        return [gain(row["figure"]["gain"][kind]) if kind in row.get("figure", {}).get("gain", {}) else "" for row in rows]

    yield ["offers", *(f"{row['players']} players" for row in rows)]
    for kind, words in OFFERS.items():
        yield [words, *numbers(kind)]
    yield ["games", *(str(row["games"]) for row in rows)]
    for at, what in enumerate(("seed", "commit", "date")):
        yield [what, *(source(row)[at] for row in rows)]


def arena_table(rows):
    yield ["players", "one", "against", "games", "wins", "luck-adjusted", "fair", "seed", "commit", "date"]
    yield from (arena_cells(row) for row in rows)


def table(rows):
    head, *lines = exploit_table(rows) if rows[0]["command"] == "exploit" else arena_table(rows)
    rows_of_text = ["| " + " | ".join(cells) + " |" for cells in [head, *lines]]
    return "\n".join([rows_of_text[0], "|" + "---|" * len(head), *rows_of_text[1:]])


def with_tables(text, rows, page):
    """The page with each table as its rows say."""
    def fill(found):
        mine = [row for row in rows if row["table"] == found[1]]
        if not mine:
            raise Wrong(f"{page} has a table '{found[1]}', and {ROWS} no rows for it")
        return f"{BEGIN.format(found[1])}\n\n{table(mine)}\n\n{END}"

    return re.sub(BEGIN.format(r"([\w-]+)") + r"\n.*?" + END, fill, text, flags=re.S)


def pages(root, rows):
    """Each page: its path, its text, and its text with the tables of the rows."""
    for page in PAGES:
        path = os.path.join(root, page)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        yield path, text, with_tables(text, rows, page)


def write_tables(root, rows):
    for path, text, filled in pages(root, rows):
        if filled != text:
            replace(path, filled)


def check(root, rows, hashes):
    """Sentences about what is wrong."""
    for row in rows:
        fault = fault_of(root, row, hashes)
        if fault:
            yield f"{row['name']} ({shlex.join(['khepri', *command(row)])}) {fault}; measure anew: tools/figures.py run {row['name']}"
    for path, text, filled in pages(root, rows):
        if filled != text:
            yield f"{os.path.relpath(path, root)} has other tables than {ROWS}; write them: tools/figures.py tables"


# ---- measuring ----

def as_committed(root):
    done = subprocess.run(["git", "-C", root, "status", "--porcelain", "--", *SOURCES], capture_output=True, text=True,
                          check=True)
    if done.stdout:
        raise Wrong(f"a figure names the commit of its program, so commit these first:\n{done.stdout}")


def of_program(root):
    """The last commit that changed the program: one that changes documents needs no other build."""
    return subprocess.run(["git", "-C", root, "log", "-1", "--format=%H", "--", *SOURCES], capture_output=True, text=True,
                          check=True).stdout.strip()


def answer(program, words, root):
    done = subprocess.run([program, *words], cwd=root, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise Wrong(f"khepri {shlex.join(words)} ended with status {done.returncode}")
    return json.loads(done.stdout)


def measure(root, row, program, commit, hashes):
    kept = os.path.join(root, "build-figures", commit)
    words = [*command(row), "--json"]
    if row["command"] == "arena":
        for what in row.get("programs", {}).values():
            earlier.build(root, earlier.kept_in(root), earlier.commit_of(root, what.split()[0]))
        os.makedirs(kept, exist_ok=True)
        plan = hashlib.sha256(json.dumps(words).encode()).hexdigest()[:HASH]    # a checkpoint is for one command
        words += ["--checkpoint", os.path.join(kept, f"{row['name']}-{plan}"),
                  "--threads", str(min(os.cpu_count() or 1, MOST_THREADS))]    # they do not change a figure
    found = answer(program, words, root)
    figure = {"by": command(row), "commit": commit[:7], "date": datetime.date.today().isoformat(),
              "moves": all_moves(root, row, hashes)}
    if row["command"] == "exploit":
        return figure | {"gain": found["gain"]}
    first = found["players"][0]
    figure |= {"games": found["games"], "share": [first["win_share"], *first["win_share_95"]]}
    if "adjusted_share" in first:
        figure["adjusted"] = [first["adjusted_share"], *first["adjusted_share_95"]]
    return figure


def run(root, rows, chosen, hashes):
    as_committed(root)
    commit = of_program(root)
    program = earlier.build(root, earlier.kept_in(root), commit)
    for row in sorted(chosen, key=lambda row: "figure" in row and not fault_of(root, row, hashes)):
        row["figure"] = measure(root, row, program, commit, hashes)
        write_rows(root, rows)
        write_tables(root, rows)
        print(row["name"], percent(row["figure"].get("adjusted") or row["figure"]["share"])
              if row["command"] == "arena" else gain(row["figure"]["gain"]["hard"]), flush=True)


def chosen_of(rows, patterns):
    for pattern in patterns:
        if not any(fnmatch.fnmatch(row["name"], pattern) for row in rows):
            raise Wrong(f"{ROWS} has no row '{pattern}'")
    return [row for row in rows if not patterns or any(fnmatch.fnmatch(row["name"], pattern) for pattern in patterns)]


def show(root, rows, hashes):
    for row in rows:
        state = fault_of(root, row, hashes) or ("holds" if "figure" in row else "is not measured yet")
        print(f"{row['name']} {state}\n    khepri {shlex.join(command(row))}")


# ---- itself ----

def self_test():
    row = {"name": "toy-2", "table": "toy", "command": "arena", "game": "toy", "players": 2, "field": ["hard", "mine=master:9"],
           "nets": {"mine": "net"}, "deals": 3, "seed": "s"}
    lone = {"command": "exploit", "players": 3, "games": 1, "seed": "s",
            "figure": {"commit": "abc", "date": "2000-01-01", "gain": {"any": [0.04, 0.03, 0.05]}}}
    cells = dict(exploit_table([lone]))
    assert cells[OFFERS["any"]] == "4.00 ± 1.00" and cells[OFFERS["hard"]] == "", "what was not measured is empty"
    hashes = {"toy 2 hard": "a" * 64, "toy 2 master:2000": "b" * 64}
    with tempfile.TemporaryDirectory() as root:
        for path in (ROWS, PAGES[0]):
            os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
        for path, text in (("net", "weights"), (PAGES[0], f"Before.\n\n{BEGIN.format('toy')}\n{END}\n\nAfter.\n")):
            replace(os.path.join(root, path), text)
        assert not fault_of(root, row, hashes), "what is not measured is not out of date"
        row["figure"] = {"by": command(row), "commit": "abc", "date": "2000-01-01", "moves": all_moves(root, row, hashes), "games": 6,
                         "share": [0.5, 0.4, 0.6], "adjusted": [0.51, 0.5, 0.52]}
        write_rows(root, [row])
        assert read(root, ROWS) == [row] and chosen_of([row], ["toy-*"]) == [row]
        [fault] = check(root, [row], hashes)
        assert "other tables" in fault, fault
        write_tables(root, [row])
        assert not list(check(root, [row], hashes))
        [(_, text, _)] = pages(root, [row])
        assert "| 2 | `hard` | `master:9` with `net` | 6 | 50.0 % ± 10.0 | 51.0 % ± 1.0 | 50 | s | `abc` | 2000-01-01 |" in text, text
        assert text.startswith("Before.\n") and text.endswith("\n\nAfter.\n"), text
        for change, words in ((hashes | {"toy 2 hard": "c" * 64}, "moves of hard;"),
                              (hashes | {"toy 2 master:2000": "c" * 64}, "moves of mine=master:9;")):
            [fault] = check(root, [row], change)
            assert words in fault and fault.startswith("toy-2 (khepri arena toy "), fault
        replace(os.path.join(root, "net"), "other weights")
        [fault] = check(root, [row], hashes)
        assert "moves of mine=master:9;" in fault, fault
        [fault, _] = check(root, [row | {"seed": "t"}], hashes)
        assert "another command" in fault, fault
        for wrong in (lambda: all_moves(root, row, {}), lambda: chosen_of([row], ["ra-*"])):
            try:
                wrong()
            except Wrong:
                continue
            raise AssertionError("nothing was refused")
    print("figures: self-test ok")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--self-test", action="store_true", help="test this tool with a toy table")
    parser.add_argument("--root", default=ROOT, help="the repository")
    parser.add_argument("word", nargs="?", choices=["list", "run", "tables", "check"])
    parser.add_argument("row", nargs="*")
    args = parser.parse_args()
    if args.self_test:
        self_test()
        return 0
    if not args.word:
        parser.print_help()
        return 2
    rows, hashes = read(args.root, ROWS), read(args.root, MOVES)
    chosen = chosen_of(rows, args.row)
    if args.word == "list":
        show(args.root, chosen, hashes)
    elif args.word == "run":
        run(args.root, rows, chosen, hashes)
    elif args.word == "tables":
        write_tables(args.root, rows)
    else:
        faults = list(check(args.root, rows, hashes))
        print("\n".join(faults) or f"figures: {sum('figure' in row for row in rows)} of {len(rows)} rows are measured, and hold")
        return 1 if faults else 0
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Wrong as wrong:
        sys.exit(f"figures.py: {wrong}")
