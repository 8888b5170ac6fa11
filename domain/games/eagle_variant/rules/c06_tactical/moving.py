"""Moves on the battle map (tactical/13 to /20, /33, /36, /38)."""

from collections.abc import Iterator

from ironclad.domain.games.eagle_variant.board.charts import tactics
from ironclad.domain.games.eagle_variant.position.battles import COLUMNS, MIDDLES, RESERVE, RETREAT
from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.games.eagle_variant.position.units import Unit
from ironclad.domain.games.eagle_variant.registry import Play, eagle
from ironclad.domain.games.eagle_variant.rules.c06_tactical.events import UnitMovedInBattle
from ironclad.domain.games.eagle_variant.rules.c06_tactical.forces import (
    NEVER_LEAVE,
    battle_of,
    brigades,
    column_of,
    in_box,
    in_column,
    middle_taken,
    put,
)
from ironclad.domain.kernel.engine.citations import Refused, require, rule

MOUNTED = ("cavalry", "leader")


@rule("tactical/2", "tactical/13", "tactical/14", "tactical/15", "tactical/16", "tactical/20")
def check_move(position: Position, army: str, id: str, to: str) -> None:
    """Refuse a move that a unit may not make from where it is on the battle map."""
    battle, unit = battle_of(position), position.units[id]
    start = battle.boxes[id]
    known = (*battle.lines, *(MIDDLES[line] for line in battle.lines), RESERVE, RETREAT)
    require(to in known, "tactical/2", f"there is no space {to!r} on the battle map")
    require(to != start, "tactical/13", f"{id} is there already")
    if start == RESERVE:
        _from_reserve(position, army, id, to)
    elif start in battle.lines:
        _from_line(position, army, unit, id, start, to)
    elif start == RETREAT:
        raise Refused("tactical/20", f"{id} stays in the retreat box until the battle is over")
    else:
        back = to == column_of(start)
        require(back, "tactical/16", f"a unit in the middle moves back to the {column_of(start)} line only")


@rule("tactical/43")
def _from_reserve(position: Position, army: str, id: str, to: str) -> None:
    battle = battle_of(position)
    if to == RETREAT:
        first = int(tactics()["withdraw_from_turn"])
        require(battle.turn >= first, "tactical/20", f"units leave for good from turn {first} on")
        leaves = army not in NEVER_LEAVE
        require(leaves, "tactical/43", "these units never leave the battle")
    else:
        require(to in battle.lines, "tactical/13", "a unit in reserve moves to a line")


def _from_line(position: Position, army: str, unit: Unit, id: str, start: str, to: str) -> None:
    battle = battle_of(position)
    if to == MIDDLES[start]:
        _to_middle(position, army, unit, start)
        return
    require(to not in MIDDLES.values(), "tactical/15", f"the middle of the {start} column is the nearest")
    require(to != RETREAT, "tactical/20", "units leave for good from the reserve only")
    if to in battle.lines:
        near = unit.kind in MOUNTED and abs(COLUMNS.index(to) - COLUMNS.index(start)) == 1
        require(near, "tactical/14", "cavalry and leaders alone move to another line, of the next column")
    _check_column_held(position, army, unit, start)


@rule("tactical/15", "tactical/17", "tactical/18", "tactical/33")
def _to_middle(position: Position, army: str, unit: Unit, column: str) -> None:
    require(unit.kind != "artillery", "tactical/18", "artillery does not move to the middle")
    taken = middle_taken(position, army, column)
    require(not taken, "tactical/17", f"enemy brigades are in the middle of the {column} column")
    if unit.kind == "leader":
        led = brigades(position, in_box(position, army, MIDDLES[column]))
        require(led, "tactical/33", "a leader goes into the middle only to a brigade that is there")


@rule("tactical/38")
def _check_column_held(position: Position, army: str, unit: Unit, column: str) -> None:
    held = not unit.brigade or len(in_column(position, army, column)) > 1
    require(held, "tactical/38", f"it is the last brigade of the {column} column")


def moves_of(position: Position, army: str, id: str) -> Iterator[str]:
    """The boxes to which a unit may move."""
    battle = battle_of(position)
    start = battle.boxes[id]
    if start == RESERVE:
        near = (*battle.lines, RETREAT)
    elif start in battle.lines:
        near = (MIDDLES[start], *battle.lines, RESERVE)
    else:
        near = (column_of(start),)
    for to in near:
        try:
            check_move(position, army, id, to)
        except Refused:
            continue
        yield to


@rule("tactical/36")
def move(play: Play, army: str, id: str, to: str) -> None:
    """Carry out a move. Leaders whose last brigade leaves the middle go back to the line with it."""
    position = play.position
    start = battle_of(position).boxes[id]
    leaders: tuple[str, ...] = ()
    if start in MIDDLES.values() and position.units[id].brigade:
        left = [each for each in in_box(position, army, start) if each != id]
        if not brigades(position, tuple(left)):
            leaders = tuple(left)
    play.emit(UnitMovedInBattle(army, id, start, to, leaders))


@eagle.evolves(UnitMovedInBattle)
def _moved(position: Position, event: UnitMovedInBattle) -> None:
    put(position, {event.unit: event.to, **dict.fromkeys(event.leaders, column_of(event.start))})
    note_action(position, event.unit)


def note_action(position: Position, id: str) -> None:
    """Note that a unit has taken an action in the turn; for evolvers."""
    battle = battle_of(position)
    position.battle = battle.with_(acted={**battle.acted, id: battle.acted.get(id, 0) + 1})
