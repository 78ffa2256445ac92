# SPDX-License-Identifier: MIT
"""Bad input at every public function: wrong types and numbers, mutated texts, arrays of wrong shapes. Either the call works, or a
Refusal or a TypeError comes, with a sentence, and nothing has changed. KHEPRI_FUZZ_ROUNDS says how many calls, KHEPRI_TEST_SEED which."""
import inspect
import os
import random

import numpy as np
import pytest

import khepri
from khepri.core import Fixed
from khepri.encoding import Encoding
from khepri.vector import VectorEnv

ROUNDS = int(os.environ.get("KHEPRI_FUZZ_ROUNDS", "3000"))
SEED = int(os.environ.get("KHEPRI_TEST_SEED", "1"))
GAMES = [("ra", 2), ("ra", 5), ("amun_re", 3), ("amun_re", 5)]
NUMBERS = [0, 1, -1, 2, 3, 5, 6, 31, 64, 100, 255, 256, -129, 2**31 - 1, 2**31, 2**32, -2**31 - 1, 2**63, 2**64 - 1, 2**64, -2**70, 10**40]
REALS = [0.0, 1.0, -0.5, 1e300, float("nan"), float("inf"), float("-inf")]
TEXTS = ["", " ", "\0", "é", "\ud800", "{}", "[]", "null", "NaN", '"', "9" * 400, "[" * 300, '{"a":' * 300, "-1", "ra", "amun_re", "draw", "1999"]
# none that thinks for long, whatever is done to it
BOTS = ["rule", "random", "easy", "easy:builder", "hard", "expert:20", "master:20", "master:0", "master:-1", "master:", "master:x", "rule:5", "nobody",
        "master:99999999999999999999999", "\0", "expert:20\n"]


def refused(call, what):
    """Calls; returns the exception of a documented kind, or None if it worked. Any other exception goes through."""
    try:
        call()
    except (khepri.Refusal, TypeError) as error:
        assert " " in str(error).strip(), f"{what}: no sentence: {error!r}"
        return error
    return None


