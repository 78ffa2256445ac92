# SPDX-License-Identifier: MIT
"""States changed by hand: inconsistent(rng, state) breaks one demand on a position each time,
consistent(rng, state) changes what may be otherwise, reachable or not."""

import ra_model
from ra_model import AUCTION_TRACK, CIVILIZATION, DISASTERS, MONUMENTS, RA_TRACK, TILES
from copied import copied

SUNS = {2: 9, 3: 13, 4: 13, 5: 16}


def everywhere(state, kind):
    """Tiles of a kind that are not in the box, and those this god action has used up."""
    count = state["bag"].get(kind, 0) + state["track"].count(kind)
    count += sum(seat["tiles"].get(kind, 0) for seat in state["seats"])
    if kind == "ra":
        count += state["ra_tiles"]
    action = state["god_action"]
    if action and kind == "god":
        count += len(action["taken"])
    if action and kind in DISASTERS:
        count += action["taken"].count(kind)
    return count


def other_seat(state, seat):
    return (seat + 1) % state["players"]


def free_auction(state):
    return {"ra_player": state["on_turn"] or 0, "cause": "invoke", "high": None,
            "bids": {}, "passed": []}


def god_action(state):
    return {"seat": state["on_turn"] or 0, "taken": ["nile"], "disasters": []}


def debt(state):
    return {"seat": state["on_turn"] or 0, "unrest": 1, "earthquake": 0}


# Each part yields (name, change); a change is played on a copy of the state.


def suns(rng, state):
    if state["phase"] == "deal":
        yield "suns dealt before the deal", lambda s: s["seats"][0].update(ready=[2, 5, 8])
        yield "centre sun before the deal", lambda s: s.update(centre_sun=2)
        return
    number = rng.randrange(state["players"])
    seat = state["seats"][number]
    pile = rng.choice([pile for pile in ("ready", "spent") if seat[pile]])
    place = rng.randrange(len(seat[pile]))
    other = other_seat(state, number)
    theirs = rng.choice(state["seats"][other]["ready"] + state["seats"][other]["spent"])

    def put(sun):
        def change(s):
            s["seats"][number][pile][place] = sun
            s["seats"][number][pile].sort()
        return change

    def move(s):
        sun = s["seats"][number][pile].pop(place)
        s["seats"][other][pile] = sorted(s["seats"][other][pile] + [sun])

    yield "sun missing", lambda s: s["seats"][number][pile].pop(place)
    yield "sun moved to another seat", move
    yield "sun twice", put(theirs)
    yield "sun of the centre also at a seat", put(state["centre_sun"])
    yield "sun too high", put(SUNS[state["players"]] + 1)
    yield "sun zero", put(0)
    yield "sun negative", put(-1)
    yield "sun as text", lambda s: s["seats"][number][pile].__setitem__(place, "5")
    yield "sun broken", lambda s: s["seats"][number][pile].__setitem__(place, 2.5)
    yield "sun more", lambda s: s["seats"][number][pile].append(SUNS[state["players"]] + 1)
    yield "centre sun of a seat", lambda s: s.update(centre_sun=theirs)
    yield "centre sun null", lambda s: s.update(centre_sun=None)
    if state["phase"] == "over":
        def spend(s):
            s["seats"][number]["spent"] = [s["seats"][number]["ready"].pop(0)]
        yield "spent sun when over", spend


