# SPDX-License-Identifier: MIT
"""PettingZoo (AEC): every seat is an agent. Chance moves between them; seats that choose in secret come one after the other."""
from __future__ import annotations

from typing import Any, Optional, Union

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from .core import Refusal, must_be, must_be_one_of, whole
from .encoding import Encoding, reward_number
from .play import Game, State


def env(game: Union[Game, str] = "ra", players: int = 3, reward: str = "win", render_mode: Optional[str] = None, **options: Any) -> KhepriAEC:
    """The environment; options are those of Game.new()."""
    return KhepriAEC(game, players, reward, render_mode, **options)


class KhepriAEC(AECEnv):  # type: ignore[misc]
    """Agents are "seat_0", "seat_1" ... An observation is {"observation": bytes (features,), "action_mask": bytes (actions,)}."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "name": "khepri_v0", "is_parallelizable": False}

    def __init__(self, game: Union[Game, str], players: int, reward: str, render_mode: Optional[str], **options: Any) -> None:
        super().__init__()
        self.encoding = Encoding(game)
        reward_number(reward)
        if render_mode is not None:
            must_be_one_of(render_mode, self.metadata["render_modes"], "the render mode")
        self.reward, self.players, self.options, self.render_mode = reward, players, options, render_mode
        self.state_now: State = self.encoding.game.new(players, seed=0, **options)
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self.action_spaces = {agent: spaces.Discrete(self.encoding.num_actions) for agent in self.possible_agents}
        self.observation_spaces = {agent: spaces.Dict({
            "observation": spaces.Box(0, 255, (self.encoding.num_features,), np.uint8),
            "action_mask": spaces.Box(0, 1, (self.encoding.num_actions,), np.int8)}) for agent in self.possible_agents}
        self._random = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> None:
        """Begins a game. Without a seed the next one of the environment's own generator is taken."""
        if seed is not None:
            self._random = np.random.default_rng(whole(seed, "the seed", 0, (1 << 64) - 1))
        self.state_now = self.encoding.game.new(self.players, seed=int(self._random.integers(1 << 63)), **self.options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.state_now.to_move[0]]

    def observe(self, agent: str) -> dict[str, Any]:
        must_be(agent, str, "the agent")
        if agent not in self.possible_agents:
            raise Refusal(f"there is no agent {agent!r}; the agents are {', '.join(self.possible_agents)}")
        seat = self.possible_agents.index(agent)
        return {"observation": self.encoding.observe(self.state_now, seat), "action_mask": self.encoding.mask(self.state_now, seat)}

    def step(self, action: Any) -> None:
        """The action of the agent that is selected. An illegal one raises a Refusal, and nothing has changed."""
        if not self.agents:
            raise Refusal("no game is being played; reset() begins one")
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise Refusal("an action is needed: the game is not over")
        move = self.encoding.move(self.state_now, action)
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.state_now.play(move)
        self._clear_rewards()
        if self.state_now.is_over:
            for agent, reward in zip(self.possible_agents, self.encoding.reward(self.state_now, self.reward)):
                self.rewards[agent] = float(reward)
                self.terminations[agent] = True
        else:
            self.agent_selection = self.possible_agents[self.state_now.to_move[0]]
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> Optional[str]:
        return self.state_now.to_json() if self.render_mode == "ansi" else None

    def close(self) -> None:
        pass
