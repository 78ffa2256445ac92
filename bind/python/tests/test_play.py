# SPDX-License-Identifier: MIT
"""Games, views, records, positions, bots: what the package promises, for both games; and that bad input is refused."""
import copy
import pickle
import random
from xml.etree import ElementTree

import pytest

import khepri

GAMES = [("ra", 2), ("ra", 3), ("ra", 5), ("amun_re", 3), ("amun_re", 5)]


def played(name, players, seed, word="rule"):
    """The moves of a game between bots, chance included."""
    state = khepri.game(name).new(players)
    rng, bot, moves = khepri.Rng(seed), khepri.bot(word), []
    while not state.is_over:
        moves.append(state.draw(rng) if state.is_chance else bot.choose(state, rng=rng))
        state.apply(moves[-1])
    return khepri.Record(khepri.game(name).new(players), [f"bot {i}" for i in range(players)], moves)


@pytest.mark.parametrize("name, players", GAMES)
def test_a_record_leads_to_the_same_game(name, players):
    record = played(name, players, 1)
    again = khepri.read_record(record.write())
    assert (again.moves, again.players, again.end) == (record.moves, record.players, record.end)
    assert again.end.result is not None and again.write() == record.write()
    assert sum(1 for _ in again.states()) == len(record.moves) + 1


@pytest.mark.parametrize("name, players", GAMES)
def test_every_position_can_be_stored(name, players):
    rng = khepri.Rng(3)
    for state in played(name, players, 2).states():
        assert khepri.read_position(state.to_json()) == state
        assert khepri.read_position(state.to_position()) == state
        assert pickle.loads(pickle.dumps(state)) == state == copy.deepcopy(state)
        for seat in range(khepri.SPECTATOR, players):
            seen = state.observe(seat)
            assert khepri.read_position(seen.to_json(), view_of=seat) == seen
            assert khepri.read_position(seen.to_position(), view_of=seat) == seen
            assert seen.sample(rng).observe(seat) == seen
            assert state.game.hides or seen.to_json() == state.to_json()


@pytest.mark.parametrize("name, players", GAMES)
def test_a_notebook_shows_a_table(name, players):
    for state in list(played(name, players, 2).states())[::9]:
        for shown in (state, state.observe(0), state.observe(khepri.SPECTATOR)):
            html = shown._repr_html_()
            tree = ElementTree.fromstring(html.replace("<br>", "<br/>"))
            rows = tree.find("table").findall("tr")
            assert len(rows) == players + 1 and {len(row) for row in rows} == {len(shown.to_dict()["seats"][0]) + 1}
            assert [seat for seat, row in enumerate(rows[1:]) if row[0].text.startswith("▸")] == [seat for seat in shown.to_move if seat < players]
            assert ("Winners" in html) == state.is_over


@pytest.mark.parametrize("name, players", GAMES)
def test_legal_moves_are_those_that_apply_takes(name, players):
    for state in list(played(name, players, 3).states())[::7]:
        moves = [chance.move for chance in state.chances()] if state.is_chance else [m for seat in state.to_move for m in state.legal(seat)]
        assert len(set(moves)) == len(moves)
        for move in moves:
            other = state.copy()
            other.apply(move)
            assert other != state
        if state.is_chance:
            assert sum(chance.probability for chance in state.chances()) == pytest.approx(1)


def test_a_view_shows_one_seat_only():
    state = khepri.game("amun_re").new(3, seed=5)
    seat = state.to_move[0]
    other = (seat + 1) % 3
    view = state.observe(seat)
    assert view.legal() == state.legal()
    for refused in (lambda: view.apply(view.legal()[0]), lambda: view.observe(other), lambda: state.observe(other).legal(seat),
                    view.chances, lambda: khepri.value(view), lambda: khepri.bot("rule").choose(state.observe(other), seat)):
        with pytest.raises(khepri.Refusal):
            refused()


def test_bots_see_their_seat_only():
    """The same choice in every state that looks the same to the seat."""
    bot, rng = khepri.bot("rule"), khepri.Rng(1)
    for state in list(played("amun_re", 4, 6).states())[::5]:
        if state.is_chance or state.is_over:
            continue
        seat = state.to_move[0]
        choices = {bot.choose(state.observe(seat).sample(rng), seat, khepri.Rng(9)) for _ in range(4)}
        assert choices == {bot.choose(state, seat, khepri.Rng(9))} == {bot.choose(state.observe(seat), seat, khepri.Rng(9))}


@pytest.mark.parametrize("name", ["ra", "amun_re"])
def test_every_bot_plays(name):
    for word in khepri.bots(name):
        state = khepri.game(name).new(3, seed=4)
        bot = khepri.bot(word + ":50" if word == "master" else word)
        for _ in range(3):
            move = bot.choose(state)
            assert move in state.legal()
            state.play(move)


@pytest.mark.parametrize("name", ["ra", "amun_re"])
def test_hints_and_analyses_add_up(name):
    record = played(name, 3, 8)
    state = khepri.game(name).new(3, seed=8)
    hint = khepri.hint(state, bot="hard")
    assert {action.action for action in hint.actions} == set(state.actions()) and hint.best in state.actions()
    assert sum(khepri.value(state).win) == pytest.approx(1, abs=0.01)
    analysis = khepri.analyse(record, bot="hard")
    assert len(analysis.moments) == len(record.moves) + 1
    for seat in analysis.seats:
        assert seat.start + seat.luck - seat.loss + seat.given + seat.revised == pytest.approx(seat.result, abs=1e-6)


