# SPDX-License-Identifier: MIT
"""visitor.py -- a server for a test, and what visitors of it use: HTTP, WebSocket. Standard library only."""
import base64
import hashlib
import json
import os
import re
import resource
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import time

from program import PROGRAM

# libwebsockets 4.3 reads on while an answer waits to be written, and ends the connection at what it finds.
READS_ON = not os.environ.get("KHEPRI_LWS", "").startswith(("4.1.", "4.2."))
PATIENCE = 3600                                     # seconds; only for a test that would never end: a busy machine is slow


class Server:
    """khepri serve on a free port, in a folder that goes with it. Its games are the same each time, unless the seed is None."""

    def __init__(self, *options, seed=1, folder=None, rates="requests=0 bodies=0 messages=0 tables=0 hints=0", delay=0, file_bytes=None, program=PROGRAM, listen="127.0.0.1:0",
                 data=None, enter=None):
        self.program = program
        self.listen = listen
        self.enter = enter                          # called in the new process, before it is the program
        self.file_bytes = file_bytes                # no file may grow longer, as if the disk were full
        self.options = list(options) + ([] if seed is None else ["--seed", str(seed)])
        self.own = folder is None
        self.folder = folder or tempfile.mkdtemp(prefix="khepri-test-")
        self.data = data or os.path.join(self.folder, "khepri.sqlite")
        self.rates = rates.split()
        self.delay = delay
        self.start()

    def start(self):
        words = [self.program, "serve", "--listen", self.listen, "--data", self.data, "--bot-delay", str(self.delay)]
        for rate in self.rates:
            words += ["--rate", rate]
        self.log = open(os.path.join(self.folder, "log"), "ab")
        self.process = subprocess.Popen(words + self.options, stdout=subprocess.PIPE, stderr=self.log,
                                        preexec_fn=self.enter or (self.file_bytes and self.limit_files))
        line = self.process.stdout.readline().decode()
        if not line.startswith(("listening on http://", "listening on unix:/")):
            self.process.wait()
            raise AssertionError(f"the server did not start: {line!r} {self.journal()}")
        where = re.match(r"listening on http://.*:(\d+)/", line)
        self.port = where and int(where[1])

    def limit_files(self):
        resource.setrlimit(resource.RLIMIT_FSIZE, (self.file_bytes, self.file_bytes))

    def journal(self):
        with open(os.path.join(self.folder, "log"), encoding="utf-8") as file:
            return file.read()

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.close_pipes()

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(PATIENCE)
        self.close_pipes()
        return status

    def must_end_well(self):
        """After whatever was done to it: it serves, ends in order, and has logged no error."""
        assert self.get("/health") == (200, {"ok": True}), "the server is not well after this"
        assert self.get("/ready") == (200, {"ok": True})
        assert self.end() == 0
        assert '"level":"error"' not in self.journal(), self.journal()

    def close_pipes(self):
        self.process.stdout.close()
        self.log.close()

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.close_pipes()
        print(self.journal()[-3000:])               # pytest shows it if the test fails
        if self.own:
            shutil.rmtree(self.folder, ignore_errors=True)

    # ---- HTTP ----

    def ask(self, method, path, body=None, tokens=(), headers=None, source=None):
        """(status, answer): the answer as JSON, or as bytes if it is none."""
        status, _, content = self.ask_raw(method, path, body, tokens, headers, source)
        try:
            return status, json.loads(content)
        except ValueError:
            return status, content

    def ask_raw(self, method, path, body=None, tokens=(), headers=None, source=None):
        """`source`: the address that asks, one of this machine's as 127.0.0.2. Written out: http.client takes three times as long."""
        send = {"Host": f"127.0.0.1:{self.port}" if self.port else "khepri.example", "Accept-Encoding": "identity", **(headers or {})}
        if tokens:
            send["Authorization"] = "Bearer " + ",".join(tokens)
        if body is not None and not isinstance(body, (bytes, str)):
            body = json.dumps(body)
        if isinstance(body, str):
            body = body.encode("utf-8", "surrogatepass")
        if body is not None or method in ("POST", "PUT", "PATCH"):
            send["Content-Length"] = len(body or b"")
        head = f"{method} {path} HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in send.items()) + "\r\n"
        with self.connect(source) as line:
            line.sendall(head.encode("latin-1") + (body or b""))
            return answer_on(line, method != "HEAD")

    def connect(self, source=None):
        return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE, source_address=source and (source, 0))

    def get(self, path, tokens=()):
        return self.ask("GET", path, None, tokens)

    def post(self, path, body=None, tokens=()):
        return self.ask("POST", path, {} if body is None else body, tokens)

    def table(self, seats, start=True, options=None, public=False, game="ra"):
        """A new table; seats as "person", "open" or the name of a bot. (table, tokens by seat)"""
        listed = []
        for i, seat in enumerate(seats):
            if seat == "open":
                listed.append({"kind": "open"})
            elif seat == "person":
                listed.append({"kind": "person", "name": f"Player {i}"})
            else:
                listed.append({"kind": "bot", "bot": seat})
        status, made = self.post("/api/1/tables", {"game": game, "players": len(seats), "options": options or {},
                                                   "seats": listed, "public": public, "start": start})
        assert status == 201, (status, made)
        return made["table"], {int(seat): token for seat, token in made["tokens"].items()}

    def look(self, table, tokens=()):
        status, seen = self.get(f"/api/1/tables/{table}", tokens)
        assert status == 200, (status, seen)
        return seen

    def act(self, table, seat, seq, action, key, token):
        return self.post(f"/api/1/tables/{table}/act", {"seat": seat, "seq": seq, "action": action, "key": key}, [token])

    def watch(self, table=None, tokens=(), **how):
        return Socket(self.port, table, tokens, line=self.connect(how.pop("source", None)), **how)


