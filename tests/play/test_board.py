# SPDX-License-Identifier: MIT
"""The drawn table of khepri play. It shows what the position says, in every language, and fits the window. Where it cannot be drawn it is
lines of words; where shapes cannot be shown it is ASCII. It is the same without colours."""
import itertools
import json
import os
import re
import unicodedata

import pytest

from program import ROOT, khepri
from terminal import ESCAPES, sit  # noqa: F401 (a fixture)

LANGUAGES = ("en", "de", "fr", "es", "pl", "ja")
STEPS = {("ra", 2): 160, ("ra", 3): 131, ("ra", 5): 290, ("amun_re", 3): 21, ("amun_re", 4): 140, ("amun_re", 5): 240}
SHAPES = {"farmer": "♟", "farm": "◦", "pyramid": "▲", "stone": "▪", "temple": "∏"}
SEATS = "●■◆★✚"
BOXES = "┌┐└┘├┤┬┴┼─│"


def words_of(part, language):
    with open(os.path.join(ROOT, "lang", f"{part}.{language}.json"), encoding="utf-8") as file:
        return json.load(file)


def columns_of(line):
    return sum(0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in line)


@pytest.fixture(scope="module", params=STEPS, ids=lambda key: f"{key[0]}-{key[1]}")
def position(request, tmp_path_factory):
    """A game's name, a position in the middle of a game in which a seat decides, as a string and as JSON for everybody."""
    game, players = request.param
    record = tmp_path_factory.mktemp("games") / "game.jsonl"
    khepri("simulate", game, "--players", players, "--games", 1, "--seed", "drawn", "--policy", "rule", "--records", record, status=0)
    for step in range(STEPS[request.param], STEPS[request.param] + 50):
        state = json.loads(khepri("show", "--step", step, "--json", record, status=0).stdout)
        if isinstance(state["to_act"], list) and state["to_act"]:
            return game, khepri("show", "--step", step, "--as-position", record, status=0).stdout.strip(), state
    raise AssertionError("no seat decides in these fifty positions")


def drawn(sit, position, language="en", **more):
    """What the window shows of a position up to the first question, as it came and as lines without what colours it."""
    at = sit("--position", position, "--name", "Zoe", "--lang", language, **more)
    screen = at.until("Zoe>")
    at.type("quit\n")
    assert at.end() == 0
    return at.screen, [line for line in ESCAPES.sub("", screen).replace("\r", "").split("\n") if line]


def seat_names(state):
    bots = iter(("Nefer", "Hori", "Meret", "Senbi", "Tiy")[seat] for seat in range(state["players"]))
    return ["Zoe" if seat == state["to_act"][0] else bot for seat, bot in enumerate(bots)]


def ra_holds(lines, state, language):
    """A drawing of Ra says what the state says; {sign of a kind: its name}."""
    said = words_of("ra", language)
    kinds = {said["ra.kind.unrest.2016" if kind == "unrest" else f"ra.kind.{kind}"]: kind for kind in state["bag"]}
    top = next(i for i, line in enumerate(lines) if line.startswith("┌"))
    table = lines[top:next(i for i, line in enumerate(lines) if line.startswith("└")) + 1]
    assert table[1].count("☼") == state["ra_tiles"] + 1 and f"({state['centre_sun']})" in table[1]
    assert f" {sum(state['bag'].values())}  ☼ {state['bag']['ra']} (" in table[1]
    cells = [cell.strip() for line in table[2:] if line.count("│") in (5, 9) for cell in line.strip("│").split("│")]
    track = [cell.split(" ", 1) for cell in cells if cell != "·"]
    assert len(cells) == 8 and [kinds[name] for _, name in track] == [kind for kind in state["track"] if kind], cells
    signs = {name: sign for sign, name in track}
    rows = [line.strip("│ ") for line in table[2:] if line.count("│") == 2]
    for name, seat in zip(seat_names(state), state["seats"]):
        first = next(i for i, row in enumerate(rows) if re.match(rf"(▶ )?{name}\b", row))
        suns = rows[first]
        assert re.findall(r"\((\d+)\)", suns) == [str(sun) for sun in seat["ready"]], suns
        assert re.findall(r"\[(\d+)\]", suns) == [str(sun) for sun in seat["spent"]], suns
        assert re.search(rf"\b{seat['score']} ?\D", suns) and ("▶" in suns) == (name == "Zoe"), suns
        held = {}
        for row in rows[first + 1:]:
            if re.search(r"[(\[]\d", row):
                break
            for sign, kind, count in re.findall(r"(\S) (.+?) (\d+)(?:  |$)", row):
                assert signs.setdefault(kind, sign) == sign
                held[kinds[kind]] = int(count)
        assert held == seat["tiles"], (held, seat["tiles"])
    assert len(set(signs.values())) == len(signs), "each kind has a shape of its own"
    assert len({columns_of(line) for line in table}) == 1, "the frame is straight"
    return table


