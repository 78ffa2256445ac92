# SPDX-License-Identifier: MIT
"""What every comparison of the program with a model needs: a report, records walked through
`khepri replay --trace`, dialogues with `khepri engine`. A model is a module with NAME, new,
legal, apply, Refused, and order_kept(state). The last tells whether a state's keys that are
seats stand in their order."""

import json
import os
import subprocess
import tempfile

from copied import copied


def text(value):
    """One text for one JSON value: true is not 1, and the order of keys does not count."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


class Report:
    def __init__(self):
        self.steps = self.games = self.checks = 0
        self.differences = {}
        self.mutations = set()

    def differ(self, what, size, case):
        """Keeps how often, and the smallest case."""
        times, least, kept = self.differences.get(what, (0, None, None))
        if least is None or size < least:
            least, kept = size, case
        self.differences[what] = (times + 1, least, kept)

    def check(self, what, expected, got, size, case):
        self.checks += 1
        if text(expected) != text(got):
            self.differ(what, size, {"model": expected, "program": got, "case": case})
            return False
        return True

    def print_differences(self):
        for what, (times, _, case) in sorted(self.differences.items()):
            print(f"DIFFERS {times} times: {what}\n  {json.dumps(case)}")


# ---- Records -----------------------------------------------------------------------------


def record_of(model, players, options, actions, result=None):
    record = {
        "format": "khepri-record/1", "game": model.NAME, "options": options,
        "players": [f"player {seat}" for seat in range(players)], "actions": actions,
    }
    if result is not None:
        record["result"] = result
    return record


def expected_lines(model, number, record):
    """The lines of --trace that the model expects, each before its action is played, and the
    closing line, the words of an error left out."""
    if record["format"] != "khepri-record/1" or record["game"] != model.NAME:
        yield {"line": number, "ok": False, "step": 0}
        return
    try:
        state = model.new(len(record["players"]), record.get("options", {}))
    except model.Refused:
        yield {"line": number, "ok": False, "step": 0}
        return
    for step, action in enumerate(record["actions"] + [None]):
        line = {
            "line": number, "step": step, "to_act": state["to_act"],
            "legal": model.legal(state), "state": state,
        }
        if action is not None:
            line["action"] = action
        yield line
        if action is not None:
            try:
                model.apply(state, action)
            except model.Refused:
                yield {"line": number, "ok": False, "step": step}
                return
    yield closing_line(number, record, state)


def closing_line(number, record, state):
    given = record.get("result")
    if given is not None and text(given) != text(state["result"]):
        return {"line": number, "ok": False, "step": len(record["actions"])}
    return {
        "line": number, "ok": True, "actions": len(record["actions"]), "result": state["result"],
    }


def write_records(records):
    handle, path = tempfile.mkstemp(suffix=".jsonl")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        for record in records:
            file.write(json.dumps(record, separators=(",", ":")) + "\n")
    return path


def compare_trace(model, khepri, report, records, what):
    """Replays all of them and walks along with the model."""
    path = write_records(records)
    program = subprocess.Popen(
        [khepri, "replay", "--trace", path], stdout=subprocess.PIPE, text=True, encoding="utf-8"
    )
    all_ok = True
    lines = iter(program.stdout)
    for number, record in enumerate(records, 1):
        closing = compare_game(model, report, lines, number, record, what)
        all_ok = all_ok and closing["ok"]
    rest = list(lines)
    status = program.wait()
    os.unlink(path)
    report.check(f"{what}: lines after the last game", [], rest[:3], 0, None)
    report.check(f"{what}: exit status", 0 if all_ok else 1, status, 0, None)


def compare_game(model, report, lines, number, record, what):
    report.games += 1
    expected = expected_lines(model, number, record)
    equal, line = True, None
    for raw in lines:
        got = json.loads(raw)
        if "ok" in got:
            break
        report.steps += 1
        line = next(expected)
        equal = equal and compare_line(model, report, line, got, raw, record, what)
        if "ok" in line:
            return pass_over(lines, line)
    else:
        got = {}
    line = line_after(report, expected, equal, number, record, what)
    error = got.pop("error", "")
    report.check(
        f"{what}: an error is one clear sentence", not line["ok"],
        isinstance(error, str) and len(error) > 10 and "\n" not in error, number, record,
    )
    report.check(f"{what}: closing line", line, got, len(record["actions"]), record)
    return line


def pass_over(lines, closing):
    """The program goes on where the model has closed: on to the next game."""
    for raw in lines:
        if "ok" in json.loads(raw):
            break
    return closing


def line_after(report, expected, equal, number, record, what):
    """The model's closing line; a line of its trace before it has not been seen."""
    line = next(expected)
    if "ok" not in line and equal:
        report.differ(f"{what}: trace stops early", number, record)
    while "ok" not in line:
        line = next(expected)
    return line


