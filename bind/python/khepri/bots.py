# SPDX-License-Identifier: MIT
"""Bots, and what they think: hints, values and analyses, computed by the C library. The nets are inside."""
from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Optional, Union

from ._khepri import ffi, lib
from .core import Refusal, Sentence, encoded, must_be, text, whole
from .play import Game, Rng, State, game_of, games
from .records import Record, _moves


@dataclass(frozen=True)
class Value:
    """Chances of winning, 0 to 1, and expected final points, by seat."""

    win: tuple[float, ...]
    score: tuple[float, ...]


@dataclass(frozen=True)
class Why:
    """What affects the chance of winning: a subject, "own" or "table", and by how much (0.1: ten percent)."""

    term: str
    of: str
    by: float


@dataclass(frozen=True)
class HintAction:
    """What a bot expects after an action: `win`, `score` and `loss` (against the best) of the seat that asks; `wins` and `scores`
    of all seats."""

    action: str
    win: float
    score: float
    loss: float
    wins: tuple[float, ...]
    scores: tuple[float, ...]


@dataclass(frozen=True)
class Hint:
    """What a bot thinks of every action of a seat. `actions` is empty when there are more than it lists."""

    bot: str
    best: str
    win: Optional[tuple[float, ...]]
    score: Optional[tuple[float, ...]]
    actions: tuple[HintAction, ...]
    why: tuple[Why, ...]


@dataclass(frozen=True)
class Moment:
    """A position of an analysed game, and the move made there. `luck` is of chance, by seat; `loss` and `best` of a decision."""

    index: int
    win: tuple[float, ...]
    score: tuple[float, ...]
    action: Optional[str]
    seat: Optional[int]
    best: Optional[str]
    loss: Optional[float]
    luck: Optional[tuple[float, ...]]


@dataclass(frozen=True)
class SeatAnalysis:
    """Sums of a seat, in chances of winning: result = start + luck - loss + given + revised."""

    decisions: int
    loss: float
    start: float
    luck: float
    given: float
    revised: float
    result: float
    worst: tuple[int, ...]


@dataclass(frozen=True)
class Analysis:
    """A game, move by move."""

    game: str
    players: int
    bot: str
    moments: tuple[Moment, ...]
    seats: tuple[SeatAnalysis, ...]


class Bot:
    """A bot by its word: "rule", "easy:builder", "expert", or with a limit "master:20000" (positions) or "master:100ms". It plays every
    game that has a bot of that name."""

    def __init__(self, word: str) -> None:
        self.word = word
        self._found: dict[str, tuple[Any, Any]] = {}
        refusals = []
        for entry in games():
            at = ffi.new("struct khepri_bot **")
            limits = ffi.new("struct khepri_limits *")
            why = Sentence()
            if lib.khepri_find_bot(entry._at, encoded(word, "the bot"), at, limits, why.at):
                self._found[entry.name] = at[0], limits
            else:
                refusals.append(str(why.refusal()))
        if not self._found:
            raise Refusal("; ".join(dict.fromkeys(refusals))) # a limit is wrong in the same way for every game

    def _of(self, game: Game) -> tuple[Any, Any]:
        if game.name not in self._found:
            why = Sentence()
            lib.khepri_find_bot(game._at, encoded(self.word, "the bot"), ffi.new("struct khepri_bot **"), ffi.NULL, why.at)
            raise why.refusal()
        return self._found[game.name]

    @property
    def games(self) -> tuple[str, ...]:
        """The names of the games that it plays."""
        return tuple(self._found)

    def choose(self, state: State, seat: Optional[int] = None, rng: Optional[Rng] = None) -> str:
        """The move it makes, as apply() takes it: for the seat given, else for the first that is to move. It sees no more than that
        seat may. Without a generator it uses one with a fixed seed."""
        must_be(state, State, "the state")
        rng = Rng() if rng is None else rng
        must_be(rng, Rng, "the generator")
        at, limits = self._of(state.game)
        seat = state._acting(seat)
        seen = state.observe(seat)
        action = lib.khepri_choose(at, state.game._at, seen._at, seat, rng._at, limits)
        move = ffi.new("struct khepri_move *")
        lib.khepri_write_move(state.game._at, state._at, seat, action, move)
        return text(move.text)

    def __repr__(self) -> str:
        return f"<khepri.Bot {self.word}>"

    def __reduce__(self) -> Any:
        return Bot, (self.word,)


