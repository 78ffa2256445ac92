# SPDX-License-Identifier: MIT
"""test_nodes.py -- several servers at one database: any of them serves any table, and none is missed."""
import os
import random
import threading

import pytest

import botline
import visitor
from test_admin import Hosted, until_closed
from test_bots import accept, play, table_with
from test_postgres import Player, made, must_be_kept, wait_for_promises
from test_sealed import act, at_offers
from visitor import until


@pytest.fixture
def nodes(postgres):
    """Two servers at one database; none may have logged an error at the end."""
    with visitor.Server(data=postgres.url, seed=1) as one, visitor.Server(data=postgres.url, seed=2) as two:
        yield one, two
        for server in (one, two):
            server.must_end_well()


def play_by_line(server, table, seat, token, seed, seen):
    """Plays one seat by WebSocket at one server until the game is over; keeps all steps that it is told."""
    dice, line = random.Random(seed), server.watch(table, [token])
    while True:
        message = line.hear()
        if message["op"] == "reply":
            assert message["ok"] or message["code"] in ("stale", "illegal"), message
            continue
        view = message["view"]
        if message["op"] == "step":
            seen[view["step"]["seq"]] = view["step"]
        if view["state"]["result"]:
            break
        legal = view["legal"].get(str(seat))
        if legal:
            line.say({"op": "act", "seat": seat, "seq": view["seq"], "action": dice.choice(legal), "key": f"{seat} {view['seq']}"})
    line.close()


