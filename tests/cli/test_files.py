# SPDX-License-Identifier: MIT
"""test_files.py -- files of every kind as input and output: each fault gets one sentence, and nothing else changes."""
import json
import os
import resource
import socket
import stat
import subprocess
import xml.dom.minidom

import pytest

from program import PROGRAM


def run(*words, text=b""):
    """The exit status, the output and the sentences of a command."""
    done = subprocess.run([PROGRAM, *map(str, words)], input=text, capture_output=True, check=False)
    return done.returncode, done.stdout, done.stderr.decode()


# Commands that write a file whole, and what they say when they cannot.
WRITERS = {"play": lambda path: run("play", "ra", "--plain", "--lang", "en", "--save", path, text=b"quit\n"),
           "bot-account": lambda path: run("bot-account", path, "scarab"),
           "arena": lambda path: run("arena", "ra", "--players", "2", "--field", "rule,random", "--deals", "2", "--checkpoint", path)}


@pytest.fixture(params=WRITERS)
def write(request):
    return WRITERS[request.param]


def test_a_folder_is_not_written(write, tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    status, _, sentence = write(folder)
    assert status == 2 and "Is a directory" in sentence and sentence.count("\n") == 1
    assert os.listdir(tmp_path) == ["folder"], "and nothing is left beside it"


@pytest.mark.parametrize("name", ["play"])
def test_a_link_to_a_device_stays_one(name, tmp_path):
    link = tmp_path / "nothing"
    link.symlink_to("/dev/null")
    status, _, sentence = WRITERS[name](link)
    assert (status, sentence) == (0, "")
    assert os.readlink(link) == "/dev/null" and stat.S_ISCHR(os.stat("/dev/null").st_mode)
    assert os.listdir(tmp_path) == ["nothing"]


def test_a_full_device_is_told(tmp_path):
    status, _, sentence = WRITERS["play"]("/dev/full")
    assert status == 2 and "No space left on device" in sentence
    assert stat.S_ISCHR(os.stat("/dev/full").st_mode)


def test_a_limit_of_the_size_is_told_as_a_full_disk_is(tmp_path):
    command = ["simulate", "ra", "--players", "3", "--games", "300", "--records", tmp_path / "records"]
    done = subprocess.run([PROGRAM, *command], capture_output=True, text=True, check=False,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192)))
    assert done.returncode == 2 and "File too large" in done.stderr and done.stderr.count("\n") == 1, done