def tiles(rng, state):
    kinds = [kind for kind in TILES if kind not in DISASTERS and kind != "ra"]
    kind = rng.choice(kinds)
    if state["phase"] == "over":
        kind = rng.choice(("pharaoh", "nile") + MONUMENTS)
    number = rng.randrange(state["players"])

    def hold(what, count):
        def change(s):
            held = s["seats"][number]["tiles"]
            held[what] = held.get(what, 0) + count
        return change

    def stock(what):
        def change(s):
            s["bag"][what] = s["bag"].get(what, 0) + 1 + TILES[what] - everywhere(s, what)
        return change

    def to_display(what):
        def change(s):
            s["bag"][what] -= 1
            if not s["bag"][what]:
                del s["bag"][what]
            s["seats"][number]["tiles"][what] = 1
        return change

    yield "kind above its count, at a seat", hold(kind, 1 + TILES[kind] - everywhere(state, kind))
    yield "kind above its count, in the bag", stock(kind)
    yield "disaster above its count", stock(rng.choice(DISASTERS))
    yield "Ra above its count", stock("ra")
    yield "kind far above its count", hold(kind, 2**31)
    yield "god above its count", stock("god")
    bad = [kind for kind in DISASTERS if kind in state["bag"]]
    if bad:
        yield "disaster in a display", to_display(rng.choice(bad))
    if state["bag"].get("ra", 0) > 3 * state["ra_track"]:
        yield "Ra in a display", to_display("ra")
    yield "negative count at a seat", lambda s: s["seats"][number]["tiles"].update({kind: -1})
    yield "negative count in the bag", lambda s: s["bag"].update({kind: -1})
    yield "broken count", lambda s: s["bag"].update({kind: 0.5})
    yield "count as text", lambda s: s["bag"].update({kind: "1"})
    yield "unknown kind at a seat", lambda s: s["seats"][number]["tiles"].update(cat=1)
    yield "unknown kind in the bag", lambda s: s["bag"].update(war=1)
    if state["phase"] == "over" and kind in ("pharaoh", "nile") and "god" in state["bag"]:
        yield "tile that does not stay when over", to_display("god")


def tracks(rng, state):
    need = (4 - state["epoch"]) * state["ra_track"] - state["ra_tiles"]
    full = AUCTION_TRACK

    def bag_ra(count):
        def change(s):
            s["bag"]["ra"] = count
            if not count:
                del s["bag"]["ra"]
        return change

    if state["phase"] != "over":
        yield "too few Ra tiles in the bag", bag_ra(need - 1)
    yield "Ra track too long", lambda s: s.update(ra_track=s["ra_track"] + 1)
    yield "Ra track too short", lambda s: s.update(ra_track=s["ra_track"] - 1)
    yield "Ra track full", lambda s: s.update(ra_tiles=s["ra_track"])
    yield "negative Ra tiles", lambda s: s.update(ra_tiles=-1)
    yield "auction track too short", lambda s: s["track"].pop()
    yield "auction track too long", lambda s: s["track"].append(None)
    yield "unknown tile on the track", lambda s: s["track"].__setitem__(3, "cat")
    yield "Ra on the auction track", lambda s: s["track"].__setitem__(full - 1, "ra")
    if state["phase"] == "draw":
        def fill(s):
            for place, tile in enumerate(s["track"]):
                if tile is None:
                    kind = rng.choice([k for k in ("nile", "pharaoh", "gold", "palace")
                                       if s["bag"].get(k)] or ["cat"])
                    s["track"][place] = kind
                    s["bag"][kind] = s["bag"].get(kind, 1) - 1
            s["bag"] = {kind: count for kind, count in s["bag"].items() if count}
        yield "drawing with a full track", fill
    if state["phase"] in ("deal", "over"):
        yield "Ra tile on the track", lambda s: s.update(ra_tiles=1)

        def lay(s):
            s["track"][0] = "nile"
            s["bag"]["nile"] = s["bag"].get("nile", 1) - 1
        if state["bag"].get("nile", 0) > 1:
            yield "tile on the track", lay


