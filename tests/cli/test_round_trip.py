# SPDX-License-Identifier: MIT
"""What simulate writes, replay accepts: for every edition, number of players and option; the same
bytes whatever the number of threads."""
import json

import pytest

from program import khepri


@pytest.mark.parametrize("empty", ["true", "false"])
@pytest.mark.parametrize("disaster", ["after_all", "immediate", "ignored"])
@pytest.mark.parametrize("edition,players", [(edition, players) for edition in ("1999", "2005", "2016")
                                             for players in range(3 if edition == "1999" else 2, 6)])
def test_what_simulate_writes_replay_accepts(players, edition, disaster, empty):
    what = f"{edition}, {players} players, {disaster}, empty_invoke {empty}"
    options = ["--option", f"edition={edition}", "--option", f"god_disaster={disaster}",
               "--option", f"empty_invoke={empty}"]
    made = khepri("simulate", "ra", "--players", str(players), "--games", "4", "--seed", what,
               "--records", "-", *options)
    assert made.returncode == 0, what + ": simulate ends well"
    records = [json.loads(line) for line in made.stdout.splitlines()]
    assert len(records) == 4, what + ": four records"
    default = {"1999": "after_all", "2005": "after_all", "2016": "immediate"}[edition]
    unusual = {}
    if edition != "2016":
        unusual["edition"] = edition
    if disaster != default:
        unusual["god_disaster"] = disaster
    if empty != "true":
        unusual["empty_invoke"] = False
    assert all(r.get("options", {}) == unusual for r in records), what + ": only unusual options are written"
    checked = khepri("replay", "-", text=made.stdout)
    closing = [json.loads(line) for line in checked.stdout.splitlines()]
    assert (checked.returncode == 0 and
          closing == [{"line": i + 1, "ok": True, "actions": len(r["actions"]), "result": r["result"]}
                      for i, r in enumerate(records)]), what + ": replay accepts"
    trace = [json.loads(line) for line in khepri("replay", "--trace", "-", text=made.stdout).stdout.splitlines()]
    steps = [t for t in trace if "state" in t]
    assert ([(t["line"], t["step"], t.get("action")) for t in steps] ==
          [(i + 1, n, a) for i, r in enumerate(records) for n, a in enumerate(r["actions"] + [None])]), what + ": one trace line an action and one more"
    assert all(t["legal"] == sorted(t["legal"]) and t.get("action", None) in t["legal"] + [None] for t in steps), what + ": legal is sorted, and holds the action"
    assert all(t["to_act"] == t["state"]["to_act"] for t in steps), what + ": to_act is that of the state"


def test_three_threads_write_what_one_does():
    words = ["simulate", "ra", "--players", "4", "--games", "150", "--seed", "9", "--records", "-"]
    one = khepri(*words)
    assert one.stdout == khepri(*words, "--threads", "3").stdout and one.stdout, "three threads write what one does"
    assert one.stdout != khepri(*words[:-4], "--seed", "10", "--records", "-").stdout, "another seed writes something else"
