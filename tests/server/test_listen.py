# SPDX-License-Identifier: MIT
"""test_listen.py -- what khepri serve says when it cannot listen where it was told to."""
import os
import signal
import socket
import subprocess
import tempfile

import visitor
from program import PROGRAM


def serve(listen, *words):
    """Serves what is refused, which makes no data file."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([PROGRAM, "serve", "--listen", listen, "--data", os.path.join(folder, "k.sqlite"), *words],
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        assert os.listdir(folder) == [], "a refused server left something behind"
    return done


def test_a_port_that_is_taken():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = serve(f"127.0.0.1:{port}")
    assert done.returncode == 2, done
    assert f"cannot listen on 127.0.0.1 port {port}: another program does; choose another port" in done.stderr, done.stderr
    assert "listening" not in done.stdout + done.stderr


def test_an_address_of_somebody_else():
    done = serve("192.0.2.1:7272")
    assert done.returncode == 2 and "cannot listen on 192.0.2.1 port 7272" in done.stderr, done


def test_names_are_no_addresses():
    for name in ("localhost", "play.example.org", "127.1"):
        done = serve(f"{name}:0")
        assert done.returncode == 2 and f"cannot listen on {name}: that is neither an address in numbers, as 127.0.0.1, nor" in done.stderr, done


def test_accounts_that_cannot_be_read(tmp_path):
    bots = tmp_path / "bots.txt"
    for what, says in ((None, "No such file"), (b"\x93\0\x1f", "NUL bytes"), (b"nonsense\n", "line 1: a line should be")):
        if what is not None:
            bots.write_bytes(what)
        done = serve("127.0.0.1:0", "--bots", bots)
        assert done.returncode == 2 and says in done.stderr and done.stderr.count("\n") == 1, done


def opened(folder, opener):
    """Serves with --open where `opener` is all there is by the name of xdg-open: what was said on stderr, and the address that was printed."""
    tools = os.path.join(folder, "bin")
    os.makedirs(tools)
    if opener:
        path = os.path.join(tools, "xdg-open")
        with open(path, "w", encoding="utf-8") as file:
            file.write(opener)
        os.chmod(path, 0o755)
    server = subprocess.Popen([PROGRAM, "serve", "--listen", "127.0.0.1:0", "--data", os.path.join(folder, "k.sqlite"), "--open"],
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              env={**os.environ, "PATH": tools, "FOUND": os.path.join(folder, "found"), "HOLD": os.path.join(folder, "hold")})
    line = server.stdout.readline()
    assert line.startswith("listening on http://127.0.0.1:"), line
    return server, line.removeprefix("listening on ").strip()


def test_only_the_loop_is_interrupted():
    """Its threads wait for work; a signal that one of them got could wait with it."""
    with visitor.Server() as server:
        tasks = f"/proc/{server.process.pid}/task"
        deaf = {}
        for task in os.listdir(tasks):
            with open(f"{tasks}/{task}/status", encoding="utf-8") as file:
                blocked = next(int(line.split()[1], 16) for line in file if line.startswith("SigBlk:"))
            deaf[int(task)] = all(blocked >> number - 1 & 1 for number in (signal.SIGTERM, signal.SIGINT))
        assert not deaf.pop(server.process.pid) and deaf and all(deaf.values()), deaf
        server.must_end_well()


def test_the_browser_is_opened():
    with tempfile.TemporaryDirectory() as folder:
        found = os.path.join(folder, "found")
        os.mkfifo(found)                            # so that we wait for it, however long it takes
        server, url = opened(folder, '#!/bin/sh\necho "$@" >"$FOUND"\nexit 3\n')
        with open(found, encoding="utf-8") as file:
            assert file.read() == url + "\n"
        server.terminate()
        _, said = server.communicate()
        assert server.returncode == 0 and said == "", (server.returncode, said)


def test_it_ends_in_order_while_the_browser_is_being_opened():
    with tempfile.TemporaryDirectory() as folder:
        found, hold = os.path.join(folder, "found"), os.path.join(folder, "hold")
        os.mkfifo(found)
        os.mkfifo(hold)
        server, url = opened(folder, '#!/bin/sh\nexec >/dev/null 2>&1\necho "$@" >"$FOUND"\nread line <"$HOLD"\necho "$line" >"$FOUND"\n')
        with open(found, encoding="utf-8") as file:
            assert file.read() == url + "\n"
        server.terminate()
        _, said = server.communicate()
        assert server.returncode == 0 and said == "", (server.returncode, said)
        with open(hold, "w", encoding="utf-8") as file:     # the browser goes on without the server
            file.write("still here\n")
        with open(found, encoding="utf-8") as file:
            assert file.read() == "still here\n"


def test_without_a_browser_it_says_where_to_go():
    with tempfile.TemporaryDirectory() as folder:
        server, url = opened(folder, None)
        said = server.stderr.readline()
        assert "xdg-open is not here" in said and url in said, said
        server.terminate()
        assert server.wait() == 0
        server.communicate()
