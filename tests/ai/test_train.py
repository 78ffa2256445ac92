# SPDX-License-Identifier: MIT
"""A tiny training gives the same net on every machine, and when it was interrupted; files that do not fit are refused."""
import json
import os
import struct
import subprocess
import sys
import time

import pytest

from program import PROGRAM, ROOT

NET_TO_C = os.path.join(ROOT, "tools", "net_to_c.py")
ROUND = ["--round", "16", "--deals", "1"]
PLAN = ["ra", "--players", "3", "--games", "20", "--seed", "tiny", *ROUND]
# The weights after 20 games of Ra, and after 10 of Amun-Re. Changed features, search or learning change them, and nothing else may.
HASH = "c915d547eba7714b"
AMUN_HASH = "d08178b70b63cfe4"


def train(*words):
    return subprocess.run([PROGRAM, "train", *words], capture_output=True, text=True)


def read(path):
    with open(path, "rb") as file:
        return file.read()


@pytest.fixture(scope="module")
def at(tmp_path_factory):
    """The path of a file by its name; the tests of this file share them."""
    folder = tmp_path_factory.mktemp("train")
    return lambda name: os.path.join(folder, name)


@pytest.fixture(scope="module")
def whole(at):
    """The training that others are compared with; its net is at("whole")."""
    whole = train(*PLAN, "--out", at("whole"), "--curve", at("curve"))
    assert whole.returncode == 0 and whole.stderr == "", "a training ends well"
    return whole


@pytest.fixture(scope="module")
def other(at):
    """A net of another seed, at("other"): what training it printed."""
    return train(*PLAN[:5], "--seed", "other", *ROUND, "--games", "3", "--out", at("other")).stdout


@pytest.fixture(scope="module")
def amun(at):
    """Two trainings of Amun-Re that are alike; the net is at("amun")."""
    return [train("amun_re", "--players", "3", "--games", "10", "--seed", "tiny", *ROUND, "--out", at("amun")) for _ in range(2)]


def test_a_tiny_training_of_ra(at, whole, other):
    print("#", whole.stdout.splitlines()[-1])
    assert whole.stdout.splitlines()[-1] == f"hash {HASH}", f"its hash is {HASH}"
    curve = json.loads(read(at("curve")))
    assert [p["games"] for p in curve["points"]] == [16, 20], "the curve tells of each measurement"
    assert "%016x" % struct.unpack_from("<Q", read(at("whole")), 32) == HASH, "the net says its hash"
    assert other.splitlines()[-1] != f"hash {HASH}", "other seeds, other nets"


def test_a_tiny_training_of_amun_re(at, amun):
    print("#", amun[0].stdout.splitlines()[-1])
    assert amun[0].stdout == amun[1].stdout, "Amun-Re learns the same twice"
    assert amun[0].stdout.splitlines()[-1] == f"hash {AMUN_HASH}", f"its hash is {AMUN_HASH}"
    assert struct.unpack_from("<I", read(at("amun")), 12) == (3 + 256,), "the net says its game"


def test_threads_change_nothing(at, whole):
    train(*PLAN, "--threads", "3", "--out", at("threads"))
    assert read(at("threads")) == read(at("whole")), "threads change nothing"


def test_threads_share_a_large_batch(at, whole):
    """Four lanes of a batch, by one thread and by three."""
    for threads in ("1", "3"):
        train(*PLAN, "--batch", "128", "--threads", threads, "--out", at("batch " + threads))
    assert read(at("batch 1")) == read(at("batch 3")), "threads change nothing"
    assert read(at("batch 1")) != read(at("whole")), "another batch, another net"


def test_passes(at, whole):
    for passes in ("1", "2"):
        train(*PLAN, "--passes", passes, "--out", at("passes " + passes))
    assert read(at("passes 2")) == read(at("whole")), "two passes are the default"
    assert read(at("passes 1")) != read(at("whole")), "one pass, another net"


