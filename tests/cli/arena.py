#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""khepri arena from outside: fairness, sameness, shards, programs of every kind, refused input.
Usage: arena.py KHEPRI NETS"""
import json
import os
import subprocess
import sys
import tempfile

khepri = os.path.abspath(sys.argv[1])
passed = failed = 0

# A program that plays the first legal action, or does what its argument says at its third question, once.
PROGRAM = """
import json, os, sys, time
what, asked = sys.argv[1] if len(sys.argv) > 1 else "", 0
for line in sys.stdin:
    question = json.loads(line)
    asked += 1
    answer = {"id": question["id"], "ok": True, "action": question["legal"][0]}
    if "log" in what:
        print(line, end="", file=open(what, "a"))
    if asked == 3 and "log" not in what and not os.path.exists(__file__ + what):
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


def check(what, good):
    global passed, failed
    if good:
        passed += 1
    else:
        failed += 1
        print("FAILED:", what)


def run(*words, status=0):
    done = subprocess.run([khepri, "arena", *map(str, words)], capture_output=True, text=True, check=False,
                          stdin=subprocess.DEVNULL)
    check(f"{words}: status {done.returncode}, {done.stderr[:300]}", done.returncode == status)
    return done


def table(*words, status=0):
    done = run(*words, "--json", status=status)
    return json.loads(done.stdout) if done.stdout else {}


def fairness():
    """A bot against copies of itself wins its fair share to the last bit, deal by deal."""
    for game, bot, seats in (("ra", "rule", 2), ("ra", "random", 5), ("ra", "hard", 3), ("ra", "easy", 4), ("amun_re", "rule", 3),
                             ("amun_re", "random", 4)):
        out = table(game, "--players", seats, "--field", f"a={bot},b={bot}", "--deals", 6, "--no-luck")
        for row in out["players"]:
            check(f"{game} {bot}: {row}", abs(row["win_share"] - 1 / seats) < 1e-9 and
                  all(abs(end - 1 / seats) < 1e-9 for end in row["win_share_95"]) and abs(row["rating"] - 1000) < 1e-6)
        check("the seats are not all alike", len({row["mean_score"] for row in out["seats"]}) > 1)


def strength():
    out = table("ra", "--players", 3, "--field", "random,rule", "--deals", 40, "--no-luck", "--threads", 2)
    random, rule = out["players"]
    check("random wins little", random["win_share"] < 0.1 and rule["win_share"] > 0.45)
    check("an interval that holds the share and is not empty", all(
        row["win_share_95"][0] <= row["win_share"] <= row["win_share_95"][1] and
        row["win_share_95"][0] < row["win_share_95"][1] for row in (random, rule)))
    check("rule is the anchor", rule["rating"] == 1000 and rule["rating_95"] == [1000, 1000])
    check("random is rated far below", random["rating_95"][1] < 900)
    out = table("ra", "--players", 3, "--mixed", "rule,random,other=random,twin=rule", "--deals", 10, "--no-luck", "--anchor", "other")
    check("four line-ups", len(out["line_ups"]) == 4 and out["games"] == 120)
    check("all games are won", all(abs(sum(row["win_share"]) - 1) < 1e-9 and
                                   abs(sum(row["win_share_by_ratings"]) - 1) < 1e-9 for row in out["line_ups"]))
    check("the anchor chosen", out["players"][2]["rating"] == 1000)
    check("the order", min(out["players"][0]["rating"], out["players"][3]["rating"]) >
          max(out["players"][1]["rating"], out["players"][2]["rating"]))
    one = table("ra", "--players", 2, "--field", "rule,random", "--deals", 1)
    check("one deal: no interval of scores", one["players"][0]["mean_score_95"] == [None, None])


def sequential():
    words = ("ra", "--players", 3, "--deals", 500, "--no-luck")
    better = table(*words, "--field", "rule,random", "--until", "+2", "--threads", 3)
    check("decided for", better["test"]["verdict"] == "high" and better["sums"]["deals"][0] < 100)
    worse = table(*words, "--field", "random,rule", "--until", "33.3:40")
    check("decided against", worse["test"]["verdict"] == "low" and worse["sums"]["deals"][0] < 100)
    check("the same on any number of threads", better == table(*words, "--field", "rule,random", "--until", "+2"))
    named = table(*words, "--field", "random,rule", "--until", "rule=+2")
    check("of a player by name", named["test"]["player"] == "rule" and named["test"]["verdict"] == "high")
    still = table("ra", "--players", 3, "--deals", 20, "--field", "rule,random", "--until", "+2")
    check("open", still["test"]["verdict"] == "open" and still["sums"]["deals"] == [20])
    text = run(*words, "--field", "rule,random", "--until", "+2").stdout
    check("the table says so", "The second, decided after" in text)