class World:
    """Things to call with: states, records and texts of both games, and garbage."""

    def __init__(self, seed):
        self.dice, self.calm = random.Random(seed), False
        self.records = [self.played(name, players) for name, players in GAMES]
        self.states = [state for record in self.records for state in list(record.states())[::9] + [record.end]]
        for state in self.states[::3]:
            state.rng = khepri.Rng(seed)
        self.states += [state.observe(self.dice.randrange(-1, state.players)) for state in self.states[::4]]
        self.texts = ([state.to_json() for state in self.states[::7]] + [state.to_position() for state in self.states[::5]]
                      + [record.write() for record in self.records])
        self.begun = self.records[0]
        self.lines = self.texts[-len(self.records):]
        self.moves = self.near = sorted({move for record in self.records for move in record.moves})
        self.rngs = [khepri.Rng(n) for n in range(3)]
        self.envs = [VectorEnv(name, players, 4, views=players == 5) for name, players in GAMES]

    @staticmethod
    def played(name, players):
        state = khepri.game(name).new(players)
        rng, bot, moves = khepri.Rng(5), khepri.bot("rule"), []
        while not state.is_over:
            moves.append(state.draw(rng) if state.is_chance else bot.choose(state, rng=rng))
            state.apply(moves[-1])
        return khepri.Record(khepri.game(name).new(players), [f"é {i}" for i in range(players)], moves)

    def mutated(self, text):
        for _ in range(self.dice.randrange(3)):
            at, cut = self.dice.randrange(len(text) + 1), self.dice.choice([0, 1, 1, 3, 1000000])
            text = text[:at] + self.dice.choice([*TEXTS, self.dice.choice(self.moves), chr(self.dice.randrange(1, 0x300))]) + text[at + cut:]
        return text

    def state(self):
        """A state; the next move may be legal in it."""
        state = self.dice.choice(self.states)
        if state.view_of is None and not state.is_over and not state.is_chance:
            self.near = state.legal()
        return state

    def begin(self):
        """The start of a record; names and moves that fit it may come next."""
        self.begun = self.dice.choice(self.records)
        return self.dice.choice([self.begun.start, self.begun.start, self.dice.choice(self.states)])

    def array(self):
        shape = self.dice.choice([(), (0,), (4,), (4,), (5,), (4, 1), (2, 2), (1, 1, 1)])
        kind = self.dice.choice(["i1", "i2", "i8", "u8", "f4", "f8", "c8", "?", "O", "U3", "S2", "M8[s]"])
        if kind == "M8[s]":
            return np.zeros(shape, kind)
        return np.full(shape, self.dice.choice([0, 1, 2, 3, 35, 100]), kind)

    def junk(self):
        """Anything."""
        dice = self.dice
        return dice.choice([
            lambda: None, lambda: dice.choice(NUMBERS), lambda: dice.choice(NUMBERS), lambda: dice.choice(REALS), lambda: dice.choice(TEXTS),
            lambda: self.mutated(dice.choice(self.texts)), lambda: self.mutated(dice.choice(self.moves)), lambda: dice.choice([True, False, ...]),
            lambda: dice.choice(TEXTS).encode("utf-8", "replace"), lambda: [self.junk() for _ in range(dice.randrange(5))],
            lambda: {self.mutated("edition"): self.junk()}, object, lambda: dice.choice([int, State, khepri.Refusal, len]), self.array,
            lambda: dice.choice([np.int64(3), np.float32(1), np.uint64(2**64 - 1), np.bool_(True), np.str_("draw")]), lambda: memoryview(b"abc"),
            lambda: dice.choice(self.states), lambda: dice.choice(self.records), lambda: dice.choice(self.rngs), lambda: khepri.bot("rule"),
            lambda: khepri.game("ra"), lambda: self.envs[0], lambda: (1, "a"), lambda: {1, 2}, lambda: 1j,
        ])()

    def one(self, kind):
        """An argument of that kind; each third time garbage, but in a calm round."""
        dice = self.dice
        if self.calm and kind == "options":
            return {}
        if not self.calm and dice.randrange(3) == 0:
            return self.junk()
        return {
            "seat": lambda: dice.choice([None, -1, 0, 1, 2, 3, 4, 5]), "number": lambda: dice.choice(NUMBERS), "rng": lambda: dice.choice(self.rngs),
            "game": lambda: dice.choice([khepri.game("ra"), "ra", khepri.game("amun_re"), "amun_re"]), "name": lambda: dice.choice(["ra", "amun_re", "chess"]),
            "players": lambda: dice.choice([3, 3, 3, -1, 0, 2, 4, 5, 6]), "seed": lambda: dice.choice([None, 0, 7, 2**64 - 1, "a text"]), "bot": lambda: dice.choice(BOTS),
            "move": lambda: dice.choice([dice.choice(self.near), dice.choice(self.moves), self.mutated(dice.choice(self.moves))]), "state": self.state,
            "line": lambda: self.mutated(dice.choice(self.lines)), "text": lambda: self.mutated(dice.choice(self.texts)), "record": lambda: dice.choice(self.records), "reward": lambda: dice.choice(["win", "rank", "score", "x"]),
            "options": lambda: dice.choice([{}, {}, {"edition": self.junk()}, {"edition": "1999"}, {self.mutated("disasters"): self.junk()}]),
            "names": lambda: dice.choice([["a", "b"], ["a"] * self.begun.start.players, ["a"] * self.begun.start.players, ["\0"] * 3, [1, 2, 3], "abc", []]), "views": lambda: dice.choice([True, False]),
            "start": self.begin,
            "moves": lambda: dice.choice([self.begun, dice.choice(self.records)]).moves[:dice.randrange(6)], "count": lambda: dice.randrange(-1, 6), "action": lambda: dice.randrange(-2, dice.choice([4, 40, 160])),
            "actions": self.array,
        }[kind]()


