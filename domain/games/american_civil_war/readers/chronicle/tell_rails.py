"""The chronicle of the railroads: trains, breaks, repairs, the USMRR and railroad reaction (7, 6.4.1)."""

from collections.abc import Iterable

from ironclad.domain.games.american_civil_war.board.names import (
    counted,
    place,
    places,
    side_name,
    vessel_name,
)
from ironclad.domain.games.american_civil_war.position.units import Group, strength
from ironclad.domain.games.american_civil_war.readers.chronicle.telling import (
    do,
    entry,
    force,
    sums,
    teller,
    units,
)
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.rail_reaction import TrainReacted
from ironclad.domain.games.american_civil_war.rules.c07_railroads.rail_work import RailBroken, RailRepaired
from ironclad.domain.games.american_civil_war.rules.c07_railroads.railway_losses import RailwayUnitLost
from ironclad.domain.games.american_civil_war.rules.c07_railroads.trains import TrainRan
from ironclad.domain.games.american_civil_war.rules.c07_railroads.usmrr import (
    RailUpgraded,
    RailwayMoved,
    RailwayRode,
)
from ironclad.domain.games.american_civil_war.rules.c10_leaders.leader_travel import LeaderTravelled
from ironclad.domain.kernel.telling.chronicle import Entry


def _markers(count: int, load: int, units: Iterable[Group]) -> str:
    """Markers taken, the most that each carries on this run, and what the train carries."""
    each = " each" if count > 1 else ""
    room, aboard = counted(load, "strength point"), counted(strength(units), "strength point")
    carry = "carries" if count == 1 else "carry"
    return f"{counted(count, 'train marker')}, room for {room}{each}, {carry} {aboard} (7.3/1)"


def _spent(points: int) -> str:
    return f"{counted(points, 'movement point')} spent so far (5.0/2)"


def _way(path: Iterable[str]) -> str:
    return f"by way of {', '.join(map(place, path))}"


@teller(TrainRan)
def train_ran(event: TrainRan) -> Entry:
    details = [*sums(event.cost, " MP"), _spent(event.spent)]
    if event.markers:
        details.append(_markers(event.markers, event.load, event.units))
    if len(event.path) > 2:
        details.append(_way(event.path[1:-1]))
    text = (
        f"{side_name(event.side)} moves {force(event.units, event.leaders)} by train"
        f" from {place(event.path[0])} to {place(event.path[-1])}"
    )
    return entry(text, event.rule, *details, hex_id=event.path[-1])


@teller(TrainReacted)
def train_reacted(event: TrainReacted) -> Entry:
    details = [_markers(event.markers, event.load, event.units)]
    if len(event.path) > 2:
        details.append(_way(event.path[1:-1]))
    reacts = do(event.units, "reacts", "react")
    text = (
        f"{force(event.units, event.leaders)} of {side_name(event.side)} {reacts} by train"
        f" from {place(event.path[0])} to {place(event.path[-1])}"
    )
    return entry(text, event.rule, *details, hex_id=event.path[-1])


@teller(LeaderTravelled)
def leader_travelled(event: LeaderTravelled) -> Entry:
    text = f"leader {event.leader} travels from {place(event.from_hex)} to {place(event.to)}"
    legs = [f"by {leg.by} from {place(leg.path[0])} to {place(leg.path[-1])}" for leg in event.legs]
    spent = f"{counted(event.spent, 'movement point')}, no train marker (10.2/2, 10.2/4, 7.4/3)"
    return entry(text, event.rule, *legs, spent, hex_id=event.to)


@teller(RailBroken)
def rail_broken(event: RailBroken) -> Entry:
    breaks = do(event.units, "breaks", "break")
    text = f"{units(event.units)} of {side_name(event.side)} {breaks} the railroad at {place(event.hex)}"
    return entry(text, event.rule, *sums(event.cost, " MP"), _spent(event.spent), hex_id=event.hex)


@teller(RailRepaired)
def rail_repaired(event: RailRepaired) -> Entry:
    repairs = do(event.units, "repairs", "repair")
    text = f"{units(event.units)} of {side_name(event.side)} {repairs} the railroad at {place(event.hex)}"
    return entry(text, event.rule, *sums(event.cost, " MP"), _spent(event.spent), hex_id=event.hex)


@teller(RailwayMoved)
def railway_moved(event: RailwayMoved) -> Entry:
    text = f"{vessel_name(event.unit)} moves from {place(event.from_hex)} to {place(event.to)}"
    return entry(text, event.rule, *sums(event.cost, " MP"), _spent(event.spent), hex_id=event.to)


@teller(RailwayRode)
def railway_rode(event: RailwayRode) -> Entry:
    end = event.path[-1]
    text = f"{vessel_name(event.unit)} goes by train from {place(event.path[0])} to {place(end)}"
    return entry(text, event.rule, *sums(event.cost, " MP"), "1 train marker (7.3/2)", hex_id=end)


@teller(RailUpgraded)
def rail_upgraded(event: RailUpgraded) -> Entry:
    done = []
    if event.laid:
        done.append("lays the rails (7.7.2/2)")
    if event.upgraded:
        done.append("brings the railroad to Union standard (7.7.2/1)")
    if event.repaired:
        done.append("repairs the break (7.7.2/2)")
    done += [f"finishes the {line} railroad (7.5/2)" for line in event.finished]
    if event.bridged:
        done.append(f"bridges the ferry to {places(event.bridged)} (7.7.2/3)")
    text = f"{vessel_name(event.unit)} works at {place(event.hex)}"
    return entry(text, event.rule, *done, _spent(event.spent), hex_id=event.hex)


@teller(RailwayUnitLost)
def railway_unit_lost(event: RailwayUnitLost) -> Entry:
    text = f"{vessel_name(event.unit)} is lost at {place(event.hex)}: {event.reason}"
    return entry(text, event.rule, f"it may return on turn {event.returns} (7.7.1/5)", hex_id=event.hex)
