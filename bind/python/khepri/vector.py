# SPDX-License-Identifier: MIT
"""Many games at once, in numpy arrays that the C library writes: a vectorized environment.

``python -m khepri.vector ra 3 1024`` measures its speed with 3 players and 1024 games."""
from __future__ import annotations

import argparse
import hashlib
import json
import time
from typing import Any, Optional, Union

import numpy as np
from numpy.typing import NDArray

from ._khepri import ffi, lib
from .core import Fixed, Refusal, encoded, must_be, library_version, whole
from .encoding import Encoding, reward_number
from .play import Game, Rng, State

_SEATS: int = lib.GAME_MAX_SEATS
_TOLD = ("rewards", "done", "last_scores", "last_views") # by the last step, and not to be found in the games


class VectorEnv(Fixed):
    """`count` games in step. In each a seat always has to decide: chance moves inside a step, and a game that ends starts again at
    once. Seats that choose in secret decide one after the other, and nobody sees what the others chose.

    Each attribute below is one array for the life of the environment; reset() and step() write into it. Copy what you keep.

    ==============  ============================  ========  =======================================================
    attribute       shape                         dtype     what
    ==============  ============================  ========  =======================================================
    masks           (count, words)                uint64    bit n % 64 of word n // 64: action n is legal
    legal           (count, num_actions)          uint8     the same as bytes, 0 or 1
    observations    (count, num_features)         uint8     the game as seen by the seat that decides
    seats           (count,)                      uint8     that seat
    rewards         (count, players)              float32   0 except in the step that ends a game
    done            (count,)                      bool      the step ended a game
    last_scores     (count, players)              int32     final points of the last game that ended; 0 before
    views           (count, players, features)    uint8     as seen by each seat, with views=True; else None
    last_views      (count, players, features)    uint8     the end of the last game that ended, with views=True
    ==============  ============================  ========  =======================================================
    """

    def __init__(self, game: Union[Game, str], players: int, count: int, seed: Union[int, str] = 0, reward: str = "win",
                 views: bool = False, **options: Any) -> None:
        """`reward`: see Encoding.reward(). Options are those of Game.new(). The same seed gives the same games."""
        self.encoding = Encoding(game)
        self.game = self.encoding.game
        count = self.count = whole(count, "count", 1, 1 << 24)
        self.num_actions = self.encoding.num_actions
        self.num_features = self.encoding.num_features
        self._reward = reward_number(reward)
        self._start = self.game.new(players, **options)
        players = self.players = self._start.players
        self._ra = self.encoding._ra
        features = self.num_features
        self.masks = np.zeros((count, self.encoding.words), np.uint64)
        self.legal = np.zeros((count, self.num_actions), np.uint8)
        self.observations = np.zeros((count, features), np.uint8)
        self.seats = np.zeros(count, np.uint8)
        rewards = np.zeros((count, _SEATS), np.float32)
        self.rewards = rewards[:, :players]
        self.done = np.zeros(count, np.bool_)
        last_scores = np.zeros((count, _SEATS), np.int32)
        self.last_scores = last_scores[:, :players]
        every = [np.zeros((count, _SEATS, features), np.uint8) for _ in range(2)] if views else []
        self.views: Optional[NDArray[np.uint8]] = every[0][:, :players] if views else None
        self.last_views: Optional[NDArray[np.uint8]] = every[1][:, :players] if views else None
        self._games = np.zeros(count * lib.py_batch_size(self._ra) // 8, np.uint64)
        self._at = ffi.from_buffer("char[]", self._games, require_writable=True)
        self._actions = np.zeros(count, np.int16)
        self._actions_at = ffi.from_buffer("int16_t[]", self._actions, require_writable=True)
        self._out = ffi.new("struct batch_out *")
        self._kept: dict[str, Any] = {} # what the pointers of _out point to must live
        for name, array, kind in (("masks", self.masks, "uint64_t[]"), ("legal", self.legal, "uint8_t[]"),
                                  ("observations", self.observations, "uint8_t[]"), ("seats", self.seats, "uint8_t[]"),
                                  ("rewards", rewards, "float[]"), ("done", self.done, "uint8_t[]"),
                                  ("last_scores", last_scores, "int32_t[]"),
                                  *zip(("views", "last_views"), every, ("uint8_t[]", "uint8_t[]"))):
            at = ffi.from_buffer(kind, array, require_writable=True)
            self._kept[name] = at
            setattr(self._out, name, at)
        self._made = {"game": self.game.name, "players": players, "count": count, "reward": reward, "views": views, "options": options}
        self._own = {*self.__dict__, "_own"} # what a subclass adds is pickled too
        self.reset(seed)

    def reset(self, seed: Union[int, str] = 0) -> None:
        """Begins all games again. Game i draws from stream i of the seed."""
        number = lib.khepri_seed(encoded(seed, "the seed")) if isinstance(seed, str) else whole(seed, "the seed", 0, (1 << 64) - 1)
        if lib.py_batch_begin(self._ra, self._at, self.count, self.players, self._start._at, number):
            raise Refusal("the game has no such number of players or option")
        self._look()

    def _look(self) -> None:
        """Shows games that no step led to: no step has ended any of them."""
        self.rewards[:] = 0
        self.done[:] = False
        self.last_scores[:] = 0
        if self.last_views is not None:
            self.last_views[:] = 0
        lib.py_batch_look(self._ra, self._at, self.count, self._out)

    def step(self, actions: Any) -> None:
        """One decision in each game: `actions` are integers of shape (count,). An illegal one raises a Refusal, and nothing has
        changed in any game."""
        given = self._actions
        if actions is not self._actions:
            try:
                given = np.asarray(actions)
            except (ValueError, TypeError, OverflowError) as error:
                raise Refusal(f"actions should be integers of shape ({self.count},): {error}") from None
            if given.shape != (self.count,) or given.dtype.kind not in "iu":
                raise Refusal(f"actions should be integers of shape ({self.count},), not {given.dtype} of shape {given.shape}")
            wide = given.astype(np.int64) # what does not fit becomes an illegal number too
            self._actions[:] = np.where((wide < 0) | (wide >= self.num_actions), -1, wide)
        at = lib.py_batch_step(self._ra, self._at, self.count, self._actions_at, self._reward, self._out)
        if at >= 0:
            raise Refusal(f"action {int(given[at])} of game {at} is not legal now")

    def random_actions(self, rng: Rng) -> NDArray[np.int16]:
        """A legal action of each game, all equally likely. The array is always the same one."""
        must_be(rng, Rng, "the generator")
        lib.py_batch_random(self._kept["masks"], self.encoding.words, self.count, rng._at, self._actions_at)
        return self._actions

    def state(self, index: int) -> State:
        """A copy of the state of one game."""
        at = ffi.new("py_state *")
        lib.py_copy(self.game._at, at, lib.py_batch_state(self._ra, self._at, whole(index, "the game", 0, self.count - 1)))
        return State._of(self.game, at)

    def snapshot(self) -> NDArray[np.uint64]:
        """All games, to be given to restore() of an environment with the same game, players, options and count."""
        return np.append(self._games, self._seal(self._games))

    def _seal(self, games: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """What shows that these bytes came from snapshot() of an environment like this one."""
        like = f"{library_version()} {self.game.name} {self.players} {json.dumps(self._start.options)}"
        key = hashlib.blake2b(like.encode()).digest()
        return np.frombuffer(hashlib.blake2b(games.tobytes(), digest_size=8, key=key).digest(), np.uint64)

    def restore(self, snapshot: NDArray[np.uint64]) -> None:
        """Goes back to a snapshot; the arrays show it. It must come from snapshot(), and be unchanged. What steps told about ends of
        games is cleared as by reset(): rewards, done, last_scores and last_views."""
        must_be(snapshot, np.ndarray, "the snapshot")
        if snapshot.shape != (len(self._games) + 1,) or snapshot.dtype != np.uint64 or snapshot[-1] != self._seal(snapshot[:-1])[0]:
            raise Refusal("the snapshot is of another environment, or changed")
        self._games[:] = snapshot[:-1]
        self._look()

    def __getstate__(self) -> dict[str, Any]:
        """For pickle and copy: how it was made, its games, and what the last step told. The same version reads it again."""
        told = {name: getattr(self, name) for name in _TOLD}
        more = {name: value for name, value in self.__dict__.items() if name not in self._own}
        return {"made": self._made, "games": self.snapshot(), "told": told, "more": more}

    def __setstate__(self, state: dict[str, Any]) -> None:
        made = dict(state["made"])
        options = made.pop("options")
        VectorEnv.__init__(self, **made, **options)
        self.restore(state["games"])
        for name, array in state["told"].items():
            if array is not None:
                getattr(self, name)[:] = array
        self.__dict__.update(state["more"])


def random_legal(legal: NDArray[np.uint8], dice: np.random.Generator) -> NDArray[np.int64]:
    """A legal action of each row of `legal`, all of a row equally likely; each row must have one. Only numpy works here: a net that
    weighs the actions can do the same. It reads the whole array once, which is faster than a random number for each action."""
    must_be(legal, np.ndarray, "the mask")
    if legal.ndim != 2 or legal.dtype.itemsize != 1:
        raise Refusal(f"the mask should be bytes of shape (count, num_actions), not {legal.dtype} of shape {legal.shape}")
    count, width = legal.shape
    places = np.flatnonzero(legal.view(np.bool_))
    ends = np.searchsorted(places, np.arange(1, count + 1) * width)
    begins = np.concatenate(([0], ends[:-1]))
    if (begins == ends).any():
        raise Refusal("a game has no legal action")
    chosen: NDArray[np.int64] = places[begins + (dice.random(count) * (ends - begins)).astype(np.int64)] - np.arange(count) * width
    return chosen


def measure(game: str, players: int, count: int, steps: int = 2_000_000) -> dict[str, float]:
    """Steps per second of processor time on one core, observations and masks included. Random legal actions are chosen in C, and
    by numpy from `legal`."""
    env, rng, dice = VectorEnv(game, players, count), Rng(1), np.random.default_rng(1)
    rounds = max(1, steps // count)

    def rate(rounds: int, choose: Any) -> float:
        begun = time.process_time()
        for _ in range(rounds):
            env.step(choose())
        return rounds * count / max(time.process_time() - begun, 1e-9)

    return {"chosen in C": rate(rounds, lambda: env.random_actions(rng)),
            "chosen by numpy": rate(rounds, lambda: random_legal(env.legal, dice))}


def main(words: Optional[list[str]] = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m khepri.vector", description="Measures how many steps a second one core makes.")
    parser.add_argument("game", help="ra or amun_re")
    parser.add_argument("players", type=int)
    parser.add_argument("count", type=int, help="how many games are played at once")
    given = parser.parse_args(words)
    try:
        measured = measure(given.game, given.players, given.count)
    except Refusal as error:
        parser.error(str(error))
    for policy, speed in measured.items():
        print(f"{speed / 1e6:.2f} million steps a second, actions {policy}")


if __name__ == "__main__":
    main()
