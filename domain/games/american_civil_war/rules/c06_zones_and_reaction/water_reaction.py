"""Reaction along the water (6.4.2): RSP, RF and ironclads that answer a move, with a unit on board or not."""

from collections.abc import Iterator
from random import Random

from ironclad.domain.games.american_civil_war.position.in_progress import Contingent, Reaction, Tried
from ironclad.domain.games.american_civil_war.position.state import ENEMY, Position, occupied
from ironclad.domain.games.american_civil_war.position.units import CAVALRY, Group, merged, pick, strength
from ironclad.domain.games.american_civil_war.registry import Play, acw, changed, close
from ironclad.domain.games.american_civil_war.rules.c05_movement.arriving import arrive
from ironclad.domain.games.american_civil_war.rules.c05_movement.crossings import LANDING
from ironclad.domain.games.american_civil_war.rules.c05_movement.entering import (
    is_closed,
    require_not_bound,
    staying_in_state,
)
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.reacting import (
    REACTED,
    require_mover_alone,
    untried,
    untried_leaders,
)
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.reaction_events import (
    roll_to_react,
    the_reaction,
)
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.standing_orders import ASK
from ironclad.domain.games.american_civil_war.rules.c09_battle.modifiers import Modifier
from ironclad.domain.games.american_civil_war.rules.c12_entrenchments.works import forget_origins
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval import (
    BANKS,
    BUILDING,
    FERRYING,
    IRONCLAD,
    combat_sides,
    dangers,
    moved_to,
    route_to,
    routes,
    usable_sides,
)
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval_contact import come_to_rest, meet_enemy
from ironclad.domain.kernel.engine.citations import Refused, require, rule
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.records import Due

REACTING_KINDS = (*FERRYING, IRONCLAD)
FARTHEST = 4  # hexsides (6.4.2)


class AttemptVesselReaction(
    Command,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="type",
    tag="attempt_vessel_reaction",
):
    """Roll for a vessel to react. An RSP or RF may have one ASP or MSP of a hex beside it on board.

    hex: where the unit embarks, "" for no cargo; units: its first ASP if left out; leaders: who go along.
    """

    vessel: str
    hex: str = ""
    units: tuple[Group, ...] | None = None
    leaders: tuple[str, ...] = ()


class ReactByWater(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="react_by_water"
):
    """Move the vessel whose attempt succeeded up to four hexsides, and land its cargo in the hex `land`."""

    hexside: str
    land: str = ""


class StayMoored(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="stay_moored"
):
    """The vessel whose attempt succeeded stays where it is after all, its cargo ashore."""


class VesselReactionAttempted(Event, frozen=True, tag_field="type", tag="vessel_reaction_attempted"):
    """A vessel rolled to react: 5 or more with the rating of one leader on board (6.4, 6.4.2)."""

    side: str
    vessel: str
    hexside: str
    hex: str
    units: tuple[Group, ...]
    leaders: tuple[str, ...]
    die: int
    modifiers: tuple[Modifier, ...]
    total: int
    success: bool
    rule: str = "6.4.2/1"


class VesselReacted(Event, frozen=True, tag_field="type", tag="vessel_reacted"):
    """A vessel reacted along a path of hexsides (6.4.2), its cargo landing in the hex `to`, "" for none.

    meets: what it met at the last hexside; attacks: its cargo is now in the mover's hex.
    """

    side: str
    vessel: str
    from_place: str
    path: tuple[str, ...]
    meets: str
    from_hex: str
    to: str
    units: tuple[Group, ...]
    leaders: tuple[str, ...]
    attacks: bool
    rule: str = "6.4.2/1"


class VesselStayed(Event, frozen=True, tag_field="type", tag="vessel_stayed"):
    """A vessel whose attempt succeeded stayed where it was."""

    side: str
    vessel: str


@rule("6.4.2/1", "6.4.2/4", "13.4.2/3", "13.6/16")
def vessel_reactors(position: Position, record: Reaction) -> list[str]:
    """The vessels to be asked: riverines and ironclads that have not tried, once a friendly zone was left."""
    if not record.eligible or position.standing.get(record.seat, ASK) != ASK:
        return []
    return sorted(
        name
        for name, vessel in position.vessels.items()
        if vessel.side == record.seat
        and vessel.kind in REACTING_KINDS
        and vessel.at
        and vessel.state != BUILDING
        and vessel.activity not in ("ferry", "fought")
        and name not in record.tried_vessels
    )


@acw.check(AttemptVesselReaction, "reaction")
def _check_attempt(position: Position, due: Due, command: AttemptVesselReaction) -> None:
    _cargo(position, command)