def whole(rng, state):
    players = state["players"]
    yield "epoch zero", lambda s: s.update(epoch=0)
    yield "epoch four", lambda s: s.update(epoch=4)
    yield "another game", lambda s: s.update(game="senet")
    yield "unknown phase", lambda s: s.update(phase="night")
    yield "unknown edition", lambda s: s["options"].update(edition="2004")
    yield "unknown option", lambda s: s["options"].update(shuffle=True)
    yield "option of a wrong kind", lambda s: s["options"].update(empty_invoke="yes")
    yield "one more player than seats", lambda s: s.update(players=players % 5 + 1)
    yield "seat missing", lambda s: s["seats"].pop()
    yield "seat too many", lambda s: s["seats"].append(copied(s["seats"][0]))
    if players == 2:
        yield "two players in 1999", lambda s: s["options"].update(edition="1999")
    yield "negative score", lambda s: s["seats"][0].update(score=-1)
    yield "broken score", lambda s: s["seats"][0].update(score=1.5)
    yield "score as text", lambda s: s["seats"][0].update(score="10")
    lists = state["epoch_scores"]
    yield "epoch_scores: a list too many", lambda s: s["epoch_scores"].append([0] * players)
    if lists:
        yield "epoch_scores: a list too few", lambda s: s["epoch_scores"].pop()
        yield "epoch_scores: a number too few", lambda s: s["epoch_scores"][0].pop()
        yield "epoch_scores: a number too many", lambda s: s["epoch_scores"][0].append(1)
        for bad in (1.5, "3", None, True, [1]):
            yield f"epoch_scores: {bad!r}", lambda s, bad=bad: s["epoch_scores"][-1].__setitem__(0, bad)
    if state["phase"] == "over":
        yield "no result when over", lambda s: s.update(result=None)
        yield "another score in the result", lambda s: s["result"]["scores"].__setitem__(
            0, s["result"]["scores"][0] + 1)
        winner = state["result"]["winners"][0]
        yield "another winner", lambda s: s["result"].update(winners=[other_seat(s, winner)])
        yield "over in epoch 2", lambda s: s.update(epoch=2)
        yield "over in epoch 2 with two lists", lambda s: (
            s.update(epoch=2), s["epoch_scores"].pop())
        yield "over, on turn", lambda s: s.update(on_turn=0)
    else:
        result = {"scores": [seat["score"] for seat in state["seats"]], "winners": [0]}
        yield "result before the end", lambda s: s.update(result=result)
        yield "over before the end", lambda s: s.update(phase="over")
    if state["phase"] == "deal":
        yield "bag not full in the deal", lambda s: s["bag"].update(nile=24)
        yield "deal in epoch 2", lambda s: s.update(epoch=2, epoch_scores=[[0] * players])
        yield "deal, on turn", lambda s: s.update(on_turn=0)


def acting(rng, state):
    phase, to_act = state["phase"], state["to_act"]
    if to_act != "chance":
        yield "to_act chance", lambda s: s.update(to_act="chance")
        if to_act:
            yield "to_act nobody", lambda s: s.update(to_act=[])
            yield "to_act another", lambda s: s.update(to_act=[other_seat(s, to_act[0])])
            yield "to_act two", lambda s: s.update(
                to_act=sorted([to_act[0], other_seat(s, to_act[0])]))
            yield "to_act a number", lambda s: s.update(to_act=to_act[0])
            yield "to_act no seat", lambda s: s.update(to_act=[s["players"]])
            yield "to_act text", lambda s: s.update(to_act=[str(to_act[0])])
        else:
            yield "to_act somebody", lambda s: s.update(to_act=[0])
    else:
        yield "to_act somebody", lambda s: s.update(to_act=[0])
        yield "to_act nobody", lambda s: s.update(to_act=[])
    if phase in ("deal", "over"):
        return
    yield "on_turn nobody", lambda s: s.update(on_turn=None)
    yield "on_turn no seat", lambda s: s.update(on_turn=s["players"])
    idle = [n for n, seat in enumerate(state["seats"]) if not seat["ready"]]
    if phase == "draw":
        if idle:
            yield "drawing without a ready sun", lambda s: s.update(on_turn=idle[0])
        return
    yield "on_turn another", lambda s: s.update(on_turn=other_seat(s, s["on_turn"]))
    if phase == "turn" and idle:
        yield "on turn without a ready sun", lambda s: s.update(on_turn=idle[0], to_act=[idle[0]])


def fitting(rng, state):
    """Auction, god action and debts fit the phase."""
    phase = state["phase"]
    if phase in ("deal", "turn", "draw", "over", "gods"):
        yield f"auction in {phase}", lambda s: s.update(auction=free_auction(s))
    if phase in ("deal", "turn", "draw", "over", "auction"):
        yield f"god action in {phase}", lambda s: s.update(god_action=god_action(s))
    if phase != "discard":
        yield f"debt in {phase}", lambda s: s.update(owed=debt(s))
        yield f"empty debt in {phase}", lambda s: s.update(
            owed={"seat": s["on_turn"] or 0, "unrest": 0, "earthquake": 0})
    if phase in ("auction", "gods", "discard"):
        yield f"{phase} called a turn", lambda s: s.update(phase="turn", to_act=[s["on_turn"]])
        yield f"{phase} called a draw", lambda s: s.update(phase="draw", to_act="chance")
    if phase == "turn":
        for name in ("auction", "gods", "discard"):
            yield f"turn called {name}", lambda s, name=name: s.update(phase=name)
    if phase == "auction":
        yield "no auction in auction", lambda s: s.update(auction=None)
    if phase == "gods":
        yield "no god action in gods", lambda s: s.update(god_action=None)
    if phase == "discard":
        yield "no debt in discard", lambda s: s.update(owed=None)
        yield "neither auction nor god action in discard", lambda s: s.update(
            auction=None, god_action=None)
        if state["auction"]:
            yield "both auction and god action in discard", lambda s: s.update(
                god_action=god_action(s))
        else:
            yield "both god action and auction in discard", lambda s: s.update(
                auction=free_auction(s))


