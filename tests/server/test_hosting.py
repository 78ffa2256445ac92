# SPDX-License-Identifier: MIT
"""test_hosting.py -- what a host uses: a file of settings, several proxies, a socket handed over, nginx in front."""
import json
import os
import re
import shutil
import socket
import subprocess
import threading
import time

import pytest
import visitor
from program import PROGRAM, ROOT, khepri


def serve(*words, text=None, folder=None):
    """khepri serve with a file of settings; it must refuse. The sentence."""
    path = os.path.join(folder, "khepri.conf")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    done = khepri("serve", "--config", path, *words, status=2)
    assert done.stdout == "" and done.stderr.startswith("khepri serve: "), done
    assert done.stderr.endswith("Try 'khepri serve --help'.\n"), done
    return done.stderr.splitlines()[0].replace(path, "FILE")


@pytest.mark.parametrize("text,says", {
    "keep = 30\nkep = 3\n": "khepri serve: FILE:2: there is no option 'kep'; did you mean 'keep'?",
    "\n# a comment\n  keep=0\n": "khepri serve: FILE:3: --keep takes a whole number from 1 to 36500, not '0'",
    "keep 30": "khepri serve: FILE:1: 'keep 30' should be a name, '=' and a value, as keep = 30",
    "open = maybe": "khepri serve: FILE:1: open should be yes or no, not 'maybe'",
    "rate = cats=3": "khepri serve: FILE:1: --rate 'cats=3' should be",
    "config = other.conf": "khepri serve: FILE:1: there is no option 'config'",
    "help = yes": "khepri serve: FILE:1: there is no option 'help'",
    "listen = nonsense\r\n": "khepri serve: FILE:1: --listen 'nonsense' should be an address and a port"}.items())
def test_a_wrong_setting_gets_a_sentence(text, says, tmp_path):
    assert serve(text=text, folder=tmp_path).startswith(says)


def test_a_file_of_settings_that_cannot_be_read(tmp_path):
    done = khepri("serve", "--config", tmp_path / "none", status=2)
    assert "none' cannot be read: No such file" in done.stderr, done


def test_each_option_has_a_name_in_the_file(tmp_path):
    shown = khepri("serve", "--help", status=0).stdout
    names = [name for name in re.findall(r"^  --([a-z-]+)", shown, re.M) if name not in ("help", "config")]
    assert len(names) > 10
    for name in names:                              # known, and its value is looked at
        assert "there is no option" not in serve(text=f"{name} = \x01\nnot so", folder=tmp_path), name


def test_the_command_line_has_the_last_word(tmp_path):
    path = tmp_path / "khepri.conf"
    path.write_text("# of a club\nlisten = 192.0.2.1:1\ndata = " + str(tmp_path / "club.sqlite") +
                    "\nhost = club.example\nhost = other.example   \nopen = no\nlog-level = info\nproxy = 127.0.0.1\n")
    with visitor.Server("--config", str(path), folder=str(tmp_path), seed=None) as server:
        assert os.path.exists(server.data), "--data was overridden"
        for host, status in [("club.example", 200), ("other.example:80", 200), ("evil.example", 403)]:
            assert server.ask("GET", "/health", headers={"Host": host})[0] == status, host
        assert '"level":"info"' in server.journal(), "log-level of the file"
        server.must_end_well()


def test_of_several_proxies_each_is_believed():
    rates = "requests=0 tables=1 hints=0 messages=0"
    with visitor.Server("--proxy", "127.0.0.1", "--proxy", "192.0.2.1", "--proxy", "2001:db8::1", seed=None, rates=rates) as server:

        def made(forwarded):
            """How many tables somebody can make at once."""
            body = {"game": "ra", "players": 2, "seats": [{"kind": "person", "name": "A"}, {"kind": "open"}]}
            count = 0
            while server.ask("POST", "/api/1/tables", body, headers={"X-Forwarded-For": forwarded})[0] == 201:
                count += 1
            return count

        assert made("198.51.100.1, 192.0.2.1") >= 30
        assert made("198.51.100.1") <= 2, "the same visitor, through one proxy only"
        assert made("198.51.100.1, 2001:0db8::0001, 192.0.2.1") <= 2
        assert made("198.51.100.1, 198.51.100.2, 192.0.2.1") >= 30, "the last who is no proxy counts"
        assert server.end() == 0


