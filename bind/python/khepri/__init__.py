# SPDX-License-Identifier: MIT
"""Ra and Amun-Re: rules, bots, records, and environments for learning. All rules are those of the C library inside.

>>> import khepri
>>> state = khepri.game("ra").new(players=3, seed=1)
>>> state.to_move, state.legal()
((1,), ['draw', 'invoke'])
>>> bot = khepri.bot("rule")
>>> while not state.is_over:
...     state.play(bot.choose(state))
>>> state.result.winners
(2,)
"""
from .bots import Analysis, Bot, Hint, HintAction, Moment, SeatAnalysis, Value, Why, analyse, bot, bots, hint, value
from .core import Refusal, library_version
from .play import CHANCE, SPECTATOR, Chance, Event, Game, Result, Rng, State, game, games
from .records import Record, read_position, read_record

__version__ = library_version()
__all__ = ["Analysis", "Bot", "CHANCE", "Chance", "Event", "Game", "Hint", "HintAction", "Moment", "Record", "Refusal", "Result", "Rng",
           "SPECTATOR", "SeatAnalysis", "State", "Value", "Why", "analyse", "bot", "bots", "game", "games", "hint", "read_position",
           "read_record", "value"]
