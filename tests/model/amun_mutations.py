# SPDX-License-Identifier: MIT
"""States of Amun-Re changed by hand: inconsistent(rng, state) breaks one demand on a position
each time."""

import amun_model
from amun_model import BONUSES, CARDS, PROVINCES
from copied import copied


def other(state, seat):
    return (seat + 1) % state["players"]


# Each part yields (name, change); a change is played on a copy of the state.


def cards(rng, state):
    kind = rng.choice(CARDS)
    seat = rng.randrange(state["players"])

    def more(where):
        def change(s):
            pile = {"deck": s["deck"]["kinds"], "discard": s["discard"],
                    "hand": s["seats"][seat]["cards"]}[where]
            pile[kind] = pile.get(kind, 0) + 1
            s["deck"]["count"] = sum(s["deck"]["kinds"].values())
        return change

    def fewer(s):
        for pile in (s["deck"]["kinds"], s["discard"], s["seats"][seat]["cards"]):
            if pile:
                amun_model.take(pile, sorted(pile)[0])
                break
        s["deck"]["count"] = sum(s["deck"]["kinds"].values())

    for where in ("deck", "discard", "hand"):
        yield f"card too many in the {where}", more(where)
    yield "card too few", fewer
    yield "deck count", lambda s: s["deck"].update(count=s["deck"]["count"] + 1)
    yield "deck kinds null", lambda s: s["deck"].update(kinds=None)
    yield "hand as a count", lambda s: s["seats"][seat].update(cards={"count": 3})
    yield "unknown kind", lambda s: s["discard"].update(cat=1)
    yield "negative count", lambda s: s["discard"].update({kind: -1})
    yield "broken count", lambda s: s["discard"].update({kind: 0.5})
    yield "count as text", lambda s: s["discard"].update({kind: "1"})
    yield "count far too high", lambda s: s["discard"].update({kind: 2**40})


def provinces(rng, state):
    owned = sorted(n for n, p in state["provinces"].items() if p["owner"] is not None)
    drawn = sorted(state["provinces"])
    if owned:
        name = rng.choice(owned)

        def edit(**values):
            return lambda s: s["provinces"][name].update(values)

        yield "no owner", edit(owner=None)
        yield "another owner", edit(owner=other(state, state["provinces"][name]["owner"]))
        yield "owner of no seat", edit(owner=state["players"])
        yield "province left out", lambda s: s["provinces"].pop(name)
        yield "three stones", edit(stones=3)
        yield "negative stones", edit(stones=-1)
        yield "broken stones", edit(stones=0.5)
        yield "negative pyramids", edit(pyramids=-1)
        yield "far too many pyramids", edit(pyramids=2**33)
        yield "more farmers than farms", edit(farmers=amun_model.cells(state, name)["farms"] + 1)
        yield "negative free farmers", edit(free_farmers=-1)
        yield "gold on an owned province", edit(gold=1)
        yield "owned province face down", lambda s: s["province_deck"].append(name)
        if state["phase"] not in ("start", "provinces", "bid"):
            yield "owned province on offer", lambda s: s["offered"].append(name)
    elif drawn and state["round"] == 4:
        yield "owner too early", lambda s: s["provinces"][drawn[0]].update(owner=0)
    free = sorted(set(drawn) - set(owned))
    if free:
        yield "farmers without an owner", lambda s: s["provinces"][free[0]].update(free_farmers=1)
    down = state["province_deck"]
    if down:
        yield "province card left out", lambda s: s["province_deck"].pop()
        yield "province card twice", lambda s: s["province_deck"].append(down[0])
    yield "province card of no province", lambda s: s["province_deck"].append("cairo")
    empty = {"owner": None, "farmers": 0, "free_farmers": 0, "stones": 0, "pyramids": 0,
             "gold": 0, "cards": []}
    yield "unknown province", lambda s: s["provinces"].update(cairo=empty)
    missing = sorted(set(PROVINCES) - set(drawn))
    if missing and state["round"] < 4:
        built = dict(empty, pyramids=1)
        yield "buildings before it was drawn", lambda s: s["provinces"].update({missing[0]: built})
    if state["options"]["supplies"] == "limited" and drawn:
        supplies = amun_model.board_of(state)["supplies"]
        yield "more pyramids than there are", lambda s: s["provinces"][drawn[0]].update(
            pyramids=supplies["pyramids"] + 1)
        if owned:
            yield "more farmers than there are", lambda s: s["provinces"][owned[0]].update(
                free_farmers=supplies["farmers"] + 1)


