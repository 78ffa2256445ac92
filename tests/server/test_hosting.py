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
    "keep 30": "khepri serve: FILE:1: 'keep' should be followed by '=' and a value, as keep = 30",
    "data postgres://khepri:hidden@localhost/x": "khepri serve: FILE:1: 'data' should be followed by '=' and a value",
    "data: postgres://khepri:hidden@localhost/x?sslmode=require": "khepri serve: FILE:1: 'data' should be followed by '=' and a value",
    "postgres://khepri:hidden@localhost/x": "khepri serve: FILE:1: 'postgres' should be followed by '=' and a value",
    "open = maybe": "khepri serve: FILE:1: open should be yes or no, not 'maybe'",
    "rate = cats=3": "khepri serve: FILE:1: --rate 'cats=3' should be",
    "config = other.conf": "khepri serve: FILE:1: there is no option 'config'",
    "help = yes": "khepri serve: FILE:1: there is no option 'help'",
    "listen = nonsense\r\n": "khepri serve: FILE:1: --listen 'nonsense' should be an address and a port"}.items())
def test_a_wrong_setting_gets_a_sentence(text, says, tmp_path):
    said = serve(text=text, folder=tmp_path)
    assert said.startswith(says) and "hidden" not in said, said


def test_a_byte_order_mark_is_no_part_of_a_name(tmp_path):
    assert "takes a whole number from 1 to 36500, not '0'" in serve(text="\ufeffkeep = 0", folder=tmp_path)


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
            """How many of 30 tables somebody can make."""
            body = {"game": "ra", "players": 2, "seats": [{"kind": "person", "name": "A"}, {"kind": "open"}]}
            return [server.ask("POST", "/api/1/tables", body, headers={"X-Forwarded-For": forwarded})[0] for _ in range(30)].count(201)

        began = time.monotonic()
        assert made("198.51.100.1, 192.0.2.1") == 30
        again = made("198.51.100.1")
        assert again <= time.monotonic() - began + 1, "the same visitor, through one proxy only; one more each second"
        again += made("198.51.100.1, 2001:0db8::0001, 192.0.2.1")
        assert again <= time.monotonic() - began + 1
        assert made("198.51.100.1, 198.51.100.2, 192.0.2.1") == 30, "the last who is no proxy counts"
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
    assert done.returncode == 2 and "one listening stream socket should be handed over" in done.stderr, done


# ---- docs/hosting.md ----

def page(language):
    """The blocks of code of a language in the guide."""
    with open(os.path.join(ROOT, "docs", "hosting.md"), encoding="utf-8") as file:
        return re.findall(rf"```{language}\n(.*?)```", file.read(), re.S)


def test_the_settings_of_the_guide_are_understood(tmp_path):
    settings, _ = page("ini")
    path = tmp_path / "khepri.conf"
    path.write_text(settings)
    with visitor.Server("--config", str(path), folder=str(tmp_path), seed=None) as server:
        assert server.ask("GET", "/health", headers={"Host": "play.example.org"})[0] == 200
        server.must_end_well()


def test_the_proxies_of_the_guide_let_the_longest_record_through():
    """In Caddy's settings MB is a million bytes."""
    bytes_of = {"1m": 1 << 20, "1MB": 10**6, "1MiB": 1 << 20}
    limits = re.findall(r"(?:client_max_body_size|max_size) (\w+)", "".join(page("nginx") + page("caddy")))
    assert [bytes_of[limit] for limit in limits] == [1 << 20] * 3, limits


class Proxy:
    """What a visitor does with the proxy in front of a server."""

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        self.process.terminate()
        self.process.wait()
        self.process.stderr.close()

    def connect(self):
        while True:                                 # until it listens; without it meson's time-out ends the test
            assert self.process.poll() is None, self.process.stderr.read()
            try:
                return self.wrapped(socket.create_connection(("127.0.0.1", self.port)))
            except ConnectionRefusedError:
                time.sleep(0.02)

    def get(self, path):
        line = self.connect()
        line.sendall(f"GET {path} HTTP/1.1\r\nHost: {self.host}\r\nConnection: close\r\n\r\n".encode())
        return read_all(line)

    def must_upgrade(self, path):
        line = self.connect()
        line.sendall(f"GET {path} HTTP/1.1\r\nHost: {self.host}\r\nOrigin: https://{self.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                     "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: khepri-1\r\n\r\n".encode())
        assert line.recv(4096).startswith(b"HTTP/1.1 101")
        line.close()


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]