def bidding(rng, state):
    auction = state["auction"]
    if not auction:
        return

    def edit(**values):
        return lambda s: s["auction"].update(values)

    n = state["players"]
    yield "auction of another Ra player", edit(ra_player=(auction["ra_player"] + 1) % n)
    yield "unknown cause", edit(cause="whim")
    high = auction["high"]
    if high:
        yield "high null with bids", edit(high=None)
        yield "high of another seat", edit(high=dict(high, seat=(high["seat"] + 1) % n))
        yield "high sun higher", edit(high=dict(high, sun=high["sun"] + 1))
        yield "high sun lower", edit(high=dict(high, sun=high["sun"] - 1))
        yield "bid left out", lambda s: s["auction"]["bids"].pop(str(high["seat"]))
        yield "bidder also passed", edit(passed=sorted(auction["passed"] + [high["seat"]]))
    else:
        yield "high without bids", edit(high={"seat": n - 1, "sun": 2})
    if auction["passed"]:
        gone = rng.choice(auction["passed"])
        yield "passed left out", lambda s: s["auction"]["passed"].remove(gone)
        yield "passed twice", edit(passed=sorted(auction["passed"] + [gone]))
    yield "passed no seat", edit(passed=auction["passed"] + [n])
    yield "bid of no seat", lambda s: s["auction"]["bids"].update({str(n): 1})
    if state["phase"] == "auction":
        yield "passed before being asked", edit(
            passed=sorted(set(auction["passed"]) | {state["to_act"][0]}))
        if state["to_act"][0] != auction["ra_player"]:
            yield "the Ra player passed first", edit(
                passed=sorted(auction["passed"] + [auction["ra_player"]]))
        silent = [seat for seat in range(n) if not state["seats"][seat]["ready"]]
        if silent:
            yield "passed without a ready sun", edit(passed=sorted(auction["passed"] + silent[:1]))
    if high and state["phase"] == "auction":
        seat = high["seat"]
        ready = state["seats"][seat]["ready"]
        foreign = [sun for sun in state["seats"][(seat + 1) % n]["ready"]]
        spent = state["seats"][seat]["spent"]

        def rebid(sun):
            def change(s):
                s["auction"]["bids"][str(seat)] = sun
                s["auction"]["high"] = {"seat": seat, "sun": sun}
            return change
        for name, sun_list in (("another's", foreign), ("spent", spent), ("centre", [state["centre_sun"]])):
            above = [sun for sun in sun_list if sun >= high["sun"]] or sun_list
            if above:
                yield f"bid of a sun that is {name}", rebid(above[-1])
        if len(auction["bids"]) > 1:
            rest = {int(k): v for k, v in auction["bids"].items() if int(k) != seat}
            best = max(rest, key=lambda k: rest[k])
            lower = [sun for sun in ready if sun < rest[best]]
            if lower:
                def sink(s):
                    s["auction"]["bids"][str(seat)] = lower[-1]
                    s["auction"]["high"] = {"seat": best, "sun": rest[best]}
                yield "bids that do not rise", sink
    if state["phase"] == "discard":
        yield "discard in an auction without winner", edit(high=None, bids={})

        def relay(s):
            s["track"][0] = "nile"
            s["bag"]["nile"] -= 1
        if state["bag"].get("nile", 0) > 1:
            yield "lot still on the track in discard", relay

        def swap(s):
            pile = s["seats"][rng.randrange(n)]
            pile = pile["ready"] or pile["spent"]
            pile[0], s["centre_sun"] = s["centre_sun"], pile[0]
            pile.sort()
        yield "suns not exchanged in discard", swap
        yield "forced pass", edit(high=None, bids={}, passed=list(range(n)))


