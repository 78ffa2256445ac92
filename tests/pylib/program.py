# SPDX-License-Identifier: MIT
"""program.py -- runs the program under test: $KHEPRI, else build/app/khepri."""
import json
import os
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.path.abspath(os.environ.get("KHEPRI") or os.path.join(ROOT, "build", "app", "khepri"))


def khepri(*words, text="", status=None):
    """Runs a command; with `status` it must end with that."""
    done = subprocess.run([PROGRAM, *map(str, words)], input=text, capture_output=True, text=True, check=False)
    assert status is None or done.returncode == status, (words, done.returncode, done.stderr[:1000])
    return done


def engine(*requests):
    """The replies of khepri engine, one for each request (an object, or a line as it is)."""
    lines = [request if isinstance(request, str) else json.dumps(request) for request in requests]
    replies = khepri("engine", text="".join(line + "\n" for line in lines), status=0).stdout.splitlines()
    assert len(replies) == len(requests), "one reply for each request"
    return [json.loads(reply) for reply in replies]
