# SPDX-License-Identifier: MIT
"""khepri survey counts what it says: games, seats, tiles; the same seed, the same survey."""
import json
import statistics

import pytest

from program import khepri


def survey(*words):
    return khepri("survey", *words)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_it_counts_what_it_says(players):
    said = survey("ra", "--players", str(players), "--games", "4", "--json").stdout
    told = json.loads(said)
    assert survey("ra", "--players", str(players), "--games", "4", "--json").stdout == said, f"{players}: the same again"
    assert abs(sum(s["win"]["mean"] for s in told["seats"]) - 1) < 1e-4, f"{players}: each game is won by one seat"
    assert told["score"]["count"] == 4 * players, f"{players}: each seat has a score in each game"
    assert told["last"]["mean"] <= told["score"]["mean"] <= told["winner"]["mean"] and told["lead"]["mean"] >= 0, f"{players}: the winner leads, and the last is behind"
    assert len(told["tiles"]) == 33 and {t["epoch"] for t in told["tiles"]} == {1, 2, 3}, f"{players}: three epochs of each tile"
    suns = {s["sun"] for s in told["suns"]}
    assert len(suns) in ({2: 8, 3: 12, 4: 12, 5: 15}[players],), f"{players}: all suns but the first centre sun are looked at in epoch 1"
    assert all(abs(t["value"]["mean"]) <= 1 for t in told["tiles"] + told["suns"]), f"{players}: all chances are chances"


def test_intervals_are_as_wide_as_surveys_differ():
    """Positions of one game are alike, so an interval that counts each for itself is less than half as wide."""
    surveys = [json.loads(survey("ra", "--players", "3", "--games", "20", "--seed", f"survey {n}", "--json").stdout)["tiles"]
               for n in range(20)]
    said, found = [], []
    for values in zip(*([tile["value"] for tile in tiles] for tiles in surveys)):
        said.append(statistics.fmean(value["interval"] for value in values) / 1.96)
        found.append(statistics.stdev(value["mean"] for value in values))
    ratio = statistics.median(a / b for a, b in zip(said, found))
    assert 0.8 < ratio < 1.25, f"the error that is said is {ratio:.2f} times the one that there is"


def test_a_single_game_has_no_interval():
    told = json.loads(survey("ra", "--players", "3", "--games", "1", "--json").stdout)
    assert all(tile["value"]["interval"] == 0 for tile in told["tiles"]), "one game says nothing of how games differ"
    tile = next(line for line in survey("ra", "--players", "3", "--games", "1").stdout.splitlines() if "monument, new" in line)
    assert "+-" not in tile, f"and the table shows none: {tile}"


def test_a_table():
    table = survey("ra", "--players", "3", "--games", "2")
    assert all(word in table.stdout for word in ("a sun that can still be bid", "monument, third", "lead of the winner")), "the table has its parts"
    assert table.stderr == "" and table.returncode == 0, "and says nothing else"


@pytest.mark.parametrize("words", [["amun_re", "--players", "3"], ["ra"], ["ra", "--players", "6"], ["ra", "--players", "3", "--games", "0"], ["ra", "--wrong"], []], ids=" ".join)
def test_wrong_words_are_refused(words):
    told = survey(*words)
    assert told.returncode == 2 and told.stderr.startswith("khepri survey: ") and told.stdout == "", f"refused: {words}"