def luck():
    """Adjusted for luck: right on average, so not far from the raw share, and narrower; and nothing else is changed by it."""
    words = ("ra", "--players", 2, "--field", "hard,rule", "--deals", 40, "--seed", "luck")
    out, plain = table(*words, "--threads", 2), table(*words, "--no-luck")
    for row, other in zip(out["players"] + out["seats"], plain["players"] + plain["seats"]):
        width = row["win_share_95"][1] - row["win_share_95"][0]
        check(f"adjusted: {row}", abs(row["adjusted_share"] - row["win_share"]) < width and
              row["adjusted_share_95"][0] < row["adjusted_share"] < row["adjusted_share_95"][1])
        check("less and more", {key: row[key] for key in other} == other)
    alike = table("ra", "--players", 2, "--field", "hard", "--deals", 40, "--seed", "luck")
    check("narrower where all are alike", all(row["narrower"] > 1.1 for row in alike["seats"]))
    check("less luck, the shares are one together", abs(sum(row["adjusted_share"] for row in out["seats"]) - 1) < 1e-3)
    check("luck is in the sums", out["sums"]["adjusted"] != [] and plain["sums"]["adjusted"] == [] and out["arena"]["luck"])
    fair = table("ra", "--players", 3, "--field", "a=rule,b=rule", "--deals", 10)
    check("fair is fair", all(abs(end - 1 / 3) < 1e-9 for row in fair["players"] for end in row["adjusted_share_95"]))
    further = table("ra", "--players", 2, "--field", "hard,rule", "--deals", 5, "--seed", "luck", "--luck-ahead")
    same = table("ra", "--players", 2, "--field", "hard,rule", "--deals", 5, "--seed", "luck")
    check("luck reckoned one turn ahead is another, the games are the same", all(
        a["win_share"] == b["win_share"] and a["adjusted_share"] != b["adjusted_share"] and abs(a["adjusted_share"] - b["adjusted_share"]) < 0.2
        for a, b in zip(further["players"], same["players"])) and further["arena"]["luck_ahead"] and not same["arena"]["luck_ahead"])
    other = table("amun_re", "--players", 3, "--field", "rule,random", "--deals", 2)
    check("in Amun-Re too", all(row["adjusted_share_95"] and row["adjusted_share"] != row["win_share"] for row in other["players"]) and
          abs(sum(row["adjusted_share"] for row in other["seats"]) - 1) < 1e-2)


def sameness(game, folder):
    words = (game, "--players", 3, "--mixed", "rule,random", "--deals", 4, "--seed", "so", "--json")
    whole = run(*words).stdout
    check("threads change nothing", whole == run(*words, "--threads", 3).stdout)
    check("the seed changes something", whole.replace('"so"', '"no"') != run(*words, "--seed", "no").stdout)
    paths = [os.path.join(folder, f"{i}.json") for i in (1, 2, 3)]
    for i, path in enumerate(paths):
        with open(path, "w", encoding="utf-8") as file:
            file.write(run(*words, "--shard", f"{i + 1}/3", "--threads", 2).stdout)
    check("shards merged are the whole, to the byte", whole == run("--merge", "--json", *reversed(paths)).stdout)
    check("in a table too", run("--merge", *paths).stdout == run(*words[:-1]).stdout)
    with open(os.path.join(folder, "whole"), "w", encoding="utf-8") as file:
        file.write(whole)
    check("the whole is one shard of one", whole == run("--merge", "--json", file.name).stdout)
    merge_refused(folder, paths, whole)


def merge_refused(folder, paths, whole):
    def refused(what, sentence, *files):
        done = run("--merge", *files, status=2)
        check(f"{what}: {done.stderr}", sentence in done.stderr and done.stderr.count("\n") == 1 and not done.stdout)

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
            ("too few deals", "it has 1 deals", lambda s: s["sums"].update(deals=[1])),
            ("shard 0", "two numbers", lambda s: s.update(shard=[0, 3])),
            ("a test", "--until", lambda s: s.update(test={}))):
        refused(what, sentence, broken(change))
    check("the whole file was no shard of three", json.loads(whole).get("shard") is None)


