# SPDX-License-Identifier: MIT
"""test_show.py -- khepri show: records as a list, as a log, as the table of one moment."""
import json

import pytest

from program import khepri


@pytest.fixture(scope="module")
def games(tmp_path_factory):
    """A file of three games of Ra and one of Amun-Re between lines that are blank."""
    folder = tmp_path_factory.mktemp("show")
    for game, count in (("ra", 3), ("amun_re", 1)):
        made = khepri("simulate", game, "--players", "3", "--games", str(count), "--seed", "7", "--records", str(folder / game))
        assert made.returncode == 0, made.stderr
    file = folder / "games.jsonl"
    file.write_text((folder / "ra").read_text() + "\n" + (folder / "amun_re").read_text())
    return file


def records(games):
    return {number: json.loads(line) for number, line in enumerate(games.read_text().splitlines(), 1) if line}


def test_several_games_are_a_list(games):
    rows = khepri("show", games).stdout.splitlines()[1:]
    assert len(rows) == 4
    for row, (number, record) in zip(rows, records(games).items()):
        assert row.split()[:3] == [str(number), record["game"], str(len(record["actions"]))]
        for seat, player in enumerate(record["players"]):
            won = "*" if seat in record["result"]["winners"] else ""
            assert f"{player} {record['result']['scores'][seat]}{won}" in row


def test_the_list_as_json(games):
    rows = [json.loads(line) for line in khepri("show", "--json", games).stdout.splitlines()]
    assert {row["line"]: row["result"] for row in rows} == {number: record["result"] for number, record in records(games).items()}
    only = khepri("show", "--json", "--game", "amun_re", games).stdout.splitlines()
    assert len(only) == 1 and json.loads(only[0])["line"] == 5


def test_one_game_is_a_log_with_its_result(games):
    record = records(games)[2]
    shown = khepri("show", "--line", "2", games).stdout
    assert all(name in shown for name in record["players"]) and f"after {len(record['actions'])} of {len(record['actions'])} actions" in shown
    assert shown.count(" draws") == sum(action == "draw" for action in record["actions"])
    assert "Final scores:" in shown


def test_a_game_by_its_player(games):
    lines = games.read_text().splitlines()
    changed = json.loads(lines[1])
    changed["players"][0] = "Nefertari"
    named = "\n".join([lines[0], json.dumps(changed), lines[2]])
    assert "Line 2 of the file" in khepri("show", "--player", "Nefertari", "-", text=named).stdout


def test_a_moment_as_a_position(games):
    record = records(games)[1]
    shown = khepri("show", "--line", "1", "--step", "40", "--json", games).stdout
    traced = khepri("replay", "--trace", "-", text=games.read_text().splitlines()[0]).stdout.splitlines()
    assert json.loads(shown) == json.loads(traced[40])["state"]
    taken = khepri("engine", text='{"op":"position","state":' + shown.strip() + '}\n{"op":"apply","action":"' + record["actions"][40] + '"}\n').stdout
    assert [json.loads(line)["ok"] for line in taken.splitlines()] == [True, True]


def test_what_is_secret_is_shown_to_its_seat_only(games):
    state = json.loads(khepri("show", "--line", "5", "--step", "60", "--json", games).stdout)
    spectator = khepri("show", "--line", "5", "--step", "60", games).stdout
    assert "Your power cards" not in spectator
    for seat in range(3):
        own = khepri("show", "--line", "5", "--step", "60", "--seat", str(seat), games).stdout
        hand = own[own.index("Your power cards: "):].replace("\n", " ").split(": ", 1)[1].split(".")[0]
        kinds = 0 if hand.strip() == "none" else len(hand.split(","))
        assert kinds == len(state["seats"][seat]["cards"]), own


REFUSED = {
    ("--line", "9"): "has no game in line 9",
    ("--line", "1", "--step", "100000"): "actions, and --step asks for 100000",
    ("--line", "1", "--seat", "4"): "the game has the seats 0 to 2, and --seat asks for 4",
    ("--step", "3"): "4 games fit; choose one with --line",
    ("--game", "amunre"): "did you mean 'amun_re'",
    ("--json", "--seat", "1"): "--seat does not go with it"}


@pytest.mark.parametrize("words", REFUSED, ids=" ".join)
def test_wrong_words_get_a_sentence(words, games):
    wrong = khepri("show", *words, games)
    assert wrong.returncode == 2 and REFUSED[words] in wrong.stderr


def test_broken_records_are_named_and_the_others_shown(games):
    lines = games.read_text().splitlines()
    shown = khepri("show", "-", text="\n".join([lines[0], '{"format":', lines[1].replace('"draw"', '"drow"', 1), lines[2]]))
    assert shown.returncode == 1 and [row.split()[0] for row in shown.stdout.splitlines()[1:]] == ["1", "4"]
    assert "line 2: " in shown.stderr and "line 3: " in shown.stderr and "drow" in shown.stderr
    step = next(i for i, action in enumerate(json.loads(lines[1])["actions"]) if action == "draw")
    assert f'line 3: step {step}: "drow" is no action' in shown.stderr
    assert khepri("show", "no-such-file").returncode == 2 and khepri("show").returncode == 2
