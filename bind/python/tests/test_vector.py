# SPDX-License-Identifier: MIT
"""Batches against single states, what is kept of a game that ended, and atomic refusal."""
import copy
import pickle

import numpy as np
import pytest

import khepri
from khepri.encoding import Encoding
from khepri.vector import VectorEnv, main, measure, random_legal

BOTH = pytest.mark.parametrize("game", ["ra", "amun_re"])


@BOTH
@pytest.mark.parametrize("reward", ["win", "rank", "score"])
def test_a_batch_is_single_games(game, reward):
    env = VectorEnv(game, 3, 16, seed=5, reward=reward, views=True)
    rng, ended = khepri.Rng(1), 0
    arrays = {name: id(getattr(env, name)) for name in ("masks", "legal", "observations", "seats", "rewards", "done", "views")}
    for step in range(700):
        actions = env.random_actions(rng).copy()
        before = [env.state(i) for i in range(env.count)] if step % 50 == 0 else []
        if before:
            assert all(env.encoding.move(state, int(a)) in state.legal() for state, a in zip(before, actions))
        env.step(actions)
        ended += int(env.done.sum())
        assert np.allclose(env.rewards.sum(axis=1), 0, atol=1e-4) and not env.rewards[~env.done].any()
        for i in np.flatnonzero(env.done):
            best = int(env.last_scores[i].argmax())
            assert env.rewards[i, best] >= env.rewards[i].max() - 60 and env.last_views[i].any()
        if step % 50 == 0:
            for i in range(env.count):
                state = env.state(i)
                assert state.to_move[0] == env.seats[i]
                assert np.array_equal(env.encoding.mask(state), env.legal[i])
                assert np.array_equal(env.encoding.observe(state, int(env.seats[i])), env.observations[i])
                for seat in range(3):
                    seen = env.encoding.observe(state.observe(seat), seat)
                    assert np.array_equal(seen, env.views[i, seat]), "an observation is what the seat may see"
    assert ended > 16
    assert arrays == {name: id(getattr(env, name)) for name in arrays}, "no array is made again"


@BOTH
def test_masks_as_bits_and_bytes(game):
    env = VectorEnv(game, 3, 8, seed=2)
    bits = np.unpackbits(env.masks.view(np.uint8), axis=1, bitorder="little")[:, :env.num_actions]
    assert np.array_equal(bits, env.legal) and env.legal.any(axis=1).all()


@BOTH
def test_an_illegal_action_changes_nothing(game):
    env = VectorEnv(game, 3, 8, seed=3)
    rng = khepri.Rng(2)
    env.step(env.random_actions(rng))
    good = env.random_actions(rng).copy()
    before, observations = env.snapshot(), env.observations.copy()
    for wrong in (-1, env.num_actions, 1 << 40, -(1 << 40), int(np.flatnonzero(env.legal[7] == 0)[0])):
        actions = good.astype(np.int64)
        actions[7] = wrong
        with pytest.raises(khepri.Refusal, match=f"action {wrong} of game 7"):
            env.step(actions)
        assert np.array_equal(env.snapshot(), before) and np.array_equal(env.observations, observations)
    for kind in (np.int8, np.uint8, np.uint16, np.int32, np.uint64):
        if good.max() <= np.iinfo(kind).max:
            env.restore(before)
            env.step(good.astype(kind))
            after = env.snapshot()
            env.restore(before)
            env.step(good)
            assert np.array_equal(env.snapshot(), after)
    env.restore(before)
    for wrong in (np.full(8, 1 << 63, np.uint64), np.full(8, 255, np.uint8) if game == "ra" else np.full(8, 600, np.uint16)):
        with pytest.raises(khepri.Refusal, match="of game 0 is not legal"):
            env.step(wrong)
    for wrong in (good[:3], good.astype(np.float64), good.reshape(2, 4), None):
        with pytest.raises(khepri.Refusal, match="integers of shape"):
            env.step(wrong)
    env.step(good)
    assert not np.array_equal(env.snapshot(), before)


@BOTH
def test_seeds_and_snapshots(game):
    def run(env, steps):
        rng = khepri.Rng(4)
        for _ in range(steps):
            env.step(env.random_actions(rng))
        return env.observations.copy()

    a, b, c = VectorEnv(game, 3, 4, seed=1), VectorEnv(game, 3, 4, seed=1), VectorEnv(game, 3, 4, seed="other")
    start = a.snapshot()
    first = run(a, 100)
    assert np.array_equal(first, run(b, 100)) and not np.array_equal(first, run(c, 100))
    a.restore(start)
    assert np.array_equal(first, run(a, 100))
    a.reset(1)
    assert np.array_equal(a.snapshot(), start)


def test_a_restored_batch_has_ended_no_game():
    env, rng = VectorEnv("ra", 2, 2, views=True), khepri.Rng(5)
    start = env.snapshot()
    while not env.done.any():
        env.step(env.random_actions(rng))
    assert env.rewards.any() and env.last_scores.any() and env.last_views.any()
    env.restore(start)
    assert not (env.done.any() or env.rewards.any() or env.last_scores.any() or env.last_views.any())


