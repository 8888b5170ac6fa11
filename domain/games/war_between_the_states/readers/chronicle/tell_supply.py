"""Supply and the arrivals of scenarios in words."""

from ironclad.domain.games.war_between_the_states.readers.chronicle.telling import (
    chronicle,
    entry,
    of_topic,
)
from ironclad.domain.games.war_between_the_states.readers.wording import (
    listed,
    piece,
    place,
    points,
    side,
)
from ironclad.domain.games.war_between_the_states.rules.c12_supply import events as supply
from ironclad.domain.games.war_between_the_states.rules.c17_supply_chain import events as stores
from ironclad.domain.games.war_between_the_states.rules.c19_scenarios import events as scenario
from ironclad.domain.kernel.telling.chronicle import Entry

of_topic("supply", *supply.EVENTS, *stores.EVENTS)
of_topic("reinforcements", *scenario.EVENTS)


@chronicle.teller(supply.ConsumptionRolled)
def _rolled(event: supply.ConsumptionRolled) -> Entry:
    lines = []
    for each in event.mouths:
        harvest = " - 1 for the harvest" if each.harvest else ""
        lines.append(f"{place(each.place)}: {each.strength} SP, die {each.die}{harvest}: {each.need}")
    total = sum(each.need for each in event.mouths)
    text = f"the troops of {side(event.side)} need {total} supply points"
    return entry(text, "12.11/1", *lines, side=event.side)


@chronicle.teller(supply.UnitsFed)
def _fed(event: supply.UnitsFed) -> Entry:
    lines = []
    for meal in event.meals:
        rail = f", {meal.rail} by rail" if meal.rail else ""
        paid = (
            f"{meal.general} of general supply{rail}"
            if meal.general
            else "; ".join(points(meal.paid, "points"))
        )
        lines.append(f"{place(meal.place)}: {paid}")
    lines += [f"{place(hex)} is not fed" for hex in event.unfed]
    return entry(f"{side(event.side)} feeds {len(event.meals)} places", "12.11/6", *lines, side=event.side)


@chronicle.teller(supply.AttritionRolled)
def _attrition(event: supply.AttritionRolled) -> Entry:
    more = (" + 1 for winter" if event.winter else "") + (" + 1 for the siege" if event.besieged else "")
    line = f"die {event.die}{more} for {event.strength} SP: {event.loss} (12.13)"
    text = f"{side(event.side)} loses {event.loss} SP in {place(event.place)} for want of supply"
    return entry(text, "12.11/7", line, side=event.side)


@chronicle.teller(supply.StoresDestroyed)
def _destroyed(event: supply.StoresDestroyed) -> Entry:
    lines = points(event.points, "points")
    return entry(f"{side(event.side)} destroys supply", "12.0/5", *lines, side=event.side)


@chronicle.teller(stores.SupplyLoaded)
def _loaded(event: stores.SupplyLoaded) -> Entry:
    text = f"{event.points} supply points go from {piece(event.source)} to {piece(event.target)}"
    return entry(text, "17.4/1", side=event.side)


@chronicle.teller(stores.DepotMade)
def _made(event: stores.DepotMade) -> Entry:
    lines = points(event.garrison, "SP for its garrison")
    text = f"{side(event.side)} makes a depot in {place(event.hex)}"
    return entry(text, "17.51/1", *lines, side=event.side, hex=event.hex)


@chronicle.teller(stores.SupplyBroadcast)
def _sent(event: stores.SupplyBroadcast) -> Entry:
    lines = points(event.points, "points")
    lines += [f"{event.rail} rail transport points (17.32/1)"] if event.rail else []
    total = sum(event.points.values())
    return entry(f"{side(event.side)} sends {total} supply points", "17.3/1", *lines, side=event.side)


@chronicle.teller(stores.DepotRemoved)
def _removed(event: stores.DepotRemoved) -> Entry:
    lines = [f"{event.returned} points return to general supply, {event.lost} are lost"]
    lines += [f"{event.rail} rail transport points (17.55/2)"] if event.rail else []
    lines += [f"{piece(each.unit)} has its {each.strength} SP (17.55/4)" for each in event.garrison]
    text = f"{side(event.side)} takes the depot in {place(event.hex)} off the map"
    return entry(text, "17.55/1", *lines, side=event.side, hex=event.hex)


@chronicle.teller(scenario.StackArrived)
def _arrived(event: scenario.StackArrived) -> Entry:
    text = f"reinforcements of {side(event.side)} come to {place(event.hex)}"
    return entry(text, "R.3/7", listed(event.pieces), side=event.side, hex=event.hex)


@chronicle.teller(scenario.StackStayedAway)
def _away(event: scenario.StackStayedAway) -> Entry:
    return entry(f"reinforcements of {side(event.side)} stay away", "R.5/10", side=event.side)


@chronicle.teller(scenario.InfantryTakenOff)
def _off(event: scenario.InfantryTakenOff) -> Entry:
    lines = points(event.units, "SP")
    return entry(f"infantry of {side(event.side)} leaves the map", "R.5/10", *lines, side=event.side)
