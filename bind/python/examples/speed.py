#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Steps per second of processor time with random legal actions, in one run. It compares khepri's environments with those of OpenSpiel and
PettingZoo, observations and masks of the acting player included.

    pip install --require-hashes -r speed-requirements.txt && python speed.py [--seconds S]

A package that is not installed leaves out its lines. The games differ, so the table compares environments, not rules.
"""
from __future__ import annotations

import argparse
import importlib
import os
import platform
import subprocess
import sys
import time

import numpy as np


def vector(game, players, count=1024):
    """khepri.vector: many games a step, actions chosen by numpy."""
    from khepri.vector import VectorEnv, random_legal
    env, dice = VectorEnv(game, players, count), np.random.default_rng(1)
    while True:
        env.step(random_legal(env.legal, dice))
        yield count


def openspiel(name):
    """One state of a game of pyspiel at a time."""
    pyspiel = importlib.import_module("pyspiel")
    if name.startswith("khepri"):
        importlib.import_module("khepri.openspiel")
    game, dice = pyspiel.load_game(name), np.random.default_rng(1)
    has_tensor = game.get_type().provides_observation_tensor
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes())
                state.apply_action(outcomes[int(np.searchsorted(np.cumsum(chances), dice.random() * 0.999999))])
                continue
            player = state.current_player()
            legal = state.legal_actions_mask(player)
            if has_tensor:
                state.observation_tensor(player)
            state.apply_action(int(dice.choice(np.flatnonzero(legal))))
            yield 1


def pettingzoo(make):
    """One game of an AEC environment at a time."""
    env, dice, seed = make(), np.random.default_rng(1), 0
    while True:
        seed += 1
        env.reset(seed=seed)
        for _ in env.agent_iter():
            seen, _, ended, cut, _ = env.last()
            env.step(None if ended or cut else int(dice.choice(np.flatnonzero(seen["action_mask"]))))
            yield 1


def classic(name):
    return lambda: importlib.import_module(f"pettingzoo.classic.{name}").env()


def own(game, players):
    return lambda: importlib.import_module("khepri.pettingzoo").env(game, players=players)


ROWS = [
    ("Ra, 2 players", "khepri.vector, 1024 games", lambda: vector("ra", 2)),
    ("Ra, 5 players", "khepri.vector, 1024 games", lambda: vector("ra", 5)),
    ("Amun-Re, 3 players", "khepri.vector, 1024 games", lambda: vector("amun_re", 3)),
    ("Ra, 2 players", "khepri.openspiel", lambda: openspiel("khepri_ra(players=2)")),
    ("Amun-Re, 3 players", "khepri.openspiel", lambda: openspiel("khepri_amun_re(players=3)")),
    ("Tic-tac-toe", "OpenSpiel", lambda: openspiel("tic_tac_toe")),
    ("Leduc poker", "OpenSpiel", lambda: openspiel("leduc_poker")),
    ("Backgammon", "OpenSpiel", lambda: openspiel("backgammon")),
    ("Chess", "OpenSpiel", lambda: openspiel("chess")),
    ("Ra, 2 players", "khepri.pettingzoo", lambda: pettingzoo(own("ra", 2))),
    ("Amun-Re, 3 players", "khepri.pettingzoo", lambda: pettingzoo(own("amun_re", 3))),
    ("Tic-tac-toe", "PettingZoo", lambda: pettingzoo(classic("tictactoe_v3"))),
    ("Connect four", "PettingZoo", lambda: pettingzoo(classic("connect_four_v3"))),
    ("Chess", "PettingZoo", lambda: pettingzoo(classic("chess_v6"))),
]


def measure(make, seconds):
    """Steps per second of processor time, after a short warm-up."""
    steps, done = make(), 0
    for limit in (seconds / 10, seconds):
        begun, done, spent = time.process_time(), 0, 0.0
        while spent < limit:
            for _ in range(20):
                done += next(steps)
            spent = time.process_time() - begun
    return done / spent


def where():
    """The commit and the machine, for whoever reads the table later."""
    git = subprocess.run(["git", "describe", "--always", "--dirty"], cwd=os.path.dirname(os.path.abspath(__file__)), capture_output=True,
                         text=True, check=False)
    model = platform.processor() or platform.machine()
    if os.path.exists("/proc/cpuinfo"):
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            model = next((line.split(":", 1)[1].strip() for line in file if line.startswith("model name")), model)
    load = f"load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "load unknown"
    return f"commit {git.stdout.strip() or 'unknown'}; {model}, {os.cpu_count()} cores, {load}; Python {platform.python_version()}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2, help="processor time of each line (2)")
    args = parser.parse_args()
    print(f"{where()}\npython {' '.join(sys.argv)}\n\n| game | environment | steps a second |\n|---|---|---|", flush=True)
    for game, environment, make in ROWS:
        try:
            said = f"{measure(make, args.seconds):,.0f}"
        except ImportError as fault:
            said = f"left out: {fault}"
        print(f"| {game} | {environment} | {said} |", flush=True)


if __name__ == "__main__":
    main()
