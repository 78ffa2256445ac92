# SPDX-License-Identifier: MIT
"""A plain model of Ra, written from the rules ledger and the printed rules alone.

It shares no line and no table with the program. A state is a dict in the JSON form in
which the program writes one. legal(state) lists the actions open now as sorted strings.
apply(state, action) plays one in place, or raises Refused and leaves the state alone.
Slow and simple on purpose: it is there to be checked against the rules by reading.
"""

import itertools

CIVILIZATION = ("astronomy", "agriculture", "writing", "religion", "art")
MONUMENTS = (
    "fortress", "obelisk", "palace", "pyramid", "sphinx", "statue", "step_pyramid", "temple",
)
DISASTERS = ("funeral", "drought", "unrest", "earthquake")

# RA-COMP-01: the 180 tiles.
TILES = {
    "ra": 30, "god": 8, "pharaoh": 25, "nile": 25, "flood": 12, "gold": 5,
    **{kind: 5 for kind in CIVILIZATION},
    **{kind: 5 for kind in MONUMENTS},
    "funeral": 2, "drought": 2, "unrest": 4, "earthquake": 2,
}

# RA-EPOCH-07: what leaves the displays after every epoch.
ONE_EPOCH = ("god", "flood", "gold") + CIVILIZATION

# RA-SETUP-05: the sun groups of each number of players.
GROUPS = {
    2: ((9, 6, 5, 2), (8, 7, 4, 3)),
    3: ((13, 8, 5, 2), (12, 9, 6, 3), (11, 10, 7, 4)),
    4: ((13, 6, 2), (12, 7, 3), (11, 8, 4), (10, 9, 5)),
    5: ((16, 7, 2), (15, 8, 3), (14, 9, 4), (13, 10, 5), (12, 11, 6)),
}

RA_TRACK = {2: 6, 3: 8, 4: 9, 5: 10}  # RA-SETUP-08
AUCTION_TRACK = 8  # RA-COMP-04

EDITIONS = {"1999": (3, 4, 5), "2005": (2, 3, 4, 5), "2016": (2, 3, 4, 5)}  # RA-SETUP-01
GOD_DISASTER = {"1999": "after_all", "2005": "after_all", "2016": "immediate"}  # RA-AMB-01


NAME = "ra"


class Refused(Exception):
    """What the rules do not allow."""


# ---- The beginning -----------------------------------------------------------------------


def all_options(given):
    """Every option with its value in force."""
    for name in given:
        if name not in ("edition", "god_disaster", "empty_invoke"):
            raise Refused(f"no option {name}")
    edition = given.get("edition", "2016")
    if not isinstance(edition, str) or edition not in EDITIONS:
        raise Refused(f"no edition {edition}")
    god_disaster = given.get("god_disaster", GOD_DISASTER[edition])
    if god_disaster not in ("after_all", "immediate", "ignored"):
        raise Refused(f"no god_disaster {god_disaster}")
    empty_invoke = given.get("empty_invoke", True)
    if not isinstance(empty_invoke, bool):
        raise Refused(f"no empty_invoke {empty_invoke}")
    return {"edition": edition, "god_disaster": god_disaster, "empty_invoke": empty_invoke}


def new(players, options):
    """The state before the sun groups are dealt."""
    options = all_options(options)
    if players not in EDITIONS[options["edition"]]:
        raise Refused(f"edition {options['edition']} is not for {players}")
    return {
        "game": "ra",
        "options": options,
        "players": players,
        "epoch": 1,
        "phase": "deal",
        "to_act": "chance",
        "on_turn": None,
        "ra_tiles": 0,
        "ra_track": RA_TRACK[players],
        "track": [None] * AUCTION_TRACK,
        "centre_sun": 1,  # RA-SETUP-07
        "auction": None,
        "god_action": None,
        "owed": None,
        "bag": dict(TILES),
        "seats": [
            {"ready": [], "spent": [], "score": 10, "tiles": {}} for _ in range(players)
        ],  # RA-SETUP-03
        "epoch_scores": [],
        "result": None,
    }


# ---- Looking at a state ------------------------------------------------------------------


def left_of(state, seat):
    """RA-TURN-02: the next seat clockwise."""
    return (seat + 1) % state["players"]


def lot(state):
    return [tile for tile in state["track"] if tile is not None]


def is_full(state):
    return len(lot(state)) == AUCTION_TRACK


def takeable(state):
    """RA-GOD-02: a god takes anything but a god."""
    return {tile for tile in lot(state) if tile != "god"}


