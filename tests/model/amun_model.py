# SPDX-License-Identifier: MIT
"""A plain model of Amun-Re, written from the rules ledger, the words of the records and the
board's data alone.

It shares no line and no table with the program; only the board's data is one file. A state is
a dict in the JSON form in which the program writes one. legal(state) lists the actions open
now as sorted strings. apply(state, action) plays one in place, or raises Refused and leaves
the state alone. view(state, seat) is what a seat, or with None a spectator, may see.
REACHED counts how often each branch was taken, to tell what a comparison has never seen.
Slow and simple on purpose: it is there to be checked against the rules by reading.
"""

import collections
import json
import os

from copied import copied

# AR-COMP-03
PROVINCES = (
    "abu", "abydos", "amarna", "avaris", "baharya", "berenike", "buto", "dakhla", "damanhur",
    "edfu", "kharga", "memphis", "mendes", "sawu", "thebes",
)

# AR-COMP-02
CARDS = (
    "blockade", "overbid", "free_farmer", "builder", "correction", "eight_gold", "harvest",
    "power_bonus", "farmer_bonus", "egypt_bonus", "side_bonus", "bank_bonus",
)
BONUSES = ("power_bonus", "farmer_bonus", "egypt_bonus", "side_bonus", "bank_bonus")

OPTIONS = {
    "baharya_printed_farmers": (2, 0),
    "supplies": ("unlimited", "limited"),
    "side_award_min_pyramids": (1, 0),
    "gold_tie_ranks": ("drop_all", "drop_one"),
}

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "data")

REACHED = collections.Counter()

# Everything that reach() may count, so that what was never reached can be told.
BRANCHES = (
    "PROV-02 free gold", "PROV-02 free stone", "PROV-03 free card",
    "PROV-03 free card onto a province with an old stone", "PROV-04 free stone makes a pyramid",
    "PROV-03 no card left for a province", "PROV-03 cards run out within one province",
    "STONE-05 no stone left for a province", "STONE-05 no pyramid left for a free stone",
    "PROV-05 province supply empty", "THM-07 more loose stones than the supply",
    "BID-04 empty card above zero", "BID-05 occupied card", "BID-05 spaces skipped",
    "BID-06 three markers on a card", "BID-07 nobody overbid at first",
    "BID-08 moved below the former number",
    "BID-10 gold forbids a space", "BID-10 sold before bidding", "BID-11 bids all zero",
    "BID-11 all gold paid", "BID-12 free gold taken", "BID-12 free cards taken",
    "CARD-01 blockade played", "CARD-01 blockade overbid", "CARD-01 blockade kept a space shut",
    "CARD-01 blocked on a space that cannot be overbid", "CARD-01 two blockades",
    "CARD-01 blockade moved along", "CARD-01 three blockades",
    "CARD-02 same province played", "CARD-02 same province again without a card",
    "CARD-02 both cards with one bid", "CARD-02 second copy of an active card sold",
    "POW-01 limit binds below gold and cards", "POW-01 limit of zero",
    "POW-04 reshuffle for a province", "POW-04 reshuffle for a purchase",
    "POW-04 reshuffle for a reward", "POW-04 reshuffle at the last card of both",
    "POW-04 fewer cards than limit and gold allow", "POW-04 no card to buy at all",
    "SELL-01 sold in phase 3", "SELL-01 sold every card", "SELL-01 sold after a stone",
    "FARM-01 farmer of an older province", "FARM-01 all farms full", "ACT-02 more than seven",
    "STONE-02 third stone", "STONE-05 no stone to buy", "STONE-05 no pyramid for a third stone",
    "STONE-05 no farmer to buy", "STONE-05 stones come back at zero",
    "CARD-03 free farmer", "CARD-03 free farmer without a farm", "CARD-03 no farmer for the card",
    "CARD-03 two on one flat land", "CARD-03 second free farmer refused",
    "CARD-04 builder", "CARD-04 builder on a stone just bought", "CARD-04 second builder refused",
    "CARD-04 no pyramid for the builder",
    "SAC-01 no gold", "SAC-01 offer paid by sales", "SAC-01 all steal", "SAC-01 all but one steal",
    "SAC-01 everything offered", "SAC-02 steal with correction", "SAC-02 offer with correction",
    "SAC-01 sold before stealing", "SAC-02 sold a correction and played one",
    "SAC-02 last correction sold", "SAC-04 total at a border", "SAC-04 negative total",
    "SAC-03 two corrections", "SAC-03 three corrections or more", "SAC-03 corrections both ways",
    "SAC-03 corrections change the space", "SAC-05 correction across the best offer",
    "SAC-04 space 1", "SAC-04 space 2", "SAC-04 space 3", "SAC-04 space 4",
    "REW-01 tie for first", "REW-01 tie for second", "REW-01 tie of all",
    "REW-01 tie against the seat order", "REW-03 second place stole",
    "REW-02 nothing taken", "REW-02 fewer than due", "REW-04 above the power limit",
    "REW-04 no card left", "REW-04 one kind of item taken three times",
    "REW-05 no empty farm", "REW-05 fewer farmers left than due",
    "REW-06 third stone", "REW-06 stones bounded by the supply",
    "REW-06 stones bounded by pyramids", "REW-06 no stone can be placed",
    "REW-07 starting player stays by steals", "REW-07 starting player moves",
    "INC-01 printed farmers harvest", "INC-01 free farmers harvest", "INC-02 always",
    "INC-03 camel pays", "INC-03 camel does not pay", "INC-04 nothing at all",
    "CARD-06 eight gold", "CARD-06 eight gold on a richer province",
    "CARD-06 harvest and eight gold on one province", "CARD-07 harvest increase",
    "CARD-07 harvest increase on printed farmers only", "CARD-07 no province for the card",
    "INC-05 both cards, two provinces", "INC-05 could play, did not",
    "SCORE-02 sets", "SCORE-03 decided by pyramids", "SCORE-03 decided by stones",
    "SCORE-03 shared by two", "SCORE-03 one owner twice", "SCORE-03 no pyramid, no award",
    "SCORE-03 no pyramid, awarded", "SCORE-03 nothing at all, awarded",
    "SCORE-03 no province on a side", "SCORE-03 both sides to one seat", "SCORE-04 temples",
    "SCORE-05 second copy kept", "SCORE-05 two kinds", "SCORE-05 three kinds or more",
    "SCORE-05 could play, did not", "CARD-08 power", "CARD-09 farmers", "CARD-10 egypt",
    "CARD-11 side", "CARD-12 bank", "CARD-12 bank, none of the three", "CARD-09 exactly nine",
    "CARD-08 exactly seven", "SCORE-05 condition does not hold",
    "SCORE-06 no tie", "SCORE-06 two tied first", "SCORE-06 two tied second",
    "SCORE-06 two tied third", "SCORE-06 three tied first", "SCORE-06 three tied second",
    "SCORE-06 four tied or more", "SCORE-06 two pairs", "SCORE-06 points with no gold",
    "KING-02 buildings stay", "KING-02 province without buildings goes",
    "KING-02 old buildings drawn again", "KING-03 names leave the game",
    "END-01 alone", "END-02 by pyramids", "END-02 by stones", "END-02 shared by two",
    "END-02 shared by three or more", "AMB-15 sold at the end",
)