def test_a_game_with_each_seat_at_another_server(nodes):
    table, tokens = nodes[0].table(["person"] * 3)
    seen = [{}, {}, {}]
    threads = [threading.Thread(target=play_by_line, args=(nodes[seat % 2], table["id"], seat, tokens[seat], seat, seen[seat]), daemon=True)
               for seat in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    logs = [node.get(f"/api/1/tables/{table['id']}/log")[1]["steps"] for node in nodes]
    assert logs[0] == logs[1] and len(logs[0]) > 30
    for steps in seen:
        assert len(steps) > 20
        for seq, step in steps.items():
            assert logs[0][seq] == step
    assert [node.look(table["id"])["table"]["status"] for node in nodes] == ["over", "over"]


def test_who_joins_at_one_server_is_seen_at_the_other(nodes):
    table, tokens = nodes[0].table(["person", "open", "open"], start=False)
    line = nodes[0].watch(table["id"], tokens.values())
    line.hear_op("table")
    for seat in (1, 2):
        status, joined = nodes[1].post(f"/api/1/tables/{table['id']}/join", {"name": f"Guest {seat}"})
        assert status == 200, joined
        assert joined["seat"] == seat, joined
        tokens[seat] = joined["token"]
        while line.hear_op("table")["table"]["seats"][seat]["kind"] != "person":
            pass
    assert nodes[1].post(f"/api/1/tables/{table['id']}/start", {}, [tokens[2]])[0] == 200
    while line.hear_op("table")["table"]["status"] != "playing":
        pass
    line.close()


def at_once(*calls):
    """The results of calls that run at the same time."""
    results = [None] * len(calls)
    gate = threading.Barrier(len(calls))

    def run(i):
        gate.wait()
        results[i] = calls[i]()

    threads = [threading.Thread(target=run, args=(i,)) for i in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def test_the_same_action_at_two_servers_is_done_once(nodes):
    table, tokens = nodes[0].table(["person", "person"])
    for number in range(30):
        view = nodes[number % 2].look(table["id"], tokens.values())["view"]
        if view["state"]["result"]:
            break
        (seat, legal), = view["legal"].items()
        key = "same" if number % 3 else None        # a request that was sent again, or two that want the same moment
        answers = at_once(*[lambda i=i: nodes[i].act(table["id"], int(seat), view["seq"], legal[0], f"{key or i} {number}", tokens[int(seat)])
                            for i in (0, 1)])
        if key:
            assert [status for status, _ in answers] == [200, 200] and answers[0] == answers[1], answers
        else:
            assert sorted(status for status, _ in answers) == [200, 409], answers
    steps = nodes[0].get(f"/api/1/tables/{table['id']}/log")[1]["steps"]
    assert [s["seq"] for s in steps] == list(range(len(steps)))


def test_what_was_done_at_one_server_long_ago_is_not_done_again_at_another(nodes):
    table, tokens = nodes[0].table(["person", "person"])
    asked = []
    while len(asked) < 40:
        view = nodes[0].look(table["id"], tokens.values())["view"]
        if view["state"]["result"]:
            break
        (seat, legal), = view["legal"].items()
        asked.append((int(seat), view["seq"], next(iter(legal)), f"key {len(asked)}"))
        assert nodes[0].act(table["id"], *asked[-1], tokens[int(seat)])[0] == 200
    assert len(asked) > 30
    log = nodes[0].get(f"/api/1/tables/{table['id']}/log")
    for request in asked:
        status, answer = nodes[1].act(table["id"], *request, tokens[request[0]])
        assert status == 200 and answer["applied"] == request[1], (request, status, answer)
    assert nodes[1].get(f"/api/1/tables/{table['id']}/log") == log


def test_what_was_done_at_another_server_is_seen_although_the_database_ended_a_connection(nodes, postgres):
    """As its idle_session_timeout does. Those who listen keep theirs, so no server notices it before it reads."""
    one, two = nodes
    table, tokens = one.table(["person", "person"])
    view = two.look(table["id"], tokens.values())["view"]
    ended = ("FROM pg_stat_activity a WHERE pid <> pg_backend_pid() AND application_name = 'khepri'"
             " AND NOT EXISTS (SELECT FROM pg_locks l WHERE l.pid = a.pid AND locktype = 'advisory')")
    assert postgres.sql(f"SELECT bool_and(pg_terminate_backend(pid)) {ended}") == [["t"]]
    until(lambda: postgres.sql(f"SELECT count(*) {ended}") == [["0"]])
    seat, legal = next(iter(view["legal"].items()))
    assert one.act(table["id"], int(seat), view["seq"], legal[0], "once", tokens[int(seat)])[0] == 200
    assert two.look(table["id"])["view"]["seq"] > view["seq"]


def test_two_who_want_different_seats_get_them(nodes):
    for _ in range(10):
        table, _ = nodes[0].table(["person", "open", "open"], start=False)
        path = f"/api/1/tables/{table['id']}/join"
        answers = at_once(*[lambda i=i: nodes[i].post(path, {"name": f"Guest {i}"}) for i in (0, 1)])
        assert [status for status, _ in answers] == [200, 200], answers
        assert sorted(answer["seat"] for _, answer in answers) == [1, 2], answers
        for node in nodes:
            assert sorted(seat["name"] for seat in node.look(table["id"])["table"]["seats"][1:]) == ["Guest 0", "Guest 1"]


def test_in_secret_all_act_at_once_at_different_servers(nodes):
    table, tokens, view, _, _ = at_offers(nodes[0])
    answers = at_once(*[lambda seat=seat: act(nodes[seat % 2], table, tokens, seat, view, "offer:steal", f"offer {seat}") for seat in range(3)])
    assert [status for status, _ in answers] == [200] * 3, answers
    logs = [node.get(f"/api/1/tables/{table}/log")[1]["steps"] for node in nodes]
    assert logs[0] == logs[1]


def test_bots_of_a_dead_server_go_on_at_another(postgres):
    with visitor.Server(data=postgres.url, seed=None, delay=50) as one, visitor.Server(data=postgres.url, seed=None) as two:
        waiting = set()
        while not waiting:                          # until some are caught in the midst of it
            ids = [one.table(["random"] * 5)[0]["id"] for _ in range(5)]
            one.kill()
            waiting = {row[0] for row in postgres.sql("SELECT id FROM khepri.tables WHERE status = 1")} & set(ids)
            if not waiting:
                one.start()
        ids = ", ".join(f"'{id}'" for id in waiting)
        while postgres.sql(f"SELECT id FROM khepri.tables WHERE id IN ({ids}) AND status <> 2"):   # nobody asks for them
            visitor.time.sleep(0.05)
        two.must_end_well()


def online(table):
    return [seat.get("online") for seat in table["seats"]]


def hear_online(line, wanted):
    while (told := line.hear_op("table")) and online(told["table"]) != wanted:
        pass


def test_who_is_at_one_server_is_online_at_the_other(nodes):
    table, tokens = nodes[0].table(["person", "person", "open"], start=False, public=True)
    watcher = nodes[1].watch(table["id"])
    hear_online(watcher, [False, False, None])
    line = nodes[0].watch(table["id"], [tokens[1]])
    hear_online(watcher, [False, True, None])
    assert online(nodes[1].look(table["id"])["table"]) == [False, True, None]
    (listed,) = nodes[1].get("/api/1/tables")[1]["tables"]
    assert online(listed) == [False, True, None]
    both = nodes[1].watch(table["id"], [tokens[0], tokens[1]])
    hear_online(line, [True, True, None])
    line.close()
    hear_online(both, [True, True, None])
    both.close()
    hear_online(watcher, [False, False, None])
    watcher.close()


def test_who_was_at_a_dead_server_is_offline(postgres):
    with visitor.Server(data=postgres.url, seed=None) as one, visitor.Server(data=postgres.url, seed=None) as two, \
            visitor.Server(data=postgres.url, seed=None) as three:
        table, tokens = one.table(["person", "person"])
        watchers = [node.watch(table["id"]) for node in (two, three)]
        line = one.watch(table["id"], [tokens[0]])
        for watcher in watchers:
            hear_online(watcher, [True, False])
        one.kill()
        for watcher in watchers:
            hear_online(watcher, [False, False])
            watcher.close()
        line.close()
        two.must_end_well()
        three.must_end_well()


def test_who_is_present_is_said_again_after_the_database_was_away(postgres):
    with visitor.Server(data=postgres.url, seed=None) as one, visitor.Server(data=postgres.url, seed=None) as two:
        table, tokens = one.table(["person", "person"])
        line = one.watch(table["id"], [tokens[0]])
        line.hear_op("table")
        postgres.kill()
        postgres.start()
        watcher = two.watch(table["id"])
        while (told := watcher.hear())["op"] == "error" or online(told["table"]) != [True, False]:
            if told["op"] == "error":
                watcher.say({"op": "watch", "table": table["id"], "tokens": []})
        for one_of in (line, watcher):
            one_of.close()
        assert (one.end(), two.end()) == (0, 0)


def test_who_is_at_another_server_is_not_away(postgres):
    with visitor.Server("--away", "0", data=postgres.url, seed=1) as one, visitor.Server(data=postgres.url, seed=2) as two:
        table, tokens = one.table(["person"] * 3)
        acting = one.look(table["id"], tokens.values())["view"]["legal"]
        waiting = [seat for seat in range(3) if str(seat) not in acting]
        line = two.watch(table["id"], [tokens[waiting[0]]])
        line.hear_op("table")
        until(lambda: online(one.look(table["id"])["table"])[waiting[0]])
        for seat, wanted in zip(waiting, (409, 200)):   # the other one is nowhere
            status, answer = one.post(f"/api/1/tables/{table['id']}/replace", {"seat": seat, "bot": "random"}, [tokens[int(*acting)]])
            assert status == wanted, (seat, status, answer)
        line.close()
        one.must_end_well()
        two.must_end_well()


def test_a_bot_account_is_told_of_what_happens_at_another_server(postgres):
    with botline.Server("scarab", data=postgres.url, seed=1) as one, \
            visitor.Server("--bots", os.path.join(one.folder, "bots.txt"), "--rate", "bots=0", data=postgres.url, seed=2) as two:
        line = botline.Line(two.port, one.bots["scarab"])
        assert line.hear()["event"] == "hello"
        table, tokens = table_with(one, "person", "@scarab")
        assert line.hear()["event"] == "challenge"
        accept(one, "scarab", table["id"])
        until(lambda: one.look(table["id"])["table"]["seats"][1].get("online"))
        assert one.post(f"/api/1/tables/{table['id']}/start", {}, [tokens["0"]])[0] == 200
        assert line.hear_event("start")["seat"] == 1
        turns = 0
        while not (view := one.look(table["id"], [tokens["0"]])["view"])["state"]["result"]:
            if "0" in view["legal"]:
                assert one.act(table["id"], 0, view["seq"], view["legal"]["0"][0], f"p{view['seq']}", tokens["0"])[0] == 200
            elif 1 in (view["state"]["to_act"] or []):
                turn = line.hear_event("turn")
                assert turn["view"]["seq"] == view["seq"]
                assert play(one, "scarab", turn)[0] == 200
                turns += 1
        assert line.hear_event("end")["table"]["status"] == "over" and turns > 5
        line.close()
        one.must_end_well()
        two.must_end_well()


def test_bots_are_played_by_one_server(nodes, postgres):
    table, tokens = nodes[0].table(["person", "random", "random"])
    lines = [node.watch(table["id"], tokens.values()) for node in nodes]
    Player(nodes, table["id"], tokens, 1).run()
    for line in lines:
        while line.hear_op("table")["table"]["status"] != "over":
            pass
        line.close()
    assert len(postgres.sql("SELECT * FROM khepri.claims WHERE table_id <> 'tidy'")) <= 1
    assert len(postgres.sql("SELECT * FROM khepri.nodes")) == 2


def test_nothing_acknowledged_is_lost_whoever_is_killed(postgres, kills):
    wanted, waits = kills or 5, []
    with visitor.Server(data=postgres.url, seed=None) as one, visitor.Server(data=postgres.url, seed=None) as two:
        players = []
        for victim in ([one, two, postgres] * wanted)[:wanted]:
            players += [Player([one, two], *made((one, two)[i % 2], i), len(players) + i) for i in range(3)]
            for player in players[-3:]:
                player.start()
            wait_for_promises(players, 20)
            victim.kill()
            killed = visitor.time.monotonic()
            if victim is postgres:
                postgres.start()
            wait_for_promises(players, 1)           # of a killed server's players too: they go to the other one
            waits.append(visitor.time.monotonic() - killed)
            if victim is not postgres:
                victim.start()
        wait_for_promises(players, 30)
        for player in players:
            player.stop = True
        for player in players:
            player.join()
        promised = must_be_kept(one, players)
        assert must_be_kept(two, players) == promised > 100
        assert "was read anew" not in one.journal() + two.journal()
        print(f"# {promised} acknowledged actions, all there after {wanted} kills; the next one came after {sorted(waits)[len(waits) // 2]:.2f} s,"
              f" {max(waits):.2f} s at most")
        assert (one.end(), two.end()) == (0, 0)


@pytest.mark.parametrize("how", ["behind", "other"])
def test_a_table_that_differs_from_the_database_is_read_anew(postgres, how):
    """Nothing should make it differ; if something did, the table must not stay refused, and who watches sees what is stored."""
    with visitor.Server(data=postgres.url, seed=1) as one, visitor.Server(data=postgres.url, seed=2) as two:
        table, tokens = one.table(["person"] * 2)
        id = table["id"]
        line = one.watch(id, tokens.values())
        kept = None
        for _ in range(4):
            view = one.look(id, tokens.values())["view"]
            kept = view["seq"]
            (seat, legal), = view["legal"].items()
            assert one.act(id, int(seat), kept, legal[0], f"key {kept}", tokens[int(seat)])[0] == 200
        assert one.look(id)["view"]["seq"] > kept
        postgres.sql(f"DELETE FROM khepri.actions WHERE table_id = '{id}' AND seq >= {kept}")
        if how == "other":                          # the same moment, and what was stored there by another server
            assert two.act(id, int(seat), kept, legal[-1], "other", tokens[int(seat)])[0] == 200
        stored = two.look(id, tokens.values())
        assert one.look(id, tokens.values())["view"] == stored["view"]
        while line.hear()["view"] != stored["view"]:
            pass
        (seat, legal), = stored["view"]["legal"].items()
        assert one.act(id, int(seat), stored["view"]["seq"], legal[0], "after", tokens[int(seat)])[0] == 200
        assert one.look(id)["view"] == two.look(id)["view"]
        line.close()
        assert one.journal().count('"level":"error"') == one.journal().count("was read anew") == 1, one.journal()
        assert one.end() == 0
        two.must_end_well()


def test_a_ban_made_at_one_server_holds_at_all_and_outlasts_them(postgres, tmp_path):
    folders = [tmp_path / name for name in ("one", "two")]
    for folder in folders:
        folder.mkdir()
    with Hosted(folders[0], data=postgres.url) as one, Hosted(folders[1], data=postgres.url) as two:
        table, _ = two.table(["person", "open"], start=False)
        far, near = two.watch(table["id"], source="127.0.0.9"), two.watch(table["id"])
        far.hear_op("table")
        one.admin("ban", "127.0.0.9")
        one.admin("mute", "Bad Name")
        assert until_closed(far) == 1008, "turned out at the other server too"
        until(lambda: two.told("bans") == {"ok": True, "addresses": ["127.0.0.9"], "names": ["Bad Name"]})
        assert two.ask("GET", "/api/1/games", source="127.0.0.9")[0] == 403
        assert two.post(f"/api/1/tables/{table['id']}/join", {"name": "badname"})[0] == 403
        near.hear_op("table")
        two.admin("unmute", "BAD NAME")
        until(lambda: one.told("bans")["names"] == [])
        for server in (one, two):
            server.must_end_well()
        two.start()
        assert two.told("bans") == {"ok": True, "addresses": ["127.0.0.9"], "names": []}
        assert two.ask("GET", "/api/1/games", source="127.0.0.9")[0] == 403
        two.must_end_well()


def test_a_ban_made_while_a_server_had_lost_the_database_holds_there_later(postgres, tmp_path):
    folders = [tmp_path / name for name in ("one", "two")]
    for folder in folders:
        folder.mkdir()
    with Hosted(folders[0], data=postgres.url) as one, Hosted(folders[1], data=postgres.url) as two:
        one.admin("ban", "127.0.0.8")
        until(lambda: two.told("bans")["addresses"] == ["127.0.0.8"])
        postgres.kill()
        postgres.start()
        until(lambda: one.get("/ready")[0] == 200)
        one.admin("ban", "127.0.0.9")
        until(lambda: two.told("bans")["addresses"] == ["127.0.0.8", "127.0.0.9"])
        assert one.end() == 0 and two.end() == 0