@rule("6.4.2/1", "6.4.2/2", "6.4.2/4", "13.0/5")
def _cargo(position: Position, command: AttemptVesselReaction) -> Tried | None:
    """What a vessel that tries to react has on board, or None; or refuse."""
    record = the_reaction(position)
    vessel = position.vessels.get(command.vessel)
    if vessel is not None and vessel.side == record.seat:
        require(vessel.kind in REACTING_KINDS, "6.4.2/4", "NSP and NTP never react")
    able = command.vessel in vessel_reactors(position, record)
    require(able, "6.4.2/1", f"{command.vessel} cannot try to react now")
    assert vessel is not None
    if not command.hex:
        require(not command.units and not command.leaders, "6.4.2/2", "name the hex where the cargo embarks")
        return None
    require(vessel.kind in FERRYING, "13.0/5", "ironclads carry nothing")
    require(command.hex in BANKS[vessel.at], "6.4.2/2", f"{command.vessel} is not beside {command.hex}")
    able_units = tuple(g for g in untried(position, record, command.hex) if g.kind != CAVALRY)
    require(able_units, "6.4.2/2", f"no ASP or MSP in {command.hex} may react by water")
    units = (
        (able_units[0].with_(count=1),)
        if command.units is None
        else pick(able_units, command.units, "6.4.2/2")
    )
    require(strength(units) == 1, "6.4.2/2", "a vessel carries one ASP or MSP")
    for letter in command.leaders:
        there = letter in untried_leaders(position, record, command.hex)
        require(there, "6.4/8", f"leader {letter} is not in {command.hex} or has had his attempt")
    return Tried(command.hex, units, tuple(sorted(set(command.leaders))))


@acw.carry_out(AttemptVesselReaction)
@rule("6.4.2/1", "6.4/3")
def _attempt(play: Play, due: Due, command: AttemptVesselReaction) -> None:
    position = play.position
    cargo = _cargo(position, command)
    close(play)
    units, leaders = (cargo.units, cargo.leaders) if cargo else ((), ())
    roll = roll_to_react(play, f"reaction of {command.vessel}", "6.4.2/1", leaders)
    at = position.vessels[command.vessel].at
    play.emit(VesselReactionAttempted(due.seat, command.vessel, at, command.hex, units, leaders, *roll))


@rule("6.4.2/1", "6.4.2/3", "13.1.2/3", "13.4.1/2")
def vessel_goals(position: Position, record: Reaction) -> dict[str, tuple[str, ...]]:
    """The hexsides that the vessel may react to, each with the path: four at most, past no enemy.

    A vessel alone may run into the enemy, one with a cargo may not.
    """
    vessel = position.vessels[record.sailing]
    usable = usable_sides(position, vessel.kind)
    if record.cargo is not None:
        usable -= combat_sides(position, record.seat)
    found = routes((vessel.at,), False, usable, frozenset(dangers(position, record.seat)))
    paths = {key: route_to(found, key) for key in found if key != vessel.at}
    return {key: path for key, path in paths.items() if len(path) <= FARTHEST}


@rule("6.4.2/2", "6.4/7", "4.3/5", "15.5.2/7")
def landings(position: Position, record: Reaction, key: str) -> Iterator[str]:
    """The hexes beside a hexside where the vessel's cargo may land."""
    for to in BANKS[key]:
        try:
            require_reaction_landing(position, record, to)
        except Refused:
            continue
        yield to


def require_reaction_landing(position: Position, record: Reaction, to: str) -> None:
    """Refuse a hex where the cargo of a reacting vessel may not land."""
    cargo = record.cargo
    assert cargo is not None
    require(to != cargo.hex, "6.4.2/2", "the unit is in that hex already")
    require(not is_closed(position, to), "15.5.2/7", "no reaction enters neutral Kentucky")
    _, barred = staying_in_state(cargo.units, cargo.hex, to)
    require(not barred, "4.3/5", "militia may not leave their state")
    require_not_bound(cargo.units, to)
    if occupied(position, ENEMY[record.seat], to):
        require_mover_alone(position, record, cargo.units, to)


@acw.check(ReactByWater, "vessel_reaction_move")
@rule("6.4.2/1", "6.4.2/2", "6.4.2/3")
def _check_react_by_water(position: Position, due: Due, command: ReactByWater) -> None:
    record = the_reaction(position)
    goals = vessel_goals(position, record)
    own = record.cargo is not None and command.hexside == position.vessels[record.sailing].at
    require(
        command.hexside in goals or own,
        "6.4.2/3",
        f"{record.sailing} cannot come to {command.hexside} by four hexsides",
    )
    if record.cargo is None:
        require(not command.land, "6.4.2/2", "the vessel has no cargo to land")
        return
    beside = command.land in BANKS[command.hexside]
    require(beside, "6.4.2/2", f"{command.land} is not beside {command.hexside}")
    require_reaction_landing(position, record, command.land)