State, Rng, Bot, Record = khepri.State, khepri.Rng, khepri.Bot, khepri.Record
# each public function: what it is called on, and the kinds of its arguments
FUNCTIONS = {
    "game": (khepri.game, ["name"]), "games": (khepri.games, []), "bot": (khepri.bot, ["bot"]), "bots": (khepri.bots, ["game"]),
    "value": (khepri.value, ["state"]), "hint": (khepri.hint, ["state", "seat", "bot", "number"]), "analyse": (khepri.analyse, ["record", "bot", "number"]),
    "read_position": (khepri.read_position, ["text", "seat"]), "read_record": (khepri.read_record, ["line"]), "Rng": (Rng, ["seed"]), "Bot": (Bot, ["bot"]),
    "Record": (Record, ["start", "names", "moves"]), "Game": (khepri.Game, ["name"]), "State": (State, []), "Encoding": (Encoding, ["game"]),
    "VectorEnv": (VectorEnv, ["game", "players", "count", "seed", "reward", "views"]),
}
METHODS = {
    khepri.Game: {"new": ["players", "seed"]}, Rng: {"next": [], "below": ["number"]}, Bot: {"choose": ["state", "seat", "rng"]},
    State: {"copy": [], "actions": ["seat"], "legal": ["seat"], "chances": [], "apply": ["move"], "play": ["move"], "settle": ["rng"], "draw": ["rng"],
            "observe": ["seat"], "sample": ["rng"], "to_json": [], "to_position": [], "to_dict": []},
    Record: {"states": [], "write": []},
    Encoding: {"legal": ["state"], "mask": ["state", "seat"], "observe": ["state", "seat"], "move": ["state", "action"], "number": ["state", "move"],
               "reward": ["state", "reward"]},
    VectorEnv: {"reset": ["seed"], "step": ["actions"], "random_actions": ["rng"], "state": ["number"], "snapshot": [], "restore": ["actions"]},
}


def test_every_public_function_is_fuzzed():
    data = {"Analysis", "CHANCE", "Chance", "Event", "Hint", "HintAction", "Moment", "Refusal", "Result", "SPECTATOR", "SeatAnalysis", "Value", "Why"}
    assert set(khepri.__all__) - data == set(FUNCTIONS) - {"Encoding", "VectorEnv"}
    for cls, methods in METHODS.items():
        assert {name for name, _ in inspect.getmembers(cls, inspect.isfunction) if name[0] != "_"} == set(methods), cls


def seen(it):
    """What a refusal may not change."""
    if isinstance(it, State):
        return it.to_json(), it.view_of, it.rng and it.rng.state
    if isinstance(it, Rng):
        return it.state
    if isinstance(it, Record):
        return it.moves, it.players, seen(it.start), seen(it.end)
    return None


def holds(it):
    """What is true of anything that came back."""
    if isinstance(it, State):
        assert khepri.read_position(it.to_json(), it.view_of) == it


def test_functions():
    world, kinds = World(SEED), set()
    for round_number in range(ROUNDS):
        name, (function, wanted) = world.dice.choice(list(FUNCTIONS.items()))
        world.calm = world.dice.randrange(4) == 0
        given = [world.one(kind) for kind in wanted][:world.dice.choice([len(wanted), len(wanted), 1, 9])]
        if name == "analyse" and world.dice.randrange(8): # slow
            continue
        named = world.one("options") if name == "VectorEnv" else {}
        before, out = [seen(one) for one in given], []
        error = refused(lambda: out.append(function(*given, **(named if isinstance(named, dict) else {}))), f"round {round_number}: {name}{given}")
        kinds.add((name, type(error)))
        if error or name not in ("hint", "bots"):
            assert [seen(one) for one in given] == before, f"round {round_number}: {name}{given} changed an argument"
        for one in out:
            holds(one)
    always = {"Game", "State"} # made by other functions
    for name in FUNCTIONS:
        assert (name, type(None)) in kinds or name in always, f"{name} never worked"
        assert (name, TypeError) in kinds or name == "games", f"{name} never refused a type"


def test_methods():
    world, kinds = World(SEED + 1), set()
    encodings = [Encoding(name) for name in ("ra", "amun_re")]
    for round_number in range(8 * ROUNDS):
        dice = world.dice
        cls = dice.choice([khepri.Game, Rng, Bot, State, State, State, Record, Encoding, Encoding])
        method, wanted = dice.choice(list(METHODS[cls].items()))
        it = dice.choice({khepri.Game: khepri.games(), Rng: world.rngs, Bot: [khepri.bot("rule"), khepri.bot("master:10")], State: world.states,
                          Record: world.records, Encoding: encodings}[cls])
        it = it.copy() if cls is State else it
        given = [world.one(kind) for kind in wanted]
        named = world.one("options") if method == "new" else {}
        before = [seen(it), *map(seen, given)]
        error = refused(lambda: getattr(it, method)(*given, **(named if isinstance(named, dict) else {})),
                        f"round {round_number}: {it}.{method}{given} {named}")
        kinds.add((cls, method, type(error)))
        if error:
            assert [seen(it), *map(seen, given)] == before, f"round {round_number}: {it}.{method}{given} changed something"
        else:
            holds(it)
    for cls, methods in METHODS.items():
        for method in methods if cls is not VectorEnv else ():
            assert (cls, method, type(None)) in kinds, f"{cls}.{method} never worked"


