# SPDX-License-Identifier: MIT
"""test_bot_command.py -- khepri bot: programs and built-in bots play on a server, over lost connections and behind TLS."""
import os
import signal
import socket
import ssl
import subprocess
import sys
import threading

import pytest

import botline
from program import PROGRAM

FIRST = """import json, sys
for line in sys.stdin:
    q = json.loads(line)
    print(json.dumps({"id": q["id"], "ok": True, "action": sorted(q["legal"])[0]}), flush=True)
"""


class Bot:
    """A running khepri bot; what it says is read line by line."""

    def __init__(self, server, name, *words, url=None, env=None):
        self.token = os.path.join(server.folder, name + ".token")
        with open(self.token, "w", encoding="utf-8") as file:
            file.write(server.bots[name] + "\n")
        self.process = subprocess.Popen([PROGRAM, "bot", "--server", url or f"http://127.0.0.1:{server.port}", "--token-file", self.token, *words],
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, **(env or {})})

    def hear(self, part):
        while True:
            line = self.process.stdout.readline()
            assert line, f"it ended before saying '{part}': {self.process.stderr.read()}"
            if part in line:
                return line

    def wait(self):
        _, errors = self.process.communicate()
        return self.process.returncode, errors

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        return self.wait()


def program(server, text, name="bot.py"):
    path = os.path.join(server.folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return f"exec {sys.executable} {path}"


def challenge(server, *names, game="ra", maker="ibis"):
    """A table of bot accounts, made by one of them, who sits at the first seat."""
    seats = [{"kind": "open", "invite": name} for name in (maker, *names)]
    status, made = server.post("/api/1/tables", {"game": game, "players": len(seats), "seats": seats}, [server.bots[maker]])
    assert status == 201, made
    return made["table"]["id"]


def begin(server, table, maker="ibis"):
    """Starts the game when all invitations are accepted."""
    line = server.watch(table, [server.bots[maker]])
    while any(seat["kind"] == "open" for seat in line.hear_op("table")["table"]["seats"]):
        pass
    status, said = server.post(f"/api/1/tables/{table}/start", {}, [server.bots[maker]])
    assert status == 200, said
    return line


def until_over(line):
    while line.hear_op("table")["table"]["status"] != "over":
        pass


def test_a_program_and_a_built_in_bot_play_many_games_at_once():
    with botline.Server("scarab", "ibis", "heron") as server:
        scarab = Bot(server, "scarab", "--program", program(server, FIRST), "--threads", "2", "--games", "4", "--seed", "1")
        heron = Bot(server, "heron", "--bot", "rule", "--games", "4", "--seed", "1")
        ibis = Bot(server, "ibis", "--bot", "random", "--seed", "1")
        for bot, name in ((scarab, "scarab"), (heron, "heron"), (ibis, "ibis")):
            assert bot.hear("connected").endswith(f"as {name}\n")
        tables = [challenge(server, "scarab", "heron", game=game) for game in ("ra", "amun_re", "ra", "amun_re")]
        lines = [begin(server, table) for table in tables]
        for line in lines:
            until_over(line)
        assert scarab.wait() == (0, "") and heron.wait() == (0, "")
        assert ibis.end() == (0, "")
        for table in tables:
            assert server.get(f"/api/1/tables/{table}/record")[1]["meta"]["bots"] == ["ibis", "scarab", "heron"]
        server.must_end_well()


def test_it_connects_again_and_loses_no_turn():
    with botline.Server("scarab", "ibis") as server:
        scarab = Bot(server, "scarab", "--program", program(server, FIRST), "--games", "1", "--seed", "1")
        ibis = Bot(server, "ibis", "--bot", "random", "--games", "1", "--seed", "1")
        scarab.hear("connected")
        ibis.hear("connected")
        table = challenge(server, "scarab")
        begin(server, table).hear_op("step")
        server.kill()
        server.options += ["--listen", f"127.0.0.1:{server.port}"]
        server.start()
        for bot in (scarab, ibis):
            status, errors = bot.wait()
            assert status == 0 and "trying again in 1 s" in errors, errors
        assert server.look(table)["table"]["status"] == "over"
        server.must_end_well()


def test_it_waits_a_second_after_each_connection_that_worked(tmp_path):
    """A bot that plays for weeks outlives many restarts of the server, and each is over soon."""
    token = tmp_path / "scarab.token"
    token.write_text("a" * 32 + "\n", encoding="ascii")
    with socket.create_server(("127.0.0.1", 0)) as listener:
        bot = subprocess.Popen([PROGRAM, "bot", "--server", f"http://127.0.0.1:{listener.getsockname()[1]}", "--token-file", str(token), "--bot",
                                "random"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        said = []
        for _ in range(3):
            line, _ = listener.accept()
            with line:
                while b"\r\n\r\n" not in line.recv(4096, socket.MSG_PEEK):
                    pass
                line.recv(4096)
                line.sendall(b'HTTP/1.1 200 OK\r\n\r\n{"event":"hello","bot":"scarab"}\n')
            said.append(bot.stderr.readline())
        bot.terminate()
        assert bot.wait() == 0
    assert said == ["khepri bot: the server has ended the connection; trying again in 1 s\n"] * 3, said


def test_it_joins_public_tables():
    with botline.Server("scarab", "ibis", join=["scarab"]) as server:
        private, _ = server.table(["person", "open"], start=False)
        public, tokens = server.table(["person", "open"], start=False, public=True)
        watcher = server.watch(public["id"], [tokens[0]])
        bots = [Bot(server, name, "--bot", "random", "--join") for name in ("ibis", "scarab")]
        bots[0].hear("connected")
        assert bots[1].hear("joined").startswith(public["id"])
        while watcher.hear_op("table")["table"]["seats"][1].get("bot") != "scarab":
            pass
        assert [bot.end() for bot in bots] == [(0, "")] * 2
        assert server.look(private["id"])["table"]["seats"][1]["kind"] == "open"
        server.must_end_well()


def test_programs_that_fail():
    with botline.Server("scarab", "ibis", "heron") as server:
        ibis = Bot(server, "ibis", "--bot", "random", "--seed", "1")
        ibis.hear("connected")
        # It knows Amun-Re only, and is asked about Ra.
        scarab = Bot(server, "scarab", "--program", program(server, FIRST.replace("    print", "    q['view']['round']\n    print")))
        scarab.hear("connected")
        begin(server, challenge(server, "scarab"))
        status, errors = scarab.wait()
        assert status == 2 and errors.count("ended with status 1") == 3 and "the program does not start" in errors, errors
        liar = Bot(server, "heron", "--program", program(server, FIRST.replace("sorted(q[\"legal\"])[0]", "'dance'")), "--games", "1", "--seed", "1")
        liar.hear("connected")
        until_over(begin(server, challenge(server, "heron")))
        status, errors = liar.wait()
        assert status == 0 and 'chose what is not legal: "dance"' in errors and "chance plays in its place" in errors, errors
        ibis.end()
        server.must_end_well()


@pytest.mark.parametrize("command,why,count", [
    ("./no-such-program", "ended with status 127, which is 'command not found'", 1), ("/", "ended with status 126", 1),
    ("echo asked >&2; exit 3", "ended with status 3", 3), ("echo asked >&2; read -r line; kill -9 $$", "was ended by signal 9", 3)])
def test_a_program_that_does_not_start_begins_no_game(command, why, count, tmp_path):
    """It is asked before there is a connection, so nobody waits for it."""
    token = tmp_path / "scarab.token"
    token.write_text("a" * 32 + "\n", encoding="ascii")
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.setblocking(False)
        done = subprocess.run([PROGRAM, "bot", "--server", f"http://127.0.0.1:{listener.getsockname()[1]}", "--token-file", str(token),
                               "--program", command], capture_output=True, text=True, check=False)
        with pytest.raises(BlockingIOError):
            listener.accept()
    *said, sentence = done.stderr.splitlines()
    assert (done.returncode, done.stdout, len(said)) == (2, "", count), done.stderr
    assert sentence.startswith(f"khepri bot: the program does not start: '{command}' {why}"), done.stderr


def test_what_it_refuses():
    with botline.Server("scarab", "ibis") as server:
        assert "knows no bot account" in failed(server, "scarab", token="a" * 32)
        assert "should hold a token" in failed(server, "scarab", token="short")
        assert "cannot connect" in failed(server, "scarab", url="http://127.0.0.1:1")
        assert "should be an address" in failed(server, "scarab", url="127.0.0.1")
        assert "should name a bot of ours" in failed(server, "scarab", words=["--bot", "nobody"])
        assert "one of them" in failed(server, "scarab", words=[])
        assert "no stream of events" in failed(server, "scarab", url=f"http://127.0.0.1:{server.port}/below")
        picky = Bot(server, "scarab", "--bot", "random", "--game", "amun_re")
        picky.hear("connected")
        challenge(server, "scarab")
        picky.hear("invited, declined: ra")
        other = Bot(server, "scarab", "--bot", "random")
        other.hear("connected")
        status, errors = picky.wait()
        assert status == 2 and "another program has connected" in errors
        assert other.end() == (0, "")
        server.must_end_well()


def test_it_is_told_to_end_before_it_is_connected():
    with botline.Server("scarab") as server, socket.create_server(("127.0.0.1", 0)) as silent:
        bot = Bot(server, "scarab", "--bot", "random", url=f"http://127.0.0.1:{silent.getsockname()[1]}")
        with silent.accept()[0] as line:
            asked = b""
            while b"\r\n\r\n" not in asked:
                asked += line.recv(65536)
            assert bot.end() == (0, "")


def failed(server, name, words=("--bot", "random"), token=None, url=None):
    right, server.bots[name] = server.bots[name], token or server.bots[name]
    status, errors = Bot(server, name, *words, url=url).wait()
    server.bots[name] = right
    assert status == 2, errors
    return errors


class Tls:
    """A TLS end before the server, with a certificate of its own."""

    def __init__(self, server, names):
        self.certificate = os.path.join(server.folder, "tls.pem")
        key = os.path.join(server.folder, "tls.key")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", self.certificate, "-days", "2",
                        "-subj", "/CN=test", "-addext", f"subjectAltName={names}"], check=True, capture_output=True)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate, key)
        self.inner = server.port
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.context = context
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                raw, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(raw,), daemon=True).start()

    def serve(self, raw):
        try:
            outer = self.context.wrap_socket(raw, server_side=True)
        except (ssl.SSLError, OSError):
            raw.close()
            return
        inner = socket.create_connection(("127.0.0.1", self.inner))
        request = b""
        while b"\r\n\r\n" not in request or len(request.split(b"\r\n\r\n", 1)[1]) < int(request.lower().split(b"content-length: ", 1)[1].split(b"\r\n")[0]):
            request += outer.recv(65536)
        inner.sendall(request)
        try:
            while piece := inner.recv(65536):
                outer.sendall(piece)
            outer.unwrap()
        except OSError:
            pass
        inner.close()
        outer.close()


def test_tls():
    with botline.Server("scarab", "ibis") as server:
        ibis = Bot(server, "ibis", "--bot", "random", "--games", "1", "--seed", "1")
        ibis.hear("connected")
        tls = Tls(server, "DNS:localhost")
        url = f"https://localhost:{tls.port}"
        trust = {"SSL_CERT_FILE": tls.certificate}
        status, errors = Bot(server, "scarab", "--bot", "random", url=url).wait()
        assert status == 2 and "certificate is not trusted" in errors, errors
        status, errors = Bot(server, "scarab", "--bot", "random", url=f"https://127.0.0.1:{tls.port}", env=trust).wait()
        assert status == 2 and "certificate is not trusted" in errors and "mismatch" in errors, errors
        scarab = Bot(server, "scarab", "--bot", "random", "--games", "1", "--seed", "1", url=url, env=trust)
        scarab.hear("connected")
        until_over(begin(server, challenge(server, "scarab")))
        assert scarab.wait() == (0, "") and ibis.wait() == (0, "")
        tls.listener.close()
        server.must_end_well()
