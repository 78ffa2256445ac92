# SPDX-License-Identifier: MIT
"""khepri arena from outside: fairness, sameness, shards, programs of every kind, refused input."""
import json
import os
import re
import signal
import subprocess
import sys

import pytest

from program import PROGRAM, ROOT

NETS = os.path.join(ROOT, "data", "nets")

# A program that plays the first legal action, or does what its argument says at its third question, once.
PLAYER = """
import json, os, sys, time
what, asked = sys.argv[1] if len(sys.argv) > 1 else "", 0
for line in sys.stdin:
    question = json.loads(line)
    asked += 1
    answer = {"id": question["id"], "ok": True, "action": question["legal"][0]}
    if "log" in what:
        print(line, end="", file=open(what, "a"))
    if os.path.exists(what + ".asked") and asked == int(sys.argv[2]):
        open(what + ".asked", "w").close()         # waits for the test to open it
        open(what + ".go").close()
    if asked == 3 and "log" not in what and "fifo" not in what and not os.path.exists(__file__ + what):
        open(__file__ + what, "w").close()
        if what == "crash":
            sys.exit(5)
        elif what == "late":
            time.sleep(60)
        elif what == "illegal":
            answer["action"] = "sing"
        elif what == "rubbish":
            print("rubbish", flush=True)
            continue
        elif what == "old":
            answer["id"] -= 1
        elif what == "refuse":
            answer = {"id": question["id"], "ok": False, "error": "no idea"}
        elif what == "long":
            print("x" * 3000000, flush=True)
            continue
    print(json.dumps(answer), flush=True)
"""


def run(*words, status=0):
    done = subprocess.run([PROGRAM, "arena", *map(str, words)], capture_output=True, text=True, check=False,
                          stdin=subprocess.DEVNULL)
    assert done.returncode == status, f"{words}: status {done.returncode}, {done.stderr[:300]}"
    return done


def table(*words, status=0):
    done = run(*words, "--json", status=status)
    return json.loads(done.stdout) if done.stdout else {}


@pytest.mark.parametrize("game,bot,seats", [("ra", "rule", 2), ("ra", "random", 5), ("ra", "hard", 3), ("ra", "easy", 4), ("amun_re", "rule", 3), ("amun_re", "random", 4)])
def test_fairness(game, bot, seats):
    """A bot against copies of itself wins its fair share to the last bit, deal by deal."""
    out = table(game, "--players", seats, "--field", f"a={bot},b={bot}", "--deals", 6, "--no-luck")
    for row in out["players"]:
        assert (abs(row["win_share"] - 1 / seats) < 1e-9 and
              all(abs(end - 1 / seats) < 1e-9 for end in row["win_share_95"]) and abs(row["rating"] - 1000) < 1e-6), f"{game} {bot}: {row}"
    assert len({row["mean_score"] for row in out["seats"]}) > 1, "the seats are not all alike"


def test_strength():
    out = table("ra", "--players", 3, "--field", "random,rule", "--deals", 40, "--no-luck", "--threads", 2)
    random, rule = out["players"]
    assert random["win_share"] < 0.1 and rule["win_share"] > 0.45, "random wins little"
    assert (all(
        row["win_share_95"][0] <= row["win_share"] <= row["win_share_95"][1] and
        row["win_share_95"][0] < row["win_share_95"][1] for row in (random, rule))), "an interval that holds the share and is not empty"
    assert rule["rating"] == 1000 and rule["rating_95"] == [1000, 1000], "rule is the anchor"
    assert random["rating_95"][1] < 900, "random is rated far below"
    out = table("ra", "--players", 3, "--mixed", "rule,random,other=random,twin=rule", "--deals", 10, "--no-luck", "--anchor", "other")
    assert len(out["line_ups"]) == 4 and out["games"] == 120, "four line-ups"
    assert (all(abs(sum(row["win_share"]) - 1) < 1e-9 and
                                   abs(sum(row["win_share_by_ratings"]) - 1) < 1e-9 for row in out["line_ups"])), "all games are won"
    assert out["players"][2]["rating"] == 1000, "the anchor chosen"
    assert (min(out["players"][0]["rating"], out["players"][3]["rating"]) >
          max(out["players"][1]["rating"], out["players"][2]["rating"])), "the order"
    one = table("ra", "--players", 2, "--field", "rule,random", "--deals", 1)
    assert one["players"][0]["mean_score_95"] == [None, None], "one deal: no interval of scores"


