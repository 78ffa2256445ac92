# SPDX-License-Identifier: MIT
"""botline.py -- a bot account on a test's server, as its program sees it: the stream of events, and requests."""
import http.client
import json
import os
import socket

import program
import visitor


def account(folder, name, *options):
    """Makes an account in the file that the server reads; returns its token."""
    token = program.khepri("bot-account", *options, os.path.join(folder, "bots.txt"), name, status=0).stdout.strip()
    assert len(token) == 32, token
    return token


class Server(visitor.Server):
    """A server with bot accounts: Server("scarab", "ibis"); those in `join` may take open seats. Their tokens are in .bots."""

    def __init__(self, *names, join=(), options=(), **how):
        self.names = {name: ["--join"] if name in join else [] for name in names}
        self.given = ["--rate", "bots=0", *options]
        self.bots = {}
        super().__init__(**how)

    def start(self):
        for name, options in self.names.items():
            if name not in self.bots:
                self.bots[name] = account(self.folder, name, *options)
        path = os.path.join(self.folder, "bots.txt")
        if "--bots" not in self.options:
            self.options += ["--bots", path, *self.given]
        super().start()

    def line(self, name):
        return Line(self.port, self.bots[name])


class Line:
    """The stream of events of one bot account."""

    def __init__(self, port, token):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=visitor.PATIENCE)
        self.connection.request("GET", "/api/1/bot/events", headers={"Authorization": f"Bearer {token}"} if token else {})
        self.answer = self.connection.getresponse()
        self.status = self.answer.status
        self.blank = 0                              # lines that only keep the connection alive

    def hear(self):
        """The next event; None at the end of the stream."""
        while True:
            line = self.answer.readline()
            if not line:
                return None
            if line != b"\n":
                return json.loads(line)
            self.blank += 1

    def hear_event(self, *events):
        while True:
            event = self.hear()
            assert event is not None, f"the stream ended before {events}"
            if event["event"] in events:
                return event

    def send_no_more(self):
        with socket.socket(fileno=os.dup(self.answer.fileno())) as line:
            line.shutdown(socket.SHUT_WR)

    def close(self):
        self.connection.close()
        self.answer.close()
