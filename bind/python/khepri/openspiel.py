# SPDX-License-Identifier: MIT
"""OpenSpiel: importing this module registers the Python games "khepri_ra" and "khepri_amun_re", with the parameter "players".

Chance is explicit. Seats that choose in secret come one after the other. Utilities are those of the reward "win"."""
from __future__ import annotations

from typing import Any, Optional

import numpy as np
import pyspiel

from .encoding import Encoding
from .play import CHANCE, State

#: moves of players and of chance, at most; random games are far shorter
_LONGEST = {"ra": 2000, "amun_re": 4000}
_MOST_CHANCES = {"ra": 120, "amun_re": 15}


def _type_of(encoding: Encoding) -> Any:
    game = encoding.game
    information = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=f"khepri_{game.name}", long_name=f"Khepri: {game.name}", dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION if game.hides else information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM, reward_model=pyspiel.GameType.RewardModel.TERMINAL, max_num_players=game.max_players,
        min_num_players=game.min_players, provides_information_state_string=False, provides_information_state_tensor=False,
        provides_observation_string=True, provides_observation_tensor=True, parameter_specification={"players": 3})


class KhepriGame(pyspiel.Game):  # type: ignore[misc]
    """One of the two games for a number of players."""

    encoding: Encoding
    kind: Any

    def __init__(self, params: Optional[dict[str, Any]] = None) -> None:
        self.players = int((params or {}).get("players", 3))
        self.encoding.game.new(self.players) # refuses a wrong number
        super().__init__(self.kind, pyspiel.GameInfo(
            num_distinct_actions=self.encoding.num_actions, max_chance_outcomes=_MOST_CHANCES[self.encoding.game.name],
            num_players=self.players, min_utility=-1.0, max_utility=1.0, utility_sum=0.0,
            max_game_length=_LONGEST[self.encoding.game.name]), params or {})

    def new_initial_state(self) -> KhepriState:
        return KhepriState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> KhepriObserver:
        """The one kind of observation that there is; another would leak secrets, or pass for an information state."""
        if iig_obs_type is not None and (iig_obs_type.perfect_recall or not iig_obs_type.public_info
                                         or iig_obs_type.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER):
            raise ValueError("an observation here is what one player sees now: perfect_recall=False, public_info=True and "
                             "private_info=PrivateInfoType.SINGLE_PLAYER; there are no information states")
        return KhepriObserver(self.encoding, params)

    def __reduce__(self) -> Any:
        return pyspiel.load_game, (str(self),)


class KhepriState(pyspiel.State):  # type: ignore[misc]
    """A state of the library behind the interface of OpenSpiel."""

    def __init__(self, game: KhepriGame) -> None:
        super().__init__(game)
        self.encoding = game.encoding
        self.now: State = game.encoding.game.new(game.players)

    def current_player(self) -> int:
        to_move = self.now.to_move
        if not to_move:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if to_move[0] == CHANCE else to_move[0]

    def _legal_actions(self, player: int) -> list[int]:
        return self.encoding.legal(self.now)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(i, chance.probability) for i, chance in enumerate(self.now.chances())]

    def _move(self, action: int) -> str:
        return self.now.chances()[action].move if self.now.is_chance else self.encoding.move(self.now, action)

    def _apply_action(self, action: int) -> None:
        self.now.apply(self._move(action))

    def _action_to_string(self, player: int, action: int) -> str:
        return self._move(action)

    def is_terminal(self) -> bool:
        return self.now.is_over

    def returns(self) -> list[float]:
        # each is 0, 1/n or -1/n; in double precision, since their sum must be 0
        return [1.0 / round(1.0 / reward) if reward else 0.0 for reward in map(float, self.encoding.reward(self.now))]

    def __str__(self) -> str:
        return self.now.to_json()


class KhepriObserver:
    """What a player sees: the bytes of khepri/batch.h as numbers, and the view as JSON."""

    def __init__(self, encoding: Encoding, params: Any) -> None:
        if params:
            raise ValueError(f"an observer takes no parameters, not {params}")
        self.encoding = encoding
        self.tensor = np.zeros(encoding.num_features, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: KhepriState, player: int) -> None:
        self.tensor[:] = self.encoding.observe(state.now, player)

    def string_from(self, state: KhepriState, player: int) -> str:
        return state.now.observe(player).to_json()


def _register(name: str) -> Any:
    encoding = Encoding(name)
    kind = _type_of(encoding)
    made = type(f"Khepri_{name}", (KhepriGame,), {"encoding": encoding, "kind": kind})
    pyspiel.register_game(kind, made)
    return made


RaGame = _register("ra")
AmunReGame = _register("amun_re")