def test_a_round_from_shards(at, whole):
    """Several machines: each plays a part of a round, and one learns from all."""
    def shard(part, of, *more):
        printed = train(*PLAN, "--shard", f"{part}/{of}", *more)
        with open(at(f"shard {part} of {of}"), "w", encoding="ascii") as file:
            file.write(printed.stdout)
        return ["--lessons", at(f"shard {part} of {of}")]

    end = ["--out", at("parts"), "--checkpoint", at("parts so far")]
    parts = [shard(part, 3) for part in (1, 2, 3)]
    assert read(parts[1][1]) == read(shard(2, 3, "--threads", "2")[1]), "a shard is the same twice"
    for lessons, why in ((parts[0] + parts[1], "the lessons of game 2 are missing"), (parts[0] + parts[0], "game 0 was there already"),
                         (["--lessons", at("none")], "cannot be opened"), (["--lessons", at("whole")], "it is no JSON")):
        told = train(*PLAN, *end, *lessons)
        assert told.returncode == 2 and why in told.stderr and not os.path.exists(at("parts so far")), f"refused: {why}"
    with open(parts[2][1], encoding="ascii") as file:
        lines = file.read().splitlines(True)
    for change, why in ((("[[[", "[[[1,"), "lesson 1 of game 2 is none"), (('"game":2', '"game":16'), "none of this round"), (("],", "}"), "no JSON")):
        with open(at("changed"), "w", encoding="ascii") as file:
            file.writelines([lines[0], lines[1].replace(*change, 1)])
        told = train(*PLAN, *end, *parts[0], *parts[1], "--lessons", at("changed"))
        assert told.returncode == 2 and f"line 2: " in told.stderr and why in told.stderr, f"refused: {why}"
    first = train(*PLAN, *end, *parts[1], *parts[2], *parts[0])
    assert first.stdout == whole.stdout.splitlines(True)[0], "a round from shards"
    told = train(*PLAN, *end, *parts[0], *parts[1], *parts[2])
    assert told.returncode == 2 and "of this training's next round" in told.stderr, "a round is not learned twice"
    train(*PLAN, *end, *shard(1, 1, "--checkpoint", at("parts so far")))
    assert read(at("parts")) == read(at("whole")), "the same net from shards"


def test_a_net_learns_further(at, whole, other, amun):
    further = ["ra", "--players", "3", "--games", "4", "--deals", "1", "--out", at("further"), "--from"]
    assert train(*further, at("whole")).stdout.splitlines()[-1] != train(*further, at("other")).stdout.splitlines()[-1], "a net learns further"
    for path, why in ((at("amun"), "is for amun_re with 3 players"), (at("curve"), "no net"), (at("none"), "cannot be opened")):
        told = train(*further, path)
        assert told.returncode == 2 and why in told.stderr, f"refused: {why}"


