# SPDX-License-Identifier: MIT
"""Every state that the program writes it takes back with `position`, equal byte for byte and with the
same legal actions. What follows from the rest cannot be given wrong."""
import copy
import itertools
import json

import pytest

from program import khepri


def run(*words, text=""):
    return khepri(*words, text=text, status=0).stdout


def states(games):
    """The states of traced games, thinned out, the rare phases whole."""
    for edition, players, disaster in itertools.product(("1999", "2005", "2016"), range(2, 6),
                                                        ("after_all", "immediate", "ignored")):
        if edition == "1999" and players == 2:
            continue
        records = run("simulate", "ra", "--players", str(players), "--games", str(games), "--records", "-",
                      "--option", "edition=" + edition, "--option", "god_disaster=" + disaster)
        for n, line in enumerate(run("replay", "--trace", "-", text=records).splitlines()):
            if '"state"' not in line:
                continue
            trace = json.loads(line)
            if n % 8 == 0 or trace["state"]["phase"] in ("deal", "gods", "discard", "over"):
                yield line[line.index('"state":') + 8:-1], trace


def ask(requests):
    """One reply a request."""
    replies = run("engine", text="".join(r + "\n" for r in requests)).splitlines()
    assert len(replies) == len(requests)
    return replies


def change(state, path, value):
    changed = copy.deepcopy(state)
    at = changed
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return changed


def wrong(state):
    """The state with one key at a time gone or wrong."""
    for key in state:
        if key == "result" and state["phase"] != "over":
            continue
        less = dict(state)
        del less[key]
        yield "without " + key, less
    derived = {"to_act": [0] if state["to_act"] != [0] else [1], "ra_track": state["ra_track"] + 1,
               "on_turn": None if state["on_turn"] is not None else 0,
               "result": {"scores": [1] * state["players"], "winners": [0]}, "players": 6, "game": "go"}
    for key, value in derived.items():
        yield "wrong " + key, change(state, [key], value)
    if state["phase"] != "deal":
        yield "a sun twice", change(state, ["centre_sun"], min(state["seats"][0]["ready"] + state["seats"][0]["spent"]))
    for sort in ("bag", "tiles", "options"):
        if sort == "tiles":
            yield "unknown kind", change(state, ["seats", 0, "tiles", "stone"], 1)
        else:
            yield "unknown in " + sort, change(state, [sort, "stone"], 1)
    yield "a disaster held", change(state, ["seats", 0, "tiles", "funeral"], 1)
    yield "too many of a kind", change(state, ["bag", "gold"], 6)
    yield "seven entries", change(state, ["track"], state["track"][:7])
    if state["auction"]:
        yield "wrong high", change(state, ["auction", "high"], {"seat": 0, "sun": 16})
        yield "an unknown seat bids", change(state, ["auction", "bids", "7"], 3)
    if state["god_action"]:
        seat, taken = state["on_turn"], state["god_action"]["taken"]
        gold = state["seats"][seat]["tiles"].get("gold", 0)
        if gold < 4:
            yield "gold taken but not held", change(state, ["god_action", "taken"], ["gold"] * (gold + 1) + taken)
    elif state["owed"] and state["owed"]["unrest"]:
        yield "unrest owed, and each in the bag", change(state, ["bag", "unrest"], 4)


@pytest.fixture(scope="module")
def plain(request):
    return list(states(request.config.getoption("--games") or 1))


def test_each_state_is_taken_back(plain):
    requests = [[f'{{"op":"position","state":{text}}}', '{"op":"state"}', '{"op":"legal"}'] for text, _ in plain]
    replies = ask(sum(requests, []))
    for i, (text, trace) in enumerate(plain):
        where = f"{trace['state']['phase']} {text[:200]}"
        assert replies[3 * i] == '{"ok":true}', "taken: " + where + replies[3 * i]
        assert replies[3 * i + 1] == '{"ok":true,"state":' + text + "}", "same bytes: " + where
        assert json.loads(replies[3 * i + 2]).get("legal") == trace["legal"], "same legal: " + where


def test_states_with_one_thing_wrong_are_refused(plain):
    changed = [(what, state) for _, trace in plain[::25] for what, state in wrong(trace["state"])]
    replies = ask([json.dumps({"op": "position", "state": state}) for _, state in changed])
    for (what, state), reply in zip(changed, replies):
        assert json.loads(reply)["ok"] is False, what + " is refused in " + json.dumps(state)


def test_order_and_unknown_keys_do_not_matter(plain):
    shuffled = [dict(reversed(list(trace["state"].items())), extra={"a": 1}) for _, trace in plain[::50]]
    replies = ask([json.dumps({"op": "position", "state": state}) for state in shuffled])
    assert set(replies) == {'{"ok":true}'}, "the order of keys and unknown ones do not matter"
