"""The chronicle of vessels, transport by water, levees and reaction along the rivers."""

from collections.abc import Iterable

from domain.games.american_civil_war.interdiction import FerryUsed
from domain.games.american_civil_war.landing import ForceCarried, LandingMade
from domain.games.american_civil_war.levees import LeveeBreachTried
from domain.games.american_civil_war.map import load_map
from domain.games.american_civil_war.naval_movement import (
    VesselsMoved,
    VesselsStranded,
    VesselsWithoutBase,
    VoyageEnded,
)
from domain.games.american_civil_war.telling import (
    Entry,
    entry,
    force,
    listed,
    place,
    side_name,
    sums,
    teller,
    units,
)
from domain.games.american_civil_war.water_reaction import (
    VesselReacted,
    VesselReactionAttempted,
    VesselStayed,
)

_MAP = load_map()
_MET = {
    "vessels": " and meets enemy vessels",
    "fort": " and comes under the guns of a fort",
    "building": " and finds a vessel on the stocks",
}
_BY = {"sea": "by sea", "riverine": "on riverine vessels", "river": "by river"}


def water(where: str) -> str:
    """A place of a vessel in words: a sea zone, or a river with its hexside."""
    side = _MAP.hexsides.get(where)
    return f"the {side.name} at {where}" if side is not None else f"the {where}"


def fleet(names: Iterable[str]) -> str:
    """Vessels by their names: "NSP 1 and NTP 2"."""
    return listed([_called(name) for name in names])


def _called(name: str) -> str:
    kind, number = name.rstrip("0123456789"), name[len(name.rstrip("0123456789")) :]
    word = kind.upper() if kind in ("nsp", "ntp", "rsp") else kind
    return f"{word} {number}".strip()


@teller(VesselsMoved)
def vessels_moved(event: VesselsMoved) -> Entry:
    count = len(event.path)
    way = f"{count} place{'s' if count > 1 else ''} on the way: {', '.join(event.path)}"
    text = f"{side_name(event.side)} moves {fleet(event.vessels)} from {water(event.from_place)}"
    return entry(f"{text} to {water(event.path[-1])}{_MET.get(event.meets, '')}", event.rule, way)


@teller(VoyageEnded)
def voyage_ended(event: VoyageEnded) -> Entry:
    if not event.vessels:
        return entry("none of the vessels comes past the fort", event.rule)
    return entry(f"{fleet(event.vessels)} end their run past the fort", event.rule)


@teller(VesselsStranded)
def vessels_stranded(event: VesselsStranded) -> Entry:
    gone = [name for name, goal in event.to.items() if not goal]
    went = [f"{_called(name)} goes to {water(goal)}" for name, goal in event.to.items() if goal]
    lost = [f"{_called(name)} is lost" for name in gone]
    return entry("the rivers fall, and vessels must leave them", event.rule, *went, *lost)


@teller(VesselsWithoutBase)
def vessels_without_base(event: VesselsWithoutBase) -> Entry:
    return entry(f"{fleet(event.vessels)} have no base to go to and are lost", event.rule)


@teller(FerryUsed)
def ferry_used(event: FerryUsed) -> Entry:
    text = f"{_called(event.vessel)} serves as a ferry over {water(event.hexside)}"
    return entry(text, event.rule, "it does not move in this impulse (13.4.2/3)")


@teller(ForceCarried)
def force_carried(event: ForceCarried) -> Entry:
    who = listed(
        [
            *([force(event.units, event.leaders)] if event.units else list(event.leaders)),
            *(_called(name) for name in event.railway),
        ]
    )
    text = f"{side_name(event.side)} carries {who} {_BY[event.by]} from {place(event.from_hex)}"
    held = f"{event.points} points of {event.capacity} (13.2/10)" if event.by == "sea" else ""
    by = f"on {fleet(event.vessels)}, now at {water(event.place)}" if event.vessels else ""
    into = f"the enemy holds {place(event.to)}" if event.enters else ""
    details = [line for line in (held, by, into) if line]
    return entry(f"{text} to {place(event.to)}", event.rule, *details, hex_id=event.to)


@teller(LandingMade)
def landing_made(event: LandingMade) -> Entry:
    text = f"{side_name(event.side)} is ashore in {place(event.hex)}"
    return entry(text, event.rule, "the enemy may react as to a force that leaves the hex", hex_id=event.hex)


@teller(LeveeBreachTried)
def levee_breach_tried(event: LeveeBreachTried) -> Entry:
    result = "breaches" if event.breached else "tries in vain to breach"
    text = f"{force(event.units, (event.leader,))} {result} the levee on {water(event.hexside)}"
    return entry(text, event.rule, f"die {event.die}, needed 1 (5.3.8/1)", hex_id=event.hex)


@teller(VesselReactionAttempted)
def vessel_reaction_attempted(event: VesselReactionAttempted) -> Entry:
    cargo = f" with {units(event.units)} on board" if event.units else ""
    result = "reacts" if event.success else "fails to react"
    total = f"die {event.die}, total {event.total}, needed 5 (6.4/3)"
    return entry(f"{_called(event.vessel)}{cargo} {result}", event.rule, *sums(event.modifiers), total)


@teller(VesselReacted)
def vessel_reacted(event: VesselReacted) -> Entry:
    goal = water(event.path[-1] if event.path else event.from_place)
    landed = f", landing {force(event.units, event.leaders)} in {place(event.to)}" if event.units else ""
    text = f"{_called(event.vessel)} goes to {goal}{landed}{_MET.get(event.meets, '')}"
    details = ["and attacks"] if event.attacks else []
    return entry(text, event.rule, *details, hex_id=event.to)


@teller(VesselStayed)
def vessel_stayed(event: VesselStayed) -> Entry:
    return entry(f"{_called(event.vessel)} stays where it is", "6.4.2/1")