NAME = "amun_re"


class Refused(Exception):
    """What the rules do not allow."""


def reach(branch, happened=True):
    assert branch in BRANCHES, branch
    if happened:
        REACHED[branch] += 1


def never_reached():
    return [branch for branch in BRANCHES if not REACHED[branch]]


# ---- Boards and options ------------------------------------------------------------------


def read_board(name):
    with open(os.path.join(DATA, f"board-{name}.json"), encoding="utf-8") as file:
        return bare_board(json.load(file))


def bare_board(board):
    """A board without what says how it is known."""
    board = {key: value for key, value in board.items() if key not in ("grades", "notes")}
    board["provinces"] = {
        name: {key: value for key, value in cells.items() if key != "grades"}
        for name, cells in board["provinces"].items()
    }
    return board


BOARDS = {"2003": read_board("2003")}


def board_of(state):
    board = state["options"]["board"]
    return BOARDS[board] if isinstance(board, str) else board


def need(condition, what):
    if not condition:
        raise Refused(what)


def whole(value, least, most):
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def check_keys(value, keys, extra, what):
    need(isinstance(value, dict), what)
    need(set(keys) <= set(value) <= set(keys) | set(extra), what)


def check_ranges(ranges):
    need(isinstance(ranges, list) and len(ranges) == 4, "temple_ranges")
    for place, row in enumerate(ranges):
        check_keys(row, ("space", "min", "max"), (), "temple_ranges")
        need(whole(row["space"], place + 1, place + 1), "temple space")
        low, high = row["min"], row["max"]
        need(low is None if place == 0 else whole(low, -9999, 9999), "temple min")
        need(high is None if place == 3 else whole(high, -9999, 9999), "temple max")
        if place:
            need(low == ranges[place - 1]["max"] + 1, "gap between temple ranges")
            need(high is None or high >= low, "temple range")


def check_board(board):
    check_keys(
        board, ("name", "bid_numbers", "temple_ranges", "power_cards", "supplies", "provinces"),
        ("grades", "notes"), "board",
    )
    need(isinstance(board["name"], str), "name")
    numbers = board["bid_numbers"]
    need(isinstance(numbers, list) and 2 <= len(numbers) <= 16, "bid_numbers")
    need(all(whole(number, 0, 999) for number in numbers) and numbers[0] == 0, "bid_numbers")
    need(all(a < b for a, b in zip(numbers, numbers[1:])), "bid_numbers rise")
    check_ranges(board["temple_ranges"])
    check_keys(board["power_cards"], CARDS, (), "power_cards")
    need(all(whole(count, 0, 20) for count in board["power_cards"].values()), "power_cards")
    need(board["power_cards"]["builder"] >= 5, "a builder for everybody")
    check_keys(board["supplies"], ("stones", "pyramids", "farmers"), (), "supplies")
    need(all(whole(count, 0, 99) for count in board["supplies"].values()), "supplies")
    check_keys(board["provinces"], PROVINCES, (), "provinces")
    for cells in board["provinces"].values():
        check_cells(cells)


def check_cells(cells):
    small = ("farms", "printed_farmers", "limit", "temples")
    large = ("income_always", "income_camel")
    check_keys(cells, ("side", "egypt", "bank", "free") + small + large, ("grades",), "cells")
    need(cells["side"] in ("west", "east"), "side")
    need(cells["egypt"] in ("upper", "lower"), "egypt")
    need(isinstance(cells["bank"], bool), "bank")
    need(all(whole(cells[key], 0, 9) for key in small), "small cell")
    need(all(whole(cells[key], 0, 99) for key in large), "income")
    free = cells["free"]
    check_keys(free, ("cards", "stones", "gold"), (), "free")
    need(whole(free["cards"], 0, 9) and whole(free["stones"], 0, 9), "free")
    need(whole(free["gold"], 0, 99), "free gold")


def all_options(given):
    """Every option with its value in force."""
    options = {name: values[0] for name, values in OPTIONS.items()}
    options["board"] = "2003"
    for name, value in given.items():
        need(name in options, f"no option {name}")
        if name == "board":
            if isinstance(value, str):
                need(value in BOARDS, f"no board {value}")
            else:
                check_board(value)
                value = bare_board(value)
        else:
            fits = any(type(value) is type(known) and value == known for known in OPTIONS[name])
            need(fits, f"no {name} {value}")
        options[name] = value
    return options


# ---- The beginning -----------------------------------------------------------------------


def new(players, options):
    """The state before the first starting player is known."""
    options = all_options(options)
    need(players in (3, 4, 5), f"not for {players}")  # AR-SETUP-01
    state = {
        "game": "amun_re",
        "options": options,
        "players": players,
        "round": 1,
        "phase": "start",
        "to_act": "chance",
        "starting": None,
        "temple": None,  # AR-SETUP-06
        "deck": None,
        "discard": {},
        "province_deck": sorted(PROVINCES),
        "offered": [],
        "provinces": {},
        "markers": {},
        "blockade": [],
        "overbid_power": [],
        "turn": None,
        "sacrifice": None,
        "income": None,
        "bonuses": None,
        # AR-SETUP-02, AR-SETUP-04, AR-SETUP-05
        "seats": [{"gold": 20, "score": 0, "cards": {"builder": 1}} for _ in range(players)],
        "result": None,
    }
    kinds = dict(board_of(state)["power_cards"])
    kinds["builder"] -= players
    kinds = {kind: count for kind, count in kinds.items() if count}
    state["deck"] = {"count": sum(kinds.values()), "kinds": kinds}
    return state


# ---- Looking at a state ------------------------------------------------------------------


def triangle(k):
    """AR-ACT-02."""
    return k * (k + 1) // 2


def clockwise(state, first):
    players = state["players"]
    return [(first + step) % players for step in range(players)]


def cells(state, name):
    return board_of(state)["provinces"][name]


def printed(state, name):
    """AR-FARM-03."""
    if name == "baharya":
        return state["options"]["baharya_printed_farmers"]
    return cells(state, name)["printed_farmers"]


def own(state, seat):
    return sorted(name for name, place in state["provinces"].items() if place["owner"] == seat)


def farmers_in(state, name):
    place = state["provinces"][name]
    return place["farmers"] + place["free_farmers"] + printed(state, name)


def empty_farms(state, name):
    return cells(state, name)["farms"] - state["provinces"][name]["farmers"]


def cards_left(state):
    return state["deck"]["count"] + sum(state["discard"].values())


def left(state, what):
    """How many stones, pyramids, farmers are left; None is no bound. AR-STONE-05."""
    if state["options"]["supplies"] == "unlimited":
        return None
    used = 0
    for place in state["provinces"].values():
        used += {
            "stones": place["stones"],
            "pyramids": place["pyramids"],
            "farmers": place["farmers"] + place["free_farmers"],
        }[what]
    return board_of(state)["supplies"][what] - used