def things(cell):
    """{thing: how many} in a line of a province, as shapes or as numbers with a shape."""
    numbers = {thing: re.search(rf"(\d+){shape}", cell) for thing, shape in SHAPES.items()}
    if any(numbers.values()):
        return {thing: int(found[1]) for thing, found in numbers.items() if found}
    return {thing: cell.count(shape) for thing, shape in SHAPES.items() if shape in cell}


def amun_holds(lines, state, language):
    said, names = words_of("amun", language), seat_names(state)
    with open(os.path.join(ROOT, "data", "board-2003.json"), encoding="utf-8") as file:
        printed = json.load(file)["provinces"]
    top = next(i for i, line in enumerate(lines) if line.startswith("┌"))
    last = max(i for i, line in enumerate(lines) if line.startswith("└"))
    cells, tall = {}, lines[top + 4].startswith("├")
    for rows in zip(lines[top:last], lines[top + 1:last], lines[top + 2:last + 1]):
        for first, *below in itertools.zip_longest(*(re.split(r"│[ ≈]*│?", row) for row in rows), fillvalue=""):
            cells.setdefault(re.split(r"  |[?●■◆★✚]", first.strip())[0].strip(), (first, *below))
    for province, stands in state["provinces"].items():
        first, second, third = cells[said[f"amun.province.{province}"]]
        owner = stands["owner"]
        assert re.findall(f"[{SEATS}]", first) == ([] if owner is None else [SEATS[owner]]), first
        shown = re.split(f"[{SEATS}] ", first.strip(" │"))[-1]
        assert owner is None or shown == names[owner] or shown.endswith("…") and names[owner].startswith(shown[:-1]), first
        assert ("?" in first) == (province in [offer if isinstance(offer, str) else offer["province"] for offer in state["offered"]]), first
        ground = printed[province]
        wanted = {"farmer": stands["farmers"] + stands["free_farmers"] + ground["printed_farmers"], "farm": ground["farms"] - stands["farmers"],
                  "pyramid": stands["pyramids"], "stone": stands["stones"], "temple": ground["temples"]}
        assert things(second) == {thing: count for thing, count in wanted.items() if count}, (province, second, wanted)
        always, camel = ground["income_always"], ground["income_camel"]
        shown = [str(ground["limit"])] + ["+%d" % always] * (always > 0) + ["+%d[1-2]" % camel] * (camel > 0)
        assert not tall or re.findall(r"\+?\d[-\d\[\]]*", third) == shown, (province, third)
    for name, sign, seat in zip(names, SEATS, state["seats"]):
        row = next(line for line in lines[last:] if re.match(rf" [▶ ] {sign} {name}\b", line))
        assert re.search(rf"\b{seat['score']}\b.*{seat['gold']}", row) or language == "ja", row
    spaces = next(line for line in lines[top:last] if re.search(r"1\D+2\D+3\D+4", line))
    assert re.findall(r"\[(\d)\]", spaces) == ([str(state["temple"])] if state["temple"] else [])


