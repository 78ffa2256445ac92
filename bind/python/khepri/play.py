# SPDX-License-Identifier: MIT
"""Games and states: the rules of the C library.

Seats are numbers from 0. Moves are the strings of khepri-records(7), such as ``"bid:9"``; while several seats may act in secret,
a move has its seat in front: ``"2/offer:7"``."""
from __future__ import annotations

import json
import threading
from dataclasses import dataclass
from typing import Any, Optional, Union

from ._khepri import ffi, lib
from .core import Fixed, Refusal, Sentence, encoded, must_be, text, whole

CHANCE: int = lib.GAME_NATURE
SPECTATOR: int = lib.GAME_SPECTATOR
_MOST64 = (1 << 64) - 1


class _Room(threading.local):
    """Storage for lists, one a thread."""

    def __init__(self) -> None:
        self.actions = ffi.new("game_action[]", lib.PY_MOST_ACTIONS)
        self.texts = ffi.new("char[]", lib.PY_MOST_ACTIONS * lib.GAME_TEXT_ROOM)
        self.chances = ffi.new("struct game_chance[]", lib.PY_MOST_CHANCES)
        self.events = ffi.new("struct game_event[]", lib.PY_MOST_EVENTS)
        self.state = ffi.new("char[]", lib.PY_STATE_ROOM)
        self.move = ffi.new("struct khepri_move *")


_room = _Room()


class Rng:
    """The seeded generator (SplitMix64). The same seed gives the same numbers on every machine; not for secrets."""

    def __init__(self, seed: Union[int, str] = 0) -> None:
        """A seed is a number from 0 to 2**64 - 1, or any text."""
        number = lib.khepri_seed(encoded(seed, "the seed")) if isinstance(seed, str) else whole(seed, "the seed", 0, _MOST64)
        self._at = ffi.new("uint64_t *", lib.khepri_stream(number, 0, 0))

    @property
    def state(self) -> int:
        """Its one word, to be stored; it can be set."""
        return int(self._at[0])

    @state.setter
    def state(self, word: int) -> None:
        self._at[0] = whole(word, "the state of the generator", 0, _MOST64)

    def next(self) -> int:
        """The next 64 random bits."""
        return int(lib.khepri_random(self._at))

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, all equally likely; n is 1 to 2**32 - 1."""
        return int(lib.khepri_random_below(self._at, whole(n, "n", 1, (1 << 32) - 1)))

    def __repr__(self) -> str:
        return f"<khepri.Rng state={self.state:#018x}>"

    def __reduce__(self) -> Any:
        return _rng_of, (self.state,)


def _rng_of(word: int) -> Rng:
    rng = Rng()
    rng.state = word
    return rng


@dataclass(frozen=True)
class Event:
    """A fact that a move caused (khepri/ra.h and amun.h list the kinds). ``detail`` is as the whole table would know it;
    ``seen_by`` are the seats that may know it, SPECTATOR included if everybody may."""

    kind: str
    seat: int
    count: int
    detail: int
    seen_by: tuple[int, ...]


@dataclass(frozen=True)
class Chance:
    """An outcome of chance, and how likely it is, 0 to 1."""

    move: str
    probability: float


@dataclass(frozen=True)
class Result:
    """The result of a finished game: points by seat, and the seats that won."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]


