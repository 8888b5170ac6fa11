"""Troops carried over water and put ashore (13.2, 13.4, 13.4.1): what every kind of transport shares.

`carry` takes units off their hex and puts them into the hex of landing as a force on the move that goes no
further; attacking.py then calls `land`, and after the reactions settles what it has met there.
"""

from typing import NamedTuple

import msgspec

from ironclad.domain.games.american_civil_war.board.charts import TURNS
from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.position.in_progress import Moving, Reaction
from ironclad.domain.games.american_civil_war.position.state import ENEMY, UNION, Position, occupied
from ironclad.domain.games.american_civil_war.position.units import (
    FIELD,
    FORT,
    MOVED,
    READY,
    Group,
    merged,
    pick,
)
from ironclad.domain.games.american_civil_war.registry import Play, acw, changed, close
from ironclad.domain.games.american_civil_war.rules.c03_sequence.control import rail_controller, take
from ironclad.domain.games.american_civil_war.rules.c05_movement.arriving import arrive
from ironclad.domain.games.american_civil_war.rules.c05_movement.crossings import SEA_LANDING
from ironclad.domain.games.american_civil_war.rules.c05_movement.entering import (
    is_closed,
    require_attackers,
    require_not_bound,
    staying_in_state,
)
from ironclad.domain.games.american_civil_war.rules.c05_movement.readiness import ready_leaders
from ironclad.domain.games.american_civil_war.rules.c05_movement.supply_entry import could_be_supplied
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction import reaction
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.zones import (
    exerting_into,
    in_primary,
    in_zone,
)
from ironclad.domain.games.american_civil_war.rules.c07_railroads.rail_hexes import whose_rails
from ironclad.domain.games.american_civil_war.rules.c07_railroads.rail_lines import is_rail_hex
from ironclad.domain.games.american_civil_war.rules.c12_entrenchments.works import (
    forget_origins,
    require_no_siege,
    settle_entrenchment,
)
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval import moved_to
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval_contact import come_to_rest
from ironclad.domain.games.american_civil_war.rules.c15_politics.kentucky import violate
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.engine.memo import remembered
from ironclad.domain.kernel.engine.records import Option

_MAP = load_map()
PRIMARY, ANY = "primary", "any"
FROM_SEA, FROM_RIVER = LANDING_CLAUSES = "13.2/6", "13.4/4"  # what lets the enemy react ashore


class Cargo(NamedTuple):
    """What a command would take on board in a hex; all that is ready there if it names nothing."""

    from_hex: str
    units: tuple[Group, ...] | None
    leaders: tuple[str, ...] | None
    railway: tuple[str, ...] = ()


class Load(msgspec.Struct, frozen=True):
    """What is carried: groups of strength points, leaders by letter, USMRR units by name, from one hex."""

    from_hex: str
    units: tuple[Group, ...] = ()
    leaders: tuple[str, ...] = ()
    railway: tuple[str, ...] = ()


class ForceCarried(Event, frozen=True, tag_field="type", tag="force_carried"):
    """Units were carried over water and put ashore; their move is over (13.2, 13.4).

    by: "sea", "riverine" or "river" (without vessels); vessels: those that carried them, now at `place`;
    points: what they took of `capacity`; crossing: see crossings.py; enters: "attack" or "siege" if enemies
    hold the hex; lands: the enemy zones that give reaction, "primary" or "any".
    """

    side: str
    by: str
    from_hex: str
    to: str
    units: tuple[Group, ...]
    leaders: tuple[str, ...]
    railway: tuple[str, ...]
    vessels: tuple[str, ...]
    place: str
    points: int
    capacity: int
    crossing: str
    enters: str
    lands: str
    rule: str


class LandingMade(Event, frozen=True, tag_field="type", tag="landing_made"):
    """A landed force is ashore. Enemies with a zone there may react to it as if it had left a hex there
    (13.2, 13.4): then reaction_began follows, under the same clause."""

    side: str
    hex: str
    rule: str


@remembered
def load_of(
    position: Position, seat: str, cargo: Cargo, nothing: str = "13.2/1", not_there: str = "13.2/5"
) -> Load:
    """What a command takes on board in a hex. Refuses what is not ready.

    nothing, not_there: the clauses of the kind of transport, for a load of nothing and for one not there.
    """
    from_hex, units, leaders, railway = cargo
    require(from_hex in _MAP.hexes, "2.1/1", f"there is no playable hex {from_hex}")
    ready = tuple(group for group in position.groups(seat, from_hex) if group.activity == READY)
    chosen: tuple[Group, ...] = ready if units is None and not railway else ()
    if units:
        chosen = pick(ready, units, not_there)
    require_no_siege(position, seat, from_hex, chosen)
    letters = ready_leaders(position, seat, from_hex, leaders if leaders is not None or chosen else ())
    for name in railway:
        unit = position.railway_units.get(name)
        here = seat == UNION and unit is not None and unit.hex == from_hex and not unit.spent
        require(here, not_there, f"no USMRR unit {name} is in {from_hex}, ready to embark")
    require(chosen or letters or railway, nothing, f"nothing in {from_hex} is ready to embark")
    return Load(from_hex, chosen, letters, tuple(sorted(set(railway))))


