# SPDX-License-Identifier: MIT
"""Own boards of Amun-Re on which rare things are common: legal ones, and broken ones."""

import amun_model
from amun_model import BONUSES, CARDS, PROVINCES
from copied import copied


def plain():
    return copied(amun_model.BOARDS["2003"])


def each(board, **cells):
    for cell in board["provinces"].values():
        cell.update(copied(cells))


def ranges(first, second, third):
    ends = [None, first, second, third, None]
    return [
        {"space": space, "min": None if space == 1 else ends[space - 1] + 1, "max": ends[space]}
        for space in (1, 2, 3, 4)
    ]


def blank(rng):
    """Nothing on it: everybody is level with everybody."""
    board = plain()
    free = {"cards": 0, "stones": 0, "gold": 0}
    side = rng.choice(["west", "east"])
    each(board, side=side, farms=rng.randrange(2), printed_farmers=0, limit=rng.randrange(2),
         free=free, income_always=0, income_camel=0, temples=0, bank=rng.random() < 0.5)
    if rng.random() < 0.5:
        board["temple_ranges"] = ranges(0, 1, 2)
    return board


def few_cards(rng):
    """The power cards run out and come back."""
    board = plain()
    board["power_cards"] = {kind: rng.choice([0, 0, 0, 1]) for kind in CARDS}
    board["power_cards"]["builder"] = 5
    for cell in board["provinces"].values():
        cell["limit"] = rng.choice([0, 2, 9])
        cell["free"]["cards"] = rng.choice([0, 0, 1, 4])
    return board


def scarce(rng):
    """Stones, pyramids and farmers run out with limited supplies."""
    board = plain()
    board["supplies"] = {
        "stones": rng.choice([0, 1, 2, 3, 5, 8]), "pyramids": rng.choice([0, 1, 2, 3, 6]),
        "farmers": rng.choice([0, 1, 2, 4, 9]),
    }
    for cell in board["provinces"].values():
        cell["free"]["stones"] = rng.choice([0, 0, 1, 2, 4])
        cell["limit"] = rng.choice([1, 2, 3])
    return board


def many_of_a_kind(rng):
    """More copies than in the box, of two kinds."""
    board = plain()
    board["power_cards"] = {kind: 0 for kind in CARDS}
    board["power_cards"]["builder"] = 5
    for kind in rng.sample(CARDS, 3):
        board["power_cards"][kind] = 20
    each(board, limit=5)
    board["bid_numbers"] = rng.choice([[0, 1], [0, 1, 2, 3, 4, 5], board["bid_numbers"]])
    return board


def duel(rng):
    """Little but cards for the bidding, and low numbers for many bids."""
    board = plain()
    board["power_cards"] = {kind: 0 for kind in CARDS}
    board["power_cards"].update(builder=5, blockade=20, overbid=rng.choice([5, 20]))
    each(board, limit=4, free={"cards": rng.choice([1, 2]), "stones": 0, "gold": 0})
    board["bid_numbers"] = list(range(rng.choice([5, 10, 16])))
    return board


def scales(rng):
    """Corrections for everybody, narrow ranges."""
    board = plain()
    board["power_cards"] = {kind: 0 for kind in CARDS}
    board["power_cards"].update(builder=5, correction=20)
    each(board, limit=4, free={"cards": rng.choice([0, 2]), "stones": 0, "gold": 0})
    board["temple_ranges"] = ranges(-4, 1, 6)
    return board


def jubilee(_rng):
    """Bonus cards for everybody, and conditions that hold."""
    board = plain()
    board["power_cards"] = {kind: 5 if kind in BONUSES else 0 for kind in CARDS}
    board["power_cards"]["builder"] = 5
    each(board, limit=2, side="east", bank=False, printed_farmers=3,
         free={"cards": 1, "stones": 0, "gold": 5})
    return board


