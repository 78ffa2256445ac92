# SPDX-License-Identifier: MIT
"""The rule bots beat random play as they should, for each number of players, and their advice is legal
and leads to what they chose."""
import collections
import json
import random

import pytest

from program import engine, khepri


def run(*words, text=""):
    return khepri(*words, text=text, status=0).stdout


@pytest.mark.parametrize("game,players,wanted", [*(("ra", players, 0.95) for players in range(2, 6)),
                                                 *(("amun_re", players, 0.98) for players in range(3, 6))])
def test_rule_beats_random(game, players, wanted, games):
    games = games or 200
    table = json.loads(run("simulate", game, "--players", str(players), "--games", str(games), "--policy", "rule,random",
                           "--threads", "2", "--json"))
    share = table["policies"][0]["win_share"]
    print(f"# {game}, {players} players: rule wins {100 * share:.1f} % of {games} games against random")
    assert table["policies"][0]["policy"] == "rule" and share >= wanted, f"{game}, {players} players: at least {100 * wanted:.0f} % are won"
    assert abs(sum(row["wins"] for row in table["policies"]) - games) < 1e-6, f"{game}, {players} players: all games are won by somebody"


def test_an_interval_ends_at_no_wins_and_at_all_of_them():
    for games in map(str, range(1, 32)):
        table = json.loads(run("simulate", "ra", "--players", "2", "--games", games, "--policy", "rule,random", "--json"))
        for row in table["policies"] + table["seats"]:
            low, high = row["win_share_95"]
            assert (low == 0) == (row["wins"] == 0) and (high == 1) == (row["win_share"] == 1), row


def records(game, players, threads):
    """The records of three games that the rule bot plays against itself."""
    return run("simulate", game, "--players", str(players), "--games", "3", "--policy", "rule", "--records", "-",
               "--seed", "5", "--threads", threads)


@pytest.mark.parametrize("game,players,by_chance", [("ra", 3, ("none",)), ("amun_re", 4, ("offer:",))])
def test_advice_is_what_the_bot_plays(game, players, by_chance):
    """A game followed with `suggest`. An action that begins with `by_chance` the bot may choose otherwise."""
    text = records(game, players, "1")
    assert text == records(game, players, "2"), f"{game}: the same seed, the same games, on any number of threads"
    record = json.loads(text.splitlines()[0])
    requests = [json.dumps({"op": "new", "game": game, "players": players})]
    for action in record["actions"]:
        requests += ['{"op":"legal"}', '{"op":"suggest"}', json.dumps({"op": "apply", "action": action})]
    replies = [json.loads(line) for line in run("engine", text="\n".join(requests)).splitlines()][1:]
    for legal, told, applied, action in zip(replies[::3], replies[1::3], replies[2::3], record["actions"]):
        assert applied["ok"], f"{game}: {action} is legal"
        if legal["to_act"] == "chance":
            assert not told["ok"], f"{game}: no advice while chance decides"
            continue
        if len(legal["to_act"]) > 1:
            assert not told["ok"], f"{game}: several may act, so none is advised without a seat"
            continue
        if not action.startswith(by_chance):
            assert told["action"] == action, f"{game}: the advice is what the bot played: {action}"
        assert sorted(o["action"] for o in told["actions"]) == sorted(legal["legal"]), f"{game}: all legal actions are weighed"
        assert (max(o["score"] for o in told["actions"]) ==
              [o["score"] for o in told["actions"] if o["action"] == told["action"]][0]), f"{game}: the best is chosen"


def test_a_score_of_nothing_has_no_sign():
    """Zero is never told as -0.000."""
    start = {"op": "new", "game": "ra", "players": 3, "seed": "0"}
    requests = [start]
    record = json.loads(records("ra", 3, "1").splitlines()[0])
    for action in record["actions"]:
        requests += [{"op": "suggest"}, {"op": "apply", "action": action}]
    text = run("engine", text="\n".join(map(json.dumps, requests)))
    assert '"score":0.000' in text and '"score":-0.000' not in text


def add_up(*hands):
    return sum((collections.Counter(hand) for hand in hands), collections.Counter())


@pytest.mark.parametrize("players", [4])
def test_secrets_do_not_matter(players):
    """What a seat cannot see is dealt anew: the other hands and the deck, and the others' sealed offers of gold.
    The bot chooses the same, for the same reasons."""
    dice = random.Random(3)
    record = json.loads(records("amun_re", players, "1").splitlines()[0])
    start = {"op": "new", "game": "amun_re", "players": players}
    replies = engine(start, *(request for action in record["actions"]
                              for request in ({"op": "state"}, {"op": "apply", "action": action})))[1::2]
    changed = 0
    for truth in (reply["state"] for reply in replies):
        if truth["to_act"] == "chance" or dice.random() < 0.6:
            continue
        seat, other = truth["to_act"][0], json.loads(json.dumps(truth))
        hidden = [s["cards"] for i, s in enumerate(other["seats"]) if i != seat]
        offers = other["sacrifice"]["offers"] if truth["phase"] == "offer" else {}
        if any(offer.get("correction") or offer.get("sold") for offer in offers.values()):
            continue
        for by, offer in offers.items():
            if "gold" in offer:
                offer["gold"] = dice.randint(1, other["seats"][int(by)]["gold"])
        pool = list(add_up(other["deck"]["kinds"], *hidden).elements())
        dice.shuffle(pool)
        for hand in hidden:
            count = sum(hand.values())
            hand.clear()
            hand.update(collections.Counter(pool[:count]))
            del pool[:count]
        other["deck"]["kinds"] = dict(collections.Counter(pool))
        changed += other != truth
        suggest = {"op": "suggest", "seat": seat}
        told = engine({"op": "position", "state": truth}, suggest, {"op": "position", "state": other}, suggest)
        assert all(reply["ok"] for reply in told), "both positions are good"
        assert told[1] == told[3], f"secrets do not matter in phase {truth['phase']}"
    assert changed > 20, "secrets were changed"
