# SPDX-License-Identifier: MIT
"""test_limits.py -- what one visitor cannot take from the others: sockets, memory, time for large bodies."""
import json
import os
import re
import resource
import socket
import subprocess
import time
import urllib.error
import urllib.request

import botline
import pytest
import visitor
from program import PROGRAM
from visitor import processor_seconds, until

RATES = "requests=0 messages=0 tables=0 hints=0"    # bodies are limited as ever
PING = b'{"op":"ping"}'


def raise_files(least):
    """Room for the test's own sockets."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert hard >= least, f"this test needs {least} open files, and the system allows {hard}"
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def close_code(line):
    while line.hear() is not None:
        pass
    return line.close_code


def test_frames_without_a_mask_are_refused(server):
    masked = server.watch()
    masked.send_bytes(masked.frame(1, PING) * 3)
    assert [masked.hear() for _ in range(3)] == [{"op": "pong"}] * 3
    bare = server.watch()
    bare.send_bytes(bare.frame(1, PING, mask=False))
    assert close_code(bare) == 1002
    late = server.watch()
    for size in (0, 100, 125, 126, 4089, 4096, 5000, 16000):
        late.say(PING + b" " * size)
        assert late.hear() == {"op": "pong"}, size
    late.send_bytes(late.frame(9, b"in between") + late.frame(1, PING[:4], final=False) + late.frame(0, PING[4:]))
    assert late.hear() == {"op": "pong"}
    late.send_bytes(late.frame(1, PING, mask=False) * 10)   # the ping's bytes hide the first few
    assert close_code(late) == 1002
    later = server.watch()                                  # beyond the frames that are checked one by one
    for _ in range(40):
        later.say(PING)
        assert later.hear() == {"op": "pong"}
    later.send_bytes(later.frame(1, PING, mask=False))
    assert close_code(later) == 1002


def test_floods_of_control_frames_count_as_messages():
    with visitor.Server(rates="") as server:
        calm = server.watch()
        calm.send_bytes(calm.frame(9, b"x" * 100) * 10 + calm.frame(10, b"") * 10)
        for opcode, size in ((9, 0), (9, 125), (10, 0)):
            line = server.watch()
            try:
                for _ in range(50000):
                    line.send_bytes(line.frame(opcode, b"y" * size) * 1000)
                raise AssertionError("fifty million control frames were taken")
            except OSError:
                pass
            assert close_code(line) is None
        calm.say(PING)
        assert calm.hear() == {"op": "pong"}
        server.must_end_well()


def test_large_bodies_are_paid_for_by_who_sends_them():
    with visitor.Server(rates=RATES) as server:
        body = b'{"record":[' + b"[]," * 340000 + b"[]]}"
        assert len(body) < 1 << 20
        assert [server.ask("POST", "/api/1/replay", body, source="127.0.0.2")[0] for _ in range(3)] == [400] * 3
        while server.ask("POST", "/api/1/replay", body, source="127.0.0.2")[0] != 429:
            pass                                    # sooner or later: more may be sent each second
        assert server.ask("POST", "/api/1/replay", body)[0] == 400, "another pays for it"
        assert server.ask("POST", "/api/1/replay", b"{}", source="127.0.0.2")[0] == 400, "a small body costs nothing"
        line = server.watch()
        other = server.watch(source="127.0.0.3")
        try:
            for _ in range(1000):
                line.say(PING + b" " * 16000)
        except OSError:
            pass
        assert close_code(line) in (1008, None)
        other.say(PING)
        assert other.hear() == {"op": "pong"}
        server.must_end_well()


def at_the_server(server, line):
    """What the kernel tells of the server's socket for this client: its state, and the bytes in its buffer that are to be sent."""
    ends = rf":{server.port:04X} \w+:{line.getsockname()[1]:04X} (\w+) (\w+):"
    with open("/proc/net/tcp", encoding="ascii") as file:
        found = re.search(ends, file.read())
    return (int(found[1], 16), int(found[2], 16)) if found else (0, 0)


def unsent(server, line):
    return at_the_server(server, line)[1]


def is_open(server, line):
    return at_the_server(server, line)[0] in (1, 8)     # established, or the client has closed its half


def test_who_does_not_read_fills_neither_our_memory_nor_the_kernels():
    with visitor.Server(rates=RATES + " bodies=0") as server:
        table, tokens = server.table(["person"] * 5)
        deaf = server.watch()
        wish = json.dumps({"op": "watch", "table": table["id"], "tokens": list(tokens.values())})
        most, count = 0, 0
        try:
            while True:                             # each answer is some kilobytes that nobody reads; the server minds after a time
                deaf.say(wish)
                most = max(most, unsent(server, deaf.socket)) if count % 50 == 0 else most     # nobody empties it
                count += 1
                if count > 3000:                    # more than any buffer takes of answers; from here on it only has to go on
                    time.sleep(0.01)
        except OSError:
            pass
        print(f"# {count} requests, {most} bytes in the kernel")
        assert 0 < most < 256 * 1024, most
        server.must_end_well()