def is_left(state, what):
    number = left(state, what)
    return number is None or number > 0


def stone_fits(state, name):
    third = state["provinces"][name]["stones"] == 2
    return is_left(state, "stones") and (not third or is_left(state, "pyramids"))


def holds(state, seat, card):
    return state["seats"][seat]["cards"].get(card, 0) > 0


# ---- What is legal -----------------------------------------------------------------------


def legal(state):
    to_act = state["to_act"]
    if to_act == "chance":
        return sorted(outcomes(state))
    actions = []
    for seat in to_act:
        for action in DECISIONS[state["phase"]](state, seat):
            actions.append(f"{seat}/{action}" if len(to_act) > 1 else action)
    return sorted(actions)


def outcomes(state):
    if state["phase"] == "start":
        return [f"start:{seat}" for seat in range(state["players"])]
    if draws_now(state):
        kinds = state["deck"]["kinds"] if state["deck"]["count"] else state["discard"]
        return ["card:" + kind for kind in kinds]
    return ["province:" + name for name in state["province_deck"]]


def draws_now(state):
    """Is a power card about to be drawn?"""
    if state["phase"] == "provinces":
        if not state["offered"] or not cards_left(state):
            return False
        last = state["offered"][-1]
        return len(state["provinces"][last]["cards"]) < cells(state, last)["free"]["cards"]
    if state["phase"] == "actions":
        return state["turn"]["to_draw"] > 0
    if state["phase"] == "reward":
        placing = state["sacrifice"]["placing"]
        return placing is not None and placing["cards"] > 0
    return False


def sales(state, seat):
    return ["sell:" + kind for kind in state["seats"][seat]["cards"]]  # AR-SELL-01


def top_marker(state, name):
    """(seat, index of the space) of the highest marker on a card, or None."""
    numbers = board_of(state)["bid_numbers"]
    there = [
        (numbers.index(marker["number"]), int(seat))
        for seat, marker in state["markers"].items() if marker["province"] == name
    ]
    if not there:
        return None
    index, seat = max(there)
    return seat, index


def lowest_index(state, name):
    """AR-BID-04, AR-BID-05, AR-CARD-01."""
    top = top_marker(state, name)
    if top is None:
        return 0
    seat, index = top
    return index + (2 if seat in state["blockade"] else 1)


def overbid(state, seat):
    """AR-BID-06."""
    marker = state["markers"][str(seat)]
    return top_marker(state, marker["province"])[0] != seat


def bids(state, seat):
    numbers = board_of(state)["bid_numbers"]
    gold = state["seats"][seat]["gold"]
    marker = state["markers"].get(str(seat))
    actions = sales(state, seat)
    for name in state["offered"]:
        suffix = ""
        if marker and marker["province"] == name and seat not in state["overbid_power"]:
            if not holds(state, seat, "overbid"):
                continue  # AR-BID-08
            suffix = "+overbid"  # AR-CARD-02
        for number in numbers[lowest_index(state, name):]:
            if number > gold:
                break  # AR-BID-10
            actions.append(f"bid:{name}:{number}{suffix}")
            if holds(state, seat, "blockade") and seat not in state["blockade"]:
                actions.append(f"bid:{name}:{number}+blockade{suffix}")
    return actions


def most_to_buy(state, seat):
    """AR-POW-01, AR-ACT-03, AR-POW-04."""
    most = max(cells(state, name)["limit"] for name in own(state, seat))
    most = min(most, cards_left(state))
    while triangle(most) > state["seats"][seat]["gold"]:
        most -= 1
    return most


def farmer_places(state, seat):
    if not is_left(state, "farmers"):
        return []
    return [name for name in own(state, seat) if empty_farms(state, name) > 0]  # AR-FARM-02


def stone_places(state, seat):
    return [name for name in own(state, seat) if stone_fits(state, name)]


def turns(state, seat):
    turn = state["turn"]
    gold = state["seats"][seat]["gold"]
    actions = ["end"] + sales(state, seat)
    if turn["step"] == "cards":
        actions += [f"buy:{k}" for k in range(1, most_to_buy(state, seat) + 1)]
    if turn["step"] != "stones" and gold >= turn["farmers"] + 1:
        actions += ["farmer:" + name for name in farmer_places(state, seat)]
    if gold >= turn["stones"] + 1:
        actions += ["stone:" + name for name in stone_places(state, seat)]
    if holds(state, seat, "free_farmer") and not turn["free_farmer"]:
        if is_left(state, "farmers"):
            actions += ["free_farmer:" + name for name in own(state, seat)]  # AR-CARD-03
    if holds(state, seat, "builder") and not turn["builder"] and is_left(state, "pyramids"):
        for name in own(state, seat):
            if state["provinces"][name]["stones"] == 2:
                actions.append("builder:" + name)  # AR-CARD-04
    return actions


def unsold(state, seat):
    """The hand less what waits to be sold with the offer."""
    hand = collections.Counter(state["seats"][seat]["cards"])
    hand.subtract(state["sacrifice"]["offers"].get(str(seat), {"sold": []})["sold"])
    return {kind: count for kind, count in hand.items() if count > 0}


def offers(state, seat):
    sold = state["sacrifice"]["offers"].get(str(seat), {"sold": []})["sold"]
    hand = unsold(state, seat)
    most = state["seats"][seat]["gold"] + len(sold)
    actions = ["sell:" + kind for kind in hand]
    for what in ["steal"] + list(range(1, most + 1)):  # AR-SAC-01
        actions.append(f"offer:{what}")
        if "correction" in hand:
            actions.append(f"offer:{what}+correction")  # AR-SAC-02
    return actions


def corrections(_state, _seat):
    return ["correct:+3", "correct:-3"]


def stone_room(state, seat):
    """How many stones a reward may have; None is no bound."""
    stones = left(state, "stones")
    if stones is None:
        return None
    room = sum(2 - state["provinces"][name]["stones"] for name in own(state, seat))
    return min(stones, room + 3 * left(state, "pyramids"))


def item_bounds(state, seat):
    """The most cards, farmers, stones. AR-REW-04, -05, -06."""
    farms = sum(empty_farms(state, name) for name in own(state, seat))
    farmers = left(state, "farmers")
    if farmers is not None:
        farms = min(farms, farmers)
    return cards_left(state), farms, stone_room(state, seat)


def rewards(state, seat):
    sacrifice = state["sacrifice"]
    placing = sacrifice["placing"]
    if placing:
        actions = []
        if placing["farmers"]:
            actions += ["farmer:" + name for name in farmer_places(state, seat)]
        if placing["stones"]:
            actions += ["stone:" + name for name in stone_places(state, seat)]
        return actions
    items = sacrifice["rewards_due"][0]["items"]
    cards, farmers, stones = item_bounds(state, seat)
    return [
        f"reward:{c},{f},{s}"
        for c in range(min(items, cards) + 1)
        for f in range(min(items - c, farmers) + 1)
        for s in range(items - c - f + 1)
        if stones is None or s <= stones
    ]


