"""Lessons: a short turn from a prepared position that teaches a ruleset by doing.

A lesson is data. Its steps say what to do and by which clause; the table watches the game's own events (or
the page) to see that it was done. Nothing here is a rule, and the dice are those of any game.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

SEEN_ON_THE_PAGE = frozenset({"choose", "overlay", "aim", "tab"})
"""Kinds of steps that leave no event: a hex is chosen, an overlay laid, an attack aimed at, a tab opened."""


class LessonStep(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One thing to do.

    `kind` says how: choose, march, overlay, aim, attack, answer, battle, tab or end. `why` is the reason
    in a sentence, resting on `clause`; `do` the one thing to do; `after` what it came to, whatever the dice
    said. `origin` and `place` are hexes, `tool` an overlay, a tab or an order. `order` is the command that
    does it, for a step that one command does; `wanted` a part of the event by which the step is done.
    """

    id: str
    kind: str
    title: str
    why: str
    clause: str
    do: str
    after: str = ""
    seat: str = ""
    origin: str = ""
    place: str = ""
    tool: str = ""
    order: dict[str, Any] | None = None
    wanted: dict[str, Any] | None = None


class Lesson(msgspec.Struct, frozen=True, kw_only=True):
    """A prepared position, as `POST /games` takes it under the scenario that it names, and its steps."""

    title: str
    about: str
    position: Mapping[str, Any]
    steps: tuple[LessonStep, ...]

    @property
    def scenario(self) -> str:
        """What games of this lesson are opened as: no other game has it."""
        return str(self.position["scenario"])