def test_sequential():
    words = ("ra", "--players", 3, "--deals", 500, "--no-luck")
    better = table(*words, "--field", "rule,random", "--until", "+2", "--threads", 3)
    assert better["test"]["verdict"] == "high" and better["sums"]["deals"][0] < 100, "decided for"
    worse = table(*words, "--field", "random,rule", "--until", "33.3:40")
    assert worse["test"]["verdict"] == "low" and worse["sums"]["deals"][0] < 100, "decided against"
    assert better == table(*words, "--field", "rule,random", "--until", "+2"), "the same on any number of threads"
    named = table(*words, "--field", "random,rule", "--until", "rule=+2")
    assert named["test"]["player"] == "rule" and named["test"]["verdict"] == "high", "of a player by name"
    still = table("ra", "--players", 3, "--deals", 20, "--field", "rule,random", "--until", "+2")
    assert still["test"]["verdict"] == "open" and still["sums"]["deals"] == [20], "open"
    text = run(*words, "--field", "rule,random", "--until", "+2").stdout
    assert "The second, decided after" in text, "the table says so"


def test_luck():
    """Adjusted for luck: right on average, so not far from the raw share, and narrower; and nothing else is changed by it."""
    words = ("ra", "--players", 2, "--field", "hard,rule", "--deals", 20, "--seed", "luck")
    out, plain = table(*words, "--threads", 2), table(*words, "--no-luck")
    for row, other in zip(out["players"] + out["seats"], plain["players"] + plain["seats"]):
        width = row["win_share_95"][1] - row["win_share_95"][0]
        assert (abs(row["adjusted_share"] - row["win_share"]) < width and
              row["adjusted_share_95"][0] < row["adjusted_share"] < row["adjusted_share_95"][1]), f"adjusted: {row}"
        assert {key: row[key] for key in other} == other, "less and more"
    alike = table("ra", "--players", 2, "--field", "hard", "--deals", 20, "--seed", "luck")
    assert all(row["narrower"] > 1.1 for row in alike["seats"]), "narrower where all are alike"
    assert abs(sum(row["adjusted_share"] for row in out["seats"]) - 1) < 1e-3, "luck-adjusted shares add up to one"
    assert out["sums"]["adjusted"] != [] and plain["sums"]["adjusted"] == [] and out["arena"]["luck"], "luck is in the sums"
    fair = table("ra", "--players", 3, "--field", "a=rule,b=rule", "--deals", 10)
    assert all(abs(end - 1 / 3) < 1e-9 for row in fair["players"] for end in row["adjusted_share_95"]), "fair is fair"
    further = table("ra", "--players", 2, "--field", "hard,rule", "--deals", 5, "--seed", "luck", "--luck-ahead")
    same = table("ra", "--players", 2, "--field", "hard,rule", "--deals", 5, "--seed", "luck")
    assert (all(
        a["win_share"] == b["win_share"] and a["adjusted_share"] != b["adjusted_share"] and abs(a["adjusted_share"] - b["adjusted_share"]) < 0.2
        for a, b in zip(further["players"], same["players"])) and further["arena"]["luck_ahead"] and not same["arena"]["luck_ahead"]), "luck reckoned one turn ahead is another, the games are the same"
    other = table("amun_re", "--players", 3, "--field", "rule,random", "--deals", 2)
    assert (all(row["adjusted_share_95"] and row["adjusted_share"] != row["win_share"] for row in other["players"]) and
          abs(sum(row["adjusted_share"] for row in other["seats"]) - 1) < 1e-2), "in Amun-Re too"


