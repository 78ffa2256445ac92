# SPDX-License-Identifier: MIT
"""khepri play at a terminal, by a pseudo-terminal: lines are edited, remembered and completed, and fit its width."""
import json
import os
import signal
import subprocess
import termios
import time
import unicodedata

import pytest

from program import PROGRAM, khepri
from terminal import ESCAPES, sit  # noqa: F401 (a fixture)

UP = "\x1b[A"


def edits():
    """Whether this build edits lines: the program then needs libedit."""
    linked = subprocess.run(["ldd", PROGRAM], capture_output=True, text=True).stdout
    return "libedit" in linked


needs_editing = pytest.mark.skipif(not edits(), reason="this build has no libedit")
RA = ("ra", "--name", "Zoe", "--seed", "7", "--players", "2")


@needs_editing
def test_tab_completes_actions_and_words(sit):
    at = sit(*RA)
    at.until("Zoe>")
    at.type("dr\t\n")
    at.until("Zoe draws")
    at.until("Zoe>")
    at.type("\t")
    offered = at.until("odds")
    assert "hint" in offered and "score" in offered and "odds" in offered
    at.type("qui\t\n")
    assert at.end() == 0


@needs_editing
def test_tab_offers_each_word_once(sit):
    at = sit(*RA, "--name", "Ben", "--lang", "en")
    at.until("Zoe>")
    at.type("invoke\n")
    at.until("Ben>")
    at.type("\t")
    offered = at.until("odds").split()
    assert offered.count("bid") == 1 and offered.count("pass") <= 1 and "table" in offered
    at.type("quit\n")
    assert at.end() == 0


@needs_editing
def test_tab_completes_word_by_word(sit):
    at = sit("amun_re", "--name", "Zoe", "--seed", "7", "--players", "3", "--lang", "en")
    at.until("Zoe>")
    at.type("b\tav\t\x01price \x0515\n")  # Ctrl-A and Ctrl-E: to the beginning, to the end
    at.until("Bid 15 for Avaris: nothing to pay.")
    at.until("Zoe>")
    at.type("se\t\n")
    at.until("sells for 1 gold")
    at.type("quit\n")
    assert at.end() == 0


@needs_editing
def test_the_last_line_comes_back_and_is_edited(sit):
    at = sit(*RA)
    at.until("Zoe>")
    at.type("odds\n")
    at.until("drawn next:")
    at.until("Zoe>")
    at.type(UP + "\x01hint 7\x0b\n")  # Up, to the beginning of the line, and Ctrl-K to cut the rest
    at.until("7odds")
    at.type("quit\n")
    assert at.end() == 0


@needs_editing
def test_the_next_person_does_not_see_what_was_typed(sit):
    at = sit("amun_re", "--name", "Zoe", "--name", "Ben", "--seed", "7", "--players", "3", "--lang", "en")
    at.until("[Enter] ")
    at.type("\n")
    at.until("Zoe>")
    at.type("sell builder\n")
    at.until("Zoe sells")
    at.until("Zoe>")
    at.type("avaris 0\n")
    at.until("[Enter] ")
    at.type("\n")
    at.until("[Enter] ")
    at.type("\n")
    at.until("Ben>")
    at.type(UP + UP + "log 1\n")
    assert "builder" not in at.until("Ben>") and "avaris 0" not in at.screen[at.seen - 200:]
    at.type("quit\n")
    assert at.end() == 0


def test_ctrl_c_leaves_the_game_saved_and_the_terminal_as_it_was(sit, tmp_path):
    at = sit(*RA)
    at.until("Zoe>")
    at.type("dra\x03")
    at.until("is saved")
    modes = termios.tcgetattr(at.ours)[3]
    assert modes & termios.ECHO and modes & termios.ICANON
    assert at.end() == 0 and (tmp_path / "game.jsonl").exists()


@pytest.mark.skipif("LATE_READ" not in os.environ, reason="meson names the module that reads late, on Linux")
@pytest.mark.parametrize("plain", [(), ("--plain",)], ids=["edited", "plain"])
def test_ctrl_c_takes_away_what_is_about_to_be_read(sit, plain):
    at = sit(*RA, *plain, LD_PRELOAD=os.environ["LATE_READ"])
    at.until("Zoe>")
    at.type("invoke\n" if plain else "i")
    time.sleep(0.05)  # it was told that there is something, and reads 0.1 seconds later
    at.type("\x03")
    at.until("is saved")
    assert at.end() == 0