def test_bad_set_ups():
    for wrong in (dict(players=6), dict(count=0), dict(reward="gold"), dict(edition="1900")):
        with pytest.raises(khepri.Refusal):
            VectorEnv(**{"game": "ra", "players": 3, "count": 2, **wrong})
    with pytest.raises(khepri.Refusal):
        Encoding("ra").legal(khepri.game("amun_re").new(3, seed=1))
    for wrong in (-1, 54, 10**40):
        with pytest.raises(khepri.Refusal, match=f"the action should be 0 to 53, not {wrong}"):
            Encoding("ra").move(khepri.game("ra").new(3, seed=1), wrong)


def test_a_view_has_the_mask_of_its_own_seat():
    """Also where other seats may act too, in secret."""
    encoding, bot = Encoding("amun_re"), khepri.bot("rule")
    state = khepri.game("amun_re").new(3, seed=3)
    while len(state.to_move) < 3:
        state.play(bot.choose(state))
    assert np.array_equal(encoding.mask(state, 0), encoding.mask(state)) and not encoding.mask(state, 2).any()
    for seat in state.to_move:
        view = state.observe(seat)
        numbered = [encoding.number(view, move) for move in view.legal()]
        for mask in (encoding.mask(view), encoding.mask(view, seat)):
            assert np.flatnonzero(mask).tolist() == encoding.legal(view) == sorted(numbered)
        assert not any(encoding.mask(view, other).any() for other in range(khepri.SPECTATOR, 3) if other != seat)


def test_numpy_chooses_legal_actions_equally_often():
    legal = np.zeros((4, 70), np.uint8)
    legal[0, 0] = legal[1, 69] = 1
    legal[2, ::7] = legal[3, [3, 64, 69]] = 1
    dice, rounds = np.random.default_rng(1), 3000
    chosen = np.array([random_legal(legal, dice) for _ in range(rounds)])
    for game, row in enumerate(legal):
        often = np.bincount(chosen[:, game], minlength=70)
        share = rounds / row.sum()
        assert not often[row == 0].any() and (abs(often[row == 1] - share) < 5 * share ** 0.5).all()
    legal[2] = 0
    with pytest.raises(khepri.Refusal, match="no legal action"):
        random_legal(legal, dice)
    for wrong in (legal.astype(np.int64), legal[0]):
        with pytest.raises(khepri.Refusal, match="the mask should be bytes"):
            random_legal(wrong, dice)


ARRAYS = ("masks", "legal", "observations", "seats", "rewards", "done", "last_scores", "views", "last_views")


class Named(VectorEnv):
    """An environment to which somebody has added something."""

    def __init__(self, name, **more):
        super().__init__("ra", players=2, count=3, **more)
        self.name = name


@BOTH
@pytest.mark.parametrize("views", [False, True])
@pytest.mark.parametrize("way", [lambda env: pickle.loads(pickle.dumps(env)), copy.deepcopy, copy.copy])
def test_an_environment_is_pickled_with_its_games(game, views, way):
    env, rng = VectorEnv(game, 3, 16, seed=7, reward="rank", views=views, **({"edition": "1999"} if game == "ra" else {})), khepri.Rng(1)
    while not env.done.any():
        env.step(env.random_actions(rng))
    other = way(env)
    for step in range(300):
        for name in ARRAYS:
            mine, its = getattr(env, name), getattr(other, name)
            assert mine is its is None or (np.array_equal(mine, its) and not np.shares_memory(mine, its)), (step, name)
        actions = env.random_actions(rng).copy()
        env.step(actions)
        other.step(actions)
    assert other.state(0).options == env.state(0).options


def test_what_a_subclass_adds_is_pickled_and_another_version_refused():
    env = pickle.loads(pickle.dumps(Named("mine", seed=3)))
    assert type(env) is Named and env.name == "mine" and env.legal.any()
    state = env.__getstate__()
    state["games"][0] ^= np.uint64(1)
    with pytest.raises(khepri.Refusal, match="snapshot"):
        object.__new__(Named).__setstate__(state)


def test_the_command_refuses_with_a_sentence(capsys):
    for words, sentence in (([], "required: game, players, count"), (["chess", "2", "4"], "not known"), (["ra", "9", "4"], "players"),
                            (["ra", "3", "0"], "count"), (["ra", "3", "x"], "count")):
        with pytest.raises(SystemExit) as end:
            main(words)
        assert end.value.code == 2 and sentence in capsys.readouterr().err.splitlines()[-1], words
    with pytest.raises(SystemExit) as end:
        main(["--help"])
    assert end.value.code == 0 and capsys.readouterr().out.startswith("usage: python -m khepri.vector [-h] game players count")


@BOTH
def test_the_measurement_runs(game):
    assert all(speed > 0 for speed in measure(game, 3, 16, 400).values())