def offered(_rng, state):
    if state["phase"] not in ("provinces", "bid") or not state["offered"]:
        return
    first = state["offered"][0]
    yield "offered twice", lambda s: s["offered"].append(first)
    yield "offered left out", lambda s: s["offered"].pop()
    free = amun_model.cells(state, first)["free"]
    yield "other free gold", lambda s: s["provinces"][first].update(gold=free["gold"] + 1)
    yield "hidden free card", lambda s: s["provinces"][first].update(cards=[None])
    if state["provinces"][first]["cards"] and (
            state["phase"] == "bid" or len(state["offered"]) > 1):
        if state["deck"]["count"]:
            def unlaid(s):
                kind = s["provinces"][first]["cards"].pop()
                amun_model.put(s["deck"]["kinds"], kind)
                s["deck"]["count"] += 1
            yield "free card not drawn", unlaid
    if state["deck"]["kinds"] and len(state["provinces"][first]["cards"]) >= free["cards"]:
        def extra(s):
            kind = sorted(s["deck"]["kinds"])[0]
            amun_model.take(s["deck"]["kinds"], kind)
            s["deck"]["count"] -= 1
            s["provinces"][first]["cards"].append(kind)
        yield "free card too many", extra


def bidding(_rng, state):
    if state["phase"] != "bid":
        marker = {"province": sorted(state["provinces"] or ["abu"])[0], "number": 0}
        yield "marker outside the bidding", lambda s: s["markers"].update({"0": marker})
        yield "blockade outside the bidding", lambda s: s["blockade"].append(0)
        yield "overbid power outside the bidding", lambda s: s["overbid_power"].append(0)
        return
    markers = state["markers"]
    acting = state["to_act"][0]
    yield "marker of no seat", lambda s: s["markers"].update(
        {str(state["players"]): {"province": state["offered"][0], "number": 0}})
    for placed in sorted(markers)[:1]:
        def edit(**values):
            return lambda s: s["markers"][placed].update(values)
        yield "marker on no number", edit(number=-1)
        yield "marker between numbers", edit(number=1000)
        away = [name for name in PROVINCES if name not in state["offered"]]
        yield "marker on a province not on offer", edit(province=away[0])
        yield "bid above the gold", lambda s: s["seats"][int(placed)].update(
            gold=s["markers"][placed]["number"] - 1)
        same = [m for k, m in markers.items() if k != placed]
        if same:
            yield "two markers on one space", lambda s: s["markers"].update({placed: dict(same[0])})
        if len(markers) < state["players"]:
            yield "marker missing in the first round", lambda s: s["markers"].pop(
                str(state["starting"]))
    unplaced = [s for s in range(state["players"]) if str(s) not in markers]
    for seat in unplaced:
        def active(s, seat=seat):
            s["blockade"] = sorted(s["blockade"] + [seat])
            amun_model.take(s["deck"]["kinds"], "blockade")
            s["deck"]["count"] -= 1
        if state["deck"]["kinds"].get("blockade"):
            yield "blockade of a seat that has not bid", active
    if unplaced:
        yield "not the first to bid", lambda s: s.update(to_act=[other(s, acting)])
    for seat in range(state["players"]):
        if not unplaced and not amun_model.overbid(state, seat):
            yield "to act though not overbid", lambda s, seat=seat: s.update(to_act=[seat])


