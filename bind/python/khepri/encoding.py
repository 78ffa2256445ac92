# SPDX-License-Identifier: MIT
"""Numbers for learning: actions as numbers, masks, observations as bytes. They are the same for single games and batches;
khepri/batch.h has the tables."""
from __future__ import annotations

from typing import Any, Optional, Union

import numpy as np
from numpy.typing import NDArray

from ._khepri import ffi, lib
from .core import Fixed, Refusal, must_be, must_be_one_of, text, whole
from .play import CHANCE, SPECTATOR, Game, State, _room, game_of

#: the choices of rewards: what they mean is in `reward()`
REWARDS = ("win", "rank", "score")


def reward_number(reward: str) -> int:
    must_be_one_of(reward, REWARDS, "the reward")
    return REWARDS.index(reward)


class Encoding(Fixed):
    """The numbers of one game.

    `num_actions`: actions are numbers from 0 to below it. `num_features`: bytes of an observation. `words`: 64-bit words of a mask."""

    def __init__(self, game: Union[Game, str]) -> None:
        self.game = game_of(game)
        if self.game.name not in ("ra", "amun_re"):
            raise Refusal(f"there is no encoding of {self.game.name}")
        self._ra = int(self.game.name == "ra")
        front = "RA" if self._ra else "AMUN"
        self.num_actions: int = getattr(lib, front + "_BATCH_ACTIONS")
        self.num_features: int = getattr(lib, front + "_BATCH_FEATURES")
        self.words: int = getattr(lib, front + "_BATCH_WORDS")

    def _check(self, state: State) -> None:
        must_be(state, State, "the state")
        if state.game is not self.game:
            raise Refusal(f"this is the encoding of {self.game.name}, not of {state.game.name}")

    def legal(self, state: State) -> list[int]:
        """The legal actions of the seat that decides, ascending. That is the first of those to move; in a view, its own seat if that is
        one of them."""
        self._check(state)
        seat = state._acting(None)
        count = lib.py_actions(self.game._at, state._at, seat, _room.actions)
        numbers = (lib.py_batch_number(self._ra, state._at, _room.actions[i]) for i in range(count))
        return sorted(number for number in numbers if number >= 0)

    def mask(self, state: State, seat: Optional[int] = None) -> NDArray[np.int8]:
        """The same as bytes of shape (num_actions,), 1: legal. All 0 for a seat that does not decide, and when nobody does."""
        self._check(state)
        seat = None if seat is None else whole(seat, "the seat", SPECTATOR, state.players - 1)
        out = np.zeros(self.num_actions, np.int8)
        to_move = state.to_move
        if to_move and to_move[0] != CHANCE and seat in (None, state._decides(to_move)):
            out[self.legal(state)] = 1
        return out

    def observe(self, state: State, seat: int) -> NDArray[np.uint8]:
        """What a seat sees, as bytes of shape (num_features,)."""
        self._check(state)
        seat = whole(seat, "the seat", 0, state.players - 1)
        state._shows(seat)
        out = np.empty(self.num_features, np.uint8)
        lib.py_batch_observe(self._ra, state._at, seat, ffi.from_buffer("uint8_t[]", out, require_writable=True))
        return out

    def move(self, state: State, number: int) -> str:
        """The move of a legal action, as apply() takes it."""
        self._check(state)
        number = whole(number, "the action", 0, self.num_actions - 1)
        seat = state._acting(None)
        if number not in self.legal(state):
            raise Refusal(f"action {number} is not legal now")
        action = lib.py_batch_action(self._ra, state._at, number)
        lib.khepri_write_move(self.game._at, state._at, seat, action, _room.move)
        return text(_room.move.text)

    def number(self, state: State, move: str) -> int:
        """The number of a move of the seat that decides."""
        must_be(move, str, "the move")
        for number in self.legal(state):
            if self.move(state, number) == move:
                return number
        raise Refusal(f"{move!r} has no number here: it is not legal now, or an offer that is too high for one")

    def reward(self, state: State, reward: str = "win") -> NDArray[np.float32]:
        """The rewards of a finished game by seat, shape (players,); they add up to 0. Of a game that runs all are 0.

        "win": winners share 1, the others -1. "rank": from 1 for the first to -1 for the last in equal steps, equal ranks share.
        "score": the score less the mean of the other scores, in points."""
        self._check(state)
        kind = reward_number(reward)
        out = np.zeros(lib.GAME_MAX_SEATS, np.float32)
        result: Any = ffi.new("struct game_result *")
        if lib.py_result(self.game._at, state._at, result):
            lib.py_reward(result, state.players, kind, ffi.from_buffer("float[]", out, require_writable=True))
        return out[:state.players]