def taking(rng, state):
    action = state["god_action"]
    if not action:
        return

    def edit(**values):
        return lambda s: s["god_action"].update(values)

    when = state["options"]["god_disaster"]
    taken = action["taken"]
    yield "god action of another seat", edit(seat=other_seat(state, action["seat"]))
    yield "god action with nothing taken", edit(taken=[], disasters=[])
    yield "god taken with a god", edit(taken=taken + ["god"])
    yield "Ra taken with a god", edit(taken=taken + ["ra"])
    yield "unknown kind taken", edit(taken=taken + ["cat"])
    held = state["seats"][action["seat"]]["tiles"]
    if held.get("gold", 0) == taken.count("gold"):
        yield "gold taken but not held", edit(taken=["gold"] + taken)
    if "funeral" not in taken and held.get("pharaoh", 0) == taken.count("pharaoh"):
        yield "pharaoh taken but not held", edit(taken=taken + ["pharaoh"])
    for kind in ("nile", "flood", "pharaoh", "art", "temple"):
        if kind in taken and everywhere(state, kind) <= TILES[kind]:
            def all_elsewhere(s, kind=kind):
                count = everywhere(s, kind) - s["bag"].get(kind, 0) - held.get(kind, 0)
                s["seats"][action["seat"]]["tiles"].pop(kind, None)
                s["bag"][kind] = TILES[kind] - count
            yield f"{kind} taken, and each elsewhere", all_elsewhere
    if "earthquake" not in taken and held.get("temple", 0) == taken.count("temple"):
        yield "temple taken but not held", edit(taken=taken + ["temple"])
    waiting = action["disasters"]
    yield "waiting disaster not taken", edit(disasters=waiting + [rng.choice(
        [kind for kind in DISASTERS if kind not in taken] or ["cat"])])
    yield "waiting tile that is no disaster", edit(disasters=waiting + ["nile"])
    if when != "after_all" and set(taken) & set(DISASTERS):
        yield f"waiting disaster in {when}", edit(
            disasters=[kind for kind in taken if kind in DISASTERS])
    if waiting and state["phase"] == "gods":
        yield "waiting disaster left out", edit(disasters=waiting[1:])
    if state["phase"] == "gods":
        def without_gods(s):
            del s["seats"][action["seat"]]["tiles"]["god"]

        def without_lot(s):
            s["track"] = [tile if tile == "god" else None for tile in s["track"]]
        yield "gods with no god left", without_gods
        yield "gods with nothing to take", without_lot
    if state["phase"] == "discard" and when == "after_all":
        yield "disaster waits during its discards", edit(
            disasters=[kind for kind in taken if kind in DISASTERS])
    if state["phase"] == "discard":
        yield "discard with no disaster taken", edit(
            taken=[kind for kind in taken if kind not in DISASTERS] or ["gold"])


def owing(rng, state):
    owed = state["owed"]
    if not owed:
        return
    held = state["seats"][owed["seat"]]["tiles"]
    civilization = sum(held.get(kind, 0) for kind in CIVILIZATION)
    monuments = sum(held.get(kind, 0) for kind in MONUMENTS)

    def edit(**values):
        return lambda s: s["owed"].update(values)

    yield "debt of another seat", edit(seat=other_seat(state, owed["seat"]))
    yield "debt of nothing", edit(unrest=0, earthquake=0)
    yield "debt negative", edit(unrest=-1)
    yield "debt broken", edit(earthquake=0.5)
    yield "more unrest owed than held", edit(unrest=civilization + 1)
    yield "more earthquake owed than held", edit(earthquake=monuments + 1)
    yield "unrest owed beyond all disasters", edit(unrest=9)
    yield "earthquake owed beyond all disasters", edit(earthquake=5)
    if owed["unrest"]:
        yield "unrest owed without a choice", edit(unrest=civilization)
    elif monuments:
        yield "earthquake owed without a choice", edit(unrest=0, earthquake=monuments)
    for disaster in ("unrest", "earthquake"):
        if owed[disaster]:
            def none_spent(s, disaster=disaster):
                s["bag"][disaster] = TILES[disaster] - s["track"].count(disaster)
            yield f"{disaster} owed, and each elsewhere", none_spent
    if owed["unrest"]:
        def one_kind(s):
            tiles = s["seats"][owed["seat"]]["tiles"]
            for kind in CIVILIZATION:
                tiles.pop(kind, None)
            tiles["art"] = civilization
            for seat in s["seats"]:
                if seat is not s["seats"][owed["seat"]]:
                    seat["tiles"].pop("art", None)
            s["bag"].pop("art", None)
        if civilization <= 5:
            yield "unrest owed of one kind", one_kind
    if state["god_action"] and state["options"]["god_disaster"] == "immediate":
        if owed["unrest"] and monuments:
            yield "two debts from one immediate take", edit(earthquake=1)
        yield "ignored disaster owed", lambda s: s["options"].update(god_disaster="ignored")