def wild(rng):
    """Anything that a board may say."""
    board = plain()
    board["name"] = rng.choice(["wild", "a b", "\u00e9tranger", "x" * 20])
    numbers = sorted(rng.sample(range(1, rng.choice([17, 40, 1000])), rng.randrange(1, 16)))
    board["bid_numbers"] = [0] + numbers
    first = rng.randrange(-8, 9)
    second = first + rng.randrange(1, 9)
    board["temple_ranges"] = ranges(first, second, second + rng.randrange(1, 9))
    board["power_cards"] = {kind: rng.randrange(6) for kind in CARDS}
    board["power_cards"]["builder"] = rng.randrange(5, 9)
    board["supplies"] = {key: rng.randrange(30) for key in board["supplies"]}
    for name in PROVINCES:
        board["provinces"][name] = {
            "side": rng.choice(["west", "east"]), "egypt": rng.choice(["upper", "lower"]),
            "bank": rng.random() < 0.5, "farms": rng.randrange(10),
            "printed_farmers": rng.choice([0, 0, 1, 9]), "limit": rng.randrange(10),
            "free": {"cards": rng.choice([0, 0, 2, 9]), "stones": rng.choice([0, 0, 3, 9]),
                     "gold": rng.choice([0, 0, 7, 99])},
            "income_always": rng.choice([0, 0, 9, 30]), "income_camel": rng.choice([0, 0, 9, 30]),
            "temples": rng.randrange(4),
        }
    return board


def rich(rng):
    """As much of everything as a board may give."""
    board = plain()
    board["bid_numbers"] = [0] + [999 - k for k in range(14, -1, -1)]
    board["power_cards"] = {kind: 20 for kind in CARDS}
    board["supplies"] = {key: 99 for key in board["supplies"]}
    each(board, farms=9, printed_farmers=9, limit=9, temples=9, income_always=99,
         income_camel=99, free={"cards": 9, "stones": 9, "gold": rng.choice([9, 99])})
    return board


KINDS = (blank, few_cards, scarce, many_of_a_kind, duel, scales, jubilee, wild)


# ---- Broken boards -----------------------------------------------------------------------


def _change(path, value):
    def change(board):
        for key in path[:-1]:
            board = board[key]
        board[path[-1]] = value
    return change


def _remove(path):
    def change(board):
        for key in path[:-1]:
            board = board[key]
        del board[path[-1]]
    return change


ABU = ("provinces", "abu")
BROKEN = (
    [_remove((key,)) for key in
     ("name", "bid_numbers", "temple_ranges", "power_cards", "supplies", "provinces")]
    + [_remove(ABU), _remove(ABU + ("side",)), _remove(ABU + ("free",)),
       _remove(ABU + ("free", "gold")), _remove(ABU + ("bank",)), _remove(ABU + ("temples",))]
    + [_remove(("power_cards", "harvest")), _remove(("supplies", "stones"))]
    + [_change(("bid_numbers",), value) for value in
       ([], [0], [1, 2], [0, 0], [0, 3, 2], [0, 1000], [0, -1], [0, "1"], [0, 1.5], [0, True],
        list(range(17)), None, 7)]
    + [_change(("temple_ranges", row, key), value) for row, key, value in
       ((0, "space", 2), (1, "min", 4), (1, "max", 13), (3, "max", 50), (0, "min", -9),
        (2, "max", None), (1, "min", 2), (3, "space", 5), (1, "max", "12"))]
    + [_change(("power_cards", kind), value) for kind, value in
       (("builder", 4), ("builder", 21), ("harvest", -1), ("harvest", 21), ("cat", 1),
        ("harvest", 1.5), ("harvest", "2"), ("harvest", True))]
    + [_change(("supplies", key), value) for key, value in
       (("stones", -1), ("pyramids", 100), ("farmers", None), ("gold", 5))]
    + [_change(ABU + (key,), value) for key, value in
       (("side", "north"), ("egypt", "middle"), ("bank", 1), ("farms", 10), ("farms", -1),
        ("printed_farmers", 10), ("limit", 10), ("income_always", 100), ("income_camel", -1),
        ("temples", 10), ("cat", 1), ("free", None), ("side", None), ("bank", "yes"),
        ("farms", True))]
    + [_change(ABU + ("free", key), value) for key, value in
       (("cards", 10), ("stones", 10), ("gold", 100), ("gold", -1), ("cat", 0))]
    + [_change(("name",), 7), _change(("provinces", "atlantis"), plain()["provinces"]["abu"]),
       _change(("cat",), 1), _change(("provinces",), [])]
)


def broken():
    """Every broken board, with nothing else wrong."""
    for change in BROKEN:
        board = plain()
        change(board)
        yield board