def test_a_seed_gives_the_same_game():
    assert played("ra", 3, 5).moves == played("ra", 3, 5).moves != played("ra", 3, 6).moves
    a, b = (khepri.game("ra").new(3, seed="a text") for _ in range(2))
    assert a == b and a.rng.state == b.rng.state


@pytest.mark.parametrize("refused, words", [
    (lambda: khepri.game("chess"), "is not known"),
    (lambda: khepri.game("ra").new(6), "players should be 2 to 5, not 6"),
    (lambda: khepri.game("amun_re").new(-10**30), "players should be 3 to 5, not -1"),
    (lambda: khepri.game("ra").new(2, edition="1999"), "3 to 5 players"),
    (lambda: khepri.game("ra").new(3, edition="1998"), '"1999", "2005" or "2016"'),
    (lambda: khepri.game("ra").new(3, size=3), "has no option"),
    (lambda: khepri.game("ra").new(3, seed=-1), "the seed should be 0 to"),
    (lambda: khepri.bot("grandmaster"), "there is no bot"),
    (lambda: khepri.bot("grandmaster"), "for ra; known are: rule, novice, easy, easy:builder, easy:priest"),
    (lambda: khepri.bot("grandmaster"), "for amun_re; known are: rule, "),
    (lambda: khepri.bot("master:0"), '"master:0": the limit should be 1 to 1000000000 positions, or 1ms to 600000ms'),
    (lambda: khepri.bot("master:1e3"), '"master:1e3": the limit should be'),
    (lambda: khepri.bot("hard:5"), '"hard:5": this bot takes no limit, as it does not search'),
    (lambda: khepri.game("amun_re").new(3, board={"foo": 1}), 'the key "foo" of the board is not known'),
    (lambda: khepri.bot("easy:scribe").choose(khepri.game("ra").new(3, seed=1)), "there is no bot"),
    (lambda: khepri.hint(khepri.game("ra").new(3, seed=1), bot="rule"), "does not estimate"),
    (lambda: khepri.hint(khepri.game("ra").new(3)), "chance is to move"),
    (lambda: khepri.Record(khepri.game("ra").new(3), ["a"], []), "for each of 3 players"),
    (lambda: khepri.Record(khepri.game("ra").new(2), ["a", "b"], ["draw"]), 'step 0: "draw" is not legal now: chance decides'),
    (lambda: khepri.Record(khepri.game("ra").new(2), ["a", "b"], ["deal:1,2", "draw", "pass"]), 'step 2: "pass" is not legal now'),
    (lambda: khepri.Record(khepri.game("ra").new(2), ["a", "\ud800"], []), "half a surrogate pair"),
    (lambda: khepri.Record(khepri.game("ra").new(2, seed=1), ["a", "b"], []), "begins with the first move"),
    (lambda: khepri.read_record("{}"), "format"),
    (lambda: khepri.read_position("[1,2"), "not JSON"),
    (lambda: khepri.game("ra").new(3, seed=1).observe(3), "the seat should be -1 to 2"),
    (lambda: khepri.game("ra").new(3, seed=1).apply("draw\0"), "character 0"),
    (lambda: khepri.Rng(1).below(0), "n should be 1"),
])
def test_refusals_are_sentences(refused, words):
    with pytest.raises(khepri.Refusal, match=None) as caught:
        refused()
    assert words in str(caught.value)


@pytest.mark.parametrize("refused, words", [
    (lambda: khepri.Record(khepri.game("ra").new(2), None, []), "the players' names should be a list of str, not NoneType"),
    (lambda: khepri.Record(khepri.game("ra").new(2), ["a", "b"], 5), "the moves should be a list of str, not int"),
    (lambda: khepri.game("ra").new(3, edition=b"1999"), "the options cannot be written as JSON: "),
])
def test_wrong_types_are_named(refused, words):
    with pytest.raises(TypeError) as caught:
        refused()
    assert str(caught.value).startswith(words)


def test_garbage_is_refused_and_changes_nothing():
    """Mutated moves, records and positions: a Refusal, or something that holds; never another error."""
    dice = random.Random(1)
    record = played("amun_re", 3, 9)
    states = list(record.states())
    line = record.write()
    for round_number in range(1500):
        state = dice.choice(states)
        before = state.to_json()
        text = dice.choice([line, before, dice.choice(record.moves), ""])
        at = dice.randrange(len(text) + 1)
        text = text[:at] + dice.choice(["", "9", '"', "\0", "\ud800", "[" * 80, "{}", "null", ",", "é"]) + text[at + dice.randrange(3):]
        for call in (state.copy().apply, khepri.read_record, khepri.read_position, lambda t: khepri.read_position(t, view_of=1), khepri.bot):
            try:
                call(text)
            except khepri.Refusal as refusal:
                assert " " in str(refusal), f"round {round_number}: {text!r}"
        assert state.to_json() == before


@pytest.mark.parametrize("wrong", [None, 1.5, "0", object()])
def test_other_types_are_type_errors(wrong):
    state = khepri.game("ra").new(3, seed=1)
    for call in (lambda: state.observe(wrong), lambda: state.apply(1), lambda: khepri.bot(3), lambda: khepri.game("ra").new(wrong)):
        with pytest.raises(TypeError):
            call()
