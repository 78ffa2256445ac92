# SPDX-License-Identifier: MIT
"""Hints and analyses as programs get them: their form, sums that are exact, refusals, and views of Amun-Re
as questions."""
import collections
import json
import os
import random
import re
import tempfile
from fractions import Fraction

import pytest

from program import khepri

LANG = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "lang")


def run(*words, text="", status=0):
    done = khepri(*words, text=text, status=status)
    return done.stdout if status == 0 else done.stderr


def exact(text):
    return json.loads(text, parse_float=Fraction)


def engine(*requests):
    return [exact(line) for line in run("engine", text="\n".join(map(json.dumps, requests))).splitlines()]


def record(game, players, seed):
    line = run("simulate", game, "--players", str(players), "--games", "1", "--policy", "rule", "--records", "-",
               "--seed", seed)
    return json.loads(line)


def form_of_an_analysis(analysis, of):
    moments, seats = analysis["moments"], analysis["seats"]
    players = len(of["players"])
    assert len(moments) == len(of["actions"]) + 1, "a moment for each action, and one at the end"
    assert [m.get("action") for m in moments] == of["actions"] + [None], "the actions are those of the record"
    assert all(sum(m["win"]) == 1 for m in moments), "chances add up to 1"
    for m in moments:
        told = m.get("facts", []) + m.get("best_facts", [])
        assert bool(told) <= (m.get("loss", 0) >= Fraction("0.005")), "facts are told of what cost something"
        assert all(len(set(f) - {"fact"}) > 0 for f in told), "a fact has numbers"
    assert any(m.get("facts") and m["best_facts"] for m in moments), "a costly decision is explained"
    assert ([w == 1 for w in moments[-1]["win"]] ==
          [i in of["result"]["winners"] for i in range(players)] and moments[-1]["score"] == of["result"]["scores"]), "it ends with the result"
    assert (all(b["win"][i] - a["win"][i] == a["luck"][i] for a, b in zip(moments, moments[1:])
                                         if "luck" in a and "luck" not in b for i in range(players))), "luck is what it changed"
    for i, seat in enumerate(seats):
        assert (seat["start"] + seat["luck"] - seat["loss"] + seat["given"] + seat["revised"] ==
              seat["result"]), "the sum is exact"
        assert sum(m["loss"] for m in moments if m.get("seat") == i) == seat["loss"], "losses are summed"
        assert sum(m["luck"][i] for m in moments if "luck" in m) == seat["luck"], "luck is summed"
        losses = [moments[at]["loss"] for at in seat["worst"]]
        assert losses == sorted(losses, reverse=True) and len(losses) <= 8, "the worst are in order"
        assert all(moments[at]["seat"] == i for at in seat["worst"]), "the worst are the seat's own"


def words_of(part, language):
    with open(os.path.join(LANG, f"{part}.{language}.json"), encoding="utf-8") as file:
        return json.load(file)


@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "pl", "ja"])
def test_no_label_is_cut(language):
    shown = run("analyse", "--bot", "hard", "--lang", language, "-", text=json.dumps(record("ra", 2, "labels")))
    words = words_of("teacher", language)
    for row in ("start", "luck", "loss", "given", "revised", "result", "decisions", "per"):
        assert "\n" + words["analysis." + row] + " " in shown, row
    at = run("show", "--step", "40", "--as-position", "-", text=json.dumps(record("amun_re", 3, "labels"))).strip()
    hint = run("analyse", "--bot", "hard", "--lang", language, "--position", at)
    terms = [word for id, word in words_of("amun", language).items() if id.startswith("amun.why.") and id.count(".") == 2]
    told = [line for line in hint.splitlines() if any(line.startswith("  " + term + " ") for term in terms)]
    assert "  " + words_of("amun", language)["amun.why.provinces"] + " " in hint and len(told) > 2