def bot(word: str) -> Bot:
    """The bot of that word."""
    return Bot(word)


def bots(game: Union[Game, str]) -> dict[str, str]:
    """The names of the bots of a game, weakest first, each with a line about it."""
    at = game_of(game)._at
    found: dict[str, str] = {}
    index = 0
    while lib.khepri_bot_at(at, index):
        one = lib.khepri_bot_at(at, index)
        found[text(lib.khepri_bot_name(one))] = text(lib.khepri_bot_line(one))
        index += 1
    return found


def value(state: State) -> Value:
    """The chances of winning and final points that the game's net expects, knowing the whole state."""
    must_be(state, State, "the state")
    state._whole("a value")
    out = ffi.new("struct khepri_value *")
    if not lib.khepri_value(state.game._at, state._at, out):
        raise Refusal(f"there is no net for {state.game.name}")
    return Value(tuple(out.win[i] for i in range(state.players)), tuple(out.score[i] for i in range(state.players)))


def _player(bot: Union[Bot, str]) -> Bot:
    if isinstance(bot, str):
        return Bot(bot)
    must_be(bot, Bot, "the bot")
    return bot


def _floats(values: Any) -> Optional[tuple[float, ...]]:
    return None if values is None else tuple(float(value) for value in values)


def hint(state: State, seat: Optional[int] = None, bot: Union[Bot, str] = "expert", seed: int = 0) -> Hint:
    """What a bot thinks of every action of a seat, from what that seat may see."""
    must_be(state, State, "the state")
    player = _player(bot)
    at, limits = player._of(state.game)
    seat = state._acting(seat)
    seen = state.observe(seat)
    out = ffi.new("char[]", lib.KHEPRI_HINT_ROOM)
    why = Sentence()
    length = lib.khepri_hint(at, state.game._at, seen._at, seat, whole(seed, "the seed", 0, (1 << 64) - 1), limits, out,
                             lib.KHEPRI_HINT_ROOM, why.at)
    if length < 0:
        raise why.refusal()
    got = json.loads(bytes(ffi.buffer(out, length)))
    actions = tuple(HintAction(one["action"], one["win"], one["score"], one["loss"], tuple(one["wins"]), tuple(one["scores"]))
                    for one in got["actions"])
    return Hint(got["bot"], got["best"], _floats(got.get("win")), _floats(got.get("score")), actions,
                tuple(Why(one["term"], one["of"], one["by"]) for one in got["why"]))


def analyse(record: Record, bot: Union[Bot, str] = "expert", seed: int = 0) -> Analysis:
    """Evaluates a game move by move. It knows everything about every seat, so show it to nobody while the game runs."""
    must_be(record, Record, "the record")
    player = _player(bot)
    game, count = record._start.game, len(record.moves)
    at, limits = player._of(game)
    room, storage = lib.khepri_analysis_room(count), lib.khepri_analysis_storage(count)
    out = ffi.new("char[]", room)
    why = Sentence()
    length = lib.khepri_analyse(at, game._at, record._start._at, _moves(record.moves), count, whole(seed, "the seed", 0, (1 << 64) - 1),
                                limits, ffi.new("long long[]", storage // 8 + 2), storage, out, room, why.at)
    if length < 0:
        raise why.refusal()
    got = json.loads(bytes(ffi.buffer(out, length)))
    moments = tuple(Moment(one["index"], tuple(one["win"]), tuple(one["score"]), one.get("action"), one.get("seat"), one.get("best"),
                           one.get("loss"), _floats(one.get("luck"))) for one in got["moments"])
    seats = tuple(SeatAnalysis(one["decisions"], one["loss"], one["start"], one["luck"], one["given"], one["revised"], one["result"],
                               tuple(one["worst"])) for one in got["seats"])
    return Analysis(got["game"], got["players"], got["bot"], moments, seats)
