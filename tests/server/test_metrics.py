# SPDX-License-Identifier: MIT
"""test_metrics.py -- /metrics: who may read it, that it is what Prometheus reads, and that its numbers follow what happens."""
import os
import re
import time

import pytest
import visitor

SAMPLE = re.compile(r'^([a-z_]+)(?:\{([a-z_]+)="([^"\\\n]*)"\})? (-?[0-9.]+(?:e[+-]?[0-9]+)?)$')


def parse(text):
    """{(name, label's value): number}; each sample below the HELP and TYPE of its metric, and none twice."""
    found, name, kind = {}, None, None
    for line in text.split("\n")[:-1]:
        if line.startswith("# HELP "):
            name, said = line[7:].split(" ", 1)
            assert said.endswith(".") and not any(n.startswith(name) for n, _ in found), line
        elif line.startswith("# TYPE "):
            assert line.split()[2] == name, line
            kind = line.split()[3]
            assert kind in ("counter", "gauge", "histogram") and (kind == "counter") == name.endswith("_total"), line
        else:
            sample = SAMPLE.match(line)
            assert sample, line
            assert sample[1] in ([name + end for end in ("_bucket", "_sum", "_count")] if kind == "histogram" else [name]), line
            assert (sample[1], sample[3]) not in found, line
            found[sample[1], sample[3]] = float(sample[4])
    assert text.endswith("\n")
    return found


def check_histogram(found, name):
    """The buckets go up to all that was counted."""
    buckets = [(float(label), count) for (key, label), count in found.items() if key == name + "_bucket"]
    assert len(buckets) > 10 and [bound for bound, _ in buckets] == sorted(bound for bound, _ in buckets)
    assert buckets[-1][0] == float("inf") and buckets[-1][1] == found[name + "_count", None]
    assert [count for _, count in buckets] == sorted(count for _, count in buckets)
    assert 0 <= found[name + "_sum", None] < 1e6


def read(server):
    status, headers, body = server.ask_raw("GET", "/metrics")
    assert status == 200 and headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8", (status, headers)
    assert headers["cache-control"] == "no-store"
    found = parse(body.decode())
    for name in ("khepri_http_request_duration_seconds", "khepri_commit_duration_seconds"):
        check_histogram(found, name)
    return found


def read_until(server, fits):
    """What happens is counted when it is over, which may be after the answer arrived."""
    while not fits(found := read(server)):
        time.sleep(0.01)
    return found


@pytest.fixture
def told():
    """A server that tells this machine its metrics."""
    with visitor.Server("--metrics", "127.0.0.1") as one:
        yield one
        one.must_end_well()


def test_nobody_reads_them_unless_it_is_wished(server):
    status, body = server.get("/metrics")
    assert status == 404 and b"khepri_" not in (body if isinstance(body, bytes) else str(body).encode()), body


def test_only_those_who_may_read_them():
    with visitor.Server("--metrics", "127.0.0.3", "--metrics", "2001:0DB8::1", "--proxy", "127.0.0.1", seed=None) as server:
        assert server.ask("GET", "/metrics", source="127.0.0.3")[0] == 200
        assert server.ask("GET", "/metrics", source="127.0.0.2")[0] == 404
        assert server.ask("GET", "/metrics")[0] == 404
        for address, status in [("127.0.0.3", 200), ("2001:db8::1", 200), ("192.0.2.1", 404), ("127.0.0.3, 192.0.2.1", 404)]:
            assert server.ask("GET", "/metrics", headers={"X-Forwarded-For": address})[0] == status, address
        assert server.ask("GET", "/metrics", source="127.0.0.2", headers={"X-Forwarded-For": "127.0.0.3"})[0] == 404
        assert server.ask("POST", "/metrics", {}, source="127.0.0.3")[0] == 404
        server.must_end_well()