def can_take(state, seat):
    """RA-GOD-03: one god held for each tile taken."""
    return state["seats"][seat]["tiles"].get("god", 0) > 0 and bool(takeable(state))


def biddable(state, seat):
    """RA-AUC-03: the ready suns above the highest bid."""
    high = state["auction"]["high"]
    return [
        sun for sun in state["seats"][seat]["ready"] if high is None or sun > high["sun"]
    ]


def must_bid(state, seat):
    """RA-INV-02, RA-INV-03: the seat invoked, the track is not full, all others passed."""
    auction = state["auction"]
    return (
        seat == auction["ra_player"]
        and auction["cause"] == "invoke"
        and auction["high"] is None
        and not is_full(state)
    )


def held(state, seat, kinds):
    """How many tiles of each of these kinds a seat holds, those it has."""
    tiles = state["seats"][seat]["tiles"]
    return {kind: tiles[kind] for kind in kinds if kind in tiles}


def legal(state):
    phase = state["phase"]
    actions = []
    if phase == "deal":
        for order in itertools.permutations(range(1, state["players"] + 1)):
            actions.append("deal:" + ",".join(str(group) for group in order))
    elif phase == "turn":
        # RA-TURN-03: one of three, and no passing.
        seat = state["on_turn"]
        if not is_full(state):  # RA-DRAW-04
            actions.append("draw")
        if lot(state) or state["options"]["empty_invoke"]:  # RA-INV-01, RA-AMB-05
            actions.append("invoke")
        if can_take(state, seat):
            actions += ["take:" + kind for kind in takeable(state)]
    elif phase == "draw":
        actions = ["tile:" + kind for kind in state["bag"]]
    elif phase == "gods":
        actions = ["end"] + ["take:" + kind for kind in takeable(state)]
    elif phase == "auction":
        seat = state["to_act"][0]
        actions = ["bid:" + str(sun) for sun in biddable(state, seat)]
        if not must_bid(state, seat):  # RA-AUC-04
            actions.append("pass")
    elif phase == "discard":
        _, kinds = due_now(state)
        actions = ["discard:" + kind for kind in held(state, state["owed"]["seat"], kinds)]
    return sorted(actions)


# ---- Changing a state --------------------------------------------------------------------


def add_tile(state, seat, kind):
    tiles = state["seats"][seat]["tiles"]
    tiles[kind] = tiles.get(kind, 0) + 1


def lose_tiles(state, seat, kind, count):
    tiles = state["seats"][seat]["tiles"]
    tiles[kind] -= count
    if tiles[kind] == 0:
        del tiles[kind]


def ask(state, phase, seat):
    state["phase"] = phase
    state["to_act"] = [seat]


def apply(state, action):
    if action not in legal(state):
        raise Refused(f"{action} is not among {legal(state)}")
    verb, _, argument = action.partition(":")
    VERBS[verb](state, argument)
    return state


def do_deal(state, argument):
    """RA-SETUP-06: one group each, all of its suns ready."""
    groups = GROUPS[state["players"]]
    for seat, number in zip(state["seats"], argument.split(",")):
        seat["ready"] = sorted(groups[int(number) - 1])
    start_epoch(state)


def start_epoch(state):
    """RA-TURN-01: the owner of the highest sun has the first turn."""
    seats = range(state["players"])
    state["on_turn"] = max(seats, key=lambda seat: max(state["seats"][seat]["ready"]))
    ask(state, "turn", state["on_turn"])


def end_turn(state):
    """To the left of whoever is on turn, whoever won an auction (RA-TURN-06)."""
    state["auction"] = None
    state["god_action"] = None
    if not any(seat["ready"] for seat in state["seats"]):  # RA-EPOCH-02
        end_epoch(state)
        return
    seat = left_of(state, state["on_turn"])
    while not state["seats"][seat]["ready"]:  # RA-TURN-04, RA-TURN-05
        seat = left_of(state, seat)
    state["on_turn"] = seat
    ask(state, "turn", seat)


# Drawing


def do_draw(state, argument):
    state["phase"] = "draw"
    state["to_act"] = "chance"


def do_tile(state, kind):
    state["bag"][kind] -= 1
    if state["bag"][kind] == 0:
        del state["bag"][kind]
    if kind != "ra":
        # RA-DRAW-02, RA-DRAW-03: the leftmost empty space, and that was the turn.
        state["track"][state["track"].index(None)] = kind
        end_turn(state)
        return
    state["ra_tiles"] += 1
    if state["ra_tiles"] == state["ra_track"]:  # RA-DRAW-06
        end_epoch(state)
    else:  # RA-DRAW-05
        start_auction(state, "ra")


