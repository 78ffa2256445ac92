# SPDX-License-Identifier: MIT
"""terminal.py -- khepri play at a terminal of its own, a pseudo-terminal with a width and a height."""
import codecs
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios

import pytest

from program import PROGRAM

SPEAKING = ("NO_COLOR", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "LANG")
SILENCE = 120  # seconds after which a program that hangs is told of, with what it showed
ESCAPES = re.compile(r"\x1b(\[[0-?]*[ -/]*[@-~]|\([A-Z]|[=>])")


class Terminal:
    """The program with a terminal of its own; `screen` is everything that it wrote."""

    def __init__(self, *words, columns=80, rows=40, **environ):
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        kept = {name: value for name, value in os.environ.items() if name not in SPEAKING}
        self.program = subprocess.Popen([PROGRAM, "play", *words], stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
                                        env={**kept, "TERM": "xterm", "LANG": "C.UTF-8", **environ},
                                        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
        os.close(theirs)
        self.ours, self.screen, self.seen = ours, "", 0
        self.letters = codecs.getincrementaldecoder("utf-8")("replace")  # a letter may come in two pieces

    def more(self):
        assert select.select([self.ours], [], [], SILENCE)[0], f"nothing came for {SILENCE} seconds after:\n{self.screen}"
        try:
            got = os.read(self.ours, 65536)
        except OSError:  # Linux says so when nobody has the terminal any more
            got = b""
        self.screen += self.letters.decode(got)
        return bool(got)

    def until(self, text):
        """Reads until `text` comes after what was read up to the last call; returns what came."""
        while text not in self.screen[self.seen:]:
            assert self.more(), f"the program ended before it wrote {text!r}:\n{self.screen}"
        start = self.seen
        self.seen = self.screen.index(text, start) + len(text)
        return self.screen[start:self.seen]

    def type(self, text):
        os.write(self.ours, text.encode())

    def end(self):
        while self.more():
            pass
        os.close(self.ours)
        return self.program.wait()


@pytest.fixture
def sit(tmp_path):
    sitting = []

    def start(*words, **more):
        kept = () if "--position" in words else ("--save", str(tmp_path / "game.jsonl"))
        sitting.append(Terminal(*words, *kept, HOME=str(tmp_path), **more))
        return sitting[-1]

    yield start
    for terminal in sitting:
        if terminal.program.poll() is None:
            terminal.program.kill()
            terminal.end()
