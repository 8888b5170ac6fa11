"""Ready controls by name, and the short language that names plain ones.

The presets are data (domain/match/data/controls.toml), each with its source. In a preset `first` and `second`
are the first and second seat of the game, in its order of seats. The short language:

    90m            so much for the game
    90m+30s        and an increment
    3d+12h cap 5d  up to a cap
    21d a turn     so much for each turn, nothing is carried over
"""

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from ironclad.domain.kernel.engine.codec import UnknownName, Unreadable
from ironclad.domain.match.clocks.control import Control
from ironclad.domain.match.clocks.reading import control_of

DATA = Path(__file__).resolve().parents[1] / "data" / "controls.toml"
_PLACES = ("first", "second")
_SHORT = re.compile(r"(\w+)(?:\+(\w+)(?: cap (\w+))?)?", re.ASCII)
_A_TURN = re.compile(r"(\w+) a turn", re.ASCII)


class Preset(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ready control: its name, what it is in words, where it comes from, and its document."""

    name: str
    about: str
    source: str
    control: dict[str, Any]


@cache
def presets() -> dict[str, Preset]:
    """The presets of this build by name, in the order of their file."""
    tables = tomllib.loads(DATA.read_text(encoding="utf-8"))["preset"]
    found = msgspec.convert(tables, list[Preset])
    return {each.name: each for each in found}


def named_control(name: str, seats: Sequence[str]) -> Control:
    """The control of a name for a game of these seats: a preset's, or one of the short language.

    Raises UnknownName, or BadControl for a short name whose numbers are out of bounds.
    """
    if (preset := presets().get(name)) is not None:
        return control_of(_seated(preset.control, dict(zip(_PLACES, seats, strict=False))), seats)
    document = _short(name)
    if document is None:
        names = ", ".join(presets())
        raise UnknownName(f"no control is named {name[:40]!r}; write 90m+30s, or one of {names}")
    return control_of(document, seats)


def _short(name: str) -> dict[str, Any] | None:
    """The document that a short name means; None where it is none."""
    a_turn, plain = _A_TURN.fullmatch(name), _SHORT.fullmatch(name)
    if a_turn is not None:
        return {"stages": [{"bank_ms": 0, "delay_ms": a_turn[1]}]}
    if plain is None or not name[0].isdecimal():
        return None
    bank, increment, cap = plain.groups()
    more = {"increment_ms": increment, "cap_ms": cap}
    return {"stages": [{"bank_ms": bank, **{key: value for key, value in more.items() if value}}]}


def _seated(control: dict[str, Any], places: dict[str, str]) -> dict[str, Any]:
    """A preset's document with the names of the game's seats."""
    seated = dict(control)
    if "seats" in control:
        seated["seats"] = {places.get(place, place): each for place, each in control["seats"].items()}
    if "draw_counts_for" in control:
        seated["draw_counts_for"] = places.get(control["draw_counts_for"], control["draw_counts_for"])
    return seated


def control_named_or_given(value: Any, seats: Sequence[str]) -> Control:
    """The control of a request: a preset's or a short name, or a document. Raises Unreadable, UnknownName."""
    if isinstance(value, str):
        return named_control(value, seats)
    if not isinstance(value, dict):
        raise Unreadable("a control is the name of one, or an object")
    return control_of(value, seats)