class Caddy(Proxy):
    """Caddy with a block of the guide, without TLS: it would ask for a certificate elsewhere."""

    def __init__(self, folder, block, host):
        self.host, self.port = host, free_port()
        assert block.count(f"{host} {{") == 1
        (folder / "Caddyfile").write_text("{\n\tadmin off\n\tauto_https off\n}\n" + block.replace(f"{host} {{", f"http://{host}:{self.port} {{\n\tbind 127.0.0.1"))
        self.process = subprocess.Popen(["caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"], stderr=subprocess.PIPE,
                                        env=os.environ | {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)})

    def wrapped(self, line):
        return line


class Nginx(Proxy):
    """nginx with a block of the guide, in front of a server: on a free port, with a certificate of its own."""

    def __init__(self, folder, block, host):
        self.host, self.port = host, free_port()
        key, certificate = folder / "key.pem", folder / "cert.pem"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={host}",
                        "-keyout", str(key), "-out", str(certificate)], check=True, capture_output=True)
        block = block.replace("listen 443 ssl;", f"listen 127.0.0.1:{self.port} ssl;").replace("listen [::]:443 ssl;", "")
        block = re.sub(r"ssl_certificate .*;", f"ssl_certificate {certificate};", block)
        block = re.sub(r"ssl_certificate_key .*;", f"ssl_certificate_key {key};", block)
        folders = "".join(f"{name}_temp_path {folder}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        (folder / "nginx.conf").write_text(f"daemon off; user root; pid {folder}/pid; error_log stderr;\nevents {{}}\n"
                                           f"http {{ access_log off; {folders}\n{block}\n}}\n")
        self.process = subprocess.Popen(["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")], stderr=subprocess.PIPE)

    def wrapped(self, line):
        import ssl
        context = ssl.create_default_context()
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        return context.wrap_socket(line, server_hostname=self.host)


needs_nginx = pytest.mark.skipif(not shutil.which("nginx"), reason="there is no nginx")


@needs_nginx
def test_nginx_as_in_the_guide(tmp_path):
    block, _ = page("nginx")
    with visitor.Server("--proxy", "127.0.0.1", "--host", "play.example.org", seed=None) as server:
        block = block.replace("http://127.0.0.1:7272", f"http://127.0.0.1:{server.port}")
        with Nginx(tmp_path, block, "play.example.org") as nginx:
            assert nginx.get("/api/1/games").startswith(b"HTTP/1.1 200")
            nginx.must_upgrade("/ws")
        server.must_end_well()