def income_cards(state, seat):
    actions = []
    if holds(state, seat, "eight_gold") and state["income"]["eight_gold"] is None:
        actions += ["eight_gold:" + name for name in own(state, seat)]
    if holds(state, seat, "harvest") and state["income"]["harvest"] is None:
        actions += [
            "harvest:" + name for name in own(state, seat) if farmers_in(state, name) > 0
        ]
    return actions


def incomes(state, seat):
    return ["end"] + income_cards(state, seat)


def all_same(values):
    return len(set(values)) == 1


def bonus_holds(state, seat, kind):
    names = own(state, seat)
    data = [cells(state, name) for name in names]
    if kind == "power_bonus":  # AR-CARD-08
        return sum(cell["limit"] + cell["free"]["cards"] for cell in data) >= 7
    if kind == "farmer_bonus":  # AR-CARD-09
        return sum(farmers_in(state, name) for name in names) >= 9
    key = {"egypt_bonus": "egypt", "side_bonus": "side", "bank_bonus": "bank"}[kind]
    return all_same(cell[key] for cell in data)  # AR-CARD-10, -11, -12


def bonus_cards(state, seat):
    return [
        "bonus:" + kind for kind in BONUSES
        if holds(state, seat, kind) and kind not in state["bonuses"]
        and bonus_holds(state, seat, kind)
    ]


def scorings(state, seat):
    return ["end"] + bonus_cards(state, seat)


DECISIONS = {
    "bid": bids, "actions": turns, "offer": offers, "correct": corrections, "reward": rewards,
    "income": incomes, "scoring": scorings, "over": lambda state, seat: [],
}


# ---- Playing -----------------------------------------------------------------------------


def apply(state, action):
    if not isinstance(action, str) or action not in legal(state):
        raise Refused(action)
    if state["to_act"] == "chance":
        play_chance(state, action)
        return
    seat = state["to_act"][0]
    if len(state["to_act"]) > 1:
        number, _, action = action.partition("/")
        seat = int(number)
    PLAYS[state["phase"]](state, seat, action)


def put(cards, kind):
    cards[kind] = cards.get(kind, 0) + 1


def take(cards, kind):
    cards[kind] -= 1
    if not cards[kind]:
        del cards[kind]


def play_chance(state, action):
    verb, _, what = action.partition(":")
    if verb == "start":
        state["starting"] = int(what)
        state["phase"] = "provinces"
    elif verb == "province":
        offer_province(state, what)
        after_province(state)
    else:
        draw_card(state, what)


def draw_card(state, kind):
    deck, phase = state["deck"], state["phase"]
    if not deck["count"]:  # AR-POW-04
        reach("POW-04 reshuffle for a " + {
            "provinces": "province", "actions": "purchase", "reward": "reward"}[phase])
        reach("POW-04 reshuffle at the last card of both", sum(state["discard"].values()) == 1)
        deck["kinds"], state["discard"] = state["discard"], {}
        deck["count"] = sum(deck["kinds"].values())
    take(deck["kinds"], kind)
    deck["count"] -= 1
    if phase == "provinces":
        place = state["provinces"][state["offered"][-1]]
        place["cards"] = sorted(place["cards"] + [kind])
        reach("PROV-03 free card")
        reach("PROV-03 free card onto a province with an old stone", place["stones"] > 0)
        after_province(state)
    elif phase == "actions":
        turn = state["turn"]
        put(state["seats"][turn["seat"]]["cards"], kind)
        turn["to_draw"] -= 1
        if not turn["to_draw"]:
            state["to_act"] = [turn["seat"]]
    else:
        placing = state["sacrifice"]["placing"]
        put(state["seats"][placing["seat"]]["cards"], kind)
        placing["cards"] -= 1
        go_on_placing(state)


def lay_stone(state, name):
    """AR-STONE-02."""
    place = state["provinces"][name]
    was_last = left(state, "stones") == 1
    place["stones"] += 1
    if place["stones"] == 3:
        place["stones"] = 0
        place["pyramids"] += 1
        reach("STONE-02 third stone")
        reach("STONE-05 stones come back at zero", was_last)
    loose = sum(place["stones"] for place in state["provinces"].values())
    reach("THM-07 more loose stones than the supply",
          loose > board_of(state)["supplies"]["stones"])


def offer_province(state, name):
    """AR-PROV-01, -02, -04."""
    state["province_deck"].remove(name)
    state["offered"].append(name)
    empty = {"owner": None, "farmers": 0, "free_farmers": 0, "stones": 0, "pyramids": 0,
             "gold": 0, "cards": []}
    reach("KING-02 old buildings drawn again", name in state["provinces"])
    place = state["provinces"].setdefault(name, empty)
    free = cells(state, name)["free"]
    place["gold"] = free["gold"]
    reach("PROV-02 free gold", free["gold"] > 0)
    for _ in range(free["stones"]):
        if not stone_fits(state, name):
            short = is_left(state, "stones")
            reach("STONE-05 no pyramid left for a free stone" if short
                  else "STONE-05 no stone left for a province")
            break
        before = place["pyramids"]
        lay_stone(state, name)
        reach("PROV-02 free stone")
        reach("PROV-04 free stone makes a pyramid", place["pyramids"] > before)


def after_province(state):
    if draws_now(state):
        return
    last = state["offered"][-1]
    missing = cells(state, last)["free"]["cards"] - len(state["provinces"][last]["cards"])
    reach("PROV-03 no card left for a province", missing > 0)
    reach("PROV-03 cards run out within one province",
          missing > 0 and bool(state["provinces"][last]["cards"]))
    if len(state["offered"]) == state["players"]:
        reach("PROV-05 province supply empty", not state["province_deck"])
        state["phase"] = "bid"
        state["to_act"] = [state["starting"]]  # AR-BID-02


def sell(state, seat, kind):
    take(state["seats"][seat]["cards"], kind)
    put(state["discard"], kind)
    state["seats"][seat]["gold"] += 1
    reach("SELL-01 sold every card", not state["seats"][seat]["cards"])


# ---- Phase 2 -----------------------------------------------------------------------------


def play_bid(state, seat, action):
    verb, _, rest = action.partition(":")
    if verb == "sell":
        powers = {"blockade": state["blockade"], "overbid": state["overbid_power"]}
        reach("CARD-02 second copy of an active card sold", seat in powers.get(rest, []))
        sell(state, seat, rest)
        reach("BID-10 sold before bidding")
        return
    target, *suffixes = rest.split("+")
    name, number = target.split(":")
    number = int(number)
    note_bid(state, seat, name, number, suffixes)
    for kind, list_name in (("blockade", "blockade"), ("overbid", "overbid_power")):
        if kind in suffixes:
            take(state["seats"][seat]["cards"], kind)
            state[list_name] = sorted(state[list_name] + [seat])
    state["markers"][str(seat)] = {"province": name, "number": number}
    next_bid(state, seat)