@pytest.mark.parametrize("game,deals", [("ra", 4), ("amun_re", 3)])
def test_sameness(game, deals, tmp_path):
    folder = str(tmp_path)
    words = (game, "--players", 3, "--mixed", "rule,random", "--deals", deals, "--seed", "so", "--json")
    whole = run(*words).stdout
    assert whole == run(*words, "--threads", 3).stdout, "threads change nothing"
    paths = [os.path.join(folder, f"{i}.json") for i in (1, 2, 3)]
    for i, path in enumerate(paths):
        with open(path, "w", encoding="utf-8") as file:
            file.write(run(*words, "--shard", f"{i + 1}/3", "--threads", 2).stdout)
    assert whole == run("--merge", "--json", *reversed(paths)).stdout, "shards merged are the whole, to the byte"
    with open(os.path.join(folder, "whole"), "w", encoding="utf-8") as file:
        file.write(whole)
    assert whole == run("--merge", "--json", file.name).stdout, "the whole is one shard of one"
    if game == "ra":                                # of any game; luck in Amun-Re takes long
        assert whole.replace('"so"', '"no"') != run(*words, "--seed", "no").stdout, "the seed changes something"
        assert run("--merge", *paths).stdout == run(*words[:-1]).stdout, "in a table too"
        merge_refused(folder, paths, whole)


def merge_refused(folder, paths, whole):
    def refused(what, sentence, *files):
        done = run("--merge", *files, status=2)
        assert sentence in done.stderr and done.stderr.count("\n") == 1 and not done.stdout, f"{what}: {done.stderr}"

    def broken(change):
        path = os.path.join(folder, "broken")
        with open(paths[0], encoding="utf-8") as file:
            shard = json.load(file)
        change(shard)
        with open(path, "w", encoding="utf-8") as file:
            json.dump(shard, file)
        return path

    refused("one is missing", "shard 2 of 3 is missing", paths[0], paths[2])
    refused("one twice", "shard 1 of 3 was there already", paths[0], paths[0])
    refused("another seed", "another arena", paths[1], broken(lambda s: s["arena"].update(seed="x")))
    refused("no such file", "cannot be merged", os.path.join(folder, "none"))
    refused("no JSON", "cannot be merged", __file__)
    refused("a folder", "cannot be merged", folder)
    for what, sentence, change in (
            ("no arena", "it is not what", lambda s: s.pop("arena")),
            ("a field of numbers", "it is not what", lambda s: s["arena"].update(field=[1, 2])),
            ("a field too long", "too long", lambda s: s["arena"].update(field=["x" * 40, "y"])),
            ("no game", "it is not what", lambda s: s["arena"].update(game="go")),
            ("a program that is none", "NAME=COMMAND", lambda s: s["arena"].update(programs=["x"])),
            ("no sums", "its sums should have", lambda s: s.pop("sums")),
            ("sums too short", '"wins", a list of 2', lambda s: s["sums"]["wins"].pop()),
            ("sums too large", "too large", lambda s: s["sums"].update(wins=[1 << 62, 0])),
            ("half a win", "is none or", lambda s: s["sums"].update(wins=[0.5, 0])),
            ("too few deals", "it has 1 deal,", lambda s: s["sums"].update(deals=[1])),
            ("shard 0", "two numbers", lambda s: s.update(shard=[0, 3])),
            ("a test", "--until", lambda s: s.update(test={}))):
        refused(what, sentence, broken(change))
    assert json.loads(whole).get("shard") is None, "the whole file was no shard of three"


PATIENCE = ("--ms", 60000)      # a busy machine is no fault of a program
MINE = ("ra", "--players", 2, "--field", "mine,random", "--deals", 3, *PATIENCE, "--program")


@pytest.fixture
def player(tmp_path):
    """The command of a program that plays, and may be told what to do wrong."""
    path = tmp_path / "player.py"
    path.write_text(PLAYER, encoding="utf-8")
    return f"{sys.executable} {path}"