def test_requests_are_counted_by_status(told):
    requests, duration = "khepri_http_requests_total", "khepri_http_request_duration_seconds_count"
    before = read(told)
    for _ in range(3):
        told.get("/health")
    for _ in range(2):
        told.post("/api/1/tables", {"game": "none"})
    after = read_until(told, lambda found: found.get((requests, "400")) == 2)
    assert after[requests, "200"] >= before.get((requests, "200"), 0) + 4
    assert after[duration, None] == sum(count for (name, _), count in after.items() if name == requests)
    resident, heap = after["process_resident_memory_bytes", None], after.get(("khepri_heap_bytes", None))
    assert after["process_cpu_seconds_total", None] > 0 and resident > 1e6
    assert heap is None or 1e5 < heap < resident    # a sanitizer's allocator does not say it
    read_until(told, lambda found: found["khepri_loop_idle_seconds_total", None] > 0)


def test_tables_actions_and_commits(told):
    table, tokens = told.table(["person", "person"])
    told.look(told.table(["person", "open"], start=False)[0]["id"])
    found = read(told)
    assert (found["khepri_tables_in_memory", "waiting"], found["khepri_tables_in_memory", "playing"]) == (1, 1)
    commits, actions = found["khepri_commit_duration_seconds_count", None], found["khepri_actions_total", None]
    assert commits >= 2 and found["khepri_commits_failed_total", None] == 0
    assert found["khepri_data_bytes", "tables"] > 0 and found["khepri_data_bytes", "wal"] >= 0
    seen = told.look(table["id"], list(tokens.values()))
    seat, legal = next((int(seat), legal) for seat, legal in seen["view"]["legal"].items() if legal)
    status, answer = told.act(table["id"], seat, seen["view"]["seq"], legal[0], "k", tokens[seat])
    assert status == 200, answer
    found = read(told)
    stored = told.look(table["id"])["view"]["seq"]
    assert found["khepri_commit_duration_seconds_count", None] == commits + 1
    assert found["khepri_actions_total", None] > actions and found["khepri_actions_total", None] == stored
    assert found["khepri_commits_in_flight", None] == 0


def test_websockets_are_counted(told):
    table, _ = told.table(["person", "person"])
    before = read(told)
    assert before["khepri_websockets", None] == 0
    watchers = [told.watch(table["id"]) for _ in range(3)]
    for watcher in watchers:
        watcher.hear_op("table")
    found = read(told)
    assert found["khepri_websockets", None] == found["khepri_websockets_opened_total", None] == 3
    assert found["khepri_connections", None] == 4, "and this request"
    assert found["khepri_websocket_messages_total", "in"] == 3 <= found["khepri_websocket_messages_total", "out"]
    assert found["khepri_websocket_bytes_total", "in"] > 3 * 20 and found["khepri_websocket_bytes_total", "out"] > 3 * 100
    for watcher in watchers:
        watcher.close()
    found = read_until(told, lambda found: found["khepri_websockets", None] == 0)
    assert found["khepri_websockets_opened_total", None] == 3


def test_thinkers_are_told():
    with visitor.Server("--metrics", "127.0.0.1", "--thinkers", "1") as server:
        found = read(server)
        assert (found["khepri_thinkers", None], found["khepri_thinkers_busy", None], found["khepri_thoughts_waiting", "bots"]) == (1, 0, 0)
        watchers = [server.watch(server.table(["expert"] * 5)[0]["id"]) for _ in range(3)]
        found = read_until(server, lambda found: found["khepri_thoughts_waiting", "bots"] > 0)
        assert found["khepri_thinkers_busy", None] <= 1 and found["khepri_thoughts_waiting", "people"] == 0
        read_until(server, lambda found: found["khepri_thinkers_busy", None] == 1)
        for watcher in watchers:
            watcher.close()
        server.must_end_well()


def test_a_commit_that_fails_is_counted(tmp_path):
    with visitor.Server("--metrics", "127.0.0.1", folder=str(tmp_path), file_bytes=200_000) as server:
        body = {"game": "ra", "players": 2, "seats": [{"kind": "person", "name": "A"}, {"kind": "open"}]}
        while server.post("/api/1/tables", body)[0] == 201:
            pass
        found = read(server)
        assert found["khepri_commits_failed_total", None] > 0
        assert found["khepri_data_bytes", "wal"] <= 200_000 and os.path.getsize(server.data) <= 200_000
        assert server.end() == 0
