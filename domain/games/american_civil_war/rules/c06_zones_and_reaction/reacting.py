"""Who may react to a step, and where to (6.4, 11.7/6): questions only; reaction.py asks and carries out."""

from collections.abc import Iterable, Iterator

from ironclad.domain.games.american_civil_war.board.map import GRID, load_map
from ironclad.domain.games.american_civil_war.position.in_progress import Reaction
from ironclad.domain.games.american_civil_war.position.state import ENEMY, Position, occupied
from ironclad.domain.games.american_civil_war.position.units import ASP, FIELD, FORT, Group, strength
from ironclad.domain.games.american_civil_war.rules.c05_movement.entering import (
    is_closed,
    require_adjacent,
    require_no_mediation,
    require_not_bound,
    require_passage,
    require_supply,
    staying_in_state,
)
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.zones import (
    exerts_primary,
    exerts_secondary,
)
from ironclad.domain.games.american_civil_war.rules.c12_entrenchments.works import works_with_room
from ironclad.domain.games.american_civil_war.rules.c13_naval.interdiction import way_over
from ironclad.domain.kernel.engine.citations import Refused, require, rule

_MAP = load_map()
REACTED = "reacted"  # activity of units that have reacted in the enemy's impulse: they began it elsewhere


def lessened(groups: Iterable[Group], taken: Iterable[Group]) -> tuple[Group, ...]:
    """`groups` with as many as are there of `taken` removed."""
    gone: dict[tuple[object, ...], int] = {}
    for group in taken:
        gone[group.alike()] = gone.get(group.alike(), 0) + group.count
    return tuple(
        group.with_(count=rest) for group in groups if (rest := group.count - gone.get(group.alike(), 0)) > 0
    )


@rule("6.4/8", "6.4/16", "6.4/20", "11.7/2", "12.2/1")
def untried(position: Position, record: Reaction, hex_id: str) -> tuple[Group, ...]:
    """Units of the reacting side in the field in a hex that have not had their attempt at this exit."""
    had = [group for tried in record.tried if tried.hex == hex_id for group in tried.units]
    open_ones = (group for group in position.groups(record.seat, hex_id) if group.station == FIELD)
    return lessened(open_ones, had) if had else tuple(open_ones)


def untried_leaders(position: Position, record: Reaction, hex_id: str) -> tuple[str, ...]:
    """Leaders in a hex that have not taken part in an attempt at this exit."""
    had = {letter for tried in record.tried for letter in tried.leaders}
    return tuple(letter for letter in position.leaders_at(record.seat, hex_id) if letter not in had)


@rule("6.4/1", "6.4/20")
def can_start(position: Position, record: Reaction, hex_id: str, units: tuple[Group, ...]) -> bool:
    """Whether units of a hex exert the zone into the exited hex that a reaction starts from."""
    if hex_id not in record.eligible:
        return False
    near = GRID.distance(hex_id, record.exited) <= 1
    return exerts_primary(position, units) if near else exerts_secondary(position, units)


@rule("11.7/6", "11.3/1")
def works_room(position: Position, record: Reaction, hex_id: str) -> dict[str, int]:
    """The works of its own that a field force attacked in this hex may react into, and their room in SP."""
    if hex_id != record.entered or not record.works:
        return {}
    return works_with_room(position, record.seat, hex_id)


@rule("11.7/1", "6.4/13", "12.2/3")
def works_on_entering(position: Position, record: Reaction, to: str) -> dict[str, int]:
    """The works that reactors may be in at once when they enter another hex: none where they must fight."""
    return {} if occupied(position, ENEMY[record.seat], to) else works_with_room(position, record.seat, to)


def has_works(position: Position, side: str, hex_id: str) -> bool:
    """Whether a side has a fort or an entrenchment in a hex and units in the field beside it."""
    fort = position.forts.get(hex_id)
    own = (fort is not None and fort.side == side) or position.entrenchments.get(hex_id) == side
    return own and any(group.station == FIELD for group in position.groups(side, hex_id))


@rule("6.4/4", "6.4/5", "6.4/7", "6.4/12", "6.4/13", "5.3.6/4", "15.5.2/7")
def target_units(
    position: Position,
    record: Reaction,
    hex_id: str,
    units: tuple[Group, ...],
    leaders: tuple[str, ...],
    to: str,
) -> tuple[Group, ...]:
    """Those of the reacting units that enter `to`: militia stay in their state. Refuses if none may."""
    require_adjacent(hex_id, to)
    from_loop = all(group.activity != REACTED for group in units)
    require_passage(hex_id, to, way_over(position, record.seat, hex_id, to, from_loop))
    require(not is_closed(position, to), "15.5.2/7", "no reaction enters neutral Kentucky")
    going, _ = staying_in_state(units, hex_id, to)
    require(going, "4.3/5", "militia may not leave their state")
    require_not_bound(going, to)
    if occupied(position, ENEMY[record.seat], to):
        require_mover_alone(position, record, going, to)
    require_supply(position, record.seat, going, leaders, to, hex_id)
    return going


@rule("6.4/7", "9.2/4", "11.2/8")
def require_mover_alone(position: Position, record: Reaction, going: tuple[Group, ...], to: str) -> None:
    """Of the enemy's hexes only the mover's may be entered, if none but the mover holds it for the enemy."""
    mover, enemy = position.moving, ENEMY[record.seat]
    assert mover is not None
    others = lessened(position.groups(enemy, to), mover.units)
    fort = position.forts.get(to)
    # A fort being completed is part of what the reaction answers, but only those outside it are attacked.
    flipped = position.placing is not None and any(g.station != FORT for g in position.groups(enemy, to))
    alone = to == mover.hex and not others and (fort is None or fort.side != enemy or flipped)
    require(alone, "6.4/7", f"{to} holds enemies that did not cause this reaction")
    require(strength(going, ASP), "9.2/4", "militia and cavalry alone do not enter an enemy's hex")
    if not any(group.station == FIELD for group in position.groups(record.seat, to)):
        require_no_mediation(position, record.seat, to)


def targets(position: Position, record: Reaction, hex_id: str, units: tuple[Group, ...]) -> Iterator[str]:
    """The hexes that units which may react could enter, in the map's order."""
    leaders = untried_leaders(position, record, hex_id)
    for to in _MAP.neighbours[hex_id]:
        try:
            target_units(position, record, hex_id, units, leaders, to)
        except Refused:
            continue
        yield to