# Auctions


def do_invoke(state, argument):
    start_auction(state, "invoke")


def start_auction(state, cause):
    ra_player = state["on_turn"]
    state["auction"] = {
        "ra_player": ra_player, "cause": cause, "high": None, "bids": {}, "passed": [],
    }
    state["phase"] = "auction"
    ask_bidder(state, left_of(state, ra_player))


def ask_bidder(state, seat):
    """RA-AUC-02, RA-AUC-05: from here to the Ra player, over those who cannot bid."""
    while not biddable(state, seat):
        if seat == state["auction"]["ra_player"]:
            settle_auction(state)
            return
        seat = left_of(state, seat)
    ask(state, "auction", seat)


def answered(state, seat):
    if seat == state["auction"]["ra_player"]:
        settle_auction(state)
    else:
        ask_bidder(state, left_of(state, seat))


def do_bid(state, argument):
    seat, auction = state["to_act"][0], state["auction"]
    auction["high"] = {"seat": seat, "sun": int(argument)}
    auction["bids"][str(seat)] = int(argument)
    auction["bids"] = dict(sorted(auction["bids"].items()))
    answered(state, seat)


def do_pass(state, argument):
    seat, auction = state["to_act"][0], state["auction"]
    auction["passed"] = sorted(auction["passed"] + [seat])
    answered(state, seat)


def settle_auction(state):
    auction = state["auction"]
    if auction["high"] is None:
        # RA-AUC-06: nothing moves. RA-AUC-07: only an invoker before a full track may pass.
        if auction["cause"] == "invoke":
            state["track"] = [None] * AUCTION_TRACK
        end_turn(state)
        return
    winner, sun = auction["high"]["seat"], auction["high"]["sun"]
    # RA-WIN-05: tiles, then suns, then disasters.
    disasters = []
    for tile in lot(state):
        if tile in DISASTERS:
            disasters.append(tile)
        else:
            add_tile(state, winner, tile)
    state["track"] = [None] * AUCTION_TRACK
    suns = state["seats"][winner]
    suns["ready"].remove(sun)
    suns["spent"] = sorted(suns["spent"] + [state["centre_sun"]])
    state["centre_sun"] = sun
    carry_out(state, winner, disasters)


# Gods


def do_take(state, kind):
    """RA-GOD-01: a god goes, the tile comes."""
    seat = state["on_turn"]
    lose_tiles(state, seat, "god", 1)
    state["track"][state["track"].index(kind)] = None
    if state["god_action"] is None:
        state["god_action"] = {"seat": seat, "taken": [], "disasters": []}
    state["god_action"]["taken"].append(kind)
    when = state["options"]["god_disaster"]
    if kind not in DISASTERS:
        add_tile(state, seat, kind)
    elif when == "after_all":
        state["god_action"]["disasters"].append(kind)
    elif when == "immediate":
        carry_out(state, seat, [kind])
        return
    go_on_taking(state)


def go_on_taking(state):
    seat = state["on_turn"]
    if can_take(state, seat):
        ask(state, "gods", seat)
    else:
        do_end(state, "")


def do_end(state, argument):
    """RA-GOD-07: what was put off happens when all is taken."""
    waiting = state["god_action"]["disasters"]
    state["god_action"]["disasters"] = []
    if waiting:
        carry_out(state, state["on_turn"], waiting)
    else:
        end_turn(state)


# Disasters


def carry_out(state, seat, disasters):
    """RA-DIS-03, RA-DIS-06: two of its category for each, or all there are."""
    pharaohs = min(2 * disasters.count("funeral"), held_sum(state, seat, ["pharaoh"]))
    if pharaohs:
        lose_tiles(state, seat, "pharaoh", pharaohs)
    river = 2 * disasters.count("drought")
    for kind in ("flood", "nile"):  # RA-DIS-05
        lost = min(river, held_sum(state, seat, [kind]))
        if lost:
            lose_tiles(state, seat, kind, lost)
        river -= lost
    state["owed"] = {
        "seat": seat,
        "unrest": min(2 * disasters.count("unrest"), held_sum(state, seat, CIVILIZATION)),
        "earthquake": min(2 * disasters.count("earthquake"), held_sum(state, seat, MONUMENTS)),
    }
    settle_owed(state)


def held_sum(state, seat, kinds):
    return sum(held(state, seat, kinds).values())


