"""Who has units in a space, and who controls it (the-board/8 to /10).

Home spaces are their owner's while no enemy brigade and no rioter is in them. Any other space is controlled
by presence alone. A space that holds brigades of both sides, or rioters, is nobody's.
"""

from ironclad.domain.games.eagle_variant.position.state import ENEMY, SIDES, Position, units_by_space
from ironclad.domain.games.eagle_variant.position.units import Unit
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.memo import remembered
from ironclad.domain.kernel.engine.records import Option

OPTIONS = {
    "control_stays_with_last_occupant": Option(
        "the-board/9",
        "A space that is controlled by presence stays controlled when the last brigade leaves, until an"
        " enemy brigade enters.",
        ("no", "yes"),
    ),
}
COUNTRIES = {"canada": "britain", "mexico": "france"}
"""The power whose country a colour of border is."""


def units_in(position: Position, space: str) -> tuple[str, ...]:
    """The ids of all units in a space."""
    return units_by_space(position).get(space, ())


def brigades_in(position: Position, space: str) -> list[Unit]:
    """The brigades in a space, of whatever nation."""
    found = (position.units[id] for id in units_in(position, space))
    return [unit for unit in found if unit.brigade]


@rule("the-units/3")
def occupied_by(position: Position, space: str, side: str) -> bool:
    """Whether a side has a brigade in a space; a leader alone occupies nothing."""
    return side in _sides_in(position, space)


@remembered
def _sides_in(position: Position, space: str) -> frozenset[str]:
    """The sides that have a brigade in a space, "" for special forces of no side."""
    return frozenset(unit.side for unit in brigades_in(position, space))


def special_in(position: Position, space: str) -> bool:
    """Whether a special force of no side is in a space."""
    return "" in _sides_in(position, space)


def home_side(position: Position, space: str) -> str:
    """The side whose home a space is, "" for none; a state that has left the CSA is nobody's home."""
    found = position.board.spaces[space]
    if found.side not in SIDES or found.state in position.seceded:
        return ""
    return found.side


@remembered
@rule("the-board/8", "the-board/9", "the-board/10")
def controller(position: Position, space: str) -> str:
    """The side that controls a space now, "" for nobody: it is neutral or contested."""
    if special_in(position, space):
        return ""
    present = [side for side in SIDES if occupied_by(position, space, side)]
    if present:
        return present[0] if len(present) == 1 else ""
    if owner := home_side(position, space) or ally_of(position, space):
        return position.holders.get(space, owner)
    return position.holders.get(space, "")


def ally_of(position: Position, space: str) -> str:
    """The side of the power in whose country a space is, while that power is at war; "" else."""
    power = COUNTRIES.get(position.board.spaces[space].side, "")
    return "csa" if power in position.at_war else ""


def hostile(position: Position, space: str, side: str) -> bool:
    """Whether the enemy of a side controls a space."""
    return controller(position, space) == ENEMY[side]


def refresh_holders(position: Position) -> None:
    """By the other reading of the-board/9: note who has brigades alone in a space, for when they leave it."""
    if not position.plays("control_stays_with_last_occupant"):
        return
    armies: dict[str, set[str]] = {}
    for unit in position.units.values():
        if unit.brigade:
            armies.setdefault(unit.space, set()).add(unit.side)
    for space, sides in sorted(armies.items()):
        if len(sides) == 1 and (side := sides.pop()):
            position.holders[space] = side
