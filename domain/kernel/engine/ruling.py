"""Events on a game's line that are of no ruleset: what was ruled, or agreed, of the game itself.

They have a family of their own, `ruling`. Every ruleset reads them beside its own events, and says what they
do to its positions.
"""

from typing import Any

from ironclad.domain.kernel.cases.matching import merged, plain
from ironclad.domain.kernel.engine.codec import Event, Registry


class RulesMoved(Event, frozen=True, tag_field="type", tag="rules_moved"):
    """From here on the line is decided by another version of its rules.

    `errata` are the ids of all that hold from here on, `readings` the options that changed with it.
    """

    version: str
    errata: tuple[str, ...]
    readings: dict[str, str]


class PositionCorrected(Event, frozen=True, tag_field="type", tag="position_corrected"):
    """The position is corrected: `set` has values by path, as in cases, `was` what was there before."""

    set: dict[str, Any]
    was: dict[str, Any]


RULINGS = Registry("ruling", (RulesMoved, PositionCorrected))
RULES_MOVED = "ruling.rules_moved.1"
POSITION_CORRECTED = "ruling.position_corrected.1"
RULED = (RULES_MOVED, POSITION_CORRECTED)
"""The events on a line that no command of a seat caused: each begins an append there."""


def tell(event: Event) -> dict[str, Any] | None:
    """A ruling's entry in the chronicle; None for an event of another family."""
    if isinstance(event, PositionCorrected):
        paths = ", ".join(event.set)
        return {"text": f"By ruling the position is corrected: {paths}", "set": event.set, "was": event.was}
    if not isinstance(event, RulesMoved):
        return None
    more = "".join(f", {name} {value}" for name, value in sorted(event.readings.items()))
    text = f"From here on the game is played by version {event.version} of its rules{more}"
    return {"text": text, "rules": event.version, "errata": list(event.errata), "readings": event.readings}


def members_of(position: Any) -> tuple[str, ...]:
    """The names of a position's members: the fields of a struct, or the attributes of any other object."""
    found: tuple[str, ...] | None = getattr(position, "__struct_fields__", None)
    return tuple(vars(position)) if found is None else found


def corrected_document(document: Any, values: dict[str, Any]) -> dict[str, Any]:
    """A position's document with values set by path. Raises NoSuchPath."""
    return merged(plain(document), values)