def due_now(state):
    """The debt that is settled first, and what it may be paid with."""
    if state["owed"]["unrest"]:
        return "unrest", CIVILIZATION
    return "earthquake", MONUMENTS


def settle_owed(state):
    """RA-DIS-04: the taker chooses where there is a choice."""
    owed = state["owed"]
    while owed["unrest"] or owed["earthquake"]:
        disaster, kinds = due_now(state)
        have = held(state, owed["seat"], kinds)
        if len(have) > 1 and owed[disaster] < sum(have.values()):
            ask(state, "discard", owed["seat"])
            return
        for kind, count in have.items():
            lose_tiles(state, owed["seat"], kind, min(count, owed[disaster]))
        owed[disaster] = 0
    state["owed"] = None
    if state["god_action"] and state["options"]["god_disaster"] == "immediate":
        go_on_taking(state)
    else:
        end_turn(state)


def do_discard(state, kind):
    disaster, _ = due_now(state)
    lose_tiles(state, state["owed"]["seat"], kind, 1)
    state["owed"][disaster] -= 1
    settle_owed(state)


# ---- Epochs and scoring ------------------------------------------------------------------


def end_epoch(state):
    """RA-EPOCH-08: score, turn the suns, put the tiles away."""
    gains = score_epoch(state)
    state["epoch_scores"].append(gains)
    for seat, gain in zip(state["seats"], gains):
        seat["score"] = max(0, seat["score"] + gain)  # RA-SCORE-01
        seat["ready"] = sorted(seat["ready"] + seat["spent"])
        seat["spent"] = []
        seat["tiles"] = {k: v for k, v in seat["tiles"].items() if k not in ONE_EPOCH}
    state["track"] = [None] * AUCTION_TRACK  # RA-EPOCH-03
    state["ra_tiles"] = 0
    if state["epoch"] < 3:
        state["epoch"] += 1
        start_epoch(state)
    else:
        end_game(state)


def end_game(state):
    state["phase"] = "over"
    state["to_act"] = []
    state["on_turn"] = None
    scores = [seat["score"] for seat in state["seats"]]
    best = [seat for seat, score in enumerate(scores) if score == max(scores)]
    winner = max(best, key=lambda seat: max(state["seats"][seat]["ready"]))  # RA-END-02
    state["result"] = {"scores": scores, "winners": [winner]}


def extremes(numbers, most, fewest):
    """What the highest gain and the lowest lose; nothing when all are equal."""
    if max(numbers) == min(numbers):
        return [0] * len(numbers)
    return [
        most if number == max(numbers) else fewest if number == min(numbers) else 0
        for number in numbers
    ]


def score_epoch(state):
    """The net total of each seat (RA-SCORE-01)."""
    seats = state["seats"]
    gains = extremes([seat["tiles"].get("pharaoh", 0) for seat in seats], 5, -2)
    if state["epoch"] == 3:  # RA-SCORE-09, RA-SCORE-10
        for seat, gain in enumerate(
            extremes([sum(seat["ready"] + seat["spent"]) for seat in seats], 5, -5)
        ):
            gains[seat] += gain
    for number, seat in enumerate(seats):
        tiles = seat["tiles"]
        gains[number] += 2 * tiles.get("god", 0)  # RA-SCORE-02
        if "flood" in tiles:  # RA-SCORE-04
            gains[number] += tiles["flood"] + tiles.get("nile", 0)
        gains[number] += 3 * tiles.get("gold", 0)  # RA-SCORE-05
        kinds = len([kind for kind in CIVILIZATION if kind in tiles])
        gains[number] += {0: -5, 1: 0, 2: 0, 3: 5, 4: 10, 5: 15}[kinds]  # RA-SCORE-06
        if state["epoch"] == 3:
            gains[number] += score_monuments(tiles)
    return gains


def score_monuments(tiles):
    counts = [tiles[kind] for kind in MONUMENTS if kind in tiles]
    different = {7: 10, 8: 15}.get(len(counts), len(counts))  # RA-SCORE-07
    alike = sum({3: 5, 4: 10, 5: 15}.get(count, 0) for count in counts)  # RA-SCORE-08
    return different + alike


VERBS = {
    "deal": do_deal,
    "draw": do_draw,
    "tile": do_tile,
    "invoke": do_invoke,
    "take": do_take,
    "end": do_end,
    "bid": do_bid,
    "pass": do_pass,
    "discard": do_discard,
}


def order_kept(state):
    """Bids are written in the order of the seats."""
    bids = list(state["auction"]["bids"]) if state["auction"] else []
    return bids == sorted(bids)
