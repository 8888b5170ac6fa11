"""Where a beaten army may retreat to, and which of its units cannot follow (battle-effects/1 to /8)."""

from ironclad.domain.games.eagle_variant.board.map_files import INDIAN_TERRITORY, SIDES
from ironclad.domain.games.eagle_variant.position.battles import Battle
from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.games.eagle_variant.rules.c01_sides_and_board.control import occupied_by, units_in
from ironclad.domain.games.eagle_variant.rules.c03_movement.entering import closed
from ironclad.domain.games.eagle_variant.rules.c05_battles.forces import army_of, of_army
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.records import Option

OPTIONS = {
    "attackers_return_to_own_spaces": Option(
        "battle-effects/3",
        "Each unit of a beaten attacker goes back to the space that it came from itself.",
        ("no", "yes"),
    ),
    "retreat_to_vacant_spaces_only": Option(
        "battle-effects/5", "No unit at all may be in a space that is retreated to.", ("no", "yes")
    ),
}


@rule("conscription/9", "csa-declares-emancipation/11")
def ways_back(position: Position, army: str) -> tuple[str, ...]:
    """The spaces that an army of the battle under way may retreat to, in the order of the map.

    `army` is a side or the nation of a special force. Empty: its units are eliminated (battle-effects/7).
    Landed attackers never retreat: where nobody of the army came by land there is no way back for it.
    """
    battle = position.battle
    if battle is None:
        raise ValueError("no battle is under way")
    if army not in SIDES:
        return ()  # special forces of no side do not leave their space (tactical/43)
    near = attacker_ways(position, battle) if army == battle.attacker else defender_ways(position, battle)
    ids = of_army(position, battle.space, army)
    return tuple(space for space in near if any(_may_follow(position, id, space) for id in ids))


@rule("battle-effects/3", "amphibious-movement/11")
def attacker_ways(position: Position, battle: Battle) -> tuple[str, ...]:
    """The spaces that the attacker's units came from by land, as far as a retreat may end there.

    An attacker whose units all were in the space before the movement goes to any space beside it.
    """
    if not battle.origins and not battle.ports:
        return beside(position, battle.space, battle.attacker, set())
    ways = (space for space in position.board.spaces if space in battle.origins)
    return tuple(space for space in ways if may_retreat_to(position, space, battle.attacker))


@rule("battle-effects/4")
def defender_ways(position: Position, battle: Battle) -> tuple[str, ...]:
    """The spaces beside the battle that no attacking unit came from, by land or by water."""
    barred = {*battle.origins, *battle.ports}
    return beside(position, battle.space, battle.defender, barred)


def beside(position: Position, space: str, side: str, barred: set[str]) -> tuple[str, ...]:
    """The spaces beside one, in the order of the map, to which units of a side may retreat."""
    near = set(position.board.neighbours[space]) - barred
    return tuple(
        each for each in position.board.spaces if each in near and may_retreat_to(position, each, side)
    )


@rule("battle-effects/5", "battle-effects/6")
def may_retreat_to(position: Position, space: str, side: str) -> bool:
    """Whether a side's retreat may end in a space, as far as the space alone decides it.

    No retreat causes a battle: a space that is still to be fought for is shut too.
    """
    if closed(position, space) or space in position.pending:
        return False
    present = units_in(position, space)
    if present and position.plays("retreat_to_vacant_spaces_only"):
        return False
    if any(position.units[id].side != side for id in present):
        return False
    wild = space == INDIAN_TERRITORY or position.board.spaces[space].state in position.seceded
    return not wild or occupied_by(position, space, side)


@rule("battle-effects/1", "battle-effects/2", "battle-effects/7", "amphibious-movement/11")
def retreat_of(position: Position, army: str, to: str) -> dict[str, str]:
    """Where each unit of a beaten army goes that names `to`; "" for a unit that is eliminated.

    `to` is one of `ways_back`, or "" where there is none. Landed attackers and revolutionaries who would
    leave Mexico are eliminated. By the other reading of battle-effects/3 an attacker's unit goes to the
    space that it came from, if a retreat may end there, else to `to`.
    """
    battle = position.battle
    if battle is None:
        raise ValueError("no battle is under way")
    ways = ways_back(position, army)
    found = {}
    for id in of_army(position, battle.space, army):
        goal = to if to in ways else ""
        own = position.units[id].came_from
        if _goes_alone(position, army, battle) and own in ways:
            goal = own
        found[id] = goal if goal and _may_follow(position, id, goal) else ""
    return found


def _goes_alone(position: Position, army: str, battle: Battle) -> bool:
    return army == battle.attacker and position.plays("attackers_return_to_own_spaces")


@rule("amphibious-movement/11", "war-with-europe/17")
def _may_follow(position: Position, id: str, space: str) -> bool:
    """Whether a unit of a beaten army can go where the others go.

    Only an attack from the water has no way back: a unit that landed among friends in its movement and is
    attacked by rioters in the same month retreats like others.
    """
    unit, battle = position.units[id], position.battle
    if unit.landed and battle is not None and army_of(unit) == battle.attacker:
        return False
    return unit.nation != "revolutionaries" or position.board.spaces[space].side == "mexico"


@rule("rivers/5")
def crosses_river(position: Position, start: str, to: str) -> bool:
    """Whether a retreat from one space to another crosses a major river; never without the rule of rivers."""
    return (start, to) in position.board.crossed
