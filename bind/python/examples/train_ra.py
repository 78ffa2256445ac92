#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Trains a small net to play Ra with two players, by self-play, and measures it against the bot `rule`.

    python train_ra.py [--minutes M | --updates N] [--games G] [--out FILE]

The method is an advantage actor-critic with clipped updates (PPO). Both seats are played by the same net on `khepri.vector.VectorEnv`;
only numpy is needed. Every random number comes from --seed, so --updates gives the same net each time on the same computer.
"""
from __future__ import annotations

import argparse
import time

import numpy as np

import khepri
from khepri.encoding import Encoding
from khepri.vector import VectorEnv

SUNS = [81 + 37 * seat + i for seat in range(2) for i in range(16)]       # 1: ready, 2: spent (khepri/batch.h)
SCORES = [81 + 37 * seat + 34 for seat in range(2)]


def features(observations):
    """Bytes of an observation as numbers around 0 to 1; a spent sun has an input of its own."""
    x = observations[:, :155].astype(np.float32)
    spent = (x[:, SUNS] == 2).astype(np.float32)
    x[:, SUNS] = x[:, SUNS] == 1
    x[:, [20, 24]] /= 16
    x[:, 47:70] /= 8
    x[:, SCORES] /= 20
    return np.concatenate([np.minimum(x, 4), spent], axis=1)


class Net:
    """Two layers; the second gives a logit for each action, and the value of the game for the seat that decides."""

    def __init__(self, dice, hidden=128, actions=54):
        inputs = 155 + len(SUNS)
        self.weights = [dice.standard_normal((inputs, hidden), np.float32) * (2 / inputs) ** 0.5, np.zeros(hidden, np.float32),
                        dice.standard_normal((hidden, actions + 1), np.float32) * np.float32(0.01), np.zeros(actions + 1, np.float32)]
        self.moments = [[np.zeros_like(w) for w in self.weights] for _ in range(2)]
        self.steps = 0

    def forward(self, x, legal):
        """Hidden units, chances of the actions, and values."""
        hidden = np.maximum(x @ self.weights[0] + self.weights[1], 0)
        out = hidden @ self.weights[2] + self.weights[3]
        logits = np.where(legal, out[:, :-1], -1e9)
        chances = np.exp(logits - logits.max(axis=1, keepdims=True))
        return hidden, chances / chances.sum(axis=1, keepdims=True), out[:, -1]

    def learn(self, x, hidden, slope, rate):
        """One step of Adam along the slope of the loss by the outputs."""
        back = (slope @ self.weights[2].T) * (hidden > 0)
        self.steps += 1
        for i, gradient in enumerate((x.T @ back, back.sum(axis=0), hidden.T @ slope, slope.sum(axis=0))):
            first, second = self.moments[0][i], self.moments[1][i]
            first += (gradient - first) * np.float32(0.1)
            second += (gradient * gradient - second) * np.float32(0.01)
            unbiased = rate * (1 - 0.99 ** self.steps) ** 0.5 / (1 - 0.9 ** self.steps)
            self.weights[i] -= np.float32(unbiased) * first / (np.sqrt(second) + np.float32(1e-6))


def choose(chances, dice):
    """An action for each row, with these chances."""
    return np.minimum((chances.cumsum(axis=1) < dice.random((len(chances), 1), np.float32)).sum(axis=1), chances.shape[1] - 1)


def collect(net, env, dice, steps):
    """Plays `steps` decisions of each game. Returns inputs, masks, actions, their chances, advantages and targets of the value."""
    n = env.count
    x, legal = np.empty((steps, n, 155 + len(SUNS)), np.float32), np.empty((steps, n, env.num_actions), np.bool_)
    actions, chance, value = np.empty((steps, n), np.int64), np.empty((steps, n), np.float32), np.empty((steps + 1, n), np.float32)
    seats, rewards, done = np.empty((steps + 1, n), np.int64), np.empty((steps, n), np.float32), np.empty((steps, n), np.bool_)
    rows = np.arange(n)
    for t in range(steps):
        x[t], legal[t], seats[t] = features(env.observations), env.legal, env.seats
        _, chances, value[t] = net.forward(x[t], legal[t])
        actions[t] = choose(chances, dice)
        wrong = ~legal[t][rows, actions[t]]             # rounding at the end of a row
        actions[t][wrong] = chances[wrong].argmax(axis=1)
        chance[t] = chances[rows, actions[t]]
        env.step(actions[t])
        rewards[t], done[t] = env.rewards[rows, seats[t]], env.done
    seats[steps] = env.seats
    value[steps] = net.forward(features(env.observations), env.legal)[2]
    advantages, after = np.empty((steps, n), np.float32), np.zeros(n, np.float32)
    for t in range(steps - 1, -1, -1):
        sign = np.where(seats[t + 1] == seats[t], 1, -1) * ~done[t]      # what is good for one seat is bad for the other
        after = rewards[t] + sign * (value[t + 1] + np.float32(0.95) * after) - value[t]
        advantages[t] = after
    flat = (a.reshape(steps * n, *a.shape[2:]) for a in (x, legal, actions, chance, advantages, advantages + value[:-1]))
    return tuple(flat)


def update(net, data, dice, rate, passes=2, batch=4096, clip=0.2, entropy=0.01):
    """Learns from what was collected: more of what was better than expected, but no large steps."""
    x, legal, actions, chance, advantages, targets = data
    advantages = advantages / (advantages.std() + 1e-6)
    for _ in range(passes):
        order = dice.permutation(len(x))
        for at in range(0, len(order), batch):
            some = order[at:at + batch]
            rows, count = np.arange(len(some)), np.float32(len(some))
            hidden, chances, value = net.forward(x[some], legal[some])
            ratio = chances[rows, actions[some]] / chance[some]
            far = ((ratio > 1 + clip) & (advantages[some] > 0)) | ((ratio < 1 - clip) & (advantages[some] < 0))
            pull = np.where(far, 0, ratio * advantages[some]).astype(np.float32)
            slope = np.empty((len(some), chances.shape[1] + 1), np.float32)
            slope[:, :-1] = chances * pull[:, None]
            slope[rows, actions[some]] -= pull
            surprise = np.log(chances + 1e-9)
            slope[:, :-1] += np.float32(entropy) * chances * (surprise - (chances * surprise).sum(axis=1, keepdims=True))
            slope[:, -1] = value - targets[some]
            net.learn(x[some], hidden, slope / count, rate)


def measure(net, bot, games, seed="measure"):
    """The net's share of the games, as the first seat and as the second with the same deals, and half of its 95 % interval.
    Without a bot the opponent plays at random."""
    encoding, opponent = Encoding("ra"), khepri.bot(bot) if bot else None
    shares = np.zeros((2, games))
    for own in (0, 1):
        env, rng, left = VectorEnv("ra", 2, games, seed=seed), khepri.Rng(seed), np.ones(games, np.bool_)
        while left.any():
            actions = net.forward(features(env.observations), env.legal)[1].argmax(axis=1)
            theirs = env.seats != own
            if opponent is None:
                actions[theirs] = env.random_actions(rng)[theirs]
            for i in np.flatnonzero(left & theirs) if opponent else ():
                state = env.state(i)
                actions[i] = encoding.number(state, opponent.choose(state, rng=rng))
            env.step(actions)
            ended = left & env.done
            shares[own, ended] = (env.rewards[ended, own] + 1) / 2
            left &= ~ended
    deals = shares.mean(axis=0)
    return deals.mean(), 1.96 * deals.std(ddof=1) / games ** 0.5


def train(net, dice, updates=None, minutes=None, count=512, steps=64, batch=4096, told=lambda done, part: None):
    """Self-play and learning, for a number of updates or of minutes of processor time."""
    env, begun, done, part = VectorEnv("ra", 2, count, seed=int(dice.integers(1 << 62))), time.process_time(), 0, 0.0
    while part < 1:
        update(net, collect(net, env, dice, steps), dice, 2e-3 * (1 - part) + 1e-4, batch=batch, entropy=0.02 * (1 - part) + 0.002)
        done += 1
        part = done / updates if updates else (time.process_time() - begun) / 60 / minutes
        told(done, part)
    return done * count * steps


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=5, help="processor time of the training (5)")
    parser.add_argument("--updates", type=int, help="this number of updates instead")
    parser.add_argument("--games", type=int, default=2000, help="deals of the measurement, each played in both seats (2000)")
    parser.add_argument("--bot", default="rule", help="the opponent there (rule)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", help="a file for the weights (.npz)")
    args = parser.parse_args()
    for name, least in (("minutes", 1e-9), ("updates", 1), ("games", 2)):
        if (value := getattr(args, name)) is not None and not value >= least:
            parser.error(f"--{name} should be {f'{least} or more' if least >= 1 else 'above 0'}, not {value}")
    dice = np.random.default_rng(args.seed)
    net = Net(dice)

    def told(done, part):
        if done % 50 == 0:
            share, half = measure(net, args.bot, 100)
            print(f"{done} updates, {100 * part:.0f} %: wins {100 * share:.0f} % +- {100 * half:.0f} against {args.bot}", flush=True)

    decisions = train(net, dice, args.updates, args.minutes, told=told)
    share, half = measure(net, args.bot, args.games)
    print(f"after {decisions} decisions: wins {100 * share:.1f} % +- {100 * half:.1f} against {args.bot} ({2 * args.games} games)")
    if args.out:
        np.savez(args.out, *net.weights)


if __name__ == "__main__":
    main()