def programs(folder):
    path = os.path.join(folder, "player.py")
    with open(path, "w", encoding="utf-8") as file:
        file.write(PROGRAM)
    play = ("ra", "--players", 2, "--field", "mine,random", "--deals", 3, "--ms", 5000, "--program")
    log = os.path.join(folder, "log")
    good = table(*play, f"mine={sys.executable} {path}")
    check("no faults", [good["players"][0][kind] for kind in ("crashes", "bad_answers", "late")] == [0, 0, 0])
    check("other bots have none to count", "crashes" not in good["players"][1])
    again = table(*play, f"mine={sys.executable} {path}", "--threads", 2)
    check("a program that is the same each time plays the same each time", good["sums"] == again["sums"])
    for what, kind, sentence in (
            ("crash", "crashes", "ended with status 5"), ("illegal", "bad_answers", 'chose what is not legal: "sing"'),
            ("rubbish", "bad_answers", "is no JSON"), ("old", "bad_answers", '"id"'),
            ("refuse", "bad_answers", 'refused the question: "no idea"'), ("long", "bad_answers", "longer than 1 MiB")):
        done = run(*play, f"mine={sys.executable} {path} {what}", "--json", status=1)
        check(f"{what}: {done.stderr}", sentence in done.stderr)
        row = json.loads(done.stdout)["players"][0]
        check(f"{what}: counted as {kind}, and as nothing else: {row}",
              [row[kind]] == [n for n in (row["crashes"], row["bad_answers"], row["late"]) if n])
        check(f"{what}: once", row[kind] == 1 or what == "rubbish")
    for command, kind in (("exit 3", "crashes"), ("no-such-program-here", "crashes"), ("cat", "bad_answers")):
        out = table("ra", "--players", 2, "--field", "mine,random", "--deals", 1, "--program", f"mine={command}", status=1)
        check(f"{command}: chance plays it all", out["players"][0][kind] > 5)
    late = run("ra", "--players", 2, "--field", "mine,random", "--deals", 1, "--ms", 1500,
               "--program", f"mine={sys.executable} {path} late", status=1)
    check("late: told and counted", "gave no answer in 1500 ms" in late.stderr and
          "Faults of mine: 0 crashes, 0 bad answers, 1 times late" in late.stdout)
    done = run("ra", "--players", 2, "--field", "mine,random", "--deals", 4, "--program", "mine=exit 3", status=1)
    check("many faults are told three times", done.stderr.count("ended with status 3") == 3 and "only counted" in done.stderr)
    views(path, log)
    engines()


def views(path, log):
    """A program is asked with what its seat may see: no hand but its own, no deck, no offer."""
    table("amun_re", "--players", 3, "--field", "mine,rule", "--deals", 2, "--no-luck", "--program", f"mine={sys.executable} {path} {log}")
    with open(log, encoding="utf-8") as file:
        questions = [json.loads(line) for line in file]
    hidden = 0
    check("many questions", len(questions) > 100)
    for question in questions:
        seat, view = question["seat"], question["view"]
        check("the form of a question", set(question) == {"id", "op", "seat", "ms", "seed", "view", "legal"} and
              question["op"] == "suggest" and question["ms"] == 1000 and question["legal"])
        others = [row["cards"] for other, row in enumerate(view["seats"]) if other != seat]
        hidden += sum(set(cards) != {"count"} for cards in others)
    check("the hands of others are numbers of cards", hidden == 0)
    check("no deck", not any(question["view"]["deck"]["kinds"] for question in questions))


def engines():
    """The engine itself is a program that can be asked. Ra's rule bot uses no chance, so as a program it plays as it
    does inside: the fair share, deal by deal. In Amun-Re it is asked with what a seat sees."""
    out = table("ra", "--players", 3, "--field", "far,rule", "--deals", 3, "--no-luck", "--program", f"far='{khepri}' engine")
    check("rule plays the same from far", all(end == out["players"][1]["win_share"] for row in out["players"]
                                              for end in (row["win_share"], *row["win_share_95"])))
    check("and is really asked", out["sums"]["faults"] == [0] * 6 and out["sums"]["decisions"][0] > 300)
    out = table("amun_re", "--players", 3, "--field", "far,rule", "--deals", 1, "--no-luck", "--program", f"far='{khepri}' engine")
    check("in Amun-Re too", out["sums"]["faults"] == [0] * 6 and out["sums"]["decisions"][0] > 100)
    view = json.loads(engine('{"op":"new","game":"ra","players":2}', '{"op":"apply","action":"deal:1,2"}', '{"op":"state"}')[2])
    ask = json.dumps({"op": "suggest", "seat": 0, "seed": "x", "view": view["state"]})
    answers = [json.loads(line) for line in engine(
        '{"op":"suggest"}', ask, '{"op":"state"}', '{"op":"new","game":"amun_re","players":3}', '{"op":"state"}', ask,
        '{"op":"state"}', '{"op":"suggest","view":3}', '{"op":"state"}', '{"op":"suggest","seat":0,"view":{},"seed":5}', ask)]
    check("no game and no view", "no game yet" in answers[0]["error"])
    check("asked without a game", answers[1]["ok"] and answers[1]["action"] == "draw" and not answers[2]["ok"])
    check("a view leaves the game alone", answers[4] == answers[6] == answers[8] and answers[4]["ok"])
    check("and is no part of it", answers[5] == answers[1] == answers[10])
    check("refused views", not answers[7]["ok"] and not answers[9]["ok"])
    seed = ask.replace('"x"', "5")
    check("a seed is a string", '"seed"' in json.loads(engine(seed)[0])["error"])


