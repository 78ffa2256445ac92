# SPDX-License-Identifier: MIT
"""Position strings: read by a reader written from the manual page alone, and compared with the JSON of each position."""
import json
import re
from pathlib import Path

import pytest

from program import ROOT, khepri

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


def words_of(title):
    page = (Path(ROOT) / "man" / "khepri-records.7").read_text()
    return re.search(r"The words of " + re.escape(title) + r".*?\.EX\n(.*?)\n\.EE", page, re.S).group(1).replace("\\-", "-").split()


WORDS = {"ra": words_of("Ra"), "amun_re": words_of("Amun\\-Re")}


class Reader:
    """khepri-records(7), "POSITION STRINGS"."""

    def __init__(self, line):
        self.game, version, body = line.split(".")
        assert version == "1"
        self.symbols = iter([LETTERS.index(letter) for letter in body[:-4]])
        self.words = WORDS[self.game]
        self.after = {}

    def groups(self):
        number = unit = 0
        for symbol in self.symbols:
            number += symbol % 32 << unit
            unit += 5
            if symbol < 32:
                return number

    def spelled(self):
        return bytes(next(self.symbols) * 16 + next(self.symbols) for _ in range(self.groups())).decode()

    def members(self):
        out, last = {}, -1
        while (symbol := next(self.symbols)) != 37:
            at = self.after.get(last, last + 1)
            if 44 <= symbol < 54:
                at = (symbol - 44) * 64 + next(self.symbols)
            key = self.spelled() if symbol == 43 else self.words[at]
            if symbol == 43 or 44 <= symbol < 54:
                symbol = next(self.symbols)
            if key in self.words:
                self.after[last] = last = self.words.index(key)
            out[key] = self.value(symbol)
        return out

    def value(self, symbol):
        if symbol < 32:
            return symbol
        if symbol >= 54:
            return self.words[(symbol - 54) * 64 + next(self.symbols)]
        if symbol == 35:
            return list(iter(lambda: self.element(next(self.symbols)), self))
        simple = {32: lambda: None, 33: lambda: False, 34: lambda: True, 36: self.members, 38: list, 39: dict,
                  40: self.groups, 41: lambda: -self.groups(), 42: self.spelled}
        return simple[symbol]()

    def element(self, symbol):
        return self if symbol == 37 else self.value(symbol)


def checksum(text):
    total = 2166136261
    for byte in text.encode():
        total = (total ^ byte) * 16777619 % 2 ** 32
    total ^= total >> 24
    return "".join(LETTERS[total >> 6 * i & 63] for i in range(4))


@pytest.mark.parametrize("game, players", [("ra", 2), ("ra", 5), ("amun_re", 3), ("amun_re", 5)])
def test_the_manual_describes_them(game, players, tmp_path):
    file = tmp_path / "game.jsonl"
    made = khepri("simulate", game, "--players", str(players), "--games", "1", "--seed", "5", "--records", str(file))
    assert made.returncode == 0, made.stderr
    count, sizes = len(json.loads(file.read_text())["actions"]), []
    for step in range(0, count + 1, 25):
        line = khepri("show", "--step", str(step), "--as-position", file).stdout.strip()
        state = json.loads(khepri("show", "--step", str(step), "--json", file).stdout)
        assert {"game": game, **Reader(line).members()} == state, line
        assert line[-4:] == checksum(line[:-4])
        sizes.append(len(line))
    assert max(sizes) < 500, sizes


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    file = tmp_path_factory.mktemp("positions") / "game.jsonl"
    assert khepri("simulate", "ra", "--players", "3", "--games", "1", "--seed", "5", "--records", str(file)).returncode == 0
    return file


def test_a_string_is_shown_and_played_on_by_the_engine(game):
    line = khepri("show", "--step", "30", "--as-position", game).stdout.strip()
    shown = khepri("show", "--position", line)
    assert shown.returncode == 0 and shown.stdout.startswith("Epoch 1 of 3.") and "Seat 2" in shown.stdout
    assert khepri("show", "--position", f" {line}\n", "--as-position").stdout.strip() == line
    state = khepri("show", "--position", line, "--json").stdout
    assert state == khepri("show", "--step", "30", "--json", game).stdout
    assert khepri("show", "--position", state, "--as-position").stdout.strip() == line
    replies = khepri("engine", text=json.dumps({"op": "position", "state": line}) + '\n{"op":"state"}\n').stdout.splitlines()
    assert json.loads(replies[1])["state"] == json.loads(state)
    last = khepri("show", "--as-position", game).stdout.strip()
    assert json.loads(khepri("show", "--position", last, "--json").stdout)["result"]


def test_the_seat_that_is_named_sees_its_cards(tmp_path):
    file = tmp_path / "game.jsonl"
    khepri("simulate", "amun_re", "--players", "3", "--games", "1", "--seed", "5", "--records", str(file))
    line = khepri("show", "--step", "60", "--as-position", file).stdout.strip()
    assert "Your power cards" in khepri("show", "--position", line, "--seat", "1").stdout
    assert "Your power cards" not in khepri("show", "--position", line).stdout


