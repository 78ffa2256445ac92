#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""khepri meter from outside: positions made, the same each time; players judged by them, with truths set by hand
too; refused input. Usage: meter.py KHEPRI"""
import json
import os
import subprocess
import sys
import tempfile

khepri = os.path.abspath(sys.argv[1])
passed = failed = 0

# Takes the first legal action; as its argument says, it fails instead.
PROGRAM = """
import json, sys
for line in sys.stdin:
    question = json.loads(line)
    if len(sys.argv) > 1:
        sys.exit(3)
    print(json.dumps({"id": question["id"], "ok": True, "action": question["legal"][0]}), flush=True)
"""


def check(what, good):
    global passed, failed
    passed += bool(good)
    failed += not good
    if not good:
        print("FAILED:", what)


def run(*words, status=0):
    done = subprocess.run([khepri, "meter", *map(str, words)], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    check(f"{words}: status {done.returncode}, {done.stderr[:300]}", done.returncode == status)
    return done


def judge(path, *words, status=0):
    return [json.loads(line) for line in run(path, "--json", *words, status=status).stdout.splitlines()]


def write(path, lines):
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(json.dumps(line) + "\n" for line in lines)
    return path


def made(folder):
    words = ("--make", "ra", "--players", 2, "--games", 2, "--each", 8, "--rolled", 2, "--rollouts", 2, "--endings", 1, "--deep", "hard")
    text = run(*words).stdout
    path = os.path.join(folder, "made")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    lines = [json.loads(line) for line in text.splitlines()]
    check("two games and an ending", len(lines) == 3 and "state" in lines[2])
    check("each game stands for itself", run(*words[:4], "--games", 1, *words[6:-4], "--endings", 0, *words[-2:]).stdout ==
          text[:text.index("\n") + 1])
    for line in lines[:2]:
        meter = line["meta"]["meter"]
        check("positions", len(meter["positions"]) == 8 and [at["at"] for at in meter["positions"]] ==
              sorted(at["at"] for at in meter["positions"]))
        check("of several kinds", len({at["kind"] for at in meter["positions"]}) >= 3)
        check("rollouts of some", sum("rolled" in at for at in meter["positions"]) == 2)
        check("chances", all(0 <= value <= 100000 and len(at["deep"]) > 1 for at in meter["positions"] for value in at["deep"]))
        check("what there was to ask", sum(meter["decisions"].values()) > 20)
    games = subprocess.run([khepri, "replay", "-"], input="".join(text.splitlines(True)[:2]), capture_output=True, text=True, check=False)
    check("the games are records", games.returncode == 0)
    return path, lines


def judged(folder, path, lines):
    random, rule, hard = judge(path, "--bot", "random", "--bot", "rule", "--bot", "hard")
    check("names", [row["player"] for row in (random, rule, hard)] == ["random", "rule", "hard"])
    check("who is asked for the truth has it", hard["loss"][0] < 0.0005 and hard["differs"][0] < 0.1)
    check("chance loses", random["loss"][0] > 0.01 and random["loss"][0] > hard["loss"][0])
    check("the error of an ending", "ending_error_squared" in hard and "ending_error_squared" not in rule)
    check("the same again", judge(path, "--bot", "random") == [random])
    check("other dice", judge(path, "--bot", "random", "--seed", "other") != [random])
    text = run(path, "--bot", "rule", "--bot", "hard", "--kinds").stdout
    check("a table", text.count("\n  rule") == 1 and "first_bid" in text and "epoch 3" in text and "1 endings solved" in text)
    by_hand(folder, lines)


def by_hand(folder, lines):
    """The first action is worth 0.75, the others 0.25: so much is lost as is chosen otherwise."""
    for line in lines[:2]:
        for at in line["meta"]["meter"]["positions"]:
            at["deep"] = [75000] + [25000] * (len(at["deep"]) - 1)
            at["rolled"] = [10000] + [30000] * (len(at["deep"]) - 1)
    path = write(os.path.join(folder, "hand"), lines[:2])
    program = os.path.join(folder, "first.py")
    with open(program, "w", encoding="utf-8") as file:
        file.write(PROGRAM)
    first, = judge(path, "--program", f"first={sys.executable} {program}", "--ms", 20000)
    check("the first loses nothing", first["loss"] == [0, 0, 0] and first["differs"] == [0, 0, 0] and first["faults"] == 0)
    random, = judge(path, "--bot", "random")
    check("half for each other one", abs(random["loss"][0] - 0.5 * random["differs"][0]) < 1e-6 and random["differs"][0] > 0.2)
    check("and by rollouts it gains", abs(random["loss_by_rollouts"][0] + 0.2 * random["differs"][0]) < 1e-6)
    kinds = {kind: row for kind, row in random["kinds"].items() if "loss" in row}
    of = {}
    for line in lines[:2]:
        for kind, count in line["meta"]["meter"]["decisions"].items():
            of[kind] = of.get(kind, 0) + count
    all_of = sum(of[kind] for kind in kinds)
    check("kinds count as they occur", abs(random["loss"][0] - sum(of[kind] * kinds[kind]["loss"][0] for kind in kinds) / all_of) < 1e-6)
    failing, = judge(path, "--program", f"first={sys.executable} {program} fail", "--ms", 20000, status=1)
    check("failing is counted, and the first is taken", failing["faults"] == 16 and failing["loss"][0] == 0)


def refused(folder, path, lines):
    def broken(change):
        copy = json.loads(json.dumps(lines[0]))
        change(copy, copy["meta"]["meter"], copy["meta"]["meter"]["positions"])
        return write(os.path.join(folder, "broken"), [copy])

    for what, sentence, change in (
            ("a truth too short", "line 1: a position should have", lambda line, meter, at: at[0]["deep"].pop()),
            ("a truth that is none", "numbers in \"deep\"", lambda line, meter, at: at[0].update(deep=["x"] * len(at[0]["deep"]))),
            ("backwards", "behind the one before", lambda line, meter, at: at[1].update(at=0)),
            ("behind the end", "behind the one before", lambda line, meter, at: at[-1].update(at=9999)),
            ("nothing to choose", "nothing to choose", lambda line, meter, at: at[0].update(at=0)),
            ("no positions", "has no positions", lambda line, meter, at: meter.update(positions=[])),
            ("no meter", "without the", lambda line, meter, at: line.pop("meta")),
            ("an illegal game", "line 1", lambda line, meter, at: line["actions"].insert(1, "sing"))):
        done = run(broken(change), "--bot", "rule", status=2)
        check(f"{what}: {done.stderr}", sentence in done.stderr and done.stderr.count("\n") == 1 and not done.stdout)
    other = write(os.path.join(folder, "other"), [lines[2]])
    check("an ending first", "should be that of a game" in run(other, "--bot", "rule", status=2).stderr)
    for words, sentence in (
            ((), "files with positions"), ((path,), "who is judged"), ((path, "--bot", "genius"), "no bot 'genius'"),
            ((path, "--program", "x"), "NAME=COMMAND"), ((os.path.join(folder, "none"), "--bot", "rule"), "cannot be opened"),
            ((__file__, "--bot", "rule"), "line 1"), (("--make", "ra"), "--players"), (("--make", "go", "--players", 2), "no game 'go'"),
            (("--make", "ra", "--players", 2, "--deep", "rule"), "chances to win"),
            (("--make", "ra", "--players", 2, "--each", "x"), "--each")):
        done = run(*words, status=2)
        check(f"{words}: {done.stderr}", sentence in done.stderr and not done.stdout)


def amun(folder):
    """No endings are looked for, and no offers; the second truth is that of the same judge with other dice."""
    words = ("--make", "amun_re", "--players", 3, "--games", 1, "--each", 8, "--rolled", 4, "--rollouts", 1, "--policy", "medium", "--deep",
             "master:500")
    text = run(*words).stdout
    check("one line, the same each time", text.count("\n") == 1 and run(*words).stdout == text)
    positions = json.loads(text)["meta"]["meter"]["positions"]
    check("no sealed offers", len(positions) == 8 and {at["kind"] for at in positions} > {"bid", "buy"} and
          "offer" not in {at["kind"] for at in positions})
    check("asked twice", sum(at.get("rolled", at["deep"]) != at["deep"] for at in positions) > 0)
    path = os.path.join(folder, "amun")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    told = run(path, "--bot", "random", "--bot", "hard", "--kinds").stdout
    check("a table of Amun-Re", "asked twice" in told and "asked again" in told and "kingdom 2" in told and "solved" not in told)
    random, master = judge(path, "--bot", "random", "--bot", "master:500")
    check("chance loses in Amun-Re", random["loss"][0] > 0.01 and random["loss"][0] > master["loss"][0])


with tempfile.TemporaryDirectory() as temporary:
    amun(temporary)
    file_path, file_lines = made(temporary)
    judged(temporary, file_path, json.loads(json.dumps(file_lines)))
    refused(temporary, file_path, file_lines)
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
