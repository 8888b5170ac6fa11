"""Who fights in a battle, and where on the battle map (tactical/2).

A unit's box is the line of a column ("left"), a middle ("left_middle"), "reserve", "retreat", or that of a
unit that has not entered.
"""

from ironclad.domain.games.eagle_variant.board.charts import tactics
from ironclad.domain.games.eagle_variant.position.battles import (
    COLUMN_OF,
    LATE,
    MIDDLES,
    RETREAT,
    Battle,
)
from ironclad.domain.games.eagle_variant.position.state import SIDES, Position
from ironclad.domain.games.eagle_variant.position.units import SIDE_OF, SPECIAL, Unit, sort_key
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.memo import remembered
from ironclad.domain.kernel.engine.records import Option

OPTIONS = {
    "major_battle_needs_seven": Option(
        "resolving-battles/2", "A major battle needs seven brigades on each side.", ("no", "yes")
    ),
}
PHASES: tuple[str, ...] = tuple(tactics()["phases"])
PARTS = 2 * len(PHASES)
NEVER_LEAVE = ("indians", "rioters", "militia")
"""Special forces that do not leave their space (tactical/43)."""


def battle_of(position: Position) -> Battle:
    """The battle under way; asked only where there is one."""
    assert position.battle is not None
    return position.battle


def belongs(unit: Unit, army: str) -> bool:
    """Whether a unit fights in an army: that of its side, or of its nation."""
    return (SIDE_OF.get(unit.nation) or unit.nation) == army


@remembered
@rule("resolving-battles/5")
def members(position: Position, army: str) -> tuple[str, ...]:
    """All units of an army in the space of the battle, allies included, in the order of their names."""
    space = battle_of(position).space
    own = (id for id, unit in position.units.items() if unit.space == space and belongs(unit, army))
    return tuple(sorted(own, key=sort_key))


@remembered
def fielded(position: Position, army: str) -> tuple[str, ...]:
    """The units of an army that have entered, those in the retreat box included."""
    boxes = battle_of(position).boxes
    return tuple(id for id in members(position, army) if boxes.get(id, "") not in LATE)


@remembered
def late(position: Position, army: str) -> tuple[str, ...]:
    """The units of an army that have not entered."""
    boxes = battle_of(position).boxes
    return tuple(id for id in members(position, army) if boxes.get(id, "") in LATE)


@remembered
def in_box(position: Position, army: str, box: str) -> tuple[str, ...]:
    """The units of an army in a space of the battle map."""
    boxes = battle_of(position).boxes
    return tuple(id for id in members(position, army) if boxes.get(id) == box)


def brigades(position: Position, ids: tuple[str, ...]) -> tuple[str, ...]:
    """Those of some units that are brigades."""
    return tuple(id for id in ids if position.units[id].brigade)


@remembered
def in_column(position: Position, army: str, column: str) -> tuple[str, ...]:
    """An army's brigades in a column: in its line and in the middle."""
    both = (*in_box(position, army, column), *in_box(position, army, MIDDLES[column]))
    return brigades(position, both)


@remembered
def middle_taken(position: Position, army: str, column: str) -> bool:
    """Whether enemy brigades are in the middle of a column (tactical/17)."""
    enemy = battle_of(position).enemy(army)
    return bool(brigades(position, in_box(position, enemy, MIDDLES[column])))


def brigades_left(position: Position, army: str) -> int:
    """How many brigades of an army are left on the field, those in the retreat box included."""
    return len(brigades(position, fielded(position, army)))


def outside_retreat(position: Position, army: str) -> tuple[str, ...]:
    """The units of an army on the field that are not in its retreat box."""
    boxes = battle_of(position).boxes
    return tuple(id for id in fielded(position, army) if boxes.get(id) != RETREAT)


def column_of(box: str) -> str:
    """The column of a line or a middle; "" for another box."""
    return COLUMN_OF.get(box, "")


@rule("resolving-battles/2")
def major_size(position: Position) -> int:
    """The brigades that a major battle needs on each side."""
    seven = position.plays("major_battle_needs_seven")
    return int(tactics()["major_by_the_other_reading" if seven else "major"])


@rule("resolving-battles/3")
def counts_as_nation(unit: Unit) -> bool:
    """Whether a brigade counts towards a major battle: special forces never do."""
    return unit.brigade and unit.nation not in SPECIAL


def special(army: str) -> bool:
    """Whether an army is a special force of no side, or of revolutionaries alone."""
    return army not in SIDES


@rule("tactical/39", "tactical/43")
def may_withdraw(position: Position, army: str) -> bool:
    """Whether an army may withdraw in this turn; Indians, rioters and militia never do."""
    return battle_of(position).turn >= int(tactics()["withdraw_from_turn"]) and army not in NEVER_LEAVE


def require_member(position: Position, army: str, id: str, rule: str) -> Unit:
    """The unit of that name in an army of the battle. Raises Refused."""
    require(id in members(position, army), rule, f"you have no unit {id!r} in this battle")
    return position.units[id]


def put(position: Position, boxes: dict[str, str]) -> None:
    """Put units in boxes of the battle map; for evolvers."""
    battle = battle_of(position)
    position.battle = battle.with_(boxes={**battle.boxes, **boxes})


def eliminate(position: Position, army: str, ids: tuple[str, ...]) -> None:
    """Take units of an army off the map and note their loss; for evolvers."""
    battle = battle_of(position)
    boxes, lost = dict(battle.boxes), list(battle.lost.get(army, ()))
    for id in ids:
        unit = position.units.pop(id)
        boxes.pop(id, None)
        lost.append(f"{unit.nation}.{unit.kind}")
    position.battle = battle.with_(boxes=boxes, lost={**battle.lost, army: tuple(lost)})