def test_a_program_plays(player):
    good = table(*MINE, f"mine={player}")
    assert [good["players"][0][kind] for kind in ("crashes", "bad_answers", "late")] == [0, 0, 0], "no faults"
    assert "crashes" not in good["players"][1], "other bots have none to count"
    again = table(*MINE, f"mine={player}", "--threads", 2)
    assert good["sums"] == again["sums"], "a program that is the same each time plays the same each time"


@pytest.mark.parametrize("what,kind,sentence", [
    ("crash", "crashes", "ended with status 5"), ("illegal", "bad_answers", 'chose what is not legal: "sing"'),
    ("rubbish", "bad_answers", "is no JSON"), ("old", "bad_answers", '"id"'),
    ("refuse", "bad_answers", 'refused the question: "no idea"'), ("long", "bad_answers", "longer than 1 MiB")])
def test_faults_of_a_program(player, what, kind, sentence):
    done = run(*MINE, f"mine={player} {what}", "--json", status=1)
    assert sentence in done.stderr, done.stderr
    row = json.loads(done.stdout)["players"][0]
    assert [row[kind]] == [n for n in (row["crashes"], row["bad_answers"], row["late"]) if n], f"counted as {kind}, and as nothing else: {row}"
    assert row[kind] == 1 or what == "rubbish", "once"


@pytest.mark.parametrize("command", ["exit 3", "no-such-program-here"])
def test_a_program_that_does_not_start_ends_the_run(command):
    done = run("ra", "--players", 2, "--field", "mine,random", "--deals", 1000, *PATIENCE, "--program", f"mine={command}", status=2)
    assert "mine ended 3 times without an answer: look at its command" in done.stderr and not done.stdout, done.stderr


def test_a_program_that_never_answers_well():
    out = table("ra", "--players", 2, "--field", "mine,random", "--deals", 1, *PATIENCE, "--program", "mine=cat", status=1)
    assert out["players"][0]["bad_answers"] > 5, "chance plays it all"


def test_a_program_that_is_late(player):
    late = run("ra", "--players", 2, "--field", "mine,random", "--deals", 1, "--ms", 8000, "--program", f"mine={player} late", status=1)
    assert ("gave no answer in 8000 ms" in late.stderr and
            "Faults of mine: 0 crashes, 0 bad answers, 1 time late" in late.stdout), "told and counted"


# Answers one question and dies at the next. It is started some hundred times, which takes Python long.
MORTAL = r"""
read -r line
id=${line#*'"id":'}
action=${line#*'"legal":["'}
printf '{"id":%s,"ok":true,"action":"%s"}\n' "${id%%[,\}]*}" "${action%%'"'*}"
read -r line
exit 3
"""


def test_many_faults_are_told_three_times(tmp_path):
    path = tmp_path / "mortal.sh"
    path.write_text(MORTAL, encoding="utf-8")
    done = run("ra", "--players", 2, "--field", "mine,random", "--deals", 2, *PATIENCE, "--program", f"mine=sh {path}", status=1)
    assert done.stderr.count("ended with status 3") == 3 and "only counted" in done.stderr and " crashes, 0 bad answers, 0 times late" in done.stdout


@pytest.mark.parametrize("number,question,deals", [(signal.SIGINT, 3, 0), (signal.SIGTERM, 250, 1), (signal.SIGTERM, 500, 1)])
def test_an_interrupted_run_shows_what_it_has_and_goes_on(player, tmp_path, number, question, deals):
    """The program waits at one question until the signal was sent, so the run ends after that game."""
    fifo, file = tmp_path / "fifo", tmp_path / "checkpoint.json"
    os.mkfifo(f"{fifo}.asked")
    os.mkfifo(f"{fifo}.go")
    words = ["ra", "--players", 2, "--field", "mine,random", "--deals", 12, "--json", *PATIENCE]
    whole = run(*words, "--program", f"mine={player}")
    words += ["--checkpoint", file, "--program"]
    with subprocess.Popen([PROGRAM, "arena", *map(str, words), f"mine={player} {fifo} {question}"], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True) as process:
        open(f"{fifo}.asked", encoding="utf-8").close()
        process.send_signal(number)
        open(f"{fifo}.go", "w", encoding="utf-8").close()
        said = process.communicate()
    assert process.returncode == 2 and ("goes on from there" in said[1]) == file.exists(), said
    assert ("a second Ctrl-C ends at once" in said[1]) == (number == signal.SIGINT), said
    played = int(re.search(r"interrupted after (\d+) of 12 deals", said[1])[1])
    assert min(played, 1) == deals and bool(said[0]) == bool(deals) == file.exists(), said
    assert not deals or json.loads(said[0])["sums"] == json.loads(file.read_text())["sums"]
    os.remove(f"{fifo}.asked")
    again = run(*words, f"mine={player} {fifo} {question}")
    assert json.loads(again.stdout)["sums"] == json.loads(whole.stdout)["sums"]


