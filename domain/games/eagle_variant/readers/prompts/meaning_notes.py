"""Where the notes on answers are registered, by type of command."""

from collections.abc import Callable, Iterable
from typing import Any

from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due, Note

Meant = Callable[[Position, Due, Any], Iterable[Note]]
MEANT: dict[type[Command], Meant] = {}


def means(*kinds: type[Command]) -> Callable[[Meant], Meant]:
    """Register what gives the notes on commands of some types."""

    def register(function: Meant) -> Meant:
        for kind in kinds:
            MEANT[kind] = function
        return function

    return register


def chance(ways: int, of: int) -> str:
    """A chance in words: "2 in 6"; "certain", "impossible"."""
    if not ways:
        return "impossible"
    return "certain" if ways == of else f"{ways} in {of}"


def note(text: str, rule: str) -> Note:
    """A note that ends with one full stop, also after a name that has its own ("Washington D.C.")."""
    return Note(text if text.endswith(".") else f"{text}.", rule)