@needs_nginx
def test_nginx_with_a_path_and_a_unix_socket_as_in_the_guide(tmp_path):
    _, block = page("nginx")
    _, settings = page("ini")
    place = "unix:/run/khepri/khepri.sock"
    own = f"unix:{tmp_path}/khepri.sock"
    assert settings.count(place) == 1 and block.count(place) == 2
    (tmp_path / "khepri.conf").write_text(settings.replace(place, own) + f"data = {tmp_path}/tables.sqlite\n")
    process = subprocess.Popen([PROGRAM, "serve", "--config", str(tmp_path / "khepri.conf"), "--metrics", "unix"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout.readline() == f"listening on {own}\n"
    with Nginx(tmp_path, block.replace(place, own), "www.example.org") as nginx:
        assert nginx.get("/khepri/api/1/games").startswith(b"HTTP/1.1 200")
        assert b"<html" in nginx.get("/khepri/")
        assert nginx.get("/khepri").startswith(b"HTTP/1.1 301") and b"/khepri/\r\n" in nginx.get("/khepri")
        assert nginx.get("/khepri/metrics").startswith(b"HTTP/1.1 404"), "a visitor is not the proxy"
        nginx.must_upgrade("/khepri/ws")
    finish(process)


@pytest.mark.skipif(not shutil.which("caddy"), reason="there is no Caddy")
def test_caddy_as_in_the_guide(tmp_path):
    own, below = page("caddy")
    with visitor.Server("--proxy", "127.0.0.1", "--host", "play.example.org", "--access-log", "addresses", seed=None) as server:
        assert own.count("127.0.0.1:7272") == 1
        with Caddy(tmp_path, own.replace("127.0.0.1:7272", f"127.0.0.1:{server.port}"), "play.example.org") as caddy:
            assert caddy.get("/api/1/games").startswith(b"HTTP/1.1 200")
            caddy.must_upgrade("/ws")
        server.must_end_well()
    place, path = "unix//run/khepri/khepri.sock", tmp_path / "khepri.sock"
    with visitor.Server("--proxy", "unix", "--host", "www.example.org", "--path", "/khepri/", "--metrics", "unix", listen=f"unix:{path}", seed=None) as server:
        assert below.count(place) == 1
        with Caddy(tmp_path, below.replace(place, f"unix/{path}"), "www.example.org") as caddy:
            assert caddy.get("/khepri/api/1/games").startswith(b"HTTP/1.1 200")
            assert b"/khepri/\r\n" in caddy.get("/khepri")
            assert caddy.get("/khepri/metrics").startswith(b"HTTP/1.1 404"), "a visitor is not the proxy"
            caddy.must_upgrade("/khepri/ws")
        assert server.end() == 0


def test_below_a_path_there_is_everything_and_nothing_beside_it():
    with visitor.Server("--path", "/games/khepri/", "--metrics", "127.0.0.1") as server:
        for path, status in {"/": 404, "/health": 404, "/api/1/games": 404, "/metrics": 404, "/games/khepri": 404, "/games/khepri2/health": 404,
                             "/games/khepri/": 200, "/games/khepri/health": 200, "/games/khepri/api/1/games": 200, "/games/khepri/metrics": 200}.items():
            assert server.ask("GET", path)[0] == status, path
        assert b'url=/games/khepri/#/lost"' in server.ask("GET", "/none")[1]
        assert server.ask("POST", "/api/1/tables", {})[0] == 404 and server.ask("POST", "/games/khepri/api/1/tables", {})[0] == 400
        record = {"record": {"version": 1, "game": "ra", "filler": "x" * 300_000}}
        assert server.ask("POST", "/games/khepri/api/1/replay", record)[0] == 400, "the limit of its body is that of replay"
        assert server.ask("POST", "/games/khepri/api/1/tables", record)[0] == 413
        for path, accepted in [("/ws", False), ("/games/khepri/ws", True)]:
            line = server.watch(path=path)
            assert line.accepted == accepted, path
            line.close()
        assert server.end() == 0


@pytest.mark.parametrize("path", ["", "khepri/", "/khepri", "//", "/a//b/", "/a\"b/", "/a b/", "/../", "/" + "a" * 63 + "/"])
def test_a_wrong_path_is_refused(path, tmp_path):
    done = khepri("serve", "--path", path, "--data", tmp_path / "x", status=2)
    assert f"--path '{path}' should begin and end with a slash, as /khepri/" in done.stderr, done.stderr


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
        (tmp_path / "units" / "khepri.service.d").mkdir()
        (tmp_path / "units" / "khepri.service.d" / "override.conf").write_text("".join(page("systemd")))
        done = subprocess.run(["systemd-analyze", "verify", "--man=no", str(tmp_path / "units" / "khepri.service"), str(tmp_path / "units" / "khepri.socket")],
                              capture_output=True, text=True, check=False)
        assert done.returncode == 0 and "khepri" not in done.stderr, done.stderr


def test_the_container_is_built_with_what_the_build_needs():
    with open(os.path.join(ROOT, "Containerfile"), encoding="utf-8") as file:
        first, second = file.read().split("FROM debian:12-slim")
    with open(os.path.join(ROOT, "tools", "install.sh"), encoding="utf-8") as file:
        lists = dict(re.findall(r'^(need_to_build|wished_to_build)="\n(.*?)^"', file.read(), re.M | re.S))
    needed = {line.split()[0] for text in lists.values() for line in text.splitlines()} - {"libedit-dev"}
    packages = set(re.search(r"--no-install-recommends(.*?)\nWORKDIR", first, re.S)[1].replace("\\", " ").split())
    assert packages == needed
    options = json.loads(re.search(r"^CMD (.*)$", second, re.M)[1])
    assert options[2:] == ["--data", "/var/lib/khepri/khepri.sqlite"] and "VOLUME /var/lib/khepri\n" in second
    assert khepri("serve", *options[:2], "--nonsense", status=2).stderr.startswith("khepri serve: there is no option"), options


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