class Game(Fixed):
    """A game of the library: ``khepri.game("ra")``."""

    def __init__(self, at: Any) -> None:
        must_be(at, ffi.CData, "the address of a game, which khepri.game(NAME) knows,")
        self._at = at
        #: the name in records
        self.name: str = text(at.name)
        self.min_players: int = at.min_seats
        self.max_players: int = at.max_seats
        #: whether a seat ever sees less than everything
        self.hides: bool = bool(at.hides)

    def new(self, players: int, seed: Union[int, str, None] = None, **options: Any) -> State:
        """A new game. With a seed chance moves by itself, before this returns and after every move. Without one, chance is a
        player too, whose moves you choose from chances().

        Options are those of records: ``edition="1999"``."""
        out = ffi.new("py_state *")
        why = Sentence()
        try:
            said = encoded(json.dumps(options), "the options") if options else ffi.NULL
        except TypeError as error:
            raise TypeError(f"the options cannot be written as JSON: {error}") from None
        except (ValueError, RecursionError) as error:
            raise Refusal(f"the options cannot be written as JSON: {error}") from None
        if not lib.py_begin(self._at.name, whole(players, "players", self.min_players, self.max_players), said, out, why.at):
            raise why.refusal()
        state = State._of(self, out)
        if seed is not None:
            state.rng = Rng(seed)
            state.settle(state.rng)
        return state

    def __repr__(self) -> str:
        return f"<khepri.Game {self.name}>"

    def __reduce__(self) -> Any:
        return game, (self.name,)


def _all_games() -> dict[str, Game]:
    found: dict[str, Game] = {}
    while lib.py_game(len(found)):
        entry = Game(lib.py_game(len(found)))
        found[entry.name] = entry
    return found


_games = _all_games()
_by_address = {int(ffi.cast("uintptr_t", entry._at)): entry for entry in _games.values()}


def games() -> tuple[Game, ...]:
    """All games."""
    return tuple(_games.values())


def game(name: str) -> Game:
    """The game of that name, "ra" or "amun_re"."""
    must_be(name, str, "the name of the game")
    if name not in _games:
        raise Refusal(f"the game {json.dumps(name)} is not known; {' and '.join(json.dumps(n) for n in _games)} are")
    return _games[name]


def game_of(given: Union[Game, str]) -> Game:
    """The game that is meant, by itself or by its name."""
    if isinstance(given, str):
        return game(given)
    must_be(given, Game, "the game")
    return given