@rule("4.3/5", "7.7.1/1", "7.7.1/2", "9.2/4", "10.2/3", "10.2/4", "15.5/1")
def require_landing(position: Position, seat: str, load: Load, to: str, violate_kentucky: bool) -> None:
    """Refuse a hex where the units on board may not be put ashore."""
    enemy = ENEMY[seat]
    closed = is_closed(position, to)
    require(not closed or violate_kentucky, "15.5/1", "Kentucky is neutral; landing there must be declared")
    require(not closed or load.units, "15.5/1", "Kentucky is neutral; only a force may violate her")
    _, barred = staying_in_state(load.units, load.from_hex, to)
    require(not barred, "4.3/5", "militia may not leave their state")
    require_not_bound(load.units, to)
    enemies = occupied(position, enemy, to)
    if load.units and enemies:
        require_attackers(position, seat, load.units, to)
    if load.railway:
        require(is_rail_hex(position, to), "7.7.1/1", "USMRR units enter rail hexes only")
        held = load.units or rail_controller(position, to) == UNION
        require(load.units or not enemies, "7.7.1/2", f"the enemy is in {to}")
        require(held, "7.1/5", whose_rails(position, to))
        safe = not enemies and (to in position.forces[seat] or not in_zone(position, to, enemy))
        require(safe, "7.7.1/2", "USMRR units enter no enemy zone unless a Union force is there")
    if not load.units and load.leaders:
        require(not enemies, "10.2/3", f"the enemy is in {to}")
        free = not in_zone(position, to, enemy)
        require(free, "10.2/3", f"{to} is in an enemy zone of control, closed to a leader alone")
        require(could_be_supplied(position, seat, (), to), "10.2/3", f"{to} is a hex without supply")


@rule("13.2/5", "13.4/3", "13.4.1/3", "6.4/1", "15.5.2/3")
def carry(
    play: Play,
    seat: str,
    load: Load,
    to: str,
    *,
    by: str,
    vessels: tuple[str, ...],
    place: str,
    capacity: int,
    points: int,
    crossing: str,
    lands: str,
    clause: str,
    violate_kentucky: bool = False,
) -> None:
    """Take units from hex to hex; those whose zone they left react first, then those ashore (`land`)."""
    position, enemy = play.position, ENEMY[seat]
    violates = is_closed(position, to) and violate_kentucky
    enters = ""
    if load.units and occupied(position, enemy, to):
        outside = any(group.station != FORT for group in position.groups(enemy, to))
        enters = "attack" if outside else "siege"
    sources = exerting_into(position, load.from_hex, enemy) if load.units else ()
    play.emit(
        ForceCarried(
            seat, by, load.from_hex, to, load.units, load.leaders, load.railway, vessels, place,
            points, capacity, crossing, enters, lands if load.units else "", clause,
        )
    )  # fmt: skip
    settle_entrenchment(play, load.from_hex)
    arrive(play, seat, load.units, load.from_hex, to)
    if vessels:
        come_to_rest(play, vessels, place)
    if not load.units:
        return
    close(play)
    if violates:
        violate(play, seat, to)
        take(play, seat, to, load.units)
    answer = reaction.possible(position, enemy, load.from_hex, to, sources) if sources else None
    if answer is not None:
        record: Reaction = changed(answer, works=False)  # works are reacted into at the landing
        if reaction.anyone(position, record):
            play.emit(reaction.ReactionBegan(record))


@rule("13.2/6", "13.4/4", "13.4.1/3")
def land(play: Play, moving: Moving) -> None:
    """The force is ashore: forces with a zone into the hex may react, as if it had left a hex there.

    From the sea only a primary zone gives reaction, from a river any; then all who have a zone there may.
    """
    position, enemy = play.position, ENEMY[moving.seat]
    clause = FROM_SEA if moving.crossing == SEA_LANDING else FROM_RIVER
    threatened = in_primary(position, moving.hex, enemy) if moving.lands == PRIMARY else True
    sources = exerting_into(position, moving.hex, enemy) if threatened and moving.units else ()
    play.emit(LandingMade(moving.seat, moving.hex, clause))
    answer = reaction.possible(position, enemy, moving.hex, moving.hex, sources)
    if answer is not None:
        play.emit(reaction.ReactionBegan(answer, clause))


@acw.evolves(ForceCarried)
def _force_carried(position: Position, event: ForceCarried) -> None:
    for name in event.vessels:
        position.vessels[name] = moved_to(position.vessels[name], event.place)
    if event.by == "river" and event.points:
        position.river_moves[event.side] = position.river_moves.get(event.side, 0) + event.points
    for letter in event.leaders:
        position.leaders[letter] = position.leaders[letter].with_(hex=event.to, activity=MOVED)
    for name in event.railway:
        spent = TURNS[position.turn].movement_points
        position.railway_units[name] = position.railway_units[name].with_(hex=event.to, spent=spent)
    if not event.units:
        return
    origin = event.from_hex if event.enters else ""
    units = merged(group.with_(station=FIELD, activity=MOVED, origin=origin) for group in event.units)
    position.remove(event.side, event.from_hex, event.units)
    position.add(event.side, event.to, units)
    forget_origins(position, event.from_hex)
    position.moving = Moving(
        event.side, event.from_hex, event.to, units, event.leaders, came_from=event.from_hex,
        crossing=event.crossing, entered=event.enters, halted=True, lands=event.lands,
    )  # fmt: skip


@acw.evolves(LandingMade)
def _landing_made(position: Position, event: LandingMade) -> None:
    moving = position.moving
    assert moving is not None
    position.moving = changed(moving, lands="")


OPTIONS = {
    "landing_reaction_bonus": Option(
        "13.2/7", "What a reactor has who attacks a force landed from the sea.", ("plus_2", "none")
    ),
}
COMMANDS = ()
EVENTS = (ForceCarried, LandingMade)