def engine(*lines):
    return subprocess.run([khepri, "engine"], input="\n".join(lines), capture_output=True, text=True, check=True).stdout.splitlines()


def nets(folder):
    """`hard` with a net from a file: the shipped one plays as the shipped one does, a young one worse."""
    shipped = os.path.join(sys.argv[2], "ra-2.bin")
    young = os.path.join(folder, "young.bin")
    subprocess.run([khepri, "train", "ra", "--players", "2", "--games", "64", "--deals", "1", "--out", young], check=True,
                   capture_output=True)
    play = ("ra", "--players", 2, "--field", "hard,old=hard", "--deals", 8, "--net")
    same = table(*play, f"old={shipped}")
    check("the net that is inside anyway", [row["win_share_95"] for row in same["players"]] == [[0.5, 0.5]] * 2)
    other = table(*play, f"old={young}")
    check("a young one is beaten", other["players"][0]["win_share"] > 0.8)
    check("hashes in the plan", [len(net) for net in other["arena"]["nets"]] == [20] and
          other["arena"]["nets"] != same["arena"]["nets"])
    parts = []
    for i, net in ((1, young), (2, young), (2, shipped)):
        parts.append(os.path.join(folder, f"net-{len(parts)}.json"))
        with open(parts[-1], "w", encoding="utf-8") as file:
            file.write(run(*play, f"old={net}", "--shard", f"{i}/2", "--threads", 2, "--json").stdout)
    check("shards with a net", json.loads(run("--merge", "--json", *parts[:2]).stdout) == other)
    check("another net is another arena", "another arena" in run("--merge", parts[0], parts[2], status=2).stderr)
    with open(young, "rb") as file:
        good = file.read()
    for what, data, sentence in (("changed", good[:-1] + bytes([good[-1] ^ 1]), "the hash it says"), ("short", good[:-1], "not whole"),
                                 ("long", good + b"x", "not whole"), ("no net", b"x" * 99, "is no net"), ("empty", b"", "is no net"),
                                 ("other", good[:8] + b"\t" + good[9:], "another version"),
                                 ("for 3", good[:12] + b"\3" + good[13:], "is for ra with 3 players"),
                                 ("for nothing", good[:13] + b"\7" + good[14:], "no game that there is")):
        with open(young, "wb") as file:
            file.write(data)
        check(f"{what}: refused", sentence in run(*play, f"old={young}", status=2).stderr)
    for net, sentence in (("old", "PLAYER=FILE"), ("rule=x", "does not play"), ("old=", "PLAYER=FILE"), ("old=/none", "cannot be opened")):
        check(f"{net}: refused", sentence in run(*play, net, status=2).stderr)
    amun_net = os.path.join(sys.argv[2], "amun_re-3.bin")
    check("for another game", "is for amun_re with 3" in run(*play, f"old={amun_net}", status=2).stderr)
    for game, bot, net in (("amun_re", "hard", amun_net), ("amun_re", "master:200", amun_net), ("ra", "expert", shipped.replace("-2", "-3"))):
        same = table(game, "--players", 3, "--field", f"{bot},old={bot}", "--deals", 1, "--no-luck", "--net", f"old={net}")
        check(f"{bot} of {game} with the net that is inside anyway", all(abs(row["win_share"] - 1 / 3) < 1e-6 for row in same["players"]))
    subprocess.run([khepri, "train", "amun_re", "--players", "3", "--games", "40", "--deals", "1", "--out", young], check=True,
                   capture_output=True)
    other = table("amun_re", "--players", 3, "--field", "hard,old=hard", "--deals", 3, "--no-luck", "--net", f"old={young}")
    check("a young net of Amun-Re is beaten", other["players"][0]["win_share"] > 0.5)
    check("two nets", "two nets" in run(*play, f"old={shipped}", "--net", f"old={shipped}", status=2).stderr)
    check("a bot without a net", "bots that ask a net" in run("ra", "--players", 2, "--field", "rule", "--net", f"rule={shipped}", status=2).stderr)


