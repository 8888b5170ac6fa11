"""Where NSP end an impulse (13.1.1): in a sea zone with a Union port or an NTP, or they are lost."""

from ironclad.domain.games.american_civil_war.board.map import SEA_ZONE_LINKS
from ironclad.domain.games.american_civil_war.errata import holds
from ironclad.domain.games.american_civil_war.position.state import UNION, Position
from ironclad.domain.games.american_civil_war.position.units import READY
from ironclad.domain.games.american_civil_war.registry import Play, acw
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval import (
    NSP,
    NTP,
    dangers,
    fort_stops,
    has_base,
    place_of,
    routes,
    usable_sides,
    zones_of_place,
)
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval_movement import MoveVessels, planned
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval_repair import DAMAGED
from ironclad.domain.kernel.engine.citations import Refused, rule
from ironclad.domain.kernel.engine.codec import Event


class VesselsWithoutBase(Event, frozen=True, tag_field="type", tag="vessels_without_base"):
    """NSP ended a Union impulse in zones without port or NTP, with nowhere to go, and are lost (13.1.1)."""

    vessels: tuple[str, ...]
    rule: str = "13.1.1/4"


@rule("13.1.1/3", "13.1.1/4")
def homeless(position: Position) -> tuple[str, ...]:
    """The NSP that are where none may end an impulse, sorted."""
    return tuple(
        sorted(
            name
            for name, vessel in position.vessels.items()
            if vessel.kind == NSP and not has_base(position, place_of(vessel))
        )
    )


@rule("13.1.1/3", "13.1.1/4")
def base_duty(position: Position, seat: str) -> MoveVessels | None:
    """A move that the Union still owes, None if it owes none: an NSP's to a base, or an NTP's to an NSP."""
    if seat != UNION:
        return None
    for name in homeless(position):
        there = place_of(position.vessels[name])
        duty = _to_a_base(position, name) or _of_an_ntp(position, there) or _run_to_a_base(position, name)
        if duty is not None:
            return duty
    return None


def _to_a_base(position: Position, name: str) -> MoveVessels | None:
    vessel = position.vessels[name]
    if vessel.activity != READY:
        return None
    shut = frozenset(dangers(position, UNION))
    found = routes((place_of(vessel),), True, usable_sides(position, NSP), shut)
    goal = next((zone for zone in found if zone in SEA_ZONE_LINKS and has_base(position, zone)), None)
    return None if goal is None else MoveVessels(vessels=(name,), path=(goal,))


@rule("11.6/2", "11.6/4", "13.1.1/4")
def _run_to_a_base(position: Position, name: str) -> MoveVessels | None:
    """The move of an NSP to a base past forts; None if it has none. A damaged one would only turn back.

    Before erratum "nsp-runs-to-base" none was owed.
    """
    vessel = position.vessels[name]
    ready = vessel.activity == READY and vessel.state != DAMAGED
    if not (ready and holds(position, "nsp-runs-to-base")):
        return None
    enemies = frozenset(dangers(position, UNION)) - fort_stops(position, UNION)
    found = routes((place_of(vessel),), True, usable_sides(position, NSP), enemies)
    for zone in found:
        if zone in SEA_ZONE_LINKS and has_base(position, zone):
            command = MoveVessels(vessels=(name,), path=(zone,), run_past=True)
            if _is_legal(position, command):
                return command
    return None


def _is_legal(position: Position, command: MoveVessels) -> bool:
    try:
        planned(position, UNION, command)
    except Refused:
        return False
    return True


def _of_an_ntp(position: Position, place: str) -> MoveVessels | None:
    """The move of an NTP into a zone that a place counts as; None if none can come."""
    for name, vessel in sorted(position.vessels.items()):
        for zone in zones_of_place(place) if vessel.kind == NTP else ():
            command = MoveVessels(vessels=(name,), path=(zone,))
            if _is_legal(position, command):
                return command
    return None


@rule("13.1.1/3")
def require_based(position: Position, seat: str) -> None:
    """Refuse to end the Union's movement while an NSP without a base can still go to one, or an NTP to it."""
    duty = base_duty(position, seat)
    if duty is not None:
        name, goal = duty.vessels[0], duty.path[0]
        if duty.run_past:
            why = f"{name} has neither Union port nor NTP, and could run past a fort to {goal}"
            raise Refused("13.1.1/4", why)
        raise Refused("13.1.1/3", f"an NSP has neither Union port nor NTP: {name} could go to {goal}")


@rule("13.1.1/4")
def lose_homeless(play: Play, seat: str) -> None:
    """At the end of the Union's movement NSP that could not go to a base are eliminated."""
    if seat == UNION and (lost := homeless(play.position)):
        play.emit(VesselsWithoutBase(lost))


@acw.evolves(VesselsWithoutBase)
def _vessels_without_base(position: Position, event: VesselsWithoutBase) -> None:
    for name in event.vessels:
        position.vessels.pop(name)


COMMANDS = ()
EVENTS = (VesselsWithoutBase,)
