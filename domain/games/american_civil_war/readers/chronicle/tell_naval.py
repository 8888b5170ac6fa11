"""The chronicle of vessels, transport by water, levees and reaction along the rivers."""

from collections.abc import Iterable

from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.board.names import (
    afloat,
    agree,
    counted,
    fleet,
    listed,
    place,
    side_name,
    vessel_name,
    water,
    waterway,
)
from ironclad.domain.games.american_civil_war.readers.chronicle.telling import (
    entry,
    force,
    sums,
    teller,
    units,
)
from ironclad.domain.games.american_civil_war.rules.c05_movement.levees import LeveeBreachTried
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.reaction_events import (
    ReactionBegan,
)
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.water_reaction import (
    VesselReacted,
    VesselReactionAttempted,
    VesselStayed,
)
from ironclad.domain.games.american_civil_war.rules.c13_naval.interdiction import FerryUsed
from ironclad.domain.games.american_civil_war.rules.c13_naval.landing import (
    LANDING_CLAUSES,
    ForceCarried,
    LandingMade,
)
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval_bases import VesselsWithoutBase
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval_movement import (
    VesselsMoved,
    VesselsStranded,
    VoyageEnded,
)
from ironclad.domain.kernel.telling.chronicle import Entry

_MAP = load_map()
_MET = {
    "vessels": ", where enemy vessels are",
    "fort": ", under the guns of a fort",
}
_BY = {"sea": "by sea", "riverine": "on riverine vessels", "river": "by river"}


def _waters(path: Iterable[str]) -> list[str]:
    """The seas and rivers of a way in order, each once."""
    return list(dict.fromkeys(waterway(where) for where in path))


@teller(VesselsMoved)
def vessels_moved(event: VesselsMoved) -> Entry:
    way = f"{counted(len(event.path), 'step')} by {listed(_waters(event.path))}"
    back = f"damaged vessels turn back to {water(event.start)} (11.6/4)" if event.start else ""
    text = f"{side_name(event.side)} moves {fleet(event.vessels)} from {water(event.from_place)}"
    details = [line for line in (way, back) if line]
    return entry(f"{text} to {water(event.path[-1])}{_MET.get(event.meets, '')}", event.rule, *details)


@teller(VoyageEnded)
def voyage_ended(event: VoyageEnded) -> Entry:
    return entry(f"no vessel of {side_name(event.side)} is left to run past the fort", event.rule)


@teller(VesselsStranded)
def vessels_stranded(event: VesselsStranded) -> Entry:
    gone = [name for name, goal in event.to.items() if not goal]
    went = [f"{vessel_name(name)} goes to {water(goal)}" for name, goal in event.to.items() if goal]
    lost = [f"{vessel_name(name)} is lost" for name in gone]
    return entry("the rivers fall, and vessels must leave them", event.rule, *went, *lost)


@teller(VesselsWithoutBase)
def vessels_without_base(event: VesselsWithoutBase) -> Entry:
    have, are = agree(len(event.vessels), "has", "have"), agree(len(event.vessels), "is", "are")
    return entry(f"{fleet(event.vessels)} {have} no base to go to and {are} lost", event.rule)


@teller(FerryUsed)
def ferry_used(event: FerryUsed) -> Entry:
    text = f"{vessel_name(event.vessel)} serves as a ferry over {water(event.hexside)}"
    return entry(text, event.rule, "it does not move in this impulse (13.4.2/3)")


@teller(ForceCarried)
def force_carried(event: ForceCarried) -> Entry:
    who = listed(
        [
            *([force(event.units, event.leaders)] if event.units else [f"leader {x}" for x in event.leaders]),
            *(vessel_name(name) for name in event.railway),
        ]
    )
    text = f"{side_name(event.side)} carries {who} {_BY[event.by]} from {place(event.from_hex)}"
    held = (
        f"{event.points} of {counted(event.capacity, 'point')} that fit (13.2/10)"
        if event.by == "sea"
        else ""
    )
    by = f"on {fleet(event.vessels)}, in the end {afloat(event.place)}" if event.vessels else ""
    into = f"the enemy holds {place(event.to)}" if event.enters else ""
    details = [line for line in (held, by, into) if line]
    return entry(f"{text} to {place(event.to)}", event.rule, *details, hex_id=event.to)


@teller(LandingMade)
def landing_made(event: LandingMade) -> Entry:
    """That it is ashore; who may react to that, reaction_began says."""
    return entry(f"{side_name(event.side)} lands in {place(event.hex)}", event.rule, hex_id=event.hex)


@teller(ReactionBegan)
def reaction_began(event: ReactionBegan) -> Entry | None:
    """Only to a landing: after a march the steps and the attempts say enough."""
    if event.rule not in LANDING_CLAUSES:
        return None
    side, hex_id = event.reaction.seat, event.reaction.entered
    return entry(f"{side_name(side)} may react to the landing in {place(hex_id)}", event.rule, hex_id=hex_id)


@teller(LeveeBreachTried)
def levee_breach_tried(event: LeveeBreachTried) -> Entry:
    result = "breaches" if event.breached else "tries in vain to breach"
    text = f"{force(event.units, (event.leader,))} {result} the levee on {water(event.hexside)}"
    return entry(text, event.rule, f"die {event.die}; a 1 is needed (5.3.8/1)", hex_id=event.hex)


@teller(VesselReactionAttempted)
def vessel_reaction_attempted(event: VesselReactionAttempted) -> Entry:
    cargo = f" with {units(event.units)} on board" if event.units else ""
    result = "reacts" if event.success else "fails to react"
    total = f"die {event.die}, modified {event.total}; 5 or more is needed (6.4/3)"
    return entry(f"{vessel_name(event.vessel)}{cargo} {result}", event.rule, *sums(event.modifiers), total)


@teller(VesselReacted)
def vessel_reacted(event: VesselReacted) -> Entry:
    goal = water(event.path[-1] if event.path else event.from_place)
    goes = f"goes to {goal}" if event.path else f"stays on {goal}"
    landed = f", landing {force(event.units, event.leaders)} in {place(event.to)}" if event.units else ""
    text = f"{vessel_name(event.vessel)} {goes}{landed}{_MET.get(event.meets, '')}"
    details = ["and attacks"] if event.attacks else []
    return entry(text, event.rule, *details, hex_id=event.to)


@teller(VesselStayed)
def vessel_stayed(event: VesselStayed) -> Entry:
    return entry(f"{vessel_name(event.vessel)} stays where it is", "6.4.2/1")
