"""Whether a force may enter the next hex, and at what cost (5.0, 5.2.4, 5.3, 4.3/5, 9.2/4, 15.5)."""

from collections.abc import Iterable

import msgspec

from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.position.in_progress import Moving
from ironclad.domain.games.american_civil_war.position.state import (
    CONFEDERATE,
    ENEMY,
    UNION,
    Position,
    occupied,
)
from ironclad.domain.games.american_civil_war.position.units import ASP, CAVALRY, FORT, MSP, Group, merged
from ironclad.domain.games.american_civil_war.rules.c03_sequence.control import controller
from ironclad.domain.games.american_civil_war.rules.c05_movement import costs
from ironclad.domain.games.american_civil_war.rules.c05_movement.crossings import BARRED, INTERDICTED
from ironclad.domain.games.american_civil_war.rules.c05_movement.supply_entry import could_be_supplied
from ironclad.domain.games.american_civil_war.rules.c09_battle.modifiers import Modifier, total
from ironclad.domain.games.american_civil_war.rules.c13_naval.interdiction import way_over
from ironclad.domain.kernel.engine.citations import Refused, require, rule

_MAP = load_map()
_BARRED_RULES = {
    "navigable": "TEC/10",
    "lake": "TEC/10",
    "tidal": "TEC/11",
    "bay": "TEC/11",
    "seasonal": "13.3.2/1",
}


class Entry(msgspec.Struct, frozen=True):
    """A legal step of a force into an adjacent hex.

    units: those that enter; left: militia that stay behind (4.3/8); crossed: see crossings.py; charges: every
    part of the cost with its clause; cost: their sum; massed: 5.2.4; occupied: enemies are there.
    """

    from_hex: str
    to: str
    units: tuple[Group, ...]
    left: tuple[Group, ...]
    crossed: str
    charges: tuple[Modifier, ...]
    cost: int
    massed: bool
    occupied: bool
    violates_kentucky: bool


def entry(position: Position, force: Moving, to: str, violate_kentucky: bool = False) -> Entry:
    """The step of a force into the hex `to`. Raises Refused under the clause that bars it."""
    here, side = force.hex, force.seat
    require_adjacent(here, to)
    require(not force.halted, "5.2/5", "this force has ended its move")
    from_loop = here == force.start and not force.joined
    crossed = way_over(position, side, here, to, from_loop)
    require_passage(here, to, crossed)
    violates = is_closed(position, to)
    require(not violates or violate_kentucky, "15.5/1", "Kentucky is neutral; entering it must be declared")
    units, left = staying_in_state(force.units, here, to)
    require(units, "4.3/5", "militia may not leave their state")
    require_not_bound(units, to)
    enemy_there = occupied(position, ENEMY[side], to)
    if enemy_there:
        require_attackers(position, side, units, to)
    massed = costs.is_massed(position, units, force.leaders)
    charges = _charges(position, force, to, crossed, massed)
    cost = total(charges)
    _require_points(position, force, to, charges, massed)
    require_supply(position, side, units, force.leaders, to, here)
    return Entry(here, to, units, left, crossed, charges, cost, massed, enemy_there, violates)


def _charges(position: Position, force: Moving, to: str, crossed: str, massed: bool) -> tuple[Modifier, ...]:
    allowed = force.allowance + (0 if massed else force.bonus)
    charges = [costs.terrain_charge(position, force.hex, to)]
    if (side_charge := costs.crossing_charge(crossed, allowed)) is not None:
        charges.append(side_charge)
    charges += costs.zone_charges(position, force.seat, force.hex, to)
    if massed:
        charges.append(costs.massed_charge())
    return tuple(charges)


@rule("5.0/2", "5.0/3", "5.2.3/2", "5.2.3/3", "5.2.4/3")
def _require_points(
    position: Position, force: Moving, to: str, charges: tuple[Modifier, ...], massed: bool
) -> None:
    """Every cost of an entry must be paid in full, by the force and by each unit that it has picked up.

    A massed force has no leader's bonus; picked-up units have only the movement points of their own.
    """
    spent = force.spent + total(charges)
    limit = force.allowance + force.bonus
    if spent > limit:
        raise Refused("5.0/2" if force.spent else "5.0/3", _price(force, to, charges, limit))
    if massed and spent > force.allowance:
        says = _price(force, to, charges, force.allowance)
        raise Refused("5.2.4/3", f"massed, without the leader: {says}")
    if force.joined and spent > (own := costs.allowance(position, force.joined)):
        says = _price(force, to, charges, own)
        raise Refused("5.2.3/3", f"units picked up have no more of their own: {says}")