def test_attributes_cannot_be_broken():
    world = World(SEED + 2)
    for _ in range(ROUNDS):
        it = world.dice.choice([world.dice.choice(world.states), world.dice.choice(world.records), world.envs[0], world.envs[3], khepri.game("ra"),
                                Encoding("ra"), world.rngs[0]])
        name = world.dice.choice([name for name in dir(it) if name[0] != "_" and not callable(getattr(it, name))])
        value, before = world.junk(), seen(it)
        try:
            setattr(it, name, value)
        except (AttributeError, TypeError, khepri.Refusal):
            assert seen(it) == before, (it, name, value)
        else:
            assert (type(it), name) in ((State, "rng"), (Rng, "state")), (it, name, value)
    assert issubclass(khepri.Game, Fixed)


@pytest.mark.parametrize("which", range(len(GAMES)))
def test_vector_environments(which):
    world = World(SEED + 3 + which)
    env, rng, dice, steps = world.envs[which], khepri.Rng(2), world.dice, 0
    for round_number in range(ROUNDS):
        before, scores = env.snapshot(), env.last_scores.copy()
        what = dice.choice(["reset", "step", "step", "random_actions", "state", "restore"])
        given = world.one(METHODS[VectorEnv][what][0])
        if what == "restore":
            given = before.copy()
            given[dice.randrange(len(given))] ^= np.uint64(1 << dice.randrange(64))
            given = dice.choice([given, world.junk(), given[:-1], given.astype(float), given.reshape(-1, 1)])
        error = refused(lambda: getattr(env, what)(given), f"round {round_number}: {what}({given!r})")
        assert error or what != "restore"
        if error or what in ("random_actions", "state"):
            assert (env.snapshot() == before).all() and (env.last_scores == scores).all(), f"round {round_number}: {what}({given!r})"
        if dice.randrange(20) == 0: # what the caller writes into the arrays is not believed
            dice.choice([env.masks, env.legal, env.observations, env.seats, env.last_scores])[:] = dice.randrange(256)
            refused(lambda: env.step(env.random_actions(rng)), "with foreign masks")
            env.restore(env.snapshot())
        else:
            env.step(env.random_actions(rng))
            steps += 1
        assert all(env.state(i).to_move[0] == env.seats[i] for i in range(env.count))
    assert steps > ROUNDS // 2


@pytest.mark.parametrize("name, players", GAMES)
def test_adaptors(name, players):
    gymnasium = pytest.importorskip("khepri.gymnasium")
    pettingzoo = pytest.importorskip("khepri.pettingzoo")
    world = World(SEED + 9)
    one, many = gymnasium.KhepriEnv(name, players), pettingzoo.env(name, players)
    one.reset(seed=1), many.reset(seed=1)
    for round_number in range(ROUNDS // 6):
        action, agent = world.one("action"), world.dice.choice([many.agent_selection, world.junk()])
        before, state = seen(one.state), seen(many.state_now)
        if refused(lambda: one.step(action), f"round {round_number}: {action!r}"):
            assert seen(one.state) == before
        if refused(lambda: many.step(action), f"round {round_number}: {action!r}"):
            assert seen(many.state_now) == state
        refused(lambda: many.observe(agent), f"round {round_number}: {agent!r}")
        wrong = world.one("seed")
        if isinstance(wrong, int): # other words are for gymnasium's own check
            refused(lambda: many.reset(seed=wrong), f"round {round_number}: {wrong!r}")
        given = [world.one("game"), world.one("players"), world.one("seat"), world.one("bot"), world.one("reward")]
        if isinstance(given[1], int) and given[1] > 100:
            given[1] = 100
        refused(lambda: gymnasium.KhepriEnv(*given), f"round {round_number}: {given}")
        if one.state.is_over:
            one.reset(seed=round_number)
        if many.state_now.is_over:
            many.reset(seed=round_number)