def buying(_rng, state):
    turn = state["turn"]
    fresh = {"seat": 0, "bought": 0, "to_draw": 0, "farmers": 0, "stones": 0,
             "free_farmer": False, "builder": False, "step": "cards"}
    if turn is None:
        yield "turn outside phase 3", lambda s: s.update(turn=fresh)
        return

    def edit(**values):
        return lambda s: s["turn"].update(values)

    yield "no turn in phase 3", lambda s: s.update(turn=None)
    if state["to_act"] != "chance":
        yield "turn of another seat", edit(seat=other(state, turn["seat"]))
    yield "turn of no seat", edit(seat=state["players"])
    yield "bought above the limit", edit(bought=10, step="farmers")
    yield "to draw more than bought", edit(to_draw=turn["bought"] + 1)
    yield "negative farmers", edit(farmers=-1)
    yield "flag as a number", edit(builder=1)
    steps = {"cards", "farmers", "stones"} - {turn["step"]}
    yield "another step", edit(step=sorted(steps)[0])
    yield "unknown step", edit(step="cats")
    farmers = sum(state["provinces"][n]["farmers"] for n in amun_model.own(state, turn["seat"]))
    if turn["step"] != "stones":
        yield "more farmers bought than stand", edit(farmers=farmers + 1, step="farmers")


def sacrifice(_rng, state):
    given = state["sacrifice"]
    seat = sorted(given["offers"])[0] if given and given["offers"] else None
    if given is None:
        plain = {"offers": {}, "total": None, "corrections_due": [], "rewards_due": [],
                 "placing": None}
        yield "sacrifice outside phase 4", lambda s: s.update(sacrifice=plain)
        return

    def edit(**values):
        return lambda s: s["sacrifice"].update(values)

    yield "no sacrifice in phase 4", lambda s: s.update(sacrifice=None)
    yield "offer of no seat", lambda s: s["sacrifice"]["offers"].update(
        {str(state["players"]): {"gold": 1, "correction": False, "sold": []}})
    if seat is not None:
        entry = given["offers"][seat]
        yield "empty entry", lambda s: s["sacrifice"]["offers"].update({seat: {"sold": []}})
        yield "sealed entry", lambda s: s["sacrifice"]["offers"].update({seat: {"sealed": True}})
        yield "gold and steal", lambda s: s["sacrifice"]["offers"][seat].update(
            steal=True, gold=1, correction=False)
        yield "steal false", lambda s: s["sacrifice"]["offers"].update(
            {seat: {"steal": False, "correction": False, "sold": []}})
        if "gold" in entry:
            yield "offer of 0", lambda s: s["sacrifice"]["offers"][seat].update(gold=0)
    if state["phase"] == "offer":
        yield "total while sealed", edit(total=3)
        yield "rewards while sealed", edit(rewards_due=[{"seat": 0, "items": 3}])
        yield "corrections while sealed", edit(corrections_due=[0])
        if seat is not None and "gold" in given["offers"][seat]:
            yield "offer above the gold", lambda s: s["sacrifice"]["offers"][seat].update(
                gold=s["seats"][int(seat)]["gold"] + 20 * 12 * 2)
            yield "who offered is to act", lambda s: s.update(
                to_act=sorted(s["to_act"] + [int(seat)]))
        yield "one fewer to act", lambda s: s["to_act"].pop()
        return
    yield "another total", edit(total=given["total"] + 1)
    yield "total null", edit(total=None)
    yield "offer left out", lambda s: s["sacrifice"]["offers"].pop("0")
    if state["phase"] == "correct":
        yield "nobody is to correct", edit(corrections_due=[])
        yield "corrects without a card", edit(corrections_due=[
            n for n in range(state["players"])
            if not given["offers"][str(n)]["correction"]][:1] or [9])
        yield "rewards before corrections", edit(rewards_due=[{"seat": 0, "items": 3}])
    else:
        yield "corrections during rewards", edit(corrections_due=[0])
        acting = state["to_act"][0] if state["to_act"] != "chance" else given["placing"]["seat"]
        if given["rewards_due"]:
            items = given["rewards_due"][0]
            yield "more items due", lambda s: s["sacrifice"]["rewards_due"][0].update(
                items=items["items"] + 1)
            yield "reward twice", lambda s: s["sacrifice"]["rewards_due"].append(items)
        if given["placing"]:
            yield "placing more than due", lambda s: s["sacrifice"]["placing"].update(stones=4)
            yield "placing nothing", lambda s: s["sacrifice"]["placing"].update(
                cards=0, farmers=0, stones=0)
            yield "placing of another", lambda s: s["sacrifice"]["placing"].update(
                seat=other(s, acting))
        yield "temple elsewhere", lambda s: s.update(temple=s["temple"] % 4 + 1)