def test_an_arena_goes_on_from_its_checkpoint(tmp_path):
    words = ("ra", "--players", 3, "--field", "rule,random", "--deals", 8, "--json")
    whole = run(*words).stdout
    file = tmp_path / "checkpoint.json"
    assert run(*words, "--checkpoint", file).stdout == whole
    done = json.loads(file.read_text())
    assert done["sums"] == json.loads(whole)["sums"]
    assert run(*words, "--checkpoint", file).stdout == whole, "of a finished arena it is the result again"
    half = json.loads(run(*words[:-2], 4, "--json").stdout)["sums"]
    file.write_text(json.dumps({**done, "sums": half}), encoding="utf-8")
    assert run(*words, "--checkpoint", file).stdout == whole, "four deals of eight, and the others"
    run("--merge", file)
    for part in (1, 2):
        shard = tmp_path / f"shard{part}.json"
        run(*words, "--shard", f"{part}/2", "--checkpoint", shard)
        assert json.loads(shard.read_text())["shard"] == [part, 2]
    assert run("--merge", tmp_path / "shard1.json", tmp_path / "shard2.json", "--json").stdout == whole


def test_the_test_of_a_share_goes_on_too(tmp_path):
    words = ("ra", "--players", 2, "--field", "rule,random", "--deals", 100, "--until", "50:60", "--json")
    whole = run(*words).stdout
    file = tmp_path / "checkpoint.json"
    assert run(*words, "--checkpoint", file).stdout == whole == run(*words, "--checkpoint", file).stdout


def test_a_checkpoint_of_something_else_is_refused(tmp_path):
    file = tmp_path / "checkpoint.json"
    words = ("ra", "--players", 3, "--field", "rule,random", "--deals", 2, "--checkpoint", file)
    run(*words)
    before = file.read_text()
    for other in (("--seed", 2), ("--shard", "1/2")):
        assert "it is of another arena or shard" in run(*words, *other, status=2).stderr
    assert file.read_text() == before, "refusal changes nothing"
    file.write_text("{", encoding="utf-8")
    assert "cannot be used" in run(*words, status=2).stderr
    assert "cannot be written" in run(*words[:-1], tmp_path / "no" / "such", status=2).stderr


def test_a_program_has_a_second_to_answer(tmp_path):
    log = tmp_path / "log"
    table("ra", "--players", 2, "--field", "mine,random", "--deals", 1, "--program", f"mine=tee {log}", status=1)
    assert json.loads(log.read_text(encoding="utf-8").splitlines()[0])["ms"] == 1000


def test_a_program_is_asked_with_what_its_seat_sees(player, tmp_path):
    """A program is asked with what its seat may see: no hand but its own, no deck, no offer."""
    log = tmp_path / "log"
    table("amun_re", "--players", 3, "--field", "mine,rule", "--deals", 2, "--no-luck", *PATIENCE, "--program", f"mine={player} {log}")
    with open(log, encoding="utf-8") as file:
        questions = [json.loads(line) for line in file]
    hidden = 0
    assert len(questions) > 100, "many questions"
    for question in questions:
        seat, view = question["seat"], question["view"]
        assert (set(question) == {"id", "op", "seat", "ms", "seed", "view", "legal"} and
              question["op"] == "suggest" and question["ms"] == 60000 and question["legal"]), "the form of a question"
        others = [row["cards"] for other, row in enumerate(view["seats"]) if other != seat]
        hidden += sum(set(cards) != {"count"} for cards in others)
    assert hidden == 0, "the hands of others are numbers of cards"
    assert not any(question["view"]["deck"]["kinds"] for question in questions), "no deck"