def compare_line(model, report, line, got, raw, record, what):
    """True as long as model and program agree."""
    if "ok" in line:
        report.differ(f"{what}: trace goes on", got.get("step", 0), {"record": record, "got": raw})
        return False
    step = line["step"]
    if text(line) == text(got):
        report.check(f"{what}: seats in order", True, model.order_kept(got["state"]), step, raw)
        compact = json.dumps(got, separators=(",", ":"), ensure_ascii=False)
        report.check(f"{what}: no key twice", compact, raw.rstrip("\n"), step, None)
        return True
    for key in sorted(line | got):
        if key == "state":
            continue
        report.check(f"{what}: {key}", line.get(key), got.get(key), step, record.get("options"))
    for key in sorted(line["state"] | got["state"]):
        before = record["actions"][max(0, step - 4):step]
        case = {"players": line["state"]["players"], "step": step, "last": before,
                "options": record.get("options"), "state": got["state"]}
        report.check(
            f"{what}: state.{key}", line["state"].get(key), got["state"].get(key), step, case
        )
    return False


# ---- Broken records ----------------------------------------------------------------------


def broken_action(rng, model, record, wrong_action):
    """A wrong action somewhere, in place of one or between two."""
    actions = record["actions"]
    step = rng.randrange(len(actions) + 1)
    state = model.new(len(record["players"]), record["options"])
    for action in actions[:step]:
        model.apply(state, action)
    wrong = wrong_action(rng, state)
    keep = actions[step:] if rng.random() < 0.5 else actions[step + 1:]
    return dict(record, actions=actions[:step] + [wrong] + keep)


def broken_result(rng, record):
    result = copied(record.get("result"))
    players = len(record["players"])
    if result is None:
        return dict(record, result={"scores": [10] * players, "winners": [0]})
    seat = rng.randrange(players)
    other = (result["winners"][0] + 1) % players
    change = rng.randrange(7)
    if change == 0:
        result["scores"][seat] += rng.choice([-1, 1])
    elif change == 1:
        result["winners"] = [other]
    elif change == 2:
        result["winners"] = sorted(result["winners"] + [other])
    elif change == 3:
        result["scores"].pop()
    elif change == 4:
        result["winners"] = []
    elif change == 5:
        del result[rng.choice(["scores", "winners"])]
    else:
        result = rng.choice([7, "won", [], {}])
    return dict(record, result=result)


# ---- The engine --------------------------------------------------------------------------


class Dialogue:
    """Requests with the replies that the model expects, sent all at once."""

    def __init__(self):
        self.requests = []
        self.expected = []

    def ask(self, what, request, expected, size=0):
        self.requests.append(dict(request, id=len(self.requests)))
        self.expected.append((what, expected, size))

    def compare(self, khepri, report):
        self.ask("engine: quit", {"op": "quit"}, {"ok": True})
        lines = "".join(json.dumps(request) + "\n" for request in self.requests)
        output = subprocess.run(
            [khepri, "engine"], input=lines, capture_output=True, text=True, check=False
        ).stdout.splitlines()
        report.check("engine: one reply a line", len(self.requests), len(output), 0, None)
        for number, (raw, (what, expected, size)) in enumerate(zip(output, self.expected)):
            got = json.loads(raw)
            request = self.requests[number]
            report.check("engine: the id comes back", number, got.get("id"), 0, None)
            seen = {key: got.get(key) for key in expected}
            case = {"request": request, "error": got.get("error")}
            report.check(what, expected, seen, size, case)
            if not expected["ok"]:
                error = got.get("error")
                report.check(
                    "engine: an error is one clear sentence", True,
                    isinstance(error, str) and len(error) > 10 and "\n" not in error, 0, case,
                )

    def step(self, rng, model, state, what, ask_about):
        """One step from an accepted position, taken back now and then; False at the end."""
        legal = model.legal(state)
        if not legal:
            return False
        action, before = rng.choice(legal), copied(state)
        model.apply(state, action)
        self.ask(f"{what}: apply", {"op": "apply", "action": action}, {"ok": True})
        if rng.random() < 0.2:
            self.ask(f"{what}: undo", {"op": "undo"}, {"ok": True})
            ask_about(self, before, f"{what}, undone")
            self.ask(f"{what}: apply", {"op": "apply", "action": action}, {"ok": True})
        ask_about(self, state, f"{what}, played on")
        return True