def _price(force: Moving, to: str, charges: tuple[Modifier, ...], limit: int) -> str:
    """What an entry costs, part by part, against what a force has left."""
    parts = ", ".join(f"{charge.name} {charge.amount}" for charge in charges)
    spent = f"{force.spent} of {limit} movement points are spent"
    return f"entering {to} costs {total(charges)} ({parts}) and {spent}"


@rule("2.1/1", "2.1/2")
def require_adjacent(here: str, to: str) -> None:
    """Only numbered hexes are played on, and units go from hex to adjacent hex."""
    require(to in _MAP.hexes, "2.1/1", f"there is no playable hex {to}")
    require(to in _MAP.neighbours[here], "2.1/2", f"{here} and {to} are not adjacent")


@rule("TEC/10", "TEC/11", "13.3.2/1", "13.5/1")
def require_passage(here: str, to: str, crossed: str) -> None:
    """Wide water stops ground units but for bridge, ferry or river loop; enemy vessels leave only bridges."""
    require(crossed != INTERDICTED, "13.5/1", f"enemy vessels bar the crossing between {here} and {to}")
    if crossed == BARRED:
        side = _MAP.sides[here, to]
        raise Refused(
            _BARRED_RULES[side.kind], f"the {side.name} between {here} and {to} has no bridge or ferry"
        )


@rule("15.5/1", "15.5.2/2")
def is_closed(position: Position, hex_id: str) -> bool:
    """Whether a hex belongs to a Kentucky that is still neutral."""
    return position.kentucky == "neutral" and hex_id in _MAP.kentucky


@rule("4.3/5", "4.3/8")
def staying_in_state(
    units: Iterable[Group], here: str, to: str
) -> tuple[tuple[Group, ...], tuple[Group, ...]]:
    """Units that enter `to`, and the militia among them that stay because it lies in another state."""
    if _MAP.state_of[here] == _MAP.state_of[to]:
        return tuple(units), ()
    going: list[Group] = []
    staying: list[Group] = []
    for group in units:
        (staying if group.kind == MSP else going).append(group)
    return tuple(going), tuple(staying)


@rule("3.1.3/3")
def require_not_bound(units: Iterable[Group], to: str) -> None:
    """In turn 1 the Confederate set-up units stay in Virginia, or in the Missouri area."""
    for group in units:
        if group.bound:
            require(to in bound_to(group), "3.1.3/3", f"these units may not leave {group.bound} in turn 1")


def bound_to(group: Group) -> frozenset[str]:
    """The hexes that units with a bound may not leave."""
    return _MAP.missouri_area if group.bound == "MO" else _MAP.hexes_of.get(group.bound, frozenset())


@rule("9.2/4", "16.0/4", "15.3/3")
def require_attackers(position: Position, side: str, units: Iterable[Group], to: str) -> None:
    """Entering an enemy's hex takes infantry, and leave of the mediators where a battle would follow."""
    kinds = {group.kind for group in units}
    if kinds == {CAVALRY}:
        require(False, "16.0/4", "cavalry enters an enemy's hex only with infantry")
    require(ASP in kinds, "9.2/4", "militia and cavalry alone do not enter an enemy's hex")
    if any(group.station != FORT for group in position.groups(ENEMY[side], to)):
        require_no_mediation(position, side, to)


@rule("15.3/3")
def require_no_mediation(position: Position, side: str, hex_id: str) -> None:
    """In the turn of a mediation the Union attacks no hex with a supply centre that the CS controls."""
    barred = under_mediation(position, side, hex_id)
    require(not barred, "15.3/3", "mediation bars Union attacks on Confederate supply centres this turn")


def under_mediation(position: Position, side: str, hex_id: str) -> bool:
    """Whether mediation keeps a side from attacking in a hex this turn."""
    return (
        side == UNION
        and position.turn == position.mediation_turn
        and _MAP.hexes[hex_id].supply_centre
        and controller(position, hex_id) == CONFEDERATE
    )


@rule("5.3.6/2", "5.3.6/3", "5.3.6/4", "8.5/1")
def require_supply(
    position: Position, side: str, units: Iterable[Group], leaders: Iterable[str], to: str, from_hex: str
) -> None:
    """A force enters only hexes where it could be supplied, unless a leader is with it."""
    require(
        any(True for _ in leaders) or could_be_supplied(position, side, units, to, from_hex),
        "5.3.6/2",
        f"a force in {to} could trace no supply",
    )


def together(*parts: Iterable[Group]) -> tuple[Group, ...]:
    """Groups of several parts counted together."""
    return merged(group for part in parts for group in part)
