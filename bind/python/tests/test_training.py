# SPDX-License-Identifier: MIT
"""The training example in its short form: it learns something in seconds, and the same each time."""
import os
import sys

import numpy as np
import pytest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "examples"))
speed = pytest.importorskip("speed")
train_ra = pytest.importorskip("train_ra")


def trained(updates, seed=1):
    dice = np.random.default_rng(seed)
    net = train_ra.Net(dice, hidden=32)
    before = [weights.copy() for weights in net.weights]
    decisions = train_ra.train(net, dice, updates=updates, count=128, steps=32, batch=512)
    assert decisions == updates * 128 * 32
    return net, before


def test_the_same_seed_trains_the_same_net():
    (one, _), (same, _), (other, _) = trained(2), trained(2), trained(2, seed=2)
    assert all(np.array_equal(a, b) for a, b in zip(one.weights, same.weights))
    assert not np.array_equal(one.weights[0], other.weights[0])


@pytest.mark.parametrize("option, sentence", [("--minutes=-1", "--minutes should be above 0, not -1.0"), ("--minutes=0", "above 0, not 0.0"),
                                             ("--minutes=nan", "above 0, not nan"), ("--updates=0", "--updates should be 1 or more, not 0"),
                                             ("--games=1", "--games should be 2 or more, not 1")])
def test_a_training_has_an_end(option, sentence, monkeypatch, capsys):
    def no_training(*_, **__):
        raise AssertionError("it began to train")

    monkeypatch.setattr(sys, "argv", ["train_ra.py", option])
    monkeypatch.setattr(train_ra, "train", no_training)
    with pytest.raises(SystemExit):
        train_ra.main()
    assert sentence in capsys.readouterr().err


def test_it_learns():
    net, before = trained(20)
    young = train_ra.Net(np.random.default_rng(1), hidden=32)
    young.weights = before
    worse, _ = train_ra.measure(young, None, 200)
    better, half = train_ra.measure(net, None, 200)
    print(f"# against chance: {worse:.2f} before, {better:.2f} +- {half:.2f} after")
    assert better - half > max(worse, 0.5) + 0.1


def test_the_features_are_what_the_header_says():
    env = train_ra.VectorEnv("ra", 2, 64, seed=1)
    rng = train_ra.khepri.Rng(1)
    for _ in range(300):
        x = train_ra.features(env.observations)
        suns = x[:, train_ra.SUNS] + x[:, 155:]
        assert (suns.sum(axis=1) == 8).all() and suns.max() == 1, "four suns each, ready or spent"
        assert 0 <= x.min() and x.max() <= 4
        env.step(env.random_actions(rng))


@pytest.mark.parametrize("game, environment, make", [row for row in speed.ROWS if "khepri" in row[1]], ids=lambda word: word if isinstance(word, str) else "")
def test_speeds_are_measured(game, environment, make):
    assert speed.measure(make, 0.01) > 100, (game, environment)