def note_bid(state, seat, name, number, suffixes):
    """Only counts."""
    numbers = board_of(state)["bid_numbers"]
    gold = state["seats"][seat]["gold"]
    index = numbers.index(number)
    top, marker = top_marker(state, name), state["markers"].get(str(seat))
    reach("BID-04 empty card above zero", top is None and index > 0)
    reach("BID-05 occupied card", top is not None)
    reach("BID-10 gold forbids a space", numbers[-1] > gold)
    if top is not None:
        reach("BID-05 spaces skipped", index > lowest_index(state, name))
        blocked = top[0] in state["blockade"]
        reach("CARD-01 blockade overbid", blocked)
        reach("CARD-01 blockade kept a space shut", blocked and numbers[top[1] + 1] <= gold)
        there = [m for m in state["markers"].values() if m["province"] == name]
        reach("BID-06 three markers on a card",
              len(there) >= 2 and not (marker and marker["province"] == name))
    if marker:
        reach("BID-08 moved below the former number", number < marker["number"])
        same = marker["province"] == name
        reach("CARD-02 same province again without a card", same and "overbid" not in suffixes)
        reach("CARD-01 blockade moved along", seat in state["blockade"])
    blocks = "blockade" in suffixes
    active = len(state["blockade"])
    reach("CARD-01 blockade played", blocks)
    reach("CARD-01 two blockades", blocks and active == 1)
    reach("CARD-01 three blockades", blocks and active == 2)
    reach("CARD-01 blocked on a space that cannot be overbid",
          (blocks or seat in state["blockade"]) and index >= len(numbers) - 2)
    reach("CARD-02 same province played", "overbid" in suffixes)
    reach("CARD-02 both cards with one bid", len(suffixes) == 2)


def next_bid(state, seat):
    """AR-BID-02, AR-BID-07."""
    unplaced = [s for s in clockwise(state, state["starting"]) if str(s) not in state["markers"]]
    if unplaced:
        state["to_act"] = unplaced[:1]
        return
    waiting = [s for s in clockwise(state, (seat + 1) % state["players"]) if overbid(state, s)]
    if waiting:
        state["to_act"] = waiting[:1]
        return
    reach("BID-07 nobody overbid at first", seat == (state["starting"] - 1) % state["players"])
    settle_bids(state)


def settle_bids(state):
    """AR-BID-11, -12, -13."""
    reach("BID-11 bids all zero", all(m["number"] == 0 for m in state["markers"].values()))
    for seat, hand in enumerate(state["seats"]):
        marker = state["markers"][str(seat)]
        place = state["provinces"][marker["province"]]
        reach("BID-11 all gold paid", hand["gold"] == marker["number"] > 0)
        hand["gold"] += place["gold"] - marker["number"]
        reach("BID-12 free gold taken", place["gold"] > 0)
        reach("BID-12 free cards taken", bool(place["cards"]))
        for kind in place["cards"]:
            put(hand["cards"], kind)
        place["owner"], place["gold"], place["cards"] = seat, 0, []
    for kind, list_name in (("blockade", "blockade"), ("overbid", "overbid_power")):
        for _ in state[list_name]:
            put(state["discard"], kind)
        state[list_name] = []
    state["markers"], state["offered"] = {}, []
    state["phase"] = "actions"
    begin_turn(state, state["starting"])


# ---- Phase 3 -----------------------------------------------------------------------------


def begin_turn(state, seat):
    state["turn"] = {"seat": seat, "bought": 0, "to_draw": 0, "farmers": 0, "stones": 0,
                     "free_farmer": False, "builder": False, "step": "cards"}
    state["to_act"] = [seat]
    limit = max(cells(state, name)["limit"] for name in own(state, seat))
    gold = state["seats"][seat]["gold"]
    reach("POW-01 limit of zero", limit == 0)
    reach("POW-01 limit binds below gold and cards",
          0 < limit < cards_left(state) and gold >= triangle(limit + 1))
    reach("POW-04 fewer cards than limit and gold allow",
          0 < cards_left(state) < limit and gold >= triangle(cards_left(state) + 1))
    reach("POW-04 no card to buy at all", limit > 0 and gold > 0 and not cards_left(state))
    reach("FARM-01 all farms full", all(not empty_farms(state, name) for name in own(state, seat)))
    reach("STONE-05 no stone to buy", not is_left(state, "stones"))
    reach("STONE-05 no farmer to buy", not is_left(state, "farmers"))
    reach("CARD-03 no farmer for the card",
          not is_left(state, "farmers") and holds(state, seat, "free_farmer"))
    full = any(state["provinces"][name]["stones"] == 2 for name in own(state, seat))
    if full and not is_left(state, "pyramids"):
        reach("STONE-05 no pyramid for a third stone", is_left(state, "stones"))
        reach("CARD-04 no pyramid for the builder", holds(state, seat, "builder"))


def play_turn(state, seat, action):
    turn, hand = state["turn"], state["seats"][seat]
    verb, _, what = action.partition(":")
    place = state["provinces"].get(what)
    if verb == "end":
        end_turn(state, seat)
    elif verb == "sell":
        reach("SELL-01 sold in phase 3")
        reach("SELL-01 sold after a stone", turn["step"] == "stones")
        sell(state, seat, what)
    elif verb == "buy":
        turn["bought"] = turn["to_draw"] = int(what)
        hand["gold"] -= triangle(int(what))
        turn["step"] = "farmers"
        state["to_act"] = "chance"
    elif verb == "farmer":
        turn["farmers"] += 1
        hand["gold"] -= turn["farmers"]
        turn["step"] = "farmers"
        place["farmers"] += 1
        reach("ACT-02 more than seven", turn["farmers"] == 8)
        reach("FARM-01 farmer of an older province", place["farmers"] > turn["farmers"])
    elif verb == "stone":
        turn["stones"] += 1
        hand["gold"] -= turn["stones"]
        turn["step"] = "stones"
        reach("ACT-02 more than seven", turn["stones"] == 8)
        lay_stone(state, what)
    else:
        play_turn_card(state, seat, verb, what)


def play_turn_card(state, seat, kind, name):
    turn, place = state["turn"], state["provinces"][name]
    turn[kind] = True
    take(state["seats"][seat]["cards"], kind)
    put(state["discard"], kind)
    if kind == "free_farmer":
        place["free_farmers"] += 1
        reach("CARD-03 free farmer")
        reach("CARD-03 free farmer without a farm", cells(state, name)["farms"] == 0)
        reach("CARD-03 two on one flat land", place["free_farmers"] == 2)
        reach("CARD-03 second free farmer refused", holds(state, seat, "free_farmer"))
        return
    place["stones"] = 0
    place["pyramids"] += 1
    reach("CARD-04 builder")
    reach("CARD-04 builder on a stone just bought", turn["stones"] > 0)
    still = any(state["provinces"][other]["stones"] == 2 for other in own(state, seat))
    reach("CARD-04 second builder refused", still and holds(state, seat, "builder"))


def end_turn(state, seat):
    following = (seat + 1) % state["players"]
    if following != state["starting"]:
        begin_turn(state, following)
        return
    state["turn"] = None
    state["phase"] = "offer"
    state["to_act"] = list(range(state["players"]))
    state["sacrifice"] = {"offers": {}, "total": None, "corrections_due": [], "rewards_due": [],
                          "placing": None}


