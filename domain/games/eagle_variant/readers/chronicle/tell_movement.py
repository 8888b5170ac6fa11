"""The chronicle of movements: by land, by rail and by water, and naval battles."""

from ironclad.domain.games.eagle_variant.board.map_files import ENEMY, SIDES
from ironclad.domain.games.eagle_variant.position.in_progress import OCEAN, Leg
from ironclad.domain.games.eagle_variant.readers.chronicle.telling import entry, quiet, teller
from ironclad.domain.games.eagle_variant.readers.wording import (
    MARKERS,
    army,
    doing,
    markers,
    place,
    places,
    unit_list,
    units,
    waters,
)
from ironclad.domain.games.eagle_variant.rules.c03_movement.events import (
    MovementBegan,
    MovementEnded,
    UnitsMoved,
    UnitsRailed,
)
from ironclad.domain.games.eagle_variant.rules.c04_amphibious.events import (
    ShipmentDeclared,
    ShipmentFailed,
    ShipmentLanded,
    ShippedUnitsLost,
)
from ironclad.domain.games.eagle_variant.rules.c07_naval.events import NavalBattleFought, NavalLossesTaken
from ironclad.domain.kernel.telling.chronicle import Entry
from ironclad.domain.kernel.telling.words import counted, dice, listed

PURPOSES = {"shipment": "over a shipment", "blockade": "over the blockade"}


@teller(MovementBegan)
def movement_began(event: MovementBegan) -> Entry:
    return entry(f"the movement of {army(event.side)} begins", "movement-rounds/1", side=event.side)


@teller(UnitsMoved)
def units_moved(event: UnitsMoved) -> Entry:
    goal = event.path[-1]
    lines = [unit_list(event.units)]
    if len(event.path) > 1:
        lines.append(f"through {places(event.path[:-1])}")
    if event.crossed:
        lines.append("the last step crosses a major river (rivers/3)")
    text = f"{units(event.units)} {_go(event.units)} from {place(event.start)} to {place(goal)}"
    return entry(text, "movement-rounds/2", *lines, place=goal, side=event.side)


def _go(ids: tuple[str, ...]) -> str:
    return "goes" if len(ids) == 1 else "go"


@teller(UnitsRailed)
def units_railed(event: UnitsRailed) -> Entry:
    goal = event.way[-1]
    lines = [
        unit_list(event.units),
        f"{event.cost} of the Rail Stock used, {event.stock_left} left (rail-movement/2)",
    ]
    if len(event.way) > 1:
        lines.append(f"through {places(event.way[:-1])}")
    text = f"{units(event.units)} {_go(event.units)} by rail from {place(event.start)} to {place(goal)}"
    return entry(text, "rail-movement/1", *lines, place=goal, side=event.side)


@teller(MovementEnded)
def movement_ended(event: MovementEnded) -> Entry:
    lines = [f"to be fought for: {places(event.battles)}"] if event.battles else []
    text = f"{doing(event.side, 'ends')} its movement: {counted(len(event.battles), 'battle')}"
    return entry(text, "movement-rounds/5", *lines, side=event.side)


def _clause(water: str, ocean: str, river: str) -> str:
    return ocean if water == OCEAN else river


def _legs(legs: tuple[Leg, ...]) -> list[str]:
    return [f"{unit_list(leg.units)} to {place(leg.to)}" for leg in legs]


@teller(ShipmentDeclared)
def shipment_declared(event: ShipmentDeclared) -> Entry:
    rule = _clause(event.waters, "amphibious-movement/2", "rivers/11")
    lines = [*_legs(event.legs), f"cost {event.cost} of a capacity of {event.capacity} ({rule})"]
    goals = dict.fromkeys(leg.to for leg in event.legs)
    text = f"{doing(event.side, 'ships')} {units(_all(event.legs))} on {waters(event.waters)}"
    declared = _clause(event.waters, "amphibious-movement/3", "rivers/16")
    return entry(f"{text} to {places(goals)}", declared, *lines, place=next(iter(goals)), side=event.side)


def _all(legs: tuple[Leg, ...]) -> tuple[str, ...]:
    return tuple(id for leg in legs for id in leg.units)


@teller(ShipmentLanded)
def shipment_landed(event: ShipmentLanded) -> Entry:
    goals = tuple(dict.fromkeys(leg.to for leg in event.legs))
    text = f"{units(_all(event.legs))} {_land(event.legs)} in {places(goals)}"
    return entry(text, "amphibious-movement/8", *_legs(event.legs), place=goals[0], side=event.side)


def _land(legs: tuple[Leg, ...]) -> str:
    return "lands" if len(_all(legs)) == 1 else "land"


@teller(ShippedUnitsLost)
def shipped_units_lost(event: ShippedUnitsLost) -> Entry:
    lines = [
        unit_list(event.units),
        f"{counted(event.ratings, 'rating')} lost, units with a shipping cost of {event.cost} lost for it",
    ]
    text = f"{doing(event.side, 'loses')} {units(event.units)} aboard ship"
    return entry(text, "amphibious-movement/6", *lines, side=event.side)


@teller(ShipmentFailed)
def shipment_failed(event: ShipmentFailed) -> Entry:
    back = f": {units(event.units)} back in port" if event.units else ": no unit is left to return"
    text = f"the shipment of {army(event.side)} on {waters(event.waters)} fails{back}"
    return entry(text, "amphibious-movement/5", side=event.side)


@teller(NavalBattleFought)
def naval_battle_fought(event: NavalBattleFought) -> Entry:
    lines = [
        f"{army(side)}: {dice(event.dice[side])}, +{event.ratings[side]} ratings; total {event.totals[side]}"
        " (naval-battles/1)"
        for side in SIDES
    ]
    fought = [f"{count} of {MARKERS[marker]}" for marker, count in event.markers.items()]
    lines.append(f"ratings in the battle: {listed(fought) or 'no rating'}")
    where = f"a naval battle on {waters(event.waters)} {PURPOSES[event.purpose]}"
    if not event.loser:
        return entry(f"{where} is a draw", "naval-battles/3", *lines, side=event.attacker)
    winner = ENEMY[event.loser]
    difference = event.totals[winner] - event.totals[event.loser]
    lines.append(f"{army(event.loser)} loses by {difference}: {counted(event.loss, 'rating')} lost")
    text = f"{doing(winner, 'wins')} {where}; {doing(event.loser, 'loses')} {counted(event.loss, 'rating')}"
    return entry(text, "naval-battles/2", *lines, side=event.attacker)


@quiet(NavalLossesTaken)
def naval_losses_taken(event: NavalLossesTaken) -> Entry:
    if not event.side:
        return entry("nobody loses Naval Ratings", "naval-battles/3")
    text = f"ratings that {army(event.side)} loses on {waters(event.waters)}: {markers(event.markers)}"
    return entry(text, "naval-battles/5", side=event.side)