def late(_rng, state):
    phase = state["phase"]
    if phase == "income":
        seat = state["to_act"][0]
        theirs = amun_model.own(state, other(state, seat))[0]
        yield "eight gold on a province of another", lambda s: s["income"].update(eight_gold=theirs)
        yield "harvest on a province of another", lambda s: s["income"].update(harvest=theirs)
        yield "income null", lambda s: s.update(income=None)

        def nothing(s):
            for kind in ("eight_gold", "harvest"):
                held = s["seats"][seat]["cards"].pop(kind, 0)
                s["discard"][kind] = s["discard"].get(kind, 0) + held
            s["discard"] = {kind: count for kind, count in s["discard"].items() if count}
        yield "asked at the income with nothing to play", nothing
    else:
        yield "income outside phase 5", lambda s: s.update(
            income={"eight_gold": None, "harvest": None})
    if phase == "scoring":
        yield "bonuses null", lambda s: s.update(bonuses=None)
        yield "bonus of no bonus card", lambda s: s.update(bonuses=["builder"])
        seat = state["to_act"][0]
        void = [k for k in BONUSES if not amun_model.bonus_holds(state, seat, k)]
        if void:
            yield "bonus whose condition fails", lambda s: s["bonuses"].append(void[0])
        yield "scoring in round 5", lambda s: s.update(round=5)
    else:
        yield "bonuses outside phase 6", lambda s: s.update(bonuses=[])
    if phase == "over":
        yield "no result", lambda s: s.update(result=None)
        yield "other scores in the result", lambda s: s["result"]["scores"].__setitem__(
            0, s["result"]["scores"][0] + 1)
        yield "other winners", lambda s: s["result"].update(winners=[])
        yield "over in round 3", lambda s: s.update(round=3)
    else:
        scores = [hand["score"] for hand in state["seats"]]
        yield "result before the end", lambda s: s.update(
            result={"scores": scores, "winners": [0]})
        yield "over before the end", lambda s: s.update(phase="over", to_act=[])


def frame(rng, state):
    yield "round 0", lambda s: s.update(round=0)
    yield "round 7", lambda s: s.update(round=7)
    yield "another round", lambda s: s.update(round=s["round"] % 6 + 1)
    yield "unknown phase", lambda s: s.update(phase="night")
    yield "another game", lambda s: s.update(game="senet")
    yield "no such option", lambda s: s["options"].update(cat=1)
    yield "temple 0", lambda s: s.update(temple=0)
    yield "temple 5", lambda s: s.update(temple=5)
    late_enough = state["round"] > 1 or state["phase"] in ("reward", "income")
    yield "temple too early or none", lambda s: s.update(temple=None if late_enough else 2)
    yield "starting of no seat", lambda s: s.update(starting=state["players"])
    if state["phase"] != "start":
        yield "starting null", lambda s: s.update(starting=None)
    yield "seat missing", lambda s: s["seats"].pop()
    yield "seat too many", lambda s: s["seats"].append(copied(s["seats"][0]))
    seat = rng.randrange(state["players"])
    for bad in (-1, 0.5, "7", None, True, 10**12):
        yield f"gold {bad!r}", lambda s, bad=bad: s["seats"][seat].update(gold=bad)
        yield f"score {bad!r}", lambda s, bad=bad: s["seats"][seat].update(score=bad)
    if state["to_act"] == "chance":
        yield "to_act a seat, not chance", lambda s: s.update(to_act=[0])
    else:
        yield "to_act chance, not a seat", lambda s: s.update(to_act="chance")
        yield "to_act of no seat", lambda s: s.update(to_act=[state["players"]])
        if state["phase"] not in ("over", "offer"):
            yield "to_act everybody", lambda s: s.update(to_act=list(range(s["players"])))
    for key in sorted(set(state) - {"result"}):
        yield f"no {key}", lambda s, key=key: s.pop(key)


PARTS = (cards, provinces, offered, bidding, buying, sacrifice, late, frame)


def inconsistent(rng, state):
    """(name, state) for every demand that can be broken here, some of each part."""
    for part in PARTS:
        changes = list(part(rng, state))
        for name, change in rng.sample(changes, min(len(changes), 8)):
            changed = copied(state)
            change(changed)
            if changed != state:
                yield f"{name} ({state['phase']})", changed