class State:
    """A position of a game: Game.new(), read_position() or State.copy() make one.

    It may also be the view of a seat (observe()), in which what the seat may not know is missing; sample() fills it in. Two threads
    must not use a state at the same time if one of them changes it."""

    __slots__ = ("_at", "_game", "_players", "_rng", "_view_of")

    _at: Any
    _game: Game
    _players: int
    _rng: Optional[Rng]
    _view_of: Optional[int]

    def __init__(self) -> None:
        raise TypeError("a state is made by khepri.game(NAME).new(), khepri.read_position() or copy()")

    @classmethod
    def _of(cls, game: Game, at: Any, view_of: Optional[int] = None) -> State:
        state = object.__new__(cls)
        state._game = game
        state._players = lib.py_seats(game._at, at)
        state._rng = None
        state._view_of = view_of
        state._at = at
        return state

    @property
    def game(self) -> Game:
        return self._game

    @property
    def players(self) -> int:
        """The number of seats that play."""
        return self._players

    @property
    def view_of(self) -> Optional[int]:
        """The seat (or SPECTATOR) whose view this is; None: the whole state."""
        return self._view_of

    @property
    def rng(self) -> Optional[Rng]:
        """The generator of chance, if the game was begun with a seed; it can be set."""
        return self._rng

    @rng.setter
    def rng(self, rng: Optional[Rng]) -> None:
        if rng is not None:
            must_be(rng, Rng, "the generator")
        self._rng = rng

    def copy(self) -> State:
        """Another state with the same position; its generator is a copy too."""
        at = ffi.new("py_state *")
        lib.py_copy(self.game._at, at, self._at)
        other = State._of(self.game, at, self.view_of)
        if self.rng is not None:
            other.rng = _rng_of(self.rng.state)
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: Any) -> State:
        return self.copy()

    def __reduce__(self) -> Any:
        from .records import _state_of
        return _state_of, (self.to_json(), self.view_of, None if self.rng is None else self.rng.state)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.game is other.game and self.view_of == other.view_of and bool(
            lib.py_same(self.game._at, self._at, other._at))

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __repr__(self) -> str:
        whose = "" if self.view_of is None else f" view of {self.view_of}"
        return f"<khepri.State {self.game.name} {self.players} players to_move={self.to_move}{whose}>"

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        from .notebook import table
        return table(self.to_dict(), self.to_move, self.view_of)

    # ---- who and what ----

    @property
    def to_move(self) -> tuple[int, ...]:
        """The seats that may act: one, or several that choose in secret; (CHANCE,); or none when the game is over."""
        seats = lib.py_to_move(self.game._at, self._at)
        return tuple(seat for seat in range(lib.GAME_NATURE + 1) if seats >> seat & 1)

    @property
    def is_over(self) -> bool:
        return not lib.py_to_move(self.game._at, self._at)

    @property
    def is_chance(self) -> bool:
        """Whether chance is to move."""
        return bool(lib.py_to_move(self.game._at, self._at) >> lib.GAME_NATURE & 1)

    def _decides(self, to_move: tuple[int, ...]) -> int:
        """Of those to move the first; in a view its own seat, if that is one of them."""
        return to_move[0] if self.view_of is None or self.view_of not in to_move else self.view_of

    def _acting(self, seat: Optional[int]) -> int:
        """The seat that is meant, which may act and whose actions this state shows."""
        to_move = self.to_move
        if seat is None:
            if not to_move:
                raise Refusal("the game is over: no seat is to move")
            seat = self._decides(to_move)
        else:
            seat = whole(seat, "the seat", 0, self.players - 1)
        if seat not in to_move:
            raise Refusal(f"seat {seat} is not to move; to move: {', '.join(map(str, to_move)) or 'nobody'}")
        if seat == CHANCE:
            raise Refusal("chance is to move, and no seat; see chances()")
        self._shows(seat)
        return seat

    def _shows(self, seat: int) -> None:
        if self.view_of is not None and self.view_of != seat and self.game.hides:
            raise Refusal(f"this is the view of seat {self.view_of}, which does not show what seat {seat} sees")

    def _whole(self, what: str) -> None:
        if self.view_of is not None and self.game.hides:
            raise Refusal(f"{what} needs the whole state, and this is a view; sample() fills in what is hidden")

    def actions(self, seat: Optional[int] = None) -> list[str]:
        """The legal actions of a seat that is to move, without the seat; of the first such seat if none is given."""
        seat = self._acting(seat)
        count = lib.py_actions(self.game._at, self._at, seat, _room.actions)
        length = lib.py_texts(self.game._at, self._at, _room.actions, count, _room.texts)
        return bytes(ffi.buffer(_room.texts, length)).decode("ascii").split("\n")[:-1]

    def legal(self, seat: Optional[int] = None) -> list[str]:
        """The same as moves, which apply() takes: with the seat in front while several may act."""
        seat = self._acting(seat)
        front = f"{seat}/" if len(self.to_move) > 1 else ""
        return [front + action for action in self.actions(seat)]

    def chances(self) -> list[Chance]:
        """The outcomes of chance, which must be to move. Their probabilities add up to 1."""
        self._whole("the list of chances")
        count = lib.py_chances(self.game._at, self._at, _room.chances)
        if not count:
            raise Refusal("chance is not to move")
        listed = [_room.chances[i] for i in range(count)]
        total = sum(chance.weight for chance in listed)
        out = []
        for chance in listed:
            lib.khepri_write_move(self.game._at, self._at, CHANCE, chance.action, _room.move)
            out.append(Chance(text(_room.move.text), chance.weight / total))
        return out

    # ---- moves ----

    def apply(self, move: str) -> list[Event]:
        """Makes one move, of a seat or of chance, and nothing else. Returns what happened. An illegal move raises a Refusal and
        changes nothing."""
        self._whole("a move")
        why = Sentence()
        count = lib.py_apply(self.game._at, self._at, encoded(move, "the move"), _room.events, why.at)
        if count < 0:
            raise why.refusal()
        return [self._event(_room.events[i]) for i in range(count)]

    def play(self, move: str) -> None:
        """Makes a move; then chance moves, if the game was begun with a seed."""
        self.apply(move)
        if self.rng is not None:
            self.settle(self.rng)

    def settle(self, rng: Rng) -> list[str]:
        """Chance moves until a seat is to move or the game is over. Returns its moves."""
        must_be(rng, Rng, "the generator")
        moves = []
        while self.is_chance:
            moves.append(self.draw(rng))
            self.apply(moves[-1])
        return moves

    def draw(self, rng: Rng) -> str:
        """An outcome of chance by its probability, which must be to move; it is not applied."""
        must_be(rng, Rng, "the generator")
        self._whole("a draw")
        if not self.is_chance:
            raise Refusal("chance is not to move")
        action = lib.khepri_pick_chance(self.game._at, self._at, rng._at)
        lib.khepri_write_move(self.game._at, self._at, CHANCE, action, _room.move)
        return text(_room.move.text)

    def _event(self, event: Any) -> Event:
        seen_by = tuple(seat for seat in range(self.players) if event.seen_by >> seat & 1)
        if event.seen_by == 0xff:
            seen_by += (SPECTATOR,)
        return Event(text(lib.py_event_name(self.game._at, event.kind)), event.seat, event.count, event.detail, seen_by)

    # ---- what is seen ----

    def observe(self, seat: int) -> State:
        """What a seat, or SPECTATOR, may know."""
        seat = whole(seat, "the seat", SPECTATOR, self.players - 1)
        self._shows(seat)
        at = ffi.new("py_state *")
        lib.py_observe(self.game._at, self._at, seat, at)
        return State._of(self.game, at, seat)

    def sample(self, rng: Rng) -> State:
        """A whole state that looks the same to the seat whose view this is; what is hidden is filled in at random."""
        must_be(rng, Rng, "the generator")
        if self.view_of is None:
            raise Refusal("nothing is hidden in a whole state; sample() is for what observe() returns")
        at = ffi.new("py_state *")
        lib.py_copy(self.game._at, at, self._at)
        lib.py_sample(self.game._at, at, self.view_of, rng._at)
        return State._of(self.game, at)

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each seat now."""
        out = ffi.new("int32_t[]", lib.GAME_MAX_SEATS)
        lib.py_scores(self.game._at, self._at, out)
        return tuple(out[i] for i in range(self.players))

    @property
    def result(self) -> Optional[Result]:
        """The result; None while the game runs."""
        out = ffi.new("struct game_result *")
        if not lib.py_result(self.game._at, self._at, out):
            return None
        return Result(tuple(out.scores[i] for i in range(self.players)), tuple(i for i in range(self.players) if out.winners >> i & 1))

    def to_json(self) -> str:
        """The state as khepri-records(7) writes it; of a view, with null for what is hidden."""
        length = lib.py_write_state(self.game._at, self._at, _room.state, lib.PY_STATE_ROOM)
        return bytes(ffi.buffer(_room.state, length)).decode("utf-8")

    def to_position(self) -> str:
        """The state, or the view, as a position string: one short word to paste and to link."""
        length = lib.khepri_write_position(self.game._at, self._at, _room.state, lib.PY_STATE_ROOM)
        if length < 0:
            raise MemoryError("there is not enough memory to write the position")
        return bytes(ffi.buffer(_room.state, length)).decode("ascii")

    def to_dict(self) -> dict[str, Any]:
        """The state as to_json() writes it, read."""
        out: dict[str, Any] = json.loads(self.to_json())
        return out

    @property
    def options(self) -> dict[str, Any]:
        """The options that are not the defaults."""
        room = ffi.new("char[]", lib.PY_STATE_ROOM)
        length = lib.khepri_write_options(self.game._at, self._at, room, lib.PY_STATE_ROOM)
        out: dict[str, Any] = json.loads(bytes(ffi.buffer(room, length)))
        return out
