# SPDX-License-Identifier: MIT
"""A state as a table of HTML, which notebooks show in place of its repr."""
from __future__ import annotations

from html import escape
from typing import Any, Mapping


def _words(key: str) -> str:
    return escape(key.replace("_", " "))


def _value(value: Any) -> str:
    """A value of a state's JSON in few words: lists with commas, objects as "2 nile, 1 god"; what is hidden as "?"."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        if all(isinstance(amount, int) for amount in value.values()):
            return ", ".join(f"{amount} {_words(key)}" for key, amount in value.items()) or "–"
        return "<br>".join(f"{_words(key)}: {_value(inner)}" for key, inner in value.items()) or "–"
    if isinstance(value, (list, tuple)):
        return ", ".join("?" if inner is None else _value(inner) for inner in value) or "–"
    return _words(value) if isinstance(value, str) else escape(str(value))


def table(state: Mapping[str, Any], seats_to_move: tuple[int, ...], view_of: int | None) -> str:
    """The HTML of a state, given as State.to_dict() does: what is common to all, then a row for each seat."""
    seats = state["seats"]
    keys = list(seats[0])
    common = [(key, value) for key, value in state.items() if key not in ("seats", "game", "players", "result") and value not in ({}, [], None)]
    title = f"{escape(state['game'])}, {state['players']} players" + ("" if view_of is None else f", as seat {view_of} sees it" if view_of >= 0
                                                                      else ", as a spectator sees it")
    head = "".join(f"<th>{_words(key)}</th>" for key in keys)
    rows = "".join(f"<tr><th>{'▸ ' if seat in seats_to_move else ''}seat {seat}</th>" + "".join(f"<td>{_value(one[key])}</td>" for key in keys) + "</tr>"
                   for seat, one in enumerate(seats))
    facts = "".join(f"<tr><th>{_words(key)}</th><td>{_value(value)}</td></tr>" for key, value in common)
    winners = ""
    if state.get("result"):
        winners = f"<p>Winners: seat {', '.join(str(seat) for seat in state['result']['winners'])}</p>"
    return (f"<div><p><b>{title}</b></p>{winners}<table><tr><th></th>{head}</tr>{rows}</table>"
            f"<details><summary>the table</summary><table>{facts}</table></details></div>")
