# SPDX-License-Identifier: MIT
"""The adaptors, by the tests of the projects that they are for."""
import copy
import pickle
import warnings

import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from open_spiel.python.observation import make_observation
from pettingzoo.test import api_test, seed_test

import khepri.openspiel
from khepri import pettingzoo
from khepri.gymnasium import KhepriEnv

GAMES = pytest.mark.parametrize("game, players", [("ra", 2), ("ra", 5), ("amun_re", 3), ("amun_re", 5)])


@GAMES
def test_pettingzoo(game, players):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore") # that observations are dictionaries, with the mask
        api_test(pettingzoo.env(game, players), num_cycles=600)
    seed_test(lambda: pettingzoo.env(game, players), num_cycles=300)


@GAMES
def test_pettingzoo_plays_to_the_end(game, players):
    env = pettingzoo.env(game, players)
    env.reset(seed=3)
    rewards, dice = dict.fromkeys(env.possible_agents, 0.0), np.random.default_rng(1)
    for agent in env.agent_iter():
        observation, reward, ended, cut, _ = env.last()
        rewards[agent] += reward
        env.step(None if ended or cut else dice.choice(np.flatnonzero(observation["action_mask"])))
    assert max(rewards.values()) > 0 and sum(rewards.values()) == pytest.approx(0, abs=1e-5)


@GAMES
def test_gymnasium(game, players):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore") # that it was not made by gymnasium.make
        check_env(KhepriEnv(game, players))


@pytest.mark.parametrize("game", ["ra", "amun_re"])
def test_gymnasium_plays_to_the_end(game):
    env, dice = KhepriEnv(game, 3, bots=["rule", "random"]), np.random.default_rng(2)
    for seed in range(3):
        observation, _ = env.reset(seed=seed)
        over, reward = False, 0.0
        while not over:
            assert reward == 0.0
            observation, reward, over, _, info = env.step(dice.choice(np.flatnonzero(observation["action_mask"])))
        assert reward in (1.0, -0.5, 0.5, -1.0) and len(info["scores"]) == 3
    observation, _ = env.reset(seed=9)
    _, reward, over, _, info = env.step(int(np.flatnonzero(observation["action_mask"] == 0)[0]))
    assert (reward, over) == (-1.0, True) and "is not legal" in info["refusal"]


def test_gymnasium_refuses_bots_of_the_other_game():
    for game, bots in (("amun_re", "easy:gambler"), ("amun_re", ["rule", "easy:gambler"]), ("ra", khepri.bot("easy:scribe"))):
        with pytest.raises(khepri.Refusal, match=f"there is no bot .* for {game}"):
            KhepriEnv(game, players=3, seat=0, bots=bots)
    for wrong in (None, 3, {"rule": "easy"}):
        with pytest.raises(TypeError, match="bots should be a bot, the word of one, or a list of these, not"):
            KhepriEnv("ra", players=3, bots=wrong)


def test_environments_are_made_with_what_they_have():
    for make in (KhepriEnv, pettingzoo.env):
        env = make("ra", 3, render_mode="ansi")
        env.reset(seed=1)
        assert env.render().startswith("{")
        with pytest.raises(khepri.Refusal, match="the render mode is ansi, not 'human'"):
            make("ra", 3, render_mode="human")
        with pytest.raises(TypeError, match="the render mode should be a str, not int"):
            make("ra", 3, render_mode=5)
    assert KhepriEnv("ra", 3, illegal_reward=np.float32(-2)).illegal_reward == -2
    with pytest.raises(TypeError, match="illegal_reward should be a number, not str"):
        KhepriEnv("ra", 3, illegal_reward="-1")


def test_gymnasium_steps_in_an_episode_only():
    env = KhepriEnv("ra", 3, seat=0)
    before = env.state.copy()
    with pytest.raises(khepri.Refusal, match="no game has begun"):
        env.step(0)
    assert env.state == before
    for seed in (9, 10):
        observation, _ = env.reset(seed=seed)
        assert env.step(int(np.flatnonzero(observation["action_mask"] == 0)[0]))[2]
        before = env.state.copy()
        with pytest.raises(khepri.Refusal, match="an illegal action has ended the game"):
            env.step(int(np.flatnonzero(observation["action_mask"])[0]))
        assert env.state == before


def test_pettingzoo_steps_in_a_game_only():
    with pytest.raises(khepri.Refusal, match="no game is being played"):
        pettingzoo.env("ra", 3).step(0)


@GAMES
def test_openspiel(game, players):
    assert khepri.openspiel is not None
    loaded = pyspiel.load_game(f"khepri_{game}(players={players})")
    pyspiel.random_sim_test(loaded, num_sims=2, serialize=True, verbose=False)


def begun(game):
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    return state


@GAMES
def test_openspiel_gives_what_one_player_sees_now_and_nothing_else(game, players):
    loaded = pyspiel.load_game(f"khepri_{game}(players={players})")
    state, kinds = begun(loaded), pyspiel.PrivateInfoType
    for recall in (False, True):
        for public in (False, True):
            for private in (kinds.NONE, kinds.SINGLE_PLAYER, kinds.ALL_PLAYERS):
                kind = pyspiel.IIGObservationType(perfect_recall=recall, public_info=public, private_info=private)
                if (recall, public, private) == (False, True, kinds.SINGLE_PLAYER):
                    observation = make_observation(loaded, kind)
                    observation.set_from(state, 1)
                    assert observation.tensor.tolist() == state.observation_tensor(1)
                else:
                    with pytest.raises(ValueError, match="what one player sees now"):
                        make_observation(loaded, kind)
    for ask in (state.information_state_string, state.information_state_tensor):
        with pytest.raises(ValueError, match="there are no information states"):
            ask(1)


@pytest.mark.parametrize("way", [lambda it: pickle.loads(pickle.dumps(it)), copy.deepcopy, copy.copy])
@GAMES
def test_openspiel_games_are_pickled_and_copied(game, players, way):
    loaded = pyspiel.load_game(f"khepri_{game}(players={players})")
    other = way(loaded)
    assert str(other) == str(loaded)
    assert str(begun(other)) == str(begun(loaded))