def test_the_engine_is_a_program():
    """The engine itself is a program that can be asked. Ra's rule bot uses no chance, so as a program it plays as it
    does inside: the fair share, deal by deal. In Amun-Re it is asked with what a seat sees."""
    out = table("ra", "--players", 3, "--field", "far,rule", "--deals", 3, "--no-luck", *PATIENCE, "--program", f"far='{PROGRAM}' engine")
    assert (all(end == out["players"][1]["win_share"] for row in out["players"]
                                              for end in (row["win_share"], *row["win_share_95"]))), "rule plays the same from far"
    assert out["sums"]["faults"] == [0] * 6 and out["sums"]["decisions"][0] > 300, "and is really asked"
    out = table("amun_re", "--players", 3, "--field", "far,rule", "--deals", 1, "--no-luck", *PATIENCE, "--program", f"far='{PROGRAM}' engine")
    assert out["sums"]["faults"] == [0] * 6 and out["sums"]["decisions"][0] > 100, "in Amun-Re too"
    view = json.loads(engine('{"op":"new","game":"ra","players":2}', '{"op":"apply","action":"deal:1,2"}', '{"op":"state"}')[2])
    ask = json.dumps({"op": "suggest", "seat": 0, "seed": "x", "view": view["state"]})
    answers = [json.loads(line) for line in engine(
        '{"op":"suggest"}', ask, '{"op":"state"}', '{"op":"new","game":"amun_re","players":3}', '{"op":"state"}', ask,
        '{"op":"state"}', '{"op":"suggest","view":3}', '{"op":"state"}', '{"op":"suggest","seat":0,"view":{},"seed":5}', ask)]
    assert "no game yet" in answers[0]["error"], "no game and no view"
    assert answers[1]["ok"] and answers[1]["action"] == "draw" and not answers[2]["ok"], "asked without a game"
    assert answers[4] == answers[6] == answers[8] and answers[4]["ok"], "a view leaves the game alone"
    assert answers[5] == answers[1] == answers[10], "and is no part of it"
    assert not answers[7]["ok"] and not answers[9]["ok"], "refused views"
    dice = [json.dumps({"op": "suggest", "bot": "random", "seat": 0, "seed": str(seed), "view": view["state"]}) for seed in range(20)]
    alone = engine(*dice)
    begun = engine('{"op":"new","game":"ra","players":2}', '{"op":"chance"}', *dice, '{"op":"undo"}')
    assert len(set(alone)) > 1 and begun[2:-1] == alone and begun[-1] == '{"ok":true}', "nor does it matter how far the game is"
    seed = ask.replace('"x"', "5")
    assert '"seed"' in json.loads(engine(seed)[0])["error"], "a seed is a string"


def engine(*lines):
    return subprocess.run([PROGRAM, "engine"], input="\n".join(lines), capture_output=True, text=True, check=True).stdout.splitlines()


@pytest.fixture(scope="module")
def young(tmp_path_factory):
    """Nets that have hardly learned: of Ra with two, and of Amun-Re with three."""
    nets = {}
    for game, players, games in (("ra", 2, 64), ("amun_re", 3, 40)):
        nets[game] = str(tmp_path_factory.mktemp("nets") / "young.bin")
        subprocess.run([PROGRAM, "train", game, "--players", str(players), "--games", str(games), "--deals", "1", "--out", nets[game]],
                       check=True, capture_output=True)
    return nets


SHIPPED, AMUN_NET = os.path.join(NETS, "ra-2.bin"), os.path.join(NETS, "amun_re-3.bin")
PLAY = ("ra", "--players", 2, "--field", "hard,old=hard", "--deals", 4, "--net")