@pytest.mark.parametrize("plain", [pytest.param((), marks=needs_editing), ("--plain",)], ids=["edited", "plain"])
def test_the_prompt_comes_back_when_the_program_goes_on(sit, plain):
    at = sit(*RA, *plain)
    at.until("Zoe>")
    typed = "" if plain else "dr"       # a terminal forgets a line that it keeps when Ctrl-Z is typed
    at.type(typed)
    at.until(typed or " ")
    at.program.send_signal(signal.SIGSTOP)
    os.waitpid(at.program.pid, os.WUNTRACED)
    modes = termios.tcgetattr(at.ours)
    modes[3] |= termios.ICANON | termios.ECHO       # as a shell does
    termios.tcsetattr(at.ours, termios.TCSANOW, modes)
    at.program.send_signal(signal.SIGCONT)
    at.until("Zoe>")
    at.until(typed or " ")
    at.type("aw\n" if typed else "draw\n")
    at.until("Zoe draws")
    at.until("Zoe>")
    at.type("quit\n")
    assert at.end() == 0


def test_more_of_ctrl_c_does_not_disturb_the_end(sit, tmp_path):
    at = sit(*RA)
    at.until("Zoe>")
    while at.program.poll() is None:
        at.program.send_signal(signal.SIGINT)
    assert at.end() == 0 and (tmp_path / "game.jsonl").exists()


@pytest.mark.parametrize("columns", [48, 100])
def test_lines_fit_the_terminal(sit, columns):
    at = sit(*RA, columns=columns)
    at.until("Zoe>")
    at.type("quit\n")
    assert at.end() == 0
    lines = [len(line) for line in ESCAPES.sub("", at.screen).replace("\r", "").split("\n") if "game.jsonl" not in line]
    assert max(lines) < columns and max(lines) > columns * 2 // 3, lines


def test_a_hint_fits_a_narrow_terminal(sit):
    at = sit(*RA, columns=40)
    at.until("Zoe>")
    at.type("hint medium\n")
    at.until("Costs")
    said = at.until("Why:").splitlines()[1:]
    best = next(i for i, line in enumerate(said) if line.startswith("> "))
    assert "%" not in said[best] and len(said[best + 1]) == 4 + 3 * 9, said
    assert said[best + 1].startswith("    ") and "%" in said[best + 1], said
    assert max(len(line) for line in said) < 40, said
    at.type("quit\n")
    assert at.end() == 0


def columns_of(line):
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in line)


@pytest.mark.parametrize("game, words", [("ra", ("score", "odds", "?", "? 3", "? 12", "? options")),
                                         ("amun_re", ("score", "cards", "provinces", "?", "? 7", "? 12"))])
@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "pl", "ja"])
def test_answers_fit_a_narrow_terminal(sit, game, words, language):
    at = sit(game, "--name", "Zoe", "--seed", "7", "--players", "5", "--lang", language, "--plain", columns=40)
    at.until("Zoe>")
    for word in words:
        at.type(word + "\n")
        said = at.until("Zoe>").replace("\r", "").splitlines()[1:-1]
        assert [line for line in said if columns_of(line) > 39 or line != line.rstrip()] == [], word
    at.type("quit\n")
    assert at.end() == 0


def test_a_narrow_terminal_has_a_line_for_each_word(sit):
    at = sit("amun_re", "--name", "Zoe", "--seed", "7", "--lang", "en", "--plain", columns=40)
    at.until("Zoe>")
    at.type("?\n")
    said = at.until("Zoe>").replace("\r", "")
    for line in ("  f abu       buy a farmer for Abu\n", "  s abu   buy a stone for Abu\n", "  end    be done\n",
                 "    +correction behind either of them;\n    then +3 or -3\n",
                 "  4. Phase 1: the provinces on offer\n    (AR-PROV-01..05)\n"):
        assert line in said, said
    at.type("score\n")
    assert "\nPyramids: Zoe 0, Hori 0, Meret 0\n" in at.until("Zoe>").replace("\r", "")
    at.type("quit\n")
    assert at.end() == 0