HOLDS = {"ra": ra_holds, "amun_re": amun_holds}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("columns, rows", [(80, 24), (80, 40), (120, 40)])
def test_the_drawing_is_the_position(sit, position, language, columns, rows):
    game, string, state = position
    screen, lines = drawn(sit, string, language, columns=columns, rows=rows)
    HOLDS[game](lines, state, language)
    assert max(columns_of(line) for line in lines) < columns
    assert "\x1b[" in screen


def test_bids_lie_on_their_numbers(sit):
    at = sit("amun_re", "--name", "Zoe", "--name", "Ben", "--name", "Mia", "--seed", "7", "--lang", "en", "--hints", "off")
    at.until("[Enter] ")
    at.type("\n")
    at.until("Zoe>")
    at.type("avaris 10 \n")
    at.until("Enter clears")
    at.type("\n")
    at.until("[Enter] ")
    at.type("\n")
    lines = ESCAPES.sub("", at.until("Ben>")).replace("\r", "").split("\n")
    numbers = next(line for line in lines if line.startswith(" Price"))
    avaris = next(line for line in lines if line.startswith(" Avaris"))
    edfu = next(line for line in lines if line.startswith(" Edfu"))
    assert numbers.split()[1:] == "0 1 3 6 10 15 21 28 36".split()
    assert avaris.index("●") == numbers.index("10") + 1 and avaris.count("·") == 8 and edfu.count("·") == 9
    at.type("quit\n")
    assert at.end() == 0


def test_auctions_are_shown_with_the_seats(sit):
    at = sit("ra", "--name", "Zoe", "--seed", "7", "--players", "3", "--lang", "en")
    for _ in range(3):
        at.until("Zoe>")
        at.type("d\n")
    screen = ESCAPES.sub("", at.until("you may: pass")).replace("\r", "")
    last = screen[screen.rindex("┌"):]
    assert "Meret invoked Ra" in last and re.search(r"▶ Zoe .*bids now │", last) and last.count("bids later │") == 2, last
    at.type("quit\n")
    assert at.end() == 0


@pytest.mark.parametrize("words, more", [((), {"columns": 79}), ((), {"columns": 48}), ((), {"TERM": "dumb"}), (("--plain",), {})],
                         ids=["79 columns", "48 columns", "dumb", "plain"])
@pytest.mark.parametrize("game", ["ra", "amun_re"])
def test_words_where_nothing_can_be_drawn(sit, game, words, more):
    at = sit(game, "--name", "Zoe", "--seed", "7", "--players", "3", "--lang", "en", *words, **more)
    screen = at.until("Zoe>")
    at.type("quit\n")
    assert at.end() == 0
    assert not set(screen) & set(BOXES) and "+--" not in screen
    assert ("Auction track, 0 of 8: empty." if game == "ra" else "On offer, for bids of") in screen


@pytest.mark.parametrize("more", [{"LANG": "C"}, {"LC_ALL": "POSIX"}, {"LC_CTYPE": "de_DE.ISO-8859-1"}, {"TERM": "linux"}], ids=str)
def test_ascii_where_shapes_cannot_be_shown(sit, position, more):
    game, string, _ = position
    shapes, ascii_only = (drawn(sit, string, **what)[1] for what in ({}, more))
    assert all(line.isascii() for line in ascii_only), ascii_only
    assert any(line.startswith("+-") for line in ascii_only) and len(ascii_only) == len(shapes)
    assert [len(line) for line in ascii_only] == [len(line) for line in shapes]


def test_colours_only_help(sit, position):
    _, string, _ = position
    with_colours, without = drawn(sit, string), drawn(sit, string, NO_COLOR="1")
    assert with_colours[1] == without[1]
    colours = re.compile(r"\x1b\[(0;)?[0-9;]*3[1-6]m")
    assert colours.search(with_colours[0]) and not colours.search(without[0])
