# SPDX-License-Identifier: MIT
"""test_files.py -- files of every kind as input and output: each fault gets one sentence, and nothing else changes."""
import os
import stat
import subprocess

import pytest

from program import PROGRAM, khepri

TOKEN_ROOM = 200


def run(*words, text=b"", limit=None):
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