def test_analyses():
    for players, seed in ((2, "a"), (4, "b")):
        of = record("ra", players, seed)
        text = run("analyse", "--json", "-", text=json.dumps(of))
        assert text == run("analyse", "--json", "--threads", "2", "-", text=json.dumps(of)), "the same twice, on two threads"
        analysis = exact(text)
        form_of_an_analysis(analysis, of)
        assert engine({"op": "analyse", "record": of})[0]["analysis"] == analysis, "the engine says the same"
    alone = exact(run("analyse", "--json", "--no-hindsight", "-", text=json.dumps(of)))
    assert all(sum(m["win"]) == 1 for m in alone["moments"]), "chances add up to 1 before they are corrected too"
    assert all(s["start"] + s["luck"] - s["loss"] + s["given"] + s["revised"] == s["result"] for s in alone["seats"]), "and so do the parts"
    first, last = ([m["win"] for m in one["moments"]] for one in (alone, analysis))
    assert first[0] == last[0] and first[-1] == last[-1] and first != last, "start and end are known, the rest is judged without them"
    assert [m.get("loss") for m in alone["moments"]] == [m.get("loss") for m in analysis["moments"]], "losses are the same"
    with tempfile.NamedTemporaryFile(suffix=".svg") as drawing:
        shown = run("analyse", "--svg", drawing.name, "-", text=json.dumps(of))
        with open(drawing.name, "rb") as file:
            assert file.read().count(b"<polyline") == 4, "a drawing with a line for each seat"
    assert (all(word in shown for word in (
        "At the start", "Luck", "The decisions that cost most", "better: ", "Chances of winning", "100 % |"))), "people get a table, decisions and a plot"
    assert all(len(line) <= 79 for line in shown.splitlines()), "no line is too wide"


def test_a_drawing_speaks_the_language(tmp_path):
    drawing = tmp_path / "game.svg"
    shown = run("analyse", "--bot", "hard", "--lang", "de", "--svg", str(drawing), "-", text=json.dumps(record("ra", 2, "a")))
    told = re.findall(r"<title>(\d+): (-\d+,\d %  .*)</title>", drawing.read_text(encoding="utf-8"))
    assert told and all("; besser war: " in words for _, words in told), told
    worst = re.search(r"^ +(\d+) +(-\d+,\d %  .*)$", shown, re.M)
    assert (worst[1], worst[2]) in told, "the drawing says what the list says"


def test_hints():
    replies = engine({"op": "new", "game": "ra", "players": 3}, {"op": "apply", "action": "deal:1,2,3"},
                     {"op": "suggest", "bot": "hard"}, {"op": "apply", "action": "draw"},
                     {"op": "apply", "action": "tile:ra"}, {"op": "suggest", "bot": "hard"}, {"op": "analyse"})
    for hint in (replies[2], replies[5]):
        assert hint["best"] == hint["action"], "what is best is done"
        best = [a for a in hint["actions"] if a["action"] == hint["best"]][0]
        assert (best["loss"] == 0 and
              best["wins"] == hint["win"] and best["scores"] == hint["score"]), "the best costs nothing, and what it brings is what is expected"
        assert all(sum(a["wins"]) == 1 for a in hint["actions"]), "chances add up to 1"
        assert all(a["loss"] == max(0, best["win"] - a["win"]) for a in hint["actions"]), "losses are differences"
        assert ([abs(w["by"]) for w in hint["why"]] ==
              sorted((abs(w["by"]) for w in hint["why"]), reverse=True) and
              all(abs(w["by"]) >= Fraction("0.005") for w in hint["why"])), "terms are in order and worth saying"
        odds = hint["odds"]
        assert odds["tiles"] == sum(n for n, _ in odds["kinds"].values()), "the bag is counted"
        assert (odds["epoch_ends"][:6] == [0] * 6 and
              odds["epoch_ends"] == sorted(odds["epoch_ends"]) and odds["epoch_ends"][-1] > 0), "the epoch ends no sooner than the Ra track can be full"
    assert (all("ends" in a for a in replies[5]["actions"]) and
          all(a["ends"] is None or set(a["ends"]) == {"seat", "sun"} for a in replies[5]["actions"])), "an auction's ends are told for every bid"
    assert ["ends" in a for a in replies[2]["actions"]] == [False, True], "invoking has an end too"
    assert len(replies[6]["analysis"]["moments"]) == 4, "a game that goes on is analysed as far as it went"


