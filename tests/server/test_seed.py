# SPDX-License-Identifier: MIT
"""test_seed.py -- khepri serve --seed: the same games each time, for tests; never where others could foresee them."""
import os
import random
import subprocess

import pytest

import visitor
from program import PROGRAM


@pytest.mark.parametrize("words", [["--listen", "0.0.0.0:0"], ["--listen", "[::]:0"], ["--listen", "192.0.2.1:7272"], ["--listen", "127.example:0"],
                                   ["--listen", "127.0.0.1:0", "--proxy", "127.0.0.1"], ["--proxy", "192.0.2.1"]])
def test_it_is_refused_where_others_can_reach_the_server(words, tmp_path):
    done = subprocess.run([PROGRAM, "serve", "--seed", "1", "--data", tmp_path / "k.sqlite", *words], capture_output=True, text=True, check=False)
    assert done.returncode == 2 and done.stdout == "", done
    assert done.stderr.splitlines()[0] == ("khepri serve: --seed is for tests: it needs --listen on a loopback address, "
                                           "as 127.0.0.1:7272, and no --proxy"), done.stderr
    assert not os.path.exists(tmp_path / "k.sqlite")


def test_another_loopback_address_will_do():
    with visitor.Server("--listen", "127.1.2.3:0", seed=None) as plain:
        assert plain.end() == 0
    with visitor.Server("--listen", "127.1.2.3:0", seed="any text") as server:
        assert server.end() == 0


def play(server, table, tokens, dice, most=None):
    """Plays the persons by `dice` to the end, or `most` actions; returns the log."""
    line = server.watch(table, tokens.values())
    message = line.hear_op("table")
    seq, done = -1, 0
    while message["view"]["state"]["result"] is None and done != most:
        view = message["view"]
        if view["legal"] and view["seq"] > seq:     # once at each moment; bots bring the others
            seq = view["seq"]
            seat, legal = min(view["legal"].items())
            assert server.act(table, int(seat), seq, dice.choice(legal), f"k{seq}", tokens[int(seat)])[0] == 200
            done += 1
        message = line.hear()
    line.close()
    return server.get(f"/api/1/tables/{table}/log")[1]["steps"]


TABLES = ["person", "person", "random"], ["person", "rule", "master:100"], ["rule", "easy", "random"]     # what thinks waits for idle processors


def games_of(seed, restart=False, tables=TABLES):
    """The names of some tables, their tokens and what happened there; once the server is restarted in the midst of a game."""
    with visitor.Server(seed=seed) as server:
        names, secrets, logs = [], [], []
        for seats in tables:
            table, tokens = server.table(seats, public=True)
            dice = random.Random(3)
            if restart and "person" in seats:
                play(server, table["id"], tokens, dice, most=6)
                server.kill()
                server.start()
            names.append(table["id"])
            secrets += tokens.values()
            logs.append(play(server, table["id"], tokens, dice))
        assert server.end() == 0
    return names, secrets, logs


@pytest.fixture(scope="module")
def sevens():
    return games_of(7)


def test_games_are_the_same_each_time_and_tokens_are_not(sevens):
    names, tokens, logs = sevens
    names_again, tokens_again, logs_again = games_of(7)
    assert names == names_again and logs == logs_again
    assert not set(tokens) & set(tokens_again), "tokens follow from the seed"
    assert len({tuple(step["action"] for step in log[:1]) for log in logs}) == 3, "each table has chance of its own"
    for other in (games_of(8, tables=TABLES[:1]), games_of(None, tables=TABLES[:1])):
        assert not set(other[0]) & set(names) and other[2] != logs[:1]


def test_a_restart_changes_nothing(sevens):
    names, _, logs = sevens
    names_again, _, again = games_of(7, restart=True)
    assert names_again == names and again == logs
    with visitor.Server(seed=7) as server:          # names that are in use are not given again
        first = server.table(["person", "person"])[0]["id"]
        server.kill()
        server.start()
        second = server.table(["person", "person"])[0]["id"]
        assert [first, second] == names[:2]
        assert server.end() == 0