def test_a_position_is_played_on_by_the_seat_to_move(game):
    line = khepri("show", "--step", "30", "--as-position", game).stdout.strip()
    state = json.loads(khepri("show", "--step", "30", "--json", game).stdout)
    seat, = state["to_act"]
    played = khepri("play", "--position", line, "--name", "Zoe", "--seed", "3", "--lang", "en", text="save\n")
    rows = [row.split(":")[0] for row in played.stdout.splitlines() if " points, suns" in row]
    assert played.returncode == 0 and rows.index("Zoe") == seat, played
    assert "cannot be saved" in played.stdout and "saved;" not in played.stdout
    for words, why in {("ra",): "leave GAME out", ("--save", "x"): "leave --save out", ("--load", "x"): "leave --load out",
                       ("--players", "4"): "leave --players out", ("--option", "edition=1999"): "leave --option out"}.items():
        wrong = khepri("play", *words, "--position", line)
        assert wrong.returncode == 2 and why in wrong.stderr
    assert "is damaged" in khepri("play", "--position", line[:-1]).stderr


def test_a_position_is_analysed_for_each_seat_to_move(game, tmp_path):
    line = khepri("show", "--step", "30", "--as-position", game).stdout.strip()
    seat, = json.loads(khepri("show", "--step", "30", "--json", game).stdout)["to_act"]
    shown = khepri("analyse", "--bot", "hard", "--lang", "en", "--position", line)
    assert shown.returncode == 0 and shown.stdout.startswith(f"Seat {seat}\nHint by the bot"), shown
    for language, name in (("de", "Platz"), ("fr", "Place"), ("pl", "Miejsce")):
        assert khepri("analyse", "--bot", "hard", "--lang", language, "--position", line).stdout.startswith(f"{name} {seat}\n")
    hints = [json.loads(row) for row in khepri("analyse", "--bot", "hard", "--json", "--position", line).stdout.splitlines()]
    assert [hint["seat"] for hint in hints] == [seat] and hints[0]["hint"]["best"]
    over = khepri("analyse", "--position", khepri("show", "--as-position", game).stdout.strip())
    assert over.returncode == 2 and "the game is over" in over.stderr
    file = tmp_path / "sealed.jsonl"
    khepri("simulate", "amun_re", "--players", "3", "--games", "1", "--seed", "5", "--records", str(file))
    actions = json.loads(file.read_text())["actions"]
    step = next(i for i, action in enumerate(actions) if "/offer" in action)
    line = khepri("show", "--step", str(step), "--as-position", file).stdout.strip()
    sealed = khepri("analyse", "--bot", "hard", "--json", "--position", line).stdout.splitlines()
    assert [json.loads(row)["seat"] for row in sealed] == json.loads(khepri("show", "--position", line, "--json").stdout)["to_act"]


def test_the_engine_advises_by_a_string(game):
    line = khepri("show", "--step", "30", "--as-position", game).stdout.strip()
    state = json.loads(khepri("show", "--step", "30", "--json", game).stdout)
    said = khepri("engine", text="".join(json.dumps({"op": "suggest", "bot": "rule", "seed": "1", "view": view}) + "\n" for view in (line, state))).stdout
    by_string, by_object = said.splitlines()
    assert by_string == by_object and json.loads(by_string)["ok"]


REFUSED = {"": "a position string begins with a game", "chess.1.AAAA": '"chess" is no game', "ra.2.AAAA": "the version of the position string is not known",
           "ra.1.": "is damaged", "ra.1.Aa!AAAAA": "is damaged", '{"game":"ra"}': 'the state has no "options"', "{": "the line is not JSON",
           "[1,2": "the line is not JSON"}


@pytest.mark.parametrize("words", REFUSED, ids=repr)
def test_a_bad_string_gets_one_sentence(words):
    wrong = khepri("show", "--position", words)
    assert wrong.returncode == 2 and REFUSED[words] in wrong.stderr and wrong.stderr.count("\n") == 1, wrong.stderr


def test_wrong_letters_with_a_right_checksum_get_a_sentence(game):
    line = khepri("show", "--step", "30", "--as-position", game).stdout.strip()
    for at in range(5, len(line) - 4, 9):
        changed = line[:at] + ("A" if line[at] != "A" else "l") + line[at + 1:-4]
        read = khepri("show", "--position", changed + checksum(changed), "--as-position")
        assert read.returncode == 0 and read.stdout.strip() or read.returncode == 2 and read.stderr.count("\n") == 1, (at, read)


def test_words_that_do_not_go_together(game):
    for words, why in {("--position", "x", str(game)): "leave one of them out", ("--position", "x", "--line", "1"): "are for files",
                       ("--json", "--as-position", str(game)): "choose one", ("--as-position", "--seat", "1", str(game)): "does not go with it"}.items():
        wrong = khepri("show", *words)
        assert wrong.returncode == 2 and why in wrong.stderr, wrong.stderr
