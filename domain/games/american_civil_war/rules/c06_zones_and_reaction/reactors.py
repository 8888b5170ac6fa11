"""Who is asked to react to a step (6.4): forces, trains and vessels that may, could and want to."""

from collections.abc import Iterator

from ironclad.domain.games.american_civil_war.position.in_progress import Reaction
from ironclad.domain.games.american_civil_war.position.state import Position
from ironclad.domain.games.american_civil_war.position.units import ASP, Group
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.rail_reaction import (
    can_ride,
    rail_reactors,
)
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.reacting import (
    can_start,
    has_works,
    targets,
    untried,
    works_room,
)
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.standing_orders import (
    ASK,
    INTO_WORKS,
    standing_order,
)
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.water_reaction import (
    vessel_reactors,
)
from ironclad.domain.kernel.engine.citations import rule


def reactors(position: Position, record: Reaction) -> Iterator[str]:
    """The hexes whose forces are to be asked: they may try, could do something and want to be asked."""
    own_works = (record.entered,) if record.works else ()
    for hex_id in sorted({*record.eligible, *own_works, *record.rail}):
        if standing_order(position, record.seat, hex_id) != ASK:
            continue
        units = untried(position, record, hex_id)
        if not units:
            continue
        if (
            works_room(position, record, hex_id)
            or can_ride(position, record, hex_id, units)
            or (
                can_start(position, record, hex_id, units)
                and next(targets(position, record, hex_id, units), None) is not None
            )
        ):
            yield hex_id


@rule("11.7/6")
def into_works_at_once(position: Position, record: Reaction) -> tuple[str, tuple[Group, ...]] | None:
    """The works and the units that try for them under a standing order, or None."""
    if standing_order(position, record.seat, record.entered) != INTO_WORKS:
        return None
    units = untried(position, record, record.entered)
    for works, free in works_room(position, record, record.entered).items():
        if units:
            return works, _first_points(units, free)
    return None


def _first_points(units: tuple[Group, ...], count: int) -> tuple[Group, ...]:
    """As many strength points as there is room for, infantry first."""
    chosen = []
    for group in sorted(units, key=lambda group: (group.kind != ASP, group)):
        if count:
            chosen.append(group.with_(count=min(count, group.count)))
            count -= chosen[-1].count
    return tuple(sorted(chosen))


def possible(
    position: Position, seat: str, exited: str, entered: str, sources: tuple[str, ...]
) -> Reaction | None:
    """The reactions that a step may cause, `sources` being forces with a zone into the exited hex.

    None if nobody could do anything or wants to: then nobody is asked.
    """
    works = has_works(position, seat, entered)
    if not sources and not works:
        return None
    trains = rail_reactors(position, seat, entered, sources)
    record = Reaction(seat, exited, entered, sources, works, rail=trains)
    return record if anyone(position, record) else None


def anyone(position: Position, record: Reaction) -> bool:
    """Whether anybody, ashore or afloat, could react and wants to be asked or has orders to."""
    return (
        next(reactors(position, record), None) is not None
        or into_works_at_once(position, record) is not None
        or (bool(position.vessels) and bool(vessel_reactors(position, record)))
    )
