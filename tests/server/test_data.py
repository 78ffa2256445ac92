# SPDX-License-Identifier: MIT
"""test_data.py -- the data file: what would begin with less than was stored is refused with a sentence and a way out."""
import fcntl
import json
import os
import shutil
import sqlite3
import stat
import subprocess

import pytest
import visitor
from program import PROGRAM, khepri


@pytest.fixture
def data(tmp_path):
    """A server's file after a game's first actions, closed in order."""
    with visitor.Server(folder=str(tmp_path)) as server:
        make_table(server)
        assert server.end() == 0
        assert sorted(os.listdir(tmp_path)) == ["khepri.sqlite", "log"]
        yield server.data


def make_table(server):
    return server.table(["person", "person"])[0]["id"]


def refused(path, *sentences, **how):
    """Starts a server on it: it must be refused, and change nothing."""
    before = content(path)
    done = subprocess.run([PROGRAM, "serve", "--listen", "127.0.0.1:0", "--data", str(path)], capture_output=True, text=True, check=False, **how)
    assert (done.returncode, done.stdout) == (2, ""), done
    for sentence in sentences:
        assert sentence in done.stderr.splitlines()[-1] and done.stderr.splitlines()[-1].startswith("khepri serve: "), done
    assert content(path) == before, "a refused file was changed"
    return done.stderr


def content(path):
    found = {}
    for ending in ("", "-wal", "-journal"):
        if os.path.isfile(f"{path}{ending}"):
            with open(f"{path}{ending}", "rb") as file:
                found[ending] = (file.read(), os.fstat(file.fileno()).st_mode)
    return found


def tables(path):
    os.path.exists(os.path.dirname(path) + "/log") and os.unlink(os.path.dirname(path) + "/log")
    with visitor.Server(folder=os.path.dirname(path)) as server:
        found = len(server.get("/api/1/tables")[1]["tables"])
        server.must_end_well()
    database = sqlite3.connect(path)
    (count,) = database.execute("SELECT count(*) FROM tables").fetchone()
    database.close()
    assert found <= count
    return count


def killed(data):
    """A server on that file, killed after one more table: its WAL is there."""
    with visitor.Server(folder=os.path.dirname(data)) as server:
        make_table(server)
        server.kill()
    assert os.path.getsize(data + "-wal") > 0


def test_any_name_of_a_file_in_use_finds_it_in_use(data, tmp_path):
    with visitor.Server(folder=str(tmp_path)) as server:
        os.symlink(data, tmp_path / "symbolic")
        os.link(data, tmp_path / "hard")
        for name in ("khepri.sqlite", "symbolic", "hard"):
            refused(tmp_path / name, "another khepri serve is using")
        make_table(server)
        os.unlink(tmp_path / "hard")
        server.must_end_well()
    os.link(data, tmp_path / "hard")                # not in use: its WAL would have another name each time
    for name in ("khepri.sqlite", "symbolic", "hard"):
        refused(tmp_path / name, "2 names (hard links)", "khepri backup")
    os.unlink(tmp_path / "hard")
    assert tables(data) == 2


