# SPDX-License-Identifier: MIT
"""khepri meter from outside: positions made, the same each time; players judged by them, with truths set by hand
too; refused input."""
import json
import os
import subprocess
import sys

import pytest

from program import PROGRAM

# Takes the first legal action; as its argument says, it fails instead.
PLAYER = """
import json, sys
for line in sys.stdin:
    question = json.loads(line)
    if len(sys.argv) > 1:
        sys.exit(3)
    print(json.dumps({"id": question["id"], "ok": True, "action": question["legal"][0]}), flush=True)
"""


def run(*words, status=0):
    done = subprocess.run([PROGRAM, "meter", *map(str, words)], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    assert done.returncode == status, f"{words}: status {done.returncode}, {done.stderr[:300]}"
    return done


def judge(path, *words, status=0):
    return [json.loads(line) for line in run(path, "--json", *words, status=status).stdout.splitlines()]


def write(path, lines):
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(json.dumps(line) + "\n" for line in lines)
    return path


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A file of positions, and its lines."""
    folder = tmp_path_factory.mktemp("meter")
    words = ("--make", "ra", "--players", 2, "--games", 2, "--each", 8, "--rolled", 2, "--rollouts", 2, "--endings", 1, "--deep", "hard")
    text = run(*words).stdout
    path = os.path.join(folder, "made")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    lines = [json.loads(line) for line in text.splitlines()]
    assert len(lines) == 3 and "state" in lines[2], "two games and an ending"
    assert (run(*words[:4], "--games", 1, *words[6:-4], "--endings", 0, *words[-2:]).stdout ==
          text[:text.index("\n") + 1]), "each game stands for itself"
    for line in lines[:2]:
        meter = line["meta"]["meter"]
        assert (len(meter["positions"]) == 8 and [at["at"] for at in meter["positions"]] ==
              sorted(at["at"] for at in meter["positions"])), "positions"
        assert len({at["kind"] for at in meter["positions"]}) >= 3, "of several kinds"
        assert sum("rolled" in at for at in meter["positions"]) == 2, "rollouts of some"
        assert all(0 <= value <= 100000 and len(at["deep"]) > 1 for at in meter["positions"] for value in at["deep"]), "chances"
        assert sum(meter["decisions"].values()) > 20, "what there was to ask"
    games = subprocess.run([PROGRAM, "replay", "-"], input="".join(text.splitlines(True)[:2]), capture_output=True, text=True, check=False)
    assert games.returncode == 0, "the games are records"
    return path, lines


def test_parts_are_joined_to_the_whole(made, tmp_path):
    """What several machines made is what one would have made; a part that is missing, twice, cut off or another's is refused."""
    words = ("--make", "ra", "--players", 2, "--games", 5, "--each", 2, "--rolled", 0, "--endings", 2, "--deep", "hard")
    paths = [tmp_path / f"part{i}" for i in range(1, 4)]
    for i, path in enumerate(paths, 1):
        path.write_text(run(*words, "--shard", f"{i}/3").stdout)
    whole = run(*words).stdout
    assert [len(path.read_text().splitlines()) for path in paths] == [1 + 2, 1 + 2, 1 + 1 + 2], "games dealt out, the endings in the last"
    assert run("--merge", *reversed(paths)).stdout == whole
    other, bad = tmp_path / "other", tmp_path / "bad"
    other.write_text(run(*words, "--shard", "2/3", "--seed", "other").stdout)
    lines = paths[1].read_text().splitlines(True)
    for sentence, files in (("part 2 of 3 is missing", (paths[0], paths[2])), ("part 1 of 3 was there already", (paths[0], *paths)),
                            ("a part of other positions", (paths[0], other, paths[2])), ("does not begin with the line of a part", (made[0],)),
                            ("No such file", (tmp_path / "none",))):
        assert sentence in run("--merge", *files, status=2).stderr, sentence
    for sentence, text in (("too few lines", "".join(lines[:-1])), ("too many lines", "".join((*lines, lines[-1]))),
                           ("its last line is cut off", "".join(lines)[:-1]),
                           ("is not JSON", "".join((*lines[:-1], lines[-1][:len(lines[-1]) // 2] + "\n"))),
                           ("does not begin", lines[0].replace("2,3]", "4,3]")),
                           ("does not begin", lines[0].replace("2,3]", "2,999]")), ("does not begin", ""),
                           ("does not begin", lines[0].replace('"games":5', '"games":"5"'))):
        bad.write_text(text)
        said = run("--merge", paths[0], bad, paths[2], status=2).stderr
        assert sentence in said and said.count("\n") == 1, (sentence, said)
    assert "has no" in run(paths[0], "--bot", "rule", status=2).stderr, "a part is not a set of positions"
    for sentence, more in (("only takes files", ("--merge", "--seed", "2", paths[0])), ("needs the files", ("--merge",)),
                           ("--shard takes I/N", (*words, "--shard", "4/3"))):
        assert sentence in run(*more, status=2).stderr, sentence


def test_players_are_judged(made):
    path = made[0]
    random, rule, hard = judge(path, "--bot", "random", "--bot", "rule", "--bot", "hard")
    assert [row["player"] for row in (random, rule, hard)] == ["random", "rule", "hard"], "names"
    assert hard["loss"][0] < 0.0005 and hard["differs"][0] < 0.1, "who is asked for the truth has it"
    assert random["loss"][0] > 0.01 and random["loss"][0] > hard["loss"][0], "chance loses"
    assert "ending_error_squared" in hard and "ending_error_squared" not in rule, "the error of an ending"
    assert judge(path, "--bot", "random") == [random], "the same again"
    assert judge(path, "--bot", "random", "--seed", "other") != [random], "other dice"
    text = run(path, "--bot", "rule", "--bot", "hard", "--kinds").stdout
    assert text.count("\n  rule") == 1 and "first_bid" in text and "epoch 3" in text and "1 ending solved" in text, "a table"


def test_truths_set_by_hand(made, tmp_path):
    """The first action is worth 0.75, the others 0.25: so much is lost as is chosen otherwise."""
    lines = json.loads(json.dumps(made[1]))
    for line in lines[:2]:
        for at in line["meta"]["meter"]["positions"]:
            at["deep"] = [75000] + [25000] * (len(at["deep"]) - 1)
            at["rolled"] = [10000] + [30000] * (len(at["deep"]) - 1)
    path = write(tmp_path / "hand", lines[:2])
    program = tmp_path / "first.py"
    with open(program, "w", encoding="utf-8") as file:
        file.write(PLAYER)
    first, = judge(path, "--program", f"first={sys.executable} {program}", "--ms", 60000)
    assert first["loss"] == [0, 0, 0] and first["differs"] == [0, 0, 0] and first["faults"] == 0, "the first loses nothing"
    random, = judge(path, "--bot", "random")
    assert abs(random["loss"][0] - 0.5 * random["differs"][0]) < 1e-6 and random["differs"][0] > 0.2, "half for each other one"
    assert abs(random["loss_by_rollouts"][0] + 0.2 * random["differs"][0]) < 1e-6, "and by rollouts it gains"
    kinds = {kind: row for kind, row in random["kinds"].items() if "loss" in row}
    of = {}
    for line in lines[:2]:
        for kind, count in line["meta"]["meter"]["decisions"].items():
            of[kind] = of.get(kind, 0) + count
    all_of = sum(of[kind] for kind in kinds)
    assert abs(random["loss"][0] - sum(of[kind] * kinds[kind]["loss"][0] for kind in kinds) / all_of) < 1e-6, "kinds count as they occur"
    failing, = judge(path, "--program", f"first={sys.executable} {program} fail", "--ms", 60000, status=1)
    assert failing["faults"] == 16 and failing["loss"][0] == 0, "failing is counted, and the first is taken"


def test_wrong_input_is_refused(made, tmp_path):
    path, lines = made

    def broken(change):
        copy = json.loads(json.dumps(lines[0]))
        change(copy, copy["meta"]["meter"], copy["meta"]["meter"]["positions"])
        return write(tmp_path / "broken", [copy])

    for what, sentence, change in (
            ("a truth too short", "line 1: a position should have", lambda line, meter, at: at[0]["deep"].pop()),
            ("a truth that is none", "numbers in \"deep\"", lambda line, meter, at: at[0].update(deep=["x"] * len(at[0]["deep"]))),
            ("a truth beyond all chances", "numbers in \"deep\"", lambda line, meter, at: at[0]["deep"].__setitem__(0, 10 ** 10)),
            ("more decisions than can be", "a number for each kind", lambda line, meter, at: meter["decisions"].update(bid=2 ** 63 - 1)),
            ("backwards", "behind the one before", lambda line, meter, at: at[1].update(at=0)),
            ("behind the end", "behind the one before", lambda line, meter, at: at[-1].update(at=9999)),
            ("nothing to choose", "nothing to choose", lambda line, meter, at: at[0].update(at=0)),
            ("no positions", "has no positions", lambda line, meter, at: meter.update(positions=[])),
            ("no meter", "without the", lambda line, meter, at: line.pop("meta")),
            ("an illegal game", "line 1", lambda line, meter, at: line["actions"].insert(1, "sing"))):
        done = run(broken(change), "--bot", "rule", status=2)
        assert sentence in done.stderr and done.stderr.count("\n") == 1 and not done.stdout, f"{what}: {done.stderr}"
    other = write(tmp_path / "other", [lines[2]])
    assert "should be that of a game" in run(other, "--bot", "rule", status=2).stderr, "an ending first"
    for words, sentence in (
            ((), "files with positions"), ((path,), "who is judged"), ((path, "--bot", "genius"), "no bot 'genius'"),
            ((path, "--program", "x"), "NAME=COMMAND"), ((tmp_path / "none", "--bot", "rule"), "cannot be opened"),
            ((__file__, "--bot", "rule"), "line 1"), (("--make", "ra"), "--players"), (("--make", "go", "--players", 2), "no game 'go'"),
            (("--make", "ra", "--players", 2, "--deep", "rule"), "chances to win"),
            (("--make", "ra", "--players", 2, "--each", "x"), "--each")):
        done = run(*words, status=2)
        assert sentence in done.stderr and not done.stdout, f"{words}: {done.stderr}"


def test_amun_re(tmp_path):
    """No endings are looked for, and no offers; the second truth is that of the same judge with other dice."""
    words = ("--make", "amun_re", "--players", 3, "--games", 1, "--each", 8, "--rolled", 4, "--rollouts", 1, "--policy", "medium", "--deep",
             "master:500")
    text = run(*words).stdout
    assert text.count("\n") == 1 and run(*words).stdout == text, "one line, the same each time"
    positions = json.loads(text)["meta"]["meter"]["positions"]
    assert (len(positions) == 8 and {at["kind"] for at in positions} > {"bid", "buy"} and
          "offer" not in {at["kind"] for at in positions}), "no sealed offers"
    assert sum(at.get("rolled", at["deep"]) != at["deep"] for at in positions) > 0, "asked twice"
    path = tmp_path / "amun"
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    told = run(path, "--bot", "random", "--bot", "hard", "--kinds").stdout
    assert "asked twice" in told and "asked again" in told and "kingdom 2" in told and "solved" not in told, "a table of Amun-Re"
    random, master = judge(path, "--bot", "random", "--bot", "master:500")
    assert random["loss"][0] > 0.005 and random["loss"][0] > master["loss"][0], "chance loses in Amun-Re"
