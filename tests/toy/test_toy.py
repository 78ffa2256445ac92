#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""test_toy.py -- a third game, added by the steps of docs/adding-a-game.md, is played by every generic command.

Makes a tree with the toy game (toy_tree.py), builds it once, and asks the program and the conformance tests. With $CHROMIUM it has
the client too, and the toy is played in a browser.
"""
import json
import os
import subprocess
import sys

import pytest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import toy_tree  # noqa: E402
import visitor  # noqa: E402

BROWSER = os.environ.get("CHROMIUM")


def run(folder, *words, given="", status=0):
    done = subprocess.run([os.path.join(folder, "build", "app", "khepri"), *words], input=given, capture_output=True,
                          text=True, check=False)
    assert done.returncode == status, (words, done.stdout, done.stderr)
    return done.stdout if status == 0 else done.stderr


def must(folder, *command, **environment):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, env={**os.environ, **environment})
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-3000:]
    return done.stdout


@pytest.fixture(scope="module", name="tree")
def built(tmp_path_factory):
    folder = str(tmp_path_factory.mktemp("toy"))
    toy_tree.make(folder)
    if BROWSER:
        os.symlink(os.path.join(toy_tree.ROOT, "web", "node_modules"), os.path.join(folder, "web", "node_modules"))
    must(folder, "meson", "setup", "build", "-Doptimization=0", *([] if BROWSER else ["-Dweb=disabled", "-Dwasm=disabled"]))
    must(folder, "ninja", "-C", "build", "app/khepri", "tests/property/conformance")
    return folder


@pytest.fixture(scope="module", name="records")
def played(tree):
    path = os.path.join(tree, "games.jsonl")
    run(tree, "simulate", "toy", "--players", "3", "--games", "3", "--option", "cards=5", "--records", path)
    return path


def test_few_lines_are_edited_outside_its_folders():
    assert len(toy_tree.LINES) <= 5


def test_conformance(tree):
    program = os.path.join(tree, "build", "tests", "property", "conformance")
    done = subprocess.run([program, "1", "1", "20"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, [line for line in done.stdout.splitlines() if line.startswith("not ok")]


def test_perft(tree):
    counts = [int(line.split()[1]) for line in run(tree, "perft", "toy", "--players", "2", "--depth", "3").splitlines()]
    assert counts == [3, 18, 54]


def test_signature(tree):
    assert run(tree, "signature", "toy").splitlines()[-1].startswith("toy all ")


def test_records_are_replayed(tree, records):
    with open(records, encoding="utf-8") as file:
        games = [json.loads(line) for line in file]
    assert [game["options"] for game in games] == [{"cards": 5}] * 3
    assert [len(game["actions"]) for game in games] == [20] * 3
    run(tree, "replay", records)


def test_an_unknown_value_of_an_option_is_refused(tree):
    said = run(tree, "simulate", "toy", "--players", "3", "--option", "cards=4", status=2)
    assert said.splitlines()[0] == 'khepri simulate: the option cards is 3 or 5, not "4"'


def test_arena(tree):
    said = run(tree, "arena", "toy", "--players", "2", "--mixed", "random,twin=random", "--deals", "4")
    assert said.startswith("toy, 2 players, 4 deals")


def test_engine(tree):
    asked = [{"id": 1, "op": "new", "game": "toy", "players": 2}, {"id": 2, "op": "legal"}, {"id": 3, "op": "record"}]
    lines = run(tree, "engine", given="".join(json.dumps(line) + "\n" for line in asked)).splitlines()
    assert [json.loads(line)["ok"] for line in lines] == [True] * 3


def test_a_position_is_refused_with_a_sentence(tree):
    asked = {"id": 1, "op": "position", "state": {"game": "toy"}}
    answer = json.loads(run(tree, "engine", given=json.dumps(asked) + "\n"))
    assert answer["error"] == "positions of toy cannot be given, only whole games"


def test_hints_are_refused_with_a_sentence(tree, records):
    said = run(tree, "analyse", records, status=1)
    assert said.splitlines()[0] == "khepri analyse: line 1: no bot estimates chances of winning in toy yet"


def test_the_plain_table_plays_it(tree):
    path = os.path.join(tree, "saved.jsonl")
    said = run(tree, "play", "toy", "--name", "Anna", "--seed", "5", "--save", path, given="?\nbid:9\n1\nbid:1\nbid:2\n1\n")
    assert "  1  bid:1\n" in said and "There is no such command." in said and "That may not be done now." in said
    assert "Final scores:\n" in said
    with open(path, encoding="utf-8") as file:
        assert json.loads(file.readline())["result"]["scores"]


@pytest.fixture(scope="module", name="server")
def served(tree):
    with visitor.Server(program=os.path.join(tree, "build", "app", "khepri")) as server:
        yield server
        server.must_end_well()


def test_the_server_offers_it(server):
    offered = {game["name"]: game for game in server.get("/api/1/games")[1]["games"]}
    assert offered["toy"] == {"name": "toy", "min_players": 2, "max_players": 4, "hidden_information": True,
                              "options": [{"key": "cards", "values": [3, 5], "default": 3}], "bots": ["random"]}


def test_two_persons_and_a_bot_play_it_at_the_server(server):
    """Over HTTP and two WebSockets, until the result; and nobody sees a sealed bid of another."""
    table, tokens = server.table(["person", "random", "person"], game="toy", options={"cards": 5})
    lines = {seat: server.watch(table["id"], [token]) for seat, token in tokens.items()}
    acted = 0

    def next_view(seat, fits):
        while True:
            message = lines[seat].hear()
            assert message, f"seat {seat}: closed ({lines[seat].close_code})"
            view = message.get("view")
            if view and fits(view):
                return view

    for bidding in range(5):
        views = {seat: next_view(seat, lambda view, seat=seat: view["legal"].get(str(seat))) for seat in lines}
        assert all(list(view["legal"]) == [str(seat)] for seat, view in views.items()), "legal actions of one's own seat"
        for number, (seat, view) in enumerate(views.items()):
            lines[seat].say({"op": "act", "id": acted, "seat": seat, "seq": view["seq"], "action": view["legal"][str(seat)][-1], "key": str(acted)})
            reply = lines[seat].hear_op("reply")
            assert reply["ok"] and reply["id"] == acted, reply
            acted += 1
            if number == 0:             # the other person is not done, so all that is bid is sealed
                shown = server.look(table["id"], [tokens[2]])["view"]["state"]["seats"]
                assert shown[seat]["sealed"] and shown[seat]["bid"] is None, shown
                assert not shown[2]["sealed"], f"round {bidding}: {shown}"
    for seat in lines:
        assert next_view(seat, lambda view: view["state"]["result"])["state"]["round"] == 5
    status, record = server.get(f"/api/1/tables/{table['id']}/record")
    assert status == 200 and record["game"] == "toy" and len(record["actions"]) == 5 * (1 + 3), record


def test_a_hint_on_it_is_refused_with_a_sentence(server):
    table, tokens = server.table(["person", "random"], game="toy")
    view = server.look(table["id"], [tokens[0]])["view"]
    status, said = server.post(f"/api/1/tables/{table['id']}/hint", {"seat": 0, "seq": view["seq"]}, [tokens[0]])
    assert (status, said["error"]) == (409, "nobody gives hints on this game yet")


@pytest.mark.skipif(not BROWSER, reason="no browser, or no client to play it in")
def test_it_is_played_in_a_browser(tree):
    said = must(tree, "node", "--test-reporter=tap", os.path.join(HERE, "toy.test.mjs"),
                KHEPRI=os.path.join(tree, "build", "app", "khepri"), KHEPRI_STATIC="")
    assert "# pass 2" in said and "# skipped 0" in said, said
