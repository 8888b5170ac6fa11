"""A battlefield for tests: the Union before a hex of the Confederate's, in its combat phase of turn 1."""

from typing import Any

from ironclad.domain.games.war_between_the_states.position.document import to_document
from ironclad.domain.games.war_between_the_states.position.state import Position
from tests.games.war_between_the_states.table import Table

TARGET = "C2205"  # clear; defenders in it have no leave to stand
SOUTH, WEST = "C2206", "C2106"  # beside it: clear, and rough
KEEP = {"type": "declare_spans"}
END = {"type": "end_movement"}


def field(**options: str) -> Position:
    """An empty map of Manassas."""
    return Position("manassas_1861", options).copy()


def marching(position: Position) -> Table:
    """The Union's movement phase."""
    table = Table("manassas_1861", position.options, to_document(position))
    table.give("union", KEEP)
    return table


def fighting(position: Position) -> Table:
    """The Union's combat phase; its spans are those of the position."""
    table = marching(position)
    table.give("union", END)
    assert table.asked == [("union", "spans")]
    table.give("union", KEEP)
    assert table.asked == [("union", "combat")]
    return table


def roll(leader: str) -> dict[str, Any]:
    return {"type": "try_attack", "leader": leader}


def attack(hex: str, leader: str, *units: str) -> dict[str, Any]:
    return {"type": "declare_attack", "hex": hex, "leader": leader, "units": units}


def chit(number: int) -> dict[str, Any]:
    return {"type": "choose_chit", "chit": number}


def retreat(hex: str = "", stand: bool = False, **to: str) -> dict[str, Any]:
    return {"type": "retreat", "hex": hex, "stand": stand, "to": to}


def advance(*pieces: str, burn: bool = False) -> dict[str, Any]:
    return {"type": "advance", "pieces": pieces, "burn": burn}