# ---- Phase 4 -----------------------------------------------------------------------------


def play_offer(state, seat, action):
    verb, _, what = action.partition(":")
    entry = state["sacrifice"]["offers"].setdefault(str(seat), {"sold": []})
    if verb == "sell":
        entry["sold"] = sorted(entry["sold"] + [what])
        return
    amount, _, suffix = what.partition("+")
    if amount == "steal":
        entry["steal"] = True
    else:
        entry["gold"] = int(amount)
    entry["correction"] = suffix == "correction"
    note_offer(state, seat, entry)
    state["to_act"].remove(seat)
    if not state["to_act"]:
        reveal(state)


def note_offer(state, seat, entry):
    """Only counts."""
    gold, sold = state["seats"][seat]["gold"], entry["sold"]
    steals = "steal" in entry
    reach("SAC-01 no gold", gold + len(sold) == 0)
    reach("SAC-01 sold before stealing", steals and bool(sold))
    reach("SAC-02 steal with correction", steals and entry["correction"])
    reach("SAC-02 offer with correction", not steals and entry["correction"])
    reach("SAC-01 offer paid by sales", not steals and entry["gold"] > gold)
    reach("SAC-01 everything offered", not steals and entry["gold"] == gold + len(sold))
    sold_one = "correction" in sold
    reach("SAC-02 sold a correction and played one", sold_one and entry["correction"])
    reach("SAC-02 last correction sold", sold_one and "correction" not in unsold(state, seat))


def worth(entry):
    return -3 if "steal" in entry else entry["gold"]


def reveal(state):
    sacrifice = state["sacrifice"]
    entries = sacrifice["offers"]
    for seat, hand in enumerate(state["seats"]):
        entry = entries[str(seat)]
        for kind in entry["sold"]:
            take(hand["cards"], kind)
            put(state["discard"], kind)
            hand["gold"] += 1
        if entry["correction"]:
            take(hand["cards"], "correction")
            put(state["discard"], "correction")
        hand["gold"] -= entry.get("gold", 0)
    sacrifice["total"] = sum(worth(entry) for entry in entries.values())  # AR-SAC-03
    sacrifice["corrections_due"] = [
        seat for seat in clockwise(state, state["starting"]) if entries[str(seat)]["correction"]
    ]
    steals = sum("steal" in entry for entry in entries.values())
    reach("SAC-01 all steal", steals == state["players"])
    reach("SAC-01 all but one steal", steals == state["players"] - 1)
    reach("SAC-03 two corrections", len(sacrifice["corrections_due"]) == 2)
    reach("SAC-03 three corrections or more", len(sacrifice["corrections_due"]) > 2)
    ask_correction(state)


def ask_correction(state):
    due = state["sacrifice"]["corrections_due"]
    if due:
        state["phase"] = "correct"
        state["to_act"] = due[:1]
    else:
        place_temple(state)


def play_correction(state, _seat, action):
    sacrifice = state["sacrifice"]
    change = int(action.partition(":")[2])
    before = sum(worth(entry) for entry in sacrifice["offers"].values())
    made = sum(e["correction"] for e in sacrifice["offers"].values())
    made -= len(sacrifice["corrections_due"])
    reach("SAC-03 corrections both ways",
          made == 1 and sacrifice["total"] - before == -change)
    sacrifice["total"] += change
    sacrifice["corrections_due"].pop(0)
    ask_correction(state)


def space_of(state, total):
    """AR-SAC-04."""
    for row in board_of(state)["temple_ranges"]:
        if row["max"] is None or total <= row["max"]:
            return row["space"]
    raise AssertionError("temple_ranges end")


def ranked(state):
    """AR-REW-01: from high to low, ties clockwise from the starting player."""
    entries = state["sacrifice"]["offers"]
    order = clockwise(state, state["starting"])
    return sorted(order, key=lambda seat: -worth(entries[str(seat)]))  # sorted() is stable


def place_temple(state):
    sacrifice = state["sacrifice"]
    entries, total = sacrifice["offers"], sacrifice["total"]
    state["temple"] = space_of(state, total)
    ranking = ranked(state)
    note_sacrifice(state, ranking)
    items = {ranking[0]: 3, ranking[1]: 2}  # AR-REW-02
    others = [seat for seat in clockwise(state, state["starting"]) if seat not in items]
    for seat in ranking[:2] + others:
        if "steal" not in entries[str(seat)]:  # AR-REW-03
            due = {"seat": seat, "items": items.get(seat, 1)}
            sacrifice["rewards_due"].append(due)
    ask_reward(state)


def note_sacrifice(state, ranking):
    """Only counts."""
    entries, total = state["sacrifice"]["offers"], state["sacrifice"]["total"]
    rows = board_of(state)["temple_ranges"]
    offered = sum(worth(entry) for entry in entries.values())
    reach(f"SAC-04 space {state['temple']}")
    reach("SAC-04 total at a border", total in [row["max"] for row in rows])
    reach("SAC-04 negative total", total < 0)
    reach("SAC-03 corrections change the space", space_of(state, offered) != state["temple"])
    best, second, third = (worth(entries[str(seat)]) for seat in ranking[:3])
    reach("SAC-05 correction across the best offer", entries[str(ranking[1])]["correction"]
          and 0 < best - second < 3 and total > offered)
    reach("REW-01 tie for first", best == second > 0)
    reach("REW-01 tie for second", best > second == third > 0)
    reach("REW-01 tie of all", all_same(worth(e) for e in entries.values()) and best > 0)
    reach("REW-01 tie against the seat order", best == second > 0 and ranking[0] > ranking[1])
    reach("REW-03 second place stole", second == -3 and best > 0)


def ask_reward(state):
    due = state["sacrifice"]["rewards_due"]
    if not due:
        end_sacrifice(state)
        return
    state["phase"] = "reward"
    state["to_act"] = [due[0]["seat"]]
    seat, items = due[0]["seat"], due[0]["items"]
    cards, farmers, stones = item_bounds(state, seat)
    farms = sum(empty_farms(state, name) for name in own(state, seat))
    reach("REW-04 no card left", cards == 0)
    reach("REW-05 no empty farm", farms == 0)
    reach("REW-05 fewer farmers left than due", farmers < min(farms, items))
    if stones is not None:
        by_supply = stones == left(state, "stones")
        reach("REW-06 stones bounded by the supply", stones < items and by_supply)
        reach("REW-06 stones bounded by pyramids", stones < items and not by_supply)
        reach("REW-06 no stone can be placed", stones == 0)