@acw.carry_out(ReactByWater)
@rule("6.4.2/1", "6.4.2/2", "6.4/6")
def _react_by_water(play: Play, due: Due, command: ReactByWater) -> None:
    position = play.position
    record = the_reaction(position)
    name, cargo = record.sailing, record.cargo
    at = position.vessels[name].at
    path = vessel_goals(position, record).get(command.hexside, ())
    meets = dangers(position, due.seat).get(command.hexside, "") if path else ""
    close(play)
    here, units, leaders = (cargo.hex, cargo.units, cargo.leaders) if cargo else ("", (), ())
    attacks = bool(cargo) and occupied(position, ENEMY[due.seat], command.land)
    play.emit(VesselReacted(due.seat, name, at, path, meets, here, command.land, units, leaders, attacks))
    if cargo is not None:
        arrive(play, due.seat, units, here, command.land)
    if meets:
        meet_enemy(play, command.hexside, due.seat, False, path[-2] if len(path) > 1 else at)
    else:
        come_to_rest(play, (name,), command.hexside)


@acw.check(StayMoored, "vessel_reaction_move")
def _check_stay_moored(position: Position, due: Due, command: StayMoored) -> None:
    """A vessel may always stay."""


@acw.carry_out(StayMoored)
def _stay_moored(play: Play, due: Due, command: StayMoored) -> None:
    close(play)
    play.emit(VesselStayed(due.seat, the_reaction(play.position).sailing))


@acw.evolves(VesselReactionAttempted)
def _vessel_reaction_attempted(position: Position, event: VesselReactionAttempted) -> None:
    record = the_reaction(position)
    cargo = Tried(event.hex, event.units, event.leaders) if event.hex else None
    if event.success:
        position.reaction = changed(record, sailing=event.vessel, cargo=cargo)
        return
    tried = (*record.tried, cargo) if cargo else record.tried
    position.reaction = changed(record, tried=tried, tried_vessels=(*record.tried_vessels, event.vessel))


@acw.evolves(VesselReacted)
def _vessel_reacted(position: Position, event: VesselReacted) -> None:
    record = the_reaction(position)
    if event.path:
        vessel = position.vessels[event.vessel]
        position.vessels[event.vessel] = moved_to(vessel, event.path[-1])
    tried, arrivals = record.tried, record.arrivals
    if event.units:
        origin = event.from_hex if event.attacks else ""
        units = merged(group.with_(activity=REACTED, origin=origin) for group in event.units)
        position.remove(event.side, event.from_hex, event.units)
        position.add(event.side, event.to, units)
        if event.from_hex != record.entered:
            forget_origins(position, event.from_hex)
        for letter in event.leaders:
            position.leaders[letter] = position.leaders[letter].with_(hex=event.to)
        tried = (*tried, Tried(event.to, units, event.leaders))
        if event.attacks:
            arrivals = (*arrivals, Contingent(event.from_hex, units, event.leaders, LANDING))
    position.reaction = changed(
        record, sailing="", cargo=None, tried=tried, arrivals=arrivals,
        tried_vessels=(*record.tried_vessels, event.vessel),
    )  # fmt: skip


@acw.evolves(VesselStayed)
def _vessel_stayed(position: Position, event: VesselStayed) -> None:
    record = the_reaction(position)
    tried = (*record.tried, record.cargo) if record.cargo else record.tried
    position.reaction = changed(
        record, sailing="", cargo=None, tried=tried, tried_vessels=(*record.tried_vessels, event.vessel)
    )


def vessel_attempts(position: Position, record: Reaction) -> Iterator[AttemptVesselReaction]:
    """Each vessel that may try, alone and with a unit of each hex beside it."""
    for name in vessel_reactors(position, record):
        yield AttemptVesselReaction(vessel=name)
        vessel = position.vessels[name]
        if vessel.kind in FERRYING:
            for here in BANKS[vessel.at]:
                if any(group.kind != CAVALRY for group in untried(position, record, here)):
                    yield AttemptVesselReaction(vessel=name, hex=here)


@acw.offer("vessel_reaction_move")
def _offer_vessel_moves(position: Position, due: Due) -> Iterator[Command]:
    """Each hexside in reach, with each hex where the cargo may land; or staying."""
    record = the_reaction(position)
    goals = list(vessel_goals(position, record))
    if record.cargo is None:
        for key in goals:
            yield ReactByWater(hexside=key)
    else:
        for key in (position.vessels[record.sailing].at, *goals):
            for to in landings(position, record, key):
                yield ReactByWater(hexside=key, land=to)
    yield StayMoored()


@acw.sample("vessel_reaction_move")
def _sample_vessel_move(position: Position, due: Due, random: Random) -> Command:
    """Against the mover where a cargo can land there, else anywhere."""
    record = the_reaction(position)
    choices = list(_offer_vessel_moves(position, due))
    against = [c for c in choices if isinstance(c, ReactByWater) and c.land == record.entered]
    return random.choice(against if against and random.random() < 0.6 else choices)


COMMANDS = (AttemptVesselReaction, ReactByWater, StayMoored)
EVENTS = (VesselReactionAttempted, VesselReacted, VesselStayed)
