"""What a ruleset says of two positions side by side: changes in words, grouped as a player looks for them."""

from typing import Any

import msgspec

CAME, WENT, CHANGED = "came", "went", "changed"


class Change(msgspec.Struct, frozen=True):
    """One thing that differs between two positions.

    `group` is where a player looks for it ("forces", "control", "works", "economy" …); `kind` is "came" (only
    the second has it), "went" (only the first has it) or "changed". `text` says it in a sentence; `places`
    are the hexes, hexsides or sea zones that it is about, the first one the most; `side` whose it is, "" for
    nobody's. `a` and `b` are what the text was made of, None where there is nothing.
    """

    group: str
    kind: str
    text: str
    places: tuple[str, ...] = ()
    side: str = ""
    a: Any = None
    b: Any = None


class SideBySide(msgspec.Struct, frozen=True):
    """All that a ruleset tells of two positions.

    `told` are the members of the position's document of which the changes tell: what differs in others has no
    word here.
    """

    changes: tuple[Change, ...]
    told: tuple[str, ...]