def play_reward(state, seat, action):
    sacrifice = state["sacrifice"]
    verb, _, what = action.partition(":")
    if verb == "reward":
        due = sacrifice["rewards_due"].pop(0)
        cards, farmers, stones = (int(number) for number in what.split(","))
        sacrifice["placing"] = {"seat": seat, "cards": cards, "farmers": farmers,
                                "stones": stones}
        taken = cards + farmers + stones
        limit = max(cells(state, name)["limit"] for name in own(state, seat))
        reach("REW-02 nothing taken", not taken)
        reach("REW-02 fewer than due", 0 < taken < due["items"])
        reach("REW-04 above the power limit", cards > limit)
        reach("REW-04 one kind of item taken three times", max(cards, farmers, stones) == 3)
    elif verb == "farmer":
        state["provinces"][what]["farmers"] += 1
        sacrifice["placing"]["farmers"] -= 1
    else:
        before = state["provinces"][what]["pyramids"]
        lay_stone(state, what)
        sacrifice["placing"]["stones"] -= 1
        reach("REW-06 third stone", state["provinces"][what]["pyramids"] > before)
    go_on_placing(state)


def go_on_placing(state):
    placing = state["sacrifice"]["placing"]
    if placing["cards"]:
        state["to_act"] = "chance"
    elif placing["farmers"] or placing["stones"]:
        state["to_act"] = [placing["seat"]]
    else:
        state["sacrifice"]["placing"] = None
        ask_reward(state)


def end_sacrifice(state):
    """AR-SAC-06, AR-REW-07."""
    entries = state["sacrifice"]["offers"]
    for seat, hand in enumerate(state["seats"]):
        if "steal" in entries[str(seat)]:
            hand["gold"] += 3
    first = ranked(state)[0]
    all_steal = all("steal" in entry for entry in entries.values())
    reach("REW-07 starting player stays by steals", all_steal)
    reach("REW-07 starting player moves", first != state["starting"])
    state["starting"] = first
    state["sacrifice"] = None
    state["phase"] = "income"
    begin_income(state, first)


# ---- Phase 5 -----------------------------------------------------------------------------


def begin_income(state, seat):
    state["income"] = {"eight_gold": None, "harvest": None}
    state["to_act"] = [seat]
    reach("CARD-07 no province for the card",
          holds(state, seat, "harvest") and not income_cards(state, seat))
    if not income_cards(state, seat):
        end_income(state, seat)


def play_income(state, seat, action):
    verb, _, name = action.partition(":")
    if verb == "end":
        reach("INC-05 could play, did not")
        end_income(state, seat)
        return
    take(state["seats"][seat]["cards"], verb)
    put(state["discard"], verb)
    state["income"][verb] = name
    if verb == "harvest":
        reach("CARD-07 harvest increase")
        reach("CARD-07 harvest increase on printed farmers only",
              farmers_in(state, name) == printed(state, name))
    else:
        reach("CARD-06 eight gold")
    if not income_cards(state, seat):
        end_income(state, seat)


def income_of(state, name):
    """AR-INC-01 to -04 and AR-CARD-07 for one province, without 8 gold."""
    cell, temple = cells(state, name), state["temple"]
    farmers = farmers_in(state, name)
    gold = farmers * temple + cell["income_always"]
    if temple <= 2:
        gold += cell["income_camel"]
    if state["income"]["harvest"] == name:
        gold += farmers
    reach("INC-01 printed farmers harvest", printed(state, name) > 0)
    reach("INC-01 free farmers harvest", state["provinces"][name]["free_farmers"] > 0)
    reach("INC-02 always", cell["income_always"] > 0)
    reach("INC-03 camel pays", cell["income_camel"] > 0 and temple <= 2)
    reach("INC-03 camel does not pay", cell["income_camel"] > 0 and temple > 2)
    return gold


def end_income(state, seat):
    played = state["income"]
    eight, harvest = played["eight_gold"], played["harvest"]
    total = 0
    for name in own(state, seat):
        gold = income_of(state, name)
        if name == eight:  # AR-CARD-06
            reach("CARD-06 eight gold on a richer province", gold > 8)
            gold = 8
        total += gold
    reach("CARD-06 harvest and eight gold on one province", eight is not None and eight == harvest)
    reach("INC-05 both cards, two provinces", None not in (eight, harvest) and eight != harvest)
    reach("INC-04 nothing at all", total == 0)
    state["seats"][seat]["gold"] += total
    following = (seat + 1) % state["players"]
    if following != state["starting"]:
        begin_income(state, following)
        return
    state["income"] = None
    if state["round"] in (3, 6):  # AR-FLOW-02
        begin_scoring(state)
    else:
        state["round"] += 1
        begin_provinces(state)


def begin_provinces(state):
    state["phase"] = "provinces"
    state["to_act"] = "chance"


# ---- Phase 6 -----------------------------------------------------------------------------


def begin_scoring(state):
    state["phase"] = "scoring"
    for seat, hand in enumerate(state["seats"]):
        names = own(state, seat)
        pyramids = [state["provinces"][name]["pyramids"] for name in names]
        hand["score"] += sum(pyramids)  # AR-SCORE-01
        hand["score"] += 3 * min(pyramids)  # AR-SCORE-02
        temples = sum(cells(state, name)["temples"] for name in names)
        hand["score"] += temples * state["temple"]  # AR-SCORE-04
        reach("SCORE-02 sets", min(pyramids) > 0)
        reach("SCORE-04 temples", temples > 0)
    winners = [side_winners(state, side) for side in ("west", "east")]
    for seats in winners:
        for seat in seats:
            state["seats"][seat]["score"] += 5
    reach("SCORE-03 both sides to one seat", bool(winners[0] & winners[1]))
    begin_bonuses(state, state["starting"])


def side_winners(state, side):
    """AR-SCORE-03: the seats that get 5 for this side."""
    places = [
        place for name, place in state["provinces"].items()
        if cells(state, name)["side"] == side and place["owner"] is not None
    ]
    reach("SCORE-03 no province on a side", not places)
    if not places:
        return set()
    best = max((place["pyramids"], place["stones"]) for place in places)
    if best[0] < state["options"]["side_award_min_pyramids"]:
        reach("SCORE-03 no pyramid, no award")
        return set()
    winning = [p for p in places if (p["pyramids"], p["stones"]) == best]
    equal = [p for p in places if p["pyramids"] == best[0]]
    seats = {place["owner"] for place in winning}
    reach("SCORE-03 no pyramid, awarded", best[0] == 0 and best[1] > 0)
    reach("SCORE-03 nothing at all, awarded", best == (0, 0))
    reach("SCORE-03 decided by pyramids", len(equal) == 1)
    reach("SCORE-03 decided by stones", len(equal) > len(winning))
    reach("SCORE-03 shared by two", len(seats) > 1)
    reach("SCORE-03 one owner twice", len(winning) > len(seats))
    return seats


def begin_bonuses(state, seat):
    state["bonuses"] = []
    state["to_act"] = [seat]
    held = [kind for kind in BONUSES if holds(state, seat, kind)]
    reach("SCORE-05 condition does not hold",
          any(not bonus_holds(state, seat, kind) for kind in held))
    if not bonus_cards(state, seat):
        end_bonuses(state, seat)


