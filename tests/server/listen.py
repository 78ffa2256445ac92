#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""listen.py -- what khepri serve says when it cannot listen where it was told to."""
import os
import socket
import subprocess
import sys
import tempfile

import visitor

PROGRAM = sys.argv[1]


def serve(listen):
    with tempfile.TemporaryDirectory() as folder:
        return subprocess.run([PROGRAM, "serve", "--listen", listen, "--data", os.path.join(folder, "k.sqlite")],
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=20, check=False)


def a_port_that_is_taken():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = serve(f"127.0.0.1:{port}")
    assert done.returncode == 2, done
    assert f"cannot listen on 127.0.0.1 port {port}: another program does; choose another port" in done.stderr, done.stderr
    assert "listening" not in done.stdout + done.stderr


def an_address_of_somebody_else():
    done = serve("192.0.2.1:7272")
    assert done.returncode == 2 and "cannot listen on 192.0.2.1 port 7272" in done.stderr, done


if __name__ == "__main__":
    sys.exit(visitor.run([a_port_that_is_taken, an_address_of_somebody_else]))