PARTS = (suns, tiles, tracks, whole, acting, fitting, bidding, taking, owing)


def inconsistent(rng, state):
    """(name, state) for every demand that can be broken here, a few of each part."""
    for part in PARTS:
        changes = list(part(rng, state))
        for name, change in rng.sample(changes, min(len(changes), 6)):
            changed = copied(state)
            change(changed)
            yield f"{name} ({state['phase']})", changed


# ---- Consistent changes ------------------------------------------------------------------


def shuffle_suns(rng, s):
    """Any distribution that leaves every seat its numbers of ready and spent suns."""
    suns = [s["centre_sun"]] + [x for seat in s["seats"] for x in seat["ready"] + seat["spent"]]
    rng.shuffle(suns)
    s["centre_sun"] = suns.pop()
    for seat in s["seats"]:
        for pile in ("ready", "spent"):
            seat[pile] = sorted(suns.pop() for _ in seat[pile])


def deal_tiles(rng, s):
    """Tiles from the bag to displays, boxes, and back onto the track."""
    stock = [kind for kind, count in s["bag"].items() for _ in range(count)
             if kind != "ra" and kind not in DISASTERS]
    for kind in rng.sample(stock, min(len(stock), rng.randrange(60))):
        s["bag"][kind] -= 1
        if rng.random() < 0.8:
            ra_tiles = s["seats"][rng.randrange(s["players"])]["tiles"]
            ra_tiles[kind] = ra_tiles.get(kind, 0) + 1
    s["bag"] = {kind: count for kind, count in s["bag"].items() if count}


def lay_track(rng, s):
    """Any tiles at any places of the track."""
    for place in range(AUCTION_TRACK):
        stock = [kind for kind in s["bag"] if kind != "ra"]
        if s["track"][place] is None and stock and rng.random() < 0.6:
            kind = rng.choice(stock)
            s["track"][place] = kind
            s["bag"][kind] -= 1
            if not s["bag"][kind]:
                del s["bag"][kind]


def least_ra(rng, s):
    s["ra_tiles"] = rng.randrange(s["ra_track"])
    s["bag"]["ra"] = (4 - s["epoch"]) * s["ra_track"] - s["ra_tiles"]


def other_epoch(rng, s):
    s["epoch"] = rng.randrange(1, 4)
    s["epoch_scores"] = [
        [rng.randrange(-20, 90) for _ in s["seats"]] for _ in range(s["epoch"] - 1)]
    least_ra(rng, s)


def other_scores(rng, s):
    for seat in s["seats"]:
        seat["score"] = rng.choice([0, 1, 17, 200, 1000])


def other_options(rng, s):
    s["options"]["god_disaster"] = rng.choice(["after_all", "immediate", "ignored"])
    s["options"]["empty_invoke"] = rng.random() < 0.5


def other_turn(rng, s):
    s["on_turn"] = rng.choice([n for n, seat in enumerate(s["seats"]) if seat["ready"]])
    s["to_act"] = [s["on_turn"]]


FREE = (shuffle_suns, deal_tiles, lay_track, least_ra, other_epoch, other_scores,
        other_options, other_turn)


def consistent(rng, state):
    """(name, state as given, state as it must come back)."""
    changed = copied(state)
    if state["phase"] == "turn":
        for change in FREE:
            if rng.random() < 0.7:
                change(rng, changed)
        yield "another turn", changed, changed
        one = copied(state)
        change = rng.choice(FREE)
        change(rng, one)
        yield change.__name__, one, one
    elif state["phase"] not in ("deal", "over"):
        for change in (deal_tiles, other_scores, least_ra, other_epoch):
            by_ra = changed["auction"] and changed["auction"]["cause"] == "ra"
            if change not in (least_ra, other_epoch) or not by_ra:
                change(rng, changed)
        yield "another " + state["phase"], changed, changed
    noted = copied(changed)
    noted["note"] = {"by": "hand"}
    noted["seats"][0]["name"] = "Anna"
    if noted["auction"]:
        noted["auction"]["note"] = 1
    yield "unknown keys", noted, changed
    mixed = copied(changed)
    for seat in mixed["seats"]:
        rng.shuffle(seat["ready"])
        rng.shuffle(seat["spent"])
    yield "sets in any order", mixed, changed