def until(holds):
    """Asks again and again, and lets others work meanwhile. What never comes is ended by meson's time-out."""
    while not holds():
        time.sleep(0.01)


def processor_seconds(process):
    """What all its threads have used so far."""
    with open(f"/proc/{process.pid}/stat", encoding="ascii") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def answer_on(line, has_body):
    """(status, headers, content) of the answer to a request; ConnectionError if it breaks off."""
    def more():
        piece = line.recv(65536)
        if not piece:
            raise ConnectionError("the server hung up")
        return piece

    got = b""
    while b"\r\n\r\n" not in got:
        got += more()
    head, _, content = got.partition(b"\r\n\r\n")
    first, *rows = head.decode("latin-1").split("\r\n")
    assert first.startswith("HTTP/1.1 "), first
    status = int(first.split()[1])
    headers = {name.lower(): value.strip() for name, _, value in (row.partition(":") for row in rows)}
    wanted = int(headers["content-length"]) if has_body and status not in (204, 304) else 0
    while len(content) < wanted:
        content += more()
    assert len(content) == wanted, content[wanted:]
    return status, headers, content


class Socket:
    """A WebSocket, with its bytes in hand."""

    def __init__(self, port, table=None, tokens=(), path="/ws", protocol="khepri-1", origin=None, headers="", host=None, source=None, line=None):
        self.socket = line or socket.create_connection(("127.0.0.1", port), timeout=PATIENCE, source_address=source and (source, 0))
        self.buffer = b""
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET {path} HTTP/1.1", f"Host: {host or f'127.0.0.1:{port}'}", "Upgrade: websocket", "Connection: Upgrade",
                 f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13"]
        if protocol:
            lines.append(f"Sec-WebSocket-Protocol: {protocol}")
        if origin:
            lines.append(f"Origin: {origin}")
        self.socket.sendall(("\r\n".join(lines) + "\r\n" + headers + "\r\n").encode())
        head = b""
        while b"\r\n\r\n" not in head:
            piece = self.socket.recv(4096)
            if not piece:
                break
            head += piece
        head, _, self.buffer = head.partition(b"\r\n\r\n")
        self.status = int(head.split()[1]) if head else 0
        self.accepted = self.status == 101
        if self.accepted:
            proof = base64.b64encode(hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest())
            assert proof in head, head
        self.close_code = None
        if table:
            self.say({"op": "watch", "table": table, "tokens": list(tokens)})

    def frame(self, opcode, payload, final=True, mask=True):
        first = (0x80 if final else 0) | opcode
        length = len(payload)
        bit = 0x80 if mask else 0
        if length < 126:
            head = struct.pack("!BB", first, bit | length)
        elif length < 65536:
            head = struct.pack("!BBH", first, bit | 126, length)
        else:
            head = struct.pack("!BBQ", first, bit | 127, length)
        if not mask:
            return head + payload
        key = os.urandom(4)
        covers = (key * (length // 4 + 1))[:length]
        return head + key + (int.from_bytes(payload, "big") ^ int.from_bytes(covers, "big")).to_bytes(length, "big")

    def send_bytes(self, data):
        self.socket.sendall(data)

    def say(self, message):
        text = message if isinstance(message, (str, bytes)) else json.dumps(message)
        self.send_bytes(self.frame(1, text if isinstance(text, bytes) else text.encode()))

    def _read(self, count):
        while len(self.buffer) < count:
            piece = self.socket.recv(65536)
            if not piece:
                raise ConnectionError("closed")
            self.buffer += piece
        taken, self.buffer = self.buffer[:count], self.buffer[count:]
        return taken

    def hear(self, seconds=PATIENCE):
        """The next message, or None when the connection was closed (close_code then says how)."""
        self.socket.settimeout(seconds)
        text = b""
        try:
            while True:
                first, second = self._read(2)
                length = second & 0x7f
                if length == 126:
                    length = struct.unpack("!H", self._read(2))[0]
                elif length == 127:
                    length = struct.unpack("!Q", self._read(8))[0]
                payload = self._read(length)
                if first & 0x0f == 8:
                    self.close_code = struct.unpack("!H", payload[:2])[0] if len(payload) >= 2 else 1005
                    return None
                if first & 0x0f == 9:
                    self.send_bytes(self.frame(10, payload))
                    continue
                if first & 0x0f in (0, 1):
                    text += payload
                    if first & 0x80:
                        return json.loads(text)
        except (ConnectionError, OSError) as reason:
            if isinstance(reason, TimeoutError):
                raise
            return None

    def hear_op(self, op, seconds=PATIENCE):
        until = time.monotonic() + seconds
        while True:
            message = self.hear(max(0.1, until - time.monotonic()))
            assert message is not None, f"closed ({self.close_code}) while waiting for {op}"
            if message["op"] == op:
                return message

    def close(self):
        self.socket.close()
