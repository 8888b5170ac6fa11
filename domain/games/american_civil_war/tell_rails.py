"""The chronicle of the railroads: trains, breaks, repairs, the USMRR and railroad reaction (7, 6.4.1)."""

from domain.games.american_civil_war.leader_travel import LeaderTravelled
from domain.games.american_civil_war.rail_reaction import TrainReacted
from domain.games.american_civil_war.rail_work import RailBroken, RailRepaired
from domain.games.american_civil_war.railway_losses import RailwayUnitLost
from domain.games.american_civil_war.telling import (
    Entry,
    entry,
    force,
    place,
    places,
    side_name,
    sums,
    teller,
    units,
)
from domain.games.american_civil_war.trains import TrainRan
from domain.games.american_civil_war.usmrr import RailUpgraded, RailwayMoved, RailwayRode


def _markers(count: int, load: int) -> str:
    word = "train marker" if count == 1 else "train markers"
    return f"{count} {word}, {load} strength point{'s' if load > 1 else ''} each (7.3/1)"


@teller(TrainRan)
def train_ran(event: TrainRan) -> Entry:
    details = [*sums(event.cost, " MP"), f"{event.spent} movement points spent (5.0/2)"]
    if event.markers:
        details.append(_markers(event.markers, event.load))
    if len(event.path) > 2:
        details.append("by way of " + ", ".join(event.path[1:-1]))
    text = (
        f"{side_name(event.side)} moves {force(event.units, event.leaders)} by train"
        f" from {place(event.path[0])} to {place(event.path[-1])}"
    )
    return entry(text, event.rule, *details, hex_id=event.path[-1])


@teller(TrainReacted)
def train_reacted(event: TrainReacted) -> Entry:
    details = [_markers(event.markers, event.load)]
    details.append("by way of " + " ".join(event.path))
    text = (
        f"{force(event.units, event.leaders)} of {side_name(event.side)} react by train"
        f" from {place(event.path[0])} to {place(event.path[-1])}"
    )
    return entry(text, event.rule, *details, hex_id=event.path[-1])


@teller(LeaderTravelled)
def leader_travelled(event: LeaderTravelled) -> Entry:
    end = event.after[-1] if event.after else event.ride[-1]
    text = f"leader {event.leader} travels from {place(event.from_hex)} to {place(end)}"
    ride = f"by train from {place(event.ride[0])} to {place(event.ride[-1])}, no marker used (10.2/4)"
    return entry(text, event.rule, ride, f"{event.spent} movement points (10.2/2, 7.4/3)", hex_id=end)


@teller(RailBroken)
def rail_broken(event: RailBroken) -> Entry:
    text = f"{units(event.units)} of {side_name(event.side)} break the railroad at {place(event.hex)}"
    return entry(text, event.rule, *sums(event.cost, " MP"), hex_id=event.hex)


@teller(RailRepaired)
def rail_repaired(event: RailRepaired) -> Entry:
    text = f"{units(event.units)} of {side_name(event.side)} repair the railroad at {place(event.hex)}"
    return entry(text, event.rule, *sums(event.cost, " MP"), hex_id=event.hex)


@teller(RailwayMoved)
def railway_moved(event: RailwayMoved) -> Entry:
    text = f"the railway unit {event.unit} moves from {place(event.from_hex)} to {place(event.to)}"
    spent = f"{event.spent} movement points spent (5.0/2)"
    return entry(text, event.rule, *sums(event.cost, " MP"), spent, hex_id=event.to)


@teller(RailwayRode)
def railway_rode(event: RailwayRode) -> Entry:
    end = event.path[-1]
    text = f"the railway unit {event.unit} goes by train from {place(event.path[0])} to {place(end)}"
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
    done += [f"finishes the line {line} (7.5/2)" for line in event.finished]
    if event.bridged:
        done.append(f"bridges the ferry to {places(event.bridged)} (7.7.2/3)")
    text = f"the railway unit {event.unit} works at {place(event.hex)}"
    return entry(text, event.rule, *done, f"{event.spent} movement points spent", hex_id=event.hex)


@teller(RailwayUnitLost)
def railway_unit_lost(event: RailwayUnitLost) -> Entry:
    text = f"the railway unit {event.unit} is lost at {place(event.hex)}: {event.reason}"
    return entry(text, event.rule, f"it may return on turn {event.returns} (7.7.1/5)", hex_id=event.hex)