def test_refusals():
    assert "--no-hindsight" in run("analyse", "--position", "x", "--no-hindsight", status=2), "hints have none anyway"
    assert "estimate" in engine({"op": "analyse", "bot": "rule", "record": record("ra", 2, "c")})[0]["error"], "a bot that knows no chances"
    assert not engine({"op": "analyse", "record": {"format": "no"}})[0]["ok"], "a wrong record"
    assert "no game yet" in engine({"op": "analyse"})[0]["error"], "nothing to analyse"
    assert "hal" in run("analyse", "--bot", "hal", "-", status=2), "a bot that there is not"
    assert "line 1" in run("analyse", "-", text="{}\n", status=1), "a line that is no record"
    assert "cannot be opened" in run("analyse", "/nowhere", status=2), "a file that there is not"


def test_views():
    """A seat's view of Amun-Re is a question; what it hides does not matter, and cannot: it is not there."""
    of = record("amun_re", 3, "d")
    start = {"op": "new", "game": "amun_re", "players": 3}
    asked = 0
    requests, wanted = [start], []
    for action in of["actions"]:
        requests += [{"op": "legal"}, {"op": "view", "seat": 0}, {"op": "suggest", "seat": 0, "seed": "x"},
                     {"op": "apply", "action": action}]
    replies = engine(*requests)[1:]
    for at in range(0, len(replies), 4):
        if replies[at]["to_act"] != "chance" and 0 in replies[at]["to_act"] and at % 8 == 0:
            wanted.append((json.loads(json.dumps(replies[at + 1]["view"], default=float)), replies[at + 2]))
    told = engine(*[{"op": "suggest", "seat": 0, "seed": "x", "view": view} for view, _ in wanted[:60]])
    for reply, (_, by_state) in zip(told, wanted):
        asked += 1
        mixed = "/offer" in reply.get("action", "")  # of offers the bot throws dice, which go by the game's actions
        assert (reply["ok"] and
              (mixed or reply["actions"] == by_state["actions"]) and
              [a["action"] for a in reply["actions"]] == [a["action"] for a in by_state["actions"]]), f"the view is enough: {reply.get('error')}"
    assert asked > 20, "views were asked about"
    view = wanted[0][0]
    assert ("hides the cards" in
          engine({"op": "suggest", "view": dict(view, seats=[dict(view["seats"][0], cards={"count": sum(
              view["seats"][0]["cards"].values())})] + view["seats"][1:]), "seat": 0})[0]["error"]), "whose cards are hidden is not advised"
    assert not engine({"op": "position", "state": view})[0]["ok"], "a view is no position"


def test_amun():
    """Amun-Re: the sums are exact there too, and a hint does not change when what the seat cannot see does."""
    of = record("amun_re", 3, "e")
    form_of_an_analysis(exact(run("analyse", "--json", "--bot", "hard", "-", text=json.dumps(of))), of)
    requests = [{"op": "new", "game": "amun_re", "players": 3}]
    for action in of["actions"]:
        requests += [{"op": "state"}, {"op": "apply", "action": action}]
    states = [json.loads(json.dumps(reply["state"], default=float)) for reply in engine(*requests)[1::2]]
    changed = terms = 0
    for truth in states[20::13]:
        if truth["to_act"] == "chance" or truth["sacrifice"]:
            continue
        seat, other = truth["to_act"][0], json.loads(json.dumps(truth))
        hands = [s["cards"] for i, s in enumerate(other["seats"]) if i != seat]
        pool = [kind for cards in (*hands, other["deck"]["kinds"]) for kind, count in cards.items() for _ in range(count)]
        random.Random(4).shuffle(pool)
        for cards in (*hands, other["deck"]["kinds"]):
            mine = [pool.pop() for _ in range(sum(cards.values()))]
            cards.clear()
            cards.update(collections.Counter(mine))
        suggest = {"op": "suggest", "seat": seat, "bot": "hard", "seed": "s"}
        told = engine({"op": "position", "state": truth}, suggest, {"op": "position", "state": other}, suggest)
        if told[2]["ok"] and other != truth:
            changed += 1
            terms += len(told[1]["why"])
            assert told[1] == told[3], "a hint knows no more than the seat"
    assert changed > 2, "hands were exchanged"
    assert terms > 2, "there were terms"