def test_a_pipe_is_not_replaced(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    status, _, sentence = WRITERS["play"](pipe)
    assert status == 2 and "could not be saved" in sentence
    assert stat.S_ISFIFO(os.stat(pipe).st_mode) and os.listdir(tmp_path) == ["pipe"]


def test_a_link_to_a_file_stays_one_and_the_mode_too(tmp_path):
    file, link = tmp_path / "file", tmp_path / "link"
    assert run("bot-account", file, "scarab")[0] == 0
    os.chmod(file, 0o640)
    link.symlink_to("file")
    assert run("bot-account", link, "ibis")[0] == 0
    assert run("bot-account", file)[1] == b"scarab\nibis\n"
    assert os.readlink(link) == "file" and stat.S_IMODE(os.stat(file).st_mode) == 0o640
    assert sorted(os.listdir(tmp_path)) == ["file", "link"]


@pytest.mark.parametrize("output", ["> /dev/full", ">&-"])
@pytest.mark.parametrize("is_there", [True, False])
def test_a_token_that_nobody_sees_replaces_none(output, is_there, tmp_path):
    file = tmp_path / "bots.txt"
    if is_there:
        assert run("bot-account", file, "scarab")[0] == 0
    before = file.read_bytes() if is_there else None
    done = subprocess.run(["sh", "-c", f'"$0" bot-account "$1" scarab {output}', PROGRAM, file], stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2 and "writing the output failed" in done.stderr and done.stderr.count("\n") == 1, done
    assert os.listdir(tmp_path) == ["bots.txt"] * is_there
    assert not is_there or file.read_bytes() == before


def test_a_drawing_that_does_not_fit_changes_nothing(tmp_path):
    made, drawing = tmp_path / "made", tmp_path / "game.svg"
    assert run("simulate", "ra", "--players", "2", "--games", "1", "--records", made)[0] == 0
    record = {**json.loads(made.read_text()), "players": ["\x1b[2J<&", "\x07"]}
    made.write_text(json.dumps(record))
    assert run("analyse", "--bot", "hard", "--svg", drawing, made)[0] == 0
    text = drawing.read_bytes()
    assert xml.dom.minidom.parseString(text) and b"?[2J&#60;&#38;" in text
    done = subprocess.run(["sh", "-c", 'ulimit -f 1; trap "" XFSZ; exec "$@"', "sh", PROGRAM, "analyse", "--bot", "hard", "--svg", drawing, made],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "File too large" in done.stderr and done.stderr.count("\n") == 1
    assert drawing.read_bytes() == text and sorted(os.listdir(tmp_path)) == ["game.svg", "made"]


@pytest.mark.parametrize("words", [["train", "ra", "--players", "2", "--games", "1", "--deals", "1", "--out", "{}"],
                                   ["train", "ra", "--players", "2", "--games", "1", "--deals", "1", "--out", "{made}.net", "--curve", "{}"],
                                   ["arena", "ra", "--players", "2", "--field", "rule,random", "--deals", "2", "--checkpoint", "{}"],
                                   ["play", "ra", "--save", "{}"], ["analyse", "--bot", "hard", "--svg", "{}", "{made}"]], ids=" ".join)
def test_a_folder_that_is_not_there_is_told_before_the_work(words, tmp_path):
    made = tmp_path / "made"
    assert run("simulate", "ra", "--players", "2", "--games", "1", "--records", made)[0] == 0
    path = tmp_path / "nowhere" / "file"
    status, out, sentence = run(*[word.format(path, made=made) for word in words])
    assert (status, out) == (2, b"") and f"{path}" in sentence and "No such file or directory" in sentence and sentence.count("\n") == 1
    assert os.listdir(tmp_path) == ["made"]


def test_two_games_are_not_drawn(tmp_path):
    made = tmp_path / "made"
    assert run("simulate", "ra", "--players", "2", "--games", "2", "--records", made)[0] == 0
    status, out, sentence = run("analyse", "--bot", "hard", "--svg", tmp_path / "x.svg", made)
    assert (status, out) == (2, b"") and "--svg draws a single game" in sentence and sentence.count("\n") == 1


# ---- files that are read ----


def test_a_zero_byte_hides_no_account(tmp_path):
    file = tmp_path / "bots.txt"
    assert run("bot-account", file, "scarab")[0] == 0 and run("bot-account", file, "ibis")[0] == 0
    whole = file.read_bytes()
    for at in (0, whole.index(b"scarab"), whole.index(b"ibis"), len(whole)):
        damaged = whole[:at] + b"\0" + whole[at:]
        file.write_bytes(damaged)
        for words in ([], ["crane"], ["ibis"], ["--remove", "ibis"]):
            status, out, sentence = run("bot-account", file, *words)
            assert (status, out) == (2, b"") and "has NUL bytes" in sentence and sentence.count("\n") == 1
            assert file.read_bytes() == damaged


def test_a_zero_byte_hides_no_setting(tmp_path):
    if run("serve", "--help")[0] != 0:
        pytest.skip("this build has no server")
    file = tmp_path / "settings"
    file.write_bytes(b"keep = 30\n\0\nno-such-setting = 1\n")
    status, _, sentence = run("serve", "--config", file, "--data", tmp_path / "data")
    assert status == 2 and "has NUL bytes" in sentence and os.listdir(tmp_path) == ["settings"]


def test_a_game_is_one_line(tmp_path):
    made = tmp_path / "made"
    assert run("simulate", "ra", "--players", "2", "--games", "2", "--records", made)[0] == 0
    one, two = made.read_bytes().splitlines()
    file = tmp_path / "file"
    for data, why in ((b"", "empty"), (b"\n \n", "empty"), (one + b"\n" + two, "more than one game"), (one + b"\n\0", "more than one game"),
                      (one[:-1], "not JSON"), (one + b"\0", "not JSON"), (b"\xff\xfe", "not JSON")):
        file.write_bytes(data)
        status, _, sentence = run("play", "ra", "--plain", "--lang", "en", "--load", file)
        assert status == 2 and why in sentence and sentence.count("\n") == 1, data[-20:]
        assert file.read_bytes() == data


READERS = {"show": ["show"], "replay": ["replay"], "analyse": ["analyse", "--bot", "hard"], "play": ["play", "ra", "--plain", "--load"]}


@pytest.mark.parametrize("path, why", [("/dev/zero", "File too large"), ("/", "Is a directory"), ("/nowhere", "No such file")])
@pytest.mark.parametrize("name", READERS)
def test_what_is_no_file_of_records(name, path, why):
    """/dev/zero is a line without an end."""
    status, out, sentence = run(*READERS[name], path)
    assert (status, out) == (2, b"") and why in sentence and sentence.count("\n") == 1


@pytest.mark.parametrize("data", [b"", b"\n \n"])
@pytest.mark.parametrize("words, what, ends", [(READERS["show"], "no game", 2), (READERS["replay"], "no game", 0), (READERS["analyse"], "no game", 2),
                                               (["puzzle", "check"], "no puzzle", 2), (["puzzle", "show"], "no puzzle", 2)])
def test_a_file_without_records_is_told(words, what, ends, data, tmp_path):
    """As it is left by a disk that was full, or by a pipe whose beginning failed. For khepri replay it is no error: nothing in it is wrong."""
    file = tmp_path / "file"
    file.write_bytes(data)
    status, out, sentence = run(*words, file)
    assert (status, out) == (ends, b"") and what in sentence and sentence.count("\n") == 1


def writes_of(words, count):
    """What each of the first writes to its output holds. A socket of packets keeps them apart."""
    ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with ours, subprocess.Popen([PROGRAM, *words], stdout=its, stderr=subprocess.DEVNULL) as process:
        its.close()
        writes = [ours.recv(1 << 20) for _ in range(count)]
        process.kill()
    return writes


@pytest.mark.parametrize("words", [["simulate", "ra", "--players", "3", "--games", "100000000", "--records", "-"],
                                   ["meter", "--make", "ra", "--players", "2", "--games", "100000", "--rollouts", "0", "--policy", "random",
                                    "--deep", "medium", "--each", "1", "--endings", "0"]], ids=["simulate", "meter"])
def test_a_command_writes_whole_lines(words):
    """So one that is killed leaves none in halves, save where the system cuts a write between two of its pages."""
    for written in writes_of(words, 50):
        assert written.endswith(b"\n") and all(json.loads(line) for line in written.splitlines())