def test_a_command_that_reads_the_file_is_waited_for(data):
    """A nightly backup that began while no server ran must not keep the next one from starting."""
    with open(data, "rb") as reader:
        fcntl.flock(reader, fcntl.LOCK_SH)          # as khepri backup does
        server = subprocess.Popen([PROGRAM, "serve", "--listen", "127.0.0.1:0", "--data", data], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert "is being read by a command: waiting for its end" in server.stderr.readline()
    assert server.stdout.readline().startswith("listening on ")
    server.terminate()
    assert server.communicate() == ("", "") and server.returncode == 0


def test_the_wal_lies_beside_the_file_that_a_symbolic_link_names(data, tmp_path):
    killed(data)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    os.symlink(data, elsewhere / "khepri.sqlite")
    assert tables(str(elsewhere / "khepri.sqlite")) == 2
    assert os.listdir(elsewhere) == ["khepri.sqlite", "log"] or sorted(os.listdir(elsewhere)) == ["khepri.sqlite", "log"]


def test_an_emptied_or_missing_file_is_refused(data):
    killed(data)
    os.rename(data, data + ".kept")
    refused(data, "is missing, but its -wal is there")
    with open(data, "wb"):
        pass
    refused(data, "is empty", "backup")
    os.unlink(data + "-wal")
    refused(data, "is empty", "remove it to begin anew")
    os.unlink(data)
    assert tables(data) == 0


@pytest.mark.parametrize("keep", [0.1, 0.5, 0.9])
def test_a_truncated_file_is_refused(data, keep):
    os.truncate(data, int(os.path.getsize(data) * keep))
    refused(data, "cannot read" if keep < 0.2 else "")


def test_a_damaged_page_is_refused(data):
    database = sqlite3.connect(data)
    (page,), (size,) = [database.execute(ask).fetchone() for ask in
                        ("SELECT rootpage FROM sqlite_schema WHERE name = 'actions'", "PRAGMA page_size")]
    database.close()
    with open(data, "r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)
    refused(data, "is damaged: ", "khepri restore")


def test_a_copy_without_its_wal_is_refused(data, tmp_path):
    copy = tmp_path / "copy.sqlite"
    with visitor.Server(folder=str(tmp_path)) as server:
        for _ in range(3):
            make_table(server)
        shutil.copy(server.data, copy)
        shutil.copy(server.data + "-wal", tmp_path / "copy.wal")
        server.must_end_well()
    refused(copy, "its -wal is missing", "khepri restore --incomplete")
    os.rename(tmp_path / "copy.wal", f"{copy}-wal")
    database = sqlite3.connect(f"file:{copy}?mode=ro", uri=True)
    assert database.execute("SELECT count(*) FROM tables").fetchone() == (4,)
    database.close()


def test_what_another_program_put_into_the_file_is_complete(data):
    killed(data)
    database = sqlite3.connect(data)                # takes the WAL over, and removes it
    assert database.execute("SELECT count(*) FROM tables").fetchone() == (2,)
    database.close()
    assert not os.path.exists(data + "-wal")
    assert tables(data) == 2


def test_the_wal_of_another_time_is_refused(data):
    shutil.copy(data, data + ".old")
    killed(data)
    tables(data)
    killed(data)
    shutil.copy(data, data + ".new")
    shutil.copy(data + ".old", data)
    refused(data, "do not belong together")
    shutil.copy(data + ".new", data)
    assert tables(data) == 3


def test_a_wal_that_lost_what_was_confirmed_is_refused(data):
    killed(data)
    with open(data + "-wal", "rb") as file:
        good = file.read()
    with open(data + "-shm", "rb") as file:
        index = file.read()
    for at in range(0, len(good), len(good) // 40):
        with open(data + "-wal", "wb") as file:
            file.write(good[:at] + bytes([good[at] ^ 0x55]) + good[at + 1:])
        with open(data + "-shm", "wb") as file:
            file.write(index)
        refused(data, "-wal is damaged", "khepri restore")
    with open(data + "-wal", "wb") as file:
        file.write(good)
    assert tables(data) == 2


def test_a_wal_that_ends_in_a_frame_is_told(data):
    killed(data)
    with open(data + "-wal", "rb") as file:
        good = file.read()
    frame = 24 + int.from_bytes(good[8:12], "big")
    commits = [at + frame for at in range(32, len(good), frame) if any(good[at + 4:at + 8])]
    assert commits[-1] == len(good) and len(commits) > 1, commits
    for end in (len(good), len(good) - 1, len(good) - frame + 24, len(good) - frame + 9, commits[-2] + 3, commits[-2]):
        os.path.exists(data + "-shm") and os.unlink(data + "-shm")      # it would tell what was confirmed
        with open(data + "-wal", "wb") as file:
            file.write(good[:end])
        told = khepri("check-data", "--json", data, status=0)
        assert json.loads(told.stdout)["wal_cut_off"] == (end not in commits), (end, told)
        said = khepri("check-data", data, status=0).stdout
        assert ("-wal is cut off" in said) == (end not in commits) == ("nothing is damaged" not in said), (end, said)
    os.unlink(data + "-shm")
    with open(data + "-wal", "wb") as file:
        file.write(good[:-1])
    with visitor.Server(folder=os.path.dirname(data)) as server:
        assert "-wal was cut off" in server.journal(), server.journal()
        server.must_end_well()


def test_the_file_is_for_its_owner_only(data, tmp_path):
    with visitor.Server(folder=str(tmp_path)) as server:
        for ending in ("", "-wal", "-shm"):
            assert stat.S_IMODE(os.stat(data + ending).st_mode) == 0o600, ending
        server.kill()
        for ending in ("", "-wal", "-shm"):
            os.chmod(data + ending, 0o644)
        server.start()
        for ending in ("", "-wal", "-shm"):
            assert stat.S_IMODE(os.stat(data + ending).st_mode) == 0o600, ending
            assert f"khepri.sqlite{ending} had mode 0644" in server.journal(), server.journal()
        server.must_end_well()


def test_a_file_moved_away_confirms_nothing_more(data, tmp_path):
    with visitor.Server(folder=str(tmp_path)) as server:
        for ending in ("", "-wal"):
            os.rename(data + ending, data + ".away" + ending)
            status, answer = server.post("/api/1/tables", {"game": "ra", "players": 2, "seats": [{"kind": "person", "name": "A"}, {"kind": "open"}]})
            assert (status, answer["code"]) == (503, "busy"), (status, answer)
            assert server.get("/ready")[0] == 503
            assert "was moved or removed" in server.journal()
            os.rename(data + ".away" + ending, data + ending)
            assert server.get("/ready")[0] == 200
            make_table(server)
        assert server.end() == 0
    assert tables(data) == 3


ADDRESSES = ["sqlite:///hidden.sqlite", "mysql://khepri:hidden@localhost/x", "Postgres://khepri:hidden@localhost/x", "host=localhost password=hidden",
             "  sslmode = require  dbname = x  password = 'hidden'", "password=hidden"]


@pytest.mark.parametrize("name", [":memory:", "file:x.sqlite?mode=memory", *ADDRESSES])
def test_what_is_no_file_makes_no_file(name, tmp_path):
    done = subprocess.run([PROGRAM, "serve", "--listen", "127.0.0.1:0", "--data", name], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 2 and "is not supported" in done.stderr and done.stderr.count("\n") <= 2, done
    assert not os.listdir(tmp_path) and "hidden" not in done.stderr


@pytest.mark.parametrize("name", ADDRESSES)
def test_no_command_takes_another_address_for_a_file(name, data, tmp_path):
    before = os.listdir(tmp_path)
    for words in (["backup", data, name], ["backup", name, "new"], ["restore", data, name], ["restore", name, "new"], ["copy-data", data, name],
                  ["copy-data", name, "new"], ["check-data", name]):
        done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, check=False, cwd=tmp_path)
        assert done.returncode == 2 and done.stdout == "" and done.stderr.count("\n") == 2 and "hidden" not in done.stderr, done
    assert os.listdir(tmp_path) == before


@pytest.mark.parametrize("name", ["./host=x.sqlite", "my.sqlite?host=x", "hosts=1.sqlite", "host.sqlite"])
def test_a_file_may_have_an_odd_name(name, data, tmp_path):
    subprocess.run([PROGRAM, "backup", data, name], capture_output=True, check=True, cwd=tmp_path)
    assert os.path.exists(os.path.join(tmp_path, name))


def test_a_failed_write_says_why(data, tmp_path):
    with visitor.Server(folder=str(tmp_path), file_bytes=300000) as server:
        body = {"game": "ra", "players": 3, "seats": [{"kind": "person", "name": "x" * 24}] * 3, "start": True}
        while server.post("/api/1/tables", body)[0] == 201:
            pass
        for _ in range(20):
            assert server.post("/api/1/tables", body)[0] == 503
        assert '"event":"data","text":"not written: ' in server.journal() and "(SQLite " in server.journal(), server.journal()
        assert server.journal().count('"level":"error"') < 10, "each failure has a line of its own"
        server.kill()
    assert tables(data) > 2


def nobody():
    if os.getuid() == 0:
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)


def test_a_file_or_folder_that_cannot_be_written_is_refused(data, tmp_path):
    for folder in (tmp_path, *list(tmp_path.parents)[:2]):
        os.chmod(folder, 0o755)
    if os.getuid() == 0:
        os.chown(data, 65534, 65534)
    refused(data, "cannot write in the folder", preexec_fn=nobody) if os.getuid() == 0 else None
    os.chmod(tmp_path, 0o777)
    os.chmod(data, 0o400)
    refused(data, "for writing: Permission denied", preexec_fn=nobody)
    os.chmod(data, 0o600)


def test_a_file_in_a_folder_that_cannot_be_written_is_read(data, tmp_path):
    """As of a stopped server on a disk that is mounted read-only."""
    def run(*words):
        done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, check=False, preexec_fn=nobody)
        return done.returncode, done.stdout + done.stderr

    copies = tmp_path / "copies"
    copies.mkdir()
    for folder in (tmp_path, *list(tmp_path.parents)[:2]):
        os.chmod(folder, 0o755)
    if os.getuid() == 0:
        os.chown(data, 65534, 65534)
        os.chown(copies, 65534, 65534)
    os.chmod(tmp_path, 0o555)
    try:
        before = content(data)
        for words in (("check-data", data), ("backup", data, copies / "backup.sqlite"), ("restore", data, copies / "new.sqlite")):
            status, said = run(*words)
            assert status == 0 and " 1 table (0 waiting, 1 playing, 0 over)" in said, (words, said)
        assert content(data) == before
        assert sorted(os.listdir(tmp_path)) == ["copies", "khepri.sqlite", "log"]
    finally:
        os.chmod(tmp_path, 0o755)
    with open(data + "-wal", "wb") as wal:
        wal.write(b"x" * 100)
    os.chmod(tmp_path, 0o555)
    try:
        assert "-wal is damaged" in run("check-data", data)[1], "a -wal is not passed over"
    finally:
        os.chmod(tmp_path, 0o755)
