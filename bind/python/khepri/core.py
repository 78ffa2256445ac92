# SPDX-License-Identifier: MIT
"""What all modules share: refusals, texts and storage of the C library."""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ._khepri import ffi, lib


class Refusal(ValueError):
    """The library refused an input, and nothing has changed. The message is its sentence: what is wrong, where, and what would be
    right."""


class Sentence:
    """Where the library writes why it refuses."""

    def __init__(self) -> None:
        self.at = ffi.new("struct khepri_why *")

    def refusal(self) -> Refusal:
        return Refusal(text(self.at.text))


def text(at: Any) -> str:
    """A string of C."""
    return str(ffi.string(at).decode("utf-8", "replace"))


def encoded(value: str, what: str) -> bytes:
    """A string for C, which has no character 0 inside."""
    if not isinstance(value, str):
        raise TypeError(f"{what} should be a str, not {type(value).__name__}")
    data = value.encode("utf-8", "surrogatepass")
    if b"\0" in data:
        raise Refusal(f"{what} has a character 0")
    return data


def must_be_utf8(value: str, what: str) -> None:
    """Refuses half a surrogate pair, which a str of Python can hold and no text of records."""
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        raise Refusal(f"{what} has half a surrogate pair, which is no character") from None


def whole(value: int, what: str, least: int, most: int) -> int:
    """A number for C, within its range."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{what} should be an int, not {type(value).__name__}")
    number = value.__index__()
    if not least <= number <= most:
        raise Refusal(f"{what} should be {least} to {most}, not {number}")
    return number


def must_be(value: Any, wanted: type, what: str) -> None:
    """Refuses what is not of that class."""
    if not isinstance(value, wanted):
        raise TypeError(f"{what} should be a {wanted.__name__}, not {type(value).__name__}")


def must_be_one_of(value: str, known: Sequence[str], what: str) -> None:
    """Refuses a word that is none of these."""
    must_be(value, str, what)
    if value not in known:
        raise Refusal(f"{what} is {', '.join(known)}, not {value!r}")


def texts(values: Iterable[str], what: str) -> tuple[str, ...]:
    """A list of texts."""
    if not isinstance(values, Iterable):
        raise TypeError(f"{what} should be a list of str, not {type(values).__name__}")
    return tuple(values)


class Fixed:
    """An object whose public attributes are set once: the C library relies on them."""

    if not TYPE_CHECKING: # with it, mypy would take any name

        def __setattr__(self, name: str, value: Any) -> None:
            if not name.startswith("_") and name in self.__dict__:
                raise AttributeError(f"{name} cannot be replaced")
            object.__setattr__(self, name, value)


def library_version() -> str:
    """The version of the C library inside."""
    return text(lib.khepri_version())
