# SPDX-License-Identifier: MIT
"""test_examples.py -- runs the sessions of docs/protocol.md, and sees that each of its requests is in one of them."""
import json
import os
import re

import visitor
from program import ROOT

PAGE = open(os.path.join(ROOT, "docs", "protocol.md"), encoding="utf-8").read()
LINES = [line for block in re.findall(r"```session(?:-with-a-server)?\n(.*?)```", PAGE, re.S) for line in block.splitlines() if line.strip()]


def fill(text, known):
    """$NAMES that are known, as JSON inside a body, as they are elsewhere."""
    return re.sub(r"\$([A-Z]+)", lambda m: known[m[1]], text)


def pattern(text):
    """The expected answer: $NAME as {"$":NAME}; … as a value anything, as a member or element any more of them."""
    text = re.sub(r"\$([A-Z]+)", r'{"$":"\1"}', text)
    text = re.sub(r":…", ':{"…":0}', text)
    text = re.sub(r"\[…\]", '["…"]', re.sub(r",…\]", ',"…"]', text))
    text = re.sub(r",…(?=[,}])", ',"…":0', text)
    return json.loads(text.replace("{…}", '{"…":0}').replace("[…", '["…"'))


def differs(wanted, got, known, at=""):
    """None, or where and how `got` is not what was wanted."""
    if isinstance(wanted, dict) and list(wanted) == ["$"]:
        word = known.setdefault(wanted["$"], got if isinstance(got, str) else json.dumps(got))
        return None if word == (got if isinstance(got, str) else json.dumps(got)) else f"{at}: {got} is not {word}"
    if isinstance(wanted, dict) and list(wanted) == ["…"]:
        return None
    if isinstance(wanted, dict) and isinstance(got, dict):
        if "…" not in wanted and set(wanted) != set(got):
            return f"{at}: keys {sorted(got)} instead of {sorted(wanted)}"
        for key in wanted:
            if key != "…" and key not in got:
                return f"{at}: no {key}"
            fault = differs(wanted[key], got[key], known, f"{at}.{key}") if key != "…" else None
            if fault:
                return fault
        return None
    if isinstance(wanted, list) and isinstance(got, list):
        more = bool(wanted) and wanted[-1] == "…"
        first = wanted[:-1] if more else wanted
        if len(got) < len(first) or (len(got) > len(first) and not more):
            return f"{at}: {len(got)} elements instead of {len(first)}"
        return next((f for i, w in enumerate(first) if (f := differs(w, got[i], known, f"{at}[{i}]"))), None)
    return None if type(wanted) is type(got) and wanted == got else f"{at}: {got!r} instead of {wanted!r}"


def quoted(known):
    """For JSON bodies: texts in quotes, numbers as they are."""
    return {name: word if word.isdigit() else json.dumps(word) for name, word in known.items()}


def test_each_session_goes_as_the_page_says():
    known, answer, line = {}, None, None
    with visitor.Server() as server:
        for text in LINES:
            mark, rest = text[0], text[2:]
            if mark == ">" and rest.startswith("ws "):
                line = line or server.watch()
                line.say(fill(rest[3:], quoted(known)))
            elif mark == ">":
                rest, _, tokens = rest.partition(" as ")
                method, path, *body = rest.split(" ", 2)
                status, answer = server.ask(method, fill(path, known), fill(body[0], quoted(known)) if body else None,
                                            [known[t.strip("$")] for t in tokens.split(",") if t])
                answer = (status, answer)
            elif mark == "<" and rest.startswith("ws "):
                got = line.hear()
                fault = differs(pattern(rest[3:]), got, known)
                assert not fault, (text, fault, got)
            else:
                status, wanted = rest.split(" ", 1)
                assert answer[0] == int(status), (text, answer)
                fault = differs(pattern(wanted), answer[1], known)
                assert not fault, (text, fault, answer[1])
        assert server.end() == 0


def test_each_request_of_the_page_is_in_a_session():
    sent = {re.sub(r"\$[A-Z]+|aaaaaaaaaaaa", "ID", re.sub(r"/at/\d+", "/at/N", " ".join(line[2:].split(" ")[:2]))) for line in LINES if line[0] == ">"}
    listed = set(re.findall(r"^\| `((?:GET|POST) /\S*)` \|", PAGE, re.M))
    assert len(listed) >= 15, listed
    assert listed <= sent, listed - sent
    for op in set(re.findall(r'^- `\{"op":"(\w+)"', PAGE, re.M)) - {"closing", "notice"}:
        assert any(f'"op":"{op}"' in line for line in LINES), op