class Handed:
    """A socket as systemd hands it over, and servers one after the other on it."""

    def __init__(self, folder):
        self.socket = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.port = self.socket.getsockname()[1]
        self.folder = str(folder)

    def start(self, *options, pid="$$"):
        script = f"export LISTEN_PID={pid} LISTEN_FDS=1; exec \"$@\" 3<&{self.socket.fileno()}"
        process = subprocess.Popen(["bash", "-c", script, "bash", PROGRAM, "serve", "--data", os.path.join(self.folder, "khepri.sqlite"), *options],
                                   pass_fds=[self.socket.fileno()], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        return process, process.stdout.readline()


def finish(process):
    process.terminate()
    out, errors = process.communicate(timeout=visitor.PATIENCE)
    assert process.returncode == 0, (process.returncode, out, errors)


def test_no_connection_is_refused_while_the_server_is_replaced(tmp_path):
    handed = Handed(tmp_path)
    asked, failed, stop = [], [], threading.Event()

    def visit():
        while not stop.is_set():
            try:
                with socket.create_connection(("127.0.0.1", handed.port), timeout=visitor.PATIENCE) as line:
                    line.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    answer = line.recv(4096)
                    (asked if answer.startswith(b"HTTP/1.1 200") else failed).append(answer)
            except OSError as reason:
                failed.append(reason)

    process, said = handed.start("--rate", "requests=0")
    assert said == f"listening on http://127.0.0.1:{handed.port}/\n", said
    threads = [threading.Thread(target=visit) for _ in range(3)]
    for thread in threads:
        thread.start()
    for _ in range(4):
        before = len(asked)
        while len(asked) < before + 20 and not failed:
            stop.wait(0.005)
        finish(process)
        process, said = handed.start("--rate", "requests=0")
        assert said.startswith("listening on "), said
    before = len(asked)
    while len(asked) < before + 20 and not failed:
        stop.wait(0.005)
    stop.set()
    for thread in threads:
        thread.join()
    finish(process)
    assert not failed, failed
    print(f"# {len(asked)} visits during 4 restarts, none refused")


def test_what_is_handed_over_wrongly_is_refused(tmp_path):
    handed = Handed(tmp_path)
    process, said = handed.start("--listen", "127.0.0.1:0", pid="1")    # meant for another process
    assert said.startswith("listening on ") and str(handed.port) not in said, said
    finish(process)
    script = "export LISTEN_PID=$$ LISTEN_FDS=1; exec \"$@\" 3</dev/null"
    done = subprocess.run(["bash", "-c", script, "bash", PROGRAM, "serve", "--data", str(tmp_path / "x")], capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "one listening TCP socket should be handed over" in done.stderr, done


# ---- docs/hosting.md ----

def page(language):
    """The blocks of code of a language in the guide."""
    with open(os.path.join(ROOT, "docs", "hosting.md"), encoding="utf-8") as file:
        return re.findall(rf"```{language}\n(.*?)```", file.read(), re.S)


def test_the_settings_of_the_guide_are_understood(tmp_path):
    (settings,) = page("ini")
    path = tmp_path / "khepri.conf"
    path.write_text(settings)
    with visitor.Server("--config", str(path), folder=str(tmp_path), seed=None) as server:
        assert server.ask("GET", "/health", headers={"Host": "play.example.org"})[0] == 200
        server.must_end_well()


@pytest.mark.skipif(not shutil.which("nginx"), reason="there is no nginx")
def test_nginx_as_in_the_guide(tmp_path):
    (block,) = page("nginx")
    with visitor.Server("--proxy", "127.0.0.1", "--host", "play.example.org", seed=None) as server:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        key, certificate = tmp_path / "key.pem", tmp_path / "cert.pem"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=play.example.org",
                        "-keyout", str(key), "-out", str(certificate)], check=True, capture_output=True)
        block = block.replace("listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;").replace("listen [::]:443 ssl;", "")
        block = block.replace("http://127.0.0.1:7272", f"http://127.0.0.1:{server.port}")
        block = re.sub(r"ssl_certificate .*;", f"ssl_certificate {certificate};", block)
        block = re.sub(r"ssl_certificate_key .*;", f"ssl_certificate_key {key};", block)
        folders = "".join(f"{name}_temp_path {tmp_path}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        (tmp_path / "nginx.conf").write_text(f"daemon off; pid {tmp_path}/pid; error_log stderr;\nevents {{}}\n"
                                             f"http {{ access_log off; {folders}\n{block}\n}}\n")
        nginx = subprocess.Popen(["nginx", "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf")], stderr=subprocess.PIPE)
        try:
            line = tls(port, nginx)
            line.sendall(b"GET /api/1/games HTTP/1.1\r\nHost: play.example.org\r\nConnection: close\r\n\r\n")
            assert read_all(line).startswith(b"HTTP/1.1 200")
            line = tls(port, nginx)
            line.sendall(f"GET /ws HTTP/1.1\r\nHost: play.example.org\r\nOrigin: https://play.example.org\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                         "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: khepri-1\r\n\r\n".encode())
            assert line.recv(4096).startswith(b"HTTP/1.1 101")
            line.close()
        finally:
            nginx.terminate()
            nginx.wait()
            nginx.stderr.close()
        server.must_end_well()


def tls(port, nginx):
    import ssl
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    while True:                                     # until nginx listens; without it meson's time-out ends the test
        assert nginx.poll() is None, nginx.stderr.read()
        try:
            return context.wrap_socket(socket.create_connection(("127.0.0.1", port)), server_hostname="play.example.org")
        except ConnectionRefusedError:
            time.sleep(0.02)


def read_all(line):
    found = b""
    while piece := line.recv(65536):
        found += piece
    line.close()
    return found


def test_the_units_are_what_systemd_understands(tmp_path):
    units = os.path.join(ROOT, "systemd")
    with open(os.path.join(units, "khepri.service"), encoding="utf-8") as file:
        service = file.read()
    words = re.search(r"^ExecStart=/usr/bin/khepri (.*)$", service, re.M)[1].split()
    assert words == ["serve", "--config", "/etc/khepri.conf"], words
    if shutil.which("systemd-analyze"):
        shutil.copytree(units, tmp_path / "units")
        text = (tmp_path / "units" / "khepri.service").read_text().replace("/usr/bin/khepri", PROGRAM)
        (tmp_path / "units" / "khepri.service").write_text(text)
        done = subprocess.run(["systemd-analyze", "verify", "--man=no", str(tmp_path / "units" / "khepri.service"), str(tmp_path / "units" / "khepri.socket")],
                              capture_output=True, text=True, check=False)
        assert done.returncode == 0 and "khepri" not in done.stderr, done.stderr


# ---- the log of requests ----

def requests_of(server):
    lines = [json.loads(line) for line in server.journal().splitlines()]
    return [line for line in lines if line["event"] in ("request", "websocket")]


def logged(server, count):
    """The log of requests once it has that many lines: the last one may come after its answer."""
    while len(requests_of(server)) < count:
        time.sleep(0.01)
    return requests_of(server)


@pytest.mark.parametrize("who,four,six", [("addresses", "192.0.2.77", "2001:db8:1:2:3:4:5:6"), ("networks", "192.0.2.0", "2001:db8:1::")])
def test_each_request_is_logged(who, four, six):
    with visitor.Server("--access-log", who, "--proxy", "127.0.0.1", seed=None) as server:
        table, tokens = server.table(["person", "person"])
        path = f"/api/1/tables/{table['id']}"
        logged(server, 1)
        server.ask("GET", path + "?secret=1", tokens=list(tokens.values()), headers={"X-Forwarded-For": "192.0.2.77"})
        logged(server, 2)
        server.ask("GET", "/none", headers={"X-Forwarded-For": "2001:db8:1:2:3:4:5:6"})
        logged(server, 3)
        server.watch(table["id"]).close()
        made, seen, none, watched = logged(server, 4)
        assert (made["method"], made["path"], made["status"]) == ("POST", "/api/1/tables", 201), made
        assert (seen["method"], seen["path"], seen["status"], seen["address"]) == ("GET", path, 200, four), seen
        assert (none["path"], none["status"], none["address"]) == ("/none", 404, six), none
        assert watched["event"] == "websocket" and watched["id"] > 0, watched
        assert all(line["bytes"] > 0 and 0 < line["ms"] < 1e6 for line in (made, seen, none))
        assert len({line["id"] for line in (made, seen, none, watched)}) == 4
        text = server.journal()
        assert not any(token in text for token in tokens.values()) and "secret" not in text
        server.must_end_well()


def test_no_request_is_logged_unless_it_is_wished(server):
    server.get("/api/1/games")
    assert requests_of(server) == []