def test_a_net_from_a_file(young, tmp_path):
    """`hard` with a net from a file: the shipped one plays as the shipped one does, a young one worse."""
    same = table(*PLAY, f"old={SHIPPED}")
    assert [row["win_share_95"] for row in same["players"]] == [[0.5, 0.5]] * 2, "the net that is inside anyway"
    other = table(*PLAY, f"old={young['ra']}")
    assert other["players"][0]["win_share"] > 0.8, "a young one is beaten"
    assert ([len(net) for net in other["arena"]["nets"]] == [20] and
          other["arena"]["nets"] != same["arena"]["nets"]), "hashes in the plan"
    parts = []
    for i, net in ((1, young['ra']), (2, young['ra']), (2, SHIPPED)):
        parts.append(str(tmp_path / f"net-{len(parts)}.json"))
        with open(parts[-1], "w", encoding="utf-8") as file:
            file.write(run(*PLAY, f"old={net}", "--shard", f"{i}/2", "--threads", 2, "--json").stdout)
    assert json.loads(run("--merge", "--json", *parts[:2]).stdout) == other, "shards with a net"
    assert "another arena" in run("--merge", parts[0], parts[2], status=2).stderr, "another net is another arena"


def test_a_broken_net_is_refused(young, tmp_path):
    with open(young["ra"], "rb") as file:
        good = file.read()
    path = tmp_path / "broken.bin"
    for what, data, sentence in (("changed", good[:-1] + bytes([good[-1] ^ 1]), "the hash it says"), ("short", good[:-1], "not whole"),
                                 ("long", good + b"x", "not whole"), ("no net", b"x" * 99, "is no net"), ("empty", b"", "is no net"),
                                 ("other", good[:8] + b"\t" + good[9:], "another version"),
                                 ("for 3", good[:12] + b"\3" + good[13:], "is for ra with 3 players"),
                                 ("for nothing", good[:13] + b"\7" + good[14:], "no game that there is")):
        path.write_bytes(data)
        assert sentence in run(*PLAY, f"old={path}", status=2).stderr, f"{what}: refused"
    for net, sentence in (("old", "PLAYER=FILE"), ("rule=x", "does not play"), ("old=", "PLAYER=FILE"), ("old=/none", "cannot be opened")):
        assert sentence in run(*PLAY, net, status=2).stderr, f"{net}: refused"
    assert "is for amun_re with 3" in run(*PLAY, f"old={AMUN_NET}", status=2).stderr, "for another game"
    assert "two nets" in run(*PLAY, f"old={SHIPPED}", "--net", f"old={SHIPPED}", status=2).stderr, "two nets"
    assert "bots that ask a net" in run("ra", "--players", 2, "--field", "rule", "--net", f"rule={SHIPPED}", status=2).stderr, "a bot without a net"


def test_bots_with_the_net_that_is_inside_anyway():
    for game, bot, net in (("amun_re", "hard", AMUN_NET), ("amun_re", "master:20", AMUN_NET), ("ra", "expert", SHIPPED.replace("-2", "-3"))):
        same = table(game, "--players", 3, "--field", f"{bot},old={bot}", "--deals", 1, "--no-luck", "--net", f"old={net}")
        assert all(abs(row["win_share"] - 1 / 3) < 1e-6 for row in same["players"]), f"{bot} of {game} with the net that is inside anyway"


def test_a_young_net_of_amun_re_is_beaten(young):
    other = table("amun_re", "--players", 3, "--field", "hard,old=hard", "--deals", 3, "--no-luck", "--net", f"old={young['amun_re']}")
    assert other["players"][0]["win_share"] > 0.5, "a young net of Amun-Re is beaten"


