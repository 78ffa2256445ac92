#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A tiny training gives the same net on every machine, and when it was interrupted; files that do not fit are refused.
Usage: train.py KHEPRI NET_TO_C"""
import json
import os
import struct
import subprocess
import sys
import tempfile
import time

khepri, net_to_c = sys.argv[1:3]
ROUND = ["--round", "16", "--deals", "1"]
PLAN = ["ra", "--players", "3", "--games", "20", "--seed", "tiny", *ROUND]
# The weights after 20 games of Ra, and after 10 of Amun-Re. Changed features, search or learning change them, and nothing else may.
HASH = "9be1f15a91c6b70e"
AMUN_HASH = "196460166636c870"
passed = failed = 0


def check(what, good):
    global passed, failed
    if good:
        passed += 1
    else:
        failed += 1
        print("FAILED:", what)


def train(*words):
    return subprocess.run([khepri, "train", *words], capture_output=True, text=True)


def read(path):
    with open(path, "rb") as file:
        return file.read()


with tempfile.TemporaryDirectory() as folder:
    def at(name):
        return os.path.join(folder, name)

    whole = train(*PLAN, "--out", at("whole"), "--curve", at("curve"))
    check("a training ends well", whole.returncode == 0 and whole.stderr == "")
    print(whole.stdout.splitlines()[-1])
    check(f"its hash is {HASH}", whole.stdout.splitlines()[-1] == f"hash {HASH}")
    curve = json.loads(read(at("curve")))
    check("the curve tells of each measurement", [p["games"] for p in curve["points"]] == [16, 20])
    check("the net says its hash", "%016x" % struct.unpack_from("<Q", read(at("whole")), 32) == HASH)
    check("other seeds, other nets", train(*PLAN[:5], "--seed", "other", *ROUND, "--games", "3", "--out",
                                           at("other")).stdout.splitlines()[-1] != f"hash {HASH}")

    amun = [train("amun_re", "--players", "3", "--games", "10", "--seed", "tiny", *ROUND, "--out", at("amun"))
            for _ in range(2)]
    print(amun[0].stdout.splitlines()[-1])
    check("Amun-Re learns the same twice", amun[0].stdout == amun[1].stdout)
    check(f"its hash is {AMUN_HASH}", amun[0].stdout.splitlines()[-1] == f"hash {AMUN_HASH}")
    check("the net says its game", struct.unpack_from("<I", read(at("amun")), 12) == (3 + 256,))

    # Several threads, and several machines: each plays a part of a round, and one learns from all.
    train(*PLAN, "--threads", "3", "--out", at("threads"))
    check("threads change nothing", read(at("threads")) == read(at("whole")))

    def shard(part, of, *more):
        printed = train(*PLAN, "--shard", f"{part}/{of}", *more)
        with open(at(f"shard {part} of {of}"), "w", encoding="ascii") as file:
            file.write(printed.stdout)
        return ["--lessons", at(f"shard {part} of {of}")]

    end = ["--out", at("parts"), "--checkpoint", at("parts so far")]
    parts = [shard(part, 3) for part in (1, 2, 3)]
    check("a shard is the same twice", read(parts[1][1]) == read(shard(2, 3, "--threads", "2")[1]))
    for lessons, why in ((parts[0] + parts[1], "the lessons of game 2 are missing"), (parts[0] + parts[0], "game 0 was there already"),
                         (["--lessons", at("none")], "cannot be opened"), (["--lessons", at("whole")], "it is no JSON")):
        told = train(*PLAN, *end, *lessons)
        check(f"refused: {why}", told.returncode == 2 and why in told.stderr and not os.path.exists(at("parts so far")))
    with open(parts[2][1], encoding="ascii") as file:
        lines = file.read().splitlines(True)
    for change, why in ((("[[[", "[[[1,"), "lesson 1 of game 2 is none"), (('"game":2', '"game":16'), "none of this round"), (("],", "}"), "no JSON")):
        with open(at("changed"), "w", encoding="ascii") as file:
            file.writelines([lines[0], lines[1].replace(*change, 1)])
        told = train(*PLAN, *end, *parts[0], *parts[1], "--lessons", at("changed"))
        check(f"refused: {why}", told.returncode == 2 and f"line 2: " in told.stderr and why in told.stderr)
    first = train(*PLAN, *end, *parts[1], *parts[2], *parts[0])
    check("a round from shards", first.stdout == whole.stdout.splitlines(True)[0])
    told = train(*PLAN, *end, *parts[0], *parts[1], *parts[2])
    check("a round is not learned twice", told.returncode == 2 and "of this training's next round" in told.stderr)
    train(*PLAN, *end, *shard(1, 1, "--checkpoint", at("parts so far")))
    check("the same net from shards", read(at("parts")) == read(at("whole")))

    # From a net that is there.
    further = ["ra", "--players", "3", "--games", "4", "--deals", "1", "--out", at("further"), "--from"]
    check("a net learns further", train(*further, at("whole")).stdout.splitlines()[-1] != train(*further, at("other")).stdout.splitlines()[-1])
    for path, why in ((at("amun"), "is for amun_re with 3 players"), (at("curve"), "no net"), (at("none"), "cannot be opened")):
        told = train(*further, path)
        check(f"refused: {why}", told.returncode == 2 and why in told.stderr)

    # Ended after the first measurement, and begun again from there.
    part = subprocess.Popen([khepri, "train", *PLAN, "--out", at("part"), "--curve", at("part curve"), "--checkpoint",
                             at("checkpoint")], stdout=subprocess.PIPE, text=True)
    first = part.stdout.readline()
    while not os.path.exists(at("checkpoint")) and part.poll() is None:
        time.sleep(0.01)
    part.kill()
    part.wait()
    check("the first line is the same", first == whole.stdout.splitlines(True)[0])
    rest = train(*PLAN, "--out", at("part"), "--curve", at("part curve"), "--checkpoint", at("checkpoint"))
    check("it goes on from the checkpoint", rest.returncode == 0 and " 16 games" not in rest.stdout)
    check("and ends in the same net", read(at("part")) == read(at("whole")))
    check("and in the same curve", read(at("part curve")) == read(at("curve")))

    # A pause, and on to another number of games.
    half = train("ra", "--players", "2", "--games", "60", "--pause", "20", *ROUND, "--out", at("half"), "--checkpoint", at("pause"))
    check("a pause is no end", half.returncode == 0 and "hash" not in half.stdout and "48 games" not in half.stdout)
    more = train("ra", "--players", "2", "--games", "34", *ROUND, "--out", at("half"), "--checkpoint", at("pause"))
    check("it goes on to fewer games", more.returncode == 0 and more.stdout.splitlines()[-2].split()[0] == "34")
    straight = train("ra", "--players", "2", "--games", "34", *ROUND, "--out", at("straight"))
    check("which is not what fewer games from the beginning are", straight.stdout.splitlines()[-1] != more.stdout.splitlines()[-1])
    check("there is no way back", train("ra", "--players", "2", "--games", "31", *ROUND, "--out", at("half"), "--checkpoint",
                                        at("pause")).returncode == 2)

    check("another rate, another net", train("ra", "--players", "2", "--games", "34", *ROUND, "--rate", "0.001", "--out",
                                             at("straight")).stdout.splitlines()[-1] != straight.stdout.splitlines()[-1])
    check("another lambda, another net", train("ra", "--players", "2", "--games", "34", *ROUND, "--lambda", "1", "--out",
                                               at("straight")).stdout.splitlines()[-1] != straight.stdout.splitlines()[-1])

    wrong = train(*PLAN[:5], *ROUND, "--out", at("part"), "--checkpoint", at("checkpoint"))
    check("a checkpoint of another training is refused", wrong.returncode == 2 and wrong.stderr.count("\n") == 1)
    for words in (["ra", "--players", "3", "--games", "9"], ["amun_re", "--players", "2", "--games", "9", "--out", at("x")],
                  ["ra", "--games", "9", "--out", at("x")], ["ra", "--players", "3", "--out", at("x")],
                  ["ra", "--players", "2", "--games", "9", "--pause", "1", "--out", at("x")],
                  ["ra", "--players", "6", "--games", "9", "--out", at("x")], ["ra", "--players", "3", "--games", "9", "--rate", "2", "--out", at("x")],
                  ["ra", "--players", "3", "--games", "9", "--lambda", "much", "--out", at("x")],
                  ["ra", "--players", "2", "--games", "1", "--deals", "1", "--out", at("no/folder")]):
        told = train(*words)
        check(f"refused: {words}", told.returncode == 2 and told.stderr.startswith("khepri train: "))

    good = read(at("whole"))
    for damaged in (good[:-1], good[:100] + bytes([good[100] ^ 1]) + good[101:]):
        with open(at("damaged"), "wb") as file:
            file.write(damaged)
        told = subprocess.run([sys.executable, net_to_c, at("out.c"), at("damaged")], capture_output=True, text=True)
        check("a damaged net is not embedded", told.returncode != 0 and not os.path.exists(at("out.c")))

print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