def a_large_file(server):
    """A file of the browser client that no buffer between takes whole."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/sw.js") as answer:
            found = re.search(r"khepri-[0-9a-f]+\.wasm", answer.read().decode())
    except urllib.error.HTTPError:
        found = None
    if not found:
        pytest.skip("the browser client or its core is not built in")
    return f"/{found[0]}"


@pytest.mark.parametrize("way", ["ends", "asks on"])
def test_who_sends_but_does_not_read_does_not_keep_it_awake(way):
    with visitor.Server(rates=RATES) as server, socket.socket() as deaf:
        head = f"GET {a_large_file(server)} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode()
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        deaf.connect(("127.0.0.1", server.port))
        deaf.sendall(head)
        until(lambda: unsent(server, deaf))
        began = processor_seconds(server.process)
        if way == "ends":
            deaf.shutdown(socket.SHUT_WR)
        else:
            deaf.sendall(head)
        until(lambda: not is_open(server, deaf))        # it is closed once a second has passed; a slow reader would have fifteen
        spent = processor_seconds(server.process) - began
        print(f"# {spent:.2f} seconds of a processor")
        assert spent < 2
        server.must_end_well()


def test_a_bot_that_neither_reads_nor_sends_does_not_keep_it_awake():
    """Its stream has more than the buffers take, and it has closed its half."""
    with botline.Server("scarab", rates=RATES) as server, socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        deaf.connect(("127.0.0.1", server.port))
        deaf.sendall(f"GET /api/1/bot/events HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
                     f"Authorization: Bearer {server.bots['scarab']}\r\n\r\n".encode())
        table, tokens = server.table(["person", "open"])
        before = -1
        while is_open(server, deaf) and unsent(server, deaf) != before:     # the kernel still takes some
            before = unsent(server, deaf) or -1
            for invited in ({"invite": "scarab"}, {}) * 4:  # it is told of each; few, as the server's patience begins with the last
                status, said = server.post(f"/api/1/tables/{table['id']}/seats", {"seat": 1, "kind": "open"} | invited, [tokens[0]])
                assert status == 200, said
        assert is_open(server, deaf)
        began = processor_seconds(server.process)
        deaf.shutdown(socket.SHUT_WR)
        until(lambda: not is_open(server, deaf))
        spent = processor_seconds(server.process) - began
        print(f"# {spent:.2f} seconds of a processor")
        assert spent < 2
        server.must_end_well()


@pytest.mark.skipif(visitor.READS_ON, reason="this libwebsockets ends such a connection; docs/protocol.md says so")
def test_who_sends_no_more_but_reads_has_all_of_it():
    with visitor.Server(rates=RATES) as server, socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)   # room for all of it, however late this reads
        line.connect(("127.0.0.1", server.port))
        line.sendall(f"GET {a_large_file(server)} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
        line.shutdown(socket.SHUT_WR)
        head, _, body = b"".join(iter(lambda: line.recv(65536), b"")).partition(b"\r\n\r\n")
        assert len(body) == int(re.search(rb"(?i)content-length: (\d+)", head)[1]) > 100000
        server.must_end_well()


def test_more_sockets_than_the_old_4096_are_served():
    raise_files(5200)
    with visitor.Server(rates=RATES) as server:
        lines = [server.watch(source=f"127.0.1.{1 + i // 500}") for i in range(5000)]
        assert all(line.accepted for line in lines)
        for line in lines[::500]:
            line.say(PING)
            assert line.hear() == {"op": "pong"}
        for line in lines:
            line.close()
        server.must_end_well()


def test_one_household_has_one_share_of_the_sockets():
    def from_six(server, address):
        return server.watch(headers=f"X-Forwarded-For: {address}\r\n")

    raise_files(1200)
    with visitor.Server("--proxy", "127.0.0.1", rates=RATES, seed=None) as server:
        lines = [from_six(server, f"2001:db8:0:1::{i:x}") for i in range(1, 513)]
        assert all(line.accepted for line in lines)
        assert from_six(server, "2001:db8:0:1:ffff::1").status == 503
        assert from_six(server, "2001:db8:0:2::1").accepted
        lines[0].close()
        until(lambda: from_six(server, "2001:db8:0:1:ffff::1").accepted)    # it has seen that one is gone


def is_let_in(server, source):
    try:
        return server.watch(source=source).accepted
    except ConnectionError:
        return False


def test_limits_are_options():
    with visitor.Server("--limit", "sockets=8", "--limit", "sockets-each=5", rates=RATES) as server:
        lines = [server.watch(source="127.0.0.2") for _ in range(5)]
        assert all(line.accepted for line in lines)
        assert not is_let_in(server, "127.0.0.2")
        others = [server.watch(source="127.0.0.3") for _ in range(3)]
        assert all(line.accepted for line in others)
        assert not is_let_in(server, "127.0.0.4")
        for line in lines + others:
            line.close()
        until(lambda: is_let_in(server, "127.0.0.4"))   # it has seen that they are gone


def test_a_websocket_at_no_table_is_closed():
    with visitor.Server("--limit", "idle=1") as server:
        table, _ = server.table(["person", "person"])
        seated, idle = server.watch(table["id"]), server.watch()
        idle.say(PING)
        assert idle.hear() == {"op": "pong"}
        assert close_code(idle) == 1008
        seated.say(PING)
        while seated.hear() != {"op": "pong"}:
            pass
        server.must_end_well()


def test_nobody_fills_the_public_list_alone():
    with visitor.Server(rates=RATES) as server:
        body = {"game": "ra", "players": 2, "public": True, "seats": [{"kind": "person", "name": "Anna"}, {"kind": "open"}]}
        answers = [server.ask("POST", "/api/1/tables", body, source="127.0.0.2") for _ in range(40)]
        assert [status for status, _ in answers] == [201] * 10 + [429] * 30
        assert "public list" in answers[-1][1]["error"]
        assert "retry-after" not in server.ask_raw("POST", "/api/1/tables", body, source="127.0.0.2")[1], "waiting does not help"
        mine = server.post("/api/1/tables", body)[1]["table"]["id"]
        listed = [table["id"] for table in server.get("/api/1/tables")[1]["tables"]]
        assert mine in listed and len(listed) == 11
        full = answers[0][1]["table"]["id"]
        assert server.post(f"/api/1/tables/{full}/join", {"name": "Ben"})[0] == 200
        assert server.ask("POST", "/api/1/tables", body, source="127.0.0.2")[0] == 201, "a place is free again"
        server.end()
        server.start()
        assert server.ask("POST", "/api/1/tables", body, source="127.0.0.2")[0] == 429, "forgotten by a restart"
        server.must_end_well()


def test_tables_have_a_quota():
    with visitor.Server("--limit", "tables=7", "--limit", "tables-each=4", rates=RATES) as server:
        body = {"game": "ra", "players": 2, "seats": [{"kind": "person", "name": "Anna"}, {"kind": "person", "name": "Ben"}], "start": True}
        seen = [server.ask("POST", "/api/1/tables", body, source=f"127.0.0.{2 + i // 5}") for i in range(10)]
        assert [status for status, _ in seen] == [201] * 4 + [429] + [201] * 3 + [503] * 2, seen
        assert "4 unfinished tables" in seen[4][1]["error"] and "as many tables as its host allows" in seen[9][1]["error"]
        server.must_end_well()


def sleeps(process):
    with open(f"/proc/{process.pid}/stat", encoding="ascii") as file:
        return file.read().rpartition(")")[2].split()[0] == "S"


def test_without_files_to_open_it_neither_spins_nor_falls():
    files = 200
    server = visitor.Server.__new__(visitor.Server)
    server.limit_files = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    visitor.Server.__init__(server, rates=RATES, file_bytes=True)
    with server:
        lines = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(2 * files)]
        asleep = 0
        while asleep < 20:                          # looked at again and again, it waits for something
            asleep = asleep + 1 if sleeps(server.process) else 0
            time.sleep(0.01)
        for line in lines:
            line.close()
        until(lambda: is_let_in(server, "127.0.0.1"))   # it has seen that they are gone
        server.must_end_well()


def test_it_says_when_files_do_not_suffice(tmp_path):
    def serve(files, *words):
        return subprocess.run([PROGRAM, "serve", "--listen", "127.0.0.1:0", "--data", os.path.join(tmp_path, "k.sqlite"), *words],
                              capture_output=True, text=True, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (files, files)))
    for done, words in [(serve(40), ("at most 40 files", "ulimit -n")), (serve(200, "--limit", "sockets=500"), ("room for 136 sockets, not for 500", "sockets=136")),
                        (serve(200, "--limit", "cats=5"), ("--limit 'cats=5' should be sockets=N, sockets-each=N",)),
                        (serve(200, "--limit", "sockets=0"), ("--limit",))]:
        assert done.returncode == 2 and done.stdout == "" and all(word in done.stderr for word in words), (done, words)