def refused():
    play = ("ra", "--players", "3")
    for words, sentence in (
            ((), "a game is needed"), (("go", "--players", "3", "--field", "rule"), "no game 'go'"),
            (("ra", "--field", "rule"), "--players is needed"), (play, "--field or --mixed is needed"),
            ((*play, "--field", "rule", "--mixed", "rule,random"), "exclude each other"),
            ((*play, "--field", "genius"), "no bot 'genius' for ra; there is rule, novice, easy, "),
            ((*play, "--field", ""), "empty name"), ((*play, "--field", "rule,"), "empty name"),
            ((*play, "--field", "=rule"), "NAME=BOT"), ((*play, "--field", "a="), "NAME=BOT"),
            ((*play, "--field", "a=rule,a=random"), "two different players"),
            ((*play, "--field", "rule,rule,rule,rule"), "more than the 3 players"),
            ((*play, "--field", "x" * 32), "too long"),
            ((*play, "--mixed", "rule"), "two players at least"), ((*play, "--mixed", "rule,rule"), "twice"),
            ((*play, "--mixed", ",".join(f"p{i}=rule" for i in range(11))), "more than 10"),
            ((*play, "--field", "rule", "--program", "x"), "NAME=COMMAND"),
            ((*play, "--field", "rule", "--program", "x="), "NAME=COMMAND"),
            ((*play, "--field", "x", "--program", "x=cat", "--program", "x=cat"), "two programs"),
            ((*play, "--field", "rule", "--program", "x=cat"), "not in the field"),
            ((*play, "--field", "rule", "--no-luck", "--luck-ahead"), "exclude each other"),
            (("amun_re", "--players", "3", "--field", "rule", "--luck-ahead"), "for ra only"),
            ((*play, "--field", "rule", "--until", "2"), "LOW:HIGH"), ((*play, "--field", "rule", "--until", "+"), "LOW:HIGH"),
            ((*play, "--field", "rule", "--until", "40:30"), "LOW:HIGH"), ((*play, "--field", "rule", "--until", "40:"), "LOW:HIGH"),
            ((*play, "--field", "rule", "--until", "nan:nan"), "LOW:HIGH"), ((*play, "--field", "rule", "--until", "+90"), "LOW:HIGH"),
            ((*play, "--field", "rule", "--until", "me=+2"), "does not play"), ((*play, "--field", "rule", "--until", "rule="), "LOW:HIGH"),
            ((*play, "--field", "rule", "--until", "+2", "--shard", "1/2"), "--shard parts them"),
            ((*play, "--field", "rule", "--shard", "3/2"), "--shard takes"), ((*play, "--field", "rule", "--shard", "0/2"), "--shard takes"),
            ((*play, "--field", "rule", "--shard", "1/2x"), "--shard takes"), ((*play, "--field", "rule", "--shard", "1/999"), "--shard takes"),
            ((*play, "--field", "rule", "--deals", "2", "--shard", "1/3"), "cannot be parted"),
            ((*play, "--field", "rule", "--deals", "1000000000"), "more games than"),
            ((*play, "--field", "rule", "--deals", "0"), "--deals"), ((*play, "--field", "rule", "--ms", "0"), "--ms"),
            ((*play, "--field", "rule", "--threads", "x"), "--threads"), ((*play, "--field", "rule", "--anchor", "me"), "does not play"),
            ((*play, "--field", "rule", "--seed", "x" * 300), "--seed has at most"),
            ((*play, "--field", "rule", "--option", "edition=1066"), "edition"),
            (("--merge",), "needs the files"), (("--merge", "--players", "3", "x"), "only takes files")):
        done = run(*words, status=2)
        check(f"{words}: {done.stderr}", sentence in done.stderr and not done.stdout and done.stderr.count("\n") <= 2)


with tempfile.TemporaryDirectory() as temporary:
    fairness()
    strength()
    sequential()
    luck()
    sameness("ra", temporary)
    sameness("amun_re", temporary)
    programs(temporary)
    nets(temporary)
    refused()
    if os.path.exists("/dev/full"):
        full = subprocess.run(f"'{khepri}' arena ra --players 3 --field rule --deals 1 > /dev/full", shell=True,
                              capture_output=True, check=False)
        check("a full disk: status 2 and a sentence", full.returncode == 2 and b"No space" in full.stderr)
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
