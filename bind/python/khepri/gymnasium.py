# SPDX-License-Identifier: MIT
"""Gymnasium: one seat is the learner, bots play the others."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Optional, Union

import gymnasium
import numpy as np
from gymnasium import spaces

from .bots import Bot
from .core import Refusal, must_be_one_of, whole
from .encoding import Encoding, reward_number
from .play import Game, Rng, State


class KhepriEnv(gymnasium.Env[dict[str, Any], Any]):
    """An observation is {"observation": bytes (features,), "action_mask": bytes (actions,)}.

    An action that is not legal ends the episode with `illegal_reward`, and `info["refusal"]` says why. step() is refused before the
    first reset(), and after an episode until the next."""

    metadata = {"render_modes": ["ansi"]}

    def __init__(self, game: Union[Game, str] = "ra", players: int = 3, seat: Optional[int] = None,
                 bots: Union[Bot, str, Sequence[Union[Bot, str]]] = "rule", reward: str = "win", illegal_reward: float = -1.0,
                 render_mode: Optional[str] = None, **options: Any) -> None:
        """`seat`: of the learner; None: another one at random in each game. `bots`: one for all other seats, or a list in the order
        of play from the learner's left."""
        self.encoding = Encoding(game)
        reward_number(reward)
        self.state: State = self.encoding.game.new(players, seed=0, **options)
        if not isinstance(bots, (Bot, str, Sequence)):
            raise TypeError(f"bots should be a bot, the word of one, or a list of these, not {type(bots).__name__}")
        many = [bots] * (players - 1) if isinstance(bots, (Bot, str)) else list(bots)
        if len(many) != players - 1:
            raise Refusal(f"{players - 1} bots are needed, not {len(many)}")
        if not isinstance(illegal_reward, (int, float, np.number)):
            raise TypeError(f"illegal_reward should be a number, not {type(illegal_reward).__name__}")
        if render_mode is not None:
            must_be_one_of(render_mode, self.metadata["render_modes"], "the render mode")
        seat = None if seat is None else whole(seat, "the seat", 0, players - 1)
        self.players, self.fixed_seat, self.reward, self.options = players, seat, reward, options
        self.bots = [one if isinstance(one, Bot) else Bot(one) for one in many]
        for one in self.bots:
            one._of(self.encoding.game) # refuses a game that it does not play
        self.illegal_reward, self.render_mode = illegal_reward, render_mode
        self.action_space = spaces.Discrete(self.encoding.num_actions)
        self.observation_space = spaces.Dict({"observation": spaces.Box(0, 255, (self.encoding.num_features,), np.uint8),
                                              "action_mask": spaces.Box(0, 1, (self.encoding.num_actions,), np.int8)})
        self.seat = seat or 0
        self._rng = Rng(0)
        #: why step() is refused now
        self._ended: Optional[str] = "no game has begun; reset() begins one"

    def _observation(self) -> dict[str, Any]:
        return {"observation": self.encoding.observe(self.state, self.seat), "action_mask": self.encoding.mask(self.state, self.seat)}

    def _others_play(self) -> None:
        while not self.state.is_over and self.state.to_move[0] != self.seat:
            seat = self.state.to_move[0]
            bot = self.bots[(seat - self.seat) % self.players - 1]
            self.state.play(bot.choose(self.state, seat, self._rng))

    def reset(self, *, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        while True: # until a game in which the learner decides something
            self._rng = Rng(int(self.np_random.integers(1 << 63)))
            self.seat = self._rng.below(self.players) if self.fixed_seat is None else self.fixed_seat
            self.state = self.encoding.game.new(self.players, seed=self._rng.next(), **self.options)
            self._others_play()
            if not self.state.is_over:
                self._ended = None
                return self._observation(), {}

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        if self._ended:
            raise Refusal(self._ended)
        try:
            move = self.encoding.move(self.state, action)
        except Refusal as refusal:
            self._ended = "an illegal action has ended the game; reset() begins the next"
            return self._observation(), self.illegal_reward, True, False, {"refusal": str(refusal)}
        self.state.play(move)
        self._others_play()
        over = self.state.is_over
        self._ended = "the game is over; reset() begins the next" if over else None
        return (self._observation(), float(self.encoding.reward(self.state, self.reward)[self.seat]), over, False,
                {"scores": self.state.scores} if over else {})

    def render(self) -> Optional[str]:
        return self.state.observe(self.seat).to_json() if self.render_mode == "ansi" else None