def test_an_analysis_fits_a_narrow_terminal(sit, tmp_path):
    over = tmp_path / "over.jsonl"
    assert khepri("simulate", "ra", "--players", "5", "--games", "1", "--seed", "3", "--records", over).returncode == 0
    at = sit("ra", "--load", str(over), "--lang", "en", "--plain", columns=40)
    at.until("\n> ")
    at.type("graph medium\n")
    plot = at.until("\n> ").replace("\r", "").splitlines()[1:]
    assert sum(" |" in line for line in plot) == 11 and max(len(line) for line in plot) < 40, plot
    at.type("analyse medium\n")
    said = at.until("\n> ").replace("\r", "").splitlines()[1:]
    assert max(len(line) for line in said) < 40, said
    assert any(line.startswith("Result: ") for line in said), said
    at.type("\n")
    assert at.end() == 0


@pytest.mark.parametrize("language, begins, ends", [("en", "There is nothing to take back", "no card was drawn."),
                                                    ("ja", "取り消せるものがありません", "取り消せます。")])
def test_sentences_fit_the_terminal(sit, language, begins, ends):
    at = sit("amun_re", "--name", "Zoe", "--seed", "7", "--lang", language, columns=48)
    at.until("Zoe>")
    at.type("undo\n")
    at.until(begins)
    said = at.until(ends)
    assert "\n" in said and "?" not in said
    assert all(sum(2 if ord(letter) > 0x2e80 else 1 for letter in line) < 48 for line in said.splitlines()[1:]), said
    at.type("quit\n")
    assert at.end() == 0


@pytest.mark.parametrize("language, ends", [("en", "Enter leaves."), ("de", "Enter geht.")])
def test_the_end_of_a_game_is_told_in_words(sit, tmp_path, language, ends):
    over = tmp_path / "over.jsonl"
    assert khepri("simulate", "ra", "--players", "2", "--games", "1", "--records", over).returncode == 0
    at = sit("ra", "--load", str(over), "--lang", language, columns=60)
    at.until("graph")
    assert "?" not in at.until(ends).replace("'?'", "")
    at.type("\n")
    assert at.end() == 0


def test_plain_lines_have_no_escapes(sit):
    at = sit(*RA, "--plain")
    at.until("Zoe>")
    at.type("draw\n")
    at.until("Zoe>")
    at.type("quit\n")
    assert at.end() == 0 and "\x1b" not in at.screen


@pytest.mark.parametrize("words, environ, coloured", [
    ((), {}, True), ((), {"NO_COLOR": "1"}, False), (("--colour", "never"), {}, False), (("--colour", "always"), {"NO_COLOR": "1"}, True),
    ((), {"TERM": "dumb"}, False)])
def test_colours_are_chosen(sit, words, environ, coloured):
    at = sit(*RA, *words, **environ)
    at.until("Zoe")
    at.until(">")
    at.type("quit\n")
    assert at.end() == 0 and ("\x1b[1m" in at.screen) == coloured


@pytest.mark.parametrize("plain", [(), ("--plain",)], ids=["edited", "plain"])
def test_ctrl_c_ends_the_program_while_bots_think(sit, tmp_path, plain):
    bots = tmp_path / "bots.jsonl"
    bots.write_text(json.dumps({"format": "khepri-record/1", "game": "ra", "players": ["A", "B", "C", "D", "E"], "actions": [],
                                "meta": {"bots": ["master"] * 5}}))
    at = sit("ra", "--load", str(bots), "--lang", "en", *plain)
    at.until("Epoch 1 begins")  # from here on five bots play for a minute, and nobody is asked
    at.type("\x03")
    assert at.end() == 0
    assert "The game is saved" in at.screen, "it ends as at the prompt"
    assert "result" not in json.loads((tmp_path / "game.jsonl").read_text())


def test_ctrl_c_ends_an_analysis(sit, tmp_path):
    over = tmp_path / "over.jsonl"
    assert khepri("simulate", "ra", "--players", "5", "--games", "1", "--records", over).returncode == 0
    at = sit("ra", "--load", str(over), "--lang", "en")
    at.until("> ")
    at.type("analyse master\n")
    at.until("analyse master\r\n")
    at.type("\x03")
    assert at.end() == 0
    assert "saved" in at.screen and " %" not in at.screen, "it was stopped before it showed anything"