def play_bonus(state, seat, action):
    verb, _, kind = action.partition(":")
    if verb == "end":
        reach("SCORE-05 could play, did not")
        end_bonuses(state, seat)
        return
    note_bonus(state, seat, kind)
    hand = state["seats"][seat]
    take(hand["cards"], kind)
    put(state["discard"], kind)
    hand["score"] += 3
    state["bonuses"] = sorted(state["bonuses"] + [kind])
    reach("SCORE-05 second copy kept", holds(state, seat, kind))
    reach("SCORE-05 two kinds", len(state["bonuses"]) == 2)
    reach("SCORE-05 three kinds or more", len(state["bonuses"]) == 3)
    if not bonus_cards(state, seat):
        end_bonuses(state, seat)


def note_bonus(state, seat, kind):
    """Only counts."""
    names = own(state, seat)
    data = [cells(state, name) for name in names]
    reach({"power_bonus": "CARD-08 power", "farmer_bonus": "CARD-09 farmers",
           "egypt_bonus": "CARD-10 egypt", "side_bonus": "CARD-11 side",
           "bank_bonus": "CARD-12 bank"}[kind])
    reach("CARD-12 bank, none of the three", kind == "bank_bonus" and not data[0]["bank"])
    farmers = sum(farmers_in(state, name) for name in names)
    reach("CARD-09 exactly nine", kind == "farmer_bonus" and farmers == 9)
    power = sum(cell["limit"] + cell["free"]["cards"] for cell in data)
    reach("CARD-08 exactly seven", kind == "power_bonus" and power == 7)


def end_bonuses(state, seat):
    following = (seat + 1) % state["players"]
    if following != state["starting"]:
        begin_bonuses(state, following)
        return
    state["bonuses"] = None
    if state["round"] == 3:
        change_kingdom(state)
    else:
        end_game(state)


def change_kingdom(state):
    """AR-KING-01 to -04."""
    used = sorted(name for name, place in state["provinces"].items() if place["owner"] is not None)
    reach("KING-03 names leave the game", len(used) < len(PROVINCES))
    state["province_deck"] = used
    for name in used:
        place = state["provinces"][name]
        place["owner"], place["farmers"], place["free_farmers"] = None, 0, 0
        built = place["stones"] > 0 or place["pyramids"] > 0
        reach("KING-02 buildings stay" if built
              else "KING-02 province without buildings goes")
        if not built:
            del state["provinces"][name]
    state["round"] = 4
    begin_provinces(state)


def end_game(state):
    for hand in state["seats"]:
        for kind, count in hand["cards"].items():  # AR-AMB-15
            state["discard"][kind] = state["discard"].get(kind, 0) + count
            hand["gold"] += count
            reach("AMB-15 sold at the end")
        hand["cards"] = {}
    for hand, points in zip(state["seats"], gold_points(state)):
        hand["score"] += points
    state["phase"] = "over"
    state["to_act"] = []
    state["result"] = result_of(state)


def gold_points(state):
    """AR-SCORE-06, AR-AMB-13."""
    golds = [hand["gold"] for hand in state["seats"]]
    points, rank = {}, 0
    ties = []
    for gold in sorted(set(golds), reverse=True):
        tied = golds.count(gold)
        points[gold] = (6, 4, 2)[rank] if rank < 3 else 0
        ties.append((rank, tied))
        reach("SCORE-06 points with no gold", gold == 0 and points[gold] > 0)
        if state["options"]["gold_tie_ranks"] == "drop_one":
            tied = min(tied, 2)
        rank += tied
    reach("SCORE-06 no tie", all(tied == 1 for _, tied in ties))
    for place, name in enumerate(("first", "second", "third")):
        reach(f"SCORE-06 two tied {name}", (place, 2) in ties)
        if place < 2:
            reach(f"SCORE-06 three tied {name}", (place, 3) in ties)
    reach("SCORE-06 four tied or more", any(tied > 3 for _, tied in ties))
    reach("SCORE-06 two pairs", [tied for _, tied in ties].count(2) == 2)
    return [points[gold] for gold in golds]


def result_of(state):
    """AR-END-01, AR-END-02."""
    scores = [hand["score"] for hand in state["seats"]]

    def built(seat, what):
        return sum(state["provinces"][name][what] for name in own(state, seat))

    merit = [
        (scores[seat], built(seat, "pyramids"), built(seat, "stones"))
        for seat in range(state["players"])
    ]
    best = max(merit)
    winners = [seat for seat, value in enumerate(merit) if value == best]
    by_score = [value for value in merit if value[0] == best[0]]
    by_pyramids = [value for value in by_score if value[1] == best[1]]
    reach("END-01 alone", len(by_score) == 1)
    reach("END-02 by pyramids", len(by_score) > len(by_pyramids))
    reach("END-02 by stones", len(by_pyramids) > len(winners))
    reach("END-02 shared by two", len(winners) == 2)
    reach("END-02 shared by three or more", len(winners) > 2)
    return {"scores": scores, "winners": winners}


PLAYS = {
    "bid": play_bid, "actions": play_turn, "offer": play_offer, "correct": play_correction,
    "reward": play_reward, "income": play_income, "scoring": play_bonus,
}


# ---- What is seen ------------------------------------------------------------------------


def view(state, seat):
    """AR-INFO-01 to -03; seat None is a spectator."""
    seen = copied(state)
    seen["deck"]["kinds"] = None
    for place in seen["provinces"].values():
        place["cards"] = [None] * len(place["cards"])
    for number, hand in enumerate(seen["seats"]):
        if number != seat:
            hand["cards"] = {"count": sum(hand["cards"].values())}
    if state["phase"] == "offer":
        entries = {}
        for key, entry in state["sacrifice"]["offers"].items():
            if seat is not None and key == str(seat):
                entries[key] = copied(entry)
            elif int(key) not in state["to_act"]:
                entries[key] = {"sealed": True}
        seen["sacrifice"]["offers"] = entries
    return seen


def insight(state):
    """What everybody may compute: each seat's points if the kingdom ended now, and its income with
    the temple on space 1 to 4. Also the bonus cards whose condition it fulfils."""
    if state["phase"] == "over":
        return None
    winners = [side_winners(state, side) for side in ("west", "east")]
    seats = range(state["players"])
    now = []
    for seat in seats:
        names = own(state, seat)
        pyramids = [state["provinces"][name]["pyramids"] for name in names]
        points = {
            "pyramids": sum(pyramids),
            "sets": 3 * min(pyramids) if len(names) == 3 else 0,
            "sides": 5 * sum(seat in won for won in winners),
            "temples": sum(cells(state, n)["temples"] for n in names) * (state["temple"] or 0),
        }
        now.append(dict(points, total=sum(points.values())))
    without = {"eight_gold": None, "harvest": None}
    tables = [dict(state, temple=space, income=without) for space in (1, 2, 3, 4)]
    return {
        "now": now,
        "income": [
            [sum(income_of(table, name) for name in own(state, seat)) for table in tables]
            for seat in seats
        ],
        "bonus": [
            [k for k in BONUSES if len(own(state, seat)) == 3 and bonus_holds(state, seat, k)]
            for seat in seats
        ],
    }


def order_kept(state):
    """Markers and offers are written in the order of the seats."""
    entries = state["sacrifice"]["offers"] if state["sacrifice"] else {}
    return all(list(group) == sorted(group) for group in (state["markers"], entries))
