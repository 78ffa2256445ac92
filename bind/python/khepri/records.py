# SPDX-License-Identifier: MIT
"""Records of games and positions, as khepri-records(7) describes them; read and checked by the C library."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Optional

from ._khepri import ffi, lib
from .core import Fixed, Refusal, Sentence, encoded, must_be, must_be_utf8, text, texts, whole
from .play import SPECTATOR, State, _by_address, _rng_of


class Record(Fixed):
    """A game: how it began, who plays, and its moves, chance included. Every move has been checked by the rules."""

    def __init__(self, start: State, players: Sequence[str], moves: Sequence[str]) -> None:
        """Plays the moves from `start`, which has no moves behind it (Game.new() without a seed), and not even chance's."""
        must_be(start, State, "the start")
        names = texts(players, "the players' names")
        if len(names) != start.players:
            raise Refusal(f"a name is needed for each of {start.players} players, not {len(names)}")
        if start != start.game.new(start.players, **start.options):
            raise Refusal("a record begins with the first move, of chance; make its start by Game.new() without a seed")
        self._start = start.copy()
        self._start.rng = None
        #: a name for each seat
        self.players = names
        for name in self.players:
            encoded(name, "a player's name")
            must_be_utf8(name, "a player's name")
        #: all moves, of seats and of chance
        self.moves: tuple[str, ...] = texts(moves, "the moves")
        self._end = self._start.copy()
        for step, move in enumerate(self.moves):
            try:
                self._end.apply(move)
            except Refusal as refusal:
                raise Refusal(f"step {step}: {refusal}") from None

    @property
    def start(self) -> State:
        """The state before the first move."""
        return self._start.copy()

    @property
    def end(self) -> State:
        """The state after the last move."""
        return self._end.copy()

    def states(self) -> Iterator[State]:
        """The state before each move, and the one after the last."""
        state = self.start
        yield state.copy()
        for move in self.moves:
            state.apply(move)
            yield state.copy()

    def write(self) -> str:
        """The record as one line of JSON, without a line feed."""
        names = [ffi.new("char[]", encoded(name, "a player's name")) for name in self.players]
        room = lib.KHEPRI_RECORD_HEAD + 6 * sum(map(len, names)) + (lib.KHEPRI_MOVE_ROOM + 3) * len(self.moves)
        out = ffi.new("char[]", room)
        length = lib.khepri_write_record(self._start.game._at, self._end._at, ffi.new("char *[]", names), _moves(self.moves),
                                         len(self.moves), out, room)
        return bytes(ffi.buffer(out, length)).decode("utf-8")

    def __repr__(self) -> str:
        return f"<khepri.Record {self._start.game.name} {', '.join(self.players)}: {len(self.moves)} moves>"


def _moves(moves: Sequence[str]) -> Any:
    out = ffi.new("struct khepri_move[]", max(len(moves), 1))
    for at, move in zip(out, moves):
        at.text = move.encode("ascii")
    return out


def _storage(data: bytes) -> tuple[Any, int]:
    room = lib.khepri_record_room(data, len(data))
    return ffi.new("long long[]", room // 8 + 2), room


def read_record(line: str) -> Record:
    """A record from its JSON. It is replayed by the rules, and its result is checked."""
    data = line.encode("utf-8", "surrogatepass") if isinstance(line, str) else encoded(line, "the record")
    storage, room = _storage(data)
    record = ffi.new("struct khepri_record *")
    why = Sentence()
    if not lib.khepri_record_open(record, data, len(data), storage, room, why.at):
        raise why.refusal()
    game = _by_address[int(ffi.cast("uintptr_t", record.game))]
    move = ffi.new("struct khepri_move *")
    moves = []
    start = State._of(game, _copy_of(game, lib.py_record_state(record)))
    while record.step < record.steps:
        if not lib.khepri_record_step(record, move, ffi.NULL, why.at):
            raise Refusal(f"step {record.step}: {why.refusal()}")
        moves.append(text(move.text))
    if not lib.khepri_record_check(record, why.at):
        raise why.refusal()
    return Record(start, [text(record.names[i]) for i in range(record.seats)], moves)


def _copy_of(game: Any, at: Any) -> Any:
    out = ffi.new("py_state *")
    lib.py_copy(game._at, out, at)
    return out


def read_position(state: str, view_of: Optional[int] = None) -> State:
    """A state from the text of State.to_json() or State.to_position(). Any consistent one is taken, whether a game can reach it or not.

    With `view_of` it is what that seat (or SPECTATOR) sees."""
    data = state.encode("utf-8", "surrogatepass") if isinstance(state, str) else encoded(state, "the position")
    storage, room = _storage(data)
    at = ffi.new("py_state *")
    game_at = ffi.new("struct game **")
    why = Sentence()
    if not lib.khepri_read_position(data, len(data), view_of is not None, storage, room, game_at, at, why.at):
        raise why.refusal()
    out = State._of(_by_address[int(ffi.cast("uintptr_t", game_at[0]))], at)
    if view_of is None:
        return out
    seen = out.observe(whole(view_of, "view_of", SPECTATOR, out.players - 1))
    if not lib.py_same(out.game._at, seen._at, at):
        raise Refusal(f"this is not what seat {view_of} sees")
    return seen


def _state_of(state: str, view_of: Optional[int], word: Optional[int]) -> State:
    """A state that was pickled."""
    out = read_position(state, view_of)
    out.rng = None if word is None else _rng_of(word)
    return out