RA = ("ra", "--players", "3")
REFUSED = [
    ((), "a game is needed"), (("go", "--players", "3", "--field", "rule"), "no game 'go'"),
    (("ra", "--field", "rule"), "--players is needed"), (RA, "--field or --mixed is needed"),
    ((*RA, "--field", "rule", "--mixed", "rule,random"), "exclude each other"),
    ((*RA, "--field", "genius"), "no bot 'genius' for ra; there is rule, novice, easy, "),
    ((*RA, "--field", ""), "empty name"), ((*RA, "--field", "rule,"), "empty name"),
    ((*RA, "--field", "=rule"), "NAME=BOT"), ((*RA, "--field", "a="), "NAME=BOT"),
    ((*RA, "--field", "a=rule,a=random"), "two different players"),
    ((*RA, "--field", "rule,rule,rule,rule"), "more than the 3 players"),
    ((*RA, "--field", "x" * 32), "too long"),
    ((*RA, "--mixed", "rule"), "two players at least"), ((*RA, "--mixed", "rule,rule"), "twice"),
    ((*RA, "--mixed", ",".join(f"p{i}=rule" for i in range(11))), "more than 10"),
    ((*RA, "--field", "rule", "--program", "x"), "NAME=COMMAND"),
    ((*RA, "--field", "rule", "--program", "x="), "NAME=COMMAND"),
    ((*RA, "--field", "x", "--program", "x=cat", "--program", "x=cat"), "two programs"),
    ((*RA, "--field", "rule", "--program", "x=cat"), "not in the field"),
    ((*RA, "--field", "rule", "--no-luck", "--luck-ahead"), "exclude each other"),
    (("amun_re", "--players", "3", "--field", "rule", "--luck-ahead"), "for ra only"),
    ((*RA, "--field", "rule", "--until", "2"), "LOW:HIGH"), ((*RA, "--field", "rule", "--until", "+"), "LOW:HIGH"),
    ((*RA, "--field", "rule", "--until", "40:30"), "LOW:HIGH"), ((*RA, "--field", "rule", "--until", "40:"), "LOW:HIGH"),
    ((*RA, "--field", "rule", "--until", "nan:nan"), "LOW:HIGH"), ((*RA, "--field", "rule", "--until", "+90"), "LOW:HIGH"),
    ((*RA, "--field", "rule", "--until", "me=+2"), "does not play"), ((*RA, "--field", "rule", "--until", "rule="), "LOW:HIGH"),
    ((*RA, "--field", "rule", "--until", "+2", "--shard", "1/2"), "--shard parts them"),
    ((*RA, "--field", "rule", "--shard", "3/2"), "--shard takes"), ((*RA, "--field", "rule", "--shard", "0/2"), "--shard takes"),
    ((*RA, "--field", "rule", "--shard", "1/2x"), "--shard takes"), ((*RA, "--field", "rule", "--shard", "1/999"), "--shard takes"),
    ((*RA, "--field", "rule", "--deals", "2", "--shard", "1/3"), "2 deals cannot be parted"),
    ((*RA, "--field", "rule", "--deals", "1", "--shard", "1/2"), "1 deal cannot be parted"),
    ((*RA, "--field", "rule", "--deals", "1000000000"), "more games than"),
    ((*RA, "--field", "rule", "--deals", "0"), "--deals"), ((*RA, "--field", "rule", "--ms", "0"), "--ms"),
    ((*RA, "--field", "rule", "--threads", "x"), "--threads"), ((*RA, "--field", "rule", "--anchor", "me"), "does not play"),
    ((*RA, "--field", "rule", "--seed", "x" * 300), "--seed has at most"),
    ((*RA, "--field", "rule", "--option", "edition=1066"), "edition"),
    (("--merge",), "needs the files"), (("--merge", "--players", "3", "x"), "only takes files")]


@pytest.mark.parametrize("words,sentence", REFUSED)
def test_wrong_words_are_refused(words, sentence):
    done = run(*words, status=2)
    assert sentence in done.stderr and not done.stdout and done.stderr.count("\n") <= 2, f"{words}: {done.stderr}"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full")
def test_a_full_disk():
    full = subprocess.run(f"'{PROGRAM}' arena ra --players 3 --field rule --deals 1 > /dev/full", shell=True, capture_output=True, check=False)
    assert full.returncode == 2 and b"No space" in full.stderr, "status 2 and a sentence"