def test_an_interrupted_training_goes_on(at, whole):
    """Ended after the first measurement, and begun again from there."""
    part = subprocess.Popen([PROGRAM, "train", *PLAN, "--out", at("part"), "--curve", at("part curve"), "--checkpoint",
                             at("checkpoint")], stdout=subprocess.PIPE, text=True)
    first = part.stdout.readline()
    while not os.path.exists(at("checkpoint")) and part.poll() is None:
        time.sleep(0.01)
    part.kill()
    part.wait()
    assert first == whole.stdout.splitlines(True)[0], "the first line is the same"
    rest = train(*PLAN, "--out", at("part"), "--curve", at("part curve"), "--checkpoint", at("checkpoint"))
    assert rest.returncode == 0 and " 16 games" not in rest.stdout, "it goes on from the checkpoint"
    assert read(at("part")) == read(at("whole")), "and ends in the same net"
    assert read(at("part curve")) == read(at("curve")), "and in the same curve"
    wrong = train(*PLAN[:5], *ROUND, "--out", at("part"), "--checkpoint", at("checkpoint"))
    assert wrong.returncode == 2 and wrong.stderr.count("\n") == 1, "a checkpoint of another training is refused"
    with open(at("checkpoint"), "rb") as file:
        good = file.read()
    for place in (0, 20, 30, 60, len(good) // 2, len(good) - 1):
        damaged = bytearray(good)
        damaged[place] ^= 1
        with open(at("damaged"), "wb") as file:
            file.write(damaged)
        wrong = train(*PLAN, "--out", at("part"), "--checkpoint", at("damaged"))
        assert wrong.returncode == 2 and wrong.stderr.count("\n") == 1, f"byte {place} of a checkpoint was changed"


def test_a_training_that_is_over_writes_its_files_again(at, whole):
    words = [*PLAN, "--checkpoint", at("over")]
    assert train(*words, "--out", at("first of two")).returncode == 0
    again = train(*words, "--out", at("second of two"), "--curve", at("curve of two"))
    assert again.returncode == 0 and again.stdout == f"hash {HASH}\n", "nothing is left to play"
    assert read(at("second of two")) == read(at("whole")), "the net is where the command says"
    assert read(at("curve of two")) == read(at("curve")), "and so is the curve"


def test_a_pause_and_another_number_of_games(at):
    half = train("ra", "--players", "2", "--games", "60", "--pause", "20", *ROUND, "--out", at("half"), "--checkpoint", at("pause"))
    assert half.returncode == 0 and "hash" not in half.stdout and "48 games" not in half.stdout, "a pause is no end"
    more = train("ra", "--players", "2", "--games", "34", *ROUND, "--out", at("half"), "--checkpoint", at("pause"))
    assert more.returncode == 0 and more.stdout.splitlines()[-2].split()[0] == "34", "it goes on to fewer games"
    straight = train("ra", "--players", "2", "--games", "34", *ROUND, "--out", at("straight"))
    assert straight.stdout.splitlines()[-1] != more.stdout.splitlines()[-1], "which is not what fewer games from the beginning are"
    assert (train("ra", "--players", "2", "--games", "31", *ROUND, "--out", at("half"), "--checkpoint",
                                        at("pause")).returncode == 2), "there is no way back"
    assert (train("ra", "--players", "2", "--games", "34", *ROUND, "--rate", "0.001", "--out",
                                             at("straight")).stdout.splitlines()[-1] != straight.stdout.splitlines()[-1]), "another rate, another net"
    assert (train("ra", "--players", "2", "--games", "34", *ROUND, "--lambda", "1", "--out",
                                               at("straight")).stdout.splitlines()[-1] != straight.stdout.splitlines()[-1]), "another lambda, another net"


@pytest.mark.parametrize("words", [["ra", "--players", "3", "--games", "9"], ["amun_re", "--players", "2", "--games", "9", "--out", "X"],
                                   ["ra", "--games", "9", "--out", "X"], ["ra", "--players", "3", "--out", "X"],
                                   ["ra", "--players", "2", "--games", "9", "--pause", "1", "--out", "X"],
                                   ["ra", "--players", "6", "--games", "9", "--out", "X"], ["ra", "--players", "3", "--games", "9", "--rate", "2", "--out", "X"],
                                   ["ra", "--players", "3", "--games", "9", "--lambda", "much", "--out", "X"],
                                   ["ra", "--players", "2", "--games", "1", "--deals", "1", "--out", "X/folder"]])
def test_wrong_words_are_refused(words, at):
    told = train(*[word.replace("X", at("x")) for word in words])
    assert told.returncode == 2 and told.stderr.startswith("khepri train: "), f"refused: {words}"


def test_a_damaged_net_is_not_embedded(at, whole):
    good = read(at("whole"))
    for damaged in (good[:-1], good[:100] + bytes([good[100] ^ 1]) + good[101:]):
        with open(at("damaged"), "wb") as file:
            file.write(damaged)
        told = subprocess.run([sys.executable, NET_TO_C, at("out.c"), at("damaged")], capture_output=True, text=True)
        assert told.returncode != 0 and not os.path.exists(at("out.c")), "a damaged net is not embedded"
