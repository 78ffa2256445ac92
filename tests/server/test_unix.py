# SPDX-License-Identifier: MIT
"""test_unix.py -- a server on a Unix socket: its file, whom it trusts, and a proxy that reaches it."""
import os
import signal
import socket
import stat
import subprocess

import pytest
import visitor
from program import PROGRAM, khepri


class Local(visitor.Server):
    """A server on a Unix socket."""

    def __init__(self, path, *options, **more):
        self.path = str(path)
        super().__init__(*options, seed=None, listen=f"unix:{path}", **more)

    def connect(self, source=None):
        line = socket.socket(socket.AF_UNIX)
        line.settimeout(visitor.PATIENCE)
        line.connect(self.path)
        return line


def table_body():
    return {"game": "ra", "players": 2, "seats": [{"kind": "person", "name": "A"}, {"kind": "open"}]}


def test_it_serves_and_goes_with_its_file(tmp_path):
    path = tmp_path / "khepri.sock"
    with Local(path, folder=str(tmp_path)) as server:
        facts = os.stat(path)
        assert stat.S_ISSOCK(facts.st_mode) and stat.S_IMODE(facts.st_mode) == 0o660, oct(facts.st_mode)
        table, tokens = server.table(["person", "person"])
        watcher = server.watch(table["id"], tokens.values())
        seen = watcher.hear_op("table")
        while "view" not in seen:
            seen = watcher.hear()
        seat, legal = next((int(seat), legal) for seat, legal in seen["view"]["legal"].items() if legal)
        watcher.say({"op": "act", "id": 1, "seat": seat, "seq": seen["view"]["seq"], "action": legal[0], "key": "k"})
        assert watcher.hear_op("reply")["ok"]
        watcher.close()
        server.must_end_well()
    assert not path.exists()


def test_a_server_that_was_killed_leaves_no_obstacle(tmp_path):
    path = tmp_path / "khepri.sock"
    with Local(path, folder=str(tmp_path)) as server:
        server.kill()
        assert path.exists()
        server.start()
        server.must_end_well()
    assert not path.exists()


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_closed_stream_goes_to_nobody_else(closed, tmp_path):
    """Else the log is written into a pipe of the event loop, which reads it as something else."""
    path = tmp_path / "khepri.sock"

    def is_healthy():
        try:
            with socket.socket(socket.AF_UNIX) as line:
                line.connect(str(path))
                line.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
                return line.recv(4096).startswith(b"HTTP/1.1 200 ")
        except (FileNotFoundError, ConnectionError):
            return False

    process = subprocess.Popen(["sh", "-c", 'exec "$@" ' + closed, "sh", PROGRAM, "serve", "--listen", f"unix:{path}", "--data", tmp_path / "k.sqlite",
                                "--access-log", "addresses"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        visitor.until(lambda: process.poll() is not None or is_healthy())
        assert all(is_healthy() for _ in range(20))
        process.terminate()
        assert process.wait() == 0
    finally:
        process.kill()
        process.wait()


def refused(tmp_path, path, status=2):
    done = khepri("serve", "--listen", f"unix:{path}", "--data", tmp_path / "other.sqlite", status=status)
    assert done.stdout == "", done.stdout
    return done.stderr.splitlines()[0].replace(str(path), "PATH")


def test_what_is_not_ours_is_left_alone(tmp_path):
    path = tmp_path / "khepri.sock"
    with Local(path, folder=str(tmp_path)) as server:
        assert refused(tmp_path, path) == "khepri serve: cannot listen at PATH: another program does"
        assert server.get("/health")[0] == 200
        os.rename(path, tmp_path / "moved")         # and in its place there is now somebody else's
        with socket.socket(socket.AF_UNIX) as other:
            other.bind(str(path))
            other.listen()
            assert server.end() == 0
            assert path.exists(), "the file of another was removed"
    plain = tmp_path / "plain"
    plain.write_text("kept")
    assert refused(tmp_path, plain) == "khepri serve: cannot listen at PATH: the file is no socket"
    assert plain.read_text() == "kept"
    assert refused(tmp_path, tmp_path / "none" / "socket") == "khepri serve: cannot listen at PATH: No such file or directory"


@pytest.mark.parametrize("words,says", [
    (["--listen", "unix:here"], "--listen 'unix:here' should be a path from the root, of at most 107 bytes"),
    (["--listen", "unix:/" + "a" * 107], "should be a path from the root, of at most 107 bytes"),
    (["--listen", "unix:/tmp/x", "--open"], "--open needs an address for the browser, not a Unix socket"),
    (["--listen", "unix:/tmp/x", "--seed", "1"], "--seed is for tests"),
    (["--proxy", "unixx"], "--proxy 'unixx' should be an address, as 127.0.0.1, or unix")])
def test_a_wrong_option_gets_a_sentence(words, says, tmp_path):
    done = khepri("serve", *words, "--data", tmp_path / "x", status=2)
    assert says in done.stderr and done.stdout == "", done.stderr


def made(server, forwarded):
    """How many tables somebody can make at once."""
    count = 0
    while server.ask("POST", "/api/1/tables", table_body(), headers={"X-Forwarded-For": forwarded})[0] == 201:
        count += 1
    return count


RATES = "requests=0 tables=1 hints=0 messages=0"


def test_no_address_is_believed_unless_it_is_wished(tmp_path):
    with Local(tmp_path / "s", folder=str(tmp_path), rates=RATES) as server:
        assert made(server, "198.51.100.1") >= 30
        assert made(server, "198.51.100.2") <= 2, "all are one visitor"
        assert server.ask("GET", "/metrics", headers={"X-Forwarded-For": "198.51.100.1"})[0] == 404
        server.must_end_well()


def test_a_proxy_on_the_socket_is_believed(tmp_path):
    with Local(tmp_path / "s", "--proxy", "unix", "--metrics", "unix", folder=str(tmp_path), rates=RATES) as server:
        assert made(server, "198.51.100.1") >= 30
        assert made(server, "198.51.100.1") <= 2
        assert made(server, "198.51.100.2") >= 30, "another visitor"
        assert server.ask("GET", "/metrics")[0] == 200, "without a proxy"
        assert server.ask("GET", "/metrics", headers={"X-Forwarded-For": "198.51.100.1"})[0] == 404
        server.must_end_well()


def test_a_unix_socket_may_be_handed_over(tmp_path):
    path = tmp_path / "handed.sock"
    with socket.socket(socket.AF_UNIX) as own:
        own.bind(str(path))
        own.listen()
        script = f"export LISTEN_PID=$$ LISTEN_FDS=1; exec \"$@\" 3<&{own.fileno()}"
        process = subprocess.Popen(["bash", "-c", script, "bash", PROGRAM, "serve", "--data", str(tmp_path / "x.sqlite"), "--listen", "unix:/tmp/not-this"],
                                   pass_fds=[own.fileno()], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert process.stdout.readline() == f"listening on unix:{path}\n"
        with socket.socket(socket.AF_UNIX) as line:
            line.connect(str(path))
            line.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert line.recv(4096).startswith(b"HTTP/1.1 200")
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=visitor.PATIENCE)
        assert process.returncode == 0, errors
        assert path.exists(), "whoever made it removes it"
